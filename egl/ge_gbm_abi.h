/* ge_gbm_abi.h: the interface between libgbm and its backends, versions 0 and 1 (Mesa 21.2 and later). libgbm finds a backend by
 * the function gbmint_get_backend of NAME_gbm.so and calls it through these structs. The two versions have the same layout; version 1
 * passes usage flags along with modifiers. tests/egl/test_gbm_abi.c pins the layout. */
#ifndef GE_GBM_ABI_H
#define GE_GBM_ABI_H

#include <stddef.h>
#include <stdint.h>

#include <gbm.h>

#define GE_GBM_ABI_VERSION 1

struct gbm_backend_desc;

struct gbm_device_v0 {
   const struct gbm_backend_desc *backend_desc; /* libgbm's */
   uint32_t backend_version;                    /* that create_device was called with */
   int fd;
   const char *name;
   void (*destroy)(struct gbm_device *gbm);
   int (*is_format_supported)(struct gbm_device *gbm, uint32_t format, uint32_t usage);
   int (*get_format_modifier_plane_count)(struct gbm_device *gbm, uint32_t format, uint64_t modifier);
   struct gbm_bo *(*bo_create)(struct gbm_device *gbm, uint32_t width, uint32_t height, uint32_t format, uint32_t usage,
                               const uint64_t *modifiers, const unsigned int count);
   struct gbm_bo *(*bo_import)(struct gbm_device *gbm, uint32_t type, void *buffer, uint32_t usage);
   void *(*bo_map)(struct gbm_bo *bo, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t flags,
                   uint32_t *stride, void **map_data);
   void (*bo_unmap)(struct gbm_bo *bo, void *map_data);
   int (*bo_write)(struct gbm_bo *bo, const void *buf, size_t count);
   int (*bo_get_fd)(struct gbm_bo *bo);
   int (*bo_get_planes)(struct gbm_bo *bo);
   union gbm_bo_handle (*bo_get_handle)(struct gbm_bo *bo, int plane);
   int (*bo_get_plane_fd)(struct gbm_bo *bo, int plane);
   uint32_t (*bo_get_stride)(struct gbm_bo *bo, int plane);
   uint32_t (*bo_get_offset)(struct gbm_bo *bo, int plane);
   uint64_t (*bo_get_modifier)(struct gbm_bo *bo);
   void (*bo_destroy)(struct gbm_bo *bo);
   struct gbm_surface *(*surface_create)(struct gbm_device *gbm, uint32_t width, uint32_t height, uint32_t format,
                                         uint32_t flags, const uint64_t *modifiers, const unsigned count);
   struct gbm_bo *(*surface_lock_front_buffer)(struct gbm_surface *surface);
   void (*surface_release_buffer)(struct gbm_surface *surface, struct gbm_bo *bo);
   int (*surface_has_free_buffers)(struct gbm_surface *surface);
   void (*surface_destroy)(struct gbm_surface *surface);
};

struct gbm_device {
   struct gbm_device *(*dummy)(int); /* libgbm's */
   struct gbm_device_v0 v0;
};

struct gbm_bo_v0 {
   uint32_t width, height, stride, format;
   union gbm_bo_handle handle;
   void *user_data;
   void (*destroy_user_data)(struct gbm_bo *bo, void *data);
};

struct gbm_bo {
   struct gbm_device *gbm;
   struct gbm_bo_v0 v0;
};

struct gbm_surface_v0 {
   uint32_t width, height, format, flags;
   uint64_t *modifiers;
   unsigned modifier_count;
};

struct gbm_surface {
   struct gbm_device *gbm;
   struct gbm_surface_v0 v0;
};

struct gbm_backend_v0 {
   uint32_t backend_version;
   const char *backend_name;
   struct gbm_device *(*create_device)(int fd, uint32_t backend_version);
};

struct gbm_backend { struct gbm_backend_v0 v0; };

struct gbm_core_v0 {
   uint32_t core_version;
   uint32_t (*format_canonicalize)(uint32_t format); /* fourcc of an enum gbm_bo_format or a fourcc */
};

struct gbm_core { struct gbm_core_v0 v0; };

const struct gbm_backend *gbmint_get_backend(const struct gbm_core *core);

#endif

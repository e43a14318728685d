/* ge_gbm.h: the GBM backend, as ge_gbm*.c and the gbm platform share it.
 *
 * Locking: `lock` of a device guards its context and its GEM handles; `lock` of a surface guards the state of its buffers. ge_lock guards the list of
 * devices. Devices, buffers and surfaces are reference-counted: an EGL surface keeps the gbm_surface that it draws to, a buffer
 * and a surface keep their device. */
#ifndef GE_GBM_H
#define GE_GBM_H

#include "egl/ge_dmabuf.h"
#include "egl/ge_gbm_abi.h"

struct ge_gbm_device {
   struct gbm_device base;         /* first: libgbm hands out its address */
   atomic_int refs;
   struct ge_device *device;
   struct pipe_screen *screen;
   pthread_mutex_t lock;
   struct pipe_context *context;   /* of maps; made by the first one */
   bool is_drm;                    /* the descriptor is a DRM device's */
   struct ge_gbm_handle { uint32_t handle; unsigned users; } *handles;
   unsigned handle_count;
   struct ge_gbm_device *next;
};
/* The device of a native display. NULL: it was not created by this backend, or was destroyed. */
struct ge_gbm_device *ge_gbm_device_find(void *native);
void ge_gbm_device_unref(struct ge_gbm_device *dev);
/* The format of a fourcc or an enum gbm_bo_format. NULL: unknown, or the device cannot sample it. */
const struct ge_drm_format *ge_gbm_format(const struct ge_gbm_device *dev, uint32_t format);

/* The GEM handle of a DMA-BUF on the device's descriptor; -1: the kernel has none for it. Each is put once. */
int32_t ge_gbm_handle_get(struct ge_gbm_device *dev, int fd);
void ge_gbm_handle_put(struct ge_gbm_device *dev, int32_t handle);
/* When the application destroys the device: its descriptor may be closed, or be another file, while buffers still exist. */
void ge_gbm_handles_close(struct ge_gbm_device *dev);

struct ge_gbm_bo {
   struct gbm_bo base;
   const struct ge_drm_format *format;
   struct ga_image image;
   uint64_t modifier;
   uint32_t usage;                 /* GBM_BO_USE_* */
   uint32_t stride_B[GE_MAX_PLANES], offset_B[GE_MAX_PLANES];
};
/* NULL with errno set. */
struct ge_gbm_bo *ge_gbm_bo_create(struct ge_gbm_device *dev, uint32_t width, uint32_t height, uint32_t fourcc, uint32_t usage,
                                   const uint64_t *modifiers, unsigned count);
void ge_gbm_bo_destroy(struct gbm_bo *bo);
extern const struct gbm_device_v0 ge_gbm_bo_functions; /* those that begin with bo_ */

/* The application may lock four buffers. The fifth is drawn to while it has them. */
enum { GE_GBM_MAX_LOCKED = 4, GE_GBM_BUFFERS };
struct ge_gbm_surface {
   struct gbm_surface base;
   atomic_int refs;
   pthread_mutex_t lock;
   struct ge_gbm_buffer {
      struct ge_gbm_bo *bo;        /* made when first drawn to */
      bool locked;                 /* between lock_front_buffer and release_buffer */
      EGLint age;                  /* swaps since its contents were drawn + 1; 0: undefined contents */
   } buffer[GE_GBM_BUFFERS];
   int back, front;                /* index of the buffer that EGL draws to, and of the last one that was swapped; -1: none */
};
/* The surface of a native window with a reference. NULL: not a surface of this device. */
struct ge_gbm_surface *ge_gbm_surface_get(struct ge_gbm_device *dev, void *native);
void ge_gbm_surface_unref(struct ge_gbm_surface *surf);
/* Chooses the buffer of the next frame. NULL with errno set: out of memory. */
struct ge_gbm_buffer *ge_gbm_surface_acquire(struct ge_gbm_surface *surf);
/* The buffer that was acquired becomes the front buffer. False: as many buffers are locked as may be; it stays the one that is drawn to. */
bool ge_gbm_surface_swap(struct ge_gbm_surface *surf);
extern const struct gbm_device_v0 ge_gbm_surface_functions; /* those that begin with surface_ */

#endif

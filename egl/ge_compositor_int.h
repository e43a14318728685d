/* ge_compositor_int.h: what the files of ge_compositor*.c share: libwayland-server, bound displays, buffers. */
#ifndef GE_COMPOSITOR_INT_H
#define GE_COMPOSITOR_INT_H

#include <wayland-server-core.h>

#include "egl/ge_compositor.h"
#include "egl/ge_dmabuf.h"

#define GE_COMPOSITOR_FUNCTIONS(F) \
   F(wl_client_post_no_memory) F(wl_display_add_destroy_listener) F(wl_global_create) F(wl_global_destroy) F(wl_list_remove) \
   F(wl_resource_create) F(wl_resource_destroy) F(wl_resource_get_client) F(wl_resource_get_user_data) F(wl_resource_get_version) \
   F(wl_resource_instance_of) F(wl_resource_post_error) F(wl_resource_post_event) F(wl_resource_set_implementation)

struct ge_compositor_lib {
#define FUNCTION(name) __typeof__(&name) name##_;
   GE_COMPOSITOR_FUNCTIONS(FUNCTION)
#undef FUNCTION
};
extern struct ge_compositor_lib ge_wls;

#define wl_client_post_no_memory (*ge_wls.wl_client_post_no_memory_)
#define wl_display_add_destroy_listener (*ge_wls.wl_display_add_destroy_listener_)
#define wl_global_create (*ge_wls.wl_global_create_)
#define wl_global_destroy (*ge_wls.wl_global_destroy_)
#define wl_list_remove (*ge_wls.wl_list_remove_)
#define wl_resource_create (*ge_wls.wl_resource_create_)
#define wl_resource_destroy (*ge_wls.wl_resource_destroy_)
#define wl_resource_get_client (*ge_wls.wl_resource_get_client_)
#define wl_resource_get_user_data (*ge_wls.wl_resource_get_user_data_)
#define wl_resource_get_version (*ge_wls.wl_resource_get_version_)
#define wl_resource_instance_of (*ge_wls.wl_resource_instance_of_)
#define wl_resource_post_error (*ge_wls.wl_resource_post_error_)
#define wl_resource_post_event (*ge_wls.wl_resource_post_event_)
#define wl_resource_set_implementation (*ge_wls.wl_resource_set_implementation_)

#include "ge_wayland_server_protocol.h"
#include "ge_wayland_dmabuf_server_protocol.h"

/* A bound display. Resources of its globals hold a reference; the compositor's thread uses them. */
struct ge_compositor {
   struct wl_display *display;
   struct ge_session *session;     /* counted */
   struct wl_global *global;       /* NULL: unbound, or the wl_display is destroyed */
   struct wl_listener on_destroy;  /* of the wl_display */
   unsigned refs;
   struct ge_compositor *next;     /* of those that are bound, under ge_lock */
};
struct ge_compositor *ge_compositor_ref(struct ge_compositor *comp);
void ge_compositor_unref(struct ge_compositor *comp);
/* wl_resource_destroy_func_t of resources whose user data is a compositor. */
void ge_compositor_unref_resource(struct wl_resource *resource);
/* The new resource of a global's client, which has the compositor as its user data. NULL: no memory, an error that is posted to the client. */
struct wl_resource *ge_compositor_resource(struct ge_compositor *comp, struct wl_client *client, const struct wl_interface *interface,
                                           const void *functions, uint32_t version, uint32_t id);

/* A buffer as a client describes it. The descriptors are the caller's. */
struct ge_compositor_planes {
   int32_t width, height;
   uint32_t fourcc;
   unsigned count;
   struct { int fd; uint32_t offset_B, stride_B; uint64_t modifier; } plane[GE_MAX_PLANES]; /* fd -1: none */
   bool bottom_up;                 /* the first row in memory is the last one shown */
};
/* The wl_buffer of the planes, with a new id (0: of the server). NULL: the device does not import them; *no_memory: nor would it others. */
struct wl_resource *ge_compositor_buffer(struct ge_compositor *comp, struct wl_client *client, uint32_t id,
                                         const struct ge_compositor_planes *planes, bool *no_memory);

/* The globals (ge_compositor_drm.c, ge_compositor_dmabuf.c). NULL: no memory. */
struct wl_global *ge_compositor_drm_create(struct ge_compositor *comp);
struct wl_global *ge_compositor_dmabuf_create(struct ge_compositor *comp);

#endif

/* ge_wayland_lib.h: the functions of libwayland-client that the wayland platform uses. */
#ifndef GE_WAYLAND_LIB_H
#define GE_WAYLAND_LIB_H

#include <stdbool.h>

#include <wayland-client-core.h>

#define GE_WAYLAND_FUNCTIONS(F) \
   F(wl_display_connect) F(wl_display_disconnect) F(wl_display_get_error) F(wl_display_get_fd) F(wl_display_flush) \
   F(wl_display_create_queue) F(wl_display_prepare_read_queue) F(wl_display_cancel_read) F(wl_display_read_events) \
   F(wl_display_dispatch_queue_pending) F(wl_event_queue_destroy) F(wl_proxy_create_wrapper) F(wl_proxy_wrapper_destroy) \
   F(wl_proxy_set_queue) F(wl_proxy_marshal_flags) F(wl_proxy_add_listener) F(wl_proxy_destroy) F(wl_proxy_get_version) \
   F(wl_proxy_get_user_data) F(wl_proxy_set_user_data)

struct ge_wayland_lib {
#define FUNCTION(name) __typeof__(&name) name##_;
   GE_WAYLAND_FUNCTIONS(FUNCTION)
#undef FUNCTION
};
extern struct ge_wayland_lib ge_wl;
/* Loads the library once. False with the EGL error set. */
bool ge_wayland_load(void);

#endif

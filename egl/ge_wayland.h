/* ge_wayland.h: libwayland-client for the wayland platform. The library is loaded when the first display of the platform is made, so
 * programs without Wayland do not need it. The functions that the protocol's inline functions call are taken from the table. */
#ifndef GE_WAYLAND_H
#define GE_WAYLAND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdint.h>

#include "egl/ge_wayland_lib.h"

#define wl_display_connect (*ge_wl.wl_display_connect_)
#define wl_display_disconnect (*ge_wl.wl_display_disconnect_)
#define wl_display_get_error (*ge_wl.wl_display_get_error_)
#define wl_display_get_fd (*ge_wl.wl_display_get_fd_)
#define wl_display_flush (*ge_wl.wl_display_flush_)
#define wl_display_create_queue (*ge_wl.wl_display_create_queue_)
#define wl_display_prepare_read_queue (*ge_wl.wl_display_prepare_read_queue_)
#define wl_display_cancel_read (*ge_wl.wl_display_cancel_read_)
#define wl_display_read_events (*ge_wl.wl_display_read_events_)
#define wl_display_dispatch_queue_pending (*ge_wl.wl_display_dispatch_queue_pending_)
#define wl_event_queue_destroy (*ge_wl.wl_event_queue_destroy_)
#define wl_proxy_create_wrapper (*ge_wl.wl_proxy_create_wrapper_)
#define wl_proxy_wrapper_destroy (*ge_wl.wl_proxy_wrapper_destroy_)
#define wl_proxy_set_queue (*ge_wl.wl_proxy_set_queue_)
#define wl_proxy_marshal_flags (*ge_wl.wl_proxy_marshal_flags_)
#define wl_proxy_add_listener (*ge_wl.wl_proxy_add_listener_)
#define wl_proxy_destroy (*ge_wl.wl_proxy_destroy_)
#define wl_proxy_get_version (*ge_wl.wl_proxy_get_version_)
#define wl_proxy_get_user_data (*ge_wl.wl_proxy_get_user_data_)
#define wl_proxy_set_user_data (*ge_wl.wl_proxy_set_user_data_)

#include "ge_wayland_protocol.h"
#include "ge_wayland_dmabuf_protocol.h"

/* libwayland-egl's window, version 3 (wayland-egl-backend.h). */
struct ge_wl_egl_window {
   intptr_t version;
   int width, height, dx, dy;                 /* requested by the application */
   int attached_width, attached_height;       /* of the last frame */
   void *driver_private;
   void (*resize_callback)(struct ge_wl_egl_window *window, void *driver_private);
   void (*destroy_window_callback)(void *driver_private);
   struct wl_surface *surface;
};

struct ge_image;
struct pipe_handle;

/* State of zwp_linux_dmabuf_v1 (ge_wayland_dmabuf.c). */
struct ge_wayland_dmabuf {
   struct zwp_linux_dmabuf_v1 *global;                 /* NULL: the compositor has none with modifiers */
   struct zwp_linux_dmabuf_feedback_v1 *feedback;      /* during the start only, as is the table of formats */
   void *table;
   size_t rows;
   unsigned formats;                                   /* taken with a linear layout; bits of ge_wayland_format_bit() */
   atomic_bool refused;                                /* the compositor has refused a buffer or not answered */
};

/* Data of a session on this platform (ge_wayland_display.c). */
struct ge_wayland {
   pthread_rwlock_t lock;          /* read: calls on the connection are made; write: it is closed. Outside of ge_lock */
   struct wl_display *display;     /* NULL: closed */
   bool owns_display;
   struct wl_event_queue *queue;
   struct wl_shm *shm;
   unsigned shm_formats;           /* bits of ge_wayland_format_bit() */
   struct ge_wayland_dmabuf dmabuf;
};
/* NULL with the EGL error set. */
struct ge_wayland *ge_wayland_connect(void *native);
/* Ends the use of the connection, whose lock is held for writing. No window has objects of it. */
void ge_wayland_close_locked(struct ge_wayland *wl);
void ge_wayland_destroy(struct ge_wayland *wl); /* no window is left. Closes the connection if that was not done */
/* The compositor takes buffers of this DRM format through wl_shm. *format receives the number that wl_shm has for it. */
bool ge_wayland_shm_format(const struct ge_wayland *wl, uint32_t fourcc, uint32_t *format);
/* The DRM format with an unused component in place of alpha; the format itself where it has no alpha. */
uint32_t ge_wayland_opaque_format(uint32_t fourcc);
/* A bit for the DRM format of a window's buffers; 0: no window has it. */
unsigned ge_wayland_format_bit(uint32_t fourcc);

/* Binds the global of the registry. Its events arrive within the next round trip. */
void ge_wayland_dmabuf_bind(struct ge_wayland *wl, struct wl_registry *registry, uint32_t name, uint32_t version);
/* Frees data that only the initialisation needs. */
void ge_wayland_dmabuf_end_feedback(struct ge_wayland *wl);
void ge_wayland_dmabuf_finish(struct ge_wayland *wl);
/* The compositor imports linear images of this DRM format and has not refused one. */
bool ge_wayland_dmabuf_accepts(const struct ge_wayland *wl, uint32_t fourcc);
/* The wl_buffer of an exported image, with its events in the queue. NULL: the compositor refuses it or does not answer. */
struct wl_buffer *ge_wayland_dmabuf_buffer(struct ge_wayland *wl, struct wl_event_queue *queue, const struct pipe_handle *handle,
                                           uint32_t fourcc, uint32_t width, uint32_t height);

/* The wl_buffer of an exported image, with its events in the queue (ge_wayland_buffer.c). NULL with the EGL error set. */
struct wl_buffer *ge_wayland_buffer(struct ge_wayland *wl, struct wl_event_queue *queue, const struct pipe_handle *handle,
                                    uint32_t fourcc, uint32_t width, uint32_t height);
/* eglCreateWaylandBufferFromImageWL. NULL with the EGL error set. */
struct wl_buffer *ge_wayland_buffer_of_image(struct ge_image *img);

int64_t ge_wayland_now_ms(void);
/* Handles events of a queue: those that have arrived, after waiting for one no longer than timeout_ms. False: the connection is
 * broken. */
bool ge_wayland_dispatch(struct wl_display *display, struct wl_event_queue *queue, int timeout_ms);

#endif

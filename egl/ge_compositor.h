/* ge_compositor.h: EGL_WL_bind_wayland_display, for compositors: globals through which clients pass buffers, and images of these buffers.
 * A display whose device has a DRM node offers wl_drm, the protocol of Mesa until 25.2, whose buffers have the layout that the
 * kernel's metadata name. Clients of the simulated GPU have no node: its display offers zwp_linux_dmabuf_v1.
 *
 * libwayland-server is loaded when the first display is bound; the compositor has loaded it before. The functions that the protocols'
 * inline functions call are taken from a table. */
#ifndef GE_COMPOSITOR_H
#define GE_COMPOSITOR_H

#include "egl/ge_internal.h"

struct wl_display;
struct wl_resource;

/* eglBindWaylandDisplayWL, eglUnbindWaylandDisplayWL: both on the compositor's thread. */
EGLBoolean ge_compositor_bind(struct ge_session *session, struct wl_display *display);
EGLBoolean ge_compositor_unbind(struct ge_session *session, struct wl_display *display);
/* eglTerminate: removes the globals of the session. Buffers stay valid. */
void ge_compositor_end(struct ge_session *session);
/* eglQueryWaylandBufferWL */
EGLBoolean ge_compositor_query(const struct ge_session *session, struct wl_resource *buffer, EGLint attribute, EGLint *value);
/* Target EGL_WAYLAND_BUFFER_WL of eglCreateImage: fills *image, whose references are the caller's. False with the EGL error set. */
bool ge_compositor_image(const struct ge_session *session, struct wl_resource *buffer, const EGLAttrib *attribs,
                         struct ga_image *image, uint32_t *fourcc, uint64_t *modifier);

#endif

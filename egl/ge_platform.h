/* ge_platform.h: operations that differ between EGL platforms. A platform is one file (ge_platform_NAME.c) and one row in
 * ge_platform.c; the rest of egl/ calls it through these structs. Pbuffers are the same on all platforms (ge_pbuffer.c). */
#ifndef GE_PLATFORM_H
#define GE_PLATFORM_H

#include "egl/ge_internal.h"

struct wl_buffer;

struct ge_platform {
   EGLenum id;            /* EGL_PLATFORM_* */
   /* The device that renders for a native display, which may be EGL_DEFAULT_DISPLAY. NULL with the EGL error set. */
   struct ge_device *(*find_device)(void *native);
   /* eglInitialize: sets session->platform_data. False with the EGL error set. NULL: the platform has no data. terminate frees it. */
   bool (*initialize)(struct ge_session *session);
   void (*terminate)(void *platform_data);
   /* eglTerminate: ends all use of the native display, which the application may destroy next. Surfaces that are current, or that another
    * thread's command uses, are still drawn to. NULL: platform_data keeps nothing that the application may destroy. */
   void (*close)(void *platform_data);
   /* Bits of EGL_SURFACE_TYPE that a config has; 0: the platform does not offer it. */
   EGLint (*surface_types)(const struct ge_session *session, const struct ge_config *config);
   /* Makes a surface of a native window: fills surf->ops and surf->window, and calls ge_window_set_buffer(). The caller has checked
    * the config against surface_types() and owns surf. False with the EGL error set: everything but surf's buffers is
    * freed. NULL: the platform has no windows. */
   bool (*create_window)(struct ge_session *session, struct ge_surface *surf, void *native);
   /* EGL_WL_create_wayland_buffer_from_image. NULL with the EGL error set. NULL: not supported. */
   struct wl_buffer *(*create_buffer)(struct ge_image *img);
   bool can_present_opaque; /* EGL_EXT_present_opaque: create_window supports surf->present_opaque */
};

/* Operations that differ between kinds of surfaces. The thread that has the surface current calls them; the last thread that has
 * used it calls finish. */
struct ge_surface_ops {
   /* Before the first draw of a frame: puts the frame's buffers into surf->drawable, and increments its seqno when they have
    * changed. False with the EGL error set. NULL: the buffers are always the same. */
   bool (*acquire)(struct ge_surface *surf);
   /* eglSwapBuffers: submits the frame that ctx has drawn, and presents it. damage: as for ge_surface_swap(). */
   EGLBoolean (*present)(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count);
   /* EGL_BUFFER_AGE_EXT: frames since the contents of the acquired buffer were drawn; 0: undefined contents. NULL:
    * EGL_EXT_buffer_age does not apply. */
   EGLint (*query_age)(struct ge_surface *surf);
   /* Frees everything that create_window or the creation of a pbuffer made, but not surf itself. */
   void (*finish)(struct ge_surface *surf);
};

extern const struct ge_platform ge_platform_surfaceless, ge_platform_device, ge_platform_gbm, ge_platform_wayland;

/* The platform of eglGetPlatformDisplay's argument; NULL: not supported. */
const struct ge_platform *ge_platform_find(EGLenum id);
/* The platform of eglGetDisplay(native) (ge_platform_default.c). NULL with the EGL error set. */
const struct ge_platform *ge_platform_default(void *native);

/* For find_device: the first device, which GLOAM_DEVICE chooses. NULL with the EGL error set. */
struct ge_device *ge_platform_first_device(void);

/* Client extensions, one per platform. */
#define GE_PLATFORM_EXTENSIONS \
   "EGL_EXT_platform_device EGL_EXT_platform_wayland EGL_KHR_platform_gbm EGL_KHR_platform_wayland EGL_MESA_platform_gbm " \
   "EGL_MESA_platform_surfaceless"

#endif

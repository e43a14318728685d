/* ge_internal.h: the objects of the EGL vendor library and the interfaces between its files.
 *
 * Locking: `ge_lock` guards devices, displays and their object tables. It is not held across calls into gl-api, the driver or a
 * winsys; `opening` and `initializing` mark what one thread is at work on meanwhile, and `ge_changed` is signalled when they
 * change. Objects are reference-counted: a look-up takes a reference. A handle is the object's address, and is valid only while
 * it is in the display's table.
 *
 * fork: a display records the process that initialised it. In a child it counts as not initialised, and its objects as lost;
 * nothing of the parent's is freed or waited for there. */
#ifndef GE_INTERNAL_H
#define GE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "gl-api/gl_api.h"
#include "state/pipe.h"
#include "util/ut_fork.h"

struct ge_platform;
struct ge_surface_ops;

/* ---- the lock (ge_display.c) ---- */
extern struct ut_lock ge_lock;
extern pthread_cond_t ge_changed;

/* ---- devices (ge_device.c) ---- */
struct ge_device {
   char node[64];            /* "/dev/dri/renderD128"; "" for the simulated GPU */
   char name[128];           /* EGL_RENDERER_EXT and gloam-info */
   bool is_software;
   uint8_t uuid[16];
   bool opening;               /* one thread opens the GPU; ge_changed is signalled when it is done */
   struct pipe_screen *screen; /* while it has users; see ge_device_get_screen */
   unsigned screen_users;
   pid_t screen_pid;           /* of the process that made the screen */
   struct ge_device *next;
};
/* The devices that GLOAM_DEVICE admits, in a fixed order; constant. */
struct ge_device *ge_devices(void);
bool ge_device_is_valid(EGLDeviceEXT handle);
/* EGL_EXT_device_query. string: NULL without such a string, sets no error. binary: sets the EGL error. */
const char *ge_device_string(const struct ge_device *dev, EGLint name);
EGLBoolean ge_device_binary(const struct ge_device *dev, EGLint name, EGLint max, void *value, EGLint *size);
/* Makes (or shares) the device's screen; NULL with `why`. The caller ends its use with put. */
struct pipe_screen *ge_device_get_screen(struct ge_device *dev, char *why, size_t why_size_B);
void ge_device_hold_screen_locked(struct ge_device *dev); /* one more user of a screen that has users; ge_lock is held */
void ge_device_put_screen(struct ge_device *dev);         /* the last user's call destroys the screen */
void ge_device_reset_in_child(void);                      /* after fork(): drops the screens of the parent */

/* ---- displays (ge_display.c) ---- */
enum ge_object_kind { GE_CONTEXT, GE_SURFACE, GE_IMAGE, GE_SYNC };

struct ge_object { /* base of contexts, surfaces, images and syncs */
   struct ge_display *dpy;
   enum ge_object_kind kind;
   pid_t pid;                /* of the process that made it */
   atomic_int refs;
   EGLLabelKHR label;
};

struct ge_config {
   EGLint id;
   enum pipe_format color, depth_stencil;
   EGLint red, green, blue, alpha, depth, stencil;
   EGLint samples;       /* 0, 2, 4, 8 */
   bool is_float;        /* colour components */
   EGLint native_visual; /* DRM fourcc */
};

struct ge_display {
   const struct ge_platform *platform;
   void *native;
   void *platform_data;     /* while it is initialised */
   struct ge_device *device;
   pid_t pid;               /* of the process that initialised it; 0 = not initialised */
   bool initializing;       /* one thread is in eglInitialize; ge_changed is signalled when it is done */
   unsigned init_count;     /* eglTerminate takes effect when it reaches 0, if track_references (EGL_KHR_display_reference) */
   bool track_references;
   struct pipe_screen *screen;
   struct ge_config *configs;
   EGLint config_count;
   struct ge_object **objects; /* live handles: hash table with open addressing */
   unsigned object_count, object_slots;
   char *extensions;
   EGLLabelKHR label;
   struct ge_display *next;
};
EGLDisplay ge_display_get(EGLenum platform, void *native, const EGLAttrib *attribs);
/* The display of a handle, initialised or not; NULL: not a display. */
struct ge_display *ge_display_find(EGLDisplay handle);
/* The same; NULL with EGL_BAD_DISPLAY or EGL_NOT_INITIALIZED set unless it is initialised in this process. */
struct ge_display *ge_display_check(EGLDisplay handle);
bool ge_display_is_initialized(const struct ge_display *dpy); /* in this process */
bool ge_display_is_foreign(const struct ge_display *dpy);     /* in a parent process, and not again in this one */
bool ge_display_initialize(struct ge_display *dpy);
bool ge_display_terminate(struct ge_display *dpy);

bool ge_object_add(struct ge_display *dpy, struct ge_object *obj, enum ge_object_kind kind); /* false: no memory */
/* Takes a reference; NULL when the handle is not a live object of that kind. */
void *ge_object_get(struct ge_display *dpy, const void *handle, enum ge_object_kind kind);
/* The same on any display of this process. */
void *ge_object_find(const void *handle, enum ge_object_kind kind);
/* Removes the handle from the table; the table's reference is the caller's. False: not in the table. */
bool ge_object_remove(struct ge_display *dpy, struct ge_object *obj);
void ge_object_unref(struct ge_object *obj);
static inline void *ge_object_ref(void *obj)
{
   if (obj)
      atomic_fetch_add_explicit(&((struct ge_object *)obj)->refs, 1, memory_order_relaxed);
   return obj;
}
/* True in a child of the process that made the object: it is lost, and must not be used or freed. */
bool ge_object_is_foreign(const struct ge_object *obj);

/* ---- configs (ge_config.c, ge_config_choose.c) ---- */
bool ge_config_list(struct ge_display *dpy); /* fills dpy->configs; false: no memory */
const struct ge_config *ge_config_find(struct ge_display *dpy, EGLConfig handle); /* sets EGL_BAD_CONFIG */
EGLBoolean ge_config_choose(struct ge_display *dpy, const EGLint *attribs, EGLConfig *out, EGLint size, EGLint *count);
EGLBoolean ge_config_attrib(struct ge_display *dpy, const struct ge_config *config, EGLint attrib, EGLint *value);
EGLint ge_renderable_types(struct ge_display *dpy);
/* The format of a surface's colour buffer in EGL_GL_COLORSPACE_LINEAR or _SRGB; PIPE_FORMAT_NONE: the config has no sRGB. */
enum pipe_format ge_config_color_format(struct ge_display *dpy, const struct ge_config *config, EGLint colorspace);

/* ---- contexts, surfaces (ge_context.c, ge_surface.c, ge_pbuffer.c, ge_window.c; ge_platform.h) ---- */
struct ge_context {
   struct ge_object base;
   struct ga_context *gl;
   const struct ge_config *config; /* NULL: EGL_NO_CONFIG_KHR */
   EGLenum client_api;
   EGLint client_version;
   struct ge_thread *current;      /* thread that has it current, under ge_lock */
   bool reset_notify, no_error;
   EGLint priority;                /* EGL_CONTEXT_PRIORITY_*_IMG that it has */
};
EGLContext ge_context_create(struct ge_display *dpy, EGLConfig config, EGLContext share, const EGLint *attribs);
void ge_context_free(struct ge_context *ctx);

struct ge_surface {
   struct ge_object base;
   const struct ge_surface_ops *ops;
   const struct ge_config *config;
   struct ga_drawable drawable;
   EGLint largest, texture_format, texture_target, mipmap_texture, mipmap_level, multisample_resolve, swap_behavior,
      gl_colorspace;
   bool present_opaque;
   EGLint type;                    /* EGL_PBUFFER_BIT, EGL_WINDOW_BIT */
   EGLint swap_interval;
   struct pipe_resource *buffer;   /* window: what is presented, counted. drawable.color itself, or a multisampled one's resolve */
   void *window;                   /* the platform's */
   struct pipe_fence *frame[2];      /* of the last frames, oldest first */
   struct ge_thread *current;
   uint64_t presented, copied_px; /* of a window: frames, and pixels that were copied to present them */
};
/* Surface of a native window, made by the platform (ge_window.c). EGL_NO_SURFACE with the EGL error set. */
EGLSurface ge_window_create(struct ge_display *dpy, EGLConfig config, void *native, const EGLAttrib *attribs);
/* Makes `buffer` the one that the next frame is drawn to. Depth and multisampled buffers follow its size. False with the EGL
 * error set. */
bool ge_window_set_buffer(struct ge_surface *surf, struct pipe_resource *buffer, uint32_t width, uint32_t height);
/* Ends the frame of ctx: resolves it into surf->buffer and submits it. Where no fence travels with the buffer (the simulated GPU),
 * waits until it is drawn. */
void ge_window_end_frame(struct ge_surface *surf, struct ge_context *ctx);
void ge_window_finish(struct ge_surface *surf); /* frees the buffers */
EGLSurface ge_pbuffer_create(struct ge_display *dpy, EGLConfig config, const EGLint *attribs);
void ge_surface_free(struct ge_surface *surf);
/* A colour or depth/stencil buffer; samples 0: single-sampled. NULL: no memory. */
struct pipe_resource *ge_surface_buffer(struct ge_display *dpy, enum pipe_format format, uint32_t width, uint32_t height,
                                        unsigned samples, unsigned bind);
/* EGL_GL_COLORSPACE of a new surface, whose config is set. False with the EGL error set. */
bool ge_surface_set_colorspace(struct ge_display *dpy, struct ge_surface *surf, EGLAttrib colorspace);
/* Ends a frame: flushes ctx, and waits for the frame before the last. This bounds the number of frames that a program can
 * queue. */
void ge_surface_end_frame(struct ge_surface *surf, struct ge_context *ctx);
/* eglSwapBuffers on a surface that is current for drawing. damage: rectangles (x, y, width, height) from the lower left corner;
 * none: everything. */
EGLBoolean ge_surface_swap(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count);
EGLBoolean ge_surface_query(struct ge_display *dpy, struct ge_surface *surf, EGLint attrib, EGLint *value);
EGLBoolean ge_surface_set(struct ge_display *dpy, struct ge_surface *surf, EGLint attrib, EGLint value);

/* ---- images, syncs (ge_image.c, ge_dmabuf.c, ge_sync.c) ---- */
struct ge_image {
   struct ge_object base;
   struct ga_image image;
   uint32_t fourcc;                /* 0 unless imported */
   uint64_t modifier;
};
EGLImage ge_image_create(struct ge_display *dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                         const EGLAttrib *attribs);
void ge_image_free(struct ge_image *img);
void ge_image_install_lookup(void);
/* EGL_EXT_image_dma_buf_import: fills *image, whose references are the caller's. False with the EGL error set. */
bool ge_dmabuf_import(struct pipe_screen *screen, const EGLAttrib *attribs, struct ga_image *image, uint32_t *fourcc,
                      uint64_t *modifier);
/* The image of a handle of any display, with references. */
bool ge_image_find(EGLImage handle, struct ga_image *out);
EGLBoolean ge_dmabuf_query_formats(struct ge_display *dpy, EGLint max, EGLint *formats, EGLint *count);
EGLBoolean ge_dmabuf_query_modifiers(struct ge_display *dpy, EGLint fourcc, EGLint max, EGLuint64KHR *modifiers,
                                     EGLBoolean *external_only, EGLint *count);
EGLBoolean ge_dmabuf_export_query(struct ge_display *dpy, struct ge_image *img, int *fourcc, int *planes,
                                  EGLuint64KHR *modifiers);
EGLBoolean ge_dmabuf_export(struct ge_display *dpy, struct ge_image *img, int *fds, EGLint *strides, EGLint *offsets);
uint32_t ge_fourcc_of_format(enum pipe_format format); /* 0: none */

struct ge_sync {
   struct ge_object base;
   EGLenum type;
   struct pipe_fence *fence;       /* NULL: EGL_SYNC_REUSABLE_KHR */
   int native_fd;                  /* EGL_SYNC_NATIVE_FENCE_ANDROID made from a descriptor, else -1 */
   bool signaled;                  /* of EGL_SYNC_REUSABLE_KHR, as is wakes: how often waiting threads were released. Under ge_lock */
   unsigned wakes;
};
EGLSync ge_sync_create(struct ge_display *dpy, EGLenum type, const EGLAttrib *attribs);
void ge_sync_free(struct ge_sync *sync);
EGLint ge_sync_client_wait(struct ge_display *dpy, struct ge_sync *sync, EGLint flags, EGLTime timeout);
EGLBoolean ge_sync_server_wait(struct ge_display *dpy, struct ge_sync *sync, EGLint flags);
EGLBoolean ge_sync_attrib(struct ge_display *dpy, struct ge_sync *sync, EGLint attrib, EGLAttrib *value);
EGLBoolean ge_sync_signal(struct ge_sync *sync, EGLenum mode); /* eglSignalSyncKHR */
void ge_sync_end(struct ge_sync *sync); /* releases the threads that wait for a reusable sync, whose handle ends */
EGLint ge_sync_dup_fd(struct ge_display *dpy, struct ge_sync *sync);

/* ---- per-thread state (ge_current.c) ---- */
struct ge_thread {
   EGLint error;
   EGLenum api;
   struct ge_context *ctx;         /* counted */
   struct ge_surface *draw, *read; /* counted */
   EGLLabelKHR label;
   const char *command;            /* entry point being executed, for messages */
   EGLLabelKHR object_label;
   bool registered;
};
struct ge_thread *ge_thread(void);
EGLBoolean ge_make_current(struct ge_display *dpy, EGLSurface draw, EGLSurface read, EGLContext ctx);
EGLBoolean ge_release_thread(void);

/* ---- errors (ge_error.c) ---- */
/* Sets the thread's error, reports the reason through EGL_KHR_debug and, with GLOAM_DEBUG=1, on stderr. Returns
 * EGL_FALSE. */
EGLBoolean ge_error(EGLint error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Start of an entry point: stores the command's name for messages, clears the thread's error. */
void ge_begin(const char *command);
void ge_object_label(EGLLabelKHR label);
EGLint ge_debug_control(EGLDEBUGPROCKHR callback, const EGLAttrib *attribs);
EGLBoolean ge_debug_query(EGLint attribute, EGLAttrib *value);

/* ---- entry points (ge_entry.c, ge_glvnd.c) ---- */
void *ge_get_proc_address(const char *name);
const char *ge_query_string(struct ge_display *dpy, EGLint name); /* dpy NULL: client strings */

#endif

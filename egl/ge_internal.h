/* ge_internal.h: the objects of the EGL vendor library and the interfaces between its files.
 *
 * Lifetime: a display lives as long as the process. eglInitialize makes its session, which has the screen, the configs and the table
 * of handles; eglTerminate takes it away. Sessions and objects are reference-counted. A command holds the session that it works on,
 * an object the session that it was made in, and a thread its current objects. So a display may be terminated at any time: its handles
 * are invalid at once, and the session ends with its last user. A handle is the object's address, and is valid only while it is in
 * the session's table.
 *
 * Locking: `ge_lock` guards devices, displays, tables of handles and the fields that are marked so. It is not held across calls into
 * gl-api, the driver or a winsys; `opening` and `initializing` mark a device or display that a thread works on without the lock, and
 * `ge_changed` is signalled when they change.
 *
 * fork: a session records the process that made it. In a child its display counts as not initialised, and its objects as lost;
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

#include "egl/ge_device.h"
#include "gl-api/gl_api.h"
#include "state/pipe.h"
#include "util/ut_fork.h"

struct ge_platform;
struct ge_surface_ops;

/* ---- the lock (ge_display.c) ---- */
extern struct ut_lock ge_lock;
extern pthread_cond_t ge_changed;

/* ---- displays (ge_display.c) ---- */
struct ge_display {
   const struct ge_platform *platform;
   void *native;
   struct ge_device *device;
   bool track_references;      /* EGL_KHR_display_reference */
   bool initializing;          /* one thread is in eglInitialize; ge_changed is signalled when it is done. These are under ge_lock */
   unsigned init_count;        /* eglTerminate takes effect when it reaches 0, if track_references */
   struct ge_session *session; /* counted; NULL: not initialised. In a child of fork() it may be the parent's */
   EGLLabelKHR label;
   char *extensions;           /* of the last session. Programs keep the pointer: it is never freed */
   struct ge_display *next;
};
EGLDisplay ge_display_get(EGLenum platform, void *native, const EGLAttrib *attribs);
/* The display of a handle, initialised or not; NULL: not a display. */
struct ge_display *ge_display_find(EGLDisplay handle);
/* Its session, a new reference; NULL with EGL_BAD_DISPLAY or EGL_NOT_INITIALIZED set unless it is initialised in this process. */
struct ge_session *ge_display_session(EGLDisplay handle);
bool ge_display_is_foreign(const struct ge_display *dpy); /* initialised in a parent process, and not again in this one */
bool ge_display_initialize(struct ge_display *dpy);
void ge_display_terminate(struct ge_display *dpy);

/* ---- sessions (ge_session.c) ---- */
struct ge_object;
struct ge_session {
   atomic_int refs;            /* the display, each object, and each command that uses it */
   pid_t pid;                  /* of the process that made it */
   struct ge_display *display; /* platform, native and device are the display's, too */
   const struct ge_platform *platform;
   void *native;
   struct ge_device *device;
   struct pipe_screen *screen;
   void *platform_data;
   const struct ge_config **configs; /* rows of one table of the process: a config has the same handle in all sessions */
   EGLint config_count;
   const char *extensions;
   /* Valid handles (ge_object.c), under ge_lock: hash table with open addressing. `ended` by eglTerminate, which empties it. */
   struct ge_object **objects;
   unsigned object_count, object_slots;
   bool ended;
   struct ge_session *next;    /* of those that have not ended, under ge_lock */
};
/* Opens the device and the platform. NULL with the EGL error set. */
struct ge_session *ge_session_create(struct ge_display *dpy);
void ge_session_unref(struct ge_session *session); /* may be NULL */
static inline struct ge_session *ge_session_ref(struct ge_session *session)
{
   atomic_fetch_add_explicit(&session->refs, 1, memory_order_relaxed);
   return session;
}
static inline void ge_session_end_guard(struct ge_session **session)
{
   ge_session_unref(*session);
}
/* Declares the session of a display handle, held until the end of the block. NULL with the EGL error set. */
#define GE_SESSION(name, handle) \
   __attribute__((cleanup(ge_session_end_guard))) struct ge_session *name = ge_display_session(handle)

/* ---- objects and their handles (ge_object.c) ---- */
enum ge_object_kind { GE_CONTEXT, GE_SURFACE, GE_IMAGE, GE_SYNC };

struct ge_object { /* base of contexts, surfaces, images and syncs */
   struct ge_session *session; /* counted */
   enum ge_object_kind kind;
   atomic_int refs;
   EGLLabelKHR label;          /* under ge_lock */
};
/* Gives a new object its handle and its reference of the session. False with the EGL error set; then the object holds nothing. */
bool ge_object_add(struct ge_session *session, struct ge_object *obj, enum ge_object_kind kind);
/* Takes a reference; NULL when the handle is not a live object of that kind. */
void *ge_object_get(struct ge_session *session, const void *handle, enum ge_object_kind kind);
/* The same in any session of this process. */
void *ge_object_find(const void *handle, enum ge_object_kind kind);
/* Ends the handle. False: it had ended; else the table's reference is the caller's. */
bool ge_object_remove(struct ge_object *obj);
void ge_object_unref(struct ge_object *obj); /* may be NULL */
/* Admits the session's objects to ge_object_find. */
void ge_session_publish_locked(struct ge_session *session);
/* Ends all handles; drop then drops the references that the table had. */
struct ge_handles { struct ge_object **objects; unsigned slots; };
struct ge_handles ge_session_end_locked(struct ge_session *session);
void ge_handles_drop(struct ge_handles *handles);
void ge_object_reset_in_child(void);
static inline void *ge_object_ref(void *obj)
{
   if (obj)
      atomic_fetch_add_explicit(&((struct ge_object *)obj)->refs, 1, memory_order_relaxed);
   return obj;
}
/* A reference of an object that may be ending; false: the last reference is gone. */
static inline bool ge_object_try_ref(struct ge_object *obj)
{
   int refs = atomic_load_explicit(&obj->refs, memory_order_relaxed);
   while (refs > 0)
      if (atomic_compare_exchange_weak_explicit(&obj->refs, &refs, refs + 1, memory_order_relaxed, memory_order_relaxed))
         return true;
   return false;
}
/* True in a child of the process that made the object: it is lost, and must not be used or freed. */
bool ge_object_is_foreign(const struct ge_object *obj);

/* ---- configs (ge_config.c, ge_config_choose.c) ---- */
struct ge_config {
   EGLint id;
   enum pipe_format color, depth_stencil;
   EGLint red, green, blue, alpha, depth, stencil;
   EGLint samples;       /* 0, 2, 4, 8 */
   bool is_float;        /* colour components */
   EGLint native_visual; /* DRM fourcc */
};
bool ge_config_list(struct ge_session *session); /* fills session->configs; false: no memory */
const struct ge_config *ge_config_find(struct ge_session *session, EGLConfig handle); /* sets EGL_BAD_CONFIG */
EGLBoolean ge_config_choose(struct ge_session *session, const EGLint *attribs, EGLConfig *out, EGLint size, EGLint *count);
EGLBoolean ge_config_attrib(struct ge_session *session, const struct ge_config *config, EGLint attrib, EGLint *value);
EGLint ge_renderable_types(const struct ge_session *session);
/* The format of a surface's colour buffer in EGL_GL_COLORSPACE_LINEAR or _SRGB; PIPE_FORMAT_NONE: the config has no sRGB. */
enum pipe_format ge_config_color_format(struct ge_session *session, const struct ge_config *config, EGLint colorspace);

/* ---- contexts, surfaces (ge_context.c, ge_surface.c, ge_pbuffer.c, ge_window.c; ge_platform.h) ---- */
struct ge_context {
   struct ge_object base;
   struct ga_context *gl;
   const struct ge_config *config; /* NULL: EGL_NO_CONFIG_KHR */
   EGLenum client_api;
   EGLint client_version;
   struct ge_thread *current;      /* thread that has it current, and whether with surfaces; under ge_lock */
   bool has_surface;
   bool borrowed;                  /* a thread uses it that does not have it current (ge_context_borrow); under ge_lock */
   bool reset_notify, no_error;
   EGLint priority;                /* EGL_CONTEXT_PRIORITY_*_IMG that it has */
};
EGLContext ge_context_create(struct ge_session *session, EGLConfig config, EGLContext share, const EGLint *attribs);
bool ge_context_has_surface(const struct ge_context *ctx); /* it is current with surfaces */
void ge_context_free(struct ge_context *ctx);

struct ge_surface {
   struct ge_object base;
   const struct ge_surface_ops *ops;
   const struct ge_config *config;
   struct ga_drawable drawable;
   EGLint largest, texture_format, texture_target, mipmap_texture, multisample_resolve, gl_colorspace;
   atomic_int mipmap_level, swap_behavior; /* of eglSurfaceAttrib */
   bool present_opaque;
   EGLint type;                    /* EGL_PBUFFER_BIT, EGL_WINDOW_BIT */
   EGLint swap_interval;
   struct pipe_resource *buffer;   /* window: the presented buffer, counted. drawable.color, or its resolve if it is multisampled */
   void *window;                   /* the platform's */
   struct pipe_fence *frame[2];      /* of the last frames, oldest first */
   struct ge_thread *current;      /* under ge_lock */
   uint64_t presented, copied_px; /* of a window: frames, and pixels that were copied to present them */
};
/* Surface of a native window, made by the platform (ge_window.c). EGL_NO_SURFACE with the EGL error set. */
EGLSurface ge_window_create(struct ge_session *session, EGLConfig config, void *native, const EGLAttrib *attribs);
/* Makes `buffer` the one that the next frame is drawn to. Depth and multisampled buffers follow its size. False with the EGL
 * error set. */
bool ge_window_set_buffer(struct ge_surface *surf, struct pipe_resource *buffer, uint32_t width, uint32_t height);
/* Ends the frame of ctx: resolves it into surf->buffer and submits it. Where no fence travels with the buffer (the simulated GPU),
 * waits until it is drawn. */
void ge_window_end_frame(struct ge_surface *surf, struct ge_context *ctx);
void ge_window_finish(struct ge_surface *surf); /* frees the buffers */
EGLSurface ge_pbuffer_create(struct ge_session *session, EGLConfig config, const EGLint *attribs);
void ge_surface_free(struct ge_surface *surf);
/* A colour or depth/stencil buffer; samples 0: single-sampled. NULL: no memory. */
struct pipe_resource *ge_surface_buffer(struct ge_session *session, enum pipe_format format, uint32_t width, uint32_t height,
                                        unsigned samples, unsigned bind);
/* EGL_GL_COLORSPACE of a new surface, whose config is set. False with the EGL error set. */
bool ge_surface_set_colorspace(struct ge_session *session, struct ge_surface *surf, EGLAttrib colorspace);
/* Ends a frame: flushes ctx, and waits for the frame before the last. This bounds the number of frames that a program can
 * queue. */
void ge_surface_end_frame(struct ge_surface *surf, struct ge_context *ctx);
/* eglSwapBuffers on a surface that is current for drawing. damage: rectangles (x, y, width, height) from the lower left corner;
 * none: everything. */
EGLBoolean ge_surface_swap(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count);
EGLBoolean ge_surface_query(struct ge_surface *surf, EGLint attrib, EGLint *value);
EGLBoolean ge_surface_set(struct ge_surface *surf, EGLint attrib, EGLint value);

/* ---- images, syncs (ge_image.c, ge_dmabuf.c, ge_sync.c) ---- */
struct ge_image {
   struct ge_object base;
   struct ga_image image;
   uint32_t fourcc;                /* 0 unless imported */
   uint64_t modifier;
};
EGLImage ge_image_create(struct ge_session *session, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                         const EGLAttrib *attribs);
void ge_image_free(struct ge_image *img);
void ge_image_install_lookup(void);
/* EGL_EXT_image_dma_buf_import: fills *image, whose references are the caller's. False with the EGL error set. */
bool ge_dmabuf_import(struct pipe_screen *screen, const EGLAttrib *attribs, struct ga_image *image, uint32_t *fourcc,
                      uint64_t *modifier);
/* The image of a handle of any display, with references. */
bool ge_image_find(EGLImage handle, struct ga_image *out);
EGLBoolean ge_dmabuf_query_formats(struct ge_session *session, EGLint max, EGLint *formats, EGLint *count);
EGLBoolean ge_dmabuf_query_modifiers(struct ge_session *session, EGLint fourcc, EGLint max, EGLuint64KHR *modifiers,
                                     EGLBoolean *external_only, EGLint *count);
EGLBoolean ge_dmabuf_export_query(struct ge_image *img, int *fourcc, int *planes, EGLuint64KHR *modifiers);
EGLBoolean ge_dmabuf_export(struct ge_image *img, int *fds, EGLint *strides, EGLint *offsets);
uint32_t ge_fourcc_of_format(enum pipe_format format); /* 0: none */

struct ge_sync {
   struct ge_object base;
   EGLenum type;
   struct pipe_fence *fence;       /* NULL: EGL_SYNC_REUSABLE_KHR */
   int native_fd;                  /* EGL_SYNC_NATIVE_FENCE_ANDROID made from a descriptor, else -1 */
   bool signaled;                  /* of EGL_SYNC_REUSABLE_KHR, as is wakes: how often waiting threads were released. Under ge_lock */
   unsigned wakes;
};
EGLSync ge_sync_create(struct ge_session *session, EGLenum type, const EGLAttrib *attribs);
void ge_sync_free(struct ge_sync *sync);
EGLint ge_sync_client_wait(struct ge_sync *sync, EGLint flags, EGLTime timeout);
EGLBoolean ge_sync_server_wait(struct ge_sync *sync, EGLint flags);
EGLBoolean ge_sync_attrib(struct ge_sync *sync, EGLint attrib, EGLAttrib *value);
EGLBoolean ge_sync_signal(struct ge_sync *sync, EGLenum mode); /* eglSignalSyncKHR */
void ge_sync_end(struct ge_sync *sync); /* releases the threads that wait for a reusable sync, whose handle ends */
EGLint ge_sync_dup_fd(struct ge_sync *sync);

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
void ge_release_current(void); /* eglMakeCurrent without a context */
/* A context of ctx's share group for a command that need not have it current: the calling thread's, or else ctx, which no other thread
 * uses until it is returned. NULL with the EGL error set: it is current on another thread. */
struct ge_context *ge_context_borrow(struct ge_context *ctx);
void ge_context_return(struct ge_context *borrowed);
EGLBoolean ge_make_current(struct ge_session *session, EGLSurface draw, EGLSurface read, EGLContext ctx);
void ge_release_thread(void);

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
const char *ge_query_string(const struct ge_session *session, EGLint name); /* NULL: client strings */

#endif

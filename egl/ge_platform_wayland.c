/* ge_platform_wayland.c: EGL_KHR_platform_wayland: windows are wl_egl_windows. A buffer of a window is shared with the
 * compositor (ge_wayland_buffer.c), so presenting copies no pixels. Every wait for the compositor ends: a frame callback that does not come (a hidden window)
 * after FRAME_TIMEOUT_MS, a buffer that is not released after BUFFER_TIMEOUT_MS, with an error. Functions whose names end in _locked
 * are called with the lock of the connection held for reading, unless eglTerminate has closed the connection. */
#include "egl/ge_platform.h"
#include "egl/ge_wayland.h"

#include <stdlib.h>
#include <unistd.h>

enum { BUFFERS = 4, FRAME_TIMEOUT_MS = 1000, BUFFER_TIMEOUT_MS = 5000, WINDOW_VERSION = 3 };

struct buffer {
   struct pipe_resource *resource;
   struct wl_buffer *proxy;
   uint32_t width, height;
   bool busy;                      /* from commit to the compositor's release event */
   EGLint age;                     /* frames since its contents were drawn + 1; 0: undefined contents */
};

struct window {
   struct ge_surface *surf;        /* that has the window */
   struct ge_wayland *wl;          /* the session's, which the surface holds */
   struct ge_wl_egl_window *native; /* NULL: destroyed by the application */
   struct wl_surface *surface;     /* wrapper with the queue below. Once the connection is closed, no object of it is left */
   struct wl_event_queue *queue;
   struct wl_callback *frame;      /* that has not been done */
   struct buffer buffer[BUFFERS];
   int back;                       /* index of the buffer that is drawn to; -1: none */
   struct window *next;
};
static struct window *window_list; /* whose native windows have callbacks; under ge_lock, as is `native` of each */

/* ---- buffers ---- */

static void on_release(void *data, struct wl_buffer *proxy)
{
   (void)proxy;
   ((struct buffer *)data)->busy = false;
}

static const struct wl_buffer_listener buffer_listener = {.release = on_release};

static void drop_proxy(struct buffer *b)
{
   if (b->proxy)
      wl_buffer_destroy(b->proxy);
   b->proxy = NULL;
   b->busy = false;
}

static void drop_buffer(struct buffer *b)
{
   drop_proxy(b);
   pipe_resource_unref(b->resource);
   *b = (struct buffer){0};
}

/* The DRM format of the window's buffers for the compositor. */
static uint32_t window_fourcc(const struct ge_surface *surf)
{
   const uint32_t fourcc = (uint32_t)surf->config->native_visual;
   return surf->present_opaque ? ge_wayland_opaque_format(fourcc) : fourcc;
}

static bool is_accepted(const struct ge_wayland *wl, uint32_t fourcc)
{
   uint32_t format;
   return ge_wayland_shm_format(wl, fourcc, &format) || ge_wayland_dmabuf_accepts(wl, fourcc);
}

/* The wl_buffer of a buffer. False with the EGL error set. */
static bool share_buffer(struct ge_surface *surf, struct buffer *b, uint32_t width, uint32_t height)
{
   const struct window *w = surf->window;
   struct pipe_screen *screen = surf->base.session->screen;
   char why[256] = "";
   struct pipe_handle handle = {.fd = -1};
   if (!screen->impl->resource_get_handle(screen, NULL, b->resource, &handle, why, sizeof(why)))
      return ge_error(EGL_BAD_ALLOC, "no buffer for a %ux%u window: %s", width, height, why);
   b->proxy = ge_wayland_buffer(w->wl, w->queue, &handle, window_fourcc(surf), width, height);
   close(handle.fd);
   if (b->proxy)
      wl_buffer_add_listener(b->proxy, &buffer_listener, b);
   return b->proxy;
}

/* Fills an empty slot: without a wl_buffer once the connection is closed. False with the EGL error set. */
static bool make_buffer(struct ge_surface *surf, struct buffer *b, uint32_t width, uint32_t height)
{
   const struct window *w = surf->window;
   b->resource = ge_surface_buffer(surf->base.session, surf->config->color, width, height, 0,
                                   PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_SHARED | PIPE_BIND_LINEAR);
   if (!b->resource)
      return ge_error(EGL_BAD_ALLOC, "no buffer for a %ux%u window: out of memory", width, height);
   if (w->wl->display && !share_buffer(surf, b, width, height)) {
      drop_buffer(b);
      return false;
   }
   b->width = width;
   b->height = height;
   return true;
}

/* A free buffer: of this size with the oldest contents; or an empty slot; or one of another size, which is dropped. -1: none. */
static int choose(struct window *w, uint32_t width, uint32_t height)
{
   int best = -1, empty = -1, other = -1;
   for (int i = 0; i < BUFFERS; i++) {
      const struct buffer *b = &w->buffer[i];
      if (b->busy)
         continue;
      if (!b->resource)
         empty = empty < 0 ? i : empty;
      else if (b->width != width || b->height != height)
         other = i;
      else if (best < 0 || b->age > w->buffer[best].age)
         best = i;
   }
   if (best >= 0)
      return best;
   if (other >= 0)
      drop_buffer(&w->buffer[other]);
   return other >= 0 ? other : empty;
}

/* Index of a buffer for the next frame, after waiting for one. -1 with the EGL error set. */
static int wait_for_buffer(struct window *w, uint32_t width, uint32_t height)
{
   if (!w->wl->display)
      return choose(w, width, height); /* none is busy */
   const int64_t end = ge_wayland_now_ms() + BUFFER_TIMEOUT_MS;
   bool ok = ge_wayland_dispatch(w->wl->display, w->queue, 0);
   int index = choose(w, width, height);
   while (ok && index < 0 && ge_wayland_now_ms() < end) {
      ok = ge_wayland_dispatch(w->wl->display, w->queue, (int)(end - ge_wayland_now_ms()));
      index = choose(w, width, height);
   }
   if (!ok)
      ge_error(EGL_BAD_NATIVE_WINDOW, "the connection to the compositor is broken");
   else if (index < 0)
      ge_error(EGL_BAD_ALLOC, "the compositor has released none of the window's %d buffers for %d ms", BUFFERS, BUFFER_TIMEOUT_MS);
   return ok ? index : -1;
}

static bool acquire_locked(struct ge_surface *surf)
{
   struct window *w = surf->window;
   if (!w->native)
      return ge_error(EGL_BAD_NATIVE_WINDOW, "the wl_egl_window was destroyed");
   const uint32_t max = surf->base.session->screen->caps.max_texture_2d_size;
   const int width = w->native->width, height = w->native->height;
   if (width <= 0 || height <= 0 || (uint32_t)width > max || (uint32_t)height > max)
      return ge_error(EGL_BAD_NATIVE_WINDOW, "a window of %dx%d pixels: 1x1 to %ux%u are allowed", width, height, max, max);
   const int index = wait_for_buffer(w, (uint32_t)width, (uint32_t)height);
   if (index < 0)
      return false;
   struct buffer *b = &w->buffer[index];
   if (!b->resource && !make_buffer(surf, b, (uint32_t)width, (uint32_t)height))
      return false;
   w->back = index;
   return ge_window_set_buffer(surf, b->resource, b->width, b->height);
}

static bool acquire(struct ge_surface *surf)
{
   pthread_rwlock_t *lock = &((struct window *)surf->window)->wl->lock;
   pthread_rwlock_rdlock(lock);
   const bool ok = acquire_locked(surf);
   pthread_rwlock_unlock(lock);
   return ok;
}

/* The window of a callback's surface, which another thread may free at the same time. ge_lock is held. */
static struct window *find_window(const void *surf)
{
   struct window *w = window_list;
   while (w && w->surf != surf)
      w = w->next;
   return w;
}

/* wl_egl_window_resize(): takes effect at once, as the frame that is being drawn may be for the new size. Its pixels so far are
 * lost. The display may be terminated: a surface that is current is still drawn to. */
static void on_resize(struct ge_wl_egl_window *native, void *data)
{
   ut_lock(&ge_lock);
   struct window *w = find_window(data);
   const bool held = w && !ge_object_is_foreign(&w->surf->base) && ge_object_try_ref(&w->surf->base);
   ut_unlock(&ge_lock);
   if (!held)
      return;
   if (w->back >= 0 && (w->buffer[w->back].width != (uint32_t)native->width || w->buffer[w->back].height != (uint32_t)native->height))
      acquire(w->surf);
   ge_object_unref(&w->surf->base);
}

static void on_destroy(void *data)
{
   ut_lock(&ge_lock);
   struct window *w = find_window(data);
   if (w)
      w->native = NULL;
   ut_unlock(&ge_lock);
}

/* From here on the native window calls back. */
static void connect_callbacks(struct window *w, struct ge_wl_egl_window *native)
{
   ut_lock(&ge_lock);
   native->driver_private = w->surf;
   native->resize_callback = on_resize;
   native->destroy_window_callback = on_destroy;
   w->next = window_list;
   window_list = w;
   ut_unlock(&ge_lock);
}

/* on_destroy stays, without a window: another thread that destroys the native window waits there until these stores are done. */
static void disconnect_callbacks(struct window *w)
{
   ut_lock(&ge_lock);
   struct window **at = &window_list;
   while (*at && *at != w)
      at = &(*at)->next;
   if (*at)
      *at = w->next;
   if (w->native) {
      w->native->driver_private = NULL;
      w->native->resize_callback = NULL;
      w->native = NULL;
   }
   ut_unlock(&ge_lock);
}

/* ---- frames ---- */

static void on_frame(void *data, struct wl_callback *callback, uint32_t time)
{
   struct window *w = data;
   (void)time;
   wl_callback_destroy(callback);
   w->frame = NULL;
}

static const struct wl_callback_listener frame_listener = {.done = on_frame};

/* Waits for the last frame's callback. False: the connection is broken. */
static bool wait_for_frame(struct window *w)
{
   const int64_t end = ge_wayland_now_ms() + FRAME_TIMEOUT_MS;
   while (w->frame && ge_wayland_now_ms() < end)
      if (!ge_wayland_dispatch(w->wl->display, w->queue, (int)(end - ge_wayland_now_ms())))
         return false;
   if (w->frame)
      wl_callback_destroy(w->frame); /* a window that is not shown gets no callbacks */
   w->frame = NULL;
   return true;
}

/* damage: from the lower left corner. */
static void send_damage(struct window *w, const struct buffer *b, const EGLint *damage, EGLint count)
{
   if (wl_proxy_get_version((struct wl_proxy *)w->surface) < WL_SURFACE_DAMAGE_BUFFER_SINCE_VERSION) {
      wl_surface_damage(w->surface, 0, 0, INT32_MAX, INT32_MAX); /* in units of the surface, whose scale is unknown here */
      return;
   }
   for (EGLint i = 0; i < count; i++) {
      const EGLint *r = damage + 4 * i;
      wl_surface_damage_buffer(w->surface, r[0], (int32_t)((int64_t)b->height - r[1] - r[3]), r[2], r[3]);
   }
   if (!count)
      wl_surface_damage_buffer(w->surface, 0, 0, INT32_MAX, INT32_MAX);
}

static EGLBoolean present_locked(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count)
{
   struct window *w = surf->window;
   if (!w->wl->display)
      return ge_error(EGL_NOT_INITIALIZED, "another thread terminated the display during this call");
   if (!w->native)
      return ge_error(EGL_BAD_NATIVE_WINDOW, "the wl_egl_window was destroyed");
   if (w->back < 0 && !acquire_locked(surf))
      return EGL_FALSE;
   ge_window_end_frame(surf, ctx);
   if (!wait_for_frame(w) || wl_display_get_error(w->wl->display))
      return ge_error(EGL_BAD_NATIVE_WINDOW, "the connection to the compositor is broken");
   struct buffer *b = &w->buffer[w->back];
   wl_surface_attach(w->surface, b->proxy, w->native->dx, w->native->dy);
   w->native->dx = w->native->dy = 0;
   w->native->attached_width = (int)b->width;
   w->native->attached_height = (int)b->height;
   send_damage(w, b, damage, damage_count);
   if (surf->swap_interval > 0 && (w->frame = wl_surface_frame(w->surface)))
      wl_callback_add_listener(w->frame, &frame_listener, w);
   wl_surface_commit(w->surface);
   wl_display_flush(w->wl->display);
   b->busy = true;
   for (unsigned i = 0; i < BUFFERS; i++)
      if (w->buffer[i].age)
         w->buffer[i].age++;
   b->age = 1;
   w->back = -1;
   return EGL_TRUE;
}

static EGLBoolean present(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count)
{
   pthread_rwlock_t *lock = &((struct window *)surf->window)->wl->lock;
   pthread_rwlock_rdlock(lock);
   const EGLBoolean ok = present_locked(surf, ctx, damage, damage_count);
   pthread_rwlock_unlock(lock);
   return ok;
}

static EGLint query_age(struct ge_surface *surf)
{
   const struct window *w = surf->window;
   return w->back >= 0 ? w->buffer[w->back].age : 0;
}

/* Destroys the window's objects of the connection. */
static void drop_objects(struct window *w)
{
   if (w->frame)
      wl_callback_destroy(w->frame);
   for (unsigned i = 0; i < BUFFERS; i++)
      drop_proxy(&w->buffer[i]);
   if (w->surface)
      wl_proxy_wrapper_destroy(w->surface);
   if (w->queue)
      wl_event_queue_destroy(w->queue);
   w->frame = NULL;
   w->surface = NULL;
   w->queue = NULL;
}

static void free_window_locked(struct window *w)
{
   disconnect_callbacks(w);
   drop_objects(w);
   for (unsigned i = 0; i < BUFFERS; i++)
      drop_buffer(&w->buffer[i]);
   free(w);
}

static void finish(struct ge_surface *surf)
{
   struct window *w = surf->window;
   pthread_rwlock_t *lock = &w->wl->lock;
   ge_window_finish(surf);
   pthread_rwlock_rdlock(lock);
   free_window_locked(w);
   pthread_rwlock_unlock(lock);
}

static const struct ge_surface_ops ops = {.acquire = acquire, .present = present, .query_age = query_age, .finish = finish};

static bool create_locked(struct ge_session *session, struct ge_surface *surf, struct ge_wl_egl_window *native)
{
   if (native->version != WINDOW_VERSION || !native->surface)
      return ge_error(EGL_BAD_NATIVE_WINDOW, "%p is not a wl_egl_window of version %d", (void *)native, WINDOW_VERSION);
   if (native->driver_private)
      return ge_error(EGL_BAD_ALLOC, "the window has an EGLSurface already");
   if (!is_accepted(session->platform_data, window_fourcc(surf)))
      return ge_error(EGL_BAD_MATCH, "the compositor takes no buffers of the config's format without alpha");
   struct window *w = calloc(1, sizeof(*w));
   if (!w)
      return ge_error(EGL_BAD_ALLOC, "out of memory");
   w->surf = surf;
   w->wl = session->platform_data;
   w->back = -1;
   w->queue = wl_display_create_queue(w->wl->display);
   w->surface = w->queue ? wl_proxy_create_wrapper(native->surface) : NULL;
   surf->ops = &ops;
   surf->window = w;
   if (w->surface) {
      wl_proxy_set_queue((struct wl_proxy *)w->surface, w->queue);
      w->native = native;
      if (acquire_locked(surf)) {
         connect_callbacks(w, native);
         return true;
      }
      w->native = NULL;
   } else {
      ge_error(EGL_BAD_ALLOC, "out of memory");
   }
   free_window_locked(w);
   return false;
}

static bool create_window(struct ge_session *session, struct ge_surface *surf, void *native)
{
   struct ge_wayland *wl = session->platform_data;
   pthread_rwlock_rdlock(&wl->lock);
   const bool ok = wl->display ? create_locked(session, surf, native)
                               : ge_error(EGL_NOT_INITIALIZED, "another thread terminated the display during this call");
   pthread_rwlock_unlock(&wl->lock);
   return ok;
}

/* ---- displays ---- */

static struct ge_device *find_device(void *native)
{
   (void)native;
   return ge_platform_first_device();
}

static bool initialize(struct ge_session *session)
{
   session->platform_data = ge_wayland_connect(session->native);
   return session->platform_data;
}

static void terminate(void *data)
{
   ge_wayland_destroy(data);
}

/* Waits for calls of other threads on the connection. Windows that are left are current, or will be freed by such a thread. */
static void close_connection(void *data)
{
   struct ge_wayland *wl = data;
   pthread_rwlock_wrlock(&wl->lock);
   ut_lock(&ge_lock);
   for (struct window *w = window_list; w; w = w->next)
      if (w->wl == wl)
         drop_objects(w);
   ut_unlock(&ge_lock);
   ge_wayland_close_locked(wl);
   pthread_rwlock_unlock(&wl->lock);
}

static EGLint surface_types(const struct ge_session *session, const struct ge_config *config)
{
   const bool window = is_accepted(session->platform_data, (uint32_t)config->native_visual);
   return EGL_PBUFFER_BIT | (window ? EGL_WINDOW_BIT : 0);
}

const struct ge_platform ge_platform_wayland = {
   .id = EGL_PLATFORM_WAYLAND_KHR, .find_device = find_device, .initialize = initialize, .terminate = terminate,
   .close = close_connection, .surface_types = surface_types, .create_window = create_window,
   .create_buffer = ge_wayland_buffer_of_image, .can_present_opaque = true,
};

/* ge_wayland_display.c: the connection to a compositor: its globals, and events with an end to every wait. */
#include "egl/ge_internal.h"
#include "egl/ge_wayland.h"

#include <drm_fourcc.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMPOSITOR_TIMEOUT_MS = 5000 }; /* for the answer to a request at start */

int64_t ge_wayland_now_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool ge_wayland_dispatch(struct wl_display *display, struct wl_event_queue *queue, int timeout_ms)
{
   const int64_t end = ge_wayland_now_ms() + timeout_ms;
   for (;;) {
      if (wl_display_prepare_read_queue(display, queue) != 0)
         return wl_display_dispatch_queue_pending(display, queue) >= 0;
      const bool flushed = wl_display_flush(display) >= 0 || errno == EAGAIN;
      const int64_t left = end - ge_wayland_now_ms();
      struct pollfd fd = {.fd = wl_display_get_fd(display), .events = POLLIN};
      const int ready = flushed ? poll(&fd, 1, left > 0 ? (int)left : 0) : -1;
      if (ready <= 0) {
         wl_display_cancel_read(display);
         if (ready < 0 && flushed && errno == EINTR)
            continue;
         return ready == 0;
      }
      if (wl_display_read_events(display) < 0)
         return false;
      const int count = wl_display_dispatch_queue_pending(display, queue);
      if (count != 0 || ge_wayland_now_ms() >= end)
         return count >= 0;
   }
}

/* ---- globals ---- */

/* Formats of configs, and those that replace them in opaque windows. */
static const struct { uint32_t fourcc, format, opaque; } shm_formats[] = {
   {DRM_FORMAT_ARGB8888, WL_SHM_FORMAT_ARGB8888, DRM_FORMAT_XRGB8888},
   {DRM_FORMAT_XRGB8888, WL_SHM_FORMAT_XRGB8888, DRM_FORMAT_XRGB8888},
   {DRM_FORMAT_ABGR8888, WL_SHM_FORMAT_ABGR8888, DRM_FORMAT_XBGR8888},
   {DRM_FORMAT_XBGR8888, WL_SHM_FORMAT_XBGR8888, DRM_FORMAT_XBGR8888},
   {DRM_FORMAT_RGB565, WL_SHM_FORMAT_RGB565, DRM_FORMAT_RGB565},
   {DRM_FORMAT_ARGB2101010, WL_SHM_FORMAT_ARGB2101010, DRM_FORMAT_XRGB2101010},
   {DRM_FORMAT_XRGB2101010, WL_SHM_FORMAT_XRGB2101010, DRM_FORMAT_XRGB2101010},
   {DRM_FORMAT_ABGR2101010, WL_SHM_FORMAT_ABGR2101010, DRM_FORMAT_XBGR2101010},
   {DRM_FORMAT_XBGR2101010, WL_SHM_FORMAT_XBGR2101010, DRM_FORMAT_XBGR2101010},
   {DRM_FORMAT_ABGR16161616F, WL_SHM_FORMAT_ABGR16161616F, DRM_FORMAT_XBGR16161616F},
   {DRM_FORMAT_XBGR16161616F, WL_SHM_FORMAT_XBGR16161616F, DRM_FORMAT_XBGR16161616F},
};
#define SHM_FORMAT_COUNT (sizeof(shm_formats) / sizeof(shm_formats[0]))

unsigned ge_wayland_format_bit(uint32_t fourcc)
{
   for (unsigned i = 0; i < SHM_FORMAT_COUNT; i++)
      if (shm_formats[i].fourcc == fourcc)
         return 1u << i;
   return 0;
}

uint32_t ge_wayland_opaque_format(uint32_t fourcc)
{
   for (unsigned i = 0; i < SHM_FORMAT_COUNT; i++)
      if (shm_formats[i].fourcc == fourcc)
         return shm_formats[i].opaque;
   return fourcc;
}

bool ge_wayland_shm_format(const struct ge_wayland *wl, uint32_t fourcc, uint32_t *format)
{
   for (unsigned i = 0; i < SHM_FORMAT_COUNT; i++)
      if (shm_formats[i].fourcc == fourcc && wl->shm_formats >> i & 1) {
         *format = shm_formats[i].format;
         return true;
      }
   return false;
}

static void on_shm_format(void *data, struct wl_shm *shm, uint32_t format)
{
   struct ge_wayland *wl = data;
   (void)shm;
   for (unsigned i = 0; i < SHM_FORMAT_COUNT; i++)
      if (shm_formats[i].format == format)
         wl->shm_formats |= 1u << i;
}

static const struct wl_shm_listener shm_listener = {.format = on_shm_format};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   struct ge_wayland *wl = data;
   if (!strcmp(interface, "zwp_linux_dmabuf_v1"))
      ge_wayland_dmabuf_bind(wl, registry, name, version);
   if (strcmp(interface, "wl_shm") != 0 || wl->shm)
      return;
   wl->shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
   if (wl->shm)
      wl_shm_add_listener(wl->shm, &shm_listener, wl);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
   (void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = {.global = on_global, .global_remove = on_global_remove};

/* ---- start ---- */

static void on_done(void *data, struct wl_callback *callback, uint32_t serial)
{
   (void)callback, (void)serial;
   *(bool *)data = true;
}

static const struct wl_callback_listener done_listener = {.done = on_done};

/* Waits until the compositor has answered all requests. False: it does not, or the connection is broken. */
static bool roundtrip(struct wl_display *wrapper, const struct ge_wayland *wl)
{
   bool done = false;
   struct wl_callback *callback = wl_display_sync(wrapper);
   if (!callback)
      return false;
   wl_callback_add_listener(callback, &done_listener, &done);
   const int64_t end = ge_wayland_now_ms() + COMPOSITOR_TIMEOUT_MS;
   bool ok = true;
   while (ok && !done && ge_wayland_now_ms() < end)
      ok = ge_wayland_dispatch(wl->display, wl->queue, (int)(end - ge_wayland_now_ms()));
   wl_callback_destroy(callback);
   return done;
}

/* False with the EGL error set. */
static bool find_globals(struct ge_wayland *wl)
{
   struct wl_display *wrapper = wl->queue ? wl_proxy_create_wrapper(wl->display) : NULL;
   if (!wrapper)
      return ge_error(EGL_BAD_ALLOC, "out of memory");
   wl_proxy_set_queue((struct wl_proxy *)wrapper, wl->queue);
   struct wl_registry *registry = wl_display_get_registry(wrapper);
   bool ok = registry != NULL;
   if (ok) {
      wl_registry_add_listener(registry, &registry_listener, wl);
      ok = roundtrip(wrapper, wl) && roundtrip(wrapper, wl); /* the globals, then their formats */
      wl_registry_destroy(registry);
   }
   wl_proxy_wrapper_destroy(wrapper);
   ge_wayland_dmabuf_end_feedback(wl);
   if (!ok)
      return ge_error(EGL_NOT_INITIALIZED, "the Wayland compositor does not answer");
   return wl->shm_formats || wl->dmabuf.formats ||
          ge_error(EGL_NOT_INITIALIZED, "the Wayland compositor has neither wl_shm nor zwp_linux_dmabuf_v1");
}

struct ge_wayland *ge_wayland_connect(void *native)
{
   struct ge_wayland *wl = ge_wayland_load() ? calloc(1, sizeof(*wl)) : NULL;
   if (!wl)
      return NULL;
   pthread_rwlock_init(&wl->lock, NULL);
   wl->owns_display = !native;
   wl->display = native ? native : wl_display_connect(NULL);
   if (!wl->display) {
      ge_error(EGL_NOT_INITIALIZED, "there is no Wayland compositor (WAYLAND_DISPLAY)");
      ge_wayland_destroy(wl);
      return NULL;
   }
   wl->queue = wl_display_create_queue(wl->display);
   if (find_globals(wl))
      return wl;
   ge_wayland_destroy(wl);
   return NULL;
}

void ge_wayland_close_locked(struct ge_wayland *wl)
{
   if (!wl->display)
      return;
   ge_wayland_dmabuf_finish(wl);
   if (wl->shm)
      wl_shm_destroy(wl->shm);
   if (wl->queue)
      wl_event_queue_destroy(wl->queue);
   if (wl->owns_display)
      wl_display_disconnect(wl->display);
   wl->display = NULL;
}

void ge_wayland_destroy(struct ge_wayland *wl)
{
   ge_wayland_close_locked(wl);
   pthread_rwlock_destroy(&wl->lock);
   free(wl);
}

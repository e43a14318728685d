/* ge_wayland_buffer.c: wl_buffers of exported images: through zwp_linux_dmabuf_v1 where the compositor imports them, otherwise the
 * image's memory file is the pool of the wl_buffer (wl_shm). EGL_WL_create_wayland_buffer_from_image. */
#include "egl/ge_dmabuf.h"
#include "egl/ge_wayland.h"

#include <unistd.h>

#include "util/ut_debug.h"

/* NULL: the compositor does not take the format, or the file is too large. */
static struct wl_buffer *make_shm_buffer(const struct ge_wayland *wl, struct wl_event_queue *queue, const struct pipe_handle *handle,
                                         uint32_t fourcc, uint32_t width, uint32_t height)
{
   uint32_t format;
   const uint64_t end_B = handle->offset_B + (uint64_t)handle->stride_B * height;
   struct wl_shm_pool *pool = end_B <= INT32_MAX && ge_wayland_shm_format(wl, fourcc, &format)
                                 ? wl_shm_create_pool(wl->shm, handle->fd, (int32_t)end_B) : NULL;
   if (!pool)
      return NULL;
   wl_proxy_set_queue((struct wl_proxy *)pool, queue);
   struct wl_buffer *buffer = wl_shm_pool_create_buffer(pool, (int32_t)handle->offset_B, (int32_t)width, (int32_t)height,
                                                        (int32_t)handle->stride_B, format);
   wl_shm_pool_destroy(pool);
   return buffer;
}

struct wl_buffer *ge_wayland_buffer(struct ge_wayland *wl, struct wl_event_queue *queue, const struct pipe_handle *handle,
                                    uint32_t fourcc, uint32_t width, uint32_t height)
{
   struct wl_buffer *buffer = NULL;
   if (handle->modifier == PIPE_MODIFIER_LINEAR && ge_wayland_dmabuf_accepts(wl, fourcc))
      buffer = ge_wayland_dmabuf_buffer(wl, queue, handle, fourcc, width, height);
   if (wl_display_get_error(wl->display)) {
      if (buffer)
         wl_buffer_destroy(buffer);
      ge_error(EGL_BAD_NATIVE_WINDOW, "the connection to the compositor is broken");
      return NULL;
   }
   const bool by_dmabuf = buffer;
   if (!buffer)
      buffer = make_shm_buffer(wl, queue, handle, fourcc, width, height);
   if (!buffer)
      ge_error(EGL_BAD_ALLOC, "no wl_buffer of %ux%u pixels", width, height);
   else if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("egl", "wl_buffer of %ux%u pixels through %s", width, height, by_dmabuf ? "zwp_linux_dmabuf_v1" : "wl_shm");
   return buffer;
}

/* The connection is open and its lock held for reading. */
static struct wl_buffer *make_locked(struct ge_wayland *wl, const struct ge_image *img, const struct pipe_handle *handle)
{
   struct wl_event_queue *queue = wl_display_create_queue(wl->display);
   if (!queue) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return NULL;
   }
   const uint32_t fourcc = img->fourcc ? img->fourcc : ge_fourcc_of_format(img->image.format);
   struct wl_buffer *buffer = ge_wayland_buffer(wl, queue, handle, fourcc, img->image.width, img->image.height);
   if (buffer)
      wl_proxy_set_queue((struct wl_proxy *)buffer, NULL); /* the application's default queue has its events */
   wl_event_queue_destroy(queue);
   return buffer;
}

struct wl_buffer *ge_wayland_buffer_of_image(struct ge_image *img)
{
   struct ge_wayland *wl = img->base.session->platform_data;
   struct pipe_handle handle = {.fd = -1};
   struct wl_buffer *buffer = NULL;
   if (!ge_dmabuf_export_handle(img, &handle))
      return NULL;
   pthread_rwlock_rdlock(&wl->lock);
   if (wl->display)
      buffer = make_locked(wl, img, &handle);
   else
      ge_error(EGL_NOT_INITIALIZED, "another thread terminated the display during this call");
   pthread_rwlock_unlock(&wl->lock);
   close(handle.fd);
   return buffer;
}

/* ge_wayland_dmabuf.c: zwp_linux_dmabuf_v1: which formats the compositor imports with a linear layout, and wl_buffers of exported
 * resources. Version 3 lists pairs of format and modifier in events, version 4 in a table whose rows the feedback's tranches name. A
 * compositor may refuse a buffer; then all further ones go through wl_shm. */
#include "egl/ge_internal.h"
#include "egl/ge_wayland.h"

#include <drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_TABLE_B = 1 << 20, CREATE_TIMEOUT_MS = 5000, MIN_VERSION = 3 /* modifiers */, MAX_VERSION = 4 };

struct table_row { uint32_t format, padding; uint64_t modifier; };

static void add_format(struct ge_wayland *wl, uint32_t format, uint64_t modifier)
{
   if (modifier == DRM_FORMAT_MOD_LINEAR)
      wl->dmabuf.formats |= ge_wayland_format_bit(format);
}

/* ---- version 3 ---- */

static void on_format(void *data, struct zwp_linux_dmabuf_v1 *dmabuf, uint32_t format)
{
   (void)data, (void)dmabuf, (void)format; /* without a modifier: the compositor cannot derive the layout */
}

static void on_modifier(void *data, struct zwp_linux_dmabuf_v1 *dmabuf, uint32_t format, uint32_t hi, uint32_t lo)
{
   (void)dmabuf;
   add_format(data, format, (uint64_t)hi << 32 | lo);
}

static const struct zwp_linux_dmabuf_v1_listener dmabuf_listener = {.format = on_format, .modifier = on_modifier};

/* ---- version 4 ---- */

static void drop_table(struct ge_wayland_dmabuf *dmabuf)
{
   free(dmabuf->table);
   dmabuf->table = NULL;
   dmabuf->rows = 0;
}

/* The table is read, not mapped: a peer that truncates the file does no harm. */
static void on_format_table(void *data, struct zwp_linux_dmabuf_feedback_v1 *feedback, int32_t fd, uint32_t size_B)
{
   struct ge_wayland_dmabuf *dmabuf = &((struct ge_wayland *)data)->dmabuf;
   (void)feedback;
   drop_table(dmabuf);
   if (size_B <= MAX_TABLE_B && (dmabuf->table = malloc(size_B + 1)) && pread(fd, dmabuf->table, size_B, 0) == (ssize_t)size_B)
      dmabuf->rows = size_B / sizeof(struct table_row);
   close(fd);
}

static void on_tranche_formats(void *data, struct zwp_linux_dmabuf_feedback_v1 *feedback, struct wl_array *indices)
{
   struct ge_wayland *wl = data;
   (void)feedback;
   for (size_t i = 0; i < indices->size / sizeof(uint16_t); i++) {
      const uint16_t row = ((const uint16_t *)indices->data)[i];
      struct table_row entry;
      if (row >= wl->dmabuf.rows)
         continue;
      memcpy(&entry, (const char *)wl->dmabuf.table + row * sizeof(entry), sizeof(entry));
      add_format(wl, entry.format, entry.modifier);
   }
}

static void on_device(void *data, struct zwp_linux_dmabuf_feedback_v1 *feedback, struct wl_array *device)
{
   (void)data, (void)feedback, (void)device; /* a refusal says whether the device can import */
}

static void on_flags(void *data, struct zwp_linux_dmabuf_feedback_v1 *feedback, uint32_t flags)
{
   (void)data, (void)feedback, (void)flags;
}

static void on_end(void *data, struct zwp_linux_dmabuf_feedback_v1 *feedback)
{
   (void)data, (void)feedback;
}

static const struct zwp_linux_dmabuf_feedback_v1_listener feedback_listener = {
   .done = on_end, .format_table = on_format_table, .main_device = on_device, .tranche_done = on_end,
   .tranche_target_device = on_device, .tranche_formats = on_tranche_formats, .tranche_flags = on_flags,
};

/* ---- the global ---- */

void ge_wayland_dmabuf_bind(struct ge_wayland *wl, struct wl_registry *registry, uint32_t name, uint32_t version)
{
   struct ge_wayland_dmabuf *dmabuf = &wl->dmabuf;
   if (dmabuf->global || version < MIN_VERSION)
      return;
   dmabuf->global = wl_registry_bind(registry, name, &zwp_linux_dmabuf_v1_interface, version < MAX_VERSION ? version : MAX_VERSION);
   if (!dmabuf->global)
      return;
   zwp_linux_dmabuf_v1_add_listener(dmabuf->global, &dmabuf_listener, wl);
   if (version >= ZWP_LINUX_DMABUF_V1_GET_DEFAULT_FEEDBACK_SINCE_VERSION)
      dmabuf->feedback = zwp_linux_dmabuf_v1_get_default_feedback(dmabuf->global);
   if (dmabuf->feedback)
      zwp_linux_dmabuf_feedback_v1_add_listener(dmabuf->feedback, &feedback_listener, wl);
}

void ge_wayland_dmabuf_end_feedback(struct ge_wayland *wl)
{
   if (wl->dmabuf.feedback)
      zwp_linux_dmabuf_feedback_v1_destroy(wl->dmabuf.feedback);
   wl->dmabuf.feedback = NULL;
   drop_table(&wl->dmabuf);
}

void ge_wayland_dmabuf_finish(struct ge_wayland *wl)
{
   ge_wayland_dmabuf_end_feedback(wl);
   if (wl->dmabuf.global)
      zwp_linux_dmabuf_v1_destroy(wl->dmabuf.global);
}

bool ge_wayland_dmabuf_accepts(const struct ge_wayland *wl, uint32_t fourcc)
{
   return wl->dmabuf.formats & ge_wayland_format_bit(fourcc) && !atomic_load_explicit(&wl->dmabuf.refused, memory_order_relaxed);
}

/* ---- buffers ---- */

/* The first event of a buffer's creation; the compositor may send more. */
struct create_result { struct wl_buffer *buffer; bool received; };

static void on_created(void *data, struct zwp_linux_buffer_params_v1 *params, struct wl_buffer *buffer)
{
   struct create_result *result = data;
   (void)params;
   if (result->received)
      wl_buffer_destroy(buffer);
   else
      *result = (struct create_result){buffer, true};
}

static void on_failed(void *data, struct zwp_linux_buffer_params_v1 *params)
{
   (void)params;
   ((struct create_result *)data)->received = true;
}

static const struct zwp_linux_buffer_params_v1_listener params_listener = {.created = on_created, .failed = on_failed};

struct wl_buffer *ge_wayland_dmabuf_buffer(struct ge_wayland *wl, struct wl_event_queue *queue, const struct pipe_handle *handle,
                                           uint32_t fourcc, uint32_t width, uint32_t height)
{
   struct create_result result = {NULL, false};
   struct zwp_linux_buffer_params_v1 *params = zwp_linux_dmabuf_v1_create_params(wl->dmabuf.global);
   if (!params)
      return NULL;
   wl_proxy_set_queue((struct wl_proxy *)params, queue);
   zwp_linux_buffer_params_v1_add_listener(params, &params_listener, &result);
   zwp_linux_buffer_params_v1_add(params, handle->fd, 0, handle->offset_B, handle->stride_B, (uint32_t)(handle->modifier >> 32),
                                  (uint32_t)handle->modifier);
   zwp_linux_buffer_params_v1_create(params, (int32_t)width, (int32_t)height, fourcc, 0);
   const int64_t end = ge_wayland_now_ms() + CREATE_TIMEOUT_MS;
   bool ok = true;
   while (ok && !result.received && ge_wayland_now_ms() < end)
      ok = ge_wayland_dispatch(wl->display, queue, (int)(end - ge_wayland_now_ms()));
   zwp_linux_buffer_params_v1_destroy(params);
   if (!result.buffer) /* refused, or no answer: later buffers do not wait again */
      atomic_store_explicit(&wl->dmabuf.refused, true, memory_order_relaxed);
   return result.buffer;
}

/* st_draw.c: draws and clears of a front. The common draw (buffers only, nothing changed) is a test of two words and the call
 * into the driver. */
#include <string.h>

#include "state/st_front_private.h"

/* The range of vertices that an indexed draw reaches, before the bias. False: *ok tells whether the draw is empty or failed. */
static bool index_range(struct st_front *front, const struct st_draw_info *info, const void *user_indices,
                        uint32_t *min, uint32_t *max, bool *ok)
{
   *ok = true;
   if (user_indices) {
      const uint8_t *indices = (const uint8_t *)user_indices + (size_t)info->start * info->index_size_B;
      return st_index_range(indices, info->index_size_B, info->count, info->primitive_restart, info->restart_index, min,
                            max);
   }
   /* Both the indices and some arrays are needed by the CPU: read the buffer. What lies behind its end reads 0. */
   uint64_t begin_B = info->index_offset_B + (uint64_t)info->start * info->index_size_B;
   uint64_t room = info->index_buffer->t.width > begin_B ? (info->index_buffer->t.width - begin_B) / info->index_size_B : 0;
   uint32_t count = info->count < room ? info->count : (uint32_t)room;
   bool found = false;
   if (count) {
      struct st_transfer *transfer;
      const struct st_box box = { (int32_t)begin_B, 0, 0, (int32_t)(count * info->index_size_B), 1, 1 };
      const void *map = front->pipe->impl->transfer_map(front->pipe, info->index_buffer, 0, ST_MAP_READ, &box, &transfer);
      if (!map) {
         *ok = false;
         return false;
      }
      found = st_index_range(map, info->index_size_B, count, info->primitive_restart, info->restart_index, min, max);
      front->pipe->impl->transfer_unmap(front->pipe, transfer);
   }
   if (count < info->count) {
      *max = found ? *max : 0;
      *min = 0;
      found = true;
   }
   return found;
}

/* Puts client indices into streaming memory. `*buffer` is a new reference. */
static bool upload_indices(struct st_front *front, struct st_draw_info *info, const void *user_indices,
                           struct st_resource **buffer)
{
   uint64_t size_B = (uint64_t)info->count * info->index_size_B;
   uint32_t offset_B;
   if (size_B > UINT32_MAX / 2)
      return false;
   void *map = st_upload_alloc(front->upload, (uint32_t)size_B, 4, &offset_B, buffer);
   if (!map)
      return false;
   memcpy(map, (const uint8_t *)user_indices + (size_t)info->start * info->index_size_B, size_B);
   info->index_buffer = *buffer;
   info->index_offset_B = offset_B;
   info->start = 0;
   return true;
}

/* Uploads what the draw needs from client memory and rewrites `info` for it. False with *ok: nothing to draw. */
static bool prepare_client(struct st_front *front, struct st_draw_info *info, const void *user_indices, bool *ok)
{
   uint32_t first = info->start, count = info->count;
   if (info->index_size_B) {
      uint32_t min, max;
      if (!index_range(front, info, user_indices, &min, &max, ok))
         return false;
      /* Vertices before the first have no address to be fetched from: the bias cannot take them below 0. */
      int64_t low = (int64_t)min + info->index_bias, high = (int64_t)max + info->index_bias;
      if (high < 0 || low > UINT32_MAX - 1)
         return false;
      first = low < 0 ? 0 : (uint32_t)low;
      high = high > UINT32_MAX - 1 ? UINT32_MAX - 1 : high;
      count = (uint32_t)high - first + 1;
      info->index_bias -= (int32_t)first;
   } else {
      info->start = 0;
   }
   *ok = st_vertex_upload_client(front, first, count, info->start_instance, info->instance_count);
   return *ok;
}

bool st_front_draw(struct st_front *front, const struct st_draw_info *info, const void *user_indices)
{
   if (front->dirty && !st_front_validate(front, ST_DIRTY_ALL))
      return false;
   if (!front->bound->client_slots && !user_indices) {
      front->pipe->impl->draw(front->pipe, info);
      return true;
   }
   if (!info->count || !info->instance_count)
      return true;

   struct st_draw_info actual = *info;
   struct st_resource *indices = NULL;
   bool ok = true;
   if (front->bound->client_slots && !prepare_client(front, &actual, user_indices, &ok))
      return ok;
   if (user_indices && !upload_indices(front, &actual, user_indices, &indices))
      return false;
   front->pipe->impl->draw(front->pipe, &actual);
   st_resource_unref(indices);
   return true;
}

bool st_front_clear(struct st_front *front, unsigned buffers, const union st_color *color, double depth, unsigned stencil)
{
   const struct st_framebuffer_state *fb = &front->fb;
   struct st_clear_info info = { 0 };
   if (front->raster.rasterizer_discard) /* GL 4.6, 14.1 */
      return true;
   if (front->dirty && !st_front_validate(front, ST_DIRTY_FRAMEBUFFER))
      return false;

   for (unsigned i = 0; i < fb->color_count; i++) {
      uint8_t mask = front->blend.rt[front->blend.independent ? i : 0].colormask;
      if (!(buffers & ST_CLEAR_COLOR0 << i) || !fb->cbufs[i] || !mask)
         continue;
      info.buffers |= ST_CLEAR_COLOR0 << i;
      info.color[i] = color[i];
      info.colormask[i] = mask;
   }
   enum st_format zs = fb->zsbuf ? fb->zsbuf->t.format : ST_FORMAT_NONE;
   if (buffers & ST_CLEAR_DEPTH && st_format_has_depth(zs) && front->dsa.depth_write) {
      info.buffers |= ST_CLEAR_DEPTH;
      info.depth = depth;
   }
   if (buffers & ST_CLEAR_STENCIL && st_format_has_stencil(zs) && front->dsa.stencil[0].writemask) {
      info.buffers |= ST_CLEAR_STENCIL;
      info.stencil = stencil;
      info.stencil_writemask = front->dsa.stencil[0].writemask;
   }
   if (front->raster.scissor) {
      struct st_scissor s = front->scissor[0];
      s.maxx = s.maxx < fb->width ? s.maxx : fb->width;
      s.maxy = s.maxy < fb->height ? s.maxy : fb->height;
      if (s.minx >= s.maxx || s.miny >= s.maxy)
         return true;
      info.scissor_enable = s.minx || s.miny || s.maxx < fb->width || s.maxy < fb->height;
      info.scissor = s;
   }
   if (info.buffers)
      front->pipe->impl->clear(front->pipe, &info);
   return true;
}

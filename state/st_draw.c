/* st_draw.c: draws, dispatches and clears. A draw from buffers with no dirty bit compares two words and calls the driver. */
#include <string.h>

#include "state/st_private.h"

/* The range of vertices that an indexed draw reaches, before the bias. False: the draw is empty (*ok true) or failed. */
static bool index_range(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices,
                        uint32_t *min, uint32_t *max, bool *ok)
{
   *ok = true;
   if (user_indices) {
      const uint8_t *indices = (const uint8_t *)user_indices + (size_t)info->start * info->index_size_B;
      return st_index_range(indices, info->index_size_B, info->count, info->primitive_restart, info->restart_index, min,
                            max);
   }
   /* Both the indices and some arrays are needed by the CPU: read the buffer. Indices after its end read as 0. */
   struct st_index_source source;
   *ok = st_index_open(st, info, NULL, &source);
   if (!*ok)
      return false;
   bool found = source.room && st_index_range(source.data, info->index_size_B, source.room, info->primitive_restart,
                                              info->restart_index, min, max);
   st_index_close(st, &source);
   if (source.room < info->count) {
      *max = found ? *max : 0;
      *min = 0;
      found = true;
   }
   return found;
}

/* Puts client indices into streaming memory. `*buffer` is a new reference. */
static bool upload_indices(struct st_context *st, struct pipe_draw_info *info, const void *user_indices,
                           struct pipe_resource **buffer)
{
   uint64_t size_B = (uint64_t)info->count * info->index_size_B;
   uint32_t offset_B;
   if (size_B > UINT32_MAX / 2)
      return false;
   void *map = st_upload_alloc(st->upload, (uint32_t)size_B, 4, &offset_B, buffer);
   if (!map)
      return false;
   memcpy(map, (const uint8_t *)user_indices + (size_t)info->start * info->index_size_B, size_B);
   info->index_buffer = *buffer;
   info->index_offset_B = offset_B;
   info->start = 0;
   return true;
}

/* Uploads client memory that the draw reads. False with *ok: nothing to draw. */
static bool prepare_client(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, bool *ok)
{
   uint32_t first = info->start, count = info->count;
   if (info->index_size_B) {
      uint32_t min, max;
      if (!index_range(st, info, user_indices, &min, &max, ok))
         return false;
      /* Vertices before the first have no address to be fetched from: the bias cannot take them below 0. */
      int64_t low = (int64_t)min + info->index_bias, high = (int64_t)max + info->index_bias;
      if (high < 0 || low > UINT32_MAX - 1)
         return false;
      first = low < 0 ? 0 : (uint32_t)low;
      high = high > UINT32_MAX - 1 ? UINT32_MAX - 1 : high;
      count = (uint32_t)high - first + 1;
   }
   *ok = st_vertex_upload_client(st, first, count, info->start_instance, info->instance_count);
   return *ok;
}

bool st_draw_plain(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   struct pipe_draw_info actual = *info;
   struct pipe_resource *indices = NULL;
   if (st_draw_needs_strip_list(st, info))
      return st_draw_strip_list(st, info, user_indices);
   if (user_indices && !upload_indices(st, &actual, user_indices, &indices))
      return false;
   st->pipe->impl->draw(st->pipe, &actual);
   pipe_resource_unref(indices);
   return true;
}

/* Vertices of a draw that come from client memory are counted by the CPU. */
static bool read_count(struct st_context *st, struct pipe_draw_info *info)
{
   if (!st->pipe->impl->so_target_vertices(st->pipe, info->count_from_so, &info->count))
      return false;
   info->count_from_so = NULL;
   return true;
}

/* A draw that the CPU prepares. */
static bool draw_prepared(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   if (!info->indirect && ((!info->count && !info->count_from_so) || !info->instance_count))
      return true;

   if (st->bound->client_slots && info->indirect) /* the CPU has to know the vertices */
      return st_draw_indirect(st, info, draw_prepared);
   struct pipe_draw_info actual = *info;
   bool ok = true;
   if (st->bound->client_slots && actual.count_from_so) {
      if (!read_count(st, &actual))
         return false;
      if (!actual.count)
         return true;
   }
   if (st->bound->client_slots && !prepare_client(st, &actual, user_indices, &ok))
      return ok;
   if (st->reads_coherently && st->captured.shader && !st->raster.rasterizer_discard)
      return st_draw_captured(st, &actual, user_indices);
   if (st->reads_coherently && st_draw_needs_parts(st, &actual))
      return st_draw_parts(st, &actual, user_indices);
   return st_draw_plain(st, &actual, user_indices);
}

/* Vertex shaders write the number of the view as the layer. */
static bool draw_views(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   const unsigned views = st->views;
   bool ok = true;
   st->views = 0;
   for (unsigned i = 0; ok && i <= views; i++) { /* then 0 again */
      *st->view_id = i % views;
      st->dirty |= ST_DIRTY_STATE_CONSTANTS;
      ok = i == views || st_draw(st, info, user_indices);
   }
   st->views = (uint8_t)views;
   return ok;
}

bool st_draw(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   if (st->dirty && !st_validate(st, ST_DIRTY_ALL))
      return false;
   if (st->views > 1)
      return draw_views(st, info, user_indices);
   if (!st->bound->client_slots && !user_indices && !st->reads_coherently && !st_draw_needs_strip_list(st, info)) {
      st->pipe->impl->draw(st->pipe, info);
      return true;
   }
   return draw_prepared(st, info, user_indices);
}

bool st_launch_grid(struct st_context *st, const struct pipe_grid_info *info)
{
   if (st->dirty & ST_DIRTY_DISPATCH && !st_validate(st, ST_DIRTY_DISPATCH))
      return false;
   st->pipe->impl->launch_grid(st->pipe, info);
   return true;
}

/* Clears what the window rectangles leave of the scissor. */
static void clear_window(struct st_context *st, struct pipe_clear_info *info)
{
   if (!st_window_is_cut(&st->window_rectangles)) {
      st->pipe->impl->clear(st->pipe, info);
      return;
   }
   struct pipe_scissor_state boxes[ST_MAX_WINDOW_BOXES], all = {0, 0, (uint16_t)st->fb.width, (uint16_t)st->fb.height};
   const unsigned count = st_window_boxes(&st->window_rectangles, info->scissor_enable ? info->scissor : all, boxes);
   info->scissor_enable = true;
   for (unsigned i = 0; i < count; i++) {
      info->scissor = boxes[i];
      st->pipe->impl->clear(st->pipe, info);
   }
}

bool st_clear(struct st_context *st, unsigned buffers, const union pipe_color_union *color, double depth, unsigned stencil)
{
   const struct pipe_framebuffer_state *fb = &st->fb;
   struct pipe_clear_info info = { 0 };
   if (st->raster.rasterizer_discard) /* GL 4.6, 14.1 */
      return true;
   if (st->dirty && !st_validate(st, ST_DIRTY_FRAMEBUFFER))
      return false;

   for (unsigned i = 0; i < fb->color_count; i++) {
      uint8_t mask = st->blend.rt[st->blend.independent ? i : 0].colormask;
      if (!(buffers & PIPE_CLEAR_COLOR0 << i) || !fb->cbufs[i] || !mask)
         continue;
      info.buffers |= PIPE_CLEAR_COLOR0 << i;
      info.color[i] = color[i];
      info.colormask[i] = mask;
   }
   enum pipe_format zs = fb->zsbuf ? fb->zsbuf->t.format : PIPE_FORMAT_NONE;
   if (buffers & PIPE_CLEAR_DEPTH && pipe_format_has_depth(zs) && st->dsa.depth_write) {
      info.buffers |= PIPE_CLEAR_DEPTH;
      info.depth = depth;
   }
   if (buffers & PIPE_CLEAR_STENCIL && pipe_format_has_stencil(zs) && st->dsa.stencil[0].writemask) {
      info.buffers |= PIPE_CLEAR_STENCIL;
      info.stencil = stencil;
      info.stencil_writemask = st->dsa.stencil[0].writemask;
   }
   if (st->raster.scissor) {
      struct pipe_scissor_state s = st->scissor[0];
      s.maxx = s.maxx < fb->width ? s.maxx : fb->width;
      s.maxy = s.maxy < fb->height ? s.maxy : fb->height;
      if (s.minx >= s.maxx || s.miny >= s.maxy)
         return true;
      info.scissor_enable = s.minx || s.miny || s.maxx < fb->width || s.maxy < fb->height;
      info.scissor = s;
   }
   if (info.buffers)
      clear_window(st, &info);
   return true;
}

/* st_parts.c: draws whose fragment shader reads the framebuffer coherently (EXT_shader_framebuffer_fetch,
 * ARM_shader_framebuffer_fetch_depth_stencil, KHR_blend_equation_advanced_coherent), on devices that do not order a pixel's reads after the writes of earlier primitives: a
 * part per primitive and instance. The driver makes each draw that reads the colour buffers see the results of earlier draws.
 *
 * A part is a point, line, triangle or quad of a list of 32-bit indices, or a polygon. Its vertices keep the order of the mode:
 * winding and provoking vertex are the same. No part is left out for primitives that cannot overlap: positions are known to the
 * device only, and two triangles that share an edge may lie on one side of it. */
#include <string.h>

#include "state/st_private.h"

struct list { uint32_t *index, primitives; };

/* The list that a mode becomes. Primitive i of a run has the run's vertices i * step + at[]; the first primitive needs `least`
 * vertices. Vertices beside a primitive (adjacency) are left out. A polygon is one primitive (draw_polygons). */
static const struct { uint8_t vertices; enum pipe_prim_type mode; uint8_t step, least, at[4]; } lists[PIPE_PRIM_MAX] = {
   [PIPE_PRIM_POINTS] = { 1, PIPE_PRIM_POINTS, 1, 1, { 0 } },
   [PIPE_PRIM_LINES] = { 2, PIPE_PRIM_LINES, 2, 2, { 0, 1 } },
   [PIPE_PRIM_LINE_LOOP] = { 2, PIPE_PRIM_LINES, 1, 2, { 0, 1 } },
   [PIPE_PRIM_LINE_STRIP] = { 2, PIPE_PRIM_LINES, 1, 2, { 0, 1 } },
   [PIPE_PRIM_TRIANGLES] = { 3, PIPE_PRIM_TRIANGLES, 3, 3, { 0, 1, 2 } },
   [PIPE_PRIM_TRIANGLE_STRIP] = { 3, PIPE_PRIM_TRIANGLES, 1, 3, { 0, 1, 2 } },
   [PIPE_PRIM_TRIANGLE_FAN] = { 3, PIPE_PRIM_TRIANGLES, 1, 3, { 0, 1, 2 } },
   [PIPE_PRIM_QUADS] = { 4, PIPE_PRIM_QUADS, 4, 4, { 0, 1, 2, 3 } },
   [PIPE_PRIM_QUAD_STRIP] = { 4, PIPE_PRIM_QUADS, 2, 4, { 0, 1, 3, 2 } },
   [PIPE_PRIM_LINES_ADJACENCY] = { 2, PIPE_PRIM_LINES, 4, 4, { 1, 2 } },
   [PIPE_PRIM_LINE_STRIP_ADJACENCY] = { 2, PIPE_PRIM_LINES, 1, 4, { 1, 2 } },
   [PIPE_PRIM_TRIANGLES_ADJACENCY] = { 3, PIPE_PRIM_TRIANGLES, 6, 6, { 0, 2, 4 } },
   [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = { 3, PIPE_PRIM_TRIANGLES, 2, 6, { 0, 2, 4 } },
};

/* Primitives of `count` vertices without restart; restart makes no more of them. */
static uint32_t most_primitives(enum pipe_prim_type mode, uint32_t count)
{
   if (count < lists[mode].least || !lists[mode].step)
      return 0;
   return mode == PIPE_PRIM_LINE_LOOP ? count : (count - lists[mode].least) / lists[mode].step + 1;
}

static void swap(uint32_t *a, uint32_t *b)
{
   const uint32_t c = *a;
   *a = *b;
   *b = c;
}

/* Turns primitive i, without a change of its winding, so that the vertex that provokes in its mode does so in the list. */
static void turn(enum pipe_prim_type mode, uint32_t i, bool first_provokes, uint32_t v[4])
{
   const bool strip = mode == PIPE_PRIM_TRIANGLE_STRIP || mode == PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY;
   if (strip && i % 2) {
      if (first_provokes)
         swap(&v[1], &v[2]);
      else
         swap(&v[0], &v[1]);
   } else if (mode == PIPE_PRIM_TRIANGLE_FAN && first_provokes) {
      swap(&v[0], &v[1]);
      swap(&v[1], &v[2]);
   } else if (mode == PIPE_PRIM_QUAD_STRIP && !first_provokes) { /* a b d c -> c a b d */
      swap(&v[2], &v[3]);
      swap(&v[1], &v[2]);
      swap(&v[0], &v[1]);
   }
}

/* The primitives of the vertices begin .. begin + count - 1, which contain no restart (OpenGL 4.6, tables 10.1 and 13.2). */
static void assemble_run(struct list *list, const struct st_index_source *s, enum pipe_prim_type mode, bool first_provokes, uint32_t begin,
                         uint32_t count)
{
   const unsigned vertices = lists[mode].vertices;
   const uint32_t primitives = most_primitives(mode, count);
   for (uint32_t i = 0; i < primitives; i++) {
      uint32_t v[4] = { 0 };
      for (unsigned k = 0; k < vertices; k++) {
         const bool hub = k == 0 ? mode == PIPE_PRIM_TRIANGLE_FAN : mode == PIPE_PRIM_LINE_LOOP && i == count - 1;
         v[k] = st_index_at(s, hub ? begin : begin + i * lists[mode].step + lists[mode].at[k]);
      }
      turn(mode, i, first_provokes, v);
      memcpy(list->index + (size_t)list->primitives++ * vertices, v, vertices * sizeof *v);
   }
}

static void assemble(struct list *list, const struct st_index_source *s, const struct pipe_draw_info *info, bool first_provokes)
{
   uint32_t begin = 0;
   for (uint32_t i = 0; info->primitive_restart && s->size_B && i < info->count; i++) {
      if (st_index_at(s, i) != info->restart_index)
         continue;
      assemble_run(list, s, info->mode, first_provokes, begin, i - begin);
      begin = i + 1;
   }
   assemble_run(list, s, info->mode, first_provokes, begin, info->count - begin);
}

/* Writes the list of the draw's primitives to streaming memory. *buffer is a new reference, NULL if there is no primitive.
 * False: out of memory. */
static bool make_list(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, struct list *list,
                      uint32_t *offset_B, struct pipe_resource **buffer)
{
   const uint64_t size_B = (uint64_t)most_primitives(info->mode, info->count) * lists[info->mode].vertices * 4;
   struct st_index_source source;
   *buffer = NULL;
   list->primitives = 0;
   if (!size_B)
      return true;
   if (!st_index_open(st, info, user_indices, &source))
      return false;
   list->index = size_B > UINT32_MAX / 2 ? NULL : st_upload_alloc(st->upload, (uint32_t)size_B, 4, offset_B, buffer);
   if (list->index)
      assemble(list, &source, info, st->raster.flatshade_first);
   st_index_close(st, &source);
   return list->index;
}

bool st_draw_needs_parts(const struct st_context *st, const struct pipe_draw_info *info)
{
   if (st->raster.rasterizer_discard)
      return false;
   if (info->indirect || info->instance_count > 1)
      return info->mode != PIPE_PRIM_PATCHES;
   return info->mode == PIPE_PRIM_POLYGON ? info->primitive_restart : most_primitives(info->mode, info->count) > 1;
}

/* One instance of each polygon that restarts of the indices leave. */
static bool draw_polygons(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, uint32_t instance)
{
   struct st_index_source source;
   struct pipe_draw_info part = *info;
   const bool restarts = info->primitive_restart && info->index_size_B;
   if (restarts && !st_index_open(st, info, user_indices, &source))
      return false;
   bool ok = true;
   part.primitive_restart = false;
   part.instance_count = 1;
   part.single_primitive_draw = true;
   part.part_instance = instance;
   for (uint32_t begin = 0, end; ok && begin < info->count && !st_lost(st); begin = end + 1) {
      end = restarts ? begin : info->count;
      while (end < info->count && st_index_at(&source, end) != info->restart_index)
         end++;
      part.start = info->start + begin;
      part.count = end - begin;
      if (part.count >= 3) {
         ok = st_draw_plain(st, &part, user_indices);
         part.part_primitive++;
      }
   }
   if (restarts)
      st_index_close(st, &source);
   return ok;
}

static bool draw_parts(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   struct pipe_resource *buffer;
   struct list list;
   uint32_t offset_B;
   if (info->mode == PIPE_PRIM_POLYGON) {
      bool ok = true;
      for (uint32_t instance = 0; ok && instance < info->instance_count && !st_lost(st); instance++)
         ok = draw_polygons(st, info, user_indices, instance);
      return ok;
   }
   if (!make_list(st, info, user_indices, &list, &offset_B, &buffer))
      return false;
   const uint32_t vertices = lists[info->mode].vertices;
   struct pipe_draw_info part = {
      .mode = lists[info->mode].mode,
      .index_size_B = 4,
      .count = vertices,
      .start_instance = info->start_instance,
      .instance_count = 1,
      .index_bias = info->index_size_B ? info->index_bias : (int32_t)info->start,
      .draw_id = info->draw_id,
      .index_buffer = buffer,
      .index_offset_B = offset_B,
      .single_primitive_draw = true,
   };
   for (uint32_t instance = 0; list.primitives && instance < info->instance_count; instance++) {
      for (uint32_t i = 0; i < list.primitives && !st_lost(st); i++) {
         part.start = i * vertices;
         part.part_instance = instance;
         part.part_primitive = i;
         st->pipe->impl->draw(st->pipe, &part);
      }
      if (st_lost(st))
         break;
   }
   pipe_resource_unref(buffer);
   return true;
}

bool st_draw_parts(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   return info->indirect ? st_draw_indirect(st, info, draw_parts) : draw_parts(st, info, user_indices);
}

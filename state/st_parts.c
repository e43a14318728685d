/* st_parts.c: draws whose fragment shader reads the framebuffer coherently (EXT_shader_framebuffer_fetch,
 * KHR_blend_equation_advanced_coherent), on devices that do not order a pixel's reads after the writes of earlier primitives: a
 * part per primitive and instance. The driver makes each draw that reads the colour buffers see the results of earlier draws.
 *
 * A part is a point, line or triangle of a list of 32-bit indices. Its vertices keep the order of the mode: winding and provoking
 * vertex are the same. No part is left out for primitives that cannot overlap: positions are known to the device only, and two
 * triangles that share an edge may lie on one side of it. */
#include "state/st_private.h"

struct list { uint32_t *index, primitives; };

static const struct { uint8_t vertices; enum pipe_prim_type mode; } lists[PIPE_PRIM_MAX] = {
   [PIPE_PRIM_POINTS] = { 1, PIPE_PRIM_POINTS },
   [PIPE_PRIM_LINES] = { 2, PIPE_PRIM_LINES },
   [PIPE_PRIM_LINE_LOOP] = { 2, PIPE_PRIM_LINES },
   [PIPE_PRIM_LINE_STRIP] = { 2, PIPE_PRIM_LINES },
   [PIPE_PRIM_TRIANGLES] = { 3, PIPE_PRIM_TRIANGLES },
   [PIPE_PRIM_TRIANGLE_STRIP] = { 3, PIPE_PRIM_TRIANGLES },
   [PIPE_PRIM_TRIANGLE_FAN] = { 3, PIPE_PRIM_TRIANGLES },
};

/* Primitives of `count` vertices without restart; restart makes no more of them. */
static uint32_t most_primitives(enum pipe_prim_type mode, uint32_t count)
{
   const uint32_t vertices = lists[mode].vertices;
   if (mode == PIPE_PRIM_POINTS || mode == PIPE_PRIM_LINES || mode == PIPE_PRIM_TRIANGLES)
      return count / vertices;
   if (count < vertices)
      return 0;
   return mode == PIPE_PRIM_LINE_LOOP ? count : count - vertices + 1;
}

static void put(struct list *list, unsigned vertices, uint32_t a, uint32_t b, uint32_t c)
{
   uint32_t *out = list->index + (size_t)list->primitives++ * vertices;
   out[0] = a;
   if (vertices > 1)
      out[1] = b;
   if (vertices > 2)
      out[2] = c;
}

/* The primitives of the vertices begin .. begin + count - 1, which contain no restart (OpenGL 4.6, tables 10.1 and 13.2). */
static void assemble_run(struct list *list, const struct st_index_source *s, enum pipe_prim_type mode, bool first_provokes, uint32_t begin,
                         uint32_t count)
{
   const unsigned vertices = lists[mode].vertices;
   const uint32_t primitives = most_primitives(mode, count);
   const uint32_t hub = count ? st_index_at(s, begin) : 0;
   const bool apart = mode == lists[mode].mode;
   for (uint32_t i = 0; i < primitives; i++) {
      const uint32_t at = begin + (apart ? i * vertices : i);
      const uint32_t a = st_index_at(s, at);
      const uint32_t b = vertices < 2 ? 0 : mode == PIPE_PRIM_LINE_LOOP && i == count - 1 ? hub : st_index_at(s, at + 1);
      const uint32_t c = vertices < 3 ? 0 : st_index_at(s, at + 2);
      if (mode == PIPE_PRIM_TRIANGLE_FAN) {
         if (first_provokes)
            put(list, vertices, b, c, hub);
         else
            put(list, vertices, hub, b, c);
      } else if (mode == PIPE_PRIM_TRIANGLE_STRIP && i % 2) {
         if (first_provokes)
            put(list, vertices, a, c, b);
         else
            put(list, vertices, b, a, c);
      } else {
         put(list, vertices, a, b, c);
      }
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
   if (st->raster.rasterizer_discard || !lists[info->mode].vertices)
      return false;
   return info->indirect || info->instance_count > 1 || most_primitives(info->mode, info->count) > 1;
}

static bool draw_parts(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   struct pipe_resource *buffer;
   struct list list;
   uint32_t offset_B;
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

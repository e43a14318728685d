/* st_strip_lists.c: strips of triangles with adjacency and primitive restart, drawn with a geometry shader. In a strip, odd triangles
 * have two corners swapped; the geometry shader swaps them back by the number of the primitive, which a restart does not reset. So a
 * draw whose indices restart becomes a draw of a list. Primitives, their numbers and the vertices' numbers stay the same. */
#include "state/st_private.h"

enum { VERTICES = 6 };

static uint32_t triangles(uint32_t count) { return count < VERTICES ? 0 : (count - 4) / 2; }

/* OpenGL 4.6, table 10.1; returns the end of the indices written. */
static uint32_t *list_run(uint32_t *out, const struct st_index_source *s, uint32_t begin, uint32_t count)
{
   for (uint32_t i = 0; i < triangles(count); i++) {
      const uint32_t at = begin + 2 * i;
      const uint32_t before = st_index_at(s, i ? at - 2 : at + 1), side = st_index_at(s, at + 3);
      const uint32_t behind = st_index_at(s, i + 1 < triangles(count) ? at + 6 : at + 5);
      out[0] = st_index_at(s, i % 2 ? at + 2 : at);
      out[1] = before;
      out[2] = st_index_at(s, i % 2 ? at : at + 2);
      out[3] = i % 2 ? side : behind;
      out[4] = st_index_at(s, at + 4);
      out[5] = i % 2 ? behind : side;
      out += VERTICES;
   }
   return out;
}

/* The index of the next restart, at or after i; `count` without one. */
static uint32_t next_restart(const struct st_index_source *s, const struct pipe_draw_info *info, uint32_t i)
{
   while (i < info->count && st_index_at(s, i) != info->restart_index)
      i++;
   return i;
}

static uint32_t list_runs(uint32_t *out, const struct st_index_source *s, const struct pipe_draw_info *info)
{
   uint32_t *at = out;
   for (uint32_t begin = 0, end; begin < info->count; begin = end + 1) {
      end = next_restart(s, info, begin);
      at = list_run(at, s, begin, end - begin);
   }
   return (uint32_t)(at - out);
}

static bool draw_list(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   const uint64_t size_B = (uint64_t)triangles(info->count) * VERTICES * 4; /* a restart makes no more of them */
   struct st_index_source source;
   struct pipe_resource *buffer = NULL;
   struct pipe_draw_info list = *info;
   if (!size_B)
      return true;
   if (!st_index_open(st, info, user_indices, &source))
      return false;
   uint32_t *out = size_B > UINT32_MAX / 2 ? NULL : st_upload_alloc(st->upload, (uint32_t)size_B, 4, &list.index_offset_B, &buffer);
   list.count = out ? list_runs(out, &source, info) : 0;
   st_index_close(st, &source);
   list.mode = PIPE_PRIM_TRIANGLES_ADJACENCY;
   list.index_size_B = 4;
   list.primitive_restart = false;
   list.start = 0;
   list.index_buffer = buffer;
   if (list.count)
      st->pipe->impl->draw(st->pipe, &list);
   pipe_resource_unref(buffer);
   return out;
}

bool st_draw_needs_strip_list(const struct st_context *st, const struct pipe_draw_info *info)
{
   return info->mode == PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY && info->primitive_restart && info->index_size_B &&
      st->shader[PIPE_SHADER_GEOMETRY];
}

bool st_draw_strip_list(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   return info->indirect ? st_draw_indirect(st, info, draw_list) : draw_list(st, info, user_indices);
}

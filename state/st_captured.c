/* st_captured.c: draws with geometry or tessellation shaders whose fragments read the framebuffer coherently (st_captured.h).
 * The device captures primitives in the order of the API. The stages run once more for queries and for the application's stream
 * output, and once more where the primitives exceed the first buffer. */
#include <string.h>

#include "state/st_captured.h"
#include "state/st_private.h"

/* State that the draws of the capture and of its primitives replace. */
struct saved {
   void *shader[PIPE_SHADER_TYPES];
   struct st_attrib attrib[ST_CAPTURED_ATTRIBS];
   uint32_t attribs_read;
   struct pipe_stream_output_target *so_target[PIPE_MAX_SO_BUFFERS];
   uint8_t so_count;
   bool rasterizer_discard;
};

static const uint32_t replaced = ST_DIRTY_SHADERS | ST_DIRTY_VERTEX | ST_DIRTY_SO | ST_DIRTY_RASTER;

static void save(const struct st_context *st, struct saved *s)
{
   memcpy(s->shader, st->shader, sizeof s->shader);
   memcpy(s->attrib, st->attrib, sizeof s->attrib);
   memcpy(s->so_target, st->so_target, sizeof s->so_target);
   s->attribs_read = st->attribs_read;
   s->so_count = st->so_count;
   s->rasterizer_discard = st->raster.rasterizer_discard;
}

static void restore(struct st_context *st, const struct saved *s)
{
   memcpy(st->shader, s->shader, sizeof s->shader);
   memcpy(st->attrib, s->attrib, sizeof s->attrib);
   memcpy(st->so_target, s->so_target, sizeof s->so_target);
   st->attribs_read = s->attribs_read;
   st->so_count = s->so_count;
   st->raster.rasterizer_discard = s->rasterizer_discard;
   st->dirty |= replaced;
}

/* Runs the stages before the rasterizer alone. Client arrays of the draw are bound already. */
static bool run_stages(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   return st_validate(st, ST_DIRTY_RASTER | ST_DIRTY_SHADERS | ST_DIRTY_SO) && st_draw_plain(st, info, user_indices);
}

static struct pipe_resource *new_buffer(struct st_context *st, uint64_t size_B)
{
   struct pipe_screen *screen = st->pipe->screen;
   const struct pipe_resource_template t = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = (uint32_t)size_B, .height = 1, .depth = 1, .layers = 1,
      .bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_STREAM_OUTPUT,
   };
   return size_B > UINT32_MAX / 2 ? NULL : screen->impl->resource_create(screen, &t);
}

/* *primitives: all that the stages make, also those without room in the buffer. False: out of memory, or the context is lost. */
static bool capture_into(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices,
                         struct pipe_resource *buffer, uint64_t *primitives)
{
   struct pipe_context *pipe = st->pipe;
   struct pipe_stream_output_target *target = pipe->impl->create_so_target(pipe, buffer, 0, buffer->t.width);
   struct pipe_query *query = pipe->impl->create_query(pipe, PIPE_QUERY_PRIMITIVES_GENERATED, 0);
   union pipe_query_result result = { 0 };
   bool ok = target && query && pipe->impl->begin_query(pipe, query);
   if (ok) {
      st->so_target[0] = target;
      st->so_count = 1;
      st->dirty |= ST_DIRTY_SO;
      ok = run_stages(st, info, user_indices);
      ok = pipe->impl->end_query(pipe, query) && ok;
      st_end_stream_output(st);
      ok = ok && pipe->impl->get_query_result(pipe, query, true, &result);
   }
   if (query)
      pipe->impl->destroy_query(pipe, query);
   pipe_so_target_unref(target);
   *primitives = result.u64;
   return ok;
}

/* *buffer: a new reference to the captured primitives. */
static bool capture(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, uint32_t vertices,
                    struct pipe_resource **buffer, uint64_t *primitives)
{
   const uint64_t primitive_B = (uint64_t)vertices * ST_CAPTURED_STRIDE_DW * 4;
   uint64_t room = 256; /* primitives */
   *buffer = NULL;
   st->shader[st->captured.stage] = st->captured.shader;
   st->dirty |= ST_DIRTY_SHADERS;
   for (;;) {
      pipe_resource_unref(*buffer);
      *buffer = new_buffer(st, room * primitive_B);
      if (!*buffer || !capture_into(st, info, user_indices, *buffer, primitives))
         return false;
      if (*primitives <= room)
         return true;
      room = *primitives;
   }
}

static void bind_records(struct st_context *st, struct pipe_resource *buffer)
{
   st->attribs_read = 0;
   for (uint32_t i = 0; i < ST_CAPTURED_ATTRIBS; i++) {
      const bool pair = i < ST_CAPTURED_PAIRS;
      st->attrib[i] = (struct st_attrib){
         .format = pair ? PIPE_FORMAT_R64G64B64A64_FLOAT : PIPE_FORMAT_R32G32B32A32_FLOAT, .buffer = buffer,
         .offset_B = pair ? 32 * i : 4 * ST_CAPTURED_POSITION_DW + 16 * (i - ST_CAPTURED_PAIRS),
         .stride_B = 4 * ST_CAPTURED_STRIDE_DW, .enabled = true,
      };
      st->attribs_read |= 1u << i;
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_FRAGMENT; stage++)
      st->shader[stage] = stage == PIPE_SHADER_VERTEX ? st->captured.pass_vertex : NULL;
   st->dirty |= ST_DIRTY_VERTEX | ST_DIRTY_SHADERS;
}

/* The number of a primitive is that of its provoking vertex. */
static bool draw_primitives(struct st_context *st, struct pipe_resource *buffer, uint32_t vertices, uint64_t primitives)
{
   static const enum pipe_prim_type modes[] = { [1] = PIPE_PRIM_POINTS, [2] = PIPE_PRIM_LINES, [3] = PIPE_PRIM_TRIANGLES };
   struct pipe_transfer *transfer;
   const uint64_t size_B = primitives * vertices * ST_CAPTURED_STRIDE_DW * 4;
   if (!primitives)
      return true;
   const uint32_t *record = st_map_read(st, buffer, 0, size_B, &transfer);
   if (!record)
      return false;
   bind_records(st, buffer);
   bool ok = st_validate(st, ST_DIRTY_ALL);
   for (uint32_t i = 0; ok && i < primitives && !st_lost(st); i++) {
      const uint32_t provoking = i * vertices + (st->raster.flatshade_first ? 0 : vertices - 1);
      const struct pipe_draw_info part = { .mode = modes[vertices], .start = i * vertices, .count = vertices, .instance_count = 1,
         .single_primitive_draw = true,
         .part_primitive = record[(size_t)provoking * ST_CAPTURED_STRIDE_DW + ST_CAPTURED_PRIMITIVE_DW] };
      st->pipe->impl->draw(st->pipe, &part);
   }
   st->pipe->impl->transfer_unmap(st->pipe, transfer);
   return ok;
}

bool st_draw_captured(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices)
{
   struct pipe_context *pipe = st->pipe;
   const uint32_t vertices = st->captured.vertices;
   struct pipe_resource *buffer = NULL;
   uint64_t primitives = 0;
   struct saved saved;
   bool ok = true;
   save(st, &saved);
   st->raster.rasterizer_discard = true;
   st->dirty |= ST_DIRTY_RASTER;
   if (pipe->impl->pause_queries(pipe, PIPE_QUERIES_GEOMETRY) || st->so_count) {
      pipe->impl->pause_queries(pipe, PIPE_QUERIES_FRAGMENTS);
      ok = run_stages(st, info, user_indices);
   }
   pipe->impl->pause_queries(pipe, PIPE_QUERIES_GEOMETRY | PIPE_QUERIES_FRAGMENTS);
   ok = ok && capture(st, info, user_indices, vertices, &buffer, &primitives);
   st->raster.rasterizer_discard = saved.rasterizer_discard;
   st->so_count = 0;
   st->dirty |= ST_DIRTY_RASTER | ST_DIRTY_SO;
   pipe->impl->pause_queries(pipe, PIPE_QUERIES_GEOMETRY);
   ok = ok && draw_primitives(st, buffer, vertices, primitives);
   restore(st, &saved);
   pipe->impl->pause_queries(pipe, 0);
   pipe_resource_unref(buffer);
   return ok;
}

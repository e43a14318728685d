/* ga_list_pieces.c: pieces of vertices of display lists in buffers, where glEndList puts them, and their execution. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list_piece.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/program/ga_transform_feedback.h"

/* ---- buffers --------------------------------------------------------------------------------------------------------------- */

#define CHUNK_B (1u << 20)

void ga_list_chunk_release(struct ga_context *ctx)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   if (chunk->buffer)
      ctx->st.pipe->impl->transfer_unmap(ctx->st.pipe, chunk->transfer);
   pipe_resource_unref(chunk->buffer);
   *chunk = (struct ga_list_chunk){0};
}

/* A new buffer, mapped; lists keep the one before. */
static bool new_chunk(struct ga_context *ctx, uint32_t size_B)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   struct pipe_context *pipe = ctx->st.pipe;
   const struct pipe_resource_template tmpl = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1,
      .bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER, .usage = PIPE_USAGE_DEFAULT,
   };
   const struct pipe_box all = {0, 0, 0, size_B, 1, 1};
   ga_list_chunk_release(ctx);
   chunk->buffer = ctx->screen->impl->resource_create(ctx->screen, &tmpl);
   if (chunk->buffer)
      chunk->map = pipe->impl->transfer_map(pipe, chunk->buffer, 0,
                                            PIPE_MAP_WRITE | PIPE_MAP_PERSISTENT | PIPE_MAP_COHERENT | PIPE_MAP_UNSYNCHRONIZED, &all,
                                            &chunk->transfer);
   if (!chunk->buffer || !chunk->map) {
      pipe_resource_unref(chunk->buffer);
      *chunk = (struct ga_list_chunk){0};
      return false;
   }
   chunk->size_B = size_B;
   return true;
}

static void store_indices(uint8_t *to, const uint32_t *indices, uint32_t count, uint32_t index_size_B)
{
   if (index_size_B == sizeof(*indices)) {
      memcpy(to, indices, count * sizeof(*indices));
      return;
   }
   for (uint32_t i = 0; i < count; i++)
      memcpy(to + 2 * (size_t)i, &(uint16_t){(uint16_t)indices[i]}, 2);
}

/* Vertices begin at a multiple of their size, so that pieces of the same layout share their vertex arrays; indices follow them. */
static uint64_t place_pieces(uint64_t at_B, const struct ga_list_pieces *pieces, struct pipe_resource *buffer, uint8_t *map)
{
   for (unsigned i = 0; i < pieces->count; i++) {
      struct ga_list_piece *piece = (struct ga_list_piece *)(void *)(pieces->entries + pieces->at[i]);
      const uint64_t stride_B = 16 * (uint64_t)__builtin_popcount(piece->mask);
      at_B = (at_B + stride_B - 1) / stride_B * stride_B;
      const uint64_t indices_B = at_B + piece->vertices * stride_B;
      if (buffer) {
         piece->buffer = buffer;
         piece->first = (uint32_t)(at_B / stride_B);
         piece->indices_B = (uint32_t)indices_B;
         memcpy(map + at_B, pieces->vertices + piece->at, piece->vertices * stride_B);
         store_indices(map + indices_B, pieces->indices + piece->indices_at, piece->indices, piece->index_size_B);
      }
      at_B = indices_B + (uint64_t)piece->indices * piece->index_size_B;
   }
   return at_B;
}

bool ga_list_store_pieces(struct ga_context *ctx, const struct ga_list_pieces *pieces, struct pipe_resource **buffer)
{
   struct ga_list_chunk *chunk = &ctx->legacy->list_chunk;
   *buffer = NULL;
   if (!pieces->count)
      return true;
   const uint64_t end_B = place_pieces(chunk->used_B, pieces, NULL, NULL);
   if (!chunk->buffer || end_B > chunk->size_B) {
      const uint64_t size_B = place_pieces(0, pieces, NULL, NULL);
      if (size_B > UINT32_MAX / 2 || !new_chunk(ctx, size_B > CHUNK_B ? (uint32_t)size_B : CHUNK_B))
         return false;
   }
   chunk->used_B = (uint32_t)place_pieces(chunk->used_B, pieces, chunk->buffer, chunk->map);
   *buffer = pipe_resource_ref(chunk->buffer);
   return true;
}

/* ---- execution on the CPU -------------------------------------------------------------------------------------------------- */

/* The list was called between glBegin and glEnd: each command has its effect there. */
static void play_inside(struct ga_context *ctx, const struct ga_list_piece *piece, const GLfloat *data)
{
   const struct ga_list_prim *prims = ga_list_piece_prims(piece);
   const size_t floats = 4 * (size_t)__builtin_popcount(piece->mask);
   for (uint32_t p = 0; p < piece->prims; p++) {
      if (piece->arrays && ctx->legacy->immediate.inside) {
         ga_error(ctx, GL_INVALID_OPERATION, "glDrawArrays: between glBegin and glEnd");
         continue;
      }
      ga_Begin(ctx, prims[p].mode);
      for (uint32_t i = 0; i < prims[p].count; i++) {
         const GLfloat *vertex = data + (prims[p].first + i) * floats, *value = vertex + (piece->mask & 1 ? 4 : 0);
         for (uint32_t left = piece->mask & ~1u; left; left &= left - 1, value += 4)
            ga_generic_attrib(ctx, (unsigned)__builtin_ctz(left), value);
         ga_legacy_attrib(ctx, 0, vertex[0], vertex[1], vertex[2], vertex[3]);
      }
      ga_End(ctx);
   }
}

static uint32_t index_at(const uint8_t *indices, uint32_t index_size_B, uint32_t i)
{
   uint32_t index;
   uint16_t half;
   if (index_size_B == 4)
      memcpy(&index, indices + 4 * (size_t)i, 4);
   else
      memcpy(&half, indices + 2 * (size_t)i, 2);
   return index_size_B == 4 ? index : half;
}

/* The vertices of the corners in memory, which is to be freed. NULL: out of memory. */
static GLfloat *read_corners(struct ga_context *ctx, const struct ga_list_piece *piece)
{
   const uint64_t stride_B = 16 * (uint64_t)__builtin_popcount(piece->mask), vertices_B = piece->vertices * stride_B;
   const uint64_t size_B = vertices_B + (uint64_t)piece->indices * piece->index_size_B;
   uint8_t *data = malloc(size_B), *corners = NULL;
   if (!data || !ga_buffer_read(ctx, piece->buffer, piece->first * stride_B, size_B, data)) {
      free(data);
      return NULL;
   }
   if (piece->vertices == piece->corners)
      return (GLfloat *)(void *)data;
   corners = malloc(piece->corners * stride_B);
   for (uint32_t i = 0; corners && i < piece->corners; i++)
      memcpy(corners + i * stride_B, data + index_at(data + vertices_B, piece->index_size_B, i) * stride_B, stride_B);
   free(data);
   return (GLfloat *)(void *)corners;
}

/* Selection and feedback read the vertices, and so does glBegin. */
static void play_on_cpu(struct ga_context *ctx, const struct ga_list_piece *piece)
{
   const struct ga_list_prim *prims = ga_list_piece_prims(piece);
   GLfloat *data = read_corners(ctx, piece);
   if (!data) {
      ga_oom(ctx, "glCallList");
   } else if (ctx->legacy->immediate.inside) {
      play_inside(ctx, piece, data);
   } else {
      const struct ga_vertex_source source = {piece->buffer, 0, (const uint8_t *)data, piece->mask};
      for (uint32_t i = 0; i < piece->prims; i++)
         ga_immediate_draw(ctx, &source, &(struct pipe_draw_info){.mode = (enum pipe_prim_type)prims[i].mode, .start = prims[i].first,
                                                                  .count = prims[i].count, .instance_count = 1}, "glCallList");
   }
   free(data);
}

/* ---- execution ------------------------------------------------------------------------------------------------------------- */

/* Lists of lines and triangles draw the same as strips, fans and polygons, unless primitives are numbered or captured, patterns run along
 * lines, sides of polygons are drawn, or the first vertex is the provoking one. */
static bool may_merge(struct ga_context *ctx)
{
   const struct ga_legacy *l = ctx->legacy;
   const struct ga_exec *fragment = ctx->stage_exec[PIPE_SHADER_FRAGMENT];
   return ctx->provoking_vertex == GL_LAST_VERTEX_CONVENTION && ctx->polygon_mode[0] == GL_FILL && ctx->polygon_mode[1] == GL_FILL &&
          !l->stipples.line && !ctx->stage_exec[PIPE_SHADER_GEOMETRY] && !ctx->stage_exec[PIPE_SHADER_TESS_EVAL] &&
          !(fragment && fragment->linked->reads_primitive_id) && !ga_feedback_captures(ctx);
}

static void play_on_gpu(struct ga_context *ctx, const struct ga_list_piece *piece)
{
   const bool merged = piece->merged && may_merge(ctx), indexed = merged || piece->vertices < piece->corners;
   const struct ga_list_prim *prims = ga_list_piece_prims(piece) + (merged ? piece->prims : 0);
   const struct ga_vertex_source source = {piece->buffer, 0, NULL, piece->mask};
   struct pipe_draw_info info = {.instance_count = 1, .may_join = true};
   if (indexed) {
      info.index_size_B = (uint8_t)piece->index_size_B;
      info.index_buffer = piece->buffer;
      info.index_offset_B = piece->indices_B;
      info.index_bias = (int32_t)piece->first;
   }
   for (uint32_t i = 0; i < (merged ? piece->merged : piece->prims); i++) {
      info.mode = (enum pipe_prim_type)prims[i].mode;
      info.start = indexed ? prims[i].first : piece->first + prims[i].first;
      info.count = prims[i].count;
      ga_immediate_draw(ctx, &source, &info, "glCallList");
   }
}

void ga_list_play_vertices(struct ga_context *ctx, const uint8_t *at)
{
   const struct ga_list_piece *piece = (const void *)at;
   const GLfloat *values = ga_list_piece_values(piece);
   if (ctx->legacy->immediate.inside || !ctx->renders)
      play_on_cpu(ctx, piece);
   else
      play_on_gpu(ctx, piece);
   for (uint32_t left = piece->set; left; left &= left - 1, values += 4)
      ga_generic_attrib(ctx, (unsigned)__builtin_ctz(left), values);
}

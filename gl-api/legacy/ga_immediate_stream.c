/* ga_immediate_stream.c: the memory of vertices between glBegin and glEnd. Vertices are written where the GPU reads them: to a block of
 * streaming memory. A primitive that fills its block is drawn in parts; each part after the first begins with the vertices that
 * its first primitive shares with the part before. */
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy.h"

#define BLOCK_B (512u << 10)        /* of which the uploader makes two of a chunk */
#define LEAST 32                    /* vertices that a primitive has room for at its beginning */
#define MOST_B (1u << 31)
#define MAX_CARRIED 6

static uint32_t stride_of(const struct ga_vertices *v)
{
   return v->floats * (uint32_t)sizeof(GLfloat);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------------------- */

void ga_immediate_release(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   pipe_resource_unref(im->block.buffer);
   im->block.buffer = NULL;
   st_uploader_destroy(im->uploader);
   im->uploader = NULL;
}

/* The block before keeps its memory until the new one is there: *before is the caller's reference to it, or NULL. */
static bool new_block(struct ga_context *ctx, uint32_t size_B, struct pipe_resource **before)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   struct pipe_resource *buffer;
   uint32_t offset_B;
   if (!im->uploader)
      im->uploader = st_uploader_create(ctx->st.pipe, PIPE_BIND_VERTEX_BUFFER);
   uint8_t *map = im->uploader ? st_upload_alloc(im->uploader, size_B > BLOCK_B ? size_B : BLOCK_B, 16, &offset_B, &buffer) : NULL;
   if (!map) {
      ga_oom(ctx, "glVertex");
      return false;
   }
   *before = im->block.buffer;
   im->block.buffer = buffer;
   im->block.map = map;
   im->block.offset_B = offset_B;
   im->block.size_B = size_B > BLOCK_B ? size_B : BLOCK_B;
   im->block.used_B = im->block.base_B = 0;
   im->block.base_mask = im->v.mask;
   return true;
}

/* Places the vertices at `at_B` of the block. */
static void place(struct ga_immediate *im, uint32_t at_B)
{
   im->v.data = (GLfloat *)(void *)(im->block.map + at_B);
   im->v.room = (im->block.size_B - at_B) / stride_of(&im->v);
}

static uint32_t at_of(const struct ga_immediate *im)
{
   return (uint32_t)((const uint8_t *)im->v.data - im->block.map);
}

/* The first vertex: after those of the last primitive, at a multiple of the stride where the layout is the same. */
static bool start(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const uint32_t stride_B = stride_of(&im->v);
   uint32_t at_B = im->block.used_B;
   if (im->block.base_mask == im->v.mask) {
      const uint32_t over_B = (at_B - im->block.base_B) % stride_B;
      at_B += over_B ? stride_B - over_B : 0;
   }
   if (!im->block.buffer || at_B + (uint64_t)LEAST * stride_B > im->block.size_B) {
      struct pipe_resource *before;
      if (!new_block(ctx, BLOCK_B, &before))
         return false;
      pipe_resource_unref(before);
      at_B = 0;
   } else if (im->block.base_mask != im->v.mask) {
      im->block.base_B = at_B;
      im->block.base_mask = im->v.mask;
   }
   place(im, at_B);
   return true;
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------- */

static void describe(struct ga_context *ctx, const struct ga_vertex_source *source)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const uint32_t stride_B = 16 * (uint32_t)__builtin_popcount(source->mask);
   uint64_t at_B = ctx->renders ? source->base_B : (uintptr_t)source->map;
   im->vao.enabled = source->mask;
   for (uint32_t left = source->mask; left; left &= left - 1, at_B += 16) {
      struct ga_vertex_binding *binding = &im->vao.binding[__builtin_ctz(left)];
      binding->resource = ctx->renders ? source->buffer : NULL;
      binding->offset = at_B;
      binding->stride_B = stride_B;
   }
}

void ga_immediate_draw(struct ga_context *ctx, const struct ga_vertex_source *source, const struct pipe_draw_info *info, const char *command)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   struct ga_vao *bound = ctx->vao;
   const bool derived = ctx->renders && ctx->derived_vao == &im->vao && im->derived.buffer == source->buffer &&
                        im->derived.base_B == source->base_B && im->derived.mask == source->mask;
   describe(ctx, source);
   ctx->vao = &im->vao;
   ctx->dirty = derived ? ctx->dirty & ~(uint32_t)GA_DIRTY_VERTEX_ARRAYS : ctx->dirty | GA_DIRTY_VERTEX_ARRAYS;
   im->derived.buffer = ctx->renders ? source->buffer : NULL;
   im->derived.base_B = source->base_B;
   im->derived.mask = source->mask;
   ga_draw_vertices(ctx, info, command);
   ctx->vao = bound;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

static void draw(struct ga_context *ctx, GLenum mode, uint32_t count)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const struct ga_vertex_source source = {im->block.buffer, (uint64_t)im->block.offset_B + im->block.base_B,
                                           im->block.map + im->block.base_B, im->v.mask};
   const uint32_t first = (at_of(im) - im->block.base_B) / stride_of(&im->v);
   im->block.used_B = at_of(im) + im->v.count * stride_of(&im->v);
   if (!count)
      return;
   im->inside = false;
   ga_immediate_draw(ctx, &source, &(struct pipe_draw_info){.mode = (enum pipe_prim_type)mode, .start = first, .count = count,
                                                            .instance_count = 1, .may_join = true}, "glEnd");
   im->inside = true;
}

/* ---- parts of a primitive -------------------------------------------------------------------------------------------------- */

/* What is drawn of the vertices so far, and the vertices, by index, that begin the next part. */
struct cut { uint32_t draw; unsigned carried; uint32_t index[MAX_CARRIED]; };

static struct cut cut_list(uint32_t count, uint32_t vertices)
{
   struct cut cut = {.draw = count - count % vertices, .carried = count % vertices};
   for (unsigned i = 0; i < cut.carried; i++)
      cut.index[i] = cut.draw + i;
   return cut;
}

static struct cut cut_strip(uint32_t draw, uint32_t count, uint32_t carried)
{
   struct cut cut = {.draw = draw, .carried = carried < count ? carried : count};
   for (unsigned i = 0; i < cut.carried; i++)
      cut.index[i] = count - cut.carried + i;
   return cut;
}

/* A strip's triangles keep their orientation where an even number of them is drawn before. all: the last one has to be drawn in any
 * case; the next part then begins with a triangle without area. Where the count is too small, all vertices are carried. */
static struct cut cut_of(GLenum mode, uint32_t count, bool all)
{
   switch (mode) {
   case GL_POINTS: return cut_list(count, 1);
   case GL_LINES: return cut_list(count, 2);
   case GL_TRIANGLES: return cut_list(count, 3);
   case GL_QUADS: case GL_LINES_ADJACENCY: return cut_list(count, 4);
   case GL_TRIANGLES_ADJACENCY: return cut_list(count, 6);
   case GL_LINE_STRIP: case GL_LINE_LOOP: return cut_strip(count, count, 1);
   case GL_LINE_STRIP_ADJACENCY: return cut_strip(count, count, 3);
   case GL_QUAD_STRIP: return cut_strip(count - count % 2, count, 2 + count % 2);
   case GL_TRIANGLE_FAN: return (struct cut){count, count > 1 ? 2 : count, {0, count - 1}};
   case GL_TRIANGLE_STRIP:
      if (count % 2 && all && count > 2)
         return (struct cut){count, 3, {count - 2, count - 2, count - 1}};
      return cut_strip(count - count % 2, count, 2 + count % 2);
   default: return (struct cut){.carried = 0}; /* polygons and others are not drawn in parts */
   }
}

static bool has_parts(GLenum mode)
{
   return mode != GL_POLYGON && mode != GL_TRIANGLE_STRIP_ADJACENCY && mode != GL_PATCHES;
}

/* Parts count as one primitive: no shader of the application may number primitives, and no pattern may run along lines. */
static bool may_split(const struct ga_context *ctx)
{
   const struct ga_legacy *l = ctx->legacy;
   const bool lines = l->immediate.mode == GL_LINE_STRIP || l->immediate.mode == GL_LINE_LOOP;
   return has_parts(l->immediate.mode) && ctx->renders && !(lines && l->stipples.line) && !ctx->stage_exec[PIPE_SHADER_GEOMETRY] &&
          !ctx->stage_exec[PIPE_SHADER_TESS_EVAL] && ctx->stage_exec[PIPE_SHADER_FRAGMENT] == l->fixed[PIPE_SHADER_FRAGMENT];
}

/* Draws what is complete. *carried gets the vertices of the next part; returns their number. */
static uint32_t draw_part(struct ga_context *ctx, bool all, GLfloat *carried)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const struct cut cut = cut_of(im->mode, im->v.count, all);
   const size_t floats = im->v.floats;
   for (unsigned i = 0; i < cut.carried; i++)
      memcpy(carried + i * floats, im->v.data + cut.index[i] * floats, floats * sizeof(GLfloat));
   if (im->mode == GL_LINE_LOOP && !im->loop_open) {
      memcpy(im->first, im->v.data, floats * sizeof(GLfloat));
      im->loop_open = true;
   }
   draw(ctx, im->mode == GL_LINE_LOOP ? GL_LINE_STRIP : im->mode, cut.draw);
   return cut.carried;
}

static bool split(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   GLfloat carried[MAX_CARRIED * 4 * GA_ATTRIB_SLOTS];
   const uint32_t count = draw_part(ctx, false, carried);
   im->v.count = 0;
   im->v.room = 0;
   im->block.used_B = im->block.size_B;
   if (!start(ctx))
      return false;
   memcpy(im->v.data, carried, count * im->v.floats * sizeof(GLfloat));
   im->v.count = count;
   return true;
}

/* The vertices move to a block of twice the size, in the layout that v has now; `mask`: the layout that they have. */
static bool move(struct ga_context *ctx, uint32_t mask)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const GLfloat *from = im->v.data;
   const uint64_t size_B = 2 * ((uint64_t)im->v.count + LEAST) * stride_of(&im->v);
   struct pipe_resource *before;
   if (size_B > MOST_B || !new_block(ctx, (uint32_t)size_B, &before)) {
      if (size_B > MOST_B)
         ga_oom(ctx, "glVertex");
      return false;
   }
   place(im, 0);
   ga_vertices_widen(&im->v, im->v.data, from, mask, im->v.count);
   pipe_resource_unref(before);
   return true;
}

bool ga_immediate_room(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (im->v.count < im->v.room)
      return true;
   if (!im->v.count)
      return start(ctx);
   return may_split(ctx) && im->v.count > MAX_CARRIED ? split(ctx) : move(ctx, im->v.mask);
}

bool ga_immediate_widen(struct ga_context *ctx, unsigned slot, const GLfloat value[4])
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const uint32_t before = im->v.mask;
   GLfloat first[4 * GA_ATTRIB_SLOTS];
   memcpy(first, im->first, sizeof(first));
   ga_vertices_add_slot(&im->v, slot, value);
   if (im->loop_open)
      ga_vertices_widen(&im->v, im->first, first, before, 1);
   if (!im->v.count) {
      im->v.room = 0;
      return true;
   }
   const uint32_t at_B = at_of(im);
   if (at_B + (uint64_t)(im->v.count + 1) * stride_of(&im->v) > im->block.size_B)
      return move(ctx, before);
   im->block.base_B = at_B;
   im->block.base_mask = im->v.mask;
   place(im, at_B);
   ga_vertices_widen(&im->v, im->v.data, im->v.data, before, im->v.count);
   return true;
}

void ga_immediate_finish(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   GLenum mode = im->mode;
   if (im->loop_open) {
      mode = GL_LINE_STRIP;
      if (ga_immediate_room(ctx)) {
         memcpy(im->v.data + (size_t)im->v.count * im->v.floats, im->first, im->v.floats * sizeof(GLfloat));
         im->v.count++;
      }
   }
   if (im->v.count)
      draw(ctx, mode, im->v.count);
}

/* Strips that end with an odd vertex go on with a triangle without area, which is not drawn, so that none is drawn twice. */
void ga_immediate_split(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   GLfloat carried[MAX_CARRIED * 4 * GA_ATTRIB_SLOTS];
   if (!im->inside || !im->v.count || !has_parts(im->mode))
      return;
   const uint32_t count = draw_part(ctx, true, carried);
   im->v.count = 0;
   im->v.room = 0;
   if (!count || !start(ctx))
      return;
   memcpy(im->v.data, carried, count * im->v.floats * sizeof(GLfloat));
   im->v.count = count;
}

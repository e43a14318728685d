/* ga_render_feedback_draw.c: draws whose primitives are selected or fed back: captured vertices (ga_vertex_capture.h), assembly of
 * primitives, clipping, culling, polygon modes (GL 2.1, 5.2 and 5.3). */
#include "gl-api/legacy/ga_render_feedback.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/legacy/ga_array_read.h"
#include "gl-api/legacy/ga_vertex_capture.h"
#include "gl-api/object/ga_buffer.h"

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

static void clamp(GLfloat c[4])
{
   for (unsigned i = 0; i < 4; i++)
      c[i] = c[i] > 0 ? c[i] < 1 ? c[i] : 1 : 0;
}

static void read_record(const struct ga_context *ctx, const GLfloat *record, struct ga_render_feedback_vertex *out)
{
   memcpy(out->clip, record + GA_CAPTURE_CLIP, sizeof(out->clip));
   memcpy(out->distance, record + GA_CAPTURE_DISTANCES, sizeof(out->distance));
   memcpy(out->coords, record + GA_CAPTURE_COORDS, sizeof(out->coords));
   for (unsigned side = 0; side < 2; side++) {
      memcpy(out->color[side], record + (side && ctx->st.raster.light_twoside ? GA_CAPTURE_BACK : GA_CAPTURE_FRONT), 4 * sizeof(GLfloat));
      if (ctx->legacy->clamp_vertex_color != GL_FALSE)
         clamp(out->color[side]);
   }
   out->edge = true;
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

struct feed {
   struct ga_context *ctx;
   const struct ga_render_feedback_vertex *v; /* of a draw, up to a restart */
   struct ga_render_feedback_vertex *work, *spare; /* of a polygon */
   bool new_stipple;                /* the next line begins the pattern of line stipples anew */
};

static void flat(const struct feed *f, unsigned count, const struct ga_render_feedback_vertex *provoking)
{
   if (f->ctx->legacy->lighting.shade_model != GL_FLAT)
      return;
   for (unsigned i = 0; i < count; i++)
      memcpy(f->work[i].color, provoking->color, sizeof(provoking->color));
}

static bool selects(const struct feed *f, const struct ga_render_feedback_vertex *v, unsigned count)
{
   if (f->ctx->legacy->render.mode != GL_SELECT)
      return false;
   ga_select_hit(f->ctx, v, count);
   return true;
}

static void put_point(struct feed *f, const struct ga_render_feedback_vertex *v, bool back)
{
   ga_render_feedback_value(f->ctx, GL_POINT_TOKEN);
   ga_render_feedback_vertex(f->ctx, v, back);
}

static void put_line(struct feed *f, const struct ga_render_feedback_vertex *a, const struct ga_render_feedback_vertex *b, bool back)
{
   ga_render_feedback_value(f->ctx, f->new_stipple ? GL_LINE_RESET_TOKEN : GL_LINE_TOKEN);
   f->new_stipple = false;
   ga_render_feedback_vertex(f->ctx, a, back);
   ga_render_feedback_vertex(f->ctx, b, back);
}

static void point(struct feed *f, unsigned i)
{
   if (ga_render_feedback_inside(f->ctx, &f->v[i]) && !selects(f, &f->v[i], 1))
      put_point(f, &f->v[i], false);
}

static void line(struct feed *f, unsigned a, unsigned b)
{
   f->work[0] = f->v[a];
   f->work[1] = f->v[b];
   flat(f, 2, &f->v[f->ctx->provoking_vertex == GL_FIRST_VERTEX_CONVENTION ? a : b]);
   if (ga_render_feedback_clip_line(f->ctx, f->work) && !selects(f, f->work, 2))
      put_line(f, &f->work[0], &f->work[1], false);
}

/* Twice the area in normalized device coordinates, negative: clockwise. */
static double area(const struct ga_render_feedback_vertex *v, unsigned count)
{
   double sum = 0;
   for (unsigned i = 0; i < count; i++) {
      const GLfloat *a = v[i].clip, *b = v[(i + 1) % count].clip;
      sum += (double)(a[0] / a[3]) * (double)(b[1] / b[3]) - (double)(b[0] / b[3]) * (double)(a[1] / a[3]);
   }
   return sum;
}

/* The polygon of f->work, without edge flags: all edges are boundaries. */
static void polygon(struct feed *f, unsigned count, const struct ga_render_feedback_vertex *provoking, bool edge_flags)
{
   struct ga_context *ctx = f->ctx;
   struct ga_render_feedback_vertex *v = f->work;
   flat(f, count, provoking);
   for (unsigned i = 0; i < count && !edge_flags; i++)
      v[i].edge = true;
   count = ga_render_feedback_clip_polygon(ctx, v, f->spare, count);
   if (!count)
      return;
   const double signed_area = area(v, count);
   const bool back = ctx->front_face == GL_CCW ? signed_area < 0 : signed_area > 0;
   if (ctx->cap_cull && ctx->cull_mode != (back ? GL_FRONT : GL_BACK))
      return;
   if (selects(f, v, count))
      return;
   const GLenum mode = ctx->polygon_mode[back];
   if (mode == GL_FILL) {
      ga_render_feedback_value(ctx, GL_POLYGON_TOKEN);
      ga_render_feedback_value(ctx, (GLfloat)count);
      for (unsigned i = 0; i < count; i++)
         ga_render_feedback_vertex(ctx, &v[i], back);
      return;
   }
   f->new_stipple = true;
   for (unsigned i = 0; i < count; i++) {
      if (v[i].edge && mode == GL_POINT)
         put_point(f, &v[i], back);
      else if (v[i].edge)
         put_line(f, &v[i], &v[(i + 1) % count], back);
   }
}

static void triangle(struct feed *f, unsigned a, unsigned b, unsigned c, unsigned provoking, bool edge_flags)
{
   f->work[0] = f->v[a];
   f->work[1] = f->v[b];
   f->work[2] = f->v[c];
   polygon(f, 3, &f->v[provoking], edge_flags);
}

static void quad(struct feed *f, unsigned a, unsigned b, unsigned c, unsigned d, unsigned provoking, bool edge_flags)
{
   f->work[3] = f->v[d];
   f->work[0] = f->v[a];
   f->work[1] = f->v[b];
   f->work[2] = f->v[c];
   polygon(f, 4, &f->v[provoking], edge_flags);
}

static void lines(struct feed *f, GLenum mode, unsigned count)
{
   f->new_stipple = true;
   for (unsigned i = 0; i + 1 < count; i += mode == GL_LINES ? 2 : 1) {
      f->new_stipple |= mode == GL_LINES;
      line(f, i, i + 1);
   }
   if (mode == GL_LINE_LOOP && count > 1)
      line(f, count - 1, 0);
}

/* Without a geometry shader the vertices next to a primitive are ignored (OpenGL 4.6 compatibility, 10.1.11 to 10.1.14). */
static void adjacent_lines(struct feed *f, unsigned step, unsigned count)
{
   f->new_stipple = true;
   for (unsigned i = 0; i + 3 < count; i += step) {
      f->new_stipple |= step == 4;
      line(f, i + 1, i + 2);
   }
}

/* The primitives of f->v[0 .. count). */
static void primitives(struct feed *f, GLenum mode, unsigned count)
{
   const bool first = f->ctx->provoking_vertex == GL_FIRST_VERTEX_CONVENTION;
   switch (mode) {
   case GL_POINTS:
      for (unsigned i = 0; i < count; i++)
         point(f, i);
      break;
   case GL_LINES: case GL_LINE_STRIP: case GL_LINE_LOOP: lines(f, mode, count); break;
   case GL_TRIANGLES:
      for (unsigned i = 0; i + 2 < count; i += 3)
         triangle(f, i, i + 1, i + 2, first ? i : i + 2, true);
      break;
   case GL_TRIANGLE_STRIP:
      for (unsigned i = 0; i + 2 < count; i++)
         triangle(f, i + (i & 1), i + !(i & 1), i + 2, first ? i : i + 2, false);
      break;
   case GL_TRIANGLE_FAN:
      for (unsigned i = 1; i + 1 < count; i++)
         triangle(f, 0, i, i + 1, first ? i : i + 1, false);
      break;
   case GL_QUADS:
      for (unsigned i = 0; i + 3 < count; i += 4)
         quad(f, i, i + 1, i + 2, i + 3, first ? i : i + 3, true);
      break;
   case GL_QUAD_STRIP:
      for (unsigned i = 0; i + 3 < count; i += 2)
         quad(f, i, i + 1, i + 3, i + 2, first ? i : i + 3, false);
      break;
   case GL_POLYGON:
      if (count < 3)
         break;
      memcpy(f->work, f->v, count * sizeof(*f->v));
      polygon(f, count, &f->v[0], true);
      break;
   case GL_LINES_ADJACENCY: adjacent_lines(f, 4, count); break;
   case GL_LINE_STRIP_ADJACENCY: adjacent_lines(f, 1, count); break;
   case GL_TRIANGLES_ADJACENCY:
      for (unsigned i = 0; i + 5 < count; i += 6)
         triangle(f, i, i + 2, i + 4, first ? i : i + 4, false);
      break;
   case GL_TRIANGLE_STRIP_ADJACENCY:
      for (unsigned i = 0; i + 5 < count; i += 2) /* every second triangle has its first two vertices exchanged */
         triangle(f, i + (i & 2), i + 2 - (i & 2), i + 4, first ? i : i + 4, false);
      break;
   default: break; /* patches: captured after tessellation */
   }
}

/* ---- draws ----------------------------------------------------------------------------------------------------------------- */

static GLuint index_at(const uint8_t *indices, unsigned size_B, uint32_t i)
{
   GLuint wide;
   GLushort half;
   switch (size_B) {
   case 1: return indices[i];
   case 2: memcpy(&half, indices + 2 * (size_t)i, 2); return half;
   default: memcpy(&wide, indices + 4 * (size_t)i, 4); return wide;
   }
}

/* Indices in a buffer, copied; those outside of it are 0. NULL: out of memory. */
static uint8_t *read_indices(struct ga_context *ctx, const struct pipe_draw_info *info)
{
   const uint64_t size_B = (uint64_t)info->count * info->index_size_B, buffer_B = ctx->index_size_B;
   const uint64_t rest_B = info->index_offset_B < buffer_B ? buffer_B - info->index_offset_B : 0;
   uint8_t *copy = calloc(1, size_B);
   if (copy && ga_buffer_read(ctx, info->index_buffer, info->index_offset_B, size_B < rest_B ? size_B : rest_B, copy))
      return copy;
   free(copy);
   return NULL;
}

/* Which edges are boundaries: flags are attributes, which no stage passes on. */
static bool read_edge_flags(struct ga_context *ctx, const struct pipe_draw_info *info, const uint8_t *indices,
                            struct ga_render_feedback_vertex *v, const char *command)
{
   struct ga_arrays arrays;
   if (!ga_arrays_open_slots(ctx, &arrays, 1u << GLSL_ATTRIB_EDGE_FLAG, command))
      return false;
   for (uint32_t i = 0; i < info->count; i++) {
      GLfloat value[4];
      if (arrays.mask)
         ga_array_element(&arrays.at[GLSL_ATTRIB_EDGE_FLAG],
                          (indices ? index_at(indices, info->index_size_B, i) : info->start + i) + (GLuint)info->index_bias, value);
      v[i].edge = (arrays.mask ? value[0] : ctx->attrib_current[GLSL_ATTRIB_EDGE_FLAG].f[0]) != 0;
   }
   ga_arrays_close(&arrays);
   return true;
}

static bool restarts(const struct pipe_draw_info *info, const uint8_t *indices, uint32_t i)
{
   return indices && info->primitive_restart && index_at(indices, info->index_size_B, i) == info->restart_index;
}

/* The primitives of captured vertices. indices: of the draw, or NULL where they do not matter. */
static bool feed_records(struct ga_context *ctx, const struct pipe_draw_info *info, const uint8_t *indices, const struct ga_capture *captured,
                         bool are_vertices, const char *command)
{
   const uint32_t count = are_vertices ? info->count : captured->count, instances = are_vertices ? info->instance_count : 1;
   const GLenum mode = are_vertices ? (GLenum)info->mode : captured->primitives;
   if (are_vertices && captured->count < (uint64_t)count * instances)
      return true; /* the draw did nothing, as with indices beyond the end of their buffer */
   const size_t most = (mode == GL_POLYGON ? (size_t)count : 4) + GA_FEEDBACK_PLANES;
   struct ga_render_feedback_vertex *v = malloc((count + 2 * most) * sizeof(*v));
   struct feed feed = {.ctx = ctx, .work = v + count, .spare = v + count + most};
   if (!v) {
      ga_oom(ctx, command);
      return false;
   }
   bool ok = true;
   for (uint32_t n = 0; n < instances && ok; n++) {
      for (uint32_t i = 0; i < count; i++)
         read_record(ctx, captured->values + ((size_t)n * count + i) * captured->stride, &v[i]);
      ok = !are_vertices || read_edge_flags(ctx, info, indices, v, command);
      for (uint32_t i = 0, first = 0; i <= count && ok; i++) {
         if (i < count && !(are_vertices && restarts(info, indices, i)))
            continue;
         feed.v = v + first;
         primitives(&feed, mode, i - first);
         first = i + 1;
      }
   }
   free(v);
   return ok;
}

/* Indices of which those that restart primitives are another one, so that each index is a vertex. NULL: out of memory. */
static uint8_t *without_restarts(const struct pipe_draw_info *info, const uint8_t *indices)
{
   const unsigned size_B = info->index_size_B;
   uint8_t *copy = malloc((size_t)info->count * size_B);
   uint32_t other = 0;
   while (other < info->count && restarts(info, indices, other))
      other++;
   for (uint32_t i = 0; copy && i < info->count; i++) {
      const uint32_t from = restarts(info, indices, i) ? other : i;
      if (from < info->count)
         memcpy(copy + (size_t)i * size_B, indices + (size_t)from * size_B, size_B);
      else
         memset(copy + (size_t)i * size_B, 0, size_B);
   }
   return copy;
}

/* A draw whose arguments the CPU has. */
static void feed_direct(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command)
{
   const bool are_vertices = !ctx->stage_exec[PIPE_SHADER_GEOMETRY] && !ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   const bool flags = ctx->vao->enabled >> GLSL_ATTRIB_EDGE_FLAG & 1;
   const bool restart = info->index_size_B && info->primitive_restart;
   struct pipe_draw_info draw = *info;
   struct ga_capture captured = {0};
   uint8_t *copy = NULL, *plain = NULL;
   const uint8_t *indices = user_indices;
   if (!info->count || !info->instance_count)
      return;
   if (are_vertices && info->index_size_B && !user_indices && (flags || restart))
      indices = copy = read_indices(ctx, info);
   if (are_vertices && restart) {
      plain = indices ? without_restarts(info, indices) : NULL;
      draw.primitive_restart = false;
      draw.index_buffer = NULL;
      draw.index_offset_B = draw.start = 0;
   }
   if (are_vertices && info->index_size_B && ((restart && !plain) || (flags && !indices)))
      ga_oom(ctx, command);
   else if (ga_capture_draw(ctx, &draw, plain ? plain : user_indices, &captured, command))
      feed_records(ctx, info, indices, &captured, are_vertices, command);
   ga_capture_drop(&captured);
   free(plain);
   free(copy);
}

/* Draws whose arguments are in a buffer. */
static void feed_indirect(struct ga_context *ctx, const struct pipe_draw_info *info, const char *command)
{
   const struct pipe_draw_indirect_info *from = info->indirect;
   const unsigned words = info->index_size_B ? 5 : 4;
   uint32_t draws = from->draw_count, limit = draws;
   if (from->count_buffer && !ga_buffer_read(ctx, from->count_buffer, from->count_offset_B, 4, &limit)) {
      ga_oom(ctx, command);
      return;
   }
   draws = limit < draws ? limit : draws;
   for (uint32_t i = 0; i < draws; i++) {
      uint32_t w[5] = {0};
      if (!ga_buffer_read(ctx, from->buffer, from->offset_B + (uint64_t)i * from->stride_B, 4 * words, w)) {
         ga_oom(ctx, command);
         return;
      }
      struct pipe_draw_info draw = *info;
      const uint64_t offset_B = info->index_offset_B + (uint64_t)w[2] * info->index_size_B;
      draw.indirect = NULL;
      draw.draw_id = info->draw_id + i;
      draw.count = w[0];
      draw.instance_count = w[1];
      draw.start = info->index_size_B ? info->start : w[2];
      draw.index_bias = info->index_size_B ? (int32_t)w[3] : 0;
      draw.start_instance = w[words - 1];
      draw.index_offset_B = offset_B < UINT32_MAX ? (uint32_t)offset_B : UINT32_MAX; /* beyond the buffer */
      feed_direct(ctx, &draw, NULL, command);
   }
}

void ga_render_feedback_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command)
{
   struct pipe_draw_info draw = *info;
   if (ctx->legacy->pixels) { /* the rectangle that pixels or a bitmap are drawn with */
      ga_render_feedback_raster(ctx, ctx->legacy->pixels == GA_PIXELS_BITMAP ? GL_BITMAP_TOKEN : GL_DRAW_PIXEL_TOKEN);
      return;
   }
   if (info->indirect) {
      feed_indirect(ctx, info, command);
      return;
   }
   draw.count_from_so = NULL;
   if (info->count_from_so && !ctx->st.pipe->impl->so_target_vertices(ctx->st.pipe, info->count_from_so, &draw.count))
      ga_oom(ctx, command);
   else
      feed_direct(ctx, &draw, user_indices, command);
}

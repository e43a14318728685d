/* ga_render_feedback_draw.c: draws whose primitives are selected or fed back: the vertex stage of fixed functions on the CPU, assembly of
 * primitives, clipping, culling, polygon modes (GL 2.1, 5.2 and 5.3). */
#include "gl-api/legacy/ga_render_feedback.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_debug.h"
#include "gl-api/legacy/ga_array_read.h"
#include "gl-api/legacy/ga_fixed_cpu.h"
#include "gl-api/object/ga_buffer.h"

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

static void clamp(GLfloat c[4])
{
   for (unsigned i = 0; i < 4; i++)
      c[i] = c[i] > 0 ? c[i] < 1 ? c[i] : 1 : 0;
}

/* The vertex of an index. Attributes without an array have their current values. */
static void make_vertex(const struct ga_context *ctx, const struct ga_arrays *arrays, GLuint index, struct ga_render_feedback_vertex *out)
{
   struct ga_cpu_vertex in;
   GLfloat value[GA_ATTRIB_SLOTS][4], secondary[4];
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++) {
      in.attrib[i] = arrays->mask >> i & 1 ? value[i] : ctx->attrib_current[i].f;
      if (arrays->mask >> i & 1)
         ga_array_element(&arrays->at[i], index, value[i]);
   }
   if (!(arrays->mask & 1))
      in.attrib[0] = in.attrib[GLSL_ATTRIB_VERTEX];
   ga_cpu_position(ctx, in.attrib[0], out->eye, out->clip);
   for (unsigned side = 0; side < 2; side++) {
      ga_cpu_colors(ctx, &in, out->eye, side, out->color[side], secondary);
      if (ctx->legacy->clamp_vertex_color != GL_FALSE)
         clamp(out->color[side]);
   }
   ga_cpu_coordinates(ctx, &in, out->eye, 0, out->coords);
   out->edge = in.attrib[GLSL_ATTRIB_EDGE_FLAG][0] != 0;
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
   default: break; /* primitives that only geometry shaders and tessellation take */
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

/* False: out of memory. */
static bool feed_vertices(struct ga_context *ctx, const struct pipe_draw_info *info, const uint8_t *indices, const struct ga_arrays *arrays)
{
   const size_t most = (info->mode == PIPE_PRIM_POLYGON ? (size_t)info->count : 4) + GA_FEEDBACK_PLANES;
   struct ga_render_feedback_vertex *v = malloc(((size_t)info->count + 2 * most) * sizeof(*v));
   struct feed feed = {.ctx = ctx, .v = v, .work = v + info->count, .spare = v + info->count + most};
   if (!v)
      return false;
   for (uint32_t instance = 0; instance < info->instance_count; instance++) {
      unsigned count = 0;
      for (uint32_t i = 0; i < info->count; i++) {
         const GLuint index = indices ? index_at(indices, info->index_size_B, i) : info->start + i;
         if (indices && info->primitive_restart && index == info->restart_index) {
            primitives(&feed, info->mode, count);
            count = 0;
         } else {
            make_vertex(ctx, arrays, index + (GLuint)info->index_bias, &v[count++]);
         }
      }
      primitives(&feed, info->mode, count);
   }
   free(v);
   return true;
}

void ga_render_feedback_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command)
{
   struct ga_arrays arrays;
   if (ctx->legacy->pixels) { /* the rectangle that pixels or a bitmap are drawn with */
      ga_render_feedback_raster(ctx, ctx->legacy->pixels == GA_PIXELS_BITMAP ? GL_BITMAP_TOKEN : GL_DRAW_PIXEL_TOKEN);
      return;
   }
   if (!ctx->legacy->fixed_vertex || info->indirect || info->count_from_so) {
      ga_debug_message(ctx, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, 3, GL_DEBUG_SEVERITY_HIGH,
                       "%s: selection and feedback have vertices of fixed functions and counts of the application only", command);
      return;
   }
   uint8_t *copy = info->index_size_B && !user_indices ? read_indices(ctx, info) : NULL;
   const uint8_t *indices = user_indices ? user_indices : copy;
   if (info->index_size_B && !indices) {
      ga_oom(ctx, command);
      return;
   }
   if (ga_arrays_open(ctx, &arrays, command)) {
      if (!feed_vertices(ctx, info, indices, &arrays))
         ga_oom(ctx, command);
      ga_arrays_close(&arrays);
   }
   free(copy);
}

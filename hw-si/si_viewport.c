/* si_viewport.c: viewport transform, scissors, guard band, clip control. The guard band lets triangles that leave the
 * viewport but not the rasterizer's number range pass unclipped; the viewport's own scissor then cuts them. */
#include "si_context.h"

#include <math.h>
#include <string.h>

#include "hw_regs.h"

#define MAX_COORD 32767.0f /* 16.8 fixed point around the origin */

void si_set_viewports(struct pipe_context *base, unsigned start, unsigned count, const struct pipe_viewport_state *vp)
{
   struct si_context *ctx = si_context(base);

   if (start + count > PIPE_MAX_VIEWPORTS || !memcmp(&ctx->viewport[start], vp, count * sizeof(*vp)))
      return;
   memcpy(&ctx->viewport[start], vp, count * sizeof(*vp));
   ctx->dirty |= SI_DIRTY_VIEWPORT | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND;
}

void si_set_scissors(struct pipe_context *base, unsigned start, unsigned count, const struct pipe_scissor_state *sc)
{
   struct si_context *ctx = si_context(base);

   if (start + count > PIPE_MAX_VIEWPORTS)
      return;
   memcpy(&ctx->scissor[start], sc, count * sizeof(*sc));
   ctx->dirty |= SI_DIRTY_SCISSOR;
}

/* Viewports that a draw can choose from: all of them when the last vertex stage writes gl_ViewportIndex, else the first. */
static unsigned viewport_count(const struct si_context *ctx)
{
   return ctx->all_viewports ? PIPE_MAX_VIEWPORTS : 1;
}

void si_emit_viewport(struct si_context *ctx)
{
   unsigned count = viewport_count(ctx);
   bool halfz = ctx->raster && ctx->raster->state.clip_halfz;
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg_seq(b, R_02843C_PA_CL_VPORT_XSCALE, 6 * count);
   for (unsigned i = 0; i < count; i++)
      for (unsigned k = 0; k < 3; k++) {
         pm4_emit_float(b, ctx->viewport[i].scale[k]);
         pm4_emit_float(b, ctx->viewport[i].translate[k]);
      }
   pm4_set_context_reg_seq(b, R_0282D0_PA_SC_VPORT_ZMIN_0, 2 * count);
   for (unsigned i = 0; i < count; i++) {
      float scale = ctx->viewport[i].scale[2], translate = ctx->viewport[i].translate[2];
      float z0 = halfz ? translate : translate - scale, z1 = translate + scale;
      pm4_emit_float(b, z0 < z1 ? z0 : z1);
      pm4_emit_float(b, z0 < z1 ? z1 : z0);
   }
}

static int clamp_coord(float v)
{
   return v <= 0 ? 0 : v >= 16384 ? 16384 : (int)v;
}

/* A fragment is a pixel whose centre is covered, not one whose samples are. */
static bool covers_centers(const struct si_context *ctx)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   return !ctx->smooth && (ctx->fb.state.samples <= 1 || !(s && (s->multisample || s->line_smooth || s->poly_smooth)));
}

/* The pixels of a viewport's side: those whose centres are inside, as its clip planes demand (OpenGL 4.6, 13.7); of samples, all
 * that the side touches, and the guard band clips. */
static void side(float from, float to, bool centers, int *first, int *end)
{
   *first = clamp_coord(centers ? ceilf(from - 0.5f) : floorf(from));
   *end = clamp_coord(centers ? ceilf(to - 0.5f) : ceilf(to));
}

static void emit_scissor(struct si_context *ctx, unsigned index)
{
   const struct pipe_viewport_state *vp = &ctx->viewport[index];
   const float sx = fabsf(vp->scale[0]), sy = fabsf(vp->scale[1]);
   const bool centers = covers_centers(ctx);
   int x0, y0, x1, y1;
   side(vp->translate[0] - sx, vp->translate[0] + sx, centers, &x0, &x1);
   side(vp->translate[1] - sy, vp->translate[1] + sy, centers, &y0, &y1);
   struct pm4_buf *b = &ctx->cs.buf;

   if (ctx->raster && ctx->raster->state.scissor) {
      const struct pipe_scissor_state *s = &ctx->scissor[index];
      x0 = s->minx > x0 ? s->minx : x0;
      y0 = s->miny > y0 ? s->miny : y0;
      x1 = s->maxx < x1 ? s->maxx : x1;
      y1 = s->maxy < y1 ? s->maxy : y1;
   }
   si_wa_empty_scissor(&x0, &y0, &x1, &y1);
   pm4_emit(b, S_028250_TL_X(x0) | S_028250_TL_Y(y0) | S_028250_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(b, S_028254_BR_X(x1) | S_028254_BR_Y(y1));
}

void si_emit_scissor(struct si_context *ctx)
{
   unsigned count = viewport_count(ctx);

   pm4_set_context_reg_seq(&ctx->cs.buf, R_028250_PA_SC_VPORT_SCISSOR_0_TL, 2 * count);
   for (unsigned i = 0; i < count; i++)
      emit_scissor(ctx, i);
}

void si_set_window_rectangles(struct pipe_context *base, const struct pipe_window_rectangles *rectangles)
{
   struct si_context *ctx = si_context(base);

   ctx->window_rectangles = *rectangles;
   ctx->dirty |= SI_DIRTY_WINDOW_RECTANGLES;
}

/* PA_SC_CLIPRECT_RULE has a bit for each set of rectangles that a pixel is inside of: whether it is drawn. */
static uint16_t clip_rule(const struct pipe_window_rectangles *w)
{
   uint16_t rule = 0;
   for (unsigned inside = 0; inside < 1u << PIPE_MAX_WINDOW_RECTANGLES; inside++)
      if (((inside & ((1u << w->count) - 1)) != 0) == w->include)
         rule |= (uint16_t)(1u << inside);
   return rule;
}

void si_emit_window_rectangles(struct si_context *ctx)
{
   const struct pipe_window_rectangles *w = &ctx->window_rectangles;
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg(b, R_02820C_PA_SC_CLIPRECT_RULE, S_02820C_CLIP_RULE(clip_rule(w)));
   if (!w->include && !w->count)
      return;
   /* The rule is over all four: those beyond the count are empty. */
   pm4_set_context_reg_seq(b, R_028210_PA_SC_CLIPRECT_0_TL, 2 * PIPE_MAX_WINDOW_RECTANGLES);
   for (unsigned i = 0; i < PIPE_MAX_WINDOW_RECTANGLES; i++) {
      const struct pipe_scissor_state r = i < w->count ? w->rect[i] : (struct pipe_scissor_state){0};
      pm4_emit(b, S_028210_TL_X(r.minx) | S_028210_TL_Y(r.miny));
      pm4_emit(b, S_028214_BR_X(r.maxx) | S_028214_BR_Y(r.maxy));
   }
}

/* How far beyond the viewport, in viewport halves, coordinates still fit. exact: the scissor does not cut along edges of the
 * viewport that are not those of pixels. */
static float guardband(float scale, float translate, bool exact)
{
   if (exact && (floorf(translate - scale) != translate - scale || floorf(translate + scale) != translate + scale))
      return 1;
   float s = fabsf(scale), room = MAX_COORD - fabsf(translate);

   if (s < 0.5f)
      s = 0.5f; /* an empty viewport clips everything anyway */
   return room / s < 1 ? 1 : room / s;
}

/* Primitives that a draw may rasterize: polygons become points, lines or triangles by their modes. */
static void drawn_prims(const struct pipe_rasterizer_state *s, enum pipe_prim_type mode, bool *points, bool *lines)
{
   *points = mode == PIPE_PRIM_POINTS;
   *lines = (!*points && mode < PIPE_PRIM_TRIANGLES) || mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY;
   if (!*points && !*lines) {
      *points = s->fill_front == PIPE_POLYGON_MODE_POINT || s->fill_back == PIPE_POLYGON_MODE_POINT;
      *lines = s->fill_front == PIPE_POLYGON_MODE_LINE || s->fill_back == PIPE_POLYGON_MODE_LINE;
   }
}

static bool is_smooth(const struct pipe_rasterizer_state *s, uint8_t fill)
{
   return fill == PIPE_POLYGON_MODE_LINE ? s->line_smooth : fill == PIPE_POLYGON_MODE_FILL && s->poly_smooth;
}

/* The faces of primitives of a draw that are smooth; faces that are culled have no say. */
static uint8_t smooth_faces(const struct pipe_rasterizer_state *s, enum pipe_prim_type mode)
{
   uint8_t faces = 0;

   if (mode < PIPE_PRIM_TRIANGLES || mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY)
      return mode != PIPE_PRIM_POINTS && s->line_smooth ? PIPE_FACE_FRONT_AND_BACK : 0;
   if (is_smooth(s, s->cull & PIPE_FACE_FRONT ? s->fill_back : s->fill_front))
      faces |= PIPE_FACE_FRONT;
   if (is_smooth(s, s->cull & PIPE_FACE_BACK ? s->fill_front : s->fill_back))
      faces |= PIPE_FACE_BACK;
   return faces;
}

/* All that the draw rasterizes are points. */
static bool draws_points(const struct pipe_rasterizer_state *s, enum pipe_prim_type mode)
{
   if (mode < PIPE_PRIM_TRIANGLES || mode == PIPE_PRIM_LINES_ADJACENCY || mode == PIPE_PRIM_LINE_STRIP_ADJACENCY)
      return mode == PIPE_PRIM_POINTS;
   return (s->cull & PIPE_FACE_FRONT || s->fill_front == PIPE_POLYGON_MODE_POINT) &&
          (s->cull & PIPE_FACE_BACK || s->fill_back == PIPE_POLYGON_MODE_POINT);
}

/* Before a draw's shaders are chosen: smooth lines and polygons of single-sampled targets cover samples, which the pixel shader
 * counts. */
void si_set_smooth_prims(struct si_context *ctx, enum pipe_prim_type mode)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   const uint8_t faces = s && (s->line_smooth || s->poly_smooth) && ctx->fb.state.samples <= 1 ? smooth_faces(s, mode) : 0;

   const bool points = s && s->point_smooth && !s->multisample && draws_points(s, mode);

   if (ctx->smooth_points != points) {
      ctx->smooth_points = points;
      ctx->shaders_dirty = true;
   }
   if (ctx->smooth_faces == faces)
      return;
   ctx->smooth_faces = faces;
   ctx->smooth = faces != 0;
   ctx->dirty |= SI_DIRTY_MSAA | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND;
   ctx->shaders_dirty = true;
}

/* Before a draw's shaders are chosen: the stipple pattern applies to filled polygons, edge flags to lines and points that are drawn
 * of separate triangles, quads and polygons; all sides of strips and fans are boundaries (OpenGL 4.6 compatibility, 14.6.2, 10.5). */
void si_set_polygon_prims(struct si_context *ctx, enum pipe_prim_type mode)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   uint8_t stippled = 0;
   bool edge_flags = false;

   if (s && s->poly_stipple_enable && mode >= PIPE_PRIM_TRIANGLES && mode != PIPE_PRIM_LINES_ADJACENCY &&
       mode != PIPE_PRIM_LINE_STRIP_ADJACENCY)
      stippled = (s->fill_front == PIPE_POLYGON_MODE_FILL ? PIPE_FACE_FRONT : 0) |
                 (s->fill_back == PIPE_POLYGON_MODE_FILL ? PIPE_FACE_BACK : 0);
   if (s && s->edge_flags && !ctx->stage[PIPE_SHADER_GEOMETRY].shader && !ctx->stage[PIPE_SHADER_TESS_EVAL].shader)
      edge_flags = mode == PIPE_PRIM_TRIANGLES || mode == PIPE_PRIM_QUADS || mode == PIPE_PRIM_POLYGON;
   if (ctx->stippled_faces == stippled && ctx->edge_flags == edge_flags)
      return;
   ctx->stippled_faces = stippled;
   ctx->edge_flags = edge_flags;
   ctx->shaders_dirty = true;
}

/* Before a draw: the width of points and lines, also of those that polygons are drawn as, changes the guard band. */
void si_set_wide_prims(struct si_context *ctx, enum pipe_prim_type mode)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   bool points = false, lines = false;
   float width_px = 0;

   if (s)
      drawn_prims(s, mode, &points, &lines);
   if (s && lines)
      width_px = s->line_width;
   if (s && points) {
      bool per_vertex = s->point_size_per_vertex && ctx->hw[SI_HW_VS].code->bin.exp.writes_psize;
      width_px = fmaxf(width_px, per_vertex ? s->point_size_max : s->point_size);
   }
   if (ctx->prim_width_px == width_px)
      return;
   ctx->prim_width_px = width_px;
   ctx->dirty |= SI_DIRTY_GUARDBAND;
}

/* How far beyond a side of the clip volume, in viewport halves, a vertex of a primitive that reaches inside can be. */
static float discard_band(float scale, float width_px)
{
   return scale ? 1 + width_px / (2 * fabsf(scale)) : 1;
}

/* One guard band for all viewports: the smallest, and the largest discard band that it holds. */
void si_emit_guardband(struct si_context *ctx)
{
   bool keep_wide = ctx->prim_width_px > 0 && ctx->raster && ctx->raster->state.point_tri_clip;
   float clip_x = MAX_COORD, clip_y = MAX_COORD, disc_x = 1, disc_y = 1;
   const bool exact = !covers_centers(ctx) && ctx->prim_width_px == 0;
   struct pm4_buf *b = &ctx->cs.buf;

   for (unsigned i = 0; i < viewport_count(ctx); i++) {
      const struct pipe_viewport_state *vp = &ctx->viewport[i];
      clip_x = fminf(clip_x, guardband(vp->scale[0], vp->translate[0], exact));
      clip_y = fminf(clip_y, guardband(vp->scale[1], vp->translate[1], exact));
      if (keep_wide) {
         disc_x = fmaxf(disc_x, discard_band(vp->scale[0], ctx->prim_width_px));
         disc_y = fmaxf(disc_y, discard_band(vp->scale[1], ctx->prim_width_px));
      }
   }
   if (keep_wide) {
      disc_x = fminf(clip_x, disc_x);
      disc_y = fminf(clip_y, disc_y);
   } else if (ctx->prim_width_px > 0) {
      clip_x = clip_y = 1;
   }
   pm4_set_context_reg_seq(b, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 4);
   pm4_emit_float(b, clip_y);
   pm4_emit_float(b, disc_y);
   pm4_emit_float(b, clip_x);
   pm4_emit_float(b, disc_x);
}

void si_emit_clip(struct si_context *ctx)
{
   const struct si_code *vs = ctx->hw[SI_HW_VS].code;
   uint32_t planes = ctx->raster ? ctx->raster->state.clip_plane_enable & 0xff : 0, out = 0;

   if (vs)
      out = vs->regs.pa_cl_vs_out_cntl | (vs->bin.exp.clip_dist_mask & planes) | (uint32_t)vs->bin.exp.cull_dist_mask << 8;
   pm4_set_context_reg(&ctx->cs.buf, R_02881C_PA_CL_VS_OUT_CNTL, out);
   pm4_set_context_reg(&ctx->cs.buf, R_028810_PA_CL_CLIP_CNTL, ctx->raster ? ctx->raster->pa_cl_clip_cntl : 0);
}

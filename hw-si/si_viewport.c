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

void si_emit_viewport(struct si_context *ctx)
{
   const struct pipe_viewport_state *vp = &ctx->viewport[0];
   bool halfz = ctx->raster && ctx->raster->state.clip_halfz;
   float z0 = halfz ? vp->translate[2] : vp->translate[2] - vp->scale[2], z1 = vp->translate[2] + vp->scale[2];
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg_seq(b, R_02843C_PA_CL_VPORT_XSCALE, 6);
   for (unsigned i = 0; i < 3; i++) {
      pm4_emit_float(b, vp->scale[i]);
      pm4_emit_float(b, vp->translate[i]);
   }
   pm4_set_context_reg_seq(b, R_0282D0_PA_SC_VPORT_ZMIN_0, 2);
   pm4_emit_float(b, z0 < z1 ? z0 : z1);
   pm4_emit_float(b, z0 < z1 ? z1 : z0);
}

static int clamp_coord(float v)
{
   return v <= 0 ? 0 : v >= 16384 ? 16384 : (int)v;
}

static void emit_scissor(struct si_context *ctx, int x0, int y0, int x1, int y1)
{
   struct pm4_buf *b = &ctx->cs.buf;

   si_wa_empty_scissor(&x0, &y0, &x1, &y1);
   pm4_set_context_reg_seq(b, R_028250_PA_SC_VPORT_SCISSOR_0_TL, 2);
   pm4_emit(b, S_028250_TL_X(x0) | S_028250_TL_Y(y0) | S_028250_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(b, S_028254_BR_X(x1) | S_028254_BR_Y(y1));
}

void si_emit_scissor(struct si_context *ctx)
{
   const struct pipe_viewport_state *vp = &ctx->viewport[0];
   float sx = fabsf(vp->scale[0]), sy = fabsf(vp->scale[1]);
   int x0 = clamp_coord(floorf(vp->translate[0] - sx)), y0 = clamp_coord(floorf(vp->translate[1] - sy));
   int x1 = clamp_coord(ceilf(vp->translate[0] + sx)), y1 = clamp_coord(ceilf(vp->translate[1] + sy));

   /* The viewport cuts what triangles have beyond it, but wide points and lines are drawn there. */
   if (ctx->wide_prims) {
      x0 = y0 = 0;
      x1 = y1 = clamp_coord(16384);
   }
   if (ctx->raster && ctx->raster->state.scissor) {
      const struct pipe_scissor_state *s = &ctx->scissor[0];
      x0 = s->minx > x0 ? s->minx : x0;
      y0 = s->miny > y0 ? s->miny : y0;
      x1 = s->maxx < x1 ? s->maxx : x1;
      y1 = s->maxy < y1 ? s->maxy : y1;
   }
   emit_scissor(ctx, x0, y0, x1, y1);
}

/* How far beyond the viewport, in viewport halves, coordinates still fit. */
static float guardband(float scale, float translate)
{
   float s = fabsf(scale), room = MAX_COORD - fabsf(translate);

   if (s < 0.5f)
      s = 0.5f; /* an empty viewport clips everything anyway */
   return room / s < 1 ? 1 : room / s;
}

/* Before a draw: points and lines, also those that polygons are drawn as, have their own rules at the viewport's sides. */
void si_set_wide_prims(struct si_context *ctx, bool wide)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;

   if (s && (s->fill_front != PIPE_POLYGON_MODE_FILL || s->fill_back != PIPE_POLYGON_MODE_FILL))
      wide = true;
   if (ctx->wide_prims == wide)
      return;
   ctx->wide_prims = wide;
   ctx->dirty |= SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND;
}

void si_emit_guardband(struct si_context *ctx)
{
   const struct pipe_viewport_state *vp = &ctx->viewport[0];
   float x = guardband(vp->scale[0], vp->translate[0]), y = guardband(vp->scale[1], vp->translate[1]);
   struct pm4_buf *b = &ctx->cs.buf;

   /* Points count if their centre is inside, lines are cut at the volume before they are made wide (GL ES 2.0, 2.13). */
   if (ctx->wide_prims)
      x = y = 1;
   pm4_set_context_reg_seq(b, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 4);
   pm4_emit_float(b, y);
   pm4_emit_float(b, 1);
   pm4_emit_float(b, x);
   pm4_emit_float(b, 1);
}

void si_emit_clip(struct si_context *ctx)
{
   const struct si_code *vs = ctx->hw[SI_HW_VS].code;
   uint32_t planes = ctx->raster ? ctx->raster->state.clip_plane_enable & 0xff : 0, out = 0;

   if (vs)
      out = vs->regs.pa_cl_vs_out_cntl | (vs->bin.vs.clip_dist_mask & planes) | (uint32_t)vs->bin.vs.cull_dist_mask << 8;
   pm4_set_context_reg(&ctx->cs.buf, R_02881C_PA_CL_VS_OUT_CNTL, out);
   pm4_set_context_reg(&ctx->cs.buf, R_028810_PA_CL_CLIP_CNTL, ctx->raster ? ctx->raster->pa_cl_clip_cntl : 0);
}

/* si_raster.c: rasterizer state. Point coordinates and polygon offset also depend on the framebuffer, clipping on the last
 * vertex stage; those parts are separate atoms. */
#include "si_context.h"

#include <math.h>
#include <stdlib.h>

#include "hw_regs.h"
#include "state/pipe_format_float.h"

/* Sizes are halves in 12.4 fixed point: the hardware measures from the centre. */
static uint32_t half_size(float size)
{
   float v = size * 8;

   return v <= 0 ? 0 : v >= 65535 ? 65535 : (uint32_t)lrintf(v);
}

static const uint8_t fill_types[] = {
   [PIPE_POLYGON_MODE_FILL] = V_028814_X_DRAW_TRIANGLES,
   [PIPE_POLYGON_MODE_LINE] = V_028814_X_DRAW_LINES,
   [PIPE_POLYGON_MODE_POINT] = V_028814_X_DRAW_POINTS,
};

static bool offset_enabled(const struct pipe_rasterizer_state *s, unsigned fill)
{
   return fill == PIPE_POLYGON_MODE_POINT ? s->offset_point : fill == PIPE_POLYGON_MODE_LINE ? s->offset_line : s->offset_fill;
}

void *si_create_rasterizer(struct pipe_context *ctx, const struct pipe_rasterizer_state *s)
{
   struct si_raster *r = calloc(1, sizeof(*r));
   struct pm4_buf b = {.dw = r ? r->pm4 : NULL, .capacity = 40};
   const float around = s->point_smooth && !s->multisample; /* pixels that a smooth point covers in part */
   const float size = s->point_size + around;
   float psize_min = s->point_size_per_vertex ? s->point_size_min + around : size;
   float psize_max = s->point_size_per_vertex ? s->point_size_max + around : size;
   bool poly_mode = s->fill_front != PIPE_POLYGON_MODE_FILL || s->fill_back != PIPE_POLYGON_MODE_FILL;

   (void)ctx;
   if (!r)
      return NULL;
   r->state = *s;
   if (psize_max <= 0)
      psize_max = 8191;
   /* FACE 0 means counter-clockwise with y running down, as on a screen; so does front_ccw (pipe_types.h). */
   pm4_set_context_reg(&b, R_028814_PA_SU_SC_MODE_CNTL,
                       S_028814_CULL_FRONT((s->cull & PIPE_FACE_FRONT) != 0) |
                          S_028814_CULL_BACK((s->cull & PIPE_FACE_BACK) != 0) | S_028814_FACE(!s->front_ccw) |
                          S_028814_POLY_MODE(poly_mode ? V_028814_X_DUAL_MODE : V_028814_X_DISABLE_POLY_MODE) |
                          S_028814_POLYMODE_FRONT_PTYPE(fill_types[s->fill_front]) |
                          S_028814_POLYMODE_BACK_PTYPE(fill_types[s->fill_back]) |
                          S_028814_POLY_OFFSET_FRONT_ENABLE(offset_enabled(s, s->fill_front)) |
                          S_028814_POLY_OFFSET_BACK_ENABLE(offset_enabled(s, s->fill_back)) |
                          S_028814_POLY_OFFSET_PARA_ENABLE(s->offset_point || s->offset_line) |
                          S_028814_PROVOKING_VTX_LAST(!s->flatshade_first));
   pm4_set_context_reg_seq(&b, R_028A00_PA_SU_POINT_SIZE, 3);
   pm4_emit(&b, S_028A00_HEIGHT(half_size(size)) | S_028A00_WIDTH(half_size(size)));
   pm4_emit(&b, S_028A04_MIN_SIZE(half_size(psize_min)) | S_028A04_MAX_SIZE(half_size(psize_max)));
   /* Aliased lines are a whole number of pixels wide; rounding to the register's steps first could round twice. */
   pm4_emit(&b, S_028A08_WIDTH(half_size(s->multisample || s->line_smooth ? s->line_width : fmaxf(floorf(s->line_width + 0.5f), 1))));
   pm4_set_context_reg(&b, R_028BE4_PA_SU_VTX_CNTL,
                       S_028BE4_PIX_CENTER(s->half_pixel_center) | S_028BE4_ROUND_MODE(V_028BE4_X_ROUND_TO_EVEN) |
                          S_028BE4_QUANT_MODE(V_028BE4_X_16_8_FIXED_POINT_1_256TH));
   pm4_set_context_reg(&b, R_028A48_PA_SC_MODE_CNTL_0,
                       S_028A48_MSAA_ENABLE(s->multisample || s->line_smooth || s->poly_smooth) | S_028A48_VPORT_SCISSOR_ENABLE(1) |
                          S_028A48_LINE_STIPPLE_ENABLE(s->line_stipple_enable));
   pm4_set_context_reg(&b, R_028B7C_PA_SU_POLY_OFFSET_CLAMP, pipe_float_bits(s->offset_clamp));
   r->pm4_dw = b.count;
   r->pa_cl_clip_cntl = S_028810_DX_CLIP_SPACE_DEF(s->clip_halfz) | S_028810_ZCLIP_NEAR_DISABLE(!s->depth_clip_near) |
                        S_028810_ZCLIP_FAR_DISABLE(!s->depth_clip_far) |
                        S_028810_DX_RASTERIZATION_KILL(s->rasterizer_discard) | S_028810_DX_LINEAR_ATTR_CLIP_ENA(1);
   return r;
}

void si_bind_rasterizer(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);

   if (ctx->raster == cso)
      return;
   ctx->raster = cso;
   ctx->dirty |= SI_DIRTY_RASTER | SI_DIRTY_POLY_OFFSET | SI_DIRTY_VIEWPORT | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND |
                 SI_DIRTY_CLIP | SI_DIRTY_MSAA | SI_DIRTY_SPI_MAP;
   ctx->shaders_dirty = true;
}

void si_delete_rasterizer(struct pipe_context *base, void *cso)
{
   if (si_context(base)->raster == cso)
      si_context(base)->raster = NULL;
   free(cso);
}

void si_emit_raster(struct si_context *ctx)
{
   struct si_raster *r = ctx->raster;
   struct pm4_buf *b = &ctx->cs.buf;
   bool from_top;

   if (!r)
      return;
   pm4_emit_array(b, r->pm4, r->pm4_dw);
   /* "Top" is the first row in memory; for GL that is the bottom unless the framebuffer is mirrored. */
   from_top = r->state.sprite_coord_lower_left != ctx->fb.state.y_inverted;
   pm4_set_context_reg(b, R_0286D4_SPI_INTERP_CONTROL_0,
                       S_0286D4_FLAT_SHADE_ENA(1) | S_0286D4_PNT_SPRITE_ENA(1) |
                          S_0286D4_PNT_SPRITE_OVRD_X(V_0286D4_SPI_PNT_SPRITE_SEL_S) |
                          S_0286D4_PNT_SPRITE_OVRD_Y(V_0286D4_SPI_PNT_SPRITE_SEL_T) |
                          S_0286D4_PNT_SPRITE_OVRD_Z(V_0286D4_SPI_PNT_SPRITE_SEL_0) |
                          S_0286D4_PNT_SPRITE_OVRD_W(V_0286D4_SPI_PNT_SPRITE_SEL_1) |
                          S_0286D4_PNT_SPRITE_TOP_1(!from_top));
   pm4_set_context_reg(b, R_028230_PA_SC_EDGERULE, ctx->fb.state.y_inverted ? SI_EDGERULE_BOTTOM : SI_EDGERULE_TOP);
}

void si_emit_poly_offset(struct si_context *ctx)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   const struct pipe_surface *zs = ctx->fb.state.zsbuf;
   struct pm4_buf *b = &ctx->cs.buf;
   uint32_t fmt;
   float units;

   if (!s || !(s->offset_point || s->offset_line || s->offset_fill) || !zs)
      return;
   /* The unit is the format's smallest step: the register counts in quarters of it for 16 bits, halves for 24. */
   switch (ctx->screen->format[zs->t.format].z_format) {
   case V_028040_Z_16:
      fmt = S_028B78_POLY_OFFSET_NEG_NUM_DB_BITS((uint8_t)-16);
      units = s->offset_units * 4;
      break;
   case V_028040_Z_24:
      fmt = S_028B78_POLY_OFFSET_NEG_NUM_DB_BITS((uint8_t)-24);
      units = s->offset_units * 2;
      break;
   default:
      fmt = S_028B78_POLY_OFFSET_NEG_NUM_DB_BITS((uint8_t)-23) | S_028B78_POLY_OFFSET_DB_IS_FLOAT_FMT(1);
      units = s->offset_units;
      break;
   }
   pm4_set_context_reg(b, R_028B78_PA_SU_POLY_OFFSET_DB_FMT_CNTL, fmt);
   pm4_set_context_reg_seq(b, R_028B80_PA_SU_POLY_OFFSET_FRONT_SCALE, 4);
   for (unsigned side = 0; side < 2; side++) {
      pm4_emit_float(b, s->offset_scale * 16); /* slopes are per 1/16 pixel */
      pm4_emit_float(b, units);
   }
}

/* si_msaa.c: multisampling: positions of samples, sample mask, and the order in which the rasterizer walks tiles. Every sample has
 * a separate fragment in memory: FMASK and CMASK are not used (si_cb.c), so that fragment n is sample n. */
#include "si_context.h"

#include "hw_regs.h"

#define MAX_SAMPLES 8

/* Distances from the pixel's centre in sixteenths, y in the direction of rows in memory: the standard positions of Direct3D and
 * Vulkan. [log2 of the number of samples] */
static const struct sample_layout {
   int8_t at[MAX_SAMPLES][2];
   uint8_t max_dist;             /* the largest distance on an axis */
   uint32_t centroid_priority;   /* samples by distance from the centre, a nibble each, nearest first */
} layouts[] = {
   { { { 0, 0 } }, 0, 0x76543210 },
   { { { 4, 4 }, { -4, -4 } }, 4, 0x10101010 },
   { { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } }, 6, 0x32103210 },
   { { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } }, 7, 0x76543210 },
};

/* Of smooth primitives: the first sample is the pixel's centre, which decides about polygons that are not smooth. */
static const struct sample_layout smooth_layout =
   { { { 0, 0 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } }, 7, 0x76543210 };
_Static_assert(SI_SMOOTH_SAMPLES == MAX_SAMPLES, "of smooth_layout");

void si_set_sample_mask(struct pipe_context *base, uint32_t mask)
{
   struct si_context *ctx = si_context(base);

   if (ctx->sample_mask == (mask & 0xffff))
      return;
   ctx->sample_mask = mask & 0xffff;
   ctx->dirty |= SI_DIRTY_MSAA;
}

/* Shading runs for every sample, or once per pixel: more samples than requested are allowed (OpenGL 4.6, 14.3.1.1). */
void si_set_min_samples(struct pipe_context *base, unsigned samples)
{
   struct si_context *ctx = si_context(base);

   if (ctx->shade_samples == (samples > 1))
      return;
   ctx->shade_samples = samples > 1;
   ctx->shaders_dirty = true;
}

static const struct sample_layout *layout_of(unsigned samples)
{
   return &layouts[surf_log2(samples > MAX_SAMPLES ? MAX_SAMPLES : samples > 1 ? samples : 1)];
}

void si_get_sample_position(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2])
{
   const int8_t *at = layout_of(samples)->at[index % MAX_SAMPLES];

   (void)ctx;
   xy[0] = 0.5f + at[0] / 16.0f;
   xy[1] = 0.5f + at[1] / 16.0f;
}

/* Four samples per register; the four pixels of a quad have the same positions. */
static void emit_positions(struct pm4_buf *b, const struct sample_layout *l)
{
   uint32_t word[4] = { 0 };

   for (unsigned i = 0; i < MAX_SAMPLES; i++)
      word[i / 4] |= ((uint32_t)l->at[i][0] & 0xf) << 8 * (i % 4) | ((uint32_t)l->at[i][1] & 0xf) << (8 * (i % 4) + 4);
   pm4_set_context_reg_seq(b, R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0, 16);
   for (unsigned pixel = 0; pixel < 4; pixel++)
      pm4_emit_array(b, word, 4);
   pm4_set_context_reg_seq(b, R_028BD4_PA_SC_CENTROID_PRIORITY_0, 2);
   pm4_emit(b, l->centroid_priority);
   pm4_emit(b, l->centroid_priority);
}

void si_emit_samples(struct si_context *ctx, unsigned samples, bool per_sample, bool smooth, uint32_t mask)
{
   struct pm4_buf *b = &ctx->cs.buf;
   const struct sample_layout *l = smooth ? &smooth_layout : layout_of(samples);
   unsigned log2_samples = surf_log2(samples > MAX_SAMPLES ? MAX_SAMPLES : samples > 1 ? samples : 1);
   uint32_t eqaa;

   if (log2_samples)
      emit_positions(b, l);
   pm4_set_context_reg_seq(b, R_028BDC_PA_SC_LINE_CNTL, 2);
   pm4_emit(b, S_028BDC_EXPAND_LINE_WIDTH(log2_samples > 0));
   pm4_emit(b, S_028BE0_MSAA_NUM_SAMPLES(log2_samples) | S_028BE0_MAX_SAMPLE_DIST(l->max_dist) |
                  S_028BE0_MSAA_EXPOSED_SAMPLES(log2_samples));
   /* Smooth primitives cover samples that the target does not have: the pixel shader counts them. */
   eqaa = smooth ? S_028804_OVERRASTERIZATION_AMOUNT(log2_samples)
                 : S_028804_MAX_ANCHOR_SAMPLES(log2_samples) | S_028804_MASK_EXPORT_NUM_SAMPLES(log2_samples) |
                      S_028804_ALPHA_TO_MASK_NUM_SAMPLES(log2_samples);
   pm4_set_context_reg(b, R_028804_DB_EQAA,
                       eqaa | S_028804_PS_ITER_SAMPLES(per_sample ? log2_samples : 0) | S_028804_HIGH_QUALITY_INTERSECTIONS(1) |
                          S_028804_INCOHERENT_EQAA_READS(1) | S_028804_INTERPOLATE_COMP_Z(1) |
                          S_028804_STATIC_ANCHOR_ASSOCIATIONS(1));
   pm4_set_context_reg_seq(b, R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0, 2);
   pm4_emit(b, mask | mask << 16);
   pm4_emit(b, mask | mask << 16);
   pm4_set_context_reg(b, R_028A4C_PA_SC_MODE_CNTL_1,
                       S_028A4C_PS_ITER_SAMPLE(per_sample && log2_samples) | S_028A4C_WALK_FENCE_ENABLE(1) | S_028A4C_WALK_FENCE_SIZE(3) |
                          S_028A4C_SUPERTILE_WALK_ORDER_ENABLE(1) | S_028A4C_TILE_WALK_ORDER_ENABLE(1) |
                          S_028A4C_WALK_ALIGN8_PRIM_FITS_ST(1) | S_028A4C_MULTI_SHADER_ENGINE_PRIM_DISCARD_ENABLE(1) |
                          S_028A4C_FORCE_EOV_CNTDWN_ENABLE(1) | S_028A4C_FORCE_EOV_REZ_ENABLE(1));
}

void si_emit_msaa(struct si_context *ctx)
{
   const struct si_code *ps = ctx->hw[SI_HW_PS].code;
   const bool per_sample = ps && ps->bin.ps.uses_sample_shading && !ctx->smooth;
   const unsigned samples = ctx->smooth ? SI_SMOOTH_SAMPLES : ctx->fb.state.samples;

   /* A single-sampled target has one sample to mask, and GL ignores the mask for it unless multisampling is on. */
   si_emit_samples(ctx, samples, per_sample, ctx->smooth, samples > 1 && !ctx->smooth ? ctx->sample_mask : 0xffff);
}

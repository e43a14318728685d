/* si_msaa.c: multisampling: positions of samples, sample mask, and the order in which the rasterizer walks tiles. Every sample has
 * a separate fragment in memory: FMASK and CMASK are not used (si_cb.c), so that fragment n is sample n. */
#include "si_context.h"

#include <stdlib.h>

#include "hw_regs.h"

typedef int8_t sample_layout[PIPE_MAX_SAMPLES][2];

/* Distances from the pixel's centre in sixteenths, y in the direction of rows in memory: the standard positions of Direct3D and
 * Vulkan. [log2 of the number of samples] */
static const sample_layout layouts[] = {
   { { 0, 0 } },
   { { 4, 4 }, { -4, -4 } },
   { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
   { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } },
};

/* Of smooth primitives: the first sample is the pixel's centre, which decides about polygons that are not smooth. */
static const sample_layout smooth_layout = { { 0, 0 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } };
_Static_assert(SI_SMOOTH_SAMPLES == PIPE_MAX_SAMPLES, "of smooth_layout");

/* The pixels of a quad have separate positions: (0, 0), (1, 0), (0, 1), (1, 1). */
#define QUAD_PIXELS (PIPE_SAMPLE_GRID * PIPE_SAMPLE_GRID)
_Static_assert(PIPE_SAMPLE_GRID == 2 && PIPE_SAMPLE_LOCATION_BITS == 4, "of PA_SC_AA_SAMPLE_LOCS_PIXEL_*");

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

void si_set_sample_locations(struct pipe_context *base, const struct pipe_sample_locations *locations)
{
   struct si_context *ctx = si_context(base);

   ctx->shaders_dirty |= ctx->locations.varies != locations->varies; /* part of the key */
   ctx->locations = *locations;
   ctx->internal_dirty = true;
   ctx->dirty |= SI_DIRTY_MSAA;
}

static unsigned log2_of(unsigned samples)
{
   return surf_log2(samples > PIPE_MAX_SAMPLES ? PIPE_MAX_SAMPLES : samples > 1 ? samples : 1);
}

void si_get_sample_position(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2])
{
   const int8_t *at = layouts[log2_of(samples)][index % PIPE_MAX_SAMPLES];

   (void)ctx;
   xy[0] = 0.5f + at[0] / 16.0f;
   xy[1] = 0.5f + at[1] / 16.0f;
}

static void make_quad(const struct pipe_sample_locations *locations, const sample_layout standard, sample_layout quad[QUAD_PIXELS])
{
   for (unsigned pixel = 0; pixel < QUAD_PIXELS; pixel++)
      for (unsigned i = 0; i < PIPE_MAX_SAMPLES; i++)
         for (unsigned axis = 0; axis < 2; axis++)
            quad[pixel][i][axis] = locations ? (int8_t)(locations->at[pixel][i][axis] - 8) : standard[i][axis];
}

static const struct pipe_sample_locations *programmed(const struct si_context *ctx)
{
   return ctx->locations.programmed && ctx->fb.state.samples > 1 ? &ctx->locations : NULL;
}

/* Samples that the framebuffer lacks are at the place of the first one: without multisampling in the centre (GLSL 4.60, 8.13.2). */
void si_sample_positions(const struct si_context *ctx, float xy[QUAD_PIXELS][PIPE_MAX_SAMPLES][2])
{
   const unsigned log2_samples = log2_of(ctx->fb.state.samples);
   sample_layout quad[QUAD_PIXELS];

   make_quad(programmed(ctx), layouts[log2_samples], quad);
   for (unsigned pixel = 0; pixel < QUAD_PIXELS; pixel++)
      for (unsigned i = 0; i < PIPE_MAX_SAMPLES; i++)
         for (unsigned axis = 0; axis < 2; axis++)
            xy[pixel][i][axis] = 0.5f + quad[pixel][i >> log2_samples ? 0 : i][axis] / 16.0f;
}

/* The largest distance of a sample from the centre on an axis. */
static unsigned max_dist(const sample_layout quad[QUAD_PIXELS], unsigned samples)
{
   unsigned most = 0;

   for (unsigned k = 0; k < QUAD_PIXELS * samples * 2; k++) {
      const int d = quad[k / 2 / samples][k / 2 % samples][k & 1];
      if ((unsigned)abs(d) > most)
         most = (unsigned)abs(d);
   }
   return most;
}

/* Samples by distance from the centre, a nibble each, nearest first. The pixels of a quad share the order: it is that of the sums of
 * their distances. */
static uint32_t centroid_priority(const sample_layout quad[QUAD_PIXELS], unsigned samples)
{
   unsigned order[PIPE_MAX_SAMPLES], far[PIPE_MAX_SAMPLES] = {0};
   uint32_t priority = 0;

   for (unsigned i = 0; i < samples; i++) {
      unsigned n = i;
      for (unsigned pixel = 0; pixel < QUAD_PIXELS; pixel++)
         far[i] += (unsigned)(quad[pixel][i][0] * quad[pixel][i][0] + quad[pixel][i][1] * quad[pixel][i][1]);
      for (; n && far[order[n - 1]] > far[i]; n--)
         order[n] = order[n - 1];
      order[n] = i;
   }
   for (unsigned n = 0; n < PIPE_MAX_SAMPLES; n++)
      priority |= order[n % samples] << 4 * n;
   return priority;
}

/* Four samples per register. */
static void emit_positions(struct pm4_buf *b, const sample_layout quad[QUAD_PIXELS], unsigned samples)
{
   const uint32_t priority = centroid_priority(quad, samples);

   pm4_set_context_reg_seq(b, R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0, 16);
   for (unsigned pixel = 0; pixel < QUAD_PIXELS; pixel++) {
      uint32_t word[4] = {0};
      for (unsigned i = 0; i < PIPE_MAX_SAMPLES; i++)
         word[i / 4] |= ((uint32_t)quad[pixel][i][0] & 0xf) << 8 * (i % 4) | ((uint32_t)quad[pixel][i][1] & 0xf) << (8 * (i % 4) + 4);
      pm4_emit_array(b, word, 4);
   }
   pm4_set_context_reg_seq(b, R_028BD4_PA_SC_CENTROID_PRIORITY_0, 2);
   pm4_emit(b, priority);
   pm4_emit(b, priority);
}

void si_emit_samples(struct si_context *ctx, unsigned samples, bool per_sample, bool smooth, uint32_t mask,
                     const struct pipe_sample_locations *locations)
{
   struct pm4_buf *b = &ctx->cs.buf;
   const unsigned log2_samples = log2_of(samples);
   sample_layout quad[QUAD_PIXELS];
   uint32_t eqaa;

   make_quad(locations, smooth ? smooth_layout : layouts[log2_samples], quad);
   if (log2_samples)
      emit_positions(b, quad, 1u << log2_samples);
   pm4_set_context_reg_seq(b, R_028BDC_PA_SC_LINE_CNTL, 2);
   pm4_emit(b, S_028BDC_EXPAND_LINE_WIDTH(log2_samples > 0));
   pm4_emit(b, S_028BE0_MSAA_NUM_SAMPLES(log2_samples) | S_028BE0_MAX_SAMPLE_DIST(max_dist(quad, 1u << log2_samples)) |
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
   si_emit_samples(ctx, samples, per_sample, ctx->smooth, samples > 1 && !ctx->smooth ? ctx->sample_mask : 0xffff,
                   programmed(ctx));
}

/* si_msaa.c: sample mask and the order in which the rasterizer walks tiles. Gap: multisampling; its constant registers are
 * in the preamble. */
#include "si_context.h"

#include "hw_regs.h"

void si_set_sample_mask(struct pipe_context *base, uint32_t mask)
{
   struct si_context *ctx = si_context(base);

   if (ctx->sample_mask == (mask & 0xffff))
      return;
   ctx->sample_mask = mask & 0xffff;
   ctx->dirty |= SI_DIRTY_MSAA;
}

void si_set_min_samples(struct pipe_context *ctx, unsigned samples)
{
   (void)ctx; /* one sample per pixel: every pixel shader runs per sample already */
   (void)samples;
}

void si_get_sample_position(struct pipe_context *ctx, unsigned samples, unsigned index, float xy[2])
{
   (void)ctx; /* caps.max_samples is 1 */
   (void)samples;
   (void)index;
   xy[0] = xy[1] = 0.5f;
}

void si_emit_msaa(struct si_context *ctx)
{
   struct pm4_buf *b = &ctx->cs.buf;
   /* A single-sampled target has one sample to mask, and GL ignores the mask for it unless multisampling is on. */
   uint32_t mask = ctx->fb.state.samples > 1 ? ctx->sample_mask : 0xffff;

   pm4_set_context_reg_seq(b, R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0, 2);
   pm4_emit(b, mask | mask << 16);
   pm4_emit(b, mask | mask << 16);
   pm4_set_context_reg(b, R_028A4C_PA_SC_MODE_CNTL_1,
                       S_028A4C_WALK_FENCE_ENABLE(1) | S_028A4C_WALK_FENCE_SIZE(3) |
                          S_028A4C_SUPERTILE_WALK_ORDER_ENABLE(1) | S_028A4C_TILE_WALK_ORDER_ENABLE(1) |
                          S_028A4C_WALK_ALIGN8_PRIM_FITS_ST(1) | S_028A4C_MULTI_SHADER_ENGINE_PRIM_DISCARD_ENABLE(1) |
                          S_028A4C_FORCE_EOV_CNTDWN_ENABLE(1) | S_028A4C_FORCE_EOV_REZ_ENABLE(1));
}

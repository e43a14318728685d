/* si_blend.c: blend state to CB_BLENDn_CONTROL and DB_ALPHA_TO_MASK; together with the framebuffer CB_TARGET_MASK and
 * CB_COLOR_CONTROL. A second source of blending comes as export 1, so that buffer 0 is then the only one. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

static const uint8_t factors[] = {
   [PIPE_BLENDFACTOR_ZERO] = V_028780_BLEND_ZERO,
   [PIPE_BLENDFACTOR_ONE] = V_028780_BLEND_ONE,
   [PIPE_BLENDFACTOR_SRC_COLOR] = V_028780_BLEND_SRC_COLOR,
   [PIPE_BLENDFACTOR_INV_SRC_COLOR] = V_028780_BLEND_ONE_MINUS_SRC_COLOR,
   [PIPE_BLENDFACTOR_DST_COLOR] = V_028780_BLEND_DST_COLOR,
   [PIPE_BLENDFACTOR_INV_DST_COLOR] = V_028780_BLEND_ONE_MINUS_DST_COLOR,
   [PIPE_BLENDFACTOR_SRC_ALPHA] = V_028780_BLEND_SRC_ALPHA,
   [PIPE_BLENDFACTOR_INV_SRC_ALPHA] = V_028780_BLEND_ONE_MINUS_SRC_ALPHA,
   [PIPE_BLENDFACTOR_DST_ALPHA] = V_028780_BLEND_DST_ALPHA,
   [PIPE_BLENDFACTOR_INV_DST_ALPHA] = V_028780_BLEND_ONE_MINUS_DST_ALPHA,
   [PIPE_BLENDFACTOR_CONST_COLOR] = V_028780_BLEND_CONSTANT_COLOR,
   [PIPE_BLENDFACTOR_INV_CONST_COLOR] = V_028780_BLEND_ONE_MINUS_CONSTANT_COLOR,
   [PIPE_BLENDFACTOR_CONST_ALPHA] = V_028780_BLEND_CONSTANT_ALPHA,
   [PIPE_BLENDFACTOR_INV_CONST_ALPHA] = V_028780_BLEND_ONE_MINUS_CONSTANT_ALPHA,
   [PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE] = V_028780_BLEND_SRC_ALPHA_SATURATE,
   [PIPE_BLENDFACTOR_SRC1_COLOR] = V_028780_BLEND_SRC1_COLOR,
   [PIPE_BLENDFACTOR_INV_SRC1_COLOR] = V_028780_BLEND_INV_SRC1_COLOR,
   [PIPE_BLENDFACTOR_SRC1_ALPHA] = V_028780_BLEND_SRC1_ALPHA,
   [PIPE_BLENDFACTOR_INV_SRC1_ALPHA] = V_028780_BLEND_INV_SRC1_ALPHA,
};

static const uint8_t funcs[] = {
   [PIPE_BLEND_ADD] = V_028780_COMB_DST_PLUS_SRC,
   [PIPE_BLEND_SUBTRACT] = V_028780_COMB_SRC_MINUS_DST,
   [PIPE_BLEND_REVERSE_SUBTRACT] = V_028780_COMB_DST_MINUS_SRC,
   [PIPE_BLEND_MIN] = V_028780_COMB_MIN_DST_SRC,
   [PIPE_BLEND_MAX] = V_028780_COMB_MAX_DST_SRC,
};

static bool uses_src_alpha(unsigned factor)
{
   return factor == PIPE_BLENDFACTOR_SRC_ALPHA || factor == PIPE_BLENDFACTOR_INV_SRC_ALPHA ||
          factor == PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE || factor == PIPE_BLENDFACTOR_SRC1_ALPHA ||
          factor == PIPE_BLENDFACTOR_INV_SRC1_ALPHA;
}

static bool uses_src1(unsigned factor)
{
   return factor >= PIPE_BLENDFACTOR_SRC1_COLOR && factor <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA;
}

static uint32_t pack_rt(const struct pipe_rt_blend_state *rt)
{
   unsigned rgb_src = rt->rgb_src, rgb_dst = rt->rgb_dst, a_src = rt->alpha_src, a_dst = rt->alpha_dst;
   uint32_t v;

   if (!rt->enable)
      return 0;
   /* Minimum and maximum take the unweighted values (GL 4.6, 17.3.6.1). */
   if (rt->rgb_func == PIPE_BLEND_MIN || rt->rgb_func == PIPE_BLEND_MAX)
      rgb_src = rgb_dst = PIPE_BLENDFACTOR_ONE;
   if (rt->alpha_func == PIPE_BLEND_MIN || rt->alpha_func == PIPE_BLEND_MAX)
      a_src = a_dst = PIPE_BLENDFACTOR_ONE;
   v = S_028780_ENABLE(1) | S_028780_COLOR_COMB_FCN(funcs[rt->rgb_func]) |
       S_028780_COLOR_SRCBLEND(factors[rgb_src]) | S_028780_COLOR_DESTBLEND(factors[rgb_dst]);
   if (rt->alpha_func != rt->rgb_func || a_src != rgb_src || a_dst != rgb_dst)
      v |= S_028780_SEPARATE_ALPHA_BLEND(1) | S_028780_ALPHA_COMB_FCN(funcs[rt->alpha_func]) |
           S_028780_ALPHA_SRCBLEND(factors[a_src]) | S_028780_ALPHA_DESTBLEND(factors[a_dst]);
   return v;
}

void *si_create_blend(struct pipe_context *ctx, const struct pipe_blend_state *state)
{
   struct si_blend *blend = calloc(1, sizeof(*blend));
   struct pm4_buf b = {.dw = blend ? blend->pm4 : NULL, .capacity = 16};

   (void)ctx;
   if (!blend)
      return NULL;
   blend->state = *state;
   blend->rop3 = state->logicop_enable ? state->logicop_func * 0x11 : V_028808_ROP3_COPY;
   pm4_set_context_reg_seq(&b, R_028780_CB_BLEND0_CONTROL, 8);
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const struct pipe_rt_blend_state *rt = &state->rt[state->independent ? i : 0];
      bool enable = rt->enable && !state->logicop_enable; /* a logic operation replaces blending */
      pm4_emit(&b, enable && !(i && blend->dual_source) ? pack_rt(rt) : 0);
      blend->target_mask |= (rt->colormask & 0xfu) << (4 * i);
      if (!enable)
         continue;
      blend->enable_mask |= 1 << i;
      if (uses_src_alpha(rt->rgb_src) || uses_src_alpha(rt->rgb_dst) || uses_src_alpha(rt->alpha_src) ||
          uses_src_alpha(rt->alpha_dst))
         blend->need_src_alpha_mask |= 1 << i;
      blend->dual_source |= uses_src1(rt->rgb_src) || uses_src1(rt->rgb_dst) || uses_src1(rt->alpha_src) ||
                            uses_src1(rt->alpha_dst);
   }
   /* Of n samples the first floor(alpha * n + offset) are covered, with an offset for each pixel of a quad in quarters of a sample, plus
    * an eighth with OFFSET_ROUND (values as every driver of these chips programs them). The hardware has the alpha that is exported:
    * where that is replaced by one, the shader makes the mask. */
   const bool dither = state->alpha_to_coverage_dither;
   pm4_set_context_reg(&b, R_028B70_DB_ALPHA_TO_MASK,
                       S_028B70_ALPHA_TO_MASK_ENABLE(state->alpha_to_coverage && !state->alpha_to_one) |
                          S_028B70_ALPHA_TO_MASK_OFFSET0(dither ? 3 : 2) | S_028B70_ALPHA_TO_MASK_OFFSET1(dither ? 1 : 2) |
                          S_028B70_ALPHA_TO_MASK_OFFSET2(dither ? 0 : 2) | S_028B70_ALPHA_TO_MASK_OFFSET3(2) |
                          S_028B70_OFFSET_ROUND(dither));
   blend->pm4_dw = b.count;
   return blend;
}

void si_bind_blend(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);

   if (ctx->blend == cso)
      return;
   ctx->blend = cso;
   ctx->dirty |= SI_DIRTY_BLEND | SI_DIRTY_CB_STATE;
   ctx->shaders_dirty = true;
}

void si_delete_blend(struct pipe_context *base, void *cso)
{
   if (si_context(base)->blend == cso)
      si_context(base)->blend = NULL;
   free(cso);
}

void si_set_blend_color(struct pipe_context *base, const float rgba[4])
{
   struct si_context *ctx = si_context(base);

   memcpy(ctx->blend_color, rgba, sizeof(ctx->blend_color));
   ctx->dirty |= SI_DIRTY_BLEND_COLOR;
}

void si_emit_blend(struct si_context *ctx)
{
   if (ctx->blend)
      pm4_emit_array(&ctx->cs.buf, ctx->blend->pm4, ctx->blend->pm4_dw);
}

void si_emit_blend_color(struct si_context *ctx)
{
   pm4_set_context_reg_seq(&ctx->cs.buf, R_028414_CB_BLEND_RED, 4);
   for (unsigned i = 0; i < 4; i++)
      pm4_emit_float(&ctx->cs.buf, ctx->blend_color[i]);
}

void si_emit_cb_state(struct si_context *ctx)
{
   uint32_t mask = ctx->fb.target_mask & (ctx->blend ? ctx->blend->target_mask : ~0u);

   if (ctx->blend && ctx->blend->dual_source)
      mask &= 0xf;
   pm4_set_context_reg(&ctx->cs.buf, R_028238_CB_TARGET_MASK, mask);
   pm4_set_context_reg(&ctx->cs.buf, R_028808_CB_COLOR_CONTROL,
                       S_028808_MODE(mask ? V_028808_CB_NORMAL : V_028808_CB_DISABLE) |
                          S_028808_ROP3(ctx->blend ? ctx->blend->rop3 : V_028808_ROP3_COPY));
}

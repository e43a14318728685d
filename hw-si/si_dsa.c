/* si_dsa.c: depth, stencil and alpha tests. Depth and stencil are registers; the alpha test is a key of the pixel shader
 * and its reference value a user SGPR. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "state/pipe_format_float.h"

static const uint8_t stencil_ops[] = {
   [PIPE_STENCIL_OP_KEEP] = V_02842C_STENCIL_KEEP,
   [PIPE_STENCIL_OP_ZERO] = V_02842C_STENCIL_ZERO,
   [PIPE_STENCIL_OP_REPLACE] = V_02842C_STENCIL_REPLACE_TEST,
   [PIPE_STENCIL_OP_INCR] = V_02842C_STENCIL_ADD_CLAMP,
   [PIPE_STENCIL_OP_DECR] = V_02842C_STENCIL_SUB_CLAMP,
   [PIPE_STENCIL_OP_INCR_WRAP] = V_02842C_STENCIL_ADD_WRAP,
   [PIPE_STENCIL_OP_DECR_WRAP] = V_02842C_STENCIL_SUB_WRAP,
   [PIPE_STENCIL_OP_INVERT] = V_02842C_STENCIL_INVERT,
};

void *si_create_depth_stencil_alpha(struct pipe_context *ctx, const struct pipe_depth_stencil_alpha_state *state)
{
   struct si_dsa *dsa = calloc(1, sizeof(*dsa));
   struct pm4_buf b = {.dw = dsa ? dsa->pm4 : NULL, .capacity = 16};
   bool two_sided = state->stencil[0].enable && state->stencil[1].enable;
   uint32_t depth, ops = 0;

   (void)ctx;
   if (!dsa)
      return NULL;
   dsa->state = *state;
   depth = S_028800_Z_ENABLE(state->depth_enable) | S_028800_Z_WRITE_ENABLE(state->depth_enable && state->depth_write) |
           S_028800_ZFUNC(state->depth_func);
   if (state->stencil[0].enable) {
      depth |= S_028800_STENCIL_ENABLE(1) | S_028800_STENCILFUNC(state->stencil[0].func);
      ops = S_02842C_STENCILFAIL(stencil_ops[state->stencil[0].fail_op]) |
            S_02842C_STENCILZPASS(stencil_ops[state->stencil[0].zpass_op]) |
            S_02842C_STENCILZFAIL(stencil_ops[state->stencil[0].zfail_op]);
   }
   if (two_sided) {
      depth |= S_028800_BACKFACE_ENABLE(1) | S_028800_STENCILFUNC_BF(state->stencil[1].func);
      ops |= S_02842C_STENCILFAIL_BF(stencil_ops[state->stencil[1].fail_op]) |
             S_02842C_STENCILZPASS_BF(stencil_ops[state->stencil[1].zpass_op]) |
             S_02842C_STENCILZFAIL_BF(stencil_ops[state->stencil[1].zfail_op]);
   }
   if (state->depth_bounds_enable) {
      depth |= S_028800_DEPTH_BOUNDS_ENABLE(1);
      pm4_set_context_reg_seq(&b, R_028020_DB_DEPTH_BOUNDS_MIN, 2);
      pm4_emit(&b, pipe_float_bits(state->depth_bounds_min));
      pm4_emit(&b, pipe_float_bits(state->depth_bounds_max));
   }
   pm4_set_context_reg(&b, R_028800_DB_DEPTH_CONTROL, depth);
   pm4_set_context_reg(&b, R_02842C_DB_STENCIL_CONTROL, ops);
   dsa->pm4_dw = b.count;
   dsa->writes_depth = state->depth_enable && state->depth_write;
   dsa->writes_stencil = state->stencil[0].enable;
   return dsa;
}

void si_bind_depth_stencil_alpha(struct pipe_context *base, void *cso)
{
   struct si_context *ctx = si_context(base);

   if (ctx->dsa == cso)
      return;
   ctx->dsa = cso;
   ctx->dirty |= SI_DIRTY_DSA | SI_DIRTY_STENCIL_REF;
   ctx->shaders_dirty = true;
}

void si_delete_depth_stencil_alpha(struct pipe_context *base, void *cso)
{
   if (si_context(base)->dsa == cso)
      si_context(base)->dsa = NULL;
   free(cso);
}

void si_set_stencil_ref(struct pipe_context *base, const uint8_t front_back[2])
{
   struct si_context *ctx = si_context(base);

   memcpy(ctx->stencil_ref, front_back, 2);
   ctx->dirty |= SI_DIRTY_STENCIL_REF;
}

void si_emit_dsa(struct si_context *ctx)
{
   if (ctx->dsa)
      pm4_emit_array(&ctx->cs.buf, ctx->dsa->pm4, ctx->dsa->pm4_dw);
}

void si_emit_stencil_ref(struct si_context *ctx)
{
   const struct pipe_depth_stencil_alpha_state *s = ctx->dsa ? &ctx->dsa->state : NULL;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!s)
      return;
   pm4_set_context_reg_seq(b, R_028430_DB_STENCILREFMASK, 2);
   for (unsigned i = 0; i < 2; i++) {
      unsigned side = s->stencil[1].enable ? i : 0; /* a single side serves both */
      pm4_emit(b, S_028430_STENCILTESTVAL(ctx->stencil_ref[side]) | S_028430_STENCILMASK(s->stencil[side].valuemask) |
                     S_028430_STENCILWRITEMASK(s->stencil[side].writemask) | S_028430_STENCILOPVAL(1));
   }
}

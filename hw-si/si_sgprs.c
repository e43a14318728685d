/* si_sgprs.c: user SGPRs, the registers that a wave starts with: addresses of descriptor sets and parameters of the draw.
 * Values are compared with those written last in this submission; only changed ones are emitted. */
#include "si_context.h"

#include "hw_regs.h"

static const uint32_t user_data_reg[SI_HW_COUNT] = {
   [SI_HW_LS] = R_00B530_SPI_SHADER_USER_DATA_LS_0, [SI_HW_HS] = R_00B430_SPI_SHADER_USER_DATA_HS_0,
   [SI_HW_ES] = R_00B330_SPI_SHADER_USER_DATA_ES_0, [SI_HW_GS] = R_00B230_SPI_SHADER_USER_DATA_GS_0,
   [SI_HW_VS] = R_00B130_SPI_SHADER_USER_DATA_VS_0, [SI_HW_PS] = R_00B030_SPI_SHADER_USER_DATA_PS_0,
   [SI_HW_CS] = R_00B900_COMPUTE_USER_DATA_0,
};

uint32_t si_user_data_reg(enum si_hw_stage hw)
{
   return user_data_reg[hw];
}

void si_forget_sgprs(struct si_context *ctx, enum si_hw_stage hw, uint16_t mask)
{
   ctx->hw[hw].sgprs.valid &= (uint16_t)~mask;
   ctx->hw[hw].sgprs.dirty &= (uint16_t)~mask;
}

void si_set_sgpr(struct si_context *ctx, enum si_hw_stage hw, unsigned index, uint32_t value)
{
   struct si_user_sgprs *u = &ctx->hw[hw].sgprs;
   uint16_t bit = 1 << index;

   if (u->valid & bit && u->value[index] == value)
      return;
   u->value[index] = value;
   u->valid |= bit;
   u->dirty |= bit;
}

/* One packet from the first to the last changed register: a known value in between costs less than a second header. */
void si_emit_sgprs(struct si_context *ctx, enum si_hw_stage hw)
{
   struct si_user_sgprs *u = &ctx->hw[hw].sgprs;
   unsigned dirty = u->dirty;

   while (dirty) {
      unsigned first = __builtin_ctz(dirty), end = first;
      while (u->valid >> end & 1 && dirty >> end)
         end++;
      if (hw == SI_HW_CS)
         pm4_set_sh_reg_compute_seq(&ctx->cs.buf, user_data_reg[hw] + 4 * first, end - first);
      else
         pm4_set_sh_reg_seq(&ctx->cs.buf, user_data_reg[hw] + 4 * first, end - first);
      pm4_emit_array(&ctx->cs.buf, &u->value[first], end - first);
      dirty &= ~((1u << end) - 1);
   }
   u->dirty = 0;
}

/* sq_interp_exp.c: exports: rows of the exported VGPRs to the wave's export slots, for active lanes. The
 * launching block interprets them. */
#include "winsys/sim/sq/interp/sq_interp.h"

bool sq_exec_exp(struct sq_state *s, const struct gcn_inst *inst)
{
   struct sq_wave *w = s->w;
   unsigned target = inst->exp.target, en = inst->exp.en;
   for (unsigned i = 0; i < (inst->exp.compr ? 2u : 4u); i++) {
      bool on = inst->exp.compr ? en >> 2 * i & 3 : en >> i & 1;
      if (on && target != SQ_EXP_NULL)
         sq_store_row(w->exp[target][i], sq_vgpr(s, inst->src[i].code), w->exec, w->lanes);
   }
   w->exp_en[target] |= (uint8_t)en;
   if (inst->exp.compr)
      w->exp_compr |= UINT64_C(1) << target;
   if (inst->exp.vm)
      w->exp_valid |= w->exec;
   return true;
}

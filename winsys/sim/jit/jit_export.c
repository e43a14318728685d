/* jit_export.c: a wave's way in and out for pixels and vertices: interpolation of attributes, and exports. What was exported
 * where is known when the program is translated, so the bookkeeping folds to constants in straight-line programs. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"

#define ROW_B (SQ_MAX_LANES * 4)

bool jit_vintrp(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   unsigned chan = inst->interp.chan, value = j->p->value[j->pc];
   const bool canonical = j->flow->canonical[j->pc] & JIT_NAN_32;
   if (value == SQ_VALUE_LATER)
      return true;
   if (value != SQ_NO_VALUE) {
      V rows = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, values));
      V r = jit_load(j, j->vi32, jit_ptr_add(j, rows, value * ROW_B), 64);
      jit_write_vgpr(j, inst->dst[0].code, 0, canonical ? jit_canonical(j, r) : r, NULL);
      return true;
   }
   V attr = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, attr)), r;
   attr = jit_ptr_add(j, attr, inst->interp.attr * sizeof(struct sq_attr) + chan * sizeof(((struct sq_attr *)NULL)->chan[0]));
   V p0 = jit_ptr_add(j, attr, offsetof(struct sq_attr, chan[0].p0));
   V p10 = jit_ptr_add(j, attr, offsetof(struct sq_attr, chan[0].p10));
   V p20 = jit_ptr_add(j, attr, offsetof(struct sq_attr, chan[0].p20));
   if (inst->op == GCN_V_INTERP_MOV_F32) {
      V from = inst->src[0].code == 0 ? p10 : inst->src[0].code == 1 ? p20 : p0;
      r = jit_load(j, j->vi32, from, 4);
   } else {
      bool p1 = inst->op == GCN_V_INTERP_P1_F32;
      V ij = TO_F(jit_read_vgpr(j, inst->src[0].code, false));
      V base = p1 ? jit_load(j, j->vf32, p0, 4) : TO_F(jit_read_vgpr(j, inst->dst[0].code, false));
      V slope = jit_load(j, j->vf32, p1 ? p10 : p20, 4);
      r = TO_I(FADD(FMUL(slope, ij), base));
   }
   jit_write_vgpr(j, inst->dst[0].code, 0, canonical ? jit_canonical(j, r) : r, NULL);
   return true;
}

/* Lanes outside EXEC keep what the row held. It is read and written back: AVX2's masked stores are slow on AMD's cores (a Zen 3
 * spent a tenth of a textured wave in them), and what AVX-512's have stored is not forwarded to the loads of the colour block. */
static void store_masked(struct jit *j, V v, V p)
{
   jit_store(j, SEL(jit_exec_vec(j), v, jit_load(j, j->vi32, p, 4)), p, 4);
}

bool jit_exp(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   unsigned target = inst->exp.target, en = inst->exp.en;
   V exec = inst->exp.vm ? jit_exec(j) : NULL;
   if (target != SQ_EXP_NULL) {
      V rows = jit_ptr_add(j, jit_wave_load(j, j->ptr, offsetof(struct sq_wave, exp)), target * 4 * ROW_B);
      for (unsigned i = 0; i < (inst->exp.compr ? 2u : 4u); i++) {
         bool on = inst->exp.compr ? en >> 2 * i & 3 : en >> i & 1;
         if (on)
            store_masked(j, jit_read_vgpr(j, inst->src[i].code, false), jit_ptr_add(j, rows, i * ROW_B));
      }
   }
   jit_store(j, OR(jit_load(j, j->i8, j->exp_en[target], 1), LLVMConstInt(j->i8, en, 0)), j->exp_en[target], 1);
   if (inst->exp.compr)
      jit_store(j, OR(jit_load(j, j->i64, j->exp_compr, 8), jit_i64(j, UINT64_C(1) << target)), j->exp_compr, 8);
   if (exec)
      jit_store(j, OR(jit_load(j, j->i64, j->exp_valid, 8), exec), j->exp_valid, 8);
   return true;
}

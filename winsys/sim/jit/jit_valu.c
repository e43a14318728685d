/* jit_valu.c: vector instructions on 32-bit values that work on floats, lane moves, carries, and what is common to all
 * results: output modifiers and SDWA's destination. Integers: jit_valu_int.c; halves and 64 bits: jit_valu16.c. What has
 * no case here is left to the interpreter. */
#include <math.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/sq/interp/sq_interp.h"

static V int_to_f(struct jit *j, V v) { return LLVMBuildSIToFP(B, v, j->vf32, ""); }

static V byte_of(struct jit *j, V v, unsigned n)
{
   V b = LSHR(v, I(8 * n));
   return int_to_f(j, n == 3 ? b : AND(b, I(255)));
}

V jit_valu_float(struct jit *j, unsigned op, V ai, V bi, V ci)
{
   V a = ai ? TO_F(ai) : NULL, b = bi ? TO_F(bi) : NULL, c = ci ? TO_F(ci) : NULL;
   switch (op) {
   case GCN_V_CVT_F32_I32: return int_to_f(j, ai);
   case GCN_V_CVT_F32_U32: return LLVMBuildUIToFP(B, ai, j->vf32, "");
   case GCN_V_CVT_OFF_F32_I4:
      return FSUB(FDIV(int_to_f(j, XOR(AND(ai, I(15)), I(8))), F(16)), F(0.5f));
   case GCN_V_CVT_F32_UBYTE0: return byte_of(j, ai, 0);
   case GCN_V_CVT_F32_UBYTE1: return byte_of(j, ai, 1);
   case GCN_V_CVT_F32_UBYTE2: return byte_of(j, ai, 2);
   case GCN_V_CVT_F32_UBYTE3: return byte_of(j, ai, 3);
   case GCN_V_FRACT_F32: return jit_fract(j, a);
   case GCN_V_TRUNC_F32: return jit_trunc(j, a);
   case GCN_V_CEIL_F32: return jit_ceil(j, a);
   case GCN_V_RNDNE_F32: return jit_rndne(j, a);
   case GCN_V_FLOOR_F32: return jit_floor(j, a);
   case GCN_V_EXP_F32: case GCN_V_EXP_LEGACY_F32: return jit_exp2(j, a);
   case GCN_V_LOG_F32: case GCN_V_LOG_LEGACY_F32: return jit_log2(j, a);
   case GCN_V_RCP_F32: case GCN_V_RCP_IFLAG_F32: return jit_rcp(j, a);
   case GCN_V_RSQ_F32: return jit_rsq(j, a);
   case GCN_V_SQRT_F32: return jit_sqrt(j, a);
   case GCN_V_SIN_F32: return jit_sin(j, a);
   case GCN_V_COS_F32: return jit_cos(j, a);
   case GCN_V_ADD_F32: return jit_add(j, a, b);
   case GCN_V_SUB_F32: return jit_sub(j, a, b);
   case GCN_V_SUBREV_F32: return jit_sub(j, b, a);
   case GCN_V_MUL_LEGACY_F32: return jit_mul_legacy(j, a, b);
   case GCN_V_MUL_F32: return jit_mul(j, a, b);
   case GCN_V_MAC_F32: case GCN_V_MAD_F32: case GCN_V_MADMK_F32: case GCN_V_MADAK_F32:
      return jit_add(j, jit_mul(j, a, b), c);
   case GCN_V_MAC_LEGACY_F32: case GCN_V_MAD_LEGACY_F32: return jit_add(j, jit_mul_legacy(j, a, b), c);
   case GCN_V_CUBEID_F32: return jit_cubeid(j, a, b, c);
   case GCN_V_CUBESC_F32: return jit_cubesc(j, a, b, c);
   case GCN_V_CUBETC_F32: return jit_cubetc(j, a, b, c);
   case GCN_V_CUBEMA_F32: return jit_cubema(j, a, b, c);
   case GCN_V_FMA_F32: return jit_fma(j, a, b, c);
   case GCN_V_LDEXP_F32: return jit_ldexp(j, a, bi);
   case GCN_V_DIV_FMAS_F32: {
      V up = FCMP(OGE, jit_abs(j, c), F(2));
      V r = jit_fma(j, a, b, c);
      return SEL(jit_mask_vec(j, GCN_SRC_VCC_LO, false), FMUL(r, SEL(up, F(0x1p64f), F(0x1p-64f))), r);
   }
   default: return NULL;
   }
}

/* Values that are selected unchanged: no arithmetic, so no rounding. */
static V valu_pick(struct jit *j, V a, V b, V c)
{
   const uint8_t *facts = j->flow->facts[j->pc];
   const V src[3] = { a, b, c };
   switch (j->inst->op) {
   case GCN_V_CVT_U32_F32: return jit_f32_to_int(j, TO_F(a), true);
   case GCN_V_CVT_I32_F32: return jit_f32_to_int(j, TO_F(a), false);
   case GCN_V_CVT_RPI_I32_F32: return jit_f32_to_int(j, jit_floor(j, FADD(TO_F(a), F(0.5f))), false);
   case GCN_V_CVT_FLR_I32_F32: return jit_f32_to_int(j, jit_floor(j, TO_F(a)), false);
   case GCN_V_MIN_LEGACY_F32: return SEL(FCMP(OLT, TO_F(a), TO_F(b)), a, b);
   case GCN_V_MAX_LEGACY_F32: return SEL(FCMP(OGE, TO_F(a), TO_F(b)), a, b);
   case GCN_V_MIN_F32: return jit_min_max(j, a, facts[0], b, facts[1], false);
   case GCN_V_MAX_F32: return jit_min_max(j, a, facts[0], b, facts[1], true);
   case GCN_V_MIN3_F32: return jit_min_max3(j, src, facts, false);
   case GCN_V_MAX3_F32: return jit_min_max3(j, src, facts, true);
   case GCN_V_MED3_F32: return jit_med3(j, src, facts);
   case GCN_V_CVT_PKRTZ_F16_F32:
      if (j->flow->canonical[j->pc] & JIT_NAN_16) {
         a = facts[0] & JIT_NO_NAN ? a : jit_canonical(j, a);
         b = facts[1] & JIT_NO_NAN ? b : jit_canonical(j, b);
      }
      return OR(jit_f32_to_f16_rtz(j, TO_F(a)), SHL(jit_f32_to_f16_rtz(j, TO_F(b)), I(16)));
   default: return NULL;
   }
}

static V carry_op(struct jit *j, V a, V b, V *carry)
{
   const struct gcn_inst *inst = j->inst;
   const struct sq_carry op = sq_carry((enum gcn_op)inst->op);
   if (!op.found)
      return NULL;
   V x = op.reversed ? b : a, y = op.reversed ? a : b, r = op.subtracts ? SUB(x, y) : ADD(x, y);
   V out = op.subtracts ? ICMP(ULT, x, y) : ICMP(ULT, r, x);
   if (op.takes && inst->num_src > 2) {
      V in = LLVMBuildZExt(B, jit_mask_vec(j, inst->src[2].code, false), j->vi32, "");
      V s = op.subtracts ? SUB(r, in) : ADD(r, in);
      out = OR(out, op.subtracts ? ICMP(ULT, r, in) : ICMP(ULT, s, r));
      r = s;
   }
   *carry = out;
   return inst->clamp ? SEL(out, op.subtracts ? I(0) : I(UINT32_MAX), r) : r;
}

static V sdwa_result(struct jit *j, V v, V old)
{
   unsigned sel = j->inst->sdwa.dst_sel;
   if (sel > 5)
      return v;
   unsigned bits = sel < 4 ? 8 : 16, shift = sel < 4 ? 8 * sel : 16 * (sel - 4);
   uint32_t part = ((1u << bits) - 1) << shift;
   if (j->inst->sdwa.dst_unused == 1)
      return SHL(ASHR(SHL(v, I(32 - bits)), I(32 - bits)), I(shift));
   V r = AND(SHL(v, I(shift)), I(part));
   return j->inst->sdwa.dst_unused == 2 ? OR(r, AND(old, I(~part))) : r;
}

static V modified(struct jit *j, V v)
{
   V f = TO_F(v);
   /* OMOD has no effect while denormal results are kept (manual: VOP3 modifiers). */
   if (j->inst->omod && !(j->p->mode.denorm32 & 2))
      f = FMUL(f, F(sq_omod_scale[j->inst->omod]));
   if (j->inst->clamp)
      f = jit_clamp(j, f);
   return TO_I(f);
}

/* Lane moves. *done: it was one. */
static bool moves(struct jit *j, bool *done)
{
   const struct gcn_inst *inst = j->inst;
   *done = true;
   switch (inst->op) {
   case GCN_V_NOP: case GCN_V_CLREXCP: return true;
   case GCN_V_READFIRSTLANE_B32: {
      V src = inst->src[0].code >= GCN_SRC_VGPR0 && !inst->is_sdwa && !inst->is_dpp
                 ? jit_read_vgpr(j, inst->src[0].code, true) : jit_src(j, 0, 0);
      jit_write32(j, inst->dst[0].code, LLVMBuildExtractElement(B, src, jit_first_lane(j), ""));
      return true;
   }
   case GCN_V_READLANE_B32: {
      V src = jit_read_vgpr(j, inst->src[0].code, true);
      V lane = AND(jit_read32(j, inst->src[1].code, 0), jit_i32(j, 63));
      V v = LLVMBuildExtractElement(B, src, AND(lane, jit_i32(j, j->lanes - 1)), "");
      if (j->lanes < SQ_MAX_LANES) {
         V beyond = jit_load(j, j->i32, jit_lane_place(j, inst->src[0].code, lane), 4);
         v = SEL(ICMP(ULT, lane, jit_i32(j, j->lanes)), v, beyond);
      }
      jit_write32(j, inst->dst[0].code, v);
      return true;
   }
   case GCN_V_WRITELANE_B32: {
      V old = jit_read_vgpr(j, inst->dst[0].code, true), v = jit_read32(j, inst->src[0].code, inst->literal);
      V lane = AND(jit_read32(j, inst->src[1].code, 0), jit_i32(j, 63));
      V r = LLVMBuildInsertElement(B, old, v, AND(lane, jit_i32(j, j->lanes - 1)), "");
      if (j->lanes < SQ_MAX_LANES) /* lanes beyond the launched ones keep values, too: compilers save SGPRs there */
         jit_store(j, v, jit_lane_place(j, inst->dst[0].code, lane), 4);
      jit_put_vgpr(j, inst->dst[0].code, SEL(ICMP(ULT, lane, jit_i32(j, j->lanes)), r, old));
      return true;
   }
   case GCN_V_MOVRELS_B32: case GCN_V_MOVRELD_B32: case GCN_V_MOVRELSD_B32: return false;
   default:
      *done = false;
      return true;
   }
}

/* LLVM's builder folds operations on constants without the mode's flushing of denormals. */
static V unknown_to_builder(struct jit *j, const V src[3])
{
   for (unsigned i = 0; i < 3; i++)
      if (src[i] && !LLVMIsConstant(src[i]))
         return src[0];
   return OR(src[0], jit_splat(j, jit_hidden(j, 0)));
}

bool jit_valu(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   bool done;
   if (!moves(j, &done))
      return false;
   if (done)
      return true;
   V r = NULL, carry = NULL;
   if (sq_width((enum gcn_op)inst->op) == SQ_WIDTH_16) {
      r = jit_valu16(j);
   } else {
      V src[3] = { NULL, NULL, NULL };
      for (unsigned i = 0; i < inst->num_src && i < 3; i++)
         if (info->src[i] != GCN_T_MASK)
            src[i] = jit_src(j, i, 0);
      if (info->src[0] == GCN_T_F32 && info->dst[0] == GCN_T_F32 && j->p->mode.denorm32 != 3)
         src[0] = unknown_to_builder(j, src);
      if (inst->op == GCN_V_CNDMASK_B32)
         r = SEL(jit_mask_vec(j, inst->src[2].code, false), jit_opaque(j, src[1]), jit_opaque(j, src[0]));
      else if (info->num_dst > 1)
         r = carry_op(j, src[0], src[1], &carry);
      else if ((r = jit_valu_float(j, inst->op, src[0], src[1], src[2])) != NULL)
         r = TO_I(r);
      else if (!(r = valu_pick(j, src[0], src[1], src[2])))
         r = jit_valu_int(j, src[0], src[1], src[2]);
      if (r && info->dst[0] == GCN_T_F32 && (inst->omod || inst->clamp))
         r = modified(j, r);
   }
   if (!r)
      return false;
   if (info->dst[0] == GCN_T_F32 && j->flow->canonical[j->pc] & JIT_NAN_32)
      r = jit_canonical(j, r);
   V only = inst->is_dpp ? jit_dpp_mask(j) : NULL;
   if (inst->is_sdwa)
      r = sdwa_result(j, r, inst->sdwa.dst_unused == 2 ? jit_read_vgpr(j, inst->dst[0].code, false) : NULL);
   jit_write_vgpr(j, inst->dst[0].code, 0, r, only);
   if (carry)
      jit_write_mask(j, inst->dst[1].code, only ? AND(carry, only) : carry, !only);
   return true;
}

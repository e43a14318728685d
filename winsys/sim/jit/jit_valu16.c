/* jit_valu16.c: vector operations on 16-bit values (as sq_interp_valu16.c does them: in float, rounded once) and the 64-bit
 * integer ones; doubles but those made of integers are left to the interpreter, which switches the host's denormal mode for them. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/sq/interp/sq_interp.h"

V jit_half_input(struct jit *j, V v)
{
   V h = AND(v, I(0xffff));
   if (!(j->p->mode.denorm64 & 1))
      h = SEL(ICMP(EQ, AND(v, I(0x7c00)), I(0)), AND(v, I(0x8000)), h);
   return jit_f16_to_f32(j, h);
}

static V sext(struct jit *j, V v) { return ASHR(SHL(v, I(16)), I(16)); }
static V low(struct jit *j, V v) { return AND(v, I(0xffff)); }

static V exec_half(struct jit *j, V a, V b, V c)
{
   const enum gcn_op of_floats = sq_op_of_half((enum gcn_op)j->inst->op);
   if (of_floats == GCN_V_MIN_F32 || of_floats == GCN_V_MAX_F32)
      return TO_F(jit_min_max(j, TO_I(a), JIT_NO_DENORMAL, TO_I(b), JIT_NO_DENORMAL, of_floats == GCN_V_MAX_F32));
   if (of_floats)
      return jit_valu_float(j, of_floats, TO_I(a), TO_I(b), NULL);
   switch (j->inst->op) {
   case GCN_V_MAC_F16: case GCN_V_MAD_F16: case GCN_V_MADMK_F16: case GCN_V_MADAK_F16:
      return FADD(jit_half_round(j, FMUL(a, b)), c);
   case GCN_V_FMA_F16: {
      V x = LLVMBuildFPExt(B, a, j->vf64, ""), y = LLVMBuildFPExt(B, b, j->vf64, ""), z = LLVMBuildFPExt(B, c, j->vf64, "");
      return LLVMBuildFPTrunc(B, FADD(FMUL(x, y), z), j->vf32, "");
   }
   case GCN_V_FRACT_F16: {
      V f = FSUB(a, jit_floor(j, a));
      return SEL(FCMP(OGT, f, F(0x1.ffcp-1f)), F(0x1.ffcp-1f), f);
   }
   default: return NULL;
   }
}

static V exec_int(struct jit *j, V a, V b, V c)
{
   bool clamp = j->inst->clamp;
   V r;
   switch (j->inst->op) {
   case GCN_V_ADD_U16: r = ADD(a, b); return clamp ? SEL(ICMP(UGT, r, I(65535)), I(65535), r) : low(j, r);
   case GCN_V_SUB_U16: r = low(j, SUB(a, b)); return clamp ? SEL(ICMP(UGT, b, a), I(0), r) : r;
   case GCN_V_SUBREV_U16: r = low(j, SUB(b, a)); return clamp ? SEL(ICMP(UGT, a, b), I(0), r) : r;
   case GCN_V_MUL_LO_U16: return low(j, MUL(a, b));
   case GCN_V_LSHLREV_B16: return low(j, SHL(b, AND(a, I(15))));
   case GCN_V_LSHRREV_B16: return LSHR(b, AND(a, I(15)));
   case GCN_V_ASHRREV_I16: return low(j, ASHR(sext(j, b), AND(a, I(15))));
   case GCN_V_MAX_U16: return SEL(ICMP(UGT, a, b), a, b);
   case GCN_V_MIN_U16: return SEL(ICMP(ULT, a, b), a, b);
   case GCN_V_MAX_I16: return SEL(ICMP(SGT, sext(j, a), sext(j, b)), a, b);
   case GCN_V_MIN_I16: return SEL(ICMP(SLT, sext(j, a), sext(j, b)), a, b);
   case GCN_V_MAD_U16: return clamp ? NULL : low(j, ADD(MUL(a, b), c));
   case GCN_V_MAD_I16: return clamp ? NULL : low(j, ADD(MUL(a, b), c));
   default: return NULL;
   }
}

V jit_valu16(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   const struct sq_mode *mode = &j->p->mode;
   bool flush_out = !(mode->denorm64 & 2), to_float = false;
   V f[3] = { F(0), F(0), F(0) }, words[3] = { I(0), I(0), I(0) }, r;
   for (unsigned k = 0; k < inst->num_src && k < 3; k++) {
      V src = jit_src(j, k, 0);
      if (info->src[k] == GCN_T_F16)
         f[k] = jit_half_input(j, src);
      else if (info->src[k] == GCN_T_F32)
         f[k] = TO_F(src);
      else
         words[k] = low(j, src);
   }
   switch (inst->op) {
   case GCN_V_CVT_F16_U16: r = LLVMBuildSIToFP(B, words[0], j->vf32, ""); break;
   case GCN_V_CVT_F16_I16: r = LLVMBuildSIToFP(B, sext(j, words[0]), j->vf32, ""); break;
   case GCN_V_CVT_U16_F16: return jit_f32_to_i16(j, f[0], F(0), F(65535));
   case GCN_V_CVT_I16_F16: return jit_f32_to_i16(j, f[0], F(-32768), F(32767));
   case GCN_V_CVT_F32_F16: r = f[0]; to_float = true; break;
   case GCN_V_CVT_F16_F32: r = f[0]; break;
   case GCN_V_LDEXP_F16: r = jit_ldexp(j, f[0], sext(j, words[1])); break;
   default:
      r = exec_int(j, words[0], words[1], words[2]);
      if (r)
         return r;
      r = exec_half(j, f[0], f[1], f[2]);
      if (!r)
         return NULL;
      break;
   }
   if (inst->omod && !(to_float ? mode->denorm32 & 2 : !flush_out))
      r = FMUL(to_float ? r : jit_half_flushed(j, r), F(sq_omod_scale[inst->omod]));
   if (inst->clamp)
      r = jit_clamp(j, r);
   if (to_float)
      return TO_I(r);
   if (mode->round64 == 3 && j->flow->canonical[j->pc] & JIT_NAN_16)
      r = TO_F(jit_canonical(j, TO_I(r)));
   V h = mode->round64 == 3 ? jit_f32_to_f16_rtz(j, r) : jit_f32_to_f16(j, r);
   return flush_out ? SEL(ICMP(EQ, AND(h, I(0x7c00)), I(0)), AND(h, I(0x8000)), h) : h;
}

static V source64(struct jit *j, unsigned i)
{
   V lo = LLVMBuildZExt(B, jit_src(j, i, 0), j->vi64, "");
   if (j->inst->src[i].dwords != 2)
      return lo;
   V hi = LLVMBuildZExt(B, jit_src(j, i, 1), j->vi64, "");
   return OR(lo, SHL(hi, jit_splat(j, jit_i64(j, 32))));
}

/* Exact, and never a denormal. Rounding downwards, host code may make a -0. NULL: left to the interpreter. */
static V double_of_integer(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   if (inst->omod || inst->clamp || j->p->mode.round32)
      return NULL;
   V v = jit_src(j, 0, 0);
   v = inst->op == GCN_V_CVT_F64_I32 ? LLVMBuildSIToFP(B, v, j->vf64, "") : LLVMBuildUIToFP(B, v, j->vf64, "");
   return LLVMBuildBitCast(B, v, j->vi64, "");
}

static void write64(struct jit *j, V v)
{
   V hi = LLVMBuildTrunc(B, LSHR(v, jit_splat(j, jit_i64(j, 32))), j->vi32, "");
   jit_write_vgpr(j, j->inst->dst[0].code, 0, LLVMBuildTrunc(B, v, j->vi32, ""), NULL);
   jit_write_vgpr(j, j->inst->dst[0].code + 1, 1, hi, NULL);
}

bool jit_valu64(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   if (inst->op == GCN_V_CVT_F64_I32 || inst->op == GCN_V_CVT_F64_U32) {
      V v = double_of_integer(j);
      if (v)
         write64(j, v);
      return v != NULL;
   }
   bool shift = inst->op == GCN_V_LSHLREV_B64 || inst->op == GCN_V_LSHRREV_B64 || inst->op == GCN_V_ASHRREV_I64;
   if (!shift && inst->op != GCN_V_MAD_U64_U32)
      return false;
   V a = source64(j, 0), b = source64(j, 1), r;
   if (shift) {
      V n = AND(a, jit_splat(j, jit_i64(j, 63)));
      r = inst->op == GCN_V_LSHLREV_B64 ? SHL(b, n) : inst->op == GCN_V_LSHRREV_B64 ? LSHR(b, n) : ASHR(b, n);
   } else {
      r = ADD(MUL(a, b), source64(j, 2));
      V carry = ICMP(ULT, r, source64(j, 2));
      jit_write_mask(j, inst->dst[1].code, carry, true);
   }
   write64(j, r);
   return true;
}

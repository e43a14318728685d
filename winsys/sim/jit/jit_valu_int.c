/* jit_valu_int.c: integer and bit operations of the vector unit on 32-bit values. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"

static V sext24(struct jit *j, V v) { return ASHR(SHL(v, I(8)), I(8)); }
static V zext24(struct jit *j, V v) { return AND(v, I(0xffffff)); }
static V five(struct jit *j, V v) { return AND(v, I(31)); }
static V wide(struct jit *j, V v, bool is_signed)
{
   return is_signed ? LLVMBuildSExt(B, v, j->vi64, "") : LLVMBuildZExt(B, v, j->vi64, "");
}
static V narrow(struct jit *j, V v) { return LLVMBuildTrunc(B, v, j->vi32, ""); }
static V c64(struct jit *j, uint64_t v) { return jit_splat(j, jit_i64(j, v)); }

static V high_product(struct jit *j, V a, V b, bool is_signed)
{
   return narrow(j, LSHR(MUL(wide(j, a, is_signed), wide(j, b, is_signed)), c64(j, 32)));
}

static V bit_count(struct jit *j, V v) { return jit_intr(j, "llvm.ctpop.", j->vi32, 1, &v); }

/* Zeros before or after the first one; all ones for zero. */
static V zeros(struct jit *j, const char *name, V v)
{
   V args[] = { v, LLVMConstNull(j->i1) };
   return SEL(ICMP(EQ, v, I(0)), I(UINT32_MAX), jit_intr(j, name, j->vi32, 2, args));
}

/* a:b as 64 bits, shifted right by less than 32. */
static V funnel(struct jit *j, V a, V b, V n)
{
   V args[] = { a, b, n };
   return jit_intr(j, "llvm.fshr.", j->vi32, 3, args);
}

static V min_u(struct jit *j, V a, V b) { return SEL(ICMP(ULT, a, b), a, b); }
static V max_u(struct jit *j, V a, V b) { return SEL(ICMP(UGT, a, b), a, b); }
static V min_i(struct jit *j, V a, V b) { return SEL(ICMP(SLT, a, b), a, b); }
static V max_i(struct jit *j, V a, V b) { return SEL(ICMP(SGT, a, b), a, b); }

/* sum = product + c, saturated by CLAMP. */
static V mad24(struct jit *j, V a, V b, V c, bool is_signed)
{
   a = is_signed ? sext24(j, a) : zext24(j, a);
   b = is_signed ? sext24(j, b) : zext24(j, b);
   if (!j->inst->clamp)
      return ADD(MUL(a, b), c);
   V r = ADD(MUL(wide(j, a, is_signed), wide(j, b, is_signed)), wide(j, c, is_signed));
   if (is_signed) {
      r = SEL(ICMP(SGT, r, c64(j, INT32_MAX)), c64(j, INT32_MAX), r);
      r = SEL(ICMP(SLT, r, c64(j, (uint64_t)(int64_t)INT32_MIN)), c64(j, (uint64_t)(int64_t)INT32_MIN), r);
   } else {
      r = SEL(ICMP(UGT, r, c64(j, UINT32_MAX)), c64(j, UINT32_MAX), r);
   }
   return narrow(j, r);
}

static V lanes_below(struct jit *j, bool high)
{
   V m[SQ_MAX_LANES];
   for (unsigned i = 0; i < j->lanes; i++)
      m[i] = jit_i32(j, high ? (i < 32 ? 0 : (1u << (i - 32)) - 1) : i < 32 ? (1u << i) - 1 : UINT32_MAX);
   return LLVMConstVector(m, j->lanes);
}

V jit_valu_int(struct jit *j, V a, V b, V c)
{
   const struct gcn_inst *inst = j->inst;
   switch (inst->op) {
   case GCN_V_MOV_B32: return a;
   case GCN_V_NOT_B32: return NOT(a);
   case GCN_V_BFREV_B32: return jit_intr(j, "llvm.bitreverse.", j->vi32, 1, &a);
   case GCN_V_FFBH_U32: return zeros(j, "llvm.ctlz.", a);
   case GCN_V_FFBL_B32: return zeros(j, "llvm.cttz.", a);
   case GCN_V_FFBH_I32: return zeros(j, "llvm.ctlz.", XOR(a, ASHR(a, I(31))));
   case GCN_V_MUL_I32_I24: return MUL(sext24(j, a), sext24(j, b));
   case GCN_V_MUL_U32_U24: return MUL(zext24(j, a), zext24(j, b));
   case GCN_V_MUL_HI_I32_I24: return high_product(j, sext24(j, a), sext24(j, b), true);
   case GCN_V_MUL_HI_U32_U24: return high_product(j, zext24(j, a), zext24(j, b), false);
   case GCN_V_MUL_LO_U32: case GCN_V_MUL_LO_I32: return MUL(a, b);
   case GCN_V_MUL_HI_U32: return high_product(j, a, b, false);
   case GCN_V_MUL_HI_I32: return high_product(j, a, b, true);
   case GCN_V_MIN_I32: return min_i(j, a, b);
   case GCN_V_MAX_I32: return max_i(j, a, b);
   case GCN_V_MIN_U32: return min_u(j, a, b);
   case GCN_V_MAX_U32: return max_u(j, a, b);
   case GCN_V_MIN3_I32: return min_i(j, min_i(j, a, b), c);
   case GCN_V_MAX3_I32: return max_i(j, max_i(j, a, b), c);
   case GCN_V_MIN3_U32: return min_u(j, min_u(j, a, b), c);
   case GCN_V_MAX3_U32: return max_u(j, max_u(j, a, b), c);
   case GCN_V_MED3_I32: return max_i(j, min_i(j, a, b), min_i(j, max_i(j, a, b), c));
   case GCN_V_MED3_U32: return max_u(j, min_u(j, a, b), min_u(j, max_u(j, a, b), c));
   case GCN_V_LSHR_B32: return LSHR(a, five(j, b));
   case GCN_V_LSHRREV_B32: return LSHR(b, five(j, a));
   case GCN_V_ASHR_I32: return ASHR(a, five(j, b));
   case GCN_V_ASHRREV_I32: return ASHR(b, five(j, a));
   case GCN_V_LSHL_B32: return SHL(a, five(j, b));
   case GCN_V_LSHLREV_B32: return SHL(b, five(j, a));
   case GCN_V_AND_B32: return AND(a, b);
   case GCN_V_OR_B32: return OR(a, b);
   case GCN_V_XOR_B32: return XOR(a, b);
   case GCN_V_MAD_I32_I24: return mad24(j, a, b, c, true);
   case GCN_V_MAD_U32_U24: return mad24(j, a, b, c, false);
   case GCN_V_BFE_U32: return jit_bfe_u32(j, a, b, c);
   case GCN_V_BFE_I32: return jit_bfe_i32(j, a, b, c);
   case GCN_V_BFI_B32: return OR(AND(a, b), AND(NOT(a), c));
   case GCN_V_BFM_B32: return SHL(SUB(SHL(I(1), five(j, a)), I(1)), five(j, b));
   case GCN_V_ALIGNBIT_B32: return funnel(j, a, b, five(j, c));
   case GCN_V_ALIGNBYTE_B32: return funnel(j, a, b, SHL(AND(c, I(3)), I(3)));
   case GCN_V_BCNT_U32_B32: return ADD(bit_count(j, a), b);
   case GCN_V_MBCNT_LO_U32_B32: return ADD(bit_count(j, AND(a, lanes_below(j, false))), b);
   case GCN_V_MBCNT_HI_U32_B32: return ADD(bit_count(j, AND(a, lanes_below(j, true))), b);
   case GCN_V_CVT_PKNORM_I16_F32: return OR(jit_pknorm_i16(j, TO_F(a)), SHL(jit_pknorm_i16(j, TO_F(b)), I(16)));
   case GCN_V_CVT_PKNORM_U16_F32: return OR(jit_pknorm_u16(j, TO_F(a)), SHL(jit_pknorm_u16(j, TO_F(b)), I(16)));
   case GCN_V_CVT_PK_U16_U32: return OR(min_u(j, a, I(65535)), SHL(min_u(j, b, I(65535)), I(16)));
   case GCN_V_CVT_PK_I16_I32: {
      V x = min_i(j, max_i(j, a, I(-32768)), I(32767)), y = min_i(j, max_i(j, b, I(-32768)), I(32767));
      return OR(AND(x, I(0xffff)), SHL(y, I(16)));
   }
   case GCN_V_SAD_U32: {
      if (inst->clamp)
         return NULL;
      return ADD(c, SEL(ICMP(UGT, a, b), SUB(a, b), SUB(b, a)));
   }
   default: return NULL;
   }
}

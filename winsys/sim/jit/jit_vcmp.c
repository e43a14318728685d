/* jit_vcmp.c: VOPC: comparisons to masks. The vector of results is kept beside the SGPR pair: as it is for readers under the
 * same EXEC, and with inactive lanes cleared for all other users. 64-bit values are compared as two words; the class of one is
 * left to the interpreter. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/sq/interp/sq_interp.h"

/* The relation's bits (1 less, 2 equal, 4 greater, 8 unordered) as LLVM's predicate (1 equal, 2 greater, 4 less, 8). */
static LLVMRealPredicate real_predicate(unsigned relation)
{
   return (LLVMRealPredicate)((relation & 1 ? 4 : 0) | (relation & 2 ? 1 : 0) | (relation & 4 ? 2 : 0) | (relation & 8));
}

V jit_compare_int(struct jit *j, unsigned relation, V a, V b, bool is_signed)
{
   switch (relation & 7) {
   case 0: return LLVMConstNull(j->vi1);
   case 1: return is_signed ? ICMP(SLT, a, b) : ICMP(ULT, a, b);
   case 2: return ICMP(EQ, a, b);
   case 3: return is_signed ? ICMP(SLE, a, b) : ICMP(ULE, a, b);
   case 4: return is_signed ? ICMP(SGT, a, b) : ICMP(UGT, a, b);
   case 5: return ICMP(NE, a, b);
   case 6: return is_signed ? ICMP(SGE, a, b) : ICMP(UGE, a, b);
   default: return LLVMConstAllOnes(j->vi1);
   }
}

/* A value of 64 bits. */
struct pair { V high, low; };

static struct pair pair_src(struct jit *j, unsigned i)
{
   V low = jit_src(j, i, 0);
   return (struct pair){ jit_src(j, i, 1), low };
}

/* The lanes for which one of the relation's bits 1, 2 and 4 holds. */
static V compare_pairs(struct jit *j, unsigned relation, struct pair a, struct pair b, bool is_signed)
{
   V same_high = ICMP(EQ, a.high, b.high), equal = AND(same_high, ICMP(EQ, a.low, b.low));
   V less = is_signed ? ICMP(SLT, a.high, b.high) : ICMP(ULT, a.high, b.high);
   less = OR(less, AND(same_high, ICMP(ULT, a.low, b.low)));
   V r = LLVMConstNull(j->vi1);
   if (relation & 1)
      r = less;
   if (relation & 2)
      r = OR(r, equal);
   if (relation & 4)
      r = OR(r, NOT(OR(less, equal)));
   return r;
}

static V is_nan64(struct jit *j, struct pair v)
{
   V magnitude = AND(v.high, I(0x7fffffff));
   return OR(ICMP(UGT, magnitude, I(0x7ff00000)), AND(ICMP(EQ, magnitude, I(0x7ff00000)), ICMP(NE, v.low, I(0))));
}

/* A signed integer that is in the order of the doubles. Both zeros are 0, and denormals are where MODE flushes them. The host's
 * flag for denormals is set for floats, so the host's comparison of doubles cannot be used. */
static struct pair ordered64(struct jit *j, struct pair v)
{
   V zero = j->p->mode.denorm64 & 1 ? ICMP(EQ, OR(AND(v.high, I(0x7fffffff)), v.low), I(0))
                                    : ICMP(EQ, AND(v.high, I(0x7ff00000)), I(0));
   V sign = ASHR(v.high, I(31));
   return (struct pair){ SEL(zero, I(0), XOR(v.high, LSHR(sign, I(1)))), SEL(zero, I(0), XOR(v.low, sign)) };
}

static V compare_doubles(struct jit *j, unsigned relation, struct pair a, struct pair b)
{
   V unordered = OR(is_nan64(j, a), is_nan64(j, b));
   V r = AND(compare_pairs(j, relation, ordered64(j, a), ordered64(j, b), true), NOT(unordered));
   return relation & 8 ? OR(r, unordered) : r;
}

/* Bits of the class mask (manual: V_CMP_CLASS), for mantissas of m bits and exponents of e. */
static V classify(struct jit *j, V u, V wanted, unsigned m, unsigned e)
{
   V mantissa = AND(u, I((1u << m) - 1)), exponent = AND(LSHR(u, I(m)), I((1u << e) - 1));
   V negative = ICMP(NE, AND(u, I(1u << (m + e))), I(0)), some = ICMP(NE, mantissa, I(0));
   V quiet = ICMP(NE, AND(u, I(1u << (m - 1))), I(0));
   V special = SEL(some, SEL(quiet, I(1 << 1), I(1 << 0)), SEL(negative, I(1 << 2), I(1 << 9)));
   V normal = SEL(negative, I(1 << 3), I(1 << 8));
   V small = SEL(some, SEL(negative, I(1 << 4), I(1 << 7)), SEL(negative, I(1 << 5), I(1 << 6)));
   V class = SEL(ICMP(EQ, exponent, I((1u << e) - 1)), special, SEL(ICMP(NE, exponent, I(0)), normal, small));
   return ICMP(NE, AND(class, wanted), I(0));
}

static bool is_64bit(const struct gcn_op_info *info)
{
   return info->src[0] == GCN_T_F64 || info->src[0] == GCN_T_I64 || info->src[0] == GCN_T_U64;
}

bool jit_vcmp(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   unsigned relation;
   V r;
   switch (inst->op) {
   case GCN_V_CMP_CLASS_F32: case GCN_V_CMPX_CLASS_F32: r = classify(j, jit_src(j, 0, 0), jit_src(j, 1, 0), 23, 8); break;
   case GCN_V_CMP_CLASS_F16: case GCN_V_CMPX_CLASS_F16: r = classify(j, jit_src(j, 0, 0), jit_src(j, 1, 0), 10, 5); break;
   default: {
      if (!sq_relation((enum gcn_op)inst->op, &relation))
         return false;
      if (is_64bit(info)) {
         struct pair a = pair_src(j, 0), b = pair_src(j, 1);
         r = info->src[0] == GCN_T_F64 ? compare_doubles(j, relation, a, b)
                                       : compare_pairs(j, relation, a, b, info->src[0] == GCN_T_I64);
         break;
      }
      V a = jit_src(j, 0, 0), b = jit_src(j, 1, 0);
      switch (info->src[0]) {
      case GCN_T_F32: r = LLVMBuildFCmp(B, real_predicate(relation), TO_F(a), TO_F(b), ""); break;
      case GCN_T_F16: r = LLVMBuildFCmp(B, real_predicate(relation), jit_half_input(j, a), jit_half_input(j, b), ""); break;
      case GCN_T_I16:
         r = jit_compare_int(j, relation, ASHR(SHL(a, I(16)), I(16)), ASHR(SHL(b, I(16)), I(16)), true);
         break;
      case GCN_T_U16: r = jit_compare_int(j, relation, AND(a, I(0xffff)), AND(b, I(0xffff)), false); break;
      default: r = jit_compare_int(j, relation, a, b, info->src[0] == GCN_T_I32); break;
      }
   }
   }
   V only = inst->is_dpp ? jit_dpp_mask(j) : NULL;
   jit_write_mask(j, inst->dst[0].code, only ? AND(r, only) : r, !only);
   if (info->flags & GCN_FLAG_VCMPX)
      jit_write64_vec(j, GCN_SRC_EXEC_LO, jit_read64(j, inst->dst[0].code, 0), jit_mask_known(j, inst->dst[0].code));
   return true;
}

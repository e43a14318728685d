/* isa_salu.c: scalar arithmetic. R: result, SCC as before; RS: result and SCC; RN: SCC is "not zero"; C: SCC only;
 * X: saves EXEC and replaces it. SOPK's constant is source 1 (source 0 where it is the only one), sign-extended. */
#include "winsys/sim/sq/tests/isa.h"

static uint64_t below(unsigned n) { return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1; }

static unsigned count(uint64_t x, unsigned bits, unsigned bit)
{
   unsigned n = 0;
   for (unsigned i = 0; i < bits; i++)
      n += (x >> i & 1) == bit;
   return n;
}

static uint64_t reversed(uint64_t x, unsigned bits)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < bits; i++)
      r |= (x >> i & 1) << (bits - 1 - i);
   return r;
}

/* Steps from bit `from` to one that is `bit`. */
static uint32_t find(uint64_t x, int from, int step, unsigned bits, unsigned bit)
{
   for (int n = 0; n < (int)bits; n++)
      if ((x >> (from + step * n) & 1) == bit)
         return (uint32_t)n;
   return UINT32_MAX;
}

static uint32_t sign_bits(uint64_t x, unsigned bits) { return find(x, (int)bits - 1, -1, bits, !(x >> (bits - 1) & 1)); }

static uint64_t wqm(uint64_t x, unsigned bits)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < bits; i += 4)
      r |= x >> i & 15 ? (uint64_t)15 << i : 0;
   return r;
}

static uint64_t quad_mask(uint64_t x, unsigned bits)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < bits; i += 4)
      r |= (uint64_t)((x >> i & 15) != 0) << i / 4;
   return r;
}

/* Offset and width from a control word; x is sign-extended already where it is signed. */
static uint64_t field(uint64_t x, uint32_t control, unsigned bits, bool is_signed)
{
   unsigned shift = control & (bits - 1), width = control >> 16 & 127;
   if (!width)
      return 0;
   if (shift + width >= bits)
      return is_signed ? (uint64_t)((int64_t)x >> shift) : x >> shift;
   uint64_t r = x >> shift & below(width);
   return is_signed && r >> (width - 1) & 1 ? r | ~below(width) : r;
}

#define A32 U(0)
#define B32 U(1)

#define ROWS \
   RS(S_ADD_U32, A32 + B32, ((uint64_t)A32 + B32) >> 32) \
   RS(S_SUB_U32, A32 - B32, A32 < B32) \
   RS(S_ADD_I32, A32 + B32, (int64_t)S(0) + S(1) != (int32_t)(A32 + B32)) \
   RS(S_SUB_I32, A32 - B32, (int64_t)S(0) - S(1) != (int32_t)(A32 - B32)) \
   RS(S_ADDC_U32, A32 + B32 + v->scc, ((uint64_t)A32 + B32 + v->scc) >> 32) \
   RS(S_SUBB_U32, A32 - B32 - v->scc, A32 < (uint64_t)B32 + v->scc) \
   RS(S_MIN_I32, S(0) < S(1) ? A32 : B32, S(0) < S(1)) \
   RS(S_MIN_U32, A32 < B32 ? A32 : B32, A32 < B32) \
   RS(S_MAX_I32, S(0) > S(1) ? A32 : B32, S(0) > S(1)) \
   RS(S_MAX_U32, A32 > B32 ? A32 : B32, A32 > B32) \
   R(S_CSELECT_B32, v->scc ? A32 : B32) R(S_CSELECT_B64, v->scc ? Q(0) : Q(1)) \
   RN(S_AND_B32, A32 & B32) RN(S_AND_B64, Q(0) & Q(1)) RN(S_OR_B32, A32 | B32) RN(S_OR_B64, Q(0) | Q(1)) \
   RN(S_XOR_B32, A32 ^ B32) RN(S_XOR_B64, Q(0) ^ Q(1)) RN(S_ANDN2_B32, A32 & ~B32) RN(S_ANDN2_B64, Q(0) & ~Q(1)) \
   RN(S_ORN2_B32, A32 | ~B32) RN(S_ORN2_B64, Q(0) | ~Q(1)) RN(S_NAND_B32, ~(A32 & B32)) RN(S_NAND_B64, ~(Q(0) & Q(1))) \
   RN(S_NOR_B32, ~(A32 | B32)) RN(S_NOR_B64, ~(Q(0) | Q(1))) RN(S_XNOR_B32, ~(A32 ^ B32)) RN(S_XNOR_B64, ~(Q(0) ^ Q(1))) \
   RN(S_LSHL_B32, A32 << (B32 & 31)) RN(S_LSHL_B64, Q(0) << (B32 & 63)) \
   RN(S_LSHR_B32, A32 >> (B32 & 31)) RN(S_LSHR_B64, Q(0) >> (B32 & 63)) \
   RN(S_ASHR_I32, (uint32_t)(S(0) >> (B32 & 31))) RN(S_ASHR_I64, (uint64_t)(SQ(0) >> (B32 & 63))) \
   R(S_BFM_B32, (uint32_t)(below(A32 & 31) << (B32 & 31))) R(S_BFM_B64, below(A32 & 63) << (B32 & 63)) \
   R(S_MUL_I32, A32 * B32) \
   RN(S_BFE_U32, (uint32_t)field(A32, B32, 32, false)) RN(S_BFE_I32, (uint32_t)field((uint64_t)(int64_t)S(0), B32, 32, true)) \
   RN(S_BFE_U64, field(Q(0), B32, 64, false)) RN(S_BFE_I64, field(Q(0), B32, 64, true)) \
   RN(S_ABSDIFF_I32, (uint32_t)(S(0) > S(1) ? (int64_t)S(0) - S(1) : (int64_t)S(1) - S(0))) \
   R(S_MOVK_I32, A32) \
   R(S_CMOVK_I32, v->scc ? A32 : (v->keeps = true, 0)) \
   C(S_CMPK_EQ_I32, S(0) == S(1)) C(S_CMPK_LG_I32, S(0) != S(1)) C(S_CMPK_GT_I32, S(0) > S(1)) C(S_CMPK_GE_I32, S(0) >= S(1)) \
   C(S_CMPK_LT_I32, S(0) < S(1)) C(S_CMPK_LE_I32, S(0) <= S(1)) C(S_CMPK_EQ_U32, A32 == (B32 & 65535)) \
   C(S_CMPK_LG_U32, A32 != (B32 & 65535)) C(S_CMPK_GT_U32, A32 > (B32 & 65535)) C(S_CMPK_GE_U32, A32 >= (B32 & 65535)) \
   C(S_CMPK_LT_U32, A32 < (B32 & 65535)) C(S_CMPK_LE_U32, A32 <= (B32 & 65535)) \
   RS(S_ADDK_I32, A32 + B32, (int64_t)S(0) + S(1) != (int32_t)(A32 + B32)) R(S_MULK_I32, A32 * B32) \
   R(S_MOV_B32, A32) R(S_MOV_B64, Q(0)) \
   R(S_CMOV_B32, v->scc ? A32 : (v->keeps = true, 0)) R(S_CMOV_B64, v->scc ? Q(0) : (v->keeps = true, 0)) \
   RN(S_NOT_B32, ~A32) RN(S_NOT_B64, ~Q(0)) RN(S_WQM_B32, (uint32_t)wqm(A32, 32)) RN(S_WQM_B64, wqm(Q(0), 64)) \
   R(S_BREV_B32, (uint32_t)reversed(A32, 32)) R(S_BREV_B64, reversed(Q(0), 64)) \
   RN(S_BCNT0_I32_B32, count(A32, 32, 0)) RN(S_BCNT0_I32_B64, count(Q(0), 64, 0)) \
   RN(S_BCNT1_I32_B32, count(A32, 32, 1)) RN(S_BCNT1_I32_B64, count(Q(0), 64, 1)) \
   R(S_FF0_I32_B32, find(A32, 0, 1, 32, 0)) R(S_FF0_I32_B64, find(Q(0), 0, 1, 64, 0)) \
   R(S_FF1_I32_B32, find(A32, 0, 1, 32, 1)) R(S_FF1_I32_B64, find(Q(0), 0, 1, 64, 1)) \
   R(S_FLBIT_I32_B32, find(A32, 31, -1, 32, 1)) R(S_FLBIT_I32_B64, find(Q(0), 63, -1, 64, 1)) \
   R(S_FLBIT_I32, sign_bits(A32, 32)) R(S_FLBIT_I32_I64, sign_bits(Q(0), 64)) \
   R(S_SEXT_I32_I8, (uint32_t)(int8_t)A32) R(S_SEXT_I32_I16, (uint32_t)(int16_t)A32) \
   R(S_BITSET0_B32, (uint32_t)v->old & ~(1u << (A32 & 31))) R(S_BITSET0_B64, v->old & ~((uint64_t)1 << (A32 & 63))) \
   R(S_BITSET1_B32, (uint32_t)v->old | 1u << (A32 & 31)) R(S_BITSET1_B64, v->old | (uint64_t)1 << (A32 & 63)) \
   X(S_AND_SAVEEXEC_B64, Q(0) & v->exec) X(S_OR_SAVEEXEC_B64, Q(0) | v->exec) X(S_XOR_SAVEEXEC_B64, Q(0) ^ v->exec) \
   X(S_ANDN2_SAVEEXEC_B64, Q(0) & ~v->exec) X(S_ORN2_SAVEEXEC_B64, Q(0) | ~v->exec) X(S_NAND_SAVEEXEC_B64, ~(Q(0) & v->exec)) \
   X(S_NOR_SAVEEXEC_B64, ~(Q(0) | v->exec)) X(S_XNOR_SAVEEXEC_B64, ~(Q(0) ^ v->exec)) \
   RN(S_QUADMASK_B32, (uint32_t)quad_mask(A32, 32)) RN(S_QUADMASK_B64, quad_mask(Q(0), 64)) \
   RN(S_ABS_I32, S(0) < 0 ? 0 - A32 : A32) \
   C(S_CMP_EQ_I32, A32 == B32) C(S_CMP_LG_I32, A32 != B32) C(S_CMP_GT_I32, S(0) > S(1)) C(S_CMP_GE_I32, S(0) >= S(1)) \
   C(S_CMP_LT_I32, S(0) < S(1)) C(S_CMP_LE_I32, S(0) <= S(1)) C(S_CMP_EQ_U32, A32 == B32) C(S_CMP_LG_U32, A32 != B32) \
   C(S_CMP_GT_U32, A32 > B32) C(S_CMP_GE_U32, A32 >= B32) C(S_CMP_LT_U32, A32 < B32) C(S_CMP_LE_U32, A32 <= B32) \
   C(S_BITCMP0_B32, !(A32 >> (B32 & 31) & 1)) C(S_BITCMP1_B32, A32 >> (B32 & 31) & 1) \
   C(S_BITCMP0_B64, !(Q(0) >> (B32 & 63) & 1)) C(S_BITCMP1_B64, Q(0) >> (B32 & 63) & 1) \
   C(S_CMP_EQ_U64, Q(0) == Q(1)) C(S_CMP_LG_U64, Q(0) != Q(1))

#define R(op, r) static void ref_##op(struct isa_vec *v) { v->d = (r); }
#define RS(op, r, c) static void ref_##op(struct isa_vec *v) { bool scc = (c); v->d = (r); v->scc = scc; }
#define RN(op, r) static void ref_##op(struct isa_vec *v) { v->d = (r); v->scc = v->d != 0; }
#define C(op, c) static void ref_##op(struct isa_vec *v) { v->scc = (c); }
#define X(op, r) static void ref_##op(struct isa_vec *v) { v->d = v->exec; v->new_exec = (r); v->scc = v->new_exec != 0; }
ROWS
#undef R
#undef RS
#undef RN
#undef C
#undef X
#define R(op, r) { GCN_##op, ref_##op, 0, 0 },
#define RS(op, r, c) R(op, r)
#define RN(op, r) R(op, r)
#define C(op, c) R(op, c)
#define X(op, r) R(op, r)
const struct isa_row isa_salu[] = { ROWS };
const unsigned isa_salu_count = sizeof isa_salu / sizeof *isa_salu;

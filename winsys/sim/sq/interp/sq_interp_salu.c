/* sq_interp_salu.c: scalar arithmetic: SOP1, SOP2, SOPK, SOPC. SCC as the manual says per operation; mask results use all 64
 * bits for SCC even where EXEC keeps only the launched lanes. s_getreg and s_setreg have MODE's rounding, denormal,
 * IEEE and DX10_CLAMP bits; other hardware registers read as zero. */
#include "winsys/sim/sq/interp/sq_interp.h"

static uint64_t reverse64(uint64_t v)
{
   return (uint64_t)sq_reverse((uint32_t)v) << 32 | sq_reverse((uint32_t)(v >> 32));
}

/* Every quad with a bit set becomes all ones. */
static uint64_t wqm(uint64_t v)
{
   v |= v >> 1;
   v |= v >> 2;
   v &= UINT64_C(0x1111111111111111);
   return v * 15;
}

static uint64_t quad_mask(uint64_t v)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < 16; i++)
      r |= (uint64_t)((v >> 4 * i & 15) != 0) << i;
   return r;
}

/* Leading bits equal to the sign, -1 if all are. */
static uint32_t first_unlike_sign(uint64_t v, unsigned bits)
{
   int64_t x = (int64_t)(v << (64 - bits));
   uint64_t y = (uint64_t)(x < 0 ? ~x : x);
   if (bits == 32)
      y &= UINT64_C(0xffffffff00000000);
   return y ? (uint32_t)__builtin_clzll(y) : UINT32_MAX;
}

static uint64_t field(uint64_t v, unsigned shift, unsigned width, unsigned bits, bool is_signed)
{
   if (!width)
      return 0;
   if (bits == 32)
      v = is_signed ? (uint64_t)(int64_t)(int32_t)v : (uint32_t)v;
   if (shift + width < bits) {
      v <<= 64 - shift - width;
      return is_signed ? (uint64_t)((int64_t)v >> (64 - width)) : v >> (64 - width);
   }
   return is_signed ? (uint64_t)((int64_t)v >> shift) : v >> shift;
}

enum sq_logic sq_logic(unsigned op, bool *saveexec)
{
   enum { SAVEEXEC = 16 };
#define ROW(name) [GCN_S_##name##_B32] = SQ_##name, [GCN_S_##name##_B64] = SQ_##name, [GCN_S_##name##_SAVEEXEC_B64] = SAVEEXEC | SQ_##name
   static const uint8_t table[GCN_OP_COUNT] = { ROW(AND), ROW(OR), ROW(XOR), ROW(ANDN2), ROW(ORN2), ROW(NAND), ROW(NOR), ROW(XNOR) };
#undef ROW
   *saveexec = table[op] & SAVEEXEC;
   return (enum sq_logic)(table[op] & ~SAVEEXEC);
}

uint64_t sq_logic_result(enum sq_logic l, uint64_t a, uint64_t b)
{
   switch (l) {
   case SQ_AND: return a & b;
   case SQ_OR: return a | b;
   case SQ_XOR: return a ^ b;
   case SQ_ANDN2: return a & ~b;
   case SQ_ORN2: return a | ~b;
   case SQ_NAND: return ~(a & b);
   case SQ_NOR: return ~(a | b);
   case SQ_XNOR: return ~(a ^ b);
   default: return 0;
   }
}

static bool exec_saveexec(struct sq_state *s, const struct gcn_inst *inst, enum sq_logic logic)
{
   struct sq_wave *w = s->w;
   uint64_t r = sq_logic_result(logic, sq_read64(s, inst->src[0].code, inst->literal), w->exec);
   sq_write64(s, inst->dst[0].code, w->exec);
   w->exec = r & s->lane_mask;
   s->scc = r != 0;
   return true;
}

static bool exec_sop1(struct sq_state *s, const struct gcn_inst *inst)
{
   struct sq_wave *w = s->w;
   unsigned dst = inst->num_dst ? inst->dst[0].code : 0;
   bool wide = inst->num_src && inst->src[0].dwords == 2;
   uint64_t a = !inst->num_src ? 0 : wide ? sq_read64(s, inst->src[0].code, inst->literal)
                                          : sq_read32(s, inst->src[0].code, inst->literal);
   uint32_t a32 = (uint32_t)a;
   uint64_t r;
   bool saveexec;
   enum sq_logic logic = sq_logic(inst->op, &saveexec);
   if (logic)
      return exec_saveexec(s, inst, logic);
   switch (inst->op) {
   case GCN_S_MOV_B32: case GCN_S_MOV_B64: r = a; break;
   case GCN_S_CMOV_B32: case GCN_S_CMOV_B64:
      if (!s->scc)
         return true;
      r = a;
      break;
   case GCN_S_NOT_B32: r = ~a32; s->scc = r != 0; break;
   case GCN_S_NOT_B64: r = ~a; s->scc = r != 0; break;
   case GCN_S_WQM_B32: r = (uint32_t)wqm(a32); s->scc = r != 0; break;
   case GCN_S_WQM_B64: r = wqm(a); s->scc = r != 0; break;
   case GCN_S_BREV_B32: r = sq_reverse(a32); break;
   case GCN_S_BREV_B64: r = reverse64(a); break;
   case GCN_S_BCNT0_I32_B32: r = 32 - (unsigned)__builtin_popcount(a32); s->scc = r != 0; break;
   case GCN_S_BCNT0_I32_B64: r = 64 - (unsigned)__builtin_popcountll(a); s->scc = r != 0; break;
   case GCN_S_BCNT1_I32_B32: r = (unsigned)__builtin_popcount(a32); s->scc = r != 0; break;
   case GCN_S_BCNT1_I32_B64: r = (unsigned)__builtin_popcountll(a); s->scc = r != 0; break;
   case GCN_S_FF0_I32_B32: r = ~a32 ? (uint32_t)__builtin_ctz(~a32) : UINT32_MAX; break;
   case GCN_S_FF0_I32_B64: r = ~a ? (uint32_t)__builtin_ctzll(~a) : UINT32_MAX; break;
   case GCN_S_FF1_I32_B32: r = a32 ? (uint32_t)__builtin_ctz(a32) : UINT32_MAX; break;
   case GCN_S_FF1_I32_B64: r = a ? (uint32_t)__builtin_ctzll(a) : UINT32_MAX; break;
   case GCN_S_FLBIT_I32_B32: r = a32 ? (uint32_t)__builtin_clz(a32) : UINT32_MAX; break;
   case GCN_S_FLBIT_I32_B64: r = a ? (uint32_t)__builtin_clzll(a) : UINT32_MAX; break;
   case GCN_S_FLBIT_I32: r = first_unlike_sign(a, 32); break;
   case GCN_S_FLBIT_I32_I64: r = first_unlike_sign(a, 64); break;
   case GCN_S_SEXT_I32_I8: r = (uint32_t)(int8_t)a; break;
   case GCN_S_SEXT_I32_I16: r = (uint32_t)(int16_t)a; break;
   case GCN_S_BITSET0_B32: r = sq_read32(s, dst, 0) & ~(1u << (a32 & 31)); break;
   case GCN_S_BITSET0_B64: r = sq_read64(s, dst, 0) & ~(UINT64_C(1) << (a32 & 63)); break;
   case GCN_S_BITSET1_B32: r = sq_read32(s, dst, 0) | 1u << (a32 & 31); break;
   case GCN_S_BITSET1_B64: r = sq_read64(s, dst, 0) | UINT64_C(1) << (a32 & 63); break;
   case GCN_S_GETPC_B64: r = sq_code_va(s->p, inst->offset_B) + 4; break;
   case GCN_S_QUADMASK_B32: r = quad_mask(a32); s->scc = r != 0; break;
   case GCN_S_QUADMASK_B64: r = quad_mask(a); s->scc = r != 0; break;
   case GCN_S_MOVRELS_B32: case GCN_S_MOVRELS_B64: case GCN_S_MOVRELD_B32: case GCN_S_MOVRELD_B64: {
      bool reads = inst->op == GCN_S_MOVRELS_B32 || inst->op == GCN_S_MOVRELS_B64;
      unsigned code = (reads ? inst->src[0].code : dst) + w->sgpr[GCN_SRC_M0];
      if (code + (wide ? 1 : 0) > 103) {
         sq_wave_fault(w, s->p, (uint32_t)(inst - s->p->inst), "indexed SGPR out of range");
         return false;
      }
      if (reads) {
         r = wide ? sq_read64(s, code, 0) : sq_read32(s, code, 0);
      } else {
         dst = code;
         r = a;
      }
      break;
   }
   case GCN_S_ABS_I32: r = (int32_t)a32 < 0 ? 0u - a32 : a32; s->scc = r != 0; break;
   case GCN_S_SET_GPR_IDX_IDX:
      w->sgpr[GCN_SRC_M0] = (w->sgpr[GCN_SRC_M0] & ~0xffu) | (a32 & 0xff);
      return true;
   default:
      return sq_unsupported(s, inst);
   }
   if (inst->dst[0].dwords == 2)
      sq_write64(s, dst, r);
   else
      sq_write32(s, dst, (uint32_t)r);
   return true;
}

static bool exec_sop2(struct sq_state *s, const struct gcn_inst *inst)
{
   bool wide0 = inst->src[0].dwords == 2, wide1 = inst->src[1].dwords == 2;
   uint64_t a = wide0 ? sq_read64(s, inst->src[0].code, inst->literal) : sq_read32(s, inst->src[0].code, inst->literal);
   uint64_t b = wide1 ? sq_read64(s, inst->src[1].code, inst->literal) : sq_read32(s, inst->src[1].code, inst->literal);
   uint32_t a32 = (uint32_t)a, b32 = (uint32_t)b;
   int32_t ai = (int32_t)a32, bi = (int32_t)b32, sum;
   uint64_t r;
   unsigned shift32 = b32 & 31, shift64 = b32 & 63;
   bool scc_is_result = false;
   switch (inst->op) {
   case GCN_S_ADD_U32: r = (uint64_t)a32 + b32; s->scc = r >> 32 & 1; break;
   case GCN_S_SUB_U32: r = a32 - b32; s->scc = b32 > a32; break;
   case GCN_S_ADD_I32: s->scc = __builtin_add_overflow(ai, bi, &sum); r = (uint32_t)sum; break;
   case GCN_S_SUB_I32: s->scc = __builtin_sub_overflow(ai, bi, &sum); r = (uint32_t)sum; break;
   case GCN_S_ADDC_U32: r = (uint64_t)a32 + b32 + s->scc; s->scc = r >> 32 & 1; break;
   case GCN_S_SUBB_U32: r = (uint64_t)a32 - b32 - s->scc; s->scc = r >> 32 & 1; break;
   case GCN_S_MIN_I32: r = ai < bi ? a32 : b32; s->scc = ai < bi; break;
   case GCN_S_MIN_U32: r = a32 < b32 ? a32 : b32; s->scc = a32 < b32; break;
   case GCN_S_MAX_I32: r = ai > bi ? a32 : b32; s->scc = ai > bi; break;
   case GCN_S_MAX_U32: r = a32 > b32 ? a32 : b32; s->scc = a32 > b32; break;
   case GCN_S_CSELECT_B32: case GCN_S_CSELECT_B64: r = s->scc ? a : b; break;
   case GCN_S_LSHL_B32: r = a32 << shift32; scc_is_result = true; break;
   case GCN_S_LSHL_B64: r = a << shift64; scc_is_result = true; break;
   case GCN_S_LSHR_B32: r = a32 >> shift32; scc_is_result = true; break;
   case GCN_S_LSHR_B64: r = a >> shift64; scc_is_result = true; break;
   case GCN_S_ASHR_I32: r = (uint32_t)(ai >> shift32); scc_is_result = true; break;
   case GCN_S_ASHR_I64: r = (uint64_t)((int64_t)a >> shift64); scc_is_result = true; break;
   case GCN_S_BFM_B32: r = (uint32_t)((UINT64_C(1) << (a32 & 31)) - 1) << shift32; break;
   case GCN_S_BFM_B64: r = ((UINT64_C(1) << (a32 & 63)) - 1) << shift64; break;
   case GCN_S_MUL_I32: r = a32 * b32; break;
   case GCN_S_BFE_U32: r = field(a, shift32, b32 >> 16 & 0x7f, 32, false); scc_is_result = true; break;
   case GCN_S_BFE_I32: r = (uint32_t)field(a, shift32, b32 >> 16 & 0x7f, 32, true); scc_is_result = true; break;
   case GCN_S_BFE_U64: r = field(a, shift64, b32 >> 16 & 0x7f, 64, false); scc_is_result = true; break;
   case GCN_S_BFE_I64: r = field(a, shift64, b32 >> 16 & 0x7f, 64, true); scc_is_result = true; break;
   case GCN_S_ABSDIFF_I32:
      r = (uint32_t)(ai > bi ? (int64_t)ai - bi : (int64_t)bi - ai);
      scc_is_result = true;
      break;
   default: {
      bool saveexec;
      enum sq_logic logic = sq_logic(inst->op, &saveexec);
      if (!logic)
         return sq_unsupported(s, inst);
      r = sq_logic_result(logic, a, b);
      r = inst->dst[0].dwords == 2 ? r : (uint32_t)r;
      scc_is_result = true;
   }
   }
   if (scc_is_result)
      s->scc = r != 0;
   if (inst->dst[0].dwords == 2)
      sq_write64(s, inst->dst[0].code, r);
   else
      sq_write32(s, inst->dst[0].code, (uint32_t)r);
   return true;
}

#define HWREG_MODE 1

uint32_t sq_mode_word(const struct sq_mode *m)
{
   return m->round32 | (uint32_t)m->round64 << 2 | (uint32_t)m->denorm32 << 4 | (uint32_t)m->denorm64 << 6 |
          (uint32_t)m->dx10_clamp << 8 | (uint32_t)m->ieee << 9;
}

struct sq_mode sq_mode_of_word(uint32_t word)
{
   return (struct sq_mode){ .round32 = word & 3, .round64 = word >> 2 & 3, .denorm32 = word >> 4 & 3,
                            .denorm64 = word >> 6 & 3, .dx10_clamp = word >> 8 & 1, .ieee = word >> 9 & 1 };
}

struct sq_mode_field sq_mode_field(const struct gcn_inst *inst)
{
   const uint32_t hwreg = (uint16_t)inst->simm;
   const unsigned shift = hwreg >> 6 & 31, size = (hwreg >> 11) + 1;
   const uint32_t mask = (uint32_t)(((UINT64_C(1) << size) - 1) << shift);
   return (struct sq_mode_field){ (hwreg & 63) == HWREG_MODE ? mask : 0, shift };
}

struct sq_scalar_compare sq_scalar_compare(unsigned op)
{
#define ROW(name, relation) \
   [GCN_S_CMP_##name##_I32] = { relation, true }, [GCN_S_CMP_##name##_U32] = { relation, false }, \
   [GCN_S_CMPK_##name##_I32] = { relation, true }, [GCN_S_CMPK_##name##_U32] = { relation, false }
   static const struct sq_scalar_compare table[GCN_OP_COUNT] = {
      ROW(LT, 1), ROW(EQ, 2), ROW(LE, 3), ROW(GT, 4), ROW(LG, 5), ROW(GE, 6),
      [GCN_S_CMP_EQ_U64] = { 2, false }, [GCN_S_CMP_LG_U64] = { 5, false },
   };
#undef ROW
   return table[op];
}

static bool compare(struct sq_state *s, struct sq_scalar_compare c, uint64_t a, uint64_t b)
{
   unsigned is = c.is_signed ? (int32_t)a < (int32_t)b ? 1 : a == b ? 2 : 4 : a < b ? 1 : a == b ? 2 : 4;
   s->scc = (is & c.relation) != 0;
   return true;
}

static bool exec_sopk(struct sq_state *s, const struct gcn_inst *inst)
{
   uint32_t k = (uint32_t)inst->simm, ku = (uint16_t)inst->simm;
   unsigned sdst = inst->num_dst ? inst->dst[0].code : inst->src[0].code;
   uint32_t v = inst->op == GCN_S_SETREG_IMM32_B32 ? inst->literal : sq_read32(s, sdst, 0);
   int32_t vi = (int32_t)v, ki = inst->simm, sum;
   const struct sq_mode_field field = sq_mode_field(inst);
   const struct sq_scalar_compare c = sq_scalar_compare(inst->op);
   if (c.relation)
      return compare(s, c, v, c.is_signed ? k : ku);
   switch (inst->op) {
   case GCN_S_MOVK_I32: sq_write32(s, sdst, k); return true;
   case GCN_S_CMOVK_I32:
      if (s->scc)
         sq_write32(s, sdst, k);
      return true;
   case GCN_S_ADDK_I32:
      s->scc = __builtin_add_overflow(vi, ki, &sum);
      sq_write32(s, sdst, (uint32_t)sum);
      return true;
   case GCN_S_MULK_I32: sq_write32(s, sdst, v * k); return true;
   case GCN_S_GETREG_B32: sq_write32(s, sdst, (sq_mode_word(&s->mode) & field.mask) >> field.shift); return true;
   case GCN_S_SETREG_B32:
   case GCN_S_SETREG_IMM32_B32:
      if (field.mask) {
         s->mode = sq_mode_of_word((sq_mode_word(&s->mode) & ~field.mask) | (v << field.shift & field.mask));
         sq_fp_enter(&s->mode);
      }
      return true;
   default:
      return sq_unsupported(s, inst);
   }
}

static bool exec_sopc(struct sq_state *s, const struct gcn_inst *inst)
{
   bool wide = inst->src[0].dwords == 2;
   uint64_t a = wide ? sq_read64(s, inst->src[0].code, inst->literal) : sq_read32(s, inst->src[0].code, inst->literal);
   uint64_t b = 0;
   if (inst->num_src > 1)
      b = inst->src[1].dwords == 2 ? sq_read64(s, inst->src[1].code, inst->literal)
                                   : sq_read32(s, inst->src[1].code, inst->literal);
   const struct sq_scalar_compare c = sq_scalar_compare(inst->op);
   if (c.relation)
      return compare(s, c, a, b);
   switch (inst->op) {
   case GCN_S_BITCMP0_B32: s->scc = !(a >> (b & 31) & 1); return true;
   case GCN_S_BITCMP1_B32: s->scc = a >> (b & 31) & 1; return true;
   case GCN_S_BITCMP0_B64: s->scc = !(a >> (b & 63) & 1); return true;
   case GCN_S_BITCMP1_B64: s->scc = a >> (b & 63) & 1; return true;
   case GCN_S_SET_GPR_IDX_ON:
      s->gpr_idx = (uint64_t)inst->simm & 15;
      s->w->sgpr[GCN_SRC_M0] = (s->w->sgpr[GCN_SRC_M0] & ~0xf0ffu) | ((uint32_t)a & 0xff) | (uint32_t)s->gpr_idx << 12;
      return true;
   default:
      return sq_unsupported(s, inst);
   }
}

bool sq_exec_salu(struct sq_state *s, const struct gcn_inst *inst)
{
   switch (inst->enc) {
   case GCN_SOP1: return exec_sop1(s, inst);
   case GCN_SOP2: return exec_sop2(s, inst);
   case GCN_SOPK: return exec_sopk(s, inst);
   default: return exec_sopc(s, inst);
   }
}

/* jit_salu.c: scalar instructions as operations on i32 and i64; bitwise ones on masks are done on the vector form as well,
 * where both operands have one. SCC sees all 64 bits. Rare operations are left to the interpreter. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"

static void set_scc(struct jit *j, V bit)
{
   jit_store(j, bit, j->scc, 1);
}

static V nonzero(struct jit *j, V v)
{
   return ICMP(NE, v, LLVMConstNull(LLVMTypeOf(v)));
}

static V source(struct jit *j, unsigned i)
{
   const struct gcn_inst *inst = j->inst;
   return inst->src[i].dwords == 2 ? jit_read64(j, inst->src[i].code, inst->literal)
                                   : jit_read32(j, inst->src[i].code, inst->literal);
}

/* Sources of one operation may differ in width (s_lshl_b64). */
static V widened(struct jit *j, V v, bool wide)
{
   bool is_wide = LLVMTypeOf(v) == j->i64;
   return wide == is_wide ? v : wide ? LLVMBuildZExt(B, v, j->i64, "") : LLVMBuildTrunc(B, v, j->i32, "");
}

static void put(struct jit *j, V v)
{
   struct gcn_operand dst = j->inst->dst[0];
   v = widened(j, v, dst.dwords == 2);
   if (dst.dwords == 2)
      jit_write64(j, dst.code, v);
   else
      jit_write32(j, dst.code, v);
}

static V bitwise(struct jit *j, enum sq_logic logic, V a, V b)
{
   switch (logic) {
   case SQ_AND: return AND(a, b);
   case SQ_OR: return OR(a, b);
   case SQ_XOR: return XOR(a, b);
   case SQ_ANDN2: return AND(a, NOT(b));
   case SQ_ORN2: return OR(a, NOT(b));
   case SQ_NAND: return NOT(AND(a, b));
   case SQ_NOR: return NOT(OR(a, b));
   case SQ_XNOR: return NOT(XOR(a, b));
   default: return NULL;
   }
}

/* Both operands as vectors if at least one is known as such and they are masks; the result's upper bits, and so the scalar
 * form, still come from the 64-bit operation. */
static V vector_form(struct jit *j, enum sq_logic logic, unsigned a, unsigned b)
{
   V x = jit_mask_known(j, a), y = jit_mask_known(j, b);
   return x && y ? bitwise(j, logic, x, y) : NULL;
}

/* Upper bits of the result are zero because those of an operand are: its scalar form may come from the vector, which is the
 * shorter way with mask registers. */
static bool stays_in_lanes(const struct jit *j, enum sq_logic logic, unsigned a, unsigned b)
{
   if (j->vmask != j->vi1)
      return false;
   bool exec_a = a == GCN_SRC_EXEC_LO, exec_b = b == GCN_SRC_EXEC_LO;
   return logic == SQ_AND ? exec_a || exec_b : logic == SQ_ANDN2 && exec_a;
}

static bool logic64(struct jit *j, enum sq_logic logic)
{
   const struct gcn_inst *inst = j->inst;
   unsigned a = inst->src[0].code, b = inst->src[1].code;
   V r = bitwise(j, logic, source(j, 0), source(j, 1));
   V vec = vector_form(j, logic, a, b);
   if (vec && stays_in_lanes(j, logic, a, b))
      r = jit_mask_to_i64(j, vec);
   set_scc(j, nonzero(j, r));
   jit_write64_vec(j, inst->dst[0].code, r, vec);
   return true;
}

static bool saveexec(struct jit *j, enum sq_logic logic)
{
   const struct gcn_inst *inst = j->inst;
   unsigned a = inst->src[0].code;
   V old = jit_exec(j), old_vec = jit_mask_form(j, GCN_SRC_EXEC_LO, true);
   V r = bitwise(j, logic, source(j, 0), old);
   /* Under AND, what inactive lanes of the source hold does not matter. */
   bool any = logic == SQ_AND && a != GCN_SRC_LITERAL;
   V src_vec = any ? jit_mask_form(j, a, false) : jit_mask_known(j, a);
   V vec = src_vec ? bitwise(j, logic, src_vec, old_vec) : NULL;
   if (vec && stays_in_lanes(j, logic, a, GCN_SRC_EXEC_LO))
      r = jit_mask_to_i64(j, vec);
   set_scc(j, nonzero(j, r));
   jit_write64_vec(j, inst->dst[0].code, old, old_vec);
   jit_write64_vec(j, GCN_SRC_EXEC_LO, r, vec);
   return true;
}

static V count_zeros(struct jit *j, const char *name, V v)
{
   V args[] = { v, LLVMConstNull(j->i1) };
   V n = jit_intr(j, name, LLVMTypeOf(v), 2, args);
   V all = LLVMConstAllOnes(LLVMTypeOf(v));
   return SEL(nonzero(j, v), n, all);
}

static V wqm(struct jit *j, V v)
{
   LLVMTypeRef t = LLVMTypeOf(v);
   v = OR(v, LSHR(v, LLVMConstInt(t, 1, 0)));
   v = OR(v, LSHR(v, LLVMConstInt(t, 2, 0)));
   v = AND(v, LLVMConstInt(t, 0x1111111111111111, 0));
   return MUL(v, LLVMConstInt(t, 15, 0));
}

/* The address after the instruction. The same code at another address has the same host code, so the program has it. */
static V next_va(struct jit *j)
{
   const uint32_t offset_B = j->inst->offset_B;
   const struct sq_segment *s = sq_segment_at(j->p, offset_B);
   const size_t field = (size_t)((const uint8_t *)&s->va - (const uint8_t *)j->p);
   return ADD(jit_load(j, j->i64, jit_ptr_add(j, j->prog, field), 8), jit_i64(j, offset_B + 4 - 4ull * s->first_dw));
}

static bool sop1(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   V r;
   switch (inst->op) {
   case GCN_S_MOV_B32: put(j, source(j, 0)); return true;
   case GCN_S_MOV_B64:
      jit_write64_vec(j, inst->dst[0].code, source(j, 0), jit_mask_known(j, inst->src[0].code));
      return true;
   case GCN_S_CMOV_B32:
      put(j, SEL(jit_load(j, j->i1, j->scc, 1), source(j, 0), jit_read32(j, inst->dst[0].code, 0)));
      return true;
   case GCN_S_CMOV_B64:
      put(j, SEL(jit_load(j, j->i1, j->scc, 1), source(j, 0), jit_read64(j, inst->dst[0].code, 0)));
      return true;
   case GCN_S_NOT_B32: case GCN_S_NOT_B64: r = NOT(source(j, 0)); break;
   case GCN_S_WQM_B32: case GCN_S_WQM_B64: r = wqm(j, source(j, 0)); break;
   case GCN_S_BCNT1_I32_B32: case GCN_S_BCNT1_I32_B64:
      r = source(j, 0);
      r = jit_intr(j, "llvm.ctpop.", LLVMTypeOf(r), 1, &r);
      break;
   case GCN_S_ABS_I32:
      r = source(j, 0);
      r = SEL(ICMP(SLT, r, jit_i32(j, 0)), SUB(jit_i32(j, 0), r), r);
      break;
   case GCN_S_FF1_I32_B32: case GCN_S_FF1_I32_B64: put(j, count_zeros(j, "llvm.cttz.", source(j, 0))); return true;
   case GCN_S_FF0_I32_B32: case GCN_S_FF0_I32_B64: put(j, count_zeros(j, "llvm.cttz.", NOT(source(j, 0)))); return true;
   case GCN_S_FLBIT_I32_B32: case GCN_S_FLBIT_I32_B64: put(j, count_zeros(j, "llvm.ctlz.", source(j, 0))); return true;
   case GCN_S_BREV_B32: case GCN_S_BREV_B64:
      r = source(j, 0);
      put(j, jit_intr(j, "llvm.bitreverse.", LLVMTypeOf(r), 1, &r));
      return true;
   case GCN_S_SEXT_I32_I8: put(j, LLVMBuildSExt(B, LLVMBuildTrunc(B, source(j, 0), j->i8, ""), j->i32, "")); return true;
   case GCN_S_SEXT_I32_I16: put(j, LLVMBuildSExt(B, LLVMBuildTrunc(B, source(j, 0), j->i16, ""), j->i32, "")); return true;
   case GCN_S_GETPC_B64: put(j, next_va(j)); return true;
   default: return false;
   }
   set_scc(j, nonzero(j, r));
   put(j, r);
   return true;
}

/* Sum or difference with SCC = what the overflow intrinsic says. */
static V overflowing(struct jit *j, const char *name, V a, V b, V *overflow)
{
   LLVMTypeRef parts[] = { j->i32, j->i1 };
   V args[] = { a, b };
   V pair = jit_intr(j, name, LLVMStructTypeInContext(j->ctx, parts, 2, 0), 2, args);
   *overflow = LLVMBuildExtractValue(B, pair, 1, "");
   return LLVMBuildExtractValue(B, pair, 0, "");
}

/* with_scc: SCC is added or subtracted, too. */
static void put_sum(struct jit *j, const char *name, V a, V b, bool with_scc)
{
   V out, more, r = overflowing(j, name, a, b, &out);
   if (with_scc) {
      r = overflowing(j, name, r, LLVMBuildZExt(B, jit_load(j, j->i1, j->scc, 1), j->i32, ""), &more);
      out = OR(out, more);
   }
   set_scc(j, out);
   put(j, r);
}

static V minmax(struct jit *j, LLVMIntPredicate p, V a, V b)
{
   V first = LLVMBuildICmp(B, p, a, b, "");
   set_scc(j, first);
   return SEL(first, a, b);
}

/* s_bfe_*32: offset in b[4:0], width in b[22:16]. */
static V field32(struct jit *j, V v, V b, bool is_signed)
{
   LLVMTypeRef t = j->i64;
   V shift = LLVMBuildZExt(B, AND(b, jit_i32(j, 31)), t, "");
   V width = LLVMBuildZExt(B, AND(LSHR(b, jit_i32(j, 16)), jit_i32(j, 0x7f)), t, "");
   V wide = is_signed ? LLVMBuildSExt(B, v, t, "") : LLVMBuildZExt(B, v, t, "");
   V end = ADD(shift, width);
   V inside = ICMP(ULT, end, jit_i64(j, 32));
   V up = AND(SUB(jit_i64(j, 64), end), jit_i64(j, 63)), down = AND(SUB(jit_i64(j, 64), width), jit_i64(j, 63));
   V a = SHL(wide, up);
   a = is_signed ? ASHR(a, down) : LSHR(a, down);
   V rest = is_signed ? ASHR(wide, shift) : LSHR(wide, shift);
   V r = SEL(ICMP(EQ, width, jit_i64(j, 0)), jit_i64(j, 0), SEL(inside, a, rest));
   return LLVMBuildTrunc(B, r, j->i32, "");
}

static V shift(struct jit *j, V a, V b, char kind)
{
   LLVMTypeRef t = LLVMTypeOf(a);
   b = widened(j, b, t == j->i64);
   b = AND(b, LLVMConstInt(t, t == j->i64 ? 63 : 31, 0));
   return kind == 'l' ? SHL(a, b) : kind == 'r' ? LSHR(a, b) : ASHR(a, b);
}

static bool sop2(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   V a = source(j, 0), b = source(j, 1), r;
   switch (inst->op) {
   case GCN_S_ADD_U32: put_sum(j, "llvm.uadd.with.overflow.i32", a, b, false); return true;
   case GCN_S_ADD_I32: put_sum(j, "llvm.sadd.with.overflow.i32", a, b, false); return true;
   case GCN_S_SUB_U32: put_sum(j, "llvm.usub.with.overflow.i32", a, b, false); return true;
   case GCN_S_SUB_I32: put_sum(j, "llvm.ssub.with.overflow.i32", a, b, false); return true;
   case GCN_S_ADDC_U32: put_sum(j, "llvm.uadd.with.overflow.i32", a, b, true); return true;
   case GCN_S_SUBB_U32: put_sum(j, "llvm.usub.with.overflow.i32", a, b, true); return true;
   case GCN_S_MIN_I32: put(j, minmax(j, LLVMIntSLT, a, b)); return true;
   case GCN_S_MIN_U32: put(j, minmax(j, LLVMIntULT, a, b)); return true;
   case GCN_S_MAX_I32: put(j, minmax(j, LLVMIntSGT, a, b)); return true;
   case GCN_S_MAX_U32: put(j, minmax(j, LLVMIntUGT, a, b)); return true;
   case GCN_S_CSELECT_B32: put(j, SEL(jit_load(j, j->i1, j->scc, 1), a, b)); return true;
   case GCN_S_CSELECT_B64: put(j, SEL(jit_load(j, j->i1, j->scc, 1), a, b)); return true;
   case GCN_S_LSHL_B32: case GCN_S_LSHL_B64: r = shift(j, a, b, 'l'); break;
   case GCN_S_LSHR_B32: case GCN_S_LSHR_B64: r = shift(j, a, b, 'r'); break;
   case GCN_S_ASHR_I32: case GCN_S_ASHR_I64: r = shift(j, a, b, 'a'); break;
   case GCN_S_BFM_B32: {
      V one = jit_i32(j, 1);
      r = SHL(SUB(SHL(one, AND(a, jit_i32(j, 31))), one), AND(b, jit_i32(j, 31)));
      put(j, r);
      return true;
   }
   case GCN_S_MUL_I32: put(j, MUL(a, b)); return true;
   case GCN_S_BFE_U32: r = field32(j, a, b, false); break;
   case GCN_S_BFE_I32: r = field32(j, a, b, true); break;
   case GCN_S_ABSDIFF_I32: r = SEL(ICMP(SGT, a, b), SUB(a, b), SUB(b, a)); break;
   default: return false;
   }
   set_scc(j, nonzero(j, r));
   put(j, r);
   return true;
}

static bool sopk(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   unsigned sdst = inst->num_dst ? inst->dst[0].code : inst->src[0].code;
   V k = jit_i32(j, (uint32_t)inst->simm), ku = jit_i32(j, (uint16_t)inst->simm), out;
   const struct sq_mode_field field = sq_mode_field(inst);
   const struct sq_scalar_compare c = sq_scalar_compare(inst->op);
   if (c.relation) {
      set_scc(j, jit_compare_int(j, c.relation, jit_read32(j, sdst, 0), c.is_signed ? k : ku, c.is_signed));
      return true;
   }
   switch (inst->op) {
   case GCN_S_MOVK_I32: jit_write32(j, sdst, k); return true;
   case GCN_S_CMOVK_I32: jit_write32(j, sdst, SEL(jit_load(j, j->i1, j->scc, 1), k, jit_read32(j, sdst, 0))); return true;
   case GCN_S_GETREG_B32: jit_write32(j, sdst, jit_i32(j, (j->flow->mode[j->pc] & field.mask) >> field.shift)); return true;
   case GCN_S_SETREG_B32: case GCN_S_SETREG_IMM32_B32: return true; /* jit_mode.c follows its value */
   default: break;
   }
   V v = jit_read32(j, sdst, 0);
   switch (inst->op) {
   case GCN_S_ADDK_I32:
      v = overflowing(j, "llvm.sadd.with.overflow.i32", v, k, &out);
      set_scc(j, out);
      jit_write32(j, sdst, v);
      return true;
   case GCN_S_MULK_I32: jit_write32(j, sdst, MUL(v, k)); return true;
   default: return false;
   }
}

static V test_bit(struct jit *j, V a, V b)
{
   return LLVMBuildTrunc(B, shift(j, a, b, 'r'), j->i1, "");
}

static bool sopc(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   if (inst->num_src < 2 || inst->op == GCN_S_SET_GPR_IDX_ON)
      return false;
   V a = source(j, 0), b = source(j, 1), r;
   const struct sq_scalar_compare c = sq_scalar_compare(inst->op);
   switch (inst->op) {
   case GCN_S_BITCMP0_B32: case GCN_S_BITCMP0_B64: r = NOT(test_bit(j, a, b)); break;
   case GCN_S_BITCMP1_B32: case GCN_S_BITCMP1_B64: r = test_bit(j, a, b); break;
   default:
      if (!c.relation)
         return false;
      r = jit_compare_int(j, c.relation, a, b, c.is_signed);
   }
   set_scc(j, r);
   return true;
}

bool jit_salu(struct jit *j)
{
   bool saves;
   enum sq_logic logic = sq_logic(j->inst->op, &saves);
   if (saves)
      return saveexec(j, logic);
   if (logic && j->inst->dst[0].dwords == 2)
      return logic64(j, logic);
   if (logic) {
      V r = bitwise(j, logic, source(j, 0), source(j, 1));
      set_scc(j, nonzero(j, r));
      put(j, r);
      return true;
   }
   switch (j->inst->enc) {
   case GCN_SOP1: return sop1(j);
   case GCN_SOP2: return sop2(j);
   case GCN_SOPK: return sopk(j);
   default: return sopc(j);
   }
}

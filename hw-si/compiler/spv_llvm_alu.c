/* spv_llvm_alu.c: arithmetic, logic, comparisons, conversions. Works on flat lists of scalars. Results that are poison in LLVM but only undefined values in GLSL (division by zero, wide shifts, float to int
 * out of range) are made defined. */
#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef (*build1)(LLVMBuilderRef, LLVMValueRef, const char *);
typedef LLVMValueRef (*build2)(LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *);

uint32_t sl_result_count(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_count(s, spv_w(in, 1));
   if (!n)
      sl_fail(s, "instruction %u has no result type that it could have", in->op);
   return n ? n : 1;
}

bool sl_same_types(struct sl *s, const LLVMValueRef *a, const LLVMValueRef *b)
{
   if (LLVMTypeOf(a[0]) == LLVMTypeOf(b[0]))
      return true;
   sl_fail(s, "operands of different types");
   return false;
}

enum operand { OF_FLOAT, OF_INT, OF_BOOL };

static const LLVMValueRef *operand(struct sl *s, uint32_t id, uint32_t n, enum operand kind)
{
   return kind == OF_FLOAT ? sl_floats(s, id, n) : kind == OF_INT ? sl_ints(s, id, n) : sl_bools(s, id, n);
}

static void unary(struct sl *s, const struct spv_inst *in, enum operand kind, build1 build)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = operand(s, spv_w(in, 3), n, kind);
   LLVMValueRef *c = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++)
      c[i] = build(s->b, a[i], "");
   sl_define(s, in, c, n);
}

static void binary(struct sl *s, const struct spv_inst *in, enum operand kind, build2 build)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = operand(s, spv_w(in, 3), n, kind), *b = operand(s, spv_w(in, 4), n, kind);
   LLVMValueRef *c = sl_array(s, n);
   if (!sl_same_types(s, a, b))
      return;
   for (uint32_t i = 0; i < n; i++)
      c[i] = build(s->b, a[i], b[i], "");
   sl_define(s, in, c, n);
}

static void compare_int(struct sl *s, const struct spv_inst *in, LLVMIntPredicate p, enum operand kind)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = operand(s, spv_w(in, 3), n, kind), *b = operand(s, spv_w(in, 4), n, kind);
   LLVMValueRef *c = sl_array(s, n);
   if (!sl_same_types(s, a, b))
      return;
   for (uint32_t i = 0; i < n; i++)
      c[i] = LLVMBuildICmp(s->b, p, a[i], b[i], "");
   sl_define(s, in, c, n);
}

static void compare_float(struct sl *s, const struct spv_inst *in, LLVMRealPredicate p)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = sl_floats(s, spv_w(in, 3), n), *b = sl_floats(s, spv_w(in, 4), n);
   LLVMValueRef *c = sl_array(s, n);
   if (!sl_same_types(s, a, b))
      return;
   for (uint32_t i = 0; i < n; i++)
      c[i] = LLVMBuildFCmp(s->b, p, a[i], b[i], "");
   sl_define(s, in, c, n);
}

static LLVMValueRef is_zero(struct sl *s, LLVMValueRef v)
{
   return LLVMBuildICmp(s->b, LLVMIntEQ, v, sl_int_like(s, v, 0), "");
}

/* Division by zero and INT_MIN / -1 are undefined behaviour in LLVM: divides by 1 instead. */
static LLVMValueRef safe_divisor(struct sl *s, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
   LLVMValueRef bad = is_zero(s, b);
   if (is_signed) {
      LLVMTypeRef t = LLVMTypeOf(b);
      LLVMValueRef min = LLVMConstInt(t, (uint64_t)1 << (LLVMGetIntTypeWidth(t) - 1), 0);
      LLVMValueRef over = LLVMBuildAnd(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, a, min, ""),
                                       LLVMBuildICmp(s->b, LLVMIntEQ, b, sl_int_like(s, b, -1), ""), "");
      bad = LLVMBuildOr(s->b, bad, over, "");
   }
   return LLVMBuildSelect(s->b, bad, sl_int_like(s, b, 1), b, "");
}

static void divide_int(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = sl_ints(s, spv_w(in, 3), n), *b = sl_ints(s, spv_w(in, 4), n);
   LLVMValueRef *c = sl_array(s, n);
   bool is_signed = in->op == SpvOpSDiv || in->op == SpvOpSRem || in->op == SpvOpSMod;
   if (!sl_same_types(s, a, b))
      return;
   for (uint32_t i = 0; i < n; i++) {
      LLVMValueRef d = safe_divisor(s, a[i], b[i], is_signed);
      switch (in->op) {
      case SpvOpUDiv:
         c[i] = LLVMBuildUDiv(s->b, a[i], d, "");
         break;
      case SpvOpSDiv:
         c[i] = LLVMBuildSDiv(s->b, a[i], d, "");
         break;
      case SpvOpUMod:
         c[i] = LLVMBuildURem(s->b, a[i], d, "");
         break;
      case SpvOpSRem:
         c[i] = LLVMBuildSRem(s->b, a[i], d, "");
         break;
      default: { /* SMod: the sign of the divisor */
         LLVMValueRef r = LLVMBuildSRem(s->b, a[i], d, "");
         LLVMValueRef differ = LLVMBuildICmp(s->b, LLVMIntSLT, LLVMBuildXor(s->b, r, d, ""), sl_int_like(s, r, 0), "");
         LLVMValueRef fix = LLVMBuildAnd(s->b, differ, LLVMBuildNot(s->b, is_zero(s, r), ""), "");
         c[i] = LLVMBuildAdd(s->b, r, LLVMBuildSelect(s->b, fix, d, sl_int_like(s, r, 0), ""), "");
         break;
      }
      }
   }
   sl_define(s, in, c, n);
}

static void shift(struct sl *s, const struct spv_inst *in, build2 build)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = sl_ints(s, spv_w(in, 3), n), *b = sl_ints(s, spv_w(in, 4), n);
   LLVMValueRef *c = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++) {
      LLVMTypeRef t = LLVMTypeOf(a[i]);
      LLVMValueRef by = LLVMBuildIntCast2(s->b, b[i], t, 0, "");
      by = LLVMBuildAnd(s->b, by, LLVMConstInt(t, LLVMGetIntTypeWidth(t) - 1, 0), "");
      c[i] = build(s->b, a[i], by, "");
   }
   sl_define(s, in, c, n);
}

static LLVMValueRef float_mod(struct sl *s, LLVMValueRef a, LLVMValueRef b, bool sign_of_divisor)
{
   LLVMValueRef q = sl_fdiv(s, a, b);
   q = sl_math1(s, sign_of_divisor ? "llvm.floor" : "llvm.trunc", q);
   return LLVMBuildFSub(s->b, a, LLVMBuildFMul(s->b, b, q, ""), "");
}

static void float_division(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = sl_floats(s, spv_w(in, 3), n), *b = sl_floats(s, spv_w(in, 4), n);
   LLVMValueRef *c = sl_array(s, n);
   if (!sl_same_types(s, a, b))
      return;
   for (uint32_t i = 0; i < n; i++)
      c[i] = in->op == SpvOpFDiv ? sl_fdiv(s, a[i], b[i]) : float_mod(s, a[i], b[i], in->op == SpvOpFMod);
   sl_define(s, in, c, n);
}

static void convert(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   bool from_float = in->op == SpvOpConvertFToS || in->op == SpvOpConvertFToU || in->op == SpvOpFConvert ||
                     in->op == SpvOpQuantizeToF16;
   const LLVMValueRef *a = operand(s, spv_w(in, 3), n, from_float ? OF_FLOAT : OF_INT);
   LLVMValueRef *c = sl_array(s, n);
   const LLVMTypeRef *leaf = sl_leaves(s, spv_w(in, 1));
   bool to_float = in->op == SpvOpConvertSToF || in->op == SpvOpConvertUToF || in->op == SpvOpFConvert ||
                   in->op == SpvOpQuantizeToF16;
   for (uint32_t i = 0; i < n; i++) {
      LLVMTypeKind k = LLVMGetTypeKind(leaf[i]);
      if (to_float == (k == LLVMIntegerTypeKind) || leaf[i] == s->i1) {
         sl_fail(s, "conversion to a type of the wrong kind");
         return;
      }
      switch (in->op) {
      case SpvOpConvertFToS:
         c[i] = sl_freeze(s, LLVMBuildFPToSI(s->b, a[i], leaf[i], ""));
         break;
      case SpvOpConvertFToU:
         c[i] = sl_freeze(s, LLVMBuildFPToUI(s->b, a[i], leaf[i], ""));
         break;
      case SpvOpConvertSToF:
         c[i] = LLVMBuildSIToFP(s->b, a[i], leaf[i], "");
         break;
      case SpvOpConvertUToF:
         c[i] = LLVMBuildUIToFP(s->b, a[i], leaf[i], "");
         break;
      case SpvOpFConvert:
         c[i] = LLVMBuildFPCast(s->b, a[i], leaf[i], "");
         break;
      case SpvOpQuantizeToF16:
         c[i] = LLVMBuildFPExt(s->b, LLVMBuildFPTrunc(s->b, a[i], s->f16, ""), leaf[i], "");
         break;
      default:
         c[i] = LLVMBuildIntCast2(s->b, a[i], leaf[i], in->op == SpvOpSConvert, "");
         break;
      }
   }
   sl_define(s, in, c, n);
}

/* Same bits, possibly in another number of components. */
static void bitcast(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in), an;
   const LLVMValueRef *a = sl_any(s, spv_w(in, 3), &an);
   const LLVMTypeRef *leaf = sl_leaves(s, spv_w(in, 1));
   LLVMTypeRef from = LLVMTypeOf(a[0]), to = leaf[0];
   LLVMValueRef *c = sl_array(s, n);
   if (from == s->i1 || to == s->i1) {
      sl_fail(s, "bit cast of a boolean");
      return;
   }
   unsigned from_bits = from == s->f64 || from == s->i64 ? 64 : from == s->f16 || from == s->i16 ? 16 : from == s->i8 ? 8 : 32;
   unsigned to_bits = to == s->f64 || to == s->i64 ? 64 : to == s->f16 || to == s->i16 ? 16 : to == s->i8 ? 8 : 32;
   bool uniform = true;
   for (uint32_t i = 1; i < an && i < 4; i++)
      uniform = uniform && LLVMTypeOf(a[i]) == from;
   for (uint32_t i = 1; i < n && i < 4; i++)
      uniform = uniform && leaf[i] == to;
   if (!uniform || an > 4 || n > 4 || an * from_bits != n * to_bits) {
      sl_fail(s, "bit cast between different sizes");
      return;
   }
   LLVMValueRef v = an == 1 ? a[0] : sl_vector(s, a, an);
   v = LLVMBuildBitCast(s->b, v, n == 1 ? to : LLVMVectorType(to, n), "");
   for (uint32_t i = 0; i < n; i++)
      c[i] = sl_element(s, v, i);
   sl_define(s, in, c, n);
}

static void select_op(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in), an, bn;
   bool scalar_condition = sl_id_count(s, spv_w(in, 3)) == 1;
   const LLVMValueRef *p = sl_bools(s, spv_w(in, 3), scalar_condition ? 1 : n);
   const LLVMValueRef *a = sl_any(s, spv_w(in, 4), &an), *b = sl_any(s, spv_w(in, 5), &bn);
   LLVMValueRef *c = sl_array(s, n);
   if (an != n || bn != n)
      sl_fail(s, "select between values of other types");
   for (uint32_t i = 0; i < n && !s->failed; i++) {
      if (sl_same_types(s, a + i, b + i))
         c[i] = LLVMBuildSelect(s->b, p[scalar_condition ? 0 : i], a[i], b[i], "");
   }
   sl_define(s, in, c, n);
}

static void any_all(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_id_count(s, spv_w(in, 3));
   const LLVMValueRef *a = sl_bools(s, spv_w(in, 3), n ? n : 1);
   LLVMValueRef r = a[0];
   for (uint32_t i = 1; i < n; i++)
      r = in->op == SpvOpAny ? LLVMBuildOr(s->b, r, a[i], "") : LLVMBuildAnd(s->b, r, a[i], "");
   sl_define(s, in, &r, 1);
}

static void is_nan_inf(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   const LLVMValueRef *a = sl_floats(s, spv_w(in, 3), n);
   LLVMValueRef *c = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++) {
      if (in->op == SpvOpIsNan)
         c[i] = LLVMBuildFCmp(s->b, LLVMRealUNO, a[i], a[i], "");
      else
         c[i] = LLVMBuildFCmp(s->b, LLVMRealOEQ, sl_fabs(s, a[i]), sl_real(s, a[i], 1.0 / 0.0), "");
   }
   sl_define(s, in, c, n);
}

/* ---- integer extras ------------------------------------------------------------------------------------------------------- */

static void bits(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   bool insert = in->op == SpvOpBitFieldInsert;
   const LLVMValueRef *a = sl_ints(s, spv_w(in, 3), n);
   LLVMValueRef *c = sl_array(s, n);
   if (LLVMTypeOf(a[0]) != s->i32) {
      sl_fail(s, "bit operation on integers that are not of 32 bits");
      return;
   }
   if (in->op == SpvOpBitReverse || in->op == SpvOpBitCount) {
      for (uint32_t i = 0; i < n; i++)
         c[i] = sl_math1(s, in->op == SpvOpBitReverse ? "llvm.bitreverse" : "llvm.ctpop", a[i]);
      sl_define(s, in, c, n);
      return;
   }
   const LLVMValueRef *ins = insert ? sl_ints(s, spv_w(in, 4), n) : NULL;
   if (insert && !sl_same_types(s, a, ins))
      return;
   LLVMValueRef offset = sl_int32(s, spv_w(in, insert ? 5 : 4)), width = sl_int32(s, spv_w(in, insert ? 6 : 5));
   LLVMValueRef by = LLVMBuildAnd(s->b, offset, sl_i32(s, 31), "");
   LLVMValueRef whole = LLVMBuildICmp(s->b, LLVMIntUGE, width, sl_i32(s, 32), "");
   for (uint32_t i = 0; i < n && !s->failed; i++) {
      if (!insert) {
         LLVMValueRef r = sl_call3(s, in->op == SpvOpBitFieldSExtract ? "llvm.amdgcn.sbfe.i32" : "llvm.amdgcn.ubfe.i32",
                                   s->i32, a[i], by, LLVMBuildAnd(s->b, width, sl_i32(s, 31), ""));
         c[i] = LLVMBuildSelect(s->b, whole, a[i], r, ""); /* v_bfe takes 5 bits of width */
         continue;
      }
      LLVMValueRef mask = LLVMBuildShl(s->b, s->one, LLVMBuildAnd(s->b, width, sl_i32(s, 31), ""), "");
      mask = LLVMBuildSub(s->b, mask, s->one, "");
      mask = LLVMBuildShl(s->b, LLVMBuildSelect(s->b, whole, sl_i32(s, ~0u), mask, ""), by, "");
      LLVMValueRef moved = LLVMBuildAnd(s->b, LLVMBuildShl(s->b, ins[i], by, ""), mask, "");
      c[i] = LLVMBuildOr(s->b, moved, LLVMBuildAnd(s->b, a[i], LLVMBuildNot(s->b, mask, ""), ""), "");
   }
   sl_define(s, in, c, n);
}

/* Results are two-member structs: low half and carry, borrow or high half. */
static void extended(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in) / 2;
   const LLVMValueRef *a = sl_ints(s, spv_w(in, 3), n ? n : 1), *b = sl_ints(s, spv_w(in, 4), n ? n : 1);
   LLVMValueRef *c = sl_array(s, 2 * n + 2);
   if (!sl_same_types(s, a, b) || LLVMTypeOf(a[0]) != s->i32) {
      sl_fail(s, "extended arithmetic on integers that are not of 32 bits");
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      if (in->op == SpvOpIAddCarry) {
         c[i] = LLVMBuildAdd(s->b, a[i], b[i], "");
         c[n + i] = LLVMBuildZExt(s->b, LLVMBuildICmp(s->b, LLVMIntULT, c[i], a[i], ""), s->i32, "");
      } else if (in->op == SpvOpISubBorrow) {
         c[i] = LLVMBuildSub(s->b, a[i], b[i], "");
         c[n + i] = LLVMBuildZExt(s->b, LLVMBuildICmp(s->b, LLVMIntULT, a[i], b[i], ""), s->i32, "");
      } else {
         bool is_signed = in->op == SpvOpSMulExtended;
         LLVMValueRef wide = LLVMBuildMul(s->b, LLVMBuildIntCast2(s->b, a[i], s->i64, is_signed, ""),
                                          LLVMBuildIntCast2(s->b, b[i], s->i64, is_signed, ""), "");
         c[i] = LLVMBuildTrunc(s->b, wide, s->i32, "");
         c[n + i] = LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, wide, LLVMConstInt(s->i64, 32, 0), ""), s->i32, "");
      }
   }
   sl_define(s, in, c, 2 * n);
}

static void copy(struct sl *s, const struct spv_inst *in)
{
   uint32_t n;
   const LLVMValueRef *a = sl_any(s, spv_w(in, 3), &n);
   sl_define(s, in, a, n);
}

bool sl_alu(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpFNegate: unary(s, in, OF_FLOAT, LLVMBuildFNeg); return true;
   case SpvOpSNegate: unary(s, in, OF_INT, LLVMBuildNeg); return true;
   case SpvOpNot: unary(s, in, OF_INT, LLVMBuildNot); return true;
   case SpvOpLogicalNot: unary(s, in, OF_BOOL, LLVMBuildNot); return true;
   case SpvOpFAdd: binary(s, in, OF_FLOAT, LLVMBuildFAdd); return true;
   case SpvOpFSub: binary(s, in, OF_FLOAT, LLVMBuildFSub); return true;
   case SpvOpFMul: binary(s, in, OF_FLOAT, LLVMBuildFMul); return true;
   case SpvOpIAdd: binary(s, in, OF_INT, LLVMBuildAdd); return true;
   case SpvOpISub: binary(s, in, OF_INT, LLVMBuildSub); return true;
   case SpvOpIMul: binary(s, in, OF_INT, LLVMBuildMul); return true;
   case SpvOpBitwiseAnd: binary(s, in, OF_INT, LLVMBuildAnd); return true;
   case SpvOpBitwiseOr: binary(s, in, OF_INT, LLVMBuildOr); return true;
   case SpvOpBitwiseXor: binary(s, in, OF_INT, LLVMBuildXor); return true;
   case SpvOpLogicalAnd: binary(s, in, OF_BOOL, LLVMBuildAnd); return true;
   case SpvOpLogicalOr: binary(s, in, OF_BOOL, LLVMBuildOr); return true;
   case SpvOpLogicalNotEqual: binary(s, in, OF_BOOL, LLVMBuildXor); return true;
   case SpvOpLogicalEqual: compare_int(s, in, LLVMIntEQ, OF_BOOL); return true;
   case SpvOpIEqual: compare_int(s, in, LLVMIntEQ, OF_INT); return true;
   case SpvOpINotEqual: compare_int(s, in, LLVMIntNE, OF_INT); return true;
   case SpvOpUGreaterThan: compare_int(s, in, LLVMIntUGT, OF_INT); return true;
   case SpvOpSGreaterThan: compare_int(s, in, LLVMIntSGT, OF_INT); return true;
   case SpvOpUGreaterThanEqual: compare_int(s, in, LLVMIntUGE, OF_INT); return true;
   case SpvOpSGreaterThanEqual: compare_int(s, in, LLVMIntSGE, OF_INT); return true;
   case SpvOpULessThan: compare_int(s, in, LLVMIntULT, OF_INT); return true;
   case SpvOpSLessThan: compare_int(s, in, LLVMIntSLT, OF_INT); return true;
   case SpvOpULessThanEqual: compare_int(s, in, LLVMIntULE, OF_INT); return true;
   case SpvOpSLessThanEqual: compare_int(s, in, LLVMIntSLE, OF_INT); return true;
   case SpvOpFOrdEqual: compare_float(s, in, LLVMRealOEQ); return true;
   case SpvOpFUnordEqual: compare_float(s, in, LLVMRealUEQ); return true;
   /* glslang emits FOrdNotEqual for !=, but NaN != x must be true: both use the unordered predicate. */
   case SpvOpFOrdNotEqual: compare_float(s, in, LLVMRealUNE); return true;
   case SpvOpFUnordNotEqual: compare_float(s, in, LLVMRealUNE); return true;
   case SpvOpFOrdLessThan: compare_float(s, in, LLVMRealOLT); return true;
   case SpvOpFUnordLessThan: compare_float(s, in, LLVMRealULT); return true;
   case SpvOpFOrdGreaterThan: compare_float(s, in, LLVMRealOGT); return true;
   case SpvOpFUnordGreaterThan: compare_float(s, in, LLVMRealUGT); return true;
   case SpvOpFOrdLessThanEqual: compare_float(s, in, LLVMRealOLE); return true;
   case SpvOpFUnordLessThanEqual: compare_float(s, in, LLVMRealULE); return true;
   case SpvOpFOrdGreaterThanEqual: compare_float(s, in, LLVMRealOGE); return true;
   case SpvOpFUnordGreaterThanEqual: compare_float(s, in, LLVMRealUGE); return true;
   case SpvOpFDiv:
   case SpvOpFMod:
   case SpvOpFRem: float_division(s, in); return true;
   case SpvOpUDiv:
   case SpvOpSDiv:
   case SpvOpUMod:
   case SpvOpSRem:
   case SpvOpSMod: divide_int(s, in); return true;
   case SpvOpShiftLeftLogical: shift(s, in, LLVMBuildShl); return true;
   case SpvOpShiftRightLogical: shift(s, in, LLVMBuildLShr); return true;
   case SpvOpShiftRightArithmetic: shift(s, in, LLVMBuildAShr); return true;
   case SpvOpConvertFToS:
   case SpvOpConvertFToU:
   case SpvOpConvertSToF:
   case SpvOpConvertUToF:
   case SpvOpUConvert:
   case SpvOpSConvert:
   case SpvOpFConvert:
   case SpvOpQuantizeToF16: convert(s, in); return true;
   case SpvOpBitcast: bitcast(s, in); return true;
   case SpvOpSelect: select_op(s, in); return true;
   case SpvOpAny:
   case SpvOpAll: any_all(s, in); return true;
   case SpvOpIsNan:
   case SpvOpIsInf: is_nan_inf(s, in); return true;
   case SpvOpBitReverse:
   case SpvOpBitCount:
   case SpvOpBitFieldInsert:
   case SpvOpBitFieldSExtract:
   case SpvOpBitFieldUExtract: bits(s, in); return true;
   case SpvOpIAddCarry:
   case SpvOpISubBorrow:
   case SpvOpUMulExtended:
   case SpvOpSMulExtended: extended(s, in); return true;
   case SpvOpCopyObject:
      if (spv_w(in, 3) < s->m->bound && s->id[spv_w(in, 3)].ptr && spv_w(in, 2) < s->m->bound)
         s->id[in->w[2]].ptr = s->id[in->w[3]].ptr;
      else
         copy(s, in);
      return true;
   case SpvOpCopyLogical: copy(s, in); return true;
   case SpvOpDPdx:
   case SpvOpDPdy:
   case SpvOpFwidth:
   case SpvOpDPdxFine:
   case SpvOpDPdyFine:
   case SpvOpFwidthFine:
   case SpvOpDPdxCoarse:
   case SpvOpDPdyCoarse:
   case SpvOpFwidthCoarse: sl_derivative(s, in); return true;
   default:
      return sl_composite(s, in);
   }
}

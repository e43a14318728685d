/* spv_llvm_composite.c: vectors, matrices and composites: products, extraction, insertion, construction, shuffles. Works on flat
 * lists of scalars. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

/* ---- vectors and matrices (column major: scalar r of column c is c * rows + r) --------------------------------------------- */

static bool is_zero_constant(LLVMValueRef v) { return LLVMIsConstant(v) && LLVMIsNull(v); }

static bool all_negated(const LLVMValueRef *a, unsigned step, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (!LLVMIsAInstruction(a[i * step]) || LLVMGetInstructionOpcode(a[i * step]) != LLVMFNeg)
         return false;
   return true;
}

/* GLSL does not require signed zeros and NaNs of a sum (GLSL 4.60, 4.7.1): products with a constant factor 0 are left out, and a
 * negated vector negates the sum, so that CSE finds the same sum of the vector itself. */
LLVMValueRef sl_dot(struct sl *s, const LLVMValueRef *a, unsigned a_step, const LLVMValueRef *b, unsigned b_step, unsigned n)
{
   bool a_negated = all_negated(a, a_step, n), b_negated = all_negated(b, b_step, n);
   LLVMValueRef sum = NULL;
   for (unsigned i = 0; i < n; i++) {
      LLVMValueRef x = a[i * a_step], y = b[i * b_step];
      if (is_zero_constant(x) || is_zero_constant(y))
         continue;
      x = a_negated ? LLVMGetOperand(x, 0) : x;
      y = b_negated ? LLVMGetOperand(y, 0) : y;
      LLVMValueRef product = LLVMBuildFMul(s->b, x, y, "");
      sum = sum ? LLVMBuildFAdd(s->b, product, sum, "") : product;
   }
   if (!sum)
      return LLVMConstNull(LLVMTypeOf(a[0]));
   return a_negated != b_negated ? sl_fneg(s, sum) : sum;
}

struct shape { uint32_t columns, rows; }; /* vectors: one column */

static struct shape shape_of(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   if (t.kind == SPV_KIND_MATRIX)
      return (struct shape){ t.count, spv_type_of(s->m, t.element).count };
   if (t.kind == SPV_KIND_VECTOR)
      return (struct shape){ 1, t.count };
   return (struct shape){ 1, 1 };
}

static struct shape shape_of_id(struct sl *s, uint32_t id)
{
   sl_id_count(s, id);
   return shape_of(s, id < s->m->bound ? s->id[id].type : 0);
}

static void matrix(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in);
   struct shape r = shape_of(s, spv_w(in, 1)), a = shape_of_id(s, spv_w(in, 3)), b = shape_of_id(s, spv_w(in, 4));
   const LLVMValueRef *x = sl_floats(s, spv_w(in, 3), a.columns * a.rows), *y = NULL;
   LLVMValueRef *c = sl_array(s, n);
   bool good = n == r.columns * r.rows;
   if (in->op != SpvOpTranspose) {
      y = sl_floats(s, spv_w(in, 4), b.columns * b.rows);
      if (!sl_same_types(s, x, y))
         return;
   }
   switch (in->op) {
   case SpvOpVectorTimesScalar:
   case SpvOpMatrixTimesScalar:
      good = good && a.columns * a.rows == n && b.columns * b.rows == 1;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = LLVMBuildFMul(s->b, x[i], y[0], "");
      break;
   case SpvOpMatrixTimesVector:
      good = good && r.columns == 1 && r.rows == a.rows && b.columns == 1 && b.rows == a.columns;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = sl_dot(s, x + i, a.rows, y, 1, a.columns);
      break;
   case SpvOpVectorTimesMatrix:
      good = good && a.columns == 1 && a.rows == b.rows && r.columns == 1 && r.rows == b.columns;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = sl_dot(s, x, 1, y + i * b.rows, 1, b.rows);
      break;
   case SpvOpMatrixTimesMatrix:
      good = good && a.columns == b.rows && r.columns == b.columns && r.rows == a.rows;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = sl_dot(s, x + i % r.rows, a.rows, y + (i / r.rows) * b.rows, 1, a.columns);
      break;
   case SpvOpOuterProduct:
      good = good && a.columns == 1 && b.columns == 1 && r.rows == a.rows && r.columns == b.rows;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = LLVMBuildFMul(s->b, x[i % r.rows], y[i / r.rows], "");
      break;
   case SpvOpDot:
      good = n == 1 && a.rows == b.rows && a.columns == 1 && b.columns == 1;
      if (good)
         c[0] = sl_dot(s, x, 1, y, 1, a.rows);
      break;
   default: /* Transpose */
      good = good && r.rows == a.columns && r.columns == a.rows;
      for (uint32_t i = 0; good && i < n; i++)
         c[i] = x[(i % r.rows) * a.rows + i / r.rows];
      break;
   }
   if (!good)
      sl_fail(s, "matrix operation between shapes that do not fit");
   sl_define(s, in, c, n);
}

/* ---- composites ------------------------------------------------------------------------------------------------------------ */

/* Follows literal indices into a type: index of the first scalar, and the type there. */
static bool walk_indices(struct sl *s, uint32_t type, const struct spv_inst *in, unsigned k, uint32_t *first, uint32_t *found)
{
   *first = 0;
   for (; k < in->count; k++) {
      struct spv_type t = spv_type_of(s->m, type);
      uint32_t i = in->w[k];
      bool indexable = t.kind == SPV_KIND_STRUCT || t.kind == SPV_KIND_VECTOR || t.kind == SPV_KIND_MATRIX ||
                       t.kind == SPV_KIND_ARRAY;
      if (!indexable || i >= t.count) {
         sl_fail(s, "composite index out of range");
         return false;
      }
      if (t.kind == SPV_KIND_STRUCT) {
         for (uint32_t m = 0; m < i; m++)
            *first += sl_count(s, t.members[m]);
         type = t.members[i];
      } else {
         *first += i * sl_count(s, t.element);
         type = t.element;
      }
   }
   *found = type;
   return true;
}

static void composite_extract(struct sl *s, const struct spv_inst *in)
{
   uint32_t n, first, type;
   const LLVMValueRef *a = sl_any(s, spv_w(in, 3), &n);
   if (s->failed || !walk_indices(s, s->id[in->w[3]].type, in, 4, &first, &type))
      return;
   sl_define(s, in, a + first, sl_count(s, type));
}

static void composite_insert(struct sl *s, const struct spv_inst *in)
{
   uint32_t on, n, first, type;
   const LLVMValueRef *object = sl_any(s, spv_w(in, 3), &on), *a = sl_any(s, spv_w(in, 4), &n);
   if (s->failed || !walk_indices(s, s->id[in->w[4]].type, in, 5, &first, &type))
      return;
   if (on != sl_count(s, type)) {
      sl_fail(s, "inserted value does not fit");
      return;
   }
   LLVMValueRef *c = sl_array(s, n);
   memcpy(c, a, n * sizeof(*c));
   memcpy(c + first, object, on * sizeof(*c));
   sl_define(s, in, c, n);
}

static void composite_construct(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in), at = 0;
   LLVMValueRef *c = sl_array(s, n);
   for (unsigned k = 3; k < in->count && !s->failed; k++) {
      uint32_t part_n;
      const LLVMValueRef *part = sl_any(s, in->w[k], &part_n);
      if (part_n > n - at) {
         sl_fail(s, "too many constituents");
         return;
      }
      memcpy(c + at, part, part_n * sizeof(*c));
      at += part_n;
   }
   sl_define(s, in, c, at);
}

static void vector_shuffle(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_result_count(s, in), an, bn;
   const LLVMValueRef *a = sl_any(s, spv_w(in, 3), &an), *b = sl_any(s, spv_w(in, 4), &bn);
   LLVMValueRef *c = sl_array(s, n);
   if (in->count != 5 + n) {
      sl_fail(s, "malformed shuffle");
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      uint32_t k = in->w[5 + i];
      if (k == UINT32_MAX)
         c[i] = LLVMConstNull(LLVMTypeOf(a[0]));
      else if (k < an)
         c[i] = a[k];
      else if (k - an < bn)
         c[i] = b[k - an];
   }
   sl_define(s, in, c, n);
}

/* A chain of selects: vectors have at most four components. */
static void vector_dynamic(struct sl *s, const struct spv_inst *in)
{
   uint32_t n;
   const LLVMValueRef *a = sl_any(s, spv_w(in, 3), &n);
   if (s->failed || spv_type_of(s->m, s->id[in->w[3]].type).kind != SPV_KIND_VECTOR) {
      sl_fail(s, "dynamic index into a value that is not a vector");
      return;
   }
   if (in->op == SpvOpVectorExtractDynamic) {
      LLVMValueRef index = sl_int32(s, spv_w(in, 4)), r = a[0];
      for (uint32_t i = 1; i < n; i++)
         r = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, index, sl_i32(s, i), ""), a[i], r, "");
      sl_define(s, in, &r, 1);
      return;
   }
   uint32_t vn;
   const LLVMValueRef *v = sl_any(s, spv_w(in, 4), &vn);
   LLVMValueRef index = sl_int32(s, spv_w(in, 5)), c[4];
   if (vn != 1 || LLVMTypeOf(v[0]) != LLVMTypeOf(a[0])) {
      sl_fail(s, "malformed insertion into a vector");
      return;
   }
   for (uint32_t i = 0; i < n; i++)
      c[i] = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, index, sl_i32(s, i), ""), v[0], a[i], "");
   sl_define(s, in, c, n);
}

bool sl_composite(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpVectorTimesScalar:
   case SpvOpMatrixTimesScalar:
   case SpvOpMatrixTimesVector:
   case SpvOpVectorTimesMatrix:
   case SpvOpMatrixTimesMatrix:
   case SpvOpOuterProduct:
   case SpvOpTranspose:
   case SpvOpDot: matrix(s, in); return true;
   case SpvOpCompositeExtract: composite_extract(s, in); return true;
   case SpvOpCompositeInsert: composite_insert(s, in); return true;
   case SpvOpCompositeConstruct: composite_construct(s, in); return true;
   case SpvOpVectorShuffle: vector_shuffle(s, in); return true;
   case SpvOpVectorExtractDynamic:
   case SpvOpVectorInsertDynamic: vector_dynamic(s, in); return true;
   default:
      return false;
   }
}

/* gv_fold.c: computes OpSpecConstantOp: operations of the capability Shader on booleans, integers of 32 and 64 bits and their
 * vectors, conversions of floats, and those that take composites apart or make them. */
#include <math.h>

#include "gl-api/glsl/spirv/gv_priv.h"
#include "state/pipe_format_float.h"

#define MAX_COMPONENTS 4

struct fold {
   struct gv_out *o;
   const struct spv_inst *in; /* w[1] type, w[2] result, w[3] opcode, w[4] ... operands */
   uint32_t scalar, count;    /* the result's scalar type, and its number of components */
};

static void refuse(const struct fold *f)
{
   gv_fail(f->o->g, "the operation %u of the constant %u is not supported", f->in->w[3], f->in->w[2]);
}

/* Constants that SPIR-V has in one form; a copy of `id` under another one. */
static void put_copy(const struct fold *f, uint32_t id)
{
   const struct spv_inst from = gv_out_def(f->o, id);
   if (from.op < SpvOpConstantTrue || from.op > SpvOpConstantNull || from.w[1] != f->in->w[1]) {
      refuse(f);
      return;
   }
   uint32_t *copy = malloc(from.count * sizeof *copy); /* appending moves the words */
   if (!copy) {
      f->o->g->failed = f->o->g->no_memory = true;
      return;
   }
   memcpy(copy, from.w, from.count * sizeof *copy);
   copy[2] = f->in->w[2];
   gv_put(f->o, copy, from.count, f->in->w[2]);
   free(copy);
}

static uint32_t put_null(const struct fold *f, uint32_t type)
{
   const uint32_t id = gv_new_id(f->o);
   gv_put(f->o, (const uint32_t[]){ SPV_OP(SpvOpConstantNull, 3), type, id }, 3, id);
   return id;
}

/* Type of a part of a composite type; 0: the type has no such part. */
static uint32_t part_type(const struct fold *f, uint32_t type, uint32_t i)
{
   const struct spv_inst t = gv_out_def(f->o, type);
   uint32_t count = 0;
   switch (t.op) {
   case SpvOpTypeStruct:
      return i < t.count - 2u ? t.w[2 + i] : 0;
   case SpvOpTypeVector: case SpvOpTypeMatrix:
      return i < t.w[3] ? t.w[2] : 0;
   case SpvOpTypeArray: {
      const struct spv_inst length = gv_out_def(f->o, t.w[3]);
      count = length.op == SpvOpConstant ? length.w[3] : 0;
      return i < count ? t.w[2] : 0;
   }
   default:
      return 0;
   }
}

/* Id of a part of a composite constant; 0 after a failure. */
static uint32_t part_of(const struct fold *f, uint32_t id, uint32_t i)
{
   const struct spv_inst c = gv_out_def(f->o, id);
   const uint32_t type = part_type(f, spv_w(&c, 1), i);
   if (type && c.op == SpvOpConstantComposite && i < c.count - 3u)
      return c.w[3 + i];
   if (type && c.op == SpvOpConstantNull)
      return put_null(f, type);
   refuse(f);
   return 0;
}

/* ---- scalars -------------------------------------------------------------------------------------------------------- */

/* Bits of an integer, or 1 and 0 of a boolean. */
static uint64_t scalar_value(const struct fold *f, uint32_t id)
{
   const struct spv_inst c = gv_out_def(f->o, id);
   if (c.op == SpvOpConstantTrue)
      return 1;
   if (c.op == SpvOpConstantFalse || c.op == SpvOpConstantNull)
      return 0;
   if (c.op == SpvOpConstant && (c.count == 4 || c.count == 5))
      return c.w[3] | (uint64_t)spv_w(&c, 4) << 32;
   refuse(f);
   return 0;
}

/* Width in bits of an integer, or of the components of a vector. */
static unsigned width_of(const struct fold *f, uint32_t id)
{
   const struct spv_inst c = gv_out_def(f->o, id);
   struct spv_inst t = gv_out_def(f->o, spv_w(&c, 1));
   if (t.op == SpvOpTypeVector)
      t = gv_out_def(f->o, t.w[2]);
   return t.op == SpvOpTypeInt ? t.w[2] : 32;
}

/* Component i of an operand: of a vector like the result, or the operand itself. */
static uint64_t component(const struct fold *f, uint32_t id, uint32_t i)
{
   const struct spv_inst c = gv_out_def(f->o, id);
   const bool vector = gv_out_def(f->o, spv_w(&c, 1)).op == SpvOpTypeVector;
   if (vector != (f->count > 1)) {
      refuse(f);
      return 0;
   }
   return scalar_value(f, vector ? part_of(f, id, i) : id);
}

static uint32_t put_scalar(const struct fold *f, uint32_t id, uint64_t value)
{
   const struct spv_inst type = gv_out_def(f->o, f->scalar);
   const uint32_t words = type.op == SpvOpTypeInt && type.w[2] == 64 ? 5 : 4;
   if (type.op == SpvOpTypeBool)
      gv_put(f->o, (const uint32_t[]){ SPV_OP(value ? SpvOpConstantTrue : SpvOpConstantFalse, 3), f->scalar, id }, 3, id);
   else if (type.op == SpvOpTypeInt)
      gv_put(f->o, (const uint32_t[]){ SPV_OP(SpvOpConstant, words), f->scalar, id, (uint32_t)value, (uint32_t)(value >> 32) },
             words, id);
   else
      refuse(f);
   return id;
}

static int64_t divide(int64_t a, int64_t b) { return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b; }

static int64_t remainder_of(int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }

static int64_t modulo(int64_t a, int64_t b)
{
   const int64_t r = remainder_of(a, b);
   return r && (r < 0) != (b < 0) ? r + b : r;
}

/* The value of an integer of `width` bits. */
static int64_t signed_value(uint64_t bits, unsigned width) { return width == 64 ? (int64_t)bits : (int32_t)bits; }

static bool unary(uint32_t op, uint64_t a, unsigned width, uint64_t *result)
{
   switch (op) {
   case SpvOpSNegate: *result = 0 - a; return true;
   case SpvOpNot: *result = ~a; return true;
   case SpvOpLogicalNot: *result = !a; return true;
   case SpvOpSConvert: *result = (uint64_t)signed_value(a, width); return true;
   case SpvOpUConvert: *result = a; return true;
   default: return false;
   }
}

/* `width`: bits of a. Shifts by as many and more, and divisions by zero, have undefined results: any value is one. */
static bool binary(uint32_t op, uint64_t a, uint64_t b, unsigned width, uint64_t *result)
{
   const int64_t sa = signed_value(a, width), sb = signed_value(b, width);
   switch (op) {
   case SpvOpIAdd: *result = a + b; return true;
   case SpvOpISub: *result = a - b; return true;
   case SpvOpIMul: *result = a * b; return true;
   case SpvOpUDiv: *result = b ? a / b : 0; return true;
   case SpvOpSDiv: *result = (uint64_t)divide(sa, sb); return true;
   case SpvOpUMod: *result = b ? a % b : 0; return true;
   case SpvOpSRem: *result = (uint64_t)remainder_of(sa, sb); return true;
   case SpvOpSMod: *result = (uint64_t)modulo(sa, sb); return true;
   case SpvOpShiftRightLogical: *result = b < width ? a >> b : 0; return true;
   case SpvOpShiftRightArithmetic: *result = (uint64_t)(sa >> (b < width ? b : width - 1)); return true;
   case SpvOpShiftLeftLogical: *result = b < width ? a << b : 0; return true;
   case SpvOpBitwiseOr: *result = a | b; return true;
   case SpvOpBitwiseXor: *result = a ^ b; return true;
   case SpvOpBitwiseAnd: *result = a & b; return true;
   case SpvOpLogicalOr: *result = a || b; return true;
   case SpvOpLogicalAnd: *result = a && b; return true;
   case SpvOpLogicalEqual: case SpvOpIEqual: *result = a == b; return true;
   case SpvOpLogicalNotEqual: case SpvOpINotEqual: *result = a != b; return true;
   case SpvOpULessThan: *result = a < b; return true;
   case SpvOpSLessThan: *result = sa < sb; return true;
   case SpvOpUGreaterThan: *result = a > b; return true;
   case SpvOpSGreaterThan: *result = sa > sb; return true;
   case SpvOpULessThanEqual: *result = a <= b; return true;
   case SpvOpSLessThanEqual: *result = sa <= sb; return true;
   case SpvOpUGreaterThanEqual: *result = a >= b; return true;
   case SpvOpSGreaterThanEqual: *result = sa >= sb; return true;
   default: return false;
   }
}

static uint64_t compute(const struct fold *f, uint32_t i)
{
   const uint32_t *operand = f->in->w + 4, operands = f->in->count - 4u;
   const unsigned width = width_of(f, operand[0]);
   uint64_t result = 0;
   bool done = false;
   if (operands == 1)
      done = unary(f->in->w[3], component(f, operand[0], i), width, &result);
   else if (operands == 2)
      done = binary(f->in->w[3], component(f, operand[0], i), component(f, operand[1], i), width, &result);
   if (!done)
      refuse(f);
   return result;
}

static void put_composite(const struct fold *f, const uint32_t *parts, uint32_t count)
{
   uint32_t words[3 + 2 * MAX_COMPONENTS] = { SPV_OP(SpvOpConstantComposite, 3 + count), f->in->w[1], f->in->w[2] };
   memcpy(words + 3, parts, count * sizeof *parts);
   gv_put(f->o, words, 3 + count, f->in->w[2]);
}

static void arithmetic(const struct fold *f)
{
   uint32_t part[MAX_COMPONENTS];
   if (f->count == 1) {
      put_scalar(f, f->in->w[2], compute(f, 0));
      return;
   }
   for (uint32_t i = 0; i < f->count && !f->o->g->failed; i++)
      part[i] = put_scalar(f, gv_new_id(f->o), compute(f, i));
   if (!f->o->g->failed)
      put_composite(f, part, f->count);
}

/* ---- floats --------------------------------------------------------------------------------------------------------- */

/* Of 32 or 64 bits. */
static double float_value(const struct fold *f, uint32_t id)
{
   const struct spv_inst c = gv_out_def(f->o, id);
   if (c.op == SpvOpConstant && c.count == 4) {
      float value;
      memcpy(&value, c.w + 3, sizeof value);
      return value;
   }
   double value = 0;
   if (c.op == SpvOpConstant && c.count == 5)
      memcpy(&value, c.w + 3, sizeof value);
   else if (c.op != SpvOpConstantNull)
      refuse(f);
   return value;
}

static uint32_t put_float(const struct fold *f, uint32_t id, double value)
{
   const struct spv_inst type = gv_out_def(f->o, f->scalar);
   if (type.op != SpvOpTypeFloat || (type.w[2] != 32 && type.w[2] != 64)) {
      refuse(f);
      return id;
   }
   const bool wide = type.w[2] == 64;
   const float narrow = (float)value;
   uint32_t words[5] = { SPV_OP(SpvOpConstant, wide ? 5 : 4), f->scalar, id };
   memcpy(words + 3, wide ? (const void *)&value : &narrow, wide ? 8 : 4);
   gv_put(f->o, words, wide ? 5 : 4, id);
   return id;
}

/* A half without denormals, as a float (SPIR-V 1.0, OpQuantizeToF16). */
static double quantize(double value)
{
   const float small = fabsf((float)value) < 0x1p-14f ? copysignf(0, (float)value) : (float)value;
   return pipe_half_to_float(pipe_float_to_half(small));
}

static void convert_float(const struct fold *f)
{
   const bool quantizes = f->in->w[3] == SpvOpQuantizeToF16;
   uint32_t part[MAX_COMPONENTS];
   for (uint32_t i = 0; i < f->count && !f->o->g->failed; i++) {
      const uint32_t id = f->count > 1 ? part_of(f, f->in->w[4], i) : f->in->w[4];
      const double value = id ? float_value(f, id) : 0;
      part[i] = put_float(f, f->count > 1 ? gv_new_id(f->o) : f->in->w[2], quantizes ? quantize(value) : value);
   }
   if (f->count > 1 && !f->o->g->failed)
      put_composite(f, part, f->count);
}

/* ---- composites ----------------------------------------------------------------------------------------------------- */

static void extract(const struct fold *f)
{
   uint32_t id = f->in->w[4];
   for (unsigned k = 5; k < f->in->count && id; k++)
      id = part_of(f, id, f->in->w[k]);
   if (id)
      put_copy(f, id);
}

static uint32_t part_count(const struct fold *f, uint32_t type)
{
   const struct spv_inst t = gv_out_def(f->o, type);
   uint32_t count = t.op == SpvOpTypeVector || t.op == SpvOpTypeMatrix ? t.w[3] : t.op == SpvOpTypeStruct ? t.count - 2u : 0;
   if (t.op == SpvOpTypeArray) {
      const struct spv_inst length = gv_out_def(f->o, t.w[3]);
      count = length.op == SpvOpConstant ? length.w[3] : 0;
   }
   return count <= UINT16_MAX - 3 ? count : 0;
}

/* A copy of a composite in which the indices from the k-th operand on select another value; as `result`, 0: as a new id. */
static uint32_t replaced(const struct fold *f, uint32_t id, unsigned k, uint32_t result)
{
   if (k == f->in->count)
      return f->in->w[4];
   const struct spv_inst c = gv_out_def(f->o, id);
   const uint32_t type = spv_w(&c, 1), count = part_count(f, type), index = f->in->w[k];
   if (index >= count) {
      refuse(f);
      return 0;
   }
   uint32_t *words = malloc((3 + (size_t)count) * sizeof *words); /* appending moves the module's */
   if (!words) {
      f->o->g->failed = f->o->g->no_memory = true;
      return 0;
   }
   for (uint32_t i = 0; i < count && !f->o->g->failed; i++) {
      const uint32_t part = part_of(f, id, i);
      words[3 + i] = i == index && part ? replaced(f, part, k + 1, 0) : part;
   }
   const uint32_t own = result ? result : gv_new_id(f->o);
   words[0] = SPV_OP(SpvOpConstantComposite, 3 + count);
   words[1] = type;
   words[2] = own;
   if (!f->o->g->failed)
      gv_put(f->o, words, 3 + count, own);
   free(words);
   return own;
}

static void insert(const struct fold *f)
{
   const struct spv_inst c = gv_out_def(f->o, f->in->count > 6 ? f->in->w[5] : 0);
   if (f->in->count > 6 && f->in->count <= 6 + 255 && spv_w(&c, 1) == f->in->w[1])
      replaced(f, f->in->w[5], 6, f->in->w[2]);
   else
      refuse(f);
}

static uint32_t vector_size(const struct fold *f, uint32_t id)
{
   const struct spv_inst c = gv_out_def(f->o, id), t = gv_out_def(f->o, spv_w(&c, 1));
   return t.op == SpvOpTypeVector ? t.w[3] : 0;
}

static void shuffle(const struct fold *f)
{
   uint32_t part[MAX_COMPONENTS];
   if (f->in->count != 6 + f->count) {
      refuse(f);
      return;
   }
   const uint32_t first = vector_size(f, f->in->w[4]);
   for (uint32_t i = 0; i < f->count; i++) {
      const uint32_t k = f->in->w[6 + i];
      part[i] = k == UINT32_MAX ? put_null(f, f->scalar) : k < first ? part_of(f, f->in->w[4], k) :
                part_of(f, f->in->w[5], k - first);
   }
   if (!f->o->g->failed)
      put_composite(f, part, f->count);
}

static void select_op(const struct fold *f)
{
   uint32_t part[MAX_COMPONENTS];
   if (f->in->count != 7) {
      refuse(f);
      return;
   }
   if (vector_size(f, f->in->w[4]) != f->count) { /* one condition */
      put_copy(f, f->in->w[scalar_value(f, f->in->w[4]) ? 5 : 6]);
      return;
   }
   for (uint32_t i = 0; i < f->count; i++)
      part[i] = part_of(f, f->in->w[component(f, f->in->w[4], i) ? 5 : 6], i);
   if (!f->o->g->failed)
      put_composite(f, part, f->count);
}

void gv_fold(struct gv_out *o, const struct spv_inst *in)
{
   struct fold f = { o, in, in->w[1], 1 };
   const struct spv_inst t = gv_out_def(o, in->w[1]);
   if (t.op == SpvOpTypeVector && t.w[3] >= 2 && t.w[3] <= MAX_COMPONENTS) {
      f.scalar = t.w[2];
      f.count = t.w[3];
   }
   if (in->count < 5) {
      refuse(&f);
      return;
   }
   switch (in->w[3]) {
   case SpvOpCompositeExtract: extract(&f); return;
   case SpvOpCompositeInsert: insert(&f); return;
   case SpvOpVectorShuffle: shuffle(&f); return;
   case SpvOpSelect: select_op(&f); return;
   case SpvOpFConvert: case SpvOpQuantizeToF16: convert_float(&f); return;
   default: arithmetic(&f); return;
   }
}

/* gf_emit_expr.c: expressions. Vectors are not split; an l-value is loaded where its value is used; constant expressions are
 * folded. */
#include "gf_emit.h"

#include <string.h>

static bool is_bool(const struct gf_type *t) { return t->base == GF_BOOL; }

/* ---- l-values ---- */

static bool has_place(const struct gf_expr *x)
{
   while (x->op == GF_MEMBER || (x->op == GF_INDEX && x->kid[0]->op != GF_SWIZZLE))
      x = x->kid[0];
   return x->op == GF_VAR && !x->symbol->value;
}

struct gf_place gf_place_of(struct gf_emit *e, struct gf_expr *x)
{
   if (x == e->held)
      return e->held_place;
   if (x->op == GF_VAR) {
      if (!x->symbol->id)
         gf_lack(e, x->symbol->name->text);
      return (struct gf_place){ .base = x->symbol->id, .storage = (SpvStorageClass)x->symbol->storage,
                                .type = x->symbol->type,
                                .mem = gf_mem_of_symbol(x->symbol), .image_format = x->symbol->image_format };
   }
   if (x->op != GF_MEMBER && x->op != GF_INDEX && x->op != GF_SWIZZLE)
      gf_lack(e, "places of this kind");
   gf_enter(e->p);
   struct gf_place at = gf_place_of(e, x->kid[0]);
   gf_leave(e->p);
   if (x->op == GF_SWIZZLE) {
      uint8_t to[4];
      for (unsigned i = 0; i < x->type->rows; i++)
         to[i] = at.components ? at.swizzle[x->swizzle[i]] : x->swizzle[i];
      memcpy(at.swizzle, to, sizeof(to));
      at.components = x->type->rows;
      return at;
   }
   if (at.components) { /* The component of v that v.zyx[i] selects. */
      if (x->kid[1]->value) {
         at.swizzle[0] = at.swizzle[x->kid[1]->value->at[0].i & 3];
         at.components = 1;
         return at;
      }
      union gf_scalar s[4];
      for (unsigned i = 0; i < at.components; i++)
         s[i].u = at.swizzle[i];
      const union gf_scalar *from = s;
      const uint32_t map = gf_constant(e, gf_vector(GF_UINT, at.components), &from), i = gf_value_of(e, x->kid[1]);
      GF_PUSH(e->c, &at.chain, GF_OP(e, SpvOpVectorExtractDynamic, gf_type_id(e, GF_T(uint)), map, i));
      at.components = 0;
      at.type = x->type;
      return at;
   }
   const uint32_t index = x->op == GF_MEMBER ? gf_constant_u32(e, GF_T(int), gf_member_slot(at.type, x->member))
      : gf_value_of(e, x->kid[1]);
   GF_PUSH(e->c, &at.chain, index);
   if (x->op == GF_MEMBER) {
      at.image_format = gf_image_format(&at.type->record->members[x->member].qual.layout);
      at.mem = gf_mem_of_member(at.type, x->member, at.mem);
   }
   at.type = x->op == GF_MEMBER ? gf_member_type(e, at.type, x->member) : x->type;
   return at;
}

uint32_t gf_place_pointer(struct gf_emit *e, const struct gf_place *at)
{
   if (!at->chain.count)
      return at->base;
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, at->base);
   for (unsigned i = 0; i < at->chain.count; i++)
      GF_PUSH(e->c, &w, at->chain.at[i]);
   e->image_format = at->image_format;
   return gf_result(e, SpvOpAccessChain, gf_pointer_id(e, gf_mem_type_id(e, at->type, at->mem), at->storage), w.at, w.count);
}

uint32_t gf_swizzle_id(struct gf_emit *e, uint32_t id, const struct gf_type *t, const uint8_t *swizzle, unsigned n)
{
   const uint32_t type = gf_type_id(e, gf_vector((enum gf_base)t->base, n));
   if (gf_is_scalar(t))
      return gf_splat(e, id, t, gf_vector((enum gf_base)t->base, n));
   if (n == 1)
      return GF_OP(e, SpvOpCompositeExtract, type, id, swizzle[0]);
   uint32_t w[6] = { id, id };
   for (unsigned i = 0; i < n; i++)
      w[2 + i] = swizzle[i];
   return gf_result(e, SpvOpVectorShuffle, type, w, 2 + n);
}

/* v.x: a component has an address. */
struct gf_place gf_one_component(struct gf_emit *e, const struct gf_place *at)
{
   struct gf_place one = *at;
   one.chain = (struct gf_words){ 0 };
   for (unsigned i = 0; i < at->chain.count; i++)
      GF_PUSH(e->c, &one.chain, at->chain.at[i]);
   GF_PUSH(e->c, &one.chain, gf_constant_u32(e, GF_T(uint), at->swizzle[0]));
   one.components = 0;
   one.type = gf_vector((enum gf_base)at->type->base, 1);
   return one;
}

uint32_t gf_load(struct gf_emit *e, const struct gf_place *at)
{
   e->image_format = at->image_format;
   const uint32_t raw = GF_OP(e, SpvOpLoad, gf_mem_type_id(e, at->type, at->mem), gf_place_pointer(e, at));
   const uint32_t id = gf_from_memory(e, raw, at->type, at->mem);
   return at->components ? gf_swizzle_id(e, id, at->type, at->swizzle, at->components) : id;
}

void gf_store(struct gf_emit *e, const struct gf_place *at, uint32_t value)
{
   if (at->components == 1 && !gf_is_scalar(at->type)) { /* other components keep their values */
      const struct gf_place one = gf_one_component(e, at);
      GF_PUT(e, GF_BODY, SpvOpStore, gf_place_pointer(e, &one), gf_to_memory(e, value, one.type, one.mem));
      return;
   }
   const uint32_t pointer = gf_place_pointer(e, at);
   if (at->components > 1) {
      const uint32_t type = gf_type_id(e, at->type), raw = GF_OP(e, SpvOpLoad, gf_mem_type_id(e, at->type, at->mem), pointer);
      const uint32_t old = gf_from_memory(e, raw, at->type, at->mem);
      uint32_t w[6] = { old, value, 0, 1, 2, 3 };
      for (unsigned i = 0; i < at->components; i++)
         w[2 + at->swizzle[i]] = at->type->rows + i;
      value = gf_result(e, SpvOpVectorShuffle, type, w, 2u + at->type->rows);
   }
   GF_PUT(e, GF_BODY, SpvOpStore, pointer, gf_to_memory(e, value, at->type, at->mem));
}

/* Uniforms hold samplers and images in slots; other storage holds handles (ARB_bindless_texture), as do uniforms whose layout says so. */
uint32_t gf_opaque_of(struct gf_emit *e, struct gf_expr *x)
{
   uint8_t format = 0;
   if (has_place(x)) {
      const struct gf_place at = gf_place_of(e, x);
      format = e->image_format = at.image_format;
      if (gf_is_object(x->type, &at))
         return GF_OP(e, SpvOpLoad, gf_opaque_type_id(e, x->type), gf_place_pointer(e, &at));
   }
   e->handles = true;
   const uint32_t wide = GF_OP(e, SpvOpBitcast, gf_type_id(e, GF_T(uint64_t)), gf_value_of(e, x));
   e->image_format = format;
   return GF_OP(e, x->type->base == GF_IMAGE ? SpvOpConvertUToImageNV : SpvOpConvertUToSampledImageNV,
                gf_opaque_type_id(e, x->type), wide);
}

/* ---- conversions ---- */

uint32_t gf_splat(struct gf_emit *e, uint32_t id, const struct gf_type *have, const struct gf_type *want)
{
   if (!gf_is_scalar(have) || !gf_is_vector(want))
      return id;
   const uint32_t w[4] = { id, id, id, id };
   return gf_result(e, SpvOpCompositeConstruct, gf_type_id(e, gf_vector((enum gf_base)have->base, want->rows)), w,
                    want->rows);
}

static uint32_t constant_splat(struct gf_emit *e, const struct gf_type *t, double value)
{
   union gf_scalar s[4];
   for (unsigned i = 0; i < 4; i++) {
      if (gf_is_real(t))
         s[i].d = value;
      else
         s[i].i = (int64_t)value;
   }
   const union gf_scalar *at = s;
   return gf_constant(e, t, &at);
}

enum gf_base gf_kind(const struct gf_type *t)
{
   switch (t->base) {
   case GF_DOUBLE: return GF_FLOAT;
   case GF_INT64: return GF_INT;
   case GF_UINT64: return GF_UINT;
   default: return (enum gf_base)t->base;
   }
}

static bool is_wide(const struct gf_type *t) { return t->base == GF_DOUBLE || t->base == GF_INT64 || t->base == GF_UINT64; }

/* A conversion to another width extends by the sign of the source; then the signedness changes. */
static uint32_t convert_integer(struct gf_emit *e, uint32_t id, const struct gf_type *from, const struct gf_type *to)
{
   if (is_wide(from) != is_wide(to)) {
      const bool is_signed = gf_kind(from) == GF_INT;
      from = gf_vector(is_wide(to) ? is_signed ? GF_INT64 : GF_UINT64 : is_signed ? GF_INT : GF_UINT, from->rows);
      id = GF_OP(e, is_signed ? SpvOpSConvert : SpvOpUConvert, gf_type_id(e, from), id);
   }
   return from->base == to->base ? id : GF_OP(e, SpvOpBitcast, gf_type_id(e, to), id);
}

uint32_t gf_convert_id(struct gf_emit *e, uint32_t id, const struct gf_type *from, const struct gf_type *to)
{
   if (from->base == to->base || gf_is_handle(from) || gf_is_handle(to))
      return id;
   if (gf_is_matrix(from)) {
      const struct gf_type *had = gf_vector((enum gf_base)from->base, from->rows);
      const struct gf_type *want = gf_vector((enum gf_base)to->base, from->rows);
      uint32_t w[4];
      for (unsigned i = 0; i < from->cols; i++)
         w[i] = gf_convert_id(e, GF_OP(e, SpvOpCompositeExtract, gf_type_id(e, had), id, i), had, want);
      const uint32_t matrix = gf_type_id(e, gf_matrix((enum gf_base)to->base, from->cols, from->rows));
      return gf_result(e, SpvOpCompositeConstruct, matrix, w, from->cols);
   }
   if (!gf_is_basic(from) || !gf_is_basic(to))
      gf_lack(e, "this conversion");
   const struct gf_type *target = gf_vector((enum gf_base)to->base, from->rows);
   const uint32_t type = gf_type_id(e, target);
   const enum gf_base a = gf_kind(from), b = gf_kind(to);
   if (a == GF_BOOL)
      return GF_OP(e, SpvOpSelect, type, id, constant_splat(e, target, 1), constant_splat(e, target, 0));
   if (b == GF_BOOL)
      return GF_OP(e, a == GF_FLOAT ? SpvOpFUnordNotEqual : SpvOpINotEqual, type, id, constant_splat(e, from, 0));
   if (a == GF_FLOAT && b == GF_FLOAT)
      return GF_OP(e, SpvOpFConvert, type, id);
   if (a == GF_FLOAT)
      return GF_OP(e, b == GF_INT ? SpvOpConvertFToS : SpvOpConvertFToU, type, id);
   if (b == GF_FLOAT)
      return GF_OP(e, a == GF_INT ? SpvOpConvertSToF : SpvOpConvertUToF, type, id);
   return convert_integer(e, id, from, target);
}

/* ---- operators ---- */

static SpvOp arithmetic_op(struct gf_emit *e, enum gf_op op, const struct gf_type *t)
{
   static const struct { uint8_t op; SpvOp f, s, u; } rows[] = {
      { GF_ADD, SpvOpFAdd, SpvOpIAdd, SpvOpIAdd }, { GF_SUB, SpvOpFSub, SpvOpISub, SpvOpISub },
      { GF_MUL, SpvOpFMul, SpvOpIMul, SpvOpIMul },
      { GF_DIV, SpvOpFDiv, SpvOpSDiv, SpvOpUDiv }, { GF_MOD, SpvOpFMod, SpvOpSRem, SpvOpUMod },
      { GF_SHL, SpvOpNop, SpvOpShiftLeftLogical, SpvOpShiftLeftLogical },
      { GF_SHR, SpvOpNop, SpvOpShiftRightArithmetic, SpvOpShiftRightLogical },
      { GF_BITAND, SpvOpNop, SpvOpBitwiseAnd, SpvOpBitwiseAnd }, { GF_BITOR, SpvOpNop, SpvOpBitwiseOr, SpvOpBitwiseOr },
      { GF_BITXOR, SpvOpNop, SpvOpBitwiseXor, SpvOpBitwiseXor }, { GF_LT, SpvOpFOrdLessThan, SpvOpSLessThan,
                                                                   SpvOpULessThan },
      { GF_GT, SpvOpFOrdGreaterThan, SpvOpSGreaterThan, SpvOpUGreaterThan },
      { GF_LE, SpvOpFOrdLessThanEqual, SpvOpSLessThanEqual, SpvOpULessThanEqual },
      { GF_GE, SpvOpFOrdGreaterThanEqual, SpvOpSGreaterThanEqual, SpvOpUGreaterThanEqual },
      { GF_EQ, SpvOpFOrdEqual, SpvOpIEqual, SpvOpIEqual },
      { GF_NE, SpvOpFUnordNotEqual, SpvOpINotEqual, SpvOpINotEqual },
   };
   const enum gf_base base = gf_kind(t);
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      if (rows[i].op == op)
         return base == GF_FLOAT ? rows[i].f : base == GF_UINT ? rows[i].u : rows[i].s;
   }
   gf_lack(e, "this operator");
}

/* a == b of any type: one bool. */
static uint32_t equal_id(struct gf_emit *e, const struct gf_type *t, uint32_t a, uint32_t b)
{
   const uint32_t one = gf_type_id(e, GF_T(bool));
   if (gf_is_handle(t))
      t = GF_T(uvec2);
   if (gf_is_basic(t) && !gf_is_matrix(t)) {
      const uint32_t type = gf_type_id(e, gf_vector(GF_BOOL, t->rows));
      const uint32_t id = GF_OP(e, is_bool(t) ? SpvOpLogicalEqual : arithmetic_op(e, GF_EQ, t),
                                type, a, b);
      return t->rows > 1 ? GF_OP(e, SpvOpAll, one, id) : id;
   }
   const unsigned n = t->base == GF_ARRAY ? (unsigned)t->length : t->record ? t->record->count : t->cols;
   uint32_t all = 0;
   for (unsigned i = 0; i < n; i++) {
      const struct gf_type *part = t->base == GF_ARRAY ? t->elem : t->record ? t->record->members[i].type
         : gf_vector((enum gf_base)t->base, t->rows);
      const uint32_t type = gf_type_id(e, part);
      const uint32_t x = GF_OP(e, SpvOpCompositeExtract, type, a, i), y = GF_OP(e, SpvOpCompositeExtract, type, b, i);
      const uint32_t same = equal_id(e, part, x, y);
      all = all ? GF_OP(e, SpvOpLogicalAnd, one, all, same) : same;
   }
   return all;
}

static uint32_t product(struct gf_emit *e, const struct gf_type *type, uint32_t a, const struct gf_type *at,
                        uint32_t b, const struct gf_type *bt)
{
   const uint32_t id = gf_type_id(e, type);
   if (gf_is_matrix(at))
      return GF_OP(e, gf_is_matrix(bt) ? SpvOpMatrixTimesMatrix : gf_is_vector(bt) ? SpvOpMatrixTimesVector
                   : SpvOpMatrixTimesScalar, id, a, b);
   if (gf_is_matrix(bt))
      return gf_is_vector(at) ? GF_OP(e, SpvOpVectorTimesMatrix, id, a, b) : GF_OP(e, SpvOpMatrixTimesScalar, id, b, a);
   return gf_is_vector(at) ? GF_OP(e, SpvOpVectorTimesScalar, id, a, b) : GF_OP(e, SpvOpVectorTimesScalar, id, b, a);
}

uint32_t gf_binary_id(struct gf_emit *e, enum gf_op op, const struct gf_type *type, uint32_t a,
                      const struct gf_type *at, uint32_t b, const struct gf_type *bt)
{
   const uint32_t one = gf_type_id(e, GF_T(bool));
   if (op == GF_EQ)
      return equal_id(e, at, a, b);
   if (op == GF_NE)
      return GF_OP(e, SpvOpLogicalNot, one, equal_id(e, at, a, b));
   if (op == GF_XOR)
      return GF_OP(e, SpvOpLogicalNotEqual, one, a, b);
   const bool mixed = gf_is_scalar(at) != gf_is_scalar(bt), matrix = gf_is_matrix(at) || gf_is_matrix(bt);
   if (op == GF_MUL && gf_is_real(at) && (mixed || matrix))
      return product(e, type, a, at, b, bt);
   const SpvOp code = arithmetic_op(e, op, at);
   if (!matrix)
      return GF_OP(e, code, gf_type_id(e, type), gf_splat(e, a, at, bt), gf_splat(e, b, bt, at));
   const struct gf_type *column = gf_vector((enum gf_base)type->base, type->rows);
   const uint32_t column_id = gf_type_id(e, column);
   uint32_t w[4];
   for (unsigned i = 0; i < type->cols; i++) {
      const uint32_t x = gf_is_scalar(at) ? gf_splat(e, a, at, column)
         : GF_OP(e, SpvOpCompositeExtract, column_id, a, i);
      const uint32_t y = gf_is_scalar(bt) ? gf_splat(e, b, bt, column)
         : GF_OP(e, SpvOpCompositeExtract, column_id, b, i);
      w[i] = GF_OP(e, code, column_id, x, y);
   }
   return gf_result(e, SpvOpCompositeConstruct, gf_type_id(e, type), w, type->cols);
}

/* && and ||: the right side is evaluated only if the left side does not decide. */
static uint32_t short_circuit(struct gf_emit *e, struct gf_expr *x)
{
   const uint32_t type = gf_type_id(e, GF_T(bool)), a = gf_value_of(e, x->kid[0]), from = e->block;
   const uint32_t right = gf_id(e), merge = gf_id(e);
   GF_PUT(e, GF_BODY, SpvOpSelectionMerge, merge, 0);
   if (x->op == GF_AND)
      GF_PUT(e, GF_BODY, SpvOpBranchConditional, a, right, merge);
   else
      GF_PUT(e, GF_BODY, SpvOpBranchConditional, a, merge, right);
   gf_label(e, right);
   const uint32_t b = gf_value_of(e, x->kid[1]), to = e->block;
   gf_branch(e, merge);
   gf_label(e, merge);
   return GF_OP(e, SpvOpPhi, type, a, from, b, to);
}

/* k ? a : b: evaluates one of them. */
static uint32_t select_value(struct gf_emit *e, struct gf_expr *x)
{
   const uint32_t k = gf_value_of(e, x->kid[0]), yes = gf_id(e), no = gf_id(e), merge = gf_id(e);
   uint32_t w[4] = { 0 };
   GF_PUT(e, GF_BODY, SpvOpSelectionMerge, merge, 0);
   GF_PUT(e, GF_BODY, SpvOpBranchConditional, k, yes, no);
   for (unsigned i = 0; i < 2; i++) {
      gf_label(e, i ? no : yes);
      w[2 * i] = gf_value_of(e, x->kid[1 + i]);
      w[2 * i + 1] = e->block;
      gf_branch(e, merge);
   }
   gf_label(e, merge);
   return x->type->base == GF_VOID ? 0 : gf_result(e, SpvOpPhi, gf_type_id(e, x->type), w, 4);
}

static uint32_t increment(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_place at = gf_place_of(e, x->kid[0]);
   const uint32_t old = gf_load(e, &at);
   const struct gf_type *one_type = gf_is_matrix(x->type) ? gf_vector((enum gf_base)x->type->base, 1) : x->type;
   const enum gf_op op = x->op == GF_PRE_INC || x->op == GF_POST_INC ? GF_ADD : GF_SUB;
   const uint32_t sum = gf_binary_id(e, op, x->type, old, x->type, constant_splat(e, one_type, 1), one_type);
   gf_store(e, &at, sum);
   return x->op == GF_PRE_INC || x->op == GF_PRE_DEC ? sum : old;
}

/* A variable with this constant as its initial value. All accesses in a function, which is known by its place in the module,
 * share one, so that an invocation fills it once. */
static uint32_t local_constant(struct gf_emit *e, const struct gf_type *t, uint32_t value)
{
   const uint32_t key[] = { SpvOpVariable, value, e->section[GF_FUNCTIONS].count };
   uint32_t *id = gf_slot(e, key, sizeof key);
   if (*id)
      return *id;
   *id = gf_id(e);
   const uint32_t pointer = gf_pointer_id(e, gf_type_id(e, t), SpvStorageClassFunction);
   GF_PUT(e, GF_VARIABLES, SpvOpVariable, pointer, *id, SpvStorageClassFunction, value);
   return *id;
}

static uint32_t index_value(struct gf_emit *e, struct gf_expr *x)
{
   const uint32_t type = gf_type_id(e, x->type);
   uint32_t whole = gf_value_of(e, x->kid[0]);
   if (x->op == GF_MEMBER)
      return GF_OP(e, SpvOpCompositeExtract, type, whole, gf_member_slot(x->kid[0]->type, x->member));
   if (x->kid[1]->value)
      return GF_OP(e, SpvOpCompositeExtract, type, whole, (uint32_t)x->kid[1]->value->at[0].u);
   const uint32_t index = gf_value_of(e, x->kid[1]);
   if (gf_is_vector(x->kid[0]->type))
      return GF_OP(e, SpvOpVectorExtractDynamic, type, whole, index);
   const bool is_constant = x->kid[0]->value;
   struct gf_place at = { .base = is_constant ? local_constant(e, x->kid[0]->type, whole) : gf_local(e, x->kid[0]->type, NULL),
                          .storage = SpvStorageClassFunction, .type = x->kid[0]->type };
   if (!is_constant)
      gf_store(e, &at, whole);
   GF_PUSH(e->c, &at.chain, index);
   at.type = x->type;
   return gf_load(e, &at);
}

/* ---- constructors ---- */

/* The scalars of all arguments, converted. */
static unsigned scalars(struct gf_emit *e, struct gf_expr *x, uint32_t *out, unsigned want)
{
   unsigned n = 0;
   const struct gf_type *scalar = gf_vector((enum gf_base)x->type->base, 1);
   for (unsigned i = 0; i < x->arg_count; i++) {
      const struct gf_type *t = x->args[i]->type;
      const uint32_t id = gf_value_of(e, x->args[i]), from = gf_type_id(e, gf_vector((enum gf_base)t->base, 1));
      for (unsigned k = 0; k < (unsigned)t->rows * t->cols && n < want; k++) {
         uint32_t s = id;
         if (gf_is_matrix(t))
            s = GF_OP(e, SpvOpCompositeExtract, from, id, k / t->rows, k % t->rows);
         else if (gf_is_vector(t))
            s = GF_OP(e, SpvOpCompositeExtract, from, id, k);
         out[n++] = gf_convert_id(e, s, gf_vector((enum gf_base)t->base, 1), scalar);
      }
   }
   return n;
}

static uint32_t construct(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_type *t = x->type, *first = x->args[0]->type;
   const uint32_t type = gf_type_id(e, t);
   if (gf_is_handle(t) || gf_is_handle(first)) { /* a handle is a uvec2 */
      const uint32_t id = gf_value_of(e, x->args[0]);
      return type == gf_type_id(e, first) ? id : GF_OP(e, SpvOpBitcast, type, id);
   }
   if (!gf_is_basic(t)) {
      struct gf_words w = { 0 };
      for (unsigned i = 0; i < x->arg_count; i++) {
         const uint32_t id = gf_value_of(e, x->args[i]);
         GF_PUSH(e->c, &w, id);
      }
      return gf_result(e, SpvOpCompositeConstruct, type, w.at, w.count);
   }
   if (x->arg_count == 1 && first->rows == t->rows && first->cols == t->cols)
      return gf_convert_id(e, gf_value_of(e, x->args[0]), first, t);
   if (x->arg_count == 1 && gf_is_scalar(first) && gf_is_vector(t))
      return gf_splat(e, gf_convert_id(e, gf_value_of(e, x->args[0]), first, gf_vector((enum gf_base)t->base, 1)),
                      gf_vector((enum gf_base)t->base, 1), t);
   uint32_t s[32], w[4];
   if (!gf_is_matrix(t)) {
      /* Vectors that fit are constituents without being split. */
      unsigned n = 0, have = 0;
      for (unsigned i = 0; i < x->arg_count && x->arg_count > 1; i++)
         have += gf_is_matrix(x->args[i]->type) ? 99 : x->args[i]->type->rows;
      if (have == t->rows) {
         for (unsigned i = 0; i < x->arg_count; i++)
            w[n++] = gf_convert_id(e, gf_value_of(e, x->args[i]), x->args[i]->type, t);
         return gf_result(e, SpvOpCompositeConstruct, type, w, n);
      }
      scalars(e, x, s, t->rows);
      return t->rows == 1 ? s[0] : gf_result(e, SpvOpCompositeConstruct, type, s, t->rows);
   }
   const struct gf_type *scalar = gf_vector((enum gf_base)t->base, 1),
      *column = gf_vector((enum gf_base)t->base, t->rows);
   const uint32_t zero = constant_splat(e, scalar, 0), one = constant_splat(e, scalar, 1),
      column_id = gf_type_id(e, column);
   const unsigned n = scalars(e, x, s, 16);
   for (unsigned c = 0; c < t->cols; c++) {
      uint32_t v[4];
      for (unsigned r = 0; r < t->rows; r++) {
         if (x->arg_count == 1 && gf_is_matrix(first))
            v[r] = c < first->cols && r < first->rows ? s[c * first->rows + r] : c == r ? one : zero;
         else if (x->arg_count == 1 && n == 1)
            v[r] = c == r ? s[0] : zero;
         else
            v[r] = s[c * t->rows + r];
      }
      w[c] = gf_result(e, SpvOpCompositeConstruct, column_id, v, t->rows);
   }
   return gf_result(e, SpvOpCompositeConstruct, type, w, t->cols);
}

/* ---- dispatch ---- */

static uint32_t unary(struct gf_emit *e, struct gf_expr *x)
{
   const uint32_t id = gf_value_of(e, x->kid[0]), type = gf_type_id(e, x->type);
   if (x->op == GF_PLUS)
      return id;
   if (x->op == GF_NEG && gf_is_matrix(x->type))
      return gf_binary_id(e, GF_MUL, x->type, id, x->type, constant_splat(e, gf_vector((enum gf_base)x->type->base, 1), -1),
                          gf_vector((enum gf_base)x->type->base, 1));
   const SpvOp op = x->op == GF_NOT ? SpvOpLogicalNot : x->op == GF_BITNOT ? SpvOpNot : gf_is_real(x->type)
      ? SpvOpFNegate : SpvOpSNegate;
   return GF_OP(e, op, type, id);
}

static uint32_t assign(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_place at = gf_place_of(e, x->kid[0]);
   const struct gf_expr *outer = e->held;
   const struct gf_place outer_place = e->held_place;
   if (x->op == GF_ASSIGN_OP) {
      e->held = x->kid[0];
      e->held_place = at;
   }
   const uint32_t value = gf_value_of(e, x->kid[1]);
   e->held = outer;
   e->held_place = outer_place;
   gf_store(e, &at, value);
   return value;
}

static bool is_binary(const struct gf_expr *x) { return x->op >= GF_MUL && x->op <= GF_XOR && x->op != GF_AND; }

/* a + b + c + ... is a left-deep tree of any depth: iterates, without recursion. */
static uint32_t binary_value(struct gf_emit *e, struct gf_expr *x)
{
   struct { struct gf_expr **at; unsigned count, room; } chain = { 0 };
   for (;; x = x->kid[0]) {
      GF_PUSH(e->c, &chain, x);
      if (!is_binary(x->kid[0]) || x->kid[0]->value || x->kid[0] == e->held)
         break;
   }
   uint32_t id = gf_value_of(e, x->kid[0]);
   while (chain.count) {
      x = chain.at[--chain.count];
      const uint32_t b = gf_value_of(e, x->kid[1]);
      id = gf_binary_id(e, (enum gf_op)x->op, x->type, id, x->kid[0]->type, b, x->kid[1]->type);
   }
   return id;
}

/* length() of an array that was unsized when parsed: a constant now, or a run-time value. */
static uint32_t length_of(struct gf_emit *e, struct gf_expr *x)
{
   struct gf_expr *a = x->kid[0];
   if (!has_place(a))
      gf_lack(e, "length() of this");
   struct gf_place at = gf_place_of(e, a);
   if (at.type->length != GF_UNSIZED)
      return gf_constant_u32(e, GF_T(int), (uint32_t)at.type->length);
   if (a->op != GF_MEMBER || a->kid[0]->type->base != GF_BLOCK)
      gf_lack(e, "length() of this");
   const struct gf_place block = gf_place_of(e, a->kid[0]);
   const uint32_t n = GF_OP(e, SpvOpArrayLength, gf_type_id(e, GF_T(uint)), gf_place_pointer(e, &block), a->member);
   return GF_OP(e, SpvOpBitcast, gf_type_id(e, GF_T(int)), n);
}

uint32_t gf_value_of(struct gf_emit *e, struct gf_expr *x)
{
   if (x == e->held)
      return gf_load(e, &e->held_place);
   if (x->value) {
      const union gf_scalar *at = x->value->at;
      return gf_constant(e, x->type, &at);
   }
   gf_enter(e->p); /* trees of long sums are deep */
   uint32_t id = 0;
   switch (x->op) {
   case GF_VAR: case GF_MEMBER: case GF_INDEX:
      if (x->op == GF_VAR || has_place(x)) {
         const struct gf_place at = gf_place_of(e, x);
         id = gf_load(e, &at);
      } else {
         id = index_value(e, x);
      }
      break;
   case GF_SWIZZLE:
      id = gf_swizzle_id(e, gf_value_of(e, x->kid[0]), x->kid[0]->type, x->swizzle, x->type->rows);
      break;
   case GF_PLUS: case GF_NEG: case GF_NOT: case GF_BITNOT:
      id = unary(e, x);
      break;
   case GF_PRE_INC: case GF_PRE_DEC: case GF_POST_INC: case GF_POST_DEC:
      id = increment(e, x);
      break;
   case GF_AND: case GF_OR:
      id = short_circuit(e, x);
      break;
   case GF_ASSIGN: case GF_ASSIGN_OP:
      id = assign(e, x);
      break;
   case GF_COND:
      id = select_value(e, x);
      break;
   case GF_COMMA:
      gf_value_of(e, x->kid[0]);
      id = gf_value_of(e, x->kid[1]);
      break;
   case GF_CALL:
      id = gf_emit_call(e, x);
      break;
   case GF_CONSTRUCT:
      id = construct(e, x);
      break;
   case GF_CONVERT:
      id = gf_convert_id(e, gf_value_of(e, x->kid[0]), x->kid[0]->type, x->type);
      break;
   case GF_LENGTH:
      id = length_of(e, x);
      break;
   default:
      if (!is_binary(x))
         gf_lack(e, "this expression");
      id = binary_value(e, x);
   }
   gf_leave(e->p);
   return id;
}

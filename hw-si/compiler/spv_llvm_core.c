/* spv_llvm_core.c: errors, arena, types as lists of scalars, values by id, constants. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/compiler/llvm_target.h"
#include "hw-si/compiler/spv_llvm.h"

#define CHUNK_B (64u << 10)

void sl_fail(struct sl *s, const char *fmt, ...)
{
   if (s->failed)
      return;
   s->failed = true;
   if (s->why_size_B) {
      va_list ap;
      va_start(ap, fmt);
      vsnprintf(s->why, s->why_size_B, fmt, ap);
      va_end(ap);
   }
}

void *sl_alloc(struct sl *s, size_t size_B)
{
   size_B = (size_B + 15) & ~(size_t)15;
   if (size_B > s->arena_left) {
      size_t chunk_B = size_B > CHUNK_B ? size_B : CHUNK_B;
      struct sl_chunk *c = malloc(16 + chunk_B);
      if (!c) {
         s->no_memory = true;
         ut_guard_bail("out of memory"); /* ends the compile the way LLVM's own fatal errors do */
      }
      c->next = s->arena;
      s->arena = c;
      s->arena_at = (char *)c + 16;
      s->arena_left = chunk_B;
   }
   void *p = s->arena_at;
   s->arena_at += size_B;
   s->arena_left -= size_B;
   return memset(p, 0, size_B);
}

LLVMValueRef *sl_array(struct sl *s, uint32_t n)
{
   return sl_alloc(s, (n ? n : 1) * sizeof(LLVMValueRef));
}

bool sl_init_core(struct sl *s)
{
   s->id = calloc(s->m->bound, sizeof(*s->id));
   s->type = calloc(s->m->bound, sizeof(*s->type));
   if (!s->id || !s->type) {
      s->no_memory = true;
      sl_fail(s, "out of memory");
   }
   return !s->failed;
}

void sl_finish_core(struct sl *s)
{
   while (s->arena) {
      struct sl_chunk *next = s->arena->next;
      free(s->arena);
      s->arena = next;
   }
   free(s->id);
   free(s->type);
   free(s->edge);
}

/* ---- types ------------------------------------------------------------------------------------------------------------ */

LLVMTypeRef sl_scalar_type(struct sl *s, const struct spv_type *t)
{
   switch (t->kind) {
   case SPV_KIND_BOOL:
      return s->i1;
   case SPV_KIND_INT:
      return t->width == 64 ? s->i64 : t->width == 32 ? s->i32 : t->width == 16 ? s->i16 : s->i8;
   case SPV_KIND_FLOAT:
      return t->width == 64 ? s->f64 : t->width == 32 ? s->f32 : s->f16;
   default:
      return NULL;
   }
}

/* Scalars of a type; saturates above the limit. */
static uint32_t count_scalars(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   uint64_t n = 0;
   switch (t.kind) {
   case SPV_KIND_BOOL:
   case SPV_KIND_INT:
   case SPV_KIND_FLOAT:
      return 1;
   case SPV_KIND_VECTOR:
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      n = (uint64_t)t.count * count_scalars(s, t.element);
      break;
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count; i++)
         n += count_scalars(s, t.members[i]);
      break;
   default:
      return 0;
   }
   return n > SL_MAX_SCALARS ? SL_MAX_SCALARS + 1 : (uint32_t)n;
}

static LLVMTypeRef *fill_leaves(struct sl *s, uint32_t type, LLVMTypeRef *out)
{
   struct spv_type t = spv_type_of(s->m, type);
   switch (t.kind) {
   case SPV_KIND_VECTOR:
   case SPV_KIND_MATRIX:
   case SPV_KIND_ARRAY:
      for (uint32_t i = 0; i < t.count && count_scalars(s, t.element); i++)
         out = fill_leaves(s, t.element, out);
      return out;
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count; i++)
         out = fill_leaves(s, t.members[i], out);
      return out;
   default: {
      LLVMTypeRef scalar = sl_scalar_type(s, &t);
      if (scalar)
         *out++ = scalar;
      return out;
   }
   }
}

static const struct sl_type *type_info(struct sl *s, uint32_t type)
{
   static const struct sl_type none;
   if (type >= s->m->bound)
      return &none;
   struct sl_type *t = &s->type[type];
   if (!t->known) {
      t->known = true;
      t->n = count_scalars(s, type);
      if (t->n > SL_MAX_SCALARS) {
         sl_fail(s, "type %u is too large for a value (more than %u scalars)", type, SL_MAX_SCALARS);
         t->n = 0;
      }
      t->leaf = sl_alloc(s, (t->n + 1) * sizeof(*t->leaf));
      t->leaf[t->n] = s->i32; /* lets callers read leaf[0] of a type without scalars */
      if (t->n)
         fill_leaves(s, type, t->leaf);
   }
   return t;
}

bool sl_is_too_large(struct sl *s, uint32_t type)
{
   return count_scalars(s, type) > SL_MAX_SCALARS;
}

uint32_t sl_count(struct sl *s, uint32_t type)
{
   return type_info(s, type)->n;
}

const LLVMTypeRef *sl_leaves(struct sl *s, uint32_t type)
{
   return type_info(s, type)->leaf;
}

/* ---- values ----------------------------------------------------------------------------------------------------------- */

/* Constants are translated on first use: most of a module's have none in the entry point. */
static const struct sl_id *value_of(struct sl *s, uint32_t id)
{
   if (id == 0 || id >= s->m->bound)
      return NULL;
   if (!s->id[id].c) {
      struct spv_inst in = spv_def(s->m, id);
      if (!sl_constant(s, &in))
         return NULL;
   }
   return s->id[id].c ? &s->id[id] : NULL;
}

uint32_t sl_id_count(struct sl *s, uint32_t id)
{
   const struct sl_id *v = value_of(s, id);
   return v ? v->n : 0;
}

static const LLVMValueRef *zeros(struct sl *s, LLVMTypeRef t, uint32_t n)
{
   LLVMValueRef *c = sl_array(s, n ? n : 1);
   for (uint32_t i = 0; i < (n ? n : 1); i++)
      c[i] = LLVMConstNull(t);
   return c;
}

const LLVMValueRef *sl_any(struct sl *s, uint32_t id, uint32_t *n)
{
   const struct sl_id *v = value_of(s, id);
   if (!v) {
      sl_fail(s, "id %u is not a value that can be used here", id);
      *n = 1;
      return zeros(s, s->i32, 1);
   }
   *n = v->n;
   return v->c;
}

static bool is_float_kind(LLVMTypeRef t)
{
   LLVMTypeKind k = LLVMGetTypeKind(t);
   return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind || k == LLVMHalfTypeKind;
}

enum wanted { FLOATS, INTS, BOOLS };

static const LLVMValueRef *typed(struct sl *s, uint32_t id, uint32_t n, enum wanted wanted)
{
   LLVMTypeRef fallback = wanted == FLOATS ? s->f32 : wanted == INTS ? s->i32 : s->i1;
   const struct sl_id *v = value_of(s, id);
   bool good = v && v->n == n;
   for (uint32_t i = 0; good && i < n; i++) {
      LLVMTypeRef t = LLVMTypeOf(v->c[i]);
      if (wanted == FLOATS)
         good = is_float_kind(t);
      else
         good = LLVMGetTypeKind(t) == LLVMIntegerTypeKind && (t == s->i1) == (wanted == BOOLS);
      good = good && t == LLVMTypeOf(v->c[0]);
   }
   if (good)
      return v->c;
   sl_fail(s, "operand %u is not of the type that its user needs", id);
   return zeros(s, fallback, n);
}

const LLVMValueRef *sl_floats(struct sl *s, uint32_t id, uint32_t n)
{
   return typed(s, id, n, FLOATS);
}

const LLVMValueRef *sl_ints(struct sl *s, uint32_t id, uint32_t n)
{
   return typed(s, id, n, INTS);
}

const LLVMValueRef *sl_bools(struct sl *s, uint32_t id, uint32_t n)
{
   return typed(s, id, n, BOOLS);
}

LLVMValueRef sl_int32(struct sl *s, uint32_t id)
{
   LLVMValueRef v = sl_ints(s, id, 1)[0];
   LLVMTypeRef t = LLVMTypeOf(v);
   if (t == s->i32)
      return v;
   return t == s->i64 ? LLVMBuildTrunc(s->b, v, s->i32, "") : LLVMBuildSExt(s->b, v, s->i32, "");
}

LLVMValueRef sl_float32(struct sl *s, uint32_t id)
{
   LLVMValueRef v = sl_floats(s, id, 1)[0];
   return LLVMTypeOf(v) == s->f32 ? v : LLVMBuildFPCast(s->b, v, s->f32, "");
}

void sl_define(struct sl *s, const struct spv_inst *in, const LLVMValueRef *c, uint32_t n)
{
   if (s->failed)
      return;
   uint32_t type = spv_w(in, 1), id = spv_w(in, 2);
   const struct sl_type *t = type_info(s, type);
   bool good = n == t->n && n > 0 && id < s->m->bound;
   for (uint32_t i = 0; good && i < n; i++)
      good = c[i] && LLVMTypeOf(c[i]) == t->leaf[i];
   if (!good) {
      sl_fail(s, "instruction %u gives a value that is not of its result type", in->op);
      return;
   }
   struct sl_id *v = &s->id[id];
   v->c = sl_array(s, n);
   v->n = n;
   v->type = type;
   memcpy(v->c, c, n * sizeof(*c));
}

/* ---- constants --------------------------------------------------------------------------------------------------------- */

static LLVMValueRef scalar_constant(struct sl *s, const struct spv_inst *in, LLVMTypeRef t)
{
   uint64_t bits = in->count > 4 ? in->w[3] | (uint64_t)in->w[4] << 32 : in->w[3];
   if (t == s->f32)
      return LLVMConstBitCast(LLVMConstInt(s->i32, (uint32_t)bits, 0), s->f32);
   if (t == s->f64)
      return LLVMConstBitCast(LLVMConstInt(s->i64, bits, 0), s->f64);
   if (t == s->f16)
      return LLVMConstBitCast(LLVMConstInt(s->i16, (uint16_t)bits, 0), s->f16);
   return LLVMConstInt(t, bits, 0);
}

/* spv_module_init has checked the shape of constants and that constituents are defined earlier. */
bool sl_constant(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = 1;
   LLVMValueRef one;
   switch (in->op) {
   case SpvOpConstantTrue:
   case SpvOpSpecConstantTrue:
      sl_define(s, in, &s->i_true, 1);
      return true;
   case SpvOpConstantFalse:
   case SpvOpSpecConstantFalse:
      sl_define(s, in, &s->i_false, 1);
      return true;
   case SpvOpConstant:
   case SpvOpSpecConstant: {
      const struct sl_type *t = type_info(s, in->w[1]);
      if (t->n != 1)
         return false;
      one = scalar_constant(s, in, t->leaf[0]);
      sl_define(s, in, &one, 1);
      return true;
   }
   case SpvOpConstantNull:
   case SpvOpUndef: { /* zero, for reproducible results */
      n = sl_count(s, in->w[1]);
      if (!n)
         return false;
      LLVMValueRef *c = sl_array(s, n);
      for (uint32_t i = 0; i < n; i++)
         c[i] = LLVMConstNull(sl_leaves(s, in->w[1])[i]);
      sl_define(s, in, c, n);
      return true;
   }
   case SpvOpConstantComposite:
   case SpvOpSpecConstantComposite: {
      uint32_t at = 0;
      n = sl_count(s, in->w[1]);
      LLVMValueRef *c = sl_array(s, n);
      for (unsigned k = 3; k < in->count && !s->failed; k++) {
         uint32_t part_n;
         const LLVMValueRef *part = sl_any(s, in->w[k], &part_n);
         if (part_n > n - at)
            return false;
         memcpy(c + at, part, part_n * sizeof(*c));
         at += part_n;
      }
      sl_define(s, in, c, at);
      return true;
   }
   default:
      return false;
   }
}

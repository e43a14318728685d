/* spv_llvm_buffer.c: loads and stores through pointers to uniforms and storage blocks: byte offsets by the layout rules of
 * the block, split into runs of consecutive dwords. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "spirv/spv_layout.h"

/* cache: enum sl_cache. Coherent memory bypasses the L1, which stores of other CUs do not reach. */
struct buffer_access { LLVMValueRef rsrc, base_B; unsigned cache; bool storage; };

static struct buffer_access open_buffer(struct sl *s, const struct sl_ptr *p)
{
   struct buffer_access a = { .base_B = p->dyn ? p->dyn : s->zero };
   if (p->storage == SL_UNIFORM) {
      uint32_t buffer = spv_decoration_value(s->m, p->v->id, SpvDecorationDescriptorSet, 0);
      a.rsrc = sl_buffer_desc(s, buffer, NULL, false, SI_NUM_CONST_BUFFERS);
      return a;
   }
   a.storage = sl_is_storage_block(s, p);
   if (a.storage && (p->is_coherent || sl_is_coherent(s, p->v->id, SPV_NO_MEMBER)))
      a.cache = SL_GLC;
   a.rsrc = sl_buffer_desc(s, p->slot, p->dyn_slot, a.storage, a.storage ? SI_NUM_SHADER_BUFFERS : SI_NUM_CONST_BUFFERS);
   return a;
}

static void load_dwords(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMValueRef *out)
{
   LLVMValueRef at = offset_B ? LLVMBuildAdd(s->b, a->base_B, sl_i32(s, offset_B), "") : a->base_B;
   if (!a->storage) {
      sl_buffer_load(s, a->rsrc, at, n, out);
      return;
   }
   for (unsigned i = 0; i < n; i++) {
      LLVMValueRef next = i ? LLVMBuildAdd(s->b, at, sl_i32(s, i * 4), "") : at;
      out[i] = sl_buffer_load_dword(s, a->rsrc, next, a->cache);
   }
}

static void store_dword(struct sl *s, const struct buffer_access *a, uint32_t offset_B, LLVMValueRef v)
{
   LLVMValueRef at = LLVMBuildAdd(s->b, a->base_B, sl_i32(s, offset_B), "");
   LLVMValueRef args[] = { v, a->rsrc, at, s->zero, sl_i32(s, a->cache) };
   sl_call(s, "llvm.amdgcn.raw.buffer.store.i32", s->voidt, args, 5);
}

/* Where a part of the pointee lies, without the dynamic part of the pointer. */
struct place { uint32_t offset_B, matrix_stride_B, column_step_B; bool row_major; };

/* Loads or stores n scalars of type t at consecutive addresses. */
typedef void (*run_function)(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMTypeRef t,
                             LLVMValueRef *values);

/* Calls `run` for each run of consecutive scalars of `type`, in the order of the value's scalars. Returns the end of the
 * scalars done. */
static LLVMValueRef *walk_runs(struct sl *s, const struct sl_ptr *p, const struct buffer_access *a, uint32_t type,
                               struct place at, run_function run, LLVMValueRef *values)
{
   struct spv_type t = spv_type_of(s->m, type);
   switch (t.kind) {
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr member = *p;
         member.offset = at.offset_B;
         sl_member_pointer(s, &member, &t, i);
         struct place next = { .offset_B = member.offset, .matrix_stride_B = member.matrix_stride_B,
                               .row_major = member.row_major };
         values = walk_runs(s, p, a, t.members[i], next, run, values);
      }
      return values;
   case SPV_KIND_ARRAY: {
      uint32_t stride_B = sl_array_stride_B(s, p->storage, type);
      if (!sl_count(s, t.element))
         return values;
      for (uint32_t i = 0; i < t.count && !s->failed; i++, at.offset_B += stride_B)
         values = walk_runs(s, p, a, t.element, at, run, values);
      return values;
   }
   case SPV_KIND_MATRIX: {
      struct spv_type column = spv_type_of(s->m, t.element);
      uint32_t stride_B = p->storage == SL_BUFFER ? at.matrix_stride_B : spv_layout_stride_B(s->m, type);
      for (uint32_t i = 0; i < t.count; i++) {
         struct place next = at;
         next.offset_B += i * (at.row_major ? sl_scalar_B(s, column.element) : stride_B);
         next.column_step_B = at.row_major ? stride_B : 0;
         values = walk_runs(s, p, a, t.element, next, run, values);
      }
      return values;
   }
   case SPV_KIND_VECTOR: {
      struct spv_type e = spv_type_of(s->m, t.element);
      LLVMTypeRef scalar = sl_scalar_type(s, &e);
      if (!at.column_step_B) {
         run(s, a, at.offset_B, t.count, scalar, values);
         return values + t.count;
      }
      for (uint32_t i = 0; i < t.count; i++)
         run(s, a, at.offset_B + i * at.column_step_B, 1, scalar, values + i);
      return values + t.count;
   }
   default: {
      LLVMTypeRef scalar = sl_scalar_type(s, &t);
      if (!scalar)
         return values;
      run(s, a, at.offset_B, 1, scalar, values);
      return values + 1;
   }
   }
}

static void load_run(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMTypeRef t,
                     LLVMValueRef *values)
{
   unsigned dwords = t == s->i64 || t == s->f64 ? 2 : 1;
   LLVMValueRef dw[8];
   load_dwords(s, a, offset_B, n * dwords, dw);
   for (unsigned i = 0; i < n; i++)
      values[i] = sl_from_dwords(s, dw + i * dwords, t);
}

static void store_run(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMTypeRef t,
                      LLVMValueRef *values)
{
   for (unsigned i = 0; i < n; i++) {
      if (t == s->i64 || t == s->f64) {
         store_dword(s, a, offset_B + i * 8, sl_dword(s, values[i], 0));
         store_dword(s, a, offset_B + i * 8 + 4, sl_dword(s, values[i], 1));
      } else {
         store_dword(s, a, offset_B + i * 4, sl_to_i32(s, values[i]));
      }
   }
}

static struct place place_of(const struct sl_ptr *p)
{
   return (struct place){ .offset_B = p->offset, .matrix_stride_B = p->matrix_stride_B, .row_major = p->row_major,
                          .column_step_B = p->column_step_B };
}

void sl_buffer_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   struct buffer_access a = open_buffer(s, p);
   walk_runs(s, p, &a, p->type, place_of(p), load_run, out);
}

void sl_buffer_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v, uint32_t n)
{
   struct buffer_access a = open_buffer(s, p);
   LLVMValueRef *copy = sl_array(s, n);
   memcpy(copy, v, n * sizeof(*v));
   s->bin->writes_memory = 1;
   walk_runs(s, p, &a, p->type, place_of(p), store_run, copy);
}

LLVMValueRef sl_buffer_address(struct sl *s, const struct sl_ptr *p, LLVMValueRef *offset_B)
{
   struct buffer_access a = open_buffer(s, p);
   *offset_B = LLVMBuildAdd(s->b, a.base_B, sl_i32(s, p->offset), "");
   return a.rsrc;
}

/* Elements of the run-time array at the end of a storage block: (size - offset) / stride. */
LLVMValueRef sl_buffer_array_length(struct sl *s, const struct sl_ptr *block, uint32_t array_type, uint32_t array_offset_B)
{
   struct buffer_access a = open_buffer(s, block);
   uint32_t stride_B = spv_decoration_value(s->m, array_type, SpvDecorationArrayStride, 16);
   LLVMValueRef size = sl_element(s, a.rsrc, 2);
   LLVMValueRef left = sl_math2(s, "llvm.usub.sat", size, sl_i32(s, array_offset_B));
   return LLVMBuildUDiv(s->b, left, sl_i32(s, stride_B ? stride_B : 1), "");
}

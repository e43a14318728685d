/* spv_llvm_mem.c: variables, access chains, loads and stores. Variables of a thread are arrays of cells in an alloca;
 * uniforms come from constant buffers by byte offset (blocks: as decorated; loose uniforms: spv_layout.h's rule); samplers
 * and images are slots. Known gaps: shared memory and atomics. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "spirv/spv_layout.h"

/* ---- cells ---------------------------------------------------------------------------------------------------------------- */

struct sl_var *sl_make_var(struct sl *s, uint32_t type, const char *name)
{
   struct sl_var *v = sl_alloc(s, sizeof(*v));
   v->cells = sl_count(s, type);
   v->cell_type = s->i32;
   const LLVMTypeRef *leaf = sl_leaves(s, type);
   for (uint32_t i = 0; i < v->cells; i++) {
      if (leaf[i] == s->f64 || leaf[i] == s->i64)
         v->cell_type = s->i64;
   }
   v->mem = sl_entry_alloca(s, LLVMArrayType(v->cell_type, v->cells ? v->cells : 1), name);
   v->written = sl_alloc(s, v->cells + 1);
   return v;
}

/* What ends in scratch memory is cleared by a loop of our own: LLVM clears large arrays byte by byte. */
#define ZERO_BY_LOOP 512
#define ZERO_AT_ONCE 4

static void zero_loop(struct sl *s, struct sl_var *v)
{
   LLVMTypeRef type = LLVMArrayType(v->cell_type, v->cells);
   LLVMBasicBlockRef before = LLVMGetInsertBlock(s->b);
   LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "clear");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildBr(s->b, loop);
   LLVMPositionBuilderAtEnd(s->b, loop);
   LLVMValueRef i = LLVMBuildPhi(s->b, s->i32, "");
   for (uint32_t k = 0; k < ZERO_AT_ONCE; k++) {
      LLVMValueRef indices[2] = { s->zero, LLVMBuildAdd(s->b, i, sl_i32(s, k), "") };
      LLVMBuildStore(s->b, LLVMConstNull(v->cell_type), LLVMBuildGEP2(s->b, type, v->mem, indices, 2, ""));
   }
   LLVMValueRef next = LLVMBuildAdd(s->b, i, sl_i32(s, ZERO_AT_ONCE), "");
   LLVMValueRef more = LLVMBuildICmp(s->b, LLVMIntULT, next, sl_i32(s, v->cells - v->cells % ZERO_AT_ONCE), "");
   LLVMBuildCondBr(s->b, more, loop, after);
   LLVMValueRef start = s->zero;
   LLVMAddIncoming(i, &start, &before, 1);
   LLVMAddIncoming(i, &next, &loop, 1);
   LLVMPositionBuilderAtEnd(s->b, after);
   for (uint32_t k = v->cells - v->cells % ZERO_AT_ONCE; k < v->cells; k++) {
      LLVMValueRef indices[2] = { s->zero, sl_i32(s, k) };
      LLVMBuildStore(s->b, LLVMConstNull(v->cell_type), LLVMBuildGEP2(s->b, type, v->mem, indices, 2, ""));
   }
}

/* Undefined contents would be LLVM's undef, which spreads: they are zero. */
void sl_zero_var(struct sl *s, struct sl_var *v)
{
   if (v->cells > ZERO_BY_LOOP) {
      zero_loop(s, v);
      return;
   }
   uint32_t size_B = v->cells * (v->cell_type == s->i64 ? 8 : 4);
   LLVMBuildMemSet(s->b, v->mem, LLVMConstNull(s->i8), sl_i32(s, size_B), v->cell_type == s->i64 ? 8 : 4);
}

static LLVMValueRef cell_address(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn)
{
   /* Access chains have kept every dynamic index inside its array. Multiples of it stay visible to lower_arrays.c. */
   LLVMValueRef index = sl_i32(s, cell < v->cells ? cell : 0);
   if (dyn)
      index = LLVMBuildAdd(s->b, dyn, index, "");
   LLVMValueRef indices[2] = { s->zero, index };
   return LLVMBuildGEP2(s->b, LLVMArrayType(v->cell_type, v->cells ? v->cells : 1), v->mem, indices, 2, "");
}

LLVMValueRef sl_cell_load(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMTypeRef t)
{
   LLVMValueRef at = cell_address(s, v, cell, dyn);
   if (t == s->i1)
      return LLVMBuildICmp(s->b, LLVMIntNE, LLVMBuildLoad2(s->b, s->i32, at, ""), s->zero, "");
   return LLVMBuildLoad2(s->b, t, at, "");
}

void sl_cell_store(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMValueRef value)
{
   if (LLVMTypeOf(value) == s->i1)
      value = LLVMBuildZExt(s->b, value, s->i32, "");
   LLVMBuildStore(s->b, value, cell_address(s, v, cell, dyn));
   if (dyn)
      memset(v->written, 1, v->cells);
   else if (cell < v->cells)
      v->written[cell] = 1;
}

/* ---- variables ------------------------------------------------------------------------------------------------------------ */

static bool is_cell_storage(uint32_t storage)
{
   return storage == SpvStorageClassFunction || storage == SpvStorageClassPrivate || storage == SpvStorageClassInput ||
          storage == SpvStorageClassOutput;
}

static bool is_buffer_storage(uint32_t storage)
{
   return storage == SpvStorageClassUniform || storage == SpvStorageClassStorageBuffer;
}

/* Type of a block variable without the arrays around it. */
static uint32_t without_arrays(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   while (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY)
      t = spv_type_of(s->m, t.element);
   return t.id;
}

static bool is_storage_block(struct sl *s, const struct sl_ptr *p)
{
   uint32_t block = without_arrays(s, spv_pointee(s->m, p->var).id);
   return p->storage == SpvStorageClassStorageBuffer || spv_has_decoration(s->m, block, SpvDecorationBufferBlock);
}

static void declare(struct sl *s, const struct spv_inst *in)
{
   struct spv_type pt = spv_type_of(s->m, in->w[1]);
   uint32_t id = in->w[2], storage = in->w[3];
   struct sl_ptr *p = sl_alloc(s, sizeof(*p));
   *p = (struct sl_ptr){ .storage = storage, .var = id, .type = pt.element };
   s->id[id].ptr = p;
   if (is_cell_storage(storage)) {
      /* A function that is inlined again uses its variables again: few allocas keep LLVM's promotion linear. */
      if (!s->id[id].var)
         s->id[id].var = sl_make_var(s, pt.element, "");
      p->v = s->id[id].var;
      uint32_t n = 0;
      if (in->count > 4) {
         const LLVMValueRef *init = sl_any(s, in->w[4], &n);
         for (uint32_t i = 0; i < n && i < p->v->cells; i++)
            sl_cell_store(s, p->v, i, NULL, init[i]);
         memset(p->v->written, 0, p->v->cells);
      } else if (p->v->cells) {
         sl_zero_var(s, p->v);
      }
   } else if (is_buffer_storage(storage)) {
      p->std_layout = true;
      p->slot = spv_decoration_value(s->m, id, SpvDecorationBinding, 0);
   } else if (storage == SpvStorageClassUniformConstant) {
      p->slot = spv_decoration_value(s->m, id, SpvDecorationBinding, 0);
      p->offset_B = spv_decoration_value(s->m, id, SpvDecorationOffset, 0);
   }
}

bool sl_declare_variables(struct sl *s)
{
   for (uint32_t i = 0; i < s->m->variable_count && !s->failed; i++) {
      struct spv_inst in = spv_def(s->m, s->m->variable[i]);
      declare(s, &in);
   }
   return !s->failed;
}

struct sl_ptr *sl_pointer(struct sl *s, uint32_t id)
{
   struct sl_ptr *p = id < s->m->bound ? s->id[id].ptr : NULL;
   if (!p)
      sl_fail(s, "id %u is not a pointer that can be used here", id);
   return p;
}

/* ---- access chains -------------------------------------------------------------------------------------------------------- */

static LLVMValueRef add_scaled(struct sl *s, LLVMValueRef sum, LLVMValueRef index, uint32_t scale)
{
   LLVMValueRef v = scale == 1 ? index : LLVMBuildMul(s->b, index, sl_i32(s, scale), "");
   return sum ? LLVMBuildAdd(s->b, sum, v, "") : v;
}

static uint32_t scalar_B(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   return t.width == 64 ? 8 : 4;
}

/* One index: by a constant (dyn NULL) or a value; each kind of memory has its own unit per step. */
static void step(struct sl *s, struct sl_ptr *p, uint32_t index, LLVMValueRef dyn, uint32_t cells, uint32_t bytes, uint32_t slots)
{
   if (p->v) {
      if (dyn)
         p->dyn_cell = add_scaled(s, p->dyn_cell, dyn, cells);
      else
         p->cell += index * cells;
      return;
   }
   if (dyn) {
      if (bytes)
         p->dyn_B = add_scaled(s, p->dyn_B, dyn, bytes);
      if (slots)
         p->dyn_slot = add_scaled(s, p->dyn_slot, dyn, slots);
   } else {
      p->offset_B += index * bytes;
      p->slot += index * slots;
   }
}

static void step_member(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i)
{
   if (p->v) {
      for (uint32_t k = 0; k < i; k++)
         p->cell += sl_count(s, t->members[k]);
   } else if (p->std_layout) {
      p->offset_B += spv_member_decoration_value(s->m, t->id, i, SpvDecorationOffset, 0);
      p->matrix_stride_B = spv_member_decoration_value(s->m, t->id, i, SpvDecorationMatrixStride, 16);
      p->row_major = spv_find_decoration(s->m, t->id, i, SpvDecorationRowMajor) != NULL;
   } else {
      p->offset_B += spv_layout_member_offset_B(s->m, t->id, i);
      p->slot += spv_layout_member_slot(s->m, t->id, i);
   }
   p->type = t->members[i];
}

static uint32_t array_stride_B(struct sl *s, const struct sl_ptr *p, uint32_t type)
{
   if (p->std_layout)
      return spv_decoration_value(s->m, type, SpvDecorationArrayStride, 16);
   return spv_layout_stride_B(s->m, type);
}

static bool is_block_array(struct sl *s, const struct sl_ptr *p, const struct spv_type *t)
{
   if (!is_buffer_storage(p->storage) || t->kind != SPV_KIND_ARRAY)
      return false;
   uint32_t block = without_arrays(s, t->id);
   return spv_has_decoration(s->m, block, SpvDecorationBlock) || spv_has_decoration(s->m, block, SpvDecorationBufferBlock);
}

static void step_matrix(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t index, LLVMValueRef dyn)
{
   struct spv_type column = spv_type_of(s->m, t->element);
   uint32_t bytes = p->matrix_stride_B;
   if (!p->std_layout)
      bytes = spv_layout_stride_B(s->m, t->id);
   if (p->row_major) {
      p->column_step_B = bytes;
      bytes = scalar_B(s, column.element);
   }
   step(s, p, index, dyn, column.count, bytes, 0);
   p->type = t->element;
}

static struct sl_ptr *access_chain(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *base = sl_pointer(s, spv_w(in, 3));
   if (!base)
      return NULL;
   struct sl_ptr *p = sl_alloc(s, sizeof(*p));
   *p = *base;
   for (unsigned k = 4; k < in->count && !s->failed; k++) {
      struct spv_type t = spv_type_of(s->m, p->type);
      uint32_t index = 0;
      LLVMValueRef dyn = spv_const_u32(s->m, in->w[k], &index) ? NULL : sl_int32(s, in->w[k]);
      if (t.kind == SPV_KIND_STRUCT) {
         if (dyn || index >= t.count)
            sl_fail(s, "index into a struct that is no constant or out of range");
         else
            step_member(s, p, &t, index);
         continue;
      }
      bool sized = t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_MATRIX || t.kind == SPV_KIND_VECTOR;
      if (!sized && t.kind != SPV_KIND_RUNTIME_ARRAY) {
         sl_fail(s, "index into something that has no parts");
         continue;
      }
      /* GLSL lets a constant index be out of range where it is never reached; robustness keeps it inside. */
      if (sized && !dyn && index >= t.count)
         index = t.count - 1;
      if (sized && dyn)
         dyn = sl_umin(s, dyn, sl_i32(s, t.count - 1));
      if (is_block_array(s, p, &t)) {
         uint32_t blocks = 1;
         for (struct spv_type e = spv_type_of(s->m, t.element); e.kind == SPV_KIND_ARRAY; e = spv_type_of(s->m, e.element))
            blocks *= e.count;
         step(s, p, index, dyn, 0, 0, blocks);
         p->type = t.element;
      } else if (t.kind == SPV_KIND_MATRIX) {
         step_matrix(s, p, &t, index, dyn);
      } else if (t.kind == SPV_KIND_VECTOR) {
         step(s, p, index, dyn, 1, p->column_step_B ? p->column_step_B : scalar_B(s, t.element), 0);
         p->type = t.element;
      } else {
         step(s, p, index, dyn, p->v ? sl_count(s, t.element) : 0, array_stride_B(s, p, t.id),
              spv_layout_slots(s->m, t.element));
         p->type = t.element;
      }
   }
   return p;
}

/* ---- buffers -------------------------------------------------------------------------------------------------------------- */

struct buffer_access { LLVMValueRef rsrc, base_B; bool storage; };

static struct buffer_access open_buffer(struct sl *s, const struct sl_ptr *p)
{
   struct buffer_access a = { .base_B = p->dyn_B ? p->dyn_B : s->zero };
   if (p->storage == SpvStorageClassUniformConstant) {
      a.rsrc = sl_buffer_desc(s, spv_decoration_value(s->m, p->var, SpvDecorationDescriptorSet, 0), NULL, false,
                              SI_NUM_CONST_BUFFERS);
      return a;
   }
   a.storage = is_storage_block(s, p);
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
      LLVMValueRef args[] = { a->rsrc, i ? LLVMBuildAdd(s->b, at, sl_i32(s, i * 4), "") : at, s->zero, s->zero };
      out[i] = sl_call(s, "llvm.amdgcn.raw.buffer.load.i32", s->i32, args, 4);
   }
}

static void store_dword(struct sl *s, const struct buffer_access *a, uint32_t offset_B, LLVMValueRef v)
{
   LLVMValueRef at = LLVMBuildAdd(s->b, a->base_B, sl_i32(s, offset_B), "");
   LLVMValueRef args[] = { v, a->rsrc, at, s->zero, s->zero };
   sl_call(s, "llvm.amdgcn.raw.buffer.store.i32", s->voidt, args, 5);
}

static LLVMValueRef from_dwords(struct sl *s, const LLVMValueRef *dw, LLVMTypeRef t)
{
   if (t == s->i1)
      return LLVMBuildICmp(s->b, LLVMIntNE, dw[0], s->zero, "");
   if (t == s->i64 || t == s->f64)
      return LLVMBuildBitCast(s->b, sl_vector(s, dw, 2), t, "");
   if (t == s->f16 || t == s->i16)
      return LLVMBuildBitCast(s->b, LLVMBuildTrunc(s->b, dw[0], s->i16, ""), t, "");
   if (t == s->i8)
      return LLVMBuildTrunc(s->b, dw[0], t, "");
   return sl_bitcast(s, dw[0], t);
}

/* Where a part of a type lies, relative to the pointer. */
struct place { uint32_t offset_B, matrix_stride_B, column_step_B; bool row_major; };

/* Calls `leaf` for every run of scalars that lie side by side, in the order of the flat list. */
typedef void (*run_function)(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMTypeRef t,
                             LLVMValueRef *values);

static LLVMValueRef *walk_runs(struct sl *s, const struct sl_ptr *p, const struct buffer_access *a, uint32_t type,
                               struct place at, run_function run, LLVMValueRef *values)
{
   struct spv_type t = spv_type_of(s->m, type);
   switch (t.kind) {
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr member = *p;
         member.offset_B = at.offset_B;
         step_member(s, &member, &t, i);
         struct place next = { .offset_B = member.offset_B, .matrix_stride_B = member.matrix_stride_B,
                               .row_major = member.row_major };
         values = walk_runs(s, p, a, t.members[i], next, run, values);
      }
      return values;
   case SPV_KIND_ARRAY: {
      uint32_t stride_B = array_stride_B(s, p, type);
      if (!sl_count(s, t.element))
         return values;
      for (uint32_t i = 0; i < t.count && !s->failed; i++, at.offset_B += stride_B)
         values = walk_runs(s, p, a, t.element, at, run, values);
      return values;
   }
   case SPV_KIND_MATRIX: {
      struct spv_type column = spv_type_of(s->m, t.element);
      uint32_t stride_B = p->std_layout ? at.matrix_stride_B : spv_layout_stride_B(s->m, type);
      for (uint32_t i = 0; i < t.count; i++) {
         struct place next = at;
         next.offset_B += i * (at.row_major ? scalar_B(s, column.element) : stride_B);
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
      values[i] = from_dwords(s, dw + i * dwords, t);
}

static void store_run(struct sl *s, const struct buffer_access *a, uint32_t offset_B, unsigned n, LLVMTypeRef t,
                      LLVMValueRef *values)
{
   for (unsigned i = 0; i < n; i++) {
      if (t == s->i64 || t == s->f64) {
         LLVMValueRef pair = LLVMBuildBitCast(s->b, values[i], LLVMVectorType(s->i32, 2), "");
         store_dword(s, a, offset_B + i * 8, sl_element(s, pair, 0));
         store_dword(s, a, offset_B + i * 8 + 4, sl_element(s, pair, 1));
      } else {
         store_dword(s, a, offset_B + i * 4, sl_to_i32(s, values[i]));
      }
   }
}

static struct place place_of(const struct sl_ptr *p)
{
   return (struct place){ .offset_B = p->offset_B, .matrix_stride_B = p->matrix_stride_B, .row_major = p->row_major,
                          .column_step_B = p->column_step_B };
}

/* ---- load and store ------------------------------------------------------------------------------------------------------- */

void sl_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   uint32_t n = sl_count(s, p->type);
   const LLVMTypeRef *leaf = sl_leaves(s, p->type);
   if (p->v) {
      if (!p->v->cells || (uint64_t)p->cell + n > p->v->cells)
         sl_fail(s, "load outside its variable");
      for (uint32_t i = 0; i < n && !s->failed; i++)
         out[i] = sl_cell_load(s, p->v, p->cell + i, p->dyn_cell, leaf[i]);
      return;
   }
   if (p->storage != SpvStorageClassUniformConstant && !is_buffer_storage(p->storage)) {
      sl_fail(s, "loads of storage class %u are not supported", p->storage);
      return;
   }
   struct buffer_access a = open_buffer(s, p);
   walk_runs(s, p, &a, p->type, place_of(p), load_run, out);
}

static void load_image(struct sl *s, const struct spv_inst *in, const struct sl_ptr *p, const struct spv_type *t)
{
   struct sl_image *image = sl_alloc(s, sizeof(*image));
   if (t->kind == SPV_KIND_SAMPLED_IMAGE) {
      image->image_type = t->element;
      image->rsrc = sl_texture_desc(s, p->slot, p->dyn_slot, &image->sampler);
   } else if (t->kind == SPV_KIND_IMAGE) {
      image->image_type = t->id;
      image->rsrc = t->sampled == 2 ? sl_image_desc(s, p->slot, p->dyn_slot)
                                    : sl_texture_desc(s, p->slot, p->dyn_slot, NULL);
   } else {
      sl_fail(s, "separate samplers are not part of GLSL");
   }
   s->id[in->w[2]].image = image;
}

static void load(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   if (!p)
      return;
   struct spv_type t = spv_type_of(s->m, p->type);
   if (t.id != spv_w(in, 1)) {
      sl_fail(s, "load of another type");
      return;
   }
   if (spv_is_opaque(t.kind)) {
      load_image(s, in, p, &t);
      return;
   }
   uint32_t n = sl_count(s, p->type);
   LLVMValueRef *c = sl_array(s, n);
   sl_load_ptr(s, p, c);
   sl_define(s, in, c, n);
}

static void store_values(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v, uint32_t n)
{
   const LLVMTypeRef *leaf = sl_leaves(s, p->type);
   bool good = n == sl_count(s, p->type) && n;
   for (uint32_t i = 0; good && i < n; i++)
      good = LLVMTypeOf(v[i]) == leaf[i];
   if (!good) {
      sl_fail(s, "store of another type");
      return;
   }
   if (p->v) {
      if ((uint64_t)p->cell + n > p->v->cells) {
         sl_fail(s, "store outside its variable");
         return;
      }
      for (uint32_t i = 0; i < n; i++)
         sl_cell_store(s, p->v, p->cell + i, p->dyn_cell, v[i]);
      return;
   }
   if (!is_buffer_storage(p->storage) || !is_storage_block(s, p)) {
      sl_fail(s, "store to memory that is read-only or not supported");
      return;
   }
   struct buffer_access a = open_buffer(s, p);
   LLVMValueRef *copy = sl_array(s, n);
   memcpy(copy, v, n * sizeof(*v));
   s->bin->ps.writes_memory = 1;
   walk_runs(s, p, &a, p->type, place_of(p), store_run, copy);
}

static void store(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 1));
   uint32_t n;
   const LLVMValueRef *v = sl_any(s, spv_w(in, 2), &n);
   if (p)
      store_values(s, p, v, n);
}

static void copy_memory(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *to = sl_pointer(s, spv_w(in, 1)), *from = sl_pointer(s, spv_w(in, 2));
   if (!to || !from || to->type != from->type) {
      sl_fail(s, "copy between different types");
      return;
   }
   uint32_t n = sl_count(s, from->type);
   LLVMValueRef *c = sl_array(s, n);
   sl_load_ptr(s, from, c);
   if (!s->failed)
      store_values(s, to, c, n);
}

/* Elements of the run-time array at the end of a storage block: (size - offset) / stride. */
static void array_length(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   struct spv_type t = spv_type_of(s->m, p ? p->type : 0);
   uint32_t member = spv_w(in, 4);
   if (t.kind != SPV_KIND_STRUCT || member >= t.count) {
      sl_fail(s, "malformed array length");
      return;
   }
   struct buffer_access a = open_buffer(s, p);
   uint32_t stride_B = spv_decoration_value(s->m, t.members[member], SpvDecorationArrayStride, 16);
   uint32_t offset_B = spv_member_decoration_value(s->m, t.id, member, SpvDecorationOffset, 0);
   LLVMValueRef size = sl_element(s, a.rsrc, 2);
   LLVMValueRef left = sl_math2(s, "llvm.usub.sat", size, sl_i32(s, offset_B));
   LLVMValueRef n = LLVMBuildUDiv(s->b, left, sl_i32(s, stride_B ? stride_B : 1), "");
   sl_define(s, in, &n, 1);
}

bool sl_memory(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpVariable:
      declare(s, in);
      return true;
   case SpvOpAccessChain:
   case SpvOpInBoundsAccessChain: {
      struct sl_ptr *p = access_chain(s, in);
      struct spv_type t = spv_type_of(s->m, spv_w(in, 1));
      if (p && !s->failed && (t.kind != SPV_KIND_POINTER || t.element != p->type))
         sl_fail(s, "access chain of another type");
      if (!s->failed)
         s->id[in->w[2]].ptr = p;
      return true;
   }
   case SpvOpLoad:
      load(s, in);
      return true;
   case SpvOpStore:
      store(s, in);
      return true;
   case SpvOpCopyMemory:
      copy_memory(s, in);
      return true;
   case SpvOpArrayLength:
      array_length(s, in);
      return true;
   default:
      return false;
   }
}

/* spv_llvm_mem.c: variables, pointers, loads and stores. An access chain only computes an address; the storage class of
 * the pointer (enum sl_storage) decides at a dereference how it is lowered: spv_llvm_cells.c, spv_llvm_ring.c,
 * spv_llvm_buffer.c. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"
#include "spirv/spv_layout.h"

/* ---- variables ------------------------------------------------------------------------------------------------------------ */

uint32_t sl_without_arrays(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   while (t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY)
      t = spv_type_of(s->m, t.element);
   return t.id;
}

bool sl_is_storage_block(struct sl *s, const struct sl_ptr *p)
{
   uint32_t block = sl_without_arrays(s, spv_pointee(s->m, p->v->id).id);
   return p->v->storage_class == SpvStorageClassStorageBuffer || p->v->storage_class == SpvStorageClassAtomicCounter || spv_has_decoration(s->m, block, SpvDecorationBufferBlock);
}

/* Inputs and outputs in memory: arrays over the vertices, and values of a patch. */
static bool is_ring(struct sl *s, uint32_t id, uint32_t storage_class, const struct spv_type *t)
{
   if (storage_class == SpvStorageClassOutput)
      return s->ops->store_output;
   return s->ops->load_input && (t->kind == SPV_KIND_ARRAY || spv_has_decoration(s->m, id, SpvDecorationPatch));
}

static bool choose_storage(struct sl *s, uint32_t id, uint32_t storage_class, uint32_t type, enum sl_storage *storage)
{
   struct spv_type t = spv_type_of(s->m, type);
   switch (storage_class) {
   case SpvStorageClassFunction:
   case SpvStorageClassPrivate:
      *storage = spv_is_opaque(t.kind) ? SL_HANDLE : SL_PRIVATE;
      return true;
   case SpvStorageClassInput:
   case SpvStorageClassOutput:
      *storage = is_ring(s, id, storage_class, &t) ? SL_RING : SL_PRIVATE;
      return true;
   case SpvStorageClassWorkgroup:
      *storage = SL_LDS;
      return true;
   case SpvStorageClassUniformConstant:
      *storage = SL_UNIFORM;
      return true;
   case SpvStorageClassUniform:
   case SpvStorageClassStorageBuffer:
   case SpvStorageClassAtomicCounter:
      *storage = SL_BUFFER;
      return true;
   default:
      sl_fail(s, "variables of storage class %u are not supported", storage_class);
      return false;
   }
}

static void init_cells(struct sl *s, struct sl_var *v, const struct spv_inst *in)
{
   uint32_t n = 0;
   if (v->storage == SL_LDS)
      return;
   if (in->count > 4) {
      const LLVMValueRef *init = sl_any(s, in->w[4], &n);
      for (uint32_t i = 0; i < n && i < v->cells; i++)
         sl_cell_store(s, v, i, NULL, init[i]);
      memset(v->written, 0, v->cells);
   } else if (v->cells) {
      sl_zero_cells(s, v);
   }
}

/* No instruction names the id but the one that declares it. Literals that equal the id count as its uses. */
static bool is_unused(const struct sl *s, uint32_t id)
{
   struct spv_inst in;
   for (uint32_t at = s->m->types_at; spv_next(s->m, &at, &in);)
      for (uint32_t k = 1; k < in.count; k++)
         if (in.w[k] == id && !(in.op == SpvOpVariable && k == 2))
            return false;
   return true;
}

static void declare(struct sl *s, const struct spv_inst *in)
{
   struct spv_type pt = spv_type_of(s->m, in->w[1]);
   uint32_t id = in->w[2];
   enum sl_storage storage;
   /* A shader may use only the length of a large array, which is a constant. */
   if (in->w[3] == SpvStorageClassFunction && sl_is_too_large(s, pt.element) && is_unused(s, id))
      return;
   if (!choose_storage(s, id, in->w[3], pt.element, &storage))
      return;
   /* A function that is inlined again uses its variables again: few allocas keep LLVM's promotion linear. */
   struct sl_var *v = s->id[id].var;
   bool first = !v;
   if (first) {
      v = s->id[id].var = sl_alloc(s, sizeof(*v));
      *v = (struct sl_var){ .id = id, .storage_class = in->w[3], .storage = storage };
   }
   struct sl_ptr *p = sl_alloc(s, sizeof(*p));
   *p = (struct sl_ptr){ .storage = storage, .v = v, .type = pt.element };
   s->id[id].ptr = p;
   switch (storage) {
   case SL_PRIVATE:
   case SL_LDS:
      if (first)
         sl_make_cells(s, v, pt.element);
      init_cells(s, v, in);
      break;
   case SL_RING:
      v->per_vertex = !spv_has_decoration(s->m, id, SpvDecorationPatch);
      if (v->per_vertex && spv_type_of(s->m, pt.element).kind != SPV_KIND_ARRAY) {
         sl_fail(s, "output of several vertices that is not an array");
         return;
      }
      v->cells = sl_count(s, v->per_vertex ? spv_type_of(s->m, pt.element).element : pt.element);
      sl_ring_variable(s, p);
      break;
   case SL_UNIFORM:
      p->offset = spv_decoration_value(s->m, id, SpvDecorationOffset, 0);
      p->slot = spv_decoration_value(s->m, id, SpvDecorationBinding, 0);
      p->slot = spv_decoration_value(s->m, id, SpvDecorationInputAttachmentIndex, p->slot);
      break;
   case SL_HANDLE: /* a store gives it a value */
      p->dyn_slot = s->zero;
      break;
   case SL_BUFFER:
      p->slot = spv_decoration_value(s->m, id, SpvDecorationBinding, 0);
      if (v->storage_class == SpvStorageClassAtomicCounter)
         p->offset = spv_decoration_value(s->m, id, SpvDecorationOffset, 0);
      break;
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

uint32_t sl_scalar_B(struct sl *s, uint32_t type)
{
   struct spv_type t = spv_type_of(s->m, type);
   return t.width == 64 ? 8 : 4;
}

uint32_t sl_array_stride_B(struct sl *s, enum sl_storage storage, uint32_t type)
{
   if (storage == SL_BUFFER)
      return spv_decoration_value(s->m, type, SpvDecorationArrayStride, 16);
   return spv_layout_stride_B(s->m, type);
}

/* Distance between the parts of an array, matrix or vector, in the unit of the storage class and in slots. */
struct stride { uint32_t offset, slots; };

/* One index: a constant, or a value when dyn is not NULL. */
static void step(struct sl *s, struct sl_ptr *p, uint32_t index, LLVMValueRef dyn, struct stride by)
{
   if (!dyn) {
      p->offset += index * by.offset;
      p->slot += index * by.slots;
      return;
   }
   if (by.offset)
      p->dyn = add_scaled(s, p->dyn, dyn, by.offset);
   if (by.slots)
      p->dyn_slot = add_scaled(s, p->dyn_slot, dyn, by.slots);
}

bool sl_is_coherent(struct sl *s, uint32_t id, uint32_t member)
{
   return spv_find_decoration(s->m, id, member, SpvDecorationCoherent) || spv_find_decoration(s->m, id, member, SpvDecorationVolatile);
}

void sl_member_pointer(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i)
{
   switch (p->storage) {
   case SL_PRIVATE:
   case SL_LDS:
      for (uint32_t k = 0; k < i; k++)
         p->offset += sl_count(s, t->members[k]);
      break;
   case SL_RING:
      sl_ring_member(s, p, t, i);
      break;
   case SL_UNIFORM:
      p->offset += spv_layout_member_offset_B(s->m, t->id, i);
      p->slot += spv_layout_member_slot(s->m, t->id, i);
      break;
   case SL_BUFFER:
      p->offset += spv_member_decoration_value(s->m, t->id, i, SpvDecorationOffset, 0);
      p->matrix_stride_B = spv_member_decoration_value(s->m, t->id, i, SpvDecorationMatrixStride, 16);
      p->row_major = spv_find_decoration(s->m, t->id, i, SpvDecorationRowMajor) != NULL;
      p->is_coherent |= sl_is_coherent(s, t->id, i);
      break;
   case SL_HANDLE: /* has no members */
      break;
   }
   p->type = t->members[i];
}

static bool is_block_array(struct sl *s, const struct sl_ptr *p, const struct spv_type *t)
{
   if (p->storage != SL_BUFFER || t->kind != SPV_KIND_ARRAY)
      return false;
   uint32_t block = sl_without_arrays(s, t->id);
   return spv_has_decoration(s->m, block, SpvDecorationBlock) || spv_has_decoration(s->m, block, SpvDecorationBufferBlock);
}

static struct stride block_stride(struct sl *s, const struct spv_type *t)
{
   struct stride by = { .slots = 1 };
   for (struct spv_type e = spv_type_of(s->m, t->element); e.kind == SPV_KIND_ARRAY; e = spv_type_of(s->m, e.element))
      by.slots *= e.count;
   return by;
}

/* Bytes between columns; *p is left with the distance between the components of a column. */
static uint32_t column_stride_B(struct sl *s, struct sl_ptr *p, const struct spv_type *t)
{
   uint32_t bytes = p->storage == SL_BUFFER ? p->matrix_stride_B : spv_layout_stride_B(s->m, t->id);
   if (!p->row_major)
      return bytes;
   p->column_step_B = bytes;
   return sl_scalar_B(s, spv_type_of(s->m, t->element).element);
}

static struct stride stride_of(struct sl *s, struct sl_ptr *p, const struct spv_type *t)
{
   switch (p->storage) {
   case SL_PRIVATE:
   case SL_LDS:
      return (struct stride){ .offset = sl_count(s, t->element) };
   case SL_RING:
      return (struct stride){ .offset = sl_ring_stride_dw(s, p, t) };
   default:
      break;
   }
   if (p->v->storage_class == SpvStorageClassAtomicCounter)
      return (struct stride){ .offset = 4 * sl_count(s, t->element) };
   if (is_block_array(s, p, t))
      return block_stride(s, t);
   if (t->kind == SPV_KIND_MATRIX)
      return (struct stride){ .offset = column_stride_B(s, p, t) };
   if (t->kind == SPV_KIND_VECTOR)
      return (struct stride){ .offset = p->column_step_B ? p->column_step_B : sl_scalar_B(s, t->element) };
   return (struct stride){ sl_array_stride_B(s, p->storage, t->id), spv_layout_slots(s->m, t->element) };
}

/* Replaces *p by a pointer to one element of the array, matrix or vector that it points to. */
static void index_pointer(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t index, LLVMValueRef dyn)
{
   bool sized = t->kind == SPV_KIND_ARRAY || t->kind == SPV_KIND_MATRIX || t->kind == SPV_KIND_VECTOR;
   if (!sized && t->kind != SPV_KIND_RUNTIME_ARRAY) {
      sl_fail(s, "index into something that has no parts");
      return;
   }
   /* GLSL allows a constant index out of range in code that is never reached; robustness clamps both kinds. */
   if (sized && !dyn && index >= t->count)
      index = t->count - 1;
   if (sized && dyn)
      dyn = sl_umin(s, dyn, sl_i32(s, t->count - 1));
   if (p->storage == SL_RING && p->v->per_vertex && !p->vertex)
      p->vertex = dyn ? dyn : sl_i32(s, index);
   else
      step(s, p, index, dyn, stride_of(s, p, t));
   p->type = t->element;
}

bool sl_diverges(struct sl *s, uint32_t id)
{
   if (!s->diverges)
      s->diverges = sl_find_divergence(s);
   return id >= s->m->bound || s->diverges[id];
}

static struct sl_ptr *access_chain(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *base = sl_pointer(s, spv_w(in, 3));
   if (!base)
      return NULL;
   struct sl_ptr *p = sl_alloc(s, sizeof(*p));
   *p = *base;
   for (unsigned k = 4; k < in->count && !s->failed; k++) {
      const LLVMValueRef slot = p->dyn_slot;
      struct spv_type t = spv_type_of(s->m, p->type);
      uint32_t index = 0;
      LLVMValueRef dyn = spv_const_u32(s->m, in->w[k], &index) ? NULL : sl_int32(s, in->w[k]);
      if (t.kind != SPV_KIND_STRUCT)
         index_pointer(s, p, &t, index, dyn);
      else if (dyn || index >= t.count)
         sl_fail(s, "index into a struct that is not constant or out of range");
      else
         sl_member_pointer(s, p, &t, index);
      if (p->dyn_slot != slot)
         p->slot_diverges |= sl_diverges(s, in->w[k]);
   }
   return p;
}

/* ---- load and store ------------------------------------------------------------------------------------------------------- */

void sl_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   uint32_t n = sl_count(s, p->type);
   const LLVMTypeRef *leaf = sl_leaves(s, p->type);
   switch (p->storage) {
   case SL_PRIVATE:
   case SL_LDS:
      if (!p->v->cells || (uint64_t)p->offset + n > p->v->cells)
         sl_fail(s, "load outside its variable");
      for (uint32_t i = 0; i < n && !s->failed; i++)
         out[i] = sl_cell_load(s, p->v, p->offset + i, p->dyn, leaf[i]);
      return;
   case SL_RING:
      sl_ring_load_ptr(s, p, out);
      return;
   case SL_UNIFORM:
   case SL_BUFFER:
      sl_buffer_load_ptr(s, p, out);
      return;
   case SL_HANDLE:
      sl_fail(s, "load of a sampler or image as a value");
      return;
   }
}

/* Whether a mask of the key has the bit of the sampler slot: i1, or NULL. dyn: index that is added to the slot, or NULL. */
static LLVMValueRef slot_bit(struct sl *s, uint32_t mask, uint32_t slot, LLVMValueRef dyn)
{
   if (!dyn)
      return slot < SI_NUM_SAMPLERS && mask >> slot & 1 ? s->i_true : NULL;
   if (!mask)
      return NULL;
   LLVMValueRef index = LLVMBuildAdd(s->b, dyn, sl_i32(s, slot), "");
   return LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, sl_i32(s, mask), index, ""), LLVMTypeOf(s->i_true), "");
}

static LLVMValueRef flag(struct sl *s, LLVMValueRef flags, unsigned bit)
{
   return LLVMBuildTrunc(s->b, LLVMBuildLShr(s->b, flags, sl_i32(s, bit), ""), LLVMTypeOf(s->i_true), "");
}

/* Loads the descriptors that a handle addresses. Qualifiers of the variables that the handle passed through are not known: every
 * image is coherent. */
static void open_handle(struct sl *s, LLVMValueRef handle, const struct spv_type *t, struct sl_image *image)
{
   const bool sampled = t->kind == SPV_KIND_SAMPLED_IMAGE;
   image->image_type = sampled ? t->element : t->id;
   image->rsrc = sl_handle_desc(s, handle, 0, s->v8i32);
   image->is_coherent = !sampled;
   if (!sampled)
      return;
   image->sampler = sl_handle_desc(s, handle, 12, s->v4i32);
   LLVMValueRef flags = sl_handle_desc(s, handle, SI_SAMPLER_FLAGS_DW, s->i32);
   for (unsigned i = 0; i < 4; i++) {
      image->compare_zero[i] = flag(s, flags, SI_SAMPLER_COMPARE_ZERO + i);
      image->srgb_fetch[i] = flag(s, flags, SI_SAMPLER_SRGB_FETCH + i);
   }
}

/* Loads the descriptors of the image or sampler at p, of type t; sl_waterfall does where they differ between lanes. */
void sl_open_image(struct sl *s, const struct sl_ptr *p, const struct spv_type *t, struct sl_image *image)
{
   *image = (struct sl_image){ .from = p };
   if (p->slot_diverges) {
      image->image_type = t->kind == SPV_KIND_SAMPLED_IMAGE ? t->element : t->id;
      image->at = p;
   } else if (p->storage == SL_HANDLE) {
      open_handle(s, p->dyn_slot, t, image);
   } else if (t->kind == SPV_KIND_SAMPLED_IMAGE) {
      image->image_type = t->element;
      image->rsrc = sl_texture_desc(s, p->slot, p->dyn_slot, &image->sampler);
      sl_load_planes(s, image, p->slot, p->dyn_slot);
      image->magnify_to_half = slot_bit(s, s->key->magnify_to_half, p->slot, p->dyn_slot);
      for (unsigned i = 0; i < 4; i++) {
         image->srgb_fetch[i] = slot_bit(s, s->key->srgb_fetch[i], p->slot, p->dyn_slot);
         image->compare_zero[i] = slot_bit(s, s->key->compare_zero[i], p->slot, p->dyn_slot);
      }
   } else if (t->kind == SPV_KIND_IMAGE && t->dim == SpvDimSubpassData) {
      image->image_type = t->id;
      image->rsrc = sl_target_desc(s, p->slot);
      s->bin->ps.reads_zs |= p->slot >= PIPE_ATTACHMENT_DEPTH;
   } else if (t->kind == SPV_KIND_IMAGE) {
      image->image_type = t->id;
      image->rsrc = t->sampled == 2 ? sl_image_desc(s, p->slot, p->dyn_slot)
                                    : sl_texture_desc(s, p->slot, p->dyn_slot, NULL);
      image->is_coherent = p->is_coherent || sl_is_coherent(s, p->v->id, SPV_NO_MEMBER);
   } else {
      sl_fail(s, "separate samplers are not part of GLSL");
   }
}

/* A sampler or image of a handle, an integer of 64 bits whose upper half is 0. */
static void handle_to_image(struct sl *s, const struct spv_inst *in)
{
   const struct spv_type t = spv_type_of(s->m, spv_w(in, 1));
   uint32_t n;
   const LLVMValueRef *v = sl_any(s, spv_w(in, 3), &n);
   if (!s->failed && (!spv_is_opaque(t.kind) || n != 1 || LLVMTypeOf(v[0]) != s->i64))
      sl_fail(s, "malformed conversion of a handle");
   if (s->failed)
      return;
   struct sl_ptr *p = sl_alloc(s, sizeof(*p));
   *p = (struct sl_ptr){ .storage = SL_HANDLE, .type = t.id, .dyn_slot = LLVMBuildTrunc(s->b, v[0], s->i32, ""),
                         .slot_diverges = sl_diverges(s, spv_w(in, 3)) };
   struct sl_image *image = sl_alloc(s, sizeof(*image));
   sl_open_image(s, p, &t, image);
   s->id[in->w[2]].image = image;
}

/* The handle of a sampler or image: of a bound one, the address of its slot. */
static void image_to_handle(struct sl *s, const struct spv_inst *in)
{
   const struct sl_image *image = spv_w(in, 3) < s->m->bound ? s->id[in->w[3]].image : NULL;
   if (!image || !image->from) {
      sl_fail(s, "id %u is not an image", spv_w(in, 3));
      return;
   }
   const struct sl_ptr *p = image->from;
   LLVMValueRef v = p->dyn_slot;
   if (p->storage != SL_HANDLE)
      v = sl_slot_handle(s, in->op == SpvOpConvertImageToUNV, p->slot, p->dyn_slot);
   v = LLVMBuildZExt(s->b, v, s->i64, "");
   sl_define(s, in, &v, 1);
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
      struct sl_image *image = sl_alloc(s, sizeof(*image));
      sl_open_image(s, p, &t, image);
      s->id[in->w[2]].image = image;
      return;
   }
   uint32_t n = sl_count(s, p->type);
   LLVMValueRef *c = sl_array(s, n);
   sl_load_ptr(s, p, c);
   sl_define(s, in, c, n);
}

void sl_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v, uint32_t n)
{
   const LLVMTypeRef *leaf = sl_leaves(s, p->type);
   bool good = n == sl_count(s, p->type) && n;
   for (uint32_t i = 0; good && i < n; i++)
      good = LLVMTypeOf(v[i]) == leaf[i];
   if (!good) {
      sl_fail(s, "store of another type");
      return;
   }
   if (p->storage == SL_PRIVATE || p->storage == SL_LDS) {
      if ((uint64_t)p->offset + n > p->v->cells)
         sl_fail(s, "store outside its variable");
      for (uint32_t i = 0; i < n && !s->failed; i++)
         sl_cell_store(s, p->v, p->offset + i, p->dyn, v[i]);
   } else if (p->storage == SL_RING && p->v->storage_class == SpvStorageClassOutput) {
      sl_ring_store_ptr(s, p, v);
   } else if (p->storage == SL_BUFFER && sl_is_storage_block(s, p)) {
      sl_buffer_store_ptr(s, p, v, n);
   } else {
      sl_fail(s, "store to memory that is read-only or not supported");
   }
}

static void store(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 1));
   const struct sl_image *image = spv_w(in, 2) < s->m->bound ? s->id[in->w[2]].image : NULL;
   uint32_t n;
   if (p && image && p->storage == SL_HANDLE) { /* the image of the next OpImageTexelPointer */
      *p = *image->from;
      return;
   }
   const LLVMValueRef *v = sl_any(s, spv_w(in, 2), &n);
   if (p)
      sl_store_ptr(s, p, v, n);
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
      sl_store_ptr(s, to, c, n);
}

static void array_length(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   struct spv_type t = spv_type_of(s->m, p ? p->type : 0);
   uint32_t member = spv_w(in, 4);
   if (t.kind != SPV_KIND_STRUCT || member >= t.count || p->storage != SL_BUFFER) {
      sl_fail(s, "malformed array length");
      return;
   }
   uint32_t offset_B = spv_member_decoration_value(s->m, t.id, member, SpvDecorationOffset, 0);
   LLVMValueRef n = sl_buffer_array_length(s, p, t.members[member], offset_B);
   sl_define(s, in, &n, 1);
}

bool sl_memory(struct sl *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpConvertUToImageNV:
   case SpvOpConvertUToSampledImageNV:
      handle_to_image(s, in);
      return true;
   case SpvOpConvertImageToUNV:
   case SpvOpConvertSampledImageToUNV:
      image_to_handle(s, in);
      return true;
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

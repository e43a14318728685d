/* spv_llvm_ring.c: interfaces in memory that hold values of several vertices or of a patch (inputs of geometry and
 * tessellation stages, outputs of control shaders). A pointer counts dwords of one vertex or of the patch, 4 * location +
 * component, and has the vertex as a value; the operations of sl_stage_ops turn both into an address. */
#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"
#include "spirv/spv_layout.h"

unsigned sl_builtin_location(uint32_t builtin)
{
   switch (builtin) {
   case SpvBuiltInPosition: return PIPE_VARYING_POSITION;
   case SpvBuiltInPointSize: return PIPE_VARYING_POINT_SIZE;
   case SpvBuiltInClipDistance: return PIPE_VARYING_CLIP_DIST0;
   case SpvBuiltInCullDistance: return PIPE_VARYING_CULL_DIST0;
   case SpvBuiltInPrimitiveId: return PIPE_VARYING_PRIMITIVE_ID;
   case SpvBuiltInLayer: return PIPE_VARYING_LAYER;
   case SpvBuiltInViewportIndex: return PIPE_VARYING_VIEWPORT;
   case SpvBuiltInTessLevelOuter: return PIPE_PATCH_TESS_LEVEL_OUTER;
   case SpvBuiltInTessLevelInner: return PIPE_PATCH_TESS_LEVEL_INNER;
   default: return SL_NO_LOCATION;
   }
}

/* Moves *p to a variable or block member that has a BuiltIn or Location itself; false: it has neither. */
static bool place(struct sl *s, struct sl_ptr *p, uint32_t id, uint32_t member, uint32_t type)
{
   uint32_t builtin = spv_member_decoration_value(s->m, id, member, SpvDecorationBuiltIn, SL_NO_BUILTIN);
   uint32_t location = spv_member_decoration_value(s->m, id, member, SpvDecorationLocation, SPV_NONE);
   if (builtin != SL_NO_BUILTIN) {
      location = sl_builtin_location(builtin);
      p->is_packed = spv_type_of(s->m, type).kind == SPV_KIND_ARRAY;
      if (location == SL_NO_LOCATION)
         sl_fail(s, "built-in %u is not supported in memory between stages", builtin);
   } else if (location == SPV_NONE) {
      return false;
   } else {
      p->is_packed = spv_find_decoration(s->m, id, member, SpvDecorationCPacked) != NULL;
   }
   if (location >= PIPE_VARYING_COUNT) {
      sl_fail(s, "location %u is out of range", location);
      location = 0;
   }
   p->offset = 4 * location + (spv_member_decoration_value(s->m, id, member, SpvDecorationComponent, 0) & 3);
   return true;
}

void sl_ring_variable(struct sl *s, struct sl_ptr *p)
{
   place(s, p, p->v->id, SPV_NO_MEMBER, p->v->per_vertex ? spv_type_of(s->m, p->type).element : p->type);
}

void sl_ring_member(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i)
{
   uint32_t before_dw = 0;
   struct sl_ptr at = *p;
   for (uint32_t k = 0; k < i; k++) {
      if (place(s, &at, t->id, k, t->members[k]))
         before_dw = 0;
      before_dw += p->is_packed ? spv_component_count(s->m, t->members[k]) : 4 * spv_location_count(s->m, t->members[k]);
   }
   at.offset += before_dw;
   at.is_packed = p->is_packed;
   place(s, &at, t->id, i, t->members[i]);
   *p = at;
}

uint32_t sl_ring_stride_dw(struct sl *s, const struct sl_ptr *p, const struct spv_type *t)
{
   if (t->kind == SPV_KIND_VECTOR)
      return sl_scalar_B(s, t->element) / 4;
   return p->is_packed ? spv_component_count(s->m, t->element) : 4 * spv_location_count(s->m, t->element);
}

/* One scalar; 64-bit ones take two dwords. Stores *value, or loads it. */
static void access_scalar(struct sl *s, const struct sl_ptr *p, const struct spv_type *t, LLVMValueRef *value, bool is_store)
{
   LLVMTypeRef type = sl_scalar_type(s, t);
   struct sl_vertex_dword at = { .vertex = p->vertex, .dword = p->offset, .dyn = p->dyn };
   bool output = p->v->storage_class == SpvStorageClassOutput;
   LLVMValueRef dw[2] = { NULL, NULL };
   if ((p->v->per_vertex && !at.vertex) || at.dword + (t->width == 64) >= 4 * PIPE_VARYING_COUNT) {
      sl_fail(s, "access outside a vertex");
   } else if (is_store) {
      for (unsigned i = 0; i < (t->width == 64 ? 2 : 1); i++, at.dword++)
         s->ops->store_output(s, &at, sl_dword(s, *value, i));
   } else {
      for (unsigned i = 0; i < (t->width == 64 ? 2 : 1); i++, at.dword++)
         dw[i] = output ? s->ops->load_output(s, &at) : s->ops->load_input(s, &at);
      *value = s->failed ? LLVMConstNull(type) : sl_from_dwords(s, dw, type);
   }
   if (s->failed && !is_store)
      *value = LLVMConstNull(type);
}

/* Loads or stores the scalars of the pointee in order; returns the end of those done. */
static LLVMValueRef *access_part(struct sl *s, const struct sl_ptr *p, LLVMValueRef *value, bool is_store)
{
   struct spv_type t = spv_type_of(s->m, p->type);
   bool vertices = p->v->per_vertex && !p->vertex;
   uint32_t stride_dw;
   switch (t.kind) {
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr part = *p;
         sl_member_pointer(s, &part, &t, i);
         value = access_part(s, &part, value, is_store);
      }
      return value;
   case SPV_KIND_ARRAY:
   case SPV_KIND_MATRIX:
   case SPV_KIND_VECTOR:
      stride_dw = vertices ? 0 : sl_ring_stride_dw(s, p, &t);
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr part = *p;
         part.type = t.element;
         part.vertex = vertices ? sl_i32(s, i) : p->vertex;
         part.offset += i * stride_dw;
         value = access_part(s, &part, value, is_store);
      }
      return value;
   default:
      if (sl_scalar_type(s, &t))
         access_scalar(s, p, &t, value++, is_store);
      return value;
   }
}

void sl_ring_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   access_part(s, p, out, false);
}

void sl_ring_store_ptr(struct sl *s, const struct sl_ptr *p, const LLVMValueRef *v)
{
   uint32_t n = sl_count(s, p->type);
   LLVMValueRef *copy = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++)
      copy[i] = v[i];
   access_part(s, p, copy, true);
}

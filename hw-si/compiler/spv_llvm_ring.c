/* spv_llvm_ring.c: interfaces that hold the values of several vertices in memory (inputs of geometry and tessellation
 * stages). A pointer counts dwords of one vertex, 4 * location + component, and names the vertex by a value; the stage's
 * sl_stage_ops.load_input turns both into an address. */
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
   default: return SL_NO_LOCATION;
   }
}

/* Moves *p to a variable or block member with a BuiltIn or Location of its own; false: it has neither. */
static bool place(struct sl *s, struct sl_ptr *p, uint32_t id, uint32_t member, uint32_t type)
{
   uint32_t builtin = spv_member_decoration_value(s->m, id, member, SpvDecorationBuiltIn, SL_NO_BUILTIN);
   uint32_t location = spv_member_decoration_value(s->m, id, member, SpvDecorationLocation, SPV_NONE);
   if (builtin != SL_NO_BUILTIN) {
      location = sl_builtin_location(builtin);
      p->is_packed = spv_type_of(s->m, type).kind == SPV_KIND_ARRAY;
      if (location == SL_NO_LOCATION)
         sl_fail(s, "built-in %u is not supported as an input of several vertices", builtin);
   } else if (location == SPV_NONE) {
      return false;
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
   place(s, p, p->v->id, SPV_NO_MEMBER, spv_type_of(s->m, p->type).element);
}

void sl_ring_member(struct sl *s, struct sl_ptr *p, const struct spv_type *t, uint32_t i)
{
   uint32_t locations = 0;
   struct sl_ptr at = *p;
   for (uint32_t k = 0; k < i; k++) {
      if (place(s, &at, t->id, k, t->members[k]))
         locations = 0;
      locations += spv_location_count(s->m, t->members[k]);
   }
   at.offset += 4 * locations;
   at.is_packed = p->is_packed;
   place(s, &at, t->id, i, t->members[i]);
   *p = at;
}

uint32_t sl_ring_stride_dw(struct sl *s, const struct sl_ptr *p, const struct spv_type *t)
{
   if (t->kind == SPV_KIND_VECTOR)
      return sl_scalar_B(s, t->element) / 4;
   return p->is_packed ? 1 : 4 * spv_location_count(s->m, t->element);
}

/* One scalar; 64-bit ones take two dwords. */
static LLVMValueRef load_scalar(struct sl *s, const struct sl_ptr *p, const struct spv_type *t)
{
   struct sl_vertex_dword at = { .vertex = p->vertex, .dword = p->offset, .dyn = p->dyn };
   LLVMValueRef dw[2] = { NULL, NULL };
   for (unsigned i = 0; i < (t->width == 64 ? 2 : 1) && !s->failed; i++, at.dword++) {
      if (!at.vertex || at.dword >= 4 * PIPE_VARYING_COUNT)
         sl_fail(s, "load outside the inputs of a vertex");
      else
         dw[i] = s->ops->load_input(s, &at);
   }
   return s->failed ? LLVMConstNull(sl_scalar_type(s, t)) : sl_from_dwords(s, dw, sl_scalar_type(s, t));
}

/* Loads the scalars of the pointee in order; returns the end of those loaded. */
static LLVMValueRef *load_part(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   struct spv_type t = spv_type_of(s->m, p->type);
   uint32_t stride_dw;
   switch (t.kind) {
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr part = *p;
         sl_member_pointer(s, &part, &t, i);
         out = load_part(s, &part, out);
      }
      return out;
   case SPV_KIND_ARRAY:
   case SPV_KIND_MATRIX:
   case SPV_KIND_VECTOR:
      stride_dw = p->vertex ? sl_ring_stride_dw(s, p, &t) : 0;
      for (uint32_t i = 0; i < t.count && !s->failed; i++) {
         struct sl_ptr part = *p;
         part.type = t.element;
         part.vertex = p->vertex ? p->vertex : sl_i32(s, i);
         part.offset += i * stride_dw;
         out = load_part(s, &part, out);
      }
      return out;
   default:
      if (sl_scalar_type(s, &t))
         *out++ = load_scalar(s, p, &t);
      return out;
   }
}

void sl_ring_load_ptr(struct sl *s, const struct sl_ptr *p, LLVMValueRef *out)
{
   load_part(s, p, out);
}

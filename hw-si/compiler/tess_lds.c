/* tess_lds.c: addresses that the tessellation stages share: LDS of the threadgroup, where LS writes the input vertices of the
 * control shader, and the off-chip buffer (layouts: abi.h). */
#include "hw-si/compiler/tess.h"

#define ADDRESS_SPACE_LDS 3

static LLVMValueRef lds_pointer(struct sl *s, LLVMValueRef at_dw)
{
   LLVMValueRef at_B = LLVMBuildMul(s->b, at_dw, sl_i32(s, 4), "");
   return LLVMBuildIntToPtr(s->b, at_B, LLVMPointerTypeInContext(s->llvm, ADDRESS_SPACE_LDS), "");
}

LLVMValueRef sl_lds_load(struct sl *s, LLVMValueRef at_dw)
{
   return LLVMBuildLoad2(s->b, s->i32, lds_pointer(s, at_dw), "");
}

void sl_lds_store(struct sl *s, LLVMValueRef at_dw, LLVMValueRef v)
{
   LLVMBuildStore(s->b, v, lds_pointer(s, at_dw));
}

LLVMValueRef sl_mad_i32(struct sl *s, LLVMValueRef a, uint32_t k, LLVMValueRef b)
{
   LLVMValueRef v = LLVMBuildMul(s->b, a, sl_i32(s, k), "");
   return b ? LLVMBuildAdd(s->b, v, b, "") : v;
}

LLVMValueRef sl_tess_layout(struct sl *s, enum si_tess_layout field)
{
   LLVMValueRef v = LLVMBuildLShr(s->b, s->arg[SI_SGPR_TCS_LAYOUT], sl_i32(s, field), "");
   return LLVMBuildAnd(s->b, v, sl_i32(s, 0xff), "");
}

void sl_lds_store_vertex(struct sl *s, const LLVMValueRef *value)
{
   uint64_t mask = s->key->ring_locations;
   LLVMValueRef first_dw = sl_mad_i32(s, s->rel_vertex, si_lds_vertex_dw(mask), NULL);
   for (uint32_t i = 0; i < s->out_count && !s->failed; i++) {
      unsigned component, location = sl_io_location(&s->out[i], &component);
      if (location == SL_NO_LOCATION || !value[i] || !(mask & 1ull << location))
         continue;
      for (unsigned k = 0; k < (s->out[i].width == 64 ? 2 : 1); k++) {
         uint32_t dw = 4 * si_ring_slot(mask, location) + component + k;
         sl_lds_store(s, LLVMBuildAdd(s->b, first_dw, sl_i32(s, dw), ""), sl_dword(s, value[i], k));
      }
   }
}

LLVMValueRef sl_offchip_dw(struct sl *s, const struct sl_vertex_dword *at, LLVMValueRef points)
{
   const struct si_tess_key *key = &s->key->tess;
   uint64_t mask = at->vertex ? key->vertex_locations : key->patch_locations;
   uint32_t vertex_dw = 4 * (uint32_t)__builtin_popcountll(key->vertex_locations);
   uint32_t patch_values_dw = 4 * (uint32_t)__builtin_popcountll(key->patch_locations);
   unsigned location = at->dword / 4;
   if (!(mask & 1ull << location))
      sl_fail(s, "location %u is not part of the off-chip buffer", location);
   /* rel_patch * (points * vertex_dw + patch_values_dw) + (vertex or points) * vertex_dw + dword */
   LLVMValueRef patch_dw = sl_mad_i32(s, points, vertex_dw, sl_i32(s, patch_values_dw));
   LLVMValueRef dw = LLVMBuildMul(s->b, s->tess->rel_patch, patch_dw, "");
   dw = sl_mad_i32(s, at->vertex ? at->vertex : points, vertex_dw, dw);
   if (at->dyn)
      dw = LLVMBuildAdd(s->b, dw, at->dyn, "");
   return LLVMBuildAdd(s->b, dw, sl_i32(s, 4 * si_ring_slot(mask, location) + at->dword % 4), "");
}

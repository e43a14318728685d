/* link_uses.c: the elements of a variable that a stage uses, found by the chains of indices to it. An index that is not constant
 * selects all elements. Elements of arrays of aggregates that no stage uses are not active, and two samplers conflict in a texture
 * unit only where both are used (OpenGL 4.6 7.3.1, 11.1.3.11). A structure that is used has all its members active, and in
 * SPIR-V a variable all its elements. */
#include "gl-api/glsl/link_priv.h"

struct link_uses link_find_uses(const struct link_stage *s, const struct link_var *v)
{
   const enum spv_kind kind = spv_type_of(&s->m, v->type).kind;
   const bool has_parts = kind == SPV_KIND_ARRAY || kind == SPV_KIND_STRUCT;
   return (struct link_uses){ .s = s, .first_chain = v->first_chain,
                              .whole = v->whole || (v->used && (s->module->is_spirv || !has_parts)) };
}

bool link_uses_part(const struct link_uses *uses, const uint32_t *path, unsigned depth)
{
   if (uses->whole)
      return true;
   for (uint32_t i = uses->first_chain; i != LINK_NONE; i = uses->s->chain[i].next) {
      const struct spv_inst chain = spv_inst_at(&uses->s->m, uses->s->chain[i].at);
      bool same = true;
      for (unsigned k = 0; same && k < depth && 4 + k < chain.count; k++) {
         uint32_t index;
         same = path[k] == LINK_ANY_MEMBER || !spv_const_u32(&uses->s->m, spv_w(&chain, 4 + k), &index) || index == path[k];
      }
      if (same)
         return true;
   }
   return false;
}

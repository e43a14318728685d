/* link_uses.c: the elements of a variable that a stage uses, found by the chains of indices to it. An index that is not constant
 * selects all elements. Elements of arrays of aggregates that no stage uses are not active, and two samplers conflict in a texture
 * unit only where both are used (OpenGL 4.6 7.3.1, 11.1.3.11). A structure that is used has all its members active, and in
 * SPIR-V a variable all its elements. */
#include <stdlib.h>

#include "gl-api/glsl/link_priv.h"

static bool names(const struct spv_inst *in, unsigned first, uint32_t id)
{
   for (unsigned k = first; k < in->count; k++)
      if (spv_w(in, k) == id)
         return true;
   return false;
}

static bool add_chain(struct link_uses *uses, uint32_t at)
{
   if (uses->count % 16 == 0) {
      uint32_t *grown = realloc(uses->chain, (uses->count + 16) * sizeof *grown);
      if (!grown)
         return false;
      uses->chain = grown;
   }
   uses->chain[uses->count++] = at;
   return true;
}

bool link_find_uses(const struct link_stage *s, const struct link_var *v, struct link_uses *uses)
{
   *uses = (struct link_uses){ .m = &s->m };
   const enum spv_kind kind = spv_type_of(&s->m, v->type).kind;
   const bool has_parts = kind == SPV_KIND_ARRAY || kind == SPV_KIND_STRUCT;
   uses->whole = v->used && (s->module->is_spirv || !has_parts);
   uint32_t at = s->m.types_at;
   for (struct spv_inst in; !uses->whole && spv_next(&s->m, &at, &in);) {
      switch (in.op) {
      case SpvOpAccessChain:
      case SpvOpInBoundsAccessChain:
         if (spv_w(&in, 3) == v->id && !add_chain(uses, in.at))
            return false;
         break;
      case SpvOpVariable: break;
      default: uses->whole |= names(&in, 1, v->id); break;
      }
   }
   return true;
}

void link_drop_uses(struct link_uses *uses)
{
   free(uses->chain);
   *uses = (struct link_uses){ .m = NULL };
}

bool link_uses_part(const struct link_uses *uses, const uint32_t *path, unsigned depth)
{
   for (unsigned i = 0; i < uses->count; i++) {
      const struct spv_inst chain = spv_inst_at(uses->m, uses->chain[i]);
      bool same = true;
      for (unsigned k = 0; same && k < depth && 4 + k < chain.count; k++) {
         uint32_t index;
         same = path[k] == LINK_ANY_MEMBER || !spv_const_u32(uses->m, spv_w(&chain, 4 + k), &index) || index == path[k];
      }
      if (same)
         return true;
   }
   return uses->whole;
}

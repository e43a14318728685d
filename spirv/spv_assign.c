/* spv_assign.c: see spv_assign.h. Variables that have a Location keep it; Bindings are always replaced, because a front end
 * that compiles one shader without its program numbers all of them 0. */
#include "spirv/spv_assign.h"

#include <stdio.h>

#include "spirv/spv_edit.h"
#include "spirv/spv_layout.h"

struct next { uint32_t in, out, sampler, image, block, storage, offset_B; };

static bool has_builtin(const struct spv_module *m, uint32_t var, const struct spv_type *t)
{
   if (spv_has_decoration(m, var, SpvDecorationBuiltIn))
      return true;
   for (uint32_t i = 0; t->kind == SPV_KIND_STRUCT && i < t->count; i++) {
      if (spv_find_decoration(m, t->id, i, SpvDecorationBuiltIn))
         return true;
   }
   return false;
}

/* Whether the outer array of an interface variable counts vertices, which take no locations. */
static bool is_per_vertex(const struct spv_module *m, uint32_t var, uint32_t storage_class)
{
   uint32_t model = m->entry_count ? m->entry[0].model : UINT32_MAX;
   bool input = storage_class == SpvStorageClassInput &&
                (model == SpvExecutionModelGeometry || model == SpvExecutionModelTessellationEvaluation);
   return (input || model == SpvExecutionModelTessellationControl) && spv_pointee(m, var).kind == SPV_KIND_ARRAY &&
          !spv_has_decoration(m, var, SpvDecorationPatch);
}

static void place(struct spv_edit *e, uint32_t var, uint32_t decoration, uint32_t value)
{
   spv_edit_undecorate(e, var, SPV_NO_MEMBER, decoration);
   spv_edit_decorate1(e, var, decoration, value);
}

static uint32_t take(uint32_t *next, uint32_t count)
{
   uint32_t first = *next;
   *next = first + count < first ? UINT32_MAX : first + count;
   return first;
}

static void assign_variable(const struct spv_module *m, struct spv_edit *e, uint32_t var, struct next *n)
{
   struct spv_inst in = spv_def(m, var);
   struct spv_type t = spv_pointee(m, var), element = t;
   uint32_t count = 1;
   for (; element.kind == SPV_KIND_ARRAY; element = spv_type_of(m, element.element))
      count = count > 4096 ? count : count * element.count;
   switch (in.w[3]) {
   case SpvStorageClassInput:
   case SpvStorageClassOutput:
      if (!has_builtin(m, var, &t) && !spv_has_decoration(m, var, SpvDecorationLocation))
         place(e, var, SpvDecorationLocation,
               take(in.w[3] == SpvStorageClassInput ? &n->in : &n->out,
                    spv_location_count(m, is_per_vertex(m, var, in.w[3]) ? t.element : t.id)));
      break;
   case SpvStorageClassUniformConstant: {
      uint32_t slots = spv_layout_slots(m, t.id), size_B = spv_layout_size_B(m, t.id);
      bool image = element.kind == SPV_KIND_IMAGE && element.sampled == 2;
      if (slots)
         place(e, var, SpvDecorationBinding, take(image ? &n->image : &n->sampler, slots));
      if (size_B)
         place(e, var, SpvDecorationOffset, take(&n->offset_B, (size_B + 15) & ~15u));
      break;
   }
   case SpvStorageClassUniform:
   case SpvStorageClassStorageBuffer: {
      bool storage = in.w[3] == SpvStorageClassStorageBuffer || spv_has_decoration(m, element.id, SpvDecorationBufferBlock);
      place(e, var, SpvDecorationBinding, take(storage ? &n->storage : &n->block, count));
      break;
   }
   default:
      break;
   }
}

uint32_t *spv_assign(const uint32_t *words, size_t word_count, size_t *new_count, char *why, size_t why_size_B)
{
   struct spv_module m;
   if (!spv_module_init(&m, words, word_count, why, why_size_B))
      return NULL;
   struct next n = { .block = 1 }; /* block 0 holds the loose uniforms */
   struct spv_edit *e = spv_edit_create(&m);
   for (uint32_t i = 0; e && i < m.variable_count; i++)
      assign_variable(&m, e, m.variable[i], &n);
   uint32_t *out = e ? spv_edit_finish(e, new_count) : NULL;
   if (!out)
      snprintf(why, why_size_B, "out of memory");
   spv_edit_destroy(e);
   spv_module_finish(&m);
   return out;
}

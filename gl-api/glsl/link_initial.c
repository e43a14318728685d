/* link_initial.c: initial values of uniforms (GLSL 4.60 4.3.5): converts constants of the module to bytes of the default block of
 * each stage that uses the uniform, and removes the initializer of the variable. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

/* Id of the initializer of a variable; 0: none. */
static uint32_t initializer(const struct link_stage *s, const struct link_var *v)
{
   const struct spv_inst in = spv_def(&s->m, v->id);
   return spv_w(&in, 4);
}

/* bytes: size_B of them, the value's at offset_B. */
static void write_constant(const struct spv_module *m, uint32_t constant, uint32_t type, uint8_t *bytes, uint32_t offset_B,
                           uint32_t size_B)
{
   const struct spv_inst in = spv_def(m, constant);
   const struct spv_type t = spv_type_of(m, type);
   if (in.op == SpvOpConstantComposite) {
      const uint32_t stride_B = t.kind == SPV_KIND_VECTOR ? spv_layout_size_B(m, t.element) : spv_layout_stride_B(m, type);
      for (uint32_t i = 0; i < t.count; i++) {
         if (t.kind == SPV_KIND_STRUCT)
            write_constant(m, spv_w(&in, 3 + i), t.members[i], bytes, offset_B + spv_layout_member_offset_B(m, type, i), size_B);
         else
            write_constant(m, spv_w(&in, 3 + i), t.element, bytes, offset_B + i * stride_B, size_B);
      }
   } else if (in.op == SpvOpConstant || in.op == SpvOpConstantTrue) {
      const uint32_t words[2] = { in.op == SpvOpConstant ? spv_w(&in, 3) : 1, spv_w(&in, 4) };
      const uint32_t scalar_B = t.width == 64 ? 8 : 4;
      if (offset_B <= size_B && scalar_B <= size_B - offset_B)
         memcpy(bytes + offset_B, words, scalar_B);
   }
}

bool link_same_initial(struct link *l, const struct link_stage *a, const struct link_var *va, const struct link_stage *b,
                       const struct link_var *vb)
{
   const uint32_t ia = initializer(a, va), ib = initializer(b, vb), size_B = spv_layout_size_B(&a->m, va->type);
   if (!ia || !ib || size_B > 1u << 20)
      return true;
   uint8_t *bytes = calloc(2, size_B + 1);
   if (!bytes) {
      l->no_memory = true;
      return true;
   }
   write_constant(&a->m, ia, va->type, bytes, 0, size_B);
   write_constant(&b->m, ib, vb->type, bytes + size_B, 0, size_B);
   const bool same = !memcmp(bytes, bytes + size_B, size_B);
   free(bytes);
   return same;
}

/* The stage whose declaration of this uniform has an initializer, or NULL. */
static const struct link_stage *source_of(const struct link *l, const char *name, const struct link_var **v)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_stage *s = &l->stage[i];
      *v = s->present ? link_find_var(s, SpvStorageClassUniformConstant, name) : NULL;
      if (*v && initializer(s, *v))
         return s;
   }
   return NULL;
}

static void strip(struct link_stage *s, const struct link_var *v)
{
   const struct spv_inst in = spv_def(&s->m, v->id);
   const uint32_t words[] = { SPV_OP(SpvOpVariable, 4), spv_w(&in, 1), spv_w(&in, 2), spv_w(&in, 3) };
   if (in.count > 4)
      spv_edit_replace(s->edit, in.at, words, 4);
}

void link_initial_values(struct link *l)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct link_stage *s = &l->stage[stage];
      uint8_t **bytes = &l->out->initial[stage];
      const uint32_t size_B = l->out->default_block_B[stage];
      for (unsigned i = 0; s->present && i < s->var_count && !l->no_memory; i++) {
         const struct link_var *v = &s->var[i], *from;
         if (v->storage != SpvStorageClassUniformConstant)
            continue;
         const struct link_stage *source = v->used ? source_of(l, v->name, &from) : NULL;
         strip(s, v);
         if (!source || v->first_resource == LINK_NONE)
            continue;
         if (!*bytes && !(*bytes = calloc(1, size_B + 1)))
            l->no_memory = true;
         else
            write_constant(&source->m, initializer(source, from), from->type, *bytes, v->offset_B, size_B);
      }
   }
}

/* link_sizes.c: unsized arrays (GLSL 4.60 4.1.9). The largest constant index gives the size. Uniforms of several stages have the
 * declared size of any stage, else the largest of all. The linker replaces the type of the variable; no other instruction refers
 * to it, as unsized arrays cannot be used as values. */
#include <string.h>

#include "gl-api/glsl/link_priv.h"

static bool is_unsized(const struct link_var *v) { return v->symbol && v->symbol->unsized && !v->block_name; }

static uint32_t length_of(const struct link_stage *s, const struct link_var *v)
{
   const struct spv_type t = spv_type_of(&s->m, v->type);
   return t.kind == SPV_KIND_ARRAY ? t.count : 0;
}

static void resize(struct link_stage *s, struct link_var *v, uint32_t length, unsigned *changed)
{
   const struct spv_type t = spv_type_of(&s->m, v->type);
   const struct spv_inst array = spv_def(&s->m, v->type), variable = spv_def(&s->m, v->id);
   const struct spv_inst old_length = spv_def(&s->m, spv_w(&array, 3));
   if (t.kind != SPV_KIND_ARRAY || t.count == length || old_length.op != SpvOpConstant)
      return;
   const uint32_t constant = spv_edit_new_id(s->edit), type = spv_edit_new_id(s->edit), pointer = spv_edit_new_id(s->edit);
   const uint32_t words[] = {
      SPV_OP(SpvOpConstant, 4), spv_w(&old_length, 1), constant, length,
      SPV_OP(SpvOpTypeArray, 4), type, t.element, constant,
      SPV_OP(SpvOpTypePointer, 4), pointer, v->storage, type,
      SPV_OP(SpvOpVariable, 4), pointer, v->id, v->storage,
   };
   spv_edit_replace(s->edit, variable.at, words, sizeof words / 4);
   *changed |= 1u << s->module->stage;
}

/* Uniforms of one name in several stages. */
struct partner { struct link_stage *stage; struct link_var *var; };

static void agree(const struct partner *p, unsigned count, unsigned *changed)
{
   uint32_t length = 0;
   bool open = false, given = false;
   for (unsigned i = 0; i < count; i++) {
      const uint32_t own = length_of(p[i].stage, p[i].var);
      open |= is_unsized(p[i].var);
      if (!is_unsized(p[i].var)) {
         length = given ? length : own;
         given = true;
      } else if (!given && own > length) {
         length = own;
      }
   }
   for (unsigned i = 0; open && i < count; i++)
      if (is_unsized(p[i].var) && length_of(p[i].stage, p[i].var) <= length)
         resize(p[i].stage, p[i].var, length, changed);
}

static void uniforms(struct link *l, unsigned stage, const struct link_var *v, unsigned *changed)
{
   struct partner p[PIPE_SHADER_TYPES];
   unsigned count = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      struct link_var *other = l->stage[i].present ? link_find_var(&l->stage[i], v->storage, v->name) : NULL;
      if (other && i < stage && is_unsized(other))
         return; /* done already */
      if (other)
         p[count++] = (struct partner){ &l->stage[i], other };
   }
   agree(p, count, changed);
}

void link_array_sizes(struct link *l)
{
   unsigned changed = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      struct link_stage *s = &l->stage[i];
      for (unsigned k = 0; s->present && k < s->var_count; k++) {
         struct link_var *v = &s->var[k];
         if (v->storage == SpvStorageClassUniformConstant && is_unsized(v) && !link_is_builtin(v))
            uniforms(l, i, v, &changed);
      }
   }
   for (unsigned i = 0; i < PIPE_SHADER_TYPES && !l->no_memory && !l->failed; i++)
      if (changed & 1u << i)
         link_read_again(l, i);
}

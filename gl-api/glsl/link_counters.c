/* link_counters.c: atomic counters (GLSL 4.60 4.4.6.1, OpenGL 4.6 7.7): one buffer per binding; counters must not overlap. In each
 * stage, the buffers follow its storage blocks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

static uint32_t binding_of(const struct link_var *v)
{
   return v->symbol && v->symbol->binding > 0 ? (uint32_t)v->symbol->binding : 0;
}

static uint32_t offset_of(const struct link_var *v)
{
   return v->symbol && v->symbol->offset > 0 ? (uint32_t)v->symbol->offset : 0;
}

static uint32_t counters_of(const struct spv_module *m, uint32_t type)
{
   uint64_t n = 1;
   for (struct spv_type t = spv_type_of(m, type); t.kind == SPV_KIND_ARRAY; t = spv_type_of(m, t.element))
      n = n * t.count > UINT16_MAX ? UINT16_MAX : n * t.count;
   return (uint32_t)n;
}

static void compare(struct link *l, const struct link_stage *sa, const struct link_var *a, const struct link_stage *sb,
                    const struct link_var *b)
{
   const uint32_t first_a = offset_of(a), first_b = offset_of(b);
   const uint32_t end_a = first_a + 4 * counters_of(&sa->m, a->type), end_b = first_b + 4 * counters_of(&sb->m, b->type);
   const bool same_name = strcmp(a->name, b->name) == 0;
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE], text_a[64], text_b[64];
   if (!same_name && (binding_of(a) != binding_of(b) || first_a >= end_b || first_b >= end_a))
      return; /* of most pairs, of which a program may have millions */
   link_place(sa, a, at_a, sizeof at_a);
   link_place(sb, b, at_b, sizeof at_b);
   if (!same_name) {
      link_error(l, "the atomic counters '%s' %s and '%s' %s share byte %u of binding %u", a->name, at_a, b->name, at_b,
                 first_a > first_b ? first_a : first_b, binding_of(a));
   } else if (!link_same_type(&sa->m, a->type, &sb->m, b->type)) {
      link_error(l, "the atomic counter '%s' is %s %s and %s %s", b->name, link_type_name(&sa->m, a->type, text_a, sizeof text_a),
                 at_a, link_type_name(&sb->m, b->type, text_b, sizeof text_b), at_b);
   } else if (binding_of(a) != binding_of(b)) {
      link_error(l, "the atomic counter '%s' has binding %u %s and %u %s", b->name, binding_of(a), at_a, binding_of(b), at_b);
   } else if (first_a != first_b) {
      link_error(l, "the atomic counter '%s' has offset %u %s and %u %s", b->name, first_a, at_a, first_b, at_b);
   }
}

/* Uniforms of the same name have equal declarations in all stages (ESSL 3.20, 4.3.5). */
static void compare_uniforms(struct link *l, const struct link_stage *s, const struct link_var *counter)
{
   char at[LINK_PLACE_SIZE], at_other[LINK_PLACE_SIZE], text[64];
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_stage *o = &l->stage[i];
      const struct link_var *other = o->present ? link_find_var(o, SpvStorageClassUniformConstant, counter->name) : NULL;
      if (!other)
         continue;
      link_place(s, counter, at, sizeof at);
      link_place(o, other, at_other, sizeof at_other);
      link_error(l, "the uniform '%s' is an atomic counter %s and %s %s", counter->name, at,
                 link_type_name(&o->m, other->type, text, sizeof text), at_other);
   }
}

static void check(struct link *l)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_stage *s = &l->stage[i];
      for (unsigned k = 0; s->present && k < s->var_count; k++) {
         if (s->var[k].storage != SpvStorageClassAtomicCounter)
            continue;
         compare_uniforms(l, s, &s->var[k]);
         for (unsigned j = 0; j <= i; j++) {
            const struct link_stage *o = &l->stage[j];
            for (unsigned n = 0; o->present && n < (j == i ? k : o->var_count); n++)
               if (o->var[n].storage == SpvStorageClassAtomicCounter)
                  compare(l, o, &o->var[n], s, &s->var[k]);
         }
      }
   }
}

static struct glsl_block *buffer_of(struct link *l, uint32_t binding)
{
   struct glsl_linked *out = l->out;
   for (uint32_t i = 0; i < out->counter_buffer_count; i++)
      if (out->counter_buffers[i].binding == binding)
         return &out->counter_buffers[i];
   struct glsl_block *grown = realloc(out->counter_buffers, (out->counter_buffer_count + 1) * sizeof *grown);
   if (!grown) {
      l->no_memory = true;
      return NULL;
   }
   out->counter_buffers = grown;
   struct glsl_block *b = &grown[out->counter_buffer_count++];
   *b = (struct glsl_block){ .binding = binding };
   memset(b->slot, GLSL_NO_SLOT, sizeof b->slot);
   return b;
}

static struct glsl_resource *known(const struct link *l, const char *name)
{
   for (uint32_t i = 0; i < l->out->uniform_count; i++)
      if (l->out->uniforms[i].base == GLSL_COUNTER && !strcmp(l->out->uniforms[i].name, name))
         return &l->out->uniforms[i];
   return NULL;
}

/* Arrays of arrays are listed per innermost array. */
static void list(struct link *l, const struct link_stage *s, uint32_t type, const char *name, uint32_t block, uint32_t offset_B)
{
   const struct spv_type t = spv_type_of(&s->m, type);
   const bool array = t.kind == SPV_KIND_ARRAY;
   char *spelled;
   if (array && spv_type_of(&s->m, t.element).kind == SPV_KIND_ARRAY) {
      for (uint32_t i = 0; i < t.count && !l->no_memory; i++) {
         if (asprintf(&spelled, "%s[%u]", name, i) < 0) {
            l->no_memory = true;
            return;
         }
         list(l, s, t.element, spelled, block, offset_B + i * 4 * counters_of(&s->m, t.element));
         free(spelled);
      }
      return;
   }
   if (array ? asprintf(&spelled, "%s[0]", name) < 0 : (spelled = strdup(name)) == NULL) {
      l->no_memory = true;
      return;
   }
   struct glsl_resource *r = known(l, spelled);
   if (r)
      free(spelled);
   else
      r = link_add_resource(l, LINK_UNIFORMS, &s->m, type, spelled);
   if (!r)
      return;
   link_resource_counter(r);
   r->block = (int32_t)block;
   r->block_offset_B = offset_B;
   r->array_stride_B = array ? 4 : 0;
   r->stages |= (uint8_t)(1u << s->module->stage);
}

static void place(struct link *l, struct link_stage *s, const struct link_var *v)
{
   const unsigned stage = s->module->stage;
   const uint32_t end_B = offset_of(v) + 4 * counters_of(&s->m, v->type);
   if (counters_of(&s->m, v->type) == UINT16_MAX) {
      link_error(l, "the array of atomic counters '%s' has more than %u elements", v->name, UINT16_MAX - 1);
      return;
   }
   struct glsl_block *b = buffer_of(l, binding_of(v));
   if (!b)
      return;
   b->size_B = end_B > b->size_B ? end_B : b->size_B;
   b->stages |= (uint8_t)(1u << stage);
   if (b->slot[stage] == GLSL_NO_SLOT) {
      if (l->storage_slots[stage] >= PIPE_MAX_SHADER_BUFFERS) {
         link_error(l, "the %s shader uses more than %d storage blocks and atomic counter buffers", link_stage_name(stage),
                    PIPE_MAX_SHADER_BUFFERS);
         return;
      }
      b->slot[stage] = (uint8_t)l->storage_slots[stage]++;
   }
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationBinding);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationBinding, b->slot[stage]);
   list(l, s, v->type, v->name, (uint32_t)(b - l->out->counter_buffers), offset_of(v));
}

/* Numbers of counters in a stage and in all stages together (OpenGL 4.6, 7.7). */
static void check_counts(struct link *l)
{
   const uint32_t max = link_limit(l->limits->max_counters, UINT32_MAX);
   uint64_t all = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_stage *s = &l->stage[i];
      uint64_t count = 0;
      for (unsigned k = 0; s->present && k < s->var_count; k++)
         if (s->var[k].storage == SpvStorageClassAtomicCounter && s->var[k].used)
            count += counters_of(&s->m, s->var[k].type);
      if (count > max)
         link_error(l, "the %s shader uses %llu atomic counters; the limit is %u", link_stage_name(i), (unsigned long long)count, max);
      all += count;
   }
   if (all > max)
      link_error(l, "the shaders use %llu atomic counters together; the limit is %u", (unsigned long long)all, max);
}

void link_counters(struct link *l)
{
   check(l);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      struct link_stage *s = &l->stage[i];
      for (unsigned k = 0; s->present && k < s->var_count && !l->failed && !l->no_memory; k++)
         if (s->var[k].storage == SpvStorageClassAtomicCounter && s->var[k].used)
            place(l, s, &s->var[k]);
   }
   check_counts(l);
   const uint32_t max = link_limit(l->limits->max_counter_bindings, PIPE_MAX_SHADER_BUFFERS);
   if (l->out->counter_buffer_count > max)
      link_error(l, "the program has atomic counters in %u bindings; the limit is %u", l->out->counter_buffer_count, max);
}

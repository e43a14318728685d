/* link_uniforms.c: the default uniform block. Uniforms of the same name are one uniform and must be the same thing in all
 * stages (ESSL 1.00 4.3.4); every stage that uses one gets room for it in its own block (Offset) or sampler table
 * (Binding), laid out by spv_layout.h. Structures are listed member by member, as glGetActiveUniform names them.
 *
 * A structure that is used anywhere has all its members active, and arrays keep their declared size: both allowed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"
#include "gl-api/glsl/link_types.h"

/* Far above any limit that link_limits.c enforces: only keeps the tables small until it can. */
#define MAX_BLOCK_B (1u << 20)

struct flatten {
   struct link *l;
   enum st_stage stage;
   const struct spv_module *m;
   uint32_t next;        /* resource that the next basic member is */
   uint32_t *capacity_of; /* of l->out->uniforms */
   bool builtin;
};

static struct glsl_resource *next_resource(struct flatten *f, uint32_t type, const char *name)
{
   struct glsl_linked *out = f->l->out;
   if (f->next < out->uniform_count) /* the other stage has made it */
      return &out->uniforms[f->next++];
   if (out->uniform_count == *f->capacity_of) {
      const uint32_t capacity = *f->capacity_of ? *f->capacity_of * 2 : 32;
      struct glsl_resource *grown = realloc(out->uniforms, capacity * sizeof *grown);
      if (!grown)
         return NULL;
      out->uniforms = grown;
      *f->capacity_of = capacity;
   }
   struct glsl_resource *r = &out->uniforms[out->uniform_count];
   memset(r, 0, sizeof *r);
   link_resource_type(f->m, type, r);
   const struct glsl_symbol *symbol = link_find_resource_symbol(&f->l->stage[f->stage], name);
   if (symbol && symbol->is_bool)
      link_resource_bool(r);
   if (r->is_array ? asprintf(&r->name, "%s[0]", name) < 0 : (r->name = strdup(name)) == NULL)
      return NULL;
   if (!f->builtin) {
      r->location = (int32_t)out->uniform_locations;
      out->uniform_locations += r->array_size;
   }
   out->uniform_count++;
   f->next++;
   return r;
}

static bool flatten(struct flatten *f, uint32_t type, const char *name, uint32_t offset_B, uint32_t slot)
{
   const struct spv_type t = spv_type_of(f->m, type);
   const enum spv_kind element = t.kind == SPV_KIND_ARRAY ? spv_type_of(f->m, t.element).kind : SPV_KIND_NONE;
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   if (!is_struct && element != SPV_KIND_STRUCT && element != SPV_KIND_ARRAY) {
      struct glsl_resource *r = next_resource(f, type, name);
      if (!r)
         return false;
      if (r->base == GLSL_SAMPLER)
         r->sampler_slot[f->stage] = (uint8_t)slot;
      else
         r->offset_B[f->stage] = offset_B;
      return true;
   }
   bool done = true;
   for (uint32_t i = 0; i < t.count && done; i++) {
      char *path;
      if (is_struct) {
         if (asprintf(&path, "%s.%s", name, spv_member_name(f->m, type, i)) < 0)
            return false;
         done = flatten(f, t.members[i], path, offset_B + spv_layout_member_offset_B(f->m, type, i),
                        slot + spv_layout_member_slot(f->m, type, i));
      } else {
         if (asprintf(&path, "%s[%u]", name, i) < 0)
            return false;
         done = flatten(f, t.element, path, offset_B + i * spv_layout_stride_B(f->m, type),
                        slot + i * spv_layout_slots(f->m, t.element));
      }
      free(path);
   }
   return done;
}

/* ---- the same uniform in two stages --------------------------------------------------------------------------------- */

/* bool and uint are the same in memory. */
static bool same_bools(const struct link_stage *a, const struct link_stage *b, const char *name)
{
   const size_t length = strlen(name);
   for (unsigned i = 0; i < a->module->symbol_count; i++) {
      const struct glsl_symbol *s = &a->module->symbols[i];
      if (strncmp(s->name, name, length) != 0 || (s->name[length] != '\0' && s->name[length] != '.'))
         continue;
      const struct glsl_symbol *other = link_find_symbol(b, s->name);
      if (other && other->is_bool != s->is_bool)
         return false;
   }
   return true;
}

/* "type and precision must match"; programs in the field rely on unused ones not being looked at. */
static bool same_precision(const struct link_stage *a, const struct link_stage *b, const char *name)
{
   const size_t length = strlen(name);
   for (unsigned i = 0; i < a->module->symbol_count; i++) {
      const struct glsl_symbol *s = &a->module->symbols[i];
      if (strncmp(s->name, name, length) != 0 || (s->name[length] != '\0' && s->name[length] != '.'))
         continue;
      const struct glsl_symbol *other = link_find_symbol(b, s->name);
      if (other && other->precision != s->precision)
         return false;
   }
   return true;
}

/* The variable of an earlier stage with this name, or NULL. */
static struct link_var *earlier_var(struct link *l, enum st_stage stage, const char *name, enum st_stage *found_in)
{
   struct link_var *found = NULL;
   for (unsigned i = 0; i < stage; i++) {
      struct link_var *v = l->stage[i].present ? link_find_var(&l->stage[i], SpvStorageClassUniformConstant, name) : NULL;
      if (v && (!found || (v->used && !found->used))) {
         found = v;
         *found_in = i;
      }
   }
   return found;
}

static const char *uniform_type(const struct link_stage *s, const struct link_var *v, char *text, size_t size)
{
   const struct glsl_symbol *symbol = link_find_symbol(s, v->name);
   link_type_name(&s->m, v->type, text, size);
   if (symbol && symbol->is_bool)
      memcpy(text, "bool", text[1] == 'i' ? 4 : 1); /* uint, uvec3 */
   return text;
}

static void check_against(struct link *l, enum st_stage stage, const struct link_var *v, enum st_stage before_stage,
                          const struct link_var *before)
{
   char type_a[64], type_b[64], at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   const struct link_stage *s = &l->stage[stage], *b = &l->stage[before_stage];
   link_place(b, v->name, at_a, sizeof at_a);
   link_place(s, v->name, at_b, sizeof at_b);
   if (!link_same_type(&b->m, before->type, &s->m, v->type))
      link_error(l, "the uniform '%s' is %s %s and %s %s", v->name,
                 uniform_type(b, before, type_a, sizeof type_a), at_a,
                 uniform_type(s, v, type_b, sizeof type_b), at_b);
   else if (!same_bools(b, s, v->name))
      link_error(l, "the uniform '%s' has bools %s where it has integers %s, or the other way round", v->name, at_a, at_b);
   else if (l->es && v->used && before->used && !link_is_builtin(v) && !same_precision(b, s, v->name))
      link_error(l, "the uniform '%s' has another precision %s than %s", v->name, at_a, at_b);
}

/* ---- placing -------------------------------------------------------------------------------------------------------- */

static void place_uniform(struct link *l, enum st_stage stage, struct link_var *v, const struct link_var *before,
                          uint32_t *capacity)
{
   struct link_stage *s = &l->stage[stage];
   struct glsl_linked *out = l->out;
   const struct spv_inst variable = spv_def(&s->m, v->id);
   if (variable.count > 4) {
      link_error(l, "the uniform '%s' has an initial value, which is not supported yet", v->name);
      return;
   }
   const uint32_t size_B = spv_layout_size_B(&s->m, v->type), slots = spv_layout_slots(&s->m, v->type);
   const uint32_t align_B = spv_layout_align_B(&s->m, v->type);
   const uint32_t offset_B = (out->default_block_B[stage] + align_B - 1) & ~(align_B - 1);
   const uint32_t slot = out->sampler_count[stage];
   if (size_B > MAX_BLOCK_B || offset_B + size_B > MAX_BLOCK_B || slots > ST_MAX_SAMPLERS ||
       slot + slots > ST_MAX_SAMPLERS) {
      link_error(l, "the %s shader has no room for the uniform '%s'", link_stage_name(stage), v->name);
      return;
   }
   struct flatten f = { .l = l, .stage = stage, .m = &s->m, .capacity_of = capacity, .builtin = link_is_builtin(v),
                        .next = before && before->first_resource != ~0u ? before->first_resource : out->uniform_count };
   v->first_resource = f.next;
   if (!flatten(&f, v->type, v->name, offset_B, slot)) {
      l->no_memory = true;
      return;
   }
   if (size_B) {
      out->default_block_B[stage] = offset_B + size_B;
      spv_edit_decorate1(s->edit, v->id, SpvDecorationOffset, offset_B);
      if (!strcmp(v->name, "gl_DepthRange"))
         out->depth_range_B[stage] = offset_B;
   }
   if (slots) {
      out->sampler_count[stage] = slot + slots;
      spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationBinding);
      spv_edit_decorate1(s->edit, v->id, SpvDecorationBinding, slot);
   }
}

static void fill_locations(struct link *l)
{
   struct glsl_linked *out = l->out;
   out->location = malloc((out->uniform_locations + 1) * sizeof *out->location);
   if (!out->location) {
      l->no_memory = true;
      return;
   }
   for (uint32_t i = 0, next = 0; i < out->uniform_count; i++)
      for (uint32_t e = 0; out->uniforms[i].location >= 0 && e < out->uniforms[i].array_size; e++)
         out->location[next++] = (struct glsl_location){ .uniform = i, .element = e };
}

void link_uniforms(struct link *l)
{
   uint32_t capacity = 0;
   for (unsigned stage = 0; stage < ST_STAGE_COUNT; stage++) {
      struct link_stage *s = &l->stage[stage];
      l->out->depth_range_B[stage] = ~0u;
      for (unsigned i = 0; s->present && i < s->var_count && !l->no_memory; i++) {
         struct link_var *v = &s->var[i];
         if (v->storage != SpvStorageClassUniformConstant)
            continue;
         enum st_stage before_stage = 0;
         struct link_var *before = earlier_var(l, stage, v->name, &before_stage);
         if (before)
            check_against(l, stage, v, before_stage, before);
         if (v->used && !l->failed)
            place_uniform(l, stage, v, before, &capacity);
      }
   }
   if (!l->failed && !l->no_memory)
      fill_locations(l);
}

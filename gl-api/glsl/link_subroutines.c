/* link_subroutines.c: subroutine uniforms (OpenGL 4.6 7.10; GLSL 4.60 6.1.2): their locations per stage, the offset of the
 * selected index, compatible functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

#define MAX_SUBROUTINES GLSL_MAX_SUBROUTINES
#define MAX_LOCATIONS GLSL_MAX_SUBROUTINE_LOCATIONS

static int by_index(const void *pa, const void *pb)
{
   const struct glsl_subroutine *a = pa, *b = pb;
   return a->index < b->index ? -1 : a->index > b->index;
}

static void copy_functions(struct link *l, const struct link_stage *s)
{
   const struct glsl_module *module = s->module;
   const unsigned stage = module->stage;
   struct glsl_subroutine *copy = calloc(module->subroutine_count + 1, sizeof *copy);
   if (!copy) {
      l->no_memory = true;
      return;
   }
   l->out->subroutines[stage] = copy;
   for (unsigned i = 0; i < module->subroutine_count; i++) {
      copy[i] = module->subroutines[i];
      copy[i].name = strdup(module->subroutines[i].name);
      l->no_memory |= !copy[i].name;
      l->out->subroutine_count[stage] = i + 1;
   }
   qsort(copy, module->subroutine_count, sizeof *copy, by_index);
   for (unsigned i = 0; i < module->subroutine_count && !l->no_memory; i++) {
      if (i && copy[i].index == copy[i - 1].index)
         link_error(l, "the subroutines '%s' (%u:%u) and '%s' (%u:%u) of the %s shader share index %u", copy[i - 1].name,
                    copy[i - 1].source, copy[i - 1].line, copy[i].name, copy[i].source, copy[i].line, link_stage_name(stage),
                    copy[i].index);
      if (copy[i].index >= MAX_SUBROUTINES)
         link_error(l, "the subroutine '%s' (%u:%u) has index %u; the limit is %d", copy[i].name, copy[i].source, copy[i].line,
                    copy[i].index, MAX_SUBROUTINES);
   }
}

/* The first location with `count` free ones. */
static uint32_t find_room(const uint8_t *taken, uint32_t count)
{
   uint32_t run = 0;
   for (uint32_t i = 0; i < MAX_LOCATIONS; i++) {
      run = taken[i] ? 0 : run + 1;
      if (run == count)
         return i + 1 - run;
   }
   return MAX_LOCATIONS;
}

static bool has_function(const struct link_stage *s, int type)
{
   for (unsigned i = 0; i < s->module->subroutine_count; i++)
      if (s->module->subroutines[i].types >> (type & 63) & 1)
         return true;
   return false;
}

/* Elements of the innermost arrays of a uniform, 1 without arrays; *outer: how many such arrays there are. */
static uint32_t innermost(const struct spv_module *m, uint32_t type, uint32_t *outer)
{
   uint32_t count = 1;
   *outer = 1;
   for (struct spv_type t = spv_type_of(m, type); t.kind == SPV_KIND_ARRAY; t = spv_type_of(m, t.element)) {
      *outer = *outer > MAX_LOCATIONS ? *outer : *outer * count;
      count = t.count > MAX_LOCATIONS ? MAX_LOCATIONS + 1 : t.count;
   }
   return count;
}

/* "a[1][0]": the first element of innermost array `k`. */
static char *array_name(const struct spv_module *m, uint32_t type, const char *name, uint32_t k, uint32_t outer)
{
   char indices[160] = "", *text;
   size_t at = 0;
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY && at < 140; t = spv_type_of(m, t.element)) {
      const bool last = spv_type_of(m, t.element).kind != SPV_KIND_ARRAY;
      outer = last || !t.count ? outer : outer / t.count;
      at += (size_t)snprintf(indices + at, sizeof indices - at, "[%u]", last || !outer ? 0 : k / outer % t.count);
   }
   return asprintf(&text, "%s%s", name, indices) < 0 ? NULL : text;
}

static void list_uniform(struct link *l, const struct link_stage *s, const struct link_var *v, uint32_t location)
{
   const unsigned stage = s->module->stage;
   uint32_t outer, count = innermost(&s->m, v->type, &outer);
   const uint32_t offset_B = v->used ? (l->out->default_block_B[stage] + 15) & ~15u : GLSL_NO_OFFSET;
   for (uint32_t k = 0; k < outer; k++) {
      struct glsl_subroutine_uniform *u = &l->out->subroutine_uniforms[stage][l->out->subroutine_uniform_count[stage]];
      *u = (struct glsl_subroutine_uniform){ .location = (int32_t)(location + k * count), .array_size = count,
         .offset_B = v->used ? offset_B + 16 * k * count : offset_B, .type = (uint8_t)v->symbol->subroutine,
         .is_array = spv_type_of(&s->m, v->type).kind == SPV_KIND_ARRAY };
      u->name = array_name(&s->m, v->type, v->name, k, outer);
      if (!u->name) {
         l->no_memory = true;
         return;
      }
      l->out->subroutine_uniform_count[stage]++;
   }
   if (location + outer * count > l->out->subroutine_locations[stage])
      l->out->subroutine_locations[stage] = location + outer * count;
   if (!v->used)
      return;
   l->out->default_block_B[stage] = offset_B + spv_layout_size_B(&s->m, v->type);
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationOffset, offset_B);
}

/* given: uniforms with a location by layout, else the other ones. */
static void place(struct link *l, struct link_stage *s, struct link_var *v, uint8_t *taken, bool given)
{
   uint32_t outer;
   const uint32_t inner = innermost(&s->m, v->type, &outer);
   const uint32_t count = outer > MAX_LOCATIONS ? outer : outer * inner;
   char at[LINK_PLACE_SIZE];
   link_place(s, v, at, sizeof at);
   const uint32_t location = given ? (uint32_t)v->symbol->location : find_room(taken, count);
   if (location >= MAX_LOCATIONS || count > MAX_LOCATIONS - location) {
      link_error(l, "no location for the subroutine uniform '%s' %s; the limit is %d", v->name, at, MAX_LOCATIONS);
      return;
   }
   for (uint32_t i = location; i < location + count; i++) {
      if (taken[i]) {
         link_error(l, "the subroutine uniform '%s' %s shares location %u with another one", v->name, at, i);
         return;
      }
      taken[i] = 1;
   }
   if (v->used && !has_function(s, v->symbol->subroutine)) {
      link_error(l, "no subroutine can be chosen for the uniform '%s' %s", v->name, at);
      return;
   }
   list_uniform(l, s, v, location);
}

static bool is_subroutine(const struct link_var *v)
{
   return v->storage == SpvStorageClassUniformConstant && v->symbol && v->symbol->subroutine >= 0;
}

void link_subroutines(struct link *l)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES && !l->no_memory; i++) {
      struct link_stage *s = &l->stage[i];
      uint8_t taken[MAX_LOCATIONS] = { 0 };
      unsigned uniforms = 0;
      for (unsigned k = 0; s->present && k < s->var_count; k++) {
         uint32_t outer = 0;
         if (is_subroutine(&s->var[k]))
            innermost(&s->m, s->var[k].type, &outer);
         uniforms += outer > MAX_LOCATIONS ? 0 : outer; /* more have no locations */
      }
      if (!s->present || !(uniforms + s->module->subroutine_count))
         continue;
      copy_functions(l, s);
      l->out->subroutine_uniforms[i] = calloc(uniforms + 1, sizeof *l->out->subroutine_uniforms[i]);
      l->no_memory |= !l->out->subroutine_uniforms[i];
      for (unsigned given = 2; given-- > 0;)
         for (unsigned k = 0; k < s->var_count && !l->failed && !l->no_memory; k++)
            if (is_subroutine(&s->var[k]) && (s->var[k].symbol->location >= 0) == (given == 1))
               place(l, s, &s->var[k], taken, given == 1);
   }
}

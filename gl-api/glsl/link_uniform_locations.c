/* link_uniform_locations.c: locations of uniforms of the default block (OpenGL 4.6 7.6; GLSL 4.60 4.4.3): locations by layout
 * (link_uniforms.c) stay, also of unused uniforms; the others get the first free ones, in order. Each basic member and element has one. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

#define MAX_COUNT (1u << 24) /* locations of a variable: counts saturate here, far above each limit */

struct given { const struct link_stage *stage; const struct link_var *var; uint32_t first, count; };
struct givens { struct given *at; unsigned count; };

static uint32_t locations_of(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   uint64_t n = 0;
   if (t.kind == SPV_KIND_ARRAY)
      n = (uint64_t)t.count * locations_of(m, t.element);
   else if (t.kind == SPV_KIND_STRUCT)
      for (uint32_t i = 0; i < t.count && n < MAX_COUNT; i++)
         n += locations_of(m, t.members[i]);
   else
      return 1;
   return n > MAX_COUNT ? MAX_COUNT : (uint32_t)n;
}

static void note(struct link *l, struct givens *g, const struct given *fresh)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   for (unsigned i = 0; i < g->count; i++) {
      const struct given *old = &g->at[i];
      if (!strcmp(old->var->name, fresh->var->name))
         return; /* the same uniform in another stage */
      if (fresh->first >= old->first + old->count || old->first >= fresh->first + fresh->count)
         continue;
      link_error(l, "the uniforms '%s' %s and '%s' %s share location %u", old->var->name,
                 link_place(old->stage, old->var, at_a, sizeof at_a), fresh->var->name,
                 link_place(fresh->stage, fresh->var, at_b, sizeof at_b),
                 old->first > fresh->first ? old->first : fresh->first);
      return;
   }
   const uint32_t max = link_limit(l->limits->max_uniform_locations, GLSL_MAX_UNIFORM_LOCATIONS);
   if (fresh->first > max || fresh->first + fresh->count > max) {
      link_error(l, "the uniform '%s' %s has location %u; the limit is %u", fresh->var->name,
                 link_place(fresh->stage, fresh->var, at_a, sizeof at_a), fresh->first, max);
      return;
   }
   struct given *grown = realloc(g->at, (g->count + 1) * sizeof *grown);
   if (!grown) {
      l->no_memory = true;
      return;
   }
   g->at = grown;
   grown[g->count++] = *fresh;
}

static void collect(struct link *l, struct givens *g)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct link_stage *s = &l->stage[stage];
      for (unsigned i = 0; s->present && i < s->var_count; i++) {
         const struct link_var *v = &s->var[i];
         if (v->storage != SpvStorageClassUniformConstant || !v->symbol || v->symbol->location < 0 || v->symbol->subroutine >= 0)
            continue;
         note(l, g, &(struct given){ s, v, (uint32_t)v->symbol->location, locations_of(&s->m, v->type) });
      }
   }
}

/* The first of `count` free locations at or after *next; advances *next. */
static uint32_t find_room(const struct givens *g, uint32_t *next, uint32_t count)
{
   for (bool moved = true; moved;) {
      moved = false;
      for (unsigned i = 0; i < g->count; i++) {
         if (*next < g->at[i].first + g->at[i].count && g->at[i].first < *next + count) {
            *next = g->at[i].first + g->at[i].count;
            moved = true;
         }
      }
   }
   const uint32_t at = *next;
   *next += count;
   return at;
}

static bool has_no_location(const struct glsl_resource *r)
{
   return r->location < 0 && strncmp(r->name, "gl_", 3) != 0;
}

static void fill_table(struct link *l, const struct givens *g)
{
   struct glsl_linked *out = l->out;
   out->location = malloc((out->uniform_locations + 1) * sizeof *out->location);
   if (!out->location) {
      l->no_memory = true;
      return;
   }
   for (uint32_t i = 0; i < out->uniform_locations; i++)
      out->location[i] = (struct glsl_location){ .uniform = GLSL_LOCATION_FREE };
   for (unsigned i = 0; i < g->count; i++)
      for (uint32_t n = 0; n < g->at[i].count; n++)
         out->location[g->at[i].first + n].uniform = GLSL_LOCATION_INACTIVE;
   for (uint32_t i = 0; i < out->uniform_count; i++)
      for (uint32_t e = 0; out->uniforms[i].location >= 0 && e < out->uniforms[i].array_size; e++)
         out->location[(uint32_t)out->uniforms[i].location + e] = (struct glsl_location){ .uniform = i, .element = e };
}

void link_uniform_locations(struct link *l)
{
   struct glsl_linked *out = l->out;
   struct givens g = { 0 };
   uint32_t next = 0;
   collect(l, &g);
   for (unsigned i = 0; i < g.count && !l->failed; i++) {
      const uint32_t end = g.at[i].first + g.at[i].count;
      out->uniform_locations = end > out->uniform_locations ? end : out->uniform_locations;
   }
   for (uint32_t i = 0; i < out->uniform_count && !l->failed; i++) {
      struct glsl_resource *r = &out->uniforms[i];
      if (has_no_location(r))
         r->location = (int32_t)find_room(&g, &next, r->array_size);
      const uint32_t end = r->location < 0 ? 0 : (uint32_t)r->location + r->array_size;
      out->uniform_locations = end > out->uniform_locations ? end : out->uniform_locations;
   }
   if (g.count && !l->failed && out->uniform_locations > link_limit(l->limits->max_uniform_locations, GLSL_MAX_UNIFORM_LOCATIONS))
      link_error(l, "the uniforms take %u locations; the limit is %u", out->uniform_locations,
                 link_limit(l->limits->max_uniform_locations, GLSL_MAX_UNIFORM_LOCATIONS));
   if (!l->failed && !l->no_memory)
      fill_table(l, &g);
   free(g.at);
}

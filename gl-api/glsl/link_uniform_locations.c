/* link_uniform_locations.c: locations of uniforms of the default block (OpenGL 4.6 7.6; GLSL 4.60 4.4.3): locations by layout
 * (link_uniforms.c) stay, also of unused uniforms; the others get the first free ones, in order. Each basic member and element has one. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

#define MAX_COUNT (1u << 24) /* locations of a variable: counts saturate here, far above each limit */

struct given { const struct link_stage *stage; const struct link_var *var; uint32_t first, count; };
struct givens {
   struct given *at;
   unsigned count;
   uint32_t *owner;      /* by location below the limit: index in `at` of the one that has it, plus 1; 0: free. NULL while count is 0 */
   uint32_t end;         /* of the locations that have an owner */
};

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

static void report_shared(struct link *l, const struct given *old, const struct given *fresh)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   link_error(l, "the uniforms '%s' %s and '%s' %s share location %u", old->var->name,
              link_place(old->stage, old->var, at_a, sizeof at_a), fresh->var->name,
              link_place(fresh->stage, fresh->var, at_b, sizeof at_b), old->first > fresh->first ? old->first : fresh->first);
}

/* False: no memory. */
static bool append(struct givens *g, const struct given *fresh, uint32_t max)
{
   struct given *grown = g->count & (g->count - 1) ? g->at : realloc(g->at, (g->count ? 2 * g->count : 1) * sizeof *grown);
   if (!grown)
      return false;
   g->at = grown;
   if (!g->owner && !(g->owner = calloc(max + 1, sizeof *g->owner)))
      return false;
   grown[g->count++] = *fresh;
   for (uint32_t i = 0; i < fresh->count; i++)
      g->owner[fresh->first + i] = g->count;
   g->end = fresh->first + fresh->count > g->end ? fresh->first + fresh->count : g->end;
   return true;
}

static void note(struct link *l, struct givens *g, const struct given *fresh)
{
   char at[LINK_PLACE_SIZE];
   const uint32_t max = link_limit(l->limits->max_uniform_locations, GLSL_MAX_UNIFORM_LOCATIONS);
   if (fresh->first > max || fresh->first + fresh->count > max) {
      link_error(l, "the uniform '%s' %s has location %u; the limit is %u", fresh->var->name,
                 link_place(fresh->stage, fresh->var, at, sizeof at), fresh->first, max);
      return;
   }
   for (uint32_t i = fresh->first; i < fresh->first + fresh->count && i < g->end; i++) {
      if (!g->owner[i])
         continue;
      const struct given *old = &g->at[g->owner[i] - 1];
      if (strcmp(old->var->name, fresh->var->name) != 0) /* else the same uniform in another stage */
         report_shared(l, old, fresh);
      return;
   }
   if (!append(g, fresh, max))
      l->no_memory = true;
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
   uint32_t at = *next;
   for (uint32_t end = at; end < at + count && end < g->end;) {
      const struct given *owner = g->owner[end] ? &g->at[g->owner[end] - 1] : NULL;
      end = owner ? owner->first + owner->count : end + 1;
      at = owner ? end : at;
   }
   *next = at + count;
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
   out->uniform_locations = g.end;
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
   free(g.owner);
}

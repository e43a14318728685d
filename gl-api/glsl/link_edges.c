/* link_edges.c: inputs of the first stage and outputs of the last stage for program interface queries (OpenGL 4.6 7.3.1.1).
 * Attributes have a separate table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

struct edge { struct link *l; const struct link_stage *s; enum link_list list; const struct link_var *v; };

static bool list(const struct edge *e, uint32_t type, const char *name, uint32_t location)
{
   const struct spv_module *m = &e->s->m;
   const struct spv_type t = spv_type_of(m, type);
   const enum spv_kind element = t.kind == SPV_KIND_ARRAY ? spv_type_of(m, t.element).kind : SPV_KIND_NONE;
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   char *text;
   if (!link_components(m, type))
      return true; /* arrays without elements */
   if (!is_struct && element != SPV_KIND_STRUCT && element != SPV_KIND_ARRAY) {
      if (t.kind == SPV_KIND_ARRAY ? asprintf(&text, "%s[0]", name) < 0 : (text = strdup(name)) == NULL)
         text = NULL;
      struct glsl_resource *r = link_add_resource(e->l, e->list, m, type, text);
      if (!r)
         return false;
      r->location = location == LINK_NONE || link_is_builtin(e->v) ? -1 : (int32_t)location;
      r->component = (uint8_t)e->v->component;
      r->index = (uint8_t)e->v->index;
      r->is_patch = e->v->patch;
      r->stages = (uint8_t)(1u << e->s->module->stage);
      return e->l->out->input_count + e->l->out->output_count < 1u << 16;
   }
   bool done = true;
   for (uint32_t i = 0; i < t.count && done; i++) {
      const uint32_t own = !is_struct ? LINK_NONE : spv_member_decoration_value(m, type, i, SpvDecorationLocation, LINK_NONE);
      if (is_struct ? asprintf(&text, *name ? "%s.%s" : "%s%s", name, spv_member_name(m, type, i)) < 0 :
                      asprintf(&text, "%s[%u]", name, i) < 0) {
         e->l->no_memory = true;
         return false;
      }
      const uint32_t part = is_struct ? t.members[i] : t.element;
      location = own != LINK_NONE ? own : location;
      done = list(e, part, text, location);
      free(text);
      if (location != LINK_NONE)
         location += link_slots(m, part, false);
   }
   return done;
}

static void edge(struct link *l, const struct link_stage *s, uint32_t storage, enum link_list where)
{
   for (unsigned i = 0; i < s->var_count && !l->no_memory; i++) {
      const struct link_var *v = &s->var[i];
      const struct edge e = { l, s, where, v };
      if (v->storage == storage && v->used)
         list(&e, v->inner, v->block_name ? v->name[0] ? v->block_name : "" : v->name, v->location);
   }
}

void link_edge_resources(struct link *l)
{
   const struct link_stage *first = NULL, *last = NULL;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      first = !first && l->stage[i].present ? &l->stage[i] : first;
      last = l->stage[i].present ? &l->stage[i] : last;
   }
   if (first && first->module->stage != PIPE_SHADER_VERTEX)
      edge(l, first, SpvStorageClassInput, LINK_INPUTS);
   if (last)
      edge(l, last, SpvStorageClassOutput, LINK_OUTPUTS);
}

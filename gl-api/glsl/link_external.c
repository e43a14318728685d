/* link_external.c: the external interface, for program interface queries (OpenGL 4.6 7.3.1.1): inputs of the first stage, among
 * them attributes, and outputs of the last stage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

#define MAX_LISTED (1u << 16)

struct external { struct link *l; const struct link_stage *s; enum link_list list; const struct link_var *v; bool attribute;
                  struct link_uses uses; uint32_t path[LINK_MAX_DEPTH]; unsigned depth; };
struct place { uint32_t location, component; }; /* location LINK_NONE: none */

static bool list_leaf(struct external *e, uint32_t type, const char *name, const struct place *at)
{
   const bool array = spv_type_of(&e->s->m, type).kind == SPV_KIND_ARRAY;
   char *text;
   if (e->depth <= LINK_MAX_DEPTH && !link_uses_part(&e->uses, e->path, e->depth))
      return true; /* an array of arrays of which this one is not used */
   if (array ? asprintf(&text, "%s[0]", name) < 0 : (text = strdup(name)) == NULL)
      text = NULL;
   struct glsl_resource *r = link_add_resource(e->l, e->list, &e->s->m, type, text);
   if (!r)
      return false;
   link_resource_symbol(r, link_find_resource_symbol(e->s, name));
   r->location = at->location == LINK_NONE || link_is_builtin(e->v) ? -1 : (int32_t)at->location;
   r->component = (uint8_t)at->component;
   r->index = (uint8_t)e->v->index;
   r->is_patch = e->v->patch;
   r->stages = (uint8_t)(1u << e->s->module->stage);
   return e->l->out->input_count + e->l->out->output_count < MAX_LISTED;
}

/* Where a member or an element is: layouts of members come before the place that follows the part before. */
static struct place part_place(const struct spv_module *m, uint32_t type, bool is_struct, uint32_t i, struct place next)
{
   const uint32_t own = !is_struct ? LINK_NONE : spv_member_decoration_value(m, type, i, SpvDecorationLocation, LINK_NONE);
   next.location = own != LINK_NONE ? own : next.location;
   next.component = !is_struct ? next.component : spv_member_decoration_value(m, type, i, SpvDecorationComponent, 0) & 3;
   return next;
}

static bool list(struct external *e, uint32_t type, const char *name, struct place at)
{
   const struct spv_module *m = &e->s->m;
   const struct spv_type t = spv_type_of(m, type);
   const enum spv_kind element = t.kind == SPV_KIND_ARRAY ? spv_type_of(m, t.element).kind : SPV_KIND_NONE;
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   bool done = true;
   if (!link_components(m, type))
      return true; /* arrays without elements */
   if (!is_struct && element != SPV_KIND_STRUCT && element != SPV_KIND_ARRAY)
      return list_leaf(e, type, name, &at);
   e->depth++;
   for (uint32_t i = 0; i < t.count && done; i++) {
      const uint32_t part = is_struct ? t.members[i] : t.element;
      char *text;
      if (is_struct ? asprintf(&text, *name ? "%s.%s" : "%s%s", name, spv_member_name(m, type, i)) < 0 :
                      asprintf(&text, "%s[%u]", name, i) < 0) {
         e->l->no_memory = true;
         return false;
      }
      if (e->depth <= LINK_MAX_DEPTH)
         e->path[e->depth - 1] = is_struct ? LINK_ANY_MEMBER : i;
      at = part_place(m, type, is_struct, i, at);
      done = list(e, part, text, at);
      free(text);
      if (at.location != LINK_NONE && !(e->v->per_vertex && type == e->v->type)) /* vertices share locations */
         at.location += link_slots(m, part, e->attribute);
   }
   e->depth--;
   return done;
}

/* Arrays of blocks are listed once, without an index, and so are those over the vertices of a primitive. */
static void list_var(struct link *l, const struct link_stage *s, enum link_list where, const struct link_var *v, uint32_t location)
{
   struct external e = { .l = l, .s = s, .list = where, .v = v, .attribute = where == LINK_ATTRIBS };
   e.uses = link_find_uses(s, v);
   e.uses.whole |= v->block_name != NULL;
   list(&e, v->block_name ? link_bare(&s->m, v->inner) : v->type, v->block_name ? v->name[0] ? v->block_name : "" : v->name,
        (struct place){ location, v->component });
}

void link_list_attribute(struct link *l, const struct link_var *v, uint32_t location)
{
   list_var(l, &l->stage[PIPE_SHADER_VERTEX], LINK_ATTRIBS, v, location);
}

/* Only layouts give locations that applications see, except to colours (OpenGL 4.6 7.3.1). */
static void list_interface(struct link *l, const struct link_stage *s, uint32_t storage, enum link_list where)
{
   const bool colors = s->module->stage == PIPE_SHADER_FRAGMENT && storage == SpvStorageClassOutput;
   for (unsigned i = 0; i < s->var_count && !l->no_memory; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage == storage && v->used)
         list_var(l, s, where, v, colors || (v->symbol && v->symbol->location >= 0) ? v->location : LINK_NONE);
   }
}

void link_external_resources(struct link *l)
{
   const struct link_stage *first = NULL, *last = NULL;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      first = !first && l->stage[i].present ? &l->stage[i] : first;
      last = l->stage[i].present ? &l->stage[i] : last;
   }
   if (first && first->module->stage != PIPE_SHADER_VERTEX)
      list_interface(l, first, SpvStorageClassInput, LINK_INPUTS);
   if (last)
      list_interface(l, last, SpvStorageClassOutput, LINK_OUTPUTS);
}

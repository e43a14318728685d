/* link_attribs.c: locations of attributes: by layout, by glBindAttribLocation, or the first free ones (OpenGL 4.6 11.1.1, ES 2.0
 * 2.10.4). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

struct attrib { struct link_var *var; uint32_t slots; int32_t location; uint8_t mask; };

/* Active attributes first, of these the widest. */
static int by_slots(const void *pa, const void *pb)
{
   const struct attrib *a = pa, *b = pb;
   if (a->var->used != b->var->used)
      return a->var->used ? -1 : 1;
   if (a->slots != b->slots)
      return a->slots < b->slots ? 1 : -1;
   return a->var->id < b->var->id ? -1 : a->var->id > b->var->id;
}

/* Mask of components in each of its locations: layouts may place two attributes in one location. */
static uint8_t mask_of(const struct link_stage *s, const struct link_var *v)
{
   const struct spv_type t = spv_type_of(&s->m, link_bare(&s->m, v->type));
   const uint32_t columns = t.kind == SPV_KIND_VECTOR ? t.count : 1;
   const uint32_t width = t.kind == SPV_KIND_VECTOR ? spv_type_of(&s->m, t.element).width : t.width;
   const bool wide = t.kind == SPV_KIND_MATRIX || width == 64;
   return wide ? 0xf : (uint8_t)(((1u << columns) - 1) << v->component & 0xf);
}

static void report_shared(struct link *l, const struct attrib *attrib, unsigned k)
{
   const struct link_stage *s = &l->stage[PIPE_SHADER_VERTEX];
   const struct attrib *a = &attrib[k];
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   for (unsigned i = 0; i < k; i++) {
      const struct attrib *b = &attrib[i];
      if (b->location < 0 || b->location >= a->location + (int32_t)a->slots || !(a->mask & b->mask) ||
          a->location >= b->location + (int32_t)b->slots)
         continue;
      link_error(l, "the attribute '%s' %s shares location %d with '%s' %s", a->var->name,
                 link_place(s, a->var, at_a, sizeof at_a), a->location, b->var->name, link_place(s, b->var, at_b, sizeof at_b));
      return;
   }
}

#define MAX_ATTRIBS 64

static int32_t given_location(const struct link *l, const struct link_var *v)
{
   return v->location != LINK_NONE ? (int32_t)v->location : link_bound_attrib(l->bind, v->name);
}

/* Attributes with a location by layout or by the application. */
static bool bind_given(struct link *l, struct attrib *attrib, unsigned count, uint8_t *taken, bool aliasing_allowed)
{
   const uint32_t max = link_limit(l->limits->max_vertex_attribs, PIPE_MAX_ATTRIBS);
   for (unsigned i = 0; i < count; i++) {
      struct attrib *a = &attrib[i];
      a->location = given_location(l, a->var);
      if (a->location < 0)
         continue;
      if ((uint32_t)a->location > max || (uint32_t)a->location + a->slots > max) {
         link_error(l, "no room for the attribute '%s' at location %d", a->var->name, a->location);
         return false;
      }
      bool shared = false;
      for (uint32_t k = (uint32_t)a->location; k < (uint32_t)a->location + a->slots && k < MAX_ATTRIBS; k++) {
         shared |= taken[k] & a->mask;
         taken[k] |= a->mask;
      }
      /* ESSL 1.00 allows attributes to share a location if no path reads two of them; a check is not required. */
      if (shared && !aliasing_allowed)
         report_shared(l, attrib, i);
   }
   return true;
}

/* Other attributes, widest first, so that matrices get consecutive locations. */
static bool bind_rest(struct link *l, struct attrib *attrib, unsigned count, uint8_t *taken)
{
   const uint32_t max = link_limit(l->limits->max_vertex_attribs, PIPE_MAX_ATTRIBS);
   for (unsigned i = 0; i < count; i++) {
      struct attrib *a = &attrib[i];
      uint32_t run = 0, at = 0;
      if (a->location >= 0)
         continue;
      for (; at < max && at < MAX_ATTRIBS && run < a->slots; at++)
         run = taken[at] ? 0 : run + 1;
      if (run < a->slots) {
         link_error(l, "no locations left for the attribute '%s': the limit is %u", a->var->name, max);
         return false;
      }
      a->location = (int32_t)(at - run);
      memset(taken + a->location, 0xf, run);
   }
   return true;
}

/* In ESSL 3.00 and later, attributes that are not active share no given location either (ES 3.0 2.12.4). */
static void check_inactive(struct link *l, struct attrib *attrib, unsigned active, unsigned count)
{
   for (unsigned i = active; i < count && !l->failed; i++) {
      attrib[i].location = given_location(l, attrib[i].var);
      if (attrib[i].location >= 0)
         report_shared(l, attrib, i);
   }
}

/* attrib: active ones, then the others. */
static void bind_attribs(struct link *l, struct attrib *attrib, unsigned active, unsigned count)
{
   /* OpenGL allows it, too (OpenGL 4.6 11.1.1; GLSL 4.60 4.4.1: component aliasing of vertex inputs). */
   const bool es_100 = l->es && l->stage[PIPE_SHADER_VERTEX].module->version < 300, aliasing = es_100 || !l->es;
   uint8_t taken[MAX_ATTRIBS] = { 0 };
   const struct link_var *vertex = link_find_var(&l->stage[PIPE_SHADER_VERTEX], SpvStorageClassInput, "gl_Vertex");
   taken[0] = vertex && vertex->used ? 0xf : 0; /* it is attribute 0 */
   if (!bind_given(l, attrib, active, taken, aliasing))
      return;
   if (l->es && !es_100)
      check_inactive(l, attrib, active, count);
   if (!bind_rest(l, attrib, active, taken))
      return;
   for (unsigned i = 0; i < 32; i++)
      l->out->attribs_used |= taken[i] ? 1u << i : 0;
}

void link_attributes(struct link *l)
{
   struct link_stage *s = &l->stage[PIPE_SHADER_VERTEX];
   if (!s->present)
      return;
   struct attrib *attrib = calloc(s->var_count + 1, sizeof *attrib);
   unsigned count = 0, active = 0;
   if (!attrib) {
      l->no_memory = true;
      goto out;
   }
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassInput || link_is_builtin(v))
         continue;
      attrib[count++] = (struct attrib){ .var = v, .slots = link_slots(&s->m, v->type, true), .location = -1,
                                         .mask = mask_of(s, v) };
      active += v->used;
   }
   qsort(attrib, count, sizeof *attrib, by_slots);
   bind_attribs(l, attrib, active, count);
   if (l->failed)
      goto out;
   for (unsigned i = 0; i < active; i++) {
      const struct attrib *a = &attrib[i];
      link_list_attribute(l, a->var, (uint32_t)a->location);
      if (l->no_memory)
         goto out;
      a->var->location = (uint32_t)a->location;
      spv_edit_undecorate(s->edit, a->var->id, SPV_NO_MEMBER, SpvDecorationLocation);
      spv_edit_decorate1(s->edit, a->var->id, SpvDecorationLocation, a->var->location);
   }
   /* gl_VertexID and gl_InstanceID, if used, are active attributes without a location (ES 3.0 2.12.4). */
   for (unsigned i = 0; i < s->var_count && !l->no_memory; i++)
      if (s->var[i].storage == SpvStorageClassInput && s->var[i].used && link_is_builtin(&s->var[i]))
         link_list_attribute(l, &s->var[i], LINK_NONE);
out:
   free(attrib);
}


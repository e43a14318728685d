/* link_locations.c: numbers for what shaders exchange: attribute locations (ES 2.0 2.10.4), the same Location on both
 * sides of a varying, colour buffers for fragment outputs. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"
#include "gl-api/glsl/link_types.h"

/* ---- varyings ------------------------------------------------------------------------------------------------------- */

struct pair { const struct link_var *from, *to; };

static struct link_packed packed_size(const struct spv_module *m, uint32_t type, uint32_t tag)
{
   struct link_packed p = { .columns = 1, .rows = 1, .tag = tag };
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY; t = spv_type_of(m, t.element))
      p.rows = p.rows && t.count > 0xffff / p.rows ? 0xffff : p.rows * t.count;
   if (t.kind == SPV_KIND_MATRIX) {
      const struct spv_type column = spv_type_of(m, t.element);
      p.rows = p.rows > 0xffff / t.count ? 0xffff : p.rows * t.count;
      p.columns = (uint8_t)(t.count == 2 && column.count == 2 ? 4 : column.count);
   } else if (t.kind == SPV_KIND_VECTOR) {
      p.columns = (uint8_t)t.count;
   }
   return p;
}

static void decorate_location(struct link_stage *s, const struct link_var *v, uint32_t location, uint32_t component)
{
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationLocation, location);
   if (component)
      spv_edit_decorate1(s->edit, v->id, SpvDecorationComponent, component);
}

/* Each varying that the consumer uses gets slots of its own while there are enough; otherwise the packing that decided
 * whether they fit is also how they are stored. Outputs nobody reads get no Location: the compiler keeps them private. */
void link_varying_locations(struct link *l, struct link_stage *producer, struct link_stage *consumer)
{
   struct pair *pair = calloc(consumer->var_count + 1, sizeof *pair);
   struct link_packed *item = calloc(consumer->var_count + 1, sizeof *item);
   unsigned count = 0;
   uint32_t slots = 0;
   if (!pair || !item) {
      l->no_memory = true;
      goto out;
   }
   for (unsigned i = 0; i < consumer->var_count; i++) {
      const struct link_var *to = &consumer->var[i];
      if (to->storage != SpvStorageClassInput || !to->used || link_is_builtin(to))
         continue;
      const struct link_var *from = link_find_var(producer, SpvStorageClassOutput, to->name);
      if (!from)
         continue;
      pair[count] = (struct pair){ from, to };
      item[count] = packed_size(&consumer->m, to->type, count);
      slots += item[count].rows;
      count++;
   }
   if (!link_pack(item, count, (uint32_t)l->limits->max_varying_vectors)) {
      link_error(l, "the varyings need more than %d vectors", l->limits->max_varying_vectors);
      goto out;
   }
   for (unsigned i = 0, next = 0; i < count; i++) {
      const bool own_slots = slots <= ST_MAX_VARYINGS;
      const uint32_t location = own_slots ? next : item[i].row, component = own_slots ? 0 : item[i].column;
      decorate_location(producer, pair[item[i].tag].from, location, component);
      decorate_location(consumer, pair[item[i].tag].to, location, component);
      next += item[i].rows;
   }
out:
   free(pair);
   free(item);
}

/* ---- attributes ----------------------------------------------------------------------------------------------------- */

struct attrib { const struct link_var *var; uint32_t slots; int32_t location; };

static int by_slots(const void *pa, const void *pb)
{
   const struct attrib *a = pa, *b = pb;
   if (a->slots != b->slots)
      return a->slots < b->slots ? 1 : -1;
   return a->var->id < b->var->id ? -1 : a->var->id > b->var->id;
}

static void bind_attribs(struct link *l, struct attrib *attrib, unsigned count, bool aliasing_allowed)
{
   const uint32_t max = (uint32_t)l->limits->max_vertex_attribs;
   uint64_t taken = 0;
   for (unsigned i = 0; i < count; i++) {
      struct attrib *a = &attrib[i];
      a->location = link_bound_attrib(l->bind, a->var->name);
      if (a->location < 0)
         continue;
      if ((uint32_t)a->location + a->slots > max) {
         link_error(l, "no room for the attribute '%s' at location %d", a->var->name, a->location);
         return;
      }
      const uint64_t mask = ((1ull << a->slots) - 1) << a->location;
      /* ESSL 1.00 lets names share a location as long as no path reads two of them, which nobody need check. */
      if ((taken & mask) && !aliasing_allowed)
         link_error(l, "the attribute '%s' shares location %d with another one", a->var->name, a->location);
      taken |= mask;
   }
   /* The rest, widest first so that matrices find consecutive locations. */
   for (unsigned i = 0; i < count; i++) {
      struct attrib *a = &attrib[i];
      if (a->location >= 0)
         continue;
      const uint64_t mask = a->slots < 64 ? (1ull << a->slots) - 1 : ~0ull;
      uint32_t at = 0;
      while (at + a->slots <= max && (taken & (mask << at)))
         at++;
      if (at + a->slots > max) {
         link_error(l, "no locations left for the attribute '%s': the limit is %u", a->var->name, max);
         return;
      }
      a->location = (int32_t)at;
      taken |= mask << at;
   }
   l->out->attribs_used = (uint32_t)taken;
}

void link_attributes(struct link *l)
{
   struct link_stage *s = &l->stage[ST_STAGE_VERTEX];
   struct glsl_linked *out = l->out;
   if (!s->present)
      return;
   struct attrib *attrib = calloc(s->var_count + 1, sizeof *attrib);
   out->attribs = calloc(s->var_count + 1, sizeof *out->attribs);
   unsigned count = 0;
   if (!attrib || !out->attribs) {
      l->no_memory = true;
      goto out;
   }
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage == SpvStorageClassInput && v->used && !link_is_builtin(v))
         attrib[count++] = (struct attrib){ .var = v, .slots = link_slots(&s->m, v->type), .location = -1 };
   }
   qsort(attrib, count, sizeof *attrib, by_slots);
   bind_attribs(l, attrib, count, l->es && s->module->version < 300);
   if (l->failed)
      goto out;
   for (unsigned i = 0; i < count; i++) {
      const struct attrib *a = &attrib[i];
      struct glsl_resource *r = &out->attribs[out->attrib_count];
      link_resource_type(&s->m, a->var->type, r);
      r->name = strdup(a->var->name);
      if (!r->name) {
         l->no_memory = true;
         goto out;
      }
      r->location = a->location;
      out->attrib_count++;
      decorate_location(s, a->var, (uint32_t)a->location, 0);
   }
out:
   free(attrib);
}

/* ---- fragment outputs ----------------------------------------------------------------------------------------------- */

/* What ESSL 1.00 calls outputs. The secondary ones are the second source of blending (EXT_blend_func_extended). */
enum { FRAG_COLOR, FRAG_DATA, SECONDARY_COLOR, SECONDARY_DATA, FRAG_OUTPUTS };
static const char *const frag_output[FRAG_OUTPUTS] = { "gl_FragColor", "gl_FragData", "gl_SecondaryFragColorEXT",
                                                       "gl_SecondaryFragDataEXT" };

/* The pairs that no shader may write: a colour for all buffers beside colours for each. */
static const uint8_t frag_conflict[][2] = { { FRAG_COLOR, FRAG_DATA }, { FRAG_COLOR, SECONDARY_DATA },
                                            { SECONDARY_COLOR, FRAG_DATA }, { SECONDARY_COLOR, SECONDARY_DATA } };

/* gl_FragColor goes to every colour buffer, gl_FragData[i] to buffer i; a shader writes one of them (ES 2.0 3.8.2). */
void link_fragment_outputs(struct link *l)
{
   struct link_stage *s = &l->stage[ST_STAGE_FRAGMENT];
   const struct link_var *out[FRAG_OUTPUTS] = { NULL };
   if (!s->present)
      return;
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage != SpvStorageClassOutput || v->builtin != ~0u || !v->used)
         continue;
      for (unsigned k = 0; k < FRAG_OUTPUTS; k++)
         if (!strcmp(v->name, frag_output[k]))
            out[k] = v;
   }
   for (unsigned i = 0; i < sizeof frag_conflict / sizeof *frag_conflict; i++) {
      const unsigned a = frag_conflict[i][0], b = frag_conflict[i][1];
      if (out[a] && out[b]) {
         link_error(l, "the fragment shader uses both %s and %s", frag_output[a], frag_output[b]);
         return;
      }
   }
   for (unsigned k = 0; k < FRAG_OUTPUTS; k++) {
      if (!out[k])
         continue;
      decorate_location(s, out[k], 0, 0);
      if (k >= SECONDARY_COLOR)
         spv_edit_decorate1(s->edit, out[k]->id, SpvDecorationIndex, 1);
   }
   l->out->stage[ST_STAGE_FRAGMENT].broadcast_color = out[FRAG_COLOR] != NULL;
}

/* link_locations.c: assigns equal Locations to matching outputs and inputs. Locations by layout stay; other variables get free
 * ones. Outputs that are not read get none: the compiler makes them private variables. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

/* OpenGL 4.6 counts components (11.1.2.1): the columns of a mat2 take half a row each, where ESSL 1.00 (A.7) has them take a row. */
static struct link_packed packed_size(const struct spv_module *m, uint32_t type, uint32_t tag)
{
   struct link_packed p = { .columns = 1, .rows = 1, .tag = tag };
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY; t = spv_type_of(m, t.element))
      p.rows = p.rows && t.count > 0xffff / p.rows ? 0xffff : p.rows * t.count;
   if (t.kind == SPV_KIND_MATRIX) {
      p.rows = p.rows > 0xffff / t.count ? 0xffff : p.rows * t.count;
      t = spv_type_of(m, t.element);
   }
   if (t.kind == SPV_KIND_VECTOR) {
      p.columns = (uint8_t)t.count;
      t = spv_type_of(m, t.element);
   }
   if (t.width == 64)
      p.columns = (uint8_t)(2 * p.columns);
   if (t.kind == SPV_KIND_STRUCT || p.columns > 4 || link_slots(m, type, false) != p.rows) {
      p.columns = 4; /* full rows */
      p.rows = link_slots(m, type, false);
   }
   return p;
}

/* Range of locations that members of a block have by layout, end exclusive; false: they have none. */
static bool member_range(const struct spv_module *m, uint32_t block, uint32_t *first, uint32_t *end)
{
   const struct spv_type t = spv_type_of(m, block);
   *first = LINK_NONE;
   *end = 0;
   for (uint32_t i = 0; i < t.count; i++) {
      const uint32_t at = spv_member_decoration_value(m, block, i, SpvDecorationLocation, LINK_NONE);
      if (at == LINK_NONE)
         continue;
      const uint32_t last = at + link_slots(m, t.members[i], false);
      *first = at < *first ? at : *first;
      *end = last > *end ? last : *end;
   }
   return *first != LINK_NONE;
}

/* A block whose members have locations has none. */
static void decorate(struct link_stage *s, struct link_var *v, uint32_t location, uint32_t component)
{
   uint32_t first, end;
   if (v->block_name && member_range(&s->m, link_bare(&s->m, v->type), &first, &end))
      return;
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationComponent);
   v->location = location;
   v->component = component;
   if (location == LINK_NONE)
      return;
   spv_edit_decorate1(s->edit, v->id, SpvDecorationLocation, location);
   if (component)
      spv_edit_decorate1(s->edit, v->id, SpvDecorationComponent, component);
}

/* Members without a location follow the previous member (GLSL 4.60 4.4.1): decorates all members. */
static bool locate_members(struct link_stage *s, const struct link_var *v)
{
   const uint32_t block = v->block_name ? link_bare(&s->m, v->type) : 0;
   const struct spv_type t = spv_type_of(&s->m, block);
   uint32_t first, end, next = v->location == LINK_NONE ? 0 : v->location;
   if (!v->block_name || link_is_builtin(v) || !member_range(&s->m, block, &first, &end))
      return false;
   for (uint32_t i = 0; i < t.count; i++) {
      const uint32_t own = spv_member_decoration_value(&s->m, block, i, SpvDecorationLocation, LINK_NONE);
      next = own != LINK_NONE ? own : next;
      if (own == LINK_NONE)
         spv_edit_decorate(s->edit, block, i, SpvDecorationLocation, &next, 1);
      next += link_slots(&s->m, t.members[i], false);
   }
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   return true;
}

void link_member_locations(struct link *l)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES && !l->failed && !l->no_memory; i++) {
      struct link_stage *s = &l->stage[i];
      bool changed = false;
      for (unsigned k = 0; s->present && k < s->var_count; k++)
         if (s->var[k].storage == SpvStorageClassInput || s->var[k].storage == SpvStorageClassOutput)
            changed |= locate_members(s, &s->var[k]);
      if (changed)
         link_read_again(l, i);
   }
}

struct grid { uint8_t used[LINK_MAX_ROWS]; uint32_t max_rows; };

static uint32_t max_rows(const struct link *l, bool patch)
{
   return patch ? LINK_MAX_PATCH_VECTORS : link_limit(l->limits->max_varying_vectors, PIPE_MAX_VARYINGS);
}

static bool is_flat(const struct link_stage *s, const struct link_var *v)
{
   return spv_has_decoration(&s->m, v->id, SpvDecorationFlat);
}

/* Reserves the rows of a layout; false: above the limit. */
static bool take(struct grid *g, const struct spv_module *m, const struct link_var *v)
{
   uint32_t first = v->location, end = first;
   uint8_t mask = 0xf;
   if (v->block_name && member_range(m, link_bare(m, v->type), &first, &end)) {
      /* Members repeat per element of a block array, so the linker assigns no locations to them. */
   } else {
      const struct link_packed p = packed_size(m, v->inner, 0);
      end = first + p.rows;
      mask = (uint8_t)(((1u << p.columns) - 1) << v->component & 0xf);
   }
   for (uint32_t i = first; i < end && i < g->max_rows; i++)
      g->used[i] |= mask;
   return end <= g->max_rows;
}

static bool has_layout(const struct link_stage *s, const struct link_var *v)
{
   uint32_t first, end;
   return v->location != LINK_NONE || (v->block_name && member_range(&s->m, link_bare(&s->m, v->type), &first, &end));
}

/* The input that reads an output, or NULL. */
static struct link_var *reader(struct link_stage *consumer, const struct link_var *out)
{
   for (unsigned i = 0; consumer && i < consumer->var_count; i++)
      if (consumer->var[i].from == out && consumer->var[i].used)
         return &consumer->var[i];
   return NULL;
}

static void give(struct link_stage *producer, struct link_stage *consumer, struct link_var *out, uint32_t location,
                 uint32_t component)
{
   struct link_var *in = reader(consumer, out);
   decorate(producer, out, location, component);
   if (in)
      decorate(consumer, in, location, component);
}

/* Smooth and flat values cannot share a row: interpolation is a property of the row in hardware. */
static bool pack_class(struct grid *g, struct link_packed *all, unsigned count, const struct link_stage *s,
                       struct link_var *const *out, bool flat)
{
   struct link_packed *some = malloc((count + 1) * sizeof *some);
   unsigned n = 0;
   if (!some)
      return false;
   for (unsigned i = 0; i < count; i++)
      if (is_flat(s, out[all[i].tag]) == flat)
         some[n++] = all[i];
   const bool done = link_pack(some, n, g->max_rows, g->used);
   for (unsigned i = 0; done && i < n; i++)
      for (unsigned k = 0; k < count; k++)
         if (all[k].tag == some[i].tag)
            all[k] = some[i];
   free(some);
   for (uint32_t i = 0; i < g->max_rows; i++)
      g->used[i] = g->used[i] ? 0xf : 0;
   return done;
}

/* Whether the packing of the specification, which does not tell flat values from smooth ones, fits the limit. */
static bool fits_limit(struct link *l, const struct grid *g, const struct link_packed *item, unsigned count)
{
   struct grid copy = *g;
   struct link_packed *all = malloc((count + 1) * sizeof *all);
   if (!all) {
      l->no_memory = true;
      return true;
   }
   memcpy(all, item, count * sizeof *all);
   const bool fits = link_pack(all, count, copy.max_rows, copy.used);
   free(all);
   return fits;
}

/* Each gets slots of its own while there are enough; otherwise they are packed, flat ones apart from smooth ones. */
static void place(struct link *l, struct grid *g, struct link_stage *producer, struct link_stage *consumer,
                  struct link_var **out, struct link_packed *item, unsigned count)
{
   struct grid own = *g;
   const uint32_t limit = g->max_rows;
   uint32_t next = 0;
   bool fits = true;
   const bool allowed = fits_limit(l, g, item, count);
   own.max_rows = g->max_rows = PIPE_MAX_VARYINGS;
   if (!allowed || !pack_class(g, item, count, producer, out, false) || !pack_class(g, item, count, producer, out, true)) {
      link_error(l, "the varyings need more than %u vectors", limit);
      return;
   }
   uint32_t *at = calloc(count + 1, sizeof *at);
   if (!at) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < count && fits; i++) { /* in packing order */
      uint32_t run = 0;
      for (; next < own.max_rows && run < item[i].rows; next++)
         run = own.used[next] ? 0 : run + 1;
      fits = run == item[i].rows;
      at[i] = next - run;
   }
   for (unsigned i = 0; i < count; i++)
      give(producer, consumer, out[item[i].tag], fits ? at[i] : item[i].row, fits ? 0 : item[i].column);
   free(at);
}

/* ---- interfaces with other programs ------------------------------------------------------------------------------------------ */

static int by_name(const void *a, const void *b)
{
   const struct link_var *const *x = a, *const *y = b;
   return strcmp(link_var_name(*x), link_var_name(*y));
}

static bool is_edge_var(const struct link_var *v, uint32_t storage, bool patch)
{
   return v->storage == storage && !link_is_builtin(v) && v->patch == patch;
}

/* Rows that a variable or block without a layout takes. */
static uint32_t rows_of(const struct link_stage *s, const struct link_var *v)
{
   return packed_size(&s->m, v->inner, 0).rows;
}

/* Both sides of the interface of separable programs come to the same locations where their declarations match (OpenGL 4.6, 7.4.1):
 * layouts stay, other variables follow in the order of their names, each in rows of its own, whether it is used or not. */
static void place_edge_kind(struct link *l, struct link_stage *s, uint32_t storage, bool patch)
{
   const uint32_t limit = max_rows(l, patch);
   struct grid g = { .max_rows = limit };
   struct link_var **free_var = calloc(s->var_count + 1, sizeof *free_var);
   unsigned count = 0;
   if (!free_var) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (!is_edge_var(v, storage, patch))
         continue;
      if (!has_layout(s, v))
         free_var[count++] = v;
      else if (!take(&g, &s->m, v))
         link_error(l, "the varying '%s' is behind the last of %u locations", link_var_name(v), limit);
      else
         decorate(s, v, v->location, v->component);
   }
   qsort(free_var, count, sizeof *free_var, by_name);
   for (unsigned i = 0; i < count && !l->failed; i++) {
      const uint32_t rows = rows_of(s, free_var[i]);
      uint32_t at = 0, run = 0;
      for (; at < limit && run < rows; at++)
         run = g.used[at] ? 0 : run + 1;
      if (run < rows) {
         link_error(l, "the varyings need more than %u vectors", limit);
         break;
      }
      for (uint32_t k = at - rows; k < at; k++)
         g.used[k] = 0xf;
      decorate(s, free_var[i], at - rows, 0);
   }
   free(free_var);
}

static void place_edge(struct link *l, struct link_stage *s, uint32_t storage)
{
   place_edge_kind(l, s, storage, false);
   if (!l->failed && !l->no_memory)
      place_edge_kind(l, s, storage, true);
}

void link_separable_edges(struct link *l)
{
   struct link_stage *first = NULL, *last = NULL;
   for (unsigned i = 0; i <= PIPE_SHADER_FRAGMENT; i++) {
      first = !first && l->stage[i].present ? &l->stage[i] : first;
      last = l->stage[i].present ? &l->stage[i] : last;
   }
   if (!l->separable || !first)
      return;
   if (first->module->stage != PIPE_SHADER_VERTEX)
      place_edge(l, first, SpvStorageClassInput);
   if (last->module->stage != PIPE_SHADER_FRAGMENT && !l->failed && !l->no_memory)
      place_edge(l, last, SpvStorageClassOutput);
}

/* ---- interfaces within the program ------------------------------------------------------------------------------------------- */

/* Per-vertex and per-patch values have separate locations. */
static void place_kind(struct link *l, struct link_stage *producer, struct link_stage *consumer, bool patch)
{
   struct grid g = { .max_rows = max_rows(l, patch) };
   struct link_var **out = calloc(producer->var_count + 1, sizeof *out);
   struct link_packed *item = calloc(producer->var_count + 1, sizeof *item);
   unsigned count = 0;
   if (!out || !item) {
      l->no_memory = true;
      goto done;
   }
   for (unsigned i = 0; i < producer->var_count; i++) {
      struct link_var *v = &producer->var[i];
      if (v->storage != SpvStorageClassOutput || link_is_builtin(v) || v->patch != patch)
         continue;
      if (!v->needed) {
         decorate(producer, v, LINK_NONE, 0);
      } else if (has_layout(producer, v)) {
         if (!take(&g, &producer->m, v))
            link_error(l, "the varying '%s' is behind the last of %u locations", link_var_name(v), g.max_rows);
         else
            give(producer, consumer, v, v->location, v->component);
      } else {
         item[count] = packed_size(&producer->m, v->inner, count);
         out[count++] = v;
      }
   }
   if (!l->failed)
      place(l, &g, producer, consumer, out, item, count);
done:
   free(out);
   free(item);
}

/* consumer NULL: the last stage, whose outputs feedback may read; those that another program may read are place_edge's. */
void link_varying_locations(struct link *l, struct link_stage *producer, struct link_stage *consumer)
{
   if (!consumer && l->separable)
      return;
   place_kind(l, producer, consumer, false);
   if (producer->module->stage == PIPE_SHADER_TESS_CTRL && !l->failed)
      place_kind(l, producer, consumer, true);
   for (unsigned i = 0; consumer && i < consumer->var_count; i++) {
      struct link_var *v = &consumer->var[i];
      if (v->storage == SpvStorageClassInput && !link_is_builtin(v) && !v->used)
         decorate(consumer, v, LINK_NONE, 0);
   }
}

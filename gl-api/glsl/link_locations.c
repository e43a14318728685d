/* link_locations.c: assigns equal Locations to matching outputs and inputs. Locations by layout stay; other variables get free
 * ones. Outputs that are not read get none: the compiler makes them private variables. */
#include <stdio.h>
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
   p.components = spv_component_count(m, type);
   p.align = t.width == 64 ? 2 : 1;
   if (t.kind == SPV_KIND_STRUCT || p.columns > 4 || link_slots(m, type, false) != p.rows) {
      p.columns = 4; /* full rows */
      p.rows = link_slots(m, type, false);
   }
   if (t.kind == SPV_KIND_STRUCT) {
      p.components = 4 * p.rows;
      p.align = 4;
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
static void decorate(struct link_stage *s, struct link_var *v, uint32_t location, uint32_t component, bool packed)
{
   uint32_t first, end;
   if (v->block_name && member_range(&s->m, link_bare(&s->m, v->type), &first, &end))
      return;
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationComponent);
   v->location = location;
   v->component = component;
   v->packed = packed;
   if (location == LINK_NONE)
      return;
   spv_edit_decorate1(s->edit, v->id, SpvDecorationLocation, location);
   if (component)
      spv_edit_decorate1(s->edit, v->id, SpvDecorationComponent, component);
   if (packed)
      spv_edit_decorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationCPacked, NULL, 0);
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

struct grid { uint8_t used[LINK_MAX_ROWS]; uint32_t max_rows, built_in_rows; };

static uint32_t max_rows(const struct link *l, bool patch)
{
   return patch ? LINK_MAX_PATCH_VECTORS : link_limit(l->limits->max_varying_vectors, PIPE_MAX_VARYINGS);
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

enum row_class { ROW_SMOOTH, ROW_FLAT, ROW_PER_PRIMITIVE, ROW_CLASSES };

/* Since GLSL 4.40 the consumer alone decides the interpolation. */
static enum row_class class_of(const struct link_stage *producer, struct link_stage *consumer, const struct link_var *out)
{
   const struct link_var *in = reader(consumer, out);
   if (out->per_primitive)
      return ROW_PER_PRIMITIVE;
   return spv_has_decoration(in ? &consumer->m : &producer->m, in ? in->id : out->id, SpvDecorationFlat) ? ROW_FLAT : ROW_SMOOTH;
}

static void give(struct link_stage *producer, struct link_stage *consumer, struct link_var *out, uint32_t location,
                 uint32_t component, bool packed)
{
   struct link_var *in = reader(consumer, out);
   decorate(producer, out, location, component, packed);
   if (in)
      decorate(consumer, in, location, component, packed);
}

/* Scalars of the type may follow each other across rows: none has 64 bits, which would straddle rows, and no member is flat, where the
 * rasterizer interpolates others of a row. */
static bool is_dense(const struct spv_module *m, uint32_t type, bool rasterized)
{
   struct spv_type t = spv_type_of(m, link_bare(m, type));
   while (t.kind == SPV_KIND_MATRIX || t.kind == SPV_KIND_VECTOR)
      t = spv_type_of(m, t.element);
   if (t.kind != SPV_KIND_STRUCT)
      return t.width != 64;
   for (uint32_t i = 0; i < t.count; i++)
      if ((rasterized && spv_find_decoration(m, t.id, i, SpvDecorationFlat)) || !is_dense(m, t.members[i], rasterized))
         return false;
   return true;
}

/* The size of an output that the linker places: blocks and structures take full rows where they cannot be packed. */
static struct link_packed placed_size(const struct link_stage *producer, struct link_stage *consumer, const struct link_var *out, uint32_t tag)
{
   struct link_packed p = packed_size(&producer->m, out->inner, tag);
   const struct link_var *in = reader(consumer, out);
   const bool rasterized = consumer && consumer->module->stage == PIPE_SHADER_FRAGMENT;
   if (spv_type_of(&producer->m, link_bare(&producer->m, out->inner)).kind == SPV_KIND_STRUCT &&
       is_dense(&producer->m, out->inner, rasterized) && (!in || is_dense(&consumer->m, in->inner, rasterized))) {
      p.components = spv_component_count(&producer->m, out->inner);
      p.align = 1;
   }
   return p;
}

/* The variables to place, and their sizes. */
struct unplaced {
   struct link_stage *producer, *consumer; /* consumer NULL: the last stage */
   struct link_var **out;
   struct link_packed *item;
   unsigned count;
};
typedef bool (*pack_fn)(struct link_packed *item, unsigned count, uint32_t max_rows, uint8_t *used);

/* Smooth and flat values cannot share a row: interpolation is a property of the row in hardware. Rows of primitives are of another
 * array than rows of vertices. */
static bool pack_class(struct unplaced *p, struct grid *g, pack_fn pack, enum row_class class)
{
   struct link_packed *const all = p->item;
   const unsigned count = p->count;
   struct link_packed *some = malloc((count + 1) * sizeof *some);
   unsigned n = 0;
   if (!some)
      return false;
   for (unsigned i = 0; i < count; i++)
      if (class_of(p->producer, p->consumer, p->out[all[i].tag]) == class)
         some[n++] = all[i];
   const bool done = pack(some, n, g->max_rows, g->used);
   for (unsigned i = 0; done && i < n; i++)
      for (unsigned k = 0; k < count; k++)
         if (all[k].tag == some[i].tag)
            all[k] = some[i];
   free(some);
   for (uint32_t i = 0; i < g->max_rows; i++)
      g->used[i] = g->used[i] ? 0xf : 0;
   return done;
}

static bool pack_classes(struct unplaced *p, const struct grid *g, pack_fn pack)
{
   struct grid copy = *g;
   copy.max_rows = PIPE_MAX_VARYINGS;
   bool done = true;
   for (enum row_class class = 0; class < ROW_CLASSES && done; class++)
      done = pack_class(p, &copy, pack, class);
   return done;
}

/* Whether the packing of the specification, which does not tell flat values from smooth ones, fits the limit. OpenGL 4.6
 * (11.1.2.1) has a limit of components, without a rule of packing. */
static bool fits_limit(struct link *l, const struct grid *g, const struct unplaced *p)
{
   struct grid copy = *g;
   struct link_packed *all = malloc((p->count + 1) * sizeof *all);
   uint64_t components = 0;
   if (!all) {
      l->no_memory = true;
      return true;
   }
   memcpy(all, p->item, p->count * sizeof *all);
   for (unsigned i = 0; i < p->count; i++)
      components += all[i].components;
   for (uint32_t i = 0; i < g->max_rows; i++)
      components += g->used[i] ? 4 : 0;
   const bool fits = link_pack(all, p->count, copy.max_rows, copy.used) || (!l->es && components <= 4 * g->max_rows);
   free(all);
   return fits;
}

/* Rows for each item alone; false: there are not enough. */
static bool place_rows(const struct unplaced *p, const struct grid *g, uint32_t *row)
{
   uint32_t next = 0;
   for (unsigned i = 0; i < p->count; i++) {
      uint32_t run = 0;
      for (; next < PIPE_MAX_VARYINGS && run < p->item[i].rows; next++)
         run = g->used[next] ? 0 : run + 1;
      if (run < p->item[i].rows)
         return false;
      row[i] = next - run;
   }
   return true;
}

static void too_many(struct link *l, const struct grid *g)
{
   char beside[80] = "";
   if (g->built_in_rows)
      snprintf(beside, sizeof beside, ", of which built-in inputs of the fragment shader take %u", g->built_in_rows);
   link_error(l, "the varyings need more than the limit of %u vectors%s", g->max_rows, beside);
}

/* Each variable has its rows alone while there are enough; otherwise columns of rows; otherwise components across rows. Flat ones
 * are packed apart from smooth ones. */
static void place(struct link *l, const struct grid *g, struct unplaced *p)
{
   const bool allowed = fits_limit(l, g, p), columns = allowed && pack_classes(p, g, link_pack);
   if (!allowed || (!columns && !pack_classes(p, g, link_pack_dense))) {
      too_many(l, g);
      return;
   }
   uint32_t *row = calloc(p->count + 1, sizeof *row);
   if (!row) {
      l->no_memory = true;
      return;
   }
   const bool rows = columns && place_rows(p, g, row);
   for (unsigned i = 0; i < p->count; i++) {
      const struct link_packed *item = &p->item[i];
      give(p->producer, p->consumer, p->out[item->tag], rows ? row[i] : item->row, rows ? 0 : item->column,
           !columns && item->align < 4);
   }
   free(row);
}

/* gl_BoundingBox, which invocations of a control shader share, lies after the patch outputs that a later stage may read. */
static bool is_bounding_box(const struct link_var *v)
{
   return v->patch && v->storage == SpvStorageClassOutput && !v->block_name && !strncmp(v->name, "gl_BoundingBox", 14);
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
 * layouts stay, other variables follow in the order of their names, each in separate rows, whether it is used or not. */
static void place_edge_kind(struct link *l, struct link_stage *s, uint32_t storage, bool patch)
{
   const uint32_t limit = max_rows(l, patch);
   struct grid g = { .max_rows = limit };
   if (!patch)
      link_legacy_reserve(s, storage, g.used);
   struct link_var **free_var = calloc(s->var_count + 1, sizeof *free_var);
   unsigned count = 0;
   if (!free_var) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < s->var_count; i++) {
      struct link_var *v = &s->var[i];
      if (patch && is_bounding_box(v))
         decorate(s, v, limit, 0, false);
      if (!is_edge_var(v, storage, patch))
         continue;
      if (!has_layout(s, v))
         free_var[count++] = v;
      else if (!take(&g, &s->m, v))
         link_error(l, "the varying '%s' is beyond the last of %u locations", link_var_name(v), limit);
      else
         decorate(s, v, v->location, v->component, false);
   }
   qsort(free_var, count, sizeof *free_var, by_name);
   for (unsigned i = 0; i < count && !l->failed; i++) {
      const uint32_t rows = rows_of(s, free_var[i]);
      uint32_t at = 0, run = 0;
      for (; at < limit && run < rows; at++)
         run = g.used[at] ? 0 : run + 1;
      if (run < rows) {
         link_error(l, "the varyings need more than the limit of %u vectors", limit);
         break;
      }
      for (uint32_t k = at - rows; k < at; k++)
         g.used[k] = 0xf;
      decorate(s, free_var[i], at - rows, 0, false);
   }
   free(free_var);
}

static void place_edge(struct link *l, struct link_stage *s, uint32_t storage)
{
   place_edge_kind(l, s, storage, false);
   if (!l->failed && !l->no_memory)
      place_edge_kind(l, s, storage, true);
}

void link_external_locations(struct link *l)
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

/* Rows that an input of the fragment shader interpolates beside the locations of varyings. */
static uint32_t built_in_rows(const struct link_stage *producer, const struct link_stage *fragment, const struct link_var *v)
{
   static const struct { const char *name, *back; } colors[] = { { "gl_Color", "gl_BackColor" },
      { "gl_SecondaryColor", "gl_BackSecondaryColor" }, { "gl_FogFragCoord", "" } };
   for (unsigned i = 0; i < sizeof colors / sizeof *colors; i++) {
      const struct link_var *back = link_find_var(producer, SpvStorageClassOutput, colors[i].back);
      if (!strcmp(v->name, colors[i].name))
         return back && back->used ? 2 : 1;
   }
   switch (v->builtin) {
   case SpvBuiltInPointCoord: case SpvBuiltInPrimitiveId: case SpvBuiltInLayer: case SpvBuiltInViewportIndex:
      return 1;
   case SpvBuiltInClipDistance: case SpvBuiltInCullDistance:
      return (link_components(&fragment->m, v->type) + 3) / 4;
   default:
      return 0;
   }
}

/* Built-in inputs count, too (OpenGL 4.6, 11.1.2.1). Reserves the last rows that no layout has; false: there are not enough. */
static bool reserve_built_ins(const struct link_stage *producer, const struct link_stage *fragment, struct grid *g)
{
   uint32_t left = 0;
   for (unsigned i = 0; i < fragment->var_count; i++) {
      const struct link_var *v = &fragment->var[i];
      if (v->storage == SpvStorageClassInput && v->used && !v->block_name)
         left += built_in_rows(producer, fragment, v);
   }
   g->built_in_rows = left;
   for (uint32_t row = PIPE_MAX_VARYINGS; left && row-- > 0;) {
      left -= !g->used[row];
      g->used[row] = 0xf;
   }
   return !left;
}

/* Per-vertex and per-patch values have separate locations. */
static void place_kind(struct link *l, struct link_stage *producer, struct link_stage *consumer, bool patch)
{
   struct grid g = { .max_rows = max_rows(l, patch) };
   if (!patch)
      link_legacy_reserve(producer, SpvStorageClassOutput, g.used);
   if (!patch && consumer && consumer->module->stage != PIPE_SHADER_FRAGMENT)
      link_legacy_reserve(consumer, SpvStorageClassInput, g.used);
   struct unplaced p = { .producer = producer, .consumer = consumer };
   p.out = calloc(producer->var_count + 1, sizeof(struct link_var *));
   p.item = calloc(producer->var_count + 1, sizeof *p.item);
   if (!p.out || !p.item) {
      l->no_memory = true;
      goto done;
   }
   for (unsigned i = 0; i < producer->var_count; i++) {
      struct link_var *v = &producer->var[i];
      if (patch && is_bounding_box(v))
         decorate(producer, v, g.max_rows, 0, false);
      if (v->storage != SpvStorageClassOutput || link_is_builtin(v) || v->patch != patch)
         continue;
      if (!v->needed) {
         decorate(producer, v, LINK_NONE, 0, false);
      } else if (has_layout(producer, v)) {
         if (!take(&g, &producer->m, v))
            link_error(l, "the varying '%s' is beyond the last of %u locations", link_var_name(v), g.max_rows);
         else
            give(producer, consumer, v, v->location, v->component, false);
      } else {
         p.item[p.count] = placed_size(producer, consumer, v, p.count);
         p.out[p.count++] = v;
      }
   }
   if (!patch && consumer && consumer->module->stage == PIPE_SHADER_FRAGMENT && !reserve_built_ins(producer, consumer, &g))
      too_many(l, &g);
   if (!l->failed)
      place(l, &g, &p);
done:
   free(p.out);
   free(p.item);
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
         decorate(consumer, v, LINK_NONE, 0, false);
   }
}

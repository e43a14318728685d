/* gf_units.c: joins several shaders of one stage (OpenGL 4.6 7.3; GLSL 4.60 3.2, 9). Each is parsed separately, then their trees
 * are joined: globals and functions of the same name are the same object and must have equal declarations, a function declared in
 * one shader may be defined in another, stage layouts are combined. The result is one parser, as of one source; the emitter sees
 * only gf_units_alias. Structs and blocks with equal declarations become one type when the later one is declared
 * (gf_known_record). */
#include "gf_parser.h"

#include <string.h>

#include "gf_front.h"

/* ---- parsing ---- */

void gf_units_next(struct gf_ctx *c)
{
   GF_PUSH(c, &c->units, c->parser);
   c->unit++;
   c->newest = c->version > c->newest ? c->version : c->newest;
   c->version_known = c->es = c->compat = false;
   c->version = 0;
   c->braces = 0;
   c->ext_epoch++;
   memset(c->offered, 0, sizeof(c->offered));
   memset(c->on, 0, sizeof(c->on));
   memset(c->warn, 0, sizeof(c->warn));
   for (unsigned i = 0; i < c->name_buckets; i++) {
      for (struct gf_name *n = c->names[i]; n; n = n->next) {
         if (n->text[0] == '\1')
            continue; /* array types */
         n->macro = NULL;
         n->symbol = n->builtin = NULL;
      }
   }
}

/* ---- types ---- */

static bool same_layouts(const struct gf_layouts *a, const struct gf_layouts *b)
{
   if (memcmp(a->set, b->set, sizeof(a->set)) != 0)
      return false;
   for (unsigned id = 0; id < GF_L_COUNT; id++) {
      if (gf_has_layout(a, id) && a->value[id] != b->value[id])
         return false;
   }
   return true;
}

static bool same_look(const struct gf_qual *a, const struct gf_qual *b)
{
   const unsigned interp_a = a->interp ? a->interp : GF_I_SMOOTH, interp_b = b->interp ? b->interp : GF_I_SMOOTH;
   return interp_a == interp_b && a->centroid == b->centroid && a->sample == b->sample && a->patch == b->patch && a->per_primitive == b->per_primitive;
}

static bool same_record(const struct gf_record *a, const struct gf_record *b)
{
   if (a->type->base != b->type->base || strcmp(a->name, b->name) != 0 || a->count != b->count || a->builtin != b->builtin ||
       a->std430 != b->std430 || a->qual.storage != b->qual.storage || !same_layouts(&a->qual.layout, &b->qual.layout))
      return false;
   for (unsigned i = 0; i < a->count; i++) {
      const struct gf_member *x = &a->members[i], *y = &b->members[i];
      const bool sized_late = x->type->base == GF_ARRAY && y->type->base == GF_ARRAY && x->type->elem == y->type->elem &&
                              (x->type->length == GF_UNSIZED || y->type->length == GF_UNSIZED);
      if (x->name != y->name || (x->type != y->type && !sized_late) || x->offset != y->offset ||
          x->row_major != y->row_major || !same_look(&x->qual, &y->qual) || !same_layouts(&x->qual.layout, &y->qual.layout))
         return false;
   }
   return true;
}

struct gf_type *gf_known_record(struct gf_parser *p, struct gf_type *t)
{
   struct gf_ctx *c = p->c;
   if (!c->options->more_count)
      return t;
   for (unsigned i = 0; i < c->records.count; i++) {
      struct gf_record *r = c->records.at[i];
      if (r->unit == c->unit || !same_record(r, t->record))
         continue;
      for (unsigned k = 0; k < r->count; k++) { /* another shader may give an unsized array its size */
         struct gf_member *m = &r->members[k];
         if (m->type->base == GF_ARRAY && m->type->length == GF_UNSIZED)
            m->type = t->record->members[k].type;
         m->elements = m->elements > t->record->members[k].elements ? m->elements : t->record->members[k].elements;
      }
      return r->type;
   }
   t->record->unit = c->unit;
   GF_PUSH(c, &c->records, t->record);
   return t;
}

/* ---- globals ---- */

struct both { struct gf_parser *p; struct gf_symbol *a, *b; };

static void differ(const struct both *x, const char *what)
{
   gf_error(x->p->c, x->b->loc, "'%s' %s than in another shader of this stage (%s)", x->b->name->text, what,
            gf_loc_text(x->p->c, x->a->loc));
}

static bool same_value(const struct gf_value *a, const struct gf_value *b)
{
   return a->type == b->type && memcmp(a->at, b->at, gf_components(a->type) * sizeof(a->at[0])) == 0;
}

/* Types are equal, or one is an unsized array of which the other declares the size. */
static bool join_types(const struct both *x)
{
   struct gf_symbol *a = x->a, *b = x->b;
   if (a->type == b->type)
      return true;
   if (a->type->base != GF_ARRAY || b->type->base != GF_ARRAY || a->type->elem != b->type->elem ||
       (a->type->length != GF_UNSIZED && b->type->length != GF_UNSIZED))
      return false;
   const int length = a->type->length != GF_UNSIZED ? a->type->length : b->type->length;
   if (a->max_index >= length || b->max_index >= length)
      return false;
   a->type = b->type = gf_array(x->p->c, a->type->elem, length);
   return true;
}

static void check_layouts(const struct both *x)
{
   static const struct { uint8_t id; const char *what; } rows[] = { { GF_L_location, "has another location" },
      { GF_L_component, "has another component" }, { GF_L_index, "has another index" }, { GF_L_binding, "has another binding" },
      { GF_L_offset, "has another offset" }, { GF_L_stream, "is in another stream" } };
   const struct gf_layouts *a = &x->a->qual.layout, *b = &x->b->qual.layout;
   if (x->a->handles != x->b->handles)
      differ(x, "has another one of the layouts bindless and bound");
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      if (gf_has_layout(a, rows[i].id) && gf_has_layout(b, rows[i].id) && a->value[rows[i].id] != b->value[rows[i].id])
         differ(x, rows[i].what);
   }
   if (gf_has_layout(a, GF_L_component) != gf_has_layout(b, GF_L_component))
      differ(x, "has another component");
   if (!a->value && b->value)
      x->a->qual.layout = *b;
   for (unsigned i = 0; a->value && b->value && i < GF_COUNT(rows); i++) {
      if (!gf_has_layout(a, rows[i].id) && gf_has_layout(b, rows[i].id)) {
         x->a->qual.layout.set[rows[i].id / 64] |= UINT64_C(1) << (rows[i].id % 64);
         x->a->qual.layout.value[rows[i].id] = b->value[rows[i].id];
      }
   }
}

/* gl_FragCoord and gl_FragDepth: all shaders that use them redeclare them with the same layouts, or none does. */
static void check_builtin(const struct both *x)
{
   static const uint8_t ids[] = { GF_L_origin_upper_left, GF_L_pixel_center_integer, GF_L_depth_any, GF_L_depth_greater,
                                  GF_L_depth_less, GF_L_depth_unchanged };
   for (unsigned i = 0; i < GF_COUNT(ids); i++) {
      if (gf_has_layout(&x->a->qual.layout, ids[i]) != gf_has_layout(&x->b->qual.layout, ids[i])) {
         differ(x, "is declared again with other layouts");
         return;
      }
   }
   if (x->a->redeclared != x->b->redeclared && !strncmp(x->a->name->text, "gl_Frag", 7) && x->a->used && x->b->used)
      differ(x, "is declared again in one only, or otherwise");
}

static void join(const struct both *x)
{
   struct gf_symbol *a = x->a, *b = x->b;
   const bool varying = a->qual.storage == GF_S_VARYING || b->qual.storage == GF_S_VARYING ||
                        a->qual.storage == GF_S_ATTRIBUTE || b->qual.storage == GF_S_ATTRIBUTE;
   if (a->qual.storage != b->qual.storage && !varying)
      differ(x, "has another storage qualifier");
   else if (!join_types(x))
      differ(x, "has another type");
   if (!same_look(&a->qual, &b->qual))
      differ(x, "has other interpolation or auxiliary qualifiers");
   if (a->qual.invariant != b->qual.invariant && !a->builtin)
      differ(x, "is otherwise invariant");
   if (a->builtin)
      check_builtin(x);
   else
      check_layouts(x);
   const struct gf_value *va = a->init ? a->init->value : a->value, *vb = b->init ? b->init->value : b->value;
   if ((a->init || a->value) && (b->init || b->value) && !a->builtin && (!va || !vb || !same_value(va, vb)))
      differ(x, "has another initial value, or one that is not constant,");
   if (!a->init)
      a->init = b->init;
   a->used |= b->used;
   a->assigned |= b->assigned;
   a->redeclared |= b->redeclared;
   a->max_index = b->max_index > a->max_index ? b->max_index : a->max_index;
   b->same = a;
   GF_PUSH(x->p->c, &x->p->c->aliases, b);
}

/* Blocks are matched by block name: instance names belong to their shaders (GLSL 4.60, 4.3.9). */
static bool same_block(const struct gf_symbol *a, const struct gf_symbol *b)
{
   const struct gf_type *x = gf_bare(a->type), *y = gf_bare(b->type);
   return x->base == GF_BLOCK && y->base == GF_BLOCK && a->qual.storage == b->qual.storage && a->unnamed == b->unnamed &&
          strcmp(x->record->name, y->record->name) == 0;
}

static struct gf_symbol *find(struct gf_parser *p, const struct gf_symbol *s)
{
   const bool block = gf_bare(s->type)->base == GF_BLOCK && strncmp(s->name->text, "gl_", 3) != 0;
   for (unsigned i = 0; i < p->globals.count; i++) {
      struct gf_symbol *other = p->globals.at[i];
      if (block) {
         if (same_block(other, s))
            return other;
         continue;
      }
      if (other->name != s->name || other->kind != s->kind || other->unnamed != s->unnamed)
         continue;
      /* an in block and an out block may share a name */
      if (s->unnamed && other->qual.storage != s->qual.storage)
         continue;
      return other;
   }
   return NULL;
}

/* A block has an instance name in all shaders or in none, and equal members. */
static void check_blocks(struct gf_parser *p, const struct gf_symbol *s)
{
   const struct gf_record *r = gf_bare(s->type)->record;
   for (unsigned i = 0; gf_bare(s->type)->base == GF_BLOCK && i < p->globals.count; i++) {
      const struct gf_symbol *o = p->globals.at[i];
      const struct gf_type *bare = gf_bare(o->type);
      if (bare->base != GF_BLOCK || o->qual.storage != s->qual.storage || strcmp(bare->record->name, r->name) != 0)
         continue;
      if (bare->record != r)
         gf_error(p->c, s->loc, "block '%s' differs from that of another shader of this stage (%s)", r->name,
                  gf_loc_text(p->c, o->loc));
      else if (o->unnamed != s->unnamed)
         gf_error(p->c, s->loc, "block '%s' has an instance name in one shader of this stage only (%s)", r->name,
                  gf_loc_text(p->c, o->loc));
      else if (o->name != s->name && o->type != s->type)
         gf_error(p->c, s->loc, "block '%s' has another array size than in another shader of this stage (%s)", r->name,
                  gf_loc_text(p->c, o->loc));
      return;
   }
}

/* If one shader redeclares gl_PerVertex, all shaders that use its members must. */
static void check_per_vertex(struct gf_parser *p, const struct gf_parser *block_in, const struct gf_parser *other)
{
   const struct gf_symbol *block = NULL;
   for (unsigned i = 0; i < block_in->globals.count; i++) {
      const struct gf_symbol *s = block_in->globals.at[i];
      if (s->unnamed && s->builtin && s->qual.storage == GF_S_OUT)
         block = s;
   }
   static const char *const members[] = { "gl_Position", "gl_PointSize", "gl_ClipDistance", "gl_CullDistance" };
   for (unsigned i = 0; block && i < other->globals.count; i++) {
      const struct gf_symbol *s = other->globals.at[i];
      for (unsigned k = 0; k < GF_COUNT(members); k++) {
         if (s->builtin && s->used && s->qual.storage == GF_S_OUT && strcmp(s->name->text, members[k]) == 0)
            gf_error(p->c, block->loc, "gl_PerVertex is declared again, but another shader of this stage uses '%s' without it",
                     members[k]);
      }
   }
}

/* ---- functions ---- */

static void join_functions(struct gf_parser *p)
{
   for (unsigned i = 0; i < p->functions.count; i++) {
      struct gf_function *f = p->functions.at[i];
      f->mark = 0;
      for (unsigned k = 0; k < p->functions.count; k++) {
         struct gf_function *g = p->functions.at[k];
         if (f == g || !g->defined || g->symbol->name != f->symbol->name || !gf_same_params(f, g) || f->definition == g)
            continue;
         if (f->result != g->result)
            gf_error(p->c, f->loc, "function '%s' returns another type than in another shader of this stage (%s)",
                     f->symbol->name->text, gf_loc_text(p->c, g->loc));
         else if (f->defined && k < i)
            gf_error(p->c, f->loc, "function '%s' is defined in another shader of this stage, too (%s)", f->symbol->name->text,
                     gf_loc_text(p->c, g->loc));
         if (f->defined)
            continue;
         f->definition = g;
         GF_PUSH(p->c, &f->callees, g);
      }
   }
}

/* ---- layouts of the stage ---- */

static bool any_of(const struct gf_layouts *l, const uint8_t *ids, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      if (gf_has_layout(l, ids[i]))
         return true;
   }
   return false;
}

static int value_of(const struct gf_layouts *l, unsigned id, int otherwise)
{
   return gf_has_layout(l, id) ? l->value[id] : otherwise;
}

/* Shaders may declare at most one layout of each row, or equal values. */
static const struct { uint8_t id[8]; uint8_t count; uint8_t storage; const char *what; } choices[] = {
   { { GF_L_points, GF_L_lines, GF_L_lines_adjacency, GF_L_triangles, GF_L_triangles_adjacency, GF_L_quads, GF_L_isolines }, 7,
     GF_S_IN, "input primitive" },
   { { GF_L_points, GF_L_lines, GF_L_triangles, GF_L_line_strip, GF_L_triangle_strip }, 5, GF_S_OUT, "output primitive" },
   { { GF_L_equal_spacing, GF_L_fractional_even_spacing, GF_L_fractional_odd_spacing }, 3, GF_S_IN, "spacing" },
   { { GF_L_cw, GF_L_ccw }, 2, GF_S_IN, "vertex order" },
   { { GF_L_local_size_x, GF_L_local_size_y, GF_L_local_size_z, GF_L_local_size_variable }, 4, GF_S_IN, "local size" },
   { { GF_L_derivative_group_quadsNV, GF_L_derivative_group_linearNV }, 2, GF_S_IN, "derivative group" },
   { { GF_L_max_vertices }, 1, GF_S_OUT, "max_vertices" }, { { GF_L_max_primitives }, 1, GF_S_OUT, "max_primitives" },
   { { GF_L_vertices }, 1, GF_S_OUT, "vertices" },
   { { GF_L_bindless_sampler, GF_L_bound_sampler }, 2, GF_S_UNIFORM, "layout of samplers" },
   { { GF_L_bindless_image, GF_L_bound_image }, 2, GF_S_UNIFORM, "layout of images" },
   { { GF_L_invocations }, 1, GF_S_IN, "invocations" }, { { GF_L_num_views }, 1, GF_S_IN, "num_views" },
};

static void join_layouts(struct gf_parser *p, const struct gf_parser *u)
{
   for (unsigned i = 0; i < GF_COUNT(choices); i++) {
      struct gf_layouts *a = &p->defaults[choices[i].storage];
      const struct gf_layouts *b = &u->defaults[choices[i].storage];
      if (!any_of(b, choices[i].id, choices[i].count))
         continue;
      const bool known = any_of(a, choices[i].id, choices[i].count);
      for (unsigned k = 0; k < choices[i].count; k++) {
         const unsigned id = choices[i].id[k];
         if (known && (gf_has_layout(a, id) != gf_has_layout(b, id) || value_of(a, id, 1) != value_of(b, id, 1))) {
            gf_error(p->c, u->t.loc, "the shaders of this stage differ in their %s", choices[i].what);
            break;
         }
         if (!gf_has_layout(b, id))
            continue;
         if (!a->value)
            a->value = gf_alloc(p->c, GF_L_COUNT * sizeof(*a->value));
         a->set[id / 64] |= UINT64_C(1) << (id % 64);
         a->value[id] = b->value[id];
      }
   }
   struct gf_layouts *in = &p->defaults[GF_S_IN];
   static const uint8_t flags[] = { GF_L_point_mode, GF_L_early_fragment_tests, GF_L_post_depth_coverage, GF_L_inner_coverage,
      GF_L_pixel_interlock_ordered, GF_L_pixel_interlock_unordered, GF_L_sample_interlock_ordered,
      GF_L_sample_interlock_unordered, GF_L_derivative_group_quadsNV, GF_L_derivative_group_linearNV, GF_L_local_size_variable };
   for (unsigned i = 0; i < GF_COUNT(flags); i++) {
      if (gf_has_layout(&u->defaults[GF_S_IN], flags[i]))
         in->set[flags[i] / 64] |= UINT64_C(1) << (flags[i] % 64);
   }
   for (unsigned id = GF_L_blend_support_multiply; id <= GF_L_blend_support_all; id++) {
      if (gf_has_layout(&u->defaults[GF_S_OUT], id))
         p->defaults[GF_S_OUT].set[id / 64] |= UINT64_C(1) << (id % 64);
   }
   p->gs_input_vertices = p->gs_input_vertices ? p->gs_input_vertices : u->gs_input_vertices;
   p->tcs_vertices = p->tcs_vertices ? p->tcs_vertices : u->tcs_vertices;
   p->mesh_vertices = p->mesh_vertices ? p->mesh_vertices : u->mesh_vertices;
   p->mesh_primitives = p->mesh_primitives ? p->mesh_primitives : u->mesh_primitives;
   p->any_precise |= u->any_precise;
   p->wrote_clip_distance |= u->wrote_clip_distance;
   p->wrote_clip_vertex |= u->wrote_clip_vertex;
   p->xfb_mode |= u->xfb_mode;
   for (unsigned i = 0; i < 4; i++) {
      if (p->xfb_stride[i] && u->xfb_stride[i] && p->xfb_stride[i] != u->xfb_stride[i])
         gf_error(p->c, u->t.loc, "the shaders of this stage differ in the xfb_stride of buffer %u", i);
      p->xfb_stride[i] = p->xfb_stride[i] ? p->xfb_stride[i] : u->xfb_stride[i];
   }
}

/* ---- joining ---- */

void gf_units_join(struct gf_ctx *c)
{
   GF_PUSH(c, &c->units, c->parser);
   struct gf_parser *p = c->units.at[0];
   c->version = c->version > c->newest ? c->version : c->newest;
   for (unsigned i = 1; i < c->units.count; i++) {
      const struct gf_parser *u = c->units.at[i];
      check_per_vertex(p, p, u);
      check_per_vertex(p, u, p);
      for (unsigned k = 0; k < u->globals.count; k++) {
         struct gf_symbol *s = u->globals.at[k], *known = find(p, s);
         check_blocks(p, s);
         if (known)
            join(&(struct both){ p, known, s });
         else
            GF_PUSH(c, &p->globals, s);
      }
      for (unsigned k = 0; k < u->functions.count; k++)
         GF_PUSH(c, &p->functions, u->functions.at[k]);
      join_layouts(p, u);
   }
   c->parser = p;
   if (p->gs_input_vertices)
      gf_resize_inputs(p, p->gs_input_vertices, GF_S_IN, p->t.loc);
   if (p->tcs_vertices)
      gf_resize_inputs(p, p->tcs_vertices, GF_S_OUT, p->t.loc);
   if (p->mesh_vertices)
      gf_resize_mesh(p, false, p->t.loc);
   if (p->mesh_primitives)
      gf_resize_mesh(p, true, p->t.loc);
   join_functions(p);
   gf_check_early_tests(p);
   if (!c->errors)
      gf_check_recursion(p);
}

void gf_units_alias(struct gf_ctx *c)
{
   for (unsigned i = 0; i < c->aliases.count; i++) {
      struct gf_symbol *s = c->aliases.at[i];
      const struct gf_symbol *same = s->same;
      while (same->same)
         same = same->same;
      s->id = same->id;
      s->storage = same->storage;
      s->type = same->type;
      s->image_format = same->image_format;
   }
}

/* gf_layout_default.c: "layout(...) in;" and the like: the defaults of an interface, and arrays whose length they give. */
#include "gf_layout.h"

#include "gf_front.h"

static void conflict(struct gf_parser *p, const struct gf_layouts *old, const struct gf_layouts *l, unsigned id,
                     struct gf_loc at)
{
   const int earlier = gf_layout_value(old, id), value = gf_layout_value(l, id);
   if (gf_has_layout(old, id) && gf_has_layout(l, id) && earlier != value)
      gf_error(p->c, at, "%s = %d contradicts the earlier %d", gf_layout_text(id), value, earlier);
}

/* A number of 1 to limit, the same in each declaration. */
static void check_count(struct gf_parser *p, const struct gf_layouts *old, const struct gf_layouts *l, unsigned id, int limit,
                        struct gf_loc at)
{
   const int value = gf_layout_value(l, id);
   conflict(p, old, l, id, at);
   if (gf_has_layout(l, id) && (value < 1 || value > limit))
      gf_error(p->c, at, "%s = %d is not in the range 1 to %d", gf_layout_text(id), value, limit);
}

/* One identifier of a group, the same in each declaration. */
static void one_of(struct gf_parser *p, const struct gf_layouts *old, const struct gf_layouts *l, const unsigned *ids,
                   unsigned count, struct gf_loc at)
{
   int earlier = -1;
   for (unsigned i = 0; i < count; i++) {
      if (gf_has_layout(old, ids[i]) || gf_has_layout(l, ids[i])) {
         if (earlier >= 0)
            gf_error(p->c, at, "layout '%s' contradicts '%s'", gf_layout_text(ids[i]), gf_layout_text(earlier));
         earlier = (int)ids[i];
      }
   }
}

void gf_resize_inputs(struct gf_parser *p, int length, unsigned storage, struct gf_loc at)
{
   for (unsigned i = 0; i < p->globals.count; i++) {
      struct gf_symbol *s = p->globals.at[i];
      if (s->qual.storage != storage || s->type->base != GF_ARRAY || s->qual.patch ||
          (s->builtin && gf_bare(s->type)->base != GF_BLOCK))
         continue;
      if (s->type->length == GF_UNSIZED) {
         if (s->max_index >= length)
            gf_error(p->c, at, "'%s' is given fewer elements than an earlier index %d needs", s->name->text, s->max_index);
         s->type = gf_array(p->c, s->type->elem, length);
      } else if (s->type->length != length && !(s->builtin && storage == GF_S_IN && p->c->stage != PIPE_SHADER_GEOMETRY)) {
         gf_error(p->c, at, "'%s' has %d elements, not %d", s->name->text, s->type->length, length);
      }
   }
}

void gf_resize_mesh(struct gf_parser *p, bool per_primitive, struct gf_loc at)
{
   const int length = per_primitive ? p->mesh_primitives : p->mesh_vertices;
   for (unsigned i = 0; i < p->globals.count; i++) {
      struct gf_symbol *s = p->globals.at[i];
      if (s->qual.storage != GF_S_OUT || s->type->base != GF_ARRAY || s->qual.per_primitive != per_primitive)
         continue;
      if (s->type->length == GF_UNSIZED) {
         if (s->max_index >= length)
            gf_error(p->c, at, "'%s' is given fewer elements than an earlier index %d needs", s->name->text, s->max_index);
         s->type = gf_array(p->c, s->type->elem, length);
      } else if (s->type->length != length) {
         gf_error(p->c, at, "'%s' has %d elements, but there are %d %s", s->name->text, s->type->length, length,
                  gf_element_text(&s->qual));
      }
   }
}

/* The work group's size by "layout(local_size_x = ...) in;". */
static void local_size(struct gf_parser *p, const struct gf_layouts *l, const struct gf_layouts *d, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   static const int compute[] = { 1024, 1024, 64 },
      mesh[] = { GLSL_MESH_GROUP_INVOCATIONS, GLSL_MESH_GROUP_INVOCATIONS, GLSL_MESH_GROUP_INVOCATIONS };
   const int *const limits = c->stage == PIPE_SHADER_COMPUTE ? compute : mesh;
   const int most = c->stage == PIPE_SHADER_COMPUTE ? 1024 : GLSL_MESH_GROUP_INVOCATIONS;
   int64_t product = 1;
   for (unsigned id = GF_L_local_size_x; id <= GF_L_local_size_z; id++) {
      check_count(p, d, l, id, limits[id - GF_L_local_size_x], at);
      product *= gf_has_layout(l, id) && gf_layout_value(l, id) ? gf_layout_value(l, id) : 1;
   }
   if (!gf_any_layout(l, GF_L_local_size_x, GF_L_local_size_z))
      return;
   const bool earlier = gf_any_layout(d, GF_L_local_size_x, GF_L_local_size_z);
   for (unsigned id = GF_L_local_size_x; earlier && id <= GF_L_local_size_z; id++) {
      const int a = gf_has_layout(d, id) ? gf_layout_value(d, id) : 1, b = gf_has_layout(l, id) ? gf_layout_value(l, id) : 1;
      if (a != b)
         gf_error(c, at, "the local size contradicts an earlier declaration of it");
   }
   if (product > most)
      gf_error(c, at, "the local size has %lld invocations; the limit is %d", (long long)product, most);
}

/* "layout(triangles, max_vertices = ..., max_primitives = ...) out;" of a mesh shader (EXT_mesh_shader, 4.4.2.5). */
static void mesh_outputs(struct gf_parser *p, const struct gf_layouts *l, const struct gf_layouts *d, struct gf_loc at)
{
   static const unsigned primitives[] = { GF_L_points, GF_L_lines, GF_L_triangles };
   one_of(p, d, l, primitives, GF_COUNT(primitives), at);
   check_count(p, d, l, GF_L_max_vertices, GLSL_MESH_MAX_VERTICES, at);
   check_count(p, d, l, GF_L_max_primitives, GLSL_MESH_MAX_PRIMITIVES, at);
}

void gf_layout_default(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   const struct gf_loc at = q->loc;
   if (!gf_layout_check_default(p, q))
      return;
   struct gf_layouts *l = &q->layout, *d = &p->defaults[q->storage];
   static const unsigned gs_in[] = { GF_L_points, GF_L_lines, GF_L_lines_adjacency, GF_L_triangles,
                                     GF_L_triangles_adjacency };
   static const unsigned gs_out[] = { GF_L_points, GF_L_line_strip, GF_L_triangle_strip };
   static const unsigned tes_in[] = { GF_L_triangles, GF_L_quads, GF_L_isolines };
   static const unsigned spacing[] = { GF_L_equal_spacing, GF_L_fractional_even_spacing, GF_L_fractional_odd_spacing };
   static const unsigned order[] = { GF_L_cw, GF_L_ccw };
   static const unsigned interlock[] = { GF_L_pixel_interlock_ordered, GF_L_pixel_interlock_unordered,
                                         GF_L_sample_interlock_ordered,
                                         GF_L_sample_interlock_unordered };
   static const unsigned groups[] = { GF_L_derivative_group_quadsNV, GF_L_derivative_group_linearNV };
   static const unsigned bindless[] = { GF_L_bindless_sampler, GF_L_bound_sampler },
      bindless_image[] = { GF_L_bindless_image, GF_L_bound_image };
   static const unsigned coverage[] = { GF_L_inner_coverage, GF_L_post_depth_coverage };
   if (q->storage == GF_S_IN) {
      if (c->stage == PIPE_SHADER_GEOMETRY)
         one_of(p, d, l, gs_in, GF_COUNT(gs_in), at);
      if (c->stage == PIPE_SHADER_TESS_EVAL)
         one_of(p, d, l, tes_in, GF_COUNT(tes_in), at);
      one_of(p, d, l, spacing, GF_COUNT(spacing), at);
      one_of(p, d, l, order, GF_COUNT(order), at);
      one_of(p, d, l, interlock, GF_COUNT(interlock), at);
      one_of(p, d, l, coverage, GF_COUNT(coverage), at);
      one_of(p, d, l, groups, GF_COUNT(groups), at);
      local_size(p, l, d, at);
      if ((gf_has_layout(d, GF_L_local_size_variable) || gf_has_layout(l, GF_L_local_size_variable)) &&
          (gf_any_layout(d, GF_L_local_size_x, GF_L_local_size_z) || gf_any_layout(l, GF_L_local_size_x, GF_L_local_size_z)))
         gf_error(c, at, "the local size is both fixed and variable");
      check_count(p, d, l, GF_L_num_views, GLSL_MAX_VIEWS, at);
      check_count(p, d, l, GF_L_invocations, 32, at);
   } else if (q->storage == GF_S_OUT) {
      if (c->stage == PIPE_SHADER_MESH) {
         mesh_outputs(p, l, d, at);
      } else {
         one_of(p, d, l, gs_out, GF_COUNT(gs_out), at);
         conflict(p, d, l, GF_L_max_vertices, at);
         if (gf_layout_value(l, GF_L_max_vertices) > 256)
            gf_error(c, at, "max_vertices = %d is above the limit of 256", gf_layout_value(l, GF_L_max_vertices));
      }
      check_count(p, d, l, GF_L_vertices, 32, at);
      gf_xfb_note(p, q, NULL, false, gf_xfb_buffer(p, q), at);
   } else {
      one_of(p, d, l, bindless, GF_COUNT(bindless), at);
      one_of(p, d, l, bindless_image, GF_COUNT(bindless_image), at);
   }
   for (unsigned id = 0; id < GF_L_COUNT; id++) {
      if (gf_has_layout(l, id)) {
         gf_layout_override(d, id);
         gf_layout_put(p, d, id, gf_layout_value(l, id));
      }
   }
   if (q->storage == GF_S_IN && c->stage == PIPE_SHADER_GEOMETRY) {
      static const int sizes[] = { 1, 2, 4, 3, 6 };
      for (unsigned i = 0; i < GF_COUNT(gs_in); i++) {
         if (gf_has_layout(l, gs_in[i])) {
            p->gs_input_vertices = sizes[i];
            gf_resize_inputs(p, sizes[i], GF_S_IN, at);
         }
      }
   }
   if (c->stage == PIPE_SHADER_MESH && q->storage == GF_S_OUT && gf_has_layout(l, GF_L_max_vertices)) {
      p->mesh_vertices = gf_layout_value(l, GF_L_max_vertices);
      gf_resize_mesh(p, false, at);
   }
   if (c->stage == PIPE_SHADER_MESH && q->storage == GF_S_OUT && gf_has_layout(l, GF_L_max_primitives)) {
      p->mesh_primitives = gf_layout_value(l, GF_L_max_primitives);
      gf_resize_mesh(p, true, at);
   }
   if (q->storage == GF_S_OUT && gf_has_layout(l, GF_L_vertices)) {
      p->tcs_vertices = gf_layout_value(l, GF_L_vertices);
      gf_resize_inputs(p, p->tcs_vertices, GF_S_OUT, at);
   }
}

uint8_t gf_views(const struct gf_parser *p)
{
   const struct gf_layouts *in = &p->defaults[GF_S_IN];
   return gf_has_layout(in, GF_L_num_views) ? (uint8_t)gf_layout_value(in, GF_L_num_views) : 1;
}

uint16_t gf_blend_equations(const struct gf_parser *p)
{
   const struct gf_layouts *out = &p->defaults[GF_S_OUT];
   const bool all = gf_has_layout(out, GF_L_blend_support_all);
   uint16_t mask = 0;
   for (unsigned id = GF_L_blend_support_multiply; id < GF_L_blend_support_all; id++) /* order: enum pipe_blend_equation */
      mask |= (all || gf_has_layout(out, id)) << (PIPE_EQUATION_MULTIPLY + id - GF_L_blend_support_multiply);
   return mask;
}

/* gf_finish.c: checks at the end of a shader: outputs that exclude each other, and link errors that one shader can have: missing
 * main(), missing bodies of called functions, recursion. */
#include "gf_parser.h"

#include <string.h>

#include "gf_front.h"

/* Depth-first search of the call graph, iterative: call chains may be deep. */
bool gf_check_recursion(struct gf_parser *p)
{
   struct step { struct gf_function *f; unsigned next; };
   struct { struct step *at; unsigned count, room; } stack = { 0 };
   for (unsigned i = 0; i < p->functions.count; i++) {
      if (p->functions.at[i]->mark)
         continue;
      p->functions.at[i]->mark = 1;
      GF_PUSH(p->c, &stack, ((struct step){ p->functions.at[i], 0 }));
      while (stack.count) {
         struct step *s = &stack.at[stack.count - 1];
         if (s->next == s->f->callees.count) {
            s->f->mark = 2;
            stack.count--;
            continue;
         }
         struct gf_function *callee = s->f->callees.at[s->next++];
         if (callee->mark == 1) {
            gf_error(p->c, callee->loc, "function '%s' calls itself", callee->symbol->name->text);
            return true;
         }
         if (!callee->mark) {
            callee->mark = 1;
            GF_PUSH(p->c, &stack, ((struct step){ callee, 0 }));
         }
      }
   }
   return false;
}

/* GLSL 1.10 allows declarations of functions within functions: they name the global function. */
static void resolve_local_declarations(struct gf_parser *p)
{
   for (unsigned i = 0; i < p->functions.count; i++) {
      struct gf_function *f = p->functions.at[i];
      for (unsigned k = 0; f->symbol->level > 1 && !f->defined && k < p->functions.count; k++) {
         struct gf_function *g = p->functions.at[k];
         if (g->defined && g->symbol->name == f->symbol->name && gf_same_params(f, g)) {
            f->definition = g;
            GF_PUSH(p->c, &f->callees, g);
         }
      }
   }
}

static struct gf_symbol *global(struct gf_parser *p, const char *name)
{
   for (unsigned i = 0; i < p->globals.count; i++) {
      if (strcmp(p->globals.at[i]->name->text, name) == 0)
         return p->globals.at[i];
   }
   return NULL;
}

/* More samplers than any context has. The linker checks the limits of the context. */
static void check_sampler_count(struct gf_parser *p)
{
   enum { MOST = 192 };
   unsigned count = 0;
   for (unsigned i = 0; !p->c->options->limits && i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->used && s->qual.storage == GF_S_UNIFORM && gf_bare(s->type)->base == GF_SAMPLER &&
          !gf_ext_on(p->c, GF_ARB_bindless_texture))
         count += gf_components(s->type);
      if (count > MOST) {
         gf_error(p->c, s->loc, "the shader uses more samplers than the limit of %u", (unsigned)MOST);
         return;
      }
   }
}

/* Overlap of explicit locations of inputs, or of outputs. */
static void check_varying_locations(struct gf_parser *p, enum gf_storage storage)
{
   struct gf_ctx *c = p->c;
   uint8_t taken[256] = { 0 };
   const bool vertex_in = c->stage == PIPE_SHADER_VERTEX && storage == GF_S_IN,
      pixel_out = c->stage == PIPE_SHADER_FRAGMENT && storage == GF_S_OUT;
   for (unsigned i = 0; !vertex_in && !pixel_out && i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->builtin || s->qual.storage != storage || !gf_has_layout(&s->qual.layout, GF_L_location) ||
          gf_bare(s->type)->base == GF_BLOCK)
         continue;
      int length;
      const bool arrayed = s->type->base == GF_ARRAY && gf_is_arrayed(p, &s->qual, &length);
      const struct gf_type *t = arrayed ? s->type->elem : s->type;
      const bool wide = gf_bare(t)->base == GF_DOUBLE;
      const unsigned first = (unsigned)s->qual.layout.value[GF_L_location],
         shift = gf_has_layout(&s->qual.layout, GF_L_component) ?
                             (unsigned)s->qual.layout.value[GF_L_component] & 3 : 0;
      const unsigned rows = gf_bare(t)->record ? 4 : gf_bare(t)->rows * (wide ? 2u : 1u);
      const unsigned mask = (rows >= 4 ? 15u : (1u << rows) - 1) << shift & 15;
      for (unsigned k = first; k < first + gf_locations(t, false) && k < 256; k++) {
         /* dvec3 and dvec4 take two locations; dvec3 uses half of the second */
         const unsigned here = rows == 6 && (k - first) % 2 ? 3 : mask;
         if (taken[k] & here) {
            gf_error(c, s->loc, "location %u of '%s' is taken by another variable", k, s->name->text);
            return;
         }
         taken[k] |= (uint8_t)here;
      }
   }
}

/* "A compile-time or link-time error" (GLSL 4.60 4.4.1): a link error where the caller keeps a link log. */
static void check_varyings(struct gf_parser *p)
{
   check_varying_locations(p, GF_S_IN);
   check_varying_locations(p, GF_S_OUT);
   for (unsigned i = 0; i < p->blocks.count; i++) {
      const struct gf_record *r = p->blocks.at[i];
      if (r->qual.storage == GF_S_IN || r->qual.storage == GF_S_OUT)
         gf_check_member_overlap(p, r);
   }
}

/* EXT_mesh_shader, 4.4.2.5: layouts that one of the stage's shaders gives. */
static void check_mesh(struct gf_parser *p)
{
   static const struct { uint8_t layout; const char *indices; } rows[] = {
      { GF_L_points, "gl_PrimitivePointIndicesEXT" }, { GF_L_lines, "gl_PrimitiveLineIndicesEXT" },
      { GF_L_triangles, "gl_PrimitiveTriangleIndicesEXT" } };
   const struct gf_layouts *out = &p->defaults[GF_S_OUT];
   unsigned primitive = 0;
   while (primitive < GF_COUNT(rows) && !gf_has_layout(out, rows[primitive].layout))
      primitive++;
   if (primitive == GF_COUNT(rows))
      gf_error(p->c, p->t.loc, "a mesh shader needs layout(...) out; with points, lines or triangles");
   if (!p->mesh_vertices || !p->mesh_primitives)
      gf_error(p->c, p->t.loc, "a mesh shader needs layout(max_vertices = ..., max_primitives = ...) out;");
   for (unsigned i = 0; primitive < GF_COUNT(rows) && i < GF_COUNT(rows); i++) {
      const struct gf_symbol *s = global(p, rows[i].indices);
      if (s && s->used && i != primitive)
         gf_error(p->c, p->t.loc, "%s is not available: the shader's primitives have %s", rows[i].indices,
                  rows[primitive].indices);
   }
}

/* Those of several shaders have one name and one type. */
static void check_one_payload(struct gf_parser *p)
{
   const struct gf_symbol *first = NULL;
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->qual.storage != GF_S_PAYLOAD)
         continue;
      if (first)
         gf_error(p->c, s->loc, "'%s' and '%s' have taskPayloadSharedEXT; a stage has one such variable", first->name->text, s->name->text);
      first = s;
   }
}

void gf_check_alone(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   const struct gf_loc end = p->t.loc;
   bool has_main = false;
   for (unsigned i = 0; i < p->functions.count; i++) {
      const struct gf_function *f = p->functions.at[i];
      has_main |= f->defined && strcmp(f->symbol->name->text, "main") == 0;
      if (f->called && !f->defined && !f->is_subroutine_type && !f->definition)
         gf_error(c, f->loc, "function '%s' is called but not defined", f->symbol->name->text);
   }
   if (!has_main)
      gf_error(c, end, "the shader has no main()");
   if (c->stage == PIPE_SHADER_GEOMETRY && (!p->gs_input_vertices || !gf_has_layout(&p->defaults[GF_S_OUT],
                                                                                    GF_L_max_vertices)) &&
       !gf_ext_on(c, GF_ARB_geometry_shader4))
      gf_error(c, end,
               "a geometry shader needs layout(...) in; with its input primitive and layout(..., max_vertices = ...) out;");
   const struct gf_layouts *out = &p->defaults[GF_S_OUT];
   if (c->stage == PIPE_SHADER_GEOMETRY && !gf_ext_on(c, GF_ARB_geometry_shader4) && !gf_has_layout(out, GF_L_points) &&
       !gf_has_layout(out, GF_L_line_strip) && !gf_has_layout(out, GF_L_triangle_strip))
      gf_error(c, end, "a geometry shader needs layout(...) out; with its output primitive");
   if (c->stage == PIPE_SHADER_TESS_CTRL && !p->tcs_vertices)
      gf_error(c, end, "a tessellation control shader needs layout(vertices = ...) out;");
   const struct gf_layouts *in = &p->defaults[GF_S_IN];
   if (c->stage == PIPE_SHADER_TESS_EVAL && !gf_has_layout(in, GF_L_triangles) && !gf_has_layout(in, GF_L_quads) &&
       !gf_has_layout(in, GF_L_isolines))
      gf_error(c, end, "a tessellation evaluation shader needs layout(...) in; with triangles, quads or isolines");
   if (c->stage == PIPE_SHADER_MESH)
      check_mesh(p);
   if (gf_has_work_group(c->stage)) {
      const struct gf_layouts *d = &p->defaults[GF_S_IN];
      if (!gf_has_layout(d, GF_L_local_size_x) && !gf_has_layout(d, GF_L_local_size_y) &&
          !gf_has_layout(d, GF_L_local_size_z) &&
          !gf_has_layout(d, GF_L_local_size_variable))
         gf_error(c, end, "a %s shader needs layout(local_size_x = ...) in;", c->stage == PIPE_SHADER_TASK ? "task" :
                  c->stage == PIPE_SHADER_MESH ? "mesh" : "compute");
   }
   check_one_payload(p);
   check_sampler_count(p);
   if (c->options->link_apart)
      check_varyings(p);
   if (p->wrote_clip_distance && p->wrote_clip_vertex)
      gf_error(c, end, "gl_ClipVertex and gl_ClipDistance exclude each other");
}

/* ESSL 3.00, 4.3.8.2. With EXT_blend_func_extended the application may bind locations; the linker checks them. */
static void check_output_locations(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   unsigned outputs = 0;
   bool all_located = true;
   if (c->stage != PIPE_SHADER_FRAGMENT || !c->es || c->version < 300 || gf_ext_on(c, GF_EXT_blend_func_extended))
      return;
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->builtin || s->qual.storage != GF_S_OUT)
         continue;
      outputs++;
      all_located &= gf_has_layout(&s->qual.layout, GF_L_location);
   }
   if (outputs > 1 && !all_located)
      gf_error(c, p->t.loc, "the shader has several fragment outputs: each needs layout(location = ...)");
}

static void check_derivative_groups(struct gf_parser *p)
{
   const struct gf_layouts *d = &p->defaults[GF_S_IN];
   if (!d->value)
      return;
   const int x = gf_has_layout(d, GF_L_local_size_x) ? d->value[GF_L_local_size_x] : 1;
   const int y = gf_has_layout(d, GF_L_local_size_y) ? d->value[GF_L_local_size_y] : 1;
   const int z = gf_has_layout(d, GF_L_local_size_z) ? d->value[GF_L_local_size_z] : 1;
   if (gf_has_layout(d, GF_L_derivative_group_quadsNV) && (x % 2 || y % 2))
      gf_error(p->c, p->t.loc, "derivative_group_quadsNV needs even local sizes");
   if (gf_has_layout(d, GF_L_derivative_group_linearNV) && x * y * z % 4)
      gf_error(p->c, p->t.loc, "derivative_group_linearNV needs a multiple of 4 invocations");
}

/* ARM_shader_framebuffer_fetch_depth_stencil: early tests replace the values before the shader reads them. */
void gf_check_early_tests(struct gf_parser *p)
{
   if (!gf_has_layout(&p->defaults[GF_S_IN], GF_L_early_fragment_tests))
      return;
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      if (s->builtin && (strcmp(s->name->text, "gl_LastFragDepthARM") == 0 || strcmp(s->name->text, "gl_LastFragStencilARM") == 0))
         gf_error(p->c, p->t.loc, "'%s' cannot be read in a shader with layout(early_fragment_tests)", s->name->text);
   }
}

/* The distances of a mesh shader are members of a block: sizes by declaration, or else by use. */
static void check_mesh_distances(struct gf_parser *p)
{
   const struct gf_symbol *s = global(p, "gl_MeshVerticesEXT");
   const struct gf_record *r = s && gf_bare(s->type)->base == GF_BLOCK ? gf_bare(s->type)->record : NULL;
   int64_t elements = 0;
   for (unsigned i = 0; r && i < r->count; i++) {
      const struct gf_member *m = &r->members[i];
      if (m->type->base == GF_ARRAY)
         elements += m->type->length != GF_UNSIZED ? m->type->length : m->elements;
   }
   if (elements > 8)
      gf_error(p->c, p->t.loc, "gl_ClipDistance and gl_CullDistance have more than the limit of 8 elements together");
}

void gf_check_program(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   if (c->stage == PIPE_SHADER_FRAGMENT) {
      if (p->wrote_frag_color && p->wrote_frag_data)
         gf_error(c, p->t.loc, "gl_FragColor and gl_FragData exclude each other");
      if ((p->wrote_frag_color || p->wrote_frag_data) && p->wrote_output)
         gf_error(c, p->t.loc, "gl_FragColor and gl_FragData cannot be written beside declared outputs");
   }
   if ((c->stage == PIPE_SHADER_TASK || c->stage == PIPE_SHADER_MESH) && !gf_ext_on(c, GF_EXT_mesh_shader))
      gf_error(c, p->t.loc, "task and mesh shaders need '#extension GL_EXT_mesh_shader : require'");
   if (c->stage == PIPE_SHADER_MESH)
      check_mesh_distances(p);
   check_output_locations(p);
   gf_check_early_tests(p);
   check_derivative_groups(p);
   if (!c->options->link_apart)
      check_varyings(p);
   gf_xfb_check(p);
   resolve_local_declarations(p);
   gf_check_recursion(p);
   struct gf_symbol *clip = global(p, "gl_ClipDistance"), *cull = global(p, "gl_CullDistance");
   if (clip && cull && clip->type->base == GF_ARRAY && cull->type->base == GF_ARRAY &&
       clip->type->length + cull->type->length > 8)
      gf_error(c, p->t.loc, "gl_ClipDistance and gl_CullDistance have more than the limit of 8 elements together");
}

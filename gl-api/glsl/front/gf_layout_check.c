/* gf_layout_check.c: layout(...): the declarations and stages that take an identifier, and its legal values. */
#include "gf_layout.h"

#include <string.h>

#include "gf_front.h"

enum where { V_IN = 1, V_OUT = 2, V_UNIFORM = 4, B_UNIFORM = 8, B_BUFFER = 16, B_IN = 32, B_OUT = 64, M_BLOCK = 128, M_IN = 256,
             M_OUT = 512, D_IN = 1024, D_OUT = 2048, D_UNIFORM = 4096, D_BUFFER = 8192, NOTHING = 0, B_INOUT = B_IN | B_OUT,
             M_INOUT = M_IN | M_OUT };
static const char *const where_text[] = {
   "inputs", "outputs", "uniforms", "uniform blocks", "buffer blocks", "input blocks", "output blocks",
   "members of uniform and buffer blocks", "members of input blocks", "members of output blocks", "'layout(...) in;'",
   "'layout(...) out;'", "'layout(...) uniform;'", "'layout(...) buffer;'",
};
static const char *const stage_text[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = "vertex", [PIPE_SHADER_FRAGMENT] = "fragment", [PIPE_SHADER_GEOMETRY] = "geometry",
   [PIPE_SHADER_TESS_CTRL] = "tessellation control", [PIPE_SHADER_TESS_EVAL] = "tessellation evaluation",
   [PIPE_SHADER_TASK] = "task", [PIPE_SHADER_MESH] = "mesh", [PIPE_SHADER_COMPUTE] = "compute",
};

/* Declarations and stages that accept an identifier. */
static void places(struct gf_parser *p, unsigned id, unsigned *where, unsigned *stages)
{
   const bool mesh = p->c->stage == PIPE_SHADER_MESH;
   *stages = GF_ANY;
   const unsigned enh = gf_at_least(p->c, 440, 0) || gf_ext_on(p->c, GF_ARB_enhanced_layouts) ? B_INOUT | M_INOUT : 0;
   switch (id) {
   case GF_L_location: *where = V_IN | V_OUT | V_UNIFORM | B_INOUT | M_INOUT; break;
   case GF_L_component: *where = V_IN | V_OUT | M_INOUT; break;
   case GF_L_index: *where = V_OUT; *stages = GF_FS; break;
   case GF_L_binding: *where = V_UNIFORM | B_UNIFORM | B_BUFFER | (p->c->es ? 0 : D_UNIFORM); break;
   case GF_L_offset: *where = V_UNIFORM | M_BLOCK | (p->c->es ? 0 : D_UNIFORM); break;
   case GF_L_align: *where = B_UNIFORM | B_BUFFER | M_BLOCK | D_UNIFORM | D_BUFFER; break;
   case GF_L_xfb_buffer: *where = V_OUT | B_OUT | M_OUT | D_OUT; *stages = GF_VS | GF_GS | GF_TES | GF_TCS; break;
   case GF_L_xfb_offset: *where = V_OUT | B_OUT | M_OUT; *stages = GF_VS | GF_GS | GF_TES | GF_TCS; break;
   case GF_L_xfb_stride: *where = V_OUT | B_OUT | M_OUT | D_OUT; *stages = GF_VS | GF_GS | GF_TES | GF_TCS; break;
   case GF_L_stream: *where = V_OUT | B_OUT | M_OUT | D_OUT; *stages = GF_GS; break;
   case GF_L_shared: case GF_L_packed: case GF_L_std140: *where = B_UNIFORM | B_BUFFER | D_UNIFORM | D_BUFFER; break;
   case GF_L_std430: *where = B_BUFFER | D_BUFFER; break;
   case GF_L_row_major: case GF_L_column_major: *where = B_UNIFORM | B_BUFFER | M_BLOCK | D_UNIFORM | D_BUFFER; break;
   case GF_L_origin_upper_left: case GF_L_pixel_center_integer: *where = V_IN; *stages = GF_FS; break;
   case GF_L_depth_any: case GF_L_depth_greater: case GF_L_depth_less: case GF_L_depth_unchanged:
      *where = V_OUT; *stages = GF_FS; break;
   case GF_L_early_fragment_tests: case GF_L_inner_coverage: case GF_L_post_depth_coverage:
   case GF_L_pixel_interlock_ordered: case GF_L_pixel_interlock_unordered: case GF_L_sample_interlock_ordered:
   case GF_L_sample_interlock_unordered: *where = D_IN; *stages = GF_FS; break;
   case GF_L_blend_support_multiply ... GF_L_blend_support_all: *where = D_OUT; *stages = GF_FS; break;
   case GF_L_noncoherent: *where = V_OUT | V_IN; *stages = GF_FS; break;
   case GF_L_points: *where = mesh ? D_OUT : D_IN | D_OUT; *stages = mesh ? GF_MESH : GF_GS; break;
   case GF_L_lines: *where = mesh ? D_OUT : D_IN; *stages = mesh ? GF_MESH : GF_GS; break;
   case GF_L_lines_adjacency: case GF_L_triangles_adjacency: case GF_L_invocations:
      *where = D_IN; *stages = GF_GS; break;
   case GF_L_triangles: *where = mesh ? D_OUT : D_IN; *stages = mesh ? GF_MESH : GF_GS | GF_TES; break;
   case GF_L_line_strip: case GF_L_triangle_strip: *where = D_OUT; *stages = GF_GS; break;
   case GF_L_max_vertices: *where = D_OUT; *stages = GF_GS | GF_MESH; break;
   case GF_L_max_primitives: *where = D_OUT; *stages = GF_MESH; break;
   case GF_L_vertices: *where = D_OUT; *stages = GF_TCS; break;
   case GF_L_quads: case GF_L_isolines: case GF_L_equal_spacing: case GF_L_fractional_even_spacing:
   case GF_L_fractional_odd_spacing:
   case GF_L_cw: case GF_L_ccw: case GF_L_point_mode: *where = D_IN; *stages = GF_TES; break;
   case GF_L_local_size_x: case GF_L_local_size_y: case GF_L_local_size_z:
      *where = D_IN; *stages = GF_CS | GF_TASK | GF_MESH; break;
   case GF_L_local_size_variable:
   case GF_L_derivative_group_quadsNV: case GF_L_derivative_group_linearNV: *where = D_IN; *stages = GF_CS; break;
   case GF_L_num_views: *where = D_IN; *stages = GF_VS; break;
   case GF_L_viewport_relative: *where = V_OUT | M_INOUT; break;
   case GF_L_bindless_sampler: case GF_L_bound_sampler: case GF_L_bindless_image: case GF_L_bound_image:
      *where = V_UNIFORM | D_UNIFORM | B_UNIFORM; break;
   default: *where = V_UNIFORM | M_BLOCK; /* image formats; ARB_bindless_texture allows images in blocks */
   }
   if (!enh && id != GF_L_location)
      *where &= ~(unsigned)(id == GF_L_stream ? 0 : B_INOUT | M_INOUT);
}

/* "a, b and c": the names of the set bits. */
static const char *list_of(struct gf_ctx *c, unsigned bits, const char *const *names)
{
   const char *text = "";
   while (bits) {
      const unsigned rest = bits & (bits - 1);
      text = gf_printf(c, "%s%s%s", text, names[__builtin_ctz(bits)], !rest ? "" : rest & (rest - 1) ? ", " : " and ");
      bits = rest;
   }
   return text;
}

static void check_places(struct gf_parser *p, const struct gf_layouts *l, unsigned here, struct gf_loc at)
{
   for (unsigned id = 0; here && id < GF_L_COUNT; id++) {
      unsigned where, stages;
      if (!gf_has_layout(l, id))
         continue;
      places(p, id, &where, &stages);
      if ((where & here) && (stages & p->c->stage_bit))
         continue;
      const unsigned known = stages & ((1u << PIPE_SHADER_TYPES) - 1);
      const char *of = stages == GF_ANY ? "" : gf_printf(p->c, " of %s shaders", list_of(p->c, known, stage_text));
      gf_error(p->c, at, "layout qualifier '%s' does not apply to %s%s: it applies to %s%s", gf_layout_text(id),
               where_text[__builtin_ctz(here)],
               stages & p->c->stage_bit ? "" : gf_printf(p->c, " of %s shaders", stage_text[p->c->stage]),
               list_of(p->c, where, where_text), of);
   }
}

static unsigned place_of(const struct gf_qual *q, bool block, bool member)
{
   if (member)
      return q->storage == GF_S_IN ? M_IN : q->storage == GF_S_OUT ? M_OUT : M_BLOCK;
   if (block)
      return q->storage == GF_S_UNIFORM ? B_UNIFORM : q->storage == GF_S_BUFFER ? B_BUFFER : q->storage == GF_S_IN ? B_IN :
         q->storage == GF_S_OUT ? B_OUT : NOTHING;
   switch (q->storage) {
   case GF_S_IN: return V_IN;
   case GF_S_OUT: return V_OUT;
   case GF_S_UNIFORM: return V_UNIFORM;
   default: return NOTHING;
   }
}

/* Blocks and their members have locations as variables do. ARB_enhanced_layouts and GLSL 4.40 say so; other compilers take them
 * where ARB_separate_shader_objects has locations between stages, and programs use that. */
static void check_location(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   const bool vs_in = c->stage == PIPE_SHADER_VERTEX && (q->storage == GF_S_IN || q->storage == GF_S_ATTRIBUTE);
   const bool fs_out = c->stage == PIPE_SHADER_FRAGMENT && q->storage == GF_S_OUT;
   const bool sso = gf_at_least(c, 410, 310) || gf_ext_on(c, GF_ARB_separate_shader_objects) ||
      gf_ext_on(c, GF_EXT_separate_shader_objects);
   const bool attrib = gf_at_least(c, 330, 300) || gf_ext_on(c, GF_ARB_explicit_attrib_location);
   if (q->storage == GF_S_UNIFORM) {
      const struct glsl_limits *limits = c->options->limits;
      const int location = gf_layout_value(&q->layout, GF_L_location);
      const int locations = limits && limits->max_uniform_locations ? limits->max_uniform_locations : GLSL_MAX_UNIFORM_LOCATIONS;
      if (!gf_at_least(c, 430, 310) && !gf_ext_on(c, GF_ARB_explicit_uniform_location))
         gf_error(c, at, "locations of uniforms %s", GF_NEEDS(c, 430, 0, 310, 0, { GF_ARB_explicit_uniform_location }));
      else if (location >= locations)
         gf_error(c, at, "uniform location %d is not below the limit of %d", location, locations);
      else if (gf_bare(type)->base == GF_ATOMIC)
         gf_error(c, at, "atomic counters have a binding and an offset, not a location");
   } else if (vs_in || fs_out) {
      if (!attrib)
         gf_error(c, at, "locations of vertex inputs and fragment outputs %s", GF_NEEDS(c, 330, 0, 300, 0,
            { GF_ARB_explicit_attrib_location }));
   } else if (!sso) {
      gf_error(c, at, "locations of inputs and outputs between stages %s",
               GF_NEEDS(c, 410, 0, 310, 0, { GF_ARB_separate_shader_objects, GF_EXT_separate_shader_objects }));
   }
}

static void check_component(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   const struct gf_type *bare = gf_bare(type);
   const int component = gf_layout_value(&q->layout, GF_L_component);
   const bool wide = bare->base == GF_DOUBLE || bare->base == GF_INT64 || bare->base == GF_UINT64;
   const int size = bare->rows * (wide ? 2 : 1);
   if (!gf_has_layout(&q->layout, GF_L_location))
      gf_error(p->c, at, "component needs a location");
   if (gf_is_matrix(bare) || bare->record)
      gf_error(p->c, at, "component does not apply to %s", gf_type_text(p->c, type));
   else if (component > 3 || component + (size > 4 ? 4 : size) > 4 || (wide && bare->rows > 2))
      gf_error(p->c, at, "component %d leaves no room for %s: a location has 4 components", component, gf_type_text(p->c, type));
   else if (wide && component & 1)
      gf_error(p->c, at, "doubles start at component 0 or 2");
}

static void check_binding(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                          struct gf_loc at)
{
   const struct gf_type *bare = gf_bare(type);
   int64_t count = 1;
   for (const struct gf_type *t = type; t->base == GF_ARRAY; t = t->elem)
      count *= t->length > 0 ? t->length : 1;
   const struct glsl_limits *limits = p->c->options->limits;
   const int storage = limits && limits->max_storage_bindings ? limits->max_storage_bindings : 96;
   const int images = limits && limits->max_image_units ? limits->max_image_units : 256;
   const int uniform = limits && limits->max_uniform_bindings ? limits->max_uniform_bindings : 120;
   const int counters = limits && limits->max_counter_bindings ? limits->max_counter_bindings : 8;
   const int limit = block ? q->storage == GF_S_BUFFER ? storage : uniform : bare->base == GF_ATOMIC ? counters
      : bare->base == GF_IMAGE ? images : limits ? limits->max_combined_texture_units : 192;
   if (!block && !gf_is_opaque(bare))
      gf_error(p->c, at, "binding does not apply to %s", gf_type_text(p->c, type));
   else if (gf_layout_value(&q->layout, GF_L_binding) + (bare->base == GF_ATOMIC ? 1 : count) > limit)
      gf_error(p->c, at, "binding %d is beyond the limit: there are %d", gf_layout_value(&q->layout, GF_L_binding), limit);
}

static bool has_double(const struct gf_type *t) { return t->base == GF_DOUBLE || t->base == GF_INT64 ||
                                                  t->base == GF_UINT64; }

static void check_xfb(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                      struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   const unsigned unit = gf_contains(type, has_double) ? 8 : 4;
   const int buffer = gf_layout_value(l, GF_L_xfb_buffer), offset = gf_layout_value(l, GF_L_xfb_offset);
   const int stride = gf_layout_value(l, GF_L_xfb_stride);
   if (gf_has_layout(l, GF_L_xfb_buffer) && buffer >= 4)
      gf_error(p->c, at, "xfb_buffer %d is not below the limit of 4", buffer);
   if (gf_has_layout(l, GF_L_xfb_stride) && (stride % 4 || stride > gf_xfb_limit_B(p)))
      gf_error(p->c, at, "xfb_stride %d is not a multiple of 4, or above the limit of %d bytes", stride, gf_xfb_limit_B(p));
   if (gf_has_layout(l, GF_L_xfb_offset) && offset % (int)unit)
      gf_error(p->c, at, "xfb_offset %d is not a multiple of %u", offset, unit);
   if (gf_has_layout(l, GF_L_xfb_offset) && gf_has_unsized(type) && !block)
      gf_error(p->c, at, "xfb_offset does not apply to unsized arrays");
}

/* Values that are legal or not wherever the identifier stands. */
static void check_values(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block, struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   const int align = gf_layout_value(l, GF_L_align);
   if (gf_has_layout(l, GF_L_stream) && gf_layout_value(l, GF_L_stream) > 3)
      gf_error(p->c, at, "stream %d is not below the limit of 4", gf_layout_value(l, GF_L_stream));
   if (gf_has_layout(l, GF_L_align) && (align == 0 || align & (align - 1)))
      gf_error(p->c, at, "align = %d is not a power of two", align);
   check_xfb(p, q, type, block, at);
}

static void check_image_format(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type,
                               struct gf_loc at)
{
   const struct gf_type *bare = gf_bare(type);
   unsigned format = GF_L_COUNT;
   for (unsigned id = GF_L_rgba32f; id <= GF_L_r8ui; id++) {
      if (gf_has_layout(&q->layout, id))
         format = id;
   }
   if (format != GF_L_COUNT) {
      const enum gf_base base = format <= GF_L_r8_snorm ? GF_FLOAT : format <= GF_L_r8i ? GF_INT : GF_UINT;
      if (bare->base != GF_IMAGE)
         gf_error(p->c, at, "an image format does not apply to %s", gf_type_text(p->c, type));
      else if (bare->sampled != base)
         gf_error(p->c, at, "%s cannot have this format: its components are of another type", bare->name);
      if (p->c->es && bare->base == GF_IMAGE && format != GF_L_r32f && format != GF_L_r32i && format != GF_L_r32ui &&
          !(q->memory & (GF_M_READONLY | GF_M_WRITEONLY)))
         gf_error(p->c, at, "an image must be 'readonly' or 'writeonly' unless its format is r32f, r32i or r32ui");
   } else if (bare->base == GF_IMAGE && q->storage == GF_S_UNIFORM) {
      if (p->c->es || (!(q->memory & GF_M_WRITEONLY) && !gf_ext_on(p->c, GF_EXT_shader_image_load_formatted)))
         gf_error(p->c, at, "the image needs a format, as in layout(rgba8)%s",
                  p->c->es ? "" : ", or 'writeonly', or GL_EXT_shader_image_load_formatted");
   }
}

/* Identifiers for the redeclaration of one built-in only. */
static void check_builtin_only(struct gf_parser *p, const struct gf_layouts *l, struct gf_loc at)
{
   static const struct { uint8_t first, last; const char *name; } only[] = {
      { GF_L_viewport_relative, GF_L_viewport_relative, "gl_Layer" }, { GF_L_origin_upper_left,
                                                                        GF_L_pixel_center_integer, "gl_FragCoord" },
      { GF_L_depth_any, GF_L_depth_unchanged, "gl_FragDepth" },
   };
   for (unsigned i = 0; i < GF_COUNT(only); i++) {
      if (gf_any_layout(l, only[i].first, only[i].last) && (!p->redeclaring || strcmp(p->redeclaring, only[i].name) != 0))
         gf_error(p->c, at, "layout qualifier '%s' is for redeclarations of %s", gf_layout_text(only[i].first), only[i].name);
   }
}

void gf_layout_check_block_array(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   if (q->has_layout && gf_has_layout(&q->layout, GF_L_binding))
      check_binding(p, q, type, true, at);
}

void gf_layout_check(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                     bool member, struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   if (q->has_layout) {
      check_places(p, l, place_of(q, block, member), at);
      if (gf_has_layout(l, GF_L_location))
         check_location(p, q, type, at);
      if (gf_has_layout(l, GF_L_component))
         check_component(p, q, type, at);
      if (gf_has_layout(l, GF_L_index)) {
         if (!gf_has_layout(l, GF_L_location))
            gf_error(p->c, at, "index needs a location");
         if (gf_layout_value(l, GF_L_index) > 1)
            gf_error(p->c, at, "index = %d is not 0 or 1", gf_layout_value(l, GF_L_index));
      }
      if (gf_has_layout(l, GF_L_binding))
         check_binding(p, q, type, block, at);
      if (gf_has_layout(l, GF_L_offset) && !block && !member && gf_bare(type)->base != GF_ATOMIC)
         gf_error(p->c, at, "offset does not apply to %s", gf_type_text(p->c, type));
      check_values(p, q, type, block, at);
   }
   check_builtin_only(p, l, at);
   if (!block)
      check_image_format(p, q, type, at);
}

bool gf_layout_check_default(struct gf_parser *p, const struct gf_qual *q)
{
   const unsigned where = q->storage == GF_S_IN ? D_IN : q->storage == GF_S_OUT ? D_OUT : q->storage == GF_S_UNIFORM ? D_UNIFORM
      : q->storage == GF_S_BUFFER ? D_BUFFER : NOTHING;
   if (!where) {
      gf_error(p->c, q->loc, "a declaration of layouts needs in, out, uniform or buffer");
      return false;
   }
   check_places(p, &q->layout, where, q->loc);
   gf_check_qualifiers(p, q, GF_D_DEFAULT, NULL, q->loc);
   check_values(p, q, GF_T(float), true, q->loc);
   return true;
}

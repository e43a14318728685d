/* gf_layout.c: layout(...): the grammar of the list, legal uses of each identifier, defaults of interfaces. */
#include "gf_parser.h"

#include <string.h>

#include "gf_front.h"

static const struct { const char *text; uint8_t value; struct gf_gate gate; } rows[GF_L_COUNT] = {
#define GF_LAYOUT(id, text, value, ...) [GF_L_##id] = { text, value, __VA_ARGS__ },
#include "gf_layout.def"
#undef GF_LAYOUT
};

static bool has(const struct gf_layouts *l, unsigned id) { return gf_has_layout(l, id); }
static int value(const struct gf_layouts *l, unsigned id) { return l->value ? l->value[id] : 0; }

static bool any_in(const struct gf_layouts *l, unsigned first, unsigned last)
{
   for (unsigned id = first; id <= last; id++) {
      if (has(l, id))
         return true;
   }
   return false;
}

static void put(struct gf_parser *p, struct gf_layouts *l, unsigned id, int v)
{
   if (!l->value)
      l->value = gf_alloc(p->c, GF_L_COUNT * sizeof(int));
   l->set[id / 64] |= UINT64_C(1) << (id % 64);
   l->value[id] = v;
}

/* The matrix layouts and the packings of blocks take effect from left to right, each overriding the one before
 * (GLSL 1.40 4.3.7, ESSL 3.00 4.3.8.3): an identifier of such a group may be repeated in every version. */
static const struct { uint8_t first, last; } overriding[] = {
   { GF_L_shared, GF_L_std430 },
   { GF_L_row_major, GF_L_column_major },
};

/* Unsets the identifiers of id's group. False: it is in none. */
static bool override_group(struct gf_layouts *l, unsigned id)
{
   for (unsigned g = 0; g < GF_COUNT(overriding); g++) {
      if (id < overriding[g].first || id > overriding[g].last)
         continue;
      for (unsigned k = overriding[g].first; k <= overriding[g].last; k++)
         l->set[k / 64] &= ~(UINT64_C(1) << (k % 64));
      return true;
   }
   return false;
}

static bool same_word(const struct gf_ctx *c, const char *a, const char *b)
{
   /* Identifiers are case-insensitive in desktop GLSL before 4.20. */
   return strcmp(a, b) == 0 || (!c->es && c->version < 420 && strcasecmp(a, b) == 0);
}

/* Values are integer literals before GLSL 4.40 and in ESSL, else constant expressions. A literal in parentheses, which macros
 * yield, is taken with a warning where the context has GL_ARB_enhanced_layouts, as other implementations take it. */
static void check_value_form(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   if (gf_at_least(c, 440, 0) || gf_ext_on(c, GF_ARB_enhanced_layouts))
      return;
   const bool in_brackets = p->t.kind == '(' && gf_peek(p, 1)->kind == GF_T_NUMBER && gf_peek(p, 2)->kind == ')';
   const struct gf_token *number = in_brackets ? gf_peek(p, 1) : &p->t, *after = gf_peek(p, in_brackets ? 3 : 1);
   const bool literal = number->kind == GF_T_NUMBER && (after->kind == ',' || after->kind == ')');
   const char *remedy = c->es ? "" : ": '#extension GL_ARB_enhanced_layouts : enable' or '#version 440' allows expressions";
   if (literal && in_brackets && c->offered[GF_ARB_enhanced_layouts])
      gf_warn(c, p->t.loc, "layout values are integer literals without parentheses in %s%s", gf_version_text(c), remedy);
   else if (!literal || in_brackets)
      gf_error(c, p->t.loc, "layout values are integer literals in %s%s", gf_version_text(c), remedy);
}

void gf_layout_list(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   const bool repeats = gf_at_least(c, 420, 310) || gf_ext_on(c, GF_ARB_shading_language_420pack) ||
      gf_ext_on(c, GF_ARB_enhanced_layouts);
   if (q->has_layout && !repeats)
      gf_error(c, p->t.loc, "several layout() in one declaration %s", GF_NEEDS(c, 420, 0, 310, 0,
         { GF_ARB_shading_language_420pack, GF_ARB_enhanced_layouts }));
   q->has_layout = true;
   p->in_layout = true;
   gf_expect(p, '(');
   struct gf_layouts here = { { 0 }, NULL };
   do {
      if (p->t.kind != GF_T_IDENT && p->t.kind != GF_T_KEYWORD)
         gf_syntax_error(p, "a layout identifier");
      const struct gf_loc at = p->t.loc;
      struct gf_name *name = p->t.name;
      unsigned id = 0;
      while (id < GF_L_COUNT && !(same_word(c, rows[id].text, name->text) && gf_open(c, &rows[id].gate)))
         id++;
      gf_advance(p);
      int v = 0;
      const bool has_value = gf_accept(p, '=');
      if (has_value) {
         p->in_layout = false;
         check_value_form(p);
         if (gf_constant_int(p, &v, "a layout value") && v < 0)
            gf_error(c, at, "layout value %s = %d is negative", name->text, v);
         p->in_layout = true;
      }
      if (id == GF_L_COUNT) {
         gf_error(c, at, "unknown layout qualifier '%s'", name->text);
      } else if (has_value != (rows[id].value == 1)) {
         gf_error(c, at, has_value ? "layout qualifier '%s' takes no value" : "layout qualifier '%s' needs a value",
                  name->text);
      } else {
         const bool norm16 = (id >= GF_L_rgba16 && id <= GF_L_r16_snorm) &&
            (id == GF_L_rgba16 || id == GF_L_rg16 || id == GF_L_r16 ||
                             id == GF_L_rgba16_snorm || id == GF_L_rg16_snorm || id == GF_L_r16_snorm);
         if (norm16 && c->es && !c->offered[GF_EXT_texture_norm16])
            gf_error(c, at, "format '%s' needs GL_EXT_texture_norm16", name->text);
         if (!override_group(&q->layout, id) && has(&here, id) && !repeats)
            gf_error(c, at, "duplicate layout qualifier '%s'", name->text);
         put(p, &q->layout, id, v);
         put(p, &here, id, v);
      }
   } while (gf_accept(p, ','));
   p->in_layout = false;
   gf_expect(p, ')');
}

/* ---- legal uses ---- */

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
      if (!has(l, id))
         continue;
      places(p, id, &where, &stages);
      if ((where & here) && (stages & p->c->stage_bit))
         continue;
      const unsigned known = stages & ((1u << PIPE_SHADER_TYPES) - 1);
      const char *of = stages == GF_ANY ? "" : gf_printf(p->c, " of %s shaders", list_of(p->c, known, stage_text));
      gf_error(p->c, at, "layout qualifier '%s' does not apply to %s%s: it applies to %s%s", rows[id].text,
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

/* Blocks and their members have locations as variables do. ARB_enhanced_layouts and GLSL 4.40 say so; other compilers take them where
 * ARB_separate_shader_objects has locations between stages, and programs use that. */
static void check_location(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   const bool vs_in = c->stage == PIPE_SHADER_VERTEX && (q->storage == GF_S_IN || q->storage == GF_S_ATTRIBUTE);
   const bool fs_out = c->stage == PIPE_SHADER_FRAGMENT && q->storage == GF_S_OUT;
   const bool sso = gf_at_least(c, 410, 310) || gf_ext_on(c, GF_ARB_separate_shader_objects) ||
      gf_ext_on(c, GF_EXT_separate_shader_objects);
   const bool attrib = gf_at_least(c, 330, 300) || gf_ext_on(c, GF_ARB_explicit_attrib_location);
   if (q->storage == GF_S_UNIFORM) {
      const int locations = c->options->limits && c->options->limits->max_uniform_locations ? c->options->limits->max_uniform_locations
                                                                                            : GLSL_MAX_UNIFORM_LOCATIONS;
      if (!gf_at_least(c, 430, 310) && !gf_ext_on(c, GF_ARB_explicit_uniform_location))
         gf_error(c, at, "locations of uniforms %s", GF_NEEDS(c, 430, 0, 310, 0, { GF_ARB_explicit_uniform_location }));
      else if (value(&q->layout, GF_L_location) >= locations)
         gf_error(c, at, "uniform location %d is not below the limit of %d", value(&q->layout, GF_L_location), locations);
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
   const int component = value(&q->layout, GF_L_component);
   const bool wide = bare->base == GF_DOUBLE || bare->base == GF_INT64 || bare->base == GF_UINT64;
   const int size = bare->rows * (wide ? 2 : 1);
   if (!has(&q->layout, GF_L_location))
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
   else if (value(&q->layout, GF_L_binding) + (bare->base == GF_ATOMIC ? 1 : count) > limit)
      gf_error(p->c, at, "binding %d is beyond the limit: there are %d", value(&q->layout, GF_L_binding), limit);
}

static bool has_double(const struct gf_type *t) { return t->base == GF_DOUBLE || t->base == GF_INT64 ||
                                                  t->base == GF_UINT64; }

static void check_xfb(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                      struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   const unsigned unit = gf_contains(type, has_double) ? 8 : 4;
   const int buffer = value(l, GF_L_xfb_buffer), offset = value(l, GF_L_xfb_offset), stride = value(l, GF_L_xfb_stride);
   if (has(l, GF_L_xfb_buffer) && buffer >= 4)
      gf_error(p->c, at, "xfb_buffer %d is not below the limit of 4", buffer);
   if (has(l, GF_L_xfb_stride) && (stride % 4 || stride > gf_xfb_limit_B(p)))
      gf_error(p->c, at, "xfb_stride %d is not a multiple of 4, or above the limit of %d bytes", stride, gf_xfb_limit_B(p));
   if (has(l, GF_L_xfb_offset) && offset % (int)unit)
      gf_error(p->c, at, "xfb_offset %d is not a multiple of %u", offset, unit);
   if (has(l, GF_L_xfb_offset) && gf_has_unsized(type) && !block)
      gf_error(p->c, at, "xfb_offset does not apply to unsized arrays");
}

static void check_image_format(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type,
                               struct gf_loc at)
{
   const struct gf_type *bare = gf_bare(type);
   unsigned format = GF_L_COUNT;
   for (unsigned id = GF_L_rgba32f; id <= GF_L_r8ui; id++) {
      if (has(&q->layout, id))
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
      if (any_in(l, only[i].first, only[i].last) && (!p->redeclaring || strcmp(p->redeclaring, only[i].name) != 0))
         gf_error(p->c, at, "layout qualifier '%s' is for redeclarations of %s", rows[only[i].first].text, only[i].name);
   }
}

void gf_layout_check_block_array(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   if (q->has_layout && has(&q->layout, GF_L_binding))
      check_binding(p, q, type, true, at);
}

void gf_layout_check(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block,
                     bool member, struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   if (q->has_layout) {
      check_places(p, l, place_of(q, block, member), at);
      if (has(l, GF_L_location))
         check_location(p, q, type, at);
      if (has(l, GF_L_component))
         check_component(p, q, type, at);
      if (has(l, GF_L_index)) {
         if (!has(l, GF_L_location))
            gf_error(p->c, at, "index needs a location");
         if (value(l, GF_L_index) > 1)
            gf_error(p->c, at, "index = %d is not 0 or 1", value(l, GF_L_index));
      }
      if (has(l, GF_L_binding))
         check_binding(p, q, type, block, at);
      if (has(l, GF_L_offset) && !block && !member && gf_bare(type)->base != GF_ATOMIC)
         gf_error(p->c, at, "offset does not apply to %s", gf_type_text(p->c, type));
      if (has(l, GF_L_stream) && value(l, GF_L_stream) > 3)
         gf_error(p->c, at, "stream %d is not below the limit of 4", value(l, GF_L_stream));
      if (has(l, GF_L_align) && (value(l, GF_L_align) == 0 || value(l, GF_L_align) & (value(l, GF_L_align) - 1)))
         gf_error(p->c, at, "align = %d is not a power of two", value(l, GF_L_align));
      check_xfb(p, q, type, block, at);
   }
   check_builtin_only(p, l, at);
   if (!block)
      check_image_format(p, q, type, at);
}

/* ---- defaults ---- */

static void conflict(struct gf_parser *p, const struct gf_layouts *old, const struct gf_layouts *l, unsigned id,
                     struct gf_loc at)
{
   if (has(old, id) && has(l, id) && value(old, id) != value(l, id))
      gf_error(p->c, at, "%s = %d contradicts the earlier %d", rows[id].text, value(l, id), value(old, id));
}

/* One identifier of a group, the same in each declaration. */
static void one_of(struct gf_parser *p, const struct gf_layouts *old, const struct gf_layouts *l, const unsigned *ids,
                   unsigned count, struct gf_loc at)
{
   int earlier = -1;
   for (unsigned i = 0; i < count; i++) {
      if (has(old, ids[i]) || has(l, ids[i])) {
         if (earlier >= 0)
            gf_error(p->c, at, "layout '%s' contradicts '%s'", rows[ids[i]].text, rows[earlier].text);
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
      const int limit = limits[id - GF_L_local_size_x];
      conflict(p, d, l, id, at);
      if (has(l, id) && (value(l, id) == 0 || value(l, id) > limit))
         gf_error(c, at, "%s = %d is not in the range 1 to %d", rows[id].text, value(l, id), limit);
      product *= has(l, id) && value(l, id) ? value(l, id) : 1;
   }
   if (!any_in(l, GF_L_local_size_x, GF_L_local_size_z))
      return;
   for (unsigned id = GF_L_local_size_x; any_in(d, GF_L_local_size_x, GF_L_local_size_z) && id <= GF_L_local_size_z; id++) {
      const int a = has(d, id) ? value(d, id) : 1, b = has(l, id) ? value(l, id) : 1;
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
   static const struct { unsigned id; int limit; } counts[] = { { GF_L_max_vertices, GLSL_MESH_MAX_VERTICES },
                                                                { GF_L_max_primitives, GLSL_MESH_MAX_PRIMITIVES } };
   one_of(p, d, l, primitives, GF_COUNT(primitives), at);
   for (unsigned i = 0; i < GF_COUNT(counts); i++) {
      const unsigned id = counts[i].id;
      conflict(p, d, l, id, at);
      if (has(l, id) && (value(l, id) < 1 || value(l, id) > counts[i].limit))
         gf_error(p->c, at, "%s = %d is not in the range 1 to %d", rows[id].text, value(l, id), counts[i].limit);
   }
}

void gf_layout_default(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   const struct gf_loc at = q->loc;
   const unsigned where = q->storage == GF_S_IN ? D_IN : q->storage == GF_S_OUT ? D_OUT : q->storage == GF_S_UNIFORM
      ? D_UNIFORM :
                          q->storage == GF_S_BUFFER ? D_BUFFER : NOTHING;
   if (!where) {
      gf_error(c, at, "a declaration of layouts needs in, out, uniform or buffer");
      return;
   }
   struct gf_layouts *l = &q->layout, *d = &p->defaults[q->storage];
   check_places(p, l, where, at);
   gf_check_qualifiers(p, q, GF_D_DEFAULT, NULL, at);
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
      if ((has(d, GF_L_local_size_variable) || has(l, GF_L_local_size_variable)) &&
          (any_in(d, GF_L_local_size_x, GF_L_local_size_z) || any_in(l, GF_L_local_size_x, GF_L_local_size_z)))
         gf_error(c, at, "the local size is both fixed and variable");
      conflict(p, d, l, GF_L_num_views, at);
      if (has(l, GF_L_num_views) && (value(l, GF_L_num_views) < 1 || value(l, GF_L_num_views) > GLSL_MAX_VIEWS))
         gf_error(c, at, "num_views = %d is not in the range 1 to %d", value(l, GF_L_num_views), GLSL_MAX_VIEWS);
      conflict(p, d, l, GF_L_invocations, at);
      if (has(l, GF_L_invocations) && (value(l, GF_L_invocations) == 0 || value(l, GF_L_invocations) > 32))
         gf_error(c, at, "invocations = %d is not in the range 1 to 32", value(l, GF_L_invocations));
   } else if (q->storage == GF_S_OUT) {
      if (c->stage == PIPE_SHADER_MESH) {
         mesh_outputs(p, l, d, at);
      } else {
         one_of(p, d, l, gs_out, GF_COUNT(gs_out), at);
         conflict(p, d, l, GF_L_max_vertices, at);
      }
      conflict(p, d, l, GF_L_vertices, at);
      if (c->stage != PIPE_SHADER_MESH && has(l, GF_L_max_vertices) && value(l, GF_L_max_vertices) > 256)
         gf_error(c, at, "max_vertices = %d is above the limit of 256", value(l, GF_L_max_vertices));
      if (has(l, GF_L_vertices) && (value(l, GF_L_vertices) == 0 || value(l, GF_L_vertices) > 32))
         gf_error(c, at, "vertices = %d is not in the range 1 to 32", value(l, GF_L_vertices));
      if (has(l, GF_L_stream) && value(l, GF_L_stream) > 3)
         gf_error(c, at, "stream %d is not below the limit of 4", value(l, GF_L_stream));
      check_xfb(p, q, GF_T(float), true, at);
      gf_xfb_note(p, q, NULL, false, gf_xfb_buffer(p, q), at);
   } else {
      one_of(p, d, l, bindless, GF_COUNT(bindless), at);
      one_of(p, d, l, bindless_image, GF_COUNT(bindless_image), at);
   }
   if (has(l, GF_L_align) && (value(l, GF_L_align) == 0 || value(l, GF_L_align) & (value(l, GF_L_align) - 1)))
      gf_error(c, at, "align = %d is not a power of two", value(l, GF_L_align));
   for (unsigned id = 0; id < GF_L_COUNT; id++) {
      if (has(l, id)) {
         override_group(d, id);
         put(p, d, id, value(l, id));
      }
   }
   if (q->storage == GF_S_IN && c->stage == PIPE_SHADER_GEOMETRY) {
      static const int sizes[] = { 1, 2, 4, 3, 6 };
      for (unsigned i = 0; i < GF_COUNT(gs_in); i++) {
         if (has(l, gs_in[i])) {
            p->gs_input_vertices = sizes[i];
            gf_resize_inputs(p, sizes[i], GF_S_IN, at);
         }
      }
   }
   if (c->stage == PIPE_SHADER_MESH && q->storage == GF_S_OUT && has(l, GF_L_max_vertices)) {
      p->mesh_vertices = value(l, GF_L_max_vertices);
      gf_resize_mesh(p, false, at);
   }
   if (c->stage == PIPE_SHADER_MESH && q->storage == GF_S_OUT && has(l, GF_L_max_primitives)) {
      p->mesh_primitives = value(l, GF_L_max_primitives);
      gf_resize_mesh(p, true, at);
   }
   if (q->storage == GF_S_OUT && has(l, GF_L_vertices)) {
      p->tcs_vertices = value(l, GF_L_vertices);
      gf_resize_inputs(p, p->tcs_vertices, GF_S_OUT, at);
   }
}

uint8_t gf_views(const struct gf_parser *p)
{
   const struct gf_layouts *in = &p->defaults[GF_S_IN];
   return has(in, GF_L_num_views) ? (uint8_t)value(in, GF_L_num_views) : 1;
}

uint16_t gf_blend_equations(const struct gf_parser *p)
{
   const struct gf_layouts *out = &p->defaults[GF_S_OUT];
   uint16_t mask = 0;
   for (unsigned id = GF_L_blend_support_multiply; id < GF_L_blend_support_all; id++) /* order: enum pipe_blend_equation */
      mask |= (has(out, id) || has(out, GF_L_blend_support_all)) << (PIPE_EQUATION_MULTIPLY + id - GF_L_blend_support_multiply);
   return mask;
}

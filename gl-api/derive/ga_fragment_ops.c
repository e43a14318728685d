/* ga_fragment_ops.c: the rows of ga_derive.def for blending, depth, stencil, rasterization, viewport and scissor: functions of
 * the context's GL values and of st.fb alone. The framebuffer decides the direction of y and the effect of a missing buffer. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_fbo.h"

#include <math.h>
#include <string.h>

/* ---- enums ------------------------------------------------------------------------------------------------------------ */

uint8_t ga_pipe_compare_func(GLenum func)
{
   return func - GL_NEVER; /* both enumerations have the same order */
}

/* enum pipe_blend_equation, or 0 (KHR_blend_equation_advanced, table X.1). */
uint8_t ga_advanced_equation(GLenum mode)
{
   switch (mode) {
   case GL_MULTIPLY: return PIPE_EQUATION_MULTIPLY;
   case GL_SCREEN: return PIPE_EQUATION_SCREEN;
   case GL_OVERLAY: return PIPE_EQUATION_OVERLAY;
   case GL_DARKEN: return PIPE_EQUATION_DARKEN;
   case GL_LIGHTEN: return PIPE_EQUATION_LIGHTEN;
   case GL_COLORDODGE: return PIPE_EQUATION_COLORDODGE;
   case GL_COLORBURN: return PIPE_EQUATION_COLORBURN;
   case GL_HARDLIGHT: return PIPE_EQUATION_HARDLIGHT;
   case GL_SOFTLIGHT: return PIPE_EQUATION_SOFTLIGHT;
   case GL_DIFFERENCE: return PIPE_EQUATION_DIFFERENCE;
   case GL_EXCLUSION: return PIPE_EQUATION_EXCLUSION;
   case GL_HSL_HUE: return PIPE_EQUATION_HSL_HUE;
   case GL_HSL_SATURATION: return PIPE_EQUATION_HSL_SATURATION;
   case GL_HSL_COLOR: return PIPE_EQUATION_HSL_COLOR;
   case GL_HSL_LUMINOSITY: return PIPE_EQUATION_HSL_LUMINOSITY;
   default: return PIPE_EQUATION_NONE;
   }
}

static uint8_t stencil_op(GLenum op)
{
   switch (op) {
   case GL_ZERO: return PIPE_STENCIL_OP_ZERO;
   case GL_REPLACE: return PIPE_STENCIL_OP_REPLACE;
   case GL_INCR: return PIPE_STENCIL_OP_INCR;
   case GL_DECR: return PIPE_STENCIL_OP_DECR;
   case GL_INCR_WRAP: return PIPE_STENCIL_OP_INCR_WRAP;
   case GL_DECR_WRAP: return PIPE_STENCIL_OP_DECR_WRAP;
   case GL_INVERT: return PIPE_STENCIL_OP_INVERT;
   default: return PIPE_STENCIL_OP_KEEP;
   }
}

static uint8_t blend_func(GLenum equation)
{
   switch (equation) {
   case GL_FUNC_SUBTRACT: return PIPE_BLEND_SUBTRACT;
   case GL_FUNC_REVERSE_SUBTRACT: return PIPE_BLEND_REVERSE_SUBTRACT;
   case GL_MIN: return PIPE_BLEND_MIN;
   case GL_MAX: return PIPE_BLEND_MAX;
   default: return PIPE_BLEND_ADD;
   }
}

static uint8_t blend_factor(GLenum factor)
{
   switch (factor) {
   case GL_ONE: return PIPE_BLENDFACTOR_ONE;
   case GL_SRC_COLOR: return PIPE_BLENDFACTOR_SRC_COLOR;
   case GL_ONE_MINUS_SRC_COLOR: return PIPE_BLENDFACTOR_INV_SRC_COLOR;
   case GL_SRC_ALPHA: return PIPE_BLENDFACTOR_SRC_ALPHA;
   case GL_ONE_MINUS_SRC_ALPHA: return PIPE_BLENDFACTOR_INV_SRC_ALPHA;
   case GL_DST_ALPHA: return PIPE_BLENDFACTOR_DST_ALPHA;
   case GL_ONE_MINUS_DST_ALPHA: return PIPE_BLENDFACTOR_INV_DST_ALPHA;
   case GL_DST_COLOR: return PIPE_BLENDFACTOR_DST_COLOR;
   case GL_ONE_MINUS_DST_COLOR: return PIPE_BLENDFACTOR_INV_DST_COLOR;
   case GL_SRC_ALPHA_SATURATE: return PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE;
   case GL_CONSTANT_COLOR: return PIPE_BLENDFACTOR_CONST_COLOR;
   case GL_ONE_MINUS_CONSTANT_COLOR: return PIPE_BLENDFACTOR_INV_CONST_COLOR;
   case GL_CONSTANT_ALPHA: return PIPE_BLENDFACTOR_CONST_ALPHA;
   case GL_ONE_MINUS_CONSTANT_ALPHA: return PIPE_BLENDFACTOR_INV_CONST_ALPHA;
   case GL_SRC1_COLOR: return PIPE_BLENDFACTOR_SRC1_COLOR;
   case GL_ONE_MINUS_SRC1_COLOR: return PIPE_BLENDFACTOR_INV_SRC1_COLOR;
   case GL_SRC1_ALPHA: return PIPE_BLENDFACTOR_SRC1_ALPHA;
   case GL_ONE_MINUS_SRC1_ALPHA: return PIPE_BLENDFACTOR_INV_SRC1_ALPHA;
   default: return PIPE_BLENDFACTOR_ZERO;
   }
}

static uint8_t logic_op(GLenum op)
{
   static const uint8_t ops[] = {
      [GL_CLEAR - GL_CLEAR] = PIPE_LOGICOP_CLEAR, [GL_AND - GL_CLEAR] = PIPE_LOGICOP_AND,
      [GL_AND_REVERSE - GL_CLEAR] = PIPE_LOGICOP_AND_REVERSE, [GL_COPY - GL_CLEAR] = PIPE_LOGICOP_COPY,
      [GL_AND_INVERTED - GL_CLEAR] = PIPE_LOGICOP_AND_INVERTED, [GL_NOOP - GL_CLEAR] = PIPE_LOGICOP_NOOP,
      [GL_XOR - GL_CLEAR] = PIPE_LOGICOP_XOR, [GL_OR - GL_CLEAR] = PIPE_LOGICOP_OR, [GL_NOR - GL_CLEAR] = PIPE_LOGICOP_NOR,
      [GL_EQUIV - GL_CLEAR] = PIPE_LOGICOP_EQUIV, [GL_INVERT - GL_CLEAR] = PIPE_LOGICOP_INVERT,
      [GL_OR_REVERSE - GL_CLEAR] = PIPE_LOGICOP_OR_REVERSE, [GL_COPY_INVERTED - GL_CLEAR] = PIPE_LOGICOP_COPY_INVERTED,
      [GL_OR_INVERTED - GL_CLEAR] = PIPE_LOGICOP_OR_INVERTED, [GL_NAND - GL_CLEAR] = PIPE_LOGICOP_NAND,
      [GL_SET - GL_CLEAR] = PIPE_LOGICOP_SET,
   };
   return ops[op - GL_CLEAR];
}

static uint8_t fill_mode(GLenum mode)
{
   return mode == GL_POINT ? PIPE_POLYGON_MODE_POINT : mode == GL_LINE ? PIPE_POLYGON_MODE_LINE : PIPE_POLYGON_MODE_FILL;
}

/* Destination alpha of a buffer without alpha is 1 (ES 2.0, 4.1.6), whatever its memory holds. That of intensity is the intensity, which
 * is red for the device; there is no factor for the lesser of it and source alpha, and of intensity only red is stored. */
static uint8_t factor_without_alpha(uint8_t factor, bool rgb, bool intensity)
{
   if (intensity && factor == PIPE_BLENDFACTOR_DST_ALPHA)
      return PIPE_BLENDFACTOR_DST_COLOR;
   if (intensity && factor == PIPE_BLENDFACTOR_INV_DST_ALPHA)
      return PIPE_BLENDFACTOR_INV_DST_COLOR;
   switch (factor) {
   case PIPE_BLENDFACTOR_DST_ALPHA: return PIPE_BLENDFACTOR_ONE;
   case PIPE_BLENDFACTOR_INV_DST_ALPHA: return PIPE_BLENDFACTOR_ZERO;
   case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE: return rgb ? PIPE_BLENDFACTOR_ZERO : PIPE_BLENDFACTOR_ONE;
   default: return factor;
   }
}

/* ---- parts ------------------------------------------------------------------------------------------------------------ */

/* Colour mask and blending of one colour buffer. */
static struct pipe_rt_blend_state blend_target(const struct ga_context *ctx, unsigned index)
{
   const bool has_alpha = ctx->fb_alpha_mask >> index & 1, intensity = ctx->fb_intensity_mask >> index & 1;
   const struct ga_blend_gl *gl = &ctx->blend[index];
   struct pipe_rt_blend_state rt = {0};
   for (unsigned i = 0; i < 4; i++)
      rt.colormask |= (ctx->color_mask[index][i] ? 1 : 0) << i;
   if (!gl->enabled)
      return rt;
   if (ga_advanced_equation(gl->equation_rgb)) /* computed by the shader */
      return rt;
   rt.enable = 1;
   rt.rgb_func = blend_func(gl->equation_rgb);
   rt.alpha_func = blend_func(gl->equation_alpha);
   rt.rgb_src = blend_factor(gl->src_rgb);
   rt.rgb_dst = blend_factor(gl->dst_rgb);
   rt.alpha_src = blend_factor(gl->src_alpha);
   rt.alpha_dst = blend_factor(gl->dst_alpha);
   if (!has_alpha) {
      rt.rgb_src = factor_without_alpha(rt.rgb_src, true, intensity);
      rt.rgb_dst = factor_without_alpha(rt.rgb_dst, true, intensity);
      rt.alpha_src = factor_without_alpha(rt.alpha_src, false, intensity);
      rt.alpha_dst = factor_without_alpha(rt.alpha_dst, false, intensity);
   }
   /* MIN and MAX ignore the factors (EXT_blend_minmax); the hardware does not. */
   if (rt.rgb_func >= PIPE_BLEND_MIN)
      rt.rgb_src = rt.rgb_dst = PIPE_BLENDFACTOR_ONE;
   if (rt.alpha_func >= PIPE_BLEND_MIN)
      rt.alpha_src = rt.alpha_dst = PIPE_BLENDFACTOR_ONE;
   return rt;
}

static bool uses_src1(const struct pipe_rt_blend_state *rt)
{
   const uint8_t factors[] = {rt->rgb_src, rt->rgb_dst, rt->alpha_src, rt->alpha_dst};
   for (unsigned i = 0; i < 4; i++)
      if (factors[i] >= PIPE_BLENDFACTOR_SRC1_COLOR && factors[i] <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA)
         return true;
   return false;
}

/* Each sample has its coverage: GL_MULTISAMPLE is on and the framebuffer has them. */
static bool multisampled(const struct ga_context *ctx)
{
   return ctx->cap_multisample && ctx->st.fb.samples > 1;
}

/* Alpha of the first output acts on coverage, and is replaced: not where draw buffer zero has integers (GL 3.0, 4.1.3). */
static bool alpha_of_samples(const struct ga_context *ctx)
{
   const struct pipe_surface *first = ctx->st.fb.color_count ? ctx->st.fb.cbufs[0] : NULL;
   return multisampled(ctx) && !(first && pipe_format_is_pure_int(first->t.format));
}

/* Logic operations do not act on floating-point and sRGB buffers (GL 3.3, 4.1.10), but still replace blending. */
static bool has_logic_op_buffer(const struct ga_context *ctx)
{
   for (unsigned i = 0; i < ctx->st.fb.color_count; i++) {
      const struct pipe_surface *surface = ctx->st.fb.cbufs[i];
      if (surface && !pipe_format_is_float(surface->t.format) && !pipe_format_is_srgb(surface->t.format))
         return true;
   }
   return false;
}

/* The advanced equation of a draw buffer that blends, or 0. */
static uint8_t advanced_equation(const struct ga_context *ctx, unsigned index)
{
   return ctx->blend[index].enabled ? ga_advanced_equation(ctx->blend[index].equation_rgb) : 0;
}

bool ga_derive_blend(struct ga_context *ctx, const char *operation)
{
   struct pipe_blend_state *blend = &ctx->st.blend;
   memset(blend, 0, sizeof(*blend));
   blend->logicop_func = PIPE_LOGICOP_COPY;
   blend->dither = ctx->cap_dither;
   blend->alpha_to_coverage = ctx->cap_sample_alpha && alpha_of_samples(ctx);
   blend->alpha_to_coverage_dither = ctx->alpha_to_coverage_dither == GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV;
   blend->alpha_to_one = ctx->cap_sample_alpha_one && alpha_of_samples(ctx);
   blend->logicop_enable = ctx->cap_logic_op;
   if (ctx->cap_logic_op && has_logic_op_buffer(ctx))
      blend->logicop_func = logic_op(ctx->logic_op);
   blend->rt[0] = blend_target(ctx, 0);
   bool dual_source = uses_src1(&blend->rt[0]);
   ctx->too_many_for_src1 = false;
   blend->equation = ctx->advanced_equation = advanced_equation(ctx, 0);
   for (unsigned i = 1; i < ctx->st.fb.color_count; i++) {
      blend->rt[i] = blend_target(ctx, i);
      if (!ctx->advanced_equation && ctx->st.fb.cbufs[i])
         ctx->advanced_equation = advanced_equation(ctx, i);
      ctx->too_many_for_src1 |= (dual_source || uses_src1(&blend->rt[i])) && ctx->st.fb.cbufs[i];
      blend->independent |= memcmp(&blend->rt[i], &blend->rt[0], sizeof(blend->rt[0])) != 0;
   }
   ctx->st.dirty |= ST_DIRTY_BLEND;
   return true;
}

bool ga_derive_blend_color(struct ga_context *ctx, const char *operation)
{
   memcpy(ctx->st.blend_color, ctx->blend_color, sizeof(ctx->st.blend_color));
   ctx->st.dirty |= ST_DIRTY_BLEND_COLOR;
   return true;
}

/* depth_write and writemask stay as the application set them even where the test is off: glClear obeys them. */
bool ga_derive_depth_stencil(struct ga_context *ctx, const char *operation)
{
   struct pipe_depth_stencil_alpha_state *dsa = &ctx->st.dsa;
   memset(dsa, 0, sizeof(*dsa));
   dsa->depth_enable = ctx->cap_depth && ctx->fb_has_depth;
   dsa->depth_write = ctx->depth_mask && ctx->fb_has_depth;
   dsa->depth_func = ga_pipe_compare_func(ctx->depth_func);
   dsa->depth_bounds_enable = ctx->cap_depth_bounds && ctx->fb_has_depth;
   dsa->depth_bounds_min = dsa->depth_bounds_enable ? (float)ctx->depth_bounds[0] : 0.0f;
   dsa->depth_bounds_max = dsa->depth_bounds_enable ? (float)ctx->depth_bounds[1] : 1.0f;
   dsa->alpha_func = PIPE_FUNC_ALWAYS;
   if (ctx->hooks)
      ctx->hooks->alpha_test(ctx, dsa);
   bool enable = ctx->cap_stencil && ctx->fb_has_stencil;
   for (unsigned i = 0; i < 2; i++) {
      const struct ga_stencil_gl *gl = &ctx->stencil[i ? ctx->stencil_back : GA_STENCIL_FRONT];
      dsa->stencil[i] = (struct pipe_stencil_state){
         .enable = enable,
         .func = ga_pipe_compare_func(gl->func),
         .fail_op = stencil_op(gl->fail),
         .zpass_op = stencil_op(gl->zpass),
         .zfail_op = stencil_op(gl->zfail),
         .valuemask = (uint8_t)gl->valuemask,
         .writemask = ctx->fb_has_stencil ? (uint8_t)gl->writemask : 0,
      };
      /* References are clamped to the range of the buffer (ES 2.0, 4.1.4). */
      ctx->st.stencil_ref[i] = gl->ref < 0 ? 0 : gl->ref > 255 ? 255 : (uint8_t)gl->ref;
   }
   ctx->st.dirty |= ST_DIRTY_DSA | ST_DIRTY_STENCIL_REF;
   return true;
}

static float clampf(float value, float low, float high)
{
   return value < low ? low : value > high ? high : value;
}

bool ga_derive_raster(struct ga_context *ctx, const char *operation)
{
   bool inverted = ctx->st.fb.y_inverted;
   struct pipe_rasterizer_state *raster = &ctx->st.raster;
   memset(raster, 0, sizeof(*raster));
   /* The pipe counts rows downwards. Where GL's row 0 comes first in memory the picture is upside down for it, and what
    * turns counter-clockwise in GL turns clockwise there. */
   raster->front_ccw = (ctx->front_face == GL_CCW) == inverted;
   /* An upper left origin mirrors the picture, but not which side is the front (GL 4.6, 14.6.1). */
   raster->front_ccw ^= ctx->clip_origin == GL_UPPER_LEFT;
   raster->clip_halfz = ctx->clip_depth_mode == GL_ZERO_TO_ONE;
   if (ctx->cap_cull)
      raster->cull = ctx->cull_mode == GL_FRONT ? PIPE_FACE_FRONT : ctx->cull_mode == GL_BACK ? PIPE_FACE_BACK : PIPE_FACE_FRONT_AND_BACK;
   raster->fill_front = fill_mode(ctx->polygon_mode[0]);
   raster->fill_back = fill_mode(ctx->polygon_mode[1]);
   raster->offset_fill = ctx->cap_offset_fill;
   raster->offset_line = ctx->cap_offset_line;
   raster->offset_point = ctx->cap_offset_point;
   if (ctx->cap_offset_fill || ctx->cap_offset_line || ctx->cap_offset_point) {
      raster->offset_scale = ctx->polygon_offset[0];
      raster->offset_units = ctx->polygon_offset[1];
      raster->offset_clamp = ctx->polygon_offset[2] == ctx->polygon_offset[2] ? ctx->polygon_offset[2] : 0.0f; /* NaN */
   }
   raster->scissor = ctx->scissor_tests != 0;
   raster->rasterizer_discard = ctx->cap_discard;
   raster->depth_clip_near = !ctx->cap_clamp_near;
   raster->depth_clip_far = !ctx->cap_clamp_far;
   raster->depth_clamp = ctx->cap_clamp_near || ctx->cap_clamp_far;
   raster->clip_plane_enable = ctx->clip_distances;
   raster->half_pixel_center = 1;
   raster->bottom_edge_rule = !inverted;
   raster->multisample = multisampled(ctx);
   raster->line_smooth = ctx->cap_line_smooth && !multisampled(ctx);
   raster->poly_smooth = ctx->cap_polygon_smooth && !multisampled(ctx);
   raster->flatshade_first = ctx->provoking_vertex == GL_FIRST_VERTEX_CONVENTION;
   raster->point_quad = 1; /* points are squares with gl_PointCoord */
   raster->sprite_coord_lower_left = ctx->point_sprite_origin == GL_LOWER_LEFT;
   raster->point_tri_clip = ga_has(ctx, GA_FEATURE_es);
   raster->point_size_per_vertex = ctx->cap_program_point_size;
   raster->point_size = ctx->cap_program_point_size ? 1.0f : clampf(ctx->point_size, ctx->limits.point_size[0], ctx->limits.point_size[1]);
   raster->point_size_min = ctx->limits.point_size[0];
   raster->point_size_max = ctx->limits.point_size[1];
   raster->line_width = clampf(ctx->line_width, ctx->limits.line_width[0], ctx->limits.line_width[1]);
   if (ctx->hooks)
      ctx->hooks->raster(ctx, raster);
   if (raster->poly_stipple_enable)
      ctx->hooks->polygon_stipple(ctx, ctx->st.polygon_stipple);
   if ((ctx->st.attribs_read >> PIPE_ATTRIB_EDGE_FLAG & 1) != raster->edge_flags) {
      ctx->st.attribs_read ^= 1u << PIPE_ATTRIB_EDGE_FLAG;
      ctx->st.dirty |= ST_DIRTY_VERTEX;
   }
   ctx->st.dirty |= ST_DIRTY_RASTER;
   return true;
}

static struct pipe_viewport_state viewport_transform(const struct ga_context *ctx, unsigned index)
{
   const GLfloat *gl = ctx->viewport[index];
   float half_width = gl[2] * 0.5f, half_height = gl[3] * 0.5f;
   float n = (float)ctx->depth_range[index][0], f = (float)ctx->depth_range[index][1];
   struct pipe_viewport_state vp;
   vp.scale[0] = half_width;
   vp.translate[0] = gl[0] + half_width;
   vp.scale[1] = ctx->clip_origin == GL_UPPER_LEFT ? -half_height : half_height;
   vp.translate[1] = gl[1] + half_height;
   if (ctx->st.fb.y_inverted) {
      vp.scale[1] = -vp.scale[1];
      vp.translate[1] = ctx->st.fb.height - vp.translate[1];
   }
   bool halfz = ctx->clip_depth_mode == GL_ZERO_TO_ONE;
   vp.scale[2] = halfz ? f - n : (f - n) * 0.5f;
   vp.translate[2] = halfz ? n : (f + n) * 0.5f;
   return vp;
}

bool ga_derive_viewport(struct ga_context *ctx, const char *operation)
{
   ctx->st.viewport_count = (uint8_t)ctx->limits.max_viewports;
   for (unsigned i = 0; i < ctx->st.viewport_count; i++)
      ctx->st.viewport[i] = viewport_transform(ctx, i);
   ctx->st.dirty |= ST_DIRTY_VIEWPORT;
   return true;
}

/* In 1/16 pixel, rounded to the nearest. The hardware has no location at the far edges of a pixel. */
static uint8_t location(float value)
{
   const int nearest = value > 0 ? (int)(clampf(value, 0, 1) * 16 + 0.5f) : 0;
   return (uint8_t)(nearest < 15 ? nearest : 15);
}

/* ARB_sample_locations, 14.3.1: the locations of the table, for the pixels of the grid or for all pixels. Rasterization without
 * multisampling has none. */
static void derive_sample_locations(struct ga_context *ctx)
{
   const struct ga_fbo *fbo = ctx->draw_fbo;
   const struct pipe_framebuffer_state *fb = &ctx->st.fb;
   struct pipe_sample_locations *out = &ctx->st.sample_locations;
   out->programmed = fbo->defaults.programmable_locations && multisampled(ctx);
   out->varies = out->programmed && fbo->defaults.location_grid;
   for (unsigned pixel = 0; out->programmed && pixel < PIPE_SAMPLE_GRID * PIPE_SAMPLE_GRID; pixel++) {
      const unsigned x = pixel % PIPE_SAMPLE_GRID, row = pixel / PIPE_SAMPLE_GRID;
      const unsigned y = (fb->y_inverted ? fb->height + PIPE_SAMPLE_GRID - 1 - row : row) % PIPE_SAMPLE_GRID;
      const unsigned first = out->varies ? (y * PIPE_SAMPLE_GRID + x) * fb->samples : 0;
      for (unsigned i = 0; i < fb->samples; i++) {
         const GLfloat *xy = fbo->sample_location[first + i];
         out->at[pixel][i][0] = location(xy[0]);
         out->at[pixel][i][1] = location(fb->y_inverted ? 1 - xy[1] : xy[1]);
      }
   }
}

/* OpenGL ES 3.0, 4.1.3: the part of the samples that glSampleCoverage asks for, the lowest ones; GL 3.3, 4.1.3: those of
 * glSampleMaski. */
bool ga_derive_sample_mask(struct ga_context *ctx, const char *operation)
{
   uint32_t mask = ~0u;
   if (ctx->cap_sample_coverage && multisampled(ctx)) {
      unsigned covered = (unsigned)(ctx->sample_coverage * (float)ctx->st.fb.samples + 0.5f);
      mask = (1u << covered) - 1;
      if (ctx->sample_coverage_invert)
         mask = ~mask;
   }
   if (ctx->cap_sample_mask && multisampled(ctx))
      mask &= ctx->sample_mask;
   ctx->st.sample_mask = mask;
   /* OpenGL ES 3.2, 13.5.1: shading runs for at least this part of the samples. */
   const float shaded = multisampled(ctx) ? ctx->min_sample_shading * (float)ctx->st.fb.samples : 1.0f;
   ctx->st.min_samples = ctx->cap_sample_shading && shaded > 1.0f ? (uint8_t)ceilf(shaded) : 1;
   derive_sample_locations(ctx);
   const int32_t num_samples = ctx->st.fb.samples ? (int32_t)ctx->st.fb.samples : 1;
   if (ctx->state_constants.num_samples != num_samples) {
      ctx->state_constants.num_samples = num_samples;
      ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   }
   ctx->st.dirty |= ST_DIRTY_SAMPLE_MASK;
   return true;
}

bool ga_derive_state_constants(struct ga_context *ctx, const char *operation)
{
   float *range = ctx->state_constants.depth_range;
   range[0] = (float)ctx->depth_range[0][0];
   range[1] = (float)ctx->depth_range[0][1];
   range[2] = range[1] - range[0];
   ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   return true;
}

bool ga_derive_patch(struct ga_context *ctx, const char *operation)
{
   if (!ga_has(ctx, GA_FEATURE_tessellation_shader))
      return true;
   ctx->st.patch_vertices = (uint8_t)ctx->patch_vertices;
   memcpy(ctx->st.tess_outer, ctx->patch_outer, sizeof ctx->st.tess_outer);
   memcpy(ctx->st.tess_inner, ctx->patch_inner, sizeof ctx->st.tess_inner);
   ctx->st.dirty |= ST_DIRTY_PATCH;
   return true;
}

bool ga_derive_scissor(struct ga_context *ctx, const char *operation)
{
   const struct pipe_framebuffer_state *fb = &ctx->st.fb;
   for (unsigned i = 0; i < (unsigned)ctx->limits.max_viewports; i++)
      ctx->st.scissor[i] = ga_scissor_box(ctx, i, fb->width, fb->height, fb->y_inverted);
   ctx->st.window_rectangles = ga_window_rectangles(ctx, !ctx->draw_fbo->name, fb->width, fb->height, fb->y_inverted);
   ctx->st.dirty |= ST_DIRTY_SCISSOR;
   return true;
}

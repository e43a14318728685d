/* ga_legacy_hooks.c: the functions of the compatibility profile that other rooms call (ga_legacy_hooks.h): pipe state, parameters of
 * commands that all profiles have, and the table of the functions of this room. */
#include "gl-api/context/ga_legacy_hooks.h"

#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_select.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_pixel_transfer.h"

static bool between_begin_end(const struct ga_context *ctx)
{
   return ctx->legacy->immediate.inside;
}

/* ---- pipe state ------------------------------------------------------------------------------------------------------------ */

static float clampf(float value, float low, float high)
{
   return value < low ? low : value > high ? high : value;
}

static bool clamps(GLenum clamp, bool fixed)
{
   return clamp == GL_TRUE || (clamp == GL_FIXED_ONLY && fixed);
}

/* No floating-point buffer is drawn to. */
static bool fixed_point_target(const struct ga_context *ctx)
{
   for (unsigned i = 0; i < ctx->st.fb.color_count; i++)
      if (ctx->st.fb.cbufs[i] && pipe_format_is_float(ctx->st.fb.cbufs[i]->t.format))
         return false;
   return true;
}

/* The same before a draw has derived the framebuffer's state. */
static bool fixed_point_framebuffer(struct ga_context *ctx)
{
   for (unsigned i = 0; i < GA_MAX_DRAW_BUFFERS; i++) {
      const int point = ga_fbo_draw_point(ctx->draw_fbo, i);
      const struct ga_format *format = point < 0 ? NULL : ga_fbo_format(ctx, ctx->draw_fbo, (enum ga_attachment_index)point);
      if (format && pipe_format_is_float(format->st))
         return false;
   }
   return true;
}

GLfloat ga_legacy_query_color(struct ga_context *ctx, GLfloat value)
{
   return clamps(ctx->legacy->clamp_fragment_color, fixed_point_framebuffer(ctx)) ? clampf(value, 0, 1) : value;
}

static void alpha_test(const struct ga_context *ctx, struct pipe_depth_stencil_alpha_state *dsa)
{
   const struct ga_alpha_test *alpha = &ctx->legacy->alpha;
   if (!alpha->enabled)
      return;
   dsa->alpha_enable = 1;
   dsa->alpha_func = ga_pipe_compare_func(alpha->func);
   const bool clamp = clamps(ctx->legacy->clamp_fragment_color, fixed_point_target(ctx));
   dsa->alpha_ref = clamp ? clampf(alpha->ref, 0, 1) : alpha->ref;
}

static GLfloat lod_bias(const struct ga_context *ctx, unsigned unit)
{
   return ctx->legacy->lod_bias[unit];
}

_Static_assert((int)GLSL_ATTRIB_EDGE_FLAG == PIPE_ATTRIB_EDGE_FLAG, "the driver reads this attribute");

/* GL 2.1, 2.14, 3.3 to 3.5. */
static void raster(const struct ga_context *ctx, struct pipe_rasterizer_state *out)
{
   const struct ga_legacy *l = ctx->legacy;
   const bool fixed = fixed_point_target(ctx), attenuated = ga_fixed_point_size(ctx);
   out->flatshade = l->lighting.shade_model == GL_FLAT;
   out->light_twoside = l->fixed_vertex ? l->lighting.enabled && l->lighting.two_side : l->vertex_two_side;
   out->clamp_vertex_color = clamps(l->clamp_vertex_color, fixed);
   out->clamp_fragment_color = clamps(l->clamp_fragment_color, fixed);
   out->point_quad = l->points.sprite;
   out->point_smooth = l->points.smooth && !l->points.sprite && !out->multisample;
   if (l->fixed_vertex) {
      out->point_size_per_vertex = attenuated;
      out->point_size = attenuated ? 1.0f : clampf(clampf(ctx->point_size, l->points.size_min, l->points.size_max),
                                                   ctx->limits.point_size[0], ctx->limits.point_size[1]);
   }
   out->line_stipple_enable = l->stipples.line;
   out->line_stipple_factor = (uint8_t)(l->stipples.line_factor - 1);
   out->line_stipple_pattern = l->stipples.line_pattern;
   out->poly_stipple_enable = l->stipples.polygon;
   if (ga_assembly_is_unclipped(ctx))
      out->clip_plane_enable = 0;
   out->edge_flags = out->fill_front != PIPE_POLYGON_MODE_FILL || out->fill_back != PIPE_POLYGON_MODE_FILL;
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS && l->points.sprite; i++)
      out->sprite_coord_enable |= (uint32_t)l->points.coord_replace[i] << (GLSL_VARYING_TEX_COORD0 + i);
   if (!l->pixels)
      return;
   out->cull = PIPE_FACE_NONE;
   out->fill_front = out->fill_back = PIPE_POLYGON_MODE_FILL;
   out->offset_fill = out->poly_smooth = out->poly_stipple_enable = out->edge_flags = out->light_twoside = 0;
   out->clip_plane_enable = 0;
   out->clamp_vertex_color = 0;
}

static void polygon_stipple(const struct ga_context *ctx, uint32_t rows[32])
{
   memcpy(rows, ctx->legacy->stipples.polygon_pattern, sizeof(ctx->legacy->stipples.polygon_pattern));
}

/* ---- commands -------------------------------------------------------------------------------------------------------------- */

static bool attrib(struct ga_context *ctx, unsigned index, const union ga_attrib_value *value)
{
   const struct ga_legacy *l = ctx->legacy;
   if (!l->immediate.inside && l->vertices == &l->immediate.v)
      return false;
   ga_generic_attrib(ctx, index, value->f);
   return true;
}

static bool point_parameter(struct ga_context *ctx, GLenum pname, const GLfloat *numbers, bool scalar, const char *command)
{
   struct ga_points *points = &ctx->legacy->points;
   if (pname != GL_POINT_SIZE_MIN && pname != GL_POINT_SIZE_MAX && (pname != GL_POINT_DISTANCE_ATTENUATION || scalar))
      return false;
   if (pname == GL_POINT_DISTANCE_ATTENUATION)
      for (unsigned i = 0; i < 3; i++)
         points->attenuation[i] = numbers[i];
   else if (numbers[0] >= 0)
      *(pname == GL_POINT_SIZE_MIN ? &points->size_min : &points->size_max) = numbers[0];
   else
      ga_error(ctx, GL_INVALID_VALUE, "%s: %s %g", command, ga_enum_name(pname), numbers[0]);
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_RASTER;
   return true;
}

static GLenum *clamp_color(struct ga_context *ctx, GLenum target)
{
   return target == GL_CLAMP_VERTEX_COLOR     ? &ctx->legacy->clamp_vertex_color
          : target == GL_CLAMP_FRAGMENT_COLOR ? &ctx->legacy->clamp_fragment_color
                                              : NULL;
}

static const char *string(const struct ga_context *ctx, GLenum name)
{
   const bool has = ga_has(ctx, GA_FEATURE_vertex_program) || ga_has(ctx, GA_FEATURE_fragment_program);
   return name == GL_PROGRAM_ERROR_STRING_ARB && has ? ctx->legacy->assembly->error_text : NULL;
}

const struct ga_legacy_hooks ga_legacy_hooks = {
   .between_begin_end = between_begin_end,
   .transfer = &ga_legacy_transfer,
   .derive_textures = ga_fixed_textures,
   .derive_programs = ga_fixed_update,
   .derive_matrices = ga_legacy_matrices,
   .derive_constants = ga_legacy_constants,
   .derive_parameters = ga_assembly_parameters,
   .programs_changed = ga_assembly_changed,
   .string = string,
   .alpha_test = alpha_test,
   .query_color = ga_legacy_query_color,
   .raster = raster,
   .polygon_stipple = polygon_stipple,
   .lod_bias = lod_bias,
   .attrib = attrib,
   .render_feedback_draw = ga_render_feedback_draw,
   .clear_accum = ga_accum_clear,
   .point_parameter = point_parameter,
   .clamp_color = clamp_color,
   .get_capability = ga_legacy_get_capability,
   .set_capability = ga_legacy_set_capability,
   .capability_selector = ga_capability_selector,
   .get_hint = ga_legacy_get_hint,
   .set_hint = ga_legacy_set_hint,
};

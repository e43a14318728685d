/* ga_raster.c: rasterization state (ES 2.0, 3.2 to 3.5 and 4.1.3; GL 3.3, 3.4 to 3.6): points, lines, polygons, sample
 * coverage. */
#include <math.h>

#include "gl-api/command/ga_enable.h"
#include "gl-api/context/ga_legacy_hooks.h"

/* ---- points ---------------------------------------------------------------------------------------------------------------- */

void ga_PointSize(struct ga_context *ctx, GLfloat size)
{
   if (!(size > 0.0f)) {
      ga_error(ctx, GL_INVALID_VALUE, "glPointSize: %g is not above 0", size);
      return;
   }
   if (ctx->point_size == size)
      return;
   ctx->point_size = size;
   ctx->dirty |= GA_DIRTY_RASTER | GA_DIRTY_FIXED_FUNCTION;
}

static void fade_threshold(struct ga_context *ctx, GLfloat size, const char *command)
{
   if (!(size >= 0.0f)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: GL_POINT_FADE_THRESHOLD_SIZE %g", command, size);
      return;
   }
   ctx->point_fade_threshold = size;
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

static void sprite_origin(struct ga_context *ctx, GLenum origin, const char *command)
{
   if (origin != GL_LOWER_LEFT && origin != GL_UPPER_LEFT) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: GL_POINT_SPRITE_COORD_ORIGIN %s", command, ga_enum_name(origin));
      return;
   }
   ctx->point_sprite_origin = origin;
   ctx->dirty |= GA_DIRTY_RASTER;
}

/* The origin is an enumerant in the integer commands and its number in the floating-point ones (GL 3.3, 3.4). */
static void point_parameter(struct ga_context *ctx, GLenum pname, GLfloat number, GLenum origin, const char *command)
{
   if (ctx->hooks && ctx->hooks->point_parameter(ctx, pname, &number, true, command))
      return;
   if (pname == GL_POINT_FADE_THRESHOLD_SIZE)
      fade_threshold(ctx, number, command);
   else if (pname == GL_POINT_SPRITE_COORD_ORIGIN && ga_has(ctx, GA_FEATURE_point_parameters))
      sprite_origin(ctx, origin, command);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

/* GL_NONE where the number is not an enumerant. */
static GLenum enum_of(GLfloat number)
{
   return number >= 0.0f && number < 65536.0f && floorf(number) == number ? (GLenum)number : GL_NONE;
}

void ga_PointParameterf(struct ga_context *ctx, GLenum pname, GLfloat param)
{
   point_parameter(ctx, pname, param, enum_of(param), "glPointParameterf");
}

void ga_PointParameterfv(struct ga_context *ctx, GLenum pname, const GLfloat *params)
{
   if (!ctx->hooks || !ctx->hooks->point_parameter(ctx, pname, params, false, "glPointParameterfv"))
      point_parameter(ctx, pname, params[0], enum_of(params[0]), "glPointParameterfv");
}

void ga_PointParameteri(struct ga_context *ctx, GLenum pname, GLint param)
{
   point_parameter(ctx, pname, (GLfloat)param, (GLenum)param, "glPointParameteri");
}

void ga_PointParameteriv(struct ga_context *ctx, GLenum pname, const GLint *params)
{
   const bool three = pname == GL_POINT_DISTANCE_ATTENUATION;
   const GLfloat numbers[3] = {(GLfloat)params[0], three ? (GLfloat)params[1] : 0, three ? (GLfloat)params[2] : 0};
   if (!ctx->hooks || !ctx->hooks->point_parameter(ctx, pname, numbers, false, "glPointParameteriv"))
      point_parameter(ctx, pname, numbers[0], (GLenum)params[0], "glPointParameteriv");
}

/* ---- lines and polygons ---------------------------------------------------------------------------------------------------- */

void ga_LineWidth(struct ga_context *ctx, GLfloat width)
{
   if (!(width > 0.0f)) {
      ga_error(ctx, GL_INVALID_VALUE, "glLineWidth: %g is not above 0", width);
      return;
   }
   if (width > 1.0f && !ga_has(ctx, GA_FEATURE_wide_lines)) {
      ga_error(ctx, GL_INVALID_VALUE, "glLineWidth: %g: forward-compatible contexts have no wide lines", width);
      return;
   }
   if (ctx->line_width == width)
      return;
   ctx->line_width = width;
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_CullFace(struct ga_context *ctx, GLenum mode)
{
   if (mode != GL_FRONT && mode != GL_BACK && mode != GL_FRONT_AND_BACK) {
      ga_error(ctx, GL_INVALID_ENUM, "glCullFace: %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   if (ctx->cull_mode == mode)
      return;
   ctx->cull_mode = mode;
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_FrontFace(struct ga_context *ctx, GLenum mode)
{
   if (mode != GL_CW && mode != GL_CCW) {
      ga_error(ctx, GL_INVALID_ENUM, "glFrontFace: %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   if (ctx->front_face == mode)
      return;
   ctx->front_face = mode;
   ctx->dirty |= GA_DIRTY_RASTER;
}

/* The core profile has one mode for both sides (GL 3.3, 3.6.3). */
void ga_PolygonMode(struct ga_context *ctx, GLenum face, GLenum mode)
{
   bool core = ga_has(ctx, GA_FEATURE_core_profile);
   if (face != GL_FRONT_AND_BACK && (core || (face != GL_FRONT && face != GL_BACK))) {
      ga_error(ctx, GL_INVALID_ENUM, "glPolygonMode: face %s is not accepted by this command", ga_enum_name(face));
      return;
   }
   if (mode != GL_POINT && mode != GL_LINE && mode != GL_FILL) {
      ga_error(ctx, GL_INVALID_ENUM, "glPolygonMode: mode %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   if (face != GL_BACK)
      ctx->polygon_mode[0] = mode;
   if (face != GL_FRONT)
      ctx->polygon_mode[1] = mode;
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_ProvokingVertex(struct ga_context *ctx, GLenum mode)
{
   if (mode != GL_FIRST_VERTEX_CONVENTION && mode != GL_LAST_VERTEX_CONVENTION) {
      ga_error(ctx, GL_INVALID_ENUM, "glProvokingVertex: %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   if (ctx->provoking_vertex == mode)
      return;
   ctx->provoking_vertex = mode;
   ctx->dirty |= GA_DIRTY_RASTER;
}

/* clamp 0 and NaN: none (EXT_polygon_offset_clamp). */
void ga_PolygonOffsetClamp(struct ga_context *ctx, GLfloat factor, GLfloat units, GLfloat clamp)
{
   GLfloat *offset = ctx->polygon_offset;
   if (offset[0] == factor && offset[1] == units && offset[2] == clamp)
      return;
   offset[0] = factor;
   offset[1] = units;
   offset[2] = clamp;
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_PolygonOffset(struct ga_context *ctx, GLfloat factor, GLfloat units)
{
   ga_PolygonOffsetClamp(ctx, factor, units, 0.0f);
}

/* ---- coverage: for multisampled framebuffers ---------------------------------------------------------------------------------- */

void ga_SampleCoverage(struct ga_context *ctx, GLfloat value, GLboolean invert)
{
   ctx->sample_coverage = value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
   ctx->sample_coverage_invert = !!invert;
   ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
}

void ga_clip_distance_enable(struct ga_context *ctx, unsigned index, bool value)
{
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
   ctx->clip_distances = (uint8_t)((ctx->clip_distances & ~(1u << index)) | (unsigned)value << index);
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_MinSampleShading(struct ga_context *ctx, GLfloat value)
{
   ctx->min_sample_shading = value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
   ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
}

/* NV_alpha_to_coverage_dither_control: alpha is not dithered by default. */
void ga_AlphaToCoverageDitherControlNV(struct ga_context *ctx, GLenum mode)
{
   if (mode != GL_ALPHA_TO_COVERAGE_DITHER_DEFAULT_NV && mode != GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV &&
       mode != GL_ALPHA_TO_COVERAGE_DITHER_DISABLE_NV) {
      ga_error(ctx, GL_INVALID_ENUM, "glAlphaToCoverageDitherControlNV: mode %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   ctx->alpha_to_coverage_dither = mode;
   ctx->dirty |= GA_DIRTY_BLEND;
}

/* Framebuffers have 16 samples at most: the mask has one word. */
void ga_SampleMaski(struct ga_context *ctx, GLuint word, GLbitfield mask)
{
   if (word >= 1) {
      ga_error(ctx, GL_INVALID_VALUE, "glSampleMaski: word %u (GL_MAX_SAMPLE_MASK_WORDS is 1)", word);
      return;
   }
   if (ctx->sample_mask == mask)
      return;
   ctx->sample_mask = mask;
   ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
}

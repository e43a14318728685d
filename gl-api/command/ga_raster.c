/* ga_raster.c: rasterization state (ES 2.0, 3.2 to 3.5 and 4.1.3): lines, polygons, sample coverage. */
#include "gl-api/context/ga_context.h"

void ga_LineWidth(struct ga_context *ctx, GLfloat width)
{
   if (!(width > 0.0f)) {
      ga_error(ctx, GL_INVALID_VALUE, "glLineWidth: %g", width);
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
      ga_error(ctx, GL_INVALID_ENUM, "glCullFace: %s", ga_enum_name(mode));
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
      ga_error(ctx, GL_INVALID_ENUM, "glFrontFace: %s", ga_enum_name(mode));
      return;
   }
   if (ctx->front_face == mode)
      return;
   ctx->front_face = mode;
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

/* Has an effect with multisampled framebuffers only, which ES 2.0 does not offer here yet. */
void ga_SampleCoverage(struct ga_context *ctx, GLfloat value, GLboolean invert)
{
   ctx->sample_coverage = value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
   ctx->sample_coverage_invert = !!invert;
   ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
}

void ga_clip_distance_enable(struct ga_context *ctx, unsigned index, bool value)
{
   ctx->clip_distances = (uint8_t)((ctx->clip_distances & ~(1u << index)) | (unsigned)value << index);
   ctx->dirty |= GA_DIRTY_RASTER;
}

void ga_MinSampleShading(struct ga_context *ctx, GLfloat value)
{
   ctx->min_sample_shading = value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
   ctx->dirty |= GA_DIRTY_SAMPLE_MASK;
}

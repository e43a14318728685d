/* ga_viewport.c: viewport, depth range, clip control, scissor rectangle (ES 2.0, 2.12.1 and 4.1.2). */
#include "gl-api/context/ga_context.h"

void ga_Viewport(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glViewport: %d x %d", width, height);
      return;
   }
   if (width > ctx->limits.max_viewport[0])
      width = ctx->limits.max_viewport[0];
   if (height > ctx->limits.max_viewport[1])
      height = ctx->limits.max_viewport[1];
   GLint *vp = ctx->viewport;
   if (vp[0] == x && vp[1] == y && vp[2] == width && vp[3] == height)
      return;
   vp[0] = x;
   vp[1] = y;
   vp[2] = width;
   vp[3] = height;
   ctx->dirty |= GA_DIRTY_VIEWPORT;
}

/* GL 4.6, 13.5; EXT_clip_control. */
void ga_ClipControl(struct ga_context *ctx, GLenum origin, GLenum depth)
{
   if (origin != GL_LOWER_LEFT && origin != GL_UPPER_LEFT) {
      ga_error(ctx, GL_INVALID_ENUM, "glClipControl: origin %s", ga_enum_name(origin));
      return;
   }
   if (depth != GL_NEGATIVE_ONE_TO_ONE && depth != GL_ZERO_TO_ONE) {
      ga_error(ctx, GL_INVALID_ENUM, "glClipControl: depth %s", ga_enum_name(depth));
      return;
   }
   if (ctx->clip_origin == origin && ctx->clip_depth_mode == depth)
      return;
   ctx->clip_origin = origin;
   ctx->clip_depth_mode = depth;
   ctx->dirty |= GA_DIRTY_RASTER | GA_DIRTY_VIEWPORT;
}

static GLdouble clamp01(GLdouble value)
{
   return value > 0.0 ? value < 1.0 ? value : 1.0 : 0.0;
}

void ga_DepthRange(struct ga_context *ctx, GLdouble n, GLdouble f)
{
   n = clamp01(n);
   f = clamp01(f);
   if (ctx->depth_range[0] == n && ctx->depth_range[1] == f)
      return;
   ctx->depth_range[0] = n;
   ctx->depth_range[1] = f;
   ctx->dirty |= GA_DIRTY_DEPTH_RANGE;
}

void ga_DepthRangef(struct ga_context *ctx, GLfloat n, GLfloat f)
{
   ga_DepthRange(ctx, n, f);
}

void ga_Scissor(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height)
{
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glScissor: %d x %d", width, height);
      return;
   }
   GLint *sc = ctx->scissor;
   if (sc[0] == x && sc[1] == y && sc[2] == width && sc[3] == height)
      return;
   sc[0] = x;
   sc[1] = y;
   sc[2] = width;
   sc[3] = height;
   ctx->dirty |= GA_DIRTY_SCISSOR;
}

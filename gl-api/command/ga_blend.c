/* ga_blend.c: per-fragment colour state (ES 2.0, 4.1.6 and 4.2.2): blending, the colour mask. */
#include <string.h>

#include "gl-api/context/ga_context.h"

static GLfloat clamp01(GLfloat value)
{
   return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f; /* NaN becomes 0 */
}

static bool legal_equation(const struct ga_context *ctx, GLenum mode)
{
   switch (mode) {
   case GL_FUNC_ADD:
   case GL_FUNC_SUBTRACT:
   case GL_FUNC_REVERSE_SUBTRACT: return true;
   case GL_MIN:
   case GL_MAX: return ga_has(ctx, GA_FEATURE_blend_minmax);
   default: return false;
   }
}

void ga_BlendEquationSeparate(struct ga_context *ctx, GLenum rgb, GLenum alpha)
{
   if (!legal_equation(ctx, rgb) || !legal_equation(ctx, alpha)) {
      ga_error(ctx, GL_INVALID_ENUM, "glBlendEquationSeparate: %s, %s", ga_enum_name(rgb), ga_enum_name(alpha));
      return;
   }
   if (ctx->blend.equation_rgb == rgb && ctx->blend.equation_alpha == alpha)
      return;
   ctx->blend.equation_rgb = rgb;
   ctx->blend.equation_alpha = alpha;
   ctx->dirty |= GA_DIRTY_BLEND;
}

void ga_BlendEquation(struct ga_context *ctx, GLenum mode)
{
   if (!legal_equation(ctx, mode)) {
      ga_error(ctx, GL_INVALID_ENUM, "glBlendEquation: %s", ga_enum_name(mode));
      return;
   }
   ga_BlendEquationSeparate(ctx, mode, mode);
}

/* SRC_ALPHA_SATURATE is a source factor only in ES 2.0 (table 4.1); EXT_blend_func_extended lifts that. */
static bool legal_factor(const struct ga_context *ctx, GLenum factor, bool source)
{
   switch (factor) {
   case GL_ZERO:
   case GL_ONE:
   case GL_SRC_COLOR:
   case GL_ONE_MINUS_SRC_COLOR:
   case GL_DST_COLOR:
   case GL_ONE_MINUS_DST_COLOR:
   case GL_SRC_ALPHA:
   case GL_ONE_MINUS_SRC_ALPHA:
   case GL_DST_ALPHA:
   case GL_ONE_MINUS_DST_ALPHA:
   case GL_CONSTANT_COLOR:
   case GL_ONE_MINUS_CONSTANT_COLOR:
   case GL_CONSTANT_ALPHA:
   case GL_ONE_MINUS_CONSTANT_ALPHA: return true;
   case GL_SRC_ALPHA_SATURATE: return source || ga_has(ctx, GA_FEATURE_blend_src_alpha_saturate_dst);
   case GL_SRC1_COLOR:
   case GL_ONE_MINUS_SRC1_COLOR:
   case GL_SRC1_ALPHA:
   case GL_ONE_MINUS_SRC1_ALPHA: return ga_has(ctx, GA_FEATURE_blend_func_extended);
   default: return false;
   }
}

static void blend_func(struct ga_context *ctx, GLenum src_rgb, GLenum dst_rgb, GLenum src_alpha, GLenum dst_alpha,
                       const char *command)
{
   if (!legal_factor(ctx, src_rgb, true) || !legal_factor(ctx, dst_rgb, false) ||
       !legal_factor(ctx, src_alpha, true) || !legal_factor(ctx, dst_alpha, false)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s, %s, %s", command, ga_enum_name(src_rgb), ga_enum_name(dst_rgb),
               ga_enum_name(src_alpha), ga_enum_name(dst_alpha));
      return;
   }
   struct ga_blend_gl *blend = &ctx->blend;
   if (blend->src_rgb == src_rgb && blend->dst_rgb == dst_rgb && blend->src_alpha == src_alpha &&
       blend->dst_alpha == dst_alpha)
      return;
   blend->src_rgb = src_rgb;
   blend->dst_rgb = dst_rgb;
   blend->src_alpha = src_alpha;
   blend->dst_alpha = dst_alpha;
   ctx->dirty |= GA_DIRTY_BLEND;
}

void ga_BlendFunc(struct ga_context *ctx, GLenum src, GLenum dst)
{
   blend_func(ctx, src, dst, src, dst, "glBlendFunc");
}

void ga_BlendFuncSeparate(struct ga_context *ctx, GLenum src_rgb, GLenum dst_rgb, GLenum src_alpha, GLenum dst_alpha)
{
   blend_func(ctx, src_rgb, dst_rgb, src_alpha, dst_alpha, "glBlendFuncSeparate");
}

/* Clamped when specified (ES 2.0, 4.1.6: clampf). */
void ga_BlendColor(struct ga_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   GLfloat color[4] = {clamp01(red), clamp01(green), clamp01(blue), clamp01(alpha)};
   if (!memcmp(ctx->blend_color, color, sizeof(color)))
      return;
   memcpy(ctx->blend_color, color, sizeof(color));
   ctx->dirty |= GA_DIRTY_BLEND_COLOR;
}

void ga_ColorMask(struct ga_context *ctx, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha)
{
   GLboolean mask[4] = {!!red, !!green, !!blue, !!alpha};
   if (!memcmp(ctx->color_mask, mask, sizeof(mask)))
      return;
   memcpy(ctx->color_mask, mask, sizeof(mask));
   ctx->dirty |= GA_DIRTY_BLEND;
}

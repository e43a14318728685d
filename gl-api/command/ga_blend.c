/* ga_blend.c: per-fragment colour state (ES 2.0, 4.1.6 and 4.2.2): blending, the colour mask. */
#include <string.h>

#include "gl-api/command/ga_enable.h"
#include "gl-api/derive/ga_derive.h"

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

/* Equations of colour and alpha together (KHR_blend_equation_advanced). */
static bool advanced_equation(const struct ga_context *ctx, GLenum mode)
{
   return ga_has(ctx, GA_FEATURE_blend_equation_advanced) && ga_advanced_equation(mode);
}

/* Commands without an index set the state of every draw buffer, those with one that of one (OES_draw_buffers_indexed). */
struct buffers { GLuint first, end; };
#define EVERY_BUFFER (struct buffers){0, GA_MAX_DRAW_BUFFERS}

static bool one_buffer(struct ga_context *ctx, GLuint index, struct buffers *buffers, const char *command)
{
   *buffers = (struct buffers){index, index + 1};
   if (index < (GLuint)ctx->limits.max_draw_buffers)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: draw buffer %u is not below GL_MAX_DRAW_BUFFERS (%d)", command, index,
            ctx->limits.max_draw_buffers);
   return false;
}

void ga_blend_enable(struct ga_context *ctx, GLuint first, GLuint end, bool value)
{
   for (GLuint i = first; i < end; i++) {
      if (ctx->blend[i].enabled != value)
         ctx->dirty |= GA_DIRTY_BLEND;
      ctx->blend[i].enabled = value;
   }
}

static void blend_equation(struct ga_context *ctx, struct buffers buffers, GLenum rgb, GLenum alpha, bool separate,
                           const char *command)
{
   const bool both = rgb == alpha && !separate && advanced_equation(ctx, rgb);
   if (!both && (!legal_equation(ctx, rgb) || !legal_equation(ctx, alpha))) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(rgb),
               ga_enum_name(alpha));
      return;
   }
   for (GLuint i = buffers.first; i < buffers.end; i++) {
      struct ga_blend_gl *blend = &ctx->blend[i];
      if (blend->equation_rgb == rgb && blend->equation_alpha == alpha)
         continue;
      blend->equation_rgb = rgb;
      blend->equation_alpha = alpha;
      ctx->dirty |= GA_DIRTY_BLEND;
   }
}

void ga_BlendEquation(struct ga_context *ctx, GLenum mode)
{
   blend_equation(ctx, EVERY_BUFFER, mode, mode, false, "glBlendEquation");
}

void ga_BlendEquationSeparate(struct ga_context *ctx, GLenum rgb, GLenum alpha)
{
   blend_equation(ctx, EVERY_BUFFER, rgb, alpha, true, "glBlendEquationSeparate");
}

void ga_BlendEquationi(struct ga_context *ctx, GLuint index, GLenum mode)
{
   struct buffers buffers;
   if (one_buffer(ctx, index, &buffers, "glBlendEquationi"))
      blend_equation(ctx, buffers, mode, mode, false, "glBlendEquationi");
}

void ga_BlendEquationSeparatei(struct ga_context *ctx, GLuint index, GLenum rgb, GLenum alpha)
{
   struct buffers buffers;
   if (one_buffer(ctx, index, &buffers, "glBlendEquationSeparatei"))
      blend_equation(ctx, buffers, rgb, alpha, true, "glBlendEquationSeparatei");
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
   case GL_ONE_MINUS_DST_ALPHA: return true;
   case GL_CONSTANT_COLOR:
   case GL_ONE_MINUS_CONSTANT_COLOR:
   case GL_CONSTANT_ALPHA:
   case GL_ONE_MINUS_CONSTANT_ALPHA: return ga_has(ctx, GA_FEATURE_programmable);
   case GL_SRC_ALPHA_SATURATE: return source || ga_has(ctx, GA_FEATURE_blend_src_alpha_saturate_dst);
   case GL_SRC1_COLOR:
   case GL_ONE_MINUS_SRC1_COLOR:
   case GL_SRC1_ALPHA:
   case GL_ONE_MINUS_SRC1_ALPHA: return ga_has(ctx, GA_FEATURE_blend_func_extended);
   default: return false;
   }
}

struct factors { GLenum src_rgb, dst_rgb, src_alpha, dst_alpha; };

static void blend_func(struct ga_context *ctx, struct buffers buffers, struct factors f, const char *command)
{
   if (!legal_factor(ctx, f.src_rgb, true) || !legal_factor(ctx, f.dst_rgb, false) || !legal_factor(ctx, f.src_alpha, true) ||
       !legal_factor(ctx, f.dst_alpha, false)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s, %s, %s: one of these is not accepted by this command", command,
               ga_enum_name(f.src_rgb), ga_enum_name(f.dst_rgb),
               ga_enum_name(f.src_alpha), ga_enum_name(f.dst_alpha));
      return;
   }
   for (GLuint i = buffers.first; i < buffers.end; i++) {
      struct ga_blend_gl *blend = &ctx->blend[i];
      if (blend->src_rgb == f.src_rgb && blend->dst_rgb == f.dst_rgb && blend->src_alpha == f.src_alpha &&
          blend->dst_alpha == f.dst_alpha)
         continue;
      blend->src_rgb = f.src_rgb;
      blend->dst_rgb = f.dst_rgb;
      blend->src_alpha = f.src_alpha;
      blend->dst_alpha = f.dst_alpha;
      ctx->dirty |= GA_DIRTY_BLEND;
   }
}

void ga_BlendFunc(struct ga_context *ctx, GLenum src, GLenum dst)
{
   blend_func(ctx, EVERY_BUFFER, (struct factors){src, dst, src, dst}, "glBlendFunc");
}

void ga_BlendFuncSeparate(struct ga_context *ctx, GLenum src_rgb, GLenum dst_rgb, GLenum src_alpha, GLenum dst_alpha)
{
   blend_func(ctx, EVERY_BUFFER, (struct factors){src_rgb, dst_rgb, src_alpha, dst_alpha}, "glBlendFuncSeparate");
}

void ga_BlendFunci(struct ga_context *ctx, GLuint index, GLenum src, GLenum dst)
{
   struct buffers buffers;
   if (one_buffer(ctx, index, &buffers, "glBlendFunci"))
      blend_func(ctx, buffers, (struct factors){src, dst, src, dst}, "glBlendFunci");
}

void ga_BlendFuncSeparatei(struct ga_context *ctx, GLuint index, GLenum src_rgb, GLenum dst_rgb, GLenum src_alpha, GLenum dst_alpha)
{
   struct buffers buffers;
   if (one_buffer(ctx, index, &buffers, "glBlendFuncSeparatei"))
      blend_func(ctx, buffers, (struct factors){src_rgb, dst_rgb, src_alpha, dst_alpha}, "glBlendFuncSeparatei");
}

/* Clamped when specified (ES 2.0, 4.1.6: clampf), but where colour buffers hold other values: there blending clamps to those of each
 * buffer (ES 3.2, 15.1.5.1). */
void ga_BlendColor(struct ga_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   GLfloat color[4] = {red, green, blue, alpha};
   if (!ga_has(ctx, GA_FEATURE_color_buffer_float) && !ga_has(ctx, GA_FEATURE_render_snorm))
      for (unsigned i = 0; i < 4; i++)
         color[i] = clamp01(color[i]);
   if (!memcmp(ctx->blend_color, color, sizeof(color)))
      return;
   memcpy(ctx->blend_color, color, sizeof(color));
   ctx->dirty |= GA_DIRTY_BLEND_COLOR;
}

static void color_mask(struct ga_context *ctx, struct buffers buffers, const GLboolean rgba[4])
{
   const GLboolean mask[4] = {!!rgba[0], !!rgba[1], !!rgba[2], !!rgba[3]};
   for (GLuint i = buffers.first; i < buffers.end; i++) {
      if (!memcmp(ctx->color_mask[i], mask, sizeof(mask)))
         continue;
      memcpy(ctx->color_mask[i], mask, sizeof(mask));
      ctx->dirty |= GA_DIRTY_BLEND;
   }
}

void ga_ColorMask(struct ga_context *ctx, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha)
{
   color_mask(ctx, EVERY_BUFFER, (const GLboolean[4]){red, green, blue, alpha});
}

void ga_ColorMaski(struct ga_context *ctx, GLuint index, GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha)
{
   struct buffers buffers;
   if (one_buffer(ctx, index, &buffers, "glColorMaski"))
      color_mask(ctx, buffers, (const GLboolean[4]){red, green, blue, alpha});
}

/* The 16 operations are consecutive numbers. */
void ga_LogicOp(struct ga_context *ctx, GLenum op)
{
   if (op < GL_CLEAR || op > GL_SET) {
      ga_error(ctx, GL_INVALID_ENUM, "glLogicOp: %s is not accepted by this command", ga_enum_name(op));
      return;
   }
   if (ctx->logic_op == op)
      return;
   ctx->logic_op = op;
   ctx->dirty |= GA_DIRTY_BLEND;
}

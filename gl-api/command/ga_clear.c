/* ga_clear.c: clearing (ES 2.0, 4.2.3). Masks and the scissor are obeyed below, by st_clear. */
#include <string.h>

#include "gl-api/object/ga_fbo.h"

static GLfloat clamp01(GLfloat value)
{
   return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f;
}

void ga_ClearColor(struct ga_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   ctx->clear_color[0] = clamp01(red);
   ctx->clear_color[1] = clamp01(green);
   ctx->clear_color[2] = clamp01(blue);
   ctx->clear_color[3] = clamp01(alpha);
}

void ga_ClearDepthf(struct ga_context *ctx, GLfloat depth)
{
   ctx->clear_depth = clamp01(depth);
}

void ga_ClearStencil(struct ga_context *ctx, GLint value)
{
   ctx->clear_stencil = value;
}

void ga_Clear(struct ga_context *ctx, GLbitfield mask)
{
   if (mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) {
      ga_error(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x", mask);
      return;
   }
   if (!ga_update_framebuffer(ctx, "glClear") || ctx->cap_discard) /* ES 3.0, 3.1: discard applies to clears */
      return;
   unsigned buffers = 0;
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS];
   if (mask & GL_COLOR_BUFFER_BIT)
      for (unsigned i = 0; i < ctx->st.fb.color_count; i++)
         if (ctx->st.fb.cbufs[i]) {
            memcpy(color[i].f, ctx->clear_color, sizeof(color[i].f));
            buffers |= PIPE_CLEAR_COLOR0 << i;
         }
   if ((mask & GL_DEPTH_BUFFER_BIT) && ctx->fb_has_depth)
      buffers |= PIPE_CLEAR_DEPTH;
   if ((mask & GL_STENCIL_BUFFER_BIT) && ctx->fb_has_stencil)
      buffers |= PIPE_CLEAR_STENCIL;
   if (buffers && !st_clear(&ctx->st, buffers, color, ctx->clear_depth, (unsigned)ctx->clear_stencil & 0xff)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, "glClear");
   }
}

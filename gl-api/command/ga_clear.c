/* ga_clear.c: clearing (OpenGL ES 3.0, 4.2.3). Masks and the scissor are obeyed below, by st_clear. */
#include <string.h>

#include "gl-api/object/ga_fbo.h"

static GLdouble clamp01(GLdouble value)
{
   return value > 0.0 ? value < 1.0 ? value : 1.0 : 0.0;
}

/* Contexts with colour buffers that hold other values than 0 to 1 keep the value as it is. */
void ga_ClearColor(struct ga_context *ctx, GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha)
{
   const GLfloat rgba[4] = { red, green, blue, alpha };
   bool keep = ga_has(ctx, GA_FEATURE_color_buffer_float) || ga_has(ctx, GA_FEATURE_color_buffer_half_float);
   for (unsigned i = 0; i < 4; i++)
      ctx->clear_color[i] = keep ? rgba[i] : (GLfloat)clamp01(rgba[i]);
}

void ga_ClearDepth(struct ga_context *ctx, GLdouble depth)
{
   ctx->clear_depth = clamp01(depth);
}

void ga_ClearDepthf(struct ga_context *ctx, GLfloat depth)
{
   ga_ClearDepth(ctx, depth);
}

void ga_ClearStencil(struct ga_context *ctx, GLint value)
{
   ctx->clear_stencil = value;
}

/* Clears those of the buffers (PIPE_CLEAR_*) that the framebuffer, which is up to date in ctx->st, has. */
static void clear_bound(struct ga_context *ctx, const char *command, unsigned buffers, const union pipe_color_union *color,
                        GLdouble depth, GLint stencil)
{
   unsigned there = (ctx->fb_has_depth ? PIPE_CLEAR_DEPTH : 0) | (ctx->fb_has_stencil ? PIPE_CLEAR_STENCIL : 0);
   for (unsigned i = 0; i < ctx->st.fb.color_count; i++)
      there |= ctx->st.fb.cbufs[i] ? PIPE_CLEAR_COLOR0 << i : 0;
   buffers &= there;
   if (buffers && !st_clear(&ctx->st, buffers, color, depth, (unsigned)stencil & 0xff)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
}

void ga_Clear(struct ga_context *ctx, GLbitfield mask)
{
   if (mask & ~(GLbitfield)(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)) {
      ga_error(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x", mask);
      return;
   }
   if (!ga_update_framebuffer(ctx, "glClear") || ctx->cap_discard) /* ES 3.0, 3.1: discard applies to clears */
      return;
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS];
   unsigned buffers = mask & GL_COLOR_BUFFER_BIT ? PIPE_CLEAR_COLOR_ALL : 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      memcpy(color[i].f, ctx->clear_color, sizeof(color[i].f));
   if (mask & GL_DEPTH_BUFFER_BIT)
      buffers |= PIPE_CLEAR_DEPTH;
   if (mask & GL_STENCIL_BUFFER_BIT)
      buffers |= PIPE_CLEAR_STENCIL;
   clear_bound(ctx, "glClear", buffers, color, ctx->clear_depth, ctx->clear_stencil);
}

/* ---- one buffer ------------------------------------------------------------------------------------------------------------ */

/* Buffers that a glClearBuffer* command takes. */
enum { TAKES_COLOR = 1 << 0, TAKES_DEPTH = 1 << 1, TAKES_STENCIL = 1 << 2, TAKES_BOTH = 1 << 3 };

static unsigned buffer_kind(GLenum buffer)
{
   return buffer == GL_COLOR ? TAKES_COLOR : buffer == GL_DEPTH ? TAKES_DEPTH : buffer == GL_STENCIL ? TAKES_STENCIL
          : buffer == GL_DEPTH_STENCIL ? TAKES_BOTH : 0;
}

/* PIPE_CLEAR_* of a buffer. 0: the error was raised. */
static unsigned cleared_buffer(struct ga_context *ctx, const char *command, GLenum buffer, GLint drawbuffer, unsigned takes)
{
   unsigned kind = buffer_kind(buffer) & takes;
   GLint limit = kind == TAKES_COLOR ? ctx->limits.max_draw_buffers : 1;
   if (!kind)
      ga_error(ctx, GL_INVALID_ENUM, "%s: buffer %s", command, ga_enum_name(buffer));
   else if (drawbuffer < 0 || drawbuffer >= limit)
      ga_error(ctx, GL_INVALID_VALUE, "%s: drawbuffer %d of %s", command, drawbuffer, ga_enum_name(buffer));
   else
      return kind == TAKES_COLOR ? PIPE_CLEAR_COLOR0 << drawbuffer : kind == TAKES_DEPTH ? PIPE_CLEAR_DEPTH
             : kind == TAKES_STENCIL ? PIPE_CLEAR_STENCIL : PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL;
   return 0;
}

/* The framebuffer's colour buffer i takes values as its format has them: a command of another type leaves undefined values
 * (OpenGL ES 3.0, 4.2.3). */
static void clear_buffer(struct ga_context *ctx, const char *command, unsigned buffers, const union pipe_color_union *value,
                         GLfloat depth, GLint stencil)
{
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS] = { 0 };
   for (unsigned i = 0; value && i < PIPE_MAX_COLOR_BUFS; i++)
      color[i] = *value;
   if (ga_update_framebuffer(ctx, command) && !ctx->cap_discard)
      clear_bound(ctx, command, buffers, color, clamp01(depth), stencil);
}

static union pipe_color_union color_of(unsigned buffers, const void *value)
{
   union pipe_color_union color = { 0 };
   if (buffers & PIPE_CLEAR_COLOR_ALL)
      memcpy(&color, value, sizeof(color));
   return color;
}

void ga_ClearBufferiv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLint *value)
{
   static const char command[] = "glClearBufferiv";
   unsigned buffers = cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR | TAKES_STENCIL);
   const union pipe_color_union color = color_of(buffers, value);
   if (buffers)
      clear_buffer(ctx, command, buffers, &color, 0, value[0]);
}

void ga_ClearBufferuiv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLuint *value)
{
   static const char command[] = "glClearBufferuiv";
   unsigned buffers = cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR);
   const union pipe_color_union color = color_of(buffers, value);
   if (buffers)
      clear_buffer(ctx, command, buffers, &color, 0, 0);
}

void ga_ClearBufferfv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
   static const char command[] = "glClearBufferfv";
   unsigned buffers = cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR | TAKES_DEPTH);
   const union pipe_color_union color = color_of(buffers, value);
   if (buffers)
      clear_buffer(ctx, command, buffers, &color, value[0], 0);
}

void ga_ClearBufferfi(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil)
{
   static const char command[] = "glClearBufferfi";
   unsigned buffers = cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_BOTH);
   if (buffers)
      clear_buffer(ctx, command, buffers, NULL, depth, stencil);
}

/* ga_clear.c: clearing (OpenGL ES 3.0, 4.2.3). Masks and the scissor are obeyed below, by st_clear. */
#include <string.h>

#include "gl-api/command/ga_framebuffer.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/derive/ga_derive.h"

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
      ctx->clear_color[i] = ctx->clear_value.f[i] = keep ? rgba[i] : (GLfloat)clamp01(rgba[i]);
}

/* EXT_texture_integer: values for integer colour buffers. The colour of a buffer of another kind is undefined. */
void ga_ClearColorIiEXT(struct ga_context *ctx, GLint red, GLint green, GLint blue, GLint alpha)
{
   ctx->clear_value = (union pipe_color_union){ .i = { red, green, blue, alpha } };
   for (unsigned i = 0; i < 4; i++)
      ctx->clear_color[i] = (GLfloat)ctx->clear_value.i[i];
}

void ga_ClearColorIuiEXT(struct ga_context *ctx, GLuint red, GLuint green, GLuint blue, GLuint alpha)
{
   ctx->clear_value = (union pipe_color_union){ .ui = { red, green, blue, alpha } };
   for (unsigned i = 0; i < 4; i++)
      ctx->clear_color[i] = (GLfloat)ctx->clear_value.ui[i];
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
   if (buffers && !ctx->cap_blackhole && !st_clear(&ctx->st, buffers, color, depth, (unsigned)stencil & 0xff)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
}

void ga_Clear(struct ga_context *ctx, GLbitfield mask)
{
   const GLbitfield accumulation = ga_has(ctx, GA_FEATURE_accumulation_buffer) ? GL_ACCUM_BUFFER_BIT : 0;
   if (mask & ~(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT | accumulation)) {
      ga_error(ctx, GL_INVALID_VALUE, "glClear: mask 0x%x has bits that are not of buffers", mask);
      return;
   }
   if (!ga_update_framebuffer(ctx, "glClear") || ctx->cap_discard || !ctx->renders) /* ES 3.0, 3.1: discard applies to clears */
      return;
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS];
   unsigned buffers = mask & GL_COLOR_BUFFER_BIT ? PIPE_CLEAR_COLOR_ALL : 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      color[i] = ctx->clear_value;
   if (mask & GL_DEPTH_BUFFER_BIT)
      buffers |= PIPE_CLEAR_DEPTH;
   if (mask & GL_STENCIL_BUFFER_BIT)
      buffers |= PIPE_CLEAR_STENCIL;
   clear_bound(ctx, "glClear", buffers, color, ctx->clear_depth, ctx->clear_stencil);
   if (mask & accumulation)
      ctx->hooks->clear_accum(ctx);
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
      ga_error(ctx, GL_INVALID_ENUM, "%s: buffer %s is not accepted by this command", command, ga_enum_name(buffer));
   else if (drawbuffer < 0 || drawbuffer >= limit)
      ga_error(ctx, GL_INVALID_VALUE, "%s: drawbuffer %d of %s", command, drawbuffer, ga_enum_name(buffer));
   else
      return kind == TAKES_COLOR ? PIPE_CLEAR_COLOR0 << drawbuffer : kind == TAKES_DEPTH ? PIPE_CLEAR_DEPTH
             : kind == TAKES_STENCIL ? PIPE_CLEAR_STENCIL : PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL;
   return 0;
}

/* The buffers that a command clears, and their values. */
struct value {
   unsigned buffers;                /* PIPE_CLEAR_* */
   union pipe_color_union color;
   GLfloat depth;
   GLint stencil;
};

/* Draws go to the framebuffer meanwhile. Its colour buffer i takes values as its format has them: a command of another type leaves
 * undefined values (OpenGL ES 3.0, 4.2.3). */
static void clear_buffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, const struct value *value)
{
   struct ga_fbo *bound = ctx->draw_fbo;
   union pipe_color_union color[PIPE_MAX_COLOR_BUFS];
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      color[i] = value->color;
   ga_fbo_bind(ctx, fbo, ctx->read_fbo);
   if (ga_update_framebuffer(ctx, command) && !ctx->cap_discard)
      clear_bound(ctx, command, value->buffers, color, clamp01(value->depth), value->stencil);
   ga_fbo_bind(ctx, bound, ctx->read_fbo);
}

static union pipe_color_union color_of(unsigned buffers, const void *value)
{
   union pipe_color_union color = { 0 };
   if (buffers & PIPE_CLEAR_COLOR_ALL)
      memcpy(&color, value, sizeof(color));
   return color;
}

/* fbo NULL in the commands below: the error was raised. */

static void clear_iv(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum buffer, GLint drawbuffer, const GLint *value)
{
   const unsigned buffers = fbo ? cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR | TAKES_STENCIL) : 0;
   if (buffers)
      clear_buffer(ctx, command, fbo, &(struct value){buffers, color_of(buffers, value), 0, value[0]});
}

static void clear_uiv(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum buffer, GLint drawbuffer,
                      const GLuint *value)
{
   const unsigned buffers = fbo ? cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR) : 0;
   if (buffers)
      clear_buffer(ctx, command, fbo, &(struct value){buffers, color_of(buffers, value), 0, 0});
}

static void clear_fv(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum buffer, GLint drawbuffer,
                     const GLfloat *value)
{
   const unsigned buffers = fbo ? cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_COLOR | TAKES_DEPTH) : 0;
   if (buffers)
      clear_buffer(ctx, command, fbo, &(struct value){buffers, color_of(buffers, value), value[0], 0});
}

static void clear_fi(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum buffer, GLint drawbuffer, GLfloat depth,
                     GLint stencil)
{
   const unsigned buffers = fbo ? cleared_buffer(ctx, command, buffer, drawbuffer, TAKES_BOTH) : 0;
   if (buffers)
      clear_buffer(ctx, command, fbo, &(struct value){.buffers = buffers, .depth = depth, .stencil = stencil});
}

void ga_ClearBufferiv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLint *value)
{
   clear_iv(ctx, "glClearBufferiv", ctx->draw_fbo, buffer, drawbuffer, value);
}

void ga_ClearNamedFramebufferiv(struct ga_context *ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLint *value)
{
   static const char command[] = "glClearNamedFramebufferiv";
   clear_iv(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), buffer, drawbuffer, value);
}

void ga_ClearBufferuiv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLuint *value)
{
   clear_uiv(ctx, "glClearBufferuiv", ctx->draw_fbo, buffer, drawbuffer, value);
}

void ga_ClearNamedFramebufferuiv(struct ga_context *ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLuint *value)
{
   static const char command[] = "glClearNamedFramebufferuiv";
   clear_uiv(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), buffer, drawbuffer, value);
}

void ga_ClearBufferfv(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
   clear_fv(ctx, "glClearBufferfv", ctx->draw_fbo, buffer, drawbuffer, value);
}

void ga_ClearNamedFramebufferfv(struct ga_context *ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer, const GLfloat *value)
{
   static const char command[] = "glClearNamedFramebufferfv";
   clear_fv(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), buffer, drawbuffer, value);
}

void ga_ClearBufferfi(struct ga_context *ctx, GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil)
{
   clear_fi(ctx, "glClearBufferfi", ctx->draw_fbo, buffer, drawbuffer, depth, stencil);
}

void ga_ClearNamedFramebufferfi(struct ga_context *ctx, GLuint framebuffer, GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil)
{
   static const char command[] = "glClearNamedFramebufferfi";
   clear_fi(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), buffer, drawbuffer, depth, stencil);
}

/* ga_draw_buffers.c: which colour buffers are drawn to and read from: glDrawBuffers and glReadBuffer (OpenGL ES 3.0, 4.2.1 and
 * 4.3.1; EXT_draw_buffers). */
#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"

/* Output i goes to attachment i or nowhere; the window's framebuffer has one buffer. */
static GLenum check_draw_buffer(const struct ga_fbo *fbo, unsigned i, GLenum buffer)
{
   if (buffer == GL_NONE || buffer == (fbo->name == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0 + i))
      return GL_NO_ERROR;
   return buffer == GL_BACK || ga_is_color_attachment(buffer) ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
}

static void draw_buffers(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLsizei n, const GLenum *buffers)
{
   if (n < 0 || n > ctx->limits.max_draw_buffers) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d (GL_MAX_DRAW_BUFFERS is %d)", command, n, ctx->limits.max_draw_buffers);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      GLenum error = check_draw_buffer(fbo, (unsigned)i, buffers[i]);
      if (error != GL_NO_ERROR) {
         ga_error(ctx, error, "%s: buffer %d is %s", command, i, ga_enum_name(buffers[i]));
         return;
      }
   }
   if (fbo->name == 0 && n != 1) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: n is %d, the window's framebuffer has one buffer", command, n);
      return;
   }
   ga_fbo_set_draw_buffers(ctx, fbo, (unsigned)n, buffers);
}

void ga_DrawBuffers(struct ga_context *ctx, GLsizei n, const GLenum *buffers)
{
   draw_buffers(ctx, "glDrawBuffers", ctx->draw_fbo, n, buffers);
}

void ga_NamedFramebufferDrawBuffers(struct ga_context *ctx, GLuint framebuffer, GLsizei n, const GLenum *buffers)
{
   static const char command[] = "glNamedFramebufferDrawBuffers";
   struct ga_fbo *fbo = ga_resolve_framebuffer_of_name(ctx, command, framebuffer);
   if (fbo)
      draw_buffers(ctx, command, fbo, n, buffers);
}

static void read_buffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum src)
{
   bool known = src == GL_NONE || src == GL_BACK || ga_is_color_attachment(src);
   bool there = src == GL_NONE || (fbo->name == 0 ? src == GL_BACK
                                                  : src >= GL_COLOR_ATTACHMENT0 &&
                                                    src < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments);
   if (known && there)
      fbo->read_buffer = src;
   else
      ga_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: framebuffer %u has no %s", command, fbo->name,
               ga_enum_name(src));
}

void ga_ReadBuffer(struct ga_context *ctx, GLenum src)
{
   read_buffer(ctx, "glReadBuffer", ctx->read_fbo, src);
}

void ga_NamedFramebufferReadBuffer(struct ga_context *ctx, GLuint framebuffer, GLenum src)
{
   static const char command[] = "glNamedFramebufferReadBuffer";
   struct ga_fbo *fbo = ga_resolve_read_framebuffer_of_name(ctx, command, framebuffer);
   if (fbo)
      read_buffer(ctx, command, fbo, src);
}

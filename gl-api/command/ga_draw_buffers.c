/* ga_draw_buffers.c: which colour buffers are drawn to and read from: glDrawBuffer(s) and glReadBuffer (OpenGL ES 3.0, 4.2.1 and
 * 4.3.1; EXT_draw_buffers; GL 3.3, 4.2.1). */
#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"

/* ---- names ------------------------------------------------------------------------------------------------------------------ */

/* Names of one buffer of a window, and those that may stand for several (GL 3.3, tables 4.4 and 4.5). */
static bool is_window_buffer(GLenum buffer)
{
   return buffer >= GL_FRONT_LEFT && buffer <= GL_BACK_RIGHT;
}

static bool is_window_buffers(GLenum buffer)
{
   return buffer == GL_FRONT || buffer == GL_BACK || buffer == GL_LEFT || buffer == GL_RIGHT || buffer == GL_FRONT_AND_BACK;
}

/* A window has one colour buffer, which is both the front and the back one; there is no right one. */
static bool window_has(GLenum buffer)
{
   return (is_window_buffer(buffer) && buffer != GL_FRONT_RIGHT && buffer != GL_BACK_RIGHT) ||
          (is_window_buffers(buffer) && buffer != GL_RIGHT);
}

/* GL_AUX0 to GL_AUX3: names of the compatibility profile, of buffers that no window has (GL_AUX_BUFFERS is 0). */
static bool is_auxiliary_buffer(const struct ga_context *ctx, GLenum buffer)
{
   return buffer >= GL_AUX0 && buffer <= GL_AUX3 && ga_has(ctx, GA_FEATURE_compatibility_profile);
}

static bool fbo_has(const struct ga_context *ctx, const struct ga_fbo *fbo, GLenum buffer)
{
   if (!fbo->name)
      return ga_has(ctx, GA_FEATURE_draw_buffer) ? window_has(buffer) : buffer == GL_BACK;
   return buffer >= GL_COLOR_ATTACHMENT0 && buffer < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_color_attachments;
}

/* ---- drawing ---------------------------------------------------------------------------------------------------------------- */

/* In OpenGL ES output i goes to attachment i or nowhere. */
static GLenum check_output_es(const struct ga_fbo *fbo, unsigned i, GLenum buffer)
{
   if (buffer == GL_NONE || buffer == (fbo->name == 0 ? GL_BACK : GL_COLOR_ATTACHMENT0 + i))
      return GL_NO_ERROR;
   return buffer == GL_BACK || ga_is_color_attachment(buffer) ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
}

/* In desktop OpenGL outputs go to different buffers. GL_BACK is one buffer where it is the only output (GL 4.5, 17.4.1). */
static GLenum check_output(const struct ga_context *ctx, const struct ga_fbo *fbo, unsigned n, const GLenum *buffers, unsigned i)
{
   if (!ga_has(ctx, GA_FEATURE_draw_buffer))
      return check_output_es(fbo, i, buffers[i]);
   if (buffers[i] == GL_NONE)
      return GL_NO_ERROR;
   if (!is_window_buffer(buffers[i]) && !ga_is_color_attachment(buffers[i]) && buffers[i] != GL_BACK &&
       !is_auxiliary_buffer(ctx, buffers[i]))
      return GL_INVALID_ENUM;
   if (buffers[i] == GL_BACK && n != 1)
      return GL_INVALID_OPERATION;
   for (unsigned k = 0; k < i; k++)
      if (buffers[k] == buffers[i] || (!fbo->name && buffers[k] != GL_NONE))
         return GL_INVALID_OPERATION;
   return fbo_has(ctx, fbo, buffers[i]) ? GL_NO_ERROR : GL_INVALID_OPERATION;
}

static void draw_buffers(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLsizei n, const GLenum *buffers)
{
   if (n < 0 || n > ctx->limits.max_draw_buffers) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d (GL_MAX_DRAW_BUFFERS is %d)", command, n, ctx->limits.max_draw_buffers);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      GLenum error = check_output(ctx, fbo, (unsigned)n, buffers, (unsigned)i);
      if (error != GL_NO_ERROR) {
         ga_error(ctx, error, "%s: buffer %d is %s", command, i, ga_enum_name(buffers[i]));
         return;
      }
   }
   if (fbo->name == 0 && n != 1 && !ga_has(ctx, GA_FEATURE_draw_buffer)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: n is %d, the window's framebuffer has one buffer", command, n);
      return;
   }
   ga_fbo_set_draw_buffers(ctx, fbo, (unsigned)n, buffers);
}

static void draw_buffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum buffer)
{
   bool known = buffer == GL_NONE || is_window_buffer(buffer) || is_window_buffers(buffer) ||
                ga_is_color_attachment(buffer) || is_auxiliary_buffer(ctx, buffer);
   if (known && (buffer == GL_NONE || fbo_has(ctx, fbo, buffer)))
      ga_fbo_set_draw_buffers(ctx, fbo, 1, &buffer);
   else
      ga_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: framebuffer %u has no %s", command, fbo->name,
               ga_enum_name(buffer));
}

void ga_DrawBuffer(struct ga_context *ctx, GLenum buffer)
{
   draw_buffer(ctx, "glDrawBuffer", ctx->draw_fbo, buffer);
}

void ga_NamedFramebufferDrawBuffer(struct ga_context *ctx, GLuint framebuffer, GLenum buffer)
{
   static const char command[] = "glNamedFramebufferDrawBuffer";
   struct ga_fbo *fbo = ga_resolve_framebuffer_of_name(ctx, command, framebuffer);
   if (fbo)
      draw_buffer(ctx, command, fbo, buffer);
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

/* ---- reading ---------------------------------------------------------------------------------------------------------------- */

/* GL 4.6, 18.2.1. Names of several buffers stand for the left one of them. */
static bool is_read_buffer(const struct ga_context *ctx, GLenum buffer)
{
   if (buffer == GL_NONE || buffer == GL_BACK || ga_is_color_attachment(buffer) || is_auxiliary_buffer(ctx, buffer))
      return true;
   return ga_has(ctx, GA_FEATURE_draw_buffer) && (is_window_buffer(buffer) || is_window_buffers(buffer));
}

static void read_buffer(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum src)
{
   bool known = is_read_buffer(ctx, src);
   if (known && (src == GL_NONE || fbo_has(ctx, fbo, src)))
      ga_fbo_set_read_buffer(fbo, src);
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

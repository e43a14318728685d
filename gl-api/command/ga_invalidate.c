/* ga_invalidate.c: glInvalidateFramebuffer, glInvalidateSubFramebuffer (OpenGL ES 3.0, 4.5) and glDiscardFramebufferEXT: hints that
 * the contents of attachments are not needed. The driver invalidates resources: images that are the only one of their resource,
 * and depth together with stencil. A part of an image stays as it is. */
#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"
#include "gl-api/object/ga_format.h"

/* The points of a name: names differ for the window's framebuffer. 0: *error is the error to raise. */
static unsigned named_points(const struct ga_context *ctx, const struct ga_fbo *fbo, GLenum attachment, GLenum *error)
{
   if (fbo->name)
      return ga_attachment_points(ctx, attachment, error);
   *error = GL_INVALID_ENUM;
   return attachment == GL_COLOR ? 1u << GA_ATT_COLOR0 : attachment == GL_DEPTH ? 1u << GA_ATT_DEPTH
          : attachment == GL_STENCIL ? 1u << GA_ATT_STENCIL : 0;
}

static void invalidate_points(struct ga_context *ctx, struct ga_fbo *fbo, unsigned points)
{
   struct pipe_context *pipe = ctx->st.pipe;
   bool both = (points >> GA_ATT_DEPTH & 1) && (points >> GA_ATT_STENCIL & 1);
   for (unsigned i = 0; i < GA_ATT_COUNT; i++) {
      struct ga_image_at image;
      if (!(points >> i & 1) || !ga_attachment_image(ctx, fbo, i, &image))
         continue;
      const struct pipe_resource_template *t = &image.resource->t;
      bool packed = image.format->depth && image.format->stencil;
      if (t->last_level == 0 && t->layers == 1 && t->depth <= 1 && (!packed || both))
         pipe->impl->invalidate_resource(pipe, image.resource);
   }
}

struct region { GLint x, y; GLsizei width, height; };

static bool covers(const struct region *r, const struct ga_fbo *fbo)
{
   return r->x <= 0 && r->y <= 0 && (int64_t)r->x + r->width >= fbo->width && (int64_t)r->y + r->height >= fbo->height;
}

/* fbo NULL: the error was raised. region NULL: all of the framebuffer. */
static void invalidate(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLsizei count,
                       const GLenum *attachments, const struct region *region)
{
   if (!fbo)
      return;
   if (count < 0 || (region && (region->width < 0 || region->height < 0))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: numAttachments %d, size %d x %d", command, count, region ? region->width : 0,
               region ? region->height : 0);
      return;
   }
   unsigned points = 0;
   for (GLsizei i = 0; i < count; i++) {
      GLenum error;
      unsigned named = named_points(ctx, fbo, attachments[i], &error);
      if (!named) {
         ga_error(ctx, error, "%s: %s", command, ga_enum_name(attachments[i]));
         return;
      }
      points |= named;
   }
   if (ga_fbo_status(ctx, fbo) == GL_FRAMEBUFFER_COMPLETE && (!region || covers(region, fbo)))
      invalidate_points(ctx, fbo, points);
}

void ga_DiscardFramebufferEXT(struct ga_context *ctx, GLenum target, GLsizei count, const GLenum *attachments)
{
   static const char command[] = "glDiscardFramebufferEXT";
   invalidate(ctx, command, ga_resolve_framebuffer(ctx, command, target), count, attachments, NULL);
}

void ga_InvalidateFramebuffer(struct ga_context *ctx, GLenum target, GLsizei count, const GLenum *attachments)
{
   static const char command[] = "glInvalidateFramebuffer";
   invalidate(ctx, command, ga_resolve_framebuffer(ctx, command, target), count, attachments, NULL);
}

void ga_InvalidateSubFramebuffer(struct ga_context *ctx, GLenum target, GLsizei count, const GLenum *attachments, GLint x,
                                 GLint y, GLsizei width, GLsizei height)
{
   static const char command[] = "glInvalidateSubFramebuffer";
   invalidate(ctx, command, ga_resolve_framebuffer(ctx, command, target), count, attachments,
              &(struct region){ x, y, width, height });
}

void ga_InvalidateNamedFramebufferData(struct ga_context *ctx, GLuint framebuffer, GLsizei count, const GLenum *attachments)
{
   static const char command[] = "glInvalidateNamedFramebufferData";
   invalidate(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), count, attachments, NULL);
}

void ga_InvalidateNamedFramebufferSubData(struct ga_context *ctx, GLuint framebuffer, GLsizei count, const GLenum *attachments,
                                          GLint x, GLint y, GLsizei width, GLsizei height)
{
   static const char command[] = "glInvalidateNamedFramebufferSubData";
   invalidate(ctx, command, ga_resolve_framebuffer_of_name(ctx, command, framebuffer), count, attachments,
              &(struct region){ x, y, width, height });
}

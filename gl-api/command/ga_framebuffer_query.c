/* ga_framebuffer_query.c: glGetFramebufferAttachmentParameteriv (OpenGL ES 3.0, 6.1.13). The legal parameters depend on the type
 * of the attached object. */
#include "ga_entry.h"
#include "gl-api/command/ga_framebuffer.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* The points of a buffer of the window's framebuffer. 0: not a name of one, or this version has no such query. */
static unsigned window_points(const struct ga_context *ctx, GLenum buffer)
{
   if (!ga_has(ctx, GA_FEATURE_default_framebuffer_query))
      return 0;
   if (ga_has(ctx, GA_FEATURE_draw_buffer)) { /* the left buffers are the one that a window has */
      if (buffer == GL_FRONT_LEFT || buffer == GL_BACK_LEFT || buffer == GL_FRONT)
         return 1u << GA_ATT_COLOR0;
      if (buffer == GL_FRONT_RIGHT || buffer == GL_BACK_RIGHT)
         return 1u << (GA_ATT_COLOR0 + 1);
   }
   return buffer == GL_BACK ? 1u << GA_ATT_COLOR0 : buffer == GL_DEPTH ? 1u << GA_ATT_DEPTH
          : buffer == GL_STENCIL ? 1u << GA_ATT_STENCIL : 0;
}

/* The point that a query is about. -1: the error was raised. */
static int resolve_point(struct ga_context *ctx, const char *command, const struct ga_fbo *fbo, GLenum attachment, GLenum pname)
{
   GLenum error = GL_INVALID_ENUM;
   unsigned points = fbo->name ? ga_attachment_points(ctx, attachment, &error) : window_points(ctx, attachment);
   if (!fbo->name && !ga_has(ctx, GA_FEATURE_default_framebuffer_query))
      error = GL_INVALID_OPERATION; /* OpenGL ES 2.0, 6.1.3: there is no framebuffer object */
   if (!points) {
      ga_error(ctx, error, "%s: attachment %s of framebuffer %u", command, ga_enum_name(attachment), fbo->name);
      return -1;
   }
   if (attachment != GL_DEPTH_STENCIL_ATTACHMENT)
      return __builtin_ctz(points);
   const struct ga_attachment *depth = &fbo->att[GA_ATT_DEPTH], *stencil = &fbo->att[GA_ATT_STENCIL];
   bool same = depth->type == stencil->type && depth->texture == stencil->texture &&
               depth->renderbuffer == stencil->renderbuffer && depth->level == stencil->level && depth->layer == stencil->layer &&
               depth->layered == stencil->layered && depth->views == stencil->views;
   if (same && pname != GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE)
      return GA_ATT_DEPTH;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s of depth and stencil, which %s", command, ga_enum_name(pname),
            same ? "have types of their own" : "are different images");
   return -1;
}

static GLenum component_type(const struct ga_format *format, int point)
{
   if (point == GA_ATT_STENCIL)
      return GL_UNSIGNED_INT;
   if (pipe_format_is_pure_int(format->st))
      return pipe_format_is_pure_sint(format->st) ? GL_INT : GL_UNSIGNED_INT;
   return pipe_format_is_float(format->st) ? GL_FLOAT : pipe_format_is_snorm(format->st) ? GL_SIGNED_NORMALIZED
                                                                                       : GL_UNSIGNED_NORMALIZED;
}

/* Parameters of the attached image's format, which ES 2.0 lacks. False: not one of them. */
static bool format_parameter(const struct ga_context *ctx, const struct ga_format *format, int point, GLenum pname,
                             GLint *value)
{
   static const struct ga_format none;
   const struct ga_format *f = format ? format : &none;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING) {
      *value = format && pipe_format_is_srgb(format->st) ? GL_SRGB : GL_LINEAR;
      return ga_has(ctx, GA_FEATURE_texture_srgb) || ga_has(ctx, GA_FEATURE_default_framebuffer_query);
   }
   if (!ga_has(ctx, GA_FEATURE_default_framebuffer_query))
      return false;
   switch (pname) {
   case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE: *value = f->red; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE: *value = f->green; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE: *value = f->blue; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE: *value = f->alpha; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE: *value = f->depth; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE: *value = f->stencil; return true;
   case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE: *value = (GLint)(format ? component_type(format, point) : GL_NONE); return true;
   default: return false;
   }
}

/* Parameters of the attached object. False: the object has no such parameter. */
static bool object_parameter(const struct ga_context *ctx, const struct ga_attachment *att, GLenum pname, GLint *value)
{
   bool texture = att->type == GL_TEXTURE, cube = texture && att->texture->target == GA_TEX_CUBE && !att->layered;
   switch (pname) {
   case GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME:
      *value = (GLint)(texture ? att->texture->name : att->renderbuffer ? att->renderbuffer->name : 0);
      return texture || att->renderbuffer;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL:
      *value = (GLint)att->level;
      return texture;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
      *value = cube ? (GLint)(GL_TEXTURE_CUBE_MAP_POSITIVE_X + att->layer) : 0;
      return texture;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER:
      *value = cube ? 0 : (GLint)att->layer;
      return texture && ga_has(ctx, GA_FEATURE_texture_3d);
   case GL_FRAMEBUFFER_ATTACHMENT_LAYERED:
      *value = att->layered;
      return texture && ga_has(ctx, GA_FEATURE_framebuffer_texture_layered);
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_NUM_VIEWS_OVR:
      *value = (GLint)att->views;
      return texture && ga_has(ctx, GA_FEATURE_multiview);
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_BASE_VIEW_INDEX_OVR:
      *value = att->views ? (GLint)att->layer : 0;
      return texture && ga_has(ctx, GA_FEATURE_multiview);
   default: return false;
   }
}

static void attachment_parameter(struct ga_context *ctx, const char *command, struct ga_fbo *fbo, GLenum attachment, GLenum pname,
                                 GLint *params)
{
   int point = resolve_point(ctx, command, fbo, attachment, pname);
   if (point < 0)
      return;
   const struct ga_attachment *att = &fbo->att[point];
   const struct ga_format *format = ga_fbo_format(ctx, fbo, (enum ga_attachment_index)point);
   GLenum type = att->type == GL_FRAMEBUFFER_DEFAULT && !format ? GL_NONE : att->type;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
      *params = (GLint)type;
      return;
   }
   if (type == GL_NONE && ga_has(ctx, GA_FEATURE_default_framebuffer_query)) {
      if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME)
         *params = 0;
      else
         ga_error(ctx, GL_INVALID_OPERATION, "%s: nothing is attached to %s", command, ga_enum_name(attachment));
      return;
   }
   GLint value;
   if (type != GL_NONE && (object_parameter(ctx, att, pname, &value) || format_parameter(ctx, format, point, pname, &value)))
      *params = value;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s of %s", command, ga_enum_name(pname), ga_enum_name(type));
}

void ga_GetFramebufferAttachmentParameteriv(struct ga_context *ctx, GLenum target, GLenum attachment, GLenum pname,
                                            GLint *params)
{
   static const char command[] = "glGetFramebufferAttachmentParameteriv";
   struct ga_fbo *fbo = ga_resolve_framebuffer(ctx, command, target);
   if (fbo)
      attachment_parameter(ctx, command, fbo, attachment, pname, params);
}

void ga_GetNamedFramebufferAttachmentParameteriv(struct ga_context *ctx, GLuint framebuffer, GLenum attachment, GLenum pname,
                                                 GLint *params)
{
   static const char command[] = "glGetNamedFramebufferAttachmentParameteriv";
   struct ga_fbo *fbo = ga_resolve_framebuffer_of_name(ctx, command, framebuffer);
   if (fbo)
      attachment_parameter(ctx, command, fbo, attachment, pname, params);
}

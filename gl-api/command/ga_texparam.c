/* ga_texparam.c: glTexParameter*, glTextureParameter* and their queries. */
#include <math.h>

#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"

/* Takes over the reference to `tex`, which may be NULL: the error was raised. */
static void set_parameter(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum pname, GLint value)
{
   const char *why;
   if (!tex)
      return;
   GLenum error = ga_texture_set_parameter(ctx, tex, pname, value, &why);
   if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: %s: %s, %s", command, why, ga_enum_name(pname), ga_enum_name((GLenum)value));
   ga_texture_unref(ctx, tex);
}

/* A float that stands for an enum is rounded to the nearest integer (ES 2.0, 2.3.1). -1, which is no enum, for those out of
 * range. */
static GLint enum_of_float(GLfloat value)
{
   return value > -1e9f && value < 1e9f ? (GLint)lrintf(value) : -1;
}

void ga_TexParameteri(struct ga_context *ctx, GLenum target, GLenum pname, GLint param)
{
   static const char command[] = "glTexParameteri";
   set_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, param);
}

void ga_TexParameterf(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat param)
{
   static const char command[] = "glTexParameterf";
   set_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, enum_of_float(param));
}

void ga_TexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   static const char command[] = "glTexParameteriv";
   set_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, params[0]);
}

void ga_TexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   static const char command[] = "glTexParameterfv";
   set_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, enum_of_float(params[0]));
}

void ga_TextureParameteri(struct ga_context *ctx, GLuint texture, GLenum pname, GLint param)
{
   static const char command[] = "glTextureParameteri";
   set_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, param);
}

void ga_TextureParameterf(struct ga_context *ctx, GLuint texture, GLenum pname, GLfloat param)
{
   static const char command[] = "glTextureParameterf";
   set_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, enum_of_float(param));
}

void ga_TextureParameteriv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLint *params)
{
   static const char command[] = "glTextureParameteriv";
   set_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, params[0]);
}

void ga_TextureParameterfv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLfloat *params)
{
   static const char command[] = "glTextureParameterfv";
   set_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, enum_of_float(params[0]));
}

/* Takes over the reference to `tex`, which may be NULL. False: an error was raised. */
static bool get_parameter(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum pname, GLint *value)
{
   if (!tex)
      return false;
   bool ok = ga_texture_get_parameter(ctx, tex, pname, value);
   if (!ok)
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such parameter: %s", command, ga_enum_name(pname));
   ga_texture_unref(ctx, tex);
   return ok;
}

void ga_GetTexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTexParameteriv";
   GLint value;
   if (get_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, &value))
      params[0] = value;
}

void ga_GetTexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat *params)
{
   static const char command[] = "glGetTexParameterfv";
   GLint value;
   if (get_parameter(ctx, command, ga_resolve_bound_texture(ctx, command, target), pname, &value))
      params[0] = (GLfloat)value;
}

void ga_GetTextureParameteriv(struct ga_context *ctx, GLuint texture, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTextureParameteriv";
   GLint value;
   if (get_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, &value))
      params[0] = value;
}

void ga_GetTextureParameterfv(struct ga_context *ctx, GLuint texture, GLenum pname, GLfloat *params)
{
   static const char command[] = "glGetTextureParameterfv";
   GLint value;
   if (get_parameter(ctx, command, ga_resolve_named_texture(ctx, command, texture), pname, &value))
      params[0] = (GLfloat)value;
}

/* ga_texparam.c: glTexParameter*, glTextureParameter* and their queries. */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"

/* Buffer textures have no parameters (GL 4.6, 8.10 and 8.11). NULL: the error was raised. */
static struct ga_texture *resolve_bound(struct ga_context *ctx, const char *command, GLenum target)
{
   if (target != GL_TEXTURE_BUFFER)
      return ga_resolve_bound_texture(ctx, command, target);
   ga_error(ctx, GL_INVALID_ENUM, "%s: target GL_TEXTURE_BUFFER", command);
   return NULL;
}

/* Takes over the reference to `tex`, which may be NULL: the error was raised. */
static void set_parameter(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum pname, struct ga_param value)
{
   const char *why;
   if (!tex)
      return;
   GLenum error = ga_texture_set_parameter(ctx, tex, pname, &value, &why);
   if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: %s: %s, %s", command, why, ga_enum_name(pname), ga_enum_name((GLenum)ga_param_int(&value)));
   ga_texture_unref(ctx, tex);
}

/* Takes over the reference to `tex`, which may be NULL: the error was raised. */
static void get_parameter(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum pname, enum ga_param_type type,
                          void *params)
{
   struct ga_param_value value;
   if (!tex)
      return;
   if (ga_texture_get_parameter(ctx, tex, pname, &value))
      ga_param_return(&value, type, params);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
   ga_texture_unref(ctx, tex);
}

/* ---- by target ---------------------------------------------------------------------------------------------------------- */

void ga_TexParameteri(struct ga_context *ctx, GLenum target, GLenum pname, GLint param)
{
   static const char command[] = "glTexParameteri";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_INT, false, &param});
}

void ga_TexParameterf(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat param)
{
   static const char command[] = "glTexParameterf";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_FLOAT, false, &param});
}

void ga_TexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   static const char command[] = "glTexParameteriv";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_INT, true, params});
}

void ga_TexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   static const char command[] = "glTexParameterfv";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_FLOAT, true, params});
}

void ga_TexParameterIiv(struct ga_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   static const char command[] = "glTexParameterIiv";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_PURE_INT, true, params});
}

void ga_TexParameterIuiv(struct ga_context *ctx, GLenum target, GLenum pname, const GLuint *params)
{
   static const char command[] = "glTexParameterIuiv";
   set_parameter(ctx, command, resolve_bound(ctx, command, target), pname, (struct ga_param){GA_PARAM_PURE_UINT, true, params});
}

void ga_GetTexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTexParameteriv";
   get_parameter(ctx, command, resolve_bound(ctx, command, target), pname, GA_PARAM_INT, params);
}

void ga_GetTexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat *params)
{
   static const char command[] = "glGetTexParameterfv";
   get_parameter(ctx, command, resolve_bound(ctx, command, target), pname, GA_PARAM_FLOAT, params);
}

void ga_GetTexParameterIiv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTexParameterIiv";
   get_parameter(ctx, command, resolve_bound(ctx, command, target), pname, GA_PARAM_PURE_INT, params);
}

void ga_GetTexParameterIuiv(struct ga_context *ctx, GLenum target, GLenum pname, GLuint *params)
{
   static const char command[] = "glGetTexParameterIuiv";
   get_parameter(ctx, command, resolve_bound(ctx, command, target), pname, GA_PARAM_PURE_UINT, params);
}

/* ---- by name ------------------------------------------------------------------------------------------------------------ */

/* The same by name. */
static struct ga_texture *resolve_named(struct ga_context *ctx, const char *command, GLuint name)
{
   struct ga_texture *tex = ga_resolve_named_texture(ctx, command, name);
   if (!tex || tex->traits->faces)
      return tex;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is a buffer texture", command, name);
   ga_texture_unref(ctx, tex);
   return NULL;
}

/* Sampler state of a multisample texture is GL_INVALID_OPERATION here, and GL_INVALID_ENUM by target (GL 4.6, 8.10). */
static void set_named_parameter(struct ga_context *ctx, const char *command, GLuint name, GLenum pname, struct ga_param value)
{
   struct ga_texture *tex = resolve_named(ctx, command, name);
   if (!tex || !tex->traits->multisample || !ga_sampler_params_has(ctx, pname)) {
      set_parameter(ctx, command, tex, pname, value);
      return;
   }
   ga_error(ctx, GL_INVALID_OPERATION, "%s: multisample textures have no sampler parameters: %s", command, ga_enum_name(pname));
   ga_texture_unref(ctx, tex);
}

void ga_TextureParameteri(struct ga_context *ctx, GLuint texture, GLenum pname, GLint param)
{
   static const char command[] = "glTextureParameteri";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_INT, false, &param});
}

void ga_TextureParameterf(struct ga_context *ctx, GLuint texture, GLenum pname, GLfloat param)
{
   static const char command[] = "glTextureParameterf";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_FLOAT, false, &param});
}

void ga_TextureParameteriv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLint *params)
{
   static const char command[] = "glTextureParameteriv";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_INT, true, params});
}

void ga_TextureParameterfv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLfloat *params)
{
   static const char command[] = "glTextureParameterfv";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_FLOAT, true, params});
}

void ga_TextureParameterIiv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLint *params)
{
   static const char command[] = "glTextureParameterIiv";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_PURE_INT, true, params});
}

void ga_TextureParameterIuiv(struct ga_context *ctx, GLuint texture, GLenum pname, const GLuint *params)
{
   static const char command[] = "glTextureParameterIuiv";
   set_named_parameter(ctx, command, texture, pname, (struct ga_param){GA_PARAM_PURE_UINT, true, params});
}

void ga_GetTextureParameteriv(struct ga_context *ctx, GLuint texture, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTextureParameteriv";
   get_parameter(ctx, command, resolve_named(ctx, command, texture), pname, GA_PARAM_INT, params);
}

void ga_GetTextureParameterfv(struct ga_context *ctx, GLuint texture, GLenum pname, GLfloat *params)
{
   static const char command[] = "glGetTextureParameterfv";
   get_parameter(ctx, command, resolve_named(ctx, command, texture), pname, GA_PARAM_FLOAT, params);
}

void ga_GetTextureParameterIiv(struct ga_context *ctx, GLuint texture, GLenum pname, GLint *params)
{
   static const char command[] = "glGetTextureParameterIiv";
   get_parameter(ctx, command, resolve_named(ctx, command, texture), pname, GA_PARAM_PURE_INT, params);
}

void ga_GetTextureParameterIuiv(struct ga_context *ctx, GLuint texture, GLenum pname, GLuint *params)
{
   static const char command[] = "glGetTextureParameterIuiv";
   get_parameter(ctx, command, resolve_named(ctx, command, texture), pname, GA_PARAM_PURE_UINT, params);
}

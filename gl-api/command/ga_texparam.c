/* ga_texparam.c: glTexParameter*, glTextureParameter* and their queries. */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/context/ga_legacy_hooks.h"

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
   const bool known = ga_texture_get_parameter(ctx, tex, pname, &value);
   if (known && ctx->hooks && pname == GL_TEXTURE_BORDER_COLOR && type == GA_PARAM_FLOAT)
      for (unsigned i = 0; i < 4; i++)
         value.v.f[i] = ctx->hooks->query_color(ctx, value.v.f[i]);
   if (known)
      ga_param_return(&value, type, params);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
   ga_texture_unref(ctx, tex);
}

/* As resolve_bound, by name. */
static struct ga_texture *resolve_named(struct ga_context *ctx, const char *command, GLuint name)
{
   struct ga_texture *tex = ga_resolve_named_texture(ctx, command, name);
   if (!tex || tex->traits->faces)
      return tex;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u is a buffer texture", command, name);
   ga_texture_unref(ctx, tex);
   return NULL;
}

/* As set_parameter. Sampler state of a multisample texture is GL_INVALID_OPERATION here, and GL_INVALID_ENUM by target (GL 4.6, 8.10). */
static void set_named_parameter(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum pname, struct ga_param value)
{
   if (!tex || !tex->traits->multisample || !ga_sampler_params_has(ctx, pname)) {
      set_parameter(ctx, command, tex, pname, value);
      return;
   }
   ga_error(ctx, GL_INVALID_OPERATION, "%s: multisample textures have no sampler parameters: %s", command, ga_enum_name(pname));
   ga_texture_unref(ctx, tex);
}

/* ---- commands: a resolver and an operation ------------------------------------------------------------------------------- */

/* ga_NAME(type suffix) with one value, and with several. */
#define SETTER(name, suffix, c_type, type, id, resolve, set) \
   void ga_##name##suffix(struct ga_context *ctx, id object, GLenum pname, c_type param) \
   { \
      set(ctx, "gl" #name #suffix, resolve(ctx, "gl" #name #suffix, object), pname, (struct ga_param){type, false, &param}); \
   }
#define SETTER_OF_SEVERAL(name, suffix, c_type, type, id, resolve, set) \
   void ga_##name##suffix(struct ga_context *ctx, id object, GLenum pname, const c_type *params) \
   { \
      set(ctx, "gl" #name #suffix, resolve(ctx, "gl" #name #suffix, object), pname, (struct ga_param){type, true, params}); \
   }
#define GETTER(name, suffix, c_type, type, id, resolve) \
   void ga_Get##name##suffix(struct ga_context *ctx, id object, GLenum pname, c_type *params) \
   { \
      get_parameter(ctx, "glGet" #name #suffix, resolve(ctx, "glGet" #name #suffix, object), pname, type, params); \
   }
#define COMMANDS(name, id, resolve, set) \
   SETTER(name, i, GLint, GA_PARAM_INT, id, resolve, set) \
   SETTER(name, f, GLfloat, GA_PARAM_FLOAT, id, resolve, set) \
   SETTER_OF_SEVERAL(name, iv, GLint, GA_PARAM_INT, id, resolve, set) \
   SETTER_OF_SEVERAL(name, fv, GLfloat, GA_PARAM_FLOAT, id, resolve, set) \
   SETTER_OF_SEVERAL(name, Iiv, GLint, GA_PARAM_PURE_INT, id, resolve, set) \
   SETTER_OF_SEVERAL(name, Iuiv, GLuint, GA_PARAM_PURE_UINT, id, resolve, set) \
   GETTER(name, iv, GLint, GA_PARAM_INT, id, resolve) \
   GETTER(name, fv, GLfloat, GA_PARAM_FLOAT, id, resolve) \
   GETTER(name, Iiv, GLint, GA_PARAM_PURE_INT, id, resolve) \
   GETTER(name, Iuiv, GLuint, GA_PARAM_PURE_UINT, id, resolve)

COMMANDS(TexParameter, GLenum, resolve_bound, set_parameter)
SETTER(TexParameter, x, GLfixed, GA_PARAM_FIXED, GLenum, resolve_bound, set_parameter)
SETTER_OF_SEVERAL(TexParameter, xv, GLfixed, GA_PARAM_FIXED, GLenum, resolve_bound, set_parameter)
GETTER(TexParameter, xv, GLfixed, GA_PARAM_FIXED, GLenum, resolve_bound)
COMMANDS(TextureParameter, GLuint, resolve_named, set_named_parameter)

/* ga_samplers.c: commands of sampler objects (ES 3.0, 3.8.2; GL 4.6, 8.2). */
#include "ga_entry.h"
#include "gl-api/command/ga_create.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_sampler.h"

/* ---- names and bindings ------------------------------------------------------------------------------------------------------- */

void ga_GenSamplers(struct ga_context *ctx, GLsizei n, GLuint *samplers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenSamplers: n %d is negative", n);
   else
      ga_gen_names(ctx, &ctx->share->samplers.lock, &ctx->share->samplers.names, n, samplers, "glGenSamplers");
}

void ga_CreateSamplers(struct ga_context *ctx, GLsizei n, GLuint *samplers)
{
   static const char command[] = "glCreateSamplers";
   GLenum error = GL_NO_ERROR;
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return;
   }
   if (!ga_gen_names(ctx, &ctx->share->samplers.lock, &ctx->share->samplers.names, n, samplers, command))
      return;
   for (GLsizei i = 0; i < n && error == GL_NO_ERROR; i++)
      ga_sampler_unref(ga_sampler_get(ctx, samplers[i], &error));
   if (error != GL_NO_ERROR)
      ga_oom(ctx, command);
}

void ga_DeleteSamplers(struct ga_context *ctx, GLsizei n, const GLuint *samplers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteSamplers: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_sampler_delete(ctx, samplers[i]);
}

/* A name is a sampler object from glGenSamplers on. */
GLboolean ga_IsSampler(struct ga_context *ctx, GLuint sampler)
{
   return ga_sampler_exists(ctx, sampler);
}

/* With a reference for the caller. NULL: the error was raised. */
static struct ga_sampler *resolve(struct ga_context *ctx, GLuint name, const char *command)
{
   GLenum error;
   struct ga_sampler *sampler = ga_sampler_get(ctx, name, &error);
   if (error == GL_INVALID_OPERATION)
      ga_error(ctx, error, "%s: %u is not a name from glGenSamplers", command, name);
   else if (!sampler)
      ga_oom(ctx, command);
   return sampler;
}

void ga_BindSampler(struct ga_context *ctx, GLuint unit, GLuint sampler)
{
   static const char command[] = "glBindSampler";
   if (unit >= (GLuint)ctx->limits.max_combined_texture_units) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: unit %u is none of the %d units", command, unit, ctx->limits.max_combined_texture_units);
      return;
   }
   if (!sampler) {
      ga_sampler_bind(ctx, unit, NULL);
      return;
   }
   struct ga_sampler *object = resolve(ctx, sampler, command);
   if (object)
      ga_sampler_bind(ctx, unit, object);
   ga_sampler_unref(object);
}

/* A name that is not a sampler object is an error of its unit alone (GL 4.6, 8.2). */
void ga_BindSamplers(struct ga_context *ctx, GLuint first, GLsizei count, const GLuint *samplers)
{
   static const char command[] = "glBindSamplers";
   if (!ga_legal_run(ctx, first, count, (GLuint)ctx->limits.max_combined_texture_units, command))
      return;
   for (GLsizei i = 0; i < count; i++)
      ga_BindSampler(ctx, first + (GLuint)i, samplers ? samplers[i] : 0);
}

/* ---- parameters --------------------------------------------------------------------------------------------------------------- */

static void set_parameter(struct ga_context *ctx, const char *command, GLuint name, GLenum pname, struct ga_param value)
{
   const char *why;
   struct ga_sampler *sampler = resolve(ctx, name, command);
   if (!sampler)
      return;
   GLenum error = ga_sampler_set(ctx, sampler, pname, &value, &why);
   if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: %s: %s, %s", command, why, ga_enum_name(pname), ga_enum_name((GLenum)ga_param_int(&value)));
   ga_sampler_unref(sampler);
}

static void get_parameter(struct ga_context *ctx, const char *command, GLuint name, GLenum pname, enum ga_param_type type, void *params)
{
   struct ga_param_value value;
   struct ga_sampler *sampler = resolve(ctx, name, command);
   if (!sampler)
      return;
   if (ga_sampler_query(ctx, sampler, pname, &value))
      ga_param_return(&value, type, params);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
   ga_sampler_unref(sampler);
}

void ga_SamplerParameteri(struct ga_context *ctx, GLuint sampler, GLenum pname, GLint param)
{
   set_parameter(ctx, "glSamplerParameteri", sampler, pname, (struct ga_param){GA_PARAM_INT, false, &param});
}

void ga_SamplerParameterf(struct ga_context *ctx, GLuint sampler, GLenum pname, GLfloat param)
{
   set_parameter(ctx, "glSamplerParameterf", sampler, pname, (struct ga_param){GA_PARAM_FLOAT, false, &param});
}

void ga_SamplerParameteriv(struct ga_context *ctx, GLuint sampler, GLenum pname, const GLint *params)
{
   set_parameter(ctx, "glSamplerParameteriv", sampler, pname, (struct ga_param){GA_PARAM_INT, true, params});
}

void ga_SamplerParameterfv(struct ga_context *ctx, GLuint sampler, GLenum pname, const GLfloat *params)
{
   set_parameter(ctx, "glSamplerParameterfv", sampler, pname, (struct ga_param){GA_PARAM_FLOAT, true, params});
}

void ga_SamplerParameterIiv(struct ga_context *ctx, GLuint sampler, GLenum pname, const GLint *params)
{
   set_parameter(ctx, "glSamplerParameterIiv", sampler, pname, (struct ga_param){GA_PARAM_PURE_INT, true, params});
}

void ga_SamplerParameterIuiv(struct ga_context *ctx, GLuint sampler, GLenum pname, const GLuint *params)
{
   set_parameter(ctx, "glSamplerParameterIuiv", sampler, pname, (struct ga_param){GA_PARAM_PURE_UINT, true, params});
}

void ga_GetSamplerParameteriv(struct ga_context *ctx, GLuint sampler, GLenum pname, GLint *params)
{
   get_parameter(ctx, "glGetSamplerParameteriv", sampler, pname, GA_PARAM_INT, params);
}

void ga_GetSamplerParameterfv(struct ga_context *ctx, GLuint sampler, GLenum pname, GLfloat *params)
{
   get_parameter(ctx, "glGetSamplerParameterfv", sampler, pname, GA_PARAM_FLOAT, params);
}

void ga_GetSamplerParameterIiv(struct ga_context *ctx, GLuint sampler, GLenum pname, GLint *params)
{
   get_parameter(ctx, "glGetSamplerParameterIiv", sampler, pname, GA_PARAM_PURE_INT, params);
}

void ga_GetSamplerParameterIuiv(struct ga_context *ctx, GLuint sampler, GLenum pname, GLuint *params)
{
   get_parameter(ctx, "glGetSamplerParameterIuiv", sampler, pname, GA_PARAM_PURE_UINT, params);
}

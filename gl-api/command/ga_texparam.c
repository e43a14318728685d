/* ga_texparam.c: texture parameters: one row per parameter value, queries from the same fields. */
#include <math.h>

#include "ga_entry.h"
#include "gl-api/object/ga_texture.h"

static const struct { GLenum value; uint8_t min, mip; } min_filters[] = {
   { GL_NEAREST, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_NONE },
   { GL_LINEAR, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_NONE },
   { GL_NEAREST_MIPMAP_NEAREST, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_NEAREST },
   { GL_LINEAR_MIPMAP_NEAREST, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_NEAREST },
   { GL_NEAREST_MIPMAP_LINEAR, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_LINEAR },
   { GL_LINEAR_MIPMAP_LINEAR, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_LINEAR },
};

static const struct { GLenum value; uint8_t wrap; } wraps[] = {
   { GL_REPEAT, PIPE_TEX_WRAP_REPEAT },
   { GL_CLAMP_TO_EDGE, PIPE_TEX_WRAP_CLAMP_TO_EDGE },
   { GL_MIRRORED_REPEAT, PIPE_TEX_WRAP_MIRROR_REPEAT },
};

static bool set_min_filter(struct ga_texture *tex, GLenum value)
{
   for (unsigned i = 0; i < sizeof min_filters / sizeof min_filters[0]; i++) {
      if (min_filters[i].value != value)
         continue;
      tex->min_filter = value;
      tex->sampler.min_filter = min_filters[i].min;
      tex->sampler.mip_filter = min_filters[i].mip;
      return true;
   }
   return false;
}

static bool set_mag_filter(struct ga_texture *tex, GLenum value)
{
   if (value != GL_NEAREST && value != GL_LINEAR)
      return false;
   tex->mag_filter = value;
   tex->sampler.mag_filter = value == GL_LINEAR ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST;
   return true;
}

static bool set_wrap(GLenum *gl, uint8_t *pipe, GLenum value)
{
   for (unsigned i = 0; i < sizeof wraps / sizeof wraps[0]; i++) {
      if (wraps[i].value != value)
         continue;
      *gl = value;
      *pipe = wraps[i].wrap;
      return true;
   }
   return false;
}

static struct ga_texture *bound_texture(struct ga_context *ctx, const char *command, GLenum target)
{
   int index = ga_texture_target(ctx, target);
   if (index >= 0)
      return ctx->unit[ctx->active_unit].bound[index];
   ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
   return NULL;
}

static void set_parameter(struct ga_context *ctx, const char *command, GLenum target, GLenum pname, GLint param)
{
   struct ga_texture *tex = bound_texture(ctx, command, target);
   if (!tex)
      return;
   GA_SHARE_GUARD(ctx);
   bool used_mipmaps = ga_min_filter_uses_mipmaps(tex->min_filter), ok;
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: ok = set_min_filter(tex, param); break;
   case GL_TEXTURE_MAG_FILTER: ok = set_mag_filter(tex, param); break;
   case GL_TEXTURE_WRAP_S: ok = set_wrap(&tex->wrap_s, &tex->sampler.wrap_s, param); break;
   case GL_TEXTURE_WRAP_T: ok = set_wrap(&tex->wrap_t, &tex->sampler.wrap_t, param); break;
   default:
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such parameter: %s", command, ga_enum_name(pname));
      return;
   }
   if (!ok) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s cannot be %s", command, ga_enum_name(pname), ga_enum_name(param));
      return;
   }
   if (ga_min_filter_uses_mipmaps(tex->min_filter) != used_mipmaps)
      ga_texture_changed(ctx, tex, false);
   ctx->dirty |= GA_DIRTY_TEXTURES;
}

/* A float that stands for an enum is rounded to the nearest integer (ES 2.0, 2.3.1); one that fits none becomes a value that is
 * none of them. */
static GLint enum_of_float(GLfloat value)
{
   return value > -1e9f && value < 1e9f ? (GLint)lrintf(value) : -1;
}

void ga_TexParameteri(struct ga_context *ctx, GLenum target, GLenum pname, GLint param)
{
   set_parameter(ctx, "glTexParameteri", target, pname, param);
}

void ga_TexParameterf(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat param)
{
   set_parameter(ctx, "glTexParameterf", target, pname, enum_of_float(param));
}

void ga_TexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   set_parameter(ctx, "glTexParameteriv", target, pname, params[0]);
}

void ga_TexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   set_parameter(ctx, "glTexParameterfv", target, pname, enum_of_float(params[0]));
}

static bool get_parameter(struct ga_context *ctx, const char *command, GLenum target, GLenum pname, GLint *value)
{
   const struct ga_texture *tex = bound_texture(ctx, command, target);
   if (!tex)
      return false;
   GA_SHARE_GUARD(ctx);
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: *value = tex->min_filter; return true;
   case GL_TEXTURE_MAG_FILTER: *value = tex->mag_filter; return true;
   case GL_TEXTURE_WRAP_S: *value = tex->wrap_s; return true;
   case GL_TEXTURE_WRAP_T: *value = tex->wrap_t; return true;
   default:
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such parameter: %s", command, ga_enum_name(pname));
      return false;
   }
}

void ga_GetTexParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   GLint value;
   if (get_parameter(ctx, "glGetTexParameteriv", target, pname, &value))
      params[0] = value;
}

void ga_GetTexParameterfv(struct ga_context *ctx, GLenum target, GLenum pname, GLfloat *params)
{
   GLint value;
   if (get_parameter(ctx, "glGetTexParameterfv", target, pname, &value))
      params[0] = (GLfloat)value;
}

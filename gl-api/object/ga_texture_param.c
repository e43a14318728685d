/* ga_texture_param.c: texture parameters: one row per value, queries from the same fields. */
#include "gl-api/object/ga_texture.h"

#include <string.h>

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

static GLenum set_locked(const struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint value, const char **why)
{
   bool ok;
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: ok = set_min_filter(tex, (GLenum)value); break;
   case GL_TEXTURE_MAG_FILTER: ok = set_mag_filter(tex, (GLenum)value); break;
   case GL_TEXTURE_WRAP_S: ok = set_wrap(&tex->wrap_s, &tex->sampler.wrap_s, (GLenum)value); break;
   case GL_TEXTURE_WRAP_T: ok = set_wrap(&tex->wrap_t, &tex->sampler.wrap_t, (GLenum)value); break;
   case GL_TEXTURE_WRAP_R:
      if (ga_has(ctx, GA_FEATURE_texture_3d)) {
         ok = set_wrap(&tex->wrap_r, &tex->sampler.wrap_r, (GLenum)value);
         break;
      }
      /* fallthrough */
   default:
      *why = "no such parameter";
      return GL_INVALID_ENUM;
   }
   *why = ok ? NULL : "no such value";
   return ok ? GL_NO_ERROR : GL_INVALID_ENUM;
}

GLenum ga_texture_set_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint value, const char **why)
{
   pthread_mutex_lock(&tex->lock);
   const struct pipe_sampler_state before = tex->sampler;
   bool used_mipmaps = ga_min_filter_uses_mipmaps(tex->min_filter);
   GLenum error = set_locked(ctx, tex, pname, value, why);
   if (memcmp(&before, &tex->sampler, sizeof before))
      ga_texture_changed(ctx, tex, ga_min_filter_uses_mipmaps(tex->min_filter) != used_mipmaps);
   pthread_mutex_unlock(&tex->lock);
   return error;
}

bool ga_texture_get_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint *value)
{
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: *value = (GLint)tex->min_filter; return true;
   case GL_TEXTURE_MAG_FILTER: *value = (GLint)tex->mag_filter; return true;
   case GL_TEXTURE_WRAP_S: *value = (GLint)tex->wrap_s; return true;
   case GL_TEXTURE_WRAP_T: *value = (GLint)tex->wrap_t; return true;
   case GL_TEXTURE_WRAP_R: *value = (GLint)tex->wrap_r; return ga_has(ctx, GA_FEATURE_texture_3d);
   case GL_TEXTURE_IMMUTABLE_FORMAT: *value = tex->immutable; return ga_has(ctx, GA_FEATURE_texture_storage);
   case GL_TEXTURE_IMMUTABLE_LEVELS:
      *value = tex->immutable ? tex->miptree->t.last_level + 1 : 0;
      return ga_has(ctx, GA_FEATURE_texture_storage);
   default: return false;
   }
}

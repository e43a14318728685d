/* ga_texture_param.c: parameters of textures: those that choose levels and components, and a set of sampler parameters
 * (ES 3.0, 3.8.7; GL 4.6, 8.10). */
#include "gl-api/object/ga_texture.h"

#include <string.h>

#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_image_unit.h"

static GLenum fail(const char **why, GLenum error, const char *reason)
{
   *why = reason;
   return error;
}

/* ---- levels and components -------------------------------------------------------------------------------------------------- */

/* GL_TEXTURE_SWIZZLE_R and the others in order; GL_TEXTURE_SWIZZLE_RGBA has all four. */
static bool is_swizzle(GLenum pname)
{
   return pname >= GL_TEXTURE_SWIZZLE_R && pname <= GL_TEXTURE_SWIZZLE_RGBA;
}

static bool has_parameter(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_SWIZZLE_R:
   case GL_TEXTURE_SWIZZLE_G:
   case GL_TEXTURE_SWIZZLE_B:
   case GL_TEXTURE_SWIZZLE_A: return ga_has(ctx, GA_FEATURE_texture_swizzle);
   case GL_TEXTURE_SWIZZLE_RGBA: return ga_has(ctx, GA_FEATURE_texture_swizzle_rgba);
   case GL_TEXTURE_BASE_LEVEL: return ga_has(ctx, GA_FEATURE_texture_lod_parameters);
   case GL_TEXTURE_MAX_LEVEL: return ga_has(ctx, GA_FEATURE_texture_max_level);
   case GL_IMAGE_FORMAT_COMPATIBILITY_TYPE: return ga_has(ctx, GA_FEATURE_shader_image_load_store);
   case GL_DEPTH_TEXTURE_MODE: return ga_has(ctx, GA_FEATURE_depth_texture_mode);
   case GL_GENERATE_MIPMAP: return ga_has(ctx, GA_FEATURE_generate_mipmap_parameter);
   case GL_TEXTURE_CROP_RECT_OES: return ga_has(ctx, GA_FEATURE_draw_texture);
   case GL_TEXTURE_PRIORITY: return ga_has(ctx, GA_FEATURE_texture_priority);
   case GL_TEXTURE_TILING_EXT: return ga_has(ctx, GA_FEATURE_memory_object);
   case GL_DEPTH_STENCIL_TEXTURE_MODE: return ga_has(ctx, GA_FEATURE_stencil_texturing);
   default: return false;
   }
}

static bool legal_swizzle(GLint value)
{
   return (value >= GL_RED && value <= GL_ALPHA) || value == GL_ZERO || value == GL_ONE;
}

static GLenum set_swizzle(struct ga_texture *tex, GLenum pname, const struct ga_param *value, const char **why)
{
   unsigned first = pname == GL_TEXTURE_SWIZZLE_RGBA ? 0 : pname - GL_TEXTURE_SWIZZLE_R;
   unsigned count = pname == GL_TEXTURE_SWIZZLE_RGBA ? 4 : 1;
   if (count > 1 && !value->vector)
      return fail(why, GL_INVALID_ENUM, "the parameter has four values");
   for (unsigned i = 0; i < count; i++)
      if (!legal_swizzle(ga_param_int_at(value, i)))
         return fail(why, GL_INVALID_ENUM, "the value is not accepted");
   for (unsigned i = 0; i < count; i++)
      tex->swizzle[first + i] = (GLenum)ga_param_int_at(value, i);
   return GL_NO_ERROR;
}

/* GL 2.1, 3.8.5; GL_RED since 3.0. */
static GLenum set_depth_mode(struct ga_texture *tex, const struct ga_param *param, const char **why)
{
   const GLenum value = (GLenum)ga_param_int(param);
   if (value != GL_LUMINANCE && value != GL_INTENSITY && value != GL_ALPHA && value != GL_RED)
      return fail(why, GL_INVALID_ENUM, "the value is not accepted");
   tex->depth_mode = value;
   return GL_NO_ERROR;
}

static GLenum set_priority(struct ga_texture *tex, const struct ga_param *param)
{
   const GLfloat value = ga_param_float(param);
   tex->priority = value > 0 ? value < 1 ? value : 1 : 0;
   return GL_NO_ERROR;
}

/* OES_draw_texture */
static GLenum set_crop(struct ga_texture *tex, const struct ga_param *param, const char **why)
{
   if (!param->vector)
      return fail(why, GL_INVALID_ENUM, "the parameter has four values");
   for (unsigned i = 0; i < 4; i++)
      tex->crop[i] = param->type == GA_PARAM_FIXED ? ga_param_int_at(param, i) / 65536 : ga_param_int_at(param, i);
   return GL_NO_ERROR;
}

/* Of each target (GL 4.6 compatibility, 8.10); without effect where a target has one level. */
static GLenum set_generate_mipmap(struct ga_texture *tex, const struct ga_param *param)
{
   tex->generate_mipmap = ga_param_int(param) != 0;
   return GL_NO_ERROR;
}

static GLenum set_level(struct ga_texture *tex, GLenum pname, const struct ga_param *param, const char **why)
{
   GLint value = ga_param_int(param);
   if (value < 0)
      return fail(why, GL_INVALID_VALUE, "the level is negative");
   if (pname == GL_TEXTURE_BASE_LEVEL && value && !tex->traits->mipmaps)
      return fail(why, tex->traits->clamps || tex->traits->multisample ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                  "the target has one level");
   *(pname == GL_TEXTURE_BASE_LEVEL ? &tex->base_level : &tex->max_level) = value;
   return GL_NO_ERROR;
}

static GLenum set_stencil_mode(struct ga_texture *tex, const struct ga_param *param, const char **why)
{
   GLint value = ga_param_int(param);
   if (value != GL_DEPTH_COMPONENT && value != GL_STENCIL_INDEX)
      return fail(why, GL_INVALID_ENUM, "the value is not accepted");
   tex->sample_stencil = value == GL_STENCIL_INDEX;
   return GL_NO_ERROR;
}

/* EXT_memory_object: for the next storage in a memory object. */
static GLenum set_tiling(struct ga_texture *tex, const struct ga_param *param, const char **why)
{
   const GLenum value = (GLenum)ga_param_int(param);
   if (value != GL_OPTIMAL_TILING_EXT && value != GL_LINEAR_TILING_EXT)
      return fail(why, GL_INVALID_ENUM, "the value is not accepted");
   if (tex->immutable)
      return fail(why, GL_INVALID_OPERATION, "the texture has immutable storage");
   tex->tiling = value;
   return GL_NO_ERROR;
}

/* ---- sampler parameters ------------------------------------------------------------------------------------------------------ */

static bool repeats(GLint wrap)
{
   return wrap != GL_CLAMP_TO_EDGE && wrap != GL_CLAMP_TO_BORDER && wrap != GL_CLAMP;
}

/* Values that a target does not take (GL 4.6, 8.10; OES_EGL_image_external, 3.7.4). */
static bool target_allows(const struct ga_texture *tex, GLenum pname, GLint value)
{
   if (!tex->traits->clamps)
      return true;
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: return !ga_min_filter_uses_mipmaps((GLenum)value);
   case GL_TEXTURE_WRAP_S:
   case GL_TEXTURE_WRAP_T:
   case GL_TEXTURE_WRAP_R: return tex->target == GA_TEX_EXTERNAL ? value == GL_CLAMP_TO_EDGE : !repeats(value);
   default: return true;
   }
}

static GLenum set_sampler(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, const struct ga_param *value, const char **why)
{
   if (tex->traits->multisample)
      return fail(why, GL_INVALID_ENUM, "multisample textures have no sampler parameters");
   if (!target_allows(tex, pname, ga_param_int(value)))
      return fail(why, GL_INVALID_ENUM, "the target does not take this value");
   return ga_sampler_params_set(ctx, &tex->params, pname, value, why);
}

/* ---- set and get ------------------------------------------------------------------------------------------------------------- */

GLenum ga_texture_set_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, const struct ga_param *value,
                                const char **why)
{
   if (atomic_load(&tex->has_handles))
      return fail(why, GL_INVALID_OPERATION, "handles refer to the texture (glGetTextureHandleARB)");
   *why = NULL;
   bool own = has_parameter(ctx, pname) && pname != GL_IMAGE_FORMAT_COMPATIBILITY_TYPE;
   if (!own && !ga_sampler_params_has(ctx, pname))
      return fail(why, GL_INVALID_ENUM, "the parameter is not accepted by this command");
   pthread_mutex_lock(&tex->lock);
   const struct ga_sampler_params before = tex->params;
   GLenum error = !own                 ? set_sampler(ctx, tex, pname, value, why)
                  : is_swizzle(pname) ? set_swizzle(tex, pname, value, why)
                  : pname == GL_DEPTH_TEXTURE_MODE ? set_depth_mode(tex, value, why)
                  : pname == GL_GENERATE_MIPMAP ? set_generate_mipmap(tex, value)
                  : pname == GL_TEXTURE_CROP_RECT_OES ? set_crop(tex, value, why)
                  : pname == GL_TEXTURE_PRIORITY ? set_priority(tex, value)
                  : pname == GL_TEXTURE_TILING_EXT ? set_tiling(tex, value, why)
                  : pname == GL_DEPTH_STENCIL_TEXTURE_MODE ? set_stencil_mode(tex, value, why)
                                      : set_level(tex, pname, value, why);
   if (error == GL_NO_ERROR && (own || memcmp(&before, &tex->params, sizeof(before))))
      ga_texture_changed(ctx, tex, own);
   pthread_mutex_unlock(&tex->lock);
   return error;
}

static void return_ints(struct ga_param_value *value, unsigned count, const GLint *ints)
{
   *value = (struct ga_param_value){.kind = GA_VALUE_INT, .count = count};
   memcpy(value->v.i, ints, count * sizeof(*ints));
}

static GLint view_parameter(const struct ga_view_origin *origin, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_VIEW_MIN_LEVEL: return (GLint)origin->level;
   case GL_TEXTURE_VIEW_NUM_LEVELS: return (GLint)origin->levels;
   case GL_TEXTURE_VIEW_MIN_LAYER: return (GLint)origin->layer;
   default: return (GLint)origin->layers;
   }
}

/* A match by size, as the GL allocates all textures (GL 4.6, 8.26). GL_NONE: the base level has a format that image units do not have
 * (22.3.2, which makes this parameter the same as that of glGetInternalformativ). Called with tex->lock held. */
static GLenum image_compatibility(const struct ga_context *ctx, const struct ga_texture *tex)
{
   unsigned base, max;
   ga_texture_levels(tex, &base, &max);
   const bool has_level = tex->traits->faces && base < GA_MAX_TEXTURE_LEVELS;
   const struct ga_format *image = has_level ? ga_teximage_at(tex, 0, base)->format : NULL;
   const bool none = image && ga_has(ctx, GA_FEATURE_internalformat_query2) && !ga_image_format(ctx, image->internal_format);
   return none ? GL_NONE : GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE;
}

bool ga_texture_get_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, struct ga_param_value *value)
{
   GA_GUARD(ctx, &tex->lock);
   if (ga_sampler_params_has(ctx, pname)) {
      ga_sampler_params_get(&tex->params, pname, value);
      return true;
   }
   const GLint levels = (GLint)tex->origin.immutable_levels;
   if (pname == GL_TEXTURE_IMMUTABLE_FORMAT && ga_has(ctx, GA_FEATURE_texture_storage))
      return_ints(value, 1, &(GLint){tex->immutable});
   else if (pname == GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES && tex->target == GA_TEX_EXTERNAL)
      return_ints(value, 1, &(GLint){1}); /* planes of YUV images take no units */
   else if (pname == GL_TEXTURE_IMMUTABLE_LEVELS && ga_has(ctx, GA_FEATURE_texture_immutable_levels))
      return_ints(value, 1, &levels);
   else if (pname == GL_SURFACE_COMPRESSION_EXT && ga_has(ctx, GA_FEATURE_texture_storage_compression))
      return_ints(value, 1, &(GLint){GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT}); /* no texture is compressed at a fixed rate */
   else if (pname >= GL_TEXTURE_VIEW_MIN_LEVEL && pname <= GL_TEXTURE_VIEW_NUM_LAYERS && ga_has(ctx, GA_FEATURE_texture_view))
      return_ints(value, 1, &(GLint){view_parameter(&tex->origin, pname)});
   else if (pname == GL_TEXTURE_TARGET && ga_has(ctx, GA_FEATURE_direct_state_access))
      return_ints(value, 1, &(GLint){(GLint)tex->traits->name});
   else if (pname == GL_TEXTURE_RESIDENT && ga_has(ctx, GA_FEATURE_texture_priority))
      return_ints(value, 1, &(GLint){GL_TRUE});
   else if (!has_parameter(ctx, pname))
      return false;
   else if (pname == GL_GENERATE_MIPMAP)
      return_ints(value, 1, &(GLint){tex->generate_mipmap});
   else if (pname == GL_TEXTURE_CROP_RECT_OES)
      *value = (struct ga_param_value){.kind = GA_VALUE_FLOAT, .count = 4, .v.f = {(GLfloat)tex->crop[0], (GLfloat)tex->crop[1],
                                       (GLfloat)tex->crop[2], (GLfloat)tex->crop[3]}};
   else if (pname == GL_TEXTURE_PRIORITY)
      *value = (struct ga_param_value){.kind = GA_VALUE_COLOR, .count = 1, .v.f = {tex->priority}};
   else if (pname == GL_TEXTURE_SWIZZLE_RGBA)
      return_ints(value, 4, (const GLint *)tex->swizzle);
   else if (pname == GL_IMAGE_FORMAT_COMPATIBILITY_TYPE)
      return_ints(value, 1, &(GLint){(GLint)image_compatibility(ctx, tex)});
   else if (pname == GL_DEPTH_TEXTURE_MODE)
      return_ints(value, 1, &(GLint){(GLint)tex->depth_mode});
   else if (pname == GL_TEXTURE_TILING_EXT)
      return_ints(value, 1, &(GLint){(GLint)tex->tiling});
   else if (pname == GL_DEPTH_STENCIL_TEXTURE_MODE)
      return_ints(value, 1, &(GLint){tex->sample_stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT});
   else if (is_swizzle(pname))
      return_ints(value, 1, (const GLint *)&tex->swizzle[pname - GL_TEXTURE_SWIZZLE_R]);
   else
      return_ints(value, 1, pname == GL_TEXTURE_BASE_LEVEL ? &tex->base_level : &tex->max_level);
   return true;
}

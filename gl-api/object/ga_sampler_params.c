/* ga_sampler_params.c: one row per parameter, one row per value of those that are enumerants. */
#include "gl-api/object/ga_sampler_params.h"

#define NONE (-1)

enum kind { ENUMERANT, NUMBER, COLOR };

static const struct row { GLenum pname; enum kind kind; int feature; } rows[] = {
   {GL_TEXTURE_MIN_FILTER, ENUMERANT, NONE},
   {GL_TEXTURE_MAG_FILTER, ENUMERANT, NONE},
   {GL_TEXTURE_WRAP_S, ENUMERANT, NONE},
   {GL_TEXTURE_WRAP_T, ENUMERANT, NONE},
   {GL_TEXTURE_WRAP_R, ENUMERANT, GA_FEATURE_texture_3d},
   {GL_TEXTURE_COMPARE_MODE, ENUMERANT, GA_FEATURE_shadow_samplers},
   {GL_TEXTURE_COMPARE_FUNC, ENUMERANT, GA_FEATURE_shadow_samplers},
   {GL_TEXTURE_MIN_LOD, NUMBER, GA_FEATURE_texture_lod_parameters},
   {GL_TEXTURE_MAX_LOD, NUMBER, GA_FEATURE_texture_lod_parameters},
   {GL_TEXTURE_LOD_BIAS, NUMBER, GA_FEATURE_texture_lod_bias},
   {GL_TEXTURE_MAX_ANISOTROPY, NUMBER, GA_FEATURE_texture_filter_anisotropic},
   {GL_TEXTURE_BORDER_COLOR, COLOR, GA_FEATURE_texture_border_clamp},
   {GL_TEXTURE_CUBE_MAP_SEAMLESS, ENUMERANT, GA_FEATURE_seamless_cube_per_texture},
   {GL_TEXTURE_SRGB_DECODE_EXT, ENUMERANT, GA_FEATURE_texture_srgb_decode},
   {GL_TEXTURE_REDUCTION_MODE_ARB, ENUMERANT, GA_FEATURE_texture_filter_minmax},
};

static const struct value { GLenum pname, value; int feature; uint8_t pipe, pipe_mip; } values[] = {
   {GL_TEXTURE_MIN_FILTER, GL_NEAREST, NONE, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_NONE},
   {GL_TEXTURE_MIN_FILTER, GL_LINEAR, NONE, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_NONE},
   {GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST, NONE, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_NEAREST},
   {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST, NONE, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_NEAREST},
   {GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_LINEAR, NONE, PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_LINEAR},
   {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR, NONE, PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_LINEAR},
   {GL_TEXTURE_MAG_FILTER, GL_NEAREST, NONE, PIPE_TEX_FILTER_NEAREST, 0},
   {GL_TEXTURE_MAG_FILTER, GL_LINEAR, NONE, PIPE_TEX_FILTER_LINEAR, 0},
   /* The three coordinates have the same values; GL_TEXTURE_WRAP_S stands for all. */
   {GL_TEXTURE_WRAP_S, GL_REPEAT, NONE, PIPE_TEX_WRAP_REPEAT, 0},
   {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE, NONE, PIPE_TEX_WRAP_CLAMP_TO_EDGE, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT, GA_FEATURE_texture_mirrored_repeat, PIPE_TEX_WRAP_MIRROR_REPEAT, 0},
   {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER, GA_FEATURE_texture_border_clamp, PIPE_TEX_WRAP_CLAMP_TO_BORDER, 0},
   {GL_TEXTURE_WRAP_S, GL_CLAMP, GA_FEATURE_clamp_texture_wrap, PIPE_TEX_WRAP_CLAMP, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, GA_FEATURE_texture_mirror_clamp_to_edge, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT, GA_FEATURE_texture_mirror_clamp, PIPE_TEX_WRAP_MIRROR_CLAMP, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, GA_FEATURE_texture_mirror_clamp, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_BORDER_EXT, GA_FEATURE_texture_mirror_clamp, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_BORDER, 0},
   {GL_TEXTURE_COMPARE_MODE, GL_NONE, NONE, 0, 0},
   {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE, NONE, 1, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_NEVER, NONE, PIPE_FUNC_NEVER, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_LESS, NONE, PIPE_FUNC_LESS, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_EQUAL, NONE, PIPE_FUNC_EQUAL, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL, NONE, PIPE_FUNC_LEQUAL, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_GREATER, NONE, PIPE_FUNC_GREATER, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_NOTEQUAL, NONE, PIPE_FUNC_NOTEQUAL, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL, NONE, PIPE_FUNC_GEQUAL, 0},
   {GL_TEXTURE_COMPARE_FUNC, GL_ALWAYS, NONE, PIPE_FUNC_ALWAYS, 0},
   {GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_FALSE, NONE, false, 0},
   {GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_TRUE, NONE, true, 0},
   {GL_TEXTURE_SRGB_DECODE_EXT, GL_DECODE_EXT, NONE, false, 0},
   {GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT, NONE, true, 0},
   {GL_TEXTURE_REDUCTION_MODE_ARB, GL_WEIGHTED_AVERAGE_ARB, NONE, PIPE_TEX_REDUCTION_AVERAGE, 0},
   {GL_TEXTURE_REDUCTION_MODE_ARB, GL_MIN, NONE, PIPE_TEX_REDUCTION_MIN, 0},
   {GL_TEXTURE_REDUCTION_MODE_ARB, GL_MAX, NONE, PIPE_TEX_REDUCTION_MAX, 0},
};

static bool has_feature(const struct ga_context *ctx, int feature)
{
   return feature == NONE || ga_has(ctx, (enum ga_feature)feature);
}

static const struct row *find_row(GLenum pname)
{
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (rows[i].pname == pname)
         return &rows[i];
   return NULL;
}

static const struct value *find_value(const struct ga_context *ctx, GLenum pname, GLint value)
{
   if (pname == GL_TEXTURE_WRAP_T || pname == GL_TEXTURE_WRAP_R)
      pname = GL_TEXTURE_WRAP_S;
   for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++)
      if (values[i].pname == pname && (GLint)values[i].value == value)
         return has_feature(ctx, values[i].feature) ? &values[i] : NULL;
   return NULL;
}

bool ga_sampler_params_has(const struct ga_context *ctx, GLenum pname)
{
   const struct row *row = find_row(pname);
   return row && has_feature(ctx, row->feature);
}

void ga_sampler_params_init(struct ga_sampler_params *params, enum ga_sampler_initial initial)
{
   static const struct { GLenum wrap, min, mag; uint8_t pipe_wrap, pipe_min, pipe_mag, pipe_mip; } values[] = {
      [GA_SAMPLER_REPEATS] = {GL_REPEAT, GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR, PIPE_TEX_WRAP_REPEAT, PIPE_TEX_FILTER_NEAREST,
                              PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_LINEAR},
      [GA_SAMPLER_CLAMPS] = {GL_CLAMP_TO_EDGE, GL_LINEAR, GL_LINEAR, PIPE_TEX_WRAP_CLAMP_TO_EDGE, PIPE_TEX_FILTER_LINEAR,
                             PIPE_TEX_FILTER_LINEAR, PIPE_TEX_MIPFILTER_NONE},
      [GA_SAMPLER_MULTISAMPLE] = {GL_CLAMP_TO_EDGE, GL_NEAREST, GL_NEAREST, PIPE_TEX_WRAP_CLAMP_TO_EDGE, PIPE_TEX_FILTER_NEAREST,
                                  PIPE_TEX_FILTER_NEAREST, PIPE_TEX_MIPFILTER_NONE},
   };
   const GLenum wrap = values[initial].wrap;
   const uint8_t pipe_wrap = values[initial].pipe_wrap;
   *params = (struct ga_sampler_params){
      .min_filter = values[initial].min, .mag_filter = values[initial].mag, .wrap = {wrap, wrap, wrap},
      .compare_mode = GL_NONE, .compare_func = GL_LEQUAL, .min_lod = -1000, .max_lod = 1000, .max_anisotropy = 1,
      .reduction_mode = GL_WEIGHTED_AVERAGE_ARB,
   };
   params->pipe = (struct pipe_sampler_state){
      .wrap_s = pipe_wrap, .wrap_t = pipe_wrap, .wrap_r = pipe_wrap,
      .min_filter = values[initial].pipe_min, .mag_filter = values[initial].pipe_mag, .mip_filter = values[initial].pipe_mip,
      .compare_func = PIPE_FUNC_LEQUAL, .min_lod = -1000, .max_lod = 1000,
   };
}

/* ---- set -------------------------------------------------------------------------------------------------------------------- */

static GLenum set_enumerant(const struct ga_context *ctx, struct ga_sampler_params *p, GLenum pname, GLint given, const char **why)
{
   const struct value *value = find_value(ctx, pname, given);
   if (!value) {
      *why = "the value is not accepted";
      return GL_INVALID_ENUM;
   }
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER:
      p->min_filter = value->value;
      p->pipe.min_filter = value->pipe;
      p->pipe.mip_filter = value->pipe_mip;
      break;
   case GL_TEXTURE_MAG_FILTER: p->mag_filter = value->value; p->pipe.mag_filter = value->pipe; break;
   case GL_TEXTURE_WRAP_S: p->wrap[0] = value->value; p->pipe.wrap_s = value->pipe; break;
   case GL_TEXTURE_WRAP_T: p->wrap[1] = value->value; p->pipe.wrap_t = value->pipe; break;
   case GL_TEXTURE_WRAP_R: p->wrap[2] = value->value; p->pipe.wrap_r = value->pipe; break;
   case GL_TEXTURE_COMPARE_MODE: p->compare_mode = value->value; p->pipe.compare_enable = value->pipe; break;
   case GL_TEXTURE_COMPARE_FUNC: p->compare_func = value->value; p->pipe.compare_func = value->pipe; break;
   case GL_TEXTURE_CUBE_MAP_SEAMLESS: p->pipe.seamless_cube = value->pipe; break;
   case GL_TEXTURE_SRGB_DECODE_EXT: p->pipe.skip_srgb = value->pipe; break;
   case GL_TEXTURE_REDUCTION_MODE_ARB: p->reduction_mode = value->value; p->pipe.reduction = value->pipe; break;
   }
   return GL_NO_ERROR;
}

static GLenum set_number(const struct ga_context *ctx, struct ga_sampler_params *p, GLenum pname, GLfloat value, const char **why)
{
   switch (pname) {
   case GL_TEXTURE_MIN_LOD: p->min_lod = p->pipe.min_lod = value; break;
   case GL_TEXTURE_MAX_LOD: p->max_lod = p->pipe.max_lod = value; break;
   case GL_TEXTURE_LOD_BIAS: p->lod_bias = p->pipe.lod_bias = value; break;
   case GL_TEXTURE_MAX_ANISOTROPY:
      if (!(value >= 1)) {
         *why = "the value is less than 1";
         return GL_INVALID_VALUE;
      }
      p->max_anisotropy = value;
      value = value < ctx->limits.max_anisotropy ? value : ctx->limits.max_anisotropy;
      p->pipe.max_anisotropy = value > 1 ? (uint8_t)value : 0;
      break;
   }
   return GL_NO_ERROR;
}

GLenum ga_sampler_params_set(const struct ga_context *ctx, struct ga_sampler_params *params, GLenum pname, const struct ga_param *value,
                             const char **why)
{
   *why = NULL;
   switch (find_row(pname)->kind) {
   case ENUMERANT: return set_enumerant(ctx, params, pname, ga_param_int(value), why);
   case NUMBER: return set_number(ctx, params, pname, ga_param_float(value), why);
   case COLOR:
      if (!value->vector) {
         *why = "the parameter has four values";
         return GL_INVALID_ENUM;
      }
      params->border_color = ga_param_color(value);
      break;
   }
   return GL_NO_ERROR;
}

/* ---- get -------------------------------------------------------------------------------------------------------------------- */

static struct ga_param_value enumerant(GLenum value)
{
   return (struct ga_param_value){.kind = GA_VALUE_INT, .count = 1, .v.i = {(GLint)value}};
}

static struct ga_param_value number(GLfloat value)
{
   return (struct ga_param_value){.kind = GA_VALUE_FLOAT, .count = 1, .v.f = {value}};
}

void ga_sampler_params_get(const struct ga_sampler_params *p, GLenum pname, struct ga_param_value *value)
{
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: *value = enumerant(p->min_filter); break;
   case GL_TEXTURE_MAG_FILTER: *value = enumerant(p->mag_filter); break;
   case GL_TEXTURE_WRAP_S: *value = enumerant(p->wrap[0]); break;
   case GL_TEXTURE_WRAP_T: *value = enumerant(p->wrap[1]); break;
   case GL_TEXTURE_WRAP_R: *value = enumerant(p->wrap[2]); break;
   case GL_TEXTURE_COMPARE_MODE: *value = enumerant(p->compare_mode); break;
   case GL_TEXTURE_COMPARE_FUNC: *value = enumerant(p->compare_func); break;
   case GL_TEXTURE_CUBE_MAP_SEAMLESS: *value = enumerant(p->pipe.seamless_cube); break;
   case GL_TEXTURE_SRGB_DECODE_EXT: *value = enumerant(p->pipe.skip_srgb ? GL_SKIP_DECODE_EXT : GL_DECODE_EXT); break;
   case GL_TEXTURE_REDUCTION_MODE_ARB: *value = enumerant(p->reduction_mode); break;
   case GL_TEXTURE_MIN_LOD: *value = number(p->min_lod); break;
   case GL_TEXTURE_MAX_LOD: *value = number(p->max_lod); break;
   case GL_TEXTURE_LOD_BIAS: *value = number(p->lod_bias); break;
   case GL_TEXTURE_MAX_ANISOTROPY: *value = number(p->max_anisotropy); break;
   case GL_TEXTURE_BORDER_COLOR:
      *value = (struct ga_param_value){.kind = GA_VALUE_COLOR, .count = 4, .v = p->border_color};
      break;
   }
}

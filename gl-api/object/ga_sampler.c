/* ga_sampler.c: sampler objects: lifetime, parameters, their pipe state. */
#include "gl-api/object/ga_sampler.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"

/* ---- lifetime --------------------------------------------------------------------------------------------------------------- */

static struct ga_sampler *create(GLuint name)
{
   struct ga_sampler *sampler = calloc(1, sizeof(*sampler));
   if (!sampler)
      return NULL;
   sampler->name = name;
   atomic_init(&sampler->refs, 1);
   pthread_mutex_init(&sampler->lock, NULL);
   sampler->params = (struct ga_sampler_params){
      .min_filter = GL_NEAREST_MIPMAP_LINEAR, .mag_filter = GL_LINEAR, .wrap_s = GL_REPEAT, .wrap_t = GL_REPEAT,
      .wrap_r = GL_REPEAT, .compare_mode = GL_NONE, .compare_func = GL_LEQUAL, .min_lod = -1000, .max_lod = 1000,
      .max_anisotropy = 1,
   };
   return sampler;
}

void ga_sampler_unref(struct ga_sampler *sampler)
{
   if (!sampler || atomic_fetch_sub_explicit(&sampler->refs, 1, memory_order_acq_rel) != 1)
      return;
   pthread_mutex_destroy(&sampler->lock);
   free(sampler->label);
   free(sampler);
}

struct ga_sampler *ga_sampler_get(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->samplers;
   GA_GUARD(ctx, &ns->lock);
   struct ga_sampler *sampler = ut_names_lookup(&ns->names, name);
   if (!sampler && (sampler = create(name)) && !ut_names_insert(&ns->names, name, sampler)) {
      ga_sampler_unref(sampler);
      sampler = NULL;
   }
   if (sampler)
      atomic_fetch_add_explicit(&sampler->refs, 1, memory_order_relaxed);
   return sampler;
}

void ga_sampler_bind(struct ga_context *ctx, unsigned unit, struct ga_sampler *sampler)
{
   struct ga_sampler *old = ctx->unit[unit].sampler;
   if (old == sampler)
      return;
   if (sampler)
      atomic_fetch_add_explicit(&sampler->refs, 1, memory_order_relaxed);
   ctx->unit[unit].sampler = sampler;
   ctx->dirty |= GA_DIRTY_TEXTURES;
   ga_sampler_unref(old);
}

void ga_sampler_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->samplers;
   ga_lock(ctx, &ns->lock);
   struct ga_sampler *sampler = ut_names_lookup(&ns->names, name);
   ut_names_remove(&ns->names, name);
   ga_unlock(ctx, &ns->lock);
   for (unsigned unit = 0; sampler && unit < GA_MAX_TEXTURE_UNITS; unit++)
      if (ctx->unit[unit].sampler == sampler)
         ga_sampler_bind(ctx, unit, NULL);
   ga_sampler_unref(sampler); /* the name's */
}

/* ---- parameters -------------------------------------------------------------------------------------------------------------- */

#define NONE GA_FEATURE_COUNT

/* Values of parameters that are enumerants. */
static const struct value { GLenum pname, value; enum ga_feature feature; uint8_t pipe, pipe_mip; } values[] = {
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
   {GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT, NONE, PIPE_TEX_WRAP_MIRROR_REPEAT, 0},
   {GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER, GA_FEATURE_texture_border_clamp, PIPE_TEX_WRAP_CLAMP_TO_BORDER, 0},
   {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, GA_FEATURE_texture_mirror_clamp_to_edge, PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE, 0},
   {GL_TEXTURE_COMPARE_MODE, GL_NONE, NONE, 0, 0},
   {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE, NONE, 1, 0},
};

/* The field of a parameter that is an enumerant; NULL: it is none. */
static GLenum *enum_field(struct ga_sampler_params *p, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER: return &p->min_filter;
   case GL_TEXTURE_MAG_FILTER: return &p->mag_filter;
   case GL_TEXTURE_WRAP_S: return &p->wrap_s;
   case GL_TEXTURE_WRAP_T: return &p->wrap_t;
   case GL_TEXTURE_WRAP_R: return &p->wrap_r;
   case GL_TEXTURE_COMPARE_MODE: return &p->compare_mode;
   case GL_TEXTURE_COMPARE_FUNC: return &p->compare_func;
   default: return NULL;
   }
}

/* The field of a parameter that is a number; NULL: the context has no such parameter. */
static GLfloat *number_field(const struct ga_context *ctx, struct ga_sampler_params *p, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_MIN_LOD: return &p->min_lod;
   case GL_TEXTURE_MAX_LOD: return &p->max_lod;
   case GL_TEXTURE_LOD_BIAS: return ga_has(ctx, GA_FEATURE_texture_lod_bias) ? &p->lod_bias : NULL;
   case GL_TEXTURE_MAX_ANISOTROPY: return ga_has(ctx, GA_FEATURE_texture_filter_anisotropic) ? &p->max_anisotropy : NULL;
   default: return NULL;
   }
}

static const struct value *find_value(const struct ga_context *ctx, GLenum pname, GLenum value)
{
   if (pname == GL_TEXTURE_WRAP_T || pname == GL_TEXTURE_WRAP_R)
      pname = GL_TEXTURE_WRAP_S;
   for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++)
      if (values[i].pname == pname && values[i].value == value)
         return values[i].feature == NONE || ga_has(ctx, values[i].feature) ? &values[i] : NULL;
   return NULL;
}

static bool legal_value(const struct ga_context *ctx, GLenum pname, GLenum value)
{
   if (pname == GL_TEXTURE_COMPARE_FUNC)
      return value >= GL_NEVER && value <= GL_ALWAYS;
   return find_value(ctx, pname, value);
}

GLenum ga_sampler_set(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, GLfloat value)
{
   GA_GUARD(ctx, &sampler->lock);
   GLenum *field = enum_field(&sampler->params, pname);
   GLfloat *number = number_field(ctx, &sampler->params, pname);
   if (field) {
      if (!(value >= 0 && value < 65536) || !legal_value(ctx, pname, (GLenum)value))
         return GL_INVALID_ENUM;
      *field = (GLenum)value;
   } else if (number) {
      if (pname == GL_TEXTURE_MAX_ANISOTROPY && !(value >= 1))
         return GL_INVALID_VALUE;
      *number = value;
   } else {
      return GL_INVALID_ENUM;
   }
   atomic_fetch_add_explicit(&sampler->seqno, 1, memory_order_release);
   ga_share_changed(ctx);
   return GL_NO_ERROR;
}

bool ga_sampler_query(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, GLfloat *value)
{
   GA_GUARD(ctx, &sampler->lock);
   const GLenum *field = enum_field(&sampler->params, pname);
   const GLfloat *number = number_field(ctx, &sampler->params, pname);
   if (field)
      *value = (GLfloat)*field;
   else if (number)
      *value = *number;
   return field || number;
}

void ga_sampler_pipe_state(struct ga_context *ctx, struct ga_sampler *sampler, struct pipe_sampler_state *out)
{
   GA_GUARD(ctx, &sampler->lock);
   const struct ga_sampler_params *p = &sampler->params;
   const struct value *min = find_value(ctx, GL_TEXTURE_MIN_FILTER, p->min_filter);
   GLfloat anisotropy = p->max_anisotropy < ctx->limits.max_anisotropy ? p->max_anisotropy : ctx->limits.max_anisotropy;
   *out = (struct pipe_sampler_state){
      .wrap_s = find_value(ctx, GL_TEXTURE_WRAP_S, p->wrap_s)->pipe,
      .wrap_t = find_value(ctx, GL_TEXTURE_WRAP_S, p->wrap_t)->pipe,
      .wrap_r = find_value(ctx, GL_TEXTURE_WRAP_S, p->wrap_r)->pipe,
      .min_filter = min->pipe,
      .mip_filter = min->pipe_mip,
      .mag_filter = find_value(ctx, GL_TEXTURE_MAG_FILTER, p->mag_filter)->pipe,
      .compare_enable = p->compare_mode != GL_NONE,
      .compare_func = (uint8_t)(p->compare_func - GL_NEVER),
      .max_anisotropy = anisotropy > 1 ? (uint8_t)anisotropy : 0,
      .lod_bias = p->lod_bias,
      .min_lod = p->min_lod,
      .max_lod = p->max_lod,
   };
}

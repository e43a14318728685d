/* ga_sampler.c: sampler objects: lifetime, binding, parameters. */
#include "gl-api/object/ga_sampler.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_handle.h"

/* ---- lifetime --------------------------------------------------------------------------------------------------------------- */

static struct ga_sampler *create(GLuint name)
{
   struct ga_sampler *sampler = calloc(1, sizeof(*sampler));
   if (!sampler)
      return NULL;
   sampler->name = name;
   atomic_init(&sampler->refs, 1);
   pthread_mutex_init(&sampler->lock, NULL);
   ga_sampler_params_init(&sampler->params, GA_SAMPLER_REPEATS);
   return sampler;
}

void ga_sampler_unref(struct ga_sampler *sampler)
{
   if (!sampler || atomic_fetch_sub_explicit(&sampler->refs, 1, memory_order_acq_rel) != 1)
      return;
   ga_handles_end_sampler(sampler);
   pthread_mutex_destroy(&sampler->lock);
   free(sampler->label);
   free(sampler);
}

bool ga_sampler_exists(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->samplers;
   GA_GUARD(ctx, &ns->lock);
   return name && ut_names_is_reserved(&ns->names, name);
}

struct ga_sampler *ga_sampler_get(struct ga_context *ctx, GLuint name, GLenum *error)
{
   struct ga_namespace *ns = &ctx->share->samplers;
   GA_GUARD(ctx, &ns->lock);
   struct ga_sampler *sampler = ut_names_lookup(&ns->names, name);
   *error = sampler || (name && ut_names_is_reserved(&ns->names, name)) ? GL_NO_ERROR : GL_INVALID_OPERATION;
   if (!sampler && *error == GL_NO_ERROR && (!(sampler = create(name)) || !ut_names_insert(&ns->names, name, sampler))) {
      ga_sampler_unref(sampler);
      sampler = NULL;
      *error = GL_OUT_OF_MEMORY;
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

GLenum ga_sampler_set(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, const struct ga_param *value, const char **why)
{
   if (!ga_sampler_params_has(ctx, pname)) {
      *why = "the parameter is not accepted by this command";
      return GL_INVALID_ENUM;
   }
   if (atomic_load(&sampler->has_handles)) {
      *why = "handles refer to the sampler object (glGetTextureSamplerHandleARB)";
      return GL_INVALID_OPERATION;
   }
   ga_lock(ctx, &sampler->lock);
   GLenum error = ga_sampler_params_set(ctx, &sampler->params, pname, value, why);
   ga_unlock(ctx, &sampler->lock);
   if (error == GL_NO_ERROR) {
      atomic_fetch_add_explicit(&sampler->seqno, 1, memory_order_release);
      ga_share_changed(ctx);
   }
   return error;
}

bool ga_sampler_query(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, struct ga_param_value *value)
{
   if (!ga_sampler_params_has(ctx, pname))
      return false;
   GA_GUARD(ctx, &sampler->lock);
   ga_sampler_params_get(&sampler->params, pname, value);
   return true;
}

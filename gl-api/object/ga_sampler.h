/* ga_sampler.h: sampler objects (ES 3.0, 3.8.2; GL 4.6, 8.2): the parameters with which a texture is sampled, shared by the group. A unit
 * with a sampler object uses it instead of the texture's own parameters. */
#ifndef GA_SAMPLER_H
#define GA_SAMPLER_H

#include "gl-api/object/ga_sampler_params.h"

struct ga_sampler {
   GLuint name;
   atomic_int refs;                 /* the name, texture units */
   char *label;                     /* KHR_debug; guarded by the lock of the name space */
   atomic_uint seqno;               /* incremented when params change, then share->seqno */
   pthread_mutex_t lock;            /* guards params */
   struct ga_sampler_params params;
   struct ga_handle *handles;       /* as those of ga_texture */
   pthread_mutex_t *handles_lock;
   atomic_bool has_handles;         /* params do not change any more (ARB_bindless_texture) */
};

/* ---- lifetime ---- */

/* glGenSamplers generated the name, whether it was used since or not. */
bool ga_sampler_exists(struct ga_context *ctx, GLuint name);
/* The object of a generated name, made at its first use, with a reference for the caller. NULL: *error says why. */
struct ga_sampler *ga_sampler_get(struct ga_context *ctx, GLuint name, GLenum *error);
void ga_sampler_unref(struct ga_sampler *sampler); /* any thread; NULL is fine */
/* Deletes the name and releases the units of this context that use it. */
void ga_sampler_delete(struct ga_context *ctx, GLuint name);
/* The unit samples with it; NULL: with the parameters of its texture. */
void ga_sampler_bind(struct ga_context *ctx, unsigned unit, struct ga_sampler *sampler);

/* ---- operations ---- */

/* GL_NO_ERROR, or the error with its reason in *why; nothing changed then. */
GLenum ga_sampler_set(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, const struct ga_param *value, const char **why);
/* False: no such parameter in this context. */
bool ga_sampler_query(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, struct ga_param_value *value);

#endif

/* ga_sampler.h: sampler objects (GL 4.6, 8.2): the parameters with which a texture is sampled, shared by the group. A unit with a
 * sampler object uses it instead of the texture's own parameters. */
#ifndef GA_SAMPLER_H
#define GA_SAMPLER_H

#include "gl-api/context/ga_context.h"

/* GL values; initial values as in GL 4.6, table 23.18. */
struct ga_sampler_params {
   GLenum min_filter, mag_filter, wrap_s, wrap_t, wrap_r, compare_mode, compare_func;
   GLfloat min_lod, max_lod, lod_bias, max_anisotropy;
};

struct ga_sampler {
   GLuint name;
   atomic_int refs;                 /* the name, texture units */
   char *label;                     /* KHR_debug; guarded by the lock of the name space */
   atomic_uint seqno;               /* incremented when params change, then share->seqno */
   pthread_mutex_t lock;            /* guards params */
   struct ga_sampler_params params;
};

/* ---- lifetime ---- */

/* The object of a generated name, made when the name has none yet, with a reference for the caller. NULL: out of memory. */
struct ga_sampler *ga_sampler_get(struct ga_context *ctx, GLuint name);
void ga_sampler_unref(struct ga_sampler *sampler); /* any thread; NULL is fine */
/* Deletes the name and releases the units of this context that use it. */
void ga_sampler_delete(struct ga_context *ctx, GLuint name);
/* The unit samples with it; NULL: with the parameters of its texture. */
void ga_sampler_bind(struct ga_context *ctx, unsigned unit, struct ga_sampler *sampler);

/* ---- operations ---- */

/* Sets a parameter; enumerants come as floats, too. GL_INVALID_ENUM: no such parameter or value in this context;
 * GL_INVALID_VALUE: a number out of range. */
GLenum ga_sampler_set(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, GLfloat value);
/* False: no such parameter in this context. */
bool ga_sampler_query(struct ga_context *ctx, struct ga_sampler *sampler, GLenum pname, GLfloat *value);
/* The pipe state of the parameters. */
void ga_sampler_pipe_state(struct ga_context *ctx, struct ga_sampler *sampler, struct pipe_sampler_state *out);

#endif

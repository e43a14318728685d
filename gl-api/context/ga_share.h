/* ga_share.h: share groups. */
#ifndef GA_SHARE_H
#define GA_SHARE_H

#include "gl-api/context/ga_context.h"

struct ga_share *ga_share_create(void); /* NULL: out of memory */
struct ga_share *ga_share_ref(struct ga_share *share);
/* `ctx` leaves the group; the last one frees every object that is left, with its pipe context. */
void ga_share_unref(struct ga_context *ctx, struct ga_share *share);

static inline void ga_share_lock(struct ga_context *ctx)
{
   pthread_mutex_lock(&ctx->share->lock);
}
static inline void ga_share_unlock(struct ga_context *ctx)
{
   pthread_mutex_unlock(&ctx->share->lock);
}

/* Holds the lock until the end of the block; nests. For commands that look at shared objects by name and are not worth more:
 * what they found cannot go away meanwhile. ctx NULL: nothing is held. */
static inline pthread_mutex_t *ga_share_guard_begin(struct ga_context *ctx)
{
   if (!ctx)
      return NULL;
   pthread_mutex_lock(&ctx->share->lock);
   return &ctx->share->lock;
}
static inline void ga_guard_end(pthread_mutex_t **lock)
{
   if (*lock)
      pthread_mutex_unlock(*lock);
}
#define GA_SHARE_GUARD(ctx) \
   __attribute__((cleanup(ga_guard_end), unused)) pthread_mutex_t *share_guard_ = ga_share_guard_begin(ctx)

/* A mutex that nests: debug messages may call back into GL. */
void ga_mutex_init(pthread_mutex_t *mutex);

/* glGen* of a table of the share group. The caller validated n. False: GL_OUT_OF_MEMORY was raised. */
bool ga_share_gen(struct ga_context *ctx, struct ut_names *names, GLsizei n, GLuint *out, const char *command);

#endif

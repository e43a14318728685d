/* ga_share.h: share groups and their locks.
 *
 * Locks, in the order in which one thread may take them; none is recursive:
 *   ga_namespace.lock      names, references and labels; for shaders and programs also their fields, for textures the lists of
 *                          their views. One at a time
 *   handles.lock           handles of textures and images, and the lists of textures and samplers. With none of the others
 *   named_strings.lock     the tree of named strings. With none of the others
 *   ga_texture.lock, ga_renderbuffer.lock   images, storage and parameters of one object. No message arises under them
 *   ga_buffer.lock         size, usage, storage and mapping of one buffer
 *   ga_sampler.lock        parameters of one sampler object
 *   ga_debug.lock          message log, volume control, callback of one context
 * None is held while a resource is created or copied, a shader is compiled or a callback of the application runs.
 * A thread takes name space, buffer and sampler locks through ga_lock: KHR_debug messages that arise while one is held are queued and
 * delivered by the last ga_unlock. */
#ifndef GA_SHARE_H
#define GA_SHARE_H

#include "gl-api/context/ga_context.h"
#include "gl-api/context/ga_debug.h"

struct ga_share *ga_share_create(void); /* NULL: out of memory */
struct ga_share *ga_share_ref(struct ga_share *share);
/* A context leaves the group. True: it was the last one, frees the objects that are left (api/ga_context.c), and calls ga_share_free. */
bool ga_share_leave(struct ga_share *share);
void ga_share_free(struct ga_share *share);

bool ga_namespace_init(struct ga_namespace *ns); /* false: out of memory */
void ga_namespace_finish(struct ga_namespace *ns);

static inline void ga_lock(struct ga_context *ctx, pthread_mutex_t *lock)
{
   pthread_mutex_lock(lock);
   ctx->locks_held++;
}
static inline void ga_unlock(struct ga_context *ctx, pthread_mutex_t *lock)
{
   pthread_mutex_unlock(lock);
   if (--ctx->locks_held == 0 && ctx->messages_queued)
      ga_debug_deliver(ctx);
}

/* Holds a lock (NULL: none) until the end of the block. */
struct ga_guard { struct ga_context *ctx; pthread_mutex_t *lock; };
static inline struct ga_guard ga_guard_begin(struct ga_context *ctx, pthread_mutex_t *lock)
{
   if (lock)
      ga_lock(ctx, lock);
   return (struct ga_guard){ctx, lock};
}
static inline void ga_guard_end(struct ga_guard *guard)
{
   if (guard->lock)
      ga_unlock(guard->ctx, guard->lock);
}
#define GA_GUARD_NAME2(line) guard_##line
#define GA_GUARD_NAME(line) GA_GUARD_NAME2(line)
#define GA_GUARD(ctx, lock) \
   __attribute__((cleanup(ga_guard_end), unused)) struct ga_guard GA_GUARD_NAME(__LINE__) = ga_guard_begin(ctx, lock)

/* glGen* of a table that `lock` guards. The caller validated n. False: GL_OUT_OF_MEMORY was raised. */
bool ga_gen_names(struct ga_context *ctx, pthread_mutex_t *lock, struct ut_names *names, GLsizei n, GLuint *out,
                  const char *command);

#endif

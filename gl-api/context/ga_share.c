/* ga_share.c: share groups: the name spaces that contexts have in common, and their locks. */
#include "gl-api/context/ga_share.h"

#include <stdlib.h>

bool ga_namespace_init(struct ga_namespace *ns)
{
   pthread_mutex_init(&ns->lock, NULL);
   return ut_names_init(&ns->names);
}

void ga_namespace_finish(struct ga_namespace *ns)
{
   ut_names_finish(&ns->names);
   pthread_mutex_destroy(&ns->lock);
}

static void finish_names(struct ga_share *share)
{
   ga_namespace_finish(&share->buffers);
   ga_namespace_finish(&share->shaders);
   ga_namespace_finish(&share->textures);
   ga_namespace_finish(&share->samplers);
   ga_namespace_finish(&share->renderbuffers);
   ga_namespace_finish(&share->syncs);
   ga_namespace_finish(&share->memory);
   ga_namespace_finish(&share->semaphores);
   ga_namespace_finish(&share->handles);
   ga_namespace_finish(&share->lists);
   ga_namespace_finish(&share->assembly);
   ga_namespace_finish(&share->ati_shaders);
}

void ga_share_free(struct ga_share *share)
{
   finish_names(share);
   pthread_mutex_destroy(&share->named_strings.lock);
   free(share);
}

struct ga_share *ga_share_create(void)
{
   struct ga_share *share = calloc(1, sizeof(*share));
   if (!share)
      return NULL;
   share->refs = 1;
   pthread_mutex_init(&share->named_strings.lock, NULL);
   bool ok = ga_namespace_init(&share->buffers);
   ok = ga_namespace_init(&share->shaders) && ok;
   ok = ga_namespace_init(&share->textures) && ok;
   ok = ga_namespace_init(&share->samplers) && ok;
   ok = ga_namespace_init(&share->renderbuffers) && ok;
   ok = ga_namespace_init(&share->syncs) && ok;
   ok = ga_namespace_init(&share->memory) && ok;
   ok = ga_namespace_init(&share->semaphores) && ok;
   ok = ga_namespace_init(&share->handles) && ok;
   ok = ga_namespace_init(&share->lists) && ok;
   ok = ga_namespace_init(&share->assembly) && ok;
   ok = ga_namespace_init(&share->ati_shaders) && ok;
   if (ok)
      return share;
   ga_share_free(share);
   return NULL;
}

bool ga_share_leave(struct ga_share *share)
{
   return atomic_fetch_sub_explicit(&share->refs, 1, memory_order_acq_rel) == 1;
}

struct ga_share *ga_share_ref(struct ga_share *share)
{
   atomic_fetch_add_explicit(&share->refs, 1, memory_order_relaxed);
   return share;
}

bool ga_gen_names(struct ga_context *ctx, pthread_mutex_t *lock, struct ut_names *names, GLsizei n, GLuint *out,
                  const char *command)
{
   ga_lock(ctx, lock);
   bool ok = ut_names_gen(names, (uint32_t)n, out);
   ga_unlock(ctx, lock);
   if (!ok)
      ga_oom(ctx, command);
   return ok;
}

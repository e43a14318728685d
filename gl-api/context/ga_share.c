/* ga_share.c: share groups: the name spaces that contexts have in common, their locks and their end. */
#include "gl-api/context/ga_share.h"

#include <stdlib.h>

#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_sync.h"
#include "gl-api/object/ga_texture.h"

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
   ga_namespace_finish(&share->lists);
}

struct ga_share *ga_share_create(void)
{
   struct ga_share *share = calloc(1, sizeof(*share));
   if (!share)
      return NULL;
   share->refs = 1;
   bool ok = ga_namespace_init(&share->buffers);
   ok = ga_namespace_init(&share->shaders) && ok;
   ok = ga_namespace_init(&share->textures) && ok;
   ok = ga_namespace_init(&share->samplers) && ok;
   ok = ga_namespace_init(&share->renderbuffers) && ok;
   ok = ga_namespace_init(&share->syncs) && ok;
   ok = ga_namespace_init(&share->lists) && ok;
   if (ok)
      return share;
   finish_names(share);
   free(share);
   return NULL;
}

struct ga_share *ga_share_ref(struct ga_share *share)
{
   atomic_fetch_add_explicit(&share->refs, 1, memory_order_relaxed);
   return share;
}

/* No other context has the group any more. Programs go first: they hold shaders. */
static void free_objects(struct ga_context *ctx, struct ga_share *share)
{
   uint64_t cursor = 0;
   for (void *object; (object = ut_names_next(&share->shaders.names, &cursor, NULL));)
      ga_program_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->textures.names, &cursor, NULL));)
      ga_texture_free_shared(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->renderbuffers.names, &cursor, NULL));)
      ga_renderbuffer_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->buffers.names, &cursor, NULL));)
      ga_buffer_unref(ctx, object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->syncs.names, &cursor, NULL));)
      ga_sync_unref(object);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->lists.names, &cursor, NULL));)
      ga_list_free_shared(object);
   ga_fixed_cache_destroy(share->fixed);
   cursor = 0;
   for (void *object; (object = ut_names_next(&share->samplers.names, &cursor, NULL));)
      ga_sampler_unref(object);
}

void ga_share_unref(struct ga_context *ctx, struct ga_share *share)
{
   if (atomic_fetch_sub_explicit(&share->refs, 1, memory_order_acq_rel) != 1)
      return;
   free_objects(ctx, share);
   finish_names(share);
   free(share);
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

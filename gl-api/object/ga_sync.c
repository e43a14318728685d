/* ga_sync.c: sync objects: lifetime and waiting. */
#include "gl-api/object/ga_sync.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"

struct ga_sync *ga_sync_create(struct ga_context *ctx)
{
   struct ga_namespace *ns = &ctx->share->syncs;
   struct ga_sync *sync = calloc(1, sizeof(*sync));
   uint32_t name = 0;
   if (!sync)
      return NULL;
   atomic_init(&sync->refs, 1);
   ga_flush(ctx, &sync->fence);
   if (sync->fence) {
      GA_GUARD(ctx, &ns->lock);
      if (!ut_names_gen(&ns->names, 1, &name)) {
         name = 0;
      } else if (!ut_names_insert(&ns->names, name, sync)) {
         ut_names_remove(&ns->names, name);
         name = 0;
      }
      sync->name = name;
   }
   if (name)
      return sync;
   ga_sync_unref(sync);
   return NULL;
}

struct ga_sync *ga_sync_get(struct ga_context *ctx, GLsync handle)
{
   uintptr_t name = (uintptr_t)handle;
   if (name > UINT32_MAX)
      return NULL;
   GA_GUARD(ctx, &ctx->share->syncs.lock);
   struct ga_sync *sync = ut_names_lookup(&ctx->share->syncs.names, (uint32_t)name);
   if (sync)
      atomic_fetch_add_explicit(&sync->refs, 1, memory_order_relaxed);
   return sync;
}

GLsync ga_sync_handle(const struct ga_sync *sync)
{
   return (GLsync)(uintptr_t)sync->name;
}

void ga_sync_unref(struct ga_sync *sync)
{
   if (!sync || atomic_fetch_sub_explicit(&sync->refs, 1, memory_order_acq_rel) != 1)
      return;
   if (sync->fence)
      pipe_fence_unref(sync->fence);
   free(sync->label);
   free(sync);
}

void ga_sync_delete(struct ga_context *ctx, struct ga_sync *sync)
{
   ga_lock(ctx, &ctx->share->syncs.lock);
   bool named = ut_names_lookup(&ctx->share->syncs.names, sync->name) == sync;
   ut_names_remove(&ctx->share->syncs.names, sync->name);
   ga_unlock(ctx, &ctx->share->syncs.lock);
   if (named)
      ga_sync_unref(sync);
}

bool ga_sync_wait(struct ga_context *ctx, struct ga_sync *sync, uint64_t timeout_ns)
{
   return ctx->screen->impl->fence_wait(ctx->screen, sync->fence, timeout_ns);
}

/* ga_texture_views.c: the lists of sampler views.
 *
 * A view belongs to the context that made it and is destroyed on the thread of that context. So each texture has a list of views,
 * one or two per context, and each context a list of the views it made; a texture that is deleted leaves the views of other contexts
 * to those contexts. The lock of the textures' name space guards both lists. */
#include "gl-api/object/ga_texture_views.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"

static void unlink_from_texture(struct ga_texture_view *view)
{
   struct ga_texture_view **at = &view->tex->views;
   while (*at != view)
      at = &(*at)->next;
   *at = view->next;
   view->tex = NULL;
}

/* Releases views of ctx: all of them, or those whose texture was deleted. The caller holds that lock. */
static void sweep(struct ga_context *ctx, bool all)
{
   memset(ctx->recent_view, 0, sizeof(ctx->recent_view));
   for (struct ga_texture_view **at = &ctx->texture_views; *at;) {
      struct ga_texture_view *view = *at;
      if (view->tex && !all) {
         at = &view->next_of_ctx;
         continue;
      }
      *at = view->next_of_ctx;
      if (view->tex)
         unlink_from_texture(view);
      pipe_sampler_view_unref(view->view);
      free(view);
   }
   atomic_store_explicit(&ctx->texture_views_died, false, memory_order_relaxed);
}

void ga_texture_drop_views(struct ga_context *ctx, struct ga_texture *tex)
{
   ga_lock(ctx, &ctx->share->textures.lock);
   while (tex->views) {
      struct ga_texture_view *view = tex->views;
      unlink_from_texture(view);
      atomic_store_explicit(&view->ctx->texture_views_died, true, memory_order_relaxed);
   }
   if (atomic_load_explicit(&ctx->texture_views_died, memory_order_relaxed))
      sweep(ctx, false);
   ga_unlock(ctx, &ctx->share->textures.lock);
}

void ga_texture_finish_views(struct ga_context *ctx)
{
   ga_lock(ctx, &ctx->share->textures.lock);
   sweep(ctx, true);
   ga_unlock(ctx, &ctx->share->textures.lock);
   pipe_sampler_view_unref(ctx->integer_black);
   ctx->integer_black = NULL;
}

void ga_texture_sweep_views(struct ga_context *ctx)
{
   if (!atomic_load_explicit(&ctx->texture_views_died, memory_order_relaxed))
      return;
   ga_lock(ctx, &ctx->share->textures.lock);
   sweep(ctx, false);
   ga_unlock(ctx, &ctx->share->textures.lock);
}

static struct ga_texture_view *find_or_make(struct ga_context *ctx, struct ga_texture *tex, bool compared)
{
   GA_GUARD(ctx, &ctx->share->textures.lock);
   struct ga_texture_view *view = tex->views;
   while (view && (view->ctx != ctx || view->compared != compared))
      view = view->next;
   if (!view && (view = calloc(1, sizeof *view))) {
      *view = (struct ga_texture_view){ .next = tex->views, .next_of_ctx = ctx->texture_views, .tex = tex, .ctx = ctx, .compared = compared,
                                        .storage_seqno = atomic_load(&tex->storage_seqno) - 1 };
      tex->views = ctx->texture_views = view;
   }
   return view;
}

/* A recent view is found by the address of its texture, without the lock. Another texture has this address only after the first one was
 * destroyed: then the views of this context were swept before a draw. */
struct ga_texture_view *ga_texture_view_entry(struct ga_context *ctx, struct ga_texture *tex, bool compared)
{
   const unsigned slot = (unsigned)((uintptr_t)tex / 64 ^ (uintptr_t)tex / 4096 ^ compared) % GA_RECENT_VIEWS;
   struct ga_recent_view *recent = &ctx->recent_view[slot];
   if (recent->tex == tex && recent->view->compared == compared)
      return recent->view;
   struct ga_texture_view *view = find_or_make(ctx, tex, compared);
   if (view)
      *recent = (struct ga_recent_view){tex, view};
   return view;
}

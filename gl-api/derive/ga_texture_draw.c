/* ga_texture_draw.c: what a draw samples. For each sampler slot of the program: the texture of its unit, in one miptree and with
 * a view; an incomplete texture leaves the slot empty, which samples as (0, 0, 0, 1) (ES 2.0, 3.8.2).
 *
 * A view belongs to the context that made it and is destroyed on the thread of that context. So each texture has a list of views,
 * one per context, and each context a list of the views it made; a texture that is deleted leaves the views of other contexts
 * to those contexts. The lock of the textures' name space guards both lists. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/derive/ga_texture_draw.h"

#include <stdlib.h>

#include "gl-api/tables/ga_format.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_fbo.h"

/* ---- views ---------------------------------------------------------------------------------------------------------------- */

static void unlink_from_texture(struct ga_texture_view *view)
{
   struct ga_texture_view **at = &view->tex->views;
   while (*at != view)
      at = &(*at)->next;
   *at = view->next;
   view->tex = NULL;
}

/* Releases views of ctx: all of them, or those whose texture was deleted. Under that lock. */
static void sweep(struct ga_context *ctx, bool all)
{
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
}

/* The view entry of this context, made when there is none. NULL: out of memory. */
static struct ga_texture_view *view_of(struct ga_context *ctx, struct ga_texture *tex)
{
   ga_lock(ctx, &ctx->share->textures.lock);
   struct ga_texture_view *view = tex->views;
   while (view && view->ctx != ctx)
      view = view->next;
   if (!view && (view = calloc(1, sizeof *view))) {
      *view = (struct ga_texture_view){ .next = tex->views, .next_of_ctx = ctx->texture_views, .tex = tex, .ctx = ctx,
                                        .storage_seqno = atomic_load(&tex->storage_seqno) - 1 };
      tex->views = ctx->texture_views = view;
   }
   ga_unlock(ctx, &ctx->share->textures.lock);
   return view;
}

/* What a view of a texture is made of, decided under the texture's lock. */
struct view_plan {
   uint32_t storage_seqno;
   bool complete, gather;          /* gather: the levels have to be copied into the miptree first */
   unsigned base, last;
   struct pipe_resource *resource; /* counted */
   struct pipe_view_template t;
};

/* An image in the middle of nothing else is viewed where it is. Levels and faces must be in the miptree. */
static void plan_view(struct ga_texture *tex, struct view_plan *plan)
{
   *plan = (struct view_plan){ .storage_seqno = atomic_load(&tex->storage_seqno), .base = (unsigned)tex->base_level };
   plan->complete = ga_texture_completeness(tex, &plan->last) == GA_COMPLETE;
   if (!plan->complete)
      return;
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = plan->base; level <= plan->last; level++)
         plan->gather |= ga_teximage_at(tex, face, level)->own != NULL;
   }
   const struct ga_teximage *image = ga_teximage_at(tex, 0, plan->base);
   bool single = tex->traits->faces == 1 && plan->last == plan->base;
   bool own = single && image->own;
   if (single)
      plan->gather = false;
   plan->resource = pipe_resource_ref(own ? image->own : tex->miptree);
   plan->t = (struct pipe_view_template){
      .target = tex->traits->pipe,
      .format = image->format->st,
      .first_level = (uint8_t)(own ? image->own_level : plan->base),
      .last_level = (uint8_t)(own ? image->own_level : plan->last),
      .first_layer = (uint16_t)(own ? image->own_layer : 0),
   };
   unsigned layers = tex->traits->faces * image->extent.layers;
   plan->t.last_layer = (uint16_t)(plan->t.first_layer + layers - 1);
   for (unsigned i = 0; i < 4; i++)
      plan->t.swizzle[i] = image->format->swizzle[i];
}

/* Replaces an outdated view. False: out of memory. */
static bool update_view(struct ga_context *ctx, struct ga_texture *tex, struct ga_texture_view *view)
{
   for (;;) {
      struct view_plan plan;
      pthread_mutex_lock(&tex->lock);
      plan_view(tex, &plan);
      pthread_mutex_unlock(&tex->lock);
      GA_HELD struct pipe_resource *res = plan.resource;
      if (plan.gather) {
         GA_HELD struct pipe_resource *miptree = ga_texture_finalize(ctx, tex, plan.base, plan.last, plan.last);
         if (!miptree)
            return false;
         continue; /* the images are in the miptree now */
      }
      struct pipe_sampler_view *fresh = NULL;
      if (plan.complete && !(fresh = ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, res, &plan.t)))
         return false;
      pipe_sampler_view_unref(view->view);
      view->view = fresh;
      view->storage_seqno = plan.storage_seqno;
      return true;
   }
}

/* ---- slots ---------------------------------------------------------------------------------------------------------------- */

enum result { RESULT_OK, RESULT_OUT_OF_MEMORY, RESULT_CONFLICT };

static enum result update_slot(struct ga_context *ctx, const struct ga_sampler_use *use, struct st_texture *slot)
{
   *slot = (struct st_texture){ .view = NULL };
   if (!use->used || use->unit >= GA_MAX_TEXTURE_UNITS)
      return RESULT_OK;
   /* Samplers of different types may not share a unit (ES 2.0, 2.10.4). */
   struct ga_texture_unit *unit = &ctx->unit[use->unit];
   if (unit->sampled_target && unit->sampled_target != use->target + 1)
      return RESULT_CONFLICT;
   struct ga_texture *tex = unit->bound[use->target];
   unit->sampled_target = (uint8_t)(use->target + 1);
   unit->sampled_seqno = atomic_load(&tex->seqno);
   pthread_mutex_lock(&tex->lock);
   slot->sampler = tex->sampler;
   pthread_mutex_unlock(&tex->lock);
   slot->sampler.seamless_cube = ga_has(ctx, GA_FEATURE_seamless_cube_map);
   struct ga_texture_view *view = view_of(ctx, tex);
   if (!view)
      return RESULT_OUT_OF_MEMORY;
   /* Once in a pass: slots before this one may have borrowed the view, and another context may change the texture at any time. */
   if (view->pass != ctx->texture_pass && view->storage_seqno != atomic_load(&tex->storage_seqno) && !update_view(ctx, tex, view))
      return RESULT_OUT_OF_MEMORY;
   view->pass = ctx->texture_pass;
   slot->view = view->view;
   return RESULT_OK;
}

static enum result update_slots(struct ga_context *ctx)
{
   ctx->texture_pass++;
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++)
      ctx->unit[unit].sampled_target = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      unsigned count = 0;
      const struct ga_sampler_use *use = ga_exec_samplers(ctx->exec, stage, &count);
      if (count > PIPE_MAX_SAMPLERS)
         count = PIPE_MAX_SAMPLERS;
      for (unsigned i = 0; i < count; i++) {
         enum result result = update_slot(ctx, &use[i], &ctx->st.texture[stage][i]);
         if (result != RESULT_OK)
            return result;
      }
      ctx->st.texture_count[stage] = (uint8_t)count;
   }
   return RESULT_OK;
}

bool ga_textures_changed(const struct ga_context *ctx)
{
   for (unsigned i = 0; i < GA_MAX_TEXTURE_UNITS; i++) {
      const struct ga_texture_unit *unit = &ctx->unit[i];
      if (unit->sampled_target && atomic_load(&unit->bound[unit->sampled_target - 1]->seqno) != unit->sampled_seqno)
         return true;
   }
   return false;
}

bool ga_derive_textures(struct ga_context *ctx, const char *operation)
{
   if (atomic_load_explicit(&ctx->texture_views_died, memory_order_relaxed)) {
      ga_lock(ctx, &ctx->share->textures.lock);
      sweep(ctx, false);
      ga_unlock(ctx, &ctx->share->textures.lock);
   }
   enum result result = update_slots(ctx);
   ctx->st.dirty |= ST_DIRTY_TEXTURES;
   /* An attached image may have been copied into another miptree. */
   if (ga_fbo_attachments_changed(ctx->draw_fbo))
      ctx->dirty |= GA_DIRTY_FRAMEBUFFER;
   if (result == RESULT_OK)
      return true;
   /* The bit stays dirty: every draw raises the error again. */
   if (result == RESULT_CONFLICT)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use the same texture unit", operation);
   else
      ga_oom(ctx, operation);
   return false;
}

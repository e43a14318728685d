/* ga_texture_draw.c: what a draw samples. For each sampler slot of the program: the texture of its unit, gathered and viewed;
 * an incomplete texture leaves the slot empty, which samples as (0, 0, 0, 1) (ES 2.0, 3.8.2).
 *
 * A view belongs to the context that made it and is destroyed on that context's thread. So each texture has a list of views,
 * one per context, and each context a list of the views it made; a texture that dies leaves the views of other contexts
 * to them. Both lists are guarded by share->lock. */
#include "gl-api/derive/ga_derive.h"
#include "gl-api/derive/ga_texture_draw.h"

#include <stdlib.h>

#include "gl-api/tables/ga_format.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

/* ---- views ---------------------------------------------------------------------------------------------------------------- */

static void unlink_from_texture(struct ga_texture_view *view)
{
   struct ga_texture_view **at = &view->tex->views;
   while (*at != view)
      at = &(*at)->next;
   *at = view->next;
   view->tex = NULL;
}

/* Releases the views of ctx that `all` or whose texture has died. */
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
   ga_share_lock(ctx);
   while (tex->views) {
      struct ga_texture_view *view = tex->views;
      unlink_from_texture(view);
      atomic_store_explicit(&view->ctx->texture_views_died, true, memory_order_relaxed);
   }
   if (atomic_load_explicit(&ctx->texture_views_died, memory_order_relaxed))
      sweep(ctx, false);
   ga_share_unlock(ctx);
}

void ga_texture_finish_views(struct ga_context *ctx)
{
   ga_share_lock(ctx);
   sweep(ctx, true);
   ga_share_unlock(ctx);
}

static struct ga_texture_view *view_of(struct ga_context *ctx, struct ga_texture *tex)
{
   struct ga_texture_view *view = tex->views;
   while (view && view->ctx != ctx)
      view = view->next;
   if (view)
      return view;
   view = calloc(1, sizeof *view);
   if (!view)
      return NULL;
   *view = (struct ga_texture_view){ .next = tex->views, .next_of_ctx = ctx->texture_views, .tex = tex, .ctx = ctx,
                                     .stamp = tex->stamp - 1 };
   tex->views = ctx->texture_views = view;
   return view;
}

/* A view of levels base..last. A single 2D image is viewed where it is; more are gathered first. */
static struct pipe_sampler_view *make_view(struct ga_context *ctx, struct ga_texture *tex, unsigned last)
{
   unsigned base = tex->base_level, level, layer;
   const struct ga_format *format = tex->image[0][base].format;
   GA_HELD struct pipe_resource *res = NULL;
   struct pipe_view_template t = { .format = format->st };
   for (unsigned i = 0; i < 4; i++)
      t.swizzle[i] = format->swizzle[i];

   if (tex->target != GA_TEX_CUBE && last == base) {
      ga_teximage_place(ctx, tex, 0, base, &res, &level, &layer);
      t.target = PIPE_TEXTURE_2D;
      t.first_level = t.last_level = level;
      t.first_layer = t.last_layer = layer;
   } else {
      if (!ga_texture_finalize(ctx, tex, base, last, last))
         return NULL;
      res = pipe_resource_ref(tex->resource);
      t.target = res->t.target;
      t.first_level = base;
      t.last_level = last;
      t.last_layer = res->t.layers - 1;
   }
   return ctx->st.pipe->impl->create_sampler_view(ctx->st.pipe, res, &t);
}

/* The texture's view, NULL when it is incomplete. False: out of memory. */
static bool current_view(struct ga_context *ctx, struct ga_texture *tex, struct pipe_sampler_view **out)
{
   struct ga_texture_view *view = view_of(ctx, tex);
   if (!view)
      return false;
   if (view->stamp != tex->stamp) {
      unsigned last;
      struct pipe_sampler_view *fresh = NULL;
      if (ga_texture_completeness(tex, &last) == GA_COMPLETE) {
         fresh = make_view(ctx, tex, last);
         if (!fresh)
            return false;
      }
      pipe_sampler_view_unref(view->view);
      view->view = fresh;
      view->stamp = tex->stamp; /* after finalize, which changes it */
   }
   *out = view->view;
   return true;
}

/* ---- slots ---------------------------------------------------------------------------------------------------------------- */

enum result { RESULT_OK, RESULT_OUT_OF_MEMORY, RESULT_CONFLICT };

/* Which target each unit is sampled as: samplers of different types may not share a unit (ES 2.0, 2.10.4). */
struct unit_use { uint8_t target[GA_MAX_TEXTURE_UNITS]; /* + 1; 0: not used */ };

static enum result update_slot(struct ga_context *ctx, const struct ga_sampler_use *use, struct unit_use *units,
                               struct st_texture *slot)
{
   *slot = (struct st_texture){ .view = NULL };
   if (!use->used || use->unit >= GA_MAX_TEXTURE_UNITS)
      return RESULT_OK;
   if (units->target[use->unit] && units->target[use->unit] != use->target + 1)
      return RESULT_CONFLICT;
   units->target[use->unit] = use->target + 1;
   struct ga_texture *tex = ctx->unit[use->unit].bound[use->target];
   slot->sampler = tex->sampler;
   slot->sampler.seamless_cube = ga_has(ctx, GA_FEATURE_seamless_cube_map);
   return current_view(ctx, tex, &slot->view) ? RESULT_OK : RESULT_OUT_OF_MEMORY;
}

static enum result update_slots(struct ga_context *ctx)
{
   struct unit_use units = { { 0 } };
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      unsigned count = 0;
      const struct ga_sampler_use *use = ga_exec_samplers(ctx->exec, stage, &count);
      if (count > PIPE_MAX_SAMPLERS)
         count = PIPE_MAX_SAMPLERS;
      for (unsigned i = 0; i < count; i++) {
         enum result result = update_slot(ctx, &use[i], &units, &ctx->st.texture[stage][i]);
         if (result != RESULT_OK)
            return result;
      }
      ctx->st.texture_count[stage] = count;
   }
   return RESULT_OK;
}

bool ga_derive_textures(struct ga_context *ctx, const char *operation)
{
   ga_share_lock(ctx);
   if (atomic_load_explicit(&ctx->texture_views_died, memory_order_relaxed))
      sweep(ctx, false);
   enum result result = update_slots(ctx);
   ga_share_unlock(ctx);
   ctx->st.dirty |= ST_DIRTY_TEXTURES;
   if (result == RESULT_OK)
      return true;
   /* The bit stays dirty: every draw raises the error again. */
   if (result == RESULT_CONFLICT)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: samplers of different types use the same texture unit", operation);
   else
      ga_oom(ctx, operation);
   return false;
}

/* si_context.c: creation and destruction of a context, its method table, messages, barriers, small state. */
#include "si_context.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_debug.h"

void si_message(struct si_context *ctx, enum pipe_debug_type type, const char *format, ...)
{
   char text[512];
   va_list args;

   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   if (ctx->debug.message)
      ctx->debug.message(ctx->debug.data, type, text);
   if (ut_debug_flags() & UT_DEBUG_ERROR && (type == PIPE_DEBUG_ERROR || type == PIPE_DEBUG_LOST || type == PIPE_DEBUG_NO_MEMORY))
      ut_log("driver", "%s", text);
}

static void context_destroy(struct pipe_context *base)
{
   struct si_context *ctx = si_context(base);

   si_submit(ctx); /* recorded commands may write shared resources */
   si_release_bindings(ctx);
   si_release_streamout(ctx);
   si_release_scratch(ctx);
   si_release_rings(ctx);
   si_release_tess_rings(ctx);
   si_fb_release(ctx);
   si_cs_finish(ctx);
   si_rename_finish(ctx);
   for (unsigned i = 0; i < ctx->wait_count; i++)
      ctx->ws->impl->fence_unref(ctx->wait[i]);
   pipe_fence_unref(ctx->last_fence);
   ctx->ws->impl->ctx_destroy(ctx->ws_ctx);
   free(ctx->spare_staging);
   free(ctx->spare_transfer);
   free(ctx);
}

void si_fence_server_wait(struct pipe_context *base, struct pipe_fence *fence)
{
   struct si_context *ctx = si_context(base);
   struct ws_fence *ws = si_fence_ws(fence);

   if (!ws)
      return;
   si_submit(ctx);
   if (ctx->wait_count == sizeof(ctx->wait) / sizeof(ctx->wait[0])) {
      ctx->ws->impl->fence_wait(ws, WS_SYNC_FOREVER);
      return;
   }
   ctx->ws->impl->fence_ref(ws);
   ctx->wait[ctx->wait_count++] = ws;
}

bool si_semaphore_wait(struct pipe_context *base, struct pipe_semaphore *semaphore)
{
   struct si_context *ctx = si_context(base);
   struct ws_fence *ws = ctx->ws->impl->semaphore_take(si_semaphore_ws(semaphore));
   struct pipe_fence *fence = ws ? si_fence_new(ctx->screen, ws) : NULL; /* without memory for it, it has signalled */

   if (fence)
      si_fence_server_wait(base, fence);
   pipe_fence_unref(fence);
   return ws != NULL;
}

bool si_semaphore_signal(struct pipe_context *base, struct pipe_semaphore *semaphore)
{
   struct pipe_fence *fence = NULL;
   int result;

   si_flush(base, &fence, 0);
   result = si_context(base)->ws->impl->semaphore_signal(si_semaphore_ws(semaphore), fence ? si_fence_ws(fence) : NULL);
   pipe_fence_unref(fence);
   return result == 0;
}

void si_texture_barrier(struct pipe_context *base)
{
   struct si_context *ctx = si_context(base);

   si_flush_targets(ctx);
}

/* Shaders write through L1 into L2. Other L1s and the scalar cache may hold older data, and so may L2 where a unit reads
 * memory past it: index fetch before GFX8, and the CP that reads indirect arguments and copies. */
void si_memory_barrier(struct pipe_context *base, unsigned flags)
{
   struct si_context *ctx = si_context(base);

   if (!flags)
      return;
   ctx->flush |= SI_WAIT_PS | SI_WAIT_CS;
   if (flags & (PIPE_BARRIER_VERTEX_BUFFER | PIPE_BARRIER_TEXTURE | PIPE_BARRIER_IMAGE | PIPE_BARRIER_SHADER_BUFFER |
                PIPE_BARRIER_STREAM_OUTPUT | PIPE_BARRIER_CONSTANT_BUFFER))
      ctx->flush |= SI_INV_L1;
   if (flags & PIPE_BARRIER_CONSTANT_BUFFER)
      ctx->flush |= SI_INV_KCACHE;
   if (flags & (PIPE_BARRIER_INDEX_BUFFER | PIPE_BARRIER_INDIRECT_BUFFER | PIPE_BARRIER_QUERY_BUFFER))
      ctx->flush |= SI_INV_L2 | SI_WAIT_PFP;
   if (flags & (PIPE_BARRIER_FRAMEBUFFER | PIPE_BARRIER_MAPPED_BUFFER | PIPE_BARRIER_UPDATE))
      ctx->flush |= SI_FLUSH_CB | SI_FLUSH_DB | SI_INV_L1 | SI_INV_L2;
}

enum pipe_reset_status si_get_reset_status(struct pipe_context *base)
{
   struct si_context *ctx = si_context(base);

   switch (ctx->ws->impl->ctx_reset_status(ctx->ws_ctx)) {
   case WS_RESET_GUILTY:
      ctx->lost = true;
      return PIPE_RESET_GUILTY;
   case WS_RESET_INNOCENT:
      ctx->lost = true;
      return PIPE_RESET_INNOCENT;
   default:
      return ctx->lost ? PIPE_RESET_UNKNOWN : PIPE_RESET_NONE;
   }
}

void si_set_debug_callback(struct pipe_context *base, const struct pipe_debug_callback *cb)
{
   si_context(base)->debug = cb ? *cb : (struct pipe_debug_callback){0};
}

void si_set_polygon_stipple(struct pipe_context *base, const uint32_t pattern[32])
{
   struct si_context *ctx = si_context(base);

   memcpy(ctx->poly_stipple, pattern, sizeof(ctx->poly_stipple));
   ctx->internal_dirty = true;
}

void si_set_clip_planes(struct pipe_context *base, const float planes[8][4])
{
   struct si_context *ctx = si_context(base);

   memcpy(ctx->clip_planes, planes, sizeof(ctx->clip_planes));
   ctx->internal_dirty = true;
}

static const struct pipe_context_impl context_impl = {
   .destroy = context_destroy,
#define SI_METHOD(name) .name = si_##name,
#include "si_methods.def"
#undef SI_METHOD
};

struct pipe_context *si_context_create(struct pipe_screen *base, unsigned flags)
{
   struct si_screen *screen = si_screen(base);
   struct si_context *ctx = calloc(1, sizeof(*ctx));

   if (!ctx)
      return NULL;
   ctx->base.impl = &context_impl;
   ctx->base.screen = base;
   ctx->screen = screen;
   ctx->ws = screen->ws;
   ctx->flags = flags;
   do
      ctx->id = atomic_fetch_add(&screen->next_context, 1);
   while (ctx->id == SI_USER_NONE || ctx->id == SI_USER_MANY);
   ctx->base.priority = flags & PIPE_CONTEXT_HIGH_PRIORITY ? 1 : flags & PIPE_CONTEXT_LOW_PRIORITY ? -1 : 0;
   ctx->ws_ctx = ctx->ws->impl->ctx_create(ctx->ws, &ctx->base.priority);
   if (!ctx->ws_ctx || !si_cs_init(ctx)) {
      if (ctx->ws_ctx)
         ctx->ws->impl->ctx_destroy(ctx->ws_ctx);
      free(ctx);
      return NULL;
   }
   si_init_bindings(ctx);
   ctx->sample_mask = 0xffff;
   ctx->patch_vertices = 3;
   for (unsigned i = 0; i < 4; i++)
      ctx->tess_outer[i] = ctx->tess_inner[i / 2] = 1;
   ctx->shaders_dirty = true;
   ctx->vertex_dirty = true;
   for (unsigned i = 0; i < PIPE_MAX_VIEWPORTS; i++)
      ctx->viewport[i] = (struct pipe_viewport_state){{1, 1, 1}, {0, 0, 0}};
   return &ctx->base;
}

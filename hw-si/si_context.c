/* si_context.c: creation and end of a context, messages, loss, and the small methods that fit nowhere else. */
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

   si_submit(ctx); /* what was recorded may write shared resources */
   si_release_bindings(ctx);
   si_release_scratch(ctx);
   si_fb_release(ctx);
   si_cs_finish(ctx);
   for (unsigned i = 0; i < ctx->wait_count; i++)
      ctx->ws->impl->fence_unref(ctx->wait[i]);
   pipe_fence_unref(ctx->last_fence);
   ctx->ws->impl->ctx_destroy(ctx->ws_ctx);
   free(ctx->spare_staging);
   free(ctx);
}

static void fence_server_wait(struct pipe_context *base, struct pipe_fence *fence)
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

static void texture_barrier(struct pipe_context *base)
{
   struct si_context *ctx = si_context(base);

   ctx->flush |= SI_FLUSH_CB | SI_FLUSH_DB | SI_INV_L1 | SI_INV_L2 | SI_WAIT_PS;
}

static void memory_barrier(struct pipe_context *base, unsigned flags)
{
   (void)flags;
   texture_barrier(base);
   si_context(base)->flush |= SI_INV_KCACHE | SI_WAIT_PFP;
}

static enum pipe_reset_status get_reset_status(struct pipe_context *base)
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

static void set_debug_callback(struct pipe_context *base, const struct pipe_debug_callback *cb)
{
   si_context(base)->debug = cb ? *cb : (struct pipe_debug_callback){0};
}

static struct pipe_context_impl context_impl;
static pthread_once_t context_impl_once = PTHREAD_ONCE_INIT;

static void fill_impl(void)
{
   struct pipe_context_impl *impl = &context_impl;

   impl->destroy = context_destroy;
   impl->draw = si_draw;
   impl->flush = si_flush;
   impl->fence_server_wait = fence_server_wait;
   impl->texture_barrier = texture_barrier;
   impl->memory_barrier = memory_barrier;
   impl->invalidate_resource = si_invalidate_resource;
   impl->get_reset_status = get_reset_status;
   impl->set_debug_callback = set_debug_callback;
   impl->transfer_map = si_transfer_map;
   impl->transfer_flush_region = si_transfer_flush_region;
   impl->transfer_unmap = si_transfer_unmap;
   impl->buffer_subdata = si_buffer_subdata;
   impl->texture_subdata = si_texture_subdata;
   impl->texture_read = si_texture_read;
   si_init_blend_functions(impl);
   si_init_dsa_functions(impl);
   si_init_raster_functions(impl);
   si_init_viewport_functions(impl);
   si_init_msaa_functions(impl);
   si_init_fb_functions(impl);
   si_init_vertex_functions(impl);
   si_init_sampler_functions(impl);
   si_init_texdesc_functions(impl);
   si_init_descriptor_functions(impl);
   si_init_shader_functions(impl);
   si_init_query_functions(impl);
   si_init_clear_functions(impl);
   si_init_copy_functions(impl);
   si_init_blit_functions(impl);
}

struct pipe_context *si_context_create(struct pipe_screen *base, unsigned flags)
{
   struct si_screen *screen = si_screen(base);
   struct si_context *ctx = calloc(1, sizeof(*ctx));

   if (!ctx)
      return NULL;
   pthread_once(&context_impl_once, fill_impl);
   ctx->base.impl = &context_impl;
   ctx->base.screen = base;
   ctx->screen = screen;
   ctx->ws = screen->ws;
   ctx->flags = flags;
   do
      ctx->id = atomic_fetch_add(&screen->next_context, 1);
   while (ctx->id == SI_USER_NONE || ctx->id == SI_USER_MANY);
   ctx->ws_ctx = ctx->ws->impl->ctx_create(ctx->ws, flags & PIPE_CONTEXT_HIGH_PRIORITY ? 1
                                                    : flags & PIPE_CONTEXT_LOW_PRIORITY ? -1 : 0);
   if (!ctx->ws_ctx || !si_cs_init(ctx)) {
      if (ctx->ws_ctx)
         ctx->ws->impl->ctx_destroy(ctx->ws_ctx);
      free(ctx);
      return NULL;
   }
   ctx->sample_mask = 0xffff;
   ctx->shaders_dirty = true;
   ctx->vertex_dirty = true;
   for (unsigned i = 0; i < PIPE_MAX_VIEWPORTS; i++)
      ctx->viewport[i] = (struct pipe_viewport_state){{1, 1, 1}, {0, 0, 0}};
   return &ctx->base;
}

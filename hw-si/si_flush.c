/* si_flush.c: cache maintenance packets, submission, waiting for resources, loss of the device.
 *
 * On GFX6-8 the colour and depth caches bypass L2: before a shader reads a target, they must be flushed and L1 and L2
 * invalidated. CP DMA bypasses L2 as well: the driver's packets select memory addresses on every generation (si_copy.c). */
#include "si_context.h"

#include <errno.h>

#include <stdlib.h>

#include "hw_regs.h"
#include "util/ut_debug.h"

#define SYNC_POLL_INTERVAL 10 /* in units of 16 clocks */

void si_emit_cache_flush(struct si_context *ctx)
{
   struct pm4_buf *b = &ctx->cs.buf;
   uint32_t flush = ctx->flush, coher = 0;

   if (!flush)
      return;
   if (flush & (SI_WAIT_PS | SI_WAIT_VS) && ctx->dispatched)
      flush |= SI_WAIT_CS;
   if (flush & SI_WAIT_CS)
      ctx->dispatched = false;
   ctx->flush = 0;
   if (flush & SI_FLUSH_CB)
      coher |= S_0085F0_CB_ACTION_ENA(1) | S_0085F0_CB0_DEST_BASE_ENA(1) | S_0085F0_CB1_DEST_BASE_ENA(1) |
               S_0085F0_CB2_DEST_BASE_ENA(1) | S_0085F0_CB3_DEST_BASE_ENA(1) | S_0085F0_CB4_DEST_BASE_ENA(1) |
               S_0085F0_CB5_DEST_BASE_ENA(1) | S_0085F0_CB6_DEST_BASE_ENA(1) | S_0085F0_CB7_DEST_BASE_ENA(1);
   if (flush & SI_FLUSH_DB)
      coher |= S_0085F0_DB_ACTION_ENA(1) | S_0085F0_DB_DEST_BASE_ENA(1);
   if (flush & SI_INV_ICACHE)
      coher |= S_0085F0_SH_ICACHE_ACTION_ENA(1);
   if (flush & SI_INV_KCACHE)
      coher |= S_0085F0_SH_KCACHE_ACTION_ENA(1);
   if (flush & SI_INV_L1)
      coher |= S_0085F0_TCL1_ACTION_ENA(1);
   if (flush & SI_INV_L2)
      coher |= S_0085F0_TC_ACTION_ENA(1) | S_0085F0_TC_WB_ACTION_ENA(ctx->screen->info.l2_writes_back);
   if (flush & SI_WAIT_PS)
      pm4_event_write(b, V_028A90_PS_PARTIAL_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_PARTIAL_FLUSH);
   else if (flush & SI_WAIT_VS)
      pm4_event_write(b, V_028A90_VS_PARTIAL_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_PARTIAL_FLUSH);
   if (flush & SI_WAIT_CS)
      pm4_event_write(b, V_028A90_CS_PARTIAL_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_PARTIAL_FLUSH);
   if (flush & SI_FLUSH_CB && ctx->writes_dcc) { /* SURFACE_SYNC waits for both */
      pm4_event_write_eop(b, &(struct pm4_event_write_eop){.event_type = V_028A90_FLUSH_AND_INV_CB_DATA_TS,
                                                           .event_index = PM4_EVENT_WRITE_EOP_EVENT_INDEX_TS});
      pm4_event_write(b, V_028A90_FLUSH_AND_INV_CB_META, PM4_EVENT_WRITE_EVENT_INDEX_OTHER);
   }
   if (coher) /* of all addresses: base 0, size ~0 */
      pm4_surface_sync(b, &(struct pm4_surface_sync){.cp_coher_cntl = coher, .cp_coher_size = ~0u,
                                                     .poll_interval = SYNC_POLL_INTERVAL});
   if (flush & SI_WAIT_PFP)
      pm4_pfp_sync_me(b, &(struct pm4_pfp_sync_me){0});
}

void si_flush_targets(struct si_context *ctx)
{
   ctx->flush |= SI_FLUSH_CB | SI_FLUSH_DB | SI_INV_L1 | SI_INV_L2 | SI_WAIT_PS;
   ctx->targets_written = false;
}

void si_set_context_lost(struct si_context *ctx, int error)
{
   if (!ctx->lost)
      si_message(ctx, PIPE_DEBUG_LOST, "the device refused commands (error %d): context lost", -error);
   ctx->lost = true;
}

static void submit_recorded(struct si_context *ctx, bool finish)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   struct ws_fence *fence = NULL;
   struct ws_submit submit;
   int error;

   if (!ctx->cs.active)
      return;
   si_end_streamout(ctx);
   si_suspend_queries(ctx);
   ctx->flush |= SI_FLUSH_CB | SI_FLUSH_DB | SI_WAIT_PS;
   si_emit_cache_flush(ctx);
   si_cs_close(ctx, &submit);
   submit.finish = finish;
   if (ctx->cs.failed) {
      error = -1;
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory while recording commands: they are dropped");
   } else {
      if (ut_debug_flags() & UT_DEBUG_PM4)
         si_debug_dump(ctx, &submit);
      error = ws->submit(ctx->ws_ctx, &submit, &fence);
      if (error == -ENOMEM)
         si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory to submit commands: they are dropped");
      else if (error)
         si_set_context_lost(ctx, error);
   }
   for (unsigned i = 0; i < ctx->wait_count; i++)
      ws->fence_unref(ctx->wait[i]);
   ctx->wait_count = 0;
   if (!error) {
      if (ut_debug_flags() & UT_DEBUG_SYNC && fence)
         ws->fence_wait(fence, WS_SYNC_FOREVER);
      pipe_fence_unref(ctx->last_fence);
      ctx->last_fence = si_fence_new(ctx->screen, fence);
   }
   si_cs_reset(ctx);
   ctx->targets_written = ctx->dispatched = ctx->writes_dcc = false;
}

void si_submit(struct si_context *ctx)
{
   submit_recorded(ctx, false);
}

void si_submit_to_wait(struct si_context *ctx)
{
   submit_recorded(ctx, true);
}

bool si_is_idle(const struct si_context *ctx)
{
   return !ctx->last_fence || si_fence_wait(&ctx->screen->base, ctx->last_fence, 0);
}

void si_flush(struct pipe_context *base, struct pipe_fence **fence, unsigned flags)
{
   struct si_context *ctx = si_context(base);

   submit_recorded(ctx, flags & PIPE_FLUSH_FINISH);
   if (!fence)
      return;
   /* The file descriptor of a fence needs a submission, and so do waits: the fence signals after them. */
   if ((ctx->wait_count || ((flags & PIPE_FLUSH_FENCE_FD) && !ctx->last_fence)) && !ctx->lost && si_cs_begin(ctx))
      si_submit(ctx);
   *fence = ctx->last_fence ? pipe_fence_ref(ctx->last_fence) : si_fence_new(ctx->screen, NULL);
}

/* Whether recorded usage (`mine`) must finish before `usage`: reads conflict with writes only. */
static bool conflicts(uint32_t mine, uint32_t usage)
{
   return usage & WS_USAGE_WRITE ? mine != 0 : (mine & WS_USAGE_WRITE) != 0;
}

bool si_resource_idle(struct si_context *ctx, struct si_resource *res, uint32_t usage)
{
   return !conflicts(si_cs_bo_usage(ctx, res->bo), usage) && ctx->ws->impl->bo_wait(res->bo, 0, usage);
}

bool si_wait_resource_for(struct si_context *ctx, struct si_resource *res, uint32_t usage, uint64_t timeout_ns)
{
   if (conflicts(si_cs_bo_usage(ctx, res->bo), usage))
      submit_recorded(ctx, false);
   return ctx->ws->impl->bo_wait(res->bo, timeout_ns, usage);
}

bool si_wait_resource(struct si_context *ctx, struct si_resource *res, uint32_t usage, bool block)
{
   if (conflicts(si_cs_bo_usage(ctx, res->bo), usage)) {
      submit_recorded(ctx, block);
      if (!block && !ctx->ws->impl->bo_wait(res->bo, 0, usage))
         return false;
   }
   return ctx->ws->impl->bo_wait(res->bo, block ? WS_SYNC_FOREVER : 0, usage) || block;
}

/* si_query.c: occlusion counts, primitive counts, pipeline statistics, timestamps, elapsed time, conditional rendering.
 *
 * Every render backend writes its own 64-bit counter with bit 63 set as "valid"; a count is the sum of (end - begin). A
 * submission's end interrupts a count, so a query is a list of begin/end pairs in small blocks of GPU memory. The command
 * processor evaluates conditions (SET_PREDICATION). */
#include "si_query.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

static void free_blocks(struct si_context *ctx, struct si_query *q)
{
   for (struct si_query_block *b = q->blocks, *next; b; b = next) {
      next = b->next;
      ctx->ws->impl->bo_unref(b->bo);
      free(b);
   }
   q->blocks = NULL;
}

/* Disabled backends never write: their counters start as valid zeros. */
static void init_pairs(struct si_context *ctx, const struct si_query *q, struct si_query_block *b)
{
   const struct si_info *info = &ctx->screen->info;

   memset(b->map, 0, BLOCK_B);
   if (!is_occlusion(q))
      return;
   for (uint32_t at = 0; at + pair_size_B(ctx, q) <= BLOCK_B; at += pair_size_B(ctx, q))
      for (unsigned rb = 0; rb < info->num_rb; rb++)
         if (!(info->enabled_rb_mask >> rb & 1))
            b->map[at / 8 + 2 * rb] = b->map[at / 8 + 2 * rb + 1] = VALID;
}

static struct si_query_block *block_with_room(struct si_context *ctx, struct si_query *q)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   struct si_query_block *b = q->blocks;

   if (b && (b->used + 1) * pair_size_B(ctx, q) <= BLOCK_B)
      return b;
   b = calloc(1, sizeof(*b));
   if (!b)
      return NULL;
   b->bo = ws->bo_create(ctx->ws, BLOCK_B, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS | WS_BO_CPU_CACHED);
   b->map = b->bo ? ws->bo_map(b->bo) : NULL;
   if (!b->map) {
      if (b->bo)
         ws->bo_unref(b->bo);
      free(b);
      return NULL;
   }
   init_pairs(ctx, q, b);
   b->next = q->blocks;
   q->blocks = b;
   return b;
}

static void emit_zpass(struct si_context *ctx, uint64_t va)
{
   pm4_event_write_with_addr(&ctx->cs.buf, &(struct pm4_event_write_with_addr){
      .event_type = V_028A90_ZPASS_DONE, .event_index = PM4_EVENT_WRITE_EVENT_INDEX_ZPASS_DONE, .addr = va});
}

static void emit_primitives(struct si_context *ctx, unsigned stream, uint64_t va)
{
   static const uint8_t event[] = {V_028A90_SAMPLE_STREAMOUTSTATS, V_028A90_SAMPLE_STREAMOUTSTATS1,
                                   V_028A90_SAMPLE_STREAMOUTSTATS2, V_028A90_SAMPLE_STREAMOUTSTATS3};

   pm4_event_write_with_addr(&ctx->cs.buf, &(struct pm4_event_write_with_addr){
      .event_type = event[stream & 3], .event_index = PM4_EVENT_WRITE_EVENT_INDEX_SAMPLE_STREAMOUTSTATS, .addr = va});
}

static void emit_timestamp(struct si_context *ctx, uint64_t va)
{
   for (unsigned i = 0; i < si_wa_eop_count(&ctx->screen->info); i++)
      pm4_event_write_eop(&ctx->cs.buf, &(struct pm4_event_write_eop){
         .event_type = V_028A90_BOTTOM_OF_PIPE_TS, .event_index = PM4_EVENT_WRITE_EOP_EVENT_INDEX_TS,
         .data_sel = PM4_EVENT_WRITE_EOP_DATA_SEL_GPU_CLOCK, .addr = va});
}

/* Counters of pipeline statistics run after PIPELINESTAT_START. */
static void emit_statistics(struct si_context *ctx, uint64_t va, bool end)
{
   if (!end)
      pm4_event_write(&ctx->cs.buf, V_028A90_PIPELINESTAT_START, PM4_EVENT_WRITE_EVENT_INDEX_OTHER);
   pm4_event_write_with_addr(&ctx->cs.buf, &(struct pm4_event_write_with_addr){
      .event_type = V_028A90_SAMPLE_PIPELINESTAT, .event_index = PM4_EVENT_WRITE_EVENT_INDEX_SAMPLE_PIPELINESTAT, .addr = va});
}

void si_stop_statistics(struct si_context *ctx, bool stop)
{
   if (ctx->statistics_count)
      pm4_event_write(&ctx->cs.buf, stop ? V_028A90_PIPELINESTAT_STOP : V_028A90_PIPELINESTAT_START,
                      PM4_EVENT_WRITE_EVENT_INDEX_OTHER);
}

/* Dwords that one half of a query's pair takes in the stream. */
static uint32_t half_dw(const struct si_context *ctx, const struct si_query *q)
{
   return is_statistics(q) ? 6 : is_counter(q) ? 4 * stream_count(q) : 6 * si_wa_eop_count(&ctx->screen->info);
}

/* Emits the begin (or end) half of the newest pair. si_cs_begin has reserved room for it. */
static void emit_half(struct si_context *ctx, struct si_query *q, bool end)
{
   struct si_query_block *b = end ? q->blocks : block_with_room(ctx, q);
   uint64_t va;

   if (!b) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: a query misses a part of the commands");
      return;
   }
   va = b->bo->va + (uint64_t)b->used * pair_size_B(ctx, q) + (end ? half_size_B(q) : 0);
   si_cs_add_bo(ctx, b->bo, WS_USAGE_WRITE);
   if (is_occlusion(q))
      emit_zpass(ctx, va);
   else if (is_statistics(q))
      emit_statistics(ctx, va, end);
   else if (is_primitives(q))
      for (unsigned i = 0; i < stream_count(q); i++)
         emit_primitives(ctx, q->base.index + i, va + i * STREAM_PAIR_B);
   else
      emit_timestamp(ctx, va);
   q->open = !end;
   if (end)
      b->used++;
}

/* Around submissions. Elapsed time runs on. */
void si_suspend_queries(struct si_context *ctx)
{
   for (struct si_query *q = ctx->active_queries; q; q = q->next_active)
      if (is_counter(q) && q->open)
         emit_half(ctx, q, true);
}

void si_resume_queries(struct si_context *ctx)
{
   for (struct si_query *q = ctx->active_queries; q; q = q->next_active)
      if (is_counter(q) && !q->paused)
         emit_half(ctx, q, false);
}

/* PIPE_QUERIES_* */
static unsigned kind_of(const struct si_query *q)
{
   if (is_statistics(q))
      return q->base.index >= PIPE_STATISTIC_CLIPPING_INPUTS && q->base.index <= PIPE_STATISTIC_FRAGMENT_SHADERS
                ? PIPE_QUERIES_FRAGMENTS : PIPE_QUERIES_GEOMETRY;
   return is_primitives(q) ? PIPE_QUERIES_GEOMETRY : 0;
}

bool si_pause_queries(struct pipe_context *base, unsigned kinds)
{
   struct si_context *ctx = si_context(base);
   bool any = false;

   for (struct si_query *q = ctx->active_queries; q; q = q->next_active) {
      const bool pause = kind_of(q) & kinds;
      any |= pause;
      if (q->paused == pause || !si_cs_begin(ctx))
         continue;
      q->paused = pause;
      if (q->open == pause)
         emit_half(ctx, q, pause);
   }
   return any;
}

/* Overflow queries count only while vertices are captured: the VGT also counts the needs of draws without buffers. */
void si_pause_overflow_queries(struct si_context *ctx, bool pause)
{
   for (struct si_query *q = ctx->so.overflow_dw ? ctx->active_queries : NULL; q; q = q->next_active)
      if (is_overflow(q) && q->open == pause && !q->paused)
         emit_half(ctx, q, pause);
}

struct pipe_query *si_create_query(struct pipe_context *base, enum pipe_query_type type, unsigned index)
{
   struct si_query *q;

   (void)base;
   if (type > PIPE_QUERY_PIPELINE_STATISTICS || (type == PIPE_QUERY_PIPELINE_STATISTICS && index >= STATISTICS))
      return NULL;
   q = calloc(1, sizeof(*q));
   if (q)
      q->base = (struct pipe_query){type, index};
   return q ? &q->base : NULL;
}

static void remove_active(struct si_context *ctx, struct si_query *q)
{
   for (struct si_query **at = &ctx->active_queries; *at; at = &(*at)->next_active) {
      if (*at == q) {
         *at = q->next_active;
         break;
      }
   }
   if (!q->active)
      return;
   q->active = q->paused = false;
   ctx->query_end_dw -= half_dw(ctx, q);
   if (is_occlusion(q) && --ctx->occlusion_count == 0)
      ctx->dirty |= SI_DIRTY_DB_RENDER;
   ctx->statistics_count -= is_statistics(q);
   ctx->so.overflow_dw -= is_overflow(q) ? half_dw(ctx, q) : 0;
   if (q->base.type == PIPE_QUERY_PRIMITIVES_GENERATED)
      ctx->so.generated_queries--;
}

void si_destroy_query(struct pipe_context *base, struct pipe_query *query)
{
   struct si_context *ctx = si_context(base);
   struct si_query *q = (struct si_query *)query;

   remove_active(ctx, q);
   if (ctx->render_cond == q)
      ctx->render_cond = NULL;
   free_blocks(ctx, q);
   free(q);
}

bool si_begin_query(struct pipe_context *base, struct pipe_query *query)
{
   struct si_context *ctx = si_context(base);
   struct si_query *q = (struct si_query *)query;

   if (q->active || q->base.type == PIPE_QUERY_TIMESTAMP)
      return false;
   free_blocks(ctx, q); /* old commands keep their memory through the buffer list */
   if (is_overflow(q) && ctx->so.overflow_dw + half_dw(ctx, q) > SI_OVERFLOW_QUERIES_DW)
      return false;
   if (ctx->query_end_dw + half_dw(ctx, q) > SI_QUERIES_DW || !si_cs_begin(ctx))
      return false;
   emit_half(ctx, q, false);
   if (!q->blocks)
      return false;
   q->active = true;
   ctx->query_end_dw += half_dw(ctx, q);
   q->next_active = ctx->active_queries;
   ctx->active_queries = q;
   if (is_occlusion(q) && ctx->occlusion_count++ == 0)
      ctx->dirty |= SI_DIRTY_DB_RENDER;
   ctx->statistics_count += is_statistics(q);
   ctx->so.overflow_dw += is_overflow(q) ? half_dw(ctx, q) : 0;
   if (q->base.type == PIPE_QUERY_PRIMITIVES_GENERATED)
      ctx->so.generated_queries++;
   return true;
}

bool si_end_query(struct pipe_context *base, struct pipe_query *query)
{
   struct si_context *ctx = si_context(base);
   struct si_query *q = (struct si_query *)query;

   if (q->base.type == PIPE_QUERY_TIMESTAMP) {
      free_blocks(ctx, q);
      if (!block_with_room(ctx, q) || !si_cs_begin(ctx))
         return false;
      emit_half(ctx, q, true);
      return true;
   }
   if (!q->active)
      return false;
   if (is_counter(q) ? q->open : si_cs_begin(ctx))
      emit_half(ctx, q, true);
   remove_active(ctx, q);
   return true;
}

void si_render_condition(struct pipe_context *base, struct pipe_query *query, bool inverted, enum pipe_render_cond_mode mode)
{
   struct si_context *ctx = si_context(base);

   ctx->render_cond = (struct si_query *)query;
   ctx->render_cond_inverted = inverted;
   ctx->render_cond_wait = mode == PIPE_RENDER_COND_WAIT || mode == PIPE_RENDER_COND_BY_REGION_WAIT;
   ctx->predicate_set = false;
}

/* SET_PREDICATION: ZPASS tests one pair of counters of every backend, PRIMCOUNT whether all primitives of a pair were written
 * ("visible": no overflow). CONTINUE combines a pair with those before. */
static void emit_predicate(struct si_context *ctx, uint64_t va, bool first)
{
   bool overflow = is_overflow(ctx->render_cond);

   pm4_set_predication(&ctx->cs.buf, &(struct pm4_set_predication){
      .addr = va, .op = overflow ? PM4_SET_PREDICATION_OP_PRIMCOUNT : PM4_SET_PREDICATION_OP_ZPASS,
      .draw_visible = ctx->render_cond_inverted == overflow,
      .hint_nowait_draw = !ctx->render_cond_wait, .continue_ = !first});
}

bool si_emit_render_condition(struct si_context *ctx, bool *predicate)
{
   struct si_query *q = ctx->render_cond;
   bool first = true;

   *predicate = q && !q->active && (is_occlusion(q) || is_overflow(q));
   if (!*predicate)
      return true;
   if (!si_cs_begin(ctx))
      return false;
   if (ctx->predicate_set)
      return true;
   for (struct si_query_block *b = q->blocks; b; b = b->next) {
      si_cs_add_bo(ctx, b->bo, WS_USAGE_READ);
      for (uint32_t i = 0; i < b->used; i++, first = false) {
         if (!si_cs_begin(ctx)) /* room for the packets of another pair */
            return false;
         for (unsigned n = 0; n < stream_count(q); n++)
            emit_predicate(ctx, b->bo->va + (uint64_t)i * pair_size_B(ctx, q) + n * STREAM_PAIR_B, first && n == 0);
      }
   }
   if (first) /* no pair: the result is 0 */
      return ctx->render_cond_inverted;
   ctx->predicate_set = true;
   return true;
}

/* si_query_result.c: results of queries. The CPU adds up the samples once they are there; for a result in a buffer a pixel shader does, in
 * command order, and nothing waits but the GPU. */
#include "si_blitter.h"
#include "si_query.h"

#include <string.h>

#include "hw_regs.h"

static bool wait_blocks(struct si_context *ctx, struct si_query *q, bool wait)
{
   for (struct si_query_block *b = q->blocks; b; b = b->next) {
      if (si_cs_bo_usage(ctx, b->bo))
         wait ? si_submit_to_wait(ctx) : si_submit(ctx);
      if (!ctx->ws->impl->bo_wait(b->bo, wait ? WS_SYNC_FOREVER : 0, WS_USAGE_READ))
         return false;
   }
   return true;
}

static uint64_t ticks_to_ns(const struct si_context *ctx, uint64_t ticks)
{
   uint64_t khz = ctx->ws->info.gpu_clock_khz ? ctx->ws->info.gpu_clock_khz : 1;

   return ticks / khz * 1000000 + ticks % khz * 1000000 / khz;
}

/* Sum over all pairs of primitives needed ([0]) and written ([1]). */
static void sum_primitives(const struct si_query *q, uint64_t sum[2])
{
   for (const struct si_query_block *b = q->blocks; b; b = b->next)
      for (unsigned i = 0; i < b->used * stream_count(q); i++)
         for (unsigned n = 0; n < 2; n++)
            if (b->map[4 * i + n] & b->map[4 * i + 2 + n] & VALID)
               sum[n] += b->map[4 * i + 2 + n] - b->map[4 * i + n];
}

/* SAMPLE_PIPELINESTAT writes: pixel shader invocations, primitives after and before clipping, vertex and geometry shader
 * invocations, primitives of the geometry shader, primitives, vertices, hull, domain and compute shader invocations. */
static const uint8_t statistic_place[STATISTICS] = {7, 6, 3, 4, 5, 2, 1, 0, 8, 9, 10};

/* Over all pairs. */
static uint64_t sum_statistic(const struct si_query *q)
{
   const uint8_t place = statistic_place[q->base.index];
   uint64_t sum = 0;

   for (const struct si_query_block *b = q->blocks; b; b = b->next)
      for (unsigned i = 0; i < b->used; i++) {
         const uint64_t *begin = b->map + (size_t)i * 2 * STATISTICS;
         sum += begin[STATISTICS + place] - begin[place];
      }
   return sum;
}

bool si_get_query_result(struct pipe_context *base, struct pipe_query *query, bool wait, union pipe_query_result *result)
{
   struct si_context *ctx = si_context(base);
   struct si_query *q = (struct si_query *)query;
   uint64_t sum = 0;

   memset(result, 0, sizeof(*result));
   if (q->active)
      return false;
   if (!wait_blocks(ctx, q, wait) && !ctx->lost)
      return false;
   if (is_statistics(q)) {
      result->u64 = sum_statistic(q);
      return true;
   }
   if (is_primitives(q)) {
      uint64_t primitives[2] = {0};
      sum_primitives(q, primitives);
      if (is_overflow(q))
         result->b = primitives[0] != primitives[1];
      else
         result->u64 = primitives[q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED];
      return true;
   }
   for (const struct si_query_block *b = q->blocks; b; b = b->next) {
      unsigned counters = b->used * pair_size_B(ctx, q) / 16;
      for (unsigned i = 0; i < counters; i++) {
         uint64_t begin = b->map[2 * i], end = b->map[2 * i + 1];
         if (q->base.type == PIPE_QUERY_TIMESTAMP)
            sum = end;
         else if (!is_occlusion(q))
            sum += end - begin;
         else if (begin & end & VALID)
            sum += end - begin;
      }
   }
   if (!is_occlusion(q))
      sum = ticks_to_ns(ctx, sum);
   if (q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE)
      result->b = sum != 0;
   else
      result->u64 = sum;
   return true;
}

/* ---- results in buffers ---- */

/* How the shader computes the result from the query's samples (compile.h). */
static void describe_samples(const struct si_query *q, struct si_blit_ps_key *key, struct si_query_params *p)
{
   key->query_sum = q->base.type == PIPE_QUERY_TIMESTAMP ? SI_QUERY_LAST : is_overflow(q) ? SI_QUERY_OVERFLOW :
                    is_occlusion(q) || is_primitives(q) ? SI_QUERY_SUM_VALID : SI_QUERY_SUM;
   key->query_bool = q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE || is_overflow(q);
   key->query_time = !is_counter(q);
   p->step_B = is_occlusion(q) ? 16 : is_primitives(q) ? STREAM_PAIR_B : 2 * half_size_B(q);
   p->begin_B = is_statistics(q) ? 8 * statistic_place[q->base.index] : q->base.type == PIPE_QUERY_PRIMITIVES_EMITTED ? 8 : 0;
   p->end_B = p->begin_B + (is_occlusion(q) ? 8 : half_size_B(q));
}

/* Counts in the pairs of a block. */
static uint32_t count_of(const struct si_context *ctx, const struct si_query *q, const struct si_query_block *b)
{
   return b->used * (is_occlusion(q) ? ctx->screen->info.num_rb : stream_count(q));
}

/* Waits until the samples of all earlier commands are in memory: backends and the VGT write them later than the CP runs. */
static void wait_for_samples(struct si_context *ctx, uint64_t fence_va)
{
   struct pm4_buf *b = &ctx->cs.buf;

   for (unsigned i = 0; i < si_wa_eop_count(&ctx->screen->info); i++)
      pm4_event_write_eop(b, &(struct pm4_event_write_eop){
         .event_type = V_028A90_BOTTOM_OF_PIPE_TS, .event_index = PM4_EVENT_WRITE_EOP_EVENT_INDEX_TS,
         .data_sel = PM4_EVENT_WRITE_EOP_DATA_SEL_VALUE_32, .addr = fence_va, .data = 1});
   pm4_wait_reg_mem(b, &(struct pm4_wait_reg_mem){
      .function = PM4_WAIT_REG_MEM_FUNCTION_EQUAL, .mem_space = PM4_WAIT_REG_MEM_MEM_SPACE_MEMORY, .addr = fence_va,
      .reference = 1, .mask = ~0u, .poll_interval = 4});
   ctx->flush |= SI_INV_L1 | SI_INV_L2 | SI_INV_KCACHE; /* the samples bypassed them */
}

bool si_emit_query_samples(struct si_context *ctx, const struct si_query_write *w)
{
   const struct si_query *q = w->query;
   const uint64_t dst_va = si_resource(w->buffer)->va + w->offset_B;
   unsigned blocks = 0;
   uint64_t va, fence_va;

   for (const struct si_query_block *b = q->blocks; b; b = b->next)
      blocks++;
   struct si_query_params *p = si_upload_alloc(ctx, sizeof(*p) + blocks * sizeof(struct si_query_samples), 64, &va);
   uint32_t *fence = si_upload_alloc(ctx, sizeof(*fence), 8, &fence_va);
   if (!p || !fence)
      return false;
   *fence = 0;
   *p = w->params;
   p->blocks = blocks;
   si_make_buffer_desc(ctx->screen, dst_va, w->size_B, 0, si_raw_buffer_word3(), p->dst);
   struct si_query_samples *samples = (struct si_query_samples *)(p + 1);
   for (const struct si_query_block *b = q->blocks; b; b = b->next, samples++) {
      si_make_buffer_desc(ctx->screen, b->bo->va, BLOCK_B, 0, si_raw_buffer_word3(), samples->desc);
      samples->counts = count_of(ctx, q, b);
      si_cs_add_bo(ctx, b->bo, WS_USAGE_READ);
   }
   si_cs_add_bo(ctx, si_resource(w->buffer)->bo, WS_USAGE_WRITE);
   si_set_sgpr(ctx, SI_HW_PS, SI_SGPR_TEXTURES, (uint32_t)va);
   wait_for_samples(ctx, fence_va);
   return true;
}

/* Commands of a context are executed in order: when the GPU gets to the write, the result is there. */
void si_get_query_result_buffer(struct pipe_context *base, struct pipe_query *query, enum pipe_query_value value,
                                enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B)
{
   static const struct { uint32_t size_B; uint64_t max; } types[] = {
      [PIPE_QUERY_VALUE_I32] = {4, INT32_MAX}, [PIPE_QUERY_VALUE_U32] = {4, UINT32_MAX},
      [PIPE_QUERY_VALUE_I64] = {8, INT64_MAX}, [PIPE_QUERY_VALUE_U64] = {8, UINT64_MAX},
   };
   struct si_context *ctx = si_context(base);
   const struct si_query *q = (const struct si_query *)query;
   const uint32_t size_B = types[type].size_B;
   const uint64_t max = types[type].max, available = !q->active;

   if (value == PIPE_QUERY_AVAILABLE)
      si_buffer_subdata(base, buffer, offset_B, size_B, &available);
   if (value == PIPE_QUERY_AVAILABLE || q->active || ctx->lost)
      return;
   struct si_query_write w = {.query = q, .buffer = buffer, .offset_B = offset_B, .size_B = size_B,
                              .params = {.max = {(uint32_t)max, (uint32_t)(max >> 32)}}};
   struct si_rect r = {.vs_kind = SI_BLIT_VS_POS, .width = 1, .height = 1, .x1 = 1, .y1 = 1, .query_write = &w};
   r.ps = (struct si_blit_ps_key){.kind = SI_BLIT_PS_QUERY, .query_wide = size_B == 8};
   describe_samples(q, &r.ps, &w.params);
   w.params.clock_khz = ctx->ws->info.gpu_clock_khz ? ctx->ws->info.gpu_clock_khz : 1;
   if (!si_draw_rect(ctx, &r))
      return;
   ctx->flush |= SI_WAIT_PS | SI_INV_L1 | SI_INV_L2 | SI_INV_KCACHE | SI_WAIT_PFP;
   si_buffer_written(si_resource(buffer), offset_B, offset_B + size_B);
}

/* si_cs.c: chunks, chaining, the buffer list, streaming memory. Chunks are recycled: a used one stays in its pool until the
 * GPU has finished with it and is then written again. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#define POOL_MAX 96   /* chunks in flight before recording waits for the GPU */

static void chunk_destroy(struct si_context *ctx, struct si_chunk *chunk)
{
   if (chunk)
      ctx->ws->impl->bo_unref(chunk->bo);
   free(chunk);
}

static struct si_chunk *chunk_create(struct si_context *ctx, uint32_t size_B)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   struct si_chunk *chunk = calloc(1, sizeof(*chunk));

   if (!chunk)
      return NULL;
   chunk->size_B = size_B;
   chunk->bo = ws->bo_create(ctx->ws, size_B, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS | WS_BO_LOW_4G);
   if (chunk->bo)
      chunk->map = ws->bo_map(chunk->bo);
   if (!chunk->map) {
      if (chunk->bo)
         ws->bo_unref(chunk->bo);
      free(chunk);
      return NULL;
   }
   return chunk;
}

static void pool_put(struct si_chunk_pool *pool, struct si_chunk *chunk)
{
   chunk->next = NULL;
   if (pool->newest)
      pool->newest->next = chunk;
   else
      pool->oldest = chunk;
   pool->newest = chunk;
   pool->count++;
}

static struct si_chunk *pool_get(struct si_context *ctx, struct si_chunk_pool *pool)
{
   struct si_chunk *chunk = pool->oldest;

   if (chunk && !si_cs_bo_usage(ctx, chunk->bo) &&
       ctx->ws->impl->bo_wait(chunk->bo, pool->count > POOL_MAX ? WS_SYNC_FOREVER : 0, WS_USAGE_WRITE)) {
      pool->oldest = chunk->next;
      if (!pool->oldest)
         pool->newest = NULL;
      pool->count--;
      return chunk;
   }
   return chunk_create(ctx, pool->size_B);
}

static void pool_finish(struct si_context *ctx, struct si_chunk_pool *pool)
{
   while (pool->oldest) {
      struct si_chunk *chunk = pool->oldest;
      pool->oldest = chunk->next;
      chunk_destroy(ctx, chunk);
   }
   pool->newest = NULL;
}

bool si_cs_init(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   memset(cs, 0, sizeof(*cs));
   memset(cs->hash, -1, sizeof(cs->hash));
   cs->cs_pool.size_B = SI_CS_CHUNK_DW * 4;
   cs->upload_pool.size_B = SI_UPLOAD_CHUNK_B;
   cs->bo_capacity = 256;
   cs->bos = malloc(cs->bo_capacity * sizeof(*cs->bos));
   return cs->bos != NULL;
}

void si_cs_finish(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   for (uint32_t i = 0; i < cs->bo_count; i++)
      ctx->ws->impl->bo_unref(cs->bos[i].bo);
   free(cs->bos);
   chunk_destroy(ctx, cs->chunk);
   chunk_destroy(ctx, cs->upload);
   pool_finish(ctx, &cs->cs_pool);
   pool_finish(ctx, &cs->upload_pool);
   pool_finish(ctx, &cs->large_pool);
}

static int32_t find_bo(const struct si_cs *cs, const struct ws_bo *bo)
{
   int32_t i = cs->hash[bo->unique & (SI_CS_HASH - 1)];

   if (i < 0 || cs->bos[i].bo == bo)
      return i;
   for (i = (int32_t)cs->bo_count - 1; i >= 0; i--) /* two buffers share the hash entry: rare */
      if (cs->bos[i].bo == bo)
         return i;
   return -1;
}

void si_cs_add_bo(struct si_context *ctx, struct ws_bo *bo, uint32_t usage)
{
   struct si_cs *cs = &ctx->cs;
   int32_t i = find_bo(cs, bo);

   if (i < 0) {
      if (cs->bo_count == cs->bo_capacity) {
         struct ws_submit_bo *more = realloc(cs->bos, 2 * cs->bo_capacity * sizeof(*more));
         if (!more) {
            cs->failed = true; /* the submission is dropped: its list would be incomplete */
            return;
         }
         cs->bos = more;
         cs->bo_capacity *= 2;
      }
      i = cs->bo_count++;
      cs->bos[i] = (struct ws_submit_bo){.bo = bo};
      cs->bos_B += bo->size_B;
      ctx->ws->impl->bo_ref(bo);
   }
   cs->bos[i].usage |= usage;
   cs->hash[bo->unique & (SI_CS_HASH - 1)] = i;
}

uint32_t si_cs_bo_usage(const struct si_context *ctx, const struct ws_bo *bo)
{
   int32_t i = ctx->cs.bo_count ? find_bo(&ctx->cs, bo) : -1;

   return i < 0 ? 0 : ctx->cs.bos[i].usage;
}

/* Dwords that closing the submission emits into the capacity of si_cs.buf. */
static uint32_t closing_dw(const struct si_context *ctx)
{
   return ctx->query_end_dw + SI_STREAMOUT_DW + SI_CACHE_FLUSH_DW;
}

/* Opens a part: the rest of the current chunk when the start of a submission fits into it, another chunk if not. */
static bool open_part(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   ctx->join.end = NULL;
   uint32_t need_dw = SI_PREAMBLE_DW + ctx->query_end_dw + SI_DRAW_DW + closing_dw(ctx) + SI_CS_TAIL_DW;

   if (cs->chunk && SI_CS_CHUNK_DW - cs->chunk_used_dw < need_dw) {
      pool_put(&cs->cs_pool, cs->chunk);
      cs->chunk = NULL;
   }
   if (!cs->chunk) {
      cs->chunk = pool_get(ctx, &cs->cs_pool);
      cs->chunk_used_dw = 0;
      if (!cs->chunk)
         return false;
   }
   cs->buf = (struct pm4_buf){
      .dw = (uint32_t *)cs->chunk->map + cs->chunk_used_dw,
      .capacity = SI_CS_CHUNK_DW - cs->chunk_used_dw - SI_CS_TAIL_DW,
   };
   si_cs_add_bo(ctx, cs->chunk->bo, WS_USAGE_READ);
   return true;
}

static void begin_ib(struct si_cs *cs)
{
   cs->ibs[cs->ib_count++] = (struct ws_submit_ib){.va = cs->chunk->bo->va + cs->chunk_used_dw * 4ull};
}

static void close_part(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   if (cs->buf.overflow) {
      si_message(ctx, PIPE_DEBUG_ERROR, "a command stream overflowed: the submission is dropped");
      cs->failed = true;
   }
   if (cs->chain_size)
      *cs->chain_size |= PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(cs->buf.count);
   else
      cs->ibs[cs->ib_count - 1].dw = cs->buf.count;
   cs->chain_size = NULL;
   cs->total_dw += cs->buf.count;
   cs->chunk_used_dw += (cs->buf.count + 63) & ~63u; /* parts start at 256-byte addresses */
}

/* Ends the current part with a jump to `next`. Returns the dword that receives the size of the part there. */
static uint32_t *emit_jump(struct si_context *ctx, const struct si_chunk *next)
{
   struct pm4_buf *buf = &ctx->cs.buf;

   while (buf->count % 8 != 4) /* the jump must end the padded part */
      pm4_emit(buf, ctx->screen->info.filler_dw);
   pm4_indirect_buffer(buf, &(struct pm4_indirect_buffer){.addr = next->bo->va, .chain = true, .valid = true});
   return buf->dw + buf->count - 1;
}

/* Continues the submission in another chunk: one that the current one jumps to, or another command buffer. */
static bool open_next_part(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;
   const bool chains = ctx->screen->info.has_ib_chain;
   struct si_chunk *old = cs->chunk, *next = chains || cs->ib_count < WS_MAX_IBS ? pool_get(ctx, &cs->cs_pool) : NULL;
   uint32_t *size = NULL;

   if (!next)
      return false;
   cs->buf.capacity += SI_CS_TAIL_DW;
   if (chains)
      size = emit_jump(ctx, next);
   else
      pm4_pad(&cs->buf, ctx->screen->info.gfx_level, 8);
   close_part(ctx);
   pool_put(&cs->cs_pool, old);
   cs->chunk = next;
   cs->chunk_used_dw = 0;
   cs->chain_size = size;
   if (!chains)
      begin_ib(cs);
   return open_part(ctx);
}

bool si_cs_begin(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   if (ctx->lost)
      return false;
   if (!cs->active) {
      if (!open_part(ctx)) {
         si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for a command buffer: draw dropped");
         return false;
      }
      cs->ib_count = 0;
      begin_ib(cs);
      cs->total_dw = 0;
      cs->active = true;
      cs->failed = false;
      if (cs->upload)
         si_cs_add_bo(ctx, cs->upload->bo, WS_USAGE_READ);
      si_emit_preamble(ctx);
      si_begin_bindings(ctx);
      si_resume_queries(ctx);
   }
   if (cs->buf.count + SI_DRAW_DW + closing_dw(ctx) > cs->buf.capacity && !open_next_part(ctx)) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for a command buffer: draw dropped");
      return false;
   }
   return true;
}

void si_cs_close(struct si_context *ctx, struct ws_submit *submit)
{
   struct si_cs *cs = &ctx->cs;

   cs->buf.capacity += SI_CS_TAIL_DW;
   pm4_pad(&cs->buf, ctx->screen->info.gfx_level, 8);
   close_part(ctx);
   *submit = (struct ws_submit){
      .ring = WS_RING_GFX,
      .ibs = cs->ibs,
      .ib_count = cs->ib_count,
      .bos = cs->bos,
      .bo_count = cs->bo_count,
      .wait = ctx->wait,
      .wait_count = ctx->wait_count,
   };
}

void si_cs_reset(struct si_context *ctx)
{
   struct si_cs *cs = &ctx->cs;

   for (uint32_t i = 0; i < cs->bo_count; i++) {
      cs->hash[cs->bos[i].bo->unique & (SI_CS_HASH - 1)] = -1;
      ctx->ws->impl->bo_unref(cs->bos[i].bo);
   }
   cs->bo_count = 0;
   cs->bos_B = 0;
   cs->draws = 0;
   ctx->renamed_B = 0;
   cs->buf = (struct pm4_buf){0};
   cs->active = false;
   cs->failed = false;
}

/* Streams of large uploads use one size again and again: the pool has the largest so far, and an upload of less than a quarter does not
 * take its chunks. */
static struct si_chunk *get_large(struct si_context *ctx, uint32_t size_B)
{
   struct si_chunk_pool *pool = &ctx->cs.large_pool;

   if (size_B > SI_UPLOAD_MAX_B || size_B < pool->size_B / 4)
      return chunk_create(ctx, size_B);
   if (size_B > pool->size_B) {
      pool_finish(ctx, pool);
      *pool = (struct si_chunk_pool){.size_B = 2 * SI_UPLOAD_CHUNK_B};
      while (pool->size_B < size_B)
         pool->size_B *= 2;
   }
   return pool_get(ctx, pool);
}

void *si_upload_alloc_slow(struct si_context *ctx, uint32_t size_B, uint32_t align_B, uint64_t *va)
{
   struct si_cs *cs = &ctx->cs;

   /* Only memory of an open submission is in its buffer list, and only that is safe from being recycled. */
   if (!cs->active) {
      if (!si_cs_begin(ctx))
         return NULL;
      return si_upload_alloc(ctx, size_B, align_B, va);
   }
   if (size_B > SI_UPLOAD_CHUNK_B) {
      /* Larger than a chunk: a separate allocation, which the buffer list keeps alive until the commands have run. */
      struct si_chunk *chunk = get_large(ctx, size_B);
      void *map;
      if (!chunk)
         return NULL;
      map = chunk->map;
      *va = chunk->bo->va;
      si_cs_add_bo(ctx, chunk->bo, WS_USAGE_READ);
      if (chunk->size_B == cs->large_pool.size_B && cs->large_pool.count < SI_UPLOAD_LARGE)
         pool_put(&cs->large_pool, chunk);
      else
         chunk_destroy(ctx, chunk);
      return map;
   }
   if (cs->upload)
      pool_put(&cs->upload_pool, cs->upload);
   cs->upload = pool_get(ctx, &cs->upload_pool);
   if (!cs->upload)
      return NULL;
   si_cs_add_bo(ctx, cs->upload->bo, WS_USAGE_READ);
   cs->upload_used_B = size_B;
   *va = cs->upload->bo->va;
   return cs->upload->map;
}

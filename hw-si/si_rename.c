/* si_rename.c: memory for small buffers whose content is discarded while the GPU reads it. Parts of a chunk go to one buffer after the other;
 * a chunk whose parts no buffer and no commands hold any more is filled again. So a program that writes a buffer between draws makes
 * and zeroes no buffer object for each of them. */
#include "si_context.h"

#include <stdatomic.h>
#include <stdlib.h>

#define CHUNK_B (256u << 10)
#define LARGEST_B (CHUNK_B / 8)
#define PART_ALIGN_B 256
#define MOST_BUSY 32    /* full chunks, from which on the program waits for the GPU */
#define MOST_RETIRED 64 /* chunks that are full; those of buffers that live on are forgotten beyond that */

struct si_part_chunk {
   struct si_part_chunk *next;
   struct ws_bo *bo;
   const struct ws_device_impl *ws;
   atomic_uint users;  /* buffers, and the list of the context */
   atomic_bool shared; /* by other contexts, whose commands may hold a part that no buffer has any more */
};

void si_part_unref(struct si_part_chunk *chunk)
{
   if (!chunk || atomic_fetch_sub_explicit(&chunk->users, 1, memory_order_acq_rel) != 1)
      return;
   chunk->ws->bo_unref(chunk->bo);
   free(chunk);
}

void si_part_share(struct si_part_chunk *chunk)
{
   if (chunk)
      atomic_store(&chunk->shared, true);
}

static struct si_part_chunk *create_chunk(struct si_context *ctx, enum ws_domain domain)
{
   struct si_part_chunk *chunk = calloc(1, sizeof(*chunk));

   if (!chunk)
      return NULL;
   atomic_init(&chunk->users, 1);
   chunk->ws = ctx->ws->impl;
   chunk->bo = chunk->ws->bo_create(ctx->ws, CHUNK_B, PART_ALIGN_B, domain, WS_BO_CPU_ACCESS);
   if (chunk->bo)
      return chunk;
   free(chunk);
   return NULL;
}

static void retire(struct si_retired *r, struct si_part_chunk *chunk)
{
   chunk->next = NULL;
   *(r->newest ? &r->newest->next : &r->oldest) = chunk;
   r->newest = chunk;
   r->count++;
}

static struct si_part_chunk *take_oldest(struct si_retired *r)
{
   struct si_part_chunk *chunk = r->oldest;

   if (!chunk)
      return NULL;
   r->oldest = chunk->next;
   if (!r->oldest)
      r->newest = NULL;
   r->count--;
   return chunk;
}

/* No buffer and no commands have a part of it. wait: for submitted commands. */
static bool is_free(const struct si_context *ctx, const struct si_part_chunk *chunk, bool wait)
{
   return atomic_load_explicit(&chunk->users, memory_order_acquire) == 1 && !atomic_load(&chunk->shared) &&
          !si_cs_bo_usage(ctx, chunk->bo) && chunk->ws->bo_wait(chunk->bo, wait ? WS_SYNC_FOREVER : 0, WS_USAGE_WRITE);
}

/* The oldest chunk that is full, if it is free; otherwise a new one. Where many are full the GPU is far behind: it is waited for, so
 * that the memory of its next commands stays in the CPU's caches. */
static struct si_part_chunk *next_chunk(struct si_context *ctx, struct si_rename *r, enum ws_domain domain)
{
   struct si_part_chunk *chunk = take_oldest(&r->retired);

   if (chunk && is_free(ctx, chunk, r->retired.count >= MOST_BUSY))
      return chunk;
   if (chunk && r->retired.count < MOST_RETIRED)
      retire(&r->retired, chunk);
   else
      si_part_unref(chunk);
   return create_chunk(ctx, domain);
}

struct si_part si_rename_memory(struct si_context *ctx, const struct si_resource *res)
{
   const struct pipe_resource_template *t = &res->base.t;
   const enum ws_domain domain = t->usage == PIPE_USAGE_STREAM ? WS_DOMAIN_GTT : WS_DOMAIN_VRAM;
   struct si_rename *r = &ctx->rename[domain == WS_DOMAIN_GTT];
   const uint32_t size_B = (uint32_t)((res->size_B + PART_ALIGN_B - 1) & ~(uint64_t)(PART_ALIGN_B - 1));

   if (res->size_B > LARGEST_B || t->usage == PIPE_USAGE_STAGING || t->bind & (PIPE_BIND_SHARED | PIPE_BIND_SCANOUT))
      return (struct si_part){0};
   if (!r->chunk || r->used_B + size_B > CHUNK_B) {
      if (r->chunk)
         retire(&r->retired, r->chunk);
      r->chunk = next_chunk(ctx, r, domain);
      r->used_B = 0;
   }
   if (!r->chunk)
      return (struct si_part){0};
   const struct si_part part = {r->chunk, r->chunk->bo, r->used_B};
   r->used_B += size_B;
   ctx->renamed_B += size_B;
   atomic_fetch_add_explicit(&part.chunk->users, 1, memory_order_relaxed);
   part.chunk->ws->bo_ref(part.bo);
   return part;
}

void si_rename_finish(struct si_context *ctx)
{
   for (unsigned i = 0; i < 2; i++) {
      struct si_part_chunk *chunk;
      si_part_unref(ctx->rename[i].chunk);
      while ((chunk = take_oldest(&ctx->rename[i].retired)))
         si_part_unref(chunk);
   }
}

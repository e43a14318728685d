/* si_query.h: samples of queries in GPU memory. Shared by si_query.c, which records them, and si_query_result.c. */
#ifndef SI_QUERY_H
#define SI_QUERY_H

#include "si_context.h"

#define BLOCK_B 4096
#define VALID (1ull << 63)
#define STREAM_PAIR_B 32 /* two samples of a vertex stream, each {needed, written} */
#define STATISTICS 11    /* counters of SAMPLE_PIPELINESTAT */

struct si_query_block {
   struct si_query_block *next;
   struct ws_bo *bo;
   uint64_t *map;
   uint32_t used; /* pairs */
};

struct si_query {
   struct pipe_query base;
   struct si_query *next_active;
   struct si_query_block *blocks; /* newest first */
   bool active, open;             /* between begin and end; a pair was begun in this submission */
   bool paused;                   /* by si_pause_queries */
};

static inline bool is_occlusion(const struct si_query *q)
{
   return q->base.type == PIPE_QUERY_OCCLUSION_COUNTER || q->base.type == PIPE_QUERY_OCCLUSION_PREDICATE;
}

/* Counts primitives: a sample of the VGT is {needed, written} of a stream. */
static inline bool is_primitives(const struct si_query *q)
{
   return q->base.type >= PIPE_QUERY_PRIMITIVES_GENERATED && q->base.type <= PIPE_QUERY_SO_OVERFLOW_ANY;
}

static inline bool is_overflow(const struct si_query *q)
{
   return q->base.type == PIPE_QUERY_SO_OVERFLOW || q->base.type == PIPE_QUERY_SO_OVERFLOW_ANY;
}

static inline bool is_statistics(const struct si_query *q)
{
   return q->base.type == PIPE_QUERY_PIPELINE_STATISTICS;
}

/* Counters that stand still between submissions; times run on. */
static inline bool is_counter(const struct si_query *q)
{
   return is_occlusion(q) || is_primitives(q) || is_statistics(q);
}

/* Vertex streams that a query of primitives samples. */
static inline unsigned stream_count(const struct si_query *q)
{
   return q->base.type == PIPE_QUERY_SO_OVERFLOW_ANY ? PIPE_MAX_SO_BUFFERS : 1;
}

/* Bytes of the begin (or end) half of a pair, or of a stream's pair: the distance of both in memory. */
static inline uint32_t half_size_B(const struct si_query *q)
{
   return is_primitives(q) ? STREAM_PAIR_B / 2 : is_statistics(q) ? STATISTICS * 8 : 8;
}

/* Bytes of one begin/end pair: 16 for each backend; for primitives two samples of each stream, for times two stamps. */
static inline uint32_t pair_size_B(const struct si_context *ctx, const struct si_query *q)
{
   return is_occlusion(q) ? 16 * ctx->screen->info.num_rb : 2 * half_size_B(q) * stream_count(q);
}

#endif

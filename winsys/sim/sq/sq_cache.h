/* sq_cache.h: the cache of decoded programs, for decoder, interpreter and JIT. Private to the sq*.c files and tests. */
#ifndef SQ_CACHE_H
#define SQ_CACHE_H

#include <pthread.h>

#include "winsys/sim/sq/sq_internal.h"

#define SQ_NUM_BUCKETS 256

struct sq_cache {
   struct sim_mem *mem;
   struct sq_jit *jit;
   bool check; /* run every wave on both engines */
   bool eager; /* compile at once, whatever the program */
   unsigned gfx_level;
   atomic_uint generation; /* counts invalidations */
   atomic_size_t size_B;   /* of all programs, with their host code */
   pthread_rwlock_t lock;  /* what follows */
   struct sq_program *bucket[SQ_NUM_BUCKETS];
   struct sq_program *stale; /* not found any more; to be freed */
   unsigned swept, mapping;  /* generations, of memory too, when all programs were last looked at */
   struct sq_program broken; /* when there is no memory for a program */
};

/* Above this, programs without a recent lookup are freed. */
extern size_t sq_cache_keep_B;

#endif

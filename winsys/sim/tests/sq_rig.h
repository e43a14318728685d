/* sq_rig.h: for tests of programs alone: memory with room for code from SQ_RIG_VA on, and the caches that waves need. */
#ifndef SQ_RIG_H
#define SQ_RIG_H

#include <stdlib.h>

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq.h"
#include "winsys/sim/tc/tc.h"
#include "winsys/sim/tests/sq_run_jit.h"

#define SQ_RIG_VA 0x100000ull

static struct sim_mem mem;
static struct sq_cache *cache;
static struct tc_cache *tc;

/* The generation that a test program's argument names, 6 to 8; without one it stays as it is. False: there is no such. */
static inline bool sq_rig_gfx(int argc, char **argv, unsigned *gfx)
{
   if (argc > 1)
      *gfx = (unsigned)atoi(argv[1]);
   return *gfx >= 6 && *gfx <= 8;
}

/* Pseudo-random numbers, the same in each run (xorshift). */
static inline uint32_t sq_next(void)
{
   static uint32_t state = 1;
   state ^= state << 13;
   state ^= state >> 17;
   return state ^= state << 5;
}

static inline uint32_t sq_below(uint32_t n)
{
   return (sq_next() >> 8) % n;
}

/* gfx: the generation whose encodings are run. */
static inline int sq_rig_init(unsigned gfx, uint64_t size_B)
{
   static const uint32_t no_tiles[32];
   if (!sim_mem_init(&mem, 1ull << 30) || !sim_mem_commit(&mem, SQ_RIG_VA, size_B))
      return -1;
   sim_mem_set_access(&mem, SQ_RIG_VA, size_B, SIM_MEM_READ | SIM_MEM_WRITE);
   tc = tc_cache_create(&mem, gfx, no_tiles, no_tiles, 0);
   cache = sq_cache_create(&mem);
   if (cache)
      sq_cache_set_gfx_level(cache, gfx);
   return cache && tc ? 0 : -1;
}

static inline int sq_rig_tear_down(void **state)
{
   (void)state;
   sq_cache_destroy(cache);
   tc_cache_destroy(tc);
   sim_mem_finish(&mem);
   return 0;
}

#endif

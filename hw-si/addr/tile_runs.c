/* tile_runs.c: choice of the kernels for runs of micro tiles, and stores past the caches. */
#include "tile_runs.h"

#include <stdatomic.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "surf.h"
#include "util/ut_cpu.h"

static const struct tile_ops *choose(void)
{
#if defined(__x86_64__)
   switch (ut_cpu_isa()) {
   case UT_ISA_AVX512: return &tile_ops_avx512;
   case UT_ISA_AVX2: return &tile_ops_avx2;
   default: break;
   }
#endif
   return &tile_ops_base;
}

const struct tile_ops *tile_ops(void)
{
   static const struct tile_ops *_Atomic chosen;
   const struct tile_ops *ops = atomic_load_explicit(&chosen, memory_order_relaxed);
   if (!ops) {
      ops = choose();
      atomic_store_explicit(&chosen, ops, memory_order_relaxed);
   }
   return ops;
}

#define LEAST_CACHE_B (16u << 20) /* is assumed of hosts with a smaller third cache, or none */

static uint64_t last_cache_B(void)
{
   static _Atomic uint64_t found_B;
   uint64_t size_B = atomic_load_explicit(&found_B, memory_order_relaxed);
   if (!size_B) {
      size_B = ut_cpu_third_cache_B();
      size_B = size_B > LEAST_CACHE_B ? size_B : LEAST_CACHE_B;
      atomic_store_explicit(&found_B, size_B, memory_order_relaxed);
   }
   return size_B;
}

/* Below a MB the next reader gains more from a copy in the cache than the copy costs. */
#define ALWAYS_CACHED_B (1u << 20)

bool surf_stores_past_caches(uint64_t size_B, uint64_t since_B)
{
   const uint64_t cache_B = last_cache_B();
   if (since_B == SURF_NOT_KNOWN)
      return size_B > cache_B / 8;
   return size_B > ALWAYS_CACHED_B && since_B + 2 * size_B >= cache_B / 2;
}

#define RUN_B 1024 /* bytes of a row that stay in the L1 cache, with those of seven others */

/* The rows of a run are stored one after the other: eight streams of stores at once are more than the CPU combines to lines. */
void tile_read_stream(const struct tile_ops *ops, unsigned size, const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles)
{
   _Alignas(64) uint8_t run[8][RUN_B];
   const uint32_t max = RUN_B >> (3 + size);
   while (tiles) {
      const uint32_t n = tiles < max ? tiles : max;
      const size_t row_B = (size_t)n << (3 + size);
      ops->read[size](tile, run[0], RUN_B, n);
      tile += 8 * row_B;
      for (unsigned y = 0; y < 8; y++)
         ops->copy_past_caches(rows + y * stride_B, run[y], row_B, tile + y * row_B);
      tiles -= n;
      rows += row_B;
   }
}

void tile_stores_done(void)
{
#ifdef __SSE2__
   _mm_sfence();
#endif
}

/* tile_runs.c: choice of the kernels for runs of micro tiles, and stores past the caches. */
#include "tile_runs.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/* From an eighth of the last-level cache on, and 2 MB: below, the next reader finds the copy in the cache. */
bool tile_copy_streams(uint64_t size_B)
{
   static _Atomic uint64_t threshold_B;
   uint64_t threshold = atomic_load_explicit(&threshold_B, memory_order_relaxed);
   if (!threshold) {
      const long cache_B = sysconf(_SC_LEVEL3_CACHE_SIZE);
      threshold = cache_B > 16 << 20 ? (uint64_t)cache_B / 8 : 2 << 20;
      atomic_store_explicit(&threshold_B, threshold, memory_order_relaxed);
   }
   return size_B > threshold;
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

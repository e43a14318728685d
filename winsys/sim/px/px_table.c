/* px_table.c: fills, and their table of one instruction set. */
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/px/string_fill.h"

/* Such stores are in no order with others until the fence. */
static void fill_past(uint8_t *to, uint32_t data, size_t bytes, size_t row_B, unsigned rows)
{
   const px_pi v = (int32_t)data - (px_pi){ 0 };
   for (; rows; rows--, to += row_B)
      for (uint8_t *at = to; at < to + bytes; at += sizeof v)
#if defined(__AVX512F__)
         _mm512_stream_si512((void *)at, (__m512i)v);
#elif defined(__AVX2__)
         _mm256_stream_si256((void *)at, (__m256i)v);
#else
         _mm_stream_si128((void *)at, (__m128i)v);
#endif
   _mm_sfence();
}

static void fill_run(uint8_t *to, uint64_t pair, size_t size_B)
{
#ifdef __AVX512F__
   const __m512i v = _mm512_set1_epi64((long long)pair);
   for (size_t at = 0; at < size_B; at += sizeof v)
      _mm512_storeu_si512(to + at, v);
#else
   string_fill(to, pair, size_B / 8);
#endif
}

const struct px_ops PX(px_ops) = {
   .name = PX_STRING(PX_ISA),
   .fill_past = fill_past,
   .fill_run = fill_run,
};

/* px_table.c: the table of one instruction set, the format conversions as functions, and what is too short for a file. */
#include "winsys/sim/surf/fmt_vec.h"
#include "winsys/sim/surf/string_fill.h"
#include "winsys/sim/px/px_ops.h"

#ifndef PX_BASE
#define PX_BASE PX_ISA
#endif
/* Functions that a set which only adds to another one takes from that. */
#define PX_SAME(name) PX_PASTE(name, PX_BASE)

static void decode(const struct fmt *f, unsigned num, const uint32_t raw[4][16], uint32_t out[4][16])
{
   vu r[4], o[4];
   for (unsigned c = 0; c < 4; c++)
      r[c] = vu_load(raw[c]);
   fmt_vec_decode(f, num, r, o);
   for (unsigned c = 0; c < 4; c++)
      vu_store(out[c], o[c]);
}

static void encode(const struct fmt *f, unsigned num, const uint32_t in[4][16], uint32_t raw[4][16])
{
   vu i[4], r[4];
   for (unsigned c = 0; c < 4; c++)
      i[c] = vu_load(in[c]);
   fmt_vec_encode(f, num, i, r);
   for (unsigned c = 0; c < 4; c++)
      vu_store(raw[c], r[c]);
}

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
   .fmt_decode = decode,
   .fmt_encode = encode,
#define PX_KERNEL(type, name) .name = PX_SAME(name),
#define PX_KERNEL_VBMI(type, name) .name = PX(name),
#include "winsys/sim/px/px_kernels.def"
#undef PX_KERNEL
#undef PX_KERNEL_VBMI
   .fill_past = fill_past,
   .fill_run = fill_run,
};

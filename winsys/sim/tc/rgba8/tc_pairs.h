/* tc_pairs.h: bilinear samples of 32-bit texels on hosts without AVX2. Each pixel's two rows of two texels are read as
 * 64-bit pairs. Pixels are dealt to 128-bit parts so that part k of vector j holds pixel 4k + j: the 4x4 transposition at
 * the end then leaves channel rows in lane order (part k of a vector of pairs: pixels 4k and 4k + 1, or 4k + 2 and
 * 4k + 3). Part of tc_rgba8.h. */
#ifndef SIM_TC_PAIRS_H
#define SIM_TC_PAIRS_H

#include "winsys/sim/tc/rgba8/tc_pass.h"

/* Where pixel p's pair goes: part k of vectors 2h and 2h + 1 has a quad. */
#define PAIR_SLOT(p) (((p) / 4 / PARTS * 2 + (p) % 4 / 2) * 2 * PARTS + (p) / 4 % PARTS * 2 + (p) % 2)
/* The two texels of a row, of all pixels. */
struct pairs { union { uint64_t pair[16]; nv v[2 * GROUPS]; }; };

#define nv_high(v) _mm_srli_si128(v, 8)
#define nv_times(v, f) ((nv)_mm_mul_ps(_mm_cvtepi32_ps(v), _mm_set1_ps(f)))
#define DOWN(half, top, bottom, weights) \
   down_words(NV(half)(top, _mm_setzero_si128()), NV(half)(bottom, _mm_setzero_si128()), weights)

/* Exact in integers: vertical weights are applied to 16-bit sums first (255 * 256 fits); the horizontal step is a
 * multiply-add of signed 16-bit pairs, for which the values are moved down by 32768. Weights: wx 0 .. 256, wy 0 .. 255,
 * and where that is 0 both rows are the same. */
PX_INLINE void filter_pairs(const struct pairs *top, const struct pairs *bottom, vi wx, vi wy, vf out[4])
{
   union px_nv x1 = { .i = (256 - wx) | wx << 16 }, y1 = { .i = down_weights(wy) }, o[4];
   const nv bias32 = NV(set1_epi32)(1 << 23);
   for (unsigned h = 0; h < GROUPS; h++) {
      nv r[4];
#define PIXELS(j, half) \
      { \
         nv v = DOWN(half, top->v[2 * h + (j) / 2], bottom->v[2 * h + (j) / 2], NV(shuffle_epi32)(y1.n[h], (j) * 0x55)); \
         v = NV(unpacklo_epi16)(v, nv_high(v)); /* x0r x1r x0g x1g ... */ \
         v = NV(madd_epi16)(v, NV(shuffle_epi32)(x1.n[h], (j) * 0x55)); \
         r[j] = nv_times(NV(add_epi32)(v, bias32), 1.0f / (255 * 65536)); \
      }
      PIXELS(0, unpacklo_epi8) PIXELS(1, unpackhi_epi8) PIXELS(2, unpacklo_epi8) PIXELS(3, unpackhi_epi8)
#undef PIXELS
      nv a = NV(unpacklo_epi32)(r[0], r[1]), b = NV(unpackhi_epi32)(r[0], r[1]);
      nv c = NV(unpacklo_epi32)(r[2], r[3]), d = NV(unpackhi_epi32)(r[2], r[3]);
      o[0].n[h] = NV(unpacklo_epi64)(a, c);
      o[1].n[h] = NV(unpackhi_epi64)(a, c);
      o[2].n[h] = NV(unpacklo_epi64)(b, d);
      o[3].n[h] = NV(unpackhi_epi64)(b, d);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = o[c].f;
}

#endif

/* tc_apart.h: the texels of bilinear samples that no window of tc_window.h has, because the quads of a block lie apart or at
 * the edge of a repeated image: a window of 4x6 texels for each quad. With AVX-512, for images of 32-bit texels in thin order,
 * where 2x2 of them are 16 bytes in a row. Six such parts are loaded for each quad, 24 loads for a block, where gathers make
 * 64 of them, and microcode on some hosts. Part of tc_rgba8.h. */
#ifndef SIM_TC_APART_H
#define SIM_TC_APART_H

#include "winsys/sim/tc/tc_window.h"

/* Least coordinates of each quad, packed. */
PX_INLINE __m512i quad_least(__m512i xy)
{
   xy = _mm512_min_epi16(xy, _mm512_shuffle_epi32(xy, _MM_PERM_BADC));
   return _mm512_min_epi16(xy, _mm512_shuffle_epi32(xy, _MM_PERM_CDAB));
}

/* Where the parts at even coordinates `xy` are, packed. Some lie outside the level of w x h texels, which is brought inside as a
 * repeated image has it; positions further outside have no meaning, and only have to be clamped to the image. */
PX_INLINE vu part_offsets(const struct texel_window *w, __m512i xy)
{
   const struct tc_level *lv = w->lv;
   const __m512i size = _mm512_add_epi16(_mm512_set1_epi32((int)w->last), _mm512_set1_epi16(1));
   xy = _mm512_min_epu16(xy, _mm512_add_epi16(xy, size)); /* negative ones, being great ones */
   xy = _mm512_min_epu16(xy, _mm512_sub_epi16(xy, size));
   xy = _mm512_and_si512(_mm512_min_epu16(xy, _mm512_set1_epi32((int)w->last)), _mm512_set1_epi16(-2));
   if (tc_map(lv)) {
      struct tc_place row = tc_row(lv, (vi)((vu)xy >> 16));
      row.flip ^= vu_set(w->flip);
      return tc_texel_address(row, tc_column(lv, (vi)((vu)xy & 0xffff)));
   }
   /* of the micro tile, and in it: by column (byte 0 on) and by row (byte 8 on) */
   __m512i tile = _mm512_madd_epi16(_mm512_srli_epi16(xy, 3), _mm512_set1_epi32((int)(1 | lv->row_B >> 8 << 16)));
   const __m512i places = _mm512_set4_epi32((int)0xa8a08880u, 0x28200800, 0x54504440, 0x14100400);
   __m512i in = _mm512_and_si512(xy, _mm512_set1_epi32(7 | 7 << 16));
   in = _mm512_shuffle_epi8(places, _mm512_or_si512(in, _mm512_set1_epi32(8 << 16)));
   return (vu)_mm512_add_epi32(_mm512_slli_epi32(tile, 8), _mm512_add_epi32(_mm512_and_si512(in, _mm512_set1_epi32(255)),
                                                                            _mm512_srli_epi32(in, 16)));
}

PX_INLINE __m256i two_parts(const uint8_t *ptr, const uint32_t *at)
{
   return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(ptr + at[0]))),
                                  _mm_loadu_si128((const __m128i *)(const void *)(ptr + at[1])), 1);
}

PX_INLINE __m512i four_parts(const uint8_t *ptr, const uint32_t *a, const uint32_t *b)
{
   return _mm512_inserti64x4(_mm512_castsi256_si512(two_parts(ptr, a)), two_parts(ptr, b), 1);
}

/* Quad n's window: its upper four rows are part[n]; the lower two are in part[4], for quads 0 and 1, or part[5]. Where the two
 * texels of each lane are: columns in the low words, 8 + rows in the high ones. */
struct quad_windows { __m512i part[6], first, second; };

/* False: the texels of some quad of the lanes of `run` are not all in 4x6. */
PX_INLINE bool quad_windows(const struct texel_window *w, const struct tc_samp *s, unsigned run, vi x, vi y, __m512i xy,
                            struct quad_windows *to)
{
   const bool repeats[2] = { s->wrap[0] == TC_WRAP, s->wrap[1] == TC_WRAP };
   if ((repeats[0] & w->lv->w) | (repeats[1] & w->lv->h))
      return false; /* an odd size: beyond the edge texels do not lie two by two */
   /* Clamped coordinates stay inside; others become so with the parts that they lie in. */
   __m512i low = _mm512_set1_epi32((int)packed_texel(repeats[0] ? 0x8000 : 0, repeats[1] ? 0x8000 : 0));
   __m512i high = _mm512_set1_epi32((int)packed_texel(repeats[0] ? 0x7fff : w->last, repeats[1] ? 0x7fff : w->last >> 16));
   __m512i fraction = _mm512_mask_blend_epi16(0x55555555, (__m512i)(y << 16), (__m512i)x);
   __mmask32 weighty = _mm512_test_epi16_mask(fraction, _mm512_set1_epi16(255));
   __m512i second = _mm512_min_epi16(_mm512_mask_add_epi16(xy, weighty, xy, _mm512_set1_epi16(1)), high);
   __m512i first = _mm512_max_epi16(xy, low);
   __m512i base = _mm512_and_si512(quad_least(_mm512_mask_mov_epi32(_mm512_set1_epi32(0x7fff7fff), (__mmask16)run, first)),
                                   _mm512_set1_epi32((int)0xfffefffeu));
   __m512i from = _mm512_sub_epi16(base, _mm512_set1_epi32(8 << 16)); /* rows are looked up from the eighth byte on */
   to->first = _mm512_sub_epi16(first, from);
   to->second = _mm512_sub_epi16(second, from);
   __m512i beyond = _mm512_subs_epu16(to->second, _mm512_set1_epi32(3 | 13 << 16));
   if (_mm512_mask_test_epi32_mask((__mmask16)run, beyond, beyond))
      return false;

   const __m512i upper_parts = _mm512_set4_epi32(2 | 2 << 16, 2 << 16, 2, 0);
   const __m512i lower_parts = _mm512_set4_epi32(2 | 4 << 16, 4 << 16, 2 | 4 << 16, 4 << 16);
   union px_u upper = { .v = part_offsets(w, _mm512_add_epi16(base, upper_parts)) };
   union px_u lower = { .v = part_offsets(w, _mm512_add_epi16(base, lower_parts)) };
   __asm__("" : "+m"(upper), "+m"(lower));
   for (unsigned q = 0; q < 4; q++)
      to->part[q] = four_parts(w->ptr, &upper.s[4 * q], &upper.s[4 * q + 2]);
   to->part[4] = four_parts(w->ptr, &lower.s[0], &lower.s[4]);
   to->part[5] = four_parts(w->ptr, &lower.s[8], &lower.s[12]);
   return true;
}

#ifdef __AVX512VBMI__
/* As filter_window() does it. */
PX_INLINE void filter_parts(const struct window_constants *k, struct quad_windows *q, vi x, vi y, bool last, vf out[4])
{
   /* By column (from byte 0) and row (from byte 8), for each quad: the sum says where a texel's first byte is, and is 128 or more
    * for the rows of parts 4 and 5. */
   const __m512i places = _mm512_setr_epi32(0x14100400, 0, 0x28200800, 0x8880, 0x54504440, 0, 0x28200800, 0x6860,
                                            0x14100400, 0, 0x28200800, 0xc8c0, 0x54504440, 0, 0x28200800, (int)0xa8a0);
   const struct weights weight = filter_weights(k, x, y);
   const __m512i lines = _mm512_shuffle_epi8(places, _mm512_or_si512(q->first, _mm512_slli_epi16(q->second, 8)));
   const __m512i from = _mm512_add_epi8(_mm512_shuffle_epi8(lines, k->columns), _mm512_shuffle_epi8(lines, k->rows));
   const __mmask64 lower = _mm512_movepi8_mask(from), upper = _knot_mask64(lower);
   const __mmask64 left = _kshiftri_mask64(_kshiftli_mask64(upper, 32), 32);
   const __mmask64 right = _kshiftli_mask64(_kshiftri_mask64(upper, 32), 32);
   for (unsigned n = 0; n < 6; n++)
      q->part[n] = _mm512_xor_si512(q->part[n], k->sign);
   out[3] = vf_set(0);
   for (unsigned c = 0; c < 4; c++) { /* a compile-time constant */
      if (c == 3 && !last)
         continue;
      __m512i four = c ? _mm512_or_si512(from, k->channel[c - 1]) : from;
      four = _mm512_mask2_permutex2var_epi8(q->part[0], four, left, q->part[1]);
      four = _mm512_mask2_permutex2var_epi8(q->part[2], four, right, q->part[3]);
      four = _mm512_mask2_permutex2var_epi8(q->part[4], four, lower, q->part[5]);
      out[c] = filtered(k, _mm512_maddubs_epi16(weight.down, four), weight.across);
   }
}
#else
/* Where the lanes of `lower` are taken from. */
PX_INLINE __m512i quad_pick(const __m512i t[6], __m512i at, __mmask16 lower)
{
   __mmask16 first = 0x00ff;
   __asm__("" : "+k"(first));
   at = _mm512_mask2_permutex2var_epi32(t[0], at, _kandn_mask16(lower, first), t[1]);
   at = _mm512_mask2_permutex2var_epi32(t[2], at, _knot_mask16(_kor_mask16(lower, first)), t[3]);
   return _mm512_mask2_permutex2var_epi32(t[4], at, lower, t[5]);
}

PX_INLINE void filter_parts(const struct window_constants *k, struct quad_windows *q, vi x, vi y, bool last, vf out[4])
{
   __m512i texel[4];
   /* By column (from byte 0) and row (from byte 8), for each quad: what the texel's number is made of, modulo 32; 32 marks the
    * rows of parts 4 and 5. */
   const __m512i places = _mm512_setr_epi32(0x05040100, 0, 0x0a080200, 0x2220, 0x15141110, 0, 0x0a080200, 0x3a38,
                                            0x05040100, 0, 0x0a080200, 0x3230, 0x15141110, 0, 0x0a080200, 0x2a28);
   const __m512i mark = _mm512_set1_epi32(32 << 16);
   const __m512i first = _mm512_shuffle_epi8(places, q->first), second = _mm512_shuffle_epi8(places, q->second);
   const __mmask16 lower0 = _mm512_test_epi32_mask(first, mark), lower1 = _mm512_test_epi32_mask(second, mark);
   const __m512i above = _mm512_srli_epi32(first, 16), below = _mm512_srli_epi32(second, 16);
   texel[0] = quad_pick(q->part, _mm512_add_epi32(first, above), lower0);
   texel[1] = quad_pick(q->part, _mm512_add_epi32(second, above), lower0);
   texel[2] = quad_pick(q->part, _mm512_add_epi32(first, below), lower1);
   texel[3] = quad_pick(q->part, _mm512_add_epi32(second, below), lower1);
   filter_texels(k, texel, x, y, last, out);
}
#endif

/* Samples a block; channel 3 only if `last` says so. False: not all texels of some quad are in its window. */
static __attribute__((noinline)) bool filter_quads(const struct texel_window *w, const struct tc_samp *s, unsigned run, vi x, vi y,
                                                   __m512i xy, bool last, vf out[4])
{
   struct quad_windows q;
   struct window_constants k;
   if (!quad_windows(w, s, run, x, y, xy, &q))
      return false;
   window_constants(true, &k);
   filter_parts(&k, &q, x, y, last, out);
   return true;
}

#endif

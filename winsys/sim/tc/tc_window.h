/* tc_window.h: the texels of samples on hosts with AVX-512, for 16 lanes of an image of up to 64 bits per texel in thin or linear
 * order, or of compressed blocks that become such texels (tc_block.h). The texels that 16 neighbouring pixels touch mostly lie in
 * a window of 8x8 texels: it is loaded completely, a dword per texel, and every lane's texels come out of registers by permutation.
 * What lies further apart is for gathers. Part of tc_rgba8.h and tc_sample.c. */
#ifndef SIM_TC_WINDOW_H
#define SIM_TC_WINDOW_H

#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/tc/tc_bilinear.h"
#include "winsys/sim/tc/tc_fetch.h"

/* Constants, which the compiler would otherwise make anew from general registers in every block. */
struct window_constants {
   __mmask64 even;                 /* bytes, words */
   __m512i low, sign, seven, one_word, places, row_bit;
#ifdef __AVX512VBMI__
   __m512i place_B, columns, rows, channel[3];
#endif
};

PX_INLINE void window_constants(bool tiled, struct window_constants *k)
{
   k->even = 0x5555555555555555;
   __asm__("" : "+k"(k->even));
   k->low = _mm512_set1_epi16(255);
   k->sign = _mm512_set1_epi8(-128);
   k->seven = _mm512_set1_epi32(7 | 15 << 16);
   k->one_word = _mm512_set1_epi16(1);
   /* By column (0..7) and row (8..15): where their bits go in a texel's number in the window, see window_load(). */
   k->places = tiled ? _mm512_set4_epi32(0x2a282220, 0x0a080200, 0x15141110, 0x05040100) :
                                              _mm512_set4_epi32(0x38302820, 0x18100800, 0x07060504, 0x03020100);
   k->row_bit = _mm512_set1_epi32(32 << 16);
   IN_REGISTER(k->low); IN_REGISTER(k->sign); IN_REGISTER(k->seven); IN_REGISTER(k->one_word);
   IN_REGISTER(k->places); IN_REGISTER(k->row_bit);
#ifdef __AVX512VBMI__
   k->place_B = _mm512_slli_epi32(k->places, 2);
   k->columns = _mm512_set4_epi32(0x0d0d0c0c, 0x09090808, 0x05050404, 0x01010000);
   k->rows = _mm512_set4_epi32(0x0f0e0f0e, 0x0b0a0b0a, 0x07060706, 0x03020302);
   IN_REGISTER(k->place_B); IN_REGISTER(k->columns); IN_REGISTER(k->rows);
   for (unsigned c = 0; c < 3; c++) {
      k->channel[c] = _mm512_set1_epi8((char)(c + 1));
      IN_REGISTER(k->channel[c]);
   }
#endif
}

PX_INLINE __m512i words_of(const struct window_constants *k, __m512i low, __m512i high)
{
   return _mm512_mask_blend_epi16((__mmask32)k->even, high, low);
}

/* A level and what its windows have in common. Everything in texels. */
struct texel_window {
   const struct tc_img *img;
   const struct tc_level *lv;
   const uint8_t *ptr;
   uint32_t max;          /* greatest first column (low half) and row of a window; negative: the level is too small */
   uint32_t align;        /* mask of first columns and rows, packed likewise */
   uint32_t last;         /* greatest coordinates */
   uint32_t flip;         /* of the slice, in a macro-tiled level */
   bool tiled, ragged;    /* ragged: windows may reach beyond the last texels */
   bool large;            /* prefetch for later waves (micro-tiled levels only) */
};

PX_INLINE uint32_t packed_texel(uint32_t x, uint32_t y) { return (x & 0xffff) | y << 16; }

PX_INLINE bool level_is_tiled(const struct tc_img *img, const struct tc_level *lv)
{
   return tc_has_blocks(img) || lv->surf.mode != TILE_LINEAR;
}

/* tiled: what level_is_tiled() says. */
PX_INLINE void window_init(const struct tc_img *img, const struct tc_level *lv, const uint8_t *ptr, uint32_t slice, bool tiled,
                           struct texel_window *w)
{
   w->img = img;
   w->lv = lv;
   w->ptr = ptr;
   w->tiled = tiled;
   w->flip = tc_map(lv) ? tile_map_flip_slice(&lv->surf, slice) : 0;
   /* Memory is certain for complete micro tiles only, or for the texels of a row. */
   w->max = tiled ? packed_texel(((lv->w + 7) & ~7u) - 8, ((lv->h + 7) & ~7u) - 8) : packed_texel(lv->w - 8, lv->h - 8);
   w->align = w->tiled ? 0xfffefffc : 0xffffffff;
   w->last = (lv->w - 1) | (lv->h - 1) << 16;
   w->ragged = w->tiled && (lv->w | lv->h) & 7;
   w->large = tiled && !tc_map(lv) && !tc_has_blocks(img) && lv->w * lv->h >= TC_LARGE;
   if (tc_has_blocks(img)) { /* blocks beyond the last are the last again */
      w->ragged = (lv->w | lv->h) & 7;
      w->align = 0xfffcfffc;
      w->max = packed_texel(lv->w > 8 ? ((lv->w + 3) & ~3u) - 8 : 0, lv->h > 8 ? ((lv->h + 3) & ~3u) - 8 : 0);
   }
}

/* First column and row of each of 1 or 4 blocks' windows, and what to take off their lanes' coordinates. */
struct window_places { uint32_t at[4], base[4]; };

/* Waves mostly come row by row of a tile of the screen, so the one below this wave of 2x2 blocks comes a while later. One line
 * for each of its blocks is prefetched now, as large levels are not in the near caches. The upper lines of its windows are those
 * of this wave's lower windows; the line with the texel at (4, 6) of a window is new. Windows 8 rows or more apart (minification by two, as for
 * mipmaps) have four new lines each: one prefetch costs more than it gains there. first: where this wave's blocks are. */
PX_INLINE void window_prefetch_below(const struct texel_window *w, __m128i first)
{
   __m128i down = _mm_sub_epi16(_mm_shuffle_epi32(first, 0xaa), _mm_shuffle_epi32(first, 0));
   const int rows = (int16_t)_mm_extract_epi16(down, 1);
   if (rows >= 8 || rows <= -8)
      return;
   __m128i at = _mm_add_epi16(_mm_add_epi16(first, _mm_add_epi16(down, down)), _mm_set1_epi32(6 << 16 | 4));
   at = _mm_max_epi16(_mm_min_epi16(at, _mm_set1_epi32((int)w->last)), _mm_setzero_si128());
   __m128i x = _mm_and_si128(at, _mm_set1_epi32(0xffff)), y = _mm_srli_epi32(at, 16);
   const __m128i half = _mm_set1_epi32(4);
   __m128i line = _mm_or_si128(_mm_slli_epi32(_mm_and_si128(x, half), 4), _mm_slli_epi32(_mm_and_si128(y, half), 5));
   x = _mm_add_epi32(_mm_slli_epi32(_mm_srli_epi32(x, 3), 8), line);
   y = _mm_mullo_epi32(_mm_srli_epi32(y, 3), _mm_set1_epi32((int)w->lv->row_B));
   union { __m128i v; uint32_t s[4]; } offset = { .v = _mm_add_epi32(x, y) };
   for (unsigned n = 0; n < 4; n++)
      __builtin_prefetch(w->ptr + offset.s[n]);
}

PX_INLINE void window_place(const struct texel_window *w, const __m512i xy[4], unsigned parts, struct window_places *p)
{
   __m512i m = xy[0];
   if (parts > 1) {
      __m512i a = _mm512_min_epi16(_mm512_unpacklo_epi64(xy[0], xy[1]), _mm512_unpackhi_epi64(xy[0], xy[1]));
      __m512i b = _mm512_min_epi16(_mm512_unpacklo_epi64(xy[2], xy[3]), _mm512_unpackhi_epi64(xy[2], xy[3]));
      m = _mm512_min_epi16((__m512i)_mm512_shuffle_ps((__m512)a, (__m512)b, 0x88),
                           (__m512i)_mm512_shuffle_ps((__m512)a, (__m512)b, 0xdd));
   }
   __m256i m8 = _mm256_min_epi16(_mm512_castsi512_si256(m), _mm512_extracti64x4_epi64(m, 1));
   __m128i m4 = _mm_min_epi16(_mm256_castsi256_si128(m8), _mm256_extracti128_si256(m8, 1));
   if (parts == 1) {
      m4 = _mm_min_epi16(m4, _mm_shuffle_epi32(m4, 0x4e));
      m4 = _mm_min_epi16(m4, _mm_shuffle_epi32(m4, 0xb1));
   }
   if (parts > 1 && w->large)
      window_prefetch_below(w, m4);
   m4 = _mm_min_epi16(_mm_and_si128(m4, _mm_set1_epi32((int)w->align)), _mm_set1_epi32((int)w->max));
   _mm_storeu_si128((__m128i *)(void *)p->at, m4);
   _mm_storeu_si128((__m128i *)(void *)p->base, _mm_sub_epi16(m4, _mm_set1_epi32(8 << 16)));
}

/* Of an image's texels; tc_rgba8.h has 32 bits only. */
PX_INLINE unsigned window_texel_B(const struct texel_window *w) { return TC_SOURCE == TC_SOURCE_ANY ? w->img->as->el_B : 4; }

/* Dword `second` of each texel of two runs of eight texels. */
PX_INLINE __m512i window_rows(const uint8_t *low, const uint8_t *high, unsigned texel_B, unsigned second)
{
   const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
   switch (texel_B) {
   case 1:
      return _mm512_cvtepu8_epi32((__m128i)_mm_loadh_pi((__m128)_mm_loadl_epi64((const __m128i *)(const void *)low),
                                                        (const __m64 *)(const void *)high));
   case 2:
      return _mm512_cvtepu16_epi32(_mm256_loadu2_m128i((const __m128i *)(const void *)high, (const __m128i *)(const void *)low));
   case 8:
      return _mm512_permutex2var_epi32(_mm512_loadu_si512(low), _mm512_or_si512(even, _mm512_set1_epi32((int)second)),
                                       _mm512_loadu_si512(high));
   default:
      return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)low)),
                                _mm256_loadu_si256((const __m256i *)(const void *)high), 1);
   }
}

/* Four decoded blocks. */
static __attribute__((noinline)) void window_load_blocks(const struct texel_window *w, uint32_t x, uint32_t y, unsigned second,
                                                         __m512i t[4])
{
   uint32_t last_x = (w->lv->w - 1) >> 2, last_y = (w->lv->h - 1) >> 2;
   const unsigned texel_B = window_texel_B(w);
   for (unsigned n = 0; n < 4; n++) {
      uint32_t bx = (x >> 2) + (n & 1), by = (y >> 2) + (n >> 1);
      bx = bx < last_x ? bx : last_x;
      by = by < last_y ? by : last_y;
      const uint8_t *texels = (const uint8_t *)tc_block_texels(w->img, w->ptr + tc_block_offset(w->lv, w->flip, bx, by));
      t[n] = window_rows(texels, texels + 8 * texel_B, texel_B, second);
   }
}

/* Dword `second` of the texels of the window at column x, row y. Linear: vector k has rows 2k and 2k + 1. Tiled: vectors 0 and 1
 * have the upper four rows of the left and right half, in parts of 2x2 texels. */
PX_INLINE void window_load(const struct texel_window *w, uint32_t x, uint32_t y, unsigned second, __m512i t[4])
{
   const struct tc_level *lv = w->lv;
   const struct tile_map *m = tc_map(lv);
   const uint32_t *row_B = lv->part_row_B;
   const unsigned texel_B = window_texel_B(w);
   if (tc_has_blocks(w->img)) {
      window_load_blocks(w, x, y, second, t);
   } else if (m) { /* up to four micro tiles anywhere */
      const uint8_t *row[4];
      uint32_t flip[4], flip_x0 = m->flip_x[x & m->mask_x], flip_x1 = m->flip_x[(x + 4) & m->mask_x];
      for (unsigned n = 0; n < 4; n++) {
         row[n] = w->ptr + ((y + 2 * n) >> m->shift_y) * lv->row_B;
         flip[n] = m->flip_y[(y + 2 * n) & m->mask_y] ^ w->flip;
      }
      const uint32_t left = (x >> m->shift_x) * m->macro_B, right = ((x + 4) >> m->shift_x) * m->macro_B;
      for (unsigned n = 0; n < 4; n += 2) {
         t[n] = window_rows(row[n] + left + (flip_x0 ^ flip[n]), row[n + 1] + left + (flip_x0 ^ flip[n + 1]), texel_B, second);
         t[n + 1] = window_rows(row[n] + right + (flip_x1 ^ flip[n]), row[n + 1] + right + (flip_x1 ^ flip[n + 1]), texel_B, second);
      }
   } else if (w->tiled) {
      const uint8_t *left = w->ptr + (size_t)(y >> 3) * lv->row_B + (x * 8 - (x & 4) * 4) * texel_B;
      const uint8_t *right = left + (16 + (x & 4) * 8) * texel_B;
      row_B += y >> 1 & 3;
      for (unsigned n = 0; n < 4; n += 2) {
         t[n] = window_rows(left + row_B[n], left + row_B[n + 1], texel_B, second);
         t[n + 1] = window_rows(right + row_B[n], right + row_B[n + 1], texel_B, second);
      }
   } else {
      const uint8_t *row = w->ptr + (size_t)y * lv->row_B + x * texel_B;
      for (unsigned n = 0; n < 4; n++)
         t[n] = window_rows(row + row_B[2 * n], row + row_B[2 * n + 1], texel_B, second);
   }
}

/* Coordinates of the first texels, packed. x, y: positions in 1/256 texels. */
PX_INLINE __m512i window_pack(const struct window_constants *k, vi x, vi y)
{
   return words_of(k, (__m512i)(x >> 8), (__m512i)(y << 8));
}

/* The second permutation still finds its indices in the lanes that the first leaves alone. */
PX_INLINE __m512i window_pick(const __m512i t[4], __m512i at, __mmask16 upper, __mmask16 lower)
{
   at = _mm512_mask2_permutex2var_epi32(t[0], at, upper, t[1]);
   return _mm512_mask2_permutex2var_epi32(t[2], at, lower, t[3]);
}

/* Where the first and the second texel of each lane of block b are in the block's window: columns in the low words, 8 + rows in
 * the high ones. xy: what window_pack() made of x and y. False: the texels of some lane are not all in one window, or not all in
 * the level. */
PX_INLINE bool window_find(const struct texel_window *w, const struct window_constants *k, vi x, vi y, __m512i xy,
                           const struct window_places *p, unsigned b, __m512i *first, __m512i *second)
{
   const __m512i base = _mm512_set1_epi32((int)p->base[b]);
   /* The second texel is only needed where its weight is not 0. */
   __mmask32 weighty = _mm512_test_epi16_mask(words_of(k, (__m512i)x, (__m512i)(y << 16)), k->low);
   *first = _mm512_sub_epi16(xy, base);
   *second = _mm512_mask_add_epi16(*first, weighty, *first, k->one_word);
   return !(p->at[b] & 0x80008000 || _mm512_cmpgt_epu16_mask(*second, k->seven) ||
            (w->ragged && _mm512_cmpgt_epu16_mask(_mm512_add_epi16(*second, base), _mm512_set1_epi32((int)w->last))));
}

/* Dword `second` of the four texels of each lane of a block whose window is at `at`: top left, top right, bottom left, bottom
 * right; or of the first only. */
PX_INLINE void window_texels(const struct texel_window *w, const struct window_constants *k, uint32_t at, __m512i from,
                             __m512i to, unsigned second, unsigned corners, __m512i texel[4])
{
   __m512i t[4];
   window_load(w, at & 0xffff, at >> 16, second, t);
   from = _mm512_shuffle_epi8(k->places, from);   /* column in the low word, row in the high one */
   __mmask16 lower0 = _mm512_test_epi32_mask(from, k->row_bit), upper0 = _knot_mask16(lower0);
   __m512i top = _mm512_srli_epi32(from, 16);
   texel[0] = window_pick(t, _mm512_or_si512(from, top), upper0, lower0);
   if (corners == 1)
      return;
   to = _mm512_shuffle_epi8(k->places, to);
   __mmask16 lower1 = _mm512_test_epi32_mask(to, k->row_bit), upper1 = _knot_mask16(lower1);
   __m512i bottom = _mm512_srli_epi32(to, 16);
   texel[1] = window_pick(t, _mm512_or_si512(to, top), upper0, lower0);
   texel[2] = window_pick(t, _mm512_or_si512(from, bottom), upper1, lower1);
   texel[3] = window_pick(t, _mm512_or_si512(to, bottom), upper1, lower1);
}

/* The texels of inactive lanes are fetched too, so they had better be where the others are. */
PX_INLINE vf fill_inactive(vf u, unsigned run)
{
   const __m512i from = _mm512_set1_epi32(__builtin_ctz(run));
   return (vf)_mm512_mask_permutexvar_ps((__m512)u, (__mmask16)~run, from, (__m512)u);
}

#ifdef __AVX512VBMI__
/* The texels of a window come channel by channel: each lane's upper left, lower left, upper right, lower right byte. `at`, `first`
 * and `second` as above. */
PX_INLINE void filter_window(const struct texel_window *w, const struct window_constants *k, const struct filter_constants *filter,
                             uint32_t at, __m512i first, __m512i second, vi x, vi y, bool last, vf out[4])
{
   const struct weights weight = filter_weights(filter, x, y);
   __m512i t[4];
   window_load(w, at & 0xffff, at >> 16, 0, t);
   for (unsigned n = 0; n < 4; n++)
      t[n] = _mm512_xor_si512(t[n], k->sign);
   /* Bytes: offsets of the first column, the second column, the first row, the second row. */
   __m512i lines = _mm512_shuffle_epi8(k->place_B, _mm512_or_si512(first, _mm512_slli_epi16(second, 8)));
   __m512i from = _mm512_or_si512(_mm512_shuffle_epi8(lines, k->columns), _mm512_shuffle_epi8(lines, k->rows));
   __mmask64 lower = _mm512_movepi8_mask(from), upper = _knot_mask64(lower);
   out[3] = vf_set(0);
   for (unsigned c = 0; c < 4; c++) { /* a compile-time constant */
      if (c == 3 && !last)
         continue;
      __m512i four = c ? _mm512_or_si512(from, k->channel[c - 1]) : from;
      four = _mm512_mask2_permutex2var_epi8(t[0], four, upper, t[1]);
      four = _mm512_mask2_permutex2var_epi8(t[2], four, lower, t[3]);
      out[c] = filter_across(filter, _mm512_maddubs_epi16(weight.down, four), weight.across);
   }
}
#endif

#endif

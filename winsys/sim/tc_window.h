/* tc_window.h: bilinear and nearest samples of micro-tiled RGBA8 images on hosts with AVX-512, without a scalar address.
 * A 4x4 texel block of such an image is one cache line. The texels that 16 neighbouring pixels touch mostly lie in a
 * window of 2x2 such blocks: four loads, and every pixel's texels come out of those registers by permutation. Pixels
 * that lie further apart gather. Part of tc_rgba8.c. */
#ifndef SIM_TC_WINDOW_H
#define SIM_TC_WINDOW_H

#include "px_simd.h"
#include "tc_int.h"

/* Byte per coordinate 0..7 in the window: its bits moved to every second place, as elements count in a micro tile. */
PX_INLINE __m512i window_spread(__m512i xy)
{
   const __m512i table = _mm512_set4_epi32(0, 0, 0x15141110, 0x05040100);
   return _mm512_shuffle_epi8(table, xy);
}

PX_INLINE __m512i window_pick(const __m512i t[4], __m512i at, __mmask16 lower)
{
   return _mm512_mask_blend_epi32(lower, _mm512_permutex2var_epi32(t[0], at, t[1]),
                                  _mm512_permutex2var_epi32(t[2], at, t[3]));
}

/* What all lanes of a level have in common. */
struct window_level {
   const uint8_t *ptr;
   vf scale_x, scale_y;           /* size in 1/256 texels */
   uint32_t last;                 /* greatest coordinates, packed */
   uint32_t blocks_x, blocks_y, pitch_B /* of two rows of blocks */;
   uint8_t wrap_x, wrap_y;
};

/* reach: 1 if the texels to the right and below are wanted too. False: too small for windows. */
PX_INLINE bool window_level(const struct tc_level *lv, const uint8_t *ptr, const struct tc_samp *s, unsigned reach,
                            struct window_level *l)
{
   l->ptr = ptr;
   l->scale_x = vf_set((float)lv->w * 256.0f);
   l->scale_y = vf_set((float)lv->h * 256.0f);
   l->last = (lv->w - 1u - reach) | (lv->h - 1u - reach) << 16;
   l->blocks_x = lv->surf.pitch_el >> 2;
   l->blocks_y = lv->surf.height_el >> 2;
   l->pitch_B = lv->surf.pitch_el * 32;
   l->wrap_x = s->wrap[0];
   l->wrap_y = s->wrap[1];
   return lv->w > reach && lv->h > reach;
}

/* Position in 1/256 texels, as a vector of floats. */
PX_INLINE vf window_position(vf u, vf scale, unsigned wrap)
{
   if (wrap == TC_WRAP) {
      u = u - vf_floor(u);
   } else if (wrap == TC_MIRROR) {
      u = vf_limit(u, -0x1p30f, 0x1p30f);
      u = u - 2.0f * vf_floor(u * 0.5f);
      u = vf_min(u, 2.0f - u);
   } else {
      u = vf_limit(u, 0.0f, 1.0f);
   }
   return u * scale;
}

/* Smallest 16-bit numbers, low and high separately, of each of the vectors. */
PX_INLINE void window_min(const __m512i xy[4], unsigned parts, uint32_t min[4])
{
   __m512i m = xy[0];
   if (parts > 1) {
      __m512i a = _mm512_min_epu16(_mm512_unpacklo_epi64(xy[0], xy[1]), _mm512_unpackhi_epi64(xy[0], xy[1]));
      __m512i b = _mm512_min_epu16(_mm512_unpacklo_epi64(xy[2], xy[3]), _mm512_unpackhi_epi64(xy[2], xy[3]));
      m = _mm512_min_epu16((__m512i)_mm512_shuffle_ps((__m512)a, (__m512)b, 0x88), (__m512i)_mm512_shuffle_ps((__m512)a, (__m512)b, 0xdd));
   }
   __m256i m8 = _mm256_min_epu16(_mm512_castsi512_si256(m), _mm512_extracti64x4_epi64(m, 1));
   __m128i m4 = _mm_min_epu16(_mm256_castsi256_si128(m8), _mm256_extracti128_si256(m8, 1));
   if (parts == 1) {
      m4 = _mm_min_epu16(m4, _mm_shuffle_epi32(m4, 0x4e));
      m4 = _mm_min_epu16(m4, _mm_shuffle_epi32(m4, 0xb1));
   }
   _mm_storeu_si128((__m128i *)(void *)min, m4);
}

/* xy: coordinates of the (first) texels, 16 bits each, x below y; `min` of them. Loads the window and gives the coordinates
 * in it; false if the texels of some lane are not all in it, or if a coordinate is no texel of the level. */
PX_INLINE bool window_load(const struct window_level *l, __m512i xy, uint32_t min, unsigned reach, __m512i t[4], __m512i *inside)
{
   uint32_t base = min & 0xfffcfffc;
   *inside = _mm512_sub_epi16(xy, _mm512_set1_epi32((int)base));
   __mmask32 ok = _mm512_cmple_epu16_mask(xy, _mm512_set1_epi32((int)l->last));
   ok = _mm512_mask_cmple_epu16_mask(ok, *inside, _mm512_set1_epi16((short)(7 - reach)));
   if (ok != 0xffffffff)
      return false;
   /* In blocks; the second one may not exist, and then nobody asks for it. */
   uint32_t bx = (base & 0xffff) >> 2, by = base >> 18;
   uint32_t bx1 = bx + (bx + 1 < l->blocks_x), by1 = by + (by + 1 < l->blocks_y);
   const uint8_t *row0 = l->ptr + (uint64_t)(by >> 1) * l->pitch_B + (by & 1) * 128;
   const uint8_t *row1 = l->ptr + (uint64_t)(by1 >> 1) * l->pitch_B + (by1 & 1) * 128;
   t[0] = _mm512_loadu_si512(row0 + bx * 64 + (bx >> 1) * 128);
   t[1] = _mm512_loadu_si512(row0 + bx1 * 64 + (bx1 >> 1) * 128);
   t[2] = _mm512_loadu_si512(row1 + bx * 64 + (bx >> 1) * 128);
   t[3] = _mm512_loadu_si512(row1 + bx1 * 64 + (bx1 >> 1) * 128);
   return true;
}

/* The four texels of each lane: top left, top right, bottom left, bottom right. */
PX_INLINE void window_quads(const __m512i t[4], __m512i inside, __m512i out[4])
{
   __m512i first = window_spread(inside);
   __m512i second = window_spread(_mm512_add_epi16(inside, _mm512_set1_epi16(1)));
   __m512i y0 = _mm512_srli_epi32(first, 15), y1 = _mm512_srli_epi32(second, 15);
   __mmask16 lower0 = _mm512_test_epi32_mask(y0, _mm512_set1_epi32(32)), lower1 = _mm512_test_epi32_mask(y1, _mm512_set1_epi32(32));
   out[0] = window_pick(t, _mm512_or_si512(first, y0), lower0);
   out[1] = window_pick(t, _mm512_or_si512(second, y0), lower0);
   out[2] = window_pick(t, _mm512_or_si512(first, y1), lower1);
   out[3] = window_pick(t, _mm512_or_si512(second, y1), lower1);
}

PX_INLINE __m512i window_texel(const __m512i t[4], __m512i inside)
{
   __m512i first = window_spread(inside), y = _mm512_srli_epi32(first, 15);
   return window_pick(t, _mm512_or_si512(first, y), _mm512_test_epi32_mask(y, _mm512_set1_epi32(32)));
}

/* The bilinear filter, exact: sums of 8-bit texels times two 8-bit weights (those of the second texel, 0..256; with
 * `bytes` only the low bytes of wx and wy count). Even and
 * odd bytes are handled as 16-bit numbers; sums of two rows fill them (255 * 256), so the step across, a multiply-add of
 * signed pairs, sees them moved down by 32768, and its result by 2^23. (sum + 2^23) * scale is rounded once either way. */
PX_INLINE void filter_quads(const __m512i t[4], __m512i wx, __m512i wy, bool bytes, vf out[4])
{
   const __m512i low = _mm512_set1_epi32(0x00ff00ff), full = _mm512_set1_epi16(256), bias = _mm512_set1_epi16(-32768);
   const __m512i both = bytes ? _mm512_set4_epi32((int)0x800c800cu, (int)0x80088008u, (int)0x80048004u, (int)0x80008000u) :
                                _mm512_set4_epi32(0x0d0c0d0c, 0x09080908, 0x05040504, 0x01000100);
   const __m512 scale = _mm512_set1_ps(1.0f / (255 * 65536)), unbias = _mm512_set1_ps(8388608.0f / (255 * 65536));
   __m512i y1 = _mm512_shuffle_epi8(wy, both), y0 = _mm512_sub_epi16(full, y1), x1 = _mm512_shuffle_epi8(wx, both);
   x1 = _mm512_mask_sub_epi16(x1, 0x55555555, full, x1);
   __m512i even[2], odd[2];
   for (unsigned s = 0; s < 2; s++) {
      even[s] = _mm512_add_epi16(_mm512_mullo_epi16(_mm512_and_si512(t[s], low), y0),
                                 _mm512_mullo_epi16(_mm512_and_si512(t[2 + s], low), y1));
      odd[s] = _mm512_add_epi16(_mm512_mullo_epi16(_mm512_srli_epi16(t[s], 8), y0),
                                _mm512_mullo_epi16(_mm512_srli_epi16(t[2 + s], 8), y1));
      even[s] = _mm512_xor_si512(even[s], bias);
      odd[s] = _mm512_xor_si512(odd[s], bias);
   }
   __m512i pair[4] = {
      _mm512_mask_blend_epi16(0xaaaaaaaa, even[0], _mm512_slli_epi32(even[1], 16)),
      _mm512_mask_blend_epi16(0xaaaaaaaa, odd[0], _mm512_slli_epi32(odd[1], 16)),
      _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(even[0], 16), even[1]),
      _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(odd[0], 16), odd[1]),
   };
   for (unsigned c = 0; c < 4; c++)
      out[c] = (vf)_mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_madd_epi16(pair[c], x1)), scale, unbias);
}

/* The texels of inactive lanes are fetched too, so they had better be where the others are. */
PX_INLINE vf fill_inactive(vf u, unsigned run)
{
   return run == 0xffff ? u : vf_sel(v_mask(run), u, (vf)_mm512_permutexvar_ps(_mm512_set1_epi32(__builtin_ctz(run)), (__m512)u));
}

/* The lanes of `parts` (1 or 4) blocks that windows serve; returns those that are left. The four channels go to rows 0..3.
 * Step by step for all blocks, because each step's results come late. */
PX_INLINE uint64_t window_parts(const struct window_level *l, const uint32_t *u, const uint32_t *v, uint32_t (*data)[64],
                                unsigned at, unsigned parts, uint64_t exec, bool linear)
{
   __m512i x[4], y[4], xy[4];
   uint32_t min[4];
   uint64_t left = 0;
   for (unsigned p = 0; p < parts; p++) {
      unsigned run = exec >> 16 * p & 0xffff;
      vf px = vf_load(u + at + 16 * p), py = vf_load(v + at + 16 * p);
      if (run && run != 0xffff) {
         px = fill_inactive(px, run);
         py = fill_inactive(py, run);
      }
      px = window_position(px, l->scale_x, l->wrap_x);
      py = window_position(py, l->scale_y, l->wrap_y);
      x[p] = (__m512i)(linear ? vi_round(px) - 128 : vi_floor(px));
      y[p] = (__m512i)(linear ? vi_round(py) - 128 : vi_floor(py));
      xy[p] = _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srai_epi32(x[p], 8), _mm512_slli_epi32(y[p], 8));
   }
   window_min(xy, parts, min);
   for (unsigned p = 0; p < parts; p++) {
      unsigned run = exec >> 16 * p & 0xffff;
      __m512i t[4], quads[4], inside;
      vf out[4];
      if (!window_load(l, xy[p], min[p], linear, t, &inside)) {
         left |= (uint64_t)run << 16 * p;
         continue;
      }
      if (linear) {
         window_quads(t, inside, quads);
         filter_quads(quads, x[p], y[p], true, out);
      } else {
         vu texel = (vu)window_texel(t, inside);
         for (unsigned c = 0; c < 4; c++)
            out[c] = vf_unorm((texel >> 8 * c) & 255, 8);
      }
      for (unsigned c = 0; c < 4; c++)
         vu_store_masked(&data[c][at + 16 * p], (vu)out[c], run);
   }
   return left;
}

PX_INLINE uint64_t window_lanes(const struct window_level *l, const uint32_t *u, const uint32_t *v, uint32_t (*data)[64],
                                uint64_t exec, unsigned lanes, bool linear)
{
   if (lanes == 64)
      return window_parts(l, u, v, data, 0, 4, exec, linear);
   uint64_t left = 0;
   for (unsigned at = 0; at < lanes; at += 16)
      if (exec >> at & 0xffff)
         left |= window_parts(l, u, v, data, at, 1, exec >> at & 0xffff, linear) << at;
   return left;
}

#endif

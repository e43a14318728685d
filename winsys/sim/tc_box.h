/* tc_box.h: bilinear samples of 32-bit texels on hosts with AVX2 only, where the texels of a whole wave lie close together: the
 * box of texels that has them all is copied once, row by row, to memory that stays in the first cache. There the four texels
 * of a lane are two pairs at one distance, so a lane is filtered with all its channels side by side. Part of tc_rgba8.h. */
#ifndef SIM_TC_BOX_H
#define SIM_TC_BOX_H

#include "tc_quads.h"

enum {
   BOX_GROUPS = 8,        /* of four texels, in a row */
   BOX_PAIRS = 16,        /* of rows */
   BOX_MOST = 48,         /* groups of two rows: more of them cost more than quads' own windows */
   BOX_ROW_B = BOX_GROUPS * 16,
};

struct box {
   _Alignas(64) uint8_t row[2 * BOX_PAIRS][BOX_ROW_B]; /* texels moved down by 128 */
   uint8_t spare[16];     /* the last row's right texel where it has no weight */
   const uint8_t *origin; /* where column 0, row 0 of the level would be */
   bool stays;            /* some lane needs no second row */
};

/* Least and greatest positions: of the columns, then of the rows. */
PX_INLINE void box_extent(const struct spot p[8], int32_t least[2], int32_t most[2])
{
   __m256i x0 = p[0].x, y0 = p[0].y, x1 = x0, y1 = y0;
   for (unsigned n = 1; n < 8; n++) {
      x0 = _mm256_min_epi32(x0, p[n].x);
      y0 = _mm256_min_epi32(y0, p[n].y);
      x1 = _mm256_max_epi32(x1, p[n].x);
      y1 = _mm256_max_epi32(y1, p[n].y);
   }
   __m256i a = _mm256_min_epi32(_mm256_unpacklo_epi32(x0, y0), _mm256_unpackhi_epi32(x0, y0));
   __m256i b = _mm256_max_epi32(_mm256_unpacklo_epi32(x1, y1), _mm256_unpackhi_epi32(x1, y1));
   __m128i a4 = _mm_min_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
   __m128i b4 = _mm_max_epi32(_mm256_castsi256_si128(b), _mm256_extracti128_si256(b, 1));
   a4 = _mm_min_epi32(a4, _mm_shuffle_epi32(a4, 0xee));
   b4 = _mm_max_epi32(b4, _mm_shuffle_epi32(b4, 0xee));
   _mm_storel_epi64((__m128i *)(void *)least, a4);
   _mm_storel_epi64((__m128i *)(void *)most, b4);
}

/* Lanes that do not count go where another one is. */
PX_INLINE void box_fill(struct spot p[8], uint64_t exec)
{
   unsigned first = (unsigned)__builtin_ctzll(exec);
   union half x = { .v = p[first / 8].x }, y = { .v = p[first / 8].y };
   __m256i some_x = _mm256_set1_epi32((int32_t)x.s[first % 8]), some_y = _mm256_set1_epi32((int32_t)y.s[first % 8]);
   for (unsigned n = 0; n < 8; n++) {
      __m256i run = half_mask(exec >> 8 * n & 0xff);
      p[n].x = _mm256_blendv_epi8(some_x, p[n].x, run);
      p[n].y = _mm256_blendv_epi8(some_y, p[n].y, run);
   }
}

PX_INLINE void box_copy(quads_k k, const struct quads *q, uint32_t group, uint32_t pair, uint32_t groups, uint32_t pairs,
                        struct box *box)
{
   const __m256i sign = K(sign);
   for (uint32_t r = 0; r < pairs; r++) {
      uint32_t row = pair + r, at = (group >> 1) * 256 + (group & 1) * 64, step = group & 1 ? 192 : 64;
      const uint8_t *from = q->ptr + (size_t)(row >> 2) * q->row_B + (row & 1) * 32 + (row & 2) * 64;
      uint8_t *to = box->row[2 * r];
      for (uint32_t g = 0; g < groups; g++) {
         __m256i t = _mm256_loadu_si256((const __m256i *)(const void *)(from + at));
         t = _mm256_permute4x64_epi64(_mm256_xor_si256(t, sign), 0xd8);
         _mm_store_si128((__m128i *)(void *)to, _mm256_castsi256_si128(t));
         _mm_store_si128((__m128i *)(void *)(to + BOX_ROW_B), _mm256_extracti128_si256(t, 1));
         to += 16;
         at += step;
         step ^= 64 ^ 192;
      }
   }
}

/* Of 64 lanes. False: not all texels are in the level, or there are too many. */
PX_INLINE bool box_find(quads_k k, const struct quads *q, struct spot p[8], uint64_t exec, struct box *box)
{
   int32_t least[2], most[2];
   if (!exec || !q->tiled || tc_map(q->lv) || tc_has_blocks(q->img))
      return false;
   if (exec != ~0ull)
      box_fill(p, exec);
   box_extent(p, least, most);
   uint32_t x1 = (uint32_t)(most[0] + 255) >> 8, y1 = (uint32_t)(most[1] + 255) >> 8;
   if ((least[0] | least[1]) < 0 || x1 >= q->lv->w || y1 >= q->lv->h)
      return false;
   uint32_t group = (uint32_t)least[0] >> 10, pair = (uint32_t)least[1] >> 9;
   uint32_t groups = (x1 >> 2) - group + 1, pairs = (y1 >> 1) - pair + 1;
   if (groups > BOX_GROUPS || pairs > BOX_PAIRS || groups * pairs > BOX_MOST)
      return false;
   box_copy(k, q, group, pair, groups, pairs, box);
   box->origin = box->row[0] - (pair * 2 * BOX_ROW_B + group * 16);
   __m256i stays = _mm256_setzero_si256();
   for (unsigned n = 0; n < 8; n++) {
      __m256i columns = _mm256_srli_epi32(p[n].x, 8), rows = _mm256_srli_epi32(p[n].y, 8);
      stays = _mm256_or_si256(stays, _mm256_cmpeq_epi32(_mm256_and_si256(p[n].y, K(next)), _mm256_setzero_si256()));
      p[n].offset.v = _mm256_add_epi32(_mm256_slli_epi32(rows, 7), _mm256_slli_epi32(columns, 2));
   }
   box->stays = !_mm256_testz_si256(stays, stays);
   return true;
}

PX_INLINE __m128i box_lane(const uint8_t *top, uint32_t down)
{
   __m128 upper = (__m128)_mm_loadl_epi64((const __m128i *)(const void *)top);
   return (__m128i)_mm_loadh_pi(upper, (const __m64 *)(const void *)(top + down));
}

/* Down, then across, as filter_half() has it, with weights of 256 only across. stays: some lane may need no second row. */
PX_INLINE void box_filter(quads_k k, const struct box *box, const struct spot *p, bool stays, bool last, px_pf out[4])
{
   const uint32_t *o = p->offset.s;
   const uint8_t *origin = box->origin;
   union half step;
   __m256i wy = _mm256_shuffle_epi8(p->y, K(first_byte)), wx = _mm256_shuffle_epi8(p->x, K(first_word)), lane[4];
   if (stays) {
      step.v = _mm256_andnot_si256(_mm256_cmpeq_epi32(wy, _mm256_setzero_si256()), _mm256_set1_epi32(BOX_ROW_B));
      __asm__("" : "+m"(step));
   }
   const __m256i down = _mm256_sign_epi8(_mm256_max_epu8(wy, K(one_byte)), K(minus_byte));
   const __m256i across = _mm256_add_epi16(_mm256_sign_epi16(wx, K(minus_word)), K(whole));
#define BOX_LANE(n) box_lane(origin + o[n], stays ? step.s[n] : BOX_ROW_B)
#define BOX_LANES(n) \
   lane[n] = _mm256_inserti128_si256(_mm256_castsi128_si256(BOX_LANE(n)), BOX_LANE(4 + n), 1); \
   lane[n] = _mm256_maddubs_epi16(_mm256_shuffle_epi32(down, 0x55 * n), _mm256_shuffle_epi8(lane[n], K(mesh))); \
   lane[n] = _mm256_madd_epi16(_mm256_shuffle_epi32(across, 0x55 * n), lane[n]);
   BOX_LANES(0)
   BOX_LANES(1)
   BOX_LANES(2)
   BOX_LANES(3)
#undef BOX_LANES
#undef BOX_LANE
   __m256i a = _mm256_unpacklo_epi32(lane[0], lane[1]), b = _mm256_unpacklo_epi32(lane[2], lane[3]);
   __m256i c = _mm256_unpackhi_epi32(lane[0], lane[1]), d = _mm256_unpackhi_epi32(lane[2], lane[3]);
   out[0] = scaled(k, _mm256_unpacklo_epi64(a, b));
   out[1] = scaled(k, _mm256_unpackhi_epi64(a, b));
   out[2] = scaled(k, _mm256_unpacklo_epi64(c, d));
   out[3] = (px_pf)_mm256_setzero_ps();
   if (last)
      out[3] = scaled(k, _mm256_unpackhi_epi64(c, d));
}

#endif

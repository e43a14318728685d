/* tc_quads.h: bilinear samples of 32-bit texels on hosts with AVX2 only, two quads (8 lanes) at a time. The texels of a quad
 * mostly lie in a window of 4x4 texels, which is loaded row by row; each lane's come out of registers by permutation inside
 * 128-bit parts. What lies further apart is loaded texel by texel, by loads that need no shuffles. Part of tc_rgba8.h. */
#ifndef SIM_TC_QUADS_H
#define SIM_TC_QUADS_H

#include "winsys/sim/tc/rgba8/tc_pass.h"

union half { __m256i v; uint32_t s[8]; uint16_t word[16]; };

#define TWICE8(x) x, x, x, x, x, x, x, x
#define TWICE4(x) x, x, x, x
#define PAIRS4(x, y) x, y, x, y, x, y, x, y
#define PAIRS8(x, y) PAIRS4(x, y), PAIRS4(x, y)
#define SCALE (1.0f / (255 * 65536))
#define UNBIAS (8388608.0f / (255 * 65536))
#define TWICE(...) { __VA_ARGS__, __VA_ARGS__ }
#define BYTES_OF(one, two, four) 0, one, two, one + two, four, one + four, two + four, one + two + four
/* In memory, and reached through a pointer that is opaque to the compiler: it would rebuild them in every block. */
static const struct quads_constants {
   _Alignas(32) uint8_t swap[32], spread[32], place[32], sign[32], low[32];
   uint32_t two[8], half[8], lower[8], seven[8], next[8], centre[8], one[8], whole[8];
   uint16_t inactive[16], far[16];
   uint8_t pairs[32], row_fraction[32], row_byte[32], first_word[32], one_byte[32], minus_byte[32], mesh[32], same[32];
   uint16_t minus_word[16], box_steps[16];
   float scale[8], unbias[8];
} quads_constants = {
   .swap = TWICE(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13),
   .spread = TWICE(0, 1, 255, 255, 0, 1, 255, 255, 8, 9, 255, 255, 8, 9, 255, 255), /* column twice, row twice */
   .place = TWICE(BYTES_OF(4, 16, 64), BYTES_OF(8, 32, 128)),
   .sign = TWICE(TWICE8(128), TWICE8(128)),
   .low = TWICE(255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0),
   .two = TWICE(0, 2, 0, 2), .half = TWICE(0, 0, 8, 8), .lower = TWICE(TWICE4(8)), .seven = TWICE(TWICE4(7)),
   .next = TWICE(TWICE4(255)), .centre = TWICE(TWICE4(128)),
   .one = TWICE(TWICE4(1)), .whole = TWICE(TWICE4(256)),
   .inactive = TWICE(TWICE4(0x7fff), TWICE4(0x7fff)), .far = TWICE(TWICE4(0xfffc), TWICE4(0xfffc)),
   .pairs = TWICE(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15), /* of a piece of 2x2: left ones, right ones */
   .row_fraction = TWICE(0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0),
   .row_byte = TWICE(TWICE4(2), TWICE4(6), TWICE4(10), TWICE4(14)),
   .first_word = TWICE(0, 255, 0, 255, 4, 255, 4, 255, 8, 255, 8, 255, 12, 255, 12, 255),
   .one_byte = TWICE(TWICE8(1), TWICE8(1)), .minus_byte = TWICE(PAIRS8(255, 1)), .minus_word = TWICE(PAIRS4(0xffff, 1)),
   .mesh = TWICE(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15), /* by channel: left upper, lower, right ones */
   .same = TWICE(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), .box_steps = TWICE(PAIRS4(8, 256)),
   .scale = TWICE(TWICE4(SCALE)), .unbias = TWICE(TWICE4(UNBIAS)),
};
#define IN_REGISTER(x) __asm__("" : "+r"(x))
#define K(name) (*(const __m256i *)(const void *)k->name)

/* A level, for pairs of quads. Coordinates are packed: words of four columns, then of four rows, in each 128-bit part. */
struct quads {
   const struct tc_img *img;
   const struct tc_level *lv;
   const uint8_t *ptr;
   __m256i last, around;  /* greatest coordinates; what leads back inside from one step beyond them */
   __m256i align, max;    /* of a window's first column and row */
   __m256i stride;        /* dwords, twice: bytes from one tile to the next (column, -, row, -), or texel and row */
   uint32_t row_B, flip;
   bool tiled, has_windows;
};

typedef const struct quads_constants *quads_k;
PX_INLINE __m256i packed_words(uint32_t column, uint32_t row)
{
   return _mm256_unpacklo_epi64(_mm256_set1_epi16((int16_t)column), _mm256_set1_epi16((int16_t)row));
}

PX_INLINE void quads_init(const struct tc_img *img, const struct tc_level *lv, const uint8_t *ptr, uint32_t slice,
                          struct quads *q)
{
   q->img = img;
   q->lv = lv;
   q->ptr = ptr;
   q->tiled = lv->surf.mode != TILE_LINEAR;
   q->row_B = lv->row_B;
   q->flip = tc_map(lv) ? tile_map_flip_slice(&lv->surf, slice) : 0;
}

/* What quads' own windows take besides. */
PX_INLINE void quads_edges(const struct tc_samp *s, struct quads *q)
{
   const struct tc_img *img = q->img;
   const struct tc_level *lv = q->lv;
   q->has_windows = !tc_has_blocks(img) && (q->tiled || (lv->w >= 4 && lv->h >= 4));
   q->last = packed_words(lv->w - 1, lv->h - 1);
   q->around = packed_words(s->wrap[0] == TC_WRAP ? lv->w : 1, s->wrap[1] == TC_WRAP ? lv->h : 1);
   /* Memory is certain for complete micro tiles only, or for the texels of a row. */
   uint32_t pad = q->tiled ? 7 : 0;
   q->max = packed_words(((lv->w + pad) & ~pad) - 4, ((lv->h + pad) & ~pad) - 4);
   q->align = _mm256_set1_epi16(q->tiled ? -2 : -1);
   int32_t x = q->tiled ? 256 : 4, y = (int32_t)lv->row_B;
   q->stride = _mm256_setr_epi32(x, x, y, y, x, x, y, y);
}

/* The first and the second texel of 8 lanes each way, the same one where one is enough. */
PX_INLINE void quads_pack(quads_k k, const struct quads *q, __m256i x, __m256i y, __m256i at[2])
{
   __m256i i = _mm256_packs_epi32(_mm256_srai_epi32(x, 8), _mm256_srai_epi32(y, 8));
   x = _mm256_add_epi32(x, K(next));
   y = _mm256_add_epi32(y, K(next));
   __m256i j = _mm256_packs_epi32(_mm256_srai_epi32(x, 8), _mm256_srai_epi32(y, 8));
   at[0] = _mm256_add_epi16(i, _mm256_and_si256(_mm256_srai_epi16(i, 15), q->around));
   at[1] = _mm256_sub_epi16(j, _mm256_and_si256(_mm256_cmpgt_epi16(j, q->last), q->around));
}

/* Of a wave, in 1/256 texels: 128 more than linear_position() has, or INT32_MIN for what is NaN, until quads_centre(). */
struct positions { __m256i x[8], y[8]; };

/* Dwords of lanes' columns and rows. */
PX_INLINE __m256i columns_of(__m256i at) { return _mm256_unpacklo_epi16(at, _mm256_setzero_si256()); }
PX_INLINE __m256i rows_of(__m256i at) { return _mm256_unpackhi_epi16(at, _mm256_setzero_si256()); }

PX_INLINE __m256i half_mask(unsigned run)
{
   const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
   return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)run), bit), bit);
}

/* ---- windows ------------------------------------------------------------------------------------------------------------ */

/* Byte offsets of both quads' pieces of 2x2 texels (upper left, right, lower left, right), or rows of 4. first: the windows'
 * first columns and rows. */
PX_INLINE void window_offsets(quads_k k, const struct quads *q, __m256i first, union half *to)
{
   __m256i at = _mm256_shuffle_epi8(first, K(spread));
   if (!q->tiled) {
      const __m256i down = _mm256_broadcastsi128_si256(_mm_setr_epi32(0, 1, 2, 3));
      at = _mm256_mullo_epi32(at, q->stride);
      __m256i start = _mm256_add_epi32(_mm256_shuffle_epi32(at, 0x00), _mm256_shuffle_epi32(at, 0xaa));
      to->v = _mm256_add_epi32(start, _mm256_mullo_epi32(down, _mm256_set1_epi32((int32_t)q->row_B)));
      return;
   }
   at = _mm256_add_epi32(at, K(two)); /* column, column + 2, row, row + 2 */
   __m256i in = _mm256_or_si256(_mm256_and_si256(at, K(seven)), K(half));
   at = _mm256_add_epi32(_mm256_mullo_epi32(_mm256_srli_epi32(at, 3), q->stride), _mm256_shuffle_epi8(K(place), in));
   to->v = _mm256_add_epi32(_mm256_shuffle_epi32(at, 0x44), _mm256_shuffle_epi32(at, 0xfa));
}

/* The same in a macro-tiled level. */
PX_INLINE void window_offsets_macro(const struct quads *q, __m256i first, union half *to)
{
   const struct tile_map *m = q->lv->map;
   union half at = { .v = first };
   __asm__("" : "+m"(at));
   for (unsigned n = 0; n < 2; n++) {
      uint32_t x0 = at.word[8 * n], x1 = x0 + 2, y0 = at.word[8 * n + 4], y1 = y0 + 2;
      uint32_t left = (x0 >> m->shift_x) * m->macro_B, right = (x1 >> m->shift_x) * m->macro_B;
      uint32_t top = (y0 >> m->shift_y) * q->row_B, bottom = (y1 >> m->shift_y) * q->row_B;
      uint32_t flip_x0 = m->flip_x[x0 & m->mask_x], flip_x1 = m->flip_x[x1 & m->mask_x];
      uint32_t flip_y0 = m->flip_y[y0 & m->mask_y] ^ q->flip, flip_y1 = m->flip_y[y1 & m->mask_y] ^ q->flip;
      to->s[4 * n] = left + top + (flip_x0 ^ flip_y0);
      to->s[4 * n + 1] = right + top + (flip_x1 ^ flip_y0);
      to->s[4 * n + 2] = left + bottom + (flip_x0 ^ flip_y1);
      to->s[4 * n + 3] = right + bottom + (flip_x1 ^ flip_y1);
   }
}

PX_INLINE __m256i two_parts(const uint8_t *low, const uint8_t *high)
{
   return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                  _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

/* Of four rows' texels the one that a lane's row, 0..3, names: its bit 0 is the sign of bit0's lane, bit 1 that of bit1's. */
PX_INLINE __m256i row_select(const __m256 row[4], __m256i bit0, __m256i bit1)
{
   __m256 upper = _mm256_blendv_ps(row[0], row[1], (__m256)bit0), lower = _mm256_blendv_ps(row[2], row[3], (__m256)bit0);
   return (__m256i)_mm256_blendv_ps(upper, lower, (__m256)bit1);
}

/* Two quads' places in a level. */
struct spot {
   __m256i at[2], first;  /* packed: see quads_pack(), and where the quads' windows begin */
   union half offset;     /* of these */
   bool in_window;        /* all texels of each quad are in its one */
};

/* run: words of the lanes that count. */
PX_INLINE void find_spot(quads_k k, const struct quads *q, __m256i x, __m256i y, __m256i run, struct spot *p)
{
   quads_pack(k, q, x, y, p->at);
   __m256i first = _mm256_or_si256(p->at[0], _mm256_andnot_si256(run, K(inactive)));
   first = _mm256_min_epi16(first, _mm256_shuffle_epi32(first, 0xb1));
   first = _mm256_min_epi16(first, _mm256_shuffle_epi8(first, K(swap)));
   p->first = _mm256_min_epi16(_mm256_and_si256(first, q->align), q->max);
   __m256i a = _mm256_sub_epi16(p->at[0], p->first), b = _mm256_sub_epi16(p->at[1], p->first);
   p->in_window = q->has_windows && _mm256_testz_si256(_mm256_or_si256(a, b), _mm256_and_si256(run, K(far)));
   if (tc_map(q->lv))
      window_offsets_macro(q, p->first, &p->offset);
   else
      window_offsets(k, q, p->first, &p->offset);
}

/* The four texels of 8 lanes: top left, top right, bottom left, bottom right. */
PX_INLINE void window_texels(const struct quads *q, const struct spot *p, __m256i texel[4])
{
   const uint32_t *o = p->offset.s;
   __m256i row[4], a = _mm256_sub_epi16(p->at[0], p->first), b = _mm256_sub_epi16(p->at[1], p->first);
   for (unsigned n = 0; n < 4; n++)
      row[n] = two_parts(q->ptr + o[n], q->ptr + o[4 + n]);
   if (q->tiled) {
      __m256i piece[4] = { row[0], row[1], row[2], row[3] };
      for (unsigned n = 0; n < 4; n += 2) {
         row[n] = _mm256_unpacklo_epi64(piece[n], piece[n + 1]);
         row[n + 1] = _mm256_unpackhi_epi64(piece[n], piece[n + 1]);
      }
   }
   __m256i left = _mm256_unpacklo_epi16(a, a), right = _mm256_unpacklo_epi16(b, b);
   __m256i top = _mm256_unpackhi_epi16(a, a), bottom = _mm256_unpackhi_epi16(b, b);
   __m256i top0 = _mm256_slli_epi32(top, 31), top1 = _mm256_slli_epi32(top, 30);
   __m256i bottom0 = _mm256_slli_epi32(bottom, 31), bottom1 = _mm256_slli_epi32(bottom, 30);
   __m256 l[4], r[4];
   for (unsigned n = 0; n < 4; n++) {
      l[n] = _mm256_permutevar_ps((__m256)row[n], left);
      r[n] = _mm256_permutevar_ps((__m256)row[n], right);
   }
   texel[0] = row_select(l, top0, top1);
   texel[1] = row_select(r, top0, top1);
   texel[2] = row_select(l, bottom0, bottom1);
   texel[3] = row_select(r, bottom0, bottom1);
}

/* ---- single texels ------------------------------------------------------------------------------------------------------- */

PX_INLINE __m256 one_texel(const uint8_t *p) { return _mm256_broadcast_ss((const float *)(const void *)p); }

PX_INLINE __m256i eight_texels(const uint8_t *ptr, const uint32_t o[8])
{
   __m256 a = _mm256_blend_ps(one_texel(ptr + o[0]), one_texel(ptr + o[1]), 0x02);
   __m256 b = _mm256_blend_ps(one_texel(ptr + o[2]), one_texel(ptr + o[3]), 0x08);
   __m256 c = _mm256_blend_ps(one_texel(ptr + o[4]), one_texel(ptr + o[5]), 0x20);
   __m256 d = _mm256_blend_ps(one_texel(ptr + o[6]), one_texel(ptr + o[7]), 0x80);
   return (__m256i)_mm256_blend_ps(_mm256_blend_ps(a, b, 0x0c), _mm256_blend_ps(c, d, 0xc0), 0xf0);
}

PX_INLINE __m256i column_places(quads_k k, const struct quads *q, __m256i x)
{
   if (!q->tiled)
      return _mm256_slli_epi32(x, 2);
   __m256i in = _mm256_and_si256(x, K(seven));
   return _mm256_add_epi32(_mm256_slli_epi32(_mm256_srli_epi32(x, 3), 8), _mm256_shuffle_epi8(K(place), in));
}

PX_INLINE __m256i row_places(quads_k k, const struct quads *q, __m256i y)
{
   const __m256i row_B = _mm256_set1_epi32((int32_t)q->row_B);
   if (!q->tiled)
      return _mm256_mullo_epi32(y, row_B);
   __m256i in = _mm256_or_si256(_mm256_and_si256(y, K(seven)), K(lower));
   return _mm256_add_epi32(_mm256_mullo_epi32(_mm256_srli_epi32(y, 3), row_B), _mm256_shuffle_epi8(K(place), in));
}

/* Where the lanes' texels lie. */
PX_INLINE void texel_offsets(quads_k k, const struct quads *q, const __m256i at[2], __m256i offset[4])
{
   for (unsigned n = 0; n < 4; n++)
      offset[n] = _mm256_add_epi32(row_places(k, q, rows_of(at[n >> 1])), column_places(k, q, columns_of(at[n & 1])));
}

/* The same in a macro-tiled level, whose tables are looked up by lane. */
PX_INLINE void texel_offsets_macro(const struct quads *q, const __m256i at[2], __m256i offset[4])
{
   const struct tile_map *m = q->lv->map;
   union half p[2] = { { .v = at[0] }, { .v = at[1] } };
   __m256i add_x[2], add_y[2], flip_x[2], flip_y[2];
   const __m128i shift_x = _mm_cvtsi32_si128(m->shift_x), shift_y = _mm_cvtsi32_si128(m->shift_y);
   __asm__("" : "+m"(p));
   for (unsigned n = 0; n < 2; n++) {
      union half fx, fy;
      for (unsigned l = 0; l < 8; l++) {
         fx.s[l] = m->flip_x[p[n].word[(l & 3) + (l & 4) * 2] & m->mask_x];
         fy.s[l] = m->flip_y[p[n].word[(l & 3) + (l & 4) * 2 + 4] & m->mask_y];
      }
      flip_x[n] = fx.v;
      flip_y[n] = _mm256_xor_si256(fy.v, _mm256_set1_epi32((int32_t)q->flip));
      add_x[n] = _mm256_mullo_epi32(_mm256_srl_epi32(columns_of(at[n]), shift_x), _mm256_set1_epi32((int32_t)m->macro_B));
      add_y[n] = _mm256_mullo_epi32(_mm256_srl_epi32(rows_of(at[n]), shift_y), _mm256_set1_epi32((int32_t)q->row_B));
   }
   for (unsigned n = 0; n < 4; n++) {
      __m256i add = _mm256_add_epi32(add_x[n & 1], add_y[n >> 1]);
      offset[n] = _mm256_add_epi32(add, _mm256_xor_si256(flip_x[n & 1], flip_y[n >> 1]));
   }
}

/* Out of line, as it is needed less often. */
static __attribute__((noinline)) void single_texels(quads_k k, const struct quads *q, const __m256i at[2], __m256i texel[4])
{
   union half o[4];
   __m256i offset[4];
   if (tc_map(q->lv))
      texel_offsets_macro(q, at, offset);
   else
      texel_offsets(k, q, at, offset);
   for (unsigned n = 0; n < 4; n++)
      o[n].v = offset[n];
   __asm__("" : "+m"(o));
   for (unsigned n = 0; n < 4; n++)
      texel[n] = eight_texels(q->ptr, o[n].s);
}

/* ---- the filter ---------------------------------------------------------------------------------------------------------- */

PX_INLINE px_pf scaled(quads_k k, __m256i sum)
{
   return (px_pf)_mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), (__m256)K(scale), (__m256)K(unbias));
}

PX_INLINE px_pf filtered(quads_k k, __m256i pair, __m256i across) { return scaled(k, _mm256_madd_epi16(pair, across)); }

/* As in tc_window.h: first down, by multiply-adds of bytes (with down_weights()), then across; exact. The sums are low by 2^23,
 * which the last step makes good: (sum + 2^23) * scale is rounded once either way. Channel 3 only if `last` says so. */
PX_INLINE void filter_half(quads_k k, const __m256i texel[4], __m256i x, __m256i y, bool last, px_pf out[4])
{
   const __m256i low = K(low), sign = K(sign);
   __m256i wx = _mm256_and_si256(x, K(next)), wy = _mm256_max_epi32(_mm256_and_si256(y, K(next)), K(one));
   __m256i across = _mm256_or_si256(_mm256_sub_epi32(K(whole), wx), _mm256_slli_epi32(wx, 16));
   __m256i down = _mm256_and_si256(_mm256_sub_epi32(_mm256_setzero_si256(), wy), K(next));
   down = _mm256_or_si256(down, _mm256_slli_epi32(wy, 8));
   down = _mm256_or_si256(down, _mm256_slli_epi32(down, 16));
   __m256i even[2], odd[2]; /* channels 0 and 2, 1 and 3; left, right */
   for (unsigned n = 0; n < 2; n++) {
      __m256i t = _mm256_xor_si256(texel[n], sign), b = _mm256_xor_si256(texel[2 + n], sign);
      even[n] = _mm256_maddubs_epi16(down, _mm256_or_si256(_mm256_and_si256(t, low), _mm256_slli_epi16(b, 8)));
      odd[n] = _mm256_maddubs_epi16(down, _mm256_or_si256(_mm256_srli_epi16(t, 8), _mm256_andnot_si256(low, b)));
   }
   out[0] = filtered(k, _mm256_blend_epi16(even[0], _mm256_slli_epi32(even[1], 16), 0xaa), across);
   out[1] = filtered(k, _mm256_blend_epi16(odd[0], _mm256_slli_epi32(odd[1], 16), 0xaa), across);
   out[2] = filtered(k, _mm256_blend_epi16(_mm256_srli_epi32(even[0], 16), even[1], 0xaa), across);
   out[3] = (px_pf)_mm256_setzero_ps();
   if (last)
      out[3] = filtered(k, _mm256_blend_epi16(_mm256_srli_epi32(odd[0], 16), odd[1], 0xaa), across);
}

#endif

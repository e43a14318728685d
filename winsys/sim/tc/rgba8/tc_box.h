/* tc_box.h: bilinear samples of 32-bit texels on hosts with AVX2 only, where the texels of all lanes of a wave lie close together: the
 * box of texels that has them all is copied once to memory that stays in the first cache, each texel with the one below it, byte
 * by byte in turn. There the four texels of a lane are 16 bytes in a row. Part of tc_rgba8.h. */
#ifndef SIM_TC_BOX_H
#define SIM_TC_BOX_H

#include "winsys/sim/tc/rgba8/tc_quads.h"

enum {
   BOX_SIDE = 8,          /* blocks of 4x4 texels, 64 bytes in a row each; 8x8 still cost less than quads' own windows */
   BOX_PAIR_B = 8,        /* a texel and the one below it */
   BOX_ROW_B = BOX_SIDE * 4 * BOX_PAIR_B,
};

struct box {
   union half offset[8];  /* of the lanes' left pairs */
   __m256i at[8];         /* positions in 1/256 texels from the box's corner, words: column, row */
   uint8_t above[BOX_ROW_B], row[BOX_SIDE * 4 * BOX_ROW_B];
   uint8_t spare[BOX_PAIR_B]; /* the last row's right pair where it has no weight */
   bool stays;            /* some lane needs no second row */
};

/* Least and greatest positions: of the columns, then of the rows. */
PX_INLINE void box_extent(const struct positions *p, int32_t least[2], int32_t most[2])
{
   __m256i x0 = p->x[0], y0 = p->y[0], x1 = x0, y1 = y0;
   for (unsigned n = 1; n < 8; n++) {
      x0 = _mm256_min_epi32(x0, p->x[n]);
      y0 = _mm256_min_epi32(y0, p->y[n]);
      x1 = _mm256_max_epi32(x1, p->x[n]);
      y1 = _mm256_max_epi32(y1, p->y[n]);
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
PX_INLINE void box_fill(struct positions *p, uint64_t exec)
{
   unsigned first = (unsigned)__builtin_ctzll(exec);
   union half x = { .v = p->x[first / 8] }, y = { .v = p->y[first / 8] };
   __m256i some_x = _mm256_set1_epi32((int32_t)x.s[first % 8]), some_y = _mm256_set1_epi32((int32_t)y.s[first % 8]);
   for (unsigned n = 0; n < 8; n++) {
      __m256i run = half_mask(exec >> 8 * n & 0xff);
      p->x[n] = _mm256_blendv_epi8(some_x, p->x[n], run);
      p->y[n] = _mm256_blendv_epi8(some_y, p->y[n], run);
   }
}

/* Four columns of one row of the box. upper, lower: two rows of the image in pieces of 2x2, of which the lower one of `upper` and
 * the upper one of `lower` are taken. */
PX_INLINE void box_between_rows(quads_k k, __m256i upper, __m256i lower, uint8_t *to)
{
   __m256i t = (__m256i)_mm256_shuffle_ps((__m256)upper, (__m256)lower, 0x4e);
   _mm256_store_si256((__m256i *)(void *)to, _mm256_shuffle_epi8(t, K(pairs)));
}

struct box_place {
   int32_t column, row;   /* blocks */
   uint32_t columns, rows;
   bool around;           /* across the level's edges */
   const struct positions *at; /* the lanes' or `joined` */
   struct positions joined;
};

/* One block below the other: `last` is the two rows above. */
PX_INLINE void box_block(quads_k k, const uint8_t *from, __m256i *last, uint8_t *to)
{
   __m256i a = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(const void *)from), K(sign));
   __m256i b = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(const void *)(from + 32)), K(sign));
   box_between_rows(k, *last, a, to - BOX_ROW_B);
   _mm256_store_si256((__m256i *)(void *)to, _mm256_shuffle_epi8(a, K(pairs)));
   box_between_rows(k, a, b, to + BOX_ROW_B);
   _mm256_store_si256((__m256i *)(void *)(to + 2 * BOX_ROW_B), _mm256_shuffle_epi8(b, K(pairs)));
   *last = b;
}

/* Texels below the last row are never used. Waves mostly come row by row of a tile of the screen, so the one below comes a while
 * later. As large levels are not in the near caches its lines are prefetched now. */
PX_INLINE void box_copy(quads_k k, const struct quads *q, const struct box_place *place, struct box *box)
{
   const uint32_t column = (uint32_t)place->column, row = (uint32_t)place->row, rows_B = place->rows * 4 * BOX_ROW_B;
   const uint8_t *top = q->ptr + (size_t)(row >> 1) * q->row_B + (row & 1) * 128 + (column >> 1) * 256 + (column & 1) * 64;
   uint8_t *to = box->row, *end = box->row + rows_B;
   size_t below = q->lv->w * q->lv->h >= TC_LARGE ? (size_t)(place->rows + 1) / 2 * q->row_B : 0;
   uint32_t right = column & 1 ? 192 : 64, first_step = row & 1 ? q->row_B - 128 : 128;
   for (uint32_t c = 0; c < place->columns; c++) {
      const uint8_t *from = top;
      uint32_t step = first_step;
      __m256i last = _mm256_setzero_si256();
      do {
         __builtin_prefetch(from + below);
         box_block(k, from, &last, to);
         to += 4 * BOX_ROW_B;
         from += step;
         step = q->row_B - step;
      } while (to != end);
      box_between_rows(k, last, last, to - BOX_ROW_B);
      to -= rows_B - 4 * BOX_PAIR_B;
      end += 4 * BOX_PAIR_B;
      top += right;
      right = 256 - right;
   }
}

/* False: not all texels are in the level, or there are too many. */
PX_INLINE bool box_inside(const struct quads *q, const int32_t least[2], const int32_t most[2], struct box_place *b)
{
   uint32_t x1 = (uint32_t)(most[0] + 127) >> 8, y1 = (uint32_t)(most[1] + 127) >> 8;
   if (least[0] < 128 || least[1] < 128 || x1 >= q->lv->w || y1 >= q->lv->h)
      return false;
   b->column = (least[0] - 128) >> 10;
   b->row = (least[1] - 128) >> 10;
   b->columns = (x1 >> 2) - (uint32_t)b->column + 1;
   b->rows = (y1 >> 2) - (uint32_t)b->row + 1;
   return b->columns <= BOX_SIDE && b->rows <= BOX_SIDE;
}

/* ---- beyond a level's edges: up to a texel, and with repeats up to half the level, whose other end is there ---------------- */

/* Lanes across the repeat of the image: the first texels follow the last ones. */
PX_INLINE void box_rejoin(__m256i p[8], uint32_t size)
{
   const __m256i half = _mm256_set1_epi32((int32_t)size * 128), whole = _mm256_set1_epi32((int32_t)size * 256);
   for (unsigned n = 0; n < 8; n++)
      p[n] = _mm256_sub_epi32(p[n], _mm256_and_si256(_mm256_cmpgt_epi32(p[n], half), whole));
}

/* Which of a level's blocks is seen at n. */
PX_INLINE uint32_t box_around(int32_t n, uint32_t size, unsigned wrap)
{
   int32_t blocks = (int32_t)(size + 3) / 4;
   if (wrap == TC_WRAP)
      return (uint32_t)(n < 0 ? n + blocks : n >= blocks ? n - blocks : n);
   return (uint32_t)(n < 0 ? 0 : n >= blocks ? blocks - 1 : n);
}

/* Beyond the edges of images that do not repeat: the last row inside repeats, as does the last column. */
PX_INLINE void box_edges(quads_k k, const struct tc_samp *s, const struct quads *q, const struct box_place *b, struct box *box)
{
   int32_t bottom = (int32_t)q->lv->h - b->row * 4, right = (int32_t)q->lv->w - b->column * 4;
   const __m256i twice = _mm256_andnot_si256(K(one_byte), K(same));
   for (unsigned edge = 0; s->wrap[1] != TC_WRAP && edge < 2; edge++) {
      uint8_t *to = box->row + (edge ? bottom - 1 : 3) * BOX_ROW_B, *from = edge ? to : to + BOX_ROW_B;
      if (edge ? bottom > (int32_t)b->rows * 4 - 1 : b->row >= 0)
         continue;
      for (unsigned c = 0; c < b->columns; c++) {
         __m256i t = _mm256_load_si256((const __m256i *)(const void *)(from + c * 4 * BOX_PAIR_B));
         _mm256_store_si256((__m256i *)(void *)(to + c * 4 * BOX_PAIR_B), _mm256_shuffle_epi8(t, twice));
      }
   }
   for (unsigned edge = 0; s->wrap[0] != TC_WRAP && edge < 2; edge++) {
      uint8_t *to = box->row + (edge ? right : 3) * BOX_PAIR_B, *from = edge ? to - BOX_PAIR_B : to + BOX_PAIR_B;
      if (edge ? right > (int32_t)b->columns * 4 - 1 : b->column >= 0)
         continue;
      for (unsigned r = 0; r < b->rows * 4; r++)
         memcpy(to + r * BOX_ROW_B, from + r * BOX_ROW_B, BOX_PAIR_B);
   }
}

static __attribute__((noinline)) void box_copy_around(quads_k k, const struct tc_samp *s, const struct quads *q,
                                                      const struct box_place *b, struct box *box)
{
   for (uint32_t c = 0; c < b->columns; c++) {
      uint32_t column = box_around(b->column + (int32_t)c, q->lv->w, s->wrap[0]);
      const uint8_t *top = q->ptr + (column >> 1) * 256 + (column & 1) * 64;
      uint8_t *to = box->row + c * 4 * BOX_PAIR_B;
      __m256i last = _mm256_setzero_si256();
      for (uint32_t r = 0; r < b->rows; r++, to += 4 * BOX_ROW_B) {
         uint32_t row = box_around(b->row + (int32_t)r, q->lv->h, s->wrap[1]);
         box_block(k, top + (size_t)(row >> 1) * q->row_B + (row & 1) * 128, &last, to);
      }
      box_between_rows(k, last, last, to - BOX_ROW_B);
   }
   box_edges(k, s, q, b, box);
}

/* Where there is no box inside for all lanes: of those that count, as mostly the others lie near; or across the edges. */
static __attribute__((noinline)) bool box_find_far(const struct tc_samp *s, const struct quads *q, struct positions *p,
                                                   uint64_t exec, struct box_place *b)
{
   const uint32_t size[2] = { q->lv->w, q->lv->h };
   int32_t least[2], most[2], first[2], last[2];
   bool split[2];
   if (exec != ~0ull)
      box_fill(p, exec);
   box_extent(p, least, most);
   if (exec != ~0ull && box_inside(q, least, most, b))
      return true;
   for (unsigned d = 0; d < 2; d++) {
      uint32_t extent = (uint32_t)most[d] - (uint32_t)least[d];
      split[d] = s->wrap[d] == TC_WRAP && extent > size[d] * 128;
      if (least[d] < 0 || (extent > BOX_SIDE << 10 && !split[d])) /* NaN; or too many */
         return false;
   }
   if (split[0] || split[1]) {
      b->joined = *p;
      b->at = p = &b->joined;
      if (split[0])
         box_rejoin(p->x, size[0]);
      if (split[1])
         box_rejoin(p->y, size[1]);
      box_extent(p, least, most);
   }
   for (unsigned d = 0; d < 2; d++) {
      first[d] = (least[d] - 128) >> 8;
      last[d] = (most[d] + 127) >> 8;
      if (s->wrap[d] == TC_WRAP && size[d] % 4 && (first[d] < 0 || last[d] >= (int32_t)size[d]))
         return false;
   }
   b->column = first[0] >> 2;
   b->row = first[1] >> 2;
   b->columns = (uint32_t)((last[0] >> 2) - b->column + 1);
   b->rows = (uint32_t)((last[1] >> 2) - b->row + 1);
   b->around = true;
   return b->columns <= BOX_SIDE && b->rows <= BOX_SIDE;
}

/* Where the box of 64 lanes is. False: its texels are too many. */
PX_INLINE bool box_find(const struct tc_samp *s, const struct quads *q, struct positions *p, uint64_t exec, struct box_place *b)
{
   int32_t least[2], most[2];
   if (!exec || !q->tiled || tc_map(q->lv) || tc_has_blocks(q->img))
      return false;
   b->at = p;
   b->around = false;
   box_extent(p, least, most);
   return box_inside(q, least, most, b) || box_find_far(s, q, p, exec, b);
}

/* What has been found. Apart from finding, so that no level waits for another one's texels. */
PX_INLINE void box_make(quads_k k, const struct tc_samp *s, const struct quads *q, const struct box_place *b, struct box *box)
{
   const struct positions *from = b->at;
   if (b->around)
      box_copy_around(k, s, q, b, box);
   else
      box_copy(k, q, b, box);
   uint32_t corner_x = ((uint32_t)b->column << 10) + 128, corner_y = ((uint32_t)b->row << 10) + 128;
   const __m256i corner = _mm256_set1_epi32((int32_t)((corner_x & 0xffff) | corner_y << 16));
   __m256i some = _mm256_set1_epi32(-1);
   for (unsigned n = 0; n < 8; n++) {
      __m256i at = _mm256_sub_epi16(_mm256_blend_epi16(from->x[n], _mm256_slli_epi32(from->y[n], 16), 0xaa), corner);
      box->at[n] = at;
      box->offset[n].v = _mm256_madd_epi16(_mm256_srli_epi16(at, 8), K(box_steps));
      some = _mm256_min_epu8(some, at);
   }
   some = _mm256_cmpeq_epi8(some, _mm256_setzero_si256());
   box->stays = !_mm256_testz_si256(some, K(row_fraction));
}

/* What is left of the filter once eight lanes' texels stand in vectors by channel. */
struct box_lanes { __m256i channel[4], down, across; };

/* Constants that stores would have the compiler load again. */
struct box_constants { __m256i mesh; __m256 scale, unbias; };

/* Weights of 256 only across. stays: some lane may need no second row. */
PX_INLINE void box_lanes(quads_k k, const struct box_constants *bk, const struct box *box, unsigned n, bool stays,
                         struct box_lanes *to)
{
   const uint32_t *o = box->offset[n].s;
   const uint8_t *row = box->row;
   __m256i wx = _mm256_shuffle_epi8(box->at[n], K(first_word)), wy = _mm256_shuffle_epi8(box->at[n], K(row_byte)), lane[4];
   to->down = _mm256_sign_epi8(_mm256_max_epu8(wy, K(one_byte)), K(minus_byte));
   to->across = _mm256_add_epi16(_mm256_sign_epi16(wx, K(minus_word)), K(whole));
   for (unsigned l = 0; l < 4; l++)
      lane[l] = _mm256_shuffle_epi8(two_parts(row + o[l], row + o[4 + l]), bk->mesh);
   __m256i a = _mm256_unpacklo_epi32(lane[0], lane[1]), b = _mm256_unpacklo_epi32(lane[2], lane[3]);
   __m256i c = _mm256_unpackhi_epi32(lane[0], lane[1]), d = _mm256_unpackhi_epi32(lane[2], lane[3]);
   to->channel[0] = _mm256_unpacklo_epi64(a, b);
   to->channel[1] = _mm256_unpackhi_epi64(a, b);
   to->channel[2] = _mm256_unpacklo_epi64(c, d);
   to->channel[3] = _mm256_unpackhi_epi64(c, d);
   if (stays) { /* the upper row twice */
      __m256i none = _mm256_and_si256(_mm256_cmpeq_epi8(wy, _mm256_setzero_si256()), K(one_byte));
      for (unsigned m = 0; m < 4; m++)
         to->channel[m] = _mm256_shuffle_epi8(to->channel[m], _mm256_andnot_si256(none, K(same)));
   }
}

/* Down, then across, as filter_half() has it. */
PX_INLINE px_pf box_channel(const struct box_constants *bk, const struct box_lanes *l, unsigned m)
{
   __m256i sum = _mm256_madd_epi16(_mm256_maddubs_epi16(l->down, l->channel[m]), l->across);
   return (px_pf)_mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), bk->scale, bk->unbias);
}

#endif

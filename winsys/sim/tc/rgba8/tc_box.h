/* tc_box.h: passes of hosts with AVX2 only over lanes whose texels lie close together: the box of texels that has them all is copied
 * once to memory that stays in the first cache, each texel with the one below it, byte by byte in turn. There the four texels of a
 * lane are 16 bytes in a row. Part of tc_rgba8.h. */
#ifndef SIM_TC_BOX_H
#define SIM_TC_BOX_H

enum {
   BOX_SIDE = 8,          /* blocks of 4x4 texels */
   BOX_PAIR_B = 8,        /* a texel and the one below it */
   BOX_ROW_B = BOX_SIDE * 4 * BOX_PAIR_B,
};

/* Along x and y. */
struct box_place {
   vi at[2][WAVE_PARTS];  /* linear_position() */
   int32_t first[2];      /* blocks */
   uint32_t count[2];
   bool beyond;           /* across the level's edges */
};

struct box {
   union px_u offset[WAVE_PARTS]; /* of the lanes' left pairs */
   _Alignas(32) uint8_t above[BOX_ROW_B], row[BOX_SIDE * 4 * BOX_ROW_B];
   uint8_t spare[BOX_PAIR_B]; /* the last row's right pair where it has no weight */
   bool stays;            /* some lane needs no second row */
};

PX_INLINE __m256i twice(__m128i v) { return _mm256_broadcastsi128_si256(v); }

/* ---- where it is ----------------------------------------------------------------------------------------------------------- */

/* Least and greatest positions: of the columns, then of the rows. */
PX_INLINE void box_extent(const struct box_place *b, unsigned parts, int32_t least[2], int32_t most[2])
{
   __m256i low[2], high[2];
   for (unsigned d = 0; d < 2; d++) {
      vi l = b->at[d][0], h = l;
      for (unsigned n = 1; n < parts; n++) {
         l = vi_min(l, b->at[d][n]);
         h = vi_max(h, b->at[d][n]);
      }
      low[d] = (__m256i)l;
      high[d] = (__m256i)h;
   }
   __m256i a = _mm256_min_epi32(_mm256_unpacklo_epi32(low[0], low[1]), _mm256_unpackhi_epi32(low[0], low[1]));
   __m256i z = _mm256_max_epi32(_mm256_unpacklo_epi32(high[0], high[1]), _mm256_unpackhi_epi32(high[0], high[1]));
   __m128i a4 = _mm_min_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
   __m128i z4 = _mm_max_epi32(_mm256_castsi256_si128(z), _mm256_extracti128_si256(z, 1));
   _mm_storel_epi64((__m128i *)(void *)least, _mm_min_epi32(a4, _mm_shuffle_epi32(a4, 0xee)));
   _mm_storel_epi64((__m128i *)(void *)most, _mm_max_epi32(z4, _mm_shuffle_epi32(z4, 0xee)));
}

/* False: the texels of all lanes are not in a box. They may lie up to a texel beyond a level's edges, and with repeats on both sides
 * of one. */
PX_INLINE bool box_find(const struct tc_samp *s, const struct tc_level *lv, unsigned parts, struct box_place *b)
{
   const int32_t size[2] = { (int32_t)lv->w, (int32_t)lv->h };
   int32_t least[2], most[2];
   box_extent(b, parts, least, most);
   for (unsigned d = 0; d < 2; d++)
      if (s->wrap[d] == TC_WRAP && most[d] - least[d] > size[d] * 128) { /* the first texels follow the last ones */
         for (unsigned n = 0; n < parts; n++)
            b->at[d][n] -= vi_lt(vi_set(size[d] * 128), b->at[d][n]) & vi_set(size[d] * 256);
         box_extent(b, parts, least, most);
      }
   b->beyond = false;
   for (unsigned d = 0; d < 2; d++) {
      const int32_t first = least[d] >> 8, last = (most[d] + 255) >> 8;
      const bool beyond = first < 0 || last >= size[d];
      b->first[d] = first >> 2;
      b->count[d] = (uint32_t)((last >> 2) - b->first[d] + 1);
      b->beyond |= beyond;
      if (b->count[d] > BOX_SIDE || (beyond && s->wrap[d] == TC_WRAP && size[d] % 4))
         return false;
   }
   return lv->surf.mode != TILE_LINEAR || !(size[0] % 4 || size[1] % 4); /* blocks are complete */
}

/* ---- the copy -------------------------------------------------------------------------------------------------------------- */

/* Four columns of one row of the box. upper, lower: two rows of the image in pieces of 2x2, of which the lower one of `upper` and
 * the upper one of `lower` are taken. */
PX_INLINE void box_between_rows(__m256i pairs, __m256i upper, __m256i lower, uint8_t *to)
{
   __m256i t = (__m256i)_mm256_shuffle_ps((__m256)upper, (__m256)lower, 0x4e);
   _mm256_store_si256((__m256i *)(void *)to, _mm256_shuffle_epi8(t, pairs));
}

/* Two rows of four texels, in pieces of 2x2. */
PX_INLINE __m256i box_rows(const struct tc_level *lv, const uint8_t *from, unsigned n)
{
   if (lv->surf.mode != TILE_LINEAR)
      return _mm256_loadu_si256((const __m256i *)(const void *)(from + 32 * n));
   const __m128i upper = _mm_loadu_si128((const __m128i *)(const void *)(from + 2 * n * lv->row_B));
   const __m128i lower = _mm_loadu_si128((const __m128i *)(const void *)(from + (2 * n + 1) * lv->row_B));
   return _mm256_set_m128i(_mm_unpackhi_epi64(upper, lower), _mm_unpacklo_epi64(upper, lower));
}

/* Which of a level's blocks is seen at n. */
PX_INLINE uint32_t box_around(int32_t n, uint32_t size, unsigned wrap)
{
   const int32_t blocks = (int32_t)(size + 3) / 4;
   if (wrap == TC_WRAP)
      return (uint32_t)(n < 0 ? n + blocks : n >= blocks ? n - blocks : n);
   return (uint32_t)(n < 0 ? 0 : n >= blocks ? blocks - 1 : n);
}

/* A block's address is the sum of those of its column and its row, and in macro-tiled levels the exclusive or of their flips. */
struct box_at { size_t add; uint32_t flip; };

PX_INLINE struct box_at box_column(const struct tc_level *lv, uint32_t n)
{
   const struct tile_map *m = tc_map(lv);
   if (m)
      return (struct box_at){ (n * 4 >> m->shift_x) * m->macro_B, m->flip_x[n * 4 & m->mask_x] };
   return (struct box_at){ lv->surf.mode == TILE_LINEAR ? n * 16 : (n >> 1) * 256 + (n & 1) * 64, 0 };
}

PX_INLINE struct box_at box_row(const struct tc_level *lv, uint32_t n)
{
   const struct tile_map *m = tc_map(lv);
   if (m)
      return (struct box_at){ (size_t)(n * 4 >> m->shift_y) * lv->row_B, m->flip_y[n * 4 & m->mask_y] };
   return (struct box_at){ lv->surf.mode == TILE_LINEAR ? (size_t)n * 4 * lv->row_B : (size_t)(n >> 1) * lv->row_B + (n & 1) * 128, 0 };
}

/* Beyond the edges of images that do not repeat: the last row inside repeats, as does the last column. */
static __attribute__((noinline)) void box_edges(const struct tc_samp *s, const struct tc_level *lv, const struct box_place *b,
                                                struct box *box)
{
   const int32_t right = (int32_t)lv->w - b->first[0] * 4, bottom = (int32_t)lv->h - b->first[1] * 4;
   const __m256i upper = twice(_mm_setr_epi8(0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14));
   for (unsigned edge = 0; s->wrap[1] != TC_WRAP && edge < 2; edge++) {
      uint8_t *to = box->row + (edge ? bottom - 1 : 3) * BOX_ROW_B, *from = edge ? to : to + BOX_ROW_B;
      if (edge ? bottom > (int32_t)b->count[1] * 4 - 1 : b->first[1] >= 0)
         continue;
      for (unsigned c = 0; c < b->count[0]; c++) {
         __m256i t = _mm256_load_si256((const __m256i *)(const void *)(from + c * 4 * BOX_PAIR_B));
         _mm256_store_si256((__m256i *)(void *)(to + c * 4 * BOX_PAIR_B), _mm256_shuffle_epi8(t, upper));
      }
   }
   for (unsigned edge = 0; s->wrap[0] != TC_WRAP && edge < 2; edge++) {
      uint8_t *to = box->row + (edge ? right : 3) * BOX_PAIR_B, *from = edge ? to - BOX_PAIR_B : to + BOX_PAIR_B;
      if (edge ? right > (int32_t)b->count[0] * 4 - 1 : b->first[0] >= 0)
         continue;
      for (unsigned r = 0; r < b->count[1] * 4; r++)
         memcpy(to + r * BOX_ROW_B, from + r * BOX_ROW_B, BOX_PAIR_B);
   }
}

/* Texels below the last row are never used. Waves mostly come row by row of a tile of the screen, so the one below comes a while
 * later. As large levels are not in the near caches its lines are prefetched now. */
PX_INLINE void box_copy(const struct request *rq, const struct tc_level *lv, unsigned parts, const struct box_place *b, struct box *box)
{
   const uint8_t *wrap = rq->e->samp.wrap, *ptr = lv->ptr + rq->slice * lv->surf.slice_B;
   const __m256i pairs = twice(_mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)), sign = _mm256_set1_epi8(-128);
   const uint32_t flip = tc_map(lv) ? tile_map_flip_slice(&lv->surf, rq->slice) : 0;
   const size_t below = tc_map(lv) || lv->w * lv->h < TC_LARGE ? 0 : (size_t)(b->count[1] + 1) / 2 * lv->row_B;
   struct box_at row[BOX_SIDE];
   for (uint32_t r = 0; r < b->count[1]; r++) {
      const int32_t n = b->first[1] + (int32_t)r;
      row[r] = box_row(lv, b->beyond ? box_around(n, lv->h, wrap[1]) : (uint32_t)n);
   }
   for (uint32_t c = 0; c < b->count[0]; c++) {
      const int32_t n = b->first[0] + (int32_t)c;
      const struct box_at column = box_column(lv, b->beyond ? box_around(n, lv->w, wrap[0]) : (uint32_t)n);
      uint8_t *to = box->row + c * 4 * BOX_PAIR_B;
      __m256i last = _mm256_setzero_si256();
      for (uint32_t r = 0; r < b->count[1]; r++, to += 4 * BOX_ROW_B) {
         const uint8_t *from = ptr + row[r].add + column.add + (tc_map(lv) ? row[r].flip ^ column.flip ^ flip : 0);
         const __m256i upper = _mm256_xor_si256(box_rows(lv, from, 0), sign), lower = _mm256_xor_si256(box_rows(lv, from, 1), sign);
         __builtin_prefetch(from + below);
         box_between_rows(pairs, last, upper, to - BOX_ROW_B);
         _mm256_store_si256((__m256i *)(void *)to, _mm256_shuffle_epi8(upper, pairs));
         box_between_rows(pairs, upper, lower, to + BOX_ROW_B);
         _mm256_store_si256((__m256i *)(void *)(to + 2 * BOX_ROW_B), _mm256_shuffle_epi8(lower, pairs));
         last = lower;
      }
      box_between_rows(pairs, last, last, to - BOX_ROW_B);
   }
   if (b->beyond)
      box_edges(&rq->e->samp, lv, b, box);
   const vi corner = vi_set(b->first[0] * 4 * BOX_PAIR_B + b->first[1] * 4 * BOX_ROW_B);
   vi stays = vi_set(0);
   for (unsigned n = 0; n < parts; n++) {
      const vi x = b->at[0][n], y = b->at[1][n];
      box->offset[n].v = (vu)((x >> 5 & -BOX_PAIR_B) + (y & -BOX_ROW_B) - corner);
      stays |= vi_eq(y & 255, vi_set(0));
   }
   box->stays = v_bits(stays) != 0;
}

/* ---- the filter ------------------------------------------------------------------------------------------------------------ */

PX_INLINE __m256i two_parts(const uint8_t *low, const uint8_t *high)
{
   return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                  _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

/* stays: some lane may need no second row. Channel 3 only if `last` says so. */
PX_INLINE void box_filter(const struct box *box, const struct box_place *b, unsigned n, bool stays, bool last, vf out[4])
{
   /* by channel: left upper, lower, right ones */
   const __m256i mesh = twice(_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
   const uint32_t *o = box->offset[n].s;
   const uint8_t *row = box->row;
   struct filter_constants k;
   filter_constants(&k);
   const struct weights w = filter_weights(&k, b->at[0][n], b->at[1][n]);
   __m256i lane[4], channel[4];
   for (unsigned l = 0; l < 4; l++)
      lane[l] = _mm256_shuffle_epi8(two_parts(row + o[l], row + o[4 + l]), mesh);
   __m256i p = _mm256_unpacklo_epi32(lane[0], lane[1]), q = _mm256_unpacklo_epi32(lane[2], lane[3]);
   __m256i r = _mm256_unpackhi_epi32(lane[0], lane[1]), s = _mm256_unpackhi_epi32(lane[2], lane[3]);
   channel[0] = _mm256_unpacklo_epi64(p, q);
   channel[1] = _mm256_unpackhi_epi64(p, q);
   channel[2] = _mm256_unpacklo_epi64(r, s);
   channel[3] = _mm256_unpackhi_epi64(r, s);
   if (stays) { /* the upper row twice */
      const __m256i same = twice(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
      const __m256i none = _mm256_and_si256((__m256i)vi_eq(b->at[1][n] & 255, vi_set(0)), _mm256_set1_epi8(1));
      for (unsigned c = 0; c < 4; c++)
         channel[c] = _mm256_shuffle_epi8(channel[c], _mm256_andnot_si256(none, same));
   }
   out[3] = vf_set(0);
   for (unsigned c = 0; c < 4; c++)
      if (c < 3 || last)
         out[c] = filter_across(&k, _mm256_maddubs_epi16(w.down, channel[c]), w.across);
}

/* Channels that the instruction does not return go to a dummy row. */
PX_INLINE void box_parts(const struct request *rq, const struct box box[], const struct box_place b[], unsigned levels, bool stays,
                         unsigned parts, uint64_t exec, const vi *frac)
{
   uint32_t dummy[64], *row[4];
   const bool last = rq->row[3] != NULL;
   for (unsigned c = 0; c < 4; c++)
      row[c] = rq->row[c] ? rq->row[c] : dummy;
   for (unsigned n = 0; n < parts; n++) {
      const unsigned run = exec >> PX_LANES * n & PX_ALL_LANES;
      vf near[4], far[4];
      if (!run)
         continue;
      box_filter(&box[0], &b[0], n, stays, last, near);
      if (levels > 1)
         box_filter(&box[1], &b[1], n, stays, last, far);
      for (unsigned c = 0; c < 4; c++)
         if (c < 3 || last)
            vu_store_masked(row[c] + PX_LANES * n,
                            (vu)(levels == 1 ? near[c] : near[c] + (far[c] - near[c]) * (vf_from_i(frac[n]) * (1.0f / 256.0f))), run);
   }
}

/* Positions along axis d in `levels` levels. Lanes that do not count go where another one is. */
PX_INLINE void box_axis(const uint32_t *from, unsigned d, unsigned wrap, const struct tc_level *lv, unsigned levels, unsigned parts,
                        uint64_t exec, struct box_place b[2])
{
   const vf some = (vf)vu_set(from[__builtin_ctzll(exec)]);
   for (unsigned n = 0; n < parts; n++) {
      vf u = vf_load(from + PX_LANES * n);
      if (exec != ~0ull)
         u = vf_sel(v_mask(exec >> PX_LANES * n & PX_ALL_LANES), u, some);
      u = wrapped(u, wrap);
      for (unsigned l = 0; l < levels; l++)
         b[l].at[d][n] = linear_position(u, lv[l].scale[d]);
   }
}

/* The modes are tested once, not in every part. */
PX_INLINE void box_positions(const struct request *rq, const struct tc_level *lv, unsigned levels, unsigned parts, uint64_t exec,
                             struct box_place b[2])
{
   const uint32_t *from[2] = { rq->u, rq->v };
   for (unsigned d = 0; d < 2; d++)
      switch (rq->e->samp.wrap[d]) {
      case TC_WRAP: box_axis(from[d], d, TC_WRAP, lv, levels, parts, exec, b); break;
      case TC_MIRROR: box_axis(from[d], d, TC_MIRROR, lv, levels, parts, exec, b); break;
      default: box_axis(from[d], d, TC_CLAMP_LAST, lv, levels, parts, exec, b);
      }
}

PX_INLINE bool box_levels(const struct request *rq, const struct tc_level *lv, unsigned levels, unsigned parts, uint64_t exec,
                          const vi *frac)
{
   struct box_place b[2];
   struct box box[2];
   bool stays = false;
   box_positions(rq, lv, levels, parts, exec, b);
   for (unsigned l = 0; l < levels; l++)
      if (!box_find(&rq->e->samp, &lv[l], parts, &b[l]))
         return false;
   for (unsigned l = 0; l < levels; l++) { /* after finding, so that no level waits for another one's texels */
      box_copy(rq, &lv[l], parts, &b[l], &box[l]);
      stays |= box[l].stays;
   }
   if (stays)
      box_parts(rq, box, b, levels, true, parts, exec, frac);
   else
      box_parts(rq, box, b, levels, false, parts, exec, frac);
   return true;
}

/* False: has not done it, as the texels do not lie in a box. */
static bool box_pass(const struct request *rq, const struct tc_level *lv, unsigned levels, uint64_t exec, const vi *frac)
{
   if (exec == ~0ull) /* complete waves have code without masks */
      return levels == 1 ? box_levels(rq, lv, 1, WAVE_PARTS, ~0ull, frac) : box_levels(rq, lv, 2, WAVE_PARTS, ~0ull, frac);
   return exec && (levels == 1 ? box_levels(rq, lv, 1, rq->parts, exec, frac) : box_levels(rq, lv, 2, rq->parts, exec, frac));
}

#endif

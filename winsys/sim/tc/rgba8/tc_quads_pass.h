/* tc_quads_pass.h: the linear passes of hosts with AVX2 only, a wave's pairs of quads (tc_quads.h) step by step. Part of
 * tc_rgba8.h. */
#ifndef SIM_TC_QUADS_PASS_H
#define SIM_TC_QUADS_PASS_H

/* The texels of compressed images, block by block. */
PX_INLINE void blocks_texels(const struct quads *q, const struct spot p[2], __m256i texel[2][4])
{
   union px_i column[2], row[2];
   union px_u t[4];
   vu value[4];
   for (unsigned n = 0; n < 2; n++)
      for (unsigned h = 0; h < 2; h++) {
         column[n].p[h] = (px_pi)columns_of(p[h].at[n]);
         row[n].p[h] = (px_pi)rows_of(p[h].at[n]);
      }
   block_texels(q->img, q->lv, q->flip, q->ptr, column[0].v, column[1].v, row[0].v, row[1].v, value);
   for (unsigned n = 0; n < 4; n++) {
      t[n].v = value[n];
      for (unsigned h = 0; h < 2; h++)
         texel[h][n] = (__m256i)t[n].p[h];
   }
}

PX_INLINE void spot_texels(quads_k k, const struct quads *q, const struct spot *p, __m256i texel[4])
{
   if (__builtin_expect(p->in_window, 1)) {
      window_texels(q, p, texel);
   } else {
      __m256i single[4];
      single_texels(k, q, p->at, single);
      for (unsigned n = 0; n < 4; n++)
         texel[n] = single[n];
   }
}

/* One channel of two quads. */
PX_INLINE void put_half(uint32_t *row, px_pf value, unsigned run)
{
   float *to = (float *)(void *)row;
   if (run != 0xff)
      value = (px_pf)_mm256_blendv_ps(_mm256_loadu_ps(to), (__m256)value, (__m256)half_mask(run));
   _mm256_storeu_ps(to, (__m256)value);
}

/* How much of the next level the two quads n have. */
PX_INLINE px_pf half_fraction(const vi *frac, unsigned n)
{
   return (px_pf)_mm256_cvtepi32_ps(((const __m256i *)(const void *)frac)[n]) * (1.0f / 256.0f);
}

/* A coordinate in 0..1 of the texture, or NaN: as wrapped() has it. */
PX_INLINE __m256 half_wrapped(__m256 u, unsigned wrap)
{
   const __m256 most = _mm256_set1_ps(0x1p30f), least = _mm256_set1_ps(-0x1p30f);
   switch (wrap) {
   case TC_WRAP:
      return u - _mm256_floor_ps(u);
   case TC_MIRROR:
      u = _mm256_min_ps(_mm256_max_ps(u, least), most);
      u = u - 2.0f * _mm256_floor_ps(u * 0.5f);
      return _mm256_min_ps(u, 2.0f - u);
   default:
      return _mm256_min_ps(_mm256_max_ps(u, _mm256_setzero_ps()), _mm256_set1_ps(1.0f));
   }
}

/* In `levels` levels, one after the other. */
PX_INLINE void axis_positions(unsigned blocks, unsigned levels, const uint32_t *from, unsigned wrap, const float scale[2],
                              __m256i *const to[2])
{
   for (unsigned n = 0; n < blocks * 2; n++) {
      __m256 u = half_wrapped(_mm256_loadu_ps((const float *)(const void *)(from + 8 * n)), wrap);
      for (unsigned l = 0; l < levels; l++)
         to[l][n] = _mm256_cvtps_epi32(u * scale[l]);
   }
}

/* The modes are tested once, not in every block. */
PX_INLINE void find_positions(const struct request *rq, unsigned blocks, unsigned levels, const struct tc_level *lv,
                              struct positions *p)
{
   const uint32_t *from[2] = { rq->u, rq->v };
   for (unsigned d = 0; d < 2; d++) {
      unsigned wrap = rq->e->samp.wrap[d];
      const float scale[2] = { lv[0].scale[d], lv[levels - 1].scale[d] };
      __m256i *const to[2] = { d ? p[0].y : p[0].x, d ? p[levels - 1].y : p[levels - 1].x };
      if (wrap == TC_WRAP)
         axis_positions(blocks, levels, from[d], TC_WRAP, scale, to);
      else if (wrap == TC_MIRROR)
         axis_positions(blocks, levels, from[d], TC_MIRROR, scale, to);
      else
         axis_positions(blocks, levels, from[d], TC_CLAMP_LAST, scale, to);
   }
}

/* As linear_position() has them. */
PX_INLINE __m256i quads_centre(quads_k k, __m256i position)
{
   return _mm256_sub_epi32(_mm256_max_epi32(position, _mm256_setzero_si256()), K(centre));
}

/* Step by step for all lanes of the wave, because each step's results come late: this is the first step, in one level. */
PX_INLINE void find_spots(quads_k k, const struct request *rq, struct quads *q, uint64_t exec, struct positions *at,
                          struct spot p[8])
{
   quads_edges(&rq->e->samp, q);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      __m256i x = quads_centre(k, at->x[n]), y = quads_centre(k, at->y[n]);
      at->x[n] = x;
      at->y[n] = y;
      if (tc_has_blocks(q->img)) {
         quads_pack(k, q, x, y, p[n].at);
         continue;
      }
      __m256i run = half_mask(exec >> 8 * n & 0xff);
      find_spot(k, q, x, y, _mm256_packs_epi32(run, run), &p[n]);
   }
}

/* Both quads' channels, with what is already there if they are the next level's. */
PX_INLINE void put_halves(const struct request *rq, unsigned n, unsigned run, px_pf out[4], const vi *frac)
{
   px_pf f = frac ? half_fraction(frac, n) : (px_pf)_mm256_setzero_ps();
   for (unsigned c = 0; c < 4; c++) {
      if (!rq->row[c])
         continue;
      uint32_t *row = rq->row[c] + 8 * n;
      if (frac) {
         px_pf near = (px_pf)_mm256_loadu_ps((const float *)(const void *)row);
         out[c] = near + (out[c] - near) * f;
      }
      put_half(row, out[c], run);
   }
}

/* Channels that the instruction does not return go to a dummy row. */
PX_INLINE void box_rows(const struct request *rq, float *dummy, float *row[4])
{
   for (unsigned c = 0; c < 4; c++)
      row[c] = rq->row[c] ? (float *)(void *)rq->row[c] : dummy;
}

/* all: all lanes count; or those that are not in `keep`. */
PX_INLINE void box_put(float *row, px_pf value, bool all, __m256i keep)
{
   if (!all)
      value = (px_pf)_mm256_blendv_ps((__m256)value, _mm256_loadu_ps(row), (__m256)keep);
   _mm256_storeu_ps(row, (__m256)value);
}

PX_INLINE void box_pass_of(quads_k k, const struct request *rq, const struct box *box, uint64_t exec, bool all, bool stays)
{
   const struct box_constants bk = { K(mesh), (__m256)K(scale), (__m256)K(unbias) };
   float dummy[64], *row[4];
   box_rows(rq, dummy, row);
   for (unsigned n = 0; n < 8; n++, exec >>= 8) {
      struct box_lanes l;
      if (!all && !(exec & 0xff))
         continue;
      box_lanes(k, &bk, box, n, stays, &l);
      __m256i keep = all ? l.across : half_mask(~exec & 0xff);
      for (unsigned c = 0; c < 3; c++)
         box_put(row[c] + 8 * n, box_channel(&bk, &l, c), all, keep);
      if (row[3] != dummy)
         box_put(row[3] + 8 * n, box_channel(&bk, &l, 3), all, keep);
   }
}

PX_INLINE px_pf box_mixed(const struct box_constants *bk, const struct box_lanes l[2], unsigned c, px_pf f)
{
   px_pf near = box_channel(bk, &l[0], c), far = box_channel(bk, &l[1], c);
   return near + (far - near) * f;
}

PX_INLINE void box_between_of(quads_k k, const struct request *rq, const struct box box[2], uint64_t exec, const vi *frac,
                              bool all, bool stays)
{
   const struct box_constants bk = { K(mesh), (__m256)K(scale), (__m256)K(unbias) };
   float dummy[64], *row[4];
   box_rows(rq, dummy, row);
   for (unsigned n = 0; n < 8; n++, exec >>= 8) {
      struct box_lanes l[2];
      if (!all && !(exec & 0xff))
         continue;
      box_lanes(k, &bk, &box[0], n, stays, &l[0]);
      box_lanes(k, &bk, &box[1], n, stays, &l[1]);
      __m256i keep = all ? l[0].across : half_mask(~exec & 0xff);
      px_pf f = half_fraction(frac, n);
      for (unsigned c = 0; c < 3; c++)
         box_put(row[c] + 8 * n, box_mixed(&bk, l, c, f), all, keep);
      if (row[3] != dummy)
         box_put(row[3] + 8 * n, box_mixed(&bk, l, 3, f), all, keep);
   }
}

OUT_OF_LINE box_pass(quads_k k, const struct request *rq, const struct box *box, uint64_t exec)
{
   if (exec == ~0ull && !box->stays)
      box_pass_of(k, rq, box, exec, true, false);
   else if (exec == ~0ull)
      box_pass_of(k, rq, box, exec, true, true);
   else if (!box->stays)
      box_pass_of(k, rq, box, exec, false, false);
   else
      box_pass_of(k, rq, box, exec, false, true);
}

OUT_OF_LINE box_between(quads_k k, const struct request *rq, const struct box box[2], uint64_t exec, const vi *frac)
{
   if (exec == ~0ull && !(box[0].stays || box[1].stays))
      box_between_of(k, rq, box, exec, frac, true, false);
   else if (exec == ~0ull)
      box_between_of(k, rq, box, exec, frac, true, true);
   else if (!(box[0].stays || box[1].stays))
      box_between_of(k, rq, box, exec, frac, false, false);
   else
      box_between_of(k, rq, box, exec, frac, false, true);
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   struct positions at;
   struct quads q;
   struct spot p[8];
   struct box_place place;
   struct box box;
   IN_REGISTER(k);
   quads_init(&rq->e->img, lv, ptr, rq->slice, &q);
   if (rq->blocks == 4) { /* so that the compiler counts to four itself */
      find_positions(rq, 4, 1, lv, &at);
      if (!frac && box_find(&rq->e->samp, &q, &at, exec, &place)) {
         box_make(k, &rq->e->samp, &q, &place, &box);
         box_pass(k, rq, &box, exec);
         return;
      }
   } else {
      find_positions(rq, rq->blocks, 1, lv, &at);
   }
   find_spots(k, rq, &q, exec, &at, p);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      unsigned run = exec >> 8 * n & 0xff;
      __m256i texel[2][4];
      px_pf out[4];
      if (tc_has_blocks(q.img) && !(n & 1) && exec >> 8 * n & 0xffff)
         blocks_texels(&q, &p[n], texel);
      if (!run)
         continue;
      if (!tc_has_blocks(q.img))
         spot_texels(k, &q, &p[n], texel[n & 1]);
      filter_half(k, texel[n & 1], at.x[n], at.y[n], rq->row[3] != NULL, out);
      put_halves(rq, n, run, out, frac);
   }
}

static bool linear_between(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   const struct tc_samp *s = &rq->e->samp;
   struct positions at[2];
   struct quads q[2];
   struct spot p[2][8];
   struct box_place place[2];
   struct box box[2];
   IN_REGISTER(k);
   if (tc_has_blocks(&rq->e->img))
      return false;
   for (unsigned l = 0; l < 2; l++)
      quads_init(&rq->e->img, &lv[l], slice_of(rq, &lv[l]), rq->slice, &q[l]);
   if (rq->blocks == 4) {
      find_positions(rq, 4, 2, lv, at);
      if (box_find(s, &q[0], &at[0], exec, &place[0]) && box_find(s, &q[1], &at[1], exec, &place[1])) {
         for (unsigned l = 0; l < 2; l++)
            box_make(k, s, &q[l], &place[l], &box[l]);
         box_between(k, rq, box, exec, frac);
         return true;
      }
   } else {
      find_positions(rq, rq->blocks, 2, lv, at);
   }
   for (unsigned l = 0; l < 2; l++)
      find_spots(k, rq, &q[l], exec, &at[l], p[l]);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      unsigned run = exec >> 8 * n & 0xff;
      px_pf out[2][4], f = half_fraction(frac, n);
      if (!run)
         continue;
      for (unsigned l = 0; l < 2; l++) {
         __m256i texel[4];
         spot_texels(k, &q[l], &p[l][n], texel);
         filter_half(k, texel, at[l].x[n], at[l].y[n], rq->row[3] != NULL, out[l]);
      }
      for (unsigned c = 0; c < 4; c++)
         if (rq->row[c])
            put_half(rq->row[c] + 8 * n, out[0][c] + (out[1][c] - out[0][c]) * f, run);
   }
   return true;
}

#endif

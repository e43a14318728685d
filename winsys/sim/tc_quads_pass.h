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

/* Coordinates in 0..1 of the texture. */
struct wrapped_wave { __m256 u[8], v[8]; };

PX_INLINE void load_axis(unsigned blocks, const uint32_t *from, unsigned wrap, __m256 to[8])
{
   for (unsigned b = 0; b < blocks; b++) {
      union px_f at = { .v = wrapped(vf_load(from + 16 * b), wrap) };
      to[2 * b] = (__m256)at.p[0];
      to[2 * b + 1] = (__m256)at.p[1];
   }
}

/* The modes are asked for once, not in every block. */
PX_INLINE void load_wrapped(const struct request *rq, unsigned blocks, struct wrapped_wave *w)
{
   const uint32_t *from[2] = { rq->u, rq->v };
   __m256 *to[2] = { w->u, w->v };
   for (unsigned d = 0; d < 2; d++) {
      unsigned wrap = rq->e->samp.wrap[d];
      if (wrap == TC_WRAP)
         load_axis(blocks, from[d], TC_WRAP, to[d]);
      else if (wrap == TC_MIRROR)
         load_axis(blocks, from[d], TC_MIRROR, to[d]);
      else
         load_axis(blocks, from[d], TC_CLAMP_LAST, to[d]);
   }
}

PX_INLINE void find_positions(quads_k k, unsigned blocks, const struct quads *q, const struct wrapped_wave *w,
                              struct spot p[8])
{
   const __m256 scale_x = _mm256_set1_ps(q->lv->scale[0]), scale_y = _mm256_set1_ps(q->lv->scale[1]);
   for (unsigned n = 0; n < blocks * 2; n++) {
      p[n].x = quads_position(k, w->u[n], scale_x);
      p[n].y = quads_position(k, w->v[n], scale_y);
   }
}

/* Step by step for the whole wave, because each step's results come late: this is the first step, in one level. */
PX_INLINE void find_spots(quads_k k, const struct request *rq, struct quads *q, uint64_t exec, struct spot p[8])
{
   quads_edges(&rq->e->samp, q);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      if (tc_has_blocks(q->img)) {
         quads_pack(k, q, p[n].x, p[n].y, p[n].at);
         continue;
      }
      __m256i run = half_mask(exec >> 8 * n & 0xff);
      find_spot(k, q, _mm256_packs_epi32(run, run), &p[n]);
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

PX_INLINE void box_pass_of(quads_k k, const struct request *rq, const struct box *box, const struct spot *p, uint64_t exec,
                           bool stays)
{
   for (unsigned n = 0; n < 8; n++) {
      unsigned run = exec >> 8 * n & 0xff;
      px_pf out[4];
      if (!run)
         continue;
      box_filter(k, box, &p[n], stays, rq->row[3] != NULL, out);
      put_halves(rq, n, run, out, NULL);
   }
}

OUT_OF_LINE box_pass(quads_k k, const struct request *rq, const struct box *box, const struct spot *p, uint64_t exec)
{
   if (box->stays)
      box_pass_of(k, rq, box, p, exec, true);
   else
      box_pass_of(k, rq, box, p, exec, false);
}

PX_INLINE void box_between_of(quads_k k, const struct request *rq, const struct box box[2], struct spot p[2][8], uint64_t exec,
                              const vi *frac, bool stays)
{
   for (unsigned n = 0; n < 8; n++) {
      unsigned run = exec >> 8 * n & 0xff;
      px_pf near[4], far[4], f = half_fraction(frac, n);
      if (!run)
         continue;
      box_filter(k, &box[0], &p[0][n], stays, rq->row[3] != NULL, near);
      box_filter(k, &box[1], &p[1][n], stays, rq->row[3] != NULL, far);
      for (unsigned c = 0; c < 4; c++)
         if (rq->row[c])
            put_half(rq->row[c] + 8 * n, near[c] + (far[c] - near[c]) * f, run);
   }
}

OUT_OF_LINE box_between(quads_k k, const struct request *rq, const struct box box[2], struct spot p[2][8], uint64_t exec,
                        const vi *frac)
{
   if (box[0].stays || box[1].stays)
      box_between_of(k, rq, box, p, exec, frac, true);
   else
      box_between_of(k, rq, box, p, exec, frac, false);
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   struct wrapped_wave w;
   struct quads q;
   struct spot p[8];
   struct box box;
   IN_REGISTER(k);
   quads_init(&rq->e->img, lv, ptr, rq->slice, &q);
   if (rq->blocks == 4) { /* so that the compiler counts to four itself */
      load_wrapped(rq, 4, &w);
      find_positions(k, 4, &q, &w, p);
      if (!frac && box_find(k, &q, p, exec, &box)) {
         box_pass(k, rq, &box, p, exec);
         return;
      }
   } else {
      load_wrapped(rq, rq->blocks, &w);
      find_positions(k, rq->blocks, &q, &w, p);
   }
   find_spots(k, rq, &q, exec, p);
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
      filter_half(k, texel[n & 1], p[n].x, p[n].y, rq->row[3] != NULL, out);
      put_halves(rq, n, run, out, frac);
   }
}

static bool linear_between(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   struct wrapped_wave w;
   struct quads q[2];
   struct spot p[2][8];
   struct box box[2];
   IN_REGISTER(k);
   if (tc_has_blocks(&rq->e->img))
      return false;
   load_wrapped(rq, rq->blocks, &w);
   for (unsigned l = 0; l < 2; l++) {
      quads_init(&rq->e->img, &lv[l], slice_of(rq, &lv[l]), rq->slice, &q[l]);
      find_positions(k, rq->blocks, &q[l], &w, p[l]);
   }
   if (rq->blocks == 4 && box_find(k, &q[0], p[0], exec, &box[0]) && box_find(k, &q[1], p[1], exec, &box[1])) {
      box_between(k, rq, box, p, exec, frac);
      return true;
   }
   for (unsigned l = 0; l < 2; l++)
      find_spots(k, rq, &q[l], exec, p[l]);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      unsigned run = exec >> 8 * n & 0xff;
      px_pf out[2][4], f = half_fraction(frac, n);
      if (!run)
         continue;
      for (unsigned l = 0; l < 2; l++) {
         __m256i texel[4];
         spot_texels(k, &q[l], &p[l][n], texel);
         filter_half(k, texel, p[l][n].x, p[l][n].y, rq->row[3] != NULL, out[l]);
      }
      for (unsigned c = 0; c < 4; c++)
         if (rq->row[c])
            put_half(rq->row[c] + 8 * n, out[0][c] + (out[1][c] - out[0][c]) * f, run);
   }
   return true;
}

#endif

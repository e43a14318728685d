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

PX_INLINE __m256i half_mask(unsigned run)
{
   const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
   return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)run), bit), bit);
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
struct wrapped_wave { union px_f u[4], v[4]; };

PX_INLINE void load_wrapped(const struct request *rq, struct wrapped_wave *w)
{
   const struct tc_samp *s = &rq->e->samp;
   for (unsigned b = 0; b < rq->blocks; b++) {
      w->u[b].v = wrapped(vf_load(rq->u + 16 * b), s->wrap[0]);
      w->v[b].v = wrapped(vf_load(rq->v + 16 * b), s->wrap[1]);
   }
}

/* Step by step for the whole wave, because each step's results come late: this is the first step, in one level. */
PX_INLINE void find_spots(quads_k k, const struct request *rq, const struct quads *q, const struct wrapped_wave *w, uint64_t exec,
                          struct spot p[8])
{
   const __m256 scale_x = _mm256_set1_ps(q->lv->scale[0]), scale_y = _mm256_set1_ps(q->lv->scale[1]);
   for (unsigned n = 0; n < rq->blocks * 2; n++) {
      p[n].x = quads_position(k, (__m256)w->u[n / 2].p[n % 2], scale_x);
      p[n].y = quads_position(k, (__m256)w->v[n / 2].p[n % 2], scale_y);
      if (tc_has_blocks(q->img)) {
         quads_pack(k, q, p[n].x, p[n].y, p[n].at);
         continue;
      }
      __m256i run = half_mask(exec >> 8 * n & 0xff);
      find_spot(k, q, _mm256_packs_epi32(run, run), &p[n]);
   }
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   struct wrapped_wave w;
   struct quads q;
   struct spot p[8];
   IN_REGISTER(k);
   quads_init(&rq->e->img, &rq->e->samp, lv, ptr, rq->slice, &q);
   load_wrapped(rq, &w);
   find_spots(k, rq, &q, &w, exec, p);
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
}

static bool linear_between(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   quads_k k = &quads_constants;
   struct wrapped_wave w;
   struct quads q[2];
   struct spot p[2][8];
   IN_REGISTER(k);
   if (tc_has_blocks(&rq->e->img))
      return false;
   load_wrapped(rq, &w);
   for (unsigned l = 0; l < 2; l++) {
      quads_init(&rq->e->img, &rq->e->samp, &lv[l], slice_of(rq, &lv[l]), rq->slice, &q[l]);
      find_spots(k, rq, &q[l], &w, exec, p[l]);
   }
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

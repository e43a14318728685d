/* tc_window_pass.h: the passes of hosts with AVX-512, whose texels come out of windows (tc_window.h). Part of tc_rgba8.h. */
#ifndef SIM_TC_WINDOW_PASS_H
#define SIM_TC_WINDOW_PASS_H

#include "winsys/sim/tc/tc_window.h"

/* Positions in a level, and its windows. */
struct spots { struct texel_window w; vi x[WAVE_PARTS], y[WAVE_PARTS]; __m512i xy[WAVE_PARTS]; struct window_places place; };

PX_INLINE void find_spots(const struct request *rq, const struct tc_level *lv, const struct window_constants *k, bool tiled,
                          bool filtered, unsigned parts, const vf u[], const vf v[], struct spots *s)
{
   window_init(&rq->e->img, lv, lv->ptr + rq->slice * lv->surf.slice_B, rq->slice, tiled, &s->w);
   for (unsigned p = 0; p < parts; p++) {
      s->x[p] = position(rq, lv, 0, filtered, u[p]);
      s->y[p] = position(rq, lv, 1, filtered, v[p]);
      s->xy[p] = window_pack(k, s->x[p], s->y[p]);
   }
   window_place(&s->w, s->xy, parts, &s->place);
}

PX_INLINE void sample_spots(const struct request *rq, const struct window_constants *k, const struct filter_constants *filter,
                            const struct spots *s, unsigned p, bool filtered, vf out[4])
{
   vu texel[4];
   __m512i first, second;
   if (__builtin_expect(window_find(&s->w, k, s->x[p], s->y[p], s->xy[p], &s->place, p, &first, &second), 1)) {
#ifdef __AVX512VBMI__
      if (filtered) {
         filter_window(&s->w, k, filter, s->place.at[p], first, second, s->x[p], s->y[p], rq->row[3] != NULL, out);
         return;
      }
#endif
      window_texels(&s->w, k, s->place.at[p], first, second, 0, filtered ? 4 : 1, (__m512i *)texel);
   } else {
      vu far[4]; /* in memory, where `texel` had better not be */
      gather_texels(rq, s->w.lv, s->x[p], s->y[p], filtered, far);
      for (unsigned n = 0; n < (filtered ? 4 : 1); n++)
         texel[n] = far[n];
   }
   use_texels(rq, filter, texel, s->x[p], s->y[p], filtered, out);
}

/* 1 or 4 parts from `at` on, step by step for all of them, because each step's results come late. */
PX_INLINE void window_parts(const struct request *rq, const struct tc_level *lv, unsigned levels, bool tiled, bool filtered,
                            unsigned at, unsigned parts, uint64_t exec, const vi *frac)
{
   const struct tc_samp *samp = &rq->e->samp;
   struct window_constants k;
   struct filter_constants filter;
   struct spots s[2];
   vf u[WAVE_PARTS], v[WAVE_PARTS];
   window_constants(tiled, &k);
   filter_constants(&filter);
   for (unsigned p = 0; p < parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      u[p] = vf_load(rq->u + PX_LANES * (at + p));
      v[p] = vf_load(rq->v + PX_LANES * (at + p));
      if (run != PX_ALL_LANES && run) {
         u[p] = fill_inactive(u[p], run);
         v[p] = fill_inactive(v[p], run);
      }
      u[p] = wrapped(u[p], samp->wrap[0]);
      v[p] = wrapped(v[p], samp->wrap[1]);
   }
#pragma GCC unroll 2
   for (unsigned l = 0; l < levels; l++)
      find_spots(rq, &lv[l], &k, tiled, filtered, parts, u, v, &s[l]);
   for (unsigned p = 0; p < parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      vf out[2][4];
      if (!run)
         continue;
#pragma GCC unroll 2
      for (unsigned l = 0; l < levels; l++)
         sample_spots(rq, &k, &filter, &s[l], p, filtered, out[l]);
      put_part(rq, at + p, run, levels, out, frac);
   }
}

/* A function for each order of texels. */
#define PASS(name, tiled, levels, filtered) \
   static __attribute__((noinline)) void name(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac) \
   { \
      if (rq->parts == WAVE_PARTS) { \
         window_parts(rq, lv, levels, tiled, filtered, 0, WAVE_PARTS, exec, frac); \
         return; \
      } \
      for (unsigned p = 0; p < rq->parts; p++) \
         if (exec >> PX_LANES * p & PX_ALL_LANES) \
            window_parts(rq, lv, levels, tiled, filtered, p, 1, exec >> PX_LANES * p & PX_ALL_LANES, frac); \
   }
PASS(pass_linear, false, 1, true)
PASS(pass_tiled, true, 1, true)
PASS(two_linear, false, 2, true)
PASS(two_tiled, true, 2, true)
PASS(near_linear, false, 1, false)
PASS(near_tiled, true, 1, false)

static void level_pass(const struct request *rq, const struct tc_level *lv, unsigned levels, uint64_t exec, const vi *frac)
{
   const bool tiled = level_is_tiled(&rq->e->img, lv);
   if (!rq->e->plan.linear)
      (tiled ? near_tiled : near_linear)(rq, lv, exec, frac);
   else if (levels == 1)
      (tiled ? pass_tiled : pass_linear)(rq, lv, exec, frac);
   else
      (tiled ? two_tiled : two_linear)(rq, lv, exec, frac);
}

#endif

/* tc_rgba8.h: the sampler's fast path for 8 bits per channel unorm, compressed (BC1-3, BC7) or not, in any layout,
 * (bi/tri)linear or nearest, and for integers of 8 bits; any DMASK and DST_SEL; see tc_pass.h. Texels that lie close together are
 * fetched together (tc_window.h, tc_box.h), others one by one. Included by one file for each TC_SOURCE, as TC_RGBA8. */
#define PX_NATIVE_LANES
#include "winsys/sim/tc/rgba8/tc_pass.h"
#include "winsys/sim/tc/tc_bilinear.h"

/* The texels of compressed images: left, right; upper, then lower. */
PX_INLINE void block_texels(const struct request *rq, const struct tc_level *lv, const vi x[2], const vi y[2], vu texel[4])
{
   const struct tc_img *img = &rq->e->img;
   const uint32_t flip = tc_map(lv) ? tile_map_flip_slice(&lv->surf, rq->slice) : 0;
   const vi slice = vi_set((int32_t)rq->slice), zero = vi_set(0);
   vu raw[4][2];
   if (!tc_block_patch(img, lv, lv->ptr + rq->slice * lv->surf.slice_B, flip, x, y, raw))
      for (unsigned n = 0; n < 4; n++)
         tc_read_blocks(img, lv->ptr, tc_offsets(lv, x[n & 1] >> 2, y[n >> 1] >> 2, slice, zero), x[n & 1], y[n >> 1], raw[n]);
   for (unsigned n = 0; n < 4; n++)
      texel[n] = raw[n][0];
}

/* One by one: left, right; upper, then lower. Or the first only. */
static __attribute__((noinline)) void gather_texels(const struct request *rq, const struct tc_level *lv, vi x, vi y,
                                                    bool filtered, vu texel[4])
{
   const struct tc_samp *s = &rq->e->samp;
   const uint8_t *ptr = lv->ptr + rq->slice * lv->surf.slice_B;
   vi column[2], row[2];
   two_texels(x, (int32_t)lv->w, s->wrap[0], column);
   two_texels(y, (int32_t)lv->h, s->wrap[1], row);
   if (tc_has_blocks(&rq->e->img)) {
      block_texels(rq, lv, column, row, texel);
      return;
   }
   const struct tc_place left = tc_column(lv, column[0]), right = tc_column(lv, column[1]);
   for (unsigned n = 0; n < 4; n += 2) {
      struct tc_place place = tc_row(lv, row[n / 2]);
      if (tc_map(lv))
         place.flip ^= vu_set(tile_map_flip_slice(&lv->surf, rq->slice));
      tc_read_raw(ptr, tc_texel_address(place, left), 4, &texel[n]);
      if (!filtered)
         return;
      tc_read_raw(ptr, tc_texel_address(place, right), 4, &texel[n + 1]);
   }
}

/* The four texels of each lane become channels, or the first one does. */
PX_INLINE void use_texels(const struct request *rq, const struct filter_constants *filter, const vu texel[4], vi x, vi y,
                          bool filtered, vf out[4])
{
   const bool is_unorm = rq->e->img.as_num == FMT_UNORM;
   if (filtered)
      filter_texels(filter, texel, x, y, rq->row[3] != NULL, out);
   for (unsigned c = 0; c < 4 && !filtered; c++)
      out[c] = is_unorm ? vf_unorm(texel[0] >> 8 * c & 255, 8) : (vf)(texel[0] >> 8 * c & 255);
}

/* A part's channels, of one level or mixed of two. */
PX_INLINE void put_part(const struct request *rq, unsigned part, unsigned run, unsigned levels, const vf out[2][4], const vi *frac)
{
   for (unsigned c = 0; c < 4; c++) {
      vf v = out[0][c];
      if (!rq->row[c])
         continue;
      if (levels > 1)
         v += (out[1][c] - v) * (vf_from_i(frac[part]) * (1.0f / 256.0f));
      vu_store_masked(rq->row[c] + PX_LANES * part, (vu)v, run);
   }
}

#ifdef __AVX512F__
#include "winsys/sim/tc/rgba8/tc_window_pass.h"
#else
#ifdef __AVX2__
#include "winsys/sim/tc/rgba8/tc_box.h"
#endif

static void level_pass(const struct request *rq, const struct tc_level *lv, unsigned levels, uint64_t exec, const vi *frac)
{
   const bool filtered = rq->e->plan.linear;
#ifdef __AVX2__
   if (filtered && box_pass(rq, lv, levels, exec, frac))
      return;
#endif
   struct filter_constants k;
   filter_constants(&k);
   for (unsigned p = 0; p < rq->parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      vf out[2][4];
      if (!run)
         continue;
      for (unsigned l = 0; l < levels; l++) {
         vi at[2];
         vu texel[4];
         for (unsigned d = 0; d < 2; d++)
            at[d] = position(rq, &lv[l], d, filtered, wrapped(vf_load((d ? rq->v : rq->u) + PX_LANES * p), rq->e->samp.wrap[d]));
         gather_texels(rq, &lv[l], at[0], at[1], filtered, texel);
         use_texels(rq, &k, texel, at[0], at[1], filtered, out[l]);
      }
      put_part(rq, p, run, levels, out, frac);
   }
}
#endif

void TC_RGBA8(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   sample_wave(e, addr, data, exec, lanes);
}

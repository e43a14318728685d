/* tc_pass.h: the passes of tc_rgba8.h over 2D images and arrays without borders. A wave is sampled in passes over one level, or over
 * two that are mixed as near + (far - near) * f: one pass for all lanes, as a rule. Positions have 8 fraction bits. How a pass gets
 * its texels is left to level_pass() of the file that includes this. Part of the files compiled once per instruction set. */
#ifndef SIM_TC_PASS_H
#define SIM_TC_PASS_H

#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_lod.h"

struct request {
   const struct tc_entry *e;
   const uint32_t *u, *v;
   uint32_t *row[4];      /* for each channel, NULL: not returned */
   unsigned parts;        /* of PX_LANES lanes */
   uint32_t slice;
};

/* A coordinate in 0..1 of the texture. */
PX_INLINE vf wrapped(vf u, unsigned wrap)
{
   vf v;
   switch (wrap) {
   case TC_WRAP:
      return vf_fract(u);
   case TC_MIRROR:
      v = vf_limit(u, -0x1p30f, 0x1p30f);
      v = v - 2.0f * vf_floor(v * 0.5f);
      return vf_min(v, 2.0f - v);
   default:
      return vf_limit(u, 0.0f, 1.0f);
   }
}

/* Positions in 1/256 texels, of the first texel of a pair: -128 .. 256 * size - 128. */
PX_INLINE vi linear_position(vf wrapped, float scale)
{
   return vi_round(wrapped * vf_set(scale)) - 128;
}

/* The two texels that a position lies between, the same one twice if it needs one only. */
PX_INLINE void two_texels(vi at, int32_t n, unsigned wrap, vi to[2])
{
   vi i = at >> 8, j = (at + 255) >> 8;
   if (wrap == TC_WRAP) {
      to[0] = i + (vi_lt(i, vi_set(0)) & vi_set(n));
      to[1] = vi_sel(vi_lt(j, vi_set(n)), j, vi_set(0));
   } else {
      to[0] = vi_max(i, vi_set(0));
      to[1] = vi_min(j, vi_set(n - 1));
   }
}

/* Along x (0) or y. Without a filter: 256 times the texel, where a repeat may come out at its end. */
PX_INLINE vi position(const struct request *rq, const struct tc_level *lv, unsigned axis, bool filtered, vf wrapped)
{
   const int32_t n = (int32_t)(axis ? lv->h : lv->w);
   if (filtered)
      return linear_position(wrapped, lv->scale[axis]);
   const vi i = vi_floor(wrapped * vf_set((float)n));
   return (rq->e->samp.wrap[axis] == TC_WRAP ? i & vi_lt(i, vi_set(n)) : vi_min(i, vi_set(n - 1))) << 8;
}

/* Samples `exec` in `levels` levels from lv on, one or two, of which the second has the weights frac; plan.linear: filtered. */
static void level_pass(const struct request *rq, const struct tc_level *lv, unsigned levels, uint64_t exec, const vi *frac);

/* ---- levels ----------------------------------------------------------------------------------------------------------- */

static void pass(const struct request *rq, unsigned level, unsigned levels, uint64_t exec, const vi *frac)
{
   level_pass(rq, &rq->e->img.level[level], levels, exec, frac);
}

/* The next wave is expected to need the same. */
static void expect(struct tc_entry *e, uint32_t code)
{
   if (e->guess.code != code)
      e->guess = (struct tc_guess){ .code = code, .from = INT32_MAX }; /* what leads to it is not known */
}

/* Once for each level and filter that lanes need; `want` first. */
static void level_by_level(const struct request *rq, uint64_t exec, uint32_t want, const vi code[], const vi frac[])
{
   uint64_t blend = 0;
   for (unsigned p = 0; p < rq->parts; p++)
      blend |= (uint64_t)v_bits(vi_lt(vi_set(0), frac[p])) << PX_LANES * p;
   while (exec) {
      const uint64_t same = exec & lanes_with(code, rq->parts, (int32_t)want);
      if (same) {
         pass(rq, want >> 1, blend & same ? 2 : 1, same, frac);
         expect((struct tc_entry *)rq->e, want);
         exec &= ~same;
      }
      if (exec)
         want = (uint32_t)lane_of(code, (unsigned)__builtin_ctzll(exec));
   }
}

/* What guess.code stands for, which is what `lod` has led to. */
static void widen_guess(struct tc_entry *e, int32_t lod)
{
   const struct tc_samp *s = &e->samp;
   struct tc_guess *g = &e->guess;
   int32_t least = s->min_lod, most = s->max_lod, levels = e->img.last_level - e->img.base_level;
   if (e->img.min_lod - e->img.base_level * 256 > least)
      least = e->img.min_lod - e->img.base_level * 256;
   *g = (struct tc_guess){ .code = g->code, .from = INT32_MAX };
   if (lod <= 0 && least <= 0) {
      g->from = INT32_MIN;
      g->range = 1u << 31;
      g->magnifies = s->bias <= 0;
   } else if (lod > 0 && s->mip == 2 && lod >> 8 < levels && lod >= least && lod <= most) {
      int32_t from = lod & ~255, to = lod | 255;
      from = from < least ? least : from;
      to = to > most ? most : to;
      g->from = from ? from : 1;
      g->range = (uint32_t)(to - g->from);
      g->blends = true;
   }
}

/* The level of detail comes late, and with it everything would. So it is only compared with what the last sample had, and
 * the host goes on with that before the comparison is done. */
static void mipmapped(const struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   const struct tc_entry *e = rq->e;
   const struct tc_guess g = e->guess;
   vi code[WAVE_PARTS], frac[WAVE_PARTS], lod[WAVE_PARTS / 4];
   if (rq->parts < WAVE_PARTS || e->inst.lod != TC_LOD_IMPLICIT || e->inst.lod_clamp) {
      for (unsigned p = 0; p < rq->parts; p++) {
         struct coords co = { .c = { vf_load(rq->u + PX_LANES * p), vf_load(rq->v + PX_LANES * p) } };
         vi raw, clamped;
         level_of_detail(e, addr, PX_LANES * p, &co, &raw, &clamped);
         choose_level(e, clamped, &code[p], &frac[p]);
      }
      level_by_level(rq, exec, g.code, code, frac);
      return;
   }
   vf rho2[WAVE_PARTS / 4];
   bool magnified = g.magnifies, expected = true;
   for (unsigned q = 0; q < WAVE_PARTS / 4; q++) {
      rho2[q] = quads_rho2(e, rq->u + 4 * PX_LANES * q, rq->v + 4 * PX_LANES * q);
      magnified &= v_bits(vf_le(rho2[q], vf_set(1.0f))) == PX_ALL_LANES;
   }
   if (magnified) {
      pass(rq, g.code >> 1, 1, exec, 0);
      return;
   }
   for (unsigned q = 0; q < WAVE_PARTS / 4; q++) {
      lod[q] = tc_lod_of_rho2(rho2[q]) + vi_set(e->samp.bias);
      expected &= v_bits(vu_le((vu)lod[q] - vu_set((uint32_t)g.from), vu_set(g.range))) == PX_ALL_LANES;
      quads_to_lanes(lod[q] & 255, &frac[4 * q]);
   }
   if (expected) {
      pass(rq, g.code >> 1, g.blends ? 2 : 1, exec, frac);
      return;
   }
   for (unsigned q = 0; q < WAVE_PARTS / 4; q++) {
      vi c, f;
      choose_level(e, clamp_lod(e, lod[q]), &c, &f);
      quads_to_lanes(c, &code[4 * q]);
      quads_to_lanes(f, &frac[4 * q]);
   }
   level_by_level(rq, exec, g.code, code, frac);
   for (unsigned q = 0; q < WAVE_PARTS / 4; q++) {
      vi lanes[4];
      quads_to_lanes(lod[q], lanes);
      const uint64_t same = lanes_with(&code[4 * q], 4, (int32_t)e->guess.code);
      if (same) {
         widen_guess((struct tc_entry *)e, lane_of(lanes, (unsigned)__builtin_ctzll(same)));
         return;
      }
   }
}

/* Rows that are copies of others or constants. */
static void copy_rows(const struct tc_entry *e, uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   const struct tc_results *r = &e->results;
   const uint32_t one = fmt_num_is_int(e->img.num) ? 1 : 0x3f800000;
   for (unsigned n = 0; n < r->num_copies; n++) {
      unsigned from = r->copy[n].from;
      for (unsigned at = 0; at < lanes; at += PX_LANES) {
         vu v = from >= TC_ROW_ZERO ? vu_set(from == TC_ROW_ONE ? one : 0) : vu_load(&data[from][at]);
         vu_store_masked(&data[r->copy[n].row][at], v, exec >> at & PX_ALL_LANES);
      }
   }
}

static void sample_slice(const struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   const struct tc_entry *e = rq->e;
   if (e->plan.one_level)
      pass(rq, e->img.base_level, 1, exec, 0);
   else
      mipmapped(rq, addr, exec);
}

/* Once for each layer that lanes need. */
static __attribute__((noinline)) void slice_by_slice(struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   vi slice[WAVE_PARTS];
   for (unsigned p = 0; p < rq->parts; p++)
      slice[p] = tc_slice(vf_load(&addr[rq->e->rows.layer][PX_LANES * p]), &rq->e->img);
   while (exec) {
      rq->slice = (uint32_t)lane_of(slice, (unsigned)__builtin_ctzll(exec));
      const uint64_t same = lanes_with(slice, rq->parts, (int32_t)rq->slice);
      sample_slice(rq, addr, exec & same);
      exec &= ~same;
   }
}

static inline void sample_wave(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                               unsigned lanes)
{
   struct request rq = { .e = e, .u = addr[e->rows.coord], .v = addr[e->rows.coord + 1],
                         .parts = (lanes + PX_LANES - 1) / PX_LANES, .slice = e->img.base_array };
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   for (unsigned c = 0; c < 4; c++)
      rq.row[c] = e->results.row_of[c] == TC_ROW_NONE ? NULL : data[e->results.row_of[c]];
   if (e->rows.layer >= 0)
      slice_by_slice(&rq, addr, exec);
   else
      sample_slice(&rq, addr, exec);
   if (e->results.num_copies)
      copy_rows(e, data, exec, lanes);
}

#endif

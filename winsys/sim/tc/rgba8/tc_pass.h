/* tc_pass.h: the passes of tc_rgba8.h over 2D images and arrays without borders, of 8 bits a channel at most. A wave is sampled in passes over one level each: one for all lanes, as a rule, two for
 * trilinear ones, unless the file has a linear_between() that does both at once. Positions have 8 fraction bits; the
 * bilinear filter is exact in integers, so its value is rounded once, as a float; two levels are mixed as
 * near + (far - near) * f. How a pass gets its texels is left to linear_pass() of the file that includes this. Part of the files compiled once per instruction set. */
#ifndef SIM_TC_PASS_H
#define SIM_TC_PASS_H

#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_lod.h"

struct request {
   const struct tc_entry *e;
   const uint32_t *u, *v;
   uint32_t *row[4];      /* for each channel, NULL: not returned */
   unsigned blocks;       /* of 16 lanes */
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
PX_INLINE vi linear_position(vf u, float scale, unsigned wrap)
{
   return vi_round(wrapped(u, wrap) * vf_set(scale)) - 128;
}

/* The two texels that a position lies between, the same one twice if it needs one only. */
PX_INLINE void two_texels(vi at, int32_t n, unsigned wrap, vi *first, vi *second)
{
   vi i = at >> 8, j = (at + 255) >> 8;
   if (wrap == TC_WRAP) {
      *first = i + (vi_lt(i, vi_set(0)) & vi_set(n));
      *second = vi_sel(vi_lt(j, vi_set(n)), j, vi_set(0));
   } else {
      *first = vi_max(i, vi_set(0));
      *second = vi_min(j, vi_set(n - 1));
   }
}

/* A row of the request's slice, from the slice's start. */
PX_INLINE struct tc_place pass_row(const struct request *rq, const struct tc_level *lv, vi y)
{
   struct tc_place row = tc_row(lv, y);
   if (tc_map(lv))
      row.flip ^= vu_set(tile_map_flip_slice(&lv->surf, rq->slice));
   return row;
}

/* One channel of a block: to its row, or mixed with what an earlier pass left there. */
PX_INLINE void put_channel(const struct request *rq, unsigned c, unsigned at, unsigned run, vf value, const vi *frac)
{
   if (frac) {
      vf near = vf_load(rq->row[c] + at);
      value = near + (value - near) * (vf_from_i(frac[at / 16]) * (1.0f / 256.0f));
   }
   vu_store_masked(rq->row[c] + at, (vu)value, run);
}

/* ---- the vertical step of the filter: top * (256 - w) + bottom * w - 32768 in 16 bits ---------------------------------- */

#ifdef __AVX2__
/* Multiply-adds of bytes: 256 does not fit a byte, so weights 256 and 0 become 255 and 1, which is the same for two equal rows, and
 * equal they are where the weight is 0 (two_texels()). Texels are moved down by 128. */
PX_INLINE vi down_weights(vi w)
{
   w = vi_max(w, vi_set(1));
   w = ((256 - w) & 255) | w << 8;
   return w | w << 16;
}
/* bytes: top and bottom in turn */
PX_INLINE nv down_bytes(nv bytes, nv weights)
{
   return NV(maddubs_epi16)(weights, NV_SI(xor)(bytes, NV(set1_epi8)(-128)));
}
/* top, bottom: words of 0 .. 255 */
PX_INLINE nv down_words(nv top, nv bottom, nv weights)
{
   return down_bytes(NV_SI(or)(top, NV(slli_epi16)(bottom, 8)), weights);
}
#else
PX_INLINE vi down_weights(vi w) { return w | w << 16; }
PX_INLINE nv down_words(nv top, nv bottom, nv weights)
{
   nv sum = _mm_add_epi16(_mm_mullo_epi16(top, _mm_sub_epi16(_mm_set1_epi16(256), weights)), _mm_mullo_epi16(bottom, weights));
   return _mm_xor_si128(sum, _mm_set1_epi16(-32768));
}
#endif

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac);
#ifdef TC_PASS_BETWEEN
/* Two linear passes in one: `lv` and the next level. False: has not done it. */
static bool linear_between(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac);
#endif

/* ---- levels ----------------------------------------------------------------------------------------------------------- */

PX_INLINE const uint8_t *slice_of(const struct request *rq, const struct tc_level *lv)
{
   return lv->ptr + rq->slice * lv->surf.slice_B;
}

/* Samples `exec` in one level. frac: mixes with what is in the rows, of which this is the next level. */
static void pass(const struct request *rq, unsigned level, uint64_t exec, const vi *frac)
{
   const struct tc_level *lv = &rq->e->img.level[level];
   linear_pass(rq, lv, slice_of(rq, lv), exec, frac);
}

/* The same in this level and the next. */
static void pass_between(const struct request *rq, unsigned level, uint64_t exec, const vi *frac)
{
#ifdef TC_PASS_BETWEEN
   const struct tc_level *lv = &rq->e->img.level[level];
   if (linear_between(rq, lv, exec, frac))
      return;
#endif
   pass(rq, level, exec, 0);
   pass(rq, level + 1, exec, frac);
}

/* The next wave is expected to need the same. */
static void expect(struct tc_entry *e, uint32_t code)
{
   if (e->guess.code != code)
      e->guess = (struct tc_guess){ .code = code, .from = INT32_MAX }; /* what leads to it is not known */
}

/* Once for each level and filter that lanes need; `want` first. */
static void level_by_level(const struct request *rq, uint64_t exec, uint32_t want, const vi code[4], const vi frac[4])
{
   while (exec) {
      uint64_t same = 0, blend = 0;
      for (unsigned b = 0; b < rq->blocks; b++) {
         same |= (uint64_t)v_bits(vi_eq(code[b], vi_set((int32_t)want))) << 16 * b;
         blend |= (uint64_t)v_bits(vi_lt(vi_set(0), frac[b])) << 16 * b;
      }
      same = exec & ~same ? exec & same : exec;
      if (same) {
         if (blend & same)
            pass_between(rq, want >> 1, same, frac);
         else
            pass(rq, want >> 1, same, 0);
         expect((struct tc_entry *)rq->e, want);
         exec &= ~same;
      }
      if (exec) {
         union px_i first = { .v = code[__builtin_ctzll(exec) / 16] };
         want = (uint32_t)first.s[__builtin_ctzll(exec) % 16];
      }
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
   const struct tc_guess *g = &e->guess;
   vi code[4], frac[4];
   if (rq->blocks == 4 && e->inst.lod == TC_LOD_IMPLICIT && !e->inst.lod_clamp) {
      vf rho2 = quads_rho2(e, rq->u, rq->v);
      if (g->magnifies && v_bits(vf_le(rho2, vf_set(1.0f))) == 0xffff) {
         pass(rq, g->code >> 1, exec, 0);
         return;
      }
      union px_i lod = { .v = tc_lod_of_rho2(rho2) + vi_set(e->samp.bias) }, c;
      if (v_bits(vu_le((vu)lod.v - vu_set((uint32_t)g->from), vu_set(g->range))) == 0xffff) {
         if (g->blends) {
            quads_to_lanes(lod.v & 255, frac);
            pass_between(rq, g->code >> 1, exec, frac);
         } else {
            pass(rq, g->code >> 1, exec, 0);
         }
         return;
      }
      vi f;
      choose_level(e, clamp_lod(e, lod.v), &c.v, &f);
      quads_to_lanes(f, frac);
      if (v_bits(vi_eq(c.v, vi_set((int32_t)g->code))) == 0xffff) {
         widen_guess((struct tc_entry *)e, lod.s[0]);
         if (v_bits(vi_lt(vi_set(0), f)))
            pass_between(rq, g->code >> 1, exec, frac);
         else
            pass(rq, g->code >> 1, exec, 0);
         return;
      }
      quads_to_lanes(c.v, code);
      level_by_level(rq, exec, g->code, code, frac);
      unsigned same = v_bits(vi_eq(c.v, vi_set((int32_t)g->code)));
      if (same)
         widen_guess((struct tc_entry *)e, lod.s[__builtin_ctz(same)]);
      return;
   }
   for (unsigned b = 0; b < rq->blocks; b++) {
      struct coords co = { .c = { vf_load(rq->u + 16 * b), vf_load(rq->v + 16 * b) } };
      vi raw, lod;
      level_of_detail(e, addr, 16 * b, &co, &raw, &lod);
      choose_level(e, lod, &code[b], &frac[b]);
   }
   level_by_level(rq, exec, g->code, code, frac);
}

/* Rows that are copies of others or constants. */
static void copy_rows(const struct tc_results *r, uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   for (unsigned n = 0; n < r->num_copies; n++) {
      unsigned from = r->copy[n].from;
      for (unsigned at = 0; at < lanes; at += 16) {
         vu v = from >= TC_ROW_ZERO ? vu_set(from == TC_ROW_ONE ? 0x3f800000 : 0) : vu_load(&data[from][at]);
         vu_store_masked(&data[r->copy[n].row][at], v, exec >> at & 0xffff);
      }
   }
}

static void sample_slice(const struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   const struct tc_entry *e = rq->e;
   if (e->plan.one_level)
      pass(rq, e->img.base_level, exec, 0);
   else
      mipmapped(rq, addr, exec);
}

/* Once for each layer that lanes need. */
static __attribute__((noinline)) void slice_by_slice(struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   union px_i slice[4];
   for (unsigned b = 0; b < rq->blocks; b++)
      slice[b].v = tc_slice(vf_load(&addr[rq->e->rows.layer][16 * b]), &rq->e->img);
   while (exec) {
      uint64_t same = 0;
      rq->slice = (uint32_t)slice[__builtin_ctzll(exec) / 16].s[__builtin_ctzll(exec) % 16];
      for (unsigned b = 0; b < rq->blocks; b++)
         same |= (uint64_t)v_bits(vi_eq(slice[b].v, vi_set((int32_t)rq->slice))) << 16 * b;
      sample_slice(rq, addr, exec & same);
      exec &= ~same;
   }
}

static inline void sample_wave(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                               unsigned lanes)
{
   struct request rq = { .e = e, .u = addr[e->rows.coord], .v = addr[e->rows.coord + 1], .blocks = (lanes + 15) / 16,
                         .slice = e->img.base_array };
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   for (unsigned c = 0; c < 4; c++)
      rq.row[c] = e->results.row_of[c] == TC_ROW_NONE ? NULL : data[e->results.row_of[c]];
   if (e->rows.layer >= 0)
      slice_by_slice(&rq, addr, exec);
   else
      sample_slice(&rq, addr, exec);
   if (e->results.num_copies)
      copy_rows(&e->results, data, exec, lanes);
}

#endif

/* tc_rgba8.c: the fast road of the sampler: 2D images of 8 bits per channel unorm, linear or micro-tiled, nearest or
 * (bi/tri)linear, repeat, mirror or clamp to edge, any DMASK and DST_SEL. Positions have 8 fraction bits and the bilinear
 * filter is exact in integers, so its value is rounded once, as a float; two levels are mixed as near + (far - near) * f.
 * A wave is sampled in passes over one level each: one for all lanes, as a rule, two for trilinear ones. How the texels
 * are fetched is left to tc_window.h and tc_pairs.h. Compiled once per instruction set (px_ops.h). */
#include "fmt_vec.h"
#include "px_ops.h"
#include "tc_coord.h"
#include "tc_kernels.h"
#include "tc_lod.h"

#ifdef __AVX512F__
#include "tc_window.h"
#else
#include "tc_pairs.h"
#endif

struct request {
   const struct tc_entry *e;
   const uint32_t *u, *v;
   uint32_t *row[4];      /* for each channel */
   unsigned blocks;       /* of 16 lanes */
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

/* Byte offsets of columns and rows: a texel lies at the sum of both. */
PX_INLINE vu column_offset(bool tiled, vi x)
{
   vu u = (vu)x;
   if (!tiled)
      return u * 4;
#ifdef __AVX512F__
   const __m512i place = _mm512_set4_epi32(0, 0, 0x54504440, 0x14100400);
   return ((u >> 3) << 8) + (vu)_mm512_shuffle_epi8(place, (__m512i)(u & 7));
#endif
   return ((u >> 3) << 8) + ((u & 1) << 2) + ((u & 2) << 3) + ((u & 4) << 4);
}
PX_INLINE vu row_offset(bool tiled, uint32_t row_B, vi y)
{
   vu u = (vu)y;
   if (!tiled)
      return u * vu_set(row_B);
#ifdef __AVX512F__
   const __m512i place = _mm512_set4_epi32(0, 0, (int)0xa8a08880u, 0x28200800);
   return (u >> 3) * vu_set(row_B) + (vu)_mm512_shuffle_epi8(place, (__m512i)(u & 7));
#endif
   return (u >> 3) * vu_set(row_B) + ((u & 1) << 3) + ((u & 2) << 4) + ((u & 4) << 5);
}

/* Lanes that become addresses are quicker fetched from memory than moved out of a vector register one by one. */
#define IN_MEMORY(x) __asm__("" : "+m"(x))
#define FOR_16(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

static inline uint32_t load32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }

/* The results of a block: to the rows, or mixed with what an earlier pass left there. */
PX_INLINE void put_block(const struct request *rq, unsigned at, unsigned run, const vf out[4], const vi *frac)
{
   if (frac) {
      vf f = vf_from_i(frac[at / 16]) * (1.0f / 256.0f);
      for (unsigned c = 0; c < 4; c++) {
         vf near = vf_load(rq->row[c] + at);
         vu_store_masked(rq->row[c] + at, (vu)(near + (out[c] - near) * f), run);
      }
   } else {
      for (unsigned c = 0; c < 4; c++)
         vu_store_masked(rq->row[c] + at, (vu)out[c], run);
   }
}

/* ---- bilinear ------------------------------------------------------------------------------------------------------- */

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

#ifdef __AVX512F__
/* Out of line, as it is seldom needed: left, right; upper, then lower. */
static __attribute__((noinline)) void gather_texels(const struct tc_level *lv, const uint8_t *ptr, const struct tc_samp *s, vi x,
                                                    vi y, __m512i texel[4])
{
   bool tiled = lv->surf.mode != TILE_LINEAR;
   vi x0, x1, y0, y1;
   two_texels(x, (int32_t)lv->w, s->wrap[0], &x0, &x1);
   two_texels(y, (int32_t)lv->h, s->wrap[1], &y0, &y1);
   vu c0 = column_offset(tiled, x0), c1 = column_offset(tiled, x1);
   vu r0 = row_offset(tiled, lv->row_B, y0), r1 = row_offset(tiled, lv->row_B, y1);
   texel[0] = _mm512_i32gather_epi32((__m512i)(r0 + c0), ptr, 1);
   texel[1] = _mm512_i32gather_epi32((__m512i)(r0 + c1), ptr, 1);
   texel[2] = _mm512_i32gather_epi32((__m512i)(r1 + c0), ptr, 1);
   texel[3] = _mm512_i32gather_epi32((__m512i)(r1 + c1), ptr, 1);
}

/* The texels of inactive lanes are fetched too, so they had better be where the others are. */
PX_INLINE vf fill_inactive(vf u, unsigned run)
{
   return vf_sel(v_mask(run), u, (vf)_mm512_permutexvar_ps(_mm512_set1_epi32(__builtin_ctz(run)), (__m512)u));
}

/* 1 or 4 blocks, step by step for all of them, because each step's results come late. */
PX_INLINE void linear_blocks(const struct request *rq, const struct tc_level *lv, const struct window *w, unsigned at,
                             unsigned blocks, uint64_t exec, const vi *frac)
{
   const struct tc_samp *s = &rq->e->samp;
   vi x[4], y[4];
   __m512i xy[4];
   uint32_t min[4];
   struct window_constants k;
   window_constants(lv, &k);
   for (unsigned b = 0; b < blocks; b++) {
      unsigned run = exec >> 16 * b & 0xffff;
      vf u = vf_load(rq->u + at + 16 * b), v = vf_load(rq->v + at + 16 * b);
      if (run != 0xffff && run) {
         u = fill_inactive(u, run);
         v = fill_inactive(v, run);
      }
      x[b] = linear_position(u, lv->scale[0], s->wrap[0]);
      y[b] = linear_position(v, lv->scale[1], s->wrap[1]);
      xy[b] = window_pack(&k, x[b], y[b]);
   }
   window_min(xy, blocks, min);
   for (unsigned b = 0; b < blocks; b++) {
      unsigned run = exec >> 16 * b & 0xffff;
      __m512i texel[4];
      vf out[4];
      if (!run)
         continue;
      if (!window_texels(w, &k, x[b], y[b], xy[b], min[b], texel))
         gather_texels(lv, w->ptr, s, x[b], y[b], texel);
      filter_texels(&k, texel, x[b], y[b], out);
      put_block(rq, at + 16 * b, run, out, frac);
   }
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   struct window w;
   window_init(lv, ptr, &w);
   if (rq->blocks == 4) {
      linear_blocks(rq, lv, &w, 0, 4, exec, frac);
      return;
   }
   for (unsigned at = 0; at < rq->blocks * 16; at += 16)
      if (exec >> at & 0xffff)
         linear_blocks(rq, lv, &w, at, 1, exec >> at & 0xffff, frac);
}
#else
PX_INLINE __m128i two_pairs(const uint8_t *a, const uint8_t *b)
{
   return (__m128i)_mm_loadh_pi((__m128)_mm_loadl_epi64((const __m128i *)(const void *)a), (const __m64 *)(const void *)b);
}

PX_INLINE void load_pairs(const uint8_t *ptr, const uint32_t offset[16], struct pairs *to)
{
#ifdef __AVX2__
   for (unsigned n = 0; n < 4; n++) {
      const uint32_t *o = offset + (n & 2) * 4 + (n & 1) * 2;
      to->v[n] = _mm256_set_m128i(two_pairs(ptr + o[4], ptr + o[5]), two_pairs(ptr + o[0], ptr + o[1]));
   }
#else
   for (unsigned n = 0; n < 8; n++)
      to->v[n] = two_pairs(ptr + offset[2 * n], ptr + offset[2 * n + 1]);
#endif
}

/* Columns of pairs. Returns the lanes whose two texels are not neighbours. */
PX_INLINE unsigned pair_columns(vi at, int32_t n, unsigned wrap, vi *first, vi *second, vi *weight)
{
   vi i = at >> 8, w = at & 255;
   if (wrap == TC_WRAP) {
      *first = i + (vi_lt(i, vi_set(0)) & vi_set(n));
      vi last = vi_eq(*first, vi_set(n - 1));
      *second = (i + 1) & ~last;
      *weight = w;
      return v_bits(last);
   }
   /* Clamped: the pair stays inside and the weight says which of the two counts. One texel: see the callers. */
   vi low = vi_lt(i, vi_set(0)), high = vi_lt(vi_set(n - 2), i);
   *first = vi_min(i & ~low, vi_set(n > 1 ? n - 2 : 0));
   *second = vi_min(*first + 1, vi_set(n - 1));
   *weight = vi_sel(high, vi_set(256), w & ~low);
   return 0;
}

PX_INLINE void bilinear(const struct tc_level *lv, const uint8_t *ptr, const struct tc_samp *s, vi px, vi py, vf out[4])
{
   struct pairs top, bottom;
   vi x0, x1, wx, y0, y1;
   bool tiled = lv->surf.mode != TILE_LINEAR;
   unsigned apart = pair_columns(px, (int32_t)lv->w, s->wrap[0], &x0, &x1, &wx);
   two_texels(py, (int32_t)lv->h, s->wrap[1], &y0, &y1);
   vu r0 = row_offset(tiled, lv->row_B, y0), r1 = row_offset(tiled, lv->row_B, y1), c0 = column_offset(tiled, x0);
   if (!tiled && !apart && lv->w > 1) {
      union px_u a = { .v = r0 + c0 }, b = { .v = r1 + c0 };
      IN_MEMORY(a);
      IN_MEMORY(b);
      load_pairs(ptr, a.s, &top);
      load_pairs(ptr, b.s, &bottom);
   } else {
      vu c1 = column_offset(tiled, x1);
      union px_u a0 = { .v = r0 + c0 }, a1 = { .v = r0 + c1 }, b0 = { .v = r1 + c0 }, b1 = { .v = r1 + c1 };
      IN_MEMORY(a0);
      IN_MEMORY(a1);
      IN_MEMORY(b0);
      IN_MEMORY(b1);
#define PAIR(p) \
      top.pair[PAIR_SLOT(p)] = load32(ptr + a0.s[p]) | (uint64_t)load32(ptr + a1.s[p]) << 32; \
      bottom.pair[PAIR_SLOT(p)] = load32(ptr + b0.s[p]) | (uint64_t)load32(ptr + b1.s[p]) << 32;
      FOR_16(PAIR)
#undef PAIR
   }
   filter_pairs(&top, &bottom, wx, py & 255, out);
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   const struct tc_samp *s = &rq->e->samp;
   for (unsigned at = 0; at < rq->blocks * 16; at += 16) {
      unsigned run = exec >> at & 0xffff;
      vf out[4];
      if (!run)
         continue;
      vi x = linear_position(vf_load(rq->u + at), lv->scale[0], s->wrap[0]);
      vi y = linear_position(vf_load(rq->v + at), lv->scale[1], s->wrap[1]);
      bilinear(lv, ptr, s, x, y, out);
      put_block(rq, at, run, out, frac);
   }
}
#endif

/* ---- nearest -------------------------------------------------------------------------------------------------------- */

PX_INLINE vi nearest_texel(vf u, float scale, int32_t n, unsigned wrap)
{
   vi i = vi_floor(wrapped(u, wrap) * vf_set(scale)) >> 8;
   /* a position may be rounded up to the size itself */
   return wrap == TC_WRAP ? i & vi_lt(i, vi_set(n)) : vi_min(i, vi_set(n - 1));
}

static void nearest_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   const struct tc_samp *s = &rq->e->samp;
   bool tiled = lv->surf.mode != TILE_LINEAR;
   for (unsigned at = 0; at < rq->blocks * 16; at += 16) {
      unsigned run = exec >> at & 0xffff;
      vf out[4];
      if (!run)
         continue;
      vi x = nearest_texel(vf_load(rq->u + at), lv->scale[0], (int32_t)lv->w, s->wrap[0]);
      vi y = nearest_texel(vf_load(rq->v + at), lv->scale[1], (int32_t)lv->h, s->wrap[1]);
      union px_u o, t;
      o.v = row_offset(tiled, lv->row_B, y) + column_offset(tiled, x);
#ifdef __AVX512F__
      t.v = (vu)_mm512_i32gather_epi32((__m512i)o.v, ptr, 1);
#else
      IN_MEMORY(o);
#define TEXEL(p) t.s[p] = load32(ptr + o.s[p]);
      FOR_16(TEXEL)
#undef TEXEL
#endif
      for (unsigned c = 0; c < 4; c++)
         out[c] = vf_unorm((t.v >> 8 * c) & 255, 8);
      put_block(rq, at, run, out, frac);
   }
}

/* ---- levels ----------------------------------------------------------------------------------------------------------- */

/* Samples `exec` in one level. frac: mixes with what is in the rows, of which this is the next level. */
static void pass(const struct request *rq, unsigned level, bool linear, uint64_t exec, const vi *frac)
{
   const struct tc_level *lv = &rq->e->img.level[level];
   const uint8_t *ptr = lv->ptr + rq->e->img.base_array * lv->surf.slice_B;
   if (linear)
      linear_pass(rq, lv, ptr, exec, frac);
   else
      nearest_pass(rq, lv, ptr, exec, frac);
}

/* 2 * level + 1 if the filter is linear, and the fraction that belongs to the next level. */
PX_INLINE void choose_level(const struct tc_entry *e, vi lod, vi *code, vi *frac)
{
   const struct tc_samp *s = &e->samp;
   vi level = vi_set(0), last = vi_set(e->img.last_level - e->img.base_level), pos = vi_max(lod, vi_set(0));
   *frac = vi_set(0);
   if (s->mip == 1) {
      level = vi_min((pos + 127) >> 8, last);
   } else if (s->mip == 2) {
      level = vi_min(pos >> 8, last);
      *frac = pos & 255 & vi_lt(level, last);
   }
   vi linear = vi_sel(vi_lt(vi_set(0), lod), vi_set(s->min_linear), vi_set(s->mag_linear));
   *code = (level + vi_set(e->img.base_level)) * 2 + linear;
}

/* Once for each level and filter that lanes ask for; `want` first. */
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
         pass(rq, want >> 1, want & 1, same, 0);
         if (blend & same)
            pass(rq, (want >> 1) + 1, want & 1, same, frac);
         ((struct tc_entry *)rq->e)->guess = want;
         exec &= ~same;
      }
      if (exec) {
         union px_i first = { .v = code[__builtin_ctzll(exec) / 16] };
         want = (uint32_t)first.s[__builtin_ctzll(exec) % 16];
      }
   }
}

/* The level of detail comes late, and with it everything would. So it is only compared with what the last sample had, and
 * the host goes on with that before the comparison is done. */
static void mipmapped(const struct request *rq, const uint32_t (*addr)[64], uint64_t exec)
{
   const struct tc_entry *e = rq->e;
   uint32_t guess = e->guess;
   vi code[4], frac[4];
   if (rq->blocks == 4 && e->inst.lod == TC_LOD_IMPLICIT && !e->inst.lod_clamp) {
      vi c, f;
      choose_level(e, clamp_lod(e, quads_lod(e, rq->u, rq->v)), &c, &f);
      quads_to_lanes(f, frac);
      if (v_bits(vi_eq(c, vi_set((int32_t)guess))) == 0xffff) {
         pass(rq, guess >> 1, guess & 1, exec, 0);
         if (v_bits(vi_lt(vi_set(0), f)))
            pass(rq, (guess >> 1) + 1, guess & 1, exec, frac);
         return;
      }
      quads_to_lanes(c, code);
   } else {
      for (unsigned b = 0; b < rq->blocks; b++) {
         struct coords co = { .c = { vf_load(rq->u + 16 * b), vf_load(rq->v + 16 * b) } };
         vi raw, lod;
         level_of_detail(e, addr, 16 * b, &co, &raw, &lod);
         choose_level(e, lod, &code[b], &frac[b]);
      }
   }
   level_by_level(rq, exec, guess, code, frac);
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

void PX(tc_rgba8)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   _Alignas(64) uint32_t nobody[64]; /* takes the channels that are not asked for */
   struct request rq = { .e = e, .u = addr[e->rows.coord], .v = addr[e->rows.coord + 1], .blocks = (lanes + 15) / 16 };
   for (unsigned c = 0; c < 4; c++)
      rq.row[c] = e->results.row_of[c] == TC_ROW_NONE ? nobody : data[e->results.row_of[c]];
   if (e->samp.mag_linear == e->samp.min_linear && (!e->samp.mip || e->img.last_level == e->img.base_level))
      pass(&rq, e->img.base_level, e->samp.mag_linear, exec, 0);
   else
      mipmapped(&rq, addr, exec);
   if (e->results.num_copies)
      copy_rows(&e->results, data, exec, lanes);
}

/* tc_rgba8.h: the sampler's fast path for 8 bits per channel unorm, compressed (BC1-3, BC7) or not, in any layout,
 * (bi/tri)linear, any DMASK and DST_SEL; see tc_pass.h. How the texels of the filter are fetched is in tc_window.h,
 * tc_apart.h, tc_quads.h, tc_box.h and tc_pairs.h. Included by one file for each TC_SOURCE, which makes the function TC_RGBA8. */
#include "winsys/sim/surf/fmt_vec.h"
#include "winsys/sim/tc/tc_int.h"
#ifdef __AVX2__
#define TC_PASS_BETWEEN
#endif
#include "winsys/sim/tc/rgba8/tc_pass.h"

#ifdef __AVX512F__
#include "winsys/sim/tc/rgba8/tc_apart.h"
#include "winsys/sim/tc/tc_window.h"
#elif defined(__AVX2__)
#include "winsys/sim/tc/rgba8/tc_box.h"
#else
#include "winsys/sim/tc/rgba8/tc_pairs.h"
#endif

#define OUT_OF_LINE static __attribute__((noinline)) void

PX_INLINE void put_block(const struct request *rq, unsigned at, unsigned run, const vf out[4], const vi *frac)
{
   for (unsigned c = 0; c < 4; c++)
      if (rq->row[c])
         put_channel(rq, c, at, run, out[c], frac);
}

/* The texels of compressed images that no window has: left, right; upper, then lower. */
PX_INLINE void block_texels(const struct tc_img *img, const struct tc_level *lv, uint32_t flip, const uint8_t *ptr,
                            vi x0, vi x1, vi y0, vi y1, vu texel[4])
{
   const vi x[2] = { x0, x1 }, y[2] = { y0, y1 };
   vu raw[4][2];
   if (tc_block_patch(img, lv, ptr, flip, x, y, raw)) {
      for (unsigned n = 0; n < 4; n++)
         texel[n] = raw[n][0];
      return;
   }
   struct tc_place column[2] = { tc_column(lv, x0 >> 2), tc_column(lv, x1 >> 2) };
   struct tc_place row[2] = { tc_row(lv, y0 >> 2), tc_row(lv, y1 >> 2) };
   for (unsigned n = 0; n < 4; n++) {
      struct tc_place r = row[n >> 1];
      r.flip ^= vu_set(flip);
      tc_read_blocks(img, ptr, tc_texel_address(r, column[n & 1]), n & 1 ? x1 : x0, n & 2 ? y1 : y0, raw[n]);
      texel[n] = raw[n][0];
   }
}

/* ---- bilinear ------------------------------------------------------------------------------------------------------- */

#ifdef __AVX512F__
/* Out of line, as it is seldom needed: left, right; upper, then lower. */
static __attribute__((noinline)) void gather_texels(const struct texel_window *w, const struct tc_samp *s, vi x, vi y,
                                                    __m512i texel[4])
{
   const struct tc_level *lv = w->lv;
   const uint8_t *ptr = w->ptr;
   vi x0, x1, y0, y1;
   two_texels(x, (int32_t)lv->w, s->wrap[0], &x0, &x1);
   two_texels(y, (int32_t)lv->h, s->wrap[1], &y0, &y1);
   if (tc_has_blocks(w->img)) {
      block_texels(w->img, lv, w->flip, ptr, x0, x1, y0, y1, (vu *)texel);
      return;
   }
   struct tc_place left = tc_column(lv, x0), right = tc_column(lv, x1), top = tc_row(lv, y0), bottom = tc_row(lv, y1);
   top.flip ^= vu_set(w->flip);
   bottom.flip ^= vu_set(w->flip);
   texel[0] = _mm512_i32gather_epi32((__m512i)tc_texel_address(top, left), ptr, 1);
   texel[1] = _mm512_i32gather_epi32((__m512i)tc_texel_address(top, right), ptr, 1);
   texel[2] = _mm512_i32gather_epi32((__m512i)tc_texel_address(bottom, left), ptr, 1);
   texel[3] = _mm512_i32gather_epi32((__m512i)tc_texel_address(bottom, right), ptr, 1);
}

/* Of 1 or 4 blocks: the coordinates in 0..1, those of inactive lanes where the others are. */
PX_INLINE void load_wrapped(const struct request *rq, unsigned at, unsigned blocks, uint64_t exec, vf u[4], vf v[4])
{
   const struct tc_samp *s = &rq->e->samp;
   for (unsigned b = 0; b < blocks; b++) {
      unsigned run = exec >> 16 * b & 0xffff;
      u[b] = vf_load(rq->u + at + 16 * b);
      v[b] = vf_load(rq->v + at + 16 * b);
      if (run != 0xffff && run) {
         u[b] = fill_inactive(u[b], run);
         v[b] = fill_inactive(v[b], run);
      }
      u[b] = wrapped(u[b], s->wrap[0]);
      v[b] = wrapped(v[b], s->wrap[1]);
   }
}

/* Their positions in a level, and its windows. */
struct spots { struct texel_window w; vi x[4], y[4]; __m512i xy[4]; struct window_places place; };

PX_INLINE void find_spots(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr,
                          const struct window_constants *k, bool tiled, unsigned blocks, const vf u[4], const vf v[4],
                          struct spots *p)
{
   window_init(&rq->e->img, lv, ptr, rq->slice, tiled, &p->w);
   for (unsigned b = 0; b < blocks; b++) {
      p->x[b] = vi_round(u[b] * vf_set(lv->scale[0])) - 128;
      p->y[b] = vi_round(v[b] * vf_set(lv->scale[1])) - 128;
      p->xy[b] = window_pack(k, p->x[b], p->y[b]);
   }
   window_place(&p->w, p->xy, blocks, &p->place);
}

PX_INLINE void filter_spots(const struct request *rq, const struct window_constants *k, const struct spots *p, unsigned b,
                            unsigned run, vf out[4])
{
   __m512i texel[4], first, second;
   if (__builtin_expect(window_find(&p->w, k, p->x[b], p->y[b], p->xy[b], &p->place, b, &first, &second), 1)) {
#ifdef __AVX512VBMI__
      filter_window(&p->w, k, p->place.at[b], first, second, p->x[b], p->y[b], rq->row[3] != NULL, out);
      return;
#else
      window_texels(&p->w, k, p->place.at[b], first, second, 0, 4, texel);
#endif
   } else {
      __m512i far[4];
      vf value[4]; /* in memory, where `out` had better not be */
      if (p->w.tiled && !tc_has_blocks(p->w.img) &&
          filter_quads(&p->w, &rq->e->samp, run, p->x[b], p->y[b], p->xy[b], rq->row[3] != NULL, value)) {
         for (unsigned c = 0; c < 4; c++)
            out[c] = value[c];
         return;
      }
      gather_texels(&p->w, &rq->e->samp, p->x[b], p->y[b], far);
      for (unsigned n = 0; n < 4; n++)
         texel[n] = far[n];
   }
   filter_texels(k, texel, p->x[b], p->y[b], rq->row[3] != NULL, out);
}

/* 1 or 4 blocks, step by step for all of them, because each step's results come late. */
PX_INLINE void linear_blocks(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, bool tiled, unsigned at,
                             unsigned blocks, uint64_t exec, const vi *frac)
{
   struct window_constants k;
   struct spots p;
   vf u[4], v[4];
   window_constants(tiled, &k);
   load_wrapped(rq, at, blocks, exec, u, v);
   find_spots(rq, lv, ptr, &k, tiled, blocks, u, v, &p);
   for (unsigned b = 0; b < blocks; b++) {
      unsigned run = exec >> 16 * b & 0xffff;
      vf out[4];
      if (!run)
         continue;
      filter_spots(rq, &k, &p, b, run, out);
      put_block(rq, at + 16 * b, run, out, frac);
   }
}

/* 4 blocks, mixed from this level and the next. */
PX_INLINE void linear_two(const struct request *rq, const struct tc_level *lv, bool tiled, uint64_t exec, const vi *frac)
{
   struct window_constants k;
   struct spots p[2];
   vf u[4], v[4];
   window_constants(tiled, &k);
   load_wrapped(rq, 0, 4, exec, u, v);
   for (unsigned n = 0; n < 2; n++)
      find_spots(rq, &lv[n], slice_of(rq, &lv[n]), &k, tiled, 4, u, v, &p[n]);
   for (unsigned b = 0; b < 4; b++) {
      unsigned run = exec >> 16 * b & 0xffff;
      vf near[4], far[4], f = vf_from_i(frac[b]) * (1.0f / 256.0f);
      if (!run)
         continue;
      filter_spots(rq, &k, &p[0], b, run, near);
      filter_spots(rq, &k, &p[1], b, run, far);
      for (unsigned c = 0; c < 4; c++)
         if (rq->row[c])
            vu_store_masked(rq->row[c] + 16 * b, (vu)(near[c] + (far[c] - near[c]) * f), run);
   }
}

/* A function for each order of texels. */
OUT_OF_LINE two_tiled(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   linear_two(rq, lv, true, exec, frac);
}

OUT_OF_LINE two_linear(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   linear_two(rq, lv, false, exec, frac);
}

static bool linear_between(const struct request *rq, const struct tc_level *lv, uint64_t exec, const vi *frac)
{
   bool tiled = level_is_tiled(&rq->e->img, lv);
   if (rq->blocks != 4 || level_is_tiled(&rq->e->img, lv + 1) != tiled)
      return false;
   if (tiled)
      two_tiled(rq, lv, exec, frac);
   else
      two_linear(rq, lv, exec, frac);
   return true;
}

PX_INLINE void linear_pass_of(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, bool tiled, uint64_t exec,
                              const vi *frac)
{
   if (rq->blocks == 4) {
      linear_blocks(rq, lv, ptr, tiled, 0, 4, exec, frac);
      return;
   }
   for (unsigned at = 0; at < rq->blocks * 16; at += 16)
      if (exec >> at & 0xffff)
         linear_blocks(rq, lv, ptr, tiled, at, 1, exec >> at & 0xffff, frac);
}

OUT_OF_LINE pass_tiled(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   linear_pass_of(rq, lv, ptr, true, exec, frac);
}

OUT_OF_LINE pass_linear(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   linear_pass_of(rq, lv, ptr, false, exec, frac);
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   if (level_is_tiled(&rq->e->img, lv))
      pass_tiled(rq, lv, ptr, exec, frac);
   else
      pass_linear(rq, lv, ptr, exec, frac);
}
#elif defined(__AVX2__)
#include "winsys/sim/tc/rgba8/tc_quads_pass.h"
#else
/* Lanes that become addresses are quicker fetched from memory than moved out of a vector register one by one. */
#define IN_MEMORY(x) __asm__("" : "+m"(x))
#define FOR_16(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

static inline uint32_t load32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }

PX_INLINE __m128i two_pairs(const uint8_t *a, const uint8_t *b)
{
   return (__m128i)_mm_loadh_pi((__m128)_mm_loadl_epi64((const __m128i *)(const void *)a), (const __m64 *)(const void *)b);
}

PX_INLINE void load_pairs(const uint8_t *ptr, const uint32_t offset[16], struct pairs *to)
{
   for (unsigned n = 0; n < 8; n++)
      to->v[n] = two_pairs(ptr + offset[2 * n], ptr + offset[2 * n + 1]);
}

PX_INLINE void load_apart(const uint8_t *ptr, union px_u *a0, union px_u *a1, union px_u *b0, union px_u *b1, struct pairs *top,
                          struct pairs *bottom)
{
   IN_MEMORY(*a0);
   IN_MEMORY(*a1);
   IN_MEMORY(*b0);
   IN_MEMORY(*b1);
#define PAIR(p) \
   top->pair[PAIR_SLOT(p)] = load32(ptr + a0->s[p]) | (uint64_t)load32(ptr + a1->s[p]) << 32; \
   bottom->pair[PAIR_SLOT(p)] = load32(ptr + b0->s[p]) | (uint64_t)load32(ptr + b1->s[p]) << 32;
   FOR_16(PAIR)
#undef PAIR
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

PX_INLINE void bilinear(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, vi px, vi py, vf out[4])
{
   const struct tc_samp *s = &rq->e->samp;
   struct pairs top, bottom;
   vi x0, x1, wx, y0, y1;
   unsigned apart = pair_columns(px, (int32_t)lv->w, s->wrap[0], &x0, &x1, &wx);
   two_texels(py, (int32_t)lv->h, s->wrap[1], &y0, &y1);
   union px_u a0, a1, b0, b1;
   if (tc_has_blocks(&rq->e->img)) {
      union px_u texel[4];
      vu value[4];
      uint32_t flip = tc_map(lv) ? tile_map_flip_slice(&lv->surf, rq->slice) : 0;
      block_texels(&rq->e->img, lv, flip, ptr, x0, x1, y0, y1, value);
      for (unsigned n = 0; n < 4; n++)
         texel[n].v = value[n];
      for (unsigned p = 0; p < 16; p++) {
         top.pair[PAIR_SLOT(p)] = texel[0].s[p] | (uint64_t)texel[1].s[p] << 32;
         bottom.pair[PAIR_SLOT(p)] = texel[2].s[p] | (uint64_t)texel[3].s[p] << 32;
      }
      filter_pairs(&top, &bottom, wx, py & 255, out);
      return;
   }
   const struct tc_place left = tc_column(lv, x0), upper = pass_row(rq, lv, y0), lower = pass_row(rq, lv, y1);
   a0.v = tc_texel_address(upper, left);
   b0.v = tc_texel_address(lower, left);
   if (lv->surf.mode == TILE_LINEAR && !apart && lv->w > 1) {
      IN_MEMORY(a0);
      IN_MEMORY(b0);
      load_pairs(ptr, a0.s, &top);
      load_pairs(ptr, b0.s, &bottom);
   } else {
      const struct tc_place right = tc_column(lv, x1);
      a1.v = tc_texel_address(upper, right);
      b1.v = tc_texel_address(lower, right);
      load_apart(ptr, &a0, &a1, &b0, &b1, &top, &bottom);
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
      bilinear(rq, lv, ptr, x, y, out);
      put_block(rq, at, run, out, frac);
   }
}
#endif

void TC_RGBA8(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   sample_wave(e, addr, data, exec, lanes);
}

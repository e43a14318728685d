/* tc_rgba8.c: the fast road of the sampler: 2D images of 8 bits per channel unorm, linear or micro-tiled, nearest or
 * (bi/tri)linear, repeat, mirror or clamp to edge. The filter is exact in integers: 8-bit texels, 8-bit weights.
 *
 * Each pixel's two rows of two texels are read as 64-bit pairs where they lie side by side. Vertical weights are applied
 * to 16-bit products first (255 * 256 fits); the horizontal step is a multiply-add of signed 16-bit pairs, for which the
 * values are moved down by 32768.
 * Pixels are dealt to 128-bit parts so that part k of vector j holds pixel 4k + j: the 4x4 transposition at the end then
 * leaves channel rows in lane order (part k of a vector of pairs: pixels 4k and 4k + 1, or 4k + 2 and 4k + 3). Compiled once per instruction set (px_ops.h). */
#include "fmt_vec.h"
#include "px_ops.h"
#include "tc_coord.h"
#include "tc_kernels.h"
#include "tc_lod.h"

#ifdef __AVX512F__
#include "tc_window.h"
#endif

#if defined(__AVX512F__)
#define PARTS 4 /* 128-bit parts in a host vector */
typedef __m512i nv;
#define NV(op) _mm512_##op
#define NV_SI(op) _mm512_##op##_si512
#define nv_high(v) _mm512_bsrli_epi128(v, 8)
#define nv_cvt(v) ((nv)_mm512_mul_ps(_mm512_cvtepi32_ps(v), scale))
#define NV_SCALE __m512 scale = _mm512_set1_ps(1.0f / (255 * 65536))
#elif defined(__AVX2__)
#define PARTS 2
typedef __m256i nv;
#define NV(op) _mm256_##op
#define NV_SI(op) _mm256_##op##_si256
#define nv_high(v) _mm256_bsrli_epi128(v, 8)
#define nv_cvt(v) ((nv)_mm256_mul_ps(_mm256_cvtepi32_ps(v), scale))
#define NV_SCALE __m256 scale = _mm256_set1_ps(1.0f / (255 * 65536))
#else
#define PARTS 1
typedef __m128i nv;
#define NV(op) _mm_##op
#define NV_SI(op) _mm_##op##_si128
#define nv_high(v) _mm_srli_si128(v, 8)
#define nv_cvt(v) ((nv)_mm_mul_ps(_mm_cvtepi32_ps(v), scale))
#define NV_SCALE __m128 scale = _mm_set1_ps(1.0f / (255 * 65536))
#endif
#define GROUPS (4 / PARTS)
/* Where pixel p's pair goes in struct pairs, see the file's head: part k of vectors 2h and 2h + 1 has a quad. */
#define SLOT(p) (((p) / 4 / PARTS * 2 + (p) % 4 / 2) * 2 * PARTS + (p) / 4 % PARTS * 2 + (p) % 2)
/* The two texels of a row, of all pixels. */
struct pairs { union { uint64_t pair[16]; nv v[2 * GROUPS]; }; };

struct axis { vi i0, i1, w; unsigned straddle; /* lanes whose two texels are not neighbours */ };

/* Position in 1/256 texels, 0 .. size * 256. */
PX_INLINE vf position(vf u, int32_t n, unsigned wrap)
{
   vf v;
   switch (wrap) {
   case TC_WRAP:
      v = vf_limit(u, -0x1p30f, 0x1p30f);
      u = v - vf_floor(v);
      break;
   case TC_MIRROR:
      v = vf_limit(u, -0x1p30f, 0x1p30f);
      v = v - 2.0f * vf_floor(v * 0.5f);
      u = vf_min(v, 2.0f - v);
      break;
   default:
      u = vf_limit(u, 0.0f, 1.0f);
   }
   return u * vf_set((float)n);
}

PX_INLINE void linear_axis(vf u, int32_t n, unsigned wrap, struct axis *a)
{
   vi fx = vi_round(position(u, n, wrap) * 256.0f) - 128, i = fx >> 8, w = fx & 255;
   a->straddle = 0;
   if (wrap == TC_WRAP) {
      a->i0 = i + (vi_lt(i, vi_set(0)) & vi_set(n));
      a->i1 = i + 1;
      vi last = vi_eq(a->i0, vi_set(n - 1));
      a->i1 &= ~last;
      a->straddle = v_bits(last);
      a->w = w;
      return;
   }
   /* Clamped: the pair stays inside and the weight says which of the two counts. One texel: see the callers. */
   vi low = vi_lt(i, vi_set(0)), high = vi_lt(vi_set(n - 2), i);
   a->i0 = vi_min(i & ~low, vi_set(n > 1 ? n - 2 : 0));
   a->i1 = vi_min(a->i0 + 1, vi_set(n - 1));
   a->w = vi_sel(high, vi_set(256), w & ~low);
}

/* Byte offsets of columns and rows: a texel lies at the sum of both. */
PX_INLINE vu column_offset(enum tile_mode mode, vi x)
{
   vu u = (vu)x;
   if (mode == TILE_LINEAR)
      return u * 4;
   return ((u >> 3) << 8) + ((u & 1) << 2) + ((u & 2) << 3) + ((u & 4) << 4);
}
PX_INLINE vu row_offset(const struct tile_surf *s, enum tile_mode mode, vi y)
{
   vu u = (vu)y;
   if (mode == TILE_LINEAR)
      return u * vu_set(s->pitch_el * 4);
   return (u >> 3) * vu_set(s->pitch_el * 32) + ((u & 1) << 3) + ((u & 2) << 4) + ((u & 4) << 5);
}

PX_INLINE void filter(const struct pairs *top, const struct pairs *bottom, vi wx, vi wy, vf out[4])
{
   NV_SCALE;
   union { vi v; nv n[GROUPS]; } x1, y1;
   union { vf v; nv n[GROUPS]; } o[4];
   x1.v = (256 - wx) | wx << 16;
   y1.v = wy | wy << 16;
   const nv zero = NV_SI(setzero)(), full = NV(set1_epi16)(256), bias16 = NV(set1_epi16)(-32768), bias32 = NV(set1_epi32)(1 << 23);
   for (unsigned h = 0; h < GROUPS; h++) {
      nv r[4];
#define PIXELS(j, half) \
      { \
         nv wb = NV(shuffle_epi32)(y1.n[h], (j) * 0x55), wr = NV(shuffle_epi32)(x1.n[h], (j) * 0x55); \
         nv t = NV(half)(top->v[2 * h + (j) / 2], zero), b = NV(half)(bottom->v[2 * h + (j) / 2], zero); \
         nv v = NV(add_epi16)(NV(mullo_epi16)(t, NV(sub_epi16)(full, wb)), NV(mullo_epi16)(b, wb)); \
         v = NV(unpacklo_epi16)(v, nv_high(v)); /* x0r x1r x0g x1g ... */ \
         v = NV(madd_epi16)(NV_SI(xor)(v, bias16), wr); \
         r[j] = nv_cvt(NV(add_epi32)(v, bias32)); \
      }
      PIXELS(0, unpacklo_epi8) PIXELS(1, unpackhi_epi8) PIXELS(2, unpacklo_epi8) PIXELS(3, unpackhi_epi8)
#undef PIXELS
      nv a = NV(unpacklo_epi32)(r[0], r[1]), b = NV(unpackhi_epi32)(r[0], r[1]);
      nv c = NV(unpacklo_epi32)(r[2], r[3]), d = NV(unpackhi_epi32)(r[2], r[3]);
      o[0].n[h] = NV(unpacklo_epi64)(a, c);
      o[1].n[h] = NV(unpackhi_epi64)(a, c);
      o[2].n[h] = NV(unpacklo_epi64)(b, d);
      o[3].n[h] = NV(unpackhi_epi64)(b, d);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = o[c].v;
}

/* Lanes that become addresses are quicker fetched from memory than moved out of a vector register one by one. */
#define IN_MEMORY(x) __asm__("" : "+m"(x))

static inline uint64_t load64(const uint8_t *p) { uint64_t v; memcpy(&v, p, 8); return v; }
static inline uint32_t load32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }

#ifdef __AVX512F__
PX_INLINE void gather_bilinear(const uint8_t *ptr, vu r0, vu r1, vu c0, vu c1, vi wx, vi wy, vf out[4])
{
   __m512i quads[4] = {
      _mm512_i32gather_epi32((__m512i)(r0 + c0), ptr, 1), _mm512_i32gather_epi32((__m512i)(r0 + c1), ptr, 1),
      _mm512_i32gather_epi32((__m512i)(r1 + c0), ptr, 1), _mm512_i32gather_epi32((__m512i)(r1 + c1), ptr, 1),
   };
   filter_quads(quads, (__m512i)wx, (__m512i)wy, false, out);
}
#endif

PX_INLINE void bilinear(const struct tc_level *lv, const uint8_t *ptr, const struct tc_samp *s, vf u, vf v,
                        enum tile_mode mode, vf out[4])
{
   struct pairs top, bottom;
   struct axis x, y;
   linear_axis(u, (int32_t)lv->w, s->wrap[0], &x);
   linear_axis(v, (int32_t)lv->h, s->wrap[1], &y);
   vu r0 = row_offset(&lv->surf, mode, y.i0), r1 = row_offset(&lv->surf, mode, y.i1), c0 = column_offset(mode, x.i0);
   if (mode == TILE_LINEAR && !x.straddle && lv->w > 1) {
      union px_u a = { .v = r0 + c0 }, b = { .v = r1 + c0 };
      IN_MEMORY(a);
      IN_MEMORY(b);
#define PAIR(p) top.pair[SLOT(p)] = load64(ptr + a.s[p]); bottom.pair[SLOT(p)] = load64(ptr + b.s[p]);
      PAIR(0) PAIR(1) PAIR(2) PAIR(3) PAIR(4) PAIR(5) PAIR(6) PAIR(7)
      PAIR(8) PAIR(9) PAIR(10) PAIR(11) PAIR(12) PAIR(13) PAIR(14) PAIR(15)
#undef PAIR
   } else {
      vu c1 = column_offset(mode, x.i1);
#ifdef __AVX512F__
      if (mode != TILE_LINEAR) {
         gather_bilinear(ptr, r0, r1, c0, c1, x.w, y.w, out);
         return;
      }
#endif
      union px_u a0 = { .v = r0 + c0 }, a1 = { .v = r0 + c1 }, b0 = { .v = r1 + c0 }, b1 = { .v = r1 + c1 };
      IN_MEMORY(a0);
      IN_MEMORY(a1);
      IN_MEMORY(b0);
      IN_MEMORY(b1);
#define PAIR(p) \
      top.pair[SLOT(p)] = load32(ptr + a0.s[p]) | (uint64_t)load32(ptr + a1.s[p]) << 32; \
      bottom.pair[SLOT(p)] = load32(ptr + b0.s[p]) | (uint64_t)load32(ptr + b1.s[p]) << 32;
      PAIR(0) PAIR(1) PAIR(2) PAIR(3) PAIR(4) PAIR(5) PAIR(6) PAIR(7)
      PAIR(8) PAIR(9) PAIR(10) PAIR(11) PAIR(12) PAIR(13) PAIR(14) PAIR(15)
#undef PAIR
   }
   filter(&top, &bottom, x.w, y.w, out);
}

PX_INLINE void nearest(const struct tc_level *lv, const uint8_t *ptr, const struct tc_samp *s, vf u, vf v,
                       enum tile_mode mode, vf out[4])
{
   vi x = vi_floor(position(u, (int32_t)lv->w, s->wrap[0])), y = vi_floor(position(v, (int32_t)lv->h, s->wrap[1]));
   /* a position may be rounded up to the size itself */
   vi x_end = vi_lt(vi_set((int32_t)lv->w - 1), x), y_end = vi_lt(vi_set((int32_t)lv->h - 1), y);
   x = s->wrap[0] == TC_WRAP ? x & ~x_end : vi_min(x, vi_set((int32_t)lv->w - 1));
   y = s->wrap[1] == TC_WRAP ? y & ~y_end : vi_min(y, vi_set((int32_t)lv->h - 1));
   union px_u o, t;
   o.v = row_offset(&lv->surf, mode, y) + column_offset(mode, x);
   IN_MEMORY(o);
#define TEXEL(p) t.s[p] = load32(ptr + o.s[p]);
   TEXEL(0) TEXEL(1) TEXEL(2) TEXEL(3) TEXEL(4) TEXEL(5) TEXEL(6) TEXEL(7)
   TEXEL(8) TEXEL(9) TEXEL(10) TEXEL(11) TEXEL(12) TEXEL(13) TEXEL(14) TEXEL(15)
#undef TEXEL
   for (unsigned c = 0; c < 4; c++)
      out[c] = vf_unorm((t.v >> 8 * c) & 255, 8);
}

static void one_level(const struct tc_entry *e, int32_t code, vf u, vf v, vf out[4])
{
   const struct tc_level *lv = &e->img.level[code >> 1];
   const uint8_t *ptr = lv->ptr + e->img.base_array * lv->surf.slice_B;
   enum tile_mode mode = lv->surf.mode;
   if (code & 1)
      bilinear(lv, ptr, &e->samp, u, v, mode, out);
   else
      nearest(lv, ptr, &e->samp, u, v, mode, out);
}

static void by_level(const struct tc_entry *e, vf u, vf v, vi code, unsigned todo, vf out[4])
{
   union px_i k = { .v = code };
   int32_t want = k.s[__builtin_ctz(todo)];
   vi same = vi_eq(code, vi_set(want));
   unsigned bits = v_bits(same);
   one_level(e, want, u, v, out);
   while (todo &= ~bits) {
      vf t[4];
      want = k.s[__builtin_ctz(todo)];
      same = vi_eq(code, vi_set(want));
      bits = v_bits(same);
      one_level(e, want, u, v, t);
      for (unsigned c = 0; c < 4; c++)
         out[c] = vf_sel(same, t[c], out[c]);
   }
}

/* Per lane: 2 * level + 1 if the filter is linear, and the fraction that belongs to the next level. */
PX_INLINE void choose_levels(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, vf u, vf v, vi *code, vi *frac)
{
   const struct tc_samp *s = &e->samp;
   struct coords co = { .c = { u, v } };
   vi raw, lod, level = vi_set(0), last = vi_set(e->img.last_level - e->img.base_level);
   level_of_detail(e, addr, at, &co, &raw, &lod);
   vi pos = vi_max(lod, vi_set(0));
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

PX_INLINE void mix_levels(vf out[4], const vf t[4], vi frac)
{
   vf f = vf_from_i(frac) * (1.0f / 256.0f);
   for (unsigned c = 0; c < 4; c++)
      out[c] = out[c] + (t[c] - out[c]) * f;
}

static void mipmapped(const struct tc_entry *e, unsigned run, vf u, vf v, vi code, vi frac, vf out[4])
{
   by_level(e, u, v, code, run, out);
   unsigned blend = v_bits(vi_lt(vi_set(0), frac)) & run;
   if (blend) {
      vf t[4];
      by_level(e, u, v, code + 2, blend, t);
      mix_levels(out, t, frac);
   }
}

static void store_selected(const struct tc_entry *e, const vf out[4], uint32_t (*data)[64], unsigned at, unsigned run)
{
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = e->img.sel[c];
      if (e->inst.dmask & 1u << c)
         vu_store_masked(&data[row++][at], sel >= 4 ? (vu)out[sel - 4] : vu_set(sel == 1 ? 0x3f800000 : 0), run);
   }
}

#ifdef __AVX512F__
static __attribute__((noinline)) uint64_t level_lanes(const struct tc_entry *e, unsigned level, const uint32_t *u, const uint32_t *v,
                                                      uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   const struct tc_level *lv = &e->img.level[level];
   struct window_level l;
   if (lv->surf.mode == TILE_LINEAR || !window_level(lv, lv->ptr + e->img.base_array * lv->surf.slice_B, &e->samp, 1, &l))
      return exec;
   return window_lanes(&l, u, v, data, exec, lanes, true);
}

/* A wave whose lanes all lie between the same two levels and are filtered: what windows serve of it. */
static uint64_t same_level(const struct tc_entry *e, const uint32_t *u, const uint32_t *v, uint32_t (*data)[64], uint64_t exec,
                           unsigned lanes, const vi code[4], const vi frac[4])
{
   union px_i first = { .v = code[__builtin_ctzll(exec) / 16] };
   int32_t want = first.s[__builtin_ctzll(exec) % 16];
   uint64_t same = 0, blend = 0;
   for (unsigned at = 0; at < lanes; at += 16) {
      same |= (uint64_t)v_bits(vi_eq(code[at / 16], vi_set(want))) << at;
      blend |= (uint64_t)v_bits(vi_lt(vi_set(0), frac[at / 16])) << at;
   }
   if (!(want & 1) || exec & ~same)
      return exec;
   _Alignas(64) uint32_t near[4][64], far[4][64];
   uint64_t left = level_lanes(e, (unsigned)want >> 1, u, v, near, exec, lanes);
   if (left != exec && exec & blend)
      left |= level_lanes(e, ((unsigned)want >> 1) + 1, u, v, far, exec & ~left, lanes);
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = (exec & ~left) >> at & 0xffff;
      if (!run)
         continue;
      vf out[4], t[4];
      for (unsigned c = 0; c < 4; c++)
         out[c] = vf_load(&near[c][at]);
      if (blend >> at & run) {
         for (unsigned c = 0; c < 4; c++)
            t[c] = vf_load(&far[c][at]);
         mix_levels(out, t, frac[at / 16]);
      }
      for (unsigned c = 0; c < 4; c++)
         vu_store_masked(&data[c][at], (vu)out[c], run);
   }
   return left;
}
#endif

/* All of one level and one filter: constants when this is inlined. */
PX_INLINE void single_level(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                            unsigned lanes, bool linear, enum tile_mode mode, bool identity)
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   const uint8_t *ptr = lv->ptr + e->img.base_array * lv->surf.slice_B;
   const uint32_t *us = addr[e->rows.coord], *vs = addr[e->rows.coord + 1];
#ifdef __AVX512F__
   struct window_level l;
   if (mode != TILE_LINEAR && identity && window_level(lv, ptr, &e->samp, linear, &l))
      exec = window_lanes(&l, us, vs, data, exec, lanes, linear);
#endif
   for (unsigned at = 0; exec && at < lanes; at += 16) {
      unsigned run = exec >> at & 0xffff;
      vf u = vf_load(us + at), v = vf_load(vs + at), out[4];
      if (!run)
         continue;
      if (linear)
         bilinear(lv, ptr, &e->samp, u, v, mode, out);
      else
         nearest(lv, ptr, &e->samp, u, v, mode, out);
      if (identity) {
         for (unsigned c = 0; c < 4; c++)
            vu_store_masked(&data[c][at], (vu)out[c], run);
      } else {
         store_selected(e, out, data, at, run);
      }
   }
}

void PX(tc_rgba8)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   const struct tc_img *img = &e->img;
   static const uint8_t xyzw[4] = { 4, 5, 6, 7 };
   bool identity = e->inst.dmask == 15 && !memcmp(img->sel, xyzw, 4), linear = e->samp.mag_linear;
   if (linear == e->samp.min_linear && (!e->samp.mip || img->last_level == img->base_level)) {
      bool tiled = img->level[img->base_level].surf.mode != TILE_LINEAR;
      switch (linear << 2 | tiled << 1 | identity) {
      case 0: single_level(e, addr, data, exec, lanes, false, TILE_LINEAR, false); return;
      case 1: single_level(e, addr, data, exec, lanes, false, TILE_LINEAR, true); return;
      case 2: single_level(e, addr, data, exec, lanes, false, TILE_1D, false); return;
      case 3: single_level(e, addr, data, exec, lanes, false, TILE_1D, true); return;
      case 4: single_level(e, addr, data, exec, lanes, true, TILE_LINEAR, false); return;
      case 5: single_level(e, addr, data, exec, lanes, true, TILE_LINEAR, true); return;
      case 6: single_level(e, addr, data, exec, lanes, true, TILE_1D, false); return;
      default: single_level(e, addr, data, exec, lanes, true, TILE_1D, true); return;
      }
   }
   const uint32_t *us = addr[e->rows.coord], *vs = addr[e->rows.coord + 1];
   vi code[4], frac[4];
   for (unsigned at = 0; at < lanes; at += 16)
      choose_levels(e, addr, at, vf_load(us + at), vf_load(vs + at), &code[at / 16], &frac[at / 16]);
   uint64_t left = exec;
#ifdef __AVX512F__
   if (identity && exec)
      left = same_level(e, us, vs, data, exec, lanes, code, frac);
#endif
   for (unsigned at = 0; left && at < lanes; at += 16) {
      unsigned run = left >> at & 0xffff;
      vf out[4];
      if (!run)
         continue;
      mipmapped(e, run, vf_load(us + at), vf_load(vs + at), code[at / 16], frac[at / 16], out);
      store_selected(e, out, data, at, run);
   }
}

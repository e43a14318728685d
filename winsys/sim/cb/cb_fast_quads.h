/* cb_fast_quads.h: part of cb_fast.c: the kernels for quads that lie anywhere on the surface. */
#ifndef SIM_CB_FAST_QUADS_H
#define SIM_CB_FAST_QUADS_H

#include "winsys/sim/cb/cb_vec.h"
#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/surf/tile_vec.h"

/* ---- quads from anywhere ---------------------------------------------------------------------------------------------- */

/* Pixels 0 and 1 at p[quad], 2 and 3 `step_B` after them. p[] of a quad without lanes is not to be looked at. */
struct quads { uint8_t *p[16]; int64_t step_B; uint64_t mask; };

/* Covered lanes of the quads that lie on the surface. First pixels are even, and so are pitches, but not all heights. */
PX_INLINE uint64_t quads_inside(const struct tile_surf *s, vu x, vu y, unsigned quads, uint64_t mask)
{
   const vi above = vu_lt(y, vu_set(s->height_el));
   const unsigned all = (1u << quads) - 1, first = v_bits(vu_lt(x, vu_set(s->pitch_el)) & above);
   const unsigned both = first & v_bits(vu_lt(y + vu_set(1), vu_set(s->height_el)));
   if ((both & all) == all)
      return mask;
   for (unsigned n = 0; n < quads; n++)
      mask &= ~((uint64_t)(both >> n & 1 ? 0 : first >> n & 1 ? 12 : 15) << 4 * n);
   return mask;
}

PX_INLINE void quads_init(struct quads *q, const struct cb_target *t, const struct tile_quads *at, unsigned slice, unsigned sample,
                          unsigned quads, uint64_t mask)
{
   const struct tile_surf *s = &t->surf;
   uint8_t *first = t->ptr + slice * s->slice_B;
   q->mask = quads_inside(s, at->x, at->y, quads, mask);
   q->step_B = s->mode == TILE_LINEAR ? (int64_t)s->pitch_el * 4 : 8;
   const union px_u el = tile_quads_of_sample(at, s, slice, sample, q->mask);
   for (unsigned n = 0; n < 16; n++)
      q->p[n] = first + 4ull * el.s[n];
}

/* 16 elements of 4 quads; of lanes that are not in `run` anything. */
PX_INLINE vu load_quads(uint8_t *const p[4], int64_t step_B, unsigned run)
{
   union { vu v; uint8_t b[64]; } r = { .v = vu_set(0) };
   for (unsigned n = 0; n < 4; n++, run >>= 4) {
      if (run & 3)
         memcpy(r.b + 16 * n, p[n], 8);
      if (run & 12)
         memcpy(r.b + 16 * n + 8, p[n] + step_B, 8);
   }
   return r.v;
}

#ifndef __AVX512F__
/* A quad's lanes by their bits. */
#define LANES_OF(bits) { -((bits) & 1), -((bits) >> 1 & 1), -((bits) >> 2 & 1), -((bits) >> 3 & 1) }
static const _Alignas(16) int32_t quad_lanes[16][4] = {
   LANES_OF(0), LANES_OF(1), LANES_OF(2), LANES_OF(3), LANES_OF(4), LANES_OF(5), LANES_OF(6), LANES_OF(7),
   LANES_OF(8), LANES_OF(9), LANES_OF(10), LANES_OF(11), LANES_OF(12), LANES_OF(13), LANES_OF(14), LANES_OF(15),
};
#endif

/* Pixels that follow each other. Pixels that are not written are stored unchanged: this thread owns the tile. */
PX_INLINE void store_quad(uint8_t *p, __m128i v, unsigned bits)
{
   if (!bits)
      return;
#ifdef __AVX512F__
   _mm_mask_storeu_epi32(p, (__mmask8)bits, v);
#else
   const __m128i lanes = _mm_load_si128((const __m128i *)quad_lanes[bits]), old = _mm_loadu_si128((const __m128i *)(void *)p);
   _mm_storeu_si128((__m128i *)(void *)p, _mm_or_si128(_mm_and_si128(lanes, v), _mm_andnot_si128(lanes, old)));
#endif
}

PX_INLINE void store_quads(uint8_t *const p[4], int64_t step_B, vu v, unsigned run)
{
   const union { vu v; uint8_t b[64]; __m128i quad[4]; } r = { .v = v };
   for (unsigned n = 0; n < 4 && step_B == 8; n++)
      store_quad(p[n], r.quad[n], run >> 4 * n & 15);
   if (step_B == 8)
      return;
#ifdef __AVX512F__
   for (unsigned n = 0; n < 4; n++, run >>= 4) {
      _mm_mask_storeu_epi32(p[n], run & 3, r.quad[n]);
      _mm_mask_storeu_epi32(p[n] + step_B - 8, run & 12, r.quad[n]);
   }
#else
   for (; run; run &= run - 1) {
      unsigned l = __builtin_ctz(run);
      memcpy(p[l / 4] + (l & 1) * 4 + (l & 2 ? step_B : 0), r.b + 4 * l, 4);
   }
#endif
}

#ifdef __AVX2__
PX_INLINE __m128i quad_of(nv v, unsigned n)
{
#ifdef __AVX512F__
   return ((union { nv v; __m128i quad[4]; }){ .v = v }).quad[n];
#else
   return n ? _mm256_extracti128_si256(v, 1) : _mm256_castsi256_si128(v);
#endif
}

/* Halves, all channels, into micro tiles. All samples get the same pixels. */
PX_INLINE void copy_quads(const struct cb_target *t, const struct tile_quads *at, unsigned slice, unsigned sample, unsigned step,
                          unsigned quads, const uint64_t *mask, const uint32_t (*exp)[64])
{
   const struct tile_surf *s = &t->surf;
   const nv order = pixel_order(t);
   uint8_t *first = t->ptr + slice * s->slice_B;
   nv px[64 / PIXELS];
#pragma GCC unroll 8
   for (unsigned k = 0; k < 64 / PIXELS; k++)
      px[k] = pack_halves(load_pixels(exp[0] + PIXELS * k), load_pixels(exp[1] + PIXELS * k), order);
   for (unsigned i = sample; i < 1u << s->log2_samples; i += step) {
      uint64_t left = quads_inside(s, at->x, at->y, quads, mask[i]);
      const union px_u el = tile_quads_of_sample(at, s, slice, i, left);
      for (unsigned k = 0; left; k++, left = left >> 1 >> (PIXELS - 1)) {
#pragma GCC unroll 4
         for (unsigned n = 0; n < PARTS; n++)
            store_quad(first + 4ull * el.s[PARTS * k + n], quad_of(px[k], n), left >> 4 * n & 15);
      }
   }
}
#endif

void PX(cb_copy8888_quads)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                           unsigned step, unsigned quads, const uint64_t *mask, const uint32_t (*exp)[64])
{
   struct tile_quads at;
   tile_quads_init(&at, &t->surf, vu_load((const uint32_t *)x), vu_load((const uint32_t *)y), slice);
#ifdef __AVX2__
   if (t->export_format == CB_EXP_FP16 && t->full_mask && t->surf.mode != TILE_LINEAR) {
      copy_quads(t, &at, slice, sample, step, quads, mask, exp);
      return;
   }
#endif
   struct cb_target local = *t; /* a copy: the pixels may not alias it */
   struct quads q;
   for (unsigned i = sample; i < 1u << local.surf.log2_samples; i += step) {
      quads_init(&q, &local, &at, slice, i, quads, mask[i]);
      FOR_PARTS(q.mask, run, lane)
         store_quads(q.p + lane / 4, q.step_B, copied(&local, local.export_format, local.full_mask, EXP_AT(exp, lane),
                                                    load_quads(q.p + lane / 4, q.step_B, run)), run);
   }
}

void PX(cb_blend8888_quads)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                            unsigned step, unsigned quads, const uint64_t *mask, const uint32_t (*exp)[64])
{
   struct cb_target local = *t;
   struct tile_quads at;
   struct quads q;
   tile_quads_init(&at, &local.surf, vu_load((const uint32_t *)x), vu_load((const uint32_t *)y), slice);
   for (unsigned i = sample; i < 1u << local.surf.log2_samples; i += step) {
      quads_init(&q, &local, &at, slice, i, quads, mask[i]);
      FOR_PARTS(q.mask, run, lane)
         store_quads(q.p + lane / 4, q.step_B, blended(&local, local.export_format, local.full_mask, EXP_AT(exp, lane),
                                                     load_quads(q.p + lane / 4, q.step_B, run), local.color, local.alpha), run);
   }
}

#endif

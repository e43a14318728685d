/* cb_fast.c: colour kernels for the commonest targets, 8 bits per channel unorm: plain writes and additive blends with any
 * single-source factors. Blending works on values scaled by 255, so that factors 0 and 1 are exact.
 * Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/cb/cb_vec.h"

#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/surf/tile_vec.h"

/* Pairs of halves, limited to 0..1 (NaN gives 0), as floats times `by`: a factor adds no operation, and 2^112 is exact.
 * Halves without a sign compare like integers, and NaNs are greater than infinity. */
PX_INLINE nv limited_halves(nv h)
{
   const nv infinity = NV(set1_epi16)(0x7c00), one = NV(set1_epi16)(0x3c00);
   h = NV(max_epi16)(h, NV_SI(setzero)());
#ifdef __AVX512F__
   return _mm512_maskz_min_epi16(_mm512_cmple_epi16_mask(h, infinity), h, one);
#else
   return NV_SI(andnot)(NV(cmpgt_epi16)(h, infinity), NV(min_epi16)(h, one));
#endif
}

PX_INLINE void unit_halves(vu pairs, float by, vf *low, vf *high)
{
   const nv bits = NV(set1_epi32)(0x07ffe000);
   const float factor = 0x1p112f * by;
   union px_nv in = { .u = pairs };
   union px_f l, h;
   for (unsigned g = 0; g < GROUPS; g++) {
      nv limited = limited_halves(in.n[g]);
      l.p[g] = (px_pf)NV_SI(and)(NV(slli_epi32)(limited, 13), bits) * factor;
      h.p[g] = (px_pf)NV_SI(and)(NV(srli_epi32)(limited, 3), bits) * factor;
   }
   *low = l.v;
   *high = h.v;
}

/* Exported colour, clamped to 0..1, times `by`. */
PX_INLINE void unit_export(unsigned format, const uint32_t (*exp)[64], float by, vf out[4])
{
   vu raw[4];
   switch (format) { /* constant formats: the compiler drops the other cases */
   case CB_EXP_FP16:
      for (unsigned i = 0; i < 2; i++)
         unit_halves(vu_load(exp[i]), by, &out[2 * i], &out[2 * i + 1]);
      return;
   case CB_EXP_UNORM16: cb_read_export(CB_EXP_UNORM16, exp, raw); break;
   default: cb_read_export(CB_EXP_32_ABGR, exp, raw);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = vf_min(vf_max((vf)raw[c], vf_set(0)), vf_set(1)) * by;
}

#ifdef __AVX2__
PX_INLINE nv rounded(nv floats)
{
#ifdef __AVX512F__
   return _mm512_cvtps_epi32((__m512)floats);
#else
   return _mm256_cvtps_epi32((__m256)floats);
#endif
}

/* By COMP_SWAP, for 128 bits. order: from bytes r0..r3 g0..g3 b0..b3 a0..a3 every pixel takes its own. place: of each pixel the
 * component's byte, as a dword. */
#define ORDER(a, b, c, d) { a, b, c, d, a + 1, b + 1, c + 1, d + 1, a + 2, b + 2, c + 2, d + 2, a + 3, b + 3, c + 3, d + 3 }
#define PLACE(n) { n, 128, 128, 128, n + 4, 128, 128, 128, n + 8, 128, 128, 128, n + 12, 128, 128, 128 }
static const _Alignas(16) struct shuffles { uint8_t order[16], place[4][16]; } shuffles[4] = {
   { ORDER(0, 4, 8, 12), { PLACE(0), PLACE(1), PLACE(2), PLACE(3) } },
   { ORDER(8, 4, 0, 12), { PLACE(2), PLACE(1), PLACE(0), PLACE(3) } },
   { ORDER(12, 8, 4, 0), { PLACE(3), PLACE(2), PLACE(1), PLACE(0) } },
   { ORDER(12, 0, 4, 8), { PLACE(1), PLACE(2), PLACE(3), PLACE(0) } },
};

/* In each 128-bit part, which a load does by itself. */
PX_INLINE nv in_all_parts(const uint8_t part[16])
{
#ifdef __AVX512F__
   return _mm512_broadcast_i32x4(_mm_load_si128((const __m128i *)(const void *)part));
#else
   return _mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)(const void *)part));
#endif
}

PX_INLINE nv pixel_order(const struct cb_target *t)
{
   return in_all_parts(shuffles[t->swap].order);
}

PX_INLINE nv component_order(const struct cb_target *t, unsigned c)
{
   return in_all_parts(shuffles[t->swap].place[c]);
}

/* Floats; limited to what a byte holds, and NaNs, or values too large for an integer, become 0. */
PX_INLINE nv pack_pixels(nv r, nv g, nv b, nv a, nv order)
{
   nv rg = NV(packs_epi32)(rounded(r), rounded(g)), ba = NV(packs_epi32)(rounded(b), rounded(a));
   return NV(shuffle_epi8)(NV(packus_epi16)(rg, ba), order);
}

/* The dwords' upper or lower half times 2^-112: a product puts its bits where a float has them. Negative ones become immense,
 * infinite, or no number: all of that is packed as 0. */
PX_INLINE px_pf half_bits(nv pairs, bool upper)
{
   return (px_pf)NV(madd_epi16)(pairs, NV(set1_epi32)(upper ? 1 << 29 : 1 << 13));
}

PX_INLINE px_pf half_times(nv pairs, bool upper, float by)
{
   return half_bits(pairs, upper) * (0x1p112f * by);
}

PX_INLINE nv but_nans(nv halves)
{
   const nv infinity = NV(set1_epi16)(0x7c00);
#ifdef __AVX512F__
   return _mm512_maskz_mov_epi16(_mm512_cmple_epi16_mask(halves, infinity), halves);
#else
   return NV_SI(andnot)(NV(cmpgt_epi16)(halves, infinity), halves);
#endif
}

/* A host vector's pixels of halves, as they are in memory. */
PX_INLINE nv pack_halves(nv rg, nv ba, nv order)
{
   rg = but_nans(rg);
   ba = but_nans(ba);
   return pack_pixels((nv)half_times(rg, false, 255), (nv)half_times(rg, true, 255), (nv)half_times(ba, false, 255),
                      (nv)half_times(ba, true, 255), order);
}
#endif

/* v: 0..255 per RGBA component; the element in memory. */
PX_INLINE vu pack(const struct cb_target *t, const vf v[4])
{
#ifdef __AVX2__
   const nv order = pixel_order(t);
   union px_nv in[4] = { { .f = v[0] }, { .f = v[1] }, { .f = v[2] }, { .f = v[3] } }, packed;
   for (unsigned g = 0; g < GROUPS; g++)
      packed.n[g] = pack_pixels(in[0].n[g], in[1].n[g], in[2].n[g], in[3].n[g], order);
   return packed.u;
#else
   vu packed = vu_set(0);
   for (unsigned m = 0; m < 4; m++)
      packed |= (vu)vi_round(v[t->channel[m]]) << 8 * m;
   return packed;
#endif
}

/* The same with what may not change. */
PX_INLINE vu pack_masked(const struct cb_target *t, bool full_mask, const vf v[4], vu old)
{
   vu packed = pack(t, v);
   return full_mask ? packed : (packed & vu_set(t->mem_mask[0])) | (old & vu_set(~t->mem_mask[0]));
}

#define EXP_AT(exp, at) ((const uint32_t (*)[64])&(exp)[0][at])

#define FOR_PARTS(mask, run, at) \
   for (unsigned at = 0, run = (mask) & 0xffff; at < 64; at += 16, run = at < 64 ? (mask) >> at & 0xffff : 0) \
      if (run)

#ifdef __AVX2__
#define PIXELS (4 * PARTS) /* of a host vector */
#define PIXELS_MASK ((1u << PIXELS) - 1)

PX_INLINE nv load_pixels(const void *p)
{
   nv v;
   memcpy(&v, p, sizeof v);
   return v;
}

/* Those from number `at` on that are in `mask`. all: a constant. */
PX_INLINE void store_pixels(uint8_t *p, nv v, bool all, uint64_t mask, unsigned at)
{
   if (all) {
      memcpy(p, &v, sizeof v);
      return;
   }
#ifdef __AVX512F__
   _mm512_mask_storeu_epi32(p, (__mmask16)(mask >> at), v);
#else
   const nv bit = _mm256_slli_epi32(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128), at & 31);
   const nv lanes = _mm256_and_si256(_mm256_set1_epi32((int)(mask >> (at & 32))), bit);
   v = _mm256_blendv_epi8(load_pixels(p), v, _mm256_cmpeq_epi32(lanes, bit));
   memcpy(p, &v, sizeof v);
#endif
}

/* Halves, all channels. One host vector at a time: wider ones would go through memory. */
PX_INLINE void copy_halves(const struct cb_target *t, uint8_t *p, bool all, uint64_t mask, const uint32_t (*exp)[64])
{
   const nv order = pixel_order(t);
#pragma GCC unroll 8
   for (unsigned at = 0; at < 64; at += PIXELS)
      if (all || mask >> at & PIXELS_MASK)
         store_pixels(p + 4 * at, pack_halves(load_pixels(exp[0] + at), load_pixels(exp[1] + at), order), all, mask, at);
}
#endif

void PX(cb_copy8888)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
#ifdef __AVX2__
   if (t->export_format == CB_EXP_FP16 && t->full_mask) {
      if (mask == UINT64_MAX)
         copy_halves(t, p, true, mask, exp);
      else
         copy_halves(t, p, false, mask, exp);
      return;
   }
#endif
   const struct cb_target local = *t; /* a copy: the pixels may not alias it */
   FOR_PARTS(mask, run, at) {
      uint32_t *to = (uint32_t *)(void *)p + at;
      vf v[4];
      unit_export(local.export_format, EXP_AT(exp, at), 255, v);
      vu_store_masked(to, pack_masked(&local, local.full_mask, v, local.full_mask ? vu_set(0) : vu_load(to)), run);
   }
}

/* Component c of the elements in memory, 0..255. */
PX_INLINE vf component(const struct cb_target *t, vu old, unsigned c)
{
#ifdef __AVX2__
   const nv from = component_order(t, c);
   union px_nv in = { .u = old };
   for (unsigned g = 0; g < GROUPS; g++)
      in.n[g] = NV(shuffle_epi8)(in.n[g], from);
   return vf_from_small_u(in.u);
#else
   return vf_from_small_u((old >> vu_set(8u * t->place[c])) & 255);
#endif
}

PX_INLINE vu blended(const struct cb_target *t, unsigned format, bool full_mask, const uint32_t (*exp)[64], vu old,
                     struct cb_blend color, struct cb_blend alpha)
{
   vf src[4], dst[4], dst255[4], out[4];
   unit_export(format, exp, 1, src);
   for (unsigned c = 0; c < 4; c++)
      dst255[c] = component(t, old, c);
   if (t->force_alpha_1)
      dst255[3] = vf_set(255);
   for (unsigned c = 0; c < 4; c++)
      dst[c] = dst255[c] * (1.0f / 255.0f);
   const struct cb_factors from = { src, dst, t->const_rgba };
   for (unsigned c = 0; c < 4; c++) {
      const struct cb_blend b = c == 3 ? alpha : color;
      out[c] = cb_scale(&from, b.src, c, src[c] * 255.0f) + cb_scale(&from, b.dst, c, dst255[c]); /* factors are not scaled */
      out[c] = vf_min(out[c], vf_set(255));
   }
   return pack_masked(t, full_mask, out, old);
}

PX_INLINE void blend_parts(const struct cb_target *t, unsigned format, bool full_mask, uint8_t *p, uint64_t mask,
                           const uint32_t (*exp)[64], struct cb_blend color, struct cb_blend alpha)
{
   FOR_PARTS(mask, run, at) {
      uint32_t *to = (uint32_t *)(void *)p + at;
      vu_store_masked(to, blended(t, format, full_mask, EXP_AT(exp, at), vu_load(to), color, alpha), run);
   }
}

PX_INLINE void blend_wave(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64], struct cb_blend color,
                          struct cb_blend alpha)
{
   const struct cb_target local = *t;
   if (t->export_format == CB_EXP_FP16 && t->full_mask)
      blend_parts(&local, CB_EXP_FP16, true, p, mask, exp, color, alpha);
   else
      blend_parts(&local, t->export_format, t->full_mask, p, mask, exp, color, alpha);
}

#ifdef __AVX2__
PX_INLINE px_pf px_all(float x)
{
   return x - (px_pf){ 0 };
}

PX_INLINE px_pf fused(px_pf a, px_pf b, px_pf c)
{
#ifdef __AVX512F__
   return (px_pf)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#else
   return (px_pf)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#endif
}

/* Source over destination from halves in 0..1, all channels. Numbers are the same as in `blended`, where 255 times the source is
 * multiplied by alpha: 255 times either is exact, so which comes first does not matter, and without alpha the sum may be fused
 * with it. by_alpha: channels whose source is multiplied by alpha. */
struct over { nv order, place[4], opaque; };

PX_INLINE nv over_halves(const struct over *o, unsigned by_alpha, nv rg, nv ba, nv old)
{
   const px_pf all = px_all(255 * 0x1p112f), alpha = half_times(ba, true, 1), rest = 1.0f - alpha, alpha255 = alpha * all;
   nv out[4];
   old = NV_SI(or)(old, o->opaque);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) {
      const px_pf src = half_bits(c < 2 ? rg : ba, c & 1);
      const px_pf dst = __builtin_convertvector((px_pi)NV(shuffle_epi8)(old, o->place[c]), px_pf) * rest;
      out[c] = (nv)(by_alpha >> c & 1 ? src * alpha255 + dst : fused(src, all, dst));
   }
   return pack_pixels(out[0], out[1], out[2], out[3], o->order);
}

/* Whether some half is none of 0..1, or -0. */
PX_INLINE bool any_beyond(const uint32_t (*exp)[64])
{
   nv most = NV_SI(setzero)();
#pragma GCC unroll 16
   for (unsigned at = 0; at < 64; at += PIXELS)
      most = NV(max_epu16)(most, NV(max_epu16)(load_pixels(exp[0] + at), load_pixels(exp[1] + at)));
#ifdef __AVX512F__
   return _mm512_cmpgt_epu16_mask(most, NV(set1_epi16)(0x3c00));
#else
   most = NV(subs_epu16)(most, NV(set1_epi16)(0x3c00));
   return !_mm256_testz_si256(most, most);
#endif
}

static __attribute__((noinline)) void limit_exports(const uint32_t (*exp)[64], uint32_t (*to)[64])
{
   for (unsigned row = 0; row < 2; row++)
      for (unsigned at = 0; at < 64; at += PIXELS) {
         const nv v = limited_halves(load_pixels(exp[row] + at));
         memcpy(to[row] + at, &v, sizeof v);
      }
}

PX_INLINE void over_pixels(const struct over *o, unsigned by_alpha, uint8_t *p, bool all, uint64_t mask,
                           const uint32_t (*exp)[64])
{
#pragma GCC unroll 8
   for (unsigned at = 0; at < 64; at += PIXELS)
      if (all || mask >> at & PIXELS_MASK)
         store_pixels(p + 4 * at, over_halves(o, by_alpha, load_pixels(exp[0] + at), load_pixels(exp[1] + at),
                                              load_pixels(p + 4 * at)), all, mask, at);
}

/* Colours are nearly always in 0..1: one look at all of them is cheaper than to limit each. */
PX_INLINE void over_wave(const struct cb_target *t, unsigned by_alpha, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
   static const uint32_t alpha[2][4] = { { 0 }, { 0xff, 0xff00, 0xff0000, 0xff000000 } };
   struct over o = { .order = pixel_order(t), .opaque = NV(set1_epi32)((int)alpha[t->force_alpha_1][t->place[3]]) };
   uint32_t limited[2][64];
   for (unsigned c = 0; c < 4; c++)
      o.place[c] = component_order(t, c);
   if (any_beyond(exp)) {
      limit_exports(exp, limited);
      exp = (const uint32_t (*)[64])limited;
   }
   if (mask == UINT64_MAX)
      over_pixels(&o, by_alpha, p, true, mask, exp);
   else
      over_pixels(&o, by_alpha, p, false, mask, exp);
}
#endif

static bool same_factors(struct cb_blend a, struct cb_blend b) { return a.src == b.src && a.dst == b.dst; }

void PX(cb_blend8888)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
   /* The commonest ones with constant factors: source over destination, plain (also with coverage in alpha) and premultiplied. */
   static const struct cb_blend over = { 4, 5, 0 }, premultiplied = { 1, 5, 0 };
   const bool covers = same_factors(t->alpha, premultiplied), is_premultiplied = covers && same_factors(t->color, premultiplied);
   const bool is_over = same_factors(t->color, over) && (covers || same_factors(t->alpha, over));
#ifdef __AVX2__
   if (t->export_format == CB_EXP_FP16 && t->full_mask && (is_over || is_premultiplied)) {
      if (is_premultiplied)
         over_wave(t, 0, p, mask, exp);
      else if (covers)
         over_wave(t, 7, p, mask, exp);
      else
         over_wave(t, 15, p, mask, exp);
      return;
   }
#endif
   if (is_over && !covers)
      blend_wave(t, p, mask, exp, over, over);
   else if (is_premultiplied)
      blend_wave(t, p, mask, exp, premultiplied, premultiplied);
   else
      blend_wave(t, p, mask, exp, t->color, t->alpha);
}

/* ---- one colour for all pixels ---------------------------------------------------------------------------------------- */

struct affine { nv low, factor, add; };

PX_INLINE struct affine affine_load(const struct cb_affine *l)
{
   struct affine line;
   memcpy(&line.low, l->low, sizeof line.low);
   memcpy(&line.factor, l->factor, sizeof line.factor);
   memcpy(&line.add, l->add, sizeof line.add);
   return line;
}

PX_INLINE vu affine(struct affine l, vu old)
{
   union px_nv px = { .u = old };
   for (unsigned g = 0; g < GROUPS; g++) {
      nv first = NV(unpacklo_epi8)(l.low, px.n[g]), last = NV(unpackhi_epi8)(l.low, px.n[g]);
      first = NV(adds_epu16)(NV(mulhi_epu16)(first, l.factor), l.add);
      last = NV(adds_epu16)(NV(mulhi_epu16)(last, l.factor), l.add);
      px.n[g] = NV(packus_epi16)(NV(srli_epi16)(first, 8), NV(srli_epi16)(last, 8));
   }
   return px.u;
}

void PX(cb_affine)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
   const struct affine l = affine_load((const struct cb_affine *)(const void *)exp);
   if (mask == UINT64_MAX) {
#pragma GCC unroll 4
      for (unsigned at = 0; at < 64; at += 16)
         vu_store((uint32_t *)(void *)p + at, affine(l, vu_load((const uint32_t *)(const void *)p + at)));
      return;
   }
   FOR_PARTS(mask, run, at) {
      uint32_t *to = (uint32_t *)(void *)p + at;
      vu_store_masked(to, affine(l, vu_load(to)), run);
   }
}

/* ---- quads anywhere ----------------------------------------------------------------------------------------------------- */

void PX(cb_locate)(const struct tile_surf *s, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample, uint64_t lanes,
                   uint32_t el[16])
{
   vu_store(el, tile_quads(s, vu_load((const uint32_t *)x), vu_load((const uint32_t *)y), slice, sample, lanes).v);
}

/* Without branches on single lanes, which would be unpredictable. Pixels that are not covered may be stored unchanged: this
 * thread owns the tile. */
PX_INLINE void put_quad(uint8_t *p, __m128i v, unsigned bits)
{
#ifdef __AVX512F__
   _mm_mask_storeu_epi32(p, (__mmask8)bits, v);
#else
   const __m128i bit = _mm_setr_epi32(1, 2, 4, 8), lanes = _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32((int)bits), bit), bit);
   const __m128i old = _mm_loadu_si128((const __m128i *)(void *)p);
   _mm_storeu_si128((__m128i *)(void *)p, _mm_or_si128(_mm_and_si128(lanes, v), _mm_andnot_si128(lanes, old)));
#endif
}

void PX(cb_put_quads)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                      unsigned step, const uint64_t *cover, const uint8_t *px)
{
   const struct tile_surf *s = &t->surf;
   uint8_t *const first = t->ptr + slice * s->slice_B;
   const vu all_x = vu_load((const uint32_t *)x), all_y = vu_load((const uint32_t *)y);
   for (unsigned i = sample; i < 1u << s->log2_samples; i += step) {
      const union px_u el = tile_quads(s, all_x, all_y, slice, i, cover[i]);
      for (unsigned n = 0; n < 16; n++)
         if (cover[i] >> 4 * n & 15)
            put_quad(first + 4ull * el.s[n], _mm_load_si128((const void *)(px + 16 * n)), cover[i] >> 4 * n & 15);
   }
}

const struct cb_ops PX(cb_ops) = { CB_KERNELS(PX_ENTRY) };

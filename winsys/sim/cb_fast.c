/* cb_fast.c: colour kernels for the commonest targets, 8 bits per channel unorm: plain writes and additive blends with any
 * single-source factors. Blending works on values scaled by 255, so that factors 0 and 1 are exact.
 * Compiled once per instruction set (px_ops.h). */
#include "cb_vec.h"

#include "px_ops.h"

#ifdef __AVX512F__
/* Halves in the upper bits, limited to 0..1 (NaN gives 0), as floats times `by`: a factor is no operation more, and 2^112 is
 * exact. Their bits compare like numbers; what is negative or NaN is greater than infinity. */
PX_INLINE vf unit_half(__m512i h, float by)
{
   __mmask16 number = _mm512_cmple_epu32_mask(h, _mm512_set1_epi32(0x7c000000));
   h = _mm512_maskz_min_epu32(number, h, _mm512_set1_epi32(0x3c000000));
   return (vf)_mm512_mul_ps((__m512)_mm512_srli_epi32(h, 3), _mm512_set1_ps(0x1p112f * by));
}
#endif

/* Exported colour, clamped to 0..1, times `by`. */
PX_INLINE void unit_export(unsigned format, const uint32_t (*exp)[64], float by, vf out[4])
{
   vu raw[4];
   switch (format) { /* constant formats: the compiler drops the other cases */
   case CB_EXP_FP16:
#ifdef __AVX512F__
      for (unsigned i = 0; i < 2; i++) {
         __m512i both = (__m512i)vu_load(exp[i]);
         out[2 * i] = unit_half(_mm512_slli_epi32(both, 16), by);
         out[2 * i + 1] = unit_half(_mm512_and_si512(both, _mm512_set1_epi32((int)0xffff0000)), by);
      }
      return;
#endif
      cb_read_export(CB_EXP_FP16, exp, raw);
      break;
   case CB_EXP_UNORM16: cb_read_export(CB_EXP_UNORM16, exp, raw); break;
   default: cb_read_export(CB_EXP_32_ABGR, exp, raw);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = vf_min(vf_max((vf)raw[c], vf_set(0)), vf_set(1)) * by;
}

/* v: 0..255 per RGBA component; the element in memory. */
PX_INLINE vu pack(const struct cb_target *t, const vf v[4])
{
#ifdef __AVX512F__
   /* Bytes in the order r0..r3 g0..g3 b0..b3 a0..a3, then every pixel takes its own. */
   __m512i rg = _mm512_packus_epi32((__m512i)vi_round(v[0]), (__m512i)vi_round(v[1]));
   __m512i ba = _mm512_packus_epi32((__m512i)vi_round(v[2]), (__m512i)vi_round(v[3]));
   uint32_t channel;
   memcpy(&channel, t->channel, 4);
   __m512i from = _mm512_add_epi32(_mm512_set4_epi32(0x03030303, 0x02020202, 0x01010101, 0),
                                   _mm512_set1_epi32((int)(channel * 4)));
   return (vu)_mm512_shuffle_epi8(_mm512_packus_epi16(rg, ba), from);
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

/* 16 elements as they are to be written. What constants are handed in for drops out of the loops over a wave. */
PX_INLINE vu copied(const struct cb_target *t, unsigned format, bool full_mask, const uint32_t (*exp)[64], vu old)
{
   vf v[4];
   unit_export(format, exp, 255, v);
   return pack_masked(t, full_mask, v, old);
}

PX_INLINE void copy16(const struct cb_target *t, unsigned format, bool full_mask, uint8_t *p, unsigned run,
                      const uint32_t (*exp)[64])
{
   vu old = vu_set(0);
   if (!full_mask)
      old = cb_load_32(p, &t->surf, run);
   cb_store_32(p, &t->surf, copied(t, format, full_mask, exp, old), run);
}

void PX(cb_copy8888)(const struct cb_state *cb, const struct cb_target *t, unsigned x, unsigned y, unsigned slice,
                     unsigned sample, unsigned run, const uint32_t (*exp)[64], const uint32_t (*exp1)[64])
{
   (void)cb, (void)exp1;
   copy16(t, t->export_format, t->full_mask, t->ptr + tile_block_offset_B(&t->surf, x, y, slice, sample), run, exp);
}

#define EXP_AT(exp, at) ((const uint32_t (*)[64])&(exp)[0][at])

#define FOR_PARTS(mask, run, at) \
   for (unsigned at = 0, run = (mask) & 0xffff; at < 64; at += 16, run = at < 64 ? (mask) >> at & 0xffff : 0) \
      if (run)

void PX(cb_copy8888_wave)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
   struct cb_target local = *t; /* a copy: the pixels may not alias it */
   local.surf.mode = TILE_1D;
   if (t->export_format == CB_EXP_FP16 && t->full_mask) {
      FOR_PARTS(mask, run, at)
         copy16(&local, CB_EXP_FP16, true, p + 4 * at, run, EXP_AT(exp, at));
   } else {
      FOR_PARTS(mask, run, at)
         copy16(&local, t->export_format, t->full_mask, p + 4 * at, run, EXP_AT(exp, at));
   }
}

/* v * factor. v is scaled by 255, factors are not. */
PX_INLINE vf scale(unsigned factor, vf v, const vf src[4], const vf dst[4], const uint32_t con[4], unsigned c)
{
   switch (factor) {
   case 1: return v;
   case 2: return v * src[c];
   case 3: return v * (1.0f - src[c]);
   case 4: return v * src[3];
   case 5: return v * (1.0f - src[3]);
   case 6: return v * dst[3];
   case 7: return v * (1.0f - dst[3]);
   case 8: return v * dst[c];
   case 9: return v * (1.0f - dst[c]);
   case 13: return v * (vf)vu_set(con[c]);
   case 14: return v * (1.0f - (vf)vu_set(con[c]));
   case 19: return v * (vf)vu_set(con[3]);
   case 20: return v * (1.0f - (vf)vu_set(con[3]));
   default: return vf_set(0);
   }
}

/* Component c of the elements in memory, 0..255. */
PX_INLINE vf component(const struct cb_target *t, vu old, unsigned c)
{
#ifdef __AVX512F__
   __m512i from = _mm512_or_si512(_mm512_set4_epi32((int)0x8080800cu, (int)0x80808008u, (int)0x80808004u, (int)0x80808000u),
                                  _mm512_set1_epi32(t->place[c]));
   return vf_from_small_u((vu)_mm512_shuffle_epi8((__m512i)old, from));
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
   for (unsigned c = 0; c < 4; c++) {
      const struct cb_blend b = c == 3 ? alpha : color;
      out[c] = scale(b.src, src[c] * 255.0f, src, dst, t->const_rgba, c) +
               scale(b.dst, dst255[c], src, dst, t->const_rgba, c);
      out[c] = vf_min(out[c], vf_set(255));
   }
   return pack_masked(t, full_mask, out, old);
}

PX_INLINE void blend16(const struct cb_target *t, unsigned format, bool full_mask, uint8_t *p, unsigned run,
                       const uint32_t (*exp)[64], struct cb_blend color, struct cb_blend alpha)
{
   cb_store_32(p, &t->surf, blended(t, format, full_mask, exp, cb_load_32(p, &t->surf, run), color, alpha), run);
}

void PX(cb_blend8888)(const struct cb_state *cb, const struct cb_target *t, unsigned x, unsigned y, unsigned slice,
                      unsigned sample, unsigned run, const uint32_t (*exp)[64], const uint32_t (*exp1)[64])
{
   (void)cb, (void)exp1;
   blend16(t, t->export_format, t->full_mask, t->ptr + tile_block_offset_B(&t->surf, x, y, slice, sample), run, exp, t->color,
           t->alpha);
}

PX_INLINE void blend_wave(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64], struct cb_blend color,
                          struct cb_blend alpha)
{
   struct cb_target local = *t;
   local.surf.mode = TILE_1D;
   if (t->export_format == CB_EXP_FP16 && t->full_mask) {
      FOR_PARTS(mask, run, at)
         blend16(&local, CB_EXP_FP16, true, p + 4 * at, run, EXP_AT(exp, at), color, alpha);
   } else {
      FOR_PARTS(mask, run, at)
         blend16(&local, t->export_format, t->full_mask, p + 4 * at, run, EXP_AT(exp, at), color, alpha);
   }
}

void PX(cb_blend8888_wave)(const struct cb_target *t, uint8_t *p, uint64_t mask, const uint32_t (*exp)[64])
{
   /* The commonest ones with constant factors: source over destination, plain and premultiplied. */
   static const struct cb_blend over = { 4, 5, 0 }, premultiplied = { 1, 5, 0 };
   bool over_color = t->color.src == over.src && t->color.dst == over.dst;
   bool premultiplied_color = t->color.src == premultiplied.src && t->color.dst == premultiplied.dst;
   if (over_color && t->alpha.src == over.src && t->alpha.dst == over.dst)
      blend_wave(t, p, mask, exp, over, over);
   else if (premultiplied_color && t->alpha.src == premultiplied.src && t->alpha.dst == premultiplied.dst)
      blend_wave(t, p, mask, exp, premultiplied, premultiplied);
   else
      blend_wave(t, p, mask, exp, t->color, t->alpha);
}

/* ---- quads from anywhere ---------------------------------------------------------------------------------------------- */

/* Pixels 0 and 1 at p[quad], 2 and 3 `step_B` behind. p[] of a quad without lanes is not to be looked at. */
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

PX_INLINE void quads_init(struct quads *q, const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice,
                          unsigned quads, uint64_t mask)
{
   const struct tile_surf *s = &t->surf;
   const vu qx = vu_load((const uint32_t *)x), qy = vu_load((const uint32_t *)y);
   q->mask = quads_inside(s, qx, qy, quads, mask);
   q->step_B = s->mode == TILE_LINEAR ? (int64_t)s->pitch_el * 4 : 8;
   if (s->mode == TILE_1D && !s->log2_samples) {
      const vu tiles = (qy >> 3) * vu_set(s->pitch_el >> 3) + (qx >> 3);
      const union px_u el = { .v = (tiles << 6) + ((qx & 2) << 1) + ((qy & 2) << 2) + ((qx & 4) << 2) + ((qy & 4) << 3) };
      uint8_t *first = t->ptr + slice * s->slice_B;
      for (unsigned n = 0; n < 16; n++)
         q->p[n] = first + 4ull * el.s[n];
   } else {
      for (unsigned n = 0; n < 16; n++)
         q->p[n] = q->mask >> 4 * n & 15 ? t->ptr + tile_offset_B(s, (uint32_t)x[n], (uint32_t)y[n], slice, 0) : t->ptr;
   }
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

PX_INLINE void store_quads(uint8_t *const p[4], int64_t step_B, vu v, unsigned run)
{
#ifdef __AVX512F__
   for (unsigned n = 0; n < 4; n++, run >>= 4) {
      if (!(run & 15))
         continue;
      __m128i quad = ((union { vu v; __m128i quad[4]; }){ .v = v }).quad[n];
      if (step_B == 8) {
         _mm_mask_storeu_epi32(p[n], run & 15, quad);
      } else {
         _mm_mask_storeu_epi32(p[n], run & 3, quad);
         _mm_mask_storeu_epi32(p[n] + step_B - 8, run & 12, quad);
      }
   }
#else
   union { vu v; uint8_t b[64]; } r = { .v = v };
   for (; run; run &= run - 1) {
      unsigned l = __builtin_ctz(run);
      memcpy(p[l / 4] + (l & 1) * 4 + (l & 2 ? step_B : 0), r.b + 4 * l, 4);
   }
#endif
}

void PX(cb_copy8888_quads)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned quads,
                           uint64_t mask, const uint32_t (*exp)[64])
{
   struct cb_target local = *t; /* a copy: the pixels may not alias it */
   struct quads q;
   quads_init(&q, &local, x, y, slice, quads, mask);
   if (t->export_format == CB_EXP_FP16 && t->full_mask && q.step_B == 8) {
      FOR_PARTS(q.mask, run, at)
         store_quads(q.p + at / 4, 8, copied(&local, CB_EXP_FP16, true, EXP_AT(exp, at), vu_set(0)), run);
   } else {
      FOR_PARTS(q.mask, run, at)
         store_quads(q.p + at / 4, q.step_B, copied(&local, t->export_format, t->full_mask, EXP_AT(exp, at),
                                                    load_quads(q.p + at / 4, q.step_B, run)), run);
   }
}

void PX(cb_blend8888_quads)(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned quads,
                            uint64_t mask, const uint32_t (*exp)[64])
{
   struct cb_target local = *t;
   struct quads q;
   quads_init(&q, &local, x, y, slice, quads, mask);
   FOR_PARTS(q.mask, run, at)
      store_quads(q.p + at / 4, q.step_B, blended(&local, local.export_format, local.full_mask, EXP_AT(exp, at),
                                                  load_quads(q.p + at / 4, q.step_B, run), local.color, local.alpha), run);
}

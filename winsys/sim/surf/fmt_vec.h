/* fmt_vec.h: conversions between elements and values, for PX_LANES lanes at once. Part of the files compiled once per instruction
 * set. raw: an element's dwords (elements below 4 bytes in the low bits of raw[0]). Rounding is to nearest even throughout; clamping
 * as OpenGL 4.6, 2.3.5 "Fixed-Point Data Conversions" says. Block-compressed formats are not done here. */
#ifndef SIM_FMT_VEC_H
#define SIM_FMT_VEC_H

#include "winsys/sim/surf/fmt.h"
#include "winsys/sim/px/px_simd.h"

PX_INLINE vf vf_from_half(vu h)
{
#if defined(__AVX512F__)
   return (vf)_mm512_cvtph_ps(_mm512_cvtepi32_epi16((__m512i)h));
#elif defined(__F16C__)
   union { vu v; __m128i q[PX_LANES / 4]; } x = { .v = h };
   union px_f r;
   for (int i = 0; i < PX_PARTS; i++)
      r.p[i] = (px_pf)_mm256_cvtph_ps(_mm_packus_epi32(x.q[2 * i], x.q[2 * i + 1]));
   return r.v;
#else
   vu sign = (h & 0x8000) << 16, body = (h & 0x7fff) << 13;
   vu exp = body & 0x0f800000;
   vu normal = body + (112u << 23);
   vu special = (body + (224u << 23)) | ((vu)vi_lt(vi_set(0x0f800000), (vi)body) & 0x400000); /* infinity, quiet NaN */
   vf denormal = vf_from_small_u(h & 0x3ff) * 0x1p-24f;
   vu r = vu_sel((vi)vi_eq((vi)exp, vi_set(0x0f800000)), special, normal);
   r = vu_sel(vi_eq((vi)exp, vi_set(0)), (vu)denormal, r);
   return (vf)(r | sign);
#endif
}

PX_INLINE vu fmt_vec_small_float(vu abs, unsigned man_bits)
{
   unsigned drop = 23 - man_bits;
   uint32_t inf = 31u << man_bits;
   vf magic = (vf)vu_set((136u - man_bits) << 23);
   vu denormal = (vu)((vf)abs + magic) - (vu)magic;
   vu odd = (abs >> drop) & 1;
   vu r = (abs - (112u << 23) + ((1u << (drop - 1)) - 1) + odd) >> drop;
   r = vu_sel(vu_lt(r, vu_set(inf)), r, vu_set(inf));
   r = vu_sel(vi_lt((vi)abs, vi_set(113 << 23)), denormal, r);
   return vu_sel(vi_lt(vi_set(0x7f800000), (vi)abs), vu_set(inf | 1u << (man_bits - 1)), r); /* the canonical NaN */
}

#if defined(__AVX512F__)
#define FMT_VEC_HALF(name, rounding) \
   PX_INLINE vu name(vf f) { return (vu)_mm512_cvtepu16_epi32(_mm512_cvtps_ph((__m512)f, rounding)); }
#elif defined(__F16C__)
#define FMT_VEC_HALF(name, rounding) \
   PX_INLINE vu name(vf f) \
   { \
      union px_f x = { .v = f }; \
      union px_u r; \
      for (int i = 0; i < 2; i++) \
         r.p[i] = (px_pu)_mm256_cvtepu16_epi32(_mm256_cvtps_ph((__m256)x.p[i], rounding)); \
      return r.v; \
   }
#endif
#ifdef FMT_VEC_HALF
/* NaNs keep their sign and their first bits. */
FMT_VEC_HALF(vu_half_nearest, _MM_FROUND_TO_NEAREST_INT)
FMT_VEC_HALF(vu_half_cut, _MM_FROUND_TO_ZERO)
#endif

PX_INLINE vu vu_to_half(vf f)
{
#ifdef FMT_VEC_HALF
   return vu_half_nearest(vf_canonical(f));
#else
   vu b = (vu)f, abs = b & 0x7fffffff, sign = (b >> 16) & 0x8000;
   return fmt_vec_small_float(abs, 10) | (sign & (vu)~vi_lt(vi_set(0x7f800000), (vi)abs));
#endif
}

PX_INLINE vu vu_to_unsigned_float(vf f, unsigned man_bits)
{
   vu b = (vu)f, inf = vu_set(31u << man_bits);
   vu r = fmt_vec_small_float(b & 0x7fffffff, man_bits);
   vi finite = vi_lt((vi)(b & 0x7fffffff), vi_set(0x7f800000));
   r = vu_sel(finite & vi_eq((vi)r, (vi)inf), inf - 1, r);
   vi negative = vi_lt((vi)b, vi_set(0)) & ~vu_lt(vu_set(0xff800000), b);
   vi negative_nan = vu_lt(vu_set(0xff800000), b);
   r = vu_sel(negative_nan, inf | 1u << (man_bits - 1), r);
   return vu_sel(negative, vu_set(0), r);
}

/* Linear values of sRGB codes of 8 bits; of channels 0 to 2 of texels. */
#ifdef __AVX512BW__
/* Halves of the values of 32 codes, one in each word. Tables in registers take a third of a gather's time. */
PX_INLINE vu fmt_vec_srgb_halves(const uint16_t half[256], vu codes)
{
   __m512i v = (__m512i)codes;
   const __mmask32 odd = _mm512_test_epi16_mask(v, _mm512_set1_epi16(64)), upper = _mm512_test_epi16_mask(v, _mm512_set1_epi16(128));
   const __mmask32 quarter[4] = { ~(odd | upper), odd & ~upper, upper & ~odd, odd & upper };
#pragma GCC unroll 4
   for (unsigned n = 0; n < 4; n++) /* each still finds the codes that the others leave alone */
      v = _mm512_mask2_permutex2var_epi16(_mm512_load_si512(half + 64 * n), v, quarter[n], _mm512_load_si512(half + 64 * n + 32));
   return (vu)v;
}

PX_INLINE vu vu_from_srgb8(vu code) /* upper words are 0, and so is its value */
{
   return fmt_vec_srgb_halves(fmt_srgb_halves[0], code) | fmt_vec_srgb_halves(fmt_srgb_halves[1], code) << 16;
}

PX_INLINE void vf_from_srgb8(vu texel, vf out[3])
{
   vu low[2], high[2]; /* of channels 0 and 2, 1 and 3 */
   for (unsigned n = 0; n < 2; n++) {
      low[n] = fmt_vec_srgb_halves(fmt_srgb_halves[0], texel >> 8 * n & 0xff00ff);
      high[n] = fmt_vec_srgb_halves(fmt_srgb_halves[1], texel >> 8 * n & 0xff00ff);
      out[n] = (vf)((low[n] & 0xffff) | high[n] << 16);
   }
   out[2] = (vf)(low[0] >> 16 | (high[0] & 0xffff0000));
}
#else
PX_INLINE vu vu_from_srgb8(vu code) { return vu_lookup(fmt_srgb_to_linear, code); }

PX_INLINE void vf_from_srgb8(vu texel, vf out[3])
{
   for (unsigned n = 0; n < 3; n++)
      out[n] = (vf)vu_from_srgb8(texel >> 8 * n & 255);
}
#endif

/* What is below 2^-13, or no number, has the code 0. */
PX_INLINE vu vu_to_srgb8(vf f)
{
   const vu bits = (vu)vf_limit(f, 0x1p-13f, 1.0f);
   return (vu_lookup(fmt_srgb_encode, (bits >> 16) - FMT_SRGB_ENCODE_FIRST) + (bits & 0xffff)) >> 17;
}

/* v / (2^bits - 1), correctly rounded, for |v| <= 2^bits - 1. Up to 16 bits the reciprocal is split in two, its first part
 * so short that the product is exact; that the sum then rounds right was checked for every v, and a test does so again. */
PX_INLINE vf vf_div_max(vf v, unsigned bits)
{
   static const struct { float high, low; } reciprocal[17] = {
      { 0, 0 }, { 1, 0 }, { 0x1.55555p-2f, 0x1.555556p-24f }, { 0x1.24924p-3f, 0x1.24924ap-24f },
      { 0x1.1111p-4f, 0x1.111112p-24f }, { 0x1.0842p-5f, 0x1.08421p-25f }, { 0x1.041p-6f, 0x1.041042p-24f },
      { 0x1.0204p-7f, 0x1.020408p-28f }, { 0x1.01p-8f, 0x1.010102p-24f }, { 0x1.008p-9f, 0x1.00804p-27f },
      { 0x1.004p-10f, 0x1.00401p-30f }, { 0x1.002p-11f, 0x1.002004p-33f }, { 0x1p-12f, 0x1.001002p-24f },
      { 0x1p-13f, 0x1.0008p-26f }, { 0x1p-14f, 0x1.0004p-28f }, { 0x1p-15f, 0x1.0002p-30f }, { 0x1p-16f, 0x1.0001p-32f },
   };
   if (bits > 16)
      return v / vf_set((float)((1u << bits) - 1));
   return v * vf_set(reciprocal[bits].high) + v * vf_set(reciprocal[bits].low);
}

PX_INLINE vf vf_unorm(vu v, unsigned bits)
{
   return vf_div_max(vf_from_small_u(v), bits);
}

/* Clamped to 0..1 (NaN: 0), to nearest even. bits <= 24 */
PX_INLINE vu vu_to_unorm(vf f, unsigned bits)
{
   return (vu)vi_round(vf_min(vf_max(f, vf_set(0)), vf_set(1)) * vf_set((float)((1u << bits) - 1)));
}

/* Normalized and scaled channels of 32 bits, whose arithmetic needs doubles. They are rare. */
typedef double fmt_vd __attribute__((vector_size(PX_LANES * 8)));

static __attribute__((noinline, unused)) vu fmt_vec_decode_32(vu v, unsigned num)
{
   switch (num) {
   case FMT_UNORM: return (vu)__builtin_convertvector(__builtin_convertvector(v, fmt_vd) / 4294967295.0, vf);
   case FMT_SNORM:
      return (vu)vf_max(__builtin_convertvector(__builtin_convertvector((vi)v, fmt_vd) / 2147483647.0, vf), vf_set(-1));
   case FMT_USCALED: return (vu)__builtin_convertvector(v, vf);
   default: return (vu)vf_from_i((vi)v);
   }
}

static __attribute__((noinline, unused)) vu fmt_vec_encode_32(vf f, unsigned num)
{
   const float below = 0x1.fffffep31f; /* the largest float that fits */
   const vf number = (vf)((vi)f & ~vf_ne(f, f));
   switch (num) { /* a sum with 2^52 has no fraction, so that its rounding is that of the value */
   case FMT_UNORM: {
      const fmt_vd product = __builtin_convertvector(vf_limit(f, 0, 1), fmt_vd) * 4294967295.0;
      return __builtin_convertvector((product + 0x1p52) - 0x1p52, vu);
   }
   case FMT_SNORM: {
      const fmt_vd product = __builtin_convertvector(vf_limit(number, -1, 1), fmt_vd) * 2147483647.0;
      return (vu)__builtin_convertvector((product + 0x1.8p52) - 0x1.8p52, vi);
   }
   case FMT_USCALED: return vu_sel(vf_lt(vf_set(below), f), vu_set(~0u), __builtin_convertvector(vf_limit(f, 0, below), vu));
   default: return vu_sel(vf_le(vf_set(0x1p31f), number), vu_set(0x7fffffff), (vu)vi_trunc(vf_max(number, vf_set(-0x1p31f))));
   }
}

PX_INLINE bool fmt_vec_is_wide(unsigned bits, unsigned num)
{
   return bits == 32 && num != FMT_FLOAT && !fmt_num_is_int(num);
}

PX_INLINE vu fmt_vec_decode_chan(vu v, unsigned bits, unsigned num, unsigned c)
{
   if (fmt_vec_is_wide(bits, num))
      return fmt_vec_decode_32(v, num);
   switch (num) {
   case FMT_SRGB:
      if (c < 3)
         return vu_from_srgb8(v & 255);
      return (vu)vf_unorm(v, bits);
   case FMT_UNORM:
      return (vu)vf_unorm(v, bits);
   case FMT_SNORM: {
      vi s = (vi)vu_sar(vu_shl(v, 32 - bits), 32 - bits);
      if (bits == 1)
         return (vu)vf_from_i(s);
      return (vu)vf_max(vf_div_max(vf_from_i(s), bits - 1), vf_set(-1));
   }
   case FMT_USCALED:
      return (vu)vf_from_small_u(v);
   case FMT_SSCALED:
      return (vu)vf_from_i((vi)vu_sar(vu_shl(v, 32 - bits), 32 - bits));
   case FMT_UINT:
      return v;
   case FMT_SINT:
      return (vu)((vi)vu_sar(vu_shl(v, 32 - bits), 32 - bits));
   default:
      switch (bits) {
      case 16: return (vu)vf_from_half(v);
      case 11: return (vu)vf_from_half(v << 4);
      case 10: return (vu)vf_from_half(v << 5);
      default: return v;
      }
   }
}

PX_INLINE void fmt_vec_decode(const struct fmt *f, unsigned num, const vu raw[4], vu out[4])
{
   vu one = vu_set(fmt_num_is_int(num) ? 1 : 0x3f800000);
   if (f->kind == FMT_RGB9E5) {
      vf scale = (vf)((103u + (raw[0] >> 27)) << 23);
      for (unsigned c = 0; c < 3; c++)
         out[c] = (vu)(vf_from_small_u((raw[0] >> 9 * c) & 511) * scale);
      out[3] = one;
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      struct fmt_chan ch = f->ch[c];
      if (!ch.bits)
         out[c] = c == 3 ? one : vu_set(0);
      else if (ch.bits == 32)
         out[c] = fmt_vec_decode_chan(raw[ch.dw], 32, num, c);
      else
         out[c] = fmt_vec_decode_chan(vu_shr(raw[ch.dw], ch.shift) & vu_set((1u << ch.bits) - 1), ch.bits, num, c);
   }
}

PX_INLINE vu fmt_vec_encode_chan(vu in, unsigned bits, unsigned num, unsigned c)
{
   vf f = (vf)in;
   if (fmt_vec_is_wide(bits, num))
      return fmt_vec_encode_32(f, num);
   uint32_t max = bits == 32 ? ~0u : (1u << bits) - 1;
   switch (num) {
   case FMT_SRGB:
      return c < 3 ? vu_to_srgb8(f) : vu_to_unorm(f, bits);
   case FMT_UNORM:
      return vu_to_unorm(f, bits);
   case FMT_SNORM: {
      if (bits == 1)
         return (vu)vf_le(f, vf_set(-0.5f)) & 1;
      vf g = (vf)((vi)vf_min(vf_max(f, vf_set(-1)), vf_set(1)) & ~vf_ne(f, f));
      return (vu)vi_round(g * (float)((1u << (bits - 1)) - 1)) & max;
   }
   case FMT_USCALED:
      return (vu)vi_trunc(vf_min(vf_max(f, vf_set(0)), vf_set((float)max)));
   case FMT_SSCALED: {
      float hi = (float)(max >> 1);
      vf g = (vf)((vi)vf_min(vf_max(f, vf_set(-hi - 1)), vf_set(hi)) & ~vf_ne(f, f));
      return (vu)vi_trunc(g) & max;
   }
   case FMT_UINT:
      return vu_sel(vu_lt(in, vu_set(max)), in, vu_set(max));
   case FMT_SINT: {
      int32_t hi = (int32_t)(max >> 1);
      return (vu)vi_clamp((vi)in, vi_set(-hi - 1), vi_set(hi)) & max;
   }
   default:
      switch (bits) {
      case 16: return vu_to_half(f);
      case 11: return vu_to_unsigned_float(f, 6);
      case 10: return vu_to_unsigned_float(f, 5);
      default: return in & max;
      }
   }
}

PX_INLINE void fmt_vec_encode(const struct fmt *f, unsigned num, const vu in[4], vu raw[4])
{
   for (unsigned c = 0; c < 4; c++)
      raw[c] = vu_set(0);
   for (unsigned c = 0; c < 4; c++) {
      struct fmt_chan ch = f->ch[c];
      if (ch.bits)
         raw[ch.dw] |= vu_shl(fmt_vec_encode_chan(in[c], ch.bits, num, c), ch.shift);
   }
}

#endif

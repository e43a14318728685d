/* px_simd.h: 16 lanes as one value, for the files that are compiled once per host instruction set (px_ops.h). Arithmetic
 * is plain C on vector types; what the compiler does badly on narrow hosts (comparisons, floor, minimum) is written here
 * over host-sized parts. Every function gives the same bits on every instruction set: IEEE operations only, no
 * approximations, no contraction.
 * A file that defines PX_NATIVE_LANES first has values of the host's width instead: PX_LANES lanes, a multiple of 4. Its code
 * is smaller on narrow hosts, where 16 lanes do not fit into registers. */
#ifndef SIM_PX_SIMD_H
#define SIM_PX_SIMD_H

#include <stdint.h>
#include <string.h>

#include "winsys/sim/base/nan.h"
#include "winsys/sim/px/px_sse.h"

#define PX_INLINE static inline __attribute__((always_inline, unused))

/* The host's own vectors, and its instructions by the same names for every width. They work inside of 128-bit parts. */
#ifdef __AVX512F__
#define PX_PART 16
typedef __m512i nv;
typedef __m512 nvf;
#define NV(op) _mm512_##op
#define NV_SI(op) _mm512_##op##_si512
#elif defined(__AVX2__)
#define PX_PART 8
typedef __m256i nv;
typedef __m256 nvf;
#define NV(op) _mm256_##op
#define NV_SI(op) _mm256_##op##_si256
#else
#define PX_PART 4
typedef __m128i nv;
typedef __m128 nvf;
#define NV(op) _mm_##op
#define NV_SI(op) _mm_##op##_si128
#endif
#define PARTS (PX_PART / 4) /* 128-bit parts in a host vector */
#ifdef PX_NATIVE_LANES
#define PX_LANES PX_PART
#else
#define PX_LANES 16
#endif
#define PX_PARTS (PX_LANES / PX_PART)
#define PX_ALL_LANES ((1u << PX_LANES) - 1)
#define GROUPS PX_PARTS /* host vectors for all lanes */

typedef float vf __attribute__((vector_size(PX_LANES * 4)));
typedef int32_t vi __attribute__((vector_size(PX_LANES * 4)));
typedef uint32_t vu __attribute__((vector_size(PX_LANES * 4)));
typedef uint32_t vu_row __attribute__((vector_size(PX_LANES * 4), aligned(4), may_alias)); /* a row of an unaligned array */
typedef float px_pf __attribute__((vector_size(PX_PART * 4)));
typedef int32_t px_pi __attribute__((vector_size(PX_PART * 4)));
typedef uint32_t px_pu __attribute__((vector_size(PX_PART * 4)));
union px_f { vf v; px_pf p[PX_PARTS]; float s[PX_LANES]; };
union px_i { vi v; px_pi p[PX_PARTS]; int32_t s[PX_LANES]; };
union px_u { vu v; px_pu p[PX_PARTS]; uint32_t s[PX_LANES]; };
union px_nv { nv n[GROUPS]; vi i; vu u; vf f; };

/* The same value in all lanes. Use these for variables: where a vector is wider than the host's, the compiler builds
 * `v + variable` from sixteen scalar stores. */
#define PX_SET(name, type, u, scalar, part) \
   PX_INLINE type name(scalar x) \
   { \
      union u r; \
      for (int i = 0; i < PX_PARTS; i++) \
         r.p[i] = x - (part){ 0 }; /* which is x, even of -0 */ \
      return r.v; \
   }
PX_SET(vf_set, vf, px_f, float, px_pf)
PX_SET(vi_set, vi, px_i, int32_t, px_pi)
PX_SET(vu_set, vu, px_u, uint32_t, px_pu)
PX_INLINE vu vu_load(const uint32_t *p) { return (vu)*(const vu_row *)p; }
PX_INLINE void vu_store(uint32_t *p, vu v) { *(vu_row *)p = (vu_row)v; }
PX_INLINE vf vf_load(const uint32_t *p) { return (vf)vu_load(p); }
#if PX_LANES == 16
#define PX_EACH_LANE(f) { f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15) }
#elif PX_LANES == 8
#define PX_EACH_LANE(f) { f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7) }
#else
#define PX_EACH_LANE(f) { f(0), f(1), f(2), f(3) }
#endif
#define PX_LANE(n) n
#define PX_LANE_BIT(n) 1 << n
PX_INLINE vi v_lane(void) { return (vi)PX_EACH_LANE(PX_LANE); }

/* Comparisons give 0 or -1 per lane. */
#define PX_COMPARE(name, type, u, op) \
   PX_INLINE vi name(type a, type b) \
   { \
      union u x = { .v = a }, y = { .v = b }; \
      union px_i r; \
      for (int i = 0; i < PX_PARTS; i++) \
         r.p[i] = x.p[i] op y.p[i]; \
      return r.v; \
   }
PX_COMPARE(vf_lt, vf, px_f, <)
PX_COMPARE(vf_le, vf, px_f, <=)
PX_COMPARE(vf_eq, vf, px_f, ==)
PX_COMPARE(vf_ne, vf, px_f, !=)
PX_COMPARE(vi_lt, vi, px_i, <)
PX_COMPARE(vi_eq, vi, px_i, ==)
PX_COMPARE(vu_lt, vu, px_u, <)
PX_COMPARE(vu_le, vu, px_u, <=)

/* m ? a : b, m = 0 or -1 per lane */
#ifdef __AVX512F__
PX_INLINE vi vi_sel(vi m, vi a, vi b)
{
   return (vi)_mm512_mask_blend_epi32(_mm512_movepi32_mask((__m512i)m), (__m512i)b, (__m512i)a);
}
#elif defined(__AVX2__)
PX_INLINE vi vi_sel(vi m, vi a, vi b)
{
   union px_i x = { .v = a }, y = { .v = b }, c = { .v = m };
   for (int i = 0; i < PX_PARTS; i++)
      x.p[i] = (px_pi)_mm256_blendv_epi8((__m256i)y.p[i], (__m256i)x.p[i], (__m256i)c.p[i]);
   return x.v;
}
#else
PX_INLINE vi vi_sel(vi m, vi a, vi b) { return (m & a) | (~m & b); }
#endif
PX_INLINE vu vu_sel(vi m, vu a, vu b) { return (vu)vi_sel(m, (vi)a, (vi)b); }
PX_INLINE vf vf_sel(vi m, vf a, vf b) { return (vf)vi_sel(m, (vi)a, (vi)b); }
/* With the canonical NaN (base/nan.h) in place of any. */
PX_INLINE vf vf_canonical(vf a) { return vf_sel(vf_ne(a, a), (vf)vu_set(SIM_NAN_32), a); }

/* a < b ? a : b, a > b ? a : b: the second operand if either is NaN, which is what the host's instructions do. */
#define PX_MIN_MAX(name, type, u, part, op, host) \
   PX_INLINE type name(type a, type b) \
   { \
      union u x = { .v = a }, y = { .v = b }; \
      for (int i = 0; i < PX_PARTS; i++) \
         x.p[i] = (part)NV(op)((host)x.p[i], (host)y.p[i]); \
      return x.v; \
   }
PX_MIN_MAX(vf_min, vf, px_f, px_pf, min_ps, nvf)
PX_MIN_MAX(vf_max, vf, px_f, px_pf, max_ps, nvf)
#ifdef __AVX2__
PX_MIN_MAX(vi_min, vi, px_i, px_pi, min_epi32, nv)
PX_MIN_MAX(vi_max, vi, px_i, px_pi, max_epi32, nv)
#else
PX_INLINE vi vi_min(vi a, vi b) { return vi_sel(vi_lt(a, b), a, b); }
PX_INLINE vi vi_max(vi a, vi b) { return vi_sel(vi_lt(b, a), a, b); }
#endif
PX_INLINE vi vi_clamp(vi v, vi lo, vi hi) { return vi_min(vi_max(v, lo), hi); }
PX_INLINE vf vf_abs(vf a) { return (vf)((vu)a & 0x7fffffffu); }

PX_INLINE vf vf_from_i(vi a) { return __builtin_convertvector(a, vf); }
/* Values of 0 .. 2^31 - 1 only. */
PX_INLINE vf vf_from_small_u(vu a) { return __builtin_convertvector((vi)a, vf); }

/* Truncation and rounding to nearest even; inputs must lie in int32_t (clamp first; NaN gives INT_MIN everywhere). */
#define PX_TO_INT(name, op) \
   PX_INLINE vi name(vf a) \
   { \
      union px_f x = { .v = a }; \
      union px_i r; \
      for (int i = 0; i < PX_PARTS; i++) \
         r.p[i] = (px_pi)NV(op)((nvf)x.p[i]); \
      return r.v; \
   }
PX_TO_INT(vi_trunc, cvttps_epi32)
PX_TO_INT(vi_round, cvtps_epi32)

/* floor of values inside int32_t. */
PX_INLINE vi vi_floor(vf a)
{
#if defined(__AVX512F__)
   return (vi)_mm512_cvt_roundps_epi32((__m512)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif defined(__AVX2__)
   union px_f x = { .v = a };
   union px_i r;
   for (int i = 0; i < PX_PARTS; i++)
      r.p[i] = (px_pi)_mm256_cvtps_epi32(_mm256_floor_ps((__m256)x.p[i]));
   return r.v;
#else
   vi t = vi_trunc(a);
   return t + vf_lt(a, vf_from_i(t)); /* the mask is -1 where truncation went up */
#endif
}

/* The same as a float. */
PX_INLINE vf vf_floor(vf a)
{
#if defined(__AVX512F__)
   return (vf)_mm512_roundscale_ps((__m512)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif defined(__AVX2__)
   union px_f x = { .v = a };
   for (int i = 0; i < PX_PARTS; i++)
      x.p[i] = (px_pf)_mm256_floor_ps((__m256)x.p[i]);
   return x.v;
#else
   return vf_from_i(vi_floor(a));
#endif
}

/* Limits a coordinate so that it converts to int; NaN becomes `lo`. */
PX_INLINE vf vf_limit(vf a, float lo, float hi) { return vf_min(vf_max(a, vf_set(lo)), vf_set(hi)); }

/* a - floor(a), at most 1; 0 for what has no fraction (NaN, infinity). Not VREDUCEPS, which rounds small negative numbers
 * the other way. */
PX_INLINE vf vf_fract(vf a)
{
#ifdef __AVX2__
   return vf_max(a - vf_floor(a), vf_set(0));
#else
   a = vf_limit(a, -0x1p30f, 0x1p30f);
   return a - vf_floor(a);
#endif
}

/* Bit per lane of a 0/-1 mask, and back. */
PX_INLINE unsigned v_bits(vi m)
{
#ifdef __AVX512F__
   return _mm512_movepi32_mask((__m512i)m);
#else
   union px_i x = { .v = m };
   unsigned bits = 0;
   for (int i = 0; i < PX_PARTS; i++)
      bits |= (unsigned)NV(movemask_ps)((nvf)x.p[i]) << i * PX_PART;
   return bits;
#endif
}

PX_INLINE vi v_mask(unsigned bits)
{
#ifdef __AVX512F__
   return (vi)_mm512_movm_epi32(bits);
#else
   const vi bit = (vi)PX_EACH_LANE(PX_LANE_BIT);
   return vi_eq(vi_set((int32_t)bits) & bit, bit);
#endif
}

/* Writes the lanes of `bits` only. */
PX_INLINE void vu_store_masked(uint32_t *p, vu v, unsigned bits)
{
#ifdef __AVX512F__
   _mm512_mask_storeu_epi32(p, bits, (__m512i)v);
#else
   if (bits == PX_ALL_LANES)
      vu_store(p, v);
   else
      vu_store(p, vu_sel(v_mask(bits), v, vu_load(p)));
#endif
}

/* The dwords table[i] of a table that is readable at every i. */
PX_INLINE vu vu_lookup(const void *table, vu i)
{
#ifdef __AVX512F__
   return (vu)_mm512_i32gather_epi32((__m512i)i, table, 4);
#elif defined(__AVX2__)
   union px_u x = { .v = i };
   for (int n = 0; n < PX_PARTS; n++)
      x.p[n] = (px_pu)_mm256_i32gather_epi32(table, (__m256i)x.p[n], 4);
   return x.v;
#else
   union px_u x = { .v = i }, r;
   for (int l = 0; l < PX_LANES; l++)
      memcpy(&r.s[l], (const char *)table + 4 * x.s[l], 4);
   return r.v;
#endif
}

/* Entries of a table of 8, by the low three bits of i. */
PX_INLINE vu vu_lookup8(const uint32_t table[8], vu i)
{
#if defined(__AVX512F__)
   const __m512i twice = _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)(const void *)table));
   return (vu)_mm512_permutexvar_epi32((__m512i)i, twice);
#elif defined(__AVX2__)
   union px_u x = { .v = i };
   for (int n = 0; n < PX_PARTS; n++)
      x.p[n] = (px_pu)_mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)(const void *)table), (__m256i)x.p[n]);
   return x.v;
#else
   return vu_lookup(table, i & 7);
#endif
}

/* Entries of a table of 16, by the low four bits of i; `table` repeats if it is shorter. */
PX_INLINE vu vu_lookup16(const uint32_t table[16], vu i)
{
#ifdef __AVX512F__
   return (vu)_mm512_permutexvar_epi32((__m512i)i, _mm512_loadu_si512(table));
#else
   return vu_lookup(table, i & 15);
#endif
}

/* Lane i takes a's lane from[i], modulo the number of lanes. */
PX_INLINE vi vi_permuted(vi a, vi from)
{
#if defined(__AVX512F__)
   return (vi)_mm512_permutexvar_epi32((__m512i)from, (__m512i)a);
#else
   union px_i x = { .v = a }, f = { .v = from }, r;
#ifdef __AVX2__
   for (int i = 0; i < PX_PARTS; i++) {
      __m256i low = _mm256_permutevar8x32_epi32((__m256i)x.p[0], (__m256i)f.p[i]);
      __m256i high = _mm256_permutevar8x32_epi32((__m256i)x.p[PX_PARTS - 1], (__m256i)f.p[i]);
      r.p[i] = (px_pi)_mm256_blendv_ps((__m256)low, (__m256)high, (__m256)_mm256_slli_epi32((__m256i)f.p[i], 28));
   }
#else
   for (int l = 0; l < PX_LANES; l++)
      r.s[l] = x.s[f.s[l] & (PX_LANES - 1)];
#endif
   return r.v;
#endif
}

/* Shifts all lanes by the same number. */
#define PX_SHIFT(name, way) \
   PX_INLINE vu name(vu a, unsigned n) \
   { \
      union px_u x = { .v = a }; \
      __m128i count = _mm_cvtsi32_si128((int)n); \
      for (int i = 0; i < PX_PARTS; i++) \
         x.p[i] = (px_pu)NV(way)((nv)x.p[i], count); \
      return x.v; \
   }
PX_SHIFT(vu_shr, srl_epi32)
PX_SHIFT(vu_shl, sll_epi32)
PX_SHIFT(vu_sar, sra_epi32)

/* The least and the greatest of all lanes. */
#define PX_REDUCE(name, op) \
   PX_INLINE int32_t name(vi a) \
   { \
      if (PX_LANES > 8) \
         a = op(a, __builtin_shuffle(a, v_lane() ^ 8)); \
      if (PX_LANES > 4) \
         a = op(a, __builtin_shuffle(a, v_lane() ^ 4)); \
      a = op(a, __builtin_shuffle(a, v_lane() ^ 2)); \
      union px_i r = { .v = op(a, __builtin_shuffle(a, v_lane() ^ 1)) }; \
      return r.s[0]; \
   }
PX_REDUCE(vi_least, vi_min)
PX_REDUCE(vi_greatest, vi_max)

/* Of each four lanes, which are a row of 4x4: columns. */
PX_INLINE void px_transpose(px_pi v[4])
{
   const nv upper01 = NV(unpacklo_epi32)((nv)v[0], (nv)v[1]), upper23 = NV(unpacklo_epi32)((nv)v[2], (nv)v[3]);
   const nv lower01 = NV(unpackhi_epi32)((nv)v[0], (nv)v[1]), lower23 = NV(unpackhi_epi32)((nv)v[2], (nv)v[3]);
   v[0] = (px_pi)NV(unpacklo_epi64)(upper01, upper23);
   v[1] = (px_pi)NV(unpackhi_epi64)(upper01, upper23);
   v[2] = (px_pi)NV(unpacklo_epi64)(lower01, lower23);
   v[3] = (px_pi)NV(unpackhi_epi64)(lower01, lower23);
}

/* One number per quad, of as many quads as a part has, to their four lanes each. */
PX_INLINE px_pi px_by_quad(const void *n)
{
#if defined(__AVX512F__)
   const __m512i quad = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
   return (px_pi)_mm512_permutexvar_epi32(quad, _mm512_castsi128_si512(_mm_loadu_si128(n)));
#elif defined(__AVX2__)
   return (px_pi)_mm256_blend_epi32(_mm256_set1_epi32(((const int32_t *)n)[0]), _mm256_set1_epi32(((const int32_t *)n)[1]), 0xf0);
#else
   return (px_pi)_mm_set1_epi32(*(const int32_t *)n);
#endif
}

/* Lane l takes lane (l & ~3) + k, which is 0 .. 3. */
PX_INLINE vu vu_quad(vu a, int k)
{
   union px_nv x = { .u = a };
   for (int i = 0; i < PX_PARTS; i++)
      x.n[i] = k == 0 ? NV(shuffle_epi32)(x.n[i], 0x00) : k == 1 ? NV(shuffle_epi32)(x.n[i], 0x55)
             : k == 2 ? NV(shuffle_epi32)(x.n[i], 0xaa) : NV(shuffle_epi32)(x.n[i], 0xff);
   return x.u;
}

#endif

/* px_sse.h: values of 128 bits for the files that are compiled once per host instruction set. On x86 these are the compiler's
 * intrinsics. Other hosts get those of SSE2 that the sources use, by the same names and with the same bits, in vector types. */
#ifndef SIM_PX_SSE_H
#define SIM_PX_SSE_H

#ifdef __SSE2__
#include <immintrin.h>
#else
#include <stdint.h>
#include <string.h>

#define SSE_INLINE static inline __attribute__((always_inline, unused))

typedef long long __m128i __attribute__((vector_size(16), may_alias));
typedef float __m128 __attribute__((vector_size(16), may_alias));
typedef double __m128d __attribute__((vector_size(16), may_alias));
typedef long long __m64 __attribute__((may_alias)); /* in memory only */

typedef int8_t sse_i8 __attribute__((vector_size(16)));
typedef uint8_t sse_u8 __attribute__((vector_size(16)));
typedef int16_t sse_i16 __attribute__((vector_size(16)));
typedef uint16_t sse_u16 __attribute__((vector_size(16)));
typedef int32_t sse_i32 __attribute__((vector_size(16)));
typedef uint32_t sse_u32 __attribute__((vector_size(16)));
typedef uint64_t sse_u64 __attribute__((vector_size(16)));

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

SSE_INLINE __m128i _mm_loadu_si128(const __m128i *p)
{
   __m128i v;
   memcpy(&v, p, sizeof v);
   return v;
}
SSE_INLINE __m128i _mm_load_si128(const __m128i *p) { return *p; }
SSE_INLINE void _mm_storeu_si128(__m128i *p, __m128i v) { memcpy(p, &v, sizeof v); }
SSE_INLINE void _mm_store_si128(__m128i *p, __m128i v) { *p = v; }
SSE_INLINE __m128i _mm_loadl_epi64(const __m128i *p)
{
   long long low;
   memcpy(&low, p, sizeof low);
   return (__m128i){ low, 0 };
}
SSE_INLINE __m128 _mm_loadu_ps(const float *p)
{
   __m128 v;
   memcpy(&v, p, sizeof v);
   return v;
}
SSE_INLINE void _mm_store_ps(float *p, __m128 v) { *(__m128 *)(void *)p = v; }
SSE_INLINE __m128 _mm_loadh_pi(__m128 v, const __m64 *p)
{
   long long high;
   memcpy(&high, p, sizeof high);
   return (__m128)(__m128i){ ((__m128i)v)[0], high };
}
/* There are no stores past the cache: these are in order with a release. */
SSE_INLINE void _mm_stream_si128(__m128i *p, __m128i v) { *p = v; }
SSE_INLINE void _mm_sfence(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }

/* ---- constants, scalars, bits ----------------------------------------------------------------------------------------- */

SSE_INLINE __m128i _mm_setzero_si128(void) { return (__m128i){ 0, 0 }; }
SSE_INLINE __m128i _mm_set1_epi16(int16_t x) { return (__m128i)(sse_i16){ x, x, x, x, x, x, x, x }; }
SSE_INLINE __m128i _mm_set1_epi32(int32_t x) { return (__m128i)(sse_i32){ x, x, x, x }; }
SSE_INLINE __m128 _mm_set1_ps(float x) { return (__m128){ x, x, x, x }; }
SSE_INLINE __m128 _mm_set_ss(float x) { return (__m128){ x, 0, 0, 0 }; }
SSE_INLINE __m128d _mm_set_sd(double x) { return (__m128d){ x, 0 }; }
SSE_INLINE __m128i _mm_cvtsi32_si128(int32_t x) { return (__m128i)(sse_i32){ x, 0, 0, 0 }; }
SSE_INLINE __m128 _mm_castpd_ps(__m128d a) { return (__m128)a; }
SSE_INLINE __m128i _mm_and_si128(__m128i a, __m128i b) { return a & b; }
SSE_INLINE __m128i _mm_andnot_si128(__m128i a, __m128i b) { return ~a & b; }
SSE_INLINE __m128i _mm_or_si128(__m128i a, __m128i b) { return a | b; }

SSE_INLINE __m128i sse_select(__m128i mask, __m128i a, __m128i b) { return (mask & a) | (~mask & b); }

/* ---- integers --------------------------------------------------------------------------------------------------------- */

SSE_INLINE __m128i _mm_add_epi16(__m128i a, __m128i b) { return (__m128i)((sse_u16)a + (sse_u16)b); }
SSE_INLINE __m128i _mm_add_epi32(__m128i a, __m128i b) { return (__m128i)((sse_u32)a + (sse_u32)b); }
SSE_INLINE __m128i _mm_sub_epi16(__m128i a, __m128i b) { return (__m128i)((sse_u16)a - (sse_u16)b); }
SSE_INLINE __m128i _mm_mullo_epi16(__m128i a, __m128i b) { return (__m128i)((sse_u16)a * (sse_u16)b); }
SSE_INLINE __m128i _mm_cmpgt_epi16(__m128i a, __m128i b) { return (__m128i)((sse_i16)a > (sse_i16)b); }
SSE_INLINE __m128i _mm_cmpeq_epi32(__m128i a, __m128i b) { return (__m128i)((sse_i32)a == (sse_i32)b); }
SSE_INLINE __m128i _mm_min_epi16(__m128i a, __m128i b) { return sse_select(_mm_cmpgt_epi16(b, a), a, b); }
SSE_INLINE __m128i _mm_max_epi16(__m128i a, __m128i b) { return sse_select(_mm_cmpgt_epi16(a, b), a, b); }
SSE_INLINE __m128i _mm_adds_epu16(__m128i a, __m128i b)
{
   const sse_u16 sum = (sse_u16)a + (sse_u16)b;
   return (__m128i)(sum | (sse_u16)(sum < (sse_u16)a)); /* all ones after an overflow */
}
SSE_INLINE __m128i _mm_mulhi_epu16(__m128i a, __m128i b)
{
   const sse_u32 even = ((sse_u32)a & 0xffffu) * ((sse_u32)b & 0xffffu), odd = ((sse_u32)a >> 16) * ((sse_u32)b >> 16);
   return (__m128i)(even >> 16 | (odd & 0xffff0000u));
}
/* Sums of two neighbours' products. */
SSE_INLINE __m128i _mm_madd_epi16(__m128i a, __m128i b)
{
   const sse_i32 even_a = (sse_i32)((sse_u32)a << 16) >> 16, even_b = (sse_i32)((sse_u32)b << 16) >> 16;
   const sse_i32 odd_a = (sse_i32)a >> 16, odd_b = (sse_i32)b >> 16;
   return (__m128i)((sse_u32)(even_a * even_b) + (sse_u32)(odd_a * odd_b));
}

/* Counts beyond the width give zero. */
SSE_INLINE __m128i _mm_srli_epi16(__m128i a, int n) { return n > 15 ? _mm_setzero_si128() : (__m128i)((sse_u16)a >> n); }
SSE_INLINE __m128i _mm_srli_epi32(__m128i a, int n) { return n > 31 ? _mm_setzero_si128() : (__m128i)((sse_u32)a >> n); }
SSE_INLINE __m128i _mm_slli_epi32(__m128i a, int n) { return n > 31 ? _mm_setzero_si128() : (__m128i)((sse_u32)a << n); }
SSE_INLINE int sse_count(__m128i count) { return (uint64_t)count[0] > 31 ? 32 : (int)count[0]; }
SSE_INLINE __m128i _mm_srl_epi32(__m128i a, __m128i count) { return _mm_srli_epi32(a, sse_count(count)); }
SSE_INLINE __m128i _mm_sll_epi32(__m128i a, __m128i count) { return _mm_slli_epi32(a, sse_count(count)); }
SSE_INLINE __m128i _mm_sra_epi32(__m128i a, __m128i count)
{
   const int n = sse_count(count);
   return (__m128i)((sse_i32)a >> (n > 31 ? 31 : n));
}
/* Bytes. */
SSE_INLINE __m128i _mm_srli_si128(__m128i a, int n)
{
   const sse_u8 lane = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
   return (__m128i)__builtin_shuffle((sse_u8)a, (sse_u8){ 0 }, lane + (uint8_t)(n > 15 ? 16 : n));
}

SSE_INLINE __m128i _mm_packs_epi32(__m128i a, __m128i b)
{
   const sse_i32 part[2] = { (sse_i32)a, (sse_i32)b };
   sse_i16 r;
   for (int i = 0; i < 8; i++) {
      const int32_t x = part[i / 4][i % 4];
      r[i] = (int16_t)(x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x);
   }
   return (__m128i)r;
}
SSE_INLINE __m128i _mm_packus_epi16(__m128i a, __m128i b)
{
   const sse_i16 part[2] = { (sse_i16)a, (sse_i16)b };
   sse_u8 r;
   for (int i = 0; i < 16; i++) {
      const int16_t x = part[i / 8][i % 8];
      r[i] = (uint8_t)(x < 0 ? 0 : x > UINT8_MAX ? UINT8_MAX : x);
   }
   return (__m128i)r;
}

#define SSE_UNPACK(name, type, ...) \
   SSE_INLINE __m128i name(__m128i a, __m128i b) { return (__m128i)__builtin_shuffle((type)a, (type)b, (type){ __VA_ARGS__ }); }
SSE_UNPACK(_mm_unpacklo_epi8, sse_u8, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
SSE_UNPACK(_mm_unpackhi_epi8, sse_u8, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
SSE_UNPACK(_mm_unpacklo_epi16, sse_u16, 0, 8, 1, 9, 2, 10, 3, 11)
SSE_UNPACK(_mm_unpackhi_epi16, sse_u16, 4, 12, 5, 13, 6, 14, 7, 15)
SSE_UNPACK(_mm_unpacklo_epi32, sse_u32, 0, 4, 1, 5)
SSE_UNPACK(_mm_unpackhi_epi32, sse_u32, 2, 6, 3, 7)
SSE_UNPACK(_mm_unpacklo_epi64, sse_u64, 0, 2)
SSE_UNPACK(_mm_unpackhi_epi64, sse_u64, 1, 3)

SSE_INLINE __m128i sse_shuffle32(__m128i a, unsigned order)
{
   return (__m128i)__builtin_shuffle((sse_u32)a, (sse_u32){ order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6 & 3 });
}
#define _mm_shuffle_epi32(a, order) sse_shuffle32(a, order)

/* ---- floats ----------------------------------------------------------------------------------------------------------- */

SSE_INLINE __m128 _mm_sub_ps(__m128 a, __m128 b) { return a - b; }
SSE_INLINE __m128 _mm_movelh_ps(__m128 a, __m128 b) { return (__m128)_mm_unpacklo_epi64((__m128i)a, (__m128i)b); }
/* The second operand where neither is less: two zeros, a NaN. */
SSE_INLINE __m128 _mm_min_ps(__m128 a, __m128 b) { return (__m128)sse_select((__m128i)(a < b), (__m128i)a, (__m128i)b); }
SSE_INLINE __m128 _mm_max_ps(__m128 a, __m128 b) { return (__m128)sse_select((__m128i)(a > b), (__m128i)a, (__m128i)b); }
SSE_INLINE void sse_transpose(__m128i *a, __m128i *b, __m128i *c, __m128i *d)
{
   const __m128i upper_ab = _mm_unpacklo_epi32(*a, *b), upper_cd = _mm_unpacklo_epi32(*c, *d);
   const __m128i lower_ab = _mm_unpackhi_epi32(*a, *b), lower_cd = _mm_unpackhi_epi32(*c, *d);
   *a = _mm_unpacklo_epi64(upper_ab, upper_cd);
   *b = _mm_unpackhi_epi64(upper_ab, upper_cd);
   *c = _mm_unpacklo_epi64(lower_ab, lower_cd);
   *d = _mm_unpackhi_epi64(lower_ab, lower_cd);
}
#define _MM_TRANSPOSE4_PS(a, b, c, d) sse_transpose((__m128i *)&(a), (__m128i *)&(b), (__m128i *)&(c), (__m128i *)&(d))
SSE_INLINE __m128 _mm_sqrt_ps(__m128 a)
{
   for (int i = 0; i < 4; i++)
      a[i] = __builtin_sqrtf(a[i]);
   return a;
}
SSE_INLINE int _mm_movemask_ps(__m128 a)
{
   const sse_u32 bit = (sse_u32)a >> 31 << (sse_u32){ 0, 1, 2, 3 };
   return (int)(bit[0] | bit[1] | bit[2] | bit[3]);
}
SSE_INLINE __m128 _mm_cvtepi32_ps(__m128i a) { return __builtin_convertvector((sse_i32)a, __m128); }
/* INT32_MIN for values outside int32_t. */
SSE_INLINE __m128i _mm_cvttps_epi32(__m128 a)
{
   const __m128i fits = (__m128i)(a >= -0x1p31f) & (__m128i)(a < 0x1p31f);
   const sse_i32 r = __builtin_convertvector((__m128)(fits & (__m128i)a), sse_i32);
   return sse_select(fits, (__m128i)r, _mm_set1_epi32(INT32_MIN));
}
/* To nearest, ties to even: numbers from 2^23 on are integers. */
SSE_INLINE __m128i _mm_cvtps_epi32(__m128 a)
{
   const __m128i sign = _mm_set1_epi32(INT32_MIN), bits = (__m128i)a;
   const __m128 push = (__m128)((bits & sign) | (__m128i)_mm_set1_ps(0x1p23f)), rounded = (a + push) - push;
   const __m128i small = (__m128i)((__m128)(bits & ~sign) < 0x1p23f);
   return _mm_cvttps_epi32((__m128)sse_select(small, (__m128i)rounded, bits));
}

#endif
#endif

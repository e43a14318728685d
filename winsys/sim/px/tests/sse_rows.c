/* sse_rows.c: see sse_rows.h. SSE_TABLE names the table. Where it is sse_vectors, __SSE2__ is not defined. */
#include "winsys/sim/px/px_sse.h"

#include "winsys/sim/px/tests/sse_rows.h"

#define A _mm_loadu_si128((const __m128i *)(const void *)&in[0])
#define B _mm_loadu_si128((const __m128i *)(const void *)&in[1])
#define ROW(op) static void run_##op(const union sse_value in[2], union sse_value *out)
#define INTEGER_2(op) ROW(op) { _mm_storeu_si128((__m128i *)(void *)out, op(A, B)); }
#define FLOAT_2(op) ROW(op) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)op((__m128)A, (__m128)B)); }
#define FLOAT_1(op) ROW(op) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)op((__m128)A)); }
#define SHIFT(op, n) ROW(op) { _mm_storeu_si128((__m128i *)(void *)out, op(A, n)); }

#define ROWS_INTEGER(X) \
   X(_mm_and_si128) X(_mm_andnot_si128) X(_mm_or_si128) X(_mm_add_epi16) X(_mm_add_epi32) X(_mm_sub_epi16) \
   X(_mm_mullo_epi16) X(_mm_cmpgt_epi16) X(_mm_cmpeq_epi32) X(_mm_min_epi16) X(_mm_max_epi16) \
   X(_mm_adds_epu16) X(_mm_mulhi_epu16) X(_mm_madd_epi16) X(_mm_packs_epi32) X(_mm_packus_epi16) X(_mm_unpacklo_epi8) \
   X(_mm_unpackhi_epi8) X(_mm_unpacklo_epi16) X(_mm_unpackhi_epi16) X(_mm_unpacklo_epi32) X(_mm_unpackhi_epi32) \
   X(_mm_unpacklo_epi64) X(_mm_unpackhi_epi64)
#define ROWS_FLOAT_2(X) X(_mm_min_ps) X(_mm_max_ps) X(_mm_movelh_ps)
#define ROWS_FINITE_2(X) X(_mm_sub_ps)
#define ROWS_FLOAT_1(X) X(_mm_cvtps_epi32) X(_mm_cvttps_epi32)

ROWS_INTEGER(INTEGER_2)
ROWS_FLOAT_2(FLOAT_2)
ROWS_FINITE_2(FLOAT_2)
ROWS_FLOAT_1(FLOAT_1)
SHIFT(_mm_srli_epi16, 5)
SHIFT(_mm_srli_epi32, 7)
SHIFT(_mm_slli_epi32, 9)
SHIFT(_mm_srli_si128, 5)
ROW(_mm_srl_epi32) { _mm_storeu_si128((__m128i *)(void *)out, _mm_srl_epi32(A, _mm_cvtsi32_si128((int)(in[1].w[0] % 40)))); }
ROW(_mm_sra_epi32) { _mm_storeu_si128((__m128i *)(void *)out, _mm_sra_epi32(A, _mm_cvtsi32_si128((int)(in[1].w[0] % 40)))); }
ROW(_mm_sll_epi32) { _mm_storeu_si128((__m128i *)(void *)out, _mm_sll_epi32(A, _mm_cvtsi32_si128((int)(in[1].w[0] % 40)))); }
ROW(_mm_shuffle_epi32) { _mm_storeu_si128((__m128i *)(void *)out, _mm_shuffle_epi32(A, 0x4e)); }
ROW(_mm_cvtepi32_ps) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)_mm_cvtepi32_ps(A)); }
ROW(_mm_sqrt_ps) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)_mm_sqrt_ps((__m128)_mm_and_si128(A, _mm_set1_epi32(0x7fffffff)))); }
ROW(_mm_movemask_ps) { _mm_storeu_si128((__m128i *)(void *)out, _mm_cvtsi32_si128(_mm_movemask_ps((__m128)A))); }
ROW(_mm_loadl_epi64) { _mm_storeu_si128((__m128i *)(void *)out, _mm_loadl_epi64((const __m128i *)(const void *)&in[0])); }
ROW(_mm_loadh_pi) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)_mm_loadh_pi((__m128)A, (const __m64 *)(const void *)&in[1])); }
ROW(_mm_set_ss) { _mm_storeu_si128((__m128i *)(void *)out, (__m128i)_mm_set_ss(in[0].f[1])); }
ROW(_mm_set1_epi16) { _mm_storeu_si128((__m128i *)(void *)out, _mm_set1_epi16((int16_t)in[0].h[3])); }

#define ROW_BITS(op) { #op, SSE_BITS, run_##op },
#define ROW_FLOATS(op) { #op, SSE_FLOATS, run_##op },
#define ROW_FINITE(op) { #op, SSE_FINITE, run_##op },
const struct sse_row SSE_TABLE[] = {
   ROWS_INTEGER(ROW_BITS)
   ROWS_FLOAT_2(ROW_FLOATS)
   ROWS_FINITE_2(ROW_FINITE)
   ROWS_FLOAT_1(ROW_FLOATS)
   ROW_BITS(_mm_srli_epi16) ROW_BITS(_mm_srli_epi32) ROW_BITS(_mm_slli_epi32) ROW_BITS(_mm_srli_si128) ROW_BITS(_mm_srl_epi32)
   ROW_BITS(_mm_sll_epi32) ROW_BITS(_mm_sra_epi32)
   ROW_BITS(_mm_shuffle_epi32) ROW_BITS(_mm_cvtepi32_ps) ROW_FINITE(_mm_sqrt_ps) ROW_BITS(_mm_movemask_ps)
   ROW_BITS(_mm_loadl_epi64) ROW_BITS(_mm_loadh_pi) ROW_FLOATS(_mm_set_ss) ROW_BITS(_mm_set1_epi16)
   { 0 },
};

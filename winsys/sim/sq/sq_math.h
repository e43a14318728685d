/* sq_math.h: the arithmetic of the vector unit where C's operators do not say it all: NaN rules, saturating conversions, divisions;
 * the transcendental instructions, rounding and halves come from sq_functions.h. Interpreter and JIT must agree to the bit, so
 * everything is straight-line scalar code over IEEE operations, which is compiled for both or mirrored operation by
 * operation: no host approximation, no library call except fmaf and sqrtf/sqrt (correctly rounded). Polynomials are sums of
 * fused multiply-adds, half the operations on hosts that have them, and slower on others.
 *
 * The host runs in round-to-nearest with denormals flushed as FLOAT_MODE says (sq_fp_enter). Functions may give any NaN, of which
 * the instruction makes the canonical one (base/nan.h); conversions to halves give that one themselves. Measured: exp2 1.1 ulp,
 * log2 1.8 ulp, rsq 1.4 ulp, sin and cos 1.9e-7 absolute (the manual requires about 1 ulp of exp, log, rcp, rsq), exact where
 * users rely on it: exp2 of integers, log2 of powers of two, rsq of powers of four, sin and cos of quarter turns.
 * Known gap: with another rounding mode than nearest, sq_rndne and what is built on it still round to nearest only as far
 * as the host's addition does. */
#ifndef SQ_MATH_H
#define SQ_MATH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "winsys/sim/base/nan.h"

typedef float __attribute__((may_alias)) sq_f32; /* reads a row of dwords as floats */

static inline uint32_t sq_f2u(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
static inline float sq_u2f(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }
static inline uint64_t sq_d2u(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static inline double sq_u2d(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }

static inline uint32_t sq_reverse(uint32_t v) /* bits */
{
   v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
   v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
   v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
   return __builtin_bswap32(v);
}

static inline bool sq_isnan(float x) { return (sq_f2u(x) & 0x7fffffff) > 0x7f800000; }
/* ---- functions that both engines have, in C */
#define NUM float
#define BITS uint32_t
#define FN(type, name, ...) static inline type sq_##name(__VA_ARGS__)
#define LOCAL_FN FN
#define CALL(name, ...) sq_##name(__VA_ARGS__)
#define BY_HOST_ROUNDING(name, x)
#define BY_HOST_SCALE(p, n)
#define BY_HOST_LOG2(r, x)
#define BY_HOST_RTZ(x)
#define F(x) ((float)(x))
#define I(x) ((uint32_t)(x))
#define TO_I(x) sq_f2u(x)
#define TO_F(x) sq_u2f(x)
#define INT_TO_F(x) ((float)(int32_t)(x))
#define F_TO_INT(x) ((uint32_t)(int32_t)(x))
#define FADD(a, b) ((a) + (b))
#define FSUB(a, b) ((a) - (b))
#define FMUL(a, b) ((a) * (b))
#define FMA(a, b, c) fmaf(a, b, c)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
#define SHL(a, n) ((a) << (n))
#define LSHR(a, n) ((a) >> (n))
#define ASHR(a, n) ((uint32_t)((int32_t)(a) >> (n)))
#define SEL(c, a, b) ((c) ? (a) : (b))
#define FCMP(is, a, b) ((a) SQ_##is (b))
#define ICMP(is, a, b) ((a) SQ_##is (b))
#define SQ_OEQ ==
#define SQ_OGT >
#define SQ_OGE >=
#define SQ_OLT <
#define SQ_OLE <=
#define SQ_UGT >
#define SQ_UGE >=
#define SQ_ULT <
#define SQ_EQ ==
#include "winsys/sim/sq/sq_functions.h"
#undef NUM
#undef BITS
#undef FN
#undef LOCAL_FN
#undef CALL
#undef BY_HOST_ROUNDING
#undef BY_HOST_SCALE
#undef BY_HOST_LOG2
#undef BY_HOST_RTZ
#undef F
#undef I
#undef TO_I
#undef TO_F
#undef INT_TO_F
#undef F_TO_INT
#undef FADD
#undef FSUB
#undef FMUL
#undef FMA
#undef ADD
#undef SUB
#undef AND
#undef OR
#undef XOR
#undef SHL
#undef LSHR
#undef ASHR
#undef SEL
#undef FCMP
#undef ICMP

/* ---- minimum and maximum: a NaN loses, -0 < +0, denormals pass unflushed (GFX6-8). Compared as sortable integers. */
static inline int32_t sq_order(uint32_t u) { return (int32_t)(u ^ ((uint32_t)((int32_t)u >> 31) & 0x7fffffff)); }
static inline uint32_t sq_less_bits(uint32_t a, uint32_t b, uint32_t less, uint32_t other)
{
   bool na = (a & 0x7fffffff) > 0x7f800000, nb = (b & 0x7fffffff) > 0x7f800000;
   uint32_t m = sq_order(a) < sq_order(b) ? less : other;
   m = na ? b : m;
   return nb ? a : m;
}
static inline uint32_t sq_min_bits(uint32_t a, uint32_t b) { return sq_less_bits(a, b, a, b); }
static inline uint32_t sq_max_bits(uint32_t a, uint32_t b) { return sq_less_bits(a, b, b, a); }
/* v_med3: the minimum of all three if one is a NaN. */
static inline uint32_t sq_med3_bits(uint32_t a, uint32_t b, uint32_t c)
{
   bool nan = (a & 0x7fffffff) > 0x7f800000 || (b & 0x7fffffff) > 0x7f800000 || (c & 0x7fffffff) > 0x7f800000;
   uint32_t lo = sq_min_bits(a, b), hi = sq_max_bits(a, b);
   uint32_t med = sq_max_bits(lo, sq_min_bits(hi, c));
   return nan ? sq_min_bits(lo, c) : med;
}
static inline uint64_t sq_less_bits64(uint64_t a, uint64_t b, uint64_t less, uint64_t other)
{
   double x = sq_u2d(a), y = sq_u2d(b);
   int64_t p = (int64_t)(a ^ ((uint64_t)((int64_t)a >> 63) & INT64_MAX));
   int64_t q = (int64_t)(b ^ ((uint64_t)((int64_t)b >> 63) & INT64_MAX));
   return x != x ? b : y != y ? a : p < q ? less : other;
}
static inline uint64_t sq_min_bits64(uint64_t a, uint64_t b) { return sq_less_bits64(a, b, a, b); }
static inline uint64_t sq_max_bits64(uint64_t a, uint64_t b) { return sq_less_bits64(a, b, b, a); }

/* ---- output modifiers. CLAMP: to [0, 1]; NaN becomes 0 under DX10_CLAMP, else stays. */
static inline float sq_clamp(float x, bool dx10_clamp)
{
   float r = x > 0.0f ? x : 0.0f;
   r = r < 1.0f ? r : 1.0f;
   return !dx10_clamp && x != x ? x : r;
}
static inline double sq_clamp64(double x, bool dx10_clamp)
{
   double r = x > 0.0 ? x : 0.0;
   r = r < 1.0 ? r : 1.0;
   return !dx10_clamp && x != x ? x : r;
}
static const float sq_omod_scale[4] = { 1.0f, 2.0f, 4.0f, 0.5f };

/* ---- conversions: toward zero, saturating, NaN to 0. */
static inline int32_t sq_f32_to_i32(float x)
{
   return x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : x == x ? (int32_t)x : 0;
}
static inline uint32_t sq_f32_to_u32(float x)
{
   return x >= 0x1p32f ? UINT32_MAX : x > 0.0f ? (uint32_t)x : 0;
}
static inline int32_t sq_f64_to_i32(double x)
{
   return x >= 2147483647.0 ? INT32_MAX : x <= -2147483648.0 ? INT32_MIN : x == x ? (int32_t)x : 0;
}
static inline uint32_t sq_f64_to_u32(double x)
{
   return x >= 4294967295.0 ? UINT32_MAX : x > 0.0 ? (uint32_t)x : 0;
}

/* ---- roots */
static inline float sq_rcp(float x) { return 1.0f / x; }
static inline float sq_sqrt(float x) { return sqrtf(x); }

/* 1/sqrt(x) of normal numbers: a first guess y within 3.5 % by halving the exponent, then a series in d = 1 - x y^2, |d| < 0.071.
 * Root and division of the host would take three times as long; other inputs use them. */
static inline float sq_rsq(float x)
{
   uint32_t u = sq_f2u(x);
   float y = sq_u2f(0x5f370800 - (u >> 1));
   float d = fmaf(-(x * y), y, 1.0f);
   float q = fmaf(d * d, fmaf(0x1.1bacep-2f, d, 0x1.413948p-2f), fmaf(0x1.7ffef2p-2f, d, 0x1.ffffb6p-2f));
   return u - 0x00800000 < 0x7f000000 ? fmaf(y * d, q, y) : 1.0f / sqrtf(x);
}

/* x * 2^n with one rounding (the host flushes as it would any result). */
static inline float sq_ldexp(float x, int32_t n)
{
   n = n < -300 ? -300 : n > 300 ? 300 : n;
   return (float)((double)x * sq_u2d((uint64_t)(n + 1023) << 52));
}
static inline double sq_ldexp64(double x, int32_t n)
{
   /* Only the last step rounds: those before end 53 bits above the denormals. */
   for (unsigned i = 0; i < 2 && (n > 1023 || n < -1022); i++) {
      x *= n > 0 ? 0x1p1023 : 0x1p-969;
      n = n > 0 ? n - 1023 : n + 969;
   }
   n = n < -1022 ? -1022 : n > 1023 ? 1023 : n;
   return x * sq_u2d((uint64_t)(n + 1023) << 52);
}
/* Exponent such that the mantissa is in [1/2, 1); 0 for 0, infinities and NaNs. */
static inline int32_t sq_frexp_exp(float x)
{
   uint32_t a = sq_f2u(x) & 0x7fffffff;
   int32_t shift = a && a < 0x00800000 ? (int32_t)__builtin_clz(a) - 8 : 0;
   return a == 0 || a >= 0x7f800000 ? 0 : (int32_t)(a >> 23) - 126 + (shift ? 1 - shift : 0);
}
static inline float sq_frexp_mant(float x)
{
   uint32_t u = sq_f2u(x), a = u & 0x7fffffff;
   if (a == 0 || a >= 0x7f800000)
      return x;
   if (a < 0x00800000)
      a <<= __builtin_clz(a) - 8;
   return sq_u2f((u & 0x80000000) | (a & 0x7fffff) | 0x3f000000);
}

/* ---- division. v_div_scale (GCN3 ISA) moves operands away from overflow and denormals; v_div_fmas scales back, v_div_fixup sees to
 * special operands. One rule for floats and doubles, on exponents as they are stored. */
struct sq_division { bool s0_is_den, s0_is_num, rcp_denormal, quotient_denormal; int exp_den, exp_num; };
struct sq_division_limits { int far, low, scale; }; /* between exponents; smallest exponent of a dividend; log2 of the factor */
/* log2 of what s0 is multiplied by. *vcc: v_div_fmas scales back. */
static inline int sq_div_scale(const struct sq_division *d, const struct sq_division_limits *limit, bool *vcc)
{
   *vcc = true;
   if (d->exp_num - d->exp_den >= limit->far)
      return d->s0_is_den ? limit->scale : 0;
   if (d->exp_den && d->quotient_denormal) /* with such a reciprocal the ISA says up, which overflows: only down fits v_div_fmas */
      return d->rcp_denormal ? (d->s0_is_den ? -limit->scale : 0) : d->s0_is_num ? limit->scale : 0;
   *vcc = false;
   if (!d->exp_den || !d->rcp_denormal)
      return !d->exp_den || d->exp_num <= limit->low ? limit->scale : 0;
   return -limit->scale;
}
/* Bits of numbers, with so many of mantissa and exponent. A quotient with an exponent below -far is zero. */
static inline uint64_t sq_div_fixup(uint64_t q, uint64_t den, uint64_t num, unsigned mantissa, unsigned exponent, int far)
{
   uint64_t top = UINT64_C(1) << (mantissa + exponent), inf = top - (UINT64_C(1) << mantissa);
   uint64_t sign = (num ^ den) & top, an = num & ~top & (2 * top - 1), ad = den & ~top & (2 * top - 1);
   if (an > inf || ad > inf)
      return an > inf ? num : den;
   if ((!an && !ad) || (an == inf && ad == inf))
      return mantissa == 23 ? SIM_NAN_32 : SIM_NAN_64;
   if (!ad || an == inf)
      return sign | inf;
   if (ad == inf || !an || (int)(an >> mantissa) - (int)(ad >> mantissa) < -far)
      return sign;
   /* A NaN: the expansion overflowed on its way (seen by CLRX's author; the ISA document is silent). */
   return sign | ((q & ~top) > inf ? inf : q & ~top);
}

/* v_mul_legacy: zero times anything is zero. */
static inline float sq_mul_legacy(float a, float b) { return a == 0.0f || b == 0.0f ? 0.0f : a * b; }

#endif

/* isa_valu64.c: vector operations on 64-bit values, and on eight bytes at a time. */
#include "winsys/sim/sq/tests/isa.h"

static double min_d(double a, double b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? a : b) : a < b ? a : b; }
static double max_d(double a, double b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? b : a) : a > b ? a : b; }
static uint32_t to_u32(double x) { return isnan(x) || x <= 0 ? 0 : x >= 0x1p32 ? UINT32_MAX : (uint32_t)x; }
static int32_t to_i32(double x) { return isnan(x) ? 0 : x >= 0x1p31 ? INT32_MAX : x <= -0x1p31 ? INT32_MIN : (int32_t)x; }

static int frexp_exp(double x)
{
   int e = 0;
   if (x != 0 && !isnan(x) && !isinf(x))
      frexp(x, &e);
   return e;
}

static double frexp_mant(double x)
{
   int e;
   return isnan(x) || isinf(x) ? x : frexp(x, &e);
}

static int exponent(double x) { return (int)(isa_bits64(x) >> 52 & 2047); }

static double fixup(double q, double den, double num)
{
   double sign = signbit(den) != signbit(num) ? -1 : 1;
   if (isnan(num))
      return num;
   if (isnan(den))
      return den;
   if ((num == 0 && den == 0) || (isinf(num) && isinf(den)))
      return NAN;
   if (den == 0 || isinf(num))
      return copysign(INFINITY, sign);
   if (isinf(den) || num == 0 || exponent(num) - exponent(den) < -1075)
      return copysign(0, sign);
   return isnan(q) ? copysign(INFINITY, sign) : copysign(q, sign);
}

static bool tiny(double x) { return x != 0 && fabs(x) < 0x1p-1022; }

static double scaled(const struct isa_vec *v, double x, int n)
{
   return isa_flush64(ldexp(isa_flush64(x, v->denorm16 & 1), n), v->denorm16 & 2);
}

/* GCN3 ISA document; where both the reciprocal and the quotient are denormal: sq/README.md. */
static double scale(struct isa_vec *v, double s0, double den, double num)
{
   v->mask = false;
   v->any = num / den == 0; /* below all denormals: is it one? */
   if (isa_flush64(num, v->denorm16 & 1) == 0 || isa_flush64(den, v->denorm16 & 1) == 0)
      return NAN;
   bool is_den = isa_bits64(s0) == isa_bits64(den), is_num = isa_bits64(s0) == isa_bits64(num);
   if (exponent(num) - exponent(den) >= 768) {
      v->mask = true;
      return is_den ? scaled(v, s0, 128) : s0;
   }
   if (tiny(den))
      return scaled(v, s0, 128);
   if (tiny(1 / den) && tiny(num / den)) {
      v->mask = true;
      return is_den ? scaled(v, s0, -128) : s0;
   }
   if (tiny(1 / den))
      return scaled(v, s0, -128);
   if (tiny(num / den)) {
      v->mask = true;
      return is_num ? scaled(v, s0, 128) : s0;
   }
   return exponent(num) <= 53 ? scaled(v, s0, 128) : s0;
}

static uint32_t byte_sums(uint64_t a, uint32_t b, unsigned at, bool masked)
{
   uint32_t sum = 0;
   for (unsigned k = 0; k < 4; k++) {
      int x = (int)(a >> 8 * (at + k) & 255), y = (int)(b >> 8 * k & 255);
      sum += masked && !y ? 0 : (uint32_t)(x > y ? x - y : y - x);
   }
   return sum;
}

static uint64_t packed_sums(uint64_t a, uint32_t b, uint64_t c, bool masked)
{
   uint64_t r = 0;
   for (unsigned k = 0; k < 4; k++) {
      uint64_t sum = (c >> 16 * k & 65535) + byte_sums(a, b, k, masked);
      r |= (sum > 65535 ? 65535 : sum) << 16 * k;
   }
   return r;
}

static uint64_t sum_pair(uint64_t a, uint32_t b, uint64_t c, unsigned at)
{
   uint64_t lo = (c & UINT32_MAX) + byte_sums(a, b, at, true), hi = (c >> 32) + byte_sums(a, b, at + 1, true);
   return (lo > UINT32_MAX ? UINT32_MAX : lo) | (hi > UINT32_MAX ? UINT32_MAX : hi) << 32;
}

static bool carries(uint64_t product, uint64_t c) { return product + c < c; }
static bool overflows(int64_t product, int64_t c) { int64_t r; return __builtin_add_overflow(product, c, &r); }

/* 2/pi to 1201 bits and more: words of 32 bits from the binary point on (computed with big integers). */
static const uint32_t two_over_pi[] = {
#include "winsys/sim/sq/tests/isa_two_over_pi.h"
};

static double trig_preop(double x, uint32_t segment)
{
   unsigned shift = (segment & 31) * 53, e = (unsigned)exponent(x);
   uint64_t bits = 0;
   if (e > 1077)
      shift += e - 1077;
   for (unsigned i = 0; i < 53; i++) {
      unsigned at = shift + i;
      bool bit = at < 1201 && at / 32 < sizeof two_over_pi / 4 && two_over_pi[at / 32] >> (31 - at % 32) & 1;
      bits = bits << 1 | bit;
   }
   return ldexp((double)bits, -53 - (int)shift + (e >= 1968 ? 128 : 0));
}

static double bounded(double x) { return isinf(x) ? copysign(0x1.fffffffffffffp1023, x) : x; }

#define ROWS \
   ROW(V_CVT_I32_F64, (uint32_t)to_i32(D(0))) \
   ROW(V_CVT_U32_F64, to_u32(D(0))) \
   ROW(V_CVT_F64_I32, isa_bits64((double)S(0))) \
   ROW(V_CVT_F64_U32, isa_bits64((double)U(0))) \
   ROW(V_CVT_F64_F32, dox((double)F(0))) \
   ROW(V_CVT_F32_F64, fo((float)D(0))) \
   ROW(V_TRUNC_F64, dox(trunc(D(0)))) \
   ROW(V_CEIL_F64, dox(ceil(D(0)))) \
   ROW(V_RNDNE_F64, dox(nearbyint(D(0)))) \
   ROW(V_FLOOR_F64, dox(floor(D(0)))) \
   ROW(V_FRACT_F64, dox(fmin(D(0) - floor(D(0)), isnan(D(0) - D(0)) ? NAN : 0x1.fffffffffffffp-1))) \
   APPROX(V_RCP_F64, dox(1 / D(0)), 1) \
   APPROX(V_RSQ_F64, dox(1 / sqrt(D(0))), 1) \
   APPROX(V_SQRT_F64, dox(sqrt(D(0))), 1) \
   APPROX(V_RCP_CLAMP_F64, dox(bounded(1 / D(0))), 1) \
   APPROX(V_RSQ_CLAMP_F64, dox(bounded(1 / sqrt(D(0)))), 1) \
   ROW(V_LSHL_B64, Q(0) << (Q(1) & 63)) \
   ROW(V_LSHR_B64, Q(0) >> (Q(1) & 63)) \
   ROW(V_ASHR_I64, (uint64_t)((int64_t)Q(0) >> (Q(1) & 63))) \
   ROW(V_FREXP_EXP_I32_F64, (uint32_t)frexp_exp(D(0))) \
   ROW(V_FREXP_MANT_F64, dox(frexp_mant(D(0)))) \
   ROW(V_FMA_F64, dox(fma(D(0), D(1), D(2)))) \
   ROW(V_ADD_F64, dox(D(0) + D(1))) \
   ROW(V_MUL_F64, dox(D(0) * D(1))) \
   ROW(V_MIN_F64, isa_bits64(min_d(DK(0), DK(1)))) \
   ROW(V_MAX_F64, isa_bits64(max_d(DK(0), DK(1)))) \
   ROW(V_LDEXP_F64, dox(ldexp(D(0), S(1) > 5000 ? 5000 : S(1) < -5000 ? -5000 : S(1)))) \
   ROW(V_DIV_FIXUP_F64, isa_bits64(fixup(DK(0), DK(1), DK(2)))) \
   MROW(V_DIV_SCALE_F64, isa_bits64(scale(v, DK(0), DK(1), DK(2))), v->mask) \
   ROW(V_DIV_FMAS_F64, dox(isa_flush64(fma(D(0), D(1), D(2)), v->denorm16 & 2) * \
                           (!v->carry ? 1 : fabs(D(2)) >= 2 ? 0x1p128 : 0x1p-128))) \
   ROW(V_TRIG_PREOP_F64, dox(trig_preop(DK(0), U(1)))) \
   ROW(V_LSHLREV_B64, Q(1) << (U(0) & 63)) \
   ROW(V_LSHRREV_B64, Q(1) >> (U(0) & 63)) \
   ROW(V_ASHRREV_I64, (uint64_t)(SQ(1) >> (U(0) & 63))) \
   MROW(V_MAD_U64_U32, (uint64_t)U(0) * U(1) + Q(2), carries((uint64_t)U(0) * U(1), Q(2))) \
   MROW(V_MAD_I64_I32, (uint64_t)((int64_t)S(0) * S(1)) + Q(2), overflows((int64_t)S(0) * S(1), SQ(2))) \
   ROW(V_QSAD_PK_U16_U8, packed_sums(Q(0), U(1), Q(2), false)) \
   ROW(V_MQSAD_PK_U16_U8, packed_sums(Q(0), U(1), Q(2), true)) \
   ROW(V_MQSAD_U32_U8, (v->d_hi = sum_pair(Q(0), U(1), v->s2_hi, 2), sum_pair(Q(0), U(1), Q(2), 0)))

#define ROW(op, result) static void ref_##op(struct isa_vec *v) { v->d = (result); }
#define MROW(op, result, bit) static void ref_##op(struct isa_vec *v) { v->d = (result); v->mask = (bit); }
#define APPROX(op, result, ulp) ROW(op, result)
ROWS
#undef ROW
#undef MROW
#undef APPROX
#define ROW(op, result) { GCN_##op, ref_##op, 0, 0 },
#define MROW(op, result, bit) ROW(op, result)
#define APPROX(op, result, ulp) { GCN_##op, ref_##op, ulp, 0 },
const struct isa_row isa_valu64[] = { ROWS };
const unsigned isa_valu64_count = sizeof isa_valu64 / sizeof *isa_valu64;

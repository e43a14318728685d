/* isa_valu16.c: vector operations on 16-bit values. Halves are the compiler's _Float16; sums and products are exact in
 * double, so there is one rounding. Results are zero-extended. */
#include "winsys/sim/sq/tests/isa.h"

static float min_f(float a, float b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? a : b) : a < b ? a : b; }
static float max_f(float a, float b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? b : a) : a > b ? a : b; }
static double half(double x) { return (double)isa_half(isa_half_bits(x)); }

static uint32_t sat16(const struct isa_vec *v, int64_t x, int64_t low, int64_t high)
{
   return (uint32_t)(v->clamp ? x < low ? low : x > high ? high : x : x) & 65535;
}

static uint32_t to_int(float x, float low, float high)
{
   return (uint32_t)(int32_t)(isnan(x) ? 0 : x <= low ? low : x >= high ? high : truncf(x)) & 65535;
}

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

static double turn(struct isa_vec *v, int cosine, double x)
{
   v->any = fabs(x) > 256 && !isinf(x);
   double r = x - floor(x);
   return cosine ? cos(r * 6.283185307179586) : sin(r * 6.283185307179586);
}

static float fixup(float q, float den, float num)
{
   float sign = signbit(den) != signbit(num) ? -1.0f : 1.0f;
   if (isnan(num))
      return num;
   if (isnan(den))
      return den;
   if ((num == 0 && den == 0) || (isinf(num) && isinf(den)))
      return NAN;
   if (den == 0 || isinf(num))
      return copysignf(INFINITY, sign);
   return copysignf(isinf(den) || num == 0 ? 0 : q, sign);
}

#define ROWS \
   ROW(V_ADD_F16, ho((double)H(0) + (double)H(1))) \
   ROW(V_SUB_F16, ho((double)H(0) - (double)H(1))) \
   ROW(V_SUBREV_F16, ho((double)H(1) - (double)H(0))) \
   ROW(V_MUL_F16, ho((double)H(0) * (double)H(1))) \
   ROW(V_MAC_F16, ho(half((double)H(0) * (double)H(1)) + (double)H(2))) \
   ROW(V_MADMK_F16, ho(half((double)H(0) * (double)H(1)) + (double)H(2))) \
   ROW(V_MADAK_F16, ho(half((double)H(0) * (double)H(1)) + (double)H(2))) \
   ROW(V_MAD_F16, ho(half((double)H(0) * (double)H(1)) + (double)H(2))) \
   ROW(V_FMA_F16, ho(fma((double)H(0), (double)H(1), (double)H(2)))) \
   ROW(V_DIV_FIXUP_F16, ho((double)fixup(H(0), H(1), H(2)))) \
   ROW(V_ADD_U16, sat16(v, (int64_t)W(0) + W(1), 0, 65535)) \
   ROW(V_SUB_U16, sat16(v, (int64_t)W(0) - W(1), 0, 65535)) \
   ROW(V_SUBREV_U16, sat16(v, (int64_t)W(1) - W(0), 0, 65535)) \
   ROW(V_MUL_LO_U16, W(0) * W(1) & 65535) \
   ROW(V_LSHLREV_B16, W(1) << (W(0) & 15) & 65535) \
   ROW(V_LSHRREV_B16, W(1) >> (W(0) & 15)) \
   ROW(V_ASHRREV_I16, (uint32_t)(SW(1) >> (W(0) & 15)) & 65535) \
   ROW(V_MAX_F16, ho((double)max_f(H(0), H(1)))) \
   ROW(V_MIN_F16, ho((double)min_f(H(0), H(1)))) \
   ROW(V_MAX_U16, W(0) > W(1) ? W(0) : W(1)) \
   ROW(V_MAX_I16, SW(0) > SW(1) ? W(0) : W(1)) \
   ROW(V_MIN_U16, W(0) < W(1) ? W(0) : W(1)) \
   ROW(V_MIN_I16, SW(0) < SW(1) ? W(0) : W(1)) \
   ROW(V_MAD_U16, sat16(v, (int64_t)W(0) * W(1) + W(2), 0, 65535)) \
   ROW(V_MAD_I16, sat16(v, (int64_t)SW(0) * SW(1) + SW(2), -32768, 32767)) \
   ROW(V_LDEXP_F16, ho(ldexp((double)H(0), SW(1)))) \
   ROW(V_CVT_F16_F32, ho((double)F(0))) \
   ROW(V_CVT_F32_F16, fo(H(0))) \
   ROW(V_CVT_F16_U16, ho((double)W(0))) \
   ROW(V_CVT_F16_I16, ho((double)SW(0))) \
   ROW(V_CVT_U16_F16, to_int(H(0), 0, 65535)) \
   ROW(V_CVT_I16_F16, to_int(H(0), -32768, 32767)) \
   APPROX(V_RCP_F16, ho(1 / (double)H(0)), 1, 0) \
   APPROX(V_SQRT_F16, ho(sqrt((double)H(0))), 1, 0) \
   APPROX(V_RSQ_F16, ho(1 / sqrt((double)H(0))), 1, 0) \
   APPROX(V_LOG_F16, ho(log2((double)H(0))), 1, 0) \
   APPROX(V_EXP_F16, ho(exp2((double)H(0))), 1, 0) \
   ROW(V_FREXP_MANT_F16, ho(frexp_mant((double)H(0)))) \
   ROW(V_FREXP_EXP_I16_F16, (uint32_t)frexp_exp((double)H(0)) & 65535) \
   ROW(V_FLOOR_F16, ho(floor((double)H(0)))) \
   ROW(V_CEIL_F16, ho(ceil((double)H(0)))) \
   ROW(V_TRUNC_F16, ho(trunc((double)H(0)))) \
   ROW(V_RNDNE_F16, ho(nearbyint((double)H(0)))) \
   ROW(V_FRACT_F16, ho(fmin((double)H(0) - floor((double)H(0)), isnan(H(0) - H(0)) ? NAN : 0x1.ffcp-1))) \
   APPROX(V_SIN_F16, ho(turn(v, 0, (double)H(0))), 1, 1e-3f) \
   APPROX(V_COS_F16, ho(turn(v, 1, (double)H(0))), 1, 1e-3f)

#define ROW(op, result) static void ref_##op(struct isa_vec *v) { v->d = (uint32_t)(result); }
#define APPROX(op, result, ulp, absolute) ROW(op, result)
ROWS
#undef ROW
#undef APPROX
#define ROW(op, result) { GCN_##op, ref_##op, 0, 0 },
#define APPROX(op, result, ulp, absolute) { GCN_##op, ref_##op, ulp, absolute },
const struct isa_row isa_valu16[] = { ROWS };
const unsigned isa_valu16_count = sizeof isa_valu16 / sizeof *isa_valu16;

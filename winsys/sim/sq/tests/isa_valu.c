/* isa_valu.c: the formulas of isa_valu_rows.h. */
#include "winsys/sim/sq/tests/isa.h"

static int32_t s24(uint32_t x) { return (int32_t)(x & 0xffffff) - (x & 0x800000 ? 0x1000000 : 0); }
static uint32_t u24(uint32_t x) { return x & 0xffffff; }
static uint64_t below(unsigned n) { return n >= 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1; }
static uint32_t distance(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

static uint32_t sat_u(const struct isa_vec *v, uint64_t x)
{
   return v->clamp && x > UINT32_MAX ? UINT32_MAX : (uint32_t)x;
}

static uint32_t sat_i(const struct isa_vec *v, int64_t x)
{
   return (uint32_t)(v->clamp && x > INT32_MAX ? INT32_MAX : v->clamp && x < INT32_MIN ? INT32_MIN : x);
}

/* The other operand where one is a NaN; -0 is less than 0. */
static float min_f(float a, float b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? a : b) : a < b ? a : b; }
static float max_f(float a, float b) { return isnan(a) ? b : isnan(b) ? a : a == b ? (signbit(a) ? b : a) : a > b ? a : b; }

static float med3(float a, float b, float c)
{
   if (isnan(a) || isnan(b) || isnan(c))
      return min_f(min_f(a, b), c);
   float m = max_f(max_f(a, b), c);
   return isa_bits(m) == isa_bits(a) ? max_f(b, c) : isa_bits(m) == isa_bits(b) ? max_f(a, c) : max_f(a, b);
}

static uint32_t to_u32(float x) { return isnan(x) || x <= 0 ? 0 : x >= 0x1p32f ? UINT32_MAX : (uint32_t)x; }
static int32_t to_i32(float x) { return isnan(x) ? 0 : x >= 0x1p31f ? INT32_MAX : x <= -0x1p31f ? INT32_MIN : (int32_t)x; }
static uint32_t to_u8(float x) { return isnan(x) || x <= 0 ? 0 : x >= 255 ? 255 : (uint32_t)nearbyintf(x); }

static uint32_t norm(float x, float low, float scale)
{
   x = isnan(x) ? 0 : x < low ? low : x > 1 ? 1 : x;
   return (uint32_t)(int32_t)nearbyintf(x * scale);
}

static uint32_t half_rtz(float x)
{
   uint32_t h = (uint32_t)isa_canonical(GCN_T_F16, isa_half_bits((double)x));
   if (!isinf(x) && !isnan(x) && fabsf(isa_half(h)) > fabsf(x))
      h--; /* magnitude down */
   return h;
}

static uint32_t clamp16(int32_t x) { return (uint32_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x); }

static uint32_t reversed(uint32_t x)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 32; i++)
      r |= (x >> i & 1) << (31 - i);
   return r;
}

static uint32_t count_bits(uint32_t x)
{
   uint32_t n = 0;
   for (; x; x &= x - 1)
      n++;
   return n;
}

/* Distance from the first bit to one that is `bit`. */
static uint32_t find(uint32_t x, int from, int step, unsigned bit)
{
   for (int n = 0; n < 32; n++)
      if ((x >> (from + step * n) & 1) == bit)
         return (uint32_t)n;
   return UINT32_MAX;
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

/* Of a full turn. Beyond 256 turns the manual leaves it open. */
static uint32_t turn(struct isa_vec *v, int cosine, float x)
{
   v->any = fabsf(x) > 256 && !isinf(x);
   double r = (double)x - floor((double)x);
   return isa_bits((float)(cosine ? cos(r * 6.283185307179586) : sin(r * 6.283185307179586)));
}

static float cube(const struct isa_vec *v, int what)
{
   float x = FK(0), y = FK(1), z = FK(2), ax = fabsf(F(0)), ay = fabsf(F(1)), az = fabsf(F(2));
   int axis = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
   float major = axis == 2 ? F(2) : axis == 1 ? F(1) : F(0);
   bool negative = major < 0;
   switch (what) {
   case 0: return (float)(2 * axis + negative);
   case 1: return axis == 2 ? negative ? -x : x : axis == 1 ? x : negative ? z : -z;
   case 2: return axis == 2 ? -y : axis == 1 ? negative ? -z : z : -y;
   default: return fx(2 * major);
   }
}

static uint64_t bit_field(uint64_t x, unsigned shift, unsigned width, bool is_signed)
{
   uint64_t r = x >> shift & below(width);
   if (!width)
      return 0;
   if (shift + width >= 32)
      return is_signed ? (uint64_t)((int64_t)x >> shift) : x >> shift;
   return is_signed && r >> (width - 1) & 1 ? r | ~below(width) : r;
}

static uint32_t lerp(uint32_t a, uint32_t b, uint32_t c)
{
   uint32_t r = 0;
   for (unsigned k = 0; k < 32; k += 8)
      r |= ((a >> k & 255) + (b >> k & 255) + (c >> k & 1)) / 2 << k;
   return r;
}

static uint32_t sad8(uint32_t a, uint32_t b, bool masked)
{
   uint32_t sum = 0;
   for (unsigned k = 0; k < 32; k += 8)
      sum += masked && !(b >> k & 255) ? 0 : distance(a >> k & 255, b >> k & 255);
   return sum;
}

static void sort_u(const struct isa_vec *v, uint32_t r[3], uint32_t flip)
{
   for (unsigned i = 0; i < 3; i++)
      r[i] = U(i) ^ flip;
   for (unsigned i = 0; i < 3; i++)
      for (unsigned k = 0; k < 2; k++)
         if (r[k] > r[k + 1]) {
            uint32_t t = r[k];
            r[k] = r[k + 1];
            r[k + 1] = t;
         }
}

static uint32_t sorted_u(const struct isa_vec *v, unsigned i) { uint32_t r[3]; sort_u(v, r, 0); return r[i]; }
static uint32_t sorted_i(const struct isa_vec *v, unsigned i) { uint32_t r[3]; sort_u(v, r, 1u << 31); return r[i] ^ 1u << 31; }

static uint32_t perm(uint32_t high, uint32_t low, uint32_t selector)
{
   uint32_t r = 0;
   for (unsigned k = 0; k < 4; k++) {
      unsigned sel = selector >> 8 * k & 255;
      uint32_t from = sel >= 4 && sel < 8 ? high : low, byte = 0;
      if (sel < 8)
         byte = from >> 8 * (sel & 3) & 255;
      else if (sel < 12) /* sign of a word */
         byte = (sel >= 10 ? high : low) >> (sel & 1 ? 31 : 15) & 1 ? 255 : 0;
      else
         byte = sel == 12 ? 0 : 255;
      r |= byte << 8 * k;
   }
   return r;
}

static int exponent(float x) { return (int)(isa_bits(x) >> 23 & 255); }

/* GCN3 ISA document, V_DIV_FIXUP_F32: q quotient, den denominator, num numerator. */
static float div_fixup(float q, float den, float num)
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
   if (isinf(den) || num == 0)
      return copysignf(0, sign);
   if (exponent(num) - exponent(den) < -150)
      return copysignf(0, sign);
   return isnan(q) ? copysignf(INFINITY, sign) : copysignf(q, sign);
}

static float scaled(const struct isa_vec *v, float x, int n) { return fx(ldexpf(isa_flush(x, v->denorm32 & 1), n)); }

/* The same document, V_DIV_SCALE_F32; where it would scale a quotient with two denormals up, down (sq/README.md). */
static float div_scale(struct isa_vec *v, float s0, float den, float num)
{
   v->mask = false;
   if (isa_flush(num, v->denorm32 & 1) == 0 || isa_flush(den, v->denorm32 & 1) == 0)
      return NAN;
   bool is_den = isa_bits(s0) == isa_bits(den), is_num = isa_bits(s0) == isa_bits(num);
   double rcp = fabs(1 / (double)den), quotient = fabs((double)num / (double)den);
   if (exponent(num) - exponent(den) >= 96) {
      v->mask = true;
      return is_den ? scaled(v, s0, 64) : s0;
   }
   if (fabsf(den) < 0x1p-126f)
      return scaled(v, s0, 64);
   if (rcp != 0 && rcp < 0x1p-126 && quotient != 0 && quotient < 0x1p-126) {
      v->mask = true;
      return is_den ? scaled(v, s0, -64) : s0;
   }
   if (rcp != 0 && rcp < 0x1p-126)
      return scaled(v, s0, -64);
   if (quotient != 0 && quotient < 0x1p-126) {
      v->mask = true;
      return is_num ? scaled(v, s0, 64) : s0;
   }
   return exponent(num) <= 23 ? scaled(v, s0, 64) : s0;
}

static float bounded(float x) { return isinf(x) ? copysignf(0x1.fffffep127f, x) : x; }
static float zero_for_infinity(float x) { return isinf(x) ? copysignf(0.0f, x) : x; }

#define ROW(op, result) static void ref_##op(struct isa_vec *v) { v->d = (uint32_t)(result); }
#define MROW(op, result, bit) static void ref_##op(struct isa_vec *v) { v->d = (uint32_t)(result); v->mask = (bit); }
#define APPROX(op, result, ulp, absolute) ROW(op, result)
#include "winsys/sim/sq/tests/isa_valu_rows.h"
#undef ROW
#undef MROW
#undef APPROX
#define ROW(op, result) { GCN_##op, ref_##op, 0, 0 },
#define MROW(op, result, bit) ROW(op, result)
#define APPROX(op, result, ulp, absolute) { GCN_##op, ref_##op, ulp, absolute },
const struct isa_row isa_valu[] = {
#include "winsys/sim/sq/tests/isa_valu_rows.h"
};
const unsigned isa_valu_count = sizeof isa_valu / sizeof *isa_valu;

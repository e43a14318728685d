/* Formats: values against formulas in double precision written here from OpenGL's text, every instruction set against the
 * plain functions, and round trips. */
#include "winsys/sim/tests/px_test.h"

#include <math.h>

#include "util/ut_cpu.h"

static double half_value(uint32_t h)
{
   double m = h & 0x3ff;
   int e = h >> 10 & 31;
   double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
   return h & 0x8000 ? -v : v;
}

static void test_half(void **state)
{
   (void)state;
   for (uint32_t h = 0; h < 65536; h++) {
      double want = half_value(h), got = fmt_from_half(h);
      assert_true(isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want));
      if (!isnan(want))
         assert_int_equal(fmt_to_half((float)want), h);
      else
         assert_true(isnan(half_value(fmt_to_half(fmt_from_half(h)))));
   }
   for (int i = 0; i < 200000; i++) { /* nearest: no other half is closer; ties go to the even one */
      float f = fmt_float(px_rand());
      if (isnan(f) || fabsf(f) >= 65520.0f)
         continue;
      uint32_t h = fmt_to_half(f);
      double err = fabs(half_value(h) - f);
      uint32_t up = (h & 0x7fff) < 0x7bff ? h + 1 : h, down = h & 0x7fff ? h - 1 : h;
      assert_true(fabs(half_value(up) - f) >= err && fabs(half_value(down) - f) >= err);
      if (up != h && fabs(half_value(up) - f) == err)
         assert_false(h & 1);
   }
   assert_int_equal(fmt_to_half(65520.0f), 0x7c00);
   assert_int_equal(fmt_to_half(-1e30f), 0xfc00);
}

static void test_small_floats(void **state)
{
   (void)state;
   for (uint32_t v = 0; v < 0x7c0; v++)
      assert_int_equal(fmt_to_float11(fmt_from_half(v << 4)), v);
   for (uint32_t v = 0; v < 0x3e0; v++)
      assert_int_equal(fmt_to_float10(fmt_from_half(v << 5)), v);
   assert_int_equal(fmt_to_float11(-1.0f), 0);
   assert_int_equal(fmt_to_float11(-INFINITY), 0);
   assert_int_equal(fmt_to_float11(INFINITY), 0x7c0);
   assert_int_equal(fmt_to_float11(1e9f), 0x7bf); /* largest finite, not infinity */
   assert_int_equal(fmt_to_float10(1e9f), 0x3df);
   assert_true(fmt_to_float11(NAN) > 0x7c0);
}

static void test_srgb(void **state)
{
   (void)state;
   for (unsigned i = 0; i < 256; i++) {
      double c = i / 255.0, want = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
      assert_true(fabs(fmt_srgb_to_linear[i] - want) <= want * 1e-7);
      assert_int_equal(fmt_to_srgb8(fmt_srgb_to_linear[i]), i);
   }
   for (int i = 0; i < 100000; i++) {
      float f = px_randf(-0.1f, 1.1f);
      double l = f < 0 ? 0 : f > 1 ? 1 : f, s = 255 * (l <= 0.0031308 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055);
      assert_true(fabs(fmt_to_srgb8(f) - s) <= 0.5001);
   }
   assert_int_equal(fmt_to_srgb8(NAN), 0);
}

/* Sanitizers slow the encoder down: of the floats beyond those where codes change, one block of 61 shows the code. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STRIDE = 61 };
#else
enum { STRIDE = 1 };
#endif

/* Every float as a code, on the host's instruction set; on the others those from 2^-13 to 1, where codes change. A code is that of
 * the float before, or the next one from its threshold on. */
static void test_srgb_exact(void **state)
{
   (void)state;
   const struct fmt *f = fmt_get(FMT_8_8_8_8);
   for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
      const struct tc_ops *ops = tc_ops_of(isa);
      const bool all = isa == px_host();
      const uint64_t low = 0x39000000, high = 0x3f800010, first = all ? 0 : low, end = all ? UINT64_C(1) << 32 : high;
      unsigned code = 0;
      if (!ops)
         continue;
      for (uint64_t bits = first; bits < end; bits += 48 * (bits < low || bits >= high ? STRIDE : 1)) { /* 16 a channel */
         uint32_t in[4][16] = { { 0 } }, raw[4][16], want[16] = { 0 };
         for (unsigned c = 0; c < 3; c++)
            for (unsigned l = 0; l < 16; l++) {
               const uint32_t b = (uint32_t)(bits + 16 * c + l);
               in[c][l] = b;
               while (code < 255 && b < 0x7f800000 && b >= fmt_bits(fmt_srgb_threshold[code + 1]))
                  code++;
               want[l] |= (b > 0x7f800000 || b < fmt_bits(fmt_srgb_threshold[1]) ? 0 : code) << 8 * c;
            }
         ops->fmt_encode(f, FMT_SRGB, (const uint32_t (*)[16])in, raw);
         if (memcmp(raw[0], want, sizeof want))
            fail_msg("%s: from bits %08x on", px_ops_of(isa)->name, (unsigned)bits);
      }
   }
   for (unsigned n = 1; n < 256; n++) { /* the thresholds themselves */
      const uint32_t bits = fmt_bits(fmt_srgb_threshold[n]);
      assert_int_equal(fmt_to_srgb8(fmt_float(bits)), n);
      assert_int_equal(fmt_to_srgb8(fmt_float(bits - 1)), n - 1);
   }
}

/* One channel by the book. */
static double expected(uint32_t v, unsigned bits, unsigned num, unsigned c)
{
   double umax = ldexp(1, bits) - 1, s = v >= ldexp(1, bits - 1) ? v - ldexp(1, bits) : v;
   switch (num) {
   case FMT_SRGB:
      if (c < 3)
         return v / umax <= 0.04045 ? v / umax / 12.92 : pow((v / umax + 0.055) / 1.055, 2.4);
      /* fallthrough */
   case FMT_UNORM: return v / umax;
   case FMT_SNORM: return bits == 1 ? -(double)v : fmax(s / (ldexp(1, bits - 1) - 1), -1);
   case FMT_USCALED: return v;
   case FMT_SSCALED: return s;
   default:
      return bits == 16 ? half_value(v) : bits == 11 ? half_value(v << 4) : bits == 10 ? half_value(v << 5) : fmt_float(v);
   }
}

static void test_formats(void **state)
{
   (void)state;
   unsigned formats = 0;
   for (unsigned df = 0; df < 64; df++) {
      for (unsigned num = 0; num < 16; num++) {
         const struct fmt *f = fmt_get(df);
         if (!fmt_num_valid(f, num) || f->kind != FMT_PLAIN)
            continue;
         formats++;
         for (int round = 0; round < 40; round++) {
            uint32_t raw[4][16], plain[4][16], back[4][16];
            for (unsigned d = 0; d < 4; d++)
               for (unsigned l = 0; l < 16; l++)
                  raw[d][l] = d * 4 >= f->el_B ? 0 : px_rand() & (f->el_B < 4 ? (1u << 8 * f->el_B) - 1 : ~0u);
            for (unsigned l = 0; l < 16; l++) {
               uint32_t r[4] = { raw[0][l], raw[1][l], raw[2][l], raw[3][l] }, o[4], e[4];
               fmt_decode(f, num, r, o);
               fmt_encode(f, num, o, e);
               for (unsigned c = 0; c < 4; c++) {
                  plain[c][l] = o[c];
                  back[c][l] = e[c];
                  struct fmt_chan ch = f->ch[c];
                  if (!ch.bits)
                     continue;
                  uint32_t m = ch.bits == 32 ? ~0u : (1u << ch.bits) - 1, v = r[ch.dw] >> ch.shift & m;
                  if (num == FMT_UINT) {
                     assert_int_equal(o[c], v);
                  } else if (num == FMT_SINT) {
                     assert_int_equal((int32_t)o[c], (int32_t)(v << (32 - ch.bits)) >> (32 - ch.bits));
                  } else if (!(num == FMT_FLOAT && ch.bits == 8)) {
                     double want = expected(v, ch.bits, num, c), got = fmt_float(o[c]);
                     assert_true(isnan(want) ? isnan(got) : want == got || fabs(want - got) <= fabs(want) * 6e-8);
                  }
                  /* what was read is written back as it was, but for NaNs, two -1s and floats that hold 32-bit numbers */
                  bool exact = num == FMT_UINT || num == FMT_SINT || num == FMT_FLOAT || ch.bits <= 24;
                  uint32_t w = e[ch.dw] >> ch.shift & m;
                  bool minus_one = num == FMT_SNORM && v == 1u << (ch.bits - 1);
                  bool nan = num == FMT_FLOAT && isnan(fmt_float(o[c]));
                  if (exact && !minus_one && !nan)
                     assert_int_equal(w, v);
               }
            }
            for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
               const struct tc_ops *ops = tc_ops_of(isa);
               uint32_t got[4][16];
               if (!ops)
                  continue;
               ops->fmt_decode(f, num, raw, got);
               assert_memory_equal(got, plain, sizeof(got));
               ops->fmt_encode(f, num, plain, got);
               assert_memory_equal(got, back, sizeof(got));
               uint32_t in[4][16]; /* any bits at all, and values around the limits */
               for (unsigned c = 0; c < 4; c++)
                  for (unsigned l = 0; l < 16; l++)
                     in[c][l] = l & 1 ? px_rand() : fmt_bits(px_randf(-1.5f, 1.5f) * (l & 2 ? 1.0f : 300.0f));
               ops->fmt_encode(f, num, in, got);
               for (unsigned l = 0; l < 16; l++) {
                  uint32_t i[4] = { in[0][l], in[1][l], in[2][l], in[3][l] }, e[4];
                  fmt_encode(f, num, i, e);
                  for (unsigned d = 0; d < 4; d++)
                     assert_int_equal(got[d][l], e[d]);
               }
            }
         }
      }
   }
   assert_true(formats > 90);
}

/* Every value of every narrow unorm channel, on every instruction set: the correctly rounded quotient. */
static void test_unorm_exact(void **state)
{
   (void)state;
   static const uint8_t formats[] = { 1, 2, 9, 16, 19 }; /* channels of 8, 16, 10, 2, 5, 6, 4 bits */
   for (unsigned i = 0; i < sizeof(formats); i++) {
      const struct fmt *f = fmt_get(formats[i]);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         if (!tc_ops_of(isa))
            continue;
         for (uint32_t v = 0; v < 65536; v += 16) {
            uint32_t raw[4][16] = { { 0 } }, out[4][16];
            for (unsigned l = 0; l < 16; l++)
               raw[0][l] = f->el_B == 4 ? (v + l) * 0x00100401u : f->el_B == 2 ? v + l : (v + l) & 255;
            tc_ops_of(isa)->fmt_decode(f, FMT_UNORM, raw, out);
            for (unsigned l = 0; l < 16; l++)
               for (unsigned c = 0; c < f->chans; c++) {
                  uint32_t max = (1u << f->ch[c].bits) - 1, code = raw[0][l] >> f->ch[c].shift & max;
                  assert_true(fmt_float(out[c][l]) == (float)((double)code / max));
               }
         }
      }
   }
}

static void test_rgb9e5(void **state)
{
   (void)state;
   for (int i = 0; i < 1000; i++) {
      uint32_t raw[4] = { px_rand() }, out[4];
      fmt_decode(fmt_get(34), FMT_FLOAT, raw, out);
      for (unsigned c = 0; c < 3; c++)
         assert_true(fmt_float(out[c]) == ldexp(raw[0] >> 9 * c & 511, (int)(raw[0] >> 27) - 24));
   }
}

/* Blocks whose texels are known from the definition of the format. */
static void test_block_compressed(void **state)
{
   (void)state;
   uint32_t out[4];
   const uint8_t bc1[8] = { 0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xe4, 0xe4, 0xe4 }; /* red, blue; codes 0 1 2 3 */
   const float red[4] = { 1, 0, 2 / 3.0f, 1 / 3.0f };
   for (unsigned x = 0; x < 4; x++) {
      fmt_decode_bc(FMT_BC1, FMT_UNORM, bc1, x, 2, out);
      assert_true(fabsf(fmt_float(out[0]) - red[x]) < 2e-3f && fabsf(fmt_float(out[2]) - (1 - red[x])) < 2e-3f);
      assert_true(fmt_float(out[3]) == 1.0f);
   }
   const uint8_t punch[8] = { 0x1f, 0x00, 0x00, 0xf8, 0xff, 0xff, 0xff, 0xff }; /* c0 <= c1: code 3 is transparent */
   fmt_decode_bc(FMT_BC1, FMT_UNORM, punch, 0, 0, out);
   assert_true(fmt_float(out[3]) == 0.0f);
   const uint8_t bc4[8] = { 255, 0, 0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa }; /* codes 0 1 2 3 4 5 6 7 twice */
   const float level[8] = { 7, 0, 6, 5, 4, 3, 2, 1 };
   for (unsigned i = 0; i < 8; i++) {
      fmt_decode_bc(FMT_BC1 + 3, FMT_UNORM, bc4, i & 3, i >> 2, out);
      assert_true(fabsf(fmt_float(out[0]) - level[i] / 7) < 1e-6f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_half), cmocka_unit_test(test_small_floats),
      cmocka_unit_test(test_srgb), cmocka_unit_test(test_srgb_exact),
      cmocka_unit_test(test_formats), cmocka_unit_test(test_unorm_exact),
      cmocka_unit_test(test_rgb9e5),
      cmocka_unit_test(test_block_compressed) };
   return cmocka_run_group_tests(tests, 0, 0);
}

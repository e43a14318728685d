/* Every data format with every number type, as image loads, point samples and typed buffer loads give it, on every
 * instruction set: against values made here from the formats' names (widths from the most significant bit down, channel X
 * lowest) and OpenGL's and Direct3D's formulas, through random DST_SELs. Compressed blocks against vectors of another decoder. */
#include "winsys/sim/tc/tests/tc_run.h"

#include "winsys/sim/surf/tests/bptc_vectors.h"

/* Widths of X, Y, Z, W. */
static const struct { uint8_t format, bits[4]; } formats[] = {
   { 1, { 8 } }, { 2, { 16 } }, { 3, { 8, 8 } }, { 4, { 32 } }, { 5, { 16, 16 } }, { 6, { 11, 11, 10 } }, { 7, { 10, 11, 11 } },
   { 8, { 2, 10, 10, 10 } }, { 9, { 10, 10, 10, 2 } }, { 10, { 8, 8, 8, 8 } }, { 11, { 32, 32 } }, { 12, { 16, 16, 16, 16 } },
   { 13, { 32, 32, 32 } }, { 14, { 32, 32, 32, 32 } }, { 16, { 5, 6, 5 } }, { 17, { 5, 5, 5, 1 } }, { 18, { 1, 5, 5, 5 } },
   { 19, { 4, 4, 4, 4 } }, { 20, { 24, 8 } }, { 21, { 8, 24 } }, { 22, { 32, 8 } }, { 57, { 4, 4 } }, { 58, { 5, 5, 6 } },
};

static double float_value(uint32_t v, unsigned exponent, unsigned mantissa)
{
   uint32_t m = v & ((1u << mantissa) - 1), e = v >> mantissa & ((1u << exponent) - 1);
   int bias = (1 << (exponent - 1)) - 1;
   double value = e == (1u << exponent) - 1 ? (m ? NAN : INFINITY) : e ? ldexp(1 + ldexp(m, -(int)mantissa), (int)e - bias) :
                  ldexp(m, 1 - bias - (int)mantissa);
   return v >> (exponent + mantissa) & 1 ? -value : value;
}

static double channel(uint32_t v, unsigned bits, unsigned num, unsigned c)
{
   double umax = ldexp(1, (int)bits) - 1, s = v >= ldexp(1, (int)bits - 1) ? v - ldexp(1, (int)bits) : v, x = v / umax;
   switch (num) {
   case 9: /* sRGB */
      if (c < 3)
         return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
      return x;
   case 0: return x;
   case 1: return bits == 1 ? -(double)v : fmax(s / (ldexp(1, (int)bits - 1) - 1), -1);
   case 2: case 4: return v;
   case 3: case 5: return s;
   default:
      return bits == 32 ? float_value(v, 8, 23) : bits == 16 ? float_value(v, 5, 10) : float_value(v, 5, bits - 5);
   }
}

static bool can(const uint8_t bits[4], unsigned num)
{
   if (num == 6 || num == 8 || num > 9)
      return false;
   if (num == 9)
      return bits[0] == 8 && (!bits[1] || bits[1] == 8);
   return num != 7 || bits[0] == 32 || bits[0] == 16 || bits[0] == 11 || (bits[0] == 10 && bits[1] == 11);
}

/* `got`: bits of a lane; `want`: the value. */
static void check_value(uint32_t got, double want, bool integer, const char *what, unsigned format, unsigned num, unsigned c)
{
   double g = integer ? want < 0 ? (double)(int32_t)got : (double)got : (double)fmt_float(got);
   bool good = isnan(want) ? isnan(g) : g == want || fabs(g - want) <= fabs(want) * 1.3e-7;
   if (!good)
      print_error("%s: format %u number %u channel %u: %.9g (%08x), want %.9g\n", what, format, num, c, g, got, want);
   assert_true(good);
}

static uint32_t field(const uint8_t *p, unsigned at, unsigned bits)
{
   uint64_t v = 0;
   memcpy(&v, p + at / 32 * 4, 4);
   return (uint32_t)(v >> at % 32 & ((1ull << bits) - 1));
}

static void random_select(uint32_t *word, unsigned sel[4])
{
   static const uint8_t sels[6] = { 0, 1, 4, 5, 6, 7 };
   *word &= ~0xfffu;
   for (unsigned c = 0; c < 4; c++) {
      sel[c] = sels[px_rand() % 6];
      *word |= sel[c] << 3 * c;
   }
}

static void test_plain_formats(void **state)
{
   (void)state;
   unsigned count = 0;
   fill_random();
   for (unsigned n = 0; n < sizeof(formats) / sizeof(formats[0]); n++) {
      const uint8_t *bits = formats[n].bits;
      unsigned el_B = 0, format = formats[n].format;
      for (unsigned c = 0; c < 4; c++)
         el_B += bits[c];
      el_B = el_B == 40 ? 8 : el_B / 8;
      for (unsigned num = 0; num < 16; num++) {
         if (!can(bits, num)) {
            if (num > 9 || num == 6 || num == 8)
               assert_false(fmt_num_valid(fmt_get(format), num));
            continue;
         }
         bool integer = num == 4 || num == 5;
         struct ref_tex t = { .type = TC_2D, .data_format = format, .num = num, .tile = PX_TILE_LINEAR, .w = 64, .h = 4, .d = 1,
                              .levels = 1 };
         ref_tex_finish(&t, mem, 0, 0, 0, 0);
         for (unsigned way = 0; way < 3; way++) {
            unsigned sel[4];
            uint32_t vsharp[4] = { PX_VA, el_B << 16, 64 * el_B, num << 12 | format << 15 };
            if (way == 2 && (format > 14 || num == 9))
               continue;
            random_select(way == 2 ? &vsharp[3] : &t.rsrc[3], sel);
            for (unsigned l = 0; l < 64; l++) {
               addr[0][l] = way == 1 ? fmt_bits(((float)l + 0.5f) / 64) : l;
               addr[1][l] = way == 1 ? fmt_bits(0.1f) : 0;
            }
            if (way == 2) {
               struct tc_buf_inst fetch = { .kind = TC_BUF_LOAD, .format = true, .components = 4, .idxen = true };
               for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
                  if (!tc_ops_of(isa))
                     continue;
                  tc_cache_set_ops(cache, tc_ops_of(isa));
                  tc_buffer(cache, &fetch, vsharp, 0, (const uint32_t (*)[64])addr, data[isa], ~0ull, 64);
                  assert_memory_equal(data[isa], data[UT_ISA_BASE], sizeof(data[isa]));
                  struct tc_view view;
                  uint32_t offset[64], other[4][64];
                  tc_buffer_view(cache, vsharp, SIM_MEM_READ, &view);
                  for (unsigned l = 0; l < 64; l++)
                     offset[l] = l * el_B;
                  view.load(&view, 0, 4, offset, other, ~0ull, 64);
                  assert_memory_equal(other, data[UT_ISA_BASE], sizeof(other));
               }
            } else {
               struct tc_image_inst inst = { .kind = way ? TC_SAMPLE : TC_LOAD, .lod = TC_LOD_ZERO, .dmask = 15 };
               run(&inst, t.rsrc, t.samp, ~0ull, 64);
            }
            for (unsigned l = 0; l < 64; l++) {
               const uint8_t *p = mem->base + PX_VA + l * el_B;
               uint8_t copy[20] = { 0 };
               memcpy(copy, p, el_B);
               for (unsigned c = 0; c < 4; c++) {
                  double want = sel[c] & 1;
                  if (sel[c] >= 4) {
                     unsigned m = sel[c] - 4, at = 0;
                     for (unsigned k = 0; k < m; k++)
                        at += bits[k];
                     want = m == 3;
                     if (bits[m] && !(num == 7 && bits[m] == 8))
                        want = channel(field(copy, at, bits[m]), bits[m], way == 2 && m == 3 && bits[m] == 2 &&
                                       num < 7 ? num & ~1u : num, m);
                     else if (bits[m])
                        continue; /* stencil beside a float: not a float */
                  }
                  check_value(data[UT_ISA_BASE][c][l], want, integer, way == 0 ? "load" : way == 1 ? "sample" : "buffer", format,
                              num, c);
               }
            }
            count++;
         }
      }
   }
   assert_true(count > 330);
}

/* Several texels in an element, shared exponents. */
static void test_packed_formats(void **state)
{
   (void)state;
   fill_random();
   static const struct { uint8_t format, num; } cases[] = { { 32, 0 }, { 32, 1 }, { 32, 9 }, { 33, 0 }, { 33, 4 }, { 33, 9 },
                                                            { 34, 7 }, { 59, 0 },
      { 59, 4 }, { 60, 0 } };
   for (unsigned n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
      unsigned format = cases[n].format, num = cases[n].num;
      for (unsigned tile = 0; tile < 3; tile++) {
         static const unsigned tiles[3] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D };
         struct ref_tex t = { .type = TC_2D, .data_format = format, .num = num, .tile = tiles[tile], .w = 70, .h = 20, .d = 1,
                              .levels = 1 };
         ref_tex_finish(&t, mem, 0, 0, 0, 0);
         struct tc_image_inst inst = { .kind = TC_LOAD, .dmask = 15 };
         for (unsigned l = 0; l < 64; l++) {
            addr[0][l] = px_rand() % 70;
            addr[1][l] = px_rand() % 20;
         }
         run(&inst, t.rsrc, t.samp, ~0ull, 64);
         for (unsigned l = 0; l < 64; l++) {
            unsigned x = addr[0][l], w = format >= 59 ? 8 : format == 34 ? 1 : 2;
            const uint8_t *p = t.img.level[0].ptr + tile_offset_B(&t.img.level[0].surf, x / w, addr[1][l], 0, 0);
            double want[4] = { 0, 0, 0, 1 };
            if (format == 34) {
               uint32_t v = field(p, 0, 32);
               for (unsigned c = 0; c < 3; c++)
                  want[c] = ldexp(v >> 9 * c & 511, (int)(v >> 27) - 15 - 9);
            } else if (format >= 59) {
               want[0] = *p >> (format == 59 ? x % 8 : 7 - x % 8) & 1;
            } else { /* bytes R G B G, or G R G B */
               unsigned first = format == 33;
               want[0] = channel(p[first], 8, num, 0);
               want[1] = channel(p[(first ^ 1) + x % 2 * 2], 8, num, 1);
               want[2] = channel(p[2 + first], 8, num, 2);
            }
            for (unsigned c = 0; c < 4; c++)
               check_value(data[UT_ISA_BASE][c][l], want[c], num == 4, "packed", format, num, c);
         }
      }
   }
}

static void check_block(unsigned format, unsigned num, const uint8_t *block, unsigned bytes, const double want[16][4],
                        double tolerance)
{
   struct ref_tex t = { .type = TC_2D, .data_format = format, .num = num, .tile = PX_TILE_1D, .w = 4, .h = 4, .d = 1,
                        .levels = 1 };
   ref_tex_finish(&t, mem, 0, 0, 0, 0);
   memcpy(t.img.level[0].ptr, block, bytes);
   struct tc_image_inst inst = { .kind = TC_LOAD, .dmask = 15 };
   for (unsigned l = 0; l < 64; l++) {
      addr[0][l] = l & 3;
      addr[1][l] = l >> 2 & 3;
   }
   run(&inst, t.rsrc, t.samp, 0xffff, 64);
   for (unsigned l = 0; l < 16; l++)
      for (unsigned c = 0; c < 4; c++) {
         if (!(fabs(get_f(c, l) - want[l][c]) <= tolerance))
            print_error("format %u number %u block %02x %02x texel %u channel %u: %.9g, want %.9g\n", format, num, block[0],
                        block[1], l, c,
                        get_f(c, l), want[l][c]);
         assert_true(fabs(get_f(c, l) - want[l][c]) <= tolerance);
      }
}

static void test_bptc(void **state)
{
   (void)state;
   double want[16][4];
   for (unsigned n = 0; n < sizeof(bc7_vectors) / sizeof(bc7_vectors[0]); n++)
      for (unsigned num = 0; num < 10; num += 9) {
         for (unsigned i = 0; i < 64; i++)
            want[i / 4][i % 4] = channel(bc7_vectors[n].rgba[i / 4] >> 8 * (i % 4) & 255, 8, num, i % 4);
         check_block(FMT_BC7, num, bc7_vectors[n].block, 16, (const double (*)[4])want, 1e-7);
      }
   for (unsigned n = 0; n < sizeof(bc6_vectors) / sizeof(bc6_vectors[0]); n++)
      for (unsigned num = 0; num < 2; num++) {
         for (unsigned i = 0; i < 64; i++)
            want[i / 4][i % 4] = i % 4 == 3 ? 1 : float_value(bc6_vectors[n].half[num][i / 4][i % 4], 5, 10);
         check_block(FMT_BC6, num, bc6_vectors[n].block, 16, (const double (*)[4])want, 0);
      }
}

/* S3TC and RGTC by their definitions in real numbers; colours may be rounded to 8 bits. */
static void test_s3tc_rgtc(void **state)
{
   (void)state;
   for (unsigned round = 0; round < 2000; round++) {
      uint8_t b[16];
      double color[4][4], want[16][4];
      unsigned format = FMT_BC1 + round % 5, num = format >= FMT_BC4 ? round / 5 & 1 : round / 5 & 1 ? 9 : 0;
      for (unsigned i = 0; i < 16; i++)
         b[i] = (uint8_t)px_rand();
      if (format >= FMT_BC4) {
         for (unsigned i = 0; i < 16; i++) {
            want[i][1] = want[i][2] = 0;
            want[i][3] = 1;
            for (unsigned c = 0; c < format - FMT_BC4 + 1; c++) {
               const uint8_t *p = b + 8 * c;
               int r0 = num ? (int8_t)p[0] : p[0], r1 = num ? (int8_t)p[1] : p[1];
               double d0 = channel(p[0], 8, num, 0), d1 = channel(p[1], 8, num, 0), n;
               unsigned at = 16 + 3 * i, code = (p[at / 8] | (at / 8 < 7 ? p[at / 8 + 1] << 8 : 0)) >> at % 8 & 7;
               n = r0 > r1 ? 7 : 5;
               want[i][c] = code == 0 ? d0 : code == 1 ? d1 : n == 5 && code == 6 ? (num ? -1 : 0) : n == 5 && code == 7 ? 1 :
                            ((n + 1 - code) * d0 + (code - 1) * d1) / n;
            }
         }
         check_block(format, num, b, format == FMT_BC4 ? 8 : 16, (const double (*)[4])want, 1e-6);
         continue;
      }
      const uint8_t *p = format == FMT_BC1 ? b : b + 8;
      unsigned c0 = p[0] | p[1] << 8, c1 = p[2] | p[3] << 8;
      for (unsigned c = 0; c < 3; c++) {
         double max = c == 1 ? 63 : 31, e0 = (c0 >> (c == 0 ? 11 : c == 1 ? 5 : 0) & (unsigned)max) / max;
         double e1 = (c1 >> (c == 0 ? 11 : c == 1 ? 5 : 0) & (unsigned)max) / max;
         bool three = format == FMT_BC1 && c0 <= c1;
         color[0][c] = e0;
         color[1][c] = e1;
         color[2][c] = three ? (e0 + e1) / 2 : (2 * e0 + e1) / 3;
         color[3][c] = three ? 0 : (e0 + 2 * e1) / 3;
      }
      for (unsigned i = 0; i < 16; i++) {
         unsigned code = p[4 + i / 4] >> 2 * (i % 4) & 3;
         for (unsigned c = 0; c < 3; c++) {
            want[i][c] = color[code][c];
            if (num == 9) /* of the nearest code */
               want[i][c] = channel((uint32_t)floor(want[i][c] * 255 + 0.5), 8, 9, c);
         }
         want[i][3] = format == FMT_BC1 ? !(c0 <= c1 && code == 3) : (b[i / 2] >> 4 * (i % 2) & 15) / 15.0;
         if (format == FMT_BC1 + 2) {
            double n = b[0] > b[1] ? 7 : 5;
            unsigned at = 16 + 3 * i, k = (b[at / 8] | (at / 8 < 7 ? b[at / 8 + 1] << 8 : 0)) >> at % 8 & 7;
            want[i][3] = k == 0 ? b[0] / 255.0 : k == 1 ? b[1] / 255.0 : n == 5 && k > 5 ? k - 6 :
               ((n + 1 - k) * b[0] + (k - 1) * b[1]) / n / 255;
         }
      }
      check_block(format, num, b, format == FMT_BC1 ? 8 : 16, (const double (*)[4])want, num == 9 ? 1e-2 : 0.5 / 255 + 1e-6);
   }
}

/* FMASK by its names: of each sample 4 bits that name its fragment, 8 where there is none. */
static void test_fmask(void **state)
{
   (void)state;
   static const struct { uint8_t format; uint32_t low, high; } cases[] = { { 44, 0x80, 0 }, { 45, 0x8880, 0 },
                                                                           { 46, 0x88888880, 0 },
      { 47, 0x10, 0 }, { 48, 0x8810, 0 }, { 49, 0x3210, 0 }, { 50, 0x88888880, 0x88888888 }, { 51, 0x88888810, 0 },
      { 52, 0x88888810, 0x88888888 }, { 53, 0x88883210, 0 }, { 54, 0x76543210, 0 }, { 55, 0x88883210, 0x88888888 },
      { 56, 0x76543210, 0x88888888 } };
   for (unsigned n = 0; n < sizeof(cases) / sizeof(cases[0]); n++) {
      struct ref_tex t = { .type = TC_2D, .data_format = cases[n].format, .num = FMT_UINT, .tile = PX_TILE_LINEAR, .w = 64,
                           .h = 4, .d = 1, .levels = 1 };
      ref_tex_finish(&t, mem, 0, 0, 0, 0);
      struct tc_image_inst inst = { .kind = TC_LOAD, .dmask = 3 };
      for (unsigned l = 0; l < 64; l++) {
         addr[0][l] = l + 3;
         addr[1][l] = 3;
      }
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      assert_int_equal(data[UT_ISA_BASE][0][5], cases[n].low);
      assert_int_equal(data[UT_ISA_BASE][1][5], cases[n].high);
      assert_int_equal(data[UT_ISA_BASE][0][63], 0); /* outside */
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_fmask), cmocka_unit_test(test_plain_formats),
                                       cmocka_unit_test(test_packed_formats),
      cmocka_unit_test(test_bptc), cmocka_unit_test(test_s3tc_rgtc) };
   return cmocka_run_group_tests(tests, setup, teardown);
}

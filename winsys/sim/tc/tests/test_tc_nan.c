/* test_tc_nan.c: NaNs in the texture unit, on every instruction set: what a filter makes of texels is the canonical NaN, a single
 * texel keeps its bits, and of coordinates, derivatives, levels of detail and references neither sign nor payload matters. */
#include "winsys/sim/tc/tests/tc_run.h"

#include "winsys/sim/base/nan.h"

enum { IMAGE_B = 1 << 16 }; /* more than any image here has */

static bool is_nan(uint32_t u) { return (u & 0x7fffffff) > 0x7f800000; }

static uint32_t random_nan(void) { return (px_rand() & 0x80000000) | (0x7f800001 + px_rand() % 0x7fffff); }

/* Numbers, many NaNs, some infinities. */
static void fill_floats(const struct ref_tex *t, unsigned one_in)
{
   const struct fmt *f = t->img.fmt;
   uint8_t *p = mem->base + PX_VA;
   for (unsigned i = 0; i < IMAGE_B / f->el_B; i++) {
      uint32_t value[4], raw[4] = { 0 };
      for (unsigned c = 0; c < 4; c++)
         value[c] = px_rand() % one_in == 0 ? random_nan() : px_rand() % 30 == 0 ? 0x7f800000 | (px_rand() & 1) << 31 :
                    fmt_bits(px_randf(0, 2));
      fmt_encode(f, FMT_FLOAT, value, raw);
      if (f->ch[0].bits == 16 && is_nan(value[0])) /* the encoder has no payloads */
         raw[0] |= px_rand() & 0x81ff;
      memcpy(p + i * f->el_B, raw, f->el_B);
   }
}

static void test_filters(void **state)
{
   (void)state;
   static const uint8_t formats[] = { FMT_32, FMT_16_16_16_16, FMT_32_32_32_32, 6 /* 10_11_11 */, FMT_16 };
   static const uint8_t types[] = { TC_2D, TC_2D_ARRAY, TC_3D, TC_CUBE, TC_1D };
   unsigned nans = 0;
   for (unsigned n = 0; n < 5 * 5 * 8; n++) {
      const bool mips = n / 25 & 1, aniso = n / 25 & 2, border = n / 25 & 4;
      struct ref_tex t = { .type = types[n % 5], .data_format = formats[n / 5 % 5], .num = FMT_FLOAT, .tile = PX_TILE_1D,
                           .w = 16, .h = 16, .d = types[n % 5] == TC_2D || types[n % 5] == TC_1D ? 1 : 2, .levels = mips ? 4 : 1,
                           .wrap = { border ? TC_CLAMP_BORDER : TC_WRAP, TC_CLAMP_LAST, TC_MIRROR } };
      const bool probes = aniso && (t.type == TC_2D || t.type == TC_CUBE);
      if (t.type == TC_1D)
         t.h = 1;
      ref_tex_finish(&t, mem, probes ? 3 : 1, probes ? 3 : 1, mips ? 2 : 0, 0);
      t.samp[0] |= probes ? 2u << 9 : 0;
      fill_floats(&t, 3);
      for (unsigned l = 0; l < 64; l++)
         for (unsigned r = 0; r < 5; r++) /* between texels: neither a weight nor a fraction is zero */
            set_f(r, l, (r < 2 ? (float)((l >> r) & 7) * 3 + 0.27f : 0.3f + (float)(l & 15)) / 16.0f);
      if (t.type == TC_CUBE)
         for (unsigned l = 0; l < 64; l++) {
            set_f(0, l, 1.02f + (float)(l & 7) * 0.12f);
            set_f(1, l, 1.02f + (float)(l >> 3) * 0.12f);
            set_f(2, l, (float)(l / 4 % 6));
         }
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = mips && !probes ? TC_LOD_EXPLICIT : TC_LOD_IMPLICIT, .dmask = 15,
                                    .da = t.type == TC_2D_ARRAY || t.type == TC_CUBE };
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < 64; l++) {
            const uint32_t got = data[UT_ISA_BASE][c][l];
            nans += is_nan(got);
            if (is_nan(got) && got != SIM_NAN_32)
               fail_msg("format %u, type %u, mips %u, anisotropic %u: %#x", t.data_format, t.type, mips, probes, got);
         }
   }
   assert_true(nans > 1000);
}

/* At the centres of texels a linear filter is a move, as the nearest one is. */
static void test_single_texels(void **state)
{
   (void)state;
   for (unsigned n = 0; n < 8; n++) {
      const bool linear = n & 1, in_3d = n & 2, four = n & 4;
      struct ref_tex t = { .type = in_3d ? TC_3D : TC_2D, .data_format = four ? FMT_32_32_32_32 : FMT_32, .num = FMT_FLOAT,
                           .tile = PX_TILE_1D, .w = 8, .h = 8, .d = in_3d ? 2 : 1, .levels = 1 };
      ref_tex_finish(&t, mem, linear, linear, 0, 0);
      fill_floats(&t, 2);
      for (unsigned l = 0; l < 64; l++) {
         set_f(0, l, ((float)(l & 7) + 0.5f) / 8);
         set_f(1, l, ((float)(l >> 3) + 0.5f) / 8);
         set_f(2, l, 0.25f);
      }
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 1 };
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      const struct tc_level *lv = &t.img.level[0];
      for (unsigned l = 0; l < 64; l++) {
         uint32_t texel;
         memcpy(&texel, lv->ptr + tc_texel_offset_B(lv, t.img.fmt, l & 7, l >> 3, 0, 0), 4);
         assert_int_equal(data[UT_ISA_BASE][0][l], texel);
      }
   }
}

/* All address rows are floats here. */
static void test_addresses(void **state)
{
   (void)state;
   static const struct { uint8_t format, num; } formats[] = { { FMT_8_8_8_8, FMT_UNORM }, { FMT_32, FMT_FLOAT },
                                                              { FMT_8_8_8_8, FMT_SRGB }, { FMT_5_6_5, FMT_UNORM } };
   static const uint8_t types[] = { TC_2D, TC_2D, TC_2D_ARRAY, TC_3D, TC_CUBE, TC_1D };
   static const uint8_t kinds[] = { TC_SAMPLE, TC_SAMPLE, TC_SAMPLE, TC_GET_LOD, TC_GATHER4 };
   uint32_t kept[4][64];
   fill_random();
   for (unsigned n = 0; n < 1500; n++) {
      const unsigned type = types[px_rand() % 6], k = px_rand() % 4, levels = px_rand() & 1 ? 5 : 1;
      struct ref_tex t = { .type = type, .data_format = formats[k].format, .num = formats[k].num, .tile = PX_TILE_1D, .w = 16,
                           .h = type == TC_1D ? 1 : 16, .d = type == TC_2D || type == TC_1D ? 1 : 3, .levels = levels,
                           .wrap = { px_rand() & 7, px_rand() & 7, px_rand() & 7 } };
      const unsigned aniso = type == TC_2D && px_rand() % 4 == 0 ? 2 : 0;
      ref_tex_finish(&t, mem, (px_rand() & 1) | aniso, (px_rand() & 1) | aniso, px_rand() % 3, px_rand() & 3);
      t.samp[0] |= aniso ? 3u << 9 : 0;
      struct tc_image_inst inst = { .kind = kinds[px_rand() % 5], .lod = px_rand() % 5, .dmask = 15,
                                    .da = type == TC_2D_ARRAY || type == TC_CUBE, .compare = k == 1 && px_rand() & 1,
                                    .lod_clamp = px_rand() % 4 == 0 };
      if (inst.kind == TC_GATHER4) {
         if (type == TC_1D || type == TC_3D)
            continue;
         inst.dmask = 1;
      }
      if (inst.kind == TC_GET_LOD)
         inst.lod = TC_LOD_IMPLICIT;
      for (unsigned r = 0; r < 16; r++)
         for (unsigned l = 0; l < 64; l++)
            addr[r][l] = px_rand() % 5 == 0 ? random_nan() : fmt_bits(px_randf(-1, 2) * (r > 3 ? 0.2f : 1.0f));
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      memcpy(kept, data[UT_ISA_BASE], sizeof kept);
      for (unsigned r = 0; r < 16; r++)
         for (unsigned l = 0; l < 64; l++)
            addr[r][l] = sim_canonical_32(addr[r][l]);
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      if (memcmp(kept, data[UT_ISA_BASE], sizeof kept))
         fail_msg("type %u, format %u, kind %u, level of detail %u, wrap %u %u, levels %u: the bits of a NaN matter", type,
                  t.data_format, inst.kind, inst.lod, t.wrap[0], t.wrap[1], levels);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_filters), cmocka_unit_test(test_single_texels),
                                       cmocka_unit_test(test_addresses) };
   return cmocka_run_group_tests_name("tc_nan", tests, setup, teardown);
}

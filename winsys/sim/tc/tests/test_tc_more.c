/* What goes beyond one bilinear sample: anisotropic filters against integrals over the pixel, level rules, cube corners, least
 * and greatest, 64-bit atomics, border colour tables, views. Expected values are made here. */
#include "winsys/sim/tc/tests/tc_run.h"

#include <stdio.h>

#include "winsys/sim/tc/tc_atomic.h"

/* ---- anisotropic filters ---------------------------------------------------------------------------------------------- */

static double sinc(double x) { return fabs(x) < 1e-9 ? 1 : sin(x) / x; }

/* A wave of `kx`, `ky` cycles per texture, each level the mean of the one above. */
static void fill_wave(const struct ref_tex *t, double kx, double ky)
{
   for (unsigned l = 0; l < t->levels; l++) {
      const struct tc_level *lv = &t->img.level[l];
      for (unsigned y = 0; y < lv->h; y++)
         for (unsigned x = 0; x < lv->w; x++) {
            double u = (x + 0.5) / lv->w, v = (y + 0.5) / lv->h;
            float f = (float)(0.5 + 0.5 * cos(2 * M_PI * (kx * u + ky * v)) * sinc(M_PI * kx / lv->w) * sinc(M_PI * ky / lv->h));
            memcpy(lv->ptr + tile_offset_B(&lv->surf, x, y, 0, 0), &f, 4);
         }
   }
}

/* Contrast that is left of the wave, in its phase, when pixels cover (dx, dy); dx, dy in texels of a 256x256 texture. */
static double contrast(const struct ref_tex *t, const double dx[2], const double dy[2], double kx, double ky, bool deriv)
{
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = deriv ? TC_LOD_DERIV : TC_LOD_IMPLICIT, .dmask = 1 };
   double top = 0, norm = 0;
   for (unsigned n = 0; n < 16; n++) {
      double u[64], v[64], u0 = px_randf(0, 1), v0 = px_randf(0, 1);
      for (unsigned l = 0; l < 64; l++) {
         double x = (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), y = (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
         u[l] = u0 + (x * dx[0] + y * dy[0]) / 256;
         v[l] = v0 + (x * dx[1] + y * dy[1]) / 256;
         unsigned row = 0;
         if (deriv)
            for (unsigned k = 0; k < 4; k++)
               set_f(row++, l, (float)((k < 2 ? dx[k] : dy[k - 2]) / 256));
         set_f(row++, l, (float)u[l]);
         set_f(row, l, (float)v[l]);
      }
      run(&inst, t->rsrc, t->samp, ~0ull, 64);
      for (unsigned l = 0; l < 64; l++) {
         double c = cos(2 * M_PI * (kx * u[l] + ky * v[l]));
         top += (get_f(0, l) - 0.5) * c;
         norm += 0.5 * c * c;
      }
   }
   return top / norm;
}

static void test_anisotropic(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 256, .h = 256, .d = 1,
                        .levels = 9 };
   ref_tex_finish(&t, mem, 3, 3, 2, 0);
   for (unsigned log2_ratio = 1; log2_ratio <= 4; log2_ratio++) {
      t.samp[0] = (t.samp[0] & ~0xe00u) | log2_ratio << 9;
      for (unsigned turn = 0; turn < 12; turn++) {
         /* A pixel that is long along `angle`; the wave runs across it with a period of 8 short axes. */
         double angle = turn * M_PI / 12 + 0.1, ratio = 1 << log2_ratio, minor = turn % 3 + 1.0;
         double major[2] = { cos(angle) * ratio * minor, sin(angle) * ratio * minor },
            other[2] = { -sin(angle) * minor, cos(angle) * minor };
         /* The derivatives need not be the axes: two conjugate radii of the same ellipse. */
         double s = sin(turn), c = cos(turn), dx[2], dy[2];
         for (unsigned k = 0; k < 2; k++) {
            dx[k] = c * major[k] + s * other[k];
            dy[k] = c * other[k] - s * major[k];
         }
         double kx = rint(-sin(angle) * 256 / (8 * minor)), ky = rint(cos(angle) * 256 / (8 * minor));
         fill_wave(&t, kx, ky);
         /* Ideal: the box along both axes of the ellipse. */
         double along = (kx * major[0] + ky * major[1]) / 256, across = (kx * other[0] + ky * other[1]) / 256;
         double want = sinc(M_PI * along) * sinc(M_PI * across);
         /* The probes' own filter, tents of one to two texels each way, takes some more. */
         double got = contrast(&t, dx, dy, kx, ky, turn & 1);
         if (!(got > want - 0.22 && got < want + 0.06))
            print_error("ratio %.0f turn %u: contrast %.3f, want %.3f\n", ratio, turn, got, want);
         assert_true(got > want - 0.22 && got < want + 0.06);
         /* Along the long axis it must be gone: a wave of 1.5 periods per pixel (its integral is nearly nothing). */
         if (log2_ratio >= 2) {
            kx = rint(cos(angle) * 256 * 1.5 / (ratio * minor));
            ky = rint(sin(angle) * 256 * 1.5 / (ratio * minor));
            fill_wave(&t, kx, ky);
            along = (kx * major[0] + ky * major[1]) / 256;
            across = (kx * other[0] + ky * other[1]) / 256;
            want = sinc(M_PI * along) * sinc(M_PI * across);
            got = contrast(&t, dx, dy, kx, ky, turn & 1);
            if (!(fabs(got - want) < 0.13))
               print_error("ratio %.0f turn %u along: contrast %.3f, want %.3f\n", ratio, turn, got, want);
            assert_true(fabs(got - want) < 0.13);
         }
      }
   }
   /* A round footprint is what the isotropic filter makes of it. */
   fill_random();
   struct ref_tex r = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_2D, .w = 128, .h = 128,
                        .d = 1, .levels = 8 };
   ref_tex_finish(&r, mem, 1, 1, 2, 0);
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_IMPLICIT, .dmask = 15 };
   for (unsigned l = 0; l < 64; l++) {
      set_f(0, l, (float)((l & 1) + (l >> 2 & 3)) * 3 / 128);
      set_f(1, l, (float)((l >> 1 & 1) + (l >> 4)) * 3 / 128);
   }
   run(&inst, r.rsrc, r.samp, ~0ull, 64);
   uint32_t plain[4][64];
   memcpy(plain, data[UT_ISA_BASE], sizeof(plain));
   r.samp[2] |= 2u << 20 | 2u << 22;
   r.samp[0] |= 4u << 9;
   run(&inst, r.rsrc, r.samp, ~0ull, 64);
   for (unsigned l = 0; l < 64; l++)
      for (unsigned c = 0; c < 4; c++)
         assert_true(fabs(get_f(c, l) - fmt_float(plain[c][l])) < 1e-6);
}

/* ---- levels ------------------------------------------------------------------------------------------------------------ */

/* Each level holds its number. */
static void fill_levels(const struct ref_tex *t)
{
   for (unsigned l = 0; l < t->levels; l++)
      for (uint64_t b = 0; b < t->img.level[l].surf.slice_B; b += 4) {
         float f = (float)l;
         memcpy(t->img.level[l].ptr + b, &f, 4);
      }
}

static void test_level_rules(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 256, .h = 64, .d = 1,
                        .levels = 9 };
   ref_tex_finish(&t, mem, 1, 1, 2, 0);
   fill_levels(&t);
   /* lod, sampler bias, instruction bias, MIN_LOD, MAX_LOD, T# MIN_LOD, BASE, LAST, mip filter -> level */
   static const struct { double lod, bias, inst_bias, min, max, view_min; unsigned base, last, mip; double want; } rows_[] = {
      { 2.5, 0, 0, 0, 15, 0, 0, 8, 2, 2.5 }, { 2.5, 1, 0, 0, 15, 0, 0, 8, 2, 3.5 }, { 2.5, -1.5, 0.25, 0, 15, 0, 0, 8, 2, 1.25 },
      { 2.5, 0, 0, 3, 15, 0, 0, 8, 2, 3 }, { 2.5, 0, 0, 0, 1.5, 0, 0, 8, 2, 1.5 }, { 2.5, 0, 0, 0, 15, 4, 0, 8, 2, 4 },
      { 2.5, 0, 0, 0, 15, 0, 2, 8, 2, 4.5 }, { 2.5, 0, 0, 0, 15, 0, 2, 4, 2, 4 }, { 2.5, 0, 0, 0, 15, 3, 2, 8, 2, 4.5 },
      { 12, 0, 0, 0, 15, 0, 0, 8, 2, 8 }, { -3, 0, 0, 0, 15, 0, 0, 8, 2, 0 }, { -3, 0, 0, 0, 15, 1.5, 0, 8, 2, 1.5 },
      { 2.4, 0, 0, 0, 15, 0, 0, 8, 1, 2 }, { 2.6, 0, 0, 0, 15, 0, 0, 8, 1, 3 }, { 2.6, 0, 0, 0, 15, 0, 1, 2, 1, 2 },
      { 5, 0, 0, 0, 15, 0, 0, 8, 0, 0 }, { 5, 0, 0, 0, 15, 0, 3, 8, 0, 3 }, { 0.5, 15.5, -16, 0, 15, 0, 0, 8, 2, 0 },
      { 1, -15, 15.5, 0, 15, 0, 0, 8, 2, 1.5 },
   };
   for (unsigned n = 0; n < sizeof(rows_) / sizeof(rows_[0]); n++) {
      t.samp[1] = (uint32_t)(rows_[n].min * 256) | (uint32_t)fmin(rows_[n].max * 256, 4095) << 12;
      t.samp[2] = ((uint32_t)(int)(rows_[n].bias * 256) & 0x3fff) | 1u << 20 | 1u << 22 | rows_[n].mip << 26;
      t.rsrc[1] = (t.rsrc[1] & ~0xfff00u) | (uint32_t)(rows_[n].view_min * 256) << 8;
      t.rsrc[3] = (t.rsrc[3] & ~0xff000u) | rows_[n].base << 12 | rows_[n].last << 16;
      for (unsigned way = 0; way < 3; way++) { /* explicit; differences; derivatives */
         struct tc_image_inst inst = { .kind = TC_SAMPLE, .dmask = 1,
            .lod = way == 0 ? TC_LOD_EXPLICIT : way == 1 ? TC_LOD_BIAS : TC_LOD_DERIV };
         double lod = rows_[n].lod + (way == 1 ? 0 : rows_[n].inst_bias), base_w = 256 >> rows_[n].base;
         for (unsigned l = 0; l < 16; l++) {
            unsigned row = 0;
            if (way == 1)
               set_f(row++, l, (float)rows_[n].inst_bias);
            if (way == 2)
               for (unsigned k = 0; k < 4; k++)
                  set_f(row++, l, k == 0 ? (float)(exp2(lod) / base_w) : 0);
            set_f(row++, l, way == 1 ? (float)((l & 1) * exp2(rows_[n].lod) / base_w) : 0.3f);
            set_f(row++, l, 0.5f);
            if (way == 0)
               set_f(row, l, (float)lod);
         }
         run(&inst, t.rsrc, t.samp, 0xffff, 16);
         if (!(fabs(get_f(0, 5) - rows_[n].want) < 0.01))
            print_error("row %u way %u: %f, want %f\n", n, way, get_f(0, 5), rows_[n].want);
         assert_true(fabs(get_f(0, 5) - rows_[n].want) < 0.01);
         if (way == 1) { /* textureQueryLod: level of access, and the level before clamps (relative to the base) */
            struct tc_image_inst get = { .kind = TC_GET_LOD, .lod = TC_LOD_IMPLICIT, .dmask = 3 };
            memmove(addr[0], addr[1], 2 * sizeof(addr[0]));
            run(&get, t.rsrc, t.samp, 0xffff, 16);
            assert_true(fabs(get_f(1, 5) - (rows_[n].lod + rows_[n].bias)) < 0.01);
         }
      }
   }
}

/* Magnification and minification filters change at level 0. */
static void test_filter_switch(void **state)
{
   (void)state;
   fill_random();
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 32, .h = 32, .d = 1,
                        .levels = 1 };
   for (unsigned n = 0; n < 4; n++) {
      ref_tex_finish(&t, mem, n & 1, n >> 1, 0, 0);
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_EXPLICIT, .dmask = 15 };
      for (unsigned l = 0; l < 64; l++) {
         set_f(0, l, 0.28f + (float)l / 128);
         set_f(1, l, 0.61f);
         set_f(2, l, l & 1 ? 0.01f : -0.01f);
      }
      run(&inst, t.rsrc, t.samp, ~0ull, 64);
      for (unsigned l = 0; l < 64; l++) {
         double c[3] = { fmt_float(addr[0][l]), 0.61, 0 }, want[4];
         t.linear = l & 1 ? n >> 1 : n & 1;
         if (ref_level(&t, 0, c, 0, (const int[3]){ 0 }, want))
            for (unsigned k = 0; k < 4; k++)
               assert_true(fabs(get_f(k, l) - want[k]) < 0.02);
      }
   }
}

/* ---- cubes -------------------------------------------------------------------------------------------------------------- */

/* At a corner there are only three texels, which count the same. */
static void test_cube_corner(void **state)
{
   (void)state;
   struct ref_tex t = { .type = TC_CUBE, .data_format = FMT_32, .num = FMT_FLOAT, .tile = PX_TILE_1D, .w = 8, .h = 8, .d = 1,
                        .levels = 1 };
   ref_tex_finish(&t, mem, 1, 1, 0, 0);
   fill_random();
   for (unsigned f = 0; f < 6; f++)
      for (unsigned y = 0; y < 8; y++)
         for (unsigned x = 0; x < 8; x++) {
            float v = (float)(f * 64 + y * 8 + x);
            memcpy(t.img.level[0].ptr + tile_offset_B(&t.img.level[0].surf, x, y, f, 0), &v, 4);
         }
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 1, .da = true };
   /* Corner (+x, +y, +z): texel (0, 0) of +X, (7, 7) of +Y, (7, 0) of +Z (OpenGL 4.6, table 8.19). */
   static const struct { unsigned face; float s, t; } at[3] = { { 0, 1, 1 }, { 2, 2, 2 }, { 4, 2, 1 } };
   double want = (0 * 64 + 0 + 2 * 64 + 63 + 4 * 64 + 7) / 3.0;
   for (unsigned n = 0; n < 3; n++) {
      set_f(0, 0, at[n].s);
      set_f(1, 0, at[n].t);
      set_f(2, 0, (float)at[n].face);
      run(&inst, t.rsrc, t.samp, 1, 16);
      assert_true(fabs(get_f(0, 0) - want) < 1e-3);
   }
}

/* ---- filters that take the least or the greatest ------------------------------------------------------------------------ */

static void test_reduction(void **state)
{
   (void)state;
   fill_random();
   for (unsigned mode = 1; mode < 3; mode++) {
      struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 16, .h = 16,
                           .d = 1, .levels = 1 };
      ref_tex_finish(&t, mem, 1, 1, 0, 0);
      t.samp[0] |= mode << 29;
      struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 15 };
      for (unsigned l = 0; l < 16; l++) {
         set_f(0, l, ((float)l + 0.7f) / 16);
         set_f(1, l, l & 1 ? 5.5f / 16 : 5.9f / 16); /* odd lanes: rows of weight 0 do not count */
      }
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      for (unsigned l = 0; l < 15; l++)
         for (unsigned c = 0; c < 4; c++) {
            double want = mode == 1 ? 2 : -1;
            for (unsigned k = 0; k < (l & 1 ? 2u : 4u); k++) {
               double texel[4];
               ref_texel(&t, 0, (int)(l + (k & 1)), 5 + (int)(k >> 1), 0, texel);
               want = mode == 1 ? fmin(want, texel[c]) : fmax(want, texel[c]);
            }
            assert_true(get_f(c, l) == want);
         }
   }
}

/* FORCE_DEGAMMA, and a third coordinate that is not filtered. */
static void test_small_switches(void **state)
{
   (void)state;
   fill_random();
   struct ref_tex t = { .type = TC_3D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 16, .h = 16, .d = 4,
                        .levels = 1 };
   ref_tex_finish(&t, mem, 1, 1, 0, 0);
   t.samp[2] |= 1u << 24;
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 15 };
   for (unsigned l = 0; l < 16; l++) {
      set_f(0, l, ((float)l + 0.5f) / 16);
      set_f(1, l, 3.5f / 16);
      set_f(2, l, 0.45f);
   }
   for (unsigned degamma = 0; degamma < 2; degamma++) {
      t.samp[0] |= degamma << 20;
      run(&inst, t.rsrc, t.samp, 0xffff, 16);
      for (unsigned l = 0; l < 16; l++) {
         double texel[4];
         ref_texel(&t, 0, (int)l, 3, 1, texel);
         for (unsigned c = 0; c < 4; c++) {
            double x = texel[c], want = degamma && c < 3 ? x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) : x;
            assert_true(fabs(get_f(c, l) - want) < 1e-6);
         }
      }
   }
}

/* ---- border colours ------------------------------------------------------------------------------------------------------ */

static void test_border_table(void **state)
{
   (void)state;
   fill_random();
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 16, .h = 16, .d = 1,
                        .levels = 1,
      .wrap = { TC_CLAMP_BORDER, TC_CLAMP_BORDER } };
   const float table[2][4] = { { 9, 9, 9, 9 }, { 0.25f, -3, 100, 0.5f } };
   memcpy(mem->base + PX_VA + 0x8000, table, sizeof(table));
   tc_cache_set_border_base(cache, PX_VA + 0x8000);
   for (unsigned type = 0; type < 4; type++) {
      for (unsigned linear = 0; linear < 2; linear++) {
         ref_tex_finish(&t, mem, linear, linear, 0, type);
         t.samp[3] |= type == 3;
         struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 15 };
         for (unsigned l = 0; l < 16; l++) {
            set_f(0, l, l & 1 ? -0.5f : 1.5f);
            set_f(1, l, (float)l / 16);
         }
         run(&inst, t.rsrc, t.samp, 0xffff, 16);
         for (unsigned c = 0; c < 4; c++) {
            float want = type == 3 ? table[1][c] : type == 2 ? 1 : type == 1 ? c == 3 : 0;
            for (unsigned l = 0; l < 16; l++)
               assert_true(get_f(c, l) == want);
         }
      }
   }
}

/* Coordinates in texels are limited as those from 0 to 1 are: half a border is the most that is ever mixed in. */
static void test_border_unnormalized(void **state)
{
   (void)state;
   fill_random();
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_8_8_8_8, .num = FMT_UNORM, .tile = PX_TILE_1D, .w = 16, .h = 16, .d = 1,
                        .levels = 1 };
   struct tc_image_inst inst = { .kind = TC_SAMPLE, .lod = TC_LOD_ZERO, .dmask = 15 };
   const enum tc_wrap wraps[] = { TC_CLAMP_LAST, TC_CLAMP_HALF_BORDER, TC_CLAMP_BORDER, TC_MIRROR_ONCE_LAST,
                                  TC_MIRROR_ONCE_HALF_BORDER, TC_MIRROR_ONCE_BORDER };
   for (unsigned i = 0; i < 2 * sizeof wraps / sizeof wraps[0]; i++) {
      t.wrap[0] = t.wrap[1] = wraps[i / 2];
      ref_tex_finish(&t, mem, i & 1, i & 1, 0, 2);
      double want[4][16];
      for (unsigned unnormalized = 0; unnormalized < 2; unnormalized++) {
         for (unsigned l = 0; l < 16; l++) {
            float u = ((float)l - 6) / 4 + 0.03125f, v = ((float)(l * 5 % 16) - 6) / 4 + 0.03125f;
            set_f(0, l, unnormalized ? 16 * u : u);
            set_f(1, l, unnormalized ? 16 * v : v);
         }
         t.samp[0] |= unnormalized << 15;
         run(&inst, t.rsrc, t.samp, 0xffff, 16);
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < 16; l++) {
               if (unnormalized)
                  assert_true(fabs(get_f(c, l) - want[c][l]) < 1e-6);
               want[c][l] = get_f(c, l);
            }
      }
   }
}

/* ---- atomics ------------------------------------------------------------------------------------------------------------ */

static void test_wide_atomics(void **state)
{
   (void)state;
   static const struct { unsigned op; uint64_t old, src, cmp, want; } rows_[] = {
      { TC_SWAP, 0x1111111122222222, 0x3333333344444444, 0, 0x3333333344444444 },
      { TC_CMPSWAP, 0x1111111122222222, 5, 0x1111111122222222, 5 },
      { TC_CMPSWAP, 0x1111111122222222, 5, 0x22222222, 0x1111111122222222 },
      { TC_ADD, 0xffffffff, 1, 0, 0x100000000 }, { TC_SUB, 0x100000000, 1, 0, 0xffffffff },
      { TC_SMIN, 1, ~0ull, 0, ~0ull }, { TC_UMIN, 1, ~0ull, 0, 1 }, { TC_SMAX, 1, ~0ull, 0, 1 }, { TC_UMAX, 1, ~0ull, 0, ~0ull },
      { TC_AND, 0xff00ff00ff00ff00, 0xffff0000ffff, 0, 0xff000000ff00 }, { TC_OR, 0xf000000000, 0xf, 0, 0xf00000000f },
      { TC_XOR, 0xff00000000, 0xf0000000ff, 0, 0xf000000ff }, { TC_INC, 0xffffffff, ~0ull, 0, 0x100000000 },
      { TC_INC, 7, 7, 0, 0 }, { TC_DEC, 0x100000000, ~0ull, 0, 0xffffffff }, { TC_DEC, 0, 0x500000000, 0, 0x500000000 },
   };
   struct ref_tex t = { .type = TC_2D, .data_format = FMT_32_32, .num = FMT_UINT, .tile = PX_TILE_2D, .w = 40, .h = 40, .d = 1,
                        .levels = 1 };
   ref_tex_finish(&t, mem, 0, 0, 0, 0);
   for (unsigned n = 0; n < sizeof(rows_) / sizeof(rows_[0]); n++) {
      bool swap = rows_[n].op == TC_CMPSWAP;
      struct tc_image_inst inst = { .kind = TC_ATOMIC, .atomic = (uint8_t)rows_[n].op, .dmask = swap ? 15 : 3, .glc = true };
      uint8_t *p = t.img.level[0].ptr + tile_offset_B(&t.img.level[0].surf, 33, 17, 0, 0);
      memcpy(p, &rows_[n].old, 8);
      addr[0][4] = 33;
      addr[1][4] = 17;
      addr[0][5] = 40; /* outside */
      addr[1][5] = 0;
      for (unsigned l = 4; l < 6; l++) {
         data[0][0][l] = (uint32_t)rows_[n].src;
         data[0][1][l] = (uint32_t)(rows_[n].src >> 32);
         data[0][2][l] = (uint32_t)rows_[n].cmp;
         data[0][3][l] = (uint32_t)(rows_[n].cmp >> 32);
      }
      tc_image(cache, &inst, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[0], 0x30, 16);
      uint64_t now;
      memcpy(&now, p, 8);
      assert_true(now == rows_[n].want);
      assert_true((data[0][0][4] | (uint64_t)data[0][1][4] << 32) == rows_[n].old);
      assert_true(data[0][0][5] == 0 && data[0][1][5] == 0);
   }
   /* a format of another size: nothing happens */
   t.rsrc[1] = FMT_32 << 20 | FMT_UINT << 26;
   struct tc_image_inst inst = { .kind = TC_ATOMIC, .atomic = TC_ADD, .dmask = 3, .glc = true };
   tc_image(cache, &inst, t.rsrc, t.samp, (const uint32_t (*)[64])addr, data[0], 0x10, 16);
   assert_true(data[0][0][4] == 0 && data[0][1][4] == 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_anisotropic), cmocka_unit_test(test_level_rules),
                                       cmocka_unit_test(test_filter_switch),
      cmocka_unit_test(test_cube_corner), cmocka_unit_test(test_reduction), cmocka_unit_test(test_small_switches),
      cmocka_unit_test(test_border_table),
      cmocka_unit_test(test_border_unnormalized), cmocka_unit_test(test_wide_atomics) };
   return cmocka_run_group_tests(tests, setup, teardown);
}

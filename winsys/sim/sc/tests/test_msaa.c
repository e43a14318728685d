/* Several samples per pixel: coverage at the programmed places, depth, what programs see of samples, masks, alpha to coverage,
 * counting, resolving. Expected values are the edge functions and planes of the triangle, computed here in double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define RED 0xff0000ffu
#define WHITE 0xffffffffu

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t ps_sample_id[] = { /* of v2 = ANCILLARY; colour 16 per sample */
   0xd1c80002, 0x02111102,             /* v_bfe_u32 v2, v2, 8, 4 */
   0x7e040d02,                         /* v_cvt_f32_u32 v2, v2 */
   0x0a0404ff, 0x3d808081,             /* v_mul_f32 v2, 16.0 / 255, v2 */
   0xc400180f, 0x02020202, 0xbf810000, /* exp mrt0 v2, v2, v2, v2 done vm; s_endpgm */
};
static const uint32_t ps_coverage[] = { /* of v2 = SAMPLE_COVERAGE, as colour */
   0x7e040d02,                         /* v_cvt_f32_u32 v2, v2 */
   0x0a0404ff, 0x3b808081,             /* v_mul_f32 v2, 1.0 / 255, v2 */
   0xc400180f, 0x02020202, 0xbf810000,
};
static const uint32_t ps_mask[] = {    /* white, with the sample mask in s0 */
   0x7e080200, 0x7e0a02f2,             /* v_mov_b32 v4, s0; v_mov_b32 v5, 1.0 */
   0xc4000084, 0x00040000,             /* exp mrtz off, off, v4, off */
   0xc400180f, 0x05050505, 0xbf810000,
};
static const uint32_t ps_place[] = {   /* where in the pixel the position is */
   0x7e043702, 0x7e063703,             /* v_fract_f32 v2, v2; v_fract_f32 v3, v3 */
   0x7e0802f2,                         /* v_mov_b32 v4, 1.0 */
   0xc400180f, 0x04040302, 0xbf810000, /* exp mrt0 v2, v3, v4, v4 done vm; s_endpgm */
};

/* A triangle off all grids; z runs over it. */
static const double corner[3][3] = { { 3.37, 5.21, 0.1 }, { 60.11, 22.43, 0.5 }, { 17.83, 58.95, 0.9 } };

static double snapped(double v)
{
   return rint(v * 256) / 256;
}

static bool inside(double x, double y)
{
   for (unsigned k = 0; k < 3; k++) {
      const double *a = corner[k], *b = corner[(k + 1) % 3];
      double ax = snapped(a[0]), ay = snapped(a[1]), bx = snapped(b[0]), by = snapped(b[1]);
      if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0)
         return false;
   }
   return true;
}

/* A function of the corners at a point. */
static double plane(const double value[3], double x, double y)
{
   double x1 = corner[1][0] - corner[0][0], y1 = corner[1][1] - corner[0][1], x2 = corner[2][0] - corner[0][0],
          y2 = corner[2][1] - corner[0][1], dx = x - corner[0][0], dy = y - corner[0][1], area = x1 * y2 - x2 * y1;
   double i = (dx * y2 - dy * x2) / area, j = (dy * x1 - dx * y1) / area;
   return value[0] + i * (value[1] - value[0]) + j * (value[2] - value[0]);
}

static bool covered(unsigned log2_samples, unsigned x, unsigned y, unsigned sample)
{
   const int8_t *at = px_places[log2_samples][sample];
   return inside(x + 0.5 + at[0] / 16.0, y + 0.5 + at[1] / 16.0);
}

static void triangle(uint32_t rgba)
{
   for (unsigned k = 0; k < 3; k++) {
      rig.vertex[k] = rig_at((float)corner[k][0], (float)corner[k][1], rgba);
      rig.vertex[k].z = (float)(2 * corner[k][2] - 1);
   }
}

static void run(void)
{
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

/* ---- coverage and colour ------------------------------------------------------------------------------------------------ */

static void coverage_at_the_places(void **state)
{
   (void)state;
   static const unsigned layouts[2] = { PX_COLOUR_1D, PX_COLOUR_2D };
   for (unsigned log2 = 0; log2 <= 3; log2++) {
      for (unsigned l = 0; l < 2; l++) {
         struct px_surf c;
         px_surf_init(&rig, &c, layouts[l], 4, log2, 1, 0x11);
         triangle(RED);
         rig_begin(&rig);
         px_bind_colour(&rig, 0, &c, layouts[l], PX_RGBA8, NULL);
         px_samples(&rig, log2, 0);
         rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
         run();
         for (unsigned y = 0; y < RIG_SIZE; y++)
            for (unsigned x = 0; x < RIG_SIZE; x++)
               for (unsigned s = 0; s < 1u << log2; s++)
                  if (px_get(&c, x, y, 0, s) != (covered(log2, x, y, s) ? RED : 0x11111111))
                     fail_msg("%u samples, layout %u: pixel %u,%u sample %u", 1u << log2, l, x, y, s);
         px_surf_free(&rig, &c);
      }
   }
}

/* With multisampling off all samples have the centre's coverage. */
static void targets_with_more_samples_than_places(void **state)
{
   (void)state;
   struct px_surf c, z;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x11);
   px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 2, 1, 0xff);
   triangle(RED);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
   px_bind_depth(&rig, &z, NULL, V_028040_Z_32_FLOAT, S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(7), 0);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   run();
   for (unsigned y = 0; y < RIG_SIZE; y++) {
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         bool in = inside(x + 0.5, y + 0.5);
         for (unsigned s = 0; s < 4; s++) {
            assert_int_equal(px_get(&c, x, y, 0, s), in ? RED : 0x11111111);
            assert_int_equal(px_get(&z, x, y, 0, s) != 0xffffffff, in);
         }
      }
   }
   px_surf_free(&rig, &c);
   px_surf_free(&rig, &z);
}

static void depth_of_every_sample(void **state)
{
   (void)state;
   const double z_of[3] = { corner[0][2], corner[1][2], corner[2][2] };
   for (unsigned log2 = 1; log2 <= 3; log2++) {
      struct px_surf c, z;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, log2, 1, 0x11);
      px_surf_init(&rig, &z, PX_DEPTH_1D, 4, log2, 1, 0);
      float half = 0.45f;
      uint32_t bits;
      memcpy(&bits, &half, 4);
      for (uint64_t at = 0; at < z.t.slice_B; at += 4)
         memcpy(z.map + at, &bits, 4);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_bind_depth(&rig, &z, NULL, V_028040_Z_32_FLOAT,
                    S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(1 /* less */), 0);
      px_samples(&rig, log2, 0);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++) {
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            for (unsigned s = 0; s < 1u << log2; s++) {
               const int8_t *at = px_places[log2][s];
               double want = plane(z_of, x + 0.5 + at[0] / 16.0, y + 0.5 + at[1] / 16.0);
               bool drawn = covered(log2, x, y, s) && want < half;
               uint32_t got = (uint32_t)px_get(&z, x, y, 0, s);
               float depth;
               memcpy(&depth, &got, 4);
               if (fabs(want - half) < 1e-4) /* either */
                  continue;
               assert_int_equal(px_get(&c, x, y, 0, s), drawn ? RED : 0x11111111);
               assert_true(fabs(depth - (drawn ? want : half)) < 1e-4);
            }
         }
      }
      px_surf_free(&rig, &c);
      px_surf_free(&rig, &z);
   }
}

/* Each pixel of a quad has places of its own. */
static void places_by_pixel(void **state)
{
   (void)state;
   static const int8_t places[4][16][2] = { { { -7, -3 }, { 2, 6 } }, { { 5, 5 }, { -8, 0 } }, { { 0, 7 }, { 3, -4 } },
                                            { { -1, -1 }, { 7, -8 } } };
   struct px_surf c;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 1, 1, 0x11);
   triangle(RED);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
   px_samples(&rig, 1, 0);
   for (unsigned k = 0; k < 4; k++)
      px_place(&rig, k, 1, places[k]);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   run();
   for (unsigned y = 0; y < RIG_SIZE; y++) {
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         for (unsigned s = 0; s < 2; s++) {
            const int8_t *at = places[(x & 1) + 2 * (y & 1)][s];
            bool in = inside(x + 0.5 + at[0] / 16.0, y + 0.5 + at[1] / 16.0);
            assert_int_equal(px_get(&c, x, y, 0, s), in ? RED : 0x11111111);
         }
      }
   }
   px_surf_free(&rig, &c);
}

/* PA_SC_AA_MASK: 16 samples for each pixel of a quad. */
static void masks_by_pixel(void **state)
{
   (void)state;
   static const uint32_t masks[4] = { 0x5, 0xf, 0x0, 0x8 };
   for (unsigned log2 = 0; log2 <= 2; log2 += 2) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, log2, 1, 0x11);
      px_rect(&rig, 0, 0.5f, RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, log2, 0);
      pm4_set_context_reg_seq(&rig.pm4, R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0, 2);
      pm4_emit(&rig.pm4, masks[0] | masks[1] << 16);
      pm4_emit(&rig.pm4, masks[2] | masks[3] << 16);
      rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++)
            for (unsigned s = 0; s < 1u << log2; s++)
               assert_int_equal(px_get(&c, x, y, 0, s), masks[(x & 1) + 2 * (y & 1)] >> s & 1 ? RED : 0x11111111);
      px_surf_free(&rig, &c);
   }
}

/* ---- programs ----------------------------------------------------------------------------------------------------------- */

/* Pass k of n does the samples k, k + n, ... */
static void sample_shading(void **state)
{
   (void)state;
   for (unsigned passes = 0; passes <= 3; passes++) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 3, 1, 0x11);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, 3, passes);
      PX_PROGRAM(&rig, ps_sample_id, PX_CENTRE | PX_ANCILLARY, NULL, 0);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++)
            for (unsigned s = 0; s < 8; s++)
               assert_int_equal(px_get(&c, x, y, 0, s),
                                covered(3, x, y, s) ? 0x10101010u * (s & ((1u << passes) - 1)) : 0x11111111);
      px_surf_free(&rig, &c);
   }
}

static void coverage_as_input(void **state)
{
   (void)state;
   for (unsigned passes = 0; passes <= 3; passes += 3) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 3, 1, 0);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, 3, passes);
      PX_PROGRAM(&rig, ps_coverage, PX_CENTRE | PX_COVERAGE, NULL, 0);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++) {
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            unsigned bits = 0;
            for (unsigned s = 0; s < 8; s++)
               bits |= (unsigned)covered(3, x, y, s) << s;
            for (unsigned s = 0; s < 8; s++)
               assert_int_equal(px_get(&c, x, y, 0, s), bits >> s & 1 ? 0x01010101u * bits : 0);
         }
      }
      px_surf_free(&rig, &c);
   }
}

/* Sixteen samples, of which surfaces keep eight: the program sees the coverage of all, what is stored is that of the first. */
static void sixteen_samples(void **state)
{
   (void)state;
   static const uint32_t ps_coverage_float[] = { /* of v2 = SAMPLE_COVERAGE, as it is */
      0x7e040d02, 0xc400180f, 0x02020202, 0xbf810000, /* v_cvt_f32_u32 v2, v2; exp mrt0 v2, v2, v2, v2 done vm; s_endpgm */
   };
   struct px_surf c;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 3, 1, 0);
   triangle(RED);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, S_028C70_FORMAT(V_028C70_COLOR_32) | S_028C70_NUMBER_TYPE(V_028C70_NUMBER_FLOAT),
                  NULL);
   px_samples(&rig, 4, 0);
   PX_PROGRAM(&rig, ps_coverage_float, PX_CENTRE | PX_COVERAGE, NULL, 0);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   run();
   unsigned partly = 0;
   for (unsigned y = 0; y < RIG_SIZE; y++)
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         unsigned bits = 0;
         for (unsigned s = 0; s < 16; s++)
            bits |= (unsigned)covered(4, x, y, s) << s;
         partly += bits != 0 && bits != 0xffff;
         for (unsigned s = 0; s < 8; s++) {
            uint32_t got = (uint32_t)px_get(&c, x, y, 0, s);
            float value;
            memcpy(&value, &got, 4);
            if (value != (float)(bits >> s & 1 ? bits : 0))
               fail_msg("pixel %u,%u sample %u: %f, covered %#x", x, y, s, (double)value, bits);
         }
      }
   assert_true(partly > 100);
   px_surf_free(&rig, &c);
}

static void mask_as_output(void **state)
{
   (void)state;
   for (uint32_t mask = 0; mask < 16; mask += 3) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x11);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, 2, 0);
      pm4_set_context_reg(&rig.pm4, R_02880C_DB_SHADER_CONTROL, S_02880C_MASK_EXPORT_ENABLE(1));
      pm4_set_context_reg(&rig.pm4, R_028710_SPI_SHADER_Z_FORMAT, V_028710_SPI_SHADER_32_ABGR);
      PX_PROGRAM(&rig, ps_mask, PX_CENTRE, &mask, 1);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++)
            for (unsigned s = 0; s < 4; s++)
               assert_int_equal(px_get(&c, x, y, 0, s), covered(2, x, y, s) && mask >> s & 1 ? WHITE : 0x11111111);
      px_surf_free(&rig, &c);
   }
}

/* POS_FLOAT_LOCATION: centre, centroid, sample. The centroid is the first covered place, or the centre. */
static void positions(void **state)
{
   (void)state;
   for (unsigned location = 0; location < 3; location++) {
      struct px_surf c;
      unsigned passes = location == 2 ? 2 : 0;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, 2, passes);
      pm4_set_context_reg(&rig.pm4, R_028BD4_PA_SC_CENTROID_PRIORITY_0, 0x00000213); /* 3, 1, 2, 0 */
      pm4_set_context_reg(&rig.pm4, R_0286E0_SPI_BARYC_CNTL, S_0286E0_POS_FLOAT_LOCATION(location));
      PX_PROGRAM(&rig, ps_place, PX_CENTRE | PX_X | PX_Y, NULL, 0);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      unsigned partly = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++) {
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            static const uint8_t order[4] = { 3, 1, 2, 0 };
            unsigned bits = 0, first = 4;
            for (unsigned s = 0; s < 4; s++)
               bits |= (unsigned)covered(2, x, y, s) << s;
            for (unsigned n = 4; n-- > 0;)
               if (bits >> order[n] & 1)
                  first = order[n];
            partly += bits && bits != 15;
            for (unsigned s = 0; s < 4; s++) {
               if (!(bits >> s & 1))
                  continue;
               unsigned place = location == 2 ? s : location == 1 && bits != 15 ? first : 4;
               int px = place < 4 ? px_places[2][place][0] : 0, py = place < 4 ? px_places[2][place][1] : 0;
               uint32_t got = (uint32_t)px_get(&c, x, y, 0, s);
               assert_int_equal(got & 255, lrint((8 + px) / 16.0 * 255));
               assert_int_equal(got >> 8 & 255, lrint((8 + py) / 16.0 * 255));
            }
         }
      }
      assert_true(partly > 100);
      px_surf_free(&rig, &c);
   }
}

/* Red is the distance from column 32 in half pixels, found at the centre, the centroid, the sample. */
static void interpolation(void **state)
{
   (void)state;
   static const uint32_t inputs[3] = { PX_CENTRE, PX_CENTROID, PX_SAMPLE };
   for (unsigned k = 0; k < 3; k++) {
      struct px_surf c;
      double value[3];
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0);
      triangle(WHITE);
      for (unsigned i = 0; i < 3; i++)
         rig.vertex[i].r = (float)(value[i] = (corner[i][0] - 31) / 4);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, 2, k == 2 ? 2 : 0);
      pm4_set_context_reg(&rig.pm4, R_0286CC_SPI_PS_INPUT_ENA, inputs[k]);
      pm4_set_context_reg(&rig.pm4, R_0286D0_SPI_PS_INPUT_ADDR, inputs[k]);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      unsigned seen = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++) {
         for (unsigned x = 31; x < 35; x++) {
            unsigned bits = 0, first = 4;
            for (unsigned s = 4; s-- > 0;)
               if (covered(2, x, y, s))
                  bits |= 1u << s, first = s;
            for (unsigned s = 0; s < 4; s++) {
               if (!(bits >> s & 1))
                  continue;
               const int8_t *at = k == 2 ? px_places[2][s] : k == 1 && bits != 15 ? px_places[2][first] : px_places[0][0];
               double want = plane(value, x + 0.5 + at[0] / 16.0, y + 0.5 + at[1] / 16.0);
               if (abs((int)(px_get(&c, x, y, 0, s) & 255) - (int)lrint(255 * want)) > 1)
                  fail_msg("kind %u pixel %u,%u sample %u: %u not %g", k, x, y, s, (unsigned)px_get(&c, x, y, 0, s) & 255,
                           255 * want);
               seen++;
            }
         }
      }
      assert_true(seen > 100);
      px_surf_free(&rig, &c);
   }
}

/* floor(alpha * n + offset / 4) samples; OFFSET_ROUND adds an eighth. */
static void alpha_to_coverage(void **state)
{
   (void)state;
   static const unsigned offsets[2][4] = { { 2, 2, 2, 2 }, { 3, 1, 0, 2 } };
   for (unsigned log2 = 1; log2 <= 3; log2++) {
      for (unsigned round = 0; round < 2; round++) {
         for (unsigned alpha = 0; alpha <= 255; alpha += 17) {
            struct px_surf c;
            px_surf_init(&rig, &c, PX_COLOUR_2D, 4, log2, 1, 0x11);
            px_rect(&rig, 0, 0.5f, 0xff | alpha << 24);
            rig_begin(&rig);
            px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
            px_samples(&rig, log2, 0);
            const unsigned *o = offsets[round];
            pm4_set_context_reg(&rig.pm4, R_028B70_DB_ALPHA_TO_MASK,
                                S_028B70_ALPHA_TO_MASK_ENABLE(1) | S_028B70_ALPHA_TO_MASK_OFFSET0(o[0]) |
                                   S_028B70_ALPHA_TO_MASK_OFFSET1(o[1]) | S_028B70_ALPHA_TO_MASK_OFFSET2(o[2]) |
                                   S_028B70_ALPHA_TO_MASK_OFFSET3(o[3]) | S_028B70_OFFSET_ROUND(round));
            rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
            run();
            for (unsigned p = 0; p < 4; p++) {
               unsigned n = 0, want = (unsigned)floor(alpha / 255.0 * (1u << log2) + (o[p] + 0.5 * round) / 4);
               for (unsigned s = 0; s < 1u << log2; s++)
                  n += px_get(&c, 20 + (p & 1), 20 + (p >> 1), 0, s) != 0x11111111;
               if (n != want)
                  fail_msg("%u samples, alpha %u, pixel %u: %u samples, not %u", 1u << log2, alpha, p, n, want);
            }
            px_surf_free(&rig, &c);
         }
      }
   }
}

/* ---- counting, resolving ------------------------------------------------------------------------------------------------ */

static void occlusion_counts_samples(void **state)
{
   (void)state;
   for (unsigned log2 = 0; log2 <= 3; log2++) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, log2, 1, 0);
      memset(rig.out, 0, 4096);
      triangle(RED);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_samples(&rig, log2, 0);
      pm4_set_context_reg(&rig.pm4, R_028004_DB_COUNT_CONTROL, S_028004_ZPASS_ENABLE(1) | S_028004_SAMPLE_RATE(log2) |
                                                                  S_028004_PERFECT_ZPASS_COUNTS(1));
      for (unsigned end = 0; end < 2; end++) {
         pm4_packet(&rig.pm4, PKT3_EVENT_WRITE, 3);
         pm4_emit(&rig.pm4, V_028A90_ZPASS_DONE | 1 << 8);
         pm4_emit_va(&rig.pm4, rig.scratch->va + 8 * end);
         if (!end)
            rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      }
      run();
      uint64_t count[2];
      memcpy(count, rig.out, 16);
      unsigned want = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++)
            for (unsigned s = 0; s < 1u << log2; s++)
               want += covered(log2, x, y, s);
      assert_int_equal(count[1] - count[0], want);
      px_surf_free(&rig, &c);
   }
}

/* CB_RESOLVE: the mean of the samples, by format. */
static void resolving(void **state)
{
   (void)state;
   static const struct { unsigned el_B; uint32_t info; } rows[] = {
      { 4, PX_RGBA8 },
      { 4, PX_RGBA8 | S_028C70_COMP_SWAP(V_028C70_SWAP_ALT) },
      { 2, S_028C70_FORMAT(V_028C70_COLOR_5_6_5) | S_028C70_BLEND_CLAMP(1) },
      { 8, S_028C70_FORMAT(V_028C70_COLOR_16_16_16_16) | S_028C70_NUMBER_TYPE(V_028C70_NUMBER_FLOAT) },
      { 16, S_028C70_FORMAT(V_028C70_COLOR_32_32_32_32) | S_028C70_NUMBER_TYPE(V_028C70_NUMBER_FLOAT) },
   };
   for (unsigned log2 = 1; log2 <= 3; log2++) {
      for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
         struct px_surf from, to;
         px_surf_init(&rig, &from, PX_COLOUR_2D, rows[k].el_B, log2, 1, 0);
         px_surf_init(&rig, &to, PX_COLOUR_1D, rows[k].el_B, 0, 1, 0x11);
         triangle(WHITE);
         px_rect(&rig, 3, 0.5f, 0);
         rig_begin(&rig);
         px_bind_colour(&rig, 0, &from, PX_COLOUR_2D, rows[k].info, NULL);
         px_samples(&rig, log2, 0);
         rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
         px_bind_colour(&rig, 1, &to, PX_COLOUR_1D, rows[k].info, NULL);
         pm4_set_context_reg(&rig.pm4, R_028238_CB_TARGET_MASK, 15);
         pm4_set_context_reg(&rig.pm4, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_RESOLVE) | S_028808_ROP3(0xcc));
         pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)(rig.vertices->va + 96));
         rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
         run();
         for (unsigned y = 0; y < RIG_SIZE; y++) {
            for (unsigned x = 0; x < RIG_SIZE; x++) {
               unsigned n = 0;
               for (unsigned s = 0; s < 1u << log2; s++)
                  n += covered(log2, x, y, s);
               double mean = n / (double)(1u << log2), got;
               uint64_t raw = px_get(&to, x, y, 0, 0);
               float f;
               memcpy(&f, &raw, 4);
               switch (rows[k].el_B) {
               case 2: /* green */
                  got = (double)(raw >> 5 & 63) / 63;
                  assert_true(fabs(got - mean) <= 0.5001 / 63);
                  break;
               case 4:
                  got = (double)(raw & 255) / 255;
                  assert_true(fabs(got - mean) <= 0.5001 / 255);
                  break;
               case 8: /* means of 0 and 1 are exact in halves */
                  assert_int_equal(raw & 0xffff, n ? (0x3c00 | (unsigned)((mean / exp2(floor(log2f((float)mean))) - 1) * 1024)) +
                                                        (int)floor(log2f((float)mean)) * 1024 : 0);
                  break;
               default:
                  assert_true(f == (float)mean);
               }
            }
         }
         px_surf_free(&rig, &from);
         px_surf_free(&rig, &to);
      }
   }
}

/* The same bytes for every number of threads, lanes and instruction set. */
static void settings_do_not_show(void **state)
{
   (void)state;
   static const char *const settings[][4] = { { "1", "64", "sse", "jit" }, { "2", "16", "avx2", "jit" },
                                              { "3", "0", "", "interp" }, { "1", "32", "avx2", "interp" } };
   uint64_t expected = 0;
   for (unsigned i = 0; i < 4; i++) {
      setenv("GLOAM_THREADS", settings[i][0], 1);
      setenv("GLOAM_SIM_LANES", settings[i][1], 1);
      setenv("GLOAM_SIM_CPU", settings[i][2], 1);
      setenv("GLOAM_SIM_EXEC", settings[i][3], 1);
      struct px_surf c, z;
      rig_init(&rig);
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x11);
      px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 2, 1, 0x3f);
      uint32_t seed = 5;
      for (unsigned n = 0; n < 300; n++) {
         float f[3];
         for (unsigned k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u;
            f[k] = (float)(seed >> 8) / (float)(1 << 24);
         }
         rig.vertex[n] = rig_at(f[0] * RIG_SIZE, f[1] * RIG_SIZE, seed | 0x40000000);
         rig.vertex[n].z = f[2];
      }
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
      px_bind_depth(&rig, &z, NULL, V_028040_Z_24, S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(1), 0);
      px_samples(&rig, 2, 1);
      pm4_set_context_reg(&rig.pm4, R_0286CC_SPI_PS_INPUT_ENA, PX_CENTROID);
      pm4_set_context_reg(&rig.pm4, R_0286D0_SPI_PS_INPUT_ADDR, PX_CENTROID);
      pm4_set_context_reg(&rig.pm4, R_028B70_DB_ALPHA_TO_MASK, 1 | 0xaa00);
      pm4_set_context_reg(&rig.pm4, R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(1) | S_028780_COLOR_SRCBLEND(4) |
                                                                   S_028780_COLOR_DESTBLEND(5));
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 300);
      run();
      uint64_t hash = 14695981039346656037u;
      for (uint64_t at = 0; at < c.t.slice_B; at++)
         hash = (hash ^ c.map[at]) * 1099511628211u;
      for (uint64_t at = 0; at < z.t.slice_B; at++)
         hash = (hash ^ z.map[at]) * 1099511628211u;
      if (!i)
         expected = hash;
      if (hash != expected)
         fail_msg("%s threads, %s lanes, %s, %s: another picture", settings[i][0], settings[i][1], settings[i][2],
                  settings[i][3]);
      px_surf_free(&rig, &c);
      px_surf_free(&rig, &z);
      rig_finish(&rig);
   }
   unsetenv("GLOAM_THREADS");
   unsetenv("GLOAM_SIM_LANES");
   unsetenv("GLOAM_SIM_CPU");
   unsetenv("GLOAM_SIM_EXEC");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(coverage_at_the_places, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(targets_with_more_samples_than_places, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(depth_of_every_sample, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(places_by_pixel, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(masks_by_pixel, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(sample_shading, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(coverage_as_input, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(sixteen_samples, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(mask_as_output, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(positions, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(interpolation, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(alpha_to_coverage, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(occlusion_counts_samples, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(resolving, rig_set_up, rig_tear_down),
      cmocka_unit_test(settings_do_not_show),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

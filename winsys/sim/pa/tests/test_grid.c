/* The grid that positions are rounded to (PA_SU_VTX_CNTL.QUANT_MODE): each mode's pixels against those that integers on that
 * grid give, with the top-left rule of the specifications (GL 4.6, 14.6.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

#define RED 0xff0000ffu
#define BACK 0x11223344u

/* The enumeration's names: points per pixel. The integer part has 16 bits, or 14 and 12 of the last two. */
static const struct mode { unsigned mode, per_pixel; int reach; } modes[] = {
   { V_028BE4_X_16_8_FIXED_POINT_1, 1, 32768 },        { V_028BE4_X_16_8_FIXED_POINT_1_2, 2, 32768 },
   { V_028BE4_X_16_8_FIXED_POINT_1_4TH, 4, 32768 },    { V_028BE4_X_16_8_FIXED_POINT_1_8TH, 8, 32768 },
   { V_028BE4_X_16_8_FIXED_POINT_1_16TH, 16, 32768 },  { V_028BE4_X_16_8_FIXED_POINT_1_256TH, 256, 32768 },
   { V_028BE4_X_14_10_FIXED_POINT_1_1024TH, 1024, 8192 }, { V_028BE4_X_12_12_FIXED_POINT_1_4096TH, 4096, 2048 },
};
#define NUM_MODES (sizeof modes / sizeof modes[0])

/* offset: PA_SU_HARDWARE_SCREEN_OFFSET in pixels. */
static void begin(const struct mode *m, unsigned offset)
{
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028BE4_PA_SU_VTX_CNTL, S_028BE4_PIX_CENTER(1) | S_028BE4_ROUND_MODE(V_028BE4_X_ROUND_TO_EVEN) |
                                                             S_028BE4_QUANT_MODE(m->mode));
   pm4_set_context_reg(&rig.pm4, R_028234_PA_SU_HARDWARE_SCREEN_OFFSET,
                       S_028234_HW_SCREEN_OFFSET_X(offset / 16) | S_028234_HW_SCREEN_OFFSET_Y(offset / 16));
}

static void draw(unsigned type, unsigned count)
{
   rig_draw(&rig, type, count);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

/* A wall's left and right side a little beside the centres of pixels 100 and 180. */
static void upright_sides(void **state)
{
   static const double beside[] = { -0.25, -1.0 / 64, -1.0 / 1024, -1.0 / 4096, -1.0 / 8192, 0, 1.0 / 8192, 3.0 / 8192,
                                    1.0 / 4096, 1.0 / 2048,
      1.0 / 512, 3.0 / 512, 1.0 / 32, 0.25, 0.5 };
   for (unsigned k = 0; k < NUM_MODES; k++) {
      for (unsigned i = 0; i < sizeof beside / sizeof beside[0]; i++) {
         double left = 100.5 + beside[i], right = 180.5 + beside[i], n = modes[k].per_pixel;
         begin(&modes[k], i & 1 ? 64 : 0);
         rig.vertex[0] = rig_at((float)left, 10, RED);
         rig.vertex[1] = rig_at((float)left, 20, RED);
         rig.vertex[2] = rig_at((float)right, 10, RED);
         draw(V_008958_DI_PT_RECTLIST, 3);
         left = rint(left * n) / n; /* ties to even */
         right = rint(right * n) / n;
         for (unsigned x = 90; x < 190; x++)
            if ((rig_get(&rig, x, 15) == RED) != (x + 0.5 >= left && x + 0.5 < right))
               fail_msg("1/%u pixel, beside %g: pixel %u", modes[k].per_pixel, beside[i], x);
      }
   }
}

struct point { int64_t x, y; };

/* Twice the area left of the side as seen with y downwards: positive inside. */
static int64_t turn(struct point a, struct point b, struct point p)
{
   return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool owns(struct point a, struct point b)
{
   return b.y < a.y || (b.y == a.y && b.x > a.x);
}

static bool inside(const struct point c[3], struct point p)
{
   bool all = true;
   for (unsigned k = 0; k < 3; k++) {
      int64_t t = turn(c[k], c[(k + 1) % 3], p);
      all &= t > 0 || (t == 0 && owns(c[k], c[(k + 1) % 3]));
   }
   return all;
}

static uint32_t next(uint32_t *random)
{
   return *random = *random * 1664525u + 1013904223u;
}

/* Corners in 1/8192 pixel; with a size of 4 pixels most of them are of the kinds that have ways of their own. */
static void compare(const struct mode *m, unsigned offset, const int32_t at[3][2])
{
   struct point c[3];
   for (unsigned k = 0; k < 3; k++) {
      rig.vertex[k] = rig_at((float)at[k][0] / 8192, (float)at[k][1] / 8192, RED);
      c[k] = (struct point){ (int64_t)rint(at[k][0] / 8192.0 * m->per_pixel), (int64_t)rint(at[k][1] / 8192.0 * m->per_pixel) };
   }
   if (turn(c[0], c[1], c[2]) < 0) {
      struct point last = c[2];
      c[2] = c[1];
      c[1] = last;
   }
   begin(m, offset);
   draw(V_008958_DI_PT_TRILIST, 3);
   for (unsigned k = 0; k < 3; k++) { /* halves of the grid's points, for the centres */
      c[k].x *= 2;
      c[k].y *= 2;
   }
   for (int y = 0; y < RIG_SIZE; y++) {
      for (int x = 0; x < RIG_SIZE; x++) {
         const struct point centre = { (2 * x + 1) * (int64_t)m->per_pixel, (2 * y + 1) * (int64_t)m->per_pixel };
         bool expected = turn(c[0], c[1], c[2]) != 0 && inside(c, centre);
         if ((rig_get(&rig, (unsigned)x, (unsigned)y) == RED) != expected)
            fail_msg("1/%u pixel, offset %u, %d,%d %d,%d %d,%d: pixel %d %d is %sdrawn", m->per_pixel, offset, at[0][0], at[0][1],
                     at[1][0],
                     at[1][1], at[2][0], at[2][1], x, y, expected ? "not " : "");
      }
   }
}

static void slanted_sides(void **state)
{
   uint32_t random = 1;
   for (unsigned k = 0; k < NUM_MODES; k++) {
      for (unsigned i = 0; i < 24; i++) {
         int32_t at[3][2], size = i & 1 ? 4 * 8192 : (RIG_SIZE - 8) * 8192;
         for (unsigned n = 0; n < 6; n++)
            at[n / 2][n & 1] = 4 * 8192 + (int32_t)((uint64_t)(next(&random) >> 8) * (uint64_t)size >> 24);
         if (i & 2) /* a corner a little beside a pixel's centre */
            at[0][0] = (at[0][0] & ~8191) + 4096 + (int32_t)(next(&random) >> 28) - 8;
         compare(&modes[k], i & 4 ? 128 : 0, at);
      }
   }
}

/* Corners far outside of what the finest grid can hold: they are cut off, and nothing of it is seen. */
static void beyond_the_grid(void **state)
{
   for (unsigned k = 0; k < NUM_MODES; k++) {
      begin(&modes[k], 0);
      rig_float_reg(&rig, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 500);
      rig_float_reg(&rig, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, 500);
      rig.vertex[0] = rig_at(-30000, -30000, RED);
      rig.vertex[1] = rig_at(40000, 128.5f, RED);
      rig.vertex[2] = rig_at(-30000, 30000, RED);
      draw(V_008958_DI_PT_TRILIST, 3);
      assert_int_equal(rig_count(&rig, RED), RIG_SIZE * RIG_SIZE);
      /* Just inside, where products are largest. */
      int32_t reach = modes[k].reach - 400;
      begin(&modes[k], 0);
      rig_float_reg(&rig, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 500);
      rig_float_reg(&rig, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, 500);
      rig.vertex[0] = rig_at((float)-reach, (float)-reach, RED);
      rig.vertex[1] = rig_at((float)reach, (float)-reach, RED);
      rig.vertex[2] = rig_at((float)reach, (float)reach, RED);
      draw(V_008958_DI_PT_TRILIST, 3);
      for (unsigned y = 0; y < RIG_SIZE; y += 5)
         for (unsigned x = 0; x < RIG_SIZE; x++) /* a left side owns the pixels on it */
            assert_int_equal(rig_get(&rig, x, y) == RED, x >= y);
   }
}

/* Sizes in pixels, whatever the grid: a point of 9, one of 2000 with four samples, a line of 5. */
static void points_and_lines(void **state)
{
   for (unsigned k = 0; k < NUM_MODES; k++) {
      begin(&modes[k], 32);
      pm4_set_context_reg(&rig.pm4, R_028A00_PA_SU_POINT_SIZE, 9 * 8 | (9 * 8) << 16);
      rig.vertex[0] = rig_at(50.5f, 60.5f, RED);
      draw(V_008958_DI_PT_POINTLIST, 1);
      bool half = modes[k].per_pixel > 1; /* else 50 and 60, from 45.5 on all the same */
      assert_int_equal(rig_count(&rig, RED), 81);
      assert_int_equal(rig_get(&rig, half ? 46 : 45, half ? 56 : 55), RED);
      begin(&modes[k], 32);
      pm4_set_context_reg(&rig.pm4, R_028BE0_PA_SC_AA_CONFIG, S_028BE0_MSAA_NUM_SAMPLES(2) | S_028BE0_MAX_SAMPLE_DIST(6));
      pm4_set_context_reg(&rig.pm4, R_028A00_PA_SU_POINT_SIZE, 8000 * 8 | 8000u * 8 << 16);
      draw(V_008958_DI_PT_POINTLIST, 1);
      assert_int_equal(rig_count(&rig, RED), RIG_SIZE * RIG_SIZE);
      begin(&modes[k], 32);
      pm4_set_context_reg(&rig.pm4, R_028A08_PA_SU_LINE_CNTL, 5 * 8);
      rig.vertex[0] = rig_at(20, 30.5f, RED);
      rig.vertex[1] = rig_at(120, 30.5f, RED);
      draw(V_008958_DI_PT_LINELIST, 2);
      assert_int_equal(rig_count(&rig, RED), 100 * 5);
   }
}

/* A ramp from 0 to 1 over 255 pixels: the centre of pixel n has (n + 1/2) / 255, wherever positions are counted from. */
static void interpolation(void **state)
{
   for (unsigned k = 0; k < NUM_MODES; k++) {
      begin(&modes[k], 96);
      rig.vertex[0] = rig_at(0, 0, 0xff000000);
      rig.vertex[1] = rig_at(255, 0, 0xff0000ff);
      rig.vertex[2] = rig_at(0, 255, 0xff00ff00);
      draw(V_008958_DI_PT_TRILIST, 3);
      for (unsigned x = 0; x < 250; x++) {
         uint32_t got = rig_get(&rig, x, 4);
         assert_in_range(got & 255, x, x + 1);
         assert_in_range(got >> 8 & 255, 4, 5);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(upright_sides, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(slanted_sides, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(beyond_the_grid, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(points_and_lines, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(interpolation, rig_set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Packet streams drawn by the machine: coverage rules, clipping, primitive types, interpolation, and that neither threads
 * nor lanes show in the picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

#define RED 0xff0000ffu
#define GREEN 0xff00ff00u
#define BLUE 0xffff0000u
#define BACK 0x11223344u

static int set_up(void **state)
{
   rig_init(&rig);
   rig_clear(&rig, BACK);
   return 0;
}

static void rectangle(void **state)
{
   rig_begin(&rig);
   rig.vertex[0] = rig_at(10, 20, RED);
   rig.vertex[1] = rig_at(10, 50, RED);
   rig.vertex[2] = rig_at(100, 20, RED);
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 90 * 30);
   assert_int_equal(rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE - 90 * 30);
   assert_int_equal(rig_get(&rig, 10, 20), RED);
   assert_int_equal(rig_get(&rig, 99, 49), RED);
   assert_int_equal(rig_get(&rig, 100, 49), BACK);
   assert_int_equal(rig_get(&rig, 99, 50), BACK);
}

/* A quad of two triangles: no pixel on the diagonal twice or never. Seen through the sum of additive halves: the second
 * triangle overwrites nothing of the first. */
static void neighbours_share_no_pixel(void **state)
{
   static const float corners[][2] = { { 3.25f, 7.5f }, { 201.125f, 30.75f }, { 180.5f, 240.0f }, { 20.0f, 199.875f } };
   rig.vertex[0] = rig_at(corners[0][0], corners[0][1], RED);
   rig.vertex[1] = rig_at(corners[1][0], corners[1][1], RED);
   rig.vertex[2] = rig_at(corners[2][0], corners[2][1], RED);
   rig.vertex[3] = rig_at(corners[0][0], corners[0][1], GREEN);
   rig.vertex[4] = rig_at(corners[2][0], corners[2][1], GREEN);
   rig.vertex[5] = rig_at(corners[3][0], corners[3][1], GREEN);
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   unsigned red_alone = rig_count(&rig, RED);
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 6);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), red_alone);
   /* The complete quad against a count of pixel centres inside. */
   unsigned expected = 0;
   for (unsigned y = 0; y < RIG_SIZE; y++) {
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         bool inside = true;
         for (unsigned k = 0; k < 4; k++) {
            const float *a = corners[k], *b = corners[(k + 1) % 4];
            double e = ((double)b[0] - a[0]) * (y + 0.5 - a[1]) - ((double)b[1] - a[1]) * (x + 0.5 - a[0]);
            inside &= e >= 0;
         }
         expected += inside;
         bool drawn = rig_get(&rig, x, y) != BACK;
         if (inside != drawn)
            fail_msg("pixel %u,%u inside %d drawn %d", x, y, inside, drawn);
      }
   }
   assert_int_equal(rig_count(&rig, RED) + rig_count(&rig, GREEN), expected);
}

/* Right-angled triangles on pixel centres: left and top sides are in, right and bottom ones are not. */
static void top_left_rule(void **state)
{
   rig.vertex[0] = rig_at(10.5f, 10.5f, RED);
   rig.vertex[1] = rig_at(20.5f, 10.5f, RED);
   rig.vertex[2] = rig_at(10.5f, 20.5f, RED);
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_get(&rig, 10, 10), RED);
   assert_int_equal(rig_get(&rig, 19, 10), RED);
   assert_int_equal(rig_get(&rig, 20, 10), BACK);
   assert_int_equal(rig_get(&rig, 10, 19), RED);
   assert_int_equal(rig_get(&rig, 15, 15), BACK); /* on the slanted side */
   assert_int_equal(rig_count(&rig, RED), 55);
}

static void culling(void **state)
{
   for (unsigned face = 0; face < 2; face++) {
      for (unsigned cull = 0; cull < 4; cull++) {
         rig_clear(&rig, BACK);
         /* Positive area: clockwise on a screen whose y runs down. */
         rig.vertex[0] = rig_at(10, 10, RED);
         rig.vertex[1] = rig_at(50, 10, RED);
         rig.vertex[2] = rig_at(10, 50, RED);
         rig_begin(&rig);
         pm4_set_context_reg(&rig.pm4, R_028814_PA_SU_SC_MODE_CNTL, S_028814_FACE(face) | S_028814_CULL_FRONT(cull & 1) |
                                                                       S_028814_CULL_BACK(cull >> 1));
         rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         bool front = face == 1, culled = front ? cull & 1 : cull >> 1;
         assert_int_equal(rig_count(&rig, RED) != 0, !culled);
      }
   }
}

/* Primitive types: pixels covered by known figures. */
static void primitive_types(void **state)
{
   static const float square[6][2] = { { 8, 8 }, { 40, 8 }, { 40, 40 }, { 8, 40 } };
   static const float strip[4][2] = { { 8, 8 }, { 40, 8 }, { 8, 40 }, { 40, 40 } };
   static const float loop[4][2] = { { 8.5f, 8.5f }, { 40.5f, 8.5f }, { 40.5f, 40.5f }, { 8.5f, 40.5f } };
   static const struct { unsigned type; const float (*at)[2]; unsigned count, pixels; } rows[] = {
      { V_008958_DI_PT_TRIFAN, square, 4, 32 * 32 },    { V_008958_DI_PT_TRISTRIP, strip, 4, 32 * 32 },
      { V_008958_DI_PT_QUADLIST, square, 4, 32 * 32 },  { V_008958_DI_PT_QUADSTRIP, strip, 4, 32 * 32 },
      { V_008958_DI_PT_POLYGON, square, 4, 32 * 32 },   { V_008958_DI_PT_TRILIST, square, 2, 0 },
      { V_008958_DI_PT_LINELOOP, loop, 4, 4 * 32 },     { V_008958_DI_PT_LINESTRIP, loop, 4, 3 * 32 },
      { V_008958_DI_PT_LINELIST, loop, 4, 2 * 32 },     { V_008958_DI_PT_POINTLIST, loop, 4, 4 },
      { V_008958_DI_PT_LINELIST_ADJ, loop, 4, 32 },
   };
   for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
      rig_clear(&rig, BACK);
      for (unsigned i = 0; i < rows[k].count; i++)
         rig.vertex[i] = rig_at(rows[k].at[i][0], rows[k].at[i][1], RED);
      rig_begin(&rig);
      rig_draw(&rig, rows[k].type, rows[k].count);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      if (rig_count(&rig, RED) != rows[k].pixels)
         fail_msg("type %u: %u pixels, expected %u", rows[k].type, rig_count(&rig, RED), rows[k].pixels);
   }
}

static void wide_lines_and_points(void **state)
{
   rig.vertex[0] = rig_at(20, 20, RED);
   rig.vertex[1] = rig_at(60, 20, RED);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028A08_PA_SU_LINE_CNTL, 4 * 8);
   rig_draw(&rig, V_008958_DI_PT_LINELIST, 2);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 40 * 4);
   rig_clear(&rig, BACK);
   rig.vertex[0] = rig_at(30, 30, RED);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028A00_PA_SU_POINT_SIZE, 8 * 8 | 8 * 8 << 16);
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 1);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 64);
   assert_int_equal(rig_get(&rig, 26, 26), RED);
   assert_int_equal(rig_get(&rig, 33, 33), RED);
}

/* Lines draw the fragments whose diamonds they leave. Each row: from, to, first and last pixel drawn. */
static void diamond_exit(void **state)
{
   static const struct { float x0, x1; int first, last; } rows[] = {
      { 10.25f, 20.25f, 10, 19 }, { 10.75f, 20.75f, 10, 19 }, /* both ends inside diamonds, behind the centre too */
      { 10.5f, 20.5f, 10, 19 }, { 20.5f, 10.5f, 11, 20 },
      { 20.25f, 10.25f, 11, 20 },
      { 10.1f, 10.4f, 1, 0 }, /* never leaves its diamond */
   };
   for (unsigned swap = 0; swap < 2; swap++) {
      for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
         rig_clear(&rig, BACK);
         rig.vertex[0] = swap ? rig_at(30.5f, rows[i].x0, RED) : rig_at(rows[i].x0, 30.5f, RED);
         rig.vertex[1] = swap ? rig_at(30.5f, rows[i].x1, RED) : rig_at(rows[i].x1, 30.5f, RED);
         rig_begin(&rig);
         rig_draw(&rig, V_008958_DI_PT_LINELIST, 2);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         for (int k = 5; k < 25; k++)
            assert_int_equal(swap ? rig_get(&rig, 30, (unsigned)k) : rig_get(&rig, (unsigned)k, 30),
                             k >= rows[i].first && k <= rows[i].last ? RED : BACK);
      }
   }
}

/* The discard band decides about all of a point, by its centre; the clip band cuts lines and triangles. */
static void guard_bands(void **state)
{
   static const struct { float clip, discard, x; unsigned type, pixels; } rows[] = {
      { 1, 1, 1.02f, V_008958_DI_PT_POINTLIST, 0 },        /* centre outside */
      { 1, 1.1f, 1.02f, V_008958_DI_PT_POINTLIST, 5 * 16 },/* 2.56 pixels outside, 8 wide each way */
      { 1, 1, 0.98f, V_008958_DI_PT_POINTLIST, 11 * 16 },
      { 0.5f, 1, 0.98f, V_008958_DI_PT_POINTLIST, 11 * 16 },
      { 1, 1, 4, V_008958_DI_PT_LINELIST, 128 },
      { 0.5f, 1, 4, V_008958_DI_PT_LINELIST, 64 },         /* from the centre to half of the right half */
      { 8, 1, 4, V_008958_DI_PT_LINELIST, 128 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      rig_clear(&rig, BACK);
      rig.vertex[0] = (struct rig_vertex){ rows[i].type == V_008958_DI_PT_POINTLIST ? rows[i].x : 0, 0.01f, 0, 1, 1, 0, 0, 1 };
      rig.vertex[1] = (struct rig_vertex){ rows[i].x, 0.01f, 0, 1, 1, 0, 0, 1 };
      rig_begin(&rig);
      pm4_set_context_reg(&rig.pm4, R_028A00_PA_SU_POINT_SIZE, 8 * 16 | 8 * 16 << 16);
      rig_float_reg(&rig, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, rows[i].clip);
      rig_float_reg(&rig, R_028BEC_PA_CL_GB_VERT_DISC_ADJ, rows[i].discard);
      rig_float_reg(&rig, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, rows[i].clip);
      rig_float_reg(&rig, R_028BF4_PA_CL_GB_HORZ_DISC_ADJ, rows[i].discard);
      rig_draw(&rig, rows[i].type, rows[i].type == V_008958_DI_PT_POINTLIST ? 1 : 2);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      if (rig_count(&rig, RED) != rows[i].pixels)
         fail_msg("row %u: %u pixels, not %u", i, rig_count(&rig, RED), rows[i].pixels);
   }
}

static void scissors(void **state)
{
   rig.vertex[0] = rig_at(0, 0, RED);
   rig.vertex[1] = rig_at(0, 256, RED);
   rig.vertex[2] = rig_at(256, 0, RED);
   rig_begin(&rig);
   pm4_set_context_reg_seq(&rig.pm4, R_028240_PA_SC_GENERIC_SCISSOR_TL, 2);
   pm4_emit(&rig.pm4, 5 | 6 << 16 | S_028240_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(&rig.pm4, 200 | 100 << 16);
   pm4_set_context_reg(&rig.pm4, R_028A48_PA_SC_MODE_CNTL_0, S_028A48_VPORT_SCISSOR_ENABLE(1));
   pm4_set_context_reg_seq(&rig.pm4, R_028250_PA_SC_VPORT_SCISSOR_0_TL, 2);
   pm4_emit(&rig.pm4, 7 | 0 << 16 | S_028240_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(&rig.pm4, 256 | 90 << 16);
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), (200 - 7) * (90 - 6));
}

/* PA_SC_CLIPRECT_RULE: one bit for each set of rectangles that a pixel may be in. */
static void clip_rectangles(void **state)
{
   static const unsigned rect[4][4] = { { 3, 5, 90, 70 }, { 40, 20, 200, 33 }, { 10, 10, 11, 250 }, { 0, 60, 256, 64 } };
   static const uint16_t rules[] = { 0xffff, 0xaaaa, 0xfffe, 0x8000, 0x0001, 0x6996, 0 };
   for (unsigned k = 0; k < sizeof rules / sizeof rules[0]; k++) {
      for (unsigned type = 0; type < 2; type++) { /* a rectangle, and triangles that leave a corner */
         static const float at[3][2] = { { 0, 0 }, { 0, 256 }, { 256, 0 } };
         rig_clear(&rig, BACK);
         for (unsigned i = 0; i < 3; i++)
            rig.vertex[i] = rig_at(at[i][0], at[i][1], RED);
         rig_begin(&rig);
         pm4_set_context_reg(&rig.pm4, R_02820C_PA_SC_CLIPRECT_RULE, rules[k]);
         pm4_set_context_reg_seq(&rig.pm4, R_028210_PA_SC_CLIPRECT_0_TL, 8);
         for (unsigned i = 0; i < 4; i++) {
            pm4_emit(&rig.pm4, rect[i][0] | rect[i][1] << 16);
            pm4_emit(&rig.pm4, rect[i][2] | rect[i][3] << 16);
         }
         rig_draw(&rig, type ? V_008958_DI_PT_TRILIST : V_008958_DI_PT_RECTLIST, 3);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         for (unsigned y = 0; y < RIG_SIZE; y++) {
            for (unsigned x = 0; x < RIG_SIZE; x++) {
               unsigned in = 0;
               for (unsigned i = 0; i < 4; i++)
                  in |= (unsigned)(x >= rect[i][0] && y >= rect[i][1] && x < rect[i][2] && y < rect[i][3]) << i;
               bool drawn = rules[k] >> in & 1 && (!type || x + y < 255);
               assert_int_equal(rig_get(&rig, x, y), drawn ? RED : BACK);
            }
         }
      }
   }
}

static uint32_t expected_mix(double b0, double b1, double b2)
{
   return (uint32_t)lrint(255 * b0) | (uint32_t)lrint(255 * b1) << 8 | (uint32_t)lrint(255 * b2) << 16 | 0xff000000u;
}

static bool close_to(uint32_t a, uint32_t b)
{
   for (unsigned k = 0; k < 32; k += 8)
      if (abs((int)(a >> k & 255) - (int)(b >> k & 255)) > 1)
         return false;
   return true;
}

/* Colours red, green, blue at the corners; w differs, so the mix is not linear on the screen. */
static void perspective_interpolation(void **state)
{
   static const double x[3] = { 10, 240, 40 }, y[3] = { 12, 70, 230 }, w[3] = { 1, 3, 0.5 };
   const uint32_t colour[3] = { RED, GREEN, BLUE };
   for (unsigned k = 0; k < 3; k++) {
      struct rig_vertex v = rig_at((float)x[k], (float)y[k], colour[k]);
      v.x *= (float)w[k];
      v.y *= (float)w[k];
      v.w = (float)w[k];
      rig.vertex[k] = v;
   }
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   double area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
   unsigned seen = 0;
   for (unsigned py = 0; py < RIG_SIZE; py += 5) {
      for (unsigned px = 0; px < RIG_SIZE; px += 5) {
         if (rig_get(&rig, px, py) == BACK)
            continue;
         double dx = px + 0.5 - x[0], dy = py + 0.5 - y[0];
         double b1 = (dx * (y[2] - y[0]) - dy * (x[2] - x[0])) / area, b2 = (dy * (x[1] - x[0]) - dx * (y[1] - y[0])) / area;
         double u0 = (1 - b1 - b2) / w[0], u1 = b1 / w[1], u2 = b2 / w[2], sum = u0 + u1 + u2;
         uint32_t want = expected_mix(u0 / sum, u1 / sum, u2 / sum);
         if (!close_to(rig_get(&rig, px, py), want))
            fail_msg("pixel %u,%u: %08x, expected %08x", px, py, rig_get(&rig, px, py), want);
         seen++;
      }
   }
   assert_true(seen > 500);
}

static void flat_shading_takes_the_provoking_vertex(void **state)
{
   for (unsigned last = 0; last < 2; last++) {
      rig.vertex[0] = rig_at(10, 10, RED);
      rig.vertex[1] = rig_at(100, 10, GREEN);
      rig.vertex[2] = rig_at(10, 100, BLUE);
      rig_begin(&rig);
      pm4_set_context_reg(&rig.pm4, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(last));
      pm4_set_context_reg(&rig.pm4, R_028644_SPI_PS_INPUT_CNTL_0, S_028644_FLAT_SHADE(1));
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      assert_int_equal(rig_get(&rig, 30, 30), last ? BLUE : RED);
      rig_begin(&rig);
      pm4_set_context_reg(&rig.pm4, R_028644_SPI_PS_INPUT_CNTL_0, 0x20 | S_028644_DEFAULT_VAL(3));
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      assert_int_equal(rig_get(&rig, 30, 30), 0xffffffff);
   }
}

/* A triangle through the eye plane: what is in front covers what plane geometry says, and nothing crashes for corners at
 * infinity or NaN. */
static void clipping(void **state)
{
   rig.vertex[0] = (struct rig_vertex){ -1, -1, 0, 1, 1, 0, 0, 1 };
   rig.vertex[1] = (struct rig_vertex){ 1, -1, 0, 1, 1, 0, 0, 1 };
   rig.vertex[2] = (struct rig_vertex){ 0, 3, -2, -1, 1, 0, 0, 1 }; /* behind the eye */
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_true(rig_count(&rig, RED) > RIG_SIZE * RIG_SIZE / 8);
   assert_int_equal(rig_count(&rig, RED) + rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE);
   /* Far outside the guard band: all pixels of the middle are covered. */
   rig_clear(&rig, BACK);
   rig.vertex[0] = (struct rig_vertex){ -1e6f, -1e6f, 0, 1, 1, 0, 0, 1 };
   rig.vertex[1] = (struct rig_vertex){ 3e6f, -1e6f, 0, 1, 1, 0, 0, 1 };
   rig.vertex[2] = (struct rig_vertex){ -1e6f, 3e6f, 0, 1, 1, 0, 0, 1 };
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), RIG_SIZE * RIG_SIZE);
   /* z beyond the far plane for one half */
   rig_clear(&rig, BACK);
   rig.vertex[0] = (struct rig_vertex){ -1, -1, 0, 1, 1, 0, 0, 1 };
   rig.vertex[1] = (struct rig_vertex){ 3, -1, 4, 1, 1, 0, 0, 1 };
   rig.vertex[2] = (struct rig_vertex){ -1, 3, 0, 1, 1, 0, 0, 1 };
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_get(&rig, 127, 100), RED); /* z = x + 1 reaches w at x = 0 */
   assert_int_equal(rig_get(&rig, 128, 100), BACK);
   assert_int_equal(rig_count(&rig, RED), RIG_SIZE * RIG_SIZE / 2);
   const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-38f, 0 };
   rig_begin(&rig);
   for (unsigned i = 0; i < 7 * 7 * 3; i++)
      rig.vertex[i] = (struct rig_vertex){ odd[i % 7], odd[i / 7 % 7], odd[i / 21], odd[i / 3 % 7], 1, 0, 0, 1 };
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 147);
   rig_draw(&rig, V_008958_DI_PT_LINELIST, 146);
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 147);
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 147);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

/* What is left of a clipped triangle has the colours it has unclipped, in perspective and on the screen. */
static void clipping_bends_nothing(void **state)
{
   static uint32_t whole[RIG_SIZE * RIG_SIZE];
   for (unsigned linear = 0; linear < 2; linear++) {
      for (unsigned clipped = 0; clipped < 2; clipped++) {
         rig_clear(&rig, BACK);
         rig.vertex[0] = (struct rig_vertex){ -1, -1, 0, 1, 1, 0, 0, 1 };
         rig.vertex[1] = (struct rig_vertex){ 5, -5, 0, 5, 0, 1, 0, 1 };
         rig.vertex[2] = (struct rig_vertex){ 0, 3, 0, 3, 0, 0, 1, 1 };
         rig_begin(&rig);
         uint32_t ena = linear ? S_0286CC_LINEAR_CENTER_ENA(1) : S_0286CC_PERSP_CENTER_ENA(1);
         pm4_set_context_reg(&rig.pm4, R_0286CC_SPI_PS_INPUT_ENA, ena);
         pm4_set_context_reg(&rig.pm4, R_0286D0_SPI_PS_INPUT_ADDR, ena);
         pm4_set_context_reg(&rig.pm4, R_028810_PA_CL_CLIP_CNTL, clipped);
         rig_float_reg(&rig, R_0285BC_PA_CL_UCP_0_X, 0.3f);
         rig_float_reg(&rig, R_0285BC_PA_CL_UCP_0_X + 4, 1);
         rig_float_reg(&rig, R_0285BC_PA_CL_UCP_0_X + 8, 0);
         rig_float_reg(&rig, R_0285BC_PA_CL_UCP_0_X + 12, 0.2f);
         rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         if (!clipped)
            memcpy(whole, rig.pixel, sizeof whole);
      }
      unsigned left = 0, bent = 0;
      for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++) {
         left += rig.pixel[i] != BACK;
         bent += rig.pixel[i] != BACK && rig.pixel[i] != whole[i];
      }
      assert_int_equal(bent, 0);
      assert_in_range(left, 1000, rig_count(&rig, BACK)); /* some was cut off, some not */
   }
}

/* User clip planes, of the position in clip space: counts by the plane's own inequality at pixel centres. */
static void clip_planes(void **state)
{
   static const struct { uint32_t enabled; float plane[2][4]; } rows[] = {
      { 0x01, { { 1, 0, 0, 0 } } },
      { 0x20, { { 0, -1, 0, 0.5f } } },
      { 0x21, { { 1, 0, 0, 0.25f }, { 0, 1, 0, 0.75f } } },
      { 0x01, { { 0, 0, 0, -1 } } },
      { 0x00, { { 1, 0, 0, 0 } } },
   };
   for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
      unsigned expected = 0, n = 0;
      rig_clear(&rig, BACK);
      rig.vertex[0] = (struct rig_vertex){ -2, -2, 0, 2, 1, 0, 0, 1 }; /* w = 2 */
      rig.vertex[1] = (struct rig_vertex){ 6, -2, 0, 2, 1, 0, 0, 1 };
      rig.vertex[2] = (struct rig_vertex){ -2, 6, 0, 2, 1, 0, 0, 1 };
      rig_begin(&rig);
      pm4_set_context_reg(&rig.pm4, R_028810_PA_CL_CLIP_CNTL, rows[k].enabled);
      for (unsigned ucp = 0; ucp < 6; ucp++)
         if (rows[k].enabled >> ucp & 1) {
            for (unsigned i = 0; i < 4; i++)
               rig_float_reg(&rig, R_0285BC_PA_CL_UCP_0_X + 16 * ucp + 4 * i, rows[k].plane[n][i]);
            n++;
         }
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      for (unsigned at = 0; at < RIG_SIZE * RIG_SIZE; at++) {
         float x = (at % RIG_SIZE + 0.5f) / RIG_SIZE * 2 - 1, y = (at / RIG_SIZE + 0.5f) / RIG_SIZE * 2 - 1;
         bool inside = true;
         for (unsigned i = 0; i < n; i++)
            inside = inside && rows[k].plane[i][0] * x + rows[k].plane[i][1] * y + rows[k].plane[i][3] >= 0;
         expected += inside;
      }
      assert_int_equal(rig_count(&rig, RED), expected);
   }
}

/* Indices of each size, restart, a base outside the buffer, indices beyond what is readable. */
static void indexed_draws(void **state)
{
   rig.vertex[0] = rig_at(8, 8, RED);
   rig.vertex[1] = rig_at(40, 8, RED);
   rig.vertex[2] = rig_at(8, 40, RED);
   rig.vertex[3] = rig_at(40, 40, RED);
   for (unsigned size_B = 1; size_B <= 4; size_B *= 2) {
      rig_clear(&rig, BACK);
      static const uint32_t indices[8] = { 0, 1, 2, 0xffffffff, 1, 3, 2, 0 };
      for (unsigned i = 0; i < 8; i++)
         memcpy((uint8_t *)rig.out + size_B * i, &indices[i], size_B);
      rig_begin(&rig);
      pm4_set_context_reg(&rig.pm4, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, 0xffffffff);
      pm4_set_context_reg(&rig.pm4, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
      pm4_set_uconfig_reg_index(&rig.pm4, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_TRISTRIP);
      pm4_packet(&rig.pm4, PKT3_INDEX_TYPE, 1);
      pm4_emit(&rig.pm4, size_B == 1 ? 2 : size_B == 2 ? 0 : 1);
      pm4_packet(&rig.pm4, PKT3_DRAW_INDEX_2, 5);
      pm4_emit(&rig.pm4, 8);
      pm4_emit_va(&rig.pm4, rig.scratch->va);
      pm4_emit(&rig.pm4, 7);
      pm4_emit(&rig.pm4, 0);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      assert_int_equal(rig_count(&rig, RED), 32 * 32);
   }
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   pm4_set_uconfig_reg_index(&rig.pm4, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_TRILIST);
   pm4_packet(&rig.pm4, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(&rig.pm4, 0xffffff);
   pm4_emit_va(&rig.pm4, 0xff00000000); /* nothing there: reads zero, draws degenerate triangles */
   pm4_emit(&rig.pm4, 300);
   pm4_emit(&rig.pm4, 0);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE);
}

static uint64_t picture_of_many_triangles(void)
{
   uint32_t seed = 12345;
   for (unsigned i = 0; i < 3 * 2000; i++) {
      float f[5];
      for (unsigned k = 0; k < 5; k++) {
         seed = seed * 1664525u + 1013904223u;
         f[k] = (float)(seed >> 8) / (float)(1 << 24);
      }
      static float cx, cy;
      if (i % 3 == 0)
         cx = f[0] * RIG_SIZE, cy = f[1] * RIG_SIZE;
      float size = i % 30 < 3 ? 300 : 20;
      rig.vertex[i] = rig_at(cx + (f[0] - 0.5f) * size, cy + (f[1] - 0.5f) * size, 0);
      float w = 0.5f + f[2];
      struct rig_vertex *v = &rig.vertex[i];
      v->x *= w, v->y *= w, v->w = w;
      v->r = f[3], v->g = f[4], v->b = f[2], v->a = 1;
   }
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3 * 2000);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   uint64_t hash = 14695981039346656037u;
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
      hash = (hash ^ rig.pixel[i]) * 1099511628211u;
   return hash;
}

static void threads_and_lanes_do_not_show(void **state)
{
   static const char *const settings[][3] = { { "1", "64", "sse" }, { "1", "16", "avx2" }, { "2", "32", "" }, { "3", "0", "" },
                                              { "8", "0", "avx2" }, { "4", "16", "sse" } };
   uint64_t expected = 0;
   for (unsigned i = 0; i < 6; i++) {
      setenv("GLOAM_THREADS", settings[i][0], 1);
      setenv("GLOAM_SIM_LANES", settings[i][1], 1);
      setenv("GLOAM_SIM_CPU", settings[i][2], 1);
      rig_init(&rig);
      rig_clear(&rig, BACK);
      uint64_t hash = picture_of_many_triangles();
      assert_true(rig_count(&rig, BACK) < RIG_SIZE * RIG_SIZE / 2);
      if (i == 0)
         expected = hash;
      if (hash != expected)
         fail_msg("%s threads, %s lanes: another picture", settings[i][0], settings[i][1]);
      rig_finish(&rig);
   }
   unsetenv("GLOAM_THREADS");
   unsetenv("GLOAM_SIM_LANES");
   unsetenv("GLOAM_SIM_CPU");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rectangle, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(neighbours_share_no_pixel, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(top_left_rule, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(culling, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(primitive_types, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(wide_lines_and_points, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(diamond_exit, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(guard_bands, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(scissors, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(clip_rectangles, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(perspective_interpolation, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(flat_shading_takes_the_provoking_vertex, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(clipping, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(clip_planes, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(clipping_bends_nothing, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(indexed_draws, set_up, rig_tear_down),
      cmocka_unit_test(threads_and_lanes_do_not_show),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

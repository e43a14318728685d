/* Hidden primitives (bin.c): that they are left out when a later one hides them, and only then. What is left out shows by a
 * program that never ends: hidden, it does not run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

#define RED 0xff0000ffu
#define GREEN 0xff00ff00u
#define BACK 0x11223344u

static unsigned used;

static int set_up(void **state)
{
   rig_init(&rig);
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   used = 0;
   return 0;
}

static void pixel_program(unsigned offset_B)
{
   pm4_set_sh_reg(&rig.pm4, R_00B020_SPI_SHADER_PGM_LO_PS, (uint32_t)((rig.code->va + offset_B) >> 8));
}

static void draw(unsigned prim_type, const float (*corner)[2], unsigned count, uint32_t colour)
{
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)rig.vertices->va + 32 * used);
   for (unsigned i = 0; i < count; i++)
      rig.vertex[used++] = rig_at(corner[i][0], corner[i][1], colour);
   rig_draw(&rig, prim_type, count);
}

/* Corners (x0, y0) and (x1, y1); as one rectangle or as a strip of two triangles. */
static void rect(float x0, float y0, float x1, float y1, uint32_t colour)
{
   const float corner[3][2] = { { x0, y0 }, { x0, y1 }, { x1, y0 } };
   draw(V_008958_DI_PT_RECTLIST, corner, 3, colour);
}

static void strip(float x0, float y0, float x1, float y1, uint32_t colour)
{
   const float corner[4][2] = { { x0, y0 }, { x1, y0 }, { x0, y1 }, { x1, y1 } };
   draw(V_008958_DI_PT_TRISTRIP, corner, 4, colour);
}

static void endless_rect(float x0, float y0, float x1, float y1)
{
   pixel_program(RIG_ENDLESS_B);
   rect(x0, y0, x1, y1, RED);
   pixel_program(RIG_PS_B);
}

static void under_a_rectangle(void **state)
{
   endless_rect(10, 10, 60, 60);
   rect(10, 10, 60, 60, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, GREEN), 50 * 50);
   assert_int_equal(rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE - 50 * 50);
}

static void under_two_triangles_in_many_tiles(void **state)
{
   for (unsigned i = 0; i < 40; i++)
      endless_rect(3 + (float)i, 5, 200, 200 + (float)i);
   strip(0, 0, RIG_SIZE, RIG_SIZE, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, GREEN), RIG_SIZE * RIG_SIZE);
}

/* What lies above the hiding one is drawn, and so is what follows when several layers hide each other. */
static void above_and_in_layers(void **state)
{
   for (unsigned layer = 0; layer < 5; layer++) {
      endless_rect(0, 0, 100, 100);
      strip(0, 0, 100, 100, RED);
      rect(20, 20, 40, 40, GREEN);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, GREEN), 400);
   assert_int_equal(rig_count(&rig, RED), 10000 - 400);
}

/* One pixel less on any side, and the first one shows. */
static void not_quite_covered(void **state)
{
   static const float inset[4][4] = { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 } };
   for (unsigned i = 0; i < 4; i++) {
      float x = 8 + 100 * (float)(i & 1), y = 8 + 100 * (float)(i >> 1);
      rect(x, y, x + 50, y + 50, RED);
      rect(x + inset[i][0], y + inset[i][1], x + 50 - inset[i][2], y + 50 - inset[i][3], GREEN);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 4 * 50);
   assert_int_equal(rig_count(&rig, GREEN), 4 * 49 * 50);
}

/* Two triangles that leave a gap along the diagonal do not count as one quad. */
static void gap_between_triangles(void **state)
{
   static const float first[3][2] = { { 0, 0 }, { 60, 0 }, { 0, 60 } }, second[3][2] = { { 60, 3 }, { 60, 60 }, { 3, 60 } };
   rect(0, 0, 60, 60, RED);
   draw(V_008958_DI_PT_TRILIST, first, 3, GREEN);
   draw(V_008958_DI_PT_TRILIST, second, 3, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_in_range(rig_count(&rig, RED), 60, 250);
   assert_int_equal(rig_count(&rig, RED) + rig_count(&rig, GREEN), 3600);
}

/* The same line from the same side twice is not a quad, either. */
static void same_triangle_twice(void **state)
{
   static const float half[3][2] = { { 0, 0 }, { 60, 0 }, { 0, 60 } };
   rect(0, 0, 60, 60, RED);
   draw(V_008958_DI_PT_TRILIST, half, 3, GREEN);
   draw(V_008958_DI_PT_TRILIST, half, 3, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_in_range(rig_count(&rig, RED), 1700, 1900);
}

static void masked_channels_stay(void **state)
{
   rect(0, 0, 60, 60, 0x7f0000ff);
   pm4_set_context_reg(&rig.pm4, R_028238_CB_TARGET_MASK, 7); /* no alpha */
   rect(0, 0, 60, 60, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, 0x7f00ff00), 3600);
}

static void blending_sees_what_was(void **state)
{
   rect(0, 0, 60, 60, RED);
   pm4_set_context_reg(&rig.pm4, R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(1) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_ONE) |
                                                                S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE));
   rect(0, 0, 60, 60, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED | GREEN), 3600);
}

/* An occlusion query that runs counts hidden pixels too; so do pipeline statistics. */
static void counters_count(void **state)
{
   struct pm4_buf *b = &rig.pm4;
   pm4_set_context_reg(b, R_028004_DB_COUNT_CONTROL, S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1));
   rect(0, 0, 60, 60, RED);
   rect(0, 0, 60, 60, RED);
   pm4_set_context_reg(b, R_028004_DB_COUNT_CONTROL, 0);
   rect(0, 0, 60, 60, GREEN);
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_ZPASS_DONE) | 1 << 8);
   pm4_emit(b, (uint32_t)rig.scratch->va);
   pm4_emit(b, (uint32_t)(rig.scratch->va >> 32));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[0], 2 * 3600);
   assert_int_equal(rig_count(&rig, GREEN), 3600);
}

static void statistics_count(void **state)
{
   struct pm4_buf *b = &rig.pm4;
   pm4_packet(b, PKT3_EVENT_WRITE, 1);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_PIPELINESTAT_START));
   for (unsigned i = 0; i < 3; i++)
      rect(0, 0, 60, 60, GREEN);
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_SAMPLE_PIPELINESTAT) | 2 << 8);
   pm4_emit(b, (uint32_t)rig.scratch->va);
   pm4_emit(b, (uint32_t)(rig.scratch->va >> 32));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[0], 3 * 3600);
}

/* A single sample need not be in the middle of its pixel: here it is near the left side, and the triangle begins behind it. */
static void sample_beside_the_middle(void **state)
{
   static const float corner[3][2] = { { 0.25f, 0 }, { 0.25f, 256 }, { 256, 0 } };
   pm4_set_context_reg(&rig.pm4, R_028A48_PA_SC_MODE_CNTL_0, S_028A48_MSAA_ENABLE(1));
   for (unsigned k = 0; k < 4; k++)
      pm4_set_context_reg(&rig.pm4, R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * k, -7 & 15);
   rect(0, 0, 60, 60, RED);
   draw(V_008958_DI_PT_TRILIST, corner, 3, GREEN);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 60);
   assert_int_equal(rig_get(&rig, 0, 30), RED);
   assert_int_equal(rig_get(&rig, 1, 30), GREEN);
}

/* Primitives over many tiles, in any order. Nothing is left out when the fragments are counted. */
static void pile(bool counted)
{
   uint32_t seed = 12345;
   pm4_set_context_reg(&rig.pm4, R_028004_DB_COUNT_CONTROL, S_028004_ZPASS_ENABLE(counted) | S_028004_PERFECT_ZPASS_COUNTS(1));
   for (unsigned i = 0; i < 300; i++) {
      float at[6];
      for (unsigned k = 0; k < 6; k++) {
         seed = seed * 1664525 + 1013904223;
         at[k] = (float)(seed >> 21) / 4 - 128; /* -128 to 384 */
      }
      if (seed >> 8 & 1)
         strip(at[0], at[1], at[2], at[3], 0xff000000 | i * 0x10307);
      else
         draw(V_008958_DI_PT_TRILIST, (const float (*)[2])(const void *)at, 3, 0xff000000 | i * 0x10307);
   }
}

static void as_if_nothing_were_left_out(void **state)
{
   static uint32_t picture[RIG_SIZE * RIG_SIZE];
   pile(false);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   memcpy(picture, rig.pixel, sizeof picture);
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   used = 0;
   pile(true);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_memory_equal(picture, rig.pixel, sizeof picture);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(under_a_rectangle, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(under_two_triangles_in_many_tiles, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(above_and_in_layers, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(not_quite_covered, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(gap_between_triangles, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(same_triangle_twice, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(masked_channels_stay, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(blending_sees_what_was, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(counters_count, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(statistics_count, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(sample_beside_the_middle, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(as_if_nothing_were_left_out, set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

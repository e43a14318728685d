/* Stippled lines. OpenGL 4.6 (compatibility profile), 14.5.2: fragment s of a line is drawn if bit floor(s / r) mod 16 of the
 * pattern is set; s begins at 0 for each line of a list, and once for a strip, a loop or a polygon.
 * PA_SC_LINE_STIPPLE.AUTO_RESET_CNTL says which: 1 at each line, 2 at each packet, which drivers set for strips and loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

#define RED 0xff0000ffu
#define BACK 0x11223344u
#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { AT_EACH_LINE = 1, AT_EACH_STRIP = 2 };
static struct ws_bo *index_bo;

static void begin(uint32_t pattern, unsigned repeat, unsigned reset)
{
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028A48_PA_SC_MODE_CNTL_0, S_028A48_LINE_STIPPLE_ENABLE(1));
   pm4_set_context_reg(&rig.pm4, R_028A0C_PA_SC_LINE_STIPPLE, S_028A0C_LINE_PATTERN(pattern) | S_028A0C_REPEAT_COUNT(repeat - 1) |
                                                                 S_028A0C_AUTO_RESET_CNTL(reset));
}

static void draw(unsigned type, unsigned count)
{
   rig_draw(&rig, type, count);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

static bool shown(uint32_t pattern, unsigned repeat, unsigned s)
{
   return pattern >> s / repeat % 16 & 1;
}

/* What the pixels should be. */
static bool expected[RIG_SIZE * RIG_SIZE];

/* Fragments along x or y, from one pixel on, forwards or backwards; returns the next s. */
static unsigned expect(int x, int y, int step_x, int step_y, unsigned n, uint32_t pattern, unsigned repeat, unsigned s)
{
   for (unsigned i = 0; i < n; i++, s++, x += step_x, y += step_y)
      if (x >= 0 && y >= 0 && x < RIG_SIZE && y < RIG_SIZE)
         expected[y * RIG_SIZE + x] |= shown(pattern, repeat, s);
   return s;
}

static void compare(const char *name)
{
   unsigned drawn = 0;
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; drawn += expected[i], i++)
      if ((rig.pixel[i] == RED) != expected[i])
         fail_msg("%s: pixel %u,%u is %sdrawn", name, i % RIG_SIZE, i / RIG_SIZE, expected[i] ? "not " : "");
   assert_true(drawn > 0);
   memset(expected, 0, sizeof expected);
}

static const struct { uint32_t pattern; unsigned repeat; } patterns[] = { { 0x5555, 1 }, { 0x0f0f, 1 }, { 0x1c47, 3 },
                                                                          { 0x8001, 2 },
   { 0xffff, 256 }, { 0x00ff, 7 } };

static void lists(void **state)
{
   static const struct { float x0, y0, x1, y1; int x, y, step_x, step_y; unsigned n; } lines[] = {
      { 10.5f, 20.5f, 90.5f, 20.5f, 10, 20, 1, 0, 80 },   { 200.5f, 24.5f, 100.5f, 24.5f, 200, 24, -1, 0, 100 },
      { 30.5f, 40.5f, 30.5f, 120.5f, 30, 40, 0, 1, 80 },  { 34.5f, 120.5f, 34.5f, 41.5f, 34, 120, 0, -1, 79 },
      { 40.5f, 40.5f, 100.5f, 100.5f, 40, 40, 1, 1, 60 }, { 190.5f, 40.5f, 120.5f, 110.5f, 190, 40, -1, 1, 70 },
      { -50.5f, 150.5f, 60.5f, 150.5f, -51, 150, 1, 0, 111 }, /* begins outside of the window */
      { 300.5f, 154.5f, 60.5f, 154.5f, 300, 154, -1, 0, 240 },
   };
   for (unsigned k = 0; k < COUNT(patterns); k++) {
      begin(patterns[k].pattern, patterns[k].repeat, AT_EACH_LINE);
      rig_float_reg(&rig, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, 10); /* so that lines are not cut at the window's sides */
      for (unsigned i = 0; i < COUNT(lines); i++) {
         rig.vertex[2 * i] = rig_at(lines[i].x0, lines[i].y0, RED);
         rig.vertex[2 * i + 1] = rig_at(lines[i].x1, lines[i].y1, RED);
         expect(lines[i].x, lines[i].y, lines[i].step_x, lines[i].step_y, lines[i].n, patterns[k].pattern, patterns[k].repeat, 0);
      }
      draw(V_008958_DI_PT_LINELIST, 2 * COUNT(lines));
      compare("list");
   }
}

/* The pattern goes on round the corners, and begins again with the next draw. */
static void strips_and_loops(void **state)
{
   for (unsigned k = 0; k < COUNT(patterns); k++) {
      for (unsigned loop = 0; loop < 2; loop++) {
         begin(patterns[k].pattern, patterns[k].repeat, AT_EACH_STRIP);
         rig.vertex[0] = rig_at(20.5f, 20.5f, RED);
         rig.vertex[1] = rig_at(97.5f, 20.5f, RED);
         rig.vertex[2] = rig_at(97.5f, 51.5f, RED);
         rig.vertex[3] = rig_at(20.5f, 51.5f, RED);
         rig_draw(&rig, loop ? V_008958_DI_PT_LINELOOP : V_008958_DI_PT_LINESTRIP, 4);
         draw(loop ? V_008958_DI_PT_LINELOOP : V_008958_DI_PT_LINESTRIP, 4);
         unsigned s = expect(20, 20, 1, 0, 77, patterns[k].pattern, patterns[k].repeat, 0);
         s = expect(97, 20, 0, 1, 31, patterns[k].pattern, patterns[k].repeat, s);
         s = expect(97, 51, -1, 0, 77, patterns[k].pattern, patterns[k].repeat, s);
         if (loop)
            expect(20, 51, 0, -1, 31, patterns[k].pattern, patterns[k].repeat, s);
         compare(loop ? "loop" : "strip");
      }
   }
}

/* A strip of more vertices than a thread takes at once: one fragment each. */
static void long_strip(void **state)
{
   begin(0x1c47, 3, AT_EACH_STRIP);
   unsigned n = 0, s = 0;
   for (unsigned row = 0; n < 20000; row++) /* the way there is drawn as the way back: over itself, some rows lower */
      for (unsigned x = 0; x < 200 && n < 20000; x++)
         rig.vertex[n++] = rig_at(20.5f + (float)(row & 1 ? 199 - x : x), 20.5f + (float)(2 * row), RED);
   draw(V_008958_DI_PT_LINESTRIP, n);
   for (unsigned row = 0; row < 100; row++) {
      s = expect(row & 1 ? 219 : 20, 20 + 2 * (int)row, row & 1 ? -1 : 1, 0, 199, 0x1c47, 3, s);
      if (row < 99)
         s = expect(row & 1 ? 20 : 219, 20 + 2 * (int)row, 0, 1, 2, 0x1c47, 3, s);
   }
   compare("long strip");
}

static void restarts(void **state)
{
   static const uint32_t order[] = { 0, 1, 0xffffffff, 2, 3 };
   begin(0x0f0f, 3, AT_EACH_STRIP);
   index_bo = rig_buffer(&rig, 4096);
   memcpy(rig.dev->impl->bo_map(index_bo), order, sizeof order);
   rig.vertex[0] = rig_at(20.5f, 20.5f, RED);
   rig.vertex[1] = rig_at(97.5f, 20.5f, RED);
   rig.vertex[2] = rig_at(20.5f, 51.5f, RED);
   rig.vertex[3] = rig_at(97.5f, 51.5f, RED);
   rig_restart_at(&rig, 0xffffffff);
   rig_draw_indexed(&rig, V_008958_DI_PT_LINESTRIP, 1, index_bo->va, COUNT(order), COUNT(order));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   expect(20, 20, 1, 0, 77, 0x0f0f, 3, 0);
   expect(20, 51, 1, 0, 77, 0x0f0f, 3, 0);
   compare("restart");
   rig.dev->impl->bo_unref(index_bo);
}

/* The sides of two triangles as lines; each triangle begins the pattern. */
static void polygons(void **state)
{
   begin(0x3333, 2, AT_EACH_STRIP);
   pm4_set_context_reg(&rig.pm4, R_028814_PA_SU_SC_MODE_CNTL, S_028814_POLY_MODE(V_028814_X_DUAL_MODE) |
                       S_028814_POLYMODE_FRONT_PTYPE(V_028814_X_DRAW_LINES) |
                          S_028814_POLYMODE_BACK_PTYPE(V_028814_X_DRAW_LINES));
   for (unsigned k = 0; k < 2; k++) {
      float at = 20.5f + 100 * (float)k;
      int x = 20 + 100 * (int)k;
      rig.vertex[3 * k] = rig_at(at, 20.5f, RED);
      rig.vertex[3 * k + 1] = rig_at(at + 50, 20.5f, RED);
      rig.vertex[3 * k + 2] = rig_at(at + 50, 70.5f, RED);
      unsigned s = expect(x, 20, 1, 0, 50, 0x3333, 2, 0);
      s = expect(x + 50, 20, 0, 1, 50, 0x3333, 2, s);
      expect(x + 50, 70, -1, -1, 50, 0x3333, 2, s);
   }
   draw(V_008958_DI_PT_TRILIST, 6);
   compare("polygon");
}

/* Wide lines: all fragments of a column are one step. With samples a line is a rectangle, and pieces of it a pixel long. */
static void wide_and_multisampled(void **state)
{
   for (unsigned samples = 0; samples < 2; samples++) {
      begin(0x1c47, 3, AT_EACH_LINE);
      pm4_set_context_reg(&rig.pm4, R_028A08_PA_SU_LINE_CNTL, 4 * 8);
      if (samples) {
         pm4_set_context_reg(&rig.pm4, R_028A48_PA_SC_MODE_CNTL_0, S_028A48_LINE_STIPPLE_ENABLE(1) | S_028A48_MSAA_ENABLE(1));
         pm4_set_context_reg(&rig.pm4, R_028BE0_PA_SC_AA_CONFIG, S_028BE0_MSAA_NUM_SAMPLES(2) | S_028BE0_MAX_SAMPLE_DIST(6));
      }
      /* On the sides of pixels, so that a rectangle has none of them in part. */
      float x = samples ? 10 : 10.5f, y = samples ? 30 : 30.5f;
      rig.vertex[0] = rig_at(x, y, RED);
      rig.vertex[1] = rig_at(x + 150, y, RED);
      draw(V_008958_DI_PT_LINELIST, 2);
      unsigned top = 300;
      for (unsigned row = 20; row < 40 && top == 300; row++)
         top = rig_get(&rig, 10, row) == RED ? row : 300;
      for (unsigned row = 0; row < 4; row++)
         expect(10, (int)(top + row), 1, 0, 150, 0x1c47, 3, 0);
      compare(samples ? "four samples" : "wide");
      assert_in_range(top, 28, 29);
   }
}

/* Every second pixel of long lines is a primitive: many of them must not fill the memory. */
static void many_long_lines(void **state)
{
   begin(0x5555, 1, AT_EACH_LINE);
   pm4_set_context_reg_seq(&rig.pm4, R_028240_PA_SC_GENERIC_SCISSOR_TL, 2);
   pm4_emit(&rig.pm4, S_028240_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(&rig.pm4, 8192 | RIG_SIZE << 16);
   pm4_set_context_reg(&rig.pm4, R_028238_CB_TARGET_MASK, 0); /* the target is not so wide */
   rig_float_reg(&rig, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, 100);
   for (unsigned i = 0; i < 4000; i += 2) {
      rig.vertex[i] = rig_at(0.5f, 0.5f + (float)(i / 2 % 256), RED);
      rig.vertex[i + 1] = rig_at(8190.5f, 0.5f + (float)(i / 2 % 256), RED);
   }
   struct rusage before, after;
   getrusage(RUSAGE_SELF, &before);
   draw(V_008958_DI_PT_LINELIST, 4000);
   getrusage(RUSAGE_SELF, &after);
   assert_in_range(after.ru_maxrss - before.ru_maxrss, 0, 700 << 10); /* kilobytes; all at once they would take 1.2 million */
}

/* The highest bit first. */
static void bit_order(void **state)
{
   begin(0x1c47, 3, AT_EACH_LINE);
   pm4_set_context_reg(&rig.pm4, R_028A0C_PA_SC_LINE_STIPPLE, S_028A0C_LINE_PATTERN(0x1c47) | S_028A0C_REPEAT_COUNT(2) |
                                                                 S_028A0C_PATTERN_BIT_ORDER(1) |
                                                                    S_028A0C_AUTO_RESET_CNTL(AT_EACH_LINE));
   rig.vertex[0] = rig_at(10.5f, 20.5f, RED);
   rig.vertex[1] = rig_at(90.5f, 20.5f, RED);
   draw(V_008958_DI_PT_LINELIST, 2);
   expect(10, 20, 1, 0, 80, 0xe238, 3, 0);
   compare("bit order");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, rig_set_up, rig_tear_down)

int main(void)
{
   setenv("GLOAM_WATCHDOG_MS", "200000", 1); /* many_long_lines is long with sanitizers on a busy machine */
   const struct CMUnitTest tests[] = { TEST(lists), TEST(strips_and_loops), TEST(long_strip), TEST(restarts), TEST(polygons),
                                       TEST(wide_and_multisampled), TEST(bit_order), TEST(many_long_lines) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

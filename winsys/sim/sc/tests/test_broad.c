/* Primitives of many tiles (bin.c), which hide what comes before them. Pictures are the same as when something small is between them,
 * and as when nothing is left out, since fragments are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define RIG_SIZE 1024
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/tests/draw_rig.h"
#include "winsys/sim/winsys/ws_sim.h"

#define BACK 0x11223344u
#define PRIMITIVES 150
#define TRIANGLES 10000
#define FULL_INSTANCES 6000

struct way { bool dots, counts, blends; };

static unsigned used;

static void draw(unsigned prim_type, const float (*corner)[2], unsigned count, uint32_t colour)
{
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)rig.vertices->va + 32 * used);
   for (unsigned i = 0; i < count; i++)
      rig.vertex[used++] = rig_at(corner[i][0], corner[i][1], colour);
   rig_draw(&rig, prim_type, count);
}

/* Colours are added, halved first. */
static void set_blending(bool on)
{
   pm4_set_context_reg(&rig.pm4, R_028780_CB_BLEND0_CONTROL,
                       S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) | S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE) |
                       S_028780_ENABLE(on));
}

/* Where nothing else is drawn. */
static void dot(void)
{
   static const float corner[3][2] = { { 0, 0 }, { 0, 1 }, { 1, 0 } };
   set_blending(false);
   draw(V_008958_DI_PT_RECTLIST, corner, 3, 0xffffffff);
}

/* Some are cut by the window, some are narrow, some have a side in common. */
static void pile(const struct way *way)
{
   uint32_t seed = 4711;
   rig_clear(&rig, BACK);
   rig_begin(&rig);
   used = 0;
   pm4_set_context_reg(&rig.pm4, R_028004_DB_COUNT_CONTROL,
                       S_028004_ZPASS_ENABLE(way->counts) | S_028004_PERFECT_ZPASS_COUNTS(1));
   for (unsigned i = 0; i < PRIMITIVES; i++) {
      set_blending(way->blends && i % 5 == 4);
      float at[6];
      for (unsigned k = 0; k < 6; k++) {
         seed = seed * 1664525 + 1013904223;
         at[k] = 8 + (float)(seed >> 18) / 12; /* to 1373 */
      }
      const uint32_t colour = 0x80000000 | i * 0x17307;
      const float strip[4][2] = { { at[0], at[1] }, { at[2], at[1] }, { at[0], at[3] }, { at[2], at[3] } };
      if (seed >> 8 & 1)
         draw(V_008958_DI_PT_TRISTRIP, strip, 4, colour);
      else
         draw(V_008958_DI_PT_TRILIST, (const float (*)[2])(const void *)at, 3, colour);
      if (way->dots)
         dot();
   }
   dot();
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

static void same_picture(void **state)
{
   static const struct way ways[] = { { .dots = true, .counts = true }, { .counts = true }, { .dots = true }, { 0 } };
   static uint32_t picture[2][RIG_SIZE * RIG_SIZE];
   for (unsigned threads = 1; threads <= 4; threads += 3) {
      char text[2] = { (char)('0' + threads), 0 };
      setenv("GLOAM_THREADS", text, 1);
      rig_init(&rig);
      for (unsigned blends = 0; blends < 2; blends++)
         for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
            struct way way = ways[i];
            way.blends = blends;
            pile(&way);
            if (threads == 1 && i == 0)
               memcpy(picture[blends], rig.pixel, sizeof picture[blends]);
            else if (memcmp(picture[blends], rig.pixel, sizeof picture[blends]))
               fail_msg("way %u, %u threads: another picture", i, threads);
         }
      rig_finish(&rig);
   }
   unsetenv("GLOAM_THREADS");
   assert_memory_not_equal(picture[0], picture[1], sizeof picture[0]);
}

/* Slices of a long draw come to the bins while the pool makes others. */
static void long_draw(void **state)
{
   static uint32_t picture[RIG_SIZE * RIG_SIZE];
   const size_t limit_B = sim_bin_limit_B;
   for (unsigned run = 0; run < 8; run++) {
      const unsigned threads = 1 + run % 4;
      char text[2] = { (char)('0' + threads), 0 };
      setenv("GLOAM_THREADS", text, 1);
      sim_bin_limit_B = run < 4 ? limit_B : 1 << 18; /* the bins are worked off in the middle, often */
      rig_init(&rig);
      rig_clear(&rig, BACK);
      rig_begin(&rig);
      uint32_t seed = 815;
      for (unsigned i = 0; i < TRIANGLES; i++) {
         const float size = i % 40 < 8 ? RIG_SIZE : 12;
         float at[2];
         for (unsigned k = 0; k < 2; k++) {
            seed = seed * 1664525 + 1013904223;
            at[k] = (float)(seed >> 18) / 16;
         }
         for (unsigned k = 0; k < 3; k++)
            rig.vertex[3 * i + k] = rig_at(at[0] + (k == 1 ? size : 0), at[1] + (k == 2 ? size : 0), 0xff000000 | i * 0x3071);
      }
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3 * TRIANGLES);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      if (!run)
         memcpy(picture, rig.pixel, sizeof picture);
      else if (memcmp(picture, rig.pixel, sizeof picture))
         fail_msg("%u threads, bins of %zu bytes: another picture", threads, sim_bin_limit_B);
      assert_true(rig_count(&rig, BACK) < RIG_SIZE * RIG_SIZE / 4);
      rig_finish(&rig);
   }
   sim_bin_limit_B = limit_B;
   unsetenv("GLOAM_THREADS");
}

/* What the bins of one draw hold is bounded, however many tiles each primitive is in: these would need 13 MB. The clip rectangles
 * let no pixel through. */
static void full_bins(void **state)
{
   static const float corner[3][2] = { { 0, 0 }, { 0, RIG_SIZE }, { RIG_SIZE, 0 } };
   const size_t limit_B = sim_bin_limit_B;
   sim_bin_limit_B = 1 << 20;
   for (unsigned threads = 1; threads <= 3; threads += 2) {
      char text[2] = { (char)('0' + threads), 0 };
      setenv("GLOAM_THREADS", text, 1);
      rig_init(&rig);
      rig_clear(&rig, BACK);
      rig_begin(&rig);
      for (unsigned k = 0; k < 3; k++)
         rig.vertex[k] = rig_at(corner[k][0], corner[k][1], 0xffffffff);
      pm4_set_context_reg(&rig.pm4, R_02820C_PA_SC_CLIPRECT_RULE, 0);
      pm4_packet(&rig.pm4, PKT3_NUM_INSTANCES, 1);
      pm4_emit(&rig.pm4, FULL_INSTANCES);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      const struct sim_gpu *gpu = ((struct ws_sim_device *)rig.dev)->queue[WS_RING_GFX].gpu;
      assert_in_range(gpu->sc->nodes.lately_B, sim_bin_limit_B / 2, 4 * sim_bin_limit_B);
      assert_int_equal(rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE);
      rig_finish(&rig);
   }
   sim_bin_limit_B = limit_B;
   unsetenv("GLOAM_THREADS");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_picture),
      cmocka_unit_test(full_bins),
      cmocka_unit_test(long_draw),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

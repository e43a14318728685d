/* test_queries.c: what each query's events leave in memory, by packets alone: occlusion counts by render backend, with depth and
 * stencil failing, discarded pixels and the switches of DB_COUNT_CONTROL; primitives needed and written of each stream; all
 * eleven pipeline statistics; timestamps. Counting per sample: test_msaa.c; streams with contents: test_gs.c; hull and domain
 * invocations: test_hs.c; predication by results: test_packets.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define VALID (1ull << 63)

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. Discards columns whose number is odd (v2: X of the position). */
static const uint32_t ps_discard[] = {
   0x7e060f02,              /* v_cvt_u32_f32 v3, v2 */
   0x26060681,              /* v_and_b32 v3, 1, v3 */
   0x7d940680,              /* v_cmp_eq_u32 vcc, 0, v3 */
   0x86fe6a7e,              /* s_and_b64 exec, exec, vcc */
   0x7e0802f2,              /* v_mov_b32 v4, 1.0 */
   0xc400180f, 0x04040404,  /* exp mrt0 v4, v4, v4, v4 done vm */
   0xbf810000,              /* s_endpgm */
};

static struct pm4_buf *b = &rig.pm4;

static void event(unsigned type, unsigned index, unsigned at_B)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(type) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(index));
   pm4_emit_va(b, rig.scratch->va + at_B);
}

static void run(void) { assert_int_equal(rig_run(&rig), WS_RESET_NONE); }

static uint64_t out64(unsigned at_B)
{
   uint64_t v;
   memcpy(&v, (const uint8_t *)rig.out + at_B, 8);
   return v;
}

/* A rectangle of 20 by 30 pixels from (7, 9) on, at depth one half. */
static void rectangle(void)
{
   const float at[3][2] = { { 7, 9 }, { 7, 39 }, { 27, 9 } };
   for (unsigned k = 0; k < 3; k++)
      rig.vertex[k] = rig_at(at[k][0], at[k][1], 0xffffffff);
}

/* ---- occlusion ---------------------------------------------------------------------------------------------------------- */

enum { TEST_NONE, TEST_Z, TEST_STENCIL, DISCARD };
/* Depth of the left ten columns is nearer than the rectangle, stencil of the upper ten rows is another. */
static const struct { uint32_t control; uint8_t test; bool reversed; uint32_t passed; } zpass_rows[] = {
   { S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1), TEST_NONE, false, 600 },
   { S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1), TEST_Z, false, 300 },
   { S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1), TEST_Z, true, 300 },
   { S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1), TEST_STENCIL, false, 400 },
   { S_028004_ZPASS_ENABLE(1) | S_028004_PERFECT_ZPASS_COUNTS(1), DISCARD, false, 300 },
   { S_028004_ZPASS_ENABLE(0), TEST_NONE, false, 0 },
   { S_028004_ZPASS_ENABLE(1), TEST_NONE, false, 1 }, /* imprecise: more than none */
};

static void occlusion(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   for (unsigned i = 0; i < COUNT(zpass_rows); i++) {
      struct px_surf z, s;
      unsigned test = zpass_rows[i].test;
      px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 0, 1, 0);
      px_surf_init(&rig, &s, PX_DEPTH_1D, 1, 0, 1, 0);
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            float depth = x < 17 ? 0.25f : 0.75f;
            memcpy(z.map + tile_offset_B(&z.t, x, y, 0, 0), &depth, 4);
            s.map[tile_offset_B(&s.t, x, y, 0, 0)] = y < 19;
         }
      memset(rig.out, 0xee, 4096);
      rectangle();
      rig_begin(&rig);
      px_bind_depth(&rig, &z, &s, V_028040_Z_32_FLOAT,
                    S_028800_Z_ENABLE(test == TEST_Z) | S_028800_ZFUNC(zpass_rows[i].reversed ? V_028800_FRAG_GREATER :
                                                                       V_028800_FRAG_LESS) |
                       S_028800_STENCIL_ENABLE(test == TEST_STENCIL) | S_028800_STENCILFUNC(V_028800_FRAG_EQUAL), 0);
      pm4_set_context_reg(b, R_028430_DB_STENCILREFMASK, S_028430_STENCILTESTVAL(0) | S_028430_STENCILMASK(255));
      if (test == DISCARD) {
         PX_PROGRAM(&rig, ps_discard, PX_CENTRE | PX_X, NULL, 0);
         pm4_set_context_reg(b, R_02880C_DB_SHADER_CONTROL, S_02880C_KILL_ENABLE(1));
      }
      pm4_set_context_reg(b, R_028004_DB_COUNT_CONTROL, zpass_rows[i].control);
      event(V_028A90_ZPASS_DONE, 1, 0);
      rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
      event(V_028A90_ZPASS_DONE, 1, 8);
      run();
      uint64_t sum = 0;
      for (unsigned rb = 0; rb < 16; rb++) {
         uint64_t first = out64(16 * rb), last = out64(16 * rb + 8);
         if (chip->enabled_rb_mask >> rb & 1) {
            assert_true(first & VALID && last & VALID);
            sum += last - first;
         } else {
            assert_true(first == 0xeeeeeeeeeeeeeeee && last == first); /* others write nothing */
         }
      }
      bool imprecise = zpass_rows[i].passed == 1;
      if (imprecise ? !sum : sum != zpass_rows[i].passed)
         fail_msg("row %u: %llu passed, expected %u", i, (unsigned long long)sum, zpass_rows[i].passed);
      px_surf_free(&rig, &z);
      px_surf_free(&rig, &s);
   }
}

/* ---- streams ------------------------------------------------------------------------------------------------------------ */

/* Sixteen bytes each: needed, written. Streams without anything stand still. */
static void streams(void **state)
{
   (void)state;
   memset(rig.out, 0xee, 4096);
   rectangle();
   rig_begin(&rig);
   pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0, 2);
   pm4_emit(b, 2 * 3 * 4), pm4_emit(b, 4); /* two triangles of four dwords */
   pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
   pm4_emit(b, S_028B94_STREAMOUT_0_EN(1)), pm4_emit(b, 1);
   pm4_packet(b, PKT3_STRMOUT_BUFFER_UPDATE, 5);
   for (unsigned i = 0; i < 5; i++)
      pm4_emit(b, 0);
   static const uint8_t types[4] = { V_028A90_SAMPLE_STREAMOUTSTATS, V_028A90_SAMPLE_STREAMOUTSTATS1,
                                     V_028A90_SAMPLE_STREAMOUTSTATS2,
                                     V_028A90_SAMPLE_STREAMOUTSTATS3 };
   for (unsigned end = 0; end < 2; end++) {
      for (unsigned k = 0; k < 4; k++)
         event(types[k], 3, 32 * k + 16 * end);
      if (!end)
         rig_draw(&rig, V_008958_DI_PT_TRILIST, 15);
   }
   run();
   for (unsigned k = 0; k < 4; k++) {
      for (unsigned i = 0; i < 4; i++)
         assert_true(out64(32 * k + 8 * i) & VALID);
      assert_int_equal(out64(32 * k + 16) - out64(32 * k), k ? 0 : 5);
      assert_int_equal(out64(32 * k + 24) - out64(32 * k + 8), k ? 0 : 2);
   }
   assert_int_equal(out64(128), 0xeeeeeeeeeeeeeeee);
}

/* ---- statistics --------------------------------------------------------------------------------------------------------- */

/* Pixels, primitives out of and into the clipper, vertices; geometry, hull, domain, compute: none here. */
static void statistics(void **state)
{
   (void)state;
   memset(rig.out, 0xee, 4096);
   for (unsigned k = 0; k < 4; k++) { /* two triangles that share a side, and two outside */
      rig.vertex[k] = rig_at(k & 1 ? 40.0f : 8.0f, k & 2 ? 40.0f : 8.0f, 0xffffffff);
      rig.vertex[4 + k] = rig_at(k & 1 ? 400.0f : 380.0f, k & 2 ? 40.0f : 8.0f, 0xffffffff);
   }
   rig_begin(&rig);
   pm4_event_write(b, V_028A90_PIPELINESTAT_START, 0);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, 0);
   rig_draw(&rig, V_008958_DI_PT_TRISTRIP, 4);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, 88);
   rig_draw(&rig, V_008958_DI_PT_TRISTRIP, 8);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, 176);
   pm4_event_write(b, V_028A90_PIPELINESTAT_STOP, 0);
   rig_draw(&rig, V_008958_DI_PT_TRISTRIP, 8);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, 264);
   run();
   static const struct { const char *name; uint32_t first, second; } want[11] = {
      { "PS invocations", 1024, 1024 + 2 * 24 * 32 / 2 }, { "clipper primitives out", 2, 0 }, { "clipper primitives in", 2, 6 },
      { "VS invocations", 4, 8 }, { "GS invocations", 0, 0 }, { "GS primitives", 0, 0 }, { "IA primitives", 2, 6 },
         { "IA vertices", 4, 8 },
      { "HS invocations", 0, 0 }, { "DS invocations", 0, 0 }, { "CS invocations", 0, 0 },
   };
   for (unsigned i = 0; i < 11; i++) {
      uint64_t first = out64(88 + 8 * i) - out64(8 * i), second = out64(176 + 8 * i) - out64(88 + 8 * i);
      if (first != want[i].first || (i > 1 && second != want[i].second) || second < first)
         fail_msg("%s: %llu and %llu, expected %u and %u", want[i].name, (unsigned long long)first, (unsigned long long)second,
                  want[i].first,
                  want[i].second);
      assert_int_equal(out64(264 + 8 * i), out64(176 + 8 * i)); /* stopped */
   }
   assert_int_equal(out64(352), 0xeeeeeeeeeeeeeeee);
}

/* ---- events ------------------------------------------------------------------------------------------------------------- */

/* Queries' events, and how many bytes each writes (per render backend: the first of them). All others that EVENT_WRITE may
 * carry write nothing, whatever address comes along, and do not stop the machine. */
static const struct { uint8_t type, index, size_B; } writers[] = {
   { V_028A90_ZPASS_DONE, 1, 8 }, { V_028A90_SAMPLE_PIPELINESTAT, 2, 88 }, { V_028A90_SAMPLE_STREAMOUTSTATS, 3, 16 },
   { V_028A90_SAMPLE_STREAMOUTSTATS1, 3, 16 }, { V_028A90_SAMPLE_STREAMOUTSTATS2, 3, 16 },
   { V_028A90_SAMPLE_STREAMOUTSTATS3, 3, 16 },
};

static void every_event(void **state)
{
   (void)state;
   for (unsigned type = 0; type <= V_028A90_OFFCHIP_HS_DEALLOC; type++) {
      unsigned index = 0, size_B = 0, written_B = 0;
      for (unsigned i = 0; i < COUNT(writers); i++)
         if (writers[i].type == type)
            index = writers[i].index, size_B = writers[i].size_B;
      memset(rig.out, 0xee, 4096);
      rig_begin(&rig);
      event(type, index, 0);
      run();
      const uint8_t *out = (const uint8_t *)rig.out;
      for (unsigned at = 0; at < 4096; at++)
         written_B += out[at] != 0xee;
      bool first = true;
      for (unsigned at = 0; at < size_B; at++)
         first = first && out[at] != 0xee;
      uint32_t mask = hw_chip_find("polaris10")->enabled_rb_mask;
      unsigned backends = type == V_028A90_ZPASS_DONE ? (unsigned)__builtin_popcount(mask) : 1;
      if (written_B != size_B * backends || !first)
         fail_msg("event %u writes %u bytes, expected %u", type, written_B, size_B * backends);
   }
}

/* ---- time --------------------------------------------------------------------------------------------------------------- */

/* The clock of the end of the pipe, of packets and of the CPU is one. */
static void timestamps(void **state)
{
   (void)state;
   uint64_t before = rig.dev->impl->timestamp(rig.dev);
   rectangle();
   rig_begin(&rig);
   for (unsigned i = 0; i < 3; i++) {
      pm4_packet(b, PKT3_EVENT_WRITE_EOP, 5);
      pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
      pm4_emit(b, (uint32_t)rig.scratch->va + 16 * i), pm4_emit(b, PM4_EVENT_WRITE_EOP_SELECT_DATA_SEL(3));
      pm4_emit_va(b, 0);
      pm4_packet(b, PKT3_COPY_DATA, 5);
      pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(9) | PM4_COPY_DATA_CONTROL_DST_SEL(5) | PM4_COPY_DATA_CONTROL_COUNT_64(1));
      pm4_emit_va(b, 0), pm4_emit_va(b, rig.scratch->va + 16 * i + 8);
      rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   }
   run();
   uint64_t last = before;
   for (unsigned i = 0; i < 6; i++) {
      assert_true(out64(8 * i) >= last);
      last = out64(8 * i);
   }
   assert_true(rig.dev->impl->timestamp(rig.dev) >= last);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(occlusion, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(streams, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(statistics, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(every_event, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(timestamps, rig_set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

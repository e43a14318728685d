/* Dispatches: which groups and threads run and what their registers hold, LDS and barriers between the waves of a group on
 * both engines, atomics, sizes that do not fit, waves that never end. Programs: llvm-mc-19 -arch=amdgcn -mcpu=gfx803. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/core/gpu.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tests/draw_rig.h"

/* Stores every register the launcher fills at the thread's place: 2 x 2 x n groups (3 in x) of 4 x 2 x 2 threads. */
static const uint32_t cs_ids[] = {
   0x24060481,             /* v_lshlrev_b32_e32 v3, 1, v2 */
   0x32060303,             /* v_add_u32_e32 v3, vcc, v3, v1 */
   0x24060682,             /* v_lshlrev_b32_e32 v3, 2, v3 */
   0x32060103,             /* v_add_u32_e32 v3, vcc, v3, v0 */
   0x8e088106,             /* s_lshl_b32 s8, s6, 1 */
   0x80080508,             /* s_add_u32 s8, s8, s5 */
   0x92088308,             /* s_mul_i32 s8, s8, 3 */
   0x80080408,             /* s_add_u32 s8, s8, s4 */
   0x8e088408,             /* s_lshl_b32 s8, s8, 4 */
   0x32060608,             /* v_add_u32_e32 v3, vcc, s8, v3 */
   0x24080284,             /* v_lshlrev_b32_e32 v4, 4, v1 */
   0x28080900,             /* v_or_b32_e32 v4, v0, v4 */
   0x240a0488,             /* v_lshlrev_b32_e32 v5, 8, v2 */
   0x28080b04,             /* v_or_b32_e32 v4, v4, v5 */
   0x8e088c04,             /* s_lshl_b32 s8, s4, 12 */
   0x8e099005,             /* s_lshl_b32 s9, s5, 16 */
   0x87080908,             /* s_or_b32 s8, s8, s9 */
   0x8e099406,             /* s_lshl_b32 s9, s6, 20 */
   0x87080908,             /* s_or_b32 s8, s8, s9 */
   0x8e099807,             /* s_lshl_b32 s9, s7, 24 */
   0x87080908,             /* s_or_b32 s8, s8, s9 */
   0x28080808,             /* v_or_b32_e32 v4, s8, v4 */
   0xe0702000, 0x80000403, /* buffer_store_dword v4, v3, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

/* 256 threads: LDS[t] = t * t + group; then a tree of sums, a barrier between its levels; thread 0 stores LDS[0]. */
static const uint32_t cs_sum[] = {
   0xbefc00c1,             /* s_mov_b32 m0, -1 */
   0x10020100,             /* v_mul_u32_u24_e32 v1, v0, v0 */
   0x32020204,             /* v_add_u32_e32 v1, vcc, s4, v1 */
   0x24040082,             /* v_lshlrev_b32_e32 v2, 2, v0 */
   0xd81a0000, 0x00000102, /* ds_write_b32 v2, v1 */
   0xb0050080,             /* s_movk_i32 s5, 0x80 */
   0xbf8c007f,             /* loop: s_waitcnt lgkmcnt(0) */
   0xbf8a0000,             /* s_barrier */
   0x8e088205,             /* s_lshl_b32 s8, s5, 2 */
   0x7d980005,             /* v_cmp_gt_u32_e32 vcc, s5, v0 */
   0xbe86206a,             /* s_and_saveexec_b64 s[6:7], vcc */
   0x32080408,             /* v_add_u32_e32 v4, vcc, s8, v2 */
   0xd86c0000, 0x03000004, /* ds_read_b32 v3, v4 */
   0xd86c0000, 0x01000002, /* ds_read_b32 v1, v2 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0x32020701,             /* v_add_u32_e32 v1, vcc, v1, v3 */
   0xd81a0000, 0x00000102, /* ds_write_b32 v2, v1 */
   0xbefe0106,             /* s_mov_b64 exec, s[6:7] */
   0x8f058105,             /* s_lshr_b32 s5, s5, 1 */
   0xbf078005,             /* s_cmp_lg_u32 s5, 0 */
   0xbf85ffee,             /* s_cbranch_scc1 loop */
   0x7d940080,             /* v_cmp_eq_u32_e32 vcc, 0, v0 */
   0xbe86206a,             /* s_and_saveexec_b64 s[6:7], vcc */
   0x7e060204,             /* v_mov_b32_e32 v3, s4 */
   0xe0702000, 0x80000103, /* buffer_store_dword v1, v3, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

/* Every thread adds its x in the group plus 1 to one counter, and 1 to the next. */
static const uint32_t cs_count[] = {
   0x32020081,             /* v_add_u32_e32 v1, vcc, 1, v0 */
   0x7e040280,             /* v_mov_b32_e32 v2, 0 */
   0xe1082000, 0x80000102, /* buffer_atomic_add v1, v2, s[0:3], 0 idxen */
   0x7e020281,             /* v_mov_b32_e32 v1, 1 */
   0x7e040281,             /* v_mov_b32_e32 v2, 1 */
   0xe1082000, 0x80000102, /* buffer_atomic_add v1, v2, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

static const uint32_t cs_endless[] = { 0xbf8a0000 /* loop: s_barrier */, 0xbf82fffe /* s_branch loop */, 0xbf810000 };

/* All waves but the first end before the barrier; the first one goes on and stores 7 at each thread's place. */
static const uint32_t cs_early[] = {
   0x7d9800c0,             /* v_cmp_gt_u32_e32 vcc, 64, v0 */
   0xbe86206a,             /* s_and_saveexec_b64 s[6:7], vcc */
   0xbf880004,             /* s_cbranch_execz end */
   0xbf8a0000,             /* s_barrier */
   0x7e020287,             /* v_mov_b32_e32 v1, 7 */
   0xe0702000, 0x80000100, /* buffer_store_dword v1, v0, s[0:3], 0 idxen */
   0xbf810000,             /* end: s_endpgm */
};

/* The lanes that are not live store 1 and their number. */
static const uint32_t cs_others[] = {
   0xbefe057e,             /* s_not_b64 exec, exec */
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x320a0881,             /* v_add_u32_e32 v5, vcc, 1, v4 */
   0xe0702000, 0x80000504, /* buffer_store_dword v5, v4, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

/* Every thread stores EXEC and what lane 40 has got as x. */
static const uint32_t cs_lane_40[] = {
   0xd2890005, 0x00015100, /* v_readlane_b32 s5, v0, 40 */
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x7e0a027e,             /* v_mov_b32_e32 v5, exec_lo */
   0x320a0a05,             /* v_add_u32_e32 v5, vcc, s5, v5 */
   0xe0702000, 0x80000504, /* buffer_store_dword v5, v4, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

static uint32_t *results; /* 64 KB, the buffer of the V# */

/* Devices are shared: what the environment decides is decided when none is open. */
static int set_up(void **state)
{
   rig_init(&rig);
   results = rig.pixel;
   rig_clear(&rig, 0);
   rig.pm4.count = 0;
   return 0;
}

/* Everything but the dispatch itself. One LDS unit is 512 bytes. */
static void prepare(const uint32_t *code, size_t size_B, const uint32_t threads[3], unsigned lds_units)
{
   struct pm4_buf *b = &rig.pm4;
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + 1024, code, size_B);
   pm4_set_sh_reg_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, (uint32_t)((rig.code->va + 1024) >> 8));
   pm4_emit(b, 0);
   pm4_set_sh_reg_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, S_00B848_VGPRS(3) | S_00B848_SGPRS(1) | S_00B848_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B84C_USER_SGPR(4) | S_00B84C_TGID_X_EN(1) | S_00B84C_TGID_Y_EN(1) | S_00B84C_TGID_Z_EN(1) |
                  S_00B84C_TG_SIZE_EN(1) | S_00B84C_TIDIG_COMP_CNT(2) | S_00B84C_LDS_SIZE(lds_units));
   pm4_set_sh_reg_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   for (unsigned k = 0; k < 3; k++)
      pm4_emit(b, threads[k]);
   pm4_set_sh_reg_seq(b, R_00B900_COMPUTE_USER_DATA_0, 4);
   pm4_emit(b, (uint32_t)rig.colour->va);
   pm4_emit(b, 4 << 16);
   pm4_emit(b, 1 << 16);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15);
}

#define INITIATOR (S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1))

static void dispatch(uint32_t x, uint32_t y, uint32_t z, uint32_t initiator)
{
   pm4_packet(&rig.pm4, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(&rig.pm4, x);
   pm4_emit(&rig.pm4, y);
   pm4_emit(&rig.pm4, z);
   pm4_emit(&rig.pm4, initiator);
}

static void registers_of_every_thread(void **state)
{
   prepare(cs_ids, sizeof cs_ids, (const uint32_t[]){ 4, 2, 2 }, 0);
   dispatch(3, 2, 2, INITIATOR);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (uint32_t i = 0; i < 3 * 2 * 2 * 16; i++) {
      uint32_t t = i % 16, g = i / 16;
      uint32_t want = t % 4 | t / 4 % 2 << 4 | t / 8 << 8 | g % 3 << 12 | g / 3 % 2 << 16 | g / 6 << 20 | 1 << 24;
      assert_int_equal(results[i], want);
   }
   assert_int_equal(results[192], 0);
}

/* COMPUTE_START and where the numbers end. */
static void groups_that_start_later(void **state)
{
   prepare(cs_ids, sizeof cs_ids, (const uint32_t[]){ 4, 2, 2 }, 0);
   pm4_set_sh_reg(&rig.pm4, R_00B810_COMPUTE_START_X, 1);
   pm4_set_sh_reg(&rig.pm4, R_00B810_COMPUTE_START_X + 8, 1);
   dispatch(3, 2, 2, S_00B800_COMPUTE_SHADER_EN(1));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (uint32_t g = 0; g < 12; g++)
      assert_int_equal(results[16 * g + 15] != 0, g % 3 >= 1 && g / 6 == 1);
}

/* 100 threads in groups of 64, counted in threads; and in groups of which the last is smaller. */
static void last_group_is_smaller(void **state)
{
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 64, 1, 1 }, 0);
   dispatch(100, 1, 1, INITIATOR | S_00B800_USE_THREAD_DIMENSIONS(1));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(results[0], 64 * 65 / 2 + 36 * 37 / 2);
   assert_int_equal(results[1], 100);

   rig_clear(&rig, 0);
   rig.pm4.count = 0;
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 64 | 10 << 16, 3 | 1 << 16, 1 | 1 << 16 }, 0);
   dispatch(3, 2, 1, INITIATOR | S_00B800_PARTIAL_TG_EN(1));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(results[1], (64 + 64 + 10) * (3 + 1));
}

static void sums_through_lds(void **state)
{
   static const char *const engines[] = { "interp", "jit" };
   for (unsigned engine = 0; engine < 2; engine++) {
      setenv("GLOAM_SIM_EXEC", engines[engine], 1);
      set_up(state);
      prepare(cs_sum, sizeof cs_sum, (const uint32_t[]){ 256, 1, 1 }, 2);
      dispatch(500, 1, 1, INITIATOR);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      for (uint32_t g = 0; g < 500; g++)
         assert_int_equal(results[g], 255 * 256 * 511 / 6 + 256 * g);
      rig_tear_down(state);
   }
   unsetenv("GLOAM_SIM_EXEC");
}

static void waves_that_end_early(void **state)
{
   prepare(cs_early, sizeof cs_early, (const uint32_t[]){ 256, 1, 1 }, 0);
   dispatch(1, 1, 1, INITIATOR);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (uint32_t i = 0; i < 256; i++)
      assert_int_equal(results[i], i < 64 ? 7 : 0);
}

/* As wide as requested, and as what lives in the wave needs. */
static void widths(void **state)
{
   static const struct { unsigned forced, live, lanes; } rows[] = {
      { 0, 1, 16 },  { 0, 16, 16 }, { 0, 17, 32 },  { 0, 33, 64 },  { 0, 64, 64 },  { 8, 1, 8 },   { 8, 8, 8 },    { 8, 9, 16 },
      { 8, 64, 64 }, { 16, 3, 16 }, { 16, 32, 32 }, { 32, 1, 32 }, { 32, 40, 64 }, { 64, 1, 64 }, { 64, 64, 64 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      assert_int_equal(sim_cs_lanes(rows[i].forced, false, rows[i].live), rows[i].lanes);
      assert_int_equal(sim_cs_lanes(rows[i].forced, true, rows[i].live), 64);
   }
}

/* A program can wake the lanes of a wave that have no thread: a wave has 64, however few are needed. */
static void lanes_without_threads(void **state)
{
   prepare(cs_others, sizeof cs_others, (const uint32_t[]){ 5, 1, 1 }, 0);
   dispatch(1, 1, 1, INITIATOR);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (uint32_t i = 0; i < 65; i++)
      assert_int_equal(results[i], i < 5 || i == 64 ? 0 : i + 1);
}

/* It can look at them, too, and finds nothing of the wave before: x there is 0. */
static void nothing_is_left(void **state)
{
   static const uint32_t sizes[] = { 64, 5, 20 };
   for (unsigned i = 0; i < 3; i++) {
      rig.pm4.count = 0;
      prepare(cs_lane_40, sizeof cs_lane_40, (const uint32_t[]){ sizes[i], 1, 1 }, 0);
      dispatch(1, 1, 1, INITIATOR);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      assert_int_equal(results[0], i ? (1u << sizes[i]) - 1 : 39);
   }
}

/* Sizes from memory; none of a size of zero. The base is compute's own. */
static void indirect(void **state)
{
   struct pm4_buf *b = &rig.pm4;
   const uint32_t sizes[8] = { 9, 9, 9, 9, 5, 4, 3, 0 };
   memcpy(rig.out, sizes, sizeof sizes);
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 16, 1, 1 }, 0);
   pm4_packet(b, PKT3_SET_BASE, 3);
   b->dw[b->count - 1] |= 2; /* shader type: compute */
   pm4_emit(b, 1);
   pm4_emit(b, (uint32_t)rig.scratch->va);
   pm4_emit(b, (uint32_t)(rig.scratch->va >> 32));
   for (unsigned i = 0; i < 2; i++) { /* 5 x 4 x 3, then 4 x 3 x 0 */
      pm4_packet(b, PKT3_DISPATCH_INDIRECT, 2);
      pm4_emit(b, 16 + 4 * i);
      pm4_emit(b, INITIATOR);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(results[1], 5 * 4 * 3 * 16);
}

static void count(bool start)
{
   pm4_packet(&rig.pm4, PKT3_EVENT_WRITE, 1);
   pm4_emit(&rig.pm4, start ? V_028A90_PIPELINESTAT_START : V_028A90_PIPELINESTAT_STOP);
}

/* Only what is dispatched between start and stop counts. */
static void statistics(void **state)
{
   struct pm4_buf *b = &rig.pm4;
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 100, 1, 1 }, 0);
   dispatch(3, 1, 1, INITIATOR);
   count(true);
   dispatch(7, 1, 1, INITIATOR);
   count(false);
   dispatch(4, 1, 1, INITIATOR);
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_SAMPLE_PIPELINESTAT) | 2 << 8);
   pm4_emit(b, (uint32_t)rig.scratch->va);
   pm4_emit(b, (uint32_t)(rig.scratch->va >> 32));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[2 * 10], 700);
   assert_int_equal(results[1], 1400);
}

static void what_does_not_fit(void **state)
{
   static const struct { uint32_t threads[3], groups[3], lds_units; } rows[] = {
      { { 2049, 1, 1 }, { 1, 1, 1 }, 0 },     { { 65535, 65535, 65535 }, { 1, 1, 1 }, 0 },
      { { 64, 1, 1 }, { 1, 1, 1 }, 129 },     { { 1, 1, 1 }, { 0xffffffff, 0xffffffff, 0xffffffff }, 0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      rig.pm4.count = 0;
      prepare(cs_count, sizeof cs_count, rows[i].threads, rows[i].lds_units);
      dispatch(rows[i].groups[0], rows[i].groups[1], rows[i].groups[2], INITIATOR);
      assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
      assert_int_equal(results[1], 0);
      rig_finish(&rig);
      rig_init(&rig);
      results = rig.pixel;
      rig_clear(&rig, 0);
   }
   /* A dispatch without threads is not an error. */
   rig.pm4.count = 0;
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 0, 1, 1 }, 0);
   dispatch(5, 1, 1, INITIATOR);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

static void ended(const uint32_t *code, size_t size_B, uint32_t threads)
{
   static const char *const engines[] = { "interp", "jit" };
   setenv("GLOAM_WATCHDOG_MS", "100", 1);
   for (unsigned engine = 0; engine < 2; engine++) {
      setenv("GLOAM_SIM_EXEC", engines[engine], 1);
      set_up(NULL);
      prepare(code, size_B, (const uint32_t[]){ threads, 1, 1 }, 0);
      dispatch(1000, 1, 1, INITIATOR);
      assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
      rig_tear_down(NULL);
   }
   unsetenv("GLOAM_SIM_EXEC");
   unsetenv("GLOAM_WATCHDOG_MS");
}

/* A loop, with a barrier in it where there are other waves. */
static void endless_groups_end(void **state)
{
   ended(cs_endless, sizeof cs_endless, 64);
   ended(cs_endless, sizeof cs_endless, 256);
}

/* So does a dispatch whose groups are many and quick. */
static void endless_dispatch_ends(void **state)
{
   setenv("GLOAM_WATCHDOG_MS", "50", 1);
   set_up(state);
   prepare(cs_count, sizeof cs_count, (const uint32_t[]){ 64, 1, 1 }, 0);
   dispatch(0xffffffff, 0xffff, 1, INITIATOR);
   assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
   rig_tear_down(state);
   unsetenv("GLOAM_WATCHDOG_MS");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(registers_of_every_thread, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(groups_that_start_later, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(last_group_is_smaller, set_up, rig_tear_down),
      cmocka_unit_test(sums_through_lds),
      cmocka_unit_test_setup_teardown(waves_that_end_early, set_up, rig_tear_down),
      cmocka_unit_test(widths),
      cmocka_unit_test_setup_teardown(lanes_without_threads, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(nothing_is_left, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(indirect, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(statistics, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(what_does_not_fit, set_up, rig_tear_down),
      cmocka_unit_test(endless_groups_end),
      cmocka_unit_test(endless_dispatch_ends),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

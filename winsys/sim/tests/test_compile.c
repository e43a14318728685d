/* Compiles that take long, or never end (sq_compile.c): draws go on without them, other programs are compiled, code that comes
 * late is taken, and device and process end while LLVM is still at work. A hook stands in for LLVM. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "draw_rig.h"
#include "winsys/sim/gpu.h"
#include "winsys/sim/jit.h"

#define COLOUR_B (RIG_SIZE * RIG_SIZE * 4)
#define RSRC1 (S_00B128_VGPRS(1) | S_00B128_SGPRS(1) | S_00B128_FLOAT_MODE(0xc0) | S_00B128_DX10_CLAMP(1))
enum { LOOP_B = 1024, LOOP2_B = 1280, LOOP3_B = 1536 }; /* programs in the code buffer */

/* As rig_ps, behind a loop. llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t loop_ps[] = {
   0xbe810083,             /* s_mov_b32 s1, 3 */
   0x80818101,             /* loop: s_sub_u32 s1, s1, 1 */
   0xbf078001,             /* s_cmp_lg_u32 s1, 0 */
   0xbf85fffd,             /* s_cbranch_scc1 loop */
   0xbefc0000,             /* s_mov_b32 m0, s0 */
   0xd4080000, 0xd40c0100, 0xd4100200, 0xd4140300, /* v_interp_p1_f32 v2..v5, v0, attr0.x..w */
   0xd4090001, 0xd40d0101, 0xd4110201, 0xd4150301, /* v_interp_p2_f32 */
   0xc400180f, 0x05040302, /* exp mrt0 v2, v3, v4, v5 done vm */
   0xbf810000,             /* s_endpgm */
};

static atomic_uint stuck; /* bit per program (place in the code buffer / 256): LLVM does not come to an end with it */
static atomic_uint begun, ended; /* compiles of such */
static uint32_t wanted[RIG_SIZE * RIG_SIZE];

static void hook(const struct jit_job *job)
{
   unsigned bit = 1u << (job->va >> 8 & 15);
   if (!(atomic_load(&stuck) & bit))
      return;
   begun++;
   while (atomic_load_explicit(&stuck, memory_order_relaxed) & bit)
      ;
   ended++;
}

static double now_s(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void release_all(void)
{
   atomic_store(&stuck, 0);
   for (double start = now_s(); begun != ended && now_s() - start < 60;)
      usleep(1000);
   assert_int_equal(begun, ended);
}

static int set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   memcpy(code + LOOP_B, loop_ps, sizeof loop_ps);
   memcpy(code + LOOP2_B, loop_ps, sizeof loop_ps);
   memcpy(code + LOOP3_B, loop_ps, sizeof loop_ps);
   sq_jit_patience_ms = 50;
   sq_jit_limit_ms = 20000;
   return 0;
}

static void wait_for_left_behind(unsigned count)
{
   for (double start = now_s(); atomic_load(&sq_jit_left_behind) != count && now_s() - start < 60;)
      usleep(1000);
   assert_int_equal(atomic_load(&sq_jit_left_behind), count);
}

static int tear_down(void **state)
{
   release_all();
   wait_for_left_behind(0);
   return rig_tear_down(state);
}

static enum ws_reset draw(unsigned program_B)
{
   rig.vertex[0] = rig_at(0, 0, 0xff000000);
   rig.vertex[1] = rig_at(0, RIG_SIZE, 0xff00ff00);
   rig.vertex[2] = rig_at(RIG_SIZE, 0, 0xff0000ff);
   rig_clear(&rig, 0);
   rig_begin(&rig);
   pm4_set_sh_reg(&rig.pm4, R_00B020_SPI_SHADER_PGM_LO_PS, (uint32_t)((rig.code->va + program_B) >> 8));
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   return rig_run(&rig);
}

static void draws_right(unsigned program_B)
{
   assert_int_equal(draw(program_B), WS_RESET_NONE);
   assert_memory_equal(rig.pixel, wanted, COLOUR_B);
}

static bool has_code(unsigned program_B)
{
   struct sq_cache *cache = ws_sim_device(rig.dev)->queue[WS_RING_GFX].gpu->programs;
   const struct sq_program *p = sq_program_get(cache, rig.code->va + program_B, SQ_PS, RSRC1);
   for (unsigned k = 0; k < 4; k++) {
      sq_host_func *f = atomic_load(&p->host[k]);
      if (f && f != sq_run_interp)
         return true;
   }
   return false;
}

static void stick_to(unsigned program_B)
{
   assert_int_equal(rig.code->va & 0xfff, 0);
   atomic_fetch_or(&stuck, 1u << program_B / 256);
}

/* The picture that all others are compared with, by host code. */
static void plain(void **state)
{
   (void)state;
   sq_jit_patience_ms = 60000;
   assert_int_equal(draw(LOOP_B), WS_RESET_NONE);
   assert_true(has_code(LOOP_B));
   memcpy(wanted, rig.pixel, COLOUR_B);
   assert_int_equal(rig_count(&rig, 0), 0);
   draws_right(LOOP2_B);
}

/* With and without a loop in the program; code that comes late is taken. */
static void late(void **state)
{
   (void)state;
   static const unsigned programs[] = { LOOP_B, RIG_PS_B };
   for (unsigned i = 0; i < 2; i++) {
      unsigned before = begun;
      double start = now_s();
      stick_to(programs[i]);
      draws_right(programs[i]);
      assert_true(now_s() - start < 20);
      while (begun == before && now_s() - start < 60)
         usleep(1000);
      assert_int_equal(begun, before + 1);
      assert_false(has_code(programs[i]));
      sq_jit_patience_ms = 60000;
      if (i == 0) {
         draws_right(LOOP2_B); /* others are compiled meanwhile */
         assert_true(has_code(LOOP2_B));
      }
      draws_right(programs[i]); /* and nobody waits for this one again */
      release_all();
      for (start = now_s(); !has_code(programs[i]) && now_s() - start < 60;)
         usleep(1000);
      assert_true(has_code(programs[i]));
      draws_right(programs[i]);
      sq_jit_patience_ms = 50;
   }
}

/* More compiles than may be slow at a time. */
static void many(void **state)
{
   (void)state;
   static const unsigned programs[] = { LOOP_B, LOOP2_B, LOOP3_B };
   for (unsigned i = 0; i < 3; i++) {
      stick_to(programs[i]);
      draws_right(programs[i]);
   }
   release_all();
   for (double start = now_s(); !has_code(LOOP3_B) && now_s() - start < 60;)
      draws_right(LOOP3_B);
   assert_true(has_code(LOOP3_B));
}

/* A loop that never ends is ended by the watchdog, whoever runs it. */
static void watchdog(void **state)
{
   rig_tear_down(state);
   setenv("GLOAM_WATCHDOG_MS", "200", 1);
   set_up(state);
   unsetenv("GLOAM_WATCHDOG_MS");
   double start = now_s();
   stick_to(RIG_ENDLESS_B);
   assert_int_not_equal(draw(RIG_ENDLESS_B), WS_RESET_NONE);
   assert_true(now_s() - start < 20);
}

/* The device goes before the compile, and before that the thread that waits for another one. */
static void closed(void **state)
{
   stick_to(LOOP_B);
   draws_right(LOOP_B);
   sq_jit_patience_ms = 60000;
   draws_right(LOOP2_B);
   assert_true(has_code(LOOP2_B));
   rig_tear_down(state);
   set_up(state);
   release_all();
   sq_jit_patience_ms = 60000;
   draws_right(LOOP_B);
   assert_true(has_code(LOOP_B));
}

/* Compiles that never end: with two of these nothing is compiled. */
static void given_up(void **state)
{
   sq_jit_limit_ms = 100;
   stick_to(LOOP_B);
   draws_right(LOOP_B);
   rig_tear_down(state); /* one is given up when its device is gone */
   wait_for_left_behind(1);
   set_up(state);
   sq_jit_limit_ms = 100;
   draws_right(LOOP_B);
   wait_for_left_behind(2);
   draws_right(LOOP3_B);
   assert_false(has_code(LOOP_B));
   assert_false(has_code(LOOP3_B));
   release_all();
   wait_for_left_behind(0);
   sq_jit_patience_ms = 60000;
   draws_right(LOOP_B); /* the second try */
   draws_right(LOOP3_B);
   assert_true(has_code(LOOP_B));
   assert_true(has_code(LOOP3_B));
}

/* After two tries a program is interpreted for good. */
static void given_up_twice(void **state)
{
   (void)state;
   sq_jit_limit_ms = 100;
   stick_to(LOOP_B);
   for (double start = now_s(); atomic_load(&sq_jit_left_behind) < 2 && now_s() - start < 60;)
      draws_right(LOOP_B);
   release_all();
   wait_for_left_behind(0);
   sq_jit_patience_ms = 60000;
   draws_right(LOOP_B);
   assert_false(has_code(LOOP_B));
   draws_right(LOOP3_B);
   assert_true(has_code(LOOP3_B));
}

/* Children begin and end while the parent compiles. */
static void forked(void **state)
{
   (void)state;
   stick_to(LOOP_B);
   draws_right(LOOP_B);
   double start = now_s();
   pid_t pid = fork();
   if (!pid) {
#if !defined __SANITIZE_THREAD__ && !defined __SANITIZE_ADDRESS__
      struct rig parent = rig;
      set_up(state);
      draws_right(LOOP_B);
      rig_finish(&rig);
      rig = parent;
#endif
      _exit(0);
   }
   int status;
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_int_equal(status, 0);
   assert_true(now_s() - start < 20);
   draws_right(LOOP_B);
}

/* The last one: the process ends with a thread at work that was given up, and one that was not. */
static void at_exit(void **state)
{
   (void)state;
   sq_jit_limit_ms = 100;
   stick_to(LOOP_B);
   draws_right(LOOP_B);
   wait_for_left_behind(1);
   sq_jit_limit_ms = 20000;
   stick_to(LOOP2_B);
   draws_right(LOOP2_B);
   rig_finish(&rig);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(plain, set_up, tear_down),
      cmocka_unit_test_setup_teardown(late, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many, set_up, tear_down),
      cmocka_unit_test_setup_teardown(watchdog, set_up, tear_down),
      cmocka_unit_test_setup_teardown(closed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(given_up, set_up, tear_down),
      cmocka_unit_test_setup_teardown(given_up_twice, set_up, tear_down),
      cmocka_unit_test_setup_teardown(forked, set_up, tear_down),
      cmocka_unit_test_setup_teardown(at_exit, set_up, NULL),
   };
   sq_jit_slow_hook = hook;
   return cmocka_run_group_tests(tests, NULL, NULL);
}

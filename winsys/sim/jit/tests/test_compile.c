/* Compiles that take long, or never end (sq_compile.c): draws go on without them, other programs are compiled, code that comes
 * late is taken, and device and process end while LLVM is still at work. */
#include "winsys/sim/tests/compile_rig.h"

#include <sys/wait.h>

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
      draws_right(programs[i]); /* and no wave waits for this one again */
      release_all();
      for (start = now_s(); !has_code(programs[i]) && now_s() - start < 60;)
         usleep(1000);
      assert_true(has_code(programs[i]));
      draws_right(programs[i]);
      sq_jit_patience_ms = 50;
   }
}

/* CP DMA from the code's address to itself, with registers that name the code, requests host code: of programs whose waves would wait. */
static void prefetched(void **state)
{
   (void)state;
   static const unsigned programs[] = { RIG_PS_B, LOOP_B };
   rig_begin(&rig);
   for (unsigned i = 0; i < 2; i++) {
      const uint64_t va = rig.code->va + programs[i];
      pm4_set_sh_reg(&rig.pm4, R_00B020_SPI_SHADER_PGM_LO_PS, (uint32_t)(va >> 8));
      pm4_dma_data(&rig.pm4, &(struct pm4_dma_data){ .src = va, .dst = va, .byte_count = 64, .src_sel = 3, .dst_sel = 3 });
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (double start = now_s(); !has_code(LOOP_B) && now_s() - start < 60;)
      usleep(1000);
   assert_true(has_code(LOOP_B));
   assert_false(has_code(RIG_PS_B));
   sq_jit_patience_ms = 60000;
   draws_right(LOOP_B);
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

/* The watchdog ends an endless loop on any thread. */
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
static void cancelled(void **state)
{
   sq_jit_limit_ms = 100;
   stick_to(LOOP_B);
   draws_right(LOOP_B);
   wait_for_stuck(1);
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
      cmocka_unit_test_setup_teardown(prefetched, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many, set_up, tear_down),
      cmocka_unit_test_setup_teardown(watchdog, set_up, tear_down),
      cmocka_unit_test_setup_teardown(closed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(cancelled, set_up, tear_down),
      cmocka_unit_test_setup_teardown(given_up_twice, set_up, tear_down),
      cmocka_unit_test_setup_teardown(forked, set_up, tear_down),
      cmocka_unit_test_setup_teardown(at_exit, set_up, NULL),
   };
   sq_jit_slow_hook = hook;
   return cmocka_run_group_tests(tests, NULL, NULL);
}

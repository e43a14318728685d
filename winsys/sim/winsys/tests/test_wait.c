/* Waiting for commands (ws_sim_queue.c): the waiting thread may execute them. Pictures do not depend on the thread, its
 * floating-point mode or its stack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fenv.h>
#include <pthread.h>
#include <ucontext.h>

#include "winsys/sim/tests/draw_rig.h"
#include "winsys/sim/winsys/ws_sim.h"

#define ROUNDS 20
#define THREADS 4
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SMALL_STACK_B (384u << 10) /* their frames are larger */
#else
#define SMALL_STACK_B (48u << 10)
#endif

static uint32_t expected[RIG_SIZE * RIG_SIZE];

/* Slanted triangles, some of them cut by the window, in colours that change from corner to corner. */
static void record(struct rig *r)
{
   rig_clear(r, 0);
   rig_begin(r);
   for (unsigned i = 0; i < 30; i++) {
      const float x = 7.3f * (float)i;
      r->vertex[3 * i] = rig_at(x, 0.7f * x, 0xff0000ff);
      r->vertex[3 * i + 1] = rig_at(x + 91.1f, x * 0.3f, 0xff00ff00 + i);
      r->vertex[3 * i + 2] = rig_at(x + 13.7f, x + 77.9f, 0xffff0000);
   }
   rig_draw(r, V_008958_DI_PT_TRILIST, 90);
}

static bool run_as_expected(struct rig *r)
{
   return rig_run(r) == WS_RESET_NONE && !memcmp(expected, r->pixel, sizeof expected);
}

static int draw_once(void **state)
{
   struct rig r;
   rig_init(&r);
   record(&r);
   const bool drawn = rig_run(&r) == WS_RESET_NONE;
   memcpy(expected, r.pixel, sizeof expected);
   rig_finish(&r);
   return drawn ? 0 : -1;
}

static void in_any_mode_of_arithmetic(void **state)
{
   static const int rounding[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
   const int all = FE_INEXACT | FE_INVALID | FE_DIVBYZERO | FE_UNDERFLOW;
   for (unsigned i = 0; i < 3 * ROUNDS; i++) {
      record(&rig);
      fesetround(rounding[i % 3]);
      feenableexcept(all);
      const bool same = run_as_expected(&rig);
      const int kept = fegetround(), traps = fedisableexcept(FE_ALL_EXCEPT);
      fesetround(FE_TONEAREST);
      assert_true(same);
      assert_int_equal(kept, rounding[i % 3]);
      assert_int_equal(traps, all);
   }
}

/* The first to submit starts the queue's thread, which executes here. */
static void *draw_in_a_mode(void *arg)
{
   bool *same = arg;
   struct rig r;
   rig_init(&r);
   record(&r);
   fesetround(FE_UPWARD);
   feenableexcept(FE_INEXACT | FE_INVALID | FE_DIVBYZERO | FE_UNDERFLOW);
   *same = run_as_expected(&r);
   fedisableexcept(FE_ALL_EXCEPT);
   rig_finish(&r);
   return NULL;
}

static void *draw_often(void *arg)
{
   bool *same = arg;
   struct rig r;
   rig_init(&r);
   *same = true;
   for (unsigned n = 0; n < ROUNDS; n++) {
      record(&r);
      *same &= run_as_expected(&r);
   }
   rig_finish(&r);
   return NULL;
}

static void fill_submit(struct rig *r, struct ws_submit *submit, struct ws_submit_ib *ib, struct ws_submit_bo bos[5])
{
   struct ws_bo *const all[5] = { r->ib, r->code, r->vertices, r->colour, r->scratch };
   for (unsigned i = 0; i < 5; i++)
      bos[i] = (struct ws_submit_bo){ all[i], WS_USAGE_READ | WS_USAGE_WRITE };
   pm4_pad(&r->pm4, 8, 8);
   *ib = (struct ws_submit_ib){ r->ib->va, r->pm4.count };
   *submit = (struct ws_submit){ .ring = r->ring, .ibs = ib, .ib_count = 1, .bos = bos, .bo_count = 5 };
}

/* Also on a stack that is too small for it. */
static void *submit_and_finish(void *arg)
{
   bool *same = arg;
   struct rig r;
   struct ws_submit_bo bos[5];
   struct ws_submit submit;
   struct ws_submit_ib ib;
   struct ws_fence *fence = NULL;
   rig_init(&r);
   record(&r);
   fill_submit(&r, &submit, &ib, bos);
   submit.finish = true;
   *same = !r.dev->impl->submit(r.ctx, &submit, &fence) && r.dev->impl->fence_wait(fence, WS_SYNC_FOREVER) &&
           !memcmp(expected, r.pixel, sizeof expected);
   r.dev->impl->fence_unref(fence);
   rig_finish(&r);
   return NULL;
}

/* A thread that sleeps until the last of many is done is woken once. */
static void *wait_for_the_last(void *arg)
{
   bool *well = arg;
   struct rig r;
   struct ws_submit_bo bos[5];
   struct ws_submit submit;
   struct ws_submit_ib ib;
   rig_init(&r);
   record(&r);
   fill_submit(&r, &submit, &ib, bos);
   atomic_uint *wakings = &ws_sim_device(r.dev)->queue[r.ring].awaited_futex;
   const unsigned before = atomic_load(wakings);
   struct ws_fence *fence[ROUNDS] = { NULL };
   *well = true;
   for (unsigned i = 0; i < ROUNDS; i++)
      *well &= !r.dev->impl->submit(r.ctx, &submit, &fence[i]);
   *well &= r.dev->impl->fence_wait(fence[ROUNDS - 1], WS_SYNC_FOREVER) && atomic_load(wakings) - before <= 1 &&
            !memcmp(expected, r.pixel, sizeof expected);
   for (unsigned i = 0; i < ROUNDS; i++)
      r.dev->impl->fence_unref(fence[i]);
   rig_finish(&r);
   return NULL;
}

/* Each executes what others have queued before, too. */
static void by_many_threads(void **state)
{
   pthread_t thread[THREADS];
   bool same[THREADS];
   for (unsigned i = 0; i < THREADS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, draw_often, &same[i]), 0);
   for (unsigned i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   for (unsigned i = 0; i < THREADS; i++)
      assert_true(same[i]);
}

/* There is not enough room for execution: the queue's thread does it. */
static void on_a_small_stack(void *(*draw)(void *))
{
   pthread_t thread;
   pthread_attr_t attr;
   bool same;
   pthread_attr_init(&attr);
   pthread_attr_setstacksize(&attr, SMALL_STACK_B);
   assert_int_equal(pthread_create(&thread, &attr, draw, &same), 0);
   pthread_join(thread, NULL);
   pthread_attr_destroy(&attr);
   assert_true(same);
}

static void by_a_thread_with_a_small_stack(void **state)
{
   on_a_small_stack(draw_often);
}

static void by_threads_that_were_started_in_a_mode(void **state)
{
   on_a_small_stack(draw_in_a_mode);
}

static void by_who_submits(void **state)
{
   bool same = false;
   submit_and_finish(&same);
   assert_true(same);
   on_a_small_stack(submit_and_finish);
}

static void of_many_submissions(void **state)
{
   on_a_small_stack(wait_for_the_last);
}

static ucontext_t outside, inside;
static bool inside_same;

static void draw_inside(void)
{
   draw_often(&inside_same);
}

static void on_a_stack_of_its_own(void **state)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
   skip(); /* sanitizers would need annotations for the other stack */
#endif
   _Alignas(64) static uint8_t stack[SMALL_STACK_B];
   getcontext(&inside);
   inside.uc_stack.ss_sp = stack;
   inside.uc_stack.ss_size = sizeof stack;
   inside.uc_link = &outside;
   makecontext(&inside, draw_inside, 0);
   swapcontext(&outside, &inside);
   assert_true(inside_same);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(in_any_mode_of_arithmetic, rig_set_up, rig_tear_down),
      cmocka_unit_test(by_many_threads),
      cmocka_unit_test(by_a_thread_with_a_small_stack),
      cmocka_unit_test(by_threads_that_were_started_in_a_mode),
      cmocka_unit_test(by_who_submits),
      cmocka_unit_test(of_many_submissions),
      cmocka_unit_test(on_a_stack_of_its_own),
   };
   return cmocka_run_group_tests(tests, draw_once, NULL);
}

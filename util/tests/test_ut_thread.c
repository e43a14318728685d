/* test_ut_thread.c: the library's threads inherit no state from the thread that creates them. */
#include <fenv.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/ut_thread.h"

struct seen { cpu_set_t cpus; int policy, rounding; bool blocked; char name[16]; };

static void *look(void *arg)
{
   struct seen *s = arg;
   sigset_t mask;
   sched_getaffinity(0, sizeof s->cpus, &s->cpus);
   s->policy = sched_getscheduler(0);
   s->rounding = fegetround();
   pthread_sigmask(SIG_SETMASK, NULL, &mask);
   s->blocked = sigismember(&mask, SIGUSR1) == 1;
   pthread_getname_np(pthread_self(), s->name, sizeof s->name);
   return NULL;
}

/* A thread on one CPU, of another class, in another mode of arithmetic. */
static void *create_one(void *arg)
{
   cpu_set_t all, one;
   CPU_ZERO(&one);
   sched_getaffinity(0, sizeof all, &all);
   for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
      if (CPU_ISSET(i, &all))
         CPU_SET(i, &one);
   struct sched_param param = { 0 };
   assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
   assert_int_equal(pthread_setschedparam(pthread_self(), SCHED_BATCH, &param), 0);
   fesetround(FE_UPWARD);
   pthread_t thread;
   assert_int_equal(ut_thread_create(&thread, "gloam test", 0, look, arg), 0);
   pthread_join(thread, NULL);
   assert_int_equal(fegetround(), FE_UPWARD);
   return NULL;
}

static void inherits_nothing(void **state)
{
   struct seen seen;
   cpu_set_t mine;
   pthread_t thread;
   sched_getaffinity(0, sizeof mine, &mine);
   assert_int_equal(pthread_create(&thread, NULL, create_one, &seen), 0);
   pthread_join(thread, NULL);
   assert_true(CPU_EQUAL(&seen.cpus, &mine));
   assert_int_equal(seen.policy, sched_getscheduler(getpid()));
   assert_int_equal(seen.rounding, FE_TONEAREST);
   assert_true(seen.blocked);
   assert_string_equal(seen.name, "gloam test");
}

static void *cancel_points(void *arg)
{
   int held = ut_thread_hold_cancel();
   pthread_cancel(pthread_self());
   pthread_testcancel();
   *(bool *)arg = true;
   ut_thread_release_cancel(held);
   pthread_testcancel();
   *(bool *)arg = false;
   return NULL;
}

static void cancel_waits_for_release(void **state)
{
   pthread_t thread;
   bool went_on = false;
   void *result;
   assert_int_equal(pthread_create(&thread, NULL, cancel_points, &went_on), 0);
   pthread_join(thread, &result);
   assert_true(went_on);
   assert_ptr_equal(result, PTHREAD_CANCELED);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(inherits_nothing), cmocka_unit_test(cancel_waits_for_release) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

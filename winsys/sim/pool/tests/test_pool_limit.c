/* test_pool_limit.c: the number of threads of a pool's calls on machines that are idle, shared, stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/pool/pool_limit.h"

#define MS 1000000

/* Calls of call_ns each, one after the other, in which each thread runs for `share` percent of the time. */
static void calls(struct pool_limit *l, uint64_t *now_ns, uint64_t total_ns, uint64_t call_ns, unsigned share)
{
   for (const uint64_t end_ns = *now_ns + total_ns; *now_ns < end_ns; *now_ns += call_ns)
      if (pool_limit_wants_sample(l, *now_ns))
         pool_limit_add_sample(l, *now_ns + call_ns, call_ns * l->threads, call_ns * l->threads * share / 100);
}

static void all_threads_on_an_idle_machine(void **state)
{
   for (unsigned most = 1; most <= 64; most++) {
      struct pool_limit l;
      uint64_t now_ns = 1000 * MS;
      pool_limit_init(&l, most);
      calls(&l, &now_ns, 200 * MS, 300000, 100);
      assert_int_equal(l.threads, most);
      calls(&l, &now_ns, 200 * MS, 300000, 95); /* interrupts */
      assert_int_equal(l.threads, most);
   }
}

/* One other busy thread on two CPUs: two threads get more CPU time than one. */
static void two_threads_beside_one_other(void **state)
{
   struct pool_limit l;
   uint64_t now_ns = 1000 * MS;
   pool_limit_init(&l, 2);
   calls(&l, &now_ns, 200 * MS, 300000, 66);
   assert_int_equal(l.threads, 2);
   calls(&l, &now_ns, 200 * MS, 300000, 51);
   assert_int_equal(l.threads, 2);
}

/* Six processes on two CPUs, on 16. */
static void as_many_as_have_cpus(void **state)
{
   struct pool_limit l;
   uint64_t now_ns = 1000 * MS;
   pool_limit_init(&l, 2);
   calls(&l, &now_ns, 100 * MS, 300000, 17);
   assert_int_equal(l.threads, 1);
   calls(&l, &now_ns, 500 * MS, 300000, 33);
   assert_int_equal(l.threads, 1);
   pool_limit_init(&l, 16);
   for (unsigned n = 0; n < 100; n++) {
      const unsigned share = 100 * 16 / (6 * l.threads); /* the others do the same */
      calls(&l, &now_ns, 10 * MS, 300000, share < 100 ? share : 100);
   }
   assert_in_range(l.threads, 2, 5);
}

/* Calls of 80 ms beside five other processes, of 25 ms on an idle machine. Every other call is a sample: three and five are enough. */
static void soon_with_long_calls(void **state)
{
   struct pool_limit l;
   uint64_t now_ns = 1000 * MS;
   pool_limit_init(&l, 2);
   calls(&l, &now_ns, 6 * 80 * MS, 80 * MS, 20);
   assert_int_equal(l.threads, 1);
   calls(&l, &now_ns, 1000 * MS, 80 * MS, 33);
   assert_int_equal(l.threads, 1);
   calls(&l, &now_ns, 10 * 25 * MS, 25 * MS, 100);
   assert_int_equal(l.threads, 2);
}

/* The others are gone: soon all threads work again, with short calls and with long ones. */
static void all_when_the_machine_is_idle_again(void **state)
{
   static const uint64_t call_ns[] = { 20000, 300000, 15 * MS };
   for (unsigned i = 0; i < 3; i++) {
      struct pool_limit l;
      uint64_t now_ns = 1000 * MS;
      pool_limit_init(&l, 16);
      calls(&l, &now_ns, 2000 * MS, call_ns[i], 5);
      assert_int_equal(l.threads, 1);
      calls(&l, &now_ns, 2000 * MS, call_ns[i], 100);
      assert_int_equal(l.threads, 16);
   }
}

/* Samples are rare on an idle machine, and frequent as soon as a window shows that others want the CPUs. */
static void few_samples_on_an_idle_machine(void **state)
{
   struct pool_limit l;
   uint64_t now_ns = 1000 * MS;
   pool_limit_init(&l, 2);
   calls(&l, &now_ns, 200 * MS, 300000, 100);
   l.sampled_at_ns = now_ns;
   assert_false(pool_limit_wants_sample(&l, now_ns + MS));
   assert_true(pool_limit_wants_sample(&l, now_ns + 2 * MS));
   calls(&l, &now_ns, 100 * MS, 300000, 60);
   l.sampled_at_ns = now_ns;
   assert_true(pool_limit_wants_sample(&l, now_ns + MS));
}

/* A process that was stopped for 15 s within a call. */
static void all_after_a_stop(void **state)
{
   struct pool_limit l;
   uint64_t now_ns = 1000 * MS;
   pool_limit_init(&l, 2);
   calls(&l, &now_ns, 5 * MS, 300000, 100);
   pool_limit_add_sample(&l, now_ns += 15000ull * MS, 15000ull * MS, 100000);
   assert_int_equal(l.threads, 2);
   calls(&l, &now_ns, 60 * MS, 300000, 100);
   assert_int_equal(l.threads, 2);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_threads_on_an_idle_machine), cmocka_unit_test(two_threads_beside_one_other),
      cmocka_unit_test(as_many_as_have_cpus), cmocka_unit_test(all_when_the_machine_is_idle_again),
      cmocka_unit_test(all_after_a_stop), cmocka_unit_test(soon_with_long_calls),
      cmocka_unit_test(few_samples_on_an_idle_machine),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

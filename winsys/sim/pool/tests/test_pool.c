/* test_pool.c: the worker pool: each item runs once, on a thread whose number is unique at that time, and a
 * call's results are there when it returns. Plain (not atomic) data on purpose: ThreadSanitizer sees what is not
 * ordered. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_cpu.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/pool/pool.h"

enum { THREADS = 8, ITEMS = 300, SHORT_CALLS = 10000 };

struct work {
   unsigned ran[ITEMS], by_thread[THREADS], sum[ITEMS];
   atomic_uint inside[THREADS], mistakes;
};

static void item(void *arg, unsigned thread, unsigned i)
{
   struct work *w = arg;
   if (thread >= THREADS || i >= ITEMS || atomic_fetch_add(&w->inside[thread], 1)) {
      atomic_fetch_add(&w->mistakes, 1);
      return;
   }
   w->ran[i]++;
   w->by_thread[thread]++; /* the thread's own */
   w->sum[i]++;            /* written by another thread in the call before */
   atomic_fetch_sub(&w->inside[thread], 1);
}

static void each_item_once(void **state)
{
   static const unsigned threads[] = { 1, 2, 3, THREADS };
   for (unsigned t = 0; t < 4; t++) {
      struct sim_pool *pool = sim_pool_create(threads[t], NULL, NULL);
      assert_non_null(pool);
      if (t % 2)
         sim_pool_adapt(pool);
      struct work *w = calloc(1, sizeof *w);
      unsigned total = 0;
      for (unsigned call = 0; call < 200; call++) {
         unsigned count = call * 7 % (ITEMS + 1), sum = 0;
         if (call % 5 < 2)
            sim_pool_expect(pool, call % 5, call % 10 < 5); /* as a queue says it; in vain at times */
         memset(w->ran, 0, sizeof w->ran);
         if (call % 3 == 0) { /* as the front end does: it takes items itself when it has nothing else to do */
            sim_pool_start(pool, count, item, w);
            bool more = true;
            while (more && call % 2)
               more = sim_pool_take(pool);
            sim_pool_wait(pool);
            while (sim_pool_take(pool)) /* with one thread, no worker has taken them */
               ;
         } else if (call % 3 == 1) {
            sim_pool_run_shares(pool, count, call % 2, item, w);
         } else {
            sim_pool_run(pool, count, item, w);
         }
         for (unsigned i = 0; i < ITEMS; i++)
            assert_int_equal(w->ran[i], i < count);
         assert_in_range(sim_pool_call_threads(pool), t % 2 ? 1 : threads[t], threads[t]);
         total += count;
         for (unsigned i = 0; i < THREADS; i++)
            sum += w->by_thread[i];
         assert_int_equal(sum, total);
      }
      assert_int_equal(atomic_load(&w->mistakes), 0);
      free(w);
      sim_pool_destroy(pool);
   }
}

static void note_place(void *arg, unsigned thread, unsigned i)
{
   struct { unsigned count, item[ITEMS]; } *seen = arg;
   (void)thread;
   seen->item[seen->count++] = i;
}

/* One thread has one share: from one end to the other. */
static void shares_begin_at_either_end(void **state)
{
   struct sim_pool *pool = sim_pool_create(1, NULL, NULL);
   for (unsigned backwards = 0; backwards < 2; backwards++) {
      struct { unsigned count, item[ITEMS]; } seen = { 0 };
      sim_pool_run_shares(pool, ITEMS, backwards, note_place, &seen);
      assert_int_equal(seen.count, ITEMS);
      for (unsigned i = 0; i < ITEMS; i++)
         assert_int_equal(seen.item[i], backwards ? ITEMS - 1 - i : i);
   }
   sim_pool_destroy(pool);
}

/* The first item lasts until all others have run, those of its share, too: idle threads take them. */
struct slow { atomic_uint ran; unsigned count; };

static void slow_first_item(void *arg, unsigned thread, unsigned i)
{
   struct slow *s = arg;
   (void)thread;
   if (i == 0)
      while (atomic_load(&s->ran) < s->count - 1)
         sched_yield();
   atomic_fetch_add(&s->ran, 1);
}

static void idle_threads_help(void **state)
{
   for (unsigned threads = 2; threads <= THREADS; threads++) {
      struct sim_pool *pool = sim_pool_create(threads, NULL, NULL);
      struct slow s = { .count = ITEMS };
      sim_pool_run_shares(pool, ITEMS, threads % 2, slow_first_item, &s);
      assert_int_equal(atomic_load(&s.ran), ITEMS);
      sim_pool_destroy(pool);
   }
}

/* Calls that are over before most threads are awake, with more of them coming or not. */
static void short_calls(void **state)
{
   struct sim_pool *pool = sim_pool_create(THREADS, NULL, NULL);
   struct work *w = calloc(1, sizeof *w);
   unsigned expected[3] = { 0 };
   for (unsigned call = 0; call < SHORT_CALLS; call++) {
      sim_pool_run_shares(pool, 1 + call % 3, call % 2, item, w);
      for (unsigned i = 0; i <= call % 3; i++)
         expected[i]++;
      if (call % 64 == 0)
         sim_pool_expect(pool, call % 128, true);
   }
   assert_memory_equal(w->ran, expected, sizeof expected);
   assert_int_equal(atomic_load(&w->mistakes), 0);
   sim_pool_destroy(pool);
   free(w);
}

/* Threads are started when there is an item for them, and prepare themselves; those that cannot take no part. */
struct prepared { atomic_uint calls; unsigned fails; pthread_t caller; atomic_bool on_caller; unsigned by_thread[THREADS]; };

static bool prepare(void *arg, unsigned thread)
{
   struct prepared *p = arg;
   atomic_fetch_add(&p->calls, 1);
   if (pthread_equal(pthread_self(), p->caller))
      atomic_store(&p->on_caller, true);
   return thread != p->fails;
}

static void wait_for_prepared(void *arg, unsigned thread, unsigned i)
{
   struct prepared *p = arg;
   p->by_thread[thread]++;
   if (!i)
      for (unsigned n = 0; atomic_load(&p->calls) < 3 && n < 10000; n++)
         sched_yield();
}

static void started_when_needed(void **state)
{
   struct prepared p = { .fails = 2, .caller = pthread_self() };
   struct sim_pool *pool = sim_pool_create(THREADS, prepare, &p);
   struct slow s = { .count = 1 };
   sim_pool_run(pool, 1, slow_first_item, &s);
   sim_pool_run_shares(pool, 1, false, slow_first_item, &s);
   sim_pool_destroy(pool);
   assert_int_equal(atomic_load(&p.calls), 0);
   pool = sim_pool_create(THREADS, prepare, &p);
   for (unsigned call = 0; call < 200; call++)
      sim_pool_run(pool, 4, wait_for_prepared, &p);
   sim_pool_destroy(pool);
   assert_int_equal(atomic_load(&p.calls), 3); /* four items: the caller and three others */
   assert_false(atomic_load(&p.on_caller));
   assert_int_equal(p.by_thread[2], 0);
   assert_int_equal(p.by_thread[0] + p.by_thread[1] + p.by_thread[3], 800);
}

/* A GPU that is configured to have more threads than CPUs runs no more than these. */
struct crowd { atomic_uint items[64]; };

static void sleep_over_item(void *arg, unsigned thread, unsigned i)
{
   struct crowd *c = arg;
   nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
   atomic_fetch_add(&c->items[thread], 1);
}

static void no_more_than_cpus(void **state)
{
   const unsigned most = ut_cpu_threads() > 2 ? ut_cpu_threads() : 2;
   struct sim_mem mem;
   assert_true(sim_mem_init(&mem, 1ull << 30));
   setenv("GLOAM_THREADS", "64", 1);
   struct sim_gpu *gpu = sim_gpu_create(hw_chip_find("polaris10"), &mem);
   unsetenv("GLOAM_THREADS");
   assert_non_null(gpu);
   for (unsigned call = 0; call < 5; call++) {
      struct crowd c = { { 0 } };
      unsigned took_part = 0, items = 0;
      sim_gpu_share(gpu, true, 64, sleep_over_item, &c);
      for (unsigned i = 0; i < 64; i++) {
         took_part += c.items[i] > 0;
         items += c.items[i];
      }
      assert_int_equal(items, 64);
      assert_in_range(took_part, 1, most);
   }
   assert_in_range(atomic_load(&gpu->workers_made), 1, most);
   sim_gpu_destroy(gpu);
   sim_mem_finish(&mem);
}

/* A call ends with its items: a thread that is held up elsewhere is not waited for. Its items would never end otherwise. */
struct held { atomic_bool release, inside; };

static bool hold_thread_1(void *arg, unsigned thread)
{
   struct held *h = arg;
   while (thread == 1 && !atomic_load(&h->release))
      sched_yield();
   return true;
}

static void late_threads_are_not_waited_for(void **state)
{
   struct held h = { false };
   struct sim_pool *pool = sim_pool_create(2, hold_thread_1, &h);
   struct work *w = calloc(1, sizeof *w);
   for (unsigned call = 0; call < 100; call++)
      sim_pool_run_shares(pool, ITEMS, call % 2, item, w);
   for (unsigned i = 0; i < ITEMS; i++)
      assert_int_equal(w->ran[i], 100);
   assert_int_equal(w->by_thread[0], 100 * ITEMS);
   atomic_store(&h.release, true);
   sim_pool_destroy(pool);
   free(w);
}

static void come_and_go(void **state)
{
   for (unsigned i = 0; i < 50; i++) {
      struct sim_pool *pool = sim_pool_create(1 + i % THREADS, NULL, NULL);
      struct work w = { 0 };
      if (i % 2)
         sim_pool_run(pool, i, item, &w);
      sim_pool_destroy(pool); /* also before its threads have begun to wait */
   }
   sim_pool_destroy(NULL);
}

/* What threads of the machine write at every wave does not share cache lines, nor the pairs in which these are fetched. */
static void workers_lie_apart(void **state)
{
   struct sim_mem mem;
   assert_true(sim_mem_init(&mem, 1ull << 30));
   setenv("GLOAM_THREADS", "3", 1);
   struct sim_gpu *gpu = sim_gpu_create(hw_chip_find("polaris10"), &mem);
   unsetenv("GLOAM_THREADS");
   assert_non_null(gpu);
   assert_int_equal(gpu->threads, 3);
   for (unsigned i = 0; i < gpu->threads; i++)
      assert_int_equal((uintptr_t)&gpu->workers[i] % 128, 0);
   sim_gpu_destroy(gpu);
   sim_mem_finish(&mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_item_once), cmocka_unit_test(shares_begin_at_either_end), cmocka_unit_test(idle_threads_help),
      cmocka_unit_test(short_calls), cmocka_unit_test(come_and_go), cmocka_unit_test(started_when_needed),
      cmocka_unit_test(no_more_than_cpus), cmocka_unit_test(late_threads_are_not_waited_for), cmocka_unit_test(workers_lie_apart),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

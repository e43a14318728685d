/* test_ut_large.c: large blocks keep their content when they are resized, and are found by their address only. Threads allocate
 * and free at the same time. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_large.h"

static void fill(uint8_t *p, size_t size_B, unsigned seed)
{
   for (size_t i = 0; i < size_B; i++)
      p[i] = (uint8_t)(i * 7 + i / 4096 + seed);
}

static void expect(const uint8_t *p, size_t size_B, unsigned seed)
{
   for (size_t i = 0; i < size_B; i++)
      if (p[i] != (uint8_t)(i * 7 + i / 4096 + seed))
         fail_msg("byte %zu of %zu is %u", i, size_B, p[i]);
}

static void test_sizes(void **state)
{
   (void)state;
   static const size_t size_B[] = { UT_LARGE_B, UT_LARGE_B + 1, 300000, 1 << 20, (1 << 20) + 4097, 9 << 20 };
   for (unsigned i = 0; i < sizeof size_B / sizeof *size_B; i++) {
      for (unsigned k = 0; k < sizeof size_B / sizeof *size_B; k++) {
         uint8_t *p = ut_large_alloc(size_B[i], false);
         assert_non_null(p);
         assert_int_equal(ut_large_size(p), size_B[i]);
         assert_int_equal(ut_large_size(p + 4096), 0);
         assert_int_equal(ut_large_size(p + 16), 0);
         fill(p, size_B[i], i);
         p = ut_large_resize(p, size_B[k]);
         assert_non_null(p);
         assert_int_equal(ut_large_size(p), size_B[k]);
         expect(p, size_B[i] < size_B[k] ? size_B[i] : size_B[k], i);
         fill(p, size_B[k], k);
         assert_true(ut_large_free(p));
         assert_int_equal(ut_large_size(p), 0);
         assert_false(ut_large_free(p));
      }
   }
}

/* A block that is used again is zero if the caller requests it. */
static void test_zero(void **state)
{
   (void)state;
   for (unsigned i = 0; i < 8; i++) {
      uint8_t *p = ut_large_alloc(200000, true);
      assert_non_null(p);
      for (size_t at = 0; at < 200000; at++)
         assert_int_equal(p[at], 0);
      memset(p, 0xff, 200000);
      assert_true(ut_large_free(p));
   }
}

static void test_refusals(void **state)
{
   (void)state;
   int on_stack;
   assert_false(ut_large_free(&on_stack));
   assert_false(ut_large_free(NULL));
   assert_null(ut_large_alloc(SIZE_MAX, false));
   assert_null(ut_large_alloc(SIZE_MAX / 4, true));
   uint8_t *p = ut_large_alloc(UT_LARGE_B, false);
   fill(p, UT_LARGE_B, 3);
   assert_null(ut_large_resize(p, SIZE_MAX / 4));
   expect(p, UT_LARGE_B, 3);
   assert_true(ut_large_free(p));
}

/* Thousands of blocks at a time are found and freed. */
static void test_many(void **state)
{
   (void)state;
   enum { MANY = 12000 };
   static void *block[MANY];
   unsigned count = 0;
   while (count < MANY && (block[count] = ut_large_alloc(UT_LARGE_B, false)))
      count++;
   assert_int_equal(count, MANY);
   for (unsigned i = 0; i < count; i++)
      assert_int_equal(ut_large_size(block[i]), UT_LARGE_B);
   for (unsigned i = 0; i < count; i++)
      assert_true(ut_large_free(block[i]));
   void *p = ut_large_alloc(UT_LARGE_B, false);
   assert_non_null(p);
   assert_true(ut_large_free(p));
}

static void *work(void *arg)
{
   const unsigned seed = (unsigned)(uintptr_t)arg;
   for (unsigned i = 0; i < 300; i++) {
      const size_t size_B = UT_LARGE_B + (i * 7919 + seed * 104729) % 400000;
      uint8_t *p = ut_large_alloc(size_B, false);
      if (!p || ut_large_size(p) != size_B)
         return "size";
      memset(p, (int)(seed + i), size_B);
      p = ut_large_resize(p, size_B + 70000);
      for (size_t at = 0; at < size_B; at += 997)
         if (p[at] != (uint8_t)(seed + i))
            return "content";
      if (!ut_large_free(p))
         return "free";
   }
   return NULL;
}

static void test_threads(void **state)
{
   (void)state;
   pthread_t thread[4];
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, work, (void *)(uintptr_t)(i + 1)), 0);
   for (unsigned i = 0; i < 4; i++) {
      void *problem;
      pthread_join(thread[i], &problem);
      if (problem)
         fail_msg("%s", (const char *)problem);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_zero),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_threads),
   };
   return cmocka_run_group_tests_name("ut_large", tests, NULL, NULL);
}

/* test_ut_guard.c: allocations that fail inside a guarded stretch come from the reserve; when that is used up, too, the stretch
 * is left by a jump. The C library is made to fail by a limit on address space. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "util/ut_guard.h"

enum { BIG_B = 1 << 20 }; /* larger than the free part of the heap: needs address space */

static struct rlimit before;

static void no_more_memory(void)
{
   struct rlimit now = before;
   now.rlim_cur = 1 << 20;
   assert_int_equal(setrlimit(RLIMIT_AS, &now), 0);
}

static void memory_again(void)
{
   assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
}

static void test_reserve(void **state)
{
   void *volatile p; /* or the compiler leaves the allocations out */
   ut_reserve_enter();
   no_more_memory();
   unsigned char *a = malloc(BIG_B), *b = calloc(3, BIG_B), *c = aligned_alloc(256, BIG_B);
   memory_again();
   assert_non_null(a);
   assert_non_null(b);
   assert_non_null(c);
   assert_int_equal((uintptr_t)c % 256, 0);
   for (unsigned i = 0; i < 3 * BIG_B; i++)
      assert_int_equal(b[i], 0);
   memset(a, 7, BIG_B);
   a = realloc(a, 2 * BIG_B); /* out of the reserve, as there is memory again */
   assert_int_equal(a[BIG_B - 1], 7);
   no_more_memory();
   a = realloc(a, 16 * BIG_B); /* and back into it */
   memory_again();
   assert_non_null(a);
   assert_int_equal(a[BIG_B - 1], 7);
   assert_true(ut_reserve_is_used());
   free(a);
   free(b);
   free(c);
   assert_true(ut_reserve_leave());
   ut_reserve_enter();
   p = malloc(BIG_B);
   free(p);
   assert_false(ut_reserve_leave());
   no_more_memory();
   p = malloc(4 * BIG_B);
   memory_again();
   assert_null(p); /* outside the stretch */
}

static void test_jump(void **state)
{
   struct ut_guard outer, inner;
   void *volatile p = NULL;
   volatile bool jumped = false, used;
   ut_guard_arm(&outer);
   if (setjmp(outer.jump) == 0) {
      ut_guard_arm(&inner);
      no_more_memory();
      if (setjmp(inner.jump) == 0)
         p = malloc((size_t)100 << 20); /* more than there is in the reserve */
      else
         jumped = true;
      memory_again();
      used = ut_guard_disarm(&inner);
      assert_null(p);
      assert_true(jumped);
      assert_true(used);
      assert_string_equal(inner.text, "out of memory");
      ut_guard_bail("this one");
   }
   assert_string_equal(outer.text, "this one");
   assert_true(ut_guard_disarm(&outer));
   assert_false(ut_guard_is_armed());
}

/* Many sizes and orders: blocks do not overlap, and all of the reserve is there again in the end. */
static void test_blocks(void **state)
{
   unsigned char *block[64] = { 0 };
   uint32_t x = 1;
   size_t size_B[64];
   ut_reserve_enter();
   no_more_memory();
   for (unsigned n = 0; n < 20000; n++) {
      x = x * 1664525 + 1013904223;
      unsigned i = x >> 26;
      for (size_t k = 0; block[i] && k < size_B[i]; k += 97)
         if (block[i][k] != (unsigned char)i) {
            memory_again();
            fail_msg("block %u was overwritten", i);
         }
      free(block[i]);
      size_B[i] = (size_t)200000 + (x >> 8 & 0xffff);
      block[i] = malloc(size_B[i]);
      memset(block[i], (int)i, size_B[i]);
   }
   for (unsigned i = 0; i < 64; i++)
      free(block[i]);
   void *whole = malloc(((size_t)64 << 20) - 100);
   memory_again();
   assert_non_null(whole);
   free(whole);
   assert_true(ut_reserve_leave());
}

/* A stretch that was given up ends at its next allocation; others do not notice. */
static void test_given_up(void **state)
{
   struct ut_guard guard, other;
   void *volatile p;
   ut_guard_arm(&guard);
   if (setjmp(guard.jump) == 0) {
      ut_guard_cancel(&guard);
      p = malloc(16);
      fail();
   }
   assert_string_equal(guard.text, "takes too long");
   ut_guard_disarm(&guard);
   ut_guard_arm(&other);
   if (setjmp(other.jump) == 0) {
      p = malloc(16);
      free(p);
   } else {
      fail();
   }
   ut_guard_disarm(&other);
   ut_guard_arm(&guard); /* it may begin again */
   if (setjmp(guard.jump) == 0) {
      p = malloc(16);
      free(p);
   } else {
      fail();
   }
   ut_guard_disarm(&guard);
}

int main(void)
{
   getrlimit(RLIMIT_AS, &before);
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_reserve), cmocka_unit_test(test_jump), cmocka_unit_test(test_blocks),
                                      cmocka_unit_test(test_given_up)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_ut_malloc.c: malloc() and its family, wrapped: large blocks come from the kernel, small ones from the program's allocator,
 * and content survives the way from one to the other and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_large.h"

static void fill(uint8_t *p, size_t from, size_t to)
{
   for (size_t i = from; i < to; i++)
      p[i] = (uint8_t)(i * 13 + i / 256);
}

static void expect(const uint8_t *p, size_t size_B)
{
   for (size_t i = 0; i < size_B; i++)
      if (p[i] != (uint8_t)(i * 13 + i / 256))
         fail_msg("byte %zu of %zu is %u", i, size_B, p[i]);
}

static void test_places(void **state)
{
   (void)state;
   void *small = malloc(UT_LARGE_B - 1), *large = malloc(UT_LARGE_B), *zero = calloc(1000, 1000), *aligned = aligned_alloc(64, 1 << 20);
   void *strong = NULL;
   assert_int_equal(posix_memalign(&strong, 4096, 1 << 20), 0);
   assert_int_equal(ut_large_size(small), 0);
   assert_int_equal(ut_large_size(large), UT_LARGE_B);
   assert_int_equal(ut_large_size(zero), 1000000);
   assert_int_equal(ut_large_size(aligned), 1 << 20);
   assert_int_equal(ut_large_size(strong), 1 << 20);
   for (unsigned i = 0; i < 1000000; i++)
      assert_int_equal(((uint8_t *)zero)[i], 0);
   char *text = malloc(300000), *copy;
   memset(text, 'a', 299999);
   text[299999] = 0;
   copy = strdup(text);
   assert_int_equal(ut_large_size(copy), 300000);
   assert_string_equal(copy, text);
   free(text);
   free(copy);
   free(small);
   free(large);
   free(zero);
   free(aligned);
   free(strong);
   free(NULL);
   volatile size_t most = SIZE_MAX / 2; /* the compiler warns of a constant */
   assert_null(calloc(most, 3));
}

/* An array grows from nothing to 5 MiB and shrinks again, in uneven steps. */
static void test_growth(void **state)
{
   (void)state;
   uint8_t *p = NULL;
   size_t size_B = 0;
   while (size_B < 5 << 20) {
      const size_t next_B = size_B * 3 / 2 + 17;
      p = realloc(p, next_B);
      assert_non_null(p);
      assert_int_equal(ut_large_size(p), next_B >= UT_LARGE_B ? next_B : 0);
      expect(p, size_B);
      fill(p, size_B, next_B);
      size_B = next_B;
   }
   while (size_B > 10) {
      size_B = size_B * 2 / 3;
      p = realloc(p, size_B);
      assert_non_null(p);
      expect(p, size_B);
   }
   free(p);
}

/* A resize that fails leaves the block, on both sides of the limit. */
static void test_failures(void **state)
{
   (void)state;
   static const size_t size_B[] = { 100, UT_LARGE_B };
   for (unsigned i = 0; i < 2; i++) {
      uint8_t *p = malloc(size_B[i]);
      fill(p, 0, size_B[i]);
      assert_null(realloc(p, SIZE_MAX / 4));
      expect(p, size_B[i]);
      free(p);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_growth),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("ut_malloc", tests, NULL, NULL);
}

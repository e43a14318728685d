/* test_ut_pages.c: size, alignment and content of pages, and that freed pages are gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/ut_pages.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const size_t size_B[] = { 1, 4095, 4096, 4097, 65536, 300000, (2 << 20) - 64, 2 << 20, (2 << 20) + 1, 5 << 20 };
static const size_t align_B[] = { 1, 64, 4096, 8192, 65536, 1 << 20, 2 << 20, 8 << 20 };

static bool is_mapped(uint8_t *p, size_t bytes)
{
   unsigned char resident[4096];
   const size_t page_B = (size_t)sysconf(_SC_PAGESIZE);
   assert_true(bytes / page_B < COUNT(resident));
   return mincore((void *)((uintptr_t)p & ~(page_B - 1)), bytes, resident) == 0;
}

/* All blocks live at once: none overlaps another or lost pages when the ends of another were returned. */
static void test_blocks(void **state)
{
   (void)state;
   uint8_t *block[COUNT(size_B)][COUNT(align_B)];
   for (unsigned i = 0; i < COUNT(size_B); i++) {
      for (unsigned k = 0; k < COUNT(align_B); k++) {
         uint8_t *p = block[i][k] = ut_pages_alloc(size_B[i], align_B[k]);
         assert_non_null(p);
         assert_int_equal((uintptr_t)p & (align_B[k] - 1), 0);
         for (size_t at = 0; at < size_B[i]; at++)
            if (p[at])
               fail_msg("byte %zu of %zu is not zero", at, size_B[i]);
         memset(p, (int)(i * COUNT(align_B) + k + 1), size_B[i]);
      }
   }
   for (unsigned i = 0; i < COUNT(size_B); i++) {
      for (unsigned k = 0; k < COUNT(align_B); k++) {
         for (size_t at = 0; at < size_B[i]; at++)
            if (block[i][k][at] != i * COUNT(align_B) + k + 1)
               fail_msg("byte %zu of %zu was overwritten", at, size_B[i]);
         assert_true(is_mapped(block[i][k], size_B[i]));
         ut_pages_free(block[i][k], size_B[i]);
         assert_false(is_mapped(block[i][k], size_B[i]));
      }
   }
}

static size_t mapped_pages(void)
{
   char text[128] = { 0 };
   FILE *f = fopen("/proc/self/statm", "r");
   assert_non_null(f);
   assert_non_null(fgets(text, sizeof text, f));
   fclose(f);
   return strtoul(text, NULL, 10);
}

/* Nothing of the space that alignment needed stays mapped. */
static void test_ends(void **state)
{
   (void)state;
   const size_t before = mapped_pages();
   for (unsigned i = 0; i < 100; i++)
      ut_pages_free(ut_pages_alloc(4096, 16 << 20), 4096);
   assert_true(mapped_pages() < before + (16 << 20) / 4096);
}

static void test_refusals(void **state)
{
   (void)state;
   assert_null(ut_pages_alloc(0, 64));
   assert_null(ut_pages_alloc(SIZE_MAX, 64));
   assert_null(ut_pages_alloc(SIZE_MAX - 8191, 2 << 20));
   assert_null(ut_pages_alloc(SIZE_MAX / 4, 64));
   ut_pages_free(NULL, 4096);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_refusals),
   };
   return cmocka_run_group_tests_name("ut_pages", tests, NULL, NULL);
}

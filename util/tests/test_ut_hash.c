/* The hash: every byte and the length matter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_hash.h"

static void test_sensitivity(void **state)
{
   uint8_t data[67];
   for (unsigned i = 0; i < sizeof(data); i++)
      data[i] = (uint8_t)(i * 7);
   for (size_t size = 0; size <= sizeof(data); size++) {
      uint64_t h = ut_hash64(data, size, 1);
      assert_true(h == ut_hash64(data, size, 1));
      assert_true(h != ut_hash64(data, size, 2));
      if (size)
         assert_true(h != ut_hash64(data, size - 1, 1));
      for (size_t i = 0; i < size; i++) {
         data[i] ^= 0x10;
         assert_true(h != ut_hash64(data, size, 1));
         data[i] ^= 0x10;
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_sensitivity)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The index of names: entries of a hash value follow each other in ascending order, and each is found by its key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_index.h"

/* More entries than buckets have room for without collisions; every third has the same key. */
static void test_keys(void **state)
{
   enum { COUNT = 1000 };
   static char name[COUNT][16];
   struct ut_index x;
   assert_true(ut_index_init(&x, COUNT));
   for (unsigned i = COUNT; i-- > 0;) {
      snprintf(name[i], sizeof name[i], i % 3 ? "n%u.member" : "same.%u", i);
      ut_index_add(&x, i, name[i], strcspn(name[i], "."));
   }
   for (unsigned i = 0; i < COUNT; i++) {
      bool found = false;
      uint32_t before = 0;
      for (uint32_t at = ut_index_first(&x, name[i], strcspn(name[i], ".")); at != UT_INDEX_END; at = x.next[at]) {
         assert_true(at < COUNT && (!before || at > before));
         before = at;
         found |= at == i;
      }
      assert_true(found);
   }
   unsigned same = 0;
   for (uint32_t at = ut_index_first(&x, "same", 4); at != UT_INDEX_END; at = x.next[at])
      same += at % 3 == 0;
   assert_int_equal(same, (COUNT + 2) / 3);
   ut_index_finish(&x);
}

static void test_empty(void **state)
{
   struct ut_index x = { .bucket = NULL };
   assert_int_equal(ut_index_first(&x, "a", 1), UT_INDEX_END);
   ut_index_finish(&x);
   assert_true(ut_index_init(&x, 0));
   assert_int_equal(ut_index_first(&x, "a", 1), UT_INDEX_END);
   assert_int_equal(ut_index_first(&x, "", 0), UT_INDEX_END);
   ut_index_finish(&x);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_keys), cmocka_unit_test(test_empty)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

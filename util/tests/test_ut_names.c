/* ut_names: generated names, names of the application's choice, removal, iteration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "util/ut_names.h"

static int objects[8];

static void generated_names_are_reserved_not_objects(void **state)
{
   struct ut_names n;
   uint32_t names[100];
   assert_true(ut_names_init(&n));
   assert_true(ut_names_gen(&n, 100, names));
   for (unsigned i = 0; i < 100; i++) {
      assert_int_equal(names[i], i + 1);
      assert_true(ut_names_is_reserved(&n, names[i]));
      assert_null(ut_names_lookup(&n, names[i]));
   }
   assert_false(ut_names_is_reserved(&n, 0));
   assert_false(ut_names_is_reserved(&n, 101));
   uint64_t cursor = 0;
   assert_null(ut_names_next(&n, &cursor, NULL));
   ut_names_finish(&n);
}

static void freed_names_come_back_and_taken_ones_are_skipped(void **state)
{
   struct ut_names n;
   uint32_t names[4];
   assert_true(ut_names_init(&n));
   assert_true(ut_names_insert(&n, 2, &objects[2]));
   assert_true(ut_names_gen(&n, 2, names));
   assert_int_equal(names[0], 1);
   assert_int_equal(names[1], 3);
   ut_names_remove(&n, 1);
   ut_names_remove(&n, 77);
   ut_names_remove(&n, 0);
   assert_true(ut_names_gen(&n, 2, names));
   assert_int_equal(names[0], 1);
   assert_int_equal(names[1], 4);
   assert_ptr_equal(ut_names_lookup(&n, 2), &objects[2]);
   ut_names_finish(&n);
}

/* Two parallel sets of far names exercise the hash table's growth, removal and re-insertion. */
static void far_names(void **state)
{
   struct ut_names n;
   assert_true(ut_names_init(&n));
   for (uint32_t i = 0; i < 5000; i++)
      assert_true(ut_names_insert(&n, 0xffffffffu - i * 7919, &objects[i % 8]));
   for (uint32_t i = 0; i < 5000; i += 2)
      ut_names_remove(&n, 0xffffffffu - i * 7919);
   for (uint32_t i = 0; i < 5000; i++)
      assert_ptr_equal(ut_names_lookup(&n, 0xffffffffu - i * 7919), i % 2 ? &objects[i % 8] : NULL);
   for (uint32_t i = 0; i < 5000; i += 4)
      assert_true(ut_names_insert(&n, 0xffffffffu - i * 7919, &objects[1]));
   unsigned count = 0;
   uint32_t name;
   uint64_t cursor = 0;
   for (void *object; (object = ut_names_next(&n, &cursor, &name)); count++)
      assert_ptr_equal(ut_names_lookup(&n, name), object);
   assert_int_equal(count, 2500 + 1250);
   ut_names_finish(&n);
}

static void iteration_survives_removal(void **state)
{
   struct ut_names n;
   assert_true(ut_names_init(&n));
   static const uint32_t chosen[] = {5, 1, 4000000000u, 31, 32, 1000000};
   for (unsigned i = 0; i < 6; i++)
      assert_true(ut_names_insert(&n, chosen[i], &objects[i]));
   uint64_t cursor = 0;
   uint32_t name;
   unsigned seen = 0;
   while (ut_names_next(&n, &cursor, &name)) {
      ut_names_remove(&n, name);
      seen++;
   }
   assert_int_equal(seen, 6);
   for (unsigned i = 0; i < 6; i++)
      assert_false(ut_names_is_reserved(&n, chosen[i]));
   ut_names_finish(&n);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(generated_names_are_reserved_not_objects),
      cmocka_unit_test(freed_names_come_back_and_taken_ones_are_skipped),
      cmocka_unit_test(far_names),
      cmocka_unit_test(iteration_survives_removal),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

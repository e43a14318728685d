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

/* Ranges lie above all other names while there is room, in gaps otherwise; single names take the lowest gap. */
static void ranges(void **state)
{
   struct ut_names n;
   uint32_t first, one[2];
   assert_true(ut_names_init(&n));
   assert_true(ut_names_gen_range(&n, 100000, &first));
   assert_int_equal(first, 1);
   assert_true(ut_names_is_reserved(&n, 1) && ut_names_is_reserved(&n, 100000) && !ut_names_is_reserved(&n, 100001));
   for (uint32_t i = 2; i <= 100000; i += 2)
      ut_names_remove(&n, i);
   assert_true(ut_names_gen_range(&n, 2, &first));
   assert_int_equal(first, 100000); /* 100000 was removed: the highest name is 99999 */
   assert_true(ut_names_gen_range(&n, 1, &first));
   assert_int_equal(first, 2);
   assert_true(ut_names_gen(&n, 2, one));
   assert_int_equal(one[0], 4);
   assert_int_equal(one[1], 6);
   /* A name near the end of the array leaves the gap before it. */
   assert_true(ut_names_insert(&n, UT_NAMES_DENSE_LIMIT - 1, &objects[0]));
   assert_true(ut_names_gen_range(&n, 1000, &first));
   assert_int_equal(first, 100002);
   /* No gap of the array is large enough: names of the hash table, where names that exist are skipped. */
   assert_true(ut_names_insert(&n, UT_NAMES_DENSE_LIMIT + 10, &objects[1]));
   assert_true(ut_names_gen_range(&n, 200000, &first));
   assert_int_equal(first, UT_NAMES_DENSE_LIMIT + 11);
   for (uint32_t i = 0; i < 200000; i++)
      assert_true(ut_names_is_reserved(&n, first + i));
   assert_ptr_equal(ut_names_lookup(&n, UT_NAMES_DENSE_LIMIT + 10), &objects[1]);
   ut_names_finish(&n);
}

/* The end of the name space: a range that would pass it begins again at the lowest names of the hash table. */
static void range_at_the_end(void **state)
{
   struct ut_names n;
   uint32_t first;
   assert_true(ut_names_init(&n));
   assert_true(ut_names_insert(&n, UT_NAMES_DENSE_LIMIT - 1, &objects[0]));
   assert_true(ut_names_insert(&n, 70, &objects[0]));
   n.far_next = UINT32_MAX - 10;
   assert_true(ut_names_gen_range(&n, UT_NAMES_DENSE_LIMIT, &first));
   assert_int_equal(first, UT_NAMES_DENSE_LIMIT);
   ut_names_finish(&n);
}

/* Every free name is found, in order, across words and groups of bits. */
static void all_names_of_the_array(void **state)
{
   struct ut_names n;
   uint32_t name;
   assert_true(ut_names_init(&n));
   for (uint32_t i = 1; i < UT_NAMES_DENSE_LIMIT; i++) {
      assert_true(ut_names_gen(&n, 1, &name));
      assert_int_equal(name, i);
   }
   assert_true(ut_names_gen(&n, 1, &name));
   assert_int_equal(name, UT_NAMES_DENSE_LIMIT);
   static const uint32_t gaps[] = {1, 63, 64, 4095, 4096, 100000, UT_NAMES_DENSE_LIMIT - 1};
   for (unsigned i = 0; i < 7; i++)
      ut_names_remove(&n, gaps[i]);
   for (unsigned i = 0; i < 7; i++) {
      assert_true(ut_names_gen(&n, 1, &name));
      assert_int_equal(name, gaps[i]);
   }
   ut_names_finish(&n);
}

static unsigned visit(const struct ut_names *n, uint32_t first, uint32_t last)
{
   uint64_t cursor = 0;
   uint32_t name;
   void *object;
   unsigned count = 0;
   for (; ut_names_next_in(n, first, last, &cursor, &name, &object); count++)
      assert_true(name >= first && name <= last && ut_names_is_reserved(n, name) && object);
   return count;
}

static void iteration_over_a_range(void **state)
{
   struct ut_names n;
   static const uint32_t chosen[] = {1, 63, 64, 5000, 200000, 1000000, 1000001, 0xfffffffeu};
   assert_true(ut_names_init(&n));
   assert_int_equal(visit(&n, 0, UINT32_MAX), 0);
   for (unsigned i = 0; i < 8; i++)
      assert_true(ut_names_insert(&n, chosen[i], i % 2 ? (void *)ut_names_reserved : (void *)&objects[i]));
   assert_int_equal(visit(&n, 0, UINT32_MAX), 8);
   assert_int_equal(visit(&n, 1, 1), 1);
   assert_int_equal(visit(&n, 2, 62), 0);
   assert_int_equal(visit(&n, 2, 64), 2);
   assert_int_equal(visit(&n, 64, 1000000), 4);
   assert_int_equal(visit(&n, 1000000, 1000001), 2);
   assert_int_equal(visit(&n, 1000002, UINT32_MAX), 1);
   uint64_t cursor = 0;
   uint32_t name;
   void *object;
   while (ut_names_next_in(&n, 1, UINT32_MAX, &cursor, &name, &object))
      ut_names_remove(&n, name);
   assert_int_equal(visit(&n, 0, UINT32_MAX), 0);
   ut_names_finish(&n);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(generated_names_are_reserved_not_objects),
      cmocka_unit_test(freed_names_come_back_and_taken_ones_are_skipped),
      cmocka_unit_test(far_names),
      cmocka_unit_test(iteration_survives_removal),
      cmocka_unit_test(ranges),
      cmocka_unit_test(range_at_the_end),
      cmocka_unit_test(all_names_of_the_array),
      cmocka_unit_test(iteration_over_a_range),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

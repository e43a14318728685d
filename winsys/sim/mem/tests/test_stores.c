/* test_stores.c: stores are taken back in reverse order, differences and stores beyond the listed ones are found, and other
 * threads' stores are not listed. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/mem/mem_stores.h"

static uint8_t memory[4096], before[4096];

static void store(unsigned at, unsigned size_B, uint8_t value)
{
   sim_stores_note(&memory[at], size_B);
   memset(&memory[at], value, size_B);
}

static void reset(void)
{
   for (unsigned i = 0; i < sizeof memory; i++)
      memory[i] = (uint8_t)(i * 31 + i / 256);
   memcpy(before, memory, sizeof memory);
}

static void stores(void)
{
   for (unsigned i = 0; i < 300; i++)
      store(i * 13 % 4000, 1 + i % 16, (uint8_t)i);
   store(8, 16, 1);
   store(10, 4, 2); /* over the one before */
   store(11, 1, 3);
}

static void test_take_back(void **state)
{
   (void)state;
   struct sim_stores list = { 0 }, other = { 0 };
   reset();
   sim_stores_on = true;
   sim_stores_begin(&list);
   stores();
   sim_stores_begin(NULL);
   store(4090, 4, 9); /* not listed */
   assert_memory_equal(&memory[8], ((uint8_t[]){ 1, 1, 2, 3, 2, 2, 1 }), 7);
   sim_stores_take_back(&list);
   memcpy(&before[4090], "\t\t\t\t", 4);
   assert_memory_equal(memory, before, sizeof memory);
   assert_non_null(sim_stores_differ(&list));
   sim_stores_begin(&other);
   stores();
   sim_stores_begin(NULL);
   assert_null(sim_stores_differ(&list));
   assert_null(sim_stores_beyond(&list, &other));
   memory[11] ^= 1;
   assert_ptr_equal(sim_stores_differ(&list), &memory[8]); /* the word */
   memory[11] ^= 1;
   sim_stores_begin(&other);
   store(4060, 2, 0);
   assert_ptr_equal(sim_stores_beyond(&list, &other), &memory[4060]);
   sim_stores_begin(NULL);
   sim_stores_finish(&list);
   sim_stores_finish(&other);
   assert_null(list.list);
}

static void *other_thread(void *arg)
{
   store(100, 4, 5);
   return arg;
}

static void test_threads(void **state)
{
   (void)state;
   struct sim_stores list = { 0 };
   pthread_t thread;
   sim_stores_on = true;
   sim_stores_begin(&list);
   assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
   pthread_join(thread, NULL);
   assert_int_equal(list.count, 0);
   store(100, 4, 6);
   assert_int_equal(list.count, 1);
   assert_int_equal(list.list[0].old[0], 5);
   sim_stores_begin(NULL);
   sim_stores_finish(&list);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_take_back),
      cmocka_unit_test(test_threads),
   };
   return cmocka_run_group_tests_name("sim_stores", tests, NULL, NULL);
}

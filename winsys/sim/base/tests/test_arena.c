/* test_arena.c: allocations are aligned and do not overlap, whatever their sizes; after a reset the memory in use lately is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/base/arena.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const size_t size_B[] = { 1, 64, 65, 4096, 1 << 20, (1 << 20) - 64, (2 << 20) - 64, 2 << 20, (5 << 20) + 1, 100000 };
enum { TURNS = 5 };

static void allocate(struct sim_arena *a, uint8_t *piece[TURNS][COUNT(size_B)])
{
   for (unsigned turn = 0; turn < TURNS; turn++) {
      for (unsigned i = 0; i < COUNT(size_B); i++) {
         piece[turn][i] = sim_arena_alloc(a, size_B[i]);
         assert_non_null(piece[turn][i]);
         assert_int_equal((uintptr_t)piece[turn][i] & 63, 0);
         memset(piece[turn][i], (int)(turn * COUNT(size_B) + i), size_B[i]);
      }
   }
}

static void test_pieces(void **state)
{
   (void)state;
   struct sim_arena a = { 0 };
   uint8_t *piece[TURNS][COUNT(size_B)];
   allocate(&a, piece);
   for (unsigned turn = 0; turn < TURNS; turn++)
      for (unsigned i = 0; i < COUNT(size_B); i++)
         for (size_t at = 0; at < size_B[i]; at++)
            if (piece[turn][i][at] != turn * COUNT(size_B) + i)
               fail_msg("byte %zu of an allocation of %zu bytes was overwritten", at, size_B[i]);
   sim_arena_finish(&a);
   assert_null(a.first);
}

/* The same allocations again are in the same places. */
static void test_kept(void **state)
{
   (void)state;
   struct sim_arena a = { 0 };
   uint8_t *first[TURNS][COUNT(size_B)], *again[TURNS][COUNT(size_B)];
   allocate(&a, first);
   sim_arena_reset(&a, SIZE_MAX / 2);
   allocate(&a, again);
   assert_memory_equal(first, again, sizeof first);
   sim_arena_reset(&a, 0); /* about the most of the last times is kept, from the first chunk on */
   allocate(&a, again);
   assert_memory_equal(first[0], again[0], sizeof first[0]);
   sim_arena_finish(&a);
}

/* Little is left of a large batch after many small ones. */
static void test_decay(void **state)
{
   (void)state;
   struct sim_arena a = { 0 };
   uint8_t *piece[TURNS][COUNT(size_B)];
   allocate(&a, piece);
   const size_t most_B = a.in_use_B;
   for (unsigned i = 0; i < 1000; i++) {
      sim_arena_reset(&a, 0);
      assert_non_null(sim_arena_alloc(&a, 64));
   }
   assert_true(a.lately_B < most_B / 100);
   sim_arena_finish(&a);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_decay),
   };
   return cmocka_run_group_tests_name("sim_arena", tests, NULL, NULL);
}

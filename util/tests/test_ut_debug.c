/* GLOAM_DEBUG parsing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_debug.h"

static void test_parse(void **state)
{
   static const struct { const char *text; uint32_t flags; } rows[] = {
      {"", 0}, {"1", UT_DEBUG_ERROR}, {"pm4", UT_DEBUG_PM4 | UT_DEBUG_ERROR},
      {"pm4,isa", UT_DEBUG_PM4 | UT_DEBUG_ISA | UT_DEBUG_ERROR}, {" pm4 , isa", UT_DEBUG_PM4 | UT_DEBUG_ISA | UT_DEBUG_ERROR},
      {"tiling=2d", UT_DEBUG_TILING_2D}, {"tiling=2d,pm4", UT_DEBUG_TILING_2D | UT_DEBUG_PM4 | UT_DEBUG_ERROR},
      {"sync", UT_DEBUG_SYNC}, {"nosuchflag", 0}, {"tiling", 0}, {"pm", 0}, {"pm44", 0},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      assert_int_equal(ut_debug_parse(rows[i].text), rows[i].flags);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_parse)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

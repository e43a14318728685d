/* Host facts: quota text, plausible answers, the limit set by GLOAM_SIM_CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_cpu.h"

static void test_cpu_max(void **state)
{
   static const struct { const char *text; double cpus; } rows[] = {
      {"max 100000", 0}, {"150000 100000", 1.5}, {"50000 100000", 0.5}, {"", 0}, {"garbage", 0}, {"-1 100000", 0},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      assert_true(ut_cpu_parse_cpu_max(rows[i].text) == rows[i].cpus);
}

static void test_host(void **state)
{
   assert_in_range(ut_cpu_threads(), 1, 4096);
   assert_true(ut_memory_limit_B() >= 16u << 20);
}

static void test_isa_limit(void **state)
{
   setenv("GLOAM_SIM_CPU", "sse", 1);
   assert_int_equal(ut_cpu_isa(), UT_ISA_SSE2);
   setenv("GLOAM_SIM_CPU", "avx2", 1);
   assert_true(ut_cpu_isa() <= UT_ISA_AVX2);
   assert_false(ut_cpu_has_vbmi());
   unsetenv("GLOAM_SIM_CPU");
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_cpu_max), cmocka_unit_test(test_host),
                                      cmocka_unit_test(test_isa_limit)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

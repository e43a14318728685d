/* Host facts: quota text, plausible answers, the limit set by GLOAM_SIM_CPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static void test_size(void **state)
{
   static const struct { const char *text; uint64_t size_B; } rows[] = {
      {"32768K\n", 32u << 20}, {"8M", 8u << 20}, {"4096", 4096}, {"", 0}, {"none", 0},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      assert_int_equal(ut_cpu_parse_size(rows[i].text), rows[i].size_B);
   assert_in_range(ut_cpu_third_cache_B(), 0, UINT64_C(16) << 30);
}

static void test_host(void **state)
{
   assert_in_range(ut_cpu_threads(), 1, 4096);
   assert_true(ut_memory_limit_B() >= 16u << 20);
}

/* A cgroup file system in a temporary folder. */
static char root[] = "/tmp/ut_cpu_XXXXXX";
static char list_path[64];

static void put(const char *path, const char *text)
{
   char full[256];
   snprintf(full, sizeof(full), "%s/%s", root, path);
   for (char *slash = strchr(full + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
      *slash = 0;
      mkdir(full, 0700);
      *slash = '/';
   }
   FILE *f = fopen(full, "w");
   assert_non_null(f);
   fputs(text, f);
   fclose(f);
}

static void test_quotas(void **state)
{
   assert_non_null(mkdtemp(root));
   snprintf(list_path, sizeof(list_path), "%s/list", root);
   const struct ut_cgroups at = { list_path, root };

   put("list", "0::/user/job\n");
   put("user/job/cpu.max", "max 100000\n");
   put("user/cpu.max", "50000 100000\n");
   put("cpu.max", "400000 100000\n");
   assert_true(ut_cpu_quota(&at, 8) == 0.5);
   assert_int_equal(ut_cpu_threads_of(ut_cpu_quota(&at, 8)), 1);
   put("user/job/cpu.max", "25000 100000\n");
   assert_true(ut_cpu_quota(&at, 8) == 0.25);
   put("user/job/memory.max", "max\n");
   put("user/memory.max", "1000000\n");
   put("user/memory.current", "700000\n");
   put("user/memory.stat", "anon 1\nactive_file 5\ninactive_file 100000\n");
   assert_int_equal(ut_memory_available_B(&at), 400000);

   /* v1: the inner group has the smaller quota; cpuset is another controller, with another path. */
   put("list", "5:cpuset:/other\n4:cpu,cpuacct:/user/job\n3:memory:/user\n");
   put("cpu/user/job/cpu.cfs_quota_us", "50000\n");
   put("cpu/user/job/cpu.cfs_period_us", "100000\n");
   put("cpu/user/cpu.cfs_quota_us", "150000\n");
   put("cpu/user/cpu.cfs_period_us", "100000\n");
   put("cpu/cpu.cfs_quota_us", "-1\n");
   put("cpu/cpu.cfs_period_us", "100000\n");
   put("cpu/other/cpu.cfs_quota_us", "10000\n");
   put("cpu/other/cpu.cfs_period_us", "100000\n");
   assert_true(ut_cpu_quota(&at, 8) == 0.5);
   put("cpu/user/job/cpu.cfs_quota_us", "-1\n");
   assert_true(ut_cpu_quota(&at, 8) == 1.5);
   assert_int_equal(ut_cpu_threads_of(ut_cpu_quota(&at, 8)), 2);
   assert_true(ut_cpu_quota(&at, 1) == 1);
   put("memory/user/memory.limit_in_bytes", "2000000\n");
   put("memory/user/memory.usage_in_bytes", "500000\n");
   assert_int_equal(ut_memory_available_B(&at), 1500000);
   char command[64];
   snprintf(command, sizeof(command), "rm -r %s", root);
   assert_int_equal(system(command), 0);
}

static void test_isa_limit(void **state)
{
   setenv("GLOAM_SIM_CPU", "sse", 1);
   assert_int_equal(ut_cpu_isa(), UT_ISA_BASE);
   setenv("GLOAM_SIM_CPU", "avx2", 1);
   assert_true(ut_cpu_isa() <= UT_ISA_AVX2);
   assert_false(ut_cpu_has_vbmi());
   unsetenv("GLOAM_SIM_CPU");
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_cpu_max), cmocka_unit_test(test_size), cmocka_unit_test(test_host), cmocka_unit_test(test_quotas),
                                      cmocka_unit_test(test_isa_limit)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

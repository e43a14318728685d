/* Environment variables: defaults, numbers, booleans. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_env.h"

static void test_values(void **state)
{
   unsetenv("GLOAM_THREADS");
   assert_int_equal(ut_env_int(UT_ENV_THREADS), 0);
   setenv("GLOAM_THREADS", "3", 1);
   assert_int_equal(ut_env_int(UT_ENV_THREADS), 3);
   setenv("GLOAM_THREADS", "three", 1);
   assert_int_equal(ut_env_int(UT_ENV_THREADS), 0);
   setenv("GLOAM_THREADS", "", 1);
   assert_int_equal(ut_env_int(UT_ENV_THREADS), 0);
   unsetenv("GLOAM_THREADS");
   unsetenv("GLOAM_SIM_CHIP");
   assert_string_equal(ut_env_str(UT_ENV_SIM_CHIP), "polaris10");
   setenv("GLOAM_SHADER_CACHE_DISABLE", "Yes", 1);
   assert_true(ut_env_bool(UT_ENV_SHADER_CACHE_DISABLE));
   setenv("GLOAM_SHADER_CACHE_DISABLE", "0", 1);
   assert_false(ut_env_bool(UT_ENV_SHADER_CACHE_DISABLE));
}

static void test_cache_dir(void **state)
{
   char path[32];
   unsetenv("GLOAM_SHADER_CACHE_DIR");
   setenv("HOME", "/home/me", 1);
   setenv("XDG_CACHE_HOME", "relative", 1);
   assert_true(ut_env_shader_cache_dir(path, sizeof(path)));
   assert_string_equal(path, "/home/me/.cache/gloam");
   assert_false(ut_env_shader_cache_dir(path, strlen("/home/me/.cache/gloam")));
   setenv("XDG_CACHE_HOME", "/cache", 1);
   assert_true(ut_env_shader_cache_dir(path, sizeof(path)));
   assert_string_equal(path, "/cache/gloam");
   setenv("GLOAM_SHADER_CACHE_DIR", "/var/tmp/x", 1);
   assert_true(ut_env_shader_cache_dir(path, sizeof(path)));
   assert_string_equal(path, "/var/tmp/x");
   unsetenv("GLOAM_SHADER_CACHE_DIR");
   unsetenv("XDG_CACHE_HOME");
   unsetenv("HOME");
   assert_false(ut_env_shader_cache_dir(path, sizeof(path)));
}

static void test_table(void **state)
{
   for (unsigned i = 0; i < UT_ENV_COUNT; i++) {
      assert_int_equal(strncmp(ut_env_infos[i].name, "GLOAM_", 6), 0);
      assert_true(strlen(ut_env_infos[i].help) > 10);
      for (unsigned j = 0; j < i; j++)
         assert_string_not_equal(ut_env_infos[i].name, ut_env_infos[j].name);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_cache_dir), cmocka_unit_test(test_table)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

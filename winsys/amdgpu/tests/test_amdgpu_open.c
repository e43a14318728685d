/* test_amdgpu_open.c: opening a file that is not an amdgpu render node fails with a reason and leaks no descriptor. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/winsys.h"

static unsigned open_files(void)
{
   unsigned count = 0;
   DIR *dir = opendir("/proc/self/fd");
   assert_non_null(dir);
   while (readdir(dir))
      count++;
   closedir(dir);
   return count;
}

static void test_refused(void **state)
{
   static const struct { const char *path, *reason; } rows[] = {
      {"/dev/dri/renderD999", "No such file"}, {"/dev/null", "not amdgpu"}, {"/proc/self/exe", ""}, {"", "No such file"},
   };
   unsigned before = open_files();
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char why[256] = "";
      assert_null(ws_amdgpu_open(rows[i].path, why, sizeof(why)));
      assert_true(strlen(why) > 3);
      assert_non_null(strstr(why, rows[i].reason));
   }
   assert_int_equal(open_files(), before);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_cache.c: a hit returns the stored binary; another key, a damaged or truncated file and a folder without write access are
 * misses, after which the compile succeeds. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

static char dir[] = "/tmp/gloam-test-cache-XXXXXX";

static const char source[] = "precision highp float; uniform vec4 c; void main() { gl_FragColor = c * 2.0; }";

/* Path of a cached file; fails unless there are exactly `count`. */
static void find_files(unsigned count, char *path)
{
   unsigned n = 0;
   DIR *d = opendir(dir);
   assert_non_null(d);
   for (struct dirent *e; (e = readdir(d));) {
      if (e->d_name[0] == '.')
         continue;
      snprintf(path, 512, "%s/%.200s", dir, e->d_name);
      n++;
   }
   closedir(d);
   assert_int_equal(n, count);
}

static void compile(struct si_shader_binary *bin, uint32_t col_format)
{
   char why[256] = "";
   size_t words;
   uint32_t *spirv = glsl_to_spirv(PIPE_SHADER_FRAGMENT, source, &words);
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   struct pipe_shader_state state = { .stage = PIPE_SHADER_FRAGMENT, .spirv = spirv, .spirv_words = words, .y_is_up = true };
   struct si_shader_key key;
   struct si_compile_options opt = { 0 };
   default_key(&key, PIPE_SHADER_FRAGMENT);
   key.ps.col_format = col_format;
   assert_true(si_compile(c, &state, &key, &opt, bin, why, sizeof(why)));
   si_compiler_destroy(c);
   free(spirv);
}

static void assert_same(const struct si_shader_binary *a, const struct si_shader_binary *b)
{
   assert_int_equal(a->code_B, b->code_B);
   assert_memory_equal(a->code, b->code, a->code_B);
   struct si_shader_binary x = *a, y = *b;
   x.code = y.code = NULL;
   assert_memory_equal(&x, &y, sizeof(x));
}

static void test_round_trip(void **state)
{
   struct si_shader_binary first, second, other;
   char path[512];
   compile(&first, 9);
   find_files(1, path);
   compile(&second, 9);
   assert_same(&first, &second);
   find_files(1, path);
   compile(&other, 4);
   assert_int_not_equal(other.ps.col_format_exported, first.ps.col_format_exported);
   char any[512];
   find_files(2, any);
   si_shader_binary_finish(&other);

   /* A hit reads the file: with a changed word of code the checksum fails, and the result is still correct. */
   static const long places[] = { 0, 8, 16, 40, 700, -4 };
   for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
      FILE *f = fopen(path, "r+b");
      assert_non_null(f);
      fseek(f, places[i], places[i] < 0 ? SEEK_END : SEEK_SET);
      int c = fgetc(f);
      fseek(f, -1, SEEK_CUR);
      fputc(c ^ 0x40, f);
      fclose(f);
      compile(&other, 9);
      assert_same(&first, &other);
      si_shader_binary_finish(&other);
   }
   assert_int_equal(truncate(path, 100), 0);
   compile(&other, 9);
   assert_same(&first, &other);
   si_shader_binary_finish(&other);
   si_shader_binary_finish(&first);
   si_shader_binary_finish(&second);
}

static void test_no_folder(void **state)
{
   struct si_shader_binary bin;
   setenv("GLOAM_SHADER_CACHE_DIR", "/dev/null/nowhere", 1);
   compile(&bin, 9);
   si_shader_binary_finish(&bin);
   setenv("GLOAM_SHADER_CACHE_DIR", dir, 1);
}

int main(void)
{
   if (!mkdtemp(dir))
      return 1;
   setenv("GLOAM_SHADER_CACHE_DIR", dir, 1);
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_round_trip), cmocka_unit_test(test_no_folder) };
   int result = cmocka_run_group_tests(tests, NULL, NULL);
   char command[600];
   snprintf(command, sizeof(command), "rm -rf '%s'", dir);
   return system(command) || result;
}

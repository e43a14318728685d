/* The cache on disk: what was stored is found, a damaged file never is; processes that work at once or are killed; the size of
 * the folder; when there is no cache. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/ut_cache.h"
#include "util/ut_object.h"

static char dir[] = "/tmp/gloam-test-cache-XXXXXX";

static struct ut_bytes text(const char *s) { return (struct ut_bytes){ s, strlen(s) }; }

static void store(const char *key, const char *data) { ut_cache_store(UT_CACHE_HOST, text(key), text("head "), text(data)); }

/* 1: found, with these data; 0: a miss; anything else fails. */
static int found(enum ut_cache_kind kind, const char *key, const char *data)
{
   struct ut_bytes got;
   struct ut_bytes file;
   char expected[256];
   if (!ut_cache_load(kind, text(key), &got, &file))
      return 0;
   snprintf(expected, sizeof(expected), "head %s", data);
   assert_int_equal(got.size_B, strlen(expected));
   assert_memory_equal(got.data, expected, got.size_B);
   ut_cache_free(file);
   return 1;
}

/* Number of files; the path of the last one. */
static unsigned files(char path[600])
{
   unsigned n = 0;
   DIR *d = opendir(dir);
   assert_non_null(d);
   for (struct dirent *e; (e = readdir(d));)
      if (e->d_name[0] != '.') {
         snprintf(path, 600, "%s/%s", dir, e->d_name);
         n++;
      }
   closedir(d);
   return n;
}

static int empty(void **state)
{
   char command[600];
   snprintf(command, sizeof(command), "rm -rf '%s'/*", dir);
   setenv("GLOAM_SHADER_CACHE_DIR", dir, 1);
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   return system(command);
}

static void test_kinds_and_keys(void **state)
{
   char path[600];
   store("key", "data");
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 1);
   assert_int_equal(found(UT_CACHE_GCN, "key", "data"), 0);
   assert_int_equal(found(UT_CACHE_HOST, "kez", "data"), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key ", "data"), 0);
   store("key", "other data");
   assert_int_equal(found(UT_CACHE_HOST, "key", "other data"), 1);
   assert_int_equal(files(path), 1);
   struct stat st;
   assert_int_equal(stat(path, &st), 0);
   assert_int_equal(st.st_mode & 0777, 0600);
}

static size_t read_file(const char *path, uint8_t *data, size_t cap)
{
   FILE *f = fopen(path, "rb");
   assert_non_null(f);
   size_t n = fread(data, 1, cap, f);
   fclose(f);
   return n;
}

static void write_file(const char *path, const uint8_t *data, size_t size_B)
{
   FILE *f = fopen(path, "wb");
   assert_non_null(f);
   assert_int_equal(fwrite(data, 1, size_B, f), size_B);
   fclose(f);
}

static void test_damage(void **state)
{
   char path[600];
   uint8_t data[512] = { 0 };
   store("a key", "some data");
   assert_int_equal(files(path), 1);
   const size_t size_B = read_file(path, data, sizeof(data) - 1);
   for (size_t i = 0; i < size_B; i++) {
      for (unsigned bit = 0; bit < 8; bit++) {
         data[i] ^= (uint8_t)(1u << bit);
         write_file(path, data, size_B);
         data[i] ^= (uint8_t)(1u << bit);
         if (found(UT_CACHE_HOST, "a key", "some data"))
            fail_msg("found with bit %u of byte %zu changed", bit, i);
      }
      write_file(path, data, i);
      if (found(UT_CACHE_HOST, "a key", "some data"))
         fail_msg("found with %zu of %zu bytes", i, size_B);
   }
   write_file(path, data, size_B + 1);
   assert_int_equal(found(UT_CACHE_HOST, "a key", "some data"), 0);
   write_file(path, data, size_B);
   assert_int_equal(found(UT_CACHE_HOST, "a key", "some data"), 1);
   write_file(path, data, size_B / 2);
   store("a key", "some data");
   assert_int_equal(found(UT_CACHE_HOST, "a key", "some data"), 1);
}

/* Files that others may have written, and what is no file. */
static void test_trust(void **state)
{
   char path[600], other[700];
   store("key", "data");
   assert_int_equal(files(path), 1);
   assert_int_equal(chmod(path, 0620), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   assert_int_equal(chmod(path, 0602), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   assert_int_equal(chmod(path, 0644), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 1);
   snprintf(other, sizeof(other), "%s/../gloam-test-cache-link-%d", dir, (int)getpid());
   assert_int_equal(rename(path, other), 0);
   assert_int_equal(symlink(other, path), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   unlink(path);
   unlink(other);
   assert_int_equal(mkfifo(path, 0600), 0); /* nothing waits for its other end */
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   unlink(path);
   assert_int_equal(mkdir(path, 0700), 0);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   store("key", "data");
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
}

static void test_no_cache(void **state)
{
   char path[600];
   setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
   assert_false(ut_cache_is_enabled());
   store("key", "data");
   assert_int_equal(files(path), 0);
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   assert_true(ut_cache_is_enabled());
   store("key", "data");
   setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
   unsetenv("GLOAM_SHADER_CACHE_DISABLE");
   setenv("GLOAM_SHADER_CACHE_DIR", "/dev/null/nowhere", 1);
   store("key", "data");
   assert_int_equal(found(UT_CACHE_HOST, "key", "data"), 0);
}

static void set_age(const char *path, time_t age_s)
{
   const struct timespec t = { .tv_sec = time(NULL) - age_s };
   assert_int_equal(utimensat(AT_FDCWD, path, (struct timespec[]){ t, t }, 0), 0);
}

/* Each store looks at the size of all files. */
static void store_in_child(uint64_t max_B)
{
   const pid_t pid = fork();
   int status;
   if (!pid) {
      ut_cache_max_B = max_B;
      ut_cache_stores_per_sweep = 1;
      store("last", "data");
      _exit(0);
   }
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_int_equal(status, 0);
}

static void test_size(void **state)
{
   char path[600], name[8], temporary[600], fresh[600], foreign[600];
   static char large[1001];
   memset(large, 'x', sizeof(large) - 1);
   for (unsigned i = 0; i < 20; i++) {
      snprintf(name, sizeof(name), "%u", i);
      ut_cache_store(i & 1 ? UT_CACHE_HOST : UT_CACHE_GCN, text(name), text(""), text(large));
   }
   snprintf(temporary, sizeof(temporary), "%s/new-abcdef", dir);
   snprintf(fresh, sizeof(fresh), "%s/new-ghijkl", dir);
   snprintf(foreign, sizeof(foreign), "%s/notes.txt", dir);
   write_file(temporary, (uint8_t *)large, 10);
   write_file(fresh, (uint8_t *)large, 10);
   write_file(foreign, (uint8_t *)large, 10);
   set_age(temporary, 2 * 3600);
   set_age(foreign, 9 * 86400);
   assert_int_equal(files(path), 23);
   DIR *d = opendir(dir);
   for (struct dirent *e; (e = readdir(d));) {
      snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
      if (e->d_name[0] != '.' && e->d_name[0] != 'n')
         set_age(path, 40000);
   }
   closedir(d);
   struct ut_bytes data;
   struct ut_bytes file;
   store_in_child(64u << 10);
   assert_int_equal(files(path), 23); /* and `last`, without the old temporary file */
   assert_int_not_equal(access(temporary, F_OK), 0);
   assert_int_equal(access(fresh, F_OK), 0);
   store_in_child(16u << 10);
   assert_true(files(path) < 20);
   assert_int_equal(access(foreign, F_OK), 0);
   assert_int_equal(found(UT_CACHE_HOST, "last", "data"), 1); /* the newest */
   unsigned left = 0;
   for (unsigned i = 0; i < 20; i++) {
      snprintf(name, sizeof(name), "%u", i);
      if (ut_cache_load(i & 1 ? UT_CACHE_HOST : UT_CACHE_GCN, text(name), &data, &file)) {
         ut_cache_free(file);
         left++;
      }
   }
   assert_in_range(left, 6, 13); /* 12 KB at most */
}

#define PROCESSES 4
#define KEYS 3

/* Data of varying length, each made of one letter. */
static void work(unsigned seed)
{
   char data[20000], key[8];
   for (unsigned x = seed * 2654435761u | 1;;) {
      x ^= x << 13, x ^= x >> 17, x ^= x << 5;
      snprintf(key, sizeof(key), "key %u", x % KEYS);
      if (x >> 8 & 1) {
         const unsigned n = 1 + (x >> 9) % (sizeof(data) - 1);
         memset(data, 'a' + (int)(x >> 24) % 26, n);
         ut_cache_store(UT_CACHE_HOST, text(key), (struct ut_bytes){ data, n / 2 }, (struct ut_bytes){ data, n - n / 2 });
         continue;
      }
      struct ut_bytes got;
      struct ut_bytes file;
      if (!ut_cache_load(UT_CACHE_HOST, text(key), &got, &file))
         continue;
      const char *p = got.data;
      for (size_t i = 1; i < got.size_B; i++)
         if (p[i] != p[0])
            _exit(3);
      ut_cache_free(file);
   }
}

static void test_processes(void **state)
{
   pid_t pid[PROCESSES];
   int status;
   for (unsigned i = 0; i < PROCESSES; i++)
      if (!(pid[i] = fork()))
         work(i + 1);
   for (unsigned n = 0; n < 40; n++) {
      usleep(10000);
      const unsigned i = n % PROCESSES;
      kill(pid[i], SIGKILL);
      assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
      assert_true(WIFSIGNALED(status)); /* else it has seen damaged data */
      if (!(pid[i] = fork()))
         work(n + 10);
   }
   for (unsigned i = 0; i < PROCESSES; i++) {
      kill(pid[i], SIGKILL);
      waitpid(pid[i], &status, 0);
      assert_true(WIFSIGNALED(status));
   }
   unsigned there = 0;
   for (unsigned k = 0; k < KEYS; k++) {
      char key[8];
      struct ut_bytes got;
      struct ut_bytes file;
      snprintf(key, sizeof(key), "key %u", k);
      if (ut_cache_load(UT_CACHE_HOST, text(key), &got, &file)) {
         there++;
         ut_cache_free(file);
      }
   }
   assert_int_equal(there, KEYS);
}

static const char constant[] = "constant";

static void test_object(void **state)
{
   struct ut_object own, libc;
   assert_true(ut_object_at(constant, &own));
   assert_true(own.id_B);
   assert_true((uintptr_t)constant >= own.first && (uintptr_t)constant < own.end);
   assert_true(ut_object_at(stdout, &libc));
   assert_true(libc.first != own.first);
   uint8_t on_stack[1];
   assert_false(ut_object_at(on_stack, &libc));
}

int main(void)
{
   if (!mkdtemp(dir))
      return 1;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(test_kinds_and_keys, empty), cmocka_unit_test_setup(test_damage, empty),
      cmocka_unit_test_setup(test_trust, empty),          cmocka_unit_test_setup(test_no_cache, empty),
      cmocka_unit_test_setup(test_size, empty),           cmocka_unit_test_setup(test_processes, empty),
      cmocka_unit_test(test_object),
   };
   int result = cmocka_run_group_tests(tests, NULL, NULL);
   char command[600];
   snprintf(command, sizeof(command), "rm -rf '%s'", dir);
   return system(command) || result;
}

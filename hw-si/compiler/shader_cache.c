/* shader_cache.c: the shader cache on disk, one file per binary, and si_compile, which looks it up. A file holds the complete
 * key (SPIR-V and options, not only their hash), the binary and a checksum: a hash collision or a damaged file is a miss.
 * Files are renamed into place, so a reader never sees a partial file. Eviction deletes the least recently used files. */
#include "hw-si/compiler/shader_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compiler_build_id.h"
#include "hw-si/compiler/si_compile.h"
#include "util/ut_env.h"
#include "util/ut_hash.h"

#define FILE_MAGIC 0x31435347u /* "GSC1" */
#define MAX_CACHE_B (256ull << 20)
#define KEPT_B (MAX_CACHE_B / 4 * 3)
#define STORES_PER_SWEEP 256
#define MAX_FILE_B (64u << 20)
#define TOUCH_AFTER_S 86400 /* a hit renews a file's time at most daily */

struct file_header {
   uint32_t magic, key_B, bin_B, code_B;
   uint64_t checksum; /* of the bytes after the header */
};

/* ---- the folder ------------------------------------------------------------------------------------------------------------ */

/* False: no cache (switched off, set-user-ID process, no home). */
static bool folder(char *path, size_t size_B)
{
   return !ut_env_bool(UT_ENV_SHADER_CACHE_DISABLE) && getuid() == geteuid() && getgid() == getegid() &&
          ut_env_shader_cache_dir(path, size_B);
}

static bool make_folder(const char *path)
{
   char part[768];
   snprintf(part, sizeof(part), "%s", path);
   for (char *p = part + 1; *p; p++) {
      if (*p != '/')
         continue;
      *p = 0;
      if (mkdir(part, 0700) && errno != EEXIST)
         return false;
      *p = '/';
   }
   return mkdir(part, 0700) == 0 || errno == EEXIST;
}

static bool file_name(const struct si_cache_key *key, char *dir, size_t dir_size_B, char *path, size_t size_B)
{
   if (!folder(dir, dir_size_B))
      return false;
   struct ut_hash128 h = ut_hash128(key->data, key->size_B, (struct ut_hash128){ 0 });
   int n = snprintf(path, size_B, "%s/%016llx%016llx.gcn", dir, (unsigned long long)h.hi, (unsigned long long)h.lo);
   return n > 0 && (size_t)n < size_B;
}

struct entry { char name[48]; uint64_t size_B; int64_t time_s; };

static int oldest_first(const void *a, const void *b)
{
   const struct entry *x = a, *y = b;
   return x->time_s < y->time_s ? -1 : x->time_s > y->time_s;
}

/* Evicts the least recently used files when the folder is too large, and deletes temporary files whose writing process has ended. */
static void sweep(const char *dir)
{
   DIR *d = opendir(dir);
   if (!d)
      return;
   struct entry *list = NULL;
   size_t count = 0, cap = 0;
   uint64_t total_B = 0;
   for (struct dirent *e; (e = readdir(d));) {
      struct stat st;
      size_t len = strlen(e->d_name);
      bool is_entry = len == 36 && strcmp(e->d_name + 32, ".gcn") == 0, is_temporary = strncmp(e->d_name, "new-", 4) == 0;
      if ((!is_entry && !is_temporary) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
         continue;
      if (is_temporary) {
         if (time(NULL) - st.st_mtime > 3600)
            unlinkat(dirfd(d), e->d_name, 0);
         continue;
      }
      if (count == cap) {
         size_t new_cap = cap ? cap * 2 : 256;
         struct entry *p = realloc(list, new_cap * sizeof(*p));
         if (!p)
            break;
         list = p;
         cap = new_cap;
      }
      struct entry *entry = &list[count++];
      snprintf(entry->name, sizeof(entry->name), "%s", e->d_name);
      entry->size_B = (uint64_t)st.st_size;
      entry->time_s = st.st_mtime;
      total_B += entry->size_B;
   }
   if (total_B > MAX_CACHE_B) {
      qsort(list, count, sizeof(*list), oldest_first);
      for (size_t i = 0; i < count && total_B > KEPT_B; i++) {
         unlinkat(dirfd(d), list[i].name, 0);
         total_B -= list[i].size_B;
      }
   }
   free(list);
   closedir(d);
}

/* ---- files ---------------------------------------------------------------------------------------------------------------- */

static uint8_t *read_all(const char *path, size_t *size_B)
{
   int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
   if (fd < 0)
      return NULL;
   struct stat st;
   uint8_t *data = NULL;
   bool good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && st.st_size > 0 && st.st_size < MAX_FILE_B;
   if (good)
      data = malloc((size_t)st.st_size);
   for (size_t n = 0; data && n < (size_t)st.st_size;) {
      ssize_t got = read(fd, data + n, (size_t)st.st_size - n);
      if (got <= 0) {
         free(data);
         data = NULL;
         break;
      }
      n += (size_t)got;
   }
   if (data) {
      *size_B = (size_t)st.st_size;
      if (time(NULL) - st.st_mtime > TOUCH_AFTER_S)
         futimens(fd, NULL);
   }
   close(fd);
   return data;
}

bool si_cache_load(const struct si_cache_key *key, struct si_shader_binary *bin)
{
   char dir[700], path[768];
   size_t size_B = 0;
   struct file_header h;
   if (!file_name(key, dir, sizeof(dir), path, sizeof(path)))
      return false;
   uint8_t *data = read_all(path, &size_B);
   if (!data)
      return false;
   bool valid = size_B >= sizeof(h);
   if (valid) {
      memcpy(&h, data, sizeof(h));
      valid = h.magic == FILE_MAGIC && h.bin_B == sizeof(*bin) && h.code_B % 4 == 0 && h.code_B > 0 &&
              sizeof(h) + (uint64_t)h.key_B + h.bin_B + h.code_B == size_B && h.key_B == key->size_B &&
              memcmp(data + sizeof(h), key->data, key->size_B) == 0 &&
              ut_hash64(data + sizeof(h), size_B - sizeof(h), 0) == h.checksum;
   }
   uint32_t *code = valid ? malloc(h.code_B) : NULL;
   if (code) {
      memcpy(bin, data + sizeof(h) + h.key_B, sizeof(*bin));
      memcpy(code, data + sizeof(h) + h.key_B + h.bin_B, h.code_B);
      bin->code = code;
      bin->code_B = h.code_B;
   }
   free(data);
   return code != NULL;
}

static bool write_all(int fd, const void *data, size_t size_B)
{
   const uint8_t *p = data;
   while (size_B) {
      ssize_t n = write(fd, p, size_B);
      if (n < 0 && errno == EINTR)
         continue;
      if (n <= 0)
         return false;
      p += n;
      size_B -= (size_t)n;
   }
   return true;
}

void si_cache_store(const struct si_cache_key *key, const struct si_shader_binary *bin)
{
   static atomic_uint stores;
   char dir[700], path[768], temp[768];
   if (!file_name(key, dir, sizeof(dir), path, sizeof(path)) || !make_folder(dir))
      return;
   size_t size_B = sizeof(struct file_header) + key->size_B + sizeof(*bin) + bin->code_B;
   uint8_t *data = size_B < MAX_FILE_B ? malloc(size_B) : NULL;
   if (!data)
      return;
   struct file_header h = { FILE_MAGIC, (uint32_t)key->size_B, sizeof(*bin), bin->code_B, 0 };
   struct si_shader_binary flat = *bin;
   flat.code = NULL;
   memcpy(data + sizeof(h), key->data, key->size_B);
   memcpy(data + sizeof(h) + key->size_B, &flat, sizeof(flat));
   memcpy(data + sizeof(h) + key->size_B + sizeof(flat), bin->code, bin->code_B);
   h.checksum = ut_hash64(data + sizeof(h), size_B - sizeof(h), 0);
   memcpy(data, &h, sizeof(h));
   snprintf(temp, sizeof(temp), "%s/new-XXXXXX", dir);
   int fd = mkostemp(temp, O_CLOEXEC);
   if (fd >= 0) {
      bool good = write_all(fd, data, size_B);
      good = close(fd) == 0 && good;
      if (!good || rename(temp, path))
         unlink(temp);
      if (atomic_fetch_add(&stores, 1) % STORES_PER_SWEEP == 0)
         sweep(dir);
   }
   free(data);
}

/* ---- the key -------------------------------------------------------------------------------------------------------------- */

bool si_cache_key_make(const struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                       struct si_cache_key *out)
{
   char text[128];
   int text_B = snprintf(text, sizeof(text), "%s %s%s llvm-%d %s", SI_COMPILER_BUILD_ID, si_llvm_cpu(c->pool),
                         c->fma_is_fast ? " fma" : "", LLVM_VERSION_MAJOR, LLVM_VERSION_STRING);
   size_t spirv_B = shader->spirv_words * 4;
   uint8_t facts[4] = { (uint8_t)shader->stage, shader->broadcast_color, shader->y_is_up,
                        shader->smooth_colors };
   out->size_B = (size_t)text_B + 1 + sizeof(facts) + sizeof(*key) + sizeof(shader->so.count) + spirv_B +
                 (shader->so.count ? sizeof(shader->so) : 0);
   uint8_t *p = out->data = malloc(out->size_B);
   if (!p)
      return false;
   p = (uint8_t *)memcpy(p, text, (size_t)text_B + 1) + text_B + 1;
   p = (uint8_t *)memcpy(p, facts, sizeof(facts)) + sizeof(facts);
   p = (uint8_t *)memcpy(p, key, sizeof(*key)) + sizeof(*key);
   p = (uint8_t *)memcpy(p, &shader->so.count, sizeof(shader->so.count)) + sizeof(shader->so.count);
   if (shader->so.count)
      p = (uint8_t *)memcpy(p, &shader->so, sizeof(shader->so)) + sizeof(shader->so);
   memcpy(p, shader->spirv, spirv_B);
   return true;
}

bool si_compile(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   struct si_cache_key cache_key = { 0 };
   /* Dumps are printed by a compile, so a hit would print none. */
   bool cached = !opt->no_cache && !opt->dump_spirv && !opt->dump_ir && !opt->dump_isa &&
                 si_cache_key_make(c, shader, key, &cache_key);
   *bin = (struct si_shader_binary){ 0 };
   if (cached && si_cache_load(&cache_key, bin)) {
      free(cache_key.data);
      return true;
   }
   bool ok = si_compile_spirv(c, shader, key, opt, bin, why, why_size_B);
   if (ok && cached)
      si_cache_store(&cache_key, bin);
   free(cache_key.data);
   return ok;
}

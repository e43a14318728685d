/* ut_cache.c: files of the shader cache. */
#include "util/ut_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/ut_env.h"
#include "util/ut_hash.h"
#include "util/ut_pages.h"

#define FILE_MAGIC 0x32435347u /* "GSC2" */
#define MAX_FILE_B (64u << 20)
#define TOUCH_AFTER_S 86400     /* a hit renews a file's time at most daily */
#define TEMPORARY_LIFE_S 3600   /* a temporary file of this age belongs to a process that was killed */
#define NAME_B 32               /* hexadecimal digits of an entry's name */

uint64_t ut_cache_max_B = 256u << 20;
unsigned ut_cache_stores_per_sweep = 256;

static const char *const suffixes[UT_CACHE_KINDS] = { ".gcn", ".host" };

struct file_header {
   uint32_t magic, key_B;
   uint64_t data_B;
   uint64_t checksum; /* of the bytes after the header */
};

struct place { char dir[700], path[768]; uint64_t hash; };

/* ---- the folder ------------------------------------------------------------------------------------------------------------ */

static bool find_folder(char *path, size_t size_B)
{
   return !ut_env_bool(UT_ENV_SHADER_CACHE_DISABLE) && getuid() == geteuid() && getgid() == getegid() &&
          ut_env_shader_cache_dir(path, size_B);
}

bool ut_cache_is_enabled(void)
{
   char path[700];
   return find_folder(path, sizeof(path));
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

static bool find_place(enum ut_cache_kind kind, struct ut_bytes key, struct place *p)
{
   if (!find_folder(p->dir, sizeof(p->dir)))
      return false;
   struct ut_hash128 h = ut_hash128(key.data, key.size_B, (struct ut_hash128){ 0 });
   p->hash = h.lo;
   int n = snprintf(p->path, sizeof(p->path), "%s/%016llx%016llx%s", p->dir, (unsigned long long)h.hi,
                    (unsigned long long)h.lo, suffixes[kind]);
   return n > 0 && (size_t)n < sizeof(p->path);
}

struct entry { char name[48]; uint64_t size_B; int64_t time_s; };

static int oldest_first(const void *a, const void *b)
{
   const struct entry *x = a, *y = b;
   return x->time_s < y->time_s ? -1 : x->time_s > y->time_s;
}

static bool is_entry(const char *name)
{
   if (strspn(name, "0123456789abcdef") != NAME_B)
      return false;
   for (unsigned k = 0; k < UT_CACHE_KINDS; k++)
      if (!strcmp(name + NAME_B, suffixes[k]))
         return true;
   return false;
}

/* Deletes the least recently used files when the folder is too large, and temporary files of processes that were killed. */
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
      const bool is_temporary = strncmp(e->d_name, "new-", 4) == 0;
      if ((!is_temporary && !is_entry(e->d_name)) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) ||
          !S_ISREG(st.st_mode))
         continue;
      if (is_temporary) {
         if (time(NULL) - st.st_mtime > TEMPORARY_LIFE_S)
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
      memcpy(entry->name, e->d_name, strlen(e->d_name) + 1); /* is_entry: it fits */
      entry->size_B = (uint64_t)st.st_size;
      entry->time_s = st.st_mtime;
      total_B += entry->size_B;
   }
   if (total_B > ut_cache_max_B) {
      qsort(list, count, sizeof(*list), oldest_first);
      for (size_t i = 0; i < count && total_B > ut_cache_max_B / 4 * 3; i++) {
         unlinkat(dirfd(d), list[i].name, 0);
         total_B -= list[i].size_B;
      }
   }
   free(list);
   closedir(d);
}

/* ---- files ---------------------------------------------------------------------------------------------------------------- */

/* A regular file that belongs to this user and that no other user can write: host code is executed. */
static bool is_trusted(const struct stat *st)
{
   return S_ISREG(st->st_mode) && st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Files may be large: their memory is not of the program's allocator. */
static uint8_t *read_all(const char *path, size_t *size_B)
{
   int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
   if (fd < 0)
      return NULL;
   struct stat st;
   uint8_t *data = NULL;
   if (fstat(fd, &st) == 0 && is_trusted(&st) && st.st_size > 0 && st.st_size < MAX_FILE_B)
      data = ut_pages_alloc((size_t)st.st_size, 1);
   for (size_t n = 0; data && n < (size_t)st.st_size;) {
      ssize_t got = read(fd, data + n, (size_t)st.st_size - n);
      if (got < 0 && errno == EINTR)
         continue;
      if (got <= 0) {
         ut_pages_free(data, (size_t)st.st_size);
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

bool ut_cache_load(enum ut_cache_kind kind, struct ut_bytes key, struct ut_bytes *data, struct ut_bytes *file)
{
   struct place place;
   struct file_header h;
   size_t size_B = 0;
   uint8_t *all = find_place(kind, key, &place) ? read_all(place.path, &size_B) : NULL;
   bool valid = all && size_B >= sizeof(h);
   if (valid) {
      memcpy(&h, all, sizeof(h));
      valid = h.magic == FILE_MAGIC && h.key_B == key.size_B && h.data_B < MAX_FILE_B &&
              sizeof(h) + h.key_B + h.data_B == size_B && !memcmp(all + sizeof(h), key.data, key.size_B) &&
              ut_hash64(all + sizeof(h), size_B - sizeof(h), 0) == h.checksum;
   }
   *file = (struct ut_bytes){ all, size_B };
   if (!valid) {
      ut_cache_free(*file);
      return false;
   }
   *data = (struct ut_bytes){ all + sizeof(h) + h.key_B, (size_t)h.data_B };
   return true;
}

void ut_cache_free(struct ut_bytes file)
{
   ut_pages_free((void *)(uintptr_t)file.data, file.size_B);
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

/* The complete file in memory. NULL: too large, or out of memory. */
static uint8_t *make_file(struct ut_bytes key, struct ut_bytes head, struct ut_bytes tail, size_t *size_B)
{
   struct file_header h = { FILE_MAGIC, (uint32_t)key.size_B, head.size_B + tail.size_B, 0 };
   *size_B = sizeof(h) + key.size_B + head.size_B + tail.size_B;
   uint8_t *file = *size_B < MAX_FILE_B ? ut_pages_alloc(*size_B, 1) : NULL;
   if (!file)
      return NULL;
   uint8_t *p = file + sizeof(h);
   memcpy(p, key.data, key.size_B);
   memcpy(p + key.size_B, head.data, head.size_B);
   memcpy(p + key.size_B + head.size_B, tail.data, tail.size_B);
   h.checksum = ut_hash64(p, *size_B - sizeof(h), 0);
   memcpy(file, &h, sizeof(h));
   return file;
}

void ut_cache_store(enum ut_cache_kind kind, struct ut_bytes key, struct ut_bytes head, struct ut_bytes tail)
{
   struct place place;
   char temp[768];
   size_t size_B;
   if (!find_place(kind, key, &place) || !make_folder(place.dir))
      return;
   uint8_t *file = make_file(key, head, tail, &size_B);
   if (!file)
      return;
   snprintf(temp, sizeof(temp), "%s/new-XXXXXX", place.dir);
   int fd = mkostemp(temp, O_CLOEXEC);
   if (fd >= 0) {
      bool good = write_all(fd, file, size_B);
      good = close(fd) == 0 && good;
      if (!good || rename(temp, place.path))
         unlink(temp);
      /* The hash spreads this over processes: a folder of many files takes longer to read than a short program runs. */
      if (place.hash % ut_cache_stores_per_sweep == 0)
         sweep(place.dir);
   }
   ut_pages_free(file, size_B);
}

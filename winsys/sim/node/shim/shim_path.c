/* shim_path.c: functions that take paths. /dev/dri and the node's corner of /sys are files that the launcher has made; here their
 * paths are exchanged, and the file that stands for the node is given a device's type and number. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "winsys/sim/node/engine/node_api.h"
#include "winsys/sim/node/shim/shim.h"

/* Where the launcher's files lie, without a slash at the end; NULL: the program was not started by the launcher. */
static const char *shim_dir(void)
{
   static const char *dir;
   static bool known;
   if (!known) {
      dir = getenv(NODE_DIR_VARIABLE);
      known = true;
   }
   return dir && *dir ? dir : NULL;
}

/* The text after a prefix must be the end or, unless the prefix ends in the middle of a name, a slash. */
static const struct { const char *text; bool component; } prefixes[] = {
   { "/dev/dri", true }, { "/sys/dev/char/226:", false }, { "/sys/class", true }, { NODE_PCI_ROOT, true },
   { "/sys/bus/pci/devices/7000:", false },
};

/* The path as the launcher's files have it, in buffer[SHIM_PATH_MAX]; or `path` itself. */
static const char *shim_path(const char *path, char *buffer)
{
   if (!path || path[0] != '/' || !shim_dir())
      return path;
   for (unsigned i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
      size_t length = strlen(prefixes[i].text);
      if (strncmp(path, prefixes[i].text, length) || (prefixes[i].component && path[length] && path[length] != '/'))
         continue;
      int n = snprintf(buffer, SHIM_PATH_MAX, "%s%s", shim_dir(), path);
      return n < SHIM_PATH_MAX ? buffer : path;
   }
   return path;
}

/* The same for a path that may start at an open folder: some libraries walk down from the root, one name at a time. */
static const char *shim_path_at(int dir, const char *path, char *buffer)
{
   if (dir < 0 || !path || path[0] == '/' || !path[0] || path[0] == '.' || !shim_dir())
      return shim_path(path, buffer);
   SHIM_NEXT(readlink);
   char link[32], full[SHIM_PATH_MAX], folder[512];
   snprintf(link, sizeof link, "/proc/self/fd/%d", dir);
   ssize_t length = next(link, folder, sizeof folder - 1);
   if (length < 4 || (memcmp(folder, "/sys", 4) && memcmp(folder, "/dev", 4)))
      return path;
   folder[length] = '\0';
   if (snprintf(full, sizeof full, "%s/%s", folder, path) >= SHIM_PATH_MAX)
      return path;
   const char *to = shim_path(full, buffer);
   return to == full ? path : to;
}

/* The other way round, in place. */
static void shim_path_back(char *path)
{
   size_t length = shim_dir() ? strlen(shim_dir()) : 0;
   if (length && !strncmp(path, shim_dir(), length) && path[length] == '/')
      memmove(path, path + length, strlen(path + length) + 1);
}

bool shim_is_node_file(dev_t dev, ino_t ino)
{
   static struct stat st;
   static bool known;
   if (!shim_dir())
      return false;
   if (!known) {
      char path[SHIM_PATH_MAX];
      SHIM_NEXT(stat);
      snprintf(path, sizeof path, "%s" NODE_PATH, shim_dir());
      if (!next || next(path, &st))
         return false;
      known = true;
   }
   return st.st_dev == dev && st.st_ino == ino;
}

/* ---- replacements -------------------------------------------------------------------------------------------------------- */

/* `result` calls next(), libc's function. */
#define REPLACE(type, name, parameters, result) \
   SHIM_EXPORT type name parameters \
   { \
      SHIM_NEXT(name); \
      return result; \
   }
/* The same with a path, which is passed on as PATH, or as AT if it may start at an open folder. */
#define REPLACE_PATH(type, name, parameters, result) \
   SHIM_EXPORT type name parameters \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      return result; \
   }
#define PATH shim_path(path, buffer)
#define AT dir, shim_path_at(dir, path, buffer)

/* ---- opening ---------------------------------------------------------------------------------------------------------- */

static bool creates(int flags)
{
   return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

#define MODE_ARGUMENT(flags) \
   mode_t mode = 0; \
   if (creates(flags)) { \
      va_list args; \
      va_start(args, flags); \
      mode = va_arg(args, mode_t); \
      va_end(args); \
   }

SHIM_EXPORT int open(const char *path, int flags, ...)
{
   SHIM_NEXT(open);
   MODE_ARGUMENT(flags)
   char buffer[SHIM_PATH_MAX];
   const char *to = PATH;
   int fd = next(to, flags, mode);
   return to == path ? fd : shim_opened(fd, flags);
}
SHIM_ALSO(open, open64);

SHIM_EXPORT int openat(int dir, const char *path, int flags, ...)
{
   SHIM_NEXT(openat);
   MODE_ARGUMENT(flags)
   char buffer[SHIM_PATH_MAX];
   const char *to = shim_path_at(dir, path, buffer);
   int fd = next(dir, to, flags, mode);
   return to == path && dir == AT_FDCWD ? fd : shim_opened(fd, flags);
}
SHIM_ALSO(openat, openat64);

/* Called by the fortified headers. */
int __open_2(const char *path, int flags), __open64_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags), __openat64_2(int dir, const char *path, int flags);
SHIM_EXPORT int __open_2(const char *path, int flags)
{
   return open(path, flags);
}
SHIM_ALSO(__open_2, __open64_2);

SHIM_EXPORT int __openat_2(int dir, const char *path, int flags)
{
   return openat(dir, path, flags);
}
SHIM_ALSO(__openat_2, __openat64_2);

REPLACE_PATH(FILE *, fopen, (const char *path, const char *mode), next(PATH, mode))
SHIM_ALSO(fopen, fopen64);

/* ---- directories -------------------------------------------------------------------------------------------------------- */

/* Listings report the node as a character device. */
static struct dirent *fix_entry(struct dirent *entry)
{
   if (entry && entry->d_type == DT_REG && shim_dir() && !strcmp(entry->d_name, strrchr(NODE_PATH, '/') + 1))
      entry->d_type = DT_CHR;
   return entry;
}

typedef int filter_func(const struct dirent *);
typedef int compare_func(const struct dirent **, const struct dirent **);
REPLACE_PATH(DIR *, opendir, (const char *path), next(PATH))
REPLACE(struct dirent *, readdir, (DIR *dir), fix_entry(next(dir)))
SHIM_ALSO(readdir, readdir64);
REPLACE_PATH(int, scandir, (const char *path, struct dirent ***list, filter_func *filter, compare_func *compare),
             next(PATH, list, filter, compare))
SHIM_ALSO(scandir, scandir64);

/* ---- looking --------------------------------------------------------------------------------------------------------------- */

static int fix_stat(int result, struct stat *st)
{
   if (!result && S_ISREG(st->st_mode) && shim_is_node_file(st->st_dev, st->st_ino)) {
      st->st_mode = S_IFCHR | 0666;
      st->st_rdev = makedev(NODE_MAJOR, NODE_MINOR);
   }
   return result;
}

REPLACE_PATH(int, stat, (const char *path, struct stat *st), fix_stat(next(PATH, st), st))
REPLACE_PATH(int, lstat, (const char *path, struct stat *st), fix_stat(next(PATH, st), st))
REPLACE_PATH(int, fstatat, (int dir, const char *path, struct stat *st, int flags), fix_stat(next(AT, st, flags), st))
REPLACE(int, fstat, (int fd, struct stat *st), fix_stat(next(fd, st), st))
SHIM_ALSO(stat, stat64);
SHIM_ALSO(lstat, lstat64);
SHIM_ALSO(fstatat, fstatat64);
SHIM_ALSO(fstat, fstat64);

/* Called by programs that were built before glibc 2.33. */
typedef int xstat_func(int version, const char *path, struct stat *st);
typedef int fxstat_func(int version, int fd, struct stat *st);
xstat_func __xstat, __xstat64, __lxstat, __lxstat64;
fxstat_func __fxstat, __fxstat64;
REPLACE_PATH(int, __xstat, (int version, const char *path, struct stat *st), fix_stat(next(version, PATH, st), st))
REPLACE_PATH(int, __lxstat, (int version, const char *path, struct stat *st), fix_stat(next(version, PATH, st), st))
REPLACE(int, __fxstat, (int version, int fd, struct stat *st), fix_stat(next(version, fd, st), st))
SHIM_ALSO(__xstat, __xstat64);
SHIM_ALSO(__lxstat, __lxstat64);
SHIM_ALSO(__fxstat, __fxstat64);

static int fix_statx(int result, struct statx *st)
{
   if (!result && shim_is_node_file(makedev(st->stx_dev_major, st->stx_dev_minor), st->stx_ino)) {
      st->stx_mode = S_IFCHR | 0666;
      st->stx_rdev_major = NODE_MAJOR;
      st->stx_rdev_minor = NODE_MINOR;
   }
   return result;
}

REPLACE_PATH(int, statx, (int dir, const char *path, int flags, unsigned mask, struct statx *st),
             fix_statx(next(AT, flags, mask, st), st))

/* libudev accepts folders on sysfs only. */
static int fix_statfs(int result, int fd, struct statfs *fs)
{
   const long sysfs = 0x62656572;
   size_t length = shim_dir() ? strlen(shim_dir()) : 0;
   if (result || !length || fs->f_type == sysfs)
      return result;
   SHIM_NEXT(readlink);
   char link[32], folder[SHIM_PATH_MAX] = "";
   snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
   if (next(link, folder, sizeof folder - 1) > 0 && !strncmp(folder, shim_dir(), length) && !strncmp(folder + length, "/sys", 4))
      fs->f_type = sysfs;
   return 0;
}

REPLACE(int, fstatfs, (int fd, struct statfs *fs), fix_statfs(next(fd, fs), fd, fs))
SHIM_ALSO(fstatfs, fstatfs64);
REPLACE_PATH(int, access, (const char *path, int mode), next(PATH, mode))
REPLACE_PATH(int, faccessat, (int dir, const char *path, int mode, int flags), next(AT, mode, flags))

/* `ls -l` lists attributes: there are none, but the file exists. */
REPLACE_PATH(ssize_t, getxattr, (const char *path, const char *name, void *value, size_t size), next(PATH, name, value, size))
REPLACE_PATH(ssize_t, lgetxattr, (const char *path, const char *name, void *value, size_t size), next(PATH, name, value, size))
REPLACE_PATH(ssize_t, listxattr, (const char *path, char *list, size_t size), next(PATH, list, size))
REPLACE_PATH(ssize_t, llistxattr, (const char *path, char *list, size_t size), next(PATH, list, size))
REPLACE_PATH(ssize_t, readlinkat, (int dir, const char *path, char *out, size_t size), next(AT, out, size))

/* A program may query the name by which it has opened the node. */
SHIM_EXPORT ssize_t readlink(const char *path, char *out, size_t size)
{
   SHIM_NEXT(readlink);
   char buffer[SHIM_PATH_MAX];
   int fd;
   if (!path || sscanf(path, "/proc/self/fd/%d", &fd) != 1 || !shim_is_node_fd(fd))
      return next(PATH, out, size);
   size = strlen(NODE_PATH) < size ? strlen(NODE_PATH) : size;
   memcpy(out, NODE_PATH, size);
   return (ssize_t)size;
}

SHIM_EXPORT char *realpath(const char *path, char *out)
{
   /* The default version of the symbol; an older one requires a buffer. */
   static char *(*next)(const char *, char *);
   if (!next)
      next = (char *(*)(const char *, char *))dlvsym(RTLD_NEXT, "realpath", "GLIBC_2.3");
   if (!next)
      next = (char *(*)(const char *, char *))dlsym(RTLD_NEXT, "realpath");
   char buffer[SHIM_PATH_MAX];
   const char *to = shim_path(path, buffer);
   char *result = next(to, out);
   if (result && to != path)
      shim_path_back(result);
   return result;
}

char *__realpath_chk(const char *path, char *out, size_t size);
SHIM_EXPORT char *__realpath_chk(const char *path, char *out, size_t size)
{
   return realpath(path, out);
}

SHIM_EXPORT char *canonicalize_file_name(const char *path)
{
   return realpath(path, NULL);
}

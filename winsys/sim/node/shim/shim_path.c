/* shim_path.c: functions that take paths. /dev/dri and the node's corner of /sys are files that the launcher has made; here their
 * paths are exchanged, and the file that stands for the node is given a device's type and number. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
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

const char *shim_dir(void)
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

const char *shim_path(const char *path, char *buffer)
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

/* Some libraries walk down from the root, one name at a time. */
const char *shim_path_at(int dir, const char *path, char *buffer)
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

void shim_path_back(char *path)
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
   const char *to = shim_path(path, buffer);
   int fd = next(to, flags, mode);
   return to == path ? fd : shim_opened(fd, flags);
}

SHIM_EXPORT int open64(const char *path, int flags, ...)
{
   MODE_ARGUMENT(flags)
   return open(path, flags | O_LARGEFILE, mode);
}

SHIM_EXPORT int openat(int dir, const char *path, int flags, ...)
{
   SHIM_NEXT(openat);
   MODE_ARGUMENT(flags)
   char buffer[SHIM_PATH_MAX];
   const char *to = shim_path_at(dir, path, buffer);
   int fd = next(dir, to, flags, mode);
   return to == path && dir == AT_FDCWD ? fd : shim_opened(fd, flags);
}

SHIM_EXPORT int openat64(int dir, const char *path, int flags, ...)
{
   MODE_ARGUMENT(flags)
   return openat(dir, path, flags | O_LARGEFILE, mode);
}

/* Called by the fortified headers. */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags);

SHIM_EXPORT int __open_2(const char *path, int flags)
{
   return open(path, flags);
}
SHIM_EXPORT int __open64_2(const char *path, int flags)
{
   return open(path, flags | O_LARGEFILE);
}
SHIM_EXPORT int __openat_2(int dir, const char *path, int flags)
{
   return openat(dir, path, flags);
}
SHIM_EXPORT int __openat64_2(int dir, const char *path, int flags)
{
   return openat(dir, path, flags | O_LARGEFILE);
}

SHIM_EXPORT FILE *fopen(const char *restrict path, const char *restrict mode)
{
   SHIM_NEXT(fopen);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer), mode);
}

SHIM_EXPORT FILE *fopen64(const char *restrict path, const char *restrict mode)
{
   SHIM_NEXT(fopen64);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer), mode);
}

/* ---- directories -------------------------------------------------------------------------------------------------------- */

SHIM_EXPORT DIR *opendir(const char *path)
{
   SHIM_NEXT(opendir);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer));
}

/* Listings report the node as a character device. */
static void fix_entry(struct dirent *entry)
{
   if (entry && entry->d_type == DT_REG && shim_dir() && !strcmp(entry->d_name, strrchr(NODE_PATH, '/') + 1))
      entry->d_type = DT_CHR;
}

SHIM_EXPORT struct dirent *readdir(DIR *dir)
{
   SHIM_NEXT(readdir);
   struct dirent *entry = next(dir);
   fix_entry(entry);
   return entry;
}

SHIM_EXPORT struct dirent64 *readdir64(DIR *dir)
{
   SHIM_NEXT(readdir64);
   struct dirent64 *entry = next(dir);
   fix_entry((struct dirent *)entry); /* the same on 64-bit machines */
   return entry;
}

SHIM_EXPORT int scandir(const char *restrict path, struct dirent ***restrict list, int (*filter)(const struct dirent *),
                        int (*compare)(const struct dirent **, const struct dirent **))
{
   SHIM_NEXT(scandir);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer), list, filter, compare);
}

SHIM_EXPORT int scandir64(const char *restrict path, struct dirent64 ***restrict list, int (*filter)(const struct dirent64 *),
                          int (*compare)(const struct dirent64 **, const struct dirent64 **))
{
   SHIM_NEXT(scandir64);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer), list, filter, compare);
}

/* ---- looking --------------------------------------------------------------------------------------------------------------- */

static void make_device(mode_t *mode, dev_t *rdev)
{
   *mode = S_IFCHR | 0666;
   *rdev = makedev(NODE_MAJOR, NODE_MINOR);
}

static int fix_stat(int result, struct stat *st)
{
   if (!result && S_ISREG(st->st_mode) && shim_is_node_file(st->st_dev, st->st_ino))
      make_device(&st->st_mode, &st->st_rdev);
   return result;
}

static int fix_fd_stat(int result, int fd, struct stat *st)
{
   if (!result && shim_is_node_fd(fd))
      make_device(&st->st_mode, &st->st_rdev);
   return fix_stat(result, st);
}

/* The structures for large files are the same on 64-bit machines. */
#define STAT(name, type) \
   SHIM_EXPORT int name(const char *restrict path, struct type *restrict st) \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      return fix_stat(next(shim_path(path, buffer), st), (struct stat *)st); \
   }
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define FSTAT(name, type) \
   SHIM_EXPORT int name(int fd, struct type *st) \
   { \
      SHIM_NEXT(name); \
      return fix_fd_stat(next(fd, st), fd, (struct stat *)st); \
   }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define FSTATAT(name, type) \
   SHIM_EXPORT int name(int dir, const char *restrict path, struct type *restrict st, int flags) \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      int result = next(dir, shim_path_at(dir, path, buffer), st, flags); \
      return path && !*path ? fix_fd_stat(result, dir, (struct stat *)st) : fix_stat(result, (struct stat *)st); \
   }
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

/* Called by programs that were built before glibc 2.33. */
#define XSTAT(name, type) \
   int name(int version, const char *path, struct type *st); \
   SHIM_EXPORT int name(int version, const char *path, struct type *st) \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      return fix_stat(next(version, shim_path(path, buffer), st), (struct stat *)st); \
   }
XSTAT(__xstat, stat)
XSTAT(__xstat64, stat64)
XSTAT(__lxstat, stat)
XSTAT(__lxstat64, stat64)

#define FXSTAT(name, type) \
   int name(int version, int fd, struct type *st); \
   SHIM_EXPORT int name(int version, int fd, struct type *st) \
   { \
      SHIM_NEXT(name); \
      return fix_fd_stat(next(version, fd, st), fd, (struct stat *)st); \
   }
FXSTAT(__fxstat, stat)
FXSTAT(__fxstat64, stat64)

SHIM_EXPORT int statx(int dir, const char *restrict path, int flags, unsigned mask, struct statx *restrict st)
{
   SHIM_NEXT(statx);
   char buffer[SHIM_PATH_MAX];
   int result = next(dir, shim_path_at(dir, path, buffer), flags, mask, st);
   bool by_fd = path && !*path && shim_is_node_fd(dir);
   if (!result && (by_fd || shim_is_node_file(makedev(st->stx_dev_major, st->stx_dev_minor), st->stx_ino))) {
      st->stx_mode = S_IFCHR | 0666;
      st->stx_rdev_major = NODE_MAJOR;
      st->stx_rdev_minor = NODE_MINOR;
   }
   return result;
}

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

SHIM_EXPORT int fstatfs(int fd, struct statfs *fs)
{
   SHIM_NEXT(fstatfs);
   return fix_statfs(next(fd, fs), fd, fs);
}

SHIM_EXPORT int fstatfs64(int fd, struct statfs64 *fs)
{
   SHIM_NEXT(fstatfs64);
   return fix_statfs(next(fd, fs), fd, (struct statfs *)fs);
}

SHIM_EXPORT int access(const char *path, int mode)
{
   SHIM_NEXT(access);
   char buffer[SHIM_PATH_MAX];
   return next(shim_path(path, buffer), mode);
}

SHIM_EXPORT int faccessat(int dir, const char *path, int mode, int flags)
{
   SHIM_NEXT(faccessat);
   char buffer[SHIM_PATH_MAX];
   return next(dir, shim_path_at(dir, path, buffer), mode, flags);
}

/* `ls -l` lists attributes: there are none, but the file exists. */
#define GETXATTR(name) \
   SHIM_EXPORT ssize_t name(const char *path, const char *attribute, void *value, size_t size) \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      return next(shim_path(path, buffer), attribute, value, size); \
   }
GETXATTR(getxattr)
GETXATTR(lgetxattr)

#define LISTXATTR(name) \
   SHIM_EXPORT ssize_t name(const char *path, char *list, size_t size) \
   { \
      SHIM_NEXT(name); \
      char buffer[SHIM_PATH_MAX]; \
      return next(shim_path(path, buffer), list, size); \
   }
LISTXATTR(listxattr)
LISTXATTR(llistxattr)

SHIM_EXPORT ssize_t readlink(const char *restrict path, char *restrict out, size_t size)
{
   SHIM_NEXT(readlink);
   char buffer[SHIM_PATH_MAX];
   ssize_t length = next(shim_path(path, buffer), out, size);
   /* A program may query the name by which it has opened the node. */
   char expected[64];
   int fd;
   if (length > 0 && path && sscanf(path, "/proc/self/fd/%d", &fd) == 1 && shim_is_node_fd(fd)) {
      snprintf(expected, sizeof expected, "%s", NODE_PATH);
      length = strlen(expected) < size ? (ssize_t)strlen(expected) : (ssize_t)size;
      memcpy(out, expected, (size_t)length);
   }
   return length;
}

SHIM_EXPORT ssize_t readlinkat(int dir, const char *restrict path, char *restrict out, size_t size)
{
   SHIM_NEXT(readlinkat);
   char buffer[SHIM_PATH_MAX];
   return next(dir, shim_path_at(dir, path, buffer), out, size);
}

SHIM_EXPORT char *realpath(const char *restrict path, char *restrict out)
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

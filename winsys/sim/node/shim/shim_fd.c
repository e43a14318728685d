/* shim_fd.c: functions that take descriptors. A descriptor of the node is one of the file that stands for it. A table maps numbers
 * to open files; open, dup and close update it. A descriptor that came in another way, from another process, gets a new, empty
 * open file at its first ioctl. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "winsys/sim/node/engine/node_api.h"
#include "winsys/sim/node/shim/shim.h"

#define MAX_FD (1 << 20)
#define DRM_TYPE 'd' /* of DRM's ioctls */

struct open_file { atomic_uint refs; struct node_file *file; };
static _Atomic(struct open_file *) *table; /* [MAX_FD], NULL until something was opened */
static const struct node_engine *engine;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* table, engine and loading */
static pthread_cond_t loaded = PTHREAD_COND_INITIALIZER;
static bool loading; /* a thread loads the engine */

/* This library is the first to register a fork handler, so its prepare handler is the last to run: threads that a user of the
 * node waits for in its own handler can still finish their ioctls. */
static void before_fork(void)
{
   pthread_mutex_lock(&lock);
   while (loading) /* the dynamic linker's lists are half changed */
      pthread_cond_wait(&loaded, &lock);
   if (engine)
      engine->before_fork();
}

static void after_fork(void)
{
   if (engine)
      engine->after_fork();
   pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
   static const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
   loaded = fresh;
   if (engine)
      engine->in_child();
   pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void survive_fork(void)
{
   pthread_atfork(before_fork, after_fork, in_child);
}

static struct open_file *find(int fd)
{
   return table && fd >= 0 && fd < MAX_FD ? atomic_load_explicit(&table[fd], memory_order_acquire) : NULL;
}

bool shim_is_node_fd(int fd)
{
   struct stat st;
   int saved = errno;
   bool is = fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && shim_is_node_file(st.st_dev, st.st_ino);
   errno = saved;
   return is;
}

static void release(struct open_file *f)
{
   if (!f || atomic_fetch_sub(&f->refs, 1) != 1)
      return;
   engine->close(f->file);
   free(f);
}

/* Replaces the entry of a number: a descriptor that is made without a call of this library must not be taken for the node. */
static void set(int fd, struct open_file *f)
{
   if (!table || fd < 0 || fd >= MAX_FD)
      return;
   if (f)
      atomic_fetch_add(&f->refs, 1);
   release(atomic_exchange(&table[fd], f));
}

/* ---- the engine ----------------------------------------------------------------------------------------------------------- */

/* The engine is in this library's directory. It is loaded once and never unloaded. */
static const struct node_engine *load_engine(void)
{
   Dl_info info;
   char path[SHIM_PATH_MAX];
   if (!dladdr((void *)(uintptr_t)shim_is_node_fd, &info) || !info.dli_fname)
      return NULL;
   const char *slash = strrchr(info.dli_fname, '/');
   int length = slash ? (int)(slash + 1 - info.dli_fname) : 0;
   snprintf(path, sizeof path, "%.*slibgloam_node_gpu.so", length, info.dli_fname);
   void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
   if (!handle) {
      fprintf(stderr, "gloam-node: %s\n", dlerror());
      return NULL;
   }
   return dlsym(handle, NODE_ENGINE_SYMBOL);
}

static bool ready(void)
{
   pthread_mutex_lock(&lock);
   while (loading)
      pthread_cond_wait(&loaded, &lock);
   if (!table) {
      void *p = mmap(NULL, MAX_FD * sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      table = p == MAP_FAILED ? NULL : p;
   }
   bool have_table = table != NULL;
   bool ok = engine && have_table;
   loading = have_table && !ok;
   pthread_mutex_unlock(&lock);
   if (ok || !have_table)
      return ok;
   const struct node_engine *e = load_engine(); /* not under the lock: its constructors may open files */
   pthread_mutex_lock(&lock);
   if (e)
      engine = e;
   loading = false;
   pthread_cond_broadcast(&loaded);
   pthread_mutex_unlock(&lock);
   return e != NULL;
}

/* Makes an open file for a descriptor of the node that has none. False with errno. */
static bool adopt(int fd)
{
   if (fd >= MAX_FD || !ready()) {
      errno = fd >= MAX_FD ? EMFILE : ENXIO;
      return false;
   }
   struct open_file *f = calloc(1, sizeof *f), *none = NULL;
   if (!f || !(f->file = engine->open())) {
      free(f);
      errno = ENOMEM;
      return false;
   }
   atomic_init(&f->refs, 1);
   if (!atomic_compare_exchange_strong(&table[fd], &none, f)) /* another thread was faster */
      release(f);
   return true;
}

int shim_opened(int fd, int flags)
{
   if (fd < 0 || flags & O_PATH || !shim_is_node_fd(fd))
      return fd;
   set(fd, NULL);
   if (adopt(fd))
      return fd;
   int error = errno;
   close(fd);
   errno = error;
   return -1;
}

/* ---- descriptors -------------------------------------------------------------------------------------------------------- */

static int copied(int result, int fd)
{
   if (result >= 0 && table)
      set(result, find(fd));
   return result;
}

SHIM_EXPORT int dup(int fd)
{
   SHIM_NEXT(dup);
   return copied(next(fd), fd);
}

SHIM_EXPORT int dup2(int fd, int to)
{
   SHIM_NEXT(dup2);
   int result = next(fd, to);
   return fd == to ? result : copied(result, fd);
}

SHIM_EXPORT int dup3(int fd, int to, int flags)
{
   SHIM_NEXT(dup3);
   return copied(next(fd, to, flags), fd);
}

SHIM_EXPORT int close(int fd)
{
   SHIM_NEXT(close);
   if (find(fd))
      set(fd, NULL);
   return next(fd);
}

SHIM_EXPORT int fcntl(int fd, int command, ...)
{
   SHIM_NEXT(fcntl);
   va_list args;
   va_start(args, command);
   void *arg = va_arg(args, void *); /* an int argument is passed in the same way */
   va_end(args);
   int result = next(fd, command, arg);
   return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(result, fd) : result;
}

int fcntl64(int fd, int command, ...);
SHIM_ALSO(fcntl, fcntl64);

SHIM_EXPORT int ioctl(int fd, unsigned long request, ...)
{
   SHIM_NEXT(ioctl);
   va_list args;
   va_start(args, request);
   void *arg = va_arg(args, void *);
   va_end(args);
   unsigned type = request >> 8 & 0xff;
   if (type == DRM_TYPE && !find(fd) && shim_is_node_fd(fd) && !adopt(fd))
      return -1;
   struct open_file *f = find(fd);
   int result;
   if (f) {
      atomic_fetch_add(&f->refs, 1); /* another thread may close the descriptor meanwhile */
      result = engine->ioctl(f->file, request, arg);
      release(f);
   } else if (engine && (type == '>' || type == 'b')) {
      result = engine->fd_ioctl(fd, request, arg);
      if (result == -ENOTTY)
         return next(fd, request, arg);
   } else {
      return next(fd, request, arg);
   }
   if (result >= 0)
      return result;
   errno = -result;
   return -1;
}

SHIM_EXPORT void *mmap(void *address, size_t length, int prot, int flags, int fd, off_t offset)
{
   SHIM_NEXT(mmap);
   struct open_file *f = flags & MAP_ANONYMOUS ? NULL : find(fd);
   return f ? engine->mmap(f->file, address, length, prot, flags, (uint64_t)offset)
            : next(address, length, prot, flags, fd, offset);
}
SHIM_ALSO(mmap, mmap64);

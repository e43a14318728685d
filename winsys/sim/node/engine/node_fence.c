/* node_fence.c: fences, waiting for them, and sync files. A sync file is the read end of a pipe: it becomes readable when its
 * fence is signalled, and hangs up when the process that should signal it ends. */
#include <errno.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "winsys/sim/node/engine/node.h"

#define FOREIGN_LOOK_NS 500000 /* polling interval of pipes while a wait also depends on node_sync_cond */

pthread_cond_t node_sync_cond;

__attribute__((constructor)) static void init_cond(void)
{
   pthread_condattr_t attr;
   pthread_condattr_init(&attr);
   pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
   pthread_cond_init(&node_sync_cond, &attr);
   pthread_condattr_destroy(&attr);
}

static void reset_in_child(void)
{
   init_cond(); /* threads of the parent waited on it */
   node_syncobj_fork();
}

UT_LOCK_DEFINE(node_sync_lock, UT_LOCK_NODE_SYNC, reset_in_child)

struct node_fence *node_fence_new(void)
{
   struct node_fence *f = calloc(1, sizeof *f);
   if (f) {
      atomic_init(&f->refs, 1);
      f->pipe = -1;
   }
   return f;
}

struct node_fence *node_fence_signalled(void)
{
   struct node_fence *f = node_fence_new();
   if (f)
      atomic_store(&f->done, true);
   return f;
}

struct node_fence *node_fence_ref(struct node_fence *f)
{
   if (f)
      atomic_fetch_add_explicit(&f->refs, 1, memory_order_relaxed);
   return f;
}

void node_fence_unref(struct node_fence *f)
{
   if (!f || atomic_fetch_sub_explicit(&f->refs, 1, memory_order_acq_rel) != 1)
      return;
   for (unsigned i = 0; i < f->part_count; i++)
      node_fence_unref(f->parts[i]);
   for (unsigned i = 0; i < f->export_count; i++)
      close(f->exports[i]);
   if (f->pipe >= 0)
      close(f->pipe);
   if (f->watch)
      f->watch->release(f->watched);
   free(f->parts);
   free(f->exports);
   free(f);
}

bool node_fence_done(struct node_fence *f)
{
   if (atomic_load_explicit(&f->done, memory_order_acquire))
      return true;
   if (f->pipe >= 0) {
      struct pollfd p = { f->pipe, POLLIN, 0 };
      if (poll(&p, 1, 0) <= 0)
         return false;
   } else if (f->watch) {
      if (!f->watch->is_done(f->watched))
         return false;
   } else {
      if (!f->part_count)
         return false;
      for (unsigned i = 0; i < f->part_count; i++)
         if (!node_fence_done(f->parts[i]))
            return false;
   }
   atomic_store_explicit(&f->done, true, memory_order_release);
   return true;
}

bool node_fence_is_foreign(const struct node_fence *f)
{
   if (f->pipe >= 0 || f->watch)
      return true;
   for (unsigned i = 0; i < f->part_count; i++)
      if (node_fence_is_foreign(f->parts[i]))
         return true;
   return false;
}

static void tell_pipe(int fd)
{
   char byte = 1;
   while (write(fd, &byte, 1) < 0 && errno == EINTR)
      ;
   close(fd);
}

void node_fence_signal(struct node_fence *f, int error)
{
   f->error = error;
   ut_lock(&node_sync_lock);
   atomic_store_explicit(&f->done, true, memory_order_release);
   for (unsigned i = 0; i < f->export_count; i++)
      tell_pipe(f->exports[i]);
   f->export_count = 0;
   pthread_cond_broadcast(&node_sync_cond);
   ut_unlock(&node_sync_lock);
}

struct node_fence *node_fence_watch(const struct node_watch *watch, void *watched)
{
   struct node_fence *f = watched ? node_fence_new() : NULL;
   if (f) {
      f->watch = watch;
      f->watched = watched;
   } else if (watched) {
      watch->release(watched);
   }
   return f;
}

struct node_fence *node_fence_all(struct node_fence **fences, unsigned count)
{
   struct node_fence *f = node_fence_new();
   if (!f)
      return NULL;
   f->parts = malloc((count ? count : 1) * sizeof *f->parts);
   if (!f->parts) {
      free(f);
      return NULL;
   }
   for (unsigned i = 0; i < count; i++)
      f->parts[i] = node_fence_ref(fences[i]);
   f->part_count = count;
   if (!count)
      atomic_store(&f->done, true);
   return f;
}

/* ---- waiting ---------------------------------------------------------------------------------------------------------- */

bool node_sync_wait(bool (*ready)(void *arg), void *arg, int64_t deadline_ns, const bool *foreign)
{
   while (!ready(arg)) {
      int64_t until_ns = deadline_ns;
      if (*foreign || deadline_ns != NODE_FOREVER) {
         int64_t now_ns = node_now_ns();
         if (now_ns >= deadline_ns)
            return false;
         if (*foreign && until_ns - now_ns > FOREIGN_LOOK_NS)
            until_ns = now_ns + FOREIGN_LOOK_NS;
      }
      if (until_ns == NODE_FOREVER) {
         pthread_cond_wait(&node_sync_cond, &node_sync_lock.mutex);
      } else {
         struct timespec ts = { until_ns / 1000000000, until_ns % 1000000000 };
         pthread_cond_timedwait(&node_sync_cond, &node_sync_lock.mutex, &ts);
      }
   }
   return true;
}

static bool fence_ready(void *arg)
{
   return node_fence_done(arg);
}

bool node_fence_wait(struct node_fence *f, int64_t deadline_ns)
{
   if (node_fence_done(f))
      return true;
   ut_lock(&node_sync_lock);
   bool foreign = node_fence_is_foreign(f), done = node_sync_wait(fence_ready, f, deadline_ns, &foreign);
   ut_unlock(&node_sync_lock);
   return done;
}

/* ---- sync files -------------------------------------------------------------------------------------------------------- */

static int add_export(struct node_fence *f, int fd)
{
   int *exports = realloc(f->exports, (f->export_count + 1) * sizeof *exports);
   if (!exports)
      return -ENOMEM;
   f->exports = exports;
   exports[f->export_count++] = fd;
   return 0;
}

struct relay { struct node_fence *fence; void (*notify)(void *arg); void *arg; };

static void *relay_thread(void *data)
{
   struct relay *r = data;
   node_fence_wait(r->fence, NODE_FOREVER);
   r->notify(r->arg);
   node_fence_unref(r->fence);
   free(r);
   return NULL;
}

int node_fence_when_done(struct node_fence *f, void (*notify)(void *arg), void *arg)
{
   struct relay *r = malloc(sizeof *r);
   pthread_t thread;
   if (!r)
      return -ENOMEM;
   *r = (struct relay){ node_fence_ref(f), notify, arg };
   if (pthread_create(&thread, NULL, relay_thread, r)) {
      node_fence_unref(f);
      free(r);
      return -ENOMEM;
   }
   pthread_detach(thread);
   return 0;
}

static void tell_end(void *arg)
{
   tell_pipe((int)(intptr_t)arg);
}

int node_fence_to_sync_file(struct node_fence *f)
{
   int ends[2];
   if (pipe2(ends, O_CLOEXEC))
      return -errno;
   int error = 0;
   ut_lock(&node_sync_lock);
   if (node_fence_done(f))
      tell_pipe(ends[1]);
   else if (node_fence_is_foreign(f) || f->part_count)
      error = node_fence_when_done(f, tell_end, (void *)(intptr_t)ends[1]);
   else
      error = add_export(f, ends[1]);
   ut_unlock(&node_sync_lock);
   if (!error)
      return ends[0];
   close(ends[0]);
   close(ends[1]);
   return error;
}

/* A sync file of the kernel: the fence of another driver. */
static bool is_kernel_sync_file(int fd)
{
   static const char wanted[] = "anon_inode:sync_file";
   char path[32], target[sizeof wanted];
   snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
   return readlink(path, target, sizeof target) == (ssize_t)strlen(wanted) && !memcmp(target, wanted, strlen(wanted));
}

/* Both kinds become readable when their fence is signalled. */
static bool is_sync_file(int fd)
{
   struct stat st;
   return (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode)) || is_kernel_sync_file(fd);
}

struct node_fence *node_fence_from_sync_file(int fd)
{
   if (!is_sync_file(fd))
      return NULL;
   struct node_fence *f = node_fence_new();
   if (!f)
      return NULL;
   f->pipe = fcntl(fd, F_DUPFD_CLOEXEC, 3);
   if (f->pipe < 0) {
      node_fence_unref(f);
      return NULL;
   }
   return f;
}

static int merge(int fd, void *arg)
{
   struct sync_merge_data data;
   if (node_copy_in(&data, (uintptr_t)arg, sizeof data))
      return -EFAULT;
   if (data.flags || data.pad)
      return -EINVAL;
   struct node_fence *two[2] = { node_fence_from_sync_file(fd), node_fence_from_sync_file(data.fd2) }, *both = NULL;
   int result = -ENOENT;
   if (two[0] && two[1] && (both = node_fence_all(two, 2)))
      result = node_fence_to_sync_file(both);
   for (unsigned i = 0; i < 2; i++)
      node_fence_unref(two[i]);
   node_fence_unref(both);
   if (result < 0)
      return result;
   data.fence = result;
   if (node_copy_out((uintptr_t)arg, &data, sizeof data)) {
      close(result);
      return -EFAULT;
   }
   return 0;
}

static int file_info(int fd, void *arg)
{
   struct sync_file_info info;
   if (node_copy_in(&info, (uintptr_t)arg, sizeof info))
      return -EFAULT;
   if (info.flags || info.pad)
      return -EINVAL;
   struct node_fence *f = node_fence_from_sync_file(fd);
   if (!f)
      return -ENOMEM;
   info.status = node_fence_done(f);
   node_fence_unref(f);
   snprintf(info.name, sizeof info.name, "gloam");
   if (info.num_fences) {
      struct sync_fence_info one = { .obj_name = "gfx", .driver_name = "amdgpu", .status = info.status };
      if (node_copy_out(info.sync_fence_info, &one, sizeof one))
         return -EFAULT;
   }
   info.num_fences = 1;
   return node_copy_out((uintptr_t)arg, &info, sizeof info);
}

/* The kernel executes the request: it merges two of the kernel's sync files, or queries one of them. */
static bool is_for_kernel(int fd, unsigned long request, void *arg)
{
   struct sync_merge_data data;
   if (!is_kernel_sync_file(fd))
      return false;
   return request != SYNC_IOC_MERGE || node_copy_in(&data, (uintptr_t)arg, sizeof data) || is_kernel_sync_file(data.fd2);
}

int node_sync_file_ioctl(int fd, unsigned long request, void *arg)
{
   if (!is_sync_file(fd) || is_for_kernel(fd, request, arg))
      return -ENOTTY;
   switch (request) {
   case SYNC_IOC_MERGE:
      return merge(fd, arg);
   case SYNC_IOC_FILE_INFO:
      return file_info(fd, arg);
   default:
      return -ENOTTY;
   }
}

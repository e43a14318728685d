/* node_main.c: open files of the node, and the interface for the shim. At exit queued jobs are executed first, for at most 20 s:
 * other processes may use their buffers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "util/ut_exit.h"
#include "util/ut_fork.h"
#include "winsys/sim/node/engine/node.h"
#include "winsys/sim/core/sim_gpu.h"

static UT_LOCK_DEFINE(files_lock, UT_LOCK_NODE_FILES, NULL)
static struct node_file *files;
static bool exiting; /* under files_lock: file_close() frees nothing any more */

const struct hw_chip *node_chip(void)
{
   static const struct hw_chip *chip;
   if (!chip && !(chip = hw_chip_find(ut_env_str(UT_ENV_SIM_CHIP))))
      chip = hw_chip_find("polaris10");
   return chip;
}

static void finish_before_exit(void)
{
   static atomic_bool done;
   if (atomic_exchange(&done, true))
      return;
   const int64_t deadline_ns = node_now_ns() + 20000000000;
   ut_lock(&files_lock);
   exiting = true;
   struct node_file *first = files;
   ut_unlock(&files_lock);
   for (struct node_file *file = first; file && node_now_ns() < deadline_ns; file = file->next)
      if (file->pid == getpid())
         node_queue_drain(file);
   node_bo_report_maps();
   ut_fork_stop(ut_exit_destroys_statics()); /* other threads go on, and must not use LLVM while exit() destroys its statics */
}

static void prepare(void)
{
   ut_exit_register(finish_before_exit);
   /* Each buffer needs a descriptor here, unlike with the kernel's driver. */
   struct rlimit limit;
   if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
      limit.rlim_cur = limit.rlim_max;
      setrlimit(RLIMIT_NOFILE, &limit);
   }
}

static struct node_file *new_file(void)
{
   struct node_file *file = calloc(1, sizeof *file);
   if (!file || !node_vm_init(&file->vm)) {
      free(file);
      errno = ENOMEM;
      return NULL;
   }
   pthread_mutex_init(&file->lock, NULL);
   node_queue_init(&file->queue);
   file->pid = getpid();
   return file;
}

static void enlist(struct node_file *file)
{
   file->next = files;
   files = file;
}

static struct node_file *file_open(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, prepare);
   struct node_file *file = new_file();
   if (!file)
      return NULL;
   ut_lock(&files_lock);
   enlist(file);
   ut_unlock(&files_lock);
   return file;
}

/* The open file of a descriptor in this process. In a child of fork() an inherited descriptor gets a new, empty file: the queue
 * thread and the machine that the parent's jobs, buffers and addresses belong to do not exist there. NULL: no memory. */
static struct node_file *file_here(struct node_file *file)
{
   if (file->pid == getpid())
      return file;
   ut_lock(&files_lock);
   if (!file->heir || file->heir->pid != getpid()) {
      file->heir = new_file();
      if (file->heir)
         enlist(file->heir);
   }
   struct node_file *heir = file->heir;
   ut_unlock(&files_lock);
   return heir;
}

static void file_close(struct node_file *file)
{
   if (file->pid != getpid()) { /* the parent's: its queue thread does not exist here */
      if (file->heir && file->heir->pid == getpid())
         file_close(file->heir);
      return;
   }
   ut_lock(&files_lock);
   bool keep = exiting; /* finish_before_exit() walks the list without the lock */
   struct node_file **link = &files;
   while (*link && *link != file)
      link = &(*link)->next;
   if (*link && !keep)
      *link = file->next;
   ut_unlock(&files_lock);
   if (keep)
      return;
   node_queue_finish(file);
   sim_gpu_destroy(file->gpu);
   node_vm_finish(&file->vm);
   for (uint32_t i = 0; i < file->lists.count; i++)
      node_bo_list_free(file->lists.slot[i]);
   for (uint32_t i = 0; i < file->contexts.count; i++)
      node_ctx_unref(file->contexts.slot[i]);
   for (uint32_t i = 0; i < file->syncobjs.count; i++)
      node_syncobj_unref(file->syncobjs.slot[i]);
   for (uint32_t i = 0; i < file->bos.count; i++)
      node_bo_unref(file->bos.slot[i]);
   node_table_finish(&file->lists);
   node_table_finish(&file->contexts);
   node_table_finish(&file->syncobjs);
   node_table_finish(&file->bos);
   pthread_mutex_destroy(&file->lock);
   free(file);
}

static int file_ioctl(struct node_file *file, unsigned long request, void *arg)
{
   struct node_file *here = file_here(file);
   int result = here ? node_ioctl(here, request, arg) : -ENOMEM;
   if (result && (ut_debug_flags() & UT_DEBUG_ERROR))
      ut_log("node", "%s: %s", node_ioctl_name(request), strerror(-result));
   return result;
}

static void *file_mmap(struct node_file *file, void *address, size_t length, int prot, int flags, uint64_t offset)
{
   struct node_file *here = file_here(file);
   if (here)
      return node_mmap(here, address, length, prot, flags, offset);
   errno = ENOMEM;
   return (void *)-1; /* MAP_FAILED */
}

static int fd_ioctl(int fd, unsigned long request, void *arg)
{
   return (request >> 8 & 0xff) == '>' ? node_sync_file_ioctl(fd, request, arg) : node_dmabuf_ioctl(fd, request, arg);
}

extern const struct node_engine gloam_node_engine;
__attribute__((visibility("default"))) const struct node_engine gloam_node_engine = {
   .open = file_open, .close = file_close, .ioctl = file_ioctl, .mmap = file_mmap, .fd_ioctl = fd_ioctl,
   .before_fork = ut_fork_prepare, .after_fork = ut_fork_parent, .in_child = ut_fork_child,
};

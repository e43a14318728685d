/* node_main.c: open files of the node, and the door to the shim. Ends of processes: what is queued is executed first, as other
 * processes may see its buffers; not for ever. */
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
#include "winsys/sim/node/node.h"
#include "winsys/sim/sim_gpu.h"

static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node_file *files;

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
   pthread_mutex_lock(&files_lock);
   for (struct node_file *file = files; file && node_now_ns() < deadline_ns; file = file->next)
      if (file->pid == getpid())
         node_queue_drain(file);
   pthread_mutex_unlock(&files_lock);
   ut_fork_stop(); /* other threads go on, but must not meet LLVM half taken down */
}

/* A fork must not catch another thread with one of these. The shim calls: these locks are a kernel's, so whoever waits for
 * threads that are inside an ioctl has to come first. */
static void lock_all(void)
{
   pthread_mutex_lock(&files_lock);
   pthread_mutex_lock(&node_sync_lock);
}

static void unlock_all(void)
{
   pthread_mutex_unlock(&node_sync_lock);
   pthread_mutex_unlock(&files_lock);
}

/* Those who waited in the parent are not here. */
static void unlock_in_child(void)
{
   node_sync_renew();
   node_syncobj_fork();
   unlock_all();
}

static void prepare(void)
{
   ut_exit_register(finish_before_exit);
   /* A buffer is a descriptor here, which it is not with the kernel's driver. */
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
   pthread_mutex_lock(&files_lock);
   enlist(file);
   pthread_mutex_unlock(&files_lock);
   return file;
}

/* A forked child that goes on with an inherited descriptor finds it as if just opened: the parent's jobs, buffers and addresses
 * belong to a thread and a machine that do not exist here. NULL: no memory. */
static struct node_file *file_here(struct node_file *file)
{
   if (file->pid == getpid())
      return file;
   pthread_mutex_lock(&files_lock);
   if (!file->heir || file->heir->pid != getpid()) {
      file->heir = new_file();
      if (file->heir)
         enlist(file->heir);
   }
   struct node_file *heir = file->heir;
   pthread_mutex_unlock(&files_lock);
   return heir;
}

static void file_close(struct node_file *file)
{
   if (file->pid != getpid()) { /* a child's copy: its thread does not exist */
      if (file->heir && file->heir->pid == getpid())
         file_close(file->heir);
      return;
   }
   pthread_mutex_lock(&files_lock);
   struct node_file **link = &files;
   while (*link && *link != file)
      link = &(*link)->next;
   if (*link)
      *link = file->next;
   pthread_mutex_unlock(&files_lock);
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
   .before_fork = lock_all, .after_fork = unlock_all, .in_child = unlock_in_child,
};

/* node_share.c: PRIME export and import. An exported descriptor is a DMA-BUF of /dev/udmabuf, or the sealed memfd where there
 * is no udmabuf. An imported descriptor is identified by its inode: importing a buffer of this process returns the same buffer.
 * node_ipc.c has the state that processes share. */
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libdrm/amdgpu_drm.h>

#include "util/ut_fork.h"
#include "winsys/sim/node/engine/node_share.h"
#include "winsys/sim/node/ipc/node_ipc.h"
#include "winsys/sim/mem/mem_heap.h"

static struct node_bo *shared; /* exported and imported buffers of this process */

/* The parent's buffers: jobs on them never complete in this process. */
static void reset_shared(void)
{
   shared = NULL;
}

static UT_LOCK_DEFINE(list_lock, UT_LOCK_NODE_SHARED, reset_shared)

bool node_share_drop(struct node_bo *bo)
{
   unsigned refs = atomic_load_explicit(&bo->refs, memory_order_relaxed);
   while (refs > 1)
      if (atomic_compare_exchange_weak_explicit(&bo->refs, &refs, refs - 1, memory_order_release, memory_order_relaxed))
         return false;
   ut_lock(&list_lock);
   bool dead = atomic_fetch_sub_explicit(&bo->refs, 1, memory_order_acq_rel) == 1;
   if (dead && bo->listed)
      for (struct node_bo **link = &shared; *link; link = &(*link)->next_shared)
         if (*link == bo) {
            *link = bo->next_shared;
            break;
         }
   if (dead)
      node_ipc_close(bo->record); /* before another import of the buffer can open it */
   ut_unlock(&list_lock);
   return dead;
}

void node_share_publish(struct node_bo *bo)
{
   struct node_ipc_metadata m = { .tiling_info = bo->tiling_info, .flags = bo->metadata_flags, .domains = bo->domains,
                                  .alignment = bo->alignment, .size_B = bo->metadata_B };
   memcpy(m.data, bo->metadata, sizeof m.data);
   node_ipc_write(bo->record, &m);
}

static void take_metadata(struct node_bo *bo)
{
   struct node_ipc_metadata m;
   if (!node_ipc_read(bo->record, &m))
      return;
   bo->tiling_info = m.tiling_info;
   bo->metadata_flags = m.flags;
   bo->metadata_B = m.size_B;
   memcpy(bo->metadata, m.data, sizeof bo->metadata);
   bo->alignment = m.alignment;
   if (m.domains)
      bo->domains = m.domains;
}

/* A fence that waits for the uses (taken). NULL: there are none, or no memory. */
static struct node_fence *fence_of(struct node_ipc_wait *uses)
{
   static const struct node_watch watch = { node_ipc_wait_done, free };
   return node_fence_watch(&watch, uses);
}

bool node_share_idle(struct node_bo *bo, int64_t deadline_ns)
{
   struct node_ipc_wait *uses;
   if (node_ipc_others(bo->record, &uses))
      return false;
   if (!uses)
      return true;
   struct node_fence *others = fence_of(uses);
   bool idle = others && node_fence_wait(others, deadline_ns);
   node_fence_unref(others);
   return idle;
}

/* list_lock is held. */
static void list(struct node_bo *bo)
{
   if (bo->listed)
      return;
   bo->listed = true;
   bo->next_shared = shared;
   shared = bo;
}

/* list_lock is held: a buffer is exported before this or after it, and jobs that came before are announced by the export. */
static int use_buffers(struct node_job *job, node_wait_for *wait, void *arg)
{
   struct node_ipc_record **records = malloc((job->bo_count + 1) * sizeof *records);
   unsigned count = 0;
   int error = records ? 0 : -ENOMEM;
   for (unsigned i = 0; !error && i < job->bo_count; i++) {
      error = node_bo_add_user(job->bo[i], job->done, wait, arg);
      if (job->bo[i]->record)
         records[count++] = job->bo[i]->record;
   }
   if (!error && count && !(job->use = malloc(count * sizeof(struct node_ipc_use *))))
      error = -ENOMEM;
   if (!error && count) {
      struct node_ipc_wait *uses;
      error = node_ipc_submit(records, count, job->use, &uses);
      job->use_count = count;
      struct node_fence *others = fence_of(uses);
      if (!error && others)
         error = wait(arg, others);
      else
         node_fence_unref(others);
      if (!error && uses && !others)
         error = -ENOMEM;
   }
   free(records);
   return error;
}

int node_share_use(struct node_job *job, node_wait_for *wait, void *arg)
{
   ut_lock(&list_lock);
   int error = use_buffers(job, wait, arg);
   ut_unlock(&list_lock);
   return error;
}

/* Jobs that use the buffer when other processes learn of it, as one use. */
struct earlier { struct node_bo *bo; struct node_ipc_use *use; };

static void earlier_done(void *arg)
{
   struct earlier *e = arg;
   node_ipc_complete(e->use);
   node_bo_unref(e->bo); /* it has kept the process's line in the record */
   free(e);
}

/* list_lock is held. */
static int announce_earlier(struct node_bo *bo)
{
   struct node_fence *users = node_bo_fence(bo);
   struct node_ipc_wait *others = NULL;
   struct earlier *e = users ? malloc(sizeof *e) : NULL;
   int error = users && !e ? -ENOMEM : 0;
   if (e) {
      *e = (struct earlier){ .bo = node_bo_ref(bo) };
      error = node_ipc_submit(&bo->record, 1, &e->use, &others);
      free(others); /* no job of another process is in the record yet */
      if (!error)
         error = node_fence_when_done(users, earlier_done, e);
      if (error) {
         node_ipc_complete(e->use);
         atomic_fetch_sub(&bo->refs, 1); /* the caller has another */
         free(e);
      }
   }
   node_fence_unref(users);
   return error;
}

int node_prime_export(struct node_file *file, void *data)
{
   struct drm_prime_handle *arg = data;
   if (arg->flags & ~(uint32_t)(DRM_CLOEXEC | DRM_RDWR))
      return -EINVAL;
   struct node_bo *bo = node_bo_find(file, arg->handle);
   if (!bo)
      return -ENOENT;
   if (bo->userptr || (bo->flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID)) {
      node_bo_unref(bo);
      return -EPERM;
   }
   ut_lock(&list_lock);
   struct stat st;
   if (!bo->imported && bo->dmabuf_fd < 0 && (bo->dmabuf_fd = node_high_fd(sim_make_udmabuf(bo->fd, bo->size_B))) >= 0 && fstat(bo->dmabuf_fd, &st) == 0) {
      bo->dev = st.st_dev;
      bo->ino = st.st_ino;
   }
   int from = bo->dmabuf_fd >= 0 ? bo->dmabuf_fd : bo->fd;
   int fd = fcntl(from, arg->flags & DRM_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 3);
   int error = fd < 0 ? -errno : 0;
   if (fd >= 0) {
      list(bo);
      if (!bo->record && (bo->record = node_ipc_open(bo->dev, bo->ino, !bo->imported)) && (error = announce_earlier(bo))) {
         node_ipc_close(bo->record);
         bo->record = NULL;
      }
   }
   ut_unlock(&list_lock);
   if (error && fd >= 0)
      close(fd);
   node_share_publish(bo);
   node_bo_unref(bo);
   arg->fd = fd;
   return error;
}

/* A new reference to the buffer of this process that a descriptor refers to, or NULL. list_lock is held. */
static struct node_bo *find(const struct stat *st)
{
   for (struct node_bo *bo = shared; bo; bo = bo->next_shared)
      if (bo->dev == st->st_dev && bo->ino == st->st_ino)
         return node_bo_ref(bo);
   return NULL;
}

/* list_lock is held. */
static struct node_bo *import(int fd, const struct stat *st, int *error)
{
   int seals = fcntl(fd, F_GET_SEALS);
   bool dmabuf = seals < 0 && !S_ISREG(st->st_mode) && !S_ISFIFO(st->st_mode) && !S_ISSOCK(st->st_mode);
   int64_t size_B = st->st_size;
   if (dmabuf || (!size_B && S_ISREG(st->st_mode))) {
      size_B = lseek(fd, 0, SEEK_END);
      lseek(fd, 0, SEEK_SET);
   }
   /* If the owner could still shrink the object, an access would raise SIGBUS. */
   *error = -EINVAL;
   if ((!dmabuf && (seals < 0 || !(seals & F_SEAL_SHRINK))) || size_B <= 0 || (size_B & (NODE_PAGE_B - 1)))
      return NULL;
   *error = -ENOMEM;
   int own = fcntl(fd, F_DUPFD_CLOEXEC, 256);
   struct node_bo *bo = own >= 0 ? node_bo_new(own, (uint64_t)size_B) : NULL;
   if (!bo) {
      if (own >= 0)
         close(own);
      return NULL;
   }
   bo->imported = true;
   bo->domains = AMDGPU_GEM_DOMAIN_GTT;
   bo->dev = st->st_dev;
   bo->ino = st->st_ino;
   bo->record = node_ipc_open(bo->dev, bo->ino, false);
   take_metadata(bo);
   list(bo);
   return bo;
}

/* One buffer has one handle in a file. file->lock is held. 0: none yet. */
static uint32_t handle_of(const struct node_file *file, const struct node_bo *bo)
{
   for (uint32_t i = 0; i < file->bos.count; i++)
      if (file->bos.slot[i] == bo)
         return i + 1;
   return 0;
}

int node_prime_import(struct node_file *file, void *data)
{
   struct drm_prime_handle *arg = data;
   struct stat st;
   if (fstat(arg->fd, &st))
      return -EBADF;
   int error = 0;
   ut_lock(&list_lock);
   struct node_bo *bo = find(&st);
   if (!bo)
      bo = import(arg->fd, &st, &error);
   ut_unlock(&list_lock);
   if (!bo)
      return error;
   pthread_mutex_lock(&file->lock);
   arg->handle = handle_of(file, bo);
   pthread_mutex_unlock(&file->lock);
   if (!arg->handle)
      return node_bo_handle(file, bo, &arg->handle);
   node_bo_unref(bo);
   return 0;
}

int node_dmabuf_ioctl(int fd, unsigned long request, void *arg)
{
   struct stat st;
   if (fstat(fd, &st))
      return -EBADF;
   ut_lock(&list_lock);
   struct node_bo *bo = find(&st);
   ut_unlock(&list_lock);
   if (!bo || request != DMA_BUF_IOCTL_SYNC) {
      node_bo_unref(bo);
      return -ENOTTY;
   }
   struct dma_buf_sync sync;
   int error = node_copy_in(&sync, (uintptr_t)arg, sizeof sync);
   if (!error && (sync.flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK))
      error = -EINVAL;
   if (!error && !(sync.flags & DMA_BUF_SYNC_END)) {
      node_bo_wait(bo, NODE_FOREVER);
      node_share_idle(bo, NODE_FOREVER);
   }
   node_bo_unref(bo);
   return error;
}

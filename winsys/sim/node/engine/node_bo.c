/* node_bo.c: buffer objects. Each is a memfd, so that it can be mapped at a GPU address and by the program at once, and leave the
 * process; the limit of descriptors is raised for that when the first file is opened. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libdrm/amdgpu_drm.h>
#include <linux/dma-buf.h>

#include "util/ut_cpu.h"
#include "util/ut_debug.h"
#include "winsys/sim/node/engine/node.h"
#include "winsys/sim/node/engine/node_share.h"
#include "winsys/sim/node/ipc/node_ipc.h"
#include "winsys/sim/base/grow.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/mem/mem_heap.h"

#define LARGE_B (64ull << 20)
#define GFX12_DCC (1u << 16)
#define VALID_FLAGS (AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED | AMDGPU_GEM_CREATE_NO_CPU_ACCESS | AMDGPU_GEM_CREATE_CPU_GTT_USWC | \
                     AMDGPU_GEM_CREATE_VRAM_CLEARED | AMDGPU_GEM_CREATE_VM_ALWAYS_VALID | AMDGPU_GEM_CREATE_EXPLICIT_SYNC | \
                     AMDGPU_GEM_CREATE_ENCRYPTED | 1u << 12 /* DISCARDABLE, newer than this libdrm */)

static atomic_ullong used_B[2];      /* VRAM, GTT */
static atomic_ullong next_offset = 1ull << 32;

/* Of all buffers in VRAM so far: made, mapped by the program, and maps that were refused. */
static struct { atomic_ullong made_B, mapped_B, refused; } vram;

void node_bo_report_maps(void)
{
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("node", "video memory: %llu bytes allocated, %llu mapped by the CPU, %llu maps refused",
             (unsigned long long)atomic_load(&vram.made_B), (unsigned long long)atomic_load(&vram.mapped_B),
             (unsigned long long)atomic_load(&vram.refused));
}

uint64_t node_bo_used_B(bool gtt)
{
   return atomic_load(&used_B[gtt]);
}

uint64_t node_memory_B(void)
{
   return sim_memory_budget_B() & ~(NODE_PAGE_B - 1);
}

static bool in_gtt(const struct node_bo *bo)
{
   return !(bo->domains & AMDGPU_GEM_DOMAIN_VRAM);
}

/* ---- objects ---------------------------------------------------------------------------------------------------------- */

struct node_bo *node_bo_new(int fd, uint64_t size_B)
{
   struct node_bo *bo = calloc(1, sizeof *bo);
   if (!bo)
      return NULL;
   atomic_init(&bo->refs, 1);
   pthread_mutex_init(&bo->lock, NULL);
   bo->size_B = size_B;
   bo->fd = fd;
   bo->dmabuf_fd = -1;
   bo->writable = true;
   bo->mmap_offset = atomic_fetch_add(&next_offset, (size_B + 2 * NODE_PAGE_B - 1) & ~(NODE_PAGE_B - 1));
   return bo;
}

struct node_bo *node_bo_ref(struct node_bo *bo)
{
   atomic_fetch_add_explicit(&bo->refs, 1, memory_order_relaxed);
   return bo;
}

void node_bo_unref(struct node_bo *bo)
{
   if (!bo || !node_share_drop(bo))
      return;
   for (unsigned i = 0; i < bo->user_count; i++)
      node_fence_unref(bo->users[i]);
   free(bo->users);
   if (bo->host)
      munmap(bo->host, bo->size_B);
   close(bo->fd);
   if (bo->dmabuf_fd >= 0)
      close(bo->dmabuf_fd);
   if (!bo->imported)
      atomic_fetch_sub(&used_B[in_gtt(bo)], bo->size_B);
   pthread_mutex_destroy(&bo->lock);
   free(bo);
}

void *node_bo_host(struct node_bo *bo)
{
   pthread_mutex_lock(&bo->lock);
   if (!bo->host) {
      void *host = mmap(NULL, bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, bo->fd, 0);
      bo->host = host == MAP_FAILED ? NULL : host;
   }
   void *host = bo->host;
   pthread_mutex_unlock(&bo->lock);
   return host;
}

static int new_memfd(uint64_t size_B)
{
   int fd = node_high_fd(memfd_create("gloam buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING));
   if (fd < 0)
      return -ENOMEM;
   if (ftruncate(fd, (off_t)size_B) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
      close(fd);
      return -ENOMEM;
   }
   return fd;
}

/* Charged to the budget before there is anything, so that racing allocations cannot pass it together. */
static int create(uint64_t size_B, uint64_t domains, struct node_bo **out)
{
   bool gtt = !(domains & AMDGPU_GEM_DOMAIN_VRAM);
   uint64_t before_B = atomic_fetch_add(&used_B[gtt], size_B);
   int fd = -ENOMEM;
   if (size_B >= LARGE_B && size_B > ut_memory_available_B(NULL))
      fd = -ENOMEM; /* other processes of the cgroup use memory, too */
   else if (size_B <= node_memory_B() && before_B + node_bo_used_B(!gtt) <= node_memory_B() - size_B)
      fd = new_memfd(size_B);
   struct node_bo *bo = fd >= 0 ? node_bo_new(fd, size_B) : NULL;
   if (!bo) {
      atomic_fetch_sub(&used_B[gtt], size_B);
      if (fd >= 0)
         close(fd);
      return -ENOMEM;
   }
   bo->domains = domains;
   struct stat st;
   fstat(fd, &st);
   bo->dev = st.st_dev;
   bo->ino = st.st_ino;
   *out = bo;
   return 0;
}

/* ---- users ------------------------------------------------------------------------------------------------------- */

static void prune_users(struct node_bo *bo)
{
   unsigned kept = 0;
   for (unsigned i = 0; i < bo->user_count; i++) {
      if (node_fence_done(bo->users[i]))
         node_fence_unref(bo->users[i]);
      else
         bo->users[kept++] = bo->users[i];
   }
   bo->user_count = kept;
}

/* As amdgpu, which orders jobs on a buffer by its fences unless they have one address space. */
int node_bo_add_user(struct node_bo *bo, struct node_fence *fence, node_wait_for *wait, void *arg)
{
   int error = 0;
   pthread_mutex_lock(&bo->lock);
   prune_users(bo);
   for (unsigned i = 0; !error && i < bo->user_count; i++)
      if (bo->users[i]->owner != fence->owner)
         error = wait(arg, node_fence_ref(bo->users[i]));
   struct node_fence **users = error ? NULL : sim_grow(bo->users, bo->user_count, &bo->user_cap, sizeof *users);
   if (users) {
      bo->users = users;
      users[bo->user_count++] = node_fence_ref(fence);
   } else if (!error) {
      error = -ENOMEM;
   }
   pthread_mutex_unlock(&bo->lock);
   return error;
}

struct node_fence *node_bo_fence(struct node_bo *bo)
{
   pthread_mutex_lock(&bo->lock);
   prune_users(bo);
   struct node_fence *f = bo->user_count ? node_fence_all(bo->users, bo->user_count) : NULL;
   pthread_mutex_unlock(&bo->lock);
   return f;
}

bool node_bo_wait(struct node_bo *bo, int64_t deadline_ns)
{
   struct node_fence *users = node_bo_fence(bo);
   bool idle = !users || node_fence_wait(users, deadline_ns);
   node_fence_unref(users);
   return idle;
}

int node_bo_handle(struct node_file *file, struct node_bo *bo, uint32_t *handle)
{
   pthread_mutex_lock(&file->lock);
   *handle = node_table_add(&file->bos, bo);
   pthread_mutex_unlock(&file->lock);
   if (*handle)
      return 0;
   node_bo_unref(bo);
   return -ENOMEM;
}

/* VRAM without the flag VRAM_CLEARED holds old contents; the kernel clears pages of GTT. */
static void poison(struct node_bo *bo)
{
   sim_poison_init();
   void *host = sim_poison_on && !in_gtt(bo) && !(bo->flags & AMDGPU_GEM_CREATE_VRAM_CLEARED) ? node_bo_host(bo) : NULL;
   if (host)
      sim_poison_fill(host, bo->size_B);
}

/* ---- ioctls ------------------------------------------------------------------------------------------------------------- */

int node_gem_create(struct node_file *file, void *data)
{
   union drm_amdgpu_gem_create *arg = data;
   struct drm_amdgpu_gem_create_in in = arg->in;
   const uint64_t on_chip = AMDGPU_GEM_DOMAIN_GDS | AMDGPU_GEM_DOMAIN_GWS | AMDGPU_GEM_DOMAIN_OA;
   uint64_t valid = VALID_FLAGS | (node_drm_minor() >= 58 ? GFX12_DCC : 0); /* of no effect on these chips */
   if ((in.domain_flags & ~valid) || (in.domains & ~(uint64_t)AMDGPU_GEM_DOMAIN_MASK))
      return -EINVAL;
   if (in.domain_flags & AMDGPU_GEM_CREATE_ENCRYPTED)
      return -EINVAL; /* no trusted memory on these chips */
   if (in.domains & on_chip)
      return in.domain_flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID ? -EINVAL : -ENOMEM; /* none of it here */
   if (!in.bo_size)
      return -EINVAL;
   if (in.bo_size > UINT64_MAX - NODE_PAGE_B || (in.alignment & (in.alignment - 1)))
      return in.bo_size > UINT64_MAX - NODE_PAGE_B ? -ENOMEM : -EINVAL;
   struct node_bo *bo;
   int error = create((in.bo_size + NODE_PAGE_B - 1) & ~(NODE_PAGE_B - 1), in.domains, &bo);
   if (error)
      return error;
   bo->alignment = in.alignment;
   bo->flags = in.domain_flags;
   if (!in_gtt(bo))
      atomic_fetch_add(&vram.made_B, bo->size_B);
   poison(bo);
   memset(arg, 0, sizeof *arg);
   return node_bo_handle(file, bo, &arg->out.handle);
}

/* The pages become those of the buffer. */
static int adopt_pages(struct node_bo *bo, uint64_t address)
{
   return node_bo_host(bo) ? sim_adopt_pages(bo->fd, (void *)(uintptr_t)address, bo->size_B) : -ENOMEM;
}

int node_gem_userptr(struct node_file *file, void *data)
{
   struct drm_amdgpu_gem_userptr *arg = data;
   const uint32_t known = AMDGPU_GEM_USERPTR_READONLY | AMDGPU_GEM_USERPTR_ANONONLY | AMDGPU_GEM_USERPTR_VALIDATE |
                          AMDGPU_GEM_USERPTR_REGISTER;
   if ((arg->addr | arg->size) & (NODE_PAGE_B - 1) || arg->flags & ~known || !arg->size)
      return -EINVAL;
   if (!(arg->flags & AMDGPU_GEM_USERPTR_READONLY) && !(arg->flags & AMDGPU_GEM_USERPTR_REGISTER))
      return -EACCES; /* buffers that are written to must be watched */
   if (arg->addr + arg->size < arg->addr)
      return -EINVAL;
   struct node_bo *bo;
   int error = create(arg->size, AMDGPU_GEM_DOMAIN_GTT, &bo);
   if (!error && (error = adopt_pages(bo, arg->addr)))
      node_bo_unref(bo);
   if (error)
      return error;
   bo->userptr = true;
   return node_bo_handle(file, bo, &arg->handle);
}

int node_gem_close(struct node_file *file, void *data)
{
   const struct drm_gem_close *arg = data;
   struct node_bo *bo = node_bo_find(file, arg->handle);
   if (!bo)
      return -EINVAL;
   node_bo_wait(bo, NODE_FOREVER); /* its addresses stay while jobs use them */
   pthread_mutex_lock(&file->lock);
   bool known = node_table_remove(&file->bos, arg->handle) == bo;
   if (known)
      node_vm_remove(&file->vm, bo);
   pthread_mutex_unlock(&file->lock);
   if (known)
      node_bo_unref(bo);
   node_bo_unref(bo);
   return known ? 0 : -EINVAL;
}

int node_gem_mmap(struct node_file *file, void *data)
{
   union drm_amdgpu_gem_mmap *arg = data;
   struct node_bo *bo = node_bo_find(file, arg->in.handle);
   if (!bo)
      return -ENOENT;
   bool allowed = !bo->userptr && !(bo->flags & AMDGPU_GEM_CREATE_NO_CPU_ACCESS);
   if (!allowed)
      atomic_fetch_add(&vram.refused, 1);
   else if (!in_gtt(bo))
      atomic_fetch_add(&vram.mapped_B, bo->size_B);
   arg->out.addr_ptr = bo->mmap_offset;
   node_bo_unref(bo);
   return allowed ? 0 : -EPERM;
}

void *node_mmap(struct node_file *file, void *address, size_t length, int prot, int flags, uint64_t offset)
{
   struct node_bo *bo = NULL;
   pthread_mutex_lock(&file->lock);
   for (uint32_t i = 0; i < file->bos.count && !bo; i++) {
      struct node_bo *b = file->bos.slot[i];
      if (b && offset >= b->mmap_offset && offset - b->mmap_offset < b->size_B)
         bo = node_bo_ref(b);
   }
   pthread_mutex_unlock(&file->lock);
   void *at = MAP_FAILED;
   if (!bo || offset != bo->mmap_offset || length > bo->size_B || ((flags & MAP_PRIVATE) && (prot & PROT_WRITE)))
      errno = EINVAL;
   else if (bo->userptr || (bo->flags & AMDGPU_GEM_CREATE_NO_CPU_ACCESS))
      errno = EPERM;
   else
      at = mmap(address, length, prot, flags, bo->fd, 0);
   node_bo_unref(bo);
   return at;
}

static int set_metadata(struct node_bo *bo, const struct drm_amdgpu_gem_metadata *arg)
{
   if (arg->data.data_size_bytes > sizeof arg->data.data)
      return -EINVAL;
   bo->tiling_info = arg->data.tiling_info;
   bo->metadata_flags = arg->data.flags;
   bo->metadata_B = arg->data.data_size_bytes;
   memcpy(bo->metadata, arg->data.data, bo->metadata_B);
   return 0;
}

int node_gem_metadata(struct node_file *file, void *data)
{
   struct drm_amdgpu_gem_metadata *arg = data;
   struct node_bo *bo = node_bo_find(file, arg->handle);
   if (!bo)
      return -ENOENT;
   int error = 0;
   pthread_mutex_lock(&bo->lock);
   switch (arg->op) {
   case AMDGPU_GEM_METADATA_OP_GET_METADATA:
      arg->data.tiling_info = bo->tiling_info;
      arg->data.flags = bo->metadata_flags;
      arg->data.data_size_bytes = bo->metadata_B;
      memcpy(arg->data.data, bo->metadata, bo->metadata_B);
      break;
   case AMDGPU_GEM_METADATA_OP_SET_METADATA:
      error = set_metadata(bo, arg);
      break;
   default:
      error = -EINVAL;
   }
   pthread_mutex_unlock(&bo->lock);
   if (!error && arg->op == AMDGPU_GEM_METADATA_OP_SET_METADATA)
      node_share_publish(bo);
   node_bo_unref(bo);
   return error;
}

int node_gem_op(struct node_file *file, void *data)
{
   struct drm_amdgpu_gem_op *arg = data;
   struct node_bo *bo = node_bo_find(file, arg->handle);
   if (!bo)
      return -ENOENT;
   int error = 0;
   switch (arg->op) {
   case AMDGPU_GEM_OP_GET_GEM_CREATE_INFO: {
      struct drm_amdgpu_gem_create_in info = { bo->size_B, bo->alignment, bo->domains, bo->flags };
      error = node_copy_out(arg->value, &info, sizeof info);
      break;
   }
   case AMDGPU_GEM_OP_SET_PLACEMENT:
      if (bo->userptr)
         error = -EPERM;
      else if (bo->imported && arg->value & AMDGPU_GEM_DOMAIN_VRAM)
         error = -EINVAL;
      break; /* there is one kind of memory */
   default:
      error = -EINVAL;
   }
   node_bo_unref(bo);
   return error;
}

int node_gem_wait_idle(struct node_file *file, void *data)
{
   union drm_amdgpu_gem_wait_idle *arg = data;
   struct node_bo *bo = node_bo_find(file, arg->in.handle);
   if (!bo)
      return -ENOENT;
   int64_t deadline_ns = node_deadline(arg->in.timeout);
   bool idle = node_bo_wait(bo, deadline_ns) && node_share_idle(bo, deadline_ns);
   memset(arg, 0, sizeof *arg);
   arg->out.status = !idle;
   arg->out.domain = bo->domains & AMDGPU_GEM_DOMAIN_VRAM ? AMDGPU_GEM_DOMAIN_VRAM : AMDGPU_GEM_DOMAIN_GTT;
   node_bo_unref(bo);
   return 0;
}

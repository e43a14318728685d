/* ws_amdgpu_bo.c: kernel buffer objects: allocation, GPU address, CPU mapping, export, import, waiting. */
#include "winsys/amdgpu/ws_amdgpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE_B 4096u

static struct amdgpu_buffer *make_buffer(struct amdgpu_dev *dev, amdgpu_bo_handle handle, uint64_t size_B,
                                         uint32_t align_B, uint32_t flags)
{
   struct amdgpu_buffer *buf = calloc(1, sizeof(*buf));
   if (!buf)
      return NULL;
   if (amdgpu_bo_export(handle, amdgpu_bo_handle_type_kms, &buf->kms_handle))
      goto free_buffer;
   uint64_t va = 0;
   uint64_t va_flags = flags & WS_BO_LOW_4G ? AMDGPU_VA_RANGE_32_BIT : 0;
   if (amdgpu_va_range_alloc(dev->handle, amdgpu_gpu_va_range_general, size_B, align_B, 0, &va, &buf->va_handle, va_flags))
      goto free_buffer;
   uint64_t page_flags = AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE | AMDGPU_VM_PAGE_EXECUTABLE;
   if (amdgpu_bo_va_op_raw(dev->handle, handle, 0, size_B, va, page_flags, AMDGPU_VA_OP_MAP))
      goto free_va;
   buf->base = (struct ws_bo){.dev = &dev->base, .va = va, .size_B = size_B,
                              .unique = atomic_fetch_add(&dev->next_unique, 1)};
   buf->handle = handle;
   atomic_init(&buf->refs, 1);
   pthread_mutex_init(&buf->lock, NULL);
   return buf;
free_va:
   amdgpu_va_range_free(buf->va_handle);
free_buffer:
   free(buf);
   return NULL;
}

struct ws_bo *amdgpu_bo_make(struct ws_device *base, uint64_t size_B, uint32_t align_B, enum ws_domain domain, uint32_t flags)
{
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   size_B = (size_B + PAGE_B - 1) & ~(uint64_t)(PAGE_B - 1);
   struct amdgpu_bo_alloc_request request = {
      .alloc_size = size_B,
      .phys_alignment = align_B > PAGE_B ? align_B : PAGE_B,
      .preferred_heap = domain == WS_DOMAIN_VRAM ? AMDGPU_GEM_DOMAIN_VRAM : AMDGPU_GEM_DOMAIN_GTT,
   };
   if (flags & WS_BO_CPU_ACCESS)
      request.flags |= AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED;
   else if (domain == WS_DOMAIN_VRAM)
      request.flags |= AMDGPU_GEM_CREATE_NO_CPU_ACCESS;
   if (domain == WS_DOMAIN_GTT && !(flags & WS_BO_CPU_CACHED))
      request.flags |= AMDGPU_GEM_CREATE_CPU_GTT_USWC;
   if (flags & WS_BO_ZERO)
      request.flags |= AMDGPU_GEM_CREATE_VRAM_CLEARED;
   amdgpu_bo_handle handle;
   if (amdgpu_bo_alloc(dev->handle, &request, &handle))
      return NULL;
   struct amdgpu_buffer *buf = make_buffer(dev, handle, size_B, (uint32_t)request.phys_alignment, flags);
   if (!buf) {
      amdgpu_bo_free(handle);
      return NULL;
   }
   buf->domain = domain;
   return &buf->base;
}

void amdgpu_bo_ref_impl(struct ws_bo *bo)
{
   atomic_fetch_add_explicit(&((struct amdgpu_buffer *)bo)->refs, 1, memory_order_relaxed);
}

void amdgpu_bo_unref_impl(struct ws_bo *bo)
{
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   if (!buf || atomic_fetch_sub_explicit(&buf->refs, 1, memory_order_acq_rel) != 1)
      return;
   /* The kernel keeps pages and mapping until submissions that use them have completed. */
   amdgpu_bo_va_op(buf->handle, 0, bo->size_B, bo->va, 0, AMDGPU_VA_OP_UNMAP);
   UT_FORK_GUARD();
   if (buf->map && !buf->is_adopted)
      amdgpu_bo_cpu_unmap(buf->handle);
   amdgpu_va_range_free(buf->va_handle);
   amdgpu_bo_free(buf->handle);
   for (unsigned i = 0; i < AMDGPU_USES; i++) {
      amdgpu_fence_unref_impl(buf->uses[i].read);
      amdgpu_fence_unref_impl(buf->uses[i].write);
   }
   pthread_mutex_destroy(&buf->lock);
   free(buf);
}

void *amdgpu_bo_map_impl(struct ws_bo *bo)
{
   UT_FORK_GUARD();
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   pthread_mutex_lock(&buf->lock);
   if (!buf->map && amdgpu_bo_cpu_map(buf->handle, &buf->map))
      buf->map = NULL;
   void *map = buf->map;
   pthread_mutex_unlock(&buf->lock);
   return map;
}

static bool is_done(const struct amdgpu_use *use)
{
   return (!use->read || amdgpu_fence_is_signalled(use->read)) && (!use->write || amdgpu_fence_is_signalled(use->write));
}

/* The entry of a timeline, or one whose submissions have completed. NULL: none is free. The buffer's lock is held. */
static struct amdgpu_use *find_use(struct amdgpu_buffer *buf, uint64_t timeline)
{
   for (unsigned i = 0; i < AMDGPU_USES; i++)
      if (buf->uses[i].timeline == timeline)
         return &buf->uses[i];
   for (unsigned i = 0; i < AMDGPU_USES; i++)
      if (is_done(&buf->uses[i]))
         return &buf->uses[i];
   return NULL;
}

static void replace(struct ws_fence **slot, struct ws_fence *fence)
{
   if (fence)
      amdgpu_fence_ref_impl(fence);
   amdgpu_fence_unref_impl(*slot);
   *slot = fence;
}

/* Waits for one of the submissions. The buffer's lock is held, and released meanwhile. */
static void wait_for_a_use(struct amdgpu_buffer *buf)
{
   struct ws_fence *fences[2] = {buf->uses[0].read, buf->uses[0].write};
   for (unsigned i = 0; i < 2; i++)
      if (fences[i])
         amdgpu_fence_ref_impl(fences[i]);
   pthread_mutex_unlock(&buf->lock);
   for (unsigned i = 0; i < 2; i++)
      if (fences[i]) {
         amdgpu_fence_wait_impl(fences[i], WS_SYNC_FOREVER);
         amdgpu_fence_unref_impl(fences[i]);
      }
   pthread_mutex_lock(&buf->lock);
}

void amdgpu_bo_set_fence(struct ws_bo *bo, uint64_t timeline, struct ws_fence *fence, uint32_t usage)
{
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   struct amdgpu_use *use;
   pthread_mutex_lock(&buf->lock);
   while (!(use = find_use(buf, timeline)))
      wait_for_a_use(buf);
   if (use->timeline != timeline) {
      replace(&use->read, NULL);
      replace(&use->write, NULL);
      use->timeline = timeline;
   }
   if (usage & WS_USAGE_READ)
      replace(&use->read, fence);
   if (usage & WS_USAGE_WRITE)
      replace(&use->write, fence);
   pthread_mutex_unlock(&buf->lock);
}

unsigned amdgpu_bo_conflicts(struct ws_bo *bo, uint64_t timeline, uint32_t usage, struct ws_fence *fences[2 * AMDGPU_USES])
{
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   unsigned count = 0;
   pthread_mutex_lock(&buf->lock);
   for (unsigned i = 0; i < AMDGPU_USES; i++) {
      const struct amdgpu_use *use = &buf->uses[i];
      struct ws_fence *const both[2] = {use->write, usage & WS_USAGE_WRITE ? use->read : NULL};
      for (unsigned k = 0; k < 2; k++)
         if (use->timeline != timeline && both[k] && (!k || both[k] != both[0]) && !amdgpu_fence_is_signalled(both[k])) {
            amdgpu_fence_ref_impl(both[k]);
            fences[count++] = both[k];
         }
   }
   pthread_mutex_unlock(&buf->lock);
   return count;
}

bool amdgpu_bo_wait_impl(struct ws_bo *bo, uint64_t timeout_ns, uint32_t usage)
{
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   if (atomic_load_explicit(&buf->is_shared, memory_order_acquire)) {
      /* Other processes may use it: the kernel has their fences. */
      bool busy = true;
      return amdgpu_bo_wait_for_idle(buf->handle, timeout_ns, &busy) == 0 && !busy;
   }
   struct ws_fence *fences[2 * AMDGPU_USES];
   const unsigned count = amdgpu_bo_conflicts(bo, 0, usage, fences);
   bool idle = true;
   for (unsigned i = 0; i < count; i++) {
      idle = idle && amdgpu_fence_wait_impl(fences[i], timeout_ns);
      amdgpu_fence_unref_impl(fences[i]);
   }
   return idle;
}

int amdgpu_bo_export_impl(struct ws_bo *bo, char *why, size_t why_size_B)
{
   UT_FORK_GUARD();
   struct amdgpu_buffer *buf = (struct amdgpu_buffer *)bo;
   uint32_t fd;
   int r = amdgpu_bo_export(buf->handle, amdgpu_bo_handle_type_dma_buf_fd, &fd);
   if (r) {
      snprintf(why, why_size_B, "exporting the buffer: %s", strerror(-r));
      return r;
   }
   atomic_store_explicit(&buf->is_shared, true, memory_order_release);
   return (int)fd;
}

struct ws_bo *amdgpu_bo_import_impl(struct ws_device *base, int fd, char *why, size_t why_size_B)
{
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   struct amdgpu_bo_import_result result = {0};
   int r = amdgpu_bo_import(dev->handle, amdgpu_bo_handle_type_dma_buf_fd, (uint32_t)fd, &result);
   if (r) {
      snprintf(why, why_size_B, "importing the descriptor: %s", strerror(-r));
      return NULL;
   }
   /* Address bits within a macro tile select pipe and bank: the GPU address of a tiled image needs its exporter's alignment. */
   struct amdgpu_bo_info info = {0};
   uint64_t align_B = PAGE_B;
   if (!amdgpu_bo_query_info(result.buf_handle, &info) && info.phys_alignment > align_B)
      align_B = info.phys_alignment;
   struct amdgpu_buffer *buf = align_B > UINT32_MAX ? NULL : make_buffer(dev, result.buf_handle, result.alloc_size, (uint32_t)align_B, 0);
   if (!buf) {
      amdgpu_bo_free(result.buf_handle);
      snprintf(why, why_size_B, "no address space for %llu bytes", (unsigned long long)result.alloc_size);
      return NULL;
   }
   atomic_init(&buf->is_shared, true);
   return &buf->base;
}

struct ws_bo *amdgpu_bo_adopt_impl(struct ws_device *base, void *memory, uint64_t size_B, char *why, size_t why_size_B)
{
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   amdgpu_bo_handle handle;
   size_B = (size_B + PAGE_B - 1) & ~(uint64_t)(PAGE_B - 1);
   int r = amdgpu_create_bo_from_user_mem(dev->handle, memory, size_B, &handle);
   if (r) {
      snprintf(why, why_size_B, "mapping the memory for the GPU: %s", strerror(-r));
      return NULL;
   }
   struct amdgpu_buffer *buf = make_buffer(dev, handle, size_B, PAGE_B, 0);
   if (!buf) {
      amdgpu_bo_free(handle);
      snprintf(why, why_size_B, "no address space for %llu bytes", (unsigned long long)size_B);
      return NULL;
   }
   buf->domain = WS_DOMAIN_GTT;
   buf->map = memory;
   buf->is_adopted = true;
   return &buf->base;
}

bool amdgpu_bo_set_metadata_impl(struct ws_bo *bo, const struct ws_metadata *md)
{
   UT_FORK_GUARD();
   struct amdgpu_bo_metadata out = {.tiling_info = md->tiling, .size_metadata = md->umd_size_B};
   if (md->umd_size_B > sizeof(md->umd))
      return false;
   memcpy(out.umd_metadata, md->umd, md->umd_size_B);
   return amdgpu_bo_set_metadata(((struct amdgpu_buffer *)bo)->handle, &out) == 0;
}

bool amdgpu_bo_get_metadata_impl(struct ws_bo *bo, struct ws_metadata *md)
{
   UT_FORK_GUARD();
   struct amdgpu_bo_info info = {0};
   if (amdgpu_bo_query_info(((struct amdgpu_buffer *)bo)->handle, &info))
      return false;
   *md = (struct ws_metadata){.tiling = info.metadata.tiling_info, .umd_size_B = info.metadata.size_metadata};
   if (md->umd_size_B > sizeof(md->umd))
      md->umd_size_B = sizeof(md->umd);
   memcpy(md->umd, info.metadata.umd_metadata, md->umd_size_B);
   return true;
}

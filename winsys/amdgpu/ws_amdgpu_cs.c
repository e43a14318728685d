/* ws_amdgpu_cs.c: submission contexts, submissions and fences. A fence is a DRM syncobj: waits, export and import of
 * sync files use one mechanism. */
#include "winsys/amdgpu/ws_amdgpu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

static void queue_unref(struct amdgpu_queue_ctx *queue)
{
   if (atomic_fetch_sub_explicit(&queue->refs, 1, memory_order_acq_rel) != 1)
      return;
   UT_FORK_GUARD();
   amdgpu_cs_ctx_free(queue->handle);
   ws_device_unref(&queue->dev->base);
   free(queue);
}

struct ws_ctx *amdgpu_ctx_make(struct ws_device *base, int *priority)
{
   UT_FORK_GUARD();
   struct ws_ctx *ctx = calloc(1, sizeof(*ctx));
   struct amdgpu_queue_ctx *queue = calloc(1, sizeof(*queue));
   if (!ctx || !queue)
      goto fail;
   queue->dev = (struct amdgpu_dev *)base;
   queue->number = atomic_fetch_add(&queue->dev->next_queue, 1) + 1;
   int level = priority ? *priority : 0;
   const uint32_t kernel = level < 0   ? (uint32_t)AMDGPU_CTX_PRIORITY_LOW
                           : level > 0 ? (uint32_t)AMDGPU_CTX_PRIORITY_HIGH : (uint32_t)AMDGPU_CTX_PRIORITY_NORMAL;
   if (amdgpu_cs_ctx_create2(queue->dev->handle, kernel, &queue->handle)) {
      /* High priority needs CAP_SYS_NICE or DRM master; without them the context gets normal priority. */
      level = 0;
      if (amdgpu_cs_ctx_create2(queue->dev->handle, (uint32_t)AMDGPU_CTX_PRIORITY_NORMAL, &queue->handle))
         goto fail;
   }
   if (priority)
      *priority = level;
   ws_device_ref(base);
   atomic_init(&queue->refs, 1);
   ctx->queue = queue;
   return ctx;
fail:
   free(queue);
   free(ctx);
   return NULL;
}

void amdgpu_ctx_free(struct ws_ctx *ctx)
{
   if (!ctx)
      return;
   queue_unref(ctx->queue);
   free(ctx);
}

enum ws_reset amdgpu_ctx_reset(struct ws_ctx *ctx)
{
   uint64_t flags = 0;
   if (amdgpu_cs_query_reset_state2(ctx->queue->handle, &flags) || !(flags & AMDGPU_CTX_QUERY2_FLAGS_RESET))
      return WS_RESET_NONE;
   return flags & AMDGPU_CTX_QUERY2_FLAGS_GUILTY ? WS_RESET_GUILTY : WS_RESET_INNOCENT;
}

/* flags: 0, or DRM_SYNCOBJ_CREATE_SIGNALED. */
static struct ws_fence *make_fence(struct amdgpu_dev *dev, uint32_t flags)
{
   struct ws_fence *fence = calloc(1, sizeof(*fence));
   if (!fence)
      return NULL;
   if (amdgpu_cs_create_syncobj2(dev->handle, flags, &fence->syncobj)) {
      free(fence);
      return NULL;
   }
   fence->dev = dev;
   ws_device_ref(&dev->base);
   atomic_init(&fence->refs, 1);
   return fence;
}

void amdgpu_fence_ref_impl(struct ws_fence *fence)
{
   atomic_fetch_add_explicit(&fence->refs, 1, memory_order_relaxed);
}

void amdgpu_fence_unref_impl(struct ws_fence *fence)
{
   if (!fence || atomic_fetch_sub_explicit(&fence->refs, 1, memory_order_acq_rel) != 1)
      return;
   amdgpu_cs_destroy_syncobj(fence->dev->handle, fence->syncobj);
   ws_device_unref(&fence->dev->base);
   free(fence);
}

bool amdgpu_fence_is_signalled(struct ws_fence *fence)
{
   return amdgpu_fence_wait_impl(fence, 0);
}

bool amdgpu_fence_wait_impl(struct ws_fence *fence, uint64_t timeout_ns)
{
   if (atomic_load_explicit(&fence->signalled, memory_order_acquire))
      return true;
   /* The kernel takes an absolute, signed time in ns of CLOCK_MONOTONIC. */
   int64_t deadline = 0;
   if (timeout_ns) {
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      uint64_t now_ns = (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
      deadline = timeout_ns > (uint64_t)INT64_MAX - now_ns ? INT64_MAX : (int64_t)(now_ns + timeout_ns);
   }
   if (amdgpu_cs_syncobj_wait(fence->dev->handle, &fence->syncobj, 1, deadline, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL, NULL))
      return false;
   atomic_store_explicit(&fence->signalled, true, memory_order_release);
   return true;
}

int amdgpu_fence_export_impl(struct ws_device *base, struct ws_fence *fence)
{
   int fd = -1;
   struct ws_fence *signalled = fence ? NULL : make_fence((struct amdgpu_dev *)base, DRM_SYNCOBJ_CREATE_SIGNALED);
   if (!fence && !signalled)
      return -ENOMEM;
   const struct ws_fence *from = fence ? fence : signalled;
   int r = amdgpu_cs_syncobj_export_sync_file(from->dev->handle, from->syncobj, &fd);
   amdgpu_fence_unref_impl(signalled);
   return r ? r : fd;
}

struct ws_fence *amdgpu_fence_import_impl(struct ws_device *base, int fd)
{
   struct ws_fence *fence = make_fence((struct amdgpu_dev *)base, 0);
   if (fence && amdgpu_cs_syncobj_import_sync_file(fence->dev->handle, fence->syncobj, fd)) {
      amdgpu_fence_unref_impl(fence);
      return NULL;
   }
   return fence;
}

struct ws_semaphore *amdgpu_semaphore_import_impl(struct ws_device *base, int fd)
{
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   struct ws_semaphore *semaphore = malloc(sizeof(*semaphore));
   if (!semaphore)
      return NULL;
   semaphore->dev = dev;
   if (amdgpu_cs_import_syncobj(dev->handle, fd, &semaphore->syncobj)) {
      free(semaphore);
      return NULL;
   }
   ws_device_ref(base);
   return semaphore;
}

void amdgpu_semaphore_destroy_impl(struct ws_semaphore *semaphore)
{
   amdgpu_cs_destroy_syncobj(semaphore->dev->handle, semaphore->syncobj);
   ws_device_unref(&semaphore->dev->base);
   free(semaphore);
}

int amdgpu_semaphore_signal_impl(struct ws_semaphore *semaphore, struct ws_fence *fence)
{
   const amdgpu_device_handle handle = semaphore->dev->handle;
   return fence ? amdgpu_cs_syncobj_transfer(handle, semaphore->syncobj, 0, fence->syncobj, 0, 0)
                : amdgpu_cs_syncobj_signal(handle, &semaphore->syncobj, 1);
}

struct ws_fence *amdgpu_semaphore_take_impl(struct ws_semaphore *semaphore)
{
   const amdgpu_device_handle handle = semaphore->dev->handle;
   struct ws_fence *fence = make_fence(semaphore->dev, 0);
   if (fence && amdgpu_cs_syncobj_transfer(handle, fence->syncobj, 0, semaphore->syncobj, 0, 0)) {
      amdgpu_fence_unref_impl(fence);
      return NULL;
   }
   if (fence)
      amdgpu_cs_syncobj_reset(handle, &semaphore->syncobj, 1);
   return fence;
}

/* The buffer list of AMDGPU_CHUNK_ID_BO_HANDLES. The caller frees it. */
static int make_bo_list(const struct ws_submit *submit, struct drm_amdgpu_bo_list_entry **list)
{
   *list = calloc(submit->bo_count ? submit->bo_count : 1, sizeof(**list));
   if (!*list)
      return -ENOMEM;
   for (uint32_t i = 0; i < submit->bo_count; i++)
      (*list)[i].bo_handle = ((struct amdgpu_buffer *)submit->bos[i].bo)->kms_handle;
   return 0;
}

/* Fences that a submission waits for, each once, with references. */
struct waits { struct ws_fence **fence; uint32_t count, capacity; };

/* Takes the reference. False: no memory. */
static bool add_wait(struct waits *w, struct ws_fence *fence)
{
   for (uint32_t i = 0; i < w->count; i++)
      if (w->fence[i] == fence) {
         amdgpu_fence_unref_impl(fence);
         return true;
      }
   if (w->count == w->capacity) {
      const uint32_t capacity = w->capacity ? 2 * w->capacity : 8;
      struct ws_fence **more = realloc(w->fence, capacity * sizeof(*more));
      if (!more) {
         amdgpu_fence_unref_impl(fence);
         return false;
      }
      w->fence = more;
      w->capacity = capacity;
   }
   w->fence[w->count++] = fence;
   return true;
}

/* The caller's fences, and those of other contexts on the buffers: the kernel does not order submissions of one address space. */
static int collect_waits(struct waits *w, const struct ws_submit *submit, uint64_t timeline)
{
   bool ok = true;
   for (uint32_t i = 0; i < submit->wait_count; i++) {
      amdgpu_fence_ref_impl(submit->wait[i]);
      ok &= add_wait(w, submit->wait[i]);
   }
   for (uint32_t i = 0; i < submit->bo_count; i++) {
      struct ws_fence *fences[2 * AMDGPU_USES];
      const unsigned count = amdgpu_bo_conflicts(submit->bos[i].bo, timeline, submit->bos[i].usage, fences);
      for (unsigned k = 0; k < count; k++)
         ok &= add_wait(w, fences[k]);
   }
   return ok ? 0 : -ENOMEM;
}

static void finish_waits(struct waits *w)
{
   for (uint32_t i = 0; i < w->count; i++)
      amdgpu_fence_unref_impl(w->fence[i]);
   free(w->fence);
}

/* -ENOMEM: the buffers do not fit in memory together with those of running submissions. Retries for 100 ms. */
static int submit_chunks(struct ws_ctx *ctx, int count, struct drm_amdgpu_cs_chunk *chunks)
{
   uint64_t sequence;
   int r = -ENOMEM;
   for (unsigned tries = 0; tries < 100 && r == -ENOMEM; tries++) {
      if (tries)
         nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
      r = amdgpu_cs_submit_raw2(ctx->queue->dev->handle, ctx->queue->handle, 0, count, chunks, &sequence);
   }
   return r;
}

/* *fence_out: a new reference. */
static int submit_to_kernel(struct ws_ctx *ctx, const struct ws_submit *submit, uint64_t timeline, struct ws_fence **fence_out)
{
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = ctx->queue->dev;
   struct drm_amdgpu_bo_list_entry *list;
   int r = make_bo_list(submit, &list);
   if (r)
      return r;
   struct waits w = {0};
   r = collect_waits(&w, submit, timeline);
   struct ws_fence *fence = make_fence(dev, 0);
   struct drm_amdgpu_cs_chunk_sem *waits = calloc(w.count ? w.count : 1, sizeof(*waits));
   if (r || !fence || !waits) {
      r = -ENOMEM;
      goto done;
   }
   for (uint32_t i = 0; i < w.count; i++)
      waits[i].handle = w.fence[i]->syncobj;
   struct drm_amdgpu_bo_list_in bo_list = {
      .operation = ~0u, .list_handle = ~0u, .bo_number = submit->bo_count,
      .bo_info_size = sizeof(struct drm_amdgpu_bo_list_entry), .bo_info_ptr = (uintptr_t)list,
   };
   struct drm_amdgpu_cs_chunk_ib ibs[WS_MAX_IBS];
   struct drm_amdgpu_cs_chunk_sem signal = {.handle = fence->syncobj};
   struct drm_amdgpu_cs_chunk chunks[3 + WS_MAX_IBS];
   int count = 0;
   chunks[count++] = (struct drm_amdgpu_cs_chunk){AMDGPU_CHUNK_ID_BO_HANDLES, sizeof(bo_list) / 4, (uintptr_t)&bo_list};
   if (w.count)
      chunks[count++] = (struct drm_amdgpu_cs_chunk){AMDGPU_CHUNK_ID_SYNCOBJ_IN, w.count * sizeof(*waits) / 4,
                                                     (uintptr_t)waits};
   chunks[count++] = (struct drm_amdgpu_cs_chunk){AMDGPU_CHUNK_ID_SYNCOBJ_OUT, sizeof(signal) / 4, (uintptr_t)&signal};
   for (uint32_t i = 0; i < submit->ib_count; i++) {
      ibs[i] = (struct drm_amdgpu_cs_chunk_ib){
         .va_start = submit->ibs[i].va, .ib_bytes = submit->ibs[i].dw * 4,
         .ip_type = submit->ring == WS_RING_COMPUTE ? AMDGPU_HW_IP_COMPUTE : AMDGPU_HW_IP_GFX,
      };
      chunks[count++] = (struct drm_amdgpu_cs_chunk){AMDGPU_CHUNK_ID_IB, sizeof(ibs[i]) / 4, (uintptr_t)&ibs[i]};
   }
   r = submit_chunks(ctx, count, chunks);
   if (r == 0) {
      amdgpu_fence_ref_impl(fence);
      *fence_out = fence;
   }
done:
   finish_waits(&w);
   amdgpu_fence_unref_impl(fence);
   free(waits);
   free(list);
   return r;
}

int amdgpu_submit_impl(struct ws_ctx *ctx, const struct ws_submit *submit, struct ws_fence **fence_out)
{
   const uint64_t timeline = amdgpu_timeline(ctx->queue, submit->ring);
   struct ws_fence *fence;
   const int r = submit_to_kernel(ctx, submit, timeline, &fence);
   if (r)
      return r;
   for (uint32_t i = 0; i < submit->bo_count; i++) /* outside the gate of fork(): it may wait */
      amdgpu_bo_set_fence(submit->bos[i].bo, timeline, fence, submit->bos[i].usage);
   if (fence_out)
      *fence_out = fence;
   else
      amdgpu_fence_unref_impl(fence);
   return 0;
}

/* ws_sim_bo.c: buffer objects of the simulated GPU: host memory at a GPU address, and when it is idle. */
#include <stdio.h>
#include <stdlib.h>

#include "util/ut_debug.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/winsys/ws_sim.h"

static struct ws_sim_bo *bo_new(struct ws_sim_device *dev)
{
   struct ws_sim_bo *bo = calloc(1, sizeof *bo);
   if (!bo)
      return NULL;
   atomic_init(&bo->refs, 1);
   bo->base.dev = &dev->base;
   bo->base.unique = atomic_fetch_add(&dev->next_unique, 1);
   return bo;
}

/* share_lock is held. */
static void list_shared(struct ws_sim_device *dev, struct ws_sim_bo *bo)
{
   if (bo->prev_shared)
      return;
   bo->next_shared = dev->shared;
   bo->prev_shared = &dev->shared;
   if (bo->next_shared)
      bo->next_shared->prev_shared = &bo->next_shared;
   dev->shared = bo;
}

static void unlist_shared(struct ws_sim_bo *bo)
{
   if (!bo->prev_shared)
      return;
   *bo->prev_shared = bo->next_shared;
   if (bo->next_shared)
      bo->next_shared->prev_shared = bo->prev_shared;
   bo->prev_shared = NULL;
}

/* Where the memory is used up, submissions may hold what the application has deleted. */
static bool alloc(struct ws_sim_device *dev, uint64_t size_B, uint32_t align_B, uint32_t heap_flags, struct sim_block *block)
{
   if (sim_heap_alloc(dev->heap, size_B, align_B, heap_flags, block))
      return true;
   bool drained = false;
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
      drained |= ws_sim_queue_drain(&dev->queue[ring]);
   return drained && sim_heap_alloc(dev->heap, size_B, align_B, heap_flags, block);
}

struct ws_bo *ws_sim_bo_create(struct ws_device *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain,
                               uint32_t flags)
{
   struct ws_sim_device *dev = ws_sim_device(ws);
   struct ws_sim_bo *bo = bo_new(dev);
   if (!bo)
      return NULL;
   /* SHAREABLE is only a hint here: conversion at export costs one copy, a descriptor per buffer costs a scarce resource. */
   if (!alloc(dev, size_B, align_B, (flags & WS_BO_LOW_4G ? SIM_HEAP_LOW_4G : 0) | (flags & WS_BO_ZERO ? 0 : SIM_HEAP_UNDEFINED), &bo->block)) {
      if (ut_debug_flags() & UT_DEBUG_SIM)
         ut_log("sim", "no memory for a buffer of %llu bytes (%llu of %llu used)", (unsigned long long)size_B,
                (unsigned long long)sim_heap_used_B(dev->heap), (unsigned long long)sim_heap_budget_B(dev->heap));
      free(bo);
      return NULL;
   }
   bo->base.va = bo->block.va;
   bo->base.size_B = bo->block.range_B;
   if (__builtin_expect(sim_poison_on, 0) && !(flags & WS_BO_ZERO))
      sim_poison_fill(ws_sim_bo_map(&bo->base), bo->block.range_B);
   return &bo->base;
}

void ws_sim_bo_ref(struct ws_bo *bo)
{
   atomic_fetch_add_explicit(&ws_sim_bo(bo)->refs, 1, memory_order_relaxed);
}

void ws_sim_bo_unref(struct ws_bo *ws)
{
   if (!ws)
      return;
   struct ws_sim_bo *bo = ws_sim_bo(ws);
   struct ws_sim_device *dev = ws_sim_device(ws->dev);
   unsigned refs = atomic_load_explicit(&bo->refs, memory_order_relaxed);
   while (refs > 1)
      if (atomic_compare_exchange_weak_explicit(&bo->refs, &refs, refs - 1, memory_order_release,
                                                memory_order_relaxed))
         return;
   /* The last reference goes under the list's lock, because an import may find the buffer there until then. */
   pthread_mutex_lock(&dev->share_lock);
   bool dead = atomic_fetch_sub_explicit(&bo->refs, 1, memory_order_acq_rel) == 1;
   if (dead)
      unlist_shared(bo);
   pthread_mutex_unlock(&dev->share_lock);
   if (!dead)
      return;
   sim_heap_free(dev->heap, &bo->block);
   free(bo);
}

void *ws_sim_bo_map(struct ws_bo *bo)
{
   return sim_heap_mem(ws_sim_device(bo->dev)->heap)->base + bo->va;
}

bool ws_sim_bo_wait(struct ws_bo *ws, uint64_t timeout_ns, uint32_t usage)
{
   struct ws_sim_bo *bo = ws_sim_bo(ws);
   const atomic_ullong *last = usage & WS_USAGE_WRITE ? bo->last_use : bo->last_write;
   /* Compute first: mostly there is nothing, and then the time is all for the other. */
   return ws_sim_queue_wait(&ws_sim_device(ws->dev)->queue[WS_RING_COMPUTE], atomic_load(&last[WS_RING_COMPUTE]), timeout_ns) &&
          ws_sim_queue_wait(&ws_sim_device(ws->dev)->queue[WS_RING_GFX], atomic_load(&last[WS_RING_GFX]), timeout_ns);
}

int ws_sim_bo_export(struct ws_bo *ws, char *why, size_t why_size_B)
{
   struct ws_sim_bo *bo = ws_sim_bo(ws);
   struct ws_sim_device *dev = ws_sim_device(ws->dev);
   /* The contents are copied into the new object: nothing may be written while they are copied. Not under the lock: the
    * queue's thread needs it to let go of buffers. */
   ws_sim_bo_wait(ws, WS_SYNC_FOREVER, WS_USAGE_WRITE);
   pthread_mutex_lock(&dev->share_lock);
   int fd = sim_heap_export(dev->heap, &bo->block, dev->strict_dmabuf, why, why_size_B);
   if (fd >= 0) {
      sim_heap_identify(fd, &bo->block.dev, &bo->block.ino);
      list_shared(dev, bo);
      if (bo->block.dmabuf_fd < 0 && (ut_debug_flags() & (UT_DEBUG_ERROR | UT_DEBUG_SIM)))
         ut_log("sim", "buffer %u leaves the process as a sealed memfd: no /dev/udmabuf here", bo->base.unique);
   }
   pthread_mutex_unlock(&dev->share_lock);
   return fd;
}

struct ws_bo *ws_sim_bo_import(struct ws_device *ws, int fd, char *why, size_t why_size_B)
{
   struct ws_sim_device *dev = ws_sim_device(ws);
   dev_t kernel_dev;
   ino_t ino;
   if (fd < 0 || !sim_heap_identify(fd, &kernel_dev, &ino)) {
      if (why && why_size_B)
         snprintf(why, why_size_B, "bad file descriptor");
      return NULL;
   }
   pthread_mutex_lock(&dev->share_lock);
   struct ws_sim_bo *bo = dev->shared;
   while (bo && (bo->block.dev != kernel_dev || bo->block.ino != ino))
      bo = bo->next_shared;
   if (bo) {
      ws_sim_bo_ref(&bo->base);
   } else if (!(bo = bo_new(dev))) {
      if (why && why_size_B)
         snprintf(why, why_size_B, "no memory");
   } else if (!sim_heap_import(dev->heap, fd, &bo->block, why, why_size_B)) {
      free(bo);
      bo = NULL;
   } else {
      bo->base.va = bo->block.va;
      bo->base.size_B = bo->block.size_B;
      list_shared(dev, bo);
   }
   pthread_mutex_unlock(&dev->share_lock);
   return bo ? &bo->base : NULL;
}

struct ws_bo *ws_sim_bo_adopt(struct ws_device *ws, void *memory, uint64_t size_B, char *why, size_t why_size_B)
{
   struct ws_sim_device *dev = ws_sim_device(ws);
   struct ws_sim_bo *bo = bo_new(dev);
   if (!bo) {
      snprintf(why, why_size_B, "no memory");
      return NULL;
   }
   if (!sim_heap_adopt(dev->heap, memory, size_B, &bo->block, why, why_size_B)) {
      free(bo);
      return NULL;
   }
   bo->base.va = bo->block.va;
   bo->base.size_B = bo->block.range_B;
   return &bo->base;
}

bool ws_sim_bo_set_metadata(struct ws_bo *ws, const struct ws_metadata *md)
{
   struct ws_sim_bo *bo = ws_sim_bo(ws);
   struct ws_sim_device *dev = ws_sim_device(ws->dev);
   if (md->umd_size_B > sizeof md->umd)
      return false;
   pthread_mutex_lock(&dev->share_lock);
   bo->metadata = *md;
   bo->has_metadata = true;
   pthread_mutex_unlock(&dev->share_lock);
   return true;
}

/* Known only in the process that set it: a memfd carries no metadata. */
bool ws_sim_bo_get_metadata(struct ws_bo *ws, struct ws_metadata *md)
{
   struct ws_sim_bo *bo = ws_sim_bo(ws);
   struct ws_sim_device *dev = ws_sim_device(ws->dev);
   pthread_mutex_lock(&dev->share_lock);
   bool known = bo->has_metadata;
   if (known)
      *md = bo->metadata;
   pthread_mutex_unlock(&dev->share_lock);
   return known;
}

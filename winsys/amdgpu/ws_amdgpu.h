/* ws_amdgpu.h: private to winsys/amdgpu: winsys.h on the kernel's amdgpu driver, through libdrm_amdgpu. libdrm has its own locks and
 * lists. Calls that take them are made inside the gate of ut_fork.h (UT_FORK_GUARD); waits and calls that are plain
 * ioctls are not. */
#ifndef WS_AMDGPU_H
#define WS_AMDGPU_H

#include <amdgpu.h>
#include <amdgpu_drm.h>
#include <pthread.h>
#include <stdatomic.h>

#include "util/ut_fork.h"
#include "winsys/winsys.h"

struct amdgpu_dev {
   struct ws_device base;
   int fd;
   amdgpu_device_handle handle;
   struct amdgpu_gpu_info gpu;
   atomic_uint next_unique;
   atomic_ullong next_queue;
};

/* The newest submissions of one context to one ring that read and wrote a buffer. Those of other contexts may run before or after. */
struct amdgpu_use {
   uint64_t timeline;       /* amdgpu_timeline(); 0: free */
   struct ws_fence *read, *write;
};
#define AMDGPU_USES 4

struct amdgpu_buffer {
   struct ws_bo base;
   atomic_int refs;
   amdgpu_bo_handle handle;
   uint32_t kms_handle;
   amdgpu_va_handle va_handle;
   enum ws_domain domain;
   atomic_bool is_shared;   /* imported, or exported at some time */
   bool is_adopted;         /* memory of the application */
   pthread_mutex_t lock;    /* map, uses */
   void *map;
   struct amdgpu_use uses[AMDGPU_USES]; /* not finished, with some that are */
};

struct amdgpu_queue_ctx { /* shared by a context and its fences: the kernel context must outlive them */
   atomic_int refs;
   uint64_t number;         /* from 1, never used again */
   struct amdgpu_dev *dev;
   amdgpu_context_handle handle;
};

struct ws_ctx {
   struct amdgpu_queue_ctx *queue;
};

struct ws_fence {
   atomic_int refs;
   struct amdgpu_dev *dev;
   uint32_t syncobj;        /* signals with the submission */
   atomic_bool signalled;
};

struct ws_semaphore {
   struct amdgpu_dev *dev;
   uint32_t syncobj;        /* its fence is the signal that was submitted last; none: unsignalled */
};

/* Fills dev->base.info; 0, or -errno with `why`. */
int amdgpu_fill_info(struct amdgpu_dev *dev, char *why, size_t why_size_B);
extern const struct ws_device_impl amdgpu_device_impl;

struct ws_bo *amdgpu_bo_make(struct ws_device *dev, uint64_t size_B, uint32_t align_B, enum ws_domain domain, uint32_t flags);
void amdgpu_bo_ref_impl(struct ws_bo *bo);
void amdgpu_bo_unref_impl(struct ws_bo *bo);
void *amdgpu_bo_map_impl(struct ws_bo *bo);
bool amdgpu_bo_wait_impl(struct ws_bo *bo, uint64_t timeout_ns, uint32_t usage);
int amdgpu_bo_export_impl(struct ws_bo *bo, char *why, size_t why_size_B);
struct ws_bo *amdgpu_bo_import_impl(struct ws_device *dev, int fd, char *why, size_t why_size_B);
struct ws_bo *amdgpu_bo_adopt_impl(struct ws_device *dev, void *memory, uint64_t size_B, char *why, size_t why_size_B);
bool amdgpu_bo_set_metadata_impl(struct ws_bo *bo, const struct ws_metadata *md);
bool amdgpu_bo_get_metadata_impl(struct ws_bo *bo, struct ws_metadata *md);
/* A timeline: a context's submissions to one ring, which run in the order of submission. */
static inline uint64_t amdgpu_timeline(const struct amdgpu_queue_ctx *queue, enum ws_ring ring)
{
   return queue->number * WS_RING_COUNT + ring;
}
/* Stores the fence of a submission that uses the buffer; usage: WS_USAGE_*. Where too many contexts use the buffer at the same time,
 * it waits for one of them. */
void amdgpu_bo_set_fence(struct ws_bo *bo, uint64_t timeline, struct ws_fence *fence, uint32_t usage);
/* New references to the pending fences of other timelines that conflict with `usage` (READ with writes, WRITE with everything).
 * timeline 0: of all. Returns their number. */
unsigned amdgpu_bo_conflicts(struct ws_bo *bo, uint64_t timeline, uint32_t usage, struct ws_fence *fences[2 * AMDGPU_USES]);
bool amdgpu_fence_is_signalled(struct ws_fence *fence); /* does not wait */

struct ws_ctx *amdgpu_ctx_make(struct ws_device *dev, int *priority);
void amdgpu_ctx_free(struct ws_ctx *ctx);
enum ws_reset amdgpu_ctx_reset(struct ws_ctx *ctx);
int amdgpu_submit_impl(struct ws_ctx *ctx, const struct ws_submit *submit, struct ws_fence **fence);
void amdgpu_fence_ref_impl(struct ws_fence *fence);
void amdgpu_fence_unref_impl(struct ws_fence *fence);
bool amdgpu_fence_wait_impl(struct ws_fence *fence, uint64_t timeout_ns);
int amdgpu_fence_export_impl(struct ws_device *dev, struct ws_fence *fence);
struct ws_fence *amdgpu_fence_import_impl(struct ws_device *dev, int fd);
struct ws_semaphore *amdgpu_semaphore_import_impl(struct ws_device *dev, int fd);
void amdgpu_semaphore_destroy_impl(struct ws_semaphore *semaphore);
int amdgpu_semaphore_signal_impl(struct ws_semaphore *semaphore, struct ws_fence *fence);
struct ws_fence *amdgpu_semaphore_take_impl(struct ws_semaphore *semaphore);

#endif

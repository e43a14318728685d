/* ws_sim.h: the objects of winsys.h on the simulated GPU. Private to ws_sim*.c. */
#ifndef WS_SIM_H
#define WS_SIM_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/mem/mem_heap.h"
#include "winsys/winsys.h"

struct ws_sim_ctx_state;

struct ws_sim_bo {
   struct ws_bo base;
   atomic_uint refs;
   struct sim_block block;
   /* Per ring: number of the last submission that writes the buffer, and of the last that uses it. */
   atomic_ullong last_write[WS_RING_COUNT], last_use[WS_RING_COUNT];
   struct ws_sim_bo *next_shared, **prev_shared; /* in the device's list of exported and imported objects */
   struct ws_metadata metadata;
   bool has_metadata;
};

/* A submission. The lists lie in the same allocation, and their entries are references; those of `spare` are the submitter's. */
struct ws_sim_job {
   struct ws_sim_job *next;
   uint64_t number, added_B;
   struct sim_ib ib[WS_MAX_IBS];
   uint32_t ib_count;
   struct ws_sim_ctx_state *ctx;
   uint32_t bo_count, wait_count;
   struct ws_fence *const *wait; /* fences of other queues */
   const struct ws_submit_bo *bos;
};

/* Submissions to a ring run in order on one thread, so "submission n is done" is one counter. Rings wait for each other
 * only where a submission names a fence. */
struct ws_sim_queue {
   struct ws_sim_device *dev;
   enum ws_ring ring;
   struct sim_block calls;     /* memory for calls of several command buffers; none until a submission has several */
   struct sim_gpu *gpu;        /* the machine that executes the ring; compute: NULL until the first submission */
   pthread_mutex_t lock;
   pthread_cond_t wake;
   pthread_t thread;
   bool started, quit;
   bool running;               /* a thread executes a job: the ring's thread, or one that waits for the job */
   struct ws_sim_job *first, **last;
   pthread_mutex_t spare_lock; /* held while `spare` is in use: the job of a submission without memory for one */
   struct ws_sim_job spare;
   uint64_t submitted;         /* number of the last one queued */
   uint64_t released;          /* of the last one that has let go of its buffers */
   uint64_t queued_B;          /* size of the buffers of queued jobs; a buffer of several jobs counts about once */
   atomic_ullong completed;
   atomic_ullong awaited;      /* lowest number that a thread waits for; UINT64_MAX: none */
   atomic_uint awaited_futex;  /* futex of waiting threads; incremented when `awaited` is reached */
};

struct ws_sim_device {
   struct ws_device base;
   struct ws_sim_device *next;
   pid_t pid;                  /* of the process that opened it; a child of fork() has none of its threads */
   bool finished_at_exit;      /* under the list's lock */
   struct sim_heap *heap;
   const struct hw_chip *chip;
   struct ws_sim_queue queue[WS_RING_COUNT];
   pthread_mutex_t share_lock; /* `shared`, metadata, and the conversion of a buffer to a shared one */
   struct ws_sim_bo *shared;
   atomic_uint next_unique;
   bool strict_dmabuf;
};

struct ws_sim_ctx_state { atomic_uint refs; atomic_int reset; };

struct ws_sim_ctx {
   struct ws_sim_device *dev;
   struct ws_sim_ctx_state *state; /* outlives the context while its submissions run */
};

struct ws_sim_fence {
   struct ws_sim_queue *queue; /* holds no reference to the device, which must outlive the fence */
   atomic_uint refs;
   uint64_t number;
};

static inline struct ws_sim_device *ws_sim_device(struct ws_device *dev)
{
   return (struct ws_sim_device *)dev;
}
static inline struct ws_sim_bo *ws_sim_bo(struct ws_bo *bo)
{
   return (struct ws_sim_bo *)bo;
}

/* ws_sim_bo.c */
struct ws_bo *ws_sim_bo_create(struct ws_device *dev, uint64_t size_B, uint32_t align_B, enum ws_domain domain,
                               uint32_t flags);
void ws_sim_bo_ref(struct ws_bo *bo);
void ws_sim_bo_unref(struct ws_bo *bo);
void *ws_sim_bo_map(struct ws_bo *bo);
bool ws_sim_bo_wait(struct ws_bo *bo, uint64_t timeout_ns, uint32_t usage);
int ws_sim_bo_export(struct ws_bo *bo, char *why, size_t why_size_B);
struct ws_bo *ws_sim_bo_import(struct ws_device *dev, int fd, char *why, size_t why_size_B);
struct ws_bo *ws_sim_bo_adopt(struct ws_device *dev, void *memory, uint64_t size_B, char *why, size_t why_size_B);
bool ws_sim_bo_set_metadata(struct ws_bo *bo, const struct ws_metadata *md);
bool ws_sim_bo_get_metadata(struct ws_bo *bo, struct ws_metadata *md);

/* ws_sim_queue.c */
void ws_sim_queue_init(struct ws_sim_queue *q, struct ws_sim_device *dev, enum ws_ring ring);
void ws_sim_queue_finish(struct ws_sim_queue *q); /* executes all queued jobs first */
uint64_t ws_sim_queue_last(struct ws_sim_queue *q); /* number of the last submission */
bool ws_sim_queue_wait(struct ws_sim_queue *q, uint64_t number, uint64_t timeout_ns);
/* Waits until all submissions have let go of their buffers. False: none had any. */
bool ws_sim_queue_drain(struct ws_sim_queue *q);
struct ws_ctx *ws_sim_ctx_create(struct ws_device *dev, int *priority);
void ws_sim_ctx_destroy(struct ws_ctx *ctx);
enum ws_reset ws_sim_ctx_reset_status(struct ws_ctx *ctx);
int ws_sim_submit(struct ws_ctx *ctx, const struct ws_submit *submit, struct ws_fence **fence);
void ws_sim_fence_ref(struct ws_fence *fence);
void ws_sim_fence_unref(struct ws_fence *fence);
bool ws_sim_fence_wait(struct ws_fence *fence, uint64_t timeout_ns);
int ws_sim_fence_export(struct ws_device *dev, struct ws_fence *fence);
struct ws_fence *ws_sim_fence_import(struct ws_device *dev, int fd);

#endif

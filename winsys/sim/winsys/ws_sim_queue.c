/* ws_sim_queue.c: submissions: one queue and one thread per ring of a device, started by the first submission. Submissions have
 * sequence numbers; fences and busy buffers compare theirs with the last completed one. A thread that waits without a timeout
 * executes pending submissions itself, because waking the queue's thread and being woken by it takes longer than a small frame.
 * Other waits sleep on a futex. Waiting for fences of another queue is part of execution. */
#include <errno.h>
#include <fenv.h>
#include <limits.h>
#include <linux/dma-buf.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "util/ut_debug.h"
#include "util/ut_thread.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/winsys/ws_sim.h"

/* A program that never waits must not run ahead without bound: it would only fill memory. */
#define MAX_JOBS 64
#define MAX_QUEUED_B (256u << 20) /* of distinct buffers, but for the last few jobs */
#define FEW_JOBS 4
#define EXECUTION_STACK_B (512u << 10) /* of a thread that executes commands; they need up to 200 KB */

static void ctx_state_unref(struct ws_sim_ctx_state *state)
{
   if (atomic_fetch_sub_explicit(&state->refs, 1, memory_order_acq_rel) == 1)
      free(state);
}

/* ---- executing ---------------------------------------------------------------------------------------------------- */

/* Imported DMA-BUFs may be cached differently by their exporter: the kernel must be notified of CPU accesses. */
static void sync_imports(const struct ws_sim_job *job, uint64_t flags)
{
   for (uint32_t i = 0; i < job->bo_count; i++) {
      const struct ws_sim_bo *bo = ws_sim_bo(job->bos[i].bo);
      if (!bo->block.imported || bo->block.dmabuf_fd < 0)
         continue;
      struct dma_buf_sync sync = { flags | (bo->block.writable ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ) };
      while (ioctl(bo->block.dmabuf_fd, DMA_BUF_IOCTL_SYNC, &sync) < 0 && errno == EINTR)
         ;
   }
}

/* waits: the thread that calls is the one that waits for it, so that workers have a CPU as soon as they are awake. */
static void run_job(struct ws_sim_queue *q, struct ws_sim_job *job, bool waits)
{
   for (uint32_t i = 0; i < job->wait_count; i++)
      ws_sim_fence_wait(job->wait[i], WS_SYNC_FOREVER);
   if (atomic_load(&job->ctx->reset) != WS_RESET_NONE)
      return; /* lost meanwhile */
   sync_imports(job, DMA_BUF_SYNC_START);
   char why[160];
   sim_gpu_expect(q->gpu, true, waits);
   if (job->ib_count == 1 ? !sim_gpu_run(q->gpu, job->ib[0].va, job->ib[0].dw, why, sizeof why)
                          : !sim_gpu_run_calls(q->gpu, q->calls.va, job->ib, job->ib_count, why, sizeof why)) {
      atomic_store(&job->ctx->reset, WS_RESET_GUILTY);
      if (ut_debug_flags())
         ut_log("sim", "context lost: %s", why);
   }
   sync_imports(job, DMA_BUF_SYNC_END);
}

static void free_job(struct ws_sim_job *job)
{
   for (uint32_t i = 0; i < job->wait_count; i++)
      ws_sim_fence_unref(job->wait[i]);
   for (uint32_t i = 0; i < job->bo_count; i++)
      ws_sim_bo_unref(job->bos[i].bo);
   ctx_state_unref(job->ctx);
   free(job);
}

static void complete(struct ws_sim_queue *q, uint64_t number)
{
   atomic_store(&q->completed, number);
   if (number < atomic_load(&q->awaited))
      return; /* no waiter is ready; a wake-up costs time, and the CPU that a worker could use */
   atomic_store(&q->awaited, UINT64_MAX); /* threads that still wait set it again */
   atomic_fetch_add(&q->awaited_futex, 1);
   syscall(SYS_futex, &q->awaited_futex, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static void await(struct ws_sim_queue *q, uint64_t number)
{
   unsigned long long awaited = atomic_load(&q->awaited);
   while (number < awaited && !atomic_compare_exchange_weak(&q->awaited, &awaited, number))
      ;
}

/* q->lock is held, but not meanwhile. waits: as above. */
static void run_first(struct ws_sim_queue *q, bool waits)
{
   struct ws_sim_job *job = q->first;
   q->first = job->next;
   if (!q->first)
      q->last = &q->first;
   q->running = true;
   pthread_mutex_unlock(&q->lock);
   run_job(q, job, waits);
   uint64_t number = job->number, added_B = job->added_B;
   bool spare = job == &q->spare; /* once completed, the next submission may reuse it */
   complete(q, number);
   if (!spare)
      free_job(job);
   pthread_mutex_lock(&q->lock);
   q->queued_B -= added_B;
   q->released = number;
   q->running = false;
   if (!q->first)
      sim_gpu_expect(q->gpu, false, false);
}

static void *queue_thread(void *data)
{
   struct ws_sim_queue *q = data;
   pthread_mutex_lock(&q->lock);
   for (;;) {
      while (q->running || (!q->first && !q->quit))
         pthread_cond_wait(&q->wake, &q->lock);
      if (!q->first)
         break;
      run_first(q, false);
   }
   pthread_mutex_unlock(&q->lock);
   return NULL;
}

/* Whether the calling thread's stack is a usual one: not one of those that threads of some languages switch to, nor a very small
 * one. */
static bool has_stack(void)
{
   static _Thread_local uintptr_t low, high;
   const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
   pthread_attr_t attr;
   if (!high && !pthread_getattr_np(pthread_self(), &attr)) {
      void *lowest;
      size_t size_B;
      if (!pthread_attr_getstack(&attr, &lowest, &size_B)) {
         low = (uintptr_t)lowest;
         high = low + size_B;
      }
      pthread_attr_destroy(&attr);
   }
   return here > low && here < high && here - low >= EXECUTION_STACK_B;
}

/* Executes jobs up to that number, unless another thread is executing. The application's floating-point mode is saved. */
static void help(struct ws_sim_queue *q, uint64_t number)
{
   const bool executes = has_stack();
   fenv_t mode;
   fegetenv(&mode);
   fesetenv(FE_DFL_ENV);
   pthread_mutex_lock(&q->lock);
   while (executes && q->first && !q->running && q->first->number <= number)
      run_first(q, true);
   if ((q->first || q->quit) && !q->running)
      pthread_cond_signal(&q->wake);
   pthread_mutex_unlock(&q->lock);
   fesetenv(&mode);
}

/* ---- waiting ------------------------------------------------------------------------------------------------------ */

uint64_t ws_sim_queue_last(struct ws_sim_queue *q)
{
   pthread_mutex_lock(&q->lock);
   uint64_t last = q->submitted;
   pthread_mutex_unlock(&q->lock);
   return last;
}

static bool wait_for(struct ws_sim_queue *q, uint64_t number, uint64_t timeout_ns)
{
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "waiting for the GPU");
   if (timeout_ns == WS_SYNC_FOREVER)
      help(q, number);
   uint64_t start = sim_now_ns();
   bool forever = timeout_ns > UINT64_MAX / 2;
   for (;;) {
      unsigned seen = atomic_load(&q->awaited_futex);
      await(q, number);
      if (atomic_load(&q->completed) >= number)
         return true;
      struct timespec ts, *limit = NULL;
      if (!forever) {
         uint64_t spent = sim_now_ns() - start;
         if (spent >= timeout_ns)
            return false;
         uint64_t left = timeout_ns - spent;
         ts = (struct timespec){ (time_t)(left / 1000000000u), (long)(left % 1000000000u) };
         limit = &ts;
      }
      syscall(SYS_futex, &q->awaited_futex, FUTEX_WAIT_PRIVATE, seen, limit, NULL, 0);
   }
}

bool ws_sim_queue_wait(struct ws_sim_queue *q, uint64_t number, uint64_t timeout_ns)
{
   if (atomic_load_explicit(&q->completed, memory_order_acquire) >= number)
      return true;
   /* A forked child has no queue thread: the parent's submissions never complete there. */
   if (!timeout_ns || q->dev->pid != getpid())
      return false;
   /* The thread may execute submissions, and holds locks of its callers. */
   int held = ut_thread_hold_cancel();
   bool done = wait_for(q, number, timeout_ns);
   ut_thread_release_cancel(held);
   return done;
}

bool ws_sim_queue_drain(struct ws_sim_queue *q)
{
   pthread_mutex_lock(&q->lock);
   const uint64_t last = q->submitted;
   const bool had_any = q->released < last;
   pthread_mutex_unlock(&q->lock);
   if (!had_any || !ws_sim_queue_wait(q, last, WS_SYNC_FOREVER))
      return false;
   for (bool done = false; !done;) { /* completed: the thread that executed the last one is about to */
      pthread_mutex_lock(&q->lock);
      done = q->released >= last;
      pthread_mutex_unlock(&q->lock);
      if (!done)
         sched_yield();
   }
   return true;
}

/* ---- the thread --------------------------------------------------------------------------------------------------- */

void ws_sim_queue_init(struct ws_sim_queue *q, struct ws_sim_device *dev, enum ws_ring ring)
{
   q->dev = dev;
   q->ring = ring;
   pthread_mutex_init(&q->lock, NULL);
   pthread_mutex_init(&q->spare_lock, NULL);
   pthread_cond_init(&q->wake, NULL);
   atomic_init(&q->awaited, UINT64_MAX);
   q->last = &q->first;
}

void ws_sim_queue_finish(struct ws_sim_queue *q)
{
   pthread_mutex_lock(&q->lock);
   q->quit = true;
   bool started = q->started;
   pthread_cond_signal(&q->wake);
   pthread_mutex_unlock(&q->lock);
   int held = ut_thread_hold_cancel();
   if (started)
      pthread_join(q->thread, NULL);
   ut_thread_release_cancel(held);
   if (q->calls.va)
      sim_heap_free(q->dev->heap, &q->calls);
   pthread_cond_destroy(&q->wake);
   pthread_mutex_destroy(&q->lock);
   pthread_mutex_destroy(&q->spare_lock);
}

/* q->lock is held. */
static int start_thread(struct ws_sim_queue *q)
{
   if (!q->gpu) {
      q->gpu = sim_gpu_create(q->dev->chip, sim_heap_mem(q->dev->heap));
      if (!q->gpu)
         return -ENOMEM;
      sim_gpu_set_compute(q->gpu);
   }
   int error = ut_thread_create(&q->thread, q->ring == WS_RING_GFX ? "gloam gpu" : "gloam compute", 0, queue_thread, q);
   q->started = error == 0;
   return -error;
}

/* ---- contexts ----------------------------------------------------------------------------------------------------- */

/* All contexts have the same priority: a ring executes its submissions in order. */
struct ws_ctx *ws_sim_ctx_create(struct ws_device *dev, int *priority)
{
   struct ws_sim_ctx *ctx = calloc(1, sizeof *ctx);
   struct ws_sim_ctx_state *state = calloc(1, sizeof *state);
   if (!ctx || !state) {
      free(ctx);
      free(state);
      return NULL;
   }
   if (priority)
      *priority = 0;
   atomic_init(&state->refs, 1);
   atomic_init(&state->reset, WS_RESET_NONE);
   ctx->dev = ws_sim_device(dev);
   ctx->state = state;
   return (struct ws_ctx *)ctx;
}

void ws_sim_ctx_destroy(struct ws_ctx *ws)
{
   struct ws_sim_ctx *ctx = (struct ws_sim_ctx *)ws;
   if (!ctx)
      return;
   ctx_state_unref(ctx->state);
   free(ctx);
}

enum ws_reset ws_sim_ctx_reset_status(struct ws_ctx *ctx)
{
   return (enum ws_reset)atomic_load(&((struct ws_sim_ctx *)ctx)->state->reset);
}

/* ---- submitting --------------------------------------------------------------------------------------------------- */

static struct ws_fence *fence_new(struct ws_sim_queue *q)
{
   struct ws_sim_fence *fence = calloc(1, sizeof *fence);
   if (fence) {
      fence->queue = q;
      atomic_init(&fence->refs, 1);
   }
   return (struct ws_fence *)fence;
}

/* Takes q->lock when there is room for another job. */
static void lock_with_room(struct ws_sim_queue *q)
{
   for (;;) {
      pthread_mutex_lock(&q->lock);
      uint64_t completed = atomic_load_explicit(&q->completed, memory_order_acquire), jobs = q->submitted - completed;
      if (jobs < MAX_JOBS && (jobs < FEW_JOBS || q->queued_B < MAX_QUEUED_B))
         return;
      pthread_mutex_unlock(&q->lock);
      ws_sim_queue_wait(q, completed + 1, WS_SYNC_FOREVER);
   }
}

/* A job with its own references to everything. NULL: no memory. */
static struct ws_sim_job *make_job(const struct ws_sim_queue *q, const struct ws_submit *submit)
{
   struct ws_sim_job *job = calloc(1, sizeof *job + submit->bo_count * sizeof job->bos[0] +
                                         submit->wait_count * sizeof *job->wait);
   if (!job)
      return NULL;
   struct ws_submit_bo *bos = (struct ws_submit_bo *)(job + 1);
   struct ws_fence **wait = (struct ws_fence **)(bos + submit->bo_count);
   job->bos = bos;
   job->wait = wait;
   job->bo_count = submit->bo_count;
   for (uint32_t i = 0; i < submit->bo_count; i++) {
      bos[i] = submit->bos[i];
      ws_sim_bo_ref(bos[i].bo);
   }
   for (uint32_t i = 0; i < submit->wait_count; i++) {
      if (((struct ws_sim_fence *)submit->wait[i])->queue == q)
         continue; /* the queue's order says the same */
      ws_sim_fence_ref(submit->wait[i]);
      wait[job->wait_count++] = submit->wait[i];
   }
   return job;
}

/* q->lock is held. finish: the caller executes the job or wakes the queue's thread. */
static void enqueue(struct ws_sim_queue *q, struct ws_sim_job *job, bool finish)
{
   job->number = ++q->submitted;
   for (uint32_t i = 0; i < job->bo_count; i++) {
      struct ws_sim_bo *bo = ws_sim_bo(job->bos[i].bo);
      if (atomic_load(&bo->last_use[q->ring]) <= atomic_load_explicit(&q->completed, memory_order_relaxed))
         job->added_B += bo->base.size_B; /* not in the queue yet */
      atomic_store(&bo->last_use[q->ring], job->number);
      if (job->bos[i].usage & WS_USAGE_WRITE)
         atomic_store(&bo->last_write[q->ring], job->number);
   }
   q->queued_B += job->added_B;
   *q->last = job;
   q->last = &job->next;
   if (!finish)
      pthread_cond_signal(&q->wake);
}

/* Queues; 0 or -errno. */
static int queue_job(struct ws_sim_queue *q, struct ws_sim_ctx *ctx, const struct ws_submit *submit, struct ws_sim_job *job,
                     uint64_t *number)
{
   job->ib_count = submit->ib_count;
   for (uint32_t i = 0; i < submit->ib_count; i++)
      job->ib[i] = (struct sim_ib){ submit->ibs[i].va, submit->ibs[i].dw };
   job->ctx = ctx->state;
   atomic_fetch_add_explicit(&job->ctx->refs, 1, memory_order_relaxed);
   lock_with_room(q);
   int error = q->started ? 0 : start_thread(q);
   if (!error && job->ib_count > 1 && !q->calls.va && !sim_heap_alloc(q->dev->heap, WS_MAX_IBS * SIM_CALL_B, 256, 0, &q->calls))
      error = -ENOMEM;
   if (!error) {
      enqueue(q, job, submit->finish);
      *number = job->number;
   }
   pthread_mutex_unlock(&q->lock);
   return error == -EAGAIN ? -ENOMEM : error;
}

/* Where there is no memory for a job, the one that is always there takes the submitter's own lists, and is waited for. */
static int submit_spare(struct ws_sim_queue *q, struct ws_sim_ctx *ctx, const struct ws_submit *submit)
{
   uint64_t number;
   pthread_mutex_lock(&q->spare_lock);
   q->spare = (struct ws_sim_job){ .bos = submit->bos, .bo_count = submit->bo_count,
                                   .wait = submit->wait, .wait_count = submit->wait_count };
   int error = queue_job(q, ctx, submit, &q->spare, &number);
   if (!error)
      ws_sim_queue_wait(q, number, WS_SYNC_FOREVER);
   ctx_state_unref(ctx->state);
   pthread_mutex_unlock(&q->spare_lock);
   return error;
}

int ws_sim_submit(struct ws_ctx *ws, const struct ws_submit *submit, struct ws_fence **fence)
{
   struct ws_sim_ctx *ctx = (struct ws_sim_ctx *)ws;
   struct ws_sim_device *dev = ctx->dev;
   if (atomic_load(&ctx->state->reset) != WS_RESET_NONE || dev->pid != getpid())
      return -ECANCELED;
   if ((unsigned)submit->ring >= WS_RING_COUNT)
      return -EINVAL;
   struct ws_sim_queue *q = &dev->queue[submit->ring];
   struct ws_fence *new_fence = fence ? fence_new(q) : NULL;
   if (fence)
      *fence = NULL;
   struct ws_sim_job *job = make_job(q, submit);
   if (!job) {
      free(new_fence);
      return submit_spare(q, ctx, submit);
   }
   uint64_t number;
   int error = queue_job(q, ctx, submit, job, &number);
   if (error) {
      free_job(job);
      free(new_fence);
      return error;
   }
   if (new_fence) {
      ((struct ws_sim_fence *)new_fence)->number = number;
      *fence = new_fence;
   }
   if (submit->finish || ut_debug_flags() & UT_DEBUG_SYNC || (fence && !new_fence))
      ws_sim_queue_wait(q, number, WS_SYNC_FOREVER);
   return 0;
}

/* ---- fences ------------------------------------------------------------------------------------------------------- */

void ws_sim_fence_ref(struct ws_fence *fence)
{
   atomic_fetch_add_explicit(&((struct ws_sim_fence *)fence)->refs, 1, memory_order_relaxed);
}

void ws_sim_fence_unref(struct ws_fence *ws)
{
   struct ws_sim_fence *fence = (struct ws_sim_fence *)ws;
   if (fence && atomic_fetch_sub_explicit(&fence->refs, 1, memory_order_acq_rel) == 1)
      free(fence);
}

bool ws_sim_fence_wait(struct ws_fence *ws, uint64_t timeout_ns)
{
   struct ws_sim_fence *fence = (struct ws_sim_fence *)ws;
   return ws_sim_queue_wait(fence->queue, fence->number, timeout_ns);
}

/* A sync file needs a kernel driver; info.has_sync_file is false. */
int ws_sim_fence_export(struct ws_device *dev, struct ws_fence *fence)
{
   return -ENOTSUP;
}

struct ws_fence *ws_sim_fence_import(struct ws_device *dev, int fd)
{
   return NULL;
}

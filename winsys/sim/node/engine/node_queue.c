/* node_queue.c: jobs and the thread that runs them. A job runs when its dependencies are done and no earlier job of the same
 * context and ring is queued. A job that waits for another process does not delay jobs of other contexts. GLOAM_SIM_ORDER=reverse
 * shows missing dependencies: of jobs that nothing orders the newest runs first, and each is held for a while, so that there are
 * some. */
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "util/ut_thread.h"
#include "winsys/sim/node/engine/node_share.h"
#include "winsys/sim/node/ipc/node_ipc.h"
#include "winsys/sim/core/sim_gpu.h"

void node_job_free(struct node_job *job)
{
   for (unsigned i = 0; i < job->use_count; i++)
      node_ipc_complete(job->use[i]);
   for (unsigned i = 0; i < job->wait_count; i++)
      node_fence_unref(job->wait[i]);
   for (unsigned i = 0; i < job->bo_count; i++)
      node_bo_unref(job->bo[i]);
   node_bo_unref(job->fence_bo);
   node_fence_unref(job->done);
   node_ctx_unref(job->ctx);
   free(job->wait);
   free(job->use);
   free(job->bo);
   free(job);
}

/* ---- running ------------------------------------------------------------------------------------------------------------ */

static bool run_ibs(struct node_file *file, const struct node_job *job, char *why, size_t why_size_B)
{
   if (!file->gpu)
      file->gpu = sim_gpu_create(node_chip(), &file->vm.mem);
   if (!file->gpu) {
      if (why_size_B)
         *why = '\0';
      return false;
   }
   return sim_gpu_run_calls(file->gpu, NODE_RING_VA, job->ib, job->ib_count, why, why_size_B);
}

static void run(struct node_file *file, struct node_job *job)
{
   int error = 0;
   char why[200] = "";
   if (!atomic_load(&job->ctx->guilty))
      node_dump(file, job);
   if (atomic_load(&job->ctx->guilty)) {
      error = -ECANCELED;
   } else if (!run_ibs(file, job, why, sizeof why)) {
      atomic_store(&job->ctx->guilty, true);
      error = -ETIME;
      if (ut_debug_flags())
         ut_log("node", "context lost: %s", why);
   }
   uint8_t *host = job->fence_bo ? node_bo_host(job->fence_bo) : NULL;
   if (host)
      atomic_store((_Atomic uint64_t *)(host + job->fence_offset), job->seq);
   for (unsigned i = 0; i < job->use_count; i++)
      node_ipc_complete(job->use[i]);
   job->use_count = 0;
   node_fence_signal(job->done, error);
}

/* ---- choosing -------------------------------------------------------------------------------------------------------------- */

static bool waits(const struct node_job *job, bool *foreign)
{
   for (unsigned i = 0; i < job->wait_count; i++)
      if (!node_fence_done(job->wait[i])) {
         *foreign |= node_fence_is_foreign(job->wait[i]);
         return true;
      }
   return false;
}

static bool behind_another(const struct node_queue *q, const struct node_job *job)
{
   for (const struct node_job *other = q->first; other != job; other = other->next)
      if (other->ctx == job->ctx && other->ring == job->ring)
         return true;
   return false;
}

#define HOLD_NS 2000000

static bool in_reverse(void)
{
   static atomic_int mode; /* 0: not read yet */
   if (!atomic_load_explicit(&mode, memory_order_relaxed))
      atomic_store_explicit(&mode, strcmp(ut_env_str(UT_ENV_SIM_ORDER), "reverse") ? 1 : 2, memory_order_relaxed);
   return atomic_load_explicit(&mode, memory_order_relaxed) == 2;
}

/* Takes a job out of the queue; NULL: none can run now. *again: look again soon. q->lock is held. */
static struct node_job *take_job(struct node_queue *q, bool *again)
{
   const bool reverse = in_reverse();
   struct node_job **taken = NULL;
   for (struct node_job **link = &q->first; *link && (!taken || reverse); link = &(*link)->next)
      if (!behind_another(q, *link) && !waits(*link, again))
         taken = link;
   struct node_job *job = taken ? *taken : NULL;
   if (job && reverse && !q->quit && node_now_ns() < job->submit_ns + HOLD_NS) {
      *again = true;
      return NULL;
   }
   if (job) {
      *taken = job->next;
      if (!job->next)
         q->last = taken;
   }
   return job;
}

struct look { struct node_queue *q; struct node_job *job; bool foreign, quit; };

static bool look(void *data)
{
   struct look *l = data;
   l->foreign = false;
   pthread_mutex_lock(&l->q->lock);
   l->job = take_job(l->q, &l->foreign);
   if (l->job)
      l->q->running = node_fence_ref(l->job->done);
   l->quit = l->q->quit && !l->q->first;
   pthread_mutex_unlock(&l->q->lock);
   return l->job || l->quit;
}

static void drop_running(struct node_queue *q)
{
   pthread_mutex_lock(&q->lock);
   node_fence_unref(q->running);
   q->running = NULL;
   pthread_mutex_unlock(&q->lock);
}

static void *queue_thread(void *data)
{
   struct node_file *file = data;
   for (;;) {
      struct look l = { .q = &file->queue };
      ut_lock(&node_sync_lock);
      node_sync_wait(look, &l, NODE_FOREVER, &l.foreign);
      ut_unlock(&node_sync_lock);
      if (!l.job)
         break;
      run(file, l.job);
      drop_running(&file->queue);
      node_job_free(l.job);
   }
   return NULL;
}

/* ---- interface ------------------------------------------------------------------------------------------------------------- */

void node_queue_init(struct node_queue *q)
{
   pthread_mutex_init(&q->lock, NULL);
   q->last = &q->first;
}

static int start_thread(struct node_file *file)
{
   int error = ut_thread_create(&file->queue.thread, "gloam node", 0, queue_thread, file);
   file->queue.started = error == 0;
   return error ? -ENOMEM : 0;
}

static void wake_threads(void)
{
   ut_lock(&node_sync_lock);
   pthread_cond_broadcast(&node_sync_cond);
   ut_unlock(&node_sync_lock);
}

int node_queue_add(struct node_file *file, struct node_job *job)
{
   struct node_queue *q = &file->queue;
   job->submit_ns = node_now_ns();
   pthread_mutex_lock(&q->lock);
   int error = q->started ? 0 : start_thread(file);
   if (!error) {
      *q->last = job;
      q->last = &job->next;
   }
   pthread_mutex_unlock(&q->lock);
   wake_threads();
   return error;
}

void node_queue_drain(struct node_file *file)
{
   struct node_queue *q = &file->queue;
   for (;;) {
      pthread_mutex_lock(&q->lock);
      struct node_fence *f = q->running ? q->running : q->first ? q->first->done : NULL;
      node_fence_ref(f);
      pthread_mutex_unlock(&q->lock);
      if (!f)
         return;
      node_fence_wait(f, NODE_FOREVER);
      node_fence_unref(f);
      sched_yield(); /* the queue thread has yet to clear `running` */
   }
}

void node_queue_finish(struct node_file *file)
{
   struct node_queue *q = &file->queue;
   pthread_mutex_lock(&q->lock);
   q->quit = true;
   bool started = q->started;
   pthread_mutex_unlock(&q->lock);
   wake_threads();
   if (started)
      pthread_join(q->thread, NULL);
   pthread_mutex_destroy(&q->lock);
}

/* sq_compile.c: interface of the JIT (one per program cache) and its compile threads. LLVM is loaded by the first
 * program.
 *
 * LLVM has no time limit, so it runs on a thread of its own. Waves of programs with loops wait for their code: one may take longer
 * than the compile. After some seconds (patience) waves stop waiting. The thread becomes a slow thread, which finishes
 * this compile and ends; the next program gets a new thread. Waves use the code when it is there.
 *
 * Code that no wave waits for is requested (sq_jit_request) and compiled when the thread is free. If a wave waits for another program
 * meanwhile, that compile is made a slow one.
 *
 * After many seconds of CPU time a compile is cancelled. It is repeated at the lowest optimisation level; if that fails, too, the
 * program is always interpreted. A cancelled thread leaves LLVM at its next allocation (ut_guard.h). A thread that allocates
 * nothing is abandoned at the lowest priority: its context, module and target machine belong to it alone, so the device can be
 * destroyed. While too many threads are abandoned there is no JIT.
 *
 * Programs and device are accessed under the JIT's lock, and not after it is closed. Closing waits only while a program is read
 * (`building`, before LLVM starts). A program that is no longer used is kept until the threads that compile it have finished
 * (sq_jit_forget). */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "util/ut_fork.h"
#include "util/ut_thread.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/sq/sq_cache.h"

#define MAX_ABANDONED 8   /* target machines lost to fatal errors */
#define MAX_TRIES 4       /* of compiling one program while memory is short */
#define MAX_SLOW 2        /* slow compiles at a time */
#define MAX_AHEAD 32      /* requests for code that no wave waits for */
#define MAX_LEFT 2        /* abandoned threads of the process */
#define STACK_B (8 << 20) /* LLVM's recursion is as deep as the program is long */
#define WATCH_STACK_B (256 << 10)

atomic_uint sq_jit_patience_ms = 4000, sq_jit_limit_ms = 20000; /* the latter of CPU time */

atomic_uint sq_jit_left_behind;

/* One thread. Under the JIT's lock, but for `job` while it runs. */
struct worker {
   struct jit_job job; /* first */
   struct sq_jit *jit;
   pthread_t thread;
   pid_t id;        /* 0: it has not begun yet */
   clockid_t clock; /* its CPU time */
   uint64_t patience_ns; /* time at which waves stop waiting */
   bool busy, building, slow, cancelled, quit;
   bool ahead;      /* no wave waits for the compile */
   bool on_disk;    /* the code may be there; not looked up yet */
   bool watched, ended; /* the last of thread and watchdog frees it */
};

struct sq_jit {
   enum ut_isa isa;
   atomic_uint slow;       /* threads; read without the lock, too */
   pthread_mutex_t lock;   /* everything below */
   pthread_cond_t work, done;
   unsigned refs;          /* owner and threads */
   struct worker *worker;  /* not slow; NULL until needed */
   unsigned building, looking;
   unsigned abandoned;
   struct { struct sq_program *p; unsigned lanes; } ahead[MAX_AHEAD]; /* requests, in their order */
   unsigned num_ahead;
   bool broken, closed;
};

struct sq_jit *sq_jit_create(void)
{
   if (!strcmp(ut_env_str(UT_ENV_SIM_EXEC), "interp"))
      return NULL;
   if (!jit_memory_allowed()) {
      if (ut_debug_flags() & UT_DEBUG_PERF)
         ut_log("perf", "executable memory is refused: shaders are interpreted");
      return NULL;
   }
   struct sq_jit *jit = calloc(1, sizeof *jit);
   if (!jit)
      return NULL;
   jit->isa = ut_cpu_isa();
   jit->refs = 1;
   pthread_condattr_t attr;
   pthread_condattr_init(&attr);
   pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
   pthread_mutex_init(&jit->lock, NULL);
   pthread_cond_init(&jit->work, NULL);
   pthread_cond_init(&jit->done, &attr);
   pthread_condattr_destroy(&attr);
   return jit;
}

static void unref_and_unlock(struct sq_jit *jit)
{
   bool last = --jit->refs == 0;
   pthread_mutex_unlock(&jit->lock);
   if (!last)
      return;
   pthread_cond_destroy(&jit->done);
   pthread_cond_destroy(&jit->work);
   pthread_mutex_destroy(&jit->lock);
   free(jit);
}

void sq_jit_destroy(struct sq_jit *jit)
{
   if (!jit)
      return;
   pthread_mutex_lock(&jit->lock);
   jit->closed = true;
   while (jit->building)
      pthread_cond_wait(&jit->done, &jit->lock);
   if (jit->worker) {
      pthread_t thread = jit->worker->thread;
      jit->worker->quit = true;
      jit->worker = NULL; /* it frees itself, and slow ones may come back after that */
      pthread_cond_signal(&jit->work);
      pthread_mutex_unlock(&jit->lock);
      pthread_join(thread, NULL);
      pthread_mutex_lock(&jit->lock);
   }
   unref_and_unlock(jit);
}

static uint64_t now_ns(clockid_t clock)
{
   struct timespec t;
   return clock_gettime(clock, &t) ? 0 : (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static bool wait_until(struct sq_jit *jit, uint64_t ns)
{
   struct timespec t = { .tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000) };
   return pthread_cond_timedwait(&jit->done, &jit->lock, &t) == 0;
}

static void say(const struct worker *w, const char *text)
{
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "program %#llx, %u lanes: %s", (unsigned long long)w->job.va, w->job.lanes, text);
}

/* A compile that no wave waits for makes room for one that is waited for: on a thread of its own, as a slow one. */
static bool can_begin(const struct sq_jit *jit)
{
   const struct worker *w = jit->worker;
   return jit->slow < MAX_SLOW && (!w || !w->busy || (w->ahead && jit->slow + 1 < MAX_SLOW));
}

/* ---- a compile comes to its end, or does not ---------------------------------------------------------------------------- */

static void set_compiling(const struct jit_job *job, enum sq_compiling c)
{
   atomic_store_explicit(&job->p->compiling[sq_lanes_slot(job->lanes)], c, memory_order_relaxed);
}

static void publish(struct sq_program *p, unsigned k, sq_host_func *f)
{
   atomic_store_explicit(&p->host[k], f ? f : sq_run_interp, memory_order_release);
}

/* Out of memory: waves are interpreted and retry later, up to MAX_TRIES times. */
static void put_off(struct sq_program *p, unsigned k)
{
   if (++p->no_memory < MAX_TRIES)
      atomic_store_explicit(&p->interpreted[k], 0, memory_order_relaxed);
   else
      publish(p, k, NULL);
}

static void take_result(struct jit_job *job)
{
   unsigned k = sq_lanes_slot(job->lanes);
   if (job->f) {
      atomic_fetch_or_explicit(&job->p->host_wants, job->facts.wants, memory_order_relaxed);
      job->p->code_of[k] = job->code;
      atomic_fetch_add_explicit(&job->p->size_B, job->code->size_B, memory_order_relaxed);
      atomic_fetch_add_explicit(&job->p->cache->size_B, job->code->size_B, memory_order_relaxed);
   }
   if (job->no_memory)
      put_off(job->p, k);
   else
      publish(job->p, k, job->f);
   set_compiling(job, SQ_NOT_COMPILING);
}

static void built(struct worker *w)
{
   if (!w->building)
      return;
   w->building = false;
   w->jit->building--;
   pthread_cond_broadcast(&w->jit->done);
}

static bool on_built(struct jit_job *job)
{
   struct worker *w = (struct worker *)job;
   pthread_mutex_lock(&w->jit->lock);
   built(w);
   bool wanted = !w->jit->closed;
   pthread_mutex_unlock(&w->jit->lock);
   return wanted;
}

static void finish_job(struct worker *w)
{
   struct sq_jit *jit = w->jit;
   struct jit_job *job = &w->job;
   built(w);
   if (!jit->closed && !w->cancelled)
      take_result(job);
   else if (job->code)
      jit_code_destroy(job->code);
   if (!jit->closed)
      job->p->compiles--;
   if (job->no_target || (job->lost && !w->cancelled && ++jit->abandoned == MAX_ABANDONED))
      jit->broken = true;
   w->busy = false;
   if (w->cancelled)
      atomic_fetch_sub(&sq_jit_left_behind, 1);
   else if (w->slow)
      jit->slow--;
   if (!w->slow)
      ut_fork_compile_end(false);
   pthread_cond_broadcast(&jit->done);
}

static void begin_ahead(struct sq_jit *jit);

static void *worker_main(void *data)
{
   struct worker *w = data;
   struct sq_jit *jit = w->jit;
   pthread_mutex_lock(&jit->lock);
   w->id = gettid();
   do { /* it may be called slow before it gets here */
      while (!w->busy && !w->quit)
         pthread_cond_wait(&jit->work, &jit->lock);
      if (w->quit)
         break;
      pthread_mutex_unlock(&jit->lock);
      if (w->on_disk)
         jit_job_load(&w->job);
      if (!w->on_disk || !w->job.f)
         jit_job_run(&w->job);
      pthread_mutex_lock(&jit->lock);
      finish_job(w);
      if (!w->slow && jit->num_ahead) {
         pthread_mutex_unlock(&jit->lock);
         begin_ahead(jit);
         pthread_mutex_lock(&jit->lock);
      }
   } while (!w->slow);
   pthread_mutex_unlock(&jit->lock);
   if (w->slow) {
      jit_target_destroy(w->job.target);
      ut_fork_compile_end(w->cancelled);
   } else {
      UT_FORK_GUARD();
      if (fork_guard) /* else the process exits */
         jit_target_destroy(w->job.target);
   }
   pthread_mutex_lock(&jit->lock);
   w->ended = true;
   if (!w->watched)
      free(w);
   unref_and_unlock(jit);
   return NULL;
}

static void give_up(struct worker *w)
{
   struct sq_jit *jit = w->jit;
   w->cancelled = true;
   if (!jit->closed) {
      if (w->job.least_effort)
         publish(w->job.p, sq_lanes_slot(w->job.lanes), NULL);
      w->job.p->least_effort = true;
      set_compiling(&w->job, SQ_NOT_COMPILING);
   }
   jit->slow--;
   if (w->id)
      setpriority(PRIO_PROCESS, (id_t)w->id, 19);
   ut_fork_compile_abandon();
   say(w, "the compile takes too long");
   if (atomic_fetch_add(&sq_jit_left_behind, 1) + 1 == MAX_LEFT)
      say(w, "too many of these: until one ends nothing is compiled");
   ut_guard_cancel(&w->job.guard);
   pthread_cond_broadcast(&jit->done);
}

/* Looks at a slow thread's CPU time until it is done. */
static void *watch_main(void *data)
{
   struct worker *w = data;
   struct sq_jit *jit = w->jit;
   pthread_mutex_lock(&jit->lock);
   uint64_t start_ns = now_ns(w->clock), limit_ns = sq_jit_limit_ms * UINT64_C(1000000);
   while (w->busy && !w->cancelled) {
      uint64_t end_ns = now_ns(w->clock), used_ns = end_ns > start_ns ? end_ns - start_ns : 0;
      if (used_ns >= limit_ns)
         give_up(w);
      else
         wait_until(jit, now_ns(CLOCK_MONOTONIC) + limit_ns - used_ns + 1000000);
   }
   w->watched = false;
   if (w->ended)
      free(w);
   unref_and_unlock(jit);
   return NULL;
}

static bool start_thread(struct sq_jit *jit, pthread_t *thread, const char *name, size_t stack_B, void *(*main)(void *), void *arg)
{
   bool ok = ut_thread_create(thread, name, stack_B, main, arg) == 0;
   jit->refs += ok;
   return ok;
}

/* Waves do not wait for the compile from here on. */
static void make_slow(struct sq_jit *jit)
{
   struct worker *w = jit->worker;
   pthread_t watch;
   jit->worker = NULL;
   jit->slow++;
   w->slow = true;
   pthread_detach(w->thread);
   set_compiling(&w->job, SQ_COMPILING_SLOWLY);
   say(w, w->ahead ? "another program is compiled first" : "the compile takes long: interpreted meanwhile");
   w->watched = start_thread(jit, &watch, "gloam watch", WATCH_STACK_B, watch_main, w);
   if (w->watched)
      pthread_detach(watch);
   if (!w->watched)
      give_up(w);
   pthread_cond_broadcast(&jit->done);
}

/* ---- asking for code ------------------------------------------------------------------------------------------------------ */

static bool begin(struct sq_jit *jit, struct sq_program *p, unsigned lanes, bool ahead)
{
   if (jit->worker && jit->worker->busy)
      make_slow(jit);
   struct worker *w = jit->worker;
   if (!w) {
      w = calloc(1, sizeof *w);
      if (!w)
         return false;
      w->jit = jit;
      w->job.isa = jit->isa;
      w->job.built = on_built;
      if (!start_thread(jit, &w->thread, "gloam compile", STACK_B, worker_main, w)) {
         free(w);
         return false;
      }
      if (pthread_getcpuclockid(w->thread, &w->clock))
         w->clock = CLOCK_PROCESS_CPUTIME_ID;
      jit->worker = w;
   }
   w->job.p = p;
   w->job.va = p->va;
   w->job.num_inst = p->num_inst;
   w->job.lanes = lanes;
   w->job.least_effort = p->least_effort;
   w->ahead = ahead;
   w->on_disk = !p->looked_up[sq_lanes_slot(lanes)];
   p->looked_up[sq_lanes_slot(lanes)] = true;
   w->patience_ns = now_ns(CLOCK_MONOTONIC) + sq_jit_patience_ms * UINT64_C(1000000);
   p->compiles++;
   w->busy = w->building = true;
   jit->building++;
   set_compiling(&w->job, SQ_COMPILING);
   ut_fork_compile_begin();
   pthread_cond_signal(&jit->work);
   return true;
}

/* jit->lock is held at the call and at the return, not in between. */
static void look_on_disk(struct sq_jit *jit, struct sq_program *p, unsigned lanes)
{
   struct jit_job job = { .p = p, .lanes = lanes, .isa = jit->isa, .va = p->va, .num_inst = p->num_inst };
   p->looked_up[sq_lanes_slot(lanes)] = true;
   p->compiles++;
   jit->looking++;
   set_compiling(&job, SQ_COMPILING);
   pthread_mutex_unlock(&jit->lock);
   jit_job_load(&job);
   pthread_mutex_lock(&jit->lock);
   if (job.f)
      take_result(&job);
   set_compiling(&job, SQ_NOT_COMPILING);
   p->compiles--;
   jit->looking--;
   pthread_cond_broadcast(&jit->done);
}

static void wait_some(struct sq_jit *jit, enum sq_patience patience)
{
   if (patience == SQ_BLOCKING || jit->looking || !jit->worker)
      pthread_cond_wait(&jit->done, &jit->lock);
   else if (!wait_until(jit, jit->worker->patience_ns) && jit->worker && jit->worker->busy &&
            now_ns(CLOCK_MONOTONIC) >= jit->worker->patience_ns)
      make_slow(jit);
}

/* The compile of the program, if one is under way, is waited for from now on. */
static void wait_for(struct sq_jit *jit, const struct sq_program *p, unsigned lanes)
{
   struct worker *w = jit->worker;
   if (w && w->busy && w->ahead && w->job.p == p && w->job.lanes == lanes) {
      w->ahead = false;
      w->patience_ns = now_ns(CLOCK_MONOTONIC) + sq_jit_patience_ms * UINT64_C(1000000);
   }
}

/* No code for now, with this patience. Without the lock, too: then it may be news of a moment ago. */
static bool must_interpret(struct sq_jit *jit, struct sq_program *p, unsigned k, enum sq_patience patience)
{
   unsigned compiling = atomic_load_explicit(&p->compiling[k], memory_order_relaxed);
   if (atomic_load_explicit(&sq_jit_left_behind, memory_order_relaxed) >= MAX_LEFT)
      return true;
   switch (patience) {
   case SQ_FROM_DISK: return compiling != SQ_NOT_COMPILING;
   case SQ_BOUNDED: return compiling == SQ_COMPILING_SLOWLY || (compiling == SQ_NOT_COMPILING && jit->slow >= MAX_SLOW);
   default: return false;
   }
}

/* jit->lock is held at the call and at the return, not in between: a fork waits for the gate's holders, which must not wait for
 * jit->lock. False: the process exits. */
static bool enter_gate(struct sq_jit *jit)
{
   pthread_mutex_unlock(&jit->lock);
   bool held = ut_fork_try_hold();
   pthread_mutex_lock(&jit->lock);
   return held;
}

/* jit->lock is held. *in_gate: this thread holds the gate. It does so for the start of a compile only, so that a fork does not wait
 * for the result. */
static sq_host_func *get(struct sq_jit *jit, struct sq_program *p, unsigned lanes, enum sq_patience patience, bool *in_gate)
{
   unsigned k = sq_lanes_slot(lanes);
   bool begun = false;
   for (;;) {
      sq_host_func *f = atomic_load_explicit(&p->host[k], memory_order_relaxed);
      if (f)
         return f;
      bool compiling = atomic_load_explicit(&p->compiling[k], memory_order_relaxed) != SQ_NOT_COMPILING;
      if ((begun && !compiling) || must_interpret(jit, p, k, patience))
         return sq_run_interp;
      if (!compiling && !p->looked_up[k]) {
         look_on_disk(jit, p, lanes);
         continue;
      }
      if (patience == SQ_FROM_DISK)
         return sq_run_interp;
      if (jit->broken || ut_fork_cut_compile()) {
         publish(p, k, NULL);
         return sq_run_interp;
      }
      if (!compiling && can_begin(jit)) {
         if (!*in_gate) { /* then look again: the lock was free meanwhile */
            *in_gate = enter_gate(jit);
            if (!*in_gate)
               return sq_run_interp;
            continue;
         }
         begun = true;
         if (!begin(jit, p, lanes, false)) {
            put_off(p, k);
            return sq_run_interp;
         }
      }
      if (*in_gate)
         ut_fork_release();
      *in_gate = false;
      wait_for(jit, p, lanes);
      wait_some(jit, patience);
   }
}

sq_host_func *sq_jit_get(struct sq_jit *jit, struct sq_program *p, unsigned lanes, enum sq_patience patience)
{
   if (must_interpret(jit, p, sq_lanes_slot(lanes), patience))
      return sq_run_interp;
   bool in_gate = false;
   unsigned before = sim_perf_enter(SIM_PERF_COMPILE, 0);
   pthread_mutex_lock(&jit->lock);
   sq_host_func *f = get(jit, p, lanes, patience, &in_gate);
   pthread_mutex_unlock(&jit->lock);
   if (in_gate)
      ut_fork_release();
   sim_perf_leave(before);
   return f;
}

/* ---- ahead of waves ------------------------------------------------------------------------------------------------------- */

static bool is_needed(const struct sq_program *p, unsigned lanes)
{
   unsigned k = sq_lanes_slot(lanes);
   return !atomic_load_explicit(&p->host[k], memory_order_relaxed) &&
          atomic_load_explicit(&p->compiling[k], memory_order_relaxed) == SQ_NOT_COMPILING;
}

/* Begins the compile that was asked for first, unless another one is under way. The lock is not held. */
static void begin_ahead(struct sq_jit *jit)
{
   UT_FORK_GUARD();
   if (!fork_guard)
      return;
   pthread_mutex_lock(&jit->lock);
   bool begun = jit->closed || (jit->worker && jit->worker->busy) || jit->slow >= MAX_SLOW ||
                atomic_load(&sq_jit_left_behind) >= MAX_LEFT;
   while (jit->num_ahead && !begun) {
      struct sq_program *p = jit->ahead[0].p;
      const unsigned lanes = jit->ahead[0].lanes;
      memmove(jit->ahead, jit->ahead + 1, --jit->num_ahead * sizeof *jit->ahead);
      p->compiles--;
      if (is_needed(p, lanes) && (jit->broken || ut_fork_cut_compile()))
         publish(p, sq_lanes_slot(lanes), NULL);
      else
         begun = is_needed(p, lanes) && begin(jit, p, lanes, true);
   }
   pthread_mutex_unlock(&jit->lock);
}

void sq_jit_request(struct sq_jit *jit, struct sq_program *p, unsigned lanes)
{
   pthread_mutex_lock(&jit->lock);
   const struct worker *w = jit->worker;
   if (w && w->busy && jit->slow < MAX_SLOW && now_ns(CLOCK_MONOTONIC) >= w->patience_ns)
      make_slow(jit);
   if (is_needed(p, lanes) && jit->num_ahead < MAX_AHEAD) {
      jit->ahead[jit->num_ahead].p = p;
      jit->ahead[jit->num_ahead++].lanes = lanes;
      p->compiles++;
   }
   pthread_mutex_unlock(&jit->lock);
   begin_ahead(jit);
}

/* ---- the end of a program ----------------------------------------------------------------------------------------------- */

void sq_jit_free_code(struct sq_program *p)
{
   for (unsigned k = 0; k < 4; k++)
      if (p->code_of[k])
         jit_code_destroy(p->code_of[k]);
}

bool sq_jit_forget(struct sq_jit *jit, struct sq_program *p)
{
   if (!jit)
      return true;
   pthread_mutex_lock(&jit->lock);
   bool unused = !p->compiles;
   pthread_mutex_unlock(&jit->lock);
   if (unused)
      sq_jit_free_code(p);
   return unused;
}

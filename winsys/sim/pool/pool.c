/* pool.c: worker threads. A worker is started by the first call that has an item for it. They sleep between calls. When another
 * call is announced (sim_pool_expect) they spin for it, about as long as a wake-up takes. Items are taken one by one, in order or
 * from shares; results do not depend on which thread takes an item.
 * A call ends when its items are done. It closes then: workers that wake up later find it closed and do not take part.
 *
 * Shares: each thread has a run of neighbouring items. It takes them from one end, then takes items of other shares from their
 * far ends. When successive calls have the same items and alternate the end, a thread begins with the items that it worked on
 * last, whose memory is still in its core's cache. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "util/ut_thread.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/pool/pool.h"
#include "winsys/sim/pool/pool_limit.h"

#define SPIN_NS 100000    /* for a call that was announced */
#define SHORT_SPIN_NS 20000 /* for one that was not: the caller may make another one at once */
#define END_SPIN_NS 10000 /* of the caller, for the last items of the workers */
#define MAX_SKIPPED 15    /* backoff: spins that are left out after spins without a call */

struct share { _Alignas(64) atomic_ullong items; /* of those left: the first, and the end << 32 */ };

/* A thread that sleeps. wake_locked() removes it from the list before it signals `work`. */
struct sleeper { pthread_cond_t work; struct sleeper *next; bool listed; };

struct sim_pool {
   unsigned threads, started; /* started: without the caller */
   bool no_more;              /* a thread could not be started */
   bool adapts;
   struct pool_limit limit;   /* all threads, unless `adapts` */
   atomic_ullong wall_ns, cpu_ns; /* of the threads in a measured call */
   bool (*prepare)(void *arg, unsigned thread);
   void *prepare_arg;
   struct share *share;       /* [threads] */
   pthread_t *thread;
   /* The current call, described before `state` opens it. */
   unsigned count, shares, helpers; /* count: of a call without shares */
   bool shared, backwards, measured;
   void (*fn)(void *arg, unsigned thread, unsigned item);
   void *arg;
   atomic_uint next;
   _Alignas(64) atomic_ullong state;
   /* Whether another call is announced; number of announcements; the call during which the last one was made. */
   atomic_bool expected;
   atomic_ullong announced;
   uint64_t announced_at;
   /* Sleeping, under the lock. A worker increments `asleep`, then checks again; a caller changes state, then reads `asleep`. */
   pthread_mutex_t lock;
   pthread_cond_t done;
   struct sleeper *sleepers;    /* the one that went to sleep last is the first */
   atomic_uint asleep;
   atomic_bool ends;            /* the caller sleeps until no worker is inside */
   atomic_bool quit;
};

/* `state`: number of the call, from CALL_SHIFT on; CALL_OPEN: threads may enter it; how many are inside, without the caller. */
#define CALL_SHIFT 32
#define CALL_OPEN (UINT64_C(1) << 31)
#define CALL_INSIDE (CALL_OPEN - 1)

struct start { struct sim_pool *pool; unsigned thread; };

static bool take_end(struct share *s, bool back, unsigned *item)
{
   unsigned long long left = atomic_load_explicit(&s->items, memory_order_relaxed), less;
   do {
      uint32_t first = (uint32_t)left, end = (uint32_t)(left >> 32);
      if (first >= end)
         return false;
      *item = back ? --end : first++;
      less = first | (unsigned long long)end << 32;
   } while (!atomic_compare_exchange_weak_explicit(&s->items, &left, less, memory_order_relaxed, memory_order_relaxed));
   return true;
}

static void take_shares(struct sim_pool *p, unsigned thread)
{
   unsigned item;
   for (unsigned i = 0; i < p->shares; i++)
      while (take_end(&p->share[(thread + i) % p->shares], p->backwards != (i > 0), &item))
         p->fn(p->arg, thread, item);
}

/* The same, for a call that is a sample of pool_limit.h. */
static void take_shares_measured(struct sim_pool *p, unsigned thread)
{
   const uint64_t start_ns = sim_now_ns(), start_cpu_ns = sim_thread_cpu_ns();
   take_shares(p, thread);
   atomic_fetch_add_explicit(&p->cpu_ns, sim_thread_cpu_ns() - start_cpu_ns, memory_order_relaxed);
   atomic_fetch_add_explicit(&p->wall_ns, sim_now_ns() - start_ns, memory_order_relaxed);
}

static void take_items(struct sim_pool *p, unsigned thread)
{
   if (p->shared) {
      (p->measured ? take_shares_measured : take_shares)(p, thread);
      return;
   }
   for (;;) {
      unsigned item = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
      if (item >= p->count)
         return;
      p->fn(p->arg, thread, item);
   }
}

static void pause_briefly(void)
{
#ifdef __x86_64__
   for (unsigned i = 0; i < 8; i++)
      __builtin_ia32_pause();
#elif defined(__aarch64__)
   for (unsigned i = 0; i < 8; i++)
      __asm__ volatile("isb" : : : "memory"); /* "yield" takes one cycle on most */
#endif
}

/* Was this thread preempted since the last call? */
static bool was_preempted(long *preemptions)
{
   struct rusage usage;
   if (getrusage(RUSAGE_THREAD, &usage) || usage.ru_nivcsw == *preemptions)
      return false;
   *preemptions = usage.ru_nivcsw;
   return true;
}

/* Spins until a call other than `seen` is opened. False: timeout. */
static bool spin(const struct sim_pool *p, uint64_t seen)
{
   const uint64_t start_ns = sim_now_ns();
   while (atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT == seen) {
      pause_briefly();
      if (sim_now_ns() - start_ns >= (atomic_load_explicit(&p->expected, memory_order_relaxed) ? SPIN_NS : SHORT_SPIN_NS))
         return false;
   }
   return true;
}

/* Exponential backoff of a worker's spins. */
struct backoff { unsigned skip /* spins to leave out */, next; };

static void spin_with_backoff(const struct sim_pool *p, struct backoff *c, uint64_t seen)
{
   if (c->skip)
      c->skip--;
   else
      c->skip = c->next = spin(p, seen) ? 0 : c->next < MAX_SKIPPED ? 2 * c->next + 1 : MAX_SKIPPED;
}

/* Takes part in the current call, unless it is closed. */
static void join(struct sim_pool *p, unsigned thread)
{
   unsigned long long state = atomic_load(&p->state);
   do {
      if (!(state & CALL_OPEN))
         return;
   } while (!atomic_compare_exchange_weak(&p->state, &state, state + 1));
   take_items(p, thread);
   if ((atomic_fetch_sub(&p->state, 1) & CALL_INSIDE) == 1 && atomic_load(&p->ends)) {
      pthread_mutex_lock(&p->lock);
      pthread_cond_signal(&p->done);
      pthread_mutex_unlock(&p->lock);
   }
}

static void unlist(struct sim_pool *p, struct sleeper *s)
{
   struct sleeper **link = &p->sleepers;
   while (*link != s)
      link = &(*link)->next;
   *link = s->next;
   s->listed = false;
}

/* Until there is a newer call than `call`, or another announcement than `announced`. */
static void sleep_until_call(struct sim_pool *p, uint64_t call, uint64_t announced)
{
   struct sleeper self = { .work = PTHREAD_COND_INITIALIZER };
   pthread_mutex_lock(&p->lock);
   atomic_fetch_add(&p->asleep, 1);
   while (atomic_load(&p->state) >> CALL_SHIFT == call && atomic_load(&p->announced) == announced && !atomic_load(&p->quit)) {
      if (!self.listed) {
         self.next = p->sleepers;
         self.listed = true;
         p->sleepers = &self;
      }
      pthread_cond_wait(&self.work, &p->lock);
   }
   if (self.listed)
      unlist(p, &self);
   atomic_fetch_sub(&p->asleep, 1);
   pthread_mutex_unlock(&p->lock);
   pthread_cond_destroy(&self.work);
}

static void wake_locked(struct sim_pool *p, unsigned count)
{
   for (; count && p->sleepers; count--) {
      struct sleeper *s = p->sleepers;
      unlist(p, s);
      pthread_cond_signal(&s->work);
   }
}

/* Those that worked last come first: their memory is in caches. */
static void wake(struct sim_pool *p, unsigned count)
{
   if (!atomic_load(&p->asleep))
      return;
   pthread_mutex_lock(&p->lock);
   wake_locked(p, count);
   pthread_mutex_unlock(&p->lock);
}

static void *worker_main(void *data)
{
   struct start start = *(struct start *)data;
   struct sim_pool *p = start.pool;
   free(data);
   if (p->prepare && !p->prepare(p->prepare_arg, start.thread))
      return NULL;
   uint64_t seen = 0, announced = 0;
   struct backoff backoff[2] = { 0 }; /* without and with an announced call */
   bool may_spin = false; /* a call or an announcement came since the last spin */
   long preemptions = 0;
   while (!atomic_load(&p->quit)) {
      const uint64_t announced_now = atomic_load(&p->announced);
      may_spin |= announced_now != announced;
      announced = announced_now;
      const unsigned long long state = atomic_load(&p->state);
      if (state >> CALL_SHIFT != seen) {
         join(p, start.thread);
         seen = state >> CALL_SHIFT; /* a newer one is taken in the next iteration */
         may_spin = true;
      } else if (may_spin) {
         may_spin = false;
         if (was_preempted(&preemptions))
            backoff[0].skip = backoff[1].skip = MAX_SKIPPED;
         spin_with_backoff(p, &backoff[atomic_load_explicit(&p->expected, memory_order_relaxed)], seen);
      } else {
         sleep_until_call(p, seen, announced);
      }
   }
   return NULL;
}

struct sim_pool *sim_pool_create(unsigned threads, bool (*prepare)(void *arg, unsigned thread), void *arg)
{
   struct sim_pool *p = aligned_alloc(_Alignof(struct sim_pool), sizeof *p);
   if (!p)
      return NULL;
   memset(p, 0, sizeof *p);
   p->threads = threads;
   pool_limit_init(&p->limit, threads);
   p->prepare = prepare;
   p->prepare_arg = arg;
   p->thread = calloc(threads, sizeof *p->thread);
   p->share = aligned_alloc(_Alignof(struct share), threads * sizeof *p->share);
   if (!p->thread || !p->share) {
      free(p->thread);
      free(p->share);
      free(p);
      return NULL;
   }
   pthread_mutex_init(&p->lock, NULL);
   pthread_cond_init(&p->done, NULL);
   return p;
}

/* Up to `wanted` workers. A thread that cannot be created is one worker less. */
static void start_threads(struct sim_pool *p, unsigned wanted)
{
   while (p->started < wanted && !p->no_more) {
      struct start *start = malloc(sizeof *start);
      if (start)
         *start = (struct start){ p, p->started + 1 };
      if (!start || ut_thread_create(&p->thread[p->started], "gloam shade", 0, worker_main, start)) {
         free(start);
         p->no_more = true;
         return;
      }
      p->started++;
   }
}

void sim_pool_adapt(struct sim_pool *p)
{
   p->adapts = p->threads > 1;
}

unsigned sim_pool_call_threads(const struct sim_pool *p)
{
   return p->limit.threads;
}

void sim_pool_destroy(struct sim_pool *p)
{
   if (!p)
      return;
   pthread_mutex_lock(&p->lock);
   atomic_store(&p->quit, true);
   wake_locked(p, p->threads);
   pthread_mutex_unlock(&p->lock);
   for (unsigned i = 0; i < p->started; i++)
      pthread_join(p->thread[i], NULL);
   pthread_cond_destroy(&p->done);
   pthread_mutex_destroy(&p->lock);
   free(p->thread);
   free(p->share);
   free(p);
}

void sim_pool_expect(struct sim_pool *p, bool expected, bool wakes)
{
   atomic_store_explicit(&p->expected, expected, memory_order_relaxed);
   const uint64_t call = atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT;
   if (expected && wakes && p->announced_at != call) { /* a call followed the last announcement */
      p->announced_at = call;
      atomic_fetch_add(&p->announced, 1);
      wake(p, p->helpers);
   }
}

/* Opens the call, whose fields are set. No worker is inside the previous one. */
static void begin(struct sim_pool *p, unsigned items)
{
   const unsigned long long call = (atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT) + 1;
   p->helpers = items ? (items < p->limit.threads ? items : p->limit.threads) - 1 : 0;
   atomic_store(&p->state, call << CALL_SHIFT | CALL_OPEN);
   if (p->helpers > p->started)
      start_threads(p, p->helpers);
   wake(p, p->helpers);
}

static bool is_busy(struct sim_pool *p)
{
   return atomic_load(&p->state) & CALL_INSIDE;
}

void sim_pool_start(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   p->fn = fn;
   p->arg = arg;
   p->count = count;
   p->shared = false;
   atomic_store_explicit(&p->next, 0, memory_order_relaxed);
   begin(p, count);
}

bool sim_pool_take(struct sim_pool *p)
{
   unsigned item = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
   if (item >= p->count)
      return false;
   p->fn(p->arg, 0, item);
   return true;
}

/* All items are taken: closes the call and waits for the threads inside. */
static void end(struct sim_pool *p)
{
   if (!(atomic_fetch_and(&p->state, ~CALL_OPEN) & CALL_INSIDE))
      return;
   const uint64_t end_ns = sim_now_ns() + END_SPIN_NS;
   do {
      pause_briefly();
      if (!is_busy(p))
         return;
   } while (sim_now_ns() < end_ns);
   pthread_mutex_lock(&p->lock);
   atomic_store(&p->ends, true);
   while (is_busy(p))
      pthread_cond_wait(&p->done, &p->lock);
   atomic_store(&p->ends, false);
   pthread_mutex_unlock(&p->lock);
}

void sim_pool_wait(struct sim_pool *p)
{
   while (sim_pool_take(p))
      ;
   end(p);
}

void sim_pool_run(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   sim_pool_start(p, count, fn, arg);
   sim_pool_wait(p);
}

void sim_pool_run_shares(struct sim_pool *p, unsigned count, bool backwards,
                         void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   p->fn = fn;
   p->arg = arg;
   p->shared = true;
   p->backwards = backwards;
   p->shares = count < p->limit.threads ? count ? count : 1 : p->limit.threads;
   for (unsigned i = 0; i < p->shares; i++) {
      uint64_t first = (uint64_t)count * i / p->shares, last = (uint64_t)count * (i + 1) / p->shares;
      atomic_store_explicit(&p->share[i].items, first | last << 32, memory_order_relaxed);
   }
   p->measured = p->adapts && count > 1 && pool_limit_wants_sample(&p->limit, sim_now_ns());
   begin(p, count);
   take_items(p, 0);
   end(p);
   if (p->measured)
      pool_limit_add_sample(&p->limit, sim_now_ns(), atomic_exchange(&p->wall_ns, 0), atomic_exchange(&p->cpu_ns, 0));
}

/* pool.c: worker threads. Each is started at the first call that has an item for it. They sleep between calls, unless another call
 * is announced (sim_pool_expect): then they spin for it, for as long as waking up takes. Items are handed out one by one, in order
 * or from shares; which thread takes which does not matter to the result.
 * A call ends when its items are done. It closes then: threads that wake up later find it closed and do not take part.
 *
 * Shares: each thread has a run of neighbours, of which it takes one end first, and then helps others at their far ends. When
 * call after call has the same items, and every other one begins at the other end, a thread begins with what it worked on
 * last, whose memory its core's cache still has. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "util/ut_cpu.h"
#include "util/ut_thread.h"
#include "winsys/sim/core/clock.h"
#include "winsys/sim/pool/pool.h"

#define LOOK_NS 100000    /* for a call that is coming */
#define GLANCE_NS 20000   /* for one that nobody spoke of: of whoever waited for the last one and goes on at once */
#define LINGER_NS 10000   /* for other threads' last items */
#define MAX_PASSES 15     /* chances to look that are not taken after looking in vain again and again */

struct share { _Alignas(64) atomic_ullong items; /* the first, and << 32 the end, of those that are left */ };

struct sim_pool {
   unsigned threads, started; /* started: without the caller */
   unsigned most_woken;       /* by a call: the number of other CPUs, at least 1 */
   bool no_more;              /* a thread could not be started */
   bool (*prepare)(void *arg, unsigned thread);
   void *prepare_arg;
   struct share *share;       /* [threads] */
   pthread_t *thread;
   /* The current call, described before `state` opens it. */
   unsigned count, shares, helpers; /* count: of a call without shares */
   bool shared, backwards;
   void (*fn)(void *arg, unsigned thread, unsigned item);
   void *arg;
   atomic_uint next;
   _Alignas(64) atomic_ullong state;
   /* That another call is coming; how often that was said, and when, in calls. */
   atomic_bool coming;
   atomic_ullong said;
   uint64_t said_at_call;
   /* Sleeping, under the lock. Who sleeps says so and then looks once more; who has news tells it and then looks who sleeps. */
   pthread_mutex_t lock;
   pthread_cond_t work, done;
   atomic_uint asleep;
   atomic_bool ends;            /* who called sleeps until none is busy */
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

static void take_items(struct sim_pool *p, unsigned thread)
{
   if (p->shared) {
      take_shares(p, thread);
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
#endif
}

/* Whether somebody else wanted this thread's CPU since that was asked. */
static bool was_displaced(long *displaced)
{
   struct rusage usage;
   if (getrusage(RUSAGE_THREAD, &usage) || usage.ru_nivcsw == *displaced)
      return false;
   *displaced = usage.ru_nivcsw;
   return true;
}

/* Looks for a call other than `seen`. False: too long. */
static bool look(const struct sim_pool *p, uint64_t seen)
{
   const uint64_t start_ns = sim_now_ns();
   while (atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT == seen) {
      pause_briefly();
      if (sim_now_ns() - start_ns >= (atomic_load_explicit(&p->coming, memory_order_relaxed) ? LOOK_NS : GLANCE_NS))
         return false;
   }
   return true;
}

/* How a thread's looking went so far. */
struct chances { unsigned passes /* that it leaves out now */, next; };

static void look_by_chance(const struct sim_pool *p, struct chances *c, uint64_t seen)
{
   if (c->passes)
      c->passes--;
   else
      c->passes = c->next = look(p, seen) ? 0 : c->next < MAX_PASSES ? 2 * c->next + 1 : MAX_PASSES;
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

/* Until there is news for who knows of that call and of what was said so far. */
static void sleep_until_news(struct sim_pool *p, uint64_t call, uint64_t said)
{
   pthread_mutex_lock(&p->lock);
   atomic_fetch_add(&p->asleep, 1);
   while (atomic_load(&p->state) >> CALL_SHIFT == call && atomic_load(&p->said) == said && !atomic_load(&p->quit))
      pthread_cond_wait(&p->work, &p->lock);
   atomic_fetch_sub(&p->asleep, 1);
   pthread_mutex_unlock(&p->lock);
}

/* More threads than CPUs would only displace each other, in the middle of items that the caller waits for. */
static void wake(struct sim_pool *p, unsigned count)
{
   if (!atomic_load(&p->asleep))
      return;
   if (count > p->most_woken)
      count = p->most_woken;
   pthread_mutex_lock(&p->lock);
   if (count >= atomic_load(&p->asleep))
      pthread_cond_broadcast(&p->work);
   else
      while (count--)
         pthread_cond_signal(&p->work);
   pthread_mutex_unlock(&p->lock);
}

static void *worker_main(void *data)
{
   struct start start = *(struct start *)data;
   struct sim_pool *p = start.pool;
   free(data);
   if (p->prepare && !p->prepare(p->prepare_arg, start.thread))
      return NULL;
   uint64_t seen = 0, said = 0;
   struct chances chances[2] = { 0 }; /* nobody spoke of a call; somebody did */
   bool may_look = false; /* there was news since it did */
   long displaced = 0;
   while (!atomic_load(&p->quit)) {
      const uint64_t said_now = atomic_load(&p->said);
      may_look |= said_now != said;
      said = said_now;
      const unsigned long long state = atomic_load(&p->state);
      if (state >> CALL_SHIFT != seen) {
         join(p, start.thread);
         seen = state >> CALL_SHIFT; /* if a newer one has begun meanwhile, it is looked at next */
         may_look = true;
      } else if (may_look) {
         may_look = false;
         if (was_displaced(&displaced))
            chances[0].passes = chances[1].passes = MAX_PASSES;
         look_by_chance(p, &chances[atomic_load_explicit(&p->coming, memory_order_relaxed)], seen);
      } else {
         sleep_until_news(p, seen, said);
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
   const unsigned cpus = ut_cpu_threads();
   p->threads = threads;
   p->most_woken = cpus > 2 ? cpus - 1 : 1;
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
   pthread_cond_init(&p->work, NULL);
   pthread_cond_init(&p->done, NULL);
   return p;
}

/* So many beside the caller, if they can be had: a thread that cannot is one helper less. */
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

void sim_pool_destroy(struct sim_pool *p)
{
   if (!p)
      return;
   pthread_mutex_lock(&p->lock);
   atomic_store(&p->quit, true);
   pthread_cond_broadcast(&p->work);
   pthread_mutex_unlock(&p->lock);
   for (unsigned i = 0; i < p->started; i++)
      pthread_join(p->thread[i], NULL);
   pthread_cond_destroy(&p->work);
   pthread_cond_destroy(&p->done);
   pthread_mutex_destroy(&p->lock);
   free(p->thread);
   free(p->share);
   free(p);
}

void sim_pool_expect(struct sim_pool *p, bool coming, bool wakes)
{
   atomic_store_explicit(&p->coming, coming, memory_order_relaxed);
   const uint64_t call = atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT;
   if (coming && wakes && p->said_at_call != call) { /* something came of it the last time */
      p->said_at_call = call;
      atomic_fetch_add(&p->said, 1);
      wake(p, p->helpers);
   }
}

/* The call, of so many items, is described. No thread is inside the one before. */
static void begin(struct sim_pool *p, unsigned items)
{
   const unsigned long long call = (atomic_load_explicit(&p->state, memory_order_relaxed) >> CALL_SHIFT) + 1;
   p->helpers = items ? (items < p->threads ? items : p->threads) - 1 : 0;
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
   const uint64_t end_ns = sim_now_ns() + LINGER_NS;
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
   p->shares = count < p->threads ? count ? count : 1 : p->threads;
   for (unsigned i = 0; i < p->shares; i++) {
      uint64_t first = (uint64_t)count * i / p->shares, last = (uint64_t)count * (i + 1) / p->shares;
      atomic_store_explicit(&p->share[i].items, first | last << 32, memory_order_relaxed);
   }
   begin(p, count);
   take_shares(p, 0);
   end(p);
}

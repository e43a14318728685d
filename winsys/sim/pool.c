/* pool.c: worker threads. They are started at the first call that has work for more than one, and they sleep between
 * calls. Items are handed out one by one, in order or from shares; which thread takes which does not matter to the result.
 *
 * Shares: each thread has a run of neighbours, of which it takes one end first, and then helps others at their far ends. When
 * call after call has the same items, and every other one begins at the other end, a thread begins with what it worked on
 * last, whose memory its core's cache still has. */
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "winsys/sim/gpu.h"

struct share { _Alignas(64) atomic_ullong items; /* the first, and << 32 the end, of those that are left */ };

struct sim_pool {
   unsigned threads, started;
   struct share *share; /* [threads] */
   pthread_t *thread;
   pthread_mutex_t lock;
   pthread_cond_t work, done;
   /* The current call; `call` counts them. Under the lock, but for `next`. */
   uint64_t call;
   unsigned count, busy;
   bool shared, backwards;
   bool quit;
   void (*fn)(void *arg, unsigned thread, unsigned item);
   void *arg;
   atomic_uint next;
};

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
   for (unsigned i = 0; i < p->threads; i++)
      while (take_end(&p->share[(thread + i) % p->threads], p->backwards != (i > 0), &item))
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

static void *worker_main(void *data)
{
   struct start start = *(struct start *)data;
   struct sim_pool *p = start.pool;
   free(data);
   pthread_setname_np(pthread_self(), "gloam shade");
   fesetenv(FE_DFL_ENV); /* the mode of arithmetic comes from who starts a thread */
   uint64_t seen = 0;
   pthread_mutex_lock(&p->lock);
   for (;;) {
      while (p->call == seen && !p->quit)
         pthread_cond_wait(&p->work, &p->lock);
      if (p->quit)
         break;
      seen = p->call;
      pthread_mutex_unlock(&p->lock);
      take_items(p, start.thread);
      pthread_mutex_lock(&p->lock);
      if (--p->busy == 0)
         pthread_cond_signal(&p->done);
   }
   pthread_mutex_unlock(&p->lock);
   return NULL;
}

struct sim_pool *sim_pool_create(unsigned threads)
{
   struct sim_pool *p = calloc(1, sizeof *p);
   if (!p)
      return NULL;
   p->threads = threads;
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
   /* The application's signals are not for these threads. A thread that cannot be had is one helper less. */
   sigset_t all, old;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &old);
   for (unsigned i = 1; i < threads; i++) {
      struct start *start = malloc(sizeof *start);
      if (!start)
         break;
      *start = (struct start){ p, i };
      if (pthread_create(&p->thread[p->started], NULL, worker_main, start)) {
         free(start);
         break;
      }
      p->started++;
   }
   pthread_sigmask(SIG_SETMASK, &old, NULL);
   return p;
}

void sim_pool_destroy(struct sim_pool *p)
{
   if (!p)
      return;
   pthread_mutex_lock(&p->lock);
   p->quit = true;
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

/* Under the lock, when the call is described. */
static void wake(struct sim_pool *p)
{
   p->busy = p->started;
   p->call++;
   pthread_cond_broadcast(&p->work);
}

void sim_pool_start(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   pthread_mutex_lock(&p->lock);
   p->fn = fn;
   p->arg = arg;
   p->count = count;
   p->shared = false;
   atomic_store_explicit(&p->next, 0, memory_order_relaxed);
   wake(p);
   pthread_mutex_unlock(&p->lock);
}

bool sim_pool_take(struct sim_pool *p)
{
   unsigned item = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
   if (item >= p->count)
      return false;
   p->fn(p->arg, 0, item);
   return true;
}

void sim_pool_wait(struct sim_pool *p)
{
   pthread_mutex_lock(&p->lock);
   while (p->busy)
      pthread_cond_wait(&p->done, &p->lock);
   pthread_mutex_unlock(&p->lock);
}

void sim_pool_run(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   sim_pool_start(p, count, fn, arg);
   while (sim_pool_take(p))
      ;
   sim_pool_wait(p);
}

void sim_pool_run_shares(struct sim_pool *p, unsigned count, bool backwards,
                         void (*fn)(void *arg, unsigned thread, unsigned item), void *arg)
{
   pthread_mutex_lock(&p->lock);
   p->fn = fn;
   p->arg = arg;
   p->shared = true;
   p->backwards = backwards;
   for (unsigned i = 0; i < p->threads; i++) {
      uint64_t first = (uint64_t)count * i / p->threads, end = (uint64_t)count * (i + 1) / p->threads;
      atomic_store_explicit(&p->share[i].items, first | end << 32, memory_order_relaxed);
   }
   wake(p);
   pthread_mutex_unlock(&p->lock);
   take_shares(p, 0);
   sim_pool_wait(p);
}

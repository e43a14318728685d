/* ut_fork.c: the registry of locks, the gate, and the handler of fork() (see ut_fork.h). */
#include "util/ut_fork.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define STOP_LIMIT_MS 10000 /* a holder may be stuck in a library whose statics exit() has destroyed */

static struct ut_lock *locks[UT_LOCK_COUNT]; /* filled by constructors */
static _Thread_local uint32_t held_locks;    /* bit = order */

static struct {
   pthread_mutex_t lock; /* taken before all registered locks; guards the fields below */
   pthread_cond_t changed;
   unsigned holders;     /* threads inside, nested holds counted once */
   unsigned compiles, abandoned; /* under way; `abandoned` of them are not waited for */
   bool closed;          /* a fork is under way */
   bool stopped;         /* the process exits */
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, false, false};
static atomic_bool cut_compile;

static _Thread_local struct {
   unsigned depth; /* of nested holds */
   bool counted;   /* in gate.holders */
   bool stopper;   /* this thread has called ut_fork_stop() */
} self;

/* ---- registered locks ---- */

void ut_lock_register(struct ut_lock *lock)
{
   assert(!locks[lock->order]);
   locks[lock->order] = lock;
}

void ut_lock(struct ut_lock *lock)
{
   assert(!(held_locks >> lock->order));
   pthread_mutex_lock(&lock->mutex);
   held_locks |= 1u << lock->order;
}

void ut_unlock(struct ut_lock *lock)
{
   held_locks &= ~(1u << lock->order);
   pthread_mutex_unlock(&lock->mutex);
}

/* ---- the gate ---- */

static struct timespec from_now(long ms)
{
   struct timespec t;
   clock_gettime(CLOCK_REALTIME, &t);
   t.tv_sec += ms / 1000;
   t.tv_nsec += ms % 1000 * 1000000;
   if (t.tv_nsec >= 1000000000) {
      t.tv_sec++;
      t.tv_nsec -= 1000000000;
   }
   return t;
}

/* False: the process exits. */
static bool enter(bool wait_at_exit)
{
   assert(!held_locks);
   pthread_mutex_lock(&gate.lock);
   while (gate.closed || (gate.stopped && wait_at_exit))
      pthread_cond_wait(&gate.changed, &gate.lock);
   self.counted = !gate.stopped;
   gate.holders += self.counted;
   pthread_mutex_unlock(&gate.lock);
   return self.counted;
}

void ut_fork_hold(void)
{
   if (!self.depth && !self.stopper)
      enter(true);
   self.depth++;
}

bool ut_fork_try_hold(void)
{
   if (!self.depth && !enter(false))
      return false;
   self.depth++;
   return true;
}

void ut_fork_release(void)
{
   if (--self.depth || !self.counted)
      return;
   pthread_mutex_lock(&gate.lock);
   self.counted = false;
   if (--gate.holders <= 1) /* 1: a thread that forks, or exits, inside the gate */
      pthread_cond_broadcast(&gate.changed);
   pthread_mutex_unlock(&gate.lock);
}

/* gate.lock is held. False: `until` is over. */
static bool wait_for_holders(const struct timespec *until)
{
   int error = 0;
   while (gate.holders > self.counted && error != ETIMEDOUT)
      error = until ? pthread_cond_timedwait(&gate.changed, &gate.lock, until) : pthread_cond_wait(&gate.changed, &gate.lock);
   return error != ETIMEDOUT;
}

/* gate.lock is held, and no compile can begin. */
static void wait_for_compiles(void)
{
   const struct timespec until = from_now(UT_FORK_COMPILE_LIMIT_MS);
   while (gate.compiles > gate.abandoned)
      if (pthread_cond_timedwait(&gate.changed, &gate.lock, &until) == ETIMEDOUT)
         return;
}

/* ---- compiles ---- */

static void count_compiles(int compiles, int abandoned)
{
   pthread_mutex_lock(&gate.lock);
   gate.compiles += (unsigned)compiles;
   gate.abandoned += (unsigned)abandoned;
   if (gate.compiles == gate.abandoned)
      pthread_cond_broadcast(&gate.changed);
   pthread_mutex_unlock(&gate.lock);
}

void ut_fork_compile_begin(void)
{
   assert(self.depth);
   count_compiles(1, 0);
}

void ut_fork_compile_abandon(void)
{
   count_compiles(0, 1);
}

void ut_fork_compile_end(bool abandoned)
{
   count_compiles(-1, -(int)abandoned);
}

bool ut_fork_cut_compile(void)
{
   return atomic_load_explicit(&cut_compile, memory_order_relaxed);
}

/* ---- fork and exit ---- */

void ut_fork_stop(bool end_compiles)
{
   const struct timespec until = from_now(STOP_LIMIT_MS);
   pthread_mutex_lock(&gate.lock);
   gate.stopped = true;
   pthread_cond_broadcast(&gate.changed); /* threads in ut_fork_try_hold() return */
   if (wait_for_holders(&until) && end_compiles)
      wait_for_compiles();
   pthread_mutex_unlock(&gate.lock);
   self.stopper = true; /* exit handlers of the application may still draw */
}

void ut_fork_prepare(void)
{
   pthread_mutex_lock(&gate.lock);
   while (gate.closed) /* another thread forks */
      pthread_cond_wait(&gate.changed, &gate.lock);
   gate.closed = true;
   wait_for_holders(NULL);
   wait_for_compiles();
   for (unsigned i = 0; i < UT_LOCK_COUNT; i++)
      if (locks[i])
         pthread_mutex_lock(&locks[i]->mutex);
}

static void unlock_all(void)
{
   for (unsigned i = UT_LOCK_COUNT; i-- > 0;)
      if (locks[i])
         pthread_mutex_unlock(&locks[i]->mutex);
   gate.closed = false;
   pthread_cond_broadcast(&gate.changed);
   pthread_mutex_unlock(&gate.lock);
}

void ut_fork_parent(void)
{
   unlock_all();
}

void ut_fork_child(void)
{
   for (unsigned i = 0; i < UT_LOCK_COUNT; i++)
      if (locks[i] && locks[i]->in_child)
         locks[i]->in_child();
   static const pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
   gate.changed = fresh; /* threads of the parent waited on it */
   atomic_store(&cut_compile, ut_fork_cut_compile() || gate.compiles);
   gate.compiles = gate.abandoned = 0;
   gate.stopped = false; /* another thread of the parent may have called exit() */
   unlock_all();
}

static void install(void)
{
   pthread_atfork(ut_fork_prepare, ut_fork_parent, ut_fork_child);
}

void ut_fork_install(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, install);
}

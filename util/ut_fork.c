/* ut_fork.c: forks wait for those who asked (see ut_fork.h). */
#include "util/ut_fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define LOOK_NS 20000000 /* how often those who wait look whether the process ends */

#define LONG_MS 500 /* for how long is waited for long work */

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool stopped;
static atomic_uint long_work, left_work; /* under way; of it what nobody waits for */
static atomic_bool cut_long;

static struct timespec from_now(long ns)
{
   struct timespec t;
   clock_gettime(CLOCK_REALTIME, &t);
   t.tv_nsec += ns;
   t.tv_sec += t.tv_nsec / 1000000000;
   t.tv_nsec %= 1000000000;
   return t;
}

void ut_fork_hold(void)
{
   pthread_rwlock_rdlock(&lock);
}

bool ut_fork_try_hold(void)
{
   while (!atomic_load(&stopped)) {
      struct timespec until = from_now(LOOK_NS);
      if (pthread_rwlock_timedrdlock(&lock, &until) == 0)
         return true;
   }
   return false;
}

void ut_fork_release(void)
{
   pthread_rwlock_unlock(&lock);
}

void ut_fork_long_begin(void)
{
   atomic_fetch_add(&long_work, 1);
}

void ut_fork_long_leave(void)
{
   atomic_fetch_add(&left_work, 1);
}

void ut_fork_long_end(bool left)
{
   atomic_fetch_sub(&long_work, 1);
   if (left)
      atomic_fetch_sub(&left_work, 1);
}

bool ut_fork_cut_long(void)
{
   return atomic_load_explicit(&cut_long, memory_order_relaxed);
}

/* No other begins meanwhile. */
static void wait_for_long(void)
{
   for (unsigned ms = 0; ms < LONG_MS && atomic_load(&long_work) > atomic_load(&left_work); ms++)
      nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

void ut_fork_stop(void)
{
   atomic_store(&stopped, true);
   struct timespec until = from_now(0);
   until.tv_sec += 10; /* a holder may be stuck in what another library's exit code has destroyed */
   pthread_rwlock_timedwrlock(&lock, &until);
   wait_for_long();
}

static void before(void)
{
   pthread_rwlock_wrlock(&lock);
   wait_for_long();
}

static void in_parent(void)
{
   pthread_rwlock_unlock(&lock);
}

/* The lock knows its writer by thread id, which is another one here: it starts anew. */
static void in_child(void)
{
   static const pthread_rwlock_t fresh = PTHREAD_RWLOCK_INITIALIZER;
   lock = fresh;
   if (atomic_exchange(&long_work, 0))
      atomic_store(&cut_long, true);
   atomic_store(&left_work, 0);
}

/* Before the other constructors of a library: what they have registered then runs earlier before a fork, so that who holds one
 * of their locks and waits here is not waited for by who has forks held off already. */
__attribute__((constructor(101))) static void install(void)
{
   pthread_atfork(before, in_parent, in_child);
}

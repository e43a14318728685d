/* ut_fork.c: forks wait for those who asked (see ut_fork.h). */
#include "util/ut_fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define LOOK_NS 20000000 /* how often those who wait look whether the process ends */

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool stopped;

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

void ut_fork_stop(void)
{
   atomic_store(&stopped, true);
   struct timespec until = from_now(0);
   until.tv_sec += 10; /* a holder may be stuck in what another library's exit code has destroyed */
   pthread_rwlock_timedwrlock(&lock, &until);
}

static void before(void)
{
   pthread_rwlock_wrlock(&lock);
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
}

/* Before the other constructors of a library: what they have registered then runs earlier before a fork, so that who holds one
 * of their locks and waits here is not waited for by who has forks held off already. */
__attribute__((constructor(101))) static void install(void)
{
   pthread_atfork(before, in_parent, in_child);
}

/* ut_fork.c: forks wait for those who asked (see ut_fork.h). */
#include "util/ut_fork.h"

#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void ut_fork_hold(void)
{
   pthread_rwlock_rdlock(&lock);
}

void ut_fork_release(void)
{
   pthread_rwlock_unlock(&lock);
}

void ut_fork_stop(void)
{
   struct timespec until;
   clock_gettime(CLOCK_REALTIME, &until);
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

__attribute__((constructor)) static void install(void)
{
   pthread_atfork(before, in_parent, in_child);
}

/* ut_thread.c: threads of the library's own (ut_thread.h). */
#include "util/ut_thread.h"

#include <errno.h>
#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct start { const char *name; void *(*main)(void *arg); void *arg; };

static void *start_main(void *data)
{
   struct start start = *(struct start *)data;
   free(data);
   pthread_setname_np(pthread_self(), start.name);
   fesetenv(FE_DFL_ENV);
   return start.main(start.arg);
}

/* A real-time class would let workers starve the rest of the machine. */
static void set_class(pthread_attr_t *attr)
{
   int policy = sched_getscheduler(getpid());
   struct sched_param param = { 0 };
   pthread_attr_setschedpolicy(attr, policy == SCHED_BATCH || policy == SCHED_IDLE ? policy : SCHED_OTHER);
   pthread_attr_setschedparam(attr, &param);
   pthread_attr_setinheritsched(attr, PTHREAD_EXPLICIT_SCHED);
}

static int create(pthread_t *thread, size_t stack_B, bool own_class, struct start *start)
{
   pthread_attr_t attr;
   cpu_set_t cpus;
   pthread_attr_init(&attr);
   if (stack_B)
      pthread_attr_setstacksize(&attr, stack_B);
   if (!sched_getaffinity(getpid(), sizeof cpus, &cpus))
      pthread_attr_setaffinity_np(&attr, sizeof cpus, &cpus);
   if (own_class)
      set_class(&attr);
   int error = pthread_create(thread, &attr, start_main, start);
   pthread_attr_destroy(&attr);
   return error;
}

int ut_thread_create(pthread_t *thread, const char *name, size_t stack_B, void *(*main)(void *arg), void *arg)
{
   struct start *start = malloc(sizeof *start);
   if (!start)
      return ENOMEM;
   *start = (struct start){ name, main, arg };
   sigset_t all, old;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &old);
   int error = create(thread, stack_B, true, start);
   if (error && error != EAGAIN) /* the class may not be set here (seccomp, or leaving SCHED_IDLE) */
      error = create(thread, stack_B, false, start);
   pthread_sigmask(SIG_SETMASK, &old, NULL);
   if (error)
      free(start);
   return error;
}

int ut_thread_hold_cancel(void)
{
   int held;
   pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &held);
   return held;
}

void ut_thread_release_cancel(int held)
{
   pthread_setcancelstate(held, &held);
}

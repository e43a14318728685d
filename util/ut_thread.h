/* ut_thread.h: the library's own threads in the process of an application. */
#ifndef UT_THREAD_H
#define UT_THREAD_H

#include <pthread.h>
#include <stddef.h>

/* pthread_create for a thread that inherits nothing of the calling thread: all signals are blocked, arithmetic is in the default
 * mode (fesetenv), CPU affinity and scheduling class are those of the process's first thread, except that a real-time class becomes
 * SCHED_OTHER. name: at most 15 characters, static. stack_B: 0 = the default. The thread is joinable. 0 or an error number. */
int ut_thread_create(pthread_t *thread, const char *name, size_t stack_B, void *(*main)(void *arg), void *arg);

/* Between the two the calling thread is not cancelled (pthread_cancel): it holds locks or does work that others wait for. May be
 * nested. Return value of the first: argument of the second. */
int ut_thread_hold_cancel(void);
void ut_thread_release_cancel(int held);

#endif

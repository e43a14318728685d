/* pool.h: worker threads that execute the items of a call. */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include <stdbool.h>

struct sim_pool;
/* threads: maximum, the caller included. A worker is started by the first call that has an item for it. It calls
 * prepare(arg, thread) first and ends if that fails; other threads take its items. prepare may be NULL. NULL: no memory. */
struct sim_pool *sim_pool_create(unsigned threads, bool (*prepare)(void *arg, unsigned thread), void *arg);
/* From now on calls have no more threads than the kernel runs at the same time (pool_limit.h). */
void sim_pool_adapt(struct sim_pool *p);
/* The most threads that the next call has, the caller included. */
unsigned sim_pool_call_threads(const struct sim_pool *p);
void sim_pool_destroy(struct sim_pool *p);
/* Calls fn(arg, thread, item) for item = 0..count-1 on the caller (thread 0) and on workers that are ready before the last item
 * is taken. Returns when all items are done. */
void sim_pool_run(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same for items whose neighbours share memory: each thread begins with a run of items, at its end if `backwards`. */
void sim_pool_run_shares(struct sim_pool *p, unsigned count, bool backwards,
                         void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same as sim_pool_run in parts, for a caller with work of its own in between: start, take an item (false: all are taken),
 * wait until all are done. */
void sim_pool_start(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
bool sim_pool_take(struct sim_pool *p);
void sim_pool_wait(struct sim_pool *p);
/* Announces whether another call follows soon: idle workers that are awake spin for it for some time before they sleep. wake:
 * wakes sleeping workers, too. */
void sim_pool_expect(struct sim_pool *p, bool expected, bool wake);

#endif

/* pool.h: worker threads that work on the items of a call. */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include <stdbool.h>

struct sim_pool;
/* threads: at most, the caller included. Each is started at the first call that has an item for it, and calls prepare(arg, thread)
 * first, on itself; without success it ends, and the others do its work. prepare may be NULL. NULL: no memory. */
struct sim_pool *sim_pool_create(unsigned threads, bool (*prepare)(void *arg, unsigned thread), void *arg);
void sim_pool_destroy(struct sim_pool *p);
/* Calls fn(arg, thread, item) for item = 0..count-1, on the threads that come in time; returns when all items are done. The caller
 * is thread 0. */
void sim_pool_run(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same, where neighbours share memory: each thread begins with its own run of items, from the end that `backwards` says. */
void sim_pool_run_shares(struct sim_pool *p, unsigned count, bool backwards,
                         void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same as sim_pool_run in parts, for a caller with work of its own in between: start, take an item (false: all are taken),
 * wait until all are done. */
void sim_pool_start(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
bool sim_pool_take(struct sim_pool *p);
void sim_pool_wait(struct sim_pool *p);
/* Whether a call of these is coming: threads that are awake and not busy look for it for some time instead of sleeping. wake: the
 * others, too. */
void sim_pool_expect(struct sim_pool *p, bool coming, bool wake);

#endif

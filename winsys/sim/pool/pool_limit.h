/* pool_limit.h: how many threads the calls of a pool have. Where other processes want the CPUs, too, the kernel does not run all
 * threads of a call at the same time. Each switch between two of them costs time, and each of them works with a cache that other
 * processes have filled. The share of the wall time that threads run while they have items tells how many CPUs they have together. */
#ifndef SIM_POOL_LIMIT_H
#define SIM_POOL_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct pool_limit {
   unsigned threads, most;    /* of a call, the caller included: now; at most */
   uint64_t sampled_at_ns;    /* when the last sample was added */
   uint64_t wall_ns, cpu_ns;  /* sums of the samples of this window */
   double share;              /* moving average of the windows' cpu_ns / wall_ns; a window of long calls counts as several */
};

void pool_limit_init(struct pool_limit *l, unsigned most);
/* Whether another sample is due: to read a thread's CPU time is a system call. now_ns: sim_now_ns(). */
bool pool_limit_wants_sample(const struct pool_limit *l, uint64_t now_ns);
/* The sums over the threads of a call: they had items for wall_ns and ran for cpu_ns of it. */
void pool_limit_add_sample(struct pool_limit *l, uint64_t now_ns, uint64_t wall_ns, uint64_t cpu_ns);

#endif

/* pool_limit.c: how many threads the calls of a pool have. */
#include "winsys/sim/pool/pool_limit.h"

#define INTERVAL_NS 100000 /* between samples */
#define QUIET_INTERVAL_NS 2000000 /* while all threads have CPUs: the samples of a call of 300 us take 2 % of its time */
#define WINDOW_NS 10000000 /* of the threads' wall time */
#define WEIGHT 0.25        /* of a window in the average */
#define MOST_WINDOWS 2     /* that a long call counts as: one that was stopped in the middle must not decide alone */
#define ALONE 0.9          /* share where no other process wants the CPUs */
#define UNKNOWN 0.75       /* after a change: the number neither rises nor falls at once */

void pool_limit_init(struct pool_limit *l, unsigned most)
{
   *l = (struct pool_limit){ .threads = most, .most = most, .share = 1 };
}

bool pool_limit_wants_sample(const struct pool_limit *l, uint64_t now_ns)
{
   const bool quiet = l->threads == l->most && l->share >= ALONE;
   return now_ns - l->sampled_at_ns >= (quiet ? QUIET_INTERVAL_NS : INTERVAL_NS);
}

void pool_limit_add_sample(struct pool_limit *l, uint64_t now_ns, uint64_t wall_ns, uint64_t cpu_ns)
{
   l->sampled_at_ns = now_ns;
   l->wall_ns += wall_ns;
   l->cpu_ns += cpu_ns;
   if (l->wall_ns < WINDOW_NS)
      return;
   const double window = (double)l->cpu_ns / (double)l->wall_ns;
   const unsigned before = l->threads;
   for (uint64_t n = 0; n < MOST_WINDOWS && l->wall_ns >= (n + 1) * WINDOW_NS; n++)
      l->share += WEIGHT * (window - l->share);
   l->wall_ns = l->cpu_ns = 0;
   if (l->share >= ALONE) {
      l->threads = 2 * l->threads < l->most ? 2 * l->threads : l->most;
   } else {
      const double best = window > l->share ? window : l->share;
      const unsigned useful = (unsigned)(best * l->threads) + 1; /* one more for the fraction of a CPU */
      l->threads = useful < l->threads ? useful : l->threads;
   }
   if (l->threads != before)
      l->share = UNKNOWN;
}

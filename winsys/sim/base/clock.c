/* clock.c: clocks of the machine and its watchdog (clock.h). */
#include "winsys/sim/base/clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#define STALL_MS 1000u

/* Low half: the last reading in ms, modulo 2^32; high half: all stalls so far in ms. In one word, so that no thread sees one
 * without the other. */
static atomic_ullong readings;

static uint64_t read_clock(clockid_t clock)
{
   struct timespec ts;
   clock_gettime(clock, &ts);
   return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

uint64_t sim_now_ns(void)
{
   return read_clock(CLOCK_MONOTONIC);
}

uint64_t sim_thread_cpu_ns(void)
{
   return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t sim_process_cpu_ns(void)
{
   return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static uint64_t without_stalls(bool begins)
{
   unsigned long long old = atomic_load(&readings), next;
   uint64_t now_ns, lost_ms;
   do {
      now_ns = sim_now_ns();
      uint32_t now_ms = (uint32_t)(now_ns / 1000000u), gap_ms = now_ms - (uint32_t)old;
      lost_ms = old >> 32;
      if (gap_ms > UINT32_MAX / 2)
         break; /* another thread has read a later time */
      if (gap_ms > STALL_MS && !begins)
         lost_ms += gap_ms - STALL_MS;
      next = lost_ms << 32 | now_ms;
   } while (next != old && !atomic_compare_exchange_weak(&readings, &old, next));
   return now_ns - lost_ms * 1000000u;
}

uint64_t sim_run_ns(void)
{
   return without_stalls(false);
}

void sim_run_begin(void)
{
   without_stalls(true);
}

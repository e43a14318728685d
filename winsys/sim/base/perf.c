/* perf.c: the counters of GLOAM_DEBUG=perf. Each thread counts for itself and adds to the totals when it leaves its
 * outermost stage. The totals are the process's: machines of all devices and rings together. */
#include "winsys/sim/base/perf.h"

#include <stdatomic.h>
#include <stdio.h>

#include "util/ut_debug.h"
#include "winsys/sim/base/clock.h"

#define INTERVAL_NS 1000000000ull /* between two reports */
#define NOWHERE (SIM_PERF_COUNT + 1)

struct counter { uint64_t ns, units, lanes; };

bool sim_perf_on;
static struct { atomic_ullong ns, units, lanes; } totals[SIM_PERF_COUNT];
static atomic_ullong submissions, reported_ns;
static _Thread_local struct { unsigned stage; uint64_t since_ns; struct counter counter[SIM_PERF_COUNT];
                              } mine = { .stage = NOWHERE };

static const struct { const char *name, *units; } names[SIM_PERF_COUNT] = {
   { "cp", NULL }, { "vs", "waves" }, { "setup/bin", NULL }, { "db/cb", "tiles" }, { "ps", "waves" }, { "cs", "waves" },
   { "groups", NULL }, { "tc", "calls" }, { "compile", "programs" },
};

void sim_perf_init(void)
{
   if (!sim_perf_on && ut_debug_flags() & UT_DEBUG_PERF) {
      atomic_store(&reported_ns, sim_now_ns());
      sim_perf_on = true;
   }
}

static void close_span(void)
{
   uint64_t now = sim_now_ns();
   if (mine.stage < SIM_PERF_COUNT)
      mine.counter[mine.stage].ns += now - mine.since_ns;
   mine.since_ns = now;
}

unsigned sim_perf_switch(enum sim_perf_stage stage, unsigned lanes)
{
   unsigned before = mine.stage;
   close_span();
   mine.stage = stage;
   mine.counter[stage].units++;
   mine.counter[stage].lanes += lanes;
   return before + 1;
}

void sim_perf_back(unsigned before)
{
   close_span();
   mine.stage = before - 1;
   if (mine.stage < SIM_PERF_COUNT)
      return;
   for (unsigned i = 0; i < SIM_PERF_COUNT; i++) {
      struct counter *c = &mine.counter[i];
      atomic_fetch_add_explicit(&totals[i].ns, c->ns, memory_order_relaxed);
      atomic_fetch_add_explicit(&totals[i].units, c->units, memory_order_relaxed);
      atomic_fetch_add_explicit(&totals[i].lanes, c->lanes, memory_order_relaxed);
      *c = (struct counter){ 0 };
   }
}

void sim_perf_submitted(bool now)
{
   if (!sim_perf_on)
      return;
   unsigned long long time_ns = sim_now_ns(), since = atomic_load(&reported_ns);
   unsigned long long count = atomic_fetch_add(&submissions, !now) + !now;
   if (!count || (!now && time_ns - since < INTERVAL_NS) || !atomic_compare_exchange_strong(&reported_ns, &since, time_ns))
      return;
   atomic_fetch_sub(&submissions, count);
   char text[800];
   size_t n = 0;
   for (unsigned i = 0; i < SIM_PERF_COUNT; i++) {
      double ms = (double)atomic_exchange(&totals[i].ns, 0) * 1e-6;
      unsigned long long units = atomic_exchange(&totals[i].units, 0), lanes = atomic_exchange(&totals[i].lanes, 0);
      if (!units || n + 100 > sizeof text)
         continue;
      n += (size_t)snprintf(text + n, sizeof text - n, "; %s %.2f ms", names[i].name, ms);
      if (names[i].units)
         n += (size_t)snprintf(text + n, sizeof text - n, " (%llu %s", units, names[i].units);
      if (names[i].units && lanes)
         n += (size_t)snprintf(text + n, sizeof text - n, " of %.1f lanes", (double)lanes / (double)units);
      if (names[i].units)
         n += (size_t)snprintf(text + n, sizeof text - n, ")");
   }
   text[n] = 0;
   ut_log("perf", "%llu submissions in %.1f ms, CPU time of all threads%s", count, (double)(time_ns - since) * 1e-6, text);
}

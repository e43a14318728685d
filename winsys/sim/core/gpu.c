/* gpu.c: work that threads share, time that it may take, and giving up. */
#include <stdarg.h>
#include <stdio.h>

#include "util/ut_cpu.h"
#include "util/ut_debug.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pool/pool.h"

void sim_report(struct sim_gpu *gpu, const char *format, ...)
{
   if (!(ut_debug_flags() & UT_DEBUG_SIM))
      return;
   char text[200];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof text, format, args);
   va_end(args);
   ut_log("sim", "%s (commands at 0x%llx)", text, (unsigned long long)gpu->commands_base);
}

void sim_lose(struct sim_gpu *gpu, const char *format, ...)
{
   if (gpu->lost)
      return;
   gpu->lost = true;
   va_list args;
   va_start(args, format);
   vsnprintf(gpu->error, sizeof gpu->error, format, args);
   va_end(args);
}

/* More threads than CPUs would displace each other, in the middle of items that the caller waits for, and each has memory of its
 * own. */
static unsigned useful_threads(const struct sim_gpu *gpu)
{
   const unsigned cpus = ut_cpu_threads(), most = cpus > 2 ? cpus : 2;
   return gpu->threads < most || ut_debug_flags() & UT_DEBUG_CROWD ? gpu->threads : most;
}

bool sim_gpu_has_pool(struct sim_gpu *gpu)
{
   if (!gpu->pool && gpu->threads > 1) {
      gpu->pool = sim_pool_create(useful_threads(gpu), gpu->make_worker, gpu);
      if (gpu->pool && !(ut_debug_flags() & UT_DEBUG_CROWD))
         sim_pool_adapt(gpu->pool);
   }
   return gpu->pool != NULL;
}

void sim_gpu_share(struct sim_gpu *gpu, bool share, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item),
                   void *arg)
{
   if (share && count > 1 && sim_gpu_has_pool(gpu))
      sim_pool_run_shares(gpu->pool, count, gpu->backwards, fn, arg);
   else
      for (unsigned i = 0; i < count; i++)
         fn(arg, 0, gpu->backwards ? count - 1 - i : i);
   if (count > 1)
      gpu->backwards = !gpu->backwards;
}

bool sim_is_late(struct sim_gpu *gpu)
{
   if (sim_run_ns() <= gpu->end_ns)
      return false;
   atomic_store_explicit(&gpu->cancel, true, memory_order_relaxed);
   return true;
}

void sim_lose_late(struct sim_gpu *gpu)
{
   sim_lose(gpu, "commands run longer than %u ms", (unsigned)(SIM_STREAM_TIME * gpu->watchdog_ns / 1000000u));
}

uint64_t sim_draw_deadline_ns(const struct sim_gpu *gpu)
{
   uint64_t end_ns = sim_run_ns() + SIM_DRAW_TIME * gpu->watchdog_ns;
   return end_ns < gpu->end_ns ? end_ns : gpu->end_ns;
}

bool sim_draw_is_late(const struct sim_gpu *gpu, uint64_t deadline_ns)
{
   uint64_t now_ns = sim_run_ns();
   return now_ns >= deadline_ns && (now_ns >= gpu->end_ns ||
                                    sim_process_cpu_ns() - gpu->begin_cpu_ns >= SIM_DRAW_TIME * gpu->watchdog_ns);
}

/* Reports the fault of the first worker, by index, whose wave did not end normally. */
void sim_lose_by_wave(struct sim_gpu *gpu)
{
   if (!atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
      return; /* sim_spi_note_result sets it */
   for (unsigned i = 0; i < atomic_load(&gpu->workers_made); i++) {
      struct sim_worker *w = &gpu->workers[i];
      if (w->result == SQ_DONE)
         continue;
      if (w->result == SQ_TIMEOUT)
         sim_lose(gpu, "a %s wave ran longer than %u ms", w->fault_stage, (unsigned)(gpu->watchdog_ns / 1000000u));
      else
         sim_lose(gpu, "%s wave: %s", w->fault_stage, w->fault.text);
      w->result = SQ_DONE;
   }
}

/* sim_gpu.c: making and running the machine. */
#include "winsys/sim/sim_gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_cpu.h"
#include "util/ut_env.h"

struct sim_gpu { const struct hw_chip *chip; struct sim_mem *mem; unsigned threads; };

struct sim_gpu *sim_gpu_create(const struct hw_chip *chip, struct sim_mem *mem)
{
   struct sim_gpu *gpu = calloc(1, sizeof *gpu);
   if (!gpu)
      return NULL;
   gpu->chip = chip;
   gpu->mem = mem;
   int64_t threads = ut_env_int(UT_ENV_THREADS);
   gpu->threads = threads > 0 ? (unsigned)threads : ut_cpu_threads();
   return gpu;
}

void sim_gpu_destroy(struct sim_gpu *gpu)
{
   free(gpu);
}

bool sim_gpu_run(struct sim_gpu *gpu, uint64_t ib_va, uint32_t ib_dw, char *why, size_t why_size_B)
{
   snprintf(why, why_size_B, "the command processor is not there yet");
   return false;
}

uint64_t sim_gpu_timestamp(const struct sim_gpu *gpu)
{
   struct timespec ts;
   clock_gettime(CLOCK_MONOTONIC, &ts);
   uint64_t ns = (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
   return (uint64_t)((unsigned __int128)ns * gpu->chip->gpu_clock_khz / 1000000u);
}

unsigned sim_gpu_threads(const struct sim_gpu *gpu)
{
   return gpu->threads;
}

/* sim_gpu.c: creates, runs and destroys the machine. */
#include "winsys/sim/cb/cb.h"
#include "winsys/sim/base/arena.h"
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/pool/pool.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/sc/sc.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tc/tc.h"
#include "winsys/sim/vgt/vgt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_cpu.h"
#include "util/ut_debug.h"
#include "util/ut_env.h"
#include "util/ut_pages.h"
#include "winsys/sim/machine/capture.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/hazard/hazard.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/core/poison.h"

#define MAX_THREADS 256

/* The functions of the host's instruction set. */
static bool make_blocks(struct sim_gpu *gpu)
{
   sc_tile_func *tile_func = sc_tile_base;
   sim_small_func *small_func = pa_small_base;
   sim_vertices_func *vertices_func = pa_vertices_base;
#ifdef __x86_64__
   if (ut_cpu_isa() == UT_ISA_AVX512) {
      tile_func = sc_tile_avx512;
      small_func = pa_small_avx512;
      vertices_func = pa_vertices_avx512;
   } else if (ut_cpu_isa() == UT_ISA_AVX2) {
      tile_func = sc_tile_avx2;
      small_func = pa_small_avx2;
      vertices_func = pa_vertices_avx2;
   }
#endif
   gpu->cp = calloc(1, sizeof *gpu->cp);
   gpu->dma = calloc(1, sizeof *gpu->dma);
   gpu->sc = sim_bin_create(tile_func);
   gpu->pa = calloc(1, sizeof *gpu->pa);
   if (!gpu->cp || !gpu->dma || !gpu->sc || !gpu->pa)
      return false;
   gpu->pa->small_func = small_func;
   gpu->pa->vertices_func = vertices_func;
   return true;
}

static unsigned lanes_from_environment(void)
{
   int64_t lanes = ut_env_int(UT_ENV_SIM_LANES);
   return lanes == 8 || lanes == 16 || lanes == 32 || lanes == 64 ? (unsigned)lanes : 0;
}

/* The arrays of a worker. They are zeroed pages of the kernel: rows that a thread's programs do not use are not resident. */
struct worker_arrays {
   _Alignas(64) uint32_t vgpr[256][SQ_MAX_LANES];
   _Alignas(64) uint32_t exp[SQ_EXP_COUNT][4][SQ_MAX_LANES];
   _Alignas(64) float values[SQ_MAX_VALUES][SQ_MAX_LANES];
   _Alignas(64) struct sq_attr attr[SIM_MAX_PARAMS];
};

/* On the worker's own thread. Workers are made in any order; those up to the highest number are looked at. */
static bool make_worker(void *data, unsigned thread)
{
   struct sim_gpu *gpu = data;
   struct sim_worker *w = &gpu->workers[thread];
   struct worker_arrays *arrays = w->arrays = ut_pages_alloc(sizeof *arrays, 64);
   w->tc = tc_cache_create(gpu->mem, gpu->gfx_level, gpu->chip->gb_tile_mode, gpu->chip->gb_macrotile_mode,
                           gpu->chip->gb_addr_config);
   w->constant_color = cb_constant_create();
   if (!arrays || !w->tc || !w->constant_color)
      return false;
   w->vgpr = arrays->vgpr;
   w->attr = arrays->attr;
   w->values = arrays->values;
   w->wave.exp = arrays->exp;
   w->wave.vgpr = w->vgpr;
   w->wave.mem = gpu->mem;
   w->wave.tc = w->tc;
   w->wave.cancel = &gpu->cancel;
   unsigned made = atomic_load(&gpu->workers_made);
   while (made <= thread && !atomic_compare_exchange_weak(&gpu->workers_made, &made, thread + 1))
      ;
   return true;
}

struct sim_gpu *sim_gpu_create(const struct hw_chip *chip, struct sim_mem *mem)
{
   struct sim_gpu *gpu = calloc(1, sizeof *gpu);
   if (!gpu)
      return NULL;
   sim_perf_init();
   sim_poison_init();
   gpu->chip = chip;
   gpu->mem = mem;
   gpu->gfx_level = chip->gfx_level;
   pthread_mutex_init(&gpu->scratch_lock, NULL);
   int64_t threads = ut_env_int(UT_ENV_THREADS);
   gpu->threads = threads > 0 ? (unsigned)threads : ut_cpu_threads();
   if (gpu->threads > MAX_THREADS)
      gpu->threads = MAX_THREADS;
   gpu->forced_lanes = lanes_from_environment();
   gpu->make_worker = make_worker;
   int64_t watchdog_ms = ut_env_int(UT_ENV_WATCHDOG_MS);
   gpu->watchdog_ns = (watchdog_ms > 0 ? (uint64_t)watchdog_ms : 10000) * 1000000u;
   sim_regs_init_classes(gpu);
   gpu->hazard = sim_hazard_create(gpu);
   gpu->programs = sq_cache_create(mem);
   gpu->workers = ut_pages_alloc(gpu->threads * sizeof *gpu->workers, SIM_APART_B);
   bool ok = make_blocks(gpu) && gpu->programs && gpu->workers;
   if (gpu->programs)
      sq_cache_set_gfx_level(gpu->programs, gpu->gfx_level);
   if (!ok || !make_worker(gpu, 0)) {
      sim_gpu_destroy(gpu);
      return NULL;
   }
   return gpu;
}

void sim_gpu_destroy(struct sim_gpu *gpu)
{
   if (!gpu)
      return;
   sim_perf_submitted(true);
   sim_pool_destroy(gpu->pool);
   for (unsigned i = 0; gpu->workers && i < gpu->threads; i++) {
      ut_pages_free(gpu->workers[i].arrays, sizeof(struct worker_arrays));
      free(gpu->workers[i].constant_color);
      sim_group_free(gpu->workers[i].group);
      vgt_free_worker(&gpu->workers[i]);
      sim_arena_finish(&gpu->workers[i].arena);
      if (gpu->workers[i].tc)
         tc_cache_destroy(gpu->workers[i].tc);
   }
   if (gpu->programs)
      sq_cache_destroy(gpu->programs);
   sim_hazard_destroy(gpu->hazard);
   ut_pages_free(gpu->workers, gpu->threads * sizeof *gpu->workers);
   free(gpu->cp);
   free(gpu->dma);
   sim_bin_destroy(gpu->sc);
   free(gpu->pa);
   pthread_mutex_destroy(&gpu->scratch_lock);
   free(gpu);
}

void sim_gpu_set_compute(struct sim_gpu *gpu)
{
   gpu->cp->compute_ring = true;
}

/* A VM fault has no effect on other work: it is reported, as the kernel does in its log. */
static void report_faults(struct sim_gpu *gpu)
{
   unsigned count = atomic_exchange(&gpu->mem->fault_count, 0);
   if (!count)
      return;
   unsigned long long va = atomic_exchange(&gpu->mem->fault_va, 0) - 1;
   unsigned flags = atomic_exchange(&gpu->mem->fault_flags, 0);
   if (ut_debug_flags() & UT_DEBUG_SIM)
      ut_log("sim", "%u VM fault%s, first at 0x%llx (%s)", count, count > 1 ? "s" : "", va,
             flags & SIM_MEM_WRITE ? flags & SIM_MEM_READ ? "reads and writes" : "write" : "read");
}

void sim_gpu_expect(struct sim_gpu *gpu, bool coming, bool wake)
{
   if (gpu->pool)
      sim_pool_expect(gpu->pool, coming, wake);
}

bool sim_gpu_run(struct sim_gpu *gpu, uint64_t ib_va, uint32_t ib_dw, char *why, size_t why_size_B)
{
   sim_capture(gpu->mem, gpu->chip->name, gpu->cp->compute_ring, ib_va, ib_dw);
   unsigned before = sim_perf_enter(SIM_PERF_CP, 0);
   gpu->lost = false;
   atomic_store(&gpu->cancel, false);
   gpu->vs = NULL;
   sim_cp_begin(gpu->cp);
   sim_run_begin();
   gpu->end_ns = sim_run_ns() + SIM_STREAM_TIME * gpu->watchdog_ns;
   gpu->begin_cpu_ns = sim_process_cpu_ns();
   sim_regs_reset(gpu);
   if (gpu->hazard)
      sim_hazard_begin(gpu->hazard);
   sq_cache_collect(gpu->programs);
   /* Code may have been replaced by the CPU since; streams flush caches then, but programs are cached for long. */
   sq_cache_invalidate(gpu->programs);
   sim_cp_run(gpu, ib_va, ib_dw, 0);
   if (gpu->lost)
      atomic_store(&gpu->cancel, true); /* primitives that are still in the bins are not shaded */
   sim_bin_flush(gpu);
   report_faults(gpu);
   sim_perf_leave(before);
   sim_perf_submitted(false);
   if (gpu->lost)
      snprintf(why, why_size_B, "%s", gpu->error);
   return !gpu->lost;
}

bool sim_gpu_run_calls(struct sim_gpu *gpu, uint64_t ring_va, const struct sim_ib *ibs, unsigned count, char *why,
                       size_t why_size_B)
{
   uint32_t *ring = (uint32_t *)(gpu->mem->base + ring_va), *end = ring;
   for (unsigned i = 0; i < count; i++)
      if (ibs[i].dw)
         end = sim_cp_put_call(gpu, end, ibs[i].va, ibs[i].dw);
   return sim_gpu_run(gpu, ring_va, (uint32_t)(end - ring), why, why_size_B);
}

uint64_t sim_gpu_timestamp(const struct sim_gpu *gpu)
{
   return (uint64_t)((unsigned __int128)sim_now_ns() * gpu->chip->gpu_clock_khz / 1000000u);
}

unsigned sim_gpu_hazards(const struct sim_gpu *gpu)
{
   return gpu->hazard ? sim_hazard_count(gpu->hazard) : 0;
}

unsigned sim_gpu_threads(const struct sim_gpu *gpu)
{
   return gpu->threads;
}

/* spi_cs.c: compute: a dispatch as groups, spread over the worker threads; initial registers of their waves. Groups run in
 * no particular order and do not wait for each other (a program that makes them is ended by the watchdog). */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/pool/pool.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tc/tc.h"

#define MAX_GROUP_WAVES SIM_GROUP_WAVES

/* State that all groups of a dispatch share. */
struct dispatch {
   struct sim_gpu *gpu;
   const struct sq_program *program;
   uint32_t rsrc2, tmpring_size, lds_B, num_user_sgprs;
   uint32_t start[3], count[3];          /* group numbers */
   uint32_t full[3], partial[3];         /* threads of a group, of the last one in each direction */
   uint64_t border_va, deadline_ns;
   atomic_bool *late;                    /* set when the groups take too long */
   uint64_t total, chunk;                /* groups; of one item of the pool */
};

static uint64_t border_base(const struct sim_gpu *gpu)
{
   if (gpu->gfx_level < 7)
      return (uint64_t)sim_reg_read(gpu, R_00950C_TA_CS_BC_BASE_ADDR) << 8;
   return (uint64_t)sim_reg_read(gpu, R_030E00_TA_CS_BC_BASE_ADDR) << 8 |
          (uint64_t)(sim_reg_read(gpu, R_030E04_TA_CS_BC_BASE_ADDR_HI) & 0xff) << 40;
}

/* Group number, group size, where scratch begins: after the user data, as RSRC2 orders them. */
static void initial_sgprs(const struct dispatch *d, struct sq_wave *w, const uint32_t group[3], unsigned wave, unsigned waves,
                          uint32_t scratch_B)
{
   const struct sim_regs *r = &d->gpu->regs;
   unsigned n = d->num_user_sgprs;
   memcpy(w->sgpr, &r->sh[(R_00B900_COMPUTE_USER_DATA_0 - SIM_SH_START) / 4], 4 * n);
   if (G_00B84C_TGID_X_EN(d->rsrc2))
      w->sgpr[n++] = group[0];
   if (G_00B84C_TGID_Y_EN(d->rsrc2))
      w->sgpr[n++] = group[1];
   if (G_00B84C_TGID_Z_EN(d->rsrc2))
      w->sgpr[n++] = group[2];
   if (G_00B84C_TG_SIZE_EN(d->rsrc2))
      w->sgpr[n++] = waves | wave << 6;
   if (G_00B84C_SCRATCH_EN(d->rsrc2))
      w->sgpr[n] = scratch_B;
}

/* Compute waves are never cut up: the program counts its lanes, votes with them and, in a group of one wave, hands data from lane
 * to lane without a barrier, through LDS and memory. So GLOAM_SIM_LANES is the least width, not the only one. */
unsigned sim_cs_lanes(unsigned forced, bool needs_64_lanes, unsigned live)
{
   unsigned lanes = forced ? forced : 16;
   while (lanes < live)
      lanes *= 2;
   return needs_64_lanes ? SQ_MAX_LANES : lanes;
}

/* Local invocation numbers, x first. Lanes without one have zeros, beyond the wave's width too: v_readlane gets there. */
static void initial_vgprs(struct sq_wave *w, const uint32_t size[3], unsigned first, unsigned live)
{
   uint32_t x = first % size[0], y = first / size[0] % size[1], z = first / size[0] / size[1];
   if (live == SQ_MAX_LANES && size[0] - x >= SQ_MAX_LANES) { /* in one row of the group */
      for (unsigned lane = 0; lane < SQ_MAX_LANES; lane++) {
         w->vgpr[0][lane] = x + lane;
         w->vgpr[1][lane] = y;
         w->vgpr[2][lane] = z;
      }
      return;
   }
   for (unsigned k = 0; k < 3 && live < SQ_MAX_LANES && !sim_poison_on; k++)
      memset(&w->vgpr[k][live], 0, 4 * (SQ_MAX_LANES - live));
   for (unsigned lane = 0; lane < live; lane++) {
      w->vgpr[0][lane] = x;
      w->vgpr[1][lane] = y;
      w->vgpr[2][lane] = z;
      if (++x == size[0]) {
         x = 0;
         if (++y == size[1]) {
            y = 0;
            z++;
         }
      }
   }
}

static bool run_group(const struct dispatch *d, struct sim_worker *worker, const uint32_t at[3])
{
   struct sim_gpu *gpu = d->gpu;
   uint32_t size[3], group[3];
   for (unsigned k = 0; k < 3; k++) {
      size[k] = at[k] + 1 == d->count[k] ? d->partial[k] : d->full[k];
      group[k] = d->start[k] + at[k];
   }
   unsigned threads = size[0] * size[1] * size[2], waves = (threads + SQ_MAX_LANES - 1) / SQ_MAX_LANES;
   if (!threads)
      return true;
   struct sq_wave *wave = sim_group_begin(gpu, worker, waves, d->lds_B);
   if (!wave) {
      sim_spi_note_no_memory(gpu, worker, "compute");
      return false;
   }
   /* Waves of a group are under way together, and each needs scratch of its own. */
   unsigned slots = G_00B860_WAVES(d->tmpring_size), slot = (unsigned)(worker - gpu->workers) * waves;
   bool crowded = G_00B84C_SCRATCH_EN(d->rsrc2) && slots < gpu->threads * waves;
   for (unsigned i = 0; i < waves; i++) {
      struct sq_wave *w = &wave[i];
      unsigned first = i * SQ_MAX_LANES, live = threads - first < SQ_MAX_LANES ? threads - first : SQ_MAX_LANES;
      w->lanes = sim_cs_lanes(d->gpu->forced_lanes, sq_program_info(d->program)->needs_64_lanes, live);
      w->exec = sq_first_lanes(live);
      w->attr = NULL;
      if (__builtin_expect(sim_poison_on, 0)) {
         sim_poison_vgprs(w);
         sim_poison_sgprs(w);
      }
      initial_sgprs(d, w, group, i, waves, (crowded ? i : slot + i) * G_00B860_WAVESIZE(d->tmpring_size) * 1024);
      initial_vgprs(w, size, first, live);
   }
   worker->cs_invocations += threads;
   if (crowded)
      pthread_mutex_lock(&gpu->scratch_lock);
   enum sq_result result = sim_group_run(gpu, worker, d->program);
   if (crowded)
      pthread_mutex_unlock(&gpu->scratch_lock);
   sim_spi_note_result(gpu, worker, result, "compute");
   return result == SQ_DONE;
}

static void run_groups(void *data, unsigned thread, unsigned item)
{
   const struct dispatch *d = data;
   struct sim_worker *worker = &d->gpu->workers[thread];
   uint64_t first = item * d->chunk, end = first + d->chunk < d->total ? first + d->chunk : d->total;
   tc_cache_set_border_base(worker->tc, d->border_va);
   for (uint64_t n = first; n < end; n++) {
      if (atomic_load_explicit(&d->gpu->cancel, memory_order_relaxed))
         return;
      uint64_t rest = n / d->count[0];
      const uint32_t at[3] = { (uint32_t)(n % d->count[0]), (uint32_t)(rest % d->count[1]), (uint32_t)(rest / d->count[1]) };
      if (!run_group(d, worker, at))
         return;
      if (n % 64 == 63 && sim_draw_is_late(d->gpu, d->deadline_ns)) {
         atomic_store(d->late, true);
         atomic_store_explicit(&d->gpu->cancel, true, memory_order_relaxed);
         return;
      }
   }
}

static void run_chunk(void *data, unsigned thread, unsigned item)
{
   unsigned before = sim_perf_enter(SIM_PERF_GROUPS, 0);
   run_groups(data, thread, item);
   sim_perf_leave(before);
}

/* Reads grid and group size. COMPUTE_DIM is the exclusive end of group numbers, in threads if the initiator is in threads. */
static bool take_size(struct dispatch *d, const uint32_t dim[3], uint32_t initiator)
{
   const struct sim_regs *r = &d->gpu->regs;
   d->total = 1;
   for (unsigned k = 0; k < 3; k++) {
      uint32_t threads = sim_sh_reg(r, R_00B81C_COMPUTE_NUM_THREAD_X + 4 * k), end = dim[k];
      d->full[k] = G_00B81C_NUM_THREAD_FULL(threads);
      d->partial[k] = G_00B800_PARTIAL_TG_EN(initiator) ? G_00B81C_NUM_THREAD_PARTIAL(threads) : 0;
      if (G_00B800_USE_THREAD_DIMENSIONS(initiator)) {
         if (!d->full[k])
            return false;
         d->partial[k] = end % d->full[k];
         end = end / d->full[k] + (end % d->full[k] != 0);
      }
      if (!d->partial[k])
         d->partial[k] = d->full[k];
      d->start[k] = G_00B800_FORCE_START_AT_000(initiator) ? 0 : sim_sh_reg(r, R_00B810_COMPUTE_START_X + 4 * k);
      d->count[k] = end > d->start[k] ? end - d->start[k] : 0;
      if (__builtin_mul_overflow(d->total, (uint64_t)d->count[k], &d->total))
         return false;
   }
   uint64_t threads = (uint64_t)d->full[0] * d->full[1] * d->full[2];
   return threads <= MAX_GROUP_WAVES * SQ_MAX_LANES && d->partial[0] <= d->full[0] && d->partial[1] <= d->full[1] &&
          d->partial[2] <= d->full[2];
}

void sim_spi_dispatch(struct sim_gpu *gpu, const uint32_t dim[3], uint32_t initiator)
{
   const struct sim_regs *r = &gpu->regs;
   struct dispatch d = { .gpu = gpu, .rsrc2 = sim_sh_reg(r, R_00B84C_COMPUTE_PGM_RSRC2),
                         .tmpring_size = sim_sh_reg(r, R_00B860_COMPUTE_TMPRING_SIZE), .border_va = border_base(gpu) };
   if (!G_00B800_COMPUTE_SHADER_EN(initiator))
      return;
   if (!take_size(&d, dim, initiator)) {
      sim_lose(gpu, "dispatch of %u x %u x %u groups of %u x %u x %u threads", dim[0], dim[1], dim[2], d.full[0], d.full[1],
               d.full[2]);
      return;
   }
   uint64_t va = (uint64_t)sim_sh_reg(r, R_00B830_COMPUTE_PGM_LO) << 8 |
                 (uint64_t)(sim_sh_reg(r, R_00B834_COMPUTE_PGM_HI) & 0xff) << 40;
   if (!d.total)
      return;
   d.program = sq_program_get(gpu->programs, va, SQ_CS, sim_sh_reg(r, R_00B848_COMPUTE_PGM_RSRC1));
   d.lds_B = G_00B84C_LDS_SIZE(d.rsrc2) * (gpu->gfx_level < 7 ? 256 : 512);
   d.num_user_sgprs = G_00B84C_USER_SGPR(d.rsrc2) < 16 ? G_00B84C_USER_SGPR(d.rsrc2) : 16;
   d.program = sq_program_link(gpu->programs, d.program, &r->sh[(R_00B900_COMPUTE_USER_DATA_0 - SIM_SH_START) / 4], d.num_user_sgprs);
   unsigned waves = (d.full[0] * d.full[1] * d.full[2] + SQ_MAX_LANES - 1) / SQ_MAX_LANES;
   if (d.lds_B > SIM_LDS_B || (G_00B84C_SCRATCH_EN(d.rsrc2) && G_00B860_WAVES(d.tmpring_size) < waves)) {
      sim_lose(gpu, "compute groups need %u B of LDS and scratch for %u waves", d.lds_B, waves);
      return;
   }
   atomic_bool late = false;
   d.late = &late;
   d.deadline_ns = sim_draw_deadline_ns(gpu);
   uint64_t parts = (uint64_t)gpu->threads * 8;
   d.chunk = gpu->threads > 1 ? (d.total + parts - 1) / parts : d.total;
   unsigned items = (unsigned)((d.total + d.chunk - 1) / d.chunk);
   if (items > 1 && sim_gpu_has_pool(gpu))
      sim_pool_run(gpu->pool, items, run_chunk, &d);
   else
      for (unsigned i = 0; i < items; i++)
         run_chunk(&d, 0, i);
   for (unsigned i = 0; i < atomic_load(&gpu->workers_made); i++) {
      gpu->cs_invocations_total += gpu->counts_pipeline ? gpu->workers[i].cs_invocations : 0;
      gpu->workers[i].cs_invocations = 0;
   }
   if (atomic_load(&late))
      sim_lose(gpu, "a dispatch of %llu groups takes too long", (unsigned long long)d.total);
   sim_lose_by_wave(gpu);
}

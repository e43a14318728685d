/* vgt_draw.c: a draw: its state from the registers, and its way to the bins. The command thread processes a small draw itself. A
 * large one is cut into slices of indices, which depend on the draw alone, so the result does not depend on the threads:
 * workers turn slices into primitives in memory of their own, and the command thread adds them to the bins in order while
 * later slices are still being processed. */
#include <stdlib.h>

#include "hw_regs.h"
#include "util/ut_pages.h"
#include "winsys/sim/base/arena.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/pool/pool.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/sc/sc.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/vgt/stages.h"
#include "winsys/sim/vgt/vgt.h"

/* VGT_SHADER_STAGES_EN: stages besides a plain vertex program. */
#define STAGES_MASK (S_028B54_LS_EN(3) | S_028B54_HS_EN(1) | S_028B54_ES_EN(3) | S_028B54_GS_EN(1) | S_028B54_VS_EN(3))
#define ROUND_SLICES 64 /* so many, then the bins may be emptied */
#define SLICE_UNIT 384  /* indices: a multiple of every primitive size, and of the block of vgt.c */
#define MIN_SLICE (4 * SLICE_UNIT)
#define PARTS 6

/* Slices of a draw that are worked on together. */
struct round {
   struct sim_gpu *gpu;
   const struct sim_vgt *vgt;
   uint64_t first, end;
   size_t slice_B;                       /* memory of a slice, as of the last round; 0: not known yet */
   atomic_uint turn;
   struct slice { struct sim_geom geom; atomic_bool done; } slice[ROUND_SLICES];
};

static struct sim_batch *batch_of(struct sim_worker *w)
{
   if (!w->batch)
      w->batch = ut_pages_alloc(sizeof *w->batch, 64);
   return w->batch;
}

void vgt_free_worker(struct sim_worker *w)
{
   ut_pages_free(w->batch, sizeof *w->batch);
   ut_pages_free(w->stage_mem, sizeof *w->stage_mem);
}

static void geom_init(struct sim_geom *g, struct sim_gpu *gpu, unsigned thread, bool direct)
{
   *g = (struct sim_geom){ .gpu = gpu, .pa = gpu->pa, .pixel = gpu->pixel, .worker = &gpu->workers[thread],
                           .direct = direct, .stipple_at = direct ? gpu->stipple_at : 0 };
   g->batch = batch_of(g->worker);
   g->failed = g->no_memory = !g->batch;
}

static void count(struct sim_gpu *gpu, const struct sim_geom *g)
{
   gpu->ia_primitives += g->ia_primitives;
   gpu->vs_invocations += g->vs_invocations;
   gpu->clip_invocations += g->clip_invocations;
   gpu->clip_primitives += g->clip_primitives;
   gpu->gs_invocations += g->gs_invocations;
   gpu->gs_primitives += g->gs_primitives;
   gpu->hs_invocations += g->hs_invocations;
   gpu->ds_invocations += g->ds_invocations;
}

/* Those that are under way together. */
static void finish_slices(struct sim_gpu *gpu)
{
   while (sim_pool_take(gpu->pool))
      ;
   sim_pool_wait(gpu->pool);
}

/* On the thread that runs the commands, when a slice is done. */
static void geom_finish(struct sim_geom *g)
{
   struct sim_gpu *gpu = g->gpu;
   if (g->direct)
      gpu->stipple_at = g->stipple_at;
   if (gpu->counts_pipeline)
      count(gpu, g);
   if (g->no_memory)
      sim_lose(gpu, "no memory");
   for (const struct sim_prim_node *node = g->first; node && !g->failed && !gpu->lost; node = node->next) {
      for (uint32_t i = 0; i < node->count; i++)
         sim_bin_add(gpu, g->pixel, g->pa->use_layer, &node->ref[i]);
      if (gpu->sc->nodes.in_use_B >= sim_bin_limit_B) { /* few primitives, but each in thousands of tiles */
         finish_slices(gpu);
         sim_bin_work_off(gpu);
      }
   }
}

/* ---- slices --------------------------------------------------------------------------------------------------------- */

/* Another thread begins some 40 microseconds after it is called, in which this one has seen 1500 indices or more: a draw that is
 * hardly longer is one slice. Short draws are in smaller slices, so that threads end together; of a long one, vertices would be
 * shaded once more than they are now for each cut through the mesh. */
static uint32_t slice_of(const struct sim_vgt *vgt, uint64_t total)
{
   if (vgt->stages)
      return vgt_stages_slice(vgt, total);
   if (vgt->in_order || total < 3 * MIN_SLICE || total > PARTS * (uint64_t)SIM_SLICE)
      return SIM_SLICE;
   uint32_t slice = ((uint32_t)total / PARTS + SLICE_UNIT - 1) / SLICE_UNIT * SLICE_UNIT;
   return slice > MIN_SLICE ? slice : MIN_SLICE;
}

static uint64_t slice_end(const struct round *r, unsigned n)
{
   uint64_t end = r->first + (uint64_t)(n + 1) * r->vgt->slice;
   return end < r->end ? end : r->end;
}

static void work_slice(void *data, unsigned thread, unsigned n)
{
   struct round *r = data;
   struct slice *s = &r->slice[n];
   geom_init(&s->geom, r->gpu, thread, false);
   s->geom.turn = r->vgt->so && r->vgt->stages ? &r->turn : NULL;
   s->geom.number = n;
   unsigned before = sim_perf_enter(SIM_PERF_SETUP, 0);
   if (!s->geom.failed && !atomic_load_explicit(&r->gpu->cancel, memory_order_relaxed))
      sim_vgt_slice(&s->geom, r->vgt, r->first + (uint64_t)n * r->vgt->slice, slice_end(r, n));
   vgt_so_end_turn(&s->geom);
   sim_perf_leave(before);
   atomic_store_explicit(&s->done, true, memory_order_release);
}

static void shared_round(struct round *r, unsigned count)
{
   struct sim_gpu *gpu = r->gpu;
   const size_t before_B = sim_bin_memory_B(gpu);
   atomic_store_explicit(&r->turn, 0, memory_order_relaxed);
   for (unsigned n = 0; n < count; n++)
      atomic_store_explicit(&r->slice[n].done, false, memory_order_relaxed);
   sim_pool_start(gpu->pool, count, work_slice, r);
   bool more = true;
   for (unsigned n = 0; n < count;) {
      if (atomic_load_explicit(&r->slice[n].done, memory_order_acquire)) {
         geom_finish(&r->slice[n++].geom);
      } else if (more) {
         more = sim_pool_take(gpu->pool);
      } else {
         sim_pool_wait(gpu->pool); /* all are done then */
      }
   }
   sim_pool_wait(gpu->pool);
   const size_t after_B = sim_bin_memory_B(gpu);
   if (after_B > before_B)
      r->slice_B = (after_B - before_B) / count + 1;
}

/* Geometry programs and tessellation make any number of primitives of one, so the memory of a round is estimated. Results do not
 * depend on the number. */
static unsigned slices_of_round(const struct round *r, uint64_t left)
{
   uint64_t most = ROUND_SLICES;
   if (r->vgt->stages) {
      const uint64_t least = 2 * r->gpu->threads, fit = r->slice_B ? sim_bin_limit_B / r->slice_B : least;
      most = fit < least ? least : fit;
      most = most < ROUND_SLICES ? most : ROUND_SLICES;
   }
   return (unsigned)(left < most ? left : most);
}

/* A slice on the thread of the commands. */
static void own_slice(struct sim_gpu *gpu, const struct sim_vgt *vgt, uint64_t first, uint64_t end)
{
   struct sim_geom g;
   geom_init(&g, gpu, 0, true);
   if (!g.failed)
      sim_vgt_slice(&g, vgt, first, end);
   geom_finish(&g);
   sim_lose_by_wave(gpu);
}

/* Memory of the bins is bounded: a long draw works them off in between. */
static bool have_room(struct sim_gpu *gpu)
{
   if (sim_bin_memory_B(gpu) < sim_bin_limit_B)
      return true;
   sim_bin_flush_tiles(gpu);
   return !gpu->lost && sim_bin_update_state(gpu);
}

/* A thread alone puts primitives straight into the bins. Each thread has a share of the rings. */
static bool wants_workers(struct sim_gpu *gpu, const struct sim_vgt *vgt)
{
   return !vgt->in_order && (!vgt->stages || gpu->threads <= vgt->stages->shares) && sim_gpu_has_pool(gpu) &&
          sim_pool_call_threads(gpu->pool) > 1;
}

static void check_time(struct sim_gpu *gpu, uint64_t deadline_ns, uint64_t total)
{
   if (sim_draw_is_late(gpu, deadline_ns))
      sim_lose(gpu, "a draw of %llu vertices takes too long", (unsigned long long)total);
}

static void slices(struct sim_gpu *gpu, const struct sim_vgt *vgt, uint64_t total)
{
   if (total <= vgt->slice) {
      own_slice(gpu, vgt, 0, total);
      if (vgt->deadline_ns)
         check_time(gpu, vgt->deadline_ns, total);
      return;
   }
   struct round *r = calloc(1, sizeof *r);
   if (!r) {
      sim_lose(gpu, "no memory");
      return;
   }
   const bool shared = wants_workers(gpu, vgt);
   *r = (struct round){ .gpu = gpu, .vgt = vgt, .end = total };
   const uint64_t deadline_ns = vgt->deadline_ns ? vgt->deadline_ns : sim_draw_deadline_ns(gpu);
   while (r->first < total && !gpu->lost && have_room(gpu)) {
      uint64_t left = (total - r->first + vgt->slice - 1) / vgt->slice;
      unsigned count = slices_of_round(r, left);
      if (shared && count > 1)
         shared_round(r, count);
      else
         for (unsigned n = 0; n < count && !gpu->lost; n++)
            own_slice(gpu, vgt, r->first + (uint64_t)n * vgt->slice, slice_end(r, n));
      sim_lose_by_wave(gpu);
      check_time(gpu, deadline_ns, total);
      r->first += (uint64_t)count * vgt->slice;
   }
   free(r);
}

/* ---- the draw ------------------------------------------------------------------------------------------------------- */

/* GFX6-7 compare all bits of the restart index, GFX8 those of the index type. */
static uint32_t restart_index(const struct sim_gpu *gpu, unsigned index_B)
{
   uint32_t value = sim_ctx_reg(&gpu->regs, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX);
   return gpu->gfx_level == 8 && index_B < 4 ? value & ((1u << (8 * index_B)) - 1) : value;
}

static bool find_indices(struct sim_gpu *gpu, struct sim_vgt *vgt)
{
   const struct sim_draw *d = &vgt->draw;
   uint32_t readable = d->count < d->index_max ? d->count : d->index_max;
   if (readable)
      vgt->indices = sim_mem_ptr(gpu->mem, d->index_va, (uint64_t)readable * d->index_B, SIM_MEM_READ);
   vgt->readable = vgt->indices ? readable : 0;
   vgt->restarts = G_028A94_RESET_EN(sim_ctx_reg(&gpu->regs, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN));
   vgt->restart_at = restart_index(gpu, d->index_B);
   if (vgt_find_strips(vgt))
      return true;
   sim_lose(gpu, "no memory");
   return false;
}

/* Indices of one instance that are not vertices. Those that cannot be read are 0. */
static uint64_t restarts_of(const struct sim_vgt *vgt)
{
   uint64_t n = vgt->restart_at ? 0 : vgt->draw.count - vgt->readable;
   for (uint32_t i = 0; i < vgt->readable; i++)
      n += sim_vgt_fetch(vgt, i) == vgt->restart_at;
   return n;
}

/* Stream output stores each primitive's vertices; a vertex carries its primitive's id. */
static void outputs(struct sim_gpu *gpu, struct sim_vgt *vgt, struct sim_so *so)
{
   vgt->so = vgt_so_begin(gpu, so) ? so : NULL;
   vgt->raster_streams = vgt_raster_streams(gpu);
   vgt->ids = !vgt->stages && G_028A84_PRIMITIVEID_EN(sim_ctx_reg(&gpu->regs, R_028A84_VGT_PRIMITIVEID_EN));
   vgt->first_prim_id = sim_ctx_reg(&gpu->regs, R_028A8C_VGT_PRIMITIVEID_RESET);
   vgt->unshared = vgt->ids || (!vgt->stages && so->stored & 1);
   vgt->in_order = gpu->pa->stippled && (vgt->corners == 2 || vgt->stages || gpu->pa->poly_mode);
   if (vgt->in_order || vgt->stages)
      vgt->deadline_ns = sim_draw_deadline_ns(gpu);
   if (gpu->pa->stipple_reset == 2)
      gpu->stipple_at = 0;
}

void sim_vgt_draw(struct sim_gpu *gpu, const struct sim_draw *draw)
{
   struct sim_vgt vgt = {
      .draw = *draw,
      .prim_type = G_030908_PRIM_TYPE(sim_moved_reg(gpu, R_008958_VGT_PRIMITIVE_TYPE, R_030908_VGT_PRIMITIVE_TYPE)),
      .index_offset = sim_ctx_reg(&gpu->regs, R_028408_VGT_INDX_OFFSET),
   };
   vgt.corners = sim_vgt_corners(vgt.prim_type);
   vgt.rects = vgt.prim_type == V_008958_DI_PT_RECTLIST;
   uint64_t total = (uint64_t)draw->count * draw->instances;
   if (!total || (gpu->dirty & SIM_DIRTY_BACKENDS && !sc_check_backends(gpu)) || !sim_spi_update_vs(gpu))
      return;
   struct sim_stages stages;
   if (sim_ctx_reg(&gpu->regs, R_028B54_VGT_SHADER_STAGES_EN) & STAGES_MASK) {
      if (!sim_stages_init(gpu, &stages, vgt.prim_type))
         return;
      vgt.stages = &stages;
   }
   if (!vgt.corners && !(vgt.stages && vgt.stages->tess)) {
      sim_report(gpu, "primitive type %u is not simulated: draw ignored", vgt.prim_type);
      return;
   }
   if (!have_room(gpu) || !sim_bin_update_state(gpu))
      return;
   sim_pa_update(gpu);
   struct sim_so so;
   outputs(gpu, &vgt, &so);
   vgt.slice = slice_of(&vgt, total);
   vgt.provoking_last = gpu->pa->provoking_last;
   if (draw->index_B && !find_indices(gpu, &vgt))
      return;
   if (vgt.so && !vgt.stages)
      vgt.parts = vgt_parts_before(&vgt, draw->count);
   slices(gpu, &vgt, total);
   if (vgt.so && !vgt.stages)
      vgt_so_reserve(&so, 0, (uint64_t)vgt.parts * draw->instances, vgt.corners);
   if (vgt.so)
      vgt_so_end(gpu, &so);
   free(vgt.strips);
   if (gpu->counts_pipeline)
      gpu->ia_vertices += total - (draw->index_B && vgt.restarts ? restarts_of(&vgt) * draw->instances : 0);
}

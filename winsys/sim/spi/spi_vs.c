/* spi_vs.c: vertex waves: initial registers, the run, and where exports go. Vertices leave as rows of clip positions and as
 * parameters per vertex in the arena, because pixel work reads three vertices at a time. */
#include <stdio.h>
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/geom/geom.h"
#include "winsys/sim/geom/pa_state.h"
#include "winsys/sim/spi/spi.h"

typedef float v4 __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));

bool sim_spi_update_vs(struct sim_gpu *gpu)
{
   if (gpu->vs && !(gpu->dirty & SIM_DIRTY_VS))
      return true;
   gpu->vs = sim_spi_program(gpu, SQ_VS);
   gpu->dirty &= ~SIM_DIRTY_VS;
   if (!gpu->vs)
      sim_report(gpu, "draw without a vertex program");
   return gpu->vs != NULL;
}

void sim_spi_note_result(struct sim_gpu *gpu, struct sim_worker *w, enum sq_result result, const char *stage)
{
   if (result == SQ_DONE)
      return;
   atomic_store(&gpu->cancel, true);
   if (w->result != SQ_DONE)
      return;
   w->result = result;
   w->fault = w->wave.fault;
   w->fault_stage = stage;
}

void sim_spi_note_no_memory(struct sim_gpu *gpu, struct sim_worker *w, const char *stage)
{
   snprintf(w->wave.fault.text, sizeof w->wave.fault.text, "no memory for a group of waves");
   sim_spi_note_result(gpu, w, SQ_FAULT, stage);
}

enum sq_result sim_spi_run_with_scratch(struct sim_gpu *gpu, struct sim_worker *w, const struct sq_program *program,
                                        uint32_t tmpring_size, unsigned sgpr)
{
   const bool crowded = G_0286E8_WAVES(tmpring_size) < gpu->threads;
   const uint32_t slot = crowded ? 0 : (uint32_t)(w - gpu->workers);
   w->wave.sgpr[sgpr] = slot * G_0286E8_WAVESIZE(tmpring_size) * 1024;
   if (!crowded)
      return sq_run(program, &w->wave);
   pthread_mutex_lock(&gpu->scratch_lock);
   enum sq_result result = sq_run(program, &w->wave);
   pthread_mutex_unlock(&gpu->scratch_lock);
   return result;
}

/* System SGPRs after the user's, for lanes from vertex `first` on. Returns the register after them: the scratch offset's,
 * where the program wants it. */
static unsigned system_sgprs(const struct sim_geom *g, struct sq_wave *w, uint32_t rsrc2, unsigned n, unsigned first,
                             unsigned live)
{
   const struct sim_so_wave *so = &g->batch->so;
   bool tess = G_00B12C_OC_LDS_EN(rsrc2);
   if (G_00B12C_SO_EN(rsrc2)) {
      uint32_t left = so->allowed > first ? so->allowed - first : 0;
      w->sgpr[n++] = (left < live ? left : live) << 16 | so->stream << 24;
      w->sgpr[n++] = first; /* the offsets below are those of the batch's vertex 0 */
      for (unsigned i = 0; i < 4; i++)
         if (rsrc2 >> (8 + i) & 1) /* SO_BASEi_EN */
            w->sgpr[n++] = so->offset_dw[i];
   } else if (tess) {
      w->sgpr[n++] = 0;
   }
   if (tess)
      w->sgpr[n++] = g->batch->offchip_offset_B;
   return n;
}

void sim_spi_vertex_inputs(const struct sim_gpu *gpu, const struct sim_batch *b, struct sq_wave *w, unsigned first,
                           unsigned live)
{
   uint32_t step_rate = sim_ctx_reg(&gpu->regs, R_028AA0_VGT_INSTANCE_STEP_RATE_0);
   if (b->kind == SIM_BATCH_TESS) {
      memcpy(w->vgpr[0], b->extra[0] + first, 4 * live);
      memcpy(w->vgpr[1], b->extra[1] + first, 4 * live);
      for (unsigned lane = 0; lane < live; lane++)
         w->vgpr[2][lane] = b->index[first + lane] >> 16;
      memcpy(w->vgpr[3], b->instance + first, 4 * live);
      return;
   }
   memcpy(w->vgpr[0], b->index + first, 4 * live);
   memcpy(w->vgpr[1], b->instance + first, 4 * live);
   for (unsigned lane = 0; lane < live && step_rate > 1; lane++)
      w->vgpr[1][lane] /= step_rate;
   if (b->ids)
      memcpy(w->vgpr[2], b->extra[0] + first, 4 * live);
   else
      memset(w->vgpr[2], 0, 4 * live);
   memcpy(w->vgpr[3], b->instance + first, 4 * live);
}

/* Rows to vertices: four lanes of four channels at a time. Channels that were not exported read as zero. */
static void take_params(const struct sq_wave *w, unsigned num_params, unsigned lanes, float *out)
{
   for (unsigned p = 0; p < num_params; p++) {
      unsigned en = w->exp_en[SQ_EXP_PARAM0 + p];
      const uint32_t (*row)[SQ_MAX_LANES] = w->exp[SQ_EXP_PARAM0 + p];
      for (unsigned lane = 0; lane < lanes; lane += 4) {
         v4 c[4];
         for (unsigned k = 0; k < 4; k++) {
            c[k] = (v4){ 0 };
            if (en >> k & 1)
               memcpy(&c[k], &row[k][lane], 16);
         }
         const v4i first = { 0, 4, 1, 5 }, second = { 2, 6, 3, 7 }, lower = { 0, 1, 4, 5 }, upper = { 2, 3, 6, 7 };
         v4 xy_lo = __builtin_shuffle(c[0], c[1], first), xy_hi = __builtin_shuffle(c[0], c[1], second);
         v4 zw_lo = __builtin_shuffle(c[2], c[3], first), zw_hi = __builtin_shuffle(c[2], c[3], second);
         v4 vertex[4] = { __builtin_shuffle(xy_lo, zw_lo, lower), __builtin_shuffle(xy_lo, zw_lo, upper),
                          __builtin_shuffle(xy_hi, zw_hi, lower), __builtin_shuffle(xy_hi, zw_hi, upper) };
         for (unsigned k = 0; k < 4 && lane + k < lanes; k++)
            memcpy(out + ((size_t)(lane + k) * num_params + p) * 4, &vertex[k], 16);
      }
   }
}

static void take_row(const struct sq_wave *w, unsigned target, unsigned channel, unsigned lanes, void *out)
{
   if (w->exp_en[target] >> channel & 1)
      memcpy(out, w->exp[target][channel], 4 * lanes);
   else
      memset(out, 0, 4 * lanes);
}

/* Positions are exported in order without holes: position, miscellaneous vector, clip distances 0-3 and 4-7. */
static void take_positions(const struct sim_pa_state *pa, const struct sq_wave *w, struct sim_vertices *v, unsigned first,
                           unsigned lanes)
{
   unsigned target = SQ_EXP_POS0;
   take_row(w, target, 0, lanes, v->x + first);
   take_row(w, target, 1, lanes, v->y + first);
   take_row(w, target, 2, lanes, v->z + first);
   take_row(w, target, 3, lanes, v->w + first);
   target++;
   if (pa->has_misc) {
      if (pa->use_psize)
         take_row(w, target, 0, lanes, v->psize + first);
      if (pa->use_edge)
         take_row(w, target, 1, lanes, v->edge + first);
      if (pa->use_layer)
         take_row(w, target, 2, lanes, v->layer + first);
      if (pa->use_viewport)
         take_row(w, target, 3, lanes, v->viewport + first);
      target++;
   }
   if (pa->has_dist0) {
      for (unsigned k = 0; k < 4; k++)
         take_row(w, target, k, lanes, v->dist[k] + first);
      target++;
   }
   if (pa->has_dist1)
      for (unsigned k = 0; k < 4; k++)
         take_row(w, target, k, lanes, v->dist[4 + k] + first);
}

bool sim_spi_run_vertices(struct sim_geom *g, bool drawn)
{
   struct sim_gpu *gpu = g->gpu;
   struct sim_batch *b = g->batch;
   struct sim_worker *worker = g->worker;
   struct sq_wave *w = &worker->wave;
   unsigned num_params = g->pa->num_params;
   struct sim_stage vs;
   b->v.param = drawn ? sim_geom_alloc(g, (size_t)b->num_verts * num_params * 16) : NULL;
   if ((drawn && !b->v.param) || !sim_stage_init(gpu, &vs, SQ_VS))
      return false;
   for (unsigned first = 0; first < b->num_verts;) {
      unsigned left = b->num_verts - first, lanes = sim_stage_lanes(gpu, &vs, left), live = left < lanes ? left : lanes;
      unsigned sgpr = system_sgprs(g, w, vs.rsrc2, sim_stage_begin(&vs, w), first, live);
      if (b->kind == SIM_BATCH_COPY)
         memcpy(w->vgpr[0], b->index + first, 4 * live);
      else
         sim_spi_vertex_inputs(gpu, b, w, first, live);
      if (!sim_stage_run(g, &vs, lanes, live, b->kind == SIM_BATCH_COPY ? 1 : 4, sgpr))
         return false;
      if (drawn) {
         take_positions(g->pa, w, &b->v, first, live);
         take_params(w, num_params, live, b->v.param + (size_t)first * num_params * 4);
      }
      first += live;
   }
   if (b->kind == SIM_BATCH_DRAW)
      g->vs_invocations += b->num_verts;
   else if (b->kind == SIM_BATCH_TESS)
      g->ds_invocations += b->num_verts;
   return true;
}

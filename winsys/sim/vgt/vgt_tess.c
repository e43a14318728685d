/* vgt_tess.c: tessellation: groups of patches go through the local program (a lane per input vertex, results in LDS) and the
 * hull program (a lane per output vertex, results in the off-chip buffer), which also writes each patch's factors into their
 * ring. The tessellator's points then go through the last vertex program or, for a geometry program, the export program.
 * The lanes of a group's hull program follow each other, 64 to a wave, so a patch may be in two waves, which wait at barriers.
 * Factors that repeat are tessellated once. */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tc/tc.h"
#include "winsys/sim/vgt/stages.h"
#include "winsys/sim/vgt/vgt.h"

void vgt_tess_add(struct vgt *v, const uint32_t *id)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   const struct sim_stages *s = v->vgt->stages;
   if (m->num_patches == s->patches)
      vgt_tess_flush(v, false);
   memcpy(m->patch_index + m->num_patches * s->in_corners, id, 4 * s->in_corners);
   m->patch_id[m->num_patches++] = v->prim_id;
}

static bool run_local(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   const struct sim_stage_mem *m = g->worker->stage_mem;
   struct sq_wave *w = &g->worker->wave;
   uint32_t step_rate = sim_ctx_reg(&g->gpu->regs, R_028AA0_VGT_INSTANCE_STEP_RATE_0);
   uint32_t count = m->num_patches * s->in_corners, instance = v->instance;
   for (uint32_t first = 0; first < count;) {
      unsigned left = count - first, lanes = sim_stage_lanes(g->gpu, &s->ls_stage, left), live = left < lanes ? left : lanes;
      unsigned sgpr = sim_stage_begin(&s->ls_stage, w);
      for (unsigned lane = 0; lane < live; lane++) {
         w->vgpr[0][lane] = m->patch_index[first + lane];
         w->vgpr[1][lane] = first + lane;
         w->vgpr[2][lane] = step_rate > 1 ? instance / step_rate : instance;
         w->vgpr[3][lane] = instance;
      }
      if (!sim_stage_run(g, &s->ls_stage, lanes, live, 4, sgpr))
         return false;
      first += live;
   }
   g->vs_invocations += count;
   return true;
}

static unsigned hull_sgprs(const struct vgt *v, struct sq_wave *w, uint32_t factor_offset_B)
{
   const struct sim_stage *hs = &v->vgt->stages->hs_stage;
   unsigned sgpr = sim_stage_begin(hs, w);
   if (G_00B42C_OC_LDS_EN(hs->rsrc2))
      w->sgpr[sgpr++] = v->b->offchip_offset_B;
   w->sgpr[sgpr++] = factor_offset_B;
   return sgpr;
}

/* Lanes of the hull program from thread `first` of the group on. */
static void hull_vgprs(const struct vgt *v, struct sq_wave *w, uint32_t first, unsigned live)
{
   const struct sim_stages *s = v->vgt->stages;
   const struct sim_stage_mem *m = v->geom->worker->stage_mem;
   for (unsigned lane = 0; lane < live; lane++) {
      uint32_t patch = (first + lane) / s->out_corners;
      w->vgpr[0][lane] = m->patch_id[patch];
      w->vgpr[1][lane] = patch | (first + lane) % s->out_corners << 8;
   }
   for (unsigned k = 0; k < 2 && live < SQ_MAX_LANES && !sim_poison_on; k++)
      memset(&w->vgpr[k][live], 0, 4 * (SQ_MAX_LANES - live));
}

/* As the hardware has it. Programs count on that: ACO's number their lanes by the wave's first one and vote in LDS. */
static bool run_hull_group(struct vgt *v, uint32_t factor_offset_B, unsigned waves)
{
   struct sim_geom *g = v->geom;
   struct sim_worker *worker = g->worker;
   const struct sim_stages *s = v->vgt->stages;
   const struct sim_stage_mem *m = worker->stage_mem;
   struct sq_wave *wave = sim_group_begin(g->gpu, worker, waves, 0);
   if (!wave) {
      sim_spi_note_no_memory(g->gpu, worker, s->hs_stage.name);
      g->failed = true;
      return false;
   }
   tc_cache_set_border_base(worker->tc, g->pixel->border_va);
   for (unsigned i = 0; i < waves; i++) {
      struct sq_wave *w = &wave[i];
      uint32_t first = i * SQ_MAX_LANES, left = m->num_patches * s->out_corners - first;
      unsigned live = left < SQ_MAX_LANES ? left : SQ_MAX_LANES;
      bool needs_64_lanes = sq_program_info(s->hs_stage.program)->needs_64_lanes;
      w->lanes = waves > 1 ? SQ_MAX_LANES : sim_cs_lanes(g->gpu->forced_lanes, needs_64_lanes, live);
      w->exec = sq_first_lanes(live);
      w->attr = NULL;
      w->lds = worker->wave.lds;
      w->lds_B = worker->wave.lds_B;
      hull_sgprs(v, w, factor_offset_B);
      hull_vgprs(v, w, first, live);
   }
   enum sq_result result = sim_group_run(g->gpu, worker, s->hs_stage.program);
   if (result != SQ_DONE) {
      sim_spi_note_result(g->gpu, worker, result, s->hs_stage.name);
      g->failed = true;
   }
   return result == SQ_DONE;
}

/* With scratch there is one wave at a time, so no patch may be in two. */
static bool run_hull_apart(struct vgt *v, uint32_t factor_offset_B)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   const struct sim_stage_mem *m = g->worker->stage_mem;
   struct sq_wave *w = &g->worker->wave;
   for (uint32_t first = 0; first < m->num_patches;) {
      uint32_t left = m->num_patches - first;
      unsigned lanes = sim_stage_lanes(g->gpu, &s->hs_stage, left * s->out_corners);
      if (lanes < s->out_corners)
         lanes = SQ_MAX_LANES;
      uint32_t fit = lanes / s->out_corners, patches = left < fit ? left : fit;
      unsigned live = patches * s->out_corners, sgpr = hull_sgprs(v, w, factor_offset_B);
      hull_vgprs(v, w, first * s->out_corners, live);
      if (!sim_stage_run(g, &s->hs_stage, lanes, live, 2, sgpr))
         return false;
      first += patches;
   }
   return true;
}

static bool run_hull(struct vgt *v, uint32_t factor_offset_B)
{
   const struct sim_stages *s = v->vgt->stages;
   uint32_t num_patches = v->geom->worker->stage_mem->num_patches;
   unsigned waves = (num_patches * s->out_corners + SQ_MAX_LANES - 1) / SQ_MAX_LANES;
   if (s->hs_stage.scratch || waves > SIM_GROUP_WAVES ? !run_hull_apart(v, factor_offset_B) : !run_hull_group(v, factor_offset_B, waves))
      return false;
   v->geom->hs_invocations += num_patches;
   return true;
}

/* Programs of a group share LDS. */
static bool run_group(struct vgt *v, uint32_t factor_offset_B)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   struct sq_wave *w = &v->geom->worker->wave;
   if (__builtin_expect(sim_poison_on, 0))
      sim_poison_fill(m->lds, v->vgt->stages->lds_B);
   else
      memset(m->lds, 0, v->vgt->stages->lds_B);
   w->lds = m->lds;
   w->lds_B = v->vgt->stages->lds_B;
   bool ok = run_local(v) && run_hull(v, factor_offset_B);
   w->lds = NULL;
   w->lds_B = 0;
   return ok;
}

/* m->result for these factors. False: the patch is culled. */
static bool tessellate(struct sim_stage_mem *m, const struct sim_stages *s, const uint32_t *factor)
{
   unsigned count = tess_num_factors(s->mode.domain);
   if (!m->has_result || memcmp(m->factor, factor, 4 * count)) {
      float f[6];
      memcpy(f, factor, 4 * count);
      memcpy(m->factor, factor, 4 * count);
      m->culled = !tess_run(&s->mode, f, &m->result);
      m->has_result = true;
   }
   return !m->culled;
}

static uint16_t tess_slot(struct vgt *v, struct sim_batch *b, uint32_t patch, uint32_t point, bool unshared_vertices)
{
   const struct sim_stage_mem *m = v->geom->worker->stage_mem;
   uint32_t before = b->num_verts, id = patch << 16 | point;
   unsigned slot = unshared_vertices ? vgt_new_slot(v, b, id) : vgt_slot(v, b, id);
   if (slot == before) {
      memcpy(&b->extra[0][slot], &m->result.u[point], 4);
      memcpy(&b->extra[1][slot], &m->result.v[point], 4);
      b->instance[slot] = m->patch_id[patch];
   }
   return (uint16_t)slot;
}

static void emit_patch(struct vgt *v, uint32_t patch)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   const struct tess_result *r = &m->result;
   const bool gs = v->vgt->stages->gs, unshared_vertices = !gs && v->vgt->so && v->vgt->so->stored & 1;
   v->b->corners = gs ? v->b->corners : r->corners;
   for (uint32_t n = 0; n < r->num_prims && !v->geom->failed; n++) {
      const uint16_t *point = r->corner + r->corners * n;
      uint16_t slot[3];
      if (gs)
         vgt_gs_make_room(v, 3);
      else
         vgt_make_room(v, 3, 1);
      for (unsigned k = 0; k < 3; k++)
         slot[k] = k && k >= r->corners ? slot[0] : tess_slot(v, gs ? &m->es : v->b, patch, point[k], unshared_vertices);
      if (gs) {
         vgt_gs_add(v, r->corners, slot, m->patch_id[patch]);
      } else {
         memcpy(v->b->corner + 3 * v->b->num_prims, slot, sizeof slot);
         v->b->edge_flags[v->b->num_prims++] = 7;
      }
   }
}

/* The patch's factors, and what they make of it. False: nothing. */
static bool patch_result(struct vgt *v, uint64_t va, uint32_t patch)
{
   const struct sim_stages *s = v->vgt->stages;
   const unsigned count = tess_num_factors(s->mode.domain);
   uint32_t factor[6];
   const void *from = sim_mem_ptr(v->geom->gpu->mem, va + 4 * count * patch, 4 * count, SIM_MEM_READ);
   if (!from)
      return false;
   memcpy(factor, from, 4 * count);
   return tessellate(v->geom->worker->stage_mem, s, factor);
}

static void claim(struct vgt *v, uint64_t factor_va, bool last)
{
   const struct sim_stage_mem *m = v->geom->worker->stage_mem;
   struct vgt_so_claim claim[SIM_SO_STREAMS] = { 0 };
   for (uint32_t patch = 0; patch < m->num_patches; patch++)
      if (patch_result(v, factor_va, patch)) {
         claim[0].prims += m->result.num_prims;
         claim[0].corners = m->result.corners;
      }
   vgt_so_claim(v, claim, last);
}

static void emit_patches(struct vgt *v, uint64_t factor_va, bool last)
{
   const uint32_t num_patches = v->geom->worker->stage_mem->num_patches;
   if (v->vgt->so && !v->vgt->stages->gs)
      claim(v, factor_va, last);
   for (uint32_t patch = 0; patch < num_patches && vgt_in_time(v); patch++)
      if (patch_result(v, factor_va, patch))
         emit_patch(v, patch);
}

void vgt_tess_flush(struct vgt *v, bool last)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   if (m->num_patches && vgt_in_time(v)) {
      m->es.offchip_offset_B = v->b->offchip_offset_B = v->thread * s->offchip_block_B;
      const uint32_t factor_offset_B = v->thread * s->factor_block_B;
      if (run_group(v, factor_offset_B))
         emit_patches(v, s->factor_va + factor_offset_B + 4 * s->dynamic_hs, last);
      /* Its off-chip block is for the waves of this group only. */
      if (s->gs)
         vgt_gs_flush(v, last);
      else
         vgt_end_batch(v);
   }
   m->num_patches = 0;
}

/* sc_wave.c: waves that are blocks of one primitive's pixels, and their way through depth, program and colour. What every wave
 * needs of that is here too (sc_queue.c makes the others). */
#include "hw_regs.h"
#include "winsys/sim/cb/cb.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

void SC(sc_depth)(struct shade *sh, const struct sim_prim *p, struct db_samples *block, unsigned count, const float *exported_z,
                  const uint8_t *stencil)
{
   const struct sim_pixel_state *s = sh->s;
   const uint32_t where = p->layer | (uint32_t)p->viewport << 16;
   const struct db_z_plane plane = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y, .offset = p->z_offset };
   const unsigned samples = 1u << s->log2_samples;
   if (s->same_places)
      db_test_samples(s->db, block, count, where, &s->places[0], &plane, exported_z, stencil, p->flags & SIM_PRIM_FRONT);
   for (unsigned n = 0; n < count && !s->same_places; n++) {
      const struct db_samples all = block[n];
      memset(block[n].cover, 0, sizeof all.cover);
      for (unsigned k = 0; k < 4; k++) {
         struct db_samples part = all;
         for (unsigned i = 0; i < samples; i++)
            part.cover[i] &= 0x1111111111111111ull << k;
         db_test_samples(s->db, &part, 1, where, &s->places[k], &plane, exported_z, stencil, p->flags & SIM_PRIM_FRONT);
         for (unsigned i = 0; i < samples; i++)
            block[n].cover[i] |= part.cover[i];
      }
   }
   for (unsigned n = 0; n < count && s->db_info.counts_samples; n++)
      for (unsigned i = 0; i < samples; i++)
         sh->w->zpass += (uint64_t)__builtin_popcountll(block[n].cover[i]);
}

uint64_t SC(sc_run_program)(struct shade *sh, unsigned lanes, uint64_t mask)
{
   const struct sim_pixel_state *s = sh->s;
   struct sq_wave *w = &sh->w->wave;
   if (sc_work_is_late(sh->gpu, sh->w, s->ps_info->code_B))
      return 0;
   memcpy(w->sgpr, s->user_sgpr, sizeof s->user_sgpr);
   if (__builtin_expect(sim_poison_on, 0)) {
      sim_poison_sgprs(w);
      memcpy(w->sgpr, s->user_sgpr, 4 * s->num_user_sgprs);
   }
   w->sgpr[s->num_user_sgprs] = 0;     /* prim_mask: programs only hand it on to M0 */
   w->exec = mask;
   w->lanes = lanes;
   w->attr = sh->w->attr;
   w->deadline_ns = sh->gpu->end_ns;
   w->limit_ns = sh->gpu->watchdog_ns;
   enum sq_result result = G_00B02C_SCRATCH_EN(s->rsrc2)
                              ? sim_spi_run_with_scratch(sh->gpu, sh->w, s->ps, s->tmpring_size, s->num_user_sgprs + 1)
                              : sq_run(s->ps, w);
   if (result != SQ_DONE) {
      sim_spi_note_result(sh->gpu, sh->w, result, "pixel");
      return 0;
   }
   return w->exp_valid & mask;
}

/* Alpha to coverage: of n samples the first floor(alpha * n + dither), in the order that drivers give samples: the first two,
 * four, eight are spread over the pixel. */
static uint32_t alpha_samples(const struct sim_pixel_state *s, float alpha, unsigned lane)
{
   unsigned count = 1u << s->alpha_to_mask.log2_samples;
   float wanted = (alpha > 0 ? alpha < 1 ? alpha : 1 : 0) * (float)count + s->alpha_to_mask.dither[lane & 3];
   unsigned n = (unsigned)wanted < count ? (unsigned)wanted : count;
   uint32_t mask = (1u << n) - 1;
   for (unsigned have = count; have < 32; have *= 2)
      mask |= mask << have; /* surfaces with more samples repeat them */
   return mask;
}

void SC(sc_take_masks)(const struct shade *sh, unsigned lanes, unsigned first, unsigned step, uint64_t *left, uint8_t *stencil)
{
   const struct sim_pixel_state *s = sh->s;
   const uint32_t (*color)[SQ_MAX_LANES] = (const uint32_t (*)[SQ_MAX_LANES])sh->w->wave.exp[0];
   const uint32_t (*row)[SQ_MAX_LANES] = (const uint32_t (*)[SQ_MAX_LANES])sh->w->wave.exp[SQ_EXP_MRTZ];
   const bool packed = s->z_format == V_028710_SPI_SHADER_UINT16_ABGR, alpha = s->alpha_to_mask.enabled && sh->w->wave.exp_en[0];
   if (!s->stencil_export && !s->mask_export && !alpha)
      return;
   for (unsigned lane = 0; lane < lanes; lane++) {
      uint32_t samples = s->mask_export ? packed ? row[1][lane] : row[2][lane] : ~0u;
      if (alpha)
         samples &= alpha_samples(s, cb_exported_alpha(s->cb, color, lane), lane);
      for (unsigned i = first; i < 1u << s->log2_samples; i += step)
         left[i] &= ~((uint64_t)!(samples >> i & 1) << lane);
      if (s->stencil_export)
         stencil[lane] = (uint8_t)(packed ? row[0][lane] >> 16 : row[1][lane]);
   }
}

/* ---- blocks ----------------------------------------------------------------------------------------------------------- */

static void fill_block(struct shade *sh, int x, int y, unsigned sample, const uint64_t *raw)
{
   static const v16i quad_x = { 0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6 };
   static const v16i quad_y = { 0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6 };
   struct sc_quads q;
   v16i qx = quad_x + vi_set(x), qy = quad_y + vi_set(y);
   memcpy(q.x, &qx, sizeof qx);
   memcpy(q.y, &qy, sizeof qy);
   q.count = SC_MAX_QUADS;
   q.runs = q.starts = 1;
   q.block = true;
   q.prim[0] = sh->p;
   q.first[0] = 0;
   q.first[1] = (uint8_t)q.count;
   SC(sc_fill_inputs)(sh, &q, SQ_MAX_LANES, sample, raw);
}

/* The program for a block of the primitive's pixels. raw: by place, before any tests. */
static __attribute__((noinline)) uint64_t run_block(struct shade *sh, int x, int y, unsigned sample, uint64_t mask, const uint64_t *raw)
{
   if (__builtin_expect(sim_poison_on, 0))
      sim_poison_vgprs(&sh->w->wave);
   fill_block(sh, x, y, sample, raw);
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(mask);
   return SC(sc_run_program)(sh, SQ_MAX_LANES, mask);
}

/* Samples that one pass of the program is for. */
struct pass { unsigned first, end, step; };

/* A program that gives all pixels one colour runs once for the tile and its state. False: it gives none. */
static bool find_constant_color(struct shade *sh)
{
   if (!sh->constant_color_valid) {
      if (__builtin_expect(sim_poison_on, 0))
         sim_poison_vgprs(&sh->w->wave);
      if (!SC(sc_run_program)(sh, SQ_MAX_LANES, UINT64_MAX))
         return false;
      cb_constant_init(sh->s->cb, (const uint32_t (*)[4][64])sh->w->wave.exp, sh->w->wave.exp_en, sh->w->constant_color);
      sh->constant_color_valid = true;
   }
   return true;
}

static void paint(struct shade *sh, int x, int y, struct pass pass, const uint64_t *cover, uint64_t any)
{
   const struct sim_pixel_state *s = sh->s;
   if (!find_constant_color(sh))
      return;
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(any);
   for (unsigned i = pass.first; i < pass.end; i += pass.step)
      if (cover[i])
         cb_constant(s->cb, sh->w->constant_color, (unsigned)x, (unsigned)y, sh->p->layer, i, SQ_MAX_LANES, cover[i]);
}

void SC(sc_paint_row)(struct shade *sh, int x, int y, unsigned blocks)
{
   if (!find_constant_color(sh))
      return;
   sh->w->ps_invocations += 64 * (uint64_t)blocks;
   cb_constant_row(sh->s->cb, sh->w->constant_color, (unsigned)x, (unsigned)y, sh->p->layer, blocks);
}

static void finish(struct shade *sh, int x, int y, struct pass pass, const uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   struct sq_wave *w = &sh->w->wave;
   const uint32_t (*exp)[4][64] = (const uint32_t (*)[4][64])w->exp;
   for (unsigned i = pass.first; s->db_info.copies && i < pass.end; i += pass.step) {
      if (!cover[i])
         continue;
      db_copy_to_color(s->db, (unsigned)x, (unsigned)y, sh->p->layer, i, SQ_MAX_LANES, (uint32_t (*)[64])w->exp[0]);
      w->exp_en[0] = 15;
      if (s->cb_info.active_mask)
         cb_write(s->cb, (unsigned)x, (unsigned)y, sh->p->layer, i, SQ_MAX_LANES, cover[i], exp, w->exp_en);
   }
   if (s->db_info.copies || !s->cb_info.active_mask)
      return;
   if (s->log2_samples)
      cb_write_samples(s->cb, (unsigned)x, (unsigned)y, sh->p->layer, pass.first, pass.step, SQ_MAX_LANES, cover, exp, w->exp_en);
   else
      cb_write(s->cb, (unsigned)x, (unsigned)y, sh->p->layer, 0, SQ_MAX_LANES, cover[0], exp, w->exp_en);
}

/* Passes handle exports other than colours, and tests that come after the program. */
static __attribute__((noinline)) void finish_late(struct shade *sh, int x, int y, struct pass pass, const uint64_t *cover, uint64_t live)
{
   const struct sim_pixel_state *s = sh->s;
   uint8_t stencil[SQ_MAX_LANES];
   const float *z = s->need_ps && s->z_export ? (const float *)sh->w->wave.exp[SQ_EXP_MRTZ][0] : NULL;
   struct db_samples block = { (unsigned)x, (unsigned)y, { 0 } };
   for (unsigned i = pass.first; i < pass.end; i += pass.step)
      block.cover[i] = cover[i] & live;
   if (s->need_ps)
      SC(sc_take_masks)(sh, SQ_MAX_LANES, pass.first, pass.step, block.cover, stencil);
   if (s->late_z)
      SC(sc_depth)(sh, sh->p, &block, 1, z, s->need_ps && s->stencil_export ? stencil : NULL);
   if (s->need_ps)
      finish(sh, x, y, pass, block.cover);
}

/* One pass of the program over a block; cover[] per sample, after the tests that come before the program. */
static void shade_pass(struct shade *sh, int x, int y, struct pass pass, const uint64_t *cover, const uint64_t *raw)
{
   const struct sim_pixel_state *s = sh->s;
   uint64_t any = 0;
   for (unsigned i = pass.first; i < pass.end; i += pass.step)
      any |= cover[i];
   if (!any)
      return;
   if (s->constant_color) {
      paint(sh, x, y, pass, cover, any);
      return;
   }
   uint64_t live = s->need_ps ? run_block(sh, x, y, pass.first, any, raw) : any;
   if (!live)
      return;
   if (!s->need_ps || s->stencil_export || s->mask_export || s->alpha_to_mask.enabled || s->late_z) {
      finish_late(sh, x, y, pass, cover, live);
      return;
   }
   uint64_t left[SIM_MAX_SAMPLES];
   for (unsigned i = pass.first; i < pass.end; i += pass.step)
      left[i] = cover[i] & live;
   finish(sh, x, y, pass, left);
}

void SC(sc_shade_samples)(struct shade *sh, int x, int y, const uint64_t *cover, const uint64_t *raw)
{
   const unsigned samples = 1u << sh->s->log2_samples, passes = 1u << sh->s->log2_passes;
   for (unsigned i = 0; i < passes; i++)
      shade_pass(sh, x, y, (struct pass){ i, samples, passes }, cover, raw);
}

void SC(sc_shade_tested_block)(struct shade *sh, int x, int y, uint64_t cover)
{
   shade_pass(sh, x, y, (struct pass){ 0, 1, 1 }, &cover, &cover);
}

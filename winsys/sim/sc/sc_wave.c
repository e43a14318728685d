/* sc_wave.c: the way of waves through program, late tests and colour, and waves that are blocks of one primitive's pixels (sc_queue.c
 * makes the others). */
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

/* Runs the program for the lanes in mask; returns those that live on. Inputs are in place. */
static uint64_t run_program(struct shade *sh, unsigned lanes, uint64_t mask)
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

/* Takes the samples away that the program's sample mask or alpha leaves out, of the samples from `first` on, each step-th of them.
 * stencil: the reference that it exported, if it does. */
static void take_masks(const struct shade *sh, unsigned lanes, unsigned first, unsigned step, uint64_t *left, uint8_t *stencil)
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

/* ---- late tests ------------------------------------------------------------------------------------------------------ */

static inline bool same_block(const struct sc_quads *q, unsigned a, unsigned b)
{
   return !(((q->x[a] ^ q->x[b]) | (q->y[a] ^ q->y[b])) & ~(BLOCK - 1));
}

/* First lane of quad n in its 8x8 block. */
static inline unsigned lane_in_block(const struct sc_quads *q, unsigned n)
{
   unsigned x = (unsigned)q->x[n], y = (unsigned)q->y[n];
   return (x & 2) << 1 | (x & 4) << 2 | (y & 2) << 2 | (y & 4) << 3;
}

/* Depth and stencil are tested in blocks: quads of one primitive and block follow each other in the queue. lanes: by sample, then
 * those that passed. */
static void late_tests(struct shade *sh, const struct sc_quads *q, uint64_t *lanes, const float *z, const uint8_t *stencil)
{
   const unsigned samples = 1u << sh->s->log2_samples;
   if (q->block) {
      struct db_samples block = { (unsigned)q->x[0], (unsigned)q->y[0], { 0 } };
      memcpy(block.cover, lanes, samples * sizeof *lanes);
      SC(sc_depth)(sh, q->prim[0], &block, 1, z, stencil);
      memcpy(lanes, block.cover, samples * sizeof *lanes);
      return;
   }
   for (unsigned r = 0; r < q->runs; r++) {
      for (unsigned i = q->first[r], end; i < q->first[r + 1]; i = end) {
         _Alignas(64) float block_z[64] = { 0 };
         uint8_t block_stencil[64] = { 0 };
         struct db_samples block = { (unsigned)q->x[i] & ~(BLOCK - 1u), (unsigned)q->y[i] & ~(BLOCK - 1u), { 0 } };
         uint64_t any = 0;
         for (end = i; end < q->first[r + 1] && same_block(q, i, end); end++) {
            unsigned to = lane_in_block(q, end), from = 4 * end;
            for (unsigned k = 0; k < samples; k++)
               any |= block.cover[k] |= (lanes[k] >> from & 15) << to;
            if (z)
               memcpy(block_z + to, z + from, 4 * sizeof *z);
            if (stencil)
               memcpy(block_stencil + to, stencil + from, 4);
         }
         if (!any)
            continue;
         SC(sc_depth)(sh, q->prim[r], &block, 1, z ? block_z : NULL, stencil ? block_stencil : NULL);
         for (unsigned k = 0; k < samples; k++)
            for (unsigned n = i; n < end; n++) {
               const uint64_t quad = block.cover[k] >> lane_in_block(q, n) & 15;
               lanes[k] = (lanes[k] & ~(15ull << 4 * n)) | quad << 4 * n;
            }
      }
   }
}

/* ---- colours --------------------------------------------------------------------------------------------------------- */

static const struct sim_prim *prim_of(const struct sc_quads *q, unsigned quad)
{
   return q->prim[__builtin_popcount(q->starts & ((2u << quad) - 1)) - 1];
}

/* Part by part. left: lanes by sample. */
static void write_quads(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned first, unsigned passes,
                        const uint64_t *left)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sq_wave *w = &sh->w->wave;
   unsigned begin = 0;
   for (parts &= (1u << q->count) - 2;; parts &= parts - 1) {
      const unsigned end = parts ? (unsigned)__builtin_ctz(parts) : q->count;
      const uint64_t those = sq_first_lanes(4 * end) & ~sq_first_lanes(4 * begin);
      uint64_t part[SIM_MAX_SAMPLES];
      for (unsigned i = first; i < 1u << s->log2_samples; i += passes)
         part[i] = left[i] & those;
      cb_write_quads(s->cb, q->x, q->y, prim_of(q, begin)->layer, first, passes, q->count, part, (const uint32_t (*)[4][64])w->exp,
                     w->exp_en);
      if (!parts)
         return;
      begin = end;
   }
}

static void write_block(struct shade *sh, unsigned x, unsigned y, unsigned first, unsigned passes, const uint64_t *left)
{
   const struct sim_pixel_state *s = sh->s;
   struct sq_wave *w = &sh->w->wave;
   const uint32_t (*exp)[4][64] = (const uint32_t (*)[4][64])w->exp;
   for (unsigned i = first; s->db_info.copies && i < 1u << s->log2_samples; i += passes) {
      if (!left[i])
         continue;
      db_copy_to_color(s->db, x, y, sh->p->layer, i, (uint32_t (*)[64])w->exp[0]);
      w->exp_en[0] = 15;
      cb_write(s->cb, x, y, sh->p->layer, i, SIM_MAX_SAMPLES, left, exp, w->exp_en);
   }
   if (!s->db_info.copies)
      cb_write(s->cb, x, y, sh->p->layer, first, passes, left, exp, w->exp_en);
}

/* ---- waves -------------------------------------------------------------------------------------------------------------- */

/* The samples from `first` on, each passes-th of them. */
static void shade_pass(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned lanes, unsigned first, unsigned passes,
                       const uint64_t *cover, const uint64_t *raw)
{
   const struct sim_pixel_state *s = sh->s;
   const unsigned samples = 1u << s->log2_samples;
   struct sq_wave *w = &sh->w->wave;
   uint64_t any = 0, left[SIM_MAX_SAMPLES] = { 0 };
   for (unsigned i = first; i < samples; i += passes)
      any |= cover[i];
   if (!any)
      return;
   if (__builtin_expect(sim_poison_on, 0))
      sim_poison_vgprs(w);
   SC(sc_fill_inputs)(sh, q, lanes, first, raw);
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(any);
   const uint64_t live = run_program(sh, lanes, any);
   if (!live)
      return;
   for (unsigned i = first; i < samples; i += passes)
      left[i] = cover[i] & live;
   uint8_t stencil[SQ_MAX_LANES];
   take_masks(sh, lanes, first, passes, left, stencil);
   if (s->late_z)
      late_tests(sh, q, left, s->z_export ? (const float *)w->exp[SQ_EXP_MRTZ][0] : NULL, s->stencil_export ? stencil : NULL);
   if (!s->cb_info.active_mask)
      return;
   if (q->block)
      write_block(sh, (unsigned)q->x[0], (unsigned)q->y[0], first, passes, left);
   else
      write_quads(sh, q, parts, first, passes, left);
}

void SC(sc_shade_wave)(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned lanes, const uint64_t *cover,
                       const uint64_t *raw)
{
   for (unsigned i = 0; i < 1u << sh->s->log2_passes; i++)
      shade_pass(sh, q, parts, lanes, i, 1u << sh->s->log2_passes, cover, raw);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------- */

/* A program that gives all pixels one colour runs once for the tile and its state. False: it gives none. */
static bool find_constant_color(struct shade *sh)
{
   if (!sh->constant_color_valid) {
      if (__builtin_expect(sim_poison_on, 0))
         sim_poison_vgprs(&sh->w->wave);
      if (!run_program(sh, SQ_MAX_LANES, UINT64_MAX))
         return false;
      cb_constant_init(sh->s->cb, (const uint32_t (*)[4][64])sh->w->wave.exp, sh->w->wave.exp_en, sh->w->constant_color);
      sh->constant_color_valid = true;
   }
   return true;
}

static void paint(struct shade *sh, int x, int y, const uint64_t *cover)
{
   const unsigned samples = 1u << sh->s->log2_samples, passes = 1u << sh->s->log2_passes;
   uint64_t any[SIM_MAX_SAMPLES] = { 0 };
   if (!find_constant_color(sh))
      return;
   for (unsigned i = 0; i < samples; i++) {
      any[i & (passes - 1)] |= cover[i];
      if (cover[i])
         cb_constant(sh->s->cb, sh->w->constant_color, (unsigned)x, (unsigned)y, sh->p->layer, i, cover[i]);
   }
   for (unsigned i = 0; i < passes; i++)
      sh->w->ps_invocations += (uint64_t)__builtin_popcountll(any[i]);
}

void SC(sc_paint_row)(struct shade *sh, int x, int y, unsigned blocks)
{
   if (!find_constant_color(sh))
      return;
   sh->w->ps_invocations += 64 * (uint64_t)blocks;
   cb_constant_row(sh->s->cb, sh->w->constant_color, (unsigned)x, (unsigned)y, sh->p->layer, blocks);
}

void SC(sc_shade_block)(struct shade *sh, int x, int y, const uint64_t *cover, const uint64_t *raw)
{
   const v16i qx = quad_x + vi_set(x), qy = quad_y + vi_set(y);
   struct sc_quads q;
   if (sh->s->constant_color) {
      paint(sh, x, y, cover);
      return;
   }
   memcpy(q.x, &qx, sizeof qx);
   memcpy(q.y, &qy, sizeof qy);
   q.count = SC_MAX_QUADS;
   q.runs = q.starts = 1;
   q.block = true;
   q.prim[0] = sh->p;
   q.first[0] = 0;
   q.first[1] = SC_MAX_QUADS;
   SC(sc_shade_wave)(sh, &q, 0, SQ_MAX_LANES, cover, raw);
}

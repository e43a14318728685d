/* sc_pool.c: quads of small primitives, packed into waves: a wave takes 16 quads, whosever they are. The quads wait until a
 * wave is full, the state changes or the tile ends, or until one of their pixels is to be drawn again. */
#include "winsys/sim/sc.h"

static unsigned wave_lanes(const struct shade *sh)
{
   unsigned forced = sh->gpu->forced_lanes;
   return forced ? forced < LANES ? LANES : forced : 64;
}

/* ---- late tests ------------------------------------------------------------------------------------------------------ */

/* Depth and stencil are tested in blocks: quads of one primitive and block follow each other in the pool. */
static uint64_t late_tests(struct shade *sh, const struct sc_pool *pool, uint64_t mask, const float *z, const uint8_t *stencil)
{
   const struct sc_quads *q = &pool->quads;
   uint64_t passed = 0;
   for (unsigned r = 0; r < q->runs; r++) {
      for (unsigned i = q->first[r], end; i < q->first[r + 1]; i = end) {
         _Alignas(64) float block_z[64] = { 0 };
         uint8_t block_stencil[64] = { 0 };
         unsigned block = pool->where[i] >> 4;
         uint64_t block_mask = 0;
         for (end = i; end < q->first[r + 1] && pool->where[end] >> 4 == block; end++) {
            unsigned to = 4 * (pool->where[end] & 15), from = 4 * end;
            block_mask |= (mask >> from & 15) << to;
            if (z)
               memcpy(block_z + to, z + from, 4 * sizeof *z);
            if (stencil)
               memcpy(block_stencil + to, stencil + from, 4);
         }
         if (!block_mask)
            continue;
         block_mask = SC(sc_depth)(sh, q->prim[r], q->x[i] & ~(BLOCK - 1), q->y[i] & ~(BLOCK - 1), 64, 0, block_mask,
                                   z ? block_z : NULL, stencil ? block_stencil : NULL);
         for (unsigned k = i; k < end; k++)
            passed |= (block_mask >> 4 * (pool->where[k] & 15) & 15) << 4 * k;
      }
   }
   return passed;
}

/* ---- the wave --------------------------------------------------------------------------------------------------------- */

static void shade_quads(struct shade *sh, struct sc_pool *pool)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sc_quads *q = &pool->quads;
   struct sq_wave *w = &sh->w->wave;
   unsigned lanes = sh->gpu->forced_lanes ? wave_lanes(sh) : sq_wave_lanes(s->ps, 4 * q->count);
   SC(sc_fill_inputs)(sh, q, lanes, 0, &pool->mask);
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(pool->mask);
   uint64_t live = SC(sc_run_program)(sh, lanes, pool->mask);
   if (!live)
      return;
   bool from_mrtz = s->stencil_export || s->mask_export;
   uint8_t stencil[SQ_MAX_LANES];
   if (from_mrtz) {
      uint32_t samples[SQ_MAX_LANES];
      SC(sc_read_mrtz)(sh, lanes, stencil, samples);
      for (unsigned lane = 0; s->mask_export && lane < lanes; lane++)
         live &= ~((uint64_t)!(samples[lane] & 1) << lane);
   }
   if (live && s->late_z)
      live = late_tests(sh, pool, live, s->z_export ? (const float *)w->exp[SQ_EXP_MRTZ][0] : NULL,
                        s->stencil_export ? stencil : NULL);
   if (live && s->cb_info.active_mask)
      cb_write_quads(s->cb, q->x, q->y, q->prim[0]->layer, q->count, live, (const uint32_t (*)[4][64])w->exp, w->exp_en);
}

static void set_positions(const struct shade *sh, struct sc_pool *pool)
{
   v16i where, x, y;
   memcpy(&where, pool->where, sizeof where);
   x = vi_set(sh->tx) + (where >> 4 & 7) * BLOCK + (where & 1) * 2 + (where >> 2 & 1) * 4;
   y = vi_set(sh->ty) + (where >> 7) * BLOCK + (where >> 1 & 1) * 2 + (where >> 3 & 1) * 4;
   memcpy(pool->quads.x, &x, sizeof x);
   memcpy(pool->quads.y, &y, sizeof y);
}

void SC(sc_pool_flush)(struct shade *sh)
{
   struct sc_pool *pool = &sh->pool;
   struct sc_quads *q = &pool->quads;
   if (!q->count)
      return;
   q->first[q->runs] = (uint8_t)q->count;
   set_positions(sh, pool);
   shade_quads(sh, pool);
   for (unsigned i = 0; i < q->count; i++)
      pool->pending[pool->where[i] >> 4] = 0;
   q->count = q->runs = 0;
   pool->mask = 0;
}

void SC(sc_pool_add)(struct shade *sh, unsigned block, uint64_t cover)
{
   struct sc_pool *pool = &sh->pool;
   struct sc_quads *q = &pool->quads;
   const unsigned room = wave_lanes(sh) / 4;
   if (q->count && q->prim[0]->layer != sh->p->layer)
      SC(sc_pool_flush)(sh);
   uint64_t quads = cover | cover >> 1;
   quads = (quads | quads >> 2) & 0x1111111111111111ull; /* bit 4 * n: quad n has covered pixels */
   while (quads) {
      if (q->count == room)
         SC(sc_pool_flush)(sh);
      if (!q->runs || q->prim[q->runs - 1] != sh->p) {
         q->first[q->runs] = (uint8_t)q->count;
         q->prim[q->runs++] = sh->p;
      }
      uint64_t mask = pool->mask;
      unsigned i = q->count;
      for (; quads && i < room; quads &= quads - 1, i++) {
         unsigned at = (unsigned)__builtin_ctzll(quads);
         pool->where[i] = block << 4 | at >> 2;
         mask |= (cover >> at & 15) << 4 * i;
      }
      q->count = i;
      pool->mask = mask;
      /* With quads that a flush has done already: they are cleared by the next one. */
      pool->pending[block] |= cover;
   }
}

void SC(sc_pool_add_quads)(struct shade *sh, const struct db_quads *quads, unsigned count, unsigned mask)
{
   struct sc_pool *pool = &sh->pool;
   struct sc_quads *q = &pool->quads;
   uint32_t where[4];
   bool pending = q->count && q->prim[0]->layer != sh->p->layer;
   for (unsigned n = 0; n < count; n++) {
      unsigned x = quads->x[n] & (SIM_TILE - 1), y = quads->y[n] & (SIM_TILE - 1);
      where[n] = (x >> 3) << 4 | (y >> 3) << 7 | (x >> 1 & 1) | (y & 2) | (x & 4) | (y << 1 & 8);
      pending |= (pool->pending[where[n] >> 4] >> 4 * (where[n] & 15) & (mask >> 4 * n & 15)) != 0;
   }
   if (pending || q->count + count > wave_lanes(sh) / 4)
      SC(sc_pool_flush)(sh);
   unsigned to = q->count;
   if (!q->runs || q->prim[q->runs - 1] != sh->p) {
      q->first[q->runs] = (uint8_t)to;
      q->prim[q->runs++] = sh->p;
   }
   for (unsigned n = 0; n < count; n++) {
      uint64_t nibble = mask >> 4 * n & 15;
      if (!nibble)
         continue;
      pool->where[to] = where[n];
      pool->mask |= nibble << 4 * to++;
      pool->pending[where[n] >> 4] |= nibble << 4 * (where[n] & 15);
   }
   q->count = to;
}

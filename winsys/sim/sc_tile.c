/* sc_tile.c: a tile of the screen: which pixels of each primitive are covered, and which wave they go into. A well-filled 8x8
 * block is one wave of 64 lanes; of other blocks the quads with covered pixels wait in a pool for those of other primitives
 * (sc_pool.c). With several samples per pixel, 4x4 blocks are waves of their own instead. */
#include "winsys/sim/sc.h"
#include "winsys/sim/sc_cover.h"

#define WELL_FILLED 40 /* covered pixels of an 8x8 block */

/* One sample per pixel: tests before the program are done here, so that what they leave decides about the wave. */
static inline void one_sample(struct shade *sh, int bx, int by, uint64_t cover)
{
   if (sh->s->early_z)
      cover = SC(sc_depth)(sh, sh->p, sh->tx + bx, sh->ty + by, 64, 0, cover, NULL, NULL);
   if (!cover)
      return;
   unsigned block = (unsigned)(by / BLOCK * (SIM_TILE / BLOCK) + bx / BLOCK);
   if (sh->pool.pending[block] & cover)
      SC(sc_pool_flush)(sh);
   if (__builtin_popcountll(cover) >= WELL_FILLED && (!sh->gpu->forced_lanes || sh->gpu->forced_lanes == 64))
      SC(sc_shade_tested_block)(sh, sh->tx + bx, sh->ty + by, cover);
   else
      SC(sc_pool_add)(sh, bx, by, cover);
}

static void prim_in_tile(struct shade *sh)
{
   const struct sim_prim *p = sh->p;
   int tx = sh->tx, ty = sh->ty;
   int x0 = p->x0 > tx ? p->x0 - tx : 0, x1 = p->x1 < tx + SIM_TILE ? p->x1 - tx : SIM_TILE;
   int y0 = p->y0 > ty ? p->y0 - ty : 0, y1 = p->y1 < ty + SIM_TILE ? p->y1 - ty : SIM_TILE;
   if (x0 >= x1 || y0 >= y1)
      return;
   unsigned num_samples = 1u << sh->s->log2_samples;
   bool single = num_samples == 1 && sh->s->need_ps && !sh->s->paints;
   struct side sides[SIM_MAX_SAMPLES][4];
   int count[SIM_MAX_SAMPLES], touched = 0;
   for (unsigned i = 0; i < num_samples; i++) {
      /* Sample positions count in sixteenths of a pixel. */
      int sx = sh->s->sample_x[i] * (SIM_SUBPIXEL / 16), sy = sh->s->sample_y[i] * (SIM_SUBPIXEL / 16);
      count[i] = sh->s->sample_mask >> i & 1 ? collect_sides(p, tx, ty, sx, sy, x0, y0, x1, y1, sides[i]) : -1;
      touched |= count[i] >= 0;
   }
   if (!touched)
      return;
   for (int by = y0 & ~(BLOCK - 1); by < y1; by += BLOCK) {
      for (int bx = x0 & ~(BLOCK - 1); bx < x1; bx += BLOCK) {
         uint64_t box = box_mask(x0 - bx, y0 - by, x1 - bx, y1 - by), cover[SIM_MAX_SAMPLES];
         for (unsigned i = 0; i < num_samples; i++)
            cover[i] = count[i] < 0 ? 0 : count[i] ? box & cover_block(sides[i], count[i], bx, by) : box;
         if (!single)
            SC(sc_shade_block)(sh, tx + bx, ty + by, cover, num_samples);
         else if (cover[0])
            one_sample(sh, bx, by, cover[0]);
      }
   }
}

void SC(sc_tile)(struct sim_gpu *gpu, struct sim_worker *worker, const struct sim_bin *bin, int x, int y)
{
   struct shade sh = { .gpu = gpu, .w = worker, .tx = x, .ty = y };
   for (const struct sim_bin_node *node = bin->first; node; node = node->next) {
      for (uint32_t i = 0; i < node->count; i++) {
         sh.p = node->prim[i];
         if (sh.s != sh.p->state) {
            SC(sc_pool_flush)(&sh);
            sh.s = sh.p->state;
            sh.have_paint = false;
            if (worker->border_va != sh.s->border_va) {
               worker->border_va = sh.s->border_va;
               tc_cache_set_border_base(worker->tc, worker->border_va);
            }
         }
         prim_in_tile(&sh);
         if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
            return;
      }
   }
   SC(sc_pool_flush)(&sh);
}

/* sc_tile.c: a tile of the screen: which pixels of each primitive are covered, and which wave they go into. A well-filled 8x8
 * block is one wave of 64 lanes; of other blocks the quads with covered pixels wait in a queue for those of other primitives
 * (sc_queue.c). With several samples per pixel sc_samples.c does so. */
#include "winsys/sim/db/db.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/sc/sc_prefetch.h"
#include "winsys/sim/sc/sc_cover.h"
#include "winsys/sim/sc/sc_hidden.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/sc/sc_pending.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/tc/tc.h"

/* ---- one sample per pixel --------------------------------------------------------------------------------------------- */

#define SOME_BLOCKS 16 /* are tested together */

/* Depth alone: no program follows, so early and late is the same. */
static void depth_of_blocks(struct shade *sh, const struct db_z_plane *plane, struct db_block *block, unsigned count)
{
   const struct sim_prim *p = sh->p;
   if (sh->s->db_info.active)
      db_test_blocks(sh->s->db, block, count, p->layer | (uint32_t)p->viewport << 16, plane, p->flags & SIM_PRIM_FRONT);
   for (unsigned i = 0; i < count && sh->s->db_info.counts_samples; i++)
      sh->w->zpass += (uint64_t)__builtin_popcountll(block[i].mask);
}

/* The number of blocks from the first one on that are adjacent and whose pixels are all covered. */
static unsigned count_covered_blocks(const struct db_block *block, unsigned count)
{
   unsigned n = 0;
   while (n < count && block[n].mask == UINT64_MAX && block[n].y == block[0].y && block[n].x == block[0].x + n * BLOCK)
      n++;
   return n;
}

/* In order, whatever is covered. */
static void paint_blocks(struct shade *sh, const struct db_block *block, unsigned count)
{
   for (unsigned n; count; count -= n, block += n) {
      n = count_covered_blocks(block, count);
      if (n)
         SC(sc_paint_row)(sh, (int)block->x, (int)block->y, n);
      else if (block->mask)
         SC(sc_shade_block)(sh, (int)block->x, (int)block->y, &block->mask, &block->mask);
      n += !n;
   }
}

/* Tests before the program are done here, so that what they leave decides about the wave. known: blocks from the first one on, of
 * which count are worked on. */
static void some_blocks(struct shade *sh, const struct db_z_plane *plane, struct db_block *block, unsigned count, unsigned known)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sim_prim *p = sh->p;
   if (!s->need_ps) {
      depth_of_blocks(sh, plane, block, count);
      return;
   }
   if (s->early_z)
      db_test_blocks(s->db, block, count, p->layer | (uint32_t)p->viewport << 16, plane, p->flags & SIM_PRIM_FRONT);
   for (unsigned i = 0; s->early_z && s->db_info.counts_samples && i < count; i++)
      sh->w->zpass += (uint64_t)__builtin_popcountll(block[i].mask);
   if (s->constant_color) {
      paint_blocks(sh, block, count);
      return;
   }
   const bool ordered = order_shows(s);
   const uint8_t *target = prefetch_blocks(sh->prefetch, &s->cb_info.lines);
   for (unsigned i = 0; i < count; i++) {
      uint64_t cover = block[i].mask;
      if (!cover)
         continue;
      int x = (int)block[i].x, y = (int)block[i].y;
      bool wave = __builtin_popcountll(cover) >= SC_WELL_FILLED && (!sh->gpu->forced_lanes || sh->gpu->forced_lanes == 64);
      if ((wave || ordered) && pending_in_block(&sh->queue, block[i].x, block[i].y, cover))
         draw_again(sh, wave);
      if (wave) {
         if (target && i + PREFETCH_WAVES < known)
            prefetch_block(target, &s->cb_info.lines, &block[i + PREFETCH_WAVES]);
         else if (sh->prefetch->fills)
            prefetch_surfaces(sh->prefetch);
         SC(sc_shade_block)(sh, x, y, &cover, &cover);
      } else {
         struct sc_list list;
         sc_quads_of(cover, x, y, &list);
         SC(sc_queue_add)(sh, &list, NULL);
         note_block(&sh->queue, block[i].x, block[i].y, cover);
      }
   }
}

/* ---- triangles whose pixels are known ---------------------------------------------------------------------------------- */

/* 8x8 pixels from (x, y) on, and those of them that are covered. */
struct pixel_window { int x, y; uint64_t cover; };

/* Up to 16 quads: tested together. False: nothing is left of them. */
static inline bool test_list(struct shade *sh, struct sc_list *l)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sim_prim *p = sh->p;
   if (s->need_ps ? s->early_z : s->db_info.active) {
      const struct db_z_plane plane = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y, 0.5f, 0.5f, p->z_offset };
      struct db_quads q;
      memcpy(q.x, &l->x, sizeof q.x);
      memcpy(q.y, &l->y, sizeof q.y);
      l->mask = db_test_quads(s->db, &q, l->count, p->layer | (uint32_t)p->viewport << 16, l->mask, &plane);
      if (s->db_info.counts_samples)
         sh->w->zpass += (unsigned)__builtin_popcountll(l->mask);
      const uint64_t quads = sc_live_quads(l->mask);
      if ((unsigned)__builtin_popcountll(quads) != l->count)
         sc_keep(l, quads);
   }
   return l->mask && s->need_ps;
}

static inline void quads_of_windows(struct shade *sh, const struct pixel_window *w, unsigned windows)
{
   struct sc_list l;
   sc_quads_of(w[0].cover, w[0].x, w[0].y, &l);
   if (windows > 1) {
      struct sc_list next;
      sc_quads_of(w[1].cover, w[1].x, w[1].y, &next);
      if (l.count + next.count > SC_MAX_QUADS) {
         quads_of_windows(sh, w, 1);
         quads_of_windows(sh, w + 1, 1);
         return;
      }
      if (next.count) { /* and there is room after the first ones */
         l.x = sc_joined(l.x, l.count, next.x);
         l.y = sc_joined(l.y, l.count, next.y);
         l.mask |= next.mask << 4 * l.count;
         l.count += next.count;
      }
   }
   if (!test_list(sh, &l))
      return;
   /* Pixels that failed are not in the queue; checking them all is cheaper than excluding those. */
   struct window_parts parts[2];
   for (unsigned n = 0; n < windows; n++)
      window_parts(&parts[n], (unsigned)w[n].x, (unsigned)w[n].y, w[n].cover);
   if (order_shows(sh->s) &&
       (pending_in_window(&sh->queue, &parts[0]) || (windows > 1 && pending_in_window(&sh->queue, &parts[1]))))
      draw_again(sh, false);
   SC(sc_queue_add)(sh, &l, NULL);
   for (unsigned n = 0; n < windows; n++)
      note_window(&sh->queue, &parts[n]);
}

/* The same by blocks, for tests that take blocks only. */
static __attribute__((noinline)) void in_their_blocks(struct shade *sh, const struct pixel_window *w)
{
   const struct sim_prim *p = sh->p;
   const struct db_z_plane plane = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y, 0.5f, 0.5f, p->z_offset };
   struct db_block block[4];
   unsigned count = 0;
   for (unsigned n = 0; n < 16; n++) {
      unsigned qx = (unsigned)(w->x + quad_x[n]), qy = (unsigned)(w->y + quad_y[n]);
      unsigned bx = qx & ~(BLOCK - 1u), by = qy & ~(BLOCK - 1u), k = 0;
      uint64_t quad = w->cover >> 4 * n & 15;
      if (!quad)
         continue;
      while (k < count && (block[k].x != bx || block[k].y != by))
         k++;
      if (k == count)
         block[count++] = (struct db_block){ bx, by, 0 };
      block[k].mask |= quad << 4 * ((qx >> 1 & 1) | (qy & 2) | (qx & 4) | (qy << 1 & 8));
   }
   some_blocks(sh, &plane, block, count, count);
}

static inline bool window_init(struct pixel_window *w, const struct shade *sh, int x, int y, uint64_t cover)
{
   if (x < sh->tx || y < sh->ty || x + BLOCK > sh->tx + SIM_TILE || y + BLOCK > sh->ty + SIM_TILE)
      cover &= columns_mask(sh->tx - x, sh->tx + SIM_TILE - x) & rows_mask(sh->ty - y, sh->ty + SIM_TILE - y);
   *w = (struct pixel_window){ x, y, cover };
   return cover != 0;
}

static void small_triangle(struct shade *sh)
{
   const struct sim_prim *p = sh->p;
   int x = p->x0 & ~1, y = p->y0 & ~1;
   struct pixel_window w[2];
   unsigned windows = window_init(&w[0], sh, x, y, p->cover);
   if (p->more)
      windows += p->flags & SIM_PRIM_TALL ? window_init(&w[windows], sh, x, y + BLOCK, p->more)
                                          : window_init(&w[windows], sh, x + BLOCK, y, p->more);
   if (sh->s->db_info.quads && windows && !sh->s->constant_color) {
      quads_of_windows(sh, w, windows);
   } else {
      for (unsigned n = 0; n < windows; n++)
         in_their_blocks(sh, &w[n]);
   }
}

/* ---- larger ones -------------------------------------------------------------------------------------------------------- */

/* Those that have covered pixels. cut: which of them may have others. */
PX_INLINE unsigned list_blocks(const struct shade *sh, uint64_t left, uint64_t cut, const struct sides *sides, int n,
                               const struct side_values *values, const struct box_lanes *inside, struct db_block *block)
{
   unsigned count = 0;
   struct small_sides few;
   small_sides_init(&few, sides, n);
   for (; left; left &= left - 1) {
      const unsigned k = (unsigned)__builtin_ctzll(left);
      uint64_t cover = inside->columns[k & 7] & inside->rows[k >> 3];
      if (cut >> k & 1)
         cover &= small_cover(&few, n, &values->at[0][k], 64);
      block[count] = (struct db_block){ (unsigned)sh->tx + (k & 7) * BLOCK, (unsigned)sh->ty + (k >> 3) * BLOCK, cover };
      count += cover != 0;
   }
   return count;
}

static void in_blocks(struct shade *sh, struct sc_box box, const struct sides *sides, int n, const struct db_z_plane *plane)
{
   struct db_block block[SIM_TILE_BLOCKS * SIM_TILE_BLOCKS];
   struct side_values values;
   struct box_lanes inside;
   const struct tile_blocks blocks = sort_blocks(sides, NULL, n, box.x0, box.y0, box.x1, box.y1, &values);
   const uint64_t seen = hidden_update(sh, plane, BLOCK - 1, blocks.touched, ~(blocks.cut | blocks.border));
   if (!seen)
      return;
   box_lanes_init(&inside, box.x0, box.y0, box.x1, box.y1);
   for (int i = n; i < 3; i++)
      memset(values.at[i], 0, sizeof values.at[i]); /* of a side that nothing is outside of */
   unsigned count;
   if (n == 4)
      count = list_blocks(sh, seen, blocks.cut, sides, 4, &values, &inside, block);
   else if (2 * __builtin_popcountll(seen & blocks.cut) > __builtin_popcountll(seen)) /* which are cut is unpredictable */
      count = list_blocks(sh, seen, ~0ull, sides, 3, &values, &inside, block);
   else
      count = list_blocks(sh, seen, blocks.cut, sides, 3, &values, &inside, block);
   for (unsigned at = 0; at < count; at += SOME_BLOCKS)
      some_blocks(sh, plane, block + at, count - at < SOME_BLOCKS ? count - at : SOME_BLOCKS, count - at);
}

static void single_sampled(struct shade *sh, struct sc_box box)
{
   const struct sim_prim *p = sh->p;
   const struct sim_pixel_state *s = sh->s;
   int sx = s->sample_x[0][0], sy = s->sample_y[0][0]; /* in 1/SIM_PLACES pixel */
   struct sides sides;
   int n = collect_sides(p, sh->tx, sh->ty, sx, sy, box.x0, box.y0, box.x1, box.y1, &sides);
   if (n < 0 || !(s->sample_mask[0] & 1))
      return;
   const struct db_z_plane plane = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y,
                                     0.5f + sx * (1.0f / 16), 0.5f + sy * (1.0f / 16), p->z_offset };
   in_blocks(sh, box, &sides, n, &plane);
}

/* ---- the tile ------------------------------------------------------------------------------------------------------------- */

static inline void prim_in_tile(struct shade *sh)
{
   const struct sim_prim *p = sh->p;
   int tx = sh->tx, ty = sh->ty;
   if (p->flags & SIM_PRIM_SMALL) {
      small_triangle(sh);
      return;
   }
   struct sc_box box = { p->x0 > tx ? p->x0 - tx : 0, p->y0 > ty ? p->y0 - ty : 0,
                      p->x1 < tx + SIM_TILE ? p->x1 - tx : SIM_TILE, p->y1 < ty + SIM_TILE ? p->y1 - ty : SIM_TILE };
   if (box.x0 >= box.x1 || box.y0 >= box.y1)
      return;
   sc_prefetch_params(p);
   if (sh->s->by_sample)
      SC(sc_samples)(sh, box);
   else
      single_sampled(sh, box);
}

void SC(sc_tile)(struct sim_gpu *gpu, struct sim_worker *worker, uint32_t tile, const struct sim_bin_node *first, uint32_t next)
{
   struct sc_hidden hidden;
   struct prefetch prefetch;
   struct shade sh;
   memset(&sh, 0, offsetof(struct shade, planes));
   sh.gpu = gpu;
   sh.w = worker;
   sh.tx = (int)(tile % SIM_TILES_X) * SIM_TILE;
   sh.ty = (int)(tile / SIM_TILES_X) * SIM_TILE;
   sh.hidden = &hidden;
   hidden.db = NULL;
   hidden.known = 0;
   sh.prefetch = &prefetch;
   prefetch_init(&prefetch, gpu, tile, first, next);
   for (const struct sim_bin_node *node = first; node; node = node->next) {
      prefetch_node(node->next);
      if (sc_work_is_late(gpu, worker, SC_WORK_OF_NODE))
         return;
      for (uint32_t i = 0; i < node->count; i++) {
         prefetch_step(&prefetch);
         sh.p = node->prim[i];
         if (sh.s != sh.p->state) {
            SC(sc_queue_flush)(&sh);
            sh.s = sh.p->state;
            sh.constant_color_valid = false;
            prefetch_state(&prefetch, sh.s);
            if (hidden.db != sh.s->db) /* which may do anything to depth */
               hidden.db = NULL;
            tc_cache_set_border_base(worker->tc, sh.s->border_va);
         }
         prim_in_tile(&sh);
         if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
            return;
      }
   }
   SC(sc_queue_flush)(&sh);
}

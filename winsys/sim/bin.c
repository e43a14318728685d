/* bin.c: primitives sorted into tiles of the screen, and working the tiles off: in parallel across tiles, in order inside
 * each. The bins are emptied when order across tiles or memory begins to matter: other surfaces, cache flushes, fences,
 * reads by the command processor, a full arena.
 *
 * What nobody can see is left out: when a primitive writes every pixel that a tile's earlier primitives may have touched,
 * whatever those were, they are forgotten, unless they do more than write the same colour buffers (depth, stencil, memory,
 * counters). Two triangles of one quad count together. */
#include <stdlib.h>

#include "winsys/sim/gpu.h"
#include "winsys/sim/perf.h"
#include "winsys/sim/meta.h"

/* Below this many pixels (times a rough cost) waking threads costs more than it gains. */
#define SHARE_PIXELS 8192
#define KEEP_B SIM_ARENA_LIMIT_B /* of the arenas together, for the next time */

size_t sim_bin_memory_B(const struct sim_gpu *gpu)
{
   size_t in_use_B = 0;
   for (unsigned i = 0; i < gpu->threads; i++)
      in_use_B += gpu->workers[i].arena.in_use_B;
   return in_use_B;
}

static bool remember_tile(struct sim_gpu *gpu, uint32_t tile)
{
   if (gpu->num_active_tiles == gpu->cap_active_tiles) {
      uint32_t cap = gpu->cap_active_tiles ? 2 * gpu->cap_active_tiles : 1024;
      uint32_t *tiles = realloc(gpu->active_tiles, cap * sizeof *tiles);
      if (!tiles)
         return false;
      gpu->active_tiles = tiles;
      gpu->cap_active_tiles = cap;
   }
   gpu->active_tiles[gpu->num_active_tiles++] = tile;
   return true;
}

/* ---- sides ------------------------------------------------------------------------------------------------------------ */

#define TILE_PLACES ((int64_t)SIM_TILE * SIM_PLACES)

/* Where in its pixel a sample may be, from one place to the other. */
static inline int lowest_place(const struct sim_pixel_state *s)
{
   return s->log2_raster || s->sample_x[0][0] || s->sample_y[0][0] ? 0 : SIM_PLACES / 2;
}

static inline int highest_place(const struct sim_pixel_state *s)
{
   return SIM_PLACES - lowest_place(s);
}

/* A primitive's sides along a row of tiles: what they are in the first tile where they are the most, and the least at samples of
 * its pixels; how much that changes from tile to tile, and from row to row. */
struct row_sides { unsigned count; int64_t most[4], least[4], step[4], down[4]; };

static inline void row_sides_init(struct row_sides *row, const struct sim_prim *p, int tx, int ty)
{
   const int64_t low = lowest_place(p->state), high = TILE_PLACES - SIM_PLACES + highest_place(p->state);
   row->count = p->num_edges;
   for (unsigned e = 0; e < row->count; e++) {
      const int64_t a = p->ea[e], b = p->eb[e], at = a * (tx * TILE_PLACES) + b * (ty * TILE_PLACES) + p->ec[e];
      row->most[e] = at + (a > 0 ? a * TILE_PLACES : 0) + (b > 0 ? b * TILE_PLACES : 0);
      row->least[e] = at + a * (a > 0 ? low : high) + b * (b > 0 ? low : high);
      row->step[e] = a * TILE_PLACES;
      row->down[e] = b * TILE_PLACES;
   }
}

static inline void row_sides_down(struct row_sides *row)
{
   for (unsigned e = 0; e < row->count; e++) {
      row->most[e] += row->down[e];
      row->least[e] += row->down[e];
   }
}

/* Whether no side has all of tile k on its outside. */
static inline bool may_touch(const struct row_sides *row, int k)
{
   int64_t signs = 0;
   for (unsigned e = 0; e < row->count; e++)
      signs |= row->most[e] + k * row->step[e];
   return signs >= 0;
}

/* Whether no side leaves a sample of tile k's pixels on its outside. */
static inline bool covers(const struct row_sides *row, int k)
{
   int64_t signs = 0;
   for (unsigned e = 0; e < row->count; e++)
      signs |= row->least[e] + k * row->step[e];
   return signs >= 0;
}

/* Sides that leave some sample of the bin's pixels on their outside; `which` is the last one. */
static unsigned open_sides(const struct sim_prim *p, const struct sim_bin *bin, int x, int y, unsigned *which)
{
   const int low = lowest_place(p->state), high = highest_place(p->state);
   int64_t x0 = (int64_t)(x + bin->x0) * SIM_PLACES + low, x1 = (int64_t)(x + bin->x1 - 1) * SIM_PLACES + high;
   int64_t y0 = (int64_t)(y + bin->y0) * SIM_PLACES + low, y1 = (int64_t)(y + bin->y1 - 1) * SIM_PLACES + high;
   unsigned open = 0;
   for (unsigned e = 0; e < p->num_edges; e++) {
      int64_t least = p->ea[e] * (p->ea[e] > 0 ? x0 : x1) + p->eb[e] * (p->eb[e] > 0 ? y0 : y1) + p->ec[e];
      if (least < 0) {
         open++;
         *which = e;
      }
   }
   return open;
}

/* ---- what is hidden -------------------------------------------------------------------------------------------------- */

static bool bounds_hold(const struct sim_prim *p, const struct sim_bin *bin, int x, int y)
{
   return p->x0 <= x + bin->x0 && p->y0 <= y + bin->y0 && p->x1 >= x + bin->x1 && p->y1 >= y + bin->y1;
}

/* Whether p may hide what the bin has: nothing but colour buffers that p writes, too. */
static bool may_hide(const struct sim_bin *bin, const struct sim_prim *p)
{
   return !bin->lasts && !p->layer && !(bin->targets & ~p->state->cb_info.active_mask) && !(p->flags & SIM_PRIM_SMALL);
}

/* How many of the bin's last primitives are still needed before p: all (UINT32_MAX), none, or one that p goes on. */
static uint32_t still_seen(const struct sim_bin *bin, const struct sim_prim *p, int x, int y)
{
   unsigned side, other;
   if (!bounds_hold(p, bin, x, y))
      return UINT32_MAX;
   switch (open_sides(p, bin, x, y, &side)) {
   case 0:
      return 0;
   case 1: { /* the same line bounds the primitive before, from the other side */
      const struct sim_prim *q = bin->last->count ? bin->last->prim[bin->last->count - 1] : NULL;
      if (q && q->state == p->state && !(q->flags & SIM_PRIM_SMALL) && bounds_hold(q, bin, x, y) &&
          open_sides(q, bin, x, y, &other) == 1 && q->ea[other] == -p->ea[side] && q->eb[other] == -p->eb[side] &&
          q->ec[other] + p->ec[side] == -1)
         return 1;
      return UINT32_MAX;
   }
   default:
      return UINT32_MAX;
   }
}

static void keep_last(struct sim_bin *bin, uint32_t keep)
{
   const struct sim_prim *last = bin->last->prim[bin->last->count - 1];
   bin->last = bin->first;
   bin->first->next = NULL;
   bin->first->count = keep;
   if (keep)
      bin->first->prim[0] = last;
   else
      bin->targets = 0; /* the box may stay larger than needed */
}

/* The whole tile is p's. */
static inline void take_over(struct sim_bin *bin, const struct sim_prim *p, bool lasts)
{
   struct sim_bin_node *node = bin->first;
   node->next = NULL;
   node->count = 1;
   node->prim[0] = p;
   *bin = (struct sim_bin){ node, node, 0, 0, SIM_TILE, SIM_TILE, p->state->cb_info.active_mask, lasts };
}

static inline bool bounds_tile(const struct sim_prim_ref *r, int x, int y)
{
   return r->x0 <= x && r->y0 <= y && r->x1 >= x + SIM_TILE && r->y1 >= y + SIM_TILE;
}

static void extend(struct sim_bin *bin, const struct sim_prim_ref *r, int x, int y)
{
   int x0 = r->x0 - x, y0 = r->y0 - y, x1 = r->x1 - x, y1 = r->y1 - y;
   if (x0 < bin->x0)
      bin->x0 = (uint8_t)(x0 > 0 ? x0 : 0);
   if (y0 < bin->y0)
      bin->y0 = (uint8_t)(y0 > 0 ? y0 : 0);
   if (x1 > bin->x1)
      bin->x1 = (uint8_t)(x1 < SIM_TILE ? x1 : SIM_TILE);
   if (y1 > bin->y1)
      bin->y1 = (uint8_t)(y1 < SIM_TILE ? y1 : SIM_TILE);
}

/* ---- bins ------------------------------------------------------------------------------------------------------------- */

/* covers: no side leaves something of the tile outside. */
static inline void add_to_tile(struct sim_gpu *gpu, int tx, int ty, const struct sim_pixel_state *s, bool lasts,
                               const struct sim_prim_ref *r, bool covers)
{
   uint32_t tile = (uint32_t)(ty * SIM_TILES_X + tx);
   struct sim_bin *bin = &gpu->bins[tile];
   int x = tx * SIM_TILE, y = ty * SIM_TILE;
   if (bin->last && s->hides && may_hide(bin, r->prim)) {
      if (covers && bounds_tile(r, x, y)) {
         take_over(bin, r->prim, lasts);
         return;
      }
      const uint32_t keep = still_seen(bin, r->prim, x, y);
      if (keep <= 1)
         keep_last(bin, keep);
   }
   if (!bin->last || bin->last->count == SIM_BIN_NODE_PRIMS) {
      struct sim_bin_node *node = sim_arena_alloc(&gpu->workers[0].arena, sizeof *node);
      if (!node || (!bin->last && !remember_tile(gpu, tile))) {
         sim_lose(gpu, "no memory");
         return;
      }
      node->next = NULL;
      node->count = 0;
      if (bin->last)
         bin->last->next = node;
      else
         *bin = (struct sim_bin){ .first = node, .x0 = SIM_TILE, .y0 = SIM_TILE };
      bin->last = node;
   }
   extend(bin, r, x, y);
   bin->targets |= s->cb_info.active_mask;
   bin->lasts |= lasts;
   bin->last->prim[bin->last->count++] = r->prim;
}

void sim_bin_add(struct sim_gpu *gpu, const struct sim_pixel_state *state, bool layered, const struct sim_prim_ref *r)
{
   int tx0 = r->x0 >> SIM_TILE_SHIFT, ty0 = r->y0 >> SIM_TILE_SHIFT;
   int tx1 = (r->x1 - 1) >> SIM_TILE_SHIFT, ty1 = (r->y1 - 1) >> SIM_TILE_SHIFT;
   bool lasts = state->lasts || (layered && r->prim->layer);
   gpu->binned_pixels += (uint32_t)(r->x1 - r->x0) * (uint32_t)(r->y1 - r->y0);
   if (tx1 == tx0 || ty1 == ty0 || r->prim->flags & SIM_PRIM_SMALL) {
      for (int ty = ty0; ty <= ty1; ty++)
         for (int tx = tx0; tx <= tx1; tx++)
            add_to_tile(gpu, tx, ty, state, lasts, r, false);
      return;
   }
   struct row_sides row;
   row_sides_init(&row, r->prim, tx0, ty0);
   for (int ty = ty0; ty <= ty1; ty++, row_sides_down(&row))
      for (int tx = tx0; tx <= tx1; tx++)
         if (may_touch(&row, tx - tx0))
            add_to_tile(gpu, tx, ty, state, lasts, r, state->hides && covers(&row, tx - tx0));
}

static void work_item(void *data, unsigned thread, unsigned item)
{
   struct sim_gpu *gpu = data;
   if (item >= gpu->num_active_tiles) {
      sim_dma_fill_rest(gpu, item - gpu->num_active_tiles);
      return;
   }
   sim_dma_fill_tile(gpu, gpu->active_tiles[item]);
   if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed) || sim_is_late(gpu))
      return;
   /* Denormals are flushed as pixel programs have it, nearly all of them: changing the host's control word for every wave would
    * wait for all arithmetic under way each time. */
   static const struct sq_mode flushing = { 0 };
   uint32_t tile = gpu->active_tiles[item], next = gpu->backwards ? item - 1 : item + 1, saved = sq_fp_enter(&flushing);
   unsigned before = sim_perf_enter(SIM_PERF_TILE, 0);
   gpu->tile_func(gpu, &gpu->workers[thread], tile, next < gpu->num_active_tiles ? gpu->active_tiles[next] : tile);
   sim_perf_leave(before);
   sq_fp_leave(saved);
}

static void collect_counters(struct sim_gpu *gpu)
{
   for (unsigned i = 0; i < gpu->threads; i++) {
      struct sim_worker *w = &gpu->workers[i];
      gpu->zpass_total += w->zpass;
      gpu->ps_invocations_total += gpu->counts_pipeline ? w->ps_invocations : 0;
      w->zpass = w->ps_invocations = 0;
   }
}

void sim_bin_flush_tiles(struct sim_gpu *gpu)
{
   unsigned tiles = gpu->num_active_tiles;
   if (tiles) {
      if (gpu->dma.waiting)
         sim_dma_to_tiles(gpu);
      unsigned rest = sim_dma_rest_rows(gpu);
      sim_gpu_share(gpu, rest || gpu->binned_pixels >= SHARE_PIXELS, tiles + rest, work_item, gpu);
      gpu->dma.num_fills = 0;
      for (unsigned i = 0; i < tiles; i++)
         gpu->bins[gpu->active_tiles[i]] = (struct sim_bin){ 0 };
      gpu->num_active_tiles = 0;
      gpu->binned_pixels = 0;
      collect_counters(gpu);
      sim_lose_by_wave(gpu);
      if (!gpu->lost && atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
         sim_lose_late(gpu); /* no wave, but all of them together */
   }
   for (unsigned i = 0; i < gpu->threads; i++)
      sim_arena_reset(&gpu->workers[i].arena, KEEP_B / gpu->threads);
   gpu->pixel = NULL;
   gpu->expanded = 0;
   meta_flushed(gpu->mem);
}

void sim_bin_flush(struct sim_gpu *gpu)
{
   sim_bin_flush_tiles(gpu);
   if (gpu->dma.count)
      sim_dma_finish(gpu);
}

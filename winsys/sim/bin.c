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
#define BROAD_TILES 64  /* of a broad primitive's box, at least */
#define SHARE_TILES 512 /* below this many, putting broad primitives into them is faster alone */
#define KEEP_B (24u << 20) /* of the arenas of one kind together, for the next time */

size_t sim_bin_limit_B = 48u << 20;

size_t sim_bin_memory_B(const struct sim_gpu *gpu)
{
   size_t in_use_B = 0;
   for (unsigned i = 0; i < gpu->threads; i++)
      in_use_B += gpu->workers[i].arena.in_use_B + gpu->workers[i].nodes.in_use_B;
   return in_use_B;
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

/* Whether p goes on where q, right before it, ends, so that nothing of the bin's pixels is left: the line of p's open side bounds
 * q from the other side. */
static bool goes_on(const struct sim_prim *p, unsigned side, const struct sim_prim *q, const struct sim_bin *bin, int x, int y)
{
   unsigned other;
   return q->state == p->state && !(q->flags & SIM_PRIM_SMALL) && bounds_hold(q, bin, x, y) &&
          open_sides(q, bin, x, y, &other) == 1 && q->ea[other] == -p->ea[side] && q->eb[other] == -p->eb[side] &&
          q->ec[other] + p->ec[side] == -1;
}

/* How many of the primitives before p, of which q is the last one if there is any, are still needed in the bin: all (UINT32_MAX),
 * none, or one that p goes on. */
static uint32_t still_seen(const struct sim_bin *bin, const struct sim_prim *p, const struct sim_prim *q, int x, int y)
{
   unsigned side;
   if (!bounds_hold(p, bin, x, y))
      return UINT32_MAX;
   switch (open_sides(p, bin, x, y, &side)) {
   case 0:
      return 0;
   case 1:
      return q && goes_on(p, side, q, bin, x, y) ? 1 : UINT32_MAX;
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
static inline void add_to_tile(struct sim_gpu *gpu, struct sim_worker *w, int tx, int ty, const struct sim_pixel_state *s,
                               bool lasts, const struct sim_prim_ref *r, bool covers)
{
   struct sim_bin *bin = &gpu->bins[ty * SIM_TILES_X + tx];
   int x = tx * SIM_TILE, y = ty * SIM_TILE;
   if (bin->last && s->hides && may_hide(bin, r->prim)) {
      if (covers && bounds_tile(r, x, y)) {
         take_over(bin, r->prim, lasts);
         return;
      }
      const struct sim_prim *before = bin->last->count ? bin->last->prim[bin->last->count - 1] : NULL;
      const uint32_t keep = still_seen(bin, r->prim, before, x, y);
      if (keep <= 1)
         keep_last(bin, keep);
   }
   if (!bin->last || bin->last->count == SIM_BIN_NODE_PRIMS) {
      struct sim_bin_node *node = sim_arena_alloc(&w->nodes, sizeof *node);
      if (!node) {
         atomic_store_explicit(&gpu->bins_failed, true, memory_order_relaxed);
         return;
      }
      node->next = NULL;
      node->count = 0;
      if (bin->last) {
         bin->last->next = node;
      } else {
         *bin = (struct sim_bin){ .first = node, .x0 = SIM_TILE, .y0 = SIM_TILE };
         gpu->active[ty][tx / 64] |= UINT64_C(1) << tx % 64;
      }
      bin->last = node;
   }
   extend(bin, r, x, y);
   bin->targets |= s->cb_info.active_mask;
   bin->lasts |= lasts;
   bin->last->prim[bin->last->count++] = r->prim;
}

struct tiles { int x0, y0, x1, y1; };

static inline struct tiles tiles_of(const struct sim_prim_ref *r)
{
   return (struct tiles){ r->x0 >> SIM_TILE_SHIFT, r->y0 >> SIM_TILE_SHIFT, (r->x1 - 1) >> SIM_TILE_SHIFT,
                          (r->y1 - 1) >> SIM_TILE_SHIFT };
}

static void add_by_sides(struct sim_gpu *gpu, const struct sim_pixel_state *s, bool lasts, const struct sim_prim_ref *r)
{
   const struct tiles t = tiles_of(r);
   struct row_sides row;
   row_sides_init(&row, r->prim, t.x0, t.y0);
   for (int ty = t.y0; ty <= t.y1; ty++, row_sides_down(&row))
      for (int tx = t.x0; tx <= t.x1; tx++)
         if (may_touch(&row, tx - t.x0))
            add_to_tile(gpu, &gpu->workers[0], tx, ty, s, lasts, r, s->hides && covers(&row, tx - t.x0));
}

/* ---- broad primitives ------------------------------------------------------------------------------------------------- */

/* Primitives of many tiles wait, so that all threads can put them into the bins, each in its own rows of tiles, and so that most
 * of what is hidden does not even get there. */

/* What a row needs to know of one of them. */
struct broad_row { struct row_sides sides; int tx0, tx1; };

/* Primitives of the row that a tile needs, a bit for each: from those on that hide all before them. */
static uint64_t needed_in_tile(const struct sim_gpu *gpu, const struct broad_row *row, int tx, int ty)
{
   static const struct sim_bin whole = { .x1 = SIM_TILE, .y1 = SIM_TILE };
   uint64_t needed = 0;
   for (unsigned i = gpu->num_broad; i-- > 0;) {
      const struct broad_row *r = &row[i];
      const struct sim_broad *b = &gpu->broad[i];
      if (tx < r->tx0 || tx > r->tx1 || !may_touch(&r->sides, tx))
         continue;
      needed |= UINT64_C(1) << i;
      if (!b->hides)
         continue;
      if (covers(&r->sides, tx) && bounds_tile(&b->ref, tx * SIM_TILE, ty * SIM_TILE))
         return needed;
      if (i > 0 && still_seen(&whole, b->ref.prim, b[-1].ref.prim, tx * SIM_TILE, ty * SIM_TILE) == 1)
         return needed | UINT64_C(1) << (i - 1);
   }
   return needed;
}

static void broad_row(void *data, unsigned thread, unsigned item)
{
   struct sim_gpu *gpu = data;
   const int ty = (int)(gpu->active_y0 + item);
   struct broad_row row[SIM_BROAD];
   int tx0 = SIM_TILES_X, tx1 = -1;
   unsigned before = sim_perf_enter(SIM_PERF_SETUP, 0);
   for (unsigned i = 0; i < gpu->num_broad; i++) {
      const struct tiles t = tiles_of(&gpu->broad[i].ref);
      row[i].tx0 = t.x0;
      row[i].tx1 = t.y0 <= ty && ty <= t.y1 ? t.x1 : -1;
      if (row[i].tx1 < 0)
         continue;
      row_sides_init(&row[i].sides, gpu->broad[i].ref.prim, 0, ty);
      tx0 = t.x0 < tx0 ? t.x0 : tx0;
      tx1 = t.x1 > tx1 ? t.x1 : tx1;
   }
   for (int tx = tx0; tx <= tx1; tx++)
      for (uint64_t left = needed_in_tile(gpu, row, tx, ty); left; left &= left - 1) {
         const unsigned i = (unsigned)__builtin_ctzll(left);
         const struct sim_broad *b = &gpu->broad[i];
         const struct sim_pixel_state *s = b->ref.prim->state;
         add_to_tile(gpu, &gpu->workers[thread], tx, ty, s, b->lasts, &b->ref, s->hides && covers(&row[i].sides, tx));
      }
   sim_perf_leave(before);
}

/* share: the pool is not at work on something else. */
static void add_broad(struct sim_gpu *gpu, bool share)
{
   const unsigned rows = gpu->active_y1 - gpu->active_y0;
   if (share && gpu->pool && gpu->broad_tiles >= SHARE_TILES)
      sim_pool_run_shares(gpu->pool, rows, false, gpu->backwards, broad_row, gpu);
   else
      for (unsigned i = 0; i < rows; i++)
         broad_row(gpu, 0, i);
   gpu->num_broad = 0;
   gpu->broad_tiles = 0;
}

static void wait_as_broad(struct sim_gpu *gpu, const struct sim_pixel_state *s, bool lasts, const struct sim_prim_ref *r,
                          uint32_t tiles)
{
   struct sim_broad *b = &gpu->broad[gpu->num_broad];
   const struct sim_broad *before = gpu->num_broad++ ? b - 1 : NULL;
   const uint8_t targets = s->cb_info.active_mask;
   *b = (struct sim_broad){ .ref = *r, .lasts = lasts, .targets = targets, .some_last = lasts };
   if (before) {
      b->targets |= before->targets;
      b->some_last |= before->some_last;
   }
   b->hides = s->hides && !r->prim->layer && b->targets == targets && !(before && before->some_last);
   gpu->broad_tiles += tiles;
}

/* ---- all of them ------------------------------------------------------------------------------------------------------- */

static void lose_if_failed(struct sim_gpu *gpu)
{
   if (atomic_load_explicit(&gpu->bins_failed, memory_order_relaxed)) {
      atomic_store_explicit(&gpu->bins_failed, false, memory_order_relaxed);
      sim_lose(gpu, "no memory");
   }
}

void sim_bin_add(struct sim_gpu *gpu, const struct sim_pixel_state *state, bool layered, const struct sim_prim_ref *r)
{
   const struct tiles t = tiles_of(r);
   const bool lasts = state->lasts || (layered && r->prim->layer);
   const uint32_t tiles = (uint32_t)(t.x1 - t.x0 + 1) * (uint32_t)(t.y1 - t.y0 + 1);
   gpu->binned_pixels += (uint32_t)(r->x1 - r->x0) * (uint32_t)(r->y1 - r->y0);
   if (gpu->active_y0 > (unsigned)t.y0)
      gpu->active_y0 = (unsigned)t.y0;
   if (gpu->active_y1 <= (unsigned)t.y1)
      gpu->active_y1 = (unsigned)t.y1 + 1;
   if (gpu->num_broad && (tiles < BROAD_TILES || gpu->num_broad == SIM_BROAD))
      add_broad(gpu, false);
   if (tiles >= BROAD_TILES) {
      wait_as_broad(gpu, state, lasts, r, tiles);
      return;
   }
   if (t.x1 == t.x0 || t.y1 == t.y0 || r->prim->flags & SIM_PRIM_SMALL) {
      for (int ty = t.y0; ty <= t.y1; ty++)
         for (int tx = t.x0; tx <= t.x1; tx++)
            add_to_tile(gpu, &gpu->workers[0], tx, ty, state, lasts, r, false);
   } else {
      add_by_sides(gpu, state, lasts, r);
   }
   lose_if_failed(gpu);
}

/* In order of memory. */
static void list_active(struct sim_gpu *gpu)
{
   for (unsigned y = gpu->active_y0; y < gpu->active_y1; y++)
      for (unsigned i = 0; i < SIM_TILES_X / 64; i++) {
         for (uint64_t left = gpu->active[y][i]; left; left &= left - 1)
            gpu->active_tiles[gpu->num_active_tiles++] = y * SIM_TILES_X + i * 64 + (unsigned)__builtin_ctzll(left);
         gpu->active[y][i] = 0;
      }
   gpu->active_y0 = SIM_TILES_X;
   gpu->active_y1 = 0;
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

void sim_bin_work_off(struct sim_gpu *gpu)
{
   if (gpu->num_broad)
      add_broad(gpu, true);
   lose_if_failed(gpu);
   list_active(gpu);
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
      sim_arena_reset(&gpu->workers[i].nodes, KEEP_B / gpu->threads);
}

void sim_bin_flush_tiles(struct sim_gpu *gpu)
{
   sim_bin_work_off(gpu);
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

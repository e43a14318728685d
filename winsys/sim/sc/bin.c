/* bin.c: sorts primitives into tiles of the screen and executes the tiles: in parallel across tiles, in order inside each. The
 * bins are executed when order across tiles or memory begins to matter: other surfaces, cache flushes, fences, reads by the
 * command processor, a full arena.
 *
 * Hidden primitives are dropped: when a primitive writes every pixel that earlier primitives of a tile may have touched, the
 * earlier ones are removed from the bin, unless they have other effects than writes to the same colour buffers (depth, stencil,
 * memory, counters). Two triangles of one quad count together. */
#include <stdlib.h>
#include <string.h>

#include "util/ut_pages.h"
#include "winsys/sim/cb/cb.h"
#include "winsys/sim/base/arena.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/surf/meta.h"

/* Below this many pixels (times a rough cost) waking threads costs more than it gains. */
#define SHARE_PIXELS 8192
#define TILES_BETWEEN_LOOKS (1u << 18) /* at the clock: a primitive can be in 65536 tiles, and a draw can have millions of them */
#define KEEP_B (24u << 20) /* of the arenas of one kind together, for the next time */

size_t sim_bin_limit_B = 48u << 20;

size_t sim_bin_memory_B(const struct sim_gpu *gpu)
{
   size_t in_use_B = gpu->sc->nodes.in_use_B;
   const unsigned made = atomic_load_explicit(&gpu->workers_made, memory_order_relaxed);
   for (unsigned i = 0; i < made; i++)
      in_use_B += gpu->workers[i].arena.in_use_B;
   return in_use_B;
}

#define TILES ((size_t)SIM_TILES_X * SIM_TILES_X)

struct sc_state *sim_bin_create(sc_tile_func *tile_func)
{
   struct sc_state *sc = calloc(1, sizeof *sc);
   if (!sc)
      return NULL;
   sc->tile_func = tile_func;
   sc->bins = ut_pages_alloc(TILES * sizeof *sc->bins, 64);
   sc->active_y0 = SIM_TILES_X;
   sc->active = calloc(SIM_TILES_X, sizeof *sc->active);
   sc->active_tiles = ut_pages_alloc(TILES * sizeof *sc->active_tiles, 64);
   if (!sc->bins || !sc->active || !sc->active_tiles) {
      sim_bin_destroy(sc);
      return NULL;
   }
   return sc;
}

void sim_bin_destroy(struct sc_state *sc)
{
   if (!sc)
      return;
   free(sc->active);
   ut_pages_free(sc->active_tiles, TILES * sizeof *sc->active_tiles);
   ut_pages_free(sc->bins, TILES * sizeof *sc->bins);
   sim_arena_finish(&sc->nodes);
   free(sc);
}

/* ---- sides ------------------------------------------------------------------------------------------------------------ */

#define TILE_PLACES ((int64_t)SIM_TILE * SIM_PLACES)

/* A primitive's sides: what they are at the most in tile (0, 0), and the least at samples of its pixels; how much that changes from
 * tile to tile. */
struct tile_sides { unsigned count; int64_t most[4], least[4], right[4], down[4]; };

/* Where in its pixel a sample may be, from one place to the other. */
static inline int lowest_place(const struct sim_pixel_state *s)
{
   return s->log2_raster || s->sample_x[0][0] || s->sample_y[0][0] ? 0 : SIM_PLACES / 2;
}

static inline int highest_place(const struct sim_pixel_state *s)
{
   return SIM_PLACES - lowest_place(s);
}

static void sides_init(struct tile_sides *s, const struct sim_prim *p)
{
   const int64_t low = lowest_place(p->state), high = TILE_PLACES - SIM_PLACES + highest_place(p->state);
   s->count = p->num_edges;
   for (unsigned e = 0; e < s->count; e++) {
      const int64_t a = p->ea[e], b = p->eb[e];
      s->right[e] = a * TILE_PLACES;
      s->down[e] = b * TILE_PLACES;
      s->most[e] = p->ec[e] + (a > 0 ? s->right[e] : 0) + (b > 0 ? s->down[e] : 0);
      s->least[e] = p->ec[e] + a * (a > 0 ? low : high) + b * (b > 0 ? low : high);
   }
}

/* Whether no side has all of the tile on its outside. */
static inline bool may_touch(const struct tile_sides *s, int tx, int ty)
{
   int64_t signs = 0;
   for (unsigned e = 0; e < s->count; e++)
      signs |= s->most[e] + tx * s->right[e] + ty * s->down[e];
   return signs >= 0;
}

/* Whether no side leaves a sample of the tile's pixels on its outside. */
static inline bool covers(const struct tile_sides *s, int tx, int ty)
{
   int64_t signs = 0;
   for (unsigned e = 0; e < s->count; e++)
      signs |= s->least[e] + tx * s->right[e] + ty * s->down[e];
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

/* Whether p may occlude what the bin has: nothing but colour buffers that p writes, too. */
static bool may_occlude(const struct sim_bin *bin, const struct sim_prim *p)
{
   return !bin->side_effects && !p->layer && !(bin->targets & ~p->state->cb_info.active_mask) && !(p->flags & SIM_PRIM_SMALL);
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

/* p covers the tile. */
static inline void take_over(struct sim_bin *bin, const struct sim_prim *p, bool side_effects)
{
   struct sim_bin_node *node = bin->first;
   node->next = NULL;
   node->count = 1;
   node->prim[0] = p;
   *bin = (struct sim_bin){ node, node, 0, 0, SIM_TILE, SIM_TILE, p->state->cb_info.active_mask, side_effects };
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

/* Removes the primitives that r occludes from the tile's bin. covers: no side of r leaves a part of the tile outside. True: r is in the
 * bin, alone. */
static inline bool occlude(struct sim_bin *bin, int tx, int ty, const struct sim_pixel_state *s, bool side_effects,
                        const struct sim_prim_ref *r, bool covers)
{
   const int x = tx * SIM_TILE, y = ty * SIM_TILE;
   if (!bin->last || !s->occludes || !may_occlude(bin, r->prim))
      return false;
   if (covers && bounds_tile(r, x, y)) {
      take_over(bin, r->prim, side_effects);
      return true;
   }
   const struct sim_prim *before = bin->last->count ? bin->last->prim[bin->last->count - 1] : NULL;
   const uint32_t keep = still_seen(bin, r->prim, before, x, y);
   if (keep <= 1)
      keep_last(bin, keep);
   return false;
}

/* ---- bins ------------------------------------------------------------------------------------------------------------- */

static inline bool is_full(const struct sim_bin *bin)
{
   return !bin->last || bin->last->count == SIM_BIN_NODE_PRIMS;
}

static inline void add_node(struct sim_bin *bin, struct sim_bin_node *node)
{
   node->next = NULL;
   node->count = 0;
   if (bin->last)
      bin->last->next = node;
   else
      *bin = (struct sim_bin){ .first = node, .x0 = SIM_TILE, .y0 = SIM_TILE };
   bin->last = node;
}

/* There is room for it. */
static inline void append(struct sim_bin *bin, int tx, int ty, const struct sim_pixel_state *s, bool side_effects,
                          const struct sim_prim_ref *r)
{
   extend(bin, r, tx * SIM_TILE, ty * SIM_TILE);
   bin->targets |= s->cb_info.active_mask;
   bin->side_effects |= side_effects;
   bin->last->prim[bin->last->count++] = r->prim;
}

/* covers: as in occlude(). */
static inline void add_to_tile(struct sim_gpu *gpu, int tx, int ty, const struct sim_pixel_state *s, bool side_effects,
                               const struct sim_prim_ref *r, bool covers)
{
   struct sim_bin *bin = &gpu->sc->bins[ty * SIM_TILES_X + tx];
   if (occlude(bin, tx, ty, s, side_effects, r, covers))
      return;
   if (is_full(bin)) {
      struct sim_bin_node *node = sim_arena_alloc(&gpu->sc->nodes, sizeof *node);
      if (!node) {
         sim_lose(gpu, "no memory");
         return;
      }
      add_node(bin, node);
      gpu->sc->active[ty][tx / 64] |= UINT64_C(1) << tx % 64;
   }
   append(bin, tx, ty, s, side_effects, r);
}

struct tiles { int x0, y0, x1, y1; };

static inline struct tiles tiles_of(const struct sim_prim_ref *r)
{
   return (struct tiles){ r->x0 >> SIM_TILE_SHIFT, r->y0 >> SIM_TILE_SHIFT, (r->x1 - 1) >> SIM_TILE_SHIFT,
                          (r->y1 - 1) >> SIM_TILE_SHIFT };
}

static void add_by_sides(struct sim_gpu *gpu, const struct sim_pixel_state *s, bool side_effects, const struct sim_prim_ref *r)
{
   const struct tiles t = tiles_of(r);
   struct tile_sides sides;
   sides_init(&sides, r->prim);
   gpu->sc->sorted_tiles += (uint32_t)(t.x1 - t.x0 + 1) * (uint32_t)(t.y1 - t.y0 + 1);
   if (gpu->sc->sorted_tiles >= TILES_BETWEEN_LOOKS) {
      gpu->sc->sorted_tiles = 0;
      sim_is_late(gpu);
   }
   if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
      return; /* the tiles are not executed */
   for (int ty = t.y0; ty <= t.y1; ty++)
      for (int tx = t.x0; tx <= t.x1; tx++)
         if (may_touch(&sides, tx, ty))
            add_to_tile(gpu, tx, ty, s, side_effects, r, s->occludes && covers(&sides, tx, ty));
}

/* ---- all of them ------------------------------------------------------------------------------------------------------- */

void sim_bin_add(struct sim_gpu *gpu, const struct sim_pixel_state *state, bool layered, const struct sim_prim_ref *r)
{
   const struct tiles t = tiles_of(r);
   const bool side_effects = state->has_side_effects || (layered && r->prim->layer);
   gpu->sc->binned_pixels += (uint32_t)(r->x1 - r->x0) * (uint32_t)(r->y1 - r->y0);
   if (gpu->sc->active_y0 > (unsigned)t.y0)
      gpu->sc->active_y0 = (unsigned)t.y0;
   if (gpu->sc->active_y1 <= (unsigned)t.y1)
      gpu->sc->active_y1 = (unsigned)t.y1 + 1;
   if (t.x1 == t.x0 || t.y1 == t.y0 || r->prim->flags & SIM_PRIM_SMALL) {
      for (int ty = t.y0; ty <= t.y1; ty++)
         for (int tx = t.x0; tx <= t.x1; tx++)
            add_to_tile(gpu, tx, ty, state, side_effects, r, false);
   } else {
      add_by_sides(gpu, state, side_effects, r);
   }
}

/* In order of memory. */
static void list_active(struct sim_gpu *gpu)
{
   for (unsigned y = gpu->sc->active_y0; y < gpu->sc->active_y1; y++)
      for (unsigned i = 0; i < SIM_TILES_X / 64; i++)
         for (uint64_t left = gpu->sc->active[y][i]; left; left &= left - 1)
            gpu->sc->active_tiles[gpu->sc->num_active_tiles++] = y * SIM_TILES_X + i * 64 + (unsigned)__builtin_ctzll(left);
}

/* All that the bins have is done. */
static void empty_bins(struct sim_gpu *gpu)
{
   for (unsigned y = gpu->sc->active_y0; y < gpu->sc->active_y1; y++)
      memset(gpu->sc->active[y], 0, sizeof gpu->sc->active[y]);
   for (unsigned i = 0; i < gpu->sc->num_active_tiles; i++)
      gpu->sc->bins[gpu->sc->active_tiles[i]] = (struct sim_bin){ 0 };
   gpu->sc->active_y0 = SIM_TILES_X;
   gpu->sc->active_y1 = 0;
   gpu->sc->num_active_tiles = 0;
   gpu->sc->binned_pixels = 0;
}

static void work_item(void *data, unsigned thread, unsigned item)
{
   struct sim_gpu *gpu = data;
   if (item >= gpu->sc->num_active_tiles) {
      const unsigned row = item - gpu->sc->num_active_tiles;
      sim_dma_fill_rest(gpu, row, gpu->sc->active[row]);
      return;
   }
   sim_dma_fill_tile(gpu, gpu->sc->active_tiles[item]);
   if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
      return;
   /* Denormals are flushed as pixel programs have it, nearly all of them: changing the host's control word for every wave would
    * wait for all arithmetic under way each time. */
   static const struct sq_mode flushing = { 0 };
   const uint32_t tile = gpu->sc->active_tiles[item], next = gpu->backwards ? item - 1 : item + 1;
   unsigned before = sim_perf_enter(SIM_PERF_TILE, 0);
   const uint32_t saved = sq_fp_enter(&flushing);
   gpu->sc->tile_func(gpu, &gpu->workers[thread], tile, gpu->sc->bins[tile].first,
                      next < gpu->sc->num_active_tiles ? gpu->sc->active_tiles[next] : tile);
   sq_fp_leave(saved);
   sim_perf_leave(before);
}

static void collect_counters(struct sim_gpu *gpu)
{
   for (unsigned i = 0; i < atomic_load(&gpu->workers_made); i++) {
      struct sim_worker *w = &gpu->workers[i];
      gpu->zpass_total += w->zpass;
      gpu->ps_invocations_total += gpu->counts_pipeline ? w->ps_invocations : 0;
      w->zpass = w->ps_invocations = 0;
   }
}

void sim_bin_work_off(struct sim_gpu *gpu)
{
   list_active(gpu);
   unsigned tiles = gpu->sc->num_active_tiles;
   if (tiles) {
      if (gpu->dma->waiting)
         sim_dma_to_tiles(gpu, gpu->pixel ? &gpu->pixel->cb_info.lines : NULL, gpu->pixel ? &gpu->pixel->db_info.lines : NULL);
      unsigned rest = sim_dma_rest_rows(gpu);
      sim_gpu_share(gpu, rest || gpu->sc->binned_pixels >= SHARE_PIXELS, tiles + rest, work_item, gpu);
      gpu->dma->num_fills = 0;
      empty_bins(gpu);
      collect_counters(gpu);
      sim_lose_by_wave(gpu);
      if (!gpu->lost && atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
         sim_lose_late(gpu); /* no wave, but all of them together */
   }
   sim_arena_reset(&gpu->sc->nodes, KEEP_B);
}

void sim_bin_flush_tiles(struct sim_gpu *gpu)
{
   sim_bin_work_off(gpu);
   const unsigned workers = atomic_load(&gpu->workers_made);
   for (unsigned i = 0; i < workers; i++)
      sim_arena_reset(&gpu->workers[i].arena, KEEP_B / workers);
   gpu->pixel = NULL;
   gpu->expanded = 0;
   meta_flushed(gpu->mem);
}

void sim_bin_flush(struct sim_gpu *gpu)
{
   sim_bin_flush_tiles(gpu);
   if (gpu->dma->count)
      sim_dma_finish(gpu);
}

bool sim_bin_update_state(struct sim_gpu *gpu)
{
   /* Two surfaces may share memory, and then the order between tiles matters. */
   if (gpu->dirty & SIM_DIRTY_SURFACE && sim_spi_pixel_state_is_stale(gpu))
      sim_bin_flush_tiles(gpu);
   return sim_spi_update_pixel_state(gpu);
}

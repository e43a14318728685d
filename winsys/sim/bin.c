/* bin.c: primitives sorted into tiles of the screen, and working the tiles off: in parallel across tiles, in order inside
 * each. The bins are emptied when order across tiles or memory begins to matter: other surfaces, cache flushes, fences,
 * reads by the command processor, a full arena. */
#include <stdlib.h>

#include "winsys/sim/gpu.h"

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

static void add_to_tile(struct sim_gpu *gpu, uint32_t tile, const struct sim_prim *p)
{
   struct sim_bin *bin = &gpu->bins[tile];
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
         bin->first = node;
      bin->last = node;
   }
   bin->last->prim[bin->last->count++] = p;
}

/* Whether some side has the whole tile on its outside. Sample positions lie inside their pixels. */
static bool misses_tile(const struct sim_prim *p, int tx, int ty)
{
   const int64_t size = SIM_TILE * SIM_SUBPIXEL;
   for (unsigned e = 0; e < p->num_edges; e++) {
      int64_t x = (int64_t)tx * size, y = (int64_t)ty * size;
      int64_t most = p->ea[e] * (p->ea[e] > 0 ? x + size : x) + p->eb[e] * (p->eb[e] > 0 ? y + size : y) + p->ec[e];
      if (most < 0)
         return true;
   }
   return false;
}

void sim_bin_add(struct sim_gpu *gpu, const struct sim_prim_ref *r)
{
   gpu->binned_pixels += r->pixels;
   bool several = r->tx1 > r->tx0 && r->ty1 > r->ty0;
   for (int ty = r->ty0; ty <= r->ty1; ty++)
      for (int tx = r->tx0; tx <= r->tx1; tx++)
         if (!several || !misses_tile(r->prim, tx, ty))
            add_to_tile(gpu, (uint32_t)(ty * SIM_TILES_X + tx), r->prim);
}

static void work_tile(void *data, unsigned thread, unsigned item)
{
   struct sim_gpu *gpu = data;
   if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
      return;
   uint32_t tile = gpu->active_tiles[item];
   gpu->tile_func(gpu, &gpu->workers[thread], &gpu->bins[tile], (int)(tile % SIM_TILES_X) * SIM_TILE,
                  (int)(tile / SIM_TILES_X) * SIM_TILE);
}

static void collect_counters(struct sim_gpu *gpu)
{
   for (unsigned i = 0; i < gpu->threads; i++) {
      struct sim_worker *w = &gpu->workers[i];
      gpu->zpass_total += w->zpass;
      gpu->ps_invocations_total += w->ps_invocations;
      w->zpass = w->ps_invocations = 0;
   }
}

void sim_bin_flush(struct sim_gpu *gpu)
{
   unsigned tiles = gpu->num_active_tiles;
   if (tiles) {
      if (!gpu->pool && gpu->threads > 1 && tiles > 1 && gpu->binned_pixels >= SHARE_PIXELS)
         gpu->pool = sim_pool_create(gpu->threads);
      if (gpu->pool && tiles > 1 && gpu->binned_pixels >= SHARE_PIXELS)
         sim_pool_run(gpu->pool, tiles, work_tile, gpu);
      else
         for (unsigned i = 0; i < tiles; i++)
            work_tile(gpu, 0, i);
      for (unsigned i = 0; i < tiles; i++)
         gpu->bins[gpu->active_tiles[i]] = (struct sim_bin){ 0 };
      gpu->num_active_tiles = 0;
      gpu->binned_pixels = 0;
      collect_counters(gpu);
      sim_lose_by_wave(gpu);
   }
   for (unsigned i = 0; i < gpu->threads; i++)
      sim_arena_reset(&gpu->workers[i].arena, KEEP_B / gpu->threads);
   gpu->pixel = NULL;
}

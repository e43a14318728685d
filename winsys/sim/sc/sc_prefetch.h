/* sc_prefetch.h: prefetches what a thread will need soon. Primitives, and the lists of them, were
 * written a while ago, perhaps by another thread; depth and colour of a tile were last used a frame ago, or by the fill that
 * cleared them. Nothing here is more than a hint: no result depends on it. */
#ifndef SIM_SC_PREFETCH_H
#define SIM_SC_PREFETCH_H

#include "winsys/sim/cb/cb.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

#define PREFETCH_PRIMS 7
#define PREFETCH_WAVES 2 /* waves from a block to the one whose lines are prefetched */
#define PREFETCH_B 256 /* at once, of each surface */

static inline void prefetch_node(const struct sim_bin_node *node)
{
   for (unsigned at = 0; node && at < sizeof *node; at += 64)
      __builtin_prefetch((const char *)node + at);
}

/* Goes through a bin some primitives ahead. */
struct prefetch_prims { const struct sim_bin_node *node; uint32_t i; };

static inline void prefetch_prim(struct prefetch_prims *a)
{
   if (!a->node)
      return;
   const struct sim_prim *p = a->node->prim[a->i];
   for (unsigned at = 0; at < sizeof *p; at += 64)
      __builtin_prefetch((const char *)p + at);
   if (++a->i == a->node->count) {
      a->node = a->node->next;
      a->i = 0;
   }
}

/* The tile's part of a surface, prefetched piece by piece: more lines at once delay other loads. */
struct prefetch_lines { uintptr_t at; uint32_t left_B /* of this row of blocks */, rows, row_B, skip_B; };

static inline void prefetch_lines_init(struct prefetch_lines *a, const struct tile_lines *l, uint32_t tile)
{
   const size_t x = tile % SIM_TILES_X * SIM_TILE_BLOCKS, y = tile / SIM_TILES_X * SIM_TILE_BLOCKS;
   a->at = (uintptr_t)l->first + y * l->row_B + x * l->block_B;
   a->row_B = a->left_B = SIM_TILE_BLOCKS * l->block_B;
   a->skip_B = l->row_B - a->row_B;
   a->rows = l->first && !l->map && a->row_B % PREFETCH_B == 0 ? SIM_TILE_BLOCKS : 0;
}

/* Into the first cache, which has room for half a tile: from the second one quads still wait. */
static inline void prefetch_some_lines(struct prefetch_lines *a)
{
   if (!a->rows)
      return;
   for (unsigned at = 0; at < PREFETCH_B; at += 64)
      __builtin_prefetch((const void *)(a->at + at), 0, 3);
   a->at += PREFETCH_B;
   a->left_B -= PREFETCH_B;
   if (!a->left_B) {
      a->at += a->skip_B;
      a->left_B = a->row_B;
      a->rows--;
   }
}

/* All of that for one tile. */
struct prefetch {
   struct prefetch_prims prims;
   uint32_t next /* tile, or the same */, tile;
   struct prefetch_lines depth, color;
   bool fills; /* tiles are filled before they are drawn on */
};

static inline void prefetch_init(struct prefetch *a, const struct sim_gpu *gpu, uint32_t tile, const struct sim_bin_node *first,
                              uint32_t next)
{
   *a = (struct prefetch){ .prims = { first, 0 }, .tile = tile, .next = next, .fills = gpu->dma->num_fills };
   prefetch_node(first);
   prefetch_node(gpu->sc->bins[next].first);
   for (unsigned i = 0; i < PREFETCH_PRIMS; i++)
      prefetch_prim(&a->prims);
}

/* The next tile is taken to be drawn on as this one is at first. */
static inline void prefetch_state(struct prefetch *a, const struct sim_pixel_state *s)
{
   if (a->next == a->tile)
      return;
   prefetch_lines_init(&a->depth, &s->db_info.lines, a->next);
   prefetch_lines_init(&a->color, &s->cb_info.lines, a->next);
   a->next = a->tile;
}

static inline void prefetch_surfaces(struct prefetch *a)
{
   prefetch_some_lines(&a->depth);
   prefetch_some_lines(&a->color);
}

/* With each primitive. */
static inline void prefetch_step(struct prefetch *a)
{
   prefetch_prim(&a->prims);
   prefetch_surfaces(a);
   prefetch_surfaces(a);
}

/* With each wave of a block something is prefetched, too: a tile of few primitives has many waves. If tiles are filled before they
 * are drawn on, that is prefetch_surfaces() of the next tile, as the fill needs all of its lines at once; otherwise prefetch_block() of
 * this tile: beside textures the first cache has no room for two tiles.
 *
 * First block of the target for prefetch_block(); NULL: it is not to be called. */
static inline const uint8_t *prefetch_blocks(const struct prefetch *a, const struct tile_lines *color)
{
   return a->fills || color->map ? NULL : color->first;
}

/* soon: a block of this tile that is drawn soon. */
static inline void prefetch_block(const uint8_t *first, const struct tile_lines *color, const struct db_block *soon)
{
   const uint8_t *at = first + (size_t)(soon->y >> 3) * color->row_B + (size_t)(soon->x >> 3) * color->block_B;
   for (unsigned n = 0; n < PREFETCH_B; n += 64)
      __builtin_prefetch(at + n, 0, 3);
}

#endif

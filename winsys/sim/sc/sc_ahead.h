/* sc_ahead.h: prefetches what a thread will need soon. Primitives, and the lists of them, were
 * written a while ago, perhaps by another thread; depth and colour of a tile were last used a frame ago, or by the fill that
 * cleared them. Nothing here is more than a hint: no result depends on it. */
#ifndef SIM_SC_AHEAD_H
#define SIM_SC_AHEAD_H

#include "winsys/sim/cb/cb.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/pa/prim.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

#define AHEAD_PRIMS 7
#define AHEAD_WAVES 2 /* waves from a block to the one whose lines are prefetched */
#define AHEAD_B 256 /* at once, of each surface */

static inline void ahead_node(const struct sim_bin_node *node)
{
   for (unsigned at = 0; node && at < sizeof *node; at += 64)
      __builtin_prefetch((const char *)node + at);
}

/* Goes through a bin some primitives ahead. */
struct ahead_prims { const struct sim_bin_node *node; uint32_t i; };

static inline void ahead_prim(struct ahead_prims *a)
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
struct ahead_lines { uintptr_t at; uint32_t left_B /* of this row of blocks */, rows, row_B, skip_B; };

static inline void ahead_lines_init(struct ahead_lines *a, const struct tile_lines *l, uint32_t tile)
{
   const size_t x = tile % SIM_TILES_X * SIM_TILE_BLOCKS, y = tile / SIM_TILES_X * SIM_TILE_BLOCKS;
   a->at = (uintptr_t)l->first + y * l->row_B + x * l->block_B;
   a->row_B = a->left_B = SIM_TILE_BLOCKS * l->block_B;
   a->skip_B = l->row_B - a->row_B;
   a->rows = l->first && !l->map && a->row_B % AHEAD_B == 0 ? SIM_TILE_BLOCKS : 0;
}

/* Into the first cache, which has room for half a tile: from the second one quads still wait. */
static inline void ahead_some_lines(struct ahead_lines *a)
{
   if (!a->rows)
      return;
   for (unsigned at = 0; at < AHEAD_B; at += 64)
      __builtin_prefetch((const void *)(a->at + at), 0, 3);
   a->at += AHEAD_B;
   a->left_B -= AHEAD_B;
   if (!a->left_B) {
      a->at += a->skip_B;
      a->left_B = a->row_B;
      a->rows--;
   }
}

/* All of that for one tile. */
struct ahead {
   struct ahead_prims prims;
   uint32_t next /* tile, or the same */, tile;
   struct ahead_lines depth, color;
   bool fills; /* tiles are filled before they are drawn on */
};

static inline void ahead_init(struct ahead *a, const struct sim_gpu *gpu, uint32_t tile, const struct sim_bin_node *first,
                              uint32_t next)
{
   *a = (struct ahead){ .prims = { first, 0 }, .tile = tile, .next = next, .fills = gpu->dma.num_fills };
   ahead_node(first);
   ahead_node(gpu->bins[next].first);
   for (unsigned i = 0; i < AHEAD_PRIMS; i++)
      ahead_prim(&a->prims);
}

/* The next tile is taken to be drawn on as this one is at first. */
static inline void ahead_state(struct ahead *a, const struct sim_pixel_state *s)
{
   if (a->next == a->tile)
      return;
   ahead_lines_init(&a->depth, &s->db_info.lines, a->next);
   ahead_lines_init(&a->color, &s->cb_info.lines, a->next);
   a->next = a->tile;
}

static inline void ahead_surfaces(struct ahead *a)
{
   ahead_some_lines(&a->depth);
   ahead_some_lines(&a->color);
}

/* With each primitive. */
static inline void ahead_step(struct ahead *a)
{
   ahead_prim(&a->prims);
   ahead_surfaces(a);
   ahead_surfaces(a);
}

/* With each wave of a block something is prefetched, too: a tile of few primitives has many waves. If tiles are filled before they
 * are drawn on, that is ahead_surfaces() of the next tile, as the fill needs all of its lines at once; otherwise ahead_block() of
 * this tile: beside textures the first cache has no room for two tiles.
 *
 * First block of the target for ahead_block(); NULL: it is not to be called. */
static inline const uint8_t *ahead_blocks(const struct ahead *a, const struct tile_lines *color)
{
   return a->fills || color->map ? NULL : color->first;
}

/* soon: a block of this tile that is drawn soon. */
static inline void ahead_block(const uint8_t *first, const struct tile_lines *color, const struct db_block *soon)
{
   const uint8_t *at = first + (size_t)(soon->y >> 3) * color->row_B + (size_t)(soon->x >> 3) * color->block_B;
   for (unsigned n = 0; n < AHEAD_B; n += 64)
      __builtin_prefetch(at + n, 0, 3);
}

#endif

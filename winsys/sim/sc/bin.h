/* bin.h: bins: primitives sorted by screen tile, in the order of the stream. The interface for other blocks. */
#ifndef SIM_BIN_H
#define SIM_BIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/base/arena.h"
#include "winsys/sim/core/limits.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc.h"

#define SIM_BIN_NODE_PRIMS 30
struct sim_bin_node { struct sim_bin_node *next; uint32_t count; const struct sim_prim *prim[SIM_BIN_NODE_PRIMS]; };
/* box: pixels of the tile, exclusive end, that any of the primitives may touch; targets: colour buffers they write. */
struct sim_bin { struct sim_bin_node *first, *last; uint8_t x0, y0, x1, y1, targets; bool side_effects; };

/* Bins, and how they are worked off. */
struct sc_state {
   sc_tile_func *tile_func;              /* of the host's instruction set */
   struct sim_bin *bins;                 /* [SIM_TILES_X * SIM_TILES_X] */
   struct sim_arena nodes;               /* of them */
   uint64_t (*active)[SIM_TILES_X / 64]; /* [SIM_TILES_X] rows of bits: which of them are not empty */
   unsigned active_y0, active_y1;        /* exclusive end: rows where there may be some */
   uint32_t *active_tiles, num_active_tiles; /* which, in order, while they are worked off */
   uint64_t binned_pixels;               /* estimate of the work that waits */
   uint32_t sorted_tiles;                /* tests of a primitive against a tile since the clock was last read */
};
struct sc_state *sim_bin_create(sc_tile_func *tile_func); /* NULL: no memory */
void sim_bin_destroy(struct sc_state *sc);

/* Primitives of one state; layered: some may not be in layer 0. */
void sim_bin_add(struct sim_gpu *gpu, const struct sim_pixel_state *state, bool layered, const struct sim_prim_ref *ref);
size_t sim_bin_memory_B(const struct sim_gpu *gpu);
extern size_t sim_bin_limit_B; /* they are worked off when all threads together use more (tests: less) */
/* Before what was drawn, filled or copied so far is looked at, or may be. */
void sim_bin_flush(struct sim_gpu *gpu);
/* Before what is drawn next may depend on it: fills may go on waiting. */
void sim_bin_flush_tiles(struct sim_gpu *gpu);
/* The state of the primitives that are drawn next, gpu->pixel; flushes the tiles where surfaces change. False: draw nothing. */
bool sim_bin_update_state(struct sim_gpu *gpu);
/* In the middle of a draw, when the bins hold too much: primitives that are not in them yet stay. The pool must be idle. */
void sim_bin_work_off(struct sim_gpu *gpu);

#endif

/* limits.h: sizes that several blocks share: the subpixel grid, screen tiles, parameters, samples. */
#ifndef SIM_LIMITS_H
#define SIM_LIMITS_H

#include "winsys/sim/sq/sq.h"

#define SIM_SUBPIXEL_BITS 8 /* of positions, usually: sim_pa_state.grid_bits */
#define SIM_SUBPIXEL (1 << SIM_SUBPIXEL_BITS)
#define SIM_PLACE_BITS 4 /* edges are evaluated at pixel corners, centres, samples: all lie on this grid */
#define SIM_PLACES (1 << SIM_PLACE_BITS)
#define SIM_TILE_SHIFT 6
#define SIM_TILE (1 << SIM_TILE_SHIFT)
#define SIM_MAX_SCREEN 16384
#define SIM_TILES_X (SIM_MAX_SCREEN / SIM_TILE)
#define SIM_TILE_BLOCKS (SIM_TILE / 8) /* 8x8 blocks, each way */
#define SIM_MAX_PARAMS SQ_MAX_ATTRS
#define SIM_MAX_SAMPLES 16

#endif

/* tile_pipe.h: the memory pipe that holds a tile. */
#ifndef SIM_TILE_PIPE_H
#define SIM_TILE_PIPE_H

#include <stdint.h>

/* Pipe of the pixel (x, y) in slice 0 of a macro-tiled surface, by pipe configuration (GB_TILE_MODE.PIPE_CONFIG). */
unsigned tile_pipe(unsigned pipe_config, uint32_t x, uint32_t y);

#endif

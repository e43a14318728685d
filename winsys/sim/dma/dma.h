/* dma.h: copies and fills by CP DMA, which are collected and executed together. The interface for other blocks. */
#ifndef SIM_DMA_H
#define SIM_DMA_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/surf/tile.h"

struct sim_gpu;

/* Copies, or fills with data (no from), of CP DMA that are not executed yet. No span overlaps what another one writes. */
#define SIM_SPAN_B (256u << 10)
#define SIM_SPANS 256
struct sim_span { uint8_t *to; const uint8_t *from; uint32_t data, bytes; };
struct sim_tile_fill { struct tile_lines lines; uint32_t data; };
struct sim_dma {
   unsigned count;
   unsigned waiting;                     /* of these, the first ones: deferred fills */
   bool resolved;                        /* the deferred fills are done; under mem->deferred_lock */
   struct sim_deferred deferred;
   uint64_t bytes;
   const uint8_t *to, *to_end, *from, *from_end; /* bounds of all that is written, and read */
   struct sim_tile_fill fill[2];         /* colour, depth: executed tile by tile with the bins */
   unsigned num_fills;
   uint64_t all_fills;                   /* number of surfaces that were filled by tiles, since the device was made */
   struct sim_span span[SIM_SPANS];
};

void sim_dma_add(struct sim_gpu *gpu, struct sim_span s);
void sim_dma_end(struct sim_gpu *gpu);      /* before another packet: executes the spans, or defers them until tiles are drawn */
void sim_dma_finish(struct sim_gpu *gpu);   /* before other units access memory */
/* If a fill of this range is deferred: executes it on all threads, where sim_mem_check would use one. */
void sim_dma_finish_range(struct sim_gpu *gpu, uint64_t va, uint64_t size_B);
/* With the bins: deferred fills of surfaces are executed by sim_dma_fill_tile() for each tile that is drawn on, and by
 * sim_dma_fill_rest() for each of sim_dma_rest_rows() rows of tiles. */
void sim_dma_to_tiles(struct sim_gpu *gpu, const struct tile_lines *color, const struct tile_lines *depth); /* NULL: none is bound */
unsigned sim_dma_rest_rows(const struct sim_gpu *gpu);
void sim_dma_fill_tile(const struct sim_gpu *gpu, uint32_t tile);
void sim_dma_fill_rest(const struct sim_gpu *gpu, uint32_t row, const uint64_t *active); /* active: bit per tile of the row to leave out */

#endif

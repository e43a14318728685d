/* cp.h: command processor: packets, and copies and fills by CP DMA. What other blocks may use. */
#ifndef SIM_CP_H
#define SIM_CP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/surf/tile.h"

struct sim_gpu;

/* Copies, or fills with data (no from), that CP DMA was asked for and has not done yet: none touches what another writes. */
#define SIM_SPAN_B (256u << 10)
#define SIM_SPANS 256
struct sim_span { uint8_t *to; const uint8_t *from; uint32_t data, bytes; };
struct sim_tile_fill { struct tile_lines lines; uint32_t data; };
struct sim_dma {
   unsigned count;
   unsigned waiting;                     /* of these, the first ones: fills that memory is owed */
   bool paid;                            /* which somebody has done; under mem->debt_lock */
   struct sim_debt debt;
   uint64_t bytes;
   const uint8_t *to, *to_end, *from, *from_end; /* around all that is written, and read */
   struct sim_tile_fill fill[2];         /* colour, depth: done tile by tile while the bins are worked off */
   unsigned num_fills;
   struct sim_span span[SIM_SPANS];
};

/* cp*.c: how deep calls of command buffers may nest, and what a packet handler sees. */
struct cp_packet { uint64_t va; unsigned opcode; bool compute /* header's shader type */; const uint32_t *body; uint32_t dw; };
void sim_cp_run(struct sim_gpu *gpu, uint64_t va, uint32_t dw, unsigned depth);
bool sim_cp_draw(struct sim_gpu *gpu, const struct cp_packet *p);   /* false: no draw packet */
bool sim_cp_dispatch(struct sim_gpu *gpu, const struct cp_packet *p);
bool sim_cp_memory(struct sim_gpu *gpu, const struct cp_packet *p); /* WRITE_DATA, COPY_DATA, DMA */
/* Writes whole words at a word's address, each at once and in order: another ring, or the CPU, may be looking at them. */
void sim_cp_store(void *to, const void *data, size_t size_B);
bool sim_cp_sync(struct sim_gpu *gpu, const struct cp_packet *p);   /* events, waits, predication */
bool sim_cp_strmout(struct sim_gpu *gpu, const struct cp_packet *p); /* STRMOUT_BUFFER_UPDATE */
bool sim_cp_const(struct sim_gpu *gpu, const struct cp_packet *p);  /* the constant engine's packets, and waits for it */
bool sim_cp_const_knows(unsigned opcode);
/* cp_dma.c */
void sim_dma_add(struct sim_gpu *gpu, struct sim_span s);
void sim_dma_end(struct sim_gpu *gpu);      /* before another packet: spans are done, or wait */
void sim_dma_finish(struct sim_gpu *gpu);   /* before others may see memory */
/* If any of it waits: whoever looks would do it, but alone. */
void sim_dma_finish_range(struct sim_gpu *gpu, uint64_t va, uint64_t size_B);
/* With the bins: surfaces whose fills wait are filled by sim_dma_fill_tile() for each tile that is drawn on, and by
 * sim_dma_fill_rest() for each of so many rows of tiles. */
void sim_dma_to_tiles(struct sim_gpu *gpu);
unsigned sim_dma_rest_rows(const struct sim_gpu *gpu);
void sim_dma_fill_tile(const struct sim_gpu *gpu, uint32_t tile);
void sim_dma_fill_rest(const struct sim_gpu *gpu, uint32_t row);

#endif

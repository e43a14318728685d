/* cp.h: command processor: packets, and copies and fills by CP DMA. The interface for other blocks. */
#ifndef SIM_CP_H
#define SIM_CP_H

#include <stdbool.h>
#include <stddef.h>
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

/* State that packets set, besides registers. */
struct cp_state {
   bool compute_ring;
   bool const_engine;                    /* the commands that run are the constant engine's */
   bool predicate_skip, predicate_visible; /* predicated packets are skipped; result of the last test */
   uint32_t packets;                     /* executed so far that may cost time */
   uint64_t index_base, indirect_base, dispatch_base;
   uint32_t index_type, index_count_max, num_instances;
   struct sim_dma dma;
   uint32_t const_ram[8192];
};
struct cp_state *sim_cp_create(void); /* NULL: no memory */
void sim_cp_destroy(struct cp_state *cp);
void sim_cp_begin(struct cp_state *cp); /* the state that a submission begins with */

/* A packet, as handlers get it. */
struct cp_packet { uint64_t va; unsigned opcode; bool compute /* header's shader type */; const uint32_t *body; uint32_t dw; };
void sim_cp_run(struct sim_gpu *gpu, uint64_t va, uint32_t dw, unsigned depth);
/* Writes a call of a command buffer, SIM_CALL_B bytes. Returns its end. */
uint32_t *sim_cp_put_call(const struct sim_gpu *gpu, uint32_t *to, uint64_t va, uint32_t dw);
bool sim_cp_draw(struct sim_gpu *gpu, const struct cp_packet *p);   /* false: no draw packet */
bool sim_cp_dispatch(struct sim_gpu *gpu, const struct cp_packet *p);
bool sim_cp_memory(struct sim_gpu *gpu, const struct cp_packet *p); /* WRITE_DATA, COPY_DATA, DMA */
/* Stores aligned words, each atomically and in order: another ring, or the CPU, may be reading them. */
void sim_cp_store(void *to, const void *data, size_t size_B);
bool sim_cp_sync(struct sim_gpu *gpu, const struct cp_packet *p);   /* events, waits, predication */
bool sim_cp_strmout(struct sim_gpu *gpu, const struct cp_packet *p); /* STRMOUT_BUFFER_UPDATE */
bool sim_cp_const(struct sim_gpu *gpu, const struct cp_packet *p);  /* the constant engine's packets, and waits for it */
bool sim_cp_const_knows(unsigned opcode);
/* cp_dma.c */
void sim_dma_add(struct sim_gpu *gpu, struct sim_span s);
void sim_dma_end(struct sim_gpu *gpu);      /* before another packet: executes or defers the spans */
void sim_dma_finish(struct sim_gpu *gpu);   /* before other units access memory */
/* If a fill of this range is deferred: executes it on all threads, where sim_mem_check would use one. */
void sim_dma_finish_range(struct sim_gpu *gpu, uint64_t va, uint64_t size_B);
/* With the bins: deferred fills of surfaces are executed by sim_dma_fill_tile() for each tile that is drawn on, and by
 * sim_dma_fill_rest() for each of sim_dma_rest_rows() rows of tiles. */
void sim_dma_to_tiles(struct sim_gpu *gpu);
unsigned sim_dma_rest_rows(const struct sim_gpu *gpu);
void sim_dma_fill_tile(const struct sim_gpu *gpu, uint32_t tile);
void sim_dma_fill_rest(const struct sim_gpu *gpu, uint32_t row);

#endif

/* vgt.h: vertex grouper and tessellator: from a draw to batches of vertices and primitives. The interface for other blocks. */
#ifndef SIM_VGT_H
#define SIM_VGT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/pa/pa.h"

struct sim_gpu;
struct sim_pixel_state;
struct sim_stages;
struct sim_worker;

/* vgt.c: `count` indices for each instance; slices are ranges of all instances' indices one after the other. */
struct sim_draw { uint32_t count, instances; uint64_t index_va; uint32_t index_max /* readable from there */;
                  unsigned index_B /* 1, 2, 4; 0: auto index */; };
struct sim_vgt {
   struct sim_draw draw;
   const uint8_t *indices;               /* `readable` of them; those after them read as zero */
   uint32_t readable, index_offset, restart_at;
   bool rects, restarts, provoking_last; /* rects is not beside in_order: sim_vgt_slice() would copy both with one load, which
                                            waits until the stores of both have left the store buffer */
   bool in_order;                        /* on one thread, and no vertex is used twice: each has its primitive's id, or goes to
                                            stream output, or there are more stages */
   bool stippled;                        /* lines; their patterns go on from one to the next */
   uint32_t first_prim_id;
   unsigned raster_streams, captured_streams; /* bit per stream: is drawn; may go to stream output */
   unsigned prim_type, corners;
   uint32_t slice;                       /* indices that are worked on together */
   uint32_t *strip_start;                /* [n]: where the strip that index n * slice lies in began */
   const struct sim_stages *stages;      /* NULL: only a vertex program */
   uint64_t deadline_ns;
};
#define SIM_SLICE (3 * SIM_BATCH_PRIMS)  /* indices, at most */
unsigned sim_vgt_corners(unsigned prim_type); /* per primitive; 0: unknown type */
uint32_t sim_vgt_fetch(const struct sim_vgt *vgt, uint32_t n); /* without offset */
void sim_vgt_slice(struct sim_geom *g, const struct sim_vgt *vgt, uint64_t first, uint64_t end);
/* vgt_draw.c */
void sim_vgt_draw(struct sim_gpu *gpu, const struct sim_draw *draw);
void vgt_free_worker(struct sim_worker *w); /* memory that this block has made for a thread */

/* vgt_strmout.c: gives the batch's primitives their places in the stream-output buffers. */
void sim_so_reserve(struct sim_geom *g, unsigned stream, uint32_t prims, unsigned corners);
unsigned sim_so_raster_streams(const struct sim_gpu *gpu); /* bit per stream that is drawn */
uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer); /* offset of the register with its dwords */

#endif

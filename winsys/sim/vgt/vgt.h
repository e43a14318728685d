/* vgt.h: vertex grouper and tessellator: from a draw to batches of vertices and primitives. The interface for other blocks. */
#ifndef SIM_VGT_H
#define SIM_VGT_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/pa/pa.h"

struct sim_stages;

/* vgt.c: `count` indices for each instance; slices are ranges of all instances' indices one after the other. */
struct sim_draw { uint32_t count, instances; uint64_t index_va; uint32_t index_max /* readable from there */;
                  unsigned index_B /* 1, 2, 4; 0: auto index */; };

/* Where in an instance a strip (or list) began, and what those before it gave: primitive ids; points, lines and triangles. */
struct sim_strip { uint32_t start, ids, parts; };

/* Stream output of a draw: state of the registers, and how many primitives have their places. (vgt_strmout.c) */
#define SIM_SO_STREAMS 4
#define SIM_SO_BUFFERS 4
struct sim_so {
   unsigned streams, stored;             /* bit per stream: counted; and has buffers */
   uint8_t buffers[SIM_SO_STREAMS];      /* bit per buffer */
   uint32_t size_dw[SIM_SO_BUFFERS], stride_dw[SIM_SO_BUFFERS], filled_dw[SIM_SO_BUFFERS];
   uint64_t needed[SIM_SO_STREAMS], written[SIM_SO_STREAMS];
};

struct sim_vgt {
   struct sim_draw draw;
   const uint8_t *indices;               /* `readable` of them; those after them read as zero */
   uint32_t readable, index_offset, restart_at;
   bool rects, restarts, provoking_last; /* rects is not beside ids: sim_vgt_slice() would copy both with one load, which
                                            waits until the stores of both have left the store buffer */
   bool unshared;                        /* no vertex is used twice: each has its primitive's id, or goes to stream output */
   bool in_order;                        /* on one thread: lines are stippled, and their patterns go on from one to the next */
   bool ids;                             /* vertices have primitive ids */
   uint32_t first_prim_id;               /* of each instance */
   unsigned raster_streams;              /* bit per stream that is drawn */
   unsigned prim_type, corners;
   uint32_t slice;                       /* indices that are worked on together */
   struct sim_strip *strips;             /* [n]: the strip that index n * SIM_SLICE lies in; NULL: of short draws, or all one */
   uint32_t parts;                       /* of an instance, where they go to stream output without further stages */
   struct sim_so *so;                    /* NULL: none. With further stages: as far as slices have taken places */
   const struct sim_stages *stages;      /* NULL: only a vertex program */
   uint64_t deadline_ns;                 /* where this is looked at within a slice */
};
#define SIM_SLICE (3 * SIM_BATCH_PRIMS)  /* indices, at most */
unsigned sim_vgt_corners(unsigned prim_type); /* per primitive; 0: unknown type */
uint32_t sim_vgt_fetch(const struct sim_vgt *vgt, uint32_t n); /* without offset */
void sim_vgt_slice(struct sim_geom *g, const struct sim_vgt *vgt, uint64_t first, uint64_t end);
/* vgt_draw.c */
void sim_vgt_draw(struct sim_gpu *gpu, const struct sim_draw *draw);
void vgt_free_worker(struct sim_worker *w); /* memory that this block has made for a thread */

/* vgt_strmout.c */
uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer); /* offset of the register with its dwords */

#endif

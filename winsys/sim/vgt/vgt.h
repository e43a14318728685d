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

/* What the vertices of a batch are to the program that they go through: those of the draw; points of the tessellator:
 * index holds 0xffff0000: patch of the group, 0xffff: point; instance the patch id; vertices that a geometry shader emitted:
 * index is where in the ring. */
enum sim_batch_kind { SIM_BATCH_DRAW, SIM_BATCH_TESS, SIM_BATCH_COPY };
#define SIM_EDGE_BEGINS 8 /* a line that is the first of its strip */
struct sim_batch {
   uint32_t num_verts, num_prims, corners; /* corners per primitive: 1, 2, 3; rectangles 3 */
   uint32_t first_of_instance;           /* slots from here on may be used again */
   bool rects, ids;                      /* ids: vertices of a draw carry primitive ids */
   uint8_t kind;                         /* enum sim_batch_kind */
   struct sim_so_wave { unsigned stream; uint32_t allowed /* vertices of it that may be written */, offset_dw[4]; } so;
   uint32_t offchip_offset_B;            /* TESS: of its group of patches */
   uint32_t index[SIM_BATCH_VERTS];      /* vertex ids */
   uint32_t instance[SIM_BATCH_VERTS];
   uint32_t extra[2][SIM_BATCH_VERTS];   /* TESS: u, v. DRAW: primitive id, where there are such */
   uint16_t corner[SIM_BATCH_PRIMS * 3]; /* slots */
   uint8_t edge_flags[SIM_BATCH_PRIMS];  /* which sides a wireframe shows; SIM_EDGE_BEGINS */
   struct sim_vertices v;
   uint16_t reuse[4096];                 /* where a vertex id may have been put; `index` tells whether it was */
};

/* The front half of the pipe for one slice of a draw on one thread. */
struct sim_geom {
   struct sim_gpu *gpu;                  /* registers and states: constant during the draw */
   const struct sim_pa_state *pa;
   const struct sim_pixel_state *pixel;
   struct sim_worker *worker;
   struct sim_batch *batch;
   struct sim_prim *spare_prim;          /* made and not added: the next one to fill */
   bool direct;                          /* this thread fills the bins: primitives go there at once */
   uint32_t stipple_at;                  /* fragments of the strip's lines so far, if lines are stippled */
   bool failed, no_memory;               /* failed: also when a wave was ended */
   struct sim_prim_node *first, *last;   /* otherwise: the primitives, in order */
   uint64_t ia_primitives, vs_invocations, clip_invocations, clip_primitives;
};

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
void *sim_geom_alloc(struct sim_geom *g, size_t size_B);
struct sim_prim *sim_geom_new_prim(struct sim_geom *g);
struct sim_prim *sim_geom_new_small(struct sim_geom *g); /* of SIM_SMALL_PRIM_B; to be added */
void sim_geom_add(struct sim_geom *g, const struct sim_prim *prim);

/* vgt_strmout.c: gives the batch's primitives their places in the stream-output buffers. */
void sim_so_reserve(struct sim_geom *g, unsigned stream, uint32_t prims, unsigned corners);
unsigned sim_so_raster_streams(const struct sim_gpu *gpu); /* bit per stream that is drawn */
uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer); /* offset of the register with its dwords */

#endif

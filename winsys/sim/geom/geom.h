/* geom.h: vertices, primitives and batches between the blocks in front of the bins. */
#ifndef SIM_GEOM_H
#define SIM_GEOM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/geom/prim.h"

struct sim_gpu;
struct sim_pa_state;
struct sim_worker;

#define SIM_BATCH_VERTS 1536
#define SIM_BATCH_PRIMS 2048

/* Where a vertex lies in the window: subpixels from the origin of sim_pa_state; 1/w; depth. */
struct sim_place { _Alignas(16) int32_t fx; int32_t fy; float rw, sz; };
/* Vertices of a batch after their waves, in rows but for what triangles take all of. Corners that clipping makes are built beside
 * it. */
struct sim_vertices {
   _Alignas(64) float x[SIM_BATCH_VERTS], y[SIM_BATCH_VERTS], z[SIM_BATCH_VERTS], w[SIM_BATCH_VERTS];
   struct sim_place place[SIM_BATCH_VERTS];
   uint32_t code[SIM_BATCH_VERTS];       /* SIM_OUT_* */
   bool any_code;                        /* some vertex has a bit there */
   float psize[SIM_BATCH_VERTS];
   uint32_t edge[SIM_BATCH_VERTS];       /* 0: a wireframe does not show the side that starts here */
   uint32_t layer[SIM_BATCH_VERTS], viewport[SIM_BATCH_VERTS];
   float dist[8][SIM_BATCH_VERTS];
   float *param;                         /* [vertex][num_params][4], in the arena */
};

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
   bool failed, no_memory;               /* failed: also when a wave was ended, or the draw takes too long */
   /* Slices of geometry programs and tessellation take places in stream-output buffers in order: `turn` is the number of the
    * slice that may. NULL: this one has all of its places, or no slice runs at the same time. */
   atomic_uint *turn;
   unsigned number;
   struct sim_prim_node *first, *last;   /* otherwise: the primitives, in order */
   uint64_t ia_primitives, vs_invocations, clip_invocations, clip_primitives;
   uint64_t gs_invocations, gs_primitives, hs_invocations, ds_invocations;
};
/* In the arena of its thread. NULL: no memory, and the draw has failed. */
void *sim_geom_alloc(struct sim_geom *g, size_t size_B);

#endif

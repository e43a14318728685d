/* sc.h: what the parts of the scan converter share (sc_*.c): 16 lanes as one value, the quads of a wave, and a thread's state
 * while it works on a tile. These files are compiled once per instruction set, SC_ISA naming it; all give the same bits,
 * because edges are integers and planes are evaluated per pixel from its absolute position, whatever wave it is in. */
#ifndef SIM_SC_H
#define SIM_SC_H

#include <string.h>

#include "winsys/sim/gpu.h"
#include "winsys/sim/px_simd.h"

#define SC_PASTE2(a, b) a##_##b
#define SC_PASTE(a, b) SC_PASTE2(a, b)
#define SC(name) SC_PASTE(name, SC_ISA)

#define BLOCK 8
#define LANES 16 /* of the vectors here */
typedef vi v16i; /* px_simd.h: variables become vectors by vi_set and vf_set only */
typedef vf v16f;

/* Lane positions in a 4x4 block; blocks of an 8x8 block follow each other in the same zigzag. */
static const v16i lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
static const v16i lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };

static inline v16f to_float(v16i v)
{
   return __builtin_convertvector(v, v16f);
}

/* Whose the lanes of a wave are, and where. Quads of one primitive follow each other: a run. */
#define SC_MAX_QUADS (SQ_MAX_LANES / 4)
struct sc_quads {
   _Alignas(64) int32_t x[SC_MAX_QUADS], y[SC_MAX_QUADS]; /* top left pixel */
   unsigned count, runs;
   bool block;                                 /* one primitive, and lanes are those of an aligned block of pixels */
   const struct sim_prim *prim[SC_MAX_QUADS];  /* by run */
   uint8_t first[SC_MAX_QUADS + 1];            /* by run: its first quad; the last one's end */
};

/* Quads that wait for company. A pixel is in here at most once, so what happens to it happens in order. */
struct sc_pool {
   struct sc_quads quads;
   uint64_t mask;                              /* lanes that are covered */
   uint32_t where[SC_MAX_QUADS];         /* 8x8 block of the tile << 4 | quad of the block */
   uint64_t pending[SIM_TILE / BLOCK * (SIM_TILE / BLOCK)]; /* by block: covered pixels that are in here */
};

struct shade {
   struct sim_gpu *gpu;
   struct sim_worker *w;
   const struct sim_prim *p;             /* the one being worked on */
   const struct sim_pixel_state *s;      /* its state, and that of all in the pool */
   int tx, ty;                           /* first pixel of the tile */
   bool have_paint;
   struct cb_paint paint;                /* what a program with one colour for all its pixels gave them */
   const struct sim_prim *attrs_of;      /* all lanes of the attribute rows are this one's; NULL: somebody else's */
   struct sc_pool pool;
};

/* sc_input.c */
/* Fills what the program reads of the registers and attribute rows of the wave. `sample`: where sample locations are meant;
 * with one pass per pixel that is the first one. cover: lanes by place of the pixel (log2_raster), before all tests. */
void SC(sc_fill_inputs)(struct shade *sh, const struct sc_quads *q, unsigned lanes, unsigned sample, const uint64_t *cover);

/* sc_wave.c */
/* A block of an 8x8 block's pixels: the tests, then one wave or, of what is filled less well, one per 4x4 block. */
void SC(sc_shade_block)(struct shade *sh, int x, int y, const uint64_t *cover, unsigned num_samples);
/* One wave for an 8x8 block of one sample per pixel whose early tests are done. */
void SC(sc_shade_tested_block)(struct shade *sh, int x, int y, uint64_t cover);
/* Depth and stencil of a primitive's pixels of a block; z and stencil: what the program exported, or NULL. */
uint64_t SC(sc_depth)(struct shade *sh, const struct sim_prim *p, int x, int y, unsigned lanes, unsigned sample, uint64_t mask,
                      const float *exported_z, const uint8_t *stencil);
/* Runs the program for the lanes in mask; returns those that live on. Inputs are in place. */
uint64_t SC(sc_run_program)(struct shade *sh, unsigned lanes, uint64_t mask);
/* Stencil reference and sample mask of the MRTZ export; either may be absent. */
void SC(sc_read_mrtz)(const struct shade *sh, unsigned lanes, uint8_t *stencil, uint32_t *samples);

/* sc_pool.c */
/* Takes the covered pixels of an 8x8 block (number in the tile), none of which is in the pool; early tests are done. */
void SC(sc_pool_add)(struct shade *sh, unsigned block, uint64_t cover);
/* Takes quads of the primitive; lanes as in mask. Flushes first where some of their pixels are in the pool. */
void SC(sc_pool_add_quads)(struct shade *sh, const struct db_quads *quads, unsigned count, unsigned mask);
void SC(sc_pool_flush)(struct shade *sh);

#endif

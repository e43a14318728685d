/* sc_int.h: what the parts of the scan converter share (sc_*.c): 16 lanes as one value, the quads of a wave, and a thread's state
 * while it works on a tile. These files are compiled once per instruction set, SC_ISA naming it; all give the same bits,
 * because edges are integers and planes are evaluated per pixel from its absolute position, whatever wave it is in. */
#ifndef SIM_SC_INT_H
#define SIM_SC_INT_H

#include <string.h>

#include "winsys/sim/core/gpu.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/spi/spi.h"

#define SC_PASTE2(a, b) a##_##b
#define SC_PASTE(a, b) SC_PASTE2(a, b)
#define SC(name) SC_PASTE(name, SC_ISA)

#define BLOCK 8
#define SC_WELL_FILLED 40 /* covered pixels of a block that is a wave of its own */
#define LANES 16 /* of the vectors here */
typedef vi v16i; /* px_simd.h: variables become vectors by vi_set and vf_set only */
typedef vf v16f;

/* Lane positions in a 4x4 block; blocks of an 8x8 block follow each other in the same zigzag. */
static const v16i lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
static const v16i lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };

/* The same of quads in an 8x8 block; pixels of a tile's blocks, of two rows of them. */
static const v16i quad_x = { 0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6 };
static const v16i quad_y = { 0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6 };
static const v16i block_x = { 0, 8, 16, 24, 32, 40, 48, 56, 0, 8, 16, 24, 32, 40, 48, 56 };
static const v16i block_y = { 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8 };

static inline v16f to_float(v16i v)
{
   return __builtin_convertvector(v, v16f);
}

/* Pixels of the tile that a primitive may cover, exclusive end. */
struct sc_box { int x0, y0, x1, y1; };

/* Whose the lanes of a wave are, and where. Quads of one primitive follow each other: a run. */
#define SC_MAX_QUADS (SQ_MAX_LANES / 4)
struct sc_quads {
   _Alignas(64) int32_t x[SC_MAX_QUADS], y[SC_MAX_QUADS]; /* top left pixel */
   unsigned count, runs, starts;               /* starts: bit per quad that begins a run */
   bool block;                                 /* one primitive, and lanes are those of an aligned block of pixels */
   const struct sim_prim *prim[SC_MAX_QUADS];  /* by run */
   uint8_t first[SC_MAX_QUADS + 1];            /* by run: its first quad; the last one's end */
};

/* Quads that wait until a wave is full or the queue is flushed. Colours are written by parts, in order: where their order shows, a
 * pixel is in a part at most once, and quads of a part are of one layer. */
struct sc_queue {
   struct sc_quads quads;
   unsigned parts;                             /* bit per quad that begins one, but for the first */
   uint64_t mask;                              /* lanes that are covered, in any sample */
   struct sc_list_samples { uint64_t cover[SIM_MAX_SAMPLES], raw[SIM_MAX_SAMPLES]; } of; /* by_sample: see sc_queue_add() */
   _Alignas(64) uint64_t pending[SIM_TILE_BLOCKS * SIM_TILE_BLOCKS]; /* sc_pending.h */
};

/* The first n of a, then b's first; a from number n on, n < 16. In registers: a load of what two stores have written waits until both
 * have left the core. */
static inline v16i sc_joined(v16i a, unsigned n, v16i b)
{
   const v16i from = v_lane() - vi_set((int)n);
   return vi_sel(vi_lt(from, vi_set(0)), a, vi_permuted(b, from));
}

static inline v16i sc_behind(v16i a, unsigned n) { return vi_permuted(a, v_lane() + vi_set((int)n)); }

/* Quads with covered pixels, in the order of an 8x8 block's lanes. Lists are filled in place: a copy would load
 * complete vectors right after stores of their parts, which store forwarding of the host CPU does not cover. */
struct sc_list { v16i x, y; uint64_t mask /* four lanes each */; unsigned count; };

/* The first lanes of quads that have any. */
static inline uint64_t sc_live_quads(uint64_t lanes)
{
   const uint64_t quads = lanes | lanes >> 1;
   return (quads | quads >> 2) & 0x1111111111111111ull;
}

/* Lanes of quads that remain, in their places then. quads: sc_live_quads(). */
static inline uint64_t sc_kept_lanes(uint64_t quads, uint64_t lanes)
{
#ifdef __AVX512F__
   return _pext_u64(lanes, quads * 15);
#else
   uint64_t kept = 0;
   for (unsigned n = 0; quads; quads &= quads - 1, n++)
      kept |= (lanes >> __builtin_ctzll(quads) & 15) << 4 * n;
   return kept;
#endif
}

/* Drops the other quads. */
static inline void sc_keep(struct sc_list *l, uint64_t quads)
{
   l->count = (unsigned)__builtin_popcountll(quads);
   l->mask = sc_kept_lanes(quads, l->mask);
#if defined(__AVX512F__)
   __mmask16 those = (__mmask16)_pext_u64(quads, 0x1111111111111111ull);
   l->x = (v16i)_mm512_maskz_compress_epi32(those, (__m512i)l->x);
   l->y = (v16i)_mm512_maskz_compress_epi32(those, (__m512i)l->y);
#else
   union px_i x = { .v = l->x }, y = { .v = l->y };
   for (unsigned n = 0; quads; quads &= quads - 1, n++) { /* each moves down, or stays */
      x.s[n] = x.s[__builtin_ctzll(quads) >> 2];
      y.s[n] = y.s[__builtin_ctzll(quads) >> 2];
   }
   l->x = x.v;
   l->y = y.v;
#endif
}

/* Of an 8x8 block. */
static inline void sc_quads_of(uint64_t cover, int x, int y, struct sc_list *l)
{
   l->x = quad_x + vi_set(x);
   l->y = quad_y + vi_set(y);
   l->mask = cover;
   sc_keep(l, sc_live_quads(cover));
}

/* Vertices lie far from their primitives, and are looked at when a wave of them is launched. */
static inline void sc_prefetch_params(const struct sim_prim *p)
{
   const size_t last = 4 * (p->num_params - 1u);
   for (unsigned k = 0; p->num_params && k < 3; k++) {
      __builtin_prefetch(p->param[k]);
      __builtin_prefetch(p->param[k] + last);
   }
}

/* Attributes of a primitive: value = c[0] + c[1] * i + c[2] * j, by 4 * attribute + channel. */
struct sc_planes { _Alignas(64) float c[3][4 * SQ_MAX_ATTRS]; };

struct shade {
   struct sim_gpu *gpu;
   struct sim_worker *w;
   const struct sim_prim *p;             /* the one being worked on */
   const struct sim_pixel_state *s;      /* its state, and that of all in the queue */
   int tx, ty;                           /* first pixel of the tile */
   bool constant_color_valid;                      /* the worker's is that of this state */
   struct sc_hidden *hidden;             /* sc_hidden.h */
   struct prefetch *prefetch;                  /* sc_prefetch.h */
   const struct sim_prim *planes_of;     /* owner of the first planes; NULL: none */
   const struct sim_prim *rows_of;       /* owner of all lanes of the attribute rows; NULL: several */
   const uint8_t *rows_read;             /* which rows */
   struct sc_queue queue;
   struct sc_planes planes[SC_MAX_QUADS]; /* by run of the wave at hand */
};

/* sc_tile.c, sc_wave.c */
/* Waves without a loop do not read the clock, so tiles do, after some work: bytes of the code that waves run, and what a node of
 * a bin is taken for. True: the submission's time is over, and gpu->cancel is set. */
#define SC_WORK_BETWEEN_LOOKS (256u << 10)
#define SC_WORK_OF_NODE (16u << 10)
static inline bool sc_work_is_late(struct sim_gpu *gpu, struct sim_worker *w, unsigned work)
{
   w->work += work;
   if (__builtin_expect(w->work < SC_WORK_BETWEEN_LOOKS, 1))
      return false;
   if (sim_is_late(gpu))
      return true; /* and so are the next ones */
   w->work = 0;
   return false;
}

/* sc_samples.c */
/* The primitive's pixels of the tile's box: by_sample. */
void SC(sc_samples)(struct shade *sh, struct sc_box box);

/* sc_input.c */
/* Fills what the program reads of the registers and attribute rows of the wave. `sample`: where sample locations are meant;
 * with one pass per pixel that is the first one. cover: lanes by place of the pixel (log2_raster), before all tests. */
void SC(sc_fill_inputs)(struct shade *sh, const struct sc_quads *q, unsigned lanes, unsigned sample, const uint64_t *cover);

/* sc_wave.c */
/* A wave whose early tests are done, for each pass of the program. parts: as in sc_queue; cover: lanes by sample; raw: by place,
 * before tests. */
void SC(sc_shade_wave)(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned lanes, const uint64_t *cover,
                       const uint64_t *raw);
/* A wave of an 8x8 block of the primitive. */
void SC(sc_shade_block)(struct shade *sh, int x, int y, const uint64_t *cover, const uint64_t *raw);
/* The same for all of one or more blocks beside each other, of a state with constant_color. */
void SC(sc_paint_row)(struct shade *sh, int x, int y, unsigned blocks);
/* Depth and stencil of a primitive's blocks, of all their samples; z and stencil: what the program exported, or NULL. */
void SC(sc_depth)(struct shade *sh, const struct sim_prim *p, struct db_samples *block, unsigned count, const float *exported_z,
                  const uint8_t *stencil);

/* sc_queue.c */
/* Takes quads of the primitive, whose early tests are done. The caller looks for their pixels in the queue before, and notes
 * them afterwards (sc_pending.h). of: lanes by sample, and by place before tests; NULL: list->mask is both. */
void SC(sc_queue_add)(struct shade *sh, const struct sc_list *list, const struct sc_list_samples *of);
void SC(sc_queue_flush)(struct shade *sh);

#endif

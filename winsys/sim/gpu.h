/* gpu.h: what the blocks of the machine share. Private to winsys/sim.
 *
 * Flow of a draw: cp*.c (packets) -> vgt_draw.c (slices) -> vgt.c (indices, primitives) -> spi_vs.c (vertex waves) -> pa*.c
 * (clip, viewport, setup) -> bin.c (screen tiles) -> sc_tile.c on worker threads (coverage, depth, pixel waves, colour). A
 * small draw passes everything in front of the bins on the thread that runs the command buffer; a large one is cut into
 * slices that any thread may take, and only the bins are filled by that thread, slice by slice in order. What lies in the
 * bins refers only to immutable snapshots in arenas that are emptied when the bins have been worked off. */
#ifndef SIM_GPU_PRIVATE_H
#define SIM_GPU_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/cb.h"
#include "winsys/sim/db.h"
#include "winsys/sim/mem.h"
#include "winsys/sim/regs.h"
#include "winsys/sim/sim_gpu.h"
#include "winsys/sim/sq.h"
#include "winsys/sim/tc.h"

#define SIM_SUBPIXEL_BITS 8 /* of positions, usually: sim_pa_state.grid_bits */
#define SIM_SUBPIXEL (1 << SIM_SUBPIXEL_BITS)
#define SIM_PLACE_BITS 4 /* the tiles ask sides about pixel corners, centres, samples: all lie on this grid */
#define SIM_PLACES (1 << SIM_PLACE_BITS)
#define SIM_TILE_SHIFT 6
#define SIM_TILE (1 << SIM_TILE_SHIFT)
#define SIM_MAX_SCREEN 16384
#define SIM_TILES_X (SIM_MAX_SCREEN / SIM_TILE)
#define SIM_TILE_BLOCKS (SIM_TILE / 8) /* 8x8 blocks, each way */
#define SIM_MAX_PARAMS SQ_MAX_ATTRS
#define SIM_MAX_SAMPLES 16

/* ---- arena: memory of the bins (arena.c) --------------------------------------------------------------------------- */
struct sim_arena {
   struct sim_arena_chunk *first, *current;
   size_t used_B /* of the current chunk */, in_use_B, lately_B /* the most of the last times, about */;
};
/* 64-byte aligned, uninitialised. NULL: no memory. */
void *sim_arena_alloc(struct sim_arena *a, size_t size_B);
void sim_arena_reset(struct sim_arena *a, size_t keep_B); /* keeps so much for the next time, or what was used lately */
void sim_arena_finish(struct sim_arena *a);

/* ---- snapshots ------------------------------------------------------------------------------------------------------ */
/* What a pixel wave can begin with, by the bits of SPI_PS_INPUT_ENA. */
enum sim_ps_input { SIM_IN_PERSP_SAMPLE, SIM_IN_PERSP_CENTER, SIM_IN_PERSP_CENTROID, SIM_IN_PERSP_PULL, SIM_IN_LINEAR_SAMPLE,
                    SIM_IN_LINEAR_CENTER, SIM_IN_LINEAR_CENTROID, SIM_IN_STIPPLE, SIM_IN_X, SIM_IN_Y, SIM_IN_Z, SIM_IN_W,
                    SIM_IN_FACE, SIM_IN_ANCILLARY, SIM_IN_COVERAGE, SIM_IN_FIXED };

/* Where in the pixel; the last one is as many as there are. */
enum sim_ps_where { SIM_AT_CENTRE, SIM_AT_CENTROID, SIM_AT_SAMPLE, SIM_PLACES_OF_INPUTS };

/* Pixel side of the state, as it was when a primitive was drawn. */
struct sim_pixel_state {
   const struct sq_program *ps;          /* NULL: nothing to run */
   const struct sq_program_info *ps_info;
   uint32_t user_sgpr[16], num_user_sgprs;
   uint32_t rsrc2, baryc_cntl, tmpring_size;
   uint32_t num_inputs;
   /* VGPRs that are filled: bit number of SPI_PS_INPUT_ENA, first register, and which of the program's values are made of them */
   struct { uint8_t kind, vgpr, first_value, end_value, where; } input[16]; /* enum sim_ps_input, enum sim_ps_where */
   bool has_values;                      /* there are some, and i and j are where they should be; from end_values on without */
   uint8_t end_values;
   bool only_values;                     /* and nothing else: of one i and j at the centre */
   uint32_t num_interp, input_cntl[SIM_MAX_PARAMS];
   uint8_t smooth_from[SIM_MAX_PARAMS];  /* which parameter is interpolated between corners; 255: none */
   bool param_gen;                       /* one attribute more: the point coordinate in z and w */
   bool early_z, late_z, need_ps, sprite_enable, sprite_top_1, flat_enable;
   bool z_export, stencil_export, mask_export;
   uint8_t z_format;
   uint8_t sprite_ovrd[4];
   /* Samples: places in the pixel where coverage is asked for (raster); what depth and colour have (the first ones' coverage
    * goes round where there are fewer); passes of the program, of which each does every log2_passes-th sample. */
   uint8_t log2_raster, log2_samples, log2_passes;
   bool any_covers;                      /* of the places: together they are one sample of depth and colour */
   bool same_places;                     /* all pixels of a quad have the same places and masks */
   bool by_block;                        /* waves are blocks of one primitive, whatever is covered */
   bool knows_small;                     /* triangles of few pixels may come with their coverage (pa_small.c) */
   uint8_t centroid[SIM_MAX_SAMPLES];    /* places in the order in which the centroid prefers them */
   /* By pixel of the quad. Places in 1/16 pixel from the centre. */
   int8_t sample_x[4][SIM_MAX_SAMPLES], sample_y[4][SIM_MAX_SAMPLES];
   uint16_t sample_mask[4];
   struct { bool enabled; uint8_t log2_samples; float dither[4]; } alpha_to_mask;
   /* Pixels are drawn whose bit of the rule is set; its number is made of which rectangles they are in. */
   uint16_t clip_rule;
   struct { int16_t x0, y0, x1, y1; } clip_rect[4];
   bool paints;                          /* all its pixels get one colour and do nothing else */
   bool hides;                           /* leaves nothing to see of what its pixels had before, see bin.c */
   bool lasts;                           /* what it does is more than colour: it must be done even when it is hidden */
   uint64_t border_va;
   struct db_info db_info;
   struct cb_info cb_info;
   const struct db_state *db;            /* shared with other snapshots of the same registers */
   const struct cb_state *cb;
};

/* Vertex side: used while a draw is worked on, then forgotten. */
struct sim_pa_state {
   float xscale[16], xoffset[16] /* from the origin, below */, yscale[16], yoffset[16], zscale[16], zoffset[16];
   bool xy_is_window, z_is_window, w_is_reciprocal; /* PA_CL_VTE_CNTL: no divide; 1/w comes instead of w */
   bool clip_disable, clip_halfz, clip_near, clip_far, kill_all;
   uint8_t clip_dist_mask, cull_dist_mask;
   uint8_t plane_mask;                  /* clip distances that are those to a plane, of the position */
   float plane[6][4];
   bool has_misc, has_dist0, has_dist1, use_psize, use_edge, use_layer, use_viewport;
   bool cull_front, cull_back, front_is_cw, provoking_last;
   bool offset_front, offset_back, offset_para;
   uint8_t poly_mode_front, poly_mode_back; bool poly_mode;
   float offset_scale[2], offset_units[2], offset_clamp; /* [back]; units in depth, or relative to z's exponent: */
   bool offset_is_float; int offset_exponent;
   float point_size, point_min, point_max, line_width;
   bool perpendicular_lines;
   bool stippled;                        /* lines; of each bit of the pattern, from the lowest on, so many fragments: */
   uint16_t stipple_pattern; unsigned stipple_repeat;
   uint8_t stipple_reset;                /* PA_SC_LINE_STIPPLE.AUTO_RESET_CNTL: 1 at each line, 2 at each strip */
   int pixel_offset;                     /* subpixels added so that pixel centres are at .5 */
   unsigned grid_bits;                   /* subpixels of a pixel that sim_corner counts in: 8, or 10 or 12 */
   float grid, inv_subpixel;             /* what positions are rounded to, per pixel; size of a subpixel */
   int grid_step;                        /* the same in subpixels */
   int origin_x, origin_y;               /* pixels; positions in subpixels are relative to this */
   float guard;                          /* pixels from there that positions may be away */
   float gb_disc_x, gb_disc_y;           /* guard bands, in multiples of w: what lies beyond is not drawn, */
   float gb_clip_x[16], gb_clip_y[16];   /* what reaches beyond is cut (no further than the setup's integers go) */
   struct { int x0, y0, x1, y1; } scissor[16]; /* all scissors together, per viewport; x1, y1 exclusive */
   unsigned num_params;
   unsigned log2_samples;
};

/* One primitive that is ready for the tiles. */
enum { SIM_PRIM_FRONT = 1, SIM_PRIM_AFFINE = 2 /* same w everywhere */, SIM_PRIM_POINT = 4, SIM_PRIM_LINE = 8,
       SIM_PRIM_SMALL = 16 /* `cover` and `more` say which pixels, and there is no memory behind the latter */,
       SIM_PRIM_TALL = 32 /* `more` is below the others */ };
struct sim_prim {
   const struct sim_pixel_state *state;
   const float *param[3], *provoking;    /* [num_params][4] of the corners */
   int16_t x0, y0, x1, y1;               /* pixels that may be covered, exclusive end, scissored */
   uint8_t num_edges, flags, num_params, viewport;
   uint16_t layer;
   uint64_t cover;                       /* of the 8x8 pixels from (x0 & ~1, y0 & ~1) on, in the order of a block's lanes */
   _Alignas(64) float ref_x;
   float ref_y;                          /* pixels; the planes start here */
   float di_dx, di_dy, dj_dx, dj_dy;     /* i and j are 0 at the reference */
   float rw[3];                          /* 1/w of the corners */
   float z, dz_dx, dz_dy;
   uint64_t more;                        /* of the 8x8 pixels to the right of those of `cover` */
   _Alignas(64) int32_t ea[4];
   int32_t eb[4];                        /* inside: ea*x + eb*y + ec >= 0 for all edges, x and y in 1/SIM_PLACES pixel */
   int64_t ec[4];
};
#define SIM_PLANE_FLOATS 12 /* from ref_x to dz_dy */
#define SIM_SMALL_PRIM_B offsetof(struct sim_prim, ea)
_Static_assert(offsetof(struct sim_prim, dz_dy) == offsetof(struct sim_prim, ref_x) + 4 * (SIM_PLANE_FLOATS - 1), "planes");

/* A primitive on its way to the bins, with its bounds: it may lie in another core's cache, and need not be looked at then. */
struct sim_prim_ref { const struct sim_prim *prim; int16_t x0, y0, x1, y1; };
#define SIM_PRIM_NODE_REFS 255
struct sim_prim_node { struct sim_prim_node *next; uint32_t count; struct sim_prim_ref ref[SIM_PRIM_NODE_REFS]; };

/* ---- groups of waves (spi_group.c) ------------------------------------------------------------------------------------ */
#define SIM_GROUP_WAVES 32
#define SIM_LDS_B 65536
struct sim_group { unsigned waves; uint8_t *lds; struct sq_wave wave[SIM_GROUP_WAVES]; };

/* ---- worker threads (pool.c) ---------------------------------------------------------------------------------------- */
#define SIM_APART_B 128 /* what one thread writes and another does not, so far away: lines are fetched in pairs */
struct sim_worker {
   _Alignas(SIM_APART_B) struct sq_wave wave;
   uint32_t (*vgpr)[SQ_MAX_LANES];       /* 256 rows */
   struct sq_attr *attr;                 /* [SIM_MAX_PARAMS] of pixel waves */
   float (*values)[SQ_MAX_LANES];        /* [SQ_MAX_VALUES] of them */
   struct cb_paint *paint;               /* what a program with one colour for all its pixels gives them */
   struct tc_cache *tc;
   struct sim_batch *batch;              /* NULL until this thread has seen vertices */
   struct sim_stage_mem *stage_mem;      /* NULL until it has seen geometry shaders or patches (stages.h) */
   struct sim_arena arena;               /* primitives and what they refer to */
   struct sim_group *group;              /* NULL until this thread has run one */
   uint64_t border_va;
   unsigned nodes;                       /* of bins that this thread has worked off */
   uint64_t zpass, ps_invocations, cs_invocations;
   struct sq_fault fault;
   const char *fault_stage;
   enum sq_result result;                /* first bad one */
};

struct sim_pool;
struct sim_pool *sim_pool_create(unsigned threads);
void sim_pool_destroy(struct sim_pool *p);
/* Calls fn(arg, thread, item) for item = 0..count-1, on all threads; returns when all are done. The caller is thread 0. */
void sim_pool_run(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same, where neighbours share memory: each thread begins with its own run of items, from the end that `backwards` says. */
void sim_pool_run_shares(struct sim_pool *p, unsigned count, bool backwards,
                         void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
/* The same as sim_pool_run in parts, for a caller with work of its own in between: start, take an item (false: all are taken),
 * wait. */
void sim_pool_start(struct sim_pool *p, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item), void *arg);
bool sim_pool_take(struct sim_pool *p);
void sim_pool_wait(struct sim_pool *p);
/* Whether a call of these is coming: threads that are awake and not busy look for it for some time instead of sleeping. wake: the
 * others, too. */
void sim_pool_expect(struct sim_pool *p, bool coming, bool wake);

/* ---- tiles (sc_*.c, compiled once per instruction set) ------------------------------------------------------------ */
struct sim_gpu;
struct sim_bin_node;
/* Works off one tile, a number in gpu->bins, from the first node on. next: what this thread will probably take then, or the same. */
typedef void sc_tile_func(struct sim_gpu *gpu, struct sim_worker *worker, uint32_t tile, const struct sim_bin_node *first,
                          uint32_t next);
sc_tile_func sc_tile_sse2, sc_tile_avx2, sc_tile_avx512;

/* ---- triangles, 16 at once (pa_small.c, compiled once per instruction set) ------------------------------------------- */
struct sim_batch;
/* What is known of 16 triangles of a batch. Bit per triangle: */
struct sim_small {
   uint32_t gone;                        /* cannot be seen */
   uint32_t small;                       /* has all its pixels in 16x8 or 8x16; of these the rest here is filled */
   uint32_t large;                       /* has not, but of these it is filled as well, without `tall` and `cover` */
   uint32_t counted;                     /* passed culling; of those that are gone, small or large */
   uint32_t front, affine, turned /* the area of the corners in their order is positive */;
   _Alignas(64) float plane[SIM_PLANE_FLOATS][16]; /* rows: from ref_x to dz_dy in sim_prim */
   uint32_t tall;                        /* the second 8x8 pixels are below the first, not to the right */
   uint32_t cover[8][16];                /* by 4x4 pixels of the two, in the order of a block's lanes */
   int32_t x0[16], y0[16], x1[16], y1[16];
};
typedef void sim_small_func(const struct sim_pa_state *pa, const struct sim_batch *b, unsigned first, unsigned count,
                            struct sim_small *to);
sim_small_func pa_small_sse2, pa_small_avx2, pa_small_avx512;
/* Fills `place` and `code` of the batch's vertices; whether any has a code. (pa_vertex.c, compiled in the same way) */
struct sim_vertices;
typedef bool sim_vertices_func(const struct sim_pa_state *pa, struct sim_vertices *v, unsigned count);
sim_vertices_func pa_vertices_sse2, pa_vertices_avx2, pa_vertices_avx512;

/* ---- bins (bin.c) --------------------------------------------------------------------------------------------------- */
#define SIM_BIN_NODE_PRIMS 30
struct sim_bin_node { struct sim_bin_node *next; uint32_t count; const struct sim_prim *prim[SIM_BIN_NODE_PRIMS]; };
/* box: pixels of the tile, exclusive end, that any of the primitives may touch; targets: colour buffers they write. */
struct sim_bin { struct sim_bin_node *first, *last; uint8_t x0, y0, x1, y1, targets; bool lasts; };

/* A primitive's sides: what they are at the most in tile (0, 0), and the least at samples of its pixels; how much that changes from
 * tile to tile. */
struct sim_tile_sides { unsigned count; int64_t most[4], least[4], right[4], down[4]; };

/* A primitive of many tiles on its way into them. Of it and those before: colour buffers they write; whether one lasts (as in
 * sim_pixel_state). hides: it hides all of those, where it covers them. */
#define SIM_BROAD 64
struct sim_broad { struct sim_prim_ref ref; bool lasts, hides, some_last; uint8_t targets; struct sim_tile_sides sides; };

/* ---- primitives in front of the bins --------------------------------------------------------------------------------- */
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
/* Bits of `code`. REJECT: nothing is drawn when all corners have one of them in common; CLIP: what has to be cut off. */
enum { SIM_OUT_LEFT = 1, SIM_OUT_RIGHT = 2, SIM_OUT_BOTTOM = 4, SIM_OUT_TOP = 8, SIM_OUT_NEAR = 16, SIM_OUT_FAR = 32,
       SIM_OUT_GUARD = 64 /* beyond the guard band, behind the eye, or NaN */,
       SIM_OUT_DIST0 = 1 << 8 /* .. 1 << 15: clip distances */, SIM_OUT_CULL0 = 1 << 16 /* .. 1 << 23 */,
       SIM_OUT_REJECT = 0xffff3f, SIM_OUT_CLIP = 0xff70 };
#define SIM_GUARD_SUBPIXELS (32000 << SIM_SUBPIXEL_BITS) /* positions lie in less than 2^24 subpixels from side to side */

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
   struct sim_gpu *gpu;                  /* registers and states: nobody changes them meanwhile */
   const struct sim_pa_state *pa;
   const struct sim_pixel_state *pixel;
   struct sim_worker *worker;
   struct sim_batch *batch;
   struct sim_prim *spare_prim;          /* made and not added: the next one to fill */
   bool direct;                          /* this thread fills the bins: primitives go there at once */
   uint32_t stipple_at;                  /* fragments of the strip's lines so far, if lines are stippled */
   bool failed, no_memory;               /* failed: also when a wave was ended */
   struct sim_prim_node *first, *last;   /* otherwise: what was made, in order */
   uint64_t ia_primitives, vs_invocations, clip_invocations, clip_primitives;
};

/* ---- the machine ------------------------------------------------------------------------------------------------------ */
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

/* What a register write makes stale. */
enum { SIM_DIRTY_DB = 1, SIM_DIRTY_CB = 2, SIM_DIRTY_PIXEL = 4, SIM_DIRTY_PA = 8, SIM_DIRTY_SURFACE = 16,
       SIM_DIRTY_VS = 32, SIM_DIRTY_PS_SGPR = 64, SIM_DIRTY_ALL = 127 };

struct sim_gpu {
   const struct hw_chip *chip;
   struct sim_mem *mem;
   unsigned gfx_level, threads;
   struct sim_regs regs;
   bool perf_written;                    /* regs.perf is not zeros */
   uint8_t context_class[(SIM_CONTEXT_END - SIM_CONTEXT_START) / 4]; /* SIM_DIRTY_* per register */
   uint32_t dirty;

   struct sim_hazard *hazard;            /* NULL unless asked for (hazard.h) */
   struct sq_cache *programs;
   struct sim_worker *workers;           /* [threads] */
   pthread_mutex_t scratch_lock;         /* only taken where threads outnumber scratch slots */
   struct sim_pool *pool;                /* NULL until there was work for it */
   bool backwards;                       /* sim_gpu_share() begins with the last item */
   sc_tile_func *tile_func;
   sim_small_func *small_func;
   sim_vertices_func *vertices_func;
   unsigned forced_lanes;                /* GLOAM_SIM_LANES, 0 = choose */
   uint64_t watchdog_ns, end_ns;         /* end_ns: of the submission that runs */
   atomic_bool cancel;                   /* a wave ran too long: the others end too */

   /* Bins. */
   struct sim_bin *bins;                 /* [SIM_TILES_X * SIM_TILES_X] */
   struct sim_arena nodes;               /* of them */
   uint64_t (*active)[SIM_TILES_X / 64]; /* [SIM_TILES_X] rows of bits: which of them are not empty, and while they are worked
                                            off those of `broad`, too */
   unsigned active_y0, active_y1;        /* exclusive end: rows where there may be some */
   uint32_t *active_tiles, num_active_tiles; /* which, in order, while they are worked off */
   struct sim_broad broad[SIM_BROAD];    /* what comes after all that is in them */
   unsigned num_broad;
   uint64_t binned_pixels;               /* estimate of the work that waits */
   const struct sim_pixel_state *pixel;  /* current snapshot or NULL */
   uint32_t expanded;                    /* surfaces whose metadata have been looked at since the last flush, see cb.h, db.h */
   struct sim_pa_state pa;

   /* Vertex program of the current draw. */
   const struct sq_program *vs;

   /* Command processor. */
   bool compute_ring;
   bool const_engine;                    /* the commands that run are the constant engine's */
   uint32_t packets;                     /* that may cost time, so far */
   uint64_t index_base, indirect_base, dispatch_base;
   uint32_t index_type, index_count_max, num_instances;
   struct sim_dma dma;
   bool predicate_skip, predicate_visible; /* predicated packets are skipped; what the last test saw */
   bool counts_pipeline;                 /* between PIPELINESTAT_START and _STOP */
   bool so_stopped;                      /* PIPELINESTAT_STOP holds the counters of stream output, too */
   uint64_t zpass_total, ps_invocations_total, cs_invocations_total;
   uint64_t ia_vertices, ia_primitives, vs_invocations, clip_invocations, clip_primitives;
   uint64_t gs_invocations, gs_primitives, hs_invocations, ds_invocations;
   uint64_t so_needed[4], so_written[4]; /* primitives per stream */
   uint32_t stipple_at;                  /* as in sim_geom, from slice to slice of draws that are worked on in order */
   uint32_t prim_id;                     /* of the next primitive, in draws that are worked on in order */
   uint64_t commands_base;               /* for messages */
   uint32_t const_ram[8192];
   char error[160];                      /* why the stream was given up */
   bool lost;
};

/* regs.c */
void sim_regs_init_classes(struct sim_gpu *gpu);
void sim_regs_reset(struct sim_gpu *gpu); /* zero, and context registers as after CLEAR_STATE */
void sim_regs_clear_state(struct sim_gpu *gpu);
/* By absolute byte offset. False: no such register space. */
bool sim_reg_write(struct sim_gpu *gpu, uint32_t offset, uint32_t value);
uint32_t sim_reg_read(const struct sim_gpu *gpu, uint32_t offset);

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
/* Says, with GLOAM_DEBUG=sim, what cannot be honoured. */
void sim_report(struct sim_gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Gives up the rest of the command buffer. */
void sim_lose(struct sim_gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* sim_gpu.c: calls fn for all items, on all threads if `share`. Items should be places in memory, in order: what comes after each
 * other mostly goes through the same memory, so every other call begins at the other end, with what the caches still have. */
void sim_gpu_share(struct sim_gpu *gpu, bool share, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item),
                   void *arg);
/* When a wave that starts now must be done; and giving up because of what a worker noted. */
uint64_t sim_now_ns(void);
uint64_t sim_deadline_ns(const struct sim_gpu *gpu);
/* The submission's time is over: work under way is cancelled, by any thread. */
bool sim_is_late(struct sim_gpu *gpu);
void sim_lose_late(struct sim_gpu *gpu); /* the thread of the commands says so */
uint64_t sim_draw_deadline_ns(const struct sim_gpu *gpu); /* the same of a draw or dispatch packet */
void sim_lose_by_wave(struct sim_gpu *gpu);

/* vgt.c: `count` indices for each instance; slices are ranges of all instances' indices one after the other. */
struct sim_draw { uint32_t count, instances; uint64_t index_va; uint32_t index_max /* readable from there */;
                  unsigned index_B /* 1, 2, 4; 0: auto index */; };
struct sim_vgt {
   struct sim_draw draw;
   const uint8_t *indices;               /* `readable` of them; those behind read as zero */
   uint32_t readable, index_offset, restart_at;
   bool restarts, provoking_last, rects;
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
#define SIM_DRAW_TIME 4 /* a draw packet may take so many times what a wave may */
#define SIM_STREAM_TIME 16 /* and a submission */
unsigned sim_vgt_corners(unsigned prim_type); /* per primitive; 0: unknown type */
uint32_t sim_vgt_fetch(const struct sim_vgt *vgt, uint32_t n); /* without offset */
void sim_vgt_slice(struct sim_geom *g, const struct sim_vgt *vgt, uint64_t first, uint64_t end);
/* vgt_draw.c */
void sim_vgt_draw(struct sim_gpu *gpu, const struct sim_draw *draw);
void *sim_geom_alloc(struct sim_geom *g, size_t size_B);
struct sim_prim *sim_geom_new_prim(struct sim_geom *g);
struct sim_prim *sim_geom_new_small(struct sim_geom *g); /* of SIM_SMALL_PRIM_B; to be added */
void sim_geom_add(struct sim_geom *g, const struct sim_prim *prim);

/* spi_state.c, spi_vs.c */
bool sim_spi_update_pixel_state(struct sim_gpu *gpu); /* gpu->pixel; false: draw nothing */
bool sim_spi_update_vs(struct sim_gpu *gpu);
bool sim_spi_run_vertices(struct sim_geom *g);
/* VGPRs of lanes that are vertices from `first` on. */
void sim_spi_vertex_inputs(const struct sim_gpu *gpu, const struct sim_batch *b, struct sq_wave *w, unsigned first,
                           unsigned live);
/* vgt_strmout.c: gives the batch's primitives their places in the stream-output buffers. */
void sim_so_reserve(struct sim_geom *g, unsigned stream, uint32_t prims, unsigned corners);
unsigned sim_so_raster_streams(const struct sim_gpu *gpu); /* bit per stream that is drawn */
uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer); /* offset of the register with its dwords */
/* One hardware stage of the current draw, for waves in front of the last vertex program (spi_wave.c). */
struct sim_stage {
   const struct sq_program *program;     /* NULL: none */
   const char *name;
   const uint32_t *user_sgpr;            /* registers, which do not change during a draw */
   uint32_t num_user_sgprs, rsrc2;
   bool scratch;
};
bool sim_stage_init(struct sim_gpu *gpu, struct sim_stage *s, enum sq_stage stage);
unsigned sim_stage_lanes(const struct sim_gpu *gpu, const struct sim_stage *s, unsigned left); /* of the next wave */
/* Writes user SGPRs and returns the next register. Before VGPRs are written: it poisons them (poison.h). */
unsigned sim_stage_begin(const struct sim_stage *s, struct sq_wave *w);
/* Clears lanes [live, lanes) of `inputs` VGPRs and runs; `sgpr`: the first behind all inputs. False: the draw failed. */
bool sim_stage_run(struct sim_geom *g, const struct sim_stage *s, unsigned lanes, unsigned live, unsigned inputs,
                   unsigned sgpr);
/* sq_run for a program with SCRATCH_EN: puts the byte offset of a scratch slot of the worker's own into `sgpr`. Where
 * SPI_TMPRING_SIZE allows fewer waves than there are workers, they take turns. */
enum sq_result sim_spi_run_with_scratch(struct sim_gpu *gpu, struct sim_worker *w, const struct sq_program *program,
                                        uint32_t tmpring_size, unsigned sgpr);
void sim_spi_note_result(struct sim_gpu *gpu, struct sim_worker *w, enum sq_result result, const char *stage);
void sim_spi_note_no_memory(struct sim_gpu *gpu, struct sim_worker *w, const char *stage);
/* Groups: the waves with everything in place but registers, lanes, EXEC and attributes (NULL: no memory, or larger than
 * the machine); then their run, to the end of all (the first bad result ends it, its fault in worker->wave). LDS is zero. */
struct sq_wave *sim_group_begin(struct sim_gpu *gpu, struct sim_worker *worker, unsigned waves, uint32_t lds_B);
enum sq_result sim_group_run(struct sim_gpu *gpu, struct sim_worker *worker, const struct sq_program *program);
void sim_group_free(struct sim_group *group);
unsigned sim_cs_lanes(unsigned forced, bool whole_wave, unsigned live); /* forced: 0 or a width */
/* dim: where group numbers end (threads, if the initiator says so). */
void sim_spi_dispatch(struct sim_gpu *gpu, const uint32_t dim[3], uint32_t initiator);

/* pa*.c */
void sim_pa_update(struct sim_gpu *gpu);
void sim_pa_vertices(struct sim_geom *g);
void sim_pa_primitives(struct sim_geom *g);

/* One corner on its way to the setup: clip position, and where it lies in the window. */
struct sim_corner { float x, y, z, w, rw, sz, psize; int32_t fx, fy; const float *param; };
/* What all corners of a primitive share. */
/* whole: NULL or the three corners, all of them on the screen, of the triangle that this one was cut from: what is interpolated
 * is so over that one. */
struct sim_facts {
   const float *provoking;
   unsigned viewport, layer, edges /* bit per shown side */;
   const struct sim_corner *whole;
};
void sim_pa_project(const struct sim_pa_state *pa, unsigned viewport, struct sim_corner *c);
void sim_setup_triangle(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_facts *facts);
/* Its sides, with nothing but the corners' places: `turned` as the area is positive. */
void sim_setup_sides(const struct sim_pa_state *pa, struct sim_prim *p, const int32_t x[3], const int32_t y[3], bool turned);
void sim_setup_rect(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_facts *facts);
/* front and z_offset: of the polygon whose side or corner is drawn; true and 0 for real lines and points. */
void sim_setup_line(struct sim_geom *g, const struct sim_corner *const c[2], const struct sim_facts *facts, bool front,
                    float z_offset);
void sim_setup_point(struct sim_geom *g, const struct sim_corner *c, const struct sim_facts *facts, float size, bool front,
                     float z_offset);

/* bin.c */
/* Primitives of one state; layered: some may not be in layer 0. */
void sim_bin_add(struct sim_gpu *gpu, const struct sim_pixel_state *state, bool layered, const struct sim_prim_ref *ref);
size_t sim_bin_memory_B(const struct sim_gpu *gpu);
extern size_t sim_bin_limit_B; /* they are worked off when all threads together use more (tests: less) */
/* Before what was drawn, filled or copied so far is looked at, or may be. */
void sim_bin_flush(struct sim_gpu *gpu);
/* Before what is drawn next may depend on it: fills may go on waiting. */
void sim_bin_flush_tiles(struct sim_gpu *gpu);
/* In the middle of a draw, when the bins hold too much: primitives that are not in them yet stay. The pool must be idle. */
void sim_bin_work_off(struct sim_gpu *gpu);

#endif

/* pa.h: primitive assembly: clipping, viewport, culling, setup of edges and planes. The interface for other blocks. */
#ifndef SIM_PA_H
#define SIM_PA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "winsys/sim/core/limits.h"
#include "winsys/sim/pa/prim.h"

struct sim_batch;
struct sim_geom;
struct sim_gpu;

#define SIM_BATCH_VERTS 1536
#define SIM_BATCH_PRIMS 2048

struct sim_batch;
struct sim_pa_state;
struct sim_small;
struct sim_vertices;
typedef void sim_small_func(const struct sim_pa_state *pa, const struct sim_batch *b, unsigned first, unsigned count,
                            struct sim_small *to);
typedef bool sim_vertices_func(const struct sim_pa_state *pa, struct sim_vertices *v, unsigned count);
/* Vertex side: valid during a draw. */
struct sim_pa_state {
   sim_small_func *small_func;           /* of the host's instruction set */
   sim_vertices_func *vertices_func;
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
   float grid, inv_subpixel;             /* grid steps per pixel to which positions are rounded; size of a subpixel */
   int grid_step;                        /* the same in subpixels */
   int origin_x, origin_y;               /* pixels; positions in subpixels are relative to this */
   float guard;                          /* pixels from there that positions may be away */
   float gb_disc_x, gb_disc_y;           /* guard bands, in multiples of w: primitives beyond are not drawn, */
   float gb_clip_x[16], gb_clip_y[16];   /* those that reach beyond are cut (no further than the setup's integers go) */
   struct { int x0, y0, x1, y1; } scissor[16]; /* all scissors together, per viewport; x1, y1 exclusive */
   unsigned num_params;
   unsigned log2_samples;
};

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
/* Bits of `code`. REJECT: nothing is drawn when all corners have one of them in common; CLIP: planes that cut. */
enum { SIM_OUT_LEFT = 1, SIM_OUT_RIGHT = 2, SIM_OUT_BOTTOM = 4, SIM_OUT_TOP = 8, SIM_OUT_NEAR = 16, SIM_OUT_FAR = 32,
       SIM_OUT_GUARD = 64 /* beyond the guard band, behind the eye, or NaN */,
       SIM_OUT_DIST0 = 1 << 8 /* .. 1 << 15: clip distances */, SIM_OUT_CULL0 = 1 << 16 /* .. 1 << 23 */,
       SIM_OUT_REJECT = 0xffff3f, SIM_OUT_CLIP = 0xff70 };
#define SIM_GUARD_SUBPIXELS (32000 << SIM_SUBPIXEL_BITS) /* positions lie in less than 2^24 subpixels from side to side */

/* ---- triangles, 16 at once (pa_small.c, compiled once per instruction set) */
/* Facts about 16 triangles of a batch. Bit per triangle: */
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
sim_small_func pa_small_base, pa_small_avx2, pa_small_avx512;
/* Fills `place` and `code` of the batch's vertices; whether any has a code. (pa_vertex.c, compiled in the same way) */
sim_vertices_func pa_vertices_base, pa_vertices_avx2, pa_vertices_avx512;

/* ---- pa.c, pa_clip.c, pa_setup.c */
void sim_pa_update(struct sim_gpu *gpu);
void sim_pa_vertices(struct sim_geom *g);
void sim_pa_primitives(struct sim_geom *g);

/* One corner on its way to the setup: clip position, and where it lies in the window. */
struct sim_corner { float x, y, z, w, rw, sz, psize; int32_t fx, fy; const float *param; };
/* State of all corners of a primitive. uncut: the three corners, all of them on the screen, of the triangle that this one was cut
 * from; planes are computed from them. NULL: not cut, or a corner is off the screen. */
struct sim_prim_attribs {
   const float *provoking;
   unsigned viewport, layer, edges /* bit per shown side */;
   const struct sim_corner *uncut;
};
void sim_pa_project(const struct sim_pa_state *pa, unsigned viewport, struct sim_corner *c);
void sim_setup_triangle(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_prim_attribs *facts);
/* Its sides, with nothing but the corners' places: `turned` as the area is positive. */
void sim_setup_sides(const struct sim_pa_state *pa, struct sim_prim *p, const int32_t x[3], const int32_t y[3], bool turned);
void sim_setup_rect(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_prim_attribs *facts);
/* front and z_offset: of the polygon whose side or corner is drawn; true and 0 for real lines and points. */
void sim_setup_line(struct sim_geom *g, const struct sim_corner *const c[2], const struct sim_prim_attribs *facts, bool front,
                    float z_offset);
void sim_setup_point(struct sim_geom *g, const struct sim_corner *c, const struct sim_prim_attribs *facts, float size, bool front,
                     float z_offset);

#endif

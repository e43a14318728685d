/* pa.h: primitive assembly: clipping, viewport, culling, setup of edges and planes. The interface for other blocks. */
#ifndef SIM_PA_H
#define SIM_PA_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/core/limits.h"
#include "winsys/sim/geom/geom.h"
#include "winsys/sim/geom/pa_state.h"
#include "winsys/sim/geom/prim.h"

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

/* ---- pa_out.c: memory of a primitive (NULL: none is left, and the draw has failed), and its way to the bins */
struct sim_prim *sim_geom_new_prim(struct sim_geom *g);
struct sim_prim *sim_geom_new_small(struct sim_geom *g); /* of SIM_SMALL_PRIM_B; to be added */
void sim_geom_add(struct sim_geom *g, const struct sim_prim *prim);

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

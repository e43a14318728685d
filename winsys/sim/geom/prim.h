/* prim.h: a primitive after setup, as the bins and tiles get it. */
#ifndef SIM_PRIM_H
#define SIM_PRIM_H

#include <stddef.h>
#include <stdint.h>

struct sim_pixel_state;

/* One primitive that is ready for the tiles. */
enum { SIM_PRIM_FRONT = 1, SIM_PRIM_AFFINE = 2 /* same w everywhere */, SIM_PRIM_POINT = 4, SIM_PRIM_LINE = 8,
       SIM_PRIM_SMALL = 16 /* `cover` and `more` say which pixels, and no memory follows the latter */,
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
   float z_offset;                       /* polygon offset, added to the interpolated depth */
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

#endif

/* pa_state.h: registers of clipping, viewports, culling and setup, as they are during a draw. */
#ifndef SIM_PA_STATE_H
#define SIM_PA_STATE_H

#include <stdbool.h>
#include <stdint.h>

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

#endif

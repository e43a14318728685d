/* tess.h: the fixed-function tessellator: factors of one patch to points in its domain and how they are connected. Depends
 * neither on registers nor on programs. */
#ifndef SIM_TESS_H
#define SIM_TESS_H

#include <stdbool.h>
#include <stdint.h>

#define TESS_MAX_FACTOR 64
#define TESS_MAX_POINTS 4352 /* 65 * 65 of a quad, and what odd outsides add */
#define TESS_MAX_PRIMS 8704

/* Numbers as in VGT_TF_PARAM. */
enum tess_domain { TESS_ISOLINES, TESS_TRIANGLES, TESS_QUADS };
enum tess_spacing { TESS_INTEGER, TESS_POW2, TESS_ODD, TESS_EVEN };
enum tess_topology { TESS_POINTS, TESS_LINES, TESS_CW, TESS_CCW };
struct tess_mode { enum tess_domain domain; enum tess_spacing spacing; enum tess_topology topology; float min, max; };

/* corners: 1, 2 or 3 per primitive. */
struct tess_result {
   uint32_t num_points, num_prims, corners;
   float u[TESS_MAX_POINTS], v[TESS_MAX_POINTS];
   uint16_t corner[TESS_MAX_PRIMS * 3];
};

unsigned tess_num_factors(enum tess_domain domain);
/* Factors in the hardware's order: isolines: along a line, number of lines; triangles: sides u = 0, v = 0, w = 0, inside;
 * quads: sides u = 0, v = 0, u = 1, v = 1, inside along u, along v. False: the patch is culled. */
bool tess_run(const struct tess_mode *mode, const float *factor, struct tess_result *r);

#endif

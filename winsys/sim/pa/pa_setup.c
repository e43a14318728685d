/* pa_setup.c: from corners in the window to primitives that the tiles can shade: edges in integers, planes for i, j and
 * depth, culling, polygon offset, and how lines and points become areas. Positions lie on the subpixel grid, so edges are
 * exact and neighbours share no pixel and leave none out. */
#include <math.h>
#include <stdlib.h>

#include "hw_regs.h"
#include "winsys/sim/base/ints.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/geom/prim.h"

static int half_pixel(const struct sim_pa_state *pa)
{
   return 1 << pa->grid_bits >> 1;
}

/* First pixel whose centre is at or after a position; works as an exclusive end too. */
static int first_centre(const struct sim_pa_state *pa, int subpixels)
{
   return (subpixels + half_pixel(pa) - 1) >> pa->grid_bits;
}

/* The pixels that a range of positions may cover. Samples lie up to half a pixel around the centre. */
static bool set_bounds(const struct sim_pa_state *pa, struct sim_prim *p, unsigned vp, int x0, int y0, int x1, int y1,
                       bool closed)
{
   int px0, py0, px1, py1;
   if (pa->log2_samples) {
      px0 = x0 >> pa->grid_bits;
      py0 = y0 >> pa->grid_bits;
      px1 = (x1 >> pa->grid_bits) + 1;
      py1 = (y1 >> pa->grid_bits) + 1;
   } else {
      px0 = first_centre(pa, x0);
      py0 = first_centre(pa, y0);
      px1 = first_centre(pa, x1 + closed);
      py1 = first_centre(pa, y1 + closed);
   }
   px0 = max_int(px0 + pa->origin_x, pa->scissor[vp].x0);
   py0 = max_int(py0 + pa->origin_y, pa->scissor[vp].y0);
   px1 = min_int(px1 + pa->origin_x, pa->scissor[vp].x1);
   py1 = min_int(py1 + pa->origin_y, pa->scissor[vp].y1);
   if (px0 >= px1 || py0 >= py1)
      return false;
   p->x0 = (int16_t)px0;
   p->y0 = (int16_t)py0;
   p->x1 = (int16_t)px1;
   p->y1 = (int16_t)py1;
   return true;
}

/* The side from (ax, ay) to (bx, by), inside on the left as seen with y upwards. Pixels exactly on it belong to the
 * primitive if `inclusive`. Its value in subpixels is exact; at tile corners it has the same sign when what is below
 * their unit is cut off here. */
static void add_edge(const struct sim_pa_state *pa, struct sim_prim *p, int ax, int ay, int bx, int by, bool inclusive)
{
   unsigned e = p->num_edges++;
   const int64_t a = ay - by, b = bx - ax, c = -(a * ax + b * ay) - !inclusive;
   p->ea[e] = (int32_t)a;
   p->eb[e] = (int32_t)b;
   p->ec[e] = (c >> (pa->grid_bits - SIM_PLACE_BITS)) - (a * pa->origin_x + b * pa->origin_y) * SIM_PLACES;
}

/* Top and left sides (y runs downwards on the screen) own the pixels on them. */
static void add_side(const struct sim_pa_state *pa, struct sim_prim *p, int ax, int ay, int bx, int by)
{
   int a = ay - by, b = bx - ax;
   add_edge(pa, p, ax, ay, bx, by, a > 0 || (a == 0 && b > 0));
}

/* An axis-aligned area; without multisampling its bounds say it all. Of the sides only the direction matters, so they are short:
 * a point may be larger than positions may be far from each other. */
static void add_box(const struct sim_pa_state *pa, struct sim_prim *p, int x0, int y0, int x1, int y1)
{
   if (!pa->log2_samples)
      return;
   add_side(pa, p, x0, y0, x0 + 1, y0);
   add_side(pa, p, x1, y0, x1, y0 + 1);
   add_side(pa, p, x1, y1, x1 - 1, y1);
   add_side(pa, p, x0, y1, x0, y1 - 1);
}

static struct sim_prim *new_prim(struct sim_geom *g, const struct sim_prim_attribs *facts)
{
   struct sim_prim *p = sim_geom_new_prim(g);
   if (p) {
      p->provoking = facts->provoking;
      p->layer = (uint16_t)facts->layer;
      p->viewport = (uint8_t)facts->viewport;
      p->num_edges = p->flags = 0;
      p->z_offset = 0;
   }
   return p;
}

static void set_reference(const struct sim_pa_state *pa, struct sim_prim *p, int fx, int fy, float z)
{
   p->ref_x = (float)fx * pa->inv_subpixel + (float)pa->origin_x;
   p->ref_y = (float)fy * pa->inv_subpixel + (float)pa->origin_y;
   p->z = z;
}

/* Planes of i (weight of corner 1) and j (of corner 2), and depth. */
static void set_planes(const struct sim_pa_state *pa, struct sim_prim *p, const struct sim_corner *const c[3], int64_t area)
{
   double scale = (1 << pa->grid_bits) / (double)area;
   double x1 = c[1]->fx - c[0]->fx, y1 = c[1]->fy - c[0]->fy, x2 = c[2]->fx - c[0]->fx, y2 = c[2]->fy - c[0]->fy;
   double di_dx = y2 * scale, di_dy = -x2 * scale, dj_dx = -y1 * scale, dj_dy = x1 * scale;
   double dz1 = (double)c[1]->sz - c[0]->sz, dz2 = (double)c[2]->sz - c[0]->sz;
   set_reference(pa, p, c[0]->fx, c[0]->fy, c[0]->sz);
   p->di_dx = (float)di_dx;
   p->di_dy = (float)di_dy;
   p->dj_dx = (float)dj_dx;
   p->dj_dy = (float)dj_dy;
   p->dz_dx = (float)(di_dx * dz1 + dj_dx * dz2);
   p->dz_dy = (float)(di_dy * dz1 + dj_dy * dz2);
   for (unsigned k = 0; k < 3; k++) {
      p->rw[k] = c[k]->rw;
      p->param[k] = c[k]->param;
   }
   if (c[0]->rw == c[1]->rw && c[0]->rw == c[2]->rw)
      p->flags |= SIM_PRIM_AFFINE;
}

static float offset_of(const struct sim_pa_state *pa, const struct sim_prim *p, const struct sim_corner *const c[3],
                       bool front)
{
   unsigned face = front ? 0 : 1;
   float unit = ldexpf(1, pa->offset_exponent);
   if (pa->offset_is_float) {
      int exponent;
      frexpf(fmaxf(fabsf(c[0]->sz), fmaxf(fabsf(c[1]->sz), fabsf(c[2]->sz))), &exponent);
      unit = ldexpf(1, exponent - 1 + pa->offset_exponent);
   }
   float slope = fmaxf(fabsf(p->dz_dx), fabsf(p->dz_dy));
   float offset = slope * pa->offset_scale[face] + unit * pa->offset_units[face];
   if (pa->offset_clamp > 0)
      offset = fminf(offset, pa->offset_clamp);
   else if (pa->offset_clamp < 0)
      offset = fmaxf(offset, pa->offset_clamp);
   return offset;
}

static int64_t area_of(const struct sim_corner *const c[3])
{
   return (int64_t)(c[1]->fx - c[0]->fx) * (c[2]->fy - c[0]->fy) - (int64_t)(c[2]->fx - c[0]->fx) * (c[1]->fy - c[0]->fy);
}

/* Wireframes and corner points of a polygon. */
static void outline(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_prim_attribs *facts, bool front,
                    bool lines, float z_offset)
{
   g->stipple_at = 0; /* each polygon begins the pattern (GL 4.6 compatibility, 14.6.4) */
   for (unsigned k = 0; k < 3; k++) {
      if (!(facts->edges >> k & 1))
         continue;
      if (lines)
         sim_setup_line(g, (const struct sim_corner *[]){ c[k], c[(k + 1) % 3] }, facts, front, z_offset);
      else
         sim_setup_point(g, c[k], facts, g->pa->point_size, front, z_offset);
   }
}

void sim_setup_sides(const struct sim_pa_state *pa, struct sim_prim *p, const int32_t x[3], const int32_t y[3], bool turned)
{
   const unsigned b = turned ? 1 : 2, d = 3 - b;
   add_side(pa, p, x[0], y[0], x[b], y[b]);
   add_side(pa, p, x[b], y[b], x[d], y[d]);
   add_side(pa, p, x[d], y[d], x[0], y[0]);
}

void sim_setup_triangle(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_prim_attribs *facts)
{
   const struct sim_pa_state *pa = g->pa;
   int64_t area = area_of(c);
   if (!area)
      return;
   /* Counter-clockwise on a screen whose y runs downwards is a negative area. */
   bool front = (area > 0) == pa->front_is_cw;
   if (front ? pa->cull_front : pa->cull_back)
      return;
   g->clip_primitives++;
   struct sim_prim *p = new_prim(g, facts);
   if (!p)
      return;
   unsigned mode = !pa->poly_mode ? V_028814_X_DRAW_TRIANGLES : front ? pa->poly_mode_front : pa->poly_mode_back;
   bool fill = mode == V_028814_X_DRAW_TRIANGLES;
   int x0 = min_int(c[0]->fx, min_int(c[1]->fx, c[2]->fx)), x1 = max_int(c[0]->fx, max_int(c[1]->fx, c[2]->fx));
   int y0 = min_int(c[0]->fy, min_int(c[1]->fy, c[2]->fy)), y1 = max_int(c[0]->fy, max_int(c[1]->fy, c[2]->fy));
   if (fill && !set_bounds(pa, p, facts->viewport, x0, y0, x1, y1, true))
      return;
   set_planes(pa, p, c, area);
   if (facts->uncut) {
      const struct sim_corner *const uncut[3] = { &facts->uncut[0], &facts->uncut[1], &facts->uncut[2] };
      int64_t uncut_area = area_of(uncut);
      if (uncut_area)
         set_planes(pa, p, uncut, uncut_area);
   }
   float z_offset = (front ? pa->offset_front : pa->offset_back) ? offset_of(pa, p, c, front) : 0;
   if (!fill) {
      outline(g, c, facts, front, mode == V_028814_X_DRAW_LINES, z_offset);
      return;
   }
   p->z_offset = z_offset;
   p->flags |= front ? SIM_PRIM_FRONT : 0;
   const int32_t x[3] = { c[0]->fx, c[1]->fx, c[2]->fx }, y[3] = { c[0]->fy, c[1]->fy, c[2]->fy };
   sim_setup_sides(pa, p, x, y, area > 0);
   sim_geom_add(g, p);
}

/* Three corners of an axis-aligned rectangle; the planes of the triangle go on beyond it. */
void sim_setup_rect(struct sim_geom *g, const struct sim_corner *const c[3], const struct sim_prim_attribs *facts)
{
   const struct sim_pa_state *pa = g->pa;
   int64_t area = area_of(c);
   struct sim_prim *p = area ? new_prim(g, facts) : NULL;
   if (!p)
      return;
   g->clip_primitives++;
   int x0 = min_int(c[0]->fx, min_int(c[1]->fx, c[2]->fx)), x1 = max_int(c[0]->fx, max_int(c[1]->fx, c[2]->fx));
   int y0 = min_int(c[0]->fy, min_int(c[1]->fy, c[2]->fy)), y1 = max_int(c[0]->fy, max_int(c[1]->fy, c[2]->fy));
   if (!set_bounds(pa, p, facts->viewport, x0, y0, x1, y1, false))
      return;
   set_planes(pa, p, c, area);
   p->flags |= SIM_PRIM_FRONT; /* rectangles have no back */
   add_box(pa, p, x0, y0, x1, y1);
   sim_geom_add(g, p);
}

/* Where along its major axis a line begins or ends (`end`): it draws the fragments whose diamonds |x| + |y| < 1/2 it leaves
 * (GL ES 2.0, 3.4.1). That is the columns whose centres it reaches, but for one: after its centre a diamond still counts
 * at the beginning and does not at the end. `along` and `across` in subpixels, `half` a pixel of them. */
static int diamond(int along, int across, int half, bool forward)
{
   int f = (along & (2 * half - 1)) - half, g = abs((across & (2 * half - 1)) - half);
   bool behind = forward ? f > 0 && f + g <= half : f < 0 && g - f < half;
   return behind ? along - f : along;
}

/* A line is a parallelogram: `width` across the minor axis, its ends cut along that axis. The pixel where it begins is
 * drawn, that where it ends is not, whichever way it runs (GL 4.6, 14.5.1). With multisampling it is a true rectangle.
 * cut: where its axis begins and ends. */
static void line_edges(const struct sim_pa_state *pa, struct sim_prim *p, const struct sim_corner *const c[2], int corner[4][2],
                       int cut[2][2])
{
   int x0 = c[0]->fx, y0 = c[0]->fy, x1 = c[1]->fx, y1 = c[1]->fy, dx = x1 - x0, dy = y1 - y0;
   int ox, oy; /* from the axis to the side on the right hand */
   const int half_px = half_pixel(pa);
   cut[0][0] = x0;
   cut[0][1] = y0;
   cut[1][0] = x1;
   cut[1][1] = y1;
   if (pa->perpendicular_lines) {
      double length = sqrt((double)dx * dx + (double)dy * dy), half = fmaxf(pa->line_width, 0.0f) * (float)half_px;
      ox = (int)lrint(dy / length * half);
      oy = (int)lrint(-dx / length * half);
   } else {
      /* A fragment and those above it, from a line that lies (width - 1) / 2 lower. */
      int width = (int)floorf(fmaxf(pa->line_width, 1.0f) + 0.5f), half = width * half_px, lower = half - half_px;
      bool x_major = abs(dx) >= abs(dy);
      ox = x_major ? 0 : dy > 0 ? half : -half;
      oy = x_major ? (dx > 0 ? -half : half) : 0;
      cut[0][!x_major] = x_major ? diamond(x0, y0 - lower, half_px, dx > 0) : diamond(y0, x0 - lower, half_px, dy > 0);
      cut[1][!x_major] = x_major ? diamond(x1, y1 - lower, half_px, dx > 0) : diamond(y1, x1 - lower, half_px, dy > 0);
   }
   const int sign[4] = { 1, 1, -1, -1 };
   int ends[4][2];
   for (unsigned k = 0; k < 4; k++) {
      const struct sim_corner *end = k == 1 || k == 2 ? c[1] : c[0];
      corner[k][0] = end->fx + sign[k] * ox;
      corner[k][1] = end->fy + sign[k] * oy;
      ends[k][0] = cut[k == 1 || k == 2][0] + sign[k] * ox;
      ends[k][1] = cut[k == 1 || k == 2][1] + sign[k] * oy;
   }
   /* Along, across the end, back, across the beginning. Of the two long sides the top or left one owns its pixels. */
   add_side(pa, p, corner[0][0], corner[0][1], corner[1][0], corner[1][1]);
   add_edge(pa, p, ends[1][0], ends[1][1], ends[2][0], ends[2][1], false);
   add_side(pa, p, corner[2][0], corner[2][1], corner[3][0], corner[3][1]);
   add_edge(pa, p, ends[3][0], ends[3][1], ends[0][0], ends[0][1], true);
   /* The diamonds reach half a pixel beyond the corners. */
   if (!pa->perpendicular_lines) {
      for (unsigned k = 0; k < 4; k++) {
         bool late = k == 1 || k == 2;
         corner[k][0] += (dx > 0) == late ? half_px : -half_px;
         corner[k][1] += (dy > 0) == late ? half_px : -half_px;
      }
   }
}

static bool set_bounds_around(const struct sim_pa_state *pa, struct sim_prim *p, unsigned vp, const int corner[4][2])
{
   int x0 = INT32_MAX, y0 = INT32_MAX, x1 = INT32_MIN, y1 = INT32_MIN;
   for (unsigned k = 0; k < 4; k++) {
      x0 = min_int(x0, corner[k][0]);
      x1 = max_int(x1, corner[k][0]);
      y0 = min_int(y0, corner[k][1]);
      y1 = max_int(y1, corner[k][1]);
   }
   return set_bounds(pa, p, vp, x0, y0, x1, y1, true);
}

/* ---- stippled lines: what the pattern shows becomes primitives of their own (GL 4.6 compatibility, 14.5.2) -------------- */

/* How many fragments (across) a line has, and the first and last pixels' limits along its major axis; of a rectangle, pieces of
 * one pixel's length. */
static int line_fragments(const struct sim_pa_state *pa, const int cut[2][2], int *low, int *high)
{
   const int dx = cut[1][0] - cut[0][0], dy = cut[1][1] - cut[0][1];
   if (pa->perpendicular_lines)
      return (int)ceil(sqrt((double)dx * dx + (double)dy * dy) * pa->inv_subpixel);
   const unsigned major = abs(dx) < abs(dy);
   const int from = cut[0][major], to = cut[1][major], origin = major ? pa->origin_y : pa->origin_x;
   const int first = first_centre(pa, from < to ? from : to + 1) + origin;
   const int end = first_centre(pa, from < to ? to : from + 1) + origin;
   if (low) {
      *low = first;
      *high = end;
   }
   return max_int(end - first, 0);
}

/* The next fragments that are shown, from *first on and before `end`; up to *last. */
static bool next_run(const struct sim_geom *g, int *first, int *last, int end)
{
   const struct sim_pa_state *pa = g->pa;
   int at = *first;
   while (at < end && !(pa->stipple_pattern >> ((g->stipple_at + (uint32_t)at) / pa->stipple_repeat & 15) & 1))
      at++;
   *first = at;
   while (at < end && pa->stipple_pattern >> ((g->stipple_at + (uint32_t)at) / pa->stipple_repeat & 15) & 1)
      at++;
   *last = at;
   return *first < end;
}

static struct sim_prim *copy_of(struct sim_geom *g, const struct sim_prim *line)
{
   struct sim_prim *p = sim_geom_new_prim(g);
   if (p)
      *p = *line;
   return p;
}

/* Runs are parts of the line's bounds. */
static void stippled_line(struct sim_geom *g, const struct sim_prim *spare, const int cut[2][2])
{
   const struct sim_prim line = *spare;
   const bool x_major = abs(cut[1][0] - cut[0][0]) >= abs(cut[1][1] - cut[0][1]), forward = cut[1][!x_major] > cut[0][!x_major];
   const int seen0 = x_major ? line.x0 : line.y0, seen1 = x_major ? line.x1 : line.y1;
   int low, high, count = line_fragments(g->pa, cut, &low, &high);
   int first = max_int(forward ? seen0 - low : high - seen1, 0), last;
   const int end = min_int(forward ? seen1 - low : high - seen0, count);
   for (; next_run(g, &first, &last, end); first = last) {
      struct sim_prim *p = copy_of(g, &line);
      if (!p)
         return;
      const int16_t from = (int16_t)(forward ? low + first : high - last), to = (int16_t)(forward ? low + last : high - first);
      *(x_major ? &p->x0 : &p->y0) = from;
      *(x_major ? &p->x1 : &p->y1) = to;
      sim_geom_add(g, p);
   }
   g->stipple_at += (uint32_t)count;
}

/* Runs are shorter rectangles: sides 1 and 3 move. corner: of the complete one. */
static void stippled_rectangle(struct sim_geom *g, const struct sim_prim *spare, const int corner[4][2], const int cut[2][2])
{
   const struct sim_pa_state *pa = g->pa;
   const struct sim_prim line = *spare;
   const double dx = cut[1][0] - cut[0][0], dy = cut[1][1] - cut[0][1], length = sqrt(dx * dx + dy * dy) * pa->inv_subpixel;
   const int count = line_fragments(pa, cut, NULL, NULL);
   for (int first = 0, last; next_run(g, &first, &last, count); first = last) {
      struct sim_prim *p = copy_of(g, &line);
      if (!p)
         return;
      int part[4][2];
      for (unsigned k = 0; k < 4; k++) {
         const double t = k == 1 || k == 2 ? fmin(last / length, 1) : first / length;
         part[k][0] = corner[k < 2 ? 0 : 3][0] + (int)lrint(dx * t);
         part[k][1] = corner[k < 2 ? 0 : 3][1] + (int)lrint(dy * t);
      }
      p->num_edges = 1;
      add_edge(pa, p, part[1][0], part[1][1], part[2][0], part[2][1], false);
      p->num_edges = 3;
      add_edge(pa, p, part[3][0], part[3][1], part[0][0], part[0][1], true);
      if (set_bounds_around(pa, p, p->viewport, part))
         sim_geom_add(g, p);
   }
   g->stipple_at += (uint32_t)count;
}

void sim_setup_line(struct sim_geom *g, const struct sim_corner *const c[2], const struct sim_prim_attribs *facts, bool front,
                    float z_offset)
{
   const struct sim_pa_state *pa = g->pa;
   int dx = c[1]->fx - c[0]->fx, dy = c[1]->fy - c[0]->fy;
   struct sim_prim *p = dx || dy ? new_prim(g, facts) : NULL;
   if (!p)
      return;
   g->clip_primitives++;
   int corner[4][2], cut[2][2];
   line_edges(pa, p, c, corner, cut);
   if (!set_bounds_around(pa, p, facts->viewport, corner)) {
      if (pa->stippled)
         g->stipple_at += (uint32_t)line_fragments(pa, cut, NULL, NULL);
      return;
   }
   /* i runs from 0 to 1 along the line: along its major axis, or at right angles to its ends. */
   set_reference(pa, p, c[0]->fx, c[0]->fy, c[0]->sz);
   double ux = dx, uy = dy;
   if (!pa->perpendicular_lines) {
      ux = abs(dx) >= abs(dy) ? dx : 0;
      uy = abs(dx) >= abs(dy) ? 0 : dy;
   }
   double scale = (1 << pa->grid_bits) / (ux * ux + uy * uy), dz = (double)c[1]->sz - c[0]->sz;
   p->di_dx = (float)(ux * scale);
   p->di_dy = (float)(uy * scale);
   p->dj_dx = p->dj_dy = 0;
   p->dz_dx = (float)(ux * scale * dz);
   p->dz_dy = (float)(uy * scale * dz);
   p->z_offset = z_offset;
   p->rw[0] = p->rw[2] = c[0]->rw;
   p->rw[1] = c[1]->rw;
   p->param[0] = p->param[2] = c[0]->param;
   p->param[1] = c[1]->param;
   p->flags = (uint8_t)(SIM_PRIM_LINE | (front ? SIM_PRIM_FRONT : 0) | (c[0]->rw == c[1]->rw ? SIM_PRIM_AFFINE : 0));
   if (!pa->stippled)
      sim_geom_add(g, p);
   else if (pa->perpendicular_lines)
      stippled_rectangle(g, p, corner, cut);
   else
      stippled_line(g, p, cut);
}

/* A square around the centre. i and j run over it from 0 to 1, from the top left corner: the sprite coordinate. */
void sim_setup_point(struct sim_geom *g, const struct sim_corner *c, const struct sim_prim_attribs *facts, float size, bool front,
                     float z_offset)
{
   const struct sim_pa_state *pa = g->pa;
   int half = size > 0 ? (int)lrintf(fminf(size, 8192.0f) * (float)half_pixel(pa)) : 0; /* NaN too draws nothing */
   struct sim_prim *p = half ? new_prim(g, facts) : NULL;
   if (!p)
      return;
   g->clip_primitives++;
   int x0 = c->fx - half, y0 = c->fy - half, x1 = c->fx + half, y1 = c->fy + half;
   if (!set_bounds(pa, p, facts->viewport, x0, y0, x1, y1, false))
      return;
   set_reference(pa, p, x0, y0, c->sz);
   p->di_dx = p->dj_dy = (float)half_pixel(pa) / (float)half;
   p->di_dy = p->dj_dx = 0;
   p->dz_dx = p->dz_dy = 0;
   p->z_offset = z_offset;
   for (unsigned k = 0; k < 3; k++) {
      p->rw[k] = c->rw;
      p->param[k] = c->param;
   }
   p->flags = (uint8_t)(SIM_PRIM_POINT | SIM_PRIM_AFFINE | (front ? SIM_PRIM_FRONT : 0));
   add_box(pa, p, x0, y0, x1, y1);
   sim_geom_add(g, p);
}

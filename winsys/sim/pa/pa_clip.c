/* pa_clip.c: primitives of a batch: those that are outside are dropped, those that lie inside go to the setup as they are,
 * the rest is cut. Cutting works on barycentric weights: positions and parameters of new corners are made at the end. */
#include <math.h>
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/spi/spi.h"

#define MAX_PLANES (7 + 8)
#define MAX_CORNERS (3 + MAX_PLANES)

struct weights { double b[3]; int original; /* corner it is, or -1 */ };

/* Distances of the three corners from each plane that cuts; positive is inside. */
struct planes { unsigned count; double d[MAX_PLANES][3]; };

static void load_corner(const struct sim_geom *g, const struct sim_vertices *v, unsigned i, struct sim_corner *c)
{
   const struct sim_place *at = &v->place[i];
   *c = (struct sim_corner){ v->x[i], v->y[i], v->z[i], v->w[i], at->rw, at->sz,
      g->pa->use_psize ? v->psize[i] : g->pa->point_size, at->fx, at->fy,
      v->param + (size_t)i * g->pa->num_params * 4 };
}

static void collect_planes(const struct sim_geom *g, const struct sim_vertices *v, const struct sim_corner *c,
                           const uint16_t *slot, unsigned corners, unsigned vp, uint32_t any, struct planes *planes)
{
   const struct sim_pa_state *pa = g->pa;
   planes->count = 0;
   double gx = pa->gb_clip_x[vp], gy = pa->gb_clip_y[vp];
   for (unsigned k = 0; k < corners; k++) {
      double x = c[k].x, y = c[k].y, z = c[k].z, w = c[k].w;
      unsigned n = 0;
      if (any & SIM_OUT_NEAR)
         planes->d[n++][k] = pa->clip_halfz ? z : z + w;
      if (any & SIM_OUT_FAR)
         planes->d[n++][k] = w - z;
      if (any & SIM_OUT_GUARD) {
         planes->d[n++][k] = w - 1e-6; /* in front of the eye, with room to divide */
         planes->d[n++][k] = x + gx * w;
         planes->d[n++][k] = gx * w - x;
         planes->d[n++][k] = y + gy * w;
         planes->d[n++][k] = gy * w - y;
      }
      for (unsigned i = 0; i < 8; i++)
         if (any & SIM_OUT_DIST0 << i)
            planes->d[n++][k] = v->dist[i][slot[k]];
      planes->count = n;
   }
}

static double distance(const double d[3], const struct weights *p)
{
   return p->original >= 0 ? d[p->original] : p->b[0] * d[0] + p->b[1] * d[1] + p->b[2] * d[2];
}

/* The point between inside `a` and outside `b`. Always seen from the inside, so that both triangles at a side agree. */
static struct weights cut(const struct weights *a, const struct weights *b, double da, double db)
{
   double t = da / (da - db);
   struct weights p = { .original = -1 };
   for (unsigned k = 0; k < 3; k++)
      p.b[k] = a->b[k] + t * (b->b[k] - a->b[k]);
   return p;
}

static unsigned clip_polygon(const struct planes *planes, struct weights *poly, unsigned n)
{
   struct weights out[MAX_CORNERS + 1];
   for (unsigned k = 0; k < planes->count && n >= 3; k++) {
      unsigned m = 0;
      for (unsigned i = 0; i < n; i++) {
         const struct weights *a = &poly[i], *b = &poly[(i + 1) % n];
         double da = distance(planes->d[k], a), db = distance(planes->d[k], b);
         bool a_in = da >= 0, b_in = db >= 0;
         if (a_in && m < MAX_CORNERS)
            out[m++] = *a;
         if (a_in != b_in && m < MAX_CORNERS)
            out[m++] = a_in ? cut(a, b, da, db) : cut(b, a, db, da);
      }
      memcpy(poly, out, m * sizeof *poly);
      n = m;
   }
   return n;
}

/* A corner from weights. False: no memory, or it still lies nowhere. */
static bool make_corner(struct sim_geom *g, const struct sim_corner *c, unsigned corners, const struct weights *p,
                        unsigned vp, struct sim_corner *out)
{
   if (p->original >= 0) {
      *out = c[p->original];
      return out->fx != INT32_MIN; /* NaN passes every plane */
   }
   unsigned floats = g->pa->num_params * 4;
   float *param = sim_geom_alloc(g, floats * sizeof *param);
   if (!param)
      return false;
   double sum[5] = { 0 };
   for (unsigned k = 0; k < corners; k++) {
      sum[0] += p->b[k] * c[k].x;
      sum[1] += p->b[k] * c[k].y;
      sum[2] += p->b[k] * c[k].z;
      sum[3] += p->b[k] * c[k].w;
      sum[4] += p->b[k] * c[k].psize;
   }
   for (unsigned i = 0; i < floats; i++) {
      double value = 0;
      for (unsigned k = 0; k < corners; k++)
         value += p->b[k] * c[k].param[i];
      param[i] = (float)value;
   }
   *out = (struct sim_corner){ .x = (float)sum[0], .y = (float)sum[1], .z = (float)sum[2], .w = (float)sum[3],
                               .psize = (float)sum[4], .param = param };
   sim_pa_project(g->pa, vp, out);
   return out->fx != INT32_MIN;
}

/* The side from a to b of what is left of a triangle: as the side that it is a part of, or a cut, which is always shown. */
static bool is_shown(const struct weights *a, const struct weights *b, unsigned edges)
{
   for (unsigned k = 0; k < 3; k++)
      if (a->b[k] == 0 && b->b[k] == 0)
         return edges >> (k + 1) % 3 & 1;
   return true;
}

static bool behind_eye(const struct sim_pa_state *pa, const struct sim_corner *c)
{
   return !pa->w_is_reciprocal && !pa->xy_is_window && !(c->w > 0);
}

/* Interpolation on the screen (LINEAR barycentrics) does not go through corners that clipping makes: where the triangle's own are
 * on the screen, everything is interpolated between those (DX_LINEAR_ATTR_CLIP_ENA). */
static bool is_on_screen(const struct sim_geom *g, const struct sim_corner *c)
{
   for (unsigned k = 0; k < 3; k++)
      if (c[k].fx == INT32_MIN || behind_eye(g->pa, &c[k]))
         return false;
   return true;
}

static void clip_triangle(struct sim_geom *g, const struct sim_corner *c, const struct planes *planes,
                          const struct sim_prim_attribs *facts)
{
   struct weights poly[MAX_CORNERS + 1] = { { { 1, 0, 0 }, 0 }, { { 0, 1, 0 }, 1 }, { { 0, 0, 1 }, 2 } };
   struct sim_corner made[MAX_CORNERS];
   unsigned n = clip_polygon(planes, poly, 3);
   if (n < 3)
      return;
   for (unsigned i = 0; i < n; i++)
      if (!make_corner(g, c, 3, &poly[i], facts->viewport, &made[i]))
         return;
   /* Sides inside the polygon are not shown by wireframes. */
   unsigned shown = 0;
   bool uncut = is_on_screen(g, c);
   for (unsigned i = 0; i < n; i++)
      shown |= (unsigned)is_shown(&poly[i], &poly[(i + 1) % n], facts->edges) << i;
   for (unsigned i = 1; i + 1 < n; i++) {
      const struct sim_corner *t[3] = { &made[0], &made[i], &made[i + 1] };
      struct sim_prim_attribs part = *facts;
      part.uncut = uncut ? c : NULL;
      part.edges = (i == 1 ? shown & 1 : 0) | (shown >> i & 1) << 1 | (i + 2 == n ? (shown >> (n - 1) & 1) << 2 : 0);
      sim_setup_triangle(g, t, &part);
   }
}

static void clip_line(struct sim_geom *g, const struct sim_corner *c, const struct planes *planes,
                      const struct sim_prim_attribs *facts)
{
   double t0 = 0, t1 = 1;
   for (unsigned k = 0; k < planes->count; k++) {
      double d0 = planes->d[k][0], d1 = planes->d[k][1];
      if (d0 < 0 && d1 < 0)
         return;
      if (d0 < 0)
         t0 = fmax(t0, d0 / (d0 - d1));
      else if (d1 < 0)
         t1 = fmin(t1, d0 / (d0 - d1));
   }
   if (!(t0 < t1))
      return;
   struct weights p[2] = { { { 1 - t0, t0, 0 }, t0 == 0 ? 0 : -1 }, { { 1 - t1, t1, 0 }, t1 == 1 ? 1 : -1 } };
   struct sim_corner made[2];
   if (make_corner(g, c, 2, &p[0], facts->viewport, &made[0]) &&
       make_corner(g, c, 2, &p[1], facts->viewport, &made[1]))
      sim_setup_line(g, (const struct sim_corner *[]){ &made[0], &made[1] }, facts, true, 0);
}

static void clipped(struct sim_geom *g, const uint16_t *slot, const struct sim_corner *c,
                    const struct sim_prim_attribs *facts, uint32_t any)
{
   const struct sim_batch *b = g->batch;
   /* Without w there is nothing to clip against: such primitives must fit the setup's range. */
   if (g->pa->clip_disable && (any & SIM_OUT_GUARD) && (g->pa->xy_is_window || b->rects))
      return;
   struct planes planes;
   collect_planes(g, &b->v, c, slot, b->corners, facts->viewport, any, &planes);
   if (b->corners == 3)
      clip_triangle(g, c, &planes, facts);
   else
      clip_line(g, c, &planes, facts);
}

static float point_size(const struct sim_pa_state *pa, float size)
{
   if (!pa->use_psize)
      return size;
   return fminf(fmaxf(size, pa->point_min), pa->point_max);
}

static void primitive(struct sim_geom *g, unsigned n)
{
   const struct sim_pa_state *pa = g->pa;
   const struct sim_batch *b = g->batch;
   const struct sim_vertices *v = &b->v;
   const uint16_t *slot = b->corner + 3 * n;
   uint32_t all = ~0u, any = 0;
   if (pa->stippled && (pa->stipple_reset == 1 || (pa->stipple_reset == 2 && b->edge_flags[n] & SIM_EDGE_BEGINS)))
      g->stipple_at = 0;
   for (unsigned k = 0; k < b->corners; k++) {
      all &= v->code[slot[k]];
      any |= v->code[slot[k]];
   }
   if (all & SIM_OUT_REJECT)
      return;
   struct sim_corner c[3];
   for (unsigned k = 0; k < b->corners; k++)
      load_corner(g, v, slot[k], &c[k]);
   unsigned provoking = pa->provoking_last ? b->corners - 1 : 0;
   struct sim_prim_attribs facts = { c[provoking].param, pa->use_viewport ? v->viewport[slot[provoking]] & 15 : 0,
                              pa->use_layer ? v->layer[slot[provoking]] & 0x7ff : 0, b->edge_flags[n] };
   for (unsigned k = 0; k < b->corners && pa->use_edge; k++)
      if (!v->edge[slot[k]])
         facts.edges &= (uint8_t)~(1u << k);
   const struct sim_corner *at[3] = { &c[0], &c[1], &c[2] };
   if (b->corners == 1) {
      /* A point is kept or dropped as a unit. The guard band that clips limits the range of the setup only. */
      if (!(any & (SIM_OUT_CLIP & ~SIM_OUT_GUARD)) && c[0].fx != INT32_MIN && !behind_eye(pa, &c[0]))
         sim_setup_point(g, &c[0], &facts, point_size(pa, c[0].psize), true, 0);
   } else if (any & SIM_OUT_CLIP && !b->rects) {
      clipped(g, slot, c, &facts, any);
   } else if (b->corners == 2) {
      sim_setup_line(g, at, &facts, true, 0);
   } else if (b->rects) {
      if (!(any & SIM_OUT_GUARD))
         sim_setup_rect(g, at, &facts);
   } else {
      sim_setup_triangle(g, at, &facts);
   }
}

/* ---- triangles, 16 at once ------------------------------------------------------------------------------------------ */

static bool may_be_small(const struct sim_geom *g)
{
   const struct sim_pa_state *pa = g->pa;
   return g->pixel->knows_small && pa->grid_bits == SIM_SUBPIXEL_BITS && g->batch->corners == 3 && !g->batch->rects &&
          !pa->poly_mode && !pa->use_viewport && !pa->use_layer && !pa->offset_front && !pa->offset_back;
}

/* Setup that small and large ones share: all but coverage and sides. */
static inline void set_known(const struct sim_geom *g, struct sim_prim *p, const uint16_t *slot, const struct sim_small *s,
                             unsigned k, unsigned flags)
{
   const struct sim_vertices *v = &g->batch->v;
   const size_t floats = 4 * g->pa->num_params;
   p->state = g->pixel;
   p->param[0] = v->param + slot[0] * floats;
   p->param[1] = v->param + slot[1] * floats;
   p->param[2] = v->param + slot[2] * floats;
   p->provoking = p->param[g->pa->provoking_last ? 2 : 0];
   p->x0 = (int16_t)s->x0[k];
   p->y0 = (int16_t)s->y0[k];
   p->x1 = (int16_t)s->x1[k];
   p->y1 = (int16_t)s->y1[k];
   p->num_edges = p->viewport = 0;
   p->flags = (uint8_t)(flags | (s->front >> k & 1 ? SIM_PRIM_FRONT : 0) | (s->affine >> k & 1 ? SIM_PRIM_AFFINE : 0));
   p->num_params = (uint8_t)g->pa->num_params;
   p->layer = 0;
   p->z_offset = 0;
   float plane[SIM_PLANE_FLOATS];
#pragma GCC unroll 12
   for (unsigned i = 0; i < SIM_PLANE_FLOATS; i++)
      plane[i] = s->plane[i][k];
   memcpy((char *)p + offsetof(struct sim_prim, ref_x), plane, sizeof plane);
}

static void small_triangle(struct sim_geom *g, const uint16_t *slot, const struct sim_small *s, unsigned k)
{
   struct sim_prim *p = sim_geom_new_small(g);
   if (!p)
      return;
   set_known(g, p, slot, s, k, SIM_PRIM_SMALL | (s->tall >> k & 1 ? SIM_PRIM_TALL : 0));
   p->cover = s->cover[0][k] | s->cover[1][k] << 16 | (uint64_t)(s->cover[2][k] | s->cover[3][k] << 16) << 32;
   p->more = s->cover[4][k] | s->cover[5][k] << 16 | (uint64_t)(s->cover[6][k] | s->cover[7][k] << 16) << 32;
   sim_geom_add(g, p);
}

static void large_triangle(struct sim_geom *g, const uint16_t *slot, const struct sim_small *s, unsigned k)
{
   const struct sim_vertices *v = &g->batch->v;
   struct sim_prim *p = sim_geom_new_prim(g);
   if (!p)
      return;
   set_known(g, p, slot, s, k, 0);
   const int32_t x[3] = { v->place[slot[0]].fx, v->place[slot[1]].fx, v->place[slot[2]].fx };
   const int32_t y[3] = { v->place[slot[0]].fy, v->place[slot[1]].fy, v->place[slot[2]].fy };
   sim_setup_sides(g->pa, p, x, y, s->turned >> k & 1);
   sim_geom_add(g, p);
}

static void sixteen(struct sim_geom *g, unsigned n, unsigned count)
{
   struct sim_small s;
   g->gpu->pa->small_func(g->pa, g->batch, n, count, &s);
   g->clip_primitives += (unsigned)__builtin_popcount(s.counted);
   for (uint32_t left = ((1u << count) - 1) & ~s.gone; left && !g->failed; left &= left - 1) {
      unsigned k = (unsigned)__builtin_ctz(left);
      if (s.small >> k & 1)
         small_triangle(g, g->batch->corner + 3 * (n + k), &s, k);
      else if (s.large >> k & 1)
         large_triangle(g, g->batch->corner + 3 * (n + k), &s, k);
      else
         primitive(g, n + k);
   }
}

void sim_pa_primitives(struct sim_geom *g)
{
   struct sim_batch *b = g->batch;
   g->clip_invocations += b->num_prims;
   if (g->pa->kill_all)
      return;
   sim_pa_vertices(g);
   if (may_be_small(g)) {
      for (unsigned n = 0; n < b->num_prims && !g->failed; n += 16)
         sixteen(g, n, b->num_prims - n < 16 ? b->num_prims - n : 16);
      return;
   }
   for (unsigned n = 0; n < b->num_prims && !g->failed; n++)
      primitive(g, n);
}

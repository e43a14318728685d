/* tess.c: the fixed-function tessellator. Where points lie along an edge follows the rules of Direct3D 11's specification
 * (which OpenGL's leaves open): positions are 16.16 fixed point and mirror each other exactly around the middle, so that two
 * patches that share an edge and its factor have the same points on it. A domain is a set of rings, one inside the other; the
 * outermost one has the outer factors. Triangles between rings go from both ends of a side towards its middle, so that they
 * too look the same from either end. */
#include "winsys/sim/vgt/tess.h"

#include <math.h>

#define ONE 65536u
#define MAX_RINGS (TESS_MAX_FACTOR / 2 + 1)

/* ---- points along an edge -------------------------------------------------------------------------------------------- */

/* half: points of one half, without the middle. With fractional spacing the points move from where they lie for the next
 * smaller number of segments to where they lie for the next larger one; points after `split` of each half are those that
 * the smaller number has one of less. */
struct axis { bool odd; uint32_t half, split, floor_segs, ceil_segs, fraction, segs; };

static uint32_t without_msb(uint32_t n)
{
   return n ? n & ~(1u << (31 - __builtin_clz(n))) : 0;
}

static struct axis axis_of(bool odd, uint32_t factor)
{
   uint32_t half = (factor + 1) / 2 + (odd ? ONE / 2 : 0), low = half / ONE, high = (half + ONE - 1) / ONE;
   struct axis a = { .odd = odd, .half = high, .floor_segs = 2 * low - odd, .ceil_segs = 2 * high - odd,
                     .fraction = half % ONE };
   a.segs = a.ceil_segs;
   if (low == high)
      a.split = high + 1; /* nothing moves */
   else if (odd)
      a.split = low == 1 ? 0 : 2 * without_msb(low - 1) + 1;
   else
      a.split = 2 * without_msb(low) + 1;
   return a;
}

/* Rounded as a product with the reciprocal would not be: thirds and fifths come out nearest. */
static uint32_t part(uint32_t n, uint32_t of)
{
   return of ? (n * ONE + of / 2) / of : 0;
}

static uint32_t place(const struct axis *a, uint32_t point)
{
   bool mirrored = point >= a->half;
   if (mirrored)
      point = 2 * a->half - point - a->odd;
   if (point == a->half)
      return ONE / 2;
   uint32_t low = part(point - (point > a->split), a->floor_segs), high = part(point, a->ceil_segs);
   uint32_t at = (uint32_t)(((uint64_t)low * (ONE - a->fraction) + (uint64_t)high * a->fraction + ONE / 2) / ONE);
   return mirrored ? ONE - at : at;
}

/* ---- factors ---------------------------------------------------------------------------------------------------------- */

/* In 16.16, within the spacing's range; integer and power-of-two spacing round up. */
static uint32_t factor_of(const struct tess_mode *m, enum tess_spacing spacing, float f)
{
   f = fmaxf(f, m->min);
   f = fminf(f, m->max);
   f = fmaxf(f, spacing == TESS_EVEN ? 2 : 1);
   f = fminf(f, spacing == TESS_ODD ? TESS_MAX_FACTOR - 1 : TESS_MAX_FACTOR);
   if (spacing == TESS_INTEGER || spacing == TESS_POW2)
      f = ceilf(f);
   uint32_t fixed = (uint32_t)(f * (float)ONE);
   if (spacing == TESS_POW2)
      while (fixed & (fixed - 1))
         fixed += fixed & -fixed;
   return fixed;
}

static bool is_odd(enum tess_spacing spacing, uint32_t factor)
{
   return spacing == TESS_ODD || (spacing != TESS_EVEN && factor / ONE % 2);
}

/* An inside of one segment in a patch that is not one segment everywhere has a ring all the same. */
static uint32_t widened(enum tess_spacing spacing, uint32_t factor)
{
   return factor > ONE ? factor : spacing == TESS_ODD ? ONE + 1 : 2 * ONE;
}

unsigned tess_num_factors(enum tess_domain domain)
{
   return domain == TESS_ISOLINES ? 2 : domain == TESS_TRIANGLES ? 4 : 6;
}

/* ---- rings ------------------------------------------------------------------------------------------------------------ */

/* Points of a ring are numbered around it, counter-clockwise with u to the right and v upwards: the sides u = 0, v = 0, then
 * w = 0 or u = 1 and v = 1. A ring may be as flat as a line or a point; then the way around comes back. */
struct ring { uint32_t first, segs[4]; };
struct patch {
   struct tess_result *r;
   unsigned sides;
   bool turn;
   struct ring ring[MAX_RINGS + 1];
   unsigned num_rings;
};

static uint32_t around(const struct patch *p, const struct ring *r)
{
   uint32_t n = 0;
   for (unsigned s = 0; s < p->sides; s++)
      n += r->segs[s];
   return n;
}

static bool flat(const struct ring *r)
{
   return !r->segs[0] || !r->segs[1];
}

static uint32_t point_of(const struct patch *p, const struct ring *r, unsigned side, uint32_t k)
{
   uint32_t total = around(p, r), at = k;
   for (unsigned s = 0; s < side; s++)
      at += r->segs[s];
   if (flat(r))
      return r->first + (at <= total / 2 ? at : total - at);
   return r->first + at % total;
}

static void add_point(struct tess_result *r, uint32_t u, uint32_t v)
{
   r->u[r->num_points] = (float)u / (float)ONE;
   r->v[r->num_points++] = (float)v / (float)ONE;
}

static void add_triangle(const struct patch *p, uint32_t a, uint32_t b, uint32_t c)
{
   uint16_t *corner = p->r->corner + 3 * p->r->num_prims++;
   corner[0] = (uint16_t)a;
   corner[1] = (uint16_t)(p->turn ? c : b);
   corner[2] = (uint16_t)(p->turn ? b : c);
}

/* Between a side of a ring and the same side of the next one inside it. */
static void stitch(const struct patch *p, const struct ring *out, const struct ring *in, unsigned side)
{
   uint32_t n = out->segs[side], m = in->segs[side];
   for (uint32_t k = 0, j = 0; k < n || j < m;) {
      /* Whichever's next segment has its middle first, seen along the side; at the same place, the outer one in the first
       * half. */
      uint32_t at_out = (2 * k + 1) * (m + 2), at_in = (2 * j + 3) * n;
      bool take_out = j == m || (k < n && (at_out < at_in || (at_out == at_in && 2 * k + 1 <= n)));
      if (take_out) {
         add_triangle(p, point_of(p, out, side, k), point_of(p, out, side, k + 1), point_of(p, in, side, j));
         k++;
      } else {
         add_triangle(p, point_of(p, out, side, k), point_of(p, in, side, j + 1), point_of(p, in, side, j));
         j++;
      }
   }
}

/* The innermost ring, when there is something inside it: one triangle, or a row of cells. */
static void fill(const struct patch *p, const struct ring *r)
{
   if (flat(r))
      return;
   if (p->sides == 3) {
      add_triangle(p, point_of(p, r, 0, 0), point_of(p, r, 1, 0), point_of(p, r, 2, 0));
      return;
   }
   unsigned side = r->segs[0] == 1 ? 1 : 0, n = r->segs[side];
   for (uint32_t k = 0; k < n; k++) {
      uint32_t a = point_of(p, r, side, k), b = point_of(p, r, side, k + 1);
      uint32_t c = point_of(p, r, side + 2, n - k - 1), d = point_of(p, r, side + 2, n - k);
      add_triangle(p, a, b, d);
      add_triangle(p, b, c, d);
   }
}

static void connect(const struct patch *p)
{
   for (unsigned i = 0; i + 1 < p->num_rings; i++)
      for (unsigned side = 0; side < p->sides; side++)
         stitch(p, &p->ring[i], &p->ring[i + 1], side);
   fill(p, &p->ring[p->num_rings - 1]);
}

static struct ring *new_ring(struct patch *p)
{
   struct ring *r = &p->ring[p->num_rings++];
   r->first = p->r->num_points;
   return r;
}

/* ---- domains ---------------------------------------------------------------------------------------------------------- */

static void triangle(struct patch *p, const struct axis *outer, const struct axis *in)
{
   struct ring *r = new_ring(p);
   for (unsigned s = 0; s < 3; s++) {
      r->segs[s] = outer[s].segs;
      for (uint32_t k = 0; k < outer[s].segs; k++) {
         uint32_t up = place(&outer[s], k), down = place(&outer[s], outer[s].segs - k);
         add_point(p->r, s == 0 ? 0 : s == 1 ? up : down, s == 0 ? down : s == 1 ? 0 : ONE - down);
      }
   }
   /* A ring's corners are where perpendiculars on two sides intersect: two thirds of the way along the sides away from them. */
   for (uint32_t n = 1; 2 * n <= in->segs && in->segs > 1; n++) {
      uint32_t segs = in->segs - 2 * n, away = (uint32_t)((uint64_t)place(in, n) * 2 / 3);
      r = new_ring(p);
      for (unsigned s = 0; s < 3; s++) {
         r->segs[s] = segs;
         for (uint32_t k = 0; k < segs; k++) {
            uint32_t up = place(in, n + k) - away / 2, down = place(in, n + segs - k) - away / 2;
            add_point(p->r, s == 0 ? away : s == 1 ? up : down, s == 0 ? down : s == 1 ? away : ONE - away - down);
         }
      }
      if (!segs)
         add_point(p->r, (ONE + 1) / 3, (ONE + 1) / 3);
   }
}

static void quad(struct patch *p, const struct axis *outer, const struct axis *in_u, const struct axis *in_v)
{
   struct ring *r = new_ring(p);
   for (unsigned s = 0; s < 4; s++) {
      r->segs[s] = outer[s].segs;
      for (uint32_t k = 0; k < outer[s].segs; k++) {
         uint32_t at = place(&outer[s], s == 0 || s == 3 ? outer[s].segs - k : k);
         add_point(p->r, s == 0 ? 0 : s == 2 ? ONE : at, s == 1 ? 0 : s == 3 ? ONE : at);
      }
   }
   for (uint32_t n = 1; 2 * n <= in_u->segs && 2 * n <= in_v->segs && in_u->segs > 1 && in_v->segs > 1; n++) {
      uint32_t su = in_u->segs - 2 * n, sv = in_v->segs - 2 * n;
      r = new_ring(p);
      r->segs[0] = r->segs[2] = sv;
      r->segs[1] = r->segs[3] = su;
      uint32_t count = su && sv ? 2 * (su + sv) : su + sv + 1;
      for (uint32_t i = 0; i < count; i++) {
         uint32_t u = i <= sv ? 0 : i <= sv + su ? i - sv : i <= 2 * sv + su ? su : count - i;
         uint32_t v = i <= sv ? sv - i : i <= sv + su ? 0 : i <= 2 * sv + su ? i - sv - su : sv;
         add_point(p->r, place(in_u, n + u), place(in_v, n + v));
      }
   }
}

/* Lines at v = 0, 1/n ... (n - 1)/n. Their number is an integer for every spacing along them. */
static void isolines(const struct tess_mode *m, const float *factor, struct tess_result *r)
{
   uint32_t along = factor_of(m, m->spacing, factor[0]), lines = factor_of(m, TESS_INTEGER, factor[1]);
   struct axis u = axis_of(is_odd(m->spacing, along), along), v = axis_of(is_odd(TESS_INTEGER, lines), lines);
   for (uint32_t line = 0; line < v.segs; line++) {
      for (uint32_t k = 0; k <= u.segs; k++) {
         if (k && m->topology != TESS_POINTS) {
            r->corner[2 * r->num_prims] = (uint16_t)(r->num_points - 1);
            r->corner[2 * r->num_prims++ + 1] = (uint16_t)r->num_points;
         }
         add_point(r, place(&u, k), place(&v, line));
      }
   }
   r->corners = 2;
}

static void surface(const struct tess_mode *m, const float *factor, struct tess_result *r)
{
   unsigned sides = m->domain == TESS_TRIANGLES ? 3 : 4, insides = sides == 3 ? 1 : 2;
   uint32_t fixed[6];
   bool plain = true;
   for (unsigned i = 0; i < sides + insides; i++) {
      fixed[i] = factor_of(m, m->spacing, factor[i]);
      plain &= fixed[i] == ONE;
   }
   struct axis axis[6];
   for (unsigned i = 0; i < sides + insides; i++) {
      if (i >= sides && !plain)
         fixed[i] = widened(m->spacing, fixed[i]);
      axis[i] = axis_of(is_odd(m->spacing, fixed[i]), fixed[i]);
   }
   struct patch p = { .r = r, .sides = sides, .turn = m->topology == TESS_CCW };
   if (sides == 3)
      triangle(&p, axis, &axis[3]);
   else
      quad(&p, axis, &axis[4], &axis[5]);
   if (m->topology != TESS_POINTS)
      connect(&p);
   r->corners = 3;
}

bool tess_run(const struct tess_mode *mode, const float *factor, struct tess_result *r)
{
   unsigned outer = mode->domain == TESS_ISOLINES ? 2 : mode->domain == TESS_TRIANGLES ? 3 : 4;
   for (unsigned i = 0; i < outer; i++)
      if (!(factor[i] > 0)) /* NaN too */
         return false;
   r->num_points = r->num_prims = 0;
   if (mode->domain == TESS_ISOLINES)
      isolines(mode, factor, r);
   else if (mode->topology == TESS_LINES)
      return false;
   else
      surface(mode, factor, r);
   if (mode->topology == TESS_POINTS) {
      r->corners = 1;
      r->num_prims = r->num_points;
      for (uint32_t i = 0; i < r->num_points; i++)
         r->corner[i] = (uint16_t)i;
   }
   return true;
}

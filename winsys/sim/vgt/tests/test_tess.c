/* The tessellator against the rules of the OpenGL 4.6 specification (11.2.2): segments of outer and inner edges, where they
 * lie, what must not depend on what, and that the triangles cover the domain once, without gaps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/vgt/tess.h"

static struct tess_result r, q;

static struct tess_mode mode_of(enum tess_domain domain, enum tess_spacing spacing, enum tess_topology topology)
{
   return (struct tess_mode){ domain, spacing, topology, 0, 64 };
}

/* Segments of an edge by the specification; powers of two by Direct3D's. */
static unsigned segments(enum tess_spacing spacing, float f)
{
   unsigned n;
   switch (spacing) {
   case TESS_INTEGER:
      return (unsigned)ceilf(fminf(fmaxf(f, 1), 64));
   case TESS_POW2:
      for (n = 1; (float)n < f && n < 64; n *= 2)
         ;
      return n;
   case TESS_ODD:
      n = (unsigned)ceilf(fminf(fmaxf(f, 1), 63));
      return n | 1;
   default:
      n = (unsigned)ceilf(fminf(fmaxf(f, 2), 64));
      return n + n % 2;
   }
}

/* The specification counts an inner level of 1 as a little more where another level is larger. */
static unsigned inner_segments(enum tess_spacing spacing, float f, bool plain)
{
   unsigned n = segments(spacing, f);
   return n > 1 || plain ? n : spacing == TESS_ODD ? 3 : 2;
}

static int64_t fixed(float f)
{
   int64_t n = (int64_t)(f * 65536);
   assert_true((float)n / 65536 == f && n >= 0 && n <= 65536);
   return n;
}

static const float levels[] = { 0.25f, 1, 1.0001f, 1.5f, 2, 2.3f, 3, 3.7f, 4, 5.5f, 7, 8, 9.25f, 16, 17.5f, 31, 32.0001f, 63,
                                63.5f, 64, 99, INFINITY };
#define LEVELS (sizeof levels / sizeof levels[0])

static float any_level(unsigned *seed)
{
   *seed = *seed * 1664525u + 1013904223u;
   return levels[(*seed >> 16) % LEVELS];
}

static int compare_edges(const void *a, const void *b)
{
   return memcmp(a, b, 8);
}

/* Every side between triangles is there once in each direction, and those without a partner lie on the domain's border. */
static void check_closed(enum tess_domain domain)
{
   static struct { uint16_t low, high, from, border; } edge[TESS_MAX_PRIMS * 3];
   unsigned n = 0;
   for (unsigned i = 0; i < r.num_prims; i++) {
      for (unsigned k = 0; k < 3; k++, n++) {
         uint16_t a = r.corner[3 * i + k], b = r.corner[3 * i + (k + 1) % 3];
         bool both = (r.u[a] == 0 && r.u[b] == 0) || (r.v[a] == 0 && r.v[b] == 0);
         if (domain == TESS_TRIANGLES)
            both |= fixed(r.u[a]) + fixed(r.v[a]) == 65536 && fixed(r.u[b]) + fixed(r.v[b]) == 65536;
         else
            both |= (r.u[a] == 1 && r.u[b] == 1) || (r.v[a] == 1 && r.v[b] == 1);
         edge[n].low = a < b ? a : b;
         edge[n].high = a < b ? b : a;
         edge[n].from = a;
         edge[n].border = both;
      }
   }
   qsort(edge, n, sizeof edge[0], compare_edges);
   for (unsigned i = 0; i < n; i++) {
      bool paired = i + 1 < n && edge[i].low == edge[i + 1].low && edge[i].high == edge[i + 1].high;
      if (paired) {
         assert_int_not_equal(edge[i].from, edge[i + 1].from);
         i++;
      } else {
         assert_true(edge[i].border);
      }
   }
}

/* Areas are integers here, so the sum is exact. */
static void check_areas(enum tess_domain domain, enum tess_topology topology)
{
   int64_t sum = 0;
   for (unsigned i = 0; i < r.num_prims; i++) {
      const uint16_t *c = r.corner + 3 * i;
      int64_t x0 = fixed(r.u[c[0]]), y0 = fixed(r.v[c[0]]);
      int64_t area = (fixed(r.u[c[1]]) - x0) * (fixed(r.v[c[2]]) - y0) - (fixed(r.u[c[2]]) - x0) * (fixed(r.v[c[1]]) - y0);
      if (topology == TESS_CCW) /* as Direct3D sees it, v growing downwards */
         area = -area;
      assert_true(area > -4096); /* where an inner side is as short as the fixed point's last bit */
      sum += area;
   }
   assert_true(sum == (domain == TESS_TRIANGLES ? 1ll << 32 : 1ll << 33));
}

/* The coordinate along a side of those of the first `border` points (the outer edges') that lie on it, in order. Returns their
 * number. A ring inside may lie there too, when its level is hardly more than 1. */
static unsigned side_points(enum tess_domain domain, unsigned side, unsigned border, int64_t *at)
{
   unsigned n = 0;
   for (unsigned i = 0; i < border; i++) {
      int64_t u = fixed(r.u[i]), v = fixed(r.v[i]);
      bool on = side == 0 ? u == 0 : side == 1 ? v == 0 : domain == TESS_TRIANGLES ? u + v == 65536 : side == 2 ? u == 65536 :
         v == 65536;
      if (on)
         at[n++] = side == 0 || (side == 2 && domain == TESS_QUADS) ? v : u;
   }
   for (unsigned i = 1; i < n; i++) /* few: insertion */
      for (unsigned k = i; k && at[k - 1] > at[k]; k--) {
         int64_t t = at[k];
         at[k] = at[k - 1];
         at[k - 1] = t;
      }
   return n;
}

/* n - 2 equal segments and two equal ones, symmetric, no longer than the others; all equal where the level is n. */
static void check_spacing(enum tess_spacing spacing, float f, const int64_t *at, unsigned n)
{
   assert_int_equal(n, segments(spacing, f) + 1);
   n--;
   assert_true(at[0] == 0 && at[n] == 65536);
   int64_t longest = 0;
   for (unsigned i = 0; i < n; i++) {
      assert_true(at[i] + at[n - i] == 65536);
      if (at[i + 1] - at[i] > longest)
         longest = at[i + 1] - at[i];
   }
   bool equal = spacing == TESS_INTEGER || spacing == TESS_POW2;
   unsigned shorter = 0;
   for (unsigned i = 0; i < n; i++) {
      if (equal)
         assert_true(llabs(at[i] * n - (int64_t)i * 65536) <= n);
      shorter += longest - (at[i + 1] - at[i]) > 3;
   }
   assert_true(equal ? shorter == 0 : shorter == 0 || shorter == 2);
}

static void surfaces(void **state)
{
   unsigned seed = 7;
   for (unsigned round = 0; round < 1500; round++) {
      enum tess_domain domain = round & 1 ? TESS_TRIANGLES : TESS_QUADS;
      enum tess_spacing spacing = (enum tess_spacing)(round / 2 % 4);
      enum tess_topology topology = round & 8 ? TESS_CW : TESS_CCW;
      unsigned sides = domain == TESS_TRIANGLES ? 3 : 4, insides = sides - 2;
      float f[6];
      bool plain = true;
      for (unsigned i = 0; i < sides + insides; i++) {
         f[i] = any_level(&seed);
         plain &= segments(spacing, f[i]) == 1;
      }
      struct tess_mode mode = mode_of(domain, spacing, topology);
      assert_true(tess_run(&mode, f, &r));
      assert_int_equal(r.corners, 3);
      assert_true(r.num_points <= TESS_MAX_POINTS && r.num_prims <= TESS_MAX_PRIMS);
      check_areas(domain, topology);
      check_closed(domain);
      unsigned border = 0;
      for (unsigned i = 0; i < sides; i++)
         border += segments(spacing, f[i]);
      for (unsigned i = 0; i < sides; i++) {
         int64_t at[256];
         check_spacing(spacing, f[i], at, side_points(domain, i, border, at));
      }
      /* Points inside: those of the rings. */
      unsigned nu = inner_segments(spacing, f[sides], plain), nv = insides == 2 ? inner_segments(spacing, f[sides + 1], plain) :
         nu;
      unsigned inside = 0;
      if (insides == 2)
         inside = (nu - 1) * (nv - 1);
      else
         for (unsigned n = nu; n >= 2; n -= 2)
            inside += n == 2 ? 1 : 3 * (n - 2);
      assert_int_equal(r.num_points, border + inside);
      /* Euler: triangles of a disc with so many points inside and on the border. */
      assert_int_equal(r.num_prims, 2 * inside + border - 2);
      mode.topology = TESS_POINTS;
      assert_true(tess_run(&mode, f, &q));
      assert_int_equal(q.corners, 1);
      assert_int_equal(q.num_prims, r.num_points);
      assert_memory_equal(q.u, r.u, 4 * r.num_points);
      assert_memory_equal(q.v, r.v, 4 * r.num_points);
   }
}

/* What lies inside does not depend on the outer levels: invariance rules 4 and 5. */
static void inside_is_invariant(void **state)
{
   const float a[] = { 3, 8, 5, 6, 7 + 0.3f, 9.5f }, b[] = { 60, 1, 2.5f, 4, 7 + 0.3f, 9.5f };
   for (unsigned spacing = 0; spacing < 4; spacing++) {
      struct tess_mode mode = mode_of(TESS_QUADS, (enum tess_spacing)spacing, TESS_CW);
      assert_true(tess_run(&mode, a, &r) && tess_run(&mode, b, &q));
      unsigned inside = (inner_segments(mode.spacing, a[4], false) - 1) * (inner_segments(mode.spacing, a[5], false) - 1);
      for (unsigned i = 1; i <= inside; i++) {
         assert_true(r.u[r.num_points - i] == q.u[q.num_points - i]);
         assert_true(r.v[r.num_points - i] == q.v[q.num_points - i]);
      }
   }
}

/* The inner ring of a triangle: corners where perpendiculars through the outer edge's nearest points intersect (figure 11.2). */
static void triangle_rings(void **state)
{
   const float f[] = { 3, 3, 3, 3 };
   struct tess_mode mode = mode_of(TESS_TRIANGLES, TESS_INTEGER, TESS_CW);
   assert_true(tess_run(&mode, f, &r));
   assert_int_equal(r.num_points, 12);
   for (unsigned i = 9; i < 12; i++) {
      float c[3] = { r.u[i], r.v[i], 1 - r.u[i] - r.v[i] };
      unsigned near_one = 0;
      for (unsigned k = 0; k < 3; k++) {
         bool two_ninths = fabsf(c[k] - 2.0f / 9) < 1e-4f;
         assert_true(two_ninths || fabsf(c[k] - 5.0f / 9) < 1e-4f);
         near_one += !two_ninths;
      }
      assert_int_equal(near_one, 1);
   }
   const float even[] = { 2, 2, 2, 2 };
   assert_true(tess_run(&mode, even, &r));
   assert_int_equal(r.num_points, 7);
   assert_true(fabsf(r.u[6] - 1.0f / 3) < 1e-4f && fabsf(r.v[6] - 1.0f / 3) < 1e-4f);
}

static void lines(void **state)
{
   for (unsigned spacing = 0; spacing < 4; spacing++) {
      for (unsigned i = 0; i < LEVELS * LEVELS; i++) {
         const float f[] = { levels[i % LEVELS], levels[i / LEVELS] };
         struct tess_mode mode = mode_of(TESS_ISOLINES, (enum tess_spacing)spacing, TESS_LINES);
         unsigned count = segments(TESS_INTEGER, f[1]), along = segments(mode.spacing, f[0]);
         assert_true(tess_run(&mode, f, &r));
         assert_int_equal(r.corners, 2);
         assert_int_equal(r.num_points, count * (along + 1));
         assert_int_equal(r.num_prims, count * along);
         for (unsigned k = 0; k < r.num_prims; k++) {
            uint16_t a = r.corner[2 * k], c = r.corner[2 * k + 1];
            assert_true(r.v[a] == r.v[c] && r.u[a] <= r.u[c]);
            assert_true(fabsf(r.v[a] - (float)(k / along) / (float)count) < 1e-4f);
         }
      }
   }
}

static void culled(void **state)
{
   for (unsigned domain = 0; domain < 3; domain++) {
      struct tess_mode mode = mode_of((enum tess_domain)domain, TESS_ODD, domain ? TESS_CW : TESS_LINES);
      for (unsigned i = 0; i < 6; i++) {
         const float bad[] = { 0, -1, NAN, -INFINITY, -0.0f };
         for (unsigned k = 0; k < 5; k++) {
            float f[] = { 4, 4, 4, 4, 4, 4 };
            f[i] = bad[k];
            assert_int_equal(tess_run(&mode, f, &r), i >= domain + 2);
         }
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(surfaces),
      cmocka_unit_test(inside_is_invariant),
      cmocka_unit_test(triangle_rings),
      cmocka_unit_test(lines),
      cmocka_unit_test(culled),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

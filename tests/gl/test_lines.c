/* test_lines.c: lines and points against a reference of the rasterization rules of OpenGL ES 2.0, 3.3 and 3.4: diamond exit for
 * lines of any slope and direction, wide lines, strips and loops, clipping; sizes of points, their clamping and gl_PointCoord;
 * varyings along lines and points. */
#include <math.h>

#include "pixel_test.h"

enum { EDGE = 32 };

static uint32_t seed = 5;

static unsigned pick(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 10) % n;
}

static GLuint fbo, rb;
static uint8_t picture[EDGE * EDGE * 4];

static void make_target(void)
{
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, EDGE, EDGE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glViewport(0, 0, EDGE, EDGE);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_BLEND); /* counts fragments per pixel */
   glBlendFunc(GL_ONE, GL_ONE);
   glVertexAttrib4f(1, 1.0f / 255, 1.0f / 255, 1.0f / 255, 1.0f / 255);
}

static void delete_target(void)
{
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
}

static void draw_window(GLenum mode, const double *points, int count)
{
   GLfloat v[2 * 64];
   for (int i = 0; i < 2 * count; i++)
      v[i] = (GLfloat)(points[i] * 2 / EDGE - 1);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(mode, 0, count);
   glReadPixels(0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
}

static int hits(int x, int y)
{
   return picture[(y * EDGE + x) * 4];
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* 3.4.1: inside the diamond |x - xf| + |y - yf| < 1/2 around a pixel's centre; no endpoint of these tests lies on its border */
static bool in_diamond(const double *p, int x, int y)
{
   return fabs(p[0] - x - 0.5) + fabs(p[1] - y - 0.5) < 0.5;
}

/* The part of the segment inside the diamond, in u = x + y, v = x - y: a square there. */
static bool crosses_diamond(const double *a, const double *b, int x, int y)
{
   double centre[2] = {x + 0.5 + y + 0.5, (double)x - y}, from[2] = {a[0] + a[1], a[0] - a[1]},
          to[2] = {b[0] + b[1], b[0] - b[1]};
   double first = 0, last = 1;
   for (int i = 0; i < 2; i++) {
      double d = to[i] - from[i], low = centre[i] - 0.5 - from[i], high = centre[i] + 0.5 - from[i];
      if (d == 0) {
         if (low >= 0 || high <= 0)
            return false;
         continue;
      }
      double t0 = low / d, t1 = high / d;
      first = fmax(first, fmin(t0, t1));
      last = fmin(last, fmax(t0, t1));
   }
   return first < last;
}

/* Adds the fragments of a segment to `count`. A shift by a very small (-e, -e^2) decides ties. */
static void rasterize(const double *a, const double *b, int width, int count[EDGE][EDGE])
{
   bool x_major = fabs(b[0] - a[0]) >= fabs(b[1] - a[1]);
   double shift = (width - 1) / 2.0;
   double e = 1e-5, dx = -e - (x_major ? 0 : shift), dy = -e * e - (x_major ? shift : 0);
   double p[2] = {a[0] + dx, a[1] + dy}, q[2] = {b[0] + dx, b[1] + dy};
   for (int y = -16; y < EDGE + 16; y++)
      for (int x = -16; x < EDGE + 16; x++) {
         if (!crosses_diamond(p, q, x, y) || in_diamond(q, x, y))
            continue;
         for (int k = 0; k < width; k++) {
            int px = x_major ? x : x + k, py = x_major ? y + k : y;
            if (px >= 0 && px < EDGE && py >= 0 && py < EDGE)
               count[py][px]++;
         }
      }
}

/* On a coarse subpixel grid and never on the border of a diamond: x is an odd multiple of 1/32, y an even one. */
static double coordinate(int axis, double from, double to)
{
   return floor((from + (to - from) * pick(1000) / 1000.0) * 16) / 16 + (axis ? 0 : 1.0 / 32);
}

static void expect_hits(int count[EDGE][EDGE], const char *what)
{
   for (int y = 0; y < EDGE; y++)
      for (int x = 0; x < EDGE; x++)
         if (hits(x, y) != count[y][x])
            fail_msg("%s: pixel %d, %d has %d fragments, not %d", what, x, y, hits(x, y), count[y][x]);
}

static void thin_lines(void **state)
{
   pixel_flat_program();
   make_target();
   for (int round = 0; round < 1500; round++) {
      int count[EDGE][EDGE] = {0};
      double p[4];
      char what[120];
      for (int i = 0; i < 4; i++)
         p[i] = coordinate(i % 2, 1, EDGE - 1);
      if (round % 5 == 0) /* short lines */
         for (int i = 0; i < 2; i++)
            p[2 + i] = coordinate(i, p[i] - 1, p[i] + 1);
      if (round % 7 == 0)
         p[3] = p[1];
      if (round % 11 == 0)
         p[2] = p[0];
      rasterize(p, p + 2, 1, count);
      draw_window(GL_LINES, p, 2);
      snprintf(what, sizeof what, "line %d from %.5f, %.5f to %.5f, %.5f", round, p[0], p[1], p[2], p[3]);
      expect_hits(count, what);
   }
   delete_target();
}

/* Wide lines (3.4.2): the thin line that lies (w - 1) / 2 lower or further left, each fragment a column or row of w. */
static void wide_lines(void **state)
{
   GLfloat range[2];
   glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
   pixel_flat_program();
   make_target();
   for (int round = 0; round < 1500; round++) {
      int count[EDGE][EDGE] = {0}, width = 2 + (int)pick(9);
      static const float fractions[] = {0, 0.4f, -0.4f};
      double p[4];
      char what[120];
      for (int i = 0; i < 4; i++)
         p[i] = coordinate(i % 2, 1, EDGE - 1);
      if (width % 2 == 0) /* sides of even widths lie half a pixel off those of odd widths */
         p[0] += 0.25, p[2] += 0.25;
      if ((float)width > range[1])
         width = (int)range[1];
      glLineWidth((float)width + fractions[round % 3]); /* rounded to the nearest integer */
      rasterize(p, p + 2, width, count);
      draw_window(GL_LINES, p, 2);
      snprintf(what, sizeof what, "line %d of width %d from %.5f, %.5f to %.5f, %.5f", round, width, p[0], p[1], p[2],
               p[3]);
      expect_hits(count, what);
   }
   glLineWidth(range[1] * 2 + 10); /* clamped in draws; glGet returns the value that was set */
   float kept;
   glGetFloatv(GL_LINE_WIDTH, &kept);
   assert_true(kept == range[1] * 2 + 10);
   glLineWidth(0.3f); /* rounds to 0, which means 1 */
   draw_window(GL_LINES, (double[]){4.5, 4.5, 9.5, 4.5}, 2);
   int total = 0;
   for (int i = 0; i < EDGE * EDGE; i++)
      total += picture[i * 4];
   assert_int_equal(total, 5);
   glLineWidth(1);
   delete_target();
}

/* Strips and loops equal their segments. */
static void strips_and_loops(void **state)
{
   pixel_flat_program();
   make_target();
   for (int round = 0; round < 300; round++) {
      int count[EDGE][EDGE] = {0}, n = 2 + (int)pick(7);
      GLenum mode = round % 3 == 0 ? GL_LINES : round % 3 == 1 ? GL_LINE_STRIP : GL_LINE_LOOP;
      double p[2 * 9];
      char what[60];
      for (int i = 0; i < 2 * n; i++)
         p[i] = coordinate(i % 2, 1, EDGE - 1);
      for (int i = 0; i + 1 < n; i += mode == GL_LINES ? 2 : 1)
         rasterize(p + 2 * i, p + 2 * i + 2, 1, count);
      if (mode == GL_LINE_LOOP)
         rasterize(p + 2 * n - 2, p, 1, count);
      draw_window(mode, p, n);
      snprintf(what, sizeof what, "mode %x, %d points, round %d", mode, n, round);
      expect_hits(count, what);
   }
   delete_target();
}

/* A clipped line has the pixels of the unclipped line inside the volume. One pixel may differ at the new end, which is rounded
 * to the subpixel grid. */
static void clipped_lines(void **state)
{
   pixel_flat_program();
   make_target();
   for (int round = 0; round < 500; round++) {
      int count[EDGE][EDGE] = {0}, wrong = 0, total = 0;
      double p[4];
      for (int i = 0; i < 4; i++)
         p[i] = coordinate(i % 2, round % 2 ? -20 : -2000, EDGE + (round % 2 ? 20 : 2000));
      for (int i = 0; i < 2; i++)
         p[i] = coordinate(i, 1, EDGE - 1);
      rasterize(p, p + 2, 1, count);
      draw_window(GL_LINES, p, 2);
      for (int y = 0; y < EDGE; y++)
         for (int x = 0; x < EDGE; x++) {
            bool near = false; /* of the expected pixel */
            for (int k = 0; k < 9; k++) {
               int nx = x + k % 3 - 1, ny = y + k / 3 - 1;
               near |= nx >= 0 && ny >= 0 && nx < EDGE && ny < EDGE && count[ny][nx];
            }
            if (hits(x, y) && !near)
               fail_msg("line %d from %.5f, %.5f to %.5f, %.5f: pixel %d, %d", round, p[0], p[1], p[2], p[3], x, y);
            wrong += hits(x, y) != count[y][x];
            total += count[y][x];
         }
      if (wrong > 2 + total / 8)
         fail_msg("line %d from %.5f, %.5f to %.5f, %.5f: %d of %d pixels differ", round, p[0], p[1], p[2], p[3], wrong,
                  total);
   }
   delete_target();
}

/* Along a line, varyings and depth follow the parameter t of 3.4.1: the projection of the pixel's centre, with w. */
static void varyings_along_lines(void **state)
{
   pixel_program(
      "attribute vec4 pos, val; varying vec4 v; void main() { gl_Position = pos; v = val; }",
      "precision highp float; varying vec4 v; void main() { gl_FragColor = vec4(v.x, gl_FragCoord.z, v.y, 1.0); }");
   make_target();
   glDisable(GL_BLEND);
   for (int round = 0; round < 100; round++) {
      double p[4], w[2] = {1, round % 2 ? 1 : 3.5};
      GLfloat pos[8], val[8] = {0, 1, 0, 0, 1, 0.25f, 0, 0};
      for (int i = 0; i < 4; i++)
         p[i] = coordinate(i % 2, 1, EDGE - 1);
      for (int k = 0; k < 2; k++) {
         pos[4 * k] = (GLfloat)((p[2 * k] * 2 / EDGE - 1) * w[k]);
         pos[4 * k + 1] = (GLfloat)((p[2 * k + 1] * 2 / EDGE - 1) * w[k]);
         pos[4 * k + 2] = (GLfloat)((k ? 0.9 : -0.7) * w[k]);
         pos[4 * k + 3] = (GLfloat)w[k];
      }
      double dx = p[2] - p[0], dy = p[3] - p[1], length = dx * dx + dy * dy;
      if (length < 25)
         continue;
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, pos);
      glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, val);
      glEnableVertexAttribArray(0);
      glEnableVertexAttribArray(1);
      glClear(GL_COLOR_BUFFER_BIT);
      glDrawArrays(GL_LINES, 0, 2);
      glReadPixels(0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
      for (int i = 0; i < EDGE * EDGE; i++) {
         if (!picture[i * 4 + 3])
            continue;
         /* Tolerance of t: half a pixel across the line, for an x-major line whose pixels are sampled at their
          * centres. */
         double t = ((i % EDGE + 0.5 - p[0]) * dx + (i / EDGE + 0.5 - p[1]) * dy) / length,
                slack = 0.75 / sqrt(length) + 0.01;
         double wt = (t / w[1]) / ((1 - t) / w[0] + t / w[1]), ws = 1 + (w[1] > 1) * 2.5;
         double wanted[3] = {wt, 0.15 + 0.8 * t, 1 - 0.75 * wt};
         for (int c = 0; c < 3; c++)
            if (fabs(picture[i * 4 + c] / 255.0 - fmin(1, fmax(0, wanted[c]))) > slack * ws)
               fail_msg("round %d, pixel %d, %d: channel %d is %d, not %.1f", round, i % EDGE, i / EDGE, c,
                        picture[i * 4 + c], wanted[c] * 255);
      }
   }
   delete_target();
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

/* 3.3: a point of size s covers the pixels whose centres lie in the square around it; the size is clamped to the range */
static void points(void **state)
{
   GLfloat range[2];
   GLint size = glGetUniformLocation(
      pixel_program("attribute vec4 pos; uniform float size; void main() { gl_Position = pos; gl_PointSize = size; }",
                    "precision highp float; void main() { gl_FragColor = vec4(gl_PointCoord, 0.0, 1.0); }"),
      "size");
   glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, range);
   make_target();
   glDisable(GL_BLEND);
   for (int round = 0; round < 600; round++) {
      double x = coordinate(0, 0, EDGE) + 1.0 / 64, y = coordinate(1, 0, EDGE) + 1.0 / 64; /* no centre on a border */
      float s = round % 10 == 0 ? range[1] * 3 : round % 10 == 1 ? 0.25f : (float)(1 + pick(320)) / 8;
      double kept = s < range[0] ? range[0] : s > range[1] ? range[1] : s;
      double p[2] = {x, y};
      glUniform1f(size, s);
      draw_window(GL_POINTS, p, 1);
      for (int i = 0; i < EDGE * EDGE; i++) {
         double dx = i % EDGE + 0.5 - x, dy = i / EDGE + 0.5 - y;
         bool inside = fabs(dx) < kept / 2, lit = picture[i * 4 + 3];
         inside = inside && fabs(dy) < kept / 2;
         if (fabs(fabs(dx) - kept / 2) < 1e-6 || fabs(fabs(dy) - kept / 2) < 1e-6)
            continue;
         if (lit != inside)
            fail_msg("size %g at %.5f, %.5f: pixel %d, %d %s", s, x, y, i % EDGE, i / EDGE, lit ? "drawn" : "missing");
         /* gl_PointCoord (3.3.1): 1/2 + (xf + 1/2 - xw) / s, and downwards. */
         double wanted[2] = {0.5 + dx / kept, 0.5 - dy / kept};
         for (int c = 0; lit && c < 2; c++)
            if (fabs(picture[i * 4 + c] - wanted[c] * 255) > 1.5)
               fail_msg("size %g at %.5f, %.5f: pixel %d, %d has point coordinate %d of %d, not %.2f", s, x, y,
                        i % EDGE, i / EDGE, c, picture[i * 4 + c], wanted[c] * 255);
      }
   }
   delete_target();
}

/* ES 2.0, 2.13: the near and the far plane clip a point by its centre, the sides of the clip volume leave it as it is. Of a
 * wide point with the centre beyond a side, the part inside the viewport is drawn. Varyings are constant over a point. */
static void expect_point(unsigned row, const GLfloat *pos, float size, const int *viewport)
{
   const uint8_t color[4] = {51, 102, 153, 204};
   bool inside_z = pos[3] > 0 && pos[2] >= -pos[3] && pos[2] <= pos[3];
   double xw = viewport[0] + viewport[2] * (pos[0] / pos[3] + 1) / 2, yw = viewport[1] + viewport[3] * (pos[1] / pos[3] + 1) / 2;
   glReadPixels(0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   for (int y = 0; y < EDGE; y++)
      for (int x = 0; x < EDGE; x++) {
         bool drawn = inside_z && fabs(x + 0.5 - xw) < size / 2 && fabs(y + 0.5 - yw) < size / 2 && x >= viewport[0] &&
                      x < viewport[0] + viewport[2] && y >= viewport[1] && y < viewport[1] + viewport[3];
         const uint8_t none[4] = {0}, *rgba = picture + (y * EDGE + x) * 4;
         if (memcmp(rgba, drawn ? color : none, 4) != 0)
            fail_msg("row %u, viewport %d, %d, %d x %d: pixel %d, %d is %s", row, viewport[0], viewport[1], viewport[2],
                     viewport[3], x, y, drawn ? "not drawn" : "drawn");
      }
}

static void clipped_points(void **state)
{
   static const GLfloat rows[][4] = {
      {0.01f, 0.02f, 0, 1},  {0.97f, 0.01f, 0, 1},     {1.03f, 0.01f, 0, 1},  {0.01f, -1.03f, 0, 1}, {-1.07f, 0.01f, 0, 1},
      {0.01f, 1.07f, 0, 1},  {1.03f, 1.03f, 0, 1},     {-1.03f, 1.03f, 0, 1}, {1.9f, 0.01f, 0, 2},   {-2.1f, 0.01f, 0, 2},
      {1.31f, 0.01f, 0, 1},  {-1.31f, -1.31f, 0, 1},   {900, 0.01f, 0, 1},    {1e20f, 1e20f, 0, 1},  {0.01f, 0.01f, 1.01f, 1},
      {1.03f, 0, 1.01f, 1},  {0.01f, 0.01f, -0.99f, 1}, {0.01f, 0.01f, -1.01f, 1}, {0.01f, 0, 0, -1}, {0, 0, 0, 0},
   };
   static const int viewports[][4] = {{0, 0, EDGE, EDGE}, {8, 8, 16, 16}, {EDGE / 2, EDGE / 2, EDGE / 2, EDGE / 2}, {3, 5, 7, 20}};
   const float sizes[] = {1, 4, 5, 12};
   GLint size = glGetUniformLocation(
      pixel_program("attribute vec4 pos, val; uniform float size; varying vec4 v;"
                    "void main() { gl_Position = pos; gl_PointSize = size; v = val; }",
                    "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }"),
      "size");
   make_target();
   glDisable(GL_BLEND);
   glEnableVertexAttribArray(0);
   glVertexAttrib4f(1, 0.2f, 0.4f, 0.6f, 0.8f);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      for (unsigned k = 0; k < 16; k++) {
         const int *viewport = viewports[k / 4];
         glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
         glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, rows[i]);
         glUniform1f(size, sizes[k % 4]);
         glClear(GL_COLOR_BUFFER_BIT);
         glDrawArrays(GL_POINTS, 0, 1);
         expect_point(i, rows[i], sizes[k % 4], viewport);
      }
   delete_target();
}

/* A wide line that leaves the viewport keeps its fragments inside and has none outside. */
static void lines_at_the_viewport(void **state)
{
   static const int viewport[4] = {8, 8, 16, 16};
   pixel_flat_program();
   make_target();
   glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
   for (int round = 0; round < 500; round++) {
      int count[EDGE][EDGE] = {0}, width = 1 + 2 * (round % 5);
      double p[4];
      GLfloat v[4];
      char what[120];
      for (int i = 0; i < 4; i++) {
         p[i] = coordinate(i % 2, -8, EDGE + 8);
         v[i] = (GLfloat)((p[i] - viewport[i % 2]) * 2 / viewport[2 + i % 2] - 1);
      }
      glLineWidth((float)width);
      rasterize(p, p + 2, width, count);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, v);
      glEnableVertexAttribArray(0);
      glClear(GL_COLOR_BUFFER_BIT);
      glDrawArrays(GL_LINES, 0, 2);
      glReadPixels(0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
      for (int i = 0; i < EDGE * EDGE; i++)
         if (i % EDGE < viewport[0] || i % EDGE >= viewport[0] + viewport[2] || i / EDGE < viewport[1] ||
             i / EDGE >= viewport[1] + viewport[3])
            count[i / EDGE][i % EDGE] = 0;
      snprintf(what, sizeof what, "line %d of width %d from %.5f, %.5f to %.5f, %.5f", round, width, p[0], p[1], p[2], p[3]);
      expect_hits(count, what);
   }
   glLineWidth(1);
   delete_target();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(thin_lines), TEST(wide_lines), TEST(strips_and_loops), TEST(clipped_lines), TEST(lines_at_the_viewport),
      TEST(varyings_along_lines), TEST(points), TEST(clipped_points),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_raster.c: coverage and interpolated values of primitives: shared edges, points, lines, clipping, depth range
 * and offset, gl_FragCoord, gl_PointCoord, derivatives. Expected values follow ES 2.0 chapters 2 and 3 in double precision. */
#include "pixel_test.h"

static unsigned lit_count(void)
{
   uint8_t rgba[SIZE * SIZE * 4];
   unsigned count = 0;
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      count += rgba[i * 4] > 0;
   return count;
}

static void draw(GLenum mode, int components, const GLfloat *vertices, int count)
{
   glVertexAttribPointer(0, components, GL_FLOAT, GL_FALSE, 0, vertices);
   glEnableVertexAttribArray(0);
   glDrawArrays(mode, 0, count);
}

/* A fan around a random point covers the window. Additive blending shows that each pixel is covered once (3.5.1). */
static void shared_edges(void **state)
{
   uint32_t seed = 7;
   uint8_t rgba[SIZE * SIZE * 4];
   pixel_flat_program();
   glVertexAttrib4f(1, 0.125f, 0.125f, 0.125f, 0.125f);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glClearColor(0, 0, 0, 0);
   for (int round = 0; round < 200; round++) {
      GLfloat fan[2 * 18];
      for (int i = 0; i < 2; i++) {
         seed = seed * 1664525 + 1013904223;
         /* In every second round the point is the centre or a corner of a pixel. */
         fan[i] = round % 2 ? (float)((int)(seed >> 16) % 16) / SIZE - 1 : (float)(seed >> 8) / (1 << 23) - 1;
      }
      for (int i = 0; i <= 16; i++) {
         static const GLfloat x[] = {-1, -0.5f, 0, 0.5f, 1, 1, 1, 1, 1, 0.5f, 0, -0.5f, -1, -1, -1, -1, -1};
         fan[2 + i * 2] = x[i];
         fan[3 + i * 2] = x[(i + 12) % 16];
      }
      glClear(GL_COLOR_BUFFER_BIT);
      draw(GL_TRIANGLE_FAN, 2, fan, 18);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      for (int i = 0; i < SIZE * SIZE; i++)
         if (rgba[i * 4] < 31 || rgba[i * 4] > 33)
            fail_msg("round %d: pixel %d, %d has %d", round, i % SIZE, i / SIZE, rgba[i * 4]);
   }
}

/* A point of size s covers the pixels whose centres lie in the square (3.3); gl_PointCoord falls from top to bottom. */
static void points(void **state)
{
   GLint size = glGetUniformLocation(
      pixel_program("attribute vec4 pos; uniform float size; void main() { gl_Position = pos; gl_PointSize = size; }",
                    "precision highp float; void main() { gl_FragColor = vec4(gl_PointCoord * 0.5 + 0.25, 0.0, 1.0); }"),
      "size");
   glClearColor(0, 0, 0, 0);
   for (int s = 1; s <= 6; s++)
      for (int place = 0; place < 4; place++) {
         const double x = 3.0 + place * 0.3 + 0.13, y = 3.93 - place * 0.21; /* window coordinates */
         const GLfloat vertex[] = {(float)(x / (SIZE / 2) - 1), (float)(y / (SIZE / 2) - 1)};
         glUniform1f(size, (float)s);
         glClear(GL_COLOR_BUFFER_BIT);
         draw(GL_POINTS, 2, vertex, 1);
         for (int py = 0; py < SIZE; py++)
            for (int px = 0; px < SIZE; px++) {
               double dx = px + 0.5 - x, dy = py + 0.5 - y;
               bool inside = dx > -s / 2.0 && dx < s / 2.0 && dy > -s / 2.0 && dy < s / 2.0;
               const float wanted[4] = {inside ? (float)(0.5 + dx / s * 0.5) : 0, inside ? (float)(0.5 - dy / s * 0.5) : 0, 0,
                                        inside};
               char what[60];
               snprintf(what, sizeof(what), "size %d place %d pixel %d, %d", s, place, px, py);
               pixel_expect(pixel_read(px, py), wanted, what);
            }
      }
}

/* x-major lines of width 1: one pixel per column from start to end, the last one open (3.4.1, diamond exit). */
static void lines(void **state)
{
   pixel_flat_program();
   glVertexAttrib4f(1, 1, 1, 1, 1);
   glClearColor(0, 0, 0, 0);
   for (int from = 0; from < 7; from++)
      for (int to = from + 1; to < 8; to++) {
         const GLfloat ends[] = {(from + 0.5f) / 4 - 1, 2.5f / 4 - 1, (to + 0.5f) / 4 - 1, 2.5f / 4 - 1};
         glClear(GL_COLOR_BUFFER_BIT);
         draw(GL_LINES, 2, ends, 2);
         assert_int_equal(lit_count(), to - from);
         for (int x = from; x < to; x++)
            assert_true(pixel_read(x, 2)[0] > 0);
      }
   /* A strip in one direction covers no pixel twice. */
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glVertexAttrib4f(1, 0.25f, 0.25f, 0.25f, 0.25f);
   glClear(GL_COLOR_BUFFER_BIT);
   draw(GL_LINE_STRIP, 2, (GLfloat[]){-0.875f, -0.875f, -0.375f, -0.875f, 0.125f, -0.625f, 0.875f, -0.625f}, 4);
   for (int x = 0; x < 7; x++)
      for (int y = 0; y < 2; y++)
         assert_true(pixel_read(x, y)[0] < 70);
   assert_int_equal(lit_count(), 7);
   /* Wide lines are columns of pixels. */
   GLfloat range[2];
   glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
   glLineWidth(3);
   glClear(GL_COLOR_BUFFER_BIT);
   draw(GL_LINES, 2, (GLfloat[]){-0.625f, 0.125f, 0.375f, 0.125f}, 2);
   assert_int_equal(lit_count(), range[1] >= 3 ? 4 * 3 : 4);
   glLineWidth(1);
}

/* Each plane of the clip volume cuts a large triangle; w <= 0 is never drawn. */
static void clipping(void **state)
{
   static const GLfloat behind[] = {-1, -1, 0, -1, 1, -1, 0, -1, 0, 1, 0, -1}, zero[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
   pixel_flat_program();
   glVertexAttrib4f(1, 1, 1, 1, 1);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   draw(GL_TRIANGLES, 4, behind, 3);
   draw(GL_TRIANGLES, 4, zero, 3);
   assert_int_equal(lit_count(), 0);
   /* z runs from -2 to 2 over the window: the middle half is inside. */
   draw(GL_TRIANGLE_STRIP, 3, (GLfloat[]){-1, -1, -2, 1, -1, 2, -1, 1, -2, 1, 1, 2}, 4);
   for (int x = 0; x < SIZE; x++)
      assert_int_equal(pixel_read(x, 3)[0] > 0, x >= 2 && x < 6);
   /* w runs from -1 to 1: the right half, where x <= w, is inside (x is 0 in all corners at w = 0). */
   glClear(GL_COLOR_BUFFER_BIT);
   draw(GL_TRIANGLES, 4, (GLfloat[]){-1, -1, 0, 1, 3, -1, 0, 1, -3, 0, 0, -1}, 3);
   uint8_t rgba[SIZE * SIZE * 4];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   /* In the plane: barycentric a, b, c of a pixel (X, Y) solve a (p - P w) = 0; inside where a, b, c >= 0 and w > 0. */
   for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++) {
         const double X = (x + 0.5) / 4 - 1, Y = (y + 0.5) / 4 - 1;
         const double p[3][3] = {{-1, -1, 1}, {3, -1, 1}, {-3, 0, -1}};
         double q[3][2], l[3];
         for (int i = 0; i < 3; i++) {
            q[i][0] = p[i][0] - X * p[i][2];
            q[i][1] = p[i][1] - Y * p[i][2];
         }
         for (int i = 0; i < 3; i++)
            l[i] = q[(i + 1) % 3][0] * q[(i + 2) % 3][1] - q[(i + 2) % 3][0] * q[(i + 1) % 3][1];
         double sum = l[0] + l[1] + l[2], w = 0, least = 1;
         for (int i = 0; i < 3; i++) {
            l[i] /= sum;
            w += l[i] * p[i][2];
            least = l[i] < least ? l[i] : least;
         }
         if (least > -0.01 && least < 0.01)
            continue; /* too close to an edge */
         if ((rgba[(y * SIZE + x) * 4] > 0) != (least > 0 && w > 0))
            fail_msg("pixel %d, %d: w %g, least weight %g", x, y, w, least);
      }
}

/* gl_FragCoord: window x and y at pixel centres, z after the depth range, 1 / w. */
static void frag_coord(void **state)
{
   pixel_program(
      "attribute vec4 pos; void main() { gl_Position = pos; }",
      "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.xy / 8.0, gl_FragCoord.z, gl_FragCoord.w); }");
   static const float ranges[][2] = {{0, 1}, {0.25f, 0.75f}, {1, 0}, {0.5f, 0.5f}};
   for (unsigned r = 0; r < 4; r++) {
      const float n = ranges[r][0], f = ranges[r][1], w = 2, z = 0.5f;
      glDepthRangef(n, f);
      draw(GL_TRIANGLES, 4, (GLfloat[]){-w, -w, z * w, w, 3 * w, -w, z * w, w, -w, 3 * w, z * w, w}, 3);
      for (int i = 0; i < SIZE; i++)
         pixel_expect(pixel_read(i, 7 - i), (float[]){(i + 0.5f) / 8, (7.5f - i) / 8, (f - n) / 2 * z + (n + f) / 2, 1 / w},
                      "gl_FragCoord");
   }
   glDepthRangef(0, 1);
}

/* A varying is perspective-correct: v = (a v0/w0 + b v1/w1) / (a/w0 + b/w1) with screen-space weights (3.5.1). */
static void perspective(void **state)
{
   pixel_program("attribute vec4 pos; varying float v; void main() { gl_Position = pos; v = (pos.x / pos.w) * 0.5 + 0.5; }",
                 "precision highp float; varying float v; void main() { gl_FragColor = vec4(v, 1.0 - v, 0.0, 1.0); }");
   draw(GL_TRIANGLE_STRIP, 4, (GLfloat[]){-1, -1, 0, 1, 4, -4, 0, 4, -1, 1, 0, 1, 4, 4, 0, 4}, 4);
   for (int x = 0; x < SIZE; x++) {
      double b = (x + 0.5) / SIZE, a = 1 - b, v = (b * 1 / 4) / (a / 1 + b / 4);
      pixel_expect(pixel_read(x, 5), (float[]){(float)v, (float)(1 - v), 0, 1}, "varying");
   }
}

/* Polygon offset moves depth by factor x slope + units x the smallest step, and only of triangles. */
static void polygon_offset(void **state)
{
   pixel_flat_program();
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_LESS);
   for (int k = 0; k < 3; k++) {
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      pixel_fill(0.5f, 0, 0, 1, 0.25f);
      glEnable(GL_POLYGON_OFFSET_FILL);
      glPolygonOffset(0, k == 0 ? 0 : k == 1 ? -2 : 2);
      pixel_fill(1, 1, 1, 1, 0.25f);
      pixel_expect(pixel_read(4, 4), k == 1 ? (float[]){1, 1, 1, 1} : (float[]){0.5f, 0, 0, 1}, "units");
      glDisable(GL_POLYGON_OFFSET_FILL);
   }
   /* Depth rises by 1/8 per pixel in x: factor -1 lowers it by as much. */
   glDepthMask(GL_TRUE);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   static const GLfloat slope[] = {-1, -1, -1, 1, -1, 1, -1, 1, -1, 1, 1, 1};
   glEnable(GL_POLYGON_OFFSET_FILL);
   glPolygonOffset(-1, 0);
   glVertexAttrib4f(1, 0, 1, 0, 1);
   draw(GL_TRIANGLE_STRIP, 3, slope, 4);
   glDisable(GL_POLYGON_OFFSET_FILL);
   glDepthFunc(GL_GREATER); /* z of pixel x is (x - 0.5) / 8, at least 0 */
   glVertexAttrib4f(1, 1, 0, 0, 1);
   pixel_rectangle(-1, -1, 1, 1, 2 * (3.0f / 8) - 1);
   for (int x = 0; x < SIZE; x++)
      pixel_expect(pixel_read(x, 4), x - 0.5f < 3 ? (float[]){1, 0, 0, 1} : (float[]){0, 1, 0, 1}, "slope");
   glDisable(GL_DEPTH_TEST);
}

/* dFdx and dFdy of gl_FragCoord and of a varying; fwidth. */
static void derivatives(void **state)
{
   pixel_program(
      "attribute vec4 pos; varying vec2 v; void main() { gl_Position = pos; v = pos.xy; }",
      "#extension GL_OES_standard_derivatives : require\nprecision highp float; varying vec2 v;\n"
      "void main() { gl_FragColor = vec4(dFdx(v.x), dFdy(v.y), fwidth(v.x + v.y) * 0.5, dFdx(gl_FragCoord.x) * 0.5); }");
   pixel_rectangle(-1, -1, 1, 1, 0);
   for (int i = 0; i < SIZE; i++)
      pixel_expect(pixel_read(i, 7 - i), (float[]){0.25f, 0.25f, 0.25f, 0.5f}, "derivative");
}

/* Sample coverage and multisampling have no effect on a surface of one sample (3.2). */
static void sample_coverage(void **state)
{
   pixel_flat_program();
   glEnable(GL_SAMPLE_COVERAGE);
   glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   glSampleCoverage(0.0f, GL_FALSE);
   pixel_fill(1, 0.5f, 0, 0.25f, 0);
   pixel_expect(pixel_read(1, 1), (float[]){1, 0.5f, 0, 0.25f}, "one sample");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(shared_edges), TEST(points), TEST(lines), TEST(clipping), TEST(frag_coord), TEST(perspective), TEST(polygon_offset),
      TEST(derivatives), TEST(sample_coverage),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* body_coherent.c: fragment shaders that read what earlier primitives of the same draw wrote (EXT_shader_framebuffer_fetch,
 * KHR_blend_equation_advanced_coherent): overlapping primitives of every mode, with instances, primitive restart and arrays in
 * client memory; captures of draws with such shaders. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api_test.h"

#define FETCH "GL_EXT_shader_framebuffer_fetch"
#define ENABLE "#extension " FETCH " : require\nprecision highp float;\n"

static void expect_no_error(const char *what)
{
   const GLenum error = glGetError();
   if (error)
      api_fail("%s: error 0x%x", what, error);
}

/* ---- every mode ----------------------------------------------------------------------------------------------------------- */

/* Positions in sixteenths of a pixel. Runs of RUN vertices are one polygon, path or set of points each. */
enum { RUN = 8, RUNS = 4, VERTICES = RUN * RUNS, SUB = 16, INSTANCES = 3, POINT = 7, BESIDE = 3 };
struct vertex { GLfloat x, y, value; };
static int at[VERTICES][2];
static struct vertex vertices[VERTICES];
static GLfloat by_instance[INSTANCES] = { 11, 29, 97 };
static uint8_t texels[API_TEXELS][4]; /* expected texels after the draws */

static bool is_line(GLenum mode) { return mode >= GL_LINES && mode <= GL_LINE_STRIP; }

/* Paths turn at right angles, and so they close. Their vertices are beside the centres of pixels, well inside their diamonds. */
static void place_path(unsigned run)
{
   int x[RUN / 2], y[RUN / 2 + 1];
   for (unsigned i = 0; i < RUN / 2; i++) {
      x[i] = (int)api_random(24) + 3;
      y[i] = (int)api_random(24) + 3;
   }
   y[RUN / 2] = y[0];
   for (unsigned i = 0; i < RUN; i++) {
      at[run * RUN + i][0] = x[i / 2] * SUB + SUB / 2 + BESIDE;
      at[run * RUN + i][1] = y[(i + 1) / 2] * SUB + SUB / 2 + BESIDE;
   }
}

static void place(GLenum mode)
{
   for (unsigned i = 0; i < VERTICES; i++)
      for (unsigned axis = 0; axis < 2; axis++) /* a quarter of a pixel: the sides of points contain no centre of a pixel */
         at[i][axis] = mode == GL_POINTS ? (int)api_random(20) * SUB + 6 * SUB + SUB / 4 : (int)api_random(26 * SUB) + 2 * SUB;
   for (unsigned run = 0; is_line(mode) && run < RUNS; run++)
      place_path(run);
   for (unsigned i = 0; i < VERTICES; i++)
      vertices[i] = (struct vertex){ (GLfloat)at[i][0] / (SUB * API_SIZE / 2) - 1, (GLfloat)at[i][1] / (SUB * API_SIZE / 2) - 1,
                                     (GLfloat)api_random(100) };
}

/* The vertices of primitive i of a run without restart, in the order of the mode. False: there is none. */
static bool primitive(GLenum mode, unsigned i, unsigned count, unsigned v[3])
{
   const unsigned size = mode == GL_POINTS ? 1 : is_line(mode) ? 2 : 3;
   const unsigned first = mode == GL_LINES || mode == GL_TRIANGLES ? i * size : i;
   for (unsigned k = 0; k < 3; k++)
      v[k] = first + k;
   if (mode == GL_LINE_LOOP && i + 1 == count) {
      v[1] = 0;
      return count > 1;
   }
   if (mode == GL_TRIANGLE_FAN)
      v[0] = 0;
   if (mode == GL_TRIANGLE_STRIP && i % 2) {
      v[0] = first + 1;
      v[1] = first;
   }
   return first + size <= count;
}

static long area2(const int a[2], const int b[2], long x, long y)
{
   return (long)(b[0] - a[0]) * (y - a[1]) - (long)(b[1] - a[1]) * (x - a[0]);
}

/* How a primitive covers the centre (x, y): 1 inside, 0 outside, -1 on an edge. */
static int covers(GLenum mode, const unsigned v[3], long x, long y)
{
   const int *a = at[v[0]], *b = at[v[1]], *c = at[v[2]];
   if (mode == GL_POINTS)
      return labs(x - a[0]) * 2 < POINT * SUB && labs(y - a[1]) * 2 < POINT * SUB;
   if (is_line(mode)) { /* from the first end to before the second */
      const unsigned along = a[0] == b[0];
      const long p[2] = { x + BESIDE, y + BESIDE };
      if (p[!along] != a[!along])
         return 0;
      return a[along] < b[along] ? p[along] >= a[along] && p[along] < b[along] : p[along] <= a[along] && p[along] > b[along];
   }
   const long e[3] = { area2(a, b, x, y), area2(b, c, x, y), area2(c, a, x, y) };
   if ((e[0] > 0 && e[1] > 0 && e[2] > 0) || (e[0] < 0 && e[1] < 0 && e[2] < 0))
      return 1;
   const bool out = (e[0] > 0 || e[1] > 0 || e[2] > 0) && (e[0] < 0 || e[1] < 0 || e[2] < 0);
   return out ? 0 : -1;
}

/* Runs `use` for each pixel of each primitive. */
static bool for_pixels(GLenum mode, const unsigned *index, unsigned count, unsigned instance,
                       bool (*use)(GLenum mode, unsigned x, unsigned y, const unsigned v[3], unsigned instance, int covered))
{
   unsigned local[3], v[3];
   for (unsigned i = 0; primitive(mode, i, count, local); i++) {
      for (unsigned k = 0; k < 3; k++)
         v[k] = index[local[k] < count ? local[k] : 0];
      for (unsigned p = 0; p < API_TEXELS; p++) {
         const unsigned x = p % API_SIZE, y = p / API_SIZE; /* instance n is n pixels to the right and upwards */
         const int covered = covers(mode, v, ((long)x - (long)instance) * SUB + SUB / 2, ((long)y - (long)instance) * SUB + SUB / 2);
         if (!use(mode, x, y, v, instance, covered))
            return false;
      }
   }
   return true;
}

static bool is_apart(GLenum mode, unsigned x, unsigned y, const unsigned v[3], unsigned instance, int covered)
{
   return covered >= 0;
}

static bool shade(GLenum mode, unsigned x, unsigned y, const unsigned v[3], unsigned instance, int covered)
{
   if (covered <= 0)
      return true;
   const unsigned provoking = v[mode == GL_POINTS ? 0 : is_line(mode) ? 1 : 2];
   const bool front = mode < GL_TRIANGLES || area2(at[v[0]], at[v[1]], at[v[2]][0], at[v[2]][1]) > 0;
   const unsigned value = (unsigned)vertices[provoking].value + provoking + instance * 16 + (unsigned)by_instance[instance / 2];
   uint8_t *t = texels[y * API_SIZE + x];
   const unsigned add[4] = { value, value * 3, front, 1 };
   for (unsigned i = 0; i < 4; i++)
      t[i] = (uint8_t)(t[i] * 5 + add[i]);
   return true;
}

static const unsigned runs[RUNS][RUN] = { { 0, 1, 2, 3, 4, 5, 6, 7 }, { 8, 9, 10, 11, 12, 13, 14, 15 },
   { 16, 17, 18, 19, 20, 21, 22, 23 }, { 24, 25, 26, 27, 28, 29, 30, 31 } };

static void place_apart(GLenum mode)
{
   bool apart;
   do {
      place(mode);
      apart = true;
      for (unsigned run = 0; run < RUNS && apart && !is_line(mode); run++)
         apart = for_pixels(mode, runs[run], RUN, 0, is_apart);
   } while (!apart);
}

static const char vertex_300[] = "#version 300 es\nlayout(location = 0) in vec2 pos; layout(location = 1) in float val;\n"
   "layout(location = 2) in float inst; flat out highp uint v;\n"
   "void main() { gl_Position = vec4(pos + vec2(float(gl_InstanceID) * 0.0625), 0.0, 1.0); gl_PointSize = 7.0;\n"
   "  v = uint(val) + uint(gl_VertexID) + uint(gl_InstanceID) * 16u + uint(inst); }";
static const char fragment_300[] = "#version 300 es\n" ENABLE "flat in highp uint v; inout highp uvec4 c;\n"
   "void main() { c = (c * 5u + uvec4(v, v * 3u, gl_FrontFacing ? 1u : 0u, 1u)) & 255u; }";
#define CLOSE 0xffff
static const GLushort elements[] = { CLOSE, 0, 1, 2, 3, 4, 5, 6, 7, CLOSE, 16, 17, 18, 19, 20, 21, 22, 23, CLOSE, CLOSE, 3, CLOSE };
enum { ELEMENTS = sizeof elements / sizeof *elements };
static const GLubyte client_elements[] = { 24, 25, 26, 27, 28, 29, 30, 31, 0xff, 8, 9, 10, 11, 12, 13, 14, 15 };

static void set_arrays(const void *base, const void *instances)
{
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(struct vertex), base);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof(struct vertex), (const char *)base + 8);
   glVertexAttribPointer(2, 1, GL_FLOAT, GL_FALSE, 0, instances);
   glVertexAttribDivisor(2, 2);
   for (GLuint i = 0; i < 3; i++)
      glEnableVertexAttribArray(i);
}

static void draw_from_buffers(GLenum mode)
{
   GLuint array, buffer[2];
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(2, buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof vertices + sizeof by_instance, NULL, GL_STATIC_DRAW);
   glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof vertices, vertices);
   glBufferSubData(GL_ARRAY_BUFFER, sizeof vertices, sizeof by_instance, by_instance);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof elements, elements, GL_STATIC_DRAW);
   set_arrays(NULL, (const char *)NULL + sizeof vertices);
   glDrawArrays(mode, RUN, RUN);
   glDrawElementsInstanced(mode, ELEMENTS, GL_UNSIGNED_SHORT, NULL, INSTANCES);
   glBindVertexArray(0);
}

/* The two elements of each run, as often as there are instances; a run of one vertex is a point. */
static void reference_mode(GLenum mode)
{
   static const unsigned single[] = { 3 };
   memset(texels, 0, sizeof texels);
   for_pixels(mode, runs[1], RUN, 0, shade);
   for (unsigned instance = 0; instance < INSTANCES; instance++) {
      for_pixels(mode, runs[0], RUN, instance, shade);
      for_pixels(mode, runs[2], RUN, instance, shade);
      for_pixels(mode, single, 1, instance, shade);
   }
   for (unsigned instance = 0; instance < 2; instance++) {
      for_pixels(mode, runs[3], RUN, instance, shade);
      for_pixels(mode, runs[1], RUN, instance, shade);
   }
}

static void show(void)
{
   static const GLfloat corners[] = { -1, -1, 1, -1, -1, 1, 1, 1 };
   api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 300 es\nprecision highp float; uniform highp usampler2D tex; out vec4 c;\n"
               "void main() { c = vec4(texelFetch(tex, ivec2(gl_FragCoord.xy), 0)) / 255.0; }");
   api_vertices(corners, sizeof corners);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_mode(GLenum mode)
{
   GLuint texture, framebuffer;
   GLint outer = 0;
   api_require(FETCH);
   place_apart(mode);
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8UI, API_SIZE, API_SIZE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearBufferuiv(GL_COLOR, 0, (const GLuint[]){ 0, 0, 0, 0 });
   glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   api_program(vertex_300, NULL, fragment_300);
   draw_from_buffers(mode);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   set_arrays(vertices, by_instance);
   glDrawElementsInstanced(mode, sizeof client_elements, GL_UNSIGNED_BYTE, client_elements, 2);
   expect_no_error("coherent draws");
   for (GLuint i = 1; i < 3; i++) {
      glVertexAttribDivisor(i, 0);
      glDisableVertexAttribArray(i);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   show();
   reference_mode(mode);
}

static void mode_reference(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, texels, sizeof texels);
}

#define MODE(name, mode) static void draw_##name(void) { draw_mode(mode); }
MODE(points, GL_POINTS)
MODE(lines, GL_LINES)
MODE(line_loop, GL_LINE_LOOP)
MODE(line_strip, GL_LINE_STRIP)
MODE(triangles, GL_TRIANGLES)
MODE(triangle_strip, GL_TRIANGLE_STRIP)
MODE(triangle_fan, GL_TRIANGLE_FAN)

/* ---- OpenGL ES 2.0: squares, each over the ones before ----------------------------------------------------------------- */

enum { SQUARES = 6 };
static const char vertex_100[] = "attribute vec2 pos; attribute vec4 val; varying vec4 color;\n"
                                 "void main() { gl_Position = vec4(pos, 0.0, 1.0); color = val; }";

/* Square i: from pixel 2i to 32 - i, of the colour (i + 1) / 8, i / 8, 1 - i / 8. */
static void draw_squares(void)
{
   static const unsigned corner[6][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 0, 1 }, { 1, 0 }, { 1, 1 } };
   struct { GLfloat x, y, color[4]; } v[SQUARES * 6];
   for (unsigned i = 0; i < SQUARES * 6; i++) {
      const unsigned n = i / 6, *c = corner[i % 6];
      v[i].x = (GLfloat)(c[0] ? API_SIZE - n : 2 * n) / 16 - 1;
      v[i].y = (GLfloat)(c[1] ? API_SIZE - n : 2 * n) / 16 - 1;
      memcpy(v[i].color, (const GLfloat[4]){ (GLfloat)(n + 1) / 8, (GLfloat)n / 8, 1 - (GLfloat)n / 8, 1 }, sizeof v[i].color);
   }
   api_vertices(v, sizeof v);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof *v, NULL);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof *v, (const void *)8);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 0, SQUARES * 6);
   glDisableVertexAttribArray(1);
}

/* clear: the picture's colour before. Each square combines its colour with the picture's, in steps of 1/255. */
static void squares_reference(uint8_t rgba[API_TEXELS][4], double clear, double (*combine)(double d, double s))
{
   for (unsigned p = 0; p < API_TEXELS; p++) {
      double c[4] = { clear, clear, clear, 1 };
      for (unsigned n = 0; n < SQUARES; n++) {
         const double s[3] = { (n + 1) / 8.0, n / 8.0, 1 - n / 8.0 };
         const unsigned x = p % API_SIZE, y = p / API_SIZE;
         if (x < 2 * n || y < 2 * n || x >= API_SIZE - n || y >= API_SIZE - n)
            continue;
         for (unsigned i = 0; i < 3; i++)
            c[i] = floor(combine(c[i], s[i]) * 255 + 0.5) / 255;
      }
      for (unsigned i = 0; i < 4; i++)
         rgba[p][i] = (uint8_t)(c[i] * 255 + 0.5);
   }
}

static void draw_last_frag_data(void)
{
   api_require(FETCH);
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_program(vertex_100, NULL, ENABLE "varying vec4 color;\n"
               "void main() { gl_FragColor = vec4(1.0 - mix(gl_LastFragData[0], color, 0.5).xyz, 1.0); }");
   draw_squares();
   expect_no_error("gl_LastFragData");
}

static double last_frag_data(double d, double s) { return 1 - (d + s) / 2; }
static void last_frag_data_reference(uint8_t rgba[API_TEXELS][4]) { squares_reference(rgba, 0, last_frag_data); }

/* ---- KHR_blend_equation_advanced_coherent ---------------------------------------------------------------------------------- */

static void draw_blend(void)
{
   api_require("GL_KHR_blend_equation_advanced_coherent");
   if (!glIsEnabled(GL_BLEND_ADVANCED_COHERENT_KHR))
      api_fail("GL_BLEND_ADVANCED_COHERENT_KHR is not enabled initially");
   glClearColor(0.2f, 0.2f, 0.2f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_program("#version 300 es\nlayout(location = 0) in vec2 pos; layout(location = 1) in vec4 val; out vec4 color;\n"
               "void main() { gl_Position = vec4(pos, 0.0, 1.0); color = val; }", NULL,
               "#version 300 es\n#extension GL_KHR_blend_equation_advanced : require\nprecision highp float;\n"
               "layout(blend_support_exclusion) out; in vec4 color; out vec4 c; void main() { c = color; }");
   glEnable(GL_BLEND);
   glBlendEquation(GL_EXCLUSION);
   draw_squares();
   expect_no_error("coherent blending");
   glDisable(GL_BLEND);
   glBlendEquation(GL_FUNC_ADD);
}

static double exclusion(double d, double s) { return s + d - 2 * s * d; }
static void blend_reference(uint8_t rgba[API_TEXELS][4]) { squares_reference(rgba, 0.2, exclusion); }

/* ---- transform feedback and queries ------------------------------------------------------------------------------------------ */

/* Two instances of the squares' triangles are captured while they are drawn. */
static void draw_captured(void)
{
   static const char *const names[] = { "seen" };
   GLuint program, buffer, query[2], written = 0, passed = 0;
   api_require(FETCH);
   program = api_program("#version 300 es\nlayout(location = 0) in vec2 pos; layout(location = 1) in vec4 val; out vec4 color;\n"
                         "flat out ivec2 seen;\n"
                         "void main() { gl_Position = vec4(pos, 0.0, 1.0); color = val; seen = ivec2(gl_VertexID, gl_InstanceID); }",
                         NULL, "#version 300 es\n" ENABLE "in vec4 color; inout vec4 c;\n"
                         "void main() { c = vec4(1.0 - mix(c, color, 0.5).xyz, 1.0); }");
   glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, SQUARES * 6 * 8, NULL, GL_STREAM_READ);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glGenQueries(2, query);
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query[0]);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, query[1]);
   glBeginTransformFeedback(GL_TRIANGLES);
   draw_squares();
   glEndTransformFeedback();
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   glGetQueryObjectuiv(query[0], GL_QUERY_RESULT, &written);
   glGetQueryObjectuiv(query[1], GL_QUERY_RESULT, &passed);
   if (written != SQUARES * 2 || !passed)
      api_fail("%u primitives were written, samples passed: %u", written, passed);
   const GLint *seen = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, SQUARES * 6 * 8, GL_MAP_READ_BIT);
   for (GLint i = 0; i < SQUARES * 6; i++)
      if (!seen || seen[2 * i] != i || seen[2 * i + 1] != 0)
         api_fail("captured vertex %d is not there", i);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   expect_no_error("capture");
}

const struct api_body api_bodies_coherent[] = {
   { "coherent-points", GLES, 30, 0, 0, draw_points, mode_reference },
   { "coherent-lines", GLES, 30, 0, 0, draw_lines, mode_reference },
   { "coherent-line-loop", GLES, 30, 0, 0, draw_line_loop, mode_reference },
   { "coherent-line-strip", GLES, 30, 0, 0, draw_line_strip, mode_reference },
   { "coherent-triangles", GLES, 30, 0, 0, draw_triangles, mode_reference },
   { "coherent-triangle-strip", GLES, 30, 0, 0, draw_triangle_strip, mode_reference },
   { "coherent-triangle-fan", GLES, 30, 0, 0, draw_triangle_fan, mode_reference },
   { "coherent-last-frag-data", GLES, 20, 2, 0, draw_last_frag_data, last_frag_data_reference },
   { "coherent-blend", GLES, 30, 3, 0, draw_blend, blend_reference },
   { "coherent-captured", GLES, 30, 2, 0, draw_captured, last_frag_data_reference },
   { NULL },
};

/* body_sample_locations.c: programmable locations of samples (ARB_sample_locations, NV_sample_locations; section 14.3.1 of their
 * specifications): coverage, depth and shading of each sample at the locations of the table, by pixel of the grid or for all pixels. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"

#ifndef GL_FRAMEBUFFER_FLIP_Y_MESA
#define GL_FRAMEBUFFER_FLIP_Y_MESA 0x8BBB
#endif

enum { WIDTH = 30, HEIGHT = 29, MAX_SAMPLES = 8, MAX_LOCATIONS = 1024, TRIANGLES = 6 };

static PFNGLFRAMEBUFFERSAMPLELOCATIONSFVARBPROC set_locations;
static PFNGLNAMEDFRAMEBUFFERSAMPLELOCATIONSFVARBPROC set_named_locations;
static PFNGLEVALUATEDEPTHVALUESARBPROC evaluate_depth;
static const char *glsl; /* begins each shader */

static struct target {
   GLuint fbo, color;
   GLint samples, width /* of the grid */, height;
   bool programmed, grid, flipped;
   int place[MAX_LOCATIONS][2]; /* of the table, in 1/16 pixel */
   GLint size;
} target;
static GLuint resolved;

static void prepare(void)
{
   const bool es = strncmp((const char *)glGetString(GL_VERSION), "OpenGL ES", 9) == 0;
   char name[64];
   glsl = es ? "#version 320 es\nprecision highp float; precision highp sampler2DMS;\n" : "#version 430\n";
   api_require(es ? "GL_NV_sample_locations" : "GL_ARB_sample_locations");
   snprintf(name, sizeof(name), "glFramebufferSampleLocationsfv%s", es ? "NV" : "ARB");
   set_locations = (PFNGLFRAMEBUFFERSAMPLELOCATIONSFVARBPROC)eglGetProcAddress(name);
   snprintf(name, sizeof(name), "glNamedFramebufferSampleLocationsfv%s", es ? "NV" : "ARB");
   set_named_locations = (PFNGLNAMEDFRAMEBUFFERSAMPLELOCATIONSFVARBPROC)eglGetProcAddress(name);
   evaluate_depth = (PFNGLEVALUATEDEPTHVALUESARBPROC)eglGetProcAddress(es ? "glResolveDepthValuesNV" : "glEvaluateDepthValuesARB");
   GLint bound;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   resolved = (GLuint)bound;
}

/* ---- targets ---------------------------------------------------------------------------------------------------------------- */

static GLuint attach(GLenum attachment, GLenum format, GLint samples)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
   glTexStorage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, format, WIDTH, HEIGHT, GL_FALSE);
   glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
   return texture;
}

/* Becomes the framebuffer, cleared to zeros, with depth 1. False: the implementation has another number of samples. */
static bool try_target(GLint samples)
{
   memset(&target, 0, sizeof(target));
   glGenFramebuffers(1, &target.fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, target.fbo);
   target.color = attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
   attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F, samples);
   glGetIntegerv(GL_SAMPLES, &target.samples);
   if (target.samples != samples)
      return false;
   glGetIntegerv(GL_SAMPLE_LOCATION_PIXEL_GRID_WIDTH_ARB, &target.width);
   glGetIntegerv(GL_SAMPLE_LOCATION_PIXEL_GRID_HEIGHT_ARB, &target.height);
   glGetIntegerv(GL_PROGRAMMABLE_SAMPLE_LOCATION_TABLE_SIZE_ARB, &target.size);
   if (target.size < samples * target.width * target.height || target.size > MAX_LOCATIONS)
      api_fail("%d locations for %d samples in a grid of %d x %d", target.size, samples, target.width, target.height);
   glViewport(0, 0, WIDTH, HEIGHT);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   return true;
}

static void make_target(GLint samples)
{
   if (!try_target(samples))
      api_skip("this number of samples");
}

/* Random locations for the whole table. They are not quite multiples of 1/16: an implementation with 4 bits rounds them. */
static void program_locations(bool grid)
{
   GLfloat table[MAX_LOCATIONS][2];
   GLint bits = 0;
   glGetIntegerv(GL_SAMPLE_LOCATION_SUBPIXEL_BITS_ARB, &bits);
   for (GLint i = 0; i < target.size; i++)
      for (unsigned axis = 0; axis < 2; axis++) {
         target.place[i][axis] = (int)api_random(15) + 1;
         table[i][axis] = ((float)target.place[i][axis] + (bits == 4 ? (float)api_random(7) / 8 - 0.375f : 0)) / 16;
      }
   set_locations(GL_FRAMEBUFFER, 0, (GLuint)target.size, &table[0][0]);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, GL_TRUE);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, grid);
   target.programmed = true;
   target.grid = grid;
}

/* Location of a sample in its pixel, in 1/16. */
static const int *location(int x, int y, int sample)
{
   const int pixel = target.grid ? y % target.height * target.width + x % target.width : 0;
   return target.place[pixel * target.samples + sample];
}

/* One sample of each pixel, by window coordinates. */
static void read_sample(int sample, uint8_t texels[API_TEXELS][4])
{
   char source[400];
   glBindFramebuffer(GL_FRAMEBUFFER, resolved);
   glViewport(0, 0, API_SIZE, API_SIZE);
   glDisable(GL_DEPTH_TEST);
   snprintf(source, sizeof(source), "%sin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", glsl);
   char fragment[400];
   snprintf(fragment, sizeof(fragment), "%suniform sampler2DMS image; out vec4 color;\n"
            "void main() { ivec2 at = ivec2(gl_FragCoord.xy); color = vec4(0.0); if (at.x < %d && at.y < %d) color = texelFetch(image, at, %d); }",
            glsl, WIDTH, HEIGHT, sample);
   const GLuint program = api_program(source, NULL, fragment);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, target.color);
   api_rectangle(-1, -1, 1, 1);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glDeleteProgram(program);
   glBindFramebuffer(GL_FRAMEBUFFER, target.fbo);
   glViewport(0, 0, WIDTH, HEIGHT);
}

static const uint8_t *texel_at(uint8_t texels[API_TEXELS][4], int x, int y)
{
   return texels[(target.flipped ? HEIGHT - 1 - y : y) * API_SIZE + x];
}

/* Implementations have different grids: no picture is left. */
static void finish(void)
{
   glBindFramebuffer(GL_FRAMEBUFFER, resolved);
   glViewport(0, 0, API_SIZE, API_SIZE);
   glClear(GL_COLOR_BUFFER_BIT);
   api_checked();
}

/* ---- coverage and depth ------------------------------------------------------------------------------------------------------ */

/* Corners in 1/256 pixel, depth of the corners. */
struct triangle { int x[3], y[3]; double z[3]; };

/* What a sample holds; unknown: an edge passes through it, or two depths are too close. */
static struct sample { int id; double z; bool unknown; } samples[HEIGHT][WIDTH][MAX_SAMPLES];

static struct triangle random_triangle(void)
{
   struct triangle t;
   for (unsigned k = 0; k < 3; k++) {
      t.x[k] = (int)api_random(WIDTH * 256) | 1;
      t.y[k] = (int)api_random(HEIGHT * 256) | 1;
      t.z[k] = (double)api_random(256) / 256;
   }
   return t;
}

static void draw_triangle(const struct triangle *t)
{
   GLfloat corner[3][3];
   for (unsigned k = 0; k < 3; k++) {
      corner[k][0] = (float)t->x[k] / (WIDTH * 128) - 1;
      corner[k][1] = (float)t->y[k] / (HEIGHT * 128) - 1;
      corner[k][2] = (float)(2 * t->z[k] - 1);
   }
   api_vertices(corner, sizeof(corner));
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* Weights of the corners at a place in 1/256 pixel, with the sign of the inside. Returns the sum of them: 0: no area. */
static int64_t weights(const struct triangle *t, int px, int py, int64_t w[3])
{
   int64_t area = 0;
   for (unsigned k = 0; k < 3; k++) {
      const unsigned a = (k + 1) % 3, b = (k + 2) % 3;
      w[k] = (int64_t)(t->x[b] - t->x[a]) * (py - t->y[a]) - (int64_t)(t->y[b] - t->y[a]) * (px - t->x[a]);
      area += w[k];
   }
   for (unsigned k = 0; k < 3 && area < 0; k++)
      w[k] = -w[k];
   return area < 0 ? -area : area;
}

static void reference_triangle(const struct triangle *t, int id, struct sample *s, int px, int py)
{
   int64_t w[3];
   const int64_t area = weights(t, px, py, w);
   if (!area || w[0] < 0 || w[1] < 0 || w[2] < 0)
      return;
   const double z = ((double)w[0] * t->z[0] + (double)w[1] * t->z[1] + (double)w[2] * t->z[2]) / (double)area;
   s->unknown |= !w[0] || !w[1] || !w[2] || fabs(z - s->z) < 1e-4;
   if (z < s->z) {
      s->z = z;
      s->id = id;
   }
}

/* Random triangles with numbers from `first` on. centre: as if each pixel had one sample there. */
static void draw_triangles(int first, bool centre)
{
   char vertex[300], fragment[300];
   snprintf(vertex, sizeof(vertex), "%sin vec3 pos; void main() { gl_Position = vec4(pos, 1.0); }", glsl);
   snprintf(fragment, sizeof(fragment), "%suniform float id; out vec4 color; void main() { color = vec4(id / 255.0); }", glsl);
   const GLuint program = api_program(vertex, NULL, fragment);
   glEnable(GL_DEPTH_TEST);
   for (int i = 0; i < TRIANGLES; i++) {
      const struct triangle t = random_triangle();
      glUniform1f(glGetUniformLocation(program, "id"), (float)(first + i));
      draw_triangle(&t);
      for (int y = 0; y < HEIGHT; y++)
         for (int x = 0; x < WIDTH; x++)
            for (int n = 0; n < target.samples; n++) {
               static const int middle[2] = {8, 8};
               const int *at = centre ? middle : location(x, y, n);
               reference_triangle(&t, first + i, &samples[y][x][n], 256 * x + 16 * at[0], 256 * y + 16 * at[1]);
            }
   }
   glDeleteProgram(program);
}

static void forget_samples(void)
{
   for (int i = 0; i < HEIGHT * WIDTH * MAX_SAMPLES; i++)
      samples[i / MAX_SAMPLES / WIDTH][i / MAX_SAMPLES % WIDTH][i % MAX_SAMPLES] = (struct sample){0, 1, false};
}

static void check_samples(const char *what)
{
   static uint8_t texels[API_TEXELS][4];
   for (int n = 0; n < target.samples; n++) {
      read_sample(n, texels);
      for (int y = 0; y < HEIGHT; y++)
         for (int x = 0; x < WIDTH; x++)
            if (!samples[y][x][n].unknown && texel_at(texels, x, y)[0] != samples[y][x][n].id)
               api_fail("%s: sample %d of %d, pixel %d %d is of triangle %d, not %d", what, n, target.samples, x, y, texel_at(texels, x, y)[0],
                        samples[y][x][n].id);
   }
}

/* Triangles at one set of locations, then at another: the depth of each sample stays that of the location where it was drawn. */
static void draw_coverage(void)
{
   static const GLint counts[] = {2, 4, 8};
   GLint most = 0;
   prepare();
   glGetIntegerv(GL_MAX_SAMPLES, &most);
   for (unsigned k = 0; k < 6; k++) {
      if (counts[k / 2] > most || !try_target(counts[k / 2]))
         continue;
      forget_samples();
      program_locations(k & 1);
      draw_triangles(1, false);
      check_samples(k & 1 ? "by pixel" : "one location for all pixels");
      evaluate_depth();
      program_locations(!(k & 1));
      draw_triangles(1 + TRIANGLES, false);
      check_samples("after other locations");
   }
   finish();
}

/* A rectangle of 1/16 pixel around each place of each pixel, in red its x, in green its y: each sample has its location. by_sample: the
 * shader runs for each sample, and sees the location. */
static void draw_detection(bool by_sample)
{
   static uint8_t texels[API_TEXELS][4];
   static GLfloat corners[WIDTH * HEIGHT][6][2];
   static const int turn[6][2] = {{-8, -8}, {8, -8}, {-8, 8}, {-8, 8}, {8, -8}, {8, 8}};
   char vertex[500], fragment[300];
   prepare();
   snprintf(vertex, sizeof(vertex), "%sin vec2 pos; uniform vec2 place;\n"
            "void main() { gl_Position = vec4((pos + place / 16.0) * vec2(2.0 / %d.0, 2.0 / %d.0) - 1.0, 0.0, 1.0); }", glsl, WIDTH, HEIGHT);
   snprintf(fragment, sizeof(fragment), "%suniform vec2 place; out vec4 color; void main() {\n"
            "  vec2 off = %s; color = vec4(place / 255.0, any(greaterThan(abs(off), vec2(0.03))) ? 1.0 : 0.0, 1.0); }", glsl,
            by_sample ? "gl_SamplePosition * 16.0 - place" : "vec2(0.0)");
   for (int i = 0; i < WIDTH * HEIGHT; i++)
      for (unsigned k = 0; k < 6; k++) {
         corners[i][k][0] = (float)(i % WIDTH) + (float)turn[k][0] / 256;
         corners[i][k][1] = (float)(i / WIDTH) + (float)turn[k][1] / 256;
      }
   make_target(4);
   program_locations(true);
   const GLuint program = api_program(vertex, NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   for (int place = 0; place < 256; place++) {
      glUniform2f(glGetUniformLocation(program, "place"), (float)(place % 16), (float)(place / 16));
      glDrawArrays(GL_TRIANGLES, 0, WIDTH * HEIGHT * 6);
   }
   glDeleteProgram(program);
   for (int n = 0; n < target.samples; n++) {
      read_sample(n, texels);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
         const int x = i % WIDTH, y = i / WIDTH, *at = location(x, y, n);
         const uint8_t *got = texel_at(texels, x, y);
         if (got[0] != at[0] || got[1] != at[1] || got[2])
            api_fail("sample %d of pixel %d %d is at %d/16 %d/16, not %d/16 %d/16%s", n, x, y, got[0], got[1], at[0], at[1],
                     got[2] ? "; gl_SamplePosition differs" : "");
      }
   }
   finish();
}

static void draw_detected(void) { draw_detection(false); }
static void draw_detected_by_sample(void) { draw_detection(true); }

/* MESA_framebuffer_flip_y: window coordinates count from the last row of the image; locations are in window coordinates. */
static void draw_flipped(void)
{
   prepare();
   api_require("GL_MESA_framebuffer_flip_y");
   make_target(4);
   target.flipped = true;
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
   forget_samples();
   program_locations(true);
   draw_triangles(1, false);
   check_samples("from the last row on");
   finish();
}

/* Issue 3 of the specification: rasterization without multisampling has no locations. */
static void draw_disabled(void)
{
   prepare();
   make_target(4);
   forget_samples();
   program_locations(true);
   glDisable(GL_MULTISAMPLE);
   draw_triangles(1, true);
   glEnable(GL_MULTISAMPLE);
   check_samples("GL_MULTISAMPLE disabled");
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB, GL_FALSE);
   for (GLint i = 0; i < target.samples; i++) {
      GLfloat xy[2];
      glGetMultisamplefv(GL_SAMPLE_POSITION, (GLuint)i, xy);
      for (unsigned axis = 0; axis < 2; axis++)
         target.place[i][axis] = (int)lroundf(xy[axis] * 16);
   }
   target.grid = false;
   draw_triangles(1 + TRIANGLES, false);
   check_samples("default locations");
   finish();
}

/* ---- shading ------------------------------------------------------------------------------------------------------------------ */

/* Red and green: gl_SamplePosition. Blue: gl_FragCoord, a `sample` input and interpolateAtSample are there, and interpolateAtOffset
 * counts from the centre. */
static void draw_positions(void)
{
   static uint8_t texels[API_TEXELS][4];
   char vertex[500], fragment[900];
   prepare();
   snprintf(vertex, sizeof(vertex), "%sin vec2 pos; sample out vec2 exact; out vec2 at;\n"
            "void main() { gl_Position = vec4(pos, 0.0, 1.0); exact = at = (pos * 0.5 + 0.5) * vec2(%d.0, %d.0); }", glsl, WIDTH, HEIGHT);
   snprintf(fragment, sizeof(fragment), "%ssample in vec2 exact; in vec2 at; out vec4 color;\n"
            "bool is(vec2 a, vec2 b) { return all(lessThan(abs(a - b), vec2(0.003))); }\n"
            "void main() { vec2 corner = floor(gl_FragCoord.xy), there = corner + gl_SamplePosition;\n"
            "  bool right = is(gl_FragCoord.xy, there) && is(exact, there) && is(interpolateAtSample(at, gl_SampleID), there) &&\n"
            "    is(interpolateAtOffset(at, vec2(0.25, -0.375)), corner + vec2(0.75, 0.125));\n"
            "  color = vec4(gl_SamplePosition, right ? 1.0 : 0.0, 1.0); }", glsl);
   for (unsigned k = 0; k < 4; k++) {
      make_target(4);
      if (k & 2) {
         glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, GL_TRUE);
         target.flipped = true;
         if (glGetError())
            break; /* without MESA_framebuffer_flip_y */
      }
      program_locations(k & 1);
      const GLuint program = api_program(vertex, NULL, fragment);
      static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
      api_vertices(corners, sizeof(corners));
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glDeleteProgram(program);
      for (int n = 0; n < target.samples; n++) {
         read_sample(n, texels);
         for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const int x = i % WIDTH, y = i / WIDTH, *at = location(x, y, n);
            const uint8_t *got = texel_at(texels, x, y);
            if (got[0] != (at[0] * 255 + 8) / 16 || got[1] != (at[1] * 255 + 8) / 16 || got[2] != 255)
               api_fail("grid %u, flipped %u: sample %d of pixel %d %d: gl_SamplePosition %d %d, inputs %s, not %d/16 %d/16", k & 1, k >> 1, n,
                        x, y, got[0], got[1], got[2] ? "there" : "elsewhere", at[0], at[1]);
         }
      }
   }
   finish();
}

/* A centroid input of a partly covered pixel is at a place that the primitive covers (OpenGL 4.6, 15.1). */
static void draw_centroid(void)
{
   static uint8_t texels[MAX_SAMPLES][API_TEXELS][4];
   char vertex[500], fragment[500];
   prepare();
   snprintf(vertex, sizeof(vertex), "%sin vec3 pos; centroid out vec2 at;\n"
            "void main() { gl_Position = vec4(pos, 1.0); at = (pos.xy * 0.5 + 0.5) * vec2(%d.0, %d.0); }", glsl, WIDTH, HEIGHT);
   snprintf(fragment, sizeof(fragment), "%scentroid in vec2 at; out vec4 color;\n"
            "void main() { vec2 d = at - floor(gl_FragCoord.xy); color = vec4(d * 0.5 + 0.25, 0.0, 1.0); }", glsl);
   make_target(4);
   program_locations(true);
   for (unsigned k = 0; k < 8; k++) {
      const struct triangle t = random_triangle();
      glClear(GL_COLOR_BUFFER_BIT);
      const GLuint program = api_program(vertex, NULL, fragment);
      draw_triangle(&t);
      glDeleteProgram(program);
      for (int n = 0; n < target.samples; n++)
         read_sample(n, texels[n]);
      for (int i = 0; i < WIDTH * HEIGHT; i++) {
         const int x = i % WIDTH, y = i / WIDTH;
         const uint8_t *got = NULL;
         int64_t w[3];
         for (int n = 0; n < target.samples && !got; n++)
            got = texel_at(texels[n], x, y)[3] ? texel_at(texels[n], x, y) : NULL;
         if (!got)
            continue;
         /* A step of the colour is 1/127.5 pixel: 2 in 1/256 pixel. */
         const int px = (int)lround((got[0] / 127.5 - 0.5) * 256) + 256 * x, py = (int)lround((got[1] / 127.5 - 0.5) * 256) + 256 * y;
         weights(&t, px, py, w);
         for (unsigned e = 0; e < 3; e++) {
            const double length = hypot(t.x[(e + 2) % 3] - t.x[(e + 1) % 3], t.y[(e + 2) % 3] - t.y[(e + 1) % 3]);
            if ((double)w[e] < -3 * length)
               api_fail("pixel %d %d: the centroid is %g pixels outside of the triangle", x, y, -(double)w[e] / length / 256);
         }
      }
   }
   finish();
}

/* ---- state -------------------------------------------------------------------------------------------------------------------- */

static long parameter(GLenum target_name, GLenum pname)
{
   GLint value = -1;
   glGetFramebufferParameteriv(target_name, pname, &value);
   return value;
}

static void expect_location(GLuint index, float x, float y)
{
   GLfloat xy[2] = {-1, -1};
   glGetMultisamplefv(GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, index, xy);
   if (xy[0] != x || xy[1] != y)
      api_fail("location %u is %g %g, not %g %g", index, (double)xy[0], (double)xy[1], (double)x, (double)y);
   api_checked();
}

static void draw_state(void)
{
   static const GLfloat xy[] = {0.25f, 0.75f, 0.1f, 0.9f};
   GLint value = -1, size = 0;
   GLuint empty;
   prepare();
   make_target(4);
   size = target.size;
   glGetIntegerv(GL_SAMPLE_LOCATION_SUBPIXEL_BITS_ARB, &value);
   if (value < 4 || target.width < 1 || target.height < 1)
      api_fail("%d bits, a grid of %d x %d", value, target.width, target.height);
   api_expect("programmable at first", parameter(GL_FRAMEBUFFER, GL_FRAMEBUFFER_PROGRAMMABLE_SAMPLE_LOCATIONS_ARB), 0);
   api_expect("grid at first", parameter(GL_FRAMEBUFFER, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB), 0);
   expect_location(0, 0.5f, 0.5f);
   expect_location((GLuint)size - 1, 0.5f, 0.5f);
   set_locations(GL_FRAMEBUFFER, (GLuint)size - 2, 2, xy);
   api_expect_error(GL_NO_ERROR, "the last two locations");
   expect_location((GLuint)size - 2, 0.25f, 0.75f);
   expect_location((GLuint)size - 1, 0.1f, 0.9f); /* as they were given */
   expect_location((GLuint)size - 3, 0.5f, 0.5f);
   set_locations(GL_FRAMEBUFFER, (GLuint)size - 1, 2, xy);
   api_expect_error(GL_INVALID_VALUE, "beyond the table");
   expect_location((GLuint)size - 1, 0.1f, 0.9f);
   set_locations(GL_RENDERBUFFER, 0, 1, xy);
   api_expect_error(GL_INVALID_ENUM, "a target that is not one of framebuffers");
   set_named_locations(12345, 0, 1, xy);
   api_expect_error(GL_INVALID_OPERATION, "no framebuffer");
   set_named_locations(target.fbo, 1, 1, xy);
   expect_location(1, 0.25f, 0.75f);
   GLfloat got[2];
   glGetMultisamplefv(GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB, (GLuint)size, got);
   api_expect_error(GL_INVALID_VALUE, "a location beyond the table");
   glGetMultisamplefv(GL_SAMPLE_LOCATION_ARB, 4, got);
   api_expect_error(GL_INVALID_VALUE, "a default location of sample 4 of 4");
   /* Another framebuffer has separate state; one that is incomplete has no grid. */
   glGenFramebuffers(1, &empty);
   glBindFramebuffer(GL_FRAMEBUFFER, empty);
   expect_location((GLuint)size - 1, 0.5f, 0.5f);
   static const GLenum zeros[] = {GL_SAMPLE_LOCATION_SUBPIXEL_BITS_ARB, GL_SAMPLE_LOCATION_PIXEL_GRID_WIDTH_ARB,
                                  GL_SAMPLE_LOCATION_PIXEL_GRID_HEIGHT_ARB};
   for (unsigned i = 0; i < 3; i++) {
      glGetIntegerv(zeros[i], &value);
      api_expect("of an incomplete framebuffer", value, 0);
   }
   evaluate_depth();
   api_expect_error(GL_NO_ERROR, "depth of a framebuffer without a depth buffer");
   /* Parameters of the default framebuffer, too. */
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glFramebufferParameteri(GL_READ_FRAMEBUFFER, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB, 7);
   api_expect_error(GL_NO_ERROR, "the grid of the default framebuffer");
   api_expect("it", parameter(GL_DRAW_FRAMEBUFFER, GL_FRAMEBUFFER_SAMPLE_LOCATION_PIXEL_GRID_ARB), 1);
   set_locations(GL_READ_FRAMEBUFFER, 0, 1, xy);
   expect_location(0, 0.25f, 0.75f);
   glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, 4);
   api_expect_error(GL_INVALID_OPERATION, "a size of the default framebuffer");
   finish();
}

const struct api_body api_bodies_sample_locations[] = {
   {"sample-locations-coverage", CORE, 45, 0, 0, draw_coverage, NULL},
   {"sample-locations-coverage-es", GLES, 32, 0, 0, draw_coverage, NULL},
   {"sample-locations-coverage-compat", COMPATIBILITY, 46, 0, 0, draw_coverage, NULL},
   {"sample-locations-detection", CORE, 45, 0, 0, draw_detected, NULL},
   {"sample-locations-detection-by-sample", CORE, 45, 0, 0, draw_detected_by_sample, NULL},
   {"sample-locations-flipped", CORE, 45, 0, 0, draw_flipped, NULL},
   {"sample-locations-disabled", CORE, 45, 0, 0, draw_disabled, NULL},
   {"sample-locations-positions", CORE, 45, 0, 0, draw_positions, NULL},
   {"sample-locations-positions-es", GLES, 32, 0, 0, draw_positions, NULL},
   {"sample-locations-centroid", CORE, 45, 0, 0, draw_centroid, NULL},
   {"sample-locations-state", CORE, 45, 0, 0, draw_state, NULL},
   {"sample-locations-state-es", GLES, 32, 0, 0, draw_state, NULL},
   {0},
};

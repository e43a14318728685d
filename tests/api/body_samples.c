/* body_samples.c: multisampled renderbuffers (OpenGL ES 3.0, 3.3 and 4.4.2): coverage, depth and stencil of every sample at the
 * standard positions, sample coverage, and resolves by glBlitFramebuffer. Storage samples and modes of
 * AMD_framebuffer_multisample_advanced. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api_texels.h"

enum { TRIANGLES = 12, MAX = 8 };

/* Sixteenths from the pixel's centre: Direct3D's and Vulkan's standard positions. [log2 of the samples] */
static const int8_t places[4][MAX][2] = {
   {{0, 0}},
   {{4, 4}, {-4, -4}},
   {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}},
   {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}},
};

/* Corners in 1/256 of a pixel, depth of the corners, colour. */
static struct triangle { int x[3], y[3]; double z[3]; uint8_t rgba[4]; } triangles[TRIANGLES];

static GLuint attach(GLenum attachment, GLenum format, unsigned samples)
{
   GLuint rb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, (GLsizei)samples, format, API_SIZE, API_SIZE);
   GLint actual;
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &actual);
   if ((unsigned)actual != samples)
      api_skip("another number of samples");
   glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, attachment, GL_RENDERBUFFER, rb);
   return rb;
}

/* A framebuffer of this many samples is bound for drawing and reading. Returns the one that was bound. */
static GLuint multisampled(unsigned samples, GLenum depth)
{
   GLint target, most;
   GLuint fbo;
   glGetIntegerv(GL_MAX_SAMPLES, &most);
   if ((unsigned)most < samples)
      api_skip("too few samples");
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
   if (depth)
      attach(GL_DEPTH_STENCIL_ATTACHMENT, depth, samples);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("no framebuffer of %u samples", samples);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   return (GLuint)target;
}

static void resolve(GLuint target, GLbitfield mask)
{
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, mask, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, target);
}

static void color_program(GLint *color)
{
   GLuint program = api_program("attribute vec3 pos; void main() { gl_Position = vec4(pos, 1.0); }", NULL,
                                "precision highp float; uniform vec4 color; void main() { gl_FragColor = color; }");
   *color = glGetUniformLocation(program, "color");
}

static void set_color(GLint color, const uint8_t rgba[4])
{
   glUniform4f(color, (float)rgba[0] / 255, (float)rgba[1] / 255, (float)rgba[2] / 255, (float)rgba[3] / 255);
}

/* Draws all triangles; color -1: the program has no such uniform. */
static void draw_all(GLint color)
{
   for (unsigned i = 0; i < TRIANGLES; i++) {
      struct triangle *t = &triangles[i];
      GLfloat corner[3][3];
      for (unsigned k = 0; k < 3; k++) {
         t->x[k] = (int)api_random(API_SIZE * 256) | 1;
         t->y[k] = (int)api_random(API_SIZE * 256) | 1;
         t->z[k] = (double)api_random(256) / 256;
         corner[k][0] = (float)t->x[k] / (API_SIZE * 128) - 1;
         corner[k][1] = (float)t->y[k] / (API_SIZE * 128) - 1;
         corner[k][2] = (float)(2 * t->z[k] - 1);
      }
      for (unsigned k = 0; k < 4; k++)
         t->rgba[k] = (uint8_t)api_random(256);
      set_color(color, t->rgba);
      api_vertices(corner, sizeof(corner));
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
}

static void draw_triangles(unsigned samples, bool depth)
{
   GLint color;
   GLuint target = multisampled(samples, depth ? GL_DEPTH24_STENCIL8 : 0);
   color_program(&color);
   if (depth)
      glEnable(GL_DEPTH_TEST);
   draw_all(color);
   resolve(target, GL_COLOR_BUFFER_BIT);
}

/* Barycentric coordinates as varyings. At the centroid of the covered samples they are never negative, though the pixel's
 * centre may lie outside of the triangle. Red counts negative ones, green the coverage. */
static void draw_centroid(void)
{
   GLuint target = multisampled(4, 0);
   api_program("#version 300 es\nin vec3 pos; centroid out vec3 v;"
               "void main() { v = vec3(gl_VertexID == 0, gl_VertexID == 1, gl_VertexID == 2); gl_Position = vec4(pos, 1.0); }", NULL,
               "#version 300 es\nprecision highp float; centroid in vec3 v; out vec4 color;"
               "void main() { color = vec4(any(lessThan(v, vec3(-0.001))), 1.0, 0.0, 1.0); }");
   draw_all(-1);
   resolve(target, GL_COLOR_BUFFER_BIT);
}

/* Whether the point (1/256) lies in the triangle, and its depth there. */
static bool inside(const struct triangle *t, int64_t x, int64_t y, double *z)
{
   int64_t edge[3], area = 0;
   for (unsigned k = 0; k < 3; k++) {
      unsigned n = (k + 1) % 3;
      edge[k] = (t->x[n] - t->x[k]) * (y - t->y[k]) - (t->y[n] - t->y[k]) * (x - t->x[k]);
      area += edge[k];
   }
   *z = 0;
   for (unsigned k = 0; k < 3; k++) {
      if ((edge[k] < 0) != (area < 0))
         return false;
      *z += (double)edge[k] / (double)area * t->z[(k + 2) % 3];
   }
   return true;
}

static void reference_triangles(uint8_t rgba[API_TEXELS][4], unsigned log2_samples, bool depth)
{
   unsigned samples = 1u << log2_samples;
   for (int i = 0; i < API_TEXELS; i++) {
      double sum[4] = {0};
      for (unsigned s = 0; s < samples; s++) {
         const int8_t *at = places[log2_samples][s];
         int64_t x = i % API_SIZE * 256 + 128 + at[0] * 16, y = i / API_SIZE * 256 + 128 + at[1] * 16;
         const struct triangle *seen = NULL;
         double nearest = 1, z;
         for (unsigned n = 0; n < TRIANGLES; n++)
            if (inside(&triangles[n], x, y, &z) && (!depth || z < nearest)) {
               seen = &triangles[n];
               nearest = z;
            }
         for (unsigned k = 0; k < 4 && seen; k++)
            sum[k] += seen->rgba[k];
      }
      for (unsigned k = 0; k < 4; k++)
         rgba[i][k] = (uint8_t)(sum[k] / samples + 0.5);
   }
}

static void reference_centroid(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < TRIANGLES; i++)
      memcpy(triangles[i].rgba, (uint8_t[4]){0, 255, 0, 255}, 4);
   reference_triangles(rgba, 2, false);
}

static void draw_edges2(void) { draw_triangles(2, false); }
static void draw_edges4(void) { draw_triangles(4, false); }
static void draw_edges8(void) { draw_triangles(8, false); }
static void draw_depth4(void) { draw_triangles(4, true); }
static void draw_depth8(void) { draw_triangles(8, true); }
static void reference_edges2(uint8_t rgba[API_TEXELS][4]) { reference_triangles(rgba, 1, false); }
static void reference_edges4(uint8_t rgba[API_TEXELS][4]) { reference_triangles(rgba, 2, false); }
static void reference_edges8(uint8_t rgba[API_TEXELS][4]) { reference_triangles(rgba, 3, false); }
static void reference_depth4(uint8_t rgba[API_TEXELS][4]) { reference_triangles(rgba, 2, true); }
static void reference_depth8(uint8_t rgba[API_TEXELS][4]) { reference_triangles(rgba, 3, true); }

/* ---- sample coverage ------------------------------------------------------------------------------------------------------ */

enum { COLUMN = 4, SHARES = 5 };

static void column(int i, int y0, int y1)
{
   glScissor(i * COLUMN, y0, COLUMN, y1 - y0);
   api_rectangle(-1, -1, 1, 1);
}

/* Columns of 0 to 4 of 4 samples: in the lower third in red alone, above with the other samples in green, and on top the same by
 * alpha, whose samples are the implementation's choice. A clear with coverage on is not masked. */
static void draw_coverage(void)
{
   GLint color;
   GLuint target = multisampled(4, 0);
   color_program(&color);
   glSampleCoverage(0.5f, GL_FALSE);
   glEnable(GL_SAMPLE_COVERAGE);
   glClearColor(0, 0, 0.25f, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < SHARES; i++) {
      glSampleCoverage((float)i / (SHARES - 1), GL_FALSE);
      glUniform4f(color, 1, 0, 0, 1);
      column(i, 0, 20);
      glSampleCoverage((float)i / (SHARES - 1), GL_TRUE);
      glUniform4f(color, 0, 1, 0, 1);
      column(i, 10, 20);
   }
   glDisable(GL_SAMPLE_COVERAGE);
   glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   for (int i = 0; i < SHARES; i += SHARES - 1) { /* none and all */
      glUniform4f(color, 1, 1, 1, (float)i / (SHARES - 1));
      column(i, 20, API_SIZE);
   }
   glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
   glDisable(GL_SCISSOR_TEST);
   resolve(target, GL_COLOR_BUFFER_BIT);
}

static void reference_coverage(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      int x = i % API_SIZE / COLUMN, y = i / API_SIZE;
      double share = x < SHARES && y < 20 ? (double)x / (SHARES - 1) : 0, other = x < SHARES && y >= 10 && y < 20 ? 1 - share : 0;
      bool white = x == SHARES - 1 && y >= 20;
      double out[4] = {share, other, 0.25 * (1 - share - other), share + other};
      for (unsigned k = 0; k < 4; k++)
         rgba[i][k] = (uint8_t)((white ? 1 : out[k]) * 255 + 0.5);
   }
}

/* ---- depth and stencil of sample 0 ---------------------------------------------------------------------------------------- */

enum { CELL = 4, CELLS = API_SIZE / CELL };
static uint8_t cell[CELLS][CELLS];

/* All samples of a cell have one stencil value and depth. A stencil test after the resolve shows them. */
static void draw_stencil(void)
{
   GLint color;
   GLuint target = multisampled(4, GL_DEPTH24_STENCIL8), read;
   glEnable(GL_SCISSOR_TEST);
   for (int i = 0; i < CELLS * CELLS; i++) {
      cell[i / CELLS][i % CELLS] = (uint8_t)api_random(8);
      glScissor(i % CELLS * CELL, i / CELLS * CELL, CELL, CELL);
      glClearBufferfi(GL_DEPTH_STENCIL, 0, (float)cell[i / CELLS][i % CELLS] / 8, cell[i / CELLS][i % CELLS]);
   }
   glDisable(GL_SCISSOR_TEST);
   glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, (GLint *)&read);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
   attach(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, 0);
   resolve(target, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   color_program(&color);
   glEnable(GL_STENCIL_TEST);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_GREATER); /* than a depth a little lower than the cell's */
   glDepthMask(GL_FALSE);
   for (int v = 0; v < 8; v++) {
      GLfloat z = ((float)v + 0.5f) / 4 - 1, corners[4][3] = {{-1, -1, z}, {1, -1, z}, {-1, 1, z}, {1, 1, z}};
      glStencilFunc(GL_EQUAL, v, 0xff);
      glUniform4f(color, (float)v / 8, 1, 0, 1);
      api_vertices(corners, sizeof(corners));
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glDepthFunc(GL_LESS); /* nothing passes: the depth is the lower one */
      glUniform4f(color, 0, 0, 1, 1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glDepthFunc(GL_GREATER);
   }
}

static void reference_stencil(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      rgba[i][0] = (uint8_t)(cell[i / API_SIZE / CELL][i % API_SIZE / CELL] * 255 / 8.0 + 0.5);
      rgba[i][1] = rgba[i][3] = 255;
   }
}

/* ---- copies of samples -------------------------------------------------------------------------------------------------------- */

enum { COPIED = 4 };

static GLuint attach_multisampled(GLenum format, GLenum attachment)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
   desktop.TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, COPIED, format, API_SIZE, API_SIZE, GL_TRUE);
   glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
   return texture;
}

/* Between multisampled images a blit copies each sample of colour, depth and stencil (OpenGL 4.5, 18.3.1). Samples get values of
 * their own by the sample mask; the blit leaves a border of the destination as it was. */
static void draw_copy(void)
{
   GLuint fbo[2], color, packed, shown;
   api_require("GL_ARB_stencil_texturing");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&shown);
   glGenFramebuffers(2, fbo);
   for (int i = 0; i < 2; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo[i]);
      color = attach_multisampled(GL_RGBA8, GL_COLOR_ATTACHMENT0);
      packed = attach_multisampled(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
      glClearColor(1, 1, 1, 1);
      glClearDepth(1);
      glClearStencil(255);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
      if (i)
         break;
      const GLuint program = api_program("#version 330\nlayout(location = 0) in vec2 pos; uniform float z;\n"
                                         "void main() { gl_Position = vec4(pos, z, 1.0); }", NULL,
                                         "#version 330\nuniform vec4 c; out vec4 color;\n"
                                         "void main() { color = c + vec4(0.0, floor(gl_FragCoord.xy) / 255.0, 0.0); }");
      glEnable(GL_SAMPLE_MASK);
      glEnable(GL_DEPTH_TEST);
      glEnable(GL_STENCIL_TEST);
      glDepthFunc(GL_ALWAYS);
      glStencilOp(GL_REPLACE, GL_REPLACE, GL_REPLACE);
      for (int sample = 0; sample < COPIED; sample++) {
         glSampleMaski(0, 1u << sample);
         glStencilFunc(GL_ALWAYS, 20 + sample * 30, 255);
         glUniform1f(glGetUniformLocation(program, "z"), -0.8f + 0.4f * (float)sample);
         glUniform4f(glGetUniformLocation(program, "c"), (float)(sample * 50 + 3) / 255.0f, 0, 0, 1);
         api_rectangle(-1, -1, 1, 1);
      }
      glDisable(GL_SAMPLE_MASK);
      glDisable(GL_DEPTH_TEST);
      glDisable(GL_STENCIL_TEST);
   }
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo[0]);
   glBlitFramebuffer(2, 2, 30, 30, 2, 2, 30, 30, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, shown);
   const GLuint program = api_program(vertex, NULL,
      "#version 330\nuniform sampler2DMS t, d; uniform usampler2DMS s; uniform int part; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int n = at.x % 4;\n"
      "  color = part == 0 ? texelFetch(t, at, n) : part == 1 ? vec4(texelFetch(d, at, n).r) : vec4(texelFetch(s, at, n).r) / 255.0; }");
   glUniform1i(glGetUniformLocation(program, "d"), 1);
   glUniform1i(glGetUniformLocation(program, "s"), 1);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, color);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, packed);
   glEnable(GL_SCISSOR_TEST);
   for (int part = 0; part < 3; part++) {
      glScissor(0, part * 11, API_SIZE, 11);
      glUniform1i(glGetUniformLocation(program, "part"), part);
      glTexParameteri(GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH_STENCIL_TEXTURE_MODE, part == 2 ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT);
      api_rectangle(-1, -1, 1, 1);
   }
}

static void reference_copy(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, y = i / API_SIZE, part = y / 11, sample = x % 4;
      if (x < 2 || y < 2 || x >= 30 || y >= 30)
         memset(rgba[i], 255, 4);
      else if (part == 0)
         memcpy(rgba[i], (const uint8_t[4]){(uint8_t)(sample * 50 + 3), (uint8_t)x, (uint8_t)y, 255}, 4);
      else
         memset(rgba[i], part == 1 ? (int)((0.1 + 0.2 * sample) * 255 + 0.5) : 20 + sample * 30, 4);
   }
}

/* ---- AMD_framebuffer_multisample_advanced ---- */

enum { RENDERBUFFER_STORAGE_SAMPLES_AMD = 0x91B2, MAX_COLOR_FRAMEBUFFER_SAMPLES_AMD, MAX_COLOR_FRAMEBUFFER_STORAGE_SAMPLES_AMD,
       MAX_DEPTH_STENCIL_FRAMEBUFFER_SAMPLES_AMD, NUM_SUPPORTED_MULTISAMPLE_MODES_AMD, SUPPORTED_MULTISAMPLE_MODES_AMD, MODES = 64 };
typedef void storage_command(GLenum, GLsizei, GLsizei, GLenum, GLsizei, GLsizei);

static GLint sample_limit(GLenum name)
{
   GLint value = -1;
   glGetIntegerv(name, &value);
   api_expect("a limit of samples is below its minimum", value < (name == NUM_SUPPORTED_MULTISAMPLE_MODES_AMD ? 1 : 4), false);
   return value;
}

/* A renderbuffer with at least as many samples as were asked for, and not more storage samples than samples. */
static void attach_advanced(storage_command *storage, GLenum attachment, GLenum format, GLint samples, GLint storage_samples)
{
   GLuint rb;
   GLint got = -1, got_storage = -1;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   storage(GL_RENDERBUFFER, samples, storage_samples, format, API_SIZE, API_SIZE);
   api_expect_error(GL_NO_ERROR, "glRenderbufferStorageMultisampleAdvancedAMD");
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_SAMPLES, &got);
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, RENDERBUFFER_STORAGE_SAMPLES_AMD, &got_storage);
   if (got < samples || got_storage < storage_samples || got_storage > got)
      api_fail("%d samples and %d storage samples where %d and %d were asked for", got, got_storage, samples, storage_samples);
   glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, attachment, GL_RENDERBUFFER, rb);
}

/* Each mode: a framebuffer is complete, and its resolve has the colour that was drawn within the depth that was cleared. */
static void draw_advanced(void)
{
   GLint modes[3 * MODES], target;
   api_require("GL_AMD_framebuffer_multisample_advanced");
   storage_command *storage = (storage_command *)eglGetProcAddress("glRenderbufferStorageMultisampleAdvancedAMD");
   const GLint color = sample_limit(MAX_COLOR_FRAMEBUFFER_SAMPLES_AMD), stored = sample_limit(MAX_COLOR_FRAMEBUFFER_STORAGE_SAMPLES_AMD),
               depth = sample_limit(MAX_DEPTH_STENCIL_FRAMEBUFFER_SAMPLES_AMD), count = sample_limit(NUM_SUPPORTED_MULTISAMPLE_MODES_AMD);
   api_expect("more modes than the test has room for", count > MODES, false);
   glGetIntegerv(SUPPORTED_MULTISAMPLE_MODES_AMD, modes);
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   glUseProgram(api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.5, 1.0); }", NULL,
                            "#version 300 es\nprecision mediump float; out vec4 color; void main() { color = vec4(0.0, 1.0, 0.0, 1.0); }"));
   for (GLint i = 0; i < count; i++) {
      const GLint *mode = modes + 3 * i;
      GLuint fbo;
      if (mode[0] < 2 || mode[1] < 1 || mode[2] < 1 || mode[1] > mode[0] || mode[2] > mode[0] || mode[0] > color || mode[1] > stored ||
          mode[2] > depth)
         api_fail("mode %d is %d, %d, %d", i, mode[0], mode[1], mode[2]);
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      attach_advanced(storage, GL_COLOR_ATTACHMENT0, GL_RGBA8, mode[0], mode[1]);
      attach_advanced(storage, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, mode[2], mode[2]);
      api_expect("the framebuffer of a mode is complete", glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      glClearColor(1, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glEnable(GL_DEPTH_TEST);
      api_rectangle(-1, -1, 1, 1);
      glDisable(GL_DEPTH_TEST);
      resolve((GLuint)target, GL_COLOR_BUFFER_BIT);
      glDeleteFramebuffers(1, &fbo);
   }
   storage(GL_RENDERBUFFER, 2, 4, GL_RGBA8, 4, 4);
   api_expect_error(GL_INVALID_OPERATION, "more storage samples than samples");
   storage(GL_RENDERBUFFER, 4, 2, GL_DEPTH_COMPONENT24, 4, 4);
   api_expect_error(GL_INVALID_OPERATION, "less storage samples of depth than samples");
   storage(GL_RENDERBUFFER, 4, -1, GL_RGBA8, 4, 4);
   api_expect_error(GL_INVALID_VALUE, "a negative number of storage samples");
}

static void reference_green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){0, 255, 0, 255}, 4);
}

const struct api_body api_bodies_samples[] = {
   {"samples-2", GLES, 30, 1, 0, draw_edges2, reference_edges2},
   {"samples-4", GLES, 30, 1, 0, draw_edges4, reference_edges4},
   {"samples-8", GLES, 30, 1, 0, draw_edges8, reference_edges8},
   {"samples-4-depth", GLES, 30, 1, 0, draw_depth4, reference_depth4},
   {"samples-8-depth", GLES, 30, 1, 0, draw_depth8, reference_depth8},
   {"samples-centroid", GLES, 30, 1, 0, draw_centroid, reference_centroid},
   {"samples-coverage", GLES, 30, 1, 0, draw_coverage, reference_coverage},
   {"samples-copy", CORE, 33, 1, 0, draw_copy, reference_copy},
   {"samples-resolve-stencil", GLES, 30, 1, 0, draw_stencil, reference_stencil},
   {"samples-advanced", GLES, 30, 0, 0, draw_advanced, reference_green},
   {0},
};

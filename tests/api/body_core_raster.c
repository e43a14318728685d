/* body_core_raster.c: rasterization and fragment operations of desktop OpenGL 3.3: polygon modes, points, provoking vertices, depth
 * clamping, logic operations, sRGB writes, samples. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

static const char plain_vs[] = "#version 330 core\nin vec4 pos; void main() { gl_Position = pos; }";
static const char color_fs[] = "#version 330 core\nuniform vec4 c; out vec4 color; void main() { color = c; }";

static void set_color(GLuint program, float r, float g, float b, float a)
{
   glUniform4f(glGetUniformLocation(program, "c"), r, g, b, a);
}

/* ---- polygon modes ---------------------------------------------------------------------------------------------------------- */

static const GLfloat triangles[][4] = {{-0.93f, -0.91f, 0, 1}, {0.02f, -0.82f, 0, 1}, {-0.6f, 0.11f, 0, 1},
                                       {0.1f, 0.03f, 0, 1},    {0.3f, 0.9f, 0, 1},    {0.95f, 0.13f, 0, 1}};

static void draw_modes(GLenum mode)
{
   GLuint program = api_program(plain_vs, NULL, color_fs);
   set_color(program, 0.2f, 0.6f, 1, 1);
   glPolygonMode(GL_FRONT_AND_BACK, mode);
   glPointSize(3);
   api_vertices(triangles, sizeof(triangles));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_CULL_FACE); /* the second one faces away */
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDisable(GL_CULL_FACE);
   glDrawArrays(GL_TRIANGLES, 3, 3);
   GLint got[2] = {0}; /* some give the mode of each side */
   glGetIntegerv(GL_POLYGON_MODE, got);
   if ((GLenum)got[0] != mode)
      api_fail("polygon mode 0x%x", (unsigned)got[0]);
   glPolygonMode(GL_FRONT, GL_FILL);
   api_expect_error(GL_INVALID_ENUM, "one face");
   glPolygonMode(GL_FRONT_AND_BACK, GL_TRIANGLES);
   api_expect_error(GL_INVALID_ENUM, "no mode");
}

static void draw_mode_line(void) { draw_modes(GL_LINE); }
static void draw_mode_point(void) { draw_modes(GL_POINT); }

static void reference_mode_point(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned v = 0; v < 6; v++) {
      double x = (triangles[v][0] + 1) * API_SIZE / 2, y = (triangles[v][1] + 1) * API_SIZE / 2;
      for (unsigned i = 0; i < API_TEXELS; i++)
         if (fabs(i % API_SIZE + 0.5 - x) < 1.5 && fabs(i / API_SIZE + 0.5 - y) < 1.5)
            memcpy(rgba[i], (uint8_t[]){51, 153, 255, 255}, 4);
   }
}

/* ---- points ----------------------------------------------------------------------------------------------------------------- */

/* Left: the size of glPointSize, right: the shader's. Coordinates of points count from below in the lower half. */
static void draw_points(void)
{
   static const GLfloat left[] = {-0.5f, 0.5f}, right[] = {0.5f, 0.5f}, low_left[] = {-0.5f, -0.5f}, low_right[] = {0.5f, -0.5f};
   const GLfloat *const at[4] = {left, right, low_left, low_right};
   api_program("#version 330 core\nin vec4 pos; void main() { gl_Position = pos; gl_PointSize = 12.0; }", NULL,
               "#version 330 core\nout vec4 color; void main() { color = vec4(gl_PointCoord, 1.0, 1.0); }");
   glPointSize(8);
   for (unsigned i = 0; i < 4; i++) {
      (i & 1 ? glEnable : glDisable)(GL_PROGRAM_POINT_SIZE);
      glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, i < 2 ? GL_UPPER_LEFT : GL_LOWER_LEFT);
      api_vertices(at[i], 8);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_POINTS, 0, 1);
   }
   GLfloat threshold = 0;
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 2.5f);
   glGetFloatv(GL_POINT_FADE_THRESHOLD_SIZE, &threshold);
   if (threshold != 2.5f)
      api_fail("threshold %g", threshold);
   glPointSize(0);
   api_expect_error(GL_INVALID_VALUE, "size 0");
   glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, -1);
   api_expect_error(GL_INVALID_VALUE, "threshold -1");
   glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LEFT);
   api_expect_error(GL_INVALID_VALUE, "no origin");
}

static void reference_points(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      double size = x < API_SIZE / 2 ? 8 : 12, cx = x < API_SIZE / 2 ? 8 : 24, cy = y < API_SIZE / 2 ? 8 : 24;
      double s = (x + 0.5 - cx) / size + 0.5, t = (y + 0.5 - cy) / size + 0.5;
      if (s < 0 || s > 1 || t < 0 || t > 1)
         continue;
      rgba[i][0] = (uint8_t)(s * 255 + 0.5);
      rgba[i][1] = (uint8_t)((y < API_SIZE / 2 ? t : 1 - t) * 255 + 0.5);
      rgba[i][2] = rgba[i][3] = 255;
   }
}

/* ---- provoking vertices ------------------------------------------------------------------------------------------------------ */

/* Flat colours of each primitive type, below with the first and above with the last vertex. */
static void draw_provoking(void)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP};
   api_program("#version 330 core\nin vec2 pos; in float val; flat out float shade; uniform vec2 at;"
               "void main() { gl_Position = vec4(pos * vec2(0.14, 0.4) + at, 0.0, 1.0); shade = val; }",
               NULL, "#version 330 core\nflat in float shade; out vec4 color; void main() { color = vec4(shade, 1.0 - shade, 0.5, 1.0); }");
   static const GLfloat data[][3] = {{-1, -1, 0.1f}, {1, -0.9f, 0.25f}, {-0.9f, 0.1f, 0.4f}, {0.9f, 0.2f, 0.55f}, {-0.8f, 0.9f, 0.7f},
                                     {0.95f, 1, 0.85f}};
   api_vertices(data, sizeof(data));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, NULL);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, (void *)8);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   for (unsigned row = 0; row < 2; row++) {
      glProvokingVertex(row ? GL_LAST_VERTEX_CONVENTION : GL_FIRST_VERTEX_CONVENTION);
      for (unsigned i = 0; i < 6; i++) {
         glUniform2f(glGetUniformLocation((GLuint)program, "at"), -0.83f + (float)i * 0.33f, row ? 0.5f : -0.5f);
         glDrawArrays(modes[i], 0, 6);
      }
   }
   glProvokingVertex(GL_FIRST_VERTEX_CONVENTION + 7);
   api_expect_error(GL_INVALID_ENUM, "no convention");
}

/* ---- depth clamping ---------------------------------------------------------------------------------------------------------- */

static void depth_buffer(void)
{
   GLuint depth;
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
}

/* A plane from in front of the near plane to beyond the far plane; values beyond the range are clamped to it, and the depth test
 * compares them with those of a second plane. */
static void draw_depth_clamp(void)
{
   GLuint program = api_program("#version 330 core\nin vec2 pos; uniform vec2 depth;"
                                "void main() { gl_Position = vec4(pos, mix(depth.x, depth.y, pos.x * 0.5 + 0.5), 1.0); }",
                                NULL, color_fs);
   GLint depth = glGetUniformLocation(program, "depth");
   depth_buffer();
   glClearDepth(1);
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glDepthRange(0.25, 0.75);
   glEnable(GL_DEPTH_CLAMP);
   set_color(program, 1, 0, 0, 1);
   glUniform2f(depth, -3, 3);
   api_rectangle(-1, -1, 1, 0.5f);
   glDepthFunc(GL_EQUAL);
   set_color(program, 0, 1, 0, 1);
   glUniform2f(depth, -1, -1); /* equal where the first one was clamped to the near end */
   api_rectangle(-1, -1, 1, 0);
   glUniform2f(depth, 1, 1);
   set_color(program, 0, 0, 1, 1);
   api_rectangle(-1, -1, 1, 0);
   glDisable(GL_DEPTH_CLAMP);
   glDepthFunc(GL_ALWAYS);
   set_color(program, 1, 1, 1, 1);
   glUniform2f(depth, -2, 2); /* clipped */
   api_rectangle(-1, 0.5f, 1, 1);
}

static void reference_depth_clamp(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double z = ((i % API_SIZE + 0.5) / 16 - 1) * 3;
      unsigned y = i / API_SIZE;
      uint8_t *t = rgba[i];
      if (y >= 24) {
         bool inside = fabs(((i % API_SIZE + 0.5) / 16 - 1) * 2) < 1;
         memset(t, inside ? 255 : 0, 4);
         continue;
      }
      memcpy(t, (uint8_t[]){255, 0, 0, 255}, 4);
      if (y < 16 && z < -1)
         memcpy(t, (uint8_t[]){0, 255, 0, 255}, 4);
      else if (y < 16 && z > 1)
         memcpy(t, (uint8_t[]){0, 0, 255, 255}, 4);
   }
}

/* ---- logic operations ---------------------------------------------------------------------------------------------------------- */

static uint8_t operate(unsigned op, uint8_t s, uint8_t d)
{
   switch (GL_CLEAR + op) {
   case GL_CLEAR: return 0;
   case GL_AND: return s & d;
   case GL_AND_REVERSE: return s & (uint8_t)~d;
   case GL_COPY: return s;
   case GL_AND_INVERTED: return (uint8_t)~s & d;
   case GL_NOOP: return d;
   case GL_XOR: return s ^ d;
   case GL_OR: return s | d;
   case GL_NOR: return (uint8_t)~(s | d);
   case GL_EQUIV: return (uint8_t)~(s ^ d);
   case GL_INVERT: return (uint8_t)~d;
   case GL_OR_REVERSE: return s | (uint8_t)~d;
   case GL_COPY_INVERTED: return (uint8_t)~s;
   case GL_OR_INVERTED: return (uint8_t)~s | d;
   case GL_NAND: return (uint8_t)~(s & d);
   default: return 255;
   }
}

/* 16 columns of two texels, an operation each; blending is on and has no effect. */
static void draw_logic(void)
{
   GLuint program = api_program(plain_vs, NULL, color_fs);
   set_color(program, 0x0f / 255.0f, 0x33 / 255.0f, 0x55 / 255.0f, 0xc6 / 255.0f);
   glClearColor(0x35 / 255.0f, 0x56 / 255.0f, 0x0f / 255.0f, 0x99 / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_COLOR_LOGIC_OP);
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned op = 0; op < 16; op++) {
      glLogicOp(GL_CLEAR + op);
      api_rectangle(-1 + (float)op / 8, -1, -1 + (float)(op + 1) / 8, 0.5f);
   }
   glLogicOp(GL_SET + 1);
   api_expect_error(GL_INVALID_ENUM, "no operation");
}

static void reference_logic(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t src[4] = {0x0f, 0x33, 0x55, 0xc6}, dst[4] = {0x35, 0x56, 0x0f, 0x99};
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = i / API_SIZE < 24 ? operate(i % API_SIZE / 2, src[c], dst[c]) : dst[c];
}

/* ---- sRGB writes --------------------------------------------------------------------------------------------------------------- */

/* Columns of levels into an sRGB image, below as they are and above encoded; the image is read as it is stored. The clear is not
 * encoded either. */
static void draw_srgb(void)
{
   GLuint color, program = api_program(plain_vs, NULL, color_fs);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   if (glIsEnabled(GL_FRAMEBUFFER_SRGB))
      api_fail("sRGB writes are on at first");
   glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
   glClear(GL_COLOR_BUFFER_BIT);
   for (unsigned i = 0; i < 16; i++) {
      float level = (float)i / 15;
      set_color(program, level, 1 - level, level * level, 0.5f);
      glDisable(GL_FRAMEBUFFER_SRGB);
      api_rectangle(-1 + (float)i / 8, -1, -1 + (float)(i + 1) / 8, -0.5f);
      glEnable(GL_FRAMEBUFFER_SRGB);
      api_rectangle(-1 + (float)i / 8, 0, -1 + (float)(i + 1) / 8, 0.5f);
   }
}

static void reference_srgb(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double level = (i % API_SIZE / 2) / 15.0, values[3] = {level, 1 - level, level * level};
      unsigned band = i / API_SIZE / 8;
      for (unsigned c = 0; c < 3; c++)
         rgba[i][c] = (uint8_t)((band == 0 ? values[c] : band == 2 ? api_srgb_encode(values[c]) : 0.2 * (c + 1)) * 255 + 0.5);
      rgba[i][3] = band == 0 || band == 2 ? 128 : 204;
   }
}

/* ---- samples ------------------------------------------------------------------------------------------------------------------ */

/* Bands: sample masks of one to four samples, alpha to one, the mask without GL_MULTISAMPLE. The picture is their average. */
static void draw_samples(void)
{
   static const GLbitfield masks[4] = {1, 5, 0xe, ~0u};
   GLint picture, words = 0, value = 0;
   GLuint fbo, color, program = api_program(plain_vs, NULL, color_fs);
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &picture);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glClear(GL_COLOR_BUFFER_BIT);
   set_color(program, 1, 0.6f, 0.2f, 0.4f);
   glEnable(GL_SAMPLE_MASK);
   for (unsigned i = 0; i < 4; i++) {
      glSampleMaski(0, masks[i]);
      api_rectangle(-1 + (float)i / 2, -1, -0.5f + (float)i / 2, -0.5f);
   }
   glSampleMaski(0, 1);
   glDisable(GL_MULTISAMPLE);
   api_rectangle(-1, -0.5f, 1, 0);
   glEnable(GL_MULTISAMPLE);
   glDisable(GL_SAMPLE_MASK);
   glEnable(GL_SAMPLE_ALPHA_TO_ONE);
   api_rectangle(-1, 0, 1, 0.5f);
   glDisable(GL_SAMPLE_ALPHA_TO_ONE);
   glGetIntegerv(GL_MAX_SAMPLE_MASK_WORDS, &words);
   glGetIntegeri_v(GL_SAMPLE_MASK_VALUE, 0, &value);
   if (words < 1 || value != 1)
      api_fail("%d words, the first is %d", words, value);
   glSampleMaski((GLuint)words, 1);
   api_expect_error(GL_INVALID_VALUE, "too high a word");
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)picture);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)picture);
}

static void reference_samples(uint8_t rgba[API_TEXELS][4])
{
   static const double covered[4] = {0.25, 0.5, 0.75, 1};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned band = i / API_SIZE / 8;
      double part = band == 0 ? covered[i % API_SIZE / 8] : band < 3 ? 1 : 0, color[4] = {1, 0.6, 0.2, band == 2 ? 1 : 0.4};
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(color[c] * part * 255 + 0.5);
   }
}

/* ---- polygon offset of lines and points ------------------------------------------------------------------------------------------ */

static const GLfloat offset_corners[] = {-1, -0.95f, 0.93f, -0.81f, 0.05f, 0.97f};

/* The place of a triangle of draw_offsets along x or y, in clip coordinates. */
static float offset_place(unsigned i)
{
   return -0.66f + 0.66f * (float)i;
}

/* Whether the centre of a texel is in the points or in the triangle of corners: 1, 0, or -1 where a border is within a 16th texel. */
static int offset_covers(bool points, unsigned mode, unsigned cap, unsigned i)
{
   const double x = i % API_SIZE + 0.5, y = i / API_SIZE + 0.5;
   double corners[3][2], least = 100;
   bool covered = false;
   for (unsigned k = 0; k < 6; k++)
      corners[k / 2][k % 2] = (offset_corners[k] * 0.3 + offset_place(k % 2 ? cap : mode) + 1) * API_SIZE / 2;
   for (unsigned k = 0; k < 3; k++) {
      const double *a = corners[k], *b = corners[(k + 1) % 3], dx = b[0] - a[0], dy = b[1] - a[1];
      const double inside = points ? 2 - fmax(fabs(x - a[0]), fabs(y - a[1])) : (dx * (y - a[1]) - dy * (x - a[0])) / hypot(dx, dy);
      covered = points ? covered || inside > 0 : (k == 0 || covered) && inside > 0;
      least = fmin(least, fabs(inside));
   }
   return least < 1.0 / 16 ? -1 : covered;
}

/* Points and the filled triangle are exact. Lines, whose rasterization may vary by a texel, are counted. */
static void check_offsets(void)
{
   static uint8_t rgba[API_TEXELS][4];
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   api_checked();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      for (unsigned cap = 0; cap < 3; cap++)
         if (i % API_SIZE < 11 && offset_covers(true, 0, cap, i) == 1 && (rgba[i][0] != (cap ? 255 : 0) || rgba[i][1] != (cap ? 0 : 255)))
            api_fail("texel %u of points with switch %u: %u %u", i, cap, rgba[i][0], rgba[i][1]);
      if (i % API_SIZE >= 22 && (offset_covers(false, 2, 2, i) == 1) != (rgba[i][1] == 255) && offset_covers(false, 2, 2, i) != -1)
         api_fail("texel %u of the triangle: %u %u", i, rgba[i][0], rgba[i][1]);
   }
   for (unsigned cap = 0; cap < 3; cap++) {
      static const unsigned rows[] = {0, 11, 21, 32};
      unsigned red = 0, green = 0;
      for (unsigned i = rows[cap] * API_SIZE; i < rows[cap + 1] * API_SIZE; i++)
         if (i % API_SIZE >= 12 && i % API_SIZE < 22) {
            red += rgba[i][0] != 0;
            green += rgba[i][1] != 0;
         }
      /* The longer extents of the three lines add up to 27 texels. */
      if ((cap == 1 ? red : green) != 0 || red + green < 22 || red + green > 30)
         api_fail("lines with switch %u: %u texels without and %u with an offset", cap, red, green);
   }
}

static void draw_offsets(void)
{
   static const GLenum modes[3] = {GL_POINT, GL_LINE, GL_FILL};
   static const GLenum caps[3] = {GL_POLYGON_OFFSET_POINT, GL_POLYGON_OFFSET_LINE, GL_POLYGON_OFFSET_FILL};
   GLuint program = api_program("#version 330 core\nin vec4 pos; uniform vec2 at;"
                                "void main() { gl_Position = vec4(pos.xy * 0.3 + at, 0.0, 1.0); }", NULL, color_fs);
   depth_buffer();
   glClear(GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glPolygonOffset(0, -4);
   glPointSize(4);
   api_vertices(offset_corners, sizeof(offset_corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   /* A second triangle in the same place passes the depth test only where its offset is on. */
   for (unsigned mode = 0; mode < 3; mode++) {
      for (unsigned cap = mode == 2 ? 2 : 0; cap < 3; cap++) { /* llvmpipe offsets filled polygons with each of the switches */
         glUniform2f(glGetUniformLocation(program, "at"), offset_place(mode), offset_place(cap));
         glPolygonMode(GL_FRONT_AND_BACK, modes[mode]);
         set_color(program, 1, 0, 0, 1);
         glDrawArrays(GL_TRIANGLES, 0, 3);
         glEnable(caps[cap]);
         set_color(program, 0, 1, 0, 1);
         glDrawArrays(GL_TRIANGLES, 0, 3);
         glDisable(caps[cap]);
      }
   }
   check_offsets();
}

/* ---- smooth lines and polygons --------------------------------------------------------------------------------------------------- */

/* Implementations choose the coverage of single texels: the sum over a shape is compared with its area. */
static void draw_smooth(void)
{
   static const GLfloat lines[][2] = {{-0.9f, -0.9f}, {0.8f, -0.6f}}, triangle[][2] = {{-0.7f, -0.3f}, {0.9f, 0.1f}, {-0.2f, 0.9f}};
   static uint8_t rgba[API_TEXELS][4];
   GLuint program = api_program("#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL, color_fs);
   set_color(program, 1, 1, 1, 1);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glHint(GL_LINE_SMOOTH_HINT, GL_NICEST);
   glHint(GL_POLYGON_SMOOTH_HINT, GL_NICEST);
   for (unsigned shape = 0; shape < 2; shape++) {
      double sum = 0, dx = (lines[1][0] - lines[0][0]) * 16, dy = (lines[1][1] - lines[0][1]) * 16;
      double wanted = shape ? 0.5 * 256 * fabs((1.6 * 1.2) - (0.5 * 0.4)) : hypot(dx, dy) * 3;
      unsigned partly = 0;
      glClear(GL_COLOR_BUFFER_BIT);
      (shape ? glDisable : glEnable)(GL_LINE_SMOOTH);
      (shape ? glEnable : glDisable)(GL_POLYGON_SMOOTH);
      glLineWidth(3);
      api_vertices(shape ? (const void *)triangle : lines, shape ? sizeof(triangle) : sizeof(lines));
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glDrawArrays(shape ? GL_TRIANGLES : GL_LINES, 0, shape ? 3 : 2);
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      for (unsigned i = 0; i < API_TEXELS; i++) {
         sum += rgba[i][0] / 255.0;
         partly += rgba[i][0] > 0 && rgba[i][0] < 255;
      }
      if (fabs(sum - wanted) > wanted * 0.06 || partly < 12)
         api_fail("shape %u covers %g of %g, %u texels partly", shape, sum, wanted, partly);
   }
   glClear(GL_COLOR_BUFFER_BIT);
}

/* ---- layout qualifiers of gl_FragCoord --------------------------------------------------------------------------------------------- */

static void draw_frag_coord(const char *layout)
{
   char fragment[400];
   snprintf(fragment, sizeof(fragment),
            "#version 330 core\n%s out vec4 color;\n"
            "vec2 at() { return gl_FragCoord.xy; }\n"
            "void main() { color = vec4(at() * (2.0 / 255.0), 0.5 + 0.25 * dFdy(at().y), 1.0); }", layout);
   api_program("#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_frag_coord(uint8_t rgba[API_TEXELS][4], bool upper, bool integer)
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, row = upper ? API_SIZE - 1 - y : y;
      const uint8_t texel[4] = {(uint8_t)(2 * x + !integer), (uint8_t)(2 * row + !integer), upper ? 64 : 191, 255};
      memcpy(rgba[i], texel, 4);
   }
}

#define FRAG_COORD(name, layout, upper, integer) \
   static void draw_frag_coord_##name(void) { draw_frag_coord(layout); } \
   static void reference_frag_coord_##name(uint8_t rgba[API_TEXELS][4]) { reference_frag_coord(rgba, upper, integer); }
FRAG_COORD(lower, "in vec4 gl_FragCoord;", false, false)
FRAG_COORD(upper, "layout(origin_upper_left) in vec4 gl_FragCoord;", true, false)
FRAG_COORD(integer, "layout(pixel_center_integer) in vec4 gl_FragCoord;", false, true)
FRAG_COORD(upper_integer, "layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;", true, true)

static void reference_empty(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_core_raster[] = {
   {"core-polygon-mode-line", CORE, 33, 0, 2, draw_mode_line, NULL},
   {"core-polygon-mode-point", CORE, 33, 0, 0, draw_mode_point, reference_mode_point},
   {"core-points", CORE, 33, 1, 0, draw_points, reference_points},
   {"core-provoking-vertex", CORE, 33, 1, 0, draw_provoking, NULL},
   {"core-depth-clamp", CORE, 33, 0, 0, draw_depth_clamp, reference_depth_clamp},
   {"core-logic-op", CORE, 33, 0, 0, draw_logic, reference_logic},
   {"core-srgb-write", CORE, 33, 1, 0, draw_srgb, reference_srgb},
   {"core-sample-mask", CORE, 33, 1, 0, draw_samples, reference_samples},
   {"core-smooth", CORE, 33, 0, 0, draw_smooth, reference_empty},
   {"core-polygon-offset", CORE, 33, 0, 0, draw_offsets, NULL},
   {"core-frag-coord-lower", CORE, 33, 1, 0, draw_frag_coord_lower, reference_frag_coord_lower},
   {"core-frag-coord-upper", CORE, 33, 1, 0, draw_frag_coord_upper, reference_frag_coord_upper},
   {"core-frag-coord-integer", CORE, 33, 1, 0, draw_frag_coord_integer, reference_frag_coord_integer},
   {"core-frag-coord-upper-integer", CORE, 33, 1, 0, draw_frag_coord_upper_integer, reference_frag_coord_upper_integer},
   {0},
};

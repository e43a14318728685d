/* test_fragments.c: per-fragment operations against a model of OpenGL ES 2.0, chapter 4: the table of blend factors and
 * equations, two-sided stencil tests with each function and operation, depth functions, ranges and precision, dithering. */
#include <math.h>

#include "pixel_test.h"

static uint32_t seed = 1;

static unsigned pick(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 10) % n;
}

#define PICK(array) (array)[pick(sizeof(array) / sizeof((array)[0]))]

/* One pixel of the window for each draw: 64 draws are read at once. */
static void pixel_quad(int n, const float *color, float z)
{
   float x = (float)(n % SIZE) * 2 / SIZE - 1, y = (float)(n / SIZE) * 2 / SIZE - 1;
   glVertexAttrib4fv(1, color);
   pixel_rectangle(x, y, x + 2.0f / SIZE, y + 2.0f / SIZE, z);
}

/* ---- blending ---------------------------------------------------------------------------------------------------- */

static const GLenum factors[] = {
   GL_ZERO, GL_ONE, GL_SRC_COLOR, GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR, GL_SRC_ALPHA,
   GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_COLOR,
   GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA, GL_SRC_ALPHA_SATURATE,
};
static const GLenum equations[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT, GL_MAX_EXT};

struct blend { GLenum equation[2], src[2], dst[2]; /* RGB, alpha */ float s[4], d[4], c[4]; };

/* Table 4.2. */
static float factor(GLenum f, const struct blend *b, int i)
{
   switch (f) {
   case GL_ZERO: return 0;
   case GL_ONE: return 1;
   case GL_SRC_COLOR: return b->s[i];
   case GL_ONE_MINUS_SRC_COLOR: return 1 - b->s[i];
   case GL_DST_COLOR: return b->d[i];
   case GL_ONE_MINUS_DST_COLOR: return 1 - b->d[i];
   case GL_SRC_ALPHA: return b->s[3];
   case GL_ONE_MINUS_SRC_ALPHA: return 1 - b->s[3];
   case GL_DST_ALPHA: return b->d[3];
   case GL_ONE_MINUS_DST_ALPHA: return 1 - b->d[3];
   case GL_CONSTANT_COLOR: return b->c[i];
   case GL_ONE_MINUS_CONSTANT_COLOR: return 1 - b->c[i];
   case GL_CONSTANT_ALPHA: return b->c[3];
   case GL_ONE_MINUS_CONSTANT_ALPHA: return 1 - b->c[3];
   default: return i == 3 ? 1 : b->s[3] < 1 - b->d[3] ? b->s[3] : 1 - b->d[3];
   }
}

/* Table 4.1 and EXT_blend_minmax: minimum and maximum take no factors. */
static float blended(const struct blend *b, int i)
{
   float s = b->s[i], d = b->d[i], sf = s * factor(b->src[i == 3], b, i), df = d * factor(b->dst[i == 3], b, i);
   switch (b->equation[i == 3]) {
   case GL_FUNC_ADD: return sf + df;
   case GL_FUNC_SUBTRACT: return sf - df;
   case GL_FUNC_REVERSE_SUBTRACT: return df - sf;
   case GL_MIN_EXT: return s < d ? s : d;
   default: return s > d ? s : d;
   }
}

/* Up to 64 blends, each in one pixel. A draw without blending writes the destination colour first. Tolerance: the framebuffer
 * rounds the destination, whose error the factors multiply, and the result, each by up to half a code. */
static void blend_batch(const struct blend *b, int count, const int *bits, const char *target)
{
   for (int n = 0; n < count; n++) {
      glDisable(GL_BLEND);
      pixel_quad(n, b[n].d, 0);
      glEnable(GL_BLEND);
      glBlendColor(b[n].c[0], b[n].c[1], b[n].c[2], b[n].c[3]);
      glBlendEquationSeparate(b[n].equation[0], b[n].equation[1]);
      glBlendFuncSeparate(b[n].src[0], b[n].dst[0], b[n].src[1], b[n].dst[1]);
      pixel_quad(n, b[n].s, 0);
   }
   glDisable(GL_BLEND);
   for (int n = 0; n < count; n++) {
      const uint8_t *rgba = pixel_read(n % SIZE, n / SIZE);
      for (int i = 0; i < 4; i++) {
         float wanted = blended(&b[n], i), most = (float)((1 << bits[i]) - 1);
         wanted = wanted < 0 ? 0 : wanted > 1 ? 1 : wanted;
         if (!bits[i])
            wanted = i == 3;
         /* 1/255 for 8 bits; for fewer bits a code, and 1/255 for the read. */
         float slack = bits[i] == 8 || !bits[i] ? 1.01f : 255 / most * 0.51f + 1;
         if (fabsf((float)rgba[i] - wanted * 255) > slack)
            fail_msg("%s: equation %x/%x, source %x/%x, destination %x/%x: channel %d of (%.2f %.2f %.2f %.2f) on "
                     "(%.2f %.2f %.2f %.2f) "
                     "is %d, not %.2f",
                     target, b[n].equation[0], b[n].equation[1], b[n].src[0], b[n].src[1], b[n].dst[0], b[n].dst[1], i,
                     b[n].s[0], b[n].s[1], b[n].s[2], b[n].s[3], b[n].d[0], b[n].d[1], b[n].d[2], b[n].d[3], rgba[i],
                     wanted * 255);
      }
   }
}

static struct blend blend_row(unsigned row, const int *bits)
{
   /* The row selects source factor, destination factor and equation of the colour; those of alpha follow another order. */
   unsigned alpha = row * 7 + 3;
   struct blend b = {
      .equation = {equations[row / 225 % 5], equations[alpha / 225 % 5]},
      .src = {factors[row % 15], factors[alpha % 15]}, .dst = {factors[row / 15 % 15], factors[alpha / 15 % 15]},
   };
   for (int i = 0; i < 4; i++) {
      int most = (1 << bits[i]) - 1;
      b.s[i] = (float)pick(256) / 255;
      b.d[i] = bits[i] ? (float)pick((unsigned)most + 1) / (float)most : i == 3; /* a value that the target stores exactly */
      b.c[i] = (float)pick(256) / 255;
   }
   return b;
}

static void blend_table(const int *bits, const char *target)
{
   struct blend batch[64];
   unsigned row = 0;
   while (row < 15 * 15 * 5 * 2) {
      int count = 0;
      while (count < 64 && row < 15 * 15 * 5 * 2)
         batch[count++] = blend_row(row++, bits);
      blend_batch(batch, count, bits, target);
   }
}

static void blending(void **state)
{
   static const int rgba8[4] = {8, 8, 8, 8};
   static const struct { GLenum format; int bits[4]; const char *name; } targets[] = {
      {GL_RGBA8_OES, {8, 8, 8, 8}, "RGBA8"}, {GL_RGB8_OES, {8, 8, 8, 0}, "RGB8"}, {GL_RGB565, {5, 6, 5, 0}, "RGB565"},
      {GL_RGBA4, {4, 4, 4, 4}, "RGBA4"}, {GL_RGB5_A1, {5, 5, 5, 1}, "RGB5_A1"},
   };
   glDisable(GL_DITHER);
   pixel_flat_program();
   blend_table(rgba8, "window");
   for (unsigned t = 0; t < sizeof(targets) / sizeof(targets[0]); t++) {
      GLuint fbo, rb;
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, targets[t].format, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      blend_table(targets[t].bits, targets[t].name);
      glDeleteFramebuffers(1, &fbo);
      glDeleteRenderbuffers(1, &rb);
   }
}

/* Colours outside 0 .. 1 are clamped before they are blended (3.8: the fragment's colour is fixed-point). */
static void blending_clamps_first(void **state)
{
   pixel_flat_program();
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_fill(-4, 0.25f, 9, -0.25f, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0.5f, 0.75f, 1, 0.5f}, "sum");
   glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_fill(-4, 0.25f, 9, -0.25f, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0.5f, 0.25f, 0, 0.5f}, "difference");
   glBlendColor(5, -5, 0.5f, 2); /* glBlendColor clamps as well */
   glBlendEquation(GL_FUNC_ADD);
   glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO);
   pixel_fill(0.5f, 0.5f, 0.5f, 0.5f, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0.5f, 0, 0.25f, 0.5f}, "blend colour");
}

/* ---- depth and stencil ------------------------------------------------------------------------------------------- */

static const GLenum functions[] = {GL_NEVER,   GL_LESS,     GL_EQUAL,  GL_LEQUAL,
                                   GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};
static const GLenum operations[] = {GL_KEEP, GL_ZERO,   GL_REPLACE,   GL_INCR,
                                    GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};

static bool passes(GLenum func, int a, int b)
{
   switch (func) {
   case GL_LESS: return a < b;
   case GL_EQUAL: return a == b;
   case GL_LEQUAL: return a <= b;
   case GL_GREATER: return a > b;
   case GL_NOTEQUAL: return a != b;
   case GL_GEQUAL: return a >= b;
   default: return func == GL_ALWAYS;
   }
}

struct side { GLenum func, fail, zfail, zpass; int ref; GLuint mask, write_mask; };

static int operated(GLenum op, int value, const struct side *s)
{
   int ref = s->ref < 0 ? 0 : s->ref > 255 ? 255 : s->ref, to;
   switch (op) {
   case GL_ZERO: to = 0; break;
   case GL_REPLACE: to = ref; break;
   case GL_INCR: to = value < 255 ? value + 1 : 255; break;
   case GL_DECR: to = value > 0 ? value - 1 : 0; break;
   case GL_INCR_WRAP: to = (value + 1) & 255; break;
   case GL_DECR_WRAP: to = (value - 1) & 255; break;
   case GL_INVERT: to = ~value & 255; break;
   default: to = value; break;
   }
   return (int)(((unsigned)to & s->write_mask) | ((unsigned)value & ~s->write_mask & 255));
}

static struct side random_side(void)
{
   struct side s = {
      .func = PICK(functions), .fail = PICK(operations), .zfail = PICK(operations), .zpass = PICK(operations)};
   static const int refs[] = {0, 1, 7, 100, 254, 255, 256, 1000, -1, -300}; /* clamped to the stencil bits (4.1.4) */
   static const GLuint masks[] = {0xff, 0x0f, 0xf0, 0, 0xffffffff, 0xfffffffe, 0x11};
   s.ref = PICK(refs);
   s.mask = PICK(masks);
   s.write_mask = PICK(masks);
   return s;
}

static void set_side(GLenum face, const struct side *s)
{
   glStencilFuncSeparate(face, s->func, s->ref, s->mask);
   glStencilOpSeparate(face, s->fail, s->zfail, s->zpass);
   glStencilMaskSeparate(face, s->write_mask);
}

/* The stencil values, by a pass per bit: OpenGL ES 2.0 cannot read them. */
static void read_stencil(int *values)
{
   glDisable(GL_DEPTH_TEST);
   glColorMask(1, 1, 1, 1);
   glStencilMask(0);
   memset(values, 0, sizeof(int) * SIZE * SIZE);
   for (int bit = 0; bit < 8; bit++) {
      uint8_t rgba[SIZE * SIZE * 4];
      glDisable(GL_STENCIL_TEST);
      pixel_fill(0, 0, 0, 0, 0);
      glEnable(GL_STENCIL_TEST);
      glStencilFunc(GL_EQUAL, 1 << bit, 1u << bit);
      pixel_fill(1, 1, 1, 1, 0);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      for (int i = 0; i < SIZE * SIZE; i++)
         values[i] |= (rgba[i * 4] > 128) << bit;
   }
}

/* One draw has front- and back-facing quads, over stencil values and depths that differ per pixel. */
static void two_sided_stencil(void **state)
{
   static const int values[] = {0, 1, 7, 100, 128, 254, 255, 8};
   pixel_flat_program();
   glEnableVertexAttribArray(0);
   for (int round = 0; round < 400; round++) {
      struct side side[2] = {random_side(), random_side()}; /* front, back */
      GLenum depth_func = PICK(functions);
      bool depth_test = pick(4) != 0, depth_mask = pick(2), clockwise = pick(2);
      int found[SIZE * SIZE], wanted[SIZE * SIZE], depth[SIZE * SIZE];
      uint8_t rgba[SIZE * SIZE * 4];
      /* Stencil values differ by column, depths by row. */
      glDisable(GL_STENCIL_TEST);
      glDisable(GL_DEPTH_TEST);
      glDepthMask(1);
      glStencilMask(0xff);
      glEnable(GL_SCISSOR_TEST);
      for (int i = 0; i < SIZE; i++) {
         glScissor(i, 0, 1, SIZE);
         glClearStencil(values[i]);
         glClear(GL_STENCIL_BUFFER_BIT);
         glScissor(0, i, SIZE, 1);
         glClearDepthf(0.25f * (float)(i % 3 + 1));
         glClear(GL_DEPTH_BUFFER_BIT);
      }
      glDisable(GL_SCISSOR_TEST);
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT);
      /* The left and the right half; the right quad has the opposite winding. Depth 0.5. */
      static const GLfloat corners[] = {-1, -1, 0, -1, 0, 1, -1, -1, 0, 1, -1, 1,
                                        1,  -1, 0, -1, 0, 1, 1,  -1, 0, 1, 1,  1};
      set_side(GL_FRONT, &side[0]);
      set_side(GL_BACK, &side[1]);
      glEnable(GL_STENCIL_TEST);
      (depth_test ? glEnable : glDisable)(GL_DEPTH_TEST);
      glDepthFunc(depth_func);
      glDepthMask(depth_mask);
      glFrontFace(clockwise ? GL_CW : GL_CCW);
      glVertexAttrib4f(1, 1, 1, 1, 1);
      glDisableVertexAttribArray(1);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
      glDrawArrays(GL_TRIANGLES, 0, 12);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      for (int i = 0; i < SIZE * SIZE; i++) {
         int x = i % SIZE, y = i / SIZE, value = values[x], ref;
         const struct side *s = &side[(x >= SIZE / 2) != clockwise]; /* the left quad is counter-clockwise */
         ref = s->ref < 0 ? 0 : s->ref > 255 ? 255 : s->ref;
         bool stencil = passes(s->func, ref & (int)(s->mask & 255), value & (int)(s->mask & 255));
         bool z = !depth_test || passes(depth_func, 2, y % 3 + 1);
         wanted[i] = operated(!stencil ? s->fail : !z ? s->zfail : s->zpass, value, s);
         depth[i] = stencil && z && depth_test && depth_mask ? 2 : y % 3 + 1;
         if ((rgba[i * 4] > 128) != (stencil && z))
            fail_msg("round %d, pixel %d, %d: %s", round, x, y, rgba[i * 4] > 128 ? "drawn" : "not drawn");
      }
      glFrontFace(GL_CCW);
      read_stencil(found);
      for (int i = 0; i < SIZE * SIZE; i++)
         if (found[i] != wanted[i])
            fail_msg("round %d, pixel %d, %d: stencil %d, not %d", round, i % SIZE, i / SIZE, found[i], wanted[i]);
      /* Depths after the draw. */
      glDisable(GL_STENCIL_TEST);
      glEnable(GL_DEPTH_TEST);
      glDepthMask(0);
      for (int k = 1; k <= 3; k++) {
         glDepthFunc(GL_EQUAL);
         pixel_fill((float)k / 3, 0, 0, 1, 0.5f * (float)k - 1);
      }
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      for (int i = 0; i < SIZE * SIZE; i++)
         if (rgba[i * 4] / 85 != depth[i])
            fail_msg("round %d, pixel %d, %d: depth %d, not %d quarters", round, i % SIZE, i / SIZE, rgba[i * 4] / 85,
                     depth[i]);
   }
}

/* Depth of a flat rectangle after the depth range, stored with 16 or 24 bits: the depth test separates it from rectangles two
 * steps in front of it and farther away. */
static void depth_ranges_and_precision(void **state)
{
   static const struct {
      GLenum format;
      int bits;
   } buffers[] = {{GL_DEPTH_COMPONENT16, 16}, {GL_DEPTH_COMPONENT24_OES, 24}, {GL_DEPTH24_STENCIL8_OES, 24}};
   static const float ranges[][2] = {{0, 1}, {0.25f, 0.75f}, {1, 0}, {0.5f, 0.5f}, {-3, 7}, {0, 0.125f}};
   pixel_flat_program();
   glEnable(GL_DEPTH_TEST);
   for (unsigned b = 0; b < 3; b++) {
      GLuint fbo, rb[2];
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glGenRenderbuffers(2, rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
      glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
      glRenderbufferStorage(GL_RENDERBUFFER, buffers[b].format, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
      assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
      for (unsigned r = 0; r < sizeof(ranges) / sizeof(ranges[0]); r++)
         for (int k = 0; k <= 8; k++) {
            float z = (float)k / 4 - 1, n = ranges[r][0], f = ranges[r][1];
            n = n < 0 ? 0 : n > 1 ? 1 : n; /* clampf */
            f = f < 0 ? 0 : f > 1 ? 1 : f;
            double kept = ((double)f - n) / 2 * z + ((double)n + f) / 2, step = 1.0 / ((1 << buffers[b].bits) - 1);
            glDepthRangef(ranges[r][0], ranges[r][1]);
            glDepthFunc(GL_ALWAYS);
            pixel_fill(1, 0, 0, 1, z);
            glDepthRangef(0, 1);
            glDepthFunc(GL_LESS);
            for (int side = -1; side <= 1; side++) {
               /* The test sees two steps to either side; the same depth does not pass LESS. The same holds for a cleared
                * depth. */
               double other = kept + side * 2 * step;
               if (other < 0 || other > 1)
                  continue;
               glDepthMask(0);
               glClearColor(0.5f, 0, 0, 1);
               glClear(GL_COLOR_BUFFER_BIT);
               pixel_fill(0, 1, 0, 1, (float)(other * 2 - 1));
               glDepthMask(1);
               bool drawn = pixel_read(4, 4)[1] > 128;
               if (side != 0 && drawn != (side < 0))
                  fail_msg("%d bits, range %g %g, z %g: depth %+d steps is %s", buffers[b].bits, n, f, z, side * 2,
                           drawn ? "less" : "not less");
            }
            glClearDepthf((float)kept); /* equals the depth of the draw within a step */
            glDepthFunc(GL_ALWAYS);
            glClear(GL_DEPTH_BUFFER_BIT);
            glDepthFunc(GL_LESS);
            if (kept + 3 * step < 1) {
               pixel_fill(0, 0, 1, 1, (float)((kept + 2 * step) * 2 - 1));
               assert_true(pixel_read(1, 1)[2] == 0);
            }
            if (kept - 3 * step > 0) {
               pixel_fill(0, 0, 1, 1, (float)((kept - 2 * step) * 2 - 1));
               assert_true(pixel_read(1, 1)[2] > 128);
            }
         }
      glDeleteFramebuffers(1, &fbo);
      glDeleteRenderbuffers(2, rb);
   }
   glClearDepthf(1);
}

/* The same vertices give the same depth with any fragment shader (2.15.2, invariance): EQUAL passes at each pixel. */
static void depth_is_invariant(void **state)
{
   GLuint program[2];
   program[0] = pixel_flat_program();
   program[1] = pixel_program(
      "attribute vec4 pos, val; varying vec4 v; void main() { v = val.wzyx; gl_Position = pos; }",
      "precision highp float; varying vec4 v; void main() { if (v.x < -5.0) discard; gl_FragColor = v.wzyx; }");
   glEnable(GL_DEPTH_TEST);
   for (int round = 0; round < 60; round++) {
      GLfloat v[12];
      for (int i = 0; i < 12; i++)
         v[i] = i % 4 == 3 ? 1 + (float)pick(100) / 30 : (float)pick(2001) / 1000 - 1;
      glBindFramebuffer(GL_FRAMEBUFFER, 0);
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, v);
      glEnableVertexAttribArray(0);
      glUseProgram(program[0]);
      glDepthFunc(GL_LESS);
      glVertexAttrib4f(1, 1, 0, 0, 1);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glUseProgram(program[1]);
      glDepthFunc(GL_EQUAL);
      glVertexAttrib4f(1, 0, 1, 0, 1);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      for (int i = 0; i < SIZE * SIZE; i++)
         if (pixel_read(i % SIZE, i / SIZE)[0])
            fail_msg("round %d: pixel %d, %d has another depth", round, i % SIZE, i / SIZE);
   }
   glDeleteProgram(program[0]);
   glDeleteProgram(program[1]);
}

/* Distance from depth 0.5 of a polygon with an offset of `units`, measured by depth tests. */
static float measure_offset(float units)
{
   float low = 0, high = 1;
   glClear(GL_DEPTH_BUFFER_BIT);
   glDepthFunc(GL_ALWAYS);
   glDepthMask(1);
   glEnable(GL_POLYGON_OFFSET_FILL);
   glPolygonOffset(0, units);
   pixel_fill(0, 0, 0, 1, 0);
   glDisable(GL_POLYGON_OFFSET_FILL);
   glDepthFunc(GL_LESS);
   glDepthMask(0);
   while (high - low > 2e-7f) {
      float middle = (low + high) / 2;
      glDepthFunc(GL_ALWAYS);
      pixel_fill(0, 0, 0, 1, 0);
      glDepthFunc(GL_LESS);
      pixel_fill(1, 1, 1, 1, middle * 2 - 1);
      *(pixel_read(4, 4)[0] ? &low : &high) = middle;
   }
   glDepthMask(1);
   return low - 0.5f;
}

/* Polygon offset (3.5.2): factor times the slope m plus units times r, for any slope and both signs. m lies between the
 * steeper slope and the length of the gradient (equations 3.4 and 3.5); r is the implementation's: a small power of two
 * of a code. */
static void polygon_offset_formula(void **state)
{
   pixel_flat_program();
   glEnable(GL_DEPTH_TEST);
   float r = measure_offset(65536) / 65536;
   assert_true(r >= 0.99f / 16777216 && r <= 4.01f / 16777216);
   for (int units = -4; units <= 4; units++)
      assert_true(fabsf(measure_offset((float)units * 65536) - (float)units * 65536 * r) < 3e-6f);
   for (int round = 0; round < 200; round++) {
      /* Window depth per pixel. Steeper slopes clip a corner, which moves it to the subpixel grid. */
      float zx = ((float)pick(401) - 200) / 4000, zy = ((float)pick(401) - 200) / 4000;
      float factor = (float)pick(9) - 4, units = ((float)pick(9) - 4) * 65536,
            most = factor * sqrtf(zx * zx + zy * zy) + units * r;
      float slope = fabsf(zx) > fabsf(zy) ? fabsf(zx) : fabsf(zy);
      float centre = 0.5f, least = factor * slope + units * r;
      if (most < least) {
         float swap = most;
         most = least;
         least = swap;
      }
      /* Depth 0.5 in the middle of pixel (4, 4). */
      float c[4][3];
      for (int k = 0; k < 4; k++) {
         float x = k % 2 ? 8 : 0, y = k / 2 ? 8 : 0, z = centre + (x - 4.5f) * zx + (y - 4.5f) * zy;
         c[k][0] = x / 4 - 1;
         c[k][1] = y / 4 - 1;
         c[k][2] = z * 2 - 1;
      }
      glViewport(0, 0, SIZE, SIZE);
      glClearColor(0, 0, 0, 0);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glDepthFunc(GL_ALWAYS);
      glEnable(GL_POLYGON_OFFSET_FILL);
      glPolygonOffset(factor, units);
      glVertexAttrib4f(1, 1, 0, 0, 1);
      glDisableVertexAttribArray(1);
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, c);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glDisable(GL_POLYGON_OFFSET_FILL);
      glDepthFunc(GL_LESS);
      if (centre + least < 0.01f || centre + most > 0.99f)
         continue;
      pixel_fill(0, 1, 0, 1, (centre + most + 1e-5f) * 2 - 1);
      if (pixel_read(4, 4)[1])
         fail_msg("round %d: slope %g %g factor %g units %g: beyond %g", round, zx, zy, factor, units, centre + most);
      pixel_fill(0, 1, 0, 1, (centre + least - 1e-5f) * 2 - 1);
      if (!pixel_read(4, 4)[1])
         fail_msg("round %d: slope %g %g factor %g units %g: before %g", round, zx, zy, factor, units, centre + least);
   }
}

/* Dithering may choose either neighbour code (4.1.7). A colour that equals a code stays. */
static void dithering(void **state)
{
   static const struct {
      GLenum format;
      int bits[4];
   } targets[] = {{GL_RGB565, {5, 6, 5, 0}}, {GL_RGBA4, {4, 4, 4, 4}}, {GL_RGBA8_OES, {8, 8, 8, 8}}};
   pixel_flat_program();
   for (unsigned t = 0; t < 3; t++) {
      GLuint fbo, rb;
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, targets[t].format, SIZE, SIZE);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      for (int dither = 0; dither < 2; dither++)
         for (int k = 0; k <= 64; k++) {
            float value = (float)k / 64;
            uint8_t rgba[SIZE * SIZE * 4];
            (dither ? glEnable : glDisable)(GL_DITHER);
            pixel_fill(value, value, value, value, 0);
            glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
            for (int i = 0; i < SIZE * SIZE * 4; i++) {
               int bits = targets[t].bits[i % 4], most = (1 << bits) - 1;
               if (!bits)
                  continue;
               float kept = (float)rgba[i] / 255 * (float)most, off = fabsf(kept - value * (float)most);
               if (off > (dither ? 1.01f : 0.51f) + (float)most / 510) /* the read rounds to 1/255 */
                  fail_msg("format %x, dithering %d: %g became %g of %d", targets[t].format, dither, value, kept, most);
            }
         }
      glDeleteFramebuffers(1, &fbo);
      glDeleteRenderbuffers(1, &rb);
   }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(blending),           TEST(blending_clamps_first),  TEST(two_sided_stencil), TEST(depth_ranges_and_precision),
      TEST(depth_is_invariant), TEST(polygon_offset_formula), TEST(dithering),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

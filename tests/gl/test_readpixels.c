/* test_readpixels.c: values stored by framebuffers and returned by glReadPixels: each colour-renderable format as texture and
 * renderbuffer, each level of each channel, each format and type that can be read; rectangles inside and outside, pack
 * alignment. OpenGL ES 2.0, 4.3.1 and 2.1.2: a channel of n bits stores round(c (2^n - 1)). */
#include "pixel_test.h"

enum { WIDTH = 16, HEIGHT = 16 };

static const struct format {
   const char *name;
   GLenum renderbuffer;          /* 0: none */
   GLenum tex_format, tex_type; /* 0: none */
   int bits[4];
} formats[] = {
   {"RGBA4", GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, {4, 4, 4, 4}},
   {"RGB5_A1", GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, {5, 5, 5, 1}},
   {"RGB565", GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, {5, 6, 5, 0}},
   {"RGB8", GL_RGB8_OES, GL_RGB, GL_UNSIGNED_BYTE, {8, 8, 8, 0}},
   {"RGBA8", GL_RGBA8_OES, GL_RGBA, GL_UNSIGNED_BYTE, {8, 8, 8, 8}},
   {"BGRA8", 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, {8, 8, 8, 8}},
};
#define FORMATS (sizeof(formats) / sizeof(formats[0]))

static GLuint fbo, image;

static void make_target(const struct format *f, bool texture)
{
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   if (texture) {
      glGenTextures(1, &image);
      glBindTexture(GL_TEXTURE_2D, image);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->tex_format, WIDTH, HEIGHT, 0, f->tex_format, f->tex_type, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);
   } else {
      glGenRenderbuffers(1, &image);
      glBindRenderbuffer(GL_RENDERBUFFER, image);
      glRenderbufferStorage(GL_RENDERBUFFER, f->renderbuffer, WIDTH, HEIGHT);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
   }
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      fail_msg("%s: not complete", f->name);
   glViewport(0, 0, WIDTH, HEIGHT);
}

static void delete_target(bool texture)
{
   glDeleteFramebuffers(1, &fbo);
   if (texture)
      glDeleteTextures(1, &image);
   else
      glDeleteRenderbuffers(1, &image);
}

/* The code that a channel of `bits` stores. */
static int code(float value, int bits)
{
   float most = (float)((1 << bits) - 1);
   return (int)(value * most + 0.5f);
}

/* The 8-bit value that is read: the exact conversion, rounded. Missing channels are 0, alpha 1. */
static int as_byte(float value, int bits, int channel)
{
   if (bits == 0)
      return channel == 3 ? 255 : 0;
   return (int)((float)code(value, bits) * 255 / (float)((1 << bits) - 1) + 0.5f);
}

/* The colour of pixel (x, y): each channel takes all 256 levels. */
static float level(int x, int y, int channel)
{
   int n = y * WIDTH + x;
   return (float)(channel == 0 ? n : channel == 1 ? 255 - n : channel == 2 ? n * 7 % 256 : n * 13 % 256) / 255;
}

/* Draws one point per pixel, with or without blending, or clears. */
static void paint(int way)
{
   static float points[WIDTH * HEIGHT][6];
   glDisable(GL_DITHER);
   for (int n = 0; n < WIDTH * HEIGHT; n++) {
      int x = n % WIDTH, y = n / WIDTH;
      if (way == 2) {
         glEnable(GL_SCISSOR_TEST);
         glScissor(x, y, 1, 1);
         glClearColor(level(x, y, 0), level(x, y, 1), level(x, y, 2), level(x, y, 3));
         glClear(GL_COLOR_BUFFER_BIT);
      }
      points[n][0] = ((float)x + 0.5f) * 2 / WIDTH - 1;
      points[n][1] = ((float)y + 0.5f) * 2 / HEIGHT - 1;
      for (int i = 0; i < 4; i++)
         points[n][2 + i] = level(x, y, i);
   }
   glDisable(GL_SCISSOR_TEST);
   if (way == 2)
      return;
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 24, points);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 24, &points[0][2]);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   (way ? glEnable : glDisable)(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ZERO);
   glDrawArrays(GL_POINTS, 0, WIDTH * HEIGHT);
   glDisable(GL_BLEND);
}

static void compare(const uint8_t *got, int x, int y, const struct format *f, int slack, const char *what)
{
   for (int i = 0; i < 4; i++) {
      int wanted = as_byte(level(x, y, i), f->bits[i], i), off = got[i] > wanted ? got[i] - wanted : wanted - got[i];
      if (off > (f->bits[i] ? slack : 0))
         fail_msg("%s: pixel %d, %d channel %d: %d, not %d", what, x, y, i, got[i], wanted);
   }
}

/* A level exactly between two codes may round to either: colours are exported as half-floats. The tolerance is one code there
 * and zero elsewhere. */
static bool between_codes(int x, int y, const struct format *f)
{
   for (int i = 0; i < 4; i++) {
      float scaled = level(x, y, i) * (float)((1 << f->bits[i]) - 1), part = scaled - (float)(int)scaled;
      if (part > 0.47f && part < 0.53f)
         return true;
   }
   return false;
}

static void every_level(void **state)
{
   static const char *const ways[] = {"drawn", "blended", "cleared"};
   pixel_flat_program();
   pixel_program(
      "attribute vec4 pos, val; varying vec4 v; void main() { gl_Position = pos; gl_PointSize = 1.0; v = val; }",
      "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   for (unsigned i = 0; i < FORMATS; i++)
      for (int texture = 0; texture < 2; texture++)
         for (int way = 0; way < 3; way++) {
            const struct format *f = &formats[i];
            uint8_t rgba[WIDTH * HEIGHT * 4];
            char what[80];
            if (!texture && !f->renderbuffer)
               continue;
            make_target(f, texture);
            paint(way);
            glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
            snprintf(what, sizeof what, "%s %s, %s", f->name, texture ? "texture" : "renderbuffer", ways[way]);
            for (int n = 0; n < WIDTH * HEIGHT; n++) {
               int x = n % WIDTH, y = n / WIDTH;
               compare(rgba + n * 4, x, y, f, between_codes(x, y, f) ? 255 : 0, what);
            }
            delete_target(texture);
         }
}

/* The bits that glGet and glGetRenderbufferParameter return are those that are stored. */
static void bits_match_queries(void **state)
{
   static const GLenum names[4] = {GL_RED_BITS, GL_GREEN_BITS, GL_BLUE_BITS, GL_ALPHA_BITS};
   static const GLenum sizes[4] = {GL_RENDERBUFFER_RED_SIZE, GL_RENDERBUFFER_GREEN_SIZE, GL_RENDERBUFFER_BLUE_SIZE,
                                   GL_RENDERBUFFER_ALPHA_SIZE};
   for (unsigned i = 0; i < FORMATS; i++)
      for (int texture = 0; texture < 2; texture++) {
         if (!texture && !formats[i].renderbuffer)
            continue;
         make_target(&formats[i], texture);
         for (int c = 0; c < 4; c++) {
            GLint bits = -1;
            glGetIntegerv(names[c], &bits);
            assert_int_equal(bits, formats[i].bits[c]);
            if (!texture)
               glGetRenderbufferParameteriv(GL_RENDERBUFFER, sizes[c], &bits);
            assert_int_equal(bits, formats[i].bits[c]);
         }
         GLint value = -1;
         glGetIntegerv(GL_DEPTH_BITS, &value);
         assert_int_equal(value, 0);
         delete_target(texture);
      }
   static const struct { GLenum format; GLint depth, stencil;
   } depths[] = {{GL_DEPTH_COMPONENT16, 16, 0},
                 {GL_DEPTH_COMPONENT24_OES, 24, 0},
                 {GL_STENCIL_INDEX8, 0, 8},
                 {GL_DEPTH24_STENCIL8_OES, 24, 8}};
   for (unsigned i = 0; i < 4; i++) {
      GLuint rb;
      GLint value;
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, depths[i].format, 5, 3);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_DEPTH_SIZE, &value);
      assert_int_equal(value, depths[i].depth);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_STENCIL_SIZE, &value);
      assert_int_equal(value, depths[i].stencil);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &value);
      assert_int_equal(value, depths[i].format);
      glDeleteRenderbuffers(1, &rb);
   }
}

/* ---- formats and types of reads --------------------------------------------------------------------------- */

/* Position of each channel in client pixels. */
static const struct client { GLenum format, type; int size_B, shift[4], bits[4]; } clients[] = {
   {GL_RGBA, GL_UNSIGNED_BYTE, 4, {0, 8, 16, 24}, {8, 8, 8, 8}},
   {GL_BGRA_EXT, GL_UNSIGNED_BYTE, 4, {16, 8, 0, 24}, {8, 8, 8, 8}},
   {GL_BGRA_EXT, GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT, 2, {8, 4, 0, 12}, {4, 4, 4, 4}},
   {GL_BGRA_EXT, GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT, 2, {10, 5, 0, 15}, {5, 5, 5, 1}},
   /* Readable only as GL_IMPLEMENTATION_COLOR_READ_FORMAT and _TYPE: */
   {GL_RGB, GL_UNSIGNED_BYTE, 3, {0, 8, 16, 0}, {8, 8, 8, 0}},
   {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2, {11, 5, 0, 0}, {5, 6, 5, 0}},
   {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2, {12, 8, 4, 0}, {4, 4, 4, 4}},
   {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2, {11, 6, 1, 0}, {5, 5, 5, 1}},
   {GL_ALPHA, GL_UNSIGNED_BYTE, 1, {0, 0, 0, 0}, {0, 0, 0, 8}},
   {GL_RGBA, GL_FLOAT, 16, {0}, {0}},
};

/* Compares a pixel in client memory with the framebuffer's levels; both conversions may round. */
static void compare_client(const struct client *c, const uint8_t *at, const struct format *f, int x, int y,
                           const char *what)
{
   uint32_t word = 0;
   memcpy(&word, at, (size_t)c->size_B); /* little-endian, as all supported hosts */
   for (int i = 0; i < 4; i++) {
      if (!c->bits[i])
         continue;
      int most = (1 << c->bits[i]) - 1, got = (int)(word >> c->shift[i]) & most;
      float value = f->bits[i] ? (float)code(level(x, y, i), f->bits[i]) / (float)((1 << f->bits[i]) - 1) : i == 3;
      float off = (float)got - value * (float)most;
      if (off > 0.51f || off < -0.51f)
         fail_msg("%s: pixel %d, %d channel %d: %d, not %.2f", what, x, y, i, got, value * (float)most);
   }
}

static void formats_and_types(void **state)
{
   for (unsigned i = 0; i < FORMATS; i++)
      for (int texture = 0; texture < 2; texture++) {
         const struct format *f = &formats[i];
         GLint own_format, own_type;
         bool seen = false;
         if (!texture && !f->renderbuffer)
            continue;
         make_target(f, texture);
         paint(2);
         glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &own_format);
         glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &own_type);
         for (unsigned k = 0; k < sizeof(clients) / sizeof(clients[0]); k++) {
            const struct client *c = &clients[k];
            static uint8_t data[WIDTH * HEIGHT * 16], untouched[sizeof data];
            char what[120];
            bool own = c->format == (GLenum)own_format && c->type == (GLenum)own_type, legal = k < 4 || own;
            snprintf(what, sizeof what, "%s %s as %x/%x", f->name, texture ? "texture" : "renderbuffer", c->format,
                     c->type);
            seen |= own;
            memset(data, 0x5a, sizeof data);
            memcpy(untouched, data, sizeof data);
            glPixelStorei(GL_PACK_ALIGNMENT, 1);
            glReadPixels(0, 0, WIDTH, HEIGHT, c->format, c->type, data);
            GLenum error = glGetError();
            if (error != (legal ? GL_NO_ERROR : GL_INVALID_OPERATION))
               fail_msg("%s: error %x", what, error);
            if (!legal) {
               assert_memory_equal(data, untouched, sizeof data);
               continue;
            }
            for (int n = 0; n < WIDTH * HEIGHT; n++)
               if (!between_codes(n % WIDTH, n / WIDTH, f))
                  compare_client(c, data + n * c->size_B, f, n % WIDTH, n / WIDTH, what);
            assert_memory_equal(data + WIDTH * HEIGHT * c->size_B, untouched,
                                sizeof data - (size_t)(WIDTH * HEIGHT * c->size_B));
         }
         if (!seen)
            fail_msg("%s: its own pair %x/%x is none that ES 2.0 can have", f->name, own_format, own_type);
         static const GLenum bad[][2] = {{GL_RGBA, 0x1234}, {0x1234, GL_UNSIGNED_BYTE}, {0x1234, 0x1234}};
         for (int b = 0; b < 3; b++) {
            glReadPixels(0, 0, 1, 1, bad[b][0], bad[b][1], NULL);
            assert_int_equal(glGetError(), GL_INVALID_ENUM);
         }
         glPixelStorei(GL_PACK_ALIGNMENT, 4);
         delete_target(texture);
      }
}

/* ---- rectangles -------------------------------------------------------------------------------------------------- */

/* Rows begin at multiples of the alignment; pixels outside the framebuffer and bytes between rows stay as they were. */
static void rectangles(void **state)
{
   static const int rects[][4] = {
      {0, 0, WIDTH, HEIGHT}, {3, 5, 7, 4}, {15, 15, 1, 1}, {0, 0, 1, 16}, {9, 2, 5, 1}, {-3, -2, 8, 7}, {10, 12, 20, 9},
      {-5, -5, 26, 26}, {-9, 3, 5, 5}, {16, 0, 3, 3}, {0, 16, 3, 3}, {0, -7, 4, 7}, {2, 2, 0, 5}, {2, 2, 5, 0},
   };
   static const struct client *const used[] = {&clients[0], &clients[1], &clients[2], &clients[5]};
   static const struct format *const targets[] = {&formats[4], &formats[2], &formats[5]};
   for (unsigned t = 0; t < 3; t++) {
      make_target(targets[t], true);
      paint(2);
      for (unsigned k = 0; k < 4; k++)
         for (unsigned r = 0; r < sizeof(rects) / sizeof(rects[0]); r++)
            for (int alignment = 1; alignment <= 8; alignment *= 2) {
               const struct client *c = used[k];
               const int *rect = rects[r], stride_B = (rect[2] * c->size_B + alignment - 1) / alignment * alignment;
               static uint8_t data[40 * 40 * 4];
               char what[120];
               GLint own_type;
               glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &own_type);
               if (k == 3 && c->type != (GLenum)own_type)
                  continue;
               snprintf(what, sizeof what, "%s as %x/%x, %d %d %d %d, alignment %d", targets[t]->name, c->format,
                        c->type, rect[0], rect[1], rect[2], rect[3], alignment);
               memset(data, 0x5a, sizeof data);
               glPixelStorei(GL_PACK_ALIGNMENT, alignment);
               glReadPixels(rect[0], rect[1], rect[2], rect[3], c->format, c->type, data);
               assert_int_equal(glGetError(), GL_NO_ERROR);
               int at = 0;
               for (int row = 0; row < rect[3]; row++)
                  for (int b = 0; b < stride_B && at < (int)sizeof data; b++, at++) {
                     int x = rect[0] + b / c->size_B, y = rect[1] + row;
                     bool inside = b < rect[2] * c->size_B && x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
                     if (!inside && data[at] != 0x5a)
                        fail_msg("%s: byte %d of row %d was written", what, b, row);
                     if (inside && b % c->size_B == 0 && !between_codes(x, y, targets[t]))
                        compare_client(c, data + at, targets[t], x, y, what);
                  }
               while (at < (int)sizeof data)
                  assert_int_equal(data[at++], 0x5a);
            }
      delete_target(true);
   }
   static const int bad[] = {0, 3, 5, 16, -1};
   for (unsigned i = 0; i < 5; i++) {
      glPixelStorei(GL_PACK_ALIGNMENT, bad[i]);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
   }
   glReadPixels(0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glReadPixels(0, 0, 1, -1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
}

/* EXT_robustness: a buffer that is too small is not written at all. */
static void bounded_reads(void **state)
{
   PFNGLREADNPIXELSEXTPROC readn = (PFNGLREADNPIXELSEXTPROC)eglGetProcAddress("glReadnPixelsEXT");
   uint8_t data[64];
   glPixelStorei(GL_PACK_ALIGNMENT, 8);
   for (int room = 0; room <= 40; room++) {
      memset(data, 0x5a, sizeof data);
      readn(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, room, data); /* 12 bytes, 4 of padding, 12 bytes */
      assert_int_equal(glGetError(), room < 28 ? GL_INVALID_OPERATION : GL_NO_ERROR);
      assert_int_equal(data[28], 0x5a);
      assert_int_equal(data[12], 0x5a);
      if (room < 28)
         assert_int_equal(data[0], 0x5a);
   }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(every_level), TEST(bits_match_queries), TEST(formats_and_types), TEST(rectangles), TEST(bounded_reads),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_osmesa.c: libOSMesa.so.8 as programs link it: contexts, formats and types in memory, row length, orientation, depth,
 * accumulation, sharing, threads and fork. OSMESA_TEST_REFERENCE in the environment: the library is Mesa's, which lacks GL_HALF_FLOAT, OSMESA_BGR and the
 * orders of components above 8 bits. */
#include <GL/osmesa.h>

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define GL_HALF_FLOAT_TYPE 0x140B
#define ACCUM_BITS 0x0D58 /* GL_ACCUM_RED_BITS */

enum { WIDTH = 26, HEIGHT = 16 }; /* rows of RGB bytes are copied by four pixels, then by one */

static bool reference;

static bool close_to(double a, double b, double step)
{
   return fabs(a - b) <= step;
}

static float half_to_float(uint16_t half)
{
   const float fraction = (float)(half & 0x3ff) / 1024;
   const int exponent = half >> 10 & 31;
   return exponent ? ldexpf(1 + fraction, exponent - 15) : ldexpf(fraction, -14);
}

static unsigned component_size_B(GLenum type)
{
   return type == GL_UNSIGNED_BYTE ? 1 : type == GL_FLOAT ? 4 : 2;
}

/* Component c of a pixel, as a value from 0 to 1. */
static double component(const void *pixel, GLenum type, unsigned c)
{
   switch (type) {
   case GL_UNSIGNED_BYTE: return ((const uint8_t *)pixel)[c] / 255.0;
   case GL_UNSIGNED_SHORT: return ((const uint16_t *)pixel)[c] / 65535.0;
   case GL_HALF_FLOAT_TYPE: return half_to_float(((const uint16_t *)pixel)[c]);
   default: return ((const float *)pixel)[c];
   }
}

/* Each format and type: the components of a colour are where the format says, and rows where orientation and row length say. */
static void check_layout(GLenum format, const char *order, GLenum type, bool y_up, unsigned row_px)
{
   const float red[4] = {0.2f, 0.4f, 0.6f, 0.8f}, top[4] = {1, 0, 0.25f, 0.5f};
   const unsigned pixel_B = (unsigned)strlen(order) * component_size_B(type), stride_px = row_px ? row_px : WIDTH;
   uint8_t *memory = malloc((size_t)stride_px * HEIGHT * pixel_B);
   memset(memory, 0xa5, (size_t)stride_px * HEIGHT * pixel_B);
   OSMesaContext ctx = OSMesaCreateContextExt(format, 16, 0, 0, NULL);
   assert_non_null(ctx);
   assert_true(OSMesaMakeCurrent(ctx, memory, type, WIDTH, HEIGHT));
   OSMesaPixelStore(OSMESA_Y_UP, y_up);
   OSMesaPixelStore(OSMESA_ROW_LENGTH, (GLint)row_px);
   glClearColor(red[0], red[1], red[2], red[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, HEIGHT - 3, 5, 3);
   glClearColor(top[0], top[1], top[2], top[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   const double step = type == GL_UNSIGNED_BYTE ? 0.5 / 255 + 1e-6 : 1e-3;
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < stride_px; x++) {
         const uint8_t *pixel = memory + ((size_t)y * stride_px + x) * pixel_B;
         const unsigned window_y = y_up ? y : HEIGHT - 1 - y;
         const float *color = x < 5 && window_y >= HEIGHT - 3 ? top : red;
         for (unsigned c = 0; x < WIDTH && order[c]; c++) {
            const double value = component(pixel, type, c), expected = color[strchr("RGBA", order[c]) - "RGBA"];
            if (!close_to(value, expected, step))
               fail_msg("%s of type 0x%x at %u, %u: component %u is %g, not %g", order, type, x, y, c, value, expected);
         }
         for (unsigned i = 0; x >= WIDTH && i < pixel_B; i++)
            assert_int_equal(pixel[i], 0xa5);
      }
   OSMesaDestroyContext(ctx);
   free(memory);
}

static void test_layouts(void **state)
{
   static const struct { GLenum format; const char *order; } formats[] = {
      {OSMESA_RGBA, "RGBA"}, {OSMESA_BGRA, "BGRA"}, {OSMESA_ARGB, "ARGB"}, {OSMESA_RGB, "RGB"}, {OSMESA_BGR, "BGR"}};
   static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_HALF_FLOAT_TYPE, GL_FLOAT};
   for (unsigned f = 0; f < 5; f++)
      for (unsigned t = 0; t < 4; t++) {
         if (reference && (types[t] != GL_UNSIGNED_BYTE || strlen(formats[f].order) == 3)) /* llvmpipe draws pixels of 3 bytes wrongly */
            continue;
         check_layout(formats[f].format, formats[f].order, types[t], true, 0);
         check_layout(formats[f].format, formats[f].order, types[t], false, 0);
         check_layout(formats[f].format, formats[f].order, types[t], t & 1, WIDTH + 7);
      }
}

static void test_565(void **state)
{
   uint16_t memory[WIDTH * HEIGHT];
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_RGB_565, NULL);
   assert_non_null(ctx);
   assert_false(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_SHORT_5_6_5, WIDTH, HEIGHT));
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(3, 0, 1, 1);
   glClearColor(0, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFlush();
   assert_int_equal(memory[0], 0xf800);
   assert_int_equal(memory[3], 0x07ff);
   GLint bits;
   glGetIntegerv(GL_GREEN_BITS, &bits);
   assert_int_equal(bits, 6);
   OSMesaDestroyContext(ctx);
}

/* Fixed functions through the exported names, depth test and the depth buffer's values. */
static void draw_quad(float z, float r, float g, float b)
{
   glColor3f(r, g, b);
   glBegin(GL_QUADS);
   glVertex3f(-1, -1, z);
   glVertex3f(0, -1, z);
   glVertex3f(0, 1, z);
   glVertex3f(-1, 1, z);
   glEnd();
}

static void check_depth(GLint bits, GLint value_B, uint32_t one)
{
   uint8_t memory[WIDTH * HEIGHT * 4];
   OSMesaContext ctx = OSMesaCreateContextExt(OSMESA_RGBA, bits, bits == 24 ? 8 : 0, 0, NULL);
   GLint width = 1, height = 1, got_B = 1;
   void *depth = memory;
   assert_non_null(ctx);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   glClearStencil(0xff);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   draw_quad(0, 1, 0, 0);
   draw_quad(0.5f, 0, 1, 0); /* behind it */
   glFinish();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_memory_equal(memory, ((uint8_t[]){bits ? 255 : 0, bits ? 0 : 255, 0, 255}), 4);
   assert_memory_equal(memory + 4 * (WIDTH - 1), ((uint8_t[]){0, 0, 0, 0}), 4);
   assert_int_equal(OSMesaGetDepthBuffer(ctx, &width, &height, &got_B, &depth), bits > 0);
   if (!bits) {
      assert_true(!width && !height && !got_B && !depth);
      OSMesaDestroyContext(ctx);
      return;
   }
   assert_true(width == WIDTH && height == HEIGHT && got_B == value_B);
   for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
      const uint32_t value = value_B == 2 ? ((uint16_t *)depth)[i] : ((uint32_t *)depth)[i] & (reference ? 0xffffff : ~0u);
      const uint32_t expected = i % WIDTH < WIDTH / 2 ? one / 2 : one;
      if (value + 1 < expected || value > expected + 1)
         fail_msg("depth %u is 0x%x, not 0x%x", i, value, expected);
   }
   draw_quad(-1, 0, 0, 1); /* a later flush updates the same memory */
   glFinish();
   assert_int_equal(value_B == 2 ? *(uint16_t *)depth : *(uint32_t *)depth & 0xffffff, 0);
   OSMesaDestroyContext(ctx);
}

static void test_depth(void **state)
{
   check_depth(16, 2, 0xffff);
   check_depth(24, 4, 0xffffff);
   check_depth(32, 4, 0xffffff);
   if (!reference) /* crashes in it */
      check_depth(0, 0, 0);
}

/* The accumulation buffer (GL 2.1, 4.2.4). Mesa's library clears it outside of the scissor, too, and stores negative results
 * of GL_RETURN as 255. */
static void check_pixel(const uint8_t *memory, unsigned x, unsigned y, const double expected[4])
{
   for (unsigned c = 0; c < 4; c++)
      if (!close_to(memory[(y * WIDTH + x) * 4 + c] / 255.0, expected[c], 0.6 / 255))
         fail_msg("%u, %u: component %u is %u, not %g", x, y, c, memory[(y * WIDTH + x) * 4 + c], expected[c] * 255);
}

static void clear(double r, double g, double b, double a)
{
   glClearColor((float)r, (float)g, (float)b, (float)a);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void test_accum(void **state)
{
   uint8_t memory[WIDTH * HEIGHT * 4];
   OSMesaContext ctx = OSMesaCreateContextExt(OSMESA_RGBA, 16, 0, 16, NULL);
   assert_non_null(ctx);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   for (unsigned i = 0; i < 4; i++) {
      GLint bits;
      glGetIntegerv(GL_ACCUM_RED_BITS + i, &bits);
      assert_int_equal(bits, 16);
   }
   clear(0.2, 0.4, 0.6, 0.8);
   glAccum(GL_LOAD, 0.5f);
   clear(1, 0, 0.25, 0.5);
   glAccum(GL_ACCUM, 0.25f);
   glAccum(GL_ADD, 0.125f);
   glAccum(GL_MULT, 0.5f);
   glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
   glEnable(GL_SCISSOR_TEST);
   glScissor(2, 3, 5, 4);
   glAccum(GL_RETURN, 2);
   glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
   glFinish();
   const double cleared[4] = {1, 0, 0.25, 0.5}, returned[4] = {0.475, 0, 0.4875, 0.65};
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         check_pixel(memory, x, y, x >= 2 && x < 7 && y >= 3 && y < 7 ? returned : cleared);

   glClearAccum(-0.5f, 0.25f, 1, 0);
   glClear(GL_ACCUM_BUFFER_BIT); /* with the scissor */
   glDisable(GL_SCISSOR_TEST);
   glAccum(GL_RETURN, -2);
   glFinish();
   check_pixel(memory, 2, 3, (double[]){1, 0, 0, 0}); /* clamped */
   check_pixel(memory, 1, 3, (double[]){0, 0, 0, 0});
   glAccum(GL_RETURN, 2);
   glFinish();
   check_pixel(memory, 2, 3, (double[]){0, 0.5, 1, 0});
   check_pixel(memory, 7, 3, (double[]){0.475, 0.325, 0.4875, 0.65});

   clear(1, 1, 1, 1); /* without a buffer to read or draw, nothing happens */
   glReadBuffer(GL_NONE);
   glAccum(GL_LOAD, 1);
   glReadBuffer(GL_FRONT);
   glDrawBuffer(GL_NONE);
   glAccum(GL_RETURN, 1);
   glDrawBuffer(GL_FRONT);
   glFinish();
   check_pixel(memory, 7, 3, (double[]){1, 1, 1, 1});
   glAccum(GL_RETURN, 1);
   glFinish();
   check_pixel(memory, 7, 3, (double[]){0.2375, 0.1625, 0.24375, 0.325});
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glAccum(GL_REPLACE, 1);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);

   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT / 2)); /* a new buffer */
   glClearAccum(1, 1, 1, 1);
   glClear(GL_ACCUM_BUFFER_BIT);
   glAccum(GL_RETURN, 1);
   glFinish();
   check_pixel(memory, WIDTH - 1, HEIGHT / 2 - 1, (double[]){1, 1, 1, 1});
   assert_int_equal(glGetError(), GL_NO_ERROR);
   OSMesaDestroyContext(ctx);

   ctx = OSMesaCreateContextExt(OSMESA_RGBA, 16, 0, 0, NULL);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   glClear(GL_ACCUM_BUFFER_BIT);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glAccum(GL_LOAD, 1);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   OSMesaDestroyContext(ctx);
}

/* Neither commands without rasterization, nor those whose query counted nothing, nor those of selection change buffers; a framebuffer
 * object has no accumulation buffer. */
#define NAMED(type, name, ...) type (*name)(__VA_ARGS__) = (type (*)(__VA_ARGS__))OSMesaGetProcAddress(#name)
static void test_accum_discarded(void **state)
{
   NAMED(void, glBeginQuery, GLenum, GLuint);
   NAMED(void, glEndQuery, GLenum);
   NAMED(void, glGenQueries, GLsizei, GLuint *);
   NAMED(void, glBeginConditionalRender, GLuint, GLenum);
   NAMED(void, glEndConditionalRender, void);
   NAMED(void, glGenFramebuffers, GLsizei, GLuint *);
   NAMED(void, glBindFramebuffer, GLenum, GLuint);
   uint8_t memory[WIDTH * HEIGHT * 4];
   GLuint query, fbo;
   OSMesaContext ctx = OSMesaCreateContextExt(OSMESA_RGBA, 16, 0, 16, NULL);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   clear(0.5, 0.5, 0.5, 0.5);
   glAccum(GL_LOAD, 1);
   glGenQueries(1, &query);
   glBeginQuery(0x8914 /* GL_SAMPLES_PASSED */, query);
   glEndQuery(0x8914);
   glBeginConditionalRender(query, 0x8E13 /* GL_QUERY_WAIT */);
   glAccum(GL_MULT, 0);
   glClear(GL_ACCUM_BUFFER_BIT);
   glEndConditionalRender();
   glEnable(0x8C89 /* GL_RASTERIZER_DISCARD */);
   glAccum(GL_MULT, 0);
   glClear(GL_ACCUM_BUFFER_BIT);
   glDisable(0x8C89);
   GLuint names[4];
   glSelectBuffer(4, names);
   glRenderMode(GL_SELECT);
   glAccum(GL_MULT, 0);
   glRenderMode(GL_RENDER);
   clear(0, 0, 0, 0);
   glAccum(GL_RETURN, 1);
   glFinish();
   check_pixel(memory, 3, 3, (double[]){0.5, 0.5, 0.5, 0.5});
   assert_int_equal(glGetError(), GL_NO_ERROR);

   GLint bits = -1;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(0x8CA8 /* GL_READ_FRAMEBUFFER */, fbo);
   glAccum(GL_MULT, 1);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glBindFramebuffer(0x8D40 /* GL_FRAMEBUFFER */, fbo);
   glAccum(GL_MULT, 1);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glGetIntegerv(GL_ACCUM_RED_BITS, &bits);
   assert_int_equal(bits, 0);
   OSMesaDestroyContext(ctx);
}

static int *attribs(int name, int value)
{
   static int list[3];
   list[0] = name, list[1] = value, list[2] = 0;
   return list;
}

static void test_attributes(void **state)
{
   static const int bad[][2] = {{OSMESA_FORMAT, 0x7777}, {OSMESA_DEPTH_BITS, -1}, {OSMESA_STENCIL_BITS, -1}, {OSMESA_ACCUM_BITS, -1},
      {OSMESA_PROFILE, 1}, {OSMESA_CONTEXT_MAJOR_VERSION, 0}, {OSMESA_CONTEXT_MINOR_VERSION, -1}, {OSMESA_CONTEXT_MAJOR_VERSION, 9},
      {0x1234, 0}};
   for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
      if (OSMesaCreateContextAttribs(attribs(bad[i][0], bad[i][1]), NULL))
         fail_msg("attribute 0x%x accepts 0x%x", bad[i][0], bad[i][1]);

   uint8_t memory[4 * 4 * 4];
   const int core[] = {OSMESA_PROFILE, OSMESA_CORE_PROFILE, OSMESA_CONTEXT_MAJOR_VERSION, 3, OSMESA_CONTEXT_MINOR_VERSION, 3,
                       OSMESA_STENCIL_BITS, 8, OSMESA_DEPTH_BITS, 24, 0};
   OSMesaContext ctx = OSMesaCreateContextAttribs(core, NULL);
   assert_non_null(ctx);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 4, 4));
   GLint value;
   glGetIntegerv(0x9126 /* GL_CONTEXT_PROFILE_MASK */, &value);
   assert_int_equal(value, 1);
   assert_true(strtod((const char *)glGetString(GL_VERSION), NULL) >= 3.3);
   OSMesaDestroyContext(ctx);
   assert_null(OSMesaGetCurrentContext());

   ctx = OSMesaCreateContext(OSMESA_RGB, NULL);
   assert_non_null(ctx);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 4, 4));
   const struct { GLenum pname; GLint value; } bits[] = {{GL_RED_BITS, 8}, {GL_ALPHA_BITS, 0}, {GL_DEPTH_BITS, 24}, {GL_STENCIL_BITS, 8},
      {ACCUM_BITS, 0}};
   for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
      glGetIntegerv(bits[i].pname, &value);
      if (value != bits[i].value)
         fail_msg("0x%x is %d", bits[i].pname, value);
   }
   assert_non_null(strstr((const char *)glGetString(GL_VERSION), "Compatibility"));
   GLint viewport[4];
   glGetIntegerv(GL_VIEWPORT, viewport);
   assert_memory_equal(viewport, ((GLint[]){0, 0, 4, 4}), sizeof(viewport));
   OSMesaDestroyContext(ctx);
}

static GLint get(GLint pname)
{
   GLint value = -77;
   OSMesaGetIntegerv(pname, &value);
   return value;
}

static void test_state(void **state)
{
   uint8_t memory[WIDTH * HEIGHT * 4];
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_BGRA, NULL);
   GLint width, height, format;
   void *buffer;
   if (!reference) { /* it reads through a null pointer */
      OSMesaPixelStore(OSMESA_Y_UP, 0);
      assert_int_equal(get(OSMESA_FORMAT), -77);
      assert_false(OSMesaGetColorBuffer(NULL, &width, &height, &format, &buffer));
   }
   assert_false(OSMesaGetColorBuffer(ctx, &width, &height, &format, &buffer));
   assert_true(!width && !height && !format && !buffer);
   assert_false(OSMesaMakeCurrent(ctx, NULL, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   assert_false(OSMesaMakeCurrent(NULL, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   assert_false(OSMesaMakeCurrent(ctx, memory, GL_INT, WIDTH, HEIGHT));
   assert_false(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 0, HEIGHT));
   assert_false(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, -1));
   assert_null(OSMesaGetCurrentContext());
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, WIDTH, HEIGHT));
   assert_ptr_equal(OSMesaGetCurrentContext(), ctx);
   assert_int_equal(get(OSMESA_WIDTH), WIDTH);
   assert_int_equal(get(OSMESA_HEIGHT), HEIGHT);
   assert_int_equal(get(OSMESA_FORMAT), OSMESA_BGRA);
   assert_int_equal(get(OSMESA_TYPE), GL_UNSIGNED_BYTE);
   assert_int_equal(get(OSMESA_ROW_LENGTH), 0);
   assert_int_equal(get(OSMESA_Y_UP), 1);
   assert_true(get(OSMESA_MAX_WIDTH) >= 8192 && get(OSMESA_MAX_HEIGHT) >= 8192);
   assert_int_equal(get(0x99), -77);
   if (!reference)
      assert_false(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, get(OSMESA_MAX_WIDTH) + 1, 1));
   OSMesaPixelStore(OSMESA_ROW_LENGTH, 100);
   OSMesaPixelStore(OSMESA_Y_UP, 0);
   assert_true(get(OSMESA_ROW_LENGTH) == 100 && get(OSMESA_Y_UP) == 0);
   assert_true(OSMesaGetColorBuffer(ctx, &width, &height, &format, &buffer));
   assert_true(width == WIDTH && height == HEIGHT && format == OSMESA_BGRA && buffer == memory);
   OSMesaPixelStore(OSMESA_ROW_LENGTH, 0);
   assert_true(OSMesaMakeCurrent(NULL, NULL, 0, 0, 0));
   assert_null(OSMesaGetCurrentContext());
   OSMesaPostprocess(ctx, "pp_none", 1);
   OSMesaDestroyContext(ctx);
   OSMesaDestroyContext(NULL);
}

/* Pixels are stored when a context ceases to be current; a new size gets a new framebuffer, the same size keeps it. */
static void test_switch(void **state)
{
   uint8_t a[8 * 8 * 4] = {0}, b[8 * 8 * 4] = {0}, c[4 * 4 * 4] = {0};
   OSMesaContext one = OSMesaCreateContext(OSMESA_RGBA, NULL), two = OSMesaCreateContext(OSMESA_RGBA, one);
   assert_true(OSMesaMakeCurrent(one, a, GL_UNSIGNED_BYTE, 8, 8));
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   assert_true(OSMesaMakeCurrent(two, b, GL_UNSIGNED_BYTE, 8, 8));
   assert_memory_equal(a, ((uint8_t[]){255, 0, 0, 255}), 4);
   assert_true(glIsTexture(texture)); /* shared */
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_memory_equal(b, ((uint8_t[]){0, 255, 0, 255}), 4);
   assert_true(OSMesaMakeCurrent(two, c, GL_UNSIGNED_BYTE, 4, 4));
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_memory_equal(c + sizeof(c) - 4, ((uint8_t[]){0, 0, 255, 255}), 4);
   memset(a, 0, sizeof(a));
   assert_true(OSMesaMakeCurrent(one, a, GL_UNSIGNED_BYTE, 8, 8));
   glFinish();
   if (!reference) /* it makes a new framebuffer */
      assert_memory_equal(a, ((uint8_t[]){255, 0, 0, 255}), 4);
   /* Memory may be gone when a context gets new memory or ends. */
   uint8_t *gone = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   assert_true(OSMesaMakeCurrent(one, gone, GL_UNSIGNED_BYTE, 8, 8));
   munmap(gone, 4096);
   assert_true(OSMesaMakeCurrent(one, a, GL_UNSIGNED_BYTE, 8, 8));
   gone = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   assert_true(OSMesaMakeCurrent(two, gone, GL_UNSIGNED_BYTE, 8, 8));
   munmap(gone, 4096);
   OSMesaDestroyContext(two);
   OSMesaDestroyContext(one);
}

static void test_proc_address(void **state)
{
   static const char *const names[] = {"OSMesaColorClamp", "OSMesaCreateContext", "OSMesaCreateContextAttribs", "OSMesaCreateContextExt",
      "OSMesaDestroyContext", "OSMesaGetColorBuffer", "OSMesaGetCurrentContext", "OSMesaGetDepthBuffer", "OSMesaGetIntegerv",
      "OSMesaGetProcAddress", "OSMesaMakeCurrent", "OSMesaPixelStore", "OSMesaPostprocess", "glBegin", "glFinish", "glCreateShader",
      "glGenVertexArrays", "glBindFramebufferEXT"};
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
      if (!OSMesaGetProcAddress(names[i]))
         fail_msg("no %s", names[i]);
   if (!reference) /* it makes an entry for each name */
      assert_null(OSMesaGetProcAddress("glNoSuchCommand"));
   uint8_t memory[4] = {0};
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_RGBA, NULL);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 1, 1));
   ((void (*)(float, float, float, float))OSMesaGetProcAddress("glClearColor"))(1, 1, 1, 1);
   ((void (*)(GLbitfield))OSMesaGetProcAddress("glClear"))(GL_COLOR_BUFFER_BIT);
   OSMesaGetProcAddress("glFinish")();
   assert_memory_equal(memory, ((uint8_t[]){255, 255, 255, 255}), 4);
   OSMesaDestroyContext(ctx);
}

static void test_color_clamp(void **state)
{
   float memory[4 * 4 * 4];
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_RGBA, NULL);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_FLOAT, 4, 4));
   for (int clamp = 0; clamp < 2; clamp++) {
      OSMesaColorClamp((GLboolean)clamp);
      ((void (*)(GLenum, GLenum))OSMesaGetProcAddress("glClampColor"))(0x891A /* GL_CLAMP_VERTEX_COLOR */, GL_FALSE);
      draw_quad(0, 2, 0.5f, 0);
      glFinish();
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_true(memory[0] == (clamp ? 1 : 2) && memory[1] == 0.5f);
   }
   OSMesaDestroyContext(ctx);
}

/* Threads with a context each, and one that ends while its context is current. */
static void *draw_in_thread(void *arg)
{
   const unsigned index = (unsigned)(uintptr_t)arg;
   enum { SIZE = 64 };
   uint8_t *memory = calloc(SIZE * SIZE, 4);
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_RGBA, NULL);
   bool ok = ctx && OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, SIZE, SIZE);
   for (unsigned i = 0; ok && i < 30; i++) {
      const uint8_t level = (uint8_t)(index * 32 + i);
      glClearColor(level / 255.0f, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      draw_quad(0, 0, level / 255.0f, 0);
      glFinish();
      ok = memory[4 * (SIZE - 1)] == level && memory[1] == level && !memory[0] && OSMesaGetCurrentContext() == ctx;
   }
   if (index) {
      OSMesaDestroyContext(ctx);
      ctx = NULL;
   }
   /* The memory of a context that stays is the application's, and leaves with the process. */
   if (index)
      free(memory);
   return ok ? (index ? (void *)1 : (void *)ctx) : NULL;
}

static void test_threads(void **state)
{
   pthread_t thread[4];
   void *result[4];
   for (uintptr_t i = 0; i < 4; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, draw_in_thread, (void *)i), 0);
   for (unsigned i = 0; i < 4; i++) {
      pthread_join(thread[i], &result[i]);
      assert_non_null(result[i]);
   }
   OSMesaContext left = result[0];
   uint8_t memory[4] = {0};
   assert_true(OSMesaMakeCurrent(left, memory, GL_UNSIGNED_BYTE, 1, 1));
   glClearColor(0, 0, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_memory_equal(memory, ((uint8_t[]){0, 0, 255, 0}), 4);
   OSMesaDestroyContext(left);
}

#ifndef __SANITIZE_THREAD__ /* which ends a child that starts threads */
/* A child of fork() makes contexts of its own; its parent's are lost there, and work on here. */
static void test_fork(void **state)
{
   uint8_t memory[4] = {0};
   OSMesaContext ctx = OSMesaCreateContext(OSMESA_RGBA, NULL);
   assert_true(OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 1, 1));
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   const pid_t child = fork();
   if (!child) {
      alarm(60);
      glClear(GL_COLOR_BUFFER_BIT); /* without effect */
      glFinish();
      bool ok = !OSMesaMakeCurrent(ctx, memory, GL_UNSIGNED_BYTE, 1, 1) && !OSMesaCreateContext(OSMESA_RGBA, ctx);
      OSMesaDestroyContext(ctx);
      OSMesaContext other = OSMesaCreateContext(OSMESA_RGBA, NULL);
      ok = ok && other && OSMesaMakeCurrent(other, memory, GL_UNSIGNED_BYTE, 1, 1);
      if (ok) {
         glClearColor(0, 1, 0, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         glFinish();
      }
      _exit(ok && memory[1] == 255 && !memory[0] ? 0 : 1);
   }
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_int_equal(status, 0);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_memory_equal(memory, ((uint8_t[]){0, 0, 255, 255}), 4);
   OSMesaDestroyContext(ctx);
}
#endif

int main(void)
{
   reference = getenv("OSMESA_TEST_REFERENCE") != NULL;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layouts), cmocka_unit_test(test_565), cmocka_unit_test(test_depth),
      cmocka_unit_test(test_attributes), cmocka_unit_test(test_state), cmocka_unit_test(test_switch), cmocka_unit_test(test_proc_address),
   };
   const struct CMUnitTest gloam_tests[] = {
      cmocka_unit_test(test_accum), cmocka_unit_test(test_accum_discarded), cmocka_unit_test(test_color_clamp), cmocka_unit_test(test_threads),
#ifndef __SANITIZE_THREAD__
      cmocka_unit_test(test_fork),
#endif
   };
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   if (!reference)
      failed += cmocka_run_group_tests(gloam_tests, NULL, NULL);
   return failed;
}

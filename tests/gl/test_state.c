/* test_state.c: fragment and raster state against the formulas of OpenGL ES 2.0: draws each combination and reads one pixel. */
#include "pixel_test.h"

static const struct { GLenum factor; const char *name; } factors[] = {
#define F(x) {GL_##x, #x}
   F(ZERO), F(ONE), F(SRC_COLOR), F(ONE_MINUS_SRC_COLOR), F(DST_COLOR), F(ONE_MINUS_DST_COLOR), F(SRC_ALPHA),
   F(ONE_MINUS_SRC_ALPHA), F(DST_ALPHA), F(ONE_MINUS_DST_ALPHA), F(CONSTANT_COLOR), F(ONE_MINUS_CONSTANT_COLOR),
   F(CONSTANT_ALPHA), F(ONE_MINUS_CONSTANT_ALPHA), F(SRC_ALPHA_SATURATE),
#undef F
};

static const float src[4] = {0.2f, 0.6f, 1.0f, 0.4f}, dst[4] = {0.8f, 0.4f, 0.0f, 0.6f}, con[4] = {0.4f, 1.0f, 0.2f, 0.8f};

/* Table 4.2, channel i. */
static float factor(GLenum f, const float *d, int i)
{
   switch (f) {
   case GL_ONE: return 1;
   case GL_SRC_COLOR: return src[i];
   case GL_ONE_MINUS_SRC_COLOR: return 1 - src[i];
   case GL_DST_COLOR: return d[i];
   case GL_ONE_MINUS_DST_COLOR: return 1 - d[i];
   case GL_SRC_ALPHA: return src[3];
   case GL_ONE_MINUS_SRC_ALPHA: return 1 - src[3];
   case GL_DST_ALPHA: return d[3];
   case GL_ONE_MINUS_DST_ALPHA: return 1 - d[3];
   case GL_CONSTANT_COLOR: return con[i];
   case GL_ONE_MINUS_CONSTANT_COLOR: return 1 - con[i];
   case GL_CONSTANT_ALPHA: return con[3];
   case GL_ONE_MINUS_CONSTANT_ALPHA: return 1 - con[3];
   case GL_SRC_ALPHA_SATURATE: return i == 3 ? 1 : src[3] < 1 - d[3] ? src[3] : 1 - d[3];
   default: return 0;
   }
}

static float equation(GLenum mode, float s, float sf, float d, float df)
{
   switch (mode) {
   case GL_FUNC_SUBTRACT: return s * sf - d * df;
   case GL_FUNC_REVERSE_SUBTRACT: return d * df - s * sf;
   case GL_MIN_EXT: return s < d ? s : d;
   case GL_MAX_EXT: return s > d ? s : d;
   default: return s * sf + d * df;
   }
}

static void blend_once(unsigned sf, unsigned df, GLenum mode, const float *d)
{
   char what[100];
   float wanted[4];
   glClearColor(d[0], d[1], d[2], d[3]);
   glClear(GL_COLOR_BUFFER_BIT);
   glBlendFunc(factors[sf].factor, factors[df].factor);
   glBlendEquation(mode);
   pixel_fill(src[0], src[1], src[2], src[3], 0);
   for (int i = 0; i < 4; i++)
      wanted[i] = equation(mode, src[i], factor(factors[sf].factor, d, i), d[i], factor(factors[df].factor, d, i));
   if (d[3] == 1 && d != dst)
      wanted[3] = 1; /* the target has no alpha */
   snprintf(what, sizeof(what), "%s, %s, equation %x", factors[sf].name, factors[df].name, mode);
   pixel_expect(pixel_read(3, 3), wanted, what);
}

static void blending(void **state)
{
   static const GLenum modes[] = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT, GL_MAX_EXT};
   pixel_flat_program();
   glEnable(GL_BLEND);
   glBlendColor(con[0], con[1], con[2], con[3]);
   for (unsigned sf = 0; sf < 15; sf++)
      for (unsigned df = 0; df < 14; df++)
         blend_once(sf, df, modes[(sf + df) % 5], dst);
   for (unsigned m = 0; m < 5; m++)
      blend_once(6, 7, modes[m], dst);
}

/* A buffer without alpha blends as if it had alpha 1 (4.1.6). */
static void blending_without_alpha(void **state)
{
   static const float opaque[4] = {0.8f, 0.4f, 0.0f, 1.0f};
   GLuint fbo, rb;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB8_OES, SIZE, SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   pixel_flat_program();
   glEnable(GL_BLEND);
   glBlendColor(con[0], con[1], con[2], con[3]);
   for (unsigned sf = 0; sf < 15; sf++) {
      blend_once(sf, 8, GL_FUNC_ADD, opaque);
      blend_once(sf, 9, GL_FUNC_ADD, opaque);
   }
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
}

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

static bool drawn(void)
{
   return pixel_read(5, 2)[0] > 128;
}

static void depth_functions(void **state)
{
   pixel_flat_program();
   glEnable(GL_DEPTH_TEST);
   for (GLenum func = GL_NEVER; func <= GL_ALWAYS; func++)
      for (int z = -1; z <= 1; z++) {
         glClearDepthf(0.5f);
         glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
         glDepthFunc(func);
         pixel_fill(1, 1, 1, 1, z * 0.5f);
         assert_int_equal(drawn(), passes(func, z, 0));
      }
   /* A zero mask keeps the stored depth. */
   glDepthFunc(GL_ALWAYS);
   glClear(GL_DEPTH_BUFFER_BIT);
   glDepthMask(GL_FALSE);
   pixel_fill(0, 0, 0, 1, -1);
   glClearDepthf(0);
   glClear(GL_DEPTH_BUFFER_BIT);
   glDepthMask(GL_TRUE);
   glDepthFunc(GL_EQUAL);
   pixel_fill(1, 1, 1, 1, 0);
   assert_true(drawn());
   /* Without the test, depth is not written. */
   glDisable(GL_DEPTH_TEST);
   pixel_fill(0, 0, 0, 1, -1);
   glEnable(GL_DEPTH_TEST);
   pixel_fill(1, 1, 1, 1, 0);
   assert_true(drawn());
}

static void stencil_functions(void **state)
{
   pixel_flat_program();
   glEnable(GL_STENCIL_TEST);
   for (GLenum func = GL_NEVER; func <= GL_ALWAYS; func++)
      for (int ref = 0xf1; ref <= 0xf3; ref++) {
         glClearStencil(0x02);
         glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
         glStencilFunc(func, ref, 0x0f); /* the mask applies to both values */
         pixel_fill(1, 1, 1, 1, 0);
         assert_int_equal(drawn(), passes(func, ref & 0x0f, 2));
      }
}

static int stencil_result(GLenum op, int value, int ref)
{
   switch (op) {
   case GL_ZERO: return 0;
   case GL_REPLACE: return ref;
   case GL_INCR: return value < 255 ? value + 1 : 255;
   case GL_DECR: return value > 0 ? value - 1 : 0;
   case GL_INCR_WRAP: return (value + 1) & 255;
   case GL_DECR_WRAP: return (value - 1) & 255;
   case GL_INVERT: return ~value & 255;
   default: return value;
   }
}

/* Each operation for each outcome (stencil fails, depth fails, both pass), on front and back faces. */
static void stencil_operations(void **state)
{
   static const GLenum ops[] = {GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
   static const int values[] = {0, 77, 255};
   pixel_flat_program();
   glEnable(GL_STENCIL_TEST);
   glEnable(GL_DEPTH_TEST);
   for (int k = 0; k < 8 * 3 * 3 * 2; k++) {
      GLenum op = ops[k % 8], side = k / 72 ? GL_BACK : GL_FRONT;
      int value = values[k / 8 % 3], place = k / 24 % 3, ref = 0x35;
      glClearStencil(value);
      glClearDepthf(0.5f);
      glStencilMask(0xff);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
      glStencilFunc(place == 0 ? GL_NEVER : GL_ALWAYS, ref, 0xff);
      glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
      glStencilOpSeparate(side, place == 0 ? op : GL_ZERO, place == 1 ? op : GL_ZERO, place == 2 ? op : GL_ZERO);
      glStencilMaskSeparate(side == GL_FRONT ? GL_BACK : GL_FRONT, 0x00);
      glStencilMaskSeparate(side, 0xfc);
      glDepthFunc(GL_LESS);
      glFrontFace(side == GL_FRONT ? GL_CCW : GL_CW);
      pixel_fill(0, 0, 0, 1, place == 1 ? 0.5f : -0.5f);
      int wanted = (stencil_result(op, value, ref) & 0xfc) | (value & 0x03);
      glStencilFunc(GL_EQUAL, wanted, 0xff);
      glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
      glDepthFunc(GL_ALWAYS);
      pixel_fill(1, 1, 1, 1, 0);
      if (!drawn())
         fail_msg("operation %x of %d at place %d, side %x", op, value, place, side);
   }
}

static void culling_and_facing(void **state)
{
   static const GLenum modes[] = {0, GL_FRONT, GL_BACK, GL_FRONT_AND_BACK};
   static const GLfloat ccw[] = {-1, -1, 3, -1, -1, 3}, cw[] = {-1, -1, -1, 3, 3, -1};
   pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                 "void main() { gl_FragColor = gl_FrontFacing ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(0.0, 0.0, 1.0, 1.0); }");
   glEnableVertexAttribArray(0);
   for (int k = 0; k < 16; k++) {
      GLenum mode = modes[k % 4];
      bool front_ccw = k / 4 % 2, is_ccw = k / 8, front = front_ccw == is_ccw;
      bool culled = mode == GL_FRONT_AND_BACK || (mode == GL_FRONT && front) || (mode == GL_BACK && !front);
      glClearColor(1, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glFrontFace(front_ccw ? GL_CCW : GL_CW);
      if (mode) {
         glEnable(GL_CULL_FACE);
         glCullFace(mode);
      } else {
         glDisable(GL_CULL_FACE);
      }
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, is_ccw ? ccw : cw);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      const uint8_t *p = pixel_read(1, 6);
      assert_int_equal(p[0] > 128, culled);
      assert_int_equal(p[1] > 128, !culled && front);
   }
}

/* Expected coverage: 8 rows of bits, bit 0 is x = 0. */
static void assert_lit(const uint8_t *rows)
{
   uint8_t rgba[SIZE * SIZE * 4];
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   for (int y = 0; y < SIZE; y++)
      for (int x = 0; x < SIZE; x++)
         if ((rgba[(y * SIZE + x) * 4] > 128) != (rows[y] >> x & 1))
            fail_msg("pixel %d,%d", x, y);
}

static void rectangles(void **state)
{
   pixel_flat_program();
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glViewport(2, 1, 4, 6); /* smaller than the surface */
   glVertexAttrib4f(1, 1, 1, 1, 1);
   pixel_rectangle(-1, -1, 0, 1, 0);
   assert_lit((uint8_t[]){0, 0x0c, 0x0c, 0x0c, 0x0c, 0x0c, 0x0c, 0});
   glViewport(-4, -4, 16, 16); /* larger than the surface */
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_rectangle(0, 0, 0.25f, 0.25f, 0);
   assert_lit((uint8_t[]){0, 0, 0, 0, 0x30, 0x30, 0, 0});
   glEnable(GL_SCISSOR_TEST);
   glScissor(6, 5, 100, 2); /* of draws */
   glViewport(0, 0, SIZE, SIZE);
   pixel_fill(1, 1, 1, 1, 0);
   assert_lit((uint8_t[]){0, 0, 0, 0, 0x30, 0xf0, 0xc0, 0});
   glScissor(-1, 4, 6, 2); /* of clears */
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_lit((uint8_t[]){0, 0, 0, 0, 0x3f, 0xff, 0xc0, 0});
   glScissor(3, 3, 0, 5); /* empty */
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   pixel_fill(0, 0, 0, 0, 0);
   assert_lit((uint8_t[]){0, 0, 0, 0, 0x3f, 0xff, 0xc0, 0});
}

static void colour_masks(void **state)
{
   pixel_flat_program();
   for (int mask = 0; mask < 16; mask++)
      for (int by_clear = 0; by_clear < 2; by_clear++) {
         float wanted[4];
         for (int i = 0; i < 4; i++)
            wanted[i] = mask >> i & 1 ? 0.8f : 0.2f;
         glColorMask(1, 1, 1, 1);
         glClearColor(0.2f, 0.2f, 0.2f, 0.2f);
         glClear(GL_COLOR_BUFFER_BIT);
         glColorMask(mask & 1, mask & 2, mask & 4, mask & 8);
         glClearColor(0.8f, 0.8f, 0.8f, 0.8f);
         if (by_clear)
            glClear(GL_COLOR_BUFFER_BIT);
         else
            pixel_fill(0.8f, 0.8f, 0.8f, 0.8f, 0);
         pixel_expect(pixel_read(0, 7), wanted, by_clear ? "clear" : "draw");
      }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(blending), TEST(blending_without_alpha), TEST(depth_functions), TEST(stencil_functions),
      TEST(stencil_operations), TEST(culling_and_facing), TEST(rectangles), TEST(colour_masks),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

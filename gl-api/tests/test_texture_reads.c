/* Pixels that come from a framebuffer on the recording pipe: glReadPixels and copies to textures, of windows either way up. */

#include "ga_test_texel.h"

#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"

/* A window whose pixel (x, y), counted from the bottom as GL does, is (x, y, 200, 100). */
static void paint(struct ga_test *t)
{
   for (unsigned y = 0; y < 48; y++) {
      for (unsigned x = 0; x < 64; x++) {
         unsigned row = t->drawable.y_inverted ? 47 - y : y;
         memcpy(fake_texel(t->drawable.color, 0, 0, x, row), ((uint8_t[4]){ x, y, 200, 100 }), 4);
      }
   }
}

static void read_back(struct ga_test *t)
{
   struct ga_context *ctx = t->ctx;
   uint8_t pixels[6][8][4];
   paint(t);
   memset(pixels, 0xee, sizeof pixels);
   GL(PixelStorei, GL_PACK_ALIGNMENT, 8);
   GL(ReadPixels, 60, -2, 7, 6, GL_RGBA, GL_UNSIGNED_BYTE, pixels); /* rows of 28 -> 32 bytes; sticks out on two sides */
   assert_gl_error(GL_NO_ERROR);
   assert_memory_equal(pixels[2][0], ((uint8_t[4]){ 60, 0, 200, 100 }), 4);
   assert_memory_equal(pixels[5][3], ((uint8_t[4]){ 63, 3, 200, 100 }), 4);
   assert_int_equal(pixels[1][0][0], 0xee);
   assert_int_equal(pixels[2][4][0], 0xee);
   uint8_t bgra[4];
   GL(ReadPixels, 5, 6, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE, bgra);
   assert_memory_equal(bgra, ((uint8_t[4]){ 200, 6, 5, 100 }), 4);
}

static void test_readpixels(void **state)
{
   static const struct { GLsizei w, h; GLenum format, type, error; } calls[] = {
      { 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 0 },
      { 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, 0 },
      { -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE },
      { 1, -1, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE },
      { 1, 1, GL_RGB, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION },
      { 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_INVALID_OPERATION },
      { 1, 1, 0x1234, GL_UNSIGNED_BYTE, GL_INVALID_ENUM },
      { 1, 1, GL_RGBA, 0x1234, GL_INVALID_ENUM },
      { 1, 1, GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV, 0 },
   };
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   uint8_t pixels[4];
   read_back(t);
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      GL(ReadPixels, 0, 0, calls[i].w, calls[i].h, calls[i].format, calls[i].type, pixels);
      GLenum error = ga_GetError(ctx);
      if (error != calls[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
   }
   GL(ReadnPixels, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, 15, pixels);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(ReadnPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4, pixels);
   assert_gl_error(GL_NO_ERROR);
}

static void test_readpixels_inverted(void **state)
{
   struct ga_test *t = *state;
   t->drawable.y_inverted = true;
   t->drawable.seqno++;
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   read_back(t);
}

/* An image that the simulated device reads in several bands, from a row inside a tile to another. */
static void read_tall(struct ga_test *t, bool y_inverted)
{
   enum { W = 40, H = 3000, FROM = 3, ROWS = H - 8 };
   struct ga_context *ctx = t->ctx;
   static uint8_t pixels[ROWS][W][4];
   struct ga_drawable tall = { .width = W, .height = H, .color_format = PIPE_FORMAT_R8G8B8A8_UNORM, .seqno = 100,
                               .y_inverted = y_inverted };
   const struct pipe_resource_template tmpl = { .target = PIPE_TEXTURE_2D, .format = tall.color_format, .width = W, .height = H,
                                              .depth = 1, .layers = 1, .bind = PIPE_BIND_RENDER_TARGET };
   tall.color = t->screen->base.impl->resource_create(&t->screen->base, &tmpl);
   t->screen->base.caps.is_software = true;
   ga_make_current(ctx, &tall, &tall);
   for (unsigned y = 0; y < H; y++) {
      for (unsigned x = 0; x < W; x++)
         memcpy(fake_texel(tall.color, 0, 0, x, y_inverted ? H - 1 - y : y), ((uint8_t[4]){ x, y, y >> 8, 7 }), 4);
   }
   GL(ReadPixels, 0, FROM, W, ROWS, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_NO_ERROR);
   for (unsigned y = 0; y < ROWS; y++) {
      unsigned row = FROM + y;
      assert_memory_equal(pixels[y][W - 1], ((uint8_t[4]){ W - 1, row, row >> 8, 7 }), 4);
   }
   ga_make_current(ctx, &t->drawable, &t->drawable);
   pipe_resource_unref(tall.color);
}

static void test_readpixels_tall(void **state)
{
   read_tall(*state, false);
   read_tall(*state, true);
}

static void copy_all(struct ga_test *t)
{
   static const struct { GLenum internal; enum pipe_format st; uint8_t out[4]; } copies[] = {
      { GL_RGBA, PIPE_FORMAT_R8G8B8A8_UNORM, { 11, 21, 200, 100 } }, { GL_RGB, PIPE_FORMAT_R8G8B8X8_UNORM, { 11, 21, 200, 255 } },
      { GL_ALPHA, PIPE_FORMAT_R8_UNORM, { 100 } }, { GL_LUMINANCE, PIPE_FORMAT_R8_UNORM, { 11 } },
      { GL_LUMINANCE_ALPHA, PIPE_FORMAT_R8G8_UNORM, { 11, 100 } },
   };
   struct ga_context *ctx = t->ctx;
   struct ga_texture *tex = bound(ctx, GA_TEX_2D);
   paint(t);
   for (unsigned i = 0; i < sizeof copies / sizeof copies[0]; i++) {
      GL(CopyTexImage2D, GL_TEXTURE_2D, 0, copies[i].internal, 10, 20, 5, 6, 0);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(tex->image[0].format->st, copies[i].st);
      assert_memory_equal(texel(ctx, tex, 0, 0, 1, 1), copies[i].out, pipe_format_block_size_B(copies[i].st));
      /* Part of it, clipped at the lower left of the window: source (0, 0) lands at (3, 4). */
      GL(CopyTexSubImage2D, GL_TEXTURE_2D, 0, 2, 3, -1, -1, 3, 3);
      assert_gl_error(GL_NO_ERROR);
      assert_memory_equal(texel(ctx, tex, 0, 0, 1, 1), copies[i].out, pipe_format_block_size_B(copies[i].st));
      if (copies[i].internal == GL_RGBA) {
         assert_memory_equal(texel(ctx, tex, 0, 0, 4, 5), ((uint8_t[4]){ 1, 1, 200, 100 }), 4);
         assert_memory_equal(texel(ctx, tex, 0, 0, 2, 3), ((uint8_t[4]){ 12, 23, 200, 100 }), 4);
      }
   }
}

static void test_copytex(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   copy_all(t);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 0, 0, 4, 4, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, 0x1234, 0, 0, 4, 4, 0);
   assert_gl_error(GL_INVALID_ENUM);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 1);
   assert_gl_error(GL_INVALID_VALUE);
   GL(CopyTexImage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_Y, 0, GL_RGBA, 0, 0, 4, 5, 0);
   assert_gl_error(GL_INVALID_VALUE);
   GL(CopyTexImage2D, GL_TEXTURE_3D, 0, GL_RGBA, 0, 0, 4, 5, 0);
   assert_gl_error(GL_INVALID_ENUM);
   GL(CopyTexSubImage2D, GL_TEXTURE_2D, 5, 0, 0, 0, 0, 1, 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CopyTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 0, 0, 2, 2);
   assert_gl_error(GL_INVALID_VALUE);
}

static void test_copytex_inverted(void **state)
{
   struct ga_test *t = *state;
   t->drawable.y_inverted = true;
   t->drawable.seqno++;
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   copy_all(t);
}

/* An RGB framebuffer has no alpha to copy or show. */
static void test_copy_from_texture_without_alpha(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   GLuint fbo, tex;
   const uint8_t pixel[4] = { 1, 2, 3, 0 };
   uint8_t back[4] = { 0 };
   GL(GenTextures, 1, &tex);
   GL(BindTexture, GL_TEXTURE_2D, tex);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, pixel);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   fake_texel(bound(ctx, GA_TEX_2D)->miptree, 0, 0, 0, 0)[3] = 17; /* what rendering may leave there */
   GL(ReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, back);
   assert_memory_equal(back, ((uint8_t[4]){ 1, 2, 3, 255 }), 4);
   GL(BindTexture, GL_TEXTURE_2D, 0);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 1, 1, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_LUMINANCE, 0, 0, 1, 1, 0);
   assert_gl_error(GL_NO_ERROR);
   /* Deleting the texture detaches it. */
   GL(DeleteTextures, 1, &tex);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   GL(ReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, back);
   assert_gl_error(GL_INVALID_FRAMEBUFFER_OPERATION);
   GL(DeleteFramebuffers, 1, &fbo);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      T(test_readpixels), T(test_readpixels_inverted), T(test_readpixels_tall), T(test_copytex), T(test_copytex_inverted),
      T(test_copy_from_texture_without_alpha),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

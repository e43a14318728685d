/* Pixel buffer objects, ReadPixels' formats, CopyTexImage's conversions and GetInternalformativ of OpenGL ES 3.0: errors change
 * nothing, and what is legal arrives. */
#include "ga_test.h"

#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

struct world { void *test; struct ga_context *ctx; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   w->ctx = ga_test_forced_context(t, t->ctx, GA_API_ES2, "es30");
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->test;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx
#define AT(offset_B) ((void *)(uintptr_t)(offset_B))

static GLuint make_texture(struct ga_context *ctx)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, GL_TEXTURE_2D, name);
   return name;
}

static GLuint make_buffer(struct ga_context *ctx, GLenum target, GLsizeiptr size_B, const void *data)
{
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, target, name);
   GL(BufferData, target, size_B, data, GL_STREAM_DRAW);
   return name;
}

/* A framebuffer whose colour is a texture of this format. */
static GLuint make_framebuffer(struct ga_context *ctx, GLenum internal, GLuint *texture)
{
   GLuint fbo;
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   *texture = make_texture(ctx);
   GL(TexStorage2D, GL_TEXTURE_2D, 1, internal, 4, 4);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, *texture, 0);
   assert_gl_error(GL_NO_ERROR);
   return fbo;
}

static void release_framebuffer(struct ga_context *ctx, GLuint fbo, GLuint texture)
{
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteTextures, 1, &texture);
}

static void unpack_buffer(void **state)
{
   CONTEXT;
   uint8_t data[100];
   for (unsigned i = 0; i < sizeof data; i++)
      data[i] = (uint8_t)i;
   GLuint tex = make_texture(ctx), buf = make_buffer(ctx, GL_PIXEL_UNPACK_BUFFER, sizeof data, data);
   const struct ga_texture *image = ctx->unit[0].bound[GA_TEX_2D];
   static const struct { GLsizei w, h; GLenum internal, format, type; unsigned offset_B; GLenum error; } rows[] = {
      { 5, 5, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 1, GL_INVALID_OPERATION }, { 5, 5, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 0, 0 },
      { 4, 6, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4, 0 }, { 4, 6, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 5, GL_INVALID_OPERATION },
      { 1, 1, GL_R32F, GL_RED, GL_FLOAT, 2, GL_INVALID_OPERATION }, { 1, 1, GL_R32F, GL_RED, GL_FLOAT, 96, 0 },
      { 1, 1, GL_R16F, GL_RED, GL_HALF_FLOAT, 1, GL_INVALID_OPERATION }, { 1, 1, GL_R16F, GL_RED, GL_HALF_FLOAT, 2, 0 },
      { 1, 1, GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 3, GL_INVALID_OPERATION },
      { 1, 1, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 99, 0 }, { 1, 1, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 100, GL_INVALID_OPERATION },
      { 0, 0, GL_R8, GL_RED, GL_UNSIGNED_BYTE, 400, 0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)rows[i].internal, rows[i].w, rows[i].h, 0, rows[i].format, rows[i].type,
         AT(rows[i].offset_B));
      const GLenum error = ga_GetError(ctx);
      if (error != rows[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
      const struct ga_teximage *now = ga_teximage_at(image, 0, 0);
      assert_int_equal(now->internal_format, error ? GL_RGBA8 : rows[i].internal);
      if (!error && now->own)
         assert_memory_equal(fake_texel(now->own, now->own_level, now->own_layer, 0, 0), data + rows[i].offset_B, 1);
   }
   /* skips count */
   GL(PixelStorei, GL_UNPACK_SKIP_ROWS, 0x7fffffff);
   GL(PixelStorei, GL_UNPACK_ROW_LENGTH, 0x7fffffff);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA32F, 1, 1, 0, GL_RGBA, GL_FLOAT, AT(0));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(PixelStorei, GL_UNPACK_SKIP_ROWS, 0);
   GL(PixelStorei, GL_UNPACK_ROW_LENGTH, 0);
   /* parts, blocks */
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   GL(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, AT(40));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(TexSubImage2D, GL_TEXTURE_2D, 0, 1, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, AT(40));
   GL(CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 8, 8, 0, 32, AT(68));
   assert_gl_error(GL_NO_ERROR);
   GL(CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB8_ETC2, 8, 8, 0, 32, AT(69));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, AT(92));
   assert_gl_error(GL_NO_ERROR);
   GL(CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 4, 4, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, AT(93));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 2, 4, 4, 4, GL_COMPRESSED_RGB8_ETC2, 8, AT(0));
   assert_gl_error(GL_INVALID_OPERATION);
   /* a mapped buffer */
   GL(MapBufferRange, GL_PIXEL_UNPACK_BUFFER, 0, 4, GL_MAP_WRITE_BIT);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(UnmapBuffer, GL_PIXEL_UNPACK_BUFFER);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   assert_gl_error(GL_NO_ERROR);
   GL(DeleteBuffers, 1, &buf);
   GL(DeleteTextures, 1, &tex);
}

static void unpack_buffer_without_memory(void **state)
{
   CONTEXT;
   struct ga_test *t = ((struct world *)*state)->test;
   static const uint8_t data[64] = { 1 };
   GLuint tex = make_texture(ctx), buf = make_buffer(ctx, GL_PIXEL_UNPACK_BUFFER, sizeof data, data);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB8, 2, 2, 0, GL_RGB, GL_UNSIGNED_BYTE, AT(0));
   t->screen->fail_after = 0;
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   t->screen->fail_after = -1;
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_int_equal(ga_teximage_at(ctx->unit[0].bound[GA_TEX_2D], 0, 0)->internal_format, GL_RGB8);
   GL(DeleteBuffers, 1, &buf);
   GL(DeleteTextures, 1, &tex);
}

static void pack_buffer(void **state)
{
   CONTEXT;
   static const uint8_t pixels[4 * 4 * 4] = { 11, 22, 33, 44 }, zero[100];
   GLuint tex, fbo = make_framebuffer(ctx, GL_RGBA8, &tex), buf = make_buffer(ctx, GL_PIXEL_PACK_BUFFER, sizeof zero, zero);
   GL(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, AT(36));
   assert_gl_error(GL_NO_ERROR);
   const uint8_t *map = ga_MapBufferRange(ctx, GL_PIXEL_PACK_BUFFER, 0, sizeof zero, GL_MAP_READ_BIT);
   assert_non_null(map);
   assert_memory_equal(map, zero, 36);
   assert_memory_equal(map + 36, pixels, sizeof pixels);
   GL(ReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   assert_gl_error(GL_INVALID_OPERATION); /* mapped */
   GL(UnmapBuffer, GL_PIXEL_PACK_BUFFER);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, AT(37));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(PixelStorei, GL_PACK_ROW_LENGTH, 8);
   GL(ReadPixels, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, AT(0));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(DeleteBuffers, 1, &buf);
   release_framebuffer(ctx, fbo, tex);
}

static void read_formats(void **state)
{
   CONTEXT;
   static const struct { GLenum internal, format, type, error; } rows[] = {
      { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 0 }, { GL_RGBA8, GL_RGBA, GL_FLOAT, GL_INVALID_OPERATION },
      { GL_RGBA8, GL_RGBA_INTEGER, GL_UNSIGNED_INT, GL_INVALID_OPERATION }, { GL_RGBA8, 0x1234, GL_FLOAT, GL_INVALID_ENUM },
      { GL_R8, GL_RED, GL_UNSIGNED_BYTE, 0 }, { GL_R8, GL_RGBA, GL_UNSIGNED_BYTE, 0 },
      { GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_BYTE, 0 }, { GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 0 },
      { GL_RG16I, GL_RGBA_INTEGER, GL_INT, 0 }, { GL_RG16I, GL_RG_INTEGER, GL_SHORT, 0 },
      { GL_RG16I, GL_RGBA_INTEGER, GL_UNSIGNED_INT, GL_INVALID_OPERATION }, { GL_RG16I, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION },
      { GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 0 }, { GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 0 },
      { GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, 0 }, { GL_RGBA8UI, GL_RGBA, GL_FLOAT, GL_INVALID_OPERATION },
      { GL_RGBA16F, GL_RGBA, GL_FLOAT, 0 }, { GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 0 },
      { GL_RGBA16F, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION },
      { GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 0 }, { GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      uint8_t pixels[4 * 4 * 16];
      GLuint tex, fbo = make_framebuffer(ctx, rows[i].internal, &tex);
      GL(ReadPixels, 0, 0, 4, 4, rows[i].format, rows[i].type, pixels);
      const GLenum error = ga_GetError(ctx);
      if (error != rows[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
      release_framebuffer(ctx, fbo, tex);
   }
}

/* EXT_color_buffer_float lists sized internal formats; EXT_color_buffer_half_float unsized ones of half floats as well. */
static void unsized_floats(void **state)
{
   CONTEXT;
   static const struct { GLenum internal, type; bool complete; } rows[] = {
      { GL_RGBA, GL_FLOAT, false }, { GL_RGBA32F, GL_FLOAT, true }, { GL_RGBA, GL_HALF_FLOAT_OES, true }, { GL_RGBA16F, GL_FLOAT, true },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLuint tex, fbo = make_framebuffer(ctx, GL_RGBA8, &tex), image = make_texture(ctx);
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)rows[i].internal, 4, 4, 0, GL_RGBA, rows[i].type, NULL);
      GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image, 0);
      const GLenum status = GL(CheckFramebufferStatus, GL_FRAMEBUFFER);
      if (status != (rows[i].complete ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT))
         fail_msg("row %u: %s", i, ga_enum_name(status));
      GL(DeleteTextures, 1, &image);
      release_framebuffer(ctx, fbo, tex);
   }
   assert_gl_error(GL_NO_ERROR);
}

/* ES 3.0, 3.8.5. */
static void copies(void **state)
{
   CONTEXT;
   static const struct { GLenum source, internal, error; } rows[] = {
      { GL_RGBA8, GL_RGBA8, 0 }, { GL_RGBA8, GL_RGB8, 0 }, { GL_RGBA8, GL_R8, 0 }, { GL_RGBA8, GL_RGBA, 0 }, { GL_RGBA8, GL_ALPHA, 0 },
      { GL_RGBA8, GL_RGBA4, GL_INVALID_OPERATION }, { GL_RGBA8, GL_SRGB8_ALPHA8, GL_INVALID_OPERATION },
      { GL_SRGB8_ALPHA8, GL_SRGB8, 0 }, { GL_SRGB8_ALPHA8, GL_RGBA8, GL_INVALID_OPERATION }, { GL_RG8, GL_RGB8, GL_INVALID_OPERATION },
      { GL_RGB10_A2, GL_RGBA, GL_INVALID_OPERATION }, { GL_RGB10_A2, GL_RGB10_A2, 0 }, { GL_RGBA8UI, GL_RGB8UI, 0 },
      { GL_RGBA8UI, GL_RGBA8, GL_INVALID_OPERATION }, { GL_RGBA8UI, GL_RGBA8I, GL_INVALID_OPERATION },
      { GL_RGBA8UI, GL_RGBA16UI, GL_INVALID_OPERATION }, { GL_RGBA8UI, GL_RGBA, GL_INVALID_OPERATION },
      { GL_RGBA16F, GL_RG16F, 0 }, { GL_RGBA16F, GL_RGBA8, GL_INVALID_OPERATION }, { GL_RGBA8, GL_COMPRESSED_RGB8_ETC2, GL_INVALID_ENUM },
      { GL_R8, GL_R8_SNORM, GL_INVALID_OPERATION }, { GL_RGBA8, GL_RGBA8_SNORM, GL_INVALID_OPERATION },
      { GL_RGBA8, GL_RGB9_E5, GL_INVALID_OPERATION }, { GL_RGBA16F, GL_RGB9_E5, GL_INVALID_OPERATION },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLuint source, fbo = make_framebuffer(ctx, rows[i].source, &source), tex = make_texture(ctx);
      GL(CopyTexImage2D, GL_TEXTURE_2D, 0, rows[i].internal, 0, 0, 4, 4, 0);
      const GLenum error = ga_GetError(ctx);
      if (error != rows[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
      GL(DeleteTextures, 1, &tex);
      release_framebuffer(ctx, fbo, source);
   }
}

static void internal_formats(void **state)
{
   CONTEXT;
   GLint values[4] = { 77, 77, 77, 77 };
   GL(GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8UI, GL_NUM_SAMPLE_COUNTS, 4, values);
   assert_true(values[0] == 0 && values[1] == 77);
   GL(GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8UI, GL_SAMPLES, 4, values + 1);
   assert_int_equal(values[1], 77);
   GL(GetInternalformativ, GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 0, values + 1);
   assert_int_equal(values[1], 77);
   assert_gl_error(GL_NO_ERROR);
   static const struct { GLenum target, internal, pname; GLsizei size; GLenum error; } rows[] = {
      { GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, 1, GL_INVALID_ENUM }, { GL_RENDERBUFFER, GL_RGB9_E5, GL_SAMPLES, 1, GL_INVALID_ENUM },
      { GL_RENDERBUFFER, GL_SRGB8, GL_SAMPLES, 1, GL_INVALID_ENUM }, { GL_RENDERBUFFER, GL_RGBA8, GL_RED_BITS, 1, GL_INVALID_ENUM },
      { GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, -1, GL_INVALID_VALUE }, { GL_RENDERBUFFER, GL_DEPTH32F_STENCIL8, GL_SAMPLES, 1, 0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(GetInternalformativ, rows[i].target, rows[i].internal, rows[i].pname, rows[i].size, values);
      assert_gl_error(rows[i].error);
   }
}

/* A sized name makes 10-bit images renderable; the unsized one of EXT_texture_type_2_10_10_10_REV does not. */
static void ten_bits(void **state)
{
   CONTEXT;
   static const struct { GLenum internal, status; } rows[] = {
      { GL_RGB10_A2, GL_FRAMEBUFFER_COMPLETE }, { GL_RGBA, GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT } };
   for (unsigned i = 0; i < 2; i++) {
      GLuint fbo, tex = make_texture(ctx);
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)rows[i].internal, 4, 4, 0, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, NULL);
      GL(GenFramebuffers, 1, &fbo);
      GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
      GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
      assert_int_equal(ga_CheckFramebufferStatus(ctx, GL_FRAMEBUFFER), rows[i].status);
      release_framebuffer(ctx, fbo, tex);
   }
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = { T(unpack_buffer), T(unpack_buffer_without_memory), T(pack_buffer), T(read_formats), T(copies),
                                       T(internal_formats), T(ten_bits), T(unsized_floats) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

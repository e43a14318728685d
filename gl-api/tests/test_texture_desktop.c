/* Textures and pixel transfer of desktop OpenGL on a context of GLOAM_FORCE_VERSION=gl45: errors as rows that change nothing, proxies,
 * levels, pixel pairs, buffer and multisample textures. */
#include "ga_test_row.h"

#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

struct world { void *test; struct ga_context *ctx; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   w->ctx = ga_test_forced_context(t, t->ctx, GA_API_CORE, "gl45");
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

static GLuint texture(struct ga_context *ctx, GLenum target)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, target, name);
   return name;
}

static GLint level_parameter(struct ga_context *ctx, GLenum target, GLint level, GLenum pname)
{
   GLint value = -1;
   GL(GetTexLevelParameteriv, target, level, pname, &value);
   return value;
}

/* ---- pairs of format and type --------------------------------------------------------------------------------------------------- */

/* GL 4.6, tables 8.2, 8.3 and 8.8: arrays go with every format of their kind, packed types with the formats of their components. */
static void pixel_pairs(void **state)
{
   CONTEXT;
   static const GLenum arrays[] = {GL_UNSIGNED_BYTE, GL_BYTE, GL_UNSIGNED_SHORT, GL_SHORT, GL_UNSIGNED_INT, GL_INT, GL_HALF_FLOAT, GL_FLOAT};
   static const struct { GLenum format; bool integer; } formats[] = {
      {GL_RED, false}, {GL_GREEN, false}, {GL_BLUE, false}, {GL_RG, false}, {GL_RGB, false}, {GL_RGBA, false}, {GL_BGR, false},
      {GL_BGRA, false}, {GL_DEPTH_COMPONENT, false}, {GL_STENCIL_INDEX, false}, {GL_RED_INTEGER, true}, {GL_GREEN_INTEGER, true},
      {GL_BLUE_INTEGER, true}, {GL_RG_INTEGER, true}, {GL_RGB_INTEGER, true}, {GL_RGBA_INTEGER, true}, {GL_BGR_INTEGER, true},
      {GL_BGRA_INTEGER, true},
   };
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
      for (unsigned t = 0; t < 8; t++)
         assert_int_equal(ga_format_desktop_pixels_error(ctx, formats[f].format, arrays[t]),
                          formats[f].integer && t >= 6 ? GL_INVALID_ENUM : GL_NO_ERROR);
   static const struct { GLenum type; unsigned components; } packed[] = {
      {GL_UNSIGNED_BYTE_3_3_2, 3}, {GL_UNSIGNED_BYTE_2_3_3_REV, 3}, {GL_UNSIGNED_SHORT_5_6_5, 3}, {GL_UNSIGNED_SHORT_5_6_5_REV, 3},
      {GL_UNSIGNED_SHORT_4_4_4_4, 4}, {GL_UNSIGNED_SHORT_4_4_4_4_REV, 4}, {GL_UNSIGNED_SHORT_5_5_5_1, 4},
      {GL_UNSIGNED_SHORT_1_5_5_5_REV, 4}, {GL_UNSIGNED_INT_8_8_8_8, 4}, {GL_UNSIGNED_INT_8_8_8_8_REV, 4},
      {GL_UNSIGNED_INT_10_10_10_2, 4}, {GL_UNSIGNED_INT_2_10_10_10_REV, 4},
   };
   for (unsigned i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
      const GLenum type = packed[i].type, three = packed[i].components == 3 ? GL_NO_ERROR : GL_INVALID_OPERATION,
                   four = packed[i].components == 4 ? GL_NO_ERROR : GL_INVALID_OPERATION;
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGB, type), three);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGB_INTEGER, type), three);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGBA, type), four);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_BGRA, type), four);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_BGRA_INTEGER, type), four);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RED, type), GL_INVALID_OPERATION);
      assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_BGR, type), GL_INVALID_OPERATION);
   }
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), GL_NO_ERROR);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV), GL_NO_ERROR);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_DEPTH_STENCIL, GL_UNSIGNED_INT), GL_INVALID_ENUM);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGBA, GL_UNSIGNED_INT_24_8), GL_INVALID_OPERATION);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGBA, GL_HALF_FLOAT_OES), GL_INVALID_ENUM);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_LUMINANCE, GL_UNSIGNED_BYTE), GL_INVALID_ENUM);
   assert_int_equal(ga_format_desktop_pixels_error(ctx, GL_RGBA, GL_DOUBLE), GL_INVALID_ENUM);
}

static void swapped_bytes(void **state)
{
   CONTEXT;
   const uint16_t in[2][3] = {{0x0102, 0x0304, 0x0506}, {0x0708, 0x090a, 0x0b0c}};
   uint16_t out[2][4] = {{0}};
   texture(ctx, GL_TEXTURE_2D);
   GL(PixelStorei, GL_UNPACK_SWAP_BYTES, GL_TRUE);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB16, 2, 1, 0, GL_BGR, GL_UNSIGNED_SHORT, in);
   GL(PixelStorei, GL_UNPACK_SWAP_BYTES, GL_FALSE);
   GL(GetTexImage, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_SHORT, out);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(out[0][0], 0x0605);
   assert_int_equal(out[0][1], 0x0403);
   assert_int_equal(out[0][2], 0x0201);
   assert_int_equal(out[1][0], 0x0c0b);
   assert_int_equal(out[1][3], 0xffff);
   GL(PixelStorei, GL_PACK_SWAP_BYTES, GL_TRUE);
   GL(GetTexImage, GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_SHORT, out);
   assert_int_equal(out[0][0], 0x0102);
   assert_int_equal(out[1][2], 0x0b0c);
}

/* ---- commands -------------------------------------------------------------------------------------------------------------------- */

static void image_errors(void **state)
{
   CONTEXT;
   static uint8_t data[4096];
   texture(ctx, GL_TEXTURE_2D);
   ROW(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, BAD, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_ENUM, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, BAD, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_ENUM, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, BAD, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8UI, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_RED, GL_FLOAT, data);
   ROW(INVALID_OPERATION, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_ENUM, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_DEPTH_STENCIL, GL_FLOAT, data);
   ROW(NO_ERROR, TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, data);
   ROW(INVALID_ENUM, GetTexImage, GL_TEXTURE_CUBE_MAP, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_ENUM, GetTexImage, GL_TEXTURE_BUFFER, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_VALUE, GetTexImage, GL_TEXTURE_2D, -1, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_VALUE, GetTexImage, GL_TEXTURE_RECTANGLE, 1, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_OPERATION, GetTexImage, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(NO_ERROR, GetTexImage, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, data);
   ROW(INVALID_OPERATION, GetCompressedTexImage, GL_TEXTURE_2D, 0, data);
   GLuint name = texture(ctx, GL_TEXTURE_2D);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, data);
   ROW(INVALID_OPERATION, GetnTexImage, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 63, data);
   ROW(NO_ERROR, GetnTexImage, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, data);
   ROW(INVALID_OPERATION, GetTextureImage, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, 63, data);
   ROW(INVALID_OPERATION, GetTextureImage, 777, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, data);
   ROW(INVALID_VALUE, GetTextureSubImage, name, 0, 1, 1, 0, 4, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4096, data);
   ROW(INVALID_VALUE, GetTextureSubImage, name, 0, 1, 1, 1, 1, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4096, data);
   ROW(NO_ERROR, GetTextureSubImage, name, 0, 1, 1, 0, 3, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 24, data);
   ROW(INVALID_OPERATION, GetTextureSubImage, name, 0, 1, 1, 0, 3, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 23, data);
   ROW(INVALID_ENUM, TexImage1D, GL_TEXTURE_2D, 0, GL_RGBA8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_VALUE, TexImage2D, GL_TEXTURE_RECTANGLE, 1, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_VALUE, TexImage3D, GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 4, 4, 7, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_VALUE, TexImage3D, GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 4, 3, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
}

static void proxies(void **state)
{
   CONTEXT;
   const GLint too_large = 2 * ctx->limits.max_texture_size;
   GL(TexImage2D, GL_PROXY_TEXTURE_2D, 3, GL_RGB5_A1, 64, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_WIDTH), 64);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_HEIGHT), 32);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_INTERNAL_FORMAT), GL_RGB5_A1);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_GREEN_SIZE), 5);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH), 0);
   GL(TexImage2D, GL_PROXY_TEXTURE_2D, 3, GL_RGB5_A1, too_large, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_WIDTH), 0);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D, 3, GL_TEXTURE_RED_SIZE), 0);
   GL(TexImage3D, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 0, GL_R8, 8, 8, 12, 0, GL_RED, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 0, GL_TEXTURE_DEPTH), 12);
   GL(TexImage1D, GL_PROXY_TEXTURE_1D, 0, GL_R8, 8, 0, GL_RED, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_1D, 0, GL_TEXTURE_WIDTH), 8);
   GL(TexImage2DMultisample, GL_PROXY_TEXTURE_2D_MULTISAMPLE, 3, GL_RGBA8, 8, 8, GL_TRUE);
   assert_int_equal(level_parameter(ctx, GL_PROXY_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES), 4);
   assert_gl_error(GL_NO_ERROR);
   GL(TexImage2D, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, NULL);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BindTexture, GL_PROXY_TEXTURE_2D, 0);
   assert_gl_error(GL_INVALID_ENUM);
}

static void levels(void **state)
{
   CONTEXT;
   static const struct { GLenum name; GLint red, green, blue, alpha; GLenum type; } formats[] = {
      {GL_RGBA8, 8, 8, 8, 8, GL_UNSIGNED_NORMALIZED}, {GL_R16F, 16, 0, 0, 0, GL_FLOAT}, {GL_RG16_SNORM, 16, 16, 0, 0, GL_SIGNED_NORMALIZED},
      {GL_RGB32I, 32, 32, 32, 0, GL_INT}, {GL_RGB10_A2UI, 10, 10, 10, 2, GL_UNSIGNED_INT}, {GL_R11F_G11F_B10F, 11, 11, 10, 0, GL_FLOAT},
   };
   texture(ctx, GL_TEXTURE_1D_ARRAY);
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
      const bool integer = formats[i].type == GL_INT || formats[i].type == GL_UNSIGNED_INT;
      GL(TexImage2D, GL_TEXTURE_1D_ARRAY, 2, formats[i].name, 12, 5, 0, integer ? GL_RGBA_INTEGER : GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_RED_SIZE), formats[i].red);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_GREEN_SIZE), formats[i].green);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_BLUE_SIZE), formats[i].blue);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_ALPHA_SIZE), formats[i].alpha);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_RED_TYPE), formats[i].type);
      assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_ALPHA_TYPE), formats[i].alpha ? formats[i].type : GL_NONE);
   }
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_WIDTH), 12);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_HEIGHT), 5);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_DEPTH), 1);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_1D_ARRAY, 1, GL_TEXTURE_WIDTH), 0);
   assert_gl_error(GL_NO_ERROR);
   GLint value;
   ROW(INVALID_ENUM, GetTexLevelParameteriv, GL_TEXTURE_2D, 0, BAD, &value);
   ROW(INVALID_ENUM, GetTexLevelParameteriv, GL_TEXTURE_CUBE_MAP, 0, GL_TEXTURE_WIDTH, &value);
   ROW(INVALID_VALUE, GetTexLevelParameteriv, GL_TEXTURE_2D, 99, GL_TEXTURE_WIDTH, &value);
   ROW(INVALID_OPERATION, GetTexLevelParameteriv, GL_TEXTURE_1D_ARRAY, 2, GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &value);
   ROW(INVALID_OPERATION, GetTextureLevelParameteriv, 777, 0, GL_TEXTURE_WIDTH, &value);
   /* Images of generic compressed formats that are not compressed have the base format (GL 4.6, 8.5). */
   texture(ctx, GL_TEXTURE_2D);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RG, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT), GL_RG);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED), 0);
}

/* A copy into an image of depth and stencil needs both of the framebuffer (GL 4.6, 8.6). */
static void depth_stencil_copies(void **state)
{
   CONTEXT;
   GLuint fbo, packed = texture(ctx, GL_TEXTURE_2D);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8, 4, 4, 0, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, NULL);
   texture(ctx, GL_TEXTURE_2D);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(DrawBuffer, GL_NONE);
   GL(ReadBuffer, GL_NONE);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, packed, 0);
   ROW(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 0, 0, 4, 4, 0);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_TEXTURE_2D, packed, 0);
   ROW(INVALID_OPERATION, CopyTexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 0, 0, 4, 4, 0);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, packed, 0);
   GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, 0, 0, 4, 4, 0);
   assert_gl_error(GL_NO_ERROR);
   GL(DeleteFramebuffers, 1, &fbo);
}

static void buffer_textures(void **state)
{
   CONTEXT;
   GLuint buffer, name = texture(ctx, GL_TEXTURE_BUFFER);
   GL(CreateBuffers, 1, &buffer);
   GL(NamedBufferData, buffer, 1000, NULL, GL_STATIC_DRAW);
   ROW(INVALID_ENUM, TexBuffer, GL_TEXTURE_2D, GL_RGBA8, buffer);
   GLint parameter = 0;
   ROW(INVALID_ENUM, TexParameteri, GL_TEXTURE_BUFFER, GL_TEXTURE_MAX_LEVEL, 0);
   ROW(INVALID_ENUM, GetTexParameteriv, GL_TEXTURE_BUFFER, GL_TEXTURE_MAX_LEVEL, &parameter);
   ROW(INVALID_ENUM, GetTexParameterIiv, GL_TEXTURE_BUFFER, GL_TEXTURE_MAX_LEVEL, &parameter);
   ROW(INVALID_ENUM, TexBuffer, GL_TEXTURE_BUFFER, GL_RGB8, buffer);
   ROW(INVALID_ENUM, TexBuffer, GL_TEXTURE_BUFFER, GL_DEPTH_COMPONENT24, buffer);
   ROW(INVALID_OPERATION, TexBuffer, GL_TEXTURE_BUFFER, GL_RGBA8, 777);
   ROW(INVALID_OPERATION, TextureBuffer, 777, GL_RGBA8, buffer);
   ROW(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, -16, 16);
   ROW(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 0, 0);
   ROW(INVALID_VALUE, TexBufferRange, GL_TEXTURE_BUFFER, GL_RGBA8, buffer, 992, 16);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_INTERNAL_FORMAT), GL_R8);
   GL(TexBuffer, GL_TEXTURE_BUFFER, GL_RGB32F, buffer);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 83);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_SIZE), 1000);
   GL(NamedBufferData, buffer, 1200, NULL, GL_STATIC_DRAW);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 100);
   GL(TextureBufferRange, name, GL_R16UI, buffer, 256, 64);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH), 32);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET), 256);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING), buffer);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_INTERNAL_FORMAT), GL_R16UI);
   GL(TexBuffer, GL_TEXTURE_BUFFER, GL_R8, 0);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING), 0);
   assert_gl_error(GL_NO_ERROR);
}

static void multisample_textures(void **state)
{
   CONTEXT;
   const GLsizei beyond = ctx->limits.max_samples + 1;
   GLuint name = texture(ctx, GL_TEXTURE_2D_MULTISAMPLE);
   ROW(INVALID_ENUM, TexImage2DMultisample, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ROW(INVALID_VALUE, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_RGBA8, 8, 8, GL_TRUE);
   ROW(INVALID_VALUE, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, -1, 8, GL_TRUE);
   ROW(INVALID_ENUM, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGB9_E5, 8, 8, GL_TRUE);
   ROW(INVALID_OPERATION, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, beyond, GL_RGBA8, 8, 8, GL_TRUE);
   ROW(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 3, GL_RGBA8, 8, 6, GL_FALSE);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES), 4);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS), GL_FALSE);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_HEIGHT), 6);
   ROW(INVALID_ENUM, TexStorage2DMultisample, GL_TEXTURE_2D, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ROW(INVALID_VALUE, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 0, 8, GL_TRUE);
   GL(TextureStorage2DMultisample, name, 2, GL_DEPTH24_STENCIL8, 8, 6, GL_TRUE);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_SAMPLES), 2);
   ROW(INVALID_OPERATION, TexStorage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   ROW(INVALID_OPERATION, TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   GLuint array = texture(ctx, GL_TEXTURE_2D_MULTISAMPLE_ARRAY);
   GL(TextureStorage3DMultisample, array, 4, GL_R8UI, 8, 8, 5, GL_TRUE);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(level_parameter(ctx, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 0, GL_TEXTURE_DEPTH), 5);
}

/* GL 4.6, 8.7: half a block cannot be skipped. */
static void compressed_blocks(void **state)
{
   CONTEXT;
   static const uint8_t blocks[64 * 8] = {0};
   GLint value = -1;
   texture(ctx, GL_TEXTURE_2D);
   GL(PixelStorei, GL_UNPACK_COMPRESSED_BLOCK_SIZE, 8);
   GL(PixelStorei, GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 4);
   GL(PixelStorei, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 4);
   GL(PixelStorei, GL_UNPACK_SKIP_PIXELS, 6);
   ROW(INVALID_OPERATION, CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 8, 8, 0, 32, blocks);
   GL(PixelStorei, GL_UNPACK_SKIP_PIXELS, 4);
   GL(PixelStorei, GL_UNPACK_SKIP_ROWS, 1);
   ROW(INVALID_OPERATION, CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 8, 8, 0, 32, blocks);
   GL(PixelStorei, GL_UNPACK_SKIP_ROWS, 4);
   ROW(NO_ERROR, CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, 8, 8, 0, 32, blocks);
   ROW(INVALID_VALUE, PixelStorei, GL_UNPACK_COMPRESSED_BLOCK_DEPTH, -1);
   GL(GetIntegerv, GL_UNPACK_COMPRESSED_BLOCK_SIZE, &value);
   assert_int_equal(value, 8);
}

static void views(void **state)
{
   CONTEXT;
   GLuint fresh[2];
   GLuint flexible = texture(ctx, GL_TEXTURE_2D_ARRAY);
   GL(TexImage3D, GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GLuint array = texture(ctx, GL_TEXTURE_2D_ARRAY);
   GL(TexStorage3D, GL_TEXTURE_2D_ARRAY, 4, GL_RGBA8, 8, 8, 8);
   GL(GenTextures, 2, fresh);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_VALUE, TextureView, 0, GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_2D, 777, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_ENUM, TextureView, fresh[0], BAD, array, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, 777, GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, array, GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, fresh[0], GL_TEXTURE_2D_ARRAY, flexible, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, fresh[0], GL_TEXTURE_3D, array, GL_RGBA8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, fresh[0], GL_TEXTURE_2D, array, GL_RGBA16, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, fresh[0], GL_TEXTURE_2D, array, GL_RGB8, 0, 1, 0, 1);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_2D, array, GL_RGBA8, 4, 1, 0, 1);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 8, 1);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_2D, array, GL_RGBA8, 0, 1, 0, 2);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_CUBE_MAP, array, GL_RGBA8, 0, 1, 3, 6);
   GLuint line = texture(ctx, GL_TEXTURE_1D), depth = texture(ctx, GL_TEXTURE_2D);
   GL(TextureStorage1D, line, 1, GL_RGBA8, 4);
   ROW(INVALID_VALUE, TextureView, fresh[0], GL_TEXTURE_1D, line, GL_RGBA8, 0, 1, 0, 2);
   GL(TextureStorage2D, depth, 1, GL_DEPTH_COMPONENT24, 4, 4);
   ROW(NO_ERROR, GenerateTextureMipmap, depth);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(TextureView, fresh[0], GL_TEXTURE_2D_ARRAY, array, GL_R32F, 1, 9, 2, 4);
   GL(TextureView, fresh[1], GL_TEXTURE_2D, fresh[0], GL_RG16UI, 1, 1, 3, 1);
   assert_gl_error(GL_NO_ERROR);
   static const struct { unsigned view; GLenum pname; GLint value; } rows[] = {
      {0, GL_TEXTURE_VIEW_MIN_LEVEL, 1}, {0, GL_TEXTURE_VIEW_NUM_LEVELS, 3}, {0, GL_TEXTURE_VIEW_MIN_LAYER, 2},
      {0, GL_TEXTURE_VIEW_NUM_LAYERS, 4}, {0, GL_TEXTURE_IMMUTABLE_LEVELS, 4}, {1, GL_TEXTURE_VIEW_MIN_LEVEL, 2},
      {1, GL_TEXTURE_VIEW_NUM_LEVELS, 1}, {1, GL_TEXTURE_VIEW_MIN_LAYER, 5}, {1, GL_TEXTURE_IMMUTABLE_FORMAT, GL_TRUE},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLint value = -1;
      GL(GetTextureParameteriv, fresh[rows[i].view], rows[i].pname, &value);
      assert_int_equal(value, rows[i].value);
   }
   /* The texel of the view is the original's. */
   const uint32_t texel = 0x12345678;
   uint32_t texels[8 * 2 * 2] = {0};
   GL(TextureSubImage2D, fresh[1], 0, 1, 0, 1, 1, GL_RG_INTEGER, GL_UNSIGNED_SHORT, &texel);
   GL(GetTextureImage, array, 2, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels), texels);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(texels[5 * 4 + 1], texel);
}

static void clears(void **state)
{
   CONTEXT;
   uint16_t data[4] = {0x1234, 0xffff, 0x8000, 0};
   uint8_t texels[6][4][4][4];
   GLuint name = texture(ctx, GL_TEXTURE_CUBE_MAP), empty = texture(ctx, GL_TEXTURE_2D), buffer = texture(ctx, GL_TEXTURE_BUFFER);
   GL(TextureStorage2D, name, 2, GL_RGBA8, 4, 4);
   ROW(INVALID_OPERATION, ClearTexImage, 777, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, buffer, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, empty, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_ENUM, ClearTexImage, name, 0, BAD, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, name, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, name, 0, GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
   ROW(INVALID_OPERATION, ClearTexSubImage, name, 0, 2, 2, 0, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexSubImage, name, 0, 2, 2, 4, 1, 1, 3, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, ClearTexSubImage, name, 0, 2, 2, 4, -1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, ClearTexSubImage, name, 0, 2, 2, 4, 1, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, ClearTexSubImage, name, 0, 2, 2, 4, 1, 1, -1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   static const GLenum compressed[] = {GL_COMPRESSED_RGBA, GL_COMPRESSED_RED_RGTC1};
   for (unsigned i = 0; i < 2; i++) {
      GLuint blocks;
      GL(GenTextures, 1, &blocks);
      GL(BindTexture, GL_TEXTURE_2D, blocks);
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)compressed[i], 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      ROW(INVALID_OPERATION, ClearTexImage, blocks, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      GL(DeleteTextures, 1, &blocks);
   }
   GL(ClearTexImage, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GL(ClearTexSubImage, name, 0, 1, 2, 3, 2, 1, 2, GL_BGRA, GL_UNSIGNED_SHORT, data);
   GL(GetTextureImage, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels), texels);
   assert_gl_error(GL_NO_ERROR);
   for (unsigned face = 0; face < 6; face++)
      for (unsigned i = 0; i < 16; i++) {
         const bool inside = (face == 3 || face == 4) && i / 4 == 2 && (i % 4 == 1 || i % 4 == 2);
         const uint8_t wanted[4] = {inside ? 0x80 : 0, inside ? 0xff : 0, inside ? 0x12 : 0, 0};
         assert_memory_equal(texels[face][i / 4][i % 4], wanted, 4);
      }
}

/* ARB_internalformat_query2 (GL 4.6, 22.3). */
static void internal_formats(void **state)
{
   CONTEXT;
   static const struct { GLenum target, format, pname; GLint64 value; } rows[] = {
      {GL_TEXTURE_2D, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED, GL_TRUE},
      {GL_TEXTURE_2D, BAD, GL_INTERNALFORMAT_SUPPORTED, GL_FALSE},
      {GL_TEXTURE_RECTANGLE, GL_COMPRESSED_RED_RGTC1, GL_INTERNALFORMAT_SUPPORTED, GL_FALSE},
      {GL_TEXTURE_BUFFER, GL_RGBA4, GL_INTERNALFORMAT_SUPPORTED, GL_FALSE},
      {GL_TEXTURE_2D_MULTISAMPLE, GL_RGB9_E5, GL_INTERNALFORMAT_SUPPORTED, GL_FALSE},
      {GL_TEXTURE_3D, GL_DEPTH_COMPONENT24, GL_INTERNALFORMAT_SUPPORTED, GL_FALSE},
      {GL_RENDERBUFFER, GL_RGBA16F, GL_INTERNALFORMAT_PREFERRED, GL_RGBA16F},
      {GL_TEXTURE_1D, GL_RGB10_A2, GL_INTERNALFORMAT_ALPHA_SIZE, 2},
      {GL_TEXTURE_2D, GL_RGB9_E5, GL_INTERNALFORMAT_SHARED_SIZE, 5},
      {GL_TEXTURE_2D, GL_DEPTH32F_STENCIL8, GL_INTERNALFORMAT_STENCIL_TYPE, GL_UNSIGNED_INT},
      {GL_TEXTURE_2D, GL_DEPTH32F_STENCIL8, GL_INTERNALFORMAT_DEPTH_TYPE, GL_FLOAT},
      {GL_TEXTURE_2D, GL_RG16I, GL_INTERNALFORMAT_GREEN_TYPE, GL_INT},
      {GL_TEXTURE_2D, GL_RG16I, GL_INTERNALFORMAT_BLUE_TYPE, GL_NONE},
      {GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_COLOR_ENCODING, GL_SRGB},
      {GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_SRGB_READ, GL_FULL_SUPPORT},
      {GL_TEXTURE_2D, GL_RGBA8, GL_COLOR_ENCODING, GL_LINEAR},
      {GL_TEXTURE_2D, GL_R32UI, GL_FILTER, GL_NONE},
      {GL_TEXTURE_2D, GL_R32F, GL_FILTER, GL_FULL_SUPPORT},
      {GL_TEXTURE_3D, GL_RGBA8, GL_TEXTURE_SHADOW, GL_NONE},
      {GL_TEXTURE_2D, GL_DEPTH_COMPONENT16, GL_TEXTURE_SHADOW, GL_FULL_SUPPORT},
      {GL_TEXTURE_2D_ARRAY, GL_RGBA8, GL_FRAMEBUFFER_RENDERABLE_LAYERED, GL_FULL_SUPPORT},
      {GL_TEXTURE_2D, GL_RGBA8, GL_FRAMEBUFFER_RENDERABLE_LAYERED, GL_NONE},
      {GL_TEXTURE_2D, GL_COMPRESSED_RG_RGTC2, GL_TEXTURE_COMPRESSED_BLOCK_SIZE, 16},
      {GL_TEXTURE_2D, GL_COMPRESSED_RG_RGTC2, GL_CLEAR_TEXTURE, GL_NONE},
      {GL_TEXTURE_2D, GL_RGBA16_SNORM, GL_VIEW_COMPATIBILITY_CLASS, GL_VIEW_CLASS_64_BITS},
      {GL_TEXTURE_2D, GL_RGBA4, GL_VIEW_COMPATIBILITY_CLASS, GL_NONE},
      {GL_TEXTURE_2D, GL_RGB16UI, GL_TEXTURE_IMAGE_FORMAT, GL_RGB_INTEGER},
      {GL_TEXTURE_2D, GL_RGB16UI, GL_TEXTURE_IMAGE_TYPE, GL_UNSIGNED_SHORT},
      {GL_TEXTURE_RECTANGLE, GL_RGBA8, GL_MIPMAP, GL_FALSE},
      {GL_TEXTURE_2D, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 0},
   };
   GLint64 value[2], depth = 0;
   GLint narrow = -1, layers = 0;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      value[0] = value[1] = -7;
      GL(GetInternalformati64v, rows[i].target, rows[i].format, rows[i].pname, 2, value);
      GL(GetInternalformativ, rows[i].target, rows[i].format, rows[i].pname, 1, &narrow);
      assert_gl_error(GL_NO_ERROR);
      if (value[0] != rows[i].value || narrow != rows[i].value || value[1] != -7)
         fail_msg("row %u: %lld, %d", i, (long long)value[0], narrow);
   }
   GL(GetIntegerv, GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
   GL(GetInternalformati64v, GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA8, GL_MAX_DEPTH, 1, &depth);
   assert_int_equal(depth, layers);
   ROW(INVALID_ENUM, GetInternalformativ, BAD, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED, 1, &narrow);
   ROW(INVALID_ENUM, GetInternalformativ, GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED, 1, &narrow);
   ROW(INVALID_ENUM, GetInternalformati64v, GL_TEXTURE_2D, GL_RGBA8, BAD, 1, value);
   ROW(INVALID_VALUE, GetInternalformativ, GL_TEXTURE_2D, GL_RGBA8, GL_INTERNALFORMAT_SUPPORTED, -1, &narrow);
}

/* ARB_multi_bind: an error of one unit leaves the others bound, one of the range leaves all. */
static void multi_bind(void **state)
{
   CONTEXT;
   GLint binding = -1, units = 0;
   GLuint names[3] = {texture(ctx, GL_TEXTURE_2D), texture(ctx, GL_TEXTURE_3D), 777}, samplers[2];
   GL(GenSamplers, 2, samplers);
   GL(GetIntegerv, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
   ROW(INVALID_VALUE, BindTextures, 0, -1, names);
   ROW(INVALID_OPERATION, BindTextures, (GLuint)units - 1, 2, names);
   ROW(INVALID_OPERATION, BindTextures, UINT32_MAX, 2, names);
   ROW(INVALID_VALUE, BindSamplers, 0, -1, samplers);
   ROW(INVALID_OPERATION, BindSamplers, (GLuint)units - 1, 2, samplers);
   ROW(INVALID_VALUE, GetIntegeri_v, GL_TEXTURE_BINDING_2D, (GLuint)units, &binding);
   ROW(INVALID_VALUE, GetIntegeri_v, GL_SAMPLER_BINDING, (GLuint)units, &binding);
   GL(BindTextures, 4, 3, (const GLuint[]){names[0], names[2], names[1]});
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BindSamplers, 4, 3, (const GLuint[]){samplers[1], 777, samplers[0]});
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GetIntegeri_v, GL_TEXTURE_BINDING_2D, 4, &binding);
   assert_int_equal(binding, names[0]);
   GL(GetIntegeri_v, GL_TEXTURE_BINDING_3D, 6, &binding);
   assert_int_equal(binding, names[1]);
   GL(GetIntegeri_v, GL_SAMPLER_BINDING, 4, &binding);
   assert_int_equal(binding, samplers[1]);
   GL(GetIntegeri_v, GL_SAMPLER_BINDING, 6, &binding);
   assert_int_equal(binding, samplers[0]);
   GL(BindTextures, 4, 3, NULL);
   GL(BindSamplers, 4, 3, NULL);
   GL(GetIntegeri_v, GL_TEXTURE_BINDING_2D, 4, &binding);
   assert_int_equal(binding, 0);
   GL(GetIntegeri_v, GL_SAMPLER_BINDING, 6, &binding);
   assert_int_equal(binding, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* The error of a wrong target or parameter is another one where the command takes a name (GL 4.6, 8.9 and 8.10). */
static void errors_by_name(void **state)
{
   CONTEXT;
   GLuint plane = texture(ctx, GL_TEXTURE_2D), samples = texture(ctx, GL_TEXTURE_2D_MULTISAMPLE);
   ROW(INVALID_OPERATION, TextureBuffer, plane, GL_RGBA8, 0);
   ROW(INVALID_OPERATION, TextureBufferRange, plane, GL_RGBA8, 0, 0, 16);
   ROW(INVALID_OPERATION, TextureParameteri, samples, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ROW(INVALID_OPERATION, TextureParameterf, samples, GL_TEXTURE_LOD_BIAS, 1.0f);
   ROW(INVALID_ENUM, TextureParameteri, samples, BAD, GL_NEAREST);
   ROW(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ROW(INVALID_ENUM, TextureParameteri, plane, GL_TEXTURE_CUBE_MAP_SEAMLESS, 2);
   GLuint buffer = texture(ctx, GL_TEXTURE_BUFFER), fresh;
   GLint target = 0;
   GL(CreateTextures, GL_TEXTURE_2D, 1, &fresh);
   ROW(INVALID_OPERATION, TextureStorage1D, fresh, 1, GL_RGBA8, 4);
   ROW(INVALID_OPERATION, TextureStorage3D, fresh, 1, GL_RGBA8, 4, 4, 4);
   ROW(INVALID_ENUM, TexStorage1D, GL_TEXTURE_2D, 1, GL_RGBA8, 4);
   ROW(INVALID_OPERATION, GetTextureParameteriv, buffer, GL_TEXTURE_MIN_FILTER, &target);
   ROW(INVALID_OPERATION, TextureParameteri, buffer, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(GetTextureParameteriv, fresh, GL_TEXTURE_TARGET, &target);
   assert_int_equal(target, GL_TEXTURE_2D);
   ROW(NO_ERROR, TextureBarrier);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "texture_barrier"));
   GLint seamless = -1;
   GL(GetTextureParameteriv, plane, GL_TEXTURE_CUBE_MAP_SEAMLESS, &seamless);
   assert_int_equal(seamless, GL_FALSE);
   GL(TextureParameteri, plane, GL_TEXTURE_CUBE_MAP_SEAMLESS, GL_TRUE);
   GL(GetTextureParameteriv, plane, GL_TEXTURE_CUBE_MAP_SEAMLESS, &seamless);
   assert_int_equal(seamless, GL_TRUE);
}

static void sample_positions(void **state)
{
   CONTEXT;
   GLfloat xy[2];
   GLuint fbo;
   ROW(INVALID_ENUM, GetMultisamplefv, BAD, 0, xy);
   ROW(INVALID_VALUE, GetMultisamplefv, GL_SAMPLE_POSITION, 0, xy);
   GLuint name = texture(ctx, GL_TEXTURE_2D_MULTISAMPLE);
   GL(TexImage2DMultisample, GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(FramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, name, 0);
   ROW(INVALID_VALUE, GetMultisamplefv, GL_SAMPLE_POSITION, 4, xy);
   for (GLuint i = 0; i < 4; i++) {
      xy[0] = xy[1] = -1;
      GL(GetMultisamplefv, GL_SAMPLE_POSITION, i, xy);
      assert_true(xy[0] >= 0 && xy[0] <= 1 && xy[1] >= 0 && xy[1] <= 1);
   }
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(pixel_pairs), TEST(swapped_bytes), TEST(image_errors), TEST(proxies), TEST(levels), TEST(buffer_textures),
      TEST(depth_stencil_copies),
      TEST(multisample_textures), TEST(compressed_blocks), TEST(views), TEST(clears), TEST(multi_bind), TEST(internal_formats),
      TEST(errors_by_name), TEST(sample_positions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

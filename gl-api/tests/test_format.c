/* ga_format.csv: rows of what is legal, what is kept, and how that is chosen by what the device supports. */
#include "ga_test.h"

#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_pixels.h"

static const struct { GLenum internal, format, type, sized, error; enum pipe_format st; } rows[] = {
   { GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA8, 0, PIPE_FORMAT_R8G8B8A8_UNORM },
   { GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA4, 0, PIPE_FORMAT_A4B4G4R4_UNORM },
   { GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1, 0, PIPE_FORMAT_A1B5G5R5_UNORM },
   { GL_RGB, GL_RGB, GL_UNSIGNED_BYTE, GL_RGB8, 0, PIPE_FORMAT_R8G8B8X8_UNORM },
   { GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_RGB565, 0, PIPE_FORMAT_B5G6R5_UNORM },
   { GL_ALPHA, GL_ALPHA, GL_UNSIGNED_BYTE, GL_ALPHA8, 0, PIPE_FORMAT_R8_UNORM },
   { GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, GL_LUMINANCE8, 0, PIPE_FORMAT_R8_UNORM },
   { GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, GL_LUMINANCE8_ALPHA8, 0, PIPE_FORMAT_R8G8_UNORM },
   { GL_BGRA, GL_BGRA, GL_UNSIGNED_BYTE, GL_BGRA8_EXT, 0, PIPE_FORMAT_B8G8R8A8_UNORM },
   { GL_BGRA8_EXT, GL_BGRA, GL_UNSIGNED_BYTE, GL_BGRA8_EXT, 0, PIPE_FORMAT_B8G8R8A8_UNORM },
   { GL_BGRA8_EXT, GL_RGBA, GL_UNSIGNED_BYTE, 0, GL_INVALID_OPERATION, 0 },
   { GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_DEPTH_COMPONENT16, 0, PIPE_FORMAT_Z16_UNORM },
   { GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_DEPTH_COMPONENT24, 0, PIPE_FORMAT_Z24X8_UNORM },
   { GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, GL_DEPTH24_STENCIL8, 0, PIPE_FORMAT_Z24_UNORM_S8_UINT },
   { GL_RGBA, GL_RGBA, GL_FLOAT, GL_RGBA32F, 0, PIPE_FORMAT_R32G32B32A32_FLOAT },
   { GL_RGB, GL_RGB, GL_FLOAT, GL_RGB32F, 0, PIPE_FORMAT_R32G32B32X32_FLOAT },
   { GL_ALPHA, GL_ALPHA, GL_FLOAT, GL_ALPHA32F_EXT, 0, PIPE_FORMAT_R32_FLOAT },
   { GL_LUMINANCE, GL_LUMINANCE, GL_FLOAT, GL_LUMINANCE32F_EXT, 0, PIPE_FORMAT_R32_FLOAT },
   { GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_FLOAT, GL_LUMINANCE_ALPHA32F_EXT, 0, PIPE_FORMAT_R32G32_FLOAT },
   { GL_RGBA, GL_RGBA, GL_HALF_FLOAT_OES, GL_RGBA16F, 0, PIPE_FORMAT_R16G16B16A16_FLOAT },
   { GL_RGB, GL_RGB, GL_HALF_FLOAT_OES, GL_RGB16F, 0, PIPE_FORMAT_R16G16B16X16_FLOAT },
   { GL_ALPHA, GL_ALPHA, GL_HALF_FLOAT_OES, GL_ALPHA16F_EXT, 0, PIPE_FORMAT_R16_FLOAT },
   { GL_LUMINANCE, GL_LUMINANCE, GL_HALF_FLOAT_OES, GL_LUMINANCE16F_EXT, 0, PIPE_FORMAT_R16_FLOAT },
   { GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES, GL_LUMINANCE_ALPHA16F_EXT, 0, PIPE_FORMAT_R16G16_FLOAT },
   { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA8, 0, PIPE_FORMAT_R8G8B8A8_UNORM },
   { GL_RGBA4, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA4, 0, PIPE_FORMAT_A4B4G4R4_UNORM },
   { GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1, 0, PIPE_FORMAT_A1B5G5R5_UNORM },
   { GL_RGB565, GL_RGB, GL_UNSIGNED_BYTE, GL_RGB565, 0, PIPE_FORMAT_B5G6R5_UNORM },
   { GL_LUMINANCE4_ALPHA4, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, GL_LUMINANCE4_ALPHA4, 0, PIPE_FORMAT_R8G8_UNORM },
   { GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_DEPTH_COMPONENT16, 0, PIPE_FORMAT_Z16_UNORM },
   { GL_RGBA8, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 0, GL_INVALID_OPERATION, 0 },
   { GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE, 0, GL_INVALID_OPERATION, 0 },
   { GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_RGBA32F, 0, PIPE_FORMAT_R32G32B32A32_FLOAT },
   { GL_RGB16F, GL_RGB, GL_HALF_FLOAT_OES, GL_RGB16F, 0, PIPE_FORMAT_R16G16B16X16_FLOAT },
   { GL_RGB16F, GL_RGB, GL_FLOAT, 0, GL_INVALID_OPERATION, 0 },
   { GL_RGBA, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_A2, 0, PIPE_FORMAT_R10G10B10A2_UNORM },
   { GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_A2, 0, PIPE_FORMAT_R10G10B10A2_UNORM },
   { GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB5_A1, 0, PIPE_FORMAT_A1B5G5R5_UNORM },
   { GL_RGB, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10, 0, PIPE_FORMAT_R10G10B10X2_UNORM },
   { GL_RGB565, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB565, 0, PIPE_FORMAT_B5G6R5_UNORM },
   { GL_RGBA4, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 0, GL_INVALID_OPERATION, 0 },
   { GL_RG32F, GL_RG, GL_FLOAT, 0, GL_INVALID_VALUE, 0 },
   { GL_RG, GL_RG, GL_FLOAT, GL_RG32F, 0, PIPE_FORMAT_R32G32_FLOAT },        /* EXT_texture_rg */
   { GL_RED, GL_RED, GL_UNSIGNED_BYTE, GL_R8, 0, PIPE_FORMAT_R8_UNORM },
   { GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_RG8, 0, PIPE_FORMAT_R8G8_UNORM },
   { GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, 0, GL_INVALID_VALUE, 0 },
   { GL_RGBA, GL_RGBA, GL_HALF_FLOAT, 0, GL_INVALID_OPERATION, 0 },          /* OES_texture_half_float has its own number */
   { GL_RGBA, GL_RGB, GL_UNSIGNED_BYTE, 0, GL_INVALID_OPERATION, 0 },        /* internalformat must be format */
   { GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, 0, GL_INVALID_OPERATION, 0 },
   { GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_SHORT_5_6_5, 0, GL_INVALID_OPERATION, 0 },
   { GL_BGRA, GL_BGRA, GL_FLOAT, 0, GL_INVALID_OPERATION, 0 },
   { GL_RGBA, GL_RGBA, GL_INT, 0, GL_INVALID_OPERATION, 0 },                 /* a type of later versions */
   { GL_RGBA, GL_RGBA, GL_RGBA, 0, GL_INVALID_ENUM, 0 },
   { GL_RGBA, GL_RED, GL_UNSIGNED_BYTE, 0, GL_INVALID_OPERATION, 0 },
   { GL_RGBA, GL_RED_INTEGER, GL_UNSIGNED_BYTE, 0, GL_INVALID_ENUM, 0 },
   { GL_STENCIL_INDEX, GL_RGBA, GL_UNSIGNED_BYTE, 0, GL_INVALID_VALUE, 0 },
};

static void test_teximage_rows(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLenum error = GL_NO_ERROR;
      const char *why = NULL;
      const struct ga_format *f = ga_format_teximage(ctx, rows[i].internal, rows[i].format, rows[i].type, &error, &why);
      if ((f != NULL) == (rows[i].error != 0) || (f ? f->internal_format != rows[i].sized || f->st != rows[i].st :
                                                       error != rows[i].error || !why))
         fail_msg("row %u: %s, error %s", i, f ? pipe_format_name(f->st) : "none", ga_enum_name(error));
   }
}

/* What ReadPixels offers, and what CopyTexImage makes of a framebuffer's format. */
static void test_read_and_copy(void **state)
{
   static const struct { GLenum sized, read_format, read_type, copy_of_base; } formats[] = {
      { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGBA8 }, { GL_RGB8, GL_RGBA, GL_UNSIGNED_BYTE, GL_RGB8 },
      { GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_RGB565 }, { GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA4 },
      { GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1 }, { GL_BGRA8_EXT, GL_BGRA, GL_UNSIGNED_BYTE, GL_RGBA8 },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      const struct ga_format *f = ga_format_sized(ctx, formats[i].sized);
      assert_int_equal(f->read_format, formats[i].read_format);
      assert_int_equal(f->read_type, formats[i].read_type);
      assert_int_equal(ga_format_copy(ctx, f->base_format, f)->internal_format, formats[i].copy_of_base);
      assert_int_equal(ga_format_copy(ctx, GL_ALPHA, f)->internal_format, GL_ALPHA8);
      assert_int_equal(ga_format_copy(ctx, GL_RGB565, f)->internal_format, GL_RGB565);
   }
   assert_int_equal(ga_format_copy(ctx, GL_RED, NULL)->internal_format, GL_R8);
   assert_null(ga_format_copy(ctx, GL_RG8, NULL)); /* EXT_texture_rg has the unsized names only */
   assert_null(ga_format_copy(ctx, GL_DEPTH_COMPONENT, NULL));
   assert_int_equal(ga_format_sized(ctx, GL_ETC1_RGB8_OES)->blocks, PIPE_FORMAT_ETC1_RGB8);
   assert_int_equal(ga_format_sized(ctx, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT)->blocks, PIPE_FORMAT_DXT3_RGBA);
}

static void test_device_decides(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   GLenum error;
   const char *why;
   t->screen->refused[PIPE_FORMAT_A4B4G4R4_UNORM / 64] |= 1ull << (PIPE_FORMAT_A4B4G4R4_UNORM % 64);
   t->screen->refused[PIPE_FORMAT_B4G4R4A4_UNORM / 64] |= 1ull << (PIPE_FORMAT_B4G4R4A4_UNORM % 64);
   const struct ga_format *f = ga_format_teximage(ctx, GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, &error, &why);
   assert_int_equal(f->st, PIPE_FORMAT_R8G8B8A8_UNORM);
   assert_int_equal(f->red, 8); /* the bits that there are */
   assert_int_equal(f->internal_format, GL_RGBA4);
}

static void test_renderbuffers(void **state)
{
   static const struct { GLenum name; uint8_t bits[6]; } good[] = {
      { GL_RGBA4, { 4, 4, 4, 4, 0, 0 } }, { GL_RGB5_A1, { 5, 5, 5, 1, 0, 0 } }, { GL_RGB565, { 5, 6, 5, 0, 0, 0 } },
      { GL_RGB8, { 8, 8, 8, 0, 0, 0 } }, { GL_RGBA8, { 8, 8, 8, 8, 0, 0 } }, { GL_DEPTH_COMPONENT16, { 0, 0, 0, 0, 16, 0 } },
      { GL_DEPTH_COMPONENT24, { 0, 0, 0, 0, 24, 0 } }, { GL_DEPTH24_STENCIL8, { 0, 0, 0, 0, 24, 8 } },
      { GL_STENCIL_INDEX8, { 0, 0, 0, 0, 0, 8 } },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
      const struct ga_format *f = ga_format_renderbuffer(ctx, good[i].name);
      if (!f)
         fail_msg("%s is not a renderbuffer format", ga_enum_name(good[i].name));
      const uint8_t bits[6] = { f->red, f->green, f->blue, f->alpha, f->depth, f->stencil };
      assert_memory_equal(bits, good[i].bits, 6);
   }
   assert_ptr_equal(ga_format_renderbuffer(ctx, GL_BGRA), ga_format_renderbuffer(ctx, GL_BGRA8_EXT)); /* EXT_texture_format_BGRA8888 */
   assert_non_null(ga_format_renderbuffer(ctx, GL_BGRA));
   assert_non_null(ga_format_renderbuffer(ctx, GL_RG8));       /* EXT_texture_rg */
   static const GLenum bad[] = { GL_RGBA, GL_RGB, GL_ALPHA8, GL_LUMINANCE8, GL_ETC1_RGB8_OES, GL_R16F, 0 };
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
      assert_null(ga_format_renderbuffer(ctx, bad[i]));
}

static void test_of_st(void **state)
{
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_R8_UNORM)->base_format, GL_RED);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_R8G8B8A8_UNORM)->internal_format, GL_RGBA8);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_B8G8R8X8_UNORM)->base_format, GL_RGB);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_B8G8R8A8_UNORM)->alpha, 8);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_B8G8R8A8_SRGB)->internal_format, GL_SRGB8_ALPHA8);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_B10G10R10A2_UNORM)->internal_format, GL_RGB10_A2);
   assert_int_equal(ga_format_of_st(PIPE_FORMAT_Z24_UNORM_S8_UINT)->internal_format, GL_DEPTH24_STENCIL8);
   assert_null(ga_format_of_st(PIPE_FORMAT_DXT1_RGB));
}

static const struct { GLint alignment, row_length, skip_rows, skip_pixels; GLenum format, type; unsigned w, h;
                      uint64_t skip_B, stride_B, end_B; } layouts[] = {
   { 4, 0, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, 5, 3, 0, 20, 60 },
   { 4, 0, 0, 0, GL_RGB, GL_UNSIGNED_BYTE, 5, 3, 0, 16, 47 },
   { 1, 0, 0, 0, GL_RGB, GL_UNSIGNED_BYTE, 5, 3, 0, 15, 45 },
   { 2, 0, 0, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, 3, 2, 0, 4, 7 },
   { 8, 0, 0, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 3, 2, 0, 8, 14 },
   { 4, 10, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, 5, 3, 92, 40, 192 },
   { 4, 3, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, 5, 3, 0, 12, 44 },
   { 4, 10, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, 0, 3, 92, 40, 0 },
};

static void test_layouts(void **state)
{
   for (unsigned i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
      const struct ga_pixel_store store = { .alignment = layouts[i].alignment, .row_length = layouts[i].row_length,
                                            .skip_rows = layouts[i].skip_rows, .skip_pixels = layouts[i].skip_pixels };
      struct ga_pixel_layout l = ga_pixel_layout(&store, ga_pixel_format(layouts[i].format, layouts[i].type), layouts[i].w,
                                                 layouts[i].h, 2);
      if (l.skip_B != layouts[i].skip_B || l.stride_B != layouts[i].stride_B || l.end_B != layouts[i].end_B)
         fail_msg("row %u: %llu %llu %llu", i, (unsigned long long)l.skip_B, (unsigned long long)l.stride_B,
                  (unsigned long long)l.end_B);
   }
}

static void test_pixel_store(void **state)
{
   static const struct { GLenum pname; GLint value; GLenum error; } calls[] = {
      { GL_PACK_ALIGNMENT, 1, 0 }, { GL_PACK_ALIGNMENT, 8, 0 }, { GL_PACK_ALIGNMENT, 3, GL_INVALID_VALUE },
      { GL_UNPACK_ALIGNMENT, 0, GL_INVALID_VALUE }, { GL_UNPACK_ALIGNMENT, 16, GL_INVALID_VALUE },
      { GL_UNPACK_ROW_LENGTH, 7, 0 }, { GL_UNPACK_ROW_LENGTH, -1, GL_INVALID_VALUE }, { GL_UNPACK_SKIP_ROWS, 2, 0 },
      { GL_UNPACK_SKIP_PIXELS, -5, GL_INVALID_VALUE }, { GL_PACK_SKIP_IMAGES, 1, GL_INVALID_ENUM },
      { GL_UNPACK_SWAP_BYTES, 1, GL_INVALID_ENUM }, { GL_TEXTURE_2D, 1, GL_INVALID_ENUM },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      GL(PixelStorei, calls[i].pname, calls[i].value);
      assert_gl_error(calls[i].error);
   }
   assert_int_equal(ctx->pack.alignment, 8);
   assert_int_equal(ctx->unpack.alignment, 4);
   assert_int_equal(ctx->unpack.row_length, 7);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = { T(test_teximage_rows), T(test_read_and_copy), T(test_device_decides),
                                       T(test_renderbuffers), T(test_of_st), T(test_layouts), T(test_pixel_store) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

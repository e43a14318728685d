/* test_es2_extensions.c: errors and values of extensions that bring features of later versions to OpenGL ES 2.0: EXT_texture_storage,
 * EXT_shadow_samplers, EXT_sRGB, NV_read_depth, NV_read_stencil and NV_read_depth_stencil. Pictures are in tests/api. */
#include "ga_test_row.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx
enum { D2 = GL_TEXTURE_2D, UB = GL_UNSIGNED_BYTE, HALF = GL_HALF_FLOAT_OES };

static GLuint bind_new(struct ga_context *ctx, GLenum target)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, target, name);
   return name;
}

/* ---- EXT_texture_storage ---------------------------------------------------------------------------------------------------- */

static void storage_errors(void **state)
{
   CONTEXT;
   GLint immutable = -1;
   ROW(INVALID_OPERATION, TexStorage2D, D2, 1, GL_RGBA8, 4, 4); /* texture 0 */
   bind_new(ctx, D2);
   ROW(INVALID_ENUM, TexStorage1D, D2, 1, GL_RGBA8, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_TEXTURE_1D, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_PROXY_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_TEXTURE_EXTERNAL_OES, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage3D, D2, 1, GL_RGBA8, 4, 4, 4);
   ROW(INVALID_VALUE, TexStorage2D, D2, 0, GL_RGBA8, 4, 4);
   ROW(INVALID_VALUE, TexStorage2D, D2, -1, GL_RGBA8, 4, 4);
   ROW(INVALID_VALUE, TexStorage2D, D2, 1, GL_RGBA8, 0, 4);
   ROW(INVALID_VALUE, TexStorage2D, D2, 1, GL_RGBA8, 4, -1);
   ROW(INVALID_VALUE, TexStorage2D, D2, 1, GL_RGBA8, 16385, 1);
   ROW(INVALID_OPERATION, TexStorage2D, D2, 4, GL_RGBA8, 4, 4);
   for (GLenum i = 0; i < 7; i++) {
      static const GLenum formats[] = { GL_RGBA, GL_LUMINANCE, GL_DEPTH_COMPONENT, GL_SRGB_ALPHA_EXT, BAD,
                                        GL_SRGB8_ALPHA8,  /* not an internal format of TexImage in this version */
                                        GL_R8UI };
      ROW(INVALID_ENUM, TexStorage2D, D2, 1, formats[i], 4, 4);
   }
   GL(GetTexParameteriv, D2, GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
   assert_int_equal(immutable, GL_FALSE);
   bind_new(ctx, GL_TEXTURE_CUBE_MAP);
   ROW(INVALID_VALUE, TexStorage2D, GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 4, 5);
   assert_gl_error(GL_NO_ERROR);
}

/* A texture with storage keeps size and format; its texels and parameters change. */
static void immutable(void **state)
{
   CONTEXT;
   GLint value = -1;
   static const uint8_t texel[4] = { 1, 2, 3, 4 };
   bind_new(ctx, D2);
   GL(TexStorage2D, D2, 3, GL_RGBA8, 4, 8);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_OPERATION, TexStorage2D, D2, 3, GL_RGBA8, 4, 8);
   ROW(INVALID_OPERATION, TexImage2D, D2, 0, GL_RGBA, 4, 8, 0, GL_RGBA, UB, NULL);
   ROW(INVALID_OPERATION, CopyTexImage2D, D2, 0, GL_RGBA, 0, 0, 4, 8, 0);
   ROW(INVALID_OPERATION, CompressedTexImage2D, D2, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 8, 0, 32, NULL);
   ROW(INVALID_OPERATION, TexSubImage2D, D2, 3, 0, 0, 1, 1, GL_RGBA, UB, texel); /* there are three levels */
   ROW(INVALID_OPERATION, TexSubImage2D, D2, 0, 0, 0, 1, 1, GL_RGB, UB, texel);
   GL(TexSubImage2D, D2, 2, 0, 1, 1, 1, GL_RGBA, UB, texel);
   GL(GetTexParameteriv, D2, GL_TEXTURE_IMMUTABLE_FORMAT, &value);
   assert_int_equal(value, GL_TRUE);
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(ctx->unit[0].bound[GA_TEX_2D], 0, 2, &image));
   assert_memory_equal(fake_texel(image.resource, image.level, image.layer, 0, 1), texel, 4);
   assert_gl_error(GL_NO_ERROR);
}

/* Internal formats of TexStorage and the pixels that go into them. wrong: pixels that do not. */
static const struct { GLenum internal, format, type, wrong; bool by_teximage; } storage_formats[] = {
   { GL_ALPHA8, GL_ALPHA, UB, HALF, true }, { GL_LUMINANCE8, GL_LUMINANCE, UB, HALF, true },
   { GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, UB, GL_FLOAT, true }, { GL_RGBA32F, GL_RGBA, GL_FLOAT, UB, true },
   { GL_RGB32F, GL_RGB, GL_FLOAT, HALF, true }, { GL_ALPHA32F_EXT, GL_ALPHA, GL_FLOAT, UB, false },
   { GL_LUMINANCE32F_EXT, GL_LUMINANCE, GL_FLOAT, HALF, false },
   { GL_LUMINANCE_ALPHA32F_EXT, GL_LUMINANCE_ALPHA, GL_FLOAT, UB, false }, { GL_RGBA16F, GL_RGBA, HALF, UB, true },
   { GL_RGB16F, GL_RGB, HALF, UB, true }, { GL_ALPHA16F_EXT, GL_ALPHA, HALF, GL_FLOAT, false },
   { GL_LUMINANCE16F_EXT, GL_LUMINANCE, HALF, GL_FLOAT, false },
   { GL_LUMINANCE_ALPHA16F_EXT, GL_LUMINANCE_ALPHA, HALF, UB, false },
   { GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, UB, true }, { GL_RGB10, GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, UB, true },
   { GL_BGRA8_EXT, GL_BGRA, UB, GL_FLOAT, true }, { GL_R8, GL_RED, UB, GL_FLOAT, true }, { GL_RG8, GL_RG, UB, GL_FLOAT, true },
   { GL_R32F, GL_RED, GL_FLOAT, UB, false }, { GL_RG32F, GL_RG, GL_FLOAT, UB, false }, { GL_R16F, GL_RED, HALF, UB, false },
   { GL_RG16F, GL_RG, HALF, UB, false }, { GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_FLOAT, true },
   { GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_FLOAT, true },
   { GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, UB, true },
};

static void formats(void **state)
{
   CONTEXT;
   static const uint8_t texels[64];
   for (unsigned i = 0; i < sizeof storage_formats / sizeof storage_formats[0]; i++) {
      bind_new(ctx, D2);
      GL(TexImage2D, D2, 0, (GLint)storage_formats[i].internal, 2, 2, 0, storage_formats[i].format, storage_formats[i].type, NULL);
      if ((GL(GetError) == GL_NO_ERROR) != storage_formats[i].by_teximage)
         fail_msg("row %u: TexImage2D", i);
      GL(TexStorage2D, D2, 1, storage_formats[i].internal, 2, 2);
      GL(TexSubImage2D, D2, 0, 0, 0, 2, 2, storage_formats[i].format, storage_formats[i].type, texels);
      if (GL(GetError))
         fail_msg("row %u: no storage, or no pixels", i);
      ROW(INVALID_OPERATION, TexSubImage2D, D2, 0, 0, 0, 2, 2, storage_formats[i].format, storage_formats[i].wrong, texels);
   }
}

/* Without EXT_texture_storage there are neither the commands nor the parameter. */
static void disabled(void **state)
{
   struct ga_test *t = *state;
   GLint value = 77;
   setenv("GLOAM_DISABLE", "texture_storage", 1);
   struct ga_context *ctx = ga_test_context(t, NULL);
   unsetenv("GLOAM_DISABLE");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   assert_null(strstr((const char *)GL(GetString, GL_EXTENSIONS), "GL_EXT_texture_storage"));
   ROW(INVALID_ENUM, GetTexParameteriv, D2, GL_TEXTURE_IMMUTABLE_FORMAT, &value);
   assert_int_equal(value, 77);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* ---- EXT_shadow_samplers ---------------------------------------------------------------------------------------------------- */

static void comparison(void **state)
{
   CONTEXT;
   GLint value = -1;
   bind_new(ctx, D2);
   GL(GetTexParameteriv, D2, GL_TEXTURE_COMPARE_MODE, &value);
   assert_int_equal(value, GL_NONE);
   GL(GetTexParameteriv, D2, GL_TEXTURE_COMPARE_FUNC, &value);
   assert_int_equal(value, GL_LEQUAL);
   ROW(INVALID_ENUM, TexParameteri, D2, GL_TEXTURE_COMPARE_MODE, GL_LEQUAL);
   ROW(INVALID_ENUM, TexParameteri, D2, GL_TEXTURE_COMPARE_FUNC, GL_NONE);
   ROW(INVALID_ENUM, TexParameteri, D2, GL_TEXTURE_COMPARE_FUNC, GL_COMPARE_REF_TO_TEXTURE);
   GL(TexParameteri, D2, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   GL(TexParameteri, D2, GL_TEXTURE_COMPARE_FUNC, GL_GREATER);
   GL(GetTexParameteriv, D2, GL_TEXTURE_COMPARE_FUNC, &value);
   assert_int_equal(value, GL_GREATER);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- EXT_sRGB --------------------------------------------------------------------------------------------------------------- */

static void srgb_images(void **state)
{
   CONTEXT;
   static const uint8_t texels[64] = { 9, 8, 7, 6 };
   bind_new(ctx, D2);
   ROW(INVALID_OPERATION, TexImage2D, D2, 0, GL_SRGB_EXT, 2, 2, 0, GL_RGB, UB, NULL);
   ROW(INVALID_OPERATION, TexImage2D, D2, 0, GL_SRGB_EXT, 2, 2, 0, GL_SRGB_ALPHA_EXT, UB, NULL);
   ROW(INVALID_OPERATION, TexImage2D, D2, 0, GL_SRGB_ALPHA_EXT, 2, 2, 0, GL_SRGB_ALPHA_EXT, GL_FLOAT, NULL);
   ROW(INVALID_OPERATION, TexImage2D, D2, 0, GL_RGBA, 2, 2, 0, GL_SRGB_ALPHA_EXT, UB, NULL);
   ROW(INVALID_VALUE, TexImage2D, D2, 0, GL_SRGB8_ALPHA8, 2, 2, 0, GL_RGBA, UB, NULL); /* of renderbuffers only */
   GL(TexImage2D, D2, 0, GL_SRGB_ALPHA_EXT, 2, 2, 0, GL_SRGB_ALPHA_EXT, UB, texels);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_OPERATION, TexSubImage2D, D2, 0, 0, 0, 1, 1, GL_RGBA, UB, texels);
   ROW(NO_ERROR, GenerateMipmap, D2); /* NV_generate_mipmap_sRGB */
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(ctx->unit[0].bound[GA_TEX_2D], 0, 0, &image));
   assert_int_equal(image.format->st, PIPE_FORMAT_R8G8B8A8_SRGB);
   assert_memory_equal(fake_texel(image.resource, image.level, image.layer, 0, 0), texels, 4); /* codes as they come */
   ROW(INVALID_ENUM, ReadPixels, 0, 0, 1, 1, GL_SRGB_ALPHA_EXT, UB, NULL);
}

static void srgb_renderbuffers(void **state)
{
   CONTEXT;
   GLuint framebuffer, renderbuffer;
   GLint value = -1;
   GL(GenFramebuffers, 1, &framebuffer);
   GL(BindFramebuffer, GL_FRAMEBUFFER, framebuffer);
   GL(GenRenderbuffers, 1, &renderbuffer);
   GL(BindRenderbuffer, GL_RENDERBUFFER, renderbuffer);
   ROW(INVALID_ENUM, RenderbufferStorage, GL_RENDERBUFFER, GL_SRGB8, 4, 4);
   ROW(INVALID_ENUM, RenderbufferStorage, GL_RENDERBUFFER, GL_SRGB_ALPHA_EXT, 4, 4);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
       GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &value); /* nothing is attached */
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_SRGB8_ALPHA8, 4, 4);
   GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &value);
   assert_int_equal(value, GL_SRGB);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(RenderbufferStorage, GL_RENDERBUFFER, GL_RGBA8, 4, 4);
   GL(GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &value);
   assert_int_equal(value, GL_LINEAR);
   ROW(INVALID_ENUM, GetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE,
       &value); /* of OpenGL ES 3.0 */
   assert_gl_error(GL_NO_ERROR);
}

/* ---- NV_read_depth, NV_read_stencil, NV_read_depth_stencil ------------------------------------------------------------------ */

static GLuint depth_framebuffer(struct ga_context *ctx, GLenum format, bool depth, bool stencil)
{
   GLuint framebuffer, renderbuffer;
   GL(GenFramebuffers, 1, &framebuffer);
   GL(BindFramebuffer, GL_FRAMEBUFFER, framebuffer);
   GL(GenRenderbuffers, 1, &renderbuffer);
   GL(BindRenderbuffer, GL_RENDERBUFFER, renderbuffer);
   GL(RenderbufferStorage, GL_RENDERBUFFER, format, 4, 4);
   if (depth)
      GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
   if (stencil)
      GL(FramebufferRenderbuffer, GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
   assert_int_equal(GL(CheckFramebufferStatus, GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   return framebuffer;
}

static const struct { GLenum format, type, fixed, floats, depth_only, stencil_only; } depth_reads[] = {
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 0, GL_INVALID_OPERATION, 0, GL_INVALID_OPERATION },
   { GL_DEPTH_COMPONENT, GL_FLOAT, GL_INVALID_OPERATION, 0, GL_INVALID_OPERATION, GL_INVALID_OPERATION },
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8, 0, GL_INVALID_OPERATION, 0, GL_INVALID_OPERATION },
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_BYTE, GL_INVALID_ENUM, GL_INVALID_ENUM, GL_INVALID_ENUM, GL_INVALID_OPERATION },
   { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0, GL_INVALID_OPERATION, 0, GL_INVALID_OPERATION },
   { GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 0, GL_INVALID_OPERATION, GL_INVALID_OPERATION, GL_INVALID_OPERATION },
   { GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, GL_INVALID_OPERATION, 0, GL_INVALID_OPERATION, GL_INVALID_OPERATION },
   { GL_DEPTH_STENCIL, GL_FLOAT, GL_INVALID_ENUM, GL_INVALID_ENUM, GL_INVALID_ENUM, GL_INVALID_OPERATION },
   { GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 0, 0, GL_INVALID_OPERATION, 0 },
   { GL_STENCIL_INDEX, GL_UNSIGNED_SHORT, GL_INVALID_ENUM, GL_INVALID_ENUM, GL_INVALID_OPERATION, GL_INVALID_ENUM },
   { GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION, GL_INVALID_OPERATION, GL_INVALID_OPERATION, GL_INVALID_OPERATION },
};

/* Each pair on fixed-point depth with stencil, on float depth with stencil, on depth alone and on stencil alone. */
static void read_depth(void **state)
{
   CONTEXT;
   const bool es30 = ctx->features.version >= 30;
   const GLuint fixed = depth_framebuffer(ctx, GL_DEPTH24_STENCIL8, true, true);
   const GLuint floats = es30 ? depth_framebuffer(ctx, GL_DEPTH32F_STENCIL8, true, true) : 0;
   const GLuint depth = depth_framebuffer(ctx, GL_DEPTH_COMPONENT16, true, false);
   const GLuint stencil = depth_framebuffer(ctx, GL_STENCIL_INDEX8, false, true);
   for (unsigned i = 0; i < sizeof depth_reads / sizeof depth_reads[0]; i++) {
      const struct { GLuint framebuffer; GLenum error; } on[] = { { fixed, depth_reads[i].fixed }, { floats, depth_reads[i].floats },
         { depth, depth_reads[i].depth_only }, { stencil, depth_reads[i].stencil_only } };
      for (unsigned k = 0; k < 4; k++) {
         uint8_t pixels[8], before[8];
         if (!on[k].framebuffer)
            continue;
         memset(pixels, 0xa5, sizeof pixels);
         memcpy(before, pixels, sizeof pixels);
         GL(BindFramebuffer, GL_FRAMEBUFFER, on[k].framebuffer);
         GL(ReadPixels, 1, 2, 1, 1, depth_reads[i].format, depth_reads[i].type, pixels);
         const GLenum error = GL(GetError);
         if (error != on[k].error)
            fail_msg("row %u, framebuffer %u: %s", i, k, ga_enum_name(error));
         if (error)
            assert_memory_equal(pixels, before, sizeof pixels);
         else
            assert_memory_not_equal(pixels, before, 2); /* the first byte of 24_8 is stencil */
      }
   }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = { TEST(storage_errors), TEST(immutable), TEST(formats), TEST(disabled), TEST(comparison),
                                       TEST(srgb_images), TEST(srgb_renderbuffers), TEST(read_depth),
                                       cmocka_unit_test_setup_teardown(read_depth, ga_test_setup_es30, ga_test_teardown) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

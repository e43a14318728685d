/* Direct state access of textures, renderbuffers and framebuffers, and image commands of three dimensions, on a context of
 * GLOAM_FORCE_VERSION=gl45: named commands change the object and no binding. */
#include "ga_test.h"

#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

struct world { void *test; struct ga_context *ctx; };

static int setup(void **state, enum ga_api api, const char *version)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   w->ctx = ga_test_forced_context(t, t->ctx, api, version);
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   *state = w;
   return 0;
}

static int setup_gl45(void **state)
{
   return setup(state, GA_API_CORE, "gl45");
}

static int setup_es30(void **state)
{
   return setup(state, GA_API_ES2, "es30");
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

static const uint8_t *texel(struct ga_context *ctx, GLuint name, unsigned face, unsigned level, unsigned slice, unsigned x,
                            unsigned y)
{
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, face, level, &image) && image.resource);
   const uint8_t *at = fake_texel(image.resource, image.level, image.layer + slice, x, y);
   ga_texture_unref(ctx, tex);
   return at;
}

static void named_textures(void **state)
{
   CONTEXT;
   static const struct { GLenum target; unsigned dims; GLsizei w, h, d; } rows[] = {
      { GL_TEXTURE_1D, 1, 8, 1, 1 }, { GL_TEXTURE_1D_ARRAY, 2, 8, 3, 1 }, { GL_TEXTURE_2D, 2, 8, 4, 1 },
      { GL_TEXTURE_CUBE_MAP, 2, 8, 8, 1 }, { GL_TEXTURE_2D_ARRAY, 3, 8, 4, 3 }, { GL_TEXTURE_3D, 3, 8, 4, 2 },
   };
   static uint8_t pixels[8 * 8 * 6][4];
   GLint v;
   for (unsigned i = 0; i < sizeof pixels; i++)
      ((uint8_t *)pixels)[i] = (uint8_t)(i * 7 + 1);
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLuint name;
      GL(CreateTextures, rows[i].target, 1, &name);
      assert_true(GL(IsTexture, name));
      GL(TextureParameteri, name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      GL(GetTextureParameteriv, name, GL_TEXTURE_MAG_FILTER, &v);
      assert_int_equal(v, GL_NEAREST);
      if (rows[i].dims == 1)
         GL(TextureStorage1D, name, 2, GL_RGBA8, rows[i].w);
      else if (rows[i].dims == 2)
         GL(TextureStorage2D, name, 2, GL_RGBA8, rows[i].w, rows[i].h);
      else
         GL(TextureStorage3D, name, 2, GL_RGBA8, rows[i].w, rows[i].h, rows[i].d);
      assert_gl_error(GL_NO_ERROR);
      bool cube = rows[i].target == GL_TEXTURE_CUBE_MAP;
      if (rows[i].dims == 1)
         GL(TextureSubImage1D, name, 0, 1, rows[i].w - 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      else if (cube)
         GL(TextureSubImage3D, name, 0, 0, 0, 2, 8, 8, 3, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      else if (rows[i].dims == 2)
         GL(TextureSubImage2D, name, 0, 0, 1, rows[i].w, rows[i].h - 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      else
         GL(TextureSubImage3D, name, 0, 0, 0, 1, rows[i].w, rows[i].h, rows[i].d - 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_NO_ERROR);
      if (rows[i].dims == 1)
         assert_memory_equal(texel(ctx, name, 0, 0, 0, 1, 0), pixels[0], 4);
      else if (cube)
         assert_memory_equal(texel(ctx, name, 4, 0, 0, 5, 6), pixels[(2 * 8 + 6) * 8 + 5], 4);
      else if (rows[i].target == GL_TEXTURE_1D_ARRAY)
         assert_memory_equal(texel(ctx, name, 0, 0, 2, 3, 0), pixels[8 + 3], 4);
      else if (rows[i].dims == 2)
         assert_memory_equal(texel(ctx, name, 0, 0, 0, 3, 2), pixels[8 + 3], 4);
      else
         assert_memory_equal(texel(ctx, name, 0, 0, 1, 3, 2), pixels[2 * 8 + 3], 4);
      GL(GenerateTextureMipmap, name);
      GL(BindTextureUnit, 3, name);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(ctx->unit[3].bound[ga_target_of_name(rows[i].target)]->name, name);
      assert_int_equal(ctx->unit[0].bound[ga_target_of_name(rows[i].target)]->name, 0);
      GL(BindTextureUnit, 3, 0);
      assert_int_equal(ctx->unit[3].bound[ga_target_of_name(rows[i].target)]->name, 0);
      GL(DeleteTextures, 1, &name);
   }
}

static void named_texture_errors(void **state)
{
   CONTEXT;
   GLuint name, cube;
   GL(CreateTextures, GL_TEXTURE_2D, -1, &name);
   assert_gl_error(GL_INVALID_VALUE);
   GL(CreateTextures, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, &name);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TextureParameteri, 4711, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CreateTextures, GL_TEXTURE_2D, 1, &name);
   GL(CreateTextures, GL_TEXTURE_CUBE_MAP, 1, &cube);
   GL(TextureStorage2D, name, 4, GL_RGBA8, 4, 4);
   assert_gl_error(GL_INVALID_OPERATION); /* 3 levels */
   GL(TextureStorage2D, name, 0, GL_RGBA8, 4, 4);
   assert_gl_error(GL_INVALID_VALUE);
   GL(TextureStorage2D, name, 1, GL_RGBA, 4, 4);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TextureStorage2D, name, 1, GL_RGBA8, 4, 4);
   assert_gl_error(GL_NO_ERROR);
   GL(TextureStorage2D, name, 1, GL_RGBA8, 4, 4);
   assert_gl_error(GL_INVALID_OPERATION); /* immutable */
   GL(TextureSubImage3D, name, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_INVALID_OPERATION); /* two dimensions */
   GL(TextureSubImage2D, name, 0, 3, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_INVALID_VALUE);
   GL(TextureStorage2D, cube, 1, GL_RGBA8, 4, 4);
   GL(TextureSubImage3D, cube, 0, 0, 0, 5, 1, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_INVALID_VALUE); /* faces 5 and 6 */
   GL(BindTextureUnit, 1000, name);
   assert_gl_error(GL_INVALID_VALUE);
   GL(DeleteTextures, 1, &name);
   GL(DeleteTextures, 1, &cube);
}

/* GL 4.6, 8.14.4: mipmaps of targets without levels are an error, whatever their images and levels are. */
static void named_mipmaps(void **state)
{
   CONTEXT;
   static const struct { GLenum target; bool mipmaps; } rows[] = {
      { GL_TEXTURE_1D, true }, { GL_TEXTURE_2D, true }, { GL_TEXTURE_3D, true }, { GL_TEXTURE_1D_ARRAY, true },
      { GL_TEXTURE_2D_ARRAY, true }, { GL_TEXTURE_CUBE_MAP, true }, { GL_TEXTURE_CUBE_MAP_ARRAY, true }, { GL_TEXTURE_RECTANGLE, false },
      { GL_TEXTURE_BUFFER, false }, { GL_TEXTURE_2D_MULTISAMPLE, false }, { GL_TEXTURE_2D_MULTISAMPLE_ARRAY, false },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      for (GLint base = 0; base < 40; base++) {
         GLuint name;
         GL(CreateTextures, rows[i].target, 1, &name);
         GL(TextureParameteri, name, GL_TEXTURE_BASE_LEVEL, base);
         GL(GetError);
         GL(GenerateTextureMipmap, name); /* without images */
         assert_gl_error(GL_INVALID_OPERATION);
         if (rows[i].target == GL_TEXTURE_RECTANGLE)
            GL(TextureStorage2D, name, 1, GL_RGBA8, 16, 16);
         else if (rows[i].target == GL_TEXTURE_2D_MULTISAMPLE)
            GL(TextureStorage2DMultisample, name, 4, GL_RGBA8, 16, 16, true);
         else if (rows[i].target == GL_TEXTURE_2D)
            GL(TextureStorage2D, name, 2, GL_RGBA8, 16, 16);
         assert_gl_error(GL_NO_ERROR);
         GL(GenerateTextureMipmap, name);
         assert_gl_error(rows[i].target == GL_TEXTURE_2D ? GL_NO_ERROR : GL_INVALID_OPERATION); /* its base level is clamped */
         GL(DeleteTextures, 1, &name);
      }
}

/* No image command takes texels of buffer and multisample textures (GL 4.6, 8.5, 8.6, 8.7): an enumerant that is not allowed by target,
 * an operation that is not allowed by name. */
static void targets_without_texels(void **state)
{
   CONTEXT;
   static const GLenum targets[] = { GL_TEXTURE_BUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY };
   static const uint8_t pixels[64];
   for (unsigned i = 0; i < sizeof targets / sizeof targets[0]; i++) {
      GLuint name;
      GLint size = -1;
      GL(CreateTextures, targets[i], 1, &name);
      GL(BindTexture, targets[i], name);
      GL(TexImage1D, targets[i], 0, GL_RGBA8, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(TexImage2D, targets[i], 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(TexImage3D, targets[i], 0, GL_RGBA8, 2, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(CompressedTexImage2D, targets[i], 0, GL_COMPRESSED_RED_RGTC1, 4, 4, 0, 8, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(CopyTexImage2D, targets[i], 0, GL_RGBA8, 0, 0, 2, 2, 0);
      assert_gl_error(GL_INVALID_ENUM);
      if (targets[i] == GL_TEXTURE_2D_MULTISAMPLE)
         GL(TextureStorage2DMultisample, name, 4, GL_RGBA8, 2, 2, true);
      else if (targets[i] == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
         GL(TextureStorage3DMultisample, name, 4, GL_RGBA8, 2, 2, 2, true);
      assert_gl_error(GL_NO_ERROR);
      GL(TexSubImage2D, targets[i], 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(TexSubImage3D, targets[i], 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_ENUM);
      GL(CopyTexSubImage3D, targets[i], 0, 0, 0, 0, 0, 0, 1, 1);
      assert_gl_error(GL_INVALID_ENUM);
      GL(TextureSubImage1D, name, 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(TextureSubImage2D, name, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(TextureSubImage3D, name, 0, 0, 0, 0, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(CompressedTextureSubImage2D, name, 0, 0, 0, 4, 4, GL_COMPRESSED_RED_RGTC1, 8, pixels);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(CopyTextureSubImage2D, name, 0, 0, 0, 0, 0, 1, 1);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(CopyTextureSubImage3D, name, 0, 0, 0, 0, 0, 0, 1, 1);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(GetTextureImage, name, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, (void *)pixels);
      assert_gl_error(GL_INVALID_OPERATION);
      GL(GetTextureLevelParameteriv, name, 0, GL_TEXTURE_WIDTH, &size);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(size, targets[i] == GL_TEXTURE_BUFFER ? 0 : 2);
      GL(DeleteTextures, 1, &name);
   }
}

/* Desktop OpenGL takes base formats, too (GL 4.5, 9.2.4); the format that was asked for is what queries return. */
static void renderbuffer_formats(void **state)
{
   static const struct { GLenum name; GLenum component; bool legal; } rows[] = {
      { GL_RED, GL_RENDERBUFFER_RED_SIZE, true }, { GL_RG, GL_RENDERBUFFER_GREEN_SIZE, true }, { GL_RGB, GL_RENDERBUFFER_BLUE_SIZE, true },
      { GL_RGBA, GL_RENDERBUFFER_ALPHA_SIZE, true }, { GL_DEPTH_COMPONENT, GL_RENDERBUFFER_DEPTH_SIZE, true },
      { GL_DEPTH_STENCIL, GL_RENDERBUFFER_STENCIL_SIZE, true }, { GL_STENCIL_INDEX, GL_RENDERBUFFER_STENCIL_SIZE, true },
      { GL_COMPRESSED_RGBA, 0, false }, { GL_COMPRESSED_RED_RGTC1, 0, false }, { GL_SRGB, 0, false }, { GL_LUMINANCE, 0, false },
      { GL_ALPHA, 0, false },
   };
   CONTEXT;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLuint rb;
      GLint v = 0, bits = 0;
      GL(CreateRenderbuffers, 1, &rb);
      GL(NamedRenderbufferStorage, rb, rows[i].name, 8, 4);
      assert_gl_error(rows[i].legal ? GL_NO_ERROR : GL_INVALID_ENUM);
      if (rows[i].legal) {
         GL(GetNamedRenderbufferParameteriv, rb, GL_RENDERBUFFER_INTERNAL_FORMAT, &v);
         GL(GetNamedRenderbufferParameteriv, rb, rows[i].component, &bits);
         assert_int_equal(v, rows[i].name);
         assert_in_range(bits, 8, 32);
      }
      GL(DeleteRenderbuffers, 1, &rb);
   }
}

static void named_framebuffers(void **state)
{
   CONTEXT;
   GLuint fbo, rb, tex;
   GLint v;
   GL(CreateFramebuffers, 1, &fbo);
   GL(CreateRenderbuffers, 1, &rb);
   GL(CreateTextures, GL_TEXTURE_2D_ARRAY, 1, &tex);
   GL(TextureStorage3D, tex, 1, GL_RGBA8, 8, 4, 3);
   assert_true(GL(IsFramebuffer, fbo) && GL(IsRenderbuffer, rb));
   GL(NamedRenderbufferStorage, rb, GL_DEPTH24_STENCIL8, 8, 4);
   GL(GetNamedRenderbufferParameteriv, rb, GL_RENDERBUFFER_WIDTH, &v);
   assert_int_equal(v, 8);
   assert_int_equal(GL(CheckNamedFramebufferStatus, fbo, GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   GL(NamedFramebufferRenderbuffer, fbo, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   GL(NamedFramebufferTextureLayer, fbo, GL_COLOR_ATTACHMENT0, tex, 0, 2);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(GL(CheckNamedFramebufferStatus, fbo, GL_DRAW_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   GL(GetNamedFramebufferAttachmentParameteriv, fbo, GL_COLOR_ATTACHMENT0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, &v);
   assert_int_equal(v, 2);
   GL(NamedFramebufferDrawBuffers, fbo, 1, &(GLenum){ GL_NONE });
   assert_int_equal(ga_fbo_lookup(ctx, fbo)->draw_buffer[0], GL_NONE);
   assert_ptr_equal(ctx->draw_fbo, ctx->window_fbo); /* nothing was bound */
   assert_null(ctx->renderbuffer);
   GL(NamedFramebufferTextureLayer, fbo, GL_COLOR_ATTACHMENT0, tex, 0, -1);
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedFramebufferTexture, fbo, GL_COLOR_ATTACHMENT0, tex, 1); /* the immutable texture has one level */
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedFramebufferTextureLayer, fbo, GL_COLOR_ATTACHMENT0, tex, 1, 2);
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedFramebufferRenderbuffer, 4711, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BindFramebuffer, GL_READ_FRAMEBUFFER, fbo);
   assert_true(ctx->draw_fbo == ctx->window_fbo && ctx->read_fbo->name == fbo);
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteRenderbuffers, 1, &rb);
   GL(DeleteTextures, 1, &tex);
   assert_gl_error(GL_NO_ERROR);
}

/* Desktop GL: pixels of a class go into images of that class. */
static void format_classes(void **state)
{
   CONTEXT;
   static const struct { GLenum internal, format, type, error; } rows[] = {
      { GL_RGBA8, GL_BGRA, GL_UNSIGNED_BYTE, 0 }, { GL_RGB, GL_RGBA, GL_UNSIGNED_BYTE, 0 }, { GL_RGBA16F, GL_RGBA, GL_FLOAT, 0 },
      { GL_R8, GL_RED, GL_UNSIGNED_BYTE, 0 }, { GL_RGB565, GL_RGBA, GL_FLOAT, 0 },
      { GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, 0 },
      { GL_DEPTH_COMPONENT24, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_OPERATION },
      { GL_RGBA8, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION },
      { GL_LUMINANCE, GL_LUMINANCE, GL_UNSIGNED_BYTE, GL_INVALID_ENUM }, /* core profile */
      { 0x1234, GL_RGBA, GL_UNSIGNED_BYTE, GL_INVALID_VALUE }, { GL_RGBA8, 0x1234, GL_UNSIGNED_BYTE, GL_INVALID_ENUM },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLenum error = GL_NO_ERROR;
      const char *why;
      const struct ga_format *f = ga_format_teximage(ctx, rows[i].internal, rows[i].format, rows[i].type, &error, &why);
      if ((f != NULL) != (rows[i].error == 0) || (!f && error != rows[i].error))
         fail_msg("row %u: %s, error %s", i, f ? pipe_format_name(f->st) : "none", ga_enum_name(error));
   }
}

/* Extensions of ES 2.0 that are advertised at ES 3.0 keep their formats. */
static void es2_extensions_at_es30(void **state)
{
   CONTEXT;
   GLenum error;
   const char *why;
   assert_non_null(ga_format_teximage(ctx, GL_RGBA, GL_RGBA, GL_FLOAT, &error, &why));
   assert_non_null(ga_format_teximage(ctx, GL_LUMINANCE, GL_LUMINANCE, GL_HALF_FLOAT_OES, &error, &why));
   assert_non_null(ga_format_teximage(ctx, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &error, &why));
   GLuint tex;
   static const uint8_t pixels[4 * 4 * 4 * 4] = { 1 };
   GL(GenTextures, 1, &tex);
   GL(BindTexture, GL_TEXTURE_3D, tex);
   GL(TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   GL(TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 3, 4, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(texel(ctx, tex, 0, 0, 3, 0, 0)[0], 1);
   GL(TexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 3, 4, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_INVALID_VALUE);
   GL(TexImage3D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DeleteTextures, 1, &tex);
}

int main(void)
{
#define GL45(name) cmocka_unit_test_setup_teardown(name, setup_gl45, teardown)
   const struct CMUnitTest tests[] = {
      GL45(named_textures), GL45(named_texture_errors), GL45(named_mipmaps), GL45(targets_without_texels), GL45(named_framebuffers), GL45(renderbuffer_formats), GL45(format_classes),
      cmocka_unit_test_setup_teardown(es2_extensions_at_es30, setup_es30, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

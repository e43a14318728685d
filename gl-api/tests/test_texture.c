/* Textures on the recording pipe: names, parameters, the errors of every image command as rows, completeness, where texels
 * end up, and what a draw is given to sample. */
#include "ga_test_texel.h"

#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/derive/ga_texture_draw.h"

/* Everything about a texture that an error may not change. */
static size_t texture_size_B(const struct ga_texture *tex)
{
   return sizeof *tex + tex->traits->faces * GA_MAX_TEXTURE_LEVELS * sizeof tex->image[0];
}

static void test_names(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   GLuint names[2] = { 0 };
   GL(GenTextures, -1, names);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GenTextures, 2, names);
   assert_true(names[0] && names[1] && names[0] != names[1]);
   assert_false(GL(IsTexture, names[0])); /* not before the first bind */
   GL(BindTexture, GL_TEXTURE_2D, names[0]);
   assert_true(GL(IsTexture, names[0]));
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, names[0]);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BindTexture, GL_TEXTURE_2D_ARRAY, names[1]);
   assert_gl_error(GL_INVALID_ENUM);
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, 4000); /* ES 2.0: names need not be generated */
   assert_gl_error(GL_NO_ERROR);
   GL(ActiveTexture, GL_TEXTURE0 + ctx->limits.max_combined_texture_units);
   assert_gl_error(GL_INVALID_ENUM);
   GL(ActiveTexture, GL_TEXTURE5);
   GL(BindTexture, GL_TEXTURE_2D, names[0]);
   const GLuint gone[3] = { names[0], 0, 12345 };
   GL(DeleteTextures, 3, gone);
   assert_gl_error(GL_NO_ERROR);
   assert_false(GL(IsTexture, names[0]));
   assert_ptr_equal(ctx->unit[5].bound[GA_TEX_2D], ctx->default_texture[GA_TEX_2D]);
   assert_ptr_equal(ctx->unit[0].bound[GA_TEX_2D], ctx->default_texture[GA_TEX_2D]);
   GL(DeleteTextures, -1, gone);
   assert_gl_error(GL_INVALID_VALUE);
}

static void test_parameters(void **state)
{
   static const struct { GLenum target, pname; GLint value; GLenum error; } calls[] = {
      { GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST, 0 },
      { GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST, 0 },
      { GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT, 0 },
      { GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE, 0 },
      { GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_NEAREST, GL_INVALID_ENUM },
      { GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_REPEAT, GL_INVALID_ENUM },
      { GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP, GL_INVALID_ENUM },
      { GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, -1, GL_INVALID_ENUM },
      { GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT, 0 },
      { GL_TEXTURE_3D, GL_TEXTURE_WRAP_R, GL_CLAMP, GL_INVALID_ENUM },
      { GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 3, GL_INVALID_ENUM },
      { GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3, GL_NO_ERROR }, /* APPLE_texture_max_level */
      { GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1, GL_INVALID_VALUE },
      { GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_WRAP_S, GL_REPEAT, GL_INVALID_ENUM },
      { GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_REPEAT, GL_INVALID_ENUM },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLint i;
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &i);
   assert_int_equal(i, GL_NEAREST_MIPMAP_LINEAR);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, &i);
   assert_int_equal(i, GL_REPEAT);
   for (unsigned k = 0; k < sizeof calls / sizeof calls[0]; k++) {
      GLfloat f = (GLfloat)calls[k].value;
      GL(TexParameteri, calls[k].target, calls[k].pname, calls[k].value);
      assert_gl_error(calls[k].error);
      GL(TexParameterfv, calls[k].target, calls[k].pname, &f);
      assert_gl_error(calls[k].error);
      if (calls[k].error)
         continue;
      GL(GetTexParameteriv, calls[k].target, calls[k].pname, &i);
      assert_int_equal(i, calls[k].value);
      GL(GetTexParameterfv, calls[k].target, calls[k].pname, &f);
      assert_true(f == (GLfloat)calls[k].value);
   }
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_LEVELS, &i);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TexParameterf, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, 1e30f);
   assert_gl_error(GL_INVALID_ENUM);
   const struct pipe_sampler_state *s = &bound(ctx, GA_TEX_2D)->params.pipe;
   assert_true(s->min_filter == PIPE_TEX_FILTER_LINEAR && s->mip_filter == PIPE_TEX_MIPFILTER_NEAREST &&
               s->mag_filter == PIPE_TEX_FILTER_NEAREST && s->wrap_s == PIPE_TEX_WRAP_MIRROR_REPEAT && s->wrap_t == PIPE_TEX_WRAP_REPEAT);
}

static void test_teximage_errors(void **state)
{
   enum { RGBA = GL_RGBA, UB = GL_UNSIGNED_BYTE, D2 = GL_TEXTURE_2D, PX = GL_TEXTURE_CUBE_MAP_POSITIVE_X };
   static const struct { GLenum target; GLint level; GLint internal; GLsizei w, h; GLint border; GLenum format, type, error; }
   calls[] = {
      { D2, 0, RGBA, 4, 4, 0, RGBA, UB, 0 },
      { D2, 0, RGBA, 0, 0, 0, RGBA, UB, 0 },
      { D2, 14, RGBA, 1, 1, 0, RGBA, UB, 0 },
      { PX + 5, 0, RGBA, 4, 4, 0, RGBA, UB, 0 },
      { D2, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 0 },
      { GL_TEXTURE_CUBE_MAP, 0, RGBA, 4, 4, 0, RGBA, UB, GL_INVALID_ENUM },
      { GL_TEXTURE_3D, 0, RGBA, 4, 4, 0, RGBA, UB, GL_INVALID_ENUM },
      { PX + 6, 0, RGBA, 4, 4, 0, RGBA, UB, GL_INVALID_ENUM },
      { D2, -1, RGBA, 4, 4, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 15, RGBA, 1, 1, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, RGBA, -1, 4, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, RGBA, 4, -1, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, RGBA, 16385, 1, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 14, RGBA, 2, 1, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, RGBA, 4, 4, 1, RGBA, UB, GL_INVALID_VALUE },
      { PX, 0, RGBA, 4, 8, 0, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, GL_R32F, 4, 4, 0, RGBA, GL_FLOAT, GL_INVALID_VALUE }, /* needs ES 3.0 */
      { D2, 0, GL_RGBA8, 4, 4, 0, GL_RGB, UB, GL_INVALID_OPERATION },
      { D2, 0, GL_RGBA8, 4, 4, 0, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_INVALID_OPERATION },
      { D2, 0, GL_BGRA, 4, 4, 0, GL_BGRA, GL_FLOAT, GL_INVALID_OPERATION },
      { D2, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, GL_INVALID_OPERATION },
      { D2, 0, RGBA, 4, 4, 0, 0x1234, UB, GL_INVALID_ENUM },
      { D2, 0, RGBA, 4, 4, 0, RGBA, GL_INT, GL_INVALID_OPERATION },
      { D2, 0, RGBA, 4, 4, 0, RGBA, 0, GL_INVALID_ENUM },
      { D2, 0, RGBA, 4, 4, 0, GL_RGB, UB, GL_INVALID_OPERATION },
      { D2, 0, RGBA, 4, 4, 0, RGBA, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION },
      { PX, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 0 },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      size_t size_B = texture_size_B(bound(ctx, GA_TEX_2D));
      void *before = malloc(size_B);
      memcpy(before, bound(ctx, GA_TEX_2D), size_B);
      GL(TexImage2D, calls[i].target, calls[i].level, calls[i].internal, calls[i].w, calls[i].h, calls[i].border,
         calls[i].format, calls[i].type, NULL);
      GLenum error = ga_GetError(ctx);
      if (error != calls[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
      if (error) /* nothing changed */
         assert_memory_equal(before, bound(ctx, GA_TEX_2D), size_B);
      free(before);
   }
}

static void test_subimage_errors(void **state)
{
   enum { RGBA = GL_RGBA, UB = GL_UNSIGNED_BYTE, D2 = GL_TEXTURE_2D };
   static const struct { GLenum target; GLint level, x, y; GLsizei w, h; GLenum format, type, error; } calls[] = {
      { D2, 0, 0, 0, 8, 4, RGBA, UB, 0 },
      { D2, 0, 8, 4, 0, 0, RGBA, UB, 0 },
      { D2, 0, 1, 1, 2, 2, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 0 }, /* another type is converted */
      { GL_TEXTURE_CUBE_MAP, 0, 0, 0, 1, 1, RGBA, UB, GL_INVALID_ENUM },
      { D2, -1, 0, 0, 1, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 20, 0, 0, 1, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, -1, 0, 1, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, 0, 0, 9, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, 7, 3, 1, 2, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, 0x7fffffff, 0, 0x7fffffff, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 0, 0, 0, -1, 1, RGBA, UB, GL_INVALID_VALUE },
      { D2, 3, 0, 0, 1, 1, RGBA, UB, GL_INVALID_OPERATION }, /* no such image */
      { D2, 0, 0, 0, 1, 1, GL_RGB, UB, GL_INVALID_OPERATION },
      { D2, 0, 0, 0, 1, 1, RGBA, GL_UNSIGNED_SHORT_5_6_5, GL_INVALID_OPERATION },
      { D2, 0, 0, 0, 1, 1, 0x1234, UB, GL_INVALID_ENUM },
      { D2, 0, 0, 0, 1, 1, RGBA, GL_FLOAT, 0 },
      { D2, 0, 0, 0, 1, 1, GL_BGRA, GL_FLOAT, GL_INVALID_OPERATION },
      { D2, 0, 0, 0, 1, 1, RGBA, GL_INT, GL_INVALID_OPERATION },
      { D2, 0, 0, 0, 1, 1, RGBA, GL_RGBA, GL_INVALID_ENUM },
      { D2, 1, 0, 0, 4, 4, GL_RGB, UB, GL_INVALID_OPERATION }, /* ETC1 */
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const uint8_t data[8 * 8 * 4];
   GL(TexImage2D, D2, 0, RGBA, 8, 4, 0, RGBA, UB, NULL);
   GL(CompressedTexImage2D, D2, 1, GL_ETC1_RGB8_OES, 4, 4, 0, 8, data);
   assert_gl_error(GL_NO_ERROR);
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      GL(TexSubImage2D, calls[i].target, calls[i].level, calls[i].x, calls[i].y, calls[i].w, calls[i].h, calls[i].format,
         calls[i].type, data);
      GLenum error = ga_GetError(ctx);
      if (error != calls[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
   }
}

static void test_compressed_errors(void **state)
{
   enum { D2 = GL_TEXTURE_2D, ETC = GL_ETC1_RGB8_OES };
   static const struct { GLenum target; GLint level; GLenum internal; GLsizei w, h; GLint border; GLsizei size; GLenum error; }
   calls[] = {
      { D2, 0, ETC, 8, 4, 0, 16, 0 },
      { D2, 0, ETC, 5, 5, 0, 32, 0 },
      { D2, 0, ETC, 0, 0, 0, 0, 0 },
      { D2, 0, ETC, 8, 4, 0, 15, GL_INVALID_VALUE },
      { D2, 0, ETC, 8, 4, 0, -1, GL_INVALID_VALUE },
      { D2, 0, ETC, 8, 4, 1, 16, GL_INVALID_VALUE },
      { D2, 0, ETC, -8, 4, 0, 16, GL_INVALID_VALUE },
      { D2, -1, ETC, 8, 4, 0, 16, GL_INVALID_VALUE },
      { D2, 0, GL_RGBA, 8, 4, 0, 16, GL_INVALID_ENUM },
      { D2, 0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, 4, 0, 16, 0 },
      { D2, 0, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, 4, 0, 32, GL_INVALID_VALUE },
      { D2, 0, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 9, 3, 0, 48, 0 },
      { D2, 0, GL_COMPRESSED_RGBA_BPTC_UNORM_ARB, 8, 4, 0, 32, GL_INVALID_ENUM },
      { GL_TEXTURE_3D, 0, ETC, 8, 4, 0, 16, GL_INVALID_ENUM },
      { GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, ETC, 8, 4, 0, 16, GL_INVALID_VALUE },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   static const uint8_t data[64];
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      GL(CompressedTexImage2D, calls[i].target, calls[i].level, calls[i].internal, calls[i].w, calls[i].h, calls[i].border,
         calls[i].size, data);
      GLenum error = ga_GetError(ctx);
      if (error != calls[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
   }
   GL(CompressedTexImage2D, D2, 0, ETC, 8, 4, 0, 16, data);
   GL(CompressedTexSubImage2D, D2, 0, 4, 0, 4, 4, ETC, 8, data); /* EXT_compressed_ETC1_RGB8_sub_texture */
   assert_gl_error(GL_NO_ERROR);
   GL(CompressedTexSubImage2D, D2, 0, 2, 0, 4, 4, ETC, 8, data);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(CompressedTexSubImage2D, D2, 0, 0, 0, 4, 4, GL_RGB, 8, data);
   assert_gl_error(GL_INVALID_ENUM);
   GL(CompressedTexSubImage2D, D2, 0, 0, 0, 4, 4, GL_NEAREST, 8, data);
   assert_gl_error(GL_INVALID_ENUM);
   GL(CompressedTexSubImage2D, D2, 0, 8, 0, 4, 4, ETC, 8, data);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GenerateMipmap, D2);
   assert_gl_error(GL_INVALID_OPERATION);
   /* Decoded: base colour 0 with +2 for index 0. */
   assert_memory_equal(texel(ctx, bound(ctx, GA_TEX_2D), 0, 0, 7, 3), ((uint8_t[4]){ 2, 2, 2, 255 }), 4);
   GL(CopyTexSubImage2D, D2, 0, 0, 0, 0, 0, 4, 4);
   assert_gl_error(GL_INVALID_OPERATION);
}

/* What is stored for each format, with unpack parameters in the way. */
static void test_upload(void **state)
{
   static const struct { GLenum format, type; uint8_t in[4], out[4]; } calls[] = {
      { GL_RGBA, GL_UNSIGNED_BYTE, { 1, 2, 3, 4 }, { 1, 2, 3, 4 } },
      { GL_RGB, GL_UNSIGNED_BYTE, { 1, 2, 3 }, { 1, 2, 3, 255 } },
      { GL_BGRA, GL_UNSIGNED_BYTE, { 1, 2, 3, 4 }, { 1, 2, 3, 4 } },
      { GL_ALPHA, GL_UNSIGNED_BYTE, { 7 }, { 7 } },
      { GL_LUMINANCE, GL_UNSIGNED_BYTE, { 9 }, { 9 } },
      { GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, { 9, 5 }, { 9, 5 } },
      { GL_RGB, GL_UNSIGNED_SHORT_5_6_5, { 0x34, 0x12 }, { 0x34, 0x12 } },
      { GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, { 0x34, 0x12 }, { 0x34, 0x12 } },
      { GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, { 0x34, 0x12 }, { 0x34, 0x12 } },
      { GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, { 0x34, 0x12 }, { 0x34, 0x12 } },
      { GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, { 0x78, 0x56, 0x34, 0x12 }, { 0x56, 0x34, 0x12 } },
      { GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, { 0x78, 0x56, 0x34, 0x12 }, { 0x56, 0x34, 0x12, 0x78 } },
   };
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GL(PixelStorei, GL_UNPACK_ALIGNMENT, 1);
   GL(PixelStorei, GL_UNPACK_ROW_LENGTH, 7);
   GL(PixelStorei, GL_UNPACK_SKIP_ROWS, 2);
   GL(PixelStorei, GL_UNPACK_SKIP_PIXELS, 3);
   for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
      uint8_t client[7 * 4 * 4];
      unsigned pixel_B = ga_pixel_size_B(calls[i].format, calls[i].type);
      memset(client, 0xee, sizeof client);
      memcpy(client + (3 * 7 + 4) * pixel_B, calls[i].in, pixel_B); /* row 1, column 1 of the image */
      GL(TexImage2D, GL_TEXTURE_2D, 0, calls[i].format, 4, 2, 0, calls[i].format, calls[i].type, client);
      assert_gl_error(GL_NO_ERROR);
      struct ga_texture *tex = bound(ctx, GA_TEX_2D);
      unsigned size_B = pipe_format_block_size_B(tex->image[0].format->st);
      if (calls[i].format == GL_DEPTH_COMPONENT && size_B == 4)
         size_B = 3; /* the rest means nothing */
      if (memcmp(texel(ctx, tex, 0, 0, 1, 1), calls[i].out, size_B))
         fail_msg("row %u (%s)", i, ga_enum_name(calls[i].format));
   }
}

static void test_fallback_storage(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   t->screen->refused[PIPE_FORMAT_A4B4G4R4_UNORM / 64] |= 1ull << (PIPE_FORMAT_A4B4G4R4_UNORM % 64);
   t->screen->refused[PIPE_FORMAT_B4G4R4A4_UNORM / 64] |= 1ull << (PIPE_FORMAT_B4G4R4A4_UNORM % 64);
   const uint16_t pixel = 0xf821;
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, &pixel);
   assert_memory_equal(texel(ctx, bound(ctx, GA_TEX_2D), 0, 0, 0, 0), ((uint8_t[4]){ 255, 136, 34, 17 }), 4);
}

static void level(struct ga_context *ctx, GLenum target, GLint level, GLsizei w, GLsizei h, GLenum format, uint8_t value)
{
   uint8_t *data = malloc((size_t)w * h * 4 + 1);
   memset(data, value, (size_t)w * h * 4 + 1);
   GL(TexImage2D, target, level, format, w, h, 0, format, GL_UNSIGNED_BYTE, data);
   assert_gl_error(GL_NO_ERROR);
   free(data);
}

static void test_completeness(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   struct ga_texture *tex = bound(ctx, GA_TEX_2D), *cube = bound(ctx, GA_TEX_CUBE);
   unsigned last;
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_NO_BASE_IMAGE);
   level(ctx, GL_TEXTURE_2D, 0, 5, 3, GL_RGBA, 0);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_LEVEL_MISSING);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_COMPLETE); /* not a power of two, repeat: OES_texture_npot */
   assert_int_equal(last, 0);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   level(ctx, GL_TEXTURE_2D, 1, 2, 1, GL_RGBA, 0);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_LEVEL_MISSING);
   level(ctx, GL_TEXTURE_2D, 2, 1, 1, GL_RGBA, 0);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_COMPLETE);
   assert_int_equal(last, 2);
   level(ctx, GL_TEXTURE_2D, 1, 3, 1, GL_RGBA, 0);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_LEVEL_MISMATCH);
   level(ctx, GL_TEXTURE_2D, 1, 2, 1, GL_RGB, 0);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_LEVEL_MISMATCH);
   level(ctx, GL_TEXTURE_2D, 1, 2, 1, GL_RGBA, 0);
   const uint16_t pixels[2] = { 0 }; /* same format, other type */
   GL(TexImage2D, GL_TEXTURE_2D, 1, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, pixels);
   assert_int_equal(ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), &last), GA_LEVEL_MISMATCH);

   GL(TexParameteri, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   for (unsigned face = 0; face < 5; face++)
      level(ctx, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, 4, 4, GL_RGB, face);
   assert_int_equal(ga_texture_completeness(cube, ga_min_filter_uses_mipmaps(cube->params.min_filter), &last), GA_FACE_MISSING);
   level(ctx, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 8, 8, GL_RGB, 5);
   assert_int_equal(ga_texture_completeness(cube, ga_min_filter_uses_mipmaps(cube->params.min_filter), &last), GA_FACE_MISMATCH);
   GL(GenerateMipmap, GL_TEXTURE_CUBE_MAP);
   assert_gl_error(GL_INVALID_OPERATION);
   level(ctx, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 4, 4, GL_RGB, 5);
   assert_int_equal(ga_texture_completeness(cube, ga_min_filter_uses_mipmaps(cube->params.min_filter), &last), GA_COMPLETE);
   GL(GenerateMipmap, GL_TEXTURE_CUBE_MAP);
   assert_gl_error(GL_NO_ERROR);
   GL(TexParameteri, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   assert_int_equal(ga_texture_completeness(cube, ga_min_filter_uses_mipmaps(cube->params.min_filter), &last), GA_COMPLETE);
   assert_int_equal(last, 2);
}

/* Levels in any order, of sizes that do not fit the first guess, end up in one resource with their texels. */
static void test_gather(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   struct ga_texture *tex = bound(ctx, GA_TEX_2D);
   level(ctx, GL_TEXTURE_2D, 2, 1, 1, GL_RGBA, 12);
   level(ctx, GL_TEXTURE_2D, 1, 2, 3, GL_RGBA, 11); /* guessed from level 2: 2 x 2 */
   level(ctx, GL_TEXTURE_2D, 0, 5, 7, GL_RGBA, 10);
   pipe_resource_unref(ga_test_finalize(ctx, tex, 2));
   for (unsigned l = 0; l < 3; l++) {
      assert_null(tex->image[l].own);
      assert_int_equal(texel(ctx, tex, 0, l, 0, 0)[0], 10 + l);
   }
   assert_int_equal(tex->miptree->t.width, 5);
   /* The base level becomes larger: the others keep their texels until they are replaced, too. */
   level(ctx, GL_TEXTURE_2D, 0, 16, 16, GL_RGBA, 20);
   assert_int_equal(texel(ctx, tex, 0, 1, 1, 2)[3], 11);
   assert_int_equal(texel(ctx, tex, 0, 0, 15, 15)[0], 20);
   level(ctx, GL_TEXTURE_2D, 1, 8, 8, GL_RGBA, 21);
   assert_null(tex->image[1].own); /* fits the new miptree */
   /* New texels of the same size replace nothing. */
   struct pipe_resource *res = tex->miptree;
   unsigned seqno = tex->storage_seqno;
   level(ctx, GL_TEXTURE_2D, 0, 16, 16, GL_RGBA, 30);
   assert_ptr_equal(tex->miptree, res);
   assert_int_equal(tex->storage_seqno, seqno);
   assert_int_equal(texel(ctx, tex, 0, 0, 3, 3)[2], 30);
}

static void test_mipmap(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   struct ga_texture *tex = bound(ctx, GA_TEX_2D);
   GL(GenerateMipmap, GL_TEXTURE_2D);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GenerateMipmap, GL_TEXTURE_2D_ARRAY);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   level(ctx, GL_TEXTURE_2D, 0, 10, 3, GL_LUMINANCE, 77);
   assert_int_equal(tex->miptree->t.last_level, 0); /* no mipmaps asked for */
   fake_clear_log(ga_test_pipe(ctx));
   GL(GenerateMipmap, GL_TEXTURE_2D);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "generate_mipmap R8_UNORM 0-3 layers 0-0"));
   assert_int_equal(texel(ctx, tex, 0, 0, 9, 2)[0], 77);
   assert_int_equal(tex->image[3].extent.width, 1);
   assert_int_equal(tex->image[1].extent.width, 5);
   assert_int_equal(tex->image[2].extent.height, 1);
   const uint16_t depth[16] = { 0 };
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 4, 4, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, depth);
   GL(GenerateMipmap, GL_TEXTURE_2D);
   assert_gl_error(GL_INVALID_OPERATION);
}

/* ---- EGLImages ---- */

static struct ga_image the_image;
static bool lookup(struct ga_context *ctx, void *handle, struct ga_image *out)
{
   if (handle != &the_image)
      return false;
   *out = the_image;
   pipe_resource_ref(out->resource);
   return true;
}

static void test_egl_image(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   GLuint tex[2];
   const char *why = NULL;
   const uint8_t one[4] = { 1, 2, 3, 4 }, two[4] = { 5, 6, 7, 8 };
   ga_set_image_lookup(lookup);
   GL(GenTextures, 2, tex);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_2D, tex[0], 0, 0, &the_image, &why), GA_IMAGE_BAD_OBJECT);
   GL(BindTexture, GL_TEXTURE_2D, tex[0]);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_2D, tex[0], 0, 0, &the_image, &why), GA_IMAGE_BAD_OBJECT);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, one);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_2D, tex[0], 1, 0, &the_image, &why), GA_IMAGE_BAD_LEVEL);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_CUBE_MAP_POSITIVE_X, tex[0], 0, 0, &the_image, &why),
                    GA_IMAGE_BAD_OBJECT);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_2D, tex[0], 0, 0, &the_image, &why), GA_IMAGE_OK);

   GL(BindTexture, GL_TEXTURE_2D, tex[1]);
   GL(EGLImageTargetTexture2DOES, GL_TEXTURE_CUBE_MAP, &the_image);
   assert_gl_error(GL_INVALID_ENUM);
   GL(EGLImageTargetTexture2DOES, GL_TEXTURE_2D, NULL);
   assert_gl_error(GL_INVALID_VALUE);
   GL(EGLImageTargetTexture2DOES, GL_TEXTURE_2D, &the_image);
   assert_gl_error(GL_NO_ERROR);
   GL(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, two);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(ga_image_from_texture(ctx, GL_TEXTURE_2D, tex[1], 0, 0, &(struct ga_image){ 0 }, &why),
                    GA_IMAGE_BAD_ACCESS);
   GL(BindTexture, GL_TEXTURE_2D, tex[0]); /* one memory */
   assert_memory_equal(texel(ctx, bound(ctx, GA_TEX_2D), 0, 0, 0, 0), two, 4);
   /* Specifying the source anew leaves the image to the others. */
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, one);
   assert_memory_equal(fake_texel(the_image.resource, 0, 0, 0, 0), two, 4);
   assert_memory_equal(texel(ctx, bound(ctx, GA_TEX_2D), 0, 0, 0, 0), one, 4);
   GL(BindTexture, GL_TEXTURE_2D, tex[1]);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, one);
   assert_false(bound(ctx, GA_TEX_2D)->imported);
   assert_memory_equal(fake_texel(the_image.resource, 0, 0, 0, 0), two, 4);

   GL(EGLImageTargetRenderbufferStorageOES, GL_RENDERBUFFER, &the_image);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EGLImageTargetRenderbufferStorageOES, GL_TEXTURE_2D, &the_image);
   assert_gl_error(GL_INVALID_ENUM);
   GLuint rb;
   GL(GenRenderbuffers, 1, &rb);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GL(EGLImageTargetRenderbufferStorageOES, GL_RENDERBUFFER, &the_image);
   assert_gl_error(GL_NO_ERROR);
   assert_ptr_equal(ctx->renderbuffer->resource, the_image.resource);
   pipe_resource_unref(the_image.resource);
   GL(DeleteTextures, 2, tex);
   GL(DeleteRenderbuffers, 1, &rb);
}

/* Every allocation fails once: the error is raised, the texture stays usable. */
static void test_out_of_memory(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   const uint8_t rgb[4 * 4 * 3] = { 0 };
   for (int fail = 0; fail < 4; fail++) {
      t->screen->fail_after = fail;
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, 4 + fail, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL);
      GL(TexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGB, GL_UNSIGNED_BYTE, rgb);
      GL(GenerateMipmap, GL_TEXTURE_2D);
      GL(CopyTexImage2D, GL_TEXTURE_2D, 0, GL_ALPHA, 0, 0, 8, 8, 0);
      t->screen->fail_after = -1;
      GLenum error = ga_GetError(ctx);
      assert_true(error == GL_NO_ERROR || error == GL_OUT_OF_MEMORY || error == GL_INVALID_OPERATION);
      if (fail < 2)
         assert_int_equal(error, GL_OUT_OF_MEMORY);
      GL(TexImage2D, GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, rgb);
      assert_gl_error(GL_NO_ERROR);
   }
}

#define T(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
/* ---- another context, meanwhile ------------------------------------------------------------------------------------------- */

struct meanwhile { struct ga_context *ctx; GLsizei size; GLenum format, type; };

static void redefine_level0(void *data)
{
   static const uint8_t texels[8 * 8 * 4] = { 0 };
   struct meanwhile *m = data;
   struct ga_context *ctx = m->ctx;
   GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)m->format, m->size, m->size, 0, m->format, m->type, texels);
}

/* Another context specifies the base level again while levels are gathered: the texels that are copied, and the levels that are
 * made, are those of the new image. */
static void test_redefined_while_gathered(void **state)
{
   static const struct { GLsizei size; GLenum format, type; unsigned last; } rows[] = {
      { 4, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2 }, { 8, GL_RGBA, GL_UNSIGNED_BYTE, 3 }, { 0, GL_RGBA, GL_UNSIGNED_BYTE, 0 },
   };
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx, *other = ga_test_context(t, t->ctx);
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GLuint name;
      GL(GenTextures, 1, &name);
      GL(BindTexture, GL_TEXTURE_2D, name);
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      other->dispatch->BindTexture(other, GL_TEXTURE_2D, name);
      struct ga_texture *tex = bound(ctx, GA_TEX_2D);
      level(ctx, GL_TEXTURE_2D, 0, 4, 4, GL_RGBA, 10); /* without a mipmap filter: no room for more levels */
      struct meanwhile m = { other, rows[i].size, rows[i].format, rows[i].type };
      t->screen->on_create_data = &m;
      t->screen->on_create = redefine_level0;
      GL(GenerateMipmap, GL_TEXTURE_2D);
      assert_null(t->screen->on_create);
      assert_gl_error(GL_NO_ERROR);
      GA_HELD_IMAGE struct ga_image_info base = { 0 };
      assert_true(ga_teximage_get(tex, 0, 0, &base));
      assert_int_equal(base.extent.width, rows[i].size);
      assert_int_equal(base.internal_format, rows[i].format);
      for (unsigned l = 1; rows[i].size && l <= rows[i].last; l++) {
         GA_HELD_IMAGE struct ga_image_info image = { 0 };
         assert_true(ga_teximage_get(tex, 0, l, &image));
         assert_ptr_equal(image.format, base.format);
         assert_ptr_equal(image.resource, base.resource);
         assert_int_equal(image.extent.width, rows[i].size >> l);
      }
      if (rows[i].size)
         assert_int_equal(texel(ctx, tex, 0, 0, 1, 1)[0], 0);
   }
   ga_context_destroy(other);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      T(test_names), T(test_parameters), T(test_teximage_errors), T(test_subimage_errors), T(test_compressed_errors),
      T(test_upload), T(test_fallback_storage), T(test_completeness), T(test_gather), T(test_mipmap),
      T(test_egl_image), T(test_out_of_memory), T(test_redefined_while_gathered),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

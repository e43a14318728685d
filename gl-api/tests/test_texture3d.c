/* Commands on 3D and array images: their errors as rows, which change nothing (ES 3.0, 3.8.3 to 3.8.6, 3.8.5 and 4.4.2; OES_texture_3D),
 * and where texels end up. */
#include "ga_test.h"

#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

enum { T3 = GL_TEXTURE_3D, A2 = GL_TEXTURE_2D_ARRAY, RGBA = GL_RGBA, UB = GL_UNSIGNED_BYTE, DEPTH = GL_DEPTH_COMPONENT,
       DXT1 = GL_COMPRESSED_RGBA_S3TC_DXT1_EXT };

static int setup_es30(void **state)
{
   int result = ga_test_setup(state);
   struct ga_test *t = *state;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(t->ctx);
   t->ctx = ga_test_forced_context(t, NULL, GA_API_ES2, "es30");
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   return result;
}

static struct ga_texture *bound(struct ga_context *ctx, enum ga_texture_target target)
{
   return ctx->unit[ctx->active_unit].bound[target];
}

static const enum ga_texture_target kinds[] = { GA_TEX_2D, GA_TEX_3D, GA_TEX_2D_ARRAY, GA_TEX_CUBE };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static size_t texture_size_B(const struct ga_texture *tex)
{
   return sizeof *tex + tex->traits->faces * GA_MAX_TEXTURE_LEVELS * sizeof tex->image[0];
}

struct snapshot { void *texture[KINDS]; struct ga_fbo fbo; };

static void take(struct ga_context *ctx, struct snapshot *s)
{
   for (unsigned i = 0; i < KINDS; i++) {
      const struct ga_texture *tex = bound(ctx, kinds[i]);
      s->texture[i] = malloc(texture_size_B(tex));
      memcpy(s->texture[i], tex, texture_size_B(tex));
   }
   s->fbo = *ctx->draw_fbo;
}

/* Calls glName and checks its error; an error changes neither a bound texture nor the framebuffer. */
#define ROW(error, name, ...)                                                                    \
   do {                                                                                          \
      struct snapshot before_;                                                                   \
      take(ctx, &before_);                                                                       \
      GL(name, __VA_ARGS__);                                                                     \
      check_row(ctx, &before_, GL_##error, "gl" #name "(" #__VA_ARGS__ ")", __LINE__);           \
   } while (0)

static void check_row(struct ga_context *ctx, struct snapshot *before, GLenum expected, const char *call, int line)
{
   GLenum error = ga_GetError(ctx);
   bool same = !memcmp(&before->fbo, ctx->draw_fbo, sizeof before->fbo);
   for (unsigned i = 0; i < KINDS; i++) {
      same &= !memcmp(before->texture[i], bound(ctx, kinds[i]), texture_size_B(bound(ctx, kinds[i])));
      free(before->texture[i]);
   }
   if (error != expected)
      print_error("%s raised %s, not %s\n", call, ga_enum_name(error), ga_enum_name(expected));
   if (expected && !same)
      print_error("%s changed state\n", call);
   if (error != expected || (expected && !same))
      _fail(__FILE__, line);
}

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static void tex_image(void **state)
{
   CONTEXT;
   ROW(NO_ERROR, TexImage3D, T3, 0, GL_RGBA8, 4, 3, 5, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, T3, 0, RGBA, 0, 0, 0, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, T3, 11, RGBA, 1, 1, 1, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, T3, 0, RGBA, 2048, 1, 1, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, A2, 14, RGBA, 1, 1, 2048, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, A2, 0, RGBA, 16384, 1, 2, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, TexImage3D, A2, 0, DEPTH, 4, 4, 3, 0, DEPTH, GL_UNSIGNED_SHORT, NULL);
   ROW(INVALID_ENUM, TexImage3D, GL_TEXTURE_2D, 0, RGBA, 4, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_ENUM, TexImage3D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, RGBA, 4, 4, 1, 0, RGBA, UB, NULL);
   ROW(INVALID_ENUM, TexImage3D, GL_TEXTURE_CUBE_MAP, 0, RGBA, 4, 4, 6, 0, RGBA, UB, NULL);
   ROW(INVALID_ENUM, TexImage3D, GL_TEXTURE_CUBE_MAP_ARRAY, 0, RGBA, 4, 4, 6, 0, RGBA, UB, NULL);
   ROW(INVALID_ENUM, TexImage3D, 0, 0, RGBA, 4, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_ENUM, TexImage2D, T3, 0, RGBA, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, -1, RGBA, 4, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 12, RGBA, 1, 1, 1, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, A2, 15, RGBA, 1, 1, 1, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, -1, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 4, -1, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 4, 4, -1, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 2049, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 4, 2049, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 4, 4, 2049, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 1, RGBA, 4, 4, 1025, 0, RGBA, UB, NULL); /* depth shrinks with the level */
   ROW(INVALID_VALUE, TexImage3D, A2, 0, RGBA, 16385, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, A2, 1, RGBA, 4, 4, 2049, 0, RGBA, UB, NULL); /* layers do not */
   ROW(INVALID_VALUE, TexImage3D, T3, 0, RGBA, 4, 4, 4, 1, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, T3, 0, 0x1234, 4, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_VALUE, TexImage3D, A2, 0, DXT1, 4, 4, 4, 0, RGBA, UB, NULL); /* glTexImage2D alone compresses */
   ROW(INVALID_ENUM, TexImage3D, T3, 0, RGBA, 4, 4, 4, 0, 0x1234, UB, NULL);
   ROW(INVALID_ENUM, TexImage3D, T3, 0, RGBA, 4, 4, 4, 0, RGBA, 0x1234, NULL);
   ROW(INVALID_OPERATION, TexImage3D, T3, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGB, UB, NULL);
   ROW(INVALID_OPERATION, TexImage3D, T3, 0, DEPTH, 4, 4, 4, 0, DEPTH, GL_UNSIGNED_SHORT, NULL);
   ROW(INVALID_OPERATION, TexImage3D, T3, 0, GL_DEPTH_STENCIL, 4, 4, 4, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, NULL);
}

static void tex_sub_image(void **state)
{
   CONTEXT;
   static const uint8_t data[8 * 4 * 6 * 4];
   GL(TexImage3D, T3, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   GL(TexImage3D, A2, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   GL(CompressedTexImage3D, A2, 1, DXT1, 4, 4, 6, 0, 48, data);
   for (unsigned i = 0; i < 2; i++) {
      GLenum target = i ? A2 : T3;
      ROW(NO_ERROR, TexSubImage3D, target, 0, 0, 0, 0, 8, 4, 6, RGBA, UB, data);
      ROW(NO_ERROR, TexSubImage3D, target, 0, 7, 3, 5, 1, 1, 1, RGBA, UB, data);
      ROW(NO_ERROR, TexSubImage3D, target, 0, 8, 4, 6, 0, 0, 0, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, -1, 0, 0, 0, 1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 15, 0, 0, 0, 1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, -1, 0, 0, 1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, -1, 0, 1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, -1, 1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 1, 0, 0, 8, 4, 6, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 1, 0, 8, 4, 6, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, 1, 8, 4, 6, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, 0x7fffffff, 1, 1, 0x7fffffff, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, 0, -1, 1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, 0, 1, -1, 1, RGBA, UB, data);
      ROW(INVALID_VALUE, TexSubImage3D, target, 0, 0, 0, 0, 1, 1, -1, RGBA, UB, data);
      ROW(INVALID_OPERATION, TexSubImage3D, target, 2, 0, 0, 0, 1, 1, 1, RGBA, UB, data); /* no image */
      ROW(INVALID_OPERATION, TexSubImage3D, target, 0, 0, 0, 0, 1, 1, 1, GL_RGB, UB, data);
      ROW(INVALID_ENUM, TexSubImage3D, target, 0, 0, 0, 0, 1, 1, 1, 0x1234, UB, data);
      ROW(INVALID_ENUM, TexSubImage3D, target, 0, 0, 0, 0, 1, 1, 1, RGBA, 0x1234, data);
   }
   ROW(INVALID_VALUE, TexSubImage3D, A2, 2, 0, 0, 0, 1, 1, -1, RGBA, UB, data); /* a size comes before the missing image */
   ROW(INVALID_ENUM, TexSubImage3D, GL_TEXTURE_2D, 0, 0, 0, 0, 1, 1, 1, RGBA, UB, data);
   ROW(INVALID_OPERATION, TexSubImage3D, A2, 1, 0, 0, 0, 4, 4, 1, RGBA, UB, data); /* compressed */
}

static void generate_mipmap(void **state)
{
   CONTEXT;
   static const struct { GLint internal; GLenum format, type, error; } rows[] = {
      { GL_RGBA, RGBA, UB, 0 }, { GL_LUMINANCE, GL_LUMINANCE, UB, 0 }, { GL_RGBA8, RGBA, UB, 0 },
      { GL_SRGB8_ALPHA8, RGBA, UB, 0 }, { GL_RGBA8_SNORM, RGBA, GL_BYTE, 0 }, /* EXT_render_snorm */
      { GL_SRGB8, GL_RGB, UB, GL_INVALID_OPERATION },                    /* not renderable */
      { GL_RGB9_E5, GL_RGB, GL_FLOAT, GL_INVALID_OPERATION },            /* nor this */
      { GL_RGB8_SNORM, GL_RGB, GL_BYTE, GL_INVALID_OPERATION },          /* nor this */
      { GL_RGBA8UI, GL_RGBA_INTEGER, UB, GL_INVALID_OPERATION },         /* not filterable */
      { GL_DEPTH_COMPONENT16, DEPTH, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(TexImage3D, A2, 0, rows[i].internal, 4, 4, 3, 0, rows[i].format, rows[i].type, NULL);
      assert_gl_error(GL_NO_ERROR);
      GL(GenerateMipmap, A2);
      GLenum error = ga_GetError(ctx);
      if (error != rows[i].error)
         fail_msg("row %u: %s", i, ga_enum_name(error));
      if (!error) {
         assert_true(bound(ctx, GA_TEX_2D_ARRAY)->image[2].extent.layers == 3);
         assert_true(bound(ctx, GA_TEX_2D_ARRAY)->image[2].extent.width == 1);
      }
   }
   ROW(INVALID_ENUM, GenerateMipmap, GL_TEXTURE_CUBE_MAP_POSITIVE_X);
   GL(TexImage3D, T3, 0, GL_RGBA8, 4, 2, 8, 0, RGBA, UB, NULL);
   ROW(NO_ERROR, GenerateMipmap, T3);
   const struct ga_teximage *image = ga_teximage_at(bound(ctx, GA_TEX_3D), 0, 3);
   assert_true(image->extent.width == 1 && image->extent.height == 1 && image->extent.depth == 1);
   assert_int_equal(ga_teximage_at(bound(ctx, GA_TEX_3D), 0, 1)->extent.depth, 4);
}

static void copy_tex_sub_image(void **state)
{
   CONTEXT;
   GL(TexImage3D, T3, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   GL(TexImage3D, A2, 0, DEPTH, 8, 4, 6, 0, DEPTH, GL_UNSIGNED_SHORT, NULL);
   ROW(NO_ERROR, CopyTexSubImage3D, T3, 0, 0, 0, 5, 0, 0, 8, 4);
   ROW(NO_ERROR, CopyTexSubImage3D, T3, 0, 8, 4, 5, 0, 0, 0, 0);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 0, 0, 0, 6, 0, 0, 8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 0, 0, 0, -1, 0, 0, 8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 0, 1, 0, 0, 0, 0, 8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 0, 0, -1, 0, 0, 0, 8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 0, 0, 0, 0, 0, 0, -8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, -1, 0, 0, 0, 0, 0, 8, 4);
   ROW(INVALID_VALUE, CopyTexSubImage3D, T3, 12, 0, 0, 0, 0, 0, 8, 4);
   ROW(INVALID_OPERATION, CopyTexSubImage3D, T3, 1, 0, 0, 0, 0, 0, 1, 1);
   ROW(INVALID_ENUM, CopyTexSubImage3D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 0, 8, 4);
   ROW(INVALID_OPERATION, CopyTexSubImage3D, A2, 0, 0, 0, 0, 0, 0, 8, 4); /* depth */
}

static void compressed_images(void **state)
{
   CONTEXT;
   static const uint8_t data[8 * 4 * 6];
   ROW(NO_ERROR, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 0, 48, data);
   ROW(NO_ERROR, CompressedTexImage3D, A2, 0, DXT1, 5, 7, 3, 0, 96, data);
   ROW(INVALID_ENUM, CompressedTexImage3D, GL_TEXTURE_2D, 0, DXT1, 8, 4, 1, 0, 16, data);
   ROW(INVALID_ENUM, CompressedTexImage3D, A2, 0, GL_RGBA8, 8, 4, 3, 0, 48, data);
   ROW(INVALID_OPERATION, CompressedTexImage3D, T3, 0, DXT1, 8, 4, 3, 0, 48, data);
   ROW(INVALID_OPERATION, CompressedTexImage3D, A2, 0, GL_ETC1_RGB8_OES, 8, 4, 3, 0, 48, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 0, 47, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 0, 16, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 0, -1, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 1, 48, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, -3, 0, 48, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 0, DXT1, 8, 4, 2049, 0, 48, data);
   ROW(INVALID_VALUE, CompressedTexImage3D, A2, 15, DXT1, 1, 1, 1, 0, 8, data);

   GL(CompressedTexImage3D, A2, 0, DXT1, 8, 4, 3, 0, 48, data);
   ROW(NO_ERROR, CompressedTexSubImage3D, A2, 0, 4, 0, 1, 4, 4, 2, DXT1, 16, data);
   ROW(INVALID_ENUM, CompressedTexSubImage3D, GL_TEXTURE_2D, 0, 4, 0, 1, 4, 4, 2, DXT1, 16, data);
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, A2, 0, 4, 0, 1, 4, 4, 2, RGBA, 16, data);
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, A2, 0, 4, 0, 1, 4, 4, 2, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 16, data);
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 99, DXT1, 8, data);
   ROW(NO_ERROR, TexImage3D, GL_TEXTURE_3D, 0, GL_RGBA8, 2, 2, 2, 0, RGBA, GL_UNSIGNED_BYTE, data);
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, GL_TEXTURE_3D, 0, 0, 0, 0, 18, 18, 1, GL_COMPRESSED_RGBA8_ETC2_EAC, 400, NULL);
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, A2, 0, 2, 0, 1, 4, 4, 2, DXT1, 16, data); /* cuts blocks */
   ROW(INVALID_OPERATION, CompressedTexSubImage3D, A2, 1, 0, 0, 0, 4, 4, 1, DXT1, 8, data);
   ROW(INVALID_VALUE, CompressedTexSubImage3D, A2, 0, 4, 0, 2, 4, 4, 2, DXT1, 16, data);
   ROW(INVALID_VALUE, CompressedTexSubImage3D, A2, 0, 4, 0, -1, 4, 4, 2, DXT1, 16, data);
   ROW(INVALID_VALUE, CompressedTexSubImage3D, A2, 0, 4, 0, 1, 4, 4, 2, DXT1, 8, data);
   ROW(INVALID_VALUE, CompressedTexSubImage3D, A2, -1, 4, 0, 1, 4, 4, 2, DXT1, 16, data);
}

static void storage(void **state)
{
   CONTEXT;
   GLuint name[3];
   GLint v;
   static const uint8_t data[4 * 4 * 4];
   ROW(INVALID_OPERATION, TexStorage3D, T3, 1, GL_RGBA8, 4, 4, 4); /* texture 0 */
   GL(GenTextures, 3, name);
   GL(BindTexture, T3, name[0]);
   GL(BindTexture, A2, name[1]);
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, name[2]);
   ROW(INVALID_ENUM, TexStorage3D, GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, T3, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 1, GL_RGBA8, 4, 4);
   ROW(INVALID_ENUM, TexStorage3D, T3, 1, GL_RGBA, 4, 4, 4);
   ROW(INVALID_ENUM, TexStorage3D, T3, 1, 0x1234, 4, 4, 4);
   ROW(INVALID_VALUE, TexStorage3D, T3, 0, GL_RGBA8, 4, 4, 4);
   ROW(INVALID_VALUE, TexStorage3D, T3, 1, GL_RGBA8, 0, 4, 4);
   ROW(INVALID_VALUE, TexStorage3D, T3, 1, GL_RGBA8, 4, 0, 4);
   ROW(INVALID_VALUE, TexStorage3D, T3, 1, GL_RGBA8, 4, 4, 0);
   ROW(INVALID_VALUE, TexStorage3D, T3, 1, GL_RGBA8, 4, 4, 2049);
   ROW(INVALID_VALUE, TexStorage3D, A2, 1, GL_RGBA8, 4, 4, 2049);
   ROW(INVALID_VALUE, TexStorage2D, GL_TEXTURE_CUBE_MAP, 1, GL_RGBA8, 4, 5);
   ROW(INVALID_OPERATION, TexStorage3D, T3, 5, GL_RGBA8, 4, 4, 8);
   ROW(INVALID_OPERATION, TexStorage3D, A2, 4, GL_RGBA8, 4, 4, 8); /* layers make no levels */
   ROW(INVALID_OPERATION, TexStorage3D, T3, 1, GL_DEPTH_COMPONENT16, 4, 4, 4);
   ROW(INVALID_OPERATION, TexStorage3D, T3, 1, DXT1, 4, 4, 4);
   GL(GetTexParameteriv, T3, GL_TEXTURE_IMMUTABLE_FORMAT, &v);
   assert_int_equal(v, GL_FALSE);
   ROW(NO_ERROR, TexStorage3D, T3, 4, GL_RGBA8, 4, 4, 8);
   ROW(NO_ERROR, TexStorage3D, A2, 3, GL_RGBA8, 4, 4, 8);
   GL(GetTexParameteriv, T3, GL_TEXTURE_IMMUTABLE_FORMAT, &v);
   assert_int_equal(v, GL_TRUE);
   GL(GetTexParameteriv, T3, GL_TEXTURE_IMMUTABLE_LEVELS, &v);
   assert_int_equal(v, 4);
   /* The storage stays what it is. */
   ROW(INVALID_OPERATION, TexStorage3D, T3, 4, GL_RGBA8, 4, 4, 8);
   ROW(INVALID_OPERATION, TexImage3D, T3, 0, GL_RGBA8, 4, 4, 8, 0, RGBA, UB, NULL);
   ROW(INVALID_OPERATION, CompressedTexImage3D, A2, 0, DXT1, 4, 4, 8, 0, 64, data);
   ROW(NO_ERROR, TexSubImage3D, T3, 3, 0, 0, 0, 1, 1, 1, RGBA, UB, data);
   ROW(INVALID_OPERATION, TexSubImage3D, T3, 4, 0, 0, 0, 1, 1, 1, RGBA, UB, data);
   GL(DeleteTextures, 3, name);
}

static void framebuffer_layers(void **state)
{
   CONTEXT;
   enum { FB = GL_FRAMEBUFFER, C0 = GL_COLOR_ATTACHMENT0 };
   GLuint fbo, name[4];
   GLint v;
   GL(GenTextures, 4, name);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindTexture, T3, name[0]);
   GL(TexImage3D, T3, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   GL(BindTexture, A2, name[1]);
   GL(TexImage3D, A2, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   GL(BindTexture, GL_TEXTURE_2D, name[2]);
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, name[3]);
   ROW(INVALID_OPERATION, FramebufferTextureLayer, FB, C0, name[0], 0, 0); /* the window's framebuffer */
   GL(BindFramebuffer, FB, fbo);
   ROW(INVALID_ENUM, FramebufferTextureLayer, GL_TEXTURE_2D, C0, name[0], 0, 0);
   ROW(INVALID_ENUM, FramebufferTextureLayer, FB, 0x1234, name[0], 0, 0);
   ROW(INVALID_OPERATION, FramebufferTextureLayer, FB, C0, 4711, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTextureLayer, FB, C0, name[2], 0, 0);
   ROW(INVALID_OPERATION, FramebufferTextureLayer, FB, C0, name[3], 0, 0);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[0], -1, 0);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[0], 12, 0);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[1], 15, 0);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[0], 0, -1);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[0], 0, 2048);
   ROW(INVALID_VALUE, FramebufferTextureLayer, FB, C0, name[1], 0, 2048);
   for (unsigned i = 0; i < 2; i++) {
      ROW(NO_ERROR, FramebufferTextureLayer, FB, C0, name[i], 0, 5);
      GL(GetFramebufferAttachmentParameteriv, FB, C0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, &v);
      assert_int_equal(v, 5);
      assert_int_equal(GL(CheckFramebufferStatus, FB), GL_FRAMEBUFFER_COMPLETE);
      ROW(NO_ERROR, FramebufferTextureLayer, FB, C0, name[i], 0, 6); /* legal, but there is no such layer */
      assert_int_equal(GL(CheckFramebufferStatus, FB), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   }
   ROW(NO_ERROR, FramebufferTextureLayer, FB, C0, 0, 0, 0);
   assert_int_equal(GL(CheckFramebufferStatus, FB), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteTextures, 4, name);
}

/* ES 2.0: the commands of OES_texture_3D are those of ES 3.0 and glFramebufferTexture3D. */
static void oes_texture_3d(void **state)
{
   CONTEXT;
   enum { FB = GL_FRAMEBUFFER, C0 = GL_COLOR_ATTACHMENT0 };
   GLuint fbo, tex, flat;
   GLint v;
   static const char *const names[] = { "glTexImage3D", "glTexSubImage3D", "glCopyTexSubImage3D", "glCompressedTexImage3D",
                                        "glCompressedTexSubImage3D", "glFramebufferTexture3D" };
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
      char oes[40];
      snprintf(oes, sizeof oes, "%sOES", names[i]);
      assert_true(ga_get_proc_address(oes) && ga_get_proc_address(oes) == ga_get_proc_address(names[i]));
   }
   assert_non_null(strstr((const char *)GL(GetString, GL_EXTENSIONS), "GL_OES_texture_3D"));
   GL(GetIntegerv, GL_MAX_3D_TEXTURE_SIZE_OES, &v);
   assert_int_equal(v, 2048);
   GL(GenTextures, 1, &tex);
   GL(GenTextures, 1, &flat);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindTexture, T3, tex);
   GL(BindTexture, GL_TEXTURE_2D, flat);
   GL(GetIntegerv, GL_TEXTURE_BINDING_3D_OES, &v);
   assert_int_equal(v, tex);
   GL(TexImage3D, T3, 0, RGBA, 8, 4, 6, 0, RGBA, UB, NULL);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, TexImage3D, A2, 0, RGBA, 4, 4, 4, 0, RGBA, UB, NULL);
   ROW(INVALID_OPERATION, CompressedTexImage3D, T3, 0, GL_ETC1_RGB8_OES, 4, 4, 1, 0, 8, NULL);
   ROW(INVALID_OPERATION, FramebufferTexture3D, FB, C0, T3, tex, 0, 0); /* the window's framebuffer */
   GL(BindFramebuffer, FB, fbo);
   ROW(INVALID_ENUM, FramebufferTexture3D, 0x1234, C0, T3, tex, 0, 0);
   ROW(INVALID_ENUM, FramebufferTexture3D, FB, 0x1234, T3, tex, 0, 0);
   ROW(INVALID_ENUM, FramebufferTexture3D, FB, C0, 0x1234, tex, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTexture3D, FB, C0, GL_TEXTURE_2D, tex, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTexture3D, FB, C0, GL_TEXTURE_2D, flat, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTexture3D, FB, C0, T3, flat, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTexture3D, FB, C0, T3, 4711, 0, 0);
   ROW(INVALID_OPERATION, FramebufferTexture2D, FB, C0, T3, tex, 0);
   ROW(INVALID_VALUE, FramebufferTexture3D, FB, C0, T3, tex, -1, 0);
   ROW(INVALID_VALUE, FramebufferTexture3D, FB, C0, T3, tex, 12, 0);
   ROW(INVALID_VALUE, FramebufferTexture3D, FB, C0, T3, tex, 0, -1);
   ROW(INVALID_VALUE, FramebufferTexture3D, FB, C0, T3, tex, 0, 2048);
   ROW(NO_ERROR, FramebufferTexture3D, FB, C0, T3, tex, 0, 5);
   GL(GetFramebufferAttachmentParameteriv, FB, C0, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_3D_ZOFFSET_OES, &v);
   assert_int_equal(v, 5);
   assert_int_equal(GL(CheckFramebufferStatus, FB), GL_FRAMEBUFFER_COMPLETE);
   GL(DeleteFramebuffers, 1, &fbo);
   GL(DeleteTextures, 1, &tex);
   GL(DeleteTextures, 1, &flat);
}

/* A slice that is not in the miptree keeps its texels until the texture is used, and then moves there with all slices. */
static void scattered_levels(void **state)
{
   CONTEXT;
   static uint8_t data[6 * 4 * 5][4];
   for (unsigned i = 0; i < 6 * 4 * 5; i++)
      memcpy(data[i], (uint8_t[4]){ (uint8_t)i, (uint8_t)(i >> 1), 7, 255 }, 4);
   struct ga_texture *tex = bound(ctx, GA_TEX_3D);
   GL(TexImage3D, T3, 0, GL_RGBA8, 2, 2, 2, 0, RGBA, UB, data);  /* a guess of the miptree that proves wrong */
   GL(TexImage3D, T3, 1, GL_RGBA8, 3, 2, 2, 0, RGBA, UB, data);
   GL(TexImage3D, T3, 2, GL_RGBA8, 1, 1, 1, 0, RGBA, UB, data);
   GL(TexImage3D, T3, 0, GL_RGBA8, 6, 4, 5, 0, RGBA, UB, data);
   assert_gl_error(GL_NO_ERROR);
   GA_HELD struct pipe_resource *res = ga_test_finalize(ctx, tex, 2);
   assert_true(res && res->t.depth == 5 && res->t.last_level >= 2);
   for (unsigned i = 0; i < 6 * 4 * 5; i++)
      assert_memory_equal(fake_texel(res, 0, i / 24, i % 6, i / 6 % 4), data[i], 4);
   for (unsigned i = 0; i < 3 * 2 * 2; i++)
      assert_memory_equal(fake_texel(res, 1, i / 6, i % 3, i / 3 % 2), data[i], 4);
}

int main(void)
{
#define ES30(name) cmocka_unit_test_setup_teardown(name, setup_es30, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      ES30(tex_image), ES30(tex_sub_image), ES30(generate_mipmap), ES30(copy_tex_sub_image), ES30(compressed_images), ES30(storage),
      ES30(framebuffer_layers), ES30(scattered_levels),
      cmocka_unit_test_setup_teardown(oes_texture_3d, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

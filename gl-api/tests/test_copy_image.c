/* test_copy_image.c: glCopyImageSubData: its errors as rows, which change nothing; which formats are compatible; where the bytes
 * arrive; blocks of formats that the device decodes (EXT_copy_image). Pictures are in tests/api. */
#include "ga_test_row.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx
enum { D2 = GL_TEXTURE_2D, D3 = GL_TEXTURE_3D, A2 = GL_TEXTURE_2D_ARRAY, CUBE = GL_TEXTURE_CUBE_MAP, RB = GL_RENDERBUFFER,
       DXT1 = GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, DXT5 = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, ETC2 = GL_COMPRESSED_RGB8_ETC2 };

static GLuint texture(struct ga_context *ctx, GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height, GLsizei depth)
{
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, target, name);
   if (target == D3 || target == A2)
      GL(TexStorage3D, target, levels, format, width, height, depth);
   else
      GL(TexStorage2D, target, levels, format, width, height);
   GL(TexParameteri, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexParameteri, target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   assert_gl_error(GL_NO_ERROR);
   return name;
}

static GLuint renderbuffer(struct ga_context *ctx, GLsizei samples, GLenum format, GLsizei width, GLsizei height)
{
   GLuint name;
   GL(GenRenderbuffers, 1, &name);
   GL(BindRenderbuffer, RB, name);
   GL(RenderbufferStorageMultisample, RB, samples, format, width, height);
   assert_gl_error(GL_NO_ERROR);
   return name;
}

/* The bytes of a texel or block. The texture is looked up by name. */
static uint8_t *element(struct ga_context *ctx, GLuint name, unsigned face, unsigned level, unsigned x, unsigned y, unsigned slice)
{
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   GA_HELD_IMAGE struct ga_image_info image = { 0 };
   assert_true(ga_teximage_get(tex, face, level, &image) && image.resource);
   ga_texture_unref(ctx, tex);
   return fake_texel(image.resource, image.level, image.layer + slice, x, y);
}

static void errors(void **state)
{
   CONTEXT;
   const GLuint a = texture(ctx, D2, 3, GL_RGBA8, 8, 4, 1), b = texture(ctx, D2, 1, GL_RGBA8, 8, 4, 1);
   const GLuint rb = renderbuffer(ctx, 0, GL_RGBA8, 8, 4), ms = renderbuffer(ctx, 4, GL_RGBA8, 8, 4);
   const GLuint cube = texture(ctx, CUBE, 1, GL_RGBA8, 8, 8, 1), d3 = texture(ctx, D3, 1, GL_RGBA8, 8, 4, 3);
   GLuint generated, empty;
   GL(GenTextures, 1, &generated);
   GL(GenRenderbuffers, 1, &empty);
   GL(BindRenderbuffer, RB, empty);
   uint8_t before[4], *texel = element(ctx, b, 0, 0, 0, 0, 0);
   memset(element(ctx, a, 0, 0, 0, 0, 0), 0x55, 4);
   memcpy(before, texel, 4);
   static const struct { GLenum target; } bad_targets[] = { { BAD }, { GL_TEXTURE_CUBE_MAP_POSITIVE_X }, { GL_TEXTURE_BUFFER },
      { GL_PROXY_TEXTURE_2D }, { GL_TEXTURE_EXTERNAL_OES }, { GL_TEXTURE_1D }, { GL_FRAMEBUFFER }, { D3 }, { 0 } };
   for (unsigned i = 0; i < sizeof bad_targets / sizeof bad_targets[0]; i++) {
      ROW(INVALID_ENUM, CopyImageSubData, a, bad_targets[i].target, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
      ROW(INVALID_ENUM, CopyImageSubData, a, D2, 0, 0, 0, 0, b, bad_targets[i].target, 0, 0, 0, 0, 1, 1, 1);
   }
   static const GLuint unused = 9999;
   ROW(INVALID_VALUE, CopyImageSubData, 0, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, 0, 0, 0, 0, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, unused, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, generated, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, 0, 0, 0, unused, RB, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, 0, RB, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_OPERATION, CopyImageSubData, empty, RB, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1); /* no storage */
   /* levels */
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, -1, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 3, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 1, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 100, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, rb, RB, 1, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, 0, 0, 0, rb, RB, -1, 0, 0, 0, 1, 1, 1);
   /* regions */
   static const GLint regions[][6] = { { -1, 0, 0, 1, 1, 1 }, { 0, -1, 0, 1, 1, 1 }, { 0, 0, -1, 1, 1, 1 }, { 0, 0, 1, 1, 1, 1 },
      { 8, 0, 0, 1, 1, 1 }, { 0, 4, 0, 1, 1, 1 }, { 0, 0, 0, 9, 1, 1 }, { 0, 0, 0, 1, 5, 1 }, { 0, 0, 0, 1, 1, 2 },
      { 0, 0, 0, -1, 1, 1 }, { 0, 0, 0, 1, -1, 1 }, { 0, 0, 0, 1, 1, -1 }, { INT32_MAX, 0, 0, 1, 1, 1 },
      { 1, 0, 0, INT32_MAX, 1, 1 }, { 0, 1, 0, 1, INT32_MAX, 1 }, { 0, 0, INT32_MAX, 1, 1, INT32_MAX },
      { INT32_MIN, 0, 0, 1, 1, 1 } };
   for (unsigned i = 0; i < sizeof regions / sizeof regions[0]; i++) {
      const GLint *r = regions[i];
      ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, r[0], r[1], r[2], b, D2, 0, 0, 0, 0, r[3], r[4], r[5]);
      ROW(INVALID_VALUE, CopyImageSubData, rb, RB, 0, r[0], r[1], r[2], b, D2, 0, 0, 0, 0, r[3], r[4], r[5]);
      ROW(INVALID_VALUE, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, r[0], r[1], r[2], r[3], r[4], r[5]);
   }
   ROW(INVALID_VALUE, CopyImageSubData, cube, CUBE, 0, 0, 0, 5, d3, D3, 0, 0, 0, 0, 1, 1, 2); /* there are six faces */
   ROW(INVALID_VALUE, CopyImageSubData, cube, CUBE, 0, 0, 0, 0, d3, D3, 0, 0, 0, 2, 1, 1, 2);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 1, 0, 0, 0, b, D2, 0, 0, 0, 0, 5, 1, 1); /* level 1 is 4 x 2 */
   /* samples */
   ROW(INVALID_OPERATION, CopyImageSubData, ms, RB, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_OPERATION, CopyImageSubData, rb, RB, 0, 0, 0, 0, ms, RB, 0, 0, 0, 0, 1, 1, 1);
   assert_memory_equal(texel, before, 4);
   ROW(NO_ERROR, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 0, 0, 0);
   assert_memory_equal(texel, before, 4);
   ROW(NO_ERROR, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   assert_memory_equal(texel, "\x55\x55\x55\x55", 4);
}

/* ES 3.0, 3.8.13: with the texture's own filters. */
static void incomplete(void **state)
{
   CONTEXT;
   const GLuint b = texture(ctx, D2, 1, GL_RGBA8, 4, 4, 1), i = texture(ctx, D2, 1, GL_RGBA8UI, 4, 4, 1);
   GLuint a, faces;
   GL(TexParameteri, D2, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   ROW(NO_ERROR, CopyImageSubData, i, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1); /* nothing is filtered */
   GL(GenTextures, 1, &a);
   GL(BindTexture, D2, a);
   ROW(INVALID_OPERATION, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1); /* no image */
   GL(TexImage2D, D2, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1); /* filters use mipmaps */
   ROW(INVALID_OPERATION, CopyImageSubData, b, D2, 0, 0, 0, 0, a, D2, 0, 0, 0, 0, 1, 1, 1);
   GL(TexParameteri, D2, GL_TEXTURE_MAX_LEVEL, 0);
   ROW(NO_ERROR, CopyImageSubData, a, D2, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   ROW(INVALID_VALUE, CopyImageSubData, a, D2, 1, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
   GL(GenTextures, 1, &faces);
   GL(BindTexture, CUBE, faces);
   GL(TexParameteri, CUBE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   for (GLenum face = 0; face < 6; face++) {
      ROW(INVALID_OPERATION, CopyImageSubData, faces, CUBE, 0, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1);
      GL(TexImage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   }
   ROW(NO_ERROR, CopyImageSubData, faces, CUBE, 0, 0, 0, 5, b, D2, 0, 0, 0, 0, 1, 1, 1);
   GL(TexImage2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 2, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, CopyImageSubData, faces, CUBE, 2, 0, 0, 0, b, D2, 0, 0, 0, 0, 1, 1, 1); /* of one face only */
}

/* Table 4.X.2 by class and table 4.X.1 by row, typed from the specification. */
static const GLenum classes[][16] = {
   { GL_RGBA32F, GL_RGBA32UI, GL_RGBA32I },
   { GL_RGB32F, GL_RGB32UI, GL_RGB32I },
   { GL_RGBA16F, GL_RG32F, GL_RGBA16UI, GL_RG32UI, GL_RGBA16I, GL_RG32I },
   { GL_RGB16F, GL_RGB16UI, GL_RGB16I },
   { GL_RG16F, GL_R11F_G11F_B10F, GL_R32F, GL_RGB10_A2UI, GL_RGBA8UI, GL_RG16UI, GL_R32UI, GL_RGBA8I, GL_RG16I, GL_R32I, GL_RGB10_A2,
     GL_RGBA8, GL_RGBA8_SNORM, GL_SRGB8_ALPHA8, GL_RGB9_E5 },
   { GL_RGB8, GL_RGB8_SNORM, GL_SRGB8, GL_RGB8UI, GL_RGB8I },
   { GL_R16F, GL_RG8UI, GL_R16UI, GL_RG8I, GL_R16I, GL_RG8, GL_RG8_SNORM },
   { GL_R8UI, GL_R8I, GL_R8, GL_R8_SNORM },
   { GL_COMPRESSED_R11_EAC, GL_COMPRESSED_SIGNED_R11_EAC }, { GL_COMPRESSED_RG11_EAC, GL_COMPRESSED_SIGNED_RG11_EAC },
   { GL_COMPRESSED_RGB8_ETC2, GL_COMPRESSED_SRGB8_ETC2 },
   { GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2 },
   { GL_COMPRESSED_RGBA8_ETC2_EAC, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC },
   { GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT },
   { GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT },
   { GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT },
   { GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT },
   { GL_COMPRESSED_RGBA_ASTC_4x4_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR },
   { GL_COMPRESSED_RGBA_ASTC_12x10_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR },
   { GL_RGB565 }, { GL_RGBA4 }, { GL_RGB5_A1 }, { GL_DEPTH_COMPONENT16 }, { GL_DEPTH24_STENCIL8 }, { GL_DEPTH_COMPONENT32F },
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

/* Bits of a texel that blocks can be copied to, or of a block; 0: neither. */
static unsigned mixed_bits(unsigned class, bool *compressed)
{
   *compressed = class >= 8 && class < 19;
   if (*compressed)
      return class == 8 || class == 10 || class == 11 || class == 13 || class == 14 ? 64 : 128;
   return class == 0 ? 128 : class == 2 ? 64 : 0;
}

static void compatible_formats(void **state)
{
   CONTEXT;
   static GLuint names[CLASSES][16];
   for (unsigned i = 0; i < CLASSES; i++)
      for (unsigned j = 0; classes[i][j]; j++)
         names[i][j] = texture(ctx, D2, 1, classes[i][j], 120, 120, 1);
   for (unsigned i = 0; i < CLASSES * 16; i++)
      for (unsigned j = 0; j < CLASSES * 16; j++) {
         const unsigned a = i / 16, b = j / 16;
         if (!classes[a][i % 16] || !classes[b][j % 16])
            continue;
         bool blocks_a, blocks_b;
         const unsigned bits_a = mixed_bits(a, &blocks_a), bits_b = mixed_bits(b, &blocks_b);
         const bool fits = a == b || (blocks_a != blocks_b && bits_a && bits_a == bits_b);
         GL(CopyImageSubData, names[a][i % 16], D2, 0, 0, 0, 0, names[b][j % 16], D2, 0, 0, 0, 0, 0, 0, 1);
         const GLenum error = GL(GetError);
         if (error != (fits ? GL_NO_ERROR : GL_INVALID_OPERATION))
            fail_msg("%s to %s: %s", ga_enum_name(classes[a][i % 16]), ga_enum_name(classes[b][j % 16]), ga_enum_name(error));
      }
}

/* Blocks are not cut; a region ends with the image where it ends within a block. */
static void blocks(void **state)
{
   CONTEXT;
   const GLuint dxt = texture(ctx, D2, 2, DXT1, 14, 10, 1), other = texture(ctx, D2, 1, DXT1, 16, 16, 1);
   const GLuint texels = texture(ctx, D2, 1, GL_RG32UI, 4, 3, 1);
   for (unsigned y = 0; y < 3; y++)
      for (unsigned x = 0; x < 4; x++)
         memset(element(ctx, dxt, 0, 0, x * 4, y * 4, 0), (int)(0x10 + y * 4 + x), 8);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 1, 0, 0, other, D2, 0, 0, 0, 0, 4, 4, 1);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 0, 2, 0, other, D2, 0, 0, 0, 0, 4, 4, 1);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 0, 0, 0, other, D2, 0, 0, 0, 0, 3, 4, 1);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 0, 0, 0, other, D2, 0, 0, 0, 0, 4, 5, 1);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 0, 0, 0, other, D2, 0, 2, 0, 0, 4, 4, 1);
   ROW(INVALID_VALUE, CopyImageSubData, dxt, D2, 0, 0, 0, 0, texels, D2, 0, 1, 0, 0, 14, 4, 1); /* four texels from 1 */
   ROW(INVALID_VALUE, CopyImageSubData, texels, D2, 0, 0, 0, 0, dxt, D2, 0, 4, 0, 0, 4, 3, 1);  /* four blocks from 1 */
   ROW(NO_ERROR, CopyImageSubData, dxt, D2, 0, 4, 4, 0, texels, D2, 0, 1, 1, 0, 10, 6, 1); /* blocks (1, 1) to (3, 2) */
   for (unsigned y = 1; y < 3; y++)
      for (unsigned x = 1; x < 4; x++)
         assert_memory_equal(element(ctx, texels, 0, 0, x, y, 0), element(ctx, dxt, 0, 0, x * 4, y * 4, 0), 8);
   ROW(NO_ERROR, CopyImageSubData, texels, D2, 0, 1, 1, 0, other, D2, 0, 4, 8, 0, 3, 2, 1);
   for (unsigned y = 0; y < 2; y++)
      for (unsigned x = 0; x < 3; x++)
         assert_memory_equal(element(ctx, other, 0, 0, 4 + x * 4, 8 + y * 4, 0), element(ctx, texels, 0, 0, 1 + x, 1 + y, 0), 8);
   ROW(NO_ERROR, CopyImageSubData, texels, D2, 0, 0, 0, 0, dxt, D2, 0, 0, 0, 0, 4, 3, 1); /* up to the edge of 14 x 10 */
   assert_memory_equal(element(ctx, dxt, 0, 0, 12, 8, 0), element(ctx, texels, 0, 0, 3, 2, 0), 8);
}

/* Slices, layers and faces are one kind. */
static void slices(void **state)
{
   CONTEXT;
   const GLuint cube = texture(ctx, CUBE, 2, GL_RGBA8, 4, 4, 1), d3 = texture(ctx, D3, 1, GL_R32UI, 4, 4, 8);
   const GLuint array = texture(ctx, A2, 2, GL_SRGB8_ALPHA8, 8, 8, 5), d2 = texture(ctx, D2, 1, GL_RGBA8, 4, 4, 1);
   for (unsigned z = 0; z < 8; z++)
      memset(element(ctx, d3, 0, 0, 1, 2, z), (int)(0x20 + z), 4);
   ROW(NO_ERROR, CopyImageSubData, d3, D3, 0, 0, 0, 2, cube, CUBE, 0, 0, 0, 1, 4, 4, 5);
   for (unsigned face = 1; face < 6; face++)
      assert_memory_equal(element(ctx, cube, face, 0, 1, 2, 0), element(ctx, d3, 0, 0, 1, 2, face + 1), 4);
   ROW(NO_ERROR, CopyImageSubData, cube, CUBE, 0, 1, 2, 3, array, A2, 1, 3, 0, 2, 1, 1, 3);
   for (unsigned i = 0; i < 3; i++)
      assert_memory_equal(element(ctx, array, 0, 1, 3, 0, 2 + i), element(ctx, cube, 3 + i, 0, 1, 2, 0), 4);
   ROW(NO_ERROR, CopyImageSubData, array, A2, 1, 3, 0, 4, d2, D2, 0, 0, 3, 0, 1, 1, 1);
   assert_memory_equal(element(ctx, d2, 0, 0, 0, 3, 0), "\x26\x26\x26\x26", 4);
}

/* The device has no ETC2: blocks and decoded texels are kept beside each other. */
static void decoded_formats(void **state)
{
   CONTEXT;
   static const uint8_t block[2][8] = { { 0x12, 0x34, 0x56, 0x02, 0x9a, 0xbc, 0xde, 0xf0 }, { 0xff, 0x80, 0x40, 0x08, 1, 2, 3, 4 } };
   uint8_t decoded[4][16];
   const GLuint texels = texture(ctx, D2, 1, GL_RGBA16UI, 2, 2, 1), etc = texture(ctx, CUBE, 1, ETC2, 8, 8, 1);
   const GLuint array = texture(ctx, A2, 1, GL_COMPRESSED_SRGB8_ETC2, 8, 8, 3);
   for (unsigned i = 0; i < 2; i++)
      GL(CompressedTexSubImage3D, A2, 0, 4, 0, (GLint)i + 1, 4, 4, 1, GL_COMPRESSED_SRGB8_ETC2, 8, block[i]);
   ROW(NO_ERROR, CopyImageSubData, array, A2, 0, 4, 0, 1, texels, D2, 0, 1, 1, 0, 4, 4, 1);
   assert_memory_equal(element(ctx, texels, 0, 0, 1, 1, 0), block[0], 8);
   ROW(NO_ERROR, CopyImageSubData, array, A2, 0, 4, 0, 2, texels, D2, 0, 0, 1, 0, 4, 4, 1);
   assert_memory_equal(element(ctx, texels, 0, 0, 0, 1, 0), block[1], 8);
   ROW(NO_ERROR, CopyImageSubData, texels, D2, 0, 1, 1, 0, etc, CUBE, 0, 0, 4, 4, 1, 1, 1);
   for (unsigned y = 0; y < 4; y++) {
      memcpy(decoded[y], element(ctx, array, 0, 0, 4, y, 1), 16);
      assert_memory_equal(element(ctx, etc, 4, 0, 0, 4 + y, 0), decoded[y], 16);
   }
   ROW(NO_ERROR, CopyImageSubData, etc, CUBE, 0, 0, 4, 4, array, A2, 0, 0, 0, 0, 4, 4, 1);
   assert_memory_equal(element(ctx, array, 0, 0, 0, 3, 0), decoded[3], 16);
   ROW(NO_ERROR, CopyImageSubData, array, A2, 0, 0, 0, 0, texels, D2, 0, 0, 0, 0, 4, 4, 1); /* the copy has blocks, too */
   assert_memory_equal(element(ctx, texels, 0, 0, 0, 0, 0), block[0], 8);
}

static void multisampled(void **state)
{
   CONTEXT;
   const GLuint a = renderbuffer(ctx, 4, GL_RGBA8, 8, 8), b = renderbuffer(ctx, 4, GL_RGBA8, 8, 8);
   fake_clear_log(ga_test_pipe(ctx));
   ROW(NO_ERROR, CopyImageSubData, a, RB, 0, 0, 0, 0, b, RB, 0, 4, 4, 0, 4, 4, 1);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "copy_region"));
}

/* A failed allocation raises GL_OUT_OF_MEMORY. */
static void no_memory(void **state)
{
   CONTEXT;
   struct ga_test *t = *state;
   GLuint name;
   GL(GenTextures, 1, &name);
   GL(BindTexture, D2, name);
   t->screen->fail_after = 0;
   GL(TexStorage2D, D2, 1, ETC2, 8, 8);
   t->screen->fail_after = -1;
   assert_gl_error(GL_OUT_OF_MEMORY);
   GL(TexStorage2D, D2, 1, ETC2, 8, 8);
   assert_gl_error(GL_NO_ERROR);
}

/* OpenGL ES 2.0 has no glCopyImageSubData (EXT_copy_image needs 3.0). */
static void not_in_es20(void **state)
{
   CONTEXT;
   assert_null(strstr((const char *)GL(GetString, GL_EXTENSIONS), "copy_image"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_es30, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(errors), TEST(incomplete), TEST(compatible_formats), TEST(blocks), TEST(slices), TEST(decoded_formats), TEST(multisampled),
      TEST(no_memory), cmocka_unit_test_setup_teardown(not_in_es20, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* body_copy_compressed.c: CopyTexImage2D, CopyTexSubImage2D and 3D and CopyTextureSubImage2D and 3D compress pixels of the read
 * framebuffer (GL 4.6, 8.6; EXT_texture_compression_s3tc, ARB_texture_compression_rgtc and bptc, 3DFX_texture_compression_FXT1). The
 * image's sides cut through blocks, and a part of complete blocks is replaced. In a block the channels grow together, so that the
 * tolerance is that of the end points and the steps between. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "api_test.h"
#include "api_desktop.h"
#include "api_srgb.h"

#define GL_COMPRESSED_RGB_FXT1_3DFX 0x86B0
#define GL_COMPRESSED_RGBA_FXT1_3DFX 0x86B1

enum { WIDTH = 30, HEIGHT = 29, PART_X = 8, PART_Y = 4, PART = 8, LAYERS = 3,
       /* of the framebuffer, and where the image's and the part's pixels are in it */
       SOURCE_WIDTH = 40, SOURCE_HEIGHT = 48, FROM_X = 1, FROM_Y = 2, PART_FROM_X = 32, PART_FROM_Y = 33 };

enum kind { UNORM, OPAQUE /* alpha is 1 */, SNORM, SRGB, FLOAT, SIGNED_FLOAT };

struct compressed {
   GLenum internal;
   enum kind kind;
   unsigned channels;
   const char *extension;
};

/* 0 .. 0.9; part: of the replacement. */
static float texel(unsigned part, unsigned x, unsigned y, unsigned channel)
{
   const unsigned block = x / 4 * 5 + y / 4 * 3 + part * 7 + channel * 2;
   return (float)(block % 8) * 0.07f + (float)(x % 4 * 4 + y % 4) / 15 * 0.4f;
}

/* One sign in a block: steps between the end points of float formats are logarithmic, and largest at 0. */
static float sign_of(unsigned part, unsigned x, unsigned y)
{
   return (x / 4 + y / 4 + part) % 2 ? -1 : 1;
}

static float stored(enum kind kind, unsigned part, unsigned x, unsigned y, unsigned channel)
{
   const float v = texel(part, x, y, channel);
   switch (kind) {
   case OPAQUE: return channel == 3 ? 1 : v;
   case SNORM: return v * 2 - 1;
   case FLOAT: return 1 + v;
   case SIGNED_FLOAT: return sign_of(part, x, y) * (1 + v);
   default: return v;
   }
}

/* A read framebuffer with the pixels of the image and of the part; the draw framebuffer stays. */
static void make_source(enum kind kind)
{
   static GLfloat pixels[SOURCE_HEIGHT][SOURCE_WIDTH][4];
   GLuint texture, framebuffer;
   for (unsigned y = 0; y < SOURCE_HEIGHT; y++)
      for (unsigned x = 0; x < SOURCE_WIDTH; x++)
         for (unsigned c = 0; c < 4; c++)
            pixels[y][x][c] = x >= PART_FROM_X && y >= PART_FROM_Y ? stored(kind, 1, x - PART_FROM_X, y - PART_FROM_Y, c) :
                              x >= FROM_X && y >= FROM_Y ? stored(kind, 0, x - FROM_X, y - FROM_Y, c) : 0;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, kind == SNORM || kind >= FLOAT ? GL_RGBA32F : GL_RGBA8, SOURCE_WIDTH, SOURCE_HEIGHT, 0, GL_RGBA,
                GL_FLOAT, pixels);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

/* The framebuffer that is drawn into is read again. */
static void end_source(void)
{
   GLint framebuffer = 0;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)framebuffer);
}

static void expect_error(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (expected != GL_NO_ERROR)
      api_checked();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static GLuint new_texture(GLenum target)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   return texture;
}

/* Layer 1 of an array, whose other layers are copied, too. */
static GLuint copy_array(GLenum internal)
{
   const GLuint texture = new_texture(GL_TEXTURE_2D_ARRAY);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, (GLint)internal, WIDTH, HEIGHT, LAYERS, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   for (GLint layer = 0; layer < LAYERS; layer++)
      glCopyTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, layer, layer == 1 ? FROM_X : 0, FROM_Y, WIDTH, HEIGHT);
   glCopyTextureSubImage3D(texture, 0, PART_X, PART_Y, 1, PART_FROM_X, PART_FROM_Y, PART, PART);
   return texture;
}

static GLuint copy_2d(GLenum internal)
{
   const GLuint texture = new_texture(GL_TEXTURE_2D);
   GLint compressed = 0;
   glCopyTexImage2D(GL_TEXTURE_2D, 0, internal, FROM_X, FROM_Y, WIDTH, HEIGHT, 0);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, PART_FROM_X, PART_FROM_Y, PART, PART / 2);
   glCopyTextureSubImage2D(texture, 0, PART_X, PART_Y + PART / 2, PART_FROM_X, PART_FROM_Y + PART / 2, PART, PART / 2);
   expect_error("copies", GL_NO_ERROR);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &compressed);
   if (!compressed)
      api_fail("the image is not compressed");
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, PART_X + 2, PART_Y, 0, 0, PART, PART);
   expect_error("a part that cuts through blocks", GL_INVALID_OPERATION);
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, 0, 0, PART, PART - 1);
   expect_error("a part of a block's height", GL_INVALID_OPERATION);
   return texture;
}

/* The texels, moved and scaled into 0 .. 1, and the area from (x, y) alone. */
static void show(const struct compressed *row, bool array, unsigned x, unsigned y)
{
   static const char *const results[] = {
      [UNORM] = "c", [OPAQUE] = "c", [SNORM] = "c * 0.5 + 0.5", [SRGB] = "c", [FLOAT] = "vec4(c.rgb - 1.0, c.a)",
      [SIGNED_FLOAT] = "vec4(c.rgb * 0.25 + 0.5, c.a)",
   };
   char source[600];
   snprintf(source, sizeof(source), "#version 330\nuniform sampler2D%s t; out vec4 color;\n"
            "void main() {\n"
            "   ivec2 p = ivec2(gl_FragCoord.xy);\n"
            "   vec4 c = texelFetch(t, %s(min(p, textureSize(t, 0).xy - 1)%s), 0);\n"
            "   color = any(lessThan(p, ivec2(%u, %u))) ? vec4(0.0) : %s;\n"
            "}", array ? "Array" : "", array ? "ivec3" : "ivec2", array ? ", 1" : "", x, y, results[row->kind]);
   api_program("#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL, source);
   api_rectangle(-1, -1, 1, 1);
}

static void draw(const struct compressed *row, bool array)
{
   api_require(row->extension);
   api_require("GL_ARB_direct_state_access");
   make_source(row->kind);
   if (array)
      copy_array(row->internal);
   else
      copy_2d(row->internal);
   expect_error("copies", GL_NO_ERROR);
   end_source();
   show(row, array, 0, 0);
}

static void reference_pixel(const struct compressed *row, unsigned part, unsigned x, unsigned y, uint8_t rgba[4])
{
   for (unsigned c = 0; c < 4; c++) {
      float v = c == 3 ? 1 : row->kind == SNORM ? 0.5f : 0;
      if (c < row->channels && (c < 3 || row->kind != OPAQUE))
         v = texel(part, x, y, c);
      if (c < row->channels && row->kind == SIGNED_FLOAT)
         v = sign_of(part, x, y) * (1 + v) * 0.25f + 0.5f;
      if (row->kind == SRGB && c < 3)
         v = (float)api_srgb_decode(v);
      rgba[c] = (uint8_t)lrintf(v * 255);
   }
}

static void reference(const struct compressed *row, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      x = x < WIDTH ? x : WIDTH - 1;
      y = y < HEIGHT ? y : HEIGHT - 1;
      const unsigned part = x >= PART_X && x < PART_X + PART && y >= PART_Y && y < PART_Y + PART;
      reference_pixel(row, part, part ? x - PART_X : x, part ? y - PART_Y : y, rgba[i]);
   }
}

/* ---- pixels beyond the framebuffer ---- */

enum { OUTSIDE_X = 3, OUTSIDE_Y = 6 };
static const struct compressed clipped = {GL_COMPRESSED_RED_RGTC1, UNORM, 1, "GL_ARB_texture_compression_rgtc"};

/* Pixels left of the framebuffer and below it are undefined, the others are not; a block is cut. */
static void draw_clipped(void)
{
   make_source(UNORM);
   new_texture(GL_TEXTURE_2D);
   glCopyTexImage2D(GL_TEXTURE_2D, 0, clipped.internal, -OUTSIDE_X, -OUTSIDE_Y, WIDTH, HEIGHT, 0);
   expect_error("a copy", GL_NO_ERROR);
   end_source();
   show(&clipped, false, OUTSIDE_X + 4, OUTSIDE_Y + 4);
}

static void reference_clipped(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      if (x < OUTSIDE_X + 4 || y < OUTSIDE_Y + 4)
         continue;
      x = (x < WIDTH ? x : WIDTH - 1) - OUTSIDE_X;
      y = (y < HEIGHT ? y : HEIGHT - 1) - OUTSIDE_Y;
      reference_pixel(&clipped, 0, x - FROM_X, y - FROM_Y, rgba[i]);
   }
}

/* ---- errors; generic formats ---- */

static void draw_errors(void)
{
   static const struct { GLenum internal, error; } formats[] = {
      {GL_COMPRESSED_RGB8_ETC2, GL_INVALID_OPERATION}, /* texels are not compressed to it */
      {GL_COMPRESSED_RED_RGTC1, GL_INVALID_OPERATION}, /* of integers */
      {GL_COMPRESSED_RGBA, GL_INVALID_OPERATION},
      {GL_COMPRESSED_RED_RGTC1 + 0x1000, GL_INVALID_ENUM},
   };
   static const GLenum generic[] = {GL_COMPRESSED_RED, GL_COMPRESSED_RG, GL_COMPRESSED_RGB, GL_COMPRESSED_RGBA, GL_COMPRESSED_SRGB,
                                    GL_COMPRESSED_SRGB_ALPHA};
   GLuint texture, framebuffer;
   uint8_t back[16], again[16];
   api_require("GL_ARB_ES3_compatibility");
   make_source(UNORM);
   new_texture(GL_TEXTURE_2D);
   for (unsigned i = 0; i < sizeof(generic) / sizeof(generic[0]); i++) {
      glCopyTexImage2D(GL_TEXTURE_2D, 0, generic[i], FROM_X, FROM_Y, WIDTH, HEIGHT, 0);
      desktop.CopyTexSubImage1D(GL_TEXTURE_2D, 0, 0, 0, 0, 4);
      expect_error("another target", GL_INVALID_ENUM);
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, PART_FROM_X, PART_FROM_Y, PART, PART);
      expect_error("a generic format", GL_NO_ERROR);
   }
   desktop.CopyTexImage1D(GL_TEXTURE_1D, 0, GL_COMPRESSED_RED, 0, 0, 8, 0);
   expect_error("a generic format of a 1D texture", GL_NO_ERROR);

   /* Blocks are as they were after an error. */
   glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_COMPRESSED_RED_RGTC1, FROM_X, FROM_Y, 8, 4, 0);
   glGetCompressedTexImage(GL_TEXTURE_2D, 0, back);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8UI, 8, 8, 1, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
   glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, 0);
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
      glCopyTexImage2D(GL_TEXTURE_2D, 0, formats[i].internal, 0, 0, 8, 4, 0);
      expect_error("a format", formats[i].error);
   }
   glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 8, 4);
   expect_error("a part of integers", GL_INVALID_OPERATION);
   glGetCompressedTexImage(GL_TEXTURE_2D, 0, again);
   expect_error("query", GL_NO_ERROR);
   for (unsigned i = 0; i < sizeof(back); i++)
      if (back[i] != again[i])
         api_fail("byte %u has changed", i);
   end_source();
}

#define FORMATS(F) \
   F(rgtc1, GL_COMPRESSED_RED_RGTC1, UNORM, 1, "GL_ARB_texture_compression_rgtc") \
   F(rgtc1_signed, GL_COMPRESSED_SIGNED_RED_RGTC1, SNORM, 1, "GL_ARB_texture_compression_rgtc") \
   F(rgtc2, GL_COMPRESSED_RG_RGTC2, UNORM, 2, "GL_ARB_texture_compression_rgtc") \
   F(rgtc2_signed, GL_COMPRESSED_SIGNED_RG_RGTC2, SNORM, 2, "GL_ARB_texture_compression_rgtc") \
   F(bptc, GL_COMPRESSED_RGBA_BPTC_UNORM, UNORM, 4, "GL_ARB_texture_compression_bptc") \
   F(bptc_srgb, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, SRGB, 4, "GL_ARB_texture_compression_bptc") \
   F(bptc_float, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, FLOAT, 3, "GL_ARB_texture_compression_bptc") \
   F(bptc_signed_float, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, SIGNED_FLOAT, 3, "GL_ARB_texture_compression_bptc")
/* Three steps of S3TC to a range of 0.4: 17 of 255 to either side for each of two encoders. */
#define COARSE_FORMATS(F) \
   F(dxt1, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, UNORM, 3, "GL_EXT_texture_compression_s3tc") \
   F(dxt1_rgba, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, OPAQUE, 4, "GL_EXT_texture_compression_s3tc") \
   F(dxt3, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, UNORM, 4, "GL_EXT_texture_compression_s3tc") \
   F(dxt5, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, UNORM, 4, "GL_EXT_texture_compression_s3tc")
/* The inverse of the sRGB curve is steep at its end. */
#define SRGB_FORMATS(F) \
   F(dxt1_srgb, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, SRGB, 3, "GL_EXT_texture_sRGB")
#define FXT1(F) \
   F(fxt1, GL_COMPRESSED_RGB_FXT1_3DFX, UNORM, 3, "GL_3DFX_texture_compression_FXT1") \
   F(fxt1_rgba, GL_COMPRESSED_RGBA_FXT1_3DFX, OPAQUE, 4, "GL_3DFX_texture_compression_FXT1")

#define ARRAY_FORMATS(F) F(rgtc2) F(bptc) F(bptc_float) F(dxt5)

#define BODY(body, internal, kind, channels, extension) \
   static const struct compressed body = {internal, kind, channels, extension}; \
   static void draw_##body(void) { draw(&body, false); } \
   static void reference_##body(uint8_t rgba[API_TEXELS][4]) { reference(&body, rgba); }
#define ARRAY_BODY(body) \
   static void draw_array_##body(void) { draw(&body, true); }
FORMATS(BODY)
COARSE_FORMATS(BODY)
SRGB_FORMATS(BODY)
FXT1(BODY)
ARRAY_FORMATS(ARRAY_BODY)

enum { FINE = 16 /* eight steps of RGTC to a range of 0.4: 8 of 255 to either side for each of two encoders */, COARSE = 36 };
#define FINE_ROW(body, internal, kind, channels, extension) \
   {"copy-compressed-" #body, CORE, 33, FINE, 0, draw_##body, reference_##body},
#define COARSE_ROW(body, internal, kind, channels, extension) \
   {"copy-compressed-" #body, CORE, 33, COARSE, 0, draw_##body, reference_##body},
#define SRGB_ROW(body, internal, kind, channels, extension) \
   {"copy-compressed-" #body, CORE, 33, 2 * COARSE, 0, draw_##body, reference_##body},
#define ARRAY_ROW(body) \
   {"copy-compressed-array-" #body, CORE, 33, COARSE, 0, draw_array_##body, reference_##body},
const struct api_body api_bodies_copy_compressed[] = {
   FORMATS(FINE_ROW)
   COARSE_FORMATS(COARSE_ROW)
   SRGB_FORMATS(SRGB_ROW)
   FXT1(COARSE_ROW)
   ARRAY_FORMATS(ARRAY_ROW)
   {"copy-compressed-clipped", CORE, 33, FINE, 0, draw_clipped, reference_clipped},
   {"copy-compressed-errors", CORE, 33, 0, 0, draw_errors, NULL},
   {0},
};

/* body_compress.c: TexImage2D and TexSubImage2D compress texels to RGTC, BPTC and S3TC (EXT_texture_compression_rgtc,
 * EXT_texture_compression_bptc, NV_texture_compression_s3tc_update). The image's sides cut through
 * blocks, and a part of complete blocks is replaced. The uploaded texels are the reference: in a block the channels grow together,
 * so that the tolerance is that of the end points and the steps between. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "api_srgb.h"
#include "api_test.h"

enum { WIDTH = 30, HEIGHT = 29, PART_X = 8, PART_Y = 4, PART = 8 };

enum kind { UNORM, OPAQUE /* alpha is 1 */, SNORM, SRGB, FLOAT, SIGNED_FLOAT };

struct compressed {
   GLenum internal, format, type;
   enum kind kind;
   unsigned channels;
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

static void fill(const struct compressed *row, unsigned part, unsigned width, unsigned height, void *out)
{
   for (unsigned y = 0; y < height; y++)
      for (unsigned x = 0; x < width; x++)
         for (unsigned c = 0; c < row->channels; c++) {
            const size_t at = ((size_t)y * width + x) * row->channels + c;
            const float value = texel(part, x, y, c);
            switch (row->kind) {
            case OPAQUE: ((GLubyte *)out)[at] = c == 3 ? 255 : (GLubyte)lrintf(value * 255); break;
            case UNORM: case SRGB: ((GLubyte *)out)[at] = (GLubyte)lrintf(value * 255); break;
            case SNORM: ((GLbyte *)out)[at] = (GLbyte)lrintf((value * 2 - 1) * 127); break;
            case FLOAT: ((GLfloat *)out)[at] = 1 + value; break;
            case SIGNED_FLOAT: ((GLfloat *)out)[at] = sign_of(part, x, y) * (1 + value); break;
            }
         }
}

static void draw(const struct compressed *row)
{
   static const char *const results[] = {
      [UNORM] = "c", [OPAQUE] = "c", [SNORM] = "c * 0.5 + 0.5", [SRGB] = "c", [FLOAT] = "vec4(c.rgb - 1.0, c.a)",
      [SIGNED_FLOAT] = "vec4(c.rgb * 0.25 + 0.5, c.a)",
   };
   GLfloat data[WIDTH * HEIGHT * 4];
   char source[400];
   GLuint texture;
   snprintf(source, sizeof(source), "#version 300 es\nprecision highp float; uniform highp sampler2D t; out vec4 color;\n"
            "void main() { vec4 c = texelFetch(t, min(ivec2(gl_FragCoord.xy), textureSize(t, 0) - 1), 0); color = %s; }",
            results[row->kind]);
   api_program("#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL, source);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   fill(row, 0, WIDTH, HEIGHT, data);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)row->internal, WIDTH, HEIGHT, 0, row->format, row->type, data);
   fill(row, 1, PART, PART, data);
   glTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, PART, PART, row->format, row->type, data);
   if (glGetError() != GL_NO_ERROR)
      api_fail("the texels were not taken");
   glTexSubImage2D(GL_TEXTURE_2D, 0, PART_X + 2, PART_Y, PART, PART, row->format, row->type, data);
   if (glGetError() != GL_INVALID_OPERATION)
      api_fail("no GL_INVALID_OPERATION for a part that cuts through blocks");
   api_rectangle(-1, -1, 1, 1);
}

static void reference(const struct compressed *row, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      x = x < WIDTH ? x : WIDTH - 1;
      y = y < HEIGHT ? y : HEIGHT - 1;
      const unsigned part = x >= PART_X && x < PART_X + PART && y >= PART_Y && y < PART_Y + PART;
      for (unsigned c = 0; c < 4; c++) {
         float value = c == 3 ? 1 : row->kind == SNORM ? 0.5f : 0;
         const unsigned px = part ? x - PART_X : x, py = part ? y - PART_Y : y;
         if (c < row->channels && (c < 3 || row->kind != OPAQUE))
            value = texel(part, px, py, c);
         if (c < row->channels && row->kind == SIGNED_FLOAT)
            value = sign_of(part, px, py) * (1 + value) * 0.25f + 0.5f;
         if (row->kind == SRGB && c < 3)
            value = (float)api_srgb_decode(value);
         rgba[i][c] = (uint8_t)lrintf(value * 255);
      }
   }
}

#define FORMATS(F) \
   F(rgtc1, GL_COMPRESSED_RED_RGTC1_EXT, RED, UNSIGNED_BYTE, UNORM, 1) \
   F(rgtc1_signed, GL_COMPRESSED_SIGNED_RED_RGTC1_EXT, RED, BYTE, SNORM, 1) \
   F(rgtc2, GL_COMPRESSED_RED_GREEN_RGTC2_EXT, RG, UNSIGNED_BYTE, UNORM, 2) \
   F(rgtc2_signed, GL_COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT, RG, BYTE, SNORM, 2) \
   F(bptc, GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, RGBA, UNSIGNED_BYTE, UNORM, 4) \
   F(bptc_srgb, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT, RGBA, UNSIGNED_BYTE, SRGB, 4) \
   F(bptc_float, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT, RGB, FLOAT, FLOAT, 3) \
   F(bptc_signed_float, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, RGB, FLOAT, SIGNED_FLOAT, 3)

#define S3TC(F) \
   F(dxt1, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, RGB, UNSIGNED_BYTE, UNORM, 3) \
   F(dxt1_rgba, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, RGBA, UNSIGNED_BYTE, OPAQUE, 4) \
   F(dxt3, GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, RGBA, UNSIGNED_BYTE, UNORM, 4) \
   F(dxt5, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, RGBA, UNSIGNED_BYTE, UNORM, 4)

#define BODY(body, internal, format, type, kind, channels) \
   static const struct compressed body = {internal, GL_##format, GL_##type, kind, channels}; \
   static void draw_##body(void) { draw(&body); } \
   static void reference_##body(uint8_t rgba[API_TEXELS][4]) { reference(&body, rgba); }
FORMATS(BODY)
S3TC(BODY)

enum { STEPS = 16 }; /* eight steps of RGTC to a range of 0.4: 8 of 255 to either side for each of two encoders */
#define ROW(body, internal, format, type, kind, channels) \
   {"compress-" #body, GLES, 30, STEPS, 0, draw_##body, reference_##body},
/* Three steps of S3TC to the same range: 17 of 255 to either side for each of two encoders. */
#define S3TC_ROW(body, internal, format, type, kind, channels) \
   {"compress-" #body, GLES, 30, 36, 0, draw_##body, reference_##body},
const struct api_body api_bodies_compress[] = {
   FORMATS(ROW)
   S3TC(S3TC_ROW)
   {0},
};

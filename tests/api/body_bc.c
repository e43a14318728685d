/* body_bc.c: S3TC with sRGB colours, RGTC and BPTC textures: random blocks of each format and mode, in an image whose sides cut
 * through blocks, with a part that CompressedTexSubImage replaces. Decoders are the
 * references. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "api_bptc.h"
#include "api_srgb.h"
#include "api_test.h"

enum { WIDTH = 30, HEIGHT = 29, COLUMNS = 8, BLOCK_B = 16, PART_X = 4, PART_Y = 8, PART = 8, LAYERS = 3 };

struct format {
   GLenum name;
   unsigned block_B;
   bool is_bptc, is_float, is_signed;
};

static uint8_t blocks[LAYERS][COLUMNS * COLUMNS * BLOCK_B];

/* Each mode of BPTC_UNORM has a unary prefix: random bits would seldom choose the last ones. */
static void make_blocks(const struct format *format)
{
   for (unsigned layer = 0; layer < LAYERS; layer++)
      for (unsigned i = 0; i < sizeof(blocks[0]); i++)
         blocks[layer][i] = (uint8_t)api_random(256);
   for (unsigned layer = 0; format->is_bptc && !format->is_float && layer < LAYERS; layer++)
      for (unsigned i = 0; i < COLUMNS * COLUMNS; i++) {
         uint8_t *first = &blocks[layer][i * BLOCK_B];
         *first = (uint8_t)((*first << 1 | 1) << i % 8);
      }
}

static void draw(const struct format *format, GLenum target)
{
   const GLsizei image_B = (GLsizei)(COLUMNS * COLUMNS * format->block_B);
   const bool flat = target == GL_TEXTURE_2D;
   static const char vertex[] = "#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char *const fragment[2] = {
      "#version 300 es\nprecision highp float; uniform highp sampler2D t; out vec4 color;\n"
      "void main() { ivec2 at = min(ivec2(gl_FragCoord.xy), textureSize(t, 0) - 1); vec4 c = texelFetch(t, at, 0);",
      "#version 300 es\nprecision highp float; uniform highp TARGET t; out vec4 color;\n"
      "void main() { ivec2 at = min(ivec2(gl_FragCoord.xy), textureSize(t, 0).xy - 1); vec4 c = texelFetch(t, ivec3(at, at.x % 3), 0);",
   };
   char source[600];
   GLuint texture;
   strcpy(source, fragment[!flat]);
   char *at = strstr(source, "TARGET");
   if (at) {
      const char *sampler = target == GL_TEXTURE_3D ? "sampler3D" : "sampler2DArray";
      memmove(at + strlen(sampler), at + 6, strlen(at + 6) + 1);
      memcpy(at, sampler, strlen(sampler));
   }
   /* Floats of any size become 0 .. 1. */
   strcat(source, format->is_float    ? " color = vec4(c.rgb / (1.0 + abs(c.rgb)) * 0.5 + 0.5, c.a); }"
                  : format->is_signed ? " color = vec4(c.rgb * 0.5 + 0.5, c.a); }"
                                      : " color = c; }");
   api_program(vertex, NULL, source);
   make_blocks(format);
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   if (flat) {
      glCompressedTexImage2D(target, 0, format->name, WIDTH, HEIGHT, 0, image_B, blocks[0]);
      glCompressedTexSubImage2D(target, 0, PART_X, PART_Y, PART, PART, format->name, (GLsizei)(4 * format->block_B), blocks[1]);
   } else {
      for (unsigned layer = 1; layer < LAYERS; layer++)
         memmove((uint8_t *)blocks + layer * (size_t)image_B, blocks[layer], (size_t)image_B);
      glCompressedTexImage3D(target, 0, format->name, WIDTH, HEIGHT, LAYERS, 0, LAYERS * image_B, blocks);
      glCompressedTexSubImage3D(target, 0, PART_X, PART_Y, 1, PART, PART, 2, format->name, (GLsizei)(8 * format->block_B),
                                (uint8_t *)blocks + format->block_B);
   }
   api_rectangle(-1, -1, 1, 1);
}

/* ---- a decoder of RGTC (GL 4.6, D.2) ------------------------------------------------------------------------------------------ */

/* The channel of texel (x, y) of a block, times 255 or 127, in sevenths and fifths: exact to rounding. */
static double rgtc_channel(const uint8_t *block, bool is_signed, unsigned x, unsigned y)
{
   int r0 = is_signed ? (int8_t)block[0] : block[0], r1 = is_signed ? (int8_t)block[1] : block[1];
   uint64_t codes = 0;
   for (unsigned i = 0; i < 6; i++)
      codes |= (uint64_t)block[2 + i] << (8 * i);
   const int code = (int)(codes >> (3 * (4 * y + x)) & 7);
   const bool eight = r0 > r1;
   const double low = is_signed ? -1 : 0, scale = is_signed ? 127 : 255;
   const double a = r0 < -127 ? -127 : r0, b = r1 < -127 ? -127 : r1;
   if (code < 2)
      return (code ? b : a) / scale;
   if (eight)
      return ((8 - code) * a + (code - 1) * b) / 7 / scale;
   return code == 6 ? low : code == 7 ? 1 : ((6 - code) * a + (code - 1) * b) / 5 / scale;
}

/* ---- a decoder of S3TC (EXT_texture_compression_s3tc) ------------------------------------------------------------------------- */

/* The colour of texel (x, y) in a block of two 5:6:5 colours, sRGB-encoded. `three`: the first colour that is not the larger one means
 * two colours, their mean, and black. False: that black, which is transparent in a format with alpha. */
static bool s3tc_color(const uint8_t *block, bool three, unsigned x, unsigned y, double rgb[3])
{
   const unsigned words[2] = {block[0] | (unsigned)block[1] << 8, block[2] | (unsigned)block[3] << 8};
   const unsigned code = (unsigned)block[4 + y] >> (2 * x) & 3;
   double ends[2][3];
   for (unsigned e = 0; e < 2; e++) {
      ends[e][0] = (words[e] >> 11) / 31.0;
      ends[e][1] = (words[e] >> 5 & 63) / 63.0;
      ends[e][2] = (words[e] & 31) / 31.0;
   }
   const bool means = three && words[0] <= words[1];
   for (unsigned c = 0; c < 3; c++)
      rgb[c] = code < 2                ? ends[code][c]
               : !means                ? (ends[code - 2][c] * 2 + ends[3 - code][c]) / 3
               : code == 2             ? (ends[0][c] + ends[1][c]) / 2
                                       : 0;
   return !(means && code == 3);
}

/* ---- references ---------------------------------------------------------------------------------------------------------------- */

static void decode(const struct format *format, const uint8_t *block, unsigned x, unsigned y, double rgba[4])
{
   const bool dxt1_alpha = format->name == GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;
   const bool dxt1 = dxt1_alpha || format->name == GL_COMPRESSED_SRGB_S3TC_DXT1_EXT;
   const bool two = format->name == GL_COMPRESSED_RED_GREEN_RGTC2_EXT || format->name == GL_COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT;
   rgba[3] = 1;
   if (format->is_float) {
      api_decode_bptc_float(block, format->name == GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, x, y, rgba);
      for (unsigned c = 0; c < 3; c++)
         rgba[c] = rgba[c] / (1 + fabs(rgba[c])) * 0.5 + 0.5;
      return;
   }
   if (format->is_bptc) {
      uint8_t bytes[4];
      api_decode_bptc_unorm(block, x, y, bytes);
      for (unsigned c = 0; c < 4; c++)
         rgba[c] = bytes[c] / 255.0;
      for (unsigned c = 0; c < 3 && format->name == GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT; c++)
         rgba[c] = api_srgb_decode(rgba[c]);
      return;
   }
   if (two || format->name == GL_COMPRESSED_RED_RGTC1_EXT || format->name == GL_COMPRESSED_SIGNED_RED_RGTC1_EXT) {
      for (unsigned c = 0; c < 3; c++) {
         rgba[c] = c <= two ? rgtc_channel(block + 8 * c, format->is_signed, x, y) : 0;
         rgba[c] = format->is_signed ? rgba[c] * 0.5 + 0.5 : rgba[c];
      }
      return;
   }
   const bool opaque = s3tc_color(block + (dxt1 ? 0 : 8), dxt1, x, y, rgba);
   for (unsigned c = 0; c < 3; c++)
      rgba[c] = api_srgb_decode(rgba[c]);
   if (dxt1)
      rgba[3] = dxt1_alpha ? opaque : 1;
   else if (format->name == GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT)
      rgba[3] = (block[2 * y + x / 2] >> (x % 2 * 4) & 15) / 15.0;
   else
      rgba[3] = rgtc_channel(block, false, x, y);
}

static void reference(const struct format *format, GLenum target, uint8_t rgba[API_TEXELS][4])
{
   const size_t image_B = COLUMNS * COLUMNS * format->block_B;
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      x = x < WIDTH ? x : WIDTH - 1;
      y = y < HEIGHT ? y : HEIGHT - 1;
      const unsigned layer = target == GL_TEXTURE_2D ? 0 : x % LAYERS, first = target == GL_TEXTURE_2D ? 0 : 1;
      const bool part = x >= PART_X && x < PART_X + PART && y >= PART_Y && y < PART_Y + PART && layer >= first;
      const unsigned of_part = (layer - first) * 4 + (y - PART_Y) / 4 * 2 + (x - PART_X) / 4;
      const uint8_t *parts = first ? (const uint8_t *)blocks + format->block_B : blocks[1];
      const uint8_t *block = part ? parts + of_part * format->block_B
                                  : (const uint8_t *)blocks + layer * image_B + (y / 4 * COLUMNS + x / 4) * format->block_B;
      double value[4];
      decode(format, block, x % 4, y % 4, value);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(value[c] * 255 + 0.5);
   }
}

/* llvmpipe interpolates codes of 8 bits; a step of an sRGB code is up to two steps of a linear one. */
enum { RGTC_STEPS = 2, OTHER_STEPS = 5 };

/* ---- bodies -------------------------------------------------------------------------------------------------------------------- */

#define RGTC(F) \
   F(rgtc1, GL_COMPRESSED_RED_RGTC1_EXT, 8, false, 1) F(rgtc1_signed, GL_COMPRESSED_SIGNED_RED_RGTC1_EXT, 8, true, 1) \
   F(rgtc2, GL_COMPRESSED_RED_GREEN_RGTC2_EXT, 16, false, 2) \
   F(rgtc2_signed, GL_COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT, 16, true, 2)

#define S3TC(F) \
   F(dxt1_srgb, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, 8, false, false, 2D) \
   F(dxt1_srgb_alpha, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, 8, false, false, 2D) \
   F(dxt3_srgb, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, 16, false, false, 2D) \
   F(dxt5_srgb, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16, false, false, 2D) \
   F(dxt5_srgb_array, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16, false, false, 2D_ARRAY) \
   F(rgtc2_array, GL_COMPRESSED_RED_GREEN_RGTC2_EXT, 16, false, false, 2D_ARRAY)

#define BPTC(F) \
   F(bptc, GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, 16, true, false, 2D) \
   F(bptc_srgb, GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT, 16, true, false, 2D) \
   F(bptc_array, GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, 16, true, false, 2D_ARRAY) \
   F(bptc_3d, GL_COMPRESSED_RGBA_BPTC_UNORM_EXT, 16, true, false, 3D) \
   F(bptc_float, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT, 16, true, true, 2D) \
   F(bptc_signed_float, GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT, 16, true, true, 2D)

#define RGTC_BODY(body, name, block_B, is_signed, channels) \
   static const struct format format_##body = {name, block_B, false, false, is_signed}; \
   static void draw_##body(void) { draw(&format_##body, GL_TEXTURE_2D); } \
   static void reference_##body(uint8_t rgba[API_TEXELS][4]) { reference(&format_##body, GL_TEXTURE_2D, rgba); }
#define BLOCK_BODY(body, name, block_B, is_bptc, is_float, target) \
   static const struct format format_##body = {name, block_B, is_bptc, is_float, false}; \
   static void draw_##body(void) { draw(&format_##body, GL_TEXTURE_##target); } \
   static void reference_##body(uint8_t rgba[API_TEXELS][4]) { reference(&format_##body, GL_TEXTURE_##target, rgba); }
RGTC(RGTC_BODY)
S3TC(BLOCK_BODY)
BPTC(BLOCK_BODY)

#define RGTC_ROW(body, name, block_B, is_signed, channels) {"bc-" #body, GLES, 30, RGTC_STEPS, 0, draw_##body, reference_##body},
#define S3TC_ROW(body, name, block_B, is_bptc, is_float, target) \
   {"bc-" #body, GLES, 30, OTHER_STEPS, 0, draw_##body, reference_##body},
#define BPTC_ROW(body, name, block_B, is_bptc, is_float, target) \
   {"bc-" #body, GLES, 30, 1, 0, draw_##body, reference_##body},
const struct api_body api_bodies_bc[] = {
   RGTC(RGTC_ROW)
   S3TC(S3TC_ROW)
   BPTC(BPTC_ROW)
   {0},
};

/* body_fxt1.c: 3DFX_texture_compression_FXT1: random blocks of each mode in an image whose sides cut through blocks, with a part that
 * CompressedTexSubImage replaces; texels that TexImage compresses; blocks that come back. */
#include <string.h>

#include "api_test.h"

#define GL_COMPRESSED_RGB_FXT1_3DFX 0x86B0
#define GL_COMPRESSED_RGBA_FXT1_3DFX 0x86B1

enum { WIDTH = 30, HEIGHT = 29, COLUMNS = 4, ROWS = 8, BLOCK_B = 16, PART_X = 8, PART_Y = 12, PART = 8 };

static const char vertex[] = "#version 140\n#extension GL_ARB_explicit_attrib_location : require\n"
                             "layout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char fragment[] = "#version 140\nuniform sampler2D t; out vec4 color;\n"
                               "void main() { color = texelFetch(t, min(ivec2(gl_FragCoord.xy), textureSize(t, 0) - 1), 0); }";

static uint8_t blocks[ROWS * COLUMNS * BLOCK_B], back[sizeof(blocks)];

/* CC_HI twice, then CC_CHROMA, CC_ALPHA and four kinds of CC_MIXED: the three highest bits. */
static void make_blocks(void)
{
   for (unsigned i = 0; i < sizeof(blocks); i++)
      blocks[i] = (uint8_t)api_random(256);
   for (unsigned i = 0; i < ROWS * COLUMNS; i++)
      blocks[i * BLOCK_B + 15] = (uint8_t)((blocks[i * BLOCK_B + 15] & 31) | (i % 8) << 5);
}

static GLuint begin(void)
{
   GLuint texture;
   api_require("GL_3DFX_texture_compression_FXT1");
   api_program(vertex, NULL, fragment);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   return texture;
}

static void expect_error(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static void draw_blocks(GLenum format)
{
   begin();
   make_blocks();
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, WIDTH, HEIGHT, 0, sizeof(blocks), blocks);
   glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, PART, PART, format, 2 * BLOCK_B, &blocks[3 * BLOCK_B]);
   expect_error("blocks", GL_NO_ERROR);
   glGetCompressedTexImage(GL_TEXTURE_2D, 0, back);
   expect_error("query", GL_NO_ERROR);
   for (unsigned i = 0; i < 2; i++)
      memcpy(&blocks[((PART_Y / 4 + i) * COLUMNS + PART_X / 8) * BLOCK_B], &blocks[(3 + i) * BLOCK_B], BLOCK_B);
   if (memcmp(blocks, back, sizeof(blocks)))
      api_fail("other blocks came back");
   glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 0, 8, 4, format, BLOCK_B, blocks);
   expect_error("a part that cuts through blocks", GL_INVALID_OPERATION);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, WIDTH, HEIGHT, 0, sizeof(blocks) - BLOCK_B, blocks);
   expect_error("a block too few", GL_INVALID_VALUE);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- a decoder (3DFX_texture_compression_FXT1) -------------------------------------------------------------------------------- */

static unsigned bits(const uint8_t *block, unsigned high, unsigned low)
{
   unsigned value = 0;
   for (unsigned i = high + 1; i-- > low;)
      value = value << 1 | (block[i / 8] >> i % 8 & 1);
   return value;
}

/* Five bits as eight. */
static unsigned wide(unsigned five)
{
   return five << 3 | five >> 2;
}

/* Colour `index` of three times five bits from bit `low` on. */
static void color_at(const uint8_t *block, unsigned low, unsigned index, unsigned rgb[3])
{
   for (unsigned c = 0; c < 3; c++) {
      const unsigned at = low + 15 * index + 10 - 5 * c;
      rgb[c] = wide(bits(block, at + 4, at));
   }
}

/* `to` in `steps` steps from `from`. */
static unsigned between(unsigned from, unsigned to, unsigned step, unsigned steps)
{
   return ((steps - step) * from + step * to + steps / 2) / steps;
}

static void decode_high(const uint8_t *block, unsigned texel, unsigned rgba[4])
{
   const unsigned index = bits(block, 3 * texel + 2, 3 * texel);
   unsigned colors[2][3];
   color_at(block, 96, 0, colors[0]);
   color_at(block, 96, 1, colors[1]);
   for (unsigned c = 0; c < 3; c++)
      rgba[c] = index == 7 ? 0 : between(colors[0][c], colors[1][c], index, 6);
   rgba[3] = index == 7 ? 0 : 255;
}

static void decode_mixed(const uint8_t *block, unsigned texel, unsigned rgba[4])
{
   const unsigned right = texel / 16, index = bits(block, 2 * texel + 1, 2 * texel), low_green = bits(block, 125 + right, 125 + right);
   const bool transparent = bits(block, 124, 124);
   unsigned colors[2][3];
   for (unsigned k = 0; k < 2; k++) {
      const unsigned at = 69 + 15 * (2 * right + k), select = bits(block, 32 * right + 1, 32 * right + 1);
      color_at(block, 64, 2 * right + k, colors[k]);
      if (k == 1 || !transparent) {
         const unsigned green = bits(block, at + 4, at) << 1 | (k ? low_green : low_green ^ select);
         colors[k][1] = green << 2 | green >> 4;
      }
   }
   for (unsigned c = 0; c < 3; c++)
      rgba[c] = !transparent ? between(colors[0][c], colors[1][c], index, 3) : index == 3 ? 0
                : index == 1 ? (colors[0][c] + colors[1][c]) / 2 : colors[index / 2][c];
   rgba[3] = transparent && index == 3 ? 0 : 255;
}

static void decode_alpha(const uint8_t *block, unsigned texel, unsigned rgba[4])
{
   const unsigned index = bits(block, 2 * texel + 1, 2 * texel), first = texel / 16 * 2;
   unsigned colors[3][4];
   for (unsigned k = 0; k < 3; k++) {
      color_at(block, 64, k, colors[k]);
      colors[k][3] = wide(bits(block, 113 + 5 * k, 109 + 5 * k));
   }
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = bits(block, 124, 124) ? between(colors[first][c], colors[1][c], index, 3) : index == 3 ? 0 : colors[index][c];
}

static void decode(const uint8_t *block, unsigned texel, unsigned rgba[4])
{
   const unsigned mode = bits(block, 127, 125);
   rgba[3] = 255;
   if (mode >= 4)
      decode_mixed(block, texel, rgba);
   else if (mode == 3)
      decode_alpha(block, texel, rgba);
   else if (mode == 2)
      color_at(block, 64, bits(block, 2 * texel + 1, 2 * texel), rgba);
   else
      decode_high(block, texel, rgba);
}

static void reference_blocks(bool alpha, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned px = i % API_SIZE, py = i / API_SIZE, x = px < WIDTH ? px : WIDTH - 1, y = py < HEIGHT ? py : HEIGHT - 1;
      unsigned texel[4];
      decode(&blocks[(y / 4 * COLUMNS + x / 8) * BLOCK_B], x % 8 / 4 * 16 + y % 4 * 4 + x % 4, texel);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(c == 3 && !alpha ? 255 : texel[c]);
   }
}

static void reference_rgb(uint8_t rgba[API_TEXELS][4]) { reference_blocks(false, rgba); }
static void reference_rgba(uint8_t rgba[API_TEXELS][4]) { reference_blocks(true, rgba); }

static void draw_rgb(void) { draw_blocks(GL_COMPRESSED_RGB_FXT1_3DFX); }
static void draw_rgba(void) { draw_blocks(GL_COMPRESSED_RGBA_FXT1_3DFX); }

/* A gradient in quadrants of opaque and of half transparent texels. */
static void texel(unsigned x, unsigned y, bool alpha, uint8_t rgba[4])
{
   rgba[0] = (uint8_t)(x * 6);
   rgba[1] = (uint8_t)(255 - y * 6);
   rgba[2] = (uint8_t)(x * 3 + y * 3);
   rgba[3] = alpha && x >= 16 ? (uint8_t)(128 + y * 4) : 255;
}

static void draw_texels(GLenum format, bool alpha)
{
   uint8_t texels[HEIGHT][WIDTH][4];
   GLint compressed = 0, size_B = 0;
   begin();
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         texel(x, y, alpha, texels[y][x]);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED, &compressed);
   glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED_IMAGE_SIZE, &size_B);
   expect_error("texels", GL_NO_ERROR);
   if (!compressed || size_B != sizeof(blocks))
      api_fail("compressed %d, %d bytes", compressed, size_B);
   /* The blocks give the same texels. */
   static uint8_t before[HEIGHT][WIDTH][4], after[HEIGHT][WIDTH][4];
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, before);
   glGetCompressedTexImage(GL_TEXTURE_2D, 0, back);
   glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, format, sizeof(back), back);
   glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, after);
   expect_error("queries", GL_NO_ERROR);
   if (memcmp(before, after, sizeof(before)))
      api_fail("the blocks give other texels");
   api_rectangle(-1, -1, 1, 1);
}

static void reference(bool alpha, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      texel(x < WIDTH ? x : WIDTH - 1, y < HEIGHT ? y : HEIGHT - 1, alpha, rgba[i]);
   }
}

static void draw_opaque(void) { draw_texels(GL_COMPRESSED_RGB_FXT1_3DFX, false); }
static void draw_alpha(void) { draw_texels(GL_COMPRESSED_RGBA_FXT1_3DFX, true); }
static void reference_opaque(uint8_t rgba[API_TEXELS][4]) { reference(false, rgba); }
static void reference_alpha(uint8_t rgba[API_TEXELS][4]) { reference(true, rgba); }

enum { LOSS = 24 };
const struct api_body api_bodies_fxt1[] = {
   {"fxt1-rgb", CORE, 31, 1, 0, draw_rgb, reference_rgb},
   {"fxt1-rgba", CORE, 31, 1, 0, draw_rgba, reference_rgba},
   {"fxt1-opaque-texels", CORE, 31, LOSS, 0, draw_opaque, reference_opaque},
   {"fxt1-alpha-texels", CORE, 31, LOSS, 0, draw_alpha, reference_alpha},
   {0},
};

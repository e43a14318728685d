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
   {"fxt1-rgb", CORE, 31, 1, 0, draw_rgb, NULL},
   {"fxt1-rgba", CORE, 31, 1, 0, draw_rgba, NULL},
   {"fxt1-opaque-texels", CORE, 31, LOSS, 0, draw_opaque, reference_opaque},
   {"fxt1-alpha-texels", CORE, 31, LOSS, 0, draw_alpha, reference_alpha},
   {0},
};

/* body_etc2.c: ETC2 and EAC textures: random blocks of each format, which use every mode, in an image whose sides cut through
 * blocks, with a part that CompressedTexSubImage2D replaces. The reference decodes the blocks as OpenGL ES 3.2, appendix C, says. */
#include <stddef.h>

#include "api_etc2.h"
#include "api_test.h"

enum { WIDTH = 30, HEIGHT = 29, COLUMNS = 8, BLOCK_B = 16, PART_X = 4, PART_Y = 8, PART = 8 };

static uint8_t blocks[COLUMNS * COLUMNS * BLOCK_B];

static void draw(GLenum format, unsigned block_B)
{
   GLuint texture;
   api_program("#version 300 es\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "#version 300 es\nprecision highp float; uniform sampler2D t; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); vec4 c = texelFetch(t, min(at, textureSize(t, 0) - 1), 0);\n"
               /* the picture keeps the lowest bits of 16-bit channels, too, and negative values */
               "  color = at.x < 16 ? c * 0.5 + 0.5 : c; }");
   for (unsigned i = 0; i < sizeof(blocks); i++)
      blocks[i] = (uint8_t)api_random(256);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, WIDTH, HEIGHT, 0, (GLsizei)(COLUMNS * COLUMNS * block_B), blocks);
   glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, PART_X, PART_Y, PART, PART, format, (GLsizei)(4 * block_B), blocks + 5);
   api_rectangle(-1, -1, 1, 1);
}

static void reference(GLenum format, unsigned block_B, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned at_x = i % API_SIZE, at_y = i / API_SIZE;
      const unsigned x = at_x < WIDTH ? at_x : WIDTH - 1, y = at_y < HEIGHT ? at_y : HEIGHT - 1;
      const bool part = x >= PART_X && x < PART_X + PART && y >= PART_Y && y < PART_Y + PART;
      const uint8_t *block = part ? blocks + 5 + ((y - PART_Y) / 4 * 2 + (x - PART_X) / 4) * block_B
                                  : blocks + (y / 4 * COLUMNS + x / 4) * block_B;
      double value[4];
      api_decode_etc2(format, block, x % 4, y % 4, value);
      for (unsigned c = 0; c < 4; c++) {
         const double shown = at_x < 16 ? value[c] * 0.5 + 0.5 : value[c];
         rgba[i][c] = shown < 0 ? 0 : (uint8_t)(shown * 255 + 0.5);
      }
   }
}

#define FORMATS(F) \
   F(r11, GL_COMPRESSED_R11_EAC, 8) F(signed_r11, GL_COMPRESSED_SIGNED_R11_EAC, 8) F(rg11, GL_COMPRESSED_RG11_EAC, 16) \
   F(signed_rg11, GL_COMPRESSED_SIGNED_RG11_EAC, 16) F(rgb8, GL_COMPRESSED_RGB8_ETC2, 8) F(srgb8, GL_COMPRESSED_SRGB8_ETC2, 8) \
   F(rgb8a1, GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8) F(srgb8a1, GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8) \
   F(rgba8, GL_COMPRESSED_RGBA8_ETC2_EAC, 16) F(srgb8a8, GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, 16)

#define DRAW(name, format, block_B) \
   static void draw_##name(void) { draw(format, block_B); } \
   static void reference_##name(uint8_t rgba[API_TEXELS][4]) { reference(format, block_B, rgba); }
FORMATS(DRAW)

#define BODY(name, format, block_B) {"etc2-" #name, GLES, 30, 1, 0, draw_##name, reference_##name},
const struct api_body api_bodies_etc2[] = {
   FORMATS(BODY)
   {0},
};

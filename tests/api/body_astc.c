/* body_astc.c: KHR_texture_compression_astc_ldr: textures of random blocks, of each block size. Their reference is a decoder. */
#include <string.h>

#include "api_astc.h"

#include "api_srgb.h"
#include "api_test.h"

enum { SIZES = 14, TEXTURE_SIZE = 30 };

static const struct { uint8_t width, height; } sizes[SIZES] = {
   {4, 4}, {5, 4}, {5, 5}, {6, 5}, {6, 6}, {8, 5}, {8, 6}, {8, 8}, {10, 5}, {10, 6}, {10, 8}, {10, 10}, {12, 10}, {12, 12},
};

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char fragment[] = "#version 300 es\nprecision highp float; uniform sampler2D s; out vec4 color;\n"
                               "void main() { color = texelFetch(s, ivec2(gl_FragCoord.xy) % 30, 0); }";

/* Most blocks are legal: 16 weights of 1 to 3 bits, one endpoint mode with at most 18 values. A quarter is random bits. */
static void random_block(uint8_t block[16])
{
   static const uint8_t modes[] = {0, 1, 4, 5, 6, 8, 9, 10, 12, 13}, usable[] = {10, 10, 8, 5}; /* by partitions - 1 */
   for (unsigned i = 0; i < 16; i++)
      block[i] = (uint8_t)api_random(256);
   if (api_random(4) == 0)
      return;
   const unsigned partitions = api_random(4), mode = modes[api_random(usable[partitions])];
   const uint32_t weights = 0x41 + api_random(3) + (api_random(2) << 4);
   uint32_t low = weights | partitions << 11;
   if (partitions < 3)
      low |= api_random(2) << 10; /* two planes */
   low |= partitions ? api_random(1024) << 13 : mode << 13 | api_random(64) << 17;
   block[0] = (uint8_t)low;
   block[1] = (uint8_t)(low >> 8);
   block[2] = (uint8_t)(low >> 16);
   if (partitions)
      block[3] = (uint8_t)((block[3] & 0xe0) | mode << 1);
}

static uint8_t kept[SIZES][64 * 16];

static void use_texture(unsigned size, bool srgb)
{
   uint8_t *blocks = kept[size];
   const unsigned width = (TEXTURE_SIZE + sizes[size].width - 1) / sizes[size].width;
   const unsigned height = (TEXTURE_SIZE + sizes[size].height - 1) / sizes[size].height;
   GLuint texture;
   for (unsigned i = 0; i < width * height; i++)
      random_block(blocks + 16 * i);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, (srgb ? GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR : GL_COMPRESSED_RGBA_ASTC_4x4_KHR) + size,
                          TEXTURE_SIZE, TEXTURE_SIZE, 0, (GLsizei)(width * height * 16), blocks);
}

static void draw_size(unsigned size, bool srgb)
{
   api_program(vertex, NULL, fragment);
   use_texture(size, srgb);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_size(unsigned size, bool srgb, uint8_t rgba[API_TEXELS][4])
{
   const unsigned width = sizes[size].width, height = sizes[size].height, columns = (TEXTURE_SIZE + width - 1) / width;
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE % TEXTURE_SIZE, y = i / API_SIZE % TEXTURE_SIZE;
      api_decode_astc(kept[size] + 16 * (y / height * columns + x / width), width, height, srgb, x % width, y % height, rgba[i]);
      for (unsigned c = 0; c < 3 && srgb; c++)
         rgba[i][c] = (uint8_t)(api_srgb_decode(rgba[i][c] / 255.0) * 255 + 0.5); /* by the sampler */
   }
}

static uint32_t hash_of(uint8_t texels[API_TEXELS][4])
{
   uint32_t hash = 2166136261u;
   for (unsigned k = 0; k < API_TEXELS * 4; k++)
      hash = (hash ^ texels[k / 4][k % 4]) * 16777619u;
   return hash;
}

/* The texture of block size i is hashed into row i of the picture. */
static void draw_all_sizes(void)
{
   static uint8_t texels[API_TEXELS][4];
   uint32_t hash[SIZES];
   for (unsigned i = 0; i < SIZES; i++) {
      draw_size(i, false);
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      hash[i] = hash_of(texels);
   }
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < SIZES; i++) {
      glScissor(0, (GLint)i, API_SIZE, 1);
      glClearColor((float)(hash[i] & 255) / 255, (float)(hash[i] >> 8 & 255) / 255, (float)(hash[i] >> 16 & 255) / 255,
                   (float)(hash[i] >> 24) / 255);
      glClear(GL_COLOR_BUFFER_BIT);
   }
}

static void reference_all_sizes(uint8_t rgba[API_TEXELS][4])
{
   static uint8_t texels[API_TEXELS][4];
   reference_size(SIZES - 1, false, rgba); /* the last one that was drawn stays above the rows */
   for (unsigned i = 0; i < SIZES; i++) {
      reference_size(i, false, texels);
      const uint32_t hash = hash_of(texels);
      for (unsigned x = 0; x < API_SIZE; x++)
         memcpy(rgba[i * API_SIZE + x], &hash, 4);
   }
}

static void reference_4x4(uint8_t rgba[API_TEXELS][4]) { reference_size(0, false, rgba); }
static void reference_6x5(uint8_t rgba[API_TEXELS][4]) { reference_size(3, false, rgba); }
static void reference_12x12(uint8_t rgba[API_TEXELS][4]) { reference_size(13, false, rgba); }
static void reference_srgb_8x6(uint8_t rgba[API_TEXELS][4]) { reference_size(6, true, rgba); }

static void draw_4x4(void)
{
   draw_size(0, false);
}

static void draw_6x5(void)
{
   draw_size(3, false);
}

static void draw_12x12(void)
{
   draw_size(13, false);
}

static void draw_srgb_8x6(void)
{
   draw_size(6, true);
}

/* KHR_texture_compression_astc_sliced_3d: two levels of a 3D texture of 5 and 2 slices, a part of a slice that is replaced, and a slice
 * that is copied. Slices are 15 x 12 texels, in blocks of 5 x 4. */
enum { SLICES = 5, SLICED_WIDTH = 15, SLICED_HEIGHT = 12, SLICE_BLOCKS = 9 };

static void random_blocks(uint8_t *blocks, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      random_block(blocks + 16 * i);
}

/* The blocks of both levels after all commands. */
static uint8_t sliced[SLICES][SLICE_BLOCKS][16], small_slices[2][4][16];

static void draw_sliced(void)
{
   static const char slices[] = "#version 300 es\nprecision highp float; uniform highp sampler3D s; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int row = at.y / 6, level = row < 5 ? 0 : at.x < 16 ? 0 : 1;\n"
      "  color = texelFetch(s, ivec3(at.x % (15 - level), at.y % 6 + at.x / 16 * 3, row % 5) >> level, level); }";
   const GLenum format = GL_COMPRESSED_RGBA_ASTC_5x4_KHR;
   uint8_t blocks[SLICES * SLICE_BLOCKS * 16];
   GLuint texture[2];
   api_require("GL_KHR_texture_compression_astc_sliced_3d");
   api_require("GL_EXT_copy_image");
   glGenTextures(2, texture);
   glBindTexture(GL_TEXTURE_3D, texture[0]);
   glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   uint8_t copied[SLICE_BLOCKS][16];
   random_blocks(blocks, SLICE_BLOCKS);
   memcpy(copied, blocks, sizeof(copied));
   glCompressedTexImage3D(GL_TEXTURE_3D, 0, format, SLICED_WIDTH, SLICED_HEIGHT, 1, 0, SLICE_BLOCKS * 16, blocks);
   glBindTexture(GL_TEXTURE_3D, texture[1]);
   glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexStorage3D(GL_TEXTURE_3D, 2, format, SLICED_WIDTH, SLICED_HEIGHT, SLICES);
   random_blocks(blocks, SLICES * SLICE_BLOCKS);
   memcpy(sliced, blocks, sizeof(sliced));
   memcpy(sliced[4], copied, sizeof(copied));
   glCompressedTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, SLICED_WIDTH, SLICED_HEIGHT, SLICES, format, sizeof blocks, blocks);
   random_blocks(blocks, 2 * 4); /* 7 x 6 x 2 texels */
   memcpy(small_slices, blocks, sizeof(small_slices));
   glCompressedTexSubImage3D(GL_TEXTURE_3D, 1, 0, 0, 0, 7, 6, 2, format, 2 * 4 * 16, blocks);
   random_blocks(blocks, 2);
   for (unsigned k = 0; k < 2; k++)
      memcpy(sliced[2 + k][4], blocks + 16 * k, 16);
   glCompressedTexSubImage3D(GL_TEXTURE_3D, 0, 5, 4, 2, 5, 4, 2, format, 2 * 16, blocks);
   ((PFNGLCOPYIMAGESUBDATAEXTPROC)eglGetProcAddress("glCopyImageSubDataEXT"))(texture[0], GL_TEXTURE_3D, 0, 0, 0, 0, texture[1],
      GL_TEXTURE_3D, 0, 0, 0, 4, SLICED_WIDTH, SLICED_HEIGHT, 1);
   if (glGetError() != GL_NO_ERROR)
      api_fail("a sliced image was not taken");
   glCompressedTexSubImage3D(GL_TEXTURE_3D, 0, 1, 4, 2, 5, 4, 2, format, 2 * 16, blocks);
   if (glGetError() != GL_INVALID_OPERATION)
      api_fail("no GL_INVALID_OPERATION for a part that cuts through blocks");
   api_program(vertex, NULL, slices);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_sliced(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned px = i % API_SIZE, py = i / API_SIZE, row = py / 6, level = row >= 5 && px >= 16;
      const unsigned x = px % (15 - level) >> level, y = (py % 6 + px / 16 * 3) >> level, slice = row % 5 >> level, columns = level ? 2 : 3;
      const uint8_t (*blocks)[16] = level ? small_slices[slice] : sliced[slice];
      api_decode_astc(blocks[y / 4 * columns + x / 5], 5, 4, false, x % 5, y % 4, rgba[i]);
   }
}

const struct api_body api_bodies_astc[] = {
   {"astc-sliced", GLES, 30, 0, 0, draw_sliced, reference_sliced},
   {"astc-4x4", GLES, 30, 0, 0, draw_4x4, reference_4x4},
   {"astc-6x5", GLES, 30, 0, 0, draw_6x5, reference_6x5},
   {"astc-12x12", GLES, 30, 0, 0, draw_12x12, reference_12x12},
   {"astc-srgb-8x6", GLES, 30, 1, 0, draw_srgb_8x6, reference_srgb_8x6},
   {"astc-all-sizes", GLES, 30, 0, 0, draw_all_sizes, reference_all_sizes},
   {0},
};

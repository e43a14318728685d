/* test_s3tc.c: EXT_texture_compression_s3tc: texels of random blocks against the extension's formulas, images of any size,
 * levels, cube faces, sub-images, errors. OpenGL ES does not compress: blocks come from the application. */
#include <math.h>

#include "pixel_test.h"

enum { W = 22, H = 13 }; /* the last blocks extend beyond the image */

static const struct { GLenum format; int block_B; const char *name;
} formats[] = {
   {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, "RGB DXT1"},
   {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, "RGBA DXT1"},
   {0x83F2 /* GL_COMPRESSED_RGBA_S3TC_DXT3_EXT */, 16, "RGBA DXT3"},
   {0x83F3 /* GL_COMPRESSED_RGBA_S3TC_DXT5_EXT */, 16, "RGBA DXT5"},
};

static uint32_t seed = 11;

static uint8_t any_byte(void)
{
   seed = seed * 1664525 + 1013904223;
   return (uint8_t)(seed >> 20);
}

static double channel(int color, int shift, int bits)
{
   return (double)(color >> shift & ((1 << bits) - 1)) / ((1 << bits) - 1);
}

/* Texel (x, y) of a block by the extension's tables. */
static void decode(unsigned f, const uint8_t *block, int x, int y, double rgba[4])
{
   const uint8_t *c = block + formats[f].block_B - 8;
   int c0 = c[0] | c[1] << 8, c1 = c[2] | c[3] << 8, code = c[4 + y] >> (2 * x) & 3;
   static const int shift[3] = {11, 5, 0}, bits[3] = {5, 6, 5};
   bool four = f >= 2 || c0 > c1;
   rgba[3] = 1;
   for (int i = 0; i < 3; i++) {
      double a = channel(c0, shift[i], bits[i]), b = channel(c1, shift[i], bits[i]);
      rgba[i] = code == 0   ? a
                : code == 1 ? b
                : four      ? (code == 2 ? (2 * a + b) / 3 : (a + 2 * b) / 3)
                : code == 2 ? (a + b) / 2
                            : 0;
   }
   if (f == 1 && !four && code == 3)
      rgba[3] = 0;
   if (f == 2)
      rgba[3] = (block[y * 2 + x / 2] >> (x % 2 * 4) & 15) / 15.0;
   if (f == 3) {
      double a = block[0], b = block[1];
      uint64_t codes = 0;
      for (int i = 0; i < 6; i++)
         codes |= (uint64_t)block[2 + i] << (8 * i);
      int k = (int)(codes >> (3 * (y * 4 + x)) & 7);
      double alpha = k == 0 ? a : k == 1 ? b : block[0] > block[1] ? ((8 - k) * a + (k - 1) * b) / 7 :
                     k == 6 ? 0 : k == 7 ? 255 : ((6 - k) * a + (k - 1) * b) / 5;
      rgba[3] = alpha / 255;
   }
}

static int size_B(unsigned f, int w, int h)
{
   return (w + 3) / 4 * ((h + 3) / 4) * formats[f].block_B;
}

static GLint st;

static void use_program(bool cube)
{
   GLuint program = pixel_program("attribute vec4 pos; void main() { gl_Position = pos; }",
                                  cube ? "precision highp float; uniform samplerCube s; uniform vec4 st; void main() { "
                                         "gl_FragColor = textureCube(s, st.xyz); }"
                                       : "precision highp float; uniform sampler2D s; uniform vec4 st; void main() { "
                                         "gl_FragColor = texture2D(s, st.xy); }");
   st = glGetUniformLocation(program, "st");
}

static GLuint make_texture(GLenum target, GLenum filter)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(target, name);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, (GLint)filter);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return name;
}

/* Interpolated colours may be rounded to 8 bits when decoded and when read. */
static void expect_texel(unsigned f, const uint8_t *block, int x, int y, const char *what)
{
   double wanted[4];
   const uint8_t *rgba = pixel_read(4, 4);
   decode(f, block, x % 4, y % 4, wanted);
   for (int i = 0; i < 4; i++)
      if (fabs(rgba[i] - wanted[i] * 255) > 1.5)
         fail_msg("%s: %s, texel %d, %d: channel %d is %d, not %.2f", formats[f].name, what, x, y, i, rgba[i],
                  wanted[i] * 255);
}

static void expect_image(unsigned f, const uint8_t *blocks, int w, int h, const char *what)
{
   for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
         glUniform4f(st, ((float)x + 0.5f) / (float)w, ((float)y + 0.5f) / (float)h, 0, 0);
         pixel_rectangle(-1, -1, 1, 1, 0);
         expect_texel(f, blocks + (y / 4 * ((w + 3) / 4) + x / 4) * formats[f].block_B, x, y, what);
      }
}

static void texels(void **state)
{
   use_program(false);
   for (unsigned f = 0; f < 4; f++) {
      uint8_t blocks[6 * 4 * 16], part[6 * 4 * 16];
      GLuint name = make_texture(GL_TEXTURE_2D, GL_NEAREST);
      for (unsigned i = 0; i < sizeof blocks; i++)
         blocks[i] = any_byte();
      glCompressedTexImage2D(GL_TEXTURE_2D, 0, formats[f].format, W, H, 0, size_B(f, W, H), blocks);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      expect_image(f, blocks, W, H, "whole");
      /* x, y, width, height of sub-images: inside, at the far corner (partial blocks), a row of blocks. */
      static const int rects[][4] = {{4, 4, 8, 4},  {20, 12, 2, 1}, {16, 8, 6, 5},
                                     {0, 12, W, 1}, {0, 0, 0, 0},   {8, 0, 4, H}};
      for (unsigned r = 0; r < sizeof(rects) / sizeof(rects[0]); r++) {
         const int *q = rects[r], across = (q[2] + 3) / 4;
         for (unsigned i = 0; i < sizeof part; i++)
            part[i] = any_byte();
         glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, q[0], q[1], q[2], q[3], formats[f].format, size_B(f, q[2], q[3]),
                                   part);
         assert_int_equal(glGetError(), GL_NO_ERROR);
         for (int by = 0; by < (q[3] + 3) / 4; by++)
            for (int bx = 0; bx < across; bx++)
               memcpy(blocks + ((q[1] / 4 + by) * 6 + q[0] / 4 + bx) * formats[f].block_B,
                      part + (by * across + bx) * formats[f].block_B, (size_t)formats[f].block_B);
      }
      expect_image(f, blocks, W, H, "replaced in part");
      glDeleteTextures(1, &name);
   }
}

/* Levels down to one texel, specified in any order, are sampled at their level of detail. */
static void levels(void **state)
{
   use_program(false);
   for (unsigned f = 0; f < 4; f++) {
      uint8_t blocks[5][16 * 16];
      GLuint name = make_texture(GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST);
      static const int order[5] = {2, 0, 4, 1, 3};
      for (int k = 0; k < 5; k++) {
         int l = order[k];
         for (unsigned i = 0; i < sizeof blocks[l]; i++)
            blocks[l][i] = any_byte();
         glCompressedTexImage2D(GL_TEXTURE_2D, l, formats[f].format, 16 >> l, 16 >> l, 0, size_B(f, 16 >> l, 16 >> l),
                                blocks[l]);
         assert_int_equal(glGetError(), GL_NO_ERROR);
      }
      GLuint program = pixel_program(
         "attribute vec4 pos; varying vec2 t; void main() { gl_Position = pos; t = pos.xy * 0.5 + 0.5; }",
         "precision highp float; varying vec2 t; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, t); }");
      for (int l = 1; l < 4; l++) { /* one pixel per texel of the level */
         int edge = 16 >> l;
         glViewport(0, 0, edge, edge);
         pixel_rectangle(-1, -1, 1, 1, 0);
         for (int y = 0; y < edge; y++)
            for (int x = 0; x < edge; x++) {
               double wanted[4];
               const uint8_t *rgba = pixel_read(x, y);
               decode(f, blocks[l] + (y / 4 * ((edge + 3) / 4) + x / 4) * formats[f].block_B, x % 4, y % 4, wanted);
               for (int i = 0; i < 4; i++)
                  if (fabs(rgba[i] - wanted[i] * 255) > 1.5)
                     fail_msg("%s: level %d, texel %d, %d: channel %d is %d, not %.2f", formats[f].name, l, x, y, i,
                              rgba[i], wanted[i] * 255);
            }
      }
      glViewport(0, 0, SIZE, SIZE);
      glDeleteProgram(program);
      glDeleteTextures(1, &name);
   }
}

static void cube_faces(void **state)
{
   uint8_t blocks[6][16];
   use_program(true);
   GLuint name = make_texture(GL_TEXTURE_CUBE_MAP, GL_NEAREST);
   for (unsigned face = 0; face < 6; face++) {
      for (unsigned i = 0; i < 16; i++)
         blocks[face][i] = any_byte();
      glCompressedTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, formats[3].format, 4, 4, 0, 16, blocks[face]);
   }
   for (unsigned face = 0; face < 6; face++) {
      static const float d[6][3] = {{1, -0.75f, -0.25f}, {-1, -0.75f, 0.25f}, {0.25f, 1, 0.75f},
                                    {0.25f, -1, -0.75f}, {0.25f, -0.75f, 1},  {-0.25f, -0.75f, -1}};
      glUniform4f(st, d[face][0], d[face][1], d[face][2], 0); /* s = 5/8, t = 7/8 of each */
      pixel_rectangle(-1, -1, 1, 1, 0);
      expect_texel(3, blocks[face], 2, 3, "face");
   }
   glDeleteTextures(1, &name);
}

static void refused(void **state)
{
   static const struct { int x, y, w, h; unsigned format; int extra_B; GLenum error;
   } parts[] = {
      {2, 0, 4, 4, 3, 0, GL_INVALID_OPERATION},   {0, 1, 4, 4, 3, 0, GL_INVALID_OPERATION},
      {0, 0, 2, 4, 3, 0, GL_INVALID_OPERATION},   {0, 0, 4, 3, 3, 0, GL_INVALID_OPERATION},
      {20, 12, 1, 1, 3, 0, GL_INVALID_OPERATION}, {0, 0, 4, 4, 2, 0, GL_INVALID_OPERATION},
      {0, 0, 4, 4, 3, 1, GL_INVALID_VALUE},       {0, 0, 4, 4, 3, -16, GL_INVALID_VALUE},
      {20, 0, 4, 4, 3, 0, GL_INVALID_VALUE},      {-4, 0, 4, 4, 3, 0, GL_INVALID_VALUE},
      {0, 16, 4, 4, 3, 0, GL_INVALID_VALUE},      {0, 0, -4, 4, 3, 16 + 16, GL_INVALID_VALUE},
   };
   uint8_t blocks[6 * 4 * 16], data[1024] = {0};
   GLint count, list[64];
   use_program(false);
   GLuint name = make_texture(GL_TEXTURE_2D, GL_NEAREST), fbo;
   for (unsigned i = 0; i < sizeof blocks; i++)
      blocks[i] = any_byte();
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, formats[3].format, W, H, 0, size_B(3, W, H), blocks);
   for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
      int bytes = (parts[i].w < 0 ? -16 : size_B(parts[i].format, parts[i].w, parts[i].h)) + parts[i].extra_B;
      glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, parts[i].x, parts[i].y, parts[i].w, parts[i].h,
                                formats[parts[i].format].format, bytes, data);
      GLenum error = glGetError();
      if (error != parts[i].error)
         fail_msg("row %u: error %x", i, error);
   }
   struct { const char *what; GLenum wanted, found; } others[9];
   unsigned n = 0;
#define OTHER(error, call) call; others[n].what = #call; others[n].wanted = error; others[n++].found = glGetError()
   OTHER(GL_INVALID_OPERATION,
         glCompressedTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 4, 4, formats[3].format, 16, data)); /* the level has no image */
   /* NV_texture_compression_s3tc_update: complete blocks of RGB or RGBA */
   OTHER(GL_INVALID_OPERATION, glTexSubImage2D(GL_TEXTURE_2D, 0, 2, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, data));
   OTHER(GL_INVALID_OPERATION, glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_ALPHA, GL_UNSIGNED_BYTE, data));
   OTHER(GL_INVALID_OPERATION, glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4));
   OTHER(GL_INVALID_OPERATION, glGenerateMipmap(GL_TEXTURE_2D));
   OTHER(GL_INVALID_OPERATION,
         glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[3].format, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, data));
   OTHER(GL_INVALID_ENUM, glCopyTexImage2D(GL_TEXTURE_2D, 0, formats[3].format, 0, 0, 4, 4, 0));
   OTHER(GL_INVALID_VALUE, glCompressedTexImage2D(GL_TEXTURE_2D, 0, formats[3].format, 4, 4, 0, 15, data));
   for (unsigned i = 0; i < n; i++)
      if (others[i].found != others[i].wanted)
         fail_msg("%s: error %x, not %x", others[i].what, others[i].found, others[i].wanted);
   expect_image(3, blocks, W, H, "after all that was refused");
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &name);
   /* OpenGL ES lists all formats. */
   glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS, &count);
   assert_in_range(count, 5, 64);
   glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS, list);
   for (unsigned f = 0; f < 4; f++) {
      bool found = false;
      for (int i = 0; i < count; i++)
         found |= list[i] == (GLint)formats[f].format;
      assert_true(found);
   }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {TEST(texels), TEST(levels), TEST(cube_faces), TEST(refused)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

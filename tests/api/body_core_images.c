/* body_core_images.c: extensions of OpenGL 3.3 core that read, copy and name the texels of textures: copies between images of all
 * targets, regions of images, stencil as a texture, compressed formats. */
#include <stdio.h>

#include "api_bptc.h"
#include "api_etc2.h"
#include "api_texels.h"

/* Shows RGBA8 texels, a pixel for each. */
static void show(const void *texels)
{
   new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler2D t; out vec4 color;\n"
               "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void expect_no_error(const char *what, unsigned i, unsigned j)
{
   GLenum error = glGetError();
   if (error)
      api_fail("%s %u %u: error 0x%x", what, i, j, error);
}

/* ---- copies (ARB_copy_image) ---- */

enum { SIDE = 8, SLICES = 6 };

/* Images of SIDE texels in each direction that the target has, and of SLICES layers, faces or slices. */
static const struct target {
   GLenum name;
   bool rows, slices, mipmaps;
} targets[] = {
   {GL_TEXTURE_1D, false, false, true},
   {GL_TEXTURE_1D_ARRAY, false, true, true},
   {GL_TEXTURE_2D, true, false, true},
   {GL_TEXTURE_2D_ARRAY, true, true, true},
   {GL_TEXTURE_3D, true, true, true},
   {GL_TEXTURE_CUBE_MAP, true, true, true},
   {GL_TEXTURE_CUBE_MAP_ARRAY, true, true, true},
   {GL_TEXTURE_RECTANGLE, true, false, false},
   {GL_RENDERBUFFER, true, false, false},
};
enum { TARGETS = sizeof(targets) / sizeof(targets[0]) };

/* The texels are those of value(level, slice + 10 * of, x, y). */
static void fill(const struct target *t, GLint level, unsigned of)
{
   uint8_t texels[SLICES][SIDE][SIDE][4];
   for (unsigned slice = 0; slice < SLICES; slice++)
      for (unsigned i = 0; i < SIDE * SIDE; i++)
         value((unsigned)level, slice + 10 * of, i % SIDE, i / SIDE, texels[slice][i / SIDE][i % SIDE]);
   switch (t->name) {
   case GL_TEXTURE_1D: desktop.TexSubImage1D(t->name, level, 0, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, texels); break;
   case GL_TEXTURE_1D_ARRAY:
      for (GLint slice = 0; slice < SLICES; slice++)
         glTexSubImage2D(t->name, level, 0, slice, SIDE, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels[slice]);
      break;
   case GL_TEXTURE_CUBE_MAP:
      for (GLuint slice = 0; slice < SLICES; slice++)
         glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + slice, level, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE,
                         texels[slice]);
      break;
   case GL_TEXTURE_2D:
   case GL_TEXTURE_RECTANGLE: glTexSubImage2D(t->name, level, 0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, texels); break;
   default: glTexSubImage3D(t->name, level, 0, 0, 0, SIDE, SIDE, SLICES, GL_RGBA, GL_UNSIGNED_BYTE, texels); break;
   }
}

/* Pixels of a renderbuffer come from clears of one pixel each. */
static void fill_renderbuffer(GLuint name, unsigned of)
{
   GLuint framebuffer;
   GLint outer = 0;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < SIDE * SIDE; i++) {
      uint8_t texel[4];
      value(0, 10 * of, i % SIDE, i / SIDE, texel);
      glScissor(i % SIDE, (GLint)(i / SIDE), 1, 1);
      glClearColor((GLfloat)texel[0] / 255, (GLfloat)texel[1] / 255, (GLfloat)texel[2] / 255, (GLfloat)texel[3] / 255);
      glClear(GL_COLOR_BUFFER_BIT);
   }
   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glDeleteFramebuffers(1, &framebuffer);
}

/* The level that is copied: 1, or 0 where there is one only. */
static GLint level_of(const struct target *t)
{
   return t->mipmaps;
}

static GLuint make_image(const struct target *t, unsigned of)
{
   const GLsizei base = SIDE << t->mipmaps;
   GLuint name;
   if (t->name == GL_RENDERBUFFER) {
      glGenRenderbuffers(1, &name);
      glBindRenderbuffer(GL_RENDERBUFFER, name);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
      fill_renderbuffer(name, of);
      return name;
   }
   name = new_texture(t->name);
   switch (t->name) {
   case GL_TEXTURE_1D: desktop.TexStorage1D(t->name, 2, GL_RGBA8, base); break;
   case GL_TEXTURE_1D_ARRAY: glTexStorage2D(t->name, 2, GL_RGBA8, base, SLICES); break;
   case GL_TEXTURE_2D:
   case GL_TEXTURE_CUBE_MAP: glTexStorage2D(t->name, 2, GL_RGBA8, base, base); break;
   case GL_TEXTURE_RECTANGLE: glTexStorage2D(t->name, 1, GL_RGBA8, base, base); break;
   case GL_TEXTURE_3D: glTexStorage3D(t->name, 2, GL_RGBA8, base, base, 2 * SLICES); break;
   default: glTexStorage3D(t->name, 2, GL_RGBA8, base, base, SLICES); break;
   }
   fill(t, level_of(t), of);
   return name;
}

static void read_image(const struct target *t, GLuint name, uint8_t texels[SLICES][SIDE][SIDE][4])
{
   const GLsizei height = t->rows ? SIDE : 1, slices = t->slices ? SLICES : 1;
   const bool layers_are_rows = t->name == GL_TEXTURE_1D_ARRAY;
   if (t->name == GL_RENDERBUFFER) {
      GLuint framebuffer;
      GLint outer = 0;
      glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
      glGenFramebuffers(1, &framebuffer);
      glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
      glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
      glDeleteFramebuffers(1, &framebuffer);
      return;
   }
   /* Images of one row are read into one row of each slice. */
   glPixelStorei(GL_PACK_IMAGE_HEIGHT, t->rows ? 0 : SIDE);
   for (GLint slice = 0; slice < slices; slice++)
      desktop.GetTextureSubImage(name, level_of(t), 0, layers_are_rows ? slice : 0, layers_are_rows ? 0 : slice, SIDE, height, 1,
                                 GL_RGBA, GL_UNSIGNED_BYTE, sizeof(texels[0]), texels[slice]);
   glPixelStorei(GL_PACK_IMAGE_HEIGHT, 0);
}

static void compare_copy(unsigned from, unsigned to, const int s[3], const int d[3], const GLsizei size[3],
                         uint8_t got[SLICES][SIDE][SIDE][4])
{
   const struct target *src = &targets[from], *dst = &targets[to];
   api_checked();
   for (int z = 0; z < (dst->slices ? SLICES : 1); z++) {
      for (int y = 0; y < (dst->rows ? SIDE : 1); y++) {
         for (int x = 0; x < SIDE; x++) {
            uint8_t wanted[4];
            const bool inside =
               x >= d[0] && x < d[0] + size[0] && y >= d[1] && y < d[1] + size[1] && z >= d[2] && z < d[2] + size[2];
            if (inside)
               value((unsigned)level_of(src), (unsigned)(z - d[2] + s[2]), (unsigned)(x - d[0] + s[0]),
                     (unsigned)(y - d[1] + s[1]), wanted);
            else
               value((unsigned)level_of(dst), (unsigned)z + 10, (unsigned)x, (unsigned)y, wanted);
            if (memcmp(got[z][y][x], wanted, 4) != 0)
               api_fail("target %u to %u: (%d, %d, %d) is %u %u %u %u, not %u %u %u %u", from, to, x, y, z, got[z][y][x][0],
                        got[z][y][x][1], got[z][y][x][2], got[z][y][x][3], wanted[0], wanted[1], wanted[2], wanted[3]);
         }
      }
   }
}

/* In commands a 1D array's layer is z, as it is for all arrays (GL 4.6, 18.3.3). */
static void draw_copies(void)
{
   static uint8_t got[SLICES][SIDE][SIDE][4], picture[API_TEXELS][4];
   api_require("GL_ARB_copy_image");
   api_require("GL_ARB_get_texture_sub_image");
   for (unsigned from = 0; from < TARGETS; from++) {
      for (unsigned to = 0; to < TARGETS; to++) {
         const struct target *src = &targets[from], *dst = &targets[to];
         const bool rows = src->rows && dst->rows, slices = src->slices && dst->slices;
         const int s[3] = {(int)(from % 3), src->rows ? 1 : 0, src->slices ? 2 : 0},
                   d[3] = {(int)(to % 2), dst->rows ? 2 : 0, dst->slices ? 1 : 0};
         const GLsizei size[3] = {5, rows ? 3 + (GLsizei)(to % 3) : 1, slices ? 3 : 1};
         const GLuint a = make_image(src, 0), b = make_image(dst, 1);
         glCopyImageSubData(a, src->name, level_of(src), s[0], s[1], s[2], b, dst->name, level_of(dst), d[0], d[1], d[2], size[0],
                            size[1], size[2]);
         expect_no_error("copy", from, to);
         read_image(dst, b, got);
         expect_no_error("read", from, to);
         compare_copy(from, to, s, d, size, got);
         memcpy(picture[(from * TARGETS + to) * 12], got[d[2]][d[1]], 8 * 4);
         if (src->name != GL_RENDERBUFFER)
            glDeleteTextures(1, &a);
         else
            glDeleteRenderbuffers(1, &a);
         if (dst->name != GL_RENDERBUFFER)
            glDeleteTextures(1, &b);
         else
            glDeleteRenderbuffers(1, &b);
      }
   }
   show(picture);
}

/* ---- regions (ARB_get_texture_sub_image) ---- */

static void draw_regions(void)
{
   static uint8_t texels[12 * 16 * 16][4], picture[API_SIZE][API_SIZE][4];
   api_require("GL_ARB_get_texture_sub_image");
   const GLuint volume = new_texture(GL_TEXTURE_3D);
   glTexStorage3D(GL_TEXTURE_3D, 1, GL_RGBA8, 16, 16, 12);
   make_texels(0, 12, 16, 16, texels);
   glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, 16, 16, 12, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   const GLuint cube = new_texture(GL_TEXTURE_CUBE_MAP);
   glTexStorage2D(GL_TEXTURE_CUBE_MAP, 2, GL_RGBA8, 16, 16);
   make_texels(1, 6, 8, 8, texels);
   for (unsigned face = 0; face < 6; face++)
      glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 1, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels[face * 64]);
   /* Rows of the picture, images of eight rows: z = 3 and 4 of the volume beside each other with the faces 1 to 4. */
   glPixelStorei(GL_PACK_ROW_LENGTH, API_SIZE);
   glPixelStorei(GL_PACK_IMAGE_HEIGHT, 8);
   desktop.GetTextureSubImage(volume, 0, 5, 2, 3, 11, 7, 4, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(picture), picture);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 16);
   glPixelStorei(GL_PACK_SKIP_ROWS, 1);
   desktop.GetTextureSubImage(cube, 1, 1, 0, 1, 6, 5, 4, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(picture), picture);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
   glPixelStorei(GL_PACK_SKIP_ROWS, 0);
   glPixelStorei(GL_PACK_ROW_LENGTH, 0);
   glPixelStorei(GL_PACK_IMAGE_HEIGHT, 0);
   expect_no_error("regions", 0, 0);
   desktop.GetTextureSubImage(volume, 0, 5, 2, 3, 12, 7, 4, GL_RGBA, GL_UNSIGNED_BYTE, sizeof(picture), picture);
   if (glGetError() != GL_INVALID_VALUE)
      api_fail("a region outside of the image is read");
   desktop.GetTextureSubImage(volume, 0, 0, 0, 0, 16, 16, 4, GL_RGBA, GL_UNSIGNED_BYTE, 4095, picture);
   if (glGetError() != GL_INVALID_OPERATION)
      api_fail("too many bytes are written");
   show(picture);
}

static void reference_regions(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE % 8, z = i / API_SIZE / 8;
      if (x < 11 && y < 7)
         value(0, z + 3, x + 5, y + 2, rgba[i]);
      else if (x >= 16 && x < 22 && y >= 1 && y < 6)
         value(1, z + 1, x - 16 + 1, y - 1, rgba[i]);
   }
}

/* ---- stencil (ARB_stencil_texturing, ARB_texture_stencil8) ---- */

static void draw_stencil(void)
{
   static GLuint pairs[16 * 16];
   static uint8_t indices[3 * 16 * 16], got[3 * 16 * 16];
   api_require("GL_ARB_stencil_texturing");
   api_require("GL_ARB_texture_stencil8");
   for (unsigned i = 0; i < 256; i++)
      pairs[i] = (255 - i) << 24 | (255 - i) << 16 | (255 - i) << 8 | (i * 7 + 3) % 256; /* depth (255 - i) / 255 */
   for (unsigned i = 0; i < sizeof(indices); i++)
      indices[i] = (uint8_t)(i * 11 + i / 256);
   new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, 16, 16, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, pairs);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   glActiveTexture(GL_TEXTURE1);
   new_texture(GL_TEXTURE_2D_ARRAY);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_STENCIL_INDEX8, 16, 16, 3, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, indices);
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
   desktop.GetTexImage(GL_TEXTURE_2D_ARRAY, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, got);
   expect_no_error("stencil", 0, 0);
   if (memcmp(got, indices, sizeof(got)) != 0)
      api_fail("glGetTexImage returns other indices");
   glActiveTexture(GL_TEXTURE0);
   GLuint program = api_program(
      vertex, NULL,
      "#version 330\nuniform sampler2D t; uniform usampler2DArray u; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy) % 16;\n"
      "  color = gl_FragCoord.x < 16.0 ? texelFetch(t, at, 0) : vec4(texelFetch(u, ivec3(at, at.x % 3), 0)) / 255.0; }");
   glUniform1i(glGetUniformLocation(program, "u"), 1);
   api_rectangle(-1, -1, 1, 0);
   glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
   program =
      api_program(vertex, NULL,
                  "#version 330\nuniform usampler2D t; uniform usampler2DArray u; out vec4 color;\n"
                  "void main() { ivec2 at = ivec2(gl_FragCoord.xy) % 16;\n"
                  "  color = vec4(gl_FragCoord.x < 16.0 ? texelFetch(t, at, 0) : texelFetch(u, ivec3(at, 2), 0)) / 255.0; }");
   glUniform1i(glGetUniformLocation(program, "u"), 1);
   api_rectangle(-1, 0, 1, 1);
}

static void reference_stencil(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned px = i % API_SIZE, py = i / API_SIZE, x = px % 16, y = py % 16, at = y * 16 + x;
      const unsigned layer = py < 16 ? x % 3 : 2, index = layer * 256 + at;
      rgba[i][0] = (uint8_t)(px >= 16 ? index * 11 + index / 256 : py < 16 ? 255 - at : (at * 7 + 3) % 256);
      rgba[i][1] = rgba[i][2] = 0;
      rgba[i][3] = px < 16 && py < 16 ? 255 : 1;
   }
}

/* ---- compressed formats (ARB_ES3_compatibility, ARB_texture_compression_bptc) ---- */

/* Four formats of random blocks, 16 x 16 texels each: bytes of all blocks. */
static uint8_t compressed[4][16 * 16];

static void draw_blocks(void)
{
   static const GLenum formats[4] = {0x9274 /* GL_COMPRESSED_RGB8_ETC2 */, 0x9278 /* GL_COMPRESSED_RGBA8_ETC2_EAC */,
                                     GL_COMPRESSED_RGBA_BPTC_UNORM, GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT};
   static const unsigned block_B[4] = {8, 16, 16, 16};
   uint8_t got[16 * 16];
   api_require("GL_ARB_ES3_compatibility");
   api_require("GL_ARB_texture_compression_bptc");
   for (unsigned f = 0; f < 4; f++) {
      const GLsizei bytes = (GLsizei)(16 * block_B[f]);
      uint8_t *blocks = compressed[f];
      for (GLsizei i = 0; i < bytes; i++)
         blocks[i] = (uint8_t)api_random(256);
      glActiveTexture(GL_TEXTURE0 + f);
      new_texture(GL_TEXTURE_2D);
      glCompressedTexImage2D(GL_TEXTURE_2D, 0, formats[f], 16, 16, 0, bytes, blocks);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
      desktop.GetCompressedTexImage(GL_TEXTURE_2D, 0, got);
      if (memcmp(blocks, got, (size_t)bytes) != 0)
         api_fail("glGetCompressedTexImage returns other blocks of format 0x%x", formats[f]);
   }
   GLuint program =
      api_program(vertex, NULL,
                  "#version 330\nuniform sampler2D t[4]; out vec4 color;\n"
                  "void main() { ivec2 at = ivec2(gl_FragCoord.xy) % 16; bool right = gl_FragCoord.x >= 16.0;\n"
                  "  vec4 low = right ? texelFetch(t[1], at, 0) : texelFetch(t[0], at, 0);\n"
                  "  vec4 high = right ? clamp(texelFetch(t[3], at, 0) / 8.0, 0.0, 1.0) : texelFetch(t[2], at, 0);\n"
                  "  color = gl_FragCoord.y < 16.0 ? low : high; }");
   for (GLint i = 0; i < 4; i++) {
      char name[8];
      snprintf(name, sizeof(name), "t[%d]", i);
      glUniform1i(glGetUniformLocation(program, name), i);
   }
   api_rectangle(-1, -1, 1, 1);
}

static void reference_blocks(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned px = i % API_SIZE, py = i / API_SIZE, f = py / 16 * 2 + px / 16, x = px % 4, y = py % 4;
      const uint8_t *block = compressed[f] + (py % 16 / 4 * 4 + px % 16 / 4) * (f == 0 ? 8 : 16);
      double value[4] = {0, 0, 0, 1};
      if (f < 2)
         api_decode_etc2(f ? GL_COMPRESSED_RGBA8_ETC2_EAC : GL_COMPRESSED_RGB8_ETC2, block, x, y, value);
      else if (f == 2)
         api_decode_bptc_unorm(block, x, y, rgba[i]);
      else
         api_decode_bptc_float(block, false, x, y, value);
      for (unsigned c = 0; c < 4 && f != 2; c++) {
         const double shown = f == 3 ? value[c] / 8 : value[c];
         rgba[i][c] = (uint8_t)((shown > 1 ? 1 : shown) * 255 + 0.5);
      }
   }
}

/* ---- renderbuffers of base formats ---- */

/* Colours, depth and stencil of the base formats: the depth test and the stencil test leave a part of each rectangle, which is copied to
 * the framebuffer. */
static void draw_base_renderbuffers(void)
{
   static const GLenum colors[4] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};
   GLint target;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(2, rb);
   api_program("#version 330\nin vec4 pos; out vec2 at;\n"
               "void main() { at = pos.xy; gl_Position = vec4(pos.xy, pos.x * 0.5, 1); }",
               NULL, "#version 330\nin vec2 at; out vec4 color; void main() { color = vec4(0.8, 0.5 + 0.5 * at.y, 0.25, 0.6); }");
   for (int i = 0; i < 4; i++) {
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      for (int j = 0; j < 2; j++) {
         glBindRenderbuffer(GL_RENDERBUFFER, rb[j]);
         glRenderbufferStorage(GL_RENDERBUFFER, j ? GL_DEPTH_STENCIL : colors[i], 16, 16);
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, j ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[j]);
      }
      if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
         api_fail("the framebuffer of format 0x%x is not complete", colors[i]);
      glViewport(0, 0, 16, 16);
      glClearColor(0.1f, 0.2f, 0.3f, 0.4f);
      glClearStencil(0);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
      glEnable(GL_SCISSOR_TEST); /* stencil 1 and depth 0.5 in the upper part */
      glScissor(0, 5 + i, 16, 16);
      glClearStencil(1);
      glClearDepth(0.5);
      glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
      glEnable(GL_DEPTH_TEST);
      glEnable(GL_STENCIL_TEST);
      glStencilFunc(GL_EQUAL, 1, 0xff);
      api_rectangle(-1, -1, 1, 1);
      glDisable(GL_DEPTH_TEST);
      glDisable(GL_STENCIL_TEST);
      glClearDepth(1);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
      glBlitFramebuffer(0, 0, 16, 16, i % 2 * 16, i / 2 * 16, i % 2 * 16 + 16, i / 2 * 16 + 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
      expect_no_error("base format", (unsigned)i, 0);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(2, rb);
}

/* In each quarter the rows of stencil 1 are drawn to where the rectangle is nearer than depth 0.5: to the left. Components that the base
 * format lacks are 0, and alpha 1. */
static void reference_base_renderbuffers(uint8_t rgba[API_TEXELS][4])
{
   for (int n = 0; n < API_TEXELS; n++) {
      const int x = n % API_SIZE, y = n / API_SIZE, i = y / 16 * 2 + x / 16;
      const bool drawn = x % 16 < 8 && y % 16 >= 5 + i;
      const float at_y = ((float)(y % 16) + 0.5f) / 8 - 1, clear[4] = {0.1f, 0.2f, 0.3f, 0.4f}, color[4] = {0.8f, 0.5f + 0.5f * at_y, 0.25f, 0.6f};
      for (int c = 0; c < 4; c++) {
         const float missing = c == 3 ? 1 : 0;
         rgba[n][c] = (uint8_t)((c > i ? missing : drawn ? color[c] : clear[c]) * 255 + 0.5f);
      }
   }
}

const struct api_body api_bodies_core_images[] = {
   {"core-copies", CORE, 33, 0, 0, draw_copies, NULL},
   {"core-regions", CORE, 33, 0, 0, draw_regions, reference_regions},
   {"core-stencil", CORE, 33, 0, 0, draw_stencil, reference_stencil},
   {"core-base-renderbuffers", CORE, 33, 1, 0, draw_base_renderbuffers, reference_base_renderbuffers},
   {"core-blocks", CORE, 33, 1, 0, draw_blocks, reference_blocks},
   {0},
};

/* body_sampling.c: sampler objects and the texture parameters of OpenGL ES 3.0: levels, level of detail, swizzle, comparison, borders,
 * incomplete textures. Every texel of every level, layer and face differs from its neighbours. A picture is cut into cells of 8 x 8
 * pixels; each cell samples with different parameters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

enum { CELL = 8, ACROSS = API_SIZE / CELL, CELLS = ACROSS * ACROSS };

/* The value of a channel of a texel. */
static uint8_t value(unsigned level, unsigned layer, unsigned x, unsigned y, unsigned c)
{
   return (uint8_t)(level * 89 + layer * 53 + x * 29 + y * 7 + c * 61 + x * y * 3);
}

static void fill(uint8_t *texels, unsigned level, unsigned layer, unsigned width, unsigned height)
{
   for (unsigned i = 0; i < width * height * 4; i++)
      texels[i] = value(level, layer, i / 4 % width, i / 4 / width, i % 4);
}

static void cell(unsigned i)
{
   glViewport((GLint)(i % ACROSS) * CELL, (GLint)(i / ACROSS) * CELL, CELL, CELL);
}

/* Cell, and position in it from 0 to 1, of a pixel. */
static unsigned locate(unsigned pixel, double *s, double *t)
{
   unsigned x = pixel % API_SIZE, y = pixel / API_SIZE;
   *s = (x % CELL + 0.5) / CELL;
   *t = (y % CELL + 0.5) / CELL;
   return x / CELL + ACROSS * (y / CELL);
}

/* A program for a rectangle with coordinates from 0 to 1 in `at`. Attribute 0 is bound. */
static GLuint program_of(const char *declarations, const char *color)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   char fragment[1000];
   snprintf(fragment, sizeof(fragment),
            "#version 300 es\nprecision highp float; precision highp int; in vec2 at; out vec4 color; uniform vec4 u;\n%s\n"
            "void main() { color = %s; }", declarations, color);
   GLuint program = api_program("#version 300 es\nin vec2 pos; out vec2 at;"
                                "void main() { at = pos * 0.5 + 0.5; gl_Position = vec4(pos, 0.0, 1.0); }", NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   return program;
}

static void draw_cell(unsigned i)
{
   cell(i);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* ---- levels and levels of detail -------------------------------------------------------------------------------------------- */

enum { SIZE = 16, LEVELS = 5 };

static GLuint mipmapped(GLenum target)
{
   static uint8_t texels[SIZE * SIZE * 4];
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   for (unsigned level = 0; level < LEVELS; level++) {
      unsigned size = SIZE >> level;
      fill(texels, level, 0, size, size);
      glTexImage2D(target, (GLint)level, GL_RGBA8, (GLsizei)size, (GLsizei)size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   return texture;
}

/* base, max: levels; min_lod, max_lod; lod: given to textureLod; sees: the level that is sampled, -1: opaque black. */
static const struct { int base, max; float min_lod, max_lod, lod; int sees; } level_cells[CELLS] = {
   {0, 1000, -1000, 1000, 0, 0}, {0, 1000, -1000, 1000, 2.2f, 2}, {0, 1000, -1000, 1000, 9, 4}, {1, 1000, -1000, 1000, 0, 1},
   {1, 1000, -1000, 1000, 1.3f, 2}, {1, 3, -1000, 1000, 7, 3}, {2, 2, -1000, 1000, 3, 2}, {3, 2, -1000, 1000, 0, -1},
   {0, 1000, 2, 1000, 0.2f, 2}, {1, 1000, 2, 1000, 0.2f, 3}, {0, 1000, -1000, 1.4f, 4, 1}, {2, 1000, -1000, 1, 4, 3},
   {0, 4, 1, 3, 3.9f, 3}, {0, 4, -1000, 1000, -2, 0}, {4, 4, -1000, 1000, 0, 4}, {5, 5, -1000, 1000, 0, -1},
};

/* Odd cells set the levels of detail in a sampler object, which wins over the texture's parameters. */
static void draw_levels(void)
{
   GLuint program = program_of("uniform sampler2D t;", "textureLod(t, at, u.x)"), sampler;
   mipmapped(GL_TEXTURE_2D);
   glGenSamplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (unsigned i = 0; i < CELLS; i++) {
      bool object = i & 1;
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, level_cells[i].base);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level_cells[i].max);
      glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, object ? 1 : level_cells[i].min_lod);
      glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_LOD, object ? 1 : level_cells[i].max_lod);
      glSamplerParameterf(sampler, GL_TEXTURE_MIN_LOD, level_cells[i].min_lod);
      glSamplerParameterf(sampler, GL_TEXTURE_MAX_LOD, level_cells[i].max_lod);
      glBindSampler(0, object ? sampler : 0);
      glUniform4f(glGetUniformLocation(program, "u"), level_cells[i].lod, 0, 0, 0);
      draw_cell(i);
   }
}

static void texel_at(uint8_t rgba[4], int level, double s, double t)
{
   unsigned size = SIZE >> level;
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = value((unsigned)level, 0, (unsigned)(s * size), (unsigned)(t * size), c);
}

static void reference_levels(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      int level = level_cells[locate(i, &s, &t)].sees;
      if (level < 0)
         memcpy(rgba[i], (const uint8_t[4]){0, 0, 0, 255}, 4);
      else
         texel_at(rgba[i], level, s, t);
   }
}

/* The same on immutable storage, which clamps the levels instead of being incomplete (ES 3.0, 3.8.10). */
static const struct { int base, max, lod, sees; } immutable_cells[CELLS] = {
   {0, 1000, 0, 0}, {0, 1000, 9, 3}, {7, 1000, 0, 3}, {3, 1, 0, 3}, {2, 0, 5, 2}, {1, 2, 5, 2}, {1, 1, 0, 1}, {0, 0, 5, 0},
   {0, 3, 3, 3}, {9, 9, 9, 3}, {1, 900, 1, 2}, {2, 2, 0, 2}, {3, 3, 0, 3}, {1, 0, 2, 1}, {0, 1, 1, 1}, {0, 2, 1, 1},
};

static void draw_immutable(void)
{
   static uint8_t texels[SIZE * SIZE * 4];
   GLuint program = program_of("uniform sampler2D t;", "textureLod(t, at, u.x)"), texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, LEVELS - 1, GL_RGBA8, SIZE, SIZE);
   for (unsigned level = 0; level < LEVELS - 1; level++) {
      fill(texels, level, 0, SIZE >> level, SIZE >> level);
      glTexSubImage2D(GL_TEXTURE_2D, (GLint)level, 0, 0, SIZE >> level, SIZE >> level, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (unsigned i = 0; i < CELLS; i++) {
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, immutable_cells[i].base);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, immutable_cells[i].max);
      glUniform4f(glGetUniformLocation(program, "u"), (GLfloat)immutable_cells[i].lod, 0, 0, 0);
      draw_cell(i);
   }
}

static void reference_immutable(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned c = locate(i, &s, &t);
      texel_at(rgba[i], immutable_cells[c].sees, s, t);
   }
}

/* ---- swizzle ----------------------------------------------------------------------------------------------------------------- */

static const struct { GLenum format; GLenum from[4]; } swizzle_cells[CELLS] = {
   {GL_RGBA, {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}}, {GL_RGBA, {GL_ALPHA, GL_BLUE, GL_GREEN, GL_RED}},
   {GL_RGBA, {GL_ONE, GL_ZERO, GL_RED, GL_RED}}, {GL_RGBA, {GL_GREEN, GL_GREEN, GL_ALPHA, GL_ONE}},
   {GL_RGB, {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}}, {GL_RGB, {GL_ALPHA, GL_RED, GL_ZERO, GL_BLUE}},
   {GL_RGB, {GL_BLUE, GL_RED, GL_GREEN, GL_ONE}}, {GL_LUMINANCE, {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}},
   {GL_LUMINANCE, {GL_ALPHA, GL_ZERO, GL_BLUE, GL_GREEN}}, {GL_LUMINANCE_ALPHA, {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}},
   {GL_LUMINANCE_ALPHA, {GL_ALPHA, GL_RED, GL_ONE, GL_GREEN}}, {GL_ALPHA, {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}},
   {GL_ALPHA, {GL_ALPHA, GL_ONE, GL_ALPHA, GL_RED}}, {GL_RGBA, {GL_ZERO, GL_ZERO, GL_ZERO, GL_ZERO}},
   {GL_RGBA, {GL_ONE, GL_ONE, GL_ONE, GL_ONE}}, {GL_LUMINANCE_ALPHA, {GL_ONE, GL_ALPHA, GL_ALPHA, GL_ZERO}},
};

static unsigned channels(GLenum format)
{
   return format == GL_RGBA ? 4 : format == GL_RGB ? 3 : format == GL_LUMINANCE_ALPHA ? 2 : 1;
}

static void draw_swizzle(void)
{
   GLuint texture;
   program_of("uniform sampler2D t;", "texture(t, at)");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   for (unsigned i = 0; i < CELLS; i++) {
      uint8_t texels[CELL * CELL * 4];
      unsigned n = channels(swizzle_cells[i].format);
      for (unsigned k = 0; k < CELL * CELL * n; k++)
         texels[k] = value(i, 0, k / n % CELL, k / n / CELL, k % n);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)swizzle_cells[i].format, CELL, CELL, 0, swizzle_cells[i].format, GL_UNSIGNED_BYTE,
                   texels);
      for (unsigned c = 0; c < 4; c++)
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R + c, (GLint)swizzle_cells[i].from[c]);
      draw_cell(i);
   }
}

static void reference_swizzle(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned n = locate(i, &s, &t);
      GLenum format = swizzle_cells[n].format;
      uint8_t base[4] = {0, 0, 0, 255}, v[4];
      for (unsigned c = 0; c < 4; c++)
         v[c] = value(n, 0, (unsigned)(s * CELL), (unsigned)(t * CELL), c);
      if (format == GL_ALPHA)
         base[3] = v[0];
      else if (format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA)
         base[0] = base[1] = base[2] = v[0], base[3] = format == GL_LUMINANCE ? 255 : v[1];
      else
         memcpy(base, v, channels(format));
      for (unsigned c = 0; c < 4; c++) {
         GLenum from = swizzle_cells[n].from[c];
         rgba[i][c] = from == GL_ZERO ? 0 : from == GL_ONE ? 255 : base[from - GL_RED];
      }
   }
}

/* ---- comparison --------------------------------------------------------------------------------------------------------------- */

static const GLenum functions[8] = {GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};

/* Depth of a texel, as a 16-bit integer. In the middle of each cell there are values around the reference. */
static unsigned depth16(unsigned layer, unsigned x, unsigned y)
{
   unsigned i = x + CELL * y;
   return i % 3 == 0 ? 32768 + i / 3 % 3 - 1 : (layer * 9973 + i * 4099) & 0xffff;
}

/* The reference value of the comparisons is exactly the depth 32768 of 16 bits. */
#define REFERENCE "(32768.0 / 65535.0)"

/* Cells of the lower half: 2D with the eight functions; upper half: layers of an array, faces of a cube map. */
static void draw_compare(void)
{
   static uint16_t depths[6][CELL * CELL];
   GLuint texture[3];
   GLuint program[3] = {
      program_of("uniform highp sampler2DShadow t;", "vec4(texture(t, vec3(at, " REFERENCE ")), at, 1.0)"),
      program_of("uniform highp sampler2DArrayShadow t;", "vec4(texture(t, vec4(at, u.x, " REFERENCE ")), at, 1.0)"),
      program_of("uniform highp samplerCubeShadow t;",
                 "vec4(texture(t, vec4(u.xyz + vec3(0.0, 1.0 - 2.0 * at.y, 1.0 - 2.0 * at.x), " REFERENCE ")), at, 1.0)"),
   };
   static const GLenum targets[3] = {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP};
   for (unsigned layer = 0; layer < 6; layer++)
      for (unsigned i = 0; i < CELL * CELL; i++)
         depths[layer][i] = (uint16_t)depth16(layer, i % CELL, i / CELL);
   glGenTextures(3, texture);
   for (unsigned k = 0; k < 3; k++) {
      glBindTexture(targets[k], texture[k]);
      for (unsigned face = 0; face < (k == 2 ? 6 : 1); face++)
         if (k == 1)
            glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT16, CELL, CELL, 6, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, depths);
         else
            glTexImage2D(k == 2 ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT16, CELL, CELL, 0,
                         GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, depths[face]);
      glTexParameteri(targets[k], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(targets[k], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glTexParameteri(targets[k], GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   }
   for (unsigned i = 0; i < CELLS; i++) {
      unsigned k = i < 8 ? 0 : i < 14 ? 1 : 2;
      glUseProgram(program[k]);
      glTexParameteri(targets[k], GL_TEXTURE_COMPARE_FUNC, (GLint)functions[i % 8]);
      glUniform4f(glGetUniformLocation(program[k], "u"), k == 1 ? (GLfloat)(i - 8) : i == 14 ? 1 : -1, 0, 0, 0);
      draw_cell(i);
   }
}

static void reference_compare(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned n = locate(i, &s, &t), x = (unsigned)(s * CELL), y = (unsigned)(t * CELL), layer = n < 8 ? 0 : n < 14 ? n - 8 : n - 14;
      /* ES 3.0, table 3.22: on +X s follows -z and t follows -y; on -X s follows z. */
      if (n == 15)
         x = CELL - 1 - x;
      unsigned depth = depth16(layer, x, y), reference = 32768;
      const bool results[8] = {false, reference < depth, reference == depth, reference <= depth, reference > depth,
                               reference != depth, reference >= depth, true};
      rgba[i][0] = results[n % 8] ? 255 : 0;
      rgba[i][1] = (uint8_t)lrint(s * 255);
      rgba[i][2] = (uint8_t)lrint(t * 255);
      rgba[i][3] = 255;
   }
}

/* Every level of depth textures, without comparison: red is the depth. */
static void draw_depth_levels(void)
{
   static const struct { GLenum internal, format, type; } formats[4] = {
      {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT}, {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
      {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8}, {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT},
   };
   GLuint program = program_of("uniform highp sampler2D t;", "textureLod(t, at, u.x)"), texture[4];
   glGenTextures(4, texture);
   for (unsigned i = 0; i < 4; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      for (unsigned level = 0; level < LEVELS; level++) {
         static union { uint16_t u16[SIZE * SIZE]; uint32_t u32[SIZE * SIZE]; GLfloat f[SIZE * SIZE]; } texels;
         unsigned size = SIZE >> level;
         for (unsigned k = 0; k < size * size; k++) {
            unsigned v = value(level, i, k % size, k / size, 0);
            if (i == 0)
               texels.u16[k] = (uint16_t)(v * 257);
            else if (i == 3)
               texels.f[k] = (GLfloat)v / 255;
            else
               texels.u32[k] = v * 0x1010101u;
         }
         glTexImage2D(GL_TEXTURE_2D, (GLint)level, (GLint)formats[i].internal, (GLsizei)size, (GLsizei)size, 0, formats[i].format,
                      formats[i].type, &texels);
      }
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   for (unsigned i = 0; i < CELLS; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i / 4]);
      glUniform4f(glGetUniformLocation(program, "u"), (GLfloat)(i % 4) + (i % 4 != 0), 0, 0, 0);
      draw_cell(i);
   }
}

static void reference_depth_levels(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned n = locate(i, &s, &t), level = n % 4 + (n % 4 != 0), size = SIZE >> level;
      rgba[i][0] = value(level, n / 4, (unsigned)(s * size), (unsigned)(t * size), 0);
      rgba[i][1] = rgba[i][2] = 0;
      rgba[i][3] = 255;
   }
}

/* Stencil of levels that are attached to a framebuffer: 16 x 32, 8 x 16 and 4 x 8 texels, copied to different places. */
static const struct { int level, width, height, x, y; } stencil_places[3] = {{1, 16, 32, 0, 0}, {2, 8, 16, 16, 0}, {3, 4, 8, 16, 16}};

static unsigned stencil_value(unsigned level, unsigned x, unsigned y)
{
   return (level * 5 + x * 3 + y * 7 + x * y) & 15;
}

static void draw_stencil_levels(void)
{
   static uint32_t texels[32 * 64];
   GLuint texture, color, fbo;
   GLint window;
   GLuint show = program_of("uniform sampler2D t;", "texelFetch(t, ivec2(gl_FragCoord.xy) - ivec2(u.xy), 0)");
   GLuint program = program_of("", "u");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   for (unsigned level = 0; level < 7; level++) {
      unsigned width = level < 6 ? 32u >> level : 1, height = 64u >> level;
      for (unsigned i = 0; i < width * height; i++)
         texels[i] = (i * 77777) << 8 | stencil_value(level, i % width, i / width);
      glTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_DEPTH24_STENCIL8, (GLsizei)width, (GLsizei)height, 0, GL_DEPTH_STENCIL,
                   GL_UNSIGNED_INT_24_8, texels);
   }
   glGenTextures(1, &color);
   glGenFramebuffers(1, &fbo);
   for (unsigned k = 0; k < 3; k++) {
      glBindTexture(GL_TEXTURE_2D, color);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, stencil_places[k].width, stencil_places[k].height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, texture, stencil_places[k].level);
      glViewport(0, 0, stencil_places[k].width, stencil_places[k].height);
      glEnable(GL_STENCIL_TEST);
      glUseProgram(program);
      for (unsigned v = 0; v < 16; v++) {
         glStencilFunc(GL_EQUAL, (GLint)v, 0xff);
         glUniform4f(glGetUniformLocation(program, "u"), (GLfloat)v / 15, 1 - (GLfloat)v / 15, 0, 1);
         glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      }
      glDisable(GL_STENCIL_TEST);
      glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)window);
      glViewport(stencil_places[k].x, stencil_places[k].y, stencil_places[k].width, stencil_places[k].height);
      glUseProgram(show);
      glUniform4f(glGetUniformLocation(show, "u"), (GLfloat)stencil_places[k].x, (GLfloat)stencil_places[k].y, 0, 0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   }
}

static void reference_stencil_levels(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned k = 0; k < 3; k++)
      for (int i = 0; i < stencil_places[k].width * stencil_places[k].height; i++) {
         int x = i % stencil_places[k].width, y = i / stencil_places[k].width;
         uint8_t v = (uint8_t)(stencil_value((unsigned)stencil_places[k].level, (unsigned)x, (unsigned)y) * 17);
         const uint8_t texel[4] = {v, 255 - v, 0, 255};
         memcpy(rgba[stencil_places[k].x + x + (stencil_places[k].y + y) * API_SIZE], texel, 4);
      }
}

/* ---- incomplete textures ------------------------------------------------------------------------------------------------------ */

/* Unsigned, signed and float samplers. The result is (0, 0, 0, 1), of which half the alpha is shown. */
static void draw_incomplete(void)
{
   static const uint8_t texel[4] = {7, 7, 7, 7};
   GLuint texture;
   GLuint program[3] = {program_of("uniform highp usampler2D t;", "vec4(texture(t, at)) * vec4(0.1, 0.1, 0.1, 0.5) + vec4(at, 0.0, 0.0)"),
                        program_of("uniform highp isampler2D t;", "vec4(texture(t, at)) * vec4(0.1, 0.1, 0.1, 0.5) + vec4(at, 0.0, 0.0)"),
                        program_of("uniform highp sampler2D t;", "texture(t, at) * vec4(0.1, 0.1, 0.1, 0.5) + vec4(at, 0.0, 0.0)")};
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8UI, 1, 1, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, texel);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   for (unsigned i = 0; i < CELLS; i++) {
      /* A linear filter of an integer texture, or no image. */
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
      glBindTexture(GL_TEXTURE_2D, i & 1 ? texture : 0);
      glUseProgram(program[i / 4 % 3]);
      draw_cell(i);
   }
}

static void reference_incomplete(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      locate(i, &s, &t);
      const uint8_t texel[4] = {(uint8_t)lrint(s * 255), (uint8_t)lrint(t * 255), 0, 128};
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- borders ------------------------------------------------------------------------------------------------------------------- */

static const struct { GLenum format; GLfloat color[4]; GLenum from[2]; GLfloat sees[4]; } border_cells[CELLS] = {
   {GL_RGBA, {0, 0, 0, 0}, {GL_RED, GL_ALPHA}, {0, 0, 0, 0}},
   {GL_RGBA, {0, 0, 0, 1}, {GL_RED, GL_ALPHA}, {0, 0, 0, 1}},
   {GL_RGBA, {1, 1, 1, 1}, {GL_RED, GL_ALPHA}, {1, 1, 1, 1}},
   {GL_RGBA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_RED, GL_ALPHA}, {0.2f, 0.4f, 0.6f, 0.8f}},
   {GL_RGB, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_RED, GL_ALPHA}, {0.2f, 0.4f, 0.6f, 1}},
   {GL_RGB, {0, 0, 0, 0}, {GL_RED, GL_ALPHA}, {0, 0, 0, 1}},
   {GL_RGBA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_BLUE, GL_ONE}, {0.6f, 0.4f, 0.6f, 1}},
   {GL_RGBA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_ZERO, GL_RED}, {0, 0.4f, 0.6f, 0.2f}},
   {GL_LUMINANCE, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_RED, GL_ALPHA}, {0.2f, 0.2f, 0.2f, 1}},
   {GL_LUMINANCE_ALPHA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_RED, GL_ALPHA}, {0.2f, 0.2f, 0.2f, 0.8f}},
   {GL_ALPHA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_RED, GL_ALPHA}, {0, 0, 0, 0.8f}},
   {GL_ALPHA, {0.2f, 0.4f, 0.6f, 0.8f}, {GL_ALPHA, GL_ONE}, {0.8f, 0, 0, 1}},
   {GL_RGBA, {0.1f, 0.3f, 0.5f, 0.7f}, {GL_RED, GL_ALPHA}, {0.1f, 0.3f, 0.5f, 0.7f}},
   {GL_RGBA, {3, -2, 0.5f, 1}, {GL_RED, GL_ALPHA}, {1, 0, 0.5f, 1}},
   {GL_RGBA, {0.9f, 0.7f, 0.3f, 0.1f}, {GL_GREEN, GL_BLUE}, {0.7f, 0.7f, 0.3f, 0.3f}},
   {GL_LUMINANCE_ALPHA, {0.3f, 0, 0, 0.6f}, {GL_ALPHA, GL_RED}, {0.6f, 0.3f, 0.3f, 0.3f}},
};

/* The texture fills the middle half of a cell: all texels are zero. Odd cells take the colour from a sampler object. */
static void draw_border(void)
{
   static const uint8_t texels[4 * 4 * 4];
   GLuint texture, sampler;
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_texture_border_clamp"))
      api_fail("GL_EXT_texture_border_clamp is not offered");
   program_of("uniform sampler2D t;", "texture(t, at * 2.0 - 0.5)");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glGenSamplers(1, &sampler);
   for (unsigned i = 0; i < CELLS; i++) {
      static const GLfloat other[4] = {0.5f, 0.5f, 0.5f, 0.5f};
      static const GLenum names[4] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T};
      bool object = i & 1;
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)border_cells[i].format, 4, 4, 0, border_cells[i].format, GL_UNSIGNED_BYTE, texels);
      for (unsigned k = 0; k < 4; k++) {
         GLint to = k < 2 ? GL_NEAREST : GL_CLAMP_TO_BORDER_EXT;
         glTexParameteri(GL_TEXTURE_2D, names[k], to);
         glSamplerParameteri(sampler, names[k], to);
      }
      glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, object ? other : border_cells[i].color);
      glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR_EXT, border_cells[i].color);
      glBindSampler(0, object ? sampler : 0);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, (GLint)border_cells[i].from[0]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, (GLint)border_cells[i].from[1]);
      draw_cell(i);
   }
}

/* A component of a texel whose stored components are zero. */
static GLfloat zero_texel(GLenum format, GLenum from)
{
   return from == GL_ONE || (from == GL_ALPHA && (format == GL_RGB || format == GL_LUMINANCE)) ? 1 : 0;
}

static void reference_border(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned n = locate(i, &s, &t);
      bool inside = s > 0.25 && s < 0.75 && t > 0.25 && t < 0.75;
      const GLenum from[4] = {border_cells[n].from[0], GL_GREEN, GL_BLUE, border_cells[n].from[1]};
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)lrintf(255 * (inside ? zero_texel(border_cells[n].format, from[c]) : border_cells[n].sees[c]));
   }
}

/* Integers: alternately unsigned and signed, of 8, 16 and 32 bits. The last cell of each four swizzles. */
static const struct { GLenum internal, type; GLint color[4]; } integer_borders[6] = {
   {GL_RGBA8UI, GL_UNSIGNED_BYTE, {200, 3, 50, 25}}, {GL_RGBA8I, GL_BYTE, {-100, 100, 7, -128}},
   {GL_RGBA16UI, GL_UNSIGNED_SHORT, {40000, 1, 255, 256}}, {GL_RGBA16I, GL_SHORT, {-30000, 77, -1, 200}},
   {GL_RGBA32UI, GL_UNSIGNED_INT, {5, 70000, 9, 1 << 30}}, {GL_RGBA32I, GL_INT, {-5, 6, -70000, 90}},
};

static void draw_integer_border(void)
{
   static const GLuint texels[4 * 4 * 4];
   PFNGLTEXPARAMETERIIVEXTPROC set_int = (PFNGLTEXPARAMETERIIVEXTPROC)eglGetProcAddress("glTexParameterIivEXT");
   PFNGLTEXPARAMETERIUIVEXTPROC set_uint = (PFNGLTEXPARAMETERIUIVEXTPROC)eglGetProcAddress("glTexParameterIuivEXT");
   PFNGLGETTEXPARAMETERIIVEXTPROC get = (PFNGLGETTEXPARAMETERIIVEXTPROC)eglGetProcAddress("glGetTexParameterIivEXT");
   GLuint texture[6], program[2] = {
      program_of("uniform highp usampler2D t;", "vec4(texture(t, at * 2.0 - 0.5) & 255u) / 255.0"),
      program_of("uniform highp isampler2D t;", "vec4(texture(t, at * 2.0 - 0.5) & 255) / 255.0")};
   glGenTextures(6, texture);
   for (unsigned i = 0; i < CELLS; i++) {
      unsigned k = i % 6;
      glBindTexture(GL_TEXTURE_2D, texture[k]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)integer_borders[k].internal, 4, 4, 0, GL_RGBA_INTEGER, integer_borders[k].type, texels);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_EXT);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER_EXT);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, i % 4 == 3 ? GL_ONE : GL_GREEN);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, i % 4 == 3 ? GL_RED : GL_ALPHA);
      GLint back[4];
      if (k % 2)
         set_int(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, integer_borders[k].color);
      else
         set_uint(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, (const GLuint *)integer_borders[k].color);
      get(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR_EXT, back);
      if (memcmp(back, integer_borders[k].color, sizeof(back)) != 0)
         api_fail("the border colour reads back as %d %d %d %d", back[0], back[1], back[2], back[3]);
      glUseProgram(program[k % 2]);
      draw_cell(i);
   }
}

static void reference_integer_border(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      double s, t;
      unsigned n = locate(i, &s, &t);
      bool inside = s > 0.25 && s < 0.75 && t > 0.25 && t < 0.75, swizzled = n % 4 == 3;
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = swizzled && c == 1 ? 1 : inside ? 0 : integer_borders[n % 6].color[swizzled && c == 3 ? 0 : c] & 255;
   }
}

/* ---- anisotropy ---------------------------------------------------------------------------------------------------------------- */

enum { STRIPES = 16, HIGH = 128 };

/* Stripes along t, which the levels after the first do not have. A pixel is one texel wide and sixteen texels high: the level of an
 * isotropic lookup is 4, sixteen samples along t see level 0. Left half: with anisotropy, right half: without. */
static void draw_anisotropy(void)
{
   static uint8_t texels[HIGH][STRIPES][4];
   GLuint texture;
   GLfloat limit = 0;
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_texture_filter_anisotropic"))
      api_fail("GL_EXT_texture_filter_anisotropic is not offered");
   glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &limit);
   if (limit < 16)
      api_fail("the limit is %f", (double)limit);
   program_of("uniform sampler2D t;", "texture(t, at * vec2(1.0, 4.0))");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   for (unsigned y = 0; y < HIGH; y++)
      for (unsigned x = 0; x < STRIPES; x++)
         for (unsigned c = 0; c < 4; c++)
            texels[y][x][c] = value(0, 0, x, 0, c);
   for (int level = 0; level < 8; level++) {
      glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, STRIPES >> level ? STRIPES >> level : 1, HIGH >> level, 0, GL_RGBA,
                   GL_UNSIGNED_BYTE, texels);
      memset(texels, 0, sizeof(texels));
   }
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   for (int side = 0; side < 2; side++) {
      glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, side ? 1 : 16);
      glViewport(side * STRIPES, 0, STRIPES, API_SIZE);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   }
}

static void reference_anisotropy(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = i % API_SIZE < STRIPES ? value(0, 0, i % API_SIZE, 0, c) : 0;
}

const struct api_body api_bodies_sampling[] = {
   {"sampling-levels", GLES, 30, 0, 0, draw_levels, reference_levels},
   {"sampling-immutable-levels", GLES, 30, 0, 0, draw_immutable, reference_immutable},
   {"sampling-swizzle", GLES, 30, 0, 0, draw_swizzle, reference_swizzle},
   {"sampling-compare", GLES, 30, 1, 0, draw_compare, reference_compare},
   {"sampling-depth-levels", GLES, 30, 0, 0, draw_depth_levels, reference_depth_levels},
   {"stencil-levels", GLES, 30, 1, 0, draw_stencil_levels, reference_stencil_levels},
   {"sampling-incomplete", GLES, 30, 1, 0, draw_incomplete, reference_incomplete},
   {"sampling-border", GLES, 30, 1, 0, draw_border, reference_border},
   {"sampling-border-integer", GLES, 30, 1, 0, draw_integer_border, reference_integer_border},
   {"sampling-anisotropy", GLES, 30, 0, 0, draw_anisotropy, reference_anisotropy},
   {0}};

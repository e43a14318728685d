/* body_minmax.c: ARB_texture_filter_minmax: the least and the greatest texel of linear filters within a level and between two levels, of
 * red and depth textures, by texture and sampler parameters; a format that has no such filter. */
#include <string.h>

#include "api_test.h"

#define GL_TEXTURE_REDUCTION_MODE_ARB 0x9366
#define GL_WEIGHTED_AVERAGE_ARB 0x9367

enum { SIZE = 8 };

static const char vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char fragment[] = "#version 330\nuniform sampler2D t; uniform float level; out vec4 color;\n"
                               "void main() { color = vec4(textureLod(t, gl_FragCoord.xy / 32.0, level).r, 0.0, 0.0, 1.0); }";

static uint8_t texels[2][SIZE][SIZE];

static void make_texels(void)
{
   for (unsigned level = 0; level < 2; level++)
      for (unsigned y = 0; y < (unsigned)SIZE >> level; y++)
         for (unsigned x = 0; x < (unsigned)SIZE >> level; x++)
            texels[level][y][x] = (uint8_t)((x * 37 + y * 91 + level * 120) % 256);
}

static void expect_error(const char *what, GLenum expected)
{
   const GLenum error = glGetError();
   if (error != expected)
      api_fail("%s: error 0x%x instead of 0x%x", what, error, expected);
}

static void specify(GLenum internal_format, GLenum format)
{
   for (GLint level = 0; level < 2; level++) {
      uint8_t row[SIZE * SIZE];
      for (unsigned i = 0; i < (unsigned)(SIZE >> level) * (SIZE >> level); i++)
         row[i] = texels[level][i / (SIZE >> level)][i % (SIZE >> level)];
      glTexImage2D(GL_TEXTURE_2D, level, (GLint)internal_format, SIZE >> level, SIZE >> level, 0, format, GL_UNSIGNED_BYTE, row);
   }
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1);
}

/* The left half takes the least texel, the right half the greatest. */
static void draw(GLenum internal_format, GLenum format, float level, bool by_sampler)
{
   GLuint texture, sampler;
   GLint mode = 0;
   api_require("GL_ARB_texture_filter_minmax");
   GLuint program = api_program(vertex, NULL, fragment);
   make_texels();
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   specify(internal_format, format);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, &mode);
   if (mode != GL_WEIGHTED_AVERAGE_ARB)
      api_fail("initial mode 0x%x", mode);
   glGenSamplers(1, &sampler);
   if (by_sampler) {
      glBindSampler(0, sampler);
      glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   }
   glUniform1f(glGetUniformLocation(program, "level"), level);
   for (unsigned half = 0; half < 2; half++) {
      const GLint value = half ? GL_MAX : GL_MIN;
      if (by_sampler)
         glSamplerParameteri(sampler, GL_TEXTURE_REDUCTION_MODE_ARB, value);
      else
         glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, value);
      api_rectangle(half ? 0 : -1, -1, half ? 1 : 0, 1);
   }
   expect_error("draws", GL_NO_ERROR);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_REDUCTION_MODE_ARB, GL_LINEAR);
   expect_error("a value that is not a mode", GL_INVALID_ENUM);
   glBindSampler(0, 0);
}

static void extremes(unsigned level, unsigned x, unsigned y, int range[2])
{
   const int size = SIZE >> level;
   for (unsigned k = 0; k < 4; k++) {
      const float at[2] = {((float)x + 0.5f) / API_SIZE * (float)size - 0.5f, ((float)y + 0.5f) / API_SIZE * (float)size - 0.5f};
      int i[2];
      for (unsigned d = 0; d < 2; d++) {
         const int first = at[d] < 0 ? -1 : (int)at[d];
         i[d] = first + (int)(k >> d & 1);
         i[d] = i[d] < 0 ? 0 : i[d] > size - 1 ? size - 1 : i[d];
      }
      const int texel = texels[level][i[1]][i[0]];
      range[0] = texel < range[0] ? texel : range[0];
      range[1] = texel > range[1] ? texel : range[1];
   }
}

static void reference(bool two_levels, uint8_t rgba[API_TEXELS][4])
{
   make_texels();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      int range[2] = {255, 0};
      extremes(0, i % API_SIZE, i / API_SIZE, range);
      if (two_levels)
         extremes(1, i % API_SIZE, i / API_SIZE, range);
      memcpy(rgba[i], (const uint8_t[4]){(uint8_t)range[i % API_SIZE >= API_SIZE / 2], 0, 0, 255}, 4);
   }
}

static void reference_level(uint8_t rgba[API_TEXELS][4]) { reference(false, rgba); }
static void reference_levels(uint8_t rgba[API_TEXELS][4]) { reference(true, rgba); }
static void draw_r8(void) { draw(GL_R8, GL_RED, 0, false); }
static void draw_levels(void) { draw(GL_R8, GL_RED, 0.5f, false); }
static void draw_float(void) { draw(GL_R32F, GL_RED, 0, true); }
static void draw_half(void) { draw(GL_R16F, GL_RED, 0.5f, true); }
static void draw_depth(void) { draw(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, 0, false); }

const struct api_body api_bodies_minmax[] = {
   {"minmax-r8", CORE, 33, 1, 0, draw_r8, reference_level},
   {"minmax-levels", CORE, 33, 1, 0, draw_levels, reference_levels},
   {"minmax-float", CORE, 33, 1, 0, draw_float, reference_level},
   {"minmax-half", CORE, 33, 1, 0, draw_half, reference_levels},
   {"minmax-depth", CORE, 33, 1, 0, draw_depth, reference_level},
   {0},
};

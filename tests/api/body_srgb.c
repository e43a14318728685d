/* body_srgb.c: EXT_texture_sRGB_decode: sRGB texels are sampled as they are, by a parameter of the texture or of a sampler object, in
 * the components that the swizzle chooses; texelFetch decodes them always; levels are made of texels that are or are not decoded. */
#include <math.h>
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

enum { HALF = API_SIZE / 2, LEVEL_SIZE = HALF / 2 };
static uint8_t texels[HALF * HALF][4];

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
#define HEAD "#version 300 es\nprecision highp float; uniform highp sampler2D s[2]; out vec4 c; ivec2 at() { return ivec2(gl_FragCoord.xy) & 15; }\n"
static const char sampled[] = HEAD "void main() { c = textureLod(s[0], (vec2(at()) + 0.5) / 16.0, 0.0); }";
static const char gathered[] = HEAD "void main() { ivec2 i = at(); c = i.x < 8 ? textureLod(s[0], (vec2(i >> 1) + 0.5) / 8.0, 1.0)"
                                    " : textureLod(s[1], (vec2(i >> 1) + 0.5) / 8.0, 1.0); }";
static const char fetched[] = HEAD "void main() { c = texelFetch(s[0], at(), 0); }";

static GLuint make_texture(GLint decode)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 2, GL_SRGB8_ALPHA8, HALF, HALF);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, HALF, HALF, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, decode);
   glGenerateMipmap(GL_TEXTURE_2D);
   return texture;
}

static void quarter(unsigned i, const char *fragment)
{
   const GLuint program = api_program(vertex, NULL, fragment);
   const float x = i % 2 ? 0 : -1, y = i / 2 ? 0 : -1;
   glUniform1iv(glGetUniformLocation(program, "s"), 2, (const GLint[]){ 0, 1 });
   api_rectangle(x, y, x + 1, y + 1);
}

/* Lower left: skipped by the texture, which is swizzled. Lower right: skipped by a sampler object. Upper left: fetched. Upper right:
 * level 1, left of a texture that skips and right of one that decodes. */
static void draw(void)
{
   GLuint sampler, skips, decodes;
   GLint value = 0;
   api_require("GL_EXT_texture_sRGB_decode");
   for (unsigned i = 0; i < HALF * HALF * 4; i++)
      texels[i / 4][i % 4] = (uint8_t)api_random(256);
   glActiveTexture(GL_TEXTURE1);
   decodes = make_texture(GL_DECODE_EXT);
   glActiveTexture(GL_TEXTURE0);
   skips = make_texture(GL_SKIP_DECODE_EXT);
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, &value);
   if (value != GL_SKIP_DECODE_EXT)
      api_fail("GL_TEXTURE_SRGB_DECODE_EXT is 0x%x", value);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, GL_LINEAR);
   api_expect_error(GL_INVALID_ENUM, "a value");
   quarter(3, gathered);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, GL_ALPHA);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, GL_GREEN);
   quarter(0, sampled);
   quarter(2, fetched);
   glGenSamplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glGetSamplerParameteriv(sampler, GL_TEXTURE_SRGB_DECODE_EXT, &value);
   if (value != GL_DECODE_EXT)
      api_fail("initially GL_TEXTURE_SRGB_DECODE_EXT is 0x%x", value);
   glBindTexture(GL_TEXTURE_2D, decodes);
   glBindSampler(0, sampler);
   quarter(1, sampled);
   glSamplerParameteri(sampler, GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
   quarter(1, sampled);
   glDeleteTextures(1, &skips);
   api_expect_error(GL_NO_ERROR, "sRGB textures");
}


/* A component of level 1; of texels that are decoded, the mean is encoded when it is stored and decoded when it is sampled. */
static double level_1(unsigned x, unsigned y, unsigned c, bool decodes)
{
   double sum = 0;
   for (unsigned i = 0; i < 4; i++) {
      const double v = texels[(y * 2 + i / 2) * HALF + x * 2 + i % 2][c] / 255.0;
      sum += decodes && c < 3 ? api_srgb_decode(v) : v;
   }
   return decodes && c < 3 ? api_srgb_decode(floor(api_srgb_encode(sum / 4) * 255 + 0.5) / 255) : sum / 4;
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned swizzled[4] = { 0, 3, 2, 1 };
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, part = x / HALF + y / HALF * 2, tx = x % HALF, ty = y % HALF;
      for (unsigned c = 0; c < 4; c++) {
         const unsigned from = part == 0 || part == 2 ? swizzled[c] : c;
         double v = texels[ty * HALF + tx][from] / 255.0;
         if (part == 2 && from < 3)
            v = api_srgb_decode(v);
         if (part == 3)
            v = level_1(tx / 2, ty / 2, c, tx >= LEVEL_SIZE);
         rgba[i][c] = (uint8_t)(v * 255 + 0.5);
      }
   }
}

const struct api_body api_bodies_srgb[] = {
   { "srgb-decode", GLES, 30, 2, 0, draw, reference },
   { NULL },
};

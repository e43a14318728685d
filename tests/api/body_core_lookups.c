/* body_core_lookups.c: extensions of OpenGL 3.3 core that change how textures are sampled: cube map arrays, gathers, queries of
 * levels and samples, buffer textures of RGB and of ranges, texture barriers, seams of cube maps. */
#include <math.h>
#include <stdio.h>

#include "api_texels.h"

/* ---- cube map arrays (ARB_texture_cube_map_array) ---- */

enum { CUBES = 3, CUBE_SIZE = 8 };

/* The direction through (s, t), -1 to 1, of a face, as GLSL source (GL 4.6, table 8.19). */
#define FACE_DIRECTION                                                                                                           \
   "vec3 direction(int face, vec2 c) {\n"                                                                                        \
   "  return face == 0 ? vec3(1.0, -c.y, -c.x) : face == 1 ? vec3(-1.0, -c.y, c.x) : face == 2 ? vec3(c.x, 1.0, c.y)\n"          \
   "       : face == 3 ? vec3(c.x, -1.0, -c.y) : face == 4 ? vec3(c.x, -c.y, 1.0) : vec3(-c.x, -c.y, -1.0); }\n"

static void draw_cube_array(void)
{
   uint8_t texels[6 * CUBES * CUBE_SIZE * CUBE_SIZE][4];
   api_require("GL_ARB_texture_cube_map_array");
   new_texture(GL_TEXTURE_CUBE_MAP_ARRAY);
   for (unsigned level = 0; level < 2; level++) {
      const GLsizei size = CUBE_SIZE >> level;
      make_texels(level, 6 * CUBES, (unsigned)size, (unsigned)size, texels);
      glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, (GLint)level, GL_RGBA8, size, size, 6 * CUBES, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   texels);
   }
   glTexParameteri(GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_MAX_LEVEL, 1);
   /* Tile i of 8 x 8 pixels shows layer i + 2; every third pixel is of level 1. */
   api_program(vertex, NULL,
               "#version 330\n#extension GL_ARB_texture_cube_map_array : require\nuniform samplerCubeArray t; out vec4 "
               "color;\n" FACE_DIRECTION
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int layer = at.x / 8 + at.y / 8 * 4 + 2;\n"
               "  vec2 c = (vec2(at % 8) + 0.5) / 4.0 - 1.0; float level = (at.x + at.y) % 3 == 0 ? 1.0 : 0.0;\n"
               "  color = textureSize(t, 1) == ivec3(4, 4, 3) ? textureLod(t, vec4(direction(layer % 6, c), layer / 6), level) : "
               "vec4(0.0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_cube_array(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, level = (x + y) % 3 == 0;
      value(level, x / 8 + y / 8 * 4 + 2, x % 8 >> level, y % 8 >> level, rgba[i]);
   }
}

/* Faces of an array as layers of a framebuffer, and comparisons with a reference that is a separate argument. */
static void draw_cube_array_shadow(void)
{
   GLuint framebuffer;
   GLint outer = 0;
   api_require("GL_ARB_texture_cube_map_array");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   const GLuint texture = new_texture(GL_TEXTURE_CUBE_MAP_ARRAY);
   glTexStorage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 1, GL_DEPTH_COMPONENT32F, CUBE_SIZE, CUBE_SIZE, 12);
   glTexParameteri(GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   glTexParameteri(GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_COMPARE_FUNC, GL_LESS);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glDrawBuffers(1, &(GLenum){GL_NONE});
   for (GLint layer = 0; layer < 12; layer++) {
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, texture, 0, layer);
      glClearBufferfv(GL_DEPTH, 0, &(GLfloat){(GLfloat)layer / 16.0f});
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   api_program(vertex, NULL,
               "#version 330\n#extension GL_ARB_texture_cube_map_array : require\nuniform samplerCubeArrayShadow t; out vec4 "
               "color;\n" FACE_DIRECTION "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int layer = at.y % 12;\n"
               "  vec2 c = vec2(at % 5) / 4.0 - 0.5;\n"
               "  color = vec4(texture(t, vec4(direction(layer % 6, c), layer / 6), (float(at.x) + 0.5) / 32.0)); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_cube_array_shadow(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double depth = (i / API_SIZE % 12) / 16.0, compared = (i % API_SIZE + 0.5) / 32;
      memset(rgba[i], compared < depth ? 255 : 0, 4);
   }
}

/* ---- gathers (ARB_texture_gather) ---- */

enum { GATHER_WIDTH = 9, GATHER_HEIGHT = 7 };

/* Red comes from green, for which the texture's swizzle decides. */
static void draw_gather(void)
{
   uint8_t texels[3 * GATHER_WIDTH * GATHER_HEIGHT][4];
   GLint low = 0, high = 0, components = 0;
   api_require("GL_ARB_texture_gather");
   glGetIntegerv(GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET, &low);
   glGetIntegerv(GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET, &high);
   glGetIntegerv(0x8F9F /* GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB */, &components);
   if (low > -8 || high < 7 || components != 4)
      api_fail("offsets %d to %d, %d components", low, high, components);
   new_texture(GL_TEXTURE_2D_ARRAY);
   make_texels(0, 3, GATHER_WIDTH, GATHER_HEIGHT, texels);
   for (unsigned i = 0; i < 3 * GATHER_WIDTH * GATHER_HEIGHT; i++)
      texels[i][1] = (uint8_t)(i % 251);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, GATHER_WIDTH, GATHER_HEIGHT, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_SWIZZLE_R, GL_GREEN);
   api_program(
      vertex, NULL,
      "#version 330\n#extension GL_ARB_texture_gather : require\nuniform sampler2DArray t; out vec4 color;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); vec3 p = vec3(gl_FragCoord.xy / vec2(9.0, 7.0) / 2.0, at.y / 11);\n"
      "  color = at.x < 16 ? textureGather(t, p) : textureGatherOffset(t, p, ivec2(-8, 7)); }");
   api_rectangle(-1, -1, 1, 1);
}

static unsigned repeated(int i, int n)
{
   return (unsigned)(((i % n) + n) % n);
}

static void reference_gather(uint8_t rgba[API_TEXELS][4])
{
   static const int corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const int px = (int)(i % API_SIZE), py = (int)(i / API_SIZE), layer = py / 11;
      const int x = (int)floor((px + 0.5) / 2 - 0.5) + (px < 16 ? 0 : -8),
                y = (int)floor((py + 0.5) / 2 - 0.5) + (px < 16 ? 0 : 7);
      for (unsigned c = 0; c < 4; c++) {
         const unsigned tx = repeated(x + corner[c][0], GATHER_WIDTH), ty = repeated(y + corner[c][1], GATHER_HEIGHT);
         rgba[i][c] = (uint8_t)((((unsigned)layer * GATHER_HEIGHT + ty) * GATHER_WIDTH + tx) % 251);
      }
   }
}

/* ---- levels and samples (ARB_texture_query_levels, ARB_shader_texture_image_samples) ---- */

static void show_number(unsigned row, const char *extension, const char *sampler, const char *expression)
{
   char source[400];
   snprintf(source, sizeof(source),
            "#version 330\n#extension %s : require\nuniform %s t; out vec4 color;\n"
            "void main() { color = vec4(%s) / 255.0; }",
            extension, sampler, expression);
   api_program(vertex, NULL, source);
   const float y = (float)row / 8 - 1;
   api_rectangle(-1, y, 1, y + 0.125f);
}

static void draw_levels(void)
{
   static const char extension[] = "GL_ARB_texture_query_levels";
   api_require(extension);
   new_texture(GL_TEXTURE_1D);
   desktop.TexStorage1D(GL_TEXTURE_1D, 5, GL_RGBA8, 16);
   show_number(0, extension, "sampler1D", "textureQueryLevels(t)");
   new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 6, GL_R8UI, 33, 20);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 2);
   show_number(1, extension, "usampler2D", "textureQueryLevels(t)");
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3);
   show_number(2, extension, "usampler2D", "textureQueryLevels(t)");
   new_texture(GL_TEXTURE_3D);
   glTexStorage3D(GL_TEXTURE_3D, 4, GL_RGBA8, 8, 2, 4);
   show_number(3, extension, "sampler3D", "textureQueryLevels(t)");
   new_texture(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 8, 8, 9);
   show_number(4, extension, "sampler2DArray", "textureQueryLevels(t)");
   new_texture(GL_TEXTURE_CUBE_MAP);
   glTexStorage2D(GL_TEXTURE_CUBE_MAP, 3, GL_DEPTH_COMPONENT24, 8, 8);
   show_number(5, extension, "samplerCubeShadow", "textureQueryLevels(t)");
   new_texture(GL_TEXTURE_2D);
   for (GLint level = 0; level < 5; level++)
      glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 16 >> level, 16 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   show_number(6, extension, "sampler2D", "textureQueryLevels(t)");
}

static void reference_levels(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t levels[16] = {5, 4, 2, 4, 2, 3, 5};
   for (unsigned i = 0; i < API_TEXELS; i++)
      memset(rgba[i], levels[i / (2 * API_SIZE)], 4);
}

static void draw_samples(void)
{
   static const char extension[] = "GL_ARB_shader_texture_image_samples";
   api_require(extension);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
   desktop.TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   show_number(0, extension, "sampler2DMS", "textureSamples(t)");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, texture);
   desktop.TexImage3DMultisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 4, GL_RGBA32UI, 8, 8, 3, GL_TRUE);
   show_number(1, extension, "usampler2DMSArray", "textureSamples(t)");
}

static void reference_samples(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   memset(rgba, 4, 4 * API_SIZE * 4);
}

/* ---- mipmaps of depth ---- */

/* Squares of 4 x 4 texels are of one depth, which every filter keeps for two levels. */
static void draw_depth_mipmaps(void)
{
   static const GLenum formats[4] = {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT24};
   static GLfloat depth[3][32][32];
   for (unsigned layer = 0; layer < 3; layer++)
      for (unsigned i = 0; i < 32 * 32; i++)
         depth[layer][i / 32][i % 32] = (GLfloat)(i / 128 * 8 + i % 32 / 4 + layer * 64) / 255;
   for (GLuint f = 0; f < 4; f++) {
      const GLenum target = f < 3 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_CUBE_MAP;
      glActiveTexture(GL_TEXTURE0 + f);
      new_texture(target);
      if (f < 3)
         glTexImage3D(target, 0, (GLint)formats[f], 32, 32, 3, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
      for (GLuint face = 0; f == 3 && face < 6; face++)
         glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, (GLint)formats[f], 32, 32, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth[face % 3]);
      glGenerateMipmap(target);
   }
   GLuint program = api_program(vertex, NULL,
               "#version 330\nuniform sampler2DArray t[3]; uniform samplerCube u; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int layer = at.x / 8 % 3, level = at.y < 16 ? 2 : 1;\n"
               "  ivec3 p = ivec3(at % 8 * (level == 2 ? 1 : 2), layer);\n"
               "  vec2 c = (vec2(at % 8) + 0.5) / 4.0 - 1.0;\n"
               "  color = at.x < 24 ? vec4(texelFetch(t[0], p, level).r, texelFetch(t[1], p, level).r, texelFetch(t[2], p, level).r, 1.0)\n"
               "        : textureLod(u, vec3(c.x, -1.0, -c.y), float(level)); }");
   for (GLint i = 0; i < 3; i++) {
      char name[8];
      snprintf(name, sizeof(name), "t[%d]", i);
      glUniform1i(glGetUniformLocation(program, name), i);
   }
   glUniform1i(glGetUniformLocation(program, "u"), 3);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_depth_mipmaps(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, depth = y % 8 * 8 + x % 8 + x / 8 % 3 * 64;
      rgba[i][0] = (uint8_t)depth;
      rgba[i][1] = rgba[i][2] = (uint8_t)(x < 24 ? depth : 0);
      rgba[i][3] = 255;
   }
}

/* A texel of the next level is the mean of those that it covers (the box filter that OpenGL 4.6, 8.14.4 recommends). */
static void draw_depth_mipmap_filter(void)
{
   static const GLenum formats[3] = {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32F};
   static const GLfloat depth[4][4] = {{0, 0.5f, 0.25f, 0.25f}, {0.25f, 0.25f, 0.75f, 0.75f}, {1, 0, 0.125f, 0.125f}, {0, 1, 0.125f, 0.125f}};
   static const GLfloat wanted[5] = {0.25f, 0.5f, 0.5f, 0.125f, 0.34375f};
   for (unsigned f = 0; f < 3; f++) {
      GLfloat got[5];
      new_texture(GL_TEXTURE_2D);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[f], 4, 4, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
      glGenerateMipmap(GL_TEXTURE_2D);
      glGetTexImage(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT, GL_FLOAT, got);
      glGetTexImage(GL_TEXTURE_2D, 2, GL_DEPTH_COMPONENT, GL_FLOAT, got + 4);
      api_expect_error(GL_NO_ERROR, "glGetTexImage");
      for (unsigned i = 0; i < 5; i++)
         if (!(fabsf(got[i] - wanted[i]) < 0.001f))
            api_fail("format 0x%x: depth %u is %g, not %g", formats[f], i, (double)got[i], (double)wanted[i]);
   }
   api_checked();
}

/* ---- buffer textures (ARB_texture_buffer_object_rgb32, ARB_texture_buffer_range) ---- */

static void draw_buffer(void)
{
   enum { TEXELS = 256 };
   static struct {
      GLfloat f[TEXELS][3];
      GLuint u[TEXELS][3];
   } data;
   GLuint buffer;
   GLint align = 0, bytes = 0;
   api_require("GL_ARB_texture_buffer_object_rgb32");
   api_require("GL_ARB_texture_buffer_range");
   for (unsigned i = 0; i < TEXELS; i++) {
      for (unsigned c = 0; c < 3; c++) {
         data.f[i][c] = (GLfloat)((i * 3 + c * 50) % 256) / 255;
         data.u[i][c] = (i * 5 + c * 70) % 256;
      }
   }
   glGetIntegerv(GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT, &align);
   if (align <= 0 || align > (GLint)sizeof(data.f) || sizeof(data.f) % (unsigned)align)
      api_skip("the alignment of the body's offset");
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TEXTURE_BUFFER, buffer);
   glBufferData(GL_TEXTURE_BUFFER, sizeof(data), &data, GL_STATIC_DRAW);
   new_texture(GL_TEXTURE_1D); /* leaves the buffer texture without parameters, which it does not have */
   GLuint textures[2];
   glGenTextures(2, textures);
   glBindTexture(GL_TEXTURE_BUFFER, textures[0]);
   glTexBuffer(GL_TEXTURE_BUFFER, GL_RGB32F, buffer);
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_BUFFER, textures[1]);
   glTexBufferRange(GL_TEXTURE_BUFFER, GL_RGB32UI, buffer, sizeof(data.f), 200 * 12);
   glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_OFFSET, &align);
   glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_BUFFER_SIZE, &bytes);
   if (align != (GLint)sizeof(data.f) || bytes != 200 * 12)
      api_fail("%d bytes at offset %d", bytes, align);
   GLuint program =
      api_program(vertex, NULL,
                  "#version 330\nuniform samplerBuffer t; uniform usamplerBuffer u; out vec4 color;\n"
                  "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int i = (at.x + at.y * 32) % 256;\n"
                  "  color = at.y < 8 ? texelFetch(t, i) : at.y < 16 && i < textureSize(u) ? vec4(texelFetch(u, i)) / 255.0\n"
                  "        : vec4(textureSize(t), textureSize(u), 0.0, 0.0) / 512.0; }");
   glUniform1i(glGetUniformLocation(program, "u"), 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_buffer(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned at = i % 256;
      const bool floats = i < 256, integers = i < 512 && at < 200;
      for (unsigned c = 0; c < 3; c++)
         rgba[i][c] = (uint8_t)(floats     ? (at * 3 + c * 50) % 256
                                : integers ? (at * 5 + c * 70) % 256
                                : c == 0   ? 255
                                : c == 1   ? 100
                                           : 0);
      rgba[i][3] = floats ? 255 : integers ? 1 : 0;
   }
}

/* ---- barriers (ARB_texture_barrier) ---- */

/* Each pass reads the texel that it writes. */
static void draw_barrier(void)
{
   uint8_t texels[API_TEXELS][4];
   GLuint framebuffer;
   GLint outer = 0;
   api_require("GL_ARB_texture_barrier");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   const GLuint texture = new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   make_texels(0, 1, API_SIZE, API_SIZE, texels);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler2D t; out vec4 color;\n"
               "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0).gbar + vec4(3.0, 2.0, 1.0, 0.0) / 255.0; }");
   for (unsigned pass = 0; pass < 5; pass++) {
      api_rectangle(-1, -1, 1, 1);
      desktop.TextureBarrier();
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler2D t; out vec4 color;\n"
               "void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_barrier(uint8_t rgba[API_TEXELS][4])
{
   static const unsigned more[4] = {3, 2, 1, 0};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      uint8_t texel[4], next[4];
      value(0, 0, i % API_SIZE, i / API_SIZE, texel);
      for (unsigned pass = 0; pass < 5; pass++) {
         for (unsigned c = 0; c < 4; c++)
            next[c] = (uint8_t)(texel[(c + 1) % 4] + more[c] > 255 ? 255 : texel[(c + 1) % 4] + more[c]);
         memcpy(texel, next, 4);
      }
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- seams (ARB_seamless_cubemap_per_texture) ---- */

static const uint8_t face_color[6][4] = {{250, 10, 20, 255}, {40, 200, 60, 255},  {0, 80, 240, 255},
                                         {90, 190, 0, 255},  {20, 240, 140, 255}, {150, 0, 70, 255}};

/* Rows below 16 look from face +X over its edge to +Z with the texture's own parameter, or a sampler object's in every second
 * row. */
static void draw_seams(void)
{
   uint8_t texels[16][4];
   GLuint sampler;
   GLint set = -1;
   api_require("GL_ARB_seamless_cubemap_per_texture");
   new_texture(GL_TEXTURE_CUBE_MAP);
   for (unsigned face = 0; face < 6; face++) {
      for (unsigned i = 0; i < 16; i++)
         memcpy(texels[i], face_color[face], 4);
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glGenSamplers(1, &sampler);
   glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glDisable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
   api_program(vertex, NULL,
               "#version 330\nuniform samplerCube t; out vec4 color;\n"
               "void main() { color = texture(t, vec3(1.0, 0.25, gl_FragCoord.x / 32.0)); }");
   for (unsigned row = 0; row < 4; row++) {
      const bool by_sampler = row % 2, seamless = row >= 2;
      const float y = (float)row / 2 - 1;
      glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, by_sampler != seamless);
      glSamplerParameteri(sampler, GL_TEXTURE_CUBE_MAP_SEAMLESS, seamless);
      glBindSampler(0, by_sampler ? sampler : 0);
      api_rectangle(-1, y, 1, y + 0.5f);
   }
   glGetSamplerParameteriv(sampler, GL_TEXTURE_CUBE_MAP_SEAMLESS, &set);
   if (set != GL_TRUE)
      api_fail("the sampler's parameter is %d", set);
}

static void reference_seams(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double z = (i % API_SIZE + 0.5) / 32, at = (1 - z) / 2 * 4 - 0.5; /* the column of face +X, in texels */
      const double other = i >= API_TEXELS / 2 && at < 0 ? -at : 0;
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)lround(face_color[0][c] * (1 - other) + face_color[4][c] * other);
   }
}

const struct api_body api_bodies_core_lookups[] = {
   {"core-cube-array", CORE, 33, 0, 0, draw_cube_array, reference_cube_array},
   {"core-cube-array-shadow", CORE, 33, 0, 0, draw_cube_array_shadow, reference_cube_array_shadow},
   {"core-gather", CORE, 33, 0, 0, draw_gather, reference_gather},
   {"core-levels", CORE, 33, 0, 0, draw_levels, reference_levels},
   {"core-texture-samples", CORE, 33, 0, 0, draw_samples, reference_samples},
   {"core-depth-mipmaps", CORE, 33, 0, 0, draw_depth_mipmaps, reference_depth_mipmaps},
   {"core-depth-mipmap-filter", CORE, 33, 255, 0, draw_depth_mipmap_filter, NULL},
   {"core-buffer-rgb32", CORE, 33, 0, 0, draw_buffer, reference_buffer},
   {"core-barrier", CORE, 33, 0, 0, draw_barrier, reference_barrier},
   {"core-seams", CORE, 33, 2, 0, draw_seams, reference_seams},
   {0},
};

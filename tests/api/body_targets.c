/* body_targets.c: textures of the targets that OpenGL ES lacks, each texel, level, layer and sample with a different value, against
 * the values of the specification. */
#include <stdio.h>
#include <string.h>

#include "api_texels.h"

/* ---- 1D ---- */

static void draw_1d(void)
{
   uint8_t texels[32][4];
   new_texture(GL_TEXTURE_1D);
   for (unsigned level = 0; level < 6; level++) {
      make_texels(level, 1, 32 >> level, 1, texels);
      desktop.TexImage1D(GL_TEXTURE_1D, (GLint)level, GL_RGBA8, 32 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   value(0, 9, 4, 0, texels[0]);
   value(0, 9, 5, 0, texels[1]);
   desktop.TexSubImage1D(GL_TEXTURE_1D, 0, 4, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler1D t; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int level = at.y % 6;\n"
               "  color = at.y < 16 ? texelFetch(t, at.x >> level, level) : textureLod(t, gl_FragCoord.x / 32.0, float(level)); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_1d(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, level = i / API_SIZE % 6;
      value(level, level == 0 && (x == 4 || x == 5) ? 9 : 0, x >> level, 0, rgba[i]);
   }
}

/* ---- 1D array ---- */

static void draw_1d_array(void)
{
   uint8_t texels[5 * 32][4];
   new_texture(GL_TEXTURE_1D_ARRAY);
   for (unsigned level = 0; level < 6; level++) {
      make_texels(level, 5, 32 >> level, 1, texels);
      glTexImage2D(GL_TEXTURE_1D_ARRAY, (GLint)level, GL_RGBA8, 32 >> level, 5, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   for (unsigned i = 0; i < 6; i++)
      value(0, 9, 7 + i % 3, 0, texels[i]);
   glTexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 7, 2, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler1DArray t; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int layer = at.y % 5, level = at.y / 5 % 6;\n"
               "  color = at.x % 2 == 0 ? texelFetch(t, ivec2(at.x >> level, layer), level)\n"
               "                        : textureLod(t, vec2(gl_FragCoord.x / 32.0, float(layer) + 0.3), float(level)); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_1d_array(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, layer = y % 5, level = y / 5 % 6;
      const bool part = level == 0 && x >= 7 && x < 10 && layer >= 2 && layer < 4;
      value(level, part ? 9 : layer, x >> level, 0, rgba[i]);
   }
}

/* ---- rectangle ---- */

static void draw_rectangle(void)
{
   uint8_t texels[20 * 12][4];
   new_texture(GL_TEXTURE_RECTANGLE);
   make_texels(0, 1, 20, 12, texels);
   glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 20, 12, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler2DRect t; out vec4 color;\n"
               "void main() { vec2 at = gl_FragCoord.xy; ivec2 i = ivec2(at);\n"
               "  color = i.x < 20 && i.y < 12 ? texture(t, at) : i.y < 24 ? texelFetch(t, i % textureSize(t))\n"
               "        : textureProj(t, vec3(at * 2.0, 2.0)); }");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_rectangle(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned x = i % API_SIZE, y = i / API_SIZE;
      if (!(x < 20 && y < 12) && y < 24) {
         x %= 20;
         y %= 12;
      }
      value(0, 0, x < 20 ? x : 19, y < 12 ? y : 11, rgba[i]); /* coordinates clamp to the edge */
   }
}

/* ---- buffer ---- */

static void draw_buffer(void)
{
   static uint8_t bytes[API_TEXELS][4];
   GLuint buffer, texture;
   make_texels(0, 1, API_SIZE, API_SIZE, bytes);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TEXTURE_BUFFER, buffer);
   glBufferData(GL_TEXTURE_BUFFER, 100, NULL, GL_STATIC_DRAW);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_BUFFER, texture);
   glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
   glBufferData(GL_TEXTURE_BUFFER, sizeof(bytes), bytes, GL_STATIC_DRAW); /* the texture follows its buffer */
   glActiveTexture(GL_TEXTURE1);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_BUFFER, texture);
   glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, buffer);
   GLuint program = api_program(vertex, NULL,
               "#version 330\nuniform samplerBuffer t; uniform usamplerBuffer u; out vec4 color;\n"
               "void main() { int at = int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x); uint word = texelFetch(u, at).r;\n"
               "  uvec4 b = uvec4(word, word >> 8, word >> 16, word >> 24) & 255u;\n"
               "  color = textureSize(t) != 1024 || textureSize(u) != 1024 ? vec4(0.0) : at % 2 == 0 ? texelFetch(t, at) : vec4(b) / 255.0; }");
   glUniform1i(glGetUniformLocation(program, "u"), 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_buffer(uint8_t rgba[API_TEXELS][4])
{
   make_texels(0, 1, API_SIZE, API_SIZE, rgba);
}

/* ---- multisample ---- */

/* Each of the samples of a slanted triangle: their mean is the pixel of a resolving blit. Green: equal. */
static void draw_multisample(GLenum target)
{
   GLuint old, fbo[2], texture, resolved;
   const bool array = target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
   static const GLfloat corners[] = {-0.9f, -0.8f, 0.95f, -0.3f, -0.2f, 0.9f};
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&old);
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   if (array)
      desktop.TexImage3DMultisample(target, 4, GL_RGBA8, API_SIZE, API_SIZE, 3, GL_TRUE);
   else
      desktop.TexImage2DMultisample(target, 4, GL_RGBA8, API_SIZE, API_SIZE, GL_TRUE);
   glGenFramebuffers(2, fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo[0]);
   if (array)
      glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, 2);
   else
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, 0);
   glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
   glClear(GL_COLOR_BUFFER_BIT);
   api_program(vertex, NULL, "#version 330\nout vec4 color; void main() { color = vec4(1.0, 0.0, gl_FragCoord.x / 32.0, 1.0); }");
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glActiveTexture(GL_TEXTURE1);
   resolved = new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbo[1]);
   glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, resolved, 0);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, old);
   char source[900];
   snprintf(source, sizeof(source),
            "#version 330\nuniform %s t; uniform sampler2D r; out vec4 color;\n"
            "void main() { ivec2 at = ivec2(gl_FragCoord.xy); vec4 sum = vec4(0.0), first = texelFetch(t, %s, 0); bool edge = false;\n"
            "  for (int i = 0; i < 4; i++) { vec4 s = texelFetch(t, %s, i); sum += s; edge = edge || s != first; }\n"
            "  vec4 d = abs(sum / 4.0 - texelFetch(r, at, 0)); bool same = max(max(d.r, d.g), max(d.b, d.a)) < 0.006;\n"
            "  color = vec4(same ? 0.0 : 1.0, same ? 1.0 : 0.0, textureSize(t)%s == ivec2(32) ? 1.0 : 0.0, edge ? 1.0 : 0.5); }",
            array ? "sampler2DMSArray" : "sampler2DMS", array ? "ivec3(at, 2)" : "at", array ? "ivec3(at, 2)" : "at", array ? ".xy" : "");
   GLuint program = api_program(vertex, NULL, source);
   glUniform1i(glGetUniformLocation(program, "r"), 1);
   api_rectangle(-1, -1, 1, 1);
   /* Samples differ at the edges of the triangle only, which are some three times the picture's side in length. */
   static uint8_t picture[API_TEXELS][4];
   unsigned edges = 0;
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   api_checked();
   for (unsigned i = 0; i < API_TEXELS; i++) {
      edges += picture[i][3] == 255;
      if (picture[i][0] != 0 || picture[i][1] != 255 || picture[i][2] != 255)
         api_fail("texel %u: the mean of the samples is another one, or the size is", i);
   }
   if (edges < API_SIZE || edges > 5 * API_SIZE)
      api_fail("the samples of %u texels differ", edges);
}

static void draw_multisample_2d(void) { draw_multisample(GL_TEXTURE_2D_MULTISAMPLE); }
static void draw_multisample_array(void) { draw_multisample(GL_TEXTURE_2D_MULTISAMPLE_ARRAY); }

/* ---- copies ---- */

static void draw_copy(void)
{
   uint8_t texels[API_TEXELS][4];
   make_texels(0, 1, API_SIZE, API_SIZE, texels);
   new_texture(GL_TEXTURE_2D);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, API_SIZE, API_SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   api_program(vertex, NULL,
               "#version 330\nuniform sampler2D t; out vec4 color; void main() { color = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
   glActiveTexture(GL_TEXTURE1);
   new_texture(GL_TEXTURE_1D);
   desktop.CopyTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 0, 3, 32, 0);
   desktop.CopyTexSubImage1D(GL_TEXTURE_1D, 0, 8, 20, 9, 5);
   glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAX_LEVEL, 0);
   glActiveTexture(GL_TEXTURE0);
   new_texture(GL_TEXTURE_1D_ARRAY);
   glTexParameteri(GL_TEXTURE_1D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
   glCopyTexImage2D(GL_TEXTURE_1D_ARRAY, 0, GL_RGBA8, 0, 4, 32, 6, 0);
   glCopyTexSubImage2D(GL_TEXTURE_1D_ARRAY, 0, 2, 1, 10, 20, 7, 3);
   GLuint program = api_program(vertex, NULL,
               "#version 330\nuniform sampler1D t; uniform sampler1DArray u; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy);\n"
               "  color = at.y < 8 ? texelFetch(t, at.x, 0) : texelFetch(u, ivec2(at.x, at.y % 6), 0); }");
   glUniform1i(glGetUniformLocation(program, "t"), 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_copy(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, layer = y % 6;
      if (y < 8 && x >= 8 && x < 13)
         value(0, 0, x + 12, 9, rgba[i]);
      else if (y < 8)
         value(0, 0, x, 3, rgba[i]);
      else if (x >= 2 && x < 9 && layer >= 1 && layer < 4)
         value(0, 0, x + 8, layer + 19, rgba[i]);
      else
         value(0, 0, x, layer + 4, rgba[i]);
   }
}

/* ---- views ---- */

/* A level and a layer of an array as integers, and some layers of it. */
static void draw_view(void)
{
   api_require("GL_ARB_texture_view");
   uint8_t texels[6 * 16 * 16][4];
   GLuint views[2];
   const GLuint texture = new_texture(GL_TEXTURE_2D_ARRAY);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 3, GL_RGBA8, 16, 16, 6);
   for (unsigned level = 0; level < 3; level++) {
      make_texels(level, 6, 16 >> level, 16 >> level, texels);
      glTexSubImage3D(GL_TEXTURE_2D_ARRAY, (GLint)level, 0, 0, 0, 16 >> level, 16 >> level, 6, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   }
   glGenTextures(2, views);
   desktop.TextureView(views[0], GL_TEXTURE_2D, texture, GL_R32UI, 1, 2, 4, 1);
   desktop.TextureView(views[1], GL_TEXTURE_2D_ARRAY, texture, GL_RGBA8, 0, 2, 2, 3);
   glBindTexture(GL_TEXTURE_2D, views[0]);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   value(2, 7, 1, 2, texels[0]);
   glTexSubImage2D(GL_TEXTURE_2D, 1, 1, 2, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, texels); /* a texel of the original's level 2 */
   glActiveTexture(GL_TEXTURE1);
   glBindTexture(GL_TEXTURE_2D_ARRAY, views[1]);
   glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glDeleteTextures(1, &texture); /* views keep the texels */
   GLuint program = api_program(vertex, NULL,
               "#version 330\nuniform usampler2D t; uniform sampler2DArray u; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); uint w = texelFetch(t, at % 16 / (at.y < 16 ? 2 : 4), at.y < 16 ? 0 : 1).r;\n"
               "  color = at.x < 16 ? vec4(uvec4(w, w >> 8, w >> 16, w >> 24) & 255u) / 255.0\n"
               "        : texelFetch(u, ivec3(at % 16 / (at.y < 16 ? 1 : 2), at.x % 3), at.y < 16 ? 0 : 1); }");
   glUniform1i(glGetUniformLocation(program, "u"), 1);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_view(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE, upper = y >= 16;
      if (x < 16) {
         const unsigned shift = 1 + upper, tx = x % 16 >> shift, ty = y % 16 >> shift;
         value(1 + upper, upper && tx == 1 && ty == 2 ? 7 : 4, tx, ty, rgba[i]);
      } else {
         value(upper, 2 + x % 3, x % 16 >> upper, y % 16 >> upper, rgba[i]);
      }
   }
}

/* ---- clears ---- */

static void draw_clear(void)
{
   static const uint8_t blue[4] = {10, 20, 200, 255};
   static const float red[4] = {1.0f, 0.5f, 0.25f, 1.0f}, depth = 0.75f;
   uint8_t texels[8 * 8 * 8][4];
   api_require("GL_ARB_clear_texture");
   const GLuint texture = new_texture(GL_TEXTURE_3D);
   glTexStorage3D(GL_TEXTURE_3D, 2, GL_RGBA8, 8, 8, 8);
   make_texels(0, 8, 8, 8, texels);
   glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, 8, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   desktop.ClearTexSubImage(texture, 0, 2, 1, 3, 4, 5, 3, GL_RGBA, GL_UNSIGNED_BYTE, blue);
   desktop.ClearTexImage(texture, 1, GL_RGBA, GL_FLOAT, red);
   glActiveTexture(GL_TEXTURE1);
   const GLuint shadows = new_texture(GL_TEXTURE_2D);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_DEPTH_COMPONENT24, 8, 8);
   desktop.ClearTexImage(shadows, 0, GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
   desktop.ClearTexSubImage(shadows, 0, 4, 0, 0, 4, 8, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
   glActiveTexture(GL_TEXTURE2);
   GLuint samples;
   glGenTextures(1, &samples);
   glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, samples);
   desktop.TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 8, 8, GL_TRUE);
   desktop.ClearTexImage(samples, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   desktop.ClearTexSubImage(samples, 0, 0, 4, 0, 8, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, blue);
   GLuint program = api_program(vertex, NULL,
               "#version 330\nuniform sampler3D t; uniform sampler2D d; uniform sampler2DMS m; out vec4 color;\n"
               "void main() { ivec2 at = ivec2(gl_FragCoord.xy); ivec2 low = at % 8;\n"
               "  color = at.y < 16 ? texelFetch(t, ivec3(low, at.x / 8 + at.y / 8 * 4), 0) : at.y < 24 ? texelFetch(t, ivec3(low / 2, at.x / 8), 1)\n"
               "        : at.x < 8 ? vec4(texelFetch(d, low, 0).r) : texelFetch(m, low, at.x / 8); }");
   glUniform1i(glGetUniformLocation(program, "d"), 1);
   glUniform1i(glGetUniformLocation(program, "m"), 2);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_clear(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t blue[4] = {10, 20, 200, 255}, red[4] = {255, 128, 64, 255};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned ax = i % API_SIZE, ay = i / API_SIZE, x = ax % 8, y = ay % 8, z = ax / 8 + ay / 8 * 4;
      if (ay < 16 && x >= 2 && x < 6 && y >= 1 && y < 6 && z >= 3 && z < 6)
         memcpy(rgba[i], blue, 4);
      else if (ay < 16)
         value(0, z, x, y, rgba[i]);
      else if (ay < 24)
         memcpy(rgba[i], red, 4);
      else if (ax < 8)
         memset(rgba[i], x < 4 ? 0 : 191, 4);
      else if (y < 4)
         memset(rgba[i], 0, 4);
      else
         memcpy(rgba[i], blue, 4);
   }
}

const struct api_body api_bodies_targets[] = {
   {"targets-1d", CORE, 33, 0, 0, draw_1d, reference_1d},
   {"targets-1d-array", CORE, 33, 0, 0, draw_1d_array, reference_1d_array},
   {"targets-rectangle", CORE, 33, 0, 0, draw_rectangle, reference_rectangle},
   {"targets-buffer", CORE, 33, 1, 0, draw_buffer, reference_buffer},
   {"targets-multisample", CORE, 33, 0, 0, draw_multisample_2d, NULL},
   {"targets-multisample-array", CORE, 33, 0, 0, draw_multisample_array, NULL},
   {"targets-copy", CORE, 33, 0, 0, draw_copy, reference_copy},
   {"targets-view", CORE, 33, 0, 0, draw_view, reference_view},
   {"targets-clear", CORE, 33, 1, 0, draw_clear, reference_clear},
   {0},
};

/* bench_sampling.c: pixels of a full-screen quad that samples a texture of OpenGL ES 3.0: a target or format per row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { T_3D, T_CUBE, T_ARRAY, T_SRGB, T_HALF, T_INTEGER, T_SHADOW };

struct sampling {
   GLenum target, internal, format, type;
   GLsizei size, layers;
   unsigned texel_B;
   GLenum filter;
   const char *sampler, *fetch; /* an expression of v, from 0 to 1 */
};

static const struct sampling rows[] = {
   [T_3D] = {GL_TEXTURE_3D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 64, 64, 4, GL_LINEAR, "sampler3D",
             "texture(t, vec3(v * 2.0, v.x + v.y))"},
   [T_CUBE] = {GL_TEXTURE_CUBE_MAP, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 256, 6, 4, GL_LINEAR, "samplerCube",
               "texture(t, vec3(v * 4.0 - 2.0, 1.0))"},
   [T_ARRAY] = {GL_TEXTURE_2D_ARRAY, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 256, 8, 4, GL_LINEAR, "sampler2DArray",
                "texture(t, vec3(v * 4.0, floor(v.x * 8.0)))"},
   [T_SRGB] = {GL_TEXTURE_2D, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 512, 1, 4, GL_LINEAR, "sampler2D",
               "texture(t, v * 2.0)"},
   [T_HALF] = {GL_TEXTURE_2D, GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 512, 1, 8, GL_LINEAR, "sampler2D", "texture(t, v * 2.0)"},
   [T_INTEGER] = {GL_TEXTURE_2D, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 512, 1, 4, GL_NEAREST, "usampler2D",
                  "vec4(texture(t, v * 2.0)) / 255.0"},
   [T_SHADOW] = {GL_TEXTURE_2D, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 512, 1, 2, GL_LINEAR,
                 "sampler2DShadow", "vec4(texture(t, vec3(v * 2.0, v.x)))"},
};

static void fill(const struct sampling *row)
{
   size_t texels = (size_t)row->size * (size_t)row->size * (size_t)row->layers;
   GLubyte *data = malloc(texels * row->texel_B);
   for (size_t i = 0; i < texels * row->texel_B; i++) {
      data[i] = (GLubyte)(i * 7 + i / 512);
      if (row->type == GL_HALF_FLOAT && (i & 1))
         data[i] = (GLubyte)(0x30 + (data[i] & 7)); /* between 0.125 and 0.5 */
   }
   if (row->target == GL_TEXTURE_3D || row->target == GL_TEXTURE_2D_ARRAY) {
      glTexStorage3D(row->target, 1, row->internal, row->size, row->size, row->layers);
      glTexSubImage3D(row->target, 0, 0, 0, 0, row->size, row->size, row->layers, row->format, row->type, data);
   } else {
      glTexStorage2D(row->target, 1, row->internal, row->size, row->size);
      for (GLenum i = 0; i < (GLenum)row->layers; i++)
         glTexSubImage2D(row->target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + i : row->target, 0, 0, 0,
                         row->size, row->size, row->format, row->type, data + i * row->texel_B);
   }
   free(data);
}

static void prepare(void)
{
   const struct sampling *row = &rows[bench_current->variant];
   char fs[512];
   GLuint texture;
   bench_target(BENCH_W, BENCH_H, 0);
   glGenTextures(1, &texture);
   glBindTexture(row->target, texture);
   fill(row);
   glTexParameteri(row->target, GL_TEXTURE_MIN_FILTER, (GLint)row->filter);
   glTexParameteri(row->target, GL_TEXTURE_MAG_FILTER, (GLint)row->filter);
   if (bench_current->variant == T_SHADOW)
      glTexParameteri(row->target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   snprintf(fs, sizeof(fs),
            "#version 300 es\nprecision highp float; in vec2 v; uniform highp %s t; out vec4 o;\n"
            "void main() { o = %s; }",
            row->sampler, row->fetch);
   bench_use_quad_es30(fs);
}

static double run(void)
{
   for (int i = 0; i < 4; i++) {
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glFinish();
   }
   return 4.0 * BENCH_W * BENCH_H;
}

#define ROW(name, variant)                                                                                                       \
   {                                                                                                                             \
      name, "Mpixel/s", 1e-6, prepare, run, 0, 30, variant                                                                       \
   }
const struct bench_workload bench_sampling[] = {
   ROW("sample-3d", T_3D),     ROW("sample-cube", T_CUBE),       ROW("sample-array", T_ARRAY),   ROW("sample-srgb", T_SRGB),
   ROW("sample-half", T_HALF), ROW("sample-integer", T_INTEGER), ROW("sample-shadow", T_SHADOW), {0},
};

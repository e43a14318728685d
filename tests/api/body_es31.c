/* body_es31.c: extensions that contexts of OpenGL ES 3.1 have and earlier ones lack: buffer storage, several indirect draws, gpu_shader5,
 * atomics on images. */
#include <string.h>

#include "api_test.h"

#define VERSION "#version 310 es\n"

static const char vertex[] = VERSION "in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static void expect_at(uint8_t rgba[API_TEXELS][4], unsigned i, uint8_t r, uint8_t g, uint8_t b)
{
   rgba[i][0] = r;
   rgba[i][1] = g;
   rgba[i][2] = b;
   rgba[i][3] = 255;
}

/* Two triangles that cover the columns from x0 to x1, of 32. */
static void quad(float vertices[6][2], float x0, float x1)
{
   const float left = x0 / 16 - 1, right = x1 / 16 - 1;
   const float corners[6][2] = {{left, -1}, {right, -1}, {left, 1}, {left, 1}, {right, -1}, {right, 1}};
   memcpy(vertices, corners, sizeof(corners));
}

/* ---- a buffer that stays mapped while draws read it (GL_EXT_buffer_storage) ---- */

static void draw_storage(void)
{
   float vertices[6][2];
   GLuint name;
   api_require("GL_EXT_buffer_storage");
   PFNGLBUFFERSTORAGEEXTPROC storage = (PFNGLBUFFERSTORAGEEXTPROC)eglGetProcAddress("glBufferStorageEXT");
   api_program(vertex, NULL, VERSION "precision highp float; out vec4 color; uniform vec4 value; void main() { color = value; }");
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   glGenBuffers(1, &name);
   glBindBuffer(GL_ARRAY_BUFFER, name);
   const GLbitfield flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT_EXT | GL_MAP_COHERENT_BIT_EXT;
   storage(GL_ARRAY_BUFFER, 2 * sizeof(vertices), NULL, flags);
   char *map = glMapBufferRange(GL_ARRAY_BUFFER, 0, 2 * sizeof(vertices), flags);
   if (!map)
      api_fail("a persistent map: 0x%x", glGetError());
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   for (unsigned i = 0; i < 2; i++) {
      quad(vertices, i ? 16 : 0, i ? 32 : 16);
      memcpy(map + i * sizeof(vertices), vertices, sizeof(vertices));
      glUniform4f(glGetUniformLocation((GLuint)program, "value"), i, 1.0f - (float)i, 0, 1);
      glDrawArrays(GL_TRIANGLES, 6 * (GLint)i, 6);
   }
   storage(GL_ARRAY_BUFFER, 16, NULL, 0);
   api_expect_error(GL_INVALID_OPERATION, "storage of an immutable buffer");
}

static void reference_storage(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE < 16 ? 0 : 255, i % API_SIZE < 16 ? 255 : 0, 0);
}

/* ---- draws whose arguments are in a buffer (GL_EXT_multi_draw_indirect) ---- */

static void draw_indirect(void)
{
   float vertices[3][6][2];
   GLuint name;
   api_require("GL_EXT_multi_draw_indirect");
   PFNGLMULTIDRAWARRAYSINDIRECTEXTPROC arrays =
      (PFNGLMULTIDRAWARRAYSINDIRECTEXTPROC)eglGetProcAddress("glMultiDrawArraysIndirectEXT");
   for (unsigned i = 0; i < 3; i++)
      quad(vertices[i], (float)(i * 8), (float)(i * 8 + 8));
   api_program(vertex, NULL, VERSION "precision highp float; out vec4 color; void main() { color = vec4(1.0, 0.0, 1.0, 1.0); }");
   api_vertices(vertices, sizeof(vertices));
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   const GLuint words[2][5] = {{6, 1, 0, 0, 77}, {6, 1, 12, 0, 77}};
   glGenBuffers(1, &name);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, name);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(words), words, GL_STATIC_DRAW);
   arrays(GL_TRIANGLES, NULL, 2, 20);
   arrays(GL_TRIANGLES, NULL, 2, 18);
   api_expect_error(GL_INVALID_VALUE, "a stride of 18");
}

static void reference_indirect(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE < 8 || (i % API_SIZE >= 16 && i % API_SIZE < 24))
         expect_at(rgba, i, 255, 0, 255);
}

/* ---- samplers by a dynamically uniform index, fused multiplication and addition (GL_OES_gpu_shader5, GL_EXT_gpu_shader5) ---- */

static void draw_shader5(const char *extension, const char *fragment)
{
   static const GLubyte texels[2][4] = {{255, 0, 51, 255}, {0, 255, 102, 255}};
   GLuint textures[2];
   api_require(extension);
   const GLuint program = api_program(vertex, NULL, fragment);
   glGenTextures(2, textures);
   for (GLint i = 0; i < 2; i++) {
      glActiveTexture(GL_TEXTURE0 + (GLenum)i);
      glBindTexture(GL_TEXTURE_2D, textures[i]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 1, 1);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   }
   glUniform1iv(glGetUniformLocation(program, "s"), 2, (const GLint[]){0, 1});
   for (GLint i = 0; i < 2; i++) {
      glUniform1i(glGetUniformLocation(program, "which"), i);
      api_rectangle((float)i - 1, -1, (float)i, 1);
   }
   api_expect_error(GL_NO_ERROR, extension);
}

#define SHADER5 "precision highp float; uniform mediump sampler2D s[2]; uniform int which; out vec4 color;\n" \
                "void main() { color = fma(texture(s[which], vec2(0.5)), vec4(1.0, 1.0, 2.0, 1.0), vec4(0.0)); }"

static void draw_shader5_oes(void)
{
   draw_shader5("GL_OES_gpu_shader5", VERSION "#extension GL_OES_gpu_shader5 : require\n" SHADER5);
}

static void draw_shader5_ext(void)
{
   draw_shader5("GL_EXT_gpu_shader5", VERSION "#extension GL_EXT_gpu_shader5 : require\n" SHADER5);
}

static void reference_shader5(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, i % API_SIZE < 16 ? 255 : 0, i % API_SIZE < 16 ? 0 : 255, i % API_SIZE < 16 ? 102 : 204);
}

/* ---- atomics on images (GL_OES_shader_image_atomic) ---- */

static void draw_atomics(void)
{
   static const char count[] = VERSION "#extension GL_OES_shader_image_atomic : require\nprecision highp float;\n"
      "layout(r32ui, binding = 0) uniform highp uimage2D t; out vec4 color;\n"
      "void main() { imageAtomicAdd(t, ivec2(int(gl_FragCoord.x) / 4, 0), 1u); color = vec4(0.0); }";
   static const char show[] = VERSION "precision highp float; uniform highp usampler2D s; out vec4 color;\n"
      "void main() { color = vec4(float(texelFetch(s, ivec2(gl_FragCoord.x) / 4 * ivec2(1, 0), 0).x) / 255.0, 0.0, 0.0, 1.0); }";
   static const GLuint zero[8];
   GLuint texture;
   GLint images;
   api_require("GL_OES_shader_image_atomic");
   glGetIntegerv(GL_MAX_FRAGMENT_IMAGE_UNIFORMS, &images);
   if (!images)
      api_skip("no images in fragment shaders");
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 8, 1);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, zero);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
   api_program(vertex, NULL, count);
   api_rectangle(-1, -1, 1, 0); /* 64 fragments for each texel */
   glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
   api_program(vertex, NULL, show);
   api_rectangle(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "atomics");
}

static void reference_atomics(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      expect_at(rgba, i, 64, 0, 0);
}

/* glBindVertexBuffer takes names of glGenBuffers, glBindBuffer any (OpenGL ES 3.1, 10.3.2). */
static void draw_vertex_buffer_names(void)
{
   GLuint array, buffer;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(1, &buffer);
   glBindVertexBuffer(0, buffer, 0, 16);
   api_expect_error(GL_NO_ERROR, "a generated name");
   glDeleteBuffers(1, &buffer);
   glBindVertexBuffer(0, buffer, 0, 16);
   api_expect_error(GL_INVALID_OPERATION, "a deleted name");
   glBindVertexBuffer(0, buffer + 100, 0, 16);
   api_expect_error(GL_INVALID_OPERATION, "a name that was not generated");
   glBindVertexBuffer(0, 0, 0, 16);
   glBindBuffer(GL_ARRAY_BUFFER, buffer + 100);
   api_expect_error(GL_NO_ERROR, "name 0, and glBindBuffer");
}

const struct api_body api_bodies_es31[] = {
   {"es31-buffer-storage", GLES, 31, 0, 0, draw_storage, reference_storage},
   {"es31-multi-draw-indirect", GLES, 31, 0, 0, draw_indirect, reference_indirect},
   {"es31-oes-gpu-shader5", GLES, 31, 0, 0, draw_shader5_oes, reference_shader5},
   {"es31-ext-gpu-shader5", GLES, 31, 0, 0, draw_shader5_ext, reference_shader5},
   {"es31-image-atomics", GLES, 31, 0, 0, draw_atomics, reference_atomics},
   {"es31-vertex-buffer-names", GLES, 31, 0, 0, draw_vertex_buffer_names, NULL},
   {0},
};

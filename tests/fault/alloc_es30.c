/* alloc_es30.c: scenes of OpenGL ES 3.0 for test_alloc.c. */
#include "alloc_test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned repeated;

static bool reported;
static GLuint program, capture;

/* Notes the error of a command; true if it is to be called again. */
static bool again(bool first)
{
   GLenum error = glGetError();
   if (error == GL_NO_ERROR)
      return false;
   repeated += first && error == GL_OUT_OF_MEMORY;
   reported = true;
   return first && error == GL_OUT_OF_MEMORY;
}

#define GL(call)           \
   do {                    \
      call;                \
      if (again(true)) {   \
         call;             \
         again(false);     \
      }                    \
   } while (0)

static enum outcome outcome(bool right)
{
   bool any = clear_errors() || reported;
   reported = false;
   return right ? RIGHT : any ? REPORTED : WRONG;
}

static const char quad_vs[] = "#version 300 es\nvoid main() {"
   " gl_Position = vec4(float(gl_VertexID & 1) * 2.0 - 1.0, float(gl_VertexID >> 1) * 2.0 - 1.0, 0.5, 1.0); }";

/* ---- 3D and array textures, samplers, pixel buffers ---- */

bool prepare_textures(void)
{
   program = link_sources(quad_vs,
      "#version 300 es\nprecision highp float; uniform highp sampler3D a; uniform highp sampler2DArray b; out vec4 o;\n"
      "void main() { float q = floor(gl_FragCoord.x / 4.0);\n"
      "o = vec4(texture(a, vec3(0.5, 0.5, (q + 0.5) / 4.0)).x, textureLod(b, vec3(0.5, 0.5, floor(q / 2.0)), 1.0).x, 0.0, 1.0); }",
      NULL);
   if (!program)
      return false;
   glUseProgram(program);
   glUniform1i(glGetUniformLocation(program, "b"), 1);
   return glGetError() == GL_NO_ERROR;
}

enum outcome part_textures(void)
{
   GLuint textures[2] = {0}, samplers[2] = {0}, buffers[2] = {0}, fbo = 0, rb = 0;
   static uint8_t slices[4 * 4 * 4 * 4];
   GLfloat layers[2][4 * 4];
   bool right = true;
   for (unsigned i = 0; i < sizeof(slices); i++)
      slices[i] = (uint8_t)(i / 64 * 40 + 40);
   for (unsigned i = 0; i < 32; i++)
      layers[i / 16][i % 16] = i < 16 ? 0.2f : 0.6f;
   GL(glGenTextures(2, textures));
   GL(glGenSamplers(2, samplers));
   GL(glGenBuffers(2, buffers));
   GL(glGenFramebuffers(1, &fbo));
   GL(glGenRenderbuffers(1, &rb));
   GL(glBindRenderbuffer(GL_RENDERBUFFER, rb));
   GL(glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE));
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbo));
   GL(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb));
   GL(glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[0]));
   GL(glBufferData(GL_PIXEL_UNPACK_BUFFER, sizeof(slices), slices, GL_STREAM_DRAW));
   GL(glBindTexture(GL_TEXTURE_3D, textures[0]));
   GL(glTexStorage3D(GL_TEXTURE_3D, 1, GL_RGBA8, 4, 4, 4));
   GL(glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, 4, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   GL(glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0));
   GL(glActiveTexture(GL_TEXTURE1));
   GL(glBindTexture(GL_TEXTURE_2D_ARRAY, textures[1]));
   GL(glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_R16F, 4, 4, 2, 0, GL_RED, GL_FLOAT, layers));
   GL(glGenerateMipmap(GL_TEXTURE_2D_ARRAY));
   for (unsigned i = 0; i < 2; i++) {
      GL(glBindSampler(i, samplers[i]));
      GL(glSamplerParameteri(samplers[i], GL_TEXTURE_MIN_FILTER, i ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST));
      GL(glSamplerParameteri(samplers[i], GL_TEXTURE_MAG_FILTER, GL_NEAREST));
   }
   GL(glViewport(0, 0, SIZE, SIZE));
   GL(glClear(GL_COLOR_BUFFER_BIT));
   GL(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));
   GL(glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[1]));
   GL(glBufferData(GL_PIXEL_PACK_BUFFER, SIZE * SIZE * 4, NULL, GL_STREAM_READ));
   GL(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   const uint8_t *pixels;
   GL(pixels = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, SIZE * SIZE * 4, GL_MAP_READ_BIT));
   for (unsigned i = 0; pixels && i < SIZE * SIZE; i++)
      right &= pixels[i * 4] == i % SIZE / 4 * 40 + 40 && pixels[i * 4 + 1] == (i % SIZE / 8 ? 153 : 51);
   if (pixels)
      GL(glUnmapBuffer(GL_PIXEL_PACK_BUFFER));
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   glActiveTexture(GL_TEXTURE0);
   glDeleteTextures(2, textures);
   glDeleteSamplers(2, samplers);
   glDeleteBuffers(2, buffers);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   return outcome(pixels && right);
}

/* ---- uniform blocks, transform feedback, queries, syncs, instances ---- */

bool prepare_feedback(void)
{
   capture = link_sources("#version 300 es\nout vec4 corner;\n"
      "void main() { corner = vec4(float(gl_VertexID & 1) * 2.0 - 1.0, float(gl_VertexID >> 1) - 1.0, 0.0, 1.0); gl_Position = corner; }",
      "#version 300 es\nout lowp vec4 o; void main() { o = vec4(0.0); }", "corner");
   program = link_sources("#version 300 es\nin vec4 pos; flat out int n;\n"
      "void main() { n = gl_InstanceID; gl_Position = pos + vec4(0.0, float(gl_InstanceID), 0.0, 0.0); }",
      "#version 300 es\nprecision highp float; flat in int n; layout(std140) uniform Block { vec4 colors[2]; }; out vec4 o;\n"
      "void main() { o = colors[n]; }", NULL);
   return capture && program && glGetError() == GL_NO_ERROR;
}

enum outcome part_feedback(void)
{
   static const GLfloat colors[2][4] = {{1, 0, 0.2f, 1}, {0, 1, 0.4f, 1}};
   GLuint buffers[3] = {0}, objects[1] = {0}, queries[2] = {0}, fbo = 0, rb = 0, written = 0, passed = 0;
   uint8_t pixels[SIZE * SIZE * 4] = {0};
   GL(glGenBuffers(3, buffers));
   GL(glGenTransformFeedbacks(1, objects));
   GL(glGenQueries(2, queries));
   GL(glGenFramebuffers(1, &fbo));
   GL(glGenRenderbuffers(1, &rb));
   GL(glBindRenderbuffer(GL_RENDERBUFFER, rb));
   GL(glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE));
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbo));
   GL(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb));
   GL(glViewport(0, 0, SIZE, SIZE));
   GL(glClear(GL_COLOR_BUFFER_BIT));
   /* Four points in two draws. */
   GL(glUseProgram(capture));
   GL(glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, objects[0]));
   GL(glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffers[0]));
   GL(glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4 * 16, NULL, GL_STREAM_COPY));
   GL(glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[0], 0, 4 * 16));
   GL(glEnable(GL_RASTERIZER_DISCARD));
   GL(glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[0]));
   GL(glBeginTransformFeedback(GL_POINTS));
   GL(glDrawArrays(GL_POINTS, 0, 2));
   GL(glPauseTransformFeedback());
   GL(glResumeTransformFeedback());
   GL(glDrawArrays(GL_POINTS, 2, 2));
   GL(glEndTransformFeedback());
   GL(glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN));
   GL(glDisable(GL_RASTERIZER_DISCARD));
   GL(glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0));
   GL(glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, 0));
   /* Colours: into one buffer by a mapping, from there into the block's. */
   GL(glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]));
   GL(glBufferData(GL_COPY_READ_BUFFER, sizeof(colors), NULL, GL_STREAM_COPY));
   void *map;
   GL(map = glMapBufferRange(GL_COPY_READ_BUFFER, 0, sizeof(colors), GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
   if (map) {
      memcpy(map, colors, sizeof(colors));
      GL(glUnmapBuffer(GL_COPY_READ_BUFFER));
   }
   GL(glBindBuffer(GL_UNIFORM_BUFFER, buffers[2]));
   GL(glBufferData(GL_UNIFORM_BUFFER, sizeof(colors), NULL, GL_DYNAMIC_DRAW));
   GL(glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER, 0, 0, sizeof(colors)));
   GL(glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[2]));
   GL(glUseProgram(program));
   GL(glBindBuffer(GL_ARRAY_BUFFER, buffers[0]));
   GL(glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL));
   GL(glEnableVertexAttribArray(0));
   GL(glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[1]));
   GL(glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 2));
   GL(glEndQuery(GL_ANY_SAMPLES_PASSED));
   GLsync sync;
   GL(sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
   if (sync)
      GL(glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000ull));
   GL(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
   GL(glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &written));
   GL(glGetQueryObjectuiv(queries[1], GL_QUERY_RESULT, &passed));
   bool right = written == 4 && passed;
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      right &= !memcmp(pixels + i * 4, i < SIZE * SIZE / 2 ? (const uint8_t[]){255, 0, 51, 255} : (const uint8_t[]){0, 255, 102, 255}, 4);
   /* Ends the capture and the query that a lost command may have left active. */
   glEndTransformFeedback();
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
   glDisable(GL_RASTERIZER_DISCARD);
   while (!reported && glGetError())
      ;
   glDeleteSync(sync);
   glDeleteBuffers(3, buffers);
   glDeleteTransformFeedbacks(1, objects);
   glDeleteQueries(2, queries);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   return outcome(right);
}

/* ---- several multisampled targets, clears, resolves, blits ---- */

bool prepare_targets(void)
{
   program = link_sources("#version 300 es\nvoid main() {"
      " gl_Position = vec4(float(gl_VertexID & 1) - 1.0, float(gl_VertexID >> 1) * 2.0 - 1.0, 0.5, 1.0); }",
      "#version 300 es\nprecision highp float; layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;\n"
      "void main() { a = vec4(0.2, 0.4, 0.6, 1.0); b = vec4(0.8, 0.6, 0.0, 1.0); }", NULL);
   return program && glGetError() == GL_NO_ERROR;
}

static void bind_targets(GLuint fbo, const GLuint *targets, bool renderbuffers)
{
   static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbo));
   for (unsigned i = 0; i < 2; i++)
      if (renderbuffers)
         GL(glFramebufferRenderbuffer(GL_FRAMEBUFFER, both[i], GL_RENDERBUFFER, targets[i]));
      else
         GL(glFramebufferTexture2D(GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, targets[i], 0));
   GL(glDrawBuffers(2, both));
}

enum outcome part_targets(void)
{
   static const GLenum formats[] = {GL_RGBA8, GL_RG8}, attachment = GL_COLOR_ATTACHMENT0;
   GLuint fbos[3] = {0}, rbs[3] = {0}, textures[3] = {0};
   static uint8_t color[SIZE * SIZE / 4][4];
   static uint8_t second[SIZE * SIZE][4];
   memset(color, 0, sizeof(color));
   memset(second, 0, sizeof(second));
   GL(glGenFramebuffers(3, fbos));
   GL(glGenRenderbuffers(3, rbs));
   GL(glGenTextures(3, textures));
   for (unsigned i = 0; i < 3; i++) {
      GL(glBindRenderbuffer(GL_RENDERBUFFER, rbs[i]));
      GL(glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, i == 2 ? GL_DEPTH24_STENCIL8 : formats[i], SIZE, SIZE));
      GL(glBindTexture(GL_TEXTURE_2D, textures[i]));
      GL(glTexStorage2D(GL_TEXTURE_2D, 1, formats[i % 2], i == 2 ? SIZE / 2 : SIZE, i == 2 ? SIZE / 2 : SIZE));
   }
   bind_targets(fbos[1], textures, false);
   bind_targets(fbos[0], rbs, true);
   GL(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rbs[2]));
   GL(glViewport(0, 0, SIZE, SIZE));
   GL(glUseProgram(program));
   GL(glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){1, 1, 1, 1}));
   GL(glClearBufferfv(GL_COLOR, 1, (const GLfloat[]){0, 1, 0, 0}));
   GL(glClearBufferfi(GL_DEPTH_STENCIL, 0, 1.0f, 3));
   GL(glEnable(GL_DEPTH_TEST));
   GL(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));
   GL(glDisable(GL_DEPTH_TEST));
   GL(glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbos[1]));
   for (unsigned i = 0; i < 2; i++) {
      GLenum only[] = {i ? GL_NONE : GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
      GL(glReadBuffer(GL_COLOR_ATTACHMENT0 + i));
      GL(glDrawBuffers(1 + (GLsizei)i, only));
      GL(glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST));
   }
   GL(glInvalidateFramebuffer(GL_READ_FRAMEBUFFER, 1, &attachment));
   GL(glBindFramebuffer(GL_READ_FRAMEBUFFER, fbos[1]));
   GL(glReadBuffer(GL_COLOR_ATTACHMENT1));
   GL(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, second));
   GL(glReadBuffer(GL_COLOR_ATTACHMENT0));
   GL(glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fbos[2]));
   GL(glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[2], 0));
   GL(glBlitFramebuffer(0, 0, SIZE, SIZE, SIZE / 2, 0, 0, SIZE / 2, GL_COLOR_BUFFER_BIT, GL_LINEAR));
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbos[2]));
   GL(glReadPixels(0, 0, SIZE / 2, SIZE / 2, GL_RGBA, GL_UNSIGNED_BYTE, color));
   bool right = true;
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      right &= !memcmp(second[i], i % SIZE < SIZE / 2 ? (const uint8_t[]){204, 153, 0, 255} : (const uint8_t[]){0, 255, 0, 255}, 4);
   for (unsigned i = 0; i < SIZE * SIZE / 4; i++) /* half the size, left and right exchanged */
      right &= !memcmp(color[i], i % (SIZE / 2) < SIZE / 4 ? (const uint8_t[]){255, 255, 255, 255} :
                                                             (const uint8_t[]){51, 102, 153, 255}, 4);
   glDisable(GL_DEPTH_TEST);
   glDeleteFramebuffers(3, fbos);
   glDeleteRenderbuffers(3, rbs);
   glDeleteTextures(3, textures);
   return outcome(right);
}

/* ---- blocks larger than some allocators allow: converted images, a batch of many primitives ---- */

enum { WIDE = 512, TRIANGLES = 16384 };

bool prepare_large(void)
{
   program = link_sources(
      "#version 300 es\nout vec3 k; void main() { int i = gl_VertexID / 3, j = gl_VertexID % 3;\n"
      "vec2 o = vec2(i % 128, i / 128 % 128) / 64.0 - 1.0; k = vec3(float(i % 128) / 127.0, 0.0, 1.0);\n"
      "gl_Position = vec4(o + vec2(j == 1, j == 2) / 64.0, 0.0, 1.0); }",
      "#version 300 es\nprecision highp float; in vec3 k; uniform sampler2D s; out vec4 o;\n"
      "void main() { o = vec4(k.x, texelFetch(s, ivec2(gl_FragCoord.xy), 0).x, k.z, 1.0); }", NULL);
   if (!program)
      return false;
   glUseProgram(program);
   return glGetError() == GL_NO_ERROR;
}

enum outcome part_large(void)
{
   static GLfloat texels[WIDE * WIDE][3];
   static uint8_t pixels[WIDE * WIDE][4];
   GLuint textures[2] = {0}, fbo = 0;
   for (unsigned i = 0; i < WIDE * WIDE; i++)
      texels[i][0] = i / WIDE % 2 ? 0.2f : 0.8f;
   memset(pixels, 0, sizeof(pixels));
   GL(glGenTextures(2, textures));
   GL(glGenFramebuffers(1, &fbo));
   GL(glBindTexture(GL_TEXTURE_2D, textures[1]));
   GL(glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGB5_A1, WIDE, WIDE));
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbo));
   GL(glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[1], 0));
   GL(glBindTexture(GL_TEXTURE_2D, textures[0]));
   GL(glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB16F, WIDE, WIDE, 0, GL_RGB, GL_FLOAT, texels));
   GL(glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST));
   GL(glViewport(0, 0, WIDE, WIDE));
   GL(glClear(GL_COLOR_BUFFER_BIT));
   GL(glUseProgram(program));
   GL(glDrawArrays(GL_TRIANGLES, 0, 3 * TRIANGLES));
   GL(glReadPixels(0, 0, WIDE, WIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
   /* A triangle covers the lower left half of its 4x4 pixels. Five bits a channel. */
   bool right = true;
   for (unsigned y = 0; y < WIDE; y += 4)
      for (unsigned x = 0; x < WIDE; x += 4) {
         const uint8_t *p = pixels[(y + 1) * WIDE + x], *q = pixels[(y + 3) * WIDE + x + 3];
         right &= abs(p[0] - (int)(x / 4 * 255 / 127)) <= 5 && abs(p[1] - 51) <= 5 && p[2] == 255 && !q[0] && !q[1] && !q[2];
      }
   glDeleteTextures(2, textures);
   glDeleteFramebuffers(1, &fbo);
   return outcome(right);
}

/* ---- program binaries ---- */

enum outcome part_binary(void)
{
   static unsigned number;
   char fragment[200];
   uint8_t pixels[SIZE * SIZE * 4] = {0};
   GLuint fbo = 0, rb = 0, first, second;
   GLint length = 0, ok = 0;
   GLenum format = 0;
   void *binary = NULL;
   snprintf(fragment, sizeof(fragment), "#version 300 es\nprecision highp float; uniform vec4 c; out vec4 o;\n"
            "void main() { o = c.x > %u.5 ? vec4(0.0) : c; }", ++number);
   first = link_sources(quad_vs, fragment, NULL);
   GL(second = glCreateProgram());
   GL(glGenFramebuffers(1, &fbo));
   GL(glGenRenderbuffers(1, &rb));
   GL(glBindRenderbuffer(GL_RENDERBUFFER, rb));
   GL(glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE));
   GL(glBindFramebuffer(GL_FRAMEBUFFER, fbo));
   GL(glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb));
   if (first)
      GL(glGetProgramiv(first, GL_PROGRAM_BINARY_LENGTH, &length));
   binary = length > 0 ? malloc((size_t)length) : NULL;
   if (binary)
      GL(glGetProgramBinary(first, length, &length, &format, binary));
   for (unsigned i = 0; binary && second && !ok && i < 2; i++) { /* a load that fails leaves a program that is not linked */
      GL(glProgramBinary(second, format, binary, length));
      GL(glGetProgramiv(second, GL_LINK_STATUS, &ok));
      reported |= !ok;
   }
   reported |= !first || !second || !binary || !ok;
   if (ok) {
      GL(glUseProgram(second));
      GL(glUniform4f(glGetUniformLocation(second, "c"), 0.2f, 0.4f, 0.6f, 1));
      GL(glViewport(0, 0, SIZE, SIZE));
      GL(glDrawArrays(GL_TRIANGLE_STRIP, 0, 4));
      GL(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
   }
   bool right = true;
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      right &= !memcmp(pixels + i * 4, (const uint8_t[]){51, 102, 153, 255}, 4);
   free(binary);
   glUseProgram(0);
   glDeleteProgram(first);
   glDeleteProgram(second);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   return outcome(right);
}

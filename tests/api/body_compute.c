/* body_compute.c: compute shaders, storage blocks, atomic counters and images of OpenGL ES 3.1. */
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

/* ---- storage blocks, shared memory, a dispatch whose size another one computes ----------------------------------------------- */

#define GROUPS_X 3
#define GROUPS_Y 2
#define THREADS 96 /* of a group: one and a half waves */

static void draw_storage(void)
{
   static const char fill[] =
      "#version 310 es\nlayout(local_size_x = 12, local_size_y = 8) in;"
      "layout(std430, binding = 2) buffer Words { uint count; uint word[]; };"
      "layout(std430, binding = 5) buffer Size { uvec3 size; };"
      "shared uint row[96];"
      "void main() {"
      "  uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;"
      "  row[i] = g * 1000u + i; barrier();"
      "  word[g * 96u + i] = row[95u - i]; atomicAdd(count, 1u);"
      "  if (i == 0u && g == 0u) size = uvec3(2, 1, 3);"
      "}";
   static const char again[] =
      "#version 310 es\nlayout(local_size_x = 1) in;"
      "layout(std430, binding = 2) buffer Words { uint count; uint word[]; };"
      "void main() { atomicAdd(count, 1000u * gl_NumWorkGroups.x + uint(word.length())); }";
   uint32_t words[1 + GROUPS_X * GROUPS_Y * THREADS] = {7};
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 2, sizeof(words), words);
   const GLuint size = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 5, 16, NULL);
   api_compute_program(fill);
   glDispatchCompute(GROUPS_X, GROUPS_Y, 1);
   glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
   api_compute_program(again);
   glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, size);
   glDispatchComputeIndirect(0);
   api_read_words(buffer, words, sizeof(words) / 4);
   const unsigned threads = GROUPS_X * GROUPS_Y * THREADS;
   api_expect("invocations", (long)words[0], (long)(7 + threads + 6 * (2000 + threads)));
   for (unsigned i = 0; i < threads; i++)
      api_expect("word", (long)words[1 + i], (long)(i / THREADS * 1000 + THREADS - 1 - i % THREADS));
   api_expect_error(GL_NO_ERROR, "storage blocks");
}

/* ---- atomic counters ----------------------------------------------------------------------------------------------------------- */

static void draw_counters(void)
{
   static const char vs[] = "#version 310 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0, 1); }";
   static const char fs[] =
      "#version 310 es\nprecision highp float; layout(binding = 1, offset = 4) uniform atomic_uint up[2];"
      "layout(binding = 1) uniform atomic_uint down; out vec4 color;"
      "void main() { atomicCounterIncrement(up[1]); atomicCounterDecrement(down); color = vec4(1); }";
   GLint fragment_counters;
   glGetIntegerv(GL_MAX_FRAGMENT_ATOMIC_COUNTERS, &fragment_counters);
   if (fragment_counters < 3)
      api_skip("no atomic counters in fragment shaders");
   uint32_t words[4] = {1, 2, 3, 5000};
   const GLuint buffer = api_compute_buffer(GL_ATOMIC_COUNTER_BUFFER, 1, sizeof(words), words);
   api_program(vs, NULL, fs);
   api_rectangle(-1, -1, 0, 1); /* half of the texels */
   api_read_words(buffer, words, 4);
   api_expect("another counter", (long)words[1], 2);
   api_expect("an incremented counter", (long)words[2], 3 + API_TEXELS / 2);
   api_expect("a decremented counter", (long)words[3], 5000 - API_TEXELS / 2);
   api_expect_error(GL_NO_ERROR, "atomic counters");
}

static void reference_counters(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (i % API_SIZE < API_SIZE / 2)
         memset(rgba[i], 255, 4);
}

/* ---- images ---------------------------------------------------------------------------------------------------------------------- */

/* Writes level 1, layer 2 of an array by itself, and all layers of level 0; a compute shader copies both to the picture's texture. */
static void draw_images(void)
{
   static const char all[] =
      "#version 310 es\nlayout(local_size_x = 8, local_size_y = 8) in;"
      "layout(rgba8, binding = 3) writeonly uniform highp image2DArray image;"
      "void main() { imageStore(image, ivec3(gl_GlobalInvocationID), vec4(gl_GlobalInvocationID, 255) / 255.0); }";
   static const char layer[] =
      "#version 310 es\nlayout(local_size_x = 8, local_size_y = 8) in;"
      "layout(rgba8, binding = 0) writeonly uniform highp image2D image;"
      "void main() { ivec2 size = imageSize(image), at = ivec2(gl_GlobalInvocationID);"
      "  imageStore(image, at, vec4(at + 100, size) / 255.0); }";
   static const char copy[] =
      "#version 310 es\nlayout(local_size_x = 8, local_size_y = 8) in;"
      "layout(rgba8, binding = 1) readonly uniform highp image2D from;"
      "layout(rgba8, binding = 2) writeonly uniform highp image2D to;"
      "uniform ivec2 corner;"
      "void main() { ivec2 at = ivec2(gl_GlobalInvocationID); imageStore(to, at + corner, imageLoad(from, at)); }";
   GLuint tex[2], fbo;
   glGenTextures(2, tex);
   glBindTexture(GL_TEXTURE_2D_ARRAY, tex[0]);
   glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RGBA8, 16, 16, 3);
   glBindTexture(GL_TEXTURE_2D, tex[1]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   api_compute_program(all);
   glBindImageTexture(3, tex[0], 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA8);
   glDispatchCompute(2, 2, 3);
   api_compute_program(layer);
   glBindImageTexture(0, tex[0], 1, GL_FALSE, 2, GL_WRITE_ONLY, GL_RGBA8);
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
   api_compute_program(copy);
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   const GLint corner = glGetUniformLocation((GLuint)program, "corner");
   glBindImageTexture(2, tex[1], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
   for (GLint i = 0; i < 3; i++) {
      glBindImageTexture(1, tex[0], 0, GL_FALSE, i, GL_READ_ONLY, GL_RGBA8);
      glUniform2i(corner, i % 2 * 16, i / 2 * 16);
      glDispatchCompute(2, 2, 1);
   }
   glBindImageTexture(1, tex[0], 1, GL_FALSE, 2, GL_READ_ONLY, GL_RGBA8);
   glUniform2i(corner, 16, 16);
   glDispatchCompute(2, 2, 1); /* outside of level 1 the loads are zeros */
   glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex[1], 0);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   GLint draw = 0;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)draw);
   api_expect_error(GL_NO_ERROR, "images");
}

static void reference_images(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned px = i % API_SIZE, py = i / API_SIZE, x = px % 16, y = py % 16, part = py / 16 * 2 + px / 16;
      if (part < 3)
         memcpy(rgba[i], (uint8_t[4]){(uint8_t)x, (uint8_t)y, (uint8_t)part, 255}, 4);
      else if (x < 8 && y < 8)
         memcpy(rgba[i], (uint8_t[4]){(uint8_t)(x + 100), (uint8_t)(y + 100), 8, 8}, 4);
   }
}

/* ---- errors ------------------------------------------------------------------------------------------------------------------------ */

static void draw_errors(void)
{
   GLuint mutable, name;
   GLint max[3], value = 0;
   char source[200];
   glDispatchCompute(1, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "a dispatch without a program");
   api_compute_program("#version 310 es\nlayout(local_size_x = 1) in; void main() {}");
   for (unsigned i = 0; i < 3; i++)
      glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &max[i]);
   glDispatchCompute(1, (GLuint)max[1] + 1, 1);
   api_expect_error(GL_INVALID_VALUE, "too many groups");
   glDispatchComputeIndirect(0);
   api_expect_error(GL_INVALID_OPERATION, "an indirect dispatch without a buffer");
   api_compute_buffer(GL_DISPATCH_INDIRECT_BUFFER, 0, 16, NULL);
   glDispatchComputeIndirect(2);
   api_expect_error(GL_INVALID_VALUE, "an offset of 2");
   glDispatchComputeIndirect(8);
   api_expect_error(GL_INVALID_OPERATION, "arguments beyond the buffer");
   glMemoryBarrierByRegion(GL_COMMAND_BARRIER_BIT);
   api_expect_error(GL_INVALID_VALUE, "a barrier that is none of a region");
   glGenTextures(1, &mutable);
   glBindTexture(GL_TEXTURE_2D, mutable);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindImageTexture(0, mutable, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   api_expect_error(GL_INVALID_OPERATION, "a mutable texture");
   glBindImageTexture(0, 0, -1, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   api_expect_error(GL_INVALID_VALUE, "a negative level");
   glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGB8);
   api_expect_error(GL_INVALID_VALUE, "a format that images lack");
   glGetIntegeri_v(GL_IMAGE_BINDING_FORMAT, 0, &value);
   api_expect("the format of an unused unit", value, GL_R32UI);
   glGetIntegerv(GL_MAX_IMAGE_UNITS, &value);
   snprintf(source, sizeof(source), "#version 310 es\nlayout(local_size_x = 1) in; layout(r32ui, binding = %d) uniform highp uimage2D i;"
            "void main() { imageStore(i, ivec2(0), uvec4(1)); }", value);
   const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
   glShaderSource(shader, 1, (const char *const[]){source}, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &value);
   api_expect("a binding of GL_MAX_IMAGE_UNITS compiles", value, 0);
   glGenBuffers(1, &name);
   glBindBuffer(GL_SHADER_STORAGE_BUFFER, name);
   glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, name, 1, 16);
   api_expect_error(GL_INVALID_VALUE, "an offset that is not aligned");
}

const struct api_body api_bodies_compute[] = {
   {"compute-storage", GLES, 31, 0, 0, draw_storage, NULL},
   {"compute-counters", GLES, 31, 0, 0, draw_counters, reference_counters},
   {"compute-images", GLES, 31, 0, 0, draw_images, reference_images},
   {"compute-errors", GLES, 31, 0, 0, draw_errors, NULL},
   {0},
};

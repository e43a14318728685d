/* body_float_atomics.c: atomic operations on floats (NV_shader_atomic_float, INTEL_shader_atomic_float_minmax): in storage blocks, shared
 * variables and images, by many invocations of one address, with NaNs and zeros of both signs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_compute.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GLSL "#version 430\n#extension GL_NV_shader_atomic_float : require\n#extension GL_INTEL_shader_atomic_float_minmax : require\n"
enum { GROUPS = 4, LANES = 100 /* of a group */, ALL = GROUPS * LANES };

static void need(void)
{
   api_require("GL_NV_shader_atomic_float");
   api_require("GL_INTEL_shader_atomic_float_minmax");
}

static void expect_float(const char *what, uint32_t bits, float wanted)
{
   float got;
   memcpy(&got, &bits, 4);
   if (got != wanted)
      api_fail("%s is %g, not %g", what, got, wanted);
   api_checked();
}

static uint32_t bits_of(float f)
{
   uint32_t bits;
   memcpy(&bits, &f, 4);
   return bits;
}

/* Sums, limits and a count of successful swaps of all invocations; the values before each exchange. Sums of small integers are exact. */
static void draw_buffers(void)
{
   uint32_t words[8 + ALL], init[8 + ALL] = {0};
   bool was[ALL + 1] = {false};
   need();
   init[1] = bits_of(5000.0f);
   init[2] = bits_of(-5000.0f);
   init[3] = bits_of(-1.0f);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(init), init);
   api_compute_program(GLSL
      "layout(local_size_x = 100) in; layout(std430, binding = 0) buffer B { float sum, low, high, last, tries, groups, lowest, highest, before[]; };\n"
      "shared float total, least, most;\n"
      "void main() {\n"
      "   uint i = gl_GlobalInvocationID.x; float x = float(i) - 7.0;\n"
      "   atomicAdd(sum, x); atomicMin(low, x); atomicMax(high, x);\n"
      "   before[i] = atomicExchange(last, float(i));\n"
      "   for (bool done = false; !done;) { float t = tries; done = atomicCompSwap(tries, t, t + 1.0) == t; }\n"
      "   if (gl_LocalInvocationIndex == 0u) { total = 0.0; least = 9000.0; most = -9000.0; }\n"
      "   barrier();\n"
      "   atomicAdd(total, 1.0); atomicMin(least, x); atomicMax(most, x);\n"
      "   barrier();\n"
      "   if (gl_LocalInvocationIndex == 0u) { atomicAdd(groups, total); atomicAdd(lowest, least); atomicAdd(highest, most); }\n"
      "}");
   glDispatchCompute(GROUPS, 1, 1);
   api_read_words(buffer, words, COUNT(words));
   expect_float("the sum", words[0], ALL * (ALL - 1) / 2 - 7 * ALL);
   expect_float("the minimum", words[1], -7);
   expect_float("the maximum", words[2], ALL - 8);
   expect_float("the number of swaps", words[4], ALL);
   expect_float("the sum of shared sums", words[5], ALL);
   expect_float("the sum of shared minima", words[6], LANES * (0 + 1 + 2 + 3) - 7 * GROUPS);
   expect_float("the sum of shared maxima", words[7], LANES * (1 + 2 + 3 + 4) - 8 * GROUPS);
   /* The exchanges are a chain: each value that was stored is the one before another exchange, or the last. */
   for (unsigned i = 0; i < ALL + 1; i++) {
      float value;
      memcpy(&value, &words[i < ALL ? 8 + i : 3], 4);
      const int place = (int)value + 1;
      if (place < 0 || place > ALL || was[place])
         api_fail("exchange %u saw %g", i, value);
      was[place] = true;
   }
}

/* Fragments of the quads' helper invocations do not take part; the result feeds derivatives. */
static void draw_fragments(void)
{
   const uint32_t init[4] = {0, bits_of(100.0f), 0, 0};
   uint32_t words[4];
   need();
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(init), init);
   api_program("#version 430\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      GLSL "layout(std430, binding = 0) buffer B { float sum, low, changed, unused; }; out vec4 color;\n"
      "void main() {\n"
      "   if (int(gl_FragCoord.x + gl_FragCoord.y) % 3 == 0) discard;\n"
      "   float before = atomicAdd(sum, 1.0);\n"
      "   atomicMin(low, gl_FragCoord.x);\n"
      "   color = vec4(0.2, dFdx(before) > 1e9 ? 1.0 : 0.4, 0.6, 0.8);\n"
      "}");
   const float corner[] = {-1, -1, 0.30f, -1, -1, 0.55f};
   api_vertices(corner, sizeof(corner));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   uint8_t picture[API_TEXELS][4];
   unsigned drawn = 0;
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   for (unsigned i = 0; i < API_TEXELS; i++)
      drawn += picture[i][3] != 0;
   api_read_words(buffer, words, 4);
   expect_float("the number of fragments", words[0], (float)drawn);
   expect_float("the leftmost fragment", words[1], 0.5f);
}

/* imageAtomicAdd and imageAtomicExchange of r32f images: 2D, a buffer, and a place outside of the image, which has no effect. */
static void draw_images(void)
{
   static const GLfloat zeros[16] = {0};
   uint32_t words[4] = {0};
   GLuint textures[2];
   need();
   glGenTextures(2, textures);
   glBindTexture(GL_TEXTURE_2D, textures[0]);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, 4, 4);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RED, GL_FLOAT, zeros);
   glBindImageTexture(0, textures[0], 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(words), words);
   glBindTexture(GL_TEXTURE_BUFFER, textures[1]);
   glTexBuffer(GL_TEXTURE_BUFFER, GL_R32F, buffer);
   glBindImageTexture(1, textures[1], 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32F);
   api_compute_program(GLSL
      "layout(local_size_x = 100) in; layout(r32f, binding = 0) uniform image2D plane; layout(r32f, binding = 1) uniform imageBuffer line;\n"
      "void main() {\n"
      "   int i = int(gl_GlobalInvocationID.x);\n"
      "   imageAtomicAdd(plane, ivec2(i % 4, 1), 0.5);\n"
      "   imageAtomicAdd(line, i % 2, float(i));\n"
      "   imageAtomicAdd(plane, ivec2(4, 0), 1.0); imageAtomicAdd(line, 4, 1.0);\n"
      "   if (i == 0) imageAtomicAdd(line, 2, imageAtomicExchange(plane, ivec2(3, 3), 3.0) + 8.0);\n"
      "}");
   glDispatchCompute(GROUPS, 1, 1);
   GLfloat texels[16];
   GLuint fbo;
   glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
   glReadPixels(0, 0, 4, 4, GL_RED, GL_FLOAT, texels);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, 1);
   for (unsigned i = 0; i < 16; i++) {
      char what[30];
      snprintf(what, sizeof(what), "texel %u", i);
      expect_float(what, bits_of(texels[i]), i / 4 == 1 ? ALL / 4 * 0.5f : i == 15 ? 3 : 0);
   }
   api_read_words(buffer, words, 4);
   expect_float("even texels of the buffer", words[0], ALL / 2 * (ALL - 2) / 2);
   expect_float("odd texels of the buffer", words[1], ALL / 2 * ALL / 2);
   expect_float("the exchanged texel", words[2], 8);
   glDeleteFramebuffers(1, &fbo);
}

/* Memory, operand, and memory after a minimum, a maximum, and a swap if memory equals the operand. Any NaN: QUIET. */
#define QUIET 0x7fc00000u
static const struct { uint32_t memory, data, min, max; bool equal; } rows[] = {
   {0x3f800000, 0x40000000, 0x3f800000, 0x40000000, false},
   {0xbf800000, 0xc0000000, 0xc0000000, 0xbf800000, false},
   {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, true},
   {0x00000000, 0x80000000, 0, 0, true}, /* zeros of both signs are equal */
   {0x80000000, 0x00000000, 0, 0, true},
   {0x7f800000, 0x3f800000, 0x3f800000, 0x7f800000, false},
   {0xff800000, 0xff800000, 0xff800000, 0xff800000, true},
   {QUIET, 0x3f800000, 0x3f800000, 0x3f800000, false}, /* a quiet NaN loses */
   {0x3f800000, QUIET, 0x3f800000, 0x3f800000, false},
   {QUIET, QUIET, QUIET, QUIET, false}, /* and is equal to nothing */
};

static void draw_specials(void)
{
   uint32_t init[COUNT(rows)][4], words[COUNT(rows) * 4];
   need();
   for (unsigned i = 0; i < COUNT(rows); i++) {
      init[i][0] = init[i][1] = init[i][2] = rows[i].memory;
      init[i][3] = rows[i].data;
   }
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, sizeof(init), init);
   api_compute_program(GLSL
      "struct S { float low, high, swapped; uint data; };\n"
      "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { S s[]; };\n"
      "void main() {\n"
      "   uint i = gl_GlobalInvocationID.x; float data = uintBitsToFloat(s[i].data);\n"
      "   atomicMin(s[i].low, data); atomicMax(s[i].high, data); atomicCompSwap(s[i].swapped, data, 42.0);\n"
      "}");
   glDispatchCompute(COUNT(rows), 1, 1);
   api_read_words(buffer, words, COUNT(words));
   for (unsigned i = 0; i < COUNT(rows); i++) {
      float got[3], wanted[3];
      const uint32_t bits[3] = {rows[i].min, rows[i].max, rows[i].equal ? 0x42280000 : rows[i].memory};
      memcpy(got, &words[4 * i], sizeof(got));
      memcpy(wanted, bits, sizeof(wanted));
      for (unsigned k = 0; k < 3; k++)
         if (got[k] != wanted[k] && !(isnan(got[k]) && isnan(wanted[k])))
            api_fail("row %u, operation %u: %08x, not %08x", i, k, words[4 * i + k], bits[k]);
   }
   api_checked();
}

/* Functions of floats exist with their extension alone, and take no integers. */
static void draw_gates(void)
{
   static const struct { const char *extension, *call; bool compiles; } calls[] = {
      {"GL_NV_shader_atomic_float", "atomicAdd(f, 1.0)", true},      {"GL_NV_shader_atomic_float", "atomicExchange(f, 1.0)", true},
      {"GL_NV_shader_atomic_float", "atomicMin(f, 1.0)", false},     {"GL_NV_shader_atomic_float", "atomicAdd(i, 1.0)", false},
      {"GL_INTEL_shader_atomic_float_minmax", "atomicMin(f, 1.0)", true}, {"GL_INTEL_shader_atomic_float_minmax", "atomicMax(f, 1.0)", true},
      {"GL_INTEL_shader_atomic_float_minmax", "atomicExchange(f, 1.0)", true},
      {"GL_INTEL_shader_atomic_float_minmax", "atomicCompSwap(f, 1.0, 2.0)", true},
      {"GL_INTEL_shader_atomic_float_minmax", "atomicAdd(f, 1.0)", false},
      {"GL_INTEL_shader_atomic_float_minmax", "atomicMin(i, 1.0)", false},
   };
   need();
   for (unsigned i = 0; i < COUNT(calls); i++) {
      char text[400];
      const GLchar *source = text;
      GLint ok;
      snprintf(text, sizeof(text), "#version 430\n#extension %s : require\nlayout(local_size_x = 1) in;\n"
               "layout(std430) buffer B { float f; int i; };\nvoid main() { %s; }\n", calls[i].extension, calls[i].call);
      const GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
      glShaderSource(shader, 1, &source, NULL);
      glCompileShader(shader);
      glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
      glDeleteShader(shader);
      api_expect(text, ok, calls[i].compiles);
   }
}

const struct api_body api_bodies_float_atomics[] = {
   {"float-atomics-buffers", CORE, 43, 0, 0, draw_buffers, NULL},
   {"float-atomics-fragments", CORE, 43, 0, 0, draw_fragments, NULL},
   {"float-atomics-images", CORE, 43, 0, 0, draw_images, NULL},
   {"float-atomics-specials", CORE, 43, 0, 0, draw_specials, NULL},
   {"float-atomics-gates", CORE, 43, 0, 0, draw_gates, NULL},
   {0}};

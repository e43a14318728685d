/* body_shader5.c: ARB_gpu_shader5 on OpenGL 3.3: gathers with offsets and comparison, indices that are uniform expressions,
 * integer and packing functions, interpolation functions. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static const char plain_vs[] = "#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
#define HEAD "#version 330 core\n#extension GL_ARB_gpu_shader5 : require\nout vec4 color;\n"

static void expect_no_error(void)
{
   const GLenum error = glGetError();
   if (error)
      api_fail("error 0x%x", error);
}

static GLint uniform(const char *name)
{
   GLint program;
   glGetIntegerv(GL_CURRENT_PROGRAM, &program);
   return glGetUniformLocation((GLuint)program, name);
}

/* ---- gathers ---------------------------------------------------------------------------------------------------------------- */

enum { SIDE = 16 };

static uint8_t texel(int x, int y, unsigned component)
{
   const unsigned n = (unsigned)(y & 15) * SIDE + (unsigned)(x & 15);
   const unsigned v[4] = { n, 255 - n, n * 7, n ^ 0x55 };
   return (uint8_t)v[component];
}

static void texture_of(unsigned unit, GLenum target, GLint internal_format, GLenum format, GLenum type, const void *data)
{
   GLuint texture;
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE0 + unit);
   glBindTexture(target, texture);
   glTexImage2D(target, 0, internal_format, SIDE, SIDE, 0, format, type, data);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

#define TEXTURE_RECTANGLE 0x84F5

static void gather_textures(void)
{
   static uint8_t rgba[SIDE * SIDE][4];
   static float depth[SIDE * SIDE];
   for (unsigned i = 0; i < SIDE * SIDE; i++) {
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = texel((int)i % SIDE, (int)i / SIDE, c);
      depth[i] = (float)texel((int)i % SIDE, (int)i / SIDE, 2) / 255;
   }
   texture_of(0, GL_TEXTURE_2D, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   texture_of(1, GL_TEXTURE_2D, GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, rgba);
   texture_of(2, GL_TEXTURE_2D, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, depth);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
   texture_of(3, TEXTURE_RECTANGLE, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   glActiveTexture(GL_TEXTURE0);
}

/* Eight rows of texels for each kind of gather; texel (x, y) looks at the corner (x % 16, y) of texels. */
static void draw_gathers(void)
{
   static const char fs[] = HEAD
      "uniform sampler2D plain; uniform usampler2D integer; uniform sampler2DShadow shadow; uniform sampler2DRect rect;\n"
      "uniform ivec2 offset; const ivec2 four[4] = ivec2[4](ivec2(-8, 7), ivec2(3, -5), ivec2(0, 0), ivec2(-1, 6));\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); vec2 p = vec2(at.x & 15, at.y); vec2 q = p / 16.0;\n"
      "bool left = at.x < 16; ivec2 moved = offset + ivec2(at.x >> 2, -at.y);\n"
      "if (at.y < 8) color = left ? textureGatherOffsets(plain, q, four, 2) : textureGatherOffset(plain, q, moved, 1);\n"
      "else if (at.y < 16) color = vec4(left ? textureGatherOffsets(integer, q, four, 3) : textureGather(integer, q, 0)) / 255.0;\n"
      "else if (at.y < 24) color = left ? textureGatherOffsets(shadow, q, 0.5, four) : textureGatherOffset(shadow, q, 0.25, moved);\n"
      "else color = left ? textureGatherOffsets(rect, p * 0.25 + 8.0, four, 1) : textureGatherOffset(rect, p * 0.25 + 8.0,\n"
      "   ivec2(2, -3), 2); }";
   api_require("GL_ARB_gpu_shader5");
   api_program(plain_vs, NULL, fs);
   gather_textures();
   glUniform1i(uniform("integer"), 1);
   glUniform1i(uniform("shadow"), 2);
   glUniform1i(uniform("rect"), 3);
   glUniform2i(uniform("offset"), -9, 17);
   api_rectangle(-1, -1, 1, 1);
   expect_no_error();
}

/* The four texels around a corner, in the order of a gather: i0 j1, i1 j1, i1 j0, i0 j0. */
static const int around[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };

static void gather_reference(uint8_t rgba[API_TEXELS][4])
{
   static const int four[4][2] = { { -8, 7 }, { 3, -5 }, { 0, 0 }, { -1, 6 } };
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, y = i / API_SIZE, band = y / 8;
      const bool left = x < 16;
      /* A corner is a whole number; a rectangle's is in steps of a quarter: the texel that holds it, less a half. */
      const int u = band < 3 ? (x & 15) - 1 : (int)floor((x & 15) * 0.25 + 7.5);
      const int v = band < 3 ? y - 1 : (int)floor(y * 0.25 + 7.5);
      for (unsigned c = 0; c < 4; c++) {
         static const unsigned component[4][2] = { { 1, 2 }, { 0, 3 }, { 2, 2 }, { 2, 1 } };
         int at[2] = { u, v };
         for (unsigned k = 0; k < 2; k++) {
            if (left)
               at[k] += four[c][k];
            else
               at[k] += around[c][k] + (band == 1 ? 0 : band == 3 ? (k ? -3 : 2) : k ? 17 - y : -9 + (x >> 2));
            if (band == 3)
               at[k] = at[k] < 0 ? 0 : at[k] > 15 ? 15 : at[k];
         }
         const uint8_t value = texel(at[0], at[1], component[band][left]);
         rgba[i][c] = band == 2 ? (left ? 0.5f <= (float)value / 255 : 0.25f <= (float)value / 255) * 255 : value;
      }
   }
}

/* ---- indices that are uniform expressions ------------------------------------------------------------------------------------- */

/* Columns of eight texels, drawn with `first` = 0 to 3. */
static void draw_indices(void)
{
   static const char fs[] = HEAD
      "uniform int first; uniform sampler2D s[4]; layout(std140) uniform Block { vec4 v; } block[4];\n"
      "void main() { vec4 sum = vec4(0.0);\n"
      "for (int i = 0; i < 3; i++) { int at = (first + i) & 3; sum += float(1 << i) * texelFetch(s[at], ivec2(0), 0) * block[at].v; }\n"
      "color = sum / 16.0; }";
   api_require("GL_ARB_gpu_shader5");
   const GLuint program = api_program(plain_vs, NULL, fs);
   for (unsigned i = 0; i < 4; i++) {
      const GLfloat value[4] = { (float)i / 4, 1 - (float)i / 4, (float)(i & 1), 1 }, factor[4] = { 1, 2, (float)(i + 1) / 4, (float)(i & 2) };
      char name[16];
      GLuint object;
      glActiveTexture(GL_TEXTURE0 + i);
      glGenTextures(1, &object);
      glBindTexture(GL_TEXTURE_2D, object);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 1, 1, 0, GL_RGBA, GL_FLOAT, value);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      snprintf(name, sizeof name, "s[%u]", i);
      glUniform1i(uniform(name), (GLint)i);
      glGenBuffers(1, &object);
      glBindBufferBase(GL_UNIFORM_BUFFER, i, object);
      glBufferData(GL_UNIFORM_BUFFER, sizeof factor, factor, GL_STATIC_DRAW);
      snprintf(name, sizeof name, "Block[%u]", i);
      glUniformBlockBinding(program, glGetUniformBlockIndex(program, name), i);
   }
   for (int i = 0; i < 4; i++) {
      glUniform1i(uniform("first"), i);
      api_rectangle((float)i / 2 - 1, -1, (float)i / 2 - 0.5f, 1);
   }
   expect_no_error();
}

static void indices_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++) {
         double sum = 0;
         for (unsigned k = 0; k < 3; k++) {
            const unsigned at = (i % API_SIZE / 8 + k) & 3;
            const double value[4] = { at / 4.0, 1 - at / 4.0, at & 1, 1 }, factor[4] = { 1, 2, (at + 1) / 4.0, at & 2 };
            sum += (1 << k) * value[c] * factor[c];
         }
         sum /= 16;
         rgba[i][c] = (uint8_t)((sum > 1 ? 1 : sum) * 255 + 0.5);
      }
}

/* ---- integer functions --------------------------------------------------------------------------------------------------------- */

static uint32_t input(unsigned x, unsigned k)
{
   static const uint32_t edge[] = { 0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0xfffffffe, 0x10000, 0xaaaaaaaa };
   return x < 8 ? edge[(x + 3 * k) & 7] : (x * 2654435761u + k * 40503u) * 2246822519u ^ x << 13;
}

/* A function for each row, an input for each column; the 32 bits of the result are the texel's bytes. */
static void draw_integers(void)
{
   static const char fs[] = HEAD
      "uniform uvec2 data[32];\n"
      "uint twice(uint v) { return v * 2u; }\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); uint a = data[at.x].x, b = data[at.x].y, r = 0u, h; int i = int(a), l, m;\n"
      "int from = at.x & 15, bits = at.x >> 1;\n"
      "switch (at.y) {\n"
      "case 0: r = bitfieldExtract(a, from, bits); break; case 1: r = uint(bitfieldExtract(i, from, bits)); break;\n"
      "case 2: r = bitfieldInsert(a, b, from, bits); break; case 3: r = bitfieldReverse(a); break;\n"
      "case 4: r = uint(bitCount(a)); break; case 5: r = uint(findLSB(a)); break;\n"
      "case 6: r = uint(findMSB(a)); break; case 7: r = uint(findMSB(i)); break;\n"
      "case 8: r = uaddCarry(a, b, h) ^ h << 16; break; case 9: r = usubBorrow(a, b, h) ^ h << 16; break;\n"
      "case 10: umulExtended(a, b, h, r); r ^= h; break; case 11: imulExtended(i, int(b), l, m); r = uint(l ^ m); break;\n"
      "case 12: r = floatBitsToUint(ldexp(1.5, at.x - 16)); break;\n"
      "case 13: { int e; float f = frexp(float(at.x) * 3.0 + 0.75, e); r = floatBitsToUint(f) + uint(e); } break;\n"
      "case 14: r = packUnorm4x8(unpackUnorm4x8(a)); break; case 15: r = packSnorm4x8(vec4(at.x - 16) / vec4(9, 17, 33, -65)); break;\n"
      "case 16: r = packUnorm2x16(unpackUnorm2x16(b)); break; case 17: r = twice(at.x); break;\n"
      "case 18: r = floatBitsToUint(fma(float(at.x), 0.5, 0.25)); break;\n"
      "case 19: { uint sum = a; sum += at.x; r = sum | i; } break;\n"
      "case 20: { precise float f = float(at.x) * 0.125 + 0.0625; r = floatBitsToUint(f); } break;\n"
      "case 21: r = floatBitsToUint(uintBitsToFloat(a)); break; case 22: r = at.x > 15 ? b : from; break;\n"
      "default: r = a ^ b; }\n"
      "color = vec4(r & 255u, r >> 8 & 255u, r >> 16 & 255u, r >> 24) / 255.0; }";
   GLuint data[API_SIZE][2];
   api_require("GL_ARB_gpu_shader5");
   api_program(plain_vs, NULL, fs);
   for (unsigned x = 0; x < API_SIZE; x++)
      for (unsigned k = 0; k < 2; k++)
         data[x][k] = input(x, k);
   glUniform2uiv(uniform("data"), API_SIZE, data[0]);
   api_rectangle(-1, -1, 1, 1);
   expect_no_error();
}

static uint32_t float_bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, sizeof u);
   return u;
}

static uint32_t msb(uint32_t v) { return v ? 31 - (uint32_t)__builtin_clz(v) : ~0u; }

static uint32_t integer_result(unsigned x, unsigned y)
{
   const uint32_t a = input(x, 0), b = input(x, 1), from = x & 15, bits = x >> 1, mask = (1u << bits) - 1;
   const uint64_t product = (uint64_t)a * b;
   const int64_t signed_product = (int64_t)(int32_t)a * (int32_t)b;
   uint32_t r = 0;
   int e;
   switch (y) {
   case 0: return a >> from & mask;
   case 1: r = a >> from & mask; return bits && r >> (bits - 1) & 1 ? r | ~mask : r;
   case 2: return (a & ~(mask << from)) | (b & mask) << from;
   case 3: for (unsigned i = 0; i < 32; i++) r |= (a >> i & 1) << (31 - i); return r;
   case 4: return (uint32_t)__builtin_popcount(a);
   case 5: return a ? (uint32_t)__builtin_ctz(a) : ~0u;
   case 6: return msb(a);
   case 7: return msb(a >> 31 ? ~a : a);
   case 8: return (a + b) ^ (uint32_t)(((uint64_t)a + b) >> 32) << 16;
   case 9: return (a - b) ^ (uint32_t)(a < b) << 16;
   case 10: return (uint32_t)product ^ (uint32_t)(product >> 32);
   case 11: return (uint32_t)signed_product ^ (uint32_t)((uint64_t)signed_product >> 32);
   case 12: return float_bits(ldexpf(1.5f, (int)x - 16));
   case 13: r = float_bits(frexpf((float)x * 3 + 0.75f, &e)); return r + (uint32_t)e;
   case 14: return a;
   case 15:
      for (unsigned i = 0; i < 4; i++) {
         static const float divisor[4] = { 9, 17, 33, -65 };
         const float v = fminf(fmaxf(((float)x - 16) / divisor[i], -1), 1);
         r |= ((uint32_t)(int32_t)rintf(v * 127) & 255) << (8 * i);
      }
      return r;
   case 16: return b;
   case 17: return x * 2;
   case 18: return float_bits((float)x * 0.5f + 0.25f);
   case 19: return (a + x) | a;
   case 20: return float_bits((float)x * 0.125f + 0.0625f);
   case 21: return a;
   case 22: return x > 15 ? b : from;
   default: return a ^ b;
   }
}

static void integers_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const uint32_t r = integer_result(i % API_SIZE, i / API_SIZE);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(r >> (8 * c));
   }
}

/* ---- interpolation: one sample in the middle of the texel ---------------------------------------------------------------------- */

static void draw_interpolation(void)
{
   GLfloat limits[2] = { 0 };
   GLint bits = 0;
   api_require("GL_ARB_gpu_shader5");
   glGetFloatv(GL_MIN_FRAGMENT_INTERPOLATION_OFFSET, &limits[0]);
   glGetFloatv(GL_MAX_FRAGMENT_INTERPOLATION_OFFSET, &limits[1]);
   glGetIntegerv(GL_FRAGMENT_INTERPOLATION_OFFSET_BITS, &bits);
   if (limits[0] > -0.5f || limits[1] < 0.4375f || bits < 4)
      api_fail("offsets %g to %g, %d bits", (double)limits[0], (double)limits[1], bits);
   api_program("#version 330 core\nin vec2 pos; out vec2 v; void main() { v = pos * 0.5 + 0.5; gl_Position = vec4(pos, 0.0, 1.0); }",
               NULL, HEAD "in vec2 v; uniform vec2 offset;\n"
               "void main() { if (gl_FragCoord.y < 16.0) color = vec4(interpolateAtOffset(v, offset), interpolateAtOffset(v, -offset));\n"
               "else color = vec4(interpolateAtSample(v, 0), interpolateAtCentroid(v)); }");
   glUniform2f(uniform("offset"), 0.375f, -0.25f);
   api_rectangle(-1, -1, 1, 1);
   expect_no_error();
}

static void interpolation_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++) {
         const double at = (c & 1 ? i / API_SIZE : i % API_SIZE) + 0.5, offset = (c & 1 ? -0.25 : 0.375) * (c < 2 ? 1 : -1);
         rgba[i][c] = (uint8_t)((at + (i / API_SIZE < 16 ? offset : 0)) / API_SIZE * 255 + 0.5);
      }
}

/* Without samples the number of the sample has no effect (GLSL 4.60, 8.13.2). */
static void draw_interpolation_samples(void)
{
   api_require("GL_ARB_gpu_shader5");
   api_program("#version 330 core\nin vec2 pos; out vec2 v; void main() { v = pos * 0.5 + 0.5; gl_Position = vec4(pos, 0.0, 1.0); }",
               NULL, HEAD "in vec2 v; void main() { int n = int(gl_FragCoord.x) * 9;\n"
               "color = vec4(interpolateAtSample(v, n), interpolateAtSample(v, 3)); }");
   api_rectangle(-1, -1, 1, 1);
   expect_no_error();
}

static void interpolation_samples_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)(((c & 1 ? i / API_SIZE : i % API_SIZE) + 0.5) / API_SIZE * 255 + 0.5);
}

const struct api_body api_bodies_shader5[] = {
   { "shader5-gathers", CORE, 33, 0, 0, draw_gathers, gather_reference },
   { "shader5-indices", CORE, 33, 1, 0, draw_indices, indices_reference },
   { "shader5-integers", CORE, 33, 0, 0, draw_integers, integers_reference },
   { "shader5-interpolation", CORE, 33, 1, 0, draw_interpolation, interpolation_reference },
   { "shader5-interpolation-samples", CORE, 33, 1, 0, draw_interpolation_samples, interpolation_samples_reference },
   { NULL },
};

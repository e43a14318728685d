/* body_shading.c: operators and built-in functions of ESSL 3.00 and of extensions to it, in both stages. A row of the picture per expression, a texel per
 * operand; the same expression in C makes the reference. Integers fill the four channels, floats are clamped into the first. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static const struct operand { int i, j; float f, g; } operands[API_SIZE] = {
   {0, 1, 0.0f, 1.0f}, {1, 1, 0.25f, 0.5f}, {-1, 3, -0.25f, 2.0f}, {7, -2, 0.5f, -1.5f}, {-7, 2, -0.5f, 0.75f},
   {7, 3, 1.5f, 3.0f}, {-7, -3, -1.5f, 0.125f}, {100, 7, 2.5f, 1.25f}, {-100, 7, -2.5f, -0.625f}, {12345, 11, 0.91f, 1.1f},
   {-12345, 13, -0.91f, 2.2f}, {2147483647, 17, 0.1f, 0.91f}, {-2147483647, 19, -0.1f, 4.0f}, {65535, 256, 0.75f, -0.5f},
   {65536, 255, -0.75f, 5.0f}, {-65536, 31, 3.25f, 0.3f}, {0x12345678, 5, -3.25f, 0.7f}, {0x55555555, 4, 0.3f, 1.9f},
   {0x2aaaaaaa, 3, -0.3f, -2.75f}, {-0x2aaaaaaa, 9, 0.6f, 0.2f}, {0x7f800000, 21, -0.6f, 1.7f}, {0x00ff00ff, 23, 0.0625f, 8.0f},
   {-2, 25, -0.0625f, 0.0625f}, {3, 27, 1.0f, 1.0f}, {-3, 29, -1.0f, -1.0f}, {1000000, 1000, 0.45f, 1.3f},
   {-1000000, 1001, -0.45f, 0.55f}, {42, 6, 0.85f, 2.6f}, {-42, 6, -0.85f, -3.4f}, {511, 8, 2.0f, 0.45f}, {-512, 8, -2.0f, 6.5f},
   {99, 33, 0.35f, 0.15f},
};

static uint32_t float_bits(float f) { uint32_t u; memcpy(&u, &f, sizeof(u)); return u; }
static float bits_float(uint32_t u) { float f; memcpy(&f, &u, sizeof(f)); return f; }
static int32_t shift_right(int32_t v, unsigned n) { return v < 0 ? ~(int32_t)(~(uint32_t)v >> n) : v >> n; }
static double clamp(double x, double least, double most) { return fmin(fmax(x, least), most); }
static double fract(double x) { return x - floor(x); }
static uint32_t unorm(double x, double most) { return (uint32_t)floor(clamp(x, 0, 1) * most + 0.5); }

/* binary16 of a float whose value it has. */
static uint32_t half_bits(float f)
{
   const uint32_t u = float_bits(f);
   return u << 1 ? (u >> 16 & 0x8000) | (((u >> 23 & 0xff) - 127 + 15) << 10) | (u >> 13 & 0x3ff) : u >> 16;
}

/* Name in messages, expression of int i, j; uint u, v (the same bits); float f, g -- and the same in C. */
#define INTEGER_ROWS(ROW) \
   ROW("uint(i + j * 3)", u + v * 3) \
   ROW("u - v", u - v) \
   ROW("u * v", u * v) \
   ROW("uint(i / j)", (uint32_t)(i / j)) \
   ROW("u / v", u / v) \
   ROW("u % v", u % v) \
   ROW("uint(abs(i) % abs(j))", (uint32_t)((i < 0 ? -i : i) % (j < 0 ? -j : j))) \
   ROW("u << (v & 31u)", u << (v & 31)) \
   ROW("u >> (v & 31u)", u >> (v & 31)) \
   ROW("uint(i >> (j & 31))", (uint32_t)shift_right(i, v & 31)) \
   ROW("uint(i << (v & 31u))", u << (v & 31)) \
   ROW("(u & v) | (u ^ 0xF0F0F0F0u)", (u & v) | (u ^ 0xf0f0f0f0u)) \
   ROW("~u + uint(-i)", ~u - u) \
   ROW("uint(min(i, j) ^ max(i, -j))", (uint32_t)((i < j ? i : j) ^ (i > -j ? i : -j))) \
   ROW("min(u, v) + max(u, 77u) + clamp(u, 5u, 500u)", \
       (u < v ? u : v) + (u > 77 ? u : 77) + (u < 5 ? 5 : u > 500 ? 500 : u)) \
   ROW("uint(clamp(i, -50, 60) + abs(i) + sign(i) * 1000)", \
       (uint32_t)(i < -50 ? -50 : i > 60 ? 60 : i) + (i < 0 ? -u : u) + (uint32_t)((i > 0) - (i < 0)) * 1000) \
   ROW("floatBitsToUint(f) ^ uint(floatBitsToInt(g))", float_bits(f) ^ float_bits(g)) \
   ROW("uint(uintBitsToFloat(floatBitsToUint(f) & 0x7fffffffu) * 65536.0) + uint(intBitsToFloat(0x40490fdb) * 1000.0)", \
       (uint32_t)(fabsf(f) * 65536.0f) + (uint32_t)(bits_float(0x40490fdb) * 1000.0f)) \
   ROW("packHalf2x16(vec2(f * 0.0 + 1.5, floor(g)))", 0x3e00 | half_bits(floorf(g)) << 16) \
   ROW("floatBitsToUint(unpackHalf2x16((u & 0x3bff03ffu) | 0x04000400u).y)", \
       float_bits(ldexpf((float)(0x400 | (u >> 16 & 0x3ff)), (int)((u >> 26 & 0xe) | 1) - 25))) \
   ROW("packUnorm2x16(vec2(f, g)) & 0xfffefffeu", (unorm(f, 65535) | unorm(g, 65535) << 16) & 0xfffefffeu) \
   ROW("uint(round(unpackUnorm2x16(u).x * 65535.0)) + uint(round(unpackUnorm2x16(u).y * 65535.0)) * 65536u", u) \
   ROW("uint(int(round(unpackSnorm2x16(u | 0x10001u).y * 32767.0)) + 40000)", \
       (uint32_t)((int16_t)((u | 0x10001) >> 16) < -32767 ? -32767 : (int16_t)((u | 0x10001) >> 16)) + 40000) \
   ROW("uint(int(roundEven(g * 2.0)) + int(trunc(g)) * 100 + int(ceil(g)) * 10000)", \
       (uint32_t)(int)nearbyint(g * 2.0) + (uint32_t)(int)trunc(g) * 100 + (uint32_t)(int)ceil(g) * 10000) \
   ROW("uint(ivec4(i, j, 9, 4)[j & 3] + ivec3(j, i, 2)[i & 1])", \
       (uint32_t[]){u, v, 9, 4}[v & 3] + (uint32_t[]){v, u, 2}[u & 1]) \
   ROW("chosen(i & 7) + (i > 0 ? u : v)", (uint32_t[]){10, 21, 21, 30, 99, 99, 60, 60}[u & 7] + (i > 0 ? u : v)) \
   ROW("looped(v & 15u)", looped(v & 15)) \
   ROW("uint(isnan(zero / zero)) + uint(isinf(g / zero)) * 2u + uint(isnan(f)) * 4u + uint(isinf(g)) * 8u", 3) \
   ROW("uint(dot(vec4(lessThan(ivec4(i, j, 3, 4), ivec4(j, i, i, j))), vec4(1.0, 2.0, 4.0, 8.0)))", \
       (uint32_t)((i < j) + 2 * (j < i) + 4 * (3 < i) + 8 * (4 < j))) \
   ROW("uint(any(notEqual(uvec3(u, v, 7u), uvec3(v, v, 7u)))) + uint(all(greaterThanEqual(uvec2(u, v), uvec2(v)))) * 2u", \
       (u != v) + 2 * (u >= v)) \
   ROW("uint(bool(i)) + uint(not(bvec2(bool(j & 1), true)).x) * 2u + uint(i < 0 ^^ j < 0) * 4u", \
       (i != 0) + 2 * !(v & 1) + 4 * ((i < 0) != (j < 0))) \
   ROW("table[(u >> 1) & 3u].e[(v >> 1) & 1u].y", (uint32_t)((u >> 1 & 3) * 20 + (v >> 1 & 1) * 10 + 2))

#define FLOAT_ROWS(ROW) \
   ROW("sin(f * 3.0) * 0.5 + 0.5", sin(f * 3.0) * 0.5 + 0.5) \
   ROW("cos(g) * 0.5 + 0.5", cos(g) * 0.5 + 0.5) \
   ROW("tan(f * 0.3) * 0.4 + 0.5", tan(f * 0.3) * 0.4 + 0.5) \
   ROW("asin(clamp(f, -1.0, 1.0)) * 0.3 + 0.5", asin(clamp(f, -1, 1)) * 0.3 + 0.5) \
   ROW("acos(clamp(f, -1.0, 1.0)) * 0.3", acos(clamp(f, -1, 1)) * 0.3) \
   ROW("atan(f) * 0.3 + 0.5", atan(f) * 0.3 + 0.5) \
   ROW("atan(f, g) * 0.15 + 0.5", atan2(f, g) * 0.15 + 0.5) \
   ROW("sinh(f) * 0.05 + 0.5", sinh(f) * 0.05 + 0.5) \
   ROW("cosh(f) * 0.07", cosh(f) * 0.07) \
   ROW("tanh(f) * 0.5 + 0.5", tanh(f) * 0.5 + 0.5) \
   ROW("asinh(g) * 0.25 + 0.5", asinh(g) * 0.25 + 0.5) \
   ROW("acosh(abs(g) + 1.0) * 0.3", acosh(fabs(g) + 1) * 0.3) \
   ROW("atanh(f * 0.3) * 0.3 + 0.5", atanh(f * 0.3) * 0.3 + 0.5) \
   ROW("pow(abs(f) + 0.1, g * 0.5) * 0.2", pow(fabs(f) + 0.1, g * 0.5) * 0.2) \
   ROW("exp(f) * 0.03 + log(abs(g)) * 0.1 + 0.4", exp(f) * 0.03 + log(fabs(g)) * 0.1 + 0.4) \
   ROW("exp2(f) * 0.05 + log2(abs(g)) * 0.1 + 0.4", exp2(f) * 0.05 + log2(fabs(g)) * 0.1 + 0.4) \
   ROW("sqrt(abs(f)) * 0.3 + inversesqrt(abs(g)) * 0.1", sqrt(fabs(f)) * 0.3 + 0.1 / sqrt(fabs(g))) \
   ROW("mod(f, g) * 0.1 + 0.5", (f - g * floor((double)f / g)) * 0.1 + 0.5) \
   ROW("split(f) * 0.25 + 0.5", ((f - trunc(f)) + trunc(f) * 0.25) * 0.25 + 0.5) \
   ROW("mix(f, g, 0.25) * 0.1 + 0.5", (f * 0.75 + g * 0.25) * 0.1 + 0.5) \
   ROW("mix(f, g, g > 1.0) * 0.1 + 0.4", (g > 1 ? g : f) * 0.1 + 0.4) \
   ROW("smoothstep(-1.0, 2.0, f)", clamp((f + 1) / 3, 0, 1) * clamp((f + 1) / 3, 0, 1) * (3 - 2 * clamp((f + 1) / 3, 0, 1))) \
   ROW("step(f, g) * 0.5 + fract(g) * 0.25", (g < f ? 0 : 0.5) + fract(g) * 0.25) \
   ROW("length(vec3(f, g, 1.0)) * 0.1", sqrt((double)f * f + (double)g * g + 1) * 0.1) \
   ROW("normalize(vec2(f, g)).x * 0.5 + 0.5", f / hypot(f, g) * 0.5 + 0.5) \
   ROW("refract(normalize(vec2(f, -1.0)), vec2(0.0, 1.0), 0.5).x + 0.5", 0.5 * f / hypot(f, 1) + 0.5) \
   ROW("determinant(mat3(f, 1.0, 2.0, g, 0.5, 4.0, 5.0, 6.0, 7.0)) * 0.005 + 0.5", \
       (f * (0.5 * 7 - 4 * 6) - g * (1 * 7 - 2 * 6) + 5 * (1 * 4 - 2 * 0.5)) * 0.005 + 0.5) \
   ROW("(inverse(mat2(3.0, 1.0, f, 2.0)) * vec2(g, 1.0)).y * 0.1 + 0.5", \
       (-g + 3) / (6 - (double)f) * 0.1 + 0.5) \
   ROW("(inverse(mat4(2.0,0.0,0.0,f, 0.0,4.0,0.0,g, 0.0,0.0,8.0,1.0, 0.0,0.0,0.0,1.0)) * vec4(1.0)).w * 0.1 + 0.5", \
       (1 - f / 2.0 - g / 4.0 - 1 / 8.0) * 0.1 + 0.5) \
   ROW("outerProduct(vec2(f, g), vec3(0.1, 0.2, 0.3))[2].y * 0.3 + 0.4", g * 0.3 * 0.3 + 0.4) \
   ROW("transpose(mat3x2(f, 1.0, g, 2.0, 3.0, 4.0))[0].y * 0.1 + 0.5", g * 0.1 + 0.5) \
   ROW("(matrixCompMult(mat2x3(f), mat2x3(g)) * vec2(1.0, 0.5)).y * 0.02 + 0.4", (double)f * g * 0.5 * 0.02 + 0.4)

static uint32_t looped(uint32_t n)
{
   uint32_t sum = 0;
   for (uint32_t k = 0; k < 100; k++) {
      if (k == 3)
         continue;
      sum += k * k;
      if (k > n)
         break;
   }
   uint32_t k = n;
   do {
      sum = sum * 3 + k;
   } while (k-- > 5);
   return sum;
}

static const char functions[] =
   "uniform highp ivec2 ij[32]; uniform highp vec2 fg[32]; uniform highp float zero;\n"
   "struct pair { uvec2 e[2]; };\n"
   "const pair table[4] = pair[4](pair(uvec2[2](uvec2(1u, 2u), uvec2(11u, 12u))), pair(uvec2[2](uvec2(21u, 22u), uvec2(31u, 32u))),\n"
   "   pair(uvec2[2](uvec2(41u, 42u), uvec2(51u, 52u))), pair(uvec2[2](uvec2(61u, 62u), uvec2(71u, 72u))));\n"
   "uint chosen(int k) {\n   uint r = 0u;\n   switch (k) {\n   case 0: return 10u;\n   case 1: case 2: r = 20u; r++; break;\n"
   "   case 3: r = 30u; break;\n   default: r = 99u; break;\n   case 7: r = 59u;\n   case 6: if (r == 0u) r = 60u; else r = 60u;\n"
   "   }\n   return r;\n}\n"
   "uint looped(uint n) {\n   uint sum = 0u;\n   for (uint k = 0u; k < 100u; k++) {\n      if (k == 3u) continue;\n"
   "      sum += k * k;\n      if (k > n) break;\n   }\n   uint k = n;\n   do { sum = sum * 3u + k; } while (k-- > 5u);\n"
   "   return sum;\n}\n"
   "float split(float x) { float whole, part = modf(x, whole); return part + whole * 0.25; }\n";

#define SOURCE(glsl, ...) glsl,
static const char *const integer_sources[] = {INTEGER_ROWS(SOURCE)}, *const float_sources[] = {FLOAT_ROWS(SOURCE)};
enum { ROWS = sizeof(integer_sources) / sizeof(integer_sources[0]) };
_Static_assert(ROWS == API_SIZE && sizeof(float_sources) == sizeof(integer_sources), "a row of the picture per expression");

enum { TOGETHER = 8 }; /* rows of one program, which the shader chooses from */

static void draw_rows_from(unsigned first, const char *const *expressions, bool integers, bool vertex)
{
   char compute[4000], vs[8000], fs[8000];
   const char *type = integers ? "uint" : "float";
   int at = snprintf(compute, sizeof(compute), "   int i = ij[x].x, j = ij[x].y;\n   uint u = uint(i), v = uint(j);\n"
                     "   float f = fg[x].x, g = fg[x].y;\n");
   for (unsigned k = 0; k < TOGETHER; k++)
      at += snprintf(compute + at, sizeof(compute) - (size_t)at, "   if (row == %u)\n      r = %s;\n", first + k, expressions[k]);
   snprintf(vs, sizeof(vs), "#version 300 es\n%sflat out highp %s result;\nvoid main() {\n"
            "   int x = gl_VertexID & 31, row = %u + (gl_VertexID >> 5);\n   %s r = %s;\n%s   result = r;\n   gl_PointSize = 1.0;\n"
            "   gl_Position = vec4((vec2(x, row) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n}\n",
            vertex ? functions : "", type, first, type, integers ? "0u" : "0.0", vertex ? compute : "");
   snprintf(fs, sizeof(fs), "#version 300 es\nprecision highp float;\nprecision highp int;\n%sflat in highp %s result;\n"
            "out vec4 color;\nvoid main() {\n   %s r = result;\n   int x = int(gl_FragCoord.x), row = int(gl_FragCoord.y);\n%s"
            "   color = %s;\n}\n", vertex ? "" : functions, type, type, vertex ? "" : compute,
            integers ? "vec4(r & 255u, r >> 8 & 255u, r >> 16 & 255u, r >> 24) / 255.0" : "vec4(r, 0.0, 0.0, 1.0)");
   const GLuint program = api_program(vs, NULL, fs);
   GLint ij[API_SIZE][2];
   GLfloat fg[API_SIZE][2];
   for (unsigned x = 0; x < API_SIZE; x++) {
      ij[x][0] = operands[x].i;
      ij[x][1] = operands[x].j;
      fg[x][0] = operands[x].f;
      fg[x][1] = operands[x].g;
   }
   glUniform2iv(glGetUniformLocation(program, "ij"), API_SIZE, &ij[0][0]);
   glUniform2fv(glGetUniformLocation(program, "fg"), API_SIZE, &fg[0][0]);
   glDrawArrays(GL_POINTS, 0, TOGETHER * API_SIZE);
   glDeleteProgram(program);
}

static void draw_rows(bool integers, bool vertex)
{
   api_vertices("", 1);
   for (unsigned row = 0; row < ROWS; row += TOGETHER)
      draw_rows_from(row, (integers ? integer_sources : float_sources) + row, integers, vertex);
}

static void draw_integers(void) { draw_rows(true, false); }
static void draw_integers_vertex(void) { draw_rows(true, true); }
static void draw_floats(void) { draw_rows(false, false); }
static void draw_floats_vertex(void) { draw_rows(false, true); }

#define UNUSED __attribute__((unused))

static void reference_integers(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned x = 0; x < API_SIZE; x++) {
      const int i UNUSED = operands[x].i, j UNUSED = operands[x].j;
      const uint32_t u UNUSED = (uint32_t)i, v UNUSED = (uint32_t)j;
      const float f UNUSED = operands[x].f, g UNUSED = operands[x].g;
      unsigned row = 0;
#define RESULT(glsl, ...) { \
         const uint32_t result = (uint32_t)(__VA_ARGS__); \
         for (unsigned byte = 0; byte < 4; byte++) \
            rgba[row * API_SIZE + x][byte] = (uint8_t)(result >> 8 * byte); \
         row++; \
      }
      INTEGER_ROWS(RESULT)
#undef RESULT
   }
}

static void reference_floats(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned x = 0; x < API_SIZE; x++) {
      const float f = operands[x].f, g = operands[x].g;
      unsigned row = 0;
#define RESULT(glsl, ...) { \
         rgba[row * API_SIZE + x][0] = (uint8_t)unorm(__VA_ARGS__, 255); \
         rgba[row++ * API_SIZE + x][3] = 255; \
      }
      FLOAT_ROWS(RESULT)
#undef RESULT
   }
}

/* ---- EXT_draw_instanced: an instance draws a row; its vertices, the texels -------------------------------------------------- */

enum { INSTANCES = 20 };

static void draw_instances(void)
{
   static const char vertex[] =
      "#extension GL_EXT_draw_instanced : require\nattribute float pos; varying vec2 v;\n"
      "void main() {\n   gl_Position = vec4(pos, (float(gl_InstanceIDEXT) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n   gl_PointSize = 1.0;\n"
      "   v = vec2(float(gl_InstanceIDEXT * 10), float(gl_InstanceIDEXT == 7)) / vec2(255.0, 1.0);\n}\n";
   const PFNGLDRAWARRAYSINSTANCEDEXTPROC arrays = (PFNGLDRAWARRAYSINSTANCEDEXTPROC)eglGetProcAddress("glDrawArraysInstancedEXT");
   const PFNGLDRAWELEMENTSINSTANCEDEXTPROC elements =
      (PFNGLDRAWELEMENTSINSTANCEDEXTPROC)eglGetProcAddress("glDrawElementsInstancedEXT");
   GLfloat x[API_SIZE];
   GLushort last = API_SIZE - 1;
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_draw_instanced"))
      api_fail("EXT_draw_instanced is not offered");
   for (unsigned i = 0; i < API_SIZE; i++)
      x[i] = ((GLfloat)i + 0.5f) / 16 - 1;
   api_program(vertex, NULL, "varying mediump vec2 v; void main() { gl_FragColor = vec4(v, 0.0, 1.0); }");
   api_vertices(x, sizeof(x));
   glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   arrays(GL_POINTS, 0, API_SIZE - 1, INSTANCES);
   elements(GL_POINTS, 1, GL_UNSIGNED_SHORT, &last, INSTANCES);
   arrays(GL_POINTS, 0, API_SIZE, 0);
}

static void reference_instances(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < INSTANCES * API_SIZE; i++) {
      const unsigned instance = i / API_SIZE;
      const uint8_t texel[4] = {(uint8_t)(instance * 10), instance == 7 ? 255 : 0, 0, 255};
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- EXT_shader_integer_mix ------------------------------------------------------------------------------------------------- */

static void draw_integer_mix(void)
{
   api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL,
               "#version 300 es\n#extension GL_EXT_shader_integer_mix : require\nprecision highp float;\nprecision highp int;\n"
               "out vec4 color;\nvoid main() {\n   ivec2 at = ivec2(gl_FragCoord.xy);\n   uvec2 big = uvec2(at) + 0xfffffff0u;\n"
               "   bvec2 odd = equal(at & 1, ivec2(1));\n   ivec2 i = mix(at, -at, odd);\n   uvec2 u = mix(big, uvec2(7u), odd);\n"
               "   bvec2 b = mix(odd, lessThan(at, ivec2(16)), lessThan(at, ivec2(8)));\n"
               "   color = vec4(i.x + 100, u.y & 255u, int(b.x) * 2 + int(b.y), mix(3, 5, odd.x)) / 255.0;\n}\n");
   api_rectangle(-1, -1, 1, 1);
}

static void reference_integer_mix(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned at[2] = {i % API_SIZE, i / API_SIZE};
      const bool x_odd = at[0] & 1, y_odd = at[1] & 1;
      rgba[i][0] = (uint8_t)(x_odd ? 100 - at[0] : 100 + at[0]);
      rgba[i][1] = (uint8_t)(y_odd ? 7 : at[1] + 0xf0);
      rgba[i][2] = (uint8_t)((at[0] < 8 ? 1 : x_odd) * 2 + (at[1] < 8 ? 1 : y_odd));
      rgba[i][3] = x_odd ? 5 : 3;
   }
}

const struct api_body api_bodies_shading[] = {
   {"shading-integers", GLES, 30, 0, 0, draw_integers, reference_integers},
   {"shading-integers-vertex", GLES, 30, 0, 0, draw_integers_vertex, reference_integers},
   {"shading-floats", GLES, 30, 1, 0, draw_floats, reference_floats},
   {"shading-floats-vertex", GLES, 30, 1, 0, draw_floats_vertex, reference_floats},
   {"instance-id", GLES, 20, 0, 0, draw_instances, reference_instances},
   {"integer-mix", GLES, 30, 0, 0, draw_integer_mix, reference_integer_mix},
   {0}};

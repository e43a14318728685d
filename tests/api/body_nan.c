/* body_nan.c: NaN as an argument of built-in functions and operators: the table of docs/glsl.md, computed at run time in compute
 * and fragment shaders, with a NaN that the compiler sees, and in constant expressions. n is NaN; q, h, t are 0.25, 0.5, 0.75. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_compute.h"
#include "api_desktop.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct row { const char *expression; float value; /* NAN: any NaN */ };

/* The functions that compare as `x >= edge ? 1 : 0` does, and sign. */
static const struct row steps[] = {
   {"step(h, n)", 0}, {"step(n, h)", 0}, {"step(n, n)", 0}, {"step(vec2(h, n), vec2(t)).x", 1},
   {"step(vec2(h, n), vec2(t)).y", 0},
   {"step(h, vec3(q, n, t)).y", 0}, {"step(h, vec3(q, n, t)).z", 1},
   {"smoothstep(q, t, n)", 0}, {"smoothstep(n, t, h)", 0}, {"smoothstep(q, n, h)", 0}, {"smoothstep(q, t, vec2(h, n)).y", 0},
};
static const struct row signs[] = {
   {"sign(n)", 0}, {"sign(-n)", 0}, {"abs(sign(n))", 0}, {"sign(vec2(n, -h)).x", 0}, {"sign(vec2(n, -h)).y", -1},
   {"normalize(n)", 0},
};
/* min and max give the other operand; clamp(x, low, high) is min(max(x, low), high). */
static const struct row extremes[] = {
   {"min(n, h)", 0.5}, {"min(h, n)", 0.5}, {"min(n, n)", NAN}, {"max(n, h)", 0.5}, {"max(h, n)", 0.5}, {"max(n, n)", NAN},
   {"min(vec2(n, t), h).x", 0.5}, {"max(vec2(h, n), vec2(n, h)).y", 0.5},
   {"clamp(n, q, t)", 0.25}, {"clamp(h, n, t)", 0.5}, {"clamp(t, n, h)", 0.5}, {"clamp(h, q, n)", 0.5}, {"clamp(q, h, n)", 0.5},
   {"clamp(n, n, t)", 0.75}, {"clamp(n, 0.0, 1.0)", 0}, {"clamp(vec2(n, 2.0), 0.0, 1.0).x", 0},
   {"min(max(n, q), t)", 0.25}, {"max(min(n, t), q)", 0.75}, {"max(max(n, q), t)", 0.75}, {"min(min(n, q), t)", 0.25},
};
static const struct row blends[] = {
   {"mix(n, h, q)", NAN}, {"mix(h, n, q)", NAN}, {"mix(h, t, n)", NAN}, {"mix(n, h, true)", 0.5}, {"mix(n, h, false)", NAN},
   {"mix(h, n, true)", NAN}, {"mix(h, n, false)", 0.5}, {"mix(1.0, 2.0, n > 0.0)", 1},
   {"mix(vec2(n), vec2(h), bvec2(true, false)).x", 0.5},
};
/* A relation with NaN is false, except !=. */
static const struct row relations[] = {
   {"B(n < h)", 0}, {"B(n <= h)", 0}, {"B(n > h)", 0}, {"B(n >= h)", 0}, {"B(n == h)", 0}, {"B(n != h)", 1}, {"B(h < n)", 0},
   {"B(h <= n)", 0}, {"B(h > n)", 0}, {"B(h >= n)", 0}, {"B(n == n)", 0}, {"B(n != n)", 1}, {"B(n < n)", 0}, {"B(n <= n)", 0},
   {"B(!(n < h))", 1}, {"B(!(n >= h))", 1}, {"B(!(n == h))", 1}, {"B(!(n != h))", 0},
   {"B(vec2(n, h) == vec2(n, h))", 0}, {"B(vec2(n, h) != vec2(n, h))", 1}, {"B(lessThan(vec2(n), vec2(h)).x)", 0},
   {"B(lessThanEqual(vec2(n), vec2(h)).x)", 0}, {"B(greaterThan(vec2(n), vec2(h)).x)", 0},
   {"B(greaterThanEqual(vec2(n), vec2(h)).x)", 0}, {"B(equal(vec2(n), vec2(n)).y)", 0}, {"B(notEqual(vec2(n), vec2(n)).y)", 1},
   {"B(not(lessThan(vec2(n), vec2(h))).x)", 1}, {"B(any(lessThan(vec2(n, q), vec2(h))))", 1},
   {"B(all(lessThan(vec2(n, q), vec2(h))))", 0}, {"B(any(notEqual(vec2(n), vec2(n))))", 1}, {"B(bool(n))", 1},
   {"B(isnan(n))", 1}, {"B(isinf(n))", 0}, {"B(isnan(h))", 0}, {"B(any(isnan(vec2(h, n))))", 1},
   {"B(all(isnan(vec2(h, n))))", 0},
   {"n < h ? 1.0 : 2.0", 2}, {"n >= h ? 1.0 : 2.0", 2}, {"n == h ? 1.0 : 2.0", 2}, {"n != h ? 1.0 : 2.0", 1},
   {"n < h ? n : h", 0.5}, {"n > h ? n : h", 0.5},
};
/* All others give NaN. */
static const struct row functions[] = {
   {"n + 1.0", NAN}, {"-n", NAN}, {"n * h", NAN}, {"n / n", NAN}, {"abs(n)", NAN}, {"floor(n)", NAN}, {"ceil(n)", NAN},
   {"fract(n)", NAN}, {"trunc(n)", NAN}, {"round(n)", NAN}, {"roundEven(n)", NAN}, {"mod(n, h)", NAN}, {"mod(h, n)", NAN},
   {"sqrt(n)", NAN}, {"inversesqrt(n)", NAN}, {"exp(n)", NAN}, {"exp2(n)", NAN}, {"log(n)", NAN}, {"log2(n)", NAN},
   {"pow(h, n)", NAN}, {"pow(n, 2.0)", NAN}, {"sin(n)", NAN}, {"cos(n)", NAN}, {"tan(n)", NAN}, {"asin(n)", NAN},
   {"acos(n)", NAN},
   {"sinh(n)", NAN}, {"cosh(n)", NAN}, {"asinh(n)", NAN}, {"acosh(n)", NAN}, {"atanh(n)", NAN}, {"radians(n)", NAN},
   {"degrees(n)", NAN}, {"fma(n, h, h)", NAN}, {"length(n)", NAN}, {"length(vec2(n, h))", NAN},
   {"distance(vec2(n, h), vec2(h))", NAN},
   {"dot(vec2(n, h), vec2(h))", NAN}, {"cross(vec3(n, h, h), vec3(h)).y", NAN}, {"cross(vec3(n, h, h), vec3(h)).x", 0},
   {"normalize(vec2(n, h)).x", NAN}, {"normalize(vec2(n, h)).y", NAN}, {"faceforward(h, n, h)", -0.5},
   {"faceforward(vec2(h), vec2(n), vec2(h)).x", -0.5}, {"reflect(n, 1.0)", NAN}, {"reflect(vec2(n, h), vec2(h)).y", NAN},
   {"refract(n, 1.0, 0.5)", NAN}, {"refract(vec2(h), vec2(1.0, 0.0), n).x", NAN}, {"determinant(mat2(n, h, h, h))", NAN},
   {"inverse(mat2(n, h, h, h))[0].x", NAN}, {"unpackHalf2x16(packHalf2x16(vec2(n, h))).x", NAN},
   {"unpackUnorm4x8(packUnorm4x8(vec4(n))).x", 0}, {"unpackUnorm2x16(packUnorm2x16(vec2(n))).x", 0},
   {"unpackSnorm4x8(packSnorm4x8(vec4(n))).x", -1}, {"unpackSnorm2x16(packSnorm2x16(vec2(n))).x", -1},
};
/* Undefined in the language; gloam's. */
static const struct row own[] = {
   {"float(int(n))", 0}, {"float(uint(n))", 0}, {"atan(n)", NAN}, {"atan(n, h)", NAN}, {"atan(h, n)", NAN}, {"tanh(n)", NAN},
   {"pow(n, h)", NAN}, {"pow(n, 0.0)", 1}, {"ldexp(n, 1)", NAN},
};
static const struct row doubles[] = {
   {"step(h, n)", 0}, {"step(n, h)", 0}, {"smoothstep(q, t, n)", 0}, {"sign(n)", 0}, {"normalize(n)", 0}, {"min(n, h)", 0.5},
   {"min(h, n)", 0.5}, {"min(n, n)", NAN}, {"max(n, h)", 0.5}, {"max(h, n)", 0.5}, {"max(n, n)", NAN}, {"clamp(n, q, t)", 0.25},
   {"clamp(h, n, t)", 0.5}, {"clamp(t, n, h)", 0.5}, {"clamp(h, q, n)", 0.5}, {"mix(h, t, n)", NAN}, {"mix(n, h, true)", 0.5},
   {"mix(n, h, false)", NAN}, {"B(n < h)", 0}, {"B(n <= h)", 0}, {"B(n > h)", 0}, {"B(n >= h)", 0}, {"B(n == h)", 0},
   {"B(n != h)", 1}, {"B(n != n)", 1}, {"B(!(n < h))", 1}, {"B(isnan(n))", 1}, {"B(isinf(n))", 0}, {"abs(n)", NAN},
   {"floor(n)", NAN},
   {"ceil(n)", NAN}, {"fract(n)", NAN}, {"trunc(n)", NAN}, {"round(n)", NAN}, {"roundEven(n)", NAN}, {"mod(n, h)", NAN},
   {"sqrt(n)", NAN}, {"inversesqrt(n)", NAN}, {"length(dvec2(n, h))", NAN}, {"distance(dvec2(n, h), dvec2(h))", NAN},
   {"dot(dvec2(n, h), dvec2(h))", NAN}, {"normalize(dvec2(n, h)).x", NAN}, {"faceforward(h, n, h)", -0.5},
   {"reflect(dvec2(n, h), dvec2(1.0, 0.0)).x", NAN}, {"refract(dvec2(n, h), dvec2(1.0, 0.0), 0.5lf).x", NAN},
   {"float(n)", NAN}, {"fma(n, h, h)", NAN}, {"B(bool(n))", 1}, {"n < h ? 1.0 : 2.0", 2}, {"n >= h ? 1.0 : 2.0", 2},
};

/* A NaN that is computed, that the compiler sees, and in constant expressions. */
enum { COMPUTED, KNOWN, CONSTANT, WAYS };

static void declare(char *to, size_t size_B, bool is_double, unsigned way)
{
   static const char *const nan[2] = {"uintBitsToFloat(0x7fc00000u)", "packDouble2x32(uvec2(0u, 0x7ff80000u))"};
   const char *type = is_double ? "double" : "float";
   if (way == COMPUTED)
      snprintf(to, size_B, "%s q = u, h = q + u, t = h + u, n = %s(zero) / zero;\n", type, type);
   else
      snprintf(to, size_B, "%s %s q = 0.25, h = 0.5, t = 0.75; %s%s n = %s;\n", way == CONSTANT ? "const" : "", type,
               way == CONSTANT ? "const " : "", type, nan[is_double]);
}

static void run(const char *family, const struct row *rows, unsigned count, bool is_double, GLenum stage, unsigned way)
{
   static char source[20000], values[200];
   float got[COUNT(relations) > COUNT(functions) ? COUNT(relations) : COUNT(functions)];
   unsigned at;
   declare(values, sizeof(values), is_double, way);
   at = (unsigned)snprintf(source, sizeof(source),
      "#version 430 core\n%s layout(std430, binding = 0) buffer Results { float r[]; };\n"
      "uniform float zero, u; float B(bool b) { return b ? 1.0 : 0.0; }\nvoid main() { %s", stage == GL_COMPUTE_SHADER ?
      "layout(local_size_x = 1) in;" : "", values);
   for (unsigned i = 0; i < count; i++)
      at += (unsigned)snprintf(source + at, sizeof(source) - at, "r[%u] = float(%s);\n", i, rows[i].expression);
   snprintf(source + at, sizeof(source) - at, "}");
   memset(got, 0xee, sizeof(got));
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 0, count * 4, got);
   const GLuint program = stage == GL_COMPUTE_SHADER ? api_compute_program(source) : api_program(
      "#version 430\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL, source);
   glUniform1f(glGetUniformLocation(program, "u"), 0.25f);
   glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE); /* the fragment shaders have no colour */
   if (stage == GL_COMPUTE_SHADER)
      glDispatchCompute(1, 1, 1);
   else
      api_rectangle(-1, -1, 1, 1);
   api_read_words(buffer, (uint32_t *)got, count);
   api_checked();
   for (unsigned i = 0; i < count; i++) {
      const float value = rows[i].value;
      if (isnan(value) ? !isnan(got[i]) : !(fabsf(got[i] - value) < 1e-6f))
         api_fail("%s, stage 0x%x, way %u: %s is %g, not %g", family, stage, way, rows[i].expression, (double)got[i],
                  (double)value);
   }
}

static void run_all(const char *family, const struct row *rows, unsigned count)
{
   for (unsigned way = 0; way < WAYS; way++)
      run(family, rows, count, false, GL_COMPUTE_SHADER, way);
   run(family, rows, count, false, GL_FRAGMENT_SHADER, COMPUTED);
}

static void draw_steps(void) { run_all("steps", steps, COUNT(steps)); }
static void draw_signs(void) { run_all("signs", signs, COUNT(signs)); }
static void draw_relations(void) { run_all("relations", relations, COUNT(relations)); }
static void draw_blends(void) { run_all("blends", blends, COUNT(blends)); }
static void draw_functions(void) { run_all("functions", functions, COUNT(functions)); }
static void draw_own(void) { run_all("own", own, COUNT(own)); }
static void draw_extremes(void)
{
   run("extremes", extremes, COUNT(extremes), false, GL_COMPUTE_SHADER, COMPUTED);
   run("extremes", extremes, COUNT(extremes), false, GL_FRAGMENT_SHADER, COMPUTED);
}
static void draw_constants(void)
{
   run("extremes", extremes, COUNT(extremes), false, GL_COMPUTE_SHADER, KNOWN);
   run("extremes", extremes, COUNT(extremes), false, GL_COMPUTE_SHADER, CONSTANT);
}
static void draw_doubles(void)
{
   api_require("GL_ARB_gpu_shader_fp64");
   for (unsigned way = 0; way < WAYS; way++)
      run("doubles", doubles, COUNT(doubles), true, GL_COMPUTE_SHADER, way);
}

const struct api_body api_bodies_nan[] = {
   {"nan-steps", CORE, 43, 0, 0, draw_steps, NULL},
   {"nan-signs", CORE, 43, 0, 0, draw_signs, NULL},
   {"nan-extremes", CORE, 43, 0, 0, draw_extremes, NULL},
   {"nan-constants", CORE, 43, 0, 0, draw_constants, NULL},
   {"nan-blends", CORE, 43, 0, 0, draw_blends, NULL},
   {"nan-relations", CORE, 43, 0, 0, draw_relations, NULL},
   {"nan-functions", CORE, 43, 0, 0, draw_functions, NULL},
   {"nan-own", CORE, 43, 0, 0, draw_own, NULL},
   {"nan-doubles", CORE, 43, 0, 0, draw_doubles, NULL},
   {0}};

/* test_run.c: compiled shaders on the simulator's interpreter give the results of a scalar reference.
 * One row per expression: GLSL, tolerance (relative to the larger of 1 and the result), and the same in C. The 64 lanes of
 * the wave run all pairs of the values of a and b; c is a uniform. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

static const float a_values[8] = { -7.25f, -1.0f, -0.4f, 0.0f, 0.3f, 0.9f, 2.5f, 40.0f };
static const float b_values[8] = { -3.0f, -0.75f, 0.125f, 0.5f, 1.0f, 1.75f, 6.0f, 11.0f };
#define C_VALUE 0.625

static double fract(double x) { return x - floor(x); }
static double gl_mod(double x, double y) { return x - y * floor(x / y); }
static double clamp(double x, double lo, double hi) { return fmin(fmax(x, lo), hi); }
static double mix(double x, double y, double t) { return x * (1 - t) + y * t; }
static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static double smooth(double e0, double e1, double x) { double t = clamp((x - e0) / (e1 - e0), 0, 1); return t * t * (3 - 2 * t); }
static double loop_sum(double a, int n) { double s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += a * i;
      if (s > 50) break; } return s; }

#define ROWS(X) \
   X(add, "a + b", 1e-6, a + b) \
   X(sub, "a - b * c", 1e-6, a - b * c) \
   X(mul, "a * b", 1e-6, a * b) \
   X(div, "a / b", 1e-6, a / b) \
   X(neg, "-a", 0, -a) \
   X(constants, "c * 2.0 + 1.0", 1e-6, c * 2 + 1) \
   X(absolute, "abs(a)", 0, fabs(a)) \
   X(signum, "sign(a)", 0, sign(a)) \
   X(floor_, "floor(a)", 0, floor(a)) \
   X(ceil_, "ceil(a)", 0, ceil(a)) \
   X(trunc_, "trunc(a)", 0, trunc(a)) \
   X(round_, "roundEven(a)", 0, nearbyint(a)) \
   X(fract_, "fract(a)", 1e-6, fract(a)) \
   X(mod_, "mod(a, b)", 1e-5, gl_mod(a, b)) \
   X(min_, "min(a, b)", 0, fmin(a, b)) \
   X(max_, "max(a, b)", 0, fmax(a, b)) \
   X(clamp_, "clamp(a, -0.5, b + 4.0)", 1e-6, clamp(a, -0.5, b + 4)) \
   X(mix_, "mix(a, b, c)", 1e-6, mix(a, b, c)) \
   X(step_, "step(a, b)", 0, b < a ? 0 : 1) \
   X(smoothstep_, "smoothstep(-1.0, 2.0, a)", 1e-6, smooth(-1, 2, a)) \
   X(sqrt_, "sqrt(abs(a))", 1e-6, sqrt(fabs(a))) \
   X(rsqrt, "inversesqrt(abs(b))", 1e-6, 1 / sqrt(fabs(b))) \
   X(pow_, "pow(abs(b), 1.5)", 1e-5, pow(fabs(b), 1.5)) \
   X(pow_two, "pow(abs(a) + 0.5, b * 0.25)", 1e-5, pow(fabs(a) + 0.5, b * 0.25)) \
   X(pow_24, "pow(abs(a * 0.25), 24.0)", 1e-5, pow(fabs(a * 0.25), 24)) \
   X(pow_100, "pow(clamp(abs(b), 0.7, 1.5), 100.0)", 2e-5, pow(clamp(fabs(b), 0.7f, 1.5f), 100)) \
   X(pow_one, "pow(abs(a), 1.0)", 0, fabs(a)) \
   X(pow_255, "pow(clamp(abs(b), 0.9, 1.25), 255.0)", 1e-4, pow(clamp(fabs(b), 0.9f, 1.25f), 255)) \
   X(pow_zero, "pow(abs(a), 0.0)", 0, 1) \
   X(exp_, "exp(b * 0.5)", 3e-6, exp(b * 0.5)) \
   X(log_, "log(abs(b))", 2e-6, log(fabs(b))) \
   X(exp2_, "exp2(b)", 2e-6, exp2(b)) \
   X(log2_, "log2(abs(b))", 2e-6, log2(fabs(b))) \
   X(sin_, "sin(a)", 2e-5, sin(a)) \
   X(cos_, "cos(a)", 2e-5, cos(a)) \
   X(tan_, "tan(a)", 1e-4, tan(a)) \
   X(asin_, "asin(clamp(a, -1.0, 1.0))", 2e-5, asin(clamp(a, -1, 1))) \
   X(acos_, "acos(clamp(a, -1.0, 1.0))", 2e-5, acos(clamp(a, -1, 1))) \
   X(atan_, "atan(a)", 5e-6, atan(a)) \
   X(atan2_, "atan(a, b)", 5e-6, atan2(a, b)) \
   X(sinh_, "sinh(b * 0.5)", 1e-5, sinh(b * 0.5)) \
   X(cosh_, "cosh(b * 0.5)", 1e-5, cosh(b * 0.5)) \
   X(tanh_, "tanh(a)", 3e-6, tanh(a)) \
   X(asinh_, "asinh(a)", 3e-6, asinh(a)) \
   X(acosh_, "acosh(abs(b) + 1.0)", 1e-5, acosh(fabs(b) + 1)) \
   X(atanh_, "atanh(clamp(a, -0.9, 0.9))", 3e-6, atanh(clamp(a, -0.9, 0.9))) \
   X(radians_, "radians(a)", 1e-6, a * 0.017453292519943295) \
   X(degrees_, "degrees(a)", 1e-6, a * 57.29577951308232) \
   X(dot_, "dot(vec3(a, b, c), vec3(1.0, 2.0, 3.0))", 1e-6, a + 2 * b + 3 * c) \
   X(dot_zeros, "dot(vec3(0.0, a, b), vec3(c, 0.0, 1.0)) + dot(vec2(0.0), vec2(a, b))", 1e-6, b) \
   X(dot_minus, "dot(-vec3(a, b, c), vec3(b, 1.0, 2.0))", 1e-6, -(a * b + b + 2 * c)) \
   X(dot_minus_both, "dot(-vec2(a, b), -vec2(b, c)) - dot(vec2(c, a), -vec2(a, b))", 1e-6, a * b + b * c + c * a + a * b) \
   X(dot_minus_some, "dot(vec2(-a, b), vec2(c, -b))", 1e-6, -a * c - b * b) \
   X(length_, "length(vec3(a, b, c))", 1e-6, sqrt(a * a + b * b + c * c)) \
   X(distance_, "distance(vec2(a, b), vec2(1.0, c))", 1e-6, hypot(a - 1, b - c)) \
   X(normalize_, "normalize(vec2(a, b)).y", 1e-6, b / hypot(a, b)) \
   X(cross_, "cross(vec3(a, b, c), vec3(1.0, 2.0, 3.0)).y", 1e-6, c * 1 - a * 3) \
   X(reflect_, "reflect(vec2(a, b), vec2(0.0, 1.0)).y", 1e-6, -b) \
   X(refract_, "refract(normalize(vec2(a, -1.0)), vec2(0.0, 1.0), 0.5).x", 1e-5, 0.5 * a / hypot(a, 1)) \
   X(faceforward_, "faceforward(vec2(a, 1.0), vec2(b, 0.0), vec2(1.0, 0.0)).x", 0, b < 0 ? a : -a) \
   X(int_add, "float(int(a) + int(b))", 0, trunc(a) + trunc(b)) \
   X(int_div, "float(int(a * 10.0) / (int(b) + 20))", 0, trunc(trunc((float)a * 10.0f) / (trunc(b) + 20))) \
   X(int_div_zero, "float(int(a) / (int(b) - int(b))) * 0.0", 0, 0) \
   X(int_mod, "float(abs(int(a * 10.0)) % 7)", 0, (double)(abs((int)((float)a * 10.0f)) % 7)) \
   X(uint_div, "float(uint(abs(a) * 100.0) / 7u)", 0, (double)((unsigned)(fabsf((float)a) * 100.0f) / 7u)) \
   X(shifts, "float((int(a) << 3) + (int(b) >> 1))", 0, trunc(a) * 8 + floor(trunc(b) / 2)) \
   X(bits, "float((int(abs(a)) & 5) | (int(abs(b)) ^ 3))", 0, (double)((abs((int)a) & 5) | (abs((int)b) ^ 3))) \
   X(float_bits, "intBitsToFloat(floatBitsToInt(a) & 0x7fffffff)", 0, fabs(a)) \
   X(compare, "float(a < b) + 2.0 * float(a >= b) + 4.0 * float(a == b)", 0, (a < b) + 2 * (a >= b) + 4 * (a == b)) \
   X(not_equal_nan, "(a != a) ? 5.0 : 7.0", 0, 7) \
   X(nan_compare, "(sqrt(-abs(a) - 1.0) < 1.0) ? 5.0 : 7.0", 0, 7) \
   X(nan_unequal, "(sqrt(-abs(a) - 1.0) != 1.0) ? 5.0 : 7.0", 0, 5) \
   X(is_nan, "isnan(sqrt(-abs(a) - 1.0)) ? 5.0 : 7.0", 0, 5) \
   X(is_inf, "isinf(1.0 / (a - a)) ? 5.0 : 7.0", 0, 5) \
   X(ternary, "a > 0.0 ? b : c", 0, a > 0 ? b : c) \
   X(logic, "float((a > 0.0 && b > 0.0) || c > 1.0) + 2.0 * float(a > 0.0 ^^ b > 0.0)", 0, \
     ((a > 0 && b > 0) || c > 1) + 2 * ((a > 0) != (b > 0))) \
   X(any_, "float(any(lessThan(vec2(a, b), vec2(0.0)))) + 2.0 * float(all(lessThan(vec2(a, b), vec2(0.0))))", 0, \
     (a < 0 || b < 0) + 2 * (a < 0 && b < 0)) \
   X(vector_index, "vec4(a, b, c, 9.0)[int(abs(b)) & 3]", 1e-6, ((double[]){ a, b, c, 9 })[abs((int)b) & 3]) \
   X(array_uniform, "arr[int(abs(a)) & 7]", 0, (abs((int)a) & 7) * 1.5) \
   X(matrix_vector, "(m * vec4(a, b, c, 1.0)).y", 1e-5, 2 * a + 6 * b + 10 * c + 14) \
   X(vector_matrix, "(vec4(a, b, c, 1.0) * m).y", 1e-5, 5 * a + 6 * b + 7 * c + 8) \
   X(matrix_plane, "(m * vec4(a, b, 0.0, 1.0)).y", 1e-5, 2 * a + 6 * b + 14) \
   X(matrix_minus, "(m * -vec4(a, b, c, 1.0)).y", 1e-5, -(2 * a + 6 * b + 10 * c + 14)) \
   X(matrix_matrix, "((m * m) * vec4(a, 0.0, 0.0, 0.0)).x", 1e-5, (1 + 2 * 5 + 3 * 9 + 4 * 13) * a) \
   X(matrix_index, "m[int(abs(a)) & 3][int(abs(b)) & 3]", 0, 1 + (abs((int)a) & 3) * 4 + (abs((int)b) & 3)) \
   X(transpose_, "transpose(m)[1].z", 0, 10) \
   X(determinant_, "determinant(mat3(a, 1.0, 2.0, b, c, 4.0, 5.0, 6.0, 7.0))", 1e-4, \
     a * (c * 7 - 4 * 6) - b * (1 * 7 - 2 * 6) + 5 * (1 * 4 - 2 * c)) \
   X(inverse_, "(inverse(mat2(2.0, 1.0, b + 20.0, 3.0)) * vec2(a, 1.0)).x", 1e-5, (3 * a - (b + 20)) / (6 - (b + 20))) \
   X(outer, "outerProduct(vec2(a, b), vec2(c, 2.0))[1].x", 1e-6, a * 2) \
   X(pack_unorm, "unpackUnorm2x16(packUnorm2x16(vec2(a, b))).x", 2e-5, clamp(a, 0, 1)) \
   X(pack_snorm, "unpackSnorm2x16(packSnorm2x16(vec2(b, a))).y", 4e-5, clamp(a, -1, 1)) \
   X(pack_half, "unpackHalf2x16(packHalf2x16(vec2(a, b))).x", 1e-3, a) \
   X(modf_, "modf_sum(a)", 1e-6, trunc(a) + 10 * (a - trunc(a))) \
   X(function_loop, "loop_sum(a, 12)", 1e-5, loop_sum(a, 12)) \
   X(dynamic_loop, "loop_sum(a, int(abs(b)) + 2)", 1e-5, loop_sum(a, abs((int)b) + 2)) \
   X(switch_, "switched(int(abs(b)), a)", 1e-6, \
     ((double[]){ a, 2 * a, 99, 99, 99, 99, a + 2, 99, 99, 99, 99, 99 })[abs((int)b)]) \
   X(early_return, "early(a, b)", 0, a < 0 ? 1 : b < 0 ? 2 : 3) \
   X(private_array, "arrays(int(abs(b)), a)", 1e-6, a * (abs((int)b) & 7) + 1) \
   X(struct_array, "structs(int(abs(b)), a)", 1e-6, (abs((int)b) & 3) * a + ((abs((int)b) & 3) + 1)) \
   X(large_array, "large(int(abs(b)), a)", 1e-5, large(abs((int)b), a)) \
   X(matrix_array, "matrices(int(abs(b)), int(abs(a)), a)", 1e-6, \
     (abs((int)a) & 3) == (abs((int)b) & 1) && (abs((int)b) % 3) == 1 ? 7 : (abs((int)b) % 3) + 0.25 * (abs((int)a) & 3)) \
   X(while_loop, "collatz(int(abs(b)) + 3)", 0, collatz(abs((int)b) + 3)) \
   X(do_loop, "countdown(int(abs(b)))", 0, abs((int)b) + 1)

static double large(int n, double x) { return n < 39 ? x * (n + 2) : 0; }
static double collatz(int n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }

static const char functions[] =
   "float modf_sum(float x) { float i; float f = modf(x, i); return i + 10.0 * f; }\n"
   "float loop_sum(float x, int n) { float s = 0.0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += x * float(i);"
   " if (s > 50.0) break; } return s; }\n"
   "float switched(int k, float x) { float r = 99.0; switch (k) { case 0: r = x; break; case 1: r = x; r += x; break;"
   " case 6: r = 2.0; default: if (k == 6) r += x; break; } return r; }\n"
   "float early(float x, float y) { if (x < 0.0) return 1.0; if (y < 0.0) return 2.0; return 3.0; }\n"
   "float arrays(int k, float x) { float t[8]; for (int i = 0; i < 8; i++) t[i] = x * float(i); t[k & 7] += 1.0;"
   " return t[k & 7]; }\n"
   "struct S { float f; ivec2 i; };\n"
   "float structs(int k, float x) { S s[4]; for (int i = 0; i < 4; i++) { s[i].f = float(i) * x; s[i].i = ivec2(i, i + 1); }"
   " return s[k & 3].f + float(s[k & 3].i.y); }\n"
   "float large(int k, float x) { float t[40]; for (int i = 0; i < k + 2; i++) t[i] = x * float(i + 2); return t[k % 40]; }\n"
   "float matrices(int k, int l, float x) { mat4 t[3]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++)"
   " t[i][j] = vec4(float(i) + 0.25 * float(j)); t[1][k & 1][l & 3] = 7.0; return t[k % 3][l & 3][l & 3]; }\n"
   "float collatz(int n) { int steps = 0; while (n != 1) { n = (n & 1) == 1 ? 3 * n + 1 : n / 2; steps++; }"
   " return float(steps); }\n"
   "float countdown(int n) { int k = 0; do { k++; n--; } while (n >= 0); return float(k); }\n";

#define DEFINE(id, glsl, tol, expr) static double ref_##id(double a, double b, double c) { return expr; }
ROWS(DEFINE)

static const struct row { const char *id, *glsl; double tolerance; double (*reference)(double, double, double); } rows[] = {
#define ROW(id, glsl, tol, expr) { #id, glsl, tol, ref_##id },
   ROWS(ROW)
};

static float as_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

static uint32_t as_bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}

/* Channel x of attribute 0 is i, channel y is j: so the lanes' a and b are exact. */
static void give_inputs(struct machine *m, const struct built *b)
{
   for (unsigned k = 0; k < 32; k++)
      for (unsigned c = 0; c < 4; c++)
         sq_attr_fill(&m->attr[k], c, 0, c == 0, c == 1);
   if (!(b->bin.ps.input_addr & 2))
      return;
   unsigned at = ps_vgpr_of(b, 1);
   for (unsigned l = 0; l < 64; l++) {
      m->vgpr[at][l] = as_bits(a_values[l & 7]);
      m->vgpr[at + 1][l] = as_bits(b_values[l >> 3]);
   }
}

static void set_floats(struct machine *m, const struct built *b, const char *name, const float *v, unsigned n, unsigned stride)
{
   uint32_t at = place_of(b, name, SpvDecorationOffset);
   if (at == SPV_NONE)
      return;
   for (unsigned i = 0; i < n; i++)
      m->constants[at / 4 + i * stride] = v[i];
}

static void give_uniforms(struct machine *m, const struct built *b)
{
   static const float c = (float)C_VALUE, arr[8] = { 0, 1.5f, 3, 4.5f, 6, 7.5f, 9, 10.5f };
   float mat[16];
   for (unsigned i = 0; i < 16; i++)
      mat[i] = (float)(i + 1);
   set_floats(m, b, "c", &c, 1, 1);
   set_floats(m, b, "arr", arr, 8, 4);
   set_floats(m, b, "m", mat, 16, 1);
}

static void run_row(struct machine *m, const char *cpu, const struct row *r, unsigned *bad)
{
   char source[4096];
   snprintf(source, sizeof(source), "#version 300 es\nprecision highp float;\nprecision highp int;\nin vec2 ab;\n"
            "uniform float c;\nuniform float arr[8];\nuniform mat4 m;\nout vec4 o;\n%s"
            "void main() { float a = ab.x, b = ab.y; o = vec4(%s); }\n", functions, r->glsl);
   struct si_shader_key key;
   struct built b;
   default_key(&key, PIPE_SHADER_FRAGMENT);
   build(&b, cpu, PIPE_SHADER_FRAGMENT, source, &key);
   machine_load(m, &b);
   m->wave.sgpr[SI_SGPR_PS_COUNT] = 0; /* prim_mask */
   give_inputs(m, &b);
   give_uniforms(m, &b);
   machine_run(m, &b);
   assert_int_equal(m->wave.exp_en[SQ_EXP_MRT0], 0xf);
   assert_true(m->wave.exp_valid == UINT64_MAX);
   for (unsigned l = 0; l < 64; l++) {
      double want = r->reference(a_values[l & 7], b_values[l >> 3], C_VALUE);
      double got = as_float(m->exp[SQ_EXP_MRT0][0][l]);
      double allowed = r->tolerance * fmax(1, fabs(want));
      if (!(fabs(got - want) <= allowed) && !(isnan(got) && isnan(want)) && got != want) {
         print_error("%s: %s: a=%g b=%g: %.9g instead of %.9g\n", cpu, r->glsl, a_values[l & 7], b_values[l >> 3], got, want);
         ++*bad;
         break;
      }
   }
   built_finish(&b);
}

static void test_expressions(void **state)
{
   struct machine m;
   unsigned bad = 0;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      run_row(&m, "gfx803", &rows[i], &bad);
   machine_finish(&m);
   assert_int_equal(bad, 0);
}

/* ---- pixel shader specifics ----------------------------------------------------------------------------------------------- */

static void run_ps(struct machine *m, struct built *b, const char *source, const struct si_shader_key *key)
{
   build(b, "gfx803", PIPE_SHADER_FRAGMENT, source, key);
   machine_load(m, b);
   give_inputs(m, b);
   give_uniforms(m, b);
}

/* discard: lanes that live, with and without derivatives after it. */
static void test_discard(void **state)
{
   static const char *const sources[] = {
      "precision highp float; varying vec2 ab; void main() { if (ab.x < 0.0) discard; gl_FragColor = vec4(ab, 0.0, 1.0); }",
      "#version 300 es\nprecision highp float; in vec2 ab; out vec4 o; void main() { if (ab.x < 0.0) discard;"
      " o = vec4(ab, dFdx(ab.x), 1.0); }",
      "precision highp float; varying vec2 ab; void main() { for (int i = 0; i < 4; i++) { if (ab.x < float(i) - 3.0) discard; }"
      " gl_FragColor = vec4(ab, 0.0, 1.0); }",
   };
   struct machine m;
   machine_init(&m);
   for (unsigned k = 0; k < 3; k++) {
      struct si_shader_key key;
      struct built b;
      default_key(&key, PIPE_SHADER_FRAGMENT);
      run_ps(&m, &b, sources[k], &key);
      machine_run(&m, &b);
      assert_true(b.bin.ps.uses_kill);
      for (unsigned l = 0; l < 64; l++) {
         bool live = a_values[l & 7] >= 0;
         assert_int_equal(m.wave.exp_valid >> l & 1, live);
         if (live)
            assert_true(as_float(m.exp[SQ_EXP_MRT0][0][l]) == a_values[l & 7]);
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

static void test_derivatives(void **state)
{
   struct machine m;
   struct si_shader_key key;
   struct built b;
   machine_init(&m);
   default_key(&key, PIPE_SHADER_FRAGMENT);
   for (unsigned inverted = 0; inverted < 2; inverted++) {
      run_ps(&m, &b, "#version 300 es\nprecision highp float; in vec2 ab; out vec4 o;"
                     "void main() { o = vec4(dFdx(ab.x), dFdy(ab.x), fwidth(ab.x), 1.0); }", &key);
      m.wave.sgpr[SI_SGPR_STATE] = inverted ? SI_PS_STATE_Y_INVERTED : 0;
      machine_run(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         const float *q = a_values + (l & 4); /* the quad's values of a; b is the same in a row */
         float dx = q[1] - q[0], dy = q[2] - q[0];
         assert_true(as_float(m.exp[0][0][l]) == dx);
         assert_true(as_float(m.exp[0][1][l]) == (inverted ? -dy : dy));
         assert_true(as_float(m.exp[0][2][l]) == fabsf(dx) + fabsf(dy));
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

static void test_frag_coord(void **state)
{
   struct machine m;
   struct si_shader_key key;
   struct built b;
   machine_init(&m);
   default_key(&key, PIPE_SHADER_FRAGMENT);
   for (unsigned inverted = 0; inverted < 2; inverted++) {
      run_ps(&m, &b,
             "precision highp float; void main() { gl_FragColor = gl_FragCoord; if (!gl_FrontFacing) gl_FragColor.z = -1.0; }",
             &key);
      m.wave.sgpr[SI_SGPR_STATE] = inverted ? SI_PS_STATE_Y_INVERTED : 0;
      m.wave.sgpr[SI_SGPR_PS_FB_HEIGHT] = as_bits(100.0f);
      for (unsigned l = 0; l < 64; l++) {
         m.vgpr[ps_vgpr_of(&b, 8)][l] = as_bits((float)(l & 7) + 0.5f);
         m.vgpr[ps_vgpr_of(&b, 9)][l] = as_bits((float)(l >> 3) + 0.5f);
         m.vgpr[ps_vgpr_of(&b, 10)][l] = as_bits(0.25f);
         m.vgpr[ps_vgpr_of(&b, 11)][l] = as_bits(4.0f);
         m.vgpr[ps_vgpr_of(&b, 12)][l] = l & 1 ? 0xffffffffu : 0;
      }
      machine_run(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         float y = (float)(l >> 3) + 0.5f;
         assert_true(as_float(m.exp[0][0][l]) == (float)(l & 7) + 0.5f);
         assert_true(as_float(m.exp[0][1][l]) == (inverted ? 100.0f - y : y));
         assert_true(as_float(m.exp[0][2][l]) == (l & 1 ? 0.25f : -1.0f));
         assert_true(as_float(m.exp[0][3][l]) == 0.25f);
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

/* ---- vertex shaders ------------------------------------------------------------------------------------------------------- */

static void test_vertex(void **state)
{
   struct machine m;
   struct si_shader_key key;
   struct built b;
   machine_init(&m);
   default_key(&key, PIPE_SHADER_VERTEX);
   build(&b, "gfx803", PIPE_SHADER_VERTEX, "attribute vec4 p; attribute vec2 uv; uniform mat4 m; varying vec2 v; varying float w;"
         "void main() { gl_Position = m * p; gl_PointSize = uv.x; v = uv.yx; w = p.w; }", &key);
   assert_int_equal(b.bin.exp.num_pos_exports, 2);
   assert_int_equal(b.bin.exp.num_params, 2);
   assert_true(b.bin.exp.writes_psize);
   machine_load(&m, &b);
   give_uniforms(&m, &b);
   uint32_t pl = place_of(&b, "p", SpvDecorationLocation), ul = place_of(&b, "uv", SpvDecorationLocation);
   for (unsigned v = 0; v < 64; v++) {
      float p[4] = { (float)v, 2, 3, 1 }, uv[4] = { (float)v + 0.5f, (float)v * 2, 0, 0 };
      memcpy(m.vertices + v * 128 + pl * 16, p, 16);
      memcpy(m.vertices + v * 128 + ul * 16, uv, 16);
      m.vgpr[0][v] = v ^ 5; /* indices out of order */
   }
   machine_run(&m, &b);
   for (unsigned l = 0; l < 64; l++) {
      float v = (float)(l ^ 5);
      for (unsigned r = 0; r < 4; r++) {
         float want = (float)(r + 1) * v + (float)(r + 5) * 2 + (float)(r + 9) * 3 + (float)(r + 13);
         assert_true(as_float(m.exp[SQ_EXP_POS0][r][l]) == want);
      }
      assert_true(as_float(m.exp[SQ_EXP_POS0 + 1][0][l]) == v + 0.5f);
      uint8_t pv = b.bin.exp.param[place_of(&b, "v", SpvDecorationLocation)];
      uint8_t pw = b.bin.exp.param[place_of(&b, "w", SpvDecorationLocation)];
      assert_true(as_float(m.exp[SQ_EXP_PARAM0 + pv][0][l]) == v * 2);
      assert_true(as_float(m.exp[SQ_EXP_PARAM0 + pv][1][l]) == v + 0.5f);
      assert_true(as_float(m.exp[SQ_EXP_PARAM0 + pw][0][l]) == 1.0f);
   }
   built_finish(&b);
   machine_finish(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_expressions), cmocka_unit_test(test_discard), cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_frag_coord), cmocka_unit_test(test_vertex),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

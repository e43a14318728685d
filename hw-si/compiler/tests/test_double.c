/* test_double.c: doubles in all places where shaders have them: expressions and built-in functions against C, arrays with dynamic
 * indices, uniforms, attributes, outputs, stream output. Each row runs as a vertex wave on the interpreter: lane l has vertex l, whose
 * attribute 0 is the dvec2 (a, b). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

/* V# word 3: DST_SEL xy01, NUM_FORMAT FLOAT, DATA_FORMAT 32_32 (facts C1). */
#define WORD3_32_32 (4u | 5u << 3 | 0u << 6 | 1u << 9 | 7u << 12 | 11u << 15)

static const double a_values[8] = { -7.25, -1.0 / 3, 0x1.fffffffffffffp-1, 2.5, 1e-300, -1.23456789012345678e200, 5.5, 0x1p-1060 };
static const double b_values[8] = { -3.0, 1.0 / 7, 1e10 / 3, 0.1, 1.5, 2.718281828459045, 1e-5, 123.456 };
#define C_VALUE 0.7071067811865476

static double gl_mod(double x, double y) { return x - y * floor(x / y); }
static double clamp(double x, double lo, double hi) { return fmin(fmax(x, lo), hi); }
static double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static double smooth(double e0, double e1, double x) { double t = clamp((x - e0) / (e1 - e0), 0, 1); return t * t * (3 - 2 * t); }
static double from_bits(uint64_t u) { double d; memcpy(&d, &u, 8); return d; }
static uint64_t bits_of(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static double frexp_mantissa(double x) { int e; return frexp(x, &e); }
static double frexp_exponent(double x) { int e; frexp(x, &e); return e; }
static double whole_part(double x) { double w; modf(x, &w); return w; }
static double dot2(double a, double b, double c, double d) { return b * d + a * c; }

/* name, GLSL, largest error in units of the last place of the result, the same in C. */
#define ROWS(X) \
   X(add, "a + b", 0, a + b) \
   X(sub, "a - b * c", 0, a - b * c) \
   X(div, "a / b", 0, a / b) \
   X(div_small, "1e-310lf / a", 0, 1e-310 / a) \
   X(negate, "-a", 0, -a) \
   X(literal, "a * 0.1lf", 0, a * 0.1) \
   X(increment, "inc(a)", 0, a + 1) \
   X(abs_, "abs(a)", 0, fabs(a)) \
   X(sign_, "sign(a)", 0, sign(a)) \
   X(floor_, "floor(b * 3.7lf)", 0, floor(b * 3.7)) \
   X(ceil_, "ceil(b)", 0, ceil(b)) \
   X(trunc_, "trunc(a)", 0, trunc(a)) \
   X(round_, "round(b)", 0, nearbyint(b)) \
   X(round_even, "roundEven(a)", 0, nearbyint(a)) \
   X(fract_, "fract(b)", 0, b - floor(b)) \
   X(mod_, "mod(b, c)", 0, gl_mod(b, c)) \
   X(modf_fraction, "modf_f(a)", 0, a - whole_part(a)) \
   X(modf_whole, "modf_w(b)", 0, whole_part(b)) \
   X(min_, "min(a, b)", 0, fmin(a, b)) \
   X(max_, "max(a, b)", 0, fmax(a, b)) \
   X(clamp_, "clamp(a, -1.0lf, b + 4.0lf)", 0, clamp(a, -1, b + 4)) \
   X(mix_, "mix(a, b, c)", 0, a * (1 - c) + b * c) \
   X(mix_bool, "mix(a, b, a < b)", 0, a < b ? b : a) \
   X(step_, "step(a, b)", 0, b < a ? 0 : 1) \
   X(smoothstep_, "smoothstep(-1.0lf, 4.0lf, b)", 0, smooth(-1, 4, b)) \
   X(sqrt_, "sqrt(abs(a))", 0, sqrt(fabs(a))) \
   X(sqrt_b, "sqrt(abs(b))", 0, sqrt(fabs(b))) \
   X(inversesqrt_, "inversesqrt(abs(b))", 1, 1 / sqrt(fabs(b))) \
   X(fma_, "fma(a, b, c)", 0, fma(a, b, c)) \
   X(frexp_m, "frexp_m(a)", 0, frexp_mantissa(a)) \
   X(frexp_e, "frexp_e(a)", 0, frexp_exponent(a)) \
   X(ldexp_, "ldexp(a, int(floor(b * 1e-9lf)))", 0, ldexp(a, (int)floor(b * 1e-9))) \
   X(isnan_, "isnan(a / 0.0lf - a / 0.0lf) ? 1.0lf : 2.0lf", 0, isnan(a / 0.0 - a / 0.0) ? 1 : 2) \
   X(isinf_, "isinf(a / 0.0lf) && !isinf(a) ? 1.0lf : 2.0lf", 0, 1) \
   X(pack, "packDouble2x32(unpackDouble2x32(a).yx)", 0, from_bits(bits_of(a) << 32 | bits_of(a) >> 32)) \
   X(length_, "length(dvec3(b, c, 2.0lf))", 1, sqrt(2.0 * 2.0 + (c * c + b * b))) \
   X(distance_, "distance(dvec2(b, c), dvec2(1.0lf, 2.0lf))", 1, sqrt((c - 2) * (c - 2) + (b - 1) * (b - 1))) \
   X(dot_, "dot(dvec2(a, b), dvec2(c, 3.0lf))", 0, dot2(a, b, c, 3)) \
   X(cross_, "cross(dvec3(a, b, c), dvec3(1.0lf, 2.0lf, 3.0lf)).y", 0, c * 1 - a * 3) \
   X(normalize_, "normalize(dvec2(b, c)).y", 2, c / sqrt(c * c + b * b)) \
   X(faceforward_, "faceforward(dvec2(a, 1.0lf), dvec2(b, 0.0lf), dvec2(1.0lf, 0.0lf)).x", 0, b < 0 ? a : -a) \
   X(reflect_, "reflect(dvec2(a, b), dvec2(0.0lf, 1.0lf)).y", 0, b - 2 * b) \
   X(refract_, "refract(dvec2(0.6lf, -0.8lf), dvec2(0.0lf, 1.0lf), 0.5lf).x", 0, 0.5 * 0.6) \
   X(determinant2, "determinant(dmat2(a, b, c, 2.0lf))", 0, a * 2 - c * b) \
   X(inverse2, "inverse(dmat2(c, 0.5lf, b, 2.0lf))[1].y", 2, c / (c * 2 - b * 0.5)) \
   X(inverse3, "inverse(dmat3(2.0lf, 0.0lf, 0.0lf, 0.0lf, b, 0.0lf, 0.0lf, 0.0lf, 4.0lf))[1].y", 2, 1 / b) \
   X(inverse4, "inverse(dmat4(b))[3].w", 2, 1 / b) \
   X(transpose_, "transpose(dmat3x2(1.0lf, a, 3.0lf, b, 5.0lf, c))[1].y", 0, b) \
   X(matrix_vector, "(dmat2x3(a, b, c, 1.0lf, 2.0lf, 3.0lf) * dvec2(2.0lf, c)).y", 0, dot2(b, 2, 2, c)) \
   X(matrix_matrix, "(dmat2(a, b, c, 1.0lf) * dmat2(2.0lf, c, 1.0lf, 1.0lf))[0].y", 0, dot2(b, 1, 2, c)) \
   X(outer, "outerProduct(dvec2(a, b), dvec3(1.0lf, c, 2.0lf))[1].y", 0, b * c) \
   X(comp_mult, "matrixCompMult(dmat2(b), dmat2(c))[1].y", 0, b * c) \
   X(compare, "a < b && a <= b && !(a > b) && !(a >= b) && a != b ? 1.0lf : a == b ? 2.0lf : 3.0lf", 0, \
     a < b ? 1 : a == b ? 2 : 3) \
   X(relational, "any(lessThan(dvec2(a, b), dvec2(b, a))) ? 1.0lf : 0.0lf", 0, a != b) \
   X(to_float, "double(float(b))", 0, (float)b) \
   X(to_int, "double(int(b * 1e-4lf))", 0, (int)(b * 1e-4)) \
   X(to_uint, "double(uint(abs(b * 1e-4lf)))", 0, (unsigned)fabs(b * 1e-4)) \
   X(to_bool, "double(bool(a))", 0, a != 0) \
   X(from_uint, "double(4294967295u) + a", 0, 4294967295.0 + a) \
   X(from_int, "b + double(-2147483647)", 0, b - 2147483647.0) \
   X(implicit, "b + 3 + 0.5f + 7u", 0, b + 3 + 0.5 + 7) \
   X(uniform_, "c", 0, c) \
   X(uniform_array, "arr[gl_VertexID & 3].z", 0, 0.1 * ((l & 3) * 4 + 2)) \
   X(uniform_matrix, "mat[gl_VertexID % 2][gl_VertexID % 3]", 0, 0.3 * (l % 2 * 4 + l % 3)) \
   X(local_array, "local_array(a)", 0, a * (l & 7) + 1) \
   X(struct_array, "struct_array(b)", 0, (l & 3) * b + ((l & 3) + 1)) \
   X(local_matrix, "local_matrix(b)", 0, l % 3 == 1 && l % 4 == 2 ? 9 : b * (l % 3) + l % 4) \
   X(component, "dvec4(a, b, c, 1.0lf)[gl_VertexID & 3]", 0, ((double[]){ a, b, c, 1 })[l & 3])

static const char functions[] =
   "double inc(double x) { double t = x; t++; return t; }\n"
   "double modf_f(double x) { double w; return modf(x, w); }\n"
   "double modf_w(double x) { double w; modf(x, w); return w; }\n"
   "double frexp_m(double x) { int e; return frexp(x, e); }\n"
   "double frexp_e(double x) { int e; frexp(x, e); return double(e); }\n"
   "double local_array(double x) { double t[8]; for (int i = 0; i < 8; i++) t[i] = x * i; t[gl_VertexID & 7] += 1.0lf;"
   " return t[gl_VertexID & 7]; }\n"
   "struct S { float f; double d; int i; bool b; };\n"
   "double struct_array(double x) { S s[4]; for (int i = 0; i < 4; i++) { s[i].f = 0.5; s[i].d = i * x; s[i].i = i + 1; s[i].b = true; }"
   " S t = s[gl_VertexID & 3]; return t.b ? t.d + t.i : 0.0lf; }\n"
   "double local_matrix(double x) { dmat3x4 t; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) t[i][j] = x * i + j;"
   " if (gl_VertexID % 3 == 1 && gl_VertexID % 4 == 2) t[gl_VertexID % 3][gl_VertexID % 4] = 9.0lf;"
   " return t[gl_VertexID % 3][gl_VertexID % 4]; }\n";

#define DEFINE(id, glsl, ulps, expr) \
   static double ref_##id(double a, double b, double c, unsigned l) { (void)a; (void)b; (void)c; (void)l; return expr; }
ROWS(DEFINE)

static const struct row { const char *id, *glsl; unsigned ulps; double (*reference)(double, double, double, unsigned); } rows[] = {
#define ROW(id, glsl, ulps, expr) { #id, glsl, ulps, ref_##id },
   ROWS(ROW)
};

static const char *const cpus[] = { "gfx600", "gfx704", "gfx803" };

/* The interpreter runs GFX8 code; code of the others must compile. */
static void build_all(struct built *b, const struct pipe_shader_state *shader, const struct si_shader_key *key)
{
   for (unsigned cpu = 0; cpu < 2; cpu++) {
      struct built other = *b;
      build_state(&other, cpus[cpu], shader, key);
      si_shader_binary_finish(&other.bin);
   }
   build_state(b, cpus[2], shader, key);
}

static void give_vertices(struct machine *m)
{
   for (unsigned l = 0; l < 64; l++) {
      double v[2] = { a_values[l & 7], b_values[l >> 3] };
      m->vgpr[0][l] = l;
      memcpy(m->vertices + l * 128, v, sizeof v);
   }
   m->vertex_v[0][3] = WORD3_32_32;
}

static void set_doubles(struct machine *m, const struct built *b, const char *name, double step, double first, unsigned n)
{
   uint32_t at = place_of(b, name, SpvDecorationOffset);
   for (unsigned i = 0; at != SPV_NONE && i < n; i++) {
      double v = n == 1 ? first : step * i;
      memcpy((char *)m->constants + at + i * 8, &v, 8);
   }
}

static double result(const struct machine *m, unsigned l)
{
   return from_bits((uint64_t)m->exp[SQ_EXP_PARAM0][1][l] << 32 | m->exp[SQ_EXP_PARAM0][0][l]);
}

static bool is_close(double got, double want, unsigned ulps)
{
   if (isnan(want) || isnan(got))
      return isnan(want) && isnan(got);
   int64_t g = (int64_t)bits_of(got), w = (int64_t)bits_of(want);
   return got == want || ((g ^ w) >= 0 && llabs(g - w) <= ulps);
}

static void double_key(struct si_shader_key *key, unsigned components)
{
   default_key(key, PIPE_SHADER_VERTEX);
   key->fetch.fetch_fix[0] = SI_FETCH_ENTRY(SI_FETCH_DOUBLE, components);
}

static void test_expressions(void **state)
{
   struct machine m;
   unsigned bad = 0;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char source[4096];
      struct si_shader_key key;
      struct built b = { .stage = PIPE_SHADER_VERTEX };
      snprintf(source, sizeof(source), "#version 410\nin dvec2 ab; uniform double c; uniform dvec4 arr[4]; uniform dmat2x4 mat;"
               "flat out double o;\n%svoid main() { double a = ab.x, b = ab.y; o = %s; }\n", functions, rows[i].glsl);
      b.spirv = any_glsl_to_spirv(PIPE_SHADER_VERTEX, source, &b.spirv_words);
      struct pipe_shader_state shader = { .stage = PIPE_SHADER_VERTEX, .spirv = b.spirv, .spirv_words = b.spirv_words };
      double_key(&key, 2);
      build_all(&b, &shader, &key);
      machine_load(&m, &b);
      give_vertices(&m);
      set_doubles(&m, &b, "c", 0, C_VALUE, 1);
      set_doubles(&m, &b, "arr", 0.1, 0, 16);
      set_doubles(&m, &b, "mat", 0.3, 0, 8);
      machine_run(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         double a_of_lane = a_values[l & 7], b_of_lane = b_values[l >> 3];
         double want = rows[i].reference(a_of_lane, b_of_lane, C_VALUE, l), got = result(&m, l);
         if (!is_close(got, want, rows[i].ulps)) {
            print_error("%s: a=%.17g b=%.17g lane %u: %.17g instead of %.17g\n", rows[i].glsl, a_of_lane, b_of_lane, l, got, want);
            bad++;
            break;
         }
      }
      built_finish(&b);
   }
   machine_finish(&m);
   assert_int_equal(bad, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_expressions) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

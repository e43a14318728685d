/* body_doubles.c: doubles in shaders (ARB_gpu_shader_fp64): expressions against C, uniforms of every type, uniform blocks,
 * varyings, transform feedback, queries, errors. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_capture.h"

#define HEAD "#version 330 core\n#extension GL_ARB_gpu_shader_fp64 : require\n"
#define COUNT 32 /* vertices of a capture */

/* ---- expressions ------------------------------------------------------------------------------------------------------------ */

static double gl_mod(double x, double y) { return x - y * floor(x / y); }
static double clamp(double x, double lo, double hi) { return fmin(fmax(x, lo), hi); }
static double smooth(double e0, double e1, double x) { double t = clamp((x - e0) / (e1 - e0), 0, 1); return t * t * (3 - 2 * t); }
static double frexp_mantissa(double x) { int e; return frexp(x, &e); }
static double frexp_exponent(double x) { int e; frexp(x, &e); return e; }
static double integral(double x) { double w; modf(x, &w); return w; }

/* GLSL, largest error in units of the last place, the same in C. */
#define ROWS(X) \
   X(add, "a + b", 0, a + b) \
   X(sub, "a - b", 0, a - b) \
   X(mul, "a * b", 0, a * b) \
   X(div, "a / b", 1, a / b) \
   X(neg, "-a", 0, -a) \
   X(increment, "inc(a)", 0, a + 1) \
   X(abs_, "abs(a)", 0, fabs(a)) \
   X(sign_, "sign(a)", 0, a > 0 ? 1 : a < 0 ? -1 : 0) \
   X(floor_, "floor(a)", 0, floor(a)) \
   X(ceil_, "ceil(b * 3.7lf)", 0, ceil(b * 3.7)) \
   X(trunc_, "trunc(a)", 0, trunc(a)) \
   X(round_even, "roundEven(a)", 0, nearbyint(a)) \
   X(fract_, "fract(a)", 0, a - floor(a)) \
   X(mod_, "mod(b, 0.75lf)", 0, gl_mod(b, 0.75)) \
   X(modf_fraction, "modf_f(b)", 0, b - integral(b)) \
   X(modf_integral, "modf_w(b)", 0, integral(b)) \
   X(min_, "min(a, b)", 0, fmin(a, b)) \
   X(max_, "max(a, b)", 0, fmax(a, b)) \
   X(clamp_, "clamp(a, -1.0lf, 4.0lf)", 0, clamp(a, -1, 4)) \
   X(mix_, "mix(a, b, 0.25lf)", 4, a * 0.75 + b * 0.25) \
   X(mix_bool, "mix(a, b, a < b)", 0, a < b ? b : a) \
   X(step_, "step(a, b)", 0, b < a ? 0 : 1) \
   X(smoothstep_, "smoothstep(-8.0lf, 4.0lf, b)", 4, smooth(-8, 4, b)) \
   X(sqrt_, "sqrt(abs(a))", 1, sqrt(fabs(a))) \
   X(inversesqrt_, "inversesqrt(abs(b))", 2, 1 / sqrt(fabs(b))) \
   X(fma_, "fma(a, b, 1.5lf)", 2, fma(a, b, 1.5)) \
   X(frexp_m, "frexp_m(a)", 0, frexp_mantissa(a)) \
   X(frexp_e, "frexp_e(b)", 0, frexp_exponent(b)) \
   X(ldexp_, "ldexp(a, int(b))", 0, ldexp(a, (int)b)) \
   X(isinf_, "isinf(packDouble2x32(uvec2(0u, 0xfff00000u))) && !isinf(b) && !isnan(a) ? 1.0lf : 2.0lf", 0, 1) \
   X(pack, "packDouble2x32(unpackDouble2x32(a) ^ uvec2(1u, 0x80000000u))", 0, toggled(a)) \
   X(length_, "length(dvec2(a, b))", 2, sqrt(a * a + b * b)) \
   X(distance_, "distance(dvec2(a, 1.0lf), dvec2(1.0lf, 1.0lf))", 2, fabs(a - 1)) \
   X(cross_, "cross(dvec3(a, b, 0.0lf), dvec3(1.0lf, 2.0lf, 3.0lf)).y", 0, -a * 3) \
   X(normalize_, "normalize(dvec2(a, b)).y", 4, b / sqrt(a * a + b * b)) \
   X(faceforward_, "faceforward(dvec2(a, 1.0lf), dvec2(b, 0.0lf), dvec2(1.0lf, 0.0lf)).x", 0, b < 0 ? a : -a) \
   X(reflect_, "reflect(dvec2(a, b), dvec2(0.0lf, 1.0lf)).y", 0, -b) \
   X(refract_, "refract(dvec2(0.6lf, -0.8lf), dvec2(0.0lf, 1.0lf), 0.5lf).x * a", 2, 0.5 * 0.6 * a) \
   X(determinant_, "determinant(dmat2(a, 0.0lf, 5.0lf, b))", 0, a * b) \
   X(inverse_, "inverse(dmat3(1.0lf, 0.0lf, 0.0lf, 0.0lf, b, 0.0lf, 0.0lf, 0.0lf, 4.0lf))[1].y", 4, 1 / b) \
   X(transpose_, "transpose(dmat3x2(1.0lf, a, 3.0lf, b, 5.0lf, a))[1].y", 0, b) \
   X(matrix_vector, "(dmat2x3(a, b, 1.0lf, 1.0lf, 2.0lf, 3.0lf) * dvec2(2.0lf, 0.0lf)).y", 0, b * 2) \
   X(matrix_matrix, "(dmat4(a) * dmat4(b))[3].w", 0, a * b) \
   X(outer, "outerProduct(dvec2(a, b), dvec3(1.0lf, a, 2.0lf))[1].y", 0, a * b) \
   X(to_float, "through_float(a)", 0, (float)a) \
   X(to_int, "double(int(b))", 0, (int)b) \
   X(to_uint, "double(uint(abs(b)))", 0, (unsigned)fabs(b)) \
   X(from_uint, "double(4294967295u) + a", 0, 4294967295.0 + a) \
   X(implicit, "a + 3 + 0.5f + 7u", 0, a + 3 + 0.5 + 7) \
   X(local_array, "local_array(a)", 0, a * (id & 7) + 1) \
   X(local_struct, "local_struct(b)", 0, b * (id & 3) + ((id & 3) + 1)) \
   X(component, "dvec4(a, b, 2.0lf, 1.0lf)[gl_VertexID & 3]", 0, ((double[]){a, b, 2, 1})[id & 3])

static double toggled(double x)
{
   uint64_t u;
   memcpy(&u, &x, 8);
   u ^= UINT64_C(1) << 63 | 1;
   memcpy(&x, &u, 8);
   return x;
}

static const char functions[] =
   /* Without `precise` the pair of conversions may be left out (ARB_gpu_shader5, 4.9). */
   "double through_float(double x) { precise float f = float(x); precise double d = double(f); return d; }\n"
   "double inc(double x) { double t = x; t++; return t; }\n"
   "double modf_f(double x) { double w; return modf(x, w); }\n"
   "double modf_w(double x) { double w; modf(x, w); return w; }\n"
   "double frexp_m(double x) { int e; return frexp(x, e); }\n"
   "double frexp_e(double x) { int e; frexp(x, e); return double(e); }\n"
   "double local_array(double x) { double t[8]; for (int i = 0; i < 8; i++) t[i] = x * i; t[gl_VertexID & 7] += 1.0lf;"
   " return t[gl_VertexID & 7]; }\n"
   "struct S { float f; double d; int i; bool b; };\n"
   "double local_struct(double x) { S s[4]; for (int i = 0; i < 4; i++) { s[i].f = 0.5; s[i].d = i * x; s[i].i = i + 1;"
   " s[i].b = true; } S t = s[gl_VertexID & 3]; return t.b ? t.d + t.i : 0.0lf; }\n";

#define DEFINE(name, glsl, ulps, expression) \
   static double ref_##name(double a, double b, unsigned id) { (void)a; (void)b; (void)id; return expression; }
ROWS(DEFINE)

static const struct row { const char *glsl; unsigned ulps; double (*want)(double, double, unsigned); } rows[] = {
#define ROW(name, glsl, ulps, expression) {glsl, ulps, ref_##name},
   ROWS(ROW)
};
#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))
#define AT_ONCE 8

static const double a_values[4] = {-7.25, 1.0 / 3, 5.5, -1.0e-3 / 7};
static const double b_values[8] = {-3.0, 1.0 / 7, 123.456, 0.1, 1.5, 2.718281828459045, -1e-5, 40.0 / 3};

static void draw_expressions(void)
{
   static const char *const varyings[] = {"o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7"};
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_gpu_shader5");
   for (unsigned first = 0; first < ROW_COUNT; first += AT_ONCE) {
      const unsigned count = ROW_COUNT - first < AT_ONCE ? ROW_COUNT - first : AT_ONCE;
      static double got[COUNT][AT_ONCE];
      char source[8192];
      int n = snprintf(source, sizeof(source), HEAD "#extension GL_ARB_gpu_shader5 : require\nuniform double a_of[4], b_of[8];\n");
      for (unsigned i = 0; i < count; i++)
         n += snprintf(source + n, sizeof(source) - (size_t)n, "out double o%u;\n", i);
      n += snprintf(source + n, sizeof(source) - (size_t)n, "%svoid main() { double a = a_of[gl_VertexID & 3], b = b_of[gl_VertexID >> 2];\n",
                    functions);
      for (unsigned i = 0; i < count; i++)
         n += snprintf(source + n, sizeof(source) - (size_t)n, "o%u = %s;\n", i, rows[first + i].glsl);
      snprintf(source + n, sizeof(source) - (size_t)n, "gl_Position = vec4(0.0); }");
      GLuint program = api_capturing(source, NULL, NULL, count, varyings);
      glUniform1dv(glGetUniformLocation(program, "a_of"), 4, a_values);
      glUniform1dv(glGetUniformLocation(program, "b_of"), 8, b_values);
      api_capture(COUNT, got, (GLsizeiptr)(COUNT * count * 8));
      for (unsigned v = 0; v < COUNT; v++)
         for (unsigned i = 0; i < count; i++)
            api_expect_double(rows[first + i].glsl, v, ((double *)got)[v * count + i],
                          rows[first + i].want(a_values[v & 3], b_values[v >> 2], v), rows[first + i].ulps);
      glDeleteProgram(program);
   }
   glUseProgram(0);
}

/* ---- uniforms ----------------------------------------------------------------------------------------------------------------- */

static double value_of(unsigned i) { return 0.1 * (double)i + 1e9; }

#define UNIFORMS \
   "uniform double u1[2]; uniform dvec2 u2[2]; uniform dvec3 u3[2]; uniform dvec4 u4[2];\n" \
   "uniform dmat2 m2; uniform dmat3 m3; uniform dmat4 m4[2]; uniform dmat2x3 m23; uniform dmat3x2 m32; uniform dmat2x4 m24;\n" \
   "uniform dmat4x2 m42; uniform dmat3x4 m34; uniform dmat4x3 m43;\n"

/* Every vector and matrix type, by both kinds of commands, transposed or not; the shader counts the wrong components. */
static void draw_uniforms(void)
{
   static const char source[] = HEAD UNIFORMS
      "out dvec4 o0; out dvec3 o1; out dvec2 o2; out double o3; out dvec4 o4; out dvec3 o5; out dvec2 o6;\n"
      "void main() { int k = gl_VertexID; o0 = u4[k] + dvec4(u1[k], 0.0lf, 0.0lf, u2[k].y);\n"
      "o1 = u3[k]; o2 = m32[k + 1] * 2.0lf; o3 = u1[1];\n"
      "o4 = m4[k][k + 2] + m34[k] + m24[k]; o5 = m3[k] + m43[k + 2] + m23[k]; o6 = m2[k] + m42[k + 2]; gl_Position = vec4(0.0); }";
   static const char *const varyings[] = {"o0", "o1", "o2", "o3", "o4", "o5", "o6"};
   double v[64], got[2][19];
   api_require("GL_ARB_gpu_shader_fp64");
   for (unsigned i = 0; i < 64; i++)
      v[i] = value_of(i);
   GLuint program = api_capturing(source, NULL, NULL, 7, varyings);
#define AT(name) glGetUniformLocation(program, name)
   glUniform1d(AT("u1[0]"), v[0]);
   glProgramUniform1d(program, AT("u1[1]"), v[1]);
   glUniform2dv(AT("u2"), 2, v);
   glUniform3d(AT("u3[0]"), v[1], v[2], v[3]);
   glProgramUniform3dv(program, AT("u3[1]"), 1, v + 4);
   glUniform4dv(AT("u4"), 4, v); /* two beyond the end are ignored */
   glUniformMatrix2dv(AT("m2"), 1, GL_FALSE, v);
   glUniformMatrix3dv(AT("m3"), 1, GL_TRUE, v);
   glProgramUniformMatrix4dv(program, AT("m4"), 2, GL_FALSE, v);
   glUniformMatrix2x3dv(AT("m23"), 1, GL_FALSE, v);
   glProgramUniformMatrix3x2dv(program, AT("m32"), 1, GL_TRUE, v);
   glUniformMatrix2x4dv(AT("m24"), 1, GL_TRUE, v);
   glUniformMatrix4x2dv(AT("m42"), 1, GL_FALSE, v);
   glUniformMatrix3x4dv(AT("m34"), 1, GL_FALSE, v);
   glUniformMatrix4x3dv(AT("m43"), 1, GL_FALSE, v);
   api_capture(2, got, sizeof(got));
   for (unsigned k = 0; k < 2; k++) {
      double *g = got[k];
      for (unsigned i = 0; i < 4; i++)
         api_expect_double("dvec4", k, g[i], v[4 * k + i] + (i == 0 ? v[k] : i == 3 ? v[2 * k + 1] : 0), 0);
      for (unsigned i = 0; i < 3; i++)
         api_expect_double("dvec3", k, g[4 + i], v[k ? 4 + i : 1 + i], 0);
      for (unsigned i = 0; i < 2; i++)
         api_expect_double("dmat3x2, transposed", k, g[7 + i], v[i * 3 + k + 1] * 2, 0);
      api_expect_double("double", k, g[9], v[1], 0);
      for (unsigned i = 0; i < 4; i++)
         api_expect_double("dmat4, dmat3x4, dmat2x4", k, g[10 + i], v[16 * k + 4 * (k + 2) + i] + v[4 * k + i] + v[2 * i + k], 0);
      for (unsigned i = 0; i < 3; i++)
         api_expect_double("dmat3, dmat4x3, dmat2x3", k, g[14 + i], v[3 * i + k] + v[3 * (k + 2) + i] + v[3 * k + i], 0);
      for (unsigned i = 0; i < 2; i++)
         api_expect_double("dmat2, dmat4x2", k, g[17 + i], v[2 * k + i] + v[2 * (k + 2) + i], 0);
   }
}

/* Members of several types in a struct. */
static void draw_struct(void)
{
   static const char source[] = HEAD "uniform struct { float f; double d; bool b; dvec3 v; } s[2];\n"
      "out dvec3 o; void main() { int k = gl_VertexID; o = s[k].v * (s[k].b ? s[k].d : 0.0lf) + s[k].f; gl_Position = vec4(0.0); }";
   static const char *const varying = "o";
   double got[2][3], v[3] = {0.1, -1.0 / 3, 1e10 / 7};
   api_require("GL_ARB_gpu_shader_fp64");
   GLuint program = api_capturing(source, NULL, NULL, 1, &varying);
   for (unsigned k = 0; k < 2; k++) {
      static const char *const members[2][4] = {{"s[0].f", "s[0].d", "s[0].b", "s[0].v"}, {"s[1].f", "s[1].d", "s[1].b", "s[1].v"}};
      glUniform1f(AT(members[k][0]), 0.5f + (float)k);
      glUniform1d(AT(members[k][1]), value_of(k));
      glUniform1i(AT(members[k][2]), 5);
      glUniform3dv(AT(members[k][3]), 1, v);
   }
   api_capture(2, got, sizeof(got));
   for (unsigned k = 0; k < 2; k++)
      for (unsigned i = 0; i < 3; i++)
         api_expect_double("struct", k, got[k][i], v[i] * value_of(k) + 0.5 + k, 0);
}

static void draw_uniform_queries(void)
{
   static const struct { const char *name; GLenum type; } types[] = {
      {"u1", GL_DOUBLE}, {"u2", GL_DOUBLE_VEC2}, {"u3", GL_DOUBLE_VEC3}, {"u4", GL_DOUBLE_VEC4}, {"m2", GL_DOUBLE_MAT2},
      {"m3", GL_DOUBLE_MAT3}, {"m4", GL_DOUBLE_MAT4}, {"m23", GL_DOUBLE_MAT2x3}, {"m32", GL_DOUBLE_MAT3x2},
      {"m24", GL_DOUBLE_MAT2x4}, {"m42", GL_DOUBLE_MAT4x2}, {"m34", GL_DOUBLE_MAT3x4}, {"m43", GL_DOUBLE_MAT4x3},
   };
   static const char source[] = HEAD UNIFORMS "uniform double one; uniform vec3 f3; uniform bool truth; uniform int number; flat out double sum;\n"
      "void main() { sum = u1[1] + u2[1].x + u3[1].x + u4[1].x + m2[1].x + m3[1].x + m4[1][1].x + m23[1].x + m32[1].x + m24[1].x"
      " + m42[1].x + m34[1].x + m43[1].x + one + f3.x + number; gl_Position = vec4(truth ? 0.0 : 1.0); }";
   const double v[16] = {1.5, -2.75, 1e10 / 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
   double d[16] = {0};
   float f[16] = {0};
   GLint i[4] = {0}, most;
   api_require("GL_ARB_gpu_shader_fp64");
   static const char *const sum = "sum";
   GLuint program = api_capturing(source, NULL, NULL, 1, &sum);
   for (unsigned k = 0; k < sizeof(types) / sizeof(types[0]); k++) {
      const GLchar *name = types[k].name;
      char with_index[16];
      snprintf(with_index, sizeof(with_index), "%s[0]", name);
      const GLchar *array = with_index;
      GLuint index = GL_INVALID_INDEX;
      glGetUniformIndices(program, 1, name[0] == 'u' || !strcmp(name, "m4") ? &array : &name, &index);
      glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_TYPE, i);
      api_expect(name, i[0], (long)types[k].type);
   }
   glUniform3dv(AT("u3[1]"), 1, v);
   glGetUniformdv(program, AT("u3[1]"), d);
   glGetUniformfv(program, AT("u3[1]"), f);
   glGetUniformiv(program, AT("u3[1]"), i);
   for (unsigned k = 0; k < 3; k++)
      if (d[k] != v[k] || f[k] != (float)v[k])
         api_fail("component %u reads back as %.17g and %.9g", k, d[k], (double)f[k]);
   api_expect("a double as an integer", i[1], -3);
   glUniformMatrix3x4dv(AT("m34"), 1, GL_TRUE, v);
   glGetUniformdv(program, AT("m34"), d);
   for (unsigned k = 0; k < 12; k++)
      if (d[k] != v[k % 4 * 3 + k / 4])
         api_fail("element %u of a transposed matrix reads back as %g", k, d[k]);
   glUniform1i(AT("number"), -7);
   glGetUniformdv(program, AT("number"), d);
   api_expect("an integer as a double", (long)d[0], -7);
   api_expect_error(GL_NO_ERROR, "values and queries");

   glUniform3fv(AT("u3"), 1, f);
   api_expect_error(GL_INVALID_OPERATION, "floats for a dvec3");
   glUniform3dv(AT("f3"), 1, d);
   api_expect_error(GL_INVALID_OPERATION, "doubles for a vec3");
   glUniform1d(AT("truth"), 1);
   api_expect_error(GL_INVALID_OPERATION, "a double for a bool");
   glUniform2dv(AT("u3"), 1, d);
   api_expect_error(GL_INVALID_OPERATION, "two doubles for a dvec3");
   glUniformMatrix4x3dv(AT("m34"), 1, GL_FALSE, d);
   api_expect_error(GL_INVALID_OPERATION, "another matrix");
   glUniformMatrix3x4fv(AT("m34"), 1, GL_FALSE, f);
   api_expect_error(GL_INVALID_OPERATION, "a matrix of floats");
   glUniform1dv(AT("one"), 2, d);
   api_expect_error(GL_INVALID_OPERATION, "two values, no array");
   glUniform1dv(AT("u1"), -1, d);
   api_expect_error(GL_INVALID_VALUE, "a negative count");
   glProgramUniform1d(12345, 0, 1);
   api_expect_error(GL_INVALID_VALUE, "no program");
   glUniform1d(-1, 1);
   api_expect_error(GL_NO_ERROR, "location -1");
   glGetUniformdv(program, 100000, d);
   api_expect_error(GL_INVALID_OPERATION, "a location beyond");
   glGetUniformdv(program, AT("u3[1]"), d);
   api_expect("the value before the errors", d[1] == v[1], 1);
   glUseProgram(0);
   glUniform1d(0, 1);
   api_expect_error(GL_INVALID_OPERATION, "no program in use");
   glGetIntegerv(GL_MAX_VERTEX_UNIFORM_COMPONENTS, &most);
   char large[256];
   snprintf(large, sizeof(large), HEAD "uniform dvec4 big[%d]; void main() { gl_Position = vec4(big[gl_VertexID]); }", most / 8 + 1);
   program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, large);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, i);
   api_expect("a program with too many doubles", i[0], 0);
}

/* ---- uniform blocks ----------------------------------------------------------------------------------------------------------- */

static void draw_blocks(void)
{
   static const char source[] = HEAD
      "struct T { float f; dvec2 v; }; layout(std140) uniform B { float a; double b; dvec3 c; float d; double e[2]; dmat2x3 m;\n"
      "layout(row_major) dmat3x2 r; T t[2]; dmat4 last; };\n"
      "out double o0, o1; out dvec3 o2; out double o3; out dvec2 o4; out dvec4 o5; out double o6;\n"
      "void main() { int k = gl_VertexID; o0 = b + a; o1 = e[k] + d; o2 = c + m[k]; o3 = r[k + 1][k]; o4 = t[k].v + t[k].f;\n"
      "o5 = last[k + 2]; o6 = last[k + 1][k + 2]; gl_Position = vec4(0.0); }";
   static const char *const names[] = {"a", "b", "c", "d", "e[0]", "m", "r", "t[0].f", "t[1].v", "last"};
   static const GLint offsets[] = {0, 8, 32, 56, 64, 96, 160, 224, 272, 288};
   static const char *const varyings[] = {"o0", "o1", "o2", "o3", "o4", "o5", "o6"};
   union { double d[52]; float f[104]; } block;
   double got[2][13];
   GLuint buffer, index[10];
   GLint at[10], stride;
   api_require("GL_ARB_gpu_shader_fp64");
   GLuint program = api_capturing(source, NULL, NULL, 7, varyings);
   glGetUniformIndices(program, 10, names, index);
   glGetActiveUniformsiv(program, 10, index, GL_UNIFORM_OFFSET, at);
   for (unsigned i = 0; i < 10; i++)
      api_expect(names[i], at[i], offsets[i]);
   glGetActiveUniformsiv(program, 1, &index[5], GL_UNIFORM_MATRIX_STRIDE, &stride);
   api_expect("matrix stride of dmat2x3", stride, 32);
   glGetActiveUniformsiv(program, 1, &index[4], GL_UNIFORM_ARRAY_STRIDE, &stride);
   api_expect("array stride of doubles", stride, 16);
   for (unsigned i = 0; i < 52; i++)
      block.d[i] = value_of(i);
   block.f[0] = 0.5f;
   block.f[14] = 0.25f;
   block.f[56] = 2;
   block.f[64] = 4;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(block), &block, GL_STATIC_DRAW);
   api_capture(2, got, sizeof(got));
   for (unsigned k = 0; k < 2; k++) {
      const double *g = got[k], *d = block.d;
      api_expect_double("float and double", k, g[0], d[1] + 0.5, 0);
      api_expect_double("array", k, g[1], d[8 + 2 * k] + 0.25, 0);
      for (unsigned i = 0; i < 3; i++)
         api_expect_double("dvec3 and column of dmat2x3", k, g[2 + i], d[4 + i] + d[12 + 4 * k + i], 0);
      api_expect_double("row-major dmat3x2", k, g[5], d[20 + 4 * k + k + 1], 0);
      for (unsigned i = 0; i < 2; i++)
         api_expect_double("array of structs", k, g[6 + i], d[30 + 4 * k + i] + (k ? 4 : 2), 0);
      for (unsigned i = 0; i < 4; i++)
         api_expect_double("dmat4", k, g[8 + i], d[36 + 4 * (k + 2) + i], 0);
      api_expect_double("component by index", k, g[12], d[36 + 4 * (k + 1) + k + 2], 0);
   }
}

/* ---- between stages --------------------------------------------------------------------------------------------------------- */

#define PASSED_BLOCK "dvec3 v; dmat2x4 m; double a[3]; float f;"
#define CHECK "bool right(dvec3 v, dmat2x4 m, double a[3], float f, double s) { return v == dvec3(s, 0.1lf, 1.0lf / 3.0lf) && m[1] =="\
   " dvec4(s, 1.0lf, 2.0lf, s * 3.0lf) && m[0].x == 7.0lf && a[0] == s && a[2] == s + 0.1lf && f == 0.5; }\n"
#define FILL "v = dvec3(s, 0.1lf, 1.0lf / 3.0lf); m = dmat2x4(dvec4(7.0lf), dvec4(s, 1.0lf, 2.0lf, s * 3.0lf));" \
   "a[0] = s; a[1] = 5.0lf; a[2] = s + 0.1lf; f = 0.5;"

/* Flat doubles from the vertex to the fragment shader: in a block, a struct and loose; left half without, right half with a geometry
 * shader. */
static void draw_varyings(void)
{
   static const char vertex[] = HEAD
      "layout(location = 0) in vec2 pos; uniform double s; flat out dvec3 v; flat out dmat2x4 m; flat out double a[3]; flat out float f;\n"
      "void main() { " FILL " gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = HEAD
      "flat in dvec3 v; flat in dmat2x4 m; flat in double a[3]; flat in float f; uniform double s; out vec4 color;\n" CHECK
      "void main() { color = right(v, m, a, f, s) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";
   static const char to_geometry[] = HEAD
      "layout(location = 0) in vec2 pos; uniform double s; out P { " PASSED_BLOCK " } p;\n"
      "void main() { dvec3 v; dmat2x4 m; double a[3]; float f; " FILL " p.v = v; p.m = m; p.a = a; p.f = f; gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char geometry[] = HEAD
      "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in P { " PASSED_BLOCK " } p[];\n"
      "uniform double s; flat out dvec3 v; flat out dmat2x4 m; flat out double a[3]; flat out float f;\n" CHECK
      "void main() { for (int i = 0; i < 3; i++) { v = p[i].v; for (int c = 0; c < 2; c++) m[c] = p[i].m[c];\n"
      "for (int k = 0; k < 3; k++) a[k] = p[i].a[k]; f = right(p[i].v, p[i].m, p[i].a, p[i].f, s) ? p[i].f : 0.0;\n"
      "gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
   api_require("GL_ARB_gpu_shader_fp64");
   GLuint program = api_program(vertex, NULL, fragment);
   glUniform1d(AT("s"), 1.0 / 7);
   api_rectangle(-1, -1, 0, 1);
   program = api_program(to_geometry, geometry, fragment);
   glUniform1d(AT("s"), 1e300 / 3);
   api_rectangle(0, -1, 1, 1);
}

/* More doubles than locations: two share one. Columns of a dmat2 fill theirs. */
static void draw_packed(void)
{
   enum { DOUBLES = 44, MATRICES = 4 };
   char vertex[8192], fragment[8192];
   int v = snprintf(vertex, sizeof(vertex), HEAD "layout(location = 0) in vec2 pos; uniform double s;\n");
   int f = snprintf(fragment, sizeof(fragment), HEAD "uniform double s; out vec4 color;\n");
   api_require("GL_ARB_gpu_shader_fp64");
#define ADD(text, n, ...) n += snprintf(text + n, sizeof(text) - (size_t)n, __VA_ARGS__)
   for (unsigned i = 0; i < DOUBLES; i++) {
      ADD(vertex, v, "flat out double d%u;\n", i);
      ADD(fragment, f, "flat in double d%u;\n", i);
   }
   for (unsigned i = 0; i < MATRICES; i++) {
      ADD(vertex, v, "flat out dmat2 m%u;\n", i);
      ADD(fragment, f, "flat in dmat2 m%u;\n", i);
   }
   ADD(vertex, v, "void main() { gl_Position = vec4(pos, 0.0, 1.0);\n");
   ADD(fragment, f, "void main() { bool right = true;\n");
   for (unsigned i = 0; i < DOUBLES; i++) {
      ADD(vertex, v, "d%u = s * %u;\n", i, i + 1);
      ADD(fragment, f, "right = right && d%u == s * %u;\n", i, i + 1);
   }
   for (unsigned i = 0; i < MATRICES; i++) {
      ADD(vertex, v, "m%u = dmat2(s, 1.0lf, 2.0lf, s * %u);\n", i, i + 100);
      ADD(fragment, f, "right = right && m%u == dmat2(s, 1.0lf, 2.0lf, s * %u);\n", i, i + 100);
   }
   ADD(vertex, v, "}");
   ADD(fragment, f, "color = right ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }");
   GLuint program = api_program(vertex, NULL, fragment);
   glUniform1d(AT("s"), 1.0 / 7);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][1] = rgba[i][3] = 255;
}

/* Doubles through all five stages: each adds its own number; those of a vertex and one of the patch. */
static void draw_stages(void)
{
#define TESS HEAD "#extension GL_ARB_tessellation_shader : require\n"
   static const char *const sources[] = {
      HEAD "layout(location = 0) in vec2 pos; uniform double s; out P { double d; dvec3 v[2]; dmat2x4 m; } o;\n"
      "void main() { o.d = s; o.v = dvec3[2](dvec3(s, 2.0lf, 3.0lf), dvec3(4.0lf, s, 5.0lf)); o.m = dmat2x4(s);\n"
      "gl_Position = vec4(pos, 0.0, 1.0); }",
      TESS "layout(vertices = 3) out; in P { double d; dvec3 v[2]; dmat2x4 m; } i[]; out Q { double d; dvec3 v[2]; dmat2x4 m; } o[];\n"
      "patch out dvec2 whole; void main() { o[gl_InvocationID].d = i[gl_InvocationID].d + 1.0lf;\n"
      "for (int k = 0; k < 2; k++) { o[gl_InvocationID].v[k] = i[gl_InvocationID].v[k] + 1.0lf;\n"
      "o[gl_InvocationID].m[k] = i[gl_InvocationID].m[k] + 1.0lf; } whole = dvec2(i[0].d, i[1].v[1].y);\n"
      "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; gl_TessLevelInner[0] = 3.0;\n"
      "for (int k = 0; k < 3; k++) gl_TessLevelOuter[k] = 2.0; }",
      TESS "layout(triangles) in; in Q { double d; dvec3 v[2]; dmat2x4 m; } i[]; patch in dvec2 whole;\n"
      "out R { double d; dvec3 v[2]; dmat2x4 m; dvec2 whole; } o; void main() { o.d = i[1].d + 10.0lf; o.v = i[2].v; o.whole = whole;\n"
      "for (int k = 0; k < 2; k++) o.m[k] = i[0].m[k] + 10.0lf; gl_Position = gl_TessCoord.x * gl_in[0].gl_Position +\n"
      "gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position; }",
      HEAD "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in R { double d; dvec3 v[2]; dmat2x4 m; dvec2 whole; } i[];\n"
      "flat out double d; flat out dvec3 v[2]; flat out dmat2x4 m; flat out dvec2 whole; void main() { for (int k = 0; k < 3; k++) {\n"
      "d = i[k].d + 100.0lf; v = i[k].v; m = i[k].m; whole = i[k].whole; gl_Position = gl_in[k].gl_Position; EmitVertex(); } }",
      HEAD "flat in double d; flat in dvec3 v[2]; flat in dmat2x4 m; flat in dvec2 whole; uniform double s; out vec4 color;\n"
      "void main() { bool right = d == s + 1.0lf + 10.0lf + 100.0lf && whole == dvec2(s) && v[0] == dvec3(s, 2.0lf, 3.0lf) + 1.0lf;\n"
      "right = right && v[1] == dvec3(4.0lf, s, 5.0lf) + 1.0lf && m[0] == dvec4(s, 0.0lf, 0.0lf, 0.0lf) + 1.0lf + 10.0lf;\n"
      "color = right && m[1].y == s + 1.0lf + 10.0lf ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }"};
   static const GLenum stages[] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER,
                                   GL_FRAGMENT_SHADER};
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1};
   GLuint program = glCreateProgram();
   GLint good;
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_tessellation_shader");
   for (unsigned i = 0; i < 5; i++)
      api_attach(program, stages[i], sources[i]);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &good);
   api_expect("five stages link", good, 1);
   glUseProgram(program);
   glUniform1d(AT("s"), 1.0 / 7);
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_PATCHES, 0, 6);
}

/* ---- transform feedback ------------------------------------------------------------------------------------------------------- */

struct record { float f; float pad; double d; double v[3]; float g; float pad2; double m[4]; double e; };

/* Floats and doubles in one buffer, at multiples of 8 bytes, from a vertex and from a geometry shader. */
static void draw_feedback(void)
{
   static const char vertex[] = HEAD "#extension GL_ARB_enhanced_layouts : require\n"
      "uniform double s; layout(xfb_buffer = 0, xfb_offset = 0) out float f; layout(xfb_buffer = 0, xfb_offset = 8) out double d;\n"
      "layout(xfb_buffer = 0, xfb_offset = 16) out dvec3 v; layout(xfb_buffer = 0, xfb_offset = 40) out float g;\n"
      "layout(xfb_buffer = 0, xfb_offset = 48) out dmat2 m; layout(xfb_buffer = 0, xfb_offset = 80) out double e;\n"
      "void main() { double x = s * (gl_VertexID + 1); f = float(gl_VertexID); d = x; v = dvec3(x, x * 2.0lf, x * 3.0lf); g = -f;\n"
      "m = dmat2(x, 1.0lf, 2.0lf, x * 5.0lf); e = 1.0lf / x; gl_Position = vec4(0.0); }";
   static const char pass[] = "#version 330 core\nflat out int id; void main() { id = gl_VertexID; gl_Position = vec4(0.0); }";
   static const char geometry[] = HEAD
      "layout(points) in; layout(points, max_vertices = 2) out; flat in int id[]; uniform double s;\n"
      "out double d; out float f; out float pad; out dvec3 v; void main() { for (int i = 0; i < 2; i++) { double x = s * (2 * id[0] + i + 1);\n"
      "d = x; f = 0.5 + i; pad = 0.0; v = dvec3(x, x * 2.0lf, x * 3.0lf); EmitVertex(); } }";
   static const char *const from_geometry[] = {"d", "f", "pad", "v"};
   static struct record got[COUNT];
   static struct { double d; float f, pad; double v[3]; } emitted[2 * COUNT];
   const double s = 1.0 / 7;
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_enhanced_layouts");
   GLuint program = api_capturing(vertex, NULL, NULL, 0, NULL);
   glUniform1d(AT("s"), s);
   memset(got, 0, sizeof(got));
   api_capture(COUNT, got, sizeof(got));
   for (unsigned i = 0; i < COUNT; i++) {
      const double x = s * (i + 1);
      api_expect("float", got[i].f == (float)i && got[i].g == -(float)i, 1);
      api_expect_double("double", i, got[i].d, x, 0);
      for (unsigned k = 0; k < 3; k++)
         api_expect_double("dvec3", i, got[i].v[k], x * (k + 1), 0);
      api_expect_double("dmat2", i, got[i].m[0], x, 0);
      api_expect_double("dmat2", i, got[i].m[3], x * 5, 0);
      api_expect_double("last", i, got[i].e, 1 / x, 1);
   }
   program = api_capturing(pass, geometry, NULL, 4, from_geometry);
   glUniform1d(AT("s"), s);
   api_capture(COUNT, emitted, sizeof(emitted));
   for (unsigned i = 0; i < 2 * COUNT; i++) {
      const double x = s * (i + 1);
      api_expect_double("double of a geometry shader", i, emitted[i].d, x, 0);
      api_expect("float of a geometry shader", emitted[i].f == 0.5f + (float)(i & 1), 1);
      for (unsigned k = 0; k < 3; k++)
         api_expect_double("dvec3 of a geometry shader", i, emitted[i].v[k], x * (k + 1), 0);
   }
}

/* ---- storage blocks --------------------------------------------------------------------------------------------------------- */

/* Loads and stores of doubles in std430, and doubles that a workgroup shares. */
static void draw_storage(void)
{
   static const char source[] = HEAD
      "#extension GL_ARB_compute_shader : require\n#extension GL_ARB_shader_storage_buffer_object : require\n"
      "layout(local_size_x = 8) in; layout(std430) buffer B { float a; dvec3 v; double d[2]; dmat3x2 m; layout(row_major) dmat2x3 r;\n"
      "dvec3 tail[]; }; shared double turned[8];\n"
      "void main() { uint i = gl_LocalInvocationIndex; turned[i] = tail[i].x + d[i & 1u]; barrier();\n"
      "tail[i] = v * turned[7u - i] + dvec3(m[i % 3u], r[i & 1u].z); if (i == 0u) d[1] = double(tail.length()); }";
   double before[24 + 32], after[24 + 32];
   GLuint buffer, program = glCreateProgram();
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_compute_shader");
   api_require("GL_ARB_shader_storage_buffer_object");
   api_attach(program, GL_COMPUTE_SHADER, source);
   glLinkProgram(program);
   glUseProgram(program);
   for (unsigned i = 0; i < 56; i++)
      before[i] = 1.0 / (i + 1);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
   glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(before), before, GL_DYNAMIC_COPY);
   glDispatchCompute(1, 1, 1);
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof(after), after);
   api_expect_error(GL_NO_ERROR, "a dispatch");
   for (unsigned i = 0; i < 8; i++) {
      const unsigned other = 7 - i;
      const double turned = before[24 + 4 * other] + before[7 + (other & 1)];
      const double added[3] = {before[10 + 2 * (i % 3)], before[11 + 2 * (i % 3)], before[20 + (i & 1)]};
      for (unsigned k = 0; k < 3; k++)
         api_expect_double("a stored dvec3", i, after[24 + 4 * i + k], before[4 + k] * turned + added[k], 1);
      api_expect_double("bytes after a dvec3", i, after[27 + 4 * i], before[27 + 4 * i], 0);
   }
   api_expect_double("a stored double", 0, after[8], 8, 0);
   api_expect_double("a double beside it", 0, after[7], before[7], 0);
}

/* A binary of a program keeps types and values of doubles. */
static void draw_binary(void)
{
   static const char vertex[] = HEAD "layout(location = 0) in vec2 pos; uniform dmat3x4 m; uniform double d; flat out dvec4 v;\n"
      "void main() { v = m[2] + d; gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char fragment[] = HEAD "flat in dvec4 v; out vec4 color;\n"
      "void main() { color = v == dvec4(8.5lf, 9.5lf, 10.5lf, 11.5lf) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";
   static char binary[1 << 20];
   double v[12];
   GLsizei size = 0;
   GLenum format;
   GLint good, count;
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_get_program_binary");
   glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &count);
   for (unsigned i = 0; i < 12; i++)
      v[i] = i;
   GLuint program = api_program(vertex, NULL, fragment);
   if (count) {
      glGetProgramBinary(program, sizeof(binary), &size, &format, binary);
      program = glCreateProgram();
      glProgramBinary(program, format, binary, size);
      glGetProgramiv(program, GL_LINK_STATUS, &good);
      api_expect("a program from a binary", good, 1);
      glUseProgram(program);
   }
   glUniformMatrix3x4dv(AT("m"), 1, GL_FALSE, v);
   glUniform1d(AT("d"), 0.5);
   api_rectangle(-1, -1, 1, 1);
}

const struct api_body api_bodies_doubles[] = {
   {"double-expressions", CORE, 33, 0, 0, draw_expressions, NULL},
   {"double-uniforms", CORE, 33, 0, 0, draw_uniforms, NULL},
   {"double-struct", CORE, 33, 0, 0, draw_struct, NULL},
   {"double-uniform-queries", CORE, 33, 0, 0, draw_uniform_queries, NULL},
   {"double-blocks", CORE, 33, 0, 0, draw_blocks, NULL},
   {"double-varyings", CORE, 33, 0, 0, draw_varyings, reference_green},
   {"double-stages", CORE, 33, 0, 0, draw_stages, reference_green},
   {"double-packed", CORE, 33, 0, 0, draw_packed, reference_green},
   {"double-feedback", CORE, 33, 0, 0, draw_feedback, NULL},
   {"double-storage", CORE, 33, 0, 0, draw_storage, NULL},
   {"double-binary", CORE, 33, 0, 0, draw_binary, reference_green},
   {0}};

/* test_uniform_doubles.c: uniforms of doubles (ARB_gpu_shader_fp64; OpenGL 4.6, 7.6.1, 7.13): which command takes which type,
 * values and their conversions, errors. */
#include "ga_test.h"

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   t->screen->base.caps.has_fp64 = true;
   struct ga_context *core = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   ga_make_current(core, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = core;
   return 0;
}

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

/* Types in the order of the commands: vectors, then matrices by columns and rows. */
enum { VECTORS = 4, TYPES = 13, MOST = 16 };
static const struct { const char *name; GLenum type; unsigned columns, rows; } types[TYPES] = {
   {"double", GL_DOUBLE, 1, 1}, {"dvec2", GL_DOUBLE_VEC2, 1, 2}, {"dvec3", GL_DOUBLE_VEC3, 1, 3}, {"dvec4", GL_DOUBLE_VEC4, 1, 4},
   {"dmat2", GL_DOUBLE_MAT2, 2, 2}, {"dmat2x3", GL_DOUBLE_MAT2x3, 2, 3}, {"dmat2x4", GL_DOUBLE_MAT2x4, 2, 4},
   {"dmat3x2", GL_DOUBLE_MAT3x2, 3, 2}, {"dmat3", GL_DOUBLE_MAT3, 3, 3}, {"dmat3x4", GL_DOUBLE_MAT3x4, 3, 4},
   {"dmat4x2", GL_DOUBLE_MAT4x2, 4, 2}, {"dmat4x3", GL_DOUBLE_MAT4x3, 4, 3}, {"dmat4", GL_DOUBLE_MAT4, 4, 4},
};

/* glUniform*dv, or glProgramUniform*dv of `program` where it is not 0. */
static void set(struct ga_context *ctx, GLuint program, unsigned type, GLint at, GLsizei count, GLboolean transpose,
                const GLdouble *v)
{
#define VECTOR(k, name) case k: \
   if (program) GL(ProgramUniform##name, program, at, count, v); else GL(Uniform##name, at, count, v); break;
#define MATRIX(k, name) case k: \
   if (program) GL(ProgramUniformMatrix##name, program, at, count, transpose, v); \
   else GL(UniformMatrix##name, at, count, transpose, v); \
   break;
   switch (type) {
   VECTOR(0, 1dv) VECTOR(1, 2dv) VECTOR(2, 3dv) VECTOR(3, 4dv)
   MATRIX(4, 2dv) MATRIX(5, 2x3dv) MATRIX(6, 2x4dv) MATRIX(7, 3x2dv) MATRIX(8, 3dv) MATRIX(9, 3x4dv) MATRIX(10, 4x2dv)
   MATRIX(11, 4x3dv) MATRIX(12, 4dv)
   }
}

/* Uniforms u0 .. u12 of every type, arrays v0 .. v12 of 3 of them, and some of other types. */
static GLuint use_program(struct ga_context *ctx)
{
   static char source[8192];
   const char *text = source, *const fragment = "#version 330 core\nout vec4 c; void main() { c = vec4(1.0); }";
   int n = sprintf(source, "#version 330 core\n#extension GL_ARB_gpu_shader_fp64 : require\n"
                           "uniform float f; uniform bool b; uniform int i; uniform mat2 m;\n");
   for (unsigned t = 0; t < TYPES; t++)
      n += sprintf(source + n, "uniform %s u%u, v%u[3];\n", types[t].name, t, t);
   n += sprintf(source + n, "void main() { double sum = f + m[0].x + i + (b ? 1.0 : 0.0);\n");
   for (unsigned t = 0; t < TYPES; t++) {
      const char *part = t == 0 ? "" : t < VECTORS ? ".x" : "[0].x";
      n += sprintf(source + n, "sum += u%u%s + v%u[0]%s + v%u[2]%s;\n", t, part, t, part, t, part);
   }
   sprintf(source + n, "gl_Position = vec4(float(sum)); }");
   const GLuint program = GL(CreateProgram);
   for (unsigned s = 0; s < 2; s++) {
      const GLuint shader = GL(CreateShader, s ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      GL(ShaderSource, shader, 1, s ? &fragment : &text, NULL);
      GL(CompileShader, shader);
      GL(AttachShader, program, shader);
      GL(DeleteShader, shader);
   }
   GLint good;
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &good);
   assert_int_equal(good, 1);
   GL(UseProgram, program);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

static GLint find(struct ga_context *ctx, GLuint program, const char *name)
{
   const GLint at = GL(GetUniformLocation, program, name);
   assert_true(at >= 0);
   return at;
}

static GLint location(struct ga_context *ctx, GLuint program, char kind, unsigned type)
{
   char name[8];
   sprintf(name, "%c%u", kind, type);
   return find(ctx, program, name);
}

static double value_of(unsigned i) { return 1.0 / (i + 3) - 2.0; }

/* ---- tests ---------------------------------------------------------------------------------------------------------------- */

/* Every command on every type. */
static void commands(void **state)
{
   CONTEXT;
   const GLuint program = use_program(ctx);
   GLdouble v[3 * MOST], got[MOST];
   for (unsigned i = 0; i < 3 * MOST; i++)
      v[i] = value_of(i);
   for (unsigned t = 0; t < TYPES; t++) {
      const GLint u = location(ctx, program, 'u', t), array = location(ctx, program, 'v', t);
      const unsigned count = types[t].columns * types[t].rows;
      for (unsigned s = 0; s < TYPES; s++) {
         set(ctx, s & 1 ? program : 0, s, u, 1, GL_FALSE, v);
         assert_gl_error(s == t ? GL_NO_ERROR : GL_INVALID_OPERATION);
      }
      GL(GetUniformdv, program, u, got);
      assert_memory_equal(got, v, count * sizeof(*v));
      set(ctx, 0, t, u, 2, GL_FALSE, v); /* no array */
      assert_gl_error(GL_INVALID_OPERATION);
      set(ctx, 0, t, array, -1, GL_FALSE, v);
      assert_gl_error(GL_INVALID_VALUE);
      set(ctx, 0, t, -1, 1, GL_FALSE, v);
      assert_gl_error(GL_NO_ERROR);
      set(ctx, program, t, array + 1, 3, GL_FALSE, v); /* the last one is beyond the end */
      assert_gl_error(GL_NO_ERROR);
      GL(GetUniformdv, program, array + 2, got);
      assert_memory_equal(got, v + count, count * sizeof(*v));
      GL(GetUniformdv, program, array, got);
      assert_memory_equal(got, ((GLdouble[MOST]){0}), count * sizeof(*v));
      if (t < VECTORS)
         continue;
      set(ctx, 0, t, array, 3, GL_TRUE, v);
      assert_gl_error(GL_NO_ERROR);
      for (GLint e = 0; e < 3; e++) {
         GL(GetUniformdv, program, array + e, got);
         for (unsigned c = 0; c < types[t].columns; c++)
            for (unsigned r = 0; r < types[t].rows; r++)
               assert_true(got[c * types[t].rows + r] == v[(unsigned)e * count + r * types[t].columns + c]);
      }
   }
   GLint type = 0;
   for (GLuint i = 0; i < TYPES * 2 + 4; i++) {
      GL(GetActiveUniformsiv, program, 1, &i, GL_UNIFORM_TYPE, &type);
      char name[8];
      GL(GetActiveUniformName, program, i, sizeof(name), NULL, name);
      if (name[0] == 'u' || name[0] == 'v')
         assert_int_equal(type, types[atoi(name + 1)].type);
   }
   assert_gl_error(GL_NO_ERROR);
}

/* Commands of doubles set doubles only, other commands none. */
static void other_types(void **state)
{
   CONTEXT;
   const GLuint program = use_program(ctx);
   static const GLfloat floats[4] = {1, 1, 1, 1};
   static const char *const names[] = {"f", "b", "i", "m"};
   for (unsigned k = 0; k < 4; k++) {
      const GLint at = find(ctx, program, names[k]);
      if (k < 3)
         GL(Uniform1d, at, 2.0);
      else
         GL(UniformMatrix2dv, at, 1, GL_FALSE, (GLdouble[4]){1, 2, 3, 4});
      assert_gl_error(GL_INVALID_OPERATION);
   }
   GL(Uniform1f, location(ctx, program, 'u', 0), 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(Uniform1i, location(ctx, program, 'u', 0), 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(UniformMatrix2fv, location(ctx, program, 'u', 4), 1, GL_FALSE, floats);
   assert_gl_error(GL_INVALID_OPERATION);
   GLdouble value = -1;
   GL(GetUniformdv, program, location(ctx, program, 'u', 0), &value);
   assert_true(value == 0);
}

/* 2.2.1: doubles become floats and rounded integers, and others doubles. */
static void conversions(void **state)
{
   CONTEXT;
   const GLuint program = use_program(ctx);
   const GLint u = location(ctx, program, 'u', 3);
   GLdouble d[4];
   GLfloat f[4];
   GLint i[4];
   GLuint ui[4];
   GL(Uniform4d, u, 2.5e9, -3.75, 1.0 / 3, -1e300);
   GL(GetUniformfv, program, u, f);
   assert_true(f[0] == 2.5e9f && f[1] == -3.75f && f[2] == 1.0f / 3);
   GL(GetUniformiv, program, u, i);
   assert_true(i[0] == INT32_MAX && i[1] == -4 && i[2] == 0 && i[3] == INT32_MIN);
   GL(GetUniformuiv, program, u, ui);
   assert_true(ui[0] == 2500000000u && ui[2] == 0);
   GL(Uniform1f, find(ctx, program, "f"), 0.1f);
   GL(GetUniformdv, program, find(ctx, program, "f"), d);
   assert_true(d[0] == (double)0.1f);
   GL(Uniform1i, find(ctx, program, "i"), -7);
   GL(GetUniformdv, program, find(ctx, program, "i"), d);
   assert_true(d[0] == -7);
   GL(Uniform1i, find(ctx, program, "b"), 5);
   GL(GetUniformdv, program, find(ctx, program, "b"), d);
   assert_true(d[0] == 1);
   assert_gl_error(GL_NO_ERROR);
   d[0] = -9;
   GL(GetUniformdv, program, 10000, d);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GetUniformdv, 4711, u, d);
   assert_gl_error(GL_INVALID_VALUE);
   GL(ProgramUniform1d, 4711, u, 1);
   assert_gl_error(GL_INVALID_VALUE);
   assert_true(d[0] == -9);
   GL(UseProgram, 0);
   GL(Uniform1d, u, 1);
   assert_gl_error(GL_INVALID_OPERATION);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {TEST(commands), TEST(other_types), TEST(conversions)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

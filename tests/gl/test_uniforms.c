/* test_uniforms.c: uniforms of each type and form (single, array, in a structure, in an array of structures), in both stages, set
 * in each way that OpenGL ES 2.0, 2.10.4 allows, read back by pixels and by glGetUniform. Each component of each element has
 * a unique value and a pixel. */
#include "pixel_test.h"

/* An element: glUniform's suffix, components, columns (0: not a matrix). */
static const struct type { const char *name; char kind; int components, columns; } types[] = {
   {"float", 'f', 1, 0}, {"vec2", 'f', 2, 0}, {"vec3", 'f', 3, 0}, {"vec4", 'f', 4, 0},
   {"int", 'i', 1, 0}, {"ivec2", 'i', 2, 0}, {"ivec3", 'i', 3, 0}, {"ivec4", 'i', 4, 0},
   {"bool", 'b', 1, 0}, {"bvec2", 'b', 2, 0}, {"bvec3", 'b', 3, 0}, {"bvec4", 'b', 4, 0},
   {"mat2", 'f', 4, 2}, {"mat3", 'f', 9, 3}, {"mat4", 'f', 16, 4},
};

/* Declarations of the type; the elements are `base` or base[0 ..]. Setters must not change neighbours. */
static const struct form { const char *declaration, *base; int elements; const char *neighbour;
} forms[] = {
   {"uniform %s u;", "u", 1, "0.0"},
   {"uniform %s u[3];", "u", 3, "0.0"},
   {"struct S { float before; %s m; float after; }; uniform S u;", "u.m", 1, "u.before + u.after"},
   {"struct S { float before; %s m[3]; float after; }; uniform S u[2];", "u[1].m", 3,
    "u[1].before + u[1].after + u[0].before"},
};

enum { SCALARS, VECTORS, TOO_MANY, FROM_THE_MIDDLE, OTHER_TYPE, WAYS };

static float value_of(const struct type *t, int element, int component)
{
   int n = element * 16 + component;
   if (t->kind == 'b')
      return (float)(n * 5 % 3 % 2);
   if (t->kind == 'i')
      return (float)(n * (n % 2 ? -3 : 3) + 1); /* of both signs */
   return (float)n + 0.25f;
}

static void element_name(char *name, size_t size, const struct form *form, int element)
{
   if (form->elements > 1)
      snprintf(name, size, "%s[%d]", form->base, element);
   else
      snprintf(name, size, "%s", form->base);
}

/* The text of float choose(float k), which returns component k % 16 of element k / 16. */
static void choose_function(char *text, size_t size, const struct type *t, const struct form *form)
{
   static const char letters[] = "xyzw";
   int at = snprintf(text, size, "float choose(float k) { float v = 99.0;\n");
   for (int e = 0; e < form->elements; e++)
      for (int c = 0; c < t->components; c++) {
         char name[64], part[32] = "";
         element_name(name, sizeof name, form, e);
         if (t->columns)
            snprintf(part, sizeof part, "[%d][%d]", c / t->columns, c % t->columns);
         else if (t->components > 1)
            snprintf(part, sizeof part, ".%c", letters[c]);
         at += snprintf(text + at, size - (size_t)at, "if (k == %d.0) v = float(%s%s);\n", e * 16 + c, name, part);
      }
   snprintf(text + at, size - (size_t)at, "return v + %s; }\n", form->neighbour);
}

static GLuint build(const struct type *t, const struct form *form, bool vertex)
{
   static char function[8192], vs[10000], fs[10000];
   char declaration[128];
   choose_function(function, sizeof function, t, form);
   snprintf(declaration, sizeof declaration, form->declaration, t->name);
   snprintf(vs, sizeof vs, "%s\n%s attribute vec4 pos; attribute float val; varying float v;\n"
            "void main() { gl_Position = pos; gl_PointSize = 1.0; v = %s; }",
            vertex ? declaration : "", vertex ? function : "", vertex ? "choose(val)" : "val");
   /* Magnitude in red, sign in green, fraction in blue. */
   snprintf(fs, sizeof fs, "precision highp float; precision highp int; varying float v;\n%s\n%s"
            "void main() { float r = %s; float a = abs(r);\n"
            "gl_FragColor = vec4(floor(a + 0.001) / 255.0, r < 0.0, fract(a + 0.001), 1.0); }",
            vertex ? "" : declaration, vertex ? "" : function, vertex ? "v" : "choose(floor(v + 0.5))");
   return pixel_program(vs, fs);
}

static void set_elements(const struct type *t, GLint location, int count, const float *f)
{
   GLint i[4 * 16];
   if (t->columns) {
      (t->columns == 2   ? glUniformMatrix2fv
       : t->columns == 3 ? glUniformMatrix3fv
                         : glUniformMatrix4fv)(location, count, GL_FALSE, f);
      return;
   }
   for (int k = 0; k < count * t->components; k++)
      i[k] = (GLint)f[k];
   static const PFNGLUNIFORM1FVPROC fv[] = {glUniform1fv, glUniform2fv, glUniform3fv, glUniform4fv};
   static const PFNGLUNIFORM1IVPROC iv[] = {glUniform1iv, glUniform2iv, glUniform3iv, glUniform4iv};
   if (t->kind == 'f')
      fv[t->components - 1](location, count, f);
   else
      iv[t->components - 1](location, count, i);
}

static void set_scalars(const struct type *t, GLint location, const float *f)
{
   bool floats = t->kind == 'f';
   switch (t->components) {
   case 1: floats ? glUniform1f(location, f[0]) : glUniform1i(location, (GLint)f[0]); break;
   case 2: floats ? glUniform2f(location, f[0], f[1]) : glUniform2i(location, (GLint)f[0], (GLint)f[1]); break;
   case 3:
      floats ? glUniform3f(location, f[0], f[1], f[2]) : glUniform3i(location, (GLint)f[0], (GLint)f[1], (GLint)f[2]);
      break;
   default:
      floats ? glUniform4f(location, f[0], f[1], f[2], f[3])
             : glUniform4i(location, (GLint)f[0], (GLint)f[1], (GLint)f[2], (GLint)f[3]);
   }
}

/* False: the way does not apply to the type. */
static bool set_all(GLuint program, const struct type *t, const struct form *form, int way)
{
   float f[4 * 16], wrong[4 * 16];
   GLint first[3];
   for (int e = 0; e < form->elements; e++) {
      char name[64];
      element_name(name, sizeof name, form, e);
      first[e] = glGetUniformLocation(program, name);
      assert_int_not_equal(first[e], -1);
   }
   for (int k = 0; k < 4 * t->components; k++) {
      int e = k / t->components;
      wrong[k] = 17;
      f[k] = e < form->elements ? value_of(t, e, k % t->components) : 55;
      if (t->kind == 'b' && f[k] != 0)
         f[k] = k % 2 ? -3 : 0x10000; /* anything but 0 is true */
   }
   switch (way) {
   case SCALARS:
      if (t->columns)
         return false;
      for (int e = 0; e < form->elements; e++)
         set_scalars(t, first[e], f + e * t->components);
      return true;
   case VECTORS:
      set_elements(t, first[0], form->elements, f);
      return true;
   case TOO_MANY: /* values beyond the array are ignored */
      if (form->elements == 1)
         return false;
      set_elements(t, first[0], form->elements + 1, f);
      return true;
   case FROM_THE_MIDDLE:
      if (form->elements == 1)
         return false;
      set_elements(t, first[0], form->elements, wrong);
      set_elements(t, first[1], form->elements, f + t->components);
      set_elements(t, first[0], 1, f);
      return true;
   default: /* booleans accept floats */
      if (t->kind != 'b')
         return false;
      for (int k = 0; k < 4 * t->components; k++)
         f[k] = f[k] != 0 ? -0.125f : 0;
      set_elements(&(struct type){t->name, 'f', t->components, 0}, first[0], form->elements, f);
      return true;
   }
}

static void expect_values(GLuint program, const struct type *t, const struct form *form, const char *what)
{
   float points[64 * 3];
   int count = 0;
   for (int e = 0; e < form->elements; e++)
      for (int c = 0; c < t->components; c++, count++) {
         points[count * 3] = ((float)(count % SIZE) + 0.5f) * 2 / SIZE - 1;
         points[count * 3 + 1] = ((float)(count / SIZE) + 0.5f) * 2 / SIZE - 1;
         points[count * 3 + 2] = (float)(e * 16 + c);
      }
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 12, points);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 12, points + 2);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_POINTS, 0, count);
   count = 0;
   for (int e = 0; e < form->elements; e++) {
      char name[64], place[256];
      GLfloat f[16];
      GLint i[16];
      element_name(name, sizeof name, form, e);
      glGetUniformfv(program, glGetUniformLocation(program, name), f);
      glGetUniformiv(program, glGetUniformLocation(program, name), i);
      for (int c = 0; c < t->components; c++, count++) {
         float v = value_of(t, e, c), a = v < 0 ? -v : v;
         const float wanted[4] = {(float)(int)a / 255, v < 0, a - (float)(int)a, 1};
         snprintf(place, sizeof place, "%s, %s component %d", what, name, c);
         pixel_expect(pixel_read(count % SIZE, count / SIZE), wanted, place);
         if (f[c] != v || i[c] != (GLint)v)
            fail_msg("%s: glGetUniform gives %g and %d instead of %g", place, f[c], i[c], v);
      }
   }
}

static void every_type_and_form(void **state)
{
   for (unsigned t = 0; t < sizeof(types) / sizeof(types[0]); t++)
      for (unsigned form = 0; form < sizeof(forms) / sizeof(forms[0]); form++)
         for (int vertex = 0; vertex < 2; vertex++) {
            GLuint program = build(&types[t], &forms[form], vertex);
            for (int way = 0; way < WAYS; way++) {
               char what[160];
               snprintf(what, sizeof what, "%s, %s, %s shader, way %d", types[t].name, forms[form].base,
                        vertex ? "vertex" : "fragment", way);
               if (set_all(program, &types[t], &forms[form], way))
                  expect_values(program, &types[t], &forms[form], what);
            }
            assert_int_equal(glGetError(), GL_NO_ERROR);
            glDeleteProgram(program);
         }
}

/* ES 2.0, 2.10.4: matrices are not transposed, not even those of location -1, which are ignored. */
static void transposed_matrices(void **state)
{
   static const GLfloat zero[16];
   GLuint program = pixel_program("attribute vec4 pos; uniform mat4 m; void main() { gl_Position = m * pos; }",
                                  "precision highp float; void main() { gl_FragColor = vec4(1.0); }");
   const GLint locations[] = {glGetUniformLocation(program, "m"), -1};
   for (unsigned i = 0; i < 2; i++) {
      glUniformMatrix2fv(locations[i], 1, GL_TRUE, zero);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      glUniformMatrix3fv(locations[i], 1, GL_TRUE, zero);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      glUniformMatrix4fv(locations[i], 1, GL_TRUE, zero);
      assert_int_equal(glGetError(), GL_INVALID_VALUE);
      glUniformMatrix4fv(locations[i], 1, GL_FALSE, zero);
      assert_int_equal(glGetError(), GL_NO_ERROR);
   }
}

/* Values are state of the program object: use of other programs keeps them, linking resets them to 0 (2.10.4). */
static void values_belong_to_programs(void **state)
{
   static const char vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
   static const char fs[] = "precision highp float; uniform vec4 c; void main() { gl_FragColor = c; }";
   GLuint a = pixel_program(vs, fs);
   glUniform4f(glGetUniformLocation(a, "c"), 1, 0, 0.5f, 1);
   GLuint b = pixel_program(vs, fs);
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0, 0, 0, 0}, "never set");
   glUniform4f(glGetUniformLocation(b, "c"), 0, 1, 0, 1);
   glUseProgram(a);
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(1, 1), (float[]){1, 0, 0.5f, 1}, "set before the other program");
   glUniform4f(-1, 9, 9, 9, 9); /* location -1 is ignored */
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(1, 1), (float[]){1, 0, 0.5f, 1}, "location -1");
   glLinkProgram(a);
   glUseProgram(a);
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0, 0, 0, 0}, "linked anew");
   glUseProgram(b);
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(1, 1), (float[]){0, 1, 0, 1}, "the other program's");
   glDeleteProgram(a);
   glDeleteProgram(b);
}

/* Many draws of one submission, each with other values. */
static void values_between_draws(void **state)
{
   GLuint program = pixel_program(
      "attribute vec4 pos; uniform vec2 at[2]; void main() { gl_Position = vec4(pos.xy * 0.125 + at[1], 0.0, 1.0); }",
      "precision highp float; uniform vec4 c[3]; void main() { gl_FragColor = c[2]; }");
   GLint at = glGetUniformLocation(program, "at[1]"), c = glGetUniformLocation(program, "c[2]");
   for (int i = 0; i < SIZE * SIZE; i++) {
      glUniform2f(at, ((float)(i % SIZE) + 0.5f) * 2 / SIZE - 1, ((float)(i / SIZE) + 0.5f) * 2 / SIZE - 1);
      glUniform4f(c, (float)i / 64, 1 - (float)i / 64, (float)(i % 3) / 2, 1);
      pixel_rectangle(-1, -1, 1, 1, 0);
   }
   for (int i = 0; i < SIZE * SIZE; i++)
      pixel_expect(pixel_read(i % SIZE, i / SIZE), (float[]){(float)i / 64, 1 - (float)i / 64, (float)(i % 3) / 2, 1},
                   "draw");
   glDeleteProgram(program);
}

/* ---- samplers ---------------------------------------------------------------------------------------------------- */

static void colour_units(GLuint *names)
{
   glGenTextures(16, names);
   for (GLuint u = 0; u < 8; u++)
      for (GLuint cube = 0; cube < 2; cube++) {
         GLenum target = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
         const uint8_t texel[4] = {(uint8_t)(u * 30), (uint8_t)(cube * 255), (uint8_t)(255 - u * 30), 255};
         glActiveTexture(GL_TEXTURE0 + u);
         glBindTexture(target, names[u * 2 + cube]);
         glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
         for (GLenum face = 0; face < (cube ? 6 : 1); face++)
            glTexImage2D(cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA,
                         GL_UNSIGNED_BYTE, texel);
      }
   glActiveTexture(GL_TEXTURE0);
}

static void expect_unit(int unit, bool cube, const char *what)
{
   pixel_rectangle(-1, -1, 1, 1, 0);
   pixel_expect(pixel_read(2, 2), (float[]){(float)unit * 30 / 255, cube, 1 - (float)unit * 30 / 255, 1}, what);
}

/* Elements of arrays, members of structures, samplers as function arguments; units in any order, shared or not. */
static void samplers(void **state)
{
   static const char vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
   static const struct { const char *declaration, *call, *name; bool cube;
   } rows[] = {
      {"uniform sampler2D s;", "texture2D(s, vec2(0.5))", "s", false},
      {"uniform samplerCube s;", "textureCube(s, vec3(1.0))", "s", true},
      {"uniform sampler2D s[4];", "texture2D(s[0], vec2(0.5))", "s[0]", false},
      {"uniform sampler2D s[4];", "texture2D(s[2], vec2(0.5))", "s[2]", false},
      {"uniform samplerCube s[3];", "textureCube(s[2], vec3(1.0))", "s[2]", true},
      {"struct S { float f; sampler2D t; vec4 v; }; uniform S s;", "texture2D(s.t, vec2(0.5))", "s.t", false},
      {"struct S { samplerCube t[2]; float f; }; uniform S s[2];", "textureCube(s[1].t[1], vec3(1.0))", "s[1].t[1]",
       true},
      {"uniform sampler2D s; vec4 get(sampler2D x) { return texture2D(x, vec2(0.5)); }", "get(s)", "s", false},
      {"struct S { sampler2D t; float f; }; uniform S s[2]; vec4 get(sampler2D x) { return texture2D(x, vec2(0.5)); }",
       "get(s[1].t)", "s[1].t", false},
   };
   GLuint names[16];
   colour_units(names);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char fs[512];
      GLint value;
      snprintf(fs, sizeof fs, "precision highp float; %s void main() { gl_FragColor = %s; }", rows[i].declaration,
               rows[i].call);
      GLuint program = pixel_program(vs, fs);
      GLint at = glGetUniformLocation(program, rows[i].name);
      assert_int_not_equal(at, -1);
      expect_unit(0, rows[i].cube, "a sampler's first value");
      for (int u = 7; u >= 0; u -= 3) {
         glUniform1i(at, u);
         expect_unit(u, rows[i].cube, rows[i].declaration);
         glGetUniformiv(program, at, &value);
         assert_int_equal(value, u);
      }
      glDeleteProgram(program);
   }
   /* Sets an array in one call; the shader loops over it with a constant index. */
   GLuint program = pixel_program(vs, "precision highp float; uniform sampler2D s[4]; uniform float want;\n"
                                      "void main() { gl_FragColor = vec4(0.0); for (int i = 0; i < 4; i++) if "
                                      "(float(i) == want) gl_FragColor = texture2D(s[i], vec2(0.5)); }");
   static const GLint units[4] = {5, 0, 7, 3};
   glUniform1iv(glGetUniformLocation(program, "s"), 4, units);
   for (int i = 0; i < 4; i++) {
      glUniform1f(glGetUniformLocation(program, "want"), (float)i);
      expect_unit(units[i], false, "array of samplers");
   }
   /* Samplers of two types on one unit: an error of the draw (2.10.4). */
   glDeleteProgram(program);
   program = pixel_program(vs, "precision highp float; uniform sampler2D s; uniform samplerCube c;\n"
                           "void main() { gl_FragColor = texture2D(s, vec2(0.5)) + textureCube(c, vec3(1.0)); }");
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   glUniform1i(glGetUniformLocation(program, "c"), 6);
   pixel_rectangle(-1, -1, 1, 1, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glDeleteProgram(program);
   /* Vertex shaders sample where the limit of vertex texture units allows. */
   GLint vertex_units;
   glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &vertex_units);
   if (vertex_units) {
      program = pixel_program("attribute vec4 pos; uniform sampler2D s; varying vec4 v; void main() { gl_Position = "
                              "pos; v = texture2D(s, vec2(0.5)); }",
                              "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
      glUniform1i(glGetUniformLocation(program, "s"), 4);
      expect_unit(4, false, "in the vertex shader");
      glDeleteProgram(program);
   }
   glDeleteTextures(16, names);
}

/* Uses as many vectors as the limits state. */
static void as_many_as_the_limits(void **state)
{
   for (int vertex = 0; vertex < 2; vertex++) {
      char function[256], vs[512], fs[512];
      GLint max;
      glGetIntegerv(vertex ? GL_MAX_VERTEX_UNIFORM_VECTORS : GL_MAX_FRAGMENT_UNIFORM_VECTORS, &max);
      int n = max - 1;
      snprintf(function, sizeof function, "uniform vec4 u[%d]; uniform int n;\n"
               "vec4 sum() { vec4 s = vec4(0.0); for (int i = 0; i < %d; i++) s += u[i]; return s; }\n", n - 1, n - 1);
      snprintf(vs, sizeof vs, "attribute vec4 pos; varying vec4 v;\n%s void main() { gl_Position = pos; v = %s; }",
               vertex ? function : "", vertex ? "sum()" : "vec4(0.0)");
      snprintf(fs, sizeof fs,
               "precision highp float; precision highp int; varying vec4 v;\n%s void main() { gl_FragColor = %s; }",
               vertex ? "" : function, vertex ? "v" : "v + sum()");
      GLuint program = pixel_program(vs, fs);
      float *values = calloc((size_t)n * 4, sizeof(float));
      float wanted[4] = {0, 0, 0, 0};
      for (int i = 0; i < (n - 1) * 4; i++) {
         values[i] = (i % 4 + 1) * 0.2f / (float)(n - 1) * (float)(i % 8 / 4) * 2;
         wanted[i % 4] += values[i];
      }
      glUniform4fv(glGetUniformLocation(program, "u"), n - 1, values);
      pixel_rectangle(-1, -1, 1, 1, 0);
      pixel_expect(pixel_read(5, 5), wanted, vertex ? "vertex uniform vectors" : "fragment uniform vectors");
      free(values);
      glDeleteProgram(program);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      PIXEL_TEST(every_type_and_form), PIXEL_TEST(values_belong_to_programs), PIXEL_TEST(values_between_draws),
      PIXEL_TEST(samplers), PIXEL_TEST(as_many_as_the_limits), PIXEL_TEST_ES20(transposed_matrices),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* body_attribs64.c: vertex attributes of doubles (ARB_vertex_attrib_64bit): arrays of every size, matrices, divisors, current values,
 * queries, errors. */
#include <stddef.h>
#include <string.h>

#include "api_capture.h"

#define HEAD "#version 330 core\n#extension GL_ARB_gpu_shader_fp64 : require\n#extension GL_ARB_vertex_attrib_64bit : require\n"
#define COUNT 9

static void require(void)
{
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_vertex_attrib_64bit");
}

static double value_of(unsigned vertex, unsigned i) { return 1.0 / (vertex * 40 + i + 1); }

struct vertex { double one; float f[3]; float pad; double two[2], three[3], four[4], matrix[12]; uint8_t bytes[8]; };

#define INPUTS \
   "layout(location = 0) in double one; layout(location = 1) in dvec2 two; layout(location = 2) in dvec3 three;\n" \
   "layout(location = 3) in dvec4 four; layout(location = 4) in vec3 f; layout(location = 5) in dmat3x4 matrix;\n" \
   "layout(location = 8) in vec4 bytes;\n"

static void fill(struct vertex *v)
{
   for (unsigned k = 0; k < COUNT; k++) {
      double *doubles[] = {&v[k].one, v[k].two, v[k].three, v[k].four, v[k].matrix};
      const unsigned counts[] = {1, 2, 3, 4, 12};
      for (unsigned i = 0, n = 0; i < 5; i++)
         for (unsigned j = 0; j < counts[i]; j++)
            doubles[i][j] = value_of(k, n++);
      for (unsigned i = 0; i < 3; i++)
         v[k].f[i] = (float)(k * 3 + i);
      for (unsigned i = 0; i < 8; i++)
         v[k].bytes[i] = (uint8_t)(k + i);
   }
}

/* Columns of a dvec4 take one location each; floats lie between the doubles of a buffer, and between the locations. */
static void draw_arrays(void)
{
   static const char source[] = HEAD INPUTS
      "out double o1; out dvec2 o2; out dvec3 o3; out dvec4 o4, m0, m1, m2; out dvec3 of; out dvec4 ob;\n"
      "void main() { o1 = one; o2 = two; o3 = three; o4 = four; m0 = matrix[0]; m1 = matrix[1]; m2 = matrix[2]; of = dvec3(f);\n"
      "ob = dvec4(bytes); gl_Position = vec4(0.0); }";
   static const char *const varyings[] = {"o1", "o2", "o3", "o4", "m0", "m1", "m2", "of", "ob"};
   static struct vertex v[COUNT];
   static double got[COUNT][29];
   require();
   fill(v);
   for (unsigned way = 0; way < 2; way++) { /* glVertexAttribLPointer; formats apart from the buffer */
      api_capturing(source, NULL, NULL, 9, varyings);
      api_vertices(v, sizeof(v));
#define AT(member) (const void *)offsetof(struct vertex, member)
      if (way == 0) {
         glVertexAttribLPointer(0, 1, GL_DOUBLE, sizeof(v[0]), AT(one));
         glVertexAttribLPointer(1, 2, GL_DOUBLE, sizeof(v[0]), AT(two));
         glVertexAttribLPointer(2, 3, GL_DOUBLE, sizeof(v[0]), AT(three));
         glVertexAttribLPointer(3, 4, GL_DOUBLE, sizeof(v[0]), AT(four));
         for (unsigned i = 0; i < 3; i++)
            glVertexAttribLPointer(5 + i, 4, GL_DOUBLE, sizeof(v[0]), (const char *)AT(matrix) + 32 * i);
      } else {
         GLint buffer;
         api_require("GL_ARB_vertex_attrib_binding");
         glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &buffer);
         glBindVertexBuffer(12, (GLuint)buffer, 0, sizeof(v[0]));
         glVertexAttribLFormat(0, 1, GL_DOUBLE, offsetof(struct vertex, one));
         glVertexAttribLFormat(1, 2, GL_DOUBLE, offsetof(struct vertex, two));
         glVertexAttribLFormat(2, 3, GL_DOUBLE, offsetof(struct vertex, three));
         glVertexAttribLFormat(3, 4, GL_DOUBLE, offsetof(struct vertex, four));
         for (unsigned i = 0; i < 3; i++)
            glVertexAttribLFormat(5 + i, 4, GL_DOUBLE, (GLuint)offsetof(struct vertex, matrix) + 32 * i);
         for (unsigned i = 0; i < 8; i++)
            if (i != 4)
               glVertexAttribBinding(i, 12);
      }
      glVertexAttribPointer(4, 3, GL_FLOAT, GL_FALSE, sizeof(v[0]), AT(f));
      glVertexAttribPointer(8, 4, GL_UNSIGNED_BYTE, GL_FALSE, sizeof(v[0]), AT(bytes));
      for (unsigned i = 0; i < 9; i++)
         glEnableVertexAttribArray(i);
      api_capture(COUNT, got, sizeof(got));
      for (unsigned k = 0; k < COUNT; k++) {
         for (unsigned i = 0; i < 22; i++)
            api_expect_double("a double", k, got[k][i], value_of(k, i), 0);
         for (unsigned i = 0; i < 3; i++)
            api_expect_double("a float", k, got[k][22 + i], k * 3 + i, 0);
         for (unsigned i = 0; i < 4; i++)
            api_expect_double("a byte", k, got[k][25 + i], k + i, 0);
      }
   }
}

/* Doubles that are the same for an instance, by vertex number, and as one value of all vertices (stride 0 of a current value). */
static void draw_instances(void)
{
   static const char vertex[] = HEAD
      "layout(location = 0) in dvec2 pos; layout(location = 1) in double red; layout(location = 2) in dvec3 rest; out vec4 c;\n"
      "uniform double width; void main() { c = vec4(float(red), vec3(rest)); gl_Position = vec4(vec2(dvec2(pos.x + width * gl_InstanceID, pos.y)),"
      " 0.0, 1.0); }";
   static const char fragment[] = "#version 330 core\nin vec4 c; out vec4 color; void main() { color = c; }";
   static const double corners[] = {-1, -1, -0.5, -1, -1, 1, -0.5, 1}, reds[] = {0, 0.2, 0.4, 0.8};
   GLuint buffer;
   require();
   GLuint program = api_program(vertex, NULL, fragment);
   glUniform1d(glGetUniformLocation(program, "width"), 0.5);
   api_vertices(corners, sizeof(corners));
   glVertexAttribLPointer(0, 2, GL_DOUBLE, 0, NULL);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(reds), reds, GL_STATIC_DRAW);
   glVertexAttribLPointer(1, 1, GL_DOUBLE, 0, NULL);
   glVertexAttribDivisor(1, 1);
   glVertexAttribL3d(2, 0.6, 0.4, 1.0);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 4);
}

static void reference_instances(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t reds[] = {0, 51, 102, 204};
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const uint8_t want[4] = {reds[i % API_SIZE / (API_SIZE / 4)], 153, 102, 255};
      memcpy(rgba[i], want, 4);
   }
}

static void draw_current(void)
{
   static const char source[] = HEAD INPUTS
      "out double o1; out dvec2 o2; out dvec3 o3; out dvec4 o4, m0, m1, m2; out dvec3 of; out dvec4 ob;\n"
      "void main() { o1 = one; o2 = two; o3 = three; o4 = four; m0 = matrix[0]; m1 = matrix[1]; m2 = matrix[2]; of = dvec3(f);\n"
      "ob = dvec4(bytes); gl_Position = vec4(0.0); }";
   static const char *const varyings[] = {"o1", "o2", "o3", "o4", "m0", "m1", "m2", "of", "ob"};
   static double got[2][29], v[22];
   require();
   api_capturing(source, NULL, NULL, 9, varyings);
   for (unsigned way = 0; way < 2; way++) {
      for (unsigned i = 0; i < 22; i++)
         v[i] = value_of(way, i);
      if (way == 0) {
         glVertexAttribL1d(0, v[0]);
         glVertexAttribL2d(1, v[1], v[2]);
         glVertexAttribL3d(2, v[3], v[4], v[5]);
         glVertexAttribL4d(3, v[6], v[7], v[8], v[9]);
      } else {
         glVertexAttribL1dv(0, v);
         glVertexAttribL2dv(1, v + 1);
         glVertexAttribL3dv(2, v + 3);
         glVertexAttribL4dv(3, v + 6);
      }
      for (unsigned i = 0; i < 3; i++)
         glVertexAttribL4dv(5 + i, v + 10 + 4 * i);
      glVertexAttrib3f(4, 1, 2, 3 + (float)way);
      glVertexAttrib4Nub(8, 255, 0, 255, 0);
      api_capture(2, got, sizeof(got));
      for (unsigned k = 0; k < 2; k++) {
         for (unsigned i = 0; i < 22; i++)
            api_expect_double("a current double", k, got[k][i], v[i], 0);
         api_expect_double("a current float", k, got[k][24], 3 + way, 0);
         api_expect_double("a current byte", k, got[k][27], 1, 0);
      }
   }
}

static void draw_queries(void)
{
   static const char source[] = HEAD
      "in dmat4x3 m; in dvec4 v; in double d; in dvec2 after; void main() { gl_Position = vec4(m[3].z + v.w + d + after.y); }";
   static const char plain[] = "#version 330 core\nout vec4 color; void main() { color = vec4(1.0); }";
   static const struct { const char *name; GLenum type; } types[] = {
      {"m", GL_DOUBLE_MAT4x3}, {"v", GL_DOUBLE_VEC4}, {"d", GL_DOUBLE}, {"after", GL_DOUBLE_VEC2}};
   static double buffer[64];
   double d[4] = {0};
   float f[4] = {0};
   GLint i, size, most;
   GLenum type;
   char name[16];
   require();
   GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, source);
   api_attach(program, GL_FRAGMENT_SHADER, plain);
   glBindAttribLocation(program, 2, "m"); /* 2 to 5: a column of a dmat4x3 takes one */
   glBindAttribLocation(program, 6, "v");
   glBindAttribLocation(program, 7, "d");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &i);
   api_expect("attributes beside each other link", i, 1);
   glGetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &i);
   api_expect("active attributes", i, 4);
   for (GLuint k = 0; k < 4; k++) {
      glGetActiveAttrib(program, k, sizeof(name), NULL, &size, &type, name);
      for (unsigned t = 0; t < 4; t++)
         if (!strcmp(types[t].name, name))
            api_expect(name, (long)type, (long)types[t].type);
   }
   api_expect("location of a matrix", glGetAttribLocation(program, "m"), 2);
   api_expect("location of a dvec4", glGetAttribLocation(program, "v"), 6);
   api_expect("location of a double", glGetAttribLocation(program, "d"), 7);

   api_vertices(buffer, sizeof(buffer));
   glVertexAttribLPointer(3, 3, GL_DOUBLE, 40, (const void *)8);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_LONG, &i);
   api_expect("an attribute of doubles", i, 1);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_TYPE, &i);
   api_expect("its type", i, GL_DOUBLE);
   glGetVertexAttribLdv(3, GL_VERTEX_ATTRIB_ARRAY_SIZE, d);
   api_expect("its size", (long)d[0], 3);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &i);
   api_expect("not of integers", i, 0);
   glVertexAttribPointer(3, 3, GL_DOUBLE, GL_FALSE, 40, (const void *)8);
   glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_LONG, &i);
   api_expect("doubles converted to floats", i, 0);
   glVertexAttribL4d(5, 0.1, -1.0 / 3, 1e300, 4);
   glGetVertexAttribLdv(5, GL_CURRENT_VERTEX_ATTRIB, d);
   api_expect("a current value", d[0] == 0.1 && d[1] == -1.0 / 3 && d[2] == 1e300 && d[3] == 4, 1);
   glVertexAttrib2f(5, 0.5f, 2);
   glGetVertexAttribfv(5, GL_CURRENT_VERTEX_ATTRIB, f);
   api_expect("a current value of floats again", f[0] == 0.5f && f[1] == 2 && f[2] == 0 && f[3] == 1, 1);
   api_expect_error(GL_NO_ERROR, "values and queries");

   glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &most);
   glVertexAttribLPointer(0, 4, GL_FLOAT, 0, NULL);
   api_expect_error(GL_INVALID_ENUM, "floats");
   glVertexAttribLPointer(0, 4, GL_INT, 0, NULL);
   api_expect_error(GL_INVALID_ENUM, "integers");
   glVertexAttribLPointer(0, 5, GL_DOUBLE, 0, NULL);
   api_expect_error(GL_INVALID_VALUE, "five components");
   glVertexAttribLPointer(0, 4, GL_DOUBLE, -1, NULL);
   api_expect_error(GL_INVALID_VALUE, "a negative stride");
   glVertexAttribLPointer((GLuint)most, 4, GL_DOUBLE, 0, NULL);
   api_expect_error(GL_INVALID_VALUE, "an attribute beyond");
   glVertexAttribIPointer(0, 4, GL_DOUBLE, 0, NULL);
   api_expect_error(GL_INVALID_ENUM, "doubles as integers");
   glVertexAttribL1d((GLuint)most, 0);
   api_expect_error(GL_INVALID_VALUE, "a current value beyond");
   glGetVertexAttribLdv((GLuint)most, GL_CURRENT_VERTEX_ATTRIB, d);
   api_expect_error(GL_INVALID_VALUE, "a query beyond");
   glGetVertexAttribLdv(0, GL_ARRAY_BUFFER, d);
   api_expect_error(GL_INVALID_ENUM, "no parameter of attributes");
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribLPointer(0, 4, GL_DOUBLE, 0, buffer);
   api_expect_error(GL_INVALID_OPERATION, "client memory");
   glBindVertexArray(0);
   glVertexAttribLPointer(0, 4, GL_DOUBLE, 0, NULL);
   api_expect_error(GL_INVALID_OPERATION, "no vertex array");
}

const struct api_body api_bodies_attribs64[] = {
   {"attribs64-arrays", CORE, 33, 0, 0, draw_arrays, NULL},
   {"attribs64-instances", CORE, 33, 1, 0, draw_instances, reference_instances},
   {"attribs64-current", CORE, 33, 0, 0, draw_current, NULL},
   {"attribs64-queries", CORE, 33, 0, 0, draw_queries, NULL},
   {0}};

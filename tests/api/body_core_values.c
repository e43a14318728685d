/* body_core_values.c: vertex attributes of every type of desktop OpenGL 3.3, as arrays and as current values. */
#include <math.h>
#include <string.h>

#include "api_test.h"

enum { POINTS = 16, TYPES = 15 };

/* A type of the arrays: how many components, and the factor that brings its values into -1 .. 1. */
static const struct type { GLenum type; GLint size; GLboolean normalized; float scale; unsigned element_B; } types[TYPES] = {
   {GL_DOUBLE, 4, 0, 1, 32}, {GL_DOUBLE, 1, 0, 1, 8}, {GL_DOUBLE, 3, 0, 1, 24},
   {GL_INT, 4, 1, 1, 16}, {GL_UNSIGNED_INT, 4, 1, 1, 16}, {GL_INT, 2, 0, 1.0f / 2147483648.0f, 8},
   {GL_UNSIGNED_INT, 3, 0, 1.0f / 4294967296.0f, 12}, {GL_SHORT, 3, 1, 1, 6}, {GL_BYTE, 3, 1, 1, 3},
   {GL_UNSIGNED_BYTE, GL_BGRA, 1, 1, 4}, {GL_INT_2_10_10_10_REV, 4, 1, 1, 4}, {GL_UNSIGNED_INT_2_10_10_10_REV, 4, 0, 1.0f / 1024, 4},
   {GL_INT_2_10_10_10_REV, GL_BGRA, 1, 1, 4}, {GL_HALF_FLOAT, 2, 0, 1, 4},
   {GL_UNSIGNED_INT_10F_11F_11F_REV, 3, 0, 1, 4},
};

static uint8_t data[TYPES][POINTS * 32];
static double values[TYPES][POINTS][4];

static double snorm(double v, double most) { return v / most < -1 ? -1 : v / most; }

static void pack_fields(const struct type *t, uint8_t *out, double v[4])
{
   uint32_t word = 0;
   bool sign = t->type == GL_INT_2_10_10_10_REV;
   double fields[4];
   for (unsigned c = 0; c < 4; c++) {
      unsigned bits = c < 3 ? 10 : 2, code = api_random(1u << bits);
      word |= code << (10 * c);
      fields[c] = sign && code >> (bits - 1) ? (double)code - (1 << bits) : code;
      if (t->normalized)
         fields[c] = sign ? snorm(fields[c], (1 << (bits - 1)) - 1) : fields[c] / ((1 << bits) - 1);
   }
   memcpy(out, &word, 4);
   for (unsigned c = 0; c < 4; c++)
      v[c] = fields[t->size == GL_BGRA && c < 3 ? 2 - c : c];
}

/* Floats of 11, 11 and 10 bits from 0.5 to 1. */
static void pack_floats(uint8_t *out, double v[4])
{
   static const unsigned mantissa[3] = {6, 6, 5};
   uint32_t word = 0;
   for (unsigned c = 0; c < 3; c++) {
      const unsigned fraction = api_random(1u << mantissa[c]);
      word |= (14u << mantissa[c] | fraction) << (11 * c);
      v[c] = 0.5 + fraction / (2.0 * (1 << mantissa[c]));
   }
   memcpy(out, &word, 4);
}

static void pack(const struct type *t, unsigned c, uint8_t *out, double *v)
{
   switch (t->type) {
   case GL_DOUBLE: {
      double d = (double)api_random(2001) / 1000 - 1;
      memcpy(out + 8 * c, &d, 8);
      *v = d;
      break;
   }
   case GL_INT:
   case GL_UNSIGNED_INT: {
      uint32_t code = api_random(65536) << 16 | api_random(65536);
      memcpy(out + 4 * c, &code, 4);
      *v = t->type == GL_INT ? (double)(int32_t)code : code;
      if (t->normalized)
         *v = t->type == GL_INT ? snorm(*v, 2147483647.0) : *v / 4294967295.0;
      break;
   }
   case GL_SHORT: {
      int16_t code = (int16_t)api_random(65536);
      memcpy(out + 2 * c, &code, 2);
      *v = snorm(code, 32767);
      break;
   }
   case GL_HALF_FLOAT: {
      uint16_t code = (uint16_t)(0x3800 + api_random(0x400)); /* 0.5 to 1 */
      memcpy(out + 2 * c, &code, 2);
      *v = 0.5 + (code - 0x3800) / 2048.0;
      break;
   }
   case GL_BYTE: out[c] = (uint8_t)api_random(256); *v = snorm((int8_t)out[c], 127); break;
   default: /* GL_BGRA of bytes: c is the component of the colour */
      out[c < 3 ? 2 - c : c] = (uint8_t)api_random(256);
      *v = out[c < 3 ? 2 - c : c] / 255.0;
   }
}

static void make_data(void)
{
   for (unsigned t = 0; t < TYPES; t++)
      for (unsigned p = 0; p < POINTS; p++) {
         double *v = values[t][p];
         uint8_t *out = &data[t][p * types[t].element_B];
         v[0] = v[1] = v[2] = 0;
         v[3] = 1;
         if (types[t].type == GL_INT_2_10_10_10_REV || types[t].type == GL_UNSIGNED_INT_2_10_10_10_REV)
            pack_fields(&types[t], out, v);
         else if (types[t].type == GL_UNSIGNED_INT_10F_11F_11F_REV)
            pack_floats(out, v);
         else
            for (unsigned c = 0; c < (types[t].size == GL_BGRA ? 4 : (unsigned)types[t].size); c++)
               pack(&types[t], c, out, &v[c]);
      }
}

static const char vs[] = "#version 330 core\nin vec2 pos; in vec4 val; out vec4 shade; uniform float scale, y;"
                         "void main() { gl_Position = vec4(pos.x, y, 0.0, 1.0); gl_PointSize = 2.0; shade = val * scale * 0.5 + 0.5; }";
static const char fs[] = "#version 330 core\nin vec4 shade; out vec4 color; void main() { color = shade; }";

static GLuint begin(void)
{
   GLfloat at[POINTS][2];
   GLuint program = api_program(vs, NULL, fs);
   for (unsigned p = 0; p < POINTS; p++) {
      at[p][0] = -1 + ((float)p * 2 + 1) / POINTS;
      at[p][1] = 0;
   }
   api_vertices(at, sizeof(at));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_PROGRAM_POINT_SIZE);
   return program;
}

static void draw_arrays(void)
{
   api_require("GL_ARB_vertex_type_10f_11f_11f_rev");
   GLuint buffer, program = begin();
   make_data();
   glEnableVertexAttribArray(1);
   for (unsigned t = 0; t < TYPES; t++) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_ARRAY_BUFFER, buffer);
      glBufferData(GL_ARRAY_BUFFER, sizeof(data[t]), data[t], GL_STATIC_DRAW);
      glVertexAttribPointer(1, types[t].size, types[t].type, types[t].normalized, 0, NULL);
      glUniform1f(glGetUniformLocation(program, "scale"), types[t].scale);
      glUniform1f(glGetUniformLocation(program, "y"), -1 + ((float)t * 2 + 1) / 16);
      glDrawArrays(GL_POINTS, 0, POINTS);
   }
   GLint size = 0;
   glVertexAttribPointer(1, GL_BGRA, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
   glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_SIZE, &size);
   if (size != GL_BGRA)
      api_fail("size %d", size);
   static const struct { GLint size; GLenum type; GLboolean normalized; GLenum error; } wrong[] = {
      {GL_BGRA, GL_FLOAT, 1, GL_INVALID_OPERATION}, {GL_BGRA, GL_UNSIGNED_BYTE, 0, GL_INVALID_OPERATION},
      {3, GL_INT_2_10_10_10_REV, 1, GL_INVALID_OPERATION}, {5, GL_FLOAT, 0, GL_INVALID_VALUE}, {1, GL_FIXED, 0, GL_INVALID_ENUM},
   };
   for (unsigned i = 0; i < 4; i++) {
      glVertexAttribPointer(1, wrong[i].size, wrong[i].type, wrong[i].normalized, 0, NULL);
      GLenum error = glGetError();
      if (error != wrong[i].error)
         api_fail("wrong format %u: error 0x%x", i, error);
   }
}

static void reference_arrays(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      unsigned t = i / API_SIZE / 2, p = i % API_SIZE / 2;
      for (unsigned c = 0; c < 4 && t < TYPES; c++) {
         double v = values[t][p][c] * types[t].scale * 0.5 + 0.5;
         rgba[i][c] = (uint8_t)((v < 0 ? 0 : v > 1 ? 1 : v) * 255 + 0.5);
      }
   }
}

/* Current values: a row of points in one colour for each command. */
static void draw_current(void)
{
   static const GLshort s[4] = {1, -1, 0, 1};
   static const GLdouble d[4] = {0.25, -0.75, 0.125, 0.5};
   static const GLbyte b[4] = {-64, 32, 127, 0};
   static const GLubyte ub[4] = {51, 102, 153, 204};
   static const GLuint ui[4] = {0x40000000, 0x80000000, 0xc0000000, 0xffffffff};
   static const GLint in[4] = {0x40000000, -0x40000000, 0x60000000, INT32_MAX};
   static const GLushort us[4] = {13107, 26214, 39321, 52428};
   GLuint program = begin(), packed = 100u | (0x3ffu & -200u) << 10 | 300u << 20 | 1u << 30;
   glUniform1f(glGetUniformLocation(program, "scale"), 1);
   for (unsigned i = 0; i < 16; i++) {
      switch (i) {
      case 0: glVertexAttrib1s(1, 1); break;
      case 1: glVertexAttrib4sv(1, s); break;
      case 2: glVertexAttrib2d(1, 0.5, -0.5); break;
      case 3: glVertexAttrib4dv(1, d); break;
      case 4: glVertexAttrib4Nbv(1, b); break;
      case 5: glVertexAttrib4Nubv(1, ub); break;
      case 6: glVertexAttrib4Nuiv(1, ui); break;
      case 7: glVertexAttrib4Niv(1, in); break;
      case 8: glVertexAttrib4Nusv(1, us); break;
      case 9: glVertexAttrib4Nub(1, 255, 51, 0, 102); break;
      case 10: glVertexAttribP4ui(1, GL_INT_2_10_10_10_REV, GL_TRUE, packed); break;
      case 11: glVertexAttribP3ui(1, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, packed); break;
      case 12: glVertexAttrib3s(1, -1, 0, 1); break;
      case 13: glVertexAttrib1d(1, -0.25); break;
      case 14: glVertexAttrib3dv(1, d); break;
      default: glVertexAttribP2ui(1, GL_INT_2_10_10_10_REV, GL_TRUE, packed);
      }
      glUniform1f(glGetUniformLocation(program, "y"), -1 + ((float)i * 2 + 1) / 16);
      glDrawArrays(GL_POINTS, 0, POINTS);
   }
}

/* The values that the commands of draw_current mean (GL 4.6, 2.3.5 and 10.2.1), then components that they leave out. */
static void reference_current(uint8_t rgba[API_TEXELS][4])
{
   static const double current[16][4] = {
      {1, 0, 0, 1}, {1, -1, 0, 1}, {0.5, -0.5, 0, 1}, {0.25, -0.75, 0.125, 0.5}, {-64 / 127.0, 32 / 127.0, 1, 0},
      {51 / 255.0, 102 / 255.0, 153 / 255.0, 204 / 255.0}, {0.25, 0.5, 0.75, 1}, {0.5, -0.5, 0.75, 1}, {0.2, 0.4, 0.6, 0.8},
      {1, 0.2, 0, 0.4}, {100 / 511.0, -200 / 511.0, 300 / 511.0, 1}, {100 / 1023.0, 824 / 1023.0, 300 / 1023.0, 1}, {-1, 0, 1, 1},
      {-0.25, 0, 0, 1}, {0.25, -0.75, 0.125, 1}, {100 / 511.0, -200 / 511.0, 0, 1},
   };
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)((current[i / API_SIZE / 2][c] * 0.5 + 0.5) * 255 + 0.5);
}

const struct api_body api_bodies_core_values[] = {
   {"core-attrib-arrays", CORE, 33, 1, 0, draw_arrays, reference_arrays},
   {"core-attrib-values", CORE, 33, 1, 0, draw_current, reference_current},
   {0},
};

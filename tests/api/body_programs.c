/* body_programs.c: uniforms of the types of OpenGL ES 3.0 and the queries of a program's interface (ES 3.0, 2.12.4, 2.12.6, 3.9.2). */
#include <stdio.h>
#include <string.h>

#include "api_test.h"

/* ---- uniforms: a row of the picture per type and way of setting it, a texel per component --------------------------------- */

enum { ELEMENTS = 2 };

static const struct uniform { const char *type; char kind; unsigned columns, rows; GLboolean transpose; } uniforms[] = {
   {"uint", 'u', 1, 1, 0}, {"uvec2", 'u', 1, 2, 0}, {"uvec3", 'u', 1, 3, 0}, {"uvec4", 'u', 1, 4, 0},
   {"bool", 'b', 1, 1, 0}, {"bvec2", 'b', 1, 2, 0}, {"bvec3", 'b', 1, 3, 0}, {"bvec4", 'b', 1, 4, 0},
   {"mat2", 'f', 2, 2, 0}, {"mat2x3", 'f', 2, 3, 0}, {"mat2x4", 'f', 2, 4, 0},
   {"mat3x2", 'f', 3, 2, 0}, {"mat3", 'f', 3, 3, 0}, {"mat3x4", 'f', 3, 4, 0},
   {"mat4x2", 'f', 4, 2, 0}, {"mat4x3", 'f', 4, 3, 0}, {"mat4", 'f', 4, 4, 0},
   {"mat2", 'f', 2, 2, 1}, {"mat2x3", 'f', 2, 3, 1}, {"mat2x4", 'f', 2, 4, 1},
   {"mat3x2", 'f', 3, 2, 1}, {"mat3", 'f', 3, 3, 1}, {"mat3x4", 'f', 3, 4, 1},
   {"mat4x2", 'f', 4, 2, 1}, {"mat4x3", 'f', 4, 3, 1}, {"mat4", 'f', 4, 4, 1},
};
enum { UNIFORMS = sizeof(uniforms) / sizeof(uniforms[0]) };

/* Of component `k` of the elements that follow each other, in the order of the application's memory. */
static unsigned value_of(unsigned uniform, unsigned k)
{
   return uniforms[uniform].kind == 'b' ? (uniform + k * 5) % 3 % 2 : (uniform * 37 + k * 11) % 251;
}

static unsigned memory_index(const struct uniform *u, unsigned element, unsigned column, unsigned row)
{
   return element * u->columns * u->rows + (u->transpose ? row * u->columns + column : column * u->rows + row);
}

static void set_uniform(const struct uniform *u, unsigned number, GLint location)
{
   static const PFNGLUNIFORM1UIVPROC vectors[] = {glUniform1uiv, glUniform2uiv, glUniform3uiv, glUniform4uiv};
   static const PFNGLUNIFORMMATRIX2FVPROC matrices[3][3] = {
      {glUniformMatrix2fv, glUniformMatrix2x3fv, glUniformMatrix2x4fv},
      {glUniformMatrix3x2fv, glUniformMatrix3fv, glUniformMatrix3x4fv},
      {glUniformMatrix4x2fv, glUniformMatrix4x3fv, glUniformMatrix4fv}};
   GLuint integers[ELEMENTS * 16];
   GLfloat floats[ELEMENTS * 16];
   for (unsigned k = 0; k < ELEMENTS * u->columns * u->rows; k++) {
      integers[k] = value_of(number, k) * (u->kind == 'b' ? 0x80000000u : 1);
      floats[k] = (GLfloat)value_of(number, k);
   }
   if (u->kind == 'f')
      matrices[u->columns - 2][u->rows - 2](location, ELEMENTS, u->transpose, floats);
   else
      vectors[u->rows - 1](location, ELEMENTS, integers);
}

static void check_readback(GLuint program, const struct uniform *u, unsigned number)
{
   for (unsigned e = 0; e < ELEMENTS; e++) {
      char name[8];
      GLfloat floats[16];
      GLint integers[16];
      GLuint unsigneds[16];
      snprintf(name, sizeof(name), "u[%u]", e);
      const GLint location = glGetUniformLocation(program, name);
      glGetUniformfv(program, location, floats);
      glGetUniformiv(program, location, integers);
      glGetUniformuiv(program, location, unsigneds);
      for (unsigned k = 0; k < u->columns * u->rows; k++) {
         const unsigned wanted = value_of(number, memory_index(u, e, k / u->rows, k % u->rows));
         if (floats[k] != (GLfloat)wanted || integers[k] != (GLint)wanted || unsigneds[k] != wanted)
            api_fail("%s: component %u of element %u is %f, %d, %u, not %u", u->type, k, e, floats[k], integers[k], unsigneds[k],
                     wanted);
      }
   }
}

static void draw_uniforms(void)
{
   for (unsigned i = 0; i < UNIFORMS; i++) {
      const struct uniform *u = &uniforms[i];
      char fragment[600];
      snprintf(fragment, sizeof(fragment),
               "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform %s u[%d];\nout vec4 color;\n"
               "void main() {\n   int k = int(gl_FragCoord.x), c = k / %u %% %u, r = k %% %u;\n"
               "   if (k >= %u) discard;\n   color = vec4(float(u[k / %u]%s%s) / 255.0, 0.0, 0.0, 1.0);\n}\n",
               u->type, ELEMENTS, u->rows, u->columns, u->rows, ELEMENTS * u->columns * u->rows, u->columns * u->rows,
               u->columns > 1 ? "[c]" : "", u->rows > 1 ? "[r]" : "");
      const GLuint program = api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL, fragment);
      set_uniform(u, i, glGetUniformLocation(program, "u"));
      check_readback(program, u, i);
      glViewport(0, (GLint)i, API_SIZE, 1);
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, (GLint)i, API_SIZE, 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
}

static void reference_uniforms(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < UNIFORMS; i++) {
      const struct uniform *u = &uniforms[i];
      const unsigned size = u->columns * u->rows;
      for (unsigned k = 0; k < ELEMENTS * size; k++) {
         uint8_t *texel = rgba[i * API_SIZE + k];
         texel[0] = (uint8_t)value_of(i, memory_index(u, k / size, k % size / u->rows, k % u->rows));
         texel[3] = 255;
      }
   }
}

/* ---- the interface of a program -------------------------------------------------------------------------------------------- */

static const struct active { const char *name; GLenum type; GLint size, location; } attributes[] = {
   {"f", GL_FLOAT, 1, 3}, {"i", GL_INT_VEC3, 1, 7}, {"m", GL_FLOAT_MAT2x3, 1, 4}, {"u", GL_UNSIGNED_INT_VEC2, 1, 2},
   {"pos", GL_FLOAT_VEC4, 1, 0}, {"gl_VertexID", GL_INT, 1, -1}, {"gl_InstanceID", GL_INT, 1, -1},
};
enum { ATTRIBUTES = sizeof(attributes) / sizeof(attributes[0]) };

static const struct active samplers[] = {
   {"s3", GL_SAMPLER_3D, 1, 0}, {"sa", GL_SAMPLER_2D_ARRAY, 1, 0}, {"ss", GL_SAMPLER_2D_SHADOW, 1, 0},
   {"is[0]", GL_INT_SAMPLER_2D, 2, 0}, {"us", GL_UNSIGNED_INT_SAMPLER_CUBE, 1, 0}, {"b", GL_BOOL_VEC2, 1, 0},
   {"st[1].x", GL_UNSIGNED_INT_VEC3, 1, 0},
};
enum { SAMPLERS = sizeof(samplers) / sizeof(samplers[0]) };

static const char interface_vertex[] =
   "#version 300 es\nin vec4 pos;\nlayout(location = 3) in float f;\nlayout(location = 7) in ivec3 i;\n"
   "layout(location = 4) in mat2x3 m;\nlayout(location = 2) in uvec2 u;\nin vec4 unused;\nflat out int v;\n"
   "void main() {\n   v = i.x + i.y * i.z + int(u.x ^ u.y) + gl_VertexID + gl_InstanceID;\n"
   "   gl_Position = pos + vec4(m[0] + m[1], f);\n}\n";
static const char interface_fragment[] =
   "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform highp sampler3D s3;\n"
   "uniform highp sampler2DArray sa;\nuniform highp sampler2DShadow ss;\nuniform highp isampler2D is[2];\n"
   "uniform highp usamplerCube us;\nuniform bvec2 b;\nstruct S { uvec3 x; float y; };\nuniform S st[2];\nflat in int v;\n"
   "layout(location = 1) out vec4 color[2];\nlayout(location = 0) out uvec4 integer;\n"
   "void main() {\n   vec4 c = texture(s3, vec3(0.5)) + texture(sa, vec3(0.5)) * texture(ss, vec3(0.5));\n"
   "   if (b.x && b.y) c += vec4(texture(is[0], vec2(0.5)) + texture(is[1], vec2(0.5)));\n   color[0] = c;\n"
   "   color[1] = vec4(texture(us, vec3(1.0)));\n   integer = uvec4(st[1].x, v);\n}\n";

static void check_attributes(GLuint program)
{
   GLint count;
   glGetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
   api_expect("active attributes", count, ATTRIBUTES);
   for (unsigned a = 0; a < ATTRIBUTES; a++) {
      bool found = false;
      for (GLint i = 0; i < count && !found; i++) {
         char name[32];
         GLint size;
         GLenum type;
         glGetActiveAttrib(program, (GLuint)i, sizeof(name), NULL, &size, &type, name);
         if (strcmp(name, attributes[a].name))
            continue;
         found = true;
         api_expect(name, (long)type, (long)attributes[a].type);
         api_expect(name, size, attributes[a].size);
         api_expect(name, glGetAttribLocation(program, name), attributes[a].location);
      }
      api_expect(attributes[a].name, found, true);
   }
   api_expect("unused", glGetAttribLocation(program, "unused"), -1);
}

static void check_uniforms(GLuint program)
{
   GLint count;
   glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
   for (unsigned u = 0; u < SAMPLERS; u++) {
      bool found = false;
      for (GLint i = 0; i < count && !found; i++) {
         char name[32];
         GLint size;
         GLenum type;
         glGetActiveUniform(program, (GLuint)i, sizeof(name), NULL, &size, &type, name);
         if (strcmp(name, samplers[u].name))
            continue;
         found = true;
         api_expect(name, (long)type, (long)samplers[u].type);
         api_expect(name, size, samplers[u].size);
         api_expect(name, glGetUniformLocation(program, name) >= 0, true);
      }
      api_expect(samplers[u].name, found, true);
   }
}

static void check_conversions(GLuint program)
{
   GLfloat f[3];
   GLint i[3];
   GLuint u[3];
   const GLint x = glGetUniformLocation(program, "st[1].x");
   glUniform3ui(x, 3000000000u, 7, 0xffffffffu);
   glGetUniformfv(program, x, f);
   glGetUniformuiv(program, x, u);
   api_expect("a uint as a float", f[0] == 3e9f && f[1] == 7.0f && f[2] == 4294967296.0f, true);
   api_expect("a uint", u[0] == 3000000000u && u[1] == 7 && u[2] == 0xffffffffu, true);
   glUniform3i(x, 1, 2, 3);
   api_expect("integers for unsigned integers", glGetError(), GL_INVALID_OPERATION);
   glUniform2ui(x, 1, 2);
   api_expect("two components for three", glGetError(), GL_INVALID_OPERATION);
   glUniform3uiv(x, 2, u);
   api_expect("two values for no array", glGetError(), GL_INVALID_OPERATION);
   glUniform3uiv(x, -1, u);
   api_expect("a negative count", glGetError(), GL_INVALID_VALUE);
   glUniform1ui(glGetUniformLocation(program, "sa"), 1);
   api_expect("an unsigned integer for a sampler", glGetError(), GL_INVALID_OPERATION);
   glUniformMatrix2x3fv(x, 1, GL_TRUE, f);
   api_expect("a matrix for a vector", glGetError(), GL_INVALID_OPERATION);
   glGetUniformuiv(program, x, u);
   api_expect("after errors", u[0] == 3000000000u && u[1] == 7 && u[2] == 0xffffffffu, true);
   glUniform2ui(glGetUniformLocation(program, "b"), 0, 0x100);
   glGetUniformiv(program, glGetUniformLocation(program, "b"), i);
   api_expect("booleans", i[0] == 0 && i[1] == 1, true);
   glGetUniformuiv(program, 1000, u);
   api_expect("no such location", glGetError(), GL_INVALID_OPERATION);
}

static void draw_interface(void)
{
   const GLuint program = api_program(interface_vertex, NULL, interface_fragment);
   check_attributes(program);
   check_uniforms(program);
   check_conversions(program);
   api_expect("color", glGetFragDataLocation(program, "color"), 1);
   api_expect("color[0]", glGetFragDataLocation(program, "color[0]"), 1);
   api_expect("color[1]", glGetFragDataLocation(program, "color[1]"), 2);
   api_expect("color[2]", glGetFragDataLocation(program, "color[2]"), -1);
   api_expect("integer", glGetFragDataLocation(program, "integer"), 0);
   api_expect("an input", glGetFragDataLocation(program, "v"), -1);
   api_expect("gl_FragDepth", glGetFragDataLocation(program, "gl_FragDepth"), -1);
   api_expect("valid queries", glGetError(), GL_NO_ERROR);
   const GLuint empty = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
   api_expect("not linked", glGetFragDataLocation(empty, "color"), -1);
   api_expect("not linked", glGetError(), GL_INVALID_OPERATION);
   api_expect("a shader", glGetFragDataLocation(shader, "color"), -1);
   api_expect("a shader", glGetError(), GL_INVALID_OPERATION);
   api_expect("no object", glGetFragDataLocation(0x7fffff, "color"), -1);
   api_expect("no object", glGetError(), GL_INVALID_VALUE);
}

static void reference_interface(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4); /* nothing is drawn */
}

const struct api_body api_bodies_programs[] = {
   {"uniform-types", GLES, 30, 0, 0, draw_uniforms, reference_uniforms},
   {"program-interface", GLES, 30, 0, 0, draw_interface, reference_interface},
   {0}};

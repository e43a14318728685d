/* body_gpu_shader4.c: EXT_gpu_shader4 in contexts of the compatibility profile: its commands, integers from attributes and uniforms through
 * varyings to outputs, interpolation, and the values of built-in variables. body_gpu_shader4_lookups.c has its texture functions. */
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define PROC(type, name) const type name = (type)eglGetProcAddress(#name); if (!name) api_fail("no address of " #name)
#define GLSL "#version 110\n#extension GL_EXT_gpu_shader4 : require\n"

/* A framebuffer with one texture per format, of 4 x 4 texels, becomes the bound one. Returns the one that was bound before. */
static GLint integer_targets(const GLenum *formats, unsigned count)
{
   static const GLenum buffers[3] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
   GLint outer;
   GLuint fbo, texture[3];
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenTextures((GLsizei)count, texture);
   for (unsigned i = 0; i < count; i++) {
      const bool integers = formats[i] != GL_RGBA32F;
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i], 4, 4, 0, integers ? GL_RGBA_INTEGER : GL_RGBA,
                   formats[i] == GL_RGBA32UI ? GL_UNSIGNED_INT : integers ? GL_INT : GL_FLOAT, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, texture[i], 0);
   }
   glDrawBuffers((GLsizei)count, buffers);
   api_expect("framebuffer status", (long)glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glViewport(0, 0, 4, 4);
   return outer;
}

static void square(void)
{
   glBegin(GL_TRIANGLE_STRIP);
   for (unsigned i = 0; i < 4; i++)
      glVertex2f(i & 1 ? 1 : -1, i & 2 ? 1 : -1);
   glEnd();
}

/* ---- outputs and uniforms ---------------------------------------------------------------------------------------------------------- */

static void draw_outputs(void)
{
   static const GLenum formats[3] = {GL_RGBA32F, GL_RGBA32I, GL_RGBA32UI};
   GLint linked, limit;
   api_require("GL_EXT_gpu_shader4");
   PROC(PFNGLBINDFRAGDATALOCATIONEXTPROC, glBindFragDataLocationEXT);
   PROC(PFNGLGETFRAGDATALOCATIONEXTPROC, glGetFragDataLocationEXT);
   PROC(PFNGLUNIFORM1UIEXTPROC, glUniform1uiEXT);
   const GLuint program = glCreateProgram();
   glGetIntegerv(GL_MAX_DRAW_BUFFERS, &limit);
   glBindFragDataLocationEXT(program, 0, "color");
   glBindFragDataLocationEXT(program, 1, "high"); /* replaced */
   glBindFragDataLocationEXT(program, 2, "high");
   glBindFragDataLocationEXT(program, 1, "low");
   glBindFragDataLocationEXT(program, 3, "nothing");
   api_expect_error(GL_NO_ERROR, "names of outputs before there are shaders");
   glBindFragDataLocationEXT(program, (GLuint)limit, "low");
   api_expect_error(GL_INVALID_VALUE, "GL_MAX_DRAW_BUFFERS as a colour number");
   glBindFragDataLocationEXT(program, 0, "gl_low");
   api_expect_error(GL_INVALID_OPERATION, "the prefix gl_");
   api_expect("a location before the program is linked", glGetFragDataLocationEXT(program, "low"), -1);
   api_expect_error(GL_INVALID_OPERATION, "a location before the program is linked");
   api_attach(program, GL_VERTEX_SHADER, GLSL "void main() { gl_Position = gl_Vertex; }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "uniform unsigned int u; uniform int i; varying out uvec4 high; varying out ivec4 low;\n"
              "varying out vec4 color; void main() { color = vec4(float(u >> 28), float(u & 7u), round(2.5), truncate(-2.5));\n"
              "high = uvec4(~u, u << 31, u >> 1, u % 100u); low = ivec4(i >> 1, i & 12, i ^ 1, abs(i) % 8 | 64 + sign(i)); }");
   api_link(program);
   api_expect("the location of high", glGetFragDataLocationEXT(program, "high"), 2);
   api_expect("the location of low", glGetFragDataLocationEXT(program, "low"), 1);
   api_expect("the location of color", glGetFragDataLocationEXT(program, "color"), 0);
   api_expect("the location of nothing", glGetFragDataLocationEXT(program, "nothing"), -1);
   glUniform1uiEXT(glGetUniformLocation(program, "u"), 0x80000007u);
   glUniform1i(glGetUniformLocation(program, "i"), -21);
   const GLint outer = integer_targets(formats, 3);
   square();
   GLfloat color[4];
   GLint low[4];
   GLuint high[4];
   glReadBuffer(GL_COLOR_ATTACHMENT0);
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT, color);
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_INT, low);
   glReadBuffer(GL_COLOR_ATTACHMENT2);
   glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, high);
   api_expect_error(GL_NO_ERROR, "draw and read");
   static const GLfloat wanted_color[4] = {8, 7, 2, -2};
   static const GLint wanted_low[4] = {-11, 8, -22, 5 | 63};
   static const GLuint wanted_high[4] = {0x7ffffff8u, 0x80000000u, 0x40000003u, 0x80000007u % 100};
   for (unsigned i = 0; i < 4; i++) {
      api_expect("a component of color", (long)color[i], (long)wanted_color[i]);
      api_expect("a component of low", low[i], wanted_low[i]);
      api_expect("a component of high", (long)high[i], (long)wanted_high[i]);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   /* Two outputs of one colour number do not link. */
   glBindFragDataLocationEXT(program, 2, "low");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   api_expect("two outputs of one number", linked, GL_FALSE);
   glUseProgram(0);
}

static void draw_uniforms(void)
{
   static const GLuint values[8] = {0xffffffffu, 2, 3, 4, 5, 6, 7, 0x80000000u};
   static const char *const names[5] = {"a", "b", "c", "d", "t"};
   static const GLenum types[5] = {GL_UNSIGNED_INT, GL_UNSIGNED_INT_VEC2_EXT, GL_UNSIGNED_INT_VEC3_EXT, GL_UNSIGNED_INT_VEC4_EXT, GL_BOOL_VEC2};
   api_require("GL_EXT_gpu_shader4");
   PROC(PFNGLUNIFORM1UIEXTPROC, glUniform1uiEXT);
   PROC(PFNGLUNIFORM2UIEXTPROC, glUniform2uiEXT);
   PROC(PFNGLUNIFORM3UIEXTPROC, glUniform3uiEXT);
   PROC(PFNGLUNIFORM4UIEXTPROC, glUniform4uiEXT);
   PROC(PFNGLUNIFORM1UIVEXTPROC, glUniform1uivEXT);
   PROC(PFNGLUNIFORM2UIVEXTPROC, glUniform2uivEXT);
   PROC(PFNGLUNIFORM3UIVEXTPROC, glUniform3uivEXT);
   PROC(PFNGLUNIFORM4UIVEXTPROC, glUniform4uivEXT);
   PROC(PFNGLGETUNIFORMUIVEXTPROC, glGetUniformuivEXT);
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, GLSL "uniform unsigned int a[2]; uniform uvec2 b; uniform uvec3 c; uniform uvec4 d; uniform bvec2 t;\n"
              "void main() { gl_Position = vec4(uvec4(a[0] + a[1], b, 1u) + c.xyzz + d) * float(t.x || t.y); }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "void main() { gl_FragColor = vec4(1.0); }");
   api_link(program);
   for (unsigned i = 0; i < 5; i++) {
      GLuint index = 0;
      GLenum type;
      GLint size;
      char name[16];
      for (;; index++) {
         glGetActiveUniform(program, index, sizeof(name), NULL, &size, &type, name);
         if (glGetError() != GL_NO_ERROR)
            api_fail("no active uniform %s", names[i]);
         if (name[0] == names[i][0])
            break;
      }
      api_expect("the type of a uniform", (long)type, (long)types[i]);
   }
   GLuint got[4];
   const GLint a = glGetUniformLocation(program, "a"), b = glGetUniformLocation(program, "b"), c = glGetUniformLocation(program, "c"),
      d = glGetUniformLocation(program, "d"), t = glGetUniformLocation(program, "t");
#define HOLDS(location, first, count) do { \
      glGetUniformuivEXT(program, location, got); \
      for (unsigned k = 0; k < (count); k++) \
         api_expect("a component of " #location, (long)got[k], (long)values[(first) + k]); } while (0)
   glUniform1uiEXT(a, values[0]);
   HOLDS(a, 0, 1);
   glUniform2uiEXT(b, values[1], values[2]);
   HOLDS(b, 1, 2);
   glUniform3uiEXT(c, values[1], values[2], values[3]);
   HOLDS(c, 1, 3);
   glUniform4uiEXT(d, values[4], values[5], values[6], values[7]);
   HOLDS(d, 4, 4);
   glUniform1uivEXT(a, 2, values + 6);
   HOLDS(a, 6, 1);
   HOLDS(glGetUniformLocation(program, "a[1]"), 7, 1);
   glUniform2uivEXT(b, 1, values);
   HOLDS(b, 0, 2);
   glUniform3uivEXT(c, 1, values);
   HOLDS(c, 0, 3);
   glUniform4uivEXT(d, 1, values);
   HOLDS(d, 0, 4);
   glUniform2uiEXT(t, 0, 0x80000000u); /* booleans take any of the commands */
   glGetUniformuivEXT(program, t, got);
   api_expect("false", (long)got[0], 0);
   api_expect("true", got[1] != 0, 1);
   api_expect_error(GL_NO_ERROR, "uniforms");
   glUniform1uiEXT(d, 1);
   api_expect_error(GL_INVALID_OPERATION, "one component for a vector");
   glUniform1i(a, 1);
   api_expect_error(GL_INVALID_OPERATION, "a signed value for an unsigned uniform");
   HOLDS(a, 6, 1);
   glUniform2uivEXT(b, -1, values);
   api_expect_error(GL_INVALID_VALUE, "a negative count");
}

/* ---- attributes -------------------------------------------------------------------------------------------------------------------- */

static void current(const char *what, GLint x, GLint y, GLint z, GLint w)
{
   const GLint wanted[4] = {x, y, z, w};
   GLint got[4];
   GLuint got_unsigned[4];
   PROC(PFNGLGETVERTEXATTRIBIIVEXTPROC, glGetVertexAttribIivEXT);
   PROC(PFNGLGETVERTEXATTRIBIUIVEXTPROC, glGetVertexAttribIuivEXT);
   glGetVertexAttribIivEXT(5, GL_CURRENT_VERTEX_ATTRIB, got);
   glGetVertexAttribIuivEXT(5, GL_CURRENT_VERTEX_ATTRIB, got_unsigned);
   for (unsigned i = 0; i < 4; i++) {
      api_expect(what, got[i], wanted[i]);
      api_expect(what, (long)got_unsigned[i], (long)(GLuint)wanted[i]);
   }
}

static void draw_attributes(void)
{
   api_require("GL_EXT_gpu_shader4");
   {
      PROC(PFNGLVERTEXATTRIBI1IEXTPROC, glVertexAttribI1iEXT);
      PROC(PFNGLVERTEXATTRIBI2IEXTPROC, glVertexAttribI2iEXT);
      PROC(PFNGLVERTEXATTRIBI3IEXTPROC, glVertexAttribI3iEXT);
      PROC(PFNGLVERTEXATTRIBI4IEXTPROC, glVertexAttribI4iEXT);
      glVertexAttribI1iEXT(5, -1);
      current("1i", -1, 0, 0, 1);
      glVertexAttribI2iEXT(5, -1, 2);
      current("2i", -1, 2, 0, 1);
      glVertexAttribI3iEXT(5, -1, 2, -3);
      current("3i", -1, 2, -3, 1);
      glVertexAttribI4iEXT(5, -1, 2, -3, 4);
      current("4i", -1, 2, -3, 4);
   }
   {
      PROC(PFNGLVERTEXATTRIBI1UIEXTPROC, glVertexAttribI1uiEXT);
      PROC(PFNGLVERTEXATTRIBI2UIEXTPROC, glVertexAttribI2uiEXT);
      PROC(PFNGLVERTEXATTRIBI3UIEXTPROC, glVertexAttribI3uiEXT);
      PROC(PFNGLVERTEXATTRIBI4UIEXTPROC, glVertexAttribI4uiEXT);
      glVertexAttribI1uiEXT(5, 0xfffffff0u);
      current("1ui", -16, 0, 0, 1);
      glVertexAttribI2uiEXT(5, 1, 2);
      current("2ui", 1, 2, 0, 1);
      glVertexAttribI3uiEXT(5, 1, 2, 3);
      current("3ui", 1, 2, 3, 1);
      glVertexAttribI4uiEXT(5, 1, 2, 3, 4);
      current("4ui", 1, 2, 3, 4);
   }
   {
      static const GLint v[4] = {-5, 6, -7, 8};
      PROC(PFNGLVERTEXATTRIBI1IVEXTPROC, glVertexAttribI1ivEXT);
      PROC(PFNGLVERTEXATTRIBI2IVEXTPROC, glVertexAttribI2ivEXT);
      PROC(PFNGLVERTEXATTRIBI3IVEXTPROC, glVertexAttribI3ivEXT);
      PROC(PFNGLVERTEXATTRIBI4IVEXTPROC, glVertexAttribI4ivEXT);
      glVertexAttribI1ivEXT(5, v);
      current("1iv", -5, 0, 0, 1);
      glVertexAttribI2ivEXT(5, v);
      current("2iv", -5, 6, 0, 1);
      glVertexAttribI3ivEXT(5, v);
      current("3iv", -5, 6, -7, 1);
      glVertexAttribI4ivEXT(5, v);
      current("4iv", -5, 6, -7, 8);
   }
   {
      static const GLuint v[4] = {5, 6, 0xffffffffu, 8};
      PROC(PFNGLVERTEXATTRIBI1UIVEXTPROC, glVertexAttribI1uivEXT);
      PROC(PFNGLVERTEXATTRIBI2UIVEXTPROC, glVertexAttribI2uivEXT);
      PROC(PFNGLVERTEXATTRIBI3UIVEXTPROC, glVertexAttribI3uivEXT);
      PROC(PFNGLVERTEXATTRIBI4UIVEXTPROC, glVertexAttribI4uivEXT);
      glVertexAttribI1uivEXT(5, v);
      current("1uiv", 5, 0, 0, 1);
      glVertexAttribI2uivEXT(5, v);
      current("2uiv", 5, 6, 0, 1);
      glVertexAttribI3uivEXT(5, v);
      current("3uiv", 5, 6, -1, 1);
      glVertexAttribI4uivEXT(5, v);
      current("4uiv", 5, 6, -1, 8);
   }
   {
      static const GLbyte b[4] = {-128, 127, -1, 1};
      static const GLshort s[4] = {-32768, 32767, -1, 1};
      static const GLubyte ub[4] = {128, 255, 0, 1};
      static const GLushort us[4] = {32768, 65535, 0, 1};
      PROC(PFNGLVERTEXATTRIBI4BVEXTPROC, glVertexAttribI4bvEXT);
      PROC(PFNGLVERTEXATTRIBI4SVEXTPROC, glVertexAttribI4svEXT);
      PROC(PFNGLVERTEXATTRIBI4UBVEXTPROC, glVertexAttribI4ubvEXT);
      PROC(PFNGLVERTEXATTRIBI4USVEXTPROC, glVertexAttribI4usvEXT);
      glVertexAttribI4bvEXT(5, b);
      current("4bv", -128, 127, -1, 1);
      glVertexAttribI4svEXT(5, s);
      current("4sv", -32768, 32767, -1, 1);
      glVertexAttribI4ubvEXT(5, ub);
      current("4ubv", 128, 255, 0, 1);
      glVertexAttribI4usvEXT(5, us);
      current("4usv", 32768, 65535, 0, 1);
   }
   api_expect_error(GL_NO_ERROR, "current values");
}

/* Arrays of integers and a current value arrive unconverted, with the defaults 0, 0 and 1 of what an array lacks. */
static void draw_arrays(void)
{
   static const GLenum formats[2] = {GL_RGBA32I, GL_RGBA32UI};
   static const struct { GLbyte byte[2]; GLushort word[4]; } vertices[4] = {
      {{1, 1}, {1, 1, 1, 1}}, {{2, 2}, {2, 2, 2, 2}}, {{3, 3}, {3, 3, 3, 3}}, {{-128, 127}, {65535, 0, 7, 32768}}};
   GLint integer;
   GLfloat as_float;
   api_require("GL_EXT_gpu_shader4");
   PROC(PFNGLVERTEXATTRIBIPOINTEREXTPROC, glVertexAttribIPointerEXT);
   PROC(PFNGLVERTEXATTRIBI4IEXTPROC, glVertexAttribI4iEXT);
   PROC(PFNGLGETVERTEXATTRIBIIVEXTPROC, glGetVertexAttribIivEXT);
   PROC(PFNGLBINDFRAGDATALOCATIONEXTPROC, glBindFragDataLocationEXT);
   const GLuint program = glCreateProgram();
   glBindAttribLocation(program, 1, "byte");
   glBindAttribLocation(program, 2, "word");
   glBindAttribLocation(program, 3, "one");
   glBindFragDataLocationEXT(program, 0, "low");
   glBindFragDataLocationEXT(program, 1, "high");
   api_attach(program, GL_VERTEX_SHADER, GLSL "attribute ivec4 byte; attribute uvec4 word; attribute int one; flat varying ivec4 a; flat varying uvec4 b;\n"
              "void main() { gl_Position = gl_Vertex; a = byte + one; b = word; }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "flat varying ivec4 a; flat varying uvec4 b; varying out ivec4 low; varying out uvec4 high;\n"
              "void main() { low = a; high = b; }");
   api_link(program);
   const GLint outer = integer_targets(formats, 2);
   glVertexAttribIPointerEXT(1, 2, GL_BYTE, sizeof(vertices[0]), vertices[0].byte);
   glVertexAttribIPointerEXT(2, 4, GL_UNSIGNED_SHORT, sizeof(vertices[0]), vertices[0].word);
   static const GLfloat corners[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
   glVertexPointer(2, GL_FLOAT, 0, corners);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableVertexAttribArray(1);
   glEnableVertexAttribArray(2);
   glVertexAttribI4iEXT(3, -1000, 0, 0, 0);
   glGetVertexAttribIivEXT(1, GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT, &integer);
   api_expect("GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT", integer, GL_TRUE);
   glGetVertexAttribfv(1, GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT, &as_float);
   api_expect("GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT as a float", (long)as_float, GL_TRUE);
   glGetVertexAttribiv(1, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &integer);
   api_expect("GL_VERTEX_ATTRIB_ARRAY_NORMALIZED", integer, GL_FALSE);
   glVertexAttribPointer(4, 2, GL_BYTE, GL_TRUE, 0, vertices);
   glGetVertexAttribiv(4, GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT, &integer);
   api_expect("GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT of converted values", integer, GL_FALSE);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   GLint low[4];
   GLuint high[4];
   glReadBuffer(GL_COLOR_ATTACHMENT0);
   glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, GL_INT, low); /* of the second triangle, whose last vertex is the provoking one */
   glReadBuffer(GL_COLOR_ATTACHMENT1);
   glReadPixels(3, 3, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, high);
   static const GLint wanted_low[4] = {-1128, -873, -1000, -999};
   static const GLuint wanted_high[4] = {65535, 0, 7, 32768};
   for (unsigned i = 0; i < 4; i++) {
      api_expect("a component of bytes", low[i], wanted_low[i]);
      api_expect("a component of words", (long)high[i], (long)wanted_high[i]);
   }
   api_expect_error(GL_NO_ERROR, "arrays");
   glVertexAttribIPointerEXT(1, 2, GL_FLOAT, 0, vertices);
   api_expect_error(GL_INVALID_ENUM, "floats for glVertexAttribIPointerEXT");
   glVertexAttribIPointerEXT(1, 5, GL_INT, 0, vertices);
   api_expect_error(GL_INVALID_VALUE, "five components");
   glVertexAttribIPointerEXT(1, 2, GL_INT, -1, vertices);
   api_expect_error(GL_INVALID_VALUE, "a negative stride");
   glVertexAttribIPointerEXT(10000, 2, GL_INT, 0, vertices);
   api_expect_error(GL_INVALID_VALUE, "attribute 10000");
   glDisableVertexAttribArray(1);
   glDisableVertexAttribArray(2);
   glDisableClientState(GL_VERTEX_ARRAY);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glUseProgram(0);
}

/* ---- built-in variables ------------------------------------------------------------------------------------------------------------ */

/* Points of one pixel: gl_VertexID in red, gl_InstanceID in green, gl_PrimitiveID in blue. The instance is the row. */
static void draw_ids(void)
{
   static const GLubyte indices[3] = {7, 4, 9};
   GLfloat position[16][2];
   api_require("GL_EXT_gpu_shader4");
   api_require("GL_ARB_draw_instanced");
   PROC(PFNGLDRAWARRAYSINSTANCEDARBPROC, glDrawArraysInstancedARB);
   PROC(PFNGLDRAWELEMENTSINSTANCEDARBPROC, glDrawElementsInstancedARB);
   for (unsigned i = 0; i < 16; i++) {
      position[i][0] = (2 * (float)i + 1) / API_SIZE - 1;
      position[i][1] = 1.0f / API_SIZE - 1;
   }
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, GLSL "flat varying ivec2 id; uniform float row;\n"
              "void main() { gl_Position = gl_Vertex + vec4(0.0, (row + float(gl_InstanceID)) * 2.0 / 32.0, 0.0, 0.0);\n"
              "id = ivec2(gl_VertexID, gl_InstanceID); }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "flat varying ivec2 id;\n"
              "void main() { gl_FragColor = vec4(vec3(ivec3(id, gl_PrimitiveID)) / 255.0, 1.0); }");
   api_link(program);
   const GLint row = glGetUniformLocation(program, "row");
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(position), position, GL_STATIC_DRAW);
   glVertexPointer(2, GL_FLOAT, 0, NULL);
   glEnableClientState(GL_VERTEX_ARRAY);
   glDrawArraysInstancedARB(GL_POINTS, 3, 4, 2);
   glUniform1f(row, 2);
   glDrawElementsInstancedARB(GL_POINTS, 3, GL_UNSIGNED_BYTE, indices, 2);
   glUniform1f(row, 4);
   glDrawArrays(GL_POINTS, 1, 2); /* no instances: 0 */
   glDisableClientState(GL_VERTEX_ARRAY);
   glUseProgram(0);
}

static void reference_ids(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t indices[3] = {7, 4, 9};
   memset(rgba, 0, API_TEXELS * 4);
   for (uint8_t y = 0; y < 2; y++) {
      for (uint8_t i = 0; i < 4; i++)
         memcpy(rgba[API_SIZE * y + 3 + i], ((uint8_t[4]){(uint8_t)(3 + i), y, i, 255}), 4);
      for (uint8_t i = 0; i < 3; i++)
         memcpy(rgba[API_SIZE * (2 + y) + indices[i]], ((uint8_t[4]){indices[i], y, i, 255}), 4);
   }
   for (uint8_t i = 0; i < 2; i++)
      memcpy(rgba[API_SIZE * 4 + 1 + i], ((uint8_t[4]){(uint8_t)(1 + i), 0, i, 255}), 4);
}

/* ---- interpolation ----------------------------------------------------------------------------------------------------------------- */

/* Between w = 1 at the left and w = 4 at the right; red: linear in the window, green: in perspective, blue: of the last vertex. */
static void draw_interpolation(void)
{
   api_require("GL_EXT_gpu_shader4");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, GLSL "noperspective centroid varying float linear; varying float curved; flat varying vec2 last;\n"
              "void main() { float w = gl_Vertex.z; gl_Position = vec4(gl_Vertex.xy * w, 0.0, w);\n"
              "linear = curved = gl_Vertex.x * 0.5 + 0.5; last = vec2(curved); }");
   api_attach(program, GL_FRAGMENT_SHADER, GLSL "centroid noperspective varying float linear; varying float curved; flat varying vec2 last;\n"
              "void main() { gl_FragColor = vec4(linear, curved, last.y, 1.0); }");
   api_link(program);
   glBegin(GL_TRIANGLES);
   for (unsigned i = 0; i < 6; i++) {
      static const unsigned corner[6] = {1, 3, 2, 1, 2, 0}; /* both triangles end at the left */
      const bool right = corner[i] & 1;
      glVertex3f(right ? 1 : -1, corner[i] & 2 ? 1 : -1, right ? 4 : 1);
   }
   glEnd();
   glUseProgram(0);
}

static void reference_interpolation(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double s = (i % API_SIZE + 0.5) / API_SIZE;
      rgba[i][0] = (uint8_t)(s * 255 + 0.5);
      rgba[i][1] = (uint8_t)(s / 4 / (1 - s + s / 4) * 255 + 0.5);
      rgba[i][2] = 0;
      rgba[i][3] = 255;
   }
}

const struct api_body api_bodies_gpu_shader4[] = {
   {"gpu-shader4-outputs", COMPATIBILITY, 30, 0, 0, draw_outputs, NULL},
   {"gpu-shader4-uniforms", COMPATIBILITY, 30, 0, 0, draw_uniforms, NULL},
   {"gpu-shader4-attributes", COMPATIBILITY, 30, 0, 0, draw_attributes, NULL},
   {"gpu-shader4-arrays", COMPATIBILITY, 30, 0, 0, draw_arrays, NULL},
   {"gpu-shader4-ids", COMPATIBILITY, 30, 0, 0, draw_ids, reference_ids},
   {"gpu-shader4-interpolation", COMPATIBILITY, 30, 1, 0, draw_interpolation, reference_interpolation},
   {0},
};

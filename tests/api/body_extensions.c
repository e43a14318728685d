/* body_extensions.c: commands that extensions add to OpenGL ES 3.0: colour numbers of fragment outputs (EXT_blend_func_extended),
 * base vertices of instanced and ranged draws (OES_draw_elements_base_vertex). */
#include <string.h>

#include <EGL/egl.h>

#include "api_test.h"

static const char vertex[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static GLuint compile(GLuint program, GLenum stage, const char *source)
{
   GLuint shader = glCreateShader(stage);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(program, shader);
   return shader;
}

static void require(bool ok, const char *what)
{
   if (!ok)
      api_fail("%s", what);
}

static void expect_error(GLenum wanted, const char *what)
{
   GLenum error = glGetError();
   if (error != wanted)
      api_fail("%s: error 0x%x, not 0x%x", what, error, wanted);
}

/* Outputs without a location get one from the linker, of index 0. */
static void check_automatic_outputs(void)
{
   static const char fragment[] = "#version 300 es\n#extension GL_EXT_blend_func_extended : require\n"
                                  "precision highp float; out vec4 one, two[2];\n"
                                  "void main() { one = vec4(0.1); two[0] = vec4(0.2); two[1] = vec4(0.3); }";
   PFNGLGETFRAGDATAINDEXEXTPROC get_index = (PFNGLGETFRAGDATAINDEXEXTPROC)eglGetProcAddress("glGetFragDataIndexEXT");
   GLuint program = glCreateProgram();
   GLint linked;
   compile(program, GL_VERTEX_SHADER, vertex);
   compile(program, GL_FRAGMENT_SHADER, fragment);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   require(linked, "outputs without locations do not link");
   GLint one = glGetFragDataLocation(program, "one"), two = glGetFragDataLocation(program, "two");
   require(one >= 0 && two >= 0 && (one < two || one > two + 1), "locations of outputs meet");
   require(get_index(program, "one") == 0 && get_index(program, "two") == 0, "indices of outputs without a location");
   glDeleteProgram(program);
}

static void draw_second_source(void)
{
   static const char fragment[] = "#version 300 es\n#extension GL_EXT_blend_func_extended : require\n"
                                  "precision highp float; out vec4 first, second;\n"
                                  "void main() { first = vec4(1.0, 0.8, 0.6, 0.4); second = vec4(gl_FragCoord.xy / 32.0, 0.5, 1.0); }";
   PFNGLBINDFRAGDATALOCATIONINDEXEDEXTPROC bind_indexed =
      (PFNGLBINDFRAGDATALOCATIONINDEXEDEXTPROC)eglGetProcAddress("glBindFragDataLocationIndexedEXT");
   PFNGLBINDFRAGDATALOCATIONEXTPROC bind = (PFNGLBINDFRAGDATALOCATIONEXTPROC)eglGetProcAddress("glBindFragDataLocationEXT");
   PFNGLGETFRAGDATAINDEXEXTPROC get_index = (PFNGLGETFRAGDATAINDEXEXTPROC)eglGetProcAddress("glGetFragDataIndexEXT");
   GLuint program = glCreateProgram();
   GLint linked;
   compile(program, GL_VERTEX_SHADER, vertex);
   GLuint shader = compile(program, GL_FRAGMENT_SHADER, fragment);
   bind_indexed(program, 0, 2, "second");
   expect_error(GL_INVALID_VALUE, "index 2");
   bind_indexed(program, 1, 1, "second");
   expect_error(GL_INVALID_VALUE, "a second source of draw buffer 1");
   bind(program, 64, "first");
   expect_error(GL_INVALID_VALUE, "draw buffer 64");
   bind(program, 0, "gl_first");
   expect_error(GL_INVALID_OPERATION, "a reserved name");
   bind(shader, 0, "first");
   expect_error(GL_INVALID_OPERATION, "a shader");
   bind_indexed(program, 0, 1, "second");
   bind(program, 0, "first");
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   if (!linked) {
      char log[1000] = "";
      glGetProgramInfoLog(program, sizeof(log), NULL, log);
      api_fail("the program does not link: %s", log);
   }
   require(get_index(program, "first") == 0 && get_index(program, "second") == 1 && get_index(program, "third") == -1, "indices");
   require(glGetFragDataLocation(program, "second") == 0, "location");
   check_automatic_outputs();
   glUseProgram(program);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC1_COLOR_EXT, GL_ZERO);
   api_rectangle(-1, -1, 1, 1);
   glDisable(GL_BLEND);
}

static void second_source(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const double first[4] = {1, 0.8, 0.6, 0.4}, second[4] = {(x + 0.5) / 32, (y + 0.5) / 32, 0.5, 1};
         for (unsigned c = 0; c < 4; c++)
            rgba[y * API_SIZE + x][c] = (uint8_t)(first[c] * second[c] * 255 + 0.5);
      }
}

/* Two instances of a quad at base vertex 4 on the left, a range at base vertex 8 on the right. */
static void draw_base_vertices(void)
{
   static const char instanced[] = "#version 300 es\nin vec2 pos; flat out int v;\n"
                                   "void main() { gl_Position = vec4(pos + vec2(0.0, float(gl_InstanceID)), 0.0, 1.0);\n"
                                   "v = gl_VertexID + 16 * gl_InstanceID; }";
   static const char fragment[] = "#version 300 es\nprecision highp float; flat in int v; out vec4 color;\n"
                                  "void main() { color = vec4(float(v) * 8.0 / 255.0, 1.0, 0.0, 1.0); }";
   static const GLfloat corners[] = {9, 9, 9, 9, 9, 9, 9, 9, -1, -1, 0, -1, -1, 0, 0, 0, 0, -1, 1, -1, 0, 1, 1, 1};
   static const GLubyte indices[] = {0, 1, 2, 3};
   PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXOESPROC draw_instanced =
      (PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXOESPROC)eglGetProcAddress("glDrawElementsInstancedBaseVertexOES");
   PFNGLDRAWRANGEELEMENTSBASEVERTEXOESPROC draw_range =
      (PFNGLDRAWRANGEELEMENTSBASEVERTEXOESPROC)eglGetProcAddress("glDrawRangeElementsBaseVertexOES");
   GLuint elements;
   api_program(instanced, NULL, fragment);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(1, &elements);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   draw_range(GL_TRIANGLE_STRIP, 3, 0, 4, GL_UNSIGNED_BYTE, NULL, 8);
   expect_error(GL_INVALID_VALUE, "an end before the start");
   draw_instanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, -1, 4);
   expect_error(GL_INVALID_VALUE, "a negative count of instances");
   draw_instanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, NULL, 2, 4);
   draw_range(GL_TRIANGLE_STRIP, 0, 3, 4, GL_UNSIGNED_BYTE, NULL, 8);
}

/* gl_VertexID contains the base vertex (OES_draw_elements_base_vertex); the last vertex of a triangle gives flat values. */
static void base_vertices(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const bool right = x >= API_SIZE / 2;
         const unsigned width = API_SIZE / 2, height = right ? API_SIZE : API_SIZE / 2;
         const double s = (x % width + 0.5) / width, t = (y % height + 0.5) / height;
         const unsigned instance = right ? 0 : y / height, last = s + t > 1 ? 3 : 2;
         const uint8_t wanted[4] = {(uint8_t)(8 * ((right ? 8 : 4) + last + 16 * instance)), 255, 0, 255};
         memcpy(rgba[y * API_SIZE + x], wanted, 4);
      }
}

const struct api_body api_bodies_extensions[] = {
   {"second-source", GLES, 30, 1, 0, draw_second_source, second_source},
   {"base-vertices", GLES, 30, 0, 3 * API_SIZE, draw_base_vertices, base_vertices},
   {0},
};

/* body_robust.c: reads outside of buffers (KHR_robust_buffer_access_behavior): vertex arrays and uniform blocks give zeros, or
 * values from within their buffer, never other memory. */
#include <string.h>

#include "api_test.h"

enum { VERTICES = 8, STORED = 5, ELEMENTS = 16 };
#define SECRET 77.0f

static GLuint capture_program(const char *vertex)
{
   static const char *const names[] = {"value"};
   const GLuint program = api_program(vertex, NULL, "#version 300 es\nvoid main() {}");
   glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glUseProgram(program);
   return program;
}

/* Buffers of other values lie around the one in the middle. */
static GLuint make_buffer(GLenum target, GLsizeiptr size, const void *data)
{
   GLfloat secret[64];
   GLuint buffer[9];
   for (unsigned i = 0; i < 64; i++)
      secret[i] = SECRET;
   glGenBuffers(9, buffer);
   for (unsigned i = 0; i < 9; i++) {
      glBindBuffer(target, buffer[i]);
      glBufferData(target, i == 4 ? size : (GLsizeiptr)sizeof(secret), i == 4 ? data : secret, GL_STATIC_DRAW);
   }
   glBindBuffer(target, buffer[4]);
   return buffer[4];
}

/* Captures `count` points' values of 4 floats. */
static void capture(unsigned count, GLfloat (*values)[4])
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)(count * sizeof(values[0])), NULL, GL_STREAM_READ);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, (GLsizei)count);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   const void *map = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)(count * sizeof(values[0])), GL_MAP_READ_BIT);
   if (!map)
      api_fail("the captured values cannot be read");
   memcpy(values, map, count * sizeof(values[0]));
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
}

/* value: 1 to `stored` in steps of 1, 0 or (the fourth component) 1. */
static void check(const char *what, GLfloat value, unsigned stored)
{
   if (value != 0 && !(value >= 1 && value <= (GLfloat)stored && value == (GLfloat)(int)value))
      api_fail("%s: %g is not from the buffer", what, (double)value);
}

static void draw_arrays(void)
{
   GLfloat data[STORED * 4], got[VERTICES][4];
   api_require("GL_KHR_robust_buffer_access_behavior");
   capture_program("#version 300 es\nin vec4 pos; out vec4 value; void main() { gl_Position = vec4(0.0); value = pos; }");
   for (unsigned i = 0; i < STORED * 4; i++)
      data[i] = (GLfloat)(i + 1);
   make_buffer(GL_ARRAY_BUFFER, sizeof(data) - 4, data); /* the last vertex is cut off by a component */
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   capture(VERTICES, got);
   for (unsigned i = 0; i < VERTICES; i++)
      for (unsigned c = 0; c < 4; c++) {
         if (i < STORED - 1 && got[i][c] != data[4 * i + c])
            api_fail("vertex %u within the buffer: %g, not %g", i, (double)got[i][c], (double)data[4 * i + c]);
         check("a vertex outside", got[i][c], STORED * 4);
      }
}

static void draw_blocks(void)
{
   GLfloat data[ELEMENTS][4], got[4][4];
   GLint alignment = 256;
   api_require("GL_KHR_robust_buffer_access_behavior");
   const GLuint program = capture_program(
      "#version 300 es\nlayout(std140) uniform Block { vec4 element[16]; }; uniform int far; out vec4 value;\n"
      "void main() { gl_Position = vec4(0.0); value = element[gl_VertexID * far]; }");
   glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
   for (unsigned i = 0; i < ELEMENTS; i++)
      for (unsigned c = 0; c < 4; c++)
         data[i][c] = (GLfloat)(4 * i + c + 1);
   const GLuint buffer = make_buffer(GL_UNIFORM_BUFFER, sizeof(data), data);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
   static const GLint distances[] = {5, 40, 100000, -3, -50000000};
   for (unsigned i = 0; i < sizeof(distances) / sizeof(distances[0]); i++) {
      glUniform1i(glGetUniformLocation(program, "far"), distances[i]);
      capture(4, got);
      for (unsigned v = 0; v < 4; v++)
         for (unsigned c = 0; c < 4; c++) {
            const long at = (long)v * distances[i];
            if (at >= 0 && at < ELEMENTS && got[v][c] != data[at][c])
               api_fail("element %ld: %g, not %g", at, (double)got[v][c], (double)data[at][c]);
            check("an element outside", got[v][c], ELEMENTS * 4);
         }
   }
}

static void nothing(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

const struct api_body api_bodies_robust[] = {
   {"robust-arrays", GLES, 30, 0, 0, draw_arrays, nothing},
   {"robust-blocks", GLES, 30, 0, 0, draw_blocks, nothing},
   {0},
};

/* api_capture.c: programs that capture doubles, and the expected captures. */
#include <math.h>
#include <string.h>

#include "api_capture.h"

static bool is_close(double got, double want, unsigned ulps)
{
   int64_t g, w;
   memcpy(&g, &got, 8);
   memcpy(&w, &want, 8);
   if (isnan(want) || isnan(got))
      return isnan(want) && isnan(got);
   return got == want || ((g ^ w) >= 0 && (g > w ? g - w : w - g) <= ulps);
}

void api_link_capturing(GLuint program, GLsizei count, const char *const *varyings, GLenum mode)
{
   glTransformFeedbackVaryings(program, count, varyings, mode);
   api_link(program);
}

GLuint api_capturing(const char *vertex, const char *geometry, const char *fragment, unsigned count, const char *const *varyings)
{
   GLuint program = glCreateProgram(), vao;
   glGenVertexArrays(1, &vao);
   glBindVertexArray(vao);
   api_attach(program, GL_VERTEX_SHADER, vertex);
   if (geometry)
      api_attach(program, GL_GEOMETRY_SHADER, geometry);
   if (fragment)
      api_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link_capturing(program, (GLsizei)count, varyings, GL_INTERLEAVED_ATTRIBS);
   return program;
}

void api_capture(GLsizei vertices, void *bytes, GLsizeiptr size_B)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size_B, NULL, GL_STREAM_READ);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, vertices);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size_B, bytes);
   glDeleteBuffers(1, &buffer);
   api_expect_error(GL_NO_ERROR, "a capture");
}

void api_expect_double(const char *what, unsigned vertex, double got, double want, unsigned ulps)
{
   if (!is_close(got, want, ulps))
      api_fail("%s, vertex %u: %.17g instead of %.17g", what, vertex, got, want);
}

/* feedback_file.c: computes with a vertex shader and writes the result to a file: transform feedback of OpenGL 3.3.
 *
 *     feedback_file FILE COUNT
 *
 * Each of COUNT points moves 64 steps on a Lorenz attractor. The file has one record per point: its position after the last step,
 * three floats in the machine's byte order, and the number of the point, a 32-bit integer. */
#include "common.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>

struct record { GLfloat position[3]; GLuint number; };

static const char vertex_source[] =
   "#version 330 core\n"
   "out vec3 position; flat out uint number;\n"
   "void main() {\n"
   "   position = vec3(1.0 + float(gl_VertexID) / 1024.0, 1.0, 20.0);\n"
   "   for (int i = 0; i < 64; i++)\n"
   "      position += vec3(10.0 * (position.y - position.x), position.x * (28.0 - position.z) - position.y,\n"
   "                       position.x * position.y - position.z * (8.0 / 3.0)) * 0.0078125;\n"
   "   number = uint(gl_VertexID);\n"
   "   gl_Position = vec4(0.0);\n"
   "}\n";

static void make_core_context(EGLDisplay dpy)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
   eglBindAPI(EGL_OPENGL_API);
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (ctx == EGL_NO_CONTEXT || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      die("no OpenGL 3.3 context: 0x%x", eglGetError());
}

static GLuint make_capture_program(void)
{
   static const char *const outputs[] = {"position", "number"};
   const char *source = vertex_source;
   const GLuint shader = glCreateShader(GL_VERTEX_SHADER), program = glCreateProgram();
   GLint ok;
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glAttachShader(program, shader);
   glTransformFeedbackVaryings(program, 2, outputs, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      die("the program does not link");
   return program;
}

/* Returns the number of points that were captured. */
static GLuint capture(GLsizei count)
{
   GLuint array, query, written = 0;
   glGenVertexArrays(1, &array); /* without attributes: gl_VertexID is the only input */
   glBindVertexArray(array);
   glGenQueries(1, &query);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, count);
   glEndTransformFeedback();
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
   return written;
}

int main(int argc, char **argv)
{
   const GLsizei count = argc == 3 ? atoi(argv[2]) : 0;
   if (count < 1 || count > 1 << 20)
      die("usage: feedback_file FILE COUNT");
   make_core_context(open_display());
   make_target(1, 1); /* a draw needs a complete framebuffer, even when nothing is rasterized */
   glUseProgram(make_capture_program());
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, count * (GLsizeiptr)sizeof(struct record), NULL, GL_STREAM_READ);
   const GLuint written = capture(count);
   const GLsizeiptr bytes = written * (GLsizeiptr)sizeof(struct record);
   const struct record *records = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
   FILE *file = fopen(argv[1], "wb");
   if (!records || !file || fwrite(records, sizeof(*records), written, file) != written || fclose(file))
      die("%s cannot be written", argv[1]);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   if (glGetError() != GL_NO_ERROR)
      die("an OpenGL error");
   printf("%u points\n", written);
   return 0;
}

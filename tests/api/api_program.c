/* api_program.c: programs of bodies, and the buffers of compute shaders. */
#include <string.h>

#include "api_compute.h"

GLuint api_attach(GLuint program, GLenum stage, const char *source)
{
   const GLuint shader = glCreateShader(stage);
   GLint ok;
   char log[2000] = "";
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   glGetShaderInfoLog(shader, sizeof(log), NULL, log);
   if (!ok)
      api_fail("shader 0x%x does not compile: %s\n%s", stage, log, source);
   glAttachShader(program, shader);
   glDeleteShader(shader);
   return shader;
}

void api_link(GLuint program)
{
   GLint ok;
   char log[2000] = "";
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   glGetProgramInfoLog(program, sizeof(log), NULL, log);
   if (!ok)
      api_fail("the program does not link: %s", log);
   glUseProgram(program);
}

GLuint api_program(const char *vertex, const char *geometry, const char *fragment)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   if (geometry)
      api_attach(program, GL_GEOMETRY_SHADER, geometry);
   api_attach(program, GL_FRAGMENT_SHADER, fragment);
   glBindAttribLocation(program, 0, "pos");
   glBindAttribLocation(program, 1, "val");
   api_link(program);
   return program;
}

GLuint api_compute_program(const char *source)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_COMPUTE_SHADER, source);
   api_link(program);
   return program;
}

GLuint api_compute_buffer(GLenum target, GLuint index, GLsizeiptr size_B, const void *data)
{
   GLuint name;
   glGenBuffers(1, &name);
   glBindBuffer(target, name);
   glBufferData(target, size_B, data, GL_DYNAMIC_COPY);
   if (target != GL_DISPATCH_INDIRECT_BUFFER)
      glBindBufferBase(target, index, name);
   return name;
}

void api_read_words(GLuint name, uint32_t *words, unsigned count)
{
   glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
   glBindBuffer(GL_COPY_READ_BUFFER, name);
   const void *map = glMapBufferRange(GL_COPY_READ_BUFFER, 0, count * 4, GL_MAP_READ_BIT);
   if (!map)
      api_fail("glMapBufferRange: 0x%x", glGetError());
   memcpy(words, map, count * 4);
   glUnmapBuffer(GL_COPY_READ_BUFFER);
}

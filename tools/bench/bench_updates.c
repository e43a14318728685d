/* bench_updates.c: draws with nothing or some state changed, and with buffers that are written between them. */
#include <string.h>

#include "bench.h"

enum { DRAWS = 2000, BLOCK_B = 256, VERTICES_B = 16 << 10 };
enum { SAME, STATE, BLOCK, SUBDATA, MAPPED };
static GLfloat block[BLOCK_B / 4], vertices[VERTICES_B / 4];

static void make_buffer(GLenum target, GLsizeiptr size_B)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(target, buffer);
   glBufferData(target, size_B, NULL, GL_STREAM_DRAW);
}

/* Triangles of less than a pixel, with a colour of a uniform block. */
static void updates_prepare(void)
{
   bench_target_es30(GL_RGBA8, 64, 64, 0);
   const GLuint program = bench_program("#version 300 es\nin vec2 p; void main() { gl_Position = vec4(p * 0.01, 0.0, 1.0); }",
                                        "#version 300 es\nprecision mediump float; layout(std140) uniform B { vec4 c[16]; };\n"
                                        "out vec4 o; void main() { o = c[0] + c[15]; }");
   glUseProgram(program);
   glUniformBlockBinding(program, glGetUniformBlockIndex(program, "B"), 0);
   make_buffer(GL_UNIFORM_BUFFER, BLOCK_B);
   GLint buffer;
   glGetIntegerv(GL_UNIFORM_BUFFER_BINDING, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, (GLuint)buffer);
   glBufferSubData(GL_UNIFORM_BUFFER, 0, BLOCK_B, block);
   make_buffer(GL_ARRAY_BUFFER, VERTICES_B);
   for (unsigned i = 0; i < sizeof(vertices) / sizeof(vertices[0]); i++)
      vertices[i] = (GLfloat)(i % 3);
   glBufferSubData(GL_ARRAY_BUFFER, 0, VERTICES_B, vertices);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glBlendFunc(GL_ONE, GL_ONE);
}

static void update(int i)
{
   void *map;
   switch (bench_current->variant) {
   case SAME: break;
   case STATE: (i & 1 ? glEnable : glDisable)(GL_BLEND); break;
   case BLOCK:
      block[0] = (GLfloat)(i & 15) / 16;
      glBufferSubData(GL_UNIFORM_BUFFER, 0, BLOCK_B, block);
      break;
   case SUBDATA: glBufferSubData(GL_ARRAY_BUFFER, 0, VERTICES_B, vertices); break;
   case MAPPED:
      map = glMapBufferRange(GL_ARRAY_BUFFER, 0, VERTICES_B, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
      if (!map)
         bench_fail("no mapping of the vertex buffer");
      memcpy(map, vertices, VERTICES_B);
      glUnmapBuffer(GL_ARRAY_BUFFER);
      break;
   default: break;
   }
}

static double updates_run(void)
{
   for (int i = 0; i < DRAWS; i++) {
      update(i);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   glFinish();
   return DRAWS;
}

#define UPDATES(name, variant) {name, "kdraw/s", 1e-3, updates_prepare, updates_run, 0, 30, variant}
const struct bench_workload bench_updates[] = {
   UPDATES("draws-same", SAME),
   UPDATES("draws-state", STATE),
   UPDATES("update-block", BLOCK),
   UPDATES("update-vertices", SUBDATA),
   UPDATES("update-mapped", MAPPED),
   {0},
};

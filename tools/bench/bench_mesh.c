/* bench_mesh.c: triangle grids in vertex and index buffers. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct bench_mesh bench_mesh_make(int columns, int first, int rows, int of, void (*shape)(struct bench_vertex *v))
{
   const size_t num_vertices = (size_t)(columns + 1) * (size_t)(rows + 1), num_indices = (size_t)columns * (size_t)rows * 6;
   struct bench_vertex *vertices = calloc(num_vertices, sizeof(*vertices)), *v = vertices;
   GLushort *indices = malloc(num_indices * sizeof(*indices)), *to = indices;
   if (num_vertices > 65536 || !vertices || !indices)
      bench_fail("mesh");
   for (int y = 0; y <= rows; y++)
      for (int x = 0; x <= columns; x++, v++) {
         v->p[0] = (GLfloat)x / (GLfloat)columns * 2 - 1;
         v->p[1] = (GLfloat)(first + y) / (GLfloat)of * 2 - 1;
         v->m[0] = (GLfloat)x;
         v->m[1] = (GLfloat)(first + y);
         shape(v);
      }
   for (int y = 0; y < rows; y++)
      for (int x = 0; x < columns; x++, to += 6) {
         GLushort a = (GLushort)(y * (columns + 1) + x), b = (GLushort)(a + columns + 1);
         memcpy(to, (GLushort[6]){ a, (GLushort)(a + 1), b, b, (GLushort)(a + 1), (GLushort)(b + 1) }, 6 * sizeof(*to));
      }
   struct bench_mesh m = { .num_indices = (GLsizei)num_indices };
   glGenBuffers(1, &m.vertices);
   glBindBuffer(GL_ARRAY_BUFFER, m.vertices);
   glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(num_vertices * sizeof(*vertices)), vertices, GL_STATIC_DRAW);
   glGenBuffers(1, &m.indices);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m.indices);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(num_indices * sizeof(*indices)), indices, GL_STATIC_DRAW);
   free(vertices);
   free(indices);
   return m;
}

void bench_mesh_use(const struct bench_mesh *m)
{
   static const struct { GLuint at; GLint size; size_t offset; } attribs[] = {
      { 0, 3, offsetof(struct bench_vertex, p) }, { 1, 3, offsetof(struct bench_vertex, n) },
      { 2, 2, offsetof(struct bench_vertex, m) },
   };
   glBindBuffer(GL_ARRAY_BUFFER, m->vertices);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m->indices);
   for (unsigned i = 0; i < sizeof(attribs) / sizeof(attribs[0]); i++) {
      glVertexAttribPointer(attribs[i].at, attribs[i].size, GL_FLOAT, GL_FALSE, sizeof(struct bench_vertex),
                            (const void *)attribs[i].offset);
      glEnableVertexAttribArray(attribs[i].at);
   }
}

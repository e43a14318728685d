/* ga_vertices.c: layouts of collected vertices: those of glBegin and glEnd, and those of display lists. */
#include <string.h>

#include "gl-api/legacy/ga_legacy.h"

void ga_vertices_add_slot(struct ga_vertices *v, unsigned slot, const GLfloat value[4])
{
   const uint32_t mask = v->mask | 1u << slot, below = mask & ((1u << slot) - 1);
   const unsigned place = (unsigned)__builtin_popcount(below);
   GLfloat *at = v->vertex + 4 * place;
   memmove(at + 4, at, (v->floats - 4 * place) * sizeof(*at));
   memcpy(at, value, 4 * sizeof(*at));
   for (uint32_t above = v->mask & ~below; above; above &= above - 1)
      v->place[__builtin_ctz(above)]++;
   v->place[slot] = (uint8_t)place;
   v->mask = mask;
   v->floats += 4;
}

/* From the last vertex to the first: a vertex moves up or stays. */
void ga_vertices_widen(const struct ga_vertices *v, GLfloat *to, const GLfloat *from, uint32_t mask, uint32_t count)
{
   const size_t floats = 4 * (size_t)__builtin_popcount(mask);
   GLfloat vertex[4 * GA_ATTRIB_SLOTS];
   for (uint32_t i = count; i-- > 0;) {
      memcpy(vertex, v->vertex, v->floats * sizeof(GLfloat));
      const GLfloat *at = from + i * floats;
      for (uint32_t left = mask; left; left &= left - 1, at += 4)
         memcpy(vertex + 4 * v->place[__builtin_ctz(left)], at, 4 * sizeof(GLfloat));
      memcpy(to + (size_t)i * v->floats, vertex, v->floats * sizeof(GLfloat));
   }
}

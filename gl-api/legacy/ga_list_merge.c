/* ga_list_merge.c: vertices of display lists, when a piece of them ends: equal ones are stored once, and primitives of different modes
 * become lists of points, lines or triangles, so that one draw has many of them. */
#include "gl-api/legacy/ga_list_piece.h"

#include <stdlib.h>
#include <string.h>

/* ---- equal vertices -------------------------------------------------------------------------------------------------------- */

#define LEAST_SHARED 16             /* vertices: indices of fewer are not worth a second buffer range */

static uint32_t hash_of(const GLfloat *vertex, uint32_t floats)
{
   uint64_t hash = 0, word;
   for (uint32_t i = 0; i < floats; i += 2) { /* an attribute has four */
      memcpy(&word, vertex + i, sizeof(word));
      hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
   }
   return (uint32_t)hash;
}

/* Numbers the distinct vertices in the order of their first occurrence; from[n]: where number n occurs first. Returns their count. */
static uint32_t number_vertices(const GLfloat *data, uint32_t floats, uint32_t count, uint32_t *index, uint32_t *from, uint32_t *slot,
                                uint32_t slots)
{
   uint32_t distinct = 0;
   memset(slot, 0xff, slots * sizeof(*slot));
   for (uint32_t i = 0; i < count; i++) {
      const GLfloat *vertex = data + (size_t)i * floats;
      uint32_t at = hash_of(vertex, floats) & (slots - 1);
      while (slot[at] != UINT32_MAX && memcmp(data + (size_t)from[slot[at]] * floats, vertex, floats * sizeof(GLfloat)))
         at = (at + 1) & (slots - 1);
      if (slot[at] == UINT32_MAX) {
         from[distinct] = i;
         slot[at] = distinct++;
      }
      index[i] = slot[at];
   }
   return distinct;
}

uint32_t ga_list_share_vertices(GLfloat *data, uint32_t floats, uint32_t count, uint32_t *index)
{
   uint32_t slots = 2 * LEAST_SHARED, distinct = count;
   while (slots < 2 * (uint64_t)count && slots < 1u << 31)
      slots *= 2;
   uint32_t *memory = count >= LEAST_SHARED && count < 1u << 30 ? malloc(((size_t)count + slots) * sizeof(*memory)) : NULL;
   uint32_t *from = memory;
   if (memory)
      distinct = number_vertices(data, floats, count, index, from, memory + count, slots);
   if (distinct > count - count / 4) /* too few: vertices in order are drawn without indices */
      distinct = count;
   for (uint32_t i = 0; i < distinct && distinct < count; i++) /* a vertex moves down or stays */
      memmove(data + (size_t)i * floats, data + (size_t)from[i] * floats, floats * sizeof(GLfloat));
   for (uint32_t i = 0; i < count && distinct == count; i++)
      index[i] = i;
   free(memory);
   return distinct;
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

#define FIRST 1 /* the first vertex of the primitive */
#define MAX_CORNERS 6

/* The parts of a primitive, as they are drawn one after the other: the first one is complete with vertex `from`, the others with each
 * `step` vertices more. corner: of even and odd parts, counted from the vertex that completes it, in the order that keeps the orientation
 * and the provoking vertex, the last one. A quad is two triangles. */
struct parts { GLenum list; uint8_t from, step, corners; int8_t corner[2][MAX_CORNERS]; };

static const struct parts parts[] = {
   [GL_POINTS] = {GL_POINTS, 0, 1, 1, {{0}, {0}}},
   [GL_LINES] = {GL_LINES, 1, 2, 2, {{-1, 0}, {-1, 0}}},
   [GL_LINE_LOOP] = {GL_LINES, 1, 1, 2, {{-1, 0}, {-1, 0}}},
   [GL_LINE_STRIP] = {GL_LINES, 1, 1, 2, {{-1, 0}, {-1, 0}}},
   [GL_TRIANGLES] = {GL_TRIANGLES, 2, 3, 3, {{-2, -1, 0}, {-2, -1, 0}}},
   [GL_TRIANGLE_STRIP] = {GL_TRIANGLES, 2, 1, 3, {{-2, -1, 0}, {-1, -2, 0}}},
   [GL_TRIANGLE_FAN] = {GL_TRIANGLES, 2, 1, 3, {{FIRST, -1, 0}, {FIRST, -1, 0}}},
   [GL_QUADS] = {GL_TRIANGLES, 3, 4, 6, {{-3, -2, 0, -2, -1, 0}, {-3, -2, 0, -2, -1, 0}}},
   [GL_QUAD_STRIP] = {GL_TRIANGLES, 3, 2, 6, {{-1, -3, 0, -3, -2, 0}, {-1, -3, 0, -3, -2, 0}}},
   [GL_POLYGON] = {GL_TRIANGLES, 2, 1, 3, {{-1, 0, FIRST}, {-1, 0, FIRST}}},
};

static uint64_t merged_count(const struct ga_list_prim *prim)
{
   const struct parts *p = &parts[prim->mode];
   const uint64_t count = prim->count > p->from ? (prim->count - p->from - 1) / p->step + 1 : 0;
   return (count + (prim->mode == GL_LINE_LOOP && prim->count > 1)) * p->corners;
}

bool ga_list_can_merge(const struct ga_list_prim *prims, uint32_t count, uint64_t *indices)
{
   *indices = 0;
   for (uint32_t i = 0; i < count; i++) {
      if (prims[i].mode > GL_POLYGON) /* adjacency, patches */
         return false;
      *indices += merged_count(&prims[i]);
   }
   return count > 1;
}

static uint32_t *merge(const struct ga_list_prim *prim, const uint32_t *index, uint32_t *out)
{
   const struct parts *p = &parts[prim->mode];
   unsigned odd = 0;
   index += prim->first;
   for (uint64_t n = p->from; n < prim->count; n += p->step, odd ^= 1)
      for (unsigned k = 0; k < p->corners; k++)
         *out++ = index[p->corner[odd][k] == FIRST ? 0 : (int64_t)n + p->corner[odd][k]];
   if (prim->mode == GL_LINE_LOOP && prim->count > 1) {
      *out++ = index[prim->count - 1];
      *out++ = index[0];
   }
   return out;
}

uint32_t ga_list_merge(const struct ga_list_prim *prims, uint32_t count, const uint32_t *index, uint32_t *out, struct ga_list_prim *merged)
{
   const uint32_t *begin = out;
   uint32_t lists = 0;
   for (uint32_t i = 0; i < count; i++) {
      uint32_t *end = merge(&prims[i], index, out);
      if (end == out)
         continue;
      if (!lists || merged[lists - 1].mode != parts[prims[i].mode].list)
         merged[lists++] = (struct ga_list_prim){parts[prims[i].mode].list, (uint32_t)(out - begin), 0};
      merged[lists - 1].count += (uint32_t)(end - out);
      out = end;
   }
   return lists;
}

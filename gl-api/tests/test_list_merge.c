/* test_list_merge.c: pieces of vertices in display lists: equal vertices, and primitives as lists (ga_list_merge.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl-api/legacy/ga_list_piece.h"

/* Corners of a primitive of six vertices: 0 to 5, or fewer, in the order of OpenGL 4.6 compatibility, 10.1, with the provoking vertex of
 * GL_LAST_VERTEX_CONVENTION last (table 13.2), and the first one of a polygon. */
static const struct { GLenum mode, list; uint32_t vertices; const char *corners; } rows[] = {
   {GL_POINTS, GL_POINTS, 3, "012"},
   {GL_LINES, GL_LINES, 4, "0123"},
   {GL_LINE_STRIP, GL_LINES, 4, "011223"},
   {GL_LINE_STRIP, GL_LINES, 1, ""},
   {GL_LINE_LOOP, GL_LINES, 4, "01122330"},
   {GL_LINE_LOOP, GL_LINES, 2, "0110"},
   {GL_LINE_LOOP, GL_LINES, 1, ""},
   {GL_TRIANGLES, GL_TRIANGLES, 6, "012345"},
   {GL_TRIANGLE_STRIP, GL_TRIANGLES, 6, "012213234435"},
   {GL_TRIANGLE_STRIP, GL_TRIANGLES, 2, ""},
   {GL_TRIANGLE_FAN, GL_TRIANGLES, 5, "012023034"},
   {GL_QUADS, GL_TRIANGLES, 4, "013123"},
   {GL_QUAD_STRIP, GL_TRIANGLES, 6, "203013425235"},
   {GL_QUAD_STRIP, GL_TRIANGLES, 5, "203013"},
   {GL_POLYGON, GL_TRIANGLES, 5, "120230340"},
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void modes(void **state)
{
   (void)state;
   for (unsigned r = 0; r < ROWS; r++) {
      /* Twice: a primitive alone is drawn as it is. */
      const struct ga_list_prim prims[] = {{rows[r].mode, 0, rows[r].vertices}, {rows[r].mode, rows[r].vertices, rows[r].vertices}};
      uint32_t index[12], out[64];
      struct ga_list_prim merged[2];
      uint64_t indices;
      const uint32_t corners = (uint32_t)strlen(rows[r].corners);
      for (uint32_t i = 0; i < 12; i++)
         index[i] = 100 + i;
      assert_false(ga_list_can_merge(prims, 1, &indices));
      assert_true(ga_list_can_merge(prims, 2, &indices));
      assert_int_equal(indices, 2 * corners);
      assert_int_equal(ga_list_merge(prims, 2, index, out, merged), corners ? 1 : 0);
      for (uint32_t i = 0; i < 2 * corners; i++)
         assert_int_equal(out[i], 100 + (uint32_t)(rows[r].corners[i % corners] - '0') + (i < corners ? 0 : rows[r].vertices));
      if (corners) {
         assert_int_equal(merged[0].mode, rows[r].list);
         assert_int_equal(merged[0].first, 0);
         assert_int_equal(merged[0].count, 2 * corners);
      }
   }
}

/* The order of primitives remains where their lists differ; patches and adjacency have no such lists. */
static void orders(void **state)
{
   (void)state;
   struct ga_list_prim prims[] = {{GL_QUADS, 0, 4}, {GL_TRIANGLE_FAN, 4, 4}, {GL_LINE_STRIP, 8, 1}, {GL_POINTS, 0, 2}, {GL_LINES, 2, 2},
                                  {GL_POLYGON, 0, 3}}, merged[6];
   static const struct ga_list_prim wanted[] = {{GL_TRIANGLES, 0, 12}, {GL_POINTS, 12, 2}, {GL_LINES, 14, 2}, {GL_TRIANGLES, 16, 3}};
   uint32_t index[16], out[64];
   uint64_t indices;
   for (uint32_t i = 0; i < 16; i++)
      index[i] = i;
   assert_true(ga_list_can_merge(prims, 6, &indices));
   assert_int_equal(indices, 19);
   assert_int_equal(ga_list_merge(prims, 6, index, out, merged), 4);
   assert_memory_equal(merged, wanted, sizeof(wanted));
   prims[3].mode = GL_PATCHES;
   assert_false(ga_list_can_merge(prims, 6, &indices));
   prims[3].mode = GL_LINES_ADJACENCY;
   assert_false(ga_list_can_merge(prims, 6, &indices));
}

/* Each vertex is found again by its index, and is stored once. */
static void equal_vertices(void **state)
{
   (void)state;
   enum { COUNT = 4000, FLOATS = 12 };
   GLfloat *data = malloc(COUNT * FLOATS * sizeof(*data)), *before = malloc(COUNT * FLOATS * sizeof(*data));
   uint32_t index[COUNT];
   for (unsigned distinct = 1; distinct <= COUNT; distinct += distinct / 2 + 1) {
      for (unsigned i = 0; i < COUNT; i++)
         for (unsigned k = 0; k < FLOATS; k++)
            before[i * FLOATS + k] = k == 11 ? (GLfloat)(i * 7919 % distinct) : 1;
      memcpy(data, before, COUNT * FLOATS * sizeof(*data));
      const uint32_t stored = ga_list_share_vertices(data, FLOATS, COUNT, index);
      assert_int_equal(stored, distinct > COUNT - COUNT / 4 ? COUNT : distinct);
      for (unsigned i = 0; i < COUNT; i++) {
         assert_true(index[i] < stored);
         assert_memory_equal(data + index[i] * FLOATS, before + i * FLOATS, FLOATS * sizeof(*data));
      }
   }
   /* 0 and -0 are different vertices. */
   for (unsigned i = 0; i < 32; i++)
      data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = 0, data[4 * i + 3] = i & 1 ? -0.0f : 0.0f;
   assert_int_equal(ga_list_share_vertices(data, 4, 32, index), 2);
   assert_int_equal(index[0], index[2]);
   assert_int_not_equal(index[0], index[1]);
   free(data);
   free(before);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(modes), cmocka_unit_test(orders), cmocka_unit_test(equal_vertices)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

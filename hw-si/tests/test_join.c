/* Draws that go on where the draw before ended are one packet, and draw the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/si_context.h"
#include "hw-si/tests/sim_scene.h"

#define TRIANGLES 8

/* Triangles side by side, and a depth that decides where they overlap. */
static int scene_init(void **state)
{
   static float corners[3 * TRIANGLES][4];
   (void)state;

   for (unsigned i = 0; i < TRIANGLES; i++) {
      const float x = -1 + 0.25f * (float)i;
      const float at[3][2] = {{x, -1}, {x + 0.25f, -1}, {x, i & 1 ? 1.0f : 0.3f}};
      for (unsigned k = 0; k < 3; k++)
         memcpy(corners[3 * i + k], (const float[4]){at[k][0], at[k][1], 0, 1}, sizeof(corners[0]));
   }
   sim_scene_init(corners, 3 * TRIANGLES, NULL);
   return 0;
}

static int scene_finish(void **state)
{
   (void)state;
   sim_scene_finish();
   return 0;
}

enum before { NOTHING, FLUSH, OTHER_STATE, OTHER_DRAW };

/* joined: vertices of the packet after the draw; 0: the draw cannot be gone on with. */
static const struct { enum before before; enum pipe_prim_type mode; uint32_t start, count, joined; } rows[] = {
   {NOTHING, PIPE_PRIM_TRIANGLES, 0, 3, 3},
   {NOTHING, PIPE_PRIM_TRIANGLES, 3, 3, 6},
   {NOTHING, PIPE_PRIM_TRIANGLES, 6, 6, 12},
   {NOTHING, PIPE_PRIM_TRIANGLES, 0, 3, 3},      /* from another place */
   {NOTHING, PIPE_PRIM_POINTS, 3, 3, 3},         /* of another mode */
   {NOTHING, PIPE_PRIM_POINTS, 6, 2, 5},
   {FLUSH, PIPE_PRIM_POINTS, 8, 2, 2},           /* in another submission */
   {OTHER_STATE, PIPE_PRIM_POINTS, 10, 2, 2},
   {NOTHING, PIPE_PRIM_TRIANGLES, 12, 4, 0},     /* incomplete: its last vertex begins no primitive */
   {NOTHING, PIPE_PRIM_TRIANGLES, 16, 2, 0},
   {NOTHING, PIPE_PRIM_TRIANGLE_STRIP, 3, 3, 0}, /* strips never go on */
   {NOTHING, PIPE_PRIM_TRIANGLE_STRIP, 6, 3, 0},
   {NOTHING, PIPE_PRIM_TRIANGLES, 12, 6, 6},
   {OTHER_DRAW, PIPE_PRIM_TRIANGLES, 18, 3, 3},
   {NOTHING, PIPE_PRIM_TRIANGLES, 21, 3, 6},
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static void draw(enum pipe_prim_type mode, uint32_t start, uint32_t count, bool join)
{
   const struct pipe_draw_info info = {.mode = mode, .start = start, .count = count, .instance_count = 1, .may_join = join};

   ctx->impl->draw(ctx, &info);
}

static void draw_rows(bool join, uint8_t picture[256])
{
   const struct si_context *si = si_context(ctx);
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};

   ctx->impl->clear(ctx, &clear);
   for (unsigned i = 0; i < ROWS; i++) {
      const float color[4] = {(float)i, 0, 0, 0};
      if (rows[i].before == FLUSH)
         ctx->impl->flush(ctx, NULL, 0);
      if (rows[i].before == OTHER_STATE)
         ctx->impl->set_blend_color(ctx, color);
      if (rows[i].before == OTHER_DRAW)
         draw(PIPE_PRIM_TRIANGLES, 0, 3, false);
      draw(rows[i].mode, rows[i].start, rows[i].count, join);
      if (join && (si->join.end ? si->join.count : 0) != rows[i].joined)
         fail_msg("draw %u: %u vertices, not %u", i, si->join.end ? si->join.count : 0, rows[i].joined);
   }
   for (unsigned i = 0; i < 256; i++)
      picture[i] = sim_target_value((int)(i % 16), (int)(i / 16));
}

static void test_rows(void **state)
{
   uint8_t joined[256], single[256], covered = 0;
   (void)state;

   draw_rows(true, joined);
   draw_rows(false, single);
   assert_memory_equal(joined, single, sizeof(single));
   for (unsigned i = 0; i < 256; i++)
      covered |= single[i];
   assert_int_not_equal(covered, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_rows, scene_init, scene_finish)};

   if (!sim_open())
      return 1;
   int result = cmocka_run_group_tests(tests, NULL, NULL);
   sim_close();
   return result;
}

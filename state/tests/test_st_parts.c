/* Draws that read the framebuffer coherently: one draw per primitive and instance, in order, with the vertices that the mode gives
 * it, whatever the indices are and wherever they come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fake_pipe.h"
#include "state/st_private.h"

struct world {
   struct fake_screen *screen;
   struct fake_context *ctx;
   struct st_context st;
};

static int open_world(void **state)
{
   static struct world w;
   memset(&w, 0, sizeof w);
   w.screen = fake_screen_create();
   w.ctx = fake_context(w.screen->base.impl->context_create(&w.screen->base, 0));
   assert_true(st_context_init(&w.st, &w.ctx->base));
   w.st.viewport_count = 1;
   assert_true(st_validate(&w.st, ST_DIRTY_ALL));
   fake_clear_log(w.ctx);
   w.st.reads_coherently = true;
   *state = &w;
   return 0;
}

static int close_world(void **state)
{
   struct world *w = *state;
   st_context_finish(&w->st);
   w->ctx->base.impl->destroy(&w->ctx->base);
   fake_screen_destroy(w->screen);
   return 0;
}

static struct pipe_resource *buffer(struct world *w, const void *data, uint32_t size_B)
{
   struct pipe_resource *res = w->screen->base.impl->resource_create(&w->screen->base, &(struct pipe_resource_template){
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1 });
   memcpy(fake_resource(res)->data, data, size_B);
   return res;
}

/* "012 213": the list that the last parts drew from. */
static const char *list(struct world *w)
{
   static char text[256];
   const struct pipe_draw_info *last = &w->ctx->draw;
   const uint32_t *index = (const uint32_t *)(fake_resource(last->index_buffer)->data + last->index_offset_B);
   size_t length = 0;
   for (uint32_t i = 0; i < last->start + last->count; i++)
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%u", i && i % last->count == 0 ? " " : "", index[i]);
   return text;
}

static unsigned draws(struct world *w)
{
   unsigned n = 0;
   for (const char *at = w->ctx->log; (at = strstr(at, "draw ")); at++)
      n++;
   return n;
}

static void test_modes(void **state)
{
   static const struct { enum pipe_prim_type mode; bool first_provokes; const char *list; } rows[] = {
      { PIPE_PRIM_POINTS, false, "0 1 2 3 4" },
      { PIPE_PRIM_LINES, false, "01 23" },
      { PIPE_PRIM_LINE_LOOP, false, "01 12 23 34 40" },
      { PIPE_PRIM_LINE_STRIP, false, "01 12 23 34" },
      { PIPE_PRIM_TRIANGLES, false, NULL }, /* one */
      { PIPE_PRIM_TRIANGLE_STRIP, false, "012 213 234" },
      { PIPE_PRIM_TRIANGLE_STRIP, true, "012 132 234" },
      { PIPE_PRIM_TRIANGLE_FAN, false, "012 023 034" },
      { PIPE_PRIM_TRIANGLE_FAN, true, "120 230 340" },
   };
   struct world *w = *state;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct pipe_draw_info info = { .mode = rows[i].mode, .start = 7, .count = 5, .instance_count = 1, .start_instance = 3 };
      fake_clear_log(w->ctx);
      w->st.raster.flatshade_first = rows[i].first_provokes;
      assert_true(st_draw(&w->st, &info, NULL));
      if (!rows[i].list) {
         assert_string_equal(w->ctx->log, "draw 4 start 7 count 5 bias 0\n");
         assert_false(w->ctx->draw.is_part);
         continue;
      }
      assert_string_equal(list(w), rows[i].list);
      assert_true(w->ctx->draw.is_part && w->ctx->draw.index_bias == 7 && w->ctx->draw.start_instance == 3);
      assert_int_equal(w->ctx->draw.part_primitive + 1, draws(w));
   }
}

static void test_instances(void **state)
{
   struct world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_LINES, .count = 4, .instance_count = 2 };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(w->ctx->log, "draw 1 start 0 count 2 bias 0\ndraw 1 start 2 count 2 bias 0\n"
                                    "draw 1 start 0 count 2 bias 0\ndraw 1 start 2 count 2 bias 0\n");
   assert_true(w->ctx->draw.part_instance == 1 && w->ctx->draw.part_primitive == 1 && w->ctx->draw.instance_count == 1);
}

/* Neither without primitives nor in a lost context does a draw take the time of its instances. */
static void test_many_instances(void **state)
{
   struct world *w = *state;
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLES, .count = 2, .instance_count = UINT32_MAX };
   assert_true(st_draw(&w->st, &info, NULL));
   info.count = 6;
   w->ctx->reset = PIPE_RESET_GUILTY;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(draws(w), 0);
   w->ctx->reset = PIPE_RESET_NONE;
}

/* Restart ends a run and counts no primitive; a run that is too short has none. Indices behind the buffer are 0. */
static void test_indices(void **state)
{
   static const uint16_t words[] = { 9, 1, 2, 3, 0xffff, 4, 5, 0xffff, 6, 7, 8, 2 };
   static const uint8_t bytes[] = { 1, 2, 3, 255, 4, 5, 6, 7 };
   struct world *w = *state;
   struct pipe_resource *res = buffer(w, words, sizeof words);
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP, .index_size_B = 2, .primitive_restart = true,
      .restart_index = 0xffff, .start = 1, .count = 11, .instance_count = 1, .index_bias = -1, .index_buffer = res };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(list(w), "123 678 872");
   assert_true(w->ctx->draw.index_bias == -1 && !w->ctx->draw.primitive_restart && w->ctx->draw.part_primitive == 2);
   info.mode = PIPE_PRIM_LINE_LOOP;
   info.start = 4;
   info.count = 10;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(list(w), "45 54 67 78 82 20 00 06");
   pipe_resource_unref(res);
   info = (struct pipe_draw_info){ .mode = PIPE_PRIM_TRIANGLE_FAN, .index_size_B = 1, .primitive_restart = true,
      .restart_index = 255, .count = sizeof bytes, .instance_count = 1 };
   assert_true(st_draw(&w->st, &info, bytes));
   assert_string_equal(list(w), "123 456 467");
   info.primitive_restart = false; /* 255 is a vertex then */
   assert_true(st_draw(&w->st, &info, bytes));
   assert_string_equal(list(w), "123 13255 12554 145 156 167");
}

static void test_indirect(void **state)
{
   static const uint32_t arguments[] = { 4, 1, 2, 0, 0,  3, 2, 0, 5, 1,  9, 0, 0, 0, 0 }, count = 2;
   static const uint32_t elements[] = { 1, 2, 3, 4, 5, 6 };
   struct world *w = *state;
   struct pipe_resource *from = buffer(w, arguments, sizeof arguments), *counts = buffer(w, &count, 4),
                        *indices = buffer(w, elements, sizeof elements);
   const struct pipe_draw_indirect_info at = { .buffer = from, .stride_B = 20, .draw_count = 3, .count_buffer = counts };
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_LINE_STRIP, .index_size_B = 4, .index_buffer = indices, .indirect = &at };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(draws(w), 3 + 2 * 2);
   assert_string_equal(list(w), "12 23");
   assert_true(w->ctx->draw.index_bias == 5 && w->ctx->draw.start_instance == 1 && w->ctx->draw.part_instance == 1);
   assert_true(w->ctx->draw.draw_id == 1 && !w->ctx->draw.indirect);
   pipe_resource_unref(from);
   pipe_resource_unref(counts);
   pipe_resource_unref(indices);
}

/* Without fragments, and with other shaders, nothing is split. */
static void test_not_split(void **state)
{
   struct world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .count = 4, .instance_count = 2 };
   w->st.raster.rasterizer_discard = true;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(draws(w), 1);
   w->st.raster.rasterizer_discard = false;
   w->st.reads_coherently = false;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(draws(w), 2);
}

static void test_out_of_memory(void **state)
{
   struct world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .count = 1 << 22, .instance_count = 1 };
   w->screen->fail_after = 0;
   assert_false(st_draw(&w->st, &info, NULL));
   assert_int_equal(draws(w), 0);
   w->screen->fail_after = -1;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)
   const struct CMUnitTest tests[] = {
      TEST(test_modes), TEST(test_instances), TEST(test_many_instances), TEST(test_indices), TEST(test_indirect),
      TEST(test_not_split), TEST(test_out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

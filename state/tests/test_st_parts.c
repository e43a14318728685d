/* Draws that read the framebuffer coherently: one draw per primitive and instance, in order, with the vertices that the mode gives
 * it, whatever the indices are and wherever they come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_world.h"

static int open_world(void **state)
{
   struct fake_world *w = fake_world_open();
   w->st.reads_coherently = true;
   *state = w;
   return 0;
}

static int close_world(void **state)
{
   fake_world_close(*state);
   return 0;
}

static void test_modes(void **state)
{
   static const struct { enum pipe_prim_type mode; bool first_provokes; const char *list; uint32_t count; } rows[] = {
      { PIPE_PRIM_POINTS, false, "0 1 2 3 4" },
      { PIPE_PRIM_LINES, false, "01 23" },
      { PIPE_PRIM_LINE_LOOP, false, "01 12 23 34 40" },
      { PIPE_PRIM_LINE_STRIP, false, "01 12 23 34" },
      { PIPE_PRIM_TRIANGLES, false, NULL }, /* one */
      { PIPE_PRIM_TRIANGLE_STRIP, false, "012 213 234" },
      { PIPE_PRIM_TRIANGLE_STRIP, true, "012 132 234" },
      { PIPE_PRIM_TRIANGLE_FAN, false, "012 023 034" },
      { PIPE_PRIM_TRIANGLE_FAN, true, "120 230 340" },
      { PIPE_PRIM_QUADS, false, "0123 4567", 9 },
      { PIPE_PRIM_QUAD_STRIP, false, "2013 4235", 7 },
      { PIPE_PRIM_QUAD_STRIP, true, "0132 2354", 7 },
      { PIPE_PRIM_LINES_ADJACENCY, false, "12 56", 11 },
      { PIPE_PRIM_LINE_STRIP_ADJACENCY, false, "12 23" },
      { PIPE_PRIM_TRIANGLES_ADJACENCY, false, "024 6810", 13 },
      { PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, false, "024 426 468", 10 },
      { PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, true, "024 264 468", 10 },
   };
   struct fake_world *w = *state;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct pipe_draw_info info = { .mode = rows[i].mode, .start = 7, .count = rows[i].count ? rows[i].count : 5,
                                           .instance_count = 1, .start_instance = 3 };
      fake_clear_log(w->ctx);
      w->st.raster.flatshade_first = rows[i].first_provokes;
      assert_true(st_draw(&w->st, &info, NULL));
      if (!rows[i].list) {
         assert_string_equal(w->ctx->log, "draw 4 start 7 count 5 bias 0\n");
         assert_false(w->ctx->draw.single_primitive_draw);
         continue;
      }
      assert_string_equal(fake_list(w), rows[i].list);
      assert_true(w->ctx->draw.single_primitive_draw && w->ctx->draw.index_bias == 7 && w->ctx->draw.start_instance == 3);
      assert_int_equal(w->ctx->draw.part_primitive + 1, fake_draws(w));
   }
}

static void test_instances(void **state)
{
   struct fake_world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_LINES, .count = 4, .instance_count = 2 };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(w->ctx->log, "draw 1 start 0 count 2 bias 0\ndraw 1 start 2 count 2 bias 0\n"
                                    "draw 1 start 0 count 2 bias 0\ndraw 1 start 2 count 2 bias 0\n");
   assert_true(w->ctx->draw.part_instance == 1 && w->ctx->draw.part_primitive == 1 && w->ctx->draw.instance_count == 1);
}

/* A polygon is one primitive; restart begins another one. */
static void test_polygons(void **state)
{
   static const uint16_t words[] = { 1, 2, 3, 4, 0xffff, 5, 6, 0xffff, 7, 8, 9 };
   struct fake_world *w = *state;
   struct pipe_draw_info info = { .mode = PIPE_PRIM_POLYGON, .count = 5, .instance_count = 2 };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(w->ctx->log, "draw 9 start 0 count 5 bias 0\ndraw 9 start 0 count 5 bias 0\n");
   assert_true(w->ctx->draw.part_instance == 1 && w->ctx->draw.part_primitive == 0 && w->ctx->draw.instance_count == 1);
   struct pipe_resource *res = fake_buffer(w, words, sizeof words);
   info = (struct pipe_draw_info){ .mode = PIPE_PRIM_POLYGON, .index_size_B = 2, .primitive_restart = true, .restart_index = 0xffff,
      .count = 11, .instance_count = 1, .index_buffer = res };
   fake_clear_log(w->ctx);
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(w->ctx->log, "draw 9 start 0 count 4 bias 0\ndraw 9 start 8 count 3 bias 0\n");
   assert_true(w->ctx->draw.part_primitive == 1 && !w->ctx->draw.primitive_restart);
   pipe_resource_unref(res);
}

/* Neither without primitives nor in a lost context does a draw take the time of its instances. */
static void test_many_instances(void **state)
{
   struct fake_world *w = *state;
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLES, .count = 2, .instance_count = UINT32_MAX };
   assert_true(st_draw(&w->st, &info, NULL));
   info.count = 6;
   w->ctx->reset = PIPE_RESET_GUILTY;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 0);
   w->ctx->reset = PIPE_RESET_NONE;
}

/* Restart ends a run and counts no primitive; a run that is too short has none. Indices beyond the buffer are 0. */
static void test_indices(void **state)
{
   static const uint16_t words[] = { 9, 1, 2, 3, 0xffff, 4, 5, 0xffff, 6, 7, 8, 2 };
   static const uint8_t bytes[] = { 1, 2, 3, 255, 4, 5, 6, 7 };
   struct fake_world *w = *state;
   struct pipe_resource *res = fake_buffer(w, words, sizeof words);
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP, .index_size_B = 2, .primitive_restart = true,
      .restart_index = 0xffff, .start = 1, .count = 11, .instance_count = 1, .index_bias = -1, .index_buffer = res };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(fake_list(w), "123 678 872");
   assert_true(w->ctx->draw.index_bias == -1 && !w->ctx->draw.primitive_restart && w->ctx->draw.part_primitive == 2);
   info.mode = PIPE_PRIM_LINE_LOOP;
   info.start = 4;
   info.count = 10;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_string_equal(fake_list(w), "45 54 67 78 82 20 00 06");
   pipe_resource_unref(res);
   info = (struct pipe_draw_info){ .mode = PIPE_PRIM_TRIANGLE_FAN, .index_size_B = 1, .primitive_restart = true,
      .restart_index = 255, .count = sizeof bytes, .instance_count = 1 };
   assert_true(st_draw(&w->st, &info, bytes));
   assert_string_equal(fake_list(w), "123 456 467");
   info.primitive_restart = false; /* 255 is a vertex then */
   assert_true(st_draw(&w->st, &info, bytes));
   assert_string_equal(fake_list(w), "123 13255 12554 145 156 167");
}

static void test_indirect(void **state)
{
   static const uint32_t arguments[] = { 4, 1, 2, 0, 0,  3, 2, 0, 5, 1,  9, 0, 0, 0, 0 }, count = 2;
   static const uint32_t elements[] = { 1, 2, 3, 4, 5, 6 };
   struct fake_world *w = *state;
   struct pipe_resource *from = fake_buffer(w, arguments, sizeof arguments), *counts = fake_buffer(w, &count, 4),
                        *indices = fake_buffer(w, elements, sizeof elements);
   const struct pipe_draw_indirect_info at = { .buffer = from, .stride_B = 20, .draw_count = 3, .count_buffer = counts };
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_LINE_STRIP, .index_size_B = 4, .index_buffer = indices, .indirect = &at };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 3 + 2 * 2);
   assert_string_equal(fake_list(w), "12 23");
   assert_true(w->ctx->draw.index_bias == 5 && w->ctx->draw.start_instance == 1 && w->ctx->draw.part_instance == 1);
   assert_true(w->ctx->draw.draw_id == 1 && !w->ctx->draw.indirect);
   pipe_resource_unref(from);
   pipe_resource_unref(counts);
   pipe_resource_unref(indices);
}

/* Without fragments, and with other shaders, nothing is split. */
static void test_not_split(void **state)
{
   struct fake_world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .count = 4, .instance_count = 2 };
   w->st.raster.rasterizer_discard = true;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 1);
   w->st.raster.rasterizer_discard = false;
   w->st.reads_coherently = false;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 2);
}

/* Lines of a stage that makes primitives: captured, then drawn one by one with the numbers that they have. */
static void test_captured(void **state)
{
   struct fake_world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .count = 4, .instance_count = 2 };
   char stages[3];
   w->st.captured.shader = &stages[0];
   w->st.captured.pass_vertex = &stages[1];
   w->st.captured.stage = PIPE_SHADER_GEOMETRY;
   w->st.captured.vertices = 2;
   w->st.shader[PIPE_SHADER_GEOMETRY] = &stages[2];
   w->st.dirty |= ST_DIRTY_SHADERS;
   w->ctx->query_result.u64 = 3;
   fake_clear_log(w->ctx);
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 1 + 3);
   const struct pipe_draw_info *last = &w->ctx->draw;
   assert_true(last->mode == PIPE_PRIM_LINES && last->start == 4 && last->count == 2 && last->single_primitive_draw);
   assert_false(last->index_size_B);
   /* What is drawn is clipped and has fragments; the stages before count elsewhere. */
   assert_int_equal(w->ctx->draw_paused, PIPE_QUERIES_GEOMETRY);
   assert_int_equal(w->ctx->paused, 0);
   /* 32 locations, two an attribute, then the position and three vectors of other values. */
   assert_int_equal(w->ctx->element_count, 20);
   assert_true(w->ctx->element[15].format == PIPE_FORMAT_R64G64B64A64_FLOAT && w->ctx->vb[15].offset_B == 15 * 32);
   assert_true(w->ctx->element[16].format == PIPE_FORMAT_R32G32B32A32_FLOAT && w->ctx->vb[16].offset_B == 16 * 32);
   assert_int_equal(w->ctx->so_count, 0);
   assert_ptr_equal(w->st.shader[PIPE_SHADER_GEOMETRY], &stages[2]);
   assert_false(w->st.raster.rasterizer_discard);
   /* What makes no primitives draws none; queries of primitives count the stages once more. */
   w->ctx->query_result.u64 = 0;
   w->ctx->counts_primitives = true;
   fake_clear_log(w->ctx);
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 2);
   /* More primitives than the first buffer has room for: captured again. */
   w->ctx->query_result.u64 = 300;
   w->ctx->counts_primitives = false;
   fake_clear_log(w->ctx);
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 2 + 300);
   /* Without fragments nothing is captured. */
   w->st.raster.rasterizer_discard = true;
   w->st.dirty |= ST_DIRTY_RASTER;
   fake_clear_log(w->ctx);
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 1);
   w->st.shader[PIPE_SHADER_GEOMETRY] = NULL;
   w->st.captured.shader = NULL;
   w->st.raster.rasterizer_discard = false;
   w->st.dirty |= ST_DIRTY_SHADERS | ST_DIRTY_RASTER;
   assert_true(st_validate(&w->st, ST_DIRTY_ALL));
   w->ctx->base.impl->set_vertex_buffers(&w->ctx->base, 0, 20, (struct pipe_vertex_buffer[20]){ 0 });
}

static void test_out_of_memory(void **state)
{
   struct fake_world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .count = 1 << 22, .instance_count = 1 };
   w->screen->fail_after = 0;
   assert_false(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 0);
   w->screen->fail_after = -1;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)
   const struct CMUnitTest tests[] = {
      TEST(test_modes), TEST(test_instances), TEST(test_polygons), TEST(test_many_instances), TEST(test_indices), TEST(test_indirect),
      TEST(test_not_split), TEST(test_captured), TEST(test_out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Strips of triangles with adjacency and primitive restart before a geometry shader: the list that the driver draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_world.h"

static int shader; /* the fake driver does not look into it */

static int open_world(void **state)
{
   struct fake_world *w = fake_world_open();
   w->st.shader[PIPE_SHADER_GEOMETRY] = &shader;
   *state = w;
   return 0;
}

static int close_world(void **state)
{
   fake_world_close(*state);
   return 0;
}

/* OpenGL 4.6, table 10.1: only, first, middle and last triangles; each run begins anew. A run of 5 and an odd last vertex add nothing. */
static void test_runs(void **state)
{
   static const uint16_t words[] = { 9, 1, 2, 3, 4, 5, 6, 0xffff, 1, 2, 3, 4, 5, 0xffff, 0xffff, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 };
   struct fake_world *w = *state;
   struct pipe_resource *res = fake_buffer(w, words, sizeof words);
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, .index_size_B = 2, .primitive_restart = true,
      .restart_index = 0xffff, .start = 1, .count = sizeof words / 2 - 1, .instance_count = 3, .start_instance = 2, .index_bias = -4,
      .index_buffer = res };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 1);
   assert_string_equal(fake_list(w), "123654 012643 402568 426987");
   const struct pipe_draw_info *drawn = &w->ctx->draw;
   assert_true(drawn->mode == PIPE_PRIM_TRIANGLES_ADJACENCY && !drawn->primitive_restart && drawn->index_size_B == 4);
   assert_true(drawn->instance_count == 3 && drawn->start_instance == 2 && drawn->index_bias == -4);
   pipe_resource_unref(res);
}

/* Of client memory; without a triangle there is no draw. */
static void test_client(void **state)
{
   static const uint8_t bytes[] = { 255, 6, 5, 4, 3, 2, 1, 255 };
   struct fake_world *w = *state;
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, .index_size_B = 1, .primitive_restart = true,
      .restart_index = 255, .count = sizeof bytes, .instance_count = 1 };
   assert_true(st_draw(&w->st, &info, bytes));
   assert_string_equal(fake_list(w), "654123");
   info.count = 6;
   assert_true(st_draw(&w->st, &info, bytes));
   info.count = 1;
   assert_true(st_draw(&w->st, &info, bytes));
   assert_int_equal(fake_draws(w), 1);
}

static void test_indirect(void **state)
{
   static const uint32_t arguments[] = { 6, 2, 1, 5, 1,  6, 0, 0, 0, 0 };
   static const uint32_t elements[] = { 9, 1, 2, 3, 4, 5, 6 };
   struct fake_world *w = *state;
   struct pipe_resource *from = fake_buffer(w, arguments, sizeof arguments), *indices = fake_buffer(w, elements, sizeof elements);
   const struct pipe_draw_indirect_info at = { .buffer = from, .stride_B = 20, .draw_count = 2 };
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, .index_size_B = 4, .primitive_restart = true,
      .restart_index = UINT32_MAX, .index_buffer = indices, .indirect = &at };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(fake_draws(w), 1);
   assert_string_equal(fake_list(w), "123654");
   assert_true(w->ctx->draw.instance_count == 2 && w->ctx->draw.index_bias == 5 && w->ctx->draw.start_instance == 1);
   assert_null(w->ctx->draw.indirect);
   pipe_resource_unref(from);
   pipe_resource_unref(indices);
}

/* Without restart, with other modes and without a geometry shader the driver gets the draw as it is. */
static void test_as_it_is(void **state)
{
   static const uint32_t elements[6] = { 0 };
   struct fake_world *w = *state;
   struct pipe_resource *res = fake_buffer(w, elements, sizeof elements);
   struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, .index_size_B = 4, .count = 6, .instance_count = 1,
      .index_buffer = res };
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(w->ctx->draw.mode, PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY);
   info.primitive_restart = true;
   info.mode = PIPE_PRIM_LINE_STRIP_ADJACENCY;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(w->ctx->draw.mode, PIPE_PRIM_LINE_STRIP_ADJACENCY);
   info.mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY;
   w->st.shader[PIPE_SHADER_GEOMETRY] = NULL;
   assert_true(st_draw(&w->st, &info, NULL));
   assert_int_equal(w->ctx->draw.mode, PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY);
   assert_int_equal(fake_draws(w), 3);
   pipe_resource_unref(res);
}

static void test_out_of_memory(void **state)
{
   static uint32_t elements[1 << 18];
   struct fake_world *w = *state;
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY, .index_size_B = 4, .primitive_restart = true,
      .restart_index = UINT32_MAX, .count = 1 << 18, .instance_count = 1 };
   w->screen->fail_after = 0;
   assert_false(st_draw(&w->st, &info, elements));
   assert_int_equal(fake_draws(w), 0);
   w->screen->fail_after = -1;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)
   const struct CMUnitTest tests[] = {
      TEST(test_runs), TEST(test_client), TEST(test_indirect), TEST(test_as_it_is), TEST(test_out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Stream output on the simulated GPU: captured positions, offsets, appending across submissions, full buffers, and draws of
 * as many vertices as were captured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/tests/sim_scene.h"

static const float points[4][4] = {{-0.75f, -0.75f, 0, 1}, {0.25f, -0.5f, 0, 1}, {-0.5f, 0.75f, 0, 1}, {0.5f, 0.5f, 0, 1}};
static void *plain_vs; /* captures nothing */

static int scene_init(void **state)
{
   static const struct pipe_stream_output_info positions = {.count = 1, .stride_dw = {4},
                                                            .out = {{.num_components = 4, .builtin = PIPE_SO_POSITION}}};
   (void)state;

   sim_scene_init(points, 4, &positions);
   plain_vs = sim_vertex_shader(NULL);
   return 0;
}

static int scene_finish(void **state)
{
   (void)state;
   sim_scene_finish();
   ctx->impl->delete_shader(ctx, plain_vs);
   return 0;
}

static void draw_points(unsigned start, unsigned count)
{
   struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS, .start = start, .count = count, .instance_count = 1};

   ctx->impl->draw(ctx, &info);
}

static void clear(void)
{
   struct pipe_clear_info info = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}, .scissor_enable = true,
                                  .scissor = {0, 0, 16, 15}};

   ctx->impl->clear(ctx, &info);
   info.scissor = (struct pipe_scissor_state){0, 15, 16, 16};
   ctx->impl->clear(ctx, &info); /* rectangles, not fills */
}

/* Whether a clear under the condition reaches the target. */
static bool condition_draws(struct pipe_query *q, bool inverted)
{
   struct pipe_clear_info info = {.buffers = PIPE_CLEAR_COLOR0, .color = {{.f = {1, 1, 1, 1}}}, .colormask = {0xf}};

   clear();
   ctx->impl->render_condition(ctx, q, inverted, PIPE_RENDER_COND_WAIT);
   ctx->impl->clear(ctx, &info);
   ctx->impl->render_condition(ctx, NULL, false, PIPE_RENDER_COND_WAIT);
   return sim_target_value(0, 0) != 0;
}

static void bind(struct pipe_stream_output_target *target, uint32_t offset_B)
{
   ctx->impl->set_stream_output_targets(ctx, target != NULL, &target, &offset_B);
}

/* A buffer of 12 vertices filled with -9. */
static struct pipe_resource *make_capture(void)
{
   struct pipe_resource *res = sim_resource(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 12 * 16, 1, PIPE_BIND_STREAM_OUTPUT);
   float fill[48];

   for (unsigned i = 0; i < 48; i++)
      fill[i] = -9;
   ctx->impl->buffer_subdata(ctx, res, 0, sizeof(fill), fill);
   return res;
}

/* expected: indices into `points`, one per captured vertex of the buffer; -1: untouched. */
static void expect(struct pipe_resource *res, const int expected[12])
{
   struct pipe_box all = {0, 0, 0, 12 * 16, 1, 1};
   struct pipe_transfer *t;
   const float *map = ctx->impl->transfer_map(ctx, res, 0, PIPE_MAP_READ, &all, &t);

   assert_non_null(map);
   for (unsigned i = 0; i < 12; i++)
      for (unsigned c = 0; c < 4; c++) {
         float want = expected[i] < 0 ? -9 : points[expected[i]][c];
         if (map[4 * i + c] != want)
            fail_msg("vertex %u component %u is %g, expected %g", i, c, (double)map[4 * i + c], (double)want);
      }
   ctx->impl->transfer_unmap(ctx, t);
}

/* Draws follow each other; rectangles, other shaders and submissions between them capture nothing. */
static void test_append(void **state)
{
   struct pipe_resource *res = make_capture();
   struct pipe_stream_output_target *t = ctx->impl->create_so_target(ctx, res, 16, 10 * 16);
   (void)state;

   bind(t, 0);
   draw_points(0, 2);
   draw_points(3, 1);
   clear();
   draw_points(2, 1);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, plain_vs);
   draw_points(0, 4);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, scene.vs);
   ctx->impl->flush(ctx, NULL, 0);
   draw_points(1, 2);
   bind(NULL, 0);
   draw_points(0, 4);
   bind(t, ~0u);
   draw_points(0, 1);
   bind(NULL, 0);
   expect(res, (const int[12]){-1, 0, 1, 3, 2, 1, 2, 0, -1, -1, -1, -1});
   bind(t, 16); /* again, from its second vertex */
   draw_points(2, 1);
   bind(NULL, 0);
   expect(res, (const int[12]){-1, 0, 2, 3, 2, 1, 2, 0, -1, -1, -1, -1});
   pipe_so_target_unref(t);
   pipe_resource_unref(res);
}

/* Primitives that do not fit are not captured at all. */
static void test_full(void **state)
{
   struct pipe_resource *res = make_capture();
   struct pipe_stream_output_target *t = ctx->impl->create_so_target(ctx, res, 0, 5 * 16);
   struct pipe_draw_info lines = {.mode = PIPE_PRIM_LINES, .count = 4, .instance_count = 2};
   (void)state;

   bind(t, 0);
   ctx->impl->draw(ctx, &lines);
   bind(NULL, 0);
   expect(res, (const int[12]){0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1});
   pipe_so_target_unref(t);
   pipe_resource_unref(res);
}

/* The captured vertices are drawn again, as many as there are. */
static void test_draw_captured(void **state)
{
   struct pipe_resource *res = make_capture();
   struct pipe_stream_output_target *t = ctx->impl->create_so_target(ctx, res, 32, 10 * 16);
   struct pipe_draw_info info = {.mode = PIPE_PRIM_POINTS, .instance_count = 1, .count_from_so = t};
   struct pipe_query *q = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);
   union pipe_query_result result;
   (void)state;

   bind(t, 0);
   draw_points(0, 3);
   bind(NULL, 0);
   ctx->impl->set_vertex_buffers(ctx, 0, 1, &(struct pipe_vertex_buffer){.buffer = res, .offset_B = 32, .stride_B = 16});
   assert_true(ctx->impl->begin_query(ctx, q));
   ctx->impl->draw(ctx, &info);
   assert_true(ctx->impl->end_query(ctx, q));
   assert_true(ctx->impl->get_query_result(ctx, q, true, &result));
   assert_int_equal(result.u64, 3);
   ctx->impl->set_vertex_buffers(ctx, 0, 1, &(struct pipe_vertex_buffer){.buffer = scene.vertices, .stride_B = 16});
   ctx->impl->destroy_query(ctx, q);
   pipe_so_target_unref(t);
   pipe_resource_unref(res);
}

/* Primitives generated, captured and lost; rectangles of the driver do not count. */
static void test_primitive_queries(void **state)
{
   static const enum pipe_query_type types[] = {PIPE_QUERY_PRIMITIVES_GENERATED, PIPE_QUERY_PRIMITIVES_EMITTED,
                                                PIPE_QUERY_SO_OVERFLOW, PIPE_QUERY_SO_OVERFLOW_ANY};
   static const struct { unsigned room; bool bound; uint64_t expected[4]; } rows[] = {
      {12, true, {7, 7, false, false}}, {3, true, {7, 3, true, true}}, {12, false, {7, 0, false, false}},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct pipe_resource *res = make_capture();
      struct pipe_stream_output_target *t = ctx->impl->create_so_target(ctx, res, 0, rows[i].room * 16);
      struct pipe_query *q[4];
      union pipe_query_result result;
      if (rows[i].bound)
         bind(t, 0);
      for (unsigned n = 0; n < 4; n++) {
         q[n] = ctx->impl->create_query(ctx, types[n], 0);
         assert_true(ctx->impl->begin_query(ctx, q[n]));
      }
      draw_points(0, 4);
      clear();
      ctx->impl->flush(ctx, NULL, 0);
      clear();
      draw_points(1, 3);
      for (unsigned n = 0; n < 4; n++)
         assert_true(ctx->impl->end_query(ctx, q[n]));
      draw_points(0, 4);
      bind(NULL, 0);
      for (unsigned n = 0; n < 4; n++) {
         assert_true(ctx->impl->get_query_result(ctx, q[n], true, &result));
         if ((n >= 2 ? result.b : result.u64) != rows[i].expected[n])
            fail_msg("row %u query %u: %llu", i, n, (unsigned long long)(n >= 2 ? result.b : result.u64));
      }
      if (rows[i].bound) {
         assert_int_equal(condition_draws(q[2], false), rows[i].expected[2]);
         assert_int_equal(condition_draws(q[2], true), !rows[i].expected[2]);
         assert_int_equal(condition_draws(q[3], false), rows[i].expected[3]);
         assert_int_equal(condition_draws(q[3], true), !rows[i].expected[3]);
      }
      for (unsigned n = 0; n < 4; n++)
         ctx->impl->destroy_query(ctx, q[n]);
      pipe_so_target_unref(t);
      pipe_resource_unref(res);
   }
}

/* Thirty queries and stream output end and begin again around each submission. */
static void test_with_queries(void **state)
{
   struct pipe_resource *res = make_capture();
   struct pipe_stream_output_target *t = ctx->impl->create_so_target(ctx, res, 0, 12 * 16);
   struct pipe_query *q[30];
   union pipe_query_result result;
   (void)state;

   for (unsigned i = 0; i < 30; i++) {
      q[i] = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);
      assert_true(ctx->impl->begin_query(ctx, q[i]));
   }
   bind(t, 0);
   for (unsigned i = 0; i < 4; i++) {
      draw_points(i, 1);
      clear();
      ctx->impl->flush(ctx, NULL, 0);
   }
   bind(NULL, 0);
   for (unsigned i = 0; i < 30; i++) {
      assert_true(ctx->impl->end_query(ctx, q[i]));
      assert_true(ctx->impl->get_query_result(ctx, q[i], true, &result));
      assert_int_equal(result.u64, 4);
      ctx->impl->destroy_query(ctx, q[i]);
   }
   expect(res, (const int[12]){0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1});
   pipe_so_target_unref(t);
   pipe_resource_unref(res);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_append), cmocka_unit_test(test_full), cmocka_unit_test(test_draw_captured),
      cmocka_unit_test(test_with_queries), cmocka_unit_test(test_primitive_queries),
   };
   if (!sim_open())
      return 1;
   int failed = cmocka_run_group_tests(tests, scene_init, scene_finish);
   sim_close();
   return failed;
}

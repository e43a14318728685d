/* Conditional rendering on the simulated GPU: the command processor decides from the counters of an occlusion query,
 * without a wait of the CPU. Draws, clears and blits under the render condition are discarded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/tests/sim_scene.h"
#include "hw-si/tests/simple_spirv.h"

/* A strip that covers the target. */
static int scene_init(void **state)
{
   static const float corners[4][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}, {1, 1, 0, 1}};
   (void)state;

   sim_scene_init(corners, 4, NULL);
   return 0;
}

static int scene_finish(void **state)
{
   (void)state;
   sim_scene_finish();
   return 0;
}

static void draw(unsigned count)
{
   struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLE_STRIP, .count = count, .instance_count = 1};

   ctx->impl->draw(ctx, &info);
}

static void clear(float value)
{
   struct pipe_clear_info info = {.buffers = PIPE_CLEAR_COLOR0, .color = {{.f = {value, value, value, value}}},
                                  .colormask = {0xf}};

   ctx->impl->clear(ctx, &info);
}

/* A query that counts the samples of two parts, which a submission separates. */
static struct pipe_query *counted(unsigned first, unsigned second)
{
   struct pipe_query *q = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);

   assert_true(ctx->impl->begin_query(ctx, q));
   if (first)
      draw(first);
   ctx->impl->flush(ctx, NULL, 0);
   if (second)
      draw(second);
   assert_true(ctx->impl->end_query(ctx, q));
   return q;
}

static const struct { unsigned first, second; bool inverted, drawn; } rows[] = {
   {0, 0, false, false}, {0, 0, true, true},  {4, 0, false, true}, {4, 0, true, false},
   {0, 4, false, true},  {0, 4, true, false}, {4, 4, false, true}, {4, 4, true, false},
};

static void test_count(void **state)
{
   struct pipe_query *q = counted(4, 4);
   union pipe_query_result result;
   (void)state;

   assert_true(ctx->impl->get_query_result(ctx, q, true, &result));
   assert_int_equal(result.u64, 512);
   ctx->impl->destroy_query(ctx, q);
}

static void result_to(struct pipe_query *q, enum pipe_query_value value, enum pipe_query_value_type type, struct pipe_resource *buffer,
                      uint32_t offset_B)
{
   ctx->impl->get_query_result_buffer(ctx, q, value, type, buffer, offset_B);
}

/* Results in a buffer: 4 and 8 bytes, of a predicate, of times, and none of a query that runs. */
static void test_result_in_buffer(void **state)
{
   struct pipe_resource *buffer = sim_resource(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 64, 1, PIPE_BIND_QUERY_BUFFER);
   struct pipe_query *q = counted(4, 4), *any = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
   struct pipe_query *stamp = ctx->impl->create_query(ctx, PIPE_QUERY_TIMESTAMP, 0);
   struct pipe_query *elapsed = ctx->impl->create_query(ctx, PIPE_QUERY_TIME_ELAPSED, 0);
   struct pipe_box all = {0, 0, 0, 64, 1, 1};
   union pipe_query_result stamp_result, elapsed_result;
   struct pipe_transfer *t;
   uint32_t words[16];
   (void)state;

   memset(words, 0xee, sizeof(words));
   ctx->impl->buffer_subdata(ctx, buffer, 0, sizeof(words), words);
   assert_true(ctx->impl->begin_query(ctx, any));
   assert_true(ctx->impl->begin_query(ctx, elapsed));
   result_to(any, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_U32, buffer, 0); /* runs still */
   result_to(any, PIPE_QUERY_AVAILABLE, PIPE_QUERY_VALUE_U32, buffer, 4);
   draw(4);
   assert_true(ctx->impl->end_query(ctx, any));
   assert_true(ctx->impl->end_query(ctx, elapsed));
   assert_true(ctx->impl->end_query(ctx, stamp));
   result_to(q, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_U64, buffer, 8);
   result_to(q, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_I32, buffer, 16);
   result_to(any, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_U32, buffer, 20);
   result_to(any, PIPE_QUERY_AVAILABLE, PIPE_QUERY_VALUE_I64, buffer, 24);
   result_to(stamp, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_U64, buffer, 32);
   result_to(elapsed, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_I64, buffer, 40);
   result_to(stamp, PIPE_QUERY_RESULT, PIPE_QUERY_VALUE_I32, buffer, 48); /* the clock runs longer than 2.1 s: clamped */
   const void *map = ctx->impl->transfer_map(ctx, buffer, 0, PIPE_MAP_READ, &all, &t);
   memcpy(words, map, sizeof(words));
   ctx->impl->transfer_unmap(ctx, t);
   static const uint32_t expected[8] = {0xeeeeeeee, 0, 512, 0, 512, 1, 1, 0};
   assert_memory_equal(words, expected, sizeof(expected));
   assert_true(ctx->impl->get_query_result(ctx, stamp, true, &stamp_result));
   assert_true(ctx->impl->get_query_result(ctx, elapsed, true, &elapsed_result));
   assert_int_equal(words[8] | (uint64_t)words[9] << 32, stamp_result.u64);
   assert_int_equal(words[10] | (uint64_t)words[11] << 32, elapsed_result.u64);
   assert_int_equal(words[12], stamp_result.u64 < INT32_MAX ? stamp_result.u64 : INT32_MAX);
   assert_int_equal(words[13], 0xeeeeeeee);
   ctx->impl->destroy_query(ctx, q);
   ctx->impl->destroy_query(ctx, any);
   ctx->impl->destroy_query(ctx, stamp);
   ctx->impl->destroy_query(ctx, elapsed);
   pipe_resource_unref(buffer);
}

/* A context draws with the variants that the screen compiled before. */
static void test_compile_shaders(void **state)
{
   struct pipe_shader_state vs = {.stage = PIPE_SHADER_VERTEX, .spirv = vertex_spirv, .spirv_words = sizeof(vertex_spirv) / 4};
   struct pipe_shader_state fs = {.stage = PIPE_SHADER_FRAGMENT, .spirv = fragment_spirv,
                                  .spirv_words = sizeof(fragment_spirv) / 4};
   struct pipe_shader_state bad = vs;
   const struct pipe_shader_state *both[PIPE_SHADER_TYPES] = {[PIPE_SHADER_VERTEX] = &vs, [PIPE_SHADER_FRAGMENT] = &fs};
   char why[256] = "";
   (void)state;

   if (!screen->impl->compile_shaders(screen, both, why, sizeof(why)))
      fail_msg("%s", why);
   bad.spirv_words = 20;
   both[PIPE_SHADER_VERTEX] = &bad;
   assert_false(screen->impl->compile_shaders(screen, both, why, sizeof(why)));
   assert_true(why[0] != 0);
   clear(0);
   draw(4);
   assert_int_equal(sim_target_value(0, 0), 255);
}

static void test_draws_and_clears(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      for (unsigned later = 0; later < 2; later++) {
         struct pipe_query *q = counted(rows[i].first, rows[i].second);
         clear(0);
         ctx->impl->render_condition(ctx, q, rows[i].inverted, PIPE_RENDER_COND_WAIT);
         if (later) /* in a submission that has not seen the query */
            ctx->impl->flush(ctx, NULL, 0);
         draw(4);
         if (sim_target_value(0, 0) != (rows[i].drawn ? 255 : 0))
            fail_msg("row %u: draw", i);
         clear(0.2f); /* after a submission: the condition still holds */
         if (sim_target_value(0, 0) != (rows[i].drawn ? 51 : 0))
            fail_msg("row %u: clear", i);
         ctx->impl->render_condition(ctx, NULL, false, PIPE_RENDER_COND_WAIT);
         draw(4);
         assert_int_equal(sim_target_value(0, 0), 255);
         ctx->impl->destroy_query(ctx, q);
      }
}

static void test_blits(void **state)
{
   struct pipe_resource *src = sim_resource(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_SAMPLER_VIEW);
   struct pipe_box all = {0, 0, 0, 16, 16, 1};
   struct pipe_blit_info info = {.src = {src, 0, all, src->t.format}, .dst = {scene.target, 0, all, src->t.format}, .mask = 0xf};
   uint8_t data[1024];
   (void)state;

   memset(data, 0x42, sizeof(data));
   ctx->impl->texture_subdata(ctx, src, 0, &all, data, 64, 0);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      for (unsigned enable = 0; enable < 2; enable++) {
         struct pipe_query *q = counted(rows[i].first, rows[i].second);
         clear(0);
         ctx->impl->render_condition(ctx, q, rows[i].inverted, PIPE_RENDER_COND_WAIT);
         info.render_condition_enable = enable;
         ctx->impl->blit(ctx, &info);
         assert_int_equal(sim_target_value(0, 0), rows[i].drawn || !enable ? 0x42 : 0);
         ctx->impl->render_condition(ctx, NULL, false, PIPE_RENDER_COND_WAIT);
         ctx->impl->destroy_query(ctx, q);
      }
   pipe_resource_unref(src);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_count), cmocka_unit_test(test_draws_and_clears), cmocka_unit_test(test_blits),
      cmocka_unit_test(test_result_in_buffer), cmocka_unit_test(test_compile_shaders),
   };
   if (!sim_open())
      return 1;
   int failed = cmocka_run_group_tests(tests, scene_init, scene_finish);
   sim_close();
   return failed;
}

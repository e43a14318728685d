/* Conditional rendering on the simulated GPU: the command processor decides from the counters of an occlusion query,
 * without a wait of the CPU. Draws, clears and blits that ask for it are discarded. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/si.h"
#include "hw-si/tests/simple_spirv.h"
#include "state/pipe.h"
#include "winsys/winsys.h"

static struct pipe_screen *screen;
static struct pipe_context *ctx;

static struct {
   struct pipe_resource *target, *vertices;
   struct pipe_surface *surface;
   void *cso[6], *vs, *fs;
} scene;

static struct pipe_resource *make(enum pipe_texture_target target, enum pipe_format format, uint32_t width, uint32_t height,
                                  uint32_t bind)
{
   struct pipe_resource_template t = {.target = target, .format = format, .width = width, .height = height, .depth = 1,
                                      .layers = 1, .bind = bind};
   struct pipe_resource *res = screen->impl->resource_create(screen, &t);

   assert_non_null(res);
   return res;
}

/* A 16x16 target and a strip that covers it. */
static int scene_init(void **state)
{
   static const float corners[4][4] = {{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}, {1, 1, 0, 1}};
   struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R8G8B8A8_UNORM};
   struct pipe_blend_state blend = {.rt = {{.colormask = 0xf}}};
   struct pipe_depth_stencil_alpha_state dsa = {0};
   struct pipe_rasterizer_state raster = {.half_pixel_center = 1, .point_size = 1, .line_width = 1};
   struct pipe_vertex_element element = {.format = PIPE_FORMAT_R32G32B32A32_FLOAT};
   struct pipe_shader_state vs = {.stage = PIPE_SHADER_VERTEX, .spirv = vertex_spirv,
                                  .spirv_words = sizeof(vertex_spirv) / 4};
   struct pipe_shader_state fs = {.stage = PIPE_SHADER_FRAGMENT, .spirv = fragment_spirv,
                                  .spirv_words = sizeof(fragment_spirv) / 4};
   struct pipe_viewport_state vp = {{8, 8, 0.5f}, {8, 8, 0.5f}};
   struct pipe_framebuffer_state fb = {.width = 16, .height = 16, .layers = 1, .samples = 1, .color_count = 1};
   (void)state;

   scene.target = make(PIPE_TEXTURE_2D, vt.format, 16, 16, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   scene.vertices = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, sizeof(corners), 1, PIPE_BIND_VERTEX_BUFFER);
   ctx->impl->buffer_subdata(ctx, scene.vertices, 0, sizeof(corners), corners);
   scene.surface = fb.cbufs[0] = ctx->impl->create_surface(ctx, scene.target, &vt);
   ctx->impl->set_framebuffer(ctx, &fb);
   ctx->impl->bind_blend(ctx, scene.cso[0] = ctx->impl->create_blend(ctx, &blend));
   ctx->impl->bind_depth_stencil_alpha(ctx, scene.cso[1] = ctx->impl->create_depth_stencil_alpha(ctx, &dsa));
   ctx->impl->bind_rasterizer(ctx, scene.cso[2] = ctx->impl->create_rasterizer(ctx, &raster));
   ctx->impl->bind_vertex_elements(ctx, scene.cso[3] = ctx->impl->create_vertex_elements(ctx, 1, &element));
   ctx->impl->set_vertex_buffers(ctx, 0, 1, &(struct pipe_vertex_buffer){.buffer = scene.vertices, .stride_B = 16});
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, scene.vs = ctx->impl->create_shader(ctx, &vs));
   ctx->impl->bind_shader(ctx, PIPE_SHADER_FRAGMENT, scene.fs = ctx->impl->create_shader(ctx, &fs));
   ctx->impl->set_viewports(ctx, 0, 1, &vp);
   return 0;
}

static int scene_finish(void **state)
{
   struct pipe_framebuffer_state none = {.width = 1, .height = 1, .layers = 1, .samples = 1};
   (void)state;

   ctx->impl->set_framebuffer(ctx, &none);
   ctx->impl->set_vertex_buffers(ctx, 0, 1, NULL);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, NULL);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_FRAGMENT, NULL);
   ctx->impl->delete_shader(ctx, scene.vs);
   ctx->impl->delete_shader(ctx, scene.fs);
   ctx->impl->delete_blend(ctx, scene.cso[0]);
   ctx->impl->delete_depth_stencil_alpha(ctx, scene.cso[1]);
   ctx->impl->delete_rasterizer(ctx, scene.cso[2]);
   ctx->impl->delete_vertex_elements(ctx, scene.cso[3]);
   pipe_surface_unref(scene.surface);
   pipe_resource_unref(scene.target);
   pipe_resource_unref(scene.vertices);
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

/* First byte of the target, read past the condition. */
static unsigned target_value(void)
{
   struct pipe_box one = {0, 0, 0, 1, 1, 1};
   uint8_t texel[4];

   assert_true(ctx->impl->texture_read(ctx, scene.target, 0, &one, texel, 4, 4));
   return texel[0];
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

/* Results in a buffer: 4 and 8 bytes, of a predicate, and not before they are there. */
static void test_result_in_buffer(void **state)
{
   struct pipe_resource *buffer = make(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, 32, 1, PIPE_BIND_QUERY_BUFFER);
   struct pipe_query *q = counted(4, 4), *any = ctx->impl->create_query(ctx, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
   struct pipe_box all = {0, 0, 0, 32, 1, 1};
   struct pipe_transfer *t;
   uint32_t words[8];
   (void)state;

   memset(words, 0xee, sizeof(words));
   ctx->impl->buffer_subdata(ctx, buffer, 0, sizeof(words), words);
   assert_true(ctx->impl->begin_query(ctx, any));
   ctx->impl->get_query_result_buffer(ctx, any, false, PIPE_QUERY_RESULT, 4, buffer, 0); /* runs still */
   ctx->impl->get_query_result_buffer(ctx, any, false, PIPE_QUERY_AVAILABLE, 4, buffer, 4);
   draw(4);
   assert_true(ctx->impl->end_query(ctx, any));
   ctx->impl->get_query_result_buffer(ctx, q, true, PIPE_QUERY_RESULT, 8, buffer, 8);
   ctx->impl->get_query_result_buffer(ctx, q, true, PIPE_QUERY_RESULT, 4, buffer, 16);
   ctx->impl->get_query_result_buffer(ctx, any, true, PIPE_QUERY_RESULT, 4, buffer, 20);
   ctx->impl->get_query_result_buffer(ctx, any, false, PIPE_QUERY_AVAILABLE, 8, buffer, 24);
   const void *map = ctx->impl->transfer_map(ctx, buffer, 0, PIPE_MAP_READ, &all, &t);
   memcpy(words, map, sizeof(words));
   ctx->impl->transfer_unmap(ctx, t);
   static const uint32_t expected[8] = {0xeeeeeeee, 0, 512, 0, 512, 1, 1, 0};
   assert_memory_equal(words, expected, sizeof(words));
   ctx->impl->destroy_query(ctx, q);
   ctx->impl->destroy_query(ctx, any);
   pipe_resource_unref(buffer);
}

/* Shaders compiled by the screen alone are what a context then draws with. */
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
   assert_int_equal(target_value(), 255);
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
         if (target_value() != (rows[i].drawn ? 255 : 0))
            fail_msg("row %u: draw", i);
         clear(0.2f); /* after a submission: the condition still holds */
         if (target_value() != (rows[i].drawn ? 51 : 0))
            fail_msg("row %u: clear", i);
         ctx->impl->render_condition(ctx, NULL, false, PIPE_RENDER_COND_WAIT);
         draw(4);
         assert_int_equal(target_value(), 255);
         ctx->impl->destroy_query(ctx, q);
      }
}

static void test_blits(void **state)
{
   struct pipe_resource *src = make(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_SAMPLER_VIEW);
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
         assert_int_equal(target_value(), rows[i].drawn || !enable ? 0x42 : 0);
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
   struct ws_device *ws = ws_sim_open(NULL, NULL, 0); /* GLOAM_SIM_CHIP */
   char why[128];

   screen = ws ? si_screen_create(ws, why, sizeof(why)) : NULL;
   ctx = screen ? screen->impl->context_create(screen, 0) : NULL;
   if (!ctx)
      return 1;
   int failed = cmocka_run_group_tests(tests, scene_init, scene_finish);
   ctx->impl->destroy(ctx);
   screen->impl->destroy(screen);
   ws_device_unref(ws);
   return failed;
}

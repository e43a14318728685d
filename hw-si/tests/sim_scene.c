/* sim_scene.c: see sim_scene.h. */
#include "hw-si/tests/sim_scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hw-si/si.h"
#include "hw-si/tests/simple_spirv.h"
#include "winsys/winsys.h"

struct pipe_screen *screen;
struct pipe_context *ctx;
struct sim_scene scene;

static struct ws_device *ws;

bool sim_open(void)
{
   char why[128];

   ws = ws_sim_open(NULL, NULL, 0);
   screen = ws ? si_screen_create(ws, why, sizeof(why)) : NULL;
   ctx = screen ? screen->impl->context_create(screen, 0) : NULL;
   return ctx;
}

void sim_close(void)
{
   ctx->impl->destroy(ctx);
   screen->impl->destroy(screen);
   ws_device_unref(ws);
}

struct pipe_resource *sim_resource(enum pipe_texture_target target, enum pipe_format format, uint32_t width, uint32_t height,
                                   uint32_t bind)
{
   struct pipe_resource_template t = {.target = target, .format = format, .width = width, .height = height, .depth = 1,
                                      .layers = 1, .bind = bind};
   struct pipe_resource *res = screen->impl->resource_create(screen, &t);

   assert_non_null(res);
   return res;
}

void *sim_vertex_shader(const struct pipe_stream_output_info *so)
{
   struct pipe_shader_state vs = {.stage = PIPE_SHADER_VERTEX, .spirv = vertex_spirv, .spirv_words = sizeof(vertex_spirv) / 4};

   if (so)
      vs.so = *so;
   return ctx->impl->create_shader(ctx, &vs);
}

void sim_scene_init(const float (*positions)[4], unsigned count, const struct pipe_stream_output_info *so)
{
   struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R8G8B8A8_UNORM};
   struct pipe_blend_state blend = {.rt = {{.colormask = 0xf}}};
   struct pipe_depth_stencil_alpha_state dsa = {0};
   struct pipe_rasterizer_state raster = {.half_pixel_center = 1, .point_size = 1, .line_width = 1};
   struct pipe_vertex_element element = {.format = PIPE_FORMAT_R32G32B32A32_FLOAT};
   struct pipe_shader_state fs = {.stage = PIPE_SHADER_FRAGMENT, .spirv = fragment_spirv,
                                  .spirv_words = sizeof(fragment_spirv) / 4};
   struct pipe_viewport_state vp = {{8, 8, 0.5f}, {8, 8, 0.5f}};
   struct pipe_framebuffer_state fb = {.width = 16, .height = 16, .layers = 1, .samples = 1, .color_count = 1};
   uint32_t size_B = count * sizeof(positions[0]);

   scene.target = sim_resource(PIPE_TEXTURE_2D, vt.format, 16, 16, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   scene.vertices = sim_resource(PIPE_BUFFER, PIPE_FORMAT_R8_UNORM, size_B, 1, PIPE_BIND_VERTEX_BUFFER);
   ctx->impl->buffer_subdata(ctx, scene.vertices, 0, size_B, positions);
   scene.surface = fb.cbufs[0] = ctx->impl->create_surface(ctx, scene.target, &vt);
   ctx->impl->set_framebuffer(ctx, &fb);
   ctx->impl->bind_blend(ctx, scene.blend = ctx->impl->create_blend(ctx, &blend));
   ctx->impl->bind_depth_stencil_alpha(ctx, scene.dsa = ctx->impl->create_depth_stencil_alpha(ctx, &dsa));
   ctx->impl->bind_rasterizer(ctx, scene.raster = ctx->impl->create_rasterizer(ctx, &raster));
   ctx->impl->bind_vertex_elements(ctx, scene.elements = ctx->impl->create_vertex_elements(ctx, 1, &element));
   ctx->impl->set_vertex_buffers(ctx, 0, 1, &(struct pipe_vertex_buffer){.buffer = scene.vertices, .stride_B = 16});
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, scene.vs = sim_vertex_shader(so));
   ctx->impl->bind_shader(ctx, PIPE_SHADER_FRAGMENT, scene.fs = ctx->impl->create_shader(ctx, &fs));
   ctx->impl->set_viewports(ctx, 0, 1, &vp);
}

void sim_scene_finish(void)
{
   struct pipe_framebuffer_state none = {.width = 1, .height = 1, .layers = 1, .samples = 1};

   ctx->impl->set_framebuffer(ctx, &none);
   ctx->impl->set_vertex_buffers(ctx, 0, 1, NULL);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_VERTEX, NULL);
   ctx->impl->bind_shader(ctx, PIPE_SHADER_FRAGMENT, NULL);
   ctx->impl->delete_shader(ctx, scene.vs);
   ctx->impl->delete_shader(ctx, scene.fs);
   ctx->impl->delete_blend(ctx, scene.blend);
   ctx->impl->delete_depth_stencil_alpha(ctx, scene.dsa);
   ctx->impl->delete_rasterizer(ctx, scene.raster);
   ctx->impl->delete_vertex_elements(ctx, scene.elements);
   pipe_surface_unref(scene.surface);
   pipe_resource_unref(scene.target);
   pipe_resource_unref(scene.vertices);
}

uint8_t sim_target_value(int x, int y)
{
   struct pipe_box one = {x, y, 0, 1, 1, 1};
   uint8_t texel[4];

   assert_true(ctx->impl->texture_read(ctx, scene.target, 0, &one, texel, 4, 4));
   return texel[0];
}

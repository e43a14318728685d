/* The state tracker against a recording context: only changes reach the driver, canonical states share one object, client arrays are
 * uploaded for exactly the vertices that a draw reaches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "fake_pipe.h"
#include "state/st_private.h"

struct world {
   struct fake_screen *screen;
   struct fake_context *ctx;
   struct st_context st;
};

static struct pipe_resource *buffer(struct world *w, uint32_t size_B)
{
   return w->screen->base.impl->resource_create(&w->screen->base, &(struct pipe_resource_template){
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1 });
}

static void open_world(struct world *w)
{
   memset(w, 0, sizeof *w);
   w->screen = fake_screen_create();
   w->ctx = fake_context(w->screen->base.impl->context_create(&w->screen->base, 0));
   assert_true(st_context_init(&w->st, &w->ctx->base));
   w->st.viewport_count = 1;
   w->st.blend.rt[0].colormask = 0xf;
   assert_true(st_validate(&w->st, ST_DIRTY_ALL));
   fake_clear_log(w->ctx);
}

static void close_world(struct world *w)
{
   st_context_finish(&w->st);
   w->ctx->base.impl->destroy(&w->ctx->base);
   fake_screen_destroy(w->screen);
}

static const struct pipe_draw_info three = { .mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1 };
#define DRAW3 "draw 4 start 0 count 3 bias 0\n"

/* Vertices and levels of patches, in contexts that draw such. */
static void test_patches(void **state)
{
   static const float ones[4] = { 1, 1, 1, 1 };
   struct world w;
   open_world(&w);
   w.st.dirty = ST_DIRTY_PATCH;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, DRAW3);
   fake_clear_log(w.ctx);
   w.st.patch_vertices = 4;
   memcpy(w.st.tess_outer, ones, sizeof w.st.tess_outer);
   w.st.tess_inner[1] = 2.5f;
   w.st.dirty = ST_DIRTY_PATCH;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_patch_vertices 4\nset_tess_levels (1, 1, 1, 1) (0, 2.5)\n" DRAW3);
   fake_clear_log(w.ctx);
   w.st.tess_outer[3] = 64;
   w.st.dirty = ST_DIRTY_PATCH;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_tess_levels (1, 1, 1, 64) (0, 2.5)\n" DRAW3);
   close_world(&w);
}

/* Locations are passed on when they change while they are programmed, and when they are no longer. */
static void test_sample_locations(void **state)
{
   struct world w;
   open_world(&w);
   w.ctx->base.screen->caps.has_sample_locations = true;
   w.st.dirty = ST_DIRTY_SAMPLE_MASK;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_null(strstr(w.ctx->log, "set_sample_locations"));
   for (unsigned i = 0; i < 4; i++) {
      static const char *const wanted[4] = { "set_sample_locations 1 0 (3, 0)\n" DRAW3, DRAW3, "set_sample_locations 1 1 (3, 0)\n" DRAW3,
                                             "set_sample_locations 0 1 (3, 0)\n" DRAW3 };
      fake_clear_log(w.ctx);
      w.st.sample_locations = (struct pipe_sample_locations){ .programmed = i < 3, .varies = i > 1, .at[0][0][0] = 3 };
      w.st.dirty = ST_DIRTY_SAMPLE_MASK;
      assert_true(st_draw(&w.st, &three, NULL));
      assert_string_equal(w.ctx->log, wanted[i]);
   }
   close_world(&w);
}

/* The pattern is passed on while polygons are stippled, and again after another user of the pipe context. */
static void test_polygon_stipple(void **state)
{
   struct world w;
   open_world(&w);
   w.st.polygon_stipple[31] = 0x80000001;
   w.st.dirty = ST_DIRTY_RASTER;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_null(strstr(w.ctx->log, "set_polygon_stipple"));
   w.st.raster.poly_stipple_enable = 1;
   for (unsigned i = 0; i < 3; i++) {
      fake_clear_log(w.ctx);
      w.st.polygon_stipple[0] = i / 2;
      w.st.dirty = ST_DIRTY_RASTER;
      assert_true(st_draw(&w.st, &three, NULL));
      if (i == 1)
         assert_null(strstr(w.ctx->log, "set_polygon_stipple"));
      else
         assert_non_null(strstr(w.ctx->log, i ? "set_polygon_stipple 00000001 .. 80000001" : "set_polygon_stipple 00000000 .. 80000001"));
   }
   fake_clear_log(w.ctx);
   st_invalidate(&w.st);
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_polygon_stipple 00000001 .. 80000001"));
   close_world(&w);
}

/* The same for clip planes. */
static void test_clip_planes(void **state)
{
   struct world w;
   open_world(&w);
   w.st.clip_planes[0][3] = 2;
   w.st.dirty = ST_DIRTY_CLIP;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_null(strstr(w.ctx->log, "set_clip_planes"));
   w.st.raster.clip_plane_enable = 1;
   w.st.dirty = ST_DIRTY_RASTER;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_clip_planes 0 0 0 2 .."));
   fake_clear_log(w.ctx);
   w.st.dirty = ST_DIRTY_CLIP;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, DRAW3);
   w.st.clip_planes[0][0] = 1;
   w.st.dirty = ST_DIRTY_CLIP;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_clip_planes 1 0 0 2 .."));
   fake_clear_log(w.ctx);
   st_invalidate(&w.st);
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_clip_planes 1 0 0 2 .."));
   close_world(&w);
}

static void test_only_changes(void **state)
{
   struct world w;
   open_world(&w);
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, DRAW3);
   /* Dirty, but nothing differs. */
   fake_clear_log(w.ctx);
   w.st.dirty = ST_DIRTY_ALL;
   w.st.constants_dirty = 0x3f;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, DRAW3);
   /* A new blend state is made once; a disabled one with other factors is the first again. */
   fake_clear_log(w.ctx);
   w.st.blend.rt[0].rgb_src = PIPE_BLENDFACTOR_DST_ALPHA;
   w.st.dirty = ST_DIRTY_BLEND;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, DRAW3);
   fake_clear_log(w.ctx);
   w.st.blend.rt[0].enable = 1;
   w.st.dirty = ST_DIRTY_BLEND;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "create_blend\nbind_blend\n" DRAW3);
   fake_clear_log(w.ctx);
   w.st.blend.rt[0].enable = 0;
   w.st.dirty = ST_DIRTY_BLEND;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "bind_blend\n" DRAW3);
   /* Small state. */
   fake_clear_log(w.ctx);
   w.st.blend_color[1] = 0.5f;
   w.st.stencil_ref[0] = 3;
   w.st.dirty = ST_DIRTY_BLEND_COLOR | ST_DIRTY_STENCIL_REF | ST_DIRTY_VIEWPORT;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_blend_color 0 0.5 0 0\nset_stencil_ref 3 0\n" DRAW3);
   /* After another user of the pipe context all state is bound again. */
   fake_clear_log(w.ctx);
   st_invalidate(&w.st);
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_framebuffer"));
   assert_non_null(strstr(w.ctx->log, "bind_rasterizer"));
   assert_null(strstr(w.ctx->log, "create"));
   close_world(&w);
}

static void test_constants(void **state)
{
   struct world w;
   float data[4] = { 1, 2, 3, 4 };
   open_world(&w);
   w.st.constants[PIPE_SHADER_VERTEX].data = data;
   w.st.constants[PIPE_SHADER_VERTEX].size_B = sizeof data;
   w.st.constants_dirty = 1 << PIPE_SHADER_VERTEX;
   w.st.dirty = ST_DIRTY_CONSTANTS;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_constant_buffer 0 0 16\n" DRAW3);
   assert_memory_equal(w.ctx->constants[0], data, sizeof data);
   close_world(&w);
}

/* Only slots whose buffer or range changed reach the driver. */
static void test_uniform_buffers(void **state)
{
   struct world w;
   open_world(&w);
   struct pipe_resource *res = buffer(&w, 256);
   for (unsigned slot = 1; slot < 4; slot++)
      w.st.uniform_buffer[PIPE_SHADER_FRAGMENT][slot] = (struct pipe_constant_buffer){ .buffer = res, .offset_B = 16 * slot,
                                                                                       .size_B = 32 };
   w.st.uniform_buffer[PIPE_SHADER_FRAGMENT][2].buffer = NULL;
   w.st.uniform_buffers_used[PIPE_SHADER_FRAGMENT] = 0xe;
   w.st.dirty = ST_DIRTY_UBO;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_constant_buffer 6 1 32\nset_constant_buffer 6 2 0\nset_constant_buffer 6 3 32\n" DRAW3);
   fake_clear_log(w.ctx);
   w.st.uniform_buffer[PIPE_SHADER_FRAGMENT][3].offset_B = 64;
   w.st.dirty = ST_DIRTY_UBO;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_constant_buffer 6 3 32\n" DRAW3);
   /* A slot that is no longer used drops its buffer. */
   fake_clear_log(w.ctx);
   w.st.uniform_buffers_used[PIPE_SHADER_FRAGMENT] = 0x6;
   w.st.dirty = ST_DIRTY_UBO;
   assert_true(st_draw(&w.st, &three, NULL));
   assert_string_equal(w.ctx->log, "set_constant_buffer 6 3 0\n" DRAW3);
   fake_clear_log(w.ctx);
   st_invalidate(&w.st);
   assert_true(st_draw(&w.st, &three, NULL));
   assert_non_null(strstr(w.ctx->log, "set_constant_buffer 6 1 32\n"));
   pipe_resource_unref(res);
   close_world(&w);
}

static void test_dsa_needs_buffers(void **state)
{
   struct world w;
   open_world(&w);
   w.st.dsa.depth_enable = w.st.dsa.depth_write = 1;
   w.st.dsa.depth_func = PIPE_FUNC_LESS;
   w.st.dsa.stencil[0].enable = 1;
   struct pipe_depth_stencil_alpha_state out;
   st_canonical_dsa(&w.st, &out);
   assert_true(!out.depth_enable && !out.depth_write && !out.stencil[0].enable && out.depth_func == PIPE_FUNC_ALWAYS);
   struct pipe_surface zs = { .t.format = PIPE_FORMAT_Z24_UNORM_S8_UINT };
   w.st.fb.zsbuf = &zs;
   st_canonical_dsa(&w.st, &out);
   assert_true(out.depth_enable && out.depth_write && out.stencil[0].enable && out.depth_func == PIPE_FUNC_LESS);
   w.st.fb.zsbuf = NULL;
   close_world(&w);
}

struct vertex { float pos[2]; uint8_t color[4]; };

static void client_attribs(struct world *w, const struct vertex *v)
{
   w->st.attrib[1] = (struct st_attrib){ .format = PIPE_FORMAT_R32G32_FLOAT, .user = v->pos, .stride_B = sizeof *v,
                                                  .enabled = true };
   w->st.attrib[4] = (struct st_attrib){ .format = PIPE_FORMAT_R8G8B8A8_UNORM, .user = v->color, .stride_B = sizeof *v,
                                                  .enabled = true };
   w->st.attribs_read = 1 << 1 | 1 << 4 | 1 << 6;
   memcpy(w->st.attrib[6].current, (float[4]){ 9, 8, 7, 6 }, 16);
   w->st.dirty |= ST_DIRTY_VERTEX;
}

/* Bytes that the device would fetch for a vertex of a slot. */
static const uint8_t *fetch(struct world *w, unsigned slot, int64_t index)
{
   const struct pipe_vertex_buffer *vb = &w->ctx->vb[slot];
   int64_t at = (int64_t)vb->offset_B + index * vb->stride_B;
   assert_true(at >= 0 && at < vb->buffer->t.width);
   return fake_resource(vb->buffer)->data + at;
}

static void test_client_arrays(void **state)
{
   struct world w;
   struct vertex v[10];
   for (unsigned i = 0; i < 10; i++)
      v[i] = (struct vertex){ { i, -(float)i }, { i, i * 2, i * 3, 255 } };
   open_world(&w);
   client_attribs(&w, v);
   struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .start = 4, .count = 3, .instance_count = 1 };
   assert_true(st_draw(&w.st, &info, NULL));
   assert_int_equal(w.ctx->element_count, 3);
   assert_int_equal(w.ctx->element[0].location, 1);
   assert_int_equal(w.ctx->element[2].location, 6);
   assert_int_equal(w.ctx->element[2].format, PIPE_FORMAT_R32G32B32A32_FLOAT);
   assert_ptr_equal(w.ctx->vb[0].buffer, w.ctx->vb[1].buffer); /* interleaved: one copy */
   assert_int_equal(w.ctx->vb[1].offset_B - w.ctx->vb[0].offset_B, 8);
   for (unsigned i = 0; i < 3; i++) {
      assert_memory_equal(fetch(&w, 0, w.ctx->draw.start + i), v[4 + i].pos, 8);
      assert_memory_equal(fetch(&w, 1, w.ctx->draw.start + i), v[4 + i].color, 4);
      assert_memory_equal(fetch(&w, 2, w.ctx->draw.start + i), ((float[4]){ 9, 8, 7, 6 }), 16);
   }
   /* Indices from client memory; only vertices 3..8 are touched; a buffer attribute takes part. */
   const uint16_t indices[] = { 99, 8, 0xffff, 3, 5 };
   struct pipe_resource *bo = buffer(&w, 64);
   for (unsigned i = 0; i < 64; i++)
      fake_resource(bo)->data[i] = i;
   w.st.attrib[6] = (struct st_attrib){ .format = PIPE_FORMAT_R8_UNORM, .buffer = bo, .offset_B = 5, .stride_B = 4,
                                                 .enabled = true };
   w.st.dirty |= ST_DIRTY_VERTEX;
   info = (struct pipe_draw_info){ .mode = PIPE_PRIM_POINTS, .index_size_B = 2, .start = 1, .count = 4, .instance_count = 1,
                                 .primitive_restart = true, .restart_index = 0xffff };
   assert_true(st_draw(&w.st, &info, indices));
   const struct pipe_draw_info *d = &w.ctx->draw;
   const uint16_t *seen = (const uint16_t *)(fake_resource(d->index_buffer)->data + d->index_offset_B) + d->start;
   assert_memory_equal(seen, indices + 1, 8);
   const unsigned used[] = { 8, 3, 5 };
   for (unsigned i = 0; i < 3; i++) {
      assert_memory_equal(fetch(&w, 0, (int64_t)used[i] + d->index_bias), v[used[i]].pos, 8);
      assert_memory_equal(fetch(&w, 1, (int64_t)used[i] + d->index_bias), v[used[i]].color, 4);
      assert_int_equal(*fetch(&w, 2, (int64_t)used[i] + d->index_bias), 5 + 4 * used[i]);
   }
   /* Nothing but restart indices: no draw, no error. */
   fake_clear_log(w.ctx);
   info.start = 2;
   info.count = 1;
   assert_true(st_draw(&w.st, &info, indices));
   assert_null(strstr(w.ctx->log, "draw"));
   w.st.attrib[6].enabled = false;
   w.st.dirty |= ST_DIRTY_VERTEX;
   assert_true(st_validate(&w.st, ST_DIRTY_ALL));
   /* A current value of doubles. */
   const double wide[4] = { 0.1, -1.0 / 3, 1e300, 4 };
   w.st.attrib[6].is_wide = true;
   memcpy(w.st.attrib[6].current_wide, wide, sizeof wide);
   w.st.dirty |= ST_DIRTY_VERTEX;
   info = (struct pipe_draw_info){ .mode = PIPE_PRIM_POINTS, .count = 3, .instance_count = 1 };
   assert_true(st_draw(&w.st, &info, NULL));
   assert_int_equal(w.ctx->element[2].format, PIPE_FORMAT_R64G64B64A64_FLOAT);
   assert_memory_equal(fetch(&w, 2, 0), wide, sizeof wide);
   pipe_resource_unref(bo);
   w.ctx->base.impl->set_vertex_buffers(&w.ctx->base, 0, 3, (struct pipe_vertex_buffer[3]){ 0 });
   close_world(&w);
}

/* Vertices that transform feedback captured, as many as the device counted, from client memory. */
static void test_captured_client_arrays(void **state)
{
   struct world w;
   const struct vertex v[10] = { [2] = { { 5, 6 }, { 7, 8, 9, 10 } } };
   open_world(&w);
   client_attribs(&w, v);
   struct pipe_resource *bo = buffer(&w, 64);
   struct pipe_stream_output_target *target = w.ctx->base.impl->create_so_target(&w.ctx->base, bo, 0, 64);
   const struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .instance_count = 1, .count_from_so = target };
   w.ctx->so_vertices = 3;
   assert_true(st_draw(&w.st, &info, NULL));
   assert_int_equal(w.ctx->draw.count, 3);
   assert_null(w.ctx->draw.count_from_so);
   assert_memory_equal(fetch(&w, 0, w.ctx->draw.start + 2), v[2].pos, 8);
   w.ctx->so_vertices = 0;
   fake_clear_log(w.ctx);
   assert_true(st_draw(&w.st, &info, NULL));
   assert_null(strstr(w.ctx->log, "draw"));
   pipe_so_target_unref(target);
   pipe_resource_unref(bo);
   w.ctx->base.impl->set_vertex_buffers(&w.ctx->base, 0, 3, (struct pipe_vertex_buffer[3]){ 0 });
   close_world(&w);
}

static void test_instanced_client_array(void **state)
{
   struct world w;
   float pos[6] = { 0, 1, 2, 3, 4, 5 }, per_instance[4] = { 10, 11, 12, 13 };
   open_world(&w);
   w.st.attrib[0] = (struct st_attrib){ .format = PIPE_FORMAT_R32_FLOAT, .user = pos, .stride_B = 4, .enabled = true };
   w.st.attrib[1] = (struct st_attrib){ .format = PIPE_FORMAT_R32_FLOAT, .user = per_instance, .stride_B = 4,
                                                 .divisor = 2, .enabled = true };
   w.st.attribs_read = 3;
   w.st.dirty |= ST_DIRTY_VERTEX;
   struct pipe_draw_info info = { .mode = PIPE_PRIM_POINTS, .start = 2, .count = 3, .instance_count = 7 };
   assert_true(st_draw(&w.st, &info, NULL));
   for (unsigned i = 0; i < 4; i++)
      assert_memory_equal(fetch(&w, 1, i), &per_instance[i], 4);
   assert_memory_equal(fetch(&w, 0, w.ctx->draw.start), &pos[2], 4);
   close_world(&w);
}

static void test_upload_ring(void **state)
{
   struct world w;
   open_world(&w);
   struct pipe_resource *seen[64] = { NULL };
   unsigned different = 0;
   uint32_t offset_B;
   for (unsigned i = 0; i < 60; i++) { /* 60 half chunks, references dropped: eight chunks do */
      struct pipe_resource *res;
      assert_non_null(st_upload_alloc(w.st.upload, 1 << 19, 16, &offset_B, &res));
      assert_true(offset_B % 16 == 0 && offset_B + (1 << 19) <= res->t.width);
      unsigned k = 0;
      while (k < different && seen[k] != res)
         k++;
      if (k == different)
         seen[different++] = res;
      pipe_resource_unref(res);
   }
   assert_true(different <= 8);
   /* What is still referenced or busy is never handed out again. */
   struct pipe_resource *held[40];
   for (unsigned i = 0; i < 40; i++) {
      assert_non_null(st_upload_alloc(w.st.upload, 1 << 19, 16, &offset_B, &held[i]));
      fake_resource(held[i])->data[offset_B] = i;
      if (i >= 2)
         assert_ptr_not_equal(held[i], held[i - 2]);
   }
   for (unsigned i = 0; i < 40; i++) {
      fake_resource(held[i])->busy = true;
      pipe_resource_unref(held[i]);
   }
   struct pipe_resource *res, *big;
   assert_non_null(st_upload_alloc(w.st.upload, 5 << 20, 16, &offset_B, &big));
   assert_true(big->t.width >= 5 << 20);
   assert_non_null(st_upload_alloc(w.st.upload, 1 << 19, 16, &offset_B, &res));
   pipe_resource_unref(big);
   pipe_resource_unref(res);
   close_world(&w);
}

static void test_clear_masks(void **state)
{
   struct world w;
   open_world(&w);
   struct pipe_resource *res = buffer(&w, 16);
   struct pipe_surface *color = w.ctx->base.impl->create_surface(&w.ctx->base, res, &(struct pipe_view_template){ 0 });
   color->t.format = PIPE_FORMAT_R8G8B8A8_UNORM;
   struct pipe_surface *zs = w.ctx->base.impl->create_surface(&w.ctx->base, res, &(struct pipe_view_template){ 0 });
   zs->t.format = PIPE_FORMAT_Z24_UNORM_S8_UINT;
   w.st.fb = (struct pipe_framebuffer_state){ .width = 100, .height = 50, .color_count = 1, .cbufs = { color }, .zsbuf = zs };
   w.st.dirty |= ST_DIRTY_FRAMEBUFFER;
   const union pipe_color_union values[PIPE_MAX_COLOR_BUFS] = { { .f = { 0.5f } } };
   unsigned all = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL;
   w.st.dsa.stencil[0].writemask = 0x0f;
   w.st.blend.rt[0].colormask = 0x5;
   assert_true(st_clear(&w.st, all, values, 0.25, 7)); /* depth_write is off */
   assert_int_equal(w.ctx->clear.buffers, PIPE_CLEAR_COLOR0 | PIPE_CLEAR_STENCIL);
   assert_int_equal(w.ctx->clear.colormask[0], 5);
   assert_int_equal(w.ctx->clear.stencil_writemask, 0x0f);
   w.st.dsa.depth_write = 1;
   w.st.dsa.stencil[0].writemask = 0;
   w.st.blend.rt[0].colormask = 0;
   w.st.raster.scissor = 1;
   w.st.scissor[0] = (struct pipe_scissor_state){ 0, 0, 200, 200 };
   assert_true(st_clear(&w.st, all, values, 0.25, 7));
   assert_int_equal(w.ctx->clear.buffers, PIPE_CLEAR_DEPTH);
   assert_false(w.ctx->clear.scissor_enable); /* covers everything */
   w.st.scissor[0] = (struct pipe_scissor_state){ 10, 10, 20, 200 };
   assert_true(st_clear(&w.st, all, values, 0.25, 7));
   assert_true(w.ctx->clear.scissor_enable && w.ctx->clear.scissor.maxy == 50);
   fake_clear_log(w.ctx);
   w.st.scissor[0] = (struct pipe_scissor_state){ 10, 10, 10, 20 };
   assert_true(st_clear(&w.st, all, values, 0.25, 7));
   assert_string_equal(w.ctx->log, "");
   w.st.fb = (struct pipe_framebuffer_state){ 0 };
   w.st.dirty |= ST_DIRTY_FRAMEBUFFER;
   assert_true(st_validate(&w.st, ST_DIRTY_ALL));
   pipe_surface_unref(color);
   pipe_surface_unref(zs);
   pipe_resource_unref(res);
   close_world(&w);
}

/* Every allocation of a draw with client arrays failing in turn: false or drawn, never a crash, and it works afterwards. */
static void test_out_of_memory(void **state)
{
   struct vertex v[3] = { 0 };
   for (int fail = 0; fail < 30; fail++) {
      struct world w;
      open_world(&w);
      client_attribs(&w, v);
      w.st.blend.rt[0].enable = 1;
      w.st.dirty |= ST_DIRTY_BLEND;
      w.screen->fail_after = fail;
      const uint8_t indices[3] = { 0, 1, 2 };
      struct pipe_draw_info info = three;
      info.index_size_B = 1;
      bool ok = st_draw(&w.st, &info, indices);
      assert_true(ok == (strstr(w.ctx->log, "draw ") != NULL));
      w.screen->fail_after = -1;
      assert_true(st_draw(&w.st, &info, indices));
      w.ctx->base.impl->set_vertex_buffers(&w.ctx->base, 0, 3, (struct pipe_vertex_buffer[3]){ 0 });
      close_world(&w);
   }
}

static void test_many_states(void **state)
{
   struct world w;
   open_world(&w);
   for (unsigned i = 0; i < 5000; i++) { /* more states than the cache keeps */
      w.st.raster.line_width = i;
      w.st.dirty = ST_DIRTY_RASTER;
      assert_true(st_validate(&w.st, ST_DIRTY_ALL));
      fake_clear_log(w.ctx);
   }
   assert_true(w.ctx->objects < 1100);
   close_world(&w);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patches), cmocka_unit_test(test_sample_locations), cmocka_unit_test(test_polygon_stipple), cmocka_unit_test(test_clip_planes), cmocka_unit_test(test_only_changes), cmocka_unit_test(test_constants), cmocka_unit_test(test_uniform_buffers),
      cmocka_unit_test(test_dsa_needs_buffers), cmocka_unit_test(test_client_arrays), cmocka_unit_test(test_captured_client_arrays),
      cmocka_unit_test(test_instanced_client_array),
      cmocka_unit_test(test_upload_ring), cmocka_unit_test(test_clear_masks), cmocka_unit_test(test_out_of_memory),
      cmocka_unit_test(test_many_states),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

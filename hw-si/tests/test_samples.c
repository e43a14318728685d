/* Multisampled targets as registers and descriptors: literal values are those of radeonsi (tests/streams/facts/msaa.txt), except
 * that nothing is compressed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/si.h"
#include "hw-si/si_context.h"
#include "hw_regs.h"
#include "null_setup.h"

static const char *const chips[] = {"polaris10", "bonaire", "pitcairn"};

static struct pipe_resource *multisampled(struct setup *s, enum pipe_format format, unsigned samples, uint32_t bind)
{
   const struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = format, .width = 256, .height = 256, .depth = 1,
                                            .layers = 1, .samples = (uint8_t)samples, .bind = bind};
   assert_true(s->screen->impl->is_format_supported(s->screen, format, t.target, samples, bind));
   struct pipe_resource *res = s->screen->impl->resource_create(s->screen, &t);
   assert_non_null(res);
   assert_true(si_resource(res)->surf.level[0].mode == SURF_2D);
   return res;
}

static void clear_targets(struct setup *s, struct pipe_surface *color, struct pipe_surface *zs, unsigned samples)
{
   struct pipe_framebuffer_state fb = {.width = 256, .height = 256, .layers = 1, .samples = (uint8_t)samples, .color_count = 1,
                                       .cbufs = {color}, .zsbuf = zs};
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH, .colormask = {0x7}};
   s->ctx->impl->set_framebuffer(s->ctx, &fb);
   s->ctx->impl->set_sample_mask(s->ctx, 0x1); /* clears ignore it */
   s->ctx->impl->clear(s->ctx, &clear);
   s->ctx->impl->flush(s->ctx, NULL, 0);
}

static void targets(void **state)
{
   (void)state;
   static const struct { unsigned samples; uint32_t aa_config, eqaa, locs[2], centroid; } rows[] = {
      {2, 0x00108001, 0x00171101, {0x0000cc44, 0}, 0x10101010},
      {4, 0x0020c002, 0x00172202, {0x62 << 24 | 0x2a << 16 | 0xe6 << 8 | 0xae, 0}, 0x32103210},
      {8, 0x0030e003, 0x00173303, {0xbd << 24 | 0x15 << 16 | 0x3f << 8 | 0xd1, 0x97u << 24 | 0x73 << 16 | 0xf9 << 8 | 0x5b},
       0x76543210},
   };
   for (unsigned i = 0; i < 3 * 3; i++) {
      const unsigned samples = rows[i / 3].samples, log2_samples = i / 3 + 1;
      struct setup s;
      begin(&s, chips[i % 3]);
      struct pipe_resource *color = multisampled(&s, PIPE_FORMAT_R8G8B8A8_UNORM, samples, PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *zs = multisampled(&s, PIPE_FORMAT_Z24_UNORM_S8_UINT, samples, PIPE_BIND_DEPTH_STENCIL);
      struct pipe_surface *cs = make_surface(&s, color), *ds = make_surface(&s, zs);
      clear_targets(&s, cs, ds, samples);
      assert_int_equal(s.ws->draws, 1);
      assert_int_equal(G_028C74_NUM_SAMPLES(reg(&s, R_028C74_CB_COLOR0_ATTRIB)), log2_samples);
      assert_int_equal(G_028C74_NUM_FRAGMENTS(reg(&s, R_028C74_CB_COLOR0_ATTRIB)), log2_samples);
      assert_int_equal(G_028C70_COMPRESSION(reg(&s, R_028C70_CB_COLOR0_INFO)), 0);
      assert_int_equal(reg(&s, R_028C84_CB_COLOR0_FMASK), reg(&s, R_028C60_CB_COLOR0_BASE));
      assert_int_equal(G_028040_NUM_SAMPLES(reg(&s, R_028040_DB_Z_INFO)), log2_samples);
      assert_int_equal(reg(&s, R_028BE0_PA_SC_AA_CONFIG), rows[i / 3].aa_config);
      assert_int_equal(reg(&s, R_028804_DB_EQAA), rows[i / 3].eqaa);
      assert_int_equal(reg(&s, R_028BDC_PA_SC_LINE_CNTL), 0x200);
      assert_int_equal(reg(&s, R_028A48_PA_SC_MODE_CNTL_0), 3);
      assert_int_equal(reg(&s, R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0), 0xffffffff);
      for (unsigned pixel = 0; pixel < 4; pixel++)
         for (unsigned n = 0; n < 2; n++)
            assert_int_equal(reg(&s, R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * pixel + 4 * n), rows[i / 3].locs[n]);
      assert_int_equal(reg(&s, R_028BD4_PA_SC_CENTROID_PRIORITY_0), rows[i / 3].centroid);
      /* The positions that the context reports are those of the registers. */
      for (unsigned n = 0; n < samples; n++) {
         float xy[2];
         uint32_t bits = rows[i / 3].locs[n / 4] >> 8 * (n % 4);
         s.ctx->impl->get_sample_position(s.ctx, samples, n, xy);
         assert_int_equal((int)(xy[0] * 16) - 8, (int)((bits & 15) ^ 8) - 8);
         assert_int_equal((int)(xy[1] * 16) - 8, (int)((bits >> 4 & 15) ^ 8) - 8);
      }
      /* A resolve reads all samples: the level fields hold their number. */
      uint32_t desc[8];
      const struct pipe_view_template t = {.target = PIPE_TEXTURE_2D, .format = color->t.format, .swizzle = {0, 1, 2, 3}};
      assert_true(si_make_texture_desc(si_screen(s.screen), si_resource(color), &t, desc));
      assert_int_equal(G_008F1C_TYPE(desc[3]), V_008F1C_SQ_RSRC_IMG_2D_MSAA);
      assert_int_equal(G_008F1C_LAST_LEVEL(desc[3]), log2_samples);
      assert_int_equal(G_008F1C_BASE_LEVEL(desc[3]), 0);
      unbind_targets(&s);
      pipe_surface_unref(cs);
      pipe_surface_unref(ds);
      pipe_resource_unref(color);
      pipe_resource_unref(zs);
      end(&s);
   }
}

/* Programmed locations: each pixel of the quad has separate registers. The order of centroids and the largest distance are of all four. */
static void programmed(void **state)
{
   (void)state;
   static const struct pipe_sample_locations locations = {
      .programmed = 1, .varies = 1, .at = {{{0, 0}, {8, 8}, {15, 8}, {8, 15}}, {{8, 8}, {8, 8}, {8, 8}, {8, 8}},
                                           {{1, 8}, {1, 8}, {1, 8}, {1, 8}}, {{8, 1}, {8, 1}, {8, 1}, {8, 1}}}};
   static const uint32_t words[4] = {0x70070088, 0, 0x09090909, 0x90909090};
   for (unsigned i = 0; i < 3; i++) {
      struct setup s;
      begin(&s, chips[i]);
      struct pipe_resource *color = multisampled(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 4, PIPE_BIND_RENDER_TARGET);
      struct pipe_surface *cs = make_surface(&s, color);
      const struct pipe_framebuffer_state fb = {.width = 256, .height = 256, .layers = 1, .samples = 4, .color_count = 1, .cbufs = {cs}};
      const struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
      s.ctx->impl->set_framebuffer(s.ctx, &fb);
      s.ctx->impl->set_sample_locations(s.ctx, &locations);
      s.ctx->impl->clear(s.ctx, &clear); /* at the standard locations */
      si_emit_samples(si_context(s.ctx), 4, false, false, 0xffff, &locations);
      s.ctx->impl->flush(s.ctx, NULL, 0);
      for (unsigned pixel = 0; pixel < 4; pixel++)
         assert_int_equal(s.ws->reg[(R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * pixel) / 4], words[pixel]);
      assert_int_equal(s.ws->reg[R_028BD4_PA_SC_CENTROID_PRIORITY_0 / 4], 0x03210321);
      assert_int_equal(s.ws->reg[R_028BD8_PA_SC_CENTROID_PRIORITY_1 / 4], 0x03210321);
      assert_int_equal(G_028BE0_MAX_SAMPLE_DIST(s.ws->reg[R_028BE0_PA_SC_AA_CONFIG / 4]), 8);
      unbind_targets(&s);
      pipe_surface_unref(cs);
      pipe_resource_unref(color);
      end(&s);
   }
}

/* Unsupported sample counts, targets and bindings are refused, and maps of multisampled images. */
static void support(void **state)
{
   (void)state;
   struct setup s;
   begin(&s, "polaris10");
   bool (*const supported)(struct pipe_screen *, enum pipe_format, enum pipe_texture_target, unsigned, unsigned) =
      s.screen->impl->is_format_supported;
   assert_true(supported(s.screen, PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_TEXTURE_2D, 8, PIPE_BIND_RENDER_TARGET));
   assert_false(supported(s.screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 3, PIPE_BIND_RENDER_TARGET));
   assert_false(supported(s.screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 16, PIPE_BIND_RENDER_TARGET));
   assert_false(supported(s.screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_3D, 4, PIPE_BIND_RENDER_TARGET));
   assert_false(supported(s.screen, PIPE_FORMAT_DXT1_RGB, PIPE_TEXTURE_2D, 4, PIPE_BIND_SAMPLER_VIEW));
   assert_false(supported(s.screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_TEXTURE_2D, 4, PIPE_BIND_RENDER_TARGET | PIPE_BIND_LINEAR));
   struct pipe_resource *res = multisampled(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 4, PIPE_BIND_RENDER_TARGET);
   struct pipe_transfer *transfer;
   const struct pipe_box box = {0, 0, 0, 8, 8, 1};
   assert_null(s.ctx->impl->transfer_map(s.ctx, res, 0, PIPE_MAP_READ, &box, &transfer)); /* samples have no rows */
   pipe_resource_unref(res);
   end(&s);
}

/* The colour block resolves where pixels stay where they are and micro tiles have one order; shaders do the rest. */
static void resolves(void **state)
{
   (void)state;
   static const struct { enum pipe_format format; uint32_t bind; struct pipe_box src, dst; uint8_t mask; bool alpha_one, block; } rows[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0xf, false, true},
      {PIPE_FORMAT_R8G8B8A8_SRGB, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0xf, false, true},
      {PIPE_FORMAT_R16G16B16A16_FLOAT, 0, {8, 4, 0, 99, 70, 1}, {8, 4, 0, 99, 70, 1}, 0xf, false, true},
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {8, 4, 0, 99, 70, 1}, {9, 4, 0, 99, 70, 1}, 0xf, false, false}, /* moved */
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 256, 0, 256, -256, 1}, 0xf, false, false}, /* mirrored */
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 128, 256, 1}, 0xf, false, false}, /* scaled */
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0x7, false, false},
      {PIPE_FORMAT_R8G8B8A8_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0xf, true, false},
      {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_LINEAR, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0xf, false, false},
      {PIPE_FORMAT_R16G16_UNORM, 0, {0, 0, 0, 256, 256, 1}, {0, 0, 0, 256, 256, 1}, 0xf, false, false},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct setup s;
      begin(&s, chips[i % 3]);
      struct pipe_resource *from = multisampled(&s, rows[i].format, 4, PIPE_BIND_RENDER_TARGET);
      struct pipe_resource *to = make_texture(&s, rows[i].format, 256, 256, PIPE_BIND_RENDER_TARGET | rows[i].bind);
      const struct pipe_blit_info info = {.src = {from, 0, rows[i].src, rows[i].format}, .dst = {to, 0, rows[i].dst, rows[i].format},
                                          .mask = rows[i].mask, .alpha_one = rows[i].alpha_one, .filter = PIPE_TEX_FILTER_NEAREST};
      s.ctx->impl->blit(s.ctx, &info);
      s.ctx->impl->flush(s.ctx, NULL, 0);
      assert_int_equal(s.ws->draws, 1);
      if ((G_028808_MODE(reg(&s, R_028808_CB_COLOR_CONTROL)) == V_028808_CB_RESOLVE) != rows[i].block)
         fail_msg("row %u", i);
      if (rows[i].block) {
         assert_int_equal(reg(&s, R_028C60_CB_COLOR0_BASE), (uint32_t)(si_resource(from)->va >> 8));
         assert_int_equal(reg(&s, R_028C60_CB_COLOR0_BASE + 0x3c), (uint32_t)(si_resource(to)->va >> 8));
         assert_int_equal(reg(&s, R_028238_CB_TARGET_MASK), 0xf); /* as radeonsi: what is written is given by the mode */
         assert_int_equal(G_028C74_NUM_SAMPLES(reg(&s, R_028C74_CB_COLOR0_ATTRIB)), 2);
         assert_int_equal(G_028C74_NUM_SAMPLES(reg(&s, R_028C74_CB_COLOR0_ATTRIB + 0x3c)), 0);
      }
      pipe_resource_unref(from);
      pipe_resource_unref(to);
      end(&s);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(targets), cmocka_unit_test(programmed), cmocka_unit_test(support), cmocka_unit_test(resolves)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

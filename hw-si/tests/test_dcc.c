/* Imported images that another process compresses (DCC): accepted metadata, and the registers and descriptors of views, targets, maps. */
#include "null_setup.h"

#include <string.h>

#include "hw_regs.h"

enum { WIDTH = 512, HEIGHT = 384, IMAGE_KB = WIDTH * HEIGHT * 4 / 1024, KEYS_KB = IMAGE_KB / 256 };

/* The kernel's metadata of a buffer with the layout of this driver's own tiled textures, and with keys at keys_B. */
static struct ws_metadata metadata_of(struct setup *s, uint64_t keys_B, uint32_t *stride_B)
{
   struct pipe_resource *res = make_texture(s, PIPE_FORMAT_B8G8R8A8_UNORM, WIDTH, HEIGHT, PIPE_BIND_SAMPLER_VIEW);
   const struct surf_tile *t = &si_resource(res)->surf.tile;
   struct ws_metadata md = {.umd_size_B = 40, .umd = {1, 0x1002u << 16}};

   assert_int_equal(si_resource(res)->surf.level[0].mode, SURF_2D);
   assert_int_equal(si_resource(res)->surf.size_B, IMAGE_KB * 1024);
   md.tiling = t->array_mode | (uint64_t)t->pipe_config << 4 | (uint64_t)t->micro_mode << 12 | (uint64_t)surf_log2(t->bank_w) << 15 |
               (uint64_t)surf_log2(t->bank_h) << 17 | (uint64_t)surf_log2(t->aspect) << 19 | (uint64_t)surf_log2(t->banks / 2) << 21;
   md.umd[2 + 6] = S_008F28_COMPRESSION_EN(1) | S_008F28_ALPHA_IS_ON_MSB(1);
   md.umd[2 + 7] = (uint32_t)(keys_B >> 8);
   *stride_B = si_resource(res)->surf.level[0].pitch_el * 4;
   pipe_resource_unref(res);
   return md;
}

static struct pipe_resource *import(struct setup *s, uint32_t size_KB, uint32_t offset_B, uint32_t stride_B)
{
   const struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_B8G8R8A8_UNORM, .width = WIDTH,
                                            .height = HEIGHT, .depth = 1, .layers = 1, .bind = PIPE_BIND_RENDER_TARGET};
   const struct pipe_handle h = {.fd = (int)size_KB, .offset_B = offset_B, .stride_B = stride_B, .modifier = PIPE_MODIFIER_INVALID};
   char why[256] = "";
   struct pipe_resource *res = s->screen->impl->resource_from_handle(s->screen, &t, &h, why, sizeof(why));

   assert_int_equal(!res, why[0] != 0); /* a refusal has a reason */
   return res;
}

static void test_accepted(void **state)
{
   static const struct { const char *chip; uint32_t size_KB, keys_KB, offset_B; bool ok; } rows[] = {
      {"polaris10", IMAGE_KB + KEYS_KB, IMAGE_KB, 0, true},
      {"polaris10", 4 * IMAGE_KB, 3 * IMAGE_KB, 0, true},
      {"polaris10", IMAGE_KB + KEYS_KB - 1, IMAGE_KB, 0, false}, /* keys end beyond the buffer */
      {"polaris10", 2 * IMAGE_KB, IMAGE_KB - 64, 0, false},      /* keys inside of the image */
      {"polaris10", 2 * IMAGE_KB, 0, 0, false},
      {"polaris10", 2 * IMAGE_KB, 0xffffffffu >> 2, 0, false},
      {"polaris10", 4 * IMAGE_KB, 2 * IMAGE_KB, 65536, false},   /* whose start do the keys count from? */
      {"hawaii", 2 * IMAGE_KB, IMAGE_KB, 0, false},              /* GFX7 has no DCC */
      {"tahiti", 2 * IMAGE_KB, IMAGE_KB, 0, false},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct setup s;
      uint32_t stride_B;
      begin(&s, rows[i].chip);
      const struct ws_metadata md = metadata_of(&s, (uint64_t)rows[i].keys_KB * 1024, &stride_B);
      s.ws->metadata = &md;
      struct pipe_resource *res = import(&s, rows[i].size_KB, rows[i].offset_B, stride_B);
      if (!!res != rows[i].ok)
         fail_msg("row %u", i);
      pipe_resource_unref(res);
      end(&s);
   }
}

static void check_view(struct setup *s, struct pipe_resource *res, enum pipe_format format, bool compressed)
{
   const struct pipe_view_template t = {.target = PIPE_TEXTURE_2D, .format = format, .swizzle = {0, 1, 2, 3}};
   uint32_t desc[8];

   assert_true(si_make_texture_desc(si_screen(s->screen), si_resource(res), &t, desc));
   assert_int_equal(G_008F28_COMPRESSION_EN(desc[6]), compressed);
   assert_int_equal(G_008F28_ALPHA_IS_ON_MSB(desc[6]), compressed);
   assert_int_equal(desc[7], compressed ? (si_resource(res)->va + IMAGE_KB * 1024) >> 8 : 0);
}

/* Views and targets of the image's format have the keys; a target of another format and a map follow a decompression. */
static void test_use(void **state)
{
   struct setup s;
   uint32_t stride_B;
   const struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
   const struct pipe_box box = {0, 0, 0, 4, 4, 1};
   struct pipe_transfer *transfer;
   (void)state;
   begin(&s, "polaris10");
   const struct ws_metadata md = metadata_of(&s, IMAGE_KB * 1024, &stride_B);
   s.ws->metadata = &md;
   struct pipe_resource *res = import(&s, 2 * IMAGE_KB, 0, stride_B);
   assert_non_null(res);
   check_view(&s, res, PIPE_FORMAT_B8G8R8A8_UNORM, true);
   check_view(&s, res, PIPE_FORMAT_B8G8R8A8_SRGB, true);
   check_view(&s, res, PIPE_FORMAT_R32_UINT, false);

   struct pipe_surface *surf = make_surface(&s, res);
   bind_targets(&s, 1, &surf, NULL);
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(G_028C70_DCC_ENABLE(reg(&s, R_028C70_CB_COLOR0_INFO)), 1);
   assert_int_equal(reg(&s, R_028C94_CB_COLOR0_DCC_BASE), (si_resource(res)->va + IMAGE_KB * 1024) >> 8);
   assert_int_equal(reg(&s, R_028C78_CB_COLOR0_DCC_CONTROL), 0x208); /* as radeonsi has it */
   assert_int_equal(G_028808_MODE(reg(&s, R_028808_CB_COLOR_CONTROL)), V_028808_CB_NORMAL);
   assert_non_null(strstr(s.ws->text, "FLUSH_AND_INV_CB_META"));
   unbind_targets(&s);
   pipe_surface_unref(surf);

   null_ws_forget(s.ws);
   unsigned draws = s.ws->draws;
   assert_non_null(s.ctx->impl->transfer_map(s.ctx, res, 0, PIPE_MAP_READ, &box, &transfer));
   s.ctx->impl->transfer_unmap(s.ctx, transfer);
   assert_int_equal(s.ws->draws, draws + 1);
   assert_int_equal(G_028808_MODE(reg(&s, R_028808_CB_COLOR_CONTROL)), V_028808_CB_DCC_DECOMPRESS);
   assert_int_equal(G_028C70_DCC_ENABLE(reg(&s, R_028C70_CB_COLOR0_INFO)), 1);

   const struct pipe_view_template raw = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R32_UINT};
   surf = s.ctx->impl->create_surface(s.ctx, res, &raw);
   bind_targets(&s, 1, &surf, NULL);
   draws = s.ws->draws;
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, draws + 2); /* a decompression and the clear */
   assert_int_equal(G_028C70_DCC_ENABLE(reg(&s, R_028C70_CB_COLOR0_INFO)), 0);
   assert_int_equal(G_028808_MODE(reg(&s, R_028808_CB_COLOR_CONTROL)), V_028808_CB_NORMAL);
   unbind_targets(&s);
   pipe_surface_unref(surf);
   pipe_resource_unref(res);
   end(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_accepted), cmocka_unit_test(test_use)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

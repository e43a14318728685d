/* Tessellation in the driver: patches of a threadgroup by chip, registers that follow from shaders, a draw's registers and
 * memory. */
#include "null_setup.h"

#include "hw_regs.h"

static void test_group_patches(void **state)
{
   static const struct { const char *chip; struct si_tess_patch patch; unsigned patches; } rows[] = {
      {"polaris10", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 100}, 64},
      {"polaris10", {.in_points = 16, .out_points = 16, .lds_B = 100, .offchip_B = 100}, 16},
      {"polaris10", {.in_points = 5, .out_points = 1, .lds_B = 100, .offchip_B = 100}, 51},
      {"polaris10", {.in_points = 32, .out_points = 3, .lds_B = 1000, .offchip_B = 100}, 8},
      {"polaris10", {.in_points = 3, .out_points = 3, .lds_B = 2048, .offchip_B = 100}, 8},      /* 16 KB of LDS */
      {"polaris10", {.in_points = 3, .out_points = 3, .lds_B = 20000, .offchip_B = 100}, 1},
      {"polaris10", {.in_points = 3, .out_points = 3, .lds_B = 32769, .offchip_B = 100}, 0},
      {"polaris10", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 8192}, 4},      /* a block of 32 KB */
      {"hawaii", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 8192}, 2},         /* of 16 KB */
      {"hawaii", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 16385}, 0},
      {"polaris10", {.in_points = 10, .out_points = 10, .lds_B = 2000, .offchip_B = 100}, 6}, /* 80 lanes of 8: a wave less */
      {"tahiti", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 100}, 21},         /* a wave */
      {"tahiti", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 100, .uses_primitive_id = true}, 21},
      {"verde", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 100, .uses_primitive_id = true}, 1},
      {"verde", {.in_points = 3, .out_points = 3, .lds_B = 100, .offchip_B = 100}, 21},
      {"polaris10", {.in_points = 3, .out_points = 3}, 64},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct setup s;
      begin(&s, rows[i].chip);
      const unsigned patches = si_tess_group_patches(&si_context(s.ctx)->screen->info, &rows[i].patch);
      if (patches != rows[i].patches)
         fail_msg("row %u, %s: %u patches, expected %u", i, rows[i].chip, patches, rows[i].patches);
      end(&s);
   }
}

/* As radeonsi programs it. */
static void test_tf_param(void **state)
{
   static const struct { struct si_shader_info tes; uint32_t value; } rows[] = {
      {{.tess.domain = SI_TESS_TRIANGLES, .output_prim = PIPE_PRIM_TRIANGLES, .tess_is_ccw = true}, 1 | 2 << 5},
      {{.tess.domain = SI_TESS_TRIANGLES, .output_prim = PIPE_PRIM_TRIANGLES}, 1 | 3 << 5},
      {{.tess.domain = SI_TESS_QUADS, .output_prim = PIPE_PRIM_TRIANGLES, .tess_is_ccw = true,
        .tess_spacing = SI_TESS_FRACTIONAL_ODD},
       2 | 2 << 2 | 2 << 5},
      {{.tess.domain = SI_TESS_QUADS, .output_prim = PIPE_PRIM_POINTS, .tess_spacing = SI_TESS_FRACTIONAL_EVEN}, 2 | 3 << 2},
      {{.tess.domain = SI_TESS_ISOLINES, .output_prim = PIPE_PRIM_LINES}, 1 << 5},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      assert_int_equal(si_tf_param(&rows[i].tes), rows[i].value);
}

/* The off-chip buffer and the factor ring by chip, as VGT_HS_OFFCHIP_PARAM and VGT_TF_RING_SIZE have them. */
static void test_memory(void **state)
{
   static const struct { const char *chip; uint32_t offchip, blocks, block_dw; } rows[] = {
      {"polaris10", 507, 508, 8192}, {"hawaii", 508 | 1 << 9, 508, 4096}, {"bonaire", 254, 254, 8192}, {"tahiti", 126, 126, 8192},
      {"verde", 63, 63, 8192},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct setup s;
      begin(&s, rows[i].chip);
      struct si_context *ctx = si_context(s.ctx);
      const struct si_info *info = &ctx->screen->info;
      const struct ws_device_impl *ws = ctx->ws->impl;
      assert_int_equal(info->offchip_blocks, rows[i].blocks);
      assert_int_equal(info->offchip_block_dw, rows[i].block_dw);
      ctx->rings.offchip = ws->bo_create(ctx->ws, 4096, 256, WS_DOMAIN_VRAM, 0);
      ctx->rings.factors = ws->bo_create(ctx->ws, 4096, 256, WS_DOMAIN_VRAM, 0);
      assert_true(si_cs_begin(ctx));
      s.ctx->impl->flush(s.ctx, NULL, 0);
      assert_int_equal(s.ws->reg[(info->has_uconfig ? R_03093C_VGT_HS_OFFCHIP_PARAM : R_0089B0_VGT_HS_OFFCHIP_PARAM) / 4],
                       rows[i].offchip);
      assert_int_equal(s.ws->reg[(info->has_uconfig ? R_030938_VGT_TF_RING_SIZE : R_008988_VGT_TF_RING_SIZE) / 4], 1024);
      assert_int_equal(s.ws->reg[(info->has_uconfig ? R_030940_VGT_TF_MEMORY_BASE : R_0089B8_VGT_TF_MEMORY_BASE) / 4],
                       (uint32_t)(ctx->rings.factors->va >> 8));
      end(&s);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_group_patches), cmocka_unit_test(test_tf_param),
                                      cmocka_unit_test(test_memory)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

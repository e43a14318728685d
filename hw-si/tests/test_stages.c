/* Which API stage runs in which hardware stage, for every set of bound shaders, and the register that says so. */
#include <string.h>

#include "hw_regs.h"
#include "null_setup.h"

#define VS (1u << PIPE_SHADER_VERTEX)
#define TCS (1u << PIPE_SHADER_TESS_CTRL)
#define TES (1u << PIPE_SHADER_TESS_EVAL)
#define GS (1u << PIPE_SHADER_GEOMETRY)
#define PS (1u << PIPE_SHADER_FRAGMENT)
#define CS (1u << PIPE_SHADER_COMPUTE)
#define OFF SI_STAGE_OFF

static const struct {
   uint32_t bound;
   uint8_t api[SI_HW_COUNT]; /* LS HS ES GS VS PS CS */
   bool copy;
   enum si_hw_stage vertex;
   uint32_t stages_en;       /* as radeonsi programs it: hw/README.md, D */
} rows[] = {
   {VS | PS, {OFF, OFF, OFF, OFF, PIPE_SHADER_VERTEX, PIPE_SHADER_FRAGMENT, OFF}, false, SI_HW_VS, 0},
   {VS | GS | PS,
    {OFF, OFF, PIPE_SHADER_VERTEX, PIPE_SHADER_GEOMETRY, PIPE_SHADER_GEOMETRY, PIPE_SHADER_FRAGMENT, OFF}, true, SI_HW_ES, 0xb0},
   {VS | TCS | TES | PS,
    {PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL, OFF, OFF, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_FRAGMENT, OFF}, false, SI_HW_LS,
    0x145},
   {VS | TES | PS, /* without a control shader: the default levels, by a shader of the driver's in HS */
    {PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_EVAL, OFF, OFF, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_FRAGMENT, OFF}, false, SI_HW_LS,
    0x145},
   {VS | TCS | TES | GS | PS,
    {PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_GEOMETRY, PIPE_SHADER_GEOMETRY,
     PIPE_SHADER_FRAGMENT, OFF}, true, SI_HW_LS, 0x1ad},
   {CS, {OFF, OFF, OFF, OFF, OFF, OFF, PIPE_SHADER_COMPUTE}, false, SI_HW_VS, 0},
   {CS | VS | PS, {OFF, OFF, OFF, OFF, OFF, OFF, PIPE_SHADER_COMPUTE}, false, SI_HW_VS, 0},
};

static void test_map(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct si_stage_map map = si_map_stages(rows[i].bound);
      for (unsigned hw = 0; hw < SI_HW_COUNT; hw++)
         if (map.api[hw] != rows[i].api[hw])
            fail_msg("row %u: hardware stage %u runs %u, expected %u", i, hw, map.api[hw], rows[i].api[hw]);
      if (map.api[SI_HW_VS] != OFF) {
         assert_int_equal(map.copy, rows[i].copy);
         assert_int_equal(si_vertex_hw(&map), rows[i].vertex);
         assert_int_equal(si_shader_stages_en(&map), rows[i].stages_en);
      }
   }
}

/* Large code that a program was linked with is prefetched through L2, after the registers that name it; not where CP DMA bypasses L2. */
static void test_prefetch(void **state)
{
   static const char *const chips[] = {"tahiti", "hawaii", "polaris10"};
   (void)state;
   for (unsigned i = 0; i < 3; i++) {
      struct setup s;
      begin(&s, chips[i]);
      struct si_context *ctx = si_context(s.ctx);
      struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 64, 64, PIPE_BIND_SAMPLER_VIEW);
      struct si_code_block block = {.bo = si_resource(res)->bo};
      struct si_code code = {.va = si_resource(res)->va, .block = &block, .bin = {.code_B = 256}};
      si_pack_code_address(&code);
      assert_false(si_prefetch_code(ctx, SI_HW_PS, &code));
      code.bin.code_B = 5000;
      assert_int_equal(si_prefetch_code(ctx, SI_HW_PS, &code), i > 0);
      s.ctx->impl->flush(s.ctx, NULL, 0);
      assert_int_equal(s.ws->text && strstr(s.ws->text, "DMA_DATA"), i > 0);
      if (i > 0) {
         assert_int_equal(s.ws->reg[R_00B020_SPI_SHADER_PGM_LO_PS / 4], (uint32_t)(code.va >> 8));
         assert_true(null_ws_listed(s.ws, code.va));
      }
      pipe_resource_unref(res);
      end(&s);
   }
}

/* A rectangle of the driver runs VS and PS alone, whatever a draw before has switched on. */
static void test_rectangle_between_draws(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct si_context *ctx = si_context(s.ctx);
   assert_true(si_cs_begin(ctx));
   si_emit_draw_regs(ctx, 4, 0, 0xb0, false, 0, 1);
   si_emit_draw_regs(ctx, 4, 0, 0xb0, false, 0, 1);
   assert_int_equal(ctx->last.stages_en, 0xb0);
   si_emit_draw_regs(ctx, 17, 0, 0, false, 0, 1);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->reg[0x28b54 / 4], 0);
   end(&s);
}

/* IA_MULTI_VGT_PARAM by chip and stages, as radeonsi programs it on chips whose draws go to one shader engine. */
static void test_multi_vgt(void **state)
{
   static const struct { const char *chip; struct si_multi_vgt draw; uint32_t value; } values[] = {
      {"polaris10", {0}, 0x2010007f},
      {"polaris10", {.has_gs = true}, 0x2011003f},
      {"hawaii", {0}, 0x0010007f},
      {"hawaii", {.has_gs = true}, 0x0010003f},
      {"tahiti", {.has_gs = true}, 0x0000003f},
      {"tahiti", {.has_gs = true, .has_tess = true, .patches = 8}, 0x00010007},
      {"bonaire", {.has_gs = true, .has_tess = true, .patches = 8}, 0x00110007},
      {"polaris10", {.has_tess = true, .patches = 16}, 0x2011000f},
      {"polaris10", {.has_gs = true, .has_tess = true, .patches = 16}, 0x2015000f},
      {"hawaii", {.has_tess = true, .tess_uses_primitive_id = true, .patches = 16}, 0x001d000f},
      {"tahiti", {.has_tess = true, .tess_uses_primitive_id = true, .patches = 16}, 0x000c000f},
      {"tahiti", {.has_gs = true, .has_tess = true, .patches = 4}, 0x00050003}, /* the table of GS waves is short */
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
      struct setup s;
      begin(&s, values[i].chip);
      uint32_t value = si_multi_vgt_param(&si_context(s.ctx)->screen->info, &values[i].draw);
      if (value != values[i].value)
         fail_msg("row %u, %s: 0x%08x, expected 0x%08x", i, values[i].chip, value, values[i].value);
      end(&s);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_prefetch), cmocka_unit_test(test_map), cmocka_unit_test(test_rectangle_between_draws),
                                      cmocka_unit_test(test_multi_vgt)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Which API stage runs in which hardware stage, for every set of bound shaders, and the register that says so. */
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
    {PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL, OFF, OFF, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_FRAGMENT, OFF}, false, SI_HW_LS,
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

/* A rectangle of the driver runs VS and PS alone, whatever a draw before has switched on. */
static void test_rectangle_between_draws(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct si_context *ctx = si_context(s.ctx);
   assert_true(si_cs_begin(ctx));
   si_emit_draw_regs(ctx, 4, 0xb0, false, 0, 1);
   si_emit_draw_regs(ctx, 4, 0xb0, false, 0, 1);
   assert_int_equal(ctx->last.stages_en, 0xb0);
   si_emit_draw_regs(ctx, 17, 0, false, 0, 1);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->reg[0x28b54 / 4], 0);
   end(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_map), cmocka_unit_test(test_rectangle_between_draws)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

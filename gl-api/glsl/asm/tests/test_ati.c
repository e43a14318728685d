/* test_ati.c: ATI_fragment_shader: tables of the greatest size and of random contents become modules that the linker takes, with each
 * target of a unit and each mode of fog; which parameters are environment parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gl-api/glsl/asm/ap_ati.h"
#include "gl-api/glsl/link.h"

static const struct glsl_limits link_limits = {.max_vertex_attribs = 16, .max_vertex_uniform_vectors = 4096, .max_varying_vectors = 32,
   .max_vertex_texture_units = 16, .max_combined_texture_units = 96, .max_texture_units = 16, .max_fragment_uniform_vectors = 4096,
   .max_draw_buffers = 8, .compat = true};

static void link_shader(const struct ap_ati_shader *shader, const struct ap_variant *variant)
{
   struct ap_program *p = ap_ati_program(shader);
   assert_non_null(p);
   assert_true(ap_program_has_fixed_stages(p));
   struct glsl_module *m = ap_module(p, variant);
   char *log = NULL;
   assert_non_null(m);
   struct glsl_linked *linked = glsl_link(&m, 1, NULL, &link_limits, false, &log);
   if (!linked)
      fail_msg("%s", log);
   free(log);
   glsl_linked_unref(linked);
   glsl_module_unref(m);
   ap_program_destroy(p);
}

/* Each argument has each modifier, and each pair is a dot product, the longest operation. */
static struct ap_ati_shader greatest(void)
{
   struct ap_ati_shader s = {.passes = AP_ATI_PASSES};
   for (unsigned i = 0; i < AP_ATI_PASSES; i++) {
      for (unsigned r = 0; r < AP_ATI_REGISTERS; r++)
         s.pass[i].route[r] = (struct ap_ati_route){.kind = AP_ATI_SAMPLE, .from_register = i, .source = (uint8_t)r, .projected = true};
      for (unsigned k = 0; k < AP_ATI_PAIRS; k++) {
         struct ap_ati_pair *pair = &s.pass[i].pair[k];
         for (unsigned part = 0; part < AP_ATI_PARTS; part++) {
            struct ap_ati_inst *inst = &pair->inst[part];
            pair->has[part] = true;
            *inst = (struct ap_ati_inst){.op = part ? AP_ATI_CND : AP_ATI_DOT2_ADD, .dst = (uint8_t)(k % AP_ATI_REGISTERS),
               .mask = part ? 0x8 : 0x7, .args = 3, .scale = -3};
            for (unsigned a = 0; a < 3; a++)
               inst->arg[a] = (struct ap_ati_arg){(uint8_t)(AP_ATI_CONSTANT0 + a), AP_ATI_BLUE, 0xf};
         }
      }
      s.pass[i].pairs = AP_ATI_PAIRS;
   }
   return s;
}

static void test_greatest(void **state)
{
   const struct ap_ati_shader s = greatest();
   for (uint8_t target = AP_TEX_NONE; target <= AP_TEX_RECT; target++) {
      struct ap_variant variant = {.fog = target % 4, .color_sum = target & 1};
      memset(variant.texture, target, sizeof(variant.texture));
      link_shader(&s, &variant);
   }
}

static uint32_t random_state;
static unsigned pick(unsigned n)
{
   random_state = random_state * 1664525u + 1013904223u;
   return (random_state >> 8) % n;
}

static void random_instruction(struct ap_ati_inst *inst, unsigned part)
{
   static const uint8_t args[] = {[AP_ATI_MOV] = 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3};
   inst->op = (uint8_t)pick(AP_ATI_DOT2_ADD + 1);
   inst->args = args[inst->op];
   inst->dst = (uint8_t)pick(AP_ATI_REGISTERS);
   inst->mask = part ? 0x8 : (uint8_t)(1 + pick(7));
   inst->scale = (int8_t)((int)pick(7) - 3);
   inst->saturate = pick(2);
   for (unsigned i = 0; i < inst->args; i++)
      inst->arg[i] = (struct ap_ati_arg){(uint8_t)pick(AP_ATI_SECONDARY + 1), (uint8_t)pick(AP_ATI_ALPHA + 1), (uint8_t)pick(16)};
}

static void random_pass(struct ap_ati_pass *pass, bool first)
{
   for (unsigned r = 0; r < AP_ATI_REGISTERS; r++) {
      struct ap_ati_route *route = &pass->route[r];
      route->kind = (uint8_t)pick(AP_ATI_SAMPLE + 1);
      route->from_register = !first && pick(2);
      route->source = (uint8_t)pick(route->from_register ? AP_ATI_REGISTERS : AP_ATI_COORDS);
      route->q = !route->from_register && pick(2);
      route->projected = pick(2);
   }
   pass->pairs = (uint8_t)pick(AP_ATI_PAIRS + 1);
   for (unsigned i = 0; i < pass->pairs; i++) {
      struct ap_ati_pair *pair = &pass->pair[i];
      pair->has[AP_ATI_COLOR] = pick(4);
      pair->has[AP_ATI_ALPHA_PART] = !pair->has[AP_ATI_COLOR] || pick(2);
      random_instruction(&pair->inst[AP_ATI_COLOR], AP_ATI_COLOR);
      random_instruction(&pair->inst[AP_ATI_ALPHA_PART], AP_ATI_ALPHA_PART);
   }
}

static void test_random(void **state)
{
   random_state = 7;
   for (unsigned i = 0; i < 300; i++) {
      struct ap_ati_shader s = {.passes = (uint8_t)(1 + pick(2)), .locals = (uint8_t)pick(256)};
      struct ap_variant variant = {.fog = (uint8_t)pick(4), .color_sum = (uint8_t)pick(2)};
      for (unsigned unit = 0; unit < AP_MAX_TEXTURE_UNITS; unit++)
         variant.texture[unit] = (uint8_t)pick(AP_TEX_RECT + 1);
      random_pass(&s.pass[0], true);
      random_pass(&s.pass[1], false);
      link_shader(&s, &variant);
   }
}

static void test_constants(void **state)
{
   struct ap_ati_shader s = greatest();
   unsigned count;
   s.locals = 1u << 5;
   s.local[5][2] = 0.25f;
   struct ap_program *p = ap_ati_program(&s);
   assert_non_null(p);
   const struct ap_param *params = ap_program_params(p, &count);
   assert_true(count >= AP_ATI_CONSTANTS);
   for (unsigned i = 0; i < AP_ATI_CONSTANTS; i++) {
      assert_int_equal(params[i].source, i == 5 ? AP_CONSTANT : AP_ENV);
      assert_int_equal(params[i].index, i);
   }
   assert_true(params[5].value[2] == 0.25f);
   for (unsigned unit = 0; unit < AP_MAX_TEXTURE_UNITS; unit++)
      assert_int_equal(ap_program_samples_any_target(p, unit), unit < AP_ATI_REGISTERS);
   ap_program_destroy(p);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_greatest), cmocka_unit_test(test_random), cmocka_unit_test(test_constants)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

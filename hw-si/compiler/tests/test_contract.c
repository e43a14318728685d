/* test_contract.c: contraction of expressions, checked in the machine code: rows of shaders and the number of operations of
 * each kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness.h"
#include "hw-si/gcn/gcn.h"

/* mul and add, or fma */
struct counts { unsigned mul, add, mad, fma; };

static struct counts count(const struct si_shader_binary *bin)
{
   struct counts n = { 0 };
   struct gcn_inst inst;
   const uint32_t *code = (const uint32_t *)(const void *)bin->code;
   for (uint32_t at = 0; at < bin->code_B / 4; at += inst.size_B / 4u) {
      assert_true(gcn_decode(8, code + at, bin->code_B / 4 - at, at * 4, &inst));
      switch (inst.op) {
      case GCN_V_MUL_F32: n.mul++; break;
      case GCN_V_ADD_F32: case GCN_V_SUB_F32: case GCN_V_SUBREV_F32: n.add++; break;
      case GCN_V_MAC_F32: case GCN_V_MAD_F32: case GCN_V_MADMK_F32: case GCN_V_MADAK_F32: n.mad++; break;
      case GCN_V_FMA_F32: n.fma++; break;
      case GCN_S_ENDPGM: return n;
      default: break;
      }
   }
   return n;
}

#define V "varying vec4 v, w; "
#define F "precision highp float; " V
#define MAIN(x) "void main() { gl_FragColor = " x "; }"
static const struct row {
   const char *what;
   enum pipe_shader_type stage;
   bool fma_is_fast;
   const char *source;
   struct counts want;
} rows[] = {
   { "a sum of products", PIPE_SHADER_FRAGMENT, true, F MAIN("vec4(v.x * v.y + w.x)"), { 0, 0, 0, 1 } },
   { "on devices where that is slow", PIPE_SHADER_FRAGMENT, false, F MAIN("vec4(v.x * v.y + w.x)"), { 0, 0, 1, 0 } },
   { "differences", PIPE_SHADER_FRAGMENT, true, F MAIN("vec4(v.x * v.y - w.x, w.x - v.z * v.w, 0.0, 0.0)"), { 0, 0, 0, 2 } },
   { "a product that only sums take", PIPE_SHADER_FRAGMENT, true,
     F "void main() { float p = v.x * v.y; gl_FragColor = vec4(p + w.x, w.y - p, 0.0, 1.0); }", { 0, 0, 0, 2 } },
   { "a product that is needed itself", PIPE_SHADER_FRAGMENT, true,
     F "void main() { float p = v.x * v.y; gl_FragColor = vec4(p + w.x, p, 0.0, 1.0); }", { 1, 0, 1, 0 } },
   { "products by zero", PIPE_SHADER_FRAGMENT, true, F MAIN("vec4(dot(v.xyz, vec3(0.0, 0.0, 3.0)))"), { 1, 0, 0, 0 } },
   { "sums with zero", PIPE_SHADER_FRAGMENT, false, F MAIN("v * w * vec4(0.0, -0.0, 0.0, 1.0) + vec4(0.0, w.xyz)"),
     { 0, 0, 1, 0 } },
   { "invariant", PIPE_SHADER_FRAGMENT, true, "invariant gl_FragColor; " F MAIN("vec4(v.x * v.y + w.x)"), { 0, 0, 1, 0 } },
   { "all that is invariant", PIPE_SHADER_FRAGMENT, true, "#pragma STDGL invariant(all)\n" F MAIN("vec4(v.x * v.y + w.x)"),
     { 0, 0, 1, 0 } },
   { "positions", PIPE_SHADER_VERTEX, true, "attribute vec4 p; uniform vec4 s; void main() { gl_Position = p * s + s; }",
     { 0, 0, 4, 0 } },
};

static void test_rows(void **state)
{
   unsigned bad = 0;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct row *r = &rows[i];
      char why[512] = "";
      struct si_shader_key key;
      struct si_shader_binary bin;
      struct pipe_shader_state shader = { .stage = r->stage, .y_is_up = true };
      const struct si_compile_options options = { .no_cache = true };
      struct si_compiler *c = si_compiler_create("gfx803", why, sizeof why);
      assert_non_null(c);
      if (r->fma_is_fast)
         si_compiler_prefer_fma(c);
      uint32_t *spirv = glsl_to_spirv(r->stage, r->source, &shader.spirv_words);
      shader.spirv = spirv;
      default_key(&key, r->stage);
      if (!si_compile(c, &shader, &key, &options, &bin, why, sizeof why))
         fail_msg("%s: %s", r->what, why);
      const struct counts n = count(&bin);
      if (memcmp(&n, &r->want, sizeof n)) {
         print_error("%s: mul %u, add %u, mad %u, fma %u; wanted %u, %u, %u, %u\n", r->what, n.mul, n.add, n.mad, n.fma,
                     r->want.mul, r->want.add, r->want.mad, r->want.fma);
         bad++;
      }
      si_shader_binary_finish(&bin);
      free(spirv);
      si_compiler_destroy(c);
   }
   assert_int_equal(bad, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

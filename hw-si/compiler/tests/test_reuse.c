/* test_reuse.c: a compiler that has compiled other shaders emits the same code as a new one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

static const struct { enum pipe_shader_type stage; const char *source; } rows[] = {
   { PIPE_SHADER_FRAGMENT, "precision highp float; uniform vec4 c; void main() { gl_FragColor = c * 2.0; }" },
   { PIPE_SHADER_VERTEX, "attribute vec4 p; varying vec4 v; uniform mat4 m; void main() { gl_Position = m * p; v = p.wzyx; }" },
   { PIPE_SHADER_FRAGMENT, "precision highp float; varying vec4 v; uniform sampler2D t;\n"
                        "void main() { if (v.x < 0.5) discard; gl_FragColor = texture2D(t, v.xy) + texture2D(t, v.zw, 1.0); }" },
   /* an array with dynamic indices, a loop that is not unrolled, derivatives */
   { PIPE_SHADER_FRAGMENT, "precision highp float; varying vec4 v; uniform int n; uniform float f[8];\n"
                        "void main() { float a[8]; for (int i = 0; i < 8; i++) a[i] = f[i] * v.x;\n"
                        "float s = 0.0; for (int i = 0; i < 1000; i++) { if (i >= n) break; s = sin(s) + a[i - i / 8 * 8]; }\n"
                        "gl_FragColor = vec4(s); }" },
   { PIPE_SHADER_VERTEX, "attribute vec4 p; uniform float f[4]; void main() { gl_Position = p * f[int(p.x)]; gl_PointSize = p.y; "
                      "}" },
};
#define ROWS (sizeof(rows) / sizeof(rows[0]))

static struct si_compiler *new_compiler(void)
{
   char why[256] = "";
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   assert_non_null(c);
   return c;
}

static void compile(struct si_compiler *c, unsigned row, struct si_shader_binary *bin)
{
   char why[256] = "";
   struct si_shader_key key;
   struct si_compile_options opt = { .no_cache = true };
   struct pipe_shader_state state = { .stage = rows[row].stage, .y_is_up = true };
   state.spirv = glsl_to_spirv(rows[row].stage, rows[row].source, &state.spirv_words);
   default_key(&key, rows[row].stage);
   if (!si_compile(c, &state, &key, &opt, bin, why, sizeof(why)))
      fail_msg("row %u: %s", row, why);
   free((uint32_t *)state.spirv);
}

static void test_same_code(void **state)
{
   struct si_shader_binary alone[ROWS], again;
   for (unsigned i = 0; i < ROWS; i++) {
      struct si_compiler *c = new_compiler();
      compile(c, i, &alone[i]);
      si_compiler_destroy(c);
   }
   struct si_compiler *c = new_compiler();
   for (unsigned n = 0; n < 6 * ROWS; n++) {
      unsigned i = n * n % 7 % ROWS;
      compile(c, i, &again);
      assert_int_equal(again.code_B, alone[i].code_B);
      assert_memory_equal(again.code, alone[i].code, again.code_B);
      struct si_shader_binary x = again, y = alone[i];
      x.code = y.code = NULL;
      assert_memory_equal(&x, &y, sizeof(x));
      si_shader_binary_finish(&again);
   }
   si_compiler_destroy(c);
   for (unsigned i = 0; i < ROWS; i++)
      si_shader_binary_finish(&alone[i]);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_same_code) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

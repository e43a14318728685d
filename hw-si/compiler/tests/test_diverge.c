/* test_diverge.c: which indices into arrays of samplers are known to be uniform: no loop over the resources of a wave is made for
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

static const struct { bool loops; const char *body; } rows[] = {
   { false, "o = at(2);" },
   { false, "o = at(k);" },
   { false, "o = at(ks[1] + min(k, 2));" },
   { false, "o = at(ks[k] ^ 1);" },
   { false, "int i = 0; if (k > 1) i = 2; o = at(i);" },
   { false, "for (int i = 0; i < k; i++) o += at(i);" },
   { false, "for (int i = 0; i < 8; i++) { if (v.x > 0.5) o.x += 1.0; o += at(i); }" },
   { false, "int i = pick(k); o = at(i);" },
   { false, "int i = k; if (v.x > 0.5) { o = textureLod(t[i], v, 0.0); } else { int j = i + 1; o = vec4(j); }" },
   { false, "switch (k) { case 0: global = 1; break; case 1: global = 2; } o = at(global);" },
   { true, "o = at(int(v.x));" },
   { true, "o = at(which);" },
   { true, "o = at(ks[int(v.y)]);" },
   { true, "int i = 0; if (v.x > 0.5) i = 2; o = at(i);" },
   { true, "o = at(v.x > 0.5 ? 1 : 2);" },
   { true, "int i = 0; while (float(i) < v.x) i++; o = at(i);" },
   { true, "int i = 0; for (;;) { if (v.x < float(i) * 0.1) break; i++; } o = at(i);" },
   { true, "int i = 0; for (int j = 0; j < k; j++) { if (v.x < float(j)) continue; i++; } o = at(i);" },
   { true, "int i = early(k); o = at(i);" },
   { true, "if (v.x > 0.5) set(k); o = at(global);" },
   { false, "int i; give(i); o = at(i);" },
   { false, "int i = 0; add(i, k); add(i, ks[2]); o = at(i);" },
   { true, "int i = 0; add(i, k); add(i, which); o = at(i);" },
   { true, "int i = 0; if (v.x > 0.5) give(i); o = at(i);" },
   { true, "int i; put(i); o = at(i);" },
   { true, "float whole; o.x = modf(v.x, whole); o = at(int(whole));" },
   { true, "int i[3] = int[3](0, 1, 2); o = at(i[int(v.x)]);" },
   { true, "int i[3]; for (int j = 0; j < 3; j++) i[j] = k; i[which] = 2; o = at(i[1]);" },
   { true, "o = at(int(texture(t[0], v).x * 8.0));" },
   { true, "o = at(b[k].i);" },
};

static bool has_loop(const struct built *b)
{
   for (uint32_t i = 0; i < b->bin.code_B / 4; i++) {
      if ((b->bin.code[i] & 0xffff0000u) == 0xd2890000u) /* v_readlane_b32 of GFX8 */
         return true;
   }
   return false;
}

static void test_indices(void **state)
{
   static char source[2000];
   unsigned wrong = 0;
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct si_shader_key key;
      struct built b = { .stage = PIPE_SHADER_FRAGMENT };
      snprintf(source, sizeof(source), "#version 450\nuniform sampler2D t[8]; uniform int k, ks[4]; in vec2 v;\n"
               "flat in int which; layout(location = 0) out vec4 o; int global; layout(std430) buffer B { int i; } b[2];\n"
               "vec4 at(int n) { return textureLod(t[n], v, 0.0); } int pick(int n) { if (n > 2) return 1; return n; }\n"
               "int early(int n) { if (v.x > 0.5) return 1; return n; } void set(int n) { global = n; }\n"
               "void give(out int n) { n = k; } void add(inout int n, int m) { n += m; }\n"
               "void put(out int n) { n = int(v.x); } void main() { o = vec4(0.0); global = 0; %s }", rows[i].body);
      b.spirv = any_glsl_to_spirv(PIPE_SHADER_FRAGMENT, source, &b.spirv_words);
      const struct pipe_shader_state shader = { .stage = PIPE_SHADER_FRAGMENT, .spirv = b.spirv, .spirv_words = b.spirv_words,
                                                .y_is_up = true };
      default_key(&key, PIPE_SHADER_FRAGMENT);
      key.ps.col_format = 0x9;
      build_state(&b, "gfx803", &shader, &key);
      if (has_loop(&b) != rows[i].loops) {
         wrong++;
         print_error("%s: %s\n", rows[i].body, rows[i].loops ? "no loop" : "a loop");
      }
      built_finish(&b);
   }
   assert_int_equal(wrong, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_indices) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

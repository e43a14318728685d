/* test_damage.c: a compile of damaged SPIR-V fails with a reason or succeeds, but never ends the process. Words of valid
 * modules are replaced by ids, small numbers and noise from a fixed generator. `test_compiler_damage N [SEED]` runs N
 * rounds per module instead of the short default. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

static unsigned rounds = 60;
static uint64_t seed = 1;

static uint32_t next_random(void)
{
   seed = seed * 6364136223846793005ull + 1442695040888963407ull;
   return (uint32_t)(seed >> 33);
}

static const struct { enum pipe_shader_type stage; const char *source; } modules[] = {
   { PIPE_SHADER_VERTEX, "attribute vec4 p; attribute mat3 n; uniform mat4 m; uniform struct S { float a; vec3 b[3]; bool f; } s;"
     "uniform float arr[4]; varying vec2 v[2]; varying mat2 w; float f(inout float x) { x += 1.0; if (x > 3.0) return 2.0; "
     "return x; }"
     "void main() { v[0] = p.xy * s.a; v[1] = s.b[1].xy + arr[int(p.x)]; w = mat2(n); float k = p.z; if (s.f) k += f(k);"
     "gl_Position = m * p * k; gl_PointSize = length(p.xyz); }" },
   { PIPE_SHADER_FRAGMENT, "#version 300 es\nprecision highp float; in vec2 uv; flat in ivec4 q; uniform sampler2D t; "
                        "uniform samplerCube c;"
     "uniform highp sampler2DArray l[2]; uniform Block { mat4 m; vec4 a[3]; float f; } blk; layout(location = 0) out vec4 o;"
     "void main() { vec4 r = vec4(0.0); for (int i = 0; i < q.x; i++) { if (uv.x > float(i)) continue; r += blk.a[i % 3] * blk.m;"
     "if (r.x > 10.0) discard; } switch (q.y) { case 0: r += texture(t, uv, 1.0); break; case 3: r *= texture(c, r.xyz); default:"
     "r.x = textureLod(l[1], vec3(uv, 1.0), 2.0).x; } float z[6]; z[q.z & 3] = sin(r.y); r.w = z[q.w & 3] + atan(r.x, r.y);"
     "o = pow(abs(r), vec4(blk.f)) + dFdx(r) + texelFetch(t, q.xy, 0) + vec4(modf(r.x, r.y)) + vec4(inverse(blk.m)[1]); }" },
};

static void damage(uint32_t *words, size_t count, const uint32_t *original)
{
   memcpy(words, original, count * 4);
   for (unsigned n = 1 + next_random() % 3; n > 0; n--) {
      size_t at = 5 + next_random() % (count - 5);
      switch (next_random() % 4) {
      case 0: words[at] ^= 1u << (next_random() & 31); break;
      case 1: words[at] = next_random() % (original[3] + 2); break; /* some id */
      case 2: words[at] = original[5 + next_random() % (count - 5)]; break;
      default: words[at] = (words[at] & 0xffff0000u) | (next_random() % 400); break; /* another opcode */
      }
   }
}

static void test_words(void **state)
{
   char why[512];
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   assert_non_null(c);
   for (unsigned k = 0; k < sizeof(modules) / sizeof(modules[0]); k++) {
      size_t count;
      uint32_t *original = glsl_to_spirv(modules[k].stage, modules[k].source, &count);
      uint32_t *words = malloc(count * 4);
      struct si_shader_key key;
      struct si_shader_info info;
      struct si_shader_binary bin;
      struct si_compile_options opt = { .no_cache = true };
      struct pipe_shader_state shader = { .stage = modules[k].stage, .spirv = words, .spirv_words = count, .y_is_up = true };
      default_key(&key, modules[k].stage);
      memcpy(words, original, count * 4);
      assert_true(si_compile(c, &shader, &key, &opt, &bin, why, sizeof(why))); /* the undamaged module compiles */
      si_shader_binary_finish(&bin);
      unsigned refused = 0;
      for (unsigned i = 0; i < rounds; i++) {
         damage(words, count, original);
         if (getenv("DAMAGE_FILE")) { /* the module of the last compile, for debugging a crash */
            FILE *f = fopen(getenv("DAMAGE_FILE"), "wb");
            fwrite(words, 4, count, f);
            fclose(f);
         }
         why[0] = 0;
         si_shader_scan(&shader, &info, why, sizeof(why));
         if (si_compile(c, &shader, &key, &opt, &bin, why, sizeof(why))) {
            si_shader_binary_finish(&bin);
         } else {
            assert_true(why[0] != 0);
            refused++;
         }
      }
      assert_true(refused > rounds / 8);
      free(words);
      free(original);
   }
   si_compiler_destroy(c);
}

static void test_cut_short(void **state)
{
   char why[512];
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   size_t count;
   uint32_t *words = glsl_to_spirv(modules[0].stage, modules[0].source, &count);
   struct si_shader_key key;
   struct si_shader_binary bin;
   struct si_compile_options opt = { .no_cache = true };
   default_key(&key, modules[0].stage);
   for (size_t n = 0; n < count; n++) {
      struct pipe_shader_state shader = { .stage = modules[0].stage, .spirv = words, .spirv_words = n };
      assert_false(si_compile(c, &shader, &key, &opt, &bin, why, sizeof(why)));
   }
   free(words);
   si_compiler_destroy(c);
}

int main(int argc, char **argv)
{
   if (argc > 1)
      rounds = (unsigned)strtoul(argv[1], NULL, 10);
   if (argc > 2)
      seed = strtoull(argv[2], NULL, 10);
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_words), cmocka_unit_test(test_cut_short) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

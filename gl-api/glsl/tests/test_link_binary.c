/* test_link_binary.c: linked programs as bytes: what is loaded is what was saved, and damaged, foreign and hostile bytes are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "link_test.h"
#include "util/ut_hash.h"

enum { CONFIG = 77 };

static const struct { const char *version; struct sources sources; const char *captured[2]; } programs[] = {
   { "300 es", { VS("in vec4 a;out vec2 v;void main(){v=a.xy;gl_Position=a;}"),
              FS("precision mediump float;uniform sampler2D t[3];uniform struct{vec3 c;float f[4];}s[2];in vec2 v;"
                 "out vec4 o;void main(){o=texture(t[2],v)+vec4(s[1].c,s[0].f[3]);}") }, { NULL } },
   { "300 es", { VS("uniform U{mat3 m;vec4 n[2];}u[2];layout(location=3) in vec4 a;flat out uvec3 x;out vec2 y;uniform mat4x2 w[3];"
                    "void main(){x=uvec3(a);y=u[1].n[0].xy+w[2]*a;gl_Position=a*u[0].m[0].x;}"),
                 FS("precision highp float;flat in uvec3 x;in vec2 y;uniform highp usampler2DArray t;out uvec4 c;uniform bvec2 b;"
                    "void main(){c=texture(t,vec3(y,0))+x.xyzx+uint(b.y);}") }, { "x", "gl_Position" } },
   { "450", { VS("in dvec3 d;uniform dmat3x4 e[2];uniform double f;uniform int g=7;subroutine vec4 S();subroutine uniform S p;"
                 "subroutine(S) vec4 q(){return vec4(1);}subroutine(S) vec4 r(){return vec4(2);}"
                 "void main(){gl_Position=p()+vec4(e[1]*d)+vec4(float(f))+vec4(g);}"),
              FS("layout(std430) buffer B{int n;float list[];}b;layout(binding=1) uniform atomic_uint k;"
                 "layout(rgba8) uniform image2D i;out vec4 c[2];void main(){c[1]=imageLoad(i,ivec2(0))+vec4(b.list[b.n]);"
                 "c[0]=vec4(float(atomicCounterIncrement(k)));}") }, { NULL } },
   { "450", { CS("layout(local_size_x=8) in;shared int s[8];uniform uint u;void main(){s[u]=1;}") }, { NULL } },
   { "450", { CS("layout(local_size_x=1) in;buffer B{vec4 a;} x[20];void main(){x[0].a=x[19].a;}") }, { NULL } },
};
enum { PROGRAMS = sizeof(programs) / sizeof(programs[0]) };

static uint8_t *saved(unsigned i, size_t *size_B)
{
   struct glsl_bindings *bind = glsl_bindings_create();
   char *log;
   if (programs[i].captured[0])
      assert_true(glsl_bindings_set_feedback(bind, programs[i].captured, 2, true));
   struct glsl_linked *l = link_sources(programs[i].version, &programs[i].sources, bind, &log);
   if (!l)
      fail_msg("program %u: %s", i, log);
   free(log);
   glsl_bindings_destroy(bind);
   *size_B = glsl_linked_save(l, CONFIG, NULL, 0);
   uint8_t *bytes = malloc(*size_B + 1);
   bytes[*size_B - 1] = bytes[*size_B] = 0xee;
   assert_int_equal(glsl_linked_save(l, CONFIG, bytes, *size_B - 1), *size_B);
   assert_int_equal(bytes[*size_B - 1], 0xee); /* too small: nothing is written */
   assert_int_equal(glsl_linked_save(l, CONFIG, bytes, *size_B), *size_B);
   assert_int_equal(bytes[*size_B], 0xee);
   glsl_linked_unref(l);
   return bytes;
}

static bool loads(const uint8_t *bytes, size_t size_B, uint64_t config)
{
   const char *why = NULL;
   struct glsl_linked *l = glsl_linked_load(bytes, size_B, config, &why);
   assert_true(l || why);
   glsl_linked_unref(l);
   return l != NULL;
}

static void same_program(void **state)
{
   (void)state;
   for (unsigned i = 0; i < PROGRAMS; i++) {
      size_t size_B;
      const char *why;
      uint8_t *bytes = saved(i, &size_B), *again = malloc(size_B);
      struct glsl_linked *l = glsl_linked_load(bytes, size_B, CONFIG, &why);
      if (!l)
         fail_msg("program %u: %s", i, why);
      assert_int_equal(glsl_linked_save(l, CONFIG, again, size_B), size_B);
      assert_memory_equal(again, bytes, size_B);
      glsl_linked_unref(l);
      free(bytes);
      free(again);
   }
}

static void damaged(void **state)
{
   size_t size_B;
   uint8_t *bytes = saved(1, &size_B);
   (void)state;
   assert_true(loads(bytes, size_B, CONFIG));
   assert_false(loads(bytes, size_B, CONFIG + 1)); /* another device or kind of context */
   for (size_t n = 0; n < size_B; n++)
      assert_false(loads(bytes, n, CONFIG));
   for (size_t i = 0; i < size_B; i++) {
      bytes[i] ^= 1 << (i % 8);
      assert_false(loads(bytes, size_B, CONFIG));
      bytes[i] ^= 1 << (i % 8);
   }
   assert_true(loads(bytes, size_B, CONFIG));
   free(bytes);
}

/* With a hash that fits, any content has to be harmless: the sanitizers look on. */
static void hostile(void **state)
{
   enum { HASH_AT = 24, CONTENT_AT = 48 };
   static const uint32_t values[] = { 0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x00010000, 0xff };
   (void)state;
   for (unsigned p = 0; p < PROGRAMS; p++) {
      size_t size_B;
      uint8_t *bytes = saved(p, &size_B), *copy = malloc(size_B);
      for (size_t at = CONTENT_AT; at + 4 <= size_B; at += 4) {
         memcpy(copy, bytes, size_B);
         memcpy(copy + at, &values[at / 4 % 7], 4);
         const struct ut_hash128 hash = ut_hash128(copy + CONTENT_AT, size_B - CONTENT_AT, (struct ut_hash128){ CONFIG, 3 });
         memcpy(copy + HASH_AT, &hash, sizeof hash);
         loads(copy, size_B, CONFIG);
      }
      free(bytes);
      free(copy);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(same_program), cmocka_unit_test(damaged), cmocka_unit_test(hostile) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

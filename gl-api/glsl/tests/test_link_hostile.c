/* test_link_hostile.c: modules that no front end would write: words of good ones are changed at random, as are entries of
 * the side tables. Linking says something of each and neither crashes nor reads what is not there (run it sanitized). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "link_test.h"

static const struct sources programs[] = {
   { VS("struct S{vec2 x;mat2 y[3];};uniform S s[2];layout(location=1) in vec4 a;out B{vec3 c;float d[2];} x;"
      "layout(location=5) out vec2 e;"
        "layout(std140) uniform U{vec4 k;S t[2];bool on;} u[2];void main(){x.c=a.xyz*s[1].x.x;e=u[1].t[1].x;"
      "gl_Position=u[0].k;}"),
     FS("in B{vec3 c;float d[2];} y;layout(location=5) in vec2 e;uniform sampler2D t[3];"
      "uniform float init[3]=float[3](1.,2.,3.);"
        "layout(location=2) out vec4 o;out vec4 p[2];void main(){o=texture(t[1],e)*init[2];p[1]=y.c.xyzz;}") },
   { VS("out vec4 v;void main(){v=vec4(1);}"),
     TCS("layout(vertices=3) out;in vec4 v[];out vec4 w[];patch out vec3 p[2];"
      "void main(){w[gl_InvocationID]=v[0];p[1]=vec3(1);}"),
     TES("layout(quads) in;in vec4 w[];patch in vec3 p[2];out vec4 z;void main(){z=w[1]+p[1].xyzz;}"),
     GS("layout(triangles) in;layout(line_strip,max_vertices=2) out;in vec4 z[];layout(xfb_buffer=1,xfb_offset=4) out vec3 g;"
        "void main(){g=z[2].xyz;EmitVertex();}") },
   { CS("layout(local_size_x=8) in;layout(std430,binding=1) buffer D{uint n;mat3x2 m[2];vec4 d[];} b;"
      "layout(binding=0) uniform atomic_uint c[2];"
        "layout(r32ui,binding=2) uniform uimage2D i;subroutine float F(float x);subroutine(F) float f(float x){return x;}"
        "subroutine(F) float h(float x){return 2.0*x;}subroutine uniform F pick;"
        "void main(){b.n+=atomicCounterIncrement(c[1]);b.d[b.n]=vec4(imageLoad(i,ivec2(0)).x)*pick(b.m[1][0].x);}") },
};

static uint32_t state = 12345;

static uint32_t next_random(void)
{
   state = state * 1664525u + 1013904223u;
   return state >> 8;
}

/* A copy with a few words and table entries changed: to anything, to a near value, to another word of the module. */
static struct glsl_module *spoil(const struct glsl_module *from)
{
   struct glsl_module *m = malloc(sizeof *m);
   *m = *from;
   m->refs = 1;
   m->spirv = malloc(m->spirv_words * 4);
   memcpy(m->spirv, from->spirv, m->spirv_words * 4);
   m->symbols = calloc(m->symbol_count + 1, sizeof *m->symbols);
   for (unsigned i = 0; i < m->symbol_count; i++) {
      m->symbols[i] = from->symbols[i];
      m->symbols[i].name = strdup(from->symbols[i].name);
   }
   m->subroutines = NULL;
   m->subroutine_count = 0;
   m->source = NULL;
   for (unsigned n = next_random() % 4; n; n--) {
      uint32_t *word = &m->spirv[5 + next_random() % (m->spirv_words - 5)];
      switch (next_random() % 4) {
      case 0: *word = next_random() << 8 | next_random(); break;
      case 1: *word += next_random() % 5 - 2; break;
      case 2: *word = m->spirv[next_random() % m->spirv_words]; break;
      default: *word = next_random() % 64; break;
      }
   }
   if (m->symbol_count && next_random() % 2) {
      struct glsl_symbol *s = &m->symbols[next_random() % m->symbol_count];
      const int32_t values[] = { -1, 0, 3, 31, 4095, INT32_MAX, INT32_MIN };
      int32_t *const fields[] = { &s->binding, &s->location, &s->component, &s->offset, &s->xfb_offset, &s->xfb_stride };
      *fields[next_random() % 6] = values[next_random() % 7];
      s->unsized ^= next_random() % 4 == 0;
      s->xfb_buffer = (int8_t)(next_random() % 8 - 2);
      s->is_block ^= next_random() % 8 == 0;
   }
   return m;
}

static void test_spoiled(void **data)
{
   const unsigned rounds = 4000;
   unsigned linked_count = 0;
   for (unsigned p = 0; p < sizeof programs / sizeof *programs; p++) {
      struct glsl_module *good[PIPE_SHADER_TYPES], *bad[PIPE_SHADER_TYPES];
      struct glsl_bindings *bind = glsl_bindings_create();
      const char *const names[] = { "B.d[1]", "gl_SkipComponents2", "e" };
      unsigned count = 0;
      assert_true(glsl_bindings_set_feedback(bind, names, p == 0 ? 3 : 0, false));
      for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
         if (programs[p].stage[i])
            good[count++] = compile_version("450", i, programs[p].stage[i]);
      for (unsigned round = 0; round < rounds; round++) {
         char *log;
         for (unsigned i = 0; i < count; i++)
            bad[i] = spoil(good[i]);
         struct glsl_linked *l = glsl_link(bad, count, bind, &desktop_limits, false, &log);
         assert_non_null(log);
         assert_true(l || *log);
         linked_count += l != NULL;
         glsl_linked_unref(l);
         free(log);
         for (unsigned i = 0; i < count; i++)
            glsl_module_unref(bad[i]);
      }
      for (unsigned i = 0; i < count; i++)
         glsl_module_unref(good[i]);
      glsl_bindings_destroy(bind);
   }
   assert_in_range(linked_count, 100, 3 * rounds - 100); /* some survive, some do not */
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_spoiled) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

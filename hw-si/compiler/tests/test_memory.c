/* test_memory.c: pointers of each storage class, indexed by values that differ between lanes: input, output and private
 * arrays, matrices, structs, through functions. Each row runs as a vertex wave on the interpreter; lane l has VertexID l
 * and the attributes of vertex l. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

/* Component c of attribute e of vertex l. */
static float attrib(unsigned l, unsigned e, unsigned c)
{
   return (float)(l * 100 + e * 10 + c);
}

static float in_element(unsigned l) { return attrib(l, l % 4, 2); }
static float in_component(unsigned l) { return attrib(l, l % 4, l / 4 % 4); }
static float in_clamped(unsigned l) { return attrib(l, l < 3 ? l : 3, 0); }
static float out_first(unsigned l) { return l % 4 == 0 ? 7 : attrib(l, 0, 0); }
static float out_component(unsigned l) { return l % 4 == 0 ? 5 : attrib(l, 0, 0); }
static float matrix_part(unsigned l) { return attrib(l, l / 4 % 4, l % 4); }
static float struct_part(unsigned l) { return attrib(l, l % 2 + 1, l % 3); }
static float by_function(unsigned l) { return attrib(l, l % 4, 1) + 3; }
static float nested(unsigned l) { return attrib(l, l % 2 * 2 + l / 2 % 2, 3); }
static float copied(unsigned l) { return attrib(l, (l + 1) % 4, 1); }
static float of_second(unsigned l) { return attrib(l, 1, 0); }
static float written_back(unsigned l) { return l % 4 == 0 ? attrib(l, 0, 0) + 9 : attrib(l, 0, 0); }

#define VERSION "#version 430\n"
static const struct { const char *name, *source; float (*want)(unsigned lane); } rows[] = {
   { "input array", "in vec4 a[4]; out float o; void main() { o = a[gl_VertexID % 4].z; }", in_element },
   { "input array and component", "in vec4 a[4]; out float o; void main() { o = a[gl_VertexID % 4][gl_VertexID / 4 % 4]; }",
     in_component },
   { "input array, index out of range", "in vec4 a[4]; out float o; void main() { o = a[gl_VertexID].x; }", in_clamped },
   { "output array", "in vec4 a[4]; out vec4 o[4]; void main() { for (int i = 0; i < 4; i++) o[i] = a[i];"
     "o[gl_VertexID % 4] = vec4(7.0); }", out_first },
   { "output component", "in vec4 a[4]; out vec4 o; void main() { o = a[0]; o[gl_VertexID % 4] = 5.0; }", out_component },
   { "private matrix", "in vec4 a[4]; out float o; void main() { mat4 m = mat4(a[0], a[1], a[2], a[3]);"
     "o = m[gl_VertexID / 4 % 4][gl_VertexID % 4]; }", matrix_part },
   { "array in a private struct", "in vec4 a[4]; out float o; struct S { float x; vec3 v[2]; }; void main() { S s; s.x = 1.0;"
     "s.v[0] = a[1].xyz; s.v[1] = a[2].xyz; o = s.v[gl_VertexID % 2][gl_VertexID % 3]; }", struct_part },
   { "pointer parameter", "in vec4 a[4]; out float o; void add(inout vec4 v[4], int i, float f) { v[i] += f; }"
     "void main() { vec4 t[4] = a; add(t, gl_VertexID % 4, 1.0); add(t, gl_VertexID % 4, 2.0); o = t[gl_VertexID % 4].y; }",
     by_function },
   { "array of arrays", "in vec4 a[4]; out float o; void main() { vec4 t[2][2]; t[0][0] = a[0]; t[0][1] = a[1]; t[1][0] = a[2];"
     "t[1][1] = a[3]; o = t[gl_VertexID % 2][gl_VertexID / 2 % 2].w; }", nested },
   { "copy of an input", "in vec4 a[4]; out float o; float second(vec4 v) { return v.y; }"
     "void main() { vec4 t[4] = a; o = second(t[(gl_VertexID + 1) % 4]); }", copied },
   { "length of an array that is too large for a value", "in vec4 a[4]; out float o; void main() { int t[100][101][102];"
     "o = a[1].x + float(t.length() + t[0].length() + t[0][0].length() - 303); }", of_second },
   { "output as out parameter", "in vec4 a[4]; out vec4 o[4]; void add(inout vec4 v) { v += 9.0; }"
     "void main() { for (int i = 0; i < 4; i++) o[i] = a[i]; add(o[gl_VertexID % 4]); }", written_back },
};

static void test_rows(void **state)
{
   static const char *const cpus[] = { "gfx600", "gfx704", "gfx803" };
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char source[1024];
      struct si_shader_key key;
      struct built b = { .stage = PIPE_SHADER_VERTEX };
      snprintf(source, sizeof(source), VERSION "%s", rows[i].source);
      b.spirv = any_glsl_to_spirv(PIPE_SHADER_VERTEX, source, &b.spirv_words);
      struct pipe_shader_state shader = { .stage = PIPE_SHADER_VERTEX, .spirv = b.spirv, .spirv_words = b.spirv_words };
      default_key(&key, PIPE_SHADER_VERTEX);
      for (unsigned cpu = 0; cpu < 2; cpu++) { /* the interpreter runs GFX8 code; the others must compile */
         struct built other = b;
         build_state(&other, cpus[cpu], &shader, &key);
         si_shader_binary_finish(&other.bin);
      }
      build_state(&b, cpus[2], &shader, &key);
      machine_load(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         m.vgpr[0][l] = l;
         for (unsigned e = 0; e < 4; e++) {
            for (unsigned c = 0; c < 4; c++)
               ((float *)(m.vertices + l * 128 + e * 16))[c] = attrib(l, e, c);
         }
      }
      machine_run(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         float got;
         memcpy(&got, &m.exp[SQ_EXP_PARAM0][0][l], 4);
         if (got != rows[i].want(l))
            fail_msg("%s, lane %u: %g instead of %g", rows[i].name, l, (double)got, (double)rows[i].want(l));
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_io.c: memory that a shader reads and writes: uniform blocks in std140 with all matrix orders, vertex fetch with its
 * fixes and instancing, stream output; each run on the interpreter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define ES3 "#version 300 es\nprecision highp float; precision highp int; "

static float as_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

static uint32_t as_bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}

/* Constant buffer 1 holds its dword numbers as floats: a result is the address it was loaded from. */
static void test_blocks(void **state)
{
   static const struct { const char *members, *expression; float want; } rows[] = {
      { "float a; vec3 b; float c;", "c", 7 },
      { "float a; vec3 b; float c;", "b.z", 6 },
      { "float a; float t[3]; float c;", "t[2]", 12 },
      { "float a; float t[3]; float c;", "c", 16 },
      { "mat3 m; float c;", "m[2].y", 9 },
      { "mat3 m; float c;", "c", 12 },
      { "layout(row_major) mat3 m;", "m[2].y", 6 },
      { "layout(row_major) mat2x4 m;", "m[1].w", 13 },
      { "layout(row_major) mat2x4 m;", "(m * vec2(1.0, 0.0)).z", 8 },
      { "mat4 m[2];", "m[1][2].w", 27 },
      { "mat4 m[2];", "m[k][2].w", 27 },
      { "mat4 m[2];", "m[k][k + 1][k]", 25 },
      { "layout(row_major) mat4 m[2];", "m[k][k + 1].w", 30 },
      { "vec2 a; S s[2]; float z;", "s[k].q", 15 },
      { "vec2 a; S s[2]; float z;", "s[k].p.z", 14 },
      { "vec2 a; S s[2]; float z;", "z", 20 },
      { "vec4 v; vec4 w;", "w[k + 1]", 6 },
   };
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < 1024; i++)
      m.block[i] = (float)i;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char source[1024];
      struct si_shader_key key;
      struct built b;
      snprintf(source, sizeof(source), ES3 "struct S { vec3 x; vec3 p; float q; }; layout(std140) uniform B { %s };"
               "uniform int k; out vec4 o; void main() { o = vec4(%s); }", rows[i].members, rows[i].expression);
      if (strstr(rows[i].members, "S s")) /* keep the struct small: { p, q } */
         snprintf(source, sizeof(source), ES3 "struct S { vec3 p; float q; vec2 r; }; layout(std140) uniform B { %s };"
                  "uniform int k; out vec4 o; void main() { o = vec4(%s); }", rows[i].members, rows[i].expression);
      default_key(&key, PIPE_SHADER_FRAGMENT);
      build(&b, "gfx803", PIPE_SHADER_FRAGMENT, source, &key);
      machine_load(&m, &b);
      uint32_t at = place_of(&b, "k", SpvDecorationOffset);
      if (at != SPV_NONE)
         ((uint32_t *)m.constants)[at / 4] = 1;
      machine_run(&m, &b);
      if (as_float(m.exp[0][0][0]) != rows[i].want)
         print_error("row %u: %s: %s\n", i, rows[i].members, rows[i].expression);
      assert_true(as_float(m.exp[0][0][0]) == rows[i].want);
      built_finish(&b);
   }
   machine_finish(&m);
}

/* V# word 3: DST_SEL xyzw, NUM_FORMAT, DATA_FORMAT (facts C1). */
#define V_WORD3(w, num, data) (4u | 5u << 3 | 6u << 6 | (w) << 9 | (num) << 12 | (data) << 15)
enum { UNORM = 0, SNORM = 1, SSCALED = 3, UINT = 4, SINT = 5, FLOAT = 7, D8 = 1, D16 = 2, D2_10_10_10 = 9, D32x4 = 14, W = 7 };

static void test_fetch(void **state)
{
   static const struct { const char *type; uint8_t fix; uint32_t word3; uint32_t data[4]; float want[4]; } rows[] = {
      { "vec4", SI_FETCH_NONE, V_WORD3(W, FLOAT, D32x4), { 0x3f800000, 0x40000000, 0x40400000, 0x40800000 }, { 1, 2, 3, 4 } },
      { "vec4", SI_FETCH_BGRA, V_WORD3(W, FLOAT, D32x4), { 0x3f800000, 0x40000000, 0x40400000, 0x40800000 }, { 3, 2, 1, 4 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_FIXED_POINT, 4), V_WORD3(W, SINT, D32x4), { 0x18000, 0xffff0000, 0x8000, 0x10000 },
        { 1.5f, -1, 0.5f, 1 } },
      /* A w of 1 in memory is 1/65536, a w that memory does not have is 1.0. */
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_FIXED_POINT, 4), V_WORD3(W, SINT, D32x4), { 0, 0, 0, 1 }, { 0, 0, 0, 1.0f / 65536 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_FIXED_POINT, 2), V_WORD3(W, SINT, D32x4), { 0x18000, 0x4000, 5, 6 },
        { 1.5f, 0.25f, 0, 1 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_UNORM32, 4), V_WORD3(W, UINT, D32x4), { 0, ~0u, 0x80000000, 1 }, { 0, 1, 0.5f, 0 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_SNORM32, 4), V_WORD3(W, SINT, D32x4), { 0x7fffffff, 0x80000000, 0xc0000000, 0 },
        { 1, -1, -0.5f, 0 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_USCALED32, 3), V_WORD3(W, UINT, D32x4), { 7, 0x80000000, 0, 9 },
        { 7, 2147483648.0f, 0, 1 } },
      { "vec4", SI_FETCH_ENTRY(SI_FETCH_SSCALED32, 1), V_WORD3(W, SINT, D32x4), { 0xfffffff9, 2, 3, 4 }, { -7, 0, 0, 1 } },
      { "vec4", SI_FETCH_3X8, V_WORD3(1u, UNORM, D8), { 0x00ff33cc }, { 0.8f, 0.2f, 1, 1 } },
      { "vec3", SI_FETCH_3X16, V_WORD3(1u, SSCALED, D16), { 0xfffe0003, 7 }, { 3, -2, 7, 0 } },
      /* GFX6-8 read 2-bit alpha unsigned. */
      { "vec4", SI_FETCH_SNORM_A2, V_WORD3(W, SNORM, D2_10_10_10), { 0x1ffu | 0x201u << 10 }, { 1, -1, 0, 0 } },
      { "vec4", SI_FETCH_SSCALED_A2, V_WORD3(W, SSCALED, D2_10_10_10), { 5u | 0x3ffu << 10 | 1u << 30 }, { 5, -1, 0, 1 } },
      { "vec4", SI_FETCH_SNORM_A2, V_WORD3(W, SNORM, D2_10_10_10), { 0x1ffu << 20 | 1u << 30 }, { 0, 0, 1, 1 } },
      { "vec4", SI_FETCH_SNORM_A2, V_WORD3(W, SNORM, D2_10_10_10), { 0x201u << 20 | 2u << 30 }, { 0, 0, -1, -1 } },
      { "vec4", SI_FETCH_SSCALED_A2, V_WORD3(W, SSCALED, D2_10_10_10), { 3u << 30 }, { 0, 0, 0, -1 } },
      { "vec4", SI_FETCH_SSCALED_A2, V_WORD3(W, SSCALED, D2_10_10_10), { 2u << 30 }, { 0, 0, 0, -2 } },
   };
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char source[512];
      struct si_shader_key key;
      struct built b;
      bool vec3 = strcmp(rows[i].type, "vec3") == 0;
      snprintf(source, sizeof(source), ES3 "in %s p; void main() { gl_Position = %s; }", rows[i].type,
               vec3 ? "vec4(p, 0.0)" : "p");
      default_key(&key, PIPE_SHADER_VERTEX);
      key.fetch.fetch_fix[0] = rows[i].fix;
      build(&b, "gfx803", PIPE_SHADER_VERTEX, source, &key);
      machine_load(&m, &b);
      m.vertex_v[0][3] = rows[i].word3;
      memcpy(m.vertices + 3 * 128, rows[i].data, 16);
      for (unsigned l = 0; l < 64; l++)
         m.vgpr[0][l] = 2; /* base vertex 1 makes it 3 */
      m.wave.sgpr[SI_SGPR_VS_BASE_VERTEX] = 1;
      machine_run(&m, &b);
      for (unsigned k = 0; k < 4; k++) {
         float got = as_float(m.exp[SQ_EXP_POS0][k][9]), want = rows[i].want[k];
         if (!(got >= want - 1e-6f && got <= want + 1e-6f))
            print_error("row %u component %u: %g instead of %g\n", i, k, got, want);
         assert_true(got >= want - 1e-6f && got <= want + 1e-6f);
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

static void test_instances(void **state)
{
   struct machine m;
   struct si_shader_key key;
   struct built b;
   machine_init(&m);
   default_key(&key, PIPE_SHADER_VERTEX);
   for (unsigned divisor = 1; divisor < 4; divisor++) {
      key.fetch.instance_divisor_is_one = divisor == 1;
      key.fetch.instance_divisor_is_other = divisor != 1;
      key.fetch.divisor[0] = divisor;
      build(&b, "gfx803", PIPE_SHADER_VERTEX,
            ES3 "in float p; void main() { gl_Position = vec4(p, float(gl_InstanceID), float(gl_VertexID), 1.0); }", &key);
      machine_load(&m, &b);
      for (unsigned v = 0; v < 64; v++)
         ((float *)(m.vertices + v * 128))[0] = (float)v * 10;
      for (unsigned l = 0; l < 64; l++) {
         m.vgpr[0][l] = l;
         m.vgpr[1][l] = l / 2;
      }
      m.wave.sgpr[SI_SGPR_VS_BASE_VERTEX] = 4;
      m.wave.sgpr[SI_SGPR_VS_START_INSTANCE] = 3;
      machine_run(&m, &b);
      for (unsigned l = 0; l < 64; l++) {
         assert_true(as_float(m.exp[SQ_EXP_POS0][0][l]) == (float)(l / 2 / divisor + 3) * 10);
         assert_true(as_float(m.exp[SQ_EXP_POS0][1][l]) == (float)(l / 2));
         assert_true(as_float(m.exp[SQ_EXP_POS0][2][l]) == (float)(l + 4));
      }
      built_finish(&b);
   }
   machine_finish(&m);
}

static void test_stream_out(void **state)
{
   struct machine m;
   struct si_shader_key key;
   struct built b = { .stage = PIPE_SHADER_VERTEX };
   b.spirv =
      glsl_to_spirv(PIPE_SHADER_VERTEX, ES3 "in vec4 p; out vec2 v; void main() { gl_Position = p; v = p.yx; }", &b.spirv_words);
   struct pipe_shader_state shader = { .stage = PIPE_SHADER_VERTEX, .spirv = b.spirv, .spirv_words = b.spirv_words,
      .so = { .count = 2, .stride_dw = { 5 }, .out = {
         { .location = 0, .num_components = 2, .dst_offset_dw = 1 },
         { .builtin = PIPE_SO_POSITION, .start_component = 2, .num_components = 2, .dst_offset_dw = 3 } } } };
   machine_init(&m);
   default_key(&key, PIPE_SHADER_VERTEX);
   build_state(&b, "gfx803", &shader, &key);
   assert_int_equal(b.bin.rsrc2 >> 8 & 0x1f, 0x11); /* SO_BASE0_EN, SO_EN */
   machine_load(&m, &b);
   for (unsigned v = 0; v < 64; v++) {
      float p[4] = { (float)v, (float)v + 0.5f, 7, 9 };
      memcpy(m.vertices + v * 128, p, 16);
      m.vgpr[0][v] = v;
   }
   for (unsigned i = 0; i < 2048; i++)
      m.stream[i] = -1;
   m.wave.sgpr[SI_SGPR_VS_COUNT] = 10u << 16; /* ten vertices may write */
   m.wave.sgpr[SI_SGPR_VS_COUNT + 1] = 2;     /* from record 2 on */
   m.wave.sgpr[SI_SGPR_VS_COUNT + 2] = 3;     /* buffer offset in dwords */
   machine_run(&m, &b);
   for (unsigned i = 0; i < 2048; i++) {
      int at = (int)i - 3 - 2 * 5, record = at / 5, field = at % 5;
      float want = -1;
      if (at >= 0 && record < 10 && field > 0)
         want = field == 1 ? (float)record + 0.5f : field == 2 ? (float)record : field == 3 ? 7 : 9;
      assert_true(m.stream[i] == want);
   }
   assert_true(as_bits(m.stream[0]) == as_bits(-1.0f));
   built_finish(&b);
   machine_finish(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_blocks), cmocka_unit_test(test_fetch),
      cmocka_unit_test(test_instances), cmocka_unit_test(test_stream_out) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_facts.c: fields of a binary that register code reads: enabled inputs, exports, formats; the facts of si_shader_scan;
 * the driver's own shaders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define ES3 "#version 300 es\nprecision highp float; precision highp int; "
#define ES2 "precision highp float; "

/* SPI_PS_INPUT_ENA bits, facts B3. */
enum { CENTER = 1 << 1, CENTROID = 1 << 2, POS_X = 1 << 8, POS_Y = 1 << 9, POS_Z = 1 << 10, POS_W = 1 << 11, FACE = 1 << 12 };

static const struct ps_row {
   const char *source;
   uint32_t ena, any_ena; /* these bits exactly, but for bits 0-7 when any_ena says "at least one" */
   unsigned inputs;
   uint32_t col_format, exported;
   unsigned z_format, kill;
} ps_rows[] = {
   { ES2 "varying vec2 v; void main() { gl_FragColor = v.xyxy; }", CENTER, 0, 1, 0x9, 0x9, 0, 0 },
   { ES2 "void main() { gl_FragColor = vec4(1.0); }", 0, 1, 0, 0x4, 0x4, 0, 0 },
   { ES2 "void main() { }", 0, 1, 0, 0x4, 0, 0, 0 },
   { ES2 "varying vec2 v; void main() { if (v.x > 0.5) discard; }", CENTER, 0, 1, 0x4, 0, 0, 1 },
   { ES2 "void main() { gl_FragColor = gl_FragCoord.xyyy; }", POS_X | POS_Y, 1, 0, 0x4, 0x4, 0, 0 },
   { ES2 "void main() { gl_FragColor = gl_FrontFacing ? vec4(1.0) : vec4(0.5); }", FACE, 1, 0, 0x4, 0x4, 0, 0 },
   { ES3 "centroid in vec2 v; out vec4 o; void main() { o = v.xyxy; }", CENTROID, 0, 1, 0x9, 0x9, 0, 0 },
   { ES3 "flat in ivec4 v; out ivec4 o; void main() { o = v; }", 0, 1, 1, 0x8, 0x8, 0, 0 },
   { ES3 "out vec4 o; void main() { o = vec4(0.5); gl_FragDepth = 0.25; }", 0, 1, 0, 0x4, 0x4, 1, 0 },
   { ES3 "layout(location = 0) out vec4 a; layout(location = 2) out vec4 c; void main() { a = vec4(0.5); c = vec4(0.25); }",
     0, 1, 0, 0x904, 0x94, 0, 0 },
   { ES3 "layout(location = 1) out vec4 b; void main() { b = vec4(0.5); }", 0, 1, 0, 0x44, 0x4, 0, 0 },
};

static void test_ps(void **state)
{
   static const char *const cpus[] = { "gfx600", "gfx700", "gfx803" };
   for (unsigned i = 0; i < sizeof(ps_rows) / sizeof(ps_rows[0]); i++) {
      const struct ps_row *r = &ps_rows[i];
      struct si_shader_key key;
      struct built b;
      default_key(&key, PIPE_SHADER_FRAGMENT);
      key.ps.col_format = r->col_format;
      build(&b, cpus[i % 3], PIPE_SHADER_FRAGMENT, r->source, &key);
      const uint32_t barycentric = 0xff;
      assert_int_equal(b.bin.ps.input_ena & ~b.bin.ps.input_addr, 0);
      assert_int_not_equal(b.bin.ps.input_ena & barycentric, 0); /* the hardware hangs without */
      if (r->any_ena)
         assert_int_equal(b.bin.ps.input_ena & ~barycentric, r->ena);
      else
         assert_int_equal(b.bin.ps.input_ena, r->ena);
      assert_int_equal(b.bin.ps.num_inputs, r->inputs);
      assert_int_equal(b.bin.ps.col_format_exported, r->exported);
      assert_int_equal(b.bin.ps.z_format, r->z_format);
      assert_int_equal(b.bin.ps.uses_kill, r->kill);
      assert_int_equal(b.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_PS_COUNT);
      built_finish(&b);
   }
}

static void test_vs(void **state)
{
   struct si_shader_key key;
   struct built b;
   default_key(&key, PIPE_SHADER_VERTEX);
   build(&b, "gfx803", PIPE_SHADER_VERTEX, ES3 "in vec4 p; out vec2 v; out vec4 never; void main() { gl_Position = p; v = p.xy *"
         "float(gl_InstanceID); }", &key);
   assert_int_equal(b.bin.exp.num_params, 1); /* outputs without a store are not exported */
   assert_int_equal(b.bin.exp.num_pos_exports, 1);
   assert_true(b.bin.vs.uses_instance_id);
   assert_int_equal(b.bin.vgpr_comp_cnt, 1);
   assert_int_equal(b.bin.rsrc1 >> 24 & 3, 1);
   assert_int_equal(b.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_VS_COUNT);
   assert_int_equal(b.bin.rsrc1 >> 12 & 0xff, 0xc0); /* FLOAT_MODE: single denormals flushed */
   built_finish(&b);
}

/* ---- scan ----------------------------------------------------------------------------------------------------------------- */

static void scan(enum pipe_shader_type stage, const char *source, struct si_shader_info *info)
{
   char why[256];
   size_t words;
   uint32_t *spirv = glsl_to_spirv(stage, source, &words);
   struct pipe_shader_state s = { .stage = stage, .spirv = spirv, .spirv_words = words };
   assert_true(si_shader_scan(&s, info, why, sizeof(why)));
   free(spirv);
}

static void test_scan(void **state)
{
   struct si_shader_info info;
   scan(PIPE_SHADER_VERTEX, "attribute vec4 p; attribute mat3 m; attribute vec2 unused; varying mat2 v; uniform float f;"
        "void main() { gl_Position = p; v = mat2(m) * f; gl_PointSize = 2.0; }", &info);
   assert_int_equal(__builtin_popcount(info.inputs_read), 4);
   assert_int_equal(__builtin_popcount(info.outputs_written), 2);
   assert_true(info.writes_position && info.writes_point_size && !info.uses_kill && !info.uses_vertex_id);
   assert_int_equal(info.const_buffers_used, 1);

   scan(PIPE_SHADER_FRAGMENT,
        ES2 "uniform sampler2D t[3]; uniform samplerCube c; varying vec2 v; void main() { if (v.x < 0.0) discard;"
            "gl_FragData[0] = texture2D(t[1], v) + textureCube(c, v.xyx) + gl_FragCoord + gl_PointCoord.xyxy; }",
        &info);
   assert_int_equal(info.samplers_used, 0xf);
   assert_int_equal(info.outputs_written, 1); /* gl_FragData[0] only */
   assert_true(info.uses_kill && info.uses_derivatives && info.reads_frag_coord && info.reads_point_coord);
   assert_int_equal(info.inputs_read, 1);
   assert_int_equal(info.const_buffers_used, 0);

   scan(PIPE_SHADER_FRAGMENT,
        ES3 "layout(location = 0) out vec4 a; layout(location = 1) out ivec4 b; layout(location = 3) out uvec2 c;"
            "void main() { a = vec4(0.0); b = ivec4(1); c = uvec2(2u); }",
        &info);
   assert_int_equal(info.outputs_written, 0xb);
   assert_int_equal(info.output_int_mask, 0x2);
   assert_int_equal(info.output_uint_mask, 0x8);
}

/* ---- the driver's own ----------------------------------------------------------------------------------------------------- */

static float as_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

static void test_blit_vs(void **state)
{
   char why[256];
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   struct machine m;
   machine_init(&m);
   for (enum si_blit_vs kind = SI_BLIT_VS_POS; kind <= SI_BLIT_VS_TEX; kind++) {
      for (unsigned layered = 0; layered < 2; layered++) {
         struct built b = { .stage = PIPE_SHADER_VERTEX };
         assert_true(si_compile_blit_vs(c, kind, layered, &b.bin, why, sizeof(why)));
         machine_load(&m, &b);
         m.wave.exec = 7;
         for (uint32_t v = 0; v < 3; v++) {
            m.vgpr[0][v] = v;
            m.vgpr[1][v] = 5; /* instance */
         }
         m.wave.sgpr[SI_SGPR_BLIT_XY1] = (uint32_t)(uint16_t)-3 | 2u << 16;
         m.wave.sgpr[SI_SGPR_BLIT_XY2] = 800 | 600u << 16;
         m.wave.sgpr[SI_SGPR_BLIT_DEPTH] = 0x3e800000; /* 0.25 */
         for (uint32_t i = 0; i < 6; i++)
            m.wave.sgpr[SI_SGPR_BLIT_COLOR + i] = 0x1000 + i;
         machine_run(&m, &b);
         static const float x[3] = { -3, -3, 800 }, y[3] = { 2, 600, 2 };
         for (unsigned v = 0; v < 3; v++) {
            assert_true(as_float(m.exp[SQ_EXP_POS0][0][v]) == x[v]);
            assert_true(as_float(m.exp[SQ_EXP_POS0][1][v]) == y[v]);
            assert_true(as_float(m.exp[SQ_EXP_POS0][2][v]) == 0.25f);
            assert_true(as_float(m.exp[SQ_EXP_POS0][3][v]) == 1.0f);
            if (layered)
               assert_int_equal(m.exp[SQ_EXP_POS0 + 1][2][v], 5);
            for (unsigned k = 0; k < 4 && kind == SI_BLIT_VS_COLOR; k++)
               assert_int_equal(m.exp[SQ_EXP_PARAM0][k][v], 0x1000 + k);
            if (kind == SI_BLIT_VS_TEX) {
               assert_int_equal(m.exp[SQ_EXP_PARAM0][0][v], v == 2 ? 0x1002 : 0x1000);
               assert_int_equal(m.exp[SQ_EXP_PARAM0][1][v], v == 1 ? 0x1003 : 0x1001);
               assert_int_equal(m.exp[SQ_EXP_PARAM0][2][v], 0x1004);
               assert_int_equal(m.exp[SQ_EXP_PARAM0][3][v], 0x1005);
            }
         }
         assert_int_equal(b.bin.exp.num_pos_exports, 1 + layered);
         si_shader_binary_finish(&b.bin);
      }
   }
   machine_finish(&m);
   si_compiler_destroy(c);
}

static void test_blit_ps(void **state)
{
   static const struct si_blit_ps_key keys[] = {
      { .kind = SI_BLIT_PS_COLOR, .col_format = 0x44 }, { .kind = SI_BLIT_PS_COLOR, .col_format = 0x9, .is_int = 2 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D, .col_format = 0x4 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D_ARRAY, .col_format = 0x7, .is_int = 2, .use_texel_fetch = 1 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D, .col_format = 0x4, .samples = 4 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_3D, .col_format = 0x9 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_1D_ARRAY, .col_format = 0x9 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D, .dst = 1, .use_texel_fetch = 1 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D, .dst = 2, .use_texel_fetch = 1, .is_int = 2 },
      { .kind = SI_BLIT_PS_TEX, .target = PIPE_TEXTURE_2D, .dst = 3, .use_texel_fetch = 1 },
   };
   static const char *const cpus[] = { "gfx600", "gfx704", "gfx803" };
   char why[256];
   for (unsigned chip = 0; chip < 3; chip++) {
      struct si_compiler *c = si_compiler_create(cpus[chip], why, sizeof(why));
      assert_non_null(c);
      for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
         struct si_shader_binary bin;
         bool ok = si_compile_blit_ps(c, &keys[i], &bin, why, sizeof(why));
         if (!ok)
            print_error("row %u: %s\n", i, why);
         assert_true(ok);
         assert_int_equal(bin.ps.num_inputs, 1);
         assert_int_equal(bin.ps.col_format_exported, keys[i].dst ? 0 : keys[i].col_format);
         assert_int_equal(bin.ps.z_format, keys[i].dst == 0 ? 0 : keys[i].dst == 1 ? 1 : 2);
         si_shader_binary_finish(&bin);
      }
      si_compiler_destroy(c);
   }
}

/* ---- folded code ----------------------------------------------------------------------------------------------------------- */

/* Two expressions of the same value: the long one must compile to no more code than the short one. */
static const struct { const char *long_way, *short_way; } same_code[] = {
   { "dot(v, vec3(0.0, 0.0, 1.0))", "v.z" },
   { "dot(v, vec3(0.0, 1.0, 0.0))", "v.y" },
   { "reflect(v, vec3(0.0, 1.0, 0.0)).x", "v.x" },
   { "dot(v, w) * dot(-v, w)", "dot(v, w) * -dot(v, w)" },
   { "(mat3(v, w, v) * vec3(0.0, 1.0, 0.0)).x", "w.x" },
};

static void test_same_code(void **state)
{
   for (unsigned i = 0; i < sizeof(same_code) / sizeof(same_code[0]); i++) {
      struct built b[2];
      for (unsigned k = 0; k < 2; k++) {
         char source[256];
         struct si_shader_key key;
         default_key(&key, PIPE_SHADER_FRAGMENT);
         key.ps.col_format = 0x9;
         snprintf(source, sizeof(source), ES2 "varying vec3 v, w; void main() { gl_FragColor = vec4((v + w) * %s, 1.0); }",
                  k ? same_code[i].short_way : same_code[i].long_way);
         build(&b[k], "gfx803", PIPE_SHADER_FRAGMENT, source, &key);
      }
      if (b[0].bin.code_B != b[1].bin.code_B)
         fail_msg("%s: %u bytes instead of %u", same_code[i].long_way, (unsigned)b[0].bin.code_B, (unsigned)b[1].bin.code_B);
      built_finish(&b[0]);
      built_finish(&b[1]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ps), cmocka_unit_test(test_vs), cmocka_unit_test(test_scan), cmocka_unit_test(test_blit_vs),
      cmocka_unit_test(test_blit_ps), cmocka_unit_test(test_same_code),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

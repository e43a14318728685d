/* test_tess.c: tessellation through its roles: a vertex shader in LS, a control shader in HS, an evaluation shader in VS or ES,
 * one wave each on the interpreter, with LDS, off-chip buffer and factor ring in memory. A threadgroup of 12 patches: 3 input
 * and 4 output control points; the evaluation wave has 4 vertices per patch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define CODE_VA 0x100000 /* of machine_load */
#define PATCHES 12
#define IN_POINTS 3
#define OUT_POINTS 4
#define LDS_B 32768
#define FIRST_PATCH 5    /* PatchID of the threadgroup's first patch */
#define OFFCHIP_B 256    /* offsets of the threadgroup, as the hardware passes them */
#define FACTORS_B 64

/* Component c of attribute e of vertex l. */
static float attrib(unsigned l, unsigned e, unsigned c)
{
   return (float)(l * 100 + e * 10 + c);
}

static float coord(unsigned v, unsigned axis)
{
   return axis ? (float)(v / 2) * 0.5f : (float)(v % 2) * 0.25f;
}

#define VERSION "#version 450\n"
#define VS VERSION "layout(location = 0) in vec4 a[3]; layout(location = 0) out vec4 v; layout(location = 4) out float f[2];" \
   "void main() { v = a[0]; f[0] = a[1].x; f[1] = a[1].y; gl_Position = a[2]; }"
#define ID "gl_InvocationID"
#define TCS(body) VERSION "layout(vertices = 4) out; layout(location = 0) in vec4 v[]; layout(location = 4) in float f[][2];" \
   "layout(location = 1) out vec4 b[]; layout(location = 2) out float c[]; layout(location = 3) patch out vec4 p[2];" \
   "void main() { " body " }"
#define TES(domain, e) VERSION "layout(" domain ") in; layout(location = 1) in vec4 b[]; layout(location = 2) in float c[];" \
   "layout(location = 3) patch in vec4 p[2]; layout(location = 0) out float o;" \
   "void main() { o = " e "; gl_Position = gl_in[1].gl_Position; }"

/* p: patch in the threadgroup, v: vertex of the evaluation shader. First vertex of a patch: p * IN_POINTS. */
#define PRIM(p) (FIRST_PATCH + (p))
static float passed(unsigned p, unsigned v)
{
   return attrib(p * IN_POINTS + PRIM(p) % 4 % 3, 0, 1) + (float)(PRIM(p) % 4) + 0 * v;
}
static float input_by_value(unsigned p, unsigned v) { return attrib(p * IN_POINTS + (2 + PRIM(p)) % 3, 0, 2) + 0 * v; }
static float array_by_value(unsigned p, unsigned v) { return attrib(p * IN_POINTS + 1, 1, PRIM(p) % 2) + 0 * v; }
static float neighbour(unsigned p, unsigned v) { return (float)(PRIM(p) * 10 + 3 + 0 * v); }
static float patch_value(unsigned p, unsigned v) { return (float)(PRIM(p) + 100 * (PRIM(p) % 2) + 0 * v); }
static float position(unsigned p, unsigned v) { return attrib(p * IN_POINTS + 2, 2, 3) + 0 * v; }
static float level(unsigned p, unsigned v) { return (float)(PRIM(p) + PRIM(p) % 3 + 0 * v); }
static float coordinates(unsigned p, unsigned v)
{
   return coord(v, 0) + 10 * coord(v, 1) + 100 * (1 - coord(v, 0) - coord(v, 1)) + 0 * p;
}
static float doubles(unsigned p, unsigned v) { return (float)(PRIM(p) % 4 + 20 + 400) + 0 * v; }
static float points(unsigned p, unsigned v) { return (float)(IN_POINTS + 10 * OUT_POINTS + 0 * (p + v)); }

static const struct { const char *name, *control, *evaluation; float (*want)(unsigned p, unsigned v); } rows[] = {
   { "control point by value", TCS("b[" ID "] = v[" ID " % 3] + float(" ID ");"), TES("quads", "b[gl_PrimitiveID % 4].y"),
     passed },
   { "input by value", TCS("b[" ID "] = v[(" ID " + gl_PrimitiveID) % 3];"), TES("triangles", "b[2].z"), input_by_value },
   { "array input by value", TCS("c[" ID "] = f[" ID " % 3][gl_PrimitiveID % 2];"), TES("quads", "c[1]"), array_by_value },
   { "output of another invocation", TCS("b[" ID "] = vec4(gl_PrimitiveID * 10 + " ID "); barrier();"
     "c[" ID "] = b[(" ID " + 1) % 4].w;"), TES("quads", "c[2]"), neighbour },
   { "patch array", TCS("if (" ID " == 2) { p[0] = vec4(gl_PrimitiveID); p[1] ="
     "vec4(gl_PrimitiveID + 100); }"), TES("quads", "p[gl_PrimitiveID % 2].z"), patch_value },
   { "position", TCS("gl_out[" ID "].gl_Position = gl_in[(" ID " + 2) % 3].gl_Position;"), TES("quads", "gl_in[3].gl_Position.w"),
     position },
   { "tess level", TCS("if (" ID " == 0) for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = float(gl_PrimitiveID + i);"),
     TES("quads", "gl_TessLevelOuter[gl_PrimitiveID % 3]"), level },
   { "coordinates", TCS("b[" ID "] = v[0];"), TES("triangles", "gl_TessCoord.x + 10.0 * gl_TessCoord.y + 100.0 * gl_TessCoord.z"),
     coordinates },
   { "doubles", VERSION "layout(vertices = 4) out; layout(location = 0) out dvec3 d[]; layout(location = 2) patch out dvec2 e;"
     "void main() { d[" ID "] = dvec3(" ID ", 1.0, 2.0) * 1.0000000001; barrier(); if (" ID " == 1) e = d[2].zy; }",
     VERSION "layout(quads) in; layout(location = 0) in dvec3 d[]; layout(location = 2) patch in dvec2 e; layout(location = 0) out float o;"
     "void main() { int i = gl_PrimitiveID % 4; dvec3 v = d[i] / 1.0000000001;"
     "o = float(v.x) + 10.0 * float(v.z) + (e == dvec2(2.0, 1.0) * 1.0000000001 ? 400.0 : 0.0); }", doubles },
   { "patch vertices", TCS("c[" ID "] = float(gl_PatchVerticesIn);"), TES("quads", "c[0] + 10.0 * float(gl_PatchVerticesIn)"),
     points },
};

static void compile(struct built *b, const char *cpu, enum pipe_shader_type stage, enum si_hw_stage hw, const char *source,
                    uint64_t ring_locations, const struct si_tess_key *tess)
{
   struct si_shader_key key;
   *b = (struct built){ .stage = stage };
   b->spirv = any_glsl_to_spirv(stage, source, &b->spirv_words);
   struct pipe_shader_state shader = { .stage = stage, .spirv = b->spirv, .spirv_words = b->spirv_words };
   default_key(&key, PIPE_SHADER_VERTEX);
   key.hw_stage = (uint8_t)hw;
   key.ring_locations = ring_locations;
   key.tess = *tess;
   build_state(b, cpu, &shader, &key);
}

static struct si_shader_info scan(enum pipe_shader_type stage, const char *source)
{
   struct si_shader_info info;
   char why[256];
   struct pipe_shader_state shader = { .stage = stage };
   uint32_t *spirv = any_glsl_to_spirv(stage, source, &shader.spirv_words);
   shader.spirv = spirv;
   assert_true(si_shader_scan(&shader, &info, why, sizeof(why)));
   free(spirv);
   return info;
}

struct pipeline { struct built ls, hs, eval; };

/* eval: VS or ES; es_locations: locations that a geometry shader after it would read. */
static void compile_pipeline(struct pipeline *p, const char *cpu, const char *control, const char *evaluation,
                             enum si_hw_stage eval, uint64_t es_locations)
{
   struct si_shader_info tcs = scan(PIPE_SHADER_TESS_CTRL, control), tes = scan(PIPE_SHADER_TESS_EVAL, evaluation);
   compile(&p->ls, cpu, PIPE_SHADER_VERTEX, SI_HW_LS, VS, tcs.ring_locations, &(struct si_tess_key){ .domain = 0 });
   compile(&p->hs, cpu, PIPE_SHADER_TESS_CTRL, SI_HW_HS, control, tcs.ring_locations, &tes.tess);
   compile(&p->eval, cpu, PIPE_SHADER_TESS_EVAL, eval, evaluation, es_locations, &tes.tess);
}

static void finish_pipeline(struct pipeline *p)
{
   built_finish(&p->ls);
   built_finish(&p->hs);
   built_finish(&p->eval);
}

static unsigned out_points = OUT_POINTS;

static void run(struct machine *m, const struct built *b, enum sq_stage stage, unsigned lanes)
{
   static uint8_t lds[LDS_B];
   const struct sq_program *p = sq_program_get(m->cache, CODE_VA, stage, b->bin.rsrc1);
   m->wave.lds = lds;
   m->wave.lds_B = LDS_B;
   m->wave.exec = (1ull << lanes) - 1;
   if (stage != SQ_LS) /* there it is the base vertex */
      m->wave.sgpr[SI_SGPR_TCS_LAYOUT] =
         PATCHES << SI_TESS_NUM_PATCHES | IN_POINTS << SI_TESS_IN_POINTS | out_points << SI_TESS_OUT_POINTS;
   enum sq_result r = sq_run_interp(p, &m->wave);
   if (r != SQ_DONE)
      fail_msg("wave ended with %d: %s", (int)r, m->wave.fault.text);
}

static void run_vertices(struct machine *m, const struct pipeline *p)
{
   machine_load(m, &p->ls);
   for (unsigned l = 0; l < PATCHES * IN_POINTS; l++) {
      m->vgpr[0][l] = l; /* VertexID */
      m->vgpr[1][l] = l; /* RelAutoIndex */
      for (unsigned a = 0; a < 3; a++) {
         for (unsigned c = 0; c < 4; c++)
            ((float *)(m->vertices + l * 128 + a * 16))[c] = attrib(l, a, c);
      }
   }
   run(m, &p->ls, SQ_LS, PATCHES * IN_POINTS);
}

static void run_control(struct machine *m, const struct pipeline *p)
{
   machine_load(m, &p->hs);
   for (unsigned l = 0; l < PATCHES * OUT_POINTS; l++) {
      m->vgpr[0][l] = FIRST_PATCH + l / OUT_POINTS;
      m->vgpr[1][l] = l / OUT_POINTS | l % OUT_POINTS << 8;
   }
   m->wave.sgpr[SI_SGPR_TCS_COUNT] = OFFCHIP_B;
   m->wave.sgpr[SI_SGPR_TCS_COUNT + 1] = FACTORS_B;
   run(m, &p->hs, SQ_HS, PATCHES * OUT_POINTS);
}

/* offchip: SGPR of the off-chip offset. */
static void run_evaluation(struct machine *m, const struct pipeline *p, enum sq_stage stage, unsigned offchip)
{
   machine_load(m, &p->eval);
   for (unsigned l = 0; l < PATCHES * 4; l++) {
      float u = coord(l % 4, 0), v = coord(l % 4, 1);
      memcpy(&m->vgpr[0][l], &u, 4);
      memcpy(&m->vgpr[1][l], &v, 4);
      m->vgpr[2][l] = l / 4;
      m->vgpr[3][l] = FIRST_PATCH + l / 4;
   }
   m->wave.sgpr[offchip] = OFFCHIP_B;
   run(m, &p->eval, stage, PATCHES * 4);
}

static void test_rows(void **state)
{
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct pipeline p;
      compile_pipeline(&p, "gfx803", rows[i].control, rows[i].evaluation, SI_HW_VS, 0);
      run_vertices(&m, &p);
      run_control(&m, &p);
      run_evaluation(&m, &p, SQ_VS, SI_SGPR_TES_COUNT + 1);
      for (unsigned l = 0; l < PATCHES * 4; l++) {
         float got, want = rows[i].want(l / 4, l % 4);
         memcpy(&got, &m.exp[SQ_EXP_PARAM0][0][l], 4);
         if (!(got >= want - 1e-4f && got <= want + 1e-4f))
            fail_msg("%s, patch %u vertex %u: %g instead of %g", rows[i].name, l / 4, l % 4, (double)got, (double)want);
      }
      finish_pipeline(&p);
   }
   machine_finish(&m);
}

/* The factor ring: control word, then per patch the factors of the domain. */
static void test_factors(void **state)
{
   static const char control[] = TCS("if (" ID " == 3) { for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] ="
      "float(gl_PrimitiveID * 10 + i); gl_TessLevelInner[0] = 0.5; gl_TessLevelInner[1] = 0.75; }");
   static const struct { const char *evaluation; unsigned count; float want[6]; } domains[] = {
      { TES("triangles", "1.0"), 4, { 0, 1, 2, -0.5f } }, { TES("quads", "1.0"), 6, { 0, 1, 2, 3, -0.5f, -0.75f } },
      { TES("isolines", "1.0"), 2, { 1, 0 } },
   };
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(domains) / sizeof(domains[0]); i++) {
      struct pipeline p;
      compile_pipeline(&p, "gfx803", control, domains[i].evaluation, SI_HW_VS, 0);
      assert_int_equal(p.hs.bin.tcs.factors, domains[i].count);
      run_vertices(&m, &p);
      run_control(&m, &p);
      assert_int_equal(m.factors[FACTORS_B / 4], 0x80000000u);
      for (unsigned k = 0; k < PATCHES * domains[i].count; k++) {
         float got, want = domains[i].want[k % domains[i].count];
         memcpy(&got, &m.factors[FACTORS_B / 4 + 1 + k], 4);
         want = want < 0 ? -want : want + (float)((FIRST_PATCH + k / domains[i].count) * 10);
         if (got != want)
            fail_msg("domain %u, factor %u: %g instead of %g", i, k, (double)got, (double)want);
      }
      finish_pipeline(&p);
   }
   machine_finish(&m);
}

/* Without a control shader: vertices pass, levels come from SGPRs. Output points are as many as input points. */
static void test_fixed(void **state)
{
   static const char evaluation[] = VERSION "layout(triangles) in; layout(location = 0) in vec4 v[]; layout(location = 4) in float f[][2];"
      "layout(location = 0) out float o; void main() { o = v[2].z + 1000.0 * f[1][1] + 1000000.0 * gl_TessLevelOuter[2] +"
      "2000000.0 * gl_TessLevelInner[0]; gl_Position = gl_in[0].gl_Position; }";
   struct si_shader_info tes = scan(PIPE_SHADER_TESS_EVAL, evaluation);
   struct machine m;
   struct pipeline p;
   machine_init(&m);
   compile(&p.ls, "gfx803", PIPE_SHADER_VERTEX, SI_HW_LS, VS, tes.tess.vertex_locations, &(struct si_tess_key){ .domain = 0 });
   compile(&p.hs, "gfx803", PIPE_SHADER_TESS_EVAL, SI_HW_HS, evaluation, tes.tess.vertex_locations, &tes.tess);
   compile(&p.eval, "gfx803", PIPE_SHADER_TESS_EVAL, SI_HW_VS, evaluation, 0, &tes.tess);
   assert_int_equal(p.hs.bin.tcs.out_points, 0);
   assert_int_equal(p.hs.bin.tcs.lds_patch_dw, 0);
   assert_int_equal(p.hs.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_TCS_FIXED_COUNT);
   run_vertices(&m, &p);
   machine_load(&m, &p.hs);
   for (unsigned l = 0; l < PATCHES * IN_POINTS; l++) {
      m.vgpr[0][l] = FIRST_PATCH + l / IN_POINTS;
      m.vgpr[1][l] = l / IN_POINTS | l % IN_POINTS << 8;
   }
   for (unsigned i = 0; i < 6; i++) {
      float level = (float)(i + 2);
      memcpy(&m.wave.sgpr[SI_SGPR_TCS_LEVELS + i], &level, 4);
   }
   m.wave.sgpr[SI_SGPR_TCS_FIXED_COUNT] = OFFCHIP_B;
   m.wave.sgpr[SI_SGPR_TCS_FIXED_COUNT + 1] = FACTORS_B;
   out_points = IN_POINTS;
   run(&m, &p.hs, SQ_HS, PATCHES * IN_POINTS);
   run_evaluation(&m, &p, SQ_VS, SI_SGPR_TES_COUNT + 1);
   out_points = OUT_POINTS;
   for (unsigned k = 0; k < PATCHES * 4; k++) {
      static const float factors[4] = { 2, 3, 4, 6 };
      float got;
      memcpy(&got, &m.factors[FACTORS_B / 4 + 1 + k], 4);
      assert_true(got == factors[k % 4]);
   }
   for (unsigned l = 0; l < PATCHES * 4; l++) {
      unsigned first = l / 4 * IN_POINTS;
      float got, want = attrib(first + 2, 0, 2) + 1000 * attrib(first + 1, 1, 1) + 4e6f + 12e6f;
      memcpy(&got, &m.exp[SQ_EXP_PARAM0][0][l], 4);
      assert_true(got >= want - 4 && got <= want + 4);
   }
   finish_pipeline(&p);
   machine_finish(&m);
}

/* In ES, the outputs go to the ESGS ring: here location 0 and the position. */
static void test_before_geometry(void **state)
{
   const uint64_t locations = 1ull << 0 | 1ull << PIPE_VARYING_POSITION;
   struct machine m;
   struct pipeline p;
   machine_init(&m);
   compile_pipeline(&p, "gfx803", TCS("gl_out[" ID "].gl_Position = gl_in[" ID " % 3].gl_Position;"),
                    TES("quads", "float(gl_PrimitiveID)"), SI_HW_ES, locations);
   run_vertices(&m, &p);
   run_control(&m, &p);
   run_evaluation(&m, &p, SQ_ES, SI_SGPR_TES_COUNT); /* es2gs_offset is 0 */
   for (unsigned l = 0; l < PATCHES * 4; l++) {
      float o, w;
      memcpy(&o, &m.esgs[l], 4);
      memcpy(&w, &m.esgs[7 * 64 + l], 4);
      assert_true(o == (float)(FIRST_PATCH + l / 4));
      assert_true(w == attrib(l / 4 * IN_POINTS + 1, 2, 3));
   }
   finish_pipeline(&p);
   machine_finish(&m);
}

/* Fields that register code reads, for each generation. */
static void test_generations(void **state)
{
   static const char *const cpus[] = { "gfx600", "gfx704", "gfx803" };
   for (unsigned c = 0; c < 3; c++) {
      struct pipeline p;
      compile_pipeline(&p, cpus[c], TCS("b[" ID "] = v[" ID " % 3]; p[0] = vec4(1.0); gl_TessLevelOuter[0] = 1.0;"),
                       TES("quads", "b[0].x + p[0].x"), SI_HW_VS, 0);
      const struct si_tcs_info *tcs = &p.hs.bin.tcs;
      assert_int_equal(tcs->out_points, OUT_POINTS);
      assert_int_equal(tcs->lds_vertex_dw, 4 + 1);              /* v */
      assert_int_equal(tcs->lds_patch_dw, OUT_POINTS * 5 + 3 * 4); /* b; p[0], p[1], outer level */
      assert_int_equal(tcs->offchip_vertex_dw, 8);              /* b, gl_Position */
      assert_int_equal(tcs->offchip_values_dw, 4);              /* p[0] */
      assert_int_equal(tcs->factors, 6);
      assert_int_equal(p.ls.bin.vgpr_comp_cnt, 1);              /* RelAutoIndex */
      assert_int_equal(p.eval.bin.vgpr_comp_cnt, 2);            /* patch in the threadgroup */
      assert_int_equal(p.hs.bin.rsrc2 >> 7 & 1, 1);             /* OC_LDS_EN */
      assert_int_equal(p.eval.bin.rsrc2 >> 7 & 1, 1);
      assert_int_equal(p.ls.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_VS_COUNT);
      assert_int_equal(p.hs.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_TCS_COUNT);
      assert_int_equal(p.eval.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_TES_COUNT);
      finish_pipeline(&p);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_factors), cmocka_unit_test(test_fixed),
      cmocka_unit_test(test_before_geometry), cmocka_unit_test(test_generations) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

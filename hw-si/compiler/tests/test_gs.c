/* test_gs.c: geometry shaders through their three roles: a vertex shader in ES, the geometry shader in GS, its copy shader in
 * VS, run as one wave each on the interpreter with rings in memory, as hw facts D1 describe them. Wave: 63 vertices, 21
 * triangles; lane p of the geometry wave has vertices 3p to 3p + 2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define CODE_VA 0x100000 /* of machine_load */
#define PRIMS 21

/* Component c of attribute e of vertex l. */
static float attrib(unsigned l, unsigned e, unsigned c)
{
   return (float)(l * 100 + e * 10 + c);
}

#define VS "#version 450\n" \
   "layout(location = 0) in vec4 a[6];" \
   "layout(location = 0) out vec4 v; layout(location = 3) out mat3 m; layout(location = 6) out float f[2];" \
   "layout(location = 8) out B { vec2 x; float y[3]; } b; out gl_PerVertex { vec4 gl_Position; float gl_PointSize;" \
   "float gl_ClipDistance[6]; };" \
   "void main() { v = a[0]; m = mat3(a[1].xyz, a[2].xyz, a[3].xyz); f[0] = a[4].x; f[1] = a[4].y; b.x = a[4].zw;" \
   "b.y[0] = a[5].x; b.y[1] = a[5].y; b.y[2] = a[5].z; gl_Position = a[0] * 2.0; gl_PointSize = a[5].w;" \
   "for (int i = 0; i < 6; i++) gl_ClipDistance[i] = a[i].x; }"

#define GS "#version 450\nlayout(triangles) in; layout(location = 0) out float o;"
#define STRIP "layout(triangle_strip, max_vertices = 3) out;"
#define EACH(e) "void main() { for (int i = 0; i < 3; i++) { o = " e "; gl_Position = gl_in[i].gl_Position; EmitVertex(); }" \
   "EndPrimitive(); }"

static float same(unsigned p, unsigned n) { return attrib(3 * p + n, 0, 1); }
static float next(unsigned p, unsigned n) { return attrib(3 * p + (n + p) % 3, 0, 2); }
static float component(unsigned p, unsigned n) { return attrib(3 * p + n, 0, p % 4); }
static float position(unsigned p, unsigned n) { return 2 * attrib(3 * p + (n + 1) % 3, 0, 3); }
static float column(unsigned p, unsigned n) { return attrib(3 * p + n, 1 + p % 3, (p / 3) % 3); }
static float element(unsigned p, unsigned n) { return attrib(3 * p + n, 4, p % 2); }
static float member(unsigned p, unsigned n) { return attrib(3 * p + (n + p) % 3, 5, p % 3); }
static float clip(unsigned p, unsigned n) { return attrib(3 * p + n, p % 6, 0); }
static float point_size(unsigned p, unsigned n) { return attrib(3 * p + n, 5, 3); }
static float ids(unsigned p, unsigned n) { (void)n; return (float)(1000 + p * 7 + 3); }
static float sum(unsigned p, unsigned n)
{
   (void)n;
   return attrib(3 * p, 0, 0) + attrib(3 * p + 1, 0, 0) + attrib(3 * p + 2, 0, 0);
}

static float number(unsigned p, unsigned n) { return (float)(p + n); }

/* vertices: how many each lane emits; some rows emit fewer in higher lanes. */
static unsigned three(unsigned p) { (void)p; return 3; }
static unsigned five(unsigned p) { (void)p; return 5; }
static unsigned by_lane(unsigned p) { return p % 4; }

static const struct {
   const char *name, *source;
   float (*want)(unsigned p, unsigned n);
   unsigned (*vertices)(unsigned p);
} rows[] = {
   { "vertex by loop", GS STRIP "layout(location = 0) in vec4 v[];" EACH("v[i].y"), same, three },
   { "vertex by value", GS STRIP "layout(location = 0) in vec4 v[];" EACH("v[(i + gl_PrimitiveIDIn) % 3].z"), next, three },
   { "component by value", GS STRIP "layout(location = 0) in vec4 v[];" EACH("v[i][gl_PrimitiveIDIn % 4]"), component, three },
   { "built-in of another vertex", GS STRIP EACH("gl_in[(i + 1) % 3].gl_Position.w"), position, three },
   { "matrix", GS STRIP "layout(location = 3) in mat3 m[];" EACH("m[i][gl_PrimitiveIDIn % 3][gl_PrimitiveIDIn / 3 % 3]"), column,
     three },
   { "array per vertex", GS STRIP "layout(location = 6) in float f[][2];" EACH("f[i][gl_PrimitiveIDIn % 2]"), element, three },
   { "block member", GS STRIP "layout(location = 8) in B { vec2 x; float y[3]; } b[];"
     EACH("b[(i + gl_PrimitiveIDIn) % 3].y[gl_PrimitiveIDIn % 3]"), member, three },
   { "clip distance", GS STRIP "in gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[6]; } gl_in[];"
     EACH("gl_in[i].gl_ClipDistance[gl_PrimitiveIDIn % 6]"), clip, three },
   { "point size", GS STRIP EACH("gl_in[i].gl_PointSize"), point_size, three },
   { "primitive and invocation", GS STRIP EACH("float(1000 + gl_PrimitiveIDIn * 7 + gl_InvocationID)"), ids, three },
   { "all vertices as a value", GS STRIP "layout(location = 0) in vec4 v[]; float all(vec4 t[3]) { float s = 0.0;"
     "for (int k = 0; k < 3; k++) s += t[k].x; return s; }" EACH("all(v)"), sum, three },
   { "more vertices than declared", GS "layout(points, max_vertices = 5) out; void main() { for (int i = 0; i < 9; i++) {"
     "o = float(gl_PrimitiveIDIn + i); gl_Position = vec4(0.0); EmitVertex(); } }", number, five },
   { "vertices by lane", GS "layout(points, max_vertices = 5) out; void main() { for (int i = 0; i < gl_PrimitiveIDIn % 4; i++) {"
     "o = float(gl_PrimitiveIDIn + i); gl_Position = vec4(1.0); EmitVertex(); } }", number, by_lane },
};

struct emitted { unsigned count[4][64], cuts[4][64], done; uint32_t m0; };

static void on_message(struct sq_wave *w, uint32_t imm, uint32_t m0)
{
   struct emitted *e = w->user;
   unsigned op = imm >> 4 & 3, stream = imm >> 8 & 3;
   e->m0 = m0;
   e->done += (imm & 15) == 3;
   for (unsigned l = 0; l < 64; l++) {
      if (!(w->exec >> l & 1))
         continue;
      e->count[stream][l] += op >> 1 & 1;
      e->cuts[stream][l] += op & 1;
   }
}

static void run(struct machine *m, const struct built *b, enum sq_stage stage)
{
   const struct sq_program *p = sq_program_get(m->cache, CODE_VA, stage, b->bin.rsrc1);
   enum sq_result r = sq_run_interp(p, &m->wave);
   if (r != SQ_DONE)
      fail_msg("wave ended with %d: %s", (int)r, m->wave.fault.text);
}

static void compile_role(struct built *b, enum pipe_shader_type stage, enum si_hw_stage hw, const char *cpu, const char *source,
                         uint64_t ring_locations, const struct pipe_stream_output_info *so)
{
   struct si_shader_key key;
   *b = (struct built){ .stage = stage };
   b->spirv = any_glsl_to_spirv(stage, source, &b->spirv_words);
   struct pipe_shader_state shader = { .stage = stage, .spirv = b->spirv, .spirv_words = b->spirv_words };
   if (so)
      shader.so = *so;
   default_key(&key, PIPE_SHADER_VERTEX);
   key.hw_stage = (uint8_t)hw;
   key.ring_locations = ring_locations;
   build_state(b, cpu, &shader, &key);
}

struct pipeline { struct built es, gs, copy; };

static void compile_pipeline(struct pipeline *p, const char *cpu, const char *gs, const struct pipe_stream_output_info *so)
{
   struct si_shader_info info;
   char why[256];
   struct pipe_shader_state shader = { .stage = PIPE_SHADER_GEOMETRY };
   uint32_t *spirv = any_glsl_to_spirv(PIPE_SHADER_GEOMETRY, gs, &shader.spirv_words);
   shader.spirv = spirv;
   assert_true(si_shader_scan(&shader, &info, why, sizeof(why)));
   free(spirv);
   compile_role(&p->es, PIPE_SHADER_VERTEX, SI_HW_ES, cpu, VS, info.ring_locations, NULL);
   compile_role(&p->gs, PIPE_SHADER_GEOMETRY, SI_HW_GS, cpu, gs, info.ring_locations, so);
   compile_role(&p->copy, PIPE_SHADER_GEOMETRY, SI_HW_VS, cpu, gs, info.ring_locations, so);
}

static void finish_pipeline(struct pipeline *p)
{
   built_finish(&p->es);
   built_finish(&p->gs);
   built_finish(&p->copy);
}

/* Runs the ES and the GS wave; *e counts the messages of the geometry shader. */
static void run_geometry(struct machine *m, const struct pipeline *p, struct emitted *e)
{
   machine_load(m, &p->es);
   for (unsigned l = 0; l < 64; l++) {
      m->vgpr[0][l] = l;
      for (unsigned a = 0; a < 6; a++) {
         for (unsigned c = 0; c < 4; c++)
            ((float *)(m->vertices + l * 128 + a * 16))[c] = attrib(l, a, c);
      }
   }
   m->wave.sgpr[SI_SGPR_VS_COUNT] = 0; /* es2gs_offset */
   run(m, &p->es, SQ_ES);

   static const uint8_t vertex_vgpr[3] = { 0, 1, 3 };
   machine_load(m, &p->gs);
   machine_set_gsvs(m, &p->gs.bin.gs);
   *e = (struct emitted){ .done = 0 };
   m->wave.exec = (1ull << PRIMS) - 1;
   m->wave.sendmsg = on_message;
   m->wave.user = e;
   for (unsigned l = 0; l < PRIMS; l++) {
      for (unsigned i = 0; i < 3; i++)
         m->vgpr[vertex_vgpr[i]][l] = 3 * l + i;
      m->vgpr[2][l] = l;
      m->vgpr[7][l] = 3;
   }
   m->wave.sgpr[SI_SGPR_GS_COUNT] = 0;            /* gs2vs_offset */
   m->wave.sgpr[SI_SGPR_GS_COUNT + 1] = 0xabcd;   /* gs_wave_id */
   run(m, &p->gs, SQ_GS);
   m->wave.sendmsg = NULL;
   assert_int_equal(e->done, 1);
   assert_int_equal(e->m0, 0xabcd);
}

/* Dword of vertex n of lane p in the GSVS ring: the VGT passes it in v0 of the copy shader. */
static uint32_t gsvs_dword(const struct si_gs_info *gs, unsigned stream, unsigned p, unsigned n)
{
   uint32_t dw = 0;
   for (unsigned i = 0; i < stream; i++)
      dw += 64u * gs->gsvs_vertex_dw[i] * gs->max_vertices;
   return dw + p / 16 * 16 * gs->gsvs_vertex_dw[stream] * gs->max_vertices + n * 16 + p % 16;
}

static void check_row(struct machine *m, unsigned row)
{
   struct pipeline p;
   struct emitted e;
   compile_pipeline(&p, "gfx803", rows[row].source, NULL);
   run_geometry(m, &p, &e);
   machine_load(m, &p.copy);
   unsigned lanes = 0;
   uint8_t prim[64], vertex[64];
   for (unsigned l = 0; l < PRIMS; l++) {
      if (e.count[0][l] != rows[row].vertices(l))
         fail_msg("%s, lane %u: %u vertices instead of %u", rows[row].name, l, e.count[0][l], rows[row].vertices(l));
      for (unsigned n = 0; n < e.count[0][l] && lanes < 64; n++, lanes++) {
         prim[lanes] = (uint8_t)l;
         vertex[lanes] = (uint8_t)n;
         m->vgpr[0][lanes] = gsvs_dword(&p.gs.bin.gs, 0, l, n);
      }
   }
   m->wave.exec = lanes < 64 ? (1ull << lanes) - 1 : UINT64_MAX;
   run(m, &p.copy, SQ_VS);
   assert_int_equal(p.copy.bin.exp.param[0], 0);
   for (unsigned l = 0; l < lanes; l++) {
      float got, want = rows[row].want(prim[l], vertex[l]);
      memcpy(&got, &m->exp[SQ_EXP_PARAM0][0][l], 4);
      if (got != want)
         fail_msg("%s, primitive %u vertex %u: %g instead of %g", rows[row].name, prim[l], vertex[l], (double)got, (double)want);
   }
   finish_pipeline(&p);
}

static void test_rows(void **state)
{
   struct machine m;
   machine_init(&m);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      check_row(&m, i);
   machine_finish(&m);
}

/* All roles compile for the three generations; checks the fields that register code reads. */
static void test_generations(void **state)
{
   static const char *const cpus[] = { "gfx600", "gfx704", "gfx803" };
   for (unsigned c = 0; c < 3; c++) {
      struct pipeline p;
      compile_pipeline(&p, cpus[c], GS STRIP "layout(location = 0) in vec4 v[];" EACH("v[i].y"), NULL);
      const struct si_gs_info *gs = &p.gs.bin.gs;
      assert_int_equal(gs->esgs_item_dw, 8); /* v and gl_Position */
      assert_int_equal(gs->max_vertices, 3);
      assert_int_equal(gs->gsvs_vertex_dw[0], 5);
      assert_int_equal(gs->gsvs_vertex_dw[1], 0);
      assert_int_equal(gs->invocations, 1);
      assert_int_equal(gs->input_prim, PIPE_PRIM_TRIANGLES);
      assert_int_equal(gs->output_prim, PIPE_PRIM_TRIANGLE_STRIP);
      assert_int_equal(p.copy.bin.exp.num_params, 1);
      assert_int_equal(p.copy.bin.exp.num_pos_exports, 1);
      assert_int_equal(p.es.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_VS_COUNT);
      assert_int_equal(p.gs.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_GS_COUNT);
      assert_int_equal(p.copy.bin.rsrc2 >> 1 & 0x1f, SI_SGPR_COPY_COUNT);
      finish_pipeline(&p);
   }
}

/* Two streams: each wave of the copy shader captures its own stream, and only stream 0 is exported. */
static void test_streams(void **state)
{
   static const char source[] = "#version 450\nlayout(triangles) in; layout(points, max_vertices = 4) out;"
      "layout(location = 0, stream = 0) out float o; layout(location = 1, stream = 1) out vec2 s;"
      "void main() { o = float(gl_PrimitiveIDIn); EmitStreamVertex(0); s = vec2(gl_PrimitiveIDIn, 50.0); EmitStreamVertex(1);"
      "EndStreamPrimitive(1); s = vec2(gl_PrimitiveIDIn, 60.0); EmitStreamVertex(1); }";
   const struct pipe_stream_output_info so = { .count = 2, .stride_dw = { 2 }, .out = {
      { .location = 0, .num_components = 1, .dst_offset_dw = 0 },
      { .location = 1, .num_components = 2, .dst_offset_dw = 0, .stream = 1 } } };
   struct machine m;
   struct pipeline p;
   struct emitted e;
   machine_init(&m);
   compile_pipeline(&p, "gfx803", source, &so);
   assert_int_equal(p.copy.bin.rsrc2 >> 8 & 0x1f, 0x11); /* SO_BASE0_EN, SO_EN */
   assert_int_equal(p.gs.bin.gs.gsvs_vertex_dw[1], 2);
   run_geometry(&m, &p, &e);
   for (unsigned stream = 0; stream < 2; stream++) {
      machine_load(&m, &p.copy);
      for (unsigned i = 0; i < 2048; i++)
         m.stream[i] = -1;
      for (unsigned l = 0; l < PRIMS; l++) {
         assert_int_equal(e.count[stream][l], stream + 1);
         assert_int_equal(e.cuts[stream][l], stream);
         m.vgpr[0][l] = gsvs_dword(&p.gs.bin.gs, stream, l, stream);
      }
      m.wave.exec = (1ull << PRIMS) - 1;
      m.wave.sgpr[SI_SGPR_COPY_COUNT] = PRIMS << 16 | stream << 24;
      m.wave.sgpr[SI_SGPR_COPY_COUNT + 1] = 0; /* first record */
      m.wave.sgpr[SI_SGPR_COPY_COUNT + 2] = 0; /* buffer offset */
      run(&m, &p.copy, SQ_VS);
      for (unsigned l = 0; l < PRIMS; l++) {
         assert_true(m.stream[2 * l] == (float)l);
         assert_true(m.stream[2 * l + 1] == (stream ? 60.0f : -1.0f));
      }
      assert_int_equal(m.wave.exp_en[SQ_EXP_POS0] != 0, stream == 0);
   }
   finish_pipeline(&p);
   machine_finish(&m);
}

/* A role that has no lowering is refused with a reason. */
static void test_refused(void **state)
{
   static const struct { enum pipe_shader_type stage; enum si_hw_stage hw; const char *source; } roles[] = {
      { PIPE_SHADER_VERTEX, SI_HW_GS, "#version 450\nvoid main() { gl_Position = vec4(0.0); }" },
      { PIPE_SHADER_TESS_CTRL, SI_HW_VS, "#version 450\nlayout(vertices = 3) out; void main() { }" },
      { PIPE_SHADER_TESS_EVAL, SI_HW_LS, "#version 450\nlayout(triangles) in; void main() { gl_Position = vec4(0.0); }" },
   };
   struct si_compile_options opt = { .no_cache = true };
   char why[256] = "";
   struct si_compiler *c = si_compiler_create("gfx803", why, sizeof(why));
   assert_non_null(c);
   for (unsigned i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
      struct pipe_shader_state shader = { .stage = roles[i].stage };
      struct si_shader_key key = { .hw_stage = (uint8_t)roles[i].hw };
      struct si_shader_binary bin;
      uint32_t *spirv = any_glsl_to_spirv(roles[i].stage, roles[i].source, &shader.spirv_words);
      shader.spirv = spirv;
      why[0] = 0;
      assert_false(si_compile(c, &shader, &key, &opt, &bin, why, sizeof(why)));
      assert_true(why[0]);
      assert_null(bin.code);
      free(spirv);
   }
   si_compiler_destroy(c);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_generations),
      cmocka_unit_test(test_streams), cmocka_unit_test(test_refused) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_link.c: rows of shader pairs: does the program link, and if not, what does the log say? Then what the result says
 * of itself: names, types, sizes, locations. Chapter numbers: OpenGL ES 2.0.25 unless ESSL (1.00.17) is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "link_test.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 256,
   .max_varying_vectors = 16, .max_vertex_texture_units = 4, .max_combined_texture_units = 20, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 224, .max_draw_buffers = 1, .max_version = 100,
   .extensions = "GL_OES_standard_derivatives" };

#define V0 "void main(){gl_Position=vec4(0.0);}"
#define F0 "void main(){gl_FragColor=vec4(0.0);}"
#define MP "precision mediump float;"

static struct glsl_linked *link_pair(const char *vs, const char *fs, const struct glsl_bindings *bind, char **log)
{
   struct glsl_module *module[2];
   unsigned count = 0;
   if (vs)
      module[count++] = compile_with(&limits, true, PIPE_SHADER_VERTEX, vs);
   if (fs)
      module[count++] = compile_with(&limits, true, PIPE_SHADER_FRAGMENT, fs);
   struct glsl_linked *linked = glsl_link(module, count, bind, &limits, true, log);
   while (count)
      glsl_module_unref(module[--count]);
   return linked;
}

static const struct row { const char *rule, *vs, *fs, *error; /* NULL: links */ } rows[] = {
   { "2.10.3 smallest program", V0, F0, NULL },
   { "ESSL 7.1 gl_Position need not be written", "void main(){}", F0, NULL },
   { "2.10.3 vertex shader missing", NULL, F0, "no vertex shader" },
   { "2.10.3 fragment shader missing", V0, NULL, "no fragment shader" },
   { "2.10.3 main missing", "void f(){}", F0, "the shader has no main()" },
   { "ESSL 6.1 body missing", "float f(float x);void main(){gl_Position=vec4(f(1.0));}", F0, "not defined" },
   /* varyings */
   { "ESSL 4.3.5 varying matched", "varying vec4 c;" "void main(){c=vec4(1.0);}",
     MP "varying vec4 c;void main(){gl_FragColor=c;}", NULL },
   { "ESSL 4.3.5 varying precision may differ", "varying highp vec4 c;void main(){c=vec4(1.0);}",
     "varying lowp vec4 c;void main(){gl_FragColor=c;}", NULL },
   { "2.10.4 varying used, not declared", V0, MP "varying vec4 c;void main(){gl_FragColor=c;}", "'c'" },
   { "2.10.4 varying not declared, not used", V0, MP "varying vec4 c;" F0, NULL },
   { "2.10.4 declared, never written", "varying vec4 c;" V0, MP "varying vec4 c;void main(){gl_FragColor=c;}", NULL },
   { "2.10.4 written, not declared by the fragment shader", "varying vec4 c;void main(){c=vec4(1.0);}", F0, NULL },
   { "2.10.4 varying type", "varying vec3 c;void main(){c=vec3(1.0);}", MP "varying vec4 c;void main(){gl_FragColor=c;}",
     "error: the varying 'c' is vec3 in the vertex shader (0:1) and vec4 in the fragment shader (0:1)" },
   { "2.10.4 varying array size", "varying float c[2];void main(){c[0]=1.0;}",
     MP "varying float c[3];void main(){gl_FragColor=vec4(c[0]);}", "float[2]" },
   { "ESSL 4.6.4 invariance differs", "invariant varying vec4 c;void main(){c=vec4(1.0);}",
     MP "varying vec4 c;void main(){gl_FragColor=c;}", "invariant" },
   { "ESSL 4.6.4 invariance equal", "invariant varying vec4 c;void main(){c=vec4(1.0);}",
     MP "invariant varying vec4 c;void main(){gl_FragColor=c;}", NULL },
   { "ESSL 4.6.4 gl_FragCoord", V0, "invariant gl_FragCoord;void main(){gl_FragColor=vec4(gl_FragCoord.x);}", "gl_FragCoord" },
   { "ESSL 4.6.4 gl_FragCoord allowed", "invariant gl_Position;" V0,
     "invariant gl_FragCoord;void main(){gl_FragColor=vec4(gl_FragCoord.x);}", NULL },
   { "ESSL 4.6.4 gl_PointCoord", V0, "invariant gl_PointCoord;void main(){gl_FragColor=vec4(gl_PointCoord.x);}",
     "gl_PointCoord" },
   { "ESSL 4.6.4 gl_FrontFacing", V0, "invariant gl_FrontFacing;" F0, "gl_FrontFacing" },
   { "ESSL 4.6.4 gl_FragCoord, not even used", V0, "invariant gl_FragCoord;" F0, "gl_FragCoord" },
   { "ESSL 4.6.1 pragma invariant(all)", "#pragma STDGL invariant(all)\nvarying vec4 c;void main(){c=vec4(1.0);}",
     MP "varying vec4 c;void main(){gl_FragColor=c;}", NULL },
   { "A.7 16 vectors", "varying vec4 c[16];void main(){c[0]=vec4(1.0);}",
     MP "varying vec4 c[16];void main(){gl_FragColor=c[0];}", NULL },
   { "A.7 17 vectors", "varying vec4 c[16];varying float d;void main(){c[0]=vec4(1.0);d=1.0;}",
     MP "varying vec4 c[16];varying float d;void main(){gl_FragColor=c[0]+d;}", "16 vectors" },
   { "A.7 64 floats pack", "varying float a[16],b[16],c[16],d[16];void main(){a[0]=b[0]=c[0]=d[0]=1.0;}",
     MP "varying float a[16],b[16],c[16],d[16];void main(){gl_FragColor=vec4(a[1],b[1],c[1],d[1]);}", NULL },
   { "A.7 vec2 pairs pack", "varying vec2 a[16],b[16];void main(){a[0]=b[0]=vec2(1.0);}",
     MP "varying vec2 a[16],b[16];void main(){gl_FragColor=vec4(a[1],b[1]);}", NULL },
   { "two columns of matrices in each vector", "varying mat2 a[8],b[8];void main(){a[0]=b[0]=mat2(1.0);}",
     MP "varying mat2 a[8],b[8];void main(){gl_FragColor=vec4(a[1][0],b[1][1]);}", NULL },
   { "A.7 vec3 leaves one column", "varying vec3 a[16];varying float b[16];void main(){a[0]=vec3(1.0);b[0]=1.0;}",
     MP "varying vec3 a[16];varying float b[16];void main(){gl_FragColor=vec4(a[1],b[1]);}", NULL },
   { "A.7 unused varyings do not count", "varying vec4 c[16];varying vec4 d[16];void main(){c[0]=d[0]=vec4(1.0);}",
     MP "varying vec4 c[16];void main(){gl_FragColor=c[0];}", NULL },
   /* uniforms */
   { "ESSL 4.3.4 uniform shared", "uniform mediump float u;void main(){gl_Position=vec4(u);}",
     "uniform mediump float u;void main(){gl_FragColor=vec4(u);}", NULL },
   { "ESSL 4.3.4 uniform precision", "uniform highp float u;void main(){gl_Position=vec4(u);}",
     "uniform mediump float u;void main(){gl_FragColor=vec4(u);}", "precision" },
   { "ESSL 4.3.4 uniform precision low/medium", "uniform lowp float u;void main(){gl_Position=vec4(u);}",
     "uniform mediump float u;void main(){gl_FragColor=vec4(u);}", "precision" },
   { "uniform precision, unused", "uniform highp float u;" V0, "uniform mediump float u;void main(){gl_FragColor=vec4(u);}",
     NULL },
   { "ESSL 4.3.4 uniform type", "uniform float u;void main(){gl_Position=vec4(u);}",
     "\n\nuniform int u;void main(){gl_FragColor=vec4(u);}",
     "'u' is float in the vertex shader (0:1) and int in the fragment shader (0:3)" },
   { "ESSL 4.3.4 bool and int", "uniform bool u;void main(){gl_Position=vec4(u);}",
     "uniform mediump int u;void main(){gl_FragColor=vec4(u);}", "'u'" },
   { "ESSL 4.3.4 bool and float", "uniform bvec2 u[3];void main(){gl_Position=vec4(u[0],u[0]);}",
     "uniform mediump float u;void main(){gl_FragColor=vec4(u);}", "'u' is bvec2[3] in" },
   { "ESSL 4.3.4 bools", "struct S{bvec2 b;int i[2];};uniform S u[2];void main(){gl_Position=vec4(u[1].b,u[0].i[1],0);}",
     "struct S{bvec2 b;highp int i[2];};uniform S u[2];void main(){gl_FragColor=vec4(u[0].b,u[0].b);}", NULL },
   { "ESSL 4.3.4 uniform array size", "uniform mediump float u[2];void main(){gl_Position=vec4(u[0]);}",
     "uniform mediump float u[3];void main(){gl_FragColor=vec4(u[0]);}", "float[2]" },
   { "ESSL 4.3.4 struct equal", "struct S{mediump float a;};uniform S u;void main(){gl_Position=vec4(u.a);}",
     "struct S{mediump float a;};uniform S u;void main(){gl_FragColor=vec4(u.a);}", NULL },
   { "ESSL 4.3.4 struct member names", "struct S{mediump float a;};uniform S u;void main(){gl_Position=vec4(u.a);}",
     "struct S{mediump float b;};uniform S u;void main(){gl_FragColor=vec4(u.b);}", "'u'" },
   { "ESSL 4.3.4 struct member precision", "struct S{mediump float a;};uniform S u;void main(){gl_Position=vec4(u.a);}",
     "struct S{highp float a;};uniform S u;void main(){gl_FragColor=vec4(u.a);}", "precision" },
   { "A.7 256 vertex vectors", "uniform vec4 u[256];void main(){gl_Position=u[3];}", F0, NULL },
   { "A.7 257 vertex vectors", "uniform vec4 u[256];uniform float v;void main(){gl_Position=u[3]+v;}", F0, "256 vectors" },
   { "A.7 1024 floats pack", "uniform float a[256],b[256],c[256],d[256];void main(){gl_Position=vec4(a[0],b[0],c[0],d[0]);}", F0,
     NULL },
   { "A.7 225 fragment vectors", V0, MP "uniform vec4 u[225];void main(){gl_FragColor=u[1];}", "224 vectors" },
   { "unused uniforms do not count", "uniform vec4 u[256];uniform vec4 v[256];void main(){gl_Position=u[3];}", F0, NULL },
   { "absurd array", "uniform float u[2000000000];void main(){gl_Position=vec4(u[3]);}", F0, "array" },
   { "huge array", "uniform float u[500000];void main(){gl_Position=vec4(u[3]);}", F0, "no room" },
   { "2.10.5 vertex samplers", "uniform sampler2D s[5];void main(){gl_Position=texture2D(s[0],vec2(0.0));}", F0, "5 samplers" },
   { "2.10.5 fragment samplers", V0, MP "uniform sampler2D s[17];void main(){gl_FragColor=texture2D(s[0],vec2(0.0));}",
     "17 samplers" },
   { "2.10.5 combined samplers", "uniform sampler2D s[4];void main(){gl_Position=texture2D(s[0],vec2(0.0));}",
     MP "uniform sampler2D t[16];void main(){gl_FragColor=texture2D(t[0],vec2(0.0));}", NULL },
   { "sampler in a struct", V0, MP "uniform struct {sampler2D s;vec4 c;} u[2];"
     "void main(){gl_FragColor=texture2D(u[1].s,vec2(0.0))*u[1].c;}", NULL },
   /* attributes */
   { "2.10.4 16 attributes", "attribute vec4 a;attribute mat4 b,c,d;attribute mat3 e;"
                             "void main(){gl_Position=(b+c+d)*a+e[0].xxyz;}", F0, NULL },
   { "2.10.4 17 attributes", "attribute vec4 a,f;attribute mat4 b,c,d;attribute mat3 e;"
     "void main(){gl_Position=(b+c+d)*a+e[0].xxyz+f;}", F0, "the limit is 16" },
   { "2.10.4 unused attributes do not count", "attribute vec4 a,f;attribute mat4 b,c,d;attribute mat3 e;"
     "void main(){gl_Position=(b+c+d)*a+e[0].xxyz;}", F0, NULL },
   /* outputs */
   { "3.8.2 gl_FragData", V0, "void main(){gl_FragData[0]=vec4(1.0);}", NULL },
   { "no output", V0, "void main(){}", NULL },
};

static void test_rules(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      char *log;
      struct glsl_linked *linked = link_pair(rows[i].vs, rows[i].fs, NULL, &log);
      if ((linked == NULL) != (rows[i].error != NULL) || (rows[i].error && !strstr(log, rows[i].error)))
         fail_msg("%s: %s\n%s", rows[i].rule, linked ? "links" : "does not link", log);
      if (linked) {
         char why[128];
         struct spv_module m;
         for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
            if (!linked->stage[stage].spirv)
               continue;
            assert_true(spv_module_init(&m, linked->stage[stage].spirv, linked->stage[stage].spirv_words, why, sizeof why));
            spv_module_finish(&m);
         }
      }
      glsl_linked_unref(linked);
      free(log);
   }
}

static const struct glsl_resource *find(const struct glsl_resource *r, uint32_t count, const char *name)
{
   for (uint32_t i = 0; i < count; i++)
      if (!strcmp(r[i].name, name))
         return &r[i];
   fail_msg("no resource '%s'", name);
   return NULL;
}

static void test_introspection(void **state)
{
   char *log;
   struct glsl_linked *p = link_pair(
      "struct L{vec4 c;float w[3];mat3 m;bool b;};attribute vec2 a;attribute mat3 n;uniform L l[2];uniform mat4 mvp;"
      "uniform ivec3 unused;varying vec2 v;"
      "void main(){v=a;gl_Position=mvp*vec4(n[0],l[1].w[2])+gl_DepthRange.far;if(l[0].b)gl_Position+=l[0].c;}",
      "precision highp float;uniform mat4 mvp;uniform sampler2D s[3];uniform samplerCube k;varying vec2 v;"
      "void main(){gl_FragColor=texture2D(s[1],v)+textureCube(k,vec3(v,mvp[0].x));}", NULL, &log);
   assert_non_null(p);
   static const struct { const char *name; uint32_t type, size; bool vs, fs; } want[] = {
      { "l[0].c", GL_FLOAT_VEC4, 1, true, false }, { "l[0].w[0]", GL_FLOAT, 3, true, false },
      { "l[1].m", GL_FLOAT_MAT3, 1, true, false }, { "l[1].b", GL_BOOL, 1, true, false },
      { "mvp", GL_FLOAT_MAT4, 1, true, true }, { "gl_DepthRange.far", GL_FLOAT, 1, true, false },
      { "s[0]", GL_SAMPLER_2D, 3, false, true }, { "k", GL_SAMPLER_CUBE, 1, false, true },
   };
   for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
      const struct glsl_resource *r = find(p->uniforms, p->uniform_count, want[i].name);
      const bool sampler = r->base == GLSL_SAMPLER, builtin = !strncmp(want[i].name, "gl_", 3);
      assert_int_equal(r->type, want[i].type);
      assert_int_equal(r->array_size, want[i].size);
      assert_int_equal(sampler ? r->sampler_slot[PIPE_SHADER_VERTEX] != 0xff : r->offset_B[PIPE_SHADER_VERTEX] != ~0u, want[i].vs);
      assert_int_equal(sampler ? r->sampler_slot[PIPE_SHADER_FRAGMENT] != 0xff : r->offset_B[PIPE_SHADER_FRAGMENT] != ~0u, want[i].fs);
      assert_true(builtin ? r->location == -1 : r->location >= 0);
      for (uint32_t e = 0; !builtin && e < r->array_size; e++) {
         assert_int_equal(p->location[r->location + (int)e].uniform, r - p->uniforms);
         assert_int_equal(p->location[r->location + (int)e].element, e);
      }
   }
   for (uint32_t i = 0; i < p->uniform_count; i++)
      assert_string_not_equal(p->uniforms[i].name, "unused");
   assert_int_equal(p->uniform_count, 2 * 4 + 1 + 3 + 2);
   assert_int_equal(p->uniform_locations, 2 * (1 + 3 + 1 + 1) + 1 + 3 + 1);
   assert_int_equal(p->sampler_count[PIPE_SHADER_FRAGMENT], 4);
   assert_int_equal(p->attrib_count, 2);
   assert_int_equal(find(p->attribs, p->attrib_count, "n")->type, GL_FLOAT_MAT3);
   assert_int_equal(p->attribs_used, 0xf);
   assert_true(p->stage[PIPE_SHADER_FRAGMENT].broadcast_color);
   /* members of a struct do not overlap, and arrays have 16 bytes an element */
   assert_int_equal(find(p->uniforms, p->uniform_count, "l[0].w[0]")->offset_B[0] -
                       find(p->uniforms, p->uniform_count, "l[0].c")->offset_B[0], 16);
   assert_int_equal(find(p->uniforms, p->uniform_count, "l[0].m")->offset_B[0] -
                       find(p->uniforms, p->uniform_count, "l[0].w[0]")->offset_B[0], 48);
   glsl_linked_unref(p);
   free(log);
}

static void test_attrib_locations(void **state)
{
   static const char vs[] = "attribute vec4 a;attribute mat2 m;attribute float f;void main(){gl_Position=a+m[0].xyxy+f;}";
   static const struct { int a, m, f; bool links; int want_a, want_m, want_f; } binds[] = {
      { -1, -1, -1, true, 2, 0, 3 },  /* widest first */
      { 0, -1, -1, true, 0, 1, 3 },
      { 5, 6, 9, true, 5, 6, 9 },
      { 15, -1, -1, true, 15, 0, 2 },
      { -1, 15, -1, false },          /* two columns do not fit */
      { 3, 3, -1, true, 3, 3, 0 },    /* ESSL 1.00 allows aliasing */
      { 1, -1, 3, true, 1, 4, 3 },
   };
   for (unsigned i = 0; i < sizeof binds / sizeof binds[0]; i++) {
      struct glsl_bindings *b = glsl_bindings_create();
      char *log;
      if (binds[i].a >= 0)
         assert_true(glsl_bindings_set_attrib(b, "a", (uint32_t)binds[i].a));
      if (binds[i].m >= 0)
         assert_true(glsl_bindings_set_attrib(b, "m", (uint32_t)binds[i].m));
      if (binds[i].f >= 0)
         assert_true(glsl_bindings_set_attrib(b, "f", (uint32_t)binds[i].f));
      assert_true(glsl_bindings_set_attrib(b, "nobody", 0));
      struct glsl_linked *p = link_pair(vs, F0, b, &log);
      assert_int_equal(p != NULL, binds[i].links);
      if (p) {
         assert_int_equal(find(p->attribs, p->attrib_count, "a")->location, binds[i].want_a);
         assert_int_equal(find(p->attribs, p->attrib_count, "m")->location, binds[i].want_m);
         assert_int_equal(find(p->attribs, p->attrib_count, "f")->location, binds[i].want_f);
      }
      glsl_linked_unref(p);
      glsl_bindings_destroy(b);
      free(log);
   }
}

static uint32_t location_of(const struct pipe_shader_state *s, const char *name, uint32_t *component)
{
   struct spv_module m;
   char why[128];
   uint32_t location = ~0u;
   assert_true(spv_module_init(&m, s->spirv, s->spirv_words, why, sizeof why));
   for (uint32_t i = 0; i < m.variable_count; i++) {
      if (strcmp(spv_name(&m, m.variable[i]), name))
         continue;
      location = spv_decoration_value(&m, m.variable[i], SpvDecorationLocation, ~0u);
      *component = spv_decoration_value(&m, m.variable[i], SpvDecorationComponent, 0);
   }
   spv_module_finish(&m);
   return location;
}

/* Both sides of a varying are at the same place, and no two varyings overlap; packed and unpacked. */
static void test_varying_locations(void **state)
{
   static const struct { const char *vs, *fs; const char *name[5]; unsigned columns[4], rows[4]; } cases[] = {
      { "varying vec2 a;varying mat3 b;varying float c[2];void main(){a=vec2(0.0);b=mat3(1.0);c[0]=1.0;}",
        MP "varying float c[2];varying mat3 b;varying vec2 a;void main(){gl_FragColor=vec4(a,b[0].x,c[1]);}",
        { "a", "b", "c" }, { 2, 3, 1 }, { 1, 3, 2 } },
      { "varying float a[16],b[16],c[16],d[16];void main(){a[0]=b[0]=c[0]=d[0]=1.0;}",
        MP "varying float a[16],b[16],c[16],d[16];void main(){gl_FragColor=vec4(a[1],b[1],c[1],d[1]);}",
        { "a", "b", "c", "d" }, { 1, 1, 1, 1 }, { 16, 16, 16, 16 } },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      char *log;
      struct glsl_linked *p = link_pair(cases[i].vs, cases[i].fs, NULL, &log);
      uint8_t used[PIPE_MAX_VARYINGS] = { 0 };
      assert_non_null(p);
      for (unsigned k = 0; cases[i].name[k]; k++) {
         uint32_t c0 = 0, c1 = 0;
         const uint32_t l0 = location_of(&p->stage[PIPE_SHADER_VERTEX], cases[i].name[k], &c0);
         const uint32_t l1 = location_of(&p->stage[PIPE_SHADER_FRAGMENT], cases[i].name[k], &c1);
         assert_int_equal(l0, l1);
         assert_int_equal(c0, c1);
         const uint8_t mask = (uint8_t)(((1u << cases[i].columns[k]) - 1) << c0);
         for (unsigned row = 0; row < cases[i].rows[k]; row++) {
            assert_true(l0 + row < PIPE_MAX_VARYINGS);
            assert_int_equal(used[l0 + row] & mask, 0);
            used[l0 + row] |= mask;
         }
      }
      glsl_linked_unref(p);
      free(log);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_introspection),
      cmocka_unit_test(test_attrib_locations),
      cmocka_unit_test(test_varying_locations),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

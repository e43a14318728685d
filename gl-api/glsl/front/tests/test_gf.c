/* test_gf.c: the front end's rules by rows (rows_*.def): section, version line, stage, snippet, verdict, a part of the
 * message. And bombs: hostile sources end in an error, in bounded time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl-api/glsl/front/gf_front.h"

enum { V = PIPE_SHADER_VERTEX, F = PIPE_SHADER_FRAGMENT, G = PIPE_SHADER_GEOMETRY, C = PIPE_SHADER_COMPUTE,
       TC = PIPE_SHADER_TESS_CTRL, TE = PIPE_SHADER_TESS_EVAL, T = PIPE_SHADER_TASK, M = PIPE_SHADER_MESH };

/* Rule by rule of the specifications, in their order: section, version, stage, text, message (NULL: it compiles). */
static const struct { const char *section, *version; int stage; const char *text, *message; } rows[] = {
#define ROW(section, version, stage, text, message) { section, version, stage, text, message },
#include "rows_preprocessor.def"
#include "rows_lexical.def"
#include "rows_types.def"
#include "rows_qualifiers.def"
#include "rows_layout.def"
#include "rows_operators.def"
#include "rows_statements.def"
#include "rows_builtins.def"
#include "rows_gpu_shader4.def"
#include "rows_mesh.def"
#undef ROW
   /* places, messages, and what is not a rule of one section */
   { "", "100", V, "#if 1 + 2 * 3 == 7 && defined(GL_ES)\nvoid main() {}\n#else\n#error no\n#endif", NULL },
   { "", "100", V, "#if UNKNOWN\n#endif\nvoid main() {}", "undefined macro 'UNKNOWN'" },
   { "", "110", V, "#if UNKNOWN\n#error\n#endif\nvoid main() {}", NULL },
   { "", "130", V, "#define f(a, b) a##b\nint f(x, 1) = 1;", NULL },
   { "", "130", V, "#define f(x) f(x) + 1\nint a; void main() { int f = 2; a = f; }", NULL },
   { "", "130", V, "#define A B\n#define A C\n", "redefined differently" },
   { "", "130", V, "#define GL_foo 1\n", "reserved" },
   { "", "300 es", V, "#undef __LINE__\n", "cannot be undefined" },
   { "", "130", V, "#undef GL_core_profile\n#define __foo\n#undef __foo\n#undef __VERSION__\n#ifdef __VERSION__\n#error\n#endif\n"
     "void main() {}", NULL },
   { "", "130", V, "#if 1\n#endif 1\n", "illegal text after #endif" },
   { "", "130", V, "#if 1\n", "#if has no #endif" },
   { "", "130", V, "#line 7 3\nint a = b;", "3:8(9): error: 'b' is not declared" },
   { "", "130", V, "int a = 1 \\\n + b;", "0:2(" },
   { "", "130", V, "int a = b;\nint c = d;\n", "0:3(9): error: 'd'" },
   { "", "130", V, "#extension GL_nothing_at_all : require\n", "not supported" },
   { "", "130", V, "#error over there\n", "#error over there" },
   /* words */
   { "", "100", V, "float goto;", "reserved" },
   { "", "130", V, "int uint;", "syntax error" },
   { "", "110", V, "int uint; int patch;", NULL },
   { "", "300 es", V, "attribute vec4 a;", "reserved" },
   { "", "130", V, "int a = 0x;", "malformed number" },
   { "", "130", V, "int a = 089;", "malformed number" },
   /* types, conversions, operators */
   { "", "110", V, "float f = 1;", "cannot initialize" },
   { "", "120", V, "float f = 1;", NULL },
   { "", "300 es", V, "float f = 1;", "cannot initialize" },
   { "", "120", V, "void main() { vec4 a = vec4(1) * mat4(1) * 2; }", NULL },
   { "", "120", V, "void main() { bool b = vec2(1) < vec2(2); }", "does not take" },
   { "", "110", V, "void main() { int a = 5 % 2; }", "integer operators such as % need #version 130 or" },
   { "", "120", V, "void main() { vec2 a; a.xx = vec2(1); }", "repeated components" },
   { "", "120", V, "uniform float u; void main() { u = 1.0; }", "read-only" },
   { "", "120", V, "void main() { vec3 a = vec3(1, 2); }", "too few values" },
   { "", "120", V, "void main() { vec2 a = vec2(1, 2, 3); }", "too many values" },
   { "", "120", V, "float a[3]; void main() { a[3] = 1.0; }", "outside of" },
   { "", "120", V, "struct S { int a; }; void main() { S s = S(1); s.b = 2; }", "no field 'b'" },
   /* constants */
   { "", "120", V, "float a[int(sqrt(16.0)) == 4 ? 1 : -1];", NULL },
   { "", "120", V, "float a[dot(vec3(1, 2, 3), vec3(1)) == 6.0 ? 1 : -1];", NULL },
   { "", "110", V, "float a[int(sqrt(16.0))];", "constant integer expression" },
   { "", "140", V, "const mat2 m = inverse(mat2(2, 0, 0, 4)); float a[m[1][1] == 0.25 ? 1 : -1];", NULL },
   { "", "400", V, "float a[bitfieldExtract(0xf0u, 4, 4) == 15u ? 1 : -1];", NULL },
   { "", "120", V, "float a[0];", "must be positive" },
   { "", "130", V, "const int a;", "needs an initializer" },
   /* overloads */
   { "", "120", V, "float f(float x); void main() { f(1); }", NULL },
   { "", "300 es", V, "float f(float x); void main() { f(1); }", "no matching function" },
   { "", "400", V, "void f(float x); void f(double x); void main() { f(1); }", NULL },
   { "", "120", V, "void f(vec2 x, float y); void f(float x, vec2 y); void main() { f(1, 2); }", "no matching function" },
   { "", "300 es", V, "float sin(float x) { return x; }", "built-in function" },
   /* qualifiers and interfaces */
   { "", "100", F, "varying vec2 a; void main() {}", "no precision" },
   { "", "130", F, "in int a;", "fragment input 'a' must be 'flat': it has integers or" },
   { "", "130", F, "flat in int a;", NULL },
   { "", "130", F, "varying int a;", "varying 'a' must be 'flat': it has integers" },
   { "", "130", V, "varying int a; out ivec2 b; void main() { a = 1; }", NULL }, /* as GLSL 1.50, 4.3.4 */
   { "", "120\n#extension GL_ARB_draw_instanced : require", V, "void main() { int i = gl_InstanceID + gl_InstanceIDARB; }", NULL },
   { "", "130", V, "void main() { int i = gl_InstanceID; }", "'gl_InstanceID' is not declared" },
   { "", "130", F, "out mat2 a;", "cannot be mat2" },
   { "", "150", G, "in vec4 a;", "must be an array" },
   { "", "330", V, "layout(location = 1) in vec4 a; layout(location = 2) uniform vec4 b;", "locations of uniforms need #version 430 or" },
   { "", "140", V, "uniform B { vec4 a; sampler2D s; };", "cannot be a member" },
   { "", "420", F, "layout(rgba8) uniform iimage2D i;", "iimage2D cannot have this format: its components are of" },
   { "", "430", C, "layout(local_size_x = 2) in; layout(local_size_x = 3) in;", "contradicts" },
   { "", "440", V, "layout(std140) uniform B { layout(offset = 4) vec4 a; };", "not a multiple" },
   { "", "400", TC, "layout(vertices = 3) out; out float a[]; void main() { a[0] = 1.0; }", "gl_InvocationID" },
   { "", "130", V, "invariant uniform float a;", "'invariant' cannot qualify a uniform" },
   /* control flow and functions */
   { "", "130", V, "void main() { break; }", "break can stand in a loop or switch only" },
   { "", "130", V, "void main() { switch (1) { case 1: break; case 1: break; } }", "the switch has case 1 twice" },
   { "", "110", V, "void main() { discard; }", "fragment shaders" },
   { "", "130", V, "int f() { } void main() {}", "returns no value" },
   { "", "130", V, "void f(); void g() { f(); } void f() { g(); }", "calls itself" },
   { "", "130", V, "int main() { return 1; }", "main() returns nothing" },
   { "", "130", F, "out vec4 c; void main() { gl_FragColor = vec4(1); c = vec4(1); }", "gl_FragColor and gl_FragData cannot be written beside" },
};

static bool compile(const char *version, int stage, const char *text, char **log)
{
   char *source = malloc(strlen(version) + strlen(text) + 16);
   sprintf(source, "#version %s\n%s", version, text);
   /* Rows count lines from their own first one being 2; "0:2(" and so on follow from that. */
   struct gf_result r;
   const struct gf_options o = { .check_only = true };
   assert_true(gf_compile((enum pipe_shader_type)stage, source, strlen(source), &o, &r));
   free(source);
   free(r.spirv);
   *log = r.log;
   return r.ok;
}

static void test_rows(void **state)
{
   (void)state;
   unsigned bad = 0;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char *log;
      const bool ok = compile(rows[i].version, rows[i].stage, rows[i].text, &log);
      if (ok != (rows[i].message == NULL) || (rows[i].message && !strstr(log, rows[i].message))) {
         print_error("row %u (%s): #version %s\n%s\nexpected: %s\ngot: %s%s\n", i, rows[i].section, rows[i].version,
                     rows[i].text, rows[i].message ? rows[i].message : "it compiles", ok ? "it compiles " : "", log);
         bad++;
      }
      free(log);
   }
   assert_int_equal(bad, 0);
}

/* What is accepted with a warning, once. */
static void test_warnings(void **state)
{
   (void)state;
   static const struct { const char *version; int stage; const char *text, *warning; } warned[] = {
      { "130", V, "attribute vec4 a; attribute vec4 b; void main() { gl_Position = a + b; }", "'attribute' is deprecated" },
      { "130", F, "uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0)) + texture2D(s, vec2(1)); }",
        "'texture2D' is deprecated" },
      { "130", F, "void main() { gl_FragColor = vec4(0); gl_FragColor += vec4(1); }", "'gl_FragColor' is deprecated" },
      { "100", V, "mat2 a = mat2(mat3(1.0)); void main() {}", "reserved for the future" },
      { "460", V, "int a__b;", "two underscores" },
      { "460", V, "#extension GL_nothing : enable\nvoid main() {}", "not supported" },
   };
   for (unsigned i = 0; i < sizeof(warned) / sizeof(warned[0]); i++) {
      char *log;
      assert_true(compile(warned[i].version, warned[i].stage, warned[i].text, &log));
      const char *at = strstr(log, warned[i].warning);
      if (!at || strstr(at + 1, warned[i].warning))
         print_error("%s\nexpected once: %s\ngot: %s\n", warned[i].text, warned[i].warning, log);
      assert_true(at && !strstr(at + 1, warned[i].warning));
      free(log);
   }
   char *log;
   assert_true(compile("120", F, "varying vec4 a; void main() { gl_FragColor = a; }", &log));
   assert_string_equal(log, "");
   free(log);
}

static void fails(const char *text)
{
   char *log;
   assert_false(compile("130", F, text, &log));
   assert_true(strstr(log, "error: ") != NULL);
   free(log);
}

static void test_bombs(void **state)
{
   (void)state;
   /* every macro doubles the one before: 2^30 tokens */
   char *text = malloc(4 << 20), *p = text;
   p += sprintf(p, "#define a0 x x\n");
   for (unsigned i = 1; i < 30; i++)
      p += sprintf(p, "#define a%u a%u a%u\n", i, i - 1, i - 1);
   sprintf(p, "void main() { a29; }\n");
   fails(text);
   static const struct { const char *head, *unit, *tail; unsigned count; } deep[] = {
      { "int a = ", "(", ";", 100000 }, { "int a = ", "-", "1.0;", 100000 }, { "void main() { ", "{", "", 100000 },
      { "void main() { ", "if (true) ", ";", 100000 }, { "#if ", "(", "\n", 100000 }, { "int a", "[1]", ";", 100000 },
      { "void main() { int a = 1; a = ", "a ? a : ", "x; }", 100000 }, { "int ", "xxxxxxxxxx", ";", 120000 },
      { "", "@", "", 100000 },
   };
   for (unsigned i = 0; i < sizeof(deep) / sizeof(deep[0]); i++) {
      p = text + sprintf(text, "%s", deep[i].head);
      for (unsigned k = 0; k < deep[i].count; k++)
         p += sprintf(p, "%s", deep[i].unit);
      strcpy(p, deep[i].tail);
      fails(text);
   }
   free(text);
}

/* Any bytes: here, a shader with one byte changed everywhere, and cut everywhere. */
static void test_garbage(void **state)
{
   (void)state;
   static const char good[] = "#version 130\n#define M(a, b) a##b + 1\n"
      "#if defined(M) && M(1, 2) > 3\nstruct S { vec4 a[2]; };\n#endif\n"
      "uniform S s; flat in int i; out vec4 o;\nfloat f(inout float x, const float y) { x += y; return x * 2.0; }\n"
      "void main() { float t = 1.0; for (int k = 0; k < i; k++) {\n"
      "switch (k) { case 1: t += f(t, 2.0); break; default: discard; } }\n"
      "o = s.a[1].wzyx * (i > 2 ? t : -t); }\n";
   char text[sizeof(good)];
   struct gf_result r;
   const struct gf_options o = { .check_only = true, .link_alone = true };
   for (unsigned at = 0; at < sizeof(good) - 1; at++) {
      for (unsigned k = 0; k < 6; k++) {
         memcpy(text, good, sizeof(good));
         text[at] = "\0(#\xff;9"[k];
         assert_true(gf_compile(PIPE_SHADER_FRAGMENT, text, sizeof(good) - 1, &o, &r));
         free(r.log);
      }
      assert_true(gf_compile(PIPE_SHADER_FRAGMENT, good, at, &o, &r));
      free(r.log);
   }
   assert_true(gf_compile(PIPE_SHADER_FRAGMENT, good, sizeof(good) - 1, &o, &r));
   if (!r.ok)
      print_error("%s\n", r.log);
   assert_true(r.ok);
   free(r.log);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_warnings), cmocka_unit_test(test_bombs),
                                       cmocka_unit_test(test_garbage) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_qualifiers.c: every qualifier before every kind of declaration in every stage, in GLSL 4.60 and ESSL 3.20: sections 4.3 to 4.10
 * and 6.1.1. The row of a kind lists the qualifiers that it takes; each other one is an error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl-api/glsl/front/gf_front.h"

enum { VS = 1, TCS = 2, TES = 4, GS = 8, FS = 16, CS = 32, TS = 64, MS = 128, ANY = 255 };
static const struct { unsigned bit; enum pipe_shader_type stage; const char *name, *head, *in, *out; } stages[] = {
   { VS, PIPE_SHADER_VERTEX, "vertex", "", "", "" },
   { TCS, PIPE_SHADER_TESS_CTRL, "tessellation control", "layout(vertices = 3) out;", "[]", "[]" },
   { TES, PIPE_SHADER_TESS_EVAL, "tessellation evaluation", "layout(triangles) in;", "[]", "" },
   { GS, PIPE_SHADER_GEOMETRY, "geometry", "layout(triangles) in; layout(points, max_vertices = 1) out;", "[3]", "" },
   { FS, PIPE_SHADER_FRAGMENT, "fragment", "", "", "" },
   { CS, PIPE_SHADER_COMPUTE, "compute", "layout(local_size_x = 1) in;", "", "" },
   { TS, PIPE_SHADER_TASK, "task", "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in;", "", "" },
   { MS, PIPE_SHADER_MESH, "mesh", "#extension GL_EXT_mesh_shader : require\nlayout(triangles, max_vertices = 3, max_primitives = 1) out;",
     "", "[]" },
};

static const char *const qualifiers[] = {
   "const", "in", "out", "inout", "uniform", "buffer", "shared", "taskPayloadSharedEXT", "perprimitiveEXT",
   "smooth", "flat", "noperspective", "centroid", "sample", "patch",
   "invariant", "precise", "lowp", "mediump", "highp", "coherent", "volatile", "restrict", "readonly", "writeonly", "subroutine",
   "layout(location = 0)",
};

#define INTERP "smooth flat noperspective centroid sample "
#define PRECISION "precise lowp mediump highp "
#define MEMORY "coherent volatile restrict readonly writeonly "
#define LOCATION "layout(location "

/* @: the qualifier; $: the brackets of an array of inputs or outputs. `stages`: where the declaration exists. */
static const struct row { const char *text; unsigned stages; const char *takes; } rows[] = {
   { "@ in vec4 v$;", TCS | GS | FS, INTERP PRECISION LOCATION },
   { "@ in vec4 v$;", TES, "patch " INTERP PRECISION LOCATION },
   { "@ in vec4 v;", VS, PRECISION LOCATION },
   { "@ patch in vec4 v;", TES, "smooth flat noperspective " PRECISION LOCATION },
   { "@ out vec4 v$;", VS | TES | GS, INTERP "invariant " PRECISION LOCATION },
   { "@ out vec4 v$;", TCS, "patch " INTERP "invariant " PRECISION LOCATION },
   { "@ out vec4 v;", FS, "invariant " PRECISION LOCATION },
   { "@ out vec4 v$;", MS, "perprimitiveEXT " INTERP "invariant " PRECISION LOCATION },
   { "@ perprimitiveEXT out vec4 v$;", MS, "invariant " PRECISION LOCATION },
   { "@ taskPayloadSharedEXT vec4 v;", TS | MS, PRECISION },
   { "@ uniform vec4 v;", ANY, PRECISION LOCATION },
   { "@ shared vec4 v;", CS | TS | MS, PRECISION },
   { "layout(r32f) @ uniform highp image2D v;", ANY, MEMORY "precise " LOCATION },
   { "void f() { @ vec4 v; }", ANY, PRECISION },
   { "void f() { @ const vec4 v = vec4(0); }", ANY, PRECISION },
   { "void f(@ vec4 v) {}", ANY, PRECISION "const in out inout" },
   { "void f(@ highp image2D v) {}", ANY, MEMORY "precise const in" },
   { "@ vec4 f() { return vec4(0); }", ANY, PRECISION },
   { "struct S { @ vec4 v; };", ANY, "lowp mediump highp" },
   { "@ uniform B { vec4 v; };", ANY, "precise" },
   { "@ buffer B { vec4 v; };", ANY, "precise " MEMORY },
   { "@ in B { vec4 v; } b[];", TCS | GS, "precise " LOCATION },
   { "@ in B { vec4 v; };", FS, "precise " LOCATION },
   { "@ out B { vec4 v; } b$;", VS | TCS | GS | TES, "precise " LOCATION },
   { "@ out B { vec4 v; } b$;", MS, "perprimitiveEXT precise " LOCATION },
   { "@ patch out B { vec4 v; } b;", TCS, "precise " LOCATION },
   { "uniform B { @ vec4 v; };", ANY, "uniform " PRECISION },
   { "buffer B { @ vec4 v; };", ANY, "buffer " PRECISION MEMORY },
   { "in B { @ vec4 v; } b$;", TCS | TES | GS | FS, "in " INTERP PRECISION LOCATION },
   { "out B { @ vec4 v; } b$;", VS | TCS | TES | GS | MS, "out " INTERP "invariant " PRECISION LOCATION },
   { "@ in;", ANY, "" }, { "@ out;", VS | TCS | TES | GS | FS | MS, "" }, { "@ uniform;", ANY, "" }, { "@ buffer;", ANY, "" },
};

/* ESSL has no noperspective and no subroutine. GLSL lets inputs be invariant (gf_legal.c). */
static bool takes(const struct row *r, unsigned stage, bool es, const char *qualifier)
{
   char word[40];
   snprintf(word, sizeof(word), "%.*s", (int)strcspn(qualifier, " "), qualifier);
   if (es && (strcmp(word, "noperspective") == 0 || strcmp(word, "subroutine") == 0))
      return false;
   if (!es && strcmp(word, "invariant") == 0 && stage != VS && (strstr(r->text, "@ in vec4") || strncmp(r->text, "in B", 4) == 0 ||
       strstr(r->text, "@ patch in")))
      return true;
   for (const char *p = r->takes; (p = strstr(p, word)); p++) {
      if ((p == r->takes || p[-1] == ' ') && (p[strlen(word)] == ' ' || p[strlen(word)] == 0))
         return true;
   }
   return false;
}

static bool compiles(unsigned s, bool es, const char *text, const char *qualifier, char **log)
{
   char source[512], *to = source;
   to += sprintf(to, "#version %s\n%s\n", es ? "320 es" : "460", stages[s].head);
   to += sprintf(to, "%s", es ? "precision highp float; precision highp int; precision highp image2D;\n" : "");
   const bool out = strstr(text, "out ") != NULL;
   for (const char *p = text; *p; p++) {
      const char *add = *p == '@' ? qualifier : *p == '$' ? (out ? stages[s].out : stages[s].in) : NULL;
      if (add)
         to += sprintf(to, "%s", add);
      else
         *to++ = *p;
   }
   strcpy(to, "\nvoid main() {}\n");
   struct gf_result r;
   const struct gf_options o = { .check_only = true };
   assert_true(gf_compile(stages[s].stage, source, strlen(source), &o, &r));
   *log = r.log;
   return r.ok;
}

static void test_matrix(void **state)
{
   (void)state;
   unsigned bad = 0, accepted = 0;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      for (unsigned s = 0; s < sizeof(stages) / sizeof(stages[0]); s++) {
         for (unsigned q = 0; (rows[i].stages & stages[s].bit) && q < 2 * sizeof(qualifiers) / sizeof(qualifiers[0]); q++) {
            const bool es = q & 1, want = takes(&rows[i], stages[s].bit, es, qualifiers[q / 2]);
            char *log;
            const bool got = compiles(s, es, rows[i].text, qualifiers[q / 2], &log);
            if (got != want)
               print_error("%s, %s shader: '%s' in \"%s\" is %s\n%s", es ? "ESSL 3.20" : "GLSL 4.60", stages[s].name, qualifiers[q / 2],
                           rows[i].text, got ? "accepted" : "refused", log);
            bad += got != want;
            accepted += got;
            free(log);
         }
      }
   }
   assert_true(accepted > 500);
   assert_int_equal(bad, 0);
}

/* A declaration without qualifier compiles in each stage of its row: the matrix tests the qualifiers, nothing else. */
static void test_plain(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      for (unsigned s = 0; s < sizeof(stages) / sizeof(stages[0]); s++) {
         char *log;
         if (!(rows[i].stages & stages[s].bit))
            continue;
         if (!compiles(s, i & 1, rows[i].text, "", &log))
            fail_msg("%s shader: \"%s\"\n%s", stages[s].name, rows[i].text, log);
         free(log);
      }
   }
}

/* Before GLSL 4.20 and ESSL 3.10 the order is precise, invariant, interpolation, auxiliary and storage, precision; with one of
 * each, exactly one of all orders compiles (GLSL 4.10 4.7, ESSL 3.00 4.10). Later, every order does. */
static void test_order(void **state)
{
   (void)state;
   static const struct { const char *version; unsigned words; const char *word[4]; unsigned legal; } order[] = {
      { "400", 4, { "precise", "invariant", "noperspective", "out" }, 1 }, { "410", 4, { "invariant", "flat", "centroid", "out" }, 1 },
      { "300 es", 4, { "invariant", "flat", "out", "highp" }, 1 }, { "300 es", 4, { "smooth", "centroid", "out", "highp" }, 1 },
      { "100", 3, { "invariant", "varying", "highp", "" }, 1 }, { "420", 4, { "invariant", "flat", "centroid", "out" }, 24 },
      { "310 es", 4, { "invariant", "flat", "out", "highp" }, 24 }, { "460", 4, { "precise", "noperspective", "sample", "out" }, 24 },
   };
   for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
      const unsigned n = order[i].words, total = n == 4 ? 256 : 27;
      unsigned legal = 0;
      for (unsigned k = 0; k < total; k++) {
         char source[256], *to = source;
         unsigned seen = 0, rest = k;
         to += sprintf(to, "#version %s\n", order[i].version);
         for (unsigned w = 0; w < n; w++, rest /= n) {
            seen |= 1u << rest % n;
            to += sprintf(to, "%s ", order[i].word[rest % n]);
         }
         if (seen != (1u << n) - 1)
            continue;
         sprintf(to, "vec4 v; void main() {}");
         struct gf_result r;
         const struct gf_options o = { .check_only = true };
         assert_true(gf_compile(PIPE_SHADER_VERTEX, source, strlen(source), &o, &r));
         legal += r.ok;
         free(r.log);
      }
      if (legal != order[i].legal)
         fail_msg("#version %s: %u orders of '%s', ... compile, not %u", order[i].version, legal, order[i].word[0], order[i].legal);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_plain), cmocka_unit_test(test_matrix), cmocka_unit_test(test_order) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

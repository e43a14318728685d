/* test_keywords.c: each word in each version: a keyword, a reserved word or an identifier, as the specifications' lists say; and the
 * words that an extension adds. A word's row of gf_keyword.def is not read here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gl-api/glsl/front/gf_front.h"

/* What a version's lists add to those of the version above it in the table. `frees` lists words that are reserved no longer and have
 * not become keywords. A keyword is taken off the list of reserved words. */
struct version { unsigned number; bool es; const char *keywords, *reserves, *frees; };

#define VECTORS(v) " " v "2 " v "3 " v "4"
#define NONSQUARE(m) " " m "2x2 " m "2x3 " m "2x4 " m "3x2 " m "3x3 " m "3x4 " m "4x2 " m "4x3 " m "4x4"
#define EACH(t) " " t " i" t " u" t
#define EACH_INT(t) " i" t " u" t

static const struct version versions[] = {
   { 110, false, "attribute const uniform varying break continue do for while if else in out inout float int void bool true false "
     "discard return struct sampler1D sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow"
     VECTORS("mat") VECTORS("vec") VECTORS("ivec") VECTORS("bvec"),
     "asm class union enum typedef template this packed goto switch default inline noinline volatile public static extern external "
     "interface long short double half fixed unsigned input output sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast "
     "namespace using" VECTORS("hvec") VECTORS("dvec") VECTORS("fvec"), "" },
   { 120, false, "centroid invariant" NONSQUARE("mat"), "lowp mediump highp precision", "" },
   { 130, false, "flat smooth noperspective switch case default uint lowp mediump highp precision samplerCubeShadow sampler1DArray "
     "sampler2DArray sampler1DArrayShadow sampler2DArrayShadow" VECTORS("uvec") EACH_INT("sampler1D") EACH_INT("sampler2D")
     EACH_INT("sampler3D") EACH_INT("samplerCube") EACH_INT("sampler1DArray") EACH_INT("sampler2DArray"),
     "common partition active superp samplerBuffer filter image1DShadow image2DShadow image1DArrayShadow image2DArrayShadow row_major"
     EACH("image1D") EACH("image2D") EACH("image3D") EACH("imageCube") EACH("image1DArray") EACH("image2DArray")
     EACH("imageBuffer"), "" },
   { 140, false, "layout sampler2DRect sampler2DRectShadow samplerBuffer" EACH_INT("sampler2DRect") EACH_INT("samplerBuffer"), "", "" },
   { 150, false, EACH("sampler2DMS") EACH("sampler2DMSArray"), "", "" },
   { 330, false, "", "", "" },
   { 400, false, "patch sample subroutine precise double samplerCubeArrayShadow" VECTORS("dvec") VECTORS("dmat") NONSQUARE("dmat")
     EACH("samplerCubeArray"), "", "" },
   { 410, false, "", "", "" },
   { 420, false, "coherent volatile restrict readonly writeonly atomic_uint" EACH("image1D") EACH("image2D") EACH("image3D")
     EACH("image2DRect") EACH("imageCube") EACH("imageBuffer") EACH("image1DArray") EACH("image2DArray") EACH("imageCubeArray")
     EACH("image2DMS") EACH("image2DMSArray"), "resource attribute varying", /* the last two: compatibility profile only (4.3) */
     "image1DShadow image2DShadow image1DArrayShadow image2DArrayShadow" },
   { 430, false, "buffer shared", "", "" },
   { 440, false, "", "", "packed row_major" },
   { 450, false, "", "", "" },
   { 460, false, "", "", "" },
   { 100, true, "attribute const uniform varying break continue do for while if else in out inout float int void bool true false lowp "
     "mediump highp precision invariant discard return sampler2D samplerCube struct"
     VECTORS("mat") VECTORS("vec") VECTORS("ivec") VECTORS("bvec"),
     "asm class union enum typedef template this packed goto switch default inline noinline volatile public static extern external "
     "interface flat long short double half fixed unsigned superp input output sampler1D sampler3D sampler1DShadow sampler2DShadow "
     "sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast namespace using"
     VECTORS("hvec") VECTORS("dvec") VECTORS("fvec"), "" },
   { 300, true, "layout centroid flat smooth switch case default uint sampler3D samplerCubeShadow sampler2DShadow sampler2DArray "
     "sampler2DArrayShadow" VECTORS("uvec") NONSQUARE("mat") EACH_INT("sampler2D") EACH_INT("sampler3D") EACH_INT("samplerCube")
     EACH_INT("sampler2DArray"),
     "attribute varying coherent restrict readonly writeonly resource atomic_uint noperspective patch sample subroutine common "
     "partition active filter sampler1DArray sampler1DArrayShadow" EACH_INT("sampler1D") EACH_INT("sampler1DArray")
     EACH("image1D") EACH("image2D") EACH("image3D") EACH("imageCube") EACH("image1DArray") EACH("image2DArray")
     EACH("imageBuffer") EACH("sampler2DMS") EACH("sampler2DMSArray") EACH("samplerBuffer") EACH_INT("sampler2DRect"), "packed" },
   { 310, true, "buffer shared coherent volatile restrict readonly writeonly atomic_uint" EACH("image2D") EACH("image3D")
     EACH("imageCube") EACH("image2DArray") EACH("sampler2DMS"),
     "precise samplerCubeArrayShadow" EACH("samplerCubeArray") EACH("image2DRect") EACH("image2DMS") EACH("image2DMSArray")
     EACH("imageCubeArray") VECTORS("dmat") NONSQUARE("dmat"), "" },
   { 320, true, "patch sample precise samplerCubeArrayShadow" EACH("samplerCubeArray") EACH("imageCubeArray")
     EACH("sampler2DMSArray") EACH("samplerBuffer") EACH("imageBuffer"), "", "" },
};

enum kind { IDENTIFIER, KEYWORD, RESERVED };
static const char *const kind_text[] = { "an identifier", "a keyword", "a reserved word" };

struct word { char text[32]; uint8_t kind; /* in the version at hand */ };
static struct word words[400];
static unsigned word_count;

static struct word *word_of(const char *text, size_t length)
{
   for (unsigned i = 0; i < word_count; i++) {
      if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0)
         return &words[i];
   }
   assert_true(word_count < sizeof(words) / sizeof(words[0]) && length < sizeof(words[0].text));
   memcpy(words[word_count].text, text, length);
   return &words[word_count++];
}

static void set(const char *list, enum kind kind)
{
   for (const char *p = list; *p; p += strcspn(p, " ")) {
      p += strspn(p, " ");
      if (*p)
         word_of(p, strcspn(p, " "))->kind = (uint8_t)kind;
   }
}

/* The word as the name of a variable. */
static enum kind kind_of(unsigned version, bool es, const char *extension, const char *word, char **log)
{
   char source[512];
   snprintf(source, sizeof(source), "#version %u%s\n%s%s%s\nvoid main() { int %s = 1; }\n", version, es && version > 100 ? " es" : "",
            extension ? "#extension " : "", extension ? extension : "", extension ? " : enable" : "", word);
   struct gf_result r;
   /* GL_ARB_texture_rectangle is enabled without a directive where a context has it. */
   const struct gf_options o = { .check_only = true, .without = extension ? NULL : "GL_ARB_texture_rectangle" };
   assert_true(gf_compile(PIPE_SHADER_VERTEX, source, strlen(source), &o, &r));
   free(r.spirv);
   const enum kind kind = r.ok ? IDENTIFIER : strstr(r.log, "reserved word") ? RESERVED : KEYWORD;
   *log = r.log;
   return kind;
}

static bool is(unsigned version, bool es, const char *extension, const char *word, enum kind want)
{
   char *log;
   const enum kind got = kind_of(version, es, extension, word, &log);
   const bool names_it = got == IDENTIFIER || strstr(log, word); /* the message names the word */
   if (got != want || !names_it)
      print_error("%u%s %s: '%s' is %s, not %s\n%s", version, es ? " es" : "", extension ? extension : "", word, kind_text[got],
                  kind_text[want], log);
   free(log);
   return got == want && names_it;
}

static void test_versions(void **state)
{
   (void)state;
   unsigned bad = 0;
   for (unsigned v = 0; v < sizeof(versions) / sizeof(versions[0]); v++) { /* all words are known before the first check */
      set(versions[v].keywords, IDENTIFIER);
      set(versions[v].reserves, IDENTIFIER);
   }
   for (unsigned v = 0; v < sizeof(versions) / sizeof(versions[0]); v++) {
      if (versions[v].number == 110 || versions[v].number == 100) {
         for (unsigned i = 0; i < word_count; i++)
            words[i].kind = IDENTIFIER;
      }
      set(versions[v].reserves, RESERVED);
      set(versions[v].keywords, KEYWORD);
      set(versions[v].frees, IDENTIFIER);
      for (unsigned i = 0; i < word_count; i++)
         bad += !is(versions[v].number, versions[v].es, NULL, words[i].text, words[i].kind);
   }
   assert_true(word_count > 200);
   assert_int_equal(bad, 0);
}

/* Keywords of extensions in the oldest version that the extension is written against. */
static void test_extensions(void **state)
{
   (void)state;
   static const struct { unsigned version; bool es; const char *extension, *words; } rows[] = {
      { 120, false, "GL_ARB_texture_rectangle", "sampler2DRect sampler2DRectShadow" },
      { 120, false, "GL_ARB_uniform_buffer_object", "layout" },
      { 140, false, "GL_ARB_texture_multisample", EACH("sampler2DMS") EACH("sampler2DMSArray") },
      { 130, false, "GL_ARB_texture_cube_map_array", "samplerCubeArrayShadow" EACH("samplerCubeArray") },
      { 150, false, "GL_ARB_gpu_shader5", "sample precise" },
      { 450, false, "GL_EXT_mesh_shader", "perprimitiveEXT taskPayloadSharedEXT" },
      { 310, true, "GL_EXT_mesh_shader", "perprimitiveEXT taskPayloadSharedEXT" },
      { 150, false, "GL_ARB_gpu_shader_fp64", "double" VECTORS("dvec") VECTORS("dmat") NONSQUARE("dmat") },
      { 150, false, "GL_ARB_shader_subroutine", "subroutine" },
      { 150, false, "GL_ARB_tessellation_shader", "patch" },
      { 130, false, "GL_ARB_shader_image_load_store", "coherent volatile restrict readonly writeonly" EACH("image2D")
        EACH("image2DMSArray") EACH("imageCubeArray") EACH("image2DRect") },
      { 140, false, "GL_ARB_shader_atomic_counters", "atomic_uint" },
      { 400, false, "GL_ARB_shader_storage_buffer_object", "buffer coherent volatile restrict readonly writeonly" },
      { 420, false, "GL_ARB_compute_shader", "shared" },
      { 400, false, "GL_ARB_gpu_shader_int64", "int64_t uint64_t" VECTORS("i64vec") VECTORS("u64vec") },
      { 110, false, "GL_EXT_texture_array", "sampler1DArray sampler2DArray sampler1DArrayShadow sampler2DArrayShadow" },
      { 110, false, "GL_EXT_gpu_shader4", "flat noperspective centroid unsigned samplerBuffer samplerCubeShadow"
        EACH_INT("samplerBuffer") EACH_INT("sampler1D") EACH_INT("sampler2DRect") VECTORS("uvec") },
      { 460, false, "GL_EXT_demote_to_helper_invocation", "demote" },
      { 100, true, "GL_OES_texture_3D", "sampler3D" },
      { 100, true, "GL_EXT_shadow_samplers", "sampler2DShadow" },
      { 100, true, "GL_OES_EGL_image_external", "samplerExternalOES" },
      { 100, true, "GL_EXT_separate_shader_objects", "layout" },
      { 300, true, "GL_OES_EGL_image_external_essl3", "samplerExternalOES" },
      { 300, true, "GL_OES_shader_multisample_interpolation", "sample" },
      { 300, true, "GL_NV_shader_noperspective_interpolation", "noperspective" },
      { 310, true, "GL_OES_texture_storage_multisample_2d_array", EACH("sampler2DMSArray") },
      { 310, true, "GL_OES_gpu_shader5", "precise" }, { 310, true, "GL_EXT_gpu_shader5", "precise" },
      { 310, true, "GL_OES_tessellation_shader", "patch" }, { 310, true, "GL_EXT_tessellation_shader", "patch" },
      { 310, true, "GL_OES_texture_buffer", EACH("samplerBuffer") EACH("imageBuffer") },
      { 310, true, "GL_EXT_texture_buffer", EACH("samplerBuffer") EACH("imageBuffer") },
      { 310, true, "GL_OES_texture_cube_map_array", "samplerCubeArrayShadow" EACH("samplerCubeArray") EACH("imageCubeArray") },
      { 310, true, "GL_EXT_texture_cube_map_array", "samplerCubeArrayShadow" EACH("samplerCubeArray") EACH("imageCubeArray") },
   };
   unsigned bad = 0;
   for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
      word_count = 0;
      memset(words, 0, sizeof(words));
      set(rows[r].words, KEYWORD);
      for (unsigned i = 0; i < word_count; i++)
         bad += !is(rows[r].version, rows[r].es, rows[r].extension, words[i].text, KEYWORD);
   }
   assert_int_equal(bad, 0);
}

/* Reserved words that are layout identifiers: legal in layout(), even where they are reserved elsewhere. */
static void test_layout_words(void **state)
{
   (void)state;
   static const char *const sources[] = {
      "#version 140\nlayout(row_major, packed) uniform B { mat4 m; }; void main() {}",
      "#version 430\nlayout(row_major, shared) uniform B { mat4 m; }; void main() {}",
      "#version 460\nlayout(row_major, shared) uniform B { mat4 m; }; int row_major, packed; void main() {}",
      "#version 300 es\nlayout(row_major, packed, shared) uniform B { mat4 m; }; void main() { int row_major, packed, shared; }",
   };
   for (unsigned i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
      struct gf_result r;
      const struct gf_options o = { .check_only = true };
      assert_true(gf_compile(PIPE_SHADER_VERTEX, sources[i], strlen(sources[i]), &o, &r));
      assert_string_equal(r.log, "");
      assert_true(r.ok);
      free(r.log);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_versions), cmocka_unit_test(test_extensions), cmocka_unit_test(test_layout_words),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

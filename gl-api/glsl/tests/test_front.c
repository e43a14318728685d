/* test_front.c: what the front end takes and refuses, in which words, and that nothing makes it fall over: bombs, garbage,
 * several threads. piglit's own compiler tests are compared by glsl_check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/front/glsl_front.h"
#include "spirv/spv_module.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 256,
   .max_varying_vectors = 15, .max_vertex_texture_units = 4, .max_combined_texture_units = 20, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 224, .max_draw_buffers = 1, .max_version = 100,
   .extensions = "GL_OES_standard_derivatives" };

#define V PIPE_SHADER_VERTEX
#define F PIPE_SHADER_FRAGMENT
#define MP "precision mediump float;\n"
#define MAIN "void main(){}"

static const struct row { enum pipe_shader_type stage; const char *source, *error; /* NULL: compiles */ } rows[] = {
   { V, "", NULL },             /* no main: a matter of linking */
   { V, MAIN, NULL },
   { V, "#version 100\n" MAIN, NULL },
   { V, "// comment\n/* another\n */ #version 100\n" MAIN, NULL },
   { V, "#version 300 es\n" MAIN, "0:1(2): error: version 300 es is not supported" },
   { V, "\n\n#version 110\n" MAIN, "0:3(2): error: version 110 is not supported" },
   { V, "#version 450 core\n" MAIN, "version 450 is not supported" },
   { V, "#version\n" MAIN, "#version needs a number" },
   { V, "void main(){\n  gl_Position = undeclared;\n}", "0:2(17): error: 'undeclared' is not declared" },
   { V, "void main() { float x = 1; }", "0:1(" },
   { V, "void main() {", ": error: " },
   { V, "void main() { @ }", ": error: " },
   { V, "void main() { 'a' }", ": error: " },
   { F, "float x;" MAIN, "0:1(7): error: no precision is given for float" },
   { F, MP "float x;" MAIN, NULL },
   { F, MP "void main(){gl_FragData[1]=vec4(0.0);}", ": error: " }, /* gl_MaxDrawBuffers is 1 */
   { F, MP "void main(){gl_FragColor=vec4(gl_MaxDrawBuffers==1?1.0:0.0);}", NULL },
   { V, "float a[gl_MaxVertexAttribs==16?1:-1];float b[gl_MaxVertexUniformVectors==256?1:-1];"
        "float c[gl_MaxVaryingVectors==15?1:-1];"
        "float d[gl_MaxVertexTextureImageUnits==4?1:-1];float e[gl_MaxCombinedTextureImageUnits==20?1:-1];"
        "float f[gl_MaxTextureImageUnits==16?1:-1];float g[gl_MaxFragmentUniformVectors==224?1:-1];" MAIN, NULL },
   /* extensions and macros */
   { F, MP "varying vec2 v;void main(){gl_FragColor=vec4(dFdx(v.x));}", ": error: " },
   { F, "#extension GL_OES_standard_derivatives : enable\n" MP "varying vec2 v;void main(){gl_FragColor=vec4(fwidth(v.x));}",
     NULL },
   { F, "#ifndef GL_OES_standard_derivatives\n#error no\n#endif\n" MAIN, NULL },
   { F, "#ifdef GL_EXT_frag_depth\n#error yes\n#endif\n#ifdef GL_OES_texture_3D\n#error yes\n#endif\n" MAIN, NULL },
   { F, "#extension GL_EXT_frag_depth : require\n" MAIN, "0:1(2): error: extension 'GL_EXT_frag_depth' is not supported" },
   { F, "#extension GL_EXT_frag_depth : enable\n" MAIN, NULL },
   { F, "#extension all : warn\n" MAIN, NULL },
   { V, "#if __VERSION__ != 100 || !defined(__VERSION__) || !defined(GL_ES) || GL_ES != 1 || GL_FRAGMENT_PRECISION_HIGH != 1\n"
        "#error no\n#endif\n" MAIN, NULL },
   { V, "#error told you\n" MAIN, "told you" },
   { V, "#include <stdio.h>\n" MAIN, ": error: " },
   { V, "#define F(x) x\nvoid main(){float y=F(1.0;}", ": error: " },
   { V, "#if 1\n" MAIN, ": error: " },
   /* ESSL 1.00 */
   { V, "const float c=(1.0,2.0);uniform float u[(1,2)];" MAIN, NULL },                                /* 5.10 */
   { V, "const float c=c;" MAIN, ": error: " },
   { F, MP "float f();highp float f(){return 1.0;}" MAIN, "precision" },                            /* 6.1 */
   { F, MP "float f(lowp float x);float f(float x){return x;}" MAIN, "precision" },
   { F, MP "float f(float x);mediump float f(float x){return x;}" MAIN, NULL },
   { V, "void main(){float[2] x;x[0]=1.0;}", NULL },
   { V, "void main(){int i=5%2;}", ": error: " },
   { V, "void main(){int i=5<<2;}", ": error: " },
   { V, "void main(){ivec2 i=ivec2(1)&ivec2(2);}", ": error: " },
   { V, "attribute int a;" MAIN, ": error: " },
   { V, "varying int a;" MAIN, ": error: " },
   { V, "attribute float a[2];" MAIN, ": error: " },
   { F, "attribute vec4 a;" MAIN, ": error: " },
   { F, MP "varying float a;void main(){a=1.0;}", ": error: " },
   { V, "uniform float u=1.0;" MAIN, ": error: " },
   { V, "uniform float u;void main(){u=1.0;}", ": error: " },
   { V, "in vec4 a;" MAIN, ": error: " },
   { V, "layout(location=0) attribute vec4 a;" MAIN, ": error: " },
   { V, "uint x;" MAIN, ": error: " },
   { V, "void main(){switch(1){}}", ": error: " },
   { V, "float gl_x;" MAIN, ": error: " },
   { V, "void main(){gl_FragColor=vec4(0.0);}", ": error: " },
   { V, "int f(){return 1;}int f(int i){return i;}void main(){f();f(2);}", NULL },
   { V, "float g(float x);float f(float x){return g(x);}float g(float x){return f(x);}" MAIN, "calls itself" }, /* 6.1 */
   { F, "void main(){gl_FragData[0]=vec4(1.0);gl_FragColor=vec4(0.0);}", "gl_FragData" },                /* 7.2 */
   { V, "float f(){return 1.0;}int f(){return 1;}" MAIN, ": error: " },
   { V, "void main(){discard;}", ": error: " },
   { V, "struct S{float a;};void main(){S s=S(1.0);if(s==S(2.0))s.a=1.0;}", NULL },
};

static struct glsl_module *compile(enum pipe_shader_type stage, const char *source, size_t length, char **log)
{
   struct glsl_module *module = NULL;
   *log = NULL;
   assert_true(glsl_compile(stage, source, length, true, &limits, &module, log));
   assert_non_null(*log);
   assert_true(module != NULL || strstr(*log, ": error: ") != NULL);
   if (module && !module->link_log) {
      struct spv_module m;
      char why[128];
      assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
      spv_module_finish(&m);
   }
   return module;
}

static void test_rows(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      char *log;
      struct glsl_module *module = compile(rows[i].stage, rows[i].source, strlen(rows[i].source), &log);
      if ((module == NULL) != (rows[i].error != NULL) || (rows[i].error && !strstr(log, rows[i].error)))
         fail_msg("%s\n-> %s: %s", rows[i].source, module ? "compiles" : "does not compile", log);
      glsl_module_unref(module);
      free(log);
   }
}

/* Accesses to a constant array share a variable that has its value from the start, one per function. */
static void test_constant_arrays(void **state)
{
   static const char source[] = "#version 300 es\nprecision highp float;uniform int u;out vec4 o;"
                                "const float k[4]=float[4](1.0,2.0,4.0,8.0);float f(int i){return k[i]+k[3-i];}"
                                "void main(){o=vec4(k[u],k[u+1],k[1],f(u)+float[2](3.0,float(u))[u]);}";
   struct glsl_limits l = limits;
   struct glsl_module *module = NULL;
   struct spv_module m;
   char *log, why[128];
   unsigned filled = 0, others = 0;
   uint32_t at = SPV_FIRST_AT;
   (void)state;
   l.max_version = 300;
   assert_true(glsl_compile(F, source, strlen(source), true, &l, &module, &log));
   if (!module)
      fail_msg("%s", log);
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   for (struct spv_inst in; spv_next(&m, &at, &in);)
      if (in.op == SpvOpVariable && in.w[3] == SpvStorageClassFunction &&
          spv_type_of(&m, spv_type_of(&m, in.w[1]).element).kind == SPV_KIND_ARRAY)
         *(in.count > 4 ? &filled : &others) += 1;
   assert_int_equal(filled, 2);
   assert_int_equal(others, 1); /* not a constant */
   spv_module_finish(&m);
   glsl_module_unref(module);
   free(log);
}

/* Other versions and stages. */
static void test_other_versions(void **state)
{
   static const struct { enum pipe_shader_type stage; bool es; const char *source, *error; } other[] = {
      { V, false, "#version 330\nvoid main(){gl_Position=vec4(0.0);}", NULL },
      { F, false, "#version 330\n#extension GL_ARB_bindless_texture : require\n" MAIN, NULL },
      { F, false, "#version 330\n#extension GL_ARB_bindless_texture : enable\nstruct S{float x;sampler2D t;};"
                  "uniform B{S s;};out vec4 c;void main(){c=texture(s.t,vec2(0.0));}", NULL },
      { F, false, "#version 330\n#extension GL_ARB_bindless_texture : enable\nuniform sampler2D t;uniform uvec2 h;out vec4 c;"
                  "void main(){c=texture(sampler2D(uvec2(t)+h),vec2(0.0));}", NULL },
      { F, false, "#version 330\n#extension GL_ARB_shading_language_420pack : require\nlayout(binding=1) uniform sampler2D t;"
                  "out vec4 c;void main(){c=texture(t,vec2(0.0));}", NULL },
      { V, false, "#version 450\n#extension GL_NV_mesh_shader : require\n" MAIN, "is not supported here" },
      { V, false, "#version 150\nvec4 block(){return vec4(0);}out block{vec4 a;}inst;" MAIN, "declared already" },
      { V, true, "#version 310 es\nvec4 block(){return vec4(0);}uniform block{vec4 a;};" MAIN, "declared already" },
      { V, false, "#version 150\nout block{vec4 a;}inst;void main(){inst.a=vec4(0.0);gl_Position=vec4(0.0);}", NULL },
      { PIPE_SHADER_COMPUTE, true, "#version 300 es\n" MAIN, "the other stages need #version 310 es" },
      { PIPE_SHADER_COMPUTE, false, "#version 430\nlayout(local_size_x=1) in;" MAIN, NULL },
      { PIPE_SHADER_GEOMETRY, true, "#version 300 es\n" MAIN, "the other stages need #version 310 es" },
   };
   struct glsl_limits all = limits;
   all.max_version = 0;
   all.extensions = NULL;
   for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++) {
      struct glsl_module *module;
      char *log;
      assert_true(glsl_compile(other[i].stage, other[i].source, strlen(other[i].source), other[i].es, &all, &module, &log));
      if ((module == NULL) != (other[i].error != NULL) || (other[i].error && !strstr(log, other[i].error)))
         fail_msg("%s\n-> %s: %s", other[i].source, module ? "compiles" : "does not compile", log);
      glsl_module_unref(module);
      free(log);
   }
}

/* ARB_ES2_compatibility, ARB_ES3_compatibility: contexts of OpenGL take versions of OpenGL ES, up to max_es_version. */
static void test_es_versions(void **state)
{
   static const struct { int newest; const char *source; bool compiles; } rows[] = {
      { 0, "#version 100\n" MAIN, false }, { 100, "#version 100\n" MAIN, true },
      { 100, "#version 300 es\n" MAIN, false }, { 300, "#version 300 es\n" MAIN, true },
      { 300, "#version 310 es\n" MAIN, false }, { 300, "#version 100\nattribute vec4 a;void main(){gl_Position=a;}", true },
      { 300, "#version 330\nattribute vec4 a;void main(){gl_Position=a;}", true },
      { 300, "#version 300 es\nattribute vec4 a;void main(){gl_Position=a;}", false }, /* the rules are those of the version */
   };
   struct glsl_limits desktop = limits;
   desktop.max_version = 330;
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      struct glsl_module *module;
      char *log;
      desktop.max_es_version = rows[i].newest;
      assert_true(glsl_compile(V, rows[i].source, strlen(rows[i].source), false, &desktop, &module, &log));
      if ((module != NULL) != rows[i].compiles)
         fail_msg("%s\n-> %s: %s", rows[i].source, module ? "compiles" : "does not compile", log);
      glsl_module_unref(module);
      free(log);
   }
}

/* GLSL 4.60, 3.3: a context of the core profile takes no shaders of the compatibility profile. */
static void test_profiles(void **state)
{
   static const struct { const char *source; bool core_only, compiles; } rows[] = {
      { "#version 330 compatibility\nvoid main(){gl_Position=gl_Vertex;}", true, false },
      { "#version 330 compatibility\nvoid main(){gl_Position=gl_Vertex;}", false, true },
      { "#version 330 core\n" MAIN, true, true }, { "#version 330\n" MAIN, true, true },
   };
   struct glsl_limits desktop = limits;
   desktop.max_version = 330;
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      struct glsl_module *module;
      char *log;
      desktop.core_only = rows[i].core_only;
      assert_true(glsl_compile(V, rows[i].source, strlen(rows[i].source), false, &desktop, &module, &log));
      if ((module != NULL) != rows[i].compiles)
         fail_msg("%s\n-> %s: %s", rows[i].source, module ? "compiles" : "does not compile", log);
      glsl_module_unref(module);
      free(log);
   }
}

/* #extension accepts the names of the context's list: each of a long one, and no part of a name. */
static void test_extension_list(void **state)
{
   char list[1024] = "";
   for (unsigned i = 0; i < 20; i++)
      sprintf(list + strlen(list), "GL_EXT_of_no_shading_language_%u ", i);
   strcat(list, "GL_OES_standard_derivatives_not GL_EXT_frag_depth");
   assert_true(strlen(list) > 512);
   static const struct { const char *source; bool compiles; } rows[] = {
      { "#extension GL_EXT_frag_depth : require\n" MAIN, true },
      { "#extension GL_OES_standard_derivatives : require\n" MAIN, false },
      { "#extension GL_EXT_shader_texture_lod : require\n" MAIN, false },
   };
   struct glsl_limits some = limits;
   some.extensions = list;
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      struct glsl_module *module;
      char *log;
      assert_true(glsl_compile(F, rows[i].source, strlen(rows[i].source), true, &some, &module, &log));
      if ((module != NULL) != rows[i].compiles)
         fail_msg("%s: %s", rows[i].source, log);
      glsl_module_unref(module);
      free(log);
   }
}

/* A shader of OpenGL ES in a context of OpenGL has the extensions of es_extensions, other shaders those of extensions. */
static void test_es_extension_list(void **state)
{
   (void)state;
   static const struct { const char *source; bool compiles; } rows[] = {
      { "#version 310 es\n#extension GL_OES_sample_variables : require\nprecision mediump float; out vec4 o;"
        "void main() { o = vec4(gl_SampleID); }", true },
      { "#version 310 es\n#extension GL_OES_shader_multisample_interpolation : require\n" MAIN, false },
      { "#version 330\n#extension GL_ARB_gpu_shader5 : require\n" MAIN, true },
      { "#version 310 es\n#extension GL_ARB_gpu_shader5 : require\n" MAIN, false },
   };
   struct glsl_limits desktop = limits;
   desktop.max_version = 330;
   desktop.max_es_version = 310;
   desktop.extensions = "GL_ARB_gpu_shader5";
   desktop.es_extensions = "GL_OES_sample_variables";
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      struct glsl_module *module;
      char *log;
      assert_true(glsl_compile(F, rows[i].source, strlen(rows[i].source), false, &desktop, &module, &log));
      if ((module != NULL) != rows[i].compiles)
         fail_msg("%s: %s", rows[i].source, log);
      glsl_module_unref(module);
      free(log);
   }
}

/* What SPIR-V does not keep. */
static void test_symbols(void **state)
{
   static const char source[] = "precision mediump float;struct S{lowp float a;highp vec2 b[2];};uniform S s[2];"
                                "uniform highp mat4 m;invariant varying vec4 v;" MAIN;
   static const struct { const char *name; uint8_t precision; bool invariant; } want[] = {
      { "s.a", GLSL_PRECISION_LOW, false }, { "s.b", GLSL_PRECISION_HIGH, false }, { "m", GLSL_PRECISION_HIGH, false },
      { "v", GLSL_PRECISION_MEDIUM, true },
   };
   char *log;
   struct glsl_module *module = compile(F, source, strlen(source), &log);
   assert_non_null(module);
   for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
      const struct glsl_symbol *found = NULL;
      for (unsigned k = 0; k < module->symbol_count; k++)
         if (!strcmp(module->symbols[k].name, want[i].name))
            found = &module->symbols[k];
      assert_non_null(found);
      assert_int_equal(found->precision, want[i].precision);
      assert_int_equal(found->invariant, want[i].invariant);
   }
   glsl_module_unref(module);
   free(log);
}

/* ---- bombs -------------------------------------------------------------------------------------------------------------- */

static char *text;
static size_t text_length;

static void add(const char *format, ...)
{
   va_list args;
   va_start(args, format);
   text_length += (size_t)vsnprintf(text + text_length, (size_t)(8 << 20) - text_length, format, args);
   va_end(args);
}

static void repeat(const char *piece, unsigned count)
{
   while (count--) {
      memcpy(text + text_length, piece, strlen(piece));
      text_length += strlen(piece);
   }
   text[text_length] = '\0';
}

static void go(const char *what, bool compiles)
{
   char *log;
   struct glsl_module *module = compile(F, text, text_length, &log);
   if ((module != NULL) != compiles)
      fail_msg("%s: %.200s", what, log);
   glsl_module_unref(module);
   free(log);
   text_length = 0;
   add(MP);
}

static void test_bombs(void **state)
{
   text = malloc(8 << 20);
   text_length = 0;
   add(MP);

   add("#define M0 1.0+1.0\n");
   for (int i = 1; i < 40; i++)
      add("#define M%d M%d+M%d\n", i, i - 1, i - 1);
   add("void main(){gl_FragColor=vec4(M39);}");
   go("macros that double", false);

   add("#define F(x) (x)+(x)\n#define G(x) F(F(F(F(F(F(F(F(F(F(x))))))))))\nvoid main(){gl_FragColor=vec4(G(G(G(1.0))));}");
   go("arguments that double", false);

   add("#define F(x) x\nvoid main(){float a=");
   repeat("F(", 100000);
   add("1.0");
   repeat(")", 100000);
   add(";}");
   go("nested macro calls", false);

   static const struct { const char *before, *open, *middle, *close, *after; unsigned count; bool compiles; } nests[] = {
      { "void main(){float a=", "(", "1.0", ")", ";}", 300000, false },
      { "void main(){float a=", "(", "1.0", ")", ";}", 2000, true },
      { "void main(){float a=", "- ", "1.0", "", ";}", 200000, false },
      { "void main(){", "{", "", "}", "}", 200000, false },
      { "void main(){", "{", "", "}", "}", 1500, true },
      { "uniform float u;void main(){float a;", "if(u>1.0)a=1.0;else ", "a=2.0;", "", "}", 20000, false },
      { "uniform float u;void main(){float a;", "if(u>1.0)a=1.0;else ", "a=2.0;", "", "}", 500, true },
      { "uniform float u;void main(){float a;", "while(u>1.0)", "a=2.0;", "", "}", 20000, false },
      { "uniform float u;void main(){float a=u", "+u", "", "", ";gl_FragColor=vec4(a);}", 16000, true },
      { "uniform float u;void main(){float a=u", "+u", "", "", ";gl_FragColor=vec4(a);}", 1000000, false },
      { "uniform float u[2];void main(){float a=", "u[int(", "0", ")]", ";}", 5000, false },
      { "void main(){float a;", "a=", "1.0", "", ";}", 100000, false },
      { "void main(){vec4 a;a", ".xyzw", "", "", "=vec4(0.0);}", 20000, false },
      { "float f(float x){return x;}void main(){float a=", "f(", "1.0", ")", ";}", 100000, false },
   };
   for (unsigned i = 0; i < sizeof nests / sizeof nests[0]; i++) {
      add("%s", nests[i].before);
      repeat(nests[i].open, nests[i].count);
      add("%s", nests[i].middle);
      repeat(nests[i].close, nests[i].count);
      add("%s", nests[i].after);
      go(nests[i].open, nests[i].compiles);
   }

   add("struct S0{float a;};\n");
   for (int i = 1; i < 40; i++)
      add("struct S%d{S%d a;S%d b;};\n", i, i - 1, i - 1);
   add("uniform S39 u;void f(S39 x){}" MAIN);
   go("structures that double", false);

   add("struct S0{float a;};\n");
   for (int i = 1; i < 20000; i++)
      add("struct S%d{S%d a;};\n", i, i - 1);
   add("uniform S19999 u;" MAIN);
   go("deep structures", false);

   repeat("#if 1\n", 1000);
   add(MAIN);
   go("conditionals", false);

   add("float ");
   repeat("a", 100000);
   add(";" MAIN);
   go("a long name", false);

   repeat("float x;", 900000);
   go("a long shader", false);

   add("/*");
   repeat("x", 100000);
   go("an open comment", false);
   free(text);
}

static void test_size_and_nul(void **state)
{
   static const char nul[] = "void main(){}\n\0void f(){}", trailing[] = MAIN "\0\0";
   char *log;
   assert_null(compile(V, nul, sizeof nul - 1, &log));
   assert_non_null(strstr(log, "0:2("));
   free(log);
   struct glsl_module *module = compile(V, trailing, sizeof trailing - 1, &log);
   assert_non_null(module);
   glsl_module_unref(module);
   free(log);
   char *big = calloc(1, (16 << 20) + 1);
   memset(big, ' ', (16 << 20) + 1);
   assert_null(compile(V, big, (16 << 20) + 1, &log));
   free(big);
   free(log);
}

/* ---- garbage ------------------------------------------------------------------------------------------------------------ */

static uint32_t next_random(uint32_t *seed)
{
   *seed = *seed * 1664525u + 1013904223u;
   return *seed >> 8;
}

static void test_garbage(void **state)
{
   static const char *const words[] = { "void", "main", "(", ")", "{", "}", ";", "=", "+", "-", "*", "/", "%", "<", ">", "[", "]",
      ".", ",", "?", ":", "!", "&&", "||", "==", "+=", "++", "--", "float", "int", "bool", "vec4", "ivec2", "bvec3", "mat3",
      "sampler2D", "struct", "uniform", "varying", "attribute", "const", "in", "out", "inout", "if", "else", "for", "while",
      "do", "break", "continue", "return", "discard", "precision", "highp", "lowp", "invariant", "gl_Position", "gl_FragColor",
      "gl_FragData", "x", "y", "f", "S", "1", "0", "2.5", "true", "\n#define x", "\n#define f(x) x x\n", "\n#if", "\n#endif\n",
      "\n#else\n", "\n#undef x\n", "\n#extension all : enable\n", "\n#pragma STDGL invariant(all)\n", "\n#line 5\n", "\n", " ",
      "texture2D", "void main(){", "void f(", "\\\n", "##", "#", "0x7fffffff", "1e99", "$", "\"", "@", "\x80\xff" };
   uint32_t seed = 7;
   char source[2048];
   for (unsigned i = 0; i < 1500; i++) {
      size_t n = (size_t)snprintf(source, sizeof source, "%s", i & 1 ? MP : "");
      for (unsigned k = next_random(&seed) % 60; k; k--)
         n += (size_t)snprintf(source + n, sizeof source - n, "%s ",
                               words[next_random(&seed) % (sizeof words / sizeof words[0])]);
      char *log;
      glsl_module_unref(compile(i & 2 ? V : F, source, n, &log));
      free(log);
   }
   for (unsigned i = 0; i < 300; i++) { /* bytes */
      const size_t n = next_random(&seed) % 200;
      for (size_t k = 0; k < n; k++)
         source[k] = (char)(1 + next_random(&seed) % 255);
      char *log;
      glsl_module_unref(compile(V, source, n, &log));
      free(log);
   }
   /* A good shader with one byte changed, or cut short. */
   static const char good[] = MP "#define N 3\nstruct L{vec4 c;float w[N];};uniform L l[2];varying vec2 v;uniform sampler2D s;\n"
      "vec4 f(in L x){return x.c*x.w[1];}\nvoid main(){vec4 a=vec4(0.0);for(int i=0;i<2;i++)a+=f(l[i])*texture2D(s,v);\n"
      "if(a.x>0.5)discard;gl_FragColor=mat4(1.0)*a;}\n";
   for (unsigned i = 0; i < 1000; i++) {
      memcpy(source, good, sizeof good);
      size_t n = sizeof good - 1;
      if (i & 1)
         n = next_random(&seed) % n;
      else
         source[next_random(&seed) % n] = (char)(32 + next_random(&seed) % 95);
      char *log;
      glsl_module_unref(compile(F, source, n, &log));
      free(log);
   }
}

/* ---- threads ------------------------------------------------------------------------------------------------------------ */

static void *compile_some(void *data)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      struct glsl_module *module;
      char *log;
      if (!glsl_compile(rows[i].stage, rows[i].source, strlen(rows[i].source), true, &limits, &module, &log) ||
          (module == NULL) != (rows[i].error != NULL))
         *(bool *)data = false;
      glsl_module_unref(module);
      free(log);
   }
   return NULL;
}

static void test_threads(void **state)
{
   pthread_t thread[4];
   bool good[4] = { true, true, true, true };
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, compile_some, &good[i]), 0);
   for (unsigned i = 0; i < 4; i++)
      pthread_join(thread[i], NULL);
   for (unsigned i = 0; i < 4; i++)
      assert_true(good[i]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_threads), /* first, so that threads race in the first compile of the process */
      cmocka_unit_test(test_constant_arrays),
      cmocka_unit_test(test_rows), cmocka_unit_test(test_other_versions), cmocka_unit_test(test_es_versions), cmocka_unit_test(test_profiles), cmocka_unit_test(test_es_extension_list),
      cmocka_unit_test(test_extension_list), cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_bombs),
      cmocka_unit_test(test_size_and_nul),
      cmocka_unit_test(test_garbage),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

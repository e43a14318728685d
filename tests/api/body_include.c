/* body_include.c: shaders that include named strings (ARB_shading_language_include): how paths lead to strings, what the preprocessor does
 * with them, names of strings in __FILE__, #line and messages, and errors. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define USE "#version 330\n#extension GL_ARB_shading_language_include : require\n"
static const char vertex[] = "#version 330\nlayout(location = 0) in vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static PFNGLNAMEDSTRINGARBPROC named_string;
static PFNGLDELETENAMEDSTRINGARBPROC delete_named_string;
static PFNGLISNAMEDSTRINGARBPROC is_named_string;
static PFNGLGETNAMEDSTRINGARBPROC get_named_string;
static PFNGLGETNAMEDSTRINGIVARBPROC get_named_string_iv;
static PFNGLCOMPILESHADERINCLUDEARBPROC compile_shader_include;

static void start(void)
{
   api_require("GL_ARB_shading_language_include");
   named_string = (PFNGLNAMEDSTRINGARBPROC)eglGetProcAddress("glNamedStringARB");
   delete_named_string = (PFNGLDELETENAMEDSTRINGARBPROC)eglGetProcAddress("glDeleteNamedStringARB");
   is_named_string = (PFNGLISNAMEDSTRINGARBPROC)eglGetProcAddress("glIsNamedStringARB");
   get_named_string = (PFNGLGETNAMEDSTRINGARBPROC)eglGetProcAddress("glGetNamedStringARB");
   get_named_string_iv = (PFNGLGETNAMEDSTRINGIVARBPROC)eglGetProcAddress("glGetNamedStringivARB");
   compile_shader_include = (PFNGLCOMPILESHADERINCLUDEARBPROC)eglGetProcAddress("glCompileShaderIncludeARB");
}

static void name(const char *path, const char *text)
{
   named_string(GL_SHADER_INCLUDE_ARB, -1, path, -1, text);
   api_expect_error(GL_NO_ERROR, path);
}

static GLuint compile(const char *source, unsigned count, const char *const *paths, bool *ok, char log[1000])
{
   GLint status;
   const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
   glShaderSource(shader, 1, &source, NULL);
   compile_shader_include(shader, (GLsizei)count, paths, NULL);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
   glGetShaderInfoLog(shader, 1000, NULL, log);
   *ok = status;
   return shader;
}

/* ---- paths ---- */

/* The value of the string that a directive finds, from "/dir/main" or from the source itself; -1: none. Search paths are "/first" and
 * "/second/part". */
static const struct { const char *directive; bool nested; int value; } searches[] = {
   {"#include \"/a\"", false, 1},
   {"#include </a>", false, 1},
   {"#include \"/a/b\"", false, 2},      /* a location may have a string and others below it */
   {"#include \"/a/./x/../b\"", false, 2}, /* . and .. walk */
   {"#include \"/../../a\"", false, 1},  /* the root's parent is the root */
   {"#include \"/c d/.e\"", false, 3},
   {"#include \"one\"", false, 10},      /* in both search paths */
   {"#include <one>", false, 10},
   {"#include <two>", false, 21},        /* in the second one */
   {"#include <../a>", false, 1},
   {"#include <three/leaf>", false, 12},
   {"#include <three>", false, -1},      /* is found in the first search path, without a string */
   {"#include </three>", false, -1},
   {"#include \"four\"", false, -1},
   {"#include \"one\"", true, 30},       /* beside the string that includes */
   {"#include <one>", true, 10},
   {"#include \"two\"", true, 21},
   {"#include \"../a\"", true, 1},
   {"  #  include  \"one\" // comment", false, 10},
   {"#include \"/a\" x", false, -1},
   {"#include", false, -1},
   {"#include /a", false, -1},
   {"#include \"/a//b\"", false, -1},
   {"#include \"/a/\"", false, -1},
   {"#include \"\"", false, -1},
   {"#include \"/a>", false, -1},
};

static void name_tree(void)
{
   static const char *const rows[][2] = {{"/a", "1"}, {"/a/b", "2"}, {"/c d/.e", "3"}, {"/first/one", "10"}, {"/first/three/leaf", "12"},
                                         {"/second/part/one", "20"}, {"/second/part/two", "21"}, {"/second/part/three", "22"},
                                         {"/dir/one", "30"}, {"/dir/three2", "31"}, {"/a b", "5"}};
   for (unsigned i = 0; i < COUNT(rows); i++)
      name(rows[i][0], rows[i][1]);
}

static void draw_search(void)
{
   static const char *const paths[] = {"/first", "/second/./part"};
   start();
   name_tree();
   for (unsigned i = 0; i < COUNT(searches); i++) {
      char source[400], nested[200], log[1000];
      bool ok;
      snprintf(nested, sizeof(nested), "%s\n", searches[i].directive);
      name("/dir/main", nested);
      /* An array of a negative size where the value is another one. */
      snprintf(source, sizeof(source), USE "const int v =\n%s\n; float a[v == %d ? 1 : -1]; void main() { }\n",
               searches[i].nested ? "#include \"/dir/main\"" : searches[i].directive, searches[i].value);
      glDeleteShader(compile(source, 2, paths, &ok, log));
      if (ok != (searches[i].value >= 0))
         api_fail("%s%s: %s\n%s", searches[i].directive, searches[i].nested ? " in a string" : "", ok ? "compiles" : "does not compile",
                  log);
   }
   api_checked();
}

/* ---- the preprocessor ---- */

static void draw_macros(void)
{
   char log[1000];
   bool ok;
   start();
   name("/lib/guarded.glsl", "#ifndef GUARD\n#define GUARD\nfloat red() { return RED; }\n#define GREEN(x) ((x) * 0.4)\n#endif\n");
   name("/lib/all.glsl", "#include \"guarded.glsl\"\n#include \"guarded.glsl\"\n#undef RED\n#define RED 0.6");
   name("/lib/skipped.glsl", "#error not reached\n");
   name("/lib/open.glsl", "#if 1\n");
   name("/lib/close.glsl", "#endif\n");
   name("/lib/endless.glsl", "#include \"endless.glsl\"\n");
   name("/lib/length", "");
   named_string(GL_SHADER_INCLUDE_ARB, -1, "/lib/length", 12, "const int k;trailing");
   const GLuint shader = compile(USE
                                 "#define RED 0.2\n#if 0\n#include \"/lib/skipped.glsl\"\n#endif\n#include \"/lib/all.glsl\"\n"
                                 "#if __LINE__ != 8\n#error line\n#endif\n"
                                 "out vec4 color; void main() { color = vec4(red(), GREEN(1.0), RED, 0.8); }", 0, NULL, &ok, log);
   if (!ok)
      api_fail("does not compile: %s", log);
   /* The result has the strings of the time of the compilation. */
   delete_named_string(-1, "/lib/all.glsl");
   name("/lib/guarded.glsl", "no language");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   glAttachShader(program, shader);
   api_link(program);
   api_rectangle(-1, -1, 1, 1);
   static const char *const broken[] = {"#include \"/lib/open.glsl\"\n#endif\n", "#if 1\n#include \"/lib/close.glsl\"\n",
                                        "#include \"/lib/endless.glsl\"\n", "#include \"/lib/length\"\n"};
   for (unsigned i = 0; i < COUNT(broken); i++) {
      char source[300];
      snprintf(source, sizeof(source), USE "%svoid main() { }\n", broken[i]);
      glDeleteShader(compile(source, 0, NULL, &ok, log));
      api_expect(broken[i], ok, 0);
   }
}

static void reference_macros(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){51, 102, 153, 204}, 4);
}

/* Two shaders of one stage, which are compiled once more as one when the program is linked. */
static void draw_together(void)
{
   char log[1000];
   bool ok[2];
   start();
   name("/part", "vec4 part() { return vec4(0.2, 0.4, 0.6, 0.8); }\n");
   const GLuint shaders[] = {compile(USE "vec4 part(); out vec4 color; void main() { color = part(); }", 0, NULL, &ok[0], log),
                             compile(USE "#include \"/part\"\n", 0, NULL, &ok[1], log)};
   if (!ok[0] || !ok[1])
      api_fail("does not compile: %s", log);
   delete_named_string(-1, "/part");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   glAttachShader(program, shaders[0]);
   glAttachShader(program, shaders[1]);
   api_link(program);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- messages ---- */

static const struct { const char *source; bool compiles; } lines[] = {
   {USE "#line 5 \"/some/path\"\nvoid main() { }\n", true},
   {USE "#define P \"/p q\"\n#line 5 P\nvoid main() { }\n", true},
   {USE "#line 5 \"/some//path\"\nvoid main() { }\n", false},
   {USE "#line \"/some/path\"\nvoid main() { }\n", false},
   {USE "#line 5 \"/some/path\" 1\nvoid main() { }\n", false},
   {USE "int i = \"/some/path\"; void main() { }\n", false},
   {"#version 330\n#line 5 \"/some/path\"\nvoid main() { }\n", false},
   {"#version 330\n#include \"/empty\"\nvoid main() { }\n", false},
   {USE "#if __FILE__ != 0\n#error file\n#endif\nvoid main() { }\n", true},
   {"#version 330\n#ifndef GL_ARB_shading_language_include\n#error macro\n#endif\nvoid main() { }\n", true},
};

static void draw_lines(void)
{
   char log[1000];
   bool ok;
   start();
   name("/empty", "");
   for (unsigned i = 0; i < COUNT(lines); i++) {
      glDeleteShader(compile(lines[i].source, 0, NULL, &ok, log));
      if (ok != lines[i].compiles)
         api_fail("%s: %s\n%s", lines[i].source, ok ? "compiles" : "does not compile", log);
   }
   api_checked();
}

/* Messages name the string by the path of its #include, and the line in it. */
static void draw_log(void)
{
   char log[1000];
   bool ok;
   start();
   name("/lib/wrong", "\n\nint wrong = 1.5;\n");
   glDeleteShader(compile(USE "#include \"/lib/../lib/wrong\"\nvoid main() { }\n", 0, NULL, &ok, log));
   api_expect("a string with an error compiles", ok, 0);
   if (!strstr(log, "/lib/../lib/wrong") || !strstr(log, "3"))
      api_fail("the message names no path: %s", log);
   glDeleteShader(compile(USE "#line 70 \"/given/path\"\nint wrong = 1.5;\nvoid main() { }\n", 0, NULL, &ok, log));
   if (ok || !strstr(log, "/given/path") || !strstr(log, "70"))
      api_fail("the message does not name the path of #line: %s", log);
}

/* ---- the commands ---- */

static void draw_names(void)
{
   GLint length = 0, type = 0;
   char text[20] = "";
   start();
   named_string(GL_SHADER_INCLUDE_ARB, 7, "/x/y/zzzz", 5, "12345678");
   api_expect("/x/y/zz", is_named_string(-1, "/x/y/zz"), GL_TRUE);
   api_expect("/x/./y/q/../zz", is_named_string(-1, "/x/./y/q/../zz"), GL_TRUE);
   api_expect("/x/y", is_named_string(-1, "/x/y"), GL_FALSE);
   api_expect("x/y/zz", is_named_string(-1, "x/y/zz"), GL_FALSE);
   api_expect("NULL", is_named_string(-1, NULL), GL_FALSE);
   get_named_string_iv(-1, "/x/y/zz", GL_NAMED_STRING_LENGTH_ARB, &length);
   get_named_string_iv(-1, "/x/y/zz", GL_NAMED_STRING_TYPE_ARB, &type);
   api_expect("NAMED_STRING_LENGTH", length, 6);
   api_expect("NAMED_STRING_TYPE", type, GL_SHADER_INCLUDE_ARB);
   get_named_string(-1, "/x/y/zz", sizeof(text), &length, text);
   api_expect("length of the text", length, 5);
   api_expect("the text", strcmp(text, "12345"), 0);
   get_named_string(-1, "/x/y/zz", 3, &length, text);
   api_expect("length of the text in three bytes", length, 2);
   api_expect("the text in three bytes", strcmp(text, "12"), 0);
   get_named_string(-1, "/x/y/zz", 4, NULL, text);
   api_expect("the text in four bytes", strcmp(text, "123"), 0);
   name("/x/y/q/../zz", "new");
   get_named_string(-1, "/x/y/zz", sizeof(text), &length, text);
   api_expect("the replaced text", strcmp(text, "new"), 0);
   api_use_second(true); /* named strings belong to the share group */
   api_expect("the name in a second context", is_named_string(-1, "/x/y/zz"), GL_TRUE);
   delete_named_string(-1, "/x/y/zz");
   api_use_second(false);
   api_expect("the name after its string was deleted", is_named_string(-1, "/x/y/zz"), GL_FALSE);
   delete_named_string(-1, "/x/y/zz");
   api_expect_error(GL_INVALID_OPERATION, "deleting once more");
}

const struct api_body api_bodies_include[] = {
   {"include-search", CORE, 33, 0, 0, draw_search, NULL},
   {"include-macros", CORE, 33, 0, 0, draw_macros, reference_macros},
   {"include-together", CORE, 33, 0, 0, draw_together, reference_macros},
   {"include-lines", CORE, 33, 0, 0, draw_lines, NULL},
   {"include-log", CORE, 33, 0, 0, draw_log, NULL},
   {"include-names", CORE, 33, 0, 0, draw_names, NULL},
   {0}};

/* glsl_check.c: compiles GLSL files alone and compares with what piglit's header comments expect (expect_result);
 * links the shaders of piglit's .shader_test files and compares with "link error" / "link success". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
   .max_varying_vectors = 16, .max_vertex_texture_units = 16, .max_combined_texture_units = 32, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 1024, .max_draw_buffers = 1, .max_version = 100,
   .extensions = "GL_OES_standard_derivatives" };

static char text[1 << 20];

/* The part of a .shader_test after "[name]", up to the next line that starts with "["; false: it is not there. */
static bool find_section(const char *name, const char **start, size_t *length)
{
   const char *at = strstr(text, name);
   if (!at)
      return false;
   *start = strchr(at, '\n') ? strchr(at, '\n') + 1 : at + strlen(at);
   const char *end = strstr(*start, "\n[");
   *length = end ? (size_t)(end + 1 - *start) : strlen(*start);
   return true;
}

static bool check_link(const char *path, bool verbose)
{
   static const struct { const char *section; enum pipe_shader_type stage; } stages[] = {
      { "[vertex shader]", PIPE_SHADER_VERTEX }, { "[fragment shader]", PIPE_SHADER_FRAGMENT } };
   static const char passthrough[] = "attribute vec4 piglit_vertex;void main(){gl_Position=piglit_vertex;}";
   struct glsl_module *module[2];
   unsigned count = 0;
   char *log = NULL;
   for (unsigned i = 0; i < 2; i++) {
      const char *source = passthrough;
      size_t length = strlen(passthrough);
      if (!find_section(stages[i].section, &source, &length) && !strstr(text, "[vertex shader passthrough]"))
         continue;
      free(log);
      if (!glsl_compile(stages[i].stage, source, length, true, &limits, &module[count], &log))
         exit(2);
      if (!module[count])
         break;
      count++;
   }
   struct glsl_linked *linked = NULL;
   if (count == 2) {
      free(log);
      linked = glsl_link(module, count, NULL, &limits, true, &log);
   }
   const bool want = strstr(text, "\nlink error") == NULL;
   if (want != (linked != NULL) || verbose)
      printf("%s: %s, expected %s\n%s", path, linked ? "links" : "fails", want ? "links" : "fails", log ? log : "");
   const bool good = want == (linked != NULL);
   free(log);
   glsl_linked_unref(linked);
   while (count)
      glsl_module_unref(module[--count]);
   return good;
}

static bool check_compile(const char *path, size_t length, bool verbose)
{
   const char *expect = strstr(text, "expect_result:"), *dot = strrchr(path, '.');
   const bool want = expect ? strncmp(expect + 15, "pass", 4) == 0 : true;
   struct glsl_module *module;
   char *log;
   if (!glsl_compile(dot && dot[1] == 'v' ? PIPE_SHADER_VERTEX : PIPE_SHADER_FRAGMENT, text, length, true, &limits, &module, &log))
      exit(2);
   const bool got = module != NULL;
   if (want != got || verbose)
      printf("%s: %s, expected %s\n%s%s", path, got ? "pass" : "fail", want ? "pass" : "fail", log,
             module && module->link_log ? module->link_log : "");
   glsl_module_unref(module);
   free(log);
   return want == got;
}

int main(int argc, char **argv)
{
   int wrong = 0;
   for (int i = 1; i < argc; i++) {
      FILE *f = fopen(argv[i], "rb");
      if (!f)
         return 2;
      const size_t length = fread(text, 1, sizeof text - 1, f);
      fclose(f);
      text[length] = '\0';
      const bool link = strstr(argv[i], ".shader_test") != NULL;
      wrong += !(link ? check_link(argv[i], argc == 2) : check_compile(argv[i], length, argc == 2));
   }
   printf("%d files, %d wrong\n", argc - 1, wrong);
   return wrong != 0;
}

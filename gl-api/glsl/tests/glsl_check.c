/* glsl_check.c: compiles GLSL files alone and compares with what piglit's header comments expect (expect_result). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/glsl_front.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
   .max_varying_vectors = 16, .max_vertex_texture_units = 16, .max_combined_texture_units = 32, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 1024, .max_draw_buffers = 1, .max_version = 100, .derivatives = true };

int
main(int argc, char **argv)
{
   int wrong = 0;
   for (int i = 1; i < argc; i++) {
      FILE *f = fopen(argv[i], "rb");
      if (!f)
         return 2;
      static char text[1 << 20];
      const size_t length = fread(text, 1, sizeof text - 1, f);
      fclose(f);
      text[length] = '\0';
      const char *expect = strstr(text, "expect_result:");
      const bool want = expect ? strncmp(expect + 15, "pass", 4) == 0 : true;
      const char *dot = strrchr(argv[i], '.');
      struct glsl_module *module;
      char *log;
      if (!glsl_compile(dot && dot[1] == 'v' ? ST_STAGE_VERTEX : ST_STAGE_FRAGMENT, text, length, true, &limits, &module,
                        &log))
         return 2;
      const bool got = module != NULL;
      if (want != got || argc == 2) {
         printf("%s: %s, expected %s\n%s%s", argv[i], got ? "pass" : "fail", want ? "pass" : "fail", log,
                module && module->link_log ? module->link_log : "");
         wrong += want != got;
      }
      glsl_module_unref(module);
      free(log);
   }
   printf("%d files, %d wrong\n", argc - 1, wrong);
   return wrong != 0;
}

/* gf_corpus.c: compiles the files that standard input lists, in one process, and answers with a line each: "pass" or
 * "fail",
 * and the first message. tests/glsl/run_corpus.py is the other side.
 *    gf_corpus own|glslang [DIR]      DIR: modules of our own are written there, N.spv for the Nth file
 * A line of input: "STAGE ES LINK COMPAT WITHOUT PATH", WITHOUT being extensions joined by commas, or "-". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/front/gf_front.h"
#include "glslang_judge.h"

static char text[4 << 20];

static const char *spirv_dir;
static unsigned number;

static void write_module(const struct gf_result *r)
{
   char path[1200];
   snprintf(path, sizeof(path), "%s/%u.spv", spirv_dir, number);
   FILE *f = r->spirv ? fopen(path, "wb") : NULL;
   if (f) {
      fwrite(r->spirv, 4, r->spirv_words, f);
      fclose(f);
   }
}

static bool compile_own(enum pipe_shader_type stage, size_t length, bool es, bool link, bool compat, const char *without,
                        char **log)
{
   struct gf_result r;
   const struct gf_options o = { .es = es, .compat = compat, .without = without, .link_alone = link,
                                 .check_only = !spirv_dir };
   if (!gf_compile(stage, text, length, &o, &r))
      exit(2);
   if (spirv_dir)
      write_module(&r);
   const bool ok = r.ok;
   if (!r.lacks) {
      *log = r.log;
      r.log = NULL;
   } else if (asprintf(log, "0:1(1): error: lacks %s", r.lacks) < 0) {
      exit(2);
   }
   gf_result_finish(&r);
   return ok;
}

int main(int argc, char **argv)
{
   if (argc == 3)
      spirv_dir = argv[2];
   if (argc < 2 || argc > 3 || (strcmp(argv[1], "own") && (!HAVE_GLSLANG || strcmp(argv[1], "glslang")))) {
      fputs("usage: gf_corpus own|glslang [DIR] <LIST     (glslang: built with -Dglslang=true)\n", stderr);
      return 2;
   }
   const bool own = strcmp(argv[1], "own") == 0;
   unsigned stage, es, link, compat;
   char without[1024], path[1024];
   for (; scanf("%u %u %u %u %1023s %1023[^\n]", &stage, &es, &link, &compat, without, path) == 6; number++) {
      FILE *f = fopen(path, "rb");
      const size_t n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
      if (f)
         fclose(f);
      text[n] = 0;
      for (char *p = without; *p; p++)
         *p = *p == ',' ? ' ' : *p;
      char *log = NULL;
#if HAVE_GLSLANG
      const bool ok = own ? compile_own((enum pipe_shader_type)stage, n, es, link, compat, without, &log)
                          : glslang_judge((enum pipe_shader_type)stage, text, es, link, &log);
#else
      const bool ok = compile_own((enum pipe_shader_type)stage, n, es, link, compat, without, &log);
#endif
      const char *message = log ? own ? strstr(log, ": error: ") : log : NULL;
      while (message && message > log && message[-1] != '\n')
         message--;
      printf("%s %.*s\n", ok ? "pass" : "fail", message ? (int)strcspn(message, "\n") : 0, message ? message : "");
      fflush(stdout);
      free(log);
   }
   return 0;
}

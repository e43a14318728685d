/* glsl_survive.c: feeds files (names on standard input, one per line) to the front end and, for vertex and fragment
 * shaders, to the compiler; reports every one that crashes, hangs or aborts. It ignores whether a shader is accepted.
 *    find DIR -name '*.frag' | glsl_survive [--code]
 * Takes .vert .frag .geom .tesc .tese .comp and the sections of .shader_test files. A child process runs the list; when
 * it crashes, a new child continues with the next file. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gl-api/glsl/front/glsl_front.h"
#include "hw-si/compiler/compile.h"
#include "spirv/spv_assign.h"

#define SECONDS_PER_FILE 10
#define MEMORY_B ((rlim_t)6 << 30)

static const struct glsl_limits limits = { .max_vertex_attribs = 32, .max_vertex_uniform_vectors = 4096,
   .max_varying_vectors = 32, .max_vertex_texture_units = 32, .max_combined_texture_units = 192, .max_texture_units = 32,
   .max_fragment_uniform_vectors = 4096, .max_draw_buffers = 8, .max_version = 460 };

static const struct { const char *suffix, *section; enum pipe_shader_type stage; } stages[] = {
   { ".vert", "[vertex shader]", PIPE_SHADER_VERTEX }, { ".frag", "[fragment shader]", PIPE_SHADER_FRAGMENT },
   { ".geom", "[geometry shader]", PIPE_SHADER_GEOMETRY }, { ".tesc", "[tessellation control shader]", PIPE_SHADER_TESS_CTRL },
   { ".tese", "[tessellation evaluation shader]", PIPE_SHADER_TESS_EVAL }, { ".comp", "[compute shader]", PIPE_SHADER_COMPUTE },
};
#define NUM_STAGES (sizeof stages / sizeof stages[0])

static char text[1 << 20];
static bool with_code;

static void generate(enum pipe_shader_type stage, const struct glsl_module *module)
{
   static struct si_compiler *compiler;
   char why[256];
   size_t words;
   uint32_t *placed = spv_assign(module->spirv, module->spirv_words, &words, why, sizeof why);
   if (!compiler)
      compiler = si_compiler_create("gfx803", why, sizeof why);
   if (!placed || !compiler) {
      free(placed);
      return;
   }
   const struct pipe_shader_state state = { .stage = stage, .spirv = placed, .spirv_words = words, .y_is_up = true };
   struct si_shader_key key = { .hw_stage = stage == PIPE_SHADER_FRAGMENT   ? SI_HW_PS
                                             : stage == PIPE_SHADER_GEOMETRY ? SI_HW_GS : SI_HW_VS };
   if (stage == PIPE_SHADER_FRAGMENT) {
      key.ps.col_format = 0x4; /* FP16_ABGR, one buffer */
      key.ps.alpha_func = PIPE_FUNC_ALWAYS;
   } else {
      for (unsigned i = 0; i < 32; i++)
         key.fetch.element_of_location[i] = (uint8_t)i;
   }
   const struct si_compile_options options = { .no_cache = true };
   struct si_shader_binary bin;
   struct si_shader_info info;
   bool scanned = si_shader_scan(&state, &info, why, sizeof why);
   key.ring_locations = info.ring_locations;
   if (scanned && si_compile(compiler, &state, &key, &options, &bin, why, sizeof why))
      si_shader_binary_finish(&bin);
   free(placed);
}

/* `version` is the version of a section without #version, from the file's [require] part. */
static void feed(enum pipe_shader_type stage, const char *source, size_t length, unsigned version, bool es)
{
   static char whole[sizeof text + 64];
   const char *line = memmem(source, length, "#version", 8);
   size_t n = 0;
   if (!line && version) {
      n = (size_t)sprintf(whole, "#version %u%s\n", version, es && version != 100 ? " es" : "");
   } else if (line) {
      const char *end = memchr(line, '\n', length - (size_t)(line - source));
      const size_t rest = end ? (size_t)(end - line) : length - (size_t)(line - source);
      es = memmem(line, rest, " es", 3) || memmem(line, rest, " 100", 4);
   }
   memcpy(whole + n, source, length);
   struct glsl_module *module = NULL;
   char *log = NULL;
   glsl_compile(stage, whole, n + length, es, &limits, &module, &log);
   if (with_code && module && module->spirv && (stage == PIPE_SHADER_VERTEX || stage == PIPE_SHADER_FRAGMENT))
      generate(stage, module);
   glsl_module_unref(module);
   free(log);
}

static void feed_file(const char *path)
{
   FILE *f = fopen(path, "rb");
   if (!f)
      return;
   const size_t length = fread(text, 1, sizeof text - 1, f);
   fclose(f);
   text[length] = '\0';
   const char *dot = strrchr(path, '.');
   for (unsigned i = 0; i < NUM_STAGES; i++)
      if (dot && !strcmp(dot, stages[i].suffix))
         feed(stages[i].stage, text, length, 0, !strstr(text, "#version"));
   if (!dot || strcmp(dot, ".shader_test"))
      return;
   const char *glsl = strstr(text, "GLSL");
   const bool es = glsl && !strncmp(glsl, "GLSL ES", 7);
   const char *digits = glsl ? strpbrk(glsl, "0123456789\n") : NULL;
   const unsigned version = digits && *digits != '\n' ? (unsigned)(strtod(digits, NULL) * 100 + 0.5) : 110;
   for (unsigned i = 0; i < NUM_STAGES; i++) {
      for (const char *at = text; (at = strstr(at, stages[i].section)) != NULL;) {
         const char *start = strchr(at, '\n');
         if (!start)
            break;
         const char *end = strstr(start, "\n[");
         feed(stages[i].stage, start + 1, end && end > start ? (size_t)(end - start) : strlen(start + 1), version, es);
         at = start;
      }
   }
}

int main(int argc, char **argv)
{
   char **path = NULL, line[4096];
   unsigned count = 0, bad = 0;
   with_code = argc > 1 && !strcmp(argv[1], "--code");
   while (fgets(line, sizeof line, stdin)) {
      line[strcspn(line, "\n")] = '\0';
      if (!(count & (count + 1)))
         path = realloc(path, (count + 1) * 2 * sizeof *path);
      if (!path || !(path[count++] = strdup(line)))
         return 2;
   }
   /* Which file the child is at, for the parent to read. */
   unsigned *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   if (at == MAP_FAILED)
      return 2;
   for (*at = 0; *at < count; ++*at) {
      fflush(stdout);
      const pid_t child = fork();
      if (child == 0) {
         setrlimit(RLIMIT_AS, &(struct rlimit){ MEMORY_B, MEMORY_B });
         setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
         for (; *at < count; ++*at) {
            alarm(SECONDS_PER_FILE);
            feed_file(path[*at]);
         }
         _exit(0);
      }
      int status;
      if (child < 0 || waitpid(child, &status, 0) < 0)
         return 2;
      if (*at < count) {
         printf("%s: %s\n", path[*at], WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit");
         bad++;
      }
   }
   printf("%u files, %u not survived\n", count, bad);
   return bad != 0;
}

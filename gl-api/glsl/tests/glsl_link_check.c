/* glsl_link_check.c: compiles and links the programs of piglit's shader_test files offline and compares with what each
 * expects ("link success", "link error"; a file that draws expects to link).
 *    glsl_link_check [-v] [-s DIR] FILE...     FILE "-": names on stdin; -v: a line for each difference
 *                                             -s: the linked modules go to DIR, for spirv-val
 * Programs with sections other than GLSL (assembly, SPIR-V, includes) are passed over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link.h"

static const struct glsl_limits limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
   .max_varying_vectors = 32, .max_vertex_texture_units = 32, .max_combined_texture_units = 192, .max_texture_units = 32,
   .max_fragment_uniform_vectors = 1024, .max_draw_buffers = 8 };

enum { MAX_SHADERS = 32 };
enum verdict { LINKS, LINK_ERROR, COMPILE_ERROR, LACKS, PASSED_OVER, BROKEN, VERDICTS };
static const char *const verdicts[VERDICTS] = { "links", "does not link", "does not compile", "lacks", "passed over", "broken" };

struct program {
   struct { enum pipe_shader_type stage; char *source; } shader[MAX_SHADERS];
   unsigned count;
   char version[32];   /* "130", "300 es" */
   bool es, separable, foreign;
   bool apart;         /* each shader is a program of its own */
   int expect;         /* 1: success, 0: error, -1: nothing said */
};

static char *read_file(const char *name)
{
   FILE *f = fopen(name, "rb");
   if (!f)
      return NULL;
   fseek(f, 0, SEEK_END);
   const long size = ftell(f);
   rewind(f);
   char *text = malloc((size_t)size + 1);
   if (text)
      text[fread(text, 1, (size_t)size, f)] = 0;
   fclose(f);
   return text;
}

static const char passthrough[] = "#if __VERSION__ >= 130\nin vec4 piglit_vertex;\n#else\nattribute vec4 piglit_vertex;\n#endif\n"
                                  "void main() { gl_Position = piglit_vertex; }\n";

static bool stage_of(const char *section, enum pipe_shader_type *stage)
{
   static const char *const names[PIPE_SHADER_TYPES] = { "[vertex shader", "[tessellation control shader",
      "[tessellation evaluation shader", "[geometry shader", "[task shader",
      "[mesh shader", "[fragment shader", "[compute shader" };
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      if (strncmp(section, names[i], strlen(names[i])))
         continue;
      *stage = i;
      return true;
   }
   return false;
}

/* Extensions of the language that the front end does not offer: piglit skips tests that require them. */
static bool offered(const char *extension)
{
   static const char *const closed[] = { "GL_ARB_fragment_shader_interlock",
      "GL_ARB_shading_language_include" /* this program has no named strings */, "GL_NV_shader_atomic_int64",
      "GL_NV_fragment_shader_interlock", "GL_NV_viewport_array2", "GL_NV_compute_shader_derivatives",
      "GL_INTEL_conservative_rasterization", "GL_EXT_shader_framebuffer_fetch" };
   for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++)
      if (!strncmp(extension, closed[i], strlen(closed[i])))
         return false;
   return true;
}

static void requirement(struct program *p, const char *line)
{
   unsigned major, minor;
   if (sscanf(line, "GLSL ES >= %u.%u", &major, &minor) == 2) {
      p->es = true;
      snprintf(p->version, sizeof p->version, major == 1 ? "100" : "%u%02u es", major, minor);
   } else if (sscanf(line, "GLSL >= %u.%u", &major, &minor) == 2) {
      snprintf(p->version, sizeof p->version, "%u%02u", major, minor);
   } else if (!strncmp(line, "GL_", 3)) {
      p->foreign |= !offered(line) || (sscanf(line, "GL_MAX_VERTEX_ATTRIBS >= %u", &major) == 1 && major > 16);
   } else if (strstr(line, "SSO ENABLED") || strstr(line, "SEPARABLE PROGRAM ENABLED")) {
      p->separable = true;
      p->apart |= strstr(line, "SSO ENABLED") != NULL;
   }
}

static void add_shader(struct program *p, enum pipe_shader_type stage, const char *text, size_t length)
{
   char *source = p->count < MAX_SHADERS ? malloc(length + sizeof passthrough + 64) : NULL;
   if (!source)
      return;
   *source = 0;
   if (!memmem(text, length, "#version", 8) && p->version[0])
      sprintf(source, "#version %s\n", p->version);
   const size_t at = strlen(source);
   memcpy(source + at, text, length);
   source[at + length] = 0;
   p->shader[p->count].stage = stage;
   p->shader[p->count++].source = source;
}

/* A section's text: from its line to the next line that begins with '['. */
static const char *section_end(const char *at)
{
   for (const char *line = at; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
      if (*line == '[')
         return line;
   return at + strlen(at);
}

static void parse(struct program *p, const char *text)
{
   const char *at = section_end(text);
   while (*at == '[') {
      const char *line_end = strchrnul(at, '\n'), *body = *line_end ? line_end + 1 : line_end, *end = section_end(body);
      enum pipe_shader_type stage;
      if (!strncmp(at, "[require]", 9)) {
         for (const char *line = body; line < end; line = strchrnul(line, '\n') + 1)
            requirement(p, line);
      } else if (stage_of(at, &stage)) {
         const char *kind = strchr(at, ']') - 7;
         if (!strncmp(kind, " shader]", 8) || !strncmp(kind + 1, "shader]", 7))
            add_shader(p, stage, body, (size_t)(end - body));
         else if (strstr(at, "passthrough]") && strstr(at, "passthrough]") < line_end)
            add_shader(p, stage, passthrough, strlen(passthrough));
         else
            p->foreign = true;
      } else if (!strncmp(at, "[test]", 6)) {
         for (const char *line = body; line < end; line = strchrnul(line, '\n') + 1) {
            p->expect = !strncmp(line, "link success", 12) ? 1 : !strncmp(line, "link error", 10) ? 0 : p->expect;
            if (!*line)
               break;
         }
      } else if (strstr(at, "program]") && strstr(at, "program]") < line_end) {
         p->foreign = true;
      } else if (!strncmp(at, "[shader include", 15)) {
         p->foreign = true;
      }
      at = end;
   }
}

static bool write_modules(const struct glsl_linked *linked, const char *dir, unsigned number)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      char name[512];
      if (!linked->stage[i].spirv)
         continue;
      snprintf(name, sizeof name, "%s/%05u_%u.spv", dir, number, i);
      FILE *f = fopen(name, "wb");
      if (!f || fwrite(linked->stage[i].spirv, 4, linked->stage[i].spirv_words, f) != linked->stage[i].spirv_words)
         return false;
      fclose(f);
   }
   return true;
}

static enum verdict link_program(const struct program *p, char **log, const char *dir, unsigned number)
{
   struct glsl_module *module[MAX_SHADERS];
   unsigned count = 0;
   enum verdict verdict = LINKS;
   *log = NULL;
   for (; count < p->count && verdict == LINKS; count++) {
      free(*log);
      if (!glsl_compile(p->shader[count].stage, p->shader[count].source, strlen(p->shader[count].source), p->es, &limits,
                        &module[count], log))
         return BROKEN;
      if (!module[count])
         verdict = strstr(*log, "not supported: ") ? LACKS : COMPILE_ERROR;
   }
   if (verdict == LINKS) {
      struct glsl_bindings *bind = glsl_bindings_create();
      glsl_bindings_set_separable(bind, p->separable);
      free(*log);
      struct glsl_linked *linked = glsl_link(module, count, bind, &limits, p->es, log);
      verdict = linked ? LINKS : *log && strstr(*log, "not supported: ") ? LACKS : LINK_ERROR;
      if (linked && dir && !write_modules(linked, dir, number))
         verdict = BROKEN;
      glsl_linked_unref(linked);
      glsl_bindings_destroy(bind);
   }
   while (count)
      glsl_module_unref(module[--count]);
   return verdict;
}

static enum verdict link_apart(const struct program *p, char **log, const char *dir, unsigned number)
{
   enum verdict verdict = LINKS;
   for (unsigned i = 0; i < p->count && verdict == LINKS; i++) {
      struct program one = *p;
      one.shader[0] = p->shader[i];
      one.count = 1;
      free(*log);
      verdict = link_program(&one, log, dir, number);
   }
   return verdict;
}

int main(int argc, char **argv)
{
   unsigned table[3][VERDICTS] = { 0 }, number = 0;
   const char *dir = NULL;
   bool verbose = false, from_stdin = false;
   int next = 1;
   for (; next < argc && argv[next][0] == '-' && argv[next][1]; next++) {
      verbose |= !strcmp(argv[next], "-v");
      if (!strcmp(argv[next], "-s") && next + 1 < argc)
         dir = argv[++next];
   }
   char line[1024];
   for (;; number++) {
      from_stdin |= next < argc && !strcmp(argv[next], "-");
      const char *name = from_stdin ? fgets(line, sizeof line, stdin) : next < argc ? argv[next++] : NULL;
      if (!name)
         break;
      if (from_stdin)
         line[strcspn(line, "\n")] = 0;
      char *text = read_file(name), *log = NULL;
      struct program p = { .expect = -1 };
      if (text)
         parse(&p, text);
      const enum verdict verdict = !text ? BROKEN : p.foreign || !p.count ? PASSED_OVER :
                                   p.apart ? link_apart(&p, &log, dir, number) : link_program(&p, &log, dir, number);
      table[p.expect + 1][verdict]++;
      const bool as_expected = p.expect == 0 ? verdict == LINK_ERROR : verdict == LINKS;
      if (verbose && !as_expected && verdict != PASSED_OVER)
         printf("%05u %s: %s, expected %s\n%s", number, name, verdicts[verdict],
                p.expect == 0 ? "link error" : p.expect == 1 ? "link success" : "to draw", log ? log : "");
      free(log);
      free(text);
      for (unsigned i = 0; i < p.count; i++)
         free(p.shader[i].source);
   }
   static const char *const expectations[3] = { "expected to draw", "expected link error", "expected link success" };
   for (unsigned e = 0; e < 3; e++) {
      printf("%s:", expectations[e]);
      for (unsigned v = 0; v < VERDICTS; v++)
         if (table[e][v])
            printf(" %s %u", verdicts[v], table[e][v]);
      putchar('\n');
   }
   return 0;
}

/* glsl_front.c: the front end's door. Refuses what need not be parsed to be refused (size, NUL bytes, versions), runs
 * glslang (glsl_wrap.cpp) on a thread with a stack of known size, and words its log as applications expect it. */
#include "gl-api/glsl/glsl_front.h"

#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/glsl_wrap.h"
#include "util/ut_fork.h"

#define MAX_SOURCE_B ((size_t)16 << 20)

/* Reserved, not used: pages are touched by deep shaders only. */
#define STACK_B ((size_t)64 << 20)
#define STACK_SMALL_B ((size_t)8 << 20)

static char *error_at(int line, const char *text)
{
   char *log = NULL;
   return asprintf(&log, "ERROR: 0:%d: '' : %s\n", line, text) < 0 ? NULL : log;
}

static int line_of(const char *source, size_t position)
{
   int line = 1;
   for (size_t i = 0; i < position; i++)
      line += source[i] == '\n' && line < INT_MAX;
   return line;
}

/* ---- #version ------------------------------------------------------------------------------------------------------ */

static size_t skip_space_and_comments(const char *s, size_t i, size_t n)
{
   while (i < n) {
      if (isspace((unsigned char)s[i])) {
         i++;
      } else if (s[i] == '/' && i + 1 < n && s[i + 1] == '/') {
         while (i < n && s[i] != '\n')
            i++;
      } else if (s[i] == '/' && i + 1 < n && s[i + 1] == '*') {
         i += 2;
         while (i < n && !(s[i] == '*' && i + 1 < n && s[i + 1] == '/'))
            i++;
         i = i < n ? i + 2 : n;
      } else {
         break;
      }
   }
   return i < n ? i : n;
}

static bool skip_word(const char *s, size_t *i, size_t n, const char *word)
{
   const size_t length = strlen(word);
   while (*i < n && (s[*i] == ' ' || s[*i] == '\t'))
      ++*i;
   if (n - *i < length || memcmp(s + *i, word, length) != 0)
      return false;
   *i += length;
   return true;
}

/* The oldest language that has a stage (with an extension). glslang cannot build symbol tables for older ones. */
static bool check_stage(enum st_stage stage, int version, bool es, char **log)
{
   static const struct { int version, es_version; const char *name; } rows[ST_STAGE_COUNT] = {
      [ST_STAGE_GEOMETRY] = { 150, 310, "geometry" },
      [ST_STAGE_TESS_CTRL] = { 150, 310, "tessellation control" },
      [ST_STAGE_TESS_EVAL] = { 150, 310, "tessellation evaluation" },
      [ST_STAGE_COMPUTE] = { 420, 310, "compute" },
   };
   const int oldest = es ? rows[stage].es_version : rows[stage].version;
   if (version >= oldest)
      return true;
   char text[96];
   snprintf(text, sizeof text, "GLSL%s %d.%02d has no %s shaders", es ? " ES" : "", version / 100, version % 100,
            rows[stage].name);
   *log = error_at(1, text);
   return false;
}

/* Reads a leading #version. What is malformed is left to glslang; this is only to refuse versions of another API or ones
 * newer than the context before their symbol tables are built. */
static bool check_version(enum st_stage stage, const char *source, size_t length, bool es,
                          const struct glsl_limits *limits, char **log)
{
   size_t i = skip_space_and_comments(source, 0, length);
   const size_t at = i;
   if (!skip_word(source, &i, length, "#") || !skip_word(source, &i, length, "version"))
      return check_stage(stage, es ? 100 : 110, es, log);
   while (i < length && (source[i] == ' ' || source[i] == '\t'))
      i++;
   int version = 0;
   while (i < length && isdigit((unsigned char)source[i]) && version < 10000)
      version = version * 10 + (source[i++] - '0');
   const bool is_es = version == 100 || skip_word(source, &i, length, "es");
   if (version == 0 || (is_es == es && (!limits->max_version || version <= limits->max_version)))
      return check_stage(stage, version, es, log);
   char text[96];
   snprintf(text, sizeof text, "GLSL%s %d.%02d is not supported by this context", is_es ? " ES" : "", version / 100,
            version % 100);
   *log = error_at(line_of(source, at), text);
   return false;
}

/* ---- log ------------------------------------------------------------------------------------------------------------ */

/* Keeps glslang's messages ("ERROR: 0:12: 'x' : undeclared identifier"), drops its summary lines and blank ones. */
static void clean_log(char *log)
{
   char *out = log;
   for (const char *line = log; *line;) {
      const char *end = strchr(line, '\n');
      const size_t length = end ? (size_t)(end - line) : strlen(line);
      const bool summary = length > 7 && !memcmp(line, "ERROR: ", 7) && isdigit((unsigned char)line[7]) &&
                           memmem(line, length, "compilation errors.", 19);
      size_t keep = length;
      while (keep && line[keep - 1] == ' ')
         keep--;
      if (keep && !summary) {
         memmove(out, line, keep);
         out += keep;
         *out++ = '\n';
      }
      line += length + (end != NULL);
   }
   *out = '\0';
}

/* ---- compiling ------------------------------------------------------------------------------------------------------ */

struct run {
   struct glsl_wrap_job job;
   struct glsl_wrap_result result;
};

static void *run_thread(void *data)
{
   struct run *run = data;
   ut_fork_hold(); /* glslang's locks and statics are the process's, too */
   glsl_wrap_compile(&run->job, &run->result);
   ut_fork_release();
   return NULL;
}

/* False: no thread to be had. The thread takes no signals: handlers belong to the application's own. */
static bool run_with_stack(struct run *run, size_t stack_B)
{
   pthread_attr_t attr;
   pthread_t thread;
   sigset_t all, before;
   if (pthread_attr_init(&attr))
      return false;
   run->job.stack_B = stack_B;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &before);
   const bool started = !pthread_attr_setstacksize(&attr, stack_B) && !pthread_create(&thread, &attr, run_thread, run);
   pthread_sigmask(SIG_SETMASK, &before, NULL);
   pthread_attr_destroy(&attr);
   if (started)
      pthread_join(thread, NULL);
   return started;
}

static void free_symbols(struct glsl_symbol *symbols, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      free(symbols[i].name);
   free(symbols);
}

bool glsl_compile(enum st_stage stage, const char *source, size_t length, bool es, const struct glsl_limits *limits,
                  struct glsl_module **module, char **log)
{
   *module = NULL;
   *log = NULL;
   /* Programs pass lengths that count the terminator. */
   while (length && source[length - 1] == '\0')
      length--;
   if (length > MAX_SOURCE_B) {
      *log = error_at(1, "the source is longer than 16 MiB");
      return *log != NULL;
   }
   const char *nul = memchr(source, '\0', length);
   if (nul) {
      *log = error_at(line_of(source, (size_t)(nul - source)), "NUL character in the source");
      return *log != NULL;
   }
   if (!check_version(stage, source, length, es, limits, log))
      return *log != NULL;

   struct run run = { .job = { .stage = stage, .source = source, .length = length, .es = es,
                               .default_version = es ? 100 : 110, .limits = limits } };
   if (!run_with_stack(&run, STACK_B) && !run_with_stack(&run, STACK_SMALL_B))
      return false;

   struct glsl_wrap_result *r = &run.result;
   struct glsl_module *m = NULL;
   bool fits = r->status != GLSL_WRAP_NO_MEMORY;
   if (fits) {
      if (r->log)
         clean_log(r->log);
      if (r->link_log)
         clean_log(r->link_log);
      *log = r->log ? r->log : strdup("");
      r->log = NULL;
      fits = *log != NULL;
   }
   if (fits && r->status == GLSL_WRAP_OK) {
      m = calloc(1, sizeof *m);
      fits = m != NULL;
   }
   if (m) {
      *m = (struct glsl_module){ .refs = 1, .stage = stage, .version = r->version, .es = es, .spirv = r->spirv,
                                 .spirv_words = r->spirv_words, .symbols = r->symbols, .symbol_count = r->symbol_count,
                                 .invariant_all = r->invariant_all,
                                 .link_log = r->link_log };
      *module = m;
      return true;
   }
   free(r->log);
   free(r->link_log);
   free(r->spirv);
   free_symbols(r->symbols, r->symbol_count);
   if (!fits) {
      free(*log);
      *log = NULL;
   }
   return fits;
}

struct glsl_module *glsl_module_ref(struct glsl_module *m)
{
   if (m)
      __atomic_add_fetch(&m->refs, 1, __ATOMIC_RELAXED);
   return m;
}

void glsl_module_unref(struct glsl_module *m)
{
   if (!m || __atomic_sub_fetch(&m->refs, 1, __ATOMIC_ACQ_REL))
      return;
   free(m->spirv);
   free(m->link_log);
   free_symbols(m->symbols, m->symbol_count);
   free(m);
}

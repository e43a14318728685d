/* link.c: links the shaders of a program: reads their modules (link_stage.c), applies the rules of link_*.c in order, and writes
 * the modules in the form of state/pipe_types.h. docs/glsl.md, "Linking", lists the files of the rules. */
#include "gl-api/glsl/link.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

/* ---- log ------------------------------------------------------------------------------------------------------------ */

static void append_log(struct link *l, const char *kind, const char *format, va_list args)
{
   char *text;
   if (vasprintf(&text, format, args) < 0) {
      l->no_memory = true;
      return;
   }
   const size_t need = l->log_length + strlen(kind) + strlen(text) + 2;
   if (need > l->log_size) {
      const size_t size = need * 2;
      char *grown = realloc(l->log, size);
      if (!grown) {
         l->no_memory = true;
         free(text);
         return;
      }
      l->log = grown;
      l->log_size = size;
   }
   l->log_length += (size_t)sprintf(l->log + l->log_length, "%s%s\n", kind, text);
   free(text);
}

void link_error(struct link *l, const char *format, ...)
{
   va_list args;
   l->failed = true;
   va_start(args, format);
   append_log(l, "error: ", format, args);
   va_end(args);
}

void link_warning(struct link *l, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   append_log(l, "warning: ", format, args);
   va_end(args);
}

/* ---- linking -------------------------------------------------------------------------------------------------------- */

static void write_stage(struct link *l, enum pipe_shader_type stage)
{
   struct pipe_shader_state *out = &l->out->stage[stage];
   out->stage = stage;
   out->y_is_up = !link_mode(&l->stage[stage], SpvExecutionModeOriginUpperLeft, NULL, 0);
   out->spirv = spv_edit_finish(l->stage[stage].edit, &out->spirv_words);
   if (!out->spirv)
      l->no_memory = true;
}

/* Each pair of consecutive stages, from the vertex shader on. */
static void link_pairs(struct link *l)
{
   for (unsigned i = 0; i < PIPE_SHADER_FRAGMENT; i++) {
      struct link_stage *next = link_next(l, i);
      if (l->stage[i].present && next)
         link_interface(l, &l->stage[i], next);
   }
   if (l->failed || l->no_memory)
      return;
   link_feedback_names(l);
   link_legacy_varyings(l);
   for (unsigned i = 0; i < PIPE_SHADER_FRAGMENT && !l->failed; i++)
      if (l->stage[i].present)
         link_varying_locations(l, &l->stage[i], link_next(l, i));
   if (!l->failed && !l->no_memory)
      link_external_locations(l);
   if (!l->failed && !l->no_memory)
      link_feedback(l);
}

static bool alive(const struct link *l) { return !l->failed && !l->no_memory; }

static void link_stages(struct link *l)
{
   link_modes(l);
   link_array_sizes(l);
   link_member_locations(l);
   if (alive(l))
      link_aliasing(l);
   if (alive(l))
      link_external_declarations(l);
   if (!alive(l))
      return;
   link_pairs(l);
   link_attributes(l);
   link_legacy_attributes(l);
   link_fragment_outputs(l);
   link_uniforms(l);
   if (!l->no_memory)
      link_blocks(l);
   if (!l->no_memory)
      link_counters(l);
   if (alive(l))
      link_subroutines(l);
   if (alive(l))
      link_initial_values(l);
   if (alive(l))
      link_uniform_limits(l);
   if (alive(l))
      link_external_resources(l);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES && alive(l); i++)
      if (l->stage[i].present)
         write_stage(l, i);
   if (l->is_spirv)
      link_remove_names(l->out);
}

/* Reports each line of a compiler log as a link error. */
static void report_log(struct link *l, enum pipe_shader_type stage, const char *log)
{
   for (const char *line = log; *line;) {
      const char *end = strchrnul(line, '\n');
      link_error(l, "%s shader, %.*s", link_stage_name(stage), (int)(end - line), line);
      line = *end ? end + 1 : end;
   }
   l->failed = true;
}

/* Compiles the sources of several shaders of one stage as one. */
static void read_together(struct link *l, enum pipe_shader_type stage, const struct glsl_module **parts, unsigned count)
{
   char *log;
   if (!glsl_compile_together(parts, count, l->limits, &l->joined[stage], &log))
      l->no_memory = true;
   else if (l->joined[stage])
      link_read_stage(l, l->joined[stage]);
   else
      report_log(l, stage, log);
   free(log);
}

static void read_modules(struct link *l, struct glsl_module *const *modules, unsigned count, bool es_context)
{
   const struct glsl_module **parts = malloc((count + 1) * sizeof(struct glsl_module *));
   if (!parts) {
      l->no_memory = true;
      return;
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES && !l->no_memory; stage++) {
      unsigned n = 0;
      for (unsigned i = 0; i < count; i++) {
         if (modules[i]->stage != stage)
            continue;
         l->version = modules[i]->version > l->version ? modules[i]->version : l->version;
         parts[n++] = modules[i];
      }
      if (n > 1 && (l->es || l->is_spirv))
         link_error(l, "two %s shaders are attached: OpenGL ES and SPIR-V take one of each stage",
                    link_stage_name(stage));
      else if (n > 1 && es_context) /* their sources would be compiled as one by the rules of OpenGL ES */
         link_error(l, "several %s shaders of OpenGL are attached: link the program in a context of OpenGL", link_stage_name(stage));
      else if (n > 1)
         read_together(l, stage, parts, n);
      else if (n && parts[0]->link_log)
         report_log(l, stage, parts[0]->link_log);
      else if (n)
         link_read_stage(l, parts[0]);
   }
   free(parts);
}

/* OpenGL 4.6, 7.3: all shaders are of the same kind. */
static void check_kinds(struct link *l, struct glsl_module *const *modules, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      l->is_spirv |= modules[i]->is_spirv;
      if (modules[i]->is_spirv != modules[0]->is_spirv) {
         link_error(l, "some of the shaders are in SPIR-V, and some are in GLSL");
         return;
      }
   }
}

/* GLSL 4.10, 3.3: shaders of OpenGL ES are linked with shaders of the same version only. */
static void check_versions(struct link *l, struct glsl_module *const *modules, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (modules[i]->es != modules[0]->es || (l->es && modules[i]->version != modules[0]->version)) {
         link_error(l, "the shaders are of different versions of the language");
         return;
      }
}

struct glsl_linked *glsl_link(struct glsl_module *const *modules, unsigned count, const struct glsl_bindings *bind,
                              const struct glsl_limits *limits, bool es, char **log)
{
   /* The rules are those of the shaders' language: contexts of a share group may be of another API. */
   struct link l = { .limits = limits, .bind = bind, .es = count ? modules[0]->es : es, .separable = link_bound_separable(bind) };
   l.out = calloc(1, sizeof *l.out);
   if (!l.out) {
      *log = NULL;
      return NULL;
   }
   l.out->refs = 1;
   l.out->separable = l.separable;
   check_kinds(&l, modules, count);
   if (alive(&l))
      read_modules(&l, modules, count, es);
   if (alive(&l)) {
      link_program_stages(&l);
      check_versions(&l, modules, count);
   }
   if (alive(&l))
      link_stages(&l);

   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      link_drop_stage(&l.stage[i]);
      glsl_module_unref(l.joined[i]);
   }
   free(l.capture);
   *log = l.no_memory ? NULL : l.log ? l.log : strdup("");
   if (l.no_memory)
      free(l.log);
   if (!alive(&l) || !*log) {
      glsl_linked_unref(l.out);
      return NULL;
   }
   return l.out;
}

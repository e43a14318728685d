/* link_test.h: what the linker's tests share: a program from the sources of its stages, and rows of programs with the error
 * that each must give. Include after cmocka. */
#ifndef LINK_TEST_H
#define LINK_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/tables/ga_gl.h"
#include "gl-api/glsl/link.h"
#include "spirv/spv_module.h"

static const struct glsl_limits desktop_limits = { .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 4096,
   .max_varying_vectors = 32, .max_vertex_texture_units = 16, .max_combined_texture_units = 96, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 4096, .max_draw_buffers = 8, .max_counters = 4096 };

struct sources { const char *stage[PIPE_SHADER_TYPES]; };
#define VS(text) .stage[PIPE_SHADER_VERTEX] = text
#define TCS(text) .stage[PIPE_SHADER_TESS_CTRL] = text
#define TES(text) .stage[PIPE_SHADER_TESS_EVAL] = text
#define GS(text) .stage[PIPE_SHADER_GEOMETRY] = text
#define TASK(text) .stage[PIPE_SHADER_TASK] = text
#define MESH(text) .stage[PIPE_SHADER_MESH] = text
#define FS(text) .stage[PIPE_SHADER_FRAGMENT] = text
#define CS(text) .stage[PIPE_SHADER_COMPUTE] = text

/* A shader that compiles. */
static inline struct glsl_module *compile_with(const struct glsl_limits *limits, bool es, enum pipe_shader_type stage, const char *source)
{
   struct glsl_module *module;
   char *log;
   assert_true(glsl_compile(stage, source, strlen(source), es, limits, &module, &log));
   if (!module)
      fail_msg("%s\n%s", source, log);
   free(log);
   return module;
}

/* Of a version that is put in front; the first line of the text is number 1. */
static inline struct glsl_module *compile_version(const char *version, enum pipe_shader_type stage, const char *text)
{
   const bool es = strstr(version, " es") != NULL;
   char *source;
   /* Before GLSL 3.30 "#line 0" makes the next line the first. */
   assert_true(asprintf(&source, "#version %s\n#line %d\n%s", version, es || atoi(version) >= 330, text) > 0);
   struct glsl_module *module = compile_with(&desktop_limits, es, stage, source);
   free(source);
   return module;
}

/* version: put in front of each source: "450", "310 es". */
static inline struct glsl_linked *link_sources(const char *version, const struct sources *s, const struct glsl_bindings *bind,
                                               char **log)
{
   struct glsl_module *module[PIPE_SHADER_TYPES];
   unsigned count = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      if (s->stage[i])
         module[count++] = compile_version(version, i, s->stage[i]);
   struct glsl_linked *linked = glsl_link(module, count, bind, &desktop_limits, strstr(version, " es") != NULL, log);
   while (count)
      glsl_module_unref(module[--count]);
   assert_non_null(*log);
   return linked;
}

/* error NULL: links. */
struct link_row { const char *rule, *version; struct sources s; const char *error; };

static inline void check_modules(const struct glsl_linked *linked)
{
   for (unsigned stage = 0; linked && stage < PIPE_SHADER_TYPES; stage++) {
      struct spv_module m;
      char why[128];
      if (!linked->stage[stage].spirv)
         continue;
      assert_true(spv_module_init(&m, linked->stage[stage].spirv, linked->stage[stage].spirv_words, why, sizeof why));
      spv_module_finish(&m);
   }
}

static inline void check_row(const struct link_row *row, const struct glsl_bindings *bind)
{
   char *log;
   struct glsl_linked *linked = link_sources(row->version, &row->s, bind, &log);
   if ((linked == NULL) != (row->error != NULL) || (row->error && !strstr(log, row->error)))
      fail_msg("%s: %s\n%s", row->rule, linked ? "links" : "does not link", log);
   check_modules(linked);
   glsl_linked_unref(linked);
   free(log);
}

static inline struct glsl_linked *must_link(const char *version, const struct sources *s, const struct glsl_bindings *bind)
{
   char *log;
   struct glsl_linked *linked = link_sources(version, s, bind, &log);
   if (!linked)
      fail_msg("%s", log);
   free(log);
   check_modules(linked);
   return linked;
}

static inline const struct glsl_resource *find_resource(const struct glsl_resource *r, uint32_t count, const char *name)
{
   for (uint32_t i = 0; i < count; i++)
      if (!strcmp(r[i].name, name))
         return &r[i];
   fail_msg("no resource '%s'", name);
   return NULL;
}

/* A decoration of the module-scope variable of this name in a linked stage; ~0u: not there. Blocks: by their type's name. */
static inline uint32_t decoration_of(const struct glsl_linked *l, enum pipe_shader_type stage, const char *name, uint32_t decoration)
{
   struct spv_module m;
   char why[128];
   uint32_t value = ~0u;
   assert_true(spv_module_init(&m, l->stage[stage].spirv, l->stage[stage].spirv_words, why, sizeof why));
   for (uint32_t i = 0; i < m.variable_count; i++) {
      struct spv_type t = spv_pointee(&m, m.variable[i]);
      while (t.kind == SPV_KIND_ARRAY)
         t = spv_type_of(&m, t.element);
      if (!strcmp(spv_name(&m, m.variable[i]), name) || (t.kind == SPV_KIND_STRUCT && !strcmp(spv_name(&m, t.id), name)))
         value = spv_decoration_value(&m, m.variable[i], decoration, ~0u);
   }
   spv_module_finish(&m);
   return value;
}

#endif

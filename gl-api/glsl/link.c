/* link.c: links the shaders of a program: reads their modules, applies the rules of link_*.c in order, and writes the
 * modules out again as state/st_types.h wants them. Knows vertex + fragment; further stages slot into the same pairs. */
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

/* ---- reading a stage ------------------------------------------------------------------------------------------------ */

struct link_var *link_find_var(const struct link_stage *s, uint32_t storage, const char *name)
{
   for (unsigned i = 0; i < s->var_count; i++)
      if (s->var[i].storage == storage && !strcmp(s->var[i].name, name))
         return &s->var[i];
   return NULL;
}

const struct glsl_symbol *link_find_symbol(const struct link_stage *s, const char *name)
{
   for (unsigned i = 0; i < s->module->symbol_count; i++)
      if (!strcmp(s->module->symbols[i].name, name))
         return &s->module->symbols[i];
   return NULL;
}

const struct glsl_symbol *link_find_resource_symbol(const struct link_stage *s, const char *name)
{
   for (unsigned i = 0; i < s->module->symbol_count; i++) {
      const char *a = s->module->symbols[i].name, *b = name;
      for (; *b; a++, b++) {
         while (*b == '[')
            b = strchr(b, ']') + 1;
         if (*a != *b || !*b)
            break;
      }
      if (!*a && !*b)
         return &s->module->symbols[i];
   }
   return NULL;
}

const char *link_place(const struct link_stage *s, const char *name, char *text, size_t size)
{
   const struct glsl_symbol *symbol = link_find_symbol(s, name);
   if (symbol && symbol->line)
      snprintf(text, size, "in the %s shader (%u:%u)", link_stage_name(s->module->stage), symbol->source, symbol->line);
   else
      snprintf(text, size, "in the %s shader", link_stage_name(s->module->stage));
   return text;
}

static int by_id(const void *pa, const void *pb)
{
   const struct link_var *a = pa, *b = pb;
   return a->id < b->id ? -1 : a->id > b->id;
}

static void mark_used(struct link_stage *s, uint32_t id)
{
   const struct link_var key = { .id = id };
   struct link_var *v = bsearch(&key, s->var, s->var_count, sizeof key, by_id);
   if (v)
      v->used = true;
}

/* Which operands of an instruction may be a pointer to a module-scope variable. Functions that are never called are
 * not in the module, so a use is a static use. */
static void mark_uses(struct link_stage *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpStore:
      mark_used(s, spv_w(in, 1));
      break;
   case SpvOpCopyMemory:
      mark_used(s, spv_w(in, 1));
      mark_used(s, spv_w(in, 2));
      break;
   case SpvOpLoad:
   case SpvOpAccessChain:
   case SpvOpInBoundsAccessChain:
   case SpvOpCopyObject:
   case SpvOpArrayLength:
   case SpvOpImageTexelPointer:
      mark_used(s, spv_w(in, 3));
      break;
   case SpvOpFunctionCall:
      for (unsigned k = 4; k < in->count; k++)
         mark_used(s, spv_w(in, k));
      break;
   case SpvOpExtInst:
      for (unsigned k = 5; k < in->count; k++)
         mark_used(s, spv_w(in, k));
      break;
   default:
      break;
   }
}

static void read_stage(struct link *l, struct link_stage *s, const struct glsl_module *module)
{
   char why[128];
   if (!spv_module_init(&s->m, module->spirv, module->spirv_words, why, sizeof why)) {
      link_error(l, "%s shader: %s", link_stage_name(module->stage), why);
      return;
   }
   s->present = true;
   s->module = module;
   s->edit = spv_edit_create(&s->m);
   s->var = calloc(s->m.variable_count + 1, sizeof *s->var);
   if (!s->edit || !s->var) {
      l->no_memory = true;
      return;
   }
   for (uint32_t i = 0; i < s->m.variable_count; i++) {
      const struct spv_inst in = spv_def(&s->m, s->m.variable[i]);
      struct link_var *v = &s->var[s->var_count++];
      *v = (struct link_var){ .id = s->m.variable[i], .name = spv_name(&s->m, s->m.variable[i]),
                              .type = spv_pointee(&s->m, s->m.variable[i]).id, .storage = spv_w(&in, 3),
                              .first_resource = ~0u };
      v->builtin = spv_decoration_value(&s->m, v->id, SpvDecorationBuiltIn, ~0u);
      const struct glsl_symbol *symbol = link_find_symbol(s, v->name);
      v->invariant = symbol ? symbol->invariant : spv_has_decoration(&s->m, v->id, SpvDecorationInvariant);
   }
   qsort(s->var, s->var_count, sizeof *s->var, by_id);
   uint32_t at = s->m.types_at;
   for (struct spv_inst in; spv_next(&s->m, &at, &in);)
      mark_uses(s, &in);
}

/* What keeps a shader from being linked, whatever it meets: "0:7(1): error: there is no main()". */
static void report_stage(struct link *l, const struct glsl_module *module)
{
   for (const char *line = module->link_log; *line;) {
      const char *end = strchrnul(line, '\n');
      link_error(l, "%s shader, %.*s", link_stage_name(module->stage), (int)(end - line), line);
      line = *end ? end + 1 : end;
   }
   l->failed = true;
}

/* ---- the whole ------------------------------------------------------------------------------------------------------ */

static void write_stage(struct link *l, enum st_stage stage)
{
   struct st_shader_state *out = &l->out->stage[stage];
   out->stage = stage;
   out->y_is_up = true;
   out->spirv = spv_edit_finish(l->stage[stage].edit, &out->spirv_words);
   if (!out->spirv)
      l->no_memory = true;
}

static void link_stages(struct link *l)
{
   struct link_stage *vs = &l->stage[ST_STAGE_VERTEX], *fs = &l->stage[ST_STAGE_FRAGMENT];
   link_interface(l, vs, fs);
   if (!l->failed)
      link_varying_locations(l, vs, fs);
   link_attributes(l);
   link_fragment_outputs(l);
   link_uniforms(l);
   if (!l->failed && !l->no_memory)
      link_uniform_limits(l);
   for (unsigned i = 0; i < ST_STAGE_COUNT && !l->failed && !l->no_memory; i++)
      if (l->stage[i].present)
         write_stage(l, i);
}

struct glsl_linked *glsl_link(struct glsl_module *const *modules, unsigned count, const struct glsl_bindings *bind,
                              const struct glsl_limits *limits, bool es, char **log)
{
   struct link l = { .limits = limits, .bind = bind, .es = es };
   l.out = calloc(1, sizeof *l.out);
   if (!l.out) {
      *log = NULL;
      return NULL;
   }
   l.out->refs = 1;
   for (unsigned i = 0; i < count; i++) {
      const struct glsl_module *module = modules[i];
      if (l.stage[module->stage].present)
         link_error(&l, "two %s shaders", link_stage_name(module->stage));
      else if (module->link_log)
         report_stage(&l, module);
      else
         read_stage(&l, &l.stage[module->stage], module);
   }
   if (!l.failed && !l.no_memory) {
      if (!l.stage[ST_STAGE_VERTEX].present)
         link_error(&l, "no vertex shader is attached");
      if (!l.stage[ST_STAGE_FRAGMENT].present)
         link_error(&l, "no fragment shader is attached");
      for (unsigned i = 0; i < count; i++)
         if (modules[i]->version != modules[0]->version && es)
            link_error(&l, "the shaders are of different versions of the language");
   }
   if (!l.failed && !l.no_memory)
      link_stages(&l);

   for (unsigned i = 0; i < ST_STAGE_COUNT; i++) {
      spv_edit_destroy(l.stage[i].edit);
      free(l.stage[i].var);
      if (l.stage[i].present)
         spv_module_finish(&l.stage[i].m);
   }
   *log = l.no_memory ? NULL : l.log ? l.log : strdup("");
   if (l.no_memory)
      free(l.log);
   if (l.failed || l.no_memory || !*log) {
      glsl_linked_unref(l.out);
      return NULL;
   }
   return l.out;
}

struct glsl_linked *glsl_linked_ref(struct glsl_linked *p)
{
   if (p)
      __atomic_add_fetch(&p->refs, 1, __ATOMIC_RELAXED);
   return p;
}

static void free_resources(struct glsl_resource *r, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      free(r[i].name);
   free(r);
}

void glsl_linked_unref(struct glsl_linked *p)
{
   if (!p || __atomic_sub_fetch(&p->refs, 1, __ATOMIC_ACQ_REL))
      return;
   for (unsigned i = 0; i < ST_STAGE_COUNT; i++) {
      free((void *)(uintptr_t)p->stage[i].spirv);
      free(p->initial[i]);
   }
   free_resources(p->uniforms, p->uniform_count);
   free_resources(p->attribs, p->attrib_count);
   free(p->location);
   free(p);
}

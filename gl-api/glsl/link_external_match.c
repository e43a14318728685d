/* link_external_match.c: the declarations of a separable program's external interface, as text, and the comparison of two such
 * interfaces (ES 3.1, 7.4.1; EXT_separate_shader_objects; GL 4.6, 7.4.1). Unused variables count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

/* ---- declarations ------------------------------------------------------------------------------------------------------------ */

struct writer {
   struct link *l;
   const struct link_stage *s;
   unsigned storage;      /* enum glsl_storage */
   bool named_structures; /* names of structures have to match */
   FILE *file;
};

/* Precision is part of the type in OpenGL ES only. */
static void write_precision(const struct writer *w, const struct glsl_symbol *symbol)
{
   static const char *const text[] = { "", "lowp ", "mediump ", "highp " };
   if (w->l->es && symbol && symbol->precision < sizeof text / sizeof *text)
      fputs(text[symbol->precision], w->file);
}

/* In desktop versions the consumer may decide the interpolation. */
static void write_interpolation(const struct writer *w, uint32_t id, uint32_t member)
{
   if (w->l->es && spv_find_decoration(&w->s->m, id, member, SpvDecorationFlat))
      fputs("flat ", w->file);
   if (spv_find_decoration(&w->s->m, id, member, SpvDecorationPatch))
      fputs("patch ", w->file);
   if (spv_find_decoration(&w->s->m, id, member, SpvDecorationPerPrimitiveEXT))
      fputs("perprimitiveEXT ", w->file);
}

static void write_type(const struct writer *w, uint32_t type, const char *path, const struct glsl_symbol *symbol);

static void write_members(const struct writer *w, uint32_t structure, const char *path)
{
   const struct spv_module *m = &w->s->m;
   const struct spv_type t = spv_type_of(m, structure);
   fputs("{ ", w->file);
   for (uint32_t i = 0; i < t.count; i++) {
      char inner[256];
      const char *name = spv_member_name(m, structure, i);
      const uint32_t location = spv_member_decoration_value(m, structure, i, SpvDecorationLocation, LINK_NONE);
      if (location != LINK_NONE)
         fprintf(w->file, "layout(location = %u) ", location);
      write_interpolation(w, structure, i);
      snprintf(inner, sizeof inner, "%s.%s", path, name);
      write_type(w, t.members[i], inner, link_find_member(w->s, w->storage, path, name));
      fprintf(w->file, " %s; ", name);
   }
   fputc('}', w->file);
}

/* path: the name of a symbol's entry in the side table. */
static void write_type(const struct writer *w, uint32_t type, const char *path, const struct glsl_symbol *symbol)
{
   const struct spv_module *m = &w->s->m;
   const uint32_t bare = link_bare(m, type);
   char text[64];
   if (spv_type_of(m, bare).kind == SPV_KIND_STRUCT) {
      if (w->named_structures)
         fprintf(w->file, "%s ", spv_name(m, bare));
      write_members(w, bare, path);
   } else {
      write_precision(w, symbol);
      fputs(link_type_name(m, bare, text, sizeof text), w->file);
   }
   while (type != bare) {
      const struct spv_type t = spv_type_of(m, type);
      fprintf(w->file, "[%u]", t.count);
      type = t.element;
   }
}

static struct glsl_declared *add_room(struct link *l, struct glsl_declared **list, uint32_t count)
{
   struct glsl_declared *grown = realloc(*list, (count + 1) * sizeof *grown);
   if (!grown) {
      l->no_memory = true;
      return NULL;
   }
   *list = grown;
   memset(&grown[count], 0, sizeof *grown);
   return &grown[count];
}

static void declare(struct link *l, const struct link_stage *s, const struct link_var *v, struct glsl_declared **list, uint32_t *count)
{
   struct glsl_declared *d = add_room(l, list, *count);
   size_t size;
   if (!d)
      return;
   const uint32_t location = v->block_name ? link_block_location(s, v) : v->location;
   d->location = location == LINK_NONE ? -1 : (int32_t)location;
   d->component = (uint8_t)v->component;
   d->is_block = v->block_name != NULL;
   struct writer w = { .l = l, .s = s, .storage = v->storage == SpvStorageClassInput ? GLSL_STORAGE_IN : GLSL_STORAGE_OUT,
                       .named_structures = d->location < 0, .file = open_memstream(&d->name, &size) };
   if (!w.file) {
      l->no_memory = true;
      return;
   }
   fprintf(w.file, "%s ", link_var_name(v));
   write_interpolation(&w, v->id, SPV_NO_MEMBER);
   write_type(&w, v->inner, link_var_name(v), v->symbol);
   const bool complete = !ferror(w.file);
   if (fclose(w.file) || !complete) {
      free(d->name);
      l->no_memory = true;
      return;
   }
   d->type_at = (uint32_t)strlen(link_var_name(v)) + 1;
   ++*count;
}

static void declare_all(struct link *l, const struct link_stage *s, uint32_t storage, struct glsl_declared **list, uint32_t *count)
{
   for (unsigned i = 0; i < s->var_count && !l->no_memory; i++)
      if (s->var[i].storage == storage && !link_is_builtin(&s->var[i]))
         declare(l, s, &s->var[i], list, count);
}

void link_external_declarations(struct link *l)
{
   const struct link_stage *first = NULL, *last = NULL;
   for (unsigned i = 0; i <= PIPE_SHADER_FRAGMENT; i++) {
      first = !first && l->stage[i].present ? &l->stage[i] : first;
      last = l->stage[i].present ? &l->stage[i] : last;
   }
   if (!l->separable || !first)
      return;
   if (first->module->stage != PIPE_SHADER_VERTEX)
      declare_all(l, first, SpvStorageClassInput, &l->out->declared_inputs, &l->out->declared_input_count);
   if (last->module->stage != PIPE_SHADER_FRAGMENT)
      declare_all(l, last, SpvStorageClassOutput, &l->out->declared_outputs, &l->out->declared_output_count);
}

/* ---- comparison -------------------------------------------------------------------------------------------------------------- */

static int name_length(const struct glsl_declared *d)
{
   return (int)d->type_at - 1;
}

static bool is_same_place(const struct glsl_declared *a, const struct glsl_declared *b)
{
   if (a->is_block != b->is_block || a->location != b->location)
      return false;
   return a->location >= 0 ? a->component == b->component : a->type_at == b->type_at && !strncmp(a->name, b->name, a->type_at);
}

static const struct glsl_declared *find(const struct glsl_declared *list, uint32_t count, const struct glsl_declared *wanted)
{
   for (uint32_t i = 0; i < count; i++)
      if (is_same_place(&list[i], wanted))
         return &list[i];
   return NULL;
}

bool glsl_interfaces_match(const struct glsl_linked *producer, const struct glsl_linked *consumer, char *why, size_t size)
{
   for (uint32_t i = 0; i < consumer->declared_input_count; i++) {
      const struct glsl_declared *in = &consumer->declared_inputs[i];
      const struct glsl_declared *out = find(producer->declared_outputs, producer->declared_output_count, in);
      if (out && !strcmp(out->name + out->type_at, in->name + in->type_at))
         continue;
      if (out)
         snprintf(why, size, "the input '%.*s' is %s, the output is %s", name_length(in), in->name, in->name + in->type_at,
                  out->name + out->type_at);
      else
         snprintf(why, size, "no output matches the input '%.*s'", name_length(in), in->name);
      return false;
   }
   for (uint32_t i = 0; i < producer->declared_output_count; i++) {
      const struct glsl_declared *out = &producer->declared_outputs[i];
      if (find(consumer->declared_inputs, consumer->declared_input_count, out))
         continue;
      snprintf(why, size, "no input matches the output '%.*s'", name_length(out), out->name);
      return false;
   }
   return true;
}

/* link_stage.c: the linker's view of a stage: variables of the module with their side table entries and uses, execution modes,
 * neighbouring stages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

const char *link_stage_name(enum pipe_shader_type stage)
{
   static const char *const names[PIPE_SHADER_TYPES] = { "vertex", "tessellation control", "tessellation evaluation",
                                                      "geometry", "task", "mesh", "fragment", "compute" };
   return names[stage];
}

/* ---- finding -------------------------------------------------------------------------------------------------------- */

static size_t variable_length(const char *name)
{
   return strcspn(name, ".[");
}

static void add_name(struct ut_index *x, uint32_t entry, const char *name)
{
   ut_index_add(x, entry, name, variable_length(name));
}

uint32_t link_first_entry(const struct ut_index *x, const char *name)
{
   return ut_index_first(x, name, variable_length(name));
}

struct link_var *link_find_var(const struct link_stage *s, uint32_t storage, const char *name)
{
   for (uint32_t i = link_first_entry(&s->var_index, name); i != UT_INDEX_END; i = s->var_index.next[i])
      if (s->var[i].storage == storage && !s->var[i].block_name && !strcmp(s->var[i].name, name))
         return &s->var[i];
   return NULL;
}

struct link_var *link_find_block(const struct link_stage *s, uint32_t storage, const char *name)
{
   for (uint32_t i = link_first_entry(&s->var_index, name); i != UT_INDEX_END; i = s->var_index.next[i])
      if (s->var[i].storage == storage && s->var[i].block_name && !strcmp(s->var[i].block_name, name))
         return &s->var[i];
   return NULL;
}

const struct glsl_symbol *link_find_symbol(const struct link_stage *s, const char *name)
{
   for (uint32_t i = link_first_entry(&s->symbol_index, name); i != UT_INDEX_END; i = s->symbol_index.next[i])
      if (!strcmp(s->module->symbols[i].name, name))
         return &s->module->symbols[i];
   return NULL;
}

static const struct glsl_symbol *find_global(const struct link_stage *s, unsigned storage, const char *name, bool block)
{
   for (uint32_t i = link_first_entry(&s->symbol_index, name); i != UT_INDEX_END; i = s->symbol_index.next[i]) {
      const struct glsl_symbol *symbol = &s->module->symbols[i];
      if (symbol->storage == storage && symbol->is_block == block && !symbol->is_member && !strcmp(symbol->name, name))
         return symbol;
   }
   return NULL;
}

const struct glsl_symbol *link_find_member(const struct link_stage *s, unsigned storage, const char *block, const char *member)
{
   const size_t length = strlen(block);
   for (uint32_t i = link_first_entry(&s->symbol_index, block); i != UT_INDEX_END; i = s->symbol_index.next[i]) {
      const struct glsl_symbol *symbol = &s->module->symbols[i];
      if (symbol->storage == storage && symbol->is_member && !strncmp(symbol->name, block, length) &&
          symbol->name[length] == '.' && !strcmp(symbol->name + length + 1, member))
         return symbol;
   }
   return NULL;
}

const struct glsl_symbol *link_find_resource_symbol(const struct link_stage *s, const char *name)
{
   for (uint32_t i = link_first_entry(&s->symbol_index, name); i != UT_INDEX_END; i = s->symbol_index.next[i]) {
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

const char *link_place(const struct link_stage *s, const struct link_var *v, char *text, size_t size)
{
   if (v && v->symbol && v->symbol->line)
      snprintf(text, size, "in the %s shader (%u:%u)", link_stage_name(s->module->stage), v->symbol->source, v->symbol->line);
   else
      snprintf(text, size, "in the %s shader", link_stage_name(s->module->stage));
   return text;
}

bool link_two_blocks(struct link *l, const char *what, const struct link_stage *a, const struct link_var *va,
                     const struct link_stage *b, const struct link_var *vb, struct link_two *two)
{
   two->type_a = link_bare(&a->m, va->type);
   two->type_b = link_bare(&b->m, vb->type);
   link_place(a, va, two->at_a, sizeof two->at_a);
   link_place(b, vb, two->at_b, sizeof two->at_b);
   const uint32_t count_a = spv_type_of(&a->m, two->type_a).count, count_b = spv_type_of(&b->m, two->type_b).count;
   if (count_a != count_b)
      link_error(l, "the %s '%s' has %u members %s and %u %s", what, vb->block_name, count_a, two->at_a, count_b, two->at_b);
   return count_a == count_b;
}

uint32_t link_block_location(const struct link_stage *s, const struct link_var *v)
{
   return spv_member_decoration_value(&s->m, link_bare(&s->m, v->type), 0, SpvDecorationLocation, v->location);
}

struct link_stage *link_previous(struct link *l, enum pipe_shader_type stage)
{
   for (unsigned i = stage; i-- > 0;)
      if (l->stage[i].present)
         return &l->stage[i];
   return NULL;
}

struct link_stage *link_next(struct link *l, enum pipe_shader_type stage)
{
   for (unsigned i = stage + 1; i <= PIPE_SHADER_FRAGMENT; i++)
      if (l->stage[i].present)
         return &l->stage[i];
   return NULL;
}

struct link_stage *link_last_vertex(struct link *l)
{
   return link_previous(l, PIPE_SHADER_FRAGMENT);
}

bool link_mode(const struct link_stage *s, uint32_t mode, uint32_t *literals, unsigned count)
{
   const uint32_t at = s->m.entry_count ? spv_find_execution_mode(&s->m, s->m.entry[0].function, mode) : 0;
   if (!at)
      return false;
   const struct spv_inst in = spv_inst_at(&s->m, at);
   for (unsigned i = 0; i < count; i++)
      literals[i] = spv_w(&in, 3 + i);
   return true;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static int by_id(const void *pa, const void *pb)
{
   const struct link_var *a = pa, *b = pb;
   return a->id < b->id ? -1 : a->id > b->id;
}

static struct link_var *find_id(const struct link_stage *s, uint32_t id)
{
   const struct link_var key = { .id = id };
   return bsearch(&key, s->var, s->var_count, sizeof key, by_id);
}

static void mark_used(struct link_stage *s, uint32_t id)
{
   struct link_var *v = find_id(s, id);
   if (v)
      v->used = v->whole = true;
}

/* False: no memory. */
static bool add_chain(struct link_stage *s, const struct spv_inst *in)
{
   struct link_var *v = find_id(s, spv_w(in, 3));
   if (!v)
      return true;
   if ((s->chain_count & (s->chain_count - 1)) == 0) { /* 0 or full */
      struct link_chain *grown = realloc(s->chain, (s->chain_count ? 2 * s->chain_count : 1) * sizeof *grown);
      if (!grown)
         return false;
      s->chain = grown;
   }
   v->used = true;
   s->chain[s->chain_count] = (struct link_chain){ in->at, v->first_chain };
   v->first_chain = s->chain_count++;
   return true;
}

/* Operands of an instruction that may be pointers to module-scope variables. Functions that are never called are not in the
 * module, so a use is a static use. False: no memory. */
static bool mark_uses(struct link_stage *s, const struct spv_inst *in)
{
   switch (in->op) {
   case SpvOpAccessChain:
   case SpvOpInBoundsAccessChain:
      return add_chain(s, in);
   case SpvOpStore:
   case SpvOpAtomicStore:
      mark_used(s, spv_w(in, 1));
      break;
   case SpvOpCopyMemory:
      mark_used(s, spv_w(in, 1));
      mark_used(s, spv_w(in, 2));
      break;
   case SpvOpLoad:
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
      if (spv_is_atomic(in->op))
         mark_used(s, spv_w(in, 3));
      break;
   }
   return true;
}

/* Inputs of these stages, and outputs of tessellation control, have an element per vertex, except patch variables. Outputs of
 * mesh shaders have one per vertex or per primitive. */
static bool over_vertices(enum pipe_shader_type stage, const struct link_var *v)
{
   if (v->patch || v->builtin == SpvBuiltInTessLevelInner || v->builtin == SpvBuiltInTessLevelOuter)
      return false;
   if (v->storage == SpvStorageClassInput)
      return stage == PIPE_SHADER_TESS_CTRL || stage == PIPE_SHADER_TESS_EVAL || stage == PIPE_SHADER_GEOMETRY;
   return v->storage == SpvStorageClassOutput && (stage == PIPE_SHADER_TESS_CTRL || stage == PIPE_SHADER_MESH);
}

static unsigned storage_of(const struct spv_module *m, uint32_t storage, uint32_t bare)
{
   switch (storage) {
   case SpvStorageClassInput: return GLSL_STORAGE_IN;
   case SpvStorageClassOutput: return GLSL_STORAGE_OUT;
   case SpvStorageClassUniform:
      return spv_has_decoration(m, bare, SpvDecorationBufferBlock) ? GLSL_STORAGE_BUFFER : GLSL_STORAGE_UNIFORM;
   case SpvStorageClassUniformConstant:
   case SpvStorageClassAtomicCounter: return GLSL_STORAGE_UNIFORM;
   case SpvStorageClassStorageBuffer: return GLSL_STORAGE_BUFFER;
   default: return GLSL_STORAGE_OTHER;
   }
}

static bool is_block(const struct spv_module *m, uint32_t bare)
{
   return spv_type_of(m, bare).kind == SPV_KIND_STRUCT &&
          (spv_has_decoration(m, bare, SpvDecorationBlock) || spv_has_decoration(m, bare, SpvDecorationBufferBlock));
}

static void read_var(struct link_stage *s, struct link_var *v, uint32_t id)
{
   const struct spv_module *m = &s->m;
   const struct spv_inst in = spv_def(m, id);
   *v = (struct link_var){ .id = id, .name = spv_name(m, id), .type = spv_pointee(m, id).id, .storage = spv_w(&in, 3),
                           .first_resource = LINK_NONE, .first_chain = LINK_NONE };
   const uint32_t bare = link_bare(m, v->type);
   v->inner = v->type;
   /* Blocks of an application's module are named by their variables: several of them may be of one type. */
   v->block_name = !is_block(m, bare) ? NULL : s->module->is_spirv ? v->name : spv_name(m, bare);
   v->builtin = spv_decoration_value(m, id, SpvDecorationBuiltIn, ~0u);
   v->location = spv_decoration_value(m, id, SpvDecorationLocation, LINK_NONE);
   v->component = spv_decoration_value(m, id, SpvDecorationComponent, 0) & 3;
   v->patch = spv_has_decoration(m, id, SpvDecorationPatch);
   v->per_primitive = spv_has_decoration(m, id, SpvDecorationPerPrimitiveEXT) ||
                      (v->block_name && spv_find_decoration(m, bare, 0, SpvDecorationPerPrimitiveEXT));
   const struct spv_type t = spv_type_of(m, v->type);
   v->per_vertex = over_vertices(s->module->stage, v) && t.kind == SPV_KIND_ARRAY;
   if (v->per_vertex)
      v->inner = t.element;
   v->symbol = find_global(s, storage_of(m, v->storage, bare), link_var_name(v), v->block_name != NULL);
   v->invariant = v->symbol ? v->symbol->invariant : spv_has_decoration(m, id, SpvDecorationInvariant);
}

static void read_words(struct link *l, struct link_stage *s, const uint32_t *words, size_t count)
{
   char why[128];
   if (!spv_module_init(&s->m, words, count, why, sizeof why)) {
      link_error(l, "%s shader: %s", link_stage_name(s->module->stage), why);
      return;
   }
   s->present = true;
   s->edit = spv_edit_create(&s->m);
   s->var = calloc(s->m.variable_count + 1, sizeof *s->var);
   if (!s->edit || !s->var || !ut_index_init(&s->symbol_index, s->module->symbol_count) ||
       !ut_index_init(&s->var_index, s->m.variable_count)) {
      l->no_memory = true;
      return;
   }
   for (uint32_t i = s->module->symbol_count; i-- > 0;)
      add_name(&s->symbol_index, i, s->module->symbols[i].name);
   for (uint32_t i = 0; i < s->m.variable_count; i++)
      read_var(s, &s->var[s->var_count++], s->m.variable[i]);
   qsort(s->var, s->var_count, sizeof *s->var, by_id);
   for (uint32_t i = s->var_count; i-- > 0;)
      add_name(&s->var_index, i, link_var_name(&s->var[i]));
   uint32_t at = s->m.types_at;
   for (struct spv_inst in; !l->no_memory && spv_next(&s->m, &at, &in);)
      l->no_memory = !mark_uses(s, &in);
}

void link_read_stage(struct link *l, const struct glsl_module *module)
{
   struct link_stage *s = &l->stage[module->stage];
   s->module = module;
   read_words(l, s, module->spirv, module->spirv_words);
}

static void drop(struct link_stage *s)
{
   spv_edit_destroy(s->edit);
   free(s->var);
   free(s->chain);
   ut_index_finish(&s->var_index);
   ut_index_finish(&s->symbol_index);
   if (s->present)
      spv_module_finish(&s->m);
   s->edit = NULL;
   s->var = NULL;
   s->chain = NULL;
   s->var_count = s->chain_count = 0;
   s->present = false;
}

void link_read_again(struct link *l, enum pipe_shader_type stage)
{
   struct link_stage *s = &l->stage[stage];
   size_t count;
   uint32_t *words = spv_edit_finish(s->edit, &count);
   drop(s);
   free(s->words);
   s->words = words;
   if (words)
      read_words(l, s, words, count);
   else
      l->no_memory = true;
}

void link_drop_stage(struct link_stage *s)
{
   drop(s);
   free(s->words);
   s->words = NULL;
}

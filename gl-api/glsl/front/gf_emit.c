/* gf_emit.c: variables, functions and the module, in the form that the linker reads: uniforms outside blocks are UniformConstant
 * variables, one per declaration; built-ins have their BuiltIn decoration; the entry point lists inputs and outputs. */
#include "gf_emit.h"

#include <stdlib.h>
#include <string.h>

/* ---- variables ---- */

static SpvStorageClass storage_of(struct gf_emit *e, const struct gf_symbol *s)
{
   if (s->builtin && strcmp(s->name->text, "gl_SubGroupSizeARB") == 0) /* a uniform in GLSL */
      return SpvStorageClassInput;
   if (gf_is_destination(s)) /* filled when main() begins */
      return SpvStorageClassPrivate;
   switch (s->qual.storage) {
   case GF_S_IN: case GF_S_ATTRIBUTE: return SpvStorageClassInput;
   case GF_S_OUT: return SpvStorageClassOutput;
   case GF_S_VARYING: return e->c->stage == PIPE_SHADER_FRAGMENT ? SpvStorageClassInput : SpvStorageClassOutput;
   case GF_S_UNIFORM:
      if (gf_bare(s->type)->base == GF_ATOMIC)
         return SpvStorageClassAtomicCounter;
      return gf_bare(s->type)->base == GF_BLOCK ? SpvStorageClassUniform : SpvStorageClassUniformConstant;
   case GF_S_BUFFER: return e->lists_all ? SpvStorageClassStorageBuffer : SpvStorageClassUniform /* BufferBlock */;
   case GF_S_PAYLOAD: return SpvStorageClassTaskPayloadWorkgroupEXT;
   case GF_S_SHARED: return SpvStorageClassWorkgroup;
   case GF_S_NONE: case GF_S_CONST: return SpvStorageClassPrivate;
   default: gf_lack(e, s->name->text);
   }
}

/* An unsized member gets the size that its uses need, except the last member of a buffer block. */
static void size_members(struct gf_emit *e, struct gf_record *r)
{
   bool any = false;
   for (unsigned i = 0; !r->builtin && i < r->count; i++) {
      struct gf_member *m = &r->members[i];
      if (m->type->base != GF_ARRAY || m->type->length != GF_UNSIZED || (r->qual.storage == GF_S_BUFFER && i + 1 == r->count))
         continue;
      m->type = gf_array(e->c, m->type->elem, m->elements ? m->elements : 1);
      any = true;
   }
   if (any && (r->qual.storage == GF_S_BUFFER || r->qual.storage == GF_S_UNIFORM))
      gf_place_members(e->p, r);
}

static void global(struct gf_emit *e, struct gf_symbol *s)
{
   const SpvStorageClass storage = storage_of(e, s);
   s->storage = storage;
   gf_size_array(e, s);
   if (gf_bare(s->type)->base == GF_BLOCK)
      size_members(e, gf_bare(s->type)->record);
   e->image_format = s->image_format = gf_image_format(&s->qual.layout);
   const struct gf_mem mem = gf_mem_of_symbol(s);
   const uint32_t pointer = gf_pointer_id(e, gf_mem_type_id(e, s->type, mem), storage);
   uint32_t first = 0;
   if (s->init && s->init->value) {
      const union gf_scalar *at = s->init->value->at;
      first = gf_constant_in_memory(e, s->type, mem, &at);
   } else if (s->init && storage == SpvStorageClassUniformConstant) {
      gf_lack(e, "an initial value that is not constant");
   }
   s->id = gf_id(e);
   const uint32_t w[] = { pointer, s->id, (uint32_t)storage, first };
   gf_put(e, GF_GLOBALS, SpvOpVariable, w, first ? 4 : 3);
   gf_put_name(e, s->id, s->unnamed ? "" : s->name->text);
   gf_decorate(e, s);
   gf_emit_attachments(e, s);
}

void gf_size_array(struct gf_emit *e, struct gf_symbol *s)
{
   if (s->type->base == GF_ARRAY && s->type->length == GF_UNSIZED)
      s->type = gf_array(e->c, s->type->elem, s->max_index < 0 ? 1 : s->max_index + 1);
}

/* ---- functions ---- */

static bool is_main(const struct gf_function *f) { return strcmp(f->symbol->name->text, "main") == 0; }

static void move(struct gf_emit *e, enum gf_section from)
{
   struct gf_words *w = &e->section[from];
   for (unsigned i = 0; i < w->count; i++)
      GF_PUSH(e->c, &e->section[GF_FUNCTIONS], w->at[i]);
   w->count = 0;
}

/* Samplers and structs that contain samplers are passed as pointers to the uniform. Bindless handles are copied. */
SpvStorageClass gf_param_storage(struct gf_emit *e, const struct gf_param *a)
{
   if (gf_bare(a->type)->base == GF_ATOMIC)
      return SpvStorageClassAtomicCounter;
   return gf_contains(a->type, gf_is_opaque) && !gf_ext_on(e->c, GF_ARB_bindless_texture) ? SpvStorageClassUniformConstant
      : SpvStorageClassFunction;
}

static uint32_t param_type(struct gf_emit *e, const struct gf_param *a, uint8_t format)
{
   const SpvStorageClass storage = gf_param_storage(e, a);
   e->image_format = format;
   return gf_pointer_id(e, gf_mem_type_id(e, a->type, gf_mem_of(a->type, storage)), storage);
}

uint32_t gf_instance_id(struct gf_emit *e, struct gf_function *f, const uint8_t *formats)
{
   for (struct gf_instance *i = f->instances; i; i = i->next) {
      if (!formats || memcmp(i->formats, formats, f->param_count) == 0)
         return i->id;
   }
   struct gf_instance *i = GF_NEW(e->c, struct gf_instance);
   *i = (struct gf_instance){ .next = f->instances, .function = f, .id = gf_id(e),
                                .formats = gf_alloc(e->c, f->param_count + 1) };
   for (unsigned k = 0; k < f->param_count; k++)
      i->formats[k] = formats ? formats[k] : gf_image_format(&f->params[k].qual.layout);
   f->instances = i;
   GF_PUSH(e->c, &e->instances, i);
   return i->id;
}

/* Globals whose initializers are not constant get them when main() begins. */
static void initialize_globals(struct gf_emit *e)
{
   for (unsigned i = 0; i < e->p->globals.count; i++) {
      struct gf_symbol *s = e->p->globals.at[i];
      if (s->id && s->init && !s->init->value) {
         const struct gf_place at = { .base = s->id, .storage = (SpvStorageClass)s->storage, .type = s->type };
         gf_store(e, &at, gf_value_of(e, s->init));
      }
   }
}

static void function(struct gf_emit *e, const struct gf_instance *instance)
{
   struct gf_function *f = instance->function;
   struct gf_words type = { 0 };
   const uint32_t result = gf_type_id(e, f->result);
   GF_PUSH(e->c, &type, result);
   for (unsigned i = 0; i < f->param_count; i++) {
      const uint32_t a = param_type(e, &f->params[i], instance->formats[i]);
      GF_PUSH(e->c, &type, a);
   }
   GF_PUT(e, GF_FUNCTIONS, SpvOpFunction, result, instance->id, 0, gf_function_type(e, type.at, type.count));
   gf_put_name(e, instance->id, f->symbol->name->text);
   for (unsigned i = 0; i < f->param_count; i++) {
      struct gf_param *a = &f->params[i];
      const uint32_t id = gf_id(e);
      GF_PUT(e, GF_FUNCTIONS, SpvOpFunctionParameter, param_type(e, a, instance->formats[i]), id);
      if (a->symbol) {
         a->symbol->id = id;
         a->symbol->storage = gf_param_storage(e, a);
         a->symbol->image_format = instance->formats[i];
         gf_put_name(e, id, a->name->text);
      }
   }
   const uint32_t entry = gf_id(e);
   GF_PUT(e, GF_FUNCTIONS, SpvOpLabel, entry);
   e->block = entry;
   e->open = true;
   e->p->function = f;
   if (is_main(f)) {
      gf_emit_fetches(e);
      gf_emit_view(e);
      initialize_globals(e);
   }
   gf_emit_stmt(e, f->body);
   if (e->open)
      gf_put(e, GF_BODY, f->result->base == GF_VOID ? SpvOpReturn : SpvOpUnreachable, NULL, 0);
   move(e, GF_VARIABLES);
   move(e, GF_BODY);
   gf_put(e, GF_FUNCTIONS, SpvOpFunctionEnd, NULL, 0);
}

/* The entry point of a shader that writes gl_ClipVertex: main(), then the distances to the clip planes. Geometry shaders have
 * them before each vertex; other shaders: main() itself. */
static uint32_t clipped_main(struct gf_emit *e, uint32_t main_id)
{
   if (e->c->stage == PIPE_SHADER_GEOMETRY || !gf_writes_clip_vertex(e))
      return main_id;
   const uint32_t nothing = gf_type_id(e, GF_T(void)), id = gf_id(e), entry = gf_id(e);
   GF_PUT(e, GF_FUNCTIONS, SpvOpFunction, nothing, id, 0, gf_function_type(e, &nothing, 1));
   GF_PUT(e, GF_FUNCTIONS, SpvOpLabel, entry);
   e->block = entry;
   e->open = true;
   GF_OP(e, SpvOpFunctionCall, nothing, main_id);
   gf_emit_clip_distances(e);
   gf_put(e, GF_BODY, SpvOpReturn, NULL, 0);
   move(e, GF_VARIABLES);
   move(e, GF_BODY);
   gf_put(e, GF_FUNCTIONS, SpvOpFunctionEnd, NULL, 0);
   return id;
}

/* ---- the module ---- */

void gf_emit_module(struct gf_parser *p, uint32_t **words, size_t *count)
{
   struct gf_emit *e = GF_NEW(p->c, struct gf_emit);
   *e = (struct gf_emit){ .c = p->c, .p = p, .next_id = 1 };
   /* SPV_EXT_mesh_shader needs version 1.4. */
   e->lists_all = gf_ext_on(p->c, GF_EXT_mesh_shader) && (p->c->stage == PIPE_SHADER_TASK || p->c->stage == PIPE_SHADER_MESH ||
                                                          p->c->stage == PIPE_SHADER_FRAGMENT);
   e->ext450 = gf_id(e);
   uint32_t main_id = 0;
   for (unsigned i = 0; i < p->functions.count; i++) {
      struct gf_function *f = p->functions.at[i];
      if (f->body && is_main(f))
         main_id = gf_instance_id(e, f, NULL);
   }
   if (!main_id)
      gf_lack(e, "a shader without main()");
   gf_use_views(e);
   for (unsigned i = 0; i < p->globals.count; i++) {
      struct gf_symbol *s = p->globals.at[i];
      /* Linking matches declared interface variables; other variables are emitted if they are used. */
      if (!s->value && (s->used || (!s->builtin && s->qual.storage != GF_S_NONE && s->qual.storage != GF_S_CONST)))
         global(e, s);
   }
   gf_units_alias(p->c);
   for (unsigned i = 0; i < e->instances.count; i++) /* the module has only functions that main() reaches */
      function(e, e->instances.at[i]);
   main_id = clipped_main(e, main_id);
   struct gf_words out = { 0 };
   /* Version 1.3 has the instructions of subgroups. */
   const uint32_t version = e->lists_all ? 0x00010400
      : gf_has_capability(e, SpvCapabilityGroupNonUniform) ? 0x00010300 : 0x00010000;
   const uint32_t start[] = { SpvMagicNumber, version, 0, 0, 0 };
   for (unsigned i = 0; i < 5; i++)
      GF_PUSH(p->c, &out, i == 3 ? e->next_id : start[i]);
   gf_emit_head(e, &out, main_id);
   for (unsigned s = 0; s < GF_SECTION_COUNT; s++) {
      if (s == GF_VARIABLES || s == GF_BODY)
         continue;
      for (unsigned i = 0; i < e->section[s].count; i++)
         GF_PUSH(p->c, &out, e->section[s].at[i]);
   }
   uint32_t *copy = malloc(out.count * sizeof(*copy));
   if (!copy) {
      p->c->out_of_memory = true;
      gf_give_up(p->c);
   }
   memcpy(copy, out.at, out.count * sizeof(*copy));
   *words = copy;
   *count = out.count;
}

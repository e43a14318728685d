/* gv_module.c: the specialized module in the form of the GLSL front end's: functions that the entry point calls, the variables
 * that they use, names by location or binding, and the side table. The linker matches variables without a location by name: a name here
 * says where a variable is, and the application's names have gone. */
#include <stdio.h>

#include "gl-api/glsl/spirv/gv_priv.h"

#define MAX_SYMBOLS (32u << 10)

struct maker {
   struct gv *g;
   const struct spv_module *m;
   struct spv_edit *edit;
   struct glsl_module *out;
   uint8_t *used;           /* [bound]: the functions that run name the id */
   uint32_t names_at;       /* where the names go */
};

/* ---- reachable functions ------------------------------------------------------------------------------------------------------ */

static void use_id(void *data, uint32_t id)
{
   struct maker *k = data;
   if (id < k->m->bound)
      k->used[id] = 1;
}

static void use_body(struct maker *k, const struct spv_function *f)
{
   struct spv_inst in;
   const char *why;
   for (uint32_t at = f->at; at < f->end_at && spv_next(k->m, &at, &in);)
      gv_operands(&in, use_id, k, &why);
}

/* Functions that are called, from the entry point on; a function may come before or after its callers. */
static bool find_used(struct maker *k)
{
   uint8_t *done = calloc(k->m->function_count + 1, 1);
   if (!done)
      return false;
   k->used[k->g->entry] = 1;
   for (bool again = true; again;) {
      again = false;
      for (uint32_t i = 0; i < k->m->function_count; i++) {
         const struct spv_function *f = &k->m->function[i];
         if (done[i] || !k->used[f->id])
            continue;
         done[i] = 1;
         again = true;
         use_body(k, f);
      }
   }
   free(done);
   return true;
}

static void drop_functions(struct maker *k)
{
   struct spv_inst in;
   for (uint32_t i = 0; i < k->m->function_count; i++) {
      const struct spv_function *f = &k->m->function[i];
      for (uint32_t at = f->at; !k->used[f->id] && at <= f->end_at && spv_next(k->m, &at, &in);)
         spv_edit_drop(k->edit, in.at);
   }
}

/* ---- names ---------------------------------------------------------------------------------------------------------- */

/* member SPV_NO_MEMBER: of the id. */
static void put_name(struct maker *k, uint32_t id, uint32_t member, const char *name)
{
   uint32_t w[4 + 16] = { 0 };
   const unsigned first = member == SPV_NO_MEMBER ? 2 : 3, count = first + (unsigned)(strlen(name) / 4) + 1;
   w[0] = SPV_OP(member == SPV_NO_MEMBER ? SpvOpName : SpvOpMemberName, count);
   w[1] = id;
   if (member != SPV_NO_MEMBER)
      w[2] = member;
   memcpy(w + first, name, strlen(name));
   spv_edit_insert(k->edit, k->names_at, w, count);
}

static void name_members(struct maker *k)
{
   struct spv_inst in;
   for (uint32_t at = k->m->types_at; spv_next(k->m, &at, &in) && in.op != SpvOpFunction;) {
      for (uint32_t i = 0; in.op == SpvOpTypeStruct && i < in.count - 2u; i++) {
         char name[16];
         snprintf(name, sizeof name, "m%u", i);
         put_name(k, in.w[1], i, name);
      }
   }
}

/* After the entry point and its execution modes, before the decorations. */
static uint32_t find_names_at(const struct spv_module *m)
{
   struct spv_inst in;
   for (uint32_t at = SPV_FIRST_AT; at < m->types_at && spv_next(m, &at, &in);)
      if (in.op >= SpvOpDecorate && in.op <= SpvOpGroupMemberDecorate)
         return in.at;
   return m->types_at;
}

/* ---- decorations ---------------------------------------------------------------------------------------------------- */

/* Decorations of groups become those of each target: the linker drops and replaces single ones. */
static void open_groups(struct maker *k)
{
   const struct spv_module *m = k->m;
   struct spv_inst in;
   for (uint32_t i = 0; i < m->decoration_count; i++) {
      const struct spv_decoration *d = &m->decoration[i];
      const uint16_t op = spv_inst_at(m, d->at).op;
      if (op == SpvOpGroupDecorate || op == SpvOpGroupMemberDecorate)
         spv_edit_decorate(k->edit, d->target, d->member, d->decoration, d->literal, d->literal_count);
      else if (m->id[d->target].op == SpvOpDecorationGroup)
         spv_edit_drop(k->edit, d->at);
   }
   for (uint32_t at = SPV_FIRST_AT; at < m->types_at && spv_next(m, &at, &in);)
      if (in.op == SpvOpDecorationGroup || in.op == SpvOpGroupDecorate || in.op == SpvOpGroupMemberDecorate)
         spv_edit_drop(k->edit, in.at);
}

static uint32_t bare_type(const struct spv_module *m, uint32_t type)
{
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY; t = spv_type_of(m, type))
      type = t.element;
   return type;
}

static bool is_block(const struct spv_module *m, uint32_t bare)
{
   return spv_has_decoration(m, bare, SpvDecorationBlock) || spv_has_decoration(m, bare, SpvDecorationBufferBlock);
}

/* Location, BuiltIn ... of a variable or, for blocks, of its first member. */
static uint32_t place_of(const struct spv_module *m, uint32_t id, uint32_t bare, uint32_t decoration)
{
   const uint32_t own = spv_decoration_value(m, id, decoration, SPV_NONE);
   return own != SPV_NONE || !is_block(m, bare) ? own : spv_member_decoration_value(m, bare, 0, decoration, SPV_NONE);
}

/* Image types that do not say whether they are of depth values: those that comparisons sample are. */
static void decide_depth(struct maker *k)
{
   const struct spv_module *m = k->m;
   uint8_t *compared = calloc(m->bound, 1);
   struct spv_inst in;
   if (!compared) {
      k->g->failed = k->g->no_memory = true;
      return;
   }
   for (uint32_t at = m->types_at; spv_next(m, &at, &in);) {
      const bool dref = in.op == SpvOpImageSampleDrefImplicitLod || in.op == SpvOpImageSampleDrefExplicitLod ||
         in.op == SpvOpImageSampleProjDrefImplicitLod || in.op == SpvOpImageSampleProjDrefExplicitLod ||
         in.op == SpvOpImageDrefGather;
      if (dref)
         compared[spv_type_of(m, m->id[in.w[3]].type).element] = 1;
   }
   for (uint32_t at = m->types_at; spv_next(m, &at, &in) && in.op != SpvOpFunction;) {
      uint32_t w[10];
      if (in.op != SpvOpTypeImage || in.w[4] != 2)
         continue;
      memcpy(w, in.w, in.count * sizeof *w);
      w[4] = compared[in.w[1]];
      spv_edit_replace(k->edit, in.at, w, in.count);
   }
   free(compared);
}

/* ---- the side table ------------------------------------------------------------------------------------------------- */

static int32_t value_of(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration)
{
   const uint32_t value = spv_member_decoration_value(m, id, member, decoration, SPV_NONE);
   return value > INT32_MAX ? -1 : (int32_t)value;
}

static int8_t small_value(const struct spv_module *m, uint32_t id, uint32_t member, uint32_t decoration)
{
   const int32_t value = value_of(m, id, member, decoration);
   return (int8_t)(value > INT8_MAX ? INT8_MAX : value);
}

static struct glsl_symbol *add_symbol(struct maker *k, const char *name, uint32_t id, uint32_t member, unsigned storage)
{
   struct glsl_module *out = k->out;
   const struct spv_module *m = k->m;
   if (out->symbol_count == MAX_SYMBOLS)
      gv_fail(k->g, "the module has more than %u variables and members", MAX_SYMBOLS);
   if (k->g->failed)
      return NULL;
   struct glsl_symbol *s = &out->symbols[out->symbol_count];
   *s = (struct glsl_symbol){ .name = strdup(name), .storage = (uint8_t)storage, .subroutine = -1, .used = true, .assigned = true,
      .invariant = spv_find_decoration(m, id, member, SpvDecorationInvariant) != NULL, .is_member = member != SPV_NO_MEMBER,
      .row_major = spv_find_decoration(m, id, member, SpvDecorationRowMajor) != NULL,
      .stream = small_value(m, id, member, SpvDecorationStream),
      .xfb_buffer = small_value(m, id, member, SpvDecorationXfbBuffer),
      .binding = value_of(m, id, member, SpvDecorationBinding), .location = value_of(m, id, member, SpvDecorationLocation),
      .component = value_of(m, id, member, SpvDecorationComponent), .offset = value_of(m, id, member, SpvDecorationOffset),
      .xfb_offset = -1, .xfb_stride = value_of(m, id, member, SpvDecorationXfbStride) };
   if (!s->name) {
      k->g->failed = k->g->no_memory = true;
      return NULL;
   }
   out->symbol_count++;
   if (storage == GLSL_STORAGE_OUT) {
      s->xfb_offset = s->offset;
      s->offset = -1;
   }
   return s;
}

static void note_stride(struct maker *k, const struct glsl_symbol *s)
{
   if (s && s->xfb_stride >= 0 && s->xfb_buffer >= 0 && s->xfb_buffer < 4)
      k->out->xfb_stride[s->xfb_buffer] = s->xfb_stride;
}

/* A block's members have the buffer and the stream of the variable, or say it themselves; the linker reads them of the block. */
static void add_members(struct maker *k, const char *block, uint32_t bare, unsigned storage)
{
   const struct spv_type t = spv_type_of(k->m, bare);
   struct glsl_symbol *first = k->out->symbol_count ? &k->out->symbols[k->out->symbol_count - 1] : NULL;
   for (uint32_t i = 0; i < t.count && !k->g->failed; i++) {
      char path[64];
      snprintf(path, sizeof path, "%s.m%u", block, i);
      const struct glsl_symbol *s = add_symbol(k, path, bare, i, storage);
      note_stride(k, s);
      if (s && first && first->xfb_buffer < 0)
         first->xfb_buffer = s->xfb_buffer;
      if (s && first && first->stream < 0)
         first->stream = s->stream;
   }
}

static unsigned storage_of(const struct spv_module *m, uint32_t storage, uint32_t bare)
{
   switch (storage) {
   case SpvStorageClassInput: return GLSL_STORAGE_IN;
   case SpvStorageClassOutput: return GLSL_STORAGE_OUT;
   case SpvStorageClassUniformConstant: case SpvStorageClassAtomicCounter: return GLSL_STORAGE_UNIFORM;
   case SpvStorageClassUniform:
      return spv_has_decoration(m, bare, SpvDecorationBufferBlock) ? GLSL_STORAGE_BUFFER : GLSL_STORAGE_UNIFORM;
   case SpvStorageClassStorageBuffer: return GLSL_STORAGE_BUFFER;
   default: return GLSL_STORAGE_OTHER;
   }
}

/* Names tell variables of a storage class apart. Uniforms without a location, which are samplers, images and counters, are of
 * their stage alone. */
static bool choose_name(struct maker *k, uint32_t id, uint32_t storage, uint32_t bare, char *name, size_t size)
{
   const struct spv_module *m = k->m;
   const uint32_t location = place_of(m, id, bare, SpvDecorationLocation);
   const uint32_t builtin = place_of(m, id, bare, SpvDecorationBuiltIn);
   const uint32_t binding = spv_decoration_value(m, id, SpvDecorationBinding, SPV_NONE);
   switch (storage) {
   case GLSL_STORAGE_IN: case GLSL_STORAGE_OUT:
      if (builtin != SPV_NONE)
         snprintf(name, size, is_block(m, bare) ? "gl_PerVertex" : "gl_%u", builtin);
      else if (location != SPV_NONE)
         snprintf(name, size, "v%u.%u", location, spv_decoration_value(m, id, SpvDecorationComponent, 0));
      else
         gv_fail(k->g, "an input or output has no Location");
      break;
   case GLSL_STORAGE_UNIFORM:
      if (is_block(m, bare) && binding != SPV_NONE)
         snprintf(name, size, "b%u", binding);
      else if (is_block(m, bare))
         gv_fail(k->g, "a uniform block has no Binding");
      else if (location != SPV_NONE)
         snprintf(name, size, "u%u", location);
      else if (binding != SPV_NONE)
         snprintf(name, size, "s%u.%u", k->g->stage, id);
      else
         gv_fail(k->g, "a uniform has no Location");
      break;
   default:
      if (binding != SPV_NONE)
         snprintf(name, size, "b%u", binding);
      else
         gv_fail(k->g, "a storage block has no Binding");
      break;
   }
   return !k->g->failed;
}

static void add_variable(struct maker *k, uint32_t id, uint32_t class)
{
   const struct spv_module *m = k->m;
   const uint32_t bare = bare_type(m, spv_pointee(m, id).id);
   const unsigned storage = storage_of(m, class, bare);
   char name[32];
   if (storage == GLSL_STORAGE_OTHER || !choose_name(k, id, storage, bare, name, sizeof name))
      return;
   put_name(k, id, SPV_NO_MEMBER, name);
   struct glsl_symbol *s = add_symbol(k, name, id, SPV_NO_MEMBER, storage);
   if (!s)
      return;
   s->is_block = is_block(m, bare);
   if (s->is_block && storage != GLSL_STORAGE_IN && storage != GLSL_STORAGE_OUT)
      s->packing = GLSL_PACKING_PACKED; /* active where a stage uses it */
   if (class == SpvStorageClassAtomicCounter && s->offset < 0)
      s->offset = 0;
   note_stride(k, s);
   if (s->is_block)
      add_members(k, name, bare, storage);
}

/* Variables that no running function names go; inputs and outputs of the entry point stay, because linking has rules for them. */
static void add_variables(struct maker *k)
{
   const struct spv_module *m = k->m;
   for (uint32_t i = 0; i < m->variable_count && !k->g->failed; i++) {
      const uint32_t id = m->variable[i];
      const struct spv_inst in = spv_def(m, id);
      bool listed = false;
      for (uint32_t e = 0; e < m->entry[0].interface_count && !listed; e++)
         listed = m->entry[0].interface[e] == id;
      if (k->used[id] || (listed && (in.w[3] == SpvStorageClassInput || in.w[3] == SpvStorageClassOutput)))
         add_variable(k, id, in.w[3]);
      else
         spv_edit_drop(k->edit, in.at);
   }
}

/* ---- the entry point ------------------------------------------------------------------------------------------------ */

static bool is_kept(const struct maker *k, uint32_t id)
{
   const struct spv_inst in = spv_def(k->m, id);
   return in.op == SpvOpVariable && (in.w[3] == SpvStorageClassInput || in.w[3] == SpvStorageClassOutput);
}

static void write_entry(struct maker *k)
{
   const struct spv_entry_point *e = &k->m->entry[0];
   uint32_t *w = calloc(5 + e->interface_count, sizeof *w), count = 5;
   struct spv_inst in;
   if (!w) {
      k->g->failed = k->g->no_memory = true;
      return;
   }
   w[1] = e->model;
   w[2] = e->function;
   memcpy(w + 3, "main", 4);
   for (uint32_t i = 0; i < e->interface_count; i++)
      if (is_kept(k, e->interface[i]))
         w[count++] = e->interface[i];
   w[0] = SPV_OP(SpvOpEntryPoint, count);
   for (uint32_t at = SPV_FIRST_AT; at < k->m->types_at && spv_next(k->m, &at, &in);)
      if (in.op == SpvOpEntryPoint)
         spv_edit_replace(k->edit, in.at, w, count);
   free(w);
}

static void make(struct maker *k)
{
   k->names_at = find_names_at(k->m);
   if (!find_used(k)) {
      k->g->failed = k->g->no_memory = true;
      return;
   }
   drop_functions(k);
   open_groups(k);
   decide_depth(k);
   write_entry(k);
   name_members(k);
   add_variables(k);
   if (k->g->failed)
      return;
   k->out->spirv = spv_edit_finish(k->edit, &k->out->spirv_words);
   k->g->failed = k->g->no_memory = !k->out->spirv;
}

/* Symbols of all variables and members of blocks. */
static unsigned count_symbols(const struct spv_module *m)
{
   unsigned count = 1;
   for (uint32_t i = 0; i < m->variable_count && count < MAX_SYMBOLS; i++) {
      const struct spv_type t = spv_type_of(m, bare_type(m, spv_pointee(m, m->variable[i]).id));
      count += 1 + (t.kind == SPV_KIND_STRUCT ? t.count : 0);
   }
   return count < MAX_SYMBOLS ? count : MAX_SYMBOLS;
}

struct glsl_module *gv_make_module(struct gv *g, const uint32_t *words, size_t word_count)
{
   struct spv_module m;
   char why[128];
   if (!spv_module_init(&m, words, word_count, why, sizeof why)) {
      g->no_memory = m.no_memory;
      gv_fail(g, "%s", why);
      return NULL;
   }
   struct maker k = { .g = g, .m = &m, .edit = spv_edit_create(&m), .used = calloc(m.bound, 1), .out = calloc(1, sizeof *k.out) };
   if (k.out)
      *k.out = (struct glsl_module){ .refs = 1, .stage = g->stage, .version = 460, .is_spirv = true, .xfb_mode = true,
                                     .symbols = calloc(count_symbols(&m), sizeof *k.out->symbols) };
   if (!k.edit || !k.used || !k.out || !k.out->symbols)
      g->failed = g->no_memory = true;
   else if (m.entry_count != 1)
      gv_fail(g, "the entry point comes after the types"); /* read with the declarations only */
   else if (gv_check_limits(g, &m))
      make(&k);
   spv_edit_destroy(k.edit);
   free(k.used);
   spv_module_finish(&m);
   if (!g->failed)
      return k.out;
   glsl_module_unref(k.out);
   return NULL;
}

/* gv_blocks.c: blocks between stages as single variables, one per member. Modules in SPIR-V match member by member, by Location
 * and Component: a block of one stage may meet variables or another block of its neighbour (OpenGL 4.6, 7.4.2). A block stays one
 * where its members share a variable: built-in variables, arrays of blocks, and uses of the block as a value. */
#include "gl-api/glsl/spirv/gv_priv.h"

struct splitter {
   struct gv *g;
   const struct spv_module *m;
   struct spv_edit *edit;
   uint32_t *first_new;     /* [bound]: of a block that is split, the id of its first member's variable; 0: none */
};

/* An input or output that is a block: its struct type, and the array over vertices around it. */
struct block { uint32_t id, class, array, type, count; };

/* Inputs and outputs that are arrays over the vertices of a primitive or a patch. */
bool gv_is_per_vertex(const struct gv *g, const struct spv_module *m, uint32_t id)
{
   const bool output = spv_def(m, id).w[3] == SpvStorageClassOutput;
   if (spv_has_decoration(m, id, SpvDecorationPatch))
      return false;
   switch (g->stage) {
   case PIPE_SHADER_TESS_CTRL: return true;
   case PIPE_SHADER_TESS_EVAL: case PIPE_SHADER_GEOMETRY: return !output;
   default: return false;
   }
}

static bool is_interface(uint32_t class) { return class == SpvStorageClassInput || class == SpvStorageClassOutput; }

static bool read_block(const struct splitter *s, uint32_t id, struct block *b)
{
   const struct spv_module *m = s->m;
   const struct spv_inst in = spv_def(m, id);
   struct spv_type t = spv_pointee(m, id);
   *b = (struct block){ .id = id, .class = in.w[3] };
   if (!is_interface(b->class) || in.count > 4)
      return false;
   if (t.kind == SPV_KIND_ARRAY && gv_is_per_vertex(s->g, m, id)) {
      b->array = t.id;
      t = spv_type_of(m, t.element);
   }
   if (t.kind != SPV_KIND_STRUCT || !t.count || !spv_has_decoration(m, t.id, SpvDecorationBlock))
      return false;
   for (uint32_t i = 0; i < t.count; i++)
      if (spv_find_decoration(m, t.id, i, SpvDecorationBuiltIn))
         return false;
   b->type = t.id;
   b->count = t.count;
   return true;
}

/* ---- uses ----------------------------------------------------------------------------------------------------------- */

static void note_value(void *data, uint32_t id)
{
   uint8_t *as_value = data;
   as_value[id] = 1; /* below the bound: gv_check */
}

static bool is_chain(const struct spv_inst *in) { return in->op == SpvOpAccessChain || in->op == SpvOpInBoundsAccessChain; }

/* The place of the member's index in an access chain: after that of the vertex. */
static unsigned member_word(const struct block *b) { return b->array ? 5 : 4; }

/* Marks ids that instructions use in another way than as the base of an access chain that reaches a member. */
static void find_values(const struct splitter *s, uint8_t *as_value)
{
   struct spv_inst in;
   const char *why;
   uint32_t member;
   struct block b;
   for (uint32_t at = s->m->types_at; spv_next(s->m, &at, &in);) {
      const uint32_t base = is_chain(&in) ? in.w[3] : 0;
      const bool reaches = base && s->m->id[base].op == SpvOpVariable && read_block(s, base, &b) &&
                           in.count > member_word(&b) && spv_const_u32(s->m, in.w[member_word(&b)], &member) && member < b.count;
      const uint8_t before = base ? as_value[base] : 0;
      gv_operands(&in, note_value, as_value, &why);
      if (reaches)
         as_value[base] = before;
   }
}

/* ---- writing -------------------------------------------------------------------------------------------------------- */

/* Decorations of the member and of the block's variable; Location: the member's, or after the members before it. */
static void decorate(struct splitter *s, const struct block *b, uint32_t i, uint32_t id, uint32_t location)
{
   const struct spv_module *m = s->m;
   for (unsigned k = 0; k < 2; k++) {
      const uint32_t from = k ? b->id : b->type, member = k ? SPV_NO_MEMBER : i;
      for (uint32_t d = m->id[from].first_decoration; d != SPV_NONE; d = m->decoration[d].next) {
         const struct spv_decoration *x = &m->decoration[d];
         if (x->member == member && x->decoration != SpvDecorationLocation)
            spv_edit_decorate(s->edit, id, SPV_NO_MEMBER, x->decoration, x->literal, x->literal_count);
      }
   }
   if (location != SPV_NONE)
      spv_edit_decorate1(s->edit, id, SpvDecorationLocation, location);
}

static void write_variables(struct splitter *s, const struct block *b)
{
   const struct spv_module *m = s->m;
   const struct spv_inst variable = spv_def(m, b->id);
   const struct spv_type t = spv_type_of(m, b->type);
   uint32_t location = spv_decoration_value(m, b->id, SpvDecorationLocation, SPV_NONE);
   for (uint32_t i = 0; i < b->count; i++) {
      const uint32_t id = s->first_new[b->id] + i;
      const uint32_t own = spv_member_decoration_value(m, b->type, i, SpvDecorationLocation, SPV_NONE);
      uint32_t type = t.members[i];
      if (b->array) {
         type = spv_edit_new_id(s->edit);
         spv_edit_insert(s->edit, variable.at, (const uint32_t[]){ SPV_OP(SpvOpTypeArray, 4), type, t.members[i],
                                                                    spv_def(m, b->array).w[3] }, 4);
      }
      const uint32_t pointer = spv_edit_new_id(s->edit);
      spv_edit_insert(s->edit, variable.at, (const uint32_t[]){ SPV_OP(SpvOpTypePointer, 4), pointer, b->class, type }, 4);
      spv_edit_insert(s->edit, variable.at, (const uint32_t[]){ SPV_OP(SpvOpVariable, 4), pointer, id, b->class }, 4);
      location = own != SPV_NONE ? own : location;
      decorate(s, b, i, id, location);
      location += location != SPV_NONE ? spv_location_count(m, t.members[i]) : 0;
   }
   spv_edit_drop(s->edit, variable.at);
}

static void write_chain(struct splitter *s, const struct spv_inst *in)
{
   struct block b;
   uint32_t member;
   read_block(s, in->w[3], &b);
   spv_const_u32(s->m, in->w[member_word(&b)], &member);
   uint32_t *w = malloc(in->count * sizeof *w);
   if (!w) {
      s->g->failed = s->g->no_memory = true;
      return;
   }
   unsigned count = 0;
   for (unsigned k = 0; k < in->count; k++)
      if (k != member_word(&b))
         w[count++] = in->w[k];
   w[0] = SPV_OP(in->op, count);
   w[3] = s->first_new[in->w[3]] + member;
   spv_edit_replace(s->edit, in->at, w, count);
   free(w);
}

static void write_entry(struct splitter *s, const struct spv_inst *in, unsigned interface)
{
   uint32_t total = in->count, *w;
   struct block b;
   for (unsigned k = interface; k < in->count; k++)
      if (s->first_new[in->w[k]] && read_block(s, in->w[k], &b))
         total += b.count;
   if (total > UINT16_MAX || (w = malloc(total * sizeof *w)) == NULL) {
      s->g->failed = s->g->no_memory = true;
      return;
   }
   unsigned count = interface;
   memcpy(w, in->w, interface * sizeof *w);
   for (unsigned k = interface; k < in->count; k++) {
      const uint32_t first = s->first_new[in->w[k]];
      if (!first || !read_block(s, in->w[k], &b))
         w[count++] = in->w[k];
      for (uint32_t i = 0; first && i < b.count; i++)
         w[count++] = first + i;
   }
   w[0] = SPV_OP(SpvOpEntryPoint, count);
   spv_edit_replace(s->edit, in->at, w, count);
   free(w);
}

/* ---- the module ----------------------------------------------------------------------------------------------------- */

/* Whether there is a block to split. */
static bool choose(struct splitter *s)
{
   uint8_t *as_value = calloc(s->m->bound, 1);
   struct block b;
   bool any = false;
   if (!as_value) {
      s->g->failed = s->g->no_memory = true;
      return false;
   }
   find_values(s, as_value);
   for (uint32_t i = 0; i < s->m->variable_count; i++) {
      const uint32_t id = s->m->variable[i];
      if (as_value[id] || !read_block(s, id, &b))
         continue;
      any = true;
      s->first_new[id] = spv_edit_new_id(s->edit);
      for (uint32_t k = 1; k < b.count; k++)
         spv_edit_new_id(s->edit);
   }
   free(as_value);
   return any;
}

static void split(struct splitter *s)
{
   struct spv_inst in;
   struct block b;
   for (uint32_t i = 0; i < s->m->variable_count && !s->g->failed; i++)
      if (s->first_new[s->m->variable[i]] && read_block(s, s->m->variable[i], &b))
         write_variables(s, &b);
   for (uint32_t at = SPV_FIRST_AT; spv_next(s->m, &at, &in) && !s->g->failed;) {
      if (is_chain(&in) && s->first_new[in.w[3]])
         write_chain(s, &in);
      else if (in.op == SpvOpEntryPoint)
         write_entry(s, &in, 3 + (unsigned)(strlen((const char *)&in.w[3]) / 4) + 1);
   }
}

/* The module with split blocks (malloc'ed), or NULL: none is split, or *g failed. */
uint32_t *gv_split_blocks(struct gv *g, const uint32_t *words, size_t word_count, size_t *new_count)
{
   struct spv_module m;
   char why[128];
   uint32_t *result = NULL;
   if (!spv_module_init(&m, words, word_count, why, sizeof why)) {
      g->no_memory = m.no_memory;
      gv_fail(g, "%s", why);
      return NULL;
   }
   struct splitter s = { g, &m, spv_edit_create(&m), calloc(m.bound, sizeof *s.first_new) };
   if (!s.edit || !s.first_new) {
      g->failed = g->no_memory = true;
   } else if (choose(&s)) {
      split(&s);
      result = g->failed ? NULL : spv_edit_finish(s.edit, new_count);
      g->no_memory |= !g->failed && !result;
      g->failed |= g->no_memory;
   }
   spv_edit_destroy(s.edit);
   free(s.first_new);
   spv_module_finish(&m);
   return result;
}

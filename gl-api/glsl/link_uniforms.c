/* link_uniforms.c: the default uniform block. Uniforms of the same name are one uniform and must have equal declarations in all
 * stages (ESSL 1.00 4.3.4, GLSL 4.60 4.3.5). Each stage that uses one has space for it in its block (Offset) or sampler or image
 * table (Binding), laid out by spv_layout.h. Structures are listed by member, as glGetActiveUniform names them. Locations:
 * link_uniform_locations.c. Elements of arrays of aggregates are active where a stage uses them (link_uses.c); arrays of
 * basic types keep their declared size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

/* Bounds the tables before link_limits.c enforces the limits, which are far lower. */
#define MAX_BLOCK_B (1u << 20)

struct flatten {
   struct link *l;
   enum pipe_shader_type stage;
   const struct spv_module *m;
   uint32_t next;        /* index of the resource of the next basic member */
   uint32_t first_slot, first_B;
   int32_t binding;      /* of the first slot; -1: none is given */
   int32_t location;     /* of the next basic member, by layout; -1: none is given */
   struct link_uses uses[PIPE_SHADER_TYPES]; /* of the variable, in every stage */
   uint32_t path[LINK_MAX_DEPTH]; /* indices from the variable to the part */
   unsigned depth;
};

static struct glsl_resource *next_resource(struct flatten *f, uint32_t type, const char *name)
{
   struct glsl_linked *out = f->l->out;
   char *spelled;
   if (f->next < out->uniform_count) /* another stage has added it */
      return &out->uniforms[f->next++];
   const enum spv_kind kind = spv_type_of(f->m, type).kind;
   if (kind == SPV_KIND_ARRAY ? asprintf(&spelled, "%s[0]", name) < 0 : (spelled = strdup(name)) == NULL)
      spelled = NULL;
   struct glsl_resource *r = link_add_resource(f->l, LINK_UNIFORMS, f->m, type, spelled);
   if (!r)
      return NULL;
   link_resource_symbol(r, link_find_resource_symbol(&f->l->stage[f->stage], name));
   r->location = f->location;
   f->next++;
   return r;
}

static bool is_used(const struct flatten *f, unsigned stage)
{
   return f->depth > LINK_MAX_DEPTH || link_uses_part(&f->uses[stage], f->path, f->depth);
}

static void mark_samplers(struct flatten *f, const struct glsl_resource *r, uint32_t slot)
{
   for (uint32_t i = 0; i < r->array_size && slot + i < 32; i++) {
      if (f->depth < LINK_MAX_DEPTH)
         f->path[f->depth] = i;
      if (f->depth >= LINK_MAX_DEPTH || link_uses_part(&f->uses[f->stage], f->path, f->depth + (r->is_array ? 1 : 0)))
         f->l->out->samplers_used[f->stage] |= 1u << (slot + i);
   }
}

/* A basic member, or an array of one. */
static bool flatten_leaf(struct flatten *f, uint32_t type, const char *name, uint32_t offset_B, uint32_t slot)
{
   const struct spv_type t = spv_type_of(f->m, type);
   bool active = false;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      active |= is_used(f, stage);
   struct glsl_resource *r = active ? next_resource(f, type, name) : NULL;
   const int32_t locations = t.kind == SPV_KIND_ARRAY ? (int32_t)(t.count & 0x7fffffff) : 1;
   if (f->location >= 0) /* a module may give any number */
      f->location = f->location < INT32_MAX - locations ? f->location + locations : INT32_MAX;
   if (!r)
      return !active;
   r->stages |= (uint8_t)(is_used(f, f->stage) ? 1u << f->stage : 0);
   if (f->binding >= 0) /* elements of an array of handles are 16 bytes apart */
      r->binding = (int32_t)((uint32_t)f->binding + (slot - f->first_slot) + (offset_B - f->first_B) / 16);
   if (spv_is_opaque(spv_type_of(f->m, link_bare(f->m, type)).kind)) {
      r->sampler_slot[f->stage] = (uint8_t)slot;
      if (r->base == GLSL_SAMPLER)
         mark_samplers(f, r, slot);
   } else {
      r->offset_B[f->stage] = offset_B;
   }
   return true;
}

static bool flatten(struct flatten *f, uint32_t type, const char *name, uint32_t offset_B, uint32_t slot)
{
   const struct spv_type t = spv_type_of(f->m, type);
   const enum spv_kind element = t.kind == SPV_KIND_ARRAY ? spv_type_of(f->m, t.element).kind : SPV_KIND_NONE;
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   bool done = true;
   if (!is_struct && element != SPV_KIND_STRUCT && element != SPV_KIND_ARRAY)
      return flatten_leaf(f, type, name, offset_B, slot);
   f->depth++;
   for (uint32_t i = 0; i < t.count && done; i++) {
      char *path;
      if (is_struct ? asprintf(&path, "%s.%s", name, spv_member_name(f->m, type, i)) < 0 : asprintf(&path, "%s[%u]", name, i) < 0)
         return false;
      if (f->depth <= LINK_MAX_DEPTH)
         f->path[f->depth - 1] = is_struct ? LINK_ANY_MEMBER : i;
      if (is_struct)
         done = flatten(f, t.members[i], path, offset_B + spv_layout_member_offset_B(f->m, type, i),
                        slot + spv_layout_member_slot(f->m, type, i));
      else
         done = flatten(f, t.element, path, offset_B + i * spv_layout_stride_B(f->m, type),
                        slot + i * spv_layout_slots(f->m, t.element));
      free(path);
   }
   f->depth--;
   return done;
}

/* Lists the parts of a variable of which some stage uses an element. */
static bool flatten_var(struct flatten *f, const struct link_var *v, uint32_t offset_B, uint32_t slot)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_stage *s = &f->l->stage[i];
      const struct link_var *same = s->present ? link_find_var(s, SpvStorageClassUniformConstant, v->name) : NULL;
      f->uses[i] = same && same->used ? link_find_uses(s, same) : LINK_NO_USES;
   }
   return flatten(f, v->type, v->name, offset_B, slot);
}

/* ---- the same uniform in two stages --------------------------------------------------------------------------------- */

/* Differences of two stages in the side table entries of a uniform and its members. */
struct difference { bool is_bool, precision, opaque; };

static struct difference compare_symbols(const struct link_stage *a, const struct link_stage *b, const char *name)
{
   const size_t length = strlen(name);
   struct difference d = { false, false, false };
   for (uint32_t i = link_first_entry(&a->symbol_index, name); i != UT_INDEX_END; i = a->symbol_index.next[i]) {
      const struct glsl_symbol *s = &a->module->symbols[i];
      if (strncmp(s->name, name, length) != 0 || (s->name[length] != '\0' && s->name[length] != '.'))
         continue;
      const struct glsl_symbol *other = link_find_symbol(b, s->name);
      d.is_bool |= other && other->is_bool != s->is_bool;
      d.opaque |= other && other->opaque != s->opaque;
      d.precision |= other && other->precision != s->precision;
   }
   return d;
}

/* The variable of an earlier stage with this name, or NULL. */
static struct link_var *earlier_var(struct link *l, enum pipe_shader_type stage, const char *name, enum pipe_shader_type *found_in)
{
   struct link_var *found = NULL;
   for (unsigned i = 0; i < stage; i++) {
      struct link_var *v = l->stage[i].present ? link_find_var(&l->stage[i], SpvStorageClassUniformConstant, name) : NULL;
      if (v && (!found || (v->used && !found->used))) {
         found = v;
         *found_in = i;
      }
   }
   return found;
}

static const char *uniform_type(const struct link_stage *s, const struct link_var *v, char *text, size_t size)
{
   link_type_name(&s->m, v->type, text, size);
   if (v->symbol && v->symbol->is_bool)
      memcpy(text, "bool", text[1] == 'i' ? 4 : 1); /* uint, uvec3 */
   return text;
}

static bool differ(const struct glsl_symbol *a, const struct glsl_symbol *b, int32_t of_a, int32_t of_b)
{
   return a && b && of_a >= 0 && of_b >= 0 && of_a != of_b;
}

static void check_against(struct link *l, enum pipe_shader_type stage, const struct link_var *v, enum pipe_shader_type before_stage,
                          const struct link_var *before)
{
   char type_a[64], type_b[64], at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   const struct link_stage *s = &l->stage[stage], *b = &l->stage[before_stage];
   const struct glsl_symbol *x = before->symbol, *y = v->symbol;
   link_place(b, before, at_a, sizeof at_a);
   link_place(s, v, at_b, sizeof at_b);
   if (!link_same_type(&b->m, before->type, &s->m, v->type)) {
      link_error(l, "the uniform '%s' is %s %s and %s %s", v->name,
                 uniform_type(b, before, type_a, sizeof type_a), at_a,
                 uniform_type(s, v, type_b, sizeof type_b), at_b);
      return;
   }
   const struct difference d = compare_symbols(b, s, v->name);
   if (d.opaque)
      link_error(l, "the uniform '%s' has samplers or images of different types: %s and %s", v->name, at_a, at_b);
   else if (d.is_bool)
      link_error(l, "the uniform '%s' has bools in one place and integers in the other: %s and %s", v->name, at_a, at_b);
   else if (l->es && ((v->used && before->used) || l->version >= 300) && !link_is_builtin(v) && d.precision)
      link_error(l, "the uniform '%s' has another precision %s than %s", v->name, at_a, at_b);
   if (x && y && differ(x, y, x->location, y->location))
      link_error(l, "the uniform '%s' has location %d %s and %d %s", v->name, x->location, at_a, y->location, at_b);
   if (x && y && differ(x, y, x->binding, y->binding))
      link_error(l, "the uniform '%s' has binding %d %s and %d %s", v->name, x->binding, at_a, y->binding, at_b);
   if (!link_same_initial(l, b, before, s, v))
      link_error(l, "the uniform '%s' has another initial value %s than %s", v->name, at_a, at_b);
}

/* ---- placing -------------------------------------------------------------------------------------------------------- */

/* The value that the layout of any stage gives to a uniform; -1: none does. */
static void find_given(const struct link *l, const char *name, int32_t *binding, int32_t *location)
{
   *binding = *location = -1;
   for (unsigned i = PIPE_SHADER_TYPES; i-- > 0;) {
      const struct link_var *v = l->stage[i].present ? link_find_var(&l->stage[i], SpvStorageClassUniformConstant, name) : NULL;
      const struct glsl_symbol *symbol = v ? v->symbol : NULL;
      *binding = symbol && symbol->binding >= 0 ? symbol->binding : *binding;
      *location = symbol && symbol->location >= 0 ? symbol->location : *location;
   }
}

/* Built-in uniforms of the context have no location. */
static void place_state(struct link *l, enum pipe_shader_type stage, struct link_var *v, const struct link_var *before)
{
   struct link_stage *s = &l->stage[stage];
   const uint32_t offset_B = link_state_offset_B(v->name);
   struct flatten f = { .l = l, .stage = stage, .m = &s->m, .binding = -1, .location = -1,
                        .next = before && before->first_resource != LINK_NONE ? before->first_resource : l->out->uniform_count };
   const bool is_input = strcmp(v->name, "gl_ViewID_OVR") == 0; /* not a uniform of the API */
   v->first_resource = is_input ? LINK_NONE : f.next;
   if (!is_input && !flatten_var(&f, v, offset_B, 0)) {
      l->no_memory = true;
      return;
   }
   const uint32_t end_B = offset_B + spv_layout_size_B(&s->m, v->type);
   if (l->out->state_read_B[stage] < end_B)
      l->out->state_read_B[stage] = (uint16_t)end_B;
   v->offset_B = offset_B;
   spv_edit_decorate1(s->edit, v->id, SpvDecorationDescriptorSet, PIPE_CONST_SLOT_STATE);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationOffset, offset_B);
}

static void place_uniform(struct link *l, enum pipe_shader_type stage, struct link_var *v, const struct link_var *before)
{
   struct link_stage *s = &l->stage[stage];
   struct glsl_linked *out = l->out;
   const struct spv_type bare = spv_type_of(&s->m, link_bare(&s->m, v->type));
   const bool image = bare.kind == SPV_KIND_IMAGE && bare.sampled == 2;
   uint32_t *const used_slots = image ? &out->image_count[stage] : &out->sampler_count[stage];
   const uint32_t max_slots = image ? PIPE_MAX_SHADER_IMAGES : PIPE_MAX_SAMPLERS;
   const uint32_t size_B = spv_layout_size_B(&s->m, v->type), slots = spv_layout_slots(&s->m, v->type);
   const uint32_t align_B = spv_layout_align_B(&s->m, v->type);
   const uint32_t offset_B = (out->default_block_B[stage] + align_B - 1) & ~(align_B - 1);
   const uint32_t slot = *used_slots;
   if (size_B > MAX_BLOCK_B || offset_B + size_B > MAX_BLOCK_B || slots > max_slots || slot + slots > max_slots) {
      link_error(l, "the %s shader has no room for the uniform '%s': the limit is %u %s", link_stage_name(stage), v->name,
                 slots > max_slots || slot + slots > max_slots ? max_slots : MAX_BLOCK_B,
                 slots <= max_slots && slot + slots <= max_slots ? "bytes" : image ? "images" : "samplers");
      return;
   }
   if (!size_B && !slots)
      return; /* arrays without elements */
   struct flatten f = { .l = l, .stage = stage, .m = &s->m, .first_slot = slot, .first_B = offset_B,
                        .next = before && before->first_resource != LINK_NONE ? before->first_resource : out->uniform_count };
   v->first_resource = f.next;
   find_given(l, v->name, &f.binding, &f.location);
   f.binding = slots || (v->symbol && v->symbol->opaque) ? f.binding : -1;
   if (!flatten_var(&f, v, offset_B, slot)) {
      l->no_memory = true;
      return;
   }
   if (size_B) {
      out->default_block_B[stage] = offset_B + size_B;
      v->offset_B = offset_B;
      spv_edit_decorate1(s->edit, v->id, SpvDecorationOffset, offset_B);
   }
   if (slots) {
      *used_slots = slot + slots;
      spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationBinding);
      spv_edit_decorate1(s->edit, v->id, SpvDecorationBinding, slot);
   }
}

void link_uniforms(struct link *l)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct link_stage *s = &l->stage[stage];
      for (unsigned i = 0; s->present && i < s->var_count && !l->no_memory; i++) {
         struct link_var *v = &s->var[i];
         if (v->storage != SpvStorageClassUniformConstant || (v->symbol && v->symbol->subroutine >= 0) || link_is_attachment(s, v))
            continue;
         enum pipe_shader_type before_stage = 0;
         struct link_var *before = earlier_var(l, stage, v->name, &before_stage);
         if (before)
            check_against(l, stage, v, before_stage, before);
         if (v->used && !l->failed && link_state_offset_B(v->name) != LINK_NONE)
            place_state(l, stage, v, before);
         else if (v->used && !l->failed)
            place_uniform(l, stage, v, before);
         spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationLocation);
      }
   }
   if (!l->failed && !l->no_memory)
      link_uniform_locations(l);
}

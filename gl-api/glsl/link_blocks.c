/* link_blocks.c: uniform blocks and storage blocks (GLSL 4.60 4.3.9, 4.4.5; OpenGL 4.6 7.6.2, 7.8). The compiler lays members out
 * (std140, std430; shared and packed equal std430, with all members active). The linker compares the declarations of a block in
 * several stages, lists blocks and members, and assigns a slot in the table of buffers to each stage that uses a block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

#define MAX_MEMBERS (1u << 16)
#define MAX_UNIFORM_BLOCK_B (64 << 10)

/* Differences between uniform blocks and storage blocks. */
struct kind {
   unsigned storage;         /* enum glsl_storage */
   enum link_list list;
   const char *what;
   uint32_t first_slot, max_slots;
   struct glsl_block **blocks;
   uint32_t *count;
};

static bool is_of(const struct kind *k, const struct link_stage *s, const struct link_var *v)
{
   if (!v->block_name || (v->storage != SpvStorageClassUniform && v->storage != SpvStorageClassStorageBuffer))
      return false;
   const bool buffer = v->storage == SpvStorageClassStorageBuffer ||
                       spv_has_decoration(&s->m, link_bare(&s->m, v->type), SpvDecorationBufferBlock);
   return buffer == (k->storage == GLSL_STORAGE_BUFFER);
}

static struct link_var *find_block(const struct kind *k, const struct link_stage *s, const char *name)
{
   for (unsigned i = 0; s->present && i < s->var_count; i++)
      if (is_of(k, s, &s->var[i]) && !strcmp(s->var[i].block_name, name))
         return &s->var[i];
   return NULL;
}

/* ---- the same block in two stages ----------------------------------------------------------------------------------- */

struct pair { struct link *l; const struct kind *k; const struct link_stage *a, *b; };

static void member_place(const struct pair *p, const struct link_stage *s, const char *block, const char *member, char *text)
{
   const struct link_var v = { .symbol = link_find_member(s, p->k->storage, block, member) };
   link_place(s, &v, text, LINK_PLACE_SIZE);
}

static uint32_t member_offset(const struct spv_module *m, uint32_t type, uint32_t i)
{
   return spv_member_decoration_value(m, type, i, SpvDecorationOffset, 0);
}

static bool member_row_major(const struct spv_module *m, uint32_t type, uint32_t i)
{
   return spv_find_decoration(m, type, i, SpvDecorationRowMajor) != NULL;
}

/* SPIR-V decorates matrices only; the qualifiers of all members match (ESSL 3.10, 4.4.5). */
static bool declared_row_major(const struct spv_module *m, uint32_t type, const struct glsl_symbol *symbol, uint32_t i)
{
   return (symbol && symbol->row_major) || member_row_major(m, type, i);
}

/* Names, types and layout match; the precision of a member is each stage's own (ESSL 3.00, 4.3.7). */
static void compare_member(const struct pair *p, uint32_t type_a, uint32_t type_b, uint32_t i)
{
   const struct spv_module *a = &p->a->m, *b = &p->b->m;
   const struct spv_type ta = spv_type_of(a, type_a), tb = spv_type_of(b, type_b);
   const char *block = spv_name(b, type_b), *name_a = spv_member_name(a, type_a, i), *name_b = spv_member_name(b, type_b, i);
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE], text_a[64], text_b[64];
   member_place(p, p->a, block, name_a, at_a);
   member_place(p, p->b, block, name_b, at_b);
   const struct glsl_symbol *sa = link_find_member(p->a, p->k->storage, block, name_a),
                            *sb = link_find_member(p->b, p->k->storage, block, name_b);
   if (strcmp(name_a, name_b) != 0)
      link_error(p->l, "member %u of the %s '%s' is '%s' %s and '%s' %s", i + 1, p->k->what, block, name_a, at_a, name_b, at_b);
   else if (!link_same_type(a, ta.members[i], b, tb.members[i]) || (sa && sb && (sa->is_bool != sb->is_bool || sa->opaque != sb->opaque)))
      link_error(p->l, "the member '%s' of the %s '%s' is %s %s and %s %s", name_b, p->k->what, block,
                 link_type_name(a, ta.members[i], text_a, sizeof text_a), at_a,
                 link_type_name(b, tb.members[i], text_b, sizeof text_b), at_b);
   else if (member_offset(a, type_a, i) != member_offset(b, type_b, i))
      link_error(p->l, "the member '%s' of the %s '%s' is at byte %u %s and at byte %u %s", name_b, p->k->what, block,
                 member_offset(a, type_a, i), at_a, member_offset(b, type_b, i), at_b);
   else if (declared_row_major(a, type_a, sa, i) != declared_row_major(b, type_b, sb, i))
      link_error(p->l, "the member '%s' of the %s '%s' is row_major %s, but not %s", name_b, p->k->what, block,
                 declared_row_major(a, type_a, sa, i) ? at_a : at_b, declared_row_major(a, type_a, sa, i) ? at_b : at_a);
}

static bool same_arrays(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b)
{
   struct spv_type ta = spv_type_of(a, type_a), tb = spv_type_of(b, type_b);
   while (ta.kind == SPV_KIND_ARRAY && tb.kind == SPV_KIND_ARRAY && ta.count == tb.count) {
      ta = spv_type_of(a, ta.element);
      tb = spv_type_of(b, tb.element);
   }
   return ta.kind == SPV_KIND_STRUCT && tb.kind == SPV_KIND_STRUCT;
}

static void compare(const struct pair *p, const struct link_var *va, const struct link_var *vb)
{
   static const char *const packings[] = { "of no layout", "shared", "packed", "std140", "std430" };
   const struct spv_module *a = &p->a->m, *b = &p->b->m;
   struct link_two two;
   char text_a[64], text_b[64];
   if (!link_two_blocks(p->l, p->k->what, p->a, va, p->b, vb, &two))
      return;
   const char *const at_a = two.at_a, *const at_b = two.at_b;
   for (uint32_t i = 0; i < spv_type_of(b, two.type_b).count; i++)
      compare_member(p, two.type_a, two.type_b, i);
   const struct glsl_symbol *sa = va->symbol, *sb = vb->symbol;
   if (!same_arrays(a, va->type, b, vb->type))
      link_error(p->l, "the %s '%s' is %s %s and %s %s", p->k->what, vb->block_name,
                 link_type_name(a, va->type, text_a, sizeof text_a), at_a,
                 link_type_name(b, vb->type, text_b, sizeof text_b), at_b);
   if (!sa || !sb)
      return;
   if (sa->unnamed != sb->unnamed)
      link_error(p->l, "the %s '%s' has an instance name %s, but not %s", p->k->what, vb->block_name, sa->unnamed ? at_b : at_a,
                 sa->unnamed ? at_a : at_b);
   if (sa->packing != sb->packing)
      link_error(p->l, "the %s '%s' is %s %s and %s %s", p->k->what, vb->block_name, packings[sa->packing], at_a,
                 packings[sb->packing], at_b);
   if (sa->binding >= 0 && sb->binding >= 0 && sa->binding != sb->binding)
      link_error(p->l, "the %s '%s' has binding %d %s and %d %s", p->k->what, vb->block_name, sa->binding, at_a,
                 sb->binding, at_b);
}

/* ---- members -------------------------------------------------------------------------------------------------------- */

struct member { bool row_major; uint32_t matrix_stride_B, top_size, top_stride_B; };

struct lister { struct link *l; const struct kind *k; const struct link_stage *s; uint32_t block, prefix; uint8_t stages; };

static uint32_t scalar_B(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   return t.kind == SPV_KIND_VECTOR || t.kind == SPV_KIND_MATRIX ? scalar_B(m, t.element) : t.width == 64 ? 8 : 4;
}

static uint32_t saturate(uint64_t size_B) { return size_B > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)size_B; }

/* The alignment of the largest scalar, vector or column in a type. */
static uint32_t align_of(const struct spv_module *m, uint32_t type)
{
   const struct spv_type t = spv_type_of(m, type);
   uint32_t align_B = 4;
   switch (t.kind) {
   case SPV_KIND_VECTOR:
      return scalar_B(m, type) * (t.count == 3 ? 4 : t.count);
   case SPV_KIND_MATRIX: case SPV_KIND_ARRAY: case SPV_KIND_RUNTIME_ARRAY:
      return align_of(m, t.element);
   case SPV_KIND_STRUCT:
      for (uint32_t i = 0; i < t.count; i++) {
         const uint32_t own_B = align_of(m, t.members[i]);
         align_B = own_B > align_B ? own_B : align_B;
      }
      return align_B;
   default:
      return scalar_B(m, type);
   }
}

/* Bytes up to the end of the last element, column or member, without the padding of its stride. */
static uint32_t size_of(const struct spv_module *m, uint32_t type, const struct member *how)
{
   const struct spv_type t = spv_type_of(m, type);
   switch (t.kind) {
   case SPV_KIND_VECTOR:
      return t.count * scalar_B(m, type);
   case SPV_KIND_MATRIX: {
      const uint32_t rows = spv_type_of(m, t.element).count, vectors = how->row_major ? rows : t.count;
      return saturate((uint64_t)how->matrix_stride_B * (vectors - 1) + scalar_B(m, type) * (how->row_major ? t.count : rows));
   }
   case SPV_KIND_ARRAY: case SPV_KIND_RUNTIME_ARRAY: {
      const uint64_t count = t.kind == SPV_KIND_ARRAY ? t.count : 1;
      return count ? saturate(spv_decoration_value(m, type, SpvDecorationArrayStride, 0) * (count - 1) +
                              size_of(m, t.element, how)) : 0;
   }
   case SPV_KIND_STRUCT: {
      uint64_t end_B = 0;
      for (uint32_t i = 0; i < t.count; i++) {
         const struct member inner = { member_row_major(m, type, i),
                                       spv_member_decoration_value(m, type, i, SpvDecorationMatrixStride, 0), 0, 0 };
         const uint64_t own_B = (uint64_t)member_offset(m, type, i) + size_of(m, t.members[i], &inner);
         end_B = own_B > end_B ? own_B : end_B;
      }
      const uint64_t align_B = align_of(m, type);
      return saturate((end_B + align_B - 1) / align_B * align_B);
   }
   default:
      return scalar_B(m, type);
   }
}

static bool is_aggregate(const struct spv_module *m, uint32_t type)
{
   const enum spv_kind kind = spv_type_of(m, type).kind;
   return kind == SPV_KIND_STRUCT || kind == SPV_KIND_ARRAY || kind == SPV_KIND_RUNTIME_ARRAY;
}

static bool list_leaf(const struct lister *x, uint32_t type, const char *path, uint32_t offset_B, const struct member *how)
{
   const struct spv_module *m = &x->s->m;
   const struct spv_type t = spv_type_of(m, type);
   const bool array = t.kind == SPV_KIND_ARRAY || t.kind == SPV_KIND_RUNTIME_ARRAY;
   char *name;
   if (array ? asprintf(&name, "%s[0]", path + x->prefix) < 0 : (name = strdup(path + x->prefix)) == NULL)
      name = NULL;
   struct glsl_resource *r = link_add_resource(x->l, x->k->list, m, type, name);
   if (!r)
      return false;
   link_resource_symbol(r, link_find_resource_symbol(x->s, path));
   r->block = (int32_t)x->block;
   r->block_offset_B = offset_B;
   r->array_stride_B = array ? spv_decoration_value(m, type, SpvDecorationArrayStride, 0) : 0;
   r->matrix_stride_B = r->columns > 1 ? how->matrix_stride_B : 0;
   r->row_major = r->columns > 1 && how->row_major;
   r->stages = x->stages;
   if (x->k->storage == GLSL_STORAGE_BUFFER) {
      r->top_level_array_size = how->top_stride_B ? how->top_size : 1;
      r->top_level_array_stride_B = how->top_stride_B;
   }
   return true;
}

static bool list(const struct lister *x, uint32_t type, const char *path, uint32_t offset_B, const struct member *how, bool top)
{
   const struct spv_module *m = &x->s->m;
   const struct spv_type t = spv_type_of(m, type);
   const bool is_struct = t.kind == SPV_KIND_STRUCT;
   if (x->l->out->uniform_count + x->l->out->buffer_variable_count > MAX_MEMBERS) {
      link_error(x->l, "the %ss have more than %u members", x->k->what, MAX_MEMBERS);
      return false;
   }
   if (!link_components(m, type) && t.kind != SPV_KIND_RUNTIME_ARRAY)
      return true; /* arrays without elements */
   if (!is_struct && !(is_aggregate(m, type) && is_aggregate(m, t.element)))
      return list_leaf(x, type, path, offset_B, how);
   struct member inner = *how;
   const uint32_t stride_B = spv_decoration_value(m, type, SpvDecorationArrayStride, 0);
   uint32_t count = t.kind == SPV_KIND_RUNTIME_ARRAY ? 1 : t.count;
   if (!is_struct && top && x->k->storage == GLSL_STORAGE_BUFFER) { /* only the first element of top-level arrays is listed */
      inner.top_size = t.kind == SPV_KIND_RUNTIME_ARRAY ? 0 : t.count;
      inner.top_stride_B = stride_B;
      count = 1;
   }
   bool done = true;
   for (uint32_t i = 0; i < count && done; i++) {
      char *longer;
      if (is_struct ? asprintf(&longer, "%s.%s", path, spv_member_name(m, type, i)) < 0 :
                      asprintf(&longer, "%s[%u]", path, i) < 0) {
         x->l->no_memory = true;
         return false;
      }
      if (is_struct) {
         inner.row_major = member_row_major(m, type, i);
         inner.matrix_stride_B = spv_member_decoration_value(m, type, i, SpvDecorationMatrixStride, 0);
         done = list(x, t.members[i], longer, saturate((uint64_t)offset_B + member_offset(m, type, i)), &inner, false);
      } else {
         done = list(x, t.element, longer, saturate((uint64_t)offset_B + (uint64_t)i * stride_B), &inner, false);
      }
      free(longer);
   }
   return done;
}

static void list_members(const struct lister *x, uint32_t block, const char *name)
{
   const struct spv_type t = spv_type_of(&x->s->m, block);
   for (uint32_t i = 0; i < t.count; i++) {
      const struct member how = { member_row_major(&x->s->m, block, i),
                                  spv_member_decoration_value(&x->s->m, block, i, SpvDecorationMatrixStride, 0), 1, 0 };
      char *path;
      if (asprintf(&path, "%s.%s", name, spv_member_name(&x->s->m, block, i)) < 0) {
         x->l->no_memory = true;
         return;
      }
      const bool done = list(x, t.members[i], path, member_offset(&x->s->m, block, i), &how, true);
      free(path);
      if (!done)
         return;
   }
}

/* ---- blocks --------------------------------------------------------------------------------------------------------- */

static uint32_t instances_of(const struct spv_module *m, uint32_t type)
{
   uint64_t n = 1;
   for (struct spv_type t = spv_type_of(m, type); t.kind == SPV_KIND_ARRAY && n < 4096; t = spv_type_of(m, t.element))
      n *= t.count;
   return n > 4096 ? 4096 : (uint32_t)n;
}

/* "B", "B[3]", "B[0][1]" */
static char *instance_name(const struct spv_module *m, uint32_t type, const char *block, uint32_t instance, uint32_t instances)
{
   char indices[160] = "", *name;
   size_t at = 0;
   struct spv_type t = spv_type_of(m, type);
   for (; t.kind == SPV_KIND_ARRAY && t.count && at < 140; t = spv_type_of(m, t.element)) {
      instances /= t.count;
      if (!instances)
         break;
      at += (size_t)snprintf(indices + at, sizeof indices - at, "[%u]", instance / instances % t.count);
   }
   return asprintf(&name, "%s%s", block, indices) < 0 ? NULL : name;
}

static bool add_blocks(struct link *l, const struct kind *k, const struct link_stage *s, struct link_var *v, int32_t binding)
{
   const uint32_t instances = instances_of(&s->m, v->type), block = link_bare(&s->m, v->type);
   const struct member none = { false, 0, 0, 0 };
   const uint32_t size_B = saturate(((uint64_t)size_of(&s->m, block, &none) + 15) & ~(uint64_t)15);
   struct glsl_block *grown = realloc(*k->blocks, (*k->count + instances + 1) * sizeof *grown);
   if (!grown) {
      l->no_memory = true;
      return false;
   }
   *k->blocks = grown;
   v->first_resource = *k->count;
   for (uint32_t i = 0; i < instances; i++) {
      struct glsl_block *b = &grown[*k->count];
      *b = (struct glsl_block){ .name = instance_name(&s->m, v->type, v->block_name, i, instances),
                                .binding = binding < 0 ? 0 : (uint32_t)binding + i, .size_B = size_B,
                                .first = v->first_resource };
      memset(b->slot, GLSL_NO_SLOT, sizeof b->slot);
      if (!b->name) {
         l->no_memory = true;
         return false;
      }
      ++*k->count;
   }
   return true;
}

static int32_t given_binding(const struct link *l, const struct kind *k, const char *name)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_var *v = find_block(k, &l->stage[i], name);
      if (v && v->symbol && v->symbol->binding >= 0)
         return v->symbol->binding;
   }
   return -1;
}

static uint8_t stages_using(const struct link *l, const struct kind *k, const char *name)
{
   uint8_t stages = 0;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      const struct link_var *v = find_block(k, &l->stage[i], name);
      stages |= (uint8_t)(v && v->used ? 1u << i : 0);
   }
   return stages;
}

/* Adds the entries of the block for the first stage that declares it. */
static bool enlist(struct link *l, const struct kind *k, enum pipe_shader_type stage, struct link_var *v)
{
   struct link_stage *s = &l->stage[stage];
   for (unsigned i = 0; i < stage; i++) {
      const struct link_var *before = find_block(k, &l->stage[i], v->block_name);
      if (before && before->first_resource != LINK_NONE) {
         v->first_resource = before->first_resource;
         return true;
      }
   }
   char at[LINK_PLACE_SIZE];
   const uint32_t max_B = link_limit(l->limits->max_uniform_block_B, MAX_UNIFORM_BLOCK_B);
   if (!add_blocks(l, k, s, v, given_binding(l, k, v->block_name)))
      return false;
   const struct glsl_block *b = &(*k->blocks)[v->first_resource];
   if (k->storage == GLSL_STORAGE_UNIFORM && b->size_B > max_B)
      link_error(l, "the %s '%s' %s has %u bytes; the limit is %u", k->what, v->block_name, link_place(s, v, at, sizeof at),
                 b->size_B, max_B);
   const uint32_t prefix = v->symbol && v->symbol->unnamed ? (uint32_t)strlen(v->block_name) + 1 : 0;
   const struct lister x = { l, k, s, v->first_resource, prefix, stages_using(l, k, v->block_name) };
   list_members(&x, link_bare(&s->m, v->type), v->block_name);
   return !l->failed && !l->no_memory;
}

/* Whether an instance of a block array is referenced: by constant indices, or by any that is not constant. */
static bool uses_instance(const struct link_uses *uses, uint32_t type, uint32_t instance, uint32_t instances)
{
   uint32_t path[LINK_MAX_DEPTH];
   unsigned depth = 0;
   struct spv_type t = spv_type_of(&uses->s->m, type);
   for (; t.kind == SPV_KIND_ARRAY && t.count && depth < LINK_MAX_DEPTH; t = spv_type_of(&uses->s->m, t.element)) {
      instances /= t.count;
      if (!instances)
         return true;
      path[depth++] = instance / instances % t.count;
   }
   return link_uses_part(uses, path, depth);
}

static void place(struct link *l, const struct kind *k, enum pipe_shader_type stage, const struct link_var *v, uint32_t *next)
{
   struct link_stage *s = &l->stage[stage];
   const uint32_t instances = instances_of(&s->m, v->type);
   if (*next + instances > k->first_slot + k->max_slots) {
      link_error(l, "the %s shader uses %u %ss; the limit is %u", link_stage_name(stage), *next + instances - k->first_slot,
                 k->what, k->max_slots);
      return;
   }
   const struct link_uses uses = link_find_uses(s, v);
   for (uint32_t i = 0; i < instances && v->first_resource + i < *k->count; i++) {
      struct glsl_block *b = &(*k->blocks)[v->first_resource + i];
      b->slot[stage] = (uint8_t)(*next + i);
      b->stages |= (uint8_t)((uses_instance(&uses, v->type, i, instances) ? 1u : 0u) << stage);
   }
   spv_edit_undecorate(s->edit, v->id, SPV_NO_MEMBER, SpvDecorationBinding);
   spv_edit_decorate1(s->edit, v->id, SpvDecorationBinding, *next);
   *next += instances;
}

/* Active blocks count, those without a slot, too (OpenGL 4.6, 7.6.2). */
static void check_stage_count(struct link *l, const struct kind *k, enum pipe_shader_type stage, uint32_t count)
{
   if (count > k->max_slots && !l->failed)
      link_error(l, "the %s shader has %u active %ss; the limit is %u", link_stage_name(stage), count, k->what, k->max_slots);
}

static void link_kind(struct link *l, const struct kind *k)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct link_stage *s = &l->stage[stage];
      uint32_t next = k->first_slot, unused = 0;
      for (unsigned i = 0; s->present && i < s->var_count && !l->no_memory; i++) {
         struct link_var *v = &s->var[i];
         if (!is_of(k, s, v))
            continue;
         for (unsigned before = 0; before < stage; before++) {
            const struct link_var *other = find_block(k, &l->stage[before], v->block_name);
            if (other)
               compare(&(struct pair){ l, k, &l->stage[before], s }, other, v);
            if (other)
               break;
         }
         /* Blocks with a defined layout (shared, std140, std430) are active even if unused. */
         const bool active = v->used || (v->symbol && v->symbol->packing != GLSL_PACKING_PACKED);
         if (l->failed || !active || !enlist(l, k, stage, v))
            continue;
         if (v->used)
            place(l, k, stage, v, &next);
         else
            unused += instances_of(&s->m, v->type);
      }
      check_stage_count(l, k, stage, next - k->first_slot + unused);
      l->storage_slots[stage] = k->storage == GLSL_STORAGE_BUFFER ? next : l->storage_slots[stage];
   }
}

/* ---- names ------------------------------------------------------------------------------------------------------------ */

static bool has_member(const struct link_stage *s, const struct link_var *block, const char *name)
{
   const uint32_t type = link_bare(&s->m, block->type);
   for (uint32_t i = 0; i < spv_type_of(&s->m, type).count; i++)
      if (!strcmp(spv_member_name(&s->m, type, i), name))
         return true;
   return false;
}

/* A declaration of a stage that gives a name, which is global in another stage as a member of this block, to a uniform outside of
 * blocks, or (blocks) to a member of another block. */
static const struct link_var *other_meaning(const struct kind *k, const struct link_stage *s, const struct link_var *block,
                                            const char *name, bool blocks)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      const bool loose = v->storage == SpvStorageClassUniformConstant && !v->block_name && k->storage == GLSL_STORAGE_UNIFORM;
      if (loose && !strcmp(v->name, name))
         return v;
      if (blocks && is_of(k, s, v) && v->symbol && v->symbol->unnamed && strcmp(v->block_name, block->block_name) &&
          has_member(s, v, name))
         return v;
   }
   return NULL;
}

/* Members of a block without an instance name are global, and all declarations of a global name of an interface are of the same
 * thing (ESSL 3.00, 4.3.7; GLSL 4.60, 4.3.9). */
static void check_names(struct link *l, const struct kind *k, const struct link_stage *a, const struct link_stage *b)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   for (unsigned i = 0; i < a->var_count; i++) {
      const struct link_var *v = &a->var[i];
      if (!is_of(k, a, v) || !v->symbol || !v->symbol->unnamed)
         continue;
      const uint32_t type = link_bare(&a->m, v->type);
      for (uint32_t m = 0; m < spv_type_of(&a->m, type).count; m++) {
         const char *name = spv_member_name(&a->m, type, m);
         const struct link_var *other = other_meaning(k, b, v, name, a < b);
         if (other)
            link_error(l, "'%s' is a member of the %s '%s' %s, and something else %s", name, k->what, v->block_name,
                       link_place(a, v, at_a, sizeof at_a), link_place(b, other, at_b, sizeof at_b));
      }
   }
}

static void check_all_names(struct link *l, const struct kind *k)
{
   for (unsigned a = 0; a < PIPE_SHADER_TYPES; a++)
      for (unsigned b = 0; b < PIPE_SHADER_TYPES; b++)
         if (a != b && l->stage[a].present && l->stage[b].present)
            check_names(l, k, &l->stage[a], &l->stage[b]);
}

static void check_count(struct link *l, const struct kind *k, int limit)
{
   if (limit > 0 && *k->count > (uint32_t)limit)
      link_error(l, "the program has %u %ss; the limit is %d", *k->count, k->what, limit);
}

void link_blocks(struct link *l)
{
   struct glsl_linked *out = l->out;
   const uint32_t max_uniform = link_limit(l->limits->max_uniform_blocks, PIPE_CONST_SLOT_STATE - 1);
   const struct kind uniform = { GLSL_STORAGE_UNIFORM, LINK_UNIFORMS, "uniform block", 1, max_uniform, &out->uniform_blocks,
                                 &out->uniform_block_count };
   const struct kind buffer = { GLSL_STORAGE_BUFFER, LINK_BUFFER_VARIABLES, "storage block", 0,
      link_limit(l->limits->max_storage_blocks, PIPE_MAX_SHADER_BUFFERS), &out->storage_blocks, &out->storage_block_count };
   check_all_names(l, &uniform);
   check_all_names(l, &buffer);
   link_kind(l, &uniform);
   link_kind(l, &buffer);
   check_count(l, &uniform, l->limits->max_combined_uniform_blocks);
   check_count(l, &buffer, l->limits->max_combined_storage_blocks);
}

/* link_aliasing.c: inputs or outputs of one stage, variables or members of blocks, that share a location (GLSL 4.60 4.4.1, "location
 * aliasing"): their components must not overlap; basic type, width, auxiliary storage (patch among it) and interpolation must be equal. */
#include <stdlib.h>

#include "gl-api/glsl/link_priv.h"

struct span {
   const struct link_var *var;
   const char *name;
   uint32_t first, rows;
   uint8_t mask, odd_mask; /* components used in odd (first, third ...) and even rows: dvec3 uses half of its second row */
   struct spv_type scalar;
   uint32_t id, member;    /* of the decorations */
};

/* type: of the variable, without vertices, or of a member of a block. */
static struct span span_of(const struct link_stage *s, uint32_t type, uint32_t component)
{
   const struct spv_module *m = &s->m;
   struct span p = { .rows = link_slots(m, type, false), .mask = 0xf, .odd_mask = 0xf };
   struct spv_type t = spv_type_of(m, link_bare(m, type));
   if (t.kind == SPV_KIND_STRUCT) {
      p.scalar = t;
      return p;
   }
   if (t.kind == SPV_KIND_MATRIX)
      t = spv_type_of(m, t.element);
   const uint32_t count = t.kind == SPV_KIND_VECTOR ? t.count : 1;
   p.scalar = t.kind == SPV_KIND_VECTOR ? spv_type_of(m, t.element) : t;
   const uint32_t columns = count * (p.scalar.width == 64 ? 2 : 1);
   p.mask = p.odd_mask = columns >= 4 ? 0xf : (uint8_t)(((1u << columns) - 1) << component & 0xf);
   if (columns == 6)
      p.odd_mask = 0x3;
   return p;
}

static bool same_look(const struct link_stage *s, const struct span *a, const struct span *b)
{
   static const uint8_t look[] = { SpvDecorationFlat, SpvDecorationNoPerspective, SpvDecorationCentroid, SpvDecorationSample };
   for (unsigned i = 0; i < sizeof look; i++)
      if (!spv_find_decoration(&s->m, a->id, a->member, look[i]) != !spv_find_decoration(&s->m, b->id, b->member, look[i]))
         return false;
   return true;
}

static uint8_t mask_at(const struct span *p, uint32_t row) { return (row - p->first) % 2 ? p->odd_mask : p->mask; }

static void check_pair(struct link *l, const struct link_stage *s, const struct span *a, const struct span *b)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   uint32_t row = a->first > b->first ? a->first : b->first;
   if (a->first >= b->first + b->rows || b->first >= a->first + a->rows)
      return;
   uint32_t shared = row;
   while (shared < a->first + a->rows && shared < b->first + b->rows && !(mask_at(a, shared) & mask_at(b, shared)))
      shared++;
   const bool overlap = shared < a->first + a->rows && shared < b->first + b->rows;
   row = overlap ? shared : row;
   link_place(s, a->var, at_a, sizeof at_a);
   link_place(s, b->var, at_b, sizeof at_b);
   if (a->var->patch != b->var->patch)
      link_error(l, "'%s' %s and '%s' %s share location %u, but only one of them is 'patch'", a->name, at_a, b->name, at_b, row);
   else if (a->var->per_primitive != b->var->per_primitive)
      link_error(l, "'%s' %s and '%s' %s share location %u, but only one of them is 'perprimitiveEXT'", a->name, at_a, b->name,
                 at_b, row);
   else if (overlap)
      link_error(l, "'%s' %s and '%s' %s share components of location %u", a->name, at_a, b->name, at_b, row);
   else if (a->scalar.kind != b->scalar.kind || a->scalar.width != b->scalar.width)
      link_error(l, "'%s' %s and '%s' %s share location %u, but have no common basic type", a->name, at_a, b->name,
                 at_b, row);
   else if (!same_look(s, a, b))
      link_error(l, "'%s' %s and '%s' %s share location %u, but are interpolated differently", a->name, at_a, b->name,
                 at_b, row);
}

static uint32_t index_of(const struct link_stage *s, const struct link_var *v)
{
   return spv_decoration_value(&s->m, v->id, SpvDecorationIndex, 0);
}

/* The spans of a variable, or of the members of a block by layout; blocks in arrays repeat theirs. Returns how many. */
static unsigned spans_of(const struct link_stage *s, const struct link_var *v, struct span *to)
{
   const struct spv_module *m = &s->m;
   const struct spv_type t = spv_type_of(m, v->inner);
   if (!v->block_name) {
      *to = span_of(s, v->inner, v->component);
      to->var = v;
      to->name = v->name;
      to->first = v->location;
      to->id = v->id;
      to->member = SPV_NO_MEMBER;
      return v->location != LINK_NONE;
   }
   unsigned count = 0;
   uint32_t next = v->location;
   for (uint32_t i = 0; t.kind == SPV_KIND_STRUCT && i < t.count; i++) {
      next = spv_member_decoration_value(m, v->inner, i, SpvDecorationLocation, next);
      if (next == LINK_NONE)
         continue;
      to[count] = span_of(s, t.members[i], spv_member_decoration_value(m, v->inner, i, SpvDecorationComponent, 0) & 3);
      to[count].var = v;
      to[count].name = spv_member_name(m, v->inner, i);
      to[count].first = next;
      to[count].id = v->inner;
      to[count].member = i;
      next += to[count++].rows;
   }
   return count;
}

static uint32_t most_spans(const struct link_stage *s, uint32_t storage)
{
   uint32_t count = 0;
   for (unsigned i = 0; i < s->var_count; i++)
      if (s->var[i].storage == storage)
         count += s->var[i].block_name ? spv_type_of(&s->m, link_bare(&s->m, s->var[i].inner)).count : 1;
   return count;
}

static void check(struct link *l, const struct link_stage *s, uint32_t storage)
{
   struct span *span = calloc(most_spans(s, storage) + 1, sizeof *span);
   unsigned count = 0;
   if (!span) {
      l->no_memory = true;
      return;
   }
   for (unsigned i = 0; i < s->var_count; i++)
      if (s->var[i].storage == storage && !link_is_builtin(&s->var[i]))
         count += spans_of(s, &s->var[i], &span[count]);
   for (unsigned i = 0; i < count; i++)
      for (unsigned k = 0; k < i; k++)
         if (index_of(s, span[i].var) == index_of(s, span[k].var))
            check_pair(l, s, &span[k], &span[i]);
   free(span);
}

/* link_attribs.c has the rules of attributes. */
void link_aliasing(struct link *l)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      if (!l->stage[i].present)
         continue;
      if (i != PIPE_SHADER_VERTEX)
         check(l, &l->stage[i], SpvStorageClassInput);
      check(l, &l->stage[i], SpvStorageClassOutput);
   }
}

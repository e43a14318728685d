/* link_aliasing.c: inputs or outputs of one stage that share a location (GLSL 4.60 4.4.1, "location aliasing"): their components
 * must not overlap; basic type, width and interpolation must be equal. */
#include "gl-api/glsl/link_priv.h"

struct span {
   const struct link_var *var;
   uint32_t first, rows;
   uint8_t mask, odd_mask; /* components used in odd (first, third ...) and even rows: dvec3 uses half of its second row */
   struct spv_type scalar;
};

static struct span span_of(const struct link_stage *s, const struct link_var *v)
{
   const struct spv_module *m = &s->m;
   struct span p = { .var = v, .first = v->location, .rows = link_slots(m, v->inner, false), .mask = 0xf, .odd_mask = 0xf };
   struct spv_type t = spv_type_of(m, link_bare(m, v->inner));
   if (t.kind == SPV_KIND_STRUCT) {
      p.scalar = t;
      return p;
   }
   if (t.kind == SPV_KIND_MATRIX)
      t = spv_type_of(m, t.element);
   const uint32_t count = t.kind == SPV_KIND_VECTOR ? t.count : 1;
   p.scalar = t.kind == SPV_KIND_VECTOR ? spv_type_of(m, t.element) : t;
   const uint32_t columns = count * (p.scalar.width == 64 ? 2 : 1);
   p.mask = p.odd_mask = columns >= 4 ? 0xf : (uint8_t)(((1u << columns) - 1) << v->component & 0xf);
   if (columns == 6)
      p.odd_mask = 0x3;
   return p;
}

static bool same_look(const struct link_stage *s, const struct link_var *a, const struct link_var *b)
{
   static const uint8_t look[] = { SpvDecorationFlat, SpvDecorationNoPerspective, SpvDecorationCentroid, SpvDecorationSample };
   for (unsigned i = 0; i < sizeof look; i++)
      if (spv_has_decoration(&s->m, a->id, look[i]) != spv_has_decoration(&s->m, b->id, look[i]))
         return false;
   return true;
}

static uint8_t mask_at(const struct span *p, uint32_t row) { return (row - p->first) % 2 ? p->odd_mask : p->mask; }

static void check_pair(struct link *l, const struct link_stage *s, const struct span *a, const struct span *b)
{
   char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE];
   uint32_t row = a->first > b->first ? a->first : b->first;
   if (a->first >= b->first + b->rows || b->first >= a->first + a->rows || a->var->patch != b->var->patch)
      return;
   uint32_t shared = row;
   while (shared < a->first + a->rows && shared < b->first + b->rows && !(mask_at(a, shared) & mask_at(b, shared)))
      shared++;
   const bool overlap = shared < a->first + a->rows && shared < b->first + b->rows;
   row = overlap ? shared : row;
   link_place(s, a->var, at_a, sizeof at_a);
   link_place(s, b->var, at_b, sizeof at_b);
   if (overlap)
      link_error(l, "'%s' %s and '%s' %s share components of location %u", a->var->name, at_a, b->var->name, at_b, row);
   else if (a->scalar.kind != b->scalar.kind || a->scalar.width != b->scalar.width)
      link_error(l, "'%s' %s and '%s' %s share location %u, but have no common basic type", a->var->name, at_a, b->var->name,
                 at_b, row);
   else if (!same_look(s, a->var, b->var))
      link_error(l, "'%s' %s and '%s' %s share location %u, but are interpolated differently", a->var->name, at_a,
                 b->var->name, at_b, row);
}

static uint32_t index_of(const struct link_stage *s, const struct link_var *v)
{
   return spv_decoration_value(&s->m, v->id, SpvDecorationIndex, 0);
}

static void check(struct link *l, const struct link_stage *s, uint32_t storage)
{
   for (unsigned i = 0; i < s->var_count; i++) {
      const struct link_var *v = &s->var[i];
      if (v->storage != storage || v->location == LINK_NONE || v->block_name || link_is_builtin(v))
         continue;
      const struct span a = span_of(s, v);
      for (unsigned k = 0; k < i; k++) {
         const struct link_var *w = &s->var[k];
         if (w->storage != storage || w->location == LINK_NONE || w->block_name || link_is_builtin(w) ||
             index_of(s, v) != index_of(s, w))
            continue;
         const struct span b = span_of(s, w);
         check_pair(l, s, &b, &a);
      }
   }
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

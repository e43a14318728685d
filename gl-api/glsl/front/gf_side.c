/* gf_side.c: side tables: properties of globals, blocks and their members that SPIR-V cannot represent, and subroutine functions.
 * Unused variables are listed as well: linking has rules for them. */
#include "gf_parser.h"

#include <string.h>

#include "gf_front.h"

#define MAX_SYMBOLS (32u << 10)
#define MAX_SUBROUTINE_TYPES 64

static int value_of(const struct gf_layouts *l, unsigned id) { return gf_has_layout(l, id) ? l->value[id] : -1; }

static struct glsl_symbol *add(struct gf_parser *p, const char *name, const struct gf_type *type, const struct gf_qual *q,
                               struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   const struct gf_layouts *l = &q->layout;
   static const uint8_t storages[] = { [GF_S_IN] = GLSL_STORAGE_IN, [GF_S_OUT] = GLSL_STORAGE_OUT,
      [GF_S_ATTRIBUTE] = GLSL_STORAGE_IN, [GF_S_UNIFORM] = GLSL_STORAGE_UNIFORM, [GF_S_BUFFER] = GLSL_STORAGE_BUFFER,
      [GF_S_SHARED] = GLSL_STORAGE_OTHER, [GF_S_PAYLOAD] = GLSL_STORAGE_OTHER };
   if (c->symbols.count == MAX_SYMBOLS) {
      gf_error(c, at, "the shader has more than %u variables and members, the compiler's limit", MAX_SYMBOLS);
      gf_give_up(c);
   }
   const unsigned storage = q->storage != GF_S_VARYING ? storages[q->storage]
      : c->stage == PIPE_SHADER_FRAGMENT ? GLSL_STORAGE_IN : GLSL_STORAGE_OUT;
   const struct gf_loc place = gf_outer_loc(c, at);
   const struct glsl_symbol s = { .name = (char *)(uintptr_t)name, .precision = q->precision, .storage = (uint8_t)storage,
      .opaque = gf_is_opaque(gf_bare(type)) && gf_bare(type)->base != GF_ATOMIC ? gf_bare(type)->name : NULL,
      .invariant = q->invariant, .is_bool = gf_bare(type)->base == GF_BOOL, .xfb_buffer = (int8_t)value_of(l, GF_L_xfb_buffer),
      .stream = (int8_t)value_of(l, GF_L_stream), .subroutine = -1, .binding = value_of(l, GF_L_binding),
      .location = value_of(l, GF_L_location), .component = value_of(l, GF_L_component), .offset = value_of(l, GF_L_offset),
      .xfb_offset = value_of(l, GF_L_xfb_offset), .xfb_stride = value_of(l, GF_L_xfb_stride), .source = place.source,
      .line = place.line };
   GF_PUSH(c, &c->symbols, s);
   return &c->symbols.at[c->symbols.count - 1];
}

static void add_members(struct gf_parser *p, const char *path, const struct gf_type *type, unsigned storage)
{
   const struct gf_record *r = gf_bare(type)->record;
   gf_enter(p);
   for (unsigned i = 0; r && i < r->count; i++) {
      const struct gf_member *m = &r->members[i];
      const char *name = gf_printf(p->c, "%s.%s", path, m->name->text);
      struct gf_qual q = m->qual;
      q.storage = (uint8_t)storage;
      struct glsl_symbol *s = add(p, name, m->type, &q, m->loc);
      s->is_member = true;
      s->row_major = m->row_major;
      s->unsized = m->type->base == GF_ARRAY && m->type->length == GF_UNSIZED;
      add_members(p, name, m->type, storage);
   }
   gf_leave(p);
}

static unsigned packing_of(const struct gf_parser *p, const struct gf_record *r)
{
   static const struct { uint8_t layout, packing; } rows[] = { { GF_L_std140, GLSL_PACKING_STD140 },
      { GF_L_std430, GLSL_PACKING_STD430 }, { GF_L_packed, GLSL_PACKING_PACKED }, { GF_L_shared, GLSL_PACKING_SHARED } };
   const struct gf_layouts *const by[] = { &r->qual.layout, &p->defaults[r->qual.storage] };
   for (unsigned k = 0; k < GF_COUNT(by); k++) {
      for (unsigned i = 0; i < GF_COUNT(rows); i++) {
         if (gf_has_layout(by[k], rows[i].layout))
            return rows[i].packing;
      }
   }
   return GLSL_PACKING_SHARED;
}

static void add_global(struct gf_parser *p, const struct gf_symbol *v)
{
   const struct gf_type *bare = gf_bare(v->type);
   const bool block = bare->base == GF_BLOCK;
   const unsigned storage = v->qual.storage;
   struct glsl_symbol *s = add(p, block ? bare->record->name : v->name->text, v->type, &v->qual, v->loc);
   s->used = v->used;
   s->assigned = v->assigned;
   s->redeclared = v->redeclared;
   s->smooth = v->qual.interp == GF_I_SMOOTH;
   s->unsized = v->type->base == GF_ARRAY && v->type->length == GF_UNSIZED;
   s->is_block = block;
   s->unnamed = block && v->unnamed;
   if (bare->base == GF_ATOMIC)
      s->offset = v->counter_offset_B;
   if (v->qual.subroutine && v->functions)
      s->subroutine = (int16_t)v->functions->sub_number;
   if (s->storage == GLSL_STORAGE_OUT && s->stream < 0)
      s->stream = v->default_stream;
   if (s->storage == GLSL_STORAGE_OUT && s->xfb_buffer < 0)
      s->xfb_buffer = v->default_buffer;
   if (block)
      s->packing = storage == GF_S_UNIFORM || storage == GF_S_BUFFER ? (uint8_t)packing_of(p, bare->record) : GLSL_PACKING_NONE;
   if (block || bare->base == GF_STRUCT)
      add_members(p, block ? bare->record->name : v->name->text, v->type, storage);
}

/* Numbers the subroutine types in order of declaration, and gives an index to each subroutine that has none. */
static void add_subroutines(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   unsigned types = 0;
   for (unsigned i = 0; i < p->functions.count; i++) {
      struct gf_function *f = p->functions.at[i];
      if (f->is_subroutine_type && types == MAX_SUBROUTINE_TYPES)
         gf_error(c, f->loc, "the shader has more than %u subroutine types, the limit", MAX_SUBROUTINE_TYPES);
      else if (f->is_subroutine_type)
         f->sub_number = types++;
   }
   for (unsigned given = 2; given-- > 0;) { /* those with an index first */
      unsigned next = 0;
      for (unsigned i = 0; i < p->functions.count; i++) {
         struct gf_function *f = p->functions.at[i];
         const struct gf_qual *q = &f->result_qual;
         if (!q->sub_types.count || gf_has_layout(&q->layout, GF_L_index) != (given == 1))
            continue;
         for (unsigned k = 0; !given && k < c->subroutines.count; k++) {
            if (c->subroutines.at[k].index == next) {
               next++;
               k = ~0u; /* from the start */
            }
         }
         f->sub_number = given ? (unsigned)q->layout.value[GF_L_index] : next;
         const struct gf_loc place = gf_outer_loc(c, f->loc);
         struct glsl_subroutine s = { .name = f->symbol->name->text, .index = f->sub_number, .source = place.source,
                                      .line = place.line };
         for (unsigned k = 0; k < q->sub_types.count; k++)
            s.types |= UINT64_C(1) << (q->sub_types.at[k]->functions->sub_number % MAX_SUBROUTINE_TYPES);
         GF_PUSH(c, &c->subroutines, s);
      }
   }
}

void gf_list_symbols(struct gf_parser *p)
{
   add_subroutines(p);
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      const unsigned storage = s->qual.storage;
      if (storage == GF_S_NONE || storage == GF_S_CONST ||
          (s->builtin && !s->qual.invariant && !s->redeclared && !s->unnamed && gf_bare(s->type)->base != GF_BLOCK))
         continue;
      add_global(p, s);
   }
}

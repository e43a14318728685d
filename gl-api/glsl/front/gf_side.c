/* gf_side.c: the side table: what SPIR-V does not keep of globals and of uniforms' members. Variables that are declared
 * and not used are in it as well, as linking has rules for them. */
#include "gf_parser.h"

#include <string.h>

#include "gf_front.h"

#define MAX_SYMBOLS (32u << 10)

static void add(struct gf_parser *p, const char *name, const struct gf_type *type, unsigned precision, bool invariant,
                struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   if (c->symbols.count == MAX_SYMBOLS) {
      gf_error(c, at, "too many variables and members");
      gf_give_up(c);
   }
   const struct glsl_symbol s = { .name = (char *)(uintptr_t)name, .precision = (uint8_t)precision,
                                  .invariant = invariant, .is_bool = gf_bare(type)->base == GF_BOOL,
                                  .source = at.source, .line = at.line };
   GF_PUSH(c, &c->symbols, s);
}

static void add_members(struct gf_parser *p, const char *path, const struct gf_type *type)
{
   const struct gf_record *r = gf_bare(type)->record;
   gf_enter(p);
   for (unsigned i = 0; r && i < r->count; i++) {
      const struct gf_member *m = &r->members[i];
      const char *name = gf_printf(p->c, "%s.%s", path, m->name->text);
      add(p, name, m->type, m->qual.precision, false, m->loc);
      add_members(p, name, m->type);
   }
   gf_leave(p);
}

void gf_list_symbols(struct gf_parser *p)
{
   for (unsigned i = 0; i < p->globals.count; i++) {
      const struct gf_symbol *s = p->globals.at[i];
      const unsigned storage = s->qual.storage;
      if (storage == GF_S_NONE || storage == GF_S_CONST || (s->builtin && !s->qual.invariant))
         continue;
      add(p, s->name->text, s->type, s->qual.precision, s->qual.invariant, s->loc);
      if (storage == GF_S_UNIFORM && gf_bare(s->type)->base == GF_STRUCT)
         add_members(p, s->name->text, s->type);
   }
}

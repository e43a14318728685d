/* gf_scope.c: names in scopes. A name points at its innermost declaration; leaving a scope restores hidden declarations. The first
 * lookup of a built-in name declares it at level 0. */
#include "gf_parser.h"

#include <string.h>

void gf_push_scope(struct gf_parser *p)
{
   struct gf_scope *s = GF_NEW(p->c, struct gf_scope);
   s->outer = p->scope;
   if (p->scope)
      memcpy(s->precision, p->scope->precision, sizeof(s->precision));
   p->scope = s;
   p->level++;
}

void gf_pop_scope(struct gf_parser *p)
{
   for (struct gf_symbol *s = p->scope->symbols; s; s = s->in_scope)
      s->name->symbol = s->shadowed;
   p->scope = p->scope->outer;
   p->level--;
}

struct gf_symbol *gf_symbol_new(struct gf_parser *p, struct gf_name *name, enum gf_symbol_kind kind, struct gf_loc at)
{
   struct gf_symbol *s = GF_NEW(p->c, struct gf_symbol);
   s->name = name;
   s->kind = (uint8_t)kind;
   s->loc = at;
   s->level = p->level;
   s->block_member = -1;
   s->max_index = -1;
   const struct gf_layouts *out = &p->defaults[GF_S_OUT];
   s->default_buffer = (int8_t)(gf_has_layout(out, GF_L_xfb_buffer) ? out->value[GF_L_xfb_buffer] : -1);
   s->default_stream = (int8_t)(gf_has_layout(out, GF_L_stream) ? out->value[GF_L_stream] : -1);
   return s;
}

struct gf_symbol *gf_lookup(struct gf_parser *p, struct gf_name *name)
{
   if (name->symbol)
      return name->symbol;
   return gf_builtin_variable(p, name);
}

/* GLSL 1.10 has separate name spaces for functions and variables; a struct is in both, for its constructor. GLSL 1.20 4.2.2 has
 * one. */
bool gf_functions_apart(const struct gf_parser *p) { return !p->c->es && p->c->version == 110; }

static bool excludes(const struct gf_parser *p, unsigned a, unsigned b)
{
   return !gf_functions_apart(p) || a == b || (a != GF_SYM_FUNCTION && b != GF_SYM_FUNCTION) || a == GF_SYM_STRUCT ||
          b == GF_SYM_STRUCT;
}

struct gf_symbol *gf_find(struct gf_parser *p, struct gf_name *name, bool function)
{
   struct gf_symbol *innermost = gf_lookup(p, name);
   for (struct gf_symbol *s = innermost; s && gf_functions_apart(p); s = s->shadowed) {
      if (s->kind == GF_SYM_STRUCT || (s->kind == GF_SYM_FUNCTION) == function)
         return s;
   }
   return innermost;
}

struct gf_symbol *gf_declare(struct gf_parser *p, struct gf_name *name, enum gf_symbol_kind kind, struct gf_loc at)
{
   struct gf_symbol *old = name->symbol, *same = old;
   while (same && !excludes(p, same->kind, kind))
      same = same->shadowed;
   if (same && same->level == p->level)
      gf_error(p->c, at, "'%s' is declared again (first at %s)", name->text, gf_loc_text(p->c, same->loc));
   struct gf_symbol *s = gf_symbol_new(p, name, kind, at);
   s->shadowed = old;
   s->in_scope = p->scope->symbols;
   p->scope->symbols = s;
   name->symbol = s;
   return s;
}

void gf_deprecated(struct gf_parser *p, const struct gf_name *name, struct gf_loc at)
{
   if (p->c->es || p->c->version < 130 || (p->c->compat && p->c->version >= 140)) /* the compatibility profile keeps them */
      return;
   for (unsigned i = 0; i < p->deprecated.count; i++) {
      if (p->deprecated.at[i] == name)
         return;
   }
   GF_PUSH(p->c, &p->deprecated, name);
   gf_warn(p->c, at, "'%s' is deprecated", name->text);
}

void gf_check_name(struct gf_parser *p, struct gf_name *name, struct gf_loc at)
{
   /* ESSL 3.00 and later allow 1024 characters (3.9). Other versions have no limit, but names must fit an instruction (OpName). */
   if (name->length > (gf_at_least(p->c, 0, 300) ? 1024u : 65535u))
      gf_error(p->c, at, "a name of %u characters exceeds the limit of %u", name->length, gf_at_least(p->c, 0, 300) ? 1024u :
               65535u);
   else if (strncmp(name->text, "gl_", 3) == 0)
      gf_error(p->c, at, "names that begin with gl_ are reserved: '%s'", name->text);
   else if (strstr(name->text, "__"))
      gf_warn(p->c, at, "names with two underscores are reserved: '%s'", name->text);
}

unsigned gf_default_precision(struct gf_parser *p, const struct gf_type *t)
{
   t = gf_bare(t);
   if (t->base == GF_FLOAT)
      t = GF_T(float);
   else if (t->base == GF_INT || t->base == GF_UINT)
      t = GF_T(int);
   return t >= gf_types && t < gf_types + GF_TY_COUNT ? p->scope->precision[t - gf_types] : 0;
}

/* gf_decl.c: the grammar of declarations: type specifiers, structs, declarator lists, precision statements, redeclarations by
 * qualifier. Calls the parsers of blocks and functions. */
#include "gf_parser.h"

#include <string.h>

/* ---- types ---- */

const struct gf_type *gf_brackets(struct gf_parser *p, const struct gf_type *type)
{
   struct { int *at; unsigned count, room; } sizes = { 0 };
   const struct gf_loc at = p->t.loc;
   while (gf_accept(p, '[')) {
      int size = GF_UNSIZED;
      if (p->t.kind != ']') {
         const struct gf_loc here = p->t.loc;
         if (!gf_constant_int(p, &size, "an array size"))
            size = 1;
         else if (size <= 0) {
            gf_error(p->c, here, "an array size must be positive, not %d", size);
            size = 1;
         }
      }
      gf_expect(p, ']');
      GF_PUSH(p->c, &sizes, size);
      if (sizes.count > 64) {
         gf_error(p->c, at, "an array has more than 64 dimensions, the compiler's limit");
         gf_give_up(p->c);
      }
   }
   for (unsigned i = sizes.count; i > 0; i--)
      type = gf_array(p->c, type, sizes.at[i - 1]);
   return type;
}

void gf_check_array(struct gf_parser *p, const struct gf_type *type, struct gf_loc at)
{
   if (type->base != GF_ARRAY)
      return;
   if (type->elem->base == GF_ARRAY && !gf_at_least(p->c, 430, 310) && !gf_ext_on(p->c, GF_ARB_arrays_of_arrays) &&
       !gf_ext_on(p->c, GF_ARB_geometry_shader4))
      gf_error(p->c, at, "arrays of arrays %s", GF_NEEDS(p->c, 430, 0, 310, 0, { GF_ARB_arrays_of_arrays }));
   if (gf_bare(type)->base == GF_VOID)
      gf_error(p->c, at, "the elements of an array cannot be void");
}

const struct gf_type *gf_type_specifier(struct gf_parser *p, struct gf_qual *q)
{
   const struct gf_type *type = NULL;
   const struct gf_loc at = p->t.loc;
   if (gf_accept_keyword(p, GF_K_UNSIGNED)) { /* EXT_gpu_shader4: unsigned int */
      if (p->t.kind != GF_T_TYPE || p->t.type != GF_T(int))
         gf_syntax_error(p, "'int' after 'unsigned'");
      type = GF_T(uint);
      gf_advance(p);
   } else if (p->t.kind == GF_T_TYPE) {
      type = p->t.type;
      gf_advance(p);
   } else if (gf_is_keyword(p, GF_K_STRUCT)) {
      type = gf_struct_specifier(p);
   } else if (p->t.kind == GF_T_IDENT) {
      struct gf_symbol *s = gf_lookup(p, p->t.name);
      if (s && q->subroutine && s->kind == GF_SYM_FUNCTION && s->functions && s->functions->is_subroutine_type) {
         /* a subroutine uniform is the index of a function */
         GF_PUSH(p->c, &q->sub_types, s);
         gf_advance(p);
         return gf_brackets(p, GF_T(int));
      }
      if (!s || s->kind != GF_SYM_STRUCT) {
         if (!s && !p->t.reserved)
            gf_error(p->c, at, "unknown type '%s'", p->t.name->text);
         gf_syntax_error(p, "a type");
      }
      type = s->type;
      gf_advance(p);
   } else {
      gf_syntax_error(p, "a type");
   }
   (void)q;
   if (p->t.kind == '[') {
      if (!gf_at_least(p->c, 120, 100))
         gf_error(p->c, at, "brackets after a type %s", GF_NEEDS(p->c, 120, 0, 100));
      type = gf_brackets(p, type);
      gf_check_array(p, type, at);
   }
   return type;
}

/* ---- structs ---- */

#define MAX_PARTS 16384
#define MAX_STRUCT_DEPTH 64

static void check_member(struct gf_parser *p, struct gf_record *r, struct gf_member *m)
{
   for (unsigned i = 0; i < r->count; i++) {
      if (r->members[i].name == m->name)
         gf_error(p->c, m->loc, "member '%s' is declared again", m->name->text);
   }
   gf_check_name(p, m->name, m->loc);
   gf_check_array(p, m->type, m->loc);
   if (m->type->base == GF_VOID)
      gf_error(p->c, m->loc, "member '%s' is void", m->name->text);
   else if (gf_has_unsized(m->type))
      gf_error(p->c, m->loc, "member '%s' has no size", m->name->text);
   if (gf_bare(m->type)->base == GF_ATOMIC || (gf_bare(m->type)->base == GF_IMAGE &&
                                               !gf_ext_on(p->c, GF_ARB_bindless_texture)))
      gf_error(p->c, m->loc, "%s cannot be a member of a struct", gf_type_text(p->c, m->type));
   else if (gf_bare(m->type)->base == GF_IMAGE && !(m->qual.memory & GF_M_WRITEONLY)) /* GLSL 4.60 4.4.7 */
      gf_error(p->c, m->loc, "image '%s' needs a format, which members of structs cannot have, or 'writeonly'", m->name->text);
}

const struct gf_type *gf_struct_specifier(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   const struct gf_loc at = p->t.loc;
   gf_advance(p);
   struct gf_type *type = GF_NEW(c, struct gf_type);
   struct gf_record *r = GF_NEW(c, struct gf_record);
   struct { struct gf_member *at; unsigned count, room; } members = { 0 };
   *type = (struct gf_type){ .base = GF_STRUCT, .rows = 1, .cols = 1, .record = r };
   *r = (struct gf_record){ .name = "struct", .type = type };
   struct gf_name *name = NULL;
   if (p->t.kind == GF_T_IDENT) {
      name = p->t.name;
      gf_check_name(p, name, at);
      r->name = name->text;
      gf_advance(p);
   }
   type->name = r->name;
   gf_enter(p);
   gf_expect(p, '{');
   if (p->t.kind == '}')
      gf_error(c, p->t.loc, "a struct needs at least one member");
   while (p->t.kind != '}') {
      struct gf_qual q = { 0 };
      gf_qualifiers(p, &q);
      if (q.storage)
         gf_error(c, q.loc, "members of structs take no storage qualifier");
      if (gf_is_keyword(p, GF_K_STRUCT) && gf_at_least(c, 120, 100))
         gf_error(c, p->t.loc, "a struct cannot be defined in a struct: define it before");
      const struct gf_type *base = gf_type_specifier(p, &q);
      do {
         struct gf_member m = { .loc = p->t.loc, .qual = q, .offset = -1 };
         if (p->t.kind != GF_T_IDENT)
            gf_syntax_error(p, "the name of a member");
         m.name = p->t.name;
         gf_advance(p);
         m.type = gf_brackets(p, base);
         gf_check_qualifiers(p, &m.qual, GF_D_MEMBER, m.type, m.loc);
         gf_check_precision(p, &m.qual, m.type, m.loc);
         check_member(p, r, &m);
         GF_PUSH(c, &members, m);
         r->members = members.at;
         r->count = members.count;
      } while (gf_accept(p, ','));
      gf_expect(p, ';');
   }
   gf_expect(p, '}');
   gf_leave(p);
   for (unsigned i = 0; i < r->count; i++) {
      const struct gf_record *inner = gf_bare(r->members[i].type)->record;
      r->parts += inner ? inner->parts + 1 : 1;
      r->depth = inner && inner->depth >= r->depth ? inner->depth + 1 : r->depth;
      if (r->parts > MAX_PARTS || r->depth > MAX_STRUCT_DEPTH) { /* bounds recursion over types */
         gf_error(c, at, "the struct exceeds the compiler's limits: %u members in all, %u levels of structs in structs",
                  MAX_PARTS, MAX_STRUCT_DEPTH);
         gf_give_up(c);
      }
   }
   type = gf_known_record(p, type);
   if (name) {
      struct gf_symbol *s = gf_declare(p, name, GF_SYM_STRUCT, at);
      s->type = type;
      if (gf_builtin_function_exists(c, name->text) && gf_at_least(c, 0, 300))
         gf_error(c, at, "'%s' is a built-in function", name->text);
   }
   return type;
}

/* ---- precision statements ---- */

static void precision_statement(struct gf_parser *p)
{
   const struct gf_loc at = p->t.loc;
   gf_advance(p);
   unsigned precision = gf_is_keyword(p, GF_K_LOWP) ? GF_P_LOW : gf_is_keyword(p, GF_K_MEDIUMP) ? GF_P_MEDIUM :
                        gf_is_keyword(p, GF_K_HIGHP) ? GF_P_HIGH : GF_P_NONE;
   if (!precision)
      gf_syntax_error(p, "'lowp', 'mediump' or 'highp'");
   gf_advance(p);
   if (p->t.kind != GF_T_TYPE) {
      gf_error(p->c, at, "a default precision can be given for float, int and opaque types only");
      gf_advance(p);
   } else {
      const struct gf_type *t = p->t.type;
      if (t == GF_T(float) || t == GF_T(int) || gf_is_opaque(t))
         p->scope->precision[t - gf_types] = (uint8_t)precision;
      else
         gf_error(p->c, at, "a default precision can be given for float, int and opaque types only, not for %s", t->name);
      gf_advance(p);
      if (p->t.kind == '[')
         gf_error(p->c, at, "a default precision is for a type, not for an array of it");
   }
   gf_expect(p, ';');
}

/* ---- "invariant a, b;" and "precise a;" ---- */

static void requalify(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   do {
      const struct gf_loc at = p->t.loc;
      if (p->t.kind != GF_T_IDENT)
         gf_syntax_error(p, "the name of a variable");
      struct gf_symbol *s = gf_lookup(p, p->t.name);
      const char *text = p->t.name->text;
      gf_advance(p);
      if (!s || s->kind != GF_SYM_VAR) {
         gf_error(c, at, "'%s' is not a variable", text);
         continue;
      }
      if (q->invariant) {
         const bool fragment_in = c->stage == PIPE_SHADER_FRAGMENT && (s->qual.storage == GF_S_IN ||
                                                                       s->qual.storage == GF_S_VARYING);
         const bool out = s->qual.storage == GF_S_OUT || (s->qual.storage == GF_S_VARYING &&
                                                          c->stage != PIPE_SHADER_FRAGMENT) || s->block;
         if (p->level > 1)
            gf_error(c, at, "'invariant' can redeclare a variable in the global scope only");
         else if (!out && !(fragment_in && !gf_at_least(c, 420, 300)))
            gf_error(c, at, "'%s' cannot be invariant: it is not an output", text);
         else if (s->used)
            gf_error(c, at, "'%s' was used before it became invariant", text);
         s->qual.invariant = true;
      }
      if (q->precise) {
         if (s->level != p->level && !s->builtin)
            gf_error(c, at, "'%s' is declared in another scope: 'precise' is for variables of this scope", text);
         if (s->used)
            gf_error(c, at, "'%s' was used before it became precise", text);
         s->qual.precise = true;
      }
      if (s->block_member >= 0 && s->block && !s->block->builtin && q->invariant && s->qual.storage != GF_S_OUT)
         gf_error(c, at, "'%s' is a member of a block of inputs: it cannot be invariant", text);
   } while (gf_accept(p, ','));
   gf_expect(p, ';');
}

/* ---- declarations ---- */

/* One declarator of a list, from its name on. */
static struct gf_stmt *declarator(struct gf_parser *p, const struct gf_qual *shared, const struct gf_type *base,
                                  bool global)
{
   struct gf_qual q = *shared;
   struct gf_stmt *st = GF_NEW(p->c, struct gf_stmt);
   st->kind = GF_ST_DECL;
   st->loc = p->t.loc;
   if (p->t.kind != GF_T_IDENT)
      gf_syntax_error(p, "the name of a variable");
   struct gf_name *name = p->t.name;
   const struct gf_loc at = p->t.loc;
   gf_advance(p);
   const struct gf_type *type = base;
   if (p->t.kind == '[') {
      if (base->base == GF_ARRAY && !gf_at_least(p->c, 430, 310) && !gf_ext_on(p->c, GF_ARB_arrays_of_arrays) &&
       !gf_ext_on(p->c, GF_ARB_geometry_shader4))
         gf_error(p->c, at, "arrays of arrays %s", GF_NEEDS(p->c, 430, 0, 310, 0, { GF_ARB_arrays_of_arrays }));
      type = gf_brackets(p, base);
   }
   if (p->t.kind != '=') {
      st->symbol = gf_declare_variable(p, &q, type, name, at, global);
      if (st->symbol)
         gf_initialize(p, st->symbol, NULL, global);
      return st;
   }
   gf_advance(p);
   /* The name is not in scope yet in its own initializer. */
   struct gf_expr *init = gf_initializer(p, type);
   if (init && type->base == GF_ARRAY && gf_has_unsized(type) && init->op != GF_ERROR_EXPR &&
       gf_bare(init->type) == gf_bare(type))
      type = init->type;
   st->symbol = gf_declare_variable(p, &q, type, name, at, global);
   if (st->symbol && init)
      gf_initialize(p, st->symbol, init, global);
   st->expr = init;
   return st;
}

static bool starts_block(struct gf_parser *p)
{
   return p->t.kind == GF_T_IDENT && gf_peek(p, 1)->kind == '{';
}

struct gf_stmt *gf_declaration(struct gf_parser *p, bool global)
{
   struct gf_ctx *c = p->c;
   if (gf_is_keyword(p, GF_K_PRECISION)) {
      precision_statement(p);
      return NULL;
   }
   struct gf_qual q = { 0 };
   const struct gf_loc at = p->t.loc;
   gf_qualifiers(p, &q);
   if (p->t.kind == ';' && (q.has_layout || (q.storage && gf_at_least(c, 140, 300)))) {
      gf_advance(p);
      if (!global)
         gf_error(c, at, "declarations of layouts can stand in the global scope only");
      else
         gf_layout_default(p, &q);
      return NULL;
   }
   if ((q.invariant || q.precise) && !q.explicit_storage && !q.interp && p->t.kind == GF_T_IDENT) {
      const struct gf_symbol *s = gf_lookup(p, p->t.name);
      if (!s || s->kind == GF_SYM_VAR) {
         requalify(p, &q);
         return NULL;
      }
   }
   if (starts_block(p)) {
      struct gf_name *name = p->t.name;
      gf_advance(p);
      if (!global)
         gf_error(c, at, "blocks can be declared in the global scope only");
      gf_block(p, &q, name, at);
      return NULL;
   }
   const struct gf_type *type = gf_type_specifier(p, &q);
   if (gf_accept(p, ';')) {
      gf_check_empty(p, &q, type, at);
      if (type->base == GF_ATOMIC && q.storage == GF_S_UNIFORM && global)
         gf_counter_offset(p, &q, at);
      else if (gf_bare(type)->base != GF_STRUCT)
         gf_warn(c, at, "the declaration has no name: it has no effect");
      else if (q.has_layout || (q.storage && q.storage != GF_S_CONST) || q.interp || q.invariant) {
         if (q.has_layout)
            gf_error(c, at, "'layout' cannot qualify a struct without a variable");
         else
            gf_warn(c, at, "the qualifiers have no effect: no variable is declared");
      }
      if (q.precision && gf_bare(type)->base == GF_STRUCT)
         gf_error(c, at, "a struct takes no precision");
      return NULL;
   }
   if (p->t.kind == GF_T_IDENT && gf_peek(p, 1)->kind == '(') {
      struct gf_name *name = p->t.name;
      const struct gf_loc here = p->t.loc;
      gf_advance(p);
      gf_function_declaration(p, &q, type, name, here);
      return NULL;
   }
   if (gf_accept(p, ',')) /* init_declarator_list: a type alone is its first declaration (ESSL 3.00, 9) */
      gf_warn(c, at, "the declaration has no name: it has no effect");
   struct gf_stmt *first = NULL, **end = &first;
   do {
      struct gf_stmt *st = declarator(p, &q, type, global);
      *end = st;
      end = &st->next;
   } while (gf_accept(p, ','));
   gf_expect(p, ';');
   return first;
}

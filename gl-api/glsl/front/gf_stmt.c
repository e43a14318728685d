/* gf_stmt.c: statements: scopes, conditions, loops, switch, jumps. */
#include "gf_parser.h"

struct gf_switch {
   const struct gf_type *type;
   struct { int64_t *at; unsigned count, room; } labels;
   bool has_default, any_label;
   struct gf_switch *outer;
};

static struct gf_stmt *statement(struct gf_parser *p, bool new_scope);

static struct gf_stmt *make(struct gf_parser *p, enum gf_stmt_kind kind, struct gf_loc at)
{
   struct gf_stmt *st = GF_NEW(p->c, struct gf_stmt);
   st->kind = (uint8_t)kind;
   st->loc = at;
   return st;
}

static struct gf_stmt **append(struct gf_stmt **end, struct gf_stmt *st)
{
   *end = st;
   while (*end)
      end = &(*end)->next;
   return end;
}

struct gf_stmt *gf_compound(struct gf_parser *p, bool new_scope)
{
   struct gf_stmt *block = make(p, GF_ST_BLOCK, p->t.loc), **end = &block->body;
   gf_enter(p);
   gf_expect(p, '{');
   if (new_scope)
      gf_push_scope(p);
   while (p->t.kind != '}') {
      if (p->t.kind == GF_T_EOF)
         gf_syntax_error(p, "'}'");
      end = append(end, statement(p, true));
   }
   if (new_scope)
      gf_pop_scope(p);
   gf_expect(p, '}');
   gf_leave(p);
   return block;
}

/* A bool expression, or, in loops, a declaration of a bool. */
static struct gf_expr *condition(struct gf_parser *p, const char *what)
{
   const struct gf_loc at = p->t.loc;
   struct gf_expr *e = gf_expression(p);
   if (e->op != GF_ERROR_EXPR && e->type != GF_T(bool))
      gf_error(p->c, at, "the condition of %s must be a bool, not %s", what, gf_type_text(p->c, e->type));
   return e;
}

static struct gf_expr *loop_condition(struct gf_parser *p, struct gf_stmt *st, const char *what)
{
   if (!gf_starts_type(p))
      return condition(p, what);
   const struct gf_loc at = p->t.loc;
   struct gf_qual q = { 0 };
   gf_qualifiers(p, &q);
   const struct gf_type *type = gf_type_specifier(p, &q);
   if (p->t.kind != GF_T_IDENT)
      gf_syntax_error(p, "the name of a variable");
   struct gf_name *name = p->t.name;
   const struct gf_loc here = p->t.loc;
   gf_advance(p);
   gf_expect(p, '=');
   struct gf_expr *init = gf_initializer(p, type);
   st->symbol = gf_declare_variable(p, &q, type, name, here, false);
   if (st->symbol)
      gf_initialize(p, st->symbol, init, false);
   if (type != GF_T(bool))
      gf_error(p->c, at, "the condition of %s must be a bool, not %s", what, gf_type_text(p->c, type));
   return st->symbol ? gf_variable(p, st->symbol, here) : init;
}

static struct gf_stmt *if_statement(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_IF, at);
   gf_expect(p, '(');
   st->expr = condition(p, "if");
   gf_expect(p, ')');
   gf_push_scope(p);
   st->body = statement(p, false);
   gf_pop_scope(p);
   if (gf_accept_keyword(p, GF_K_ELSE)) {
      gf_push_scope(p);
      st->other = statement(p, false);
      gf_pop_scope(p);
   }
   return st;
}

/* The statement of a loop. `for` and `while` share the scope of their declarations with it, so that a redeclaration in its
 * outermost block is an error in every version (ESSL 1.00 and 3.00 4.2.2, GLSL 1.10 to 4.60 4.2.2; grammar:
 * statement_no_new_scope). `do` opens a scope. */
static struct gf_stmt *loop_body(struct gf_parser *p, bool new_scope)
{
   struct gf_switch *outer = p->in_switch;
   p->in_switch = NULL;
   p->loops++;
   p->breakables++;
   if (new_scope)
      gf_push_scope(p);
   struct gf_stmt *body = statement(p, false);
   if (new_scope)
      gf_pop_scope(p);
   p->loops--;
   p->breakables--;
   p->in_switch = outer;
   return body;
}

static struct gf_stmt *for_statement(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_FOR, at);
   gf_expect(p, '(');
   gf_push_scope(p);
   if (gf_starts_type(p)) {
      st->init = gf_declaration(p, false);
   } else if (!gf_accept(p, ';')) {
      st->init = make(p, GF_ST_EXPR, p->t.loc);
      st->init->expr = gf_expression(p);
      gf_expect(p, ';');
   }
   if (p->t.kind != ';')
      st->expr = loop_condition(p, st, "for");
   gf_expect(p, ';');
   if (p->t.kind != ')')
      st->step = gf_expression(p);
   gf_expect(p, ')');
   st->body = loop_body(p, false);
   gf_pop_scope(p);
   return st;
}

static struct gf_stmt *while_statement(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_WHILE, at);
   gf_expect(p, '(');
   gf_push_scope(p);
   st->expr = loop_condition(p, st, "while");
   gf_expect(p, ')');
   st->body = loop_body(p, false);
   gf_pop_scope(p);
   return st;
}

static struct gf_stmt *do_statement(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_DO, at);
   st->body = loop_body(p, true);
   if (!gf_accept_keyword(p, GF_K_WHILE))
      gf_syntax_error(p, "'while'");
   gf_expect(p, '(');
   st->expr = condition(p, "do");
   gf_expect(p, ')');
   gf_expect(p, ';');
   return st;
}

static struct gf_stmt *switch_statement(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_SWITCH, at), **end = &st->body;
   struct gf_switch sw = { .outer = p->in_switch };
   gf_expect(p, '(');
   st->expr = gf_expression(p);
   gf_expect(p, ')');
   sw.type = st->expr->type;
   if (st->expr->op != GF_ERROR_EXPR && (!gf_is_scalar(sw.type) || (sw.type->base != GF_INT &&
                                                                    sw.type->base != GF_UINT))) {
      gf_error(p->c, at, "switch takes an integer, not %s", gf_type_text(p->c, sw.type));
      sw.type = GF_T(int);
   }
   gf_enter(p);
   gf_expect(p, '{');
   gf_push_scope(p);
   p->in_switch = &sw;
   p->breakables++;
   struct gf_stmt *last = NULL;
   while (p->t.kind != '}') {
      if (p->t.kind == GF_T_EOF)
         gf_syntax_error(p, "'}'");
      const struct gf_loc here = p->t.loc;
      const bool label = gf_is_keyword(p, GF_K_CASE) || gf_is_keyword(p, GF_K_DEFAULT);
      if (!label && !sw.any_label) {
         gf_error(p->c, here, "a switch begins with a case or default label");
         sw.any_label = true;
      }
      last = statement(p, true);
      end = append(end, last);
   }
   if (last && last->kind == GF_ST_CASE && (gf_at_least(p->c, 0, 300) || p->c->version == 130))
      gf_error(p->c, last->loc, "the last label of a switch needs a statement after it");
   p->breakables--;
   p->in_switch = sw.outer;
   gf_pop_scope(p);
   gf_expect(p, '}');
   gf_leave(p);
   return st;
}

static struct gf_stmt *label(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st = make(p, GF_ST_CASE, at);
   struct gf_switch *sw = p->in_switch;
   const bool is_default = gf_is_keyword(p, GF_K_DEFAULT);
   gf_advance(p);
   if (!is_default)
      st->expr = gf_expression(p);
   gf_expect(p, ':');
   if (!sw) {
      gf_error(p->c, at, "case and default labels can stand in a switch only");
      return st;
   }
   sw->any_label = true;
   if (is_default) {
      if (sw->has_default)
         gf_error(p->c, at, "the switch has a second default label");
      sw->has_default = true;
      return st;
   }
   struct gf_expr *e = st->expr;
   if (e->op == GF_ERROR_EXPR)
      return st;
   if (!e->value || !gf_is_scalar(e->type) || (e->type->base != GF_INT && e->type->base != GF_UINT)) {
      gf_error(p->c, at, "the value of a case must be a constant integer expression");
      return st;
   }
   if (e->type != sw->type && !gf_converts(p, e->type, sw->type) && !gf_converts(p, sw->type, e->type)) {
      gf_error(p->c, at, "the case is %s, but the switch is %s", gf_type_text(p->c, e->type),
               gf_type_text(p->c, sw->type));
      return st;
   }
   const int64_t v = (int64_t)(uint32_t)e->value->at[0].i;
   for (unsigned i = 0; i < sw->labels.count; i++) {
      if (sw->labels.at[i] == v)
         gf_error(p->c, at, "the switch has case %lld twice", (long long)e->value->at[0].i);
   }
   GF_PUSH(p->c, &sw->labels, v);
   return st;
}

static struct gf_stmt *jump(struct gf_parser *p, struct gf_loc at)
{
   struct gf_stmt *st;
   if (gf_accept_keyword(p, GF_K_BREAK)) {
      st = make(p, GF_ST_BREAK, at);
      if (!p->breakables)
         gf_error(p->c, at, "break can stand in a loop or switch only");
   } else if (gf_accept_keyword(p, GF_K_CONTINUE)) {
      st = make(p, GF_ST_CONTINUE, at);
      if (!p->loops)
         gf_error(p->c, at, "continue can stand in a loop only");
   } else if (gf_is_keyword(p, GF_K_DISCARD) || gf_is_keyword(p, GF_K_DEMOTE)) {
      st = make(p, gf_is_keyword(p, GF_K_DISCARD) ? GF_ST_DISCARD : GF_ST_DEMOTE, at);
      if (p->c->stage != PIPE_SHADER_FRAGMENT)
         gf_error(p->c, at, "%s can stand in fragment shaders only", p->t.name->text);
      gf_advance(p);
   } else {
      gf_advance(p);
      st = make(p, GF_ST_RETURN, at);
      const struct gf_type *want = p->function->result;
      if (p->t.kind != ';') {
         st->expr = gf_expression(p);
         gf_check_readable(p, st->expr);
         const struct gf_type *have = st->expr->type;
         const bool converts = gf_at_least(p->c, 420, 0) || gf_ext_on(p->c, GF_ARB_shading_language_420pack);
         if (st->expr->op == GF_ERROR_EXPR)
            ;
         else if (want->base == GF_VOID)
            gf_error(p->c, at, "'%s' is void: its return statements take no value", p->function->symbol->name->text);
         else if (have != want && !(converts && gf_converts(p, have, want)))
            gf_error(p->c, at, "'%s' returns %s, not %s", p->function->symbol->name->text, gf_type_text(p->c, want),
                     gf_type_text(p->c, have));
         else
            st->expr = gf_convert(p, st->expr, want);
      } else if (want->base != GF_VOID) {
         gf_error(p->c, at, "'%s' must return a value", p->function->symbol->name->text);
      }
      p->saw_return = true;
   }
   gf_expect(p, ';');
   return st;
}

static struct gf_stmt *simple(struct gf_parser *p)
{
   const struct gf_loc at = p->t.loc;
   if (gf_accept(p, ';'))
      return NULL;
   if (gf_accept_keyword(p, GF_K_IF))
      return if_statement(p, at);
   if (gf_accept_keyword(p, GF_K_FOR))
      return for_statement(p, at);
   if (gf_accept_keyword(p, GF_K_WHILE))
      return while_statement(p, at);
   if (gf_accept_keyword(p, GF_K_DO))
      return do_statement(p, at);
   if (gf_accept_keyword(p, GF_K_SWITCH))
      return switch_statement(p, at);
   if (gf_is_keyword(p, GF_K_CASE) || gf_is_keyword(p, GF_K_DEFAULT))
      return label(p, at);
   if (gf_is_keyword(p, GF_K_BREAK) || gf_is_keyword(p, GF_K_CONTINUE) || gf_is_keyword(p, GF_K_RETURN) ||
       gf_is_keyword(p, GF_K_DISCARD) ||
       gf_is_keyword(p, GF_K_DEMOTE))
      return jump(p, at);
   if (gf_starts_type(p))
      return gf_declaration(p, false);
   struct gf_stmt *st = make(p, GF_ST_EXPR, at);
   st->expr = gf_expression(p);
   gf_expect(p, ';');
   return st;
}

static struct gf_stmt *statement(struct gf_parser *p, bool new_scope)
{
   if (p->t.kind == '{') {
      struct gf_switch *outer = p->in_switch;
      p->in_switch = NULL;
      struct gf_stmt *st = gf_compound(p, new_scope);
      p->in_switch = outer;
      return st;
   }
   gf_enter(p);
   struct gf_stmt *st = simple(p);
   gf_leave(p);
   return st;
}

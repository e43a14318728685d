/* gf_expr.c: the grammar of expressions: primary, postfix, unary, binary by precedence, ?:, assignment, comma. */
#include "gf_parser.h"

#include <string.h>

struct gf_expr *gf_new_expr(struct gf_parser *p, enum gf_op op, struct gf_loc at, const struct gf_type *type)
{
   struct gf_expr *e = GF_NEW(p->c, struct gf_expr);
   e->op = (uint8_t)op;
   e->loc = at;
   e->type = type;
   return e;
}

struct gf_expr *gf_variable(struct gf_parser *p, struct gf_symbol *s, struct gf_loc at)
{
   struct gf_expr *e = gf_new_expr(p, GF_VAR, at, s->type);
   s->used = true;
   e->symbol = s;
   e->value = s->value;
   return e;
}

static struct gf_expr *literal(struct gf_parser *p)
{
   struct gf_expr *e = gf_new_expr(p, GF_CONSTANT, p->t.loc, p->t.type);
   struct gf_value *v = gf_value_new(p->c, e->type);
   if (gf_is_real(e->type))
      memcpy(&v->at[0].d, &p->t.bits, sizeof(double));
   else
      v->at[0].u = p->t.bits;
   e->value = v;
   gf_advance(p);
   return e;
}

static struct gf_expr *truth(struct gf_parser *p, bool value)
{
   struct gf_expr *e = gf_new_expr(p, GF_CONSTANT, p->t.loc, GF_T(bool));
   struct gf_value *v = gf_value_new(p->c, e->type);
   v->at[0].u = value;
   e->value = v;
   gf_advance(p);
   return e;
}

/* After '(': arguments and ')'. */
static void arguments(struct gf_parser *p, struct gf_expr ***args, unsigned *count)
{
   struct { struct gf_expr **at; unsigned count, room; } list = { 0 };
   if (p->t.kind == GF_T_TYPE && p->t.type == GF_T(void)) {
      gf_advance(p);
   } else if (p->t.kind != ')') {
      do {
         struct gf_expr *e = gf_assignment(p);
         GF_PUSH(p->c, &list, e);
      } while (gf_accept(p, ','));
   }
   gf_expect(p, ')');
   *args = list.at;
   *count = list.count;
}

static struct gf_expr *constructor(struct gf_parser *p, const struct gf_type *type, struct gf_loc at)
{
   type = gf_brackets(p, type);
   struct gf_expr **args;
   unsigned count;
   gf_expect(p, '(');
   arguments(p, &args, &count);
   return gf_construct(p, type, args, count, at);
}

/* The only uses of a subroutine uniform or array element are calls (GLSL 4.60 6.1.2) and .length(). */
static struct gf_expr *subroutine_call(struct gf_parser *p, struct gf_symbol *s, struct gf_loc at)
{
   struct gf_expr *which = gf_variable(p, s, at);
   while (gf_accept(p, '[')) {
      which = gf_index_op(p, which, gf_expression(p), at);
      gf_expect(p, ']');
   }
   if (p->t.kind == '.' && which->type->base == GF_ARRAY)
      return which;
   if (which->type->base == GF_ARRAY || p->t.kind != '(')
      gf_error(p->c, at, "subroutine uniform '%s' can be called only, not read or written", s->name->text);
   if (!gf_accept(p, '('))
      return gf_new_expr(p, GF_ERROR_EXPR, at, GF_T(int));
   struct gf_expr **args;
   unsigned count;
   arguments(p, &args, &count);
   struct gf_expr *call = gf_call(p, s->name, args, count, at);
   call->kid[0] = which;
   return call;
}

static struct gf_expr *name(struct gf_parser *p)
{
   struct gf_name *n = p->t.name;
   const struct gf_loc at = p->t.loc;
   struct gf_symbol *s = gf_functions_apart(p) ? gf_find(p, n, gf_peek(p, 1)->kind == '(') : gf_lookup(p, n);
   gf_advance(p);
   if (s && s->kind == GF_SYM_STRUCT)
      return constructor(p, s->type, at);
   if (s && s->kind == GF_SYM_VAR && s->qual.subroutine)
      return subroutine_call(p, s, at);
   if (p->t.kind == '(' && !(s && s->kind == GF_SYM_VAR && !s->builtin)) {
      struct gf_expr **args;
      unsigned count;
      gf_advance(p);
      arguments(p, &args, &count);
      return gf_call(p, n, args, count, at);
   }
   if (s && s->kind == GF_SYM_VAR && p->t.kind == '(') {
      struct gf_expr **args;
      unsigned count;
      gf_advance(p);
      arguments(p, &args, &count);
      gf_error(p->c, at, "'%s' is a variable, not a function", n->text);
      return gf_new_expr(p, GF_ERROR_EXPR, at, GF_T(int));
   }
   if (!s || s->kind != GF_SYM_VAR) {
      gf_error(p->c, at, s ? "'%s' is not a variable" : "'%s' is not declared", n->text);
      return gf_new_expr(p, GF_ERROR_EXPR, at, GF_T(int));
   }
   if (s->builtin && strcmp(n->text, "gl_FragCoord") == 0)
      p->coord_used = true;
   if (s->builtin && strcmp(n->text, "gl_LastFragData") == 0 && !gf_ext_on(p->c, GF_EXT_shader_framebuffer_fetch) &&
       !gf_has_layout(&s->qual.layout, GF_L_noncoherent))
      gf_error(p->c, at, "gl_LastFragData must be redeclared as noncoherent first");
   if (s->block_member >= 0) { /* a member of a block without a name */
      struct gf_expr *e = gf_new_expr(p, GF_MEMBER, at, s->type);
      e->kid[0] = gf_variable(p, s->block, at);
      e->member = (unsigned)s->block_member;
      s->used = true;
      gf_bare(s->block->type)->record->members[s->block_member].used = true;
      if (s->block->builtin && s->qual.storage == GF_S_OUT && strcmp(n->text, "gl_ClipVertex") == 0)
         gf_need_clip_distances(p);
      return e;
   }
   return gf_variable(p, s, at);
}

static struct gf_expr *primary(struct gf_parser *p)
{
   const struct gf_loc at = p->t.loc;
   if (p->t.kind == GF_T_NUMBER)
      return literal(p);
   if (p->t.kind == GF_T_IDENT)
      return name(p);
   if (gf_is_keyword(p, GF_K_TRUE) || gf_is_keyword(p, GF_K_FALSE))
      return truth(p, gf_is_keyword(p, GF_K_TRUE));
   if (gf_accept(p, '(')) {
      struct gf_expr *e = gf_expression(p);
      gf_expect(p, ')');
      return e;
   }
   if (p->t.kind == GF_T_TYPE || gf_is_keyword(p, GF_K_UNSIGNED)) {
      struct gf_qual q = { 0 };
      if (gf_is_keyword(p, GF_K_UNSIGNED))
         return constructor(p, gf_type_specifier(p, &q), at);
      const struct gf_type *type = p->t.type;
      gf_advance(p);
      return constructor(p, type, at);
   }
   gf_syntax_error(p, "an expression");
}

static struct gf_expr *postfix(struct gf_parser *p)
{
   struct gf_expr *e = primary(p);
   for (;;) {
      const struct gf_loc at = p->t.loc;
      if (gf_accept(p, '[')) {
         struct gf_expr *i = gf_expression(p);
         gf_expect(p, ']');
         e = gf_index_op(p, e, i, at);
      } else if (gf_accept(p, '.')) {
         if (p->t.kind != GF_T_IDENT && p->t.kind != GF_T_KEYWORD)
            gf_syntax_error(p, "the name of a field after '.'");
         struct gf_name *field = p->t.name;
         gf_advance(p);
         if (p->t.kind == '(') {
            gf_advance(p);
            struct gf_expr **args;
            unsigned count;
            arguments(p, &args, &count);
            if (strcmp(field->text, "length") != 0 || count)
               gf_error(p->c, at, "the only method is length(), without arguments");
            else if (!gf_at_least(p->c, 120, 300))
               gf_error(p->c, at, "length() methods %s", GF_NEEDS(p->c, 120, 0, 300));
            e = gf_length_op(p, e, at);
         } else {
            e = gf_field_op(p, e, field, at);
         }
      } else if (gf_accept(p, GF_T_INC)) {
         e = gf_unary_op(p, GF_POST_INC, e, at);
      } else if (gf_accept(p, GF_T_DEC)) {
         e = gf_unary_op(p, GF_POST_DEC, e, at);
      } else {
         return e;
      }
   }
}

static struct gf_expr *unary(struct gf_parser *p)
{
   static const struct { uint8_t token, op; } rows[] = { { '+', GF_PLUS }, { '-', GF_NEG }, { '!', GF_NOT },
                                                         { '~', GF_BITNOT },
      { GF_T_INC, GF_PRE_INC }, { GF_T_DEC, GF_PRE_DEC } };
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      if (p->t.kind == rows[i].token) {
         const struct gf_loc at = p->t.loc;
         gf_enter(p);
         gf_advance(p);
         struct gf_expr *e = gf_unary_op(p, (enum gf_op)rows[i].op, unary(p), at);
         gf_leave(p);
         return e;
      }
   }
   return postfix(p);
}

static const struct { uint8_t token, op, level; } binaries[] = {
   { '*', GF_MUL, 10 }, { '/', GF_DIV, 10 }, { '%', GF_MOD, 10 }, { '+', GF_ADD, 9 }, { '-', GF_SUB, 9 },
   { GF_T_SHL, GF_SHL, 8 },
   { GF_T_SHR, GF_SHR, 8 }, { '<', GF_LT, 7 }, { '>', GF_GT, 7 }, { GF_T_LE, GF_LE, 7 }, { GF_T_GE, GF_GE, 7 },
   { GF_T_EQ, GF_EQ, 6 }, { GF_T_NE, GF_NE, 6 }, { '&', GF_BITAND, 5 }, { '^', GF_BITXOR, 4 }, { '|', GF_BITOR, 3 },
   { GF_T_AND, GF_AND, 2 }, { GF_T_XOR, GF_XOR, 1 }, { GF_T_OR, GF_OR, 0 },
};

/* Operators of at least this level, by precedence climbing. */
static struct gf_expr *binary(struct gf_parser *p, unsigned least)
{
   struct gf_expr *e = unary(p);
   for (;;) {
      unsigned i = 0;
      while (i < GF_COUNT(binaries) && binaries[i].token != p->t.kind)
         i++;
      if (i == GF_COUNT(binaries) || binaries[i].level < least)
         return e;
      const struct gf_loc at = p->t.loc;
      gf_advance(p);
      e = gf_binary_op(p, (enum gf_op)binaries[i].op, e, binary(p, binaries[i].level + 1u), at);
   }
}

struct gf_expr *gf_conditional(struct gf_parser *p)
{
   gf_enter(p);
   struct gf_expr *e = binary(p, 0);
   const struct gf_loc at = p->t.loc;
   if (gf_accept(p, '?')) {
      struct gf_expr *a = gf_expression(p);
      gf_expect(p, ':');
      e = gf_select_op(p, e, a, gf_assignment(p), at);
   }
   gf_leave(p);
   return e;
}

struct gf_expr *gf_assignment(struct gf_parser *p)
{
   static const struct { uint8_t token, op; } rows[] = { { '=', 0 }, { GF_T_MUL_A, GF_MUL }, { GF_T_DIV_A, GF_DIV },
      { GF_T_MOD_A, GF_MOD }, { GF_T_ADD_A, GF_ADD }, { GF_T_SUB_A, GF_SUB }, { GF_T_SHL_A, GF_SHL },
      { GF_T_SHR_A, GF_SHR },
      { GF_T_AND_A, GF_BITAND }, { GF_T_XOR_A, GF_BITXOR }, { GF_T_OR_A, GF_BITOR } };
   gf_enter(p);
   struct gf_expr *e = gf_conditional(p);
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      if (p->t.kind == rows[i].token) {
         const struct gf_loc at = p->t.loc;
         gf_advance(p);
         e = gf_assign_op(p, rows[i].op, e, gf_assignment(p), at);
         break;
      }
   }
   gf_leave(p);
   return e;
}

struct gf_expr *gf_expression(struct gf_parser *p)
{
   struct gf_expr *e = gf_assignment(p);
   while (p->t.kind == ',') {
      const struct gf_loc at = p->t.loc;
      gf_advance(p);
      struct gf_expr *b = gf_assignment(p);
      struct gf_expr *n = gf_new_expr(p, GF_COMMA, at, b->type);
      n->kid[0] = e;
      n->kid[1] = b;
      if (e->op == GF_ERROR_EXPR || b->op == GF_ERROR_EXPR)
         n->op = GF_ERROR_EXPR;
      if (!gf_at_least(p->c, 120, 300) && e->value)
         n->value = b->value; /* in later versions a sequence is not a constant expression */
      e = n;
   }
   return e;
}

bool gf_constant_int(struct gf_parser *p, int *value, const char *what)
{
   const struct gf_loc at = p->t.loc;
   struct gf_expr *e = gf_conditional(p);
   if (e->op == GF_ERROR_EXPR)
      return false;
   if (!e->value || !gf_is_scalar(e->type) || (e->type->base != GF_INT && e->type->base != GF_UINT)) {
      gf_error(p->c, at, "%s must be a constant integer expression", what);
      return false;
   }
   const int64_t v = e->value->at[0].i;
   *value = v > INT32_MAX ? INT32_MAX : (int)v;
   return true;
}

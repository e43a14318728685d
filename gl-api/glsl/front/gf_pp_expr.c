/* gf_pp_expr.c: integer expressions of #if and #elif. An identifier that is not a macro is an error in ES (unless && or || does not
 * evaluate it), and 0 in desktop GLSL. */
#include "gf_pp.h"

#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 200

struct expr { struct gf_ctx *c; struct gf_token t; unsigned depth; bool bad; };
/* Errors of an operand that && or || does not evaluate are ignored. */
struct value { int64_t v; struct gf_name *undefined; bool by_zero; };

bool gf_pp_integer(const char *text, int64_t *value)
{
   char *end;
   *value = (int64_t)strtoull(text, &end, 0);
   if (*end == 'u' || *end == 'U')
      end++;
   if (text[0] == '0' && text[1] >= '0' && text[1] <= '9' && strpbrk(text, "89"))
      return false;
   return end != text && *end == 0;
}

static void next(struct expr *e) { gf_macro_expanded(e->c, &e->t); }

static struct value fail(struct expr *e, const char *reason)
{
   if (!e->bad)
      gf_error(e->c, e->t.loc, "preprocessor expression: %s '%s'", reason, gf_token_text(e->c, &e->t));
   e->bad = true;
   return (struct value){ 0 };
}

static struct value binary(struct expr *e, unsigned level);

static struct value read_defined(struct expr *e)
{
   struct gf_token t;
   gf_macro_raw(e->c, &t);
   const bool paren = t.kind == '(';
   if (paren)
      gf_macro_raw(e->c, &t);
   e->t = t;
   if (t.kind != GF_T_IDENT)
      return fail(e, "'defined' needs a name, not");
   const struct value v = { .v = t.name->macro != NULL };
   next(e);
   if (paren) {
      if (e->t.kind != ')')
         return fail(e, "missing ')' before");
      next(e);
   }
   return v;
}

static struct value unary(struct expr *e)
{
   if (e->bad || ++e->depth > MAX_DEPTH)
      return fail(e, "nested deeper than the preprocessor's limit at");
   struct value v = { 0 };
   const unsigned op = e->t.kind;
   if (op == '+' || op == '-' || op == '~' || op == '!') {
      next(e);
      v = unary(e);
      v.v = op == '-' ? (int64_t)(0 - (uint64_t)v.v) : op == '~' ? ~v.v : op == '!' ? !v.v : v.v;
   } else if (op == '(') {
      next(e);
      v = binary(e, 0);
      if (e->t.kind != ')')
         return fail(e, "missing ')' before");
      next(e);
   } else if (op == GF_T_PP_NUMBER) {
      if (!gf_pp_integer(e->t.name->text, &v.v))
         return fail(e, "not an integer:");
      next(e);
   } else if (op == GF_T_IDENT && strcmp(e->t.name->text, "defined") == 0) {
      v = read_defined(e);
   } else if (op == GF_T_IDENT) {
      v.undefined = e->t.name;
      next(e);
   } else {
      return fail(e, "unexpected");
   }
   e->depth--;
   return v;
}

static const struct { uint8_t level, op; } levels[] = {
   { 0, GF_T_OR }, { 1, GF_T_AND }, { 2, '|' }, { 3, '^' }, { 4, '&' }, { 5, GF_T_EQ }, { 5, GF_T_NE }, { 6, '<' },
   { 6, '>' },
   { 6, GF_T_LE }, { 6, GF_T_GE }, { 7, GF_T_SHL }, { 7, GF_T_SHR }, { 8, '+' }, { 8, '-' }, { 9, '*' }, { 9, '/' },
   { 9, '%' },
};

static int64_t apply(unsigned op, int64_t a, int64_t b)
{
   switch (op) {
   case '|': return a | b;
   case '^': return a ^ b;
   case '&': return a & b;
   case GF_T_EQ: return a == b;
   case GF_T_NE: return a != b;
   case '<': return a < b;
   case '>': return a > b;
   case GF_T_LE: return a <= b;
   case GF_T_GE: return a >= b;
   case GF_T_SHL: return b < 0 || b > 63 ? 0 : (int64_t)((uint64_t)a << b);
   case GF_T_SHR: return b < 0 || b > 63 ? 0 : a >> b;
   case '+': return (int64_t)((uint64_t)a + (uint64_t)b);
   case '-': return (int64_t)((uint64_t)a - (uint64_t)b);
   case '*': return (int64_t)((uint64_t)a * (uint64_t)b);
   }
   if (b == 0)
      return 0;
   return b == -1 ? (op == '/' ? (int64_t)(0 - (uint64_t)a) : 0) : op == '/' ? a / b : a % b;
}

static struct value binary(struct expr *e, unsigned level)
{
   if (level > 9)
      return unary(e);
   struct value a = binary(e, level + 1);
   for (;;) {
      unsigned i = 0;
      while (i < GF_COUNT(levels) && (levels[i].level != level || levels[i].op != e->t.kind))
         i++;
      if (i == GF_COUNT(levels) || e->bad)
         return a;
      next(e);
      const struct value b = binary(e, level + 1);
      const unsigned op = levels[i].op;
      if (op == GF_T_OR || op == GF_T_AND) {
         const bool decided = (a.v != 0) == (op == GF_T_OR);
         a.undefined = a.undefined ? a.undefined : decided ? NULL : b.undefined;
         a.by_zero |= !decided && b.by_zero;
         a.v = op == GF_T_OR ? a.v || b.v : a.v && b.v;
      } else {
         a.undefined = a.undefined ? a.undefined : b.undefined;
         a.by_zero |= b.by_zero || ((op == '/' || op == '%') && b.v == 0);
         a.v = apply(op, a.v, b.v);
      }
   }
}

/* A number of #line, an expression. False: there is none. */
bool gf_pp_number(struct gf_ctx *c, struct gf_token *t, int64_t *value)
{
   struct expr e = { .c = c, .t = *t };
   const struct value v = binary(&e, 0);
   *t = e.t;
   *value = v.v;
   return !e.bad && !v.undefined && !v.by_zero;
}

bool gf_pp_condition(struct gf_ctx *c, struct gf_loc at)
{
   struct expr e = { .c = c };
   next(&e);
   if (e.t.kind == GF_T_NEWLINE) {
      gf_error(c, at, "#if needs an expression");
      return false;
   }
   const struct value v = binary(&e, 0);
   if (!e.bad && e.t.kind != GF_T_NEWLINE)
      fail(&e, "unexpected");
   if (!e.bad && v.undefined && c->es)
      gf_error(c, at, "undefined macro '%s' in a preprocessor expression", v.undefined->text);
   if (!e.bad && v.by_zero)
      gf_error(c, at, "division by zero in a preprocessor expression");
   while (e.t.kind != GF_T_NEWLINE && e.t.kind != GF_T_EOF)
      gf_macro_raw(c, &e.t);
   return v.v != 0;
}

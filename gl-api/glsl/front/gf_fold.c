/* gf_fold.c: operators, conversions and constructors on constants. Floats are rounded to single precision after every
 * operation; integers wrap. */
#include "gf_parser.h"

#include <math.h>
#include <string.h>

#define MAX_SCALARS 65536u

struct gf_value *gf_value_new(struct gf_ctx *c, const struct gf_type *type)
{
   const unsigned n = gf_components(type);
   if (n == 0 || n > MAX_SCALARS)
      return NULL;
   struct gf_value *v = gf_alloc(c, sizeof(*v) + n * sizeof(v->at[0]));
   v->type = type;
   return v;
}

double gf_round(enum gf_base base, double d)
{
   return base == GF_FLOAT ? (double)(float)d : d;
}

static union gf_scalar wrap(enum gf_base base, uint64_t u)
{
   union gf_scalar s = { .u = u };
   if (base == GF_INT)
      s.i = (int32_t)(uint32_t)u;
   else if (base == GF_UINT)
      s.u = (uint32_t)u;
   else if (base == GF_BOOL)
      s.u = u != 0;
   return s;
}

static bool real(enum gf_base base) { return base == GF_FLOAT || base == GF_DOUBLE; }

static union gf_scalar convert(enum gf_base from, enum gf_base to, union gf_scalar s)
{
   union gf_scalar r = { 0 };
   if (real(to)) {
      r.d = real(from) ? s.d : from == GF_UINT || from == GF_UINT64 ? (double)s.u : (double)s.i;
      r.d = gf_round(to, r.d);
      return r;
   }
   if (!real(from))
      return wrap(to, s.u);
   if (to == GF_BOOL)
      return wrap(to, s.d != 0);
   if (isnan(s.d))
      return r;
   /* Out of range: undefined in the language; saturating is defined in C. */
   if (s.d >= 9223372036854775807.0)
      return wrap(to, s.d >= 18446744073709551615.0 ? UINT64_MAX : (uint64_t)s.d);
   return wrap(to, (uint64_t)(s.d <= -9223372036854775808.0 ? INT64_MIN : (int64_t)s.d));
}

const struct gf_value *gf_fold_convert(struct gf_parser *p, const struct gf_value *a, const struct gf_type *to)
{
   struct gf_value *v = a ? gf_value_new(p->c, to) : NULL;
   for (unsigned i = 0, n = v ? gf_components(to) : 0; i < n; i++)
      v->at[i] = convert(a->type->base, to->base, a->at[i]);
   return v;
}

const struct gf_value *gf_fold_part(struct gf_parser *p, const struct gf_value *a, const struct gf_type *type,
                                    unsigned first)
{
   struct gf_value *v = a ? gf_value_new(p->c, type) : NULL;
   if (v)
      memcpy(v->at, a->at + first, gf_components(type) * sizeof(v->at[0]));
   return v;
}

const struct gf_value *gf_fold_unary(struct gf_parser *p, enum gf_op op, const struct gf_value *a)
{
   struct gf_value *v = a ? gf_value_new(p->c, a->type) : NULL;
   if (!v)
      return NULL;
   const enum gf_base base = a->type->base;
   for (unsigned i = 0, n = gf_components(a->type); i < n; i++) {
      const union gf_scalar s = a->at[i];
      switch (op) {
      case GF_NEG:
         if (real(base))
            v->at[i].d = -s.d;
         else
            v->at[i] = wrap(base, 0 - s.u);
         break;
      case GF_NOT: v->at[i].u = !s.u; break;
      case GF_BITNOT: v->at[i] = wrap(base, ~s.u); break;
      default: v->at[i] = s;
      }
   }
   return v;
}

static double real_op(enum gf_op op, double a, double b)
{
   switch (op) {
   case GF_ADD: return a + b;
   case GF_SUB: return a - b;
   case GF_MUL: return a * b;
   case GF_DIV: return a / b;
   default: return 0;
   }
}

static uint64_t int_op(enum gf_op op, enum gf_base base, union gf_scalar a, union gf_scalar b)
{
   const bool is_signed = base == GF_INT || base == GF_INT64;
   const unsigned bits = base == GF_INT || base == GF_UINT ? 31 : 63;
   switch (op) {
   case GF_ADD: return a.u + b.u;
   case GF_SUB: return a.u - b.u;
   case GF_MUL: return a.u * b.u;
   case GF_DIV:
      return b.u == 0 ? UINT64_MAX : !is_signed ? a.u / b.u : b.i == -1 ? 0 - a.u : (uint64_t)(a.i / b.i);
   case GF_MOD:
      return b.u == 0 ? 0 : !is_signed ? a.u % b.u : b.i == -1 ? 0 : (uint64_t)(a.i % b.i);
   case GF_SHL: return a.u << (b.u & bits);
   case GF_SHR: return is_signed ? (uint64_t)(a.i >> (b.u & bits)) : a.u >> (b.u & bits);
   case GF_BITAND: case GF_AND: return a.u & b.u;
   case GF_BITOR: case GF_OR: return a.u | b.u;
   case GF_BITXOR: case GF_XOR: return a.u ^ b.u;
   default: return 0;
   }
}

static bool compare(enum gf_op op, enum gf_base base, union gf_scalar a, union gf_scalar b)
{
   int order = real(base) ? (a.d > b.d) - (a.d < b.d)
             : base == GF_UINT || base == GF_UINT64 ? (a.u > b.u) - (a.u < b.u) : (a.i > b.i) - (a.i < b.i);
   if (real(base) && (isnan(a.d) || isnan(b.d)))
      return op == GF_NE;
   switch (op) {
   case GF_LT: return order < 0;
   case GF_GT: return order > 0;
   case GF_LE: return order <= 0;
   case GF_GE: return order >= 0;
   case GF_EQ: return order == 0;
   default: return order != 0;
   }
}

/* == and != of anything; bases differ along a struct. */
static bool equal(const struct gf_type *t, const union gf_scalar **a, const union gf_scalar **b)
{
   bool same = true;
   if (t->base == GF_ARRAY) {
      for (int i = 0; i < t->length; i++)
         same &= equal(t->elem, a, b);
   } else if (t->record) {
      for (unsigned i = 0; i < t->record->count; i++)
         same &= equal(t->record->members[i].type, a, b);
   } else {
      for (unsigned i = 0; i < (unsigned)t->rows * t->cols; i++)
         same &= compare(GF_EQ, t->base, *(*a)++, *(*b)++);
   }
   return same;
}

/* matrix * matrix, matrix * vector, vector * matrix: columns of a by rows of b. */
static void multiply(const struct gf_type *type, const struct gf_value *a, const struct gf_value *b, struct gf_value *v)
{
   const bool row_vector = a->type->cols == 1; /* a vector on the left is one row */
   const unsigned rows = row_vector ? 1 : a->type->rows, inner = row_vector ? a->type->rows : a->type->cols;
   const unsigned cols = b->type->cols;
   for (unsigned k = 0; k < cols; k++) {
      for (unsigned r = 0; r < rows; r++) {
         double sum = 0;
         for (unsigned i = 0; i < inner; i++)
            sum = gf_round(type->base, sum + gf_round(type->base, a->at[i * rows + r].d * b->at[k * inner + i].d));
         v->at[k * rows + r].d = sum;
      }
   }
}

const struct gf_value *gf_fold_binary(struct gf_parser *p, enum gf_op op, const struct gf_type *type,
                                      const struct gf_value *a,
                                      const struct gf_value *b)
{
   struct gf_value *v = a && b ? gf_value_new(p->c, type) : NULL;
   if (!v)
      return NULL;
   const enum gf_base base = a->type->base;
   if (op == GF_EQ || op == GF_NE) {
      const union gf_scalar *x = a->at, *y = b->at;
      v->at[0].u = equal(a->type, &x, &y) == (op == GF_EQ);
      return v;
   }
   if (op == GF_MUL && (gf_is_matrix(a->type) || gf_is_matrix(b->type)) && !gf_is_scalar(a->type) &&
       !gf_is_scalar(b->type)) {
      multiply(type, a, b, v);
      return v;
   }
   const bool a_scalar = gf_is_scalar(a->type), b_scalar = gf_is_scalar(b->type);
   for (unsigned i = 0, n = gf_components(type); i < n; i++) {
      const union gf_scalar x = a->at[a_scalar ? 0 : i], y = b->at[b_scalar ? 0 : i];
      if (op >= GF_LT && op <= GF_GE)
         v->at[i].u = compare(op, base, x, y);
      else if (real(base))
         v->at[i].d = gf_round(base, real_op(op, x.d, y.d));
      else
         v->at[i] = wrap(type->base, int_op(op, base, x, y));
   }
   return v;
}

/* ---- constructors ---- */

static const struct gf_value *construct_whole(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args,
                                              unsigned count)
{
   struct gf_value *v = gf_value_new(p->c, type);
   for (unsigned i = 0, at = 0; v && i < count; i++) {
      const unsigned n = gf_components(args[i]->type);
      if (at + n > gf_components(type))
         return NULL;
      memcpy(v->at + at, args[i]->value->at, n * sizeof(v->at[0]));
      at += n;
   }
   return v;
}

const struct gf_value *gf_fold_construct(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args,
                                         unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      if (!args[i]->value)
         return NULL;
   }
   if (!gf_is_basic(type))
      return construct_whole(p, type, args, count);
   struct gf_value *v = gf_value_new(p->c, type);
   const struct gf_type *first = args[0]->type;
   const unsigned total = gf_components(type);
   if (count == 1 && gf_is_scalar(first)) {
      const union gf_scalar s = convert(first->base, type->base, args[0]->value->at[0]);
      for (unsigned i = 0; i < total; i++) {
         if (!gf_is_matrix(type) || i / type->rows == i % type->rows)
            v->at[i] = s;
      }
   } else if (count == 1 && gf_is_matrix(first) && gf_is_matrix(type)) {
      for (unsigned i = 0; i < total; i++) {
         const unsigned col = i / type->rows, row = i % type->rows;
         if (col < first->cols && row < first->rows)
            v->at[i] = convert(first->base, type->base, args[0]->value->at[col * first->rows + row]);
         else if (real(type->base))
            v->at[i].d = col == row;
      }
   } else {
      unsigned at = 0;
      for (unsigned i = 0; i < count; i++) {
         for (unsigned k = 0; k < gf_components(args[i]->type) && at < total; k++)
            v->at[at++] = convert(args[i]->type->base, type->base, args[i]->value->at[k]);
      }
   }
   return v;
}

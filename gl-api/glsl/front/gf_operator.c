/* gf_operator.c: operators: legal operand types, implicit conversions, result types; l-values. */
#include "gf_parser.h"

#include <string.h>

/* ---- implicit conversions ---- */

static bool has_fp64(struct gf_parser *p) { return gf_at_least(p->c, 400, 0) ||
                                            gf_ext_on(p->c, GF_ARB_gpu_shader_fp64); }

/* Rows: from, to, gate. Vectors and matrices convert as their components. */
static bool base_converts(struct gf_parser *p, enum gf_base from, enum gf_base to)
{
   struct gf_ctx *c = p->c;
   const bool es = gf_ext_on(c, GF_EXT_shader_implicit_conversions);
   const bool more = es || gf_ext_on(c, GF_MESA_shader_integer_functions);
   const bool int_float = gf_at_least(c, 120, 0) || more;
   const bool int_uint = gf_at_least(c, 400, 0) || gf_ext_on(c, GF_ARB_gpu_shader5) || more;
   const bool int64 = gf_ext_on(c, GF_ARB_gpu_shader_int64);
   const struct { uint8_t from, to; bool when; } rows[] = {
      { GF_INT, GF_FLOAT, int_float }, { GF_UINT, GF_FLOAT, int_float }, { GF_INT, GF_UINT, int_uint || int64 },
      { GF_INT, GF_DOUBLE, has_fp64(p) }, { GF_UINT, GF_DOUBLE, has_fp64(p) }, { GF_FLOAT, GF_DOUBLE, has_fp64(p) },
      { GF_INT, GF_INT64, int64 }, { GF_INT, GF_UINT64, int64 }, { GF_UINT, GF_INT64, false },
      { GF_UINT, GF_UINT64, int64 },
      { GF_INT64, GF_UINT64, int64 }, { GF_INT64, GF_DOUBLE, int64 && has_fp64(p) },
      { GF_UINT64, GF_DOUBLE, int64 && has_fp64(p) },
   };
   for (unsigned i = 0; i < GF_COUNT(rows); i++) {
      if (rows[i].from == from && rows[i].to == to)
         return rows[i].when;
   }
   return false;
}

bool gf_converts(struct gf_parser *p, const struct gf_type *from, const struct gf_type *to)
{
   if (from == to || from->base == GF_ERROR || to->base == GF_ERROR)
      return true;
   return gf_is_basic(from) && gf_is_basic(to) && from->rows == to->rows && from->cols == to->cols &&
          base_converts(p, from->base, to->base);
}

struct gf_expr *gf_convert(struct gf_parser *p, struct gf_expr *e, const struct gf_type *to)
{
   if (e->type == to || e->type->base == GF_ERROR || to->base == GF_ERROR)
      return e;
   struct gf_expr *n = gf_new_expr(p, GF_CONVERT, e->loc, to);
   n->kid[0] = e;
   n->value = gf_fold_convert(p, e->value, to);
   return n;
}

static struct gf_expr *bad(struct gf_parser *p, struct gf_loc at)
{
   return gf_new_expr(p, GF_ERROR_EXPR, at, GF_T(int));
}

static bool is_error(const struct gf_expr *e)
{
   return e->op == GF_ERROR_EXPR || e->type->base == GF_ERROR;
}

/* ---- l-values ---- */

struct gf_symbol *gf_root(struct gf_expr *e)
{
   while (e && (e->op == GF_MEMBER || e->op == GF_INDEX || e->op == GF_SWIZZLE))
      e = e->kid[0];
   return e && e->op == GF_VAR ? e->symbol : NULL;
}

/* The outermost member of a block without a name that an l-value is of. */
static const char *member_name(const struct gf_expr *e)
{
   while (e->op == GF_INDEX || e->op == GF_SWIZZLE || (e->op == GF_MEMBER && e->kid[0]->op != GF_VAR))
      e = e->kid[0];
   return e->op == GF_MEMBER ? e->kid[0]->type->record->members[e->member].name->text : "";
}

unsigned gf_memory_of(const struct gf_expr *e)
{
   unsigned memory = 0;
   for (;; e = e->kid[0]) {
      if (e->op == GF_MEMBER && e->kid[0]->type->record)
         memory |= e->kid[0]->type->record->members[e->member].qual.memory;
      else if (e->op == GF_VAR)
         return memory | e->symbol->qual.memory;
      else if (e->op != GF_INDEX && e->op != GF_SWIZZLE)
         return memory;
   }
}

static const char *why_read_only(struct gf_parser *p, struct gf_expr *e)
{
   const struct gf_symbol *s = gf_root(e);
   if (!s)
      return "it is not a variable";
   if (s->kind != GF_SYM_VAR)
      return "it is not a variable";
   if (gf_memory_of(e) & GF_M_READONLY)
      return "it is readonly";
   switch (s->qual.storage) {
   case GF_S_CONST: return "it is constant";
   case GF_S_ATTRIBUTE: return "attributes are read-only";
   case GF_S_UNIFORM: return "uniforms are read-only";
   case GF_S_PAYLOAD:
      return p->c->stage == PIPE_SHADER_MESH ? "mesh shaders only read the variable with taskPayloadSharedEXT" : NULL;
   case GF_S_VARYING: return p->c->stage == PIPE_SHADER_FRAGMENT ? "inputs are read-only" : NULL;
   case GF_S_IN:
      if (s->level <= 1)
         return "inputs are read-only";
      break;
   }
   return s->qual.is_const ? "it is constant" : NULL;
}

/* The value of a writeonly buffer variable must not be used; images are checked where they are read. */
void gf_check_readable(struct gf_parser *p, struct gf_expr *e)
{
   if (!is_error(e) && !gf_is_opaque(gf_bare(e->type)) && (gf_memory_of(e) & GF_M_WRITEONLY))
      gf_error(p->c, e->loc, "a writeonly variable is read");
}

/* Tessellation control shaders write their own vertex only. */
static void check_own_vertex(struct gf_parser *p, struct gf_expr *e, struct gf_loc at)
{
   for (; e->op == GF_MEMBER || e->op == GF_INDEX || e->op == GF_SWIZZLE; e = e->kid[0]) {
      const struct gf_symbol *s = e->kid[0]->op == GF_VAR ? e->kid[0]->symbol : NULL;
      if (e->op != GF_INDEX || !s || s->qual.storage != GF_S_OUT || s->qual.patch || s->level > 1)
         continue;
      const struct gf_expr *i = e->kid[1];
      if (i->op != GF_VAR || !i->symbol->builtin || strcmp(i->symbol->name->text, "gl_InvocationID") != 0)
         gf_error(p->c, at, "an output of a vertex can be written at index gl_InvocationID only");
   }
}

/* Indices of a primitive are written as a whole (EXT_mesh_shader, 7.1). */
static void check_primitive_indices(struct gf_parser *p, struct gf_expr *e, struct gf_loc at)
{
   const struct gf_symbol *s = gf_root(e);
   const bool part = e->op == GF_SWIZZLE || (e->op == GF_INDEX && gf_is_vector(e->kid[0]->type));
   if (part && s->builtin && strncmp(s->name->text, "gl_Primitive", 12) == 0)
      gf_error(p->c, at, "an element of %s is written as a whole, not by components", s->name->text);
}

bool gf_check_lvalue(struct gf_parser *p, struct gf_expr *e, struct gf_loc at, const char *what)
{
   if (is_error(e))
      return false;
   for (struct gf_expr *k = e; k; k = k->kid[0]) {
      if (k->op == GF_SWIZZLE) {
         unsigned seen = 0;
         for (unsigned i = 0; i < k->type->rows; i++) {
            if (seen & 1u << k->swizzle[i]) {
               gf_error(p->c, at, "%s: a swizzle with repeated components is not an l-value", what);
               return false;
            }
            seen |= 1u << k->swizzle[i];
         }
      } else if (k->op != GF_MEMBER && k->op != GF_INDEX) {
         break;
      }
   }
   const char *why = why_read_only(p, e);
   if (!why && e->type->base == GF_ARRAY && !gf_at_least(p->c, 120, strcmp(what, "assignment") == 0 ? 300 : 100))
      why = gf_printf(p->c, "assignments of whole arrays %s", GF_NEEDS(p->c, 120, 0, 300));
   if (!why && gf_contains(e->type, gf_is_opaque) && !gf_ext_on(p->c, GF_ARB_bindless_texture))
      why = "samplers, images and counters are not variables";
   if (why) {
      gf_error(p->c, at, "%s: not an l-value: %s", what, why);
      return false;
   }
   if (p->c->stage == PIPE_SHADER_TESS_CTRL)
      check_own_vertex(p, e, at);
   if (p->c->stage == PIPE_SHADER_MESH)
      check_primitive_indices(p, e, at);
   struct gf_symbol *s = gf_root(e);
   s->assigned = true;
   if (s->builtin || s->block) {
      const char *name = s->unnamed ? member_name(e) : s->name->text;
      p->wrote_frag_color |= strcmp(name, "gl_FragColor") == 0 || strcmp(name, "gl_SecondaryFragColorEXT") == 0;
      p->wrote_frag_data |= strcmp(name, "gl_FragData") == 0 || strcmp(name, "gl_SecondaryFragDataEXT") == 0;
      p->wrote_clip_distance |= strcmp(name, "gl_ClipDistance") == 0 || strcmp(name, "gl_CullDistance") == 0;
      p->wrote_clip_vertex |= strcmp(name, "gl_ClipVertex") == 0;
   } else if (s->qual.storage == GF_S_OUT && s->level <= 1 && p->c->stage == PIPE_SHADER_FRAGMENT) {
      p->wrote_output = true;
   }
   return true;
}

/* ---- unary ---- */

struct gf_expr *gf_unary_op(struct gf_parser *p, enum gf_op op, struct gf_expr *e, struct gf_loc at)
{
   static const char *const text[] = { [GF_PLUS] = "+", [GF_NEG] = "-", [GF_NOT] = "!", [GF_BITNOT] = "~",
                                       [GF_PRE_INC] = "++",
      [GF_PRE_DEC] = "--", [GF_POST_INC] = "++", [GF_POST_DEC] = "--" };
   if (is_error(e))
      return e;
   bool fits = gf_is_numeric(e->type);
   if (op == GF_NOT)
      fits = e->type == GF_T(bool);
   else if (op == GF_BITNOT)
      fits = gf_is_integer(e->type);
   if (!fits) {
      gf_error(p->c, at, "operator %s does not take %s", text[op], gf_type_text(p->c, e->type));
      return bad(p, at);
   }
   if (op == GF_BITNOT && !gf_at_least(p->c, 130, 300) && !gf_ext_on(p->c, GF_EXT_gpu_shader4))
      gf_error(p->c, at, "bit operators %s", GF_NEEDS(p->c, 130, 0, 300, 0, { GF_EXT_gpu_shader4 }));
   struct gf_expr *n = gf_new_expr(p, op, at, e->type);
   n->kid[0] = e;
   if (op >= GF_PRE_INC)
      gf_check_lvalue(p, e, at, text[op]);
   else
      n->value = gf_fold_unary(p, op, e->value);
   return n;
}

/* ---- binary ---- */

static const char *const op_text[] = { [GF_MUL] = "*", [GF_DIV] = "/", [GF_MOD] = "%", [GF_ADD] = "+", [GF_SUB] = "-",
                                       [GF_SHL] = "<<",
   [GF_SHR] = ">>", [GF_LT] = "<", [GF_GT] = ">", [GF_LE] = "<=", [GF_GE] = ">=", [GF_EQ] = "==", [GF_NE] = "!=",
   [GF_BITAND] = "&", [GF_BITXOR] = "^", [GF_BITOR] = "|", [GF_AND] = "&&", [GF_XOR] = "^^", [GF_OR] = "||" };

/* Converts both operands to one base type. False: there is none. */
static bool unify(struct gf_parser *p, struct gf_expr **a, struct gf_expr **b)
{
   const struct gf_type *x = (*a)->type, *y = (*b)->type;
   if (x->base == y->base)
      return true;
   if (base_converts(p, x->base, y->base)) {
      *a = gf_convert(p, *a, gf_matrix(y->base, x->cols, x->rows));
   } else if (base_converts(p, y->base, x->base)) {
      *b = gf_convert(p, *b, gf_matrix(x->base, y->cols, y->rows));
   } else {
      return false;
   }
   return true;
}

/* The type of component-wise arithmetic, and of products of matrices. NULL: sizes do not fit. */
static const struct gf_type *arithmetic(enum gf_op op, const struct gf_type *a, const struct gf_type *b)
{
   if (a == b && !(op == GF_MUL && gf_is_matrix(a)))
      return a;
   if (gf_is_scalar(a))
      return b;
   if (gf_is_scalar(b))
      return a;
   if (op != GF_MUL || (!gf_is_matrix(a) && !gf_is_matrix(b)))
      return NULL;
   if (gf_is_vector(a))
      return a->rows == b->rows ? gf_vector(a->base, b->cols) : NULL;
   return a->cols == b->rows ? gf_matrix(a->base, b->cols, a->rows) : NULL;
}

static bool has_opaque(const struct gf_type *t) { return gf_is_opaque(t); }
static bool is_array(const struct gf_type *t) { return t->base == GF_ARRAY; }

static const struct gf_type *equality(struct gf_parser *p, struct gf_expr **a, struct gf_expr **b)
{
   if (gf_converts(p, (*a)->type, (*b)->type))
      *a = gf_convert(p, *a, (*b)->type);
   else if (gf_converts(p, (*b)->type, (*a)->type))
      *b = gf_convert(p, *b, (*a)->type);
   const struct gf_type *t = (*a)->type;
   if (t != (*b)->type || t->base == GF_VOID || gf_has_unsized(t))
      return NULL;
   if (gf_contains(t, has_opaque) && !gf_ext_on(p->c, GF_ARB_bindless_texture))
      return NULL;
   if (gf_contains(t, is_array) && !gf_at_least(p->c, 120, 300))
      return NULL;
   return GF_T(bool);
}

static const struct gf_type *result_type(struct gf_parser *p, enum gf_op op, struct gf_expr **a, struct gf_expr **b)
{
   if (op == GF_EQ || op == GF_NE)
      return equality(p, a, b);
   const struct gf_type *x = (*a)->type, *y = (*b)->type;
   if (op == GF_AND || op == GF_OR || op == GF_XOR)
      return x == GF_T(bool) && y == x ? x : NULL;
   if (!gf_is_numeric(x) || !gf_is_numeric(y))
      return NULL;
   if (op == GF_SHL || op == GF_SHR)
      return gf_is_integer(x) && gf_is_integer(y) && (gf_is_scalar(y) || x->rows == y->rows) ? x : NULL;
   if (op == GF_MOD || (op >= GF_BITAND && op <= GF_BITOR)) {
      if (!gf_is_integer(x) || !gf_is_integer(y))
         return NULL;
   }
   if (!unify(p, a, b))
      return NULL;
   x = (*a)->type;
   y = (*b)->type;
   if (op >= GF_LT && op <= GF_GE)
      return x == y && gf_is_scalar(x) ? GF_T(bool) : NULL;
   return arithmetic(op, x, y);
}

struct gf_expr *gf_binary_op(struct gf_parser *p, enum gf_op op, struct gf_expr *a, struct gf_expr *b, struct gf_loc at)
{
   if (is_error(a) || is_error(b))
      return bad(p, at);
   if ((op == GF_MOD || op == GF_SHL || op == GF_SHR || (op >= GF_BITAND && op <= GF_BITOR)) &&
       !gf_at_least(p->c, 130, 300) &&
       !gf_ext_on(p->c, GF_EXT_gpu_shader4)) {
      gf_error(p->c, at, "integer operators such as %s %s", op_text[op], GF_NEEDS(p->c, 130, 0, 300, 0, { GF_EXT_gpu_shader4 }));
   }
   gf_check_readable(p, a);
   gf_check_readable(p, b);
   const struct gf_type *x = a->type, *y = b->type;
   const struct gf_type *type = result_type(p, op, &a, &b);
   if (!type) {
      gf_error(p->c, at, "operator %s does not take %s and %s", op_text[op], gf_type_text(p->c, x),
               gf_type_text(p->c, y));
      return bad(p, at);
   }
   struct gf_expr *n = gf_new_expr(p, op, at, type);
   n->kid[0] = a;
   n->kid[1] = b;
   n->value = gf_fold_binary(p, op, type, a->value, b->value);
   return n;
}

/* ---- assignment ---- */

/* op: 0 for '=', else the arithmetic of "op=". */
struct gf_expr *gf_assign_op(struct gf_parser *p, int op, struct gf_expr *a, struct gf_expr *b, struct gf_loc at)
{
   if (is_error(a) || is_error(b))
      return bad(p, at);
   gf_check_readable(p, b);
   if (!gf_check_lvalue(p, a, at, "assignment"))
      return bad(p, at);
   if (op) {
      struct gf_expr *r = gf_binary_op(p, (enum gf_op)op, a, b, at);
      if (is_error(r))
         return r;
      if (!gf_converts(p, r->type, a->type)) {
         gf_error(p->c, at, "operator %s= gives %s, which %s cannot hold", op_text[op], gf_type_text(p->c, r->type),
                  gf_type_text(p->c, a->type));
         return bad(p, at);
      }
      struct gf_expr *n = gf_new_expr(p, GF_ASSIGN_OP, at, a->type);
      n->sub_op = (uint8_t)op;
      n->kid[0] = a;
      n->kid[1] = gf_convert(p, r, a->type);
      return n;
   }
   if (gf_has_unsized(a->type) || b->type->base == GF_VOID || !gf_converts(p, b->type, a->type)) {
      gf_error(p->c, at, "cannot assign %s to %s", gf_type_text(p->c, b->type), gf_type_text(p->c, a->type));
      return bad(p, at);
   }
   struct gf_expr *n = gf_new_expr(p, GF_ASSIGN, at, a->type);
   n->kid[0] = a;
   n->kid[1] = gf_convert(p, b, a->type);
   return n;
}

struct gf_expr *gf_select_op(struct gf_parser *p, struct gf_expr *k, struct gf_expr *a, struct gf_expr *b,
                             struct gf_loc at)
{
   if (is_error(k) || is_error(a) || is_error(b))
      return bad(p, at);
   if (k->type != GF_T(bool)) {
      gf_error(p->c, at, "the condition of ?: must be a bool, not %s", gf_type_text(p->c, k->type));
      return bad(p, at);
   }
   if (gf_converts(p, a->type, b->type))
      a = gf_convert(p, a, b->type);
   else if (gf_converts(p, b->type, a->type))
      b = gf_convert(p, b, a->type);
   const char *why = NULL;
   if (a->type != b->type)
      why = gf_printf(p->c, "%s and %s do not match", gf_type_text(p->c, a->type), gf_type_text(p->c, b->type));
   else if (a->type->base == GF_ARRAY && !gf_at_least(p->c, 120, 300))
      why = gf_printf(p->c, "arrays as operands %s", GF_NEEDS(p->c, 120, 0, 300));
   else if (a->type->base == GF_VOID && p->c->es)
      why = "it does not take void";
   else if (gf_contains(a->type, gf_is_opaque) && !gf_ext_on(p->c, GF_ARB_bindless_texture))
      why = "it does not take samplers, images or counters";
   if (why) {
      gf_error(p->c, at, "operator ?: %s", why);
      return bad(p, at);
   }
   struct gf_expr *n = gf_new_expr(p, GF_COND, at, a->type);
   n->kid[0] = k;
   n->kid[1] = a;
   n->kid[2] = b;
   if (k->value && a->value && b->value)
      n->value = k->value->at[0].u ? a->value : b->value;
   return n;
}

/* ---- parts ---- */

/* Older versions require constant indices for arrays of samplers, blocks and fragment outputs. */
static void check_dynamic_index(struct gf_parser *p, struct gf_expr *a, struct gf_loc at)
{
   const struct gf_type *bare = gf_bare(a->type);
   struct gf_ctx *c = p->c;
   static const struct gf_gate dynamic = { 400, 0, 320, 0, { GF_ARB_gpu_shader5, GF_EXT_gpu_shader5, GF_OES_gpu_shader5 } };
   const bool gs5 = gf_ext_on(c, GF_ARB_bindless_texture) || gf_open(c, &dynamic);
   const struct gf_symbol *s = gf_root(a);
   if (bare->base == GF_SAMPLER && !gs5 && gf_at_least(c, 130, 300))
      gf_error(c, at, "the index of an array of samplers must be constant: dynamic indices %s", gf_needs(c, &dynamic));
   else if (bare->base == GF_IMAGE && c->es && !gs5)
      gf_error(c, at, "the index of an array of images must be constant: dynamic indices %s", gf_needs(c, &dynamic));
   else if (bare->base == GF_BLOCK && s && s->qual.storage == GF_S_UNIFORM && !gs5)
      gf_error(c, at, "the index of an array of uniform blocks must be constant: dynamic indices %s", gf_needs(c, &dynamic));
   else if (bare->base == GF_BLOCK && s && s->qual.storage == GF_S_BUFFER && c->es)
      gf_error(c, at, "the index of an array of buffer blocks must be constant in ESSL");
   else if (s && s->qual.storage == GF_S_OUT && s->level <= 1 && c->stage == PIPE_SHADER_FRAGMENT && a->op == GF_VAR &&
            gf_at_least(c, 9999, 300) && /* ESSL 1.00, appendix A.5: support of gl_FragData[i] is optional */
            strcmp(s->name->text, "gl_SampleMask") != 0)
      gf_error(c, at, "the index of an array of fragment outputs must be constant in ESSL");
}

/* Unsized gl_TexCoord, gl_ClipDistance and gl_CullDistance have as many elements as are used, at most 8. */
static bool is_eight(const struct gf_expr *a)
{
   static const char *const names[] = { "gl_TexCoord", "gl_ClipDistance", "gl_CullDistance" };
   const char *name = a->op == GF_VAR ? a->symbol->name->text : a->op == GF_MEMBER && a->kid[0]->type->record ?
                      a->kid[0]->type->record->members[a->member].name->text : "";
   for (unsigned i = 0; i < GF_COUNT(names); i++) {
      if (strcmp(names[i], name) == 0)
         return true;
   }
   return false;
}

struct gf_expr *gf_index_op(struct gf_parser *p, struct gf_expr *a, struct gf_expr *i, struct gf_loc at)
{
   if (is_error(a) || is_error(i))
      return bad(p, at);
   const struct gf_type *t = a->type, *elem = NULL;
   int length = 0;
   if (t->base == GF_ARRAY) {
      elem = t->elem;
      length = t->length;
   } else if (gf_is_matrix(t)) {
      elem = gf_vector(t->base, t->rows);
      length = t->cols;
   } else if (gf_is_vector(t)) {
      elem = gf_vector(t->base, 1);
      length = t->rows;
   }
   if (!elem || !gf_is_scalar(i->type) || (i->type->base != GF_INT && i->type->base != GF_UINT)) {
      gf_error(p->c, at, "cannot index %s with %s", gf_type_text(p->c, t), gf_type_text(p->c, i->type));
      return bad(p, at);
   }
   struct gf_expr *n = gf_new_expr(p, GF_INDEX, at, elem);
   n->kid[0] = a;
   n->kid[1] = i;
   struct gf_symbol *s = gf_root(a);
   if (i->value) {
      const int64_t k = i->value->at[0].i;
      if (k < 0 || (length != GF_UNSIZED && k >= length)) {
         gf_error(p->c, at, "index %lld is outside of %s", (long long)k, gf_type_text(p->c, t));
         return bad(p, at);
      }
      const bool eight = t->base == GF_ARRAY && length == GF_UNSIZED && is_eight(a);
      if (eight && k >= 8) {
         gf_error(p->c, at, "index %lld is not below the limit of 8 elements", (long long)k);
         return bad(p, at);
      }
      if (s && t->base == GF_ARRAY && length == GF_UNSIZED && a->op == GF_VAR && k > s->max_index)
         s->max_index = (int)(k > INT32_MAX ? INT32_MAX : k);
      struct gf_member *m = a->op == GF_MEMBER && a->kid[0]->type->record ? &a->kid[0]->type->record->members[a->member] : NULL;
      if (m && length == GF_UNSIZED && k >= m->elements)
         m->elements = (int)(k >= INT32_MAX ? INT32_MAX : k + 1);
      if (a->value)
         n->value = gf_fold_part(p, a->value, elem, (unsigned)k * gf_components(elem));
   } else if (t->base == GF_ARRAY) {
      const struct gf_type *block = a->op == GF_MEMBER ? gf_bare(a->kid[0]->type) : NULL;
      const bool runtime = s && s->qual.storage == GF_S_BUFFER && block && block->base == GF_BLOCK &&
                           a->member + 1u == block->record->count; /* GLSL 4.60, 4.1.9: the last member alone */
      const bool per_vertex = s && s->level <= 1 && (s->qual.storage == GF_S_IN || s->qual.storage == GF_S_OUT) &&
                              (p->c->stage == PIPE_SHADER_TESS_CTRL || p->c->stage == PIPE_SHADER_TESS_EVAL ||
                               p->c->stage == PIPE_SHADER_MESH) &&
                                 !s->qual.patch;
      const bool by_primitive = s && s->qual.storage == GF_S_IN && p->c->stage == PIPE_SHADER_GEOMETRY &&
         gf_ext_on(p->c, GF_ARB_geometry_shader4) && a->op == GF_VAR; /* the input primitive of the program gives the size */
      if (length == GF_UNSIZED && !runtime && !by_primitive && !(per_vertex && a->op == GF_VAR))
         gf_error(p->c, at, "the index of an array without a size must be constant: declare a size");
      check_dynamic_index(p, a, at);
   }
   return n;
}

static bool swizzle(struct gf_parser *p, struct gf_expr *n, const char *text, const struct gf_type *t)
{
   static const char *const sets[] = { "xyzw", "rgba", "stpq" };
   const size_t length = strlen(text);
   if (length > 4)
      return false;
   for (unsigned k = 0; k < 3; k++) {
      unsigned i = 0;
      for (; i < length; i++) {
         const char *at = strchr(sets[k], text[i]);
         if (!at || at - sets[k] >= t->rows)
            break;
         n->swizzle[i] = (uint8_t)(at - sets[k]);
      }
      if (i == length) {
         n->type = gf_vector(t->base, (unsigned)length);
         return true;
      }
   }
   (void)p;
   return false;
}

struct gf_expr *gf_field_op(struct gf_parser *p, struct gf_expr *a, struct gf_name *name, struct gf_loc at)
{
   if (is_error(a))
      return bad(p, at);
   const struct gf_type *t = a->type;
   if (t->record) {
      unsigned first = 0;
      for (unsigned i = 0; i < t->record->count; i++) {
         struct gf_member *m = &t->record->members[i];
         if (m->name == name) {
            struct gf_expr *n = gf_new_expr(p, GF_MEMBER, at, m->type);
            n->kid[0] = a;
            n->member = i;
            m->used = true;
            n->value = t->base == GF_STRUCT ? gf_fold_part(p, a->value, m->type, first) : NULL;
            return n;
         }
         first += gf_components(m->type);
      }
   } else if (gf_is_vector(t) || (gf_is_scalar(t) && (gf_at_least(p->c, 420, 0) ||
                                                      gf_ext_on(p->c, GF_ARB_shading_language_420pack)))) {
      struct gf_expr *n = gf_new_expr(p, GF_SWIZZLE, at, t);
      n->kid[0] = a;
      if (swizzle(p, n, name->text, t)) {
         struct gf_value *v = a->value ? gf_value_new(p->c, n->type) : NULL;
         for (unsigned i = 0; v && i < n->type->rows; i++)
            v->at[i] = a->value->at[n->swizzle[i]];
         n->value = v;
         return n;
      }
   }
   gf_error(p->c, at, "%s has no field '%s'", gf_type_text(p->c, t), name->text);
   return bad(p, at);
}

struct gf_expr *gf_length_op(struct gf_parser *p, struct gf_expr *a, struct gf_loc at)
{
   const struct gf_type *t = a->type;
   if (is_error(a))
      return bad(p, at);
   const bool of_vector = (gf_is_vector(t) || gf_is_matrix(t)) &&
                          (gf_at_least(p->c, 420, 0) || gf_ext_on(p->c, GF_ARB_shading_language_420pack));
   if (t->base != GF_ARRAY && !of_vector) {
      gf_error(p->c, at, "%s has no length()", gf_type_text(p->c, t));
      return bad(p, at);
   }
   struct gf_expr *n = gf_new_expr(p, GF_LENGTH, at, GF_T(int));
   n->kid[0] = a;
   const int length = of_vector ? gf_is_matrix(t) ? t->cols : t->rows : t->length;
   const struct gf_symbol *s = gf_root(a);
   if (length != GF_UNSIZED) {
      struct gf_value *v = gf_value_new(p->c, GF_T(int));
      v->at[0].i = length;
      n->value = v;
   } else if (gf_ext_on(p->c, GF_ARB_shader_storage_buffer_object) || gf_at_least(p->c, 430, 0)) {
      /* implicitly sized: known at the end of the shader */
   } else if (!(s && s->qual.storage == GF_S_BUFFER) &&
              !(s && s->level <= 1 && (s->qual.storage == GF_S_IN || s->qual.storage == GF_S_OUT) &&
                p->c->stage != PIPE_SHADER_GEOMETRY && p->c->stage != PIPE_SHADER_VERTEX &&
                   p->c->stage != PIPE_SHADER_FRAGMENT)) {
      gf_error(p->c, at, "length() needs an array with a size");
   }
   return n;
}

/* gf_function.c: function prototypes and definitions, their parameters, rules of redeclaration and redefinition. */
#include "gf_parser.h"

#include <string.h>

#define MAX_SUBROUTINES 256 /* GL_MAX_SUBROUTINES, the least that OpenGL 4.6 allows (table 23.66) */

static bool is_array(const struct gf_type *t) { return t->base == GF_ARRAY; }

static void parameter(struct gf_parser *p, struct gf_param *a)
{
   struct gf_ctx *c = p->c;
   struct gf_qual q = { 0 };
   a->loc = p->t.loc;
   gf_qualifiers(p, &q);
   const bool is_const = q.is_const;
   const unsigned storage = q.storage == GF_S_CONST ? GF_S_IN : q.storage;
   if (storage != GF_S_NONE && storage != GF_S_IN && storage != GF_S_OUT && storage != GF_S_INOUT)
      gf_error(c, a->loc, "the storage qualifiers of parameters are const, in, out and inout");
   a->type = gf_type_specifier(p, &q);
   if (p->t.kind == GF_T_IDENT) {
      a->name = p->t.name;
      a->loc = p->t.loc;
      gf_check_name(p, a->name, a->loc);
      gf_advance(p);
      a->type = gf_brackets(p, a->type);
   }
   a->qual = q;
   a->qual.storage = (uint8_t)(storage ? storage : GF_S_IN);
   a->qual.is_const = is_const;
   gf_check_array(p, a->type, a->loc);
   if (a->type->base == GF_VOID)
      gf_error(c, a->loc, "a parameter cannot be void");
   if (gf_has_unsized(a->type))
      gf_error(c, a->loc, "an array parameter needs a size");
   if (storage == GF_S_OUT || storage == GF_S_INOUT) {
      if (gf_contains(a->type, gf_is_opaque) && !(gf_ext_on(c, GF_ARB_bindless_texture) &&
                                                  gf_bare(a->type)->base != GF_ATOMIC))
         gf_error(c, a->loc, "%s cannot be an out parameter", gf_type_text(c, a->type));
      if (a->type->base == GF_ARRAY && !gf_at_least(c, 120, 100))
         gf_error(c, a->loc, "arrays as out parameters %s", GF_NEEDS(c, 120, 0, 100));
   }
   gf_check_qualifiers(p, &q, GF_D_PARAMETER, a->type, a->loc);
   gf_check_precision(p, &a->qual, a->type, a->loc);
}

bool gf_same_params(const struct gf_function *a, const struct gf_function *b)
{
   if (a->param_count != b->param_count)
      return false;
   for (unsigned i = 0; i < a->param_count; i++) {
      if (a->params[i].type != b->params[i].type)
         return false;
   }
   return true;
}

static void check_same_qualifiers(struct gf_parser *p, const struct gf_function *a, const struct gf_function *b)
{
   if (a->result != b->result)
      gf_error(p->c, b->loc, "'%s' is declared with another result type", b->symbol->name->text);
   else if (p->c->es && a->result_qual.precision != b->result_qual.precision)
      gf_error(p->c, b->loc, "'%s' is declared with another precision", b->symbol->name->text);
   for (unsigned i = 0; i < a->param_count; i++) {
      const struct gf_qual *x = &a->params[i].qual, *y = &b->params[i].qual;
      if (x->storage != y->storage || x->is_const != y->is_const || (x->precision != y->precision && p->c->es) ||
          x->precise != y->precise || x->memory != y->memory)
         gf_error(p->c, b->params[i].loc, "parameter %u of '%s' is declared with another %s", i + 1,
                  b->symbol->name->text, x->precision != y->precision ? "precision" : "qualifier");
   }
}

static void check_builtin(struct gf_parser *p, struct gf_function *f)
{
   struct gf_ctx *c = p->c;
   const char *name = f->symbol->name->text;
   if (!c->es || !gf_builtin_function_exists(c, name))
      return;
   if (c->version >= 300) {
      gf_error(c, f->loc, "'%s' is a built-in function", name);
      return;
   }
   for (struct gf_function *b = gf_builtin_functions(p, f->symbol->name); b; b = b->next) {
      if (gf_same_params(b, f)) {
         gf_error(c, f->loc, "'%s' is a built-in function with these parameters", name);
         return;
      }
   }
}

static bool q_is_subroutine(const struct gf_qual *q) { return q->sub_types.count != 0; }

static struct gf_function *declare(struct gf_parser *p, struct gf_function *f, struct gf_name *name, struct gf_loc at)
{
   struct gf_symbol *s = gf_find(p, name, true);
   if (!s || s->level != p->level || s->kind != GF_SYM_FUNCTION) {
      if (s && s->level == p->level && s->kind != GF_SYM_FUNCTION && !gf_functions_apart(p)) {
         gf_error(p->c, at, "'%s' is not a function", name->text);
         s = gf_symbol_new(p, name, GF_SYM_FUNCTION, at);
      } else {
         s = gf_declare(p, name, GF_SYM_FUNCTION, at);
      }
   }
   f->symbol = s;
   for (struct gf_function *old = s->functions; old; old = old->next) {
      if (old->is_subroutine_type || f->is_subroutine_type) { /* one name space (GLSL 4.60 6.1.2) */
         gf_error(p->c, at, "'%s' is declared both as a subroutine type and as a function", name->text);
         return old;
      }
      if (q_is_subroutine(&f->result_qual) || q_is_subroutine(&old->result_qual))
         gf_error(p->c, at, "subroutine '%s' cannot be overloaded", name->text);
      if (gf_same_params(old, f)) {
         if (p->c->es && p->c->version == 100 && !old->defined && p->t.kind == ';')
            gf_error(p->c, at, "'%s' is declared again", name->text);
         check_same_qualifiers(p, old, f);
         return old;
      }
   }
   check_builtin(p, f);
   f->next = s->functions;
   s->functions = f;
   GF_PUSH(p->c, &p->functions, f);
   return f;
}

/* A call of the type may call each function of the type: edges of the call graph. */
static void subroutines(struct gf_parser *p, const struct gf_qual *q, struct gf_function *f)
{
   for (unsigned i = 0; i < q->sub_types.count; i++) {
      struct gf_function *type = q->sub_types.at[i]->functions;
      if (!gf_same_params(type, f) || type->result != f->result)
         gf_error(p->c, f->loc, "'%s' does not match subroutine type '%s'", f->symbol->name->text,
                  q->sub_types.at[i]->name->text);
      else
         GF_PUSH(p->c, &type->callees, f);
   }
   if (!q->sub_types.count)
      return;
   f->result_qual.sub_types = q->sub_types; /* an earlier prototype may lack it */
   f->result_qual.layout = q->layout;
   if (p->subroutines.count == MAX_SUBROUTINES)
      gf_error(p->c, f->loc, "the shader has more than %u subroutines, the limit", MAX_SUBROUTINES);
   else
      GF_PUSH(p->c, &p->subroutines, f);
   if (!gf_has_layout(&q->layout, GF_L_index))
      return;
   const int index = q->layout.value[GF_L_index];
   if (!gf_at_least(p->c, 430, 0) && !gf_ext_on(p->c, GF_ARB_explicit_uniform_location))
      gf_error(p->c, f->loc, "indices of subroutines %s", GF_NEEDS(p->c, 430, 0, 0, 0, { GF_ARB_explicit_uniform_location }));
   if (index < 0 || index >= MAX_SUBROUTINES)
      gf_error(p->c, f->loc, "index %d of subroutine '%s' is not below %u", index, f->symbol->name->text, MAX_SUBROUTINES);
   for (unsigned i = 0; i < p->subroutines.count; i++) {
      const struct gf_function *other = p->subroutines.at[i];
      if (other != f && gf_has_layout(&other->result_qual.layout, GF_L_index) &&
          other->result_qual.layout.value[GF_L_index] == index)
         gf_error(p->c, f->loc, "subroutine index %d of '%s' is taken by '%s'", index, f->symbol->name->text,
                  other->symbol->name->text);
   }
}

static void body(struct gf_parser *p, struct gf_function *f, const struct gf_function *written)
{
   if (f->defined)
      gf_error(p->c, written->loc, "function '%s' is defined again", f->symbol->name->text);
   f->defined = true;
   f->params = written->params; /* parameter names of the definition */
   struct gf_function *outer = p->function;
   p->function = f;
   p->saw_return = false;
   gf_push_scope(p);
   for (unsigned i = 0; i < f->param_count; i++) {
      struct gf_param *a = &f->params[i];
      if (!a->name)
         continue;
      a->symbol = gf_declare(p, a->name, GF_SYM_VAR, a->loc);
      a->symbol->type = a->type;
      a->symbol->qual = a->qual;
   }
   f->body = gf_compound(p, false); /* parameters and body are one scope */
   gf_pop_scope(p);
   if (f->result->base != GF_VOID && !p->saw_return)
      gf_error(p->c, f->loc, "function '%s' returns no value", f->symbol->name->text);
   p->function = outer;
}

void gf_function_declaration(struct gf_parser *p, struct gf_qual *q, const struct gf_type *result,
                             struct gf_name *name, struct gf_loc at)
{
   struct gf_ctx *c = p->c;
   struct gf_function *f = GF_NEW(c, struct gf_function);
   struct { struct gf_param *at; unsigned count, room; } params = { 0 };
   f->result = result;
   f->loc = at;
   gf_expect(p, '(');
   if (p->t.kind == GF_T_TYPE && p->t.type == GF_T(void) && gf_peek(p, 1)->kind == ')')
      gf_advance(p);
   if (p->t.kind != ')') {
      p->in_parameters = true;
      do {
         struct gf_param a = { 0 };
         parameter(p, &a);
         GF_PUSH(c, &params, a);
      } while (gf_accept(p, ','));
      p->in_parameters = false;
   }
   gf_expect(p, ')');
   f->params = params.at;
   f->param_count = params.count;
   const bool inner = p->level > 1;
   if (inner && (p->t.kind == '{' || gf_at_least(c, 120, 300) || c->es))
      gf_error(c, at, "a function can be declared in the global scope only");
   if (q->storage)
      gf_error(c, at, "functions take no storage qualifier");
   gf_check_qualifiers(p, q, GF_D_RESULT, result, at);
   if (q->has_layout && !(q->sub_types.count && gf_layout_is_only(&q->layout, GF_L_index)))
      gf_error(c, at, "'layout' cannot qualify a function, except layout(index = ...) of a subroutine");
   if (gf_has_unsized(result))
      gf_error(c, at, "a returned array needs a size");
   else if (gf_contains(result, is_array) && !gf_at_least(c, 120, 300))
      gf_error(c, at, "functions that return arrays %s", GF_NEEDS(c, 120, 0, 300));
   if (gf_contains(result, gf_is_opaque) && !(gf_ext_on(c, GF_ARB_bindless_texture) &&
                                              gf_bare(result)->base != GF_ATOMIC))
      gf_error(c, at, "%s cannot be returned", gf_type_text(c, result));
   if (result->base != GF_VOID || q->precision)
      gf_check_precision(p, q, result, at);
   f->result_qual = *q;
   gf_check_name(p, name, at);
   if (strcmp(name->text, "main") == 0) {
      if (result->base != GF_VOID)
         gf_error(c, at, "main() returns nothing: declare it as void main()");
      if (f->param_count)
         gf_error(c, at, "main() takes no parameters: declare it as void main()");
   }
   f->is_subroutine_type = q->subroutine && q->sub_types.count == 0;
   struct gf_function *known = declare(p, f, name, at);
   f->symbol = known->symbol;
   subroutines(p, q, known);
   if (p->t.kind == '{') {
      if (f->is_subroutine_type)
         gf_error(c, at, "a subroutine type cannot have a body");
      body(p, known, f);
   } else {
      if (q->sub_types.count)
         gf_error(c, at, "a subroutine needs a body");
      gf_expect(p, ';');
   }
}

/* gf_call.c: calls and constructors: overload resolution, implicit conversions of arguments, rules of arguments. */
#include "gf_parser.h"

#include <string.h>

/* ---- overloads ---- */

enum fit { NO, CONVERTS, EXACT };

static enum fit param_fit(struct gf_parser *p, const struct gf_param *a, const struct gf_expr *e)
{
   if (a->type == e->type)
      return EXACT;
   const bool out = a->qual.storage == GF_S_OUT || a->qual.storage == GF_S_INOUT;
   const bool in = a->qual.storage != GF_S_OUT;
   if (e->type->base == GF_ERROR || e->op == GF_ERROR_EXPR)
      return EXACT;
   return (!in || gf_converts(p, e->type, a->type)) && (!out || gf_converts(p, a->type, e->type)) ? CONVERTS : NO;
}

static enum fit fits(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args, unsigned count)
{
   if (f->param_count != count)
      return NO;
   enum fit all = EXACT;
   for (unsigned i = 0; i < count; i++) {
      const enum fit one = param_fit(p, &f->params[i], args[i]);
      if (one == NO)
         return NO;
      all = one < all ? one : all;
   }
   return all;
}

/* GLSL 4.00, 6.1: is converting from -> a better than from -> b? */
static bool better(const struct gf_type *from, const struct gf_type *a, const struct gf_type *b)
{
   if (a == b)
      return false;
   if (from == a)
      return true;
   if (from == b)
      return false;
   if (from->base == GF_FLOAT)
      return a->base == GF_DOUBLE && b->base != GF_DOUBLE;
   if (b->base == GF_DOUBLE && a->base != GF_DOUBLE)
      return true;
   if (from->base == GF_INT && b->base == GF_FLOAT && (a->base == GF_INT64 || a->base == GF_UINT64))
      return true; /* integers before floats (ARB_gpu_shader_int64) */
   return from->base == GF_INT && a->base == GF_INT64 && b->base == GF_UINT64;
}

static bool better_function(const struct gf_function *a, const struct gf_function *b, struct gf_expr **args)
{
   bool any = false;
   for (unsigned i = 0; i < a->param_count; i++) {
      if (better(args[i]->type, b->params[i].type, a->params[i].type))
         return false;
      any |= better(args[i]->type, a->params[i].type, b->params[i].type);
   }
   return any;
}

/* Families of built-in functions overlap: max(float, float) is one of (genF, genF) and one of (genF, float). */
static bool same_function(const struct gf_function *a, const struct gf_function *b)
{
   if (a->param_count != b->param_count)
      return false;
   for (unsigned i = 0; i < a->param_count; i++) {
      if (a->params[i].type != b->params[i].type)
         return false;
   }
   return true;
}

/* The best of a list, or NULL; *ambiguous. */
static struct gf_function *choose(struct gf_parser *p, struct gf_function *list, struct gf_expr **args,
                                  unsigned count, enum fit *fit,
                                  bool *ambiguous)
{
   struct gf_function *best = NULL;
   *fit = NO;
   *ambiguous = false;
   for (struct gf_function *f = list; f; f = f->next) {
      const enum fit one = fits(p, f, args, count);
      if (one == EXACT) {
         *fit = EXACT;
         *ambiguous = false;
         return f;
      }
      if (one == NO)
         continue;
      *fit = CONVERTS;
      if (!best || better_function(f, best, args))
         best = f;
   }
   const bool ranks = gf_at_least(p->c, 400, 0) || gf_ext_on(p->c, GF_ARB_gpu_shader5) ||
      gf_ext_on(p->c, GF_ARB_gpu_shader_fp64) ||
                      gf_ext_on(p->c, GF_EXT_shader_implicit_conversions) ||
                         gf_ext_on(p->c, GF_MESA_shader_integer_functions) ||
                      (list && list->builtin);
   for (struct gf_function *f = list; f && best; f = f->next) {
      if (f != best && fits(p, f, args, count) == CONVERTS && !same_function(f, best) && !(ranks && better_function(best, f,
         args)))
         *ambiguous = true;
   }
   return best;
}

static const char *arg_types(struct gf_parser *p, struct gf_expr **args, unsigned count)
{
   const char *text = "";
   for (unsigned i = 0; i < count; i++)
      text = gf_printf(p->c, "%s%s%s", text, i ? ", " : "", gf_type_text(p->c, args[i]->type));
   return text;
}

/* ---- rules of built-in functions for arguments, apart from types ---- */

static bool is_image_write(const char *name) { return strcmp(name, "imageStore") == 0; }
static bool is_image_atomic(const char *name) { return strncmp(name, "imageAtomic", 11) == 0; }

static int image_format(const struct gf_expr *e)
{
   while (e->op == GF_INDEX)
      e = e->kid[0];
   const bool member = e->op == GF_MEMBER && e->kid[0]->type->record;
   const struct gf_symbol *s = member ? NULL : gf_root((struct gf_expr *)e);
   const struct gf_layouts *l = member ? &e->kid[0]->type->record->members[e->member].qual.layout : s ? &s->qual.layout : NULL;
   for (unsigned id = GF_L_rgba32f; l && id <= GF_L_r8ui; id++) {
      if (gf_has_layout(l, id))
         return (int)id;
   }
   return -1;
}

static void check_image(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args, struct gf_loc at)
{
   const char *name = f->symbol->name->text;
   const unsigned memory = gf_memory_of(args[0]);
   const bool reads = strcmp(name, "imageLoad") == 0 || is_image_atomic(name), writes = is_image_write(name) ||
      is_image_atomic(name);
   if (reads && (memory & GF_M_WRITEONLY))
      gf_error(p->c, at, "%s reads a writeonly image", name);
   if (writes && (memory & GF_M_READONLY))
      gf_error(p->c, at, "%s writes a readonly image", name);
   const int format = image_format(args[0]);
   const struct gf_symbol *image = gf_root(args[0]);
   if (is_image_atomic(name) && format < 0 && image && image->qual.storage == GF_S_UNIFORM)
      gf_error(p->c, at, "%s needs an image that is declared with a format", name);
   if (is_image_atomic(name) && p->c->es && format >= 0 && format != GF_L_r32i && format != GF_L_r32ui &&
       format != GF_L_r32f)
      gf_error(p->c, at, "%s needs an image of format r32i, r32ui or r32f", name);
}

static void check_memory_atomic(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args,
                                struct gf_loc at)
{
   const struct gf_symbol *s = gf_root(args[0]);
   if (s && s->qual.storage == GF_S_PAYLOAD && p->c->stage == PIPE_SHADER_MESH)
      gf_error(p->c, at, "%s: mesh shaders only read the variable with taskPayloadSharedEXT", f->symbol->name->text);
   else if (!s || (s->qual.storage != GF_S_BUFFER && s->qual.storage != GF_S_SHARED && s->qual.storage != GF_S_PAYLOAD))
      gf_error(p->c, at, "%s takes a member of a buffer block or a shared variable", f->symbol->name->text);
}

static void check_interpolate(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args, struct gf_loc at)
{
   const struct gf_symbol *s = gf_root(args[0]);
   bool plain = s && (s->qual.storage == GF_S_IN || s->qual.storage == GF_S_VARYING) && s->level <= 1;
   for (struct gf_expr *e = args[0]; plain && e->op != GF_VAR; e = e->kid[0])
      plain = e->op == GF_INDEX || e->op == GF_MEMBER || (e->op == GF_SWIZZLE && gf_at_least(p->c, 440, 0));
   if (!plain)
      gf_error(p->c, at, "the interpolant of %s must be a fragment shader input", f->symbol->name->text);
}

static void check_builtin(struct gf_parser *p, const struct gf_function *f, struct gf_expr **args, unsigned count,
                          struct gf_loc at)
{
   const char *name = f->symbol->name->text;
   for (unsigned i = 0; i < count; i++) {
      if (f->params[i].qual.is_const && !args[i]->value)
         gf_error(p->c, args[i]->loc, "argument %u of %s must be a constant expression", i + 1, name);
   }
   if (strncmp(name, "textureGather", 13) == 0 && count && f->params[count - 1].type == GF_T(int) &&
       args[count - 1]->value &&
       (args[count - 1]->value->at[0].i < 0 || args[count - 1]->value->at[0].i > 3))
      gf_error(p->c, at, "the component argument of %s must be 0 to 3", name);
   if (strncmp(name, "subgroupClustered", 17) == 0 && args[1]->value &&
       (args[1]->value->at[0].i <= 0 || (args[1]->value->at[0].i & (args[1]->value->at[0].i - 1))))
      gf_error(p->c, at, "the cluster size of %s must be a power of two", name);
   if (count && args[0]->type->base == GF_IMAGE)
      check_image(p, f, args, at);
   else if (strncmp(name, "atomic", 6) == 0 && count && args[0]->type->base != GF_ATOMIC)
      check_memory_atomic(p, f, args, at);
   else if (strncmp(name, "interpolateAt", 13) == 0)
      check_interpolate(p, f, args, at);
   else if (strcmp(name, "barrier") == 0 && p->c->stage == PIPE_SHADER_TESS_CTRL) {
      if (!p->function || strcmp(p->function->symbol->name->text, "main") != 0)
         gf_error(p->c, at, "barrier() can be called in main() only");
      else if (p->level > 2)
         gf_error(p->c, at, "barrier() cannot be called in an if, loop or switch statement");
      else if (p->saw_return)
         gf_error(p->c, at, "barrier() cannot be called after a return");
   } else if (strstr(name, "InvocationInterlock")) {
      const unsigned bit = name[0] == 'b' ? 1 : 2;
      if (!p->function || strcmp(p->function->symbol->name->text, "main") != 0 || p->level > 2)
         gf_error(p->c, at, "%s can be called in main() only, outside of if, loop and switch statements", name);
      else if (p->saw_return || (p->interlock & bit) || (bit == 2 && !(p->interlock & 1)))
         gf_error(p->c, at, "%s can be called once, the begin before the end, and before any return", name);
      p->interlock |= bit;
   }
}

/* The parameter must have each memory qualifier of an image argument; later versions exempt restrict. */
static void check_memory(struct gf_parser *p, const struct gf_param *a, struct gf_expr *e)
{
   const unsigned may_drop = gf_at_least(p->c, 440, 320) ? GF_M_RESTRICT : 0;
   const unsigned missing = gf_memory_of(e) & ~(unsigned)a->qual.memory & ~may_drop;
   if (e->type->base == GF_IMAGE && missing)
      gf_error(p->c, e->loc, "the parameter lacks a memory qualifier of the argument (%s)",
               missing & GF_M_COHERENT ? "coherent" : missing & GF_M_VOLATILE ? "volatile" : missing & GF_M_READONLY
                  ? "readonly" :
               missing & GF_M_WRITEONLY ? "writeonly" : "restrict");
}

static void pass_arguments(struct gf_parser *p, struct gf_function *f, struct gf_expr **args, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      const struct gf_param *a = &f->params[i];
      if (a->qual.storage == GF_S_OUT || a->qual.storage == GF_S_INOUT) {
         gf_check_lvalue(p, args[i], args[i]->loc, gf_printf(p->c, "argument %u of '%s'", i + 1,
                                                             f->symbol->name->text));
      } else {
         gf_check_readable(p, args[i]);
         args[i] = gf_convert(p, args[i], a->type);
      }
      if (!f->builtin)
         check_memory(p, a, args[i]);
   }
}

/* ---- calls ---- */

struct gf_expr *gf_call(struct gf_parser *p, struct gf_name *name, struct gf_expr **args, unsigned count,
                        struct gf_loc at)
{
   struct gf_expr *n = gf_new_expr(p, GF_CALL, at, GF_T(int));
   n->args = args;
   n->arg_count = count;
   for (unsigned i = 0; i < count; i++) {
      if (args[i]->op == GF_ERROR_EXPR) {
         n->op = GF_ERROR_EXPR;
         return n;
      }
   }
   struct gf_symbol *s = gf_find(p, name, true);
   if (s && s->kind == GF_SYM_VAR && !s->qual.subroutine) {
      gf_error(p->c, at, "'%s' is a variable, not a function", name->text);
      n->op = GF_ERROR_EXPR;
      return n;
   }
   struct gf_function *user = s && (s->kind == GF_SYM_FUNCTION || s->qual.subroutine) ? s->functions : NULL;
   struct gf_function *builtins = gf_builtin_functions(p, name);
   enum fit fit, builtin_fit;
   bool ambiguous, builtin_ambiguous;
   struct gf_function *f = choose(p, user, args, count, &fit, &ambiguous);
   if (user && !p->c->es)
      builtins = NULL; /* a declaration hides all built-ins of the name (GLSL 1.20 to 4.60 4.2.2); ESSL 1.00 adds an overload */
   if (fit != EXACT && builtins) {
      struct gf_function *b = choose(p, builtins, args, count, &builtin_fit, &builtin_ambiguous);
      if (builtin_fit > fit) {
         f = b;
         ambiguous = builtin_ambiguous;
      }
   }
   if (!f || ambiguous) {
      const char *types = arg_types(p, args, count);
      if (!user && !builtins)
         gf_error(p->c, at, "no function '%s'", name->text);
      else
         gf_error(p->c, at, "%s '%s(%s)'", f ? "ambiguous call" : "no matching function", name->text, types);
      n->op = GF_ERROR_EXPR;
      return n;
   }
   if (f->is_subroutine_type && s && s->kind == GF_SYM_FUNCTION)
      gf_error(p->c, at, "'%s' is a subroutine type", name->text);
   f->called = true;
   if (f->deprecated)
      gf_deprecated(p, name, at);
   if (f->builtin && strcmp(name->text, "ftransform") == 0) { /* the constituents */
      gf_lookup(p, gf_intern_z(p->c, "gl_ModelViewProjectionMatrix"))->used = true;
      gf_lookup(p, gf_intern_z(p->c, "gl_Vertex"))->used = true;
   }
   n->callee = f;
   n->type = f->result;
   pass_arguments(p, f, args, count);
   if (f->builtin) {
      check_builtin(p, f, args, count, at);
      n->value = gf_fold_call(p, f, args, f->result);
   } else if (p->function) {
      GF_PUSH(p->c, &p->function->callees, f);
   }
   if (!p->function && !f->builtin)
      gf_error(p->c, at, "a global initializer cannot call a function of the shader");
   return n;
}

/* ---- constructors ---- */

static bool construct_record(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args, unsigned count,
                             struct gf_loc at)
{
   if (count != type->record->count) {
      gf_error(p->c, at, "%s has %u members, not %u", type->record->name, type->record->count, count);
      return false;
   }
   for (unsigned i = 0; i < count; i++) {
      const struct gf_type *want = type->record->members[i].type;
      if (!gf_converts(p, args[i]->type, want)) {
         gf_error(p->c, args[i]->loc, "member %u of %s is %s, not %s", i + 1, type->record->name,
                  gf_type_text(p->c, want),
                  gf_type_text(p->c, args[i]->type));
         return false;
      }
      args[i] = gf_convert(p, args[i], want);
   }
   return true;
}

static bool construct_array(struct gf_parser *p, const struct gf_type **type, struct gf_expr **args, unsigned count,
                            struct gf_loc at)
{
   if (!gf_at_least(p->c, 120, 300)) {
      gf_error(p->c, at, "array constructors %s", GF_NEEDS(p->c, 120, 0, 300));
      return false;
   }
   if (count == 0 || ((*type)->length != GF_UNSIZED && (unsigned)(*type)->length != count)) {
      gf_error(p->c, at, "%s cannot be made of %u values", gf_type_text(p->c, *type), count);
      return false;
   }
   const struct gf_type *elem = (*type)->elem;
   if (gf_has_unsized(elem)) /* an unsized array gets its size from the arguments */
      elem = args[0]->type;
   for (unsigned i = 0; i < count; i++) {
      if (!gf_converts(p, args[i]->type, elem) || gf_bare(elem) != gf_bare((*type)->elem)) {
         gf_error(p->c, args[i]->loc, "array element %u is %s, not %s", i + 1, gf_type_text(p->c, args[i]->type),
                  gf_type_text(p->c, elem));
         return false;
      }
      args[i] = gf_convert(p, args[i], elem);
   }
   *type = gf_array(p->c, elem, (int)count);
   return true;
}

static bool construct_basic(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args, unsigned count,
                            struct gf_loc at)
{
   const unsigned want = gf_components(type);
   unsigned have = 0;
   for (unsigned i = 0; i < count; i++) {
      const struct gf_type *t = args[i]->type;
      if (!gf_is_basic(t)) {
         if (gf_ext_on(p->c, GF_ARB_bindless_texture) && count == 1 && gf_is_opaque(t) &&
             (type == GF_T(uvec2) || (type == GF_T(uint64_t) && t->base != GF_ATOMIC)))
            return true;
         gf_error(p->c, args[i]->loc, "%s cannot be made of %s", type->name, gf_type_text(p->c, t));
         return false;
      }
      if (have >= want) {
         gf_error(p->c, args[i]->loc, "too many values: %s takes %u, which the arguments before this one give", type->name, want);
         return false;
      }
      if (gf_is_matrix(type) && gf_is_matrix(t) && p->c->es && p->c->version == 100)
         gf_warn(p->c, args[i]->loc, "matrices of matrices are reserved for the future in ESSL 1.00 (5.4.2)");
      if (gf_is_matrix(type) && gf_is_matrix(t) && (count > 1 || !gf_at_least(p->c, 120, 100))) {
         gf_error(p->c, args[i]->loc, count > 1 ? "a matrix constructor takes one matrix and nothing else" :
                  "constructors of matrices from matrices %s",
                  GF_NEEDS(p->c, 120, 0, 100));
         return false;
      }
      have += gf_components(t);
   }
   if (count == 0 || (have < want && !(count == 1 && (gf_is_scalar(args[0]->type) || gf_is_matrix(args[0]->type)) &&
                                       (gf_is_scalar(args[0]->type) || gf_is_matrix(type))))) {
      gf_error(p->c, at, "too few values: %s takes %u, and the arguments give %u", type->name, want, have);
      return false;
   }
   return true;
}

struct gf_expr *gf_construct(struct gf_parser *p, const struct gf_type *type, struct gf_expr **args, unsigned count,
                             struct gf_loc at)
{
   struct gf_expr *n = gf_new_expr(p, GF_CONSTRUCT, at, type);
   n->args = args;
   n->arg_count = count;
   bool good = true;
   for (unsigned i = 0; i < count; i++)
      good &= args[i]->op != GF_ERROR_EXPR;
   if (good) {
      if (type->base == GF_ARRAY) {
         good = construct_array(p, &type, args, count, at);
      } else if (type->base == GF_STRUCT) {
         good = construct_record(p, type, args, count, at);
      } else if (gf_is_basic(type)) {
         good = construct_basic(p, type, args, count, at);
      } else if (gf_is_opaque(type) && type->base != GF_ATOMIC && gf_ext_on(p->c, GF_ARB_bindless_texture)) {
         good = count == 1 && (args[0]->type == GF_T(uvec2) || args[0]->type == GF_T(uint64_t) || args[0]->type == type);
         if (!good)
            gf_error(p->c, at, "%s is made of one uvec2 or uint64_t", type->name);
      } else {
         good = false;
         gf_error(p->c, at, "%s has no constructor", gf_type_text(p->c, type));
      }
   }
   n->type = type;
   if (!good)
      n->op = GF_ERROR_EXPR;
   else if (!gf_is_opaque(type))
      n->value = count && !gf_is_opaque(args[0]->type) ? gf_fold_construct(p, type, args, count) : NULL;
   return n;
}

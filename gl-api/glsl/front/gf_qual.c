/* gf_qual.c: the grammar of qualifiers: repetition, order; precision. */
#include "gf_parser.h"

enum rank { RANK_PRECISE, RANK_INVARIANT, RANK_INTERP, RANK_AUX, RANK_STORAGE, RANK_PRECISION, RANK_ANY };

static const struct { uint8_t keyword, rank, field, value; } rows[] = {
#define ROW(k, rank, field, value) { GF_K_##k, RANK_##rank, field, value }
   ROW(PRECISE, PRECISE, 'p', 1), ROW(INVARIANT, INVARIANT, 'i', 1), ROW(SMOOTH, INTERP, 'n', GF_I_SMOOTH),
   ROW(FLAT, INTERP, 'n', GF_I_FLAT), ROW(NOPERSPECTIVE, INTERP, 'n', GF_I_NOPERSPECTIVE), ROW(CENTROID, AUX, 'c', 1),
   ROW(SAMPLE, AUX, 's', 1), ROW(PATCH, AUX, 't', 1), ROW(PER_PRIMITIVE, AUX, 'r', 1),
   ROW(CONST, STORAGE, 'k', 1), ROW(IN, STORAGE, 'S', GF_S_IN),
   ROW(OUT, STORAGE, 'S', GF_S_OUT), ROW(INOUT, STORAGE, 'S', GF_S_INOUT), ROW(ATTRIBUTE, STORAGE, 'S', GF_S_ATTRIBUTE),
   ROW(VARYING, STORAGE, 'S', GF_S_VARYING), ROW(UNIFORM, STORAGE, 'S', GF_S_UNIFORM),
      ROW(BUFFER, STORAGE, 'S', GF_S_BUFFER),
   ROW(SHARED, STORAGE, 'S', GF_S_SHARED), ROW(PAYLOAD, STORAGE, 'S', GF_S_PAYLOAD), ROW(LOWP, PRECISION, 'P', GF_P_LOW),
      ROW(MEDIUMP, PRECISION, 'P', GF_P_MEDIUM),
   ROW(HIGHP, PRECISION, 'P', GF_P_HIGH), ROW(COHERENT, ANY, 'm', GF_M_COHERENT),
      ROW(VOLATILE, ANY, 'm', GF_M_VOLATILE),
   ROW(RESTRICT, ANY, 'm', GF_M_RESTRICT), ROW(READONLY, ANY, 'm', GF_M_READONLY),
      ROW(WRITEONLY, ANY, 'm', GF_M_WRITEONLY),
   ROW(LAYOUT, ANY, 'l', 0), ROW(SUBROUTINE, ANY, 'u', 1),
#undef ROW
};

static int row_of(const struct gf_parser *p)
{
   for (unsigned i = 0; p->t.kind == GF_T_KEYWORD && i < GF_COUNT(rows); i++) {
      if (rows[i].keyword == p->t.keyword->id)
         return (int)i;
   }
   return -1;
}

bool gf_starts_type(struct gf_parser *p)
{
   if (p->t.kind == GF_T_TYPE || gf_is_keyword(p, GF_K_STRUCT) || gf_is_keyword(p, GF_K_UNSIGNED) ||
       gf_is_keyword(p, GF_K_PRECISION))
      return p->t.kind != GF_T_TYPE || gf_peek(p, 1)->kind != '(';
   if (p->t.kind == GF_T_IDENT) {
      const struct gf_symbol *s = gf_lookup(p, p->t.name);
      return s && s->kind == GF_SYM_STRUCT && gf_peek(p, 1)->kind != '(';
   }
   return row_of(p) >= 0;
}

static void subroutine(struct gf_parser *p, struct gf_qual *q)
{
   if (q->subroutine)
      gf_error(p->c, p->t.loc, "'subroutine' is given twice");
   q->subroutine = true;
   if (!gf_accept(p, '('))
      return;
   do {
      if (p->t.kind != GF_T_IDENT)
         gf_syntax_error(p, "the name of a subroutine type");
      struct gf_symbol *s = gf_lookup(p, p->t.name);
      if (!s || s->kind != GF_SYM_FUNCTION || !s->functions || !s->functions->is_subroutine_type)
         gf_error(p->c, p->t.loc, "'%s' is not a subroutine type", p->t.name->text);
      else
         GF_PUSH(p->c, &q->sub_types, s);
      gf_advance(p);
   } while (gf_accept(p, ','));
   gf_expect(p, ')');
}

static bool set_once(uint8_t *field, uint8_t value)
{
   const bool again = *field != 0;
   *field = value;
   return !again;
}

static bool set_flag(bool *flag)
{
   const bool again = *flag;
   *flag = true;
   return !again;
}

static bool apply(struct gf_parser *p, struct gf_qual *q, char field, uint8_t value)
{
   switch (field) {
   case 'p': p->any_precise = true; return set_flag(&q->precise);
   case 'i': return set_flag(&q->invariant);
   case 'n': return set_once(&q->interp, value);
   case 'c': q->any_aux = true; return set_flag(&q->centroid);
   case 's': q->any_aux = true; return set_flag(&q->sample);
   case 't': return set_flag(&q->patch);
   case 'r': return set_flag(&q->per_primitive);
   case 'k': return set_flag(&q->is_const);
   case 'S':
      /* EXT_gpu_shader4 and ARB_geometry_shader4: varying in, varying out */
      if (q->storage == GF_S_VARYING && (value == GF_S_IN || value == GF_S_OUT) &&
          (gf_ext_on(p->c, GF_EXT_gpu_shader4) || gf_ext_on(p->c, GF_ARB_geometry_shader4))) {
         q->storage = value;
         return true;
      }
      q->explicit_storage = true;
      return set_once(&q->storage, value);
   case 'P': return set_once(&q->precision, value);
   case 'm': {
      const bool again = q->memory & value;
      q->memory |= value;
      return !again;
   }
   }
   return true;
}

void gf_qualifiers(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   const bool free_order = gf_at_least(c, 420, 310) || gf_ext_on(c, GF_ARB_shading_language_420pack);
   const bool gpu_shader4 = gf_ext_on(c, GF_EXT_gpu_shader4) && !gf_at_least(c, 130, 300);
   int highest = -1;
   q->loc = p->t.loc;
   for (int i; (i = row_of(p)) >= 0;) {
      const struct gf_loc at = p->t.loc;
      const char *word = p->t.name->text;
      if (rows[i].field == 'S' && (rows[i].value == GF_S_ATTRIBUTE || rows[i].value == GF_S_VARYING))
         gf_deprecated(p, p->t.name, at); /* since GLSL 1.30 4.3 */
      gf_advance(p);
      if (rows[i].field == 'l') {
         if (!free_order && q->explicit_storage && !gf_ext_on(c, GF_ARB_geometry_shader4))
            gf_error(c, at, "layout() must precede the storage qualifier: other orders %s", GF_NEEDS(c, 420, 0, 310, 0,
               { GF_ARB_shading_language_420pack }));
         gf_layout_list(p, q);
         continue;
      }
      if (rows[i].field == 'u') {
         subroutine(p, q);
         continue;
      }
      if (!apply(p, q, (char)rows[i].field, rows[i].value))
         gf_error(c, at, "duplicate or conflicting qualifier '%s'", word);
      if (rows[i].rank != RANK_ANY) {
         /* const of a parameter precedes in, out and inout (ESSL 1.00 4.8, ESSL 3.00 4.10, GLSL 4.10 4.7). */
         const bool late_const = rows[i].field == 'k' && q->explicit_storage;
         /* EXT_gpu_shader4 4.3.6: centroid and noperspective in any order */
         const int rank = gpu_shader4 && rows[i].rank == RANK_AUX ? RANK_INTERP : rows[i].rank;
         if (!free_order && (rank < highest || late_const))
            gf_error(c, at, "qualifier '%s' comes too late: other orders than invariant, interpolation, storage, precision %s",
                     word,
                     GF_NEEDS(c, 420, 0, 310, 0, { GF_ARB_shading_language_420pack }));
         highest = rank > highest ? rank : highest;
      }
   }
   if (q->is_const) {
      if (q->storage != GF_S_NONE && q->storage != GF_S_IN)
         gf_error(c, q->loc, "'const' and another storage qualifier exclude each other");
      else if (q->storage == GF_S_IN && p->level <= 1 && !p->in_parameters)
         gf_error(c, q->loc, "'const' and another storage qualifier exclude each other");
      else if (q->storage == GF_S_NONE)
         q->storage = GF_S_CONST;
   }
   if (gpu_shader4 && q->centroid && q->interp == GF_I_FLAT) /* EXT_gpu_shader4 4.3.6 */
      gf_error(c, q->loc, "'flat' and 'centroid' exclude each other before GLSL 1.30");
   if (q->centroid && q->sample)
      gf_error(c, q->loc, "'centroid' and 'sample' exclude each other");
   if (q->patch && q->any_aux)
      gf_error(c, q->loc, "'patch' excludes 'centroid' and 'sample'");
   if (q->per_primitive && (q->any_aux || q->interp || q->patch)) /* EXT_mesh_shader, 4.5 */
      gf_error(c, q->loc, "'perprimitiveEXT' excludes 'patch' and the qualifiers of interpolation: it is not interpolated");
}

static bool takes_precision(const struct gf_type *t)
{
   t = gf_bare(t);
   return t->base == GF_FLOAT || t->base == GF_INT || t->base == GF_UINT || gf_is_opaque(t);
}

/* The type whose default precision holds for t (ESSL 3.20, 4.7.4). */
static const char *default_of(const struct gf_type *t)
{
   return t->base == GF_FLOAT ? "float" : t->base == GF_INT || t->base == GF_UINT ? "int" : t->name;
}

void gf_check_precision(struct gf_parser *p, struct gf_qual *q, const struct gf_type *type, struct gf_loc at)
{
   if (q->precision && !takes_precision(type)) {
      gf_error(p->c, at, "a precision cannot qualify %s", gf_type_text(p->c, type));
   } else if (q->precision && gf_bare(type)->base == GF_ATOMIC && q->precision != GF_P_HIGH) {
      gf_error(p->c, at, "atomic_uint is always highp");
   } else if (!q->precision && takes_precision(type)) {
      q->precision = (uint8_t)gf_default_precision(p, type);
      if (!q->precision && p->c->es)
         gf_error(p->c, at, "no precision is given for %s: add one, or a statement such as 'precision highp %s;'",
                  gf_type_text(p->c, type), default_of(gf_bare(type)));
   }
}

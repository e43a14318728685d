/* gf_layout.c: layout(...): the grammar of the list. gf_layout_check.c has the legal uses of an identifier, gf_layout_default.c the
 * defaults of interfaces. */
#include "gf_layout.h"

#include <string.h>

#include "gf_front.h"

static const struct { const char *text; uint8_t value; struct gf_gate gate; } rows[GF_L_COUNT] = {
#define GF_LAYOUT(id, text, value, ...) [GF_L_##id] = { text, value, __VA_ARGS__ },
#include "gf_layout.def"
#undef GF_LAYOUT
};

const char *gf_layout_text(unsigned id) { return rows[id].text; }

void gf_layout_put(struct gf_parser *p, struct gf_layouts *l, unsigned id, int v)
{
   if (!l->value)
      l->value = gf_alloc(p->c, GF_L_COUNT * sizeof(int));
   l->set[id / 64] |= UINT64_C(1) << (id % 64);
   l->value[id] = v;
}

/* The matrix layouts and the packings of blocks take effect from left to right, each overriding the one before
 * (GLSL 1.40 4.3.7, ESSL 3.00 4.3.8.3): an identifier of such a group may be repeated in every version. */
static const struct { uint8_t first, last; } overriding[] = {
   { GF_L_shared, GF_L_std430 },
   { GF_L_row_major, GF_L_column_major },
};

bool gf_layout_override(struct gf_layouts *l, unsigned id)
{
   for (unsigned g = 0; g < GF_COUNT(overriding); g++) {
      if (id < overriding[g].first || id > overriding[g].last)
         continue;
      for (unsigned k = overriding[g].first; k <= overriding[g].last; k++)
         l->set[k / 64] &= ~(UINT64_C(1) << (k % 64));
      return true;
   }
   return false;
}

static bool same_word(const struct gf_ctx *c, const char *a, const char *b)
{
   /* Identifiers are case-insensitive in desktop GLSL before 4.20. */
   return strcmp(a, b) == 0 || (!c->es && c->version < 420 && strcasecmp(a, b) == 0);
}

/* Values are integer literals before GLSL 4.40 and in ESSL, else constant expressions. A literal in parentheses, which macros
 * yield, is taken with a warning where the context has GL_ARB_enhanced_layouts, as other implementations take it. */
static void check_value_form(struct gf_parser *p)
{
   struct gf_ctx *c = p->c;
   if (gf_at_least(c, 440, 0) || gf_ext_on(c, GF_ARB_enhanced_layouts))
      return;
   const bool in_brackets = p->t.kind == '(' && gf_peek(p, 1)->kind == GF_T_NUMBER && gf_peek(p, 2)->kind == ')';
   const struct gf_token *number = in_brackets ? gf_peek(p, 1) : &p->t, *after = gf_peek(p, in_brackets ? 3 : 1);
   const bool literal = number->kind == GF_T_NUMBER && (after->kind == ',' || after->kind == ')');
   const char *remedy = c->es ? "" : ": '#extension GL_ARB_enhanced_layouts : enable' or '#version 440' allows expressions";
   if (literal && in_brackets && c->offered[GF_ARB_enhanced_layouts])
      gf_warn(c, p->t.loc, "layout values are integer literals without parentheses in %s%s", gf_version_text(c), remedy);
   else if (!literal || in_brackets)
      gf_error(c, p->t.loc, "layout values are integer literals in %s%s", gf_version_text(c), remedy);
}

void gf_layout_list(struct gf_parser *p, struct gf_qual *q)
{
   struct gf_ctx *c = p->c;
   const bool repeats = gf_at_least(c, 420, 310) || gf_ext_on(c, GF_ARB_shading_language_420pack) ||
      gf_ext_on(c, GF_ARB_enhanced_layouts);
   if (q->has_layout && !repeats)
      gf_error(c, p->t.loc, "several layout() in one declaration %s", GF_NEEDS(c, 420, 0, 310, 0,
         { GF_ARB_shading_language_420pack, GF_ARB_enhanced_layouts }));
   q->has_layout = true;
   p->in_layout = true;
   gf_expect(p, '(');
   struct gf_layouts here = { { 0 }, NULL };
   do {
      if (p->t.kind != GF_T_IDENT && p->t.kind != GF_T_KEYWORD)
         gf_syntax_error(p, "a layout identifier");
      const struct gf_loc at = p->t.loc;
      struct gf_name *name = p->t.name;
      unsigned id = 0;
      while (id < GF_L_COUNT && !(same_word(c, rows[id].text, name->text) && gf_open(c, &rows[id].gate)))
         id++;
      gf_advance(p);
      int v = 0;
      const bool has_value = gf_accept(p, '=');
      if (has_value) {
         p->in_layout = false;
         check_value_form(p);
         if (gf_constant_int(p, &v, "a layout value") && v < 0)
            gf_error(c, at, "layout value %s = %d is negative", name->text, v);
         p->in_layout = true;
      }
      if (id == GF_L_COUNT) {
         gf_error(c, at, "unknown layout qualifier '%s'", name->text);
      } else if (has_value != (rows[id].value == 1)) {
         gf_error(c, at, has_value ? "layout qualifier '%s' takes no value" : "layout qualifier '%s' needs a value",
                  name->text);
      } else {
         const bool norm16 = id == GF_L_rgba16 || id == GF_L_rg16 || id == GF_L_r16 || id == GF_L_rgba16_snorm ||
            id == GF_L_rg16_snorm || id == GF_L_r16_snorm;
         if (norm16 && c->es && !c->offered[GF_EXT_texture_norm16])
            gf_error(c, at, "format '%s' needs GL_EXT_texture_norm16", name->text);
         if (!gf_layout_override(&q->layout, id) && gf_has_layout(&here, id) && !repeats)
            gf_error(c, at, "duplicate layout qualifier '%s'", name->text);
         gf_layout_put(p, &q->layout, id, v);
         gf_layout_put(p, &here, id, v);
      }
   } while (gf_accept(p, ','));
   p->in_layout = false;
   gf_expect(p, ')');
}

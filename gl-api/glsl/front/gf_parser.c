/* gf_parser.c: tokens with look-ahead, bounded recursion, and the translation unit. A syntax error ends the compilation; semantic
 * errors do not. */
#include "gf_parser.h"

#include <string.h>

#define MAX_DEPTH 20000

static void pull(struct gf_parser *p, struct gf_token *t)
{
   gf_lex_next(p->c, t);
}

void gf_advance(struct gf_parser *p)
{
   if (p->t.reserved && !p->in_layout)
      gf_error(p->c, p->t.loc, "'%s' is a reserved word of %s: choose another name", p->t.name->text, gf_version_text(p->c));
   if (p->ahead_count) {
      p->t = p->ahead[0];
      p->ahead_count--;
      memmove(p->ahead, p->ahead + 1, p->ahead_count * sizeof(p->ahead[0]));
   } else {
      pull(p, &p->t);
   }
}

const struct gf_token *gf_peek(struct gf_parser *p, unsigned n)
{
   while (p->ahead_count < n)
      pull(p, &p->ahead[p->ahead_count++]);
   return &p->ahead[n - 1];
}

/* The token with its kind. A word that is a name in other versions gets the version that took it. */
static const char *describe(struct gf_ctx *c, const struct gf_token *t)
{
   const char *text = gf_token_text(c, t);
   if (t->reserved)
      return gf_printf(c, "'%s' follows, a reserved word", text);
   switch (t->kind) {
   case GF_T_EOF: return "the shader ends";
   case GF_T_IDENT: return gf_printf(c, "the name '%s' follows", text);
   case GF_T_NUMBER: return gf_printf(c, "the number '%s' follows", text);
   case GF_T_KEYWORD: case GF_T_TYPE: {
      const struct gf_keyword *k = t->name ? t->name->keyword : NULL;
      const unsigned since = !k ? 0 : c->es ? k->gate.es : k->gate.gl;
      if (since > (c->es ? 100 : 110) && c->version >= since)
         return gf_printf(c, "'%s' follows, a keyword since %s %u.%02u", text, c->es ? "ESSL" : "GLSL", since / 100, since % 100);
      return gf_printf(c, "the keyword '%s' follows", text);
   }
   default: return gf_printf(c, "'%s' follows", text);
   }
}

_Noreturn void gf_syntax_error(struct gf_parser *p, const char *expected)
{
   gf_error(p->c, p->t.loc, "syntax error: %s is expected, but %s", expected, describe(p->c, &p->t));
   gf_give_up(p->c);
}

bool gf_accept(struct gf_parser *p, unsigned kind)
{
   if (p->t.kind != kind)
      return false;
   gf_advance(p);
   return true;
}

void gf_expect(struct gf_parser *p, unsigned kind)
{
   if (!gf_accept(p, kind))
      gf_syntax_error(p, gf_printf(p->c, "'%c'", kind));
}

bool gf_is_keyword(const struct gf_parser *p, enum gf_keyword_id id)
{
   return p->t.kind == GF_T_KEYWORD && p->t.keyword->id == id;
}

bool gf_accept_keyword(struct gf_parser *p, enum gf_keyword_id id)
{
   if (!gf_is_keyword(p, id))
      return false;
   gf_advance(p);
   return true;
}

void gf_enter(struct gf_parser *p)
{
   if (++p->depth > MAX_DEPTH || (uintptr_t)__builtin_frame_address(0) < p->c->stack_floor) {
      p->c->too_deep = p->depth <= MAX_DEPTH;
      gf_error(p->c, p->t.loc, "the nesting of blocks, parentheses or types is deeper than the compiler's limit of %d levels",
               MAX_DEPTH);
      gf_give_up(p->c);
   }
}

void gf_leave(struct gf_parser *p)
{
   p->depth--;
}

/* Default precisions before any statement (ESSL 3.20, 4.7.4). */
static void default_precisions(struct gf_parser *p)
{
   uint8_t *d = p->scope->precision;
   const bool fragment = p->c->stage == PIPE_SHADER_FRAGMENT;
   if (!p->c->es)
      return;
   d[GF_TY_int] = fragment ? GF_P_MEDIUM : GF_P_HIGH;
   d[GF_TY_float] = fragment ? GF_P_NONE : GF_P_HIGH;
   d[GF_TY_sampler2D] = d[GF_TY_samplerCube] = d[GF_TY_samplerExternalOES] = GF_P_LOW;
   d[GF_TY_atomic_uint] = GF_P_HIGH;
   if (p->c->version == 100)
      d[GF_TY_sampler3D] = d[GF_TY_sampler2DShadow] = GF_P_LOW;
}

static bool stage_exists(const struct gf_ctx *c)
{
   static const struct { uint16_t gl, es; uint8_t ext[4]; } rows[PIPE_SHADER_TYPES] = {
      [PIPE_SHADER_VERTEX] = { 110, 100 }, [PIPE_SHADER_FRAGMENT] = { 110, 100 }, [PIPE_SHADER_GEOMETRY] = { 110, 310 },
      [PIPE_SHADER_TESS_CTRL] = { 110, 310 }, [PIPE_SHADER_TESS_EVAL] = { 110, 310 }, [PIPE_SHADER_COMPUTE] = { 110, 310 },
      [PIPE_SHADER_TASK] = { 450, 310 }, [PIPE_SHADER_MESH] = { 450, 310 },
   };
   return gf_at_least(c, rows[c->stage].gl, rows[c->stage].es);
}

void gf_parse(struct gf_ctx *c)
{
   struct gf_parser *p = c->parser = GF_NEW(c, struct gf_parser);
   p->c = c;
   gf_advance(p); /* the version is known from here on */
   gf_push_scope(p);
   default_precisions(p);
   if (!stage_exists(c))
      gf_error(c, p->t.loc, "%s has vertex and fragment shaders only: the other stages need #version 310 es", gf_version_text(c));
   while (p->t.kind != GF_T_EOF) {
      if (gf_accept(p, ';')) {
         if (c->es || c->version < 460)
            gf_warn(c, p->t.loc, "a semicolon without a declaration is allowed since GLSL 4.60 only");
      } else {
         gf_declaration(p, true);
      }
   }
   gf_check_program(p);
}

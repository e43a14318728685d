/* gf_lex.c: tokens of the preprocessor become tokens of the language: keywords and reserved words by version and
 * extension, type names, numbers. */
#include "gf_lex.h"
#include "gf_pp.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct gf_keyword words[] = {
#define GF_KEYWORD(word, id_, ...) { #word, GF_K_##id_, NULL, __VA_ARGS__ },
#define GF_TYPEWORD(word, id_, ...) { #word, GF_K_TYPE, &gf_types[GF_TY_##id_], __VA_ARGS__ },
#include "gf_keyword.def"
#undef GF_KEYWORD
#undef GF_TYPEWORD
};

/* Marks an identifier that is not in the table, so that the table is searched once per spelling. */
static const struct gf_keyword not_a_word;

static const struct gf_keyword *find(const char *text)
{
   for (unsigned i = 0; i < GF_COUNT(words); i++) {
      if (words[i].text[0] == text[0] && strcmp(words[i].text, text) == 0)
         return &words[i];
   }
   return &not_a_word;
}

static bool is_reserved(const struct gf_ctx *c, const struct gf_keyword *k)
{
   const unsigned first = c->es ? k->reserved.es : k->reserved.gl, last = c->es ? k->reserved.es_last : k->reserved.gl_last;
   return first && c->version >= first && (!last || c->version <= last);
}

static void identifier(struct gf_ctx *c, struct gf_token *t)
{
   if (!t->name->keyword)
      t->name->keyword = find(t->name->text);
   const struct gf_keyword *k = t->name->keyword;
   if (k == &not_a_word)
      return;
   if (gf_open(c, &k->gate)) {
      if (k->id == GF_K_TYPE) {
         t->kind = GF_T_TYPE;
         t->type = k->type;
      } else {
         t->kind = GF_T_KEYWORD;
         t->keyword = k;
      }
   } else if (is_reserved(c, k)) {
      t->reserved = true; /* an error unless the parser accepts the word, as in layout(shared) */
   }
}

static bool ends_with(const char *text, size_t *length, const char *suffix)
{
   const size_t n = strlen(suffix);
   if (*length <= n || strncasecmp(text + *length - n, suffix, n) != 0)
      return false;
   *length -= n;
   return true;
}

static void integer(struct gf_ctx *c, struct gf_token *t)
{
   const char *text = t->name->text;
   size_t length = t->name->length;
   const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
   const int base = hex ? 16 : text[0] == '0' ? 8 : 10;
   bool is_64 = false, is_unsigned = false;
   if (gf_ext_on(c, GF_ARB_gpu_shader_int64) && (text[length - 1] | 32) == 'l') {
      is_64 = true;
      is_unsigned = ends_with(text, &length, "ul");
      if (!is_unsigned)
         length--;
   } else if ((text[length - 1] | 32) == 'u') {
      is_unsigned = true;
      length--;
      if (!gf_at_least(c, 130, 300) && !gf_ext_on(c, GF_EXT_gpu_shader4))
         gf_error(c, t->loc, "unsigned literals %s", GF_NEEDS(c, 130, 0, 300, 0, { GF_EXT_gpu_shader4 }));
   }
   char *end;
   errno = 0;
   t->bits = strtoull(text, &end, base);
   t->type = is_64 ? is_unsigned ? GF_T(uint64_t) : GF_T(int64_t) : is_unsigned ? GF_T(uint) : GF_T(int);
   if (end != text + length || (hex && length < 3))
      gf_error(c, t->loc, "malformed number '%s'", text);
   else if (errno == ERANGE || (!is_64 && t->bits > UINT32_MAX)) {
      if (gf_at_least(c, 130, 300))
         gf_error(c, t->loc, "the literal '%s' does not fit into 32 bits", text);
      else
         gf_warn(c, t->loc, "the literal '%s' does not fit into 32 bits", text);
   }
   if (!is_64)
      t->bits = is_unsigned ? (uint32_t)t->bits : (uint64_t)(int64_t)(int32_t)(uint32_t)t->bits;
}

static void floating(struct gf_ctx *c, struct gf_token *t)
{
   const char *text = t->name->text;
   size_t length = t->name->length;
   t->type = GF_T(float);
   if (length > 2 && ends_with(text, &length, "lf")) {
      t->type = GF_T(double);
      if (!gf_at_least(c, 400, 0) && !gf_ext_on(c, GF_ARB_gpu_shader_fp64))
         gf_error(c, t->loc, "double literals %s", GF_NEEDS(c, 400, 0, 0, 0, { GF_ARB_gpu_shader_fp64 }));
   } else if ((text[length - 1] | 32) == 'f') {
      length--;
      if (!gf_at_least(c, 120, 300)) {
         if (c->es)
            gf_error(c, t->loc, "suffixes of floats, as in '%s', %s", text, GF_NEEDS(c, 120, 0, 300));
         else
            gf_warn(c, t->loc, "suffixes of floats, as in '%s', %s", text, GF_NEEDS(c, 120, 0, 300));
      }
   }
   char *end;
   double d = strtod(text, &end);
   const bool plain = strcspn(text, ".eE") >= length; /* 1f */
   if (end != text + length || plain)
      gf_error(c, t->loc, "malformed number '%s'", text);
   if (t->type == GF_T(float))
      d = (float)d;
   memcpy(&t->bits, &d, sizeof(d));
}

static void number(struct gf_ctx *c, struct gf_token *t)
{
   const char *text = t->name->text;
   const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
   t->kind = GF_T_NUMBER;
   if (!hex && strpbrk(text, ".eEfF"))
      floating(c, t);
   else
      integer(c, t);
}

static void unexpected(struct gf_ctx *c, const struct gf_token *t)
{
   const unsigned char ch = t->kind == '#' ? '#' : t->name ? (unsigned char)t->name->text[0] : 0;
   if (ch == '#')
      gf_error(c, t->loc, "unexpected character '#': a directive begins on a line of its own");
   else if (ch > ' ' && ch <= '~')
      gf_error(c, t->loc, "unexpected character '%c': it is not of the language's character set", ch);
   else
      gf_error(c, t->loc, "unexpected byte 0x%02x: outside of comments, shaders are ASCII text", ch);
}

void gf_lex_next(struct gf_ctx *c, struct gf_token *t)
{
   for (;;) {
      gf_pp_next(c, t);
      c->pp->past_first_token = true;
      if (t->kind == GF_T_IDENT) {
         identifier(c, t);
      } else if (t->kind == GF_T_PP_NUMBER) {
         number(c, t);
      } else if (t->kind == '{' || t->kind == '}') {
         c->braces += t->kind == '{' ? 1 : -1;
      } else if (t->kind == GF_T_BAD || t->kind == GF_T_PATH || t->kind == '#') {
         unexpected(c, t);
         continue;
      }
      return;
   }
}

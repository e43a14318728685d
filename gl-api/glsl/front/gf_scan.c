/* gf_scan.c: bytes to raw tokens: line continuations, line ends of every kind, comments, numbers as the preprocessor
 * sees them, punctuation. */
#include "gf_pp.h"

#include <string.h>

/* Follows a joined line, once per backslash, so that line numbers stay right. */
#define EXTRA_LINE '\1'
#define MAX_TOKEN (1u << 20)

static bool is_letter(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_'; }
static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

void gf_scan_start(struct gf_ctx *c, const char *text, size_t length)
{
   struct gf_pp *p = c->pp;
   char *copy = gf_alloc(c, length + 2), *out = copy;
   unsigned joined = 0;
   for (size_t i = 0; i < length; i++) {
      const char ch = text[i];
      const size_t after = i + 1;
      if (ch == '\\' && after < length && (text[after] == '\n' || text[after] == '\r')) {
         i = after + (after + 1 < length && text[after] == '\r' && text[after + 1] == '\n');
         joined++;
      } else if (ch == '\n' || ch == '\r') {
         i += after < length && ch == '\r' && text[after] == '\n';
         *out++ = '\n';
         for (; joined; joined--) /* at most as many bytes as the backslashes and line ends */
            *out++ = EXTRA_LINE;
      } else {
         *out++ = ch == EXTRA_LINE || ch == 0 ? '\2' : ch;
      }
   }
   p->s = p->line_start = copy;
   p->end = out;
   p->line = 1;
   p->line_fresh = true;
}

static void new_line(struct gf_pp *p)
{
   p->line++;
   while (p->s < p->end && *p->s == EXTRA_LINE) {
      p->line++;
      p->s++;
   }
   p->line_start = p->s;
}

static struct gf_loc here(const struct gf_pp *p)
{
   return (struct gf_loc){ p->source, p->line, (uint32_t)(p->s - p->line_start) + 1 };
}

/* Skips space and comments up to a newline. True: skipped some. */
static bool skip_space(struct gf_ctx *c)
{
   struct gf_pp *p = c->pp;
   const char *from = p->s;
   while (p->s < p->end) {
      const char ch = *p->s;
      if (ch == ' ' || ch == '\t' || ch == '\v' || ch == '\f' || ch == EXTRA_LINE) {
         p->s++;
      } else if (ch == '/' && p->s[1] == '/') {
         while (p->s < p->end && *p->s != '\n')
            p->s++;
      } else if (ch == '/' && p->s[1] == '*') {
         const struct gf_loc at = here(p);
         p->s += 2;
         while (p->s < p->end && !(p->s[0] == '*' && p->s[1] == '/')) {
            if (*p->s++ == '\n')
               new_line(p);
         }
         if (p->s >= p->end)
            gf_error(c, at, "the comment has no closing '*/'");
         else
            p->s += 2;
      } else {
         break;
      }
   }
   return p->s != from;
}

static const struct { char text[4]; uint8_t kind; } wide[] = {
   { "<<=", GF_T_SHL_A }, { ">>=", GF_T_SHR_A }, { "<<", GF_T_SHL }, { ">>", GF_T_SHR }, { "<=", GF_T_LE },
   { ">=", GF_T_GE },
   { "==", GF_T_EQ }, { "!=", GF_T_NE }, { "&&", GF_T_AND }, { "||", GF_T_OR }, { "^^", GF_T_XOR }, { "++", GF_T_INC },
   { "--", GF_T_DEC }, { "*=", GF_T_MUL_A }, { "/=", GF_T_DIV_A }, { "%=", GF_T_MOD_A }, { "+=", GF_T_ADD_A },
   { "-=", GF_T_SUB_A }, { "&=", GF_T_AND_A }, { "^=", GF_T_XOR_A }, { "|=", GF_T_OR_A }, { "##", GF_T_PASTE },
};

/* A path between the character at p->s and `close` on the same line. False: there is none. */
static bool scan_path(struct gf_ctx *c, struct gf_token *t, char close)
{
   struct gf_pp *p = c->pp;
   const char *from = p->s + 1, *to = from;
   while (to < p->end && *to != close && *to != '\n')
      to++;
   if (to >= p->end || *to != close)
      return false;
   p->s = to + 1;
   t->kind = GF_T_PATH;
   t->name = gf_intern(c, from, (size_t)(to - from));
   return true;
}

/* Scans the token at p->s, which is neither space nor the end. */
static void scan_token(struct gf_ctx *c, struct gf_token *t)
{
   struct gf_pp *p = c->pp;
   const char *from = p->s;
   const char ch = *from;
   if (is_letter(ch)) {
      while (p->s < p->end && (is_letter(*p->s) || is_digit(*p->s)))
         p->s++;
      t->kind = GF_T_IDENT;
   } else if (is_digit(ch) || (ch == '.' && p->s + 1 < p->end && is_digit(p->s[1]))) {
      const bool hex = ch == '0' && (from[1] == 'x' || from[1] == 'X');
      while (p->s < p->end && (is_letter(*p->s) || is_digit(*p->s) || *p->s == '.' ||
                               (!hex && (*p->s == '+' || *p->s == '-') && (p->s[-1] == 'e' || p->s[-1] == 'E'))))
         p->s++;
      t->kind = GF_T_PP_NUMBER;
   } else {
      for (unsigned i = 0; i < GF_COUNT(wide); i++) {
         const size_t n = strlen(wide[i].text);
         if ((size_t)(p->end - p->s) >= n && memcmp(p->s, wide[i].text, n) == 0) {
            t->kind = wide[i].kind;
            p->s += n;
            return;
         }
      }
      if (ch == '"' && gf_ext_on(c, GF_ARB_shading_language_include) && scan_path(c, t, '"'))
         return;
      p->s++;
      t->kind = ch > ' ' && ch <= '~' && !strchr("\"$'@`\\", ch) ? (uint8_t)ch : GF_T_BAD;
      if (t->kind == GF_T_BAD)
         t->name = gf_intern(c, from, 1);
      return;
   }
   size_t length = (size_t)(p->s - from);
   if (length > MAX_TOKEN) {
      gf_error(c, t->loc, "a token of %zu characters exceeds the limit of %u", length, MAX_TOKEN);
      length = MAX_TOKEN;
   }
   t->name = gf_intern(c, from, length);
}

void gf_scan(struct gf_ctx *c, struct gf_token *t)
{
   struct gf_pp *p = c->pp;
   *t = (struct gf_token){ .space_before = skip_space(c), .line_start = p->line_fresh };
   t->loc = here(p);
   if (p->s >= p->end) {
      if (!p->in_directive && gf_include_end(c)) {
         t->kind = GF_T_NEWLINE;
         return;
      }
      t->kind = p->in_directive ? GF_T_NEWLINE : GF_T_EOF;
      return;
   }
   if (*p->s == '\n') {
      t->kind = GF_T_NEWLINE;
      p->s++;
      new_line(p);
      p->line_fresh = true;
      return;
   }
   p->line_fresh = false;
   scan_token(c, t);
}

bool gf_scan_path(struct gf_ctx *c, struct gf_token *t)
{
   struct gf_pp *p = c->pp;
   *t = (struct gf_token){ .space_before = skip_space(c), .loc = here(p) };
   if (p->s < p->end && *p->s == '<' && scan_path(c, t, '>'))
      return false;
   gf_scan(c, t);
   return t->kind == GF_T_PATH;
}

/* Scans text that must be one token: the result of ##. */
bool gf_scan_text(struct gf_ctx *c, const char *text, size_t length, struct gf_loc at, struct gf_token *t)
{
   struct gf_pp *p = c->pp, saved = *p;
   p->s = p->line_start = text;
   p->end = text + length;
   *t = (struct gf_token){ .loc = at };
   scan_token(c, t);
   t->loc = at;
   const bool whole = p->s == p->end;
   *p = saved;
   return whole;
}

void gf_skip_line(struct gf_ctx *c)
{
   struct gf_token t;
   do {
      gf_scan(c, &t);
   } while (t.kind != GF_T_NEWLINE && t.kind != GF_T_EOF);
}

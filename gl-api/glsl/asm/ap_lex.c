/* ap_lex.c: tokens of assembly programs. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

/* The character `ahead` bytes after the next one, or 0. */
static char peek(const struct ap_parser *s, size_t ahead)
{
   return s->next + ahead < s->length ? s->source[s->next + ahead] : '\0';
}

static void skip_blanks(struct ap_parser *s)
{
   for (; s->next < s->length; s->next++) {
      const char c = s->source[s->next];
      if (c == '#') { /* a comment, to the end of the line */
         while (s->next < s->length && s->source[s->next] != '\n' && s->source[s->next] != '\r')
            s->next++;
         s->next -= s->next == s->length;
      } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f') {
         return;
      }
   }
}

/* An exponent `ahead` bytes after the next one. */
static bool is_exponent(const struct ap_parser *s, size_t ahead)
{
   const char sign = peek(s, ahead + 1);
   return (peek(s, ahead) == 'e' || peek(s, ahead) == 'E') && is_digit(peek(s, ahead + 1 + (sign == '+' || sign == '-')));
}

/* "1..2" is an integer and dots, "1." a number, "1.x" and "1.5.x" a number and a suffix. */
static void number(struct ap_parser *s)
{
   const size_t first = s->next;
   bool whole = true;
   uint64_t value = 0;
   while (is_digit(peek(s, 0))) {
      value = value < UINT32_MAX ? value * 10 + (uint64_t)(peek(s, 0) - '0') : value;
      s->next++;
   }
   if (peek(s, 0) == '.' && peek(s, 1) != '.' && (!is_letter(peek(s, 1)) || is_exponent(s, 1))) {
      whole = false;
      s->next++;
      while (is_digit(peek(s, 0)))
         s->next++;
   }
   if (is_exponent(s, 0)) {
      whole = false;
      s->next += 2; /* the sign or the first digit, too */
      while (is_digit(peek(s, 0)))
         s->next++;
   }
   char text[64];
   const size_t length = s->next - first;
   s->token.kind = length < sizeof(text) ? whole ? AP_TOKEN_INTEGER : AP_TOKEN_FLOAT : AP_TOKEN_BAD;
   memcpy(text, s->source + first, length < sizeof(text) ? length : 0);
   text[length < sizeof(text) ? length : 0] = '\0';
   s->token.integer = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
   s->token.number = strtof(text, NULL);
}

/* Names of texture targets of fragment programs begin with a digit. */
static bool is_dimension(const struct ap_parser *s)
{
   const char c = peek(s, 0);
   const char after = peek(s, 2);
   return s->p->target == AP_FRAGMENT && c >= '1' && c <= '3' && peek(s, 1) == 'D' && !is_letter(after) && !is_digit(after);
}

void ap_next(struct ap_parser *s)
{
   skip_blanks(s);
   const char c = peek(s, 0);
   s->token = (struct ap_token){.at = s->next};
   if (s->next >= s->length) {
      s->token.kind = AP_TOKEN_END;
   } else if (is_dimension(s)) {
      s->token.kind = AP_TOKEN_NAME;
      s->next += 2;
   } else if (is_letter(c)) {
      s->token.kind = AP_TOKEN_NAME;
      while (is_letter(peek(s, 0)) || is_digit(peek(s, 0)))
         s->next++;
   } else if (is_digit(c) || (c == '.' && is_digit(peek(s, 1)))) {
      number(s);
   } else if (c == '.' && peek(s, 1) == '.') {
      s->token.kind = AP_TOKEN_DOTS;
      s->next += 2;
   } else {
      s->token.kind = c && strchr(".,;=[]{}+-", c) ? AP_TOKEN_CHAR : AP_TOKEN_BAD;
      s->token.character = c;
      s->next++;
   }
   s->token.length = s->next - s->token.at;
}

bool ap_is(const struct ap_parser *s, const char *name)
{
   return s->token.kind == AP_TOKEN_NAME && strlen(name) == s->token.length && !memcmp(s->source + s->token.at, name, s->token.length);
}

bool ap_is_char(const struct ap_parser *s, char c)
{
   return s->token.kind == AP_TOKEN_CHAR && s->token.character == c;
}

bool ap_take(struct ap_parser *s, const char *name)
{
   if (!ap_is(s, name))
      return false;
   ap_next(s);
   return true;
}

bool ap_take_char(struct ap_parser *s, char c)
{
   if (!ap_is_char(s, c))
      return false;
   ap_next(s);
   return true;
}

void ap_expect(struct ap_parser *s, const char *name)
{
   if (!ap_take(s, name))
      ap_unexpected(s, name);
}

void ap_expect_char(struct ap_parser *s, char c)
{
   const char text[2] = {c, '\0'};
   if (!ap_take_char(s, c))
      ap_unexpected(s, text);
}

uint32_t ap_integer(struct ap_parser *s, const char *of)
{
   if (s->token.kind != AP_TOKEN_INTEGER)
      ap_unexpected(s, of);
   const uint32_t value = s->token.integer;
   ap_next(s);
   return value;
}

uint32_t ap_index(struct ap_parser *s, const char *of, uint32_t limit)
{
   const size_t at = s->token.at;
   const uint32_t value = ap_integer(s, of);
   if (value >= limit)
      ap_fail(s, at, "%s %u is out of range: the limit is %u", of, value, limit);
   return value;
}

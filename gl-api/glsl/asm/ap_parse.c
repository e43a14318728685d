/* ap_parse.c: a program from its header to END: options and statements; errors and memory of the parser. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

/* ---- errors and memory ----------------------------------------------------------------------------------------------------- */

void ap_fail(struct ap_parser *s, size_t at, const char *format, ...)
{
   va_list args;
   size_t line = 1;
   for (size_t i = 0; i < at && i < s->length; i++)
      line += s->source[i] == '\n';
   s->error->position = at < INT32_MAX ? (int32_t)at : INT32_MAX;
   const int n = snprintf(s->error->text, sizeof(s->error->text), "line %zu: ", line);
   va_start(args, format);
   vsnprintf(s->error->text + n, sizeof(s->error->text) - (size_t)n, format, args);
   va_end(args);
   longjmp(s->fail, 1);
}

void ap_no_memory(struct ap_parser *s)
{
   *s->error = (struct ap_error){.position = 0};
   longjmp(s->fail, 1);
}

void ap_unexpected(struct ap_parser *s, const char *expected)
{
   const struct ap_token *t = &s->token;
   if (t->kind == AP_TOKEN_END)
      ap_fail(s, t->at, "the program ends where %s is expected", expected);
   ap_fail(s, t->at, "'%.*s' where %s is expected", (int)(t->length < 40 ? t->length : 40), s->source + t->at, expected);
}

void *ap_grow(struct ap_parser *s, void *array, unsigned count, unsigned *room, size_t size_B)
{
   if (count < *room)
      return array;
   const unsigned more = *room ? *room * 2 : 32;
   void *grown = realloc(array, more * size_B);
   if (!grown)
      ap_no_memory(s);
   *room = more;
   return grown;
}

/* ---- options --------------------------------------------------------------------------------------------------------------- */

static bool fog_option(struct ap_parser *s, const struct ap_token *name, uint8_t fog)
{
   if (s->p->fog && s->p->fog != fog)
      ap_fail(s, name->at, "a program has one fog option");
   s->p->fog = fog;
   return true;
}

static bool precision_option(struct ap_parser *s, const struct ap_token *name, bool nicest)
{
   s->precision_nicest |= nicest;
   s->precision_fastest |= !nicest;
   if (s->precision_nicest && s->precision_fastest)
      ap_fail(s, name->at, "a program has one precision hint");
   return true;
}

static bool fragment_option(struct ap_parser *s, const struct ap_token *name)
{
   if (ap_is(s, "ARB_fog_linear"))
      return fog_option(s, name, AP_FOG_LINEAR);
   if (ap_is(s, "ARB_fog_exp"))
      return fog_option(s, name, AP_FOG_EXP);
   if (ap_is(s, "ARB_fog_exp2"))
      return fog_option(s, name, AP_FOG_EXP2);
   if (ap_is(s, "ARB_precision_hint_fastest") || ap_is(s, "ARB_precision_hint_nicest"))
      return precision_option(s, name, ap_is(s, "ARB_precision_hint_nicest"));
   if (ap_is(s, "ARB_draw_buffers") || ap_is(s, "ATI_draw_buffers"))
      return s->p->draw_buffers = true;
   if (ap_is(s, "ARB_fragment_program_shadow"))
      return s->shadow = true;
   if (ap_is(s, "ARB_fragment_coord_origin_upper_left"))
      return s->p->upper_left = true;
   if (ap_is(s, "ARB_fragment_coord_pixel_center_integer"))
      return s->p->integer_center = true;
   return false;
}

static void options(struct ap_parser *s)
{
   while (ap_take(s, "OPTION")) {
      const struct ap_token name = s->token;
      if (name.kind != AP_TOKEN_NAME)
         ap_unexpected(s, "the name of an option");
      const bool known = s->p->target == AP_FRAGMENT ? fragment_option(s, &name) :
         ap_is(s, "ARB_position_invariant") && (s->p->position_invariant = true);
      if (!known)
         ap_fail(s, name.at, "the option %.*s is not supported", (int)(name.length < 60 ? name.length : 60), s->source + name.at);
      ap_next(s);
      ap_expect_char(s, ';');
   }
}

/* ---- the program ----------------------------------------------------------------------------------------------------------- */

static const char *const headers[AP_LANGUAGES] = {"!!ARBvp1.0", "!!ARBfp1.0"};

static void parse(struct ap_parser *s)
{
   const char *header = headers[s->p->target];
   while (s->length && s->source[s->length - 1] == '\0') /* a length that counts the terminator */
      s->length--;
   if (s->length < strlen(header) || memcmp(s->source, header, strlen(header)) != 0)
      ap_fail(s, 0, "the program does not begin with %s", header);
   s->next = strlen(header);
   ap_next(s);
   options(s);
   while (!ap_is(s, "END")) {
      if (!ap_declaration(s))
         ap_instruction(s);
      ap_expect_char(s, ';');
   }
   ap_next(s);
   if (s->token.kind != AP_TOKEN_END)
      ap_unexpected(s, "the end of the program, after END,");
   ap_check(s);
}

struct ap_program *ap_compile(enum ap_target target, const char *source, size_t length, const struct ap_limits *limits,
                              struct ap_error *error)
{
   *error = (struct ap_error){.position = 0};
   struct ap_parser *s = calloc(1, sizeof(*s));
   struct ap_program *p = calloc(1, sizeof(*p));
   if (!s || !p) {
      free(s);
      free(p);
      return NULL;
   }
   p->target = target;
   *s = (struct ap_parser){.source = source, .length = length, .p = p, .limits = limits, .error = error};
   if (!setjmp(s->fail)) {
      parse(s);
      s->loaded = true;
   }
   for (unsigned i = 0; i < AP_BUCKETS; i++) {
      for (struct ap_variable *v = s->bucket[i], *next; v; v = next) {
         next = v->next;
         free(v);
      }
   }
   struct ap_program *loaded = s->loaded ? s->p : NULL;
   if (!loaded)
      ap_program_destroy(s->p);
   free(s);
   return loaded;
}

void ap_program_destroy(struct ap_program *p)
{
   if (!p)
      return;
   free(p->inst);
   free(p->param);
   free(p->slot);
   free(p->used);
   free(p->array);
   free(p);
}

const struct ap_param *ap_program_params(const struct ap_program *p, unsigned *count)
{
   *count = p->used_count;
   return p->used;
}

struct ap_counts ap_program_counts(const struct ap_program *p) { return p->counts; }
bool ap_program_position_invariant(const struct ap_program *p) { return p->position_invariant; }
bool ap_program_samples_any_target(const struct ap_program *p, unsigned unit) { return p->texture[unit] == AP_TEX_ANY; }
bool ap_program_has_fixed_stages(const struct ap_program *p) { return p->fixed_stages; }

enum ap_comparison ap_program_comparison(const struct ap_program *p, unsigned unit)
{
   switch (p->texture[unit]) {
   case AP_TEX_SHADOW1D: return AP_COMPARES_1D;
   case AP_TEX_SHADOW2D: return AP_COMPARES_2D;
   case AP_TEX_SHADOWRECT: return AP_COMPARES_RECT;
   default: return AP_COMPARES_NOT;
   }
}

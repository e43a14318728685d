/* ap_declare.c: names: ATTRIB, PARAM, TEMP, ADDRESS, OUTPUT, ALIAS (ARB_vertex_program 2.14.2, ARB_fragment_program 3.11.2). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/asm/ap_priv.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- names ----------------------------------------------------------------------------------------------------------------- */

static unsigned bucket_of(const char *name, size_t length)
{
   uint32_t hash = 2166136261u;
   for (size_t i = 0; i < length; i++)
      hash = (hash ^ (uint8_t)name[i]) * 16777619u;
   return (hash ^ hash >> 16) % AP_BUCKETS;
}

struct ap_variable *ap_find(struct ap_parser *s, const struct ap_token *name)
{
   const char *text = s->source + name->at;
   for (struct ap_variable *v = s->bucket[bucket_of(text, name->length)]; v; v = v->next)
      if (v->name_length == name->length && !memcmp(s->source + v->name_at, text, name->length))
         return v;
   return NULL;
}

bool ap_is_reserved(const struct ap_parser *s, const char *name, size_t length)
{
   static const struct { const char *name; uint8_t targets; } words[] = {
      {"ALIAS", AP_ON_VF}, {"ATTRIB", AP_ON_VF}, {"END", AP_ON_VF}, {"OPTION", AP_ON_VF}, {"OUTPUT", AP_ON_VF}, {"PARAM", AP_ON_VF},
      {"TEMP", AP_ON_VF}, {"program", AP_ON_VF}, {"result", AP_ON_VF}, {"state", AP_ON_VF}, {"ADDRESS", AP_ON_V}, {"vertex", AP_ON_V},
      {"fragment", AP_ON_F}, {"texture", AP_ON_F},
   };
   bool saturate;
   for (unsigned i = 0; i < COUNT(words); i++)
      if (words[i].targets >> s->p->target & 1 && strlen(words[i].name) == length && !memcmp(words[i].name, name, length))
         return true;
   return ap_find_op(s, name, length, &saturate) >= 0;
}

/* The name of a new variable, which is the current token. */
static struct ap_variable *declare(struct ap_parser *s)
{
   const struct ap_token name = s->token;
   const char *text = s->source + name.at;
   const int shown = (int)(name.length < 60 ? name.length : 60);
   if (name.kind != AP_TOKEN_NAME || (text[0] >= '0' && text[0] <= '9'))
      ap_unexpected(s, "a name");
   if (ap_is_reserved(s, text, name.length))
      ap_fail(s, name.at, "%.*s is a reserved word", shown, text);
   if (ap_find(s, &name))
      ap_fail(s, name.at, "%.*s is declared twice", shown, text);
   struct ap_variable *v = calloc(1, sizeof(*v));
   if (!v)
      ap_no_memory(s);
   v->name_at = name.at;
   v->name_length = name.length;
   struct ap_variable **first = &s->bucket[bucket_of(text, name.length)];
   v->next = *first;
   *first = v;
   ap_next(s);
   return v;
}

/* ---- statements ------------------------------------------------------------------------------------------------------------ */

static void attrib(struct ap_parser *s)
{
   struct ap_variable *v = declare(s);
   v->file = AP_FILE_ATTRIB;
   ap_expect_char(s, '=');
   ap_expect(s, s->p->target == AP_VERTEX ? "vertex" : "fragment");
   v->index = ap_attrib(s);
}

static void output(struct ap_parser *s)
{
   struct ap_variable *v = declare(s);
   v->file = AP_FILE_RESULT;
   ap_expect_char(s, '=');
   ap_expect(s, "result");
   v->index = ap_result(s);
}

static void param_array(struct ap_parser *s, struct ap_variable *v)
{
   struct ap_program *p = s->p;
   uint32_t size = 0;
   const size_t at = s->token.at;
   if (!ap_is_char(s, ']')) {
      size = ap_integer(s, "the size of an array");
      if (!size || size > AP_MAX_PARAMS)
         ap_fail(s, at, "the size of an array is 1 to %u", AP_MAX_PARAMS);
   }
   ap_expect_char(s, ']');
   ap_expect_char(s, '=');
   ap_expect_char(s, '{');
   p->array = ap_grow(s, p->array, p->array_count, &p->array_room, sizeof(*p->array));
   v->is_array = true;
   v->index = p->array_count;
   p->array[p->array_count++] = (struct ap_array){.first = p->param_count};
   do
      ap_param_elements(s);
   while (ap_take_char(s, ','));
   const size_t end = s->token.at;
   ap_expect_char(s, '}');
   const uint32_t count = p->param_count - p->array[v->index].first;
   if (size && size != count)
      ap_fail(s, end, "an array of %u parameters is bound to %u", size, count);
   p->array[v->index].count = count;
}

static void param(struct ap_parser *s)
{
   struct ap_variable *v = declare(s);
   v->file = AP_FILE_PARAM;
   if (ap_take_char(s, '[')) {
      param_array(s, v);
      return;
   }
   ap_expect_char(s, '=');
   v->index = ap_param_single(s, true);
}

static void registers(struct ap_parser *s, uint8_t file)
{
   unsigned *count = file == AP_FILE_TEMP ? &s->p->counts.temps : &s->p->counts.address;
   const unsigned limit = file == AP_FILE_TEMP ? AP_MAX_TEMPS : AP_MAX_ADDRESS;
   do {
      const size_t at = s->token.at;
      struct ap_variable *v = declare(s);
      if (*count == limit)
         ap_fail(s, at, "more than %u %s registers", limit, file == AP_FILE_TEMP ? "temporary" : "address");
      v->file = file;
      v->index = (*count)++;
   } while (ap_take_char(s, ','));
}

static void alias(struct ap_parser *s)
{
   struct ap_variable *v = declare(s);
   ap_expect_char(s, '=');
   if (s->token.kind != AP_TOKEN_NAME)
      ap_unexpected(s, "a name");
   const struct ap_variable *of = ap_find(s, &s->token);
   if (!of || of == v)
      ap_fail(s, s->token.at, "%.*s is not declared", (int)(s->token.length < 60 ? s->token.length : 60), s->source + s->token.at);
   v->file = of->file;
   v->is_array = of->is_array;
   v->index = of->index;
   ap_next(s);
}

bool ap_declaration(struct ap_parser *s)
{
   if (ap_take(s, "ATTRIB"))
      attrib(s);
   else if (ap_take(s, "PARAM"))
      param(s);
   else if (ap_take(s, "TEMP"))
      registers(s, AP_FILE_TEMP);
   else if (ap_take(s, "OUTPUT"))
      output(s);
   else if (ap_take(s, "ALIAS"))
      alias(s);
   else if (s->p->target == AP_VERTEX && ap_take(s, "ADDRESS"))
      registers(s, AP_FILE_ADDRESS);
   else
      return false;
   return true;
}

/* gf_type.c: the table of basic types, array types, predicates of types. */
#include "gf_type.h"

#include <limits.h>
#include <string.h>

#include "gf_tree.h"

const struct gf_type gf_types[GF_TY_COUNT] = {
#define GF_TYPE(id, base_, rows_, cols_) { .base = base_, .rows = rows_, .cols = cols_, .name = #id },
#define GF_OPAQUE(id, base_, sampled_, dim_, arrayed_, shadow_, ms_) { .base = base_, .rows = 1, .cols = 1, .dim = dim_, \
      .sampled = sampled_, .arrayed = arrayed_, .shadow = shadow_, .ms = ms_, .name = #id },
#include "gf_type.def"
#undef GF_TYPE
#undef GF_OPAQUE
};

const struct gf_type *gf_vector(enum gf_base base, unsigned rows)
{
   return gf_matrix(base, 1, rows);
}

const struct gf_type *gf_matrix(enum gf_base base, unsigned cols, unsigned rows)
{
   for (unsigned i = 0; i < GF_TY_COUNT; i++) {
      if (gf_types[i].base == base && gf_types[i].rows == rows && gf_types[i].cols == cols)
         return &gf_types[i];
   }
   return GF_T(void);
}

/* Arrays of one element type are in a list, which a name that no source can spell points at. */
struct array_type { struct gf_type type; struct array_type *next; };

const struct gf_type *gf_array(struct gf_ctx *c, const struct gf_type *elem, int length)
{
   char key[32] = "\1a";
   memcpy(key + 2, &elem, sizeof(elem));
   struct gf_name *n = gf_intern(c, key, 2 + sizeof(elem));
   for (struct array_type *a = (struct array_type *)n->macro; a; a = a->next) {
      if (a->type.length == length)
         return &a->type;
   }
   struct array_type *a = GF_NEW(c, struct array_type);
   a->type = (struct gf_type){ .base = GF_ARRAY, .rows = 1, .cols = 1, .elem = elem, .length = length };
   a->next = (struct array_type *)n->macro;
   n->macro = (struct gf_macro *)a;
   return &a->type;
}

const struct gf_type *gf_type_named(const char *name, size_t length)
{
   for (unsigned i = 0; i < GF_TY_COUNT; i++) {
      if (strncmp(gf_types[i].name, name, length) == 0 && gf_types[i].name[length] == 0)
         return &gf_types[i];
   }
   return NULL;
}

const struct gf_type *gf_bare(const struct gf_type *t)
{
   while (t->base == GF_ARRAY)
      t = t->elem;
   return t;
}

bool gf_contains(const struct gf_type *t, bool (*what)(const struct gf_type *))
{
   if (what(t))
      return true;
   if (t->base == GF_ARRAY)
      return gf_contains(t->elem, what);
   for (unsigned i = 0; t->record && i < t->record->count; i++) {
      if (gf_contains(t->record->members[i].type, what))
         return true;
   }
   return false;
}

static bool is_unsized(const struct gf_type *t)
{
   return t->base == GF_ARRAY && t->length == GF_UNSIZED;
}

bool gf_has_unsized(const struct gf_type *t)
{
   return gf_contains(t, is_unsized);
}

static unsigned times(unsigned a, unsigned b)
{
   return b && a > UINT_MAX / b ? UINT_MAX : a * b;
}

unsigned gf_components(const struct gf_type *t)
{
   if (t->base == GF_ARRAY)
      return times(gf_components(t->elem), t->length > 0 ? (unsigned)t->length : 0);
   if (!t->record)
      return (unsigned)t->rows * t->cols;
   unsigned sum = 0;
   for (unsigned i = 0; i < t->record->count; i++) {
      const unsigned n = gf_components(t->record->members[i].type);
      sum = n > UINT_MAX - sum ? UINT_MAX : sum + n;
   }
   return sum;
}

unsigned gf_locations(const struct gf_type *t, bool vertex_input)
{
   if (t->base == GF_ARRAY)
      return times(gf_locations(t->elem, vertex_input), t->length > 0 ? (unsigned)t->length : 1);
   if (!t->record) {
      const bool wide = t->base == GF_DOUBLE || t->base == GF_INT64 || t->base == GF_UINT64;
      return t->cols * (wide && t->rows > 2 && !vertex_input ? 2u : 1u);
   }
   unsigned sum = 0;
   for (unsigned i = 0; i < t->record->count; i++)
      sum += gf_locations(t->record->members[i].type, vertex_input);
   return sum;
}

const char *gf_type_text(struct gf_ctx *c, const struct gf_type *t)
{
   const char *bare = gf_bare(t)->record ? gf_bare(t)->record->name : gf_bare(t)->name;
   const char *text = bare ? bare : "struct";
   for (; t->base == GF_ARRAY; t = t->elem)
      text = t->length == GF_UNSIZED ? gf_printf(c, "%s[]", text) : gf_printf(c, "%s[%d]", text, t->length);
   return text;
}

/* ga_resource_name.c: finds the variables of an executable by name. Arrays are listed as "a[0]" and found as "a", "a[0]", "a[1]" ..., the
 * innermost ones of arrays of arrays as "a[1][0]" and found as "a[1]", "a[1][0]" ... The indices hold names without a last "[0]". */
#include <string.h>

#include "gl-api/program/ga_resource.h"

/* ---- names of elements ------------------------------------------------------------------------------------------------------- */

/* Splits "name[12]" into the length of "name" and 12; without a subscript the element is 0. False: no valid subscript. */
static bool parse_subscript(const char *name, size_t *base_length, uint32_t *element)
{
   const size_t length = strlen(name);
   *base_length = length;
   *element = 0;
   if (!length || name[length - 1] != ']')
      return true;
   const char *open = strrchr(name, '[');
   if (!open)
      return false;
   const char *digit = open + 1;
   if (*digit == ']' || (*digit == '0' && digit[1] != ']'))
      return false;
   for (; *digit >= '0' && *digit <= '9'; digit++) {
      if (*element > 1u << 24)
         return false;
      *element = *element * 10 + (uint32_t)(*digit - '0');
   }
   *base_length = (size_t)(open - name);
   return digit == name + length - 1;
}

bool ga_names_first(const char *known, const char *name)
{
   const size_t length = strlen(name);
   return !strncmp(known, name, length) && (!known[length] || !strcmp(known + length, "[0]"));
}

bool ga_names_element(const char *known, bool is_array, uint32_t array_size, const char *name, uint32_t *element)
{
   size_t length;
   *element = 0;
   if (!*known) /* of modules in SPIR-V */
      return false;
   if (!is_array)
      return !strcmp(known, name);
   length = strlen(name);
   if (!strncmp(known, name, length) && !strcmp(known + length, "[0]"))
      return true; /* the array's name */
   return parse_subscript(name, &length, element) && name[length] == '[' && !strncmp(known, name, length) &&
          !strcmp(known + length, "[0]") && *element < array_size;
}

/* ---- indices of names -------------------------------------------------------------------------------------------------------- */

_Static_assert(GA_RESOURCE_VARIABLES == (1 << GA_NAMED_LISTS) - 1, "");

static size_t key_length(const char *known)
{
   const size_t length = strlen(known);
   return length >= 3 && !strcmp(known + length - 3, "[0]") ? length - 3 : length;
}

bool ga_resource_names_init(struct ga_exec *exec)
{
   for (unsigned i = 0; i < GA_NAMED_LISTS; i++) {
      uint32_t count;
      const struct glsl_resource *list = ga_resource_variables(exec->linked, 1u << i, &count);
      if (count && !ut_index_init(&exec->names[i], count))
         return false;
      while (count-- > 0)
         ut_index_add(&exec->names[i], count, list[count].name, key_length(list[count].name));
   }
   return true;
}

void ga_resource_names_finish(struct ga_exec *exec)
{
   for (unsigned i = 0; i < GA_NAMED_LISTS; i++)
      ut_index_finish(&exec->names[i]);
}

/* Whether the name is that of the variable; *element: of an array. */
typedef bool (*names_variable)(const struct glsl_resource *r, const char *name, uint32_t *element);

static GLuint find_key(const struct ga_exec *exec, unsigned kind, const char *name, size_t length, names_variable fits, uint32_t *element)
{
   const struct ut_index *x = &exec->names[__builtin_ctz(kind)];
   uint32_t count;
   const struct glsl_resource *list = ga_resource_variables(exec->linked, kind, &count);
   for (uint32_t i = ut_index_first(x, name, length); i != UT_INDEX_END; i = x->next[i])
      if (fits(&list[i], name, element))
         return i;
   return GL_INVALID_INDEX;
}

/* A name with a subscript is that of an element, or of an inner array of an array of arrays. */
static GLuint find(const struct ga_exec *exec, unsigned kind, const char *name, names_variable fits, uint32_t *element)
{
   const size_t length = strlen(name);
   const char *subscript = length && name[length - 1] == ']' ? strrchr(name, '[') : NULL;
   const GLuint found = find_key(exec, kind, name, length, fits, element);
   return found == GL_INVALID_INDEX && subscript ? find_key(exec, kind, name, (size_t)(subscript - name), fits, element) : found;
}

static bool is_listed(const struct glsl_resource *r, const char *name, uint32_t *element)
{
   *element = 0;
   return *r->name && ga_names_first(r->name, name);
}

static bool is_located(const struct glsl_resource *r, const char *name, uint32_t *element)
{
   return r->location >= 0 && ga_names_element(r->name, r->is_array, r->array_size, name, element);
}

GLuint ga_find_variable(const struct ga_exec *exec, unsigned kind, const char *name)
{
   uint32_t element;
   return find(exec, kind, name, is_listed, &element);
}

GLuint ga_find_located(const struct ga_exec *exec, unsigned kind, const char *name, uint32_t *element)
{
   return name ? find(exec, kind, name, is_located, element) : GL_INVALID_INDEX;
}

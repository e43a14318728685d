/* link_bind.c: the requests that glBindAttribLocation leaves for the next link: a list of names with locations. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

struct glsl_bindings {
   struct binding { char *name; uint32_t location; } *attrib;
   unsigned count;
};

struct glsl_bindings *glsl_bindings_create(void)
{
   return calloc(1, sizeof(struct glsl_bindings));
}

void glsl_bindings_destroy(struct glsl_bindings *b)
{
   if (!b)
      return;
   for (unsigned i = 0; i < b->count; i++)
      free(b->attrib[i].name);
   free(b->attrib);
   free(b);
}

struct glsl_bindings *glsl_bindings_copy(const struct glsl_bindings *from)
{
   struct glsl_bindings *copy = glsl_bindings_create();
   for (unsigned i = 0; copy && i < from->count; i++) {
      if (glsl_bindings_set_attrib(copy, from->attrib[i].name, from->attrib[i].location))
         continue;
      glsl_bindings_destroy(copy);
      copy = NULL;
   }
   return copy;
}

bool glsl_bindings_set_attrib(struct glsl_bindings *b, const char *name, uint32_t location)
{
   for (unsigned i = 0; i < b->count; i++) {
      if (!strcmp(b->attrib[i].name, name)) {
         b->attrib[i].location = location;
         return true;
      }
   }
   char *copy = strdup(name);
   struct binding *grown = copy ? realloc(b->attrib, (b->count + 1) * sizeof *grown) : NULL;
   if (!grown) {
      free(copy);
      return false;
   }
   b->attrib = grown;
   grown[b->count++] = (struct binding){ .name = copy, .location = location };
   return true;
}

int32_t link_bound_attrib(const struct glsl_bindings *b, const char *name)
{
   for (unsigned i = 0; b && i < b->count; i++)
      if (!strcmp(b->attrib[i].name, name))
         return (int32_t)b->attrib[i].location;
   return -1;
}

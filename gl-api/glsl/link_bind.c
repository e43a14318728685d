/* link_bind.c: settings of glBindAttribLocation, glBindFragDataLocation, glTransformFeedbackVaryings and glProgramParameteri for
 * the next link: lists of names with numbers. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_priv.h"

struct binding { char *name; uint32_t location, index; };
struct list { struct binding *at; unsigned count; };

struct glsl_bindings {
   struct list attribs, outputs, varyings;
   bool separate, separable;
};

struct glsl_bindings *glsl_bindings_create(void)
{
   return calloc(1, sizeof(struct glsl_bindings));
}

static void clear(struct list *l)
{
   for (unsigned i = 0; i < l->count; i++)
      free(l->at[i].name);
   free(l->at);
   *l = (struct list){ 0 };
}

void glsl_bindings_destroy(struct glsl_bindings *b)
{
   if (!b)
      return;
   clear(&b->attribs);
   clear(&b->outputs);
   clear(&b->varyings);
   free(b);
}

static bool append(struct list *l, const char *name, uint32_t location, uint32_t index)
{
   char *copy = strdup(name);
   struct binding *grown = copy ? realloc(l->at, (l->count + 1) * sizeof *grown) : NULL;
   if (!grown) {
      free(copy);
      return false;
   }
   l->at = grown;
   grown[l->count++] = (struct binding){ .name = copy, .location = location, .index = index };
   return true;
}

static struct binding *find(const struct list *l, const char *name)
{
   for (unsigned i = 0; i < l->count; i++)
      if (!strcmp(l->at[i].name, name))
         return &l->at[i];
   return NULL;
}

static bool set(struct list *l, const char *name, uint32_t location, uint32_t index)
{
   struct binding *known = find(l, name);
   if (!known)
      return append(l, name, location, index);
   known->location = location;
   known->index = index;
   return true;
}

static bool copy_list(struct list *to, const struct list *from)
{
   for (unsigned i = 0; i < from->count; i++)
      if (!append(to, from->at[i].name, from->at[i].location, from->at[i].index))
         return false;
   return true;
}

struct glsl_bindings *glsl_bindings_copy(const struct glsl_bindings *from)
{
   struct glsl_bindings *copy = glsl_bindings_create();
   if (!copy)
      return NULL;
   copy->separate = from->separate;
   copy->separable = from->separable;
   if (copy_list(&copy->attribs, &from->attribs) && copy_list(&copy->outputs, &from->outputs) &&
       copy_list(&copy->varyings, &from->varyings))
      return copy;
   glsl_bindings_destroy(copy);
   return NULL;
}

bool glsl_bindings_set_attrib(struct glsl_bindings *b, const char *name, uint32_t location)
{
   return set(&b->attribs, name, location, 0);
}

bool glsl_bindings_set_output(struct glsl_bindings *b, const char *name, uint32_t location, uint32_t index)
{
   return set(&b->outputs, name, location, index);
}

bool glsl_bindings_set_feedback(struct glsl_bindings *b, const char *const *names, unsigned count, bool separate)
{
   struct list fresh = { 0 };
   for (unsigned i = 0; i < count; i++) {
      if (append(&fresh, names[i], 0, 0))
         continue;
      clear(&fresh);
      return false;
   }
   clear(&b->varyings);
   b->varyings = fresh;
   b->separate = separate;
   return true;
}

void glsl_bindings_set_separable(struct glsl_bindings *b, bool separable)
{
   b->separable = separable;
}

int32_t link_bound_attrib(const struct glsl_bindings *b, const char *name)
{
   const struct binding *found = b ? find(&b->attribs, name) : NULL;
   return found ? (int32_t)found->location : -1;
}

int32_t link_bound_output(const struct glsl_bindings *b, const char *name, uint32_t *index)
{
   const struct binding *found = b ? find(&b->outputs, name) : NULL;
   *index = found ? found->index : 0;
   return found ? (int32_t)found->location : -1;
}

const char *link_bound_varying(const struct glsl_bindings *b, unsigned i)
{
   return b && i < b->varyings.count ? b->varyings.at[i].name : NULL;
}

bool link_bound_separate(const struct glsl_bindings *b)
{
   return b && b->separate;
}

bool link_bound_separable(const struct glsl_bindings *b)
{
   return b && b->separable;
}

/* ga_memory.c: memory objects: lifetime, parameters, import. The lock of the name space guards their fields. */
#include "gl-api/object/ga_memory.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "state/pipe.h"

void ga_memory_free_shared(struct ga_memory *object)
{
   if (!object)
      return;
   pipe_memory_unref(object->memory);
   free(object);
}

/* The lock is held. */
static bool create(struct ut_names *table, GLuint name)
{
   struct ga_memory *object = calloc(1, sizeof(*object));
   if (object && ut_names_insert(table, name, object)) {
      object->name = name;
      return true;
   }
   free(object);
   return false;
}

bool ga_memory_create(struct ga_context *ctx, GLsizei n, GLuint *names)
{
   struct ut_names *table = &ctx->share->memory.names;
   GA_GUARD(ctx, &ctx->share->memory.lock);
   if (!ut_names_gen(table, (uint32_t)n, names))
      return false;
   for (GLsizei i = 0; i < n; i++) {
      if (create(table, names[i]))
         continue;
      for (GLsizei k = 0; k < n; k++) {
         free(ut_names_lookup(table, names[k]));
         ut_names_remove(table, names[k]);
      }
      return false;
   }
   return true;
}

void ga_memory_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->memory;
   ga_lock(ctx, &ns->lock);
   struct ga_memory *object = ut_names_lookup(&ns->names, name);
   ut_names_remove(&ns->names, name);
   ga_unlock(ctx, &ns->lock);
   ga_memory_free_shared(object);
}

bool ga_memory_get(struct ga_context *ctx, GLuint name, struct ga_memory *out)
{
   GA_GUARD(ctx, &ctx->share->memory.lock);
   const struct ga_memory *object = ut_names_lookup(&ctx->share->memory.names, name);
   if (object)
      *out = *object;
   return object != NULL;
}

/* An object that may change. NULL: *error. The lock is held. */
static struct ga_memory *find_mutable(struct ga_context *ctx, GLuint name, GLenum *error)
{
   struct ga_memory *object = ut_names_lookup(&ctx->share->memory.names, name);
   *error = !object ? GL_INVALID_VALUE : object->memory ? GL_INVALID_OPERATION : GL_NO_ERROR;
   return *error == GL_NO_ERROR ? object : NULL;
}

GLenum ga_memory_set_dedicated(struct ga_context *ctx, GLuint name, bool dedicated)
{
   GLenum error;
   GA_GUARD(ctx, &ctx->share->memory.lock);
   struct ga_memory *object = find_mutable(ctx, name, &error);
   if (object)
      object->dedicated = dedicated;
   return error;
}

GLenum ga_memory_import(struct ga_context *ctx, GLuint name, struct pipe_memory_object *memory)
{
   GLenum error;
   GA_GUARD(ctx, &ctx->share->memory.lock);
   struct ga_memory *object = find_mutable(ctx, name, &error);
   if (object)
      object->memory = memory;
   return error;
}

struct pipe_memory_object *ga_memory_resolve(struct ga_context *ctx, GLuint name, const char *command)
{
   ga_lock(ctx, &ctx->share->memory.lock);
   const struct ga_memory *object = ut_names_lookup(&ctx->share->memory.names, name);
   struct pipe_memory_object *memory = object ? pipe_memory_ref(object->memory) : NULL;
   ga_unlock(ctx, &ctx->share->memory.lock);
   if (!object)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a memory object", command, name);
   else if (!memory)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: memory object %u has no memory; glImportMemoryFdEXT gives it some", command, name);
   return memory;
}

GLenum ga_memory_error(enum pipe_memory_result result)
{
   switch (result) {
   case PIPE_MEMORY_OK: return GL_NO_ERROR;
   case PIPE_MEMORY_BAD_SIZE:
   case PIPE_MEMORY_BAD_OFFSET: return GL_INVALID_VALUE;
   case PIPE_MEMORY_BAD_LAYOUT: return GL_INVALID_OPERATION;
   default: return GL_OUT_OF_MEMORY;
   }
}

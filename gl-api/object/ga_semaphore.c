/* ga_semaphore.c: semaphore objects: names, lifetime, import. */
#include "gl-api/object/ga_semaphore.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"

bool ga_semaphore_exists(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->semaphores.lock);
   return name && ut_names_is_reserved(&ctx->share->semaphores.names, name);
}

GLenum ga_semaphore_import(struct ga_context *ctx, GLuint name, struct pipe_semaphore *semaphore)
{
   struct ga_namespace *ns = &ctx->share->semaphores;
   struct ga_semaphore *object = malloc(sizeof(*object)), *old = NULL;
   GLenum error = GL_OUT_OF_MEMORY;
   if (!object)
      return error;
   atomic_init(&object->refs, 1);
   object->semaphore = semaphore;
   ga_lock(ctx, &ns->lock);
   if (!name || !ut_names_is_reserved(&ns->names, name)) {
      error = GL_INVALID_VALUE;
   } else {
      old = ut_names_lookup(&ns->names, name);
      if (ut_names_insert(&ns->names, name, object))
         error = GL_NO_ERROR;
      else
         old = NULL;
   }
   ga_unlock(ctx, &ns->lock);
   ga_semaphore_unref(old);
   if (error != GL_NO_ERROR)
      free(object);
   return error;
}

void ga_semaphore_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_namespace *ns = &ctx->share->semaphores;
   ga_lock(ctx, &ns->lock);
   struct ga_semaphore *object = ut_names_lookup(&ns->names, name);
   ut_names_remove(&ns->names, name);
   ga_unlock(ctx, &ns->lock);
   ga_semaphore_unref(object);
}

struct ga_semaphore *ga_semaphore_get(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->semaphores.lock);
   struct ga_semaphore *object = ut_names_lookup(&ctx->share->semaphores.names, name);
   if (object)
      atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
   return object;
}

void ga_semaphore_unref(struct ga_semaphore *object)
{
   if (!object || atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel) != 1)
      return;
   struct pipe_screen *screen = object->semaphore->screen;
   screen->impl->semaphore_destroy(screen, object->semaphore);
   free(object);
}

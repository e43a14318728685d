/* ga_semaphore.h: semaphore objects (EXT_semaphore): semaphores of other APIs, shared by the group. A name has an object from the import
 * on, and importing again makes another object. */
#ifndef GA_SEMAPHORE_H
#define GA_SEMAPHORE_H

#include "gl-api/context/ga_context.h"

struct ga_semaphore {
   atomic_int refs;                  /* the name and commands that use it */
   struct pipe_semaphore *semaphore;
};

/* glGenSemaphoresEXT made the name, and it was not deleted. */
bool ga_semaphore_exists(struct ga_context *ctx, GLuint name);
/* Takes over the pipe's semaphore where it returns GL_NO_ERROR. GL_INVALID_VALUE: there is no such name. */
GLenum ga_semaphore_import(struct ga_context *ctx, GLuint name, struct pipe_semaphore *semaphore);
void ga_semaphore_delete(struct ga_context *ctx, GLuint name); /* 0 and unused names are fine */
/* With a reference for the caller. NULL: nothing was imported to the name. */
struct ga_semaphore *ga_semaphore_get(struct ga_context *ctx, GLuint name);
void ga_semaphore_unref(struct ga_semaphore *object); /* any thread; NULL is fine */

#endif

/* ga_memory.h: memory objects (EXT_memory_object): memory of other APIs that textures and buffers use as storage. Objects belong to the
 * share group. What uses the memory holds it by references of its own, so it outlives the object. */
#ifndef GA_MEMORY_H
#define GA_MEMORY_H

#include "gl-api/context/ga_context.h"

struct ga_memory {
   GLuint name;
   bool dedicated;                   /* GL_DEDICATED_MEMORY_OBJECT_EXT */
   struct pipe_memory_object *memory; /* counted; NULL: nothing was imported. Parameters are immutable with it */
};

/* A part of a memory object as the arguments of a command. */
struct ga_memory_place { GLuint memory; GLuint64 offset_B; };

/* Makes n objects. False: out of memory, no name was made. */
bool ga_memory_create(struct ga_context *ctx, GLsizei n, GLuint *names);
void ga_memory_delete(struct ga_context *ctx, GLuint name); /* 0 and names without object are fine */
void ga_memory_free_shared(struct ga_memory *object);
/* The object's fields at this moment; their reference stays the object's. False: there is no such object. */
bool ga_memory_get(struct ga_context *ctx, GLuint name, struct ga_memory *out);
/* GL_INVALID_VALUE: there is no such object; GL_INVALID_OPERATION: it has memory already, and stays as it is. */
GLenum ga_memory_set_dedicated(struct ga_context *ctx, GLuint name, bool dedicated);
/* The same; takes over the reference where it returns GL_NO_ERROR. */
GLenum ga_memory_import(struct ga_context *ctx, GLuint name, struct pipe_memory_object *memory);
/* The memory of the object, with a reference for the caller. NULL: the error of a command that places something there was raised. */
struct pipe_memory_object *ga_memory_resolve(struct ga_context *ctx, GLuint name, const char *command);
/* The error of a resource that the pipe has not made there. */
GLenum ga_memory_error(enum pipe_memory_result result);

#endif

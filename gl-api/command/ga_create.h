/* ga_create.h: helpers of commands that take a number of objects or binding points. */
#ifndef GA_CREATE_H
#define GA_CREATE_H

#include "gl-api/context/ga_context.h"

/* How a kind of object that contexts do not share comes and goes. make: false if there is no memory. */
struct ga_object_kind {
   bool (*make)(struct ga_context *ctx, GLuint name);
   void (*destroy)(struct ga_context *ctx, GLuint name);
};

/* glCreate*: n names of `table`, each with its object, or none. False: GL_INVALID_VALUE or GL_OUT_OF_MEMORY was raised. */
bool ga_create_objects(struct ga_context *ctx, struct ut_names *table, const struct ga_object_kind *kind, GLsizei n, GLuint *names,
                       const char *command);

/* Whether `count` binding points from `first` on are below `limit`, for the commands of ARB_multi_bind. False: the error was raised. */
bool ga_legal_run(struct ga_context *ctx, GLuint first, GLsizei count, GLuint limit, const char *command);

#endif

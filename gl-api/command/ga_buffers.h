/* ga_buffers.h: how commands find the buffer that they operate on. */
#ifndef GA_BUFFERS_H
#define GA_BUFFERS_H

#include "gl-api/object/ga_buffer.h"

/* The generic binding of a target; NULL: GL_INVALID_ENUM was raised. */
struct ga_buffer **ga_resolve_binding(struct ga_context *ctx, GLenum target, const char *command);
/* The buffer bound to a target, borrowed; NULL: an error was raised. */
struct ga_buffer *ga_resolve_bound(struct ga_context *ctx, GLenum target, const char *command);
/* The buffer of a name, with a reference for the caller; NULL: GL_INVALID_OPERATION was raised. */
struct ga_buffer *ga_resolve_named(struct ga_context *ctx, GLuint name, const char *command);
/* The buffer that a command binds, NULL for name 0, with a reference for the caller: a generated name becomes an object.
 * False: an error was raised. */
bool ga_resolve_to_bind(struct ga_context *ctx, GLuint name, struct ga_buffer **buf, const char *command);
/* The same of a command that takes generated names only, also where glBindBuffer takes others. */
bool ga_resolve_generated(struct ga_context *ctx, GLuint name, struct ga_buffer **buf, const char *command);
/* False: GL_INVALID_VALUE was raised, the range is not inside size_B bytes. */
bool ga_range_in_buffer(struct ga_context *ctx, uint64_t size_B, GLintptr offset, GLsizeiptr size, const char *command);

#endif

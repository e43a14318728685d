/* ga_buffer_binding.h: the binding points of buffers that belong to the context: one generic binding per target, and indexed
 * ranges for the targets that have them (GL 4.6, 6.1 and table 6.1). The element array buffer belongs to the vertex array. */
#ifndef GA_BUFFER_BINDING_H
#define GA_BUFFER_BINDING_H

#include "gl-api/context/ga_context.h"

/* The generic binding of a target; NULL: the context has no such target. */
struct ga_buffer **ga_buffer_binding(struct ga_context *ctx, GLenum target);
/* The indexed bindings of a target and their number; NULL: the target has none, or the context has no such target. */
struct ga_buffer_range *ga_buffer_ranges(struct ga_context *ctx, GLenum target, unsigned *count);
/* Binds a range (buf NULL: none). size_B 0: up to the end of the buffer, whatever its size becomes. */
void ga_buffer_bind_range(struct ga_context *ctx, struct ga_buffer_range *range, struct ga_buffer *buf, uint64_t offset_B,
                          uint64_t size_B);
/* Releases the bindings of a buffer; NULL: of all. */
void ga_buffer_unbind(struct ga_context *ctx, const struct ga_buffer *buf);

#endif

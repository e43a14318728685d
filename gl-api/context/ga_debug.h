/* ga_debug.h: KHR_debug: the interface used by the other files of gl-api. */
#ifndef GA_DEBUG_H
#define GA_DEBUG_H

#include "gl-api/context/ga_context.h"

struct ga_debug *ga_debug_create(bool enabled); /* NULL: out of memory */
void ga_debug_destroy(struct ga_debug *debug);
/* False: GL_DEBUG_OUTPUT is off, and messages need not be formatted. */
bool ga_debug_wants(const struct ga_debug *debug);
/* Calls the callback with the queued messages. On the context's thread, while it holds no lock. */
void ga_debug_deliver(struct ga_context *ctx);
/* The callback for pipe_context.set_debug_callback; data is the context. */
void ga_debug_from_driver(void *ctx, enum pipe_debug_type type, const char *text);

/* State for glEnable/glGet. */
bool ga_debug_output(const struct ga_debug *debug);
void ga_debug_set_output(struct ga_debug *debug, bool enabled);
bool ga_debug_synchronous(const struct ga_debug *debug);
void ga_debug_set_synchronous(struct ga_debug *debug, bool enabled);
GLint ga_debug_logged(struct ga_debug *debug);
GLint ga_debug_next_length(struct ga_debug *debug); /* of the oldest message, terminator included; 0: none */
GLint ga_debug_group_depth(const struct ga_debug *debug);
void *ga_debug_pointer(const struct ga_debug *debug, GLenum which);

#define GA_DEBUG_MESSAGE_LENGTH 4096
#define GA_DEBUG_LOGGED_MESSAGES 64
#define GA_DEBUG_GROUP_DEPTH 64
#define GA_DEBUG_LABEL_LENGTH 256

#endif

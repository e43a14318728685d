/* ga_draw.h: checks that drawing commands share: those of arguments and sources (OpenGL 4.6, 10.4 and 11.1). A check that fails
 * raises its error in the name of the command. */
#ifndef GA_DRAW_H
#define GA_DRAW_H

#include "gl-api/context/ga_context.h"

struct ga_buffer_state;

bool ga_draw_is_mode(const struct ga_context *ctx, GLenum mode); /* the context has primitives of this mode */
bool ga_draw_legal_mode(struct ga_context *ctx, GLenum mode, const char *command);
/* OpenGL 4.6, 10.3.1, 11.2, 11.3.1 and 13.3: a vertex array object, the primitives that tessellation and a geometry shader take, and those
 * that transform feedback captures. vertices: that the command gives to capture (ga_feedback_vertices). */
bool ga_draw_legal_state(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t vertices, const char *command);
/* The reason why tessellation does not take the mode, or NULL (ga_tessellation.c). */
const char *ga_tessellation_problem(const struct ga_context *ctx, GLenum mode);
/* After ga_update_draw, for a legal mode. Without a program ES 2.0 leaves results undefined, and so it does for arrays without memory:
 * nothing is drawn. True: ctx->draw_modes is up to date. */
bool ga_draw_has_sources(struct ga_context *ctx, GLenum mode, const char *command);
/* Replaces draws of a dispatch table by those of contexts without errors (KHR_no_error), which check no arguments. */
void ga_draw_unchecked(struct ga_dispatch *table);
/* glDrawArrays in the name of a command, of vertices that are this library's: `info` has a GL mode, one instance, and indices in a buffer
 * or none. */
void ga_draw_vertices(struct ga_context *ctx, const struct pipe_draw_info *info, const char *command);
/* Bytes of an index, 0: not an index type. */
unsigned ga_draw_index_size(const struct ga_context *ctx, GLenum type);
/* Sets whether and with which index primitives of info->index_size_B restart. */
void ga_draw_restart(const struct ga_context *ctx, struct pipe_draw_info *info);
/* A snapshot of the bound buffer that arguments are read from, in a range of it, with a reference. False: an error was raised, none is
 * held. */
bool ga_draw_arguments(struct ga_context *ctx, enum ga_buffer_target slot, uint64_t offset_B, uint64_t size_B, const char *command,
                       struct ga_buffer_state *state);
/* The warning about a draw that is dropped. */
void ga_draw_undefined_indices(struct ga_context *ctx, const char *command, const char *why);
/* Draws from validated arguments; raises GL_OUT_OF_MEMORY. user_indices: indices in client memory, or NULL. */
void ga_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command);

#endif

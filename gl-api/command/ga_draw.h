/* ga_draw.h: what the commands that draw share: checks of arguments and sources (OpenGL 4.6, 10.4 and 11.1). A check that fails
 * raises its error in the name of the command. */
#ifndef GA_DRAW_H
#define GA_DRAW_H

#include "gl-api/context/ga_context.h"

bool ga_draw_legal_mode(struct ga_context *ctx, GLenum mode, const char *command);
/* A default vertex array object, which the core profile lacks, draws nothing (GL 3.3, 2.10). */
bool ga_draw_has_vertex_array(struct ga_context *ctx, const char *command);
/* OpenGL 4.6, 11.2, 11.3.1 and 13.3: the primitives that tessellation and a geometry shader take, and those that transform feedback
 * captures. */
bool ga_draw_stages_accept(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t count, uint64_t instances, const char *command);
/* The first of these (ga_tessellation.c). */
bool ga_draw_patches_accepted(struct ga_context *ctx, GLenum mode, const char *command);
/* Without a program ES 2.0 leaves results undefined, and so it does for arrays without memory: nothing is drawn. */
bool ga_draw_has_sources(struct ga_context *ctx, const char *command);
/* glDrawArrays in the name of a command. */
void ga_draw_vertices(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, const char *command);
/* Bytes of an index, 0: not an index type. */
unsigned ga_draw_index_size(const struct ga_context *ctx, GLenum type);
/* Sets whether and with which index primitives of info->index_size_B restart. */
void ga_draw_restart(const struct ga_context *ctx, struct pipe_draw_info *info);
/* The warning that goes with a draw that is dropped. */
void ga_draw_undefined_indices(struct ga_context *ctx, const char *command, const char *why);
/* Draws from validated arguments; raises GL_OUT_OF_MEMORY. user_indices: indices in client memory, or NULL. */
void ga_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *command);

#endif

/* ga_transform_feedbacks.h: transform feedback as drawing commands see it. */
#ifndef GA_TRANSFORM_FEEDBACKS_H
#define GA_TRANSFORM_FEEDBACKS_H

#include "gl-api/program/ga_transform_feedback.h"

/* A draw while transform feedback captures (ES 3.0, 2.15.2): its primitives are those of the capture; without geometry shaders ES
 * allows no indices and nothing that does not fit into the buffers. vertices: that it gives to capture. False: GL_INVALID_OPERATION was raised. */
bool ga_feedback_allows(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t vertices, const char *command);
/* The draw was done: its vertices take room in the buffers. */
void ga_feedback_count(struct ga_context *ctx, GLenum mode, uint64_t count, uint64_t instances);

#endif

/* ga_enable.h: capabilities of glEnable: those of several indices, and all of them at once, for the attribute stack. */
#ifndef GA_ENABLE_H
#define GA_ENABLE_H

#include "gl-api/context/ga_context.h"

#define GA_MAX_CAPABILITIES 128 /* rows of ga_enable.csv that are not of the compatibility profile alone */

/* In the order of the table; those that the context lacks are false. */
void ga_enables_get(struct ga_context *ctx, bool values[GA_MAX_CAPABILITIES]);
void ga_enables_set(struct ga_context *ctx, const bool values[GA_MAX_CAPABILITIES]);

/* Blending of the draw buffers from `first` to before `end`. */
void ga_blend_enable(struct ga_context *ctx, GLuint first, GLuint end, bool value);
/* GL_SCISSOR_TEST of the viewports from `first` to before `end`. */
void ga_scissor_enable(struct ga_context *ctx, GLuint first, GLuint end, bool value);
/* GL_CLIP_DISTANCE0 + index; index < GA_MAX_CLIP_DISTANCES. */
void ga_clip_distance_enable(struct ga_context *ctx, unsigned index, bool value);

#endif

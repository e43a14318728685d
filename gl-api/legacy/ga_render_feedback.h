/* ga_render_feedback.h: vertices and primitives of selection and feedback (GL 2.1, 5.2 and 5.3). */
#ifndef GA_FEEDBACK_H
#define GA_FEEDBACK_H

#include "gl-api/legacy/ga_legacy.h"

/* A vertex before clipping. All floats are linear along edges in clip coordinates. */
struct ga_render_feedback_vertex {
   GLfloat clip[4], distance[GLSL_MAX_CLIP_PLANES], color[2][4] /* front, back */, coords[4];
   bool edge;                       /* the edge to the next vertex of the polygon is a boundary */
};
#define GA_FEEDBACK_FLOATS 24
#define GA_FEEDBACK_PLANES (6 + GLSL_MAX_CLIP_PLANES) /* a clipped polygon has at most so many vertices more */

/* ---- ga_render_feedback_clip.c ---- */
bool ga_render_feedback_inside(const struct ga_context *ctx, const struct ga_render_feedback_vertex *v);
/* False: nothing is left of the line. */
bool ga_render_feedback_clip_line(const struct ga_context *ctx, struct ga_render_feedback_vertex v[2]);
/* Clips v[0 .. count); spare: room for as many vertices as v. Returns the count that is left, in v. */
unsigned ga_render_feedback_clip_polygon(const struct ga_context *ctx, struct ga_render_feedback_vertex *v, struct ga_render_feedback_vertex *spare,
                                  unsigned count);

/* ---- ga_render_mode.c: clipped primitives, to the buffer of the mode ---- */
void ga_render_feedback_value(struct ga_context *ctx, GLfloat value);
/* back: with the colours of the back. */
void ga_render_feedback_vertex(struct ga_context *ctx, const struct ga_render_feedback_vertex *v, bool back);
void ga_select_hit(struct ga_context *ctx, const struct ga_render_feedback_vertex *v, unsigned count);

#endif

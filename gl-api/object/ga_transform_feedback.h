/* ga_transform_feedback.h: transform feedback objects (GL 4.6, 13.3): the buffer ranges that capture writes to, and whether it is
 * active. They belong to one context; object 0 is the default. */
#ifndef GA_TRANSFORM_FEEDBACK_H
#define GA_TRANSFORM_FEEDBACK_H

#include "gl-api/context/ga_context.h"

struct ga_transform_feedback {
   GLuint name;                     /* 0: the default object */
   char *label;                     /* KHR_debug */
   struct ga_buffer_range range[PIPE_MAX_SO_BUFFERS];
   struct ga_program *program;      /* counted while active: it may be neither relinked nor replaced */
   GLenum mode;                     /* GL_POINTS, GL_LINES, GL_TRIANGLES while active */
   bool active, paused;
};

/* Context creation: the default object, bound. False: out of memory. */
bool ga_transform_feedback_init_context(struct ga_context *ctx);
void ga_transform_feedback_finish_context(struct ga_context *ctx);
/* The object of a generated name, made when the name has none yet. NULL: out of memory. */
struct ga_transform_feedback *ga_transform_feedback_get(struct ga_context *ctx, GLuint name);
/* The object is not active. A bound one gives way to the default object. */
void ga_transform_feedback_delete(struct ga_context *ctx, GLuint name);
/* The bound object is not active, or paused. */
void ga_transform_feedback_bind(struct ga_context *ctx, struct ga_transform_feedback *xfb);

/* Operations; the state machine of GL 4.6, 13.3.2: false, and nothing changes, where GL raises GL_INVALID_OPERATION. */
bool ga_transform_feedback_begin(struct ga_context *ctx, struct ga_transform_feedback *xfb, struct ga_program *prog, GLenum mode);
bool ga_transform_feedback_pause(struct ga_transform_feedback *xfb);
bool ga_transform_feedback_resume(struct ga_context *ctx, struct ga_transform_feedback *xfb);
bool ga_transform_feedback_end(struct ga_context *ctx, struct ga_transform_feedback *xfb);

#endif

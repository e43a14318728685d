/* ga_transform_feedback.h: transform feedback objects (GL 4.6, 13.3; ES 3.0, 2.15): the buffer ranges that capture writes to, and
 * whether it is active. They belong to one context; object 0 is the default. */
#ifndef GA_TRANSFORM_FEEDBACK_H
#define GA_TRANSFORM_FEEDBACK_H

#include "gl-api/context/ga_context.h"

struct ga_transform_feedback {
   GLuint name;                     /* 0: the default object */
   char *label;                     /* KHR_debug */
   struct ga_buffer_range range[PIPE_MAX_SO_BUFFERS];
   /* While active: */
   struct ga_program *program;      /* counted; it may be neither relinked nor replaced (ga_program.captures) */
   struct ga_exec *exec;            /* counted: its outputs are captured */
   GLenum mode;                     /* GL_POINTS, GL_LINES, GL_TRIANGLES */
   bool active, paused;
   struct pipe_stream_output_target *target[PIPE_MAX_SO_BUFFERS]; /* counted; NULL: the program does not use the buffer */
   uint64_t vertices_left;          /* that every buffer has room for */
   bool no_room;                    /* a buffer had no byte to write to at the begin */
   uint64_t vertices;               /* captured since the begin; GA_FEEDBACK_UNKNOWN: a geometry shader made them */
   /* For glDrawTransformFeedback, of the last capture that ended: */
   bool ended;                      /* there was one */
   uint64_t captured;               /* its vertices, or GA_FEEDBACK_UNKNOWN; the device counts them in either case */
   struct pipe_stream_output_target *counted[GA_MAX_STREAMS]; /* counted: a target of each vertex stream; NULL: it had none */
};

#define GA_FEEDBACK_UNKNOWN UINT64_MAX

enum ga_feedback_result { GA_FEEDBACK_OK, GA_FEEDBACK_NO_BUFFER, GA_FEEDBACK_NO_MEMORY };

/* Context creation: the default object, bound. False: out of memory. */
bool ga_transform_feedback_init_context(struct ga_context *ctx);
void ga_transform_feedback_finish_context(struct ga_context *ctx);
/* The object of a generated name, made when the name has none yet. NULL: out of memory. */
struct ga_transform_feedback *ga_transform_feedback_get(struct ga_context *ctx, GLuint name);
/* The object is not active. A bound one gives way to the default object. */
void ga_transform_feedback_delete(struct ga_context *ctx, GLuint name);
/* The bound object is not active, or paused. */
void ga_transform_feedback_bind(struct ga_context *ctx, struct ga_transform_feedback *xfb);

/* Operations of the bound object; the caller checked the state machine of GL 4.6, 13.3.2.
 * begin: with the current program, which has a list of outputs to capture. When it fails nothing has changed. */
enum ga_feedback_result ga_transform_feedback_begin(struct ga_context *ctx, struct ga_transform_feedback *xfb, GLenum mode);
void ga_transform_feedback_pause(struct ga_context *ctx, struct ga_transform_feedback *xfb);
void ga_transform_feedback_resume(struct ga_context *ctx, struct ga_transform_feedback *xfb);
void ga_transform_feedback_end(struct ga_context *ctx, struct ga_transform_feedback *xfb);

/* Draws are captured. */
static inline bool ga_feedback_captures(const struct ga_context *ctx)
{
   return ctx->xfb->active && !ctx->xfb->paused;
}
/* Vertices that a draw of `count` vertices in this mode gives to capture. */
uint64_t ga_feedback_vertices(GLenum mode, uint64_t count);

#endif

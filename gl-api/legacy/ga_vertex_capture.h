/* ga_vertex_capture.h: outputs of the last stage of vertices, captured by stream output, for results that the application's memory holds:
 * selection, feedback, raster positions (GL 2.1, 2.13, 5.2 and 5.3). */
#ifndef GA_VERTEX_CAPTURE_H
#define GA_VERTEX_CAPTURE_H

#include "gl-api/legacy/ga_legacy.h"

/* Floats of a record. Outputs that the stage does not write are 0. */
enum ga_capture_at { GA_CAPTURE_CLIP = 0, GA_CAPTURE_FRONT = 4, GA_CAPTURE_BACK = 8, GA_CAPTURE_SECONDARY = 12, GA_CAPTURE_FOG = 16,
                     GA_CAPTURE_DISTANCES = 17, GA_CAPTURE_COORDS = 25 };

struct ga_capture {
   GLfloat *values;                 /* malloc'ed: records */
   uint32_t count, stride;          /* records, and floats of each */
   GLenum primitives;               /* that they are: GL_POINTS (a record per vertex of the draw), GL_LINES or GL_TRIANGLES */
};

/* Runs the stages of vertices. Without geometry and tessellation shaders the records are the vertices of the draw in its order, whatever
 * its mode; otherwise the primitives of the last stage, one after the other. info: a direct draw; without such shaders, one without
 * primitive restart. State was derived by ga_update_draw. False: GL_OUT_OF_MEMORY was raised. */
bool ga_capture_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, struct ga_capture *out,
                     const char *command);
/* Runs the vertex stage alone for a vertex with the current attributes and this position, with all texture coordinates. False: an error
 * was raised. */
bool ga_capture_vertex(struct ga_context *ctx, const GLfloat position[4], struct ga_capture *out, const char *command);
void ga_capture_drop(struct ga_capture *capture);
/* Context destruction. */
void ga_capture_finish(struct ga_context *ctx);

#endif

/* ga_fixed_cpu.h: the vertex stage of fixed functions for single vertices on the CPU. */
#ifndef GA_FIXED_CPU_H
#define GA_FIXED_CPU_H

#include "gl-api/legacy/ga_legacy.h"

struct ga_cpu_vertex { const GLfloat *attrib[GA_ATTRIB_SLOTS]; }; /* four values each; slot 0: the position */

void ga_cpu_position(const struct ga_context *ctx, const GLfloat object[4], GLfloat eye[4], GLfloat clip[4]);
GLfloat ga_cpu_clip_distance(const struct ga_context *ctx, const GLfloat eye[4], unsigned plane);
/* Of lighting, or the vertex's; not clamped. side: 0 front, 1 back. */
void ga_cpu_colors(const struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat eye[4], unsigned side,
                   GLfloat primary[4], GLfloat secondary[4]);
void ga_cpu_coordinates(const struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat eye[4], unsigned unit,
                        GLfloat out[4]);

#endif

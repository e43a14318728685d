/* ga_vertex_format.h: formats of vertex attributes: layout in memory and conversion for the shader. */
#ifndef GA_VERTEX_FORMAT_H
#define GA_VERTEX_FORMAT_H

#include "gl-api/context/ga_context.h"

/* Conversion of the values in memory. Floating-point types stay as they are in FLOAT and NORMALIZED. */
enum ga_vertex_class { GA_VERTEX_FLOAT, GA_VERTEX_NORMALIZED, GA_VERTEX_INTEGER, GA_VERTEX_DOUBLE };

struct ga_vertex_format {
   GLenum type;
   GLint size;                   /* components 1 to 4, or GL_BGRA */
   enum ga_vertex_class class;
   enum pipe_format format;
   uint32_t size_B;              /* of all components */
};

enum ga_vertex_format_result { GA_VERTEX_FORMAT_OK, GA_VERTEX_FORMAT_TYPE, GA_VERTEX_FORMAT_SIZE, GA_VERTEX_FORMAT_MIXED };

/* Fills *out for arguments of glVertexAttrib*Pointer or glVertexAttrib*Format. TYPE: the context has no such type, or not for this
 * class; SIZE: not a number of components; MIXED: size and type, or size and class, do not go together (GL 4.6, 10.3.1). */
enum ga_vertex_format_result ga_vertex_format(const struct ga_context *ctx, GLint size, GLenum type, enum ga_vertex_class class,
                                              struct ga_vertex_format *out);

#endif

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
 * class; SIZE: not a number of components; MIXED: size and type, or size and class, are incompatible (GL 4.6, 10.3.1). */
enum ga_vertex_format_result ga_vertex_format(const struct ga_context *ctx, GLint size, GLenum type, enum ga_vertex_class class,
                                              struct ga_vertex_format *out);

/* ---- values ---- */
/* Normalized integers of some bits; signed ones reach -1 exactly (GL 4.6, 2.3.5). */
static inline GLfloat ga_snorm(GLint value, unsigned bits)
{
   const double most = (double)((1u << (bits - 1)) - 1);
   return value <= -most ? -1.0f : (GLfloat)(value / most);
}

static inline GLfloat ga_unorm(GLuint value, unsigned bits)
{
   return (GLfloat)(value / (double)(UINT32_MAX >> (32 - bits)));
}

static inline bool ga_is_2_10_10_10(GLenum type)
{
   return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

/* The components of a packed value: of type 2_10_10_10 or GL_UNSIGNED_INT_10F_11F_11F_REV. Missing components are 0, 0, 1. */
void ga_vertex_unpack(GLenum type, bool normalized, unsigned components, GLuint value, GLfloat out[4]);

#endif

/* ga_vertex_attribs.h: shared by the commands of vertex arrays and of current attribute values. */
#ifndef GA_VERTEX_ATTRIBS_H
#define GA_VERTEX_ATTRIBS_H

#include "gl-api/object/ga_vao.h"

/* The vertex array of a name; NULL: GL_INVALID_OPERATION was raised. */
struct ga_vao *ga_resolve_named_vao(struct ga_context *ctx, GLuint name, const char *command);
/* False: GL_INVALID_VALUE was raised. */
bool ga_legal_attrib(struct ga_context *ctx, GLuint index, const char *command);
/* The current value of an attribute; for too large an index GL_INVALID_VALUE is raised. */
void ga_set_attrib_float(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w, const char *command);
/* The same for glVertexAttribI*: the bits of an integer value. */
void ga_set_attrib_bits(struct ga_context *ctx, GLuint index, GLuint x, GLuint y, GLuint z, GLuint w, const char *command);
/* The same for glVertexAttribL*. */
void ga_set_attrib_double(struct ga_context *ctx, GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w, const char *command);

#endif

/* ga_vertex_attribs.h: shared by the commands of vertex arrays and of current attribute values. */
#ifndef GA_VERTEX_ATTRIBS_H
#define GA_VERTEX_ATTRIBS_H

#include "gl-api/object/ga_vao.h"

/* False: GL_INVALID_VALUE was raised. */
bool ga_legal_attrib(struct ga_context *ctx, GLuint index, const char *command);

#endif

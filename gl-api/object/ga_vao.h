/* ga_vao.h: vertex array objects. */
#ifndef GA_VAO_H
#define GA_VAO_H

#include "gl-api/context/ga_context.h"

struct ga_vertex_attrib {
   GLenum type;
   GLint size;
   GLsizei stride;              /* as given: 0 = packed */
   bool normalized;
   bool detached;               /* its buffer was deleted: `pointer` is no address */
   enum pipe_format format;       /* of size, type and normalized */
   uint32_t stride_B;           /* the distance between elements */
   GLuint divisor;
   const void *pointer;         /* client address or, with a buffer, the offset */
   struct ga_buffer *buffer;    /* counted or NULL */
};

struct ga_vao {
   GLuint name;                 /* 0: the default object */
   char *label;                 /* KHR_debug */
   uint32_t enabled;            /* bit per attribute */
   struct ga_vertex_attrib attrib[GA_MAX_ATTRIBS];
   struct ga_buffer *element_buffer; /* counted or NULL */
};

void ga_vao_init(struct ga_vao *vao, GLuint name);
void ga_vao_finish(struct ga_context *ctx, struct ga_vao *vao); /* releases the buffers */
/* A buffer's name was deleted: the current vertex array lets go of it (ES 2.0, 2.9). */
void ga_vao_detach_buffer(struct ga_context *ctx, struct ga_buffer *buf);
/* Context destruction: all vertex arrays. */
void ga_vao_finish_context(struct ga_context *ctx);

#endif

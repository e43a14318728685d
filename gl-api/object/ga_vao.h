/* ga_vao.h: vertex array objects: data, lifetime, operations. They belong to one context. Formats of attributes are apart from the
 * binding points that feed them, as ARB_vertex_attrib_binding has it; glVertexAttribPointer sets both. */
#ifndef GA_VAO_H
#define GA_VAO_H

#include "gl-api/object/ga_vertex_format.h"

#define GA_MAX_VERTEX_BINDINGS GA_MAX_ATTRIBS
#define GA_MAX_RELATIVE_OFFSET_B 2047 /* the least that GL 4.6 and ES 3.1 allow */
#define GA_MAX_VERTEX_STRIDE_B 2048   /* likewise (GL 4.4) */
#define GA_BINDING_STRIDE_B 16       /* of a binding point that was never set (GL 4.6, table 23.4) */

struct ga_vertex_attrib {
   struct ga_vertex_format format;
   uint32_t relative_offset_B;      /* added to the offset of the binding point */
   uint8_t binding;
   /* For queries of glVertexAttribPointer's arguments. */
   GLsizei stride;                  /* 0 = packed */
   const void *pointer;
};

struct ga_vertex_binding {
   struct ga_buffer *buffer;        /* counted; NULL: client memory at `offset` */
   struct pipe_resource *resource;  /* borrowed; without `buffer`, of internal arrays: memory that no buffer object has */
   uintptr_t offset;                /* bytes into the buffer or resource, or an address */
   uint32_t stride_B;
   GLuint divisor;
   bool detached;                   /* `offset` is not an address: the buffer was deleted, or is zero in glBindVertexBuffer */
};

struct ga_vao {
   GLuint name;                     /* 0: the default object */
   char *label;                     /* KHR_debug */
   uint32_t enabled;                /* bit per attribute */
   struct ga_vertex_attrib attrib[GA_ATTRIB_SLOTS];
   struct ga_vertex_binding binding[GA_ATTRIB_SLOTS]; /* applications name those below GA_MAX_VERTEX_BINDINGS */
   struct ga_buffer *element_buffer; /* counted or NULL */
};

/* ---- lifetime ---- */

void ga_vao_init(struct ga_vao *vao, GLuint name);
/* The object of a generated name, made when the name has none yet. NULL: out of memory. */
struct ga_vao *ga_vao_get(struct ga_context *ctx, GLuint name);
/* Everything becomes as it was when the object was made, but its label. */
void ga_vao_reset(struct ga_context *ctx, struct ga_vao *vao);
/* Deletes the name and the object; a bound one gives way to the default object. */
void ga_vao_delete(struct ga_context *ctx, GLuint name);
/* Context destruction: all vertex arrays. */
void ga_vao_finish_context(struct ga_context *ctx);

/* ---- operations: arguments are valid ---- */

void ga_vao_bind(struct ga_context *ctx, struct ga_vao *vao);
void ga_vao_enable(struct ga_context *ctx, struct ga_vao *vao, unsigned index, bool enabled);
/* glVertexAttribPointer: format, binding point and its buffer. */
void ga_vao_pointer(struct ga_context *ctx, struct ga_vao *vao, unsigned index, const struct ga_vertex_format *format,
                    GLsizei stride, const void *pointer, struct ga_buffer *buf);
void ga_vao_format(struct ga_context *ctx, struct ga_vao *vao, unsigned index, const struct ga_vertex_format *format,
                   uint32_t relative_offset_B);
void ga_vao_attrib_binding(struct ga_context *ctx, struct ga_vao *vao, unsigned index, unsigned binding);
void ga_vao_divisor(struct ga_context *ctx, struct ga_vao *vao, unsigned binding, GLuint divisor);
/* buf NULL: nothing feeds the binding point. */
void ga_vao_vertex_buffer(struct ga_context *ctx, struct ga_vao *vao, unsigned binding, struct ga_buffer *buf, uintptr_t offset,
                          uint32_t stride_B);
void ga_vao_element_buffer(struct ga_context *ctx, struct ga_vao *vao, struct ga_buffer *buf);
/* A buffer's name was deleted: the current vertex array drops its references (ES 2.0, 2.9). */
void ga_vao_detach_buffer(struct ga_context *ctx, struct ga_buffer *buf);

#endif

/* ga_buffer.h: buffer objects. */
#ifndef GA_BUFFER_H
#define GA_BUFFER_H

#include "gl-api/context/ga_context.h"

struct ga_buffer {
   GLuint name;
   atomic_int refs;
   char *label;                   /* KHR_debug */
   GLenum usage;
   uint64_t size_B;
   struct pipe_resource *resource;  /* NULL while size is 0 */
   struct pipe_transfer *map;       /* mapped range or NULL */
   struct pipe_resource *map_storage; /* counted: what is mapped, even after another context replaced `resource` */
   void *map_pointer;
   uint64_t map_offset_B, map_length_B;
   GLbitfield map_access;
   struct ga_context *map_ctx;    /* whose pipe context holds `map` */
   struct ga_buffer *next_mapped; /* in map_ctx->mapped_buffers */
   atomic_bool deleted;           /* its name is gone: binding that name again means another object */
};

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf);
void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf);
struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name); /* borrowed */
/* *slot becomes buf (counted, NULL is fine). */
void ga_buffer_assign(struct ga_context *ctx, struct ga_buffer **slot, struct ga_buffer *buf);
/* Frees buffers whose last reference another context dropped while they were mapped by this one. */
void ga_buffer_free_orphans(struct ga_context *ctx);
/* Context destruction: no mapping outlives its pipe context. */
void ga_buffer_unmap_all(struct ga_context *ctx);

#endif

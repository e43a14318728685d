/* ga_buffer.h: buffer objects. */
#ifndef GA_BUFFER_H
#define GA_BUFFER_H

#include "gl-api/context/ga_context.h"

/* A mapped range. The transfer belongs to the buffer, not to the context that made it: any context of the group unmaps. */
struct ga_mapping {
   struct pipe_transfer *transfer;  /* NULL: not mapped */
   struct pipe_resource *resource;  /* counted: stays mapped after another context replaced ga_buffer.resource */
   void *pointer;
   uint64_t offset_B, length_B;
   GLbitfield access;
};

struct ga_buffer {
   GLuint name;
   atomic_int refs;
   char *label;                     /* KHR_debug; guarded by the lock of the name space */
   atomic_bool deleted;             /* its name is gone: binding that name again creates another object */
   atomic_uint seqno;               /* incremented when a field below changes, then share->seqno */
   pthread_mutex_t lock;            /* guards the fields below */
   GLenum usage;
   uint64_t size_B;
   struct pipe_resource *resource;  /* counted; NULL while size_B is 0 */
   struct ga_mapping map;
   bool mapping;                    /* a context maps it at the moment, outside the lock */
};

/* The fields of a buffer at one moment. */
struct ga_buffer_state {
   struct pipe_resource *resource;  /* a reference of the caller's; NULL: no storage */
   uint64_t size_B;
   GLenum usage;
   unsigned seqno;
   bool mapped;
};

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf);
void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf);
struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name); /* borrowed */
/* *slot becomes buf (counted, NULL is fine). */
void ga_buffer_assign(struct ga_context *ctx, struct ga_buffer **slot, struct ga_buffer *buf);
struct ga_buffer_state ga_buffer_state(struct ga_context *ctx, struct ga_buffer *buf);

#endif

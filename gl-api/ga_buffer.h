/* ga_buffer.h: buffer objects. */
#ifndef GA_BUFFER_H
#define GA_BUFFER_H

#include "gl-api/ga_context.h"

struct ga_buffer {
   GLuint name;
   atomic_int refs;
   char *label;                   /* KHR_debug */
   GLenum usage;
   uint64_t size_B;
   struct st_resource *resource;  /* NULL while size is 0 */
   struct st_transfer *map;       /* mapped range or NULL */
   void *map_pointer;
   uint64_t map_offset_B, map_length_B;
   GLbitfield map_access;
   struct ga_context *map_ctx;
};

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf);
void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf);
struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name); /* borrowed */

#endif

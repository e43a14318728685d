/* ga_buffer.h: buffer objects: data, lifetime, operations. Operations take the object; command/ resolves targets and names to it
 * and validates arguments. Sizes and offsets are 64 bits wide; storage below is limited to GA_MAX_BUFFER_SIZE_B. */
#ifndef GA_BUFFER_H
#define GA_BUFFER_H

#include "gl-api/context/ga_context.h"

/* Sizes below the pipe are 32 bits; half of that leaves room for offsets to be added without overflow. */
#define GA_MAX_BUFFER_SIZE_B 0x7fffffffu
/* Of the address that a map of byte 0 would have (GL 4.6, 6.3): the alignment of the pipe's maps of buffers. */
#define GA_MAP_ALIGNMENT_B 64

/* A mapped range. The transfer belongs to the buffer, not to the context that made it: any context of the group unmaps. */
struct ga_mapping {
   struct pipe_transfer *transfer;  /* NULL: not mapped */
   struct pipe_resource *resource;  /* counted: stays mapped after another context replaced ga_buffer.resource */
   void *pointer;                   /* to byte offset_B */
   uint64_t offset_B, length_B;
   GLbitfield access;               /* GL_MAP_*_BIT */
};

struct ga_buffer {
   GLuint name;
   atomic_int refs;
   char *label;                     /* KHR_debug; guarded by the lock of the name space */
   atomic_bool deleted;             /* its name is gone: binding that name again creates another object */
   atomic_uint seqno;               /* + 2 when a field below changes but for map; odd: blocked; then share->seqno changes */
   pthread_mutex_t lock;            /* guards the fields below */
   GLenum usage;
   bool immutable;                  /* glBufferStorage made the storage */
   GLbitfield storage_flags;        /* of glBufferStorage, or the flags that glBufferData implies */
   uint64_t size_B;
   struct pipe_resource *resource;  /* counted; NULL while size_B is 0 */
   struct ga_mapping map;
   atomic_uint handles;             /* buffer textures with handles that show it: its storage does not change (ARB_bindless_texture) */
   bool mapping;                    /* a context maps it at the moment, outside the lock */
};

/* The fields of a buffer at one moment. */
struct ga_buffer_state {
   struct pipe_resource *resource;  /* a reference of the caller's; NULL: no storage */
   uint64_t size_B;
   GLenum usage;
   GLbitfield storage_flags;
   bool immutable;
   unsigned seqno;
   bool blocked;                    /* mapped without GL_MAP_PERSISTENT_BIT: GL may neither read nor write the mapped range */
   struct ga_mapping map;           /* not counted: for queries */
};

/* Whether a range has bytes that GL may neither read nor write. */
static inline bool ga_buffer_range_blocked(const struct ga_buffer_state *state, uint64_t offset_B, uint64_t size_B)
{
   return state->blocked && size_B > 0 && offset_B < state->map.offset_B + state->map.length_B && state->map.offset_B < offset_B + size_B;
}

enum ga_buffer_result { GA_BUFFER_OK, GA_BUFFER_MAPPED, GA_BUFFER_NO_STORAGE, GA_BUFFER_NO_MEMORY };

/* ---- lifetime ---- */

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf); /* NULL is fine */
void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf);
struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name); /* borrowed; NULL: no such object */
/* By name, with a reference for the caller. create: a name without an object gets one (ES 2.0, 2.9). NULL: no object, or out of
 * memory. */
struct ga_buffer *ga_buffer_get(struct ga_context *ctx, GLuint name, bool create);
/* glCreateBuffers: false: out of memory, no name was made. */
bool ga_buffer_create(struct ga_context *ctx, GLsizei n, GLuint *names);
/* Deletes the name, ends the mapping and the bindings of this context. */
void ga_buffer_delete(struct ga_context *ctx, GLuint name);
/* *slot becomes buf (counted, NULL is fine). */
void ga_buffer_assign(struct ga_context *ctx, struct ga_buffer **slot, struct ga_buffer *buf);
struct ga_buffer_state ga_buffer_state(struct ga_context *ctx, struct ga_buffer *buf);
/* The fields without a reference: resource is NULL. */
struct ga_buffer_state ga_buffer_look(struct ga_context *ctx, struct ga_buffer *buf);

/* ---- operations: arguments are valid ---- */

/* Replaces the contents and ends a mapping; data NULL: contents become undefined. False: out of memory, nothing changed. */
bool ga_buffer_data(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, const void *data, GLenum usage);
/* The storage becomes memory of the application (AMD_pinned_memory), size_B > 0; a mapping ends. False with `why`: nothing changed. */
bool ga_buffer_adopt(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, void *memory, GLenum usage, char *why,
                     size_t why_size_B);
/* The same as ga_buffer_data with immutable storage; size_B > 0. */
bool ga_buffer_storage(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, const void *data, GLbitfield flags);
/* Immutable storage at offset_B of a memory object, which may not be mapped; size_B > 0. Another result than GL_NO_ERROR: the error,
 * whose reason goes to `why`; nothing changed. */
GLenum ga_buffer_storage_in(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, struct pipe_memory_object *memory,
                            uint64_t offset_B, char *why, size_t why_size_B);
/* Copies bytes out of a buffer's storage; size_B > 0. False: out of memory, or the device is lost. */
bool ga_buffer_read(struct ga_context *ctx, struct pipe_resource *storage, uint64_t offset_B, uint64_t size_B, void *data);
/* Maps a range, access as in ga_mapping. *pointer: to its first byte. */
enum ga_buffer_result ga_buffer_map(struct ga_context *ctx, struct ga_buffer *buf, uint64_t offset_B, uint64_t length_B,
                                    GLbitfield access, void **pointer);
/* Makes the application's writes to a part of the mapped range visible; offset_B counts from the start of the range. */
void ga_buffer_flush(struct ga_context *ctx, struct ga_buffer *buf, uint64_t offset_B, uint64_t length_B);
/* False: it is not mapped. */
bool ga_buffer_unmap(struct ga_context *ctx, struct ga_buffer *buf);

#endif

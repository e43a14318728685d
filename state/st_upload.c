/* st_upload.c: streaming memory. Data goes into chunks that stay mapped and are filled from front to back. A full chunk goes to
 * the end of a small ring. It is filled again when it has no other reference and the device has read it; when all chunks are
 * in use a new one is created. Requests larger than half a chunk get a separate buffer.
 * Addresses returned are good until the next request. */
#include <stdlib.h>
#include <string.h>

#include "state/st_private.h"

#define CHUNK_B (1u << 20)
#define RING 8

struct chunk {
   struct pipe_resource *buffer; /* counted */
   struct pipe_transfer *transfer;
   uint8_t *map;
};

struct st_uploader {
   struct pipe_context *pipe;
   uint32_t bind;
   struct chunk chunk[RING]; /* [current] is being filled, the one after it is the oldest */
   unsigned current;
   uint32_t used_B;
   struct chunk large;       /* the last large request */
};

static bool chunk_map(struct st_uploader *up, struct chunk *chunk, unsigned sync)
{
   const struct pipe_box all = { 0, 0, 0, chunk->buffer->t.width, 1, 1 };
   chunk->map = up->pipe->impl->transfer_map(up->pipe, chunk->buffer, 0,
                                             PIPE_MAP_WRITE | PIPE_MAP_PERSISTENT | PIPE_MAP_COHERENT | sync, &all,
                                             &chunk->transfer);
   return chunk->map;
}

static void chunk_finish(struct st_uploader *up, struct chunk *chunk)
{
   if (chunk->map)
      up->pipe->impl->transfer_unmap(up->pipe, chunk->transfer);
   pipe_resource_unref(chunk->buffer);
   *chunk = (struct chunk){ 0 };
}

static bool chunk_init(struct st_uploader *up, struct chunk *chunk, uint32_t size_B)
{
   const struct pipe_resource_template tmpl = {
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1,
      .bind = up->bind, .usage = PIPE_USAGE_STREAM,
   };
   *chunk = (struct chunk){ .buffer = up->pipe->screen->impl->resource_create(up->pipe->screen, &tmpl) };
   if (chunk->buffer && chunk_map(up, chunk, PIPE_MAP_UNSYNCHRONIZED))
      return true;
   pipe_resource_unref(chunk->buffer);
   *chunk = (struct chunk){ 0 };
   return false;
}

/* True when its bytes may be overwritten: it has no other reference, and mapping it does not wait. */
static bool chunk_is_free(struct st_uploader *up, struct chunk *chunk)
{
   if (chunk->map)
      up->pipe->impl->transfer_unmap(up->pipe, chunk->transfer); /* which may hold a reference, too */
   if (atomic_load_explicit(&chunk->buffer->refs, memory_order_acquire) == 1 && chunk_map(up, chunk, PIPE_MAP_DONTBLOCK))
      return true;
   /* Still in use: map it again as it was; it is tried again one round later. */
   if (!chunk_map(up, chunk, PIPE_MAP_UNSYNCHRONIZED))
      chunk_finish(up, chunk);
   return false;
}

static bool next_chunk(struct st_uploader *up)
{
   unsigned next = (up->current + 1) % RING;
   struct chunk *chunk = &up->chunk[next];
   if (!chunk->buffer || !chunk_is_free(up, chunk)) {
      struct chunk fresh;
      if (!chunk_init(up, &fresh, CHUNK_B))
         return false;
      chunk_finish(up, chunk); /* its users keep it alive */
      *chunk = fresh;
   }
   up->current = next;
   up->used_B = 0;
   return true;
}

struct st_uploader *st_uploader_create(struct pipe_context *pipe, uint32_t bind)
{
   struct st_uploader *up = calloc(1, sizeof *up);
   if (!up)
      return NULL;
   up->pipe = pipe;
   up->bind = bind;
   up->used_B = CHUNK_B; /* the first request makes the first chunk */
   return up;
}

void st_uploader_destroy(struct st_uploader *up)
{
   if (!up)
      return;
   for (unsigned i = 0; i < RING; i++)
      chunk_finish(up, &up->chunk[i]);
   chunk_finish(up, &up->large);
   free(up);
}

/* One buffer for a large request. The last one is kept for the next request of about its size: programs that draw
 * large client arrays do so every frame. */
static void *alloc_large(struct st_uploader *up, uint32_t size_B, uint32_t *offset_B, struct pipe_resource **buffer)
{
   struct chunk *large = &up->large;
   bool fits = large->buffer && large->buffer->t.width >= size_B && large->buffer->t.width / 2 <= size_B;
   if (!fits || !chunk_is_free(up, large)) {
      chunk_finish(up, large); /* its users keep it alive */
      if (!chunk_init(up, large, size_B))
         return NULL;
   }
   *offset_B = 0;
   *buffer = pipe_resource_ref(large->buffer);
   return large->map;
}

void *st_upload_alloc(struct st_uploader *up, uint32_t size_B, uint32_t align_B, uint32_t *offset_B,
                      struct pipe_resource **buffer)
{
   if (size_B > CHUNK_B / 2)
      return alloc_large(up, size_B, offset_B, buffer);
   uint32_t start = (up->used_B + align_B - 1) & ~(align_B - 1);
   if (start + size_B > CHUNK_B) {
      if (!next_chunk(up))
         return NULL;
      start = 0;
   }
   struct chunk *chunk = &up->chunk[up->current];
   up->used_B = start + size_B;
   *offset_B = start;
   *buffer = pipe_resource_ref(chunk->buffer);
   return chunk->map + start;
}

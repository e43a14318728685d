/* ga_buffer.c: buffer objects (GL 4.6, 6). Storage and transfers are made outside the buffer's lock and swapped in under it. New
 * data of the same size and usage goes into the old storage in command order. */
#include "gl-api/object/ga_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/object/ga_memory.h"
#include "gl-api/object/ga_vao.h"

/* Storage of glBufferData may be mapped and written in every way but persistently (GL 4.6, 6.2). */
#define DATA_STORAGE_FLAGS (GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)

/* ---- lifetime --------------------------------------------------------------------------------------------------------- */

/* Unmaps a mapping that was taken out of its buffer. */
static void finish_mapping(struct ga_context *ctx, const struct ga_mapping *map)
{
   if (!map->transfer)
      return;
   ctx->st.pipe->impl->transfer_unmap(ctx->st.pipe, map->transfer);
   pipe_resource_unref(map->resource);
}

/* Draws do not read the buffer while it is mapped so. */
static bool blocks(const struct ga_mapping *map)
{
   return map->transfer && !(map->access & GL_MAP_PERSISTENT_BIT);
}

/* A mapping that blocks begins or ends. Draws compare the buffer's seqno only while there are such: one that ended before the next draw
 * leaves it as it was. The buffer's lock is held, or it has no other users. */
static void block(struct ga_context *ctx, struct ga_buffer *buf, bool begins)
{
   atomic_fetch_add_explicit(&ctx->share->blocked, begins ? 1u : -1u, memory_order_relaxed);
   atomic_fetch_add_explicit(&buf->seqno, begins ? 1u : -1u, memory_order_release);
   atomic_fetch_add_explicit(&ctx->share->seqno, GA_SHARE_MAPPED, memory_order_release);
}

static void destroy(struct ga_context *ctx, struct ga_buffer *buf)
{
   if (blocks(&buf->map))
      block(ctx, buf, false);
   finish_mapping(ctx, &buf->map);
   pipe_resource_unref(buf->resource);
   pthread_mutex_destroy(&buf->lock);
   free(buf->label);
   free(buf);
}

static struct ga_buffer *create(GLuint name)
{
   struct ga_buffer *buf = calloc(1, sizeof(*buf));
   if (!buf)
      return NULL;
   buf->name = name;
   atomic_init(&buf->refs, 1);
   buf->usage = GL_STATIC_DRAW;
   buf->storage_flags = DATA_STORAGE_FLAGS;
   pthread_mutex_init(&buf->lock, NULL);
   return buf;
}

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf)
{
   if (buf)
      atomic_fetch_add_explicit(&buf->refs, 1, memory_order_relaxed);
   return buf;
}

void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf)
{
   if (buf && atomic_fetch_sub_explicit(&buf->refs, 1, memory_order_acq_rel) == 1)
      destroy(ctx, buf);
}

void ga_buffer_assign(struct ga_context *ctx, struct ga_buffer **slot, struct ga_buffer *buf)
{
   struct ga_buffer *old = *slot;
   *slot = ga_buffer_ref(buf);
   ga_buffer_unref(ctx, old);
}

struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->buffers.lock);
   return ut_names_lookup(&ctx->share->buffers.names, name);
}

struct ga_buffer *ga_buffer_get(struct ga_context *ctx, GLuint name, bool may_create)
{
   GA_GUARD(ctx, &ctx->share->buffers.lock);
   struct ut_names *names = &ctx->share->buffers.names;
   struct ga_buffer *buf = ut_names_lookup(names, name);
   if (!buf && may_create && (buf = create(name)) && !ut_names_insert(names, name, buf)) {
      destroy(ctx, buf);
      buf = NULL;
   }
   return ga_buffer_ref(buf);
}

bool ga_buffer_create(struct ga_context *ctx, GLsizei n, GLuint *names)
{
   struct ut_names *table = &ctx->share->buffers.names;
   GA_GUARD(ctx, &ctx->share->buffers.lock);
   if (!ut_names_gen(table, (uint32_t)n, names))
      return false;
   for (GLsizei i = 0; i < n; i++) {
      struct ga_buffer *buf = create(names[i]);
      if (buf && ut_names_insert(table, names[i], buf))
         continue;
      if (buf)
         destroy(ctx, buf);
      for (GLsizei k = 0; k < n; k++) {
         struct ga_buffer *made = ut_names_lookup(table, names[k]);
         ut_names_remove(table, names[k]);
         if (made)
            destroy(ctx, made);
      }
      return false;
   }
   return true;
}

/* The buffer's lock is held. */
static struct ga_buffer_state state_of(const struct ga_buffer *buf, struct pipe_resource *resource)
{
   return (struct ga_buffer_state){
      .resource = resource,
      .size_B = buf->size_B,
      .usage = buf->usage,
      .storage_flags = buf->storage_flags,
      .immutable = buf->immutable,
      .seqno = atomic_load_explicit(&buf->seqno, memory_order_relaxed),
      .blocked = blocks(&buf->map),
      .map = buf->map,
   };
}

struct ga_buffer_state ga_buffer_state(struct ga_context *ctx, struct ga_buffer *buf)
{
   GA_GUARD(ctx, &buf->lock);
   return state_of(buf, pipe_resource_ref(buf->resource));
}

struct ga_buffer_state ga_buffer_look(struct ga_context *ctx, struct ga_buffer *buf)
{
   GA_GUARD(ctx, &buf->lock);
   return state_of(buf, NULL);
}

/* The buffer's lock is held. */
static void changed(struct ga_context *ctx, struct ga_buffer *buf)
{
   atomic_fetch_add_explicit(&buf->seqno, 2, memory_order_release);
   ga_share_changed(ctx);
}

/* Takes the mapping out of the buffer. False: it is not mapped. */
static bool take_mapping(struct ga_context *ctx, struct ga_buffer *buf, struct ga_mapping *map)
{
   GA_GUARD(ctx, &buf->lock);
   *map = buf->map;
   if (!map->transfer)
      return false;
   buf->map = (struct ga_mapping){0};
   if (blocks(map))
      block(ctx, buf, false);
   return true;
}

bool ga_buffer_unmap(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_mapping map;
   if (!take_mapping(ctx, buf, &map))
      return false;
   finish_mapping(ctx, &map);
   return true;
}

void ga_buffer_delete(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->buffers.lock);
   struct ga_buffer *buf = ut_names_lookup(&ctx->share->buffers.names, name);
   ut_names_remove(&ctx->share->buffers.names, name);
   ga_unlock(ctx, &ctx->share->buffers.lock);
   if (!buf)
      return;
   buf->deleted = true;
   ga_buffer_unmap(ctx, buf);
   ga_buffer_unbind(ctx, buf);
   ga_vao_detach_buffer(ctx, buf);
   ga_buffer_unref(ctx, buf); /* the name's */
}

/* ---- storage -------------------------------------------------------------------------------------------------------------- */

static enum pipe_usage usage_of_data(GLenum usage)
{
   switch (usage) {
   case GL_STREAM_DRAW: return PIPE_USAGE_STREAM;
   case GL_DYNAMIC_DRAW: return PIPE_USAGE_DYNAMIC;
   case GL_STREAM_READ:
   case GL_STATIC_READ:
   case GL_DYNAMIC_READ: return PIPE_USAGE_STAGING;
   default: return PIPE_USAGE_DEFAULT;
   }
}

static enum pipe_usage usage_of_storage(GLbitfield flags)
{
   if (flags & (GL_MAP_READ_BIT | GL_CLIENT_STORAGE_BIT))
      return PIPE_USAGE_STAGING;
   return flags & (GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT) ? PIPE_USAGE_DYNAMIC : PIPE_USAGE_DEFAULT;
}

/* A buffer may be bound anywhere later, whatever target it was filled through. */
static struct pipe_resource_template template(uint64_t size_B, enum pipe_usage usage)
{
   return (struct pipe_resource_template){
      .target = PIPE_BUFFER,
      .format = PIPE_FORMAT_R8_UNORM,
      .width = (uint32_t)size_B,
      .height = 1,
      .depth = 1,
      .layers = 1,
      .bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER | PIPE_BIND_CONSTANT_BUFFER,
      .usage = usage,
   };
}

static struct pipe_resource *create_resource(struct ga_context *ctx, uint64_t size_B, enum pipe_usage usage)
{
   const struct pipe_resource_template t = template(size_B, usage);
   return size_B <= GA_MAX_BUFFER_SIZE_B ? ctx->screen->impl->resource_create(ctx->screen, &t) : NULL;
}

/* The storage, with a reference for the caller, when new data of that size and usage can go into it; else NULL. Memory of the
 * application is replaced: the GL writes to it by other commands only. */
static struct pipe_resource *ref_equal_storage(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, GLenum usage)
{
   GA_GUARD(ctx, &buf->lock);
   bool equal = buf->size_B == size_B && buf->usage == usage && !buf->map.transfer && !buf->mapping &&
                !(buf->resource && buf->resource->t.usage == PIPE_USAGE_USER);
   return equal ? pipe_resource_ref(buf->resource) : NULL;
}

static void set_storage(struct ga_context *ctx, struct ga_buffer *buf, struct pipe_resource *storage, uint64_t size_B,
                        GLenum usage, bool immutable, GLbitfield flags)
{
   ga_lock(ctx, &buf->lock);
   struct pipe_resource *old = buf->resource;
   buf->resource = pipe_resource_ref(storage);
   buf->size_B = size_B;
   buf->usage = usage;
   buf->immutable = immutable;
   buf->storage_flags = flags;
   changed(ctx, buf);
   ga_unlock(ctx, &buf->lock);
   pipe_resource_unref(old);
}

static void upload(struct ga_context *ctx, struct pipe_resource *storage, uint64_t size_B, const void *data)
{
   if (data && size_B > 0)
      ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, storage, 0, (uint32_t)size_B, data);
}

bool ga_buffer_data(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, const void *data, GLenum usage)
{
   ga_buffer_unmap(ctx, buf);
   struct pipe_resource *storage = ref_equal_storage(ctx, buf, size_B, usage);
   if (!storage) {
      if (size_B > 0 && !(storage = create_resource(ctx, size_B, usage_of_data(usage))))
         return false;
      set_storage(ctx, buf, storage, size_B, usage, false, DATA_STORAGE_FLAGS);
   } else if (!data) {
      ctx->st.pipe->impl->invalidate_resource(ctx->st.pipe, storage);
   }
   upload(ctx, storage, size_B, data);
   pipe_resource_unref(storage);
   return true;
}

bool ga_buffer_adopt(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, void *memory, GLenum usage, char *why,
                     size_t why_size_B)
{
   const struct pipe_resource_template t = template(size_B, PIPE_USAGE_USER);
   struct pipe_resource *storage = NULL;
   const struct ga_buffer_state old = ga_buffer_state(ctx, buf);
   uint8_t byte;
   if (old.resource && old.resource->t.usage == PIPE_USAGE_USER)
      ga_buffer_read(ctx, old.resource, 0, 1, &byte); /* the memory may be the same: commands that write to it are complete then */
   pipe_resource_unref(old.resource);
   if (size_B > GA_MAX_BUFFER_SIZE_B)
      snprintf(why, why_size_B, "a buffer has at most %u bytes", GA_MAX_BUFFER_SIZE_B);
   else
      storage = ctx->screen->impl->resource_from_memory(ctx->screen, &t, memory, why, why_size_B);
   if (!storage)
      return false;
   ga_buffer_unmap(ctx, buf);
   set_storage(ctx, buf, storage, size_B, usage, false, DATA_STORAGE_FLAGS);
   pipe_resource_unref(storage);
   return true;
}

bool ga_buffer_storage(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, const void *data, GLbitfield flags)
{
   struct pipe_resource *storage = create_resource(ctx, size_B, usage_of_storage(flags));
   if (!storage)
      return false;
   ga_buffer_unmap(ctx, buf);
   set_storage(ctx, buf, storage, size_B, GL_DYNAMIC_DRAW, true, flags);
   upload(ctx, storage, size_B, data);
   pipe_resource_unref(storage);
   return true;
}

GLenum ga_buffer_storage_in(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, struct pipe_memory_object *memory,
                            uint64_t offset_B, char *why, size_t why_size_B)
{
   const struct pipe_resource_template t = template(size_B, PIPE_USAGE_DEFAULT);
   struct pipe_resource *storage;
   if (size_B > GA_MAX_BUFFER_SIZE_B) {
      snprintf(why, why_size_B, "a buffer has at most %u bytes", GA_MAX_BUFFER_SIZE_B);
      return GL_OUT_OF_MEMORY;
   }
   const enum pipe_memory_result result =
      ctx->screen->impl->resource_from_memory_object(ctx->screen, &t, memory, offset_B, &storage, why, why_size_B);
   if (result != PIPE_MEMORY_OK)
      return ga_memory_error(result);
   ga_buffer_unmap(ctx, buf);
   set_storage(ctx, buf, storage, size_B, GL_DYNAMIC_DRAW, true, 0);
   pipe_resource_unref(storage);
   return GL_NO_ERROR;
}

bool ga_buffer_read(struct ga_context *ctx, struct pipe_resource *storage, uint64_t offset_B, uint64_t size_B, void *data)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct pipe_box box = {.x = (int32_t)offset_B, .width = (int32_t)size_B, .height = 1, .depth = 1};
   struct pipe_transfer *transfer;
   const void *bytes = pipe->impl->transfer_map(pipe, storage, 0, PIPE_MAP_READ, &box, &transfer);
   if (!bytes)
      return false;
   memcpy(data, bytes, size_B);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* ---- mapping --------------------------------------------------------------------------------------------------------------- */

/* Reserves the buffer's mapping for the caller, which maps *resource (a reference) outside the lock. */
static enum ga_buffer_result claim_mapping(struct ga_context *ctx, struct ga_buffer *buf, struct pipe_resource **resource)
{
   GA_GUARD(ctx, &buf->lock);
   if (buf->map.transfer || buf->mapping)
      return GA_BUFFER_MAPPED;
   if (!buf->resource)
      return GA_BUFFER_NO_STORAGE;
   buf->mapping = true;
   *resource = pipe_resource_ref(buf->resource);
   return GA_BUFFER_OK;
}

static void set_mapping(struct ga_context *ctx, struct ga_buffer *buf, const struct ga_mapping *map)
{
   GA_GUARD(ctx, &buf->lock);
   buf->mapping = false;
   buf->map = *map;
   if (blocks(map))
      block(ctx, buf, true); /* draws that read it are errors now */
}

static unsigned pipe_map_usage(GLbitfield access)
{
   static const struct { GLbitfield gl; unsigned pipe; } rows[] = {
      {GL_MAP_READ_BIT, PIPE_MAP_READ},
      {GL_MAP_WRITE_BIT, PIPE_MAP_WRITE},
      {GL_MAP_INVALIDATE_RANGE_BIT, PIPE_MAP_DISCARD_RANGE},
      {GL_MAP_INVALIDATE_BUFFER_BIT, PIPE_MAP_DISCARD_WHOLE_RESOURCE},
      {GL_MAP_UNSYNCHRONIZED_BIT, PIPE_MAP_UNSYNCHRONIZED},
      {GL_MAP_FLUSH_EXPLICIT_BIT, PIPE_MAP_FLUSH_EXPLICIT},
      {GL_MAP_PERSISTENT_BIT, PIPE_MAP_PERSISTENT},
      {GL_MAP_COHERENT_BIT, PIPE_MAP_COHERENT},
   };
   unsigned usage = 0;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      usage |= access & rows[i].gl ? rows[i].pipe : 0;
   return usage;
}

enum ga_buffer_result ga_buffer_map(struct ga_context *ctx, struct ga_buffer *buf, uint64_t offset_B, uint64_t length_B,
                                    GLbitfield access, void **pointer)
{
   struct ga_mapping map = {.offset_B = offset_B, .length_B = length_B, .access = access};
   enum ga_buffer_result result = claim_mapping(ctx, buf, &map.resource);
   if (result != GA_BUFFER_OK)
      return result;
   struct pipe_context *pipe = ctx->st.pipe;
   const struct pipe_box box = {.x = (int32_t)offset_B, .width = (int32_t)length_B, .height = 1, .depth = 1};
   map.pointer = pipe->impl->transfer_map(pipe, map.resource, 0, pipe_map_usage(access), &box, &map.transfer);
   if (!map.pointer) {
      set_mapping(ctx, buf, &(struct ga_mapping){0});
      pipe_resource_unref(map.resource);
      return GA_BUFFER_NO_MEMORY;
   }
   set_mapping(ctx, buf, &map);
   *pointer = map.pointer;
   return GA_BUFFER_OK;
}

void ga_buffer_flush(struct ga_context *ctx, struct ga_buffer *buf, uint64_t offset_B, uint64_t length_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct pipe_box box = {.x = (int32_t)offset_B, .width = (int32_t)length_B, .height = 1, .depth = 1};
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if (state.map.transfer && length_B > 0)
      pipe->impl->transfer_flush_region(pipe, state.map.transfer, &box);
   pipe_resource_unref(state.resource);
}

/* ga_buffer.c: buffer objects (ES 2.0, 2.9; OES_mapbuffer). The storage is replaced, under the share group's lock, when
 * its size or usage changes; otherwise new data goes into the old storage in command order.
 * Known gap: a buffer can be unmapped only by the context that mapped it. */
#include "gl-api/object/ga_buffer.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_vao.h"

/* ---- life ------------------------------------------------------------------------------------------------------------- */

/* On the thread of the context that mapped it. */
static void unmap(struct ga_buffer *buf)
{
   struct ga_context *owner = buf->map_ctx;
   if (!owner)
      return;
   owner->st.pipe->impl->transfer_unmap(owner->st.pipe, buf->map);
   pipe_resource_unref(buf->map_storage);
   struct ga_buffer **link = &owner->mapped_buffers;
   while (*link != buf)
      link = &(*link)->next_mapped;
   *link = buf->next_mapped;
   ga_share_lock(owner);
   buf->next_mapped = NULL;
   buf->map = NULL;
   buf->map_storage = NULL;
   buf->map_pointer = NULL;
   buf->map_ctx = NULL;
   buf->map_offset_B = buf->map_length_B = 0;
   buf->map_access = 0;
   ga_share_unlock(owner);
}

static void destroy(struct ga_buffer *buf)
{
   unmap(buf);
   pipe_resource_unref(buf->resource);
   free(buf->label);
   free(buf);
}

struct ga_buffer *ga_buffer_ref(struct ga_buffer *buf)
{
   if (buf)
      atomic_fetch_add_explicit(&buf->refs, 1, memory_order_relaxed);
   return buf;
}

/* A mapping belongs to the pipe context that made it, so a last reference dropped elsewhere leaves the rest to that. */
void ga_buffer_unref(struct ga_context *ctx, struct ga_buffer *buf)
{
   if (!buf)
      return;
   int refs = atomic_load_explicit(&buf->refs, memory_order_relaxed);
   while (refs > 1)
      if (atomic_compare_exchange_weak_explicit(&buf->refs, &refs, refs - 1, memory_order_release,
                                                memory_order_relaxed))
         return;
   ga_share_lock(ctx);
   bool last = atomic_fetch_sub_explicit(&buf->refs, 1, memory_order_acq_rel) == 1;
   bool mine = !buf->map_ctx || buf->map_ctx == ctx;
   ga_share_unlock(ctx);
   if (last && mine)
      destroy(buf);
}

void ga_buffer_free_orphans(struct ga_context *ctx)
{
   for (struct ga_buffer *buf = ctx->mapped_buffers, *next; buf; buf = next) {
      next = buf->next_mapped;
      ga_share_lock(ctx);
      bool orphan = atomic_load(&buf->refs) == 0;
      ga_share_unlock(ctx);
      if (orphan)
         destroy(buf);
   }
}

void ga_buffer_unmap_all(struct ga_context *ctx)
{
   ga_buffer_free_orphans(ctx);
   while (ctx->mapped_buffers)
      unmap(ctx->mapped_buffers);
}

void ga_buffer_assign(struct ga_context *ctx, struct ga_buffer **slot, struct ga_buffer *buf)
{
   struct ga_buffer *old = *slot;
   *slot = ga_buffer_ref(buf);
   ga_buffer_unref(ctx, old);
}

struct ga_buffer *ga_buffer_lookup(struct ga_context *ctx, GLuint name)
{
   ga_share_lock(ctx);
   struct ga_buffer *buf = ut_names_lookup(&ctx->share->buffers, name);
   ga_share_unlock(ctx);
   return buf;
}

/* The buffer of a name with a reference for the caller; made when the name has none yet (ES 2.0, 2.9: names need not be
 * generated). NULL: out of memory. */
static struct ga_buffer *lookup_or_create(struct ga_context *ctx, GLuint name)
{
   struct ut_names *names = &ctx->share->buffers;
   ga_share_lock(ctx);
   struct ga_buffer *buf = ut_names_lookup(names, name);
   if (!buf && (buf = calloc(1, sizeof(*buf)))) {
      buf->name = name;
      buf->refs = 1;
      buf->usage = GL_STATIC_DRAW;
      if (!ut_names_insert(names, name, buf)) {
         free(buf);
         buf = NULL;
      }
   }
   ga_buffer_ref(buf);
   ga_share_unlock(ctx);
   return buf;
}

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

void ga_GenBuffers(struct ga_context *ctx, GLsizei n, GLuint *buffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenBuffers: n %d", n);
   else
      ga_share_gen(ctx, &ctx->share->buffers, n, buffers, "glGenBuffers");
}

static void unbind(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_buffer **bindings[] = {&ctx->array_buffer, &ctx->copy_read_buffer, &ctx->copy_write_buffer,
                                    &ctx->uniform_buffer, &ctx->pack.buffer, &ctx->unpack.buffer};
   for (unsigned i = 0; i < sizeof(bindings) / sizeof(bindings[0]); i++)
      if (*bindings[i] == buf)
         ga_buffer_assign(ctx, bindings[i], NULL);
   ga_vao_detach_buffer(ctx, buf);
}

void ga_DeleteBuffers(struct ga_context *ctx, GLsizei n, const GLuint *buffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteBuffers: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      ga_share_lock(ctx);
      struct ga_buffer *buf = ut_names_lookup(&ctx->share->buffers, buffers[i]);
      ut_names_remove(&ctx->share->buffers, buffers[i]);
      ga_share_unlock(ctx);
      if (!buf)
         continue;
      buf->deleted = true;
      if (buf->map_ctx == ctx)
         unmap(buf);
      unbind(ctx, buf);
      ga_buffer_unref(ctx, buf); /* the name's */
   }
}

GLboolean ga_IsBuffer(struct ga_context *ctx, GLuint name)
{
   return ga_buffer_lookup(ctx, name) != NULL;
}

/* Where a target's buffer is bound; NULL after raising INVALID_ENUM. */
static struct ga_buffer **binding(struct ga_context *ctx, GLenum target, const char *command)
{
   switch (target) {
   case GL_ARRAY_BUFFER: return &ctx->array_buffer;
   case GL_ELEMENT_ARRAY_BUFFER: return &ctx->vao->element_buffer;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target)); return NULL;
   }
}

/* The buffer bound to a target; NULL after raising an error. */
static struct ga_buffer *bound(struct ga_context *ctx, GLenum target, const char *command)
{
   struct ga_buffer **slot = binding(ctx, target, command);
   if (slot && !*slot)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to %s", command, ga_enum_name(target));
   return slot ? *slot : NULL;
}

void ga_BindBuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   struct ga_buffer **slot = binding(ctx, target, "glBindBuffer");
   if (!slot)
      return;
   if (*slot ? (*slot)->name == name && !(*slot)->deleted : name == 0)
      return;
   struct ga_buffer *buf = NULL;
   if (name != 0 && !(buf = lookup_or_create(ctx, name))) {
      ga_oom(ctx, "glBindBuffer");
      return;
   }
   ga_buffer_unref(ctx, *slot);
   *slot = buf;
}

/* ---- data ------------------------------------------------------------------------------------------------------------- */

static bool usage_of(const struct ga_context *ctx, GLenum usage, enum pipe_usage *out)
{
   switch (usage) {
   case GL_STREAM_DRAW: *out = PIPE_USAGE_STREAM; return true;
   case GL_STATIC_DRAW: *out = PIPE_USAGE_DEFAULT; return true;
   case GL_DYNAMIC_DRAW: *out = PIPE_USAGE_DYNAMIC; return true;
   case GL_STREAM_READ:
   case GL_STATIC_READ:
   case GL_DYNAMIC_READ: *out = PIPE_USAGE_STAGING; break;
   case GL_STREAM_COPY:
   case GL_STATIC_COPY:
   case GL_DYNAMIC_COPY: *out = PIPE_USAGE_DEFAULT; break;
   default: return false;
   }
   return ga_has(ctx, GA_FEATURE_buffer_usage_read_copy);
}

/* A buffer may be bound anywhere later, whatever target it was filled through. */
static struct pipe_resource *create_storage(struct ga_context *ctx, uint64_t size_B, enum pipe_usage usage)
{
   struct pipe_resource_template t = {
      .target = PIPE_BUFFER,
      .format = PIPE_FORMAT_R8_UNORM,
      .width = (uint32_t)size_B,
      .height = 1,
      .depth = 1,
      .layers = 1,
      .bind = PIPE_BIND_VERTEX_BUFFER | PIPE_BIND_INDEX_BUFFER | PIPE_BIND_CONSTANT_BUFFER,
      .usage = usage,
   };
   return ctx->screen->impl->resource_create(ctx->screen, &t);
}

/* Sizes below the pipe are 32 bits; half of that leaves room for offsets to be added without overflow. */
#define MAX_BUFFER_SIZE_B 0x7fffffffu

/* The storage as it is now, held: another context of the share group may replace it at any moment. */
static struct pipe_resource *hold_storage(struct ga_context *ctx, const struct ga_buffer *buf, uint64_t *size_B, bool *mapped)
{
   ga_share_lock(ctx);
   struct pipe_resource *storage = pipe_resource_ref(buf->resource);
   *size_B = buf->size_B;
   *mapped = buf->map_pointer != NULL;
   ga_share_unlock(ctx);
   return storage;
}

/* The storage, held, if new data of that size and usage can take its place; else NULL. */
static struct pipe_resource *hold_equal_storage(struct ga_context *ctx, const struct ga_buffer *buf, uint64_t size_B, GLenum usage)
{
   ga_share_lock(ctx);
   bool equal = buf->resource && buf->size_B == size_B && buf->usage == usage && !buf->map;
   struct pipe_resource *storage = equal ? pipe_resource_ref(buf->resource) : NULL;
   ga_share_unlock(ctx);
   return storage;
}

void ga_BufferData(struct ga_context *ctx, GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
   struct ga_buffer **slot = binding(ctx, target, "glBufferData");
   if (!slot)
      return;
   enum pipe_usage pipe_usage;
   if (!usage_of(ctx, usage, &pipe_usage)) {
      ga_error(ctx, GL_INVALID_ENUM, "glBufferData: usage %s", ga_enum_name(usage));
      return;
   }
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glBufferData: size %lld", (long long)size);
      return;
   }
   struct ga_buffer *buf = bound(ctx, target, "glBufferData");
   if (!buf)
      return;
   if ((uint64_t)size > MAX_BUFFER_SIZE_B) {
      ga_error(ctx, GL_OUT_OF_MEMORY, "glBufferData: %lld bytes", (long long)size);
      return;
   }

   struct pipe_context *pipe = ctx->st.pipe;
   ga_share_lock(ctx);
   bool mapped_here = buf->map_ctx == ctx;
   ga_share_unlock(ctx);
   if (mapped_here)
      unmap(buf);
   struct pipe_resource *storage = hold_equal_storage(ctx, buf, (uint64_t)size, usage);
   if (!storage) {
      if (size > 0 && !(storage = create_storage(ctx, (uint64_t)size, pipe_usage))) {
         ga_error(ctx, GL_OUT_OF_MEMORY, "glBufferData: %lld bytes", (long long)size);
         return;
      }
      ga_share_lock(ctx);
      struct pipe_resource *old = buf->resource;
      buf->resource = pipe_resource_ref(storage);
      buf->size_B = size;
      buf->usage = usage;
      ga_share_unlock(ctx);
      pipe_resource_unref(old);
      ga_buffer_storage_changed(ctx);
   } else if (!data) {
      pipe->impl->invalidate_resource(pipe, storage);
   }
   if (data && size > 0)
      pipe->impl->buffer_subdata(pipe, storage, 0, (uint32_t)size, data);
   pipe_resource_unref(storage);
}

void ga_BufferSubData(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
   if (!binding(ctx, target, "glBufferSubData"))
      return;
   if (offset < 0 || size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glBufferSubData: offset %lld, size %lld", (long long)offset, (long long)size);
      return;
   }
   struct ga_buffer *buf = bound(ctx, target, "glBufferSubData");
   if (!buf)
      return;
   uint64_t size_B;
   bool mapped;
   struct pipe_resource *storage = hold_storage(ctx, buf, &size_B, &mapped);
   if ((uint64_t)offset > size_B || (uint64_t)size > size_B - (uint64_t)offset)
      ga_error(ctx, GL_INVALID_VALUE, "glBufferSubData: offset %lld, size %lld; the buffer has %llu bytes",
               (long long)offset, (long long)size, (unsigned long long)size_B);
   else if (mapped)
      ga_error(ctx, GL_INVALID_OPERATION, "glBufferSubData: buffer %u is mapped", buf->name);
   else if (size > 0 && data)
      ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, storage, (uint32_t)offset, (uint32_t)size, data);
   pipe_resource_unref(storage);
}

/* ---- OES_mapbuffer --------------------------------------------------------------------------------------------------------- */

/* Makes ctx the one whose mapping the buffer has. *storage is held by the mapping, whatever becomes of the buffer; NULL: it
 * has none, and nothing was claimed. False: it is mapped already. */
static bool claim_mapping(struct ga_context *ctx, struct ga_buffer *buf, struct pipe_resource **storage)
{
   ga_share_lock(ctx);
   bool is_free = !buf->map_ctx;
   *storage = is_free ? pipe_resource_ref(buf->resource) : NULL;
   if (*storage)
      buf->map_ctx = ctx;
   ga_share_unlock(ctx);
   return is_free;
}

void *ga_MapBuffer(struct ga_context *ctx, GLenum target, GLenum access)
{
   if (!binding(ctx, target, "glMapBuffer"))
      return NULL;
   bool legal = access == GL_WRITE_ONLY || (ga_has(ctx, GA_FEATURE_mapbuffer_read) &&
                                             (access == GL_READ_ONLY || access == GL_READ_WRITE));
   if (!legal) {
      ga_error(ctx, GL_INVALID_ENUM, "glMapBuffer: access %s", ga_enum_name(access));
      return NULL;
   }
   struct ga_buffer *buf = bound(ctx, target, "glMapBuffer");
   if (!buf)
      return NULL;
   struct pipe_resource *storage;
   if (!claim_mapping(ctx, buf, &storage)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glMapBuffer: buffer %u is mapped already", buf->name);
      return NULL;
   }
   if (!storage) {
      ga_error(ctx, GL_OUT_OF_MEMORY, "glMapBuffer: buffer %u has no storage", buf->name);
      return NULL;
   }
   struct pipe_context *pipe = ctx->st.pipe;
   unsigned usage = access == GL_WRITE_ONLY ? PIPE_MAP_WRITE : access == GL_READ_ONLY ? PIPE_MAP_READ : PIPE_MAP_READ | PIPE_MAP_WRITE;
   struct pipe_box box = {.width = (int32_t)storage->t.width, .height = 1, .depth = 1};
   struct pipe_transfer *map = NULL;
   void *pointer = pipe->impl->transfer_map(pipe, storage, 0, usage, &box, &map);
   ga_share_lock(ctx);
   buf->map = pointer ? map : NULL;
   buf->map_storage = pointer ? storage : NULL;
   buf->map_pointer = pointer;
   buf->map_length_B = pointer ? storage->t.width : 0;
   buf->map_access = pointer ? access : 0;
   buf->map_ctx = pointer ? ctx : NULL;
   ga_share_unlock(ctx);
   if (!pointer) {
      pipe_resource_unref(storage);
      ga_context_check_reset(ctx);
      ga_oom(ctx, "glMapBuffer");
      return NULL;
   }
   buf->next_mapped = ctx->mapped_buffers;
   ctx->mapped_buffers = buf;
   ga_buffer_storage_changed(ctx); /* draws that read it are errors now */
   return pointer;
}

GLboolean ga_UnmapBuffer(struct ga_context *ctx, GLenum target)
{
   struct ga_buffer *buf = bound(ctx, target, "glUnmapBuffer");
   if (!buf)
      return GL_FALSE;
   if (!buf->map_pointer || buf->map_ctx != ctx) {
      ga_error(ctx, GL_INVALID_OPERATION, "glUnmapBuffer: buffer %u is not mapped%s", buf->name,
               buf->map_pointer ? " by this context" : "");
      return GL_FALSE;
   }
   unmap(buf);
   ga_buffer_storage_changed(ctx);
   return GL_TRUE;
}

void ga_GetBufferPointerv(struct ga_context *ctx, GLenum target, GLenum pname, void **params)
{
   if (!binding(ctx, target, "glGetBufferPointerv"))
      return;
   if (pname != GL_BUFFER_MAP_POINTER) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetBufferPointerv: %s", ga_enum_name(pname));
      return;
   }
   struct ga_buffer *buf = bound(ctx, target, "glGetBufferPointerv");
   if (buf)
      *params = buf->map_pointer;
}

void ga_GetBufferParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   if (!binding(ctx, target, "glGetBufferParameteriv"))
      return;
   bool map = ga_has(ctx, GA_FEATURE_mapbuffer);
   bool legal = pname == GL_BUFFER_SIZE || pname == GL_BUFFER_USAGE ||
                (map && (pname == GL_BUFFER_ACCESS || pname == GL_BUFFER_MAPPED));
   if (!legal) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetBufferParameteriv: %s", ga_enum_name(pname));
      return;
   }
   struct ga_buffer *buf = bound(ctx, target, "glGetBufferParameteriv");
   if (!buf)
      return;
   switch (pname) {
   case GL_BUFFER_SIZE: *params = (GLint)buf->size_B; break;
   case GL_BUFFER_USAGE: *params = (GLint)buf->usage; break;
   case GL_BUFFER_ACCESS: /* WRITE_ONLY at first in OES_mapbuffer, READ_WRITE in GL (table 2.9) */
      *params = buf->map_pointer ? buf->map_access : ga_has(ctx, GA_FEATURE_mapbuffer_read) ? GL_READ_WRITE : GL_WRITE_ONLY;
      break;
   case GL_BUFFER_MAPPED: *params = buf->map_pointer != NULL; break;
   }
}

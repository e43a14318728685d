/* ga_buffer.c: buffer objects (ES 2.0, 2.9; OES_mapbuffer). Storage is made outside the buffer's lock and swapped in under it
 * when size or usage changes; otherwise new data goes into the old storage in command order. */
#include "gl-api/object/ga_buffer.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_vao.h"

/* ---- life ------------------------------------------------------------------------------------------------------------- */

/* Unmaps a mapping that was taken out of its buffer. */
static void finish_mapping(struct ga_context *ctx, const struct ga_mapping *map)
{
   if (!map->transfer)
      return;
   ctx->st.pipe->impl->transfer_unmap(ctx->st.pipe, map->transfer);
   pipe_resource_unref(map->resource);
}

static void destroy(struct ga_context *ctx, struct ga_buffer *buf)
{
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

/* The buffer of a name with a reference for the caller; made when the name has none yet (ES 2.0, 2.9: names need not be
 * generated). NULL: out of memory. */
static struct ga_buffer *lookup_or_create(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->buffers.lock);
   struct ut_names *names = &ctx->share->buffers.names;
   struct ga_buffer *buf = ut_names_lookup(names, name);
   if (!buf && (buf = create(name)) && !ut_names_insert(names, name, buf)) {
      destroy(ctx, buf);
      buf = NULL;
   }
   return ga_buffer_ref(buf);
}

struct ga_buffer_state ga_buffer_state(struct ga_context *ctx, struct ga_buffer *buf)
{
   GA_GUARD(ctx, &buf->lock);
   return (struct ga_buffer_state){
      .resource = pipe_resource_ref(buf->resource),
      .size_B = buf->size_B,
      .usage = buf->usage,
      .seqno = atomic_load_explicit(&buf->seqno, memory_order_relaxed),
      .mapped = buf->map.transfer != NULL,
   };
}

/* The buffer's lock is held. */
static void changed(struct ga_context *ctx, struct ga_buffer *buf)
{
   atomic_fetch_add_explicit(&buf->seqno, 1, memory_order_release);
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
   changed(ctx, buf);
   return true;
}

/* False: it is not mapped. */
static bool unmap(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_mapping map;
   if (!take_mapping(ctx, buf, &map))
      return false;
   finish_mapping(ctx, &map);
   return true;
}

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

void ga_GenBuffers(struct ga_context *ctx, GLsizei n, GLuint *buffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenBuffers: n %d", n);
   else
      ga_gen_names(ctx, &ctx->share->buffers.lock, &ctx->share->buffers.names, n, buffers, "glGenBuffers");
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
      ga_lock(ctx, &ctx->share->buffers.lock);
      struct ga_buffer *buf = ut_names_lookup(&ctx->share->buffers.names, buffers[i]);
      ut_names_remove(&ctx->share->buffers.names, buffers[i]);
      ga_unlock(ctx, &ctx->share->buffers.lock);
      if (!buf)
         continue;
      buf->deleted = true;
      unmap(ctx, buf);
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
   if (target == GL_ELEMENT_ARRAY_BUFFER)
      ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
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

/* The storage, with a reference for the caller, when new data of that size and usage can go into it; else NULL. */
static struct pipe_resource *ref_equal_storage(struct ga_context *ctx, struct ga_buffer *buf, uint64_t size_B, GLenum usage)
{
   GA_GUARD(ctx, &buf->lock);
   bool equal = buf->size_B == size_B && buf->usage == usage && !buf->map.transfer && !buf->mapping;
   return equal ? pipe_resource_ref(buf->resource) : NULL;
}

static void set_storage(struct ga_context *ctx, struct ga_buffer *buf, struct pipe_resource *storage, uint64_t size_B,
                        GLenum usage)
{
   ga_lock(ctx, &buf->lock);
   struct pipe_resource *old = buf->resource;
   buf->resource = pipe_resource_ref(storage);
   buf->size_B = size_B;
   buf->usage = usage;
   changed(ctx, buf);
   ga_unlock(ctx, &buf->lock);
   pipe_resource_unref(old);
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
   unmap(ctx, buf);
   struct pipe_resource *storage = ref_equal_storage(ctx, buf, (uint64_t)size, usage);
   if (!storage) {
      if (size > 0 && !(storage = create_storage(ctx, (uint64_t)size, pipe_usage))) {
         ga_error(ctx, GL_OUT_OF_MEMORY, "glBufferData: %lld bytes", (long long)size);
         return;
      }
      set_storage(ctx, buf, storage, (uint64_t)size, usage);
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
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if ((uint64_t)offset > state.size_B || (uint64_t)size > state.size_B - (uint64_t)offset)
      ga_error(ctx, GL_INVALID_VALUE, "glBufferSubData: offset %lld, size %lld; the buffer has %llu bytes",
               (long long)offset, (long long)size, (unsigned long long)state.size_B);
   else if (state.mapped)
      ga_error(ctx, GL_INVALID_OPERATION, "glBufferSubData: buffer %u is mapped", buf->name);
   else if (size > 0 && data)
      ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, state.resource, (uint32_t)offset, (uint32_t)size, data);
   pipe_resource_unref(state.resource);
}

/* ---- OES_mapbuffer --------------------------------------------------------------------------------------------------------- */

enum claim { CLAIM_OK, CLAIM_MAPPED, CLAIM_NO_STORAGE };

/* Reserves the buffer's mapping for the caller, which maps *resource (a reference) outside the lock. */
static enum claim claim_mapping(struct ga_context *ctx, struct ga_buffer *buf, struct pipe_resource **resource)
{
   GA_GUARD(ctx, &buf->lock);
   if (buf->map.transfer || buf->mapping)
      return CLAIM_MAPPED;
   if (!buf->resource)
      return CLAIM_NO_STORAGE;
   buf->mapping = true;
   *resource = pipe_resource_ref(buf->resource);
   return CLAIM_OK;
}

static void set_mapping(struct ga_context *ctx, struct ga_buffer *buf, const struct ga_mapping *map)
{
   GA_GUARD(ctx, &buf->lock);
   buf->mapping = false;
   buf->map = *map;
   if (map->transfer)
      changed(ctx, buf); /* draws that read it are errors now */
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
   struct pipe_resource *storage = NULL;
   switch (claim_mapping(ctx, buf, &storage)) {
   case CLAIM_OK: break;
   case CLAIM_MAPPED: ga_error(ctx, GL_INVALID_OPERATION, "glMapBuffer: buffer %u is mapped already", buf->name); return NULL;
   case CLAIM_NO_STORAGE: ga_error(ctx, GL_OUT_OF_MEMORY, "glMapBuffer: buffer %u has no storage", buf->name); return NULL;
   }
   struct pipe_context *pipe = ctx->st.pipe;
   unsigned usage = access == GL_WRITE_ONLY ? PIPE_MAP_WRITE : access == GL_READ_ONLY ? PIPE_MAP_READ : PIPE_MAP_READ | PIPE_MAP_WRITE;
   struct pipe_box box = {.width = (int32_t)storage->t.width, .height = 1, .depth = 1};
   struct ga_mapping map = {.resource = storage, .length_B = storage->t.width, .access = access};
   map.pointer = pipe->impl->transfer_map(pipe, storage, 0, usage, &box, &map.transfer);
   if (!map.pointer) {
      set_mapping(ctx, buf, &(struct ga_mapping){0});
      pipe_resource_unref(storage);
      ga_context_check_reset(ctx);
      ga_oom(ctx, "glMapBuffer");
      return NULL;
   }
   set_mapping(ctx, buf, &map);
   return map.pointer;
}

GLboolean ga_UnmapBuffer(struct ga_context *ctx, GLenum target)
{
   struct ga_buffer *buf = bound(ctx, target, "glUnmapBuffer");
   if (!buf)
      return GL_FALSE;
   if (unmap(ctx, buf))
      return GL_TRUE;
   ga_error(ctx, GL_INVALID_OPERATION, "glUnmapBuffer: buffer %u is not mapped", buf->name);
   return GL_FALSE;
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
   if (!buf)
      return;
   GA_GUARD(ctx, &buf->lock);
   *params = buf->map.pointer;
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
   GA_GUARD(ctx, &buf->lock);
   switch (pname) {
   case GL_BUFFER_SIZE: *params = (GLint)buf->size_B; break;
   case GL_BUFFER_USAGE: *params = (GLint)buf->usage; break;
   case GL_BUFFER_ACCESS: /* WRITE_ONLY at first in OES_mapbuffer, READ_WRITE in GL (table 2.9) */
      *params = buf->map.transfer ? buf->map.access : ga_has(ctx, GA_FEATURE_mapbuffer_read) ? GL_READ_WRITE : GL_WRITE_ONLY;
      break;
   case GL_BUFFER_MAPPED: *params = buf->map.transfer != NULL; break;
   }
}

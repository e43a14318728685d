/* ga_buffers.c: commands of buffer objects (GL 4.6, 6; ES 2.0, 2.9): names, bindings, storage, data, queries. Each command resolves
 * its target or name to a buffer; the Named ones share the second half. Mapping is in ga_buffer_map.c, indexed binding points are in
 * ga_buffer_ranges.c. */
#include "gl-api/command/ga_buffers.h"

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_memory.h"
#include "gl-api/object/ga_buffer_binding.h"

/* ---- resolving ------------------------------------------------------------------------------------------------------------ */

struct ga_buffer **ga_resolve_binding(struct ga_context *ctx, GLenum target, const char *command)
{
   struct ga_buffer **slot = ga_buffer_binding(ctx, target);
   if (!slot)
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return slot;
}

struct ga_buffer *ga_resolve_bound(struct ga_context *ctx, GLenum target, const char *command)
{
   struct ga_buffer **slot = ga_resolve_binding(ctx, target, command);
   if (slot && !*slot)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no buffer is bound to %s", command, ga_enum_name(target));
   return slot ? *slot : NULL;
}

struct ga_buffer *ga_resolve_named(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_buffer *buf = name ? ga_buffer_get(ctx, name, false) : NULL;
   if (!buf)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u is not a buffer object", command, name);
   return buf;
}

/* ---- names and bindings -------------------------------------------------------------------------------------------------- */

void ga_GenBuffers(struct ga_context *ctx, GLsizei n, GLuint *buffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenBuffers: n %d is negative", n);
   else
      ga_gen_names(ctx, &ctx->share->buffers.lock, &ctx->share->buffers.names, n, buffers, "glGenBuffers");
}

void ga_CreateBuffers(struct ga_context *ctx, GLsizei n, GLuint *buffers)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glCreateBuffers: n %d is negative", n);
   else if (!ga_buffer_create(ctx, n, buffers))
      ga_oom(ctx, "glCreateBuffers");
}

void ga_DeleteBuffers(struct ga_context *ctx, GLsizei n, const GLuint *buffers)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteBuffers: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_buffer_delete(ctx, buffers[i]);
}

GLboolean ga_IsBuffer(struct ga_context *ctx, GLuint name)
{
   return ga_buffer_lookup(ctx, name) != NULL;
}

/* True: `slot` shows the object that the name stands for. */
static bool is_bound(const struct ga_buffer *bound, GLuint name)
{
   return bound ? bound->name == name && !bound->deleted : name == 0;
}

static bool get(struct ga_context *ctx, GLuint name, struct ga_buffer **buf, const char *command)
{
   *buf = ga_buffer_get(ctx, name, true);
   if (!*buf)
      ga_oom(ctx, command);
   return *buf != NULL;
}

bool ga_resolve_generated(struct ga_context *ctx, GLuint name, struct ga_buffer **buf, const char *command)
{
   *buf = NULL;
   if (name == 0)
      return true;
   ga_lock(ctx, &ctx->share->buffers.lock);
   const bool generated = ut_names_is_reserved(&ctx->share->buffers.names, name);
   ga_unlock(ctx, &ctx->share->buffers.lock);
   if (generated)
      return get(ctx, name, buf, command);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %u was not generated", command, name);
   return false;
}

bool ga_resolve_to_bind(struct ga_context *ctx, GLuint name, struct ga_buffer **buf, const char *command)
{
   return name && ga_has(ctx, GA_FEATURE_bind_creates_name) ? get(ctx, name, buf, command) :
                                                             ga_resolve_generated(ctx, name, buf, command);
}

void ga_BindBuffer(struct ga_context *ctx, GLenum target, GLuint name)
{
   struct ga_buffer **slot = ga_resolve_binding(ctx, target, "glBindBuffer"), *buf;
   if (!slot || is_bound(*slot, name) || !ga_resolve_to_bind(ctx, name, &buf, "glBindBuffer"))
      return;
   ga_buffer_unref(ctx, *slot);
   *slot = buf;
   if (target == GL_ELEMENT_ARRAY_BUFFER)
      ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

/* ---- storage and data ----------------------------------------------------------------------------------------------------- */

static bool legal_usage(const struct ga_context *ctx, GLenum usage)
{
   switch (usage) {
   case GL_STREAM_DRAW: return !ga_has(ctx, GA_FEATURE_es1);
   case GL_STATIC_DRAW:
   case GL_DYNAMIC_DRAW: return true;
   case GL_STREAM_READ:
   case GL_STATIC_READ:
   case GL_DYNAMIC_READ:
   case GL_STREAM_COPY:
   case GL_STATIC_COPY:
   case GL_DYNAMIC_COPY: return ga_has(ctx, GA_FEATURE_buffer_usage_read_copy);
   default: return false;
   }
}

static bool legal_data(struct ga_context *ctx, GLsizeiptr size, GLenum usage, const char *command)
{
   if (!legal_usage(ctx, usage))
      ga_error(ctx, GL_INVALID_ENUM, "%s: usage %s is not accepted by this command", command, ga_enum_name(usage));
   else if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %lld is negative", command, (long long)size);
   else
      return true;
   return false;
}

/* A buffer texture with handles shows the buffer (ARB_bindless_texture, 3.9.X): the error was raised. */
static bool has_handles(struct ga_context *ctx, struct ga_buffer *buf, const char *command)
{
   if (!atomic_load(&buf->handles))
      return false;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: handles refer to a buffer texture that shows buffer %u", command, buf->name);
   return true;
}

static void set_data(struct ga_context *ctx, struct ga_buffer *buf, GLsizeiptr size, const void *data, GLenum usage,
                     const char *command)
{
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   pipe_resource_unref(state.resource);
   if (state.immutable)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u is immutable", command, buf->name);
   else if (!has_handles(ctx, buf, command) && !ga_buffer_data(ctx, buf, (uint64_t)size, data, usage))
      ga_error(ctx, GL_OUT_OF_MEMORY, "%s: %lld bytes of storage could not be allocated", command, (long long)size);
}

/* AMD_pinned_memory: buffers of the application's memory. Storage without bytes has no memory to adopt. */
static void adopt_data(struct ga_context *ctx, struct ga_buffer *buf, GLsizeiptr size, void *data, GLenum usage, const char *command)
{
   char why[128];
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   pipe_resource_unref(state.resource);
   if (state.immutable)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u is immutable", command, buf->name);
   else if (!has_handles(ctx, buf, command) && !ga_buffer_adopt(ctx, buf, (uint64_t)size, data, usage, why, sizeof(why)))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %lld bytes of memory at %p: %s", command, (long long)size, data, why);
}

void ga_BufferData(struct ga_context *ctx, GLenum target, GLsizeiptr size, const void *data, GLenum usage)
{
   static const char command[] = "glBufferData";
   if (!ga_resolve_binding(ctx, target, command) || !legal_data(ctx, size, usage, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf && target == GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD && size > 0)
      adopt_data(ctx, buf, size, (void *)(uintptr_t)data, usage, command);
   else if (buf)
      set_data(ctx, buf, size, data, usage, command);
}

void ga_NamedBufferData(struct ga_context *ctx, GLuint name, GLsizeiptr size, const void *data, GLenum usage)
{
   static const char command[] = "glNamedBufferData";
   struct ga_buffer *buf = legal_data(ctx, size, usage, command) ? ga_resolve_named(ctx, name, command) : NULL;
   if (buf)
      set_data(ctx, buf, size, data, usage, command);
   ga_buffer_unref(ctx, buf);
}

static bool legal_storage(struct ga_context *ctx, GLsizeiptr size, GLbitfield flags, const char *command)
{
   const GLbitfield all = GL_DYNAMIC_STORAGE_BIT | GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT |
                          GL_MAP_COHERENT_BIT | GL_CLIENT_STORAGE_BIT;
   bool persistent = flags & GL_MAP_PERSISTENT_BIT;
   if (size > 0 && !(flags & ~all) && (!persistent || flags & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)) &&
       (!(flags & GL_MAP_COHERENT_BIT) || persistent))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: size %lld must be positive and flags 0x%x a legal combination", command,
            (long long)size, flags);
   return false;
}

static void set_storage(struct ga_context *ctx, struct ga_buffer *buf, GLsizeiptr size, const void *data, GLbitfield flags,
                        const char *command)
{
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   pipe_resource_unref(state.resource);
   if (state.immutable)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u is immutable", command, buf->name);
   else if (!has_handles(ctx, buf, command) && !ga_buffer_storage(ctx, buf, (uint64_t)size, data, flags))
      ga_error(ctx, GL_OUT_OF_MEMORY, "%s: %lld bytes of storage could not be allocated", command, (long long)size);
}

void ga_BufferStorage(struct ga_context *ctx, GLenum target, GLsizeiptr size, const void *data, GLbitfield flags)
{
   static const char command[] = "glBufferStorage";
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf && legal_storage(ctx, size, flags, command))
      set_storage(ctx, buf, size, data, flags, command);
}

void ga_NamedBufferStorage(struct ga_context *ctx, GLuint name, GLsizeiptr size, const void *data, GLbitfield flags)
{
   static const char command[] = "glNamedBufferStorage";
   struct ga_buffer *buf = ga_resolve_named(ctx, name, command);
   if (buf && legal_storage(ctx, size, flags, command))
      set_storage(ctx, buf, size, data, flags, command);
   ga_buffer_unref(ctx, buf);
}

static void set_storage_in(struct ga_context *ctx, struct ga_buffer *buf, GLsizeiptr size, const struct ga_memory_place *place,
                           const char *command)
{
   char why[160];
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   pipe_resource_unref(state.resource);
   if (size <= 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %lld must be positive", command, (long long)size);
   } else if (state.immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the storage of buffer %u is immutable", command, buf->name);
   } else {
      struct pipe_memory_object *memory = ga_memory_resolve(ctx, place->memory, command);
      const GLenum error = memory ? ga_buffer_storage_in(ctx, buf, (uint64_t)size, memory, place->offset_B, why, sizeof(why)) : GL_NO_ERROR;
      if (error != GL_NO_ERROR)
         ga_error(ctx, error, "%s: memory object %u: %s", command, place->memory, why);
      pipe_memory_unref(memory);
   }
}

void ga_BufferStorageMemEXT(struct ga_context *ctx, GLenum target, GLsizeiptr size, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glBufferStorageMemEXT";
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      set_storage_in(ctx, buf, size, &(struct ga_memory_place){memory, offset}, command);
}

void ga_NamedBufferStorageMemEXT(struct ga_context *ctx, GLuint buffer, GLsizeiptr size, GLuint memory, GLuint64 offset)
{
   static const char command[] = "glNamedBufferStorageMemEXT";
   struct ga_buffer *buf = ga_resolve_named(ctx, buffer, command);
   if (buf)
      set_storage_in(ctx, buf, size, &(struct ga_memory_place){memory, offset}, command);
   ga_buffer_unref(ctx, buf);
}

bool ga_range_in_buffer(struct ga_context *ctx, uint64_t size_B, GLintptr offset, GLsizeiptr size, const char *command)
{
   if (offset >= 0 && size >= 0 && (uint64_t)offset <= size_B && (uint64_t)size <= size_B - (uint64_t)offset)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld, size %lld; the buffer has %llu bytes", command, (long long)offset,
            (long long)size, (unsigned long long)size_B);
   return false;
}

static void write_data(struct ga_context *ctx, struct ga_buffer *buf, GLintptr offset, GLsizeiptr size, const void *data,
                       const char *command)
{
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if (!ga_range_in_buffer(ctx, state.size_B, offset, size, command))
      ;
   else if (ga_buffer_range_blocked(&state, (uint64_t)offset, (uint64_t)size))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: a part of the range of buffer %u is mapped", command, buf->name);
   else if (!(state.storage_flags & GL_DYNAMIC_STORAGE_BIT))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u has no GL_DYNAMIC_STORAGE_BIT", command, buf->name);
   else if (size > 0 && data)
      ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, state.resource, (uint32_t)offset, (uint32_t)size, data);
   pipe_resource_unref(state.resource);
}

/* Negative arguments are an error before a missing binding is. */
static bool not_negative(struct ga_context *ctx, GLintptr offset, GLsizeiptr size, const char *command)
{
   if (offset >= 0 && size >= 0)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld or size %lld is negative", command, (long long)offset, (long long)size);
   return false;
}

void ga_BufferSubData(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr size, const void *data)
{
   static const char command[] = "glBufferSubData";
   if (!ga_resolve_binding(ctx, target, command) || !not_negative(ctx, offset, size, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      write_data(ctx, buf, offset, size, data, command);
}

void ga_NamedBufferSubData(struct ga_context *ctx, GLuint name, GLintptr offset, GLsizeiptr size, const void *data)
{
   struct ga_buffer *buf = ga_resolve_named(ctx, name, "glNamedBufferSubData");
   if (buf)
      write_data(ctx, buf, offset, size, data, "glNamedBufferSubData");
   ga_buffer_unref(ctx, buf);
}

static void read_data(struct ga_context *ctx, struct ga_buffer *buf, GLintptr offset, GLsizeiptr size, void *data,
                      const char *command)
{
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if (!ga_range_in_buffer(ctx, state.size_B, offset, size, command))
      ;
   else if (ga_buffer_range_blocked(&state, (uint64_t)offset, (uint64_t)size))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: a part of the range of buffer %u is mapped", command, buf->name);
   else if (size > 0 && data && !ga_buffer_read(ctx, state.resource, (uint64_t)offset, (uint64_t)size, data)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
   pipe_resource_unref(state.resource);
}

void ga_GetBufferSubData(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
   static const char command[] = "glGetBufferSubData";
   if (!ga_resolve_binding(ctx, target, command) || !not_negative(ctx, offset, size, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      read_data(ctx, buf, offset, size, data, command);
}

void ga_GetNamedBufferSubData(struct ga_context *ctx, GLuint name, GLintptr offset, GLsizeiptr size, void *data)
{
   static const char command[] = "glGetNamedBufferSubData";
   struct ga_buffer *buf = ga_resolve_named(ctx, name, command);
   if (buf)
      read_data(ctx, buf, offset, size, data, command);
   ga_buffer_unref(ctx, buf);
}

/* ---- copies --------------------------------------------------------------------------------------------------------------- */

static bool legal_copy(struct ga_context *ctx, const struct ga_buffer_state *src, const struct ga_buffer_state *dst, bool same,
                       GLintptr read_offset, GLintptr write_offset, GLsizeiptr size, const char *command)
{
   if (!ga_range_in_buffer(ctx, src->size_B, read_offset, size, command) ||
       !ga_range_in_buffer(ctx, dst->size_B, write_offset, size, command))
      return false;
   if (same && read_offset < write_offset + size && write_offset < read_offset + size) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the ranges overlap", command);
      return false;
   }
   if (src->blocked || dst->blocked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: a buffer is mapped", command);
      return false;
   }
   return true;
}

static void copy_data(struct ga_context *ctx, struct ga_buffer *src, struct ga_buffer *dst, GLintptr read_offset,
                      GLintptr write_offset, GLsizeiptr size, const char *command)
{
   struct ga_buffer_state from = ga_buffer_state(ctx, src), to = ga_buffer_state(ctx, dst);
   const struct pipe_box box = {.x = (int32_t)read_offset, .width = (int32_t)size, .height = 1, .depth = 1};
   if (legal_copy(ctx, &from, &to, src == dst, read_offset, write_offset, size, command) && size > 0)
      ctx->st.pipe->impl->resource_copy_region(ctx->st.pipe, to.resource, 0, (unsigned)write_offset, 0, 0, from.resource, 0, &box);
   pipe_resource_unref(from.resource);
   pipe_resource_unref(to.resource);
}

void ga_CopyBufferSubData(struct ga_context *ctx, GLenum read_target, GLenum write_target, GLintptr read_offset,
                          GLintptr write_offset, GLsizeiptr size)
{
   static const char command[] = "glCopyBufferSubData";
   struct ga_buffer *src = ga_resolve_bound(ctx, read_target, command);
   struct ga_buffer *dst = src ? ga_resolve_bound(ctx, write_target, command) : NULL;
   if (dst)
      copy_data(ctx, src, dst, read_offset, write_offset, size, command);
}

void ga_CopyNamedBufferSubData(struct ga_context *ctx, GLuint read_name, GLuint write_name, GLintptr read_offset,
                               GLintptr write_offset, GLsizeiptr size)
{
   static const char command[] = "glCopyNamedBufferSubData";
   struct ga_buffer *src = ga_resolve_named(ctx, read_name, command);
   struct ga_buffer *dst = src ? ga_resolve_named(ctx, write_name, command) : NULL;
   if (dst)
      copy_data(ctx, src, dst, read_offset, write_offset, size, command);
   ga_buffer_unref(ctx, src);
   ga_buffer_unref(ctx, dst);
}

/* ---- queries -------------------------------------------------------------------------------------------------------------- */

/* GL_BUFFER_ACCESS: WRITE_ONLY at first in OES_mapbuffer, READ_WRITE in GL (table 2.9). */
static GLenum access_enum(const struct ga_context *ctx, GLbitfield access)
{
   const GLbitfield both = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
   switch (access & both) {
   case GL_MAP_READ_BIT: return GL_READ_ONLY;
   case GL_MAP_WRITE_BIT: return GL_WRITE_ONLY;
   case 0: return ga_has(ctx, GA_FEATURE_mapbuffer_read) ? GL_READ_WRITE : GL_WRITE_ONLY;
   default: return GL_READ_WRITE;
   }
}

/* Whether the context has a buffer parameter. */
static bool legal_parameter(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_BUFFER_SIZE:
   case GL_BUFFER_USAGE: return true;
   case GL_BUFFER_ACCESS: return ga_has(ctx, GA_FEATURE_mapbuffer);
   case GL_BUFFER_MAPPED: return ga_has(ctx, GA_FEATURE_mapbuffer) || ga_has(ctx, GA_FEATURE_map_buffer_range);
   case GL_BUFFER_ACCESS_FLAGS:
   case GL_BUFFER_MAP_OFFSET:
   case GL_BUFFER_MAP_LENGTH: return ga_has(ctx, GA_FEATURE_map_buffer_range);
   case GL_BUFFER_IMMUTABLE_STORAGE:
   case GL_BUFFER_STORAGE_FLAGS: return ga_has(ctx, GA_FEATURE_buffer_storage);
   default: return false;
   }
}

static bool check_parameter(struct ga_context *ctx, GLenum pname, const char *command)
{
   if (legal_parameter(ctx, pname))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   return false;
}

static GLint64 parameter(struct ga_context *ctx, struct ga_buffer *buf, GLenum pname)
{
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   pipe_resource_unref(state.resource);
   switch (pname) {
   case GL_BUFFER_SIZE: return (GLint64)state.size_B;
   case GL_BUFFER_USAGE: return state.usage;
   case GL_BUFFER_ACCESS: return access_enum(ctx, state.map.access);
   case GL_BUFFER_MAPPED: return state.map.transfer != NULL;
   case GL_BUFFER_ACCESS_FLAGS: return state.map.access;
   case GL_BUFFER_MAP_OFFSET: return (GLint64)state.map.offset_B;
   case GL_BUFFER_MAP_LENGTH: return (GLint64)state.map.length_B;
   case GL_BUFFER_IMMUTABLE_STORAGE: return state.immutable;
   default: return state.immutable ? state.storage_flags : 0;
   }
}

static GLint clamp_int(GLint64 value)
{
   return value > INT32_MAX ? INT32_MAX : (GLint)value;
}

void ga_GetBufferParameteriv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char command[] = "glGetBufferParameteriv";
   if (!ga_resolve_binding(ctx, target, command) || !check_parameter(ctx, pname, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      *params = clamp_int(parameter(ctx, buf, pname));
}

void ga_GetBufferParameteri64v(struct ga_context *ctx, GLenum target, GLenum pname, GLint64 *params)
{
   static const char command[] = "glGetBufferParameteri64v";
   if (!ga_resolve_binding(ctx, target, command) || !check_parameter(ctx, pname, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      *params = parameter(ctx, buf, pname);
}

void ga_GetNamedBufferParameteriv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *params)
{
   static const char command[] = "glGetNamedBufferParameteriv";
   struct ga_buffer *buf = check_parameter(ctx, pname, command) ? ga_resolve_named(ctx, name, command) : NULL;
   if (buf)
      *params = clamp_int(parameter(ctx, buf, pname));
   ga_buffer_unref(ctx, buf);
}

void ga_GetNamedBufferParameteri64v(struct ga_context *ctx, GLuint name, GLenum pname, GLint64 *params)
{
   static const char command[] = "glGetNamedBufferParameteri64v";
   struct ga_buffer *buf = check_parameter(ctx, pname, command) ? ga_resolve_named(ctx, name, command) : NULL;
   if (buf)
      *params = parameter(ctx, buf, pname);
   ga_buffer_unref(ctx, buf);
}

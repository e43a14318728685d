/* ga_buffer_map.c: mapping of buffers (OES_mapbuffer; GL 4.6, 6.3). */
#include "gl-api/command/ga_buffers.h"

/* ---- validation ------------------------------------------------------------------------------------------------------------ */

/* Access bits of glMapBufferRange (GL 4.6, 6.3): bits that need or exclude others. */
static bool legal_access(struct ga_context *ctx, GLbitfield access, const char *command)
{
   const GLbitfield all = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT |
                          GL_MAP_FLUSH_EXPLICIT_BIT | GL_MAP_UNSYNCHRONIZED_BIT |
                          (ga_has(ctx, GA_FEATURE_buffer_storage) ? GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT : 0);
   const GLbitfield not_for_reading = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
   if (access & ~all) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: access 0x%x has bits that this command does not define", command, access);
      return false;
   }
   const char *why = NULL;
   if (!(access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)))
      why = "neither GL_MAP_READ_BIT nor GL_MAP_WRITE_BIT";
   else if (access & GL_MAP_READ_BIT && access & not_for_reading)
      why = "GL_MAP_READ_BIT with a bit that drops or does not wait for contents";
   else if (access & GL_MAP_FLUSH_EXPLICIT_BIT && !(access & GL_MAP_WRITE_BIT))
      why = "GL_MAP_FLUSH_EXPLICIT_BIT without GL_MAP_WRITE_BIT";
   if (why)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: access has %s", command, why);
   return !why;
}

/* Immutable storage is mapped only as its flags allow (GL 4.6, 6.3); the lowest bits are the same in both. */
static bool storage_allows(struct ga_context *ctx, const struct ga_buffer_state *state, GLbitfield access, const char *command)
{
   const GLbitfield checked = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
   GLbitfield refused = access & checked & ~state->storage_flags;
   if (refused)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: access bits 0x%x are not among the flags of the storage", command, refused);
   return !refused;
}

/* ---- mapping ---------------------------------------------------------------------------------------------------------------- */

static void *map(struct ga_context *ctx, struct ga_buffer *buf, uint64_t offset, uint64_t length, GLbitfield access,
                 const char *command)
{
   void *pointer = NULL;
   switch (ga_buffer_map(ctx, buf, offset, length, access, &pointer)) {
   case GA_BUFFER_OK: break;
   case GA_BUFFER_MAPPED: ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is mapped already", command, buf->name); break;
   case GA_BUFFER_NO_STORAGE: ga_error(ctx, GL_OUT_OF_MEMORY, "%s: buffer %u has no storage", command, buf->name); break;
   case GA_BUFFER_NO_MEMORY:
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
      break;
   }
   return pointer;
}

/* The access bits of glMapBuffer's enum; 0: GL_INVALID_ENUM was raised. */
static GLbitfield access_bits(struct ga_context *ctx, GLenum access, const char *command)
{
   bool may_read = ga_has(ctx, GA_FEATURE_mapbuffer_read);
   if (access == GL_WRITE_ONLY)
      return GL_MAP_WRITE_BIT;
   if (access == GL_READ_ONLY && may_read)
      return GL_MAP_READ_BIT;
   if (access == GL_READ_WRITE && may_read)
      return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
   ga_error(ctx, GL_INVALID_ENUM, "%s: access %s is not accepted by this command", command, ga_enum_name(access));
   return 0;
}

static void *map_all(struct ga_context *ctx, struct ga_buffer *buf, GLbitfield access, const char *command)
{
   struct ga_buffer_state state = ga_buffer_look(ctx, buf);
   return storage_allows(ctx, &state, access, command) ? map(ctx, buf, 0, state.size_B, access, command) : NULL;
}

void *ga_MapBuffer(struct ga_context *ctx, GLenum target, GLenum access)
{
   static const char command[] = "glMapBuffer";
   GLbitfield bits = ga_resolve_binding(ctx, target, command) ? access_bits(ctx, access, command) : 0;
   struct ga_buffer *buf = bits ? ga_resolve_bound(ctx, target, command) : NULL;
   return buf ? map_all(ctx, buf, bits, command) : NULL;
}

void *ga_MapNamedBuffer(struct ga_context *ctx, GLuint name, GLenum access)
{
   static const char command[] = "glMapNamedBuffer";
   GLbitfield bits = access_bits(ctx, access, command);
   struct ga_buffer *buf = bits ? ga_resolve_named(ctx, name, command) : NULL;
   void *pointer = buf ? map_all(ctx, buf, bits, command) : NULL;
   ga_buffer_unref(ctx, buf);
   return pointer;
}

static void *map_range(struct ga_context *ctx, struct ga_buffer *buf, GLintptr offset, GLsizeiptr length, GLbitfield access,
                       const char *command)
{
   struct ga_buffer_state state = ga_buffer_look(ctx, buf);
   if (!ga_range_in_buffer(ctx, state.size_B, offset, length, command))
      return NULL;
   if (length == 0) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: length is 0, but must be positive", command);
      return NULL;
   }
   return storage_allows(ctx, &state, access, command) ?
      map(ctx, buf, (uint64_t)offset, (uint64_t)length, access, command) : NULL;
}

void *ga_MapBufferRange(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
   static const char command[] = "glMapBufferRange";
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   return buf && legal_access(ctx, access, command) ? map_range(ctx, buf, offset, length, access, command) : NULL;
}

void *ga_MapNamedBufferRange(struct ga_context *ctx, GLuint name, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
   static const char command[] = "glMapNamedBufferRange";
   struct ga_buffer *buf = legal_access(ctx, access, command) ? ga_resolve_named(ctx, name, command) : NULL;
   void *pointer = buf ? map_range(ctx, buf, offset, length, access, command) : NULL;
   ga_buffer_unref(ctx, buf);
   return pointer;
}

/* ---- flushing, unmapping ----------------------------------------------------------------------------------------------------- */

static void flush_range(struct ga_context *ctx, struct ga_buffer *buf, GLintptr offset, GLsizeiptr length, const char *command)
{
   struct ga_buffer_state state = ga_buffer_look(ctx, buf);
   if (!state.map.transfer || !(state.map.access & GL_MAP_FLUSH_EXPLICIT_BIT))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is not mapped with GL_MAP_FLUSH_EXPLICIT_BIT", command, buf->name);
   else if (ga_range_in_buffer(ctx, state.map.length_B, offset, length, command))
      ga_buffer_flush(ctx, buf, (uint64_t)offset, (uint64_t)length);
}

void ga_FlushMappedBufferRange(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr length)
{
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, "glFlushMappedBufferRange");
   if (buf)
      flush_range(ctx, buf, offset, length, "glFlushMappedBufferRange");
}

void ga_FlushMappedNamedBufferRange(struct ga_context *ctx, GLuint name, GLintptr offset, GLsizeiptr length)
{
   struct ga_buffer *buf = ga_resolve_named(ctx, name, "glFlushMappedNamedBufferRange");
   if (buf)
      flush_range(ctx, buf, offset, length, "glFlushMappedNamedBufferRange");
   ga_buffer_unref(ctx, buf);
}

static GLboolean unmap(struct ga_context *ctx, struct ga_buffer *buf, const char *command)
{
   if (ga_buffer_unmap(ctx, buf))
      return GL_TRUE;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u is not mapped", command, buf->name);
   return GL_FALSE;
}

GLboolean ga_UnmapBuffer(struct ga_context *ctx, GLenum target)
{
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, "glUnmapBuffer");
   return buf ? unmap(ctx, buf, "glUnmapBuffer") : GL_FALSE;
}

GLboolean ga_UnmapNamedBuffer(struct ga_context *ctx, GLuint name)
{
   struct ga_buffer *buf = ga_resolve_named(ctx, name, "glUnmapNamedBuffer");
   GLboolean ok = buf ? unmap(ctx, buf, "glUnmapNamedBuffer") : GL_FALSE;
   ga_buffer_unref(ctx, buf);
   return ok;
}

/* ---- queries ------------------------------------------------------------------------------------------------------------------ */

static bool legal_pointer(struct ga_context *ctx, GLenum pname, const char *command)
{
   if (pname == GL_BUFFER_MAP_POINTER)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   return false;
}

static void *map_pointer(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_buffer_state state = ga_buffer_look(ctx, buf);
   return state.map.pointer;
}

void ga_GetBufferPointerv(struct ga_context *ctx, GLenum target, GLenum pname, void **params)
{
   static const char command[] = "glGetBufferPointerv";
   if (!ga_resolve_binding(ctx, target, command) || !legal_pointer(ctx, pname, command))
      return;
   struct ga_buffer *buf = ga_resolve_bound(ctx, target, command);
   if (buf)
      *params = map_pointer(ctx, buf);
}

void ga_GetNamedBufferPointerv(struct ga_context *ctx, GLuint name, GLenum pname, void **params)
{
   static const char command[] = "glGetNamedBufferPointerv";
   struct ga_buffer *buf = legal_pointer(ctx, pname, command) ? ga_resolve_named(ctx, name, command) : NULL;
   if (buf)
      *params = map_pointer(ctx, buf);
   ga_buffer_unref(ctx, buf);
}

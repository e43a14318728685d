/* ga_lost.c: commands after a graphics reset that programs poll: they raise GL_CONTEXT_LOST and return a value that ends the poll (GL 4.6,
 * 2.3.2; KHR_parallel_shader_compile for the status of compilation). The other commands of the lost context's table do nothing. */
#include <string.h>

#include "gl-api/command/ga_buffers.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_buffer.h"

static void lost(struct ga_context *ctx, const char *command)
{
   ga_missing(ctx, command);
}

GLenum ga_lost_ClientWaitSync(struct ga_context *ctx, GLsync sync, GLbitfield flags, GLuint64 timeout)
{
   (void)sync, (void)flags, (void)timeout;
   lost(ctx, "glClientWaitSync");
   return GL_WAIT_FAILED;
}

void ga_lost_GetSynciv(struct ga_context *ctx, GLsync sync, GLenum pname, GLsizei count, GLsizei *length, GLint *values)
{
   (void)sync;
   lost(ctx, "glGetSynciv");
   if (pname != GL_SYNC_STATUS || count <= 0)
      return;
   values[0] = GL_SIGNALED;
   if (length)
      *length = 1;
}

void ga_lost_GetShaderiv(struct ga_context *ctx, GLuint shader, GLenum pname, GLint *params)
{
   (void)shader;
   lost(ctx, "glGetShaderiv");
   if (pname == GL_COMPLETION_STATUS_KHR)
      *params = GL_TRUE;
}

void ga_lost_GetProgramiv(struct ga_context *ctx, GLuint program, GLenum pname, GLint *params)
{
   (void)program;
   lost(ctx, "glGetProgramiv");
   if (pname == GL_COMPLETION_STATUS_KHR)
      *params = GL_TRUE;
}

/* ---- queries --------------------------------------------------------------------------------------------------------------- */

/* A program polls a buffer through a persistent mapping: nothing else reads it any more, and the device writes nothing. An offset
 * outside of the mapping stores nothing. */
static void store_in_buffer(struct ga_context *ctx, struct ga_buffer *buf, GLintptr offset, unsigned size_B)
{
   static const uint64_t available = GL_TRUE;
   GA_GUARD(ctx, &buf->lock);
   const struct ga_mapping *map = &buf->map;
   if (map->pointer && map->access & GL_MAP_PERSISTENT_BIT && offset >= 0 && (uint64_t)offset >= map->offset_B &&
       map->length_B >= size_B && (uint64_t)offset - map->offset_B <= map->length_B - size_B)
      memcpy((char *)map->pointer + ((uint64_t)offset - map->offset_B), &available, size_B);
}

/* With a buffer bound to GL_QUERY_BUFFER, `params` is an offset into it. False: `params` is the caller's to fill. */
static bool to_bound_buffer(struct ga_context *ctx, GLenum pname, void *params, unsigned size_B)
{
   struct ga_buffer *buf = ctx->buffer[GA_BUFFER_QUERY];
   if (buf && pname == GL_QUERY_RESULT_AVAILABLE)
      store_in_buffer(ctx, buf, (GLintptr)params, size_B);
   return buf || pname != GL_QUERY_RESULT_AVAILABLE;
}

static void to_named_buffer(struct ga_context *ctx, GLuint name, GLenum pname, GLintptr offset, unsigned size_B)
{
   struct ga_buffer *buf = pname == GL_QUERY_RESULT_AVAILABLE ? ga_buffer_get(ctx, name, false) : NULL;
   if (!buf)
      return;
   store_in_buffer(ctx, buf, offset, size_B);
   ga_buffer_unref(ctx, buf);
}

#define GET(name, type) \
   void ga_lost_Get##name(struct ga_context *ctx, GLuint id, GLenum pname, type *params) \
   { \
      (void)id; \
      lost(ctx, "glGet" #name); \
      if (!to_bound_buffer(ctx, pname, params, sizeof(type))) \
         *params = GL_TRUE; \
   }

#define GET_TO_BUFFER(name, type) \
   void ga_lost_Get##name(struct ga_context *ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset) \
   { \
      (void)id; \
      lost(ctx, "glGet" #name); \
      to_named_buffer(ctx, buffer, pname, offset, sizeof(type)); \
   }

GET(QueryObjectiv, GLint)
GET(QueryObjectuiv, GLuint)
GET(QueryObjectuivEXT, GLuint)
GET(QueryObjecti64v, GLint64)
GET(QueryObjectui64v, GLuint64)
GET_TO_BUFFER(QueryBufferObjectiv, GLint)
GET_TO_BUFFER(QueryBufferObjectuiv, GLuint)
GET_TO_BUFFER(QueryBufferObjecti64v, GLint64)
GET_TO_BUFFER(QueryBufferObjectui64v, GLuint64)

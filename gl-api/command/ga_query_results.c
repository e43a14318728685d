/* ga_query_results.c: results of query objects, into memory or into a buffer (GL 4.6, 4.2.3). The device writes into a buffer in command
 * order, so the result is there: QUERY_RESULT does not wait, QUERY_RESULT_NO_WAIT does the same, QUERY_RESULT_AVAILABLE is TRUE. */
#include <string.h>

#include "gl-api/command/ga_buffers.h"
#include "gl-api/object/ga_query.h"

/* Memory or a buffer that receives a result. */
struct destination {
   enum pipe_query_value_type type;
   void *memory;
   struct ga_buffer *buffer;        /* NULL: to `memory` */
   GLintptr offset;
};

/* Results that do not fit are clamped (GL 4.6, 4.2.3). Returns the bytes. */
static unsigned convert(uint64_t value, enum pipe_query_value_type type, void *out)
{
   static const struct { unsigned size_B; uint64_t max; } types[] = {
      [PIPE_QUERY_VALUE_I32] = {4, INT32_MAX}, [PIPE_QUERY_VALUE_U32] = {4, UINT32_MAX}, [PIPE_QUERY_VALUE_I64] = {8, INT64_MAX}, [PIPE_QUERY_VALUE_U64] = {8, UINT64_MAX},
   };
   uint32_t low;
   value = value < types[type].max ? value : types[type].max;
   low = (uint32_t)value;
   memcpy(out, types[type].size_B == 8 ? (const void *)&value : &low, types[type].size_B);
   return types[type].size_B;
}

/* False: an error was raised. */
static bool legal_destination(struct ga_context *ctx, const struct destination *to, const struct ga_buffer_state *state,
                              const char *command)
{
   const unsigned size_B = to->type == PIPE_QUERY_VALUE_I64 || to->type == PIPE_QUERY_VALUE_U64 ? 8 : 4;
   if (to->offset < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld", command, (long long)to->offset);
   else if (state->size_B < size_B || (uint64_t)to->offset > state->size_B - size_B)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: offset %lld in a buffer of %llu bytes", command, (long long)to->offset,
               (unsigned long long)state->size_B);
   else if (ga_buffer_range_blocked(state, (uint64_t)to->offset, size_B))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: a part of the range of buffer %u is mapped", command, to->buffer->name);
   else
      return true;
   return false;
}

static bool legal_name(const struct ga_context *ctx, GLenum pname)
{
   return pname == GL_QUERY_RESULT || pname == GL_QUERY_RESULT_AVAILABLE ||
          (pname == GL_QUERY_RESULT_NO_WAIT && ga_has(ctx, GA_FEATURE_query_buffer)) ||
          (pname == GL_QUERY_TARGET && ga_has(ctx, GA_FEATURE_direct_state_access));
}

/* *value becomes the result or the property of the query. False: QUERY_RESULT_NO_WAIT has no result yet. */
static bool query_value(struct ga_context *ctx, struct ga_query *query, GLenum pname, uint64_t *value)
{
   if (pname == GL_QUERY_TARGET) {
      *value = query->target ? query->target->target : GL_NONE;
      return true;
   }
   const bool wait = pname == GL_QUERY_RESULT, available = ga_query_result(ctx, query, wait, value);
   if (wait || !available)
      ga_context_check_reset(ctx);
   if (pname == GL_QUERY_RESULT_AVAILABLE)
      *value = available || ctx->dispatch == &ga_dispatch_lost; /* polls end (GL 4.6, 2.3.2) */
   return available || pname != GL_QUERY_RESULT_NO_WAIT;
}

static void query_value_to_buffer(struct ga_context *ctx, struct ga_query *query, GLenum pname, const struct destination *to,
                             struct pipe_resource *resource)
{
   const enum pipe_query_value asked = pname == GL_QUERY_RESULT_AVAILABLE ? PIPE_QUERY_AVAILABLE : PIPE_QUERY_RESULT;
   uint64_t value, bytes;
   if (pname != GL_QUERY_TARGET && ga_query_result_to_buffer(ctx, query, asked, to->type, resource, (uint32_t)to->offset))
      return;
   query_value(ctx, query, pname, &value); /* the CPU has it */
   const unsigned size_B = convert(value, to->type, &bytes);
   ctx->st.pipe->impl->buffer_subdata(ctx->st.pipe, resource, (uint32_t)to->offset, size_B, &bytes);
}

static void get_object(struct ga_context *ctx, GLuint id, GLenum pname, const struct destination *to, const char *command)
{
   struct ga_query *query = ut_names_lookup(&ctx->queries, id);
   if (!query || query->active) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u %s", command, id, query ? "is active" : "does not exist");
      return;
   }
   if (!legal_name(ctx, pname)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   uint64_t value;
   if (to->buffer) {
      const struct ga_buffer_state state = ga_buffer_state(ctx, to->buffer);
      if (legal_destination(ctx, to, &state, command))
         query_value_to_buffer(ctx, query, pname, to, state.resource);
      pipe_resource_unref(state.resource);
   } else if (query_value(ctx, query, pname, &value)) {
      convert(value, to->type, to->memory);
   }
}

/* With a buffer bound to GL_QUERY_BUFFER, `params` is an offset into it. */
static void get(struct ga_context *ctx, GLuint id, GLenum pname, enum pipe_query_value_type type, void *params, const char *command)
{
   get_object(ctx, id, pname, &(struct destination){type, params, ctx->buffer[GA_BUFFER_QUERY], (GLintptr)params}, command);
}

void ga_GetQueryObjectiv(struct ga_context *ctx, GLuint id, GLenum pname, GLint *params)
{
   get(ctx, id, pname, PIPE_QUERY_VALUE_I32, params, "glGetQueryObjectiv");
}

void ga_GetQueryObjectuiv(struct ga_context *ctx, GLuint id, GLenum pname, GLuint *params)
{
   get(ctx, id, pname, PIPE_QUERY_VALUE_U32, params, "glGetQueryObjectuiv");
}

void ga_GetQueryObjectuivEXT(struct ga_context *ctx, GLuint id, GLenum pname, GLuint *params)
{
   get(ctx, id, pname, PIPE_QUERY_VALUE_U32, params, "glGetQueryObjectuivEXT");
}

void ga_GetQueryObjecti64v(struct ga_context *ctx, GLuint id, GLenum pname, GLint64 *params)
{
   get(ctx, id, pname, PIPE_QUERY_VALUE_I64, params, "glGetQueryObjecti64v");
}

void ga_GetQueryObjectui64v(struct ga_context *ctx, GLuint id, GLenum pname, GLuint64 *params)
{
   get(ctx, id, pname, PIPE_QUERY_VALUE_U64, params, "glGetQueryObjectui64v");
}

/* ---- buffers by name ----------------------------------------------------------------------------------------------------------- */

static void get_to_buffer(struct ga_context *ctx, GLuint id, GLuint name, GLenum pname, enum pipe_query_value_type type, GLintptr offset,
                          const char *command)
{
   struct ga_buffer *buf = ga_resolve_named(ctx, name, command);
   if (buf)
      get_object(ctx, id, pname, &(struct destination){type, NULL, buf, offset}, command);
   ga_buffer_unref(ctx, buf);
}

void ga_GetQueryBufferObjectiv(struct ga_context *ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
   get_to_buffer(ctx, id, buffer, pname, PIPE_QUERY_VALUE_I32, offset, "glGetQueryBufferObjectiv");
}

void ga_GetQueryBufferObjectuiv(struct ga_context *ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
   get_to_buffer(ctx, id, buffer, pname, PIPE_QUERY_VALUE_U32, offset, "glGetQueryBufferObjectuiv");
}

void ga_GetQueryBufferObjecti64v(struct ga_context *ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
   get_to_buffer(ctx, id, buffer, pname, PIPE_QUERY_VALUE_I64, offset, "glGetQueryBufferObjecti64v");
}

void ga_GetQueryBufferObjectui64v(struct ga_context *ctx, GLuint id, GLuint buffer, GLenum pname, GLintptr offset)
{
   get_to_buffer(ctx, id, buffer, pname, PIPE_QUERY_VALUE_U64, offset, "glGetQueryBufferObjectui64v");
}

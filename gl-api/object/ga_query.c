/* ga_query.c: query objects (EXT_occlusion_query_boolean): did any sample pass between Begin and End? Both targets are exact
 * here, so one query at a time is active. */
#include "gl-api/object/ga_query.h"

#include <stdlib.h>

static void destroy(struct ga_context *ctx, struct ga_query *query)
{
   if (query->query)
      ctx->st.pipe->impl->destroy_query(ctx->st.pipe, query->query);
   free(query->label);
   free(query);
}

void ga_query_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   if (ctx->active_query && ctx->active_query->name == 0)
      destroy(ctx, ctx->active_query);
   ctx->active_query = NULL;
   for (struct ga_query *query; (query = ut_names_next(&ctx->queries, &cursor, NULL));)
      destroy(ctx, query);
   ut_names_finish(&ctx->queries);
}

static bool legal_target(struct ga_context *ctx, GLenum target, const char *command)
{
   if (target == GL_ANY_SAMPLES_PASSED || target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s", command, ga_enum_name(target));
   return false;
}

void ga_GenQueriesEXT(struct ga_context *ctx, GLsizei n, GLuint *ids)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenQueriesEXT: n %d", n);
   else if (!ut_names_gen(&ctx->queries, (uint32_t)n, ids))
      ga_oom(ctx, "glGenQueriesEXT");
}

void ga_DeleteQueriesEXT(struct ga_context *ctx, GLsizei n, const GLuint *ids)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteQueriesEXT: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct ga_query *query = ut_names_lookup(&ctx->queries, ids[i]);
      ut_names_remove(&ctx->queries, ids[i]);
      if (query && query->active)
         query->name = 0;
      else if (query)
         destroy(ctx, query);
   }
}

GLboolean ga_IsQueryEXT(struct ga_context *ctx, GLuint id)
{
   return ut_names_lookup(&ctx->queries, id) != NULL;
}

/* The object to begin, made at the first time; NULL: an error was raised. */
static struct ga_query *query_to_begin(struct ga_context *ctx, GLenum target, GLuint id)
{
   static const char command[] = "glBeginQueryEXT";
   struct pipe_context *pipe = ctx->st.pipe;
   if (ctx->active_query) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active", command, ctx->active_query->name);
      return NULL;
   }
   if (id == 0 || !ut_names_is_reserved(&ctx->queries, id)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u is no name from glGenQueries", command, id);
      return NULL;
   }
   struct ga_query *query = ut_names_lookup(&ctx->queries, id);
   if (query && query->target != target) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is for %s", command, id, ga_enum_name(query->target));
      return NULL;
   }
   if (query)
      return query;
   query = calloc(1, sizeof(*query));
   if (query)
      query->query = pipe->impl->create_query(pipe, PIPE_QUERY_OCCLUSION_PREDICATE, 0);
   if (!query || !query->query || !ut_names_insert(&ctx->queries, id, query)) {
      if (query)
         destroy(ctx, query);
      ga_oom(ctx, command);
      return NULL;
   }
   query->name = id;
   query->target = target;
   return query;
}

void ga_BeginQueryEXT(struct ga_context *ctx, GLenum target, GLuint id)
{
   struct ga_query *query = legal_target(ctx, target, "glBeginQueryEXT") ? query_to_begin(ctx, target, id) : NULL;
   if (!query)
      return;
   if (!ctx->st.pipe->impl->begin_query(ctx->st.pipe, query->query)) {
      ga_oom(ctx, "glBeginQueryEXT");
      return;
   }
   query->active = true;
   ctx->active_query = query;
}

void ga_EndQueryEXT(struct ga_context *ctx, GLenum target)
{
   struct ga_query *query = ctx->active_query;
   if (!legal_target(ctx, target, "glEndQueryEXT"))
      return;
   if (!query || query->target != target) {
      ga_error(ctx, GL_INVALID_OPERATION, "glEndQueryEXT: no query for %s is active", ga_enum_name(target));
      return;
   }
   ctx->active_query = NULL;
   query->active = false;
   if (!ctx->st.pipe->impl->end_query(ctx->st.pipe, query->query))
      ga_oom(ctx, "glEndQueryEXT");
   if (query->name == 0)
      destroy(ctx, query);
}

void ga_GetQueryivEXT(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   if (!legal_target(ctx, target, "glGetQueryivEXT"))
      return;
   if (pname != GL_CURRENT_QUERY) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetQueryivEXT: %s", ga_enum_name(pname));
      return;
   }
   const struct ga_query *query = ctx->active_query;
   *params = query && query->target == target ? (GLint)query->name : 0;
}

void ga_GetQueryObjectuivEXT(struct ga_context *ctx, GLuint id, GLenum pname, GLuint *params)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct ga_query *query = ut_names_lookup(&ctx->queries, id);
   if (!query || query->active) {
      ga_error(ctx, GL_INVALID_OPERATION, "glGetQueryObjectuivEXT: query %u %s", id, query ? "is active" : "does not exist");
      return;
   }
   if (pname != GL_QUERY_RESULT && pname != GL_QUERY_RESULT_AVAILABLE) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetQueryObjectuivEXT: %s", ga_enum_name(pname));
      return;
   }
   bool wait = pname == GL_QUERY_RESULT;
   union pipe_query_result result = {0};
   bool available = pipe->impl->get_query_result(pipe, query->query, wait, &result);
   if (wait)
      ga_context_check_reset(ctx);
   *params = wait ? available && result.b : available;
}

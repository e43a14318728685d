/* ga_queries.c: commands of query objects (EXT_occlusion_query_boolean, EXT_disjoint_timer_query; GL 4.6, 4.2 and 4.3). The EXT commands and those of GL are the
 * same under two names. */
#include "gl-api/command/ga_create.h"
#include "gl-api/object/ga_query.h"

/* ---- names ------------------------------------------------------------------------------------------------------------------ */

static void gen(struct ga_context *ctx, GLsizei n, GLuint *ids, const char *command)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
   else if (!ut_names_gen(&ctx->queries, (uint32_t)n, ids))
      ga_oom(ctx, command);
}

void ga_GenQueries(struct ga_context *ctx, GLsizei n, GLuint *ids)
{
   gen(ctx, n, ids, "glGenQueries");
}

void ga_GenQueriesEXT(struct ga_context *ctx, GLsizei n, GLuint *ids)
{
   gen(ctx, n, ids, "glGenQueriesEXT");
}

static bool make(struct ga_context *ctx, GLuint name)
{
   return ga_query_get(ctx, name) != NULL;
}

static const struct ga_object_kind queries = {make, ga_query_delete};

/* Objects that keep their target from the start (GL 4.6, 4.2). */
void ga_CreateQueries(struct ga_context *ctx, GLenum target, GLsizei n, GLuint *ids)
{
   static const char command[] = "glCreateQueries";
   const struct ga_query_target *row = ga_query_target(ctx, target);
   if (!row)
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   else if (ga_create_objects(ctx, &ctx->queries, &queries, n, ids, command))
      for (GLsizei i = 0; i < n; i++)
         ga_query_get(ctx, ids[i])->target = row;
}

static void delete(struct ga_context *ctx, GLsizei n, const GLuint *ids, const char *command)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_query_delete(ctx, ids[i]);
}

void ga_DeleteQueries(struct ga_context *ctx, GLsizei n, const GLuint *ids)
{
   delete(ctx, n, ids, "glDeleteQueries");
}

void ga_DeleteQueriesEXT(struct ga_context *ctx, GLsizei n, const GLuint *ids)
{
   delete(ctx, n, ids, "glDeleteQueriesEXT");
}

GLboolean ga_IsQuery(struct ga_context *ctx, GLuint id)
{
   return ut_names_lookup(&ctx->queries, id) != NULL;
}

GLboolean ga_IsQueryEXT(struct ga_context *ctx, GLuint id)
{
   return ga_IsQuery(ctx, id);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------------------- */

/* The row of a target that can be active; NULL: an error was raised. */
static const struct ga_query_target *scope_target(struct ga_context *ctx, GLenum target, GLuint index, const char *command)
{
   const struct ga_query_target *row = ga_query_target(ctx, target);
   if (!row || row->slot == GA_QUERY_SLOT_NONE) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return NULL;
   }
   if (index >= row->streams) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u for %s", command, index, ga_enum_name(target));
      return NULL;
   }
   return row;
}

/* The object of a name that may be used with a target; NULL: an error was raised. In the compatibility profile unused names become
 * those of objects (GL 4.6 compatibility, 4.2.2 and 4.3). */
static struct ga_query *usable(struct ga_context *ctx, GLuint id, const struct ga_query_target *row, const char *command)
{
   const bool any_name = ga_has(ctx, GA_FEATURE_bind_creates_name) && !ga_has(ctx, GA_FEATURE_es);
   if (id == 0 || (!any_name && !ut_names_is_reserved(&ctx->queries, id))) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u is not a name from glGenQueries", command, id);
      return NULL;
   }
   struct ga_query *query = ut_names_lookup(&ctx->queries, id);
   if (query && query->active) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active", command, id);
      return NULL;
   }
   if (query && query == ctx->condition) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: rendering is conditional on query %u", command, id);
      return NULL;
   }
   if (query && query->target && query->target != row) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is for %s", command, id, ga_enum_name(query->target->target));
      return NULL;
   }
   if (!query && !(query = ga_query_get(ctx, id)))
      ga_oom(ctx, command);
   return query;
}

static void begin(struct ga_context *ctx, GLenum target, GLuint index, GLuint id, const char *command)
{
   const struct ga_query_target *row = scope_target(ctx, target, index, command);
   if (!row)
      return;
   const struct ga_query *active = ctx->active_query[row->slot][index];
   if (active) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active", command, active->name);
      return;
   }
   struct ga_query *query = usable(ctx, id, row, command);
   if (query && !ga_query_begin(ctx, query, row, index))
      ga_oom(ctx, command);
}

void ga_BeginQuery(struct ga_context *ctx, GLenum target, GLuint id)
{
   begin(ctx, target, 0, id, "glBeginQuery");
}

void ga_BeginQueryEXT(struct ga_context *ctx, GLenum target, GLuint id)
{
   begin(ctx, target, 0, id, "glBeginQueryEXT");
}

void ga_BeginQueryIndexed(struct ga_context *ctx, GLenum target, GLuint index, GLuint id)
{
   begin(ctx, target, index, id, "glBeginQueryIndexed");
}

static void end(struct ga_context *ctx, GLenum target, GLuint index, const char *command)
{
   const struct ga_query_target *row = scope_target(ctx, target, index, command);
   if (!row)
      return;
   struct ga_query *query = ctx->active_query[row->slot][index];
   if (!query || query->target != row)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no query for %s is active", command, ga_enum_name(target));
   else if (!ga_query_end(ctx, query))
      ga_oom(ctx, command);
}

void ga_EndQuery(struct ga_context *ctx, GLenum target)
{
   end(ctx, target, 0, "glEndQuery");
}

void ga_EndQueryEXT(struct ga_context *ctx, GLenum target)
{
   end(ctx, target, 0, "glEndQueryEXT");
}

void ga_EndQueryIndexed(struct ga_context *ctx, GLenum target, GLuint index)
{
   end(ctx, target, index, "glEndQueryIndexed");
}

void ga_QueryCounter(struct ga_context *ctx, GLuint id, GLenum target)
{
   static const char command[] = "glQueryCounter";
   const struct ga_query_target *row = ga_query_target(ctx, target);
   if (!row || row->kind != GA_QUERY_TIMESTAMP) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return;
   }
   struct ga_query *query = usable(ctx, id, row, command);
   if (query && !ga_query_counter(ctx, query, row))
      ga_oom(ctx, command);
}

/* ---- queries of queries ----------------------------------------------------------------------------------------------------- */

/* GL_TIMESTAMP is never active: its current query is 0. */
static void get_target(struct ga_context *ctx, GLenum target, GLuint index, GLenum pname, GLint *params, const char *command)
{
   const struct ga_query_target *row = ga_query_target(ctx, target);
   const bool timestamp = row && row->kind == GA_QUERY_TIMESTAMP && index == 0;
   if (!timestamp && !(row = scope_target(ctx, target, index, command)))
      return;
   const struct ga_query *query = timestamp ? NULL : ctx->active_query[row->slot][index];
   if (pname == GL_CURRENT_QUERY)
      *params = query && query->target == row ? (GLint)query->name : 0;
   else if (pname == GL_QUERY_COUNTER_BITS && ga_has(ctx, GA_FEATURE_query_64bit))
      *params = row->kind == GA_QUERY_BOOL ? 1 : 64;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

void ga_GetQueryiv(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   get_target(ctx, target, 0, pname, params, "glGetQueryiv");
}

void ga_GetQueryivEXT(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   get_target(ctx, target, 0, pname, params, "glGetQueryivEXT");
}

void ga_GetQueryIndexediv(struct ga_context *ctx, GLenum target, GLuint index, GLenum pname, GLint *params)
{
   get_target(ctx, target, index, pname, params, "glGetQueryIndexediv");
}

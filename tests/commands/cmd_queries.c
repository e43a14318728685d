/* cmd_queries.c: queries, conditional rendering, syncs (OpenGL 4.6, chapter 4 and 10.9). */
#include "commands.h"

static void queries(void)
{
   GLuint name[4] = {0}, u[4];
   GLint i[4];
   OK(GenQueries, 4, name);
   ERR(INVALID_VALUE, GenQueries, -1, name);
   OK(IsQuery, name[0]);
   NO_ERROR(IsQuery);
   EXPECT(gl.IsQuery(name[0]), GL_FALSE);
   ERR(INVALID_OPERATION, EndQuery, GL_ANY_SAMPLES_PASSED);
   ERR(INVALID_OPERATION, BeginQuery, GL_ANY_SAMPLES_PASSED, 0);
   if (api != COMPAT46)
      ERR(INVALID_OPERATION, BeginQuery, GL_ANY_SAMPLES_PASSED, 1000);
   else
      OK(BeginQuery, GL_ANY_SAMPLES_PASSED, 998);
   if (api == COMPAT46)
      OK(EndQuery, GL_ANY_SAMPLES_PASSED);
   OK(BeginQuery, GL_ANY_SAMPLES_PASSED, name[0]);
   ERR(INVALID_ENUM, BeginQuery, BAD, name[1]);
   ERR(INVALID_OPERATION, BeginQuery, GL_ANY_SAMPLES_PASSED, name[1]);
   ERR(INVALID_OPERATION, BeginQuery, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, name[0]);
   ERR(INVALID_OPERATION, GetQueryObjectuiv, name[0], GL_QUERY_RESULT, u);
   OK(GetQueryiv, GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, i);
   EXPECT(i[0], name[0]);
   ERR(INVALID_ENUM, GetQueryiv, BAD, GL_CURRENT_QUERY, i);
   ERR(INVALID_ENUM, GetQueryiv, GL_ANY_SAMPLES_PASSED, BAD, i);
   OK(EndQuery, GL_ANY_SAMPLES_PASSED);
   ERR(INVALID_ENUM, EndQuery, BAD);
   ERR(INVALID_OPERATION, BeginQuery, GL_PRIMITIVES_GENERATED, name[0]); /* of another target */
   OK(GetQueryObjectuiv, name[0], GL_QUERY_RESULT, u);
   ERR(INVALID_OPERATION, GetQueryObjectuiv, 1000, GL_QUERY_RESULT, u);
   ERR(INVALID_ENUM, GetQueryObjectuiv, name[0], BAD, u);
   if (desktop()) {
      GLint64 i64[4];
      GLuint64 u64[4];
      OK(GetQueryObjectiv, name[0], GL_QUERY_RESULT, i);
      ERR(INVALID_OPERATION, GetQueryObjectiv, 1000, GL_QUERY_RESULT, i);
      ERR(INVALID_ENUM, GetQueryObjectiv, name[0], BAD, i);
      OK(GetQueryObjecti64v, name[0], GL_QUERY_RESULT, i64);
      ERR(INVALID_OPERATION, GetQueryObjecti64v, 1000, GL_QUERY_RESULT, i64);
      ERR(INVALID_ENUM, GetQueryObjecti64v, name[0], BAD, i64);
      OK(GetQueryObjectui64v, name[0], GL_QUERY_RESULT, u64);
      ERR(INVALID_OPERATION, GetQueryObjectui64v, 1000, GL_QUERY_RESULT, u64);
      ERR(INVALID_ENUM, GetQueryObjectui64v, name[0], BAD, u64);
      OK(BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 1, name[1]);
      ERR(INVALID_ENUM, BeginQueryIndexed, BAD, 1, name[2]);
      ERR(INVALID_VALUE, BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 1000, name[2]);
      ERR(INVALID_VALUE, BeginQueryIndexed, GL_SAMPLES_PASSED, 1, name[2]);
      ERR(INVALID_OPERATION, BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 1, name[2]);
      OK(GetQueryIndexediv, GL_PRIMITIVES_GENERATED, 1, GL_CURRENT_QUERY, i);
      EXPECT(i[0], name[1]);
      ERR(INVALID_ENUM, GetQueryIndexediv, BAD, 1, GL_CURRENT_QUERY, i);
      ERR(INVALID_ENUM, GetQueryIndexediv, GL_PRIMITIVES_GENERATED, 1, BAD, i);
      ERR(INVALID_VALUE, GetQueryIndexediv, GL_PRIMITIVES_GENERATED, 1000, GL_CURRENT_QUERY, i);
      OK(EndQueryIndexed, GL_PRIMITIVES_GENERATED, 1);
      ERR(INVALID_ENUM, EndQueryIndexed, BAD, 1);
      ERR(INVALID_VALUE, EndQueryIndexed, GL_PRIMITIVES_GENERATED, 1000);
      ERR(INVALID_OPERATION, EndQueryIndexed, GL_PRIMITIVES_GENERATED, 1);
      OK(QueryCounter, name[2], GL_TIMESTAMP);
      ERR(INVALID_ENUM, QueryCounter, name[2], GL_SAMPLES_PASSED);
      ERR(INVALID_OPERATION, QueryCounter, name[0], GL_TIMESTAMP); /* of another target */
      GLuint created;
      OK(CreateQueries, GL_SAMPLES_PASSED, 1, &created);
      ERR(INVALID_ENUM, CreateQueries, BAD, 1, &created);
      ERR(INVALID_VALUE, CreateQueries, GL_SAMPLES_PASSED, -1, &created);
      const GLuint buffer = make_buffer(GL_QUERY_BUFFER, 64);
      gl.BindBuffer(GL_QUERY_BUFFER, 0);
#define TO_BUFFER(suffix) \
      OK(GetQueryBufferObject##suffix##v, name[0], buffer, GL_QUERY_RESULT, 8); \
      ERR(INVALID_OPERATION, GetQueryBufferObject##suffix##v, 1000, buffer, GL_QUERY_RESULT, 8); \
      ERR(INVALID_OPERATION, GetQueryBufferObject##suffix##v, name[0], 1000, GL_QUERY_RESULT, 8); \
      ERR(INVALID_ENUM, GetQueryBufferObject##suffix##v, name[0], buffer, BAD, 8); \
      ERR(INVALID_VALUE, GetQueryBufferObject##suffix##v, name[0], buffer, GL_QUERY_RESULT, -8); \
      ERR(INVALID_OPERATION, GetQueryBufferObject##suffix##v, name[0], buffer, GL_QUERY_RESULT, 64)
      TO_BUFFER(i);
      TO_BUFFER(ui);
      TO_BUFFER(i64);
      TO_BUFFER(ui64);
      OK(BeginConditionalRender, name[0], GL_QUERY_WAIT);
      ERR(INVALID_OPERATION, BeginConditionalRender, name[0], GL_QUERY_WAIT);
      OK(EndConditionalRender);
      ERR(INVALID_OPERATION, EndConditionalRender);
      ERR(INVALID_VALUE, BeginConditionalRender, 1000, GL_QUERY_WAIT);
      ERR(INVALID_ENUM, BeginConditionalRender, name[0], BAD);
      ERR(INVALID_OPERATION, BeginConditionalRender, name[2], GL_QUERY_WAIT); /* a timestamp */
   } else if (has_extension("GL_EXT_occlusion_query_boolean")) {
      GLuint more[2];
      OK(GenQueriesEXT, 2, more);
      ERR(INVALID_VALUE, GenQueriesEXT, -1, more);
      OK(BeginQueryEXT, GL_ANY_SAMPLES_PASSED, more[0]);
      ERR(INVALID_ENUM, BeginQueryEXT, BAD, more[1]);
      ERR(INVALID_OPERATION, BeginQueryEXT, GL_ANY_SAMPLES_PASSED, more[1]);
      OK(GetQueryivEXT, GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, i);
      ERR(INVALID_ENUM, GetQueryivEXT, BAD, GL_CURRENT_QUERY, i);
      OK(EndQueryEXT, GL_ANY_SAMPLES_PASSED);
      ERR(INVALID_OPERATION, EndQueryEXT, GL_ANY_SAMPLES_PASSED);
      ERR(INVALID_ENUM, EndQueryEXT, BAD);
      OK(GetQueryObjectuivEXT, more[0], GL_QUERY_RESULT, u);
      ERR(INVALID_OPERATION, GetQueryObjectuivEXT, 1000, GL_QUERY_RESULT, u);
      ERR(INVALID_ENUM, GetQueryObjectuivEXT, more[0], BAD, u);
      OK(IsQueryEXT, more[0]);
      NO_ERROR(IsQueryEXT);
      OK(DeleteQueriesEXT, 2, more);
      ERR(INVALID_VALUE, DeleteQueriesEXT, -1, more);
   }
   OK(DeleteQueries, 4, name);
   ERR(INVALID_VALUE, DeleteQueries, -1, name);
}

static void syncs(void)
{
   GLint v[4];
   GLsizei length;
   static int unknown;
   OK(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   ERR(INVALID_ENUM, FenceSync, BAD, 0);
   ERR(INVALID_VALUE, FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 1);
   const GLsync sync = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0), none = (GLsync)&unknown;
   OK(ClientWaitSync, sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
   ERR(INVALID_VALUE, ClientWaitSync, sync, 2, 0);
   ERR(INVALID_VALUE, ClientWaitSync, none, 0, 0);
   OK(WaitSync, sync, 0, GL_TIMEOUT_IGNORED);
   ERR(INVALID_VALUE, WaitSync, sync, 1, GL_TIMEOUT_IGNORED);
   ERR(INVALID_VALUE, WaitSync, sync, 0, 5);
   ERR(INVALID_VALUE, WaitSync, none, 0, GL_TIMEOUT_IGNORED);
   OK(GetSynciv, sync, GL_OBJECT_TYPE, 1, &length, v);
   EXPECT(v[0], GL_SYNC_FENCE);
   ERR(INVALID_VALUE, GetSynciv, none, GL_OBJECT_TYPE, 1, &length, v);
   ERR(INVALID_ENUM, GetSynciv, sync, BAD, 1, &length, v);
   ERR(INVALID_VALUE, GetSynciv, sync, GL_OBJECT_TYPE, -1, &length, v);
   OK(IsSync, sync);
   NO_ERROR(IsSync);
   EXPECT(gl.IsSync(none), GL_FALSE);
   OK(DeleteSync, sync);
   OK(DeleteSync, NULL);
   ERR(INVALID_VALUE, DeleteSync, none);
   OK(Flush);
   NO_ERROR(Flush);
   OK(Finish);
   NO_ERROR(Finish);
}

void cmd_queries(void)
{
   queries();
   syncs();
}

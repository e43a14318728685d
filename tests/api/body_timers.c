/* body_timers.c: EXT_disjoint_timer_query: elapsed time and time stamps of the GPU, and the errors of its commands. */
#include <inttypes.h>
#include <string.h>

#include "api_test.h"

static PFNGLGENQUERIESEXTPROC gen;
static PFNGLDELETEQUERIESEXTPROC delete_queries;
static PFNGLBEGINQUERYEXTPROC begin;
static PFNGLENDQUERYEXTPROC end;
static PFNGLQUERYCOUNTEREXTPROC counter;
static PFNGLGETQUERYIVEXTPROC get_target;
static PFNGLGETQUERYOBJECTIVEXTPROC get_int;
static PFNGLGETQUERYOBJECTUIVEXTPROC get_uint;
static PFNGLGETQUERYOBJECTI64VEXTPROC get_int64;
static PFNGLGETQUERYOBJECTUI64VEXTPROC get_uint64;
static PFNGLGETINTEGER64VEXTPROC get_integer64;

static void load(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_disjoint_timer_query"))
      api_skip("GL_EXT_disjoint_timer_query");
#define LOAD(name, gl) \
   if (!(name = (__typeof__(name))eglGetProcAddress(gl))) \
   api_fail("%s is missing", gl)
   LOAD(gen, "glGenQueriesEXT");
   LOAD(delete_queries, "glDeleteQueriesEXT");
   LOAD(begin, "glBeginQueryEXT");
   LOAD(end, "glEndQueryEXT");
   LOAD(counter, "glQueryCounterEXT");
   LOAD(get_target, "glGetQueryivEXT");
   LOAD(get_int, "glGetQueryObjectivEXT");
   LOAD(get_uint, "glGetQueryObjectuivEXT");
   LOAD(get_int64, "glGetQueryObjecti64vEXT");
   LOAD(get_uint64, "glGetQueryObjectui64vEXT");
   LOAD(get_integer64, "glGetInteger64vEXT");
#undef LOAD
}

static GLint64 now(void)
{
   GLint64 time = -1;
   get_integer64(GL_TIMESTAMP_EXT, &time);
   return time;
}

static GLuint64 result(GLuint query)
{
   GLuint64 value = 0;
   get_uint64(query, GL_QUERY_RESULT_EXT, &value);
   return value;
}

static void check_target(GLenum target, GLuint active)
{
   GLint value = -1;
   get_target(target, GL_CURRENT_QUERY_EXT, &value);
   if (value != (GLint)active)
      api_fail("the current query of 0x%x is %d, not %u", target, value, active);
   get_target(target, GL_QUERY_COUNTER_BITS_EXT, &value);
   if (value < 30)
      api_fail("the counter of 0x%x has %d bits", target, value);
}

static void check_errors(const GLuint query[4])
{
   GLint value = 0;
   GLuint64 value64 = 0;
   begin(GL_TIMESTAMP_EXT, query[3]);
   api_expect_error(GL_INVALID_ENUM, "a time stamp with begin");
   counter(query[3], GL_TIME_ELAPSED_EXT);
   api_expect_error(GL_INVALID_ENUM, "elapsed time as a counter");
   begin(GL_TIME_ELAPSED_EXT, 0);
   api_expect_error(GL_INVALID_OPERATION, "begin of query 0");
   end(GL_TIME_ELAPSED_EXT);
   api_expect_error(GL_INVALID_OPERATION, "end without begin");
   counter(query[0], GL_TIMESTAMP_EXT);
   api_expect_error(GL_INVALID_OPERATION, "a time stamp in a query of elapsed time");
   begin(GL_TIME_ELAPSED_EXT, query[1]);
   api_expect_error(GL_INVALID_OPERATION, "elapsed time in a query of time stamps");
   get_int(query[3], GL_QUERY_RESULT_EXT, &value);
   api_expect_error(GL_INVALID_OPERATION, "the result of a query that was never used");
   get_uint64(query[0], GL_QUERY_COUNTER_BITS_EXT, &value64);
   api_expect_error(GL_INVALID_ENUM, "a parameter of the target");
   get_target(GL_TIME_ELAPSED_EXT, GL_QUERY_RESULT_EXT, &value);
   api_expect_error(GL_INVALID_ENUM, "a parameter of the object");
   begin(GL_TIME_ELAPSED_EXT, query[0]);
   begin(GL_TIME_ELAPSED_EXT, query[3]);
   api_expect_error(GL_INVALID_OPERATION, "a second query of elapsed time");
   get_uint64(query[0], GL_QUERY_RESULT_EXT, &value64);
   api_expect_error(GL_INVALID_OPERATION, "the result of an active query");
   counter(query[0], GL_TIMESTAMP_EXT);
   api_expect_error(GL_INVALID_OPERATION, "a time stamp in an active query");
   end(GL_TIME_ELAPSED_EXT);
   api_expect_error(GL_NO_ERROR, "end");
}

/* Order on the GPU's clock: before <= first stamp <= second stamp <= after; the drawing between both takes part of the time. */
static void check_times(const GLuint query[4], GLint64 before)
{
   GLuint available = 0, small = 0;
   GLint small_signed = 0;
   GLint64 signed64 = 0;
   const GLuint64 elapsed = result(query[0]), first = result(query[1]), second = result(query[2]);
   const GLint64 after = now();
   get_uint(query[0], GL_QUERY_RESULT_AVAILABLE_EXT, &available);
   if (!available)
      api_fail("a result that was returned is not available");
   if (before <= 0 || first < (GLuint64)before || second < first || (GLuint64)after < second)
      api_fail("times %" PRId64 ", %" PRIu64 ", %" PRIu64 ", %" PRId64 " are not in order", (int64_t)before, (uint64_t)first,
               (uint64_t)second, (int64_t)after);
   if (elapsed == 0 || elapsed > (GLuint64)(after - before))
      api_fail("%" PRIu64 " ns elapsed within %" PRId64 " ns", (uint64_t)elapsed, (int64_t)(after - before));
   get_int64(query[2], GL_QUERY_RESULT_EXT, &signed64);
   get_uint(query[2], GL_QUERY_RESULT_EXT, &small);
   get_int(query[2], GL_QUERY_RESULT_EXT, &small_signed);
   if (signed64 != (GLint64)second || small != (second > UINT32_MAX ? UINT32_MAX : (GLuint)second) ||
       small_signed != (second > INT32_MAX ? INT32_MAX : (GLint)second))
      api_fail("results of 32 bits are not the nearest ones");
}

static void draw(void)
{
   GLuint query[4];
   GLint disjoint = -1;
   load();
   gen(4, query);
   glGetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
   glGetIntegerv(GL_GPU_DISJOINT_EXT, &disjoint);
   if (disjoint != GL_FALSE)
      api_fail("disjoint: %d", disjoint);
   check_target(GL_TIME_ELAPSED_EXT, 0);
   check_target(GL_TIMESTAMP_EXT, 0);
   const GLint64 before = now();
   counter(query[1], GL_TIMESTAMP_EXT);
   begin(GL_TIME_ELAPSED_EXT, query[0]);
   check_target(GL_TIME_ELAPSED_EXT, query[0]);
   api_program("attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }");
   api_rectangle(-1, -1, 1, 1);
   glFinish(); /* a submission ends within the query */
   api_rectangle(-1, -1, 1, 1);
   end(GL_TIME_ELAPSED_EXT);
   counter(query[2], GL_TIMESTAMP_EXT);
   api_expect_error(GL_NO_ERROR, "queries");
   check_times(query, before);
   check_errors(query);
   delete_queries(4, query);
}

static void green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][1] = rgba[i][3] = 255;
}

const struct api_body api_bodies_timers[] = {
   {"timer-queries", GLES, 20, 0, 0, draw, green},
   {0},
};

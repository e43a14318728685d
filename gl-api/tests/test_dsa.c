/* Direct state access of framebuffers, vertex arrays, queries, transform feedback and pipelines on a context of
 * GLOAM_FORCE_VERSION=gl45: errors by table, values of queries, bindings that stay. */
#include "ga_test_row.h"

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_query.h"
#include "gl-api/program/ga_transform_feedback.h"

struct world { void *test; struct ga_context *ctx; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   ga_test_setup(&w->test);
   struct ga_test *t = w->test;
   t->screen->base.caps.has_stream_output = t->screen->base.caps.has_geometry = true;
   w->ctx = ga_test_forced_context(t, t->ctx, GA_API_CORE, "gl45");
   ga_make_current(w->ctx, &t->drawable, &t->drawable);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->test;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx

/* GL 4.5, 9.2.1 and 9.2.3. */
static void framebuffer_parameters(void **state)
{
   CONTEXT;
   const GLint size = ctx->limits.max_renderbuffer_size;
   GLuint fbo;
   GLint v = 77;
   GL(CreateFramebuffers, 1, &fbo);
   ROW(INVALID_OPERATION, NamedFramebufferParameteri, 4711, GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
   ROW(INVALID_OPERATION, NamedFramebufferParameteri, 0, GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
   ROW(INVALID_ENUM, FramebufferParameteri, BAD, GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
   ROW(INVALID_ENUM, NamedFramebufferParameteri, fbo, GL_SAMPLES, 1);
   ROW(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, -1);
   ROW(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_WIDTH, size + 1);
   ROW(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_HEIGHT, size + 1);
   ROW(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_LAYERS, ctx->limits.max_array_layers + 1);
   ROW(INVALID_VALUE, NamedFramebufferParameteri, fbo, GL_FRAMEBUFFER_DEFAULT_SAMPLES, ctx->limits.max_samples + 1);
   ROW(INVALID_OPERATION, GetNamedFramebufferParameteriv, 4711, GL_SAMPLES, &v);
   ROW(INVALID_OPERATION, GetNamedFramebufferParameteriv, 0, GL_FRAMEBUFFER_DEFAULT_WIDTH, &v);
   ROW(INVALID_ENUM, GetNamedFramebufferParameteriv, fbo, BAD, &v);
   ROW(INVALID_OPERATION, GetNamedFramebufferParameteriv, fbo, GL_IMPLEMENTATION_COLOR_READ_TYPE, &v); /* incomplete */
   assert_int_equal(v, 77);
   static const struct { GLenum pname; GLint value, got; } rows[] = {
      {GL_FRAMEBUFFER_DEFAULT_WIDTH, 20, 20}, {GL_FRAMEBUFFER_DEFAULT_HEIGHT, 10, 10}, {GL_FRAMEBUFFER_DEFAULT_LAYERS, 3, 3},
      {GL_FRAMEBUFFER_DEFAULT_SAMPLES, 0, 0}, {GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS, 5, 1},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(GetNamedFramebufferParameteriv, fbo, rows[i].pname, &v);
      assert_int_equal(v, 0);
      assert_int_equal(GL(CheckNamedFramebufferStatus, fbo, GL_FRAMEBUFFER),
                       i < 2 ? GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT : GL_FRAMEBUFFER_COMPLETE);
      GL(NamedFramebufferParameteri, fbo, rows[i].pname, rows[i].value);
      GL(GetNamedFramebufferParameteriv, fbo, rows[i].pname, &v);
      assert_int_equal(v, rows[i].got);
   }
   struct ga_fbo *object = ga_fbo_lookup(ctx, fbo);
   assert_int_equal(ga_fbo_status(ctx, object), GL_FRAMEBUFFER_COMPLETE);
   assert_true(object->width == 20 && object->height == 10 && object->layers == 3);
   GL(GetNamedFramebufferParameteriv, 0, GL_DOUBLEBUFFER, &v);
   assert_int_equal(v, GL_TRUE);
   GL(GetNamedFramebufferParameteriv, fbo, GL_DOUBLEBUFFER, &v);
   assert_int_equal(v, GL_FALSE);
   GL(GetNamedFramebufferParameteriv, fbo, GL_SAMPLE_BUFFERS, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* GL 4.5, 17.4.3.1: only the named framebuffer is cleared. */
static void named_clears(void **state)
{
   CONTEXT;
   const GLfloat f[4] = {1, 0, 0, 1};
   const GLint i[4] = {0};
   const GLuint u[4] = {0};
   GLuint fbo, rb;
   GL(CreateFramebuffers, 1, &fbo);
   ROW(INVALID_FRAMEBUFFER_OPERATION, ClearNamedFramebufferfv, fbo, GL_COLOR, 0, f);
   GL(CreateRenderbuffers, 1, &rb);
   GL(NamedRenderbufferStorage, rb, GL_RGBA8, 8, 4);
   GL(NamedFramebufferRenderbuffer, fbo, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   ROW(INVALID_OPERATION, ClearNamedFramebufferfv, 4711, GL_COLOR, 0, f);
   ROW(INVALID_OPERATION, ClearNamedFramebufferiv, 4711, GL_COLOR, 0, i);
   ROW(INVALID_OPERATION, ClearNamedFramebufferuiv, 4711, GL_COLOR, 0, u);
   ROW(INVALID_OPERATION, ClearNamedFramebufferfi, 4711, GL_DEPTH_STENCIL, 0, 0, 0);
   ROW(INVALID_ENUM, ClearNamedFramebufferfv, fbo, GL_STENCIL, 0, f);
   ROW(INVALID_ENUM, ClearNamedFramebufferiv, fbo, GL_DEPTH, 0, i);
   ROW(INVALID_ENUM, ClearNamedFramebufferuiv, fbo, GL_STENCIL, 0, u);
   ROW(INVALID_ENUM, ClearNamedFramebufferfi, fbo, GL_COLOR, 0, 0, 0);
   ROW(INVALID_VALUE, ClearNamedFramebufferfv, fbo, GL_COLOR, -1, f);
   ROW(INVALID_VALUE, ClearNamedFramebufferfv, fbo, GL_COLOR, ctx->limits.max_draw_buffers, f);
   ROW(INVALID_VALUE, ClearNamedFramebufferfi, fbo, GL_DEPTH_STENCIL, 1, 0, 0);
   GL(ClearNamedFramebufferfv, fbo, GL_COLOR, 0, f);
   assert_gl_error(GL_NO_ERROR);
   assert_ptr_equal(ctx->draw_fbo, ctx->window_fbo);
   assert_true(ctx->dirty & GA_DIRTY_FRAMEBUFFER); /* the next draw goes to the window again */
   GL(DeleteRenderbuffers, 1, &rb);
}

/* GL 4.5, 10.5. */
static void vertex_array_queries(void **state)
{
   CONTEXT;
   const GLuint max = (GLuint)ctx->limits.max_vertex_attribs;
   GLuint vao, buffer;
   GLint v = 77;
   GLint64 v64 = 77;
   GL(CreateVertexArrays, 1, &vao);
   GL(CreateBuffers, 1, &buffer);
   ROW(INVALID_OPERATION, GetVertexArrayiv, 4711, GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
   ROW(INVALID_OPERATION, GetVertexArrayiv, 0, GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
   ROW(INVALID_ENUM, GetVertexArrayiv, vao, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &v);
   ROW(INVALID_OPERATION, GetVertexArrayIndexediv, 4711, 0, GL_VERTEX_ATTRIB_ARRAY_SIZE, &v);
   ROW(INVALID_VALUE, GetVertexArrayIndexediv, vao, max, GL_VERTEX_ATTRIB_ARRAY_SIZE, &v);
   ROW(INVALID_ENUM, GetVertexArrayIndexediv, vao, 0, GL_VERTEX_ATTRIB_BINDING, &v);
   ROW(INVALID_ENUM, GetVertexArrayIndexediv, vao, 0, GL_CURRENT_VERTEX_ATTRIB, &v);
   ROW(INVALID_OPERATION, GetVertexArrayIndexed64iv, 4711, 0, GL_VERTEX_BINDING_OFFSET, &v64);
   ROW(INVALID_VALUE, GetVertexArrayIndexed64iv, vao, max, GL_VERTEX_BINDING_OFFSET, &v64);
   ROW(INVALID_ENUM, GetVertexArrayIndexed64iv, vao, 0, GL_VERTEX_BINDING_STRIDE, &v64);
   assert_true(v == 77 && v64 == 77);
   GL(VertexArrayElementBuffer, vao, buffer);
   GL(VertexArrayAttribFormat, vao, 2, 3, GL_SHORT, GL_TRUE, 12);
   GL(VertexArrayVertexBuffer, vao, 2, buffer, (GLintptr)1 << 33, 8);
   GL(VertexArrayBindingDivisor, vao, 2, 5);
   GL(EnableVertexArrayAttrib, vao, 2);
   GL(GetVertexArrayiv, vao, GL_ELEMENT_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, buffer);
   static const struct { GLenum pname; GLint value; } rows[] = {
      {GL_VERTEX_ATTRIB_ARRAY_ENABLED, 1}, {GL_VERTEX_ATTRIB_ARRAY_SIZE, 3}, {GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_SHORT},
      {GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, 1}, {GL_VERTEX_ATTRIB_ARRAY_INTEGER, 0}, {GL_VERTEX_ATTRIB_ARRAY_DIVISOR, 5},
      {GL_VERTEX_ATTRIB_RELATIVE_OFFSET, 12}, {GL_VERTEX_ATTRIB_ARRAY_STRIDE, 0},
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      GL(GetVertexArrayIndexediv, vao, 2, rows[i].pname, &v);
      assert_int_equal(v, rows[i].value);
   }
   GL(GetVertexArrayIndexed64iv, vao, 2, GL_VERTEX_BINDING_OFFSET, &v64);
   assert_true(v64 == (GLint64)1 << 33);
   assert_gl_error(GL_NO_ERROR);
   assert_ptr_equal(ctx->vao, ctx->default_vao);
}

static void feedback_objects(void **state)
{
   CONTEXT;
   GLuint xfb, generated, buffer;
   GLint v = 77;
   GLint64 v64 = 77;
   GL(CreateTransformFeedbacks, 1, &xfb);
   GL(GenTransformFeedbacks, 1, &generated);
   GL(CreateBuffers, 1, &buffer);
   assert_true(GL(IsTransformFeedback, xfb) && !GL(IsTransformFeedback, generated));
   ROW(INVALID_VALUE, CreateTransformFeedbacks, -1, &generated);
   ROW(INVALID_OPERATION, TransformFeedbackBufferBase, generated, 0, buffer); /* not an object yet */
   ROW(INVALID_VALUE, TransformFeedbackBufferBase, xfb, PIPE_MAX_SO_BUFFERS, buffer);
   ROW(INVALID_VALUE, TransformFeedbackBufferBase, xfb, 0, 4711);
   ROW(INVALID_OPERATION, TransformFeedbackBufferRange, 4711, 0, buffer, 0, 4);
   ROW(INVALID_VALUE, TransformFeedbackBufferRange, xfb, 0, buffer, -4, 4);
   ROW(INVALID_VALUE, TransformFeedbackBufferRange, xfb, 0, buffer, 0, 0);
   ROW(INVALID_VALUE, TransformFeedbackBufferRange, xfb, 0, buffer, 2, 4);
   ROW(INVALID_VALUE, TransformFeedbackBufferRange, xfb, 0, buffer, 4, 6);
   ROW(INVALID_OPERATION, GetTransformFeedbackiv, 4711, GL_TRANSFORM_FEEDBACK_ACTIVE, &v);
   ROW(INVALID_ENUM, GetTransformFeedbackiv, xfb, BAD, &v);
   ROW(INVALID_ENUM, GetTransformFeedbacki_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &v);
   ROW(INVALID_VALUE, GetTransformFeedbacki_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, PIPE_MAX_SO_BUFFERS, &v);
   ROW(INVALID_ENUM, GetTransformFeedbacki64_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &v64);
   ROW(INVALID_VALUE, GetTransformFeedbacki64_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, PIPE_MAX_SO_BUFFERS, &v64);
   assert_true(v == 77 && v64 == 77);
   GL(TransformFeedbackBufferRange, xfb, 1, buffer, 8, 16);
   GL(TransformFeedbackBufferBase, 0, 2, buffer); /* the default object */
   GL(GetTransformFeedbacki64_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_START, 1, &v64);
   assert_int_equal(v64, 8);
   GL(GetTransformFeedbacki64_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 1, &v64);
   assert_int_equal(v64, 16);
   GL(GetTransformFeedbacki_v, 0, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 2, &v);
   assert_int_equal(v, buffer);
   GL(GetTransformFeedbackiv, xfb, GL_TRANSFORM_FEEDBACK_PAUSED, &v);
   assert_int_equal(v, GL_FALSE);
   assert_null(ctx->buffer[GA_BUFFER_TRANSFORM_FEEDBACK]);
   GL(TransformFeedbackBufferBase, xfb, 1, 0);
   GL(GetTransformFeedbacki_v, xfb, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

static void query_buffers(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   GLuint query, buffer, mapped;
   GLint v;
   ROW(INVALID_ENUM, CreateQueries, BAD, 1, &query);
   ROW(INVALID_VALUE, CreateQueries, GL_SAMPLES_PASSED, -1, &query);
   GL(CreateQueries, GL_SAMPLES_PASSED, 1, &query);
   assert_true(GL(IsQuery, query));
   GL(GetQueryObjectiv, query, GL_QUERY_RESULT_AVAILABLE, &v); /* the initial value */
   assert_int_equal(v, GL_TRUE);
   GL(GetQueryObjectiv, query, GL_QUERY_TARGET, &v);
   assert_int_equal(v, GL_SAMPLES_PASSED);
   ROW(INVALID_OPERATION, BeginQuery, GL_ANY_SAMPLES_PASSED, query);
   GL(CreateBuffers, 1, &buffer);
   GL(CreateBuffers, 1, &mapped);
   GL(NamedBufferData, buffer, 16, "................", GL_DYNAMIC_COPY);
   GL(NamedBufferData, mapped, 16, NULL, GL_DYNAMIC_COPY);
   assert_non_null(GL(MapNamedBufferRange, mapped, 8, 8, GL_MAP_WRITE_BIT));
   GL(BeginQuery, GL_SAMPLES_PASSED, query);
   ROW(INVALID_OPERATION, GetQueryBufferObjectiv, query, buffer, GL_QUERY_RESULT, 0); /* active */
   GL(EndQuery, GL_SAMPLES_PASSED);
   pipe->query_result.u64 = 5000000000u;
   ROW(INVALID_OPERATION, GetQueryBufferObjectiv, 4711, buffer, GL_QUERY_RESULT, 0);
   ROW(INVALID_OPERATION, GetQueryBufferObjectiv, query, 4711, GL_QUERY_RESULT, 0);
   ROW(INVALID_ENUM, GetQueryBufferObjectiv, query, buffer, BAD, 0);
   ROW(INVALID_VALUE, GetQueryBufferObjectuiv, query, buffer, GL_QUERY_RESULT, -1);
   ROW(INVALID_OPERATION, GetQueryBufferObjectuiv, query, buffer, GL_QUERY_RESULT, 13);
   ROW(INVALID_OPERATION, GetQueryBufferObjecti64v, query, buffer, GL_QUERY_RESULT, 9);
   ROW(INVALID_OPERATION, GetQueryBufferObjectui64v, query, buffer, GL_QUERY_RESULT, (GLintptr)1 << 40);
   ROW(INVALID_OPERATION, GetQueryBufferObjectuiv, query, mapped, GL_QUERY_RESULT, 8);
   const uint8_t *bytes = fake_resource(ga_buffer_lookup(ctx, buffer)->resource)->data;
   assert_memory_equal(bytes, "................", 16);

   static const uint32_t i32 = INT32_MAX, u32 = UINT32_MAX;
   static const uint64_t u64 = 5000000000u;
   GL(GetQueryBufferObjectiv, query, buffer, GL_QUERY_RESULT, 4);
   assert_memory_equal(bytes + 4, &i32, 4);
   GL(GetQueryBufferObjectuiv, query, buffer, GL_QUERY_RESULT, 4);
   assert_memory_equal(bytes + 4, &u32, 4);
   GL(GetQueryBufferObjectui64v, query, buffer, GL_QUERY_RESULT, 8);
   assert_memory_equal(bytes + 8, &u64, 8);
   assert_memory_equal(bytes, "....", 4);
   pipe->query_pending = true;
   GL(BindBuffer, GL_QUERY_BUFFER, buffer);
   GL(GetQueryObjectiv, query, GL_QUERY_RESULT_NO_WAIT, (GLint *)4); /* the device writes it, not the CPU */
   assert_memory_equal(bytes + 4, &i32, 4);
   GL(GetQueryObjectuiv, query, GL_QUERY_RESULT_AVAILABLE, (GLuint *)4);
   assert_memory_equal(bytes + 4, "\1\0\0\0", 4);
   GL(GetQueryObjectuiv, query, GL_QUERY_TARGET, (GLuint *)4);
   assert_memory_equal(bytes + 4, (const uint32_t[]){GL_SAMPLES_PASSED}, 4);
   pipe->query_pending = false;
   ROW(INVALID_OPERATION, GetQueryObjectui64v, query, GL_QUERY_RESULT, (GLuint64 *)16);
   GL(BindBuffer, GL_QUERY_BUFFER, 0);
   assert_gl_error(GL_NO_ERROR);
}

static void pipelines(void **state)
{
   CONTEXT;
   GLuint names[2];
   ROW(INVALID_VALUE, CreateProgramPipelines, -1, names);
   GL(CreateProgramPipelines, 2, names);
   assert_true(GL(IsProgramPipeline, names[0]) && GL(IsProgramPipeline, names[1]));
   assert_null(ctx->pipeline);
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {
      TEST(framebuffer_parameters), TEST(named_clears), TEST(vertex_array_queries), TEST(feedback_objects), TEST(query_buffers),
      TEST(pipelines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

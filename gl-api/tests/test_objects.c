/* test_objects.c: object kinds and commands of versions that are not advertised yet, on contexts of GLOAM_FORCE_VERSION. */
#include "ga_test.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/program/ga_program.h"

struct world { struct ga_test *t; struct ga_context *ctx; };

static int setup_version(void **state, enum ga_api api, const char *version)
{
   struct world *w = calloc(1, sizeof(*w));
   void *test;
   ga_test_setup(&test);
   w->t = test;
   w->t->screen->base.caps.has_stream_output = w->t->screen->base.caps.has_geometry = true;
   w->ctx = ga_test_forced_context(w->t, w->t->ctx, api, version);
   ga_make_current(w->ctx, &w->t->drawable, &w->t->drawable);
   *state = w;
   return 0;
}

static int setup_es30(void **state)
{
   return setup_version(state, GA_API_ES2, "es30");
}

static int setup_gl45(void **state)
{
   return setup_version(state, GA_API_CORE, "gl45");
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->t;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   free(w);
   return ga_test_teardown(&test);
}

#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx

static const uint8_t *contents(struct ga_context *ctx, GLuint name)
{
   return fake_resource(ga_buffer_lookup(ctx, name)->resource)->data;
}

/* ---- buffers --------------------------------------------------------------------------------------------------------------- */

/* Named commands work on the object, not on a binding. */
static void named_buffers(void **state)
{
   CONTEXT;
   GLuint name[2];
   GLint v;
   GLint64 v64;
   void *pointer;
   GL(CreateBuffers, 2, name);
   assert_true(GL(IsBuffer, name[0]) && GL(IsBuffer, name[1]));
   GL(NamedBufferData, name[0], 8, "abcdefgh", GL_STATIC_READ);
   GL(NamedBufferSubData, name[0], 2, 3, "XYZ");
   assert_memory_equal(contents(ctx, name[0]), "abXYZfgh", 8);
   GL(NamedBufferData, name[1], 8, "........", GL_STREAM_COPY);
   GL(CopyNamedBufferSubData, name[0], name[1], 1, 4, 4);
   assert_memory_equal(contents(ctx, name[1]), "....bXYZ", 8);
   GL(GetNamedBufferParameteriv, name[0], GL_BUFFER_USAGE, &v);
   assert_int_equal(v, GL_STATIC_READ);
   GL(GetNamedBufferParameteri64v, name[0], GL_BUFFER_SIZE, &v64);
   assert_int_equal(v64, 8);
   assert_gl_error(GL_NO_ERROR);
   char *map = GL(MapNamedBuffer, name[1], GL_READ_WRITE);
   assert_non_null(map);
   map[0] = '!';
   GL(GetNamedBufferPointerv, name[1], GL_BUFFER_MAP_POINTER, &pointer);
   assert_ptr_equal(pointer, map);
   assert_true(GL(UnmapNamedBuffer, name[1]));
   assert_memory_equal(contents(ctx, name[1]), "!...bXYZ", 8);
   GL(GetIntegerv, GL_ARRAY_BUFFER_BINDING, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);

   GL(NamedBufferSubData, name[0], 6, 3, "abc");
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedBufferSubData, name[0], 8, 0, "");
   assert_gl_error(GL_NO_ERROR);
   GL(CopyNamedBufferSubData, name[0], name[0], 0, 2, 3);
   assert_gl_error(GL_INVALID_VALUE); /* overlap */
   GL(CopyNamedBufferSubData, name[0], name[0], 0, 4, 4);
   assert_gl_error(GL_NO_ERROR);
   GL(NamedBufferData, 0, 4, NULL, GL_STATIC_DRAW);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_false(GL(UnmapNamedBuffer, name[0]));
   assert_gl_error(GL_INVALID_OPERATION);
   GL(BindBuffer, GL_ARRAY_BUFFER, 4711); /* core profile: names are generated */
   assert_gl_error(GL_INVALID_OPERATION);
}

static void mapped_ranges(void **state)
{
   CONTEXT;
   static const struct { GLbitfield access; GLenum error; } rows[] = {
      {GL_MAP_READ_BIT, GL_NO_ERROR},
      {GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT, GL_NO_ERROR},
      {GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT, GL_NO_ERROR},
      {GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT, GL_NO_ERROR},
      {0, GL_INVALID_OPERATION},
      {GL_MAP_INVALIDATE_RANGE_BIT, GL_INVALID_OPERATION},
      {GL_MAP_READ_BIT | GL_MAP_INVALIDATE_RANGE_BIT, GL_INVALID_OPERATION},
      {GL_MAP_READ_BIT | GL_MAP_INVALIDATE_BUFFER_BIT, GL_INVALID_OPERATION},
      {GL_MAP_READ_BIT | GL_MAP_UNSYNCHRONIZED_BIT, GL_INVALID_OPERATION},
      {GL_MAP_READ_BIT | GL_MAP_FLUSH_EXPLICIT_BIT, GL_INVALID_OPERATION},
      {GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT, GL_INVALID_VALUE}, /* buffer storage is not part of ES 3.0 */
      {GL_MAP_READ_BIT | 0x8000, GL_INVALID_VALUE},
   };
   GLint v;
   GLint64 v64;
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_COPY_WRITE_BUFFER, name);
   GL(BufferData, GL_COPY_WRITE_BUFFER, 16, "0123456789abcdef", GL_DYNAMIC_COPY);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char *map = GL(MapBufferRange, GL_COPY_WRITE_BUFFER, 4, 8, rows[i].access);
      assert_gl_error(rows[i].error);
      assert_int_equal(map != NULL, rows[i].error == GL_NO_ERROR);
      if (!map)
         continue;
      assert_int_equal(map[0], '4');
      GL(GetBufferParameteriv, GL_COPY_WRITE_BUFFER, GL_BUFFER_ACCESS_FLAGS, &v);
      assert_int_equal(v, rows[i].access);
      GL(GetBufferParameteri64v, GL_COPY_WRITE_BUFFER, GL_BUFFER_MAP_OFFSET, &v64);
      assert_int_equal(v64, 4);
      GL(GetBufferParameteri64v, GL_COPY_WRITE_BUFFER, GL_BUFFER_MAP_LENGTH, &v64);
      assert_int_equal(v64, 8);
      bool explicit = rows[i].access & GL_MAP_FLUSH_EXPLICIT_BIT;
      GL(FlushMappedBufferRange, GL_COPY_WRITE_BUFFER, 2, 6);
      assert_gl_error(explicit ? GL_NO_ERROR : GL_INVALID_OPERATION);
      GL(FlushMappedBufferRange, GL_COPY_WRITE_BUFFER, 2, 7);
      assert_gl_error(explicit ? GL_INVALID_VALUE : GL_INVALID_OPERATION);
      GL(BufferSubData, GL_COPY_WRITE_BUFFER, 3, 2, "xy");
      assert_gl_error(GL_INVALID_OPERATION);
      assert_true(GL(UnmapBuffer, GL_COPY_WRITE_BUFFER));
   }
   assert_null(GL(MapBufferRange, GL_COPY_WRITE_BUFFER, 4, 0, GL_MAP_READ_BIT));
   assert_gl_error(GL_INVALID_OPERATION);
   assert_null(GL(MapBufferRange, GL_COPY_WRITE_BUFFER, 4, 13, GL_MAP_READ_BIT));
   assert_gl_error(GL_INVALID_VALUE);
   assert_null(GL(MapBufferRange, GL_COPY_WRITE_BUFFER, -1, 4, GL_MAP_READ_BIT));
   assert_gl_error(GL_INVALID_VALUE);
   assert_null(GL(MapBufferRange, GL_QUERY_BUFFER, 0, 4, GL_MAP_READ_BIT)); /* not a target of ES 3.0 */
   assert_gl_error(GL_INVALID_ENUM);
}

static void immutable_storage(void **state)
{
   CONTEXT;
   GLuint name[2];
   GLint v;
   GL(CreateBuffers, 2, name);
   GL(NamedBufferStorage, name[0], 8, "abcdefgh", GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
   assert_gl_error(GL_NO_ERROR);
   GL(GetNamedBufferParameteriv, name[0], GL_BUFFER_IMMUTABLE_STORAGE, &v);
   assert_int_equal(v, GL_TRUE);
   GL(GetNamedBufferParameteriv, name[0], GL_BUFFER_STORAGE_FLAGS, &v);
   assert_int_equal(v, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
   GL(NamedBufferData, name[0], 8, NULL, GL_STATIC_DRAW);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(NamedBufferStorage, name[0], 8, NULL, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(NamedBufferSubData, name[0], 0, 1, "x"); /* not dynamic */
   assert_gl_error(GL_INVALID_OPERATION);
   assert_null(GL(MapNamedBufferRange, name[0], 0, 8, GL_MAP_READ_BIT));
   assert_gl_error(GL_INVALID_OPERATION);

   /* A persistent mapping does not keep GL from reading the buffer. */
   char *map = GL(MapNamedBufferRange, name[0], 0, 8, GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
   assert_non_null(map);
   map[1] = 'X';
   GL(NamedBufferData, name[1], 8, NULL, GL_STATIC_DRAW);
   GL(CopyNamedBufferSubData, name[0], name[1], 0, 0, 8);
   assert_gl_error(GL_NO_ERROR);
   assert_memory_equal(contents(ctx, name[1]), "aXcdefgh", 8);
   assert_true(GL(UnmapNamedBuffer, name[0]));

   GL(NamedBufferStorage, name[1], 0, NULL, 0);
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedBufferStorage, name[1], 4, NULL, GL_MAP_PERSISTENT_BIT);
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedBufferStorage, name[1], 4, NULL, GL_MAP_READ_BIT | GL_MAP_COHERENT_BIT);
   assert_gl_error(GL_INVALID_VALUE);
   GL(NamedBufferStorage, name[1], 4, NULL, 0x10000);
   assert_gl_error(GL_INVALID_VALUE);
}

static void indexed_bindings(void **state)
{
   CONTEXT;
   GLuint name[2];
   GL(GenBuffers, 2, name);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, 2, name[0]);
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 3, name[1], 256, 100);
   assert_gl_error(GL_NO_ERROR);
   struct ga_buffer *a = ga_buffer_lookup(ctx, name[0]), *b = ga_buffer_lookup(ctx, name[1]);
   assert_true(ctx->uniform_ranges[2].buffer == a && ctx->uniform_ranges[2].size_B == 0);
   assert_true(ctx->uniform_ranges[3].buffer == b && ctx->uniform_ranges[3].offset_B == 256 &&
               ctx->uniform_ranges[3].size_B == 100);
   assert_ptr_equal(ctx->buffer[GA_BUFFER_UNIFORM], b); /* the generic binding follows */
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 3, name[0], 1, 100);
   assert_gl_error(GL_INVALID_VALUE); /* alignment */
   GL(BindBufferRange, GL_UNIFORM_BUFFER, 3, name[0], 0, 0);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BindBufferBase, GL_UNIFORM_BUFFER, GA_MAX_UNIFORM_RANGES, name[0]);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BindBufferBase, GL_ARRAY_BUFFER, 0, name[0]);
   assert_gl_error(GL_INVALID_ENUM);
   assert_ptr_equal(ctx->uniform_ranges[3].buffer, b);
   /* Deleting a buffer ends its bindings in this context; another context's keep the object. */
   struct ga_context *other = ga_test_forced_context(((struct world *)*state)->t, ctx, GA_API_ES2, "es30");
   ga_BindBufferBase(other, GL_UNIFORM_BUFFER, 0, name[1]);
   GL(DeleteBuffers, 2, name);
   assert_true(!ctx->uniform_ranges[2].buffer && !ctx->uniform_ranges[3].buffer && !ctx->buffer[GA_BUFFER_UNIFORM]);
   assert_ptr_equal(other->uniform_ranges[0].buffer, b);
   ga_context_destroy(other);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- queries --------------------------------------------------------------------------------------------------------------- */

/* Targets have slots of their own, streams too; occlusion targets share one. */
static void query_slots(void **state)
{
   CONTEXT;
   struct fake_context *pipe = ga_test_pipe(ctx);
   GLuint name[6], value;
   GLuint64 value64;
   GLint v;
   GL(GenQueries, 6, name);
   GL(BeginQuery, GL_SAMPLES_PASSED, name[0]);
   GL(BeginQuery, GL_TIME_ELAPSED, name[1]);
   GL(BeginQuery, GL_QUERY_RESULT, name[2]);
   assert_gl_error(GL_INVALID_ENUM); /* not a target */
   GL(BeginQuery, GL_ANY_SAMPLES_PASSED, name[2]);
   assert_gl_error(GL_INVALID_OPERATION); /* excludes GL_SAMPLES_PASSED */
   GL(BeginQuery, GL_TIME_ELAPSED, name[0]);
   assert_gl_error(GL_INVALID_OPERATION); /* active */
   GL(BeginQueryIndexed, GL_SAMPLES_PASSED, 1, name[2]);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BeginQuery, GL_TIMESTAMP, name[2]);
   assert_gl_error(GL_INVALID_ENUM);
   GL(GetQueryiv, GL_TIME_ELAPSED, GL_CURRENT_QUERY, &v);
   assert_int_equal(v, name[1]);
   GL(EndQuery, GL_ANY_SAMPLES_PASSED);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(EndQuery, GL_SAMPLES_PASSED);
   GL(EndQuery, GL_TIME_ELAPSED);
   assert_gl_error(GL_NO_ERROR);
   pipe->query_result.u64 = 5000000000u;
   GL(GetQueryObjectuiv, name[0], GL_QUERY_RESULT, &value);
   assert_int_equal(value, UINT32_MAX);
   GL(GetQueryObjectiv, name[0], GL_QUERY_RESULT, &v);
   assert_int_equal(v, INT32_MAX);
   GL(GetQueryObjectui64v, name[0], GL_QUERY_RESULT, &value64);
   assert_true(value64 == 5000000000u);
   GL(BeginQuery, GL_ANY_SAMPLES_PASSED, name[0]);
   assert_gl_error(GL_INVALID_OPERATION); /* keeps its first target */

   pipe->query_pending = true;
   GL(GetQueryObjectuiv, name[1], GL_QUERY_RESULT_AVAILABLE, &value);
   assert_int_equal(value, GL_FALSE);
   value = 77;
   GL(GetQueryObjectuiv, name[1], GL_QUERY_RESULT_NO_WAIT, &value);
   assert_int_equal(value, 77);
   pipe->query_pending = false;
   GL(QueryCounter, name[3], GL_TIMESTAMP);
   GL(GetQueryObjectui64v, name[3], GL_QUERY_RESULT, &value64);
   assert_true(value64 == 5000000000u);
   GL(QueryCounter, name[4], GL_TIME_ELAPSED);
   assert_gl_error(GL_INVALID_ENUM);

   /* Deleted while active: the name is free, the query runs on to its end. */
   GL(BeginQuery, GL_ANY_SAMPLES_PASSED, name[5]);
   GL(DeleteQueries, 1, &name[5]);
   assert_false(GL(IsQuery, name[5]));
   GL(EndQuery, GL_ANY_SAMPLES_PASSED);
   assert_gl_error(GL_NO_ERROR);
   GL(BeginQuery, GL_TIME_ELAPSED, name[1]); /* left active: destruction of the context ends it */
}

static void query_streams(void **state)
{
   CONTEXT;
   GLuint name[2];
   GLint v;
   GL(GenQueries, 2, name);
   GL(BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 0, name[0]);
   GL(BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 3, name[1]);
   GL(GetQueryIndexediv, GL_PRIMITIVES_GENERATED, 3, GL_CURRENT_QUERY, &v);
   assert_int_equal(v, name[1]);
   GL(EndQueryIndexed, GL_PRIMITIVES_GENERATED, 3);
   GL(EndQuery, GL_PRIMITIVES_GENERATED);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "begin_query type 4 index 3"));
   GL(BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 4, name[1]);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BeginQueryIndexed, GL_PRIMITIVES_GENERATED, 1, name[1]); /* another stream than before */
   GL(EndQueryIndexed, GL_PRIMITIVES_GENERATED, 1);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- vertex arrays ---------------------------------------------------------------------------------------------------------- */

/* Formats and binding points are apart, on objects that are not bound. */
static void vertex_bindings(void **state)
{
   CONTEXT;
   GLuint vao, buffer[2];
   GLint v;
   GL(CreateVertexArrays, 1, &vao);
   GL(CreateBuffers, 2, buffer);
   GL(NamedBufferData, buffer[0], 256, NULL, GL_STATIC_DRAW);
   GL(NamedBufferData, buffer[1], 256, NULL, GL_STATIC_DRAW);
   GL(VertexArrayAttribFormat, vao, 0, 3, GL_SHORT, GL_TRUE, 4);
   GL(VertexArrayAttribIFormat, vao, 1, 2, GL_UNSIGNED_BYTE, 12);
   GL(VertexArrayAttribFormat, vao, 2, 4, GL_UNSIGNED_INT_2_10_10_10_REV, GL_FALSE, 0);
   GL(VertexArrayAttribBinding, vao, 0, 7);
   GL(VertexArrayAttribBinding, vao, 1, 7);
   GL(VertexArrayVertexBuffer, vao, 7, buffer[0], 32, 20);
   GL(VertexArrayVertexBuffer, vao, 2, buffer[1], 0, 4);
   GL(VertexArrayBindingDivisor, vao, 7, 3);
   GL(VertexArrayElementBuffer, vao, buffer[1]);
   for (GLuint i = 0; i < 3; i++)
      GL(EnableVertexArrayAttrib, vao, i);
   assert_gl_error(GL_NO_ERROR);
   GL(BindVertexArray, vao);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   const struct st_attrib *a = ctx->st.attrib;
   assert_true(a[0].enabled && a[0].format == PIPE_FORMAT_R16G16B16_SNORM && a[0].offset_B == 36 && a[0].stride_B == 20);
   assert_true(a[1].enabled && a[1].format == PIPE_FORMAT_R8G8_UINT && a[1].offset_B == 44 && a[1].divisor == 3);
   assert_true(a[2].enabled && a[2].format == PIPE_FORMAT_R10G10B10A2_USCALED && a[2].offset_B == 0 && a[2].divisor == 0);
   assert_ptr_equal(a[0].buffer, ga_buffer_lookup(ctx, buffer[0])->resource);
   assert_ptr_equal(ctx->index_resource, ga_buffer_lookup(ctx, buffer[1])->resource);
   GL(GetVertexAttribiv, 1, GL_VERTEX_ATTRIB_BINDING, &v);
   assert_int_equal(v, 7);
   GL(GetVertexAttribiv, 1, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &v);
   assert_int_equal(v, 1);
   GL(GetVertexAttribiv, 0, GL_VERTEX_ATTRIB_RELATIVE_OFFSET, &v);
   assert_int_equal(v, 4);
   /* glVertexAttribPointer joins the attribute with the binding point of its number again. */
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer[1]);
   GL(VertexAttribPointer, 0, 2, GL_FLOAT, GL_FALSE, 0, (void *)8);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   assert_true(a[0].format == PIPE_FORMAT_R32G32_FLOAT && a[0].offset_B == 8 && a[0].stride_B == 8 && a[0].divisor == 0);
   assert_gl_error(GL_NO_ERROR);

   GL(VertexArrayAttribFormat, vao, 0, 3, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(VertexArrayAttribIFormat, vao, 0, 3, GL_FLOAT, 0);
   assert_gl_error(GL_INVALID_ENUM);
   GL(VertexArrayAttribFormat, vao, 0, 5, GL_FLOAT, GL_TRUE, 0);
   assert_gl_error(GL_INVALID_VALUE);
   GL(VertexArrayAttribFormat, vao, 0, GL_BGRA, GL_UNSIGNED_BYTE, GL_TRUE, 0);
   assert_gl_error(GL_NO_ERROR);
   GL(VertexArrayAttribFormat, vao, 0, GL_BGRA, GL_UNSIGNED_BYTE, GL_FALSE, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(VertexArrayAttribFormat, vao, 0, 1, GL_FLOAT, GL_TRUE, 2048);
   assert_gl_error(GL_INVALID_VALUE);
   GL(VertexArrayAttribBinding, vao, 0, GA_MAX_VERTEX_BINDINGS);
   assert_gl_error(GL_INVALID_VALUE);
   GL(VertexArrayVertexBuffer, 99, 0, buffer[0], 0, 4);
   assert_gl_error(GL_INVALID_OPERATION);
}

static void integer_attributes(void **state)
{
   CONTEXT;
   GLint got[4];
   GL(VertexAttribI4i, 3, -1, 2, -3, 4);
   GL(GetVertexAttribIiv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
   assert_memory_equal(got, ((GLint[]){-1, 2, -3, 4}), sizeof(got));
   assert_true(ga_derive_current_attribs(ctx, "test"));
   assert_memory_equal(ctx->st.attrib[3].current, got, sizeof(got));
   GL(VertexAttribI4i, GA_MAX_ATTRIBS, 0, 0, 0, 0);
   assert_gl_error(GL_INVALID_VALUE);
}

/* ---- syncs ------------------------------------------------------------------------------------------------------------------ */

static void syncs(void **state)
{
   CONTEXT;
   struct world *w = *state;
   GLint value;
   GLsizei length;
   GLchar label[8];
   assert_null(GL(FenceSync, GL_SYNC_FENCE, 0));
   assert_gl_error(GL_INVALID_ENUM);
   assert_null(GL(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 1));
   assert_gl_error(GL_INVALID_VALUE);
   w->t->screen->fence_pending = true;
   GLsync sync = GL(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   assert_non_null(sync);
   assert_true(ga_IsSync(w->t->ctx, sync)); /* shared */
   GL(GetSynciv, sync, GL_SYNC_STATUS, 1, &length, &value);
   assert_true(length == 1 && value == GL_UNSIGNALED);
   assert_int_equal(GL(ClientWaitSync, sync, 0, 1000), GL_TIMEOUT_EXPIRED);
   assert_int_equal(ga_ClientWaitSync(w->t->ctx, sync, GL_SYNC_FLUSH_COMMANDS_BIT, UINT64_MAX), GL_CONDITION_SATISFIED);
   assert_int_equal(GL(ClientWaitSync, sync, 0, 0), GL_ALREADY_SIGNALED);
   GL(GetSynciv, sync, GL_SYNC_STATUS, 1, NULL, &value);
   assert_int_equal(value, GL_SIGNALED);
   GL(WaitSync, sync, 0, GL_TIMEOUT_IGNORED);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "fence_server_wait"));
   GL(ObjectPtrLabel, sync, -1, "fence");
   GL(GetObjectPtrLabel, sync, sizeof(label), NULL, label);
   assert_string_equal(label, "fence");
   assert_gl_error(GL_NO_ERROR);
   GL(WaitSync, sync, 0, 5);
   assert_gl_error(GL_INVALID_VALUE);
   assert_int_equal(GL(ClientWaitSync, sync, 2, 0), GL_WAIT_FAILED);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GetSynciv, sync, GL_TEXTURE_2D, 1, NULL, &value);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DeleteSync, sync);
   assert_false(GL(IsSync, sync));
   GL(DeleteSync, sync);
   assert_gl_error(GL_INVALID_VALUE);
   assert_int_equal(GL(ClientWaitSync, (GLsync)&value, 0, 0), GL_WAIT_FAILED); /* any pointer is checked */
   assert_gl_error(GL_INVALID_VALUE);
   GL(DeleteSync, NULL);
   GL(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0); /* left to the share group */
   assert_gl_error(GL_NO_ERROR);
}

/* ---- objects without commands yet ------------------------------------------------------------------------------------------- */

static void pipelines_and_feedback(void **state)
{
   CONTEXT;
   GLuint buffer, name = GL(CreateProgram), other_name = GL(CreateProgram);
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_ref(ga_program_lookup(ctx, name, "test"));
   struct ga_program *other = ga_program_ref(ga_program_lookup(ctx, other_name, "test"));
   ga_unlock(ctx, &ctx->share->shaders.lock);
   struct ga_pipeline *pipeline = ga_pipeline_get(ctx, 1);
   ga_pipeline_use_stages(ctx, pipeline, 1 << PIPE_SHADER_VERTEX | 1 << PIPE_SHADER_FRAGMENT, prog, NULL);
   ga_pipeline_use_stages(ctx, pipeline, 1 << PIPE_SHADER_FRAGMENT, other, NULL);
   ga_pipeline_set_active(ctx, pipeline, prog, NULL);
   assert_true(pipeline->program[PIPE_SHADER_VERTEX] == prog && pipeline->program[PIPE_SHADER_FRAGMENT] == other);
   ctx->dirty = 0;
   ga_pipeline_bind(ctx, pipeline);
   assert_true(ctx->dirty & GA_DIRTY_PROGRAM);
   GL(DeleteProgram, name); /* the pipeline holds it */
   assert_true(GL(IsProgram, name));
   ga_pipeline_delete(ctx, 1);
   assert_null(ctx->pipeline);

   struct ga_transform_feedback *xfb = ga_transform_feedback_get(ctx, 3);
   assert_ptr_equal(ctx->xfb, ga_transform_feedback_get(ctx, 0));
   ga_transform_feedback_bind(ctx, xfb);
   GL(GenBuffers, 1, &buffer);
   GL(BindBufferBase, GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer);
   assert_ptr_equal(xfb->range[1].buffer, ga_buffer_lookup(ctx, buffer));
   GL(DeleteBuffers, 1, &buffer);
   assert_null(xfb->range[1].buffer);
   ga_transform_feedback_delete(ctx, 3);
   assert_int_equal(ctx->xfb->name, 0);
   ga_program_unref(ctx, prog);
   assert_false(GL(IsProgram, name));
   ga_program_unref(ctx, other);
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name, version) cmocka_unit_test_setup_teardown(name, setup_##version, teardown)
   const struct CMUnitTest tests[] = {
      TEST(named_buffers, gl45), TEST(mapped_ranges, es30), TEST(immutable_storage, gl45), TEST(indexed_bindings, es30),
      TEST(vertex_bindings, gl45), TEST(integer_attributes, es30), TEST(query_slots, gl45), TEST(query_streams, gl45), TEST(syncs, gl45),
      TEST(pipelines_and_feedback, gl45),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

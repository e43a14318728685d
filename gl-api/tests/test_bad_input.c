/* test_bad_input.c: errors of OpenGL ES 3.0's commands as rows: sync objects (5.2), queries (2.14), sampler objects (3.8.2), renderbuffers
 * with samples (4.4.2), formats (6.1.15), transform feedback (2.15), indexed strings. An error changes neither state nor the caller's
 * memory. */
#include "ga_test_row.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx
enum { UNUSED_NAME = 7777, RB = GL_RENDERBUFFER, ANY = GL_ANY_SAMPLES_PASSED, ANY_CONSERVATIVE = GL_ANY_SAMPLES_PASSED_CONSERVATIVE,
       XFB = GL_TRANSFORM_FEEDBACK, WRITTEN = GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN };

/* ---- sync objects ----------------------------------------------------------------------------------------------------------- */

static void syncs(void **state)
{
   CONTEXT;
   GLint values[2] = { 77, 78 };
   GLsizei length = 79;
   int no_object;
   ROW(INVALID_ENUM, FenceSync, 0, 0);
   ROW(INVALID_ENUM, FenceSync, GL_SYNC_FENCE, 0);
   ROW(INVALID_VALUE, FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 1);
   ROW(INVALID_VALUE, FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, ~0u);
   const GLsync sync = GL(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0), gone = GL(FenceSync, GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   GL(DeleteSync, gone);
   assert_gl_error(GL_NO_ERROR);
   const GLsync bad[] = { gone, (GLsync)&no_object, (GLsync)(uintptr_t)UNUSED_NAME, (GLsync)UINTPTR_MAX };
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      ROW(INVALID_VALUE, DeleteSync, bad[i]);
      ROW(INVALID_VALUE, ClientWaitSync, bad[i], 0, 0);
      ROW(INVALID_VALUE, WaitSync, bad[i], 0, GL_TIMEOUT_IGNORED);
      ROW(INVALID_VALUE, GetSynciv, bad[i], GL_SYNC_STATUS, 1, &length, values);
      assert_int_equal(GL(ClientWaitSync, bad[i], 0, 0), GL_WAIT_FAILED);
      assert_gl_error(GL_INVALID_VALUE);
      assert_false(GL(IsSync, bad[i]));
   }
   ROW(NO_ERROR, DeleteSync, NULL);
   ROW(INVALID_VALUE, ClientWaitSync, NULL, 0, 0);
   ROW(INVALID_VALUE, ClientWaitSync, sync, 2, 0);
   ROW(INVALID_VALUE, ClientWaitSync, sync, ~0u, 0);
   ROW(INVALID_VALUE, WaitSync, sync, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
   ROW(INVALID_VALUE, WaitSync, sync, 0, 0);
   ROW(INVALID_VALUE, WaitSync, sync, 0, GL_TIMEOUT_IGNORED - 1);
   ROW(INVALID_ENUM, GetSynciv, sync, GL_SYNC_FLUSH_COMMANDS_BIT, 1, &length, values);
   ROW(INVALID_ENUM, GetSynciv, sync, BAD, 1, &length, values);
   ROW(INVALID_VALUE, GetSynciv, sync, GL_SYNC_STATUS, -1, &length, values);
   assert_true(length == 79 && values[0] == 77 && values[1] == 78);
   GL(GetSynciv, sync, GL_OBJECT_TYPE, 0, &length, values); /* no room */
   assert_true(length == 0 && values[0] == 77);
   GL(GetSynciv, sync, GL_OBJECT_TYPE, 2, &length, values);
   assert_true(length == 1 && values[0] == GL_SYNC_FENCE && values[1] == 78);
   GL(DeleteSync, sync);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- queries ---------------------------------------------------------------------------------------------------------------- */

static void queries(void **state)
{
   CONTEXT;
   GLuint names[3] = { 1, 2, 3 }, result = 77;
   GLint value = 78;
   ROW(INVALID_VALUE, GenQueries, -1, names);
   ROW(INVALID_VALUE, DeleteQueries, -1, names);
   assert_true(names[0] == 1 && names[1] == 2 && names[2] == 3);
   GL(GenQueries, 3, names);
   assert_false(GL(IsQuery, names[0])); /* a name without an object */
   ROW(INVALID_ENUM, BeginQuery, GL_SAMPLES_PASSED, names[0]);
   ROW(INVALID_ENUM, BeginQuery, GL_PRIMITIVES_GENERATED, names[0]);
   ROW(INVALID_ENUM, BeginQuery, BAD, names[0]);
   ROW(INVALID_OPERATION, BeginQuery, ANY, 0);
   ROW(INVALID_OPERATION, BeginQuery, ANY, UNUSED_NAME);
   ROW(INVALID_OPERATION, EndQuery, ANY);
   ROW(INVALID_ENUM, EndQuery, BAD);
   ROW(INVALID_OPERATION, GetQueryObjectuiv, names[0], GL_QUERY_RESULT, &result); /* never begun */
   ROW(INVALID_OPERATION, GetQueryObjectuiv, UNUSED_NAME, GL_QUERY_RESULT, &result);
   ROW(INVALID_OPERATION, GetQueryObjectuiv, 0, GL_QUERY_RESULT_AVAILABLE, &result);
   GL(BeginQuery, ANY, names[0]);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_OPERATION, BeginQuery, ANY, names[1]);              /* one is active */
   ROW(INVALID_OPERATION, BeginQuery, ANY_CONSERVATIVE, names[1]); /* the same counter */
   ROW(INVALID_OPERATION, BeginQuery, WRITTEN, names[0]);          /* active elsewhere */
   ROW(INVALID_OPERATION, EndQuery, ANY_CONSERVATIVE);
   ROW(INVALID_OPERATION, EndQuery, WRITTEN);
   ROW(INVALID_OPERATION, GetQueryObjectuiv, names[0], GL_QUERY_RESULT, &result); /* active */
   ROW(INVALID_OPERATION, GetQueryObjectuiv, names[0], GL_QUERY_RESULT_AVAILABLE, &result);
   ROW(INVALID_ENUM, GetQueryiv, BAD, GL_CURRENT_QUERY, &value);
   ROW(INVALID_ENUM, GetQueryiv, ANY, GL_QUERY_RESULT, &value);
   GL(EndQuery, ANY);
   ROW(INVALID_OPERATION, BeginQuery, WRITTEN, names[0]); /* of another target now */
   ROW(INVALID_ENUM, GetQueryObjectuiv, names[0], GL_CURRENT_QUERY, &result);
   ROW(INVALID_ENUM, GetQueryObjectuiv, names[0], BAD, &result);
   assert_true(result == 77 && value == 78);
   GL(BeginQuery, ANY, names[1]);
   GL(DeleteQueries, 3, names); /* the active one exists until it ends */
   GL(EndQuery, ANY);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_OPERATION, EndQuery, ANY);
   ROW(INVALID_OPERATION, BeginQuery, ANY, names[0]); /* deleted */
}

/* ---- sampler objects -------------------------------------------------------------------------------------------------------- */

static void samplers(void **state)
{
   CONTEXT;
   GLuint name;
   GLint value = 77;
   GLfloat number = 78;
   const GLint wrong = BAD;
   GL(GenSamplers, 1, &name);
   ROW(INVALID_VALUE, GenSamplers, -1, &name);
   ROW(INVALID_VALUE, DeleteSamplers, -1, &name);
   ROW(INVALID_OPERATION, BindSampler, 0, UNUSED_NAME);
   ROW(INVALID_VALUE, BindSampler, (GLuint)ctx->limits.max_combined_texture_units, name);
   ROW(INVALID_VALUE, BindSampler, ~0u, name);
   ROW(INVALID_OPERATION, SamplerParameteri, UNUSED_NAME, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ROW(INVALID_OPERATION, SamplerParameteri, 0, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_BASE_LEVEL, 0); /* a texture's */
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_SWIZZLE_R, GL_RED);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_MIN_FILTER, BAD);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_MAG_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_WRAP_R, GL_CLAMP);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_COMPARE_MODE, GL_LEQUAL);
   ROW(INVALID_ENUM, SamplerParameteri, name, GL_TEXTURE_COMPARE_FUNC, GL_COMPARE_REF_TO_TEXTURE);
   ROW(INVALID_ENUM, SamplerParameteriv, name, GL_TEXTURE_WRAP_S, &wrong);
   ROW(INVALID_ENUM, SamplerParameterf, name, GL_TEXTURE_WRAP_T, 1e20f);
   ROW(INVALID_OPERATION, GetSamplerParameteriv, UNUSED_NAME, GL_TEXTURE_MIN_FILTER, &value);
   ROW(INVALID_ENUM, GetSamplerParameteriv, name, GL_TEXTURE_MAX_LEVEL, &value);
   ROW(INVALID_OPERATION, GetSamplerParameterfv, 0, GL_TEXTURE_MIN_LOD, &number);
   ROW(INVALID_ENUM, GetSamplerParameterfv, name, BAD, &number);
   assert_true(value == 77 && number == 78);
   GL(GetSamplerParameteriv, name, GL_TEXTURE_MIN_FILTER, &value);
   assert_int_equal(value, GL_NEAREST_MIPMAP_LINEAR);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- renderbuffers ---------------------------------------------------------------------------------------------------------- */

static void expect_storage(struct ga_context *ctx, GLint width, GLint height, GLint samples, GLint format)
{
   static const GLenum pnames[4] = { GL_RENDERBUFFER_WIDTH, GL_RENDERBUFFER_HEIGHT, GL_RENDERBUFFER_SAMPLES, GL_RENDERBUFFER_INTERNAL_FORMAT };
   const GLint wanted[4] = { width, height, samples, format };
   for (unsigned i = 0; i < 4; i++) {
      GLint value = -1;
      GL(GetRenderbufferParameteriv, RB, pnames[i], &value);
      assert_int_equal(value, wanted[i]);
   }
}

static void renderbuffers(void **state)
{
   CONTEXT;
   GLuint name;
   GLint limit = 0, samples = 0, value = 77;
   GL(GetIntegerv, GL_MAX_RENDERBUFFER_SIZE, &limit);
   GL(GetIntegerv, GL_MAX_SAMPLES, &samples);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, 8, 8); /* none is bound */
   ROW(INVALID_OPERATION, GetRenderbufferParameteriv, RB, GL_RENDERBUFFER_SAMPLES, &value);
   GL(GenRenderbuffers, 1, &name);
   GL(BindRenderbuffer, RB, name);
   GL(RenderbufferStorageMultisample, RB, 4, GL_RGBA8, 24, 16);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, RenderbufferStorageMultisample, GL_FRAMEBUFFER, 4, GL_RGBA8, 8, 8);
   static const GLenum formats[] = { GL_RGBA, GL_DEPTH_COMPONENT, GL_RGB16F + BAD, GL_RGB9_E5, GL_SRGB8, GL_RGB8UI, GL_COMPRESSED_RGB8_ETC2,
                                     GL_DEPTH_STENCIL, 0 };
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
      ROW(INVALID_ENUM, RenderbufferStorageMultisample, RB, 4, formats[i], 8, 8);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, RB, -1, GL_RGBA8, 8, 8);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, -1, 8);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, 8, INT32_MIN);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, RB, 4, GL_RGBA8, limit + 1, 8);
   ROW(INVALID_VALUE, RenderbufferStorageMultisample, RB, 0, GL_RGBA8, 8, INT32_MAX);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, RB, samples + 1, GL_RGBA8, 8, 8);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, RB, INT32_MAX, GL_RGBA8, 8, 8);
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, RB, 1, GL_RGBA8UI, 8, 8); /* integers have one sample */
   ROW(INVALID_OPERATION, RenderbufferStorageMultisample, RB, 4, GL_R32I, 8, 8);
   ROW(INVALID_ENUM, GetRenderbufferParameteriv, RB, GL_TEXTURE_WIDTH, &value);
   ROW(INVALID_ENUM, GetRenderbufferParameteriv, GL_TEXTURE_2D, GL_RENDERBUFFER_WIDTH, &value);
   assert_int_equal(value, 77);
   expect_storage(ctx, 24, 16, 4, GL_RGBA8);
   struct ga_test *t = *state;
   t->screen->fail_after = 0;
   GL(RenderbufferStorageMultisample, RB, 2, GL_RGB565, 8, 8);
   t->screen->fail_after = -1;
   assert_gl_error(GL_OUT_OF_MEMORY);
   expect_storage(ctx, 24, 16, 4, GL_RGBA8);
   GL(RenderbufferStorageMultisample, RB, 0, GL_RGBA8UI, limit, 1);
   expect_storage(ctx, limit, 1, 0, GL_RGBA8UI);
   assert_gl_error(GL_NO_ERROR);
}

static void internal_formats(void **state)
{
   CONTEXT;
   GLint values[2] = { 77, 78 };
   ROW(INVALID_ENUM, GetInternalformativ, GL_TEXTURE_2D, GL_RGBA8, GL_SAMPLES, 2, values);
   ROW(INVALID_ENUM, GetInternalformativ, RB, GL_RGBA, GL_SAMPLES, 2, values);
   ROW(INVALID_ENUM, GetInternalformativ, RB, GL_COMPRESSED_RGB8_ETC2, GL_SAMPLES, 2, values);
   ROW(INVALID_ENUM, GetInternalformativ, RB, GL_RGBA8, GL_MAX_SAMPLES, 2, values);
   ROW(INVALID_VALUE, GetInternalformativ, RB, GL_RGBA8, GL_SAMPLES, -1, values);
   ROW(NO_ERROR, GetInternalformativ, RB, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 0, values);
   assert_true(values[0] == 77 && values[1] == 78);
   GL(GetInternalformativ, RB, GL_RGBA8, GL_SAMPLES, 1, values);
   assert_true(values[0] > 1 && values[1] == 78);
}

/* ---- transform feedback ----------------------------------------------------------------------------------------------------- */

static void feedback(void **state)
{
   CONTEXT;
   GLuint names[2], buffer;
   GL(GenTransformFeedbacks, 2, names);
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
   GL(BufferData, GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL, GL_STREAM_COPY);
   ROW(INVALID_VALUE, GenTransformFeedbacks, -1, names);
   ROW(INVALID_VALUE, DeleteTransformFeedbacks, -1, names);
   ROW(INVALID_ENUM, BindTransformFeedback, GL_TRANSFORM_FEEDBACK_BUFFER, names[0]);
   ROW(INVALID_OPERATION, BindTransformFeedback, XFB, UNUSED_NAME);
   assert_false(GL(IsTransformFeedback, names[0])); /* never bound */
   GL(BindTransformFeedback, XFB, names[0]);
   assert_true(GL(IsTransformFeedback, names[0]));
   ROW(INVALID_ENUM, BeginTransformFeedback, GL_TRIANGLE_STRIP);
   ROW(INVALID_ENUM, BeginTransformFeedback, BAD);
   ROW(INVALID_OPERATION, BeginTransformFeedback, GL_POINTS); /* no program */
   ROW(INVALID_OPERATION, EndTransformFeedback);
   ROW(INVALID_OPERATION, PauseTransformFeedback);
   ROW(INVALID_OPERATION, ResumeTransformFeedback);
   GLint limit = 0;
   GL(GetIntegerv, GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, &limit);
   ROW(INVALID_VALUE, BindBufferBase, GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)limit, buffer);
   ROW(INVALID_VALUE, BindBufferBase, GL_TRANSFORM_FEEDBACK_BUFFER, ~0u, buffer);
   static const struct { GLintptr offset; GLsizeiptr size; } ranges[] = { { 1, 16 }, { 2, 16 }, { 0, 15 }, { 0, 2 }, { 0, 0 }, { 0, -4 },
      { -4, 16 }, { INTPTR_MIN, 16 }, { 0, INTPTR_MIN } };
   for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
      ROW(INVALID_VALUE, BindBufferRange, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, ranges[i].offset, ranges[i].size);
   GL(DeleteTransformFeedbacks, 2, names);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- strings, uniforms ------------------------------------------------------------------------------------------------------ */

static void indexed_values(void **state)
{
   CONTEXT;
   GLint count = 0, value = 77;
   GLint64 wide = 78;
   GL(GetIntegerv, GL_NUM_EXTENSIONS, &count);
   ROW(INVALID_VALUE, GetStringi, GL_EXTENSIONS, (GLuint)count);
   ROW(INVALID_VALUE, GetStringi, GL_EXTENSIONS, ~0u);
   ROW(INVALID_ENUM, GetStringi, GL_VERSION, 0);
   ROW(INVALID_ENUM, GetIntegeri_v, GL_VIEWPORT, 0, &value);
   ROW(INVALID_VALUE, GetIntegeri_v, GL_UNIFORM_BUFFER_BINDING, 4096, &value);
   ROW(INVALID_VALUE, GetIntegeri_v, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 4096, &value);
   ROW(INVALID_ENUM, GetInteger64i_v, BAD, 0, &wide);
   ROW(INVALID_VALUE, GetInteger64i_v, GL_UNIFORM_BUFFER_SIZE, ~0u, &wide);
   ROW(INVALID_ENUM, GetInteger64v, BAD, &wide);
   assert_true(value == 77 && wide == 78);
   /* no program is in use (2.12.6) */
   const GLuint u[4] = { 0 };
   const GLfloat m[16] = { 0 };
   ROW(INVALID_OPERATION, Uniform1ui, 0, 1);
   ROW(INVALID_OPERATION, Uniform2ui, 0, 1, 1);
   ROW(INVALID_OPERATION, Uniform3ui, 0, 1, 1, 1);
   ROW(INVALID_OPERATION, Uniform4ui, 0, 1, 1, 1, 1);
   ROW(INVALID_OPERATION, Uniform1uiv, 0, 1, u);
   ROW(INVALID_OPERATION, Uniform2uiv, 0, 1, u);
   ROW(INVALID_OPERATION, Uniform3uiv, 0, 1, u);
   ROW(INVALID_OPERATION, Uniform4uiv, 0, 1, u);
   ROW(INVALID_OPERATION, UniformMatrix2x3fv, 0, 1, GL_FALSE, m);
   ROW(INVALID_OPERATION, UniformMatrix3x2fv, 0, 1, GL_FALSE, m);
   ROW(INVALID_OPERATION, UniformMatrix2x4fv, 0, 1, GL_FALSE, m);
   ROW(INVALID_OPERATION, UniformMatrix4x2fv, 0, 1, GL_FALSE, m);
   ROW(INVALID_OPERATION, UniformMatrix3x4fv, 0, 1, GL_TRUE, m);
   ROW(INVALID_OPERATION, UniformMatrix4x3fv, 0, 1, GL_TRUE, m);
}

/* With transform feedback. */
static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   t->screen->base.caps.has_stream_output = true;
   t->screen->base.caps.max_stream_output_buffers = PIPE_MAX_SO_BUFFERS;
   t->screen->base.caps.max_stream_output_components = 64;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(t->ctx);
   t->ctx = ga_test_forced_context(t, NULL, GA_API_ES2, "es30");
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = { TEST(syncs), TEST(queries), TEST(samplers), TEST(renderbuffers), TEST(internal_formats),
                                       TEST(feedback), TEST(indexed_values) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

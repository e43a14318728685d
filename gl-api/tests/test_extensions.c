/* test_extensions.c: commands and values of extensions as the pipe sees them, and their errors: debug labels and markers, clip
 * distances, depth clamping, base instances, timers, contexts without errors, clears and views of textures in OpenGL ES.
 * Pictures are in tests/api. */
#include "ga_test_row.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/derive/ga_derive.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

/* ---- EXT_debug_label -------------------------------------------------------------------------------------------------------- */

static void labels(void **state)
{
   CONTEXT;
   GLuint buffer, texture;
   GLchar text[16] = "unchanged";
   GLsizei length = -1;
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(GenTextures, 1, &texture);
   ROW(INVALID_ENUM, LabelObjectEXT, BAD, buffer, 0, "label");
   ROW(INVALID_ENUM, LabelObjectEXT, GL_BUFFER, buffer, 0, "label"); /* of KHR_debug */
   ROW(INVALID_VALUE, LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, -1, "label");
   ROW(INVALID_OPERATION, LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer + 7, 0, "label");
   ROW(INVALID_OPERATION, LabelObjectEXT, GL_TEXTURE, texture, 0, "label"); /* a name without an object */
   ROW(INVALID_ENUM, GetObjectLabelEXT, BAD, buffer, sizeof(text), &length, text);
   ROW(INVALID_VALUE, GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, -1, &length, text);
   ROW(INVALID_OPERATION, GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer + 7, sizeof(text), &length, text);
   assert_string_equal(text, "unchanged");
   assert_int_equal(length, -1);

   GL(LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, 3, "vertices");
   GL(GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, sizeof(text), &length, text);
   assert_string_equal(text, "ver");
   assert_int_equal(length, 3);
   GL(LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, 0, "all vertices"); /* terminated */
   GL(GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, 4, &length, text);
   assert_string_equal(text, "all");
   assert_int_equal(length, 3);
   GL(GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, 0, &length, NULL);
   assert_int_equal(length, 12);
   GL(GetObjectLabel, GL_BUFFER, buffer, sizeof(text), &length, text); /* the same label */
   assert_string_equal(text, "all vertices");
   GL(LabelObjectEXT, GL_BUFFER_OBJECT_EXT, buffer, 0, NULL);
   GL(GetObjectLabelEXT, GL_BUFFER_OBJECT_EXT, buffer, sizeof(text), &length, text);
   assert_int_equal(length, 0);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- EXT_debug_marker ------------------------------------------------------------------------------------------------------- */

static void expect_message(struct ga_context *ctx, GLenum type, const char *text)
{
   GLenum got_source, got_type;
   GLchar got[64] = "";
   assert_int_equal(GL(GetDebugMessageLog, 1, sizeof(got), &got_source, &got_type, NULL, NULL, NULL, got), 1);
   assert_int_equal(got_source, GL_DEBUG_SOURCE_APPLICATION);
   assert_int_equal(got_type, type);
   assert_string_equal(got, text);
}

static void markers(void **state)
{
   CONTEXT;
   while (GL(GetDebugMessageLog, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL))
      ;
   GL(PopGroupMarkerEXT); /* no group is open */
   GL(InsertEventMarkerEXT, 4, "event of the frame");
   expect_message(ctx, GL_DEBUG_TYPE_MARKER, "even");
   GL(PushGroupMarkerEXT, 0, "group");
   expect_message(ctx, GL_DEBUG_TYPE_PUSH_GROUP, "group");
   GL(PushGroupMarkerEXT, 0, "inner");
   expect_message(ctx, GL_DEBUG_TYPE_PUSH_GROUP, "inner");
   for (unsigned i = 0; i < 2; i++) {
      GL(PopGroupMarkerEXT);
      expect_message(ctx, GL_DEBUG_TYPE_POP_GROUP, "");
   }
   GL(PopGroupMarkerEXT);
   assert_int_equal(GL(GetDebugMessageLog, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL), 0);
   GL(InsertEventMarkerEXT, -1, "event"); /* no errors are defined */
   expect_message(ctx, GL_DEBUG_TYPE_MARKER, "");
   GL(PushGroupMarkerEXT, -1, NULL);
   expect_message(ctx, GL_DEBUG_TYPE_PUSH_GROUP, "");
   GL(PopGroupMarkerEXT);
   expect_message(ctx, GL_DEBUG_TYPE_POP_GROUP, "");
   assert_gl_error(GL_NO_ERROR);
}

/* ---- rasterization ---------------------------------------------------------------------------------------------------------- */

static void rasterization(void **state)
{
   CONTEXT;
   GLint value = -1;
   assert_true(ga_update_framebuffer(ctx, "test"));
   assert_int_equal(ctx->st.raster.clip_plane_enable, 0);
   assert_true(ctx->st.raster.depth_clip_near && ctx->st.raster.depth_clip_far && !ctx->st.raster.depth_clamp);
   for (unsigned i = 0; i < GA_MAX_CLIP_DISTANCES; i++) {
      GL(Enable, GL_CLIP_DISTANCE0 + i);
      assert_true(GL(IsEnabled, GL_CLIP_DISTANCE0 + i));
      GL(GetIntegerv, GL_CLIP_DISTANCE0 + i, &value);
      assert_int_equal(value, 1);
      assert_true(ga_update_framebuffer(ctx, "test"));
      assert_int_equal(ctx->st.raster.clip_plane_enable, 1 << i);
      GL(Disable, GL_CLIP_DISTANCE0 + i);
   }
   GL(Enable, GL_DEPTH_CLAMP);
   assert_true(ga_update_framebuffer(ctx, "test"));
   assert_int_equal(ctx->st.raster.clip_plane_enable, 0);
   assert_true(!ctx->st.raster.depth_clip_near && !ctx->st.raster.depth_clip_far && ctx->st.raster.depth_clamp);
   GL(GetIntegerv, GL_MAX_CLIP_DISTANCES, &value);
   assert_int_equal(value, GA_MAX_CLIP_DISTANCES);
   ROW(INVALID_ENUM, Enable, GL_CLIP_DISTANCE0 + GA_MAX_CLIP_DISTANCES);
   assert_gl_error(GL_NO_ERROR);
}

/* OpenGL ES 2.0 has no clip distances: its programs read the limit without looking for an extension. */
static void no_clip_distances(void **state)
{
   CONTEXT;
   GLint value = -1;
   GL(GetIntegerv, GL_MAX_CLIP_DISTANCES, &value);
   assert_int_equal(value, 0);
   ROW(INVALID_ENUM, Enable, GL_CLIP_DISTANCE0);
   ROW(INVALID_ENUM, GetIntegerv, GL_MAX_CULL_DISTANCES, &value);
   assert_int_equal(value, 0);
}

/* ---- values ----------------------------------------------------------------------------------------------------------------- */

static void values(void **state)
{
   CONTEXT;
   GLint value = 0;
   GLint64 value64 = 0;
   GLfloat real = 0;
   /* The initial value is 0xFFFFFFFF (KHR_parallel_shader_compile), which is -1 for all queries alike. */
   GL(GetIntegerv, GL_MAX_SHADER_COMPILER_THREADS_KHR, &value);
   GL(GetInteger64v, GL_MAX_SHADER_COMPILER_THREADS_KHR, &value64);
   GL(GetFloatv, GL_MAX_SHADER_COMPILER_THREADS_KHR, &real);
   assert_int_equal(value, -1);
   assert_int_equal(value64, -1);
   assert_true(real == -1);
   GL(MaxShaderCompilerThreadsKHR, 3);
   GL(GetIntegerv, GL_MAX_SHADER_COMPILER_THREADS_KHR, &value);
   assert_int_equal(value, 3);
   GL(GetIntegerv, GL_CONTEXT_RELEASE_BEHAVIOR, &value);
   assert_int_equal(value, GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH);
   GL(GetIntegerv, GL_GPU_DISJOINT_EXT, &value);
   assert_int_equal(value, GL_FALSE);
   const GLuint shader = GL(CreateShader, GL_VERTEX_SHADER), program = GL(CreateProgram);
   value = 0;
   GL(GetShaderiv, shader, GL_COMPLETION_STATUS_KHR, &value);
   assert_int_equal(value, GL_TRUE);
   value = 0;
   GL(GetProgramiv, program, GL_COMPLETION_STATUS_KHR, &value);
   assert_int_equal(value, GL_TRUE);
   assert_gl_error(GL_NO_ERROR);
}

/* A program of a missing feature's enumerants gets errors. */
static void disabled_values(void **state)
{
   CONTEXT;
   GLint value = 77;
   const GLuint shader = GL(CreateShader, GL_VERTEX_SHADER), program = GL(CreateProgram);
   ctx->features.bits[GA_FEATURE_parallel_shader_compile / 64] &= ~(1ull << GA_FEATURE_parallel_shader_compile % 64);
   ROW(INVALID_ENUM, GetShaderiv, shader, GL_COMPLETION_STATUS_KHR, &value);
   ROW(INVALID_ENUM, GetProgramiv, program, GL_COMPLETION_STATUS_KHR, &value);
   assert_int_equal(value, 77);
}

/* ---- timers ----------------------------------------------------------------------------------------------------------------- */

static void timers(void **state)
{
   CONTEXT;
   GLuint query[2];
   GLint value = -1;
   GLuint64 value64 = 0;
   GL(GenQueriesEXT, 2, query);
   GL(QueryCounter, query[0], GL_TIMESTAMP);
   ga_test_pipe(ctx)->query_result.u64 = 0x123456789;
   GL(GetQueryObjectui64v, query[0], GL_QUERY_RESULT, &value64);
   assert_true(value64 == 0x123456789);
   GL(GetQueryObjectiv, query[0], GL_QUERY_RESULT, &value);
   assert_int_equal(value, INT32_MAX);
   GL(GetQueryivEXT, GL_TIMESTAMP, GL_CURRENT_QUERY, &value);
   assert_int_equal(value, 0);
   GL(BeginQueryEXT, GL_TIME_ELAPSED, query[1]);
   GL(GetQueryivEXT, GL_TIME_ELAPSED, GL_CURRENT_QUERY, &value);
   assert_int_equal(value, query[1]);
   GL(GetQueryivEXT, GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &value);
   assert_int_equal(value, 64);
   GL(EndQueryEXT, GL_TIME_ELAPSED);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, BeginQueryEXT, GL_TIMESTAMP, query[0]);
   ROW(INVALID_OPERATION, QueryCounter, query[1], GL_TIMESTAMP);
   ROW(INVALID_ENUM, QueryCounter, query[0], GL_TIME_ELAPSED);
}

/* ---- contexts --------------------------------------------------------------------------------------------------------------- */

static unsigned flushes;

static void count_flush(struct pipe_context *pipe, struct pipe_fence **fence, unsigned flags)
{
   (void)pipe;
   (void)flags;
   if (fence)
      *fence = NULL;
   flushes++;
}

/* KHR_no_error: a context that reports out of memory only. KHR_context_flush_control: one that is not flushed when another becomes
 * current. */
static void context_flags(void **state)
{
   struct ga_test *t = *state;
   const struct ga_context_desc desc = {.api = GA_API_ES2, .major = 2, .no_error = true, .release_none = true};
   enum ga_create_result result;
   struct ga_context *ctx = ga_context_create(&t->screen->base, &desc, NULL, &result);
   GLint value = -1;
   assert_non_null(ctx);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(Enable, BAD);
   assert_int_equal(GL(GetError), GL_NO_ERROR);
   ga_oom(ctx, "test");
   assert_int_equal(GL(GetError), GL_OUT_OF_MEMORY);
   GL(GetIntegerv, GL_CONTEXT_RELEASE_BEHAVIOR, &value);
   assert_int_equal(value, GL_NONE);
   const struct pipe_context_impl *impl = ctx->st.pipe->impl;
   struct pipe_context_impl counting = *impl;
   counting.flush = count_flush;
   ctx->st.pipe->impl = t->ctx->st.pipe->impl = &counting;
   flushes = 0;
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   assert_int_equal(flushes, 0);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   assert_int_equal(flushes, 1);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ctx->st.pipe->impl = t->ctx->st.pipe->impl = impl;
   ga_context_destroy(ctx);
}

/* ---- EXT_clear_texture, OES_texture_view, NV_image_formats ------------------------------------------------------------------- */

static void textures(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_ES2, "es32");
   GLuint names[3];
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(GenTextures, 3, names);
   GL(BindTexture, GL_TEXTURE_2D_ARRAY, names[0]);
   GL(TexStorage3D, GL_TEXTURE_2D_ARRAY, 1, GL_RG8, 4, 4, 4);
   GL(BindTexture, GL_TEXTURE_2D, names[1]);
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_LUMINANCE, 4, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_ENUM, ClearTexImage, names[0], 0, BAD, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_ENUM, ClearTexImage, names[0], 0, GL_RG, BAD, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, names[0], 0, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, names[0], 0, GL_RG_INTEGER, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, names[0], 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
   ROW(INVALID_OPERATION, ClearTexImage, names[2], 0, GL_RG, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_OPERATION, ClearTexSubImage, names[0], 0, 0, 0, 3, 4, 4, 2, GL_RG, GL_UNSIGNED_BYTE, NULL);
   ROW(INVALID_VALUE, ClearTexSubImage, names[0], 0, 0, 0, 0, 4, 4, -1, GL_RG, GL_UNSIGNED_BYTE, NULL);
   GL(ClearTexImage, names[0], 0, GL_RG, GL_UNSIGNED_BYTE, NULL);
   GL(ClearTexImage, names[0], 0, GL_RGBA, GL_FLOAT, NULL);
   GL(ClearTexImage, names[1], 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, NULL);
   assert_gl_error(GL_NO_ERROR);
   /* Targets that OpenGL ES lacks are compatible with none. */
   ROW(INVALID_OPERATION, TextureView, names[2], GL_TEXTURE_1D, names[0], GL_RG8, 0, 1, 0, 1);
   ROW(INVALID_OPERATION, TextureView, names[2], GL_TEXTURE_RECTANGLE, names[0], GL_RG8, 0, 1, 0, 1);
   ROW(INVALID_ENUM, TextureView, names[2], BAD, names[0], GL_RG8, 0, 1, 0, 1);
   GL(BindImageTexture, 0, names[0], 0, GL_TRUE, 0, GL_READ_WRITE, GL_RG8);
   assert_gl_error(GL_NO_ERROR);
   ROW(INVALID_VALUE, BindImageTexture, 0, names[0], 0, GL_TRUE, 0, GL_READ_WRITE, GL_RGB8);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* ---- MESA_framebuffer_flip_y --------------------------------------------------------------------------------------------- */

static void flip_y(void **state)
{
   CONTEXT;
   enum { F = GL_FRAMEBUFFER, FLIP = GL_FRAMEBUFFER_FLIP_Y_MESA };
   GLuint fbo;
   GLint value = -1;
   ROW(INVALID_OPERATION, FramebufferParameteriMESA, F, FLIP, GL_TRUE); /* of the window */
   ROW(INVALID_OPERATION, GetFramebufferParameterivMESA, F, FLIP, &value);
   GL(GenFramebuffers, 1, &fbo);
   GL(BindFramebuffer, F, fbo);
   ROW(INVALID_ENUM, FramebufferParameteriMESA, F, GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
   ROW(INVALID_ENUM, GetFramebufferParameterivMESA, F, GL_FRAMEBUFFER_DEFAULT_WIDTH, &value);
   ROW(INVALID_ENUM, FramebufferParameteriMESA, BAD, FLIP, 1);
   assert_int_equal(value, -1);
   GL(FramebufferParameteriMESA, F, FLIP, 7);
   GL(GetFramebufferParameterivMESA, F, FLIP, &value);
   assert_int_equal(value, GL_TRUE);
   assert_true(ga_fbo_y_inverted(ctx->draw_fbo));
   GL(FramebufferParameteriMESA, F, FLIP, GL_FALSE);
   assert_gl_error(GL_NO_ERROR);
   assert_false(ga_fbo_y_inverted(ctx->draw_fbo));
   GL(DeleteFramebuffers, 1, &fbo);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(labels, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(markers, ga_test_setup_debug, ga_test_teardown),
      cmocka_unit_test_setup_teardown(rasterization, ga_test_setup_es30, ga_test_teardown),
      cmocka_unit_test_setup_teardown(no_clip_distances, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(values, ga_test_setup_es30, ga_test_teardown),
      cmocka_unit_test_setup_teardown(disabled_values, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(timers, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(textures, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(flip_y, ga_test_setup_es30, ga_test_teardown),
      cmocka_unit_test_setup_teardown(context_flags, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

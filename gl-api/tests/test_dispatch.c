/* Every command of GL <= 4.6 and ES <= 3.2 has an address; a command that a context lacks raises an error. */
#include "ga_test.h"
#include "gl-api/context/ga_debug.h"

static void names_are_sorted_and_found(void **state)
{
   unsigned count = ga_entry_count();
   assert_true(count > 1500);
   for (unsigned i = 0; i < count; i++) {
      if (i > 0)
         assert_true(strcmp(ga_entry_name(i - 1), ga_entry_name(i)) < 0);
      assert_ptr_equal(ga_get_proc_address(ga_entry_name(i)), ga_entry_address(i));
   }
   assert_null(ga_get_proc_address("glNoSuchCommand"));
   assert_null(ga_get_proc_address(""));
   assert_null(ga_get_proc_address("glClea"));
   assert_null(ga_get_proc_address("glClearr"));
}

/* From the documents, not from gl.xml: first and last commands of several versions. */
static void known_commands_are_there(void **state)
{
   static const char *const names[] = {
      "glActiveTexture", "glBegin", "glTexImage2D", "glMultiDrawArraysIndirectCount", "glSpecializeShader",
      "glPolygonOffsetClamp", "glBlendBarrier", "glPrimitiveBoundingBox", "glTexStorage3DMultisample",
      "glDispatchCompute", "glDrawRangeElements", "glEGLImageTargetTexture2DOES", "glBindVertexArrayOES",
      "glGetnUniformfvEXT", "glDebugMessageCallbackKHR", "glVertexAttribDivisorARB",
   };
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
      if (!ga_get_proc_address(names[i]))
         fail_msg("%s has no address", names[i]);
}

static void aliases_share_an_address(void **state)
{
   static const char *const pairs[][2] = {
      {"glBindVertexArrayOES", "glBindVertexArray"},
      {"glMapBufferOES", "glMapBuffer"},
      {"glDebugMessageControlKHR", "glDebugMessageControl"},
      {"glGetGraphicsResetStatusEXT", "glGetGraphicsResetStatus"},
      {"glReadnPixelsEXT", "glReadnPixels"},
      {"glBlendEquationEXT", "glBlendEquation"},
   };
   for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
      assert_ptr_equal(ga_get_proc_address(pairs[i][0]), ga_get_proc_address(pairs[i][1]));
}

/* Arguments do not matter: a command that the context lacks reads none. */
static void call(unsigned index)
{
   ((void (*)(long, long, long, long, long, long))ga_entry_address(index))(0, 0, 0, 0, 0, 0);
}

static void missing_commands_raise_invalid_operation(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   unsigned called = 0;
   for (unsigned i = 0; i < ga_entry_count(); i++) {
      if (ga_entry_in(ctx->dispatch, i))
         continue;
      GLchar text[512];
      call(i);
      assert_gl_error(GL_INVALID_OPERATION);
      assert_int_equal(GL(GetDebugMessageLog, 1, sizeof(text), NULL, NULL, NULL, NULL, NULL, text), 1);
      char name[100]; /* the command's, or its alias' */
      assert_int_equal(sscanf(text, "GL_INVALID_OPERATION in %99[^:]", name), 1);
      assert_ptr_equal(ga_get_proc_address(name), ga_entry_address(i));
      called++;
   }
   assert_true(called > 1000);
}

static void without_a_context_nothing_happens(void **state)
{
   struct ga_test *t = *state;
   ga_make_current(NULL, NULL, NULL);
   for (unsigned i = 0; i < ga_entry_count(); i++)
      call(i);
   assert_int_equal(((GLenum (*)(void))ga_get_proc_address("glGetError"))(), 0);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   struct ga_context *ctx = t->ctx;
   assert_gl_error(GL_NO_ERROR);
}

/* After a reset: one GL_CONTEXT_LOST per call, the status once, and nothing crashes. */
static void lost_device(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   assert_int_equal(GL(GetGraphicsResetStatus), GL_NO_ERROR);
   ga_test_pipe(ctx)->reset = PIPE_RESET_GUILTY;
   GL(Finish);
   assert_ptr_equal(ctx->dispatch, &ga_dispatch_lost);
   assert_gl_error(GL_CONTEXT_LOST);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(GL(GetGraphicsResetStatus), GL_GUILTY_CONTEXT_RESET);
   assert_int_equal(GL(GetGraphicsResetStatus), GL_NO_ERROR);
   for (unsigned i = 0; i < ga_entry_count(); i++)
      if (!strstr(ga_entry_name(i), "GetError") && !strstr(ga_entry_name(i), "GetGraphicsResetStatus")) {
         call(i);
         assert_gl_error(GL_CONTEXT_LOST);
      }
}

/* Commands that programs poll end the poll (GL 4.6, 2.3.2), and touch nothing for other names. */
static void lost_polls(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_CORE, "gl45");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GLuint query, buffer, unsigned_value = 77;
   GLint value = 77, length = 77;
   GLint64 wide = 77;
   GL(GenQueries, 1, &query);
   GL(CreateBuffers, 1, &buffer);
   GL(NamedBufferStorage, buffer, 16, NULL, GL_MAP_READ_BIT);
   ga_test_pipe(ctx)->reset = PIPE_RESET_GUILTY;
   GL(Finish);
   assert_gl_error(GL_CONTEXT_LOST);
#define LOST(name, ...) (ctx->dispatch->name(ctx, __VA_ARGS__))
   assert_int_equal(LOST(ClientWaitSync, NULL, 0, 0), GL_WAIT_FAILED);
   assert_gl_error(GL_CONTEXT_LOST);
   LOST(GetSynciv, NULL, GL_SYNC_CONDITION, 1, &length, &value);
   assert_gl_error(GL_CONTEXT_LOST);
   assert_true(value == 77 && length == 77);
   LOST(GetSynciv, NULL, GL_SYNC_STATUS, 1, &length, &value);
   assert_true(value == GL_SIGNALED && length == 1);
   value = 77;
   LOST(GetShaderiv, 5, GL_COMPILE_STATUS, &value);
   LOST(GetProgramiv, 5, GL_LINK_STATUS, &value);
   LOST(GetQueryObjectiv, query, GL_QUERY_RESULT, &value);
   assert_int_equal(value, 77);
   LOST(GetShaderiv, 5, GL_COMPLETION_STATUS_KHR, &value);
   assert_int_equal(value, GL_TRUE);
   value = 77;
   LOST(GetProgramiv, 5, GL_COMPLETION_STATUS_KHR, &value);
   assert_int_equal(value, GL_TRUE);
   value = 77;
   LOST(GetQueryObjectiv, query, GL_QUERY_RESULT_AVAILABLE, &value);
   LOST(GetQueryObjectuiv, query, GL_QUERY_RESULT_AVAILABLE, &unsigned_value);
   LOST(GetQueryObjecti64v, query, GL_QUERY_RESULT_AVAILABLE, &wide);
   assert_true(value == GL_TRUE && unsigned_value == GL_TRUE && wide == GL_TRUE);
   wide = 77;
   LOST(GetQueryObjectui64v, query, GL_QUERY_RESULT_AVAILABLE, (GLuint64 *)&wide);
   assert_int_equal(wide, GL_TRUE);
   /* An offset outside of the buffer stores nothing. */
   LOST(GetQueryBufferObjectuiv, query, buffer, GL_QUERY_RESULT_AVAILABLE, 16);
   LOST(GetQueryBufferObjecti64v, query, buffer, GL_QUERY_RESULT_AVAILABLE, -8);
   LOST(GetQueryBufferObjectiv, query, 4711, GL_QUERY_RESULT_AVAILABLE, 0);
   assert_gl_error(GL_CONTEXT_LOST);
   assert_gl_error(GL_NO_ERROR);
#undef LOST
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* Without reset notification the context is lost, too, and the reset status stays GL_NO_ERROR (EXT_robustness, 2.6). */
static void lost_device_without_notification(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   ctx->reset_strategy = GL_NO_RESET_NOTIFICATION;
   ga_test_pipe(ctx)->reset = PIPE_RESET_INNOCENT;
   assert_int_equal(GL(GetGraphicsResetStatus), GL_NO_ERROR);
   ((void (*)(GLbitfield))ga_get_proc_address("glClear"))(GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_CONTEXT_LOST);
}

static void enum_names(void **state)
{
   assert_string_equal(ga_enum_name(GL_TEXTURE_2D), "GL_TEXTURE_2D");
   assert_string_equal(ga_enum_name(GL_FRAMEBUFFER), "GL_FRAMEBUFFER");
   assert_string_equal(ga_enum_name(GL_INVALID_ENUM), "GL_INVALID_ENUM");
   assert_string_equal(ga_enum_name(GL_RGB565), "GL_RGB565");
   assert_string_equal(ga_enum_name(1), "0x0001");
   assert_string_equal(ga_enum_name(0xfedc1234), "0xfedc1234");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_sorted_and_found),
      cmocka_unit_test(known_commands_are_there),
      cmocka_unit_test(aliases_share_an_address),
      cmocka_unit_test(enum_names),
      cmocka_unit_test_setup_teardown(missing_commands_raise_invalid_operation, ga_test_setup_debug, ga_test_teardown),
      cmocka_unit_test_setup_teardown(without_a_context_nothing_happens, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(lost_device, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(lost_polls, ga_test_setup, ga_test_teardown),
      cmocka_unit_test_setup_teardown(lost_device_without_notification, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

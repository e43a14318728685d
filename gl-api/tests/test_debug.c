/* KHR_debug: volume control, log and callback, groups, labels, threads, locks. */
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "ga_test.h"
#include "gl-api/context/ga_debug.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

struct heard { unsigned count; GLenum source, type, severity; GLuint id; GLsizei length; char text[256]; };

static void APIENTRY hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *message,
                          const void *user)
{
   struct heard *h = (struct heard *)user;
   h->count++;
   h->source = source;
   h->type = type;
   h->id = id;
   h->severity = severity;
   h->length = length;
   snprintf(h->text, sizeof(h->text), "%s", message);
}

static void insert(struct ga_context *ctx, GLuint id, GLenum severity, const char *text)
{
   GL(DebugMessageInsert, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, id, severity, -1, text);
}

static void errors_come_with_a_reason(void **state)
{
   CONTEXT;
   struct heard h = {0};
   GL(DebugMessageCallback, hear, &h);
   GL(CullFace, GL_TEXTURE_2D);
   assert_int_equal(h.count, 1);
   assert_int_equal(h.source, GL_DEBUG_SOURCE_API);
   assert_int_equal(h.type, GL_DEBUG_TYPE_ERROR);
   assert_int_equal(h.id, GL_INVALID_ENUM);
   assert_string_equal(h.text, "GL_INVALID_ENUM in glCullFace: GL_TEXTURE_2D is not accepted by this command");
   assert_int_equal(h.length, strlen(h.text));
   void *pointer;
   GL(GetPointerv, GL_DEBUG_CALLBACK_FUNCTION, &pointer);
   assert_ptr_equal(pointer, hear);
   GL(GetPointerv, GL_DEBUG_CALLBACK_USER_PARAM, &pointer);
   assert_ptr_equal(pointer, &h);
   GL(Disable, GL_DEBUG_OUTPUT);
   GL(CullFace, 1);
   assert_int_equal(h.count, 1);
   assert_gl_error(GL_INVALID_ENUM);
}

static void volume(void **state)
{
   CONTEXT;
   struct heard h = {0};
   GL(DebugMessageCallback, hear, &h);
   insert(ctx, 1, GL_DEBUG_SEVERITY_LOW, "low is off at first");
   assert_int_equal(h.count, 0);
   GL(DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_LOW, 0, NULL, GL_TRUE);
   insert(ctx, 1, GL_DEBUG_SEVERITY_LOW, "x");
   assert_int_equal(h.count, 1);
   GL(DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 1, (GLuint[]){7}, GL_FALSE);
   insert(ctx, 7, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 1);
   insert(ctx, 8, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 2);
   GL(DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE);
   insert(ctx, 7, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 3);
   GL(DebugMessageControl, GL_DONT_CARE, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 0, NULL, GL_FALSE);
   insert(ctx, 9, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 3);
   /* A control by severity replaces earlier controls of single ids for messages of that severity. */
   GL(DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 1, (GLuint[]){7}, GL_FALSE);
   GL(DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_HIGH, 0, NULL, GL_TRUE);
   insert(ctx, 7, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 4);
   insert(ctx, 7, GL_DEBUG_SEVERITY_MEDIUM, "x");
   assert_int_equal(h.count, 4);
   GL(DebugMessageControl, GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER, GL_DONT_CARE, 1, (GLuint[]){7}, GL_FALSE);
   insert(ctx, 7, GL_DEBUG_SEVERITY_HIGH, "x");
   assert_int_equal(h.count, 4);
   assert_gl_error(GL_NO_ERROR);
}

static void the_log(void **state)
{
   CONTEXT;
   GLint v;
   for (unsigned i = 0; i < GA_DEBUG_LOGGED_MESSAGES + 5; i++)
      insert(ctx, i, GL_DEBUG_SEVERITY_MEDIUM, i == 0 ? "first" : "other");
   GL(GetIntegerv, GL_DEBUG_LOGGED_MESSAGES, &v);
   assert_int_equal(v, GA_DEBUG_LOGGED_MESSAGES); /* the newest are dropped */
   GL(GetIntegerv, GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &v);
   assert_int_equal(v, 6);
   char text[13];
   GLuint ids[3];
   GLsizei lengths[3];
   assert_int_equal(GL(GetDebugMessageLog, 3, 5, NULL, NULL, ids, NULL, lengths, text), 0); /* does not fit */
   assert_int_equal(GL(GetDebugMessageLog, 3, sizeof(text), NULL, NULL, ids, NULL, lengths, text), 2);
   assert_string_equal(text, "first");
   assert_string_equal(text + 6, "other");
   assert_true(ids[1] == 1 && lengths[0] == 6);
   assert_int_equal(GL(GetDebugMessageLog, 1000, 0, NULL, NULL, NULL, NULL, NULL, NULL), GA_DEBUG_LOGGED_MESSAGES - 2);
   GL(GetIntegerv, GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, &v);
   assert_int_equal(v, 0);
   assert_gl_error(GL_NO_ERROR);
}

static void groups(void **state)
{
   CONTEXT;
   struct heard h = {0};
   GLint v;
   GL(DebugMessageCallback, hear, &h);
   GL(PushDebugGroup, GL_DEBUG_SOURCE_THIRD_PARTY, 42, 3, "abcdef");
   assert_true(h.count == 1 && h.type == GL_DEBUG_TYPE_PUSH_GROUP && h.id == 42);
   assert_string_equal(h.text, "abc");
   GL(GetIntegerv, GL_DEBUG_GROUP_STACK_DEPTH, &v);
   assert_int_equal(v, 2);
   GL(DebugMessageControl, GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_FALSE);
   insert(ctx, 1, GL_DEBUG_SEVERITY_HIGH, "silenced inside");
   assert_int_equal(h.count, 1);
   GL(PopDebugGroup);
   assert_true(h.count == 2 && h.type == GL_DEBUG_TYPE_POP_GROUP && h.source == GL_DEBUG_SOURCE_THIRD_PARTY);
   insert(ctx, 1, GL_DEBUG_SEVERITY_HIGH, "heard again");
   assert_int_equal(h.count, 3);
   GL(PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, "left open"); /* freed with the context */
   GL(DebugMessageControl, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, 1, (GLuint[]){7}, GL_FALSE);
   GL(PushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 2, -1, "with exceptions");
   assert_gl_error(GL_NO_ERROR);
}

static void labels(void **state)
{
   CONTEXT;
   GLuint buffer, vao, fbo, rb;
   GL(GenBuffers, 1, &buffer);
   GL(GenVertexArrays, 1, &vao);
   GL(GenFramebuffers, 1, &fbo);
   GL(GenRenderbuffers, 1, &rb);
   GL(ObjectLabel, GL_BUFFER, buffer, -1, "not yet an object");
   assert_gl_error(GL_INVALID_VALUE);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(BindVertexArray, vao);
   GL(BindFramebuffer, GL_FRAMEBUFFER, fbo);
   GL(BindRenderbuffer, GL_RENDERBUFFER, rb);
   GLuint program = GL(CreateProgram), shader = GL(CreateShader, GL_VERTEX_SHADER);
   const struct { GLenum kind; GLuint name; } rows[] = {{GL_BUFFER, buffer}, {GL_VERTEX_ARRAY, vao},
      {GL_FRAMEBUFFER, fbo}, {GL_RENDERBUFFER, rb}, {GL_PROGRAM, program}, {GL_SHADER, shader}};
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      char text[8];
      GLsizei length = -1;
      GL(GetObjectLabel, rows[i].kind, rows[i].name, sizeof(text), &length, text);
      assert_true(length == 0 && text[0] == 0);
      GL(ObjectLabel, rows[i].kind, rows[i].name, 5, "a label");
      GL(GetObjectLabel, rows[i].kind, rows[i].name, sizeof(text), &length, text);
      assert_string_equal(text, "a lab");
      assert_int_equal(length, 5);
      GL(GetObjectLabel, rows[i].kind, rows[i].name, 3, &length, text);
      assert_string_equal(text, "a ");
      assert_int_equal(length, 2);
      GL(GetObjectLabel, rows[i].kind, rows[i].name, 0, &length, NULL);
      assert_int_equal(length, 5);
      GL(ObjectLabel, rows[i].kind, rows[i].name, 0, NULL);
      GL(GetObjectLabel, rows[i].kind, rows[i].name, 0, &length, NULL);
      assert_int_equal(length, 0);
      GL(ObjectLabel, rows[i].kind, rows[i].name, -1, "freed with the object");
   }
   assert_gl_error(GL_NO_ERROR);
   GL(ObjectLabel, GL_SHADER, program, -1, "a program is not a shader");
   assert_gl_error(GL_INVALID_VALUE);
}

/* ---- messages of other threads -------------------------------------------------------------------------------------------- */

static void *driver_thread(void *data)
{
   ga_debug_from_driver(data, PIPE_DEBUG_PERFORMANCE, "slow");
   return NULL;
}

static void say_from_another_thread(struct ga_context *ctx)
{
   pthread_t thread;
   assert_int_equal(pthread_create(&thread, NULL, driver_thread, ctx), 0);
   pthread_join(thread, NULL);
}

static void synchronous_callbacks_stay_on_their_thread(void **state)
{
   CONTEXT;
   struct heard h = {0};
   GL(DebugMessageCallback, hear, &h);
   say_from_another_thread(ctx);
   assert_true(h.count == 1 && h.type == GL_DEBUG_TYPE_PERFORMANCE && h.severity == GL_DEBUG_SEVERITY_MEDIUM);
   GL(Enable, GL_DEBUG_OUTPUT_SYNCHRONOUS);
   say_from_another_thread(ctx);
   assert_int_equal(h.count, 1);
   GL(Flush);
   assert_int_equal(h.count, 2);
   assert_string_equal(h.text, "slow");
   say_from_another_thread(ctx);
   GL(DebugMessageCallback, NULL, NULL); /* h goes out of scope */
   GL(Flush);
   assert_int_equal(h.count, 2);
}

static void contexts_without_debug_are_silent(void **state)
{
   CONTEXT;
   struct heard h = {0};
   assert_false(GL(IsEnabled, GL_DEBUG_OUTPUT));
   GL(DebugMessageCallback, hear, &h);
   GL(CullFace, 1);
   assert_int_equal(h.count, 0);
   GL(Enable, GL_DEBUG_OUTPUT);
   GL(CullFace, 1);
   assert_int_equal(h.count, 1);
   assert_gl_error(GL_INVALID_ENUM);
}

/* ---- callbacks and locks -------------------------------------------------------------------------------------------- */

/* The callback takes a lock of the application under which another thread calls GL in another context of the share group. */
struct inversion {
   pthread_mutex_t lock;      /* the application's */
   sem_t locked, in_callback; /* the other thread has the lock; the callback is about to take it */
   struct ga_context *other;
   unsigned calls;
   bool stuck;
};

static void APIENTRY take_lock(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *message,
                               const void *user)
{
   struct inversion *v = (struct inversion *)user;
   struct timespec end;
   v->calls++;
   sem_post(&v->in_callback);
   clock_gettime(CLOCK_REALTIME, &end);
   end.tv_sec += 20;
   if (pthread_mutex_timedlock(&v->lock, &end) == 0)
      pthread_mutex_unlock(&v->lock);
   else
      v->stuck = true;
}

/* Uses every name space of the group while it holds the application's lock. */
static void *call_under_lock(void *data)
{
   struct inversion *v = data;
   struct ga_context *ctx = v->other;
   GLuint names[3];
   pthread_mutex_lock(&v->lock);
   sem_post(&v->locked);
   sem_wait(&v->in_callback);
   GL(GenBuffers, 1, &names[0]);
   GL(GenTextures, 1, &names[1]);
   GL(GenRenderbuffers, 1, &names[2]);
   GLuint shader = GL(CreateShader, GL_VERTEX_SHADER);
   GL(DeleteShader, shader);
   GL(DeleteBuffers, 1, &names[0]);
   GL(DeleteTextures, 1, &names[1]);
   GL(DeleteRenderbuffers, 1, &names[2]);
   pthread_mutex_unlock(&v->lock);
   return NULL;
}

static GLuint broken_program, shader_name;

static void use_unlinked(struct ga_context *ctx) { GL(UseProgram, broken_program); }
static void link_nothing(struct ga_context *ctx) { GL(LinkProgram, broken_program); }
static void compile_error(struct ga_context *ctx) { GL(CompileShader, shader_name); }
static void find_unlinked(struct ga_context *ctx) { GL(GetUniformLocation, broken_program, "u"); }
static void detach_other(struct ga_context *ctx) { GL(DetachShader, broken_program, shader_name); }
static void query_shader(struct ga_context *ctx) { GL(GetShaderiv, shader_name, GL_TEXTURE_2D, &(GLint){0}); }
static void bind_reserved(struct ga_context *ctx) { GL(BindAttribLocation, broken_program, 0, "gl_a"); }
static void wrong_parameter(struct ga_context *ctx) { GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_RGBA); }
static void map_nothing(struct ga_context *ctx) { GL(MapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY); }

static void callbacks_run_without_locks(void **state)
{
   static void (*const calls[])(struct ga_context *ctx) = {use_unlinked, link_nothing, compile_error, find_unlinked, detach_other,
                                                           query_shader, bind_reserved, wrong_parameter, map_nothing};
   struct ga_test *t = *state;
   struct ga_context *ctx = t->ctx;
   const GLchar *source = "syntax error";
   broken_program = GL(CreateProgram);
   shader_name = GL(CreateShader, GL_VERTEX_SHADER);
   GL(ShaderSource, shader_name, 1, &source, NULL);
   struct inversion v = {.other = ga_test_context(t, ctx)};
   pthread_mutex_init(&v.lock, NULL);
   sem_init(&v.locked, 0, 0);
   sem_init(&v.in_callback, 0, 0);
   GL(DebugMessageCallback, take_lock, &v);
   for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]) && !v.stuck; i++) {
      pthread_t thread;
      unsigned before = v.calls;
      assert_int_equal(pthread_create(&thread, NULL, call_under_lock, &v), 0);
      sem_wait(&v.locked);
      calls[i](ctx);
      if (v.calls == before)
         fail_msg("call %u did not send a message before it returned", i);
      pthread_join(thread, NULL);
      while (sem_trywait(&v.in_callback) == 0)
         ;
   }
   assert_false(v.stuck);
   GL(DebugMessageCallback, NULL, NULL);
   ga_context_destroy(v.other);
   sem_destroy(&v.locked);
   sem_destroy(&v.in_callback);
   pthread_mutex_destroy(&v.lock);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_debug, ga_test_teardown)
   const struct CMUnitTest tests[] = {
      TEST(errors_come_with_a_reason), TEST(volume), TEST(the_log), TEST(groups), TEST(labels),
      TEST(synchronous_callbacks_stay_on_their_thread), TEST(callbacks_run_without_locks),
      cmocka_unit_test_setup_teardown(contexts_without_debug_are_silent, ga_test_setup, ga_test_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

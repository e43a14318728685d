/* test_watchdog.c: the watchdog (GLOAM_WATCHDOG_MS, 200 ms here) ends shaders that do not terminate; their context reports
 * GL_GUILTY_CONTEXT_RESET, other contexts render. */
#include "../gl/pixel_test.h"

#include <GLES3/gl32.h>
#include <GL/glcorearb.h>
#include <time.h>

static PFNGLGETGRAPHICSRESETSTATUSEXTPROC reset_status;
static PFNGLBUFFERSTORAGEPROC buffer_storage;
static PFNGLGETQUERYBUFFEROBJECTUIVPROC query_to_buffer;

static double seconds(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char plain_vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
static const char plain_fs[] =
   "precision highp float; uniform float u; void main() { gl_FragColor = vec4(1.0 - u, 0.0, 0.0, 1.0); }";
/* u is 0 at run time only. */
static const char endless_vs[] = "attribute vec4 pos; uniform float u; void main() {\n"
                                 "   float x = pos.x; while (x * u < 1.0) x += 0.001; gl_Position = vec4(x); }";
static const char endless_fs[] = "precision highp float; uniform float u; void main() {\n"
                                 "   float x = 0.5; while (x * u < 1.0) x = fract(x + 0.3); gl_FragColor = vec4(x); }";
static const char texture_fs[] = "precision highp float; uniform float u; uniform sampler2D s; void main() {\n"
                                 "   vec4 x = vec4(0.5); while (x.x * u < 1.0) x += texture2D(s, x.xy); gl_FragColor = x; }";

static const struct { const char *name, *vs, *fs; } rows[] = {
   {"vertex shader", endless_vs, plain_fs}, {"fragment shader", plain_vs, endless_fs}, {"sampling", plain_vs, texture_fs},
};

static EGLContext robust_context(void)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE,
      EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE};
   EGLContext robust = eglCreateContext(display, pixel_config(), EGL_NO_CONTEXT, attribs);
   assert_ptr_not_equal(robust, EGL_NO_CONTEXT);
   return robust;
}

static void endless_loops(void **state)
{
   uint8_t rgba[4];
   reset_status = (PFNGLGETGRAPHICSRESETSTATUSEXTPROC)eglGetProcAddress("glGetGraphicsResetStatusEXT");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      EGLContext robust = robust_context();
      assert_true(eglMakeCurrent(display, surface, surface, robust));
      pixel_program(rows[i].vs, rows[i].fs);
      double start = seconds();
      pixel_rectangle(-1, -1, 1, 1, 0);
      glFinish();
      if (seconds() - start > 15)
         fail_msg("%s: ended only after %.1f s", rows[i].name, seconds() - start);
      GLenum status = reset_status();
      if (status != GL_GUILTY_CONTEXT_RESET_EXT)
         fail_msg("%s: status %x", rows[i].name, status);
      /* Commands of a lost context have no effect, and do not crash or hang. */
      pixel_rectangle(-1, -1, 1, 1, 0);
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      glFinish();

      /* A context made before is not affected, and neither is a new one. */
      for (unsigned fresh = 0; fresh < 2; fresh++) {
         EGLContext other = fresh ? robust_context() : context;
         assert_true(eglMakeCurrent(display, surface, surface, other));
         assert_int_equal(reset_status() == GL_GUILTY_CONTEXT_RESET_EXT, 0);
         GLuint program = pixel_program(plain_vs, plain_fs);
         glClear(GL_COLOR_BUFFER_BIT);
         pixel_rectangle(-1, -1, 1, 1, 0);
         pixel_expect(pixel_read(2, 2), (float[]){1, 0, 0, 1}, rows[i].name);
         glDeleteProgram(program);
         if (fresh)
            assert_true(eglDestroyContext(display, other));
      }
      assert_true(eglDestroyContext(display, robust));
      assert_true(eglMakeCurrent(display, surface, surface, context));
   }
}

/* Loops that poll a query, a fence or an EGL sync end, also in a program that calls nothing else meanwhile (GL 4.6, 2.3.2). A mapped
 * buffer receives the availability of a query. */
static void polls_end(void **state)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE};
   buffer_storage = (PFNGLBUFFERSTORAGEPROC)eglGetProcAddress("glBufferStorage");
   query_to_buffer = (PFNGLGETQUERYBUFFEROBJECTUIVPROC)eglGetProcAddress("glGetQueryBufferObjectuiv");
   assert_true(eglBindAPI(EGL_OPENGL_API));
   for (unsigned poll = 0; poll < 3; poll++) {
      EGLContext lost = eglCreateContext(display, pixel_config(), EGL_NO_CONTEXT, attribs);
      assert_ptr_not_equal(lost, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(display, surface, surface, lost));
      GLuint query, buffer, vao, available = 77;
      GLint status = 77;
      glGenVertexArrays(1, &vao);
      glBindVertexArray(vao);
      glGenQueries(1, &query);
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_QUERY_BUFFER, buffer);
      buffer_storage(GL_QUERY_BUFFER, 64, NULL, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
      const volatile GLuint *map = glMapBufferRange(GL_QUERY_BUFFER, 0, 64, GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
      assert_non_null((const void *)map);
      glBindBuffer(GL_QUERY_BUFFER, 0);
      const GLuint program = pixel_program("#version 330\nlayout(location = 0) in vec4 pos; void main() { gl_Position = pos; }",
                                           "#version 330\nuniform float u; out vec4 c; void main() {\n"
                                           "   float x = 0.5; while (x * u < 1.0) x = fract(x + 0.3); c = vec4(x); }");
      const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
      GLuint vertices;
      glGenBuffers(1, &vertices);
      glBindBuffer(GL_ARRAY_BUFFER, vertices);
      glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
      glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glEndQuery(GL_ANY_SAMPLES_PASSED);
      EGLSync egl_sync = eglCreateSync(display, EGL_SYNC_FENCE, NULL);
      GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
      const double start = seconds();
      EGLAttrib egl_status = EGL_UNSIGNALED;
      bool done = false;
      while (!done && seconds() - start < 15) {
         if (poll == 0)
            glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
         else if (poll == 1)
            glGetSynciv(sync, GL_SYNC_STATUS, 1, NULL, &status);
         else
            assert_true(eglGetSyncAttrib(display, egl_sync, EGL_SYNC_STATUS, &egl_status));
         done = available == GL_TRUE || status == GL_SIGNALED || egl_status == EGL_SIGNALED;
      }
      if (!done)
         fail_msg("poll %u does not end", poll);
      glFinish();
      assert_int_equal(glGetError(), GL_CONTEXT_LOST_KHR);
      available = 77, status = 77;
      glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
      assert_int_equal(available, GL_TRUE);
      glGetSynciv(sync, GL_SYNC_STATUS, 1, NULL, &status);
      assert_int_equal(status, GL_SIGNALED);
      status = 77;
      glGetProgramiv(program, GL_COMPLETION_STATUS_KHR, &status);
      assert_int_equal(status, GL_TRUE);
      assert_int_equal(glClientWaitSync(sync, 0, 1000000), GL_WAIT_FAILED);
      query_to_buffer(query, buffer, GL_QUERY_RESULT_AVAILABLE, 8);
      assert_int_equal(map[2], GL_TRUE);
      assert_int_equal(eglClientWaitSync(display, egl_sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER), EGL_CONDITION_SATISFIED);
      assert_true(eglMakeCurrent(display, surface, surface, context));
      assert_true(eglDestroyContext(display, lost));
   }
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
}

/* A long loop that terminates within the limit is not ended. */
static void long_loops_end(void **state)
{
   pixel_program(plain_vs, "precision highp float; uniform float u; void main() {\n"
                           "   float x = 0.0; for (int i = 0; i < 20000; i++) x += 1.0 / 65536.0 + u;\n"
                           "   gl_FragColor = vec4(x); }");
   pixel_rectangle(-1, -1, 1, 1, 0);
   const float value = 20000.0f / 65536.0f;
   pixel_expect(pixel_read(2, 2), (float[]){value, value, value, value}, "20000 rounds");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {TEST(endless_loops), TEST(polls_end), TEST(long_loops_end)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

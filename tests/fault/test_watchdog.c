/* test_watchdog.c: the watchdog (GLOAM_WATCHDOG_MS, 200 ms here) ends shaders that do not terminate; their context reports
 * GL_GUILTY_CONTEXT_RESET, other contexts render. */
#include "../gl/pixel_test.h"

#include <time.h>

static PFNGLGETGRAPHICSRESETSTATUSEXTPROC reset_status;

static double seconds(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static const char plain_vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
static const char plain_fs[] =
   "precision highp float; uniform float u; void main() { gl_FragColor = vec4(1.0 - u, 0.0, 0.0, 1.0); }";
/* u is 0; the compiler does not know that. */
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
   const struct CMUnitTest tests[] = {TEST(endless_loops), TEST(long_loops_end)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

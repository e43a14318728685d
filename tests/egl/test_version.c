/* test_version.c: versions of contexts: OpenGL ES 2.0 and 3.0 are offered; GLOAM_FORCE_VERSION gives contexts and configs of
 * others. */
#include "egl_test.h"

#define GL_MAJOR_VERSION 0x821B
#define GL_MINOR_VERSION 0x821C

static EGLContext create(EGLDisplay dpy, EGLenum api, EGLint major, EGLint minor)
{
   const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
                             EGL_CONTEXT_OPENGL_DEBUG, api == EGL_OPENGL_ES_API ? EGL_TRUE : EGL_FALSE, EGL_NONE};
   assert_true(eglBindAPI(api));
   return eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
}

/* Renderable types of all configs. */
static EGLint renderable(EGLDisplay dpy)
{
   EGLConfig config[64];
   EGLint count, type, all = ~0;
   assert_true(eglGetConfigs(dpy, config, 64, &count));
   for (EGLint i = 0; i < count; i++) {
      assert_true(eglGetConfigAttrib(dpy, config[i], EGL_RENDERABLE_TYPE, &type));
      all &= type;
   }
   return all;
}

static int teardown(void **state)
{
   unsetenv("GLOAM_FORCE_VERSION");
   return 0;
}

static void test_offered(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   assert_int_equal(renderable(dpy) & (EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT),
                    EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT);
   assert_ptr_equal(create(dpy, EGL_OPENGL_ES_API, 3, 1), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_ptr_equal(create(dpy, EGL_OPENGL_API, 3, 3), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglTerminate(dpy));
}

/* A request for OpenGL ES 2.0 gets 2.0. */
static void test_es20(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   EGLContext ctx = create(dpy, EGL_OPENGL_ES_API, 2, 0);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "OpenGL ES 2.0 gloam"), glGetString(GL_VERSION));
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
}

static void test_es30(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   EGLContext ctx = create(dpy, EGL_OPENGL_ES_API, 3, 0);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   EGLint value;
   assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_CLIENT_VERSION, &value));
   assert_int_equal(value, 3);
   assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "OpenGL ES 3.0 gloam"), glGetString(GL_VERSION));
   assert_string_equal((const char *)glGetString(GL_SHADING_LANGUAGE_VERSION), "OpenGL ES GLSL ES 3.00");
   GLint version[2] = {0, 0};
   glGetIntegerv(GL_MAJOR_VERSION, &version[0]);
   glGetIntegerv(GL_MINOR_VERSION, &version[1]);
   assert_int_equal(version[0], 3);
   assert_int_equal(version[1], 0);
   GLuint name = 0;
   PROC(void (*)(GLsizei, GLuint *), "glGenVertexArrays")(1, &name);
   assert_int_not_equal(name, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
}

static void test_forced_gl33(void **state)
{
   setenv("GLOAM_FORCE_VERSION", "gl33", 1);
   EGLDisplay dpy = surfaceless_display();
   assert_int_equal(renderable(dpy) & (EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT),
                    EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT);
   EGLContext ctx = create(dpy, EGL_OPENGL_API, 3, 3);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_ptr_equal(strstr((const char *)glGetString(GL_VERSION), "3.3 (Core Profile) gloam"), glGetString(GL_VERSION));
   assert_null(glGetString(GL_EXTENSIONS));
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_offered, teardown),
      cmocka_unit_test_teardown(test_es20, teardown),
      cmocka_unit_test_teardown(test_es30, teardown),
      cmocka_unit_test_teardown(test_forced_gl33, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

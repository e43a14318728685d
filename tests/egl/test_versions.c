/* test_versions.c: which context eglCreateContext makes for a version and profile. Runs with GLOAM_FORCE_VERSION=es31,gl33:
 * the rules are tested whether or not the versions are offered yet. */
#include "egl_test.h"

enum profile { CORE, COMPAT };

static EGLDisplay dpy;

static int setup(void **state)
{
   dpy = surfaceless_display();
   return 0;
}

static int teardown(void **state)
{
   return eglTerminate(dpy) ? 0 : 1;
}

/* mask 0: no EGL_CONTEXT_OPENGL_PROFILE_MASK in the attribute list. */
static EGLContext create(EGLenum api, EGLint major, EGLint minor, EGLint mask)
{
   const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
                             mask ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE, mask, EGL_NONE};
   assert_true(eglBindAPI(api));
   return eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
}

/* EGL_KHR_create_context, "EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR" and the paragraphs on backward compatibility after it. */
static void test_profile_of_a_version(void **state)
{
   static const struct { EGLint major, minor, mask; enum profile profile; } rows[] = {
      {1, 0, 0, COMPAT}, {2, 1, 0, COMPAT}, {3, 0, 0, COMPAT}, {3, 0, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, COMPAT},
      {3, 1, 0, CORE},   {3, 1, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, CORE}, /* the mask is ignored below 3.2 */
      {3, 2, 0, CORE},   {3, 3, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, CORE},
      {3, 2, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, COMPAT},
   };
   for (unsigned i = 0; i < COUNT(rows); i++) {
      EGLContext ctx = create(EGL_OPENGL_API, rows[i].major, rows[i].minor, rows[i].mask);
      assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      const char *version = (const char *)glGetString(GL_VERSION);
      assert_non_null(strstr(version, rows[i].profile == CORE ? "(Core Profile)" : "(Compatibility Profile)"));
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
}

static void test_versions_that_do_not_exist(void **state)
{
   static const struct { EGLenum api; EGLint major, minor, mask; } rows[] = {
      {EGL_OPENGL_ES_API, 2, 1, 0}, {EGL_OPENGL_ES_API, 2, 7, 0}, {EGL_OPENGL_ES_API, 3, 3, 0}, {EGL_OPENGL_ES_API, 0, 0, 0},
      {EGL_OPENGL_API, 1, 6, 0},    {EGL_OPENGL_API, 2, 2, 0},    {EGL_OPENGL_API, 3, 4, 0},    {EGL_OPENGL_API, 5, 0, 0},
      {EGL_OPENGL_API, -1, 0, 0},   {EGL_OPENGL_API, 3, -1, 0},   {EGL_OPENGL_API, 3, 3, 4 /* no profile */},
   };
   for (unsigned i = 0; i < COUNT(rows); i++) {
      assert_ptr_equal(create(rows[i].api, rows[i].major, rows[i].minor, rows[i].mask), EGL_NO_CONTEXT);
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   }
}

/* Existing versions beyond those that are offered. */
static void test_versions_that_are_not_offered(void **state)
{
   static const struct { EGLenum api; EGLint major, minor; } rows[] = {
      {EGL_OPENGL_ES_API, 3, 2}, {EGL_OPENGL_API, 4, 0}, {EGL_OPENGL_API, 4, 6}};
   for (unsigned i = 0; i < COUNT(rows); i++) {
      assert_ptr_equal(create(rows[i].api, rows[i].major, rows[i].minor, 0), EGL_NO_CONTEXT);
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_profile_of_a_version), cmocka_unit_test(test_versions_that_do_not_exist),
      cmocka_unit_test(test_versions_that_are_not_offered),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}

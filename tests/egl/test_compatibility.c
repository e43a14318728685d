/* test_compatibility.c: contexts of the compatibility profile: which requests get one, its version string and flags, share groups with
 * the core profile and OpenGL ES, and the default framebuffer of a pbuffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

static EGLDisplay display;

static int setup(void **state)
{
   (void)state;
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   return eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_API) ? 0 : -1;
}

static int teardown(void **state)
{
   (void)state;
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(display) ? 0 : -1;
}

static GLint value_of(GLenum name)
{
   GLint value = -1;
   glGetIntegerv(name, &value);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return value;
}

static EGLContext create(EGLenum api, EGLContext share, const EGLint *attribs)
{
   eglBindAPI(api);
   EGLContext ctx = eglCreateContext(display, EGL_NO_CONFIG_KHR, share, attribs);
   eglBindAPI(EGL_OPENGL_API);
   return ctx;
}

static void make_current(EGLContext ctx)
{
   assert_true(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
}

/* ---- requests --------------------------------------------------------------------------------------------------------------- */

/* EGL 1.5, 3.7.1.2: no attributes ask for 1.0; versions below 3.1 have no profiles; that of 3.1 may lack ARB_compatibility; a
 * forward-compatible context lacks deprecated features. A request gets the highest version. */
static void requests(void **state)
{
   enum { CORE = GL_CONTEXT_CORE_PROFILE_BIT, COMPAT = GL_CONTEXT_COMPATIBILITY_PROFILE_BIT };
   static const struct { EGLint major, minor, mask, forward; GLint profile; } rows[] = {
      {0, 0, 0, 0, COMPAT}, {1, 0, 0, 0, COMPAT}, {1, 1, 0, 0, COMPAT}, {1, 5, 0, 0, COMPAT}, {2, 0, 0, 0, COMPAT}, {2, 1, 0, 0, COMPAT},
      {3, 0, 0, 0, COMPAT}, {3, 0, 0, 1, CORE}, {3, 1, 0, 0, CORE}, {3, 1, 0, 1, CORE}, {3, 2, 0, 0, CORE},
      {3, 2, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, 0, COMPAT}, {3, 2, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, 0, CORE},
      {3, 2, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, 1, CORE}, {4, 6, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT, 0, COMPAT},
      {4, 6, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, 1, CORE}, {2, 1, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, 0, COMPAT},
   };
   (void)state;
   for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      EGLint attribs[16] = {EGL_NONE}, n = 0;
      const EGLint all[4][2] = {{EGL_CONTEXT_MAJOR_VERSION, rows[i].major}, {EGL_CONTEXT_MINOR_VERSION, rows[i].minor},
                                {EGL_CONTEXT_OPENGL_PROFILE_MASK, rows[i].mask}, {EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, rows[i].forward}};
      for (unsigned k = 0; k < 4 && rows[i].major; k++) {
         if (k >= 2 && !all[k][1])
            continue;
         attribs[n++] = all[k][0];
         attribs[n++] = all[k][1];
      }
      attribs[n] = EGL_NONE;
      EGLContext ctx = create(EGL_OPENGL_API, EGL_NO_CONTEXT, attribs);
      if (!ctx)
         fail_msg("row %zu: 0x%x", i, eglGetError());
      make_current(ctx);
      const char *version = (const char *)glGetString(GL_VERSION);
      const char *wanted = rows[i].profile == CORE ? "4.6 (Core Profile)" : "4.6 (Compatibility Profile)";
      if (strncmp(version, wanted, strlen(wanted)))
         fail_msg("row %zu: %s", i, version);
      assert_int_equal(value_of(GL_CONTEXT_PROFILE_MASK), rows[i].profile);
      assert_int_equal(value_of(GL_CONTEXT_FLAGS), rows[i].forward ? GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT : 0);
      const char *extensions = (const char *)glGetString(GL_EXTENSIONS);
      if (rows[i].profile == CORE) {
         assert_null(extensions);
         assert_int_equal(glGetError(), GL_INVALID_ENUM);
      } else {
         assert_non_null(strstr(extensions, "GL_ARB_compatibility"));
         assert_non_null(strstr(extensions, "GL_ARB_multitexture"));
      }
      make_current(EGL_NO_CONTEXT);
      assert_true(eglDestroyContext(display, ctx));
   }
}

/* ---- share groups ------------------------------------------------------------------------------------------------------------ */

static void share_groups(void **state)
{
   static const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE}, es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
   (void)state;
   EGLContext first = create(EGL_OPENGL_API, EGL_NO_CONTEXT, NULL);
   EGLContext shared[3] = {create(EGL_OPENGL_API, first, core), create(EGL_OPENGL_ES_API, first, es), create(EGL_OPENGL_API, first, NULL)};
   static const GLubyte texel[4] = {10, 20, 30, 40};
   GLuint name;
   make_current(first);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
   GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE);
   glColor4f(0.5f, 0.25f, 1, 1);
   glEndList();
   glFinish();
   for (unsigned i = 0; i < 3; i++) {
      assert_ptr_not_equal(shared[i], EGL_NO_CONTEXT);
      make_current(shared[i]);
      assert_true(glIsTexture(name));
      if (i == 2) {
         GLfloat color[4];
         assert_true(glIsList(list));
         glCallList(list);
         glGetFloatv(GL_CURRENT_COLOR, color);
         assert_true(color[1] == 0.25f);
      }
      assert_int_equal(glGetError(), GL_NO_ERROR);
   }
   make_current(EGL_NO_CONTEXT);
   assert_true(eglDestroyContext(display, first));
   for (unsigned i = 0; i < 3; i++) /* the objects live as long as one context of the group */
      assert_true(eglDestroyContext(display, shared[i]));
}

/* ---- the default framebuffer ---------------------------------------------------------------------------------------------------- */

/* GL 4.6 compatibility, 17.4.1 and table 23.47 ff.: a pbuffer has one colour buffer, which all names of left buffers stand for. */
static void pbuffer(void **state)
{
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8,
                                           EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
   static const struct { GLenum name, error; } rows[] = {
      {GL_NONE, GL_NO_ERROR}, {GL_FRONT_LEFT, GL_NO_ERROR}, {GL_BACK_LEFT, GL_NO_ERROR}, {GL_FRONT, GL_NO_ERROR}, {GL_BACK, GL_NO_ERROR},
      {GL_LEFT, GL_NO_ERROR}, {GL_FRONT_AND_BACK, GL_NO_ERROR}, {GL_FRONT_RIGHT, GL_INVALID_OPERATION},
      {GL_BACK_RIGHT, GL_INVALID_OPERATION}, {GL_RIGHT, GL_INVALID_OPERATION}, {GL_AUX0, GL_INVALID_OPERATION},
      {GL_AUX3, GL_INVALID_OPERATION}, {GL_AUX3 + 1, GL_INVALID_ENUM}, {GL_COLOR_ATTACHMENT0, GL_INVALID_OPERATION},
      {0x1234, GL_INVALID_ENUM}};
   static const struct { GLenum name; GLint value; } values[] = {
      {GL_RED_BITS, 8}, {GL_GREEN_BITS, 8}, {GL_BLUE_BITS, 8}, {GL_ALPHA_BITS, 8}, {GL_DEPTH_BITS, 24}, {GL_STENCIL_BITS, 8}, {GL_INDEX_BITS, 0},
      {GL_ACCUM_RED_BITS, 0}, {GL_ACCUM_ALPHA_BITS, 0}, {GL_AUX_BUFFERS, 0}, {GL_STEREO, GL_FALSE}, {GL_RGBA_MODE, GL_TRUE},
      {GL_INDEX_MODE, GL_FALSE}, {GL_DRAW_BUFFER, GL_BACK}, {GL_CURRENT_INDEX, 1}, {GL_INDEX_CLEAR_VALUE, 0}, {GL_INDEX_WRITEMASK, -1},
      {GL_INDEX_LOGIC_OP, GL_FALSE}, {GL_LIST_BASE, 0}, {GL_LIST_INDEX, 0}, {GL_LIST_MODE, 0}, {GL_MAX_LIST_NESTING, 64},
      {GL_RGBA_FLOAT_MODE_ARB, GL_FALSE}};
   (void)state;
   EGLConfig config;
   EGLint count = 0;
   assert_true(eglChooseConfig(display, config_attribs, &config, 1, &count) && count == 1);
   EGLSurface surface = eglCreatePbufferSurface(display, config, size);
   EGLContext ctx = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
   assert_true(eglMakeCurrent(display, surface, surface, ctx));
   for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
      if (value_of(values[i].name) != values[i].value)
         fail_msg("0x%x is %d, not %d", values[i].name, value_of(values[i].name), values[i].value);
   for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLint before = value_of(GL_DRAW_BUFFER);
      glDrawBuffer(rows[i].name);
      const GLenum error = glGetError();
      if (error != rows[i].error || value_of(GL_DRAW_BUFFER) != (error ? before : (GLint)rows[i].name))
         fail_msg("glDrawBuffer(0x%x): error 0x%x", rows[i].name, error);
   }
   static const GLenum buffers[] = {GL_FRONT, GL_BACK, GL_FRONT_AND_BACK, GL_LEFT};
   for (unsigned i = 0; i < 4; i++) {
      GLubyte pixel[4] = {0};
      glDrawBuffer(buffers[i]);
      glClearColor(i & 1 ? 1 : 0, i & 2 ? 1 : 0, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadBuffer(GL_BACK);
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      assert_true(pixel[0] == (i & 1 ? 255 : 0) && pixel[1] == (i & 2 ? 255 : 0) && pixel[2] == 255);
      glReadBuffer(GL_FRONT);
      glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      assert_true(pixel[0] == (i & 1 ? 255 : 0) && pixel[1] == (i & 2 ? 255 : 0) && pixel[2] == 255);
   }
   assert_int_equal(glGetError(), GL_NO_ERROR);
   make_current(EGL_NO_CONTEXT);
   assert_true(eglDestroyContext(display, ctx) && eglDestroySurface(display, surface));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(requests, setup, teardown),
      cmocka_unit_test_setup_teardown(share_groups, setup, teardown),
      cmocka_unit_test_setup_teardown(pbuffer, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_display.c: displays, devices, strings, initialisation, termination, fork, memory. */
#include "egl_test.h"

#include <sys/wait.h>
#include <unistd.h>

static void test_platforms(void **state)
{
   EGLDisplay surfaceless = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_ptr_not_equal(surfaceless, EGL_NO_DISPLAY);
   assert_ptr_equal(surfaceless, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL));
   assert_ptr_not_equal(eglGetDisplay(EGL_DEFAULT_DISPLAY), EGL_NO_DISPLAY);
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, (void *)1, NULL), EGL_NO_DISPLAY);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_ptr_equal(eglGetPlatformDisplay(0x1234, EGL_DEFAULT_DISPLAY, NULL), EGL_NO_DISPLAY);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   static const EGLAttrib bad[] = {EGL_WIDTH, 3, EGL_NONE};
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, bad), EGL_NO_DISPLAY);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
}

static void test_devices(void **state)
{
   PFNEGLQUERYDEVICESEXTPROC query = PROC(PFNEGLQUERYDEVICESEXTPROC, "eglQueryDevicesEXT");
   PFNEGLQUERYDEVICESTRINGEXTPROC string = PROC(PFNEGLQUERYDEVICESTRINGEXTPROC, "eglQueryDeviceStringEXT");
   PFNEGLQUERYDISPLAYATTRIBEXTPROC attrib = PROC(PFNEGLQUERYDISPLAYATTRIBEXTPROC, "eglQueryDisplayAttribEXT");
   EGLint count = 0;
   EGLDeviceEXT devices[8], again[8];
   assert_true(query(0, NULL, &count));
   assert_in_range(count, 1, 8);
   assert_true(query(8, devices, &count));
   assert_true(query(8, again, &count));
   assert_memory_equal(devices, again, sizeof(devices[0]) * (size_t)count);
   assert_false(query(0, devices, &count));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_non_null(strstr(string(devices[0], EGL_EXTENSIONS), "EGL_EXT_device_query_name"));
   assert_non_null(strstr(string(devices[0], EGL_RENDERER_EXT), "gloam"));
   assert_null(string(devices[0], 0x1234));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);

   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[0], NULL);
   assert_ptr_not_equal(dpy, EGL_NO_DISPLAY);
   EGLint major, minor;
   assert_true(eglInitialize(dpy, &major, &minor));
   assert_int_equal(major, 1);
   assert_int_equal(minor, 5);
   EGLAttrib value = 0;
   assert_true(attrib(dpy, EGL_DEVICE_EXT, &value));
   assert_ptr_equal((void *)value, devices[0]);
   assert_true(eglTerminate(dpy));
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, (void *)0x10, NULL), EGL_NO_DISPLAY);
}

static void test_strings(void **state)
{
   const char *client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
   assert_non_null(client);
   static const char *const wanted[] = {"EGL_EXT_platform_device", "EGL_MESA_platform_surfaceless", "EGL_KHR_debug",
                                        "EGL_EXT_device_enumeration"};
   for (unsigned i = 0; i < COUNT(wanted); i++)
      assert_non_null(strstr(client, wanted[i]));
   EGLDisplay dpy = surfaceless_display();
   assert_string_equal(eglQueryString(dpy, EGL_VENDOR), "gloam");
   assert_int_equal(strncmp(eglQueryString(dpy, EGL_VERSION), "1.5", 3), 0);
   assert_non_null(strstr(eglQueryString(dpy, EGL_CLIENT_APIS), "OpenGL_ES"));
   static const char *const display[] = {"EGL_KHR_no_config_context", "EGL_KHR_surfaceless_context", "EGL_KHR_fence_sync",
      "EGL_KHR_create_context", "EGL_KHR_image_base", "EGL_KHR_gl_texture_2D_image", "EGL_KHR_gl_renderbuffer_image",
      "EGL_KHR_get_all_proc_addresses", "EGL_MESA_query_driver"};
   for (unsigned i = 0; i < COUNT(display); i++)
      assert_non_null(strstr(eglQueryString(dpy, EGL_EXTENSIONS), display[i]));
   PFNEGLGETDISPLAYDRIVERNAMEPROC driver = PROC(PFNEGLGETDISPLAYDRIVERNAMEPROC, "eglGetDisplayDriverName");
   assert_string_equal(driver(dpy), "gloam");
   assert_true(eglTerminate(dpy));
   assert_null(eglQueryString(dpy, EGL_VENDOR));
   assert_int_equal(eglGetError(), EGL_NOT_INITIALIZED);
}

static void test_terminate_keeps_current(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_true(eglTerminate(dpy));
   /* The context stays usable until it is released (EGL 1.5, 3.2). */
   glClearColor(1, 0, 0, 1);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_ptr_equal(eglGetCurrentContext(), EGL_NO_CONTEXT);
   assert_true(eglTerminate(dpy));
   /* The display can be initialised again. */
   dpy = surfaceless_display();
   ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
}

/* EGL 1.5, 3.2: all handles are invalid once eglTerminate returns, also after eglInitialize; current objects are used until they
 * are released. Strings that were returned stay valid. */
static void test_terminate_ends_handles(void **state)
{
   static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
   EGLDisplay dpy = surfaceless_display();
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT), other = es2_context(dpy, EGL_NO_CONTEXT);
   EGLSurface surf = eglCreatePbufferSurface(dpy, any_config(dpy), size);
   assert_ptr_not_equal(surf, EGL_NO_SURFACE);
   assert_true(eglMakeCurrent(dpy, surf, surf, ctx));
   EGLSync sync = eglCreateSync(dpy, EGL_SYNC_FENCE, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC);
   const char *extensions = eglQueryString(dpy, EGL_EXTENSIONS);
   assert_true(eglTerminate(dpy));
   assert_non_null(strstr(extensions, "EGL_KHR_fence_sync"));
   for (int initialized = 0; initialized < 2; initialized++) {
      const EGLint lost = initialized ? 0 : EGL_NOT_INITIALIZED;
      EGLint value;
      if (initialized)
         assert_true(eglInitialize(dpy, NULL, NULL));
      assert_false(eglQueryContext(dpy, other, EGL_CONFIG_ID, &value));
      assert_int_equal(eglGetError(), lost ? lost : EGL_BAD_CONTEXT);
      assert_false(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      assert_int_equal(eglGetError(), lost ? lost : EGL_BAD_CONTEXT);
      assert_false(eglSwapBuffers(dpy, surf));
      assert_int_equal(eglGetError(), lost ? lost : EGL_BAD_SURFACE);
      assert_int_equal(eglClientWaitSync(dpy, sync, 0, 0), EGL_FALSE);
      assert_int_equal(eglGetError(), lost ? lost : EGL_BAD_PARAMETER);
      uint8_t got[4];
      glClearColor(0, 1, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
      assert_true(got[0] == 0 && got[1] == 255 && got[2] == 0);
      assert_ptr_equal(eglGetCurrentContext(), ctx);
      assert_ptr_equal(eglGetCurrentDisplay(), dpy);
   }
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(dpy));
}

/* Programs keep configs beyond eglTerminate and eglInitialize. */
static void test_configs_stay(void **state)
{
   EGLConfig before[256], after[256];
   EGLint counts[2], ids[2];
   EGLDisplay dpy = surfaceless_display();
   assert_true(eglGetConfigs(dpy, before, 256, &counts[0]));
   assert_true(eglGetConfigAttrib(dpy, before[7], EGL_CONFIG_ID, &ids[0]));
   assert_true(eglTerminate(dpy));
   void *blocks[64]; /* take memory that eglTerminate may have freed */
   for (unsigned i = 0; i < COUNT(blocks); i++)
      blocks[i] = malloc((i + 1) * 256);
   assert_true(eglInitialize(dpy, NULL, NULL));
   assert_true(eglGetConfigs(dpy, after, 256, &counts[1]));
   assert_int_equal(counts[0], counts[1]);
   assert_memory_equal(before, after, (size_t)counts[0] * sizeof(before[0]));
   assert_true(eglGetConfigAttrib(dpy, before[7], EGL_CONFIG_ID, &ids[1]));
   assert_int_equal(ids[0], ids[1]);
   for (unsigned i = 0; i < COUNT(blocks); i++)
      free(blocks[i]);
   assert_true(eglTerminate(dpy));
}

static EGLint last_error, last_type;
static char last_text[256], last_command[64];

static void EGLAPIENTRY on_message(EGLenum error, const char *command, EGLint type, EGLLabelKHR thread,
                                   EGLLabelKHR object, const char *text)
{
   last_error = (EGLint)error;
   last_type = type;
   snprintf(last_text, sizeof(last_text), "%s", text);
   snprintf(last_command, sizeof(last_command), "%s", command);
}

static void test_debug_messages(void **state)
{
   PFNEGLDEBUGMESSAGECONTROLKHRPROC control = PROC(PFNEGLDEBUGMESSAGECONTROLKHRPROC, "eglDebugMessageControlKHR");
   EGLDisplay dpy = surfaceless_display();
   assert_int_equal(control(on_message, NULL), EGL_SUCCESS);
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 9, EGL_NONE};
   assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_int_equal(last_error, EGL_BAD_MATCH);
   assert_int_equal(last_type, EGL_DEBUG_MSG_ERROR_KHR);
   assert_string_equal(last_command, "eglCreateContext");
   assert_non_null(strstr(last_text, "9.0"));
   assert_int_equal(control(NULL, NULL), EGL_SUCCESS);
   assert_true(eglTerminate(dpy));
}

static void test_proc_addresses(void **state)
{
   static const char *const names[] = {"eglGetDisplay", "eglCreateSync", "eglCreateImage", "eglCreateImageKHR",
      "eglExportDMABUFImageMESA", "eglQueryDmaBufModifiersEXT", "glClear", "glDrawArrays", "glGenVertexArraysOES",
      "glEGLImageTargetTexture2DOES", "glDispatchCompute", "glTexImage3D"};
   for (unsigned i = 0; i < COUNT(names); i++)
      assert_non_null(eglGetProcAddress(names[i]));
}

/* A child of fork() renders on a display and context that it initialises; inherited objects are lost, and no call hangs. */
static void test_fork(void **state)
{
#ifdef __SANITIZE_ADDRESS__
   skip(); /* GCC 12: a thread of the parent may hold a lock of the sanitizer's allocator, which stays locked in the child */
#endif
   EGLDisplay dpy = surfaceless_display();
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   GLuint rb, fb;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 16, 16);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   pid_t pid = fork();
   if (pid == 0) {
      alarm(20);
      EGLint wrong = eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx) || eglGetError() != EGL_CONTEXT_LOST;
      if (wrong)
         _exit(2);
      if (!eglInitialize(dpy, NULL, NULL))
         _exit(3);
      static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
      EGLContext own = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
      if (!own || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, own))
         _exit(4);
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 16, 16);
      glGenFramebuffers(1, &fb);
      glBindFramebuffer(GL_FRAMEBUFFER, fb);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      glClearColor(0, 1, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      GLubyte pixel[4] = {0};
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      _exit(pixel[0] == 0 && pixel[1] == 255 && glGetError() == GL_NO_ERROR ? 0 : 5);
   }
   int status = 0;
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 0);
   /* The parent is not affected. */
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(dpy));
}

static long resident_kB(void)
{
   long pages = 0, resident = 0;
   FILE *file = fopen("/proc/self/statm", "r");
   assert_non_null(file);
   assert_int_equal(fscanf(file, "%ld %ld", &pages, &resident), 2);
   fclose(file);
   return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Resident memory does not grow while 1,000 contexts are made, used and destroyed. */
static void test_context_churn(void **state)
{
   EGLDisplay dpy = surfaceless_display();
   long before = 0;
   for (int i = 0; i < 1100; i++) {
      if (i == 100)
         before = resident_kB();
      EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      GLuint texture;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_2D, texture);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glFinish();
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* sanitizers delay the reuse of freed memory */
   assert_true(resident_kB() - before < 2048);
#else
   (void)before;
#endif
   assert_true(eglTerminate(dpy));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_platforms), cmocka_unit_test(test_devices), cmocka_unit_test(test_strings),
      cmocka_unit_test(test_terminate_keeps_current), cmocka_unit_test(test_terminate_ends_handles),
      cmocka_unit_test(test_configs_stay), cmocka_unit_test(test_debug_messages),
      cmocka_unit_test(test_proc_addresses), cmocka_unit_test(test_fork), cmocka_unit_test(test_context_churn)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

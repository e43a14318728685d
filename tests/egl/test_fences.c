/* test_fences.c: EGL_ANDROID_native_fence_sync where the device has sync files: the render-node stand-in. Elsewhere the extension is
 * not offered, and its type of sync is refused. */
#include "egl_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

static EGLDisplay dpy;
static EGLContext ctx;
static bool offered;
static PFNEGLCREATESYNCKHRPROC create;
static PFNEGLDESTROYSYNCKHRPROC destroy;
static PFNEGLCLIENTWAITSYNCKHRPROC client_wait;
static PFNEGLWAITSYNCKHRPROC server_wait;
static PFNEGLGETSYNCATTRIBKHRPROC get_attrib;
static PFNEGLDUPNATIVEFENCEFDANDROIDPROC dup_fd;

static int setup(void **state)
{
   dpy = surfaceless_display();
   ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   offered = strstr(eglQueryString(dpy, EGL_EXTENSIONS), "EGL_ANDROID_native_fence_sync") != NULL;
   create = PROC(PFNEGLCREATESYNCKHRPROC, "eglCreateSyncKHR");
   destroy = PROC(PFNEGLDESTROYSYNCKHRPROC, "eglDestroySyncKHR");
   client_wait = PROC(PFNEGLCLIENTWAITSYNCKHRPROC, "eglClientWaitSyncKHR");
   server_wait = PROC(PFNEGLWAITSYNCKHRPROC, "eglWaitSyncKHR");
   get_attrib = PROC(PFNEGLGETSYNCATTRIBKHRPROC, "eglGetSyncAttribKHR");
   dup_fd = PROC(PFNEGLDUPNATIVEFENCEFDANDROIDPROC, "eglDupNativeFenceFDANDROID");
   GLuint texture, fb;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   return 0;
}

static int teardown(void **state)
{
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
   assert_true(eglTerminate(dpy));
   return 0;
}

static bool is_open(int fd)
{
   return fcntl(fd, F_GETFD) >= 0 || errno != EBADF;
}

static bool is_readable(int fd, int timeout_ms)
{
   struct pollfd p = {.fd = fd, .events = POLLIN};
   return poll(&p, 1, timeout_ms) == 1 && p.revents & POLLIN;
}

/* A sync of commands of this context. */
static EGLSyncKHR sync_of_commands(void)
{
   glClear(GL_COLOR_BUFFER_BIT);
   EGLSyncKHR sync = create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC_KHR);
   return sync;
}

static EGLSyncKHR sync_of_file(int fd)
{
   const EGLint attribs[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, fd, EGL_NONE};
   return create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, attribs);
}

static void not_offered(void **state)
{
   if (offered)
      skip();
   assert_ptr_equal(create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL), EGL_NO_SYNC_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   EGLSyncKHR fence = create(dpy, EGL_SYNC_FENCE_KHR, NULL);
   assert_ptr_not_equal(fence, EGL_NO_SYNC_KHR);
   assert_int_equal(dup_fd(dpy, fence), EGL_NO_NATIVE_FENCE_FD_ANDROID);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_true(destroy(dpy, fence));
}

/* A context without commands has a sync file too, whose fence is signalled. */
static void without_commands(void **state)
{
   if (!offered)
      skip();
   EGLContext idle = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, idle));
   EGLSyncKHR sync = create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC_KHR);
   const int fd = dup_fd(dpy, sync);
   assert_true(fd >= 0);
   assert_true(is_readable(fd, 0));
   assert_true(destroy(dpy, sync));
   sync = sync_of_file(fd);
   assert_ptr_not_equal(sync, EGL_NO_SYNC_KHR);
   assert_int_equal(client_wait(dpy, sync, 0, 0), EGL_CONDITION_SATISFIED_KHR);
   assert_true(destroy(dpy, sync));
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_true(eglDestroyContext(dpy, idle));
}

/* A sync file becomes readable when the commands before it are complete; copies are independent of the sync. */
static void file_of_commands(void **state)
{
   if (!offered)
      skip();
   EGLSyncKHR sync = sync_of_commands();
   EGLint value = 0;
   assert_true(get_attrib(dpy, sync, EGL_SYNC_TYPE_KHR, &value));
   assert_int_equal(value, EGL_SYNC_NATIVE_FENCE_ANDROID);
   assert_true(get_attrib(dpy, sync, EGL_SYNC_CONDITION_KHR, &value));
   assert_int_equal(value, EGL_SYNC_PRIOR_COMMANDS_COMPLETE_KHR);
   glFlush();
   const int first = dup_fd(dpy, sync), second = dup_fd(dpy, sync);
   assert_true(first >= 0 && second >= 0 && first != second);
   assert_true(fcntl(first, F_GETFD) & FD_CLOEXEC);
   assert_true(destroy(dpy, sync));
   assert_true(is_readable(first, 60000));
   assert_true(is_readable(second, 60000));
   struct sync_file_info info = {0};
   assert_int_equal(ioctl(first, SYNC_IOC_FILE_INFO, &info), 0);
   assert_int_equal(info.status, 1);
   close(first);
   close(second);
}

/* The sync owns an imported sync file and closes it. Its condition is another one. */
static void import_owns(void **state)
{
   if (!offered)
      skip();
   EGLSyncKHR source = sync_of_commands();
   glFlush();
   const int fd = dup_fd(dpy, source);
   assert_true(fd >= 0);
   EGLSyncKHR sync = sync_of_file(fd);
   assert_ptr_not_equal(sync, EGL_NO_SYNC_KHR);
   EGLint value = 0;
   assert_true(get_attrib(dpy, sync, EGL_SYNC_CONDITION_KHR, &value));
   assert_int_equal(value, EGL_SYNC_NATIVE_FENCE_SIGNALED_ANDROID);
   assert_true(server_wait(dpy, sync, 0));
   assert_int_equal(client_wait(dpy, sync, 0, EGL_FOREVER_KHR), EGL_CONDITION_SATISFIED_KHR);
   assert_true(get_attrib(dpy, sync, EGL_SYNC_STATUS_KHR, &value));
   assert_int_equal(value, EGL_SIGNALED_KHR);
   const int again = dup_fd(dpy, sync);
   assert_true(again >= 0 && again != fd);
   assert_true(is_readable(again, 0));
   close(again);
   assert_true(is_open(fd));
   assert_true(destroy(dpy, sync));
   assert_false(is_open(fd));
   assert_true(destroy(dpy, source));
}

/* Commands after eglWaitSync wait for the fence of another process, here the read end of a pipe as on the stand-in. */
static void server_wait_orders(void **state)
{
   if (!offered)
      skip();
   int ends[2];
   assert_int_equal(pipe(ends), 0);
   EGLSyncKHR theirs = sync_of_file(ends[0]);
   assert_ptr_not_equal(theirs, EGL_NO_SYNC_KHR);
   assert_true(server_wait(dpy, theirs, 0));
   EGLSyncKHR ours = sync_of_commands();
   glFlush();
   const int fd = dup_fd(dpy, ours);
   assert_true(fd >= 0);
   assert_false(is_readable(fd, 200));
   assert_int_equal(client_wait(dpy, ours, 0, 1000000), EGL_TIMEOUT_EXPIRED_KHR);
   assert_int_equal(write(ends[1], "", 1), 1);
   close(ends[1]);
   assert_true(is_readable(fd, 60000));
   close(fd);
   assert_true(destroy(dpy, ours));
   assert_true(destroy(dpy, theirs));
}

/* The error is the specified one, and the descriptor stays the caller's. */
static void refused(void **state)
{
   if (!offered)
      skip();
   const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), zero = open("/dev/zero", O_RDWR | O_CLOEXEC);
   const int bad[] = {file, zero, 12345, -2};
   for (unsigned i = 0; i < COUNT(bad); i++) {
      assert_ptr_equal(sync_of_file(bad[i]), EGL_NO_SYNC_KHR);
      assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   }
   assert_true(is_open(file) && is_open(zero));
   close(file);
   close(zero);
   const EGLint attribs[] = {EGL_SYNC_STATUS_KHR, 1, EGL_NONE};
   assert_ptr_equal(create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, attribs), EGL_NO_SYNC_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   const EGLint of_fence[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, EGL_NO_NATIVE_FENCE_FD_ANDROID, EGL_NONE};
   assert_ptr_equal(create(dpy, EGL_SYNC_FENCE_KHR, of_fence), EGL_NO_SYNC_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   EGLSyncKHR fence = create(dpy, EGL_SYNC_FENCE_KHR, NULL);
   assert_int_equal(dup_fd(dpy, fence), EGL_NO_NATIVE_FENCE_FD_ANDROID);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_true(destroy(dpy, fence));
   assert_int_equal(dup_fd(dpy, fence), EGL_NO_NATIVE_FENCE_FD_ANDROID);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_ptr_equal(create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL), EGL_NO_SYNC_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(not_offered), cmocka_unit_test(without_commands), cmocka_unit_test(file_of_commands), cmocka_unit_test(import_owns),
      cmocka_unit_test(server_wait_orders), cmocka_unit_test(refused),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}

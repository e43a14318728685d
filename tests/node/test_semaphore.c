/* test_semaphore.c: GL_EXT_semaphore and GL_EXT_semaphore_fd on a node: semaphores that the kernel interface makes and that two contexts
 * share, their waits and signals with buffers, textures and layouts, and each error. */
#include "../egl/egl_test.h"

#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <fcntl.h>
#include <unistd.h>
#include <xf86drm.h>

static EGLDisplay dpy;
static EGLContext ctx[2];
static int node;

#define COMMANDS(C) \
   C(PFNGLGENSEMAPHORESEXTPROC, GenSemaphoresEXT) C(PFNGLDELETESEMAPHORESEXTPROC, DeleteSemaphoresEXT) \
   C(PFNGLISSEMAPHOREEXTPROC, IsSemaphoreEXT) C(PFNGLIMPORTSEMAPHOREFDEXTPROC, ImportSemaphoreFdEXT) \
   C(PFNGLSEMAPHOREPARAMETERUI64VEXTPROC, SemaphoreParameterui64vEXT) \
   C(PFNGLGETSEMAPHOREPARAMETERUI64VEXTPROC, GetSemaphoreParameterui64vEXT) \
   C(PFNGLWAITSEMAPHOREEXTPROC, WaitSemaphoreEXT) C(PFNGLSIGNALSEMAPHOREEXTPROC, SignalSemaphoreEXT)
#define DECLARE(type, name) type name;
static struct { COMMANDS(DECLARE) } gl;

static int setup(void **state)
{
   dpy = surfaceless_display();
   node = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
   if (node < 0)
      return -1;
   for (unsigned i = 0; i < 2; i++)
      ctx[i] = es_context(dpy, 3, EGL_NO_CONTEXT);
#define LOAD(type, name) gl.name = PROC(type, "gl" #name);
   COMMANDS(LOAD)
   return eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx[0]) ? 0 : -1;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   close(node);
   return eglTerminate(dpy) ? 0 : -1;
}

static void use(unsigned i)
{
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx[i]));
}

static uint32_t new_syncobj(void)
{
   uint32_t handle;
   assert_int_equal(drmSyncobjCreate(node, 0, &handle), 0);
   return handle;
}

static GLuint import(uint32_t syncobj)
{
   GLuint name;
   int fd;
   assert_int_equal(drmSyncobjHandleToFD(node, syncobj, &fd), 0);
   gl.GenSemaphoresEXT(1, &name);
   gl.ImportSemaphoreFdEXT(name, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fd);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_int_equal(fcntl(fd, F_GETFD), -1); /* it belongs to the GL now */
   return name;
}

static bool signalled(uint32_t syncobj, bool wait)
{
   return drmSyncobjWait(node, &syncobj, 1, wait ? INT64_MAX : 0, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL) == 0;
}

static void check_clear(GLuint fb)
{
   GLubyte pixel[4] = {0};
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fb);
   glReadPixels(7, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   assert_int_equal(pixel[0], 51);
   assert_int_equal(pixel[3], 255);
}

/* Signals after the commands before it; the wait takes the signal. */
static void signal_and_wait(void **state)
{
   const uint32_t syncobj = new_syncobj();
   const GLuint semaphore = import(syncobj);
   GLuint texture, fb, buffer;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 64, 64);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
   for (unsigned round = 0; round < 3; round++) {
      glClearColor(0.2f, 0, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      assert_false(signalled(syncobj, false));
      const GLenum layout = GL_LAYOUT_COLOR_ATTACHMENT_EXT;
      gl.SignalSemaphoreEXT(semaphore, 1, &buffer, 1, &texture, &layout);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_true(signalled(syncobj, true));
      gl.WaitSemaphoreEXT(semaphore, 1, &buffer, 1, &texture, &layout);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_false(signalled(syncobj, false)); /* unsignalled again */
      check_clear(fb);
      gl.WaitSemaphoreEXT(semaphore, 0, NULL, 0, NULL, NULL); /* no signal was submitted: undefined, an error here */
      assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   }
   gl.DeleteSemaphoresEXT(1, &semaphore);
   glDeleteFramebuffers(1, &fb);
   glDeleteTextures(1, &texture);
   glDeleteBuffers(1, &buffer);
   drmSyncobjDestroy(node, syncobj);
}

/* Later commands wait, and so does what signals after them, also where no command is between. A pipe is a sync file of the stand-in that
 * has not signalled; its end signals. */
static void waits_hold_back(void **state)
{
   const uint32_t first = new_syncobj(), second = new_syncobj();
   int ends[2];
   assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
   assert_int_equal(drmSyncobjImportSyncFile(node, first, ends[0]), 0);
   const GLuint wait = import(first), signal = import(second);
   gl.WaitSemaphoreEXT(wait, 0, NULL, 0, NULL, NULL);
   gl.SignalSemaphoreEXT(signal, 0, NULL, 0, NULL, NULL);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   usleep(20000);
   assert_false(signalled(second, false));
   use(1); /* the other context takes the second signal */
   const GLuint other = import(second);
   gl.WaitSemaphoreEXT(other, 0, NULL, 0, NULL, NULL);
   GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   assert_int_equal(glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 20000000), GL_TIMEOUT_EXPIRED);
   close(ends[1]);
   assert_int_equal(glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000), GL_CONDITION_SATISFIED);
   glDeleteSync(sync);
   gl.DeleteSemaphoresEXT(1, &other);
   use(0);
   gl.DeleteSemaphoresEXT(1, &wait);
   gl.DeleteSemaphoresEXT(1, &signal);
   drmSyncobjDestroy(node, first);
   drmSyncobjDestroy(node, second);
   close(ends[0]);
}

#define ERR(error, call) (gl.call, assert_int_equal(glGetError(), error))

static void errors(void **state)
{
   const uint32_t syncobj = new_syncobj();
   const GLenum bad_layout = GL_RGBA, general = GL_LAYOUT_GENERAL_EXT;
   GLuint name[2] = {0}, texture, unknown = 4711;
   GLuint64 value = 0;
   int fds[2];
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   ERR(GL_INVALID_VALUE, GenSemaphoresEXT(-1, name));
   ERR(GL_INVALID_VALUE, DeleteSemaphoresEXT(-1, name));
   ERR(GL_NO_ERROR, GenSemaphoresEXT(2, name));
   assert_true(gl.IsSemaphoreEXT(name[0]));
   assert_false(gl.IsSemaphoreEXT(0));
   assert_false(gl.IsSemaphoreEXT(unknown));
   ERR(GL_INVALID_ENUM, SemaphoreParameterui64vEXT(name[0], GL_D3D12_FENCE_VALUE_EXT, &value));
   ERR(GL_INVALID_ENUM, GetSemaphoreParameterui64vEXT(name[0], GL_D3D12_FENCE_VALUE_EXT, &value));
   ERR(GL_INVALID_OPERATION, WaitSemaphoreEXT(name[0], 0, NULL, 0, NULL, NULL)); /* nothing was imported */
   ERR(GL_INVALID_OPERATION, SignalSemaphoreEXT(name[0], 0, NULL, 0, NULL, NULL));
   assert_int_equal(drmSyncobjHandleToFD(node, syncobj, &fds[0]), 0);
   ERR(GL_INVALID_ENUM, ImportSemaphoreFdEXT(name[0], GL_RGBA, fds[0]));
   ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(unknown, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fds[0]));
   ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(0, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fds[0]));
   ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(name[0], GL_HANDLE_TYPE_OPAQUE_FD_EXT, -1));
   ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(name[0], GL_HANDLE_TYPE_OPAQUE_FD_EXT, node));
   ERR(GL_NO_ERROR, ImportSemaphoreFdEXT(name[0], GL_HANDLE_TYPE_OPAQUE_FD_EXT, fds[0]));
   static const char *const files[] = {"/dev/null", "/", "/proc/self/exe"};
   for (unsigned i = 0; i < 3; i++) {
      const int fd = open(files[i], O_RDONLY | O_CLOEXEC);
      ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(name[1], GL_HANDLE_TYPE_OPAQUE_FD_EXT, fd));
      close(fd);
   }
   assert_int_equal(pipe(fds), 0);
   for (unsigned i = 0; i < 2; i++) {
      ERR(GL_INVALID_VALUE, ImportSemaphoreFdEXT(name[1], GL_HANDLE_TYPE_OPAQUE_FD_EXT, fds[i]));
      close(fds[i]);
   }
   ERR(GL_INVALID_VALUE, SignalSemaphoreEXT(unknown, 0, NULL, 0, NULL, NULL));
   ERR(GL_INVALID_VALUE, SignalSemaphoreEXT(name[0], 1, &unknown, 0, NULL, NULL));
   ERR(GL_INVALID_VALUE, SignalSemaphoreEXT(name[0], 0, NULL, 1, &unknown, &general));
   ERR(GL_INVALID_ENUM, SignalSemaphoreEXT(name[0], 0, NULL, 1, &texture, &bad_layout));
   assert_false(signalled(syncobj, false)); /* commands with errors signal nothing */
   ERR(GL_NO_ERROR, SignalSemaphoreEXT(name[0], 0, NULL, 1, &texture, &general));
   ERR(GL_INVALID_VALUE, WaitSemaphoreEXT(unknown, 0, NULL, 0, NULL, NULL));
   ERR(GL_INVALID_VALUE, WaitSemaphoreEXT(name[0], 1, &unknown, 0, NULL, NULL));
   ERR(GL_INVALID_VALUE, WaitSemaphoreEXT(name[0], 0, NULL, 1, &unknown, &general));
   ERR(GL_INVALID_ENUM, WaitSemaphoreEXT(name[0], 0, NULL, 1, &texture, &bad_layout));
   ERR(GL_NO_ERROR, WaitSemaphoreEXT(name[0], 0, NULL, 1, &texture, &general)); /* those took nothing */
   gl.DeleteSemaphoresEXT(2, name);
   assert_false(gl.IsSemaphoreEXT(name[0]));
   glDeleteTextures(1, &texture);
   drmSyncobjDestroy(node, syncobj);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(signal_and_wait), cmocka_unit_test(waits_hold_back), cmocka_unit_test(errors)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

/* wayland_client.c: EGL's wayland platform as a client of the compositor of WAYLAND_DISPLAY: configs, windows, buffer age, resizing,
 * and a compositor that shows nothing, stops and ends. Argument: the process id of the compositor, which is killed at last. */
#include "egl_test.h"

#include <signal.h>
#include <time.h>
#include <wayland-client.h>
#include <wayland-egl.h>

static pid_t server;
static struct wl_display *display;
static struct wl_compositor *compositor;
static EGLDisplay dpy;

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   if (!strcmp(interface, "wl_compositor"))
      compositor = wl_registry_bind(registry, name, &wl_compositor_interface, version < 4 ? version : 4);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
}

static int setup(void **state)
{
   static const struct wl_registry_listener listener = {on_global, on_global_remove};
   display = wl_display_connect(NULL);
   if (!display)
      return -1;
   wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
   wl_display_roundtrip(display);
   dpy = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, display, NULL);
   return compositor && eglInitialize(dpy, NULL, NULL) ? 0 : -1;
}

static EGLConfig config_of(EGLint alpha, EGLint depth, EGLint samples)
{
   const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, 8,
                            EGL_ALPHA_SIZE, alpha, EGL_DEPTH_SIZE, depth, EGL_SAMPLES, samples, EGL_NONE};
   EGLConfig configs[256];
   EGLint count = 0, bits = 0;
   assert_true(eglChooseConfig(dpy, wanted, configs, 256, &count));
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, configs[i], EGL_RED_SIZE, &bits) && bits == 8 &&
          eglGetConfigAttrib(dpy, configs[i], EGL_ALPHA_SIZE, &bits) && bits == alpha)
         return configs[i];
   fail();
   return NULL;
}

struct window {
   struct wl_surface *wl;
   struct wl_egl_window *native;
   EGLSurface egl;
   EGLContext ctx;
};

static struct window open_window_with(EGLConfig config, int width, int height, const EGLAttrib *attribs)
{
   struct window w = {.wl = wl_compositor_create_surface(compositor)};
   w.native = wl_egl_window_create(w.wl, width, height);
   w.egl = eglCreatePlatformWindowSurface(dpy, config, w.native, attribs);
   assert_ptr_not_equal(w.egl, EGL_NO_SURFACE);
   w.ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, w.egl, w.egl, w.ctx));
   return w;
}

static struct window open_window(EGLConfig config, int width, int height)
{
   return open_window_with(config, width, height, NULL);
}

static void close_window(struct window *w)
{
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(dpy, w->egl));
   assert_true(eglDestroyContext(dpy, w->ctx));
   wl_egl_window_destroy(w->native);
   wl_surface_destroy(w->wl);
}

static double seconds(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static EGLint query(EGLSurface surface, EGLint attrib)
{
   EGLint value = -1;
   assert_true(eglQuerySurface(dpy, surface, attrib, &value));
   return value;
}

static void expect_corner(int x, int y, int red)
{
   uint8_t p[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_int_equal(p[0], red);
}

static void clear(int red)
{
   glClearColor((float)red / 255, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void test_frames(void **state)
{
   for (EGLint samples = 0; samples <= 4; samples += 4) {
      struct window w = open_window(config_of(0, 16, samples), 80, 60);
      assert_true(eglSwapInterval(dpy, 0));
      PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC swap = PROC(PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC, "eglSwapBuffersWithDamageKHR");
      static const EGLint rects[] = {0, 0, 10, 10, 20, 30, 5, 6};
      unsigned reused = 0; /* frames whose buffer was used before */
      for (int frame = 0; frame < 20; frame++) {
         const EGLint age = query(w.egl, EGL_BUFFER_AGE_EXT);
         assert_in_range(age, 0, frame);
         reused += age > 0;
         if (age > 0 && !samples)
            expect_corner(79, 59, (frame - age) * 10); /* the picture of that many frames ago */
         clear(frame * 10);
         expect_corner(79, 59, frame * 10);
         assert_true(frame % 2 ? swap(dpy, w.egl, (EGLint *)rects, 2) : eglSwapBuffers(dpy, w.egl));
      }
      assert_false(swap(dpy, w.egl, (EGLint *)rects, -1));
      assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
      assert_true(reused > 0);
      close_window(&w);
   }
}

static void test_resize(void **state)
{
   struct window w = open_window(config_of(8, 24, 0), 64, 64);
   assert_true(eglSwapInterval(dpy, 0));
   static const int sizes[][2] = {{64, 64}, {200, 30}, {200, 30}, {17, 99}, {64, 64}, {1, 1}, {300, 200}};
   for (unsigned i = 0; i < COUNT(sizes); i++) {
      wl_egl_window_resize(w.native, sizes[i][0], sizes[i][1], 0, 0);
      assert_int_equal(query(w.egl, EGL_WIDTH), sizes[i][0]);
      assert_int_equal(query(w.egl, EGL_HEIGHT), sizes[i][1]);
      clear((int)i + 50);
      expect_corner(sizes[i][0] - 1, sizes[i][1] - 1, (int)i + 50);
      assert_true(eglSwapBuffers(dpy, w.egl));
      int width, height;
      wl_egl_window_get_attached_size(w.native, &width, &height);
      assert_int_equal(width, sizes[i][0]);
      assert_int_equal(height, sizes[i][1]);
   }
   close_window(&w);
}

/* EGL_EXT_present_opaque: for the client alpha is as without it. */
static void test_opaque(void **state)
{
   assert_non_null(strstr(eglQueryString(dpy, EGL_EXTENSIONS), "EGL_EXT_present_opaque"));
   for (EGLAttrib opaque = EGL_FALSE; opaque <= EGL_TRUE; opaque++) {
      const EGLAttrib attribs[] = {EGL_PRESENT_OPAQUE_EXT, opaque, EGL_NONE};
      struct window w = open_window_with(config_of(8, 0, 0), 32, 32, attribs);
      assert_int_equal(query(w.egl, EGL_PRESENT_OPAQUE_EXT), opaque);
      uint8_t p[4];
      glClearColor(0, 0, 0, 0.2f);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
      assert_int_equal(p[3], 51);
      assert_true(eglSwapBuffers(dpy, w.egl));
      close_window(&w);
   }
   struct wl_surface *wl = wl_compositor_create_surface(compositor);
   struct wl_egl_window *native = wl_egl_window_create(wl, 32, 32);
   const EGLAttrib bad[] = {EGL_PRESENT_OPAQUE_EXT, 2, EGL_NONE};
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(8, 0, 0), native, bad), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   wl_egl_window_destroy(native);
   wl_surface_destroy(wl);
}

static void test_errors(void **state)
{
   struct window w = open_window(config_of(8, 0, 0), 32, 32);
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(8, 0, 0), w.native, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_ALLOC); /* it has a surface */
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(8, 0, 0), NULL, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_WINDOW);
   /* The application destroys the window before the surface. */
   clear(1);
   wl_egl_window_destroy(w.native);
   assert_false(eglSwapBuffers(dpy, w.egl));
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_WINDOW);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(dpy, w.egl));
   assert_true(eglDestroyContext(dpy, w.ctx));
   wl_surface_destroy(w.wl);
}

/* A surface without a role is never shown, so no frame callback comes. */
static void test_hidden(void **state)
{
   struct window w = open_window(config_of(8, 0, 0), 32, 32);
   assert_true(eglSwapInterval(dpy, 1));
   const double start = seconds();
   for (int i = 0; i < 3; i++) {
      clear(i);
      assert_true(eglSwapBuffers(dpy, w.egl));
   }
   assert_true(seconds() - start < 20);
   close_window(&w);
}

static void test_stopped_compositor(void **state)
{
   struct window w = open_window(config_of(8, 0, 0), 32, 32);
   assert_true(eglSwapInterval(dpy, 0));
   assert_int_equal(kill(server, SIGSTOP), 0);
   const double start = seconds();
   EGLBoolean ok = EGL_TRUE;
   for (int i = 0; i < 8 && ok; i++) {
      clear(i);
      ok = eglSwapBuffers(dpy, w.egl);
   }
   assert_false(ok);
   assert_int_equal(eglGetError(), EGL_BAD_ALLOC); /* no buffer is released */
   assert_true(seconds() - start < 60);
   assert_int_equal(kill(server, SIGCONT), 0);
   clear(9);
   assert_true(eglSwapBuffers(dpy, w.egl)); /* and it goes on */
   close_window(&w);
}

/* A window that is current when its display is terminated is resized and drawn to until it is released; one that is not has ended,
 * and its native window calls nothing. */
static void test_terminated_display(void **state)
{
   struct window idle = open_window(config_of(8, 0, 0), 32, 32), w = open_window(config_of(8, 0, 0), 32, 32);
   uint8_t got[4];
   assert_true(eglTerminate(dpy));
   wl_egl_window_resize(idle.native, 64, 64, 0, 0);
   wl_egl_window_resize(w.native, 48, 40, 0, 0);
   glViewport(0, 0, 48, 40);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(47, 39, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got); /* within the new size only */
   assert_true(got[0] == 0 && got[1] == 255 && got[2] == 0 && got[3] == 255);
   assert_false(eglSwapBuffers(dpy, w.egl));
   assert_int_equal(eglGetError(), EGL_NOT_INITIALIZED);
   wl_egl_window_destroy(idle.native);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   wl_egl_window_resize(w.native, 32, 32, 0, 0);
   wl_egl_window_destroy(w.native);
   assert_true(eglInitialize(dpy, NULL, NULL));
}

static void test_ended_compositor(void **state)
{
   struct window w = open_window(config_of(8, 0, 0), 32, 32);
   assert_int_equal(kill(server, SIGKILL), 0);
   EGLBoolean ok = EGL_TRUE;
   for (int i = 0; i < 8 && ok; i++) {
      clear(i);
      ok = eglSwapBuffers(dpy, w.egl);
   }
   assert_false(ok);
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_WINDOW);
   close_window(&w);
   assert_true(eglTerminate(dpy));
   assert_false(eglInitialize(dpy, NULL, NULL));
   assert_int_equal(eglGetError(), EGL_NOT_INITIALIZED);
   wl_display_disconnect(display);
}

int main(int argc, char **argv)
{
   server = argc > 1 ? atoi(argv[1]) : 0;
   if (server <= 0)
      return 2;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_frames), cmocka_unit_test(test_resize), cmocka_unit_test(test_opaque),
      cmocka_unit_test(test_errors), cmocka_unit_test(test_hidden), cmocka_unit_test(test_terminated_display),
      cmocka_unit_test(test_stopped_compositor), cmocka_unit_test(test_ended_compositor)};
   return cmocka_run_group_tests(tests, setup, NULL);
}

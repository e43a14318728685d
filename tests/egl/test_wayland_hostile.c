/* test_wayland_hostile.c: EGL's wayland platform against a compositor that denies, is silent, sends garbage or ends: the specified
 * error, an end to each wait, and no descriptor that is left. Needs no compositor of the machine. */
#include "egl_test.h"

#include <dirent.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <drm_fourcc.h>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "hostile_compositor.h"

enum { FRAMES = 6 };

static struct hostile_report *report;

static double seconds(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static unsigned descriptors(void)
{
   unsigned count = 0;
   DIR *dir = opendir("/proc/self/fd");
   while (readdir(dir))
      count++;
   closedir(dir);
   return count;
}

/* ---- a client ---- */

struct client {
   pid_t compositor_pid;
   struct wl_display *display;
   struct wl_registry *registry;
   struct wl_compositor *compositor;
   struct wl_surface *surface;
   struct wl_egl_window *window;
   EGLDisplay dpy;
   EGLSurface egl;
   EGLContext ctx;
   bool initialized;
};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   if (!strcmp(interface, "wl_compositor"))
      ((struct client *)data)->compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
}

static EGLConfig window_config(EGLDisplay dpy)
{
   static const EGLint attribs[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_ES2_BIT, EGL_NONE};
   EGLConfig configs[64];
   EGLint count = 0, red = 0;
   assert_true(eglChooseConfig(dpy, attribs, configs, 64, &count));
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, configs[i], EGL_RED_SIZE, &red) && red == 8)
         return configs[i];
   fail();
   return NULL;
}

/* Goes as far as the compositor lets it; the EGL error of the first call that failed. */
static EGLint connect_client_with(struct client *c, unsigned hostility, const EGLAttrib *attribs)
{
   static const struct wl_registry_listener listener = {on_global, on_global_remove};
   int fd;
   *c = (struct client){.egl = EGL_NO_SURFACE};
   memset(report, 0, sizeof(*report));
   c->compositor_pid = hostile_start(hostility, report, &fd);
   assert_true(c->compositor_pid > 0);
   c->display = wl_display_connect_to_fd(fd);
   c->dpy = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, c->display, NULL);
   if (!eglInitialize(c->dpy, NULL, NULL))
      return eglGetError();
   c->initialized = true;
   c->registry = wl_display_get_registry(c->display);
   wl_registry_add_listener(c->registry, &listener, c);
   wl_display_roundtrip(c->display);
   assert_non_null(c->compositor);
   c->surface = wl_compositor_create_surface(c->compositor);
   c->window = wl_egl_window_create(c->surface, 40, 30);
   c->egl = eglCreatePlatformWindowSurface(c->dpy, window_config(c->dpy), c->window, attribs);
   if (c->egl == EGL_NO_SURFACE)
      return eglGetError();
   c->ctx = es2_context(c->dpy, EGL_NO_CONTEXT);
   return eglMakeCurrent(c->dpy, c->egl, c->egl, c->ctx) ? EGL_SUCCESS : eglGetError();
}

static EGLint connect_client(struct client *c, unsigned hostility)
{
   return connect_client_with(c, hostility, NULL);
}

static void end_connection(struct client *c)
{
   if (c->initialized) {
      wl_surface_destroy(c->surface);
      wl_compositor_destroy(c->compositor);
      wl_registry_destroy(c->registry);
   }
   wl_display_disconnect(c->display);
}

static void end_compositor(struct client *c)
{
   int status;
   kill(c->compositor_pid, SIGCONT);
   kill(c->compositor_pid, SIGTERM);
   assert_int_equal(waitpid(c->compositor_pid, &status, 0), c->compositor_pid);
   assert_false(WIFEXITED(status) && WEXITSTATUS(status)); /* the compositor found a wrong request */
}

static void disconnect_client(struct client *c)
{
   if (c->initialized) {
      assert_true(eglMakeCurrent(c->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      if (c->egl != EGL_NO_SURFACE)
         assert_true(eglDestroySurface(c->dpy, c->egl));
      if (c->ctx)
         assert_true(eglDestroyContext(c->dpy, c->ctx));
      assert_true(eglTerminate(c->dpy));
      wl_egl_window_destroy(c->window);
   }
   end_connection(c);
   end_compositor(c);
}

/* Presents frames until one fails; the error of that one. *presented receives the number before it. */
static EGLint present(struct client *c, unsigned *presented)
{
   for (*presented = 0; *presented < FRAMES; ++*presented) {
      glClearColor(0, 0, (float)(*presented * 20 + 10) / 255, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      if (!eglSwapBuffers(c->dpy, c->egl))
         return eglGetError();
   }
   return EGL_SUCCESS;
}

/* ---- tests ---- */

enum protocol { NONE, SHM, DMABUF };

static const struct row {
   const char *name;
   unsigned hostility;
   EGLint connect_error; /* of eglInitialize or of the surface */
   EGLint swap_error;    /* EGL_SUCCESS: all frames are presented */
   enum protocol protocol;
   double limit_s;
   EGLint unlimited_swap_error; /* with a libwayland that takes events of any length, where that differs; else 0 */
} rows[] = {
   {"wl_shm only", 0, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"unknown formats", SHM_NOISE, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"version 3", DMABUF_3, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"version 4", DMABUF_4, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"version 3, denied", DMABUF_3 | DENY, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"version 4, denied", DMABUF_4 | DENY, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"denied, no wl_shm", DMABUF_4 | DENY | NO_GLOBALS, EGL_BAD_ALLOC, EGL_SUCCESS, NONE, 10},
   {"version 4, no wl_shm", DMABUF_4 | NO_GLOBALS, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"no answer", DMABUF_4 | NO_ANSWER, EGL_SUCCESS, EGL_SUCCESS, SHM, 20},
   {"two answers", DMABUF_4 | CREATE_TWICE, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"failed, then created", DMABUF_4 | DENY | CREATE_TWICE, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"short table", DMABUF_4 | TABLE_SHORT, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"huge table", DMABUF_4 | TABLE_HUGE, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"table in a pipe", DMABUF_4 | TABLE_PIPE, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"late table", DMABUF_4 | TABLE_LATE, EGL_SUCCESS, EGL_SUCCESS, SHM, 10},
   {"rows beyond the table", DMABUF_4 | BAD_ROWS, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"endless feedback", DMABUF_4 | NOT_DONE, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"released twice", DMABUF_4 | RELEASE_TWICE, EGL_SUCCESS, EGL_SUCCESS, DMABUF, 10},
   {"no frame callbacks", NO_FRAME, EGL_SUCCESS, EGL_SUCCESS, SHM, 30},
   {"no release", NO_RELEASE, EGL_SUCCESS, EGL_BAD_ALLOC, SHM, 30},
   {"no globals", NO_GLOBALS, EGL_NOT_INITIALIZED, EGL_SUCCESS, NONE, 10},
   {"silent", SILENT, EGL_NOT_INITIALIZED, EGL_SUCCESS, NONE, 20},
   {"ends at the bind", DMABUF_4 | QUIT_AT_BIND, EGL_NOT_INITIALIZED, EGL_SUCCESS, NONE, 10},
   {"ends at a buffer", DMABUF_4 | QUIT_AT_CREATE, EGL_BAD_NATIVE_WINDOW, EGL_SUCCESS, NONE, 10},
   {"ends at a frame", DMABUF_4 | QUIT_AT_COMMIT, EGL_SUCCESS, EGL_BAD_NATIVE_WINDOW, DMABUF, 10},
   {"wl_shm, ends at a frame", QUIT_AT_COMMIT, EGL_SUCCESS, EGL_BAD_NATIVE_WINDOW, SHM, 10},
   {"protocol error", ERROR_AT_COMMIT, EGL_SUCCESS, EGL_BAD_NATIVE_WINDOW, SHM, 10},
   {"unknown event", BAD_EVENT_AT_COMMIT, EGL_SUCCESS, EGL_BAD_NATIVE_WINDOW, SHM, 10},
   /* libwayland waits for the rest, for which it takes all further events. The connection stays, but no buffer is released: there
    * is none for the next frame, EGL_BAD_ALLOC (EGL 1.5, 3.1). */
   {"half an event", HALF_EVENT_AT_COMMIT, EGL_SUCCESS, EGL_BAD_ALLOC, SHM, 30},
   /* libwayland until 1.22, and again since 1.25, ends the connection, after which the wl_surface is not a valid native
    * window (EGL 1.5, 3.10.4). Versions 1.23 and 1.24 have no limit: they drop the event, which is one of an unknown object. */
   {"an event beyond the limit", LONG_EVENT_AT_COMMIT, EGL_SUCCESS, EGL_BAD_NATIVE_WINDOW, SHM, 30,
    .unlimited_swap_error = EGL_SUCCESS},
};

static void run_row(const struct row *row)
{
   struct client c;
   unsigned presented = 0;
   const double start = seconds();
   EGLint error = connect_client(&c, row->hostility);
   if (error != row->connect_error)
      fail_msg("%s: the connection gives 0x%x, not 0x%x", row->name, error, row->connect_error);
   if (error == EGL_SUCCESS) {
      error = present(&c, &presented);
      if (error != row->swap_error && error != row->unlimited_swap_error)
         fail_msg("%s: frame %u gives 0x%x, not 0x%x", row->name, presented, error, row->swap_error);
      if (error == EGL_SUCCESS) {
         wl_display_roundtrip(c.display);
         assert_int_equal(report->commits, FRAMES);
         assert_int_equal(report->first_pixel & 0xff, (FRAMES - 1) * 20 + 10); /* blue of ARGB8888 */
      }
   }
   const double took = seconds() - start;
   if (row->protocol == SHM ? report->dmabuf || !report->shm : row->protocol == DMABUF ? report->shm || !report->dmabuf : report->commits)
      fail_msg("%s: %u buffers through wl_shm, %u through zwp_linux_dmabuf_v1", row->name, report->shm, report->dmabuf);
   if (took > row->limit_s)
      fail_msg("%s: took %.1f s", row->name, took);
   disconnect_client(&c);
}

static void test_rows(void **state)
{
   run_row(&rows[0]); /* the first connection loads libraries and starts threads */
   const unsigned before = descriptors();
   for (unsigned i = 0; i < COUNT(rows); i++) {
      run_row(&rows[i]);
      if (descriptors() > before)
         fail_msg("%s: %u descriptors are left", rows[i].name, descriptors() - before);
   }
}

/* An application resizes in the middle of frames, also to sizes that no surface can have. */
static void test_resize(void **state)
{
   static const struct { int width, height; bool ok; } sizes[] = {{100, 20, true},   {0, 5, true},       {-7, -7, true},
      {INT_MAX, INT_MAX, false}, {3, INT_MAX, false}, {1 << 20, 1, false}, {33, 44, true}, {1, 1, true}};
   for (unsigned mode = 0; mode <= DMABUF_4; mode += DMABUF_4) {
      struct client c;
      const unsigned before = descriptors();
      assert_int_equal(connect_client(&c, mode), EGL_SUCCESS);
      for (unsigned i = 0; i < COUNT(sizes); i++) {
         glClearColor(1, 0, 0, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         wl_egl_window_resize(c.window, sizes[i].width, sizes[i].height, 0, 0);
         glClear(GL_COLOR_BUFFER_BIT);
         const EGLBoolean ok = eglSwapBuffers(c.dpy, c.egl);
         if (sizes[i].ok)
            assert_true(ok);
         else
            assert_true(ok || eglGetError() == EGL_BAD_NATIVE_WINDOW); /* the frame that was begun may still be presented */
         (void)glGetError();
      }
      glClearColor(0, 0, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      assert_true(eglSwapBuffers(c.dpy, c.egl));
      wl_display_roundtrip(c.display);
      assert_int_equal(report->first_pixel & 0xff, 255);
      disconnect_client(&c);
      assert_true(descriptors() <= before);
   }
}

/* EGL_EXT_present_opaque: the compositor sees a format without alpha. */
static void test_opaque(void **state)
{
   static const struct { unsigned hostility; EGLAttrib opaque; unsigned format; } cases[] = {
      {0, EGL_FALSE, WL_SHM_FORMAT_ARGB8888},         {0, EGL_TRUE, WL_SHM_FORMAT_XRGB8888},
      {DMABUF_3, EGL_FALSE, DRM_FORMAT_ARGB8888},     {DMABUF_3, EGL_TRUE, DRM_FORMAT_XRGB8888},
      {DMABUF_4, EGL_TRUE, DRM_FORMAT_XRGB8888},      {DMABUF_4 | DENY, EGL_TRUE, WL_SHM_FORMAT_XRGB8888},
   };
   for (unsigned i = 0; i < COUNT(cases); i++) {
      struct client c;
      unsigned presented;
      const EGLAttrib attribs[] = {EGL_PRESENT_OPAQUE_EXT, cases[i].opaque, EGL_NONE};
      assert_int_equal(connect_client_with(&c, cases[i].hostility, attribs), EGL_SUCCESS);
      assert_int_equal(present(&c, &presented), EGL_SUCCESS);
      wl_display_roundtrip(c.display);
      assert_int_equal(report->format, cases[i].format);
      assert_int_equal(report->first_pixel & 0xff, (FRAMES - 1) * 20 + 10);
      disconnect_client(&c);
   }
}

/* ---- the end of the connection after eglTerminate ---- */

struct user {
   struct client *client;
   bool with_window;
   pthread_barrier_t steps;
};

static void make_current(const struct user *u)
{
   const EGLSurface surface = u->with_window ? u->client->egl : EGL_NO_SURFACE;
   assert_true(eglMakeCurrent(u->client->dpy, surface, surface, u->client->ctx));
}

/* Draws with the current context of a terminated display, whose native display is gone, and releases it. */
static void draw_at_the_end(const struct user *u)
{
   uint8_t got[4] = {0};
   if (u->with_window) {
      wl_egl_window_resize(u->client->window, 64, 48, 0, 0);
      glViewport(0, 0, 64, 48);
      glClearColor(0, 1, 0, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadPixels(63, 47, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got); /* within the new size only */
      assert_true(got[0] == 0 && got[1] == 255 && got[2] == 0 && got[3] == 255);
   }
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* The thread's end releases its context. */
static void *use_on_thread(void *data)
{
   struct user *u = data;
   make_current(u);
   pthread_barrier_wait(&u->steps); /* it is current */
   pthread_barrier_wait(&u->steps); /* the connection has ended */
   draw_at_the_end(u);
   return NULL;
}

/* eglTerminate ends the use of the native display, which the application destroys next; a context, and a window, that a thread has current
 * stay until they are released (EGL 1.5, 3.2). main() has freed memory filled: a mutex there ends the process. */
static void test_ended_connection(void **state)
{
   for (unsigned i = 0; i < 4; i++) {
      const bool on_thread = i & 2;
      struct client c;
      struct user u = {.client = &c, .with_window = i & 1};
      pthread_t thread;
      assert_int_equal(connect_client(&c, i & 1 ? DMABUF_4 : 0), EGL_SUCCESS);
      assert_int_equal(pthread_barrier_init(&u.steps, NULL, 2), 0);
      if (on_thread) {
         assert_true(eglMakeCurrent(c.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
         assert_int_equal(pthread_create(&thread, NULL, use_on_thread, &u), 0);
         pthread_barrier_wait(&u.steps);
      } else {
         make_current(&u);
      }
      assert_true(eglTerminate(c.dpy));
      end_connection(&c);
      if (on_thread) {
         pthread_barrier_wait(&u.steps);
         assert_int_equal(pthread_join(thread, NULL), 0);
      } else {
         draw_at_the_end(&u);
         assert_true(eglReleaseThread());
      }
      wl_egl_window_destroy(c.window);
      pthread_barrier_destroy(&u.steps);
      end_compositor(&c);
   }
}

int main(void)
{
   mallopt(M_PERTURB, 0x41); /* in a mutex: of the kind with a priority ceiling, which is not one */
   report = mmap(NULL, sizeof(*report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_resize), cmocka_unit_test(test_opaque),
                                      cmocka_unit_test(test_ended_connection)};
   return report == MAP_FAILED ? 2 : cmocka_run_group_tests(tests, NULL, NULL);
}

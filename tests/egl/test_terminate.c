/* test_terminate.c: eglTerminate and eglInitialize on some threads beside every kind of EGL and GL call on others.
 *
 *    test_terminate PLATFORM      surfaceless, device, default, gbm, wayland
 *
 * Each thread makes objects, publishes their handles, and uses those that others have published. A call may fail where the display
 * was terminated or another thread ended the object, with an error of the specification. Current objects stay valid: a context
 * that a thread has made current draws the right pixels until it is released (EGL 1.5, 3.2). GLOAM_STRESS_MS sets the duration. */
#include "egl_test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#ifdef WITH_GBM
#include <gbm.h>
#endif
#ifdef WITH_WAYLAND
#include <wayland-client.h>
#include <wayland-egl.h>
#endif

enum { WORKERS = 4, TERMINATORS = 2, SHARED = 4, SIZE = 8, FRAMES = 4, WIDTH = 32, HEIGHT = 16 };

static EGLDisplay dpy;
static const char *platform = "surfaceless";
static atomic_bool stop;
static atomic_long drawn, frames, terminations;

/* Handles that threads have published; each is valid or was. */
static _Atomic(void *) contexts[SHARED], surfaces[SHARED], syncs[SHARED], images[SHARED];

static PFNEGLSIGNALSYNCKHRPROC signal_sync;
static PFNEGLLABELOBJECTKHRPROC label_object;
static PFNEGLQUERYDISPLAYATTRIBEXTPROC query_display;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target;

/* ---- native windows ---------------------------------------------------------------------------------------------------------- */

struct native {
#ifdef WITH_GBM
   struct gbm_surface *gbm;
#endif
#ifdef WITH_WAYLAND
   struct wl_surface *surface;
   struct wl_egl_window *window;
#endif
   void *handle; /* for eglCreatePlatformWindowSurface; NULL: the platform has no windows */
};

#ifdef WITH_GBM
static struct gbm_device *gbm;
#endif
#ifdef WITH_WAYLAND
static struct wl_display *connection;
static struct wl_compositor *compositor;

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   if (!strcmp(interface, "wl_compositor"))
      compositor = wl_registry_bind(registry, name, &wl_compositor_interface, version < 4 ? version : 4);
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
}

static EGLDisplay wayland_display(void)
{
   static const struct wl_registry_listener listener = {on_global, on_global_remove};
   connection = wl_display_connect(NULL);
   assert_non_null(connection);
   wl_registry_add_listener(wl_display_get_registry(connection), &listener, NULL);
   wl_display_roundtrip(connection);
   assert_non_null(compositor);
   return eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, connection, NULL);
}
#endif

static EGLDisplay find_display(void)
{
#ifdef WITH_GBM
   if (!strcmp(platform, "gbm")) {
      const char *node = getenv("GBM_TEST_NODE");
      gbm = gbm_create_device(open(node ? node : "/dev/null", O_RDWR | O_CLOEXEC));
      assert_non_null(gbm);
      return eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, gbm, NULL);
   }
#endif
#ifdef WITH_WAYLAND
   if (!strcmp(platform, "wayland"))
      return wayland_display();
#endif
   if (!strcmp(platform, "device"))
      return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, EGL_DEFAULT_DISPLAY, NULL);
   if (!strcmp(platform, "default"))
      return eglGetDisplay(EGL_DEFAULT_DISPLAY);
   assert_string_equal(platform, "surfaceless");
   return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

static struct native make_native(void)
{
   struct native n = {.handle = NULL};
#ifdef WITH_GBM
   if (gbm)
      n.handle = n.gbm = gbm_surface_create(gbm, WIDTH, HEIGHT, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
#endif
#ifdef WITH_WAYLAND
   if (compositor) {
      n.surface = wl_compositor_create_surface(compositor);
      n.handle = n.window = wl_egl_window_create(n.surface, WIDTH, HEIGHT);
   }
#endif
   return n;
}

static void free_native(struct native *n)
{
#ifdef WITH_GBM
   if (n->gbm)
      gbm_surface_destroy(n->gbm);
#endif
#ifdef WITH_WAYLAND
   if (n->window) {
      wl_egl_window_destroy(n->window);
      wl_surface_destroy(n->surface);
   }
#endif
}

/* A program's calls on its native window between frames. */
static void use_native(struct native *n, unsigned frame)
{
#ifdef WITH_GBM
   struct gbm_bo *bo = n->gbm ? gbm_surface_lock_front_buffer(n->gbm) : NULL;
   if (bo)
      gbm_surface_release_buffer(n->gbm, bo);
#endif
#ifdef WITH_WAYLAND
   if (n->window)
      wl_egl_window_resize(n->window, WIDTH + (int)(frame & 1), HEIGHT, 0, 0);
#endif
   (void)n, (void)frame;
}

/* ---- calls -------------------------------------------------------------------------------------------------------------------- */

/* The error of a call that failed, beside termination and the end of objects by other threads. */
static void expect_lost(const char *what)
{
   static const EGLint allowed[] = {EGL_NOT_INITIALIZED, EGL_BAD_CONTEXT, EGL_BAD_SURFACE, EGL_BAD_PARAMETER, EGL_BAD_MATCH,
                                    EGL_BAD_ACCESS, EGL_BAD_CONFIG, EGL_BAD_NATIVE_WINDOW};
   const EGLint error = eglGetError();
   for (unsigned i = 0; i < COUNT(allowed); i++)
      if (error == allowed[i])
         return;
   fprintf(stderr, "%s: error 0x%x\n", what, error);
   abort();
}

#define MAY_FAIL(call) \
   do { \
      if (!(call)) \
         expect_lost(#call); \
   } while (0)

static unsigned next_random(unsigned *seed)
{
   *seed = *seed * 1664525 + 1013904223;
   return *seed >> 16;
}

static void *published(_Atomic(void *) *handles, unsigned *seed)
{
   return atomic_load(&handles[next_random(seed) % SHARED]);
}

static void publish(_Atomic(void *) *handles, unsigned *seed, void *handle)
{
   if (handle)
      atomic_store(&handles[next_random(seed) % SHARED], handle);
}

static EGLConfig find_config(EGLint types)
{
   const EGLint wanted[] = {EGL_SURFACE_TYPE, types, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 16, EGL_NONE};
   EGLConfig configs[256];
   EGLint count = 0, visual = 0, bits = 0;
   MAY_FAIL(eglChooseConfig(dpy, wanted, configs, 256, &count));
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, configs[i], EGL_NATIVE_VISUAL_ID, &visual) && visual == 0x34325241 /* AR24 */ &&
          eglGetConfigAttrib(dpy, configs[i], EGL_DEPTH_SIZE, &bits))
         return configs[i];
   return EGL_NO_CONFIG_KHR;
}

static EGLContext make_context(unsigned *seed, EGLConfig config)
{
   static const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE}, gl[] = {EGL_CONTEXT_MAJOR_VERSION, 3,
      EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
   const bool desktop = next_random(seed) % 4 == 0;
   const EGLContext share = next_random(seed) % 2 ? published(contexts, seed) : EGL_NO_CONTEXT;
   assert_true(eglBindAPI(desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API));
   EGLContext ctx = eglCreateContext(dpy, config, share, desktop ? gl : es);
   MAY_FAIL(ctx);
   publish(contexts, seed, ctx);
   return ctx;
}

/* Calls on the display and on handles of other threads. */
static void look_around(unsigned *seed)
{
   EGLConfig configs[4];
   EGLint value = 0;
   EGLAttrib attrib = 0;
   const char *text = eglQueryString(dpy, EGL_EXTENSIONS);
   if (text)
      assert_non_null(strstr(text, "EGL_KHR_image_base")); /* the string outlives the session */
   else
      expect_lost("eglQueryString");
   MAY_FAIL(eglGetConfigs(dpy, configs, 4, &value));
   MAY_FAIL(query_display(dpy, EGL_DEVICE_EXT, &attrib));
   MAY_FAIL(eglQueryContext(dpy, published(contexts, seed), EGL_RENDER_BUFFER, &value));
   MAY_FAIL(eglQuerySurface(dpy, published(surfaces, seed), EGL_WIDTH, &value));
   MAY_FAIL(eglSurfaceAttrib(dpy, published(surfaces, seed), EGL_MIPMAP_LEVEL, (EGLint)(next_random(seed) % 3)));
   MAY_FAIL(eglQuerySurface(dpy, published(surfaces, seed), EGL_MIPMAP_LEVEL, &value));
   if (label_object(dpy, EGL_OBJECT_CONTEXT_KHR, published(contexts, seed), seed) != EGL_SUCCESS)
      expect_lost("eglLabelObjectKHR");
   EGLSync sync = published(syncs, seed);
   MAY_FAIL(eglClientWaitSync(dpy, sync, 0, next_random(seed) % 200000));
   if (next_random(seed) % 2)
      MAY_FAIL(signal_sync(dpy, sync, next_random(seed) % 2 ? EGL_SIGNALED : EGL_UNSIGNALED));
   MAY_FAIL(eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, &attrib));
   if (next_random(seed) % 4 == 0)
      MAY_FAIL(eglDestroySync(dpy, published(syncs, seed)));
   if (next_random(seed) % 4 == 0)
      MAY_FAIL(eglDestroyImage(dpy, published(images, seed)));
   if (next_random(seed) % 8 == 0)
      MAY_FAIL(eglDestroyContext(dpy, published(contexts, seed)));
}

/* With a context current: a picture of one colour, which is right whether or not the display is terminated. */
static void draw(unsigned *seed)
{
   GLuint texture, fbo;
   uint8_t got[4] = {0};
   const uint8_t red = (uint8_t)next_random(seed);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   EGLImage image = eglCreateImage(dpy, eglGetCurrentContext(), EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)texture, NULL);
   MAY_FAIL(image);
   publish(images, seed, image);
   EGLSync fence = eglCreateSync(dpy, next_random(seed) % 2 ? EGL_SYNC_FENCE : EGL_SYNC_REUSABLE_KHR, NULL);
   MAY_FAIL(fence);
   publish(syncs, seed, fence);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearColor(red / 255.0f, 0.2f, 0.4f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   if (glGetError() != GL_NO_ERROR || got[0] != red || got[1] != 51 || got[2] != 102) {
      fprintf(stderr, "a current context draws %u %u %u instead of %u 51 102\n", got[0], got[1], got[2], red);
      abort();
   }
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   GLuint other;
   glGenTextures(1, &other);
   glBindTexture(GL_TEXTURE_2D, other);
   void *shown = published(images, seed);
   if (shown)
      image_target(GL_TEXTURE_2D, shown); /* GL_INVALID_VALUE where it has ended */
   glGetError();
   const GLuint names[] = {texture, other};
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(2, names);
   atomic_fetch_add(&drawn, 1);
}

static void use_context(unsigned *seed, EGLContext ctx, EGLSurface surf, struct native *native)
{
   if (!eglMakeCurrent(dpy, surf, surf, ctx)) {
      expect_lost("eglMakeCurrent");
      return;
   }
   for (unsigned i = 0; i < FRAMES && !atomic_load(&stop); i++) {
      draw(seed);
      look_around(seed);
      if (surf == EGL_NO_SURFACE)
         continue;
      glClearColor(0.5f, 0.5f, 0.5f, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      if (eglSwapInterval(dpy, 0) && eglSwapBuffers(dpy, surf))
         atomic_fetch_add(&frames, 1);
      else
         expect_lost("eglSwapBuffers");
      if (native)
         use_native(native, i);
   }
   eglWaitClient();
   if (next_random(seed) % 2)
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   else
      assert_true(eglReleaseThread());
}

static void *work(void *data)
{
   unsigned seed = (unsigned)(uintptr_t)data * 77777u;
   while (!atomic_load(&stop)) {
      static const EGLint size[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
      const unsigned kind = next_random(&seed) % 3; /* surfaceless, pbuffer, window */
      struct native native = {.handle = NULL};
      if (next_random(&seed) % 2)
         MAY_FAIL(eglInitialize(dpy, NULL, NULL));
      EGLConfig config = kind ? find_config(kind == 2 ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT) : EGL_NO_CONFIG_KHR;
      EGLContext ctx = make_context(&seed, config);
      EGLSurface surf = EGL_NO_SURFACE;
      if (kind == 1)
         surf = eglCreatePbufferSurface(dpy, config, size);
      else if (kind == 2 && (native = make_native(), native.handle))
         surf = eglCreatePlatformWindowSurface(dpy, config, native.handle, NULL);
      publish(surfaces, &seed, surf);
      if (ctx)
         use_context(&seed, ctx, surf, native.handle ? &native : NULL);
      if (surf && next_random(&seed) % 2)
         MAY_FAIL(eglDestroySurface(dpy, surf));
      if (ctx && next_random(&seed) % 2)
         MAY_FAIL(eglDestroyContext(dpy, ctx));
      eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      free_native(&native);
   }
   eglReleaseThread();
   return NULL;
}

static void *terminate(void *data)
{
   unsigned seed = (unsigned)(uintptr_t)data * 55555u;
   while (!atomic_load(&stop)) {
      const struct timespec pause = {0, 200000 + (long)(next_random(&seed) % 30) * 1000000};
      nanosleep(&pause, NULL);
      assert_true(eglTerminate(dpy));
      atomic_fetch_add(&terminations, 1);
      if (next_random(&seed) % 2)
         assert_true(eglInitialize(dpy, NULL, NULL));
   }
   return NULL;
}

static void test_terminate_beside_every_call(void **state)
{
   const char *text = getenv("GLOAM_STRESS_MS");
   const long duration_ms = text ? atol(text) : 2000;
   pthread_t thread[WORKERS + TERMINATORS];
   dpy = find_display();
   assert_ptr_not_equal(dpy, EGL_NO_DISPLAY);
   assert_true(eglInitialize(dpy, NULL, NULL));
   signal_sync = PROC(PFNEGLSIGNALSYNCKHRPROC, "eglSignalSyncKHR");
   label_object = PROC(PFNEGLLABELOBJECTKHRPROC, "eglLabelObjectKHR");
   query_display = PROC(PFNEGLQUERYDISPLAYATTRIBEXTPROC, "eglQueryDisplayAttribEXT");
   image_target = PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES");
   for (uintptr_t i = 0; i < WORKERS + TERMINATORS; i++)
      assert_int_equal(pthread_create(&thread[i], NULL, i < WORKERS ? work : terminate, (void *)(i + 1)), 0);
   const struct timespec duration = {duration_ms / 1000, duration_ms % 1000 * 1000000};
   nanosleep(&duration, NULL);
   atomic_store(&stop, true);
   for (unsigned i = 0; i < WORKERS + TERMINATORS; i++)
      assert_int_equal(pthread_join(thread[i], NULL), 0);
   printf("%ld pictures, %ld frames, %ld terminations\n", drawn, frames, terminations);
   assert_true(drawn > 0 && terminations > 0);
   /* The display is as good as new. */
   assert_true(eglTerminate(dpy));
   assert_true(eglInitialize(dpy, NULL, NULL));
   unsigned seed = 1;
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   draw(&seed);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(dpy));
}

int main(int argc, char **argv)
{
   if (argc > 1)
      platform = argv[1];
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_terminate_beside_every_call)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

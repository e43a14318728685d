/* test_compositor.c: EGL_WL_bind_wayland_display and EGL_WL_create_wayland_buffer_from_image: a compositor on a thread and clients in
 * one process. With a DRM node the bound display has the global wl_drm, else zwp_linux_dmabuf_v1. */
#include "egl_test.h"

#include <dirent.h>
#include <drm_fourcc.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-client.h>
#include <wayland-server-core.h>

#include "linux_dmabuf_client.h"

static PFNEGLBINDWAYLANDDISPLAYWL bind_display;
static PFNEGLUNBINDWAYLANDDISPLAYWL unbind_display;
static PFNEGLQUERYWAYLANDBUFFERWL query_buffer;
static PFNEGLCREATEWAYLANDBUFFERFROMIMAGEWL create_buffer;
static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target;

/* ---- the compositor ---- */

static struct {
   struct wl_display *display;
   struct wl_client *client; /* of the last connection */
   EGLDisplay dpy;
   bool has_node;
   pthread_t thread;
   int wake[2];
   sem_t done;
   void (*call)(void *data);
   void *data;
   bool quit;
} server;

static int on_wake(int fd, uint32_t mask, void *data)
{
   char byte;
   assert_int_equal(read(fd, &byte, 1), 1);
   server.call(server.data);
   sem_post(&server.done);
   return 0;
}

static void *serve(void *data)
{
   struct wl_event_loop *loop = wl_display_get_event_loop(server.display);
   while (!server.quit) {
      wl_event_loop_dispatch(loop, -1);
      if (!server.quit)
         wl_display_flush_clients(server.display);
   }
   return NULL;
}

/* Runs call(data) on the compositor's thread. */
static void on_server(void (*call)(void *data), void *data)
{
   server.call = call;
   server.data = data;
   assert_int_equal(write(server.wake[1], "", 1), 1);
   sem_wait(&server.done);
}

static void add_client(void *fd)
{
   server.client = wl_client_create(server.display, *(int *)fd);
}

static void bind_here(void *error)
{
   *(EGLint *)error = bind_display(server.dpy, server.display) ? EGL_SUCCESS : eglGetError();
}

static void unbind_here(void *error)
{
   *(EGLint *)error = unbind_display(server.dpy, server.display) ? EGL_SUCCESS : eglGetError();
}

static EGLint server_result(void (*call)(void *error))
{
   EGLint error;
   on_server(call, &error);
   return error;
}

static int setup(void **state)
{
   server.dpy = surfaceless_display();
   server.has_node = getenv("GLOAM_DEVICE") && strstr(getenv("GLOAM_DEVICE"), "/dev/dri/");
   server.display = wl_display_create();
   assert_int_equal(pipe(server.wake), 0);
   sem_init(&server.done, 0, 0);
   server.quit = false;
   wl_event_loop_add_fd(wl_display_get_event_loop(server.display), server.wake[0], WL_EVENT_READABLE, on_wake, NULL);
   assert_int_equal(pthread_create(&server.thread, NULL, serve, NULL), 0);
   assert_int_equal(server_result(bind_here), EGL_SUCCESS);
   return 0;
}

static void quit(void *data)
{
   wl_display_destroy_clients(server.display);
   server.quit = true;
}

static int teardown(void **state)
{
   on_server(quit, NULL);
   pthread_join(server.thread, NULL);
   wl_display_destroy(server.display);
   close(server.wake[0]);
   close(server.wake[1]);
   assert_true(eglTerminate(server.dpy));
   assert_true(eglReleaseThread());
   return 0;
}

/* ---- a client ---- */

struct client {
   struct wl_display *display;
   struct wl_registry *registry;
   struct zwp_linux_dmabuf_v1 *dmabuf;
   struct wl_proxy *drm;
   unsigned globals;
   bool failed, created;
   /* Of wl_drm. */
   char device[64];
   unsigned formats;
   bool authenticated, has_argb;
   uint32_t capabilities;
};

static const struct wl_interface *drm_types[12] = {&wl_buffer_interface};
static const struct wl_message drm_requests[] = {{"authenticate", "u", drm_types + 1}, {"create_buffer", "nuiiuu", drm_types},
                                                 {"create_planar_buffer", "nuiiuiiiiii", drm_types},
                                                 {"create_prime_buffer", "2nhiiuiiiiii", drm_types}};
static const struct wl_message drm_events[] = {{"device", "s", drm_types + 1}, {"format", "u", drm_types + 1},
                                               {"authenticated", "", drm_types + 1}, {"capabilities", "2u", drm_types + 1}};
static const struct wl_interface drm_interface = {"wl_drm", 2, 4, drm_requests, 4, drm_events};

static void on_device(void *data, void *drm, const char *name)
{
   snprintf(((struct client *)data)->device, sizeof(((struct client *)data)->device), "%s", name);
}

static void on_drm_format(void *data, void *drm, uint32_t format)
{
   struct client *c = data;
   c->formats++;
   c->has_argb |= format == DRM_FORMAT_ARGB8888;
}

static void on_authenticated(void *data, void *drm)
{
   ((struct client *)data)->authenticated = true;
}

static void on_capabilities(void *data, void *drm, uint32_t value)
{
   ((struct client *)data)->capabilities = value;
}

static const struct {
   void (*device)(void *data, void *drm, const char *name);
   void (*format)(void *data, void *drm, uint32_t format);
   void (*authenticated)(void *data, void *drm);
   void (*capabilities)(void *data, void *drm, uint32_t value);
} drm_listener = {on_device, on_drm_format, on_authenticated, on_capabilities};

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   struct client *c = data;
   c->globals++;
   if (!strcmp(interface, "zwp_linux_dmabuf_v1"))
      c->dmabuf = wl_registry_bind(registry, name, &zwp_linux_dmabuf_v1_interface, version);
   if (!strcmp(interface, "wl_drm")) {
      c->drm = wl_registry_bind(registry, name, &drm_interface, version);
      wl_proxy_add_listener(c->drm, (void (**)(void))&drm_listener, c);
   }
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
   ((struct client *)data)->globals--;
}

static const struct wl_registry_listener registry_listener = {on_global, on_global_remove};

static void connect_client(struct client *c)
{
   int fd[2];
   *c = (struct client){0};
   assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
   on_server(add_client, &fd[0]);
   c->display = wl_display_connect_to_fd(fd[1]);
   assert_non_null(c->display);
   c->registry = wl_display_get_registry(c->display);
   wl_registry_add_listener(c->registry, &registry_listener, c);
   assert_true(wl_display_roundtrip(c->display) >= 0);
   assert_true(wl_display_roundtrip(c->display) >= 0);
}

static void disconnect_client(struct client *c)
{
   if (c->dmabuf)
      zwp_linux_dmabuf_v1_destroy(c->dmabuf);
   if (c->drm)
      wl_proxy_destroy(c->drm);
   wl_registry_destroy(c->registry);
   wl_display_disconnect(c->display);
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

/* A texture with a different value in each component, as an image. */
enum { WIDTH = 5, HEIGHT = 3 };

static EGLImageKHR client_image(EGLDisplay dpy, EGLContext ctx)
{
   uint8_t texels[HEIGHT][WIDTH][4];
   for (unsigned i = 0; i < sizeof(texels); i++)
      ((uint8_t *)texels)[i] = (uint8_t)(i * 4 + 3);
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   EGLImageKHR image = create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)name, NULL);
   assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
   return image;
}

/* ---- what the compositor sees ---- */

struct seen { uint32_t id; EGLImageKHR image; };

static EGLint query(struct wl_resource *buffer, EGLint attribute)
{
   EGLint value = -77;
   assert_true(query_buffer(server.dpy, buffer, attribute, &value));
   assert_int_equal(eglGetError(), EGL_SUCCESS);
   return value;
}

static void look_at_buffer(void *data)
{
   struct seen *seen = data;
   struct wl_resource *buffer = wl_client_get_object(server.client, seen->id);
   assert_non_null(buffer);
   assert_int_equal(query(buffer, EGL_WIDTH), WIDTH);
   assert_int_equal(query(buffer, EGL_HEIGHT), HEIGHT);
   assert_int_equal(query(buffer, EGL_TEXTURE_FORMAT), EGL_TEXTURE_RGBA);
   assert_int_equal(query(buffer, EGL_WAYLAND_Y_INVERTED_WL), EGL_TRUE);
   EGLint value = -77;
   assert_false(query_buffer(server.dpy, buffer, EGL_BUFFER_SIZE, &value));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   assert_int_equal(value, -77);
   assert_false(query_buffer(server.dpy, buffer, EGL_WIDTH, NULL));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   static const EGLint second_plane[] = {EGL_WAYLAND_PLANE_WL, 1, EGL_NONE}, first_plane[] = {EGL_WAYLAND_PLANE_WL, 0, EGL_NONE};
   assert_ptr_equal(create_image(server.dpy, EGL_NO_CONTEXT, EGL_WAYLAND_BUFFER_WL, (EGLClientBuffer)buffer, second_plane), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   seen->image = create_image(server.dpy, EGL_NO_CONTEXT, EGL_WAYLAND_BUFFER_WL, (EGLClientBuffer)buffer, first_plane);
   assert_ptr_not_equal(seen->image, EGL_NO_IMAGE_KHR);
}

/* The image has the values of client_image(). The calling thread is the compositor's. */
static void check_texels(void *data)
{
   struct seen *seen = data;
   EGLContext ctx = es2_context(server.dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   GLuint texture, fbo;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   image_target(GL_TEXTURE_2D, seen->image);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   uint8_t texels[WIDTH * HEIGHT * 4];
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   for (unsigned i = 0; i < sizeof(texels); i++)
      assert_int_equal(texels[i], i * 4 + 3);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(server.dpy, ctx));
   assert_true(eglReleaseThread());
}

static void forget_image(void *data)
{
   assert_true(destroy_image(server.dpy, ((struct seen *)data)->image));
}

/* The compositor reads the client's buffer, also after the client has destroyed it. */
static void check_buffer(struct client *c, struct wl_buffer *buffer)
{
   struct seen seen = {.id = wl_proxy_get_id((struct wl_proxy *)buffer)};
   on_server(look_at_buffer, &seen);
   wl_buffer_destroy(buffer);
   assert_true(wl_display_roundtrip(c->display) >= 0);
   on_server(check_texels, &seen);
   on_server(forget_image, &seen);
}

/* eglCreateWaylandBufferFromImageWL: through the bound display's zwp_linux_dmabuf_v1. */
static void test_buffer_of_image(void **state)
{
   struct client c;
   if (server.has_node) /* then it has wl_drm only, which gloam's clients do not use */
      skip();
   connect_client(&c);
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, c.display, NULL);
   assert_true(eglInitialize(dpy, NULL, NULL));
   assert_non_null(strstr(eglQueryString(dpy, EGL_EXTENSIONS), "EGL_WL_create_wayland_buffer_from_image"));
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   EGLImageKHR image = client_image(dpy, ctx);
   struct wl_buffer *buffer = create_buffer(dpy, image);
   assert_non_null(buffer);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   check_buffer(&c, buffer);
   assert_null(create_buffer(dpy, (EGLImageKHR)&c));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   destroy_image(dpy, image);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglTerminate(dpy));
   disconnect_client(&c);
}

/* A buffer of wl_drm. */
static void test_drm_buffer(void **state)
{
   struct client c;
   if (!server.has_node)
      skip();
   connect_client(&c);
   assert_null(c.dmabuf);
   assert_string_equal(c.device, getenv("GLOAM_DEVICE"));
   assert_true(c.has_argb);
   assert_int_equal(c.capabilities, 1);
   wl_proxy_marshal_flags(c.drm, 0, NULL, 2, 0, 7);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   assert_true(c.authenticated);

   EGLContext ctx = es2_context(server.dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   EGLImageKHR image = client_image(server.dpy, ctx);
   int fd, fourcc, planes;
   EGLint stride, offset;
   PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image = PROC(PFNEGLEXPORTDMABUFIMAGEMESAPROC, "eglExportDMABUFImageMESA");
   PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC query_image = PROC(PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC, "eglExportDMABUFImageQueryMESA");
   assert_true(query_image(server.dpy, image, &fourcc, &planes, NULL));
   assert_true(export_image(server.dpy, image, &fd, &stride, &offset));
   struct wl_proxy *buffer = wl_proxy_marshal_flags(c.drm, 3, &wl_buffer_interface, 1, 0, NULL, fd, WIDTH, HEIGHT, fourcc, offset, stride,
                                                    0, 0, 0, 0);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   close(fd);
   check_buffer(&c, (struct wl_buffer *)buffer);
   destroy_image(server.dpy, image);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   disconnect_client(&c);
}

/* ---- errors of EGL ---- */

static void check_errors(void *data)
{
   EGLint value = -77;
   assert_false(bind_display(server.dpy, NULL));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_false(bind_display(server.dpy, server.display)); /* bound already */
   assert_int_equal(eglGetError(), EGL_BAD_ACCESS);
   assert_false(bind_display(EGL_NO_DISPLAY, server.display));
   assert_int_equal(eglGetError(), EGL_BAD_DISPLAY);
   assert_false(unbind_display(server.dpy, NULL));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_false(query_buffer(server.dpy, NULL, EGL_WIDTH, &value));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   struct wl_resource *foreign = wl_client_get_object(server.client, 1); /* wl_display */
   assert_non_null(foreign);
   assert_false(query_buffer(server.dpy, foreign, EGL_WIDTH, &value));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_int_equal(value, -77);
   assert_ptr_equal(create_image(server.dpy, EGL_NO_CONTEXT, EGL_WAYLAND_BUFFER_WL, (EGLClientBuffer)foreign, NULL), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_null(create_buffer(server.dpy, EGL_NO_IMAGE_KHR));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

static void check_foreign_platform(void)
{
   EGLContext ctx = es2_context(server.dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   EGLImageKHR image = client_image(server.dpy, ctx);
   assert_null(create_buffer(server.dpy, image)); /* a surfaceless display is no client of a compositor */
   assert_int_equal(eglGetError(), EGL_BAD_DISPLAY);
   destroy_image(server.dpy, image);
   assert_true(eglMakeCurrent(server.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
}

static void test_errors(void **state)
{
   struct client c;
   connect_client(&c);
   on_server(check_errors, NULL);
   check_foreign_platform();
   disconnect_client(&c);
}

/* ---- clients that violate the protocols, or describe buffers that are not there ---- */

static void on_created(void *data, struct zwp_linux_buffer_params_v1 *params, struct wl_buffer *buffer)
{
   ((struct client *)data)->created = true;
   wl_buffer_destroy(buffer);
}

static void on_failed(void *data, struct zwp_linux_buffer_params_v1 *params)
{
   ((struct client *)data)->failed = true;
}

static const struct zwp_linux_buffer_params_v1_listener params_listener = {on_created, on_failed};

enum { NO_ERROR = -1, FAILED = -2 };

struct request {
   const char *name;
   int planes[3];        /* -1: none */
   int32_t width, height;
   uint32_t fourcc, stride_B, offset_B;
   bool immediate, twice;
   int expected;         /* protocol error; NO_ERROR: created; FAILED */
};

static void send_request(struct client *c, const struct request *r, int fd)
{
   struct zwp_linux_buffer_params_v1 *params = zwp_linux_dmabuf_v1_create_params(c->dmabuf);
   zwp_linux_buffer_params_v1_add_listener(params, &params_listener, c);
   for (unsigned i = 0; i < 3; i++)
      if (r->planes[i] >= 0)
         zwp_linux_buffer_params_v1_add(params, fd, (uint32_t)r->planes[i], r->offset_B, r->stride_B, 0, 0);
   if (r->immediate)
      zwp_linux_buffer_params_v1_create_immed(params, r->width, r->height, r->fourcc, 0);
   else
      zwp_linux_buffer_params_v1_create(params, r->width, r->height, r->fourcc, 0);
   if (r->twice)
      zwp_linux_buffer_params_v1_create(params, r->width, r->height, r->fourcc, 0);
   wl_display_roundtrip(c->display);
   zwp_linux_buffer_params_v1_destroy(params);
}

static int memory_file(size_t size_B)
{
   const int fd = memfd_create("buffer", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   assert_true(fd >= 0);
   assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
   assert_int_equal(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK), 0);
   return fd;
}

/* The code of the error that ended the connection; -1: it has none. */
static int protocol_error(struct client *c)
{
   return wl_display_get_error(c->display) ? (int)wl_display_get_protocol_error(c->display, NULL, NULL) : -1;
}

static void test_dmabuf_requests(void **state)
{
   static const struct request requests[] = {
      {"good", {0, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, NO_ERROR},
      {"plane 4", {4, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_PLANE_IDX},
      {"plane 0 twice", {0, 0, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_PLANE_SET},
      {"no plane", {-1, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INCOMPLETE},
      {"planes 0 and 2", {0, 2, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INCOMPLETE},
      {"one plane of NV12", {0, -1, -1}, 4, 4, DRM_FORMAT_NV12, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INCOMPLETE},
      {"no width", {0, -1, -1}, 0, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INVALID_DIMENSIONS},
      {"negative height", {0, -1, -1}, 4, -4, DRM_FORMAT_ARGB8888, 256, 0, false, false,
       ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INVALID_DIMENSIONS},
      {"create twice", {0, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, true, ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_ALREADY_USED},
      {"unknown format", {0, -1, -1}, 4, 4, 0x12345678, 256, 0, false, false, FAILED},
      {"two planes of ARGB", {0, 1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, FAILED},
      {"beyond the file", {0, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 1 << 20, false, false, FAILED},
      {"short rows", {0, -1, -1}, 400, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, FAILED},
      {"huge", {0, -1, -1}, INT32_MAX, INT32_MAX, DRM_FORMAT_ARGB8888, UINT32_MAX, UINT32_MAX, false, false, FAILED},
      {"beyond the file, at once", {0, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 1 << 20, true, false,
       ZWP_LINUX_BUFFER_PARAMS_V1_ERROR_INVALID_WL_BUFFER},
   };
   if (server.has_node)
      skip();
   const unsigned before = descriptors();
   const int fd = memory_file(4096);
   for (unsigned i = 0; i < COUNT(requests); i++) {
      const struct request *r = &requests[i];
      struct client c;
      connect_client(&c);
      send_request(&c, r, fd);
      const int result = wl_display_get_error(c.display) ? protocol_error(&c) : c.failed ? FAILED : c.created ? NO_ERROR : -3;
      if (result != r->expected)
         fail_msg("%s: %d instead of %d", r->name, result, r->expected);
      disconnect_client(&c);
   }
   close(fd);
   on_server(add_client, &(int){-1}); /* returns after the compositor has noticed the last connection's end */
   assert_int_equal(descriptors(), before);
}

static void test_drm_requests(void **state)
{
   static const struct { const char *name; unsigned opcode; int32_t width; uint32_t fourcc; int32_t offset_B; int expected; } requests[] = {
      {"a global name", 1, 4, DRM_FORMAT_ARGB8888, 0, 2},
      {"a global name, planes", 2, 4, DRM_FORMAT_ARGB8888, 0, 2},
      {"not a DMA-BUF", 3, 4, DRM_FORMAT_ARGB8888, 0, 2},
      {"no width", 3, 0, DRM_FORMAT_ARGB8888, 0, 2},
      {"an unknown format", 3, 4, 0x12345678, 0, 1},
      {"negative offset", 3, 4, DRM_FORMAT_ARGB8888, -4096, 2},
   };
   if (!server.has_node)
      skip();
   const int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
   for (unsigned i = 0; i < COUNT(requests); i++) {
      struct client c;
      connect_client(&c);
      struct wl_proxy *buffer;
      if (requests[i].opcode == 1)
         buffer = wl_proxy_marshal_flags(c.drm, 1, &wl_buffer_interface, 1, 0, NULL, 1, 4, 4, 256, requests[i].fourcc);
      else if (requests[i].opcode == 2)
         buffer = wl_proxy_marshal_flags(c.drm, 2, &wl_buffer_interface, 1, 0, NULL, 1, 4, 4, requests[i].fourcc, 0, 256, 0, 0, 0, 0);
      else
         buffer = wl_proxy_marshal_flags(c.drm, 3, &wl_buffer_interface, 1, 0, NULL, fd, requests[i].width, 4, requests[i].fourcc,
                                         requests[i].offset_B, 256, 0, 0, 0, 0);
      wl_display_roundtrip(c.display);
      if (protocol_error(&c) != requests[i].expected)
         fail_msg("%s: %d instead of %d", requests[i].name, protocol_error(&c), requests[i].expected);
      wl_proxy_destroy(buffer);
      disconnect_client(&c);
   }
   close(fd);
}

/* ---- the end ---- */

static void terminate_here(void *data)
{
   assert_true(eglTerminate(server.dpy));
}

/* Unbinding and eglTerminate take the globals away; a client that has bound one is not harmed. */
static void test_end(void **state)
{
   struct client c;
   connect_client(&c);
   assert_int_equal(c.globals, 1);
   assert_int_equal(server_result(unbind_here), EGL_SUCCESS);
   assert_int_equal(server_result(unbind_here), EGL_BAD_PARAMETER);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   assert_int_equal(c.globals, 0);
   assert_int_equal(server_result(bind_here), EGL_SUCCESS);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   assert_true(wl_display_roundtrip(c.display) >= 0); /* the client has bound the new global */
   assert_int_equal(c.globals, 1);
   on_server(terminate_here, NULL);
   assert_true(wl_display_roundtrip(c.display) >= 0);
   assert_int_equal(c.globals, 0);
   if (c.dmabuf) { /* of the display that was unbound: its requests are still answered */
      const int fd = memory_file(4096);
      send_request(&c, &(struct request){"", {0, -1, -1}, 4, 4, DRM_FORMAT_ARGB8888, 256, 0, false, false, NO_ERROR}, fd);
      assert_true(c.created);
      close(fd);
   }
   disconnect_client(&c);
   assert_true(eglInitialize(server.dpy, NULL, NULL));
   assert_int_equal(server_result(bind_here), EGL_SUCCESS);
}

static void destroy_other(void *data)
{
   struct wl_display *other = wl_display_create();
   assert_true(bind_display(server.dpy, other));
   wl_display_destroy(other);
   assert_false(unbind_display(server.dpy, other)); /* it ended with its wl_display */
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

static void test_display_destroyed(void **state)
{
   on_server(destroy_other, NULL);
}

int main(void)
{
   bind_display = PROC(PFNEGLBINDWAYLANDDISPLAYWL, "eglBindWaylandDisplayWL");
   unbind_display = PROC(PFNEGLUNBINDWAYLANDDISPLAYWL, "eglUnbindWaylandDisplayWL");
   query_buffer = PROC(PFNEGLQUERYWAYLANDBUFFERWL, "eglQueryWaylandBufferWL");
   create_buffer = PROC(PFNEGLCREATEWAYLANDBUFFERFROMIMAGEWL, "eglCreateWaylandBufferFromImageWL");
   create_image = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR");
   destroy_image = PROC(PFNEGLDESTROYIMAGEKHRPROC, "eglDestroyImageKHR");
   image_target = PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES");
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
   const struct CMUnitTest tests[] = {TEST(test_buffer_of_image), TEST(test_drm_buffer), TEST(test_errors), TEST(test_dmabuf_requests),
                                      TEST(test_drm_requests), TEST(test_end), TEST(test_display_destroyed)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

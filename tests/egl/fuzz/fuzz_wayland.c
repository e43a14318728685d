/* fuzz_wayland.c: the events of a compositor. An input is a sequence of messages, each a word with its number of words and these words,
 * as they are sent on the socket. A thread is the compositor: it sends the next message when the client has written or has been
 * silent for a moment, and then hangs up, so that no wait is long. The client makes a window and presents frames. */
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <drm_fourcc.h>
#include <wayland-client.h>
#include <wayland-egl.h>

#include "fuzz_words.h"

enum { FRAMES = 4, START_MS = 20000 /* the first client loads libraries */, SILENCE_MS = 200, TABLES = 2 };

/* ---- the compositor ---- */

struct compositor { int fd, table; const uint8_t *data; size_t size; };

static void drain(int fd)
{
   char buffer[4096], control[CMSG_SPACE(28 * sizeof(int))];
   for (;;) {
      struct iovec io = {buffer, sizeof(buffer)};
      struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
      if (recvmsg(fd, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) <= 0)
         return;
      for (struct cmsghdr *c = CMSG_FIRSTHDR(&header); c; c = CMSG_NXTHDR(&header, c))
         for (size_t i = 0; i < (c->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++)
            close(((int *)CMSG_DATA(c))[i]);
   }
}

/* Each message comes with descriptors, more than its events use. */
static void send_message(const struct compositor *c, const uint8_t *data, size_t size)
{
   char control[CMSG_SPACE(TABLES * sizeof(int))] = {0};
   struct iovec io = {(void *)data, size};
   struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
   struct cmsghdr *first = CMSG_FIRSTHDR(&header);
   *first = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(TABLES * sizeof(int))};
   for (unsigned i = 0; i < TABLES; i++)
      ((int *)CMSG_DATA(first))[i] = c->table;
   if (sendmsg(c->fd, &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
      return;
}

static void *serve(void *data)
{
   const struct compositor *c = data;
   struct pollfd start = {.fd = c->fd, .events = POLLIN};
   poll(&start, 1, START_MS);
   for (size_t at = 0; at + 4 <= c->size;) {
      uint32_t words;
      memcpy(&words, c->data + at, 4);
      at += 4;
      const size_t size = words < (c->size - at) / 4 ? words * 4 : c->size - at;
      struct pollfd fd = {.fd = c->fd, .events = POLLIN};
      poll(&fd, 1, SILENCE_MS);
      drain(c->fd);
      if (size)
         send_message(c, c->data + at, size);
      at += size;
   }
   struct pollfd fd = {.fd = c->fd, .events = POLLIN};
   poll(&fd, 1, SILENCE_MS);
   drain(c->fd);
   shutdown(c->fd, SHUT_RDWR);
   return NULL;
}

/* ---- the client ---- */

static unsigned windows, frames, total;

static void no_log(const char *format, va_list args)
{
}

static void report(void)
{
   printf("%u inputs: %u windows, %u frames\n", total, windows, frames);
}

static void present(EGLDisplay dpy, struct wl_display *display)
{
   static const EGLint config_attribs[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8,
                                           EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLConfig config;
   EGLint count = 0;
   if (!eglChooseConfig(dpy, config_attribs, &config, 1, &count) || !count)
      return;
   struct wl_registry *registry = wl_display_get_registry(display);
   struct wl_compositor *compositor = wl_registry_bind(registry, 1, &wl_compositor_interface, 4);
   struct wl_surface *surface = wl_compositor_create_surface(compositor);
   struct wl_egl_window *window = wl_egl_window_create(surface, 40, 30);
   EGLSurface egl = eglCreatePlatformWindowSurface(dpy, config, window, NULL);
   EGLContext ctx = egl ? eglCreateContext(dpy, config, EGL_NO_CONTEXT, attribs) : EGL_NO_CONTEXT;
   if (egl && eglMakeCurrent(dpy, egl, egl, ctx)) {
      windows++;
      for (unsigned i = 0; i < FRAMES; i++) {
         glClear(GL_COLOR_BUFFER_BIT);
         if (!eglSwapBuffers(dpy, egl))
            break;
         frames++;
      }
      eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   }
   if (ctx)
      eglDestroyContext(dpy, ctx);
   if (egl)
      eglDestroySurface(dpy, egl);
   wl_egl_window_destroy(window);
   wl_surface_destroy(surface);
   wl_compositor_destroy(compositor);
   wl_registry_destroy(registry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   static const struct { uint32_t format, padding; uint64_t modifier; } rows[] = {{DRM_FORMAT_ARGB8888, 0, 0}, {DRM_FORMAT_XRGB8888, 0, 0}};
   static int table = -1;
   int ends[2];
   pthread_t thread;
   if (table < 0) {
      table = memfd_create("table", MFD_CLOEXEC);
      if (write(table, rows, sizeof(rows)) != sizeof(rows))
         abort();
      wl_log_set_handler_client(no_log);
      atexit(report);
   }
   total++;
   if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
      abort();
   struct compositor c = {ends[0], table, data, size};
   struct wl_display *display = wl_display_connect_to_fd(ends[1]);
   if (!display || pthread_create(&thread, NULL, serve, &c))
      abort();
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_WAYLAND_KHR, display, NULL);
   if (eglInitialize(dpy, NULL, NULL)) {
      present(dpy, display);
      if (!eglTerminate(dpy))
         abort();
   }
   wl_display_disconnect(display);
   pthread_join(thread, NULL);
   close(ends[0]);
   check_descriptors();
   return 0;
}

/* ---- inputs ---- */

static void put_header(struct words *w, uint32_t object, uint32_t opcode, uint32_t words)
{
   put_word(w, object);
   put_word(w, (2 + words) * 4 << 16 | opcode);
}

static void put_global(struct words *w, uint32_t name, const char *interface, uint32_t version)
{
   const size_t size = strlen(interface) + 1;
   char text[64] = {0};
   memcpy(text, interface, size);
   put_header(w, 2, 0, (uint32_t)(3 + (size + 3) / 4));
   put_word(w, name);
   put_word(w, (uint32_t)size);
   for (size_t i = 0; i < (size + 3) / 4; i++) {
      uint32_t word;
      memcpy(&word, text + 4 * i, 4);
      put_word(w, word);
   }
   put_word(w, version);
}

/* The callback's event, and that its object is free again. */
static void put_done(struct words *w, uint32_t callback)
{
   put_header(w, callback, 0, 1);
   put_word(w, 0);
   put_header(w, 1, 1, 1);
   put_word(w, callback);
}

static size_t begin(struct words *w)
{
   put_word(w, 0);
   return w->size;
}

static void end(struct words *w, size_t from)
{
   const uint32_t words = (uint32_t)((w->size - from) / 4);
   memcpy(w->data + from - 4, &words, 4);
}

static void put_feedback(struct words *w, uint32_t feedback)
{
   put_header(w, feedback, 1, 1); /* format_table: the descriptor is not in the words */
   put_word(w, 32);
   for (unsigned opcode = 2; opcode < 5; opcode += 2) { /* main_device, tranche_target_device */
      put_header(w, feedback, opcode, 3);
      put_word(w, 8);
      put_word(w, 0);
      put_word(w, 0);
   }
   put_header(w, feedback, 5, 2); /* tranche_formats */
   put_word(w, 4);
   put_word(w, 1u << 16);
   put_header(w, feedback, 6, 1); /* tranche_flags */
   put_word(w, 0);
   put_header(w, feedback, 3, 0); /* tranche_done */
   put_header(w, feedback, 0, 0); /* done */
}

/* The session of a compositor that follows the rules; object numbers are those that libwayland gives. */
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   struct words w = {data, 0};
   const bool dmabuf = units % 3, version_4 = units % 3 == 2;
   size_t message = begin(&w);
   put_global(&w, 1, "wl_compositor", 4);
   put_global(&w, 2, "wl_shm", 1);
   if (dmabuf)
      put_global(&w, 3, "zwp_linux_dmabuf_v1", version_4 ? 4 : 3);
   put_done(&w, 3);
   end(&w, message);
   message = begin(&w);
   for (uint32_t format = 0; format < 2; format++) {
      put_header(&w, 4, 0, 1);
      put_word(&w, format);
   }
   if (dmabuf && !version_4) {
      put_header(&w, 5, 1, 3); /* modifier */
      put_word(&w, DRM_FORMAT_ARGB8888);
      put_word(&w, 0);
      put_word(&w, 0);
   }
   if (version_4)
      put_feedback(&w, 6);
   put_done(&w, 3);
   end(&w, message);
   const uint32_t params = version_4 ? 9 : 8, buffer = dmabuf ? 0xff000000u : 8, frame = 9 + version_4;
   if (dmabuf) {
      message = begin(&w);
      put_header(&w, params, fuzz_random(random) % 4 == 0, 1); /* created, at times failed */
      put_word(&w, buffer);
      end(&w, message);
   }
   for (unsigned i = 0; i < 2 + units / 3; i++) {
      message = begin(&w);
      put_header(&w, buffer, 0, 0); /* release */
      put_done(&w, frame);
      end(&w, message);
   }
   return w.size;
}

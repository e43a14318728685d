/* wayland_dmabuf.c: presents textures in a Wayland window without a copy: two textures are exported as DMA-BUFs and become buffers of
 * the compositor by zwp_linux_dmabuf_v1, and each frame is drawn into the one that the compositor does not show.
 *   wayland_dmabuf [FRAMES]     ends after so many frames; default: when the window is closed */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wayland-client.h>

#include "common.h"
#include "linux-dmabuf-client.h"
#include "xdg-shell-client.h"

#define WIDTH 256
#define HEIGHT 192
#define BUFFERS 2
#define PERIOD 64 /* frames */

struct buffer { struct wl_buffer *proxy; GLuint framebuffer; bool busy; };

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct xdg_wm_base *shell;
static struct zwp_linux_dmabuf_v1 *dmabuf;
static struct wl_surface *surface;
static struct buffer buffers[BUFFERS];
static uint32_t fourcc;           /* of the exported textures */
static uint64_t modifier;
static bool format_is_taken, configured, closed, frame_is_due = true;

/* ---- the compositor's globals ---- */

static void on_ping(void *data, struct xdg_wm_base *base, uint32_t serial)
{
   (void)data;
   xdg_wm_base_pong(base, serial);
}

static void on_format(void *data, struct zwp_linux_dmabuf_v1 *global, uint32_t format)
{
   (void)data, (void)global, (void)format;
}

static void on_modifier(void *data, struct zwp_linux_dmabuf_v1 *global, uint32_t format, uint32_t hi, uint32_t lo)
{
   (void)data, (void)global;
   format_is_taken |= format == fourcc && ((uint64_t)hi << 32 | lo) == modifier;
}

static void on_global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version)
{
   static const struct xdg_wm_base_listener shell_listener = {on_ping};
   static const struct zwp_linux_dmabuf_v1_listener dmabuf_listener = {.format = on_format, .modifier = on_modifier};
   (void)data;
   if (!strcmp(interface, "wl_compositor")) {
      compositor = wl_registry_bind(registry, name, &wl_compositor_interface, version < 4 ? version : 4);
   } else if (!strcmp(interface, "xdg_wm_base")) {
      shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
      xdg_wm_base_add_listener(shell, &shell_listener, NULL);
   } else if (!strcmp(interface, "zwp_linux_dmabuf_v1") && version >= 3) {
      dmabuf = wl_registry_bind(registry, name, &zwp_linux_dmabuf_v1_interface, 3); /* lists formats in events */
      zwp_linux_dmabuf_v1_add_listener(dmabuf, &dmabuf_listener, NULL);
   }
}

static void on_global_remove(void *data, struct wl_registry *registry, uint32_t name)
{
   (void)data, (void)registry, (void)name;
}

/* ---- buffers ---- */

static void on_release(void *data, struct wl_buffer *proxy)
{
   (void)proxy;
   ((struct buffer *)data)->busy = false;
}

/* The description of the bound texture as a DMA-BUF, whose descriptor is the caller's. */
static int export_texture(EGLDisplay dpy, EGLContext ctx, GLuint texture, EGLint *stride, EGLint *offset)
{
   PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   PFNEGLDESTROYIMAGEKHRPROC destroy = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
   PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC query =
      (PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC)eglGetProcAddress("eglExportDMABUFImageQueryMESA");
   PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image =
      (PFNEGLEXPORTDMABUFIMAGEMESAPROC)eglGetProcAddress("eglExportDMABUFImageMESA");
   int format, planes, fd;
   EGLuint64KHR layout;
   EGLImageKHR image = create(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   if (!image || !query(dpy, image, &format, &planes, &layout) || planes != 1 || !export_image(dpy, image, &fd, stride, offset))
      die("the texture cannot be exported: 0x%x", eglGetError());
   fourcc = (uint32_t)format;
   modifier = layout;
   destroy(dpy, image);
   return fd;
}

static void make_buffer(struct buffer *b, int fd, EGLint stride, EGLint offset)
{
   static const struct wl_buffer_listener listener = {on_release};
   struct zwp_linux_buffer_params_v1 *params = zwp_linux_dmabuf_v1_create_params(dmabuf);
   zwp_linux_buffer_params_v1_add(params, fd, 0, (uint32_t)offset, (uint32_t)stride, (uint32_t)(modifier >> 32), (uint32_t)modifier);
   b->proxy = zwp_linux_buffer_params_v1_create_immed(params, WIDTH, HEIGHT, fourcc, 0);
   wl_buffer_add_listener(b->proxy, &listener, b);
   zwp_linux_buffer_params_v1_destroy(params);
   close(fd);
}

/* ---- the window ---- */

static void on_surface_configure(void *data, struct xdg_surface *xdg, uint32_t serial)
{
   (void)data;
   xdg_surface_ack_configure(xdg, serial);
   configured = true;
}

static void on_toplevel_configure(void *data, struct xdg_toplevel *toplevel, int32_t width, int32_t height, struct wl_array *states)
{
   (void)data, (void)toplevel, (void)width, (void)height, (void)states; /* the window keeps its size */
}

static void on_close(void *data, struct xdg_toplevel *toplevel)
{
   (void)data, (void)toplevel;
   closed = true;
}

static void open_window(void)
{
   static const struct xdg_surface_listener surface_listener = {on_surface_configure};
   static const struct xdg_toplevel_listener toplevel_listener = {.configure = on_toplevel_configure, .close = on_close};
   surface = wl_compositor_create_surface(compositor);
   struct xdg_surface *xdg = xdg_wm_base_get_xdg_surface(shell, surface);
   struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(xdg);
   xdg_surface_add_listener(xdg, &surface_listener, NULL);
   xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
   xdg_toplevel_set_title(toplevel, "wayland_dmabuf");
   wl_surface_commit(surface);
   while (!configured)
      if (wl_display_dispatch(display) < 0)
         die("the compositor has ended the connection");
}

/* ---- frames ---- */

static void on_frame(void *data, struct wl_callback *callback, uint32_t time)
{
   (void)data, (void)time;
   wl_callback_destroy(callback);
   frame_is_due = true;
}

/* Red and green are the position, from the upper left corner: the first row of the memory is the highest one. */
static GLuint make_picture(void)
{
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint program = make_program("attribute vec2 p; varying vec2 v;\n"
                                 "void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }\n",
                                 "precision mediump float; varying vec2 v; uniform float blue;\n"
                                 "void main() { gl_FragColor = vec4(v, blue, 1.0); }\n",
                                 (const char *const[]){"p", NULL});
   glUseProgram(program);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   return program;
}

static void present(struct buffer *b, GLuint program, int frame)
{
   static const struct wl_callback_listener listener = {on_frame};
   glBindFramebuffer(GL_FRAMEBUFFER, b->framebuffer);
   glViewport(0, 0, WIDTH, HEIGHT);
   glUniform1f(glGetUniformLocation(program, "blue"), (float)(frame % PERIOD) / PERIOD);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish(); /* the buffer is sent without a fence */
   frame_is_due = false;
   wl_callback_add_listener(wl_surface_frame(surface), &listener, NULL);
   wl_surface_attach(surface, b->proxy, 0, 0);
   wl_surface_damage(surface, 0, 0, WIDTH, HEIGHT);
   wl_surface_commit(surface);
   b->busy = true;
}

int main(int argc, char **argv)
{
   static const struct wl_registry_listener listener = {on_global, on_global_remove};
   const int frames = argc > 1 ? atoi(argv[1]) : 0;
   int fds[BUFFERS], frame = 0;
   EGLint stride[BUFFERS], offset[BUFFERS];
   EGLDisplay dpy = open_display();
   EGLContext ctx = make_context(dpy);
   for (int i = 0; i < BUFFERS; i++) {
      fds[i] = export_texture(dpy, ctx, make_target(WIDTH, HEIGHT), &stride[i], &offset[i]);
      glGetIntegerv(GL_FRAMEBUFFER_BINDING, (GLint *)&buffers[i].framebuffer);
   }
   display = wl_display_connect(NULL);
   if (!display)
      die("no compositor: WAYLAND_DISPLAY names none that runs");
   wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
   wl_display_roundtrip(display);
   wl_display_roundtrip(display); /* the events of the globals */
   if (!compositor || !shell || !dmabuf || !format_is_taken)
      die("the compositor does not take DMA-BUFs of format 0x%08x and modifier 0x%llx", fourcc, (unsigned long long)modifier);
   for (int i = 0; i < BUFFERS; i++)
      make_buffer(&buffers[i], fds[i], stride[i], offset[i]);
   GLuint program = make_picture();
   open_window();
   while (!closed && (!frames || frame < frames)) {
      struct buffer *b = NULL;
      for (int i = 0; i < BUFFERS && frame_is_due; i++)
         b = buffers[i].busy ? b : &buffers[i];
      if (b)
         present(b, program, frame++);
      else if (wl_display_dispatch(display) < 0)
         die("the compositor has ended the connection");
      wl_display_flush(display);
   }
   wl_display_roundtrip(display);
   if (wl_display_get_error(display))
      die("the compositor has refused a buffer");
   printf("%d frames\n", frame);
   wl_display_disconnect(display);
   eglTerminate(dpy);
   return 0;
}

/* dmabuf_pair.c: shares a texture between two processes without a copy. The producer renders a texture and sends it as a DMA-BUF,
 * with its layout and a fence, over a Unix socket. The consumer imports it, samples it and writes a PNG.
 *   dmabuf_pair OUT.png [PRODUCER CONSUMER]   EGL vendor files of the two processes; default: the same EGL for both */
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

#define WIDTH 320
#define HEIGHT 240
#define NO_MODIFIER 0x00ffffffffffffffull /* DRM_FORMAT_MOD_INVALID: implicit, the drivers agree on the layout */

/* Sent with two file descriptors: the buffer and the fence. */
struct message { int32_t width, height, stride, offset; uint32_t fourcc; uint64_t modifier; };

static void send_buffer(int socket, const struct message *m, const int *fds, size_t fd_count)
{
   char control[CMSG_SPACE(2 * sizeof(int))] = {0};
   struct iovec io = {(void *)m, sizeof(*m)};
   struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control,
                           .msg_controllen = CMSG_SPACE(fd_count * sizeof(int))};
   struct cmsghdr *c = CMSG_FIRSTHDR(&header);
   c->cmsg_level = SOL_SOCKET;
   c->cmsg_type = SCM_RIGHTS;
   c->cmsg_len = CMSG_LEN(fd_count * sizeof(int));
   memcpy(CMSG_DATA(c), fds, fd_count * sizeof(int));
   if (sendmsg(socket, &header, 0) != sizeof(*m))
      die("sendmsg failed");
}

static void receive_buffer(int socket, struct message *m, int fds[2])
{
   char control[CMSG_SPACE(2 * sizeof(int))];
   struct iovec io = {m, sizeof(*m)};
   struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
   if (recvmsg(socket, &header, MSG_CMSG_CLOEXEC) != sizeof(*m))
      die("the producer sent nothing");
   struct cmsghdr *c = CMSG_FIRSTHDR(&header);
   if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(2 * sizeof(int)))
      die("the producer sent no descriptors");
   memcpy(fds, CMSG_DATA(c), 2 * sizeof(int));
}

static int has_extension(EGLDisplay dpy, const char *name)
{
   const char *list = eglQueryString(dpy, EGL_EXTENSIONS);
   return list && strstr(list, name) != NULL;
}

/* A fence for another process: `fd` becomes readable when the rendering before it has completed. With
 * EGL_ANDROID_native_fence_sync `fd` is a sync file. Without it `fd` is the read end of a pipe, and finish_fence() writes to the
 * pipe after an EGL fence has signalled. */
struct fence { int fd, write_end; EGLSync sync; };

static struct fence make_fence(EGLDisplay dpy)
{
   struct fence f = {-1, -1, EGL_NO_SYNC};
   if (has_extension(dpy, "EGL_ANDROID_native_fence_sync")) {
      PFNEGLCREATESYNCKHRPROC create = (PFNEGLCREATESYNCKHRPROC)eglGetProcAddress("eglCreateSyncKHR");
      PFNEGLDUPNATIVEFENCEFDANDROIDPROC dup_fd =
         (PFNEGLDUPNATIVEFENCEFDANDROIDPROC)eglGetProcAddress("eglDupNativeFenceFDANDROID");
      EGLSyncKHR sync = create(dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
      glFlush();
      f.fd = sync ? dup_fd(dpy, sync) : -1;
   }
   int ends[2];
   if (f.fd < 0) {
      if (pipe(ends))
         die("no pipe");
      f.fd = ends[0];
      f.write_end = ends[1];
      f.sync = eglCreateSync(dpy, EGL_SYNC_FENCE, NULL);
      glFlush();
   }
   return f;
}

static void finish_fence(EGLDisplay dpy, struct fence *f)
{
   if (f->write_end >= 0) {
      if (eglClientWaitSync(dpy, f->sync, 0, EGL_FOREVER) != EGL_CONDITION_SATISFIED || write(f->write_end, "", 1) != 1)
         die("the fence did not signal");
      close(f->write_end);
   }
   close(f->fd);
}

static void produce(int socket)
{
   EGLDisplay dpy = open_display();
   EGLContext ctx = make_context(dpy);
   if (!has_extension(dpy, "EGL_MESA_image_dma_buf_export"))
      die("EGL_MESA_image_dma_buf_export is not supported");
   GLuint texture = make_target(WIDTH, HEIGHT);
   glUseProgram(make_program("attribute vec2 p; varying vec2 v;\n"
                             "void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }\n",
                             "precision mediump float; varying vec2 v;\n"
                             "void main() { gl_FragColor = vec4(v, 0.5 + 0.5 * sin(40.0 * length(v - 0.5)), 1.0); }\n",
                             (const char *const[]){"p", NULL}));
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);

   PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC query =
      (PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC)eglGetProcAddress("eglExportDMABUFImageQueryMESA");
   PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image =
      (PFNEGLEXPORTDMABUFIMAGEMESAPROC)eglGetProcAddress("eglExportDMABUFImageMESA");
   EGLImageKHR image = create(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   struct message m = {.width = WIDTH, .height = HEIGHT};
   int fourcc, planes, fds[2];
   EGLuint64KHR modifier;
   if (!image || !query(dpy, image, &fourcc, &planes, &modifier) || planes != 1 ||
       !export_image(dpy, image, fds, &m.stride, &m.offset))
      die("the texture cannot be exported: 0x%x", eglGetError());
   m.fourcc = (uint32_t)fourcc;
   m.modifier = modifier;
   struct fence fence = make_fence(dpy);
   fds[1] = fence.fd;
   send_buffer(socket, &m, fds, 2);
   finish_fence(dpy, &fence);
   /* The consumer's file descriptor keeps the memory alive after this process has ended. */
   eglTerminate(dpy);
}

static void consume(int socket, const char *path)
{
   struct message m;
   int fds[2];
   receive_buffer(socket, &m, fds);
   if (poll(&(struct pollfd){.fd = fds[1], .events = POLLIN}, 1, 10000) != 1)
      die("the producer's fence did not signal");
   close(fds[1]);
   printf("received fd: %dx%d, fourcc %.4s, stride %d, offset %d, modifier 0x%llx\n", m.width, m.height,
          (const char *)&m.fourcc, m.stride, m.offset, (unsigned long long)m.modifier);

   EGLDisplay dpy = open_display();
   make_context(dpy);
   EGLint attribs[] = {EGL_WIDTH, m.width, EGL_HEIGHT, m.height, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)m.fourcc,
                       EGL_DMA_BUF_PLANE0_FD_EXT, fds[0], EGL_DMA_BUF_PLANE0_OFFSET_EXT, m.offset,
                       EGL_DMA_BUF_PLANE0_PITCH_EXT, m.stride, EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT,
                       (EGLint)m.modifier, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, (EGLint)(m.modifier >> 32), EGL_NONE};
   if (m.modifier == NO_MODIFIER)
      attribs[12] = EGL_NONE;
   PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   PFNGLEGLIMAGETARGETTEXTURE2DOESPROC target =
      (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
   EGLImageKHR image = create(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   if (!image)
      die("the descriptor cannot be imported: 0x%x", eglGetError());
   close(fds[0]);

   make_target(WIDTH * 2, HEIGHT * 2);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   target(GL_TEXTURE_2D, image);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   glUseProgram(make_program("attribute vec2 p; varying vec2 v;\n"
                             "void main() { v = p * 0.6 + 0.5; gl_Position = vec4(p.x + 0.2 * p.y, p.y, 0.0, 1.0); }\n",
                             "precision mediump float; varying vec2 v; uniform sampler2D image;\n"
                             "void main() { gl_FragColor = texture2D(image, v); }\n",
                             (const char *const[]){"p", NULL}));
   glClearColor(0.2f, 0.2f, 0.2f, 1.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   static const GLfloat quad[8] = {-0.75f, -0.75f, 0.75f, -0.75f, -0.75f, 0.75f, 0.75f, 0.75f};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   if (glGetError())
      die("a GL command failed");
   write_png(path, WIDTH * 2, HEIGHT * 2);
   eglTerminate(dpy);
}

int main(int argc, char **argv)
{
   int sockets[2];
   if (argc != 2 && argc != 4)
      die("usage: %s OUT.png [PRODUCER CONSUMER]", argv[0]);
   if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets))
      die("no socket");
   pid_t child = fork();
   if (argc == 4)
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", argv[child == 0 ? 2 : 3], 1);
   if (child == 0) {
      close(sockets[1]);
      produce(sockets[0]);
      return 0;
   }
   close(sockets[0]);
   consume(sockets[1], argv[1]);
   int status;
   waitpid(child, &status, 0);
   return status ? 1 : 0;
}

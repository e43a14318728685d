/* fences.c: gloam waits for fences of the kernel's driver vgem.
 *   fences implicit VENDOR          the fences of a DMA-BUF: sampling waits for writers, drawing also for readers
 *   fences sync-file VENDOR NODE    a sync file of vgem imported by EGL_ANDROID_native_fence_sync, on the render-node stand-in,
 *                                   which the program NODE starts
 * VENDOR is an EGL vendor file. */
#include "share.h"

#include <errno.h>
#include <linux/dma-buf.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <drm.h>

/* The kernel's vgem_drm.h, which Debian's packages of headers leave out. */
struct drm_vgem_fence_attach { uint32_t handle, flags, out_fence, pad; };
struct drm_vgem_fence_signal { uint32_t fence, flags; };
#define VGEM_FENCE_WRITE 1
#define DRM_IOCTL_VGEM_FENCE_ATTACH DRM_IOWR(DRM_COMMAND_BASE + 1, struct drm_vgem_fence_attach)
#define DRM_IOCTL_VGEM_FENCE_SIGNAL DRM_IOW(DRM_COMMAND_BASE + 2, struct drm_vgem_fence_signal)

enum { SILENCE_MS = 1500 }; /* a process that does not wait would answer within this time. vgem's fences end after 10 seconds */

static uint32_t attach(const struct vgem *v, uint32_t flags)
{
   struct drm_vgem_fence_attach args = {.handle = v->handle, .flags = flags};
   if (ioctl(v->card, DRM_IOCTL_VGEM_FENCE_ATTACH, &args))
      die("vgem makes no fence: %s", strerror(errno));
   return args.out_fence;
}

static void signal_fence(const struct vgem *v, uint32_t fence)
{
   struct drm_vgem_fence_signal args = {.fence = fence};
   if (ioctl(v->card, DRM_IOCTL_VGEM_FENCE_SIGNAL, &args))
      die("the fence ended before it was signalled: %s", strerror(errno));
}

static void expect_silence(int socket, const char *what)
{
   struct pollfd p = {.fd = socket, .events = POLLIN};
   if (poll(&p, 1, SILENCE_MS))
      die("%s did not wait for the fence", what);
}

/* ---- the DMA-BUF's own fences ---- */

static void sampler(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image), three = pattern_texture(3);
   close(image.fd);
   expect_texture("before the fence", texture, 1); /* shaders are compiled now */
   copy(texture, pattern_texture(1));
   send_image(socket, NULL);
   receive_image(socket); /* a writer's fence is there */
   expect_texture("after the writer's fence", texture, 2);
   send_image(socket, NULL);
   receive_image(socket); /* a reader's fence is there */
   copy(texture, three);
   send_image(socket, NULL);
   close_gl(&g);
}

static void run_implicit(char **args)
{
   struct vgem v = open_vgem();
   int socket;
   const pid_t child = start(sampler, args[0], &socket);
   send_image(socket, &v.image);
   receive_image(socket);
   uint32_t fence = attach(&v, VGEM_FENCE_WRITE);
   send_image(socket, NULL);
   expect_silence(socket, "sampling");
   fill(v.map, v.stride, 2); /* as the writer would, whose fence it is */
   signal_fence(&v, fence);
   receive_image(socket);
   fence = attach(&v, 0);
   send_image(socket, NULL);
   expect_silence(socket, "drawing");
   expect("what a reader sees before its fence", v.map, v.stride, 2);
   signal_fence(&v, fence);
   receive_image(socket);
   sync_cpu(v.image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   expect("what was drawn", v.map, v.stride, 3);
   sync_cpu(v.image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   expect_end(child, 0);
   close(socket);
   close_vgem(&v);
}

/* ---- sync files ---- */

#define CLIENT_SOCKET "GUEST_FENCES_SOCKET"

/* The process on the stand-in. It receives a sync file, and draws after it. */
static void run_client(char **args)
{
   const int socket = atoi(getenv(CLIENT_SOCKET));
   struct gl g = open_gl(args[0]);
   PFNEGLCREATESYNCKHRPROC create = (PFNEGLCREATESYNCKHRPROC)eglGetProcAddress("eglCreateSyncKHR");
   PFNEGLWAITSYNCKHRPROC wait = (PFNEGLWAITSYNCKHRPROC)eglGetProcAddress("eglWaitSyncKHR");
   PFNEGLDESTROYSYNCKHRPROC destroy = (PFNEGLDESTROYSYNCKHRPROC)eglGetProcAddress("eglDestroySyncKHR");
   PFNEGLDUPNATIVEFENCEFDANDROIDPROC dup_fd = (PFNEGLDUPNATIVEFENCEFDANDROIDPROC)eglGetProcAddress("eglDupNativeFenceFDANDROID");
   const GLuint texture = pattern_texture(1), two = pattern_texture(2);
   expect_texture("before the fence", texture, 1);
   send_image(socket, NULL);
   struct image message = receive_image(socket);
   struct sync_file_info info = {0};
   if (ioctl(message.fd, SYNC_IOC_FILE_INFO, &info) || info.status != 0)
      die("the sync file of vgem has status %d", info.status);
   struct sync_merge_data merge = {.fd2 = message.fd};
   if (ioctl(message.fd, SYNC_IOC_MERGE, &merge))
      die("sync files of vgem are not merged: %s", strerror(errno));
   close(merge.fence);
   const EGLint attribs[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, message.fd, EGL_NONE};
   EGLSyncKHR theirs = create(g.dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, attribs);
   if (!theirs || wait(g.dpy, theirs, 0) != EGL_TRUE)
      die("the sync file is not imported");
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glBindTexture(GL_TEXTURE_2D, two);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   EGLSyncKHR ours = create(g.dpy, EGL_SYNC_NATIVE_FENCE_ANDROID, NULL);
   glFlush();
   struct pollfd done = {.fd = ours ? dup_fd(g.dpy, ours) : -1, .events = POLLIN};
   if (done.fd < 0 || poll(&done, 1, 0) != 0)
      die("the draw after the fence has no sync file, or is complete");
   send_image(socket, NULL);
   if (poll(&done, 1, 60000) != 1)
      die("the draw after the fence is not completed");
   send_image(socket, NULL);
   expect_texture("after the fence", texture, 2);
   close(done.fd);
   destroy(g.dpy, ours);
   destroy(g.dpy, theirs); /* closes the sync file */
   close_gl(&g);
}

static void exec_client(int socket, const char *vendor)
{
   char number[16], self[4096] = {0};
   const char *node = getenv("GUEST_FENCES_NODE");
   const int fd = dup(socket); /* without FD_CLOEXEC */
   snprintf(number, sizeof(number), "%d", fd);
   setenv(CLIENT_SOCKET, number, 1);
   if (readlink("/proc/self/exe", self, sizeof(self) - 1) > 0)
      execl(node, node, "run", "--", self, "client", vendor, (char *)NULL);
   die("%s: %s", node, strerror(errno));
}

static void run_sync_file(char **args)
{
   struct vgem v = open_vgem();
   int socket;
   setenv("GUEST_FENCES_NODE", args[1], 1);
   const pid_t child = start(exec_client, args[0], &socket);
   receive_image(socket);
   const uint32_t fence = attach(&v, VGEM_FENCE_WRITE);
   struct dma_buf_export_sync_file file = {.flags = DMA_BUF_SYNC_READ, .fd = -1};
   if (ioctl(v.image.fd, DMA_BUF_IOCTL_EXPORT_SYNC_FILE, &file))
      die("the DMA-BUF gives no sync file: %s", strerror(errno));
   struct image message = {.fd = file.fd};
   send_image(socket, &message);
   close(file.fd);
   receive_image(socket);
   expect_silence(socket, "the draw");
   signal_fence(&v, fence);
   receive_image(socket);
   expect_end(child, 0);
   close(socket);
   close_vgem(&v);
}

int main(int argc, char **argv)
{
   static const struct { const char *name; int args; void (*run)(char **args); } rows[] = {
      {"implicit", 1, run_implicit}, {"sync-file", 2, run_sync_file}, {"client", 1, run_client}};
   scenario = argc > 1 ? argv[1] : "";
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (!strcmp(rows[i].name, scenario) && argc == 2 + rows[i].args) {
         rows[i].run(argv + 2);
         printf("%s: as expected\n", scenario);
         return 0;
      }
   fprintf(stderr, "usage: fences SCENARIO VENDOR [NODE]\n");
   return 2;
}

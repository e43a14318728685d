/* share.c: see share.h. */
#include "share.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>

const char *scenario;

_Noreturn void die(const char *format, ...)
{
   va_list args;
   va_start(args, format);
   fprintf(stderr, "%s: ", scenario);
   vfprintf(stderr, format, args);
   fprintf(stderr, ": EGL error 0x%x, GL error 0x%x\n", eglGetError(), glGetError());
   va_end(args);
   _exit(1);
}

/* ---- texels ---- */

uint32_t texel(unsigned pattern, unsigned x, unsigned y)
{
   return (pattern << 24 | y << 16 | x << 8 | 0x5a) * 0x9e3779b1u; /* an odd factor: a bijection */
}

void fill(uint32_t *out, unsigned stride, unsigned pattern)
{
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         out[y * stride + x] = texel(pattern, x, y);
}

void expect(const char *where, const uint32_t *got, unsigned stride, unsigned pattern)
{
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         if (got[y * stride + x] != texel(pattern, x, y))
            die("%s: texel %u,%u is %08x, not %08x", where, x, y, got[y * stride + x], texel(pattern, x, y));
}

/* ---- GL ---- */

static GLuint shader(GLenum type, const char *source)
{
   const GLuint name = glCreateShader(type);
   glShaderSource(name, 1, &source, NULL);
   glCompileShader(name);
   return name;
}

struct gl open_gl(const char *vendor)
{
   setenv("__EGL_VENDOR_LIBRARY_FILENAMES", vendor, 1);
   struct gl g = {.dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL)};
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   if (!eglInitialize(g.dpy, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
       !(g.ctx = eglCreateContext(g.dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs)) ||
       !eglMakeCurrent(g.dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, g.ctx))
      die("%s gives no context", vendor);
   g.create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   g.destroy = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
   g.query = (PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC)eglGetProcAddress("eglExportDMABUFImageQueryMESA");
   g.export_image = (PFNEGLEXPORTDMABUFIMAGEMESAPROC)eglGetProcAddress("eglExportDMABUFImageMESA");
   g.target = (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
   g.program = glCreateProgram();
   glAttachShader(g.program, shader(GL_VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }"));
   glAttachShader(g.program, shader(GL_FRAGMENT_SHADER, "precision highp float; uniform sampler2D image; uniform vec2 size;\n"
                                                        "void main() { gl_FragColor = texture2D(image, gl_FragCoord.xy / size); }"));
   glBindAttribLocation(g.program, 0, "p");
   glLinkProgram(g.program);
   glUseProgram(g.program);
   glUniform2f(glGetUniformLocation(g.program, "size"), WIDTH, HEIGHT);
   glViewport(0, 0, WIDTH, HEIGHT);
   return g;
}

void close_gl(struct gl *g)
{
   eglMakeCurrent(g->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(g->dpy, g->ctx);
   eglTerminate(g->dpy);
}

GLuint make_texture(const uint32_t *pixels)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   if (pixels)
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return name;
}

GLuint pattern_texture(unsigned pattern)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   fill(pixels, WIDTH, pattern);
   return make_texture(pixels);
}

void copy(GLuint to, GLuint from)
{
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, to, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      die("the framebuffer is not complete");
   glBindTexture(GL_TEXTURE_2D, from);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glFinish();
   glDeleteFramebuffers(1, &fb);
}

void sample(GLuint texture, uint32_t *pixels)
{
   const GLuint own = pattern_texture(0);
   GLuint fb;
   copy(own, texture);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, own, 0);
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glDeleteFramebuffers(1, &fb);
   glDeleteTextures(1, &own);
   if (glGetError())
      die("sampling failed");
}

void expect_texture(const char *where, GLuint texture, unsigned pattern)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   sample(texture, pixels);
   expect(where, pixels, WIDTH, pattern);
}

/* ---- images ---- */

void sync_cpu(int fd, uint64_t flags)
{
   struct dma_buf_sync sync = {.flags = flags};
   if (ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync))
      die("DMA_BUF_IOCTL_SYNC: %s: not a DMA-BUF", strerror(errno));
}

struct image export_texture(const struct gl *g, GLuint texture)
{
   struct image i = {.fd = -1};
   int planes = 0;
   EGLuint64KHR modifier = 0;
   EGLImageKHR image = g->create(g->dpy, g->ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   if (!image || !g->query(g->dpy, image, &i.fourcc, &planes, &modifier) || planes != 1 ||
       !g->export_image(g->dpy, image, &i.fd, &i.stride_B, &i.offset_B) || i.fd < 0)
      die("the texture is not exported");
   g->destroy(g->dpy, image);
   i.modifier = modifier;
   sync_cpu(i.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   sync_cpu(i.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   return i;
}

GLuint import_texture(const struct gl *g, const struct image *i)
{
   EGLint attribs[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_LINUX_DRM_FOURCC_EXT, i->fourcc,
      EGL_DMA_BUF_PLANE0_FD_EXT, i->fd, EGL_DMA_BUF_PLANE0_OFFSET_EXT, i->offset_B, EGL_DMA_BUF_PLANE0_PITCH_EXT, i->stride_B,
      EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, (EGLint)i->modifier, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, (EGLint)(i->modifier >> 32),
      EGL_NONE};
   if (i->modifier == DRM_FORMAT_MOD_INVALID)
      attribs[12] = EGL_NONE;
   EGLImageKHR image = g->create(g->dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   if (!image)
      die("fourcc %.4s, stride %d, offset %d, modifier %llx: not imported", (const char *)&i->fourcc, i->stride_B, i->offset_B,
          (unsigned long long)i->modifier);
   const GLuint texture = make_texture(NULL);
   g->target(GL_TEXTURE_2D, image);
   g->destroy(g->dpy, image);
   return texture;
}

/* ---- processes ---- */

void send_image(int socket, const struct image *image)
{
   static const struct image none = {.fd = -1};
   char control[CMSG_SPACE(sizeof(int))] = {0};
   struct iovec io = {(void *)(image ? image : &none), sizeof(none)};
   struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1};
   if (image) {
      header.msg_control = control;
      header.msg_controllen = sizeof(control);
      struct cmsghdr *c = CMSG_FIRSTHDR(&header);
      *c = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
      memcpy(CMSG_DATA(c), &image->fd, sizeof(int));
   }
   if (sendmsg(socket, &header, MSG_NOSIGNAL) != sizeof(none))
      die("sendmsg: %s", strerror(errno));
}

struct image receive_image(int socket)
{
   struct image image;
   char control[CMSG_SPACE(sizeof(int))];
   struct iovec io = {&image, sizeof(image)};
   struct msghdr header = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
   if (recvmsg(socket, &header, MSG_CMSG_CLOEXEC) != sizeof(image))
      die("the other process has ended");
   image.fd = -1;
   if (CMSG_FIRSTHDR(&header))
      memcpy(&image.fd, CMSG_DATA(CMSG_FIRSTHDR(&header)), sizeof(int));
   return image;
}

pid_t start(void (*body)(int socket, const char *vendor), const char *vendor, int *socket)
{
   int ends[2];
   if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
      die("socketpair: %s", strerror(errno));
   const pid_t pid = fork();
   if (pid == 0) {
      close(ends[0]);
      body(ends[1], vendor);
      _exit(0);
   }
   close(ends[1]);
   *socket = ends[0];
   return pid;
}

void expect_end(pid_t pid, int signal)
{
   int status = 0;
   waitpid(pid, &status, 0);
   if (signal ? !WIFSIGNALED(status) || WTERMSIG(status) != signal : status != 0)
      die("process %d ended with status 0x%x", pid, status);
}

unsigned buffers(void)
{
   char line[256];
   unsigned count = 0, objects = 0;
   FILE *file = fopen("/sys/kernel/debug/dma_buf/bufinfo", "r");
   if (!file)
      die("no /sys/kernel/debug/dma_buf/bufinfo");
   while (fgets(line, sizeof(line), file))
      if (sscanf(line, "Total %u objects", &objects) == 1)
         count = objects;
   fclose(file);
   return count;
}

void expect_buffers(unsigned count)
{
   for (int i = 0; i < 50 && buffers() != count; i++)
      usleep(100000);
   if (buffers() != count)
      die("%u DMA-BUFs are left", buffers() - count);
}

unsigned descriptors(void)
{
   unsigned count = 0;
   DIR *dir = opendir("/proc/self/fd");
   while (dir && readdir(dir))
      count++;
   closedir(dir);
   return count;
}

/* ---- vgem ---- */

struct vgem open_vgem(void)
{
   struct vgem v = {.card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC)};
   struct drm_mode_create_dumb dumb = {.width = 64, .height = HEIGHT, .bpp = 32};
   struct drm_prime_handle prime = {.flags = DRM_CLOEXEC | DRM_RDWR};
   if (v.card < 0 || ioctl(v.card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
      die("vgem allocates nothing: %s", strerror(errno));
   v.handle = prime.handle = dumb.handle;
   v.size_B = dumb.size;
   v.stride = dumb.pitch / 4;
   if (ioctl(v.card, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime))
      die("vgem exports nothing: %s", strerror(errno));
   v.map = mmap(NULL, v.size_B, PROT_READ | PROT_WRITE, MAP_SHARED, prime.fd, 0);
   if (v.map == MAP_FAILED)
      die("vgem maps nothing: %s", strerror(errno));
   sync_cpu(prime.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_WRITE);
   fill(v.map, v.stride, 1);
   sync_cpu(prime.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_WRITE);
   v.image = (struct image){prime.fd, (int)dumb.pitch, 0, DRM_FORMAT_ABGR8888, DRM_FORMAT_MOD_LINEAR};
   return v;
}

void close_vgem(struct vgem *v)
{
   munmap(v->map, v->size_B);
   close(v->image.fd);
   close(v->card);
}

/* dmabuf.c: DMA-BUFs between processes on a kernel that makes them. Every texel differs; each comparison is over all texels.
 *   dmabuf pair A B       A exports; B samples the image, then draws into it; A reads what B drew
 *   dmabuf reader A       A exports; a process without GL reads and writes the mapping, with DMA_BUF_IOCTL_SYNC
 *   dmabuf vgem A B       a process without GL fills a buffer of the driver vgem; A and B, in turns, sample it and draw into it
 *   dmabuf killed A B     either process ends by SIGKILL while it uses the buffer; the other goes on
 *   dmabuf many A COUNT   exports and imports; descriptors, DMA-BUFs and memory do not grow
 * A and B are EGL vendor files. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
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

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

enum { WIDTH = 61, HEIGHT = 37 };

static const char *scenario;

static _Noreturn void die(const char *format, ...)
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

/* RGBA8 in memory order; no two texels of a pattern are equal. */
static uint32_t texel(unsigned pattern, unsigned x, unsigned y)
{
   return (pattern << 24 | y << 16 | x << 8 | 0x5a) * 0x9e3779b1u; /* an odd factor: a bijection */
}

static void fill(uint32_t *out, unsigned stride, unsigned pattern)
{
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         out[y * stride + x] = texel(pattern, x, y);
}

static void expect(const char *where, const uint32_t *got, unsigned stride, unsigned pattern)
{
   for (unsigned y = 0; y < HEIGHT; y++)
      for (unsigned x = 0; x < WIDTH; x++)
         if (got[y * stride + x] != texel(pattern, x, y))
            die("%s: texel %u,%u is %08x, not %08x", where, x, y, got[y * stride + x], texel(pattern, x, y));
}

/* ---- GL ---- */

struct gl {
   EGLDisplay dpy;
   EGLContext ctx;
   PFNEGLCREATEIMAGEKHRPROC create;
   PFNEGLDESTROYIMAGEKHRPROC destroy;
   PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC query;
   PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image;
   PFNGLEGLIMAGETARGETTEXTURE2DOESPROC target;
   GLuint program;
};

static GLuint shader(GLenum type, const char *source)
{
   const GLuint name = glCreateShader(type);
   glShaderSource(name, 1, &source, NULL);
   glCompileShader(name);
   return name;
}

static struct gl open_gl(const char *vendor)
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

static void close_gl(struct gl *g)
{
   eglMakeCurrent(g->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(g->dpy, g->ctx);
   eglTerminate(g->dpy);
}

static GLuint make_texture(const uint32_t *pixels)
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

static GLuint pattern_texture(unsigned pattern)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   fill(pixels, WIDTH, pattern);
   return make_texture(pixels);
}

/* Draws texture `from` into texture `to`, texel by texel. The rendering is complete on return. */
static void copy(GLuint to, GLuint from)
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

/* Samples a texture into one that only this process has, and reads that. */
static void sample(GLuint texture, uint32_t *pixels)
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

static void expect_texture(const char *where, GLuint texture, unsigned pattern)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   sample(texture, pixels);
   expect(where, pixels, WIDTH, pattern);
}

/* ---- images ---- */

struct image { int fd, stride_B, offset_B, fourcc; uint64_t modifier; };

static void sync_cpu(int fd, uint64_t flags)
{
   struct dma_buf_sync sync = {.flags = flags};
   if (ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync))
      die("DMA_BUF_IOCTL_SYNC: %s: not a DMA-BUF", strerror(errno));
}

static struct image export_texture(const struct gl *g, GLuint texture)
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

static GLuint import_texture(const struct gl *g, const struct image *i)
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

/* Sends an image; NULL: a message without one, which passes the turn to the other process. */
static void send_image(int socket, const struct image *image)
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

static struct image receive_image(int socket)
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

/* Starts a process that runs `body`; *socket receives this side of its socket. */
static pid_t start(void (*body)(int socket, const char *vendor), const char *vendor, int *socket)
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

static void expect_end(pid_t pid, int signal)
{
   int status = 0;
   waitpid(pid, &status, 0);
   if (signal ? !WIFSIGNALED(status) || WTERMSIG(status) != signal : status != 0)
      die("process %d ended with status 0x%x", pid, status);
}

/* DMA-BUFs of all processes, from debugfs. The kernel releases the last references of a process after its end. */
static unsigned buffers(void)
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

static void expect_buffers(unsigned count)
{
   for (int i = 0; i < 50 && buffers() != count; i++)
      usleep(100000);
   if (buffers() != count)
      die("%u DMA-BUFs are left", buffers() - count);
}

static unsigned descriptors(void)
{
   unsigned count = 0;
   DIR *dir = opendir("/proc/self/fd");
   while (dir && readdir(dir))
      count++;
   closedir(dir);
   return count;
}

/* ---- scenarios ---- */

static void exporter(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   const GLuint texture = pattern_texture(1);
   glFinish();
   struct image image = export_texture(&g, texture);
   send_image(socket, &image);
   close(image.fd);
   receive_image(socket); /* pattern 2 is there */
   expect_texture("the exporter", texture, 2);
   copy(texture, pattern_texture(3));
   send_image(socket, NULL);
   receive_image(socket);
   close_gl(&g);
}

static void run_pair(char **vendor)
{
   int socket;
   const pid_t child = start(exporter, vendor[0], &socket);
   struct gl g = open_gl(vendor[1]);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image);
   close(image.fd);
   expect_texture("the importer", texture, 1);
   copy(texture, pattern_texture(2));
   send_image(socket, NULL);
   receive_image(socket); /* pattern 3 is there */
   expect_texture("the importer, later", texture, 3);
   send_image(socket, NULL);
   expect_end(child, 0);
   expect_texture("the importer, alone", texture, 3);
   close_gl(&g);
}

static void run_reader(char **vendor)
{
   int socket;
   const pid_t child = start(exporter, vendor[0], &socket);
   struct image image = receive_image(socket);
   const size_t size_B = (size_t)image.offset_B + (size_t)image.stride_B * HEIGHT;
   char *map = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, image.fd, 0);
   if (map == MAP_FAILED || image.fourcc != DRM_FORMAT_ABGR8888 || image.stride_B % 4)
      die("no mapping of fourcc %.4s, stride %d", (const char *)&image.fourcc, image.stride_B);
   uint32_t *pixels = (uint32_t *)(map + image.offset_B);
   const unsigned stride = (unsigned)image.stride_B / 4;
   sync_cpu(image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW);
   expect("the reader", pixels, stride, 1);
   fill(pixels, stride, 2);
   sync_cpu(image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW);
   send_image(socket, NULL);
   receive_image(socket);
   sync_cpu(image.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   expect("the reader, later", pixels, stride, 3);
   sync_cpu(image.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   send_image(socket, NULL);
   expect_end(child, 0);
   munmap(map, size_B);
   close(image.fd);
}

/* Receives an image, samples pattern `turn` and draws the next one into it. */
static void relay(int socket, const char *vendor, unsigned turn)
{
   struct gl g = open_gl(vendor);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image);
   close(image.fd);
   expect_texture(vendor, texture, turn);
   copy(texture, pattern_texture(turn + 1));
   close_gl(&g);
}

static void first_relay(int socket, const char *vendor)
{
   relay(socket, vendor, 1);
}

static void second_relay(int socket, const char *vendor)
{
   relay(socket, vendor, 2);
}

static void run_vgem(char **vendor)
{
   const int card = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);
   struct drm_mode_create_dumb dumb = {.width = 64, .height = HEIGHT, .bpp = 32};
   struct drm_prime_handle prime = {.flags = DRM_CLOEXEC | DRM_RDWR};
   if (card < 0 || ioctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb))
      die("vgem allocates nothing: %s", strerror(errno));
   prime.handle = dumb.handle;
   if (ioctl(card, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime))
      die("vgem exports nothing: %s", strerror(errno));
   uint32_t *map = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, prime.fd, 0);
   if (map == MAP_FAILED)
      die("vgem maps nothing: %s", strerror(errno));
   sync_cpu(prime.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_WRITE);
   fill(map, dumb.pitch / 4, 1);
   sync_cpu(prime.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_WRITE);
   struct image image = {prime.fd, (int)dumb.pitch, 0, DRM_FORMAT_ABGR8888, DRM_FORMAT_MOD_LINEAR};
   for (unsigned i = 0; i < 2; i++) {
      int socket;
      const pid_t child = start(i ? second_relay : first_relay, vendor[i], &socket);
      send_image(socket, &image);
      expect_end(child, 0);
      close(socket);
   }
   sync_cpu(prime.fd, DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ);
   expect("what was drawn into vgem's buffer", map, dumb.pitch / 4, 3);
   sync_cpu(prime.fd, DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ);
   munmap(map, dumb.size);
   close(prime.fd);
   close(card);
}

/* Draws patterns 1 and 2 in turns until the process is killed. */
static void endless_exporter(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   const GLuint one = pattern_texture(1), two = pattern_texture(2), texture = pattern_texture(1);
   glFinish();
   struct image image = export_texture(&g, texture);
   send_image(socket, &image);
   for (;;) {
      copy(texture, two);
      copy(texture, one);
   }
}

static void endless_importer(int socket, const char *vendor)
{
   struct gl g = open_gl(vendor);
   struct image image = receive_image(socket);
   const GLuint texture = import_texture(&g, &image), two = pattern_texture(2);
   static uint32_t pixels[WIDTH * HEIGHT];
   send_image(socket, NULL);
   for (;;) {
      sample(texture, pixels);
      copy(texture, two);
   }
}

static void run_killed(char **vendor)
{
   static uint32_t pixels[WIDTH * HEIGHT];
   int from_exporter, to_importer;
   const pid_t producer = start(endless_exporter, vendor[0], &from_exporter);
   const pid_t consumer = start(endless_importer, vendor[0], &to_importer);
   struct gl g = open_gl(vendor[1]);
   struct image image = receive_image(from_exporter);
   GLuint texture = import_texture(&g, &image);
   sample(texture, pixels);
   kill(producer, SIGKILL);
   expect_end(producer, SIGKILL);
   for (unsigned i = 0; i < 2; i++, texture = import_texture(&g, &image)) { /* imported before the end, and after it */
      sample(texture, pixels);
      for (unsigned p = 0; p < WIDTH * HEIGHT; p++)
         if (pixels[p] != texel(1, p % WIDTH, p / WIDTH) && pixels[p] != texel(2, p % WIDTH, p / WIDTH))
            die("texel %u is %08x", p, pixels[p]);
      copy(texture, pattern_texture(3));
      expect_texture("after the exporter's end", texture, 3);
      copy(texture, pattern_texture(1));
   }
   close(image.fd);

   texture = pattern_texture(1);
   glFinish();
   image = export_texture(&g, texture);
   send_image(to_importer, &image);
   close(image.fd);
   receive_image(to_importer); /* the consumer has imported the image */
   usleep(300000);
   kill(consumer, SIGKILL);
   expect_end(consumer, SIGKILL);
   copy(texture, pattern_texture(3));
   expect_texture("after the importer's end", texture, 3);
   close_gl(&g);
}

static unsigned long resident_pages(void)
{
   unsigned long total = 0, resident = 0;
   FILE *file = fopen("/proc/self/statm", "r");
   if (!file || fscanf(file, "%lu %lu", &total, &resident) != 2)
      die("no /proc/self/statm");
   fclose(file);
   return resident;
}

static void run_many(char **args)
{
   struct gl g = open_gl(args[0]);
   const unsigned count = (unsigned)atoi(args[1]), start = count / 5;
   unsigned fds = 0, objects = 0;
   unsigned long pages = 0;
   for (unsigned i = 0; i < count; i++) {
      if (i == start) {
         fds = descriptors();
         objects = buffers();
         pages = resident_pages();
      }
      const unsigned pattern = i % 200;
      const GLuint texture = pattern_texture(pattern);
      struct image image = export_texture(&g, texture);
      const GLuint twin = import_texture(&g, &image);
      close(image.fd);
      if (i % 100 == 0) /* one in a hundred is compared */
         expect_texture("an import", twin, pattern);
      const GLuint names[2] = {texture, twin};
      glDeleteTextures(2, names);
   }
   glFinish();
   printf("%u exports: descriptors %u, at last %u; DMA-BUFs %u, at last %u; resident pages %lu, at last %lu\n", count, fds,
          descriptors(), objects, buffers(), pages, resident_pages());
   if (descriptors() > fds || buffers() > objects || resident_pages() > pages + 1024)
      die("something grows");
   close_gl(&g);
}

int main(int argc, char **argv)
{
   static const struct { const char *name; int args; void (*run)(char **args); } rows[] = {
      {"pair", 2, run_pair}, {"reader", 1, run_reader}, {"vgem", 2, run_vgem}, {"killed", 2, run_killed}, {"many", 2, run_many}};
   scenario = argc > 1 ? argv[1] : "";
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (!strcmp(rows[i].name, scenario) && argc == 2 + rows[i].args) {
         const unsigned before = buffers();
         rows[i].run(argv + 2);
         expect_buffers(before);
         printf("%s: as expected\n", scenario);
         return 0;
      }
   fprintf(stderr, "usage: dmabuf SCENARIO VENDOR...\n");
   return 2;
}

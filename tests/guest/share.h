/* share.h: functions that the guest's test programs share: texels that all differ, GL of a vendor, images that are exported and
 * imported, processes, buffers of the driver vgem. A failure ends the process with a message. */
#ifndef GUEST_SHARE_H
#define GUEST_SHARE_H

#include <stdint.h>
#include <sys/types.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

enum { WIDTH = 61, HEIGHT = 37 };

extern const char *scenario; /* named by die() */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* RGBA8 in memory order; no two texels of a pattern are equal. */
uint32_t texel(unsigned pattern, unsigned x, unsigned y);
void fill(uint32_t *out, unsigned stride, unsigned pattern);
void expect(const char *where, const uint32_t *got, unsigned stride, unsigned pattern);

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
struct gl open_gl(const char *vendor);
void close_gl(struct gl *g);
GLuint make_texture(const uint32_t *pixels);
GLuint pattern_texture(unsigned pattern);
/* Draws texture `from` into texture `to`, texel by texel. The rendering is complete on return. */
void copy(GLuint to, GLuint from);
/* Samples a texture into one that only this process has, and reads that. */
void sample(GLuint texture, uint32_t *pixels);
void expect_texture(const char *where, GLuint texture, unsigned pattern);

struct image { int fd, stride_B, offset_B, fourcc; uint64_t modifier; };
void sync_cpu(int fd, uint64_t flags); /* DMA_BUF_IOCTL_SYNC */
struct image export_texture(const struct gl *g, GLuint texture);
GLuint import_texture(const struct gl *g, const struct image *i);

/* Sends an image; NULL: a message without one, which passes the turn to the other process. */
void send_image(int socket, const struct image *image);
struct image receive_image(int socket);
/* Starts a process that runs `body`; *socket receives this side of its socket. */
pid_t start(void (*body)(int socket, const char *vendor), const char *vendor, int *socket);
void expect_end(pid_t pid, int signal);
/* DMA-BUFs of all processes, from debugfs. The kernel releases the last references of a process after its end. */
unsigned buffers(void);
void expect_buffers(unsigned count);
unsigned descriptors(void);

/* A buffer of the driver vgem, with pattern 1. */
struct vgem { int card; uint32_t handle; size_t size_B; uint32_t *map; unsigned stride; struct image image; };
struct vgem open_vgem(void);
void close_vgem(struct vgem *v);

#endif

/* fuzz_import.c: the import of descriptors as EGL images. An input is a list of attributes in pairs of words; a name is a number in
 * the table below, a descriptor a number in a table of objects of all kinds. An image that is accepted is sampled, drawn into where
 * that is allowed, and read. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <drm_fourcc.h>

#include "fuzz_words.h"

enum { MAX_ATTRIBS = 40, FIRST_FD_NAME = 8, FD_NAMES = 4 };

static const EGLint names[] = {
   EGL_WIDTH, EGL_HEIGHT, EGL_LINUX_DRM_FOURCC_EXT, EGL_IMAGE_PRESERVED, EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_SAMPLE_RANGE_HINT_EXT,
   EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT, EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT,
   EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE3_FD_EXT,
   EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE3_OFFSET_EXT,
   EGL_DMA_BUF_PLANE0_PITCH_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT, EGL_DMA_BUF_PLANE3_PITCH_EXT,
   EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT,
   EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT, EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT,
   EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT, EGL_GL_TEXTURE_LEVEL,
};
enum { NAME_COUNT = sizeof(names) / sizeof(names[0]) };

static const uint32_t fourccs[] = {
   DRM_FORMAT_ARGB8888, DRM_FORMAT_XRGB8888, DRM_FORMAT_ABGR8888, DRM_FORMAT_RGB565, DRM_FORMAT_R8, DRM_FORMAT_GR88,
   DRM_FORMAT_ABGR16161616F, DRM_FORMAT_NV12, DRM_FORMAT_NV21, DRM_FORMAT_P010, DRM_FORMAT_YUV420, DRM_FORMAT_YUV444,
   DRM_FORMAT_YUYV, DRM_FORMAT_UYVY,
};
enum { FOURCC_COUNT = sizeof(fourccs) / sizeof(fourccs[0]) };

static int fds[12];
enum { FD_COUNT = sizeof(fds) / sizeof(fds[0]) };

static EGLDisplay dpy;
static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target;
static GLuint programs[2]; /* of GL_TEXTURE_2D and of GL_TEXTURE_EXTERNAL_OES */
static GLuint own_fb;
static unsigned accepted, total;

static int memory_file(off_t size_B, bool sealed)
{
   const int fd = memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   if (ftruncate(fd, size_B) || (sealed && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)))
      abort();
   return fd;
}

static GLuint link_program(const char *sampler)
{
   char source[256];
   snprintf(source, sizeof(source), "#extension GL_OES_EGL_image_external : enable\nprecision highp float; uniform %s s;\n"
                                    "void main() { gl_FragColor = texture2D(s, gl_FragCoord.xy / 8.0); }", sampler);
   const char *sources[2] = {"attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }", source};
   const GLuint program = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      const GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
   }
   glLinkProgram(program);
   return program;
}

static void report(void)
{
   printf("%u of %u images were accepted\n", accepted, total);
}

static void start(void)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   int pair[2];
   dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(dpy, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      abort();
   if (!eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs)))
      abort();
   create_image = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   destroy_image = (PFNEGLDESTROYIMAGEKHRPROC)eglGetProcAddress("eglDestroyImageKHR");
   image_target = (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
   programs[0] = link_program("sampler2D");
   programs[1] = link_program("samplerExternalOES");
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &own_fb);
   glBindFramebuffer(GL_FRAMEBUFFER, own_fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glViewport(0, 0, 8, 8);
   for (unsigned i = 0; i < 5; i++)
      fds[i] = memory_file((off_t)1024 << 2 * i, true); /* 1 KB to 256 KB */
   fds[5] = memory_file(0, true);
   fds[6] = memory_file(1 << 20, false);
   fds[7] = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
   fds[8] = open("/dev/zero", O_RDWR | O_CLOEXEC);
   if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
      abort();
   fds[9] = pair[0];
   fds[10] = 12345; /* not open */
   fds[11] = -1;
   atexit(report);
}

/* ---- one image ---- */

static void draw_from(GLenum target, EGLImageKHR image)
{
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint texture, fb;
   uint8_t pixel[4];
   glGenTextures(1, &texture);
   glBindTexture(target, texture);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   image_target(target, image);
   if (!glGetError()) {
      glBindFramebuffer(GL_FRAMEBUFFER, own_fb);
      glUseProgram(programs[target != GL_TEXTURE_2D]);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
      glEnableVertexAttribArray(0);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glReadPixels(7, 7, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      if (target == GL_TEXTURE_2D) {
         glGenFramebuffers(1, &fb);
         glBindFramebuffer(GL_FRAMEBUFFER, fb);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
         if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
            glClear(GL_COLOR_BUFFER_BIT);
            glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
         }
         glDeleteFramebuffers(1, &fb);
      }
   }
   (void)glGetError();
   glDeleteTextures(1, &texture);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   EGLint attribs[2 * MAX_ATTRIBS + 1];
   unsigned count = 0;
   if (!dpy)
      start();
   for (size_t at = 0; at + 8 <= size && count < 2 * MAX_ATTRIBS; at += 8) {
      uint32_t pair[2];
      memcpy(pair, data + at, sizeof(pair));
      const bool known = pair[0] < NAME_COUNT;
      const bool is_fd = known && pair[0] >= FIRST_FD_NAME && pair[0] < FIRST_FD_NAME + FD_NAMES;
      attribs[count++] = known ? names[pair[0]] : (EGLint)pair[0];
      attribs[count++] = is_fd ? fds[pair[1] % FD_COUNT]
                         : known && pair[0] == 2 && pair[1] < FOURCC_COUNT ? (EGLint)fourccs[pair[1]] : (EGLint)pair[1];
   }
   attribs[count] = EGL_NONE;
   EGLImageKHR image = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   total++;
   if (image) {
      accepted++;
      draw_from(GL_TEXTURE_2D, image);
      draw_from(GL_TEXTURE_EXTERNAL_OES, image);
      if (!destroy_image(dpy, image))
         abort();
   }
   check_descriptors();
   return 0;
}

/* An image that may be accepted: a format, and as many planes as `units` says. */
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data)
{
   struct words w = {data, 0};
   const uint32_t width = 1 + fuzz_random(random) % 64, height = 1 + fuzz_random(random) % 64, modifier = fuzz_random(random) % 3;
   const uint32_t fourcc = fuzz_random(random) % FOURCC_COUNT;
   const unsigned planes = units % 8 ? (fourcc < 7 || fourcc > 11 ? 1 : fourcc < 10 ? 2 : 3) : 1 + units % 4;
   const uint32_t head[] = {0, width, 1, height, 2, fourcc};
   for (unsigned i = 0; i < 6; i++)
      put_word(&w, head[i]);
   for (unsigned p = 0; p < planes; p++) {
      const uint32_t plane[] = {8 + p, 3 + fuzz_random(random) % 2, 12 + p, 256 * (fuzz_random(random) % 16), 16 + p,
                                256 << fuzz_random(random) % 3, 20 + 2 * p, 0, 21 + 2 * p, 0};
      for (unsigned i = 0; i < (modifier ? 10 : 6); i++)
         put_word(&w, plane[i]);
   }
   return w.size;
}

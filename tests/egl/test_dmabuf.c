/* test_dmabuf.c: export and import of textures, and layouts that exceed the object of a descriptor. */
#include "egl_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static EGLDisplay dpy;
static EGLContext ctx;
static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC export_query;
static PFNEGLEXPORTDMABUFIMAGEMESAPROC export_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target;

static int setup(void **state)
{
   dpy = surfaceless_display();
   ctx = es2_context(dpy, EGL_NO_CONTEXT);
   create_image = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR");
   destroy_image = PROC(PFNEGLDESTROYIMAGEKHRPROC, "eglDestroyImageKHR");
   export_query = PROC(PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC, "eglExportDMABUFImageQueryMESA");
   export_image = PROC(PFNEGLEXPORTDMABUFIMAGEMESAPROC, "eglExportDMABUFImageMESA");
   image_target = PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES");
   return eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx) ? 0 : -1;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

struct exported { int fd, fourcc; EGLint stride, offset; EGLuint64KHR modifier; };

static GLuint make_texture(int width, int height)
{
   GLubyte *pixels = malloc((size_t)(width * height * 4));
   for (int i = 0; i < width * height; i++) {
      pixels[4 * i + 0] = (GLubyte)(i % width * 3);
      pixels[4 * i + 1] = (GLubyte)(i / width * 5);
      pixels[4 * i + 2] = 77;
      pixels[4 * i + 3] = 255;
   }
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   free(pixels);
   return texture;
}

static struct exported export_texture(GLuint texture)
{
   struct exported e = {.fd = -1};
   int planes = 0;
   EGLImageKHR image = create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
   assert_true(export_query(dpy, image, &e.fourcc, &planes, &e.modifier));
   assert_int_equal(planes, 1);
   assert_true(export_image(dpy, image, &e.fd, &e.stride, &e.offset));
   assert_true(e.fd >= 0);
   assert_true(fcntl(e.fd, F_GETFD) & FD_CLOEXEC);
   assert_true(destroy_image(dpy, image));
   return e;
}

static EGLImageKHR import(const struct exported *e, int width, int height)
{
   const EGLint attribs[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_LINUX_DRM_FOURCC_EXT, e->fourcc,
      EGL_DMA_BUF_PLANE0_FD_EXT, e->fd, EGL_DMA_BUF_PLANE0_OFFSET_EXT, e->offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, e->stride,
      EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, (EGLint)e->modifier, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT,
      (EGLint)(e->modifier >> 32), EGL_NONE};
   return create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
}

static void read_texture(GLuint texture, int x, int y, GLubyte pixel[4])
{
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   glDeleteFramebuffers(1, &fb);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void test_round_trip(void **state)
{
   GLuint texture = make_texture(50, 40);
   struct exported e = export_texture(texture);
   /* The exported memory holds the texels at the reported offset and stride. */
   const GLubyte *map = mmap(NULL, (size_t)e.offset + (size_t)e.stride * 40, PROT_READ, MAP_SHARED, e.fd, 0);
   assert_ptr_not_equal(map, MAP_FAILED);
   const GLubyte *pixel = map + e.offset + e.stride * 7 + 4 * 11;
   assert_int_equal(pixel[1], 35);
   assert_int_equal(pixel[0] + pixel[2], 33 + 77); /* RGBA or BGRA */
   assert_int_equal(pixel[3], 255);
   munmap((void *)map, (size_t)e.offset + (size_t)e.stride * 40);

   EGLImageKHR image = import(&e, 50, 40);
   assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
   close(e.fd);
   GLuint twin;
   glGenTextures(1, &twin);
   glBindTexture(GL_TEXTURE_2D, twin);
   image_target(GL_TEXTURE_2D, image);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   GLubyte got[4];
   read_texture(twin, 11, 7, got);
   assert_int_equal(got[0], 33);
   assert_int_equal(got[1], 35);
   assert_int_equal(got[2], 77);
   /* Both textures use the same memory: a draw to one is visible in the other. */
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearColor(1, 0.2f, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glFinish();
   read_texture(twin, 49, 39, got);
   assert_int_equal(got[0], 255);
   assert_int_equal(got[1], 51);
   assert_true(destroy_image(dpy, image));
   glDeleteTextures(1, &twin);
   glDeleteTextures(1, &texture);
   glDeleteFramebuffers(1, &fb);
}

/* Each row is a layout that does not fit the object: the import fails with the extension's error. */
/* All texels of a texture that is drawn to, exported while no context is current. */
static void test_export_without_context(void **state)
{
   GLuint texture = make_texture(300, 200), fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glEnable(GL_SCISSOR_TEST);
   glScissor(100, 50, 60, 30);
   glClearColor(1, 0.2f, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   EGLImageKHR image = create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   struct exported e = {.fd = -1};
   assert_true(export_query(dpy, image, &e.fourcc, NULL, NULL));
   assert_true(export_image(dpy, image, &e.fd, &e.stride, &e.offset));
   const GLubyte *map = mmap(NULL, (size_t)e.offset + (size_t)e.stride * 200, PROT_READ, MAP_SHARED, e.fd, 0);
   assert_ptr_not_equal(map, MAP_FAILED);
   for (int y = 0; y < 200; y++)
      for (int x = 0; x < 300; x++) {
         const GLubyte *pixel = map + e.offset + e.stride * y + 4 * x;
         const int cleared = x >= 100 && x < 160 && y >= 50 && y < 80;
         assert_int_equal(pixel[1], cleared ? 51 : y * 5 & 255);
         assert_int_equal(pixel[0] + pixel[2], cleared ? 255 : (x * 3 & 255) + 77);
      }
   munmap((void *)map, (size_t)e.offset + (size_t)e.stride * 200);
   close(e.fd);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_true(destroy_image(dpy, image));
   glDeleteFramebuffers(1, &fb);
   glDeleteTextures(1, &texture);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void test_layouts_that_do_not_fit(void **state)
{
   GLuint texture = make_texture(64, 64);
   struct exported e = export_texture(texture);
   const int fourcc = e.fourcc, pitch = e.stride;
   int pipes[2];
   assert_int_equal(pipe(pipes), 0);
   int unsealed = memfd_create("unsealed", MFD_CLOEXEC);
   assert_int_equal(ftruncate(unsealed, 1 << 20), 0);
   int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
   const struct { EGLint attribs[32]; } rows[] = {
#define BASE(w, h, fd, offset, stride) EGL_WIDTH, w, EGL_HEIGHT, h, EGL_LINUX_DRM_FOURCC_EXT, fourcc, \
   EGL_DMA_BUF_PLANE0_FD_EXT, fd, EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset, EGL_DMA_BUF_PLANE0_PITCH_EXT, stride
      {{BASE(64, 4096, e.fd, 0, pitch), EGL_NONE}},           /* taller than the object */
      {{BASE(64, 64, e.fd, 1 << 30, pitch), EGL_NONE}},       /* starts beyond the end of the object */
      {{BASE(64, 64, e.fd, -4, pitch), EGL_NONE}},
      {{BASE(64, 64, e.fd, 0, 4), EGL_NONE}},                 /* rows overlap */
      {{BASE(64, 64, e.fd, 0, 0), EGL_NONE}},
      {{BASE(64, 64, e.fd, 0, -256), EGL_NONE}},
      {{BASE(64, 64, e.fd, 0, 0x7fffff00), EGL_NONE}},
      {{BASE(0, 64, e.fd, 0, pitch), EGL_NONE}},
      {{BASE(64, -1, e.fd, 0, pitch), EGL_NONE}},
      {{BASE(1 << 30, 64, e.fd, 0, pitch), EGL_NONE}},
      {{BASE(64, 64, -1, 0, pitch), EGL_NONE}},
      {{BASE(64, 64, 987654, 0, pitch), EGL_NONE}},           /* not open */
      {{BASE(64, 64, pipes[0], 0, pitch), EGL_NONE}},         /* not memory */
      {{BASE(64, 64, file, 0, pitch), EGL_NONE}},             /* a file */
      {{BASE(64, 64, unsealed, 0, pitch), EGL_NONE}},         /* the owner may shrink it after the import */
      {{BASE(64, 64, e.fd, 0, pitch), EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 7, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 9, EGL_NONE}},
      {{BASE(64, 64, e.fd, 0, pitch), EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, EGL_NONE}}, /* half a modifier */
      {{BASE(64, 64, e.fd, 0, pitch), EGL_DMA_BUF_PLANE1_FD_EXT, e.fd, EGL_NONE}},       /* a plane too many */
      {{EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE}},
      {{EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_LINUX_DRM_FOURCC_EXT, 0x20202020, EGL_DMA_BUF_PLANE0_FD_EXT, e.fd,
        EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0, EGL_DMA_BUF_PLANE0_PITCH_EXT, pitch, EGL_NONE}},
#undef BASE
   };
   for (unsigned i = 0; i < COUNT(rows); i++) {
      EGLImageKHR image = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, rows[i].attribs);
      EGLint error = eglGetError();
      if (image != EGL_NO_IMAGE_KHR)
         fail_msg("row %u was imported", i);
      if (error != EGL_BAD_ALLOC && error != EGL_BAD_MATCH && error != EGL_BAD_ATTRIBUTE && error != EGL_BAD_ACCESS &&
          error != EGL_BAD_PARAMETER)
         fail_msg("row %u: error 0x%x", i, error);
   }
   close(pipes[0]);
   close(pipes[1]);
   close(unsealed);
   close(file);
   /* An exported object is sealed against shrinking. */
   assert_int_equal(ftruncate(e.fd, 16), -1);
   close(e.fd);
   glDeleteTextures(1, &texture);
}

static unsigned open_files(void)
{
   unsigned count = 0;
   DIR *dir = opendir("/proc/self/fd");
   assert_non_null(dir);
   while (readdir(dir))
      count++;
   closedir(dir);
   return count;
}

static void test_no_leaks(void **state)
{
   GLuint texture = make_texture(64, 64);
   struct exported e = export_texture(texture);
   unsigned before = open_files();
   for (int i = 0; i < 2000; i++) {
      struct exported again = export_texture(texture);
      EGLImageKHR image = import(&again, 64, 64);
      assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
      close(again.fd);
      assert_true(destroy_image(dpy, image));
   }
   assert_int_equal(open_files(), before);
   close(e.fd);
   glDeleteTextures(1, &texture);
}

static void test_queries(void **state)
{
   PFNEGLQUERYDMABUFFORMATSEXTPROC formats = PROC(PFNEGLQUERYDMABUFFORMATSEXTPROC, "eglQueryDmaBufFormatsEXT");
   PFNEGLQUERYDMABUFMODIFIERSEXTPROC modifiers = PROC(PFNEGLQUERYDMABUFMODIFIERSEXTPROC, "eglQueryDmaBufModifiersEXT");
   EGLint list[64], count = 0;
   assert_true(formats(dpy, 0, NULL, &count));
   assert_in_range(count, 2, 64);
   assert_true(formats(dpy, 64, list, &count));
   for (EGLint i = 0; i < count; i++) {
      EGLuint64KHR values[16];
      EGLBoolean external[16];
      EGLint n = 0, linear = 0;
      assert_true(modifiers(dpy, list[i], 16, values, external, &n));
      for (EGLint k = 0; k < n; k++)
         linear |= values[k] == 0;
      assert_true(linear);
      /* Images in YUV can only be external textures. NV12 and YUV420 stand for them here (test_external.c has all). */
      const bool yuv = list[i] == 0x3231564e || list[i] == 0x32315559, rgb = list[i] == 0x34325258 || list[i] == 0x34325241;
      for (EGLint k = 0; k < n && (yuv || rgb); k++)
         assert_int_equal(external[k], yuv);
   }
   EGLint n;
   assert_false(modifiers(dpy, 0x12345678, 0, NULL, NULL, &n));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

static void test_image_errors(void **state)
{
   GLuint empty;
   glGenTextures(1, &empty);
   assert_ptr_equal(create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)9999, NULL), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_ptr_equal(create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)empty, NULL), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_ptr_equal(create_image(dpy, EGL_NO_CONTEXT, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)1, NULL), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_CONTEXT);
   assert_ptr_equal(create_image(dpy, ctx, 0x1234, NULL, NULL), EGL_NO_IMAGE_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   glBindTexture(GL_TEXTURE_2D, empty);
   image_target(GL_TEXTURE_2D, (GLeglImageOES)&empty);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glDeleteTextures(1, &empty);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_export_without_context),
                                      cmocka_unit_test(test_layouts_that_do_not_fit),
                                      cmocka_unit_test(test_no_leaks), cmocka_unit_test(test_queries),
                                      cmocka_unit_test(test_image_errors)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

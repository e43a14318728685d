/* test_external.c: GL_TEXTURE_EXTERNAL_OES of imported images: every YUV format, colour space and range against a conversion in C that
 * reads the codes from memory; RGB images; EXT_EGL_image_storage; metadata that describes no image. */
#include "egl_test.h"

#include <GLES3/gl3.h>
#include <drm_fourcc.h>
#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

enum { W = 70, H = 34, SIZE_B = 1 << 17, PLANE_B = 1 << 15 };

static EGLDisplay dpy;
static EGLContext ctx;
static uint8_t *memory; /* of the memory that `object` refers to */
static int object;
static PFNEGLCREATEIMAGEKHRPROC create_image;
static PFNEGLDESTROYIMAGEKHRPROC destroy_image;
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC image_target;

static int make_object(size_t size_B, unsigned seals)
{
   int fd = memfd_create("image", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   assert_true(fd >= 0);
   assert_int_equal(ftruncate(fd, (off_t)size_B), 0);
   if (seals)
      assert_int_equal(fcntl(fd, F_ADD_SEALS, seals), 0);
   return fd;
}

static int setup(void **state)
{
   dpy = surfaceless_display();
   ctx = es_context(dpy, 3, EGL_NO_CONTEXT);
   if (!eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      return -1;
   object = make_object(SIZE_B, F_SEAL_SHRINK);
   memory = mmap(NULL, SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED, object, 0);
   create_image = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR");
   destroy_image = PROC(PFNEGLDESTROYIMAGEKHRPROC, "eglDestroyImageKHR");
   image_target = PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES");
   GLuint fb, rb;
   glGenFramebuffers(1, &fb);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, W, H);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, W, H);
   return memory == MAP_FAILED ? -1 : 0;
}

static int teardown(void **state)
{
   munmap(memory, SIZE_B);
   close(object);
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

/* ---- formats ---- */

/* Where a component's codes are: plane, bytes from one to the next, first byte, subsampling. */
struct place { unsigned plane, step_B, first_B, shift_x, shift_y; };
struct yuv_format { uint32_t fourcc; unsigned bits, planes; struct place y, u, v; };
static const struct yuv_format yuv_formats[] = {
   {DRM_FORMAT_NV12, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 0, 1, 1}, {1, 2, 1, 1, 1}},
   {DRM_FORMAT_NV21, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 1, 1, 1}, {1, 2, 0, 1, 1}},
   {DRM_FORMAT_NV16, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 0, 1, 0}, {1, 2, 1, 1, 0}},
   {DRM_FORMAT_NV61, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 1, 1, 0}, {1, 2, 0, 1, 0}},
   {DRM_FORMAT_NV24, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, {1, 2, 1, 0, 0}},
   {DRM_FORMAT_NV42, 8, 2, {0, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 2, 0, 0, 0}},
   {DRM_FORMAT_P010, 10, 2, {0, 2, 0, 0, 0}, {1, 4, 0, 1, 1}, {1, 4, 2, 1, 1}},
   {DRM_FORMAT_P012, 12, 2, {0, 2, 0, 0, 0}, {1, 4, 0, 1, 1}, {1, 4, 2, 1, 1}},
   {DRM_FORMAT_P016, 16, 2, {0, 2, 0, 0, 0}, {1, 4, 0, 1, 1}, {1, 4, 2, 1, 1}},
   {DRM_FORMAT_YUV420, 8, 3, {0, 1, 0, 0, 0}, {1, 1, 0, 1, 1}, {2, 1, 0, 1, 1}},
   {DRM_FORMAT_YVU420, 8, 3, {0, 1, 0, 0, 0}, {2, 1, 0, 1, 1}, {1, 1, 0, 1, 1}},
   {DRM_FORMAT_YUV422, 8, 3, {0, 1, 0, 0, 0}, {1, 1, 0, 1, 0}, {2, 1, 0, 1, 0}},
   {DRM_FORMAT_YVU422, 8, 3, {0, 1, 0, 0, 0}, {2, 1, 0, 1, 0}, {1, 1, 0, 1, 0}},
   {DRM_FORMAT_YUV444, 8, 3, {0, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, {2, 1, 0, 0, 0}},
   {DRM_FORMAT_YVU444, 8, 3, {0, 1, 0, 0, 0}, {2, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
   {DRM_FORMAT_YUYV, 8, 1, {0, 2, 0, 0, 0}, {0, 4, 1, 1, 0}, {0, 4, 3, 1, 0}},
   {DRM_FORMAT_YVYU, 8, 1, {0, 2, 0, 0, 0}, {0, 4, 3, 1, 0}, {0, 4, 1, 1, 0}},
   {DRM_FORMAT_UYVY, 8, 1, {0, 2, 1, 0, 0}, {0, 4, 0, 1, 0}, {0, 4, 2, 1, 0}},
   {DRM_FORMAT_VYUY, 8, 1, {0, 2, 1, 0, 0}, {0, 4, 2, 1, 0}, {0, 4, 0, 1, 0}},
};
static const EGLint matrices[3] = {EGL_ITU_REC601_EXT, EGL_ITU_REC709_EXT, EGL_ITU_REC2020_EXT};

static unsigned pitch_B(const struct yuv_format *f, unsigned plane)
{
   unsigned row_B = 0;
   const struct place *const places[3] = {&f->y, &f->u, &f->v};
   for (unsigned i = 0; i < 3; i++)
      if (places[i]->plane == plane) {
         const unsigned needed_B = ((W + (1u << places[i]->shift_x) - 1) >> places[i]->shift_x) * places[i]->step_B;
         row_B = needed_B > row_B ? needed_B : row_B;
      }
   return (row_B + 63) / 64 * 64 + plane * 64; /* planes differ */
}

static void fill(uint32_t seed)
{
   for (uint32_t i = 0; i < SIZE_B; i++)
      memory[i] = (uint8_t)(((i + seed) * 0x9e3779b1u) >> 21);
}

/* Codes of less than 16 bits are at the top of their 16 bits; the rest is 0. */
static void clear_low_bits(const struct yuv_format *f)
{
   for (uint32_t i = 0; f->bits > 8 && i < SIZE_B; i += 2)
      memory[i] &= (uint8_t)(0xff << (16 - f->bits));
}

/* Codes in the range that the format gives; all values occur. */
static double code_at(const struct yuv_format *f, const struct place *p, unsigned x, unsigned y)
{
   const uint8_t *at = memory + p->plane * PLANE_B + (size_t)(y >> p->shift_y) * pitch_B(f, p->plane) +
                       (x >> p->shift_x) * p->step_B + p->first_B;
   return f->bits == 8 ? *at : (at[0] | at[1] << 8) >> (16 - f->bits);
}

/* ITU-R BT.601, BT.709, BT.2020: luma weights; narrow range: 16..235 and 16..240 in 8 bits, scaled for more. */
static void reference(const struct yuv_format *f, EGLint matrix, bool full, unsigned x, unsigned y, double rgb[3])
{
   const double unit = pow(2, f->bits - 8), max = pow(2, f->bits) - 1;
   const double kr = matrix == EGL_ITU_REC601_EXT ? 0.299 : matrix == EGL_ITU_REC709_EXT ? 0.2126 : 0.2627;
   const double kb = matrix == EGL_ITU_REC601_EXT ? 0.114 : matrix == EGL_ITU_REC709_EXT ? 0.0722 : 0.0593;
   double l = code_at(f, &f->y, x, y), cb = code_at(f, &f->u, x, y) - 128 * unit, cr = code_at(f, &f->v, x, y) - 128 * unit;
   l = full ? l / max : (l - 16 * unit) / (219 * unit);
   cb /= full ? max : 224 * unit;
   cr /= full ? max : 224 * unit;
   rgb[0] = l + 2 * (1 - kr) * cr;
   rgb[2] = l + 2 * (1 - kb) * cb;
   rgb[1] = (l - kr * rgb[0] - kb * rgb[2]) / (1 - kr - kb);
   for (unsigned i = 0; i < 3; i++)
      rgb[i] = rgb[i] < 0 ? 0 : rgb[i] > 1 ? 1 : rgb[i];
}

static unsigned image_attribs(const struct yuv_format *f, EGLint matrix, EGLint range, EGLint *a)
{
   static const EGLint names[3][3] = {
      {EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT},
      {EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT},
      {EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT}};
   const EGLint start[] = {EGL_WIDTH, W, EGL_HEIGHT, H, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)f->fourcc,
                           EGL_YUV_COLOR_SPACE_HINT_EXT, matrix, EGL_SAMPLE_RANGE_HINT_EXT, range};
   unsigned n = COUNT(start);
   memcpy(a, start, sizeof(start));
   for (unsigned p = 0; p < f->planes; p++) {
      const EGLint values[3] = {object, (EGLint)(p * PLANE_B), (EGLint)pitch_B(f, p)};
      for (unsigned i = 0; i < 3; i++) {
         a[n++] = names[p][i];
         a[n++] = values[i];
      }
   }
   a[n] = EGL_NONE;
   return n;
}

static GLuint import(const struct yuv_format *f, EGLint matrix, EGLint range)
{
   EGLint attribs[40];
   image_attribs(f, matrix, range, attribs);
   EGLImageKHR image = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   if (image == EGL_NO_IMAGE_KHR)
      fail_msg("%.4s: error 0x%x", (const char *)&f->fourcc, eglGetError());
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, texture);
   image_target(GL_TEXTURE_EXTERNAL_OES, image);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(destroy_image(dpy, image)); /* the texture keeps it */
   return texture;
}

static GLuint make_program(const char *vertex, const char *fragment)
{
   GLuint p = glCreateProgram();
   const char *const texts[2] = {vertex, fragment};
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &texts[i], NULL);
      glCompileShader(s);
      GLint ok = 0;
      char log[512] = "";
      glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
      glGetShaderInfoLog(s, sizeof(log), NULL, log);
      if (!ok)
         fail_msg("%s", log);
      glAttachShader(p, s);
   }
   glBindAttribLocation(p, 0, "p");
   glLinkProgram(p);
   glUseProgram(p);
   return p;
}

static void draw(void)
{
   static const float quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static const char vs[] = "attribute vec2 p; varying vec2 v; void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }";
static const char fs[] = "#extension GL_OES_EGL_image_external : require\nprecision highp float; varying vec2 v;\n"
                         "uniform samplerExternalOES t; void main() { gl_FragColor = texture2D(t, v); }";
static const char vs3[] = "#version 300 es\nin vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }";
static const char fs3[] = "#version 300 es\n#extension GL_OES_EGL_image_external_essl3 : require\nprecision highp float;\n"
                          "uniform samplerExternalOES t; out vec4 c;\n"
                          "void main() { c = texelFetch(t, ivec2(gl_FragCoord.xy), 0);\n"
                          "   if (textureSize(t, 0) != ivec2(70, 34)) c = vec4(0.5); }";

static void compare(const struct yuv_format *f, EGLint matrix, bool full)
{
   static uint8_t pixels[W * H * 4];
   glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         const uint8_t *p = pixels + (y * W + x) * 4;
         double rgb[3];
         reference(f, matrix, full, x, y, rgb);
         for (unsigned i = 0; i < 3; i++)
            if (fabs(p[i] - rgb[i] * 255) > 1.01)
               fail_msg("%.4s, matrix 0x%x, %s range, pixel (%u, %u): component %u is %u, not %.2f", (const char *)&f->fourcc,
                        matrix, full ? "full" : "narrow", x, y, i, p[i], rgb[i] * 255);
         assert_int_equal(p[3], 255);
      }
}

static void test_formats(void **state)
{
   GLuint programs[2] = {make_program(vs, fs), make_program(vs3, fs3)};
   for (unsigned i = 0; i < COUNT(yuv_formats); i++)
      for (unsigned m = 0; m < 3; m++)
         for (unsigned full = 0; full < 2; full++) {
            fill(i * 1000 + m);
            clear_low_bits(&yuv_formats[i]);
            GLuint texture = import(&yuv_formats[i], matrices[m], full ? EGL_YUV_FULL_RANGE_EXT : EGL_YUV_NARROW_RANGE_EXT);
            for (unsigned k = 0; k < 2; k++) {
               if (k == 1 && m != i % 3)
                  continue; /* the conversion is the same for both ways to sample */
               glUseProgram(programs[k]);
               glClear(GL_COLOR_BUFFER_BIT);
               draw();
               compare(&yuv_formats[i], matrices[m], full);
            }
            glDeleteTextures(1, &texture);
         }
}

/* The image is the memory: samples have the values that another process writes, without a new import. Planes are filtered. */
static void test_memory(void **state)
{
   const struct yuv_format *f = &yuv_formats[0];
   make_program(vs, fs);
   GLuint texture = import(f, EGL_ITU_REC709_EXT, EGL_YUV_NARROW_RANGE_EXT);
   for (uint32_t seed = 1; seed < 4; seed++) {
      fill(seed * 77);
      glBindTexture(GL_TEXTURE_EXTERNAL_OES, texture);
      draw();
      compare(f, EGL_ITU_REC709_EXT, false);
   }
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
   memset(memory, 128, SIZE_B); /* no chroma: grey */
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         memory[y * pitch_B(f, 0) + x] = (uint8_t)(16 + 3 * x);
   glViewport(0, 0, 2 * W, 2 * H);
   draw();
   glViewport(0, 0, W, H);
   uint8_t p[4];
   for (int x = 1; x < W; x++) { /* between the centres of two texels, a quarter from one */
      glReadPixels(x, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
      const double expected = 3 * ((x + 0.5) / 2 - 0.5) / 219 * 255;
      assert_true(fabs(p[0] - expected) <= 1.5 && p[0] == p[1] && p[1] == p[2]);
   }
   glDeleteTextures(1, &texture);
}

/* Samplers of one program with different formats, and with other images in a later draw. */
static void test_two_samplers(void **state)
{
   static const char text[] = "#extension GL_OES_EGL_image_external : require\nprecision highp float; varying vec2 v;\n"
      "uniform samplerExternalOES a, b; uniform sampler2D c;\n"
      "vec4 look(samplerExternalOES t) { return texture2D(t, v); }\n"
      "void main() { gl_FragColor = v.x < 0.5 ? look(a) : v.y < 0.5 ? look(b) : texture2D(c, v); }";
   const struct yuv_format *nv12 = &yuv_formats[0], *planar = &yuv_formats[9];
   fill(5);
   GLuint program = make_program(vs, text);
   for (int i = 0; i < 3; i++)
      glUniform1i(glGetUniformLocation(program, i == 0 ? "a" : i == 1 ? "b" : "c"), i);
   GLuint textures[3] = {import(nv12, EGL_ITU_REC601_EXT, EGL_YUV_FULL_RANGE_EXT), import(planar, EGL_ITU_REC709_EXT, EGL_YUV_NARROW_RANGE_EXT)};
   static const uint8_t color[4] = {10, 200, 30, 255};
   glActiveTexture(GL_TEXTURE2);
   glGenTextures(1, &textures[2]);
   glBindTexture(GL_TEXTURE_2D, textures[2]);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, color);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   for (unsigned swap = 0; swap < 2; swap++) {
      for (unsigned i = 0; i < 2; i++) {
         glActiveTexture(GL_TEXTURE0 + i);
         glBindTexture(GL_TEXTURE_EXTERNAL_OES, textures[i ^ swap]);
      }
      draw();
      static const struct { int x, y; } at[2] = {{20, 20}, {50, 5}};
      for (unsigned i = 0; i < 2; i++) {
         uint8_t p[4];
         double rgb[3];
         bool is_nv12 = (i ^ swap) == 0;
         glReadPixels(at[i].x, at[i].y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
         reference(is_nv12 ? nv12 : planar, is_nv12 ? EGL_ITU_REC601_EXT : EGL_ITU_REC709_EXT, is_nv12, (unsigned)at[i].x,
                   (unsigned)at[i].y, rgb);
         for (unsigned k = 0; k < 3; k++)
            assert_true(fabs(p[k] - rgb[k] * 255) <= 1.01);
      }
      uint8_t p[4];
      glReadPixels(50, 30, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
      assert_memory_equal(p, color, 4);
   }
   glActiveTexture(GL_TEXTURE0);
   glDeleteTextures(3, textures);
}

static void test_rgb(void **state)
{
   fill(9);
   static const struct { uint32_t fourcc; unsigned bytes; bool alpha; uint8_t order[4]; } rows[] = {
      {DRM_FORMAT_ARGB8888, 4, true, {2, 1, 0, 3}}, {DRM_FORMAT_XRGB8888, 4, false, {2, 1, 0, 3}},
      {DRM_FORMAT_ABGR8888, 4, true, {0, 1, 2, 3}}, {DRM_FORMAT_XBGR8888, 4, false, {0, 1, 2, 3}}};
   make_program(vs, fs);
   for (unsigned i = 0; i < COUNT(rows); i++) {
      const EGLint attribs[] = {EGL_WIDTH, W, EGL_HEIGHT, H, EGL_LINUX_DRM_FOURCC_EXT, (EGLint)rows[i].fourcc,
         EGL_DMA_BUF_PLANE0_FD_EXT, object, EGL_DMA_BUF_PLANE0_OFFSET_EXT, 512, EGL_DMA_BUF_PLANE0_PITCH_EXT, 320, EGL_NONE};
      EGLImageKHR image = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
      assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
      GLuint texture;
      glGenTextures(1, &texture);
      glBindTexture(GL_TEXTURE_EXTERNAL_OES, texture);
      image_target(GL_TEXTURE_EXTERNAL_OES, image);
      glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      draw();
      static uint8_t pixels[W * H * 4];
      glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            for (unsigned k = 0; k < 4; k++)
               assert_int_equal(pixels[(y * W + x) * 4 + k],
                                k == 3 && !rows[i].alpha ? 255 : memory[512 + y * 320 + x * 4 + rows[i].order[k]]);
      glDeleteTextures(1, &texture);
      assert_true(destroy_image(dpy, image));
   }
}

#define FAILS(expected, call) \
   do { \
      call; \
      assert_int_equal(glGetError(), expected); \
   } while (0)

static void test_gl_rules(void **state)
{
   PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC storage = PROC(PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC, "glEGLImageTargetTexStorageEXT");
   PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC renderbuffer =
      PROC(PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC, "glEGLImageTargetRenderbufferStorageOES");
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_OES_EGL_image_external_essl3"));
   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_EGL_image_storage"));
   EGLint attribs[40];
   image_attribs(&yuv_formats[0], EGL_ITU_REC601_EXT, EGL_YUV_FULL_RANGE_EXT, attribs);
   EGLImageKHR yuv = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   GLuint external, plain;
   glGenTextures(1, &external);
   glGenTextures(1, &plain);
   glBindTexture(GL_TEXTURE_2D, plain);
   glBindTexture(GL_TEXTURE_EXTERNAL_OES, external);
   GLint value = 0;
   glGetIntegerv(GL_TEXTURE_BINDING_EXTERNAL_OES, &value);
   assert_int_equal(value, external);
   glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES, &value);
   assert_int_equal(value, 1);
   glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, &value);
   assert_int_equal(value, GL_LINEAR);
   glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_S, &value);
   assert_int_equal(value, GL_CLAMP_TO_EDGE);
   FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_T, GL_REPEAT));
   FAILS(GL_INVALID_ENUM, glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR));
   FAILS(GL_INVALID_ENUM, glTexImage2D(GL_TEXTURE_EXTERNAL_OES, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   FAILS(GL_INVALID_ENUM, glGenerateMipmap(GL_TEXTURE_EXTERNAL_OES));
   FAILS(GL_INVALID_OPERATION, glBindTexture(GL_TEXTURE_2D, external));
   FAILS(GL_INVALID_OPERATION, image_target(GL_TEXTURE_2D, yuv));
   FAILS(GL_INVALID_OPERATION, renderbuffer(GL_RENDERBUFFER, yuv));
   FAILS(GL_INVALID_ENUM, image_target(GL_TEXTURE_CUBE_MAP, yuv));

   assert_non_null(strstr((const char *)glGetString(GL_EXTENSIONS), "GL_EXT_EGL_image_storage_compression"));
   static const GLint attrib[] = {1, 2, GL_NONE};
   static const GLint none[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_NONE_EXT, GL_NONE};
   static const GLint by_default[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT, GL_NONE};
   static const GLint rate[] = {GL_SURFACE_COMPRESSION_EXT, GL_SURFACE_COMPRESSION_FIXED_RATE_4BPC_EXT, GL_NONE};
   FAILS(GL_INVALID_VALUE, storage(GL_TEXTURE_EXTERNAL_OES, yuv, rate));
   FAILS(GL_INVALID_OPERATION, storage(GL_TEXTURE_CUBE_MAP, yuv, none));
   FAILS(GL_INVALID_VALUE, storage(GL_TEXTURE_EXTERNAL_OES, yuv, attrib));
   FAILS(GL_INVALID_OPERATION, storage(GL_TEXTURE_CUBE_MAP, yuv, NULL));
   FAILS(GL_INVALID_VALUE, storage(GL_TEXTURE_CUBE_MAP, yuv, attrib));
   FAILS(GL_INVALID_VALUE, storage(GL_TEXTURE_3D, &value, NULL));
   FAILS(GL_INVALID_ENUM, storage(GL_TEXTURE_2D_MULTISAMPLE, yuv, NULL));
   FAILS(GL_INVALID_OPERATION, storage(GL_TEXTURE_2D, yuv, NULL));
   FAILS(GL_INVALID_VALUE, storage(GL_TEXTURE_EXTERNAL_OES, &value, NULL));
   FAILS(GL_NO_ERROR, storage(GL_TEXTURE_EXTERNAL_OES, yuv, by_default));
   glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_IMMUTABLE_FORMAT, &value);
   assert_int_equal(value, 1);
   glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_IMMUTABLE_LEVELS, &value);
   assert_int_equal(value, 1);
   FAILS(GL_INVALID_OPERATION, image_target(GL_TEXTURE_EXTERNAL_OES, yuv));
   FAILS(GL_INVALID_OPERATION, storage(GL_TEXTURE_EXTERNAL_OES, yuv, NULL));
   fill(31);
   make_program(vs, fs);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   draw();
   compare(&yuv_formats[0], EGL_ITU_REC601_EXT, true);
   glDeleteTextures(1, &external);
   glDeleteTextures(1, &plain);
   assert_true(destroy_image(dpy, yuv));
}

/* ---- metadata ---- */

static void expect_error(const char *what, const EGLint *attribs, EGLint error)
{
   EGLImageKHR image = create_image(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   EGLint got = eglGetError();
   if (image != EGL_NO_IMAGE_KHR || got != error)
      fail_msg("%s: error 0x%x, not 0x%x", what, got, error);
}

static void test_metadata(void **state)
{
   const int small = make_object(4096, F_SEAL_SHRINK), unsealed = make_object(SIZE_B, 0);
   const struct { const char *what; EGLint name, value, error; } changes[] = {
      {"plane 1 without pitch", EGL_DMA_BUF_PLANE1_PITCH_EXT, 0, EGL_BAD_ACCESS},
      {"rows of plane 1 overlap", EGL_DMA_BUF_PLANE1_PITCH_EXT, 64, EGL_BAD_ACCESS},
      {"negative pitch", EGL_DMA_BUF_PLANE1_PITCH_EXT, -128, EGL_BAD_ACCESS},
      {"plane 1 beyond the end", EGL_DMA_BUF_PLANE1_OFFSET_EXT, SIZE_B - 256, EGL_BAD_ALLOC},
      {"offset beyond the object", EGL_DMA_BUF_PLANE1_OFFSET_EXT, 1 << 30, EGL_BAD_ALLOC},
      {"negative offset", EGL_DMA_BUF_PLANE1_OFFSET_EXT, -256, EGL_BAD_ACCESS},
      {"closed descriptor", EGL_DMA_BUF_PLANE1_FD_EXT, 987654, EGL_BAD_ALLOC},
      {"negative descriptor", EGL_DMA_BUF_PLANE1_FD_EXT, -1, EGL_BAD_PARAMETER},
      {"plane 1 in a small object", EGL_DMA_BUF_PLANE1_FD_EXT, small, EGL_BAD_ALLOC},
      {"plane 1 in an object that may shrink", EGL_DMA_BUF_PLANE1_FD_EXT, unsealed, EGL_BAD_ALLOC},
      {"higher than the planes", EGL_HEIGHT, 4000, EGL_BAD_ALLOC},
      {"wider than the pitch", EGL_WIDTH, 4000, EGL_BAD_ACCESS},
      {"no width", EGL_WIDTH, 0, EGL_BAD_PARAMETER},
      {"colour space", EGL_YUV_COLOR_SPACE_HINT_EXT, 0x1234, EGL_BAD_ATTRIBUTE},
      {"range", EGL_SAMPLE_RANGE_HINT_EXT, 0x1234, EGL_BAD_ATTRIBUTE},
      {"a format of three planes with two", EGL_LINUX_DRM_FOURCC_EXT, (EGLint)DRM_FORMAT_YUV420, EGL_BAD_PARAMETER},
      {"a format of one plane with two", EGL_LINUX_DRM_FOURCC_EXT, (EGLint)DRM_FORMAT_ARGB8888, EGL_BAD_ATTRIBUTE},
      {"no such format", EGL_LINUX_DRM_FOURCC_EXT, 0x20202020, EGL_BAD_MATCH},
   };
   for (unsigned i = 0; i < COUNT(changes); i++) {
      EGLint attribs[40];
      image_attribs(&yuv_formats[0], EGL_ITU_REC601_EXT, EGL_YUV_FULL_RANGE_EXT, attribs);
      for (EGLint *a = attribs; *a != EGL_NONE; a += 2)
         if (*a == changes[i].name)
            a[1] = changes[i].value;
      expect_error(changes[i].what, attribs, changes[i].error);
   }
   static const struct { const char *what; EGLint more[9]; EGLint error; } additions[] = {
      {"siting", {EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT, 7, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {"plane 2", {EGL_DMA_BUF_PLANE2_OFFSET_EXT, 0, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {"plane 3", {EGL_DMA_BUF_PLANE3_FD_EXT, 0, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {"half a modifier", {EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 0, EGL_NONE}, EGL_BAD_PARAMETER},
      {"a modifier of one plane", {EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0, EGL_NONE}, EGL_BAD_PARAMETER},
      {"different modifiers", {EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0,
                               EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 1, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT, 0, EGL_NONE}, EGL_BAD_PARAMETER},
      {"unknown modifiers", {EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 5, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 1,
                             EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 5, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT, 1, EGL_NONE}, EGL_BAD_ALLOC},
   };
   for (unsigned i = 0; i < COUNT(additions); i++) {
      EGLint attribs[50];
      unsigned n = image_attribs(&yuv_formats[0], EGL_ITU_REC601_EXT, EGL_YUV_FULL_RANGE_EXT, attribs);
      memcpy(attribs + n, additions[i].more, sizeof(additions[i].more));
      expect_error(additions[i].what, attribs, additions[i].error);
   }
   close(small);
   close(unsealed);
}

static void test_queries(void **state)
{
   PFNEGLQUERYDMABUFFORMATSEXTPROC formats = PROC(PFNEGLQUERYDMABUFFORMATSEXTPROC, "eglQueryDmaBufFormatsEXT");
   PFNEGLQUERYDMABUFMODIFIERSEXTPROC modifiers = PROC(PFNEGLQUERYDMABUFMODIFIERSEXTPROC, "eglQueryDmaBufModifiersEXT");
   EGLint list[128], count = 0, n = 0;
   assert_true(formats(dpy, 128, list, &count));
   for (unsigned i = 0; i < COUNT(yuv_formats); i++) {
      bool listed = false;
      for (EGLint k = 0; k < count; k++)
         listed |= list[k] == (EGLint)yuv_formats[i].fourcc;
      assert_true(listed);
      EGLuint64KHR values[8];
      EGLBoolean external[8] = {0};
      assert_true(modifiers(dpy, (EGLint)yuv_formats[i].fourcc, 8, values, external, &n));
      assert_int_equal(n, 1);
      assert_true(values[0] == 0 && external[0]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_formats), cmocka_unit_test(test_memory),
                                      cmocka_unit_test(test_two_samplers), cmocka_unit_test(test_rgb),
                                      cmocka_unit_test(test_gl_rules), cmocka_unit_test(test_metadata),
                                      cmocka_unit_test(test_queries)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

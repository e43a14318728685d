/* test_configs.c: pbuffers of multisampled, sRGB, 10-bit and float configs: pixels that are drawn and read back have
 * the values of the specifications. */
#include "egl_test.h"

#include <GLES3/gl3.h>
#include <math.h>

#ifndef GL_FRAMEBUFFER_SRGB
#define GL_FRAMEBUFFER_SRGB 0x8DB9
#endif
#ifndef GL_BACK_LEFT
#define GL_BACK_LEFT 0x0402
#endif
#ifndef GL_UNSIGNED_INT_2_10_10_10_REV
#define GL_UNSIGNED_INT_2_10_10_10_REV 0x8368
#endif

enum { SIZE = 64 };

static EGLDisplay dpy;

static int setup(void **state)
{
   dpy = surfaceless_display();
   return 0;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

static EGLint attrib(EGLConfig config, EGLint name)
{
   EGLint value = -1;
   assert_true(eglGetConfigAttrib(dpy, config, name, &value));
   return value;
}

/* The first config with exactly these sizes. */
static EGLConfig config_of(EGLint red, EGLint alpha, EGLint depth, EGLint samples)
{
   EGLConfig all[256];
   EGLint count = 0;
   assert_true(eglGetConfigs(dpy, all, 256, &count));
   for (EGLint i = 0; i < count; i++)
      if (attrib(all[i], EGL_RED_SIZE) == red && attrib(all[i], EGL_ALPHA_SIZE) == alpha &&
          attrib(all[i], EGL_DEPTH_SIZE) == depth && attrib(all[i], EGL_SAMPLES) == samples)
         return all[i];
   fail_msg("no config with %d bits of red, %d of alpha, %d of depth, %d samples", red, alpha, depth, samples);
   return NULL;
}

struct target { EGLContext ctx; EGLSurface surface; };

static struct target bind(EGLConfig config, EGLint colorspace)
{
   const EGLint attribs[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_GL_COLORSPACE, colorspace, EGL_NONE};
   static const EGLint es3[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
   struct target t = {eglCreateContext(dpy, config, EGL_NO_CONTEXT, es3), eglCreatePbufferSurface(dpy, config, attribs)};
   assert_ptr_not_equal(t.ctx, EGL_NO_CONTEXT);
   assert_ptr_not_equal(t.surface, EGL_NO_SURFACE);
   assert_true(eglMakeCurrent(dpy, t.surface, t.surface, t.ctx));
   return t;
}

static void release(struct target t)
{
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(dpy, t.surface));
   assert_true(eglDestroyContext(dpy, t.ctx));
}

static GLuint shader(GLenum type, const char *text)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &text, NULL);
   glCompileShader(s);
   return s;
}

static GLint program(const char *fragment)
{
   GLuint p = glCreateProgram();
   glAttachShader(p, shader(GL_VERTEX_SHADER, "attribute vec4 a; void main() { gl_Position = a; }"));
   glAttachShader(p, shader(GL_FRAGMENT_SHADER, fragment));
   glBindAttribLocation(p, 0, "a");
   glLinkProgram(p);
   GLint ok = 0;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_true(ok);
   glUseProgram(p);
   return glGetUniformLocation(p, "color");
}

static void triangle(const float v[9])
{
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, v);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* Two intersecting triangles: one is green and steep, the other red and, with a depth buffer, cut by the first. */
static void draw_scene(GLint color)
{
   static const float a[9] = {-0.9f, -0.8f, -0.5f, 0.85f, -0.7f, -0.5f, 0.1f, 0.93f, 0.9f};
   static const float b[9] = {-0.7f, 0.9f, 0.2f, 0.9f, 0.6f, 0.2f, -0.2f, -0.95f, 0.2f};
   glViewport(0, 0, SIZE, SIZE);
   glClearColor(0, 0, 1, 0);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glUniform4f(color, 0, 1, 0, 1);
   triangle(a);
   glUniform4f(color, 1, 0, 0, 1);
   triangle(b);
}

static const char uniform_color[] = "precision mediump float; uniform vec4 color; void main() { gl_FragColor = color; }";

/* The picture of a multisampled renderbuffer, resolved by glBlitFramebuffer. */
static void renderbuffer_picture(EGLint samples, GLint color, uint8_t out[SIZE * SIZE * 4])
{
   GLuint fb[2], rb[3];
   glGenFramebuffers(2, fb);
   glGenRenderbuffers(3, rb);
   static const GLenum formats[3] = {GL_RGBA8, GL_DEPTH_COMPONENT24, GL_RGBA8};
   for (unsigned i = 0; i < 3; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorageMultisample(GL_RENDERBUFFER, i < 2 ? samples : 0, formats[i], SIZE, SIZE);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fb[0]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   draw_scene(color);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fb[1]);
   glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[2]);
   glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, fb[1]);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, out);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* Another way to read the window's pixels: glBlitFramebuffer into a single-sampled renderbuffer, or glCopyTexImage2D. */
static void blit_picture(bool copy_texture, uint8_t out[SIZE * SIZE * 4])
{
   GLuint fb, rb, tex;
   glGenFramebuffers(1, &fb);
   glGenRenderbuffers(1, &rb);
   glGenTextures(1, &tex);
   if (copy_texture) {
      glBindTexture(GL_TEXTURE_2D, tex);
      glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, SIZE, SIZE, 0);
      glBindFramebuffer(GL_FRAMEBUFFER, fb);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
   } else {
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIZE, SIZE);
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, fb);
      glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      glBlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   memset(out, 0x55, SIZE * SIZE * 4);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, out);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void test_multisample(void **state)
{
   static const EGLint counts[] = {2, 4, 8};
   for (unsigned s = 0; s < COUNT(counts); s++) {
      static uint8_t window[SIZE * SIZE * 4], expected[SIZE * SIZE * 4], other[SIZE * SIZE * 4];
      EGLConfig config = config_of(8, 8, 24, counts[s]);
      assert_int_equal(attrib(config, EGL_SAMPLE_BUFFERS), 1);
      struct target t = bind(config, EGL_GL_COLORSPACE_LINEAR);
      GLint samples = -1, buffers = -1;
      glGetIntegerv(GL_SAMPLES, &samples);
      glGetIntegerv(GL_SAMPLE_BUFFERS, &buffers);
      assert_int_equal(samples, counts[s]);
      assert_int_equal(buffers, 1);
      GLint color = program(uniform_color);
      draw_scene(color);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, window);
      blit_picture(false, other);
      assert_memory_equal(window, other, sizeof(window));
      blit_picture(true, other);
      assert_memory_equal(window, other, sizeof(window));
      renderbuffer_picture(counts[s], color, expected);
      assert_memory_equal(window, expected, sizeof(window));
      /* Components are averages of 0 and 255 over the samples, their sum is one pixel's, and edges have several levels. */
      bool level[9] = {false};
      for (unsigned i = 0; i < SIZE * SIZE; i++) {
         const uint8_t *p = window + i * 4;
         assert_in_range(p[0] + p[1] + p[2], 253, 257);
         const int k = (p[0] * counts[s] + 127) / 255;
         assert_in_range(abs(p[0] - (int)lround(255.0 * k / counts[s])), 0, 1);
         level[k] = true;
      }
      for (EGLint k = 0; k <= counts[s]; k++)
         assert_true(level[k]);
      assert_true(eglSwapBuffers(dpy, t.surface));
      release(t);
   }
}

/* Context and surface need one number of samples (EGL 1.5, 3.7.3). */
static void test_samples_match(void **state)
{
   struct target t = bind(config_of(8, 8, 24, 0), EGL_GL_COLORSPACE_LINEAR);
   static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
   EGLSurface other = eglCreatePbufferSurface(dpy, config_of(8, 8, 24, 4), size);
   assert_false(eglMakeCurrent(dpy, other, other, t.ctx));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglDestroySurface(dpy, other));
   release(t);
}

/* ---- colour spaces and formats ---- */

static double srgb_encode(double v)
{
   return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

static void test_srgb(void **state)
{
   for (EGLint samples = 0; samples <= 4; samples += 4)
      for (int srgb = 0; srgb < 2; srgb++) {
         struct target t = bind(config_of(8, 8, 0, samples), srgb ? EGL_GL_COLORSPACE_SRGB : EGL_GL_COLORSPACE_LINEAR);
         EGLint space = 0;
         assert_true(eglQuerySurface(dpy, t.surface, EGL_GL_COLORSPACE, &space));
         assert_int_equal(space, srgb ? EGL_GL_COLORSPACE_SRGB : EGL_GL_COLORSPACE_LINEAR);
         GLint encoding = 0;
         glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
         assert_int_equal(encoding, srgb ? GL_SRGB : GL_LINEAR);
         static const float values[] = {0.0f, 0.002f, 0.02f, 0.2140f, 0.5f, 0.73f, 1.0f};
         GLint color = program(uniform_color);
         for (unsigned i = 0; i < COUNT(values); i++)
            for (int draws = 0; draws < 2; draws++) {
               static const float all[9] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};
               uint8_t p[4] = {0};
               glClearColor(values[i], 1 - values[i], 0, values[i]);
               glClear(GL_COLOR_BUFFER_BIT);
               if (draws) {
                  glUniform4f(color, values[i], 1 - values[i], 0, values[i]);
                  triangle(all);
               }
               glReadPixels(7, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
               const double r = values[i], g = 1 - values[i];
               assert_in_range(p[0] + 1, lround(255 * (srgb ? srgb_encode(r) : r)), lround(255 * (srgb ? srgb_encode(r) : r)) + 2);
               assert_in_range(p[1] + 1, lround(255 * (srgb ? srgb_encode(g) : g)), lround(255 * (srgb ? srgb_encode(g) : g)) + 2);
               assert_in_range(p[3] + 1, lround(255 * r), lround(255 * r) + 2);
            }
         release(t);
      }
   /* No 5-bit or float format has an sRGB encoding. */
   const EGLint attribs[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB, EGL_NONE};
   assert_ptr_equal(eglCreatePbufferSurface(dpy, config_of(5, 0, 0, 0), attribs), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_ptr_equal(eglCreatePbufferSurface(dpy, config_of(16, 16, 0, 0), attribs), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   const EGLint bad[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_GL_COLORSPACE, 0x1234, EGL_NONE};
   assert_ptr_equal(eglCreatePbufferSurface(dpy, config_of(8, 8, 0, 0), bad), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
}

/* In contexts of OpenGL the switch decides, for surfaces of both colour spaces; five bits have no encoding. */
static void test_srgb_switch(void **state)
{
   for (unsigned i = 0; i < 6; i++) {
      const bool srgb = i & 1, encoded = i < 4;
      const EGLConfig config = encoded ? config_of(8, i & 2 ? 0 : 8, 24, 0) : config_of(5, 0, 0, 0);
      const EGLint attribs[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, srgb && encoded ? EGL_GL_COLORSPACE : EGL_NONE, EGL_GL_COLORSPACE_SRGB, EGL_NONE};
      assert_true(eglBindAPI(EGL_OPENGL_API));
      struct target t = {eglCreateContext(dpy, config, EGL_NO_CONTEXT, NULL), eglCreatePbufferSurface(dpy, config, attribs)};
      assert_true(eglMakeCurrent(dpy, t.surface, t.surface, t.ctx));
      assert_false(glIsEnabled(GL_FRAMEBUFFER_SRGB));
      for (unsigned on = 0; on < 3; on++) {
         GLint encoding = 0;
         uint8_t p[4], image[4];
         GLuint texture;
         if (on)
            (on & 1 ? glEnable : glDisable)(GL_FRAMEBUFFER_SRGB);
         glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
         glClear(GL_COLOR_BUFFER_BIT);
         glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
         assert_int_equal(encoding, encoded ? GL_SRGB : GL_LINEAR);
         glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
         const int value = on == 1 && encoded ? 188 : 128;
         assert_in_range(p[1], value - (encoded ? 1 : 4), value + (encoded ? 0 : 4));
         /* Copies have the bytes of the framebuffer. */
         glGenTextures(1, &texture);
         glBindTexture(GL_TEXTURE_2D, texture);
         glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0);
         GLuint fbo;
         glGenFramebuffers(1, &fbo);
         glBindFramebuffer(GL_FRAMEBUFFER, fbo);
         glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
         glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, image);
         assert_in_range(image[1], p[1] - !encoded, p[1] + !encoded);
         glBindFramebuffer(GL_FRAMEBUFFER, 0);
         glDeleteFramebuffers(1, &fbo);
         glDeleteTextures(1, &texture);
      }
      release(t);
   }
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
}

static void test_10_bits(void **state)
{
   EGLConfig all[256];
   EGLint count = 0;
   unsigned tested = 0;
   assert_true(eglGetConfigs(dpy, all, 256, &count));
   for (EGLint i = 0; i < count; i++) {
      if (attrib(all[i], EGL_RED_SIZE) != 10 || attrib(all[i], EGL_DEPTH_SIZE) != 0)
         continue;
      assert_int_equal(attrib(all[i], EGL_ALPHA_SIZE), 2);
      assert_int_equal(attrib(all[i], EGL_BUFFER_SIZE), 32);
      struct target t = bind(all[i], EGL_GL_COLORSPACE_LINEAR);
      GLint red = 0, alpha = 0;
      glGetIntegerv(GL_RED_BITS, &red);
      glGetIntegerv(GL_ALPHA_BITS, &alpha);
      assert_int_equal(red, 10);
      assert_int_equal(alpha, 2);
      glClearColor(1.0f / 1023, 514.0f / 1023, 1022.0f / 1023, 1.0f / 3);
      glClear(GL_COLOR_BUFFER_BIT);
      uint32_t packed = 0;
      uint8_t bytes[4] = {0};
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, &packed);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_int_equal(packed, 1u << 30 | 1022u << 20 | 514u << 10 | 1u);
      glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
      assert_int_equal(bytes[1], 128);
      assert_int_equal(bytes[2], 255);
      assert_int_equal(bytes[3], 85);
      release(t);
      tested++;
   }
   assert_in_range(tested, 2, 16);
}

static void test_float(void **state)
{
   for (EGLint samples = 0; samples <= 8; samples += 8) {
      EGLConfig config = config_of(16, 16, 24, samples);
      assert_int_equal(attrib(config, EGL_COLOR_COMPONENT_TYPE_EXT), EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT);
      assert_int_equal(attrib(config, EGL_BUFFER_SIZE), 64);
      struct target t = bind(config, EGL_GL_COLORSPACE_LINEAR);
      static const float value[4] = {2.5f, -1.25f, 1024.0f, 0.5f};
      float p[4] = {0};
      glClearColor(value[0], value[1], value[2], value[3]);
      glClear(GL_COLOR_BUFFER_BIT);
      glReadPixels(5, 5, 1, 1, GL_RGBA, GL_FLOAT, p);
      for (unsigned i = 0; i < 4; i++)
         assert_true(p[i] == value[i]);
      release(t);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_multisample), cmocka_unit_test(test_samples_match),
                                      cmocka_unit_test(test_srgb), cmocka_unit_test(test_srgb_switch),
                                      cmocka_unit_test(test_10_bits), cmocka_unit_test(test_float)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

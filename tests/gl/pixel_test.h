/* pixel_test.h: a context of a request for OpenGL ES 2.0 (PIXEL_TEST: it has the highest version; PIXEL_TEST_ES20: exactly 2.0) with an
 * 8 x 8 surface (RGBA8, depth 24, stencil 8) through the system's libEGL, and helpers for tests that draw little and look at single
 * pixels. */
#ifndef PIXEL_TEST_H
#define PIXEL_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#define SIZE 8

static EGLDisplay display;
static EGLContext context;
static EGLSurface surface;

static inline EGLConfig pixel_config(void)
{
   static const EGLint attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                    EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8,
                                    EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE};
   EGLConfig config;
   EGLint count;
   assert_true(eglChooseConfig(display, attribs, &config, 1, &count) && count == 1);
   return config;
}

static inline EGLContext pixel_context(EGLContext share)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLContext ctx = eglCreateContext(display, pixel_config(), share, attribs);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   return ctx;
}

static inline EGLSurface pixel_surface(void)
{
   static const EGLint attribs[] = {EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE};
   EGLSurface surf = eglCreatePbufferSurface(display, pixel_config(), attribs);
   assert_ptr_not_equal(surf, EGL_NO_SURFACE);
   return surf;
}

static inline int pixel_setup(void **state)
{
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_true(eglInitialize(display, NULL, NULL));
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
   context = pixel_context(EGL_NO_CONTEXT);
   surface = pixel_surface();
   assert_true(eglMakeCurrent(display, surface, surface, context));
   return 0;
}

static inline int pixel_teardown(void **state)
{
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(display, surface));
   assert_true(eglDestroyContext(display, context));
   assert_true(eglTerminate(display));
   return 0;
}

/* For rules of OpenGL ES 2.0 that 3.0 changes. */
static inline int pixel_setup_es20(void **state)
{
   setenv("GLOAM_FORCE_VERSION", "es20", 1);
   return pixel_setup(state);
}

static inline int pixel_teardown_es20(void **state)
{
   const int result = pixel_teardown(state);
   unsetenv("GLOAM_FORCE_VERSION");
   return result;
}

#define PIXEL_TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
#define PIXEL_TEST_ES20(name) cmocka_unit_test_setup_teardown(name, pixel_setup_es20, pixel_teardown_es20)

static inline GLuint pixel_shader(GLenum type, const char *source)
{
   GLuint name = glCreateShader(type);
   GLint ok;
   glShaderSource(name, 1, &source, NULL);
   glCompileShader(name);
   glGetShaderiv(name, GL_COMPILE_STATUS, &ok);
   assert_true(ok);
   return name;
}

/* Attribute 0 is `pos`, 1 is `val`. */
static inline GLuint pixel_program(const char *vs, const char *fs)
{
   GLuint program = glCreateProgram();
   GLint ok;
   glAttachShader(program, pixel_shader(GL_VERTEX_SHADER, vs));
   glAttachShader(program, pixel_shader(GL_FRAGMENT_SHADER, fs));
   glBindAttribLocation(program, 0, "pos");
   glBindAttribLocation(program, 1, "val");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   glUseProgram(program);
   return program;
}

/* Draws `val` as a flat colour. */
static inline GLuint pixel_flat_program(void)
{
   return pixel_program("attribute vec4 pos, val; varying vec4 v; void main() { gl_Position = pos; v = val; }",
                        "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
}

/* A rectangle in clip coordinates at depth z, in the colour of attribute 1's current value. */
static inline void pixel_rectangle(float x0, float y0, float x1, float y1, float z)
{
   const GLfloat corners[] = {x0, y0, z, x1, y0, z, x0, y1, z, x1, y1, z};
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDisableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static inline void pixel_fill(float r, float g, float b, float a, float z)
{
   glVertexAttrib4f(1, r, g, b, a);
   pixel_rectangle(-1, -1, 1, 1, z);
}

static inline const uint8_t *pixel_read(int x, int y)
{
   static uint8_t rgba[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   return rgba;
}

/* Within 1/255 of the computed value: ES 2.0 does not define the rounding. */
static inline void pixel_expect(const uint8_t *rgba, const float *wanted, const char *what)
{
   for (int i = 0; i < 4; i++) {
      float w = wanted[i] < 0 ? 0 : wanted[i] > 1 ? 1 : wanted[i];
      if (rgba[i] < w * 255 - 1.01f || rgba[i] > w * 255 + 1.01f)
         fail_msg("%s: channel %d is %d, not %.2f", what, i, rgba[i], w * 255);
   }
}

#endif

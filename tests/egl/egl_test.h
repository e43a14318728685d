/* egl_test.h: common to the EGL tests: headers, extension entry points, a display. */
#ifndef EGL_TEST_H
#define EGL_TEST_H

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

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))
#define PROC(type, name) ((type)(void (*)(void))eglGetProcAddress(name))

static inline EGLDisplay surfaceless_display(void)
{
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   assert_ptr_not_equal(dpy, EGL_NO_DISPLAY);
   assert_true(eglInitialize(dpy, NULL, NULL));
   return dpy;
}

static inline EGLContext es_context(EGLDisplay dpy, EGLint version, EGLContext share)
{
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, version, EGL_NONE};
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, share, attribs);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   return ctx;
}

static inline EGLContext es2_context(EGLDisplay dpy, EGLContext share)
{
   return es_context(dpy, 2, share);
}

static inline EGLConfig any_config(EGLDisplay dpy)
{
   static const EGLint attribs[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                    EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 16, EGL_NONE};
   EGLConfig config;
   EGLint count;
   assert_true(eglChooseConfig(dpy, attribs, &config, 1, &count));
   assert_int_equal(count, 1);
   return config;
}

#endif

/* common.h: what the examples share: an OpenGL ES 2.0 context without any window, a program from two sources, a PNG. */
#ifndef COMMON_H
#define COMMON_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdnoreturn.h>

/* Prints like printf and exits with 1. */
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* An initialised display: the first EGL device, or the default display where there are no devices. */
EGLDisplay open_display(void);
/* A new OpenGL ES 2.0 context, current without a surface. */
EGLContext make_context(EGLDisplay dpy);
/* Compiles and links; attribute `names[i]` gets location i (NULL ends the list). */
GLuint make_program(const char *vertex, const char *fragment, const char *const *names);
/* A framebuffer with a colour texture and depth; returns the texture, bound framebuffer stays bound. */
GLuint make_target(int width, int height);
/* Reads the bound framebuffer and writes a PNG, top row first. */
void write_png(const char *path, int width, int height);

#endif

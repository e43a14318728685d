/* common.h: helpers of the examples: an OpenGL ES 2.0 context without a window, programs, render targets, PNG output. */
#ifndef COMMON_H
#define COMMON_H

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdnoreturn.h>

/* Prints like printf and exits with 1. */
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Initialises and returns the display of the first EGL device, or the default display if EGL has no device platform. */
EGLDisplay open_display(void);
/* Creates an OpenGL ES 2.0 context and makes it current without a surface. */
EGLContext make_context(EGLDisplay dpy);
/* Compiles and links a program. Attribute names[i] gets location i; `names` ends with NULL, or is NULL. */
GLuint make_program(const char *vertex, const char *fragment, const char *const *names);
/* Creates and binds a framebuffer with a colour texture and a depth buffer. Returns the texture. */
GLuint make_target(int width, int height);
/* Reads the bound framebuffer and writes a PNG, top row first. */
void write_png(const char *path, int width, int height);

#endif

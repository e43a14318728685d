/* diff.h: random OpenGL ES 2.0 programs that two implementations run alike: usage PROGRAM SEED STEPS PIXELS. Each step prints
 * a line (the commands, whether they raised an error) and appends a picture to the file PIXELS. compare.py runs them. */
#ifndef DIFF_H
#define DIFF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#define SIZE 32

static uint32_t seed;
static FILE *pixels;

/* 0 .. n - 1, the same on every machine. */
static inline unsigned pick(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 8) % n;
}
#define PICK(array) (array)[pick(sizeof(array) / sizeof((array)[0]))]

static inline int diff_open(int argc, char **argv)
{
   if (argc != 4)
      exit(2);
   seed = (uint32_t)atoi(argv[1]) * 7919 + 1;
   pixels = fopen(argv[3], "wb");
   EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   if (!pixels || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      exit(1);
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(1);
   glDisable(GL_DITHER);
   return atoi(argv[2]);
}

static inline GLuint diff_shader(GLenum type, const char *source)
{
   GLuint shader = glCreateShader(type);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   return shader;
}

/* Attributes: pos 0, a 1, b 2, c 3. */
static inline GLuint diff_program(const char *vs, const char *fs)
{
   static const char *const names[] = {"pos", "a", "b", "c"};
   GLuint program = glCreateProgram();
   GLint ok;
   glAttachShader(program, diff_shader(GL_VERTEX_SHADER, vs));
   glAttachShader(program, diff_shader(GL_FRAGMENT_SHADER, fs));
   for (unsigned i = 0; i < 4; i++)
      glBindAttribLocation(program, i, names[i]);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      exit(1);
   glUseProgram(program);
   return program;
}

/* A framebuffer of SIZE x SIZE with this colour format; stays bound. */
static inline GLuint diff_target(GLenum format)
{
   GLuint fbo, texture;
   glGenFramebuffers(1, &fbo);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, format, SIZE, SIZE, 0, format, GL_UNSIGNED_BYTE, NULL);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glBindTexture(GL_TEXTURE_2D, 0);
   glViewport(0, 0, SIZE, SIZE);
   glClear(GL_COLOR_BUFFER_BIT);
   return fbo;
}

/* Ends a step. Which of several errors is raised is left open by GL: only whether there is one is compared. */
static inline void diff_step(int step, const char *what)
{
   uint8_t picture[SIZE * SIZE * 4];
   bool error = glGetError() != GL_NO_ERROR;
   memset(picture, 0, sizeof(picture));
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   printf("%d %s error %d\n", step, what, error);
   if (fwrite(picture, sizeof(picture), 1, pixels) != 1 || glGetError() != GL_NO_ERROR)
      exit(1);
}

#endif

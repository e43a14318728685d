/* common.c: see common.h. */
#include "common.h"

#include <png.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

noreturn void die(const char *format, ...)
{
   va_list args;
   va_start(args, format);
   vfprintf(stderr, format, args);
   va_end(args);
   fputc('\n', stderr);
   exit(1);
}

EGLDisplay open_display(void)
{
   PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   EGLDeviceEXT device;
   EGLint count = 0;
   EGLDisplay dpy = EGL_NO_DISPLAY;
   if (query && get && query(1, &device, &count) && count > 0)
      dpy = get(EGL_PLATFORM_DEVICE_EXT, device, NULL);
   if (dpy == EGL_NO_DISPLAY)
      dpy = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   if (!eglInitialize(dpy, NULL, NULL))
      die("eglInitialize failed: 0x%x", eglGetError());
   return dpy;
}

EGLContext make_context(EGLDisplay dpy)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   eglBindAPI(EGL_OPENGL_ES_API);
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (ctx == EGL_NO_CONTEXT || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      die("no OpenGL ES 2.0 context: 0x%x", eglGetError());
   return ctx;
}

static GLuint make_shader(GLenum type, const char *source)
{
   GLuint shader = glCreateShader(type);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   GLint ok;
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   if (!ok) {
      char log[2048];
      glGetShaderInfoLog(shader, sizeof(log), NULL, log);
      die("%s", log);
   }
   return shader;
}

GLuint make_program(const char *vertex, const char *fragment, const char *const *names)
{
   GLuint program = glCreateProgram();
   GLuint shaders[2] = {make_shader(GL_VERTEX_SHADER, vertex), make_shader(GL_FRAGMENT_SHADER, fragment)};
   for (int i = 0; i < 2; i++) {
      glAttachShader(program, shaders[i]);
      glDeleteShader(shaders[i]);
   }
   for (GLuint i = 0; names && names[i]; i++)
      glBindAttribLocation(program, i, names[i]);
   glLinkProgram(program);
   GLint ok;
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok) {
      char log[2048];
      glGetProgramInfoLog(program, sizeof(log), NULL, log);
      die("%s", log);
   }
   return program;
}

GLuint make_target(int width, int height)
{
   GLuint texture, depth, framebuffer;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glGenRenderbuffers(1, &depth);
   glBindRenderbuffer(GL_RENDERBUFFER, depth);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, width, height);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      die("the framebuffer is not complete");
   glViewport(0, 0, width, height);
   return texture;
}

void write_png(const char *path, int width, int height)
{
   unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
   if (!pixels)
      die("out of memory");
   glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   if (glGetError())
      die("glReadPixels failed");
   png_image image = {.version = PNG_IMAGE_VERSION, .width = (png_uint_32)width, .height = (png_uint_32)height,
                      .format = PNG_FORMAT_RGBA};
   /* glReadPixels returns the bottom row first; the negative stride flips the picture. */
   if (!png_image_write_to_file(&image, path, 0, pixels, -width * 4, NULL))
      die("%s: %s", path, image.message);
   free(pixels);
}

/* bench_gl.c: EGL context of gloam-bench; programs, targets and textures for its workloads. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

double bench_now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_fail(const char *what)
{
   fprintf(stderr, "gloam-bench: %s (EGL 0x%x)\n", what, eglGetError());
   exit(1);
}

static EGLDisplay dpy;

void bench_open_context(int version)
{
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   if (get)
      dpy = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!dpy || !eglInitialize(dpy, NULL, NULL))
      bench_fail("eglInitialize");
   const EGLint es[] = {EGL_CONTEXT_CLIENT_VERSION, version >= 30 ? 3 : 2, EGL_NONE};
   const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION, (version - BENCH_CORE) / 10, EGL_CONTEXT_MINOR_VERSION, (version - BENCH_CORE) % 10,
                          EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
   const EGLint *attribs = version >= BENCH_COMPATIBILITY ? NULL : version >= BENCH_CORE ? core : es;
   if (version >= BENCH_CORE && !eglBindAPI(EGL_OPENGL_API))
      bench_fail("eglBindAPI");
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!ctx || !eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      bench_fail("eglMakeCurrent");
}

static GLuint shader(GLenum type, const char *source)
{
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &source, NULL);
   glCompileShader(s);
   return s;
}

GLuint bench_program(const char *vs, const char *fs)
{
   GLuint p = glCreateProgram(), v = shader(GL_VERTEX_SHADER, vs), f = shader(GL_FRAGMENT_SHADER, fs);
   glAttachShader(p, v);
   glAttachShader(p, f);
   glBindAttribLocation(p, 0, "p");
   glBindAttribLocation(p, 1, "n");
   glBindAttribLocation(p, 2, "m");
   glLinkProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   if (!ok) {
      char log[1024] = "";
      glGetProgramInfoLog(p, sizeof(log), NULL, log);
      fprintf(stderr, "%s\n", log);
      bench_fail("link");
   }
   glDeleteShader(v);
   glDeleteShader(f);
   return p;
}

/* internal: 0 for the unsized format of OpenGL ES 2.0 */
static void target(GLenum internal, int width, int height, int depth)
{
   GLuint rb[2], fb;
   glGenRenderbuffers(2, rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   if (internal)
      glTexStorage2D(GL_TEXTURE_2D, 1, internal, width, height);
   else
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   if (depth) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, width, height);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   }
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      bench_fail("framebuffer");
   glViewport(0, 0, width, height);
   glBindTexture(GL_TEXTURE_2D, 0);
}

void bench_target(int width, int height, int depth)
{
   target(0, width, height, depth);
}

void bench_target_es30(GLenum internal, int width, int height, int depth)
{
   target(internal, width, height, depth);
}

const GLfloat bench_quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
const char bench_quad_vs[] =
   "attribute vec2 p; varying vec2 v; void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }";

static void use_quad(const char *vs, const char *fs)
{
   glUseProgram(bench_program(vs, fs));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, bench_quad);
   glEnableVertexAttribArray(0);
}

void bench_use_quad(const char *fs)
{
   use_quad(bench_quad_vs, fs);
}

void bench_use_quad_es30(const char *fs)
{
   use_quad("#version 300 es\nin vec2 p; out vec2 v; void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }", fs);
}

void bench_checker(int size, GLenum min_filter)
{
   GLubyte *pixels = malloc((size_t)size * (size_t)size * 4);
   for (int i = 0; i < size * size; i++) {
      int x = i % size, y = i / size;
      pixels[4 * i + 0] = (GLubyte)(x * 255 / size);
      pixels[4 * i + 1] = (GLubyte)(y * 255 / size);
      pixels[4 * i + 2] = (GLubyte)(((x / 8 + y / 8) & 1) * 255);
      pixels[4 * i + 3] = (GLubyte)(128 + (x & 127));
   }
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)min_filter);
   if (min_filter != GL_LINEAR)
      glGenerateMipmap(GL_TEXTURE_2D);
   free(pixels);
}

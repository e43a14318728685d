/* test_two_vendors.c: gloam and Mesa in one process, through libglvnd: each draws its own pictures while the other's contexts
 * exist, and GL calls reach the implementation whose context is current. Exit 77 (skip) without Mesa. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

enum { SIZE = 16, ROUNDS = 20, MAX_DEVICES = 16 };

struct vendor { EGLDisplay display; EGLContext context; GLuint fbo, color, program; GLint uniform; char renderer[128]; };

static void fail(const char *what)
{
   printf("failed: %s (EGL error 0x%x)\n", what, (unsigned)eglGetError());
   exit(1);
}

/* The first device whose EGL_VENDOR contains `name`. */
static EGLDisplay find_display(const char *name)
{
   PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
   EGLDeviceEXT devices[MAX_DEVICES];
   EGLint count = 0;
   if (!query || !query(MAX_DEVICES, devices, &count))
      fail("eglQueryDevicesEXT");
   for (EGLint i = 0; i < count; i++) {
      EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
      if (!display || !eglInitialize(display, NULL, NULL))
         continue;
      if (strstr(eglQueryString(display, EGL_VENDOR), name))
         return display; /* the others stay initialized: they may be in use already */
   }
   return EGL_NO_DISPLAY;
}

static void make_current(struct vendor *v)
{
   if (!eglMakeCurrent(v->display, EGL_NO_SURFACE, EGL_NO_SURFACE, v->context))
      fail("eglMakeCurrent");
   if (strcmp((const char *)glGetString(GL_RENDERER), v->renderer) != 0 && v->renderer[0])
      fail("another implementation's GL_RENDERER");
}

static GLuint shader(GLenum type, const char *source)
{
   GLuint name = glCreateShader(type);
   glShaderSource(name, 1, &source, NULL);
   glCompileShader(name);
   return name;
}

static void set_up(struct vendor *v)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   eglBindAPI(EGL_OPENGL_ES_API);
   v->context = eglCreateContext(v->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!v->context)
      fail("eglCreateContext");
   make_current(v);
   snprintf(v->renderer, sizeof(v->renderer), "%s", (const char *)glGetString(GL_RENDERER));
   glGenFramebuffers(1, &v->fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, v->fbo);
   glGenTextures(1, &v->color);
   glBindTexture(GL_TEXTURE_2D, v->color);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, v->color, 0);
   glViewport(0, 0, SIZE, SIZE);
   v->program = glCreateProgram();
   glAttachShader(v->program, shader(GL_VERTEX_SHADER, "attribute vec4 pos; void main() { gl_Position = pos; }"));
   glAttachShader(v->program, shader(GL_FRAGMENT_SHADER, "precision highp float; uniform vec4 c;"
                                                         "void main() { gl_FragColor = c; }"));
   glBindAttribLocation(v->program, 0, "pos");
   glLinkProgram(v->program);
   glUseProgram(v->program);
   v->uniform = glGetUniformLocation(v->program, "c");
   glEnableVertexAttribArray(0);
   if (glGetError() != GL_NO_ERROR)
      fail("set-up");
}

/* The lower half in `code`, the upper half cleared to 255 - code. */
static void draw(struct vendor *v, int code)
{
   static const GLfloat half[] = {-1, -1, 1, -1, -1, 0, 1, 0};
   float f = (float)code / 255;
   make_current(v);
   glClearColor(1 - f, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, half);
   glUniform4f(v->uniform, f, 1, 0, 1);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void check(struct vendor *v, int code)
{
   uint8_t rgba[SIZE * SIZE][4];
   make_current(v);
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   for (int i = 0; i < SIZE * SIZE; i++) {
      bool lower = i < SIZE * SIZE / 2;
      if (abs(rgba[i][0] - (lower ? code : 255 - code)) > 1 || rgba[i][1] != (lower ? 255 : 0)) {
         printf("%s: texel %d is %u, %u\n", v->renderer, i, rgba[i][0], rgba[i][1]);
         exit(1);
      }
   }
   if (glGetError() != GL_NO_ERROR)
      fail("a GL error");
}

int main(void)
{
   struct vendor vendors[2] = {{.display = find_display("gloam")}, {.display = find_display("Mesa")}};
   if (!vendors[0].display)
      fail("no gloam device");
   if (!vendors[1].display) {
      printf("skipped: no Mesa device\n");
      return 77;
   }
   set_up(&vendors[0]);
   set_up(&vendors[1]);
   printf("%s\n%s\n", vendors[0].renderer, vendors[1].renderer);
   for (int round = 0; round < ROUNDS; round++) {
      draw(&vendors[0], round * 7);
      draw(&vendors[1], round * 11);
      check(&vendors[0], round * 7);
      check(&vendors[1], round * 11);
   }
   eglMakeCurrent(vendors[1].display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(vendors[1].display); /* the other one goes on */
   draw(&vendors[0], 99);
   check(&vendors[0], 99);
   eglMakeCurrent(vendors[0].display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(vendors[0].display);
   return 0;
}

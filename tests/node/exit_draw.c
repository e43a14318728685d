/* exit_draw.c: a program that draws when it ends: an exit handler, made before anything else and so run after the others, uses a
 * shader that was never used before. It must get its pixel; it once waited for ever for a compiler that had been stopped. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

static GLuint programs[2];

static GLuint make_program(const char *fragment)
{
   static const char *const vertex = "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   const char *const sources[] = {vertex, fragment};
   GLuint program = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
   }
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   return program;
}

static int draw(GLuint program, unsigned red)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   uint8_t pixel[4] = {0};
   glUseProgram(program);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   return pixel[0] == red && glGetError() == GL_NO_ERROR;
}

static void at_exit(void)
{
   if (programs[1] && !draw(programs[1], 102))
      _exit(1);
   printf("%s: drawn at exit\n", (const char *)glGetString(GL_RENDERER));
   fflush(stdout);
}

int main(void)
{
   atexit(at_exit);
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   eglInitialize(display, NULL, NULL);
   eglBindAPI(EGL_OPENGL_ES_API);
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      _exit(2);
   GLuint rb, fbo;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, 0x8058 /* GL_RGBA8_OES */, 16, 16);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, 16, 16);
   programs[0] = make_program("precision highp float; void main() { gl_FragColor = vec4(0.2); }");
   programs[1] = make_program("precision highp float; void main() { gl_FragColor = vec4(0.4 * step(0.0, gl_FragCoord.x)); }");
   if (!draw(programs[0], 51))
      _exit(3);
   return 0;
}

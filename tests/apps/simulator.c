/* simulator.c: writes a simulator's frame (tools/bench/simulator_frame.h), drawn in a context without attributes on the default display, as
 * a line "width height" and RGBA rows from the bottom; then the same for its depths, as grey.
 *
 *   simulator PICTURE FRAME */
#include <EGL/egl.h>
#include <GL/gl.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulator_frame.h"

enum { WIDTH = 320, HEIGHT = 240 };

int main(int argc, char **argv)
{
   static unsigned char rgba[WIDTH * HEIGHT * 4];
   static float depth[WIDTH * HEIGHT];
   const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   if (argc != 3 || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
      return 2;
   const EGLContext context = eglCreateContext(display, (EGLConfig)0, EGL_NO_CONTEXT, NULL);
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
      fprintf(stderr, "no context: EGL error 0x%x\n", (unsigned)eglGetError());
      return 1;
   }
   const GLubyte *(*get_string)(GLenum name) = (const GLubyte *(*)(GLenum))eglGetProcAddress("glGetString");
   GLenum (*get_error)(void) = (GLenum(*)(void))eglGetProcAddress("glGetError");
   const char *missing = simulator_prepare(WIDTH, HEIGHT);
   if (missing) {
      fprintf(stderr, "missing: %s\n", missing);
      return 1;
   }
   printf("%s, %s\n", get_string(GL_VENDOR), get_string(GL_VERSION));
   simulator_draw((unsigned)atoi(argv[2]), 0);
   simulator_read(rgba, depth);
   const GLenum error = get_error();
   if (error) {
      fprintf(stderr, "GL error 0x%x\n", error);
      return 1;
   }
   FILE *file = fopen(argv[1], "wb");
   if (!file)
      return 2;
   fprintf(file, "%d %d\n", WIDTH, 2 * HEIGHT);
   fwrite(rgba, 1, sizeof(rgba), file);
   for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
      const unsigned char grey = (unsigned char)((1 - depth[i]) * 5000 > 255 ? 255 : (1 - depth[i]) * 5000);
      fwrite((unsigned char[4]){grey, grey, grey, 255}, 1, 4, file);
   }
   return fclose(file) ? 2 : 0;
}

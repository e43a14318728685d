/* threads.c: N contexts on N threads render the same picture, each to its own target. Fails unless all pictures are equal.
 *   threads [N] */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"

#define SIZE 128

static const char vertex_source[] = "attribute vec2 position; varying vec2 v;\n"
                                    "void main() { v = position; gl_Position = vec4(position, 0.0, 1.0); }\n";
static const char fragment_source[] =
   "precision highp float; varying vec2 v;\n"
   "void main()\n"
   "{\n"
   "   vec2 z = vec2(0.0), c = v * 1.4 - vec2(0.5, 0.0);\n"
   "   float n = 0.0;\n"
   "   for (int i = 0; i < 48; i++) {\n"
   "      z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;\n"
   "      if (dot(z, z) > 4.0)\n"
   "         break;\n"
   "      n += 1.0;\n"
   "   }\n"
   "   gl_FragColor = vec4(n / 48.0, fract(n / 7.0), fract(n / 3.0), 1.0);\n"
   "}\n";

static EGLDisplay dpy;

static void *render(void *result)
{
   EGLContext ctx = make_context(dpy);
   make_target(SIZE, SIZE);
   glUseProgram(make_program(vertex_source, fragment_source, (const char *const[]){"position", NULL}));
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   static _Thread_local GLubyte pixels[SIZE * SIZE * 4];
   uint64_t hash = 0xcbf29ce484222325ull;
   for (int frame = 0; frame < 10; frame++) {
      glClear(GL_COLOR_BUFFER_BIT);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
      for (size_t i = 0; i < sizeof(pixels); i++)
         hash = (hash ^ pixels[i]) * 0x100000001b3ull;
   }
   *(uint64_t *)result = glGetError() ? 0 : hash;
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(dpy, ctx);
   return NULL;
}

int main(int argc, char **argv)
{
   int count = argc > 1 ? atoi(argv[1]) : 4;
   if (count < 1 || count > 64)
      die("usage: %s [1..64]", argv[0]);
   pthread_t threads[64];
   uint64_t hashes[64];
   dpy = open_display();
   for (int i = 0; i < count; i++)
      if (pthread_create(&threads[i], NULL, render, &hashes[i]))
         die("no thread");
   for (int i = 0; i < count; i++)
      pthread_join(threads[i], NULL);
   for (int i = 0; i < count; i++)
      if (!hashes[i] || hashes[i] != hashes[0])
         die("thread %d rendered something else", i);
   printf("%d threads, picture %016llx\n", count, (unsigned long long)hashes[0]);
   eglTerminate(dpy);
   return 0;
}

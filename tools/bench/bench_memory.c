/* bench_memory.c: bandwidth-bound workloads: clears, uploads, copies, readback, mipmap generation. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static double clear_run(void)
{
   for (int i = 0; i < 16; i++) {
      glClearColor((GLfloat)i / 16, 0.5f, 0.25f, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glFinish(); /* a driver may drop a clear that the next one overwrites */
   }
   return 16.0 * BENCH_W * BENCH_H * 4;
}

static void clear_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
}

static GLubyte *pixels;

static void upload_prepare(void)
{
   pixels = malloc(BENCH_W * BENCH_H * 4);
   memset(pixels, 0x5a, BENCH_W * BENCH_H * 4);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, BENCH_W, BENCH_H, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

static double upload_run(void)
{
   for (int i = 0; i < 4; i++)
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, BENCH_W, BENCH_H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glFinish();
   return 4.0 * BENCH_W * BENCH_H * 4;
}

static void readback_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   pixels = malloc(BENCH_W * BENCH_H * 4);
}

static double readback_run(void)
{
   for (int i = 0; i < 4; i++)
      glReadPixels(0, 0, BENCH_W, BENCH_H, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   return 4.0 * BENCH_W * BENCH_H * 4;
}

static GLuint copy_texture;

static void copy_prepare(void)
{
   bench_target(BENCH_W, BENCH_H, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   glGenTextures(1, &copy_texture);
   glBindTexture(GL_TEXTURE_2D, copy_texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, BENCH_W, BENCH_H, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
}

static double copy_run(void)
{
   for (int i = 0; i < 4; i++) {
      glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, BENCH_W, BENCH_H);
      glFinish();
   }
   return 4.0 * BENCH_W * BENCH_H * 4;
}

static void mipmap_prepare(void)
{
   bench_target(64, 64, 0);
   bench_checker(1024, GL_LINEAR_MIPMAP_LINEAR);
}

static double mipmap_run(void)
{
   for (int i = 0; i < 4; i++)
      glGenerateMipmap(GL_TEXTURE_2D);
   glFinish();
   return 4.0 * 1024 * 1024;
}

const struct bench_workload bench_memory[] = {
   {"clear", "GB/s", 1e-9, clear_prepare, clear_run, 0},
   {"teximage", "GB/s", 1e-9, upload_prepare, upload_run, 0},
   {"readpixels", "GB/s", 1e-9, readback_prepare, readback_run, 0},
   {"copy", "GB/s", 1e-9, copy_prepare, copy_run, 0},
   {"mipmap", "Mpixel/s", 1e-6, mipmap_prepare, mipmap_run, 0},
   { 0 },
};

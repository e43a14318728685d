/* swap_shim.c: a libEGL whose eglSwapBuffers first writes the picture of one frame to a file: frame SWAP_FRAME, counted from 0, to
 * SWAP_PICTURE, as a line "width height" and RGBA rows from the bottom. With SWAP_EXIT the program ends then. A program that loads
 * libEGL by name loads this one instead (SDL_VIDEO_EGL_DRIVER); dlsym finds every other function in libEGL.so.1, which it is linked
 * to. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <GLES2/gl2.h>

static void write_picture(EGLDisplay display, EGLSurface surface, const char *path)
{
   PFNGLREADPIXELSPROC read = (PFNGLREADPIXELSPROC)eglGetProcAddress("glReadPixels");
   EGLint width = 0, height = 0;
   eglQuerySurface(display, surface, EGL_WIDTH, &width);
   eglQuerySurface(display, surface, EGL_HEIGHT, &height);
   size_t size_B = (size_t)width * (size_t)height * 4;
   unsigned char *pixels = malloc(size_B);
   FILE *file = fopen(path, "wb");
   if (!pixels || !file || !read)
      abort();
   read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   fprintf(file, "%d %d\n", width, height);
   fwrite(pixels, 1, size_B, file);
   fclose(file);
   free(pixels);
}

__attribute__((visibility("default"))) EGLBoolean EGLAPIENTRY
eglSwapBuffers(EGLDisplay display, EGLSurface surface)
{
   static int frame;
   static PFNEGLSWAPBUFFERSPROC next;
   const char *wanted = getenv("SWAP_FRAME"), *path = getenv("SWAP_PICTURE");
   if (!next) {
      void *library = dlopen("libEGL.so.1", RTLD_NOW);
      next = library ? (PFNEGLSWAPBUFFERSPROC)dlsym(library, "eglSwapBuffers") : NULL;
      if (!next)
         abort();
   }
   if (wanted && path && frame++ == atoi(wanted))
      write_picture(display, surface, path);
   if (wanted && path && getenv("SWAP_EXIT") && frame > atoi(wanted))
      _exit(0);
   return next(display, surface);
}

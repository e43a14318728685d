/* gbm_frames.c: renders to GBM buffers on a render node, as compositors and video pipelines do.
 *   gbm_frames surface OUT.png   renders frames to a window surface of EGL's GBM platform and locks each front buffer
 *   gbm_frames bo OUT.png        renders to a linear gbm_bo, imported into EGL as a DMA-BUF
 * Both then export the last buffer as a DMA-BUF, import it as a texture and draw it to the picture that is written. Exit code 77:
 * no render node, or no GBM platform. GBM_NODE: the render node, default /dev/dri/renderD128. */
#include <fcntl.h>
#include <gbm.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

#define WIDTH 320
#define HEIGHT 240
#define FRAMES 5
#define NO_MODIFIER 0x00ffffffffffffffull /* DRM_FORMAT_MOD_INVALID: implicit layout */

static void skip(const char *why)
{
   printf("skipped: %s\n", why);
   exit(77);
}

static GLuint quad_program(void)
{
   static const GLfloat quad[8] = {-1, -1, 1, -1, -1, 1, 1, 1};
   GLuint program = make_program("attribute vec2 p; varying vec2 v;\n"
                                 "void main() { v = p * 0.5 + 0.5; gl_Position = vec4(p, 0.0, 1.0); }\n",
                                 "precision mediump float; varying vec2 v; uniform float frame;\n"
                                 "void main() { gl_FragColor = vec4(v, frame, 1.0); }\n",
                                 (const char *const[]){"p", NULL});
   glUseProgram(program);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, quad);
   glEnableVertexAttribArray(0);
   return program;
}

/* Red and green are the position, blue is frame / FRAMES. */
static void draw(GLuint program, int frame)
{
   glViewport(0, 0, WIDTH, HEIGHT);
   glUniform1f(glGetUniformLocation(program, "frame"), (float)frame / FRAMES);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static EGLImageKHR import_bo(EGLDisplay dpy, struct gbm_bo *bo)
{
   PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
   uint64_t modifier = gbm_bo_get_modifier(bo);
   int fd = gbm_bo_get_fd(bo);
   if (fd < 0)
      die("the buffer has no descriptor");
   EGLint attribs[20] = {EGL_WIDTH, (EGLint)gbm_bo_get_width(bo), EGL_HEIGHT, (EGLint)gbm_bo_get_height(bo),
                         EGL_LINUX_DRM_FOURCC_EXT, (EGLint)gbm_bo_get_format(bo), EGL_DMA_BUF_PLANE0_FD_EXT, fd,
                         EGL_DMA_BUF_PLANE0_OFFSET_EXT, (EGLint)gbm_bo_get_offset(bo, 0),
                         EGL_DMA_BUF_PLANE0_PITCH_EXT, (EGLint)gbm_bo_get_stride_for_plane(bo, 0), EGL_NONE};
   if (modifier != NO_MODIFIER) {
      const EGLint more[] = {EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, (EGLint)modifier,
                             EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, (EGLint)(modifier >> 32), EGL_NONE};
      memcpy(attribs + 12, more, sizeof(more));
   }
   EGLImageKHR image = create(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   if (!image)
      die("the buffer cannot be imported: 0x%x", eglGetError());
   close(fd);
   return image;
}

static GLuint texture_of(EGLImageKHR image)
{
   PFNGLEGLIMAGETARGETTEXTURE2DOESPROC target =
      (PFNGLEGLIMAGETARGETTEXTURE2DOESPROC)eglGetProcAddress("glEGLImageTargetTexture2DOES");
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   target(GL_TEXTURE_2D, image);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   return texture;
}

/* GL's lower left corner is in the first row of a buffer that was rendered as a texture, and in the last row of a buffer of a
 * window surface. flipped: 1 for the latter. */
static void show(GLuint texture, int flipped, const char *path)
{
   make_target(WIDTH, HEIGHT);
   GLuint program = make_program("attribute vec2 p; uniform float flip; varying vec2 v;\n"
                                 "void main() { v = p * vec2(0.5, 0.5 * flip) + 0.5; gl_Position = vec4(p, 0.0, 1.0); }\n",
                                 "precision mediump float; varying vec2 v; uniform sampler2D image;\n"
                                 "void main() { gl_FragColor = texture2D(image, v); }\n",
                                 (const char *const[]){"p", NULL});
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "flip"), flipped ? -1.0f : 1.0f);
   glBindTexture(GL_TEXTURE_2D, texture);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   write_png(path, WIDTH, HEIGHT);
}

static EGLConfig find_config(EGLDisplay dpy, EGLint fourcc)
{
   static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
   EGLConfig configs[256];
   EGLint count = 0, visual;
   eglChooseConfig(dpy, wanted, configs, 256, &count);
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, configs[i], EGL_NATIVE_VISUAL_ID, &visual) && visual == fourcc)
         return configs[i];
   die("no configuration has this buffer format");
}

static void use_surface(struct gbm_device *gbm, const char *path)
{
   PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   const char *list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
   if (!list || !(strstr(list, "EGL_MESA_platform_gbm") || strstr(list, "EGL_KHR_platform_gbm")))
      skip("EGL has no GBM platform");
   EGLDisplay dpy = get(EGL_PLATFORM_GBM_KHR, gbm, NULL);
   if (!dpy || !eglInitialize(dpy, NULL, NULL))
      die("no display on GBM: 0x%x", eglGetError());
   static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLConfig config = find_config(dpy, GBM_FORMAT_XRGB8888);
   struct gbm_surface *surface = gbm_surface_create(gbm, WIDTH, HEIGHT, GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING);
   eglBindAPI(EGL_OPENGL_ES_API);
   EGLContext ctx = eglCreateContext(dpy, config, EGL_NO_CONTEXT, version);
   EGLSurface window = surface ? eglCreateWindowSurface(dpy, config, (EGLNativeWindowType)(uintptr_t)surface, NULL) :
      EGL_NO_SURFACE;
   if (!ctx || !window || !eglMakeCurrent(dpy, window, window, ctx))
      die("no window surface on GBM: 0x%x", eglGetError());
   printf("%s\n", (const char *)glGetString(GL_RENDERER));
   GLuint program = quad_program();
   struct gbm_bo *front = NULL;
   for (int i = 1; i <= FRAMES; i++) {
      draw(program, i);
      eglSwapBuffers(dpy, window);
      if (front)
         gbm_surface_release_buffer(surface, front);
      front = gbm_surface_lock_front_buffer(surface);
      if (!front)
         die("no front buffer");
   }
   show(texture_of(import_bo(dpy, front)), 1, path);
   gbm_surface_release_buffer(surface, front);
   eglTerminate(dpy);
   gbm_surface_destroy(surface);
}

static void use_bo(struct gbm_device *gbm, const char *path)
{
   struct gbm_bo *bo = gbm_bo_create(gbm, WIDTH, HEIGHT, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING | GBM_BO_USE_LINEAR);
   if (!bo)
      die("no buffer");
   EGLDisplay dpy = open_display();
   make_context(dpy);
   printf("%s\n", (const char *)glGetString(GL_RENDERER));
   GLuint framebuffer, target = texture_of(import_bo(dpy, bo)), program = quad_program();
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target, 0);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      die("the buffer cannot be drawn into");
   for (int i = 1; i <= FRAMES; i++)
      draw(program, i);
   glFinish();
   /* Checks a pixel through a CPU mapping. */
   uint32_t stride = 0;
   void *data = NULL;
   const uint8_t *rows = gbm_bo_map(bo, 0, 0, WIDTH, HEIGHT, GBM_BO_TRANSFER_READ, &stride, &data);
   if (!rows)
      die("the buffer cannot be mapped");
   const uint8_t *p = rows + (size_t)stride * 60 + 4 * 240; /* blue, green, red, alpha */
   if (abs(p[2] - 191) > 2 || abs(p[1] - 64) > 2 || p[0] != 255 || p[3] != 255)
      die("pixel (240, 60) of the mapped buffer is %d %d %d %d", p[2], p[1], p[0], p[3]);
   gbm_bo_unmap(bo, data);
   show(texture_of(import_bo(dpy, bo)), 0, path);
   eglTerminate(dpy);
   gbm_bo_destroy(bo);
}

int main(int argc, char **argv)
{
   if (argc != 3 || (strcmp(argv[1], "surface") && strcmp(argv[1], "bo")))
      die("usage: %s surface|bo OUT.png", argv[0]);
   const char *node = getenv("GBM_NODE");
   int fd = open(node ? node : "/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
   if (fd < 0)
      skip("no render node");
   struct gbm_device *gbm = gbm_create_device(fd);
   if (!gbm)
      die("GBM does not know the node");
   if (!strcmp(argv[1], "surface"))
      use_surface(gbm, argv[2]);
   else
      use_bo(gbm, argv[2]);
   gbm_device_destroy(gbm);
   close(fd);
   return 0;
}

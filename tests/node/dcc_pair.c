/* dcc_pair.c: a frame that one process draws to a GBM surface, and another samples, draws into and reads by every way.
 *   dcc_pair produce CONSUMER_VENDOR    draws, starts the consumer with this vendor file, and checks what it has drawn
 *   dcc_pair consume FD STRIDE          the consumer, with the buffer's descriptor
 * radeonsi compresses such a surface on GFX8 (DCC): its black and white background is in keys alone. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <GLES2/gl2ext.h>
#include <fcntl.h>
#include <gbm.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_MODIFIER 0x00ffffffffffffffull /* DRM_FORMAT_MOD_INVALID */

enum { WIDTH = 512, HEIGHT = 384 };

static void check(int ok, const char *what)
{
   if (!ok) {
      printf("%s failed: EGL 0x%x, GL 0x%x\n", what, eglGetError(), glGetError());
      exit(1);
   }
}

#define PROC(type, name) ((type)(void (*)(void))eglGetProcAddress(name))

static EGLDisplay open_display(EGLenum platform, void *native)
{
   EGLDisplay dpy = eglGetPlatformDisplay(platform, native, NULL);
   check(dpy && eglInitialize(dpy, NULL, NULL) && eglBindAPI(EGL_OPENGL_ES_API), "eglInitialize");
   return dpy;
}

static EGLContext make_context(EGLDisplay dpy, EGLConfig config)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 1, EGL_NONE};
   EGLContext ctx = eglCreateContext(dpy, config, EGL_NO_CONTEXT, attribs);
   check(ctx != EGL_NO_CONTEXT, "eglCreateContext");
   return ctx;
}

static EGLImageKHR last_import;

/* The buffer as a texture. storage: an immutable one, which an image unit takes: in RGBA, as units have no BGRA. */
static GLuint import_texture(EGLDisplay dpy, int fd, int stride, int storage)
{
   const EGLint attribs[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_LINUX_DRM_FOURCC_EXT,
                             storage ? GBM_FORMAT_ABGR8888 : GBM_FORMAT_ARGB8888,
                             EGL_DMA_BUF_PLANE0_FD_EXT, fd, EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0, EGL_DMA_BUF_PLANE0_PITCH_EXT, stride,
                             EGL_NONE};
   EGLImageKHR image = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR")(dpy, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, NULL, attribs);
   check(image != EGL_NO_IMAGE_KHR, "the import");
   last_import = image;
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   if (storage)
      PROC(PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC, "glEGLImageTargetTexStorageEXT")(GL_TEXTURE_2D, image, NULL);
   else
      PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES")(GL_TEXTURE_2D, image);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   check(glGetError() == GL_NO_ERROR, "the texture");
   return texture;
}

static GLuint framebuffer_of(GLuint texture)
{
   GLuint fb;
   glGenFramebuffers(1, &fb);
   glBindFramebuffer(GL_FRAMEBUFFER, fb);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer");
   return fb;
}

static void fill(int x, int y, int width, int height, float r, float g, float b)
{
   glEnable(GL_SCISSOR_TEST);
   glScissor(x, y, width, height);
   glClearColor(r, g, b, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
}

static GLuint shader(GLenum type, const char *source)
{
   GLint ok = 0;
   GLuint s = glCreateShader(type);
   glShaderSource(s, 1, &source, NULL);
   glCompileShader(s);
   glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
   check(ok, source);
   return s;
}

static GLuint link_program(GLuint first, GLuint second)
{
   GLint ok = 0;
   GLuint p = glCreateProgram();
   glAttachShader(p, first);
   if (second)
      glAttachShader(p, second);
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   check(ok, "the program");
   glUseProgram(p);
   return p;
}

/* ---- what a picture has ---- */

struct rect { int x, y, width, height; GLubyte rgb[3]; };

/* y counts rows of the buffer. Later rectangles lie upon earlier ones. */
static struct rect rects[16] = {{0, 0, WIDTH, HEIGHT, {255, 255, 255}}, {64, 64, 200, 120, {255, 0, 0}}, {30, 200, 300, 100, {0, 128, 255}}};
static int rect_count = 3;

/* Of the pixels of the bound framebuffer, whose row 0 is the buffer's first one. */
static void expect(const char *what)
{
   static GLubyte found[HEIGHT][WIDTH][4];
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, found);
   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
         const struct rect *r = &rects[rect_count - 1];
         while (x < r->x || y < r->y || x >= r->x + r->width || y >= r->y + r->height)
            r--;
         for (int c = 0; c < 3; c++)
            if (abs(found[y][x][c] - r->rgb[c]) > 1) {
               printf("%s: pixel %d,%d is %d %d %d, not %d %d %d\n", what, x, y, found[y][x][0], found[y][x][1], found[y][x][2],
                      r->rgb[0], r->rgb[1], r->rgb[2]);
               exit(1);
            }
      }
   printf("%s: ok\n", what);
}

static void add_rect(int x, int y, int width, int height, GLubyte r, GLubyte g, GLubyte b)
{
   rects[rect_count++] = (struct rect){x, y, width, height, {r, g, b}};
}

/* ---- the consumer ---- */

static void sample_into_target(GLuint texture, const char *what)
{
   GLuint target;
   glGenTextures(1, &target);
   glBindTexture(GL_TEXTURE_2D, target);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, WIDTH, HEIGHT);
   framebuffer_of(target);
   glViewport(0, 0, WIDTH, HEIGHT);
   link_program(shader(GL_VERTEX_SHADER, "#version 310 es\nvoid main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0,"
                                 " 0.0, 1.0); }\n"),
        shader(GL_FRAGMENT_SHADER, "#version 310 es\nprecision highp float; uniform sampler2D image; out vec4 color;\n"
                                   "void main() { color = texture(image, gl_FragCoord.xy / vec2(textureSize(image, 0))); }\n"));
   glBindTexture(GL_TEXTURE_2D, texture);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   expect(what);
}

/* Inverts a white square. */
static void store_image(GLuint texture)
{
   link_program(shader(GL_COMPUTE_SHADER, "#version 310 es\nlayout(local_size_x = 8, local_size_y = 8) in;\n"
                                  "layout(rgba8, binding = 0) uniform highp readonly image2D from;\n"
                                  "layout(rgba8, binding = 1) uniform highp writeonly image2D to;\n"
                                  "void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy) + ivec2(400, 300);\n"
                                  "   imageStore(to, p, vec4(1.0) - imageLoad(from, p)); }\n"), 0);
   glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
   glBindImageTexture(1, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
   glDispatchCompute(8, 8, 1);
   glMemoryBarrier(GL_ALL_BARRIER_BITS);
   check(glGetError() == GL_NO_ERROR, "the dispatch");
}

static int consume(int fd, int stride)
{
   EGLDisplay dpy = open_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
   EGLContext ctx = make_context(dpy, EGL_NO_CONFIG_KHR);
   check(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx), "eglMakeCurrent");
   printf("consumer: %s\n", (const char *)glGetString(GL_RENDERER));
   GLuint texture = import_texture(dpy, fd, stride, 0);
   sample_into_target(texture, "sampled");
   framebuffer_of(texture);
   fill(350, 20, 100, 90, 0, 1, 0);
   add_rect(350, 20, 100, 90, 0, 255, 0);
   sample_into_target(texture, "drawn into");
   framebuffer_of(texture);
   expect("read");
   fill(5, 330, 90, 40, 0, 0, 0);
   add_rect(5, 330, 90, 40, 0, 0, 0);
   static GLubyte texels[50][60][4];
   memset(texels, 0x40, sizeof(texels));
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 230, 130, 60, 50, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   add_rect(230, 130, 60, 50, 0x40, 0x40, 0x40);
   sample_into_target(texture, "written");
   framebuffer_of(texture);
   fill(100, 10, 64, 32, 1, 1, 0);
   add_rect(100, 10, 64, 32, 255, 255, 0);
   GLuint immutable = import_texture(dpy, fd, stride, 1);
   store_image(immutable);
   add_rect(400, 300, 64, 64, 0, 0, 0);
   sample_into_target(texture, "stored");
   /* It leaves as it came: a layout of the chip, which the kernel's metadata describe. */
   EGLuint64KHR modifier = 0;
   int planes = 0, fourcc = 0, again = -1;
   EGLint pitch = 0, offset = -1;
   check(PROC(PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC, "eglExportDMABUFImageQueryMESA")(dpy, last_import, &fourcc, &planes, &modifier) &&
         PROC(PFNEGLEXPORTDMABUFIMAGEMESAPROC, "eglExportDMABUFImageMESA")(dpy, last_import, &again, &pitch, &offset), "the export");
   check(planes == 1 && fourcc == GBM_FORMAT_ABGR8888 && modifier == NO_MODIFIER && pitch == stride && offset == 0, "its description");
   sample_into_target(import_texture(dpy, again, pitch, 0), "exported and imported again");
   glFinish();
   fflush(stdout);
   check(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) && eglTerminate(dpy), "eglTerminate");
   return 0;
}

/* ---- the producer ---- */

static EGLConfig config_of(EGLDisplay dpy, EGLint fourcc)
{
   static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
   EGLConfig configs[256];
   EGLint count = 0, visual;
   eglChooseConfig(dpy, wanted, configs, 256, &count);
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, configs[i], EGL_NATIVE_VISUAL_ID, &visual) && visual == fourcc)
         return configs[i];
   printf("no config has the buffer's format\n");
   exit(77);
}

static int run_consumer(const char *program, const char *vendor, int fd, uint32_t stride)
{
   char fd_text[16], stride_text[16];
   int status = -1;
   fflush(stdout);
   pid_t pid = fork();
   if (pid == 0) {
      snprintf(fd_text, sizeof(fd_text), "%d", dup(fd)); /* not closed by exec */
      snprintf(stride_text, sizeof(stride_text), "%u", stride);
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", vendor, 1);
      execl(program, program, "consume", fd_text, stride_text, (char *)NULL);
      _exit(127);
   }
   return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int produce(const char *program, const char *vendor)
{
   const char *node = getenv("GBM_NODE");
   struct gbm_device *gbm = gbm_create_device(open(node ? node : "/dev/dri/renderD128", O_RDWR | O_CLOEXEC));
   struct gbm_surface *native = gbm ? gbm_surface_create(gbm, WIDTH, HEIGHT, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING) : NULL;
   check(native != NULL, "the GBM surface");
   EGLDisplay dpy = open_display(EGL_PLATFORM_GBM_KHR, gbm);
   EGLConfig config = config_of(dpy, GBM_FORMAT_ARGB8888);
   EGLSurface surface = eglCreatePlatformWindowSurface(dpy, config, native, NULL);
   EGLContext ctx = make_context(dpy, config);
   check(eglMakeCurrent(dpy, surface, surface, ctx), "eglMakeCurrent");
   printf("producer: %s, %s\n", (const char *)glGetString(GL_RENDERER), (const char *)glGetString(GL_VERSION));
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   for (int i = 1; i < rect_count; i++) { /* row 0 of a window is its lowest one */
      const struct rect *r = &rects[i];
      fill(r->x, HEIGHT - r->y - r->height, r->width, r->height, r->rgb[0] / 255.0f, r->rgb[1] / 255.0f, r->rgb[2] / 255.0f);
   }
   check(eglSwapBuffers(dpy, surface), "eglSwapBuffers");
   struct gbm_bo *bo = gbm_surface_lock_front_buffer(native);
   check(bo != NULL, "the front buffer");
   const int fd = gbm_bo_get_fd(bo);
   const int result = run_consumer(program, vendor, fd, gbm_bo_get_stride(bo));
   if (result)
      return result;
   add_rect(350, 20, 100, 90, 0, 255, 0);
   add_rect(5, 330, 90, 40, 0, 0, 0);
   add_rect(230, 130, 60, 50, 0x40, 0x40, 0x40);
   add_rect(100, 10, 64, 32, 255, 255, 0);
   add_rect(400, 300, 64, 64, 0, 0, 0);
   GLuint texture = import_texture(dpy, fd, (int)gbm_bo_get_stride(bo), 0);
   sample_into_target(texture, "back at the producer");
   return 0;
}

int main(int argc, char **argv)
{
   if (argc == 3 && !strcmp(argv[1], "produce"))
      return produce(argv[0], argv[2]);
   if (argc == 4 && !strcmp(argv[1], "consume"))
      return consume(atoi(argv[2]), atoi(argv[3]));
   return 2;
}

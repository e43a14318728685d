/* test_gbm_legacy.c: fixed functions in the window of a gbm_surface, whose rows are stored top first, in contexts of the compatibility profile
 * and of OpenGL ES 1.1: each pixel of the buffer that the application shows. What is placed in window coordinates is in it: pixels that are
 * drawn and copied, bitmaps, the origin of the polygon stipple, scissors, points. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <gbm.h>

enum { W = 40, H = 28, BLUE = 0x000040, RED = 0xff0000, GREEN = 0x00ff00, YELLOW = 0xffff00, WHITE = 0xffffff };
static const uint32_t drawn[2][3] = {{0x102030, 0x405060, 0x708090}, {0xa0b0c0, 0xd0e0f0, 0x123456}}; /* from the bottom */
static const GLubyte bits[2] = {0xc0, 0x20}; /* two pixels, and above them the third one */

static int node;
static struct gbm_device *gbm;
static EGLDisplay dpy;

static int setup(void **state)
{
   (void)state;
   const char *path = getenv("GBM_TEST_NODE");
   node = open(path ? path : "/dev/null", O_RDWR | O_CLOEXEC);
   gbm = node >= 0 ? gbm_create_device(node) : NULL;
   if (!gbm)
      return -1;
   dpy = eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, gbm, NULL);
   return eglInitialize(dpy, NULL, NULL) ? 0 : -1;
}

static int teardown(void **state)
{
   (void)state;
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   const bool ok = eglTerminate(dpy);
   gbm_device_destroy(gbm);
   close(node);
   return ok ? 0 : -1;
}

/* ---- the picture ------------------------------------------------------------------------------------------------------------- */

struct rectangle { int x, y, width, height; };
static const struct rectangle red = {0, 0, 10, 6}, stippled = {12, 1, 7, 9}, scissor = {0, 20, 9, 5}, copy = {22, 12, 4, 6};
static const int pixels_x = 22, pixels_y = 3, bitmap_x = 30, bitmap_y = 5, point_x = 33, point_y = 17;

static bool is_in(const struct rectangle *r, int x, int y)
{
   return x >= r->x && x < r->x + r->width && y >= r->y && y < r->y + r->height;
}

static uint32_t expected(bool es1, int x, int y)
{
   const struct rectangle pixels = {pixels_x, pixels_y, 3, 2}, point = {point_x, point_y, 3, 3};
   if (is_in(&scissor, x, y))
      return WHITE;
   if (is_in(&red, x, y))
      return RED;
   if (is_in(&point, x, y))
      return YELLOW;
   if (es1)
      return BLUE;
   if (is_in(&stippled, x, y))
      return y % 4 == 1 ? GREEN : BLUE;
   if (is_in(&pixels, x, y))
      return drawn[y - pixels_y][x - pixels_x];
   if (is_in(&copy, x, y))
      return x < copy.x + 2 ? BLUE : RED; /* from two columns beside the red rectangle on */
   const int bit_x = x - bitmap_x, bit_y = y - bitmap_y;
   return bit_x >= 0 && bit_x < 8 && bit_y >= 0 && bit_y < 2 && bits[bit_y] >> (7 - bit_x) & 1 ? YELLOW : BLUE;
}

static void fill(const struct rectangle *r, uint32_t color)
{
   const GLfloat x = (GLfloat)r->x, y = (GLfloat)r->y, right = x + (GLfloat)r->width, top = y + (GLfloat)r->height;
   const GLfloat corners[8] = {x, y, right, y, x, top, right, top};
   glColor4ub((GLubyte)(color >> 16), (GLubyte)(color >> 8), (GLubyte)color, 255);
   glVertexPointer(2, GL_FLOAT, 0, corners);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_common(void)
{
   const GLfloat center[2] = {(GLfloat)point_x + 1.5f, (GLfloat)point_y + 1.5f};
   glViewport(0, 0, W, H);
   glClearColor(0, 0, 64 / 255.0f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glMatrixMode(GL_PROJECTION);
   glLoadIdentity();
   glTranslatef(-1, -1, 0);
   glScalef(2.0f / W, 2.0f / H, 1);
   glEnableClientState(GL_VERTEX_ARRAY);
   fill(&red, RED);
   glColor4ub(255, 255, 0, 255);
   glPointSize(3);
   glVertexPointer(2, GL_FLOAT, 0, center);
   glDrawArrays(GL_POINTS, 0, 1);
   glEnable(GL_SCISSOR_TEST);
   glScissor(scissor.x, scissor.y, scissor.width, scissor.height);
   glClearColor(1, 1, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
}

static void draw_desktop(void)
{
   GLubyte stipple[128], rows[2][3][4];
   for (unsigned i = 0; i < sizeof(stipple); i++)
      stipple[i] = i / 4 % 4 == 1 ? 255 : 0;
   glPolygonStipple(stipple);
   glEnable(GL_POLYGON_STIPPLE);
   fill(&stippled, GREEN);
   glDisable(GL_POLYGON_STIPPLE);
   for (unsigned y = 0; y < 2; y++)
      for (unsigned x = 0; x < 3; x++)
         memcpy(rows[y][x], (GLubyte[4]){(GLubyte)(drawn[y][x] >> 16), (GLubyte)(drawn[y][x] >> 8), (GLubyte)drawn[y][x], 255}, 4);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glRasterPos2i(pixels_x, pixels_y);
   glDrawPixels(3, 2, GL_RGBA, GL_UNSIGNED_BYTE, rows);
   glColor4ub(255, 255, 0, 255);
   glRasterPos2i(bitmap_x, bitmap_y);
   glBitmap(8, 2, 0, 0, 0, 0, bits);
   glPixelZoom(-1, 1); /* from right to left */
   glRasterPos2i(copy.x + copy.width, copy.y);
   glCopyPixels(red.width - 2, 0, copy.width, copy.height, GL_COLOR);
}

static void check_picture(bool es1, uint32_t fourcc)
{
   EGLConfig all[256], config = NULL;
   EGLint count = 0, visual, samples, types;
   assert_true(eglGetConfigs(dpy, all, 256, &count));
   for (EGLint i = 0; i < count && !config; i++)
      if (eglGetConfigAttrib(dpy, all[i], EGL_NATIVE_VISUAL_ID, &visual) && visual == (EGLint)fourcc &&
          eglGetConfigAttrib(dpy, all[i], EGL_SAMPLES, &samples) && !samples)
         config = all[i];
   assert_non_null(config);
   assert_true(eglGetConfigAttrib(dpy, config, EGL_RENDERABLE_TYPE, &types));
   assert_true(types & (es1 ? EGL_OPENGL_ES_BIT : EGL_OPENGL_BIT));
   struct gbm_surface *native = gbm_surface_create(gbm, W, H, fourcc, GBM_BO_USE_RENDERING);
   EGLSurface window = eglCreatePlatformWindowSurface(dpy, config, native, NULL);
   assert_ptr_not_equal(window, EGL_NO_SURFACE);
   static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE};
   assert_true(eglBindAPI(es1 ? EGL_OPENGL_ES_API : EGL_OPENGL_API));
   EGLContext ctx = eglCreateContext(dpy, config, EGL_NO_CONTEXT, es1 ? version : NULL);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, window, window, ctx));
   draw_common();
   if (!es1)
      draw_desktop();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_true(eglSwapBuffers(dpy, window));
   struct gbm_bo *bo = gbm_surface_lock_front_buffer(native);
   assert_non_null(bo);
   uint32_t stride_B;
   void *mapping = NULL;
   const uint8_t *rows = gbm_bo_map(bo, 0, 0, W, H, GBM_BO_TRANSFER_READ, &stride_B, &mapping);
   assert_non_null(rows);
   for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
         const uint32_t got = ((const uint32_t *)(rows + (uint32_t)(H - 1 - y) * stride_B))[x] & 0xffffff;
         if (got != expected(es1, x, y))
            fail_msg("%s: pixel (%d, %d) is %06x, not %06x", es1 ? "OpenGL ES 1.1" : "compatibility", x, y, got,
                     expected(es1, x, y));
      }
   gbm_bo_unmap(bo, mapping);
   gbm_surface_release_buffer(native, bo);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(dpy, window) && eglDestroyContext(dpy, ctx));
   gbm_surface_destroy(native);
}

static void test_compatibility(void **state)
{
   (void)state;
   check_picture(false, GBM_FORMAT_XRGB8888);
   check_picture(false, GBM_FORMAT_ARGB8888);
}

static void test_es1(void **state)
{
   (void)state;
   check_picture(true, GBM_FORMAT_XRGB8888);
   check_picture(true, GBM_FORMAT_ARGB8888);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_compatibility), cmocka_unit_test(test_es1)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

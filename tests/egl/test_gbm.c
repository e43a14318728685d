/* test_gbm.c: the GBM backend through libgbm, and EGL's gbm platform on it: buffers and their memory, import and export, surfaces,
 * buffer age, errors. */
#include "egl_test.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <gbm.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define NO_MODIFIER 0x00ffffffffffffffull

static int node;
static struct gbm_device *gbm;
static EGLDisplay dpy;

static int setup(void **state)
{
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
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   bool ok = eglTerminate(dpy);
   gbm_device_destroy(gbm);
   close(node);
   return ok ? 0 : -1;
}

static void test_device(void **state)
{
   assert_string_equal(gbm_device_get_backend_name(gbm), "gloam");
   assert_int_equal(gbm_device_get_fd(gbm), node);
   static const struct { uint32_t format, usage; int supported; } rows[] = {
      {GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING | GBM_BO_USE_SCANOUT, 1}, {GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING, 1},
      {GBM_FORMAT_ABGR8888, GBM_BO_USE_RENDERING, 1}, {GBM_FORMAT_RGB565, GBM_BO_USE_RENDERING, 1},
      {GBM_FORMAT_ARGB2101010, GBM_BO_USE_RENDERING, 1}, {GBM_FORMAT_ABGR16161616F, GBM_BO_USE_RENDERING, 1},
      {GBM_FORMAT_NV12, 0, 0}, {GBM_FORMAT_C8, 0, 0}, {0x12345678, 0, 0}, {GBM_FORMAT_XRGB8888, GBM_BO_USE_PROTECTED, 0}};
   for (unsigned i = 0; i < COUNT(rows); i++)
      if (gbm_device_is_format_supported(gbm, rows[i].format, rows[i].usage) != rows[i].supported)
         fail_msg("row %u", i);
   assert_int_equal(gbm_device_get_format_modifier_plane_count(gbm, GBM_FORMAT_XRGB8888, 0), 1);
   assert_int_equal(gbm_device_get_format_modifier_plane_count(gbm, GBM_FORMAT_NV12, 0), 2);
   assert_int_equal(gbm_device_get_format_modifier_plane_count(gbm, GBM_FORMAT_YUV420, 0), 3);
   assert_int_equal(gbm_device_get_format_modifier_plane_count(gbm, GBM_FORMAT_XRGB8888, 77), -1);
   assert_ptr_equal(eglGetPlatformDisplay(EGL_PLATFORM_GBM_KHR, &node, NULL), EGL_NO_DISPLAY);
   assert_ptr_equal(eglGetDisplay((EGLNativeDisplayType)gbm), dpy);
}

/* Values that differ in each byte of each pixel. */
static uint32_t pattern(uint32_t x, uint32_t y, uint32_t seed)
{
   return (x * 0x01030507u + y * 0x0b0d1113u + seed) * 0x9e3779b1u;
}

static void test_memory(void **state)
{
   enum { W = 67, H = 35 };
   struct gbm_bo *bo = gbm_bo_create(gbm, W, H, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING | GBM_BO_USE_LINEAR);
   assert_non_null(bo);
   assert_int_equal(gbm_bo_get_width(bo), W);
   assert_int_equal(gbm_bo_get_height(bo), H);
   assert_int_equal(gbm_bo_get_format(bo), GBM_FORMAT_ARGB8888);
   assert_int_equal(gbm_bo_get_bpp(bo), 32);
   assert_int_equal(gbm_bo_get_plane_count(bo), 1);
   assert_true(gbm_bo_get_modifier(bo) == 0);
   assert_true(gbm_bo_get_stride(bo) >= W * 4);
   assert_int_equal(gbm_bo_get_stride(bo), gbm_bo_get_stride_for_plane(bo, 0));
   assert_int_equal(gbm_bo_get_offset(bo, 0), 0);
   assert_ptr_equal(gbm_bo_get_device(bo), gbm);

   /* Written through maps of parts, read through the exported memory. */
   uint32_t stride = 0;
   void *data = NULL;
   for (uint32_t y = 0; y < H; y += 5) {
      uint8_t *rows = gbm_bo_map(bo, 3, y, W - 3, 5, GBM_BO_TRANSFER_WRITE, &stride, &data);
      assert_non_null(rows);
      for (uint32_t k = 0; k < 5; k++)
         for (uint32_t x = 3; x < W; x++)
            ((uint32_t *)(rows + (size_t)k * stride))[x - 3] = pattern(x, y + k, 1);
      gbm_bo_unmap(bo, data);
   }
   int fd = gbm_bo_get_fd(bo);
   assert_true(fd >= 0);
   const size_t size = (size_t)gbm_bo_get_stride(bo) * H;
   uint8_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   assert_ptr_not_equal(memory, MAP_FAILED);
   for (uint32_t y = 0; y < H; y++)
      for (uint32_t x = 3; x < W; x++)
         assert_int_equal(((uint32_t *)(memory + (size_t)y * gbm_bo_get_stride(bo)))[x], pattern(x, y, 1));
   /* And back: written by mmap, read through a map. */
   for (uint32_t y = 0; y < H; y++)
      for (uint32_t x = 0; x < W; x++)
         ((uint32_t *)(memory + (size_t)y * gbm_bo_get_stride(bo)))[x] = pattern(x, y, 2);
   const uint8_t *rows = gbm_bo_map(bo, 0, 0, W, H, GBM_BO_TRANSFER_READ, &stride, &data);
   assert_non_null(rows);
   for (uint32_t y = 0; y < H; y++)
      for (uint32_t x = 0; x < W; x++)
         assert_int_equal(((const uint32_t *)(rows + (size_t)y * stride))[x], pattern(x, y, 2));
   gbm_bo_unmap(bo, data);
   munmap(memory, size);
   close(fd);

   static const struct { uint32_t x, y, w, h, flags; } bad[] = {
      {0, 0, W + 1, H, GBM_BO_TRANSFER_READ}, {0, 0, W, H + 1, GBM_BO_TRANSFER_READ}, {W, 0, 1, 1, GBM_BO_TRANSFER_READ},
      {UINT32_MAX, 0, 2, 1, GBM_BO_TRANSFER_READ}, {0, 1, 1, UINT32_MAX, GBM_BO_TRANSFER_READ}, {0, 0, 0, 1, GBM_BO_TRANSFER_READ},
      {0, 0, W, H, 0}};
   for (unsigned i = 0; i < COUNT(bad); i++) {
      data = NULL;
      assert_null(gbm_bo_map(bo, bad[i].x, bad[i].y, bad[i].w, bad[i].h, bad[i].flags, &stride, &data));
      assert_int_equal(errno, EINVAL);
   }
   gbm_bo_destroy(bo);
}

static void test_write(void **state)
{
   struct gbm_bo *bo = gbm_bo_create(gbm, 64, 64, GBM_FORMAT_ARGB8888, GBM_BO_USE_CURSOR | GBM_BO_USE_WRITE);
   assert_non_null(bo);
   const uint32_t stride = gbm_bo_get_stride(bo);
   uint8_t *rows = calloc(64, stride);
   for (uint32_t y = 0; y < 64; y++)
      for (uint32_t x = 0; x < 64; x++)
         ((uint32_t *)(rows + (size_t)y * stride))[x] = pattern(x, y, 3);
   assert_int_equal(gbm_bo_write(bo, rows, (size_t)stride * 64), 0);
   assert_int_equal(gbm_bo_write(bo, rows, (size_t)stride * 64 + 1), -1);
   uint32_t map_stride;
   void *data = NULL;
   const uint8_t *map = gbm_bo_map(bo, 0, 0, 64, 64, GBM_BO_TRANSFER_READ, &map_stride, &data);
   assert_non_null(map);
   for (uint32_t y = 0; y < 64; y++)
      assert_memory_equal(map + (size_t)y * map_stride, rows + (size_t)y * stride, 64 * 4);
   gbm_bo_unmap(bo, data);
   gbm_bo_destroy(bo);
   free(rows);
   bo = gbm_bo_create(gbm, 64, 64, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
   assert_int_equal(gbm_bo_write(bo, "abcd", 4), -1);
   gbm_bo_destroy(bo);
}

static void test_create_errors(void **state)
{
   static const struct { uint32_t w, h, format, usage; } rows[] = {
      {0, 1, GBM_FORMAT_XRGB8888, 0}, {1, 0, GBM_FORMAT_XRGB8888, 0}, {1 << 20, 1, GBM_FORMAT_XRGB8888, 0},
      {64, UINT32_MAX, GBM_FORMAT_XRGB8888, 0}, {64, 64, GBM_FORMAT_NV12, 0}, {64, 64, 0x12345678, 0},
      {64, 64, GBM_FORMAT_XRGB8888, GBM_BO_USE_PROTECTED}};
   for (unsigned i = 0; i < COUNT(rows); i++) {
      assert_null(gbm_bo_create(gbm, rows[i].w, rows[i].h, rows[i].format, rows[i].usage));
      assert_null(gbm_surface_create(gbm, rows[i].w, rows[i].h, rows[i].format, rows[i].usage));
   }
   static const struct { uint32_t old, fourcc; } names[] = {
      {GBM_BO_FORMAT_XRGB8888, GBM_FORMAT_XRGB8888}, {GBM_BO_FORMAT_ARGB8888, GBM_FORMAT_ARGB8888}};
   for (unsigned i = 0; i < COUNT(names); i++) { /* libgbm's first names of formats */
      struct gbm_bo *bo = gbm_bo_create(gbm, 64, 64, names[i].old, GBM_BO_USE_RENDERING);
      assert_non_null(bo);
      assert_int_equal(gbm_bo_get_format(bo), names[i].fourcc);
      gbm_bo_destroy(bo);
      struct gbm_surface *surface = gbm_surface_create(gbm, 64, 64, names[i].old, GBM_BO_USE_RENDERING);
      assert_non_null(surface);
      gbm_surface_destroy(surface);
   }
   static const uint64_t tiled[] = {0x0100000000000001ull, 77}, mixed[] = {77, 0};
   assert_null(gbm_bo_create_with_modifiers(gbm, 64, 64, GBM_FORMAT_XRGB8888, tiled, 2));
   struct gbm_bo *bo = gbm_bo_create_with_modifiers2(gbm, 64, 64, GBM_FORMAT_XRGB8888, mixed, 2, GBM_BO_USE_SCANOUT);
   assert_non_null(bo);
   assert_true(gbm_bo_get_modifier(bo) == 0);
   gbm_bo_destroy(bo);
}

static void test_import(void **state)
{
   struct gbm_bo *bo = gbm_bo_create(gbm, 128, 32, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
   uint32_t stride;
   void *data = NULL;
   uint32_t *first = gbm_bo_map(bo, 0, 0, 128, 32, GBM_BO_TRANSFER_WRITE, &stride, &data);
   for (uint32_t x = 0; x < 128; x++)
      first[x] = pattern(x, 0, 4);
   gbm_bo_unmap(bo, data);

   struct gbm_import_fd_data by_fd = {gbm_bo_get_fd(bo), 128, 32, gbm_bo_get_stride(bo), GBM_FORMAT_ARGB8888};
   struct gbm_import_fd_modifier_data by_modifier = {.width = 128, .height = 32, .format = GBM_FORMAT_ARGB8888, .num_fds = 1,
      .fds = {by_fd.fd}, .strides = {(int)by_fd.stride}, .modifier = 0};
   struct gbm_bo *again[2] = {gbm_bo_import(gbm, GBM_BO_IMPORT_FD, &by_fd, GBM_BO_USE_RENDERING),
                              gbm_bo_import(gbm, GBM_BO_IMPORT_FD_MODIFIER, &by_modifier, GBM_BO_USE_RENDERING)};
   for (unsigned i = 0; i < 2; i++) {
      assert_non_null(again[i]);
      assert_int_equal(gbm_bo_get_stride(again[i]), by_fd.stride);
      assert_true(gbm_bo_get_modifier(again[i]) == (i ? 0 : NO_MODIFIER));
      const uint32_t *row = gbm_bo_map(again[i], 0, 0, 128, 1, GBM_BO_TRANSFER_READ, &stride, &data);
      assert_non_null(row);
      for (uint32_t x = 0; x < 128; x++)
         assert_int_equal(row[x], pattern(x, 0, 4));
      gbm_bo_unmap(again[i], data);
      int fd = gbm_bo_get_fd(again[i]);
      assert_true(fd >= 0);
      close(fd);
      gbm_bo_destroy(again[i]);
   }
   /* Layouts that the object does not hold. */
   struct gbm_import_fd_data bad[] = {by_fd, by_fd, by_fd, by_fd};
   bad[0].height = 4000;
   bad[1].stride = 64;
   bad[2].fd = -1;
   bad[3].format = 0x12345678;
   for (unsigned i = 0; i < COUNT(bad); i++) {
      assert_null(gbm_bo_import(gbm, GBM_BO_IMPORT_FD, &bad[i], 0));
      assert_int_equal(errno, EINVAL);
   }
   struct gbm_import_fd_modifier_data many = by_modifier;
   many.num_fds = 9;
   assert_null(gbm_bo_import(gbm, GBM_BO_IMPORT_FD_MODIFIER, &many, 0));
   many = by_modifier;
   many.modifier = 99;
   assert_null(gbm_bo_import(gbm, GBM_BO_IMPORT_FD_MODIFIER, &many, 0));
   assert_null(gbm_bo_import(gbm, GBM_BO_IMPORT_WL_BUFFER, &many, 0));
   assert_null(gbm_bo_import(gbm, GBM_BO_IMPORT_EGL_IMAGE, &many, 0));
   close(by_fd.fd);
   gbm_bo_destroy(bo);
}

static EGLConfig config_of(EGLint visual, EGLint samples)
{
   EGLConfig all[256];
   EGLint count = 0, value;
   assert_true(eglGetConfigs(dpy, all, 256, &count));
   for (EGLint i = 0; i < count; i++)
      if (eglGetConfigAttrib(dpy, all[i], EGL_NATIVE_VISUAL_ID, &value) && value == visual &&
          eglGetConfigAttrib(dpy, all[i], EGL_SAMPLES, &value) && value == samples) {
         assert_true(eglGetConfigAttrib(dpy, all[i], EGL_SURFACE_TYPE, &value));
         assert_true(value & EGL_WINDOW_BIT);
         return all[i];
      }
   fail();
   return NULL;
}

static void expect_pixel(struct gbm_bo *bo, uint32_t x, uint32_t y, uint32_t value, uint32_t mask)
{
   uint32_t stride;
   void *data = NULL;
   const uint32_t *p = gbm_bo_map(bo, x, y, 1, 1, GBM_BO_TRANSFER_READ, &stride, &data);
   assert_non_null(p);
   if ((*p ^ value) & mask)
      fail_msg("pixel (%u, %u) is 0x%08x, not 0x%08x", x, y, *p, value);
   gbm_bo_unmap(bo, data);
}

static void test_surface(void **state)
{
   for (EGLint samples = 0; samples <= 4; samples += 4) {
      enum { W = 96, H = 40 };
      struct gbm_surface *surface = gbm_surface_create(gbm, W, H, GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING | GBM_BO_USE_SCANOUT);
      assert_non_null(surface);
      assert_null(gbm_surface_lock_front_buffer(surface)); /* before the first swap */
      EGLConfig config = config_of(GBM_FORMAT_XRGB8888, samples);
      EGLSurface window = eglCreatePlatformWindowSurface(dpy, config, surface, NULL);
      assert_ptr_not_equal(window, EGL_NO_SURFACE);
      EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
      assert_true(eglMakeCurrent(dpy, window, window, ctx));
      EGLint size[2] = {0}, age = -1;
      assert_true(eglQuerySurface(dpy, window, EGL_WIDTH, &size[0]));
      assert_true(eglQuerySurface(dpy, window, EGL_HEIGHT, &size[1]));
      assert_int_equal(size[0], W);
      assert_int_equal(size[1], H);
      struct gbm_bo *locked = NULL, *seen[5] = {NULL};
      unsigned different = 0;
      for (int frame = 0; frame < 8; frame++) {
         /* The lower left corner has its own colour: rows are stored top first. */
         glDisable(GL_SCISSOR_TEST);
         glClearColor((float)frame / 255, 1, 0, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         glEnable(GL_SCISSOR_TEST);
         glScissor(0, 0, 10, 10);
         glClearColor(0, 0, (float)(frame + 100) / 255, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         assert_true(eglQuerySurface(dpy, window, EGL_BUFFER_AGE_EXT, &age));
         assert_int_equal(age, frame < 3 ? 0 : 3); /* a buffer is chosen before the application releases the last one */
         uint8_t p[4];
         glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, p);
         assert_int_equal(p[2], frame + 100);
         assert_true(eglSwapBuffers(dpy, window));
         assert_true(gbm_surface_has_free_buffers(surface));
         struct gbm_bo *bo = gbm_surface_lock_front_buffer(surface);
         assert_non_null(bo);
         assert_null(gbm_surface_lock_front_buffer(surface));
         expect_pixel(bo, 3, H - 4, (uint32_t)(frame + 100), 0xffffff);
         expect_pixel(bo, 3, 4, (uint32_t)frame << 16 | 0xff00, 0xffffff);
         expect_pixel(bo, 90, H - 4, (uint32_t)frame << 16 | 0xff00, 0xffffff);
         if (locked)
            gbm_surface_release_buffer(surface, locked);
         locked = bo;
         unsigned i = 0;
         while (i < different && seen[i] != bo)
            i++;
         if (i == different) {
            assert_true(different < 4);
            seen[different++] = bo;
         }
      }
      gbm_surface_release_buffer(surface, locked);
      /* Where a buffer is free, a frame is presented. Four can be locked; later draws do not change them. */
      struct gbm_bo *all[4];
      glDisable(GL_SCISSOR_TEST);
      for (unsigned i = 0; i < 4; i++) {
         assert_true(gbm_surface_has_free_buffers(surface));
         glClearColor((float)(i + 1) / 255, 0, 0, 1);
         glClear(GL_COLOR_BUFFER_BIT);
         assert_true(eglSwapBuffers(dpy, window));
         all[i] = gbm_surface_lock_front_buffer(surface);
         assert_non_null(all[i]);
      }
      assert_false(gbm_surface_has_free_buffers(surface));
      glClearColor(0, 0, 1, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      assert_false(eglSwapBuffers(dpy, window));
      assert_int_equal(eglGetError(), EGL_BAD_ALLOC);
      assert_null(gbm_surface_lock_front_buffer(surface));
      for (unsigned i = 0; i < 4; i++)
         expect_pixel(all[i], 3, 4, (i + 1) << 16, 0xffffff);
      gbm_surface_release_buffer(surface, all[0]);
      assert_true(gbm_surface_has_free_buffers(surface));
      assert_true(eglSwapBuffers(dpy, window));
      all[0] = gbm_surface_lock_front_buffer(surface);
      expect_pixel(all[0], 3, 4, 0xff, 0xffffff); /* the frame that was drawn while four were locked */
      for (unsigned i = 0; i < 4; i++)
         gbm_surface_release_buffer(surface, all[i]);
      assert_true(eglSwapBuffers(dpy, window));
      assert_false(eglSurfaceAttrib(dpy, window, EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED));
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroySurface(dpy, window));
      assert_true(eglDestroyContext(dpy, ctx));
      gbm_surface_destroy(surface);
   }
}

static void test_surface_errors(void **state)
{
   struct gbm_surface *surface = gbm_surface_create(gbm, 16, 16, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(GBM_FORMAT_ABGR8888, 0), surface, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(GBM_FORMAT_ARGB8888, 0), NULL, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_WINDOW);
   static const EGLAttrib bad[] = {EGL_WIDTH, 5, EGL_NONE};
   assert_ptr_equal(eglCreatePlatformWindowSurface(dpy, config_of(GBM_FORMAT_ARGB8888, 0), surface, bad), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   /* The EGL surface keeps what it draws to. */
   EGLSurface window = eglCreatePlatformWindowSurface(dpy, config_of(GBM_FORMAT_ARGB8888, 0), surface, NULL);
   assert_ptr_not_equal(window, EGL_NO_SURFACE);
   gbm_surface_destroy(surface);
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, window, window, ctx));
   glClear(GL_COLOR_BUFFER_BIT);
   assert_true(eglSwapBuffers(dpy, window));
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroySurface(dpy, window));
   assert_true(eglDestroyContext(dpy, ctx));
}

/* A texture becomes a buffer, the buffer an image again. */
static void test_egl_image(void **state)
{
   PFNEGLCREATEIMAGEKHRPROC create_image = PROC(PFNEGLCREATEIMAGEKHRPROC, "eglCreateImageKHR");
   PFNEGLDESTROYIMAGEKHRPROC destroy_image = PROC(PFNEGLDESTROYIMAGEKHRPROC, "eglDestroyImageKHR");
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   uint32_t texels[64 * 8];
   for (uint32_t i = 0; i < COUNT(texels); i++)
      texels[i] = pattern(i % 64, i / 64, 5);
   GLuint texture;
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 64, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   EGLImageKHR image = create_image(dpy, ctx, EGL_GL_TEXTURE_2D_KHR, (EGLClientBuffer)(uintptr_t)texture, NULL);
   assert_ptr_not_equal(image, EGL_NO_IMAGE_KHR);
   glFinish();
   struct gbm_bo *bo = gbm_bo_import(gbm, GBM_BO_IMPORT_EGL_IMAGE, image, GBM_BO_USE_RENDERING);
   assert_non_null(bo);
   assert_int_equal(gbm_bo_get_format(bo), GBM_FORMAT_ABGR8888);
   for (uint32_t y = 0; y < 8; y++)
      for (uint32_t x = 0; x < 64; x += 7)
         expect_pixel(bo, x, y, pattern(x, y, 5), UINT32_MAX);
   assert_true(destroy_image(dpy, image));
   glDeleteTextures(1, &texture);
   expect_pixel(bo, 63, 7, pattern(63, 7, 5), UINT32_MAX);
   gbm_bo_destroy(bo);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
}

/* A GEM handle of the node's descriptor can be exported. */
static bool is_handle(uint32_t handle)
{
   struct drm_prime_handle args = {.handle = handle, .flags = DRM_CLOEXEC};
   if (ioctl(node, DRM_IOCTL_PRIME_HANDLE_TO_FD, &args))
      return false;
   close(args.fd);
   return true;
}

/* On a DRM device a buffer has a GEM handle. Buffers of the same memory share it, and the last one closes it. */
static void test_handles(void **state)
{
   struct gbm_bo *one = gbm_bo_create(gbm, 64, 16, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
   struct gbm_bo *two = gbm_bo_create(gbm, 64, 16, GBM_FORMAT_ARGB8888, GBM_BO_USE_RENDERING);
   assert_true(one && two);
   const uint32_t handle = gbm_bo_get_handle(one).u32, other = gbm_bo_get_handle(two).u32;
   if (!getenv("GBM_TEST_NODE")) {
      assert_int_equal(gbm_bo_get_handle(one).s32, -1); /* /dev/null has no handles */
      gbm_bo_destroy(one);
      gbm_bo_destroy(two);
      return;
   }
   assert_int_not_equal(handle, other);
   assert_true(is_handle(handle) && is_handle(other));
   struct gbm_import_fd_data in = {.fd = gbm_bo_get_fd(one), .width = 64, .height = 16, .stride = gbm_bo_get_stride(one),
                                   .format = GBM_FORMAT_ARGB8888};
   assert_true(in.fd >= 0);
   struct gbm_bo *again = gbm_bo_import(gbm, GBM_BO_IMPORT_FD, &in, GBM_BO_USE_RENDERING);
   close(in.fd);
   assert_non_null(again);
   assert_int_equal(gbm_bo_get_handle(again).u32, handle);
   gbm_bo_destroy(one);
   assert_true(is_handle(handle));
   gbm_bo_destroy(again);
   assert_false(is_handle(handle));
   assert_true(is_handle(other));
   gbm_bo_destroy(two);
   assert_false(is_handle(other));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_device), cmocka_unit_test(test_memory), cmocka_unit_test(test_write),
      cmocka_unit_test(test_create_errors), cmocka_unit_test(test_import), cmocka_unit_test(test_surface),
      cmocka_unit_test(test_surface_errors), cmocka_unit_test(test_egl_image), cmocka_unit_test(test_handles)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

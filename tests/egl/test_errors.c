/* test_errors.c: errors of EGL 1.5 by entry point: each row is a call that must fail, and its error; calls that succeed leave
 * EGL_SUCCESS. Then the rules of eglChooseConfig, of terminated displays, and of EGL_KHR_display_reference. */
#include "egl_test.h"

#include <pthread.h>

static EGLDisplay dpy;
static EGLContext ctx;
static EGLSurface surf;
static EGLConfig config;

static int setup(void **state)
{
   static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
   dpy = surfaceless_display();
   config = any_config(dpy);
   surf = eglCreatePbufferSurface(dpy, config, size);
   ctx = es2_context(dpy, EGL_NO_CONTEXT);
   return surf != EGL_NO_SURFACE ? 0 : -1;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

/* FAILS: the call returns 0 (EGL_FALSE, no object) and raises the error, once. */
#define FAILS(error, call)                                                                   \
   do {                                                                                      \
      eglGetError();                                                                         \
      uintptr_t result_ = (uintptr_t)(call);                                                 \
      EGLint found_ = eglGetError();                                                         \
      if (result_ || found_ != (error))                                                      \
         fail_msg("%s: %#lx, error 0x%x instead of 0x%x", #call, (unsigned long)result_, found_, error); \
      assert_int_equal(eglGetError(), EGL_SUCCESS);                                          \
   } while (0)
#define WORKS(call)                                                                          \
   do {                                                                                      \
      uintptr_t result_ = (uintptr_t)(call);                                                 \
      EGLint found_ = eglGetError();                                                         \
      if (!result_ || found_ != EGL_SUCCESS)                                                 \
         fail_msg("%s: %#lx, error 0x%x", #call, (unsigned long)result_, found_);            \
   } while (0)

/* Each entry point that takes a display, with an invalid one and one that is not initialised. */
static void all_with_display(EGLDisplay d, EGLint error, bool terminated)
{
   EGLint v;
   EGLAttrib a;
   EGLConfig c;
   static const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   if (!terminated) {
      FAILS(error, eglInitialize(d, NULL, NULL));
      FAILS(error, eglTerminate(d));
   }
   FAILS(error, eglQueryString(d, EGL_VENDOR));
   FAILS(error, eglGetConfigs(d, &c, 1, &v));
   FAILS(error, eglChooseConfig(d, NULL, &c, 1, &v));
   FAILS(error, eglGetConfigAttrib(d, config, EGL_RED_SIZE, &v));
   FAILS(error, eglCreatePbufferSurface(d, config, NULL));
   FAILS(error, eglCreateWindowSurface(d, config, (EGLNativeWindowType)0, NULL));
   FAILS(error, eglCreatePlatformWindowSurface(d, config, NULL, NULL));
   FAILS(error, eglCreatePixmapSurface(d, config, (EGLNativePixmapType)0, NULL));
   FAILS(error, eglCreatePlatformPixmapSurface(d, config, NULL, NULL));
   FAILS(error, eglCreatePbufferFromClientBuffer(d, EGL_OPENVG_IMAGE, NULL, config, NULL));
   FAILS(error, eglDestroySurface(d, surf));
   FAILS(error, eglQuerySurface(d, surf, EGL_WIDTH, &v));
   FAILS(error, eglSurfaceAttrib(d, surf, EGL_SWAP_BEHAVIOR, EGL_BUFFER_DESTROYED));
   FAILS(error, eglBindTexImage(d, surf, EGL_BACK_BUFFER));
   FAILS(error, eglReleaseTexImage(d, surf, EGL_BACK_BUFFER));
   FAILS(error, eglSwapInterval(d, 1));
   FAILS(error, eglSwapBuffers(d, surf));
   FAILS(error, eglCopyBuffers(d, surf, (EGLNativePixmapType)0));
   FAILS(error, eglCreateContext(d, config, EGL_NO_CONTEXT, es2));
   FAILS(error, eglDestroyContext(d, ctx));
   FAILS(error, eglQueryContext(d, ctx, EGL_CONFIG_ID, &v));
   FAILS(error, eglMakeCurrent(d, surf, surf, ctx));
   FAILS(error, eglCreateSync(d, EGL_SYNC_FENCE, NULL));
   FAILS(error, eglDestroySync(d, (EGLSync)0x10));
   FAILS(error, eglClientWaitSync(d, (EGLSync)0x10, 0, 0));
   FAILS(error, eglWaitSync(d, (EGLSync)0x10, 0));
   FAILS(error, eglGetSyncAttrib(d, (EGLSync)0x10, EGL_SYNC_STATUS, &a));
   FAILS(error, eglCreateImage(d, ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)1, NULL));
   FAILS(error, eglDestroyImage(d, (EGLImage)0x10));
}

static void test_bad_displays(void **state)
{
   int here;
   all_with_display(EGL_NO_DISPLAY, EGL_BAD_DISPLAY, false);
   all_with_display((EGLDisplay)&here, EGL_BAD_DISPLAY, false);
   static const EGLAttrib track[] = {EGL_TRACK_REFERENCES_KHR, EGL_TRUE, EGL_NONE};
   EGLDisplay other =
      eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, track); /* a separate display */
   assert_ptr_not_equal(other, EGL_NO_DISPLAY);
   assert_ptr_not_equal(other, dpy);
   all_with_display(other, EGL_NOT_INITIALIZED, true);
   WORKS(eglTerminate(other)); /* nothing to do (3.2) */
   WORKS(eglMakeCurrent(other, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   WORKS(eglInitialize(other, NULL, NULL));
   WORKS(eglTerminate(other));
   all_with_display(other, EGL_NOT_INITIALIZED, true);
}

static void test_configs(void **state)
{
   EGLint v;
   EGLConfig c;
   int here;
   FAILS(EGL_BAD_PARAMETER, eglGetConfigs(dpy, &c, 1, NULL));
   FAILS(EGL_BAD_PARAMETER, eglChooseConfig(dpy, NULL, &c, 1, NULL));
   FAILS(EGL_BAD_CONFIG, eglGetConfigAttrib(dpy, NULL, EGL_RED_SIZE, &v));
   FAILS(EGL_BAD_CONFIG, eglGetConfigAttrib(dpy, (EGLConfig)&here, EGL_RED_SIZE, &v));
   FAILS(EGL_BAD_ATTRIBUTE, eglGetConfigAttrib(dpy, config, EGL_WIDTH, &v));
   FAILS(EGL_BAD_ATTRIBUTE, eglGetConfigAttrib(dpy, config, EGL_MATCH_NATIVE_PIXMAP, &v)); /* legal in eglChooseConfig only */
   static const EGLint bad[][3] = {
      {0x1234, 0, EGL_NONE},
      {EGL_WIDTH, 8, EGL_NONE},
      {EGL_RED_SIZE, -2, EGL_NONE},
      {EGL_DEPTH_SIZE, -5, EGL_NONE},
      {EGL_COLOR_BUFFER_TYPE, 0x1234, EGL_NONE},
      {EGL_CONFIG_CAVEAT, EGL_TRUE, EGL_NONE},
      {EGL_TRANSPARENT_TYPE, 5, EGL_NONE},
      {EGL_NATIVE_RENDERABLE, 2, EGL_NONE},
      {EGL_BIND_TO_TEXTURE_RGB, 7, EGL_NONE},
      {EGL_BIND_TO_TEXTURE_RGBA, -3, EGL_NONE},
   };
   for (unsigned i = 0; i < COUNT(bad); i++) {
      v = 77;
      assert_false(eglChooseConfig(dpy, bad[i], &c, 1, &v));
      EGLint error = eglGetError();
      if (error != EGL_BAD_ATTRIBUTE)
         fail_msg("attribute 0x%x = 0x%x: error 0x%x", bad[i][0], bad[i][1], error);
      assert_int_equal(v, 77);
   }
   WORKS(eglGetConfigs(dpy, NULL, 0, &v));
   EGLint all = v;
   WORKS(eglGetConfigs(dpy, &c, 0, &v)); /* an array of no elements */
   assert_int_equal(v, 0);
   EGLConfig configs[256];
   WORKS(eglGetConfigs(dpy, configs, 3, &v));
   assert_int_equal(v, 3);
   static const EGLint everything[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_DONT_CARE,
                                       EGL_COLOR_COMPONENT_TYPE_EXT, EGL_DONT_CARE, EGL_NONE};
   WORKS(eglChooseConfig(dpy, everything, NULL, 0, &v));
   assert_int_equal(v, all);
   WORKS(eglChooseConfig(dpy, everything, configs, 2, &v));
   assert_int_equal(v, 2);
}

/* Table 3.4: how each attribute is matched. All returned configs have at least, or exactly, that value; any: whether there are
 * some. */
static void test_matching(void **state)
{
   static const struct { const char *name; EGLint attrib, value, at_least, exactly; bool any;
   } rows[] = {
      {"red", EGL_RED_SIZE, 6, 6, EGL_DONT_CARE, true},
      {"green", EGL_GREEN_SIZE, 6, 6, EGL_DONT_CARE, true},
      {"blue", EGL_BLUE_SIZE, 17, 17, EGL_DONT_CARE, false},
      {"alpha", EGL_ALPHA_SIZE, 1, 1, EGL_DONT_CARE, true},
      {"buffer", EGL_BUFFER_SIZE, 17, 17, EGL_DONT_CARE, true},
      {"depth", EGL_DEPTH_SIZE, 17, 17, EGL_DONT_CARE, true},
      {"stencil", EGL_STENCIL_SIZE, 1, 1, EGL_DONT_CARE, true},
      {"stencil", EGL_STENCIL_SIZE, 9, 9, EGL_DONT_CARE, false},
      {"luminance", EGL_LUMINANCE_SIZE, 1, 1, EGL_DONT_CARE, false},
      {"alpha mask", EGL_ALPHA_MASK_SIZE, 1, 1, EGL_DONT_CARE, false},
      {"samples", EGL_SAMPLES, 2, 2, EGL_DONT_CARE, true},
      {"samples", EGL_SAMPLES, 9, 9, EGL_DONT_CARE, false},
      {"sample buffers", EGL_SAMPLE_BUFFERS, 1, 1, EGL_DONT_CARE, true},
      {"colour buffer", EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER, EGL_DONT_CARE, EGL_RGB_BUFFER, true},
      {"colour buffer", EGL_COLOR_BUFFER_TYPE, EGL_LUMINANCE_BUFFER, EGL_DONT_CARE, EGL_LUMINANCE_BUFFER, false},
      {"caveat", EGL_CONFIG_CAVEAT, EGL_NONE, EGL_DONT_CARE, EGL_NONE, true},
      {"caveat", EGL_CONFIG_CAVEAT, EGL_SLOW_CONFIG, EGL_DONT_CARE, EGL_SLOW_CONFIG, false},
      {"level", EGL_LEVEL, 0, EGL_DONT_CARE, 0, true},
      {"level", EGL_LEVEL, 1, EGL_DONT_CARE, 1, false},
      {"level", EGL_LEVEL, -1, EGL_DONT_CARE, -1, false}, /* a level, not EGL_DONT_CARE (3.4.1.1) */
      {"transparent", EGL_TRANSPARENT_TYPE, EGL_TRANSPARENT_RGB, EGL_DONT_CARE, EGL_TRANSPARENT_RGB, false},
      {"native", EGL_NATIVE_RENDERABLE, EGL_TRUE, EGL_DONT_CARE, EGL_TRUE, false},
      {"native", EGL_NATIVE_RENDERABLE, EGL_DONT_CARE, EGL_DONT_CARE, EGL_DONT_CARE, true},
      {"bind", EGL_BIND_TO_TEXTURE_RGBA, EGL_TRUE, EGL_DONT_CARE, EGL_TRUE, false},
      {"swap", EGL_MIN_SWAP_INTERVAL, 0, EGL_DONT_CARE, 0, true},
      {"swap", EGL_MAX_SWAP_INTERVAL, 9, EGL_DONT_CARE, 9, false},
      {"conformant", EGL_CONFORMANT, EGL_OPENGL_ES2_BIT, EGL_DONT_CARE, EGL_DONT_CARE, true},
      {"conformant", EGL_CONFORMANT, EGL_OPENVG_BIT, EGL_DONT_CARE, EGL_DONT_CARE, false},
      {"visual", EGL_NATIVE_VISUAL_ID, 12345, EGL_DONT_CARE, EGL_DONT_CARE, true},      /* ignored */
      {"pbuffers", EGL_MAX_PBUFFER_WIDTH, 1 << 30, EGL_DONT_CARE, EGL_DONT_CARE, true}, /* ignored */
      {"pbuffers", EGL_MAX_PBUFFER_PIXELS, 1, EGL_DONT_CARE, EGL_DONT_CARE, true},
   };
   EGLint all;
   WORKS(eglGetConfigs(dpy, NULL, 0, &all));
   for (unsigned i = 0; i < COUNT(rows); i++) {
      const EGLint attribs[] = {
         EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_COLOR_COMPONENT_TYPE_EXT,
         EGL_DONT_CARE, rows[i].attrib, rows[i].value, EGL_NONE};
      EGLConfig found[256];
      EGLint count = -1, fits = 0;
      WORKS(eglChooseConfig(dpy, attribs, found, 256, &count));
      if ((count > 0) != rows[i].any)
         fail_msg("%s: %d configs", rows[i].name, count);
      for (EGLint k = 0; k < count; k++) {
         EGLint value;
         WORKS(eglGetConfigAttrib(dpy, found[k], rows[i].attrib, &value));
         if ((rows[i].at_least != EGL_DONT_CARE && value < rows[i].at_least) ||
             (rows[i].exactly != EGL_DONT_CARE && value != rows[i].exactly))
            fail_msg("%s: a config with %d", rows[i].name, value);
      }
      /* No matching config is left out. */
      EGLConfig configs[256];
      WORKS(eglGetConfigs(dpy, configs, 256, &all));
      for (EGLint k = 0; k < all; k++) {
         EGLint value;
         WORKS(eglGetConfigAttrib(dpy, configs[k], rows[i].attrib, &value));
         fits += rows[i].at_least != EGL_DONT_CARE ? value >= rows[i].at_least
                                                   : rows[i].exactly == EGL_DONT_CARE || value == rows[i].exactly;
      }
      if (rows[i].any || rows[i].at_least != EGL_DONT_CARE || rows[i].exactly != EGL_DONT_CARE)
         assert_int_equal(count, fits);
   }
   /* EGL_CONFIG_ID: other attributes are ignored, even if no config matches them. */
   const EGLint by_id[] = {EGL_RED_SIZE, 100, EGL_CONFIG_ID, 3, EGL_SURFACE_TYPE, EGL_PIXMAP_BIT, EGL_NONE};
   EGLConfig one;
   EGLint count, id;
   WORKS(eglChooseConfig(dpy, by_id, &one, 1, &count));
   assert_int_equal(count, 1);
   WORKS(eglGetConfigAttrib(dpy, one, EGL_CONFIG_ID, &id));
   assert_int_equal(id, 3);
   /* The initial values require OpenGL ES 1 and windows: no config matches. */
   WORKS(eglChooseConfig(dpy, NULL, &one, 1, &count));
   assert_int_equal(count, 0);
   WORKS(eglChooseConfig(dpy, (EGLint[]){EGL_NONE}, &one, 1, &count));
   assert_int_equal(count, 0);
}

/* 3.4.1.2: adjacent configs of each result are in order. */
static void test_sorting(void **state)
{
   static const EGLint wanted[][7] = {/* RED, GREEN, BLUE, ALPHA, DEPTH, SAMPLES, COLOR_COMPONENT_TYPE */
                                      {0, 0, 0, 0, 0, 0, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT},
                                      {1, 1, 1, 1, 0, 0, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT},
                                      {1, 1, 1, 0, 1, 0, EGL_DONT_CARE},
                                      {0, 0, 0, 1, 1, 2, EGL_DONT_CARE},
                                      {8, 8, 8, 0, 0, 0, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT},
                                      {8, 8, 8, 0, 0, 0, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT},
                                      {5, 6, 5, 0, 16, 0, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT},
                                      {0, 1, 0, 0, 24, EGL_DONT_CARE, EGL_DONT_CARE},
                                      {EGL_DONT_CARE, EGL_DONT_CARE, EGL_DONT_CARE, EGL_DONT_CARE, 0, 4, EGL_DONT_CARE},
                                      {1, EGL_DONT_CARE, 0, EGL_DONT_CARE, EGL_DONT_CARE, 0, EGL_DONT_CARE}};
   static const EGLint sizes[] = {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE};
   for (unsigned i = 0; i < COUNT(wanted); i++) {
      const EGLint attribs[] = {
         EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE,
         wanted[i][0],     EGL_GREEN_SIZE,  wanted[i][1],        EGL_BLUE_SIZE,      wanted[i][2],
         EGL_ALPHA_SIZE,   wanted[i][3],    EGL_DEPTH_SIZE,      wanted[i][4],       EGL_SAMPLES,
         wanted[i][5],     EGL_COLOR_COMPONENT_TYPE_EXT,         wanted[i][6],       EGL_NONE};
      /* FIXED precedes FLOAT; both constants and the rule for them are in EGL_EXT_pixel_format_float. */
      static const EGLint less[] = {EGL_BUFFER_SIZE, EGL_SAMPLE_BUFFERS, EGL_SAMPLES, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE,
                                    EGL_CONFIG_ID};
      enum { KEYS = 2 + COUNT(less) };
      EGLConfig found[256];
      EGLint count, last[KEYS] = {0};
      WORKS(eglChooseConfig(dpy, attribs, found, 256, &count));
      assert_true(count > 0);
      for (EGLint k = 0; k < count; k++) {
         EGLint bits = 0, key[KEYS];
         for (unsigned s = 0; s < 4; s++) {
            EGLint value;
            WORKS(eglGetConfigAttrib(dpy, found[k], sizes[s], &value));
            bits += wanted[i][s] > 0 ? value : 0;
         }
         WORKS(eglGetConfigAttrib(dpy, found[k], EGL_COLOR_COMPONENT_TYPE_EXT, &key[0]));
         if (wanted[i][6] != EGL_DONT_CARE)
            assert_int_equal(key[0], wanted[i][6]);
         key[1] = -bits; /* more bits first, for requested components only */
         for (unsigned s = 0; s < COUNT(less); s++)
            WORKS(eglGetConfigAttrib(dpy, found[k], less[s], &key[2 + s]));
         unsigned s = 0;
         while (k && s < KEYS - 1 && key[s] == last[s])
            s++;
         if (k && key[s] <= last[s])
            fail_msg("list %u: config %d of %d is out of order", i, k, count);
         memcpy(last, key, sizeof last);
      }
   }
}

static void test_surfaces_and_contexts(void **state)
{
   EGLint v;
   int here;
   EGLSurface no_surface = (EGLSurface)&here;
   EGLContext no_context = (EGLContext)&here;
   static const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   FAILS(EGL_BAD_CONFIG, eglCreatePbufferSurface(dpy, (EGLConfig)&here, NULL));
   FAILS(EGL_BAD_ATTRIBUTE, eglCreatePbufferSurface(dpy, config, (EGLint[]){EGL_RED_SIZE, 8, EGL_NONE}));
   FAILS(EGL_BAD_PARAMETER, eglCreatePbufferSurface(dpy, config, (EGLint[]){EGL_HEIGHT, -1, EGL_NONE}));
   FAILS(EGL_BAD_MATCH,
         eglCreatePbufferSurface(
            dpy, config, (EGLint[]){EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGB, EGL_NONE}));
   FAILS(EGL_BAD_MATCH,
         eglCreatePbufferSurface(
            dpy, config, (EGLint[]){EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_TEXTURE_TARGET, EGL_TEXTURE_2D, EGL_NONE}));
   FAILS(EGL_BAD_NATIVE_WINDOW, eglCreateWindowSurface(dpy, config, (EGLNativeWindowType)0, NULL));
   FAILS(EGL_BAD_NATIVE_PIXMAP, eglCreatePixmapSurface(dpy, config, (EGLNativePixmapType)0, NULL));
   FAILS(EGL_BAD_SURFACE, eglDestroySurface(dpy, no_surface));
   FAILS(EGL_BAD_SURFACE, eglDestroySurface(dpy, EGL_NO_SURFACE));
   FAILS(EGL_BAD_SURFACE, eglDestroySurface(dpy, (EGLSurface)ctx)); /* an object of another kind */
   FAILS(EGL_BAD_SURFACE, eglQuerySurface(dpy, no_surface, EGL_WIDTH, &v));
   FAILS(EGL_BAD_ATTRIBUTE, eglQuerySurface(dpy, surf, EGL_RED_SIZE, &v));
   FAILS(EGL_BAD_SURFACE, eglSurfaceAttrib(dpy, no_surface, EGL_MIPMAP_LEVEL, 0));
   FAILS(EGL_BAD_ATTRIBUTE, eglSurfaceAttrib(dpy, surf, EGL_WIDTH, 9));
   FAILS(EGL_BAD_ATTRIBUTE, eglSurfaceAttrib(dpy, surf, EGL_SWAP_BEHAVIOR, 9));
   FAILS(EGL_BAD_MATCH, eglSurfaceAttrib(dpy, surf, EGL_MULTISAMPLE_RESOLVE, EGL_MULTISAMPLE_RESOLVE_BOX));
   FAILS(EGL_BAD_SURFACE, eglBindTexImage(dpy, no_surface, EGL_BACK_BUFFER));
   FAILS(EGL_BAD_PARAMETER, eglBindTexImage(dpy, surf, EGL_WIDTH));
   FAILS(EGL_BAD_MATCH, eglBindTexImage(dpy, surf, EGL_BACK_BUFFER));
   FAILS(EGL_BAD_SURFACE, eglReleaseTexImage(dpy, no_surface, EGL_BACK_BUFFER));
   FAILS(EGL_BAD_SURFACE, eglSwapBuffers(dpy, no_surface));
   FAILS(EGL_BAD_SURFACE, eglSwapBuffers(dpy, EGL_NO_SURFACE));
   FAILS(EGL_BAD_SURFACE, eglSwapBuffers(dpy, surf)); /* not current (3.10.4) */
   FAILS(EGL_BAD_CONTEXT, eglSwapInterval(dpy, 1));
   FAILS(EGL_BAD_SURFACE, eglCopyBuffers(dpy, no_surface, (EGLNativePixmapType)0));
   FAILS(EGL_BAD_NATIVE_PIXMAP, eglCopyBuffers(dpy, surf, (EGLNativePixmapType)0));

   FAILS(EGL_BAD_CONFIG, eglCreateContext(dpy, (EGLConfig)&here, EGL_NO_CONTEXT, es2));
   FAILS(EGL_BAD_CONTEXT, eglCreateContext(dpy, config, no_context, es2));
   FAILS(EGL_BAD_CONTEXT, eglCreateContext(dpy, config, (EGLContext)surf, es2));
   FAILS(EGL_BAD_ATTRIBUTE, eglCreateContext(dpy, config, EGL_NO_CONTEXT, (EGLint[]){EGL_WIDTH, 2, EGL_NONE}));
   FAILS(EGL_BAD_MATCH,
         eglCreateContext(dpy, config, EGL_NO_CONTEXT, (EGLint[]){EGL_CONTEXT_CLIENT_VERSION, 4, EGL_NONE}));
   FAILS(EGL_BAD_CONTEXT, eglDestroyContext(dpy, no_context));
   FAILS(EGL_BAD_CONTEXT, eglDestroyContext(dpy, EGL_NO_CONTEXT));
   FAILS(EGL_BAD_CONTEXT, eglQueryContext(dpy, no_context, EGL_CONFIG_ID, &v));
   FAILS(EGL_BAD_ATTRIBUTE, eglQueryContext(dpy, ctx, EGL_WIDTH, &v));
   FAILS(EGL_BAD_PARAMETER, eglBindAPI(EGL_OPENVG_API));
   FAILS(EGL_BAD_PARAMETER, eglBindAPI(0));
   assert_int_equal(eglQueryAPI(), EGL_OPENGL_ES_API);
   FAILS(EGL_BAD_PARAMETER, eglGetCurrentSurface(EGL_WIDTH));

   FAILS(EGL_BAD_CONTEXT, eglMakeCurrent(dpy, surf, surf, no_context));
   FAILS(EGL_BAD_CONTEXT, eglMakeCurrent(dpy, surf, surf, (EGLContext)surf));
   FAILS(EGL_BAD_SURFACE, eglMakeCurrent(dpy, no_surface, surf, ctx));
   FAILS(EGL_BAD_SURFACE, eglMakeCurrent(dpy, surf, no_surface, ctx));
   FAILS(EGL_BAD_MATCH, eglMakeCurrent(dpy, surf, EGL_NO_SURFACE, ctx));
   FAILS(EGL_BAD_MATCH, eglMakeCurrent(dpy, EGL_NO_SURFACE, surf, ctx));
   FAILS(EGL_BAD_MATCH, eglMakeCurrent(dpy, surf, surf, EGL_NO_CONTEXT));
   FAILS(EGL_BAD_MATCH, eglMakeCurrent(dpy, EGL_NO_SURFACE, surf, EGL_NO_CONTEXT));
   assert_ptr_equal(eglGetCurrentContext(), EGL_NO_CONTEXT);
   /* A surface whose config has other formats than the context's. */
   static const EGLint other[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_BUFFER_SIZE, 16, EGL_NONE};
   EGLConfig rgb565;
   WORKS(eglChooseConfig(dpy, other, &rgb565, 1, &v));
   EGLContext with_config = eglCreateContext(dpy, rgb565, EGL_NO_CONTEXT, es2);
   assert_ptr_not_equal(with_config, EGL_NO_CONTEXT);
   FAILS(EGL_BAD_MATCH, eglMakeCurrent(dpy, surf, surf, with_config));
   WORKS(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, with_config));
   FAILS(EGL_BAD_SURFACE, eglSwapInterval(dpy, 1)); /* no surface */
   WORKS(eglMakeCurrent(dpy, surf, surf, ctx));
   WORKS(eglSwapInterval(dpy, 1));
   WORKS(eglSwapBuffers(dpy, surf));
   WORKS(eglWaitGL());
   WORKS(eglWaitClient());
   WORKS(eglWaitNative(EGL_CORE_NATIVE_ENGINE));
   FAILS(EGL_BAD_PARAMETER, eglWaitNative(0x1234));
   WORKS(eglDestroyContext(dpy, with_config));
   FAILS(EGL_BAD_CONTEXT, eglDestroyContext(dpy, with_config)); /* destroyed */
}

static void test_syncs_and_images(void **state)
{
   int here;
   EGLAttrib a;
   EGLSync no_sync = (EGLSync)&here;
   static const EGLAttrib stray[] = {EGL_WIDTH, 3, EGL_NONE};
   FAILS(EGL_BAD_MATCH, eglCreateSync(dpy, EGL_SYNC_FENCE, NULL)); /* no current context */
   WORKS(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   FAILS(EGL_BAD_ATTRIBUTE, eglCreateSync(dpy, EGL_SYNC_FENCE, stray));
   FAILS(EGL_BAD_ATTRIBUTE, eglCreateSync(dpy, EGL_SYNC_CL_EVENT, NULL));
   FAILS(EGL_BAD_ATTRIBUTE, eglCreateSync(dpy, EGL_WIDTH, NULL));
   EGLSync sync = eglCreateSync(dpy, EGL_SYNC_FENCE, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC);
   FAILS(EGL_BAD_PARAMETER, eglClientWaitSync(dpy, no_sync, 0, 0));
   FAILS(EGL_BAD_PARAMETER, eglWaitSync(dpy, no_sync, 0));
   FAILS(EGL_BAD_PARAMETER, eglWaitSync(dpy, sync, 1));
   FAILS(EGL_BAD_PARAMETER, eglGetSyncAttrib(dpy, no_sync, EGL_SYNC_STATUS, &a));
   FAILS(EGL_BAD_ATTRIBUTE, eglGetSyncAttrib(dpy, sync, EGL_WIDTH, &a));
   FAILS(EGL_BAD_PARAMETER, eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, NULL));
   FAILS(EGL_BAD_PARAMETER, eglDestroySync(dpy, no_sync));
   WORKS(eglDestroySync(dpy, sync));
   FAILS(EGL_BAD_PARAMETER, eglDestroySync(dpy, sync));

   GLuint tex, rb;
   glGenTextures(1, &tex);
   glGenRenderbuffers(1, &rb);
   EGLClientBuffer texture = (EGLClientBuffer)(uintptr_t)tex, renderbuffer = (EGLClientBuffer)(uintptr_t)rb;
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, 0x1234, texture, NULL));
   FAILS(EGL_BAD_CONTEXT, eglCreateImage(dpy, (EGLContext)&here, EGL_GL_TEXTURE_2D, texture, NULL));
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)0, NULL));
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)4711, NULL));
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, texture, NULL)); /* not bound yet: no texture */
   glBindTexture(GL_TEXTURE_2D, tex);
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, texture, NULL)); /* incomplete */
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, texture, stray));
   FAILS(EGL_BAD_MATCH,
         eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, texture, (EGLAttrib[]){EGL_GL_TEXTURE_LEVEL, 1, EGL_NONE}));
   FAILS(EGL_BAD_PARAMETER,
         eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X, texture, NULL)); /* not a cube map */
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_RENDERBUFFER, (EGLClientBuffer)0, NULL));
   FAILS(EGL_BAD_PARAMETER, eglCreateImage(dpy, ctx, EGL_GL_RENDERBUFFER, renderbuffer, NULL)); /* no storage */
   EGLImage image = eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, texture, NULL);
   assert_ptr_not_equal(image, EGL_NO_IMAGE);
   GLuint target;
   glGenTextures(1, &target);
   glBindTexture(GL_TEXTURE_2D, target);
   PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES")(GL_TEXTURE_2D, image);
   FAILS(EGL_BAD_ACCESS, eglCreateImage(dpy, ctx, EGL_GL_TEXTURE_2D, (EGLClientBuffer)(uintptr_t)target,
                                        NULL)); /* already the sibling of an image */
   FAILS(EGL_BAD_PARAMETER, eglDestroyImage(dpy, (EGLImage)&here));
   WORKS(eglDestroyImage(dpy, image));
   FAILS(EGL_BAD_PARAMETER, eglDestroyImage(dpy, image));
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

/* ---- termination ------------------------------------------------------------------------------------------------- */

struct other_thread { pthread_barrier_t at; EGLContext own; bool ok; };

static void *render_through_termination(void *data)
{
   struct other_thread *o = data;
   GLubyte pixel[4] = {0};
   GLuint rb, fbo;
   o->ok = eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, o->own);
   pthread_barrier_wait(&o->at);
   pthread_barrier_wait(&o->at); /* after eglTerminate the context stays usable until it is released (3.2) */
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, 8);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glClearColor(1, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   o->ok = o->ok && pixel[0] == 255 && pixel[1] == 0 && pixel[2] == 255 && glGetError() == GL_NO_ERROR;
   o->ok = o->ok && eglGetCurrentContext() == o->own && eglGetCurrentDisplay() == dpy;
   o->ok = o->ok && eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) &&
           eglGetCurrentContext() == EGL_NO_CONTEXT;
   return NULL;
}

static void test_termination(void **state)
{
   struct other_thread o = {.own = es2_context(dpy, EGL_NO_CONTEXT)};
   pthread_t thread;
   EGLint v;
   pthread_barrier_init(&o.at, NULL, 2);
   assert_int_equal(pthread_create(&thread, NULL, render_through_termination, &o), 0);
   pthread_barrier_wait(&o.at);
   WORKS(eglMakeCurrent(dpy, surf, surf, ctx));
   WORKS(eglTerminate(dpy));
   WORKS(eglTerminate(dpy)); /* a second time: without effect */
   pthread_barrier_wait(&o.at);
   glClearColor(0, 1, 0, 1); /* this thread's current surface is usable, too */
   glClear(GL_COLOR_BUFFER_BIT);
   GLubyte pixel[4] = {0};
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   assert_int_equal(pixel[1], 255);
   FAILS(EGL_NOT_INITIALIZED, eglQueryContext(dpy, ctx, EGL_CONFIG_ID, &v));
   FAILS(EGL_NOT_INITIALIZED, eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_ptr_equal(eglGetCurrentContext(), ctx);
   pthread_join(thread, NULL);
   assert_true(o.ok);
   /* After a new eglInitialize, handles from before are invalid, current or not. */
   WORKS(eglInitialize(dpy, NULL, NULL));
   FAILS(EGL_BAD_CONTEXT, eglQueryContext(dpy, ctx, EGL_CONFIG_ID, &v));
   FAILS(EGL_BAD_SURFACE, eglQuerySurface(dpy, surf, EGL_WIDTH, &v));
   FAILS(EGL_BAD_CONTEXT, eglDestroyContext(dpy, o.own));
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   WORKS(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_ptr_equal(eglGetCurrentContext(), EGL_NO_CONTEXT);
   EGLContext fresh = es2_context(dpy, EGL_NO_CONTEXT);
   WORKS(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, fresh));
   WORKS(eglDestroyContext(dpy, fresh)); /* current: destroyed when it is released */
   FAILS(EGL_BAD_CONTEXT, eglQueryContext(dpy, fresh, EGL_CONFIG_ID, &v));
   glFlush();
   assert_int_equal(glGetError(), GL_NO_ERROR);
   WORKS(eglReleaseThread());
   pthread_barrier_destroy(&o.at);
}

/* EGL_KHR_display_reference: initialisations are counted on displays with EGL_TRACK_REFERENCES_KHR only. */
static void test_display_reference(void **state)
{
   static const EGLAttrib track[] = {EGL_TRACK_REFERENCES_KHR, EGL_TRUE, EGL_NONE},
                          uncounted[] = {EGL_TRACK_REFERENCES_KHR, EGL_FALSE, EGL_NONE},
                          bad[] = {EGL_TRACK_REFERENCES_KHR, 7, EGL_NONE};
   PFNEGLQUERYDISPLAYATTRIBKHRPROC query = PROC(PFNEGLQUERYDISPLAYATTRIBKHRPROC, "eglQueryDisplayAttribKHR");
   EGLAttrib value = 77;
   assert_non_null(strstr(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS), "EGL_KHR_display_reference"));
   EGLDisplay counted = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, track);
   assert_ptr_equal(counted, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, track));
   assert_ptr_equal(dpy, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, uncounted));
   assert_ptr_not_equal(counted, dpy);
   FAILS(EGL_BAD_ATTRIBUTE, eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, bad));
   for (int i = 0; i < 3; i++)
      WORKS(eglInitialize(counted, NULL, NULL));
   assert_true(query(counted, EGL_TRACK_REFERENCES_KHR, &value));
   assert_int_equal(value, EGL_TRUE);
   assert_true(query(dpy, EGL_TRACK_REFERENCES_KHR, &value));
   assert_int_equal(value, EGL_FALSE);
   EGLContext kept = es2_context(counted, EGL_NO_CONTEXT);
   EGLint v;
   for (int i = 0; i < 2; i++) {
      WORKS(eglTerminate(counted));
      WORKS(eglQueryContext(counted, kept, EGL_CONFIG_ID, &v)); /* two of three */
   }
   WORKS(eglTerminate(counted));
   FAILS(EGL_NOT_INITIALIZED, eglQueryContext(counted, kept, EGL_CONFIG_ID, &v));
   WORKS(eglTerminate(counted)); /* more often than initialised: the count stays 0 */
   WORKS(eglInitialize(counted, NULL, NULL));
   assert_non_null(eglQueryString(counted, EGL_VENDOR));
   WORKS(eglTerminate(counted));
   FAILS(EGL_NOT_INITIALIZED, eglQueryString(counted, EGL_VENDOR));
   /* Without EGL_TRACK_REFERENCES_KHR one eglTerminate is enough. */
   WORKS(eglInitialize(dpy, NULL, NULL));
   WORKS(eglInitialize(dpy, NULL, NULL));
   WORKS(eglTerminate(dpy));
   FAILS(EGL_NOT_INITIALIZED, eglQueryString(dpy, EGL_VENDOR));
}

/* Each thread has its own error, client API and current context. */
static void *fail_here(void *data)
{
   eglBindAPI(EGL_OPENGL_API);
   eglDestroyContext(dpy, EGL_NO_CONTEXT);
   *(bool *)data = eglGetCurrentContext() == EGL_NO_CONTEXT && eglQueryAPI() == EGL_OPENGL_API;
   return NULL;
}

static void test_per_thread_state(void **state)
{
   pthread_t thread;
   bool ok = false;
   WORKS(eglMakeCurrent(dpy, surf, surf, ctx));
   assert_int_equal(pthread_create(&thread, NULL, fail_here, &ok), 0);
   pthread_join(thread, NULL);
   assert_true(ok);
   assert_int_equal(eglGetError(), EGL_SUCCESS);
   assert_int_equal(eglQueryAPI(), EGL_OPENGL_ES_API);
   assert_ptr_equal(eglGetCurrentContext(), ctx);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      T(test_bad_displays),          T(test_configs),          T(test_matching),    T(test_sorting),
      T(test_surfaces_and_contexts), T(test_syncs_and_images), T(test_termination), T(test_display_reference),
      T(test_per_thread_state)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}

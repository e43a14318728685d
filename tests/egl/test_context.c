/* test_context.c: configs, contexts, pbuffers, syncs and the rules of eglMakeCurrent. */
#include "egl_test.h"

#include <pthread.h>
#include <unistd.h>

static EGLDisplay dpy;

static int setup(void **state)
{
   dpy = surfaceless_display();
   return 0;
}

static int teardown(void **state)
{
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

static EGLint attrib(EGLConfig config, EGLint name)
{
   EGLint value = -1;
   assert_true(eglGetConfigAttrib(dpy, config, name, &value));
   return value;
}

static void test_config_list(void **state)
{
   EGLConfig configs[256];
   EGLint count = 0;
   assert_true(eglGetConfigs(dpy, NULL, 0, &count));
   assert_in_range(count, 9, 256);
   assert_true(eglGetConfigs(dpy, configs, 256, &count));
   static const struct { EGLint r, g, b, a, depth, stencil; } wanted[] = {
      {8, 8, 8, 8, 0, 0}, {8, 8, 8, 8, 24, 8}, {8, 8, 8, 8, 16, 0}, {8, 8, 8, 0, 0, 0}, {8, 8, 8, 0, 24, 8},
      {5, 6, 5, 0, 0, 0}, {5, 6, 5, 0, 16, 0}, {5, 6, 5, 0, 24, 8}};
   for (unsigned w = 0; w < COUNT(wanted); w++) {
      int found = 0;
      for (EGLint i = 0; i < count; i++)
         found |= attrib(configs[i], EGL_RED_SIZE) == wanted[w].r && attrib(configs[i], EGL_GREEN_SIZE) == wanted[w].g &&
                  attrib(configs[i], EGL_BLUE_SIZE) == wanted[w].b && attrib(configs[i], EGL_ALPHA_SIZE) == wanted[w].a &&
                  attrib(configs[i], EGL_DEPTH_SIZE) == wanted[w].depth &&
                  attrib(configs[i], EGL_STENCIL_SIZE) == wanted[w].stencil;
      assert_true(found);
   }
   for (EGLint i = 0; i < count; i++) {
      assert_true(attrib(configs[i], EGL_RENDERABLE_TYPE) & EGL_OPENGL_ES2_BIT);
      assert_true(attrib(configs[i], EGL_SURFACE_TYPE) & EGL_PBUFFER_BIT);
      assert_int_equal(attrib(configs[i], EGL_CONFIG_ID), i + 1);
   }
   EGLint value;
   assert_false(eglGetConfigAttrib(dpy, configs[0], 0x1234, &value));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   assert_false(eglGetConfigAttrib(dpy, (EGLConfig)&value, EGL_RED_SIZE, &value));
   assert_int_equal(eglGetError(), EGL_BAD_CONFIG);
}

/* Matching and order: EGL 1.5, 3.4.1. */
static void test_choose(void **state)
{
   static const struct { EGLint attribs[12]; int matches; EGLint red, alpha, depth; } rows[] = {
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 1, EGL_ALPHA_SIZE, 1, EGL_NONE}, 1, 8, 8, 0},
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE}, 1, 5, 0, 0}, /* no requirement: the smallest buffer first */
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_DEPTH_SIZE, 17, EGL_NONE}, 1, 5, 0, 24},
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_DEPTH_SIZE, 33, EGL_NONE}, 0, 0, 0, 0},
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_SAMPLES, 4, EGL_NONE}, 1, 5, 0, 0},
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_SAMPLES, 9, EGL_NONE}, 0, 0, 0, 0},
      {{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENVG_BIT, EGL_NONE}, 0, 0, 0, 0},
      {{EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_RED_SIZE, EGL_DONT_CARE, EGL_NONE},
       1, 5, 0, 0},
      {{EGL_CONFIG_ID, 1, EGL_NONE}, 1, 8, 8, 0},
   };
   for (unsigned i = 0; i < COUNT(rows); i++) {
      EGLint attribs[16] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT};
      memcpy(attribs + 2, rows[i].attribs, sizeof(rows[i].attribs));
      EGLConfig config;
      EGLint count = -1;
      assert_true(eglChooseConfig(dpy, attribs, &config, 1, &count));
      assert_int_equal(count > 0, rows[i].matches);
      if (!count)
         continue;
      assert_int_equal(attrib(config, EGL_RED_SIZE), rows[i].red);
      assert_int_equal(attrib(config, EGL_ALPHA_SIZE), rows[i].alpha);
      assert_int_equal(attrib(config, EGL_DEPTH_SIZE), rows[i].depth);
   }
   static const EGLint bad[] = {0x1234, 1, EGL_NONE}, without_renderable_type[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
   static const EGLint es1[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_NONE};
   EGLint count;
   assert_true(eglChooseConfig(dpy, without_renderable_type, NULL, 0, &count));
   assert_true(count > 0);
   EGLint all = count;
   assert_true(eglChooseConfig(dpy, es1, NULL, 0, &count)); /* the default (EGL 1.5, table 3.4) */
   assert_int_equal(count, all);
   assert_false(eglChooseConfig(dpy, bad, NULL, 0, &count));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   assert_false(eglChooseConfig(dpy, NULL, NULL, 0, NULL));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

static void test_create_errors(void **state)
{
   static const struct { EGLint attribs[8]; EGLint error; } rows[] = {
      {{EGL_CONTEXT_CLIENT_VERSION, 9, EGL_NONE}, EGL_BAD_MATCH},
      {{EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_MINOR_VERSION, 7, EGL_NONE}, EGL_BAD_MATCH},
      {{EGL_CONTEXT_CLIENT_VERSION, 2, EGL_WIDTH, 7, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {{EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_FLAGS_KHR, 0x100, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {{EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_PROFILE_MASK, 1, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {{EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, 5, EGL_NONE},
       EGL_BAD_ATTRIBUTE},
   };
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
   for (unsigned i = 0; i < COUNT(rows); i++) {
      assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, rows[i].attribs), EGL_NO_CONTEXT);
      assert_int_equal(eglGetError(), rows[i].error);
   }
   static const EGLint es2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   assert_ptr_equal(eglCreateContext(dpy, (EGLConfig)&dpy, EGL_NO_CONTEXT, es2), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_CONFIG);
   assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, (EGLContext)&dpy, es2), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_CONTEXT);
   assert_false(eglDestroyContext(dpy, (EGLContext)&dpy));
   assert_int_equal(eglGetError(), EGL_BAD_CONTEXT);
   assert_false(eglBindAPI(EGL_OPENVG_API));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
}

/* KHR_create_context_no_error, KHR_context_flush_control. */
static void test_no_error(void **state)
{
   static const EGLint no_error[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE,
                                     EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR, EGL_NONE};
   static const EGLint errors[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_FALSE, EGL_NONE};
   static const EGLint bad[][7] = {
      {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE, EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE, EGL_NONE},
      {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE,
       EGL_NONE}};
   static const EGLint bad_release[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, 7, EGL_NONE};
   const char *extensions = eglQueryString(dpy, EGL_EXTENSIONS);
   GLint behavior = -1;
   assert_non_null(strstr(extensions, "EGL_KHR_create_context_no_error"));
   assert_non_null(strstr(extensions, "EGL_KHR_context_flush_control"));
   eglBindAPI(EGL_OPENGL_ES_API);
   for (unsigned i = 0; i < COUNT(bad); i++) {
      assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, bad[i]), EGL_NO_CONTEXT);
      assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   }
   assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, bad_release), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, no_error);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   assert_ptr_equal(eglCreateContext(dpy, EGL_NO_CONFIG_KHR, ctx, errors), EGL_NO_CONTEXT);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   glEnable(0x1234);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   glGetIntegerv(GL_CONTEXT_RELEASE_BEHAVIOR_KHR, &behavior);
   assert_int_equal(behavior, GL_NONE);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
}

static void test_pbuffer(void **state)
{
   EGLConfig config = any_config(dpy);
   static const EGLint attribs[] = {EGL_WIDTH, 37, EGL_HEIGHT, 21, EGL_NONE};
   EGLSurface surf = eglCreatePbufferSurface(dpy, config, attribs);
   assert_ptr_not_equal(surf, EGL_NO_SURFACE);
   EGLint value;
   assert_true(eglQuerySurface(dpy, surf, EGL_WIDTH, &value));
   assert_int_equal(value, 37);
   assert_true(eglQuerySurface(dpy, surf, EGL_HEIGHT, &value));
   assert_int_equal(value, 21);
   assert_false(eglQuerySurface(dpy, surf, 0x1234, &value));
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, surf, surf, ctx));
   GLint box[4];
   glGetIntegerv(GL_VIEWPORT, box);
   assert_int_equal(box[2], 37);
   assert_int_equal(box[3], 21);
   glClearColor(0.2f, 0.4f, 0.6f, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_true(eglSwapBuffers(dpy, surf));
   GLubyte pixel[4];
   glReadPixels(36, 20, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   assert_int_equal(pixel[0], 51);
   assert_int_equal(pixel[1], 102);
   assert_int_equal(pixel[2], 153);
   assert_int_equal(pixel[3], 255);
   /* A surface that is destroyed while current stays valid for drawing until it is released. */
   assert_true(eglDestroySurface(dpy, surf));
   glClear(GL_COLOR_BUFFER_BIT);
   glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   assert_false(eglQuerySurface(dpy, surf, EGL_WIDTH, &value));
   assert_int_equal(eglGetError(), EGL_BAD_SURFACE);

   static const struct { EGLint attribs[8]; EGLint error; } rows[] = {
      {{EGL_WIDTH, -1, EGL_NONE}, EGL_BAD_PARAMETER},
      {{EGL_WIDTH, 1 << 20, EGL_HEIGHT, 1, EGL_NONE}, EGL_BAD_ALLOC},
      {{EGL_DEPTH_SIZE, 1, EGL_NONE}, EGL_BAD_ATTRIBUTE},
      {{EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA, EGL_NONE}, EGL_BAD_MATCH},
   };
   for (unsigned i = 0; i < COUNT(rows); i++) {
      assert_ptr_equal(eglCreatePbufferSurface(dpy, config, rows[i].attribs), EGL_NO_SURFACE);
      assert_int_equal(eglGetError(), rows[i].error);
   }
   assert_ptr_equal(eglCreateWindowSurface(dpy, config, (EGLNativeWindowType)0, NULL), EGL_NO_SURFACE);
   assert_int_equal(eglGetError(), EGL_BAD_NATIVE_WINDOW);
}

struct other { EGLContext ctx; EGLSurface surf; EGLBoolean ok; EGLint error; };

static void *bind_on_other_thread(void *data)
{
   struct other *o = data;
   o->ok = eglMakeCurrent(dpy, o->surf, o->surf, o->ctx);
   o->error = eglGetError();
   return NULL; /* the end of the thread releases context and surfaces */
}

static struct other try_elsewhere(EGLContext ctx, EGLSurface surf)
{
   struct other o = {ctx, surf, EGL_FALSE, 0};
   pthread_t thread;
   assert_int_equal(pthread_create(&thread, NULL, bind_on_other_thread, &o), 0);
   pthread_join(thread, NULL);
   return o;
}

static void test_make_current(void **state)
{
   EGLConfig config = any_config(dpy);
   static const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
   EGLSurface surf = eglCreatePbufferSurface(dpy, config, size);
   EGLContext a = es2_context(dpy, EGL_NO_CONTEXT), b = es2_context(dpy, a);
   assert_true(eglMakeCurrent(dpy, surf, surf, a));
   assert_ptr_equal(eglGetCurrentContext(), a);
   assert_ptr_equal(eglGetCurrentSurface(EGL_DRAW), surf);
   assert_ptr_equal(eglGetCurrentDisplay(), dpy);
   EGLint value;
   assert_true(eglQueryContext(dpy, a, EGL_RENDER_BUFFER, &value));
   assert_int_equal(value, EGL_BACK_BUFFER);

   struct other o = try_elsewhere(a, EGL_NO_SURFACE); /* the context is current on another thread */
   assert_false(o.ok);
   assert_int_equal(o.error, EGL_BAD_ACCESS);
   o = try_elsewhere(b, surf); /* the surface is current on another thread */
   assert_false(o.ok);
   assert_int_equal(o.error, EGL_BAD_ACCESS);
   o = try_elsewhere(b, EGL_NO_SURFACE); /* current on no thread */
   assert_true(o.ok);
   o = try_elsewhere(b, EGL_NO_SURFACE);
   assert_true(o.ok);

   assert_false(eglMakeCurrent(dpy, surf, EGL_NO_SURFACE, a));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_false(eglMakeCurrent(dpy, surf, surf, EGL_NO_CONTEXT));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_false(eglMakeCurrent(dpy, (EGLSurface)&value, (EGLSurface)&value, a));
   assert_int_equal(eglGetError(), EGL_BAD_SURFACE);
   assert_false(eglMakeCurrent(dpy, surf, surf, (EGLContext)&value));
   assert_int_equal(eglGetError(), EGL_BAD_CONTEXT);
   assert_ptr_equal(eglGetCurrentContext(), a); /* failed calls change nothing */

   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, b)); /* a and surf are released */
   o = try_elsewhere(a, surf);
   assert_true(o.ok);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_UNDEFINED_OES);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_int_equal(glGetError(), GL_INVALID_FRAMEBUFFER_OPERATION);
   assert_true(eglReleaseThread());
   assert_ptr_equal(eglGetCurrentContext(), EGL_NO_CONTEXT);
   assert_true(eglDestroySurface(dpy, surf));
   assert_true(eglDestroyContext(dpy, a));
   assert_true(eglDestroyContext(dpy, b));
}

static void test_sync(void **state)
{
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_ptr_equal(eglCreateSync(dpy, EGL_SYNC_FENCE, NULL), EGL_NO_SYNC);
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   EGLSync sync = eglCreateSync(dpy, EGL_SYNC_FENCE, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC);
   assert_int_equal(eglClientWaitSync(dpy, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER), EGL_CONDITION_SATISFIED);
   EGLAttrib value;
   assert_true(eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, &value));
   assert_int_equal(value, EGL_SIGNALED);
   assert_true(eglGetSyncAttrib(dpy, sync, EGL_SYNC_CONDITION, &value));
   assert_int_equal(value, EGL_SYNC_PRIOR_COMMANDS_COMPLETE);
   assert_true(eglWaitSync(dpy, sync, 0));
   assert_true(eglDestroySync(dpy, sync));
   assert_false(eglDestroySync(dpy, sync));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_ptr_equal(eglCreateSync(dpy, 0x1234, NULL), EGL_NO_SYNC);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
}

/* EGL_EXT_query_reset_notification_strategy, EGL_IMG_context_priority (a card's: the kernel grants high priority to few programs). */
static void test_queries(void **state)
{
   const bool priorities = strstr(eglQueryString(dpy, EGL_EXTENSIONS), "EGL_IMG_context_priority") != NULL;
   static const EGLint strategies[] = {EGL_NO_RESET_NOTIFICATION, EGL_LOSE_CONTEXT_ON_RESET};
   assert_true(eglBindAPI(EGL_OPENGL_ES_API));
   for (unsigned i = 0; i < 2; i++) {
      const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, strategies[i], EGL_NONE};
      EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
      EGLint value = 0;
      assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, &value));
      assert_int_equal(value, strategies[i]);
      assert_int_equal(eglQueryContext(dpy, ctx, EGL_CONTEXT_PRIORITY_LEVEL_IMG, &value), priorities);
      assert_int_equal(priorities ? value : eglGetError(), priorities ? EGL_CONTEXT_PRIORITY_MEDIUM_IMG : EGL_BAD_ATTRIBUTE);
      assert_true(eglDestroyContext(dpy, ctx));
   }
   for (EGLint wanted = EGL_CONTEXT_PRIORITY_HIGH_IMG - 1; wanted <= EGL_CONTEXT_PRIORITY_LOW_IMG + 1; wanted++) {
      const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_PRIORITY_LEVEL_IMG, wanted, EGL_NONE};
      const bool legal = priorities && wanted >= EGL_CONTEXT_PRIORITY_HIGH_IMG && wanted <= EGL_CONTEXT_PRIORITY_LOW_IMG;
      EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
      assert_int_equal(ctx != EGL_NO_CONTEXT, legal);
      if (!legal) {
         assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
         continue;
      }
      EGLint value = 0;
      assert_true(eglQueryContext(dpy, ctx, EGL_CONTEXT_PRIORITY_LEVEL_IMG, &value));
      if (wanted == EGL_CONTEXT_PRIORITY_HIGH_IMG)
         assert_true(value == EGL_CONTEXT_PRIORITY_HIGH_IMG || value == EGL_CONTEXT_PRIORITY_MEDIUM_IMG);
      else
         assert_int_equal(value, wanted);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
      glFinish();
      assert_int_equal(glGetError(), GL_NO_ERROR);
      assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
      assert_true(eglDestroyContext(dpy, ctx));
   }
}

/* EGL_KHR_config_attribs: its attributes are those of EGL 1.3. */
static void test_config_attribs(void **state)
{
   static const EGLint es2[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_CONFORMANT_KHR, EGL_OPENGL_ES2_BIT, EGL_NONE},
                       vg[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_CONFORMANT_KHR, EGL_OPENVG_BIT, EGL_NONE};
   EGLConfig config;
   EGLint count = 0;
   assert_true(eglChooseConfig(dpy, es2, &config, 1, &count));
   assert_int_equal(count, 1);
   assert_true(attrib(config, EGL_CONFORMANT_KHR) & EGL_OPENGL_ES2_BIT);
   assert_int_equal(attrib(config, EGL_SURFACE_TYPE) & (EGL_VG_COLORSPACE_LINEAR_BIT_KHR | EGL_VG_ALPHA_FORMAT_PRE_BIT_KHR), 0);
   assert_true(eglChooseConfig(dpy, vg, &config, 1, &count));
   assert_int_equal(count, 0);
}

/* ---- EGL_KHR_reusable_sync ---- */

static PFNEGLCREATESYNCKHRPROC create_sync;
static PFNEGLSIGNALSYNCKHRPROC signal_sync;

static EGLSyncKHR reusable(void)
{
   create_sync = PROC(PFNEGLCREATESYNCKHRPROC, "eglCreateSyncKHR");
   signal_sync = PROC(PFNEGLSIGNALSYNCKHRPROC, "eglSignalSyncKHR");
   EGLSyncKHR sync = create_sync(dpy, EGL_SYNC_REUSABLE_KHR, NULL);
   assert_ptr_not_equal(sync, EGL_NO_SYNC_KHR);
   return sync;
}

/* No context is current. */
static void test_reusable(void **state)
{
   EGLSyncKHR sync = reusable();
   EGLAttrib value = 0;
   assert_true(eglGetSyncAttrib(dpy, sync, EGL_SYNC_TYPE, &value));
   assert_int_equal(value, EGL_SYNC_REUSABLE_KHR);
   for (unsigned i = 0; i < 2; i++) {
      assert_true(eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, &value));
      assert_int_equal(value, EGL_UNSIGNALED);
      assert_int_equal(eglClientWaitSync(dpy, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, 0), EGL_TIMEOUT_EXPIRED);
      assert_int_equal(eglClientWaitSync(dpy, sync, 0, 1000000), EGL_TIMEOUT_EXPIRED);
      assert_true(signal_sync(dpy, sync, EGL_SIGNALED_KHR));
      assert_true(signal_sync(dpy, sync, EGL_SIGNALED_KHR));
      assert_true(eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, &value));
      assert_int_equal(value, EGL_SIGNALED);
      assert_int_equal(eglClientWaitSync(dpy, sync, 0, 0), EGL_CONDITION_SATISFIED);
      assert_int_equal(eglClientWaitSync(dpy, sync, 0, EGL_FOREVER), EGL_CONDITION_SATISFIED);
      assert_true(signal_sync(dpy, sync, EGL_UNSIGNALED_KHR));
   }
   assert_false(eglGetSyncAttrib(dpy, sync, EGL_SYNC_CONDITION, &value));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_false(signal_sync(dpy, sync, 0x1234));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   static const EGLint attribs[] = {EGL_SYNC_STATUS_KHR, 1, EGL_NONE};
   assert_ptr_equal(create_sync(dpy, EGL_SYNC_REUSABLE_KHR, attribs), EGL_NO_SYNC_KHR);
   assert_int_equal(eglGetError(), EGL_BAD_ATTRIBUTE);
   EGLContext ctx = es2_context(dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
   assert_false(eglWaitSync(dpy, sync, 0)); /* which would stop the queue of all contexts */
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   EGLSyncKHR fence = create_sync(dpy, EGL_SYNC_FENCE_KHR, NULL);
   assert_false(signal_sync(dpy, fence, EGL_SIGNALED_KHR));
   assert_int_equal(eglGetError(), EGL_BAD_MATCH);
   assert_true(eglDestroySync(dpy, fence));
   assert_true(eglDestroySync(dpy, sync));
   assert_false(signal_sync(dpy, sync, EGL_SIGNALED_KHR));
   assert_int_equal(eglGetError(), EGL_BAD_PARAMETER);
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
   assert_true(eglDestroyContext(dpy, ctx));
}

static void *wait_forever(void *sync)
{
   return (void *)(intptr_t)eglClientWaitSync(dpy, sync, 0, EGL_FOREVER);
}

/* Threads that wait are released by a signal, also by one that is taken back at once, and by the end of the sync or the display. */
static void test_reusable_waits(void **state)
{
   for (unsigned end = 0; end < 4; end++) {
      pthread_t threads[3];
      EGLSyncKHR sync = reusable();
      for (unsigned i = 0; i < COUNT(threads); i++)
         assert_int_equal(pthread_create(&threads[i], NULL, wait_forever, sync), 0);
      usleep(100000); /* most wait by then; a thread that comes later finds what its case leaves */
      switch (end) {
      case 0: assert_true(signal_sync(dpy, sync, EGL_SIGNALED_KHR)); break;
      case 1:
         assert_true(signal_sync(dpy, sync, EGL_SIGNALED_KHR));
         assert_true(signal_sync(dpy, sync, EGL_UNSIGNALED_KHR));
         usleep(100000);
         assert_true(signal_sync(dpy, sync, EGL_SIGNALED_KHR));
         break;
      case 2: assert_true(eglDestroySync(dpy, sync)); break;
      case 3:
         assert_true(eglTerminate(dpy));
         break;
      }
      for (unsigned i = 0; i < COUNT(threads); i++) {
         void *result;
         assert_int_equal(pthread_join(threads[i], &result), 0);
         assert_true((intptr_t)result == EGL_CONDITION_SATISFIED || ((intptr_t)result == EGL_FALSE && end >= 2)); /* came too late */
      }
      if (end < 2)
         assert_true(eglDestroySync(dpy, sync));
      if (end == 3)
         assert_true(eglInitialize(dpy, NULL, NULL));
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_config_list), cmocka_unit_test(test_choose), cmocka_unit_test(test_create_errors), cmocka_unit_test(test_no_error),
      cmocka_unit_test(test_pbuffer), cmocka_unit_test(test_make_current), cmocka_unit_test(test_sync), cmocka_unit_test(test_queries),
      cmocka_unit_test(test_config_attribs), cmocka_unit_test(test_reusable), cmocka_unit_test(test_reusable_waits)};
   return cmocka_run_group_tests(tests, setup, teardown);
}

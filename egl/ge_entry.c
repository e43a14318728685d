/* ge_entry.c: the EGL commands. Each checks its display, finds its objects, calls the file that does the work and lets go
 * of the references; errors are set where they are found. The list with the addresses is entry.def, in sorted order. */
#include "egl/ge_platform.h"

#include <stdlib.h>
#include <string.h>

/* ---- what commands share ---- */

/* Display and object of a command, or NULL with the error set. The object's reference belongs to the caller. */
static void *get_object(EGLDisplay handle, void *object, enum ge_object_kind kind, struct ge_display **dpy)
{
   static const struct { EGLint error; const char *noun; } kinds[] = {
      [GE_CONTEXT] = {EGL_BAD_CONTEXT, "a context"}, [GE_SURFACE] = {EGL_BAD_SURFACE, "a surface"},
      [GE_IMAGE] = {EGL_BAD_PARAMETER, "an image"}, [GE_SYNC] = {EGL_BAD_PARAMETER, "a sync"}};
   *dpy = ge_display_check(handle);
   void *found = *dpy ? ge_object_get(*dpy, object, kind) : NULL;
   if (*dpy && !found)
      ge_error(kinds[kind].error, "%p is not %s of this display", object, kinds[kind].noun);
   return found;
}

/* Ends a command on an object. */
static EGLBoolean done(struct ge_object *object, EGLBoolean result)
{
   ge_object_unref(object);
   return result;
}

static EGLBoolean destroy(EGLDisplay handle, void *name, enum ge_object_kind kind)
{
   struct ge_display *dpy;
   struct ge_object *object = get_object(handle, name, kind, &dpy);
   if (!object)
      return EGL_FALSE;
   if (ge_object_remove(dpy, object))
      ge_object_unref(object);
   return done(object, EGL_TRUE);
}

/* EGLint attribute lists of the KHR and EXT variants, widened. False: too long. */
static bool widen(const EGLint *attribs, EGLAttrib *wide, unsigned max)
{
   unsigned n = 0;
   for (; attribs && attribs[n] != EGL_NONE; n += 2) {
      if (n + 2 >= max)
         return ge_error(EGL_BAD_PARAMETER, "the attribute list is too long");
      wide[n] = attribs[n];
      wide[n + 1] = attribs[n + 1];
   }
   wide[n] = EGL_NONE;
   return true;
}

/* ---- client and display queries ---- */

const char *ge_query_string(struct ge_display *dpy, EGLint name)
{
   if (!dpy) {
      switch (name) {
      case EGL_VERSION:
         return "1.5";
      case EGL_EXTENSIONS:
         return "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query "
                "EGL_EXT_platform_base EGL_KHR_client_get_all_proc_addresses EGL_KHR_debug EGL_KHR_display_reference "
                "EGL_KHR_platform_base " GE_PLATFORM_EXTENSIONS;
      }
      return NULL;
   }
   switch (name) {
   case EGL_VENDOR: return "gloam";
   case EGL_VERSION: return "1.5 gloam " GLOAM_VERSION;
   case EGL_CLIENT_APIS: return ge_renderable_types(dpy) & EGL_OPENGL_BIT ? "OpenGL_ES OpenGL " : "OpenGL_ES ";
   case EGL_EXTENSIONS: return dpy->extensions;
   }
   return NULL;
}

static EGLint EGLAPIENTRY ge_GetError(void)
{
   struct ge_thread *t = ge_thread();
   EGLint error = t->error;
   t->error = EGL_SUCCESS;
   return error;
}

static EGLDisplay EGLAPIENTRY ge_GetPlatformDisplay(EGLenum platform, void *native, const EGLAttrib *attribs)
{
   ge_begin("eglGetPlatformDisplay");
   return ge_display_get(platform, native, attribs);
}

static EGLDisplay EGLAPIENTRY ge_GetPlatformDisplayEXT(EGLenum platform, void *native, const EGLint *attribs)
{
   ge_begin("eglGetPlatformDisplayEXT");
   EGLAttrib wide[33];
   return widen(attribs, wide, 33) ? ge_display_get(platform, native, wide) : EGL_NO_DISPLAY;
}

static EGLDisplay EGLAPIENTRY ge_GetDisplay(EGLNativeDisplayType native)
{
   ge_begin("eglGetDisplay");
   return ge_display_get(EGL_NONE, (void *)native, NULL);
}

static EGLBoolean EGLAPIENTRY ge_Initialize(EGLDisplay handle, EGLint *major, EGLint *minor)
{
   ge_begin("eglInitialize");
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
   if (!ge_display_initialize(dpy))
      return EGL_FALSE;
   if (major)
      *major = 1;
   if (minor)
      *minor = 5;
   return EGL_TRUE;
}

static EGLBoolean EGLAPIENTRY ge_Terminate(EGLDisplay handle)
{
   ge_begin("eglTerminate");
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
   return ge_display_terminate(dpy);
}

static const char *EGLAPIENTRY ge_QueryString(EGLDisplay handle, EGLint name)
{
   ge_begin("eglQueryString");
   struct ge_display *dpy = NULL;
   if (handle != EGL_NO_DISPLAY && !(dpy = ge_display_check(handle)))
      return NULL;
   const char *text = ge_query_string(dpy, name);
   if (!text)
      ge_error(handle == EGL_NO_DISPLAY ? EGL_BAD_DISPLAY : EGL_BAD_PARAMETER, "0x%x has no string", name);
   return text;
}

static EGLBoolean EGLAPIENTRY ge_BindAPI(EGLenum api)
{
   ge_begin("eglBindAPI");
   if (api != EGL_OPENGL_ES_API && api != EGL_OPENGL_API)
      return ge_error(EGL_BAD_PARAMETER, "0x%x is not a supported client API", api);
   ge_thread()->api = api;
   return EGL_TRUE;
}

static EGLenum EGLAPIENTRY ge_QueryAPI(void)
{
   return ge_thread()->api;
}

static EGLBoolean EGLAPIENTRY ge_ReleaseThread(void)
{
   ge_begin("eglReleaseThread");
   return ge_release_thread();
}

/* ---- configs ---- */

static EGLBoolean EGLAPIENTRY ge_GetConfigs(EGLDisplay handle, EGLConfig *configs, EGLint size, EGLint *count)
{
   ge_begin("eglGetConfigs");
   struct ge_display *dpy = ge_display_check(handle);
   if (!dpy)
      return EGL_FALSE;
   if (!count)
      return ge_error(EGL_BAD_PARAMETER, "num_config is NULL");
   *count = dpy->config_count;
   if (configs) {
      *count = size < *count ? (size < 0 ? 0 : size) : *count;
      for (EGLint i = 0; i < *count; i++)
         configs[i] = &dpy->configs[i];
   }
   return EGL_TRUE;
}

static EGLBoolean EGLAPIENTRY ge_ChooseConfig(EGLDisplay handle, const EGLint *attribs, EGLConfig *configs, EGLint size,
                                       EGLint *count)
{
   ge_begin("eglChooseConfig");
   struct ge_display *dpy = ge_display_check(handle);
   if (!dpy)
      return EGL_FALSE;
   if (!count)
      return ge_error(EGL_BAD_PARAMETER, "num_config is NULL");
   return ge_config_choose(dpy, attribs, configs, size, count);
}

static EGLBoolean EGLAPIENTRY ge_GetConfigAttrib(EGLDisplay handle, EGLConfig config_handle, EGLint attrib, EGLint *value)
{
   ge_begin("eglGetConfigAttrib");
   struct ge_display *dpy = ge_display_check(handle);
   const struct ge_config *config = dpy ? ge_config_find(dpy, config_handle) : NULL;
   if (!config)
      return EGL_FALSE;
   return value ? ge_config_attrib(dpy, config, attrib, value) : ge_error(EGL_BAD_PARAMETER, "value is NULL");
}

/* ---- surfaces ---- */

static EGLSurface EGLAPIENTRY ge_CreatePbufferSurface(EGLDisplay handle, EGLConfig config, const EGLint *attribs)
{
   ge_begin("eglCreatePbufferSurface");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_pbuffer_create(dpy, config, attribs) : EGL_NO_SURFACE;
}

/* Whatever the config: no window or pixmap can be valid on these platforms. */
static EGLSurface no_native(EGLDisplay handle, EGLint error, const char *what)
{
   if (ge_display_check(handle))
      ge_error(error, "this platform has no %s; use a pbuffer or a surfaceless context", what);
   return EGL_NO_SURFACE;
}

static EGLSurface EGLAPIENTRY ge_CreateWindowSurface(EGLDisplay handle, EGLConfig config, EGLNativeWindowType window,
                                              const EGLint *attribs)
{
   ge_begin("eglCreateWindowSurface");
   return no_native(handle, EGL_BAD_NATIVE_WINDOW, "windows");
}

static EGLSurface EGLAPIENTRY ge_CreatePlatformWindowSurface(EGLDisplay handle, EGLConfig config, void *window,
                                                      const EGLAttrib *attribs)
{
   ge_begin("eglCreatePlatformWindowSurface");
   return no_native(handle, EGL_BAD_NATIVE_WINDOW, "windows");
}

static EGLSurface EGLAPIENTRY ge_CreatePlatformWindowSurfaceEXT(EGLDisplay handle, EGLConfig config, void *window,
                                                         const EGLint *attribs)
{
   ge_begin("eglCreatePlatformWindowSurfaceEXT");
   return no_native(handle, EGL_BAD_NATIVE_WINDOW, "windows");
}

static EGLSurface EGLAPIENTRY ge_CreatePixmapSurface(EGLDisplay handle, EGLConfig config, EGLNativePixmapType pixmap,
                                              const EGLint *attribs)
{
   ge_begin("eglCreatePixmapSurface");
   return no_native(handle, EGL_BAD_NATIVE_PIXMAP, "pixmaps");
}

static EGLSurface EGLAPIENTRY ge_CreatePlatformPixmapSurface(EGLDisplay handle, EGLConfig config, void *pixmap,
                                                      const EGLAttrib *attribs)
{
   ge_begin("eglCreatePlatformPixmapSurface");
   return no_native(handle, EGL_BAD_NATIVE_PIXMAP, "pixmaps");
}

static EGLSurface EGLAPIENTRY ge_CreatePlatformPixmapSurfaceEXT(EGLDisplay handle, EGLConfig config, void *pixmap,
                                                         const EGLint *attribs)
{
   ge_begin("eglCreatePlatformPixmapSurfaceEXT");
   return no_native(handle, EGL_BAD_NATIVE_PIXMAP, "pixmaps");
}

static EGLSurface EGLAPIENTRY ge_CreatePbufferFromClientBuffer(EGLDisplay handle, EGLenum type, EGLClientBuffer buffer,
                                                        EGLConfig config, const EGLint *attribs)
{
   ge_begin("eglCreatePbufferFromClientBuffer");
   if (ge_display_check(handle))
      ge_error(EGL_BAD_PARAMETER, "buffer type 0x%x is not supported", type);
   return EGL_NO_SURFACE;
}

static EGLBoolean EGLAPIENTRY ge_DestroySurface(EGLDisplay handle, EGLSurface surface)
{
   ge_begin("eglDestroySurface");
   return destroy(handle, surface, GE_SURFACE);
}

static EGLBoolean EGLAPIENTRY ge_QuerySurface(EGLDisplay handle, EGLSurface surface, EGLint attrib, EGLint *value)
{
   ge_begin("eglQuerySurface");
   struct ge_display *dpy;
   struct ge_surface *surf = get_object(handle, surface, GE_SURFACE, &dpy);
   if (!surf)
      return EGL_FALSE;
   return done(&surf->base, value ? ge_surface_query(dpy, surf, attrib, value)
                                  : ge_error(EGL_BAD_PARAMETER, "value is NULL"));
}

static EGLBoolean EGLAPIENTRY ge_SurfaceAttrib(EGLDisplay handle, EGLSurface surface, EGLint attrib, EGLint value)
{
   ge_begin("eglSurfaceAttrib");
   struct ge_display *dpy;
   struct ge_surface *surf = get_object(handle, surface, GE_SURFACE, &dpy);
   if (!surf)
      return EGL_FALSE;
   return done(&surf->base, ge_surface_set(dpy, surf, attrib, value));
}

static EGLBoolean EGLAPIENTRY ge_BindTexImage(EGLDisplay handle, EGLSurface surface, EGLint buffer)
{
   ge_begin("eglBindTexImage");
   struct ge_display *dpy;
   struct ge_surface *surf = get_object(handle, surface, GE_SURFACE, &dpy);
   if (!surf)
      return EGL_FALSE;
   ge_object_unref(&surf->base);
   return ge_error(buffer == EGL_BACK_BUFFER ? EGL_BAD_MATCH : EGL_BAD_PARAMETER,
                   buffer == EGL_BACK_BUFFER ? "the surface's texture format is EGL_NO_TEXTURE" : "buffer 0x%x", buffer);
}

static EGLBoolean EGLAPIENTRY ge_ReleaseTexImage(EGLDisplay handle, EGLSurface surface, EGLint buffer)
{
   EGLBoolean ok = ge_BindTexImage(handle, surface, buffer);
   ge_thread()->command = "eglReleaseTexImage";
   return ok;
}

static EGLBoolean EGLAPIENTRY ge_SwapInterval(EGLDisplay handle, EGLint interval)
{
   ge_begin("eglSwapInterval");
   struct ge_thread *t = ge_thread();
   if (!ge_display_check(handle))
      return EGL_FALSE;
   if (!t->ctx)
      return ge_error(EGL_BAD_CONTEXT, "no context is current");
   if (!t->draw)
      return ge_error(EGL_BAD_SURFACE, "no surface is current");
   return EGL_TRUE; /* pbuffers have no display to wait for */
}

static EGLBoolean EGLAPIENTRY ge_SwapBuffers(EGLDisplay handle, EGLSurface surface)
{
   ge_begin("eglSwapBuffers");
   struct ge_thread *t = ge_thread();
   struct ge_display *dpy;
   struct ge_surface *surf = get_object(handle, surface, GE_SURFACE, &dpy);
   if (!surf)
      return EGL_FALSE;
   if (!t->ctx || t->draw != surf)
      return done(&surf->base, ge_error(EGL_BAD_SURFACE, "the surface is not bound to the current context for drawing"));
   return done(&surf->base, ge_surface_swap(surf, t->ctx));
}

static EGLBoolean EGLAPIENTRY ge_CopyBuffers(EGLDisplay handle, EGLSurface surface, EGLNativePixmapType target)
{
   ge_begin("eglCopyBuffers");
   struct ge_display *dpy;
   struct ge_surface *surf = get_object(handle, surface, GE_SURFACE, &dpy);
   if (!surf)
      return EGL_FALSE;
   ge_object_unref(&surf->base);
   return ge_error(EGL_BAD_NATIVE_PIXMAP, "there are no native pixmaps");
}

/* ---- contexts ---- */

static EGLContext EGLAPIENTRY ge_CreateContext(EGLDisplay handle, EGLConfig config, EGLContext share, const EGLint *attribs)
{
   ge_begin("eglCreateContext");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_context_create(dpy, config, share, attribs) : EGL_NO_CONTEXT;
}

static EGLBoolean EGLAPIENTRY ge_DestroyContext(EGLDisplay handle, EGLContext context)
{
   ge_begin("eglDestroyContext");
   return destroy(handle, context, GE_CONTEXT);
}

static EGLBoolean EGLAPIENTRY ge_MakeCurrent(EGLDisplay handle, EGLSurface draw, EGLSurface read, EGLContext ctx)
{
   ge_begin("eglMakeCurrent");
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
   if (!ge_display_is_initialized(dpy)) {
      /* Releasing is allowed on a display that was terminated. */
      bool release = ctx == EGL_NO_CONTEXT && draw == EGL_NO_SURFACE && read == EGL_NO_SURFACE;
      if (!release)
         return ge_display_is_foreign(dpy)
                   ? ge_error(EGL_CONTEXT_LOST, "the context belongs to the parent process")
                   : ge_error(EGL_NOT_INITIALIZED, "the display is not initialised");
   }
   return ge_make_current(dpy, draw, read, ctx);
}

static EGLContext EGLAPIENTRY ge_GetCurrentContext(void)
{
   return ge_thread()->ctx;
}

static EGLSurface EGLAPIENTRY ge_GetCurrentSurface(EGLint which)
{
   struct ge_thread *t = ge_thread();
   if (which == EGL_DRAW)
      return t->draw;
   if (which == EGL_READ)
      return t->read;
   ge_begin("eglGetCurrentSurface");
   ge_error(EGL_BAD_PARAMETER, "0x%x is neither EGL_DRAW nor EGL_READ", which);
   return EGL_NO_SURFACE;
}

static EGLDisplay EGLAPIENTRY ge_GetCurrentDisplay(void)
{
   struct ge_thread *t = ge_thread();
   return t->ctx ? t->ctx->base.dpy : EGL_NO_DISPLAY;
}

static EGLBoolean EGLAPIENTRY ge_QueryContext(EGLDisplay handle, EGLContext context, EGLint attrib, EGLint *value)
{
   ge_begin("eglQueryContext");
   struct ge_display *dpy;
   struct ge_context *ctx = get_object(handle, context, GE_CONTEXT, &dpy);
   if (!ctx)
      return EGL_FALSE;
   EGLBoolean ok = EGL_TRUE;
   if (!value)
      ok = ge_error(EGL_BAD_PARAMETER, "value is NULL");
   else if (attrib == EGL_CONFIG_ID)
      *value = ctx->config ? ctx->config->id : 0;
   else if (attrib == EGL_CONTEXT_CLIENT_TYPE)
      *value = (EGLint)ctx->client_api;
   else if (attrib == EGL_CONTEXT_CLIENT_VERSION)
      *value = ctx->client_version;
   else if (attrib == EGL_RENDER_BUFFER)
      *value = ctx->current && ctx->current->draw ? EGL_BACK_BUFFER : EGL_NONE;
   else
      ok = ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a context attribute", attrib);
   ge_object_unref(&ctx->base);
   return ok;
}

static EGLBoolean EGLAPIENTRY ge_WaitClient(void)
{
   ge_begin("eglWaitClient");
   struct ge_thread *t = ge_thread();
   if (t->ctx)
      ga_finish(t->ctx->gl);
   return EGL_TRUE;
}

static EGLBoolean EGLAPIENTRY ge_WaitGL(void)
{
   ge_WaitClient();
   ge_thread()->command = "eglWaitGL";
   return EGL_TRUE;
}

static EGLBoolean EGLAPIENTRY ge_WaitNative(EGLint engine)
{
   ge_begin("eglWaitNative");
   if (engine != EGL_CORE_NATIVE_ENGINE)
      return ge_error(EGL_BAD_PARAMETER, "engine 0x%x", engine);
   return EGL_TRUE;
}

/* ---- syncs ---- */

static EGLSync EGLAPIENTRY ge_CreateSync(EGLDisplay handle, EGLenum type, const EGLAttrib *attribs)
{
   ge_begin("eglCreateSync");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_sync_create(dpy, type, attribs) : EGL_NO_SYNC;
}

static EGLSyncKHR EGLAPIENTRY ge_CreateSyncKHR(EGLDisplay handle, EGLenum type, const EGLint *attribs)
{
   ge_begin("eglCreateSyncKHR");
   EGLAttrib wide[33];
   struct ge_display *dpy = ge_display_check(handle);
   return dpy && widen(attribs, wide, 33) ? ge_sync_create(dpy, type, wide) : EGL_NO_SYNC;
}

static EGLBoolean EGLAPIENTRY ge_DestroySync(EGLDisplay handle, EGLSync sync_handle)
{
   ge_begin("eglDestroySync");
   return destroy(handle, sync_handle, GE_SYNC);
}

static EGLint EGLAPIENTRY ge_ClientWaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags, EGLTime timeout)
{
   ge_begin("eglClientWaitSync");
   struct ge_display *dpy;
   struct ge_sync *sync = get_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   EGLint result = ge_sync_client_wait(dpy, sync, flags, timeout);
   ge_object_unref(&sync->base);
   return result;
}

static EGLBoolean EGLAPIENTRY ge_WaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags)
{
   ge_begin("eglWaitSync");
   struct ge_display *dpy;
   struct ge_sync *sync = get_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   return done(&sync->base, ge_sync_server_wait(dpy, sync, flags));
}

static EGLint EGLAPIENTRY ge_WaitSyncKHR(EGLDisplay handle, EGLSync sync_handle, EGLint flags)
{
   return ge_WaitSync(handle, sync_handle, flags);
}

static EGLBoolean EGLAPIENTRY ge_GetSyncAttrib(EGLDisplay handle, EGLSync sync_handle, EGLint attrib, EGLAttrib *value)
{
   ge_begin("eglGetSyncAttrib");
   struct ge_display *dpy;
   struct ge_sync *sync = get_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   return done(&sync->base, value ? ge_sync_attrib(dpy, sync, attrib, value)
                                  : ge_error(EGL_BAD_PARAMETER, "value is NULL"));
}

static EGLBoolean EGLAPIENTRY ge_GetSyncAttribKHR(EGLDisplay handle, EGLSync sync_handle, EGLint attrib, EGLint *value)
{
   EGLAttrib wide = 0;
   EGLBoolean ok = ge_GetSyncAttrib(handle, sync_handle, attrib, value ? &wide : NULL);
   if (ok)
      *value = (EGLint)wide;
   return ok;
}

static EGLint EGLAPIENTRY ge_DupNativeFenceFDANDROID(EGLDisplay handle, EGLSync sync_handle)
{
   ge_begin("eglDupNativeFenceFDANDROID");
   struct ge_display *dpy;
   struct ge_sync *sync = get_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_NO_NATIVE_FENCE_FD_ANDROID;
   EGLint fd = ge_sync_dup_fd(dpy, sync);
   ge_object_unref(&sync->base);
   return fd;
}

/* ---- images ---- */

static EGLImage EGLAPIENTRY ge_CreateImage(EGLDisplay handle, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                    const EGLAttrib *attribs)
{
   ge_begin("eglCreateImage");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_image_create(dpy, ctx, target, buffer, attribs) : EGL_NO_IMAGE;
}

static EGLImageKHR EGLAPIENTRY ge_CreateImageKHR(EGLDisplay handle, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                          const EGLint *attribs)
{
   ge_begin("eglCreateImageKHR");
   EGLAttrib wide[65];
   struct ge_display *dpy = ge_display_check(handle);
   return dpy && widen(attribs, wide, 65) ? ge_image_create(dpy, ctx, target, buffer, wide) : EGL_NO_IMAGE;
}

static EGLBoolean EGLAPIENTRY ge_DestroyImage(EGLDisplay handle, EGLImage image)
{
   ge_begin("eglDestroyImage");
   return destroy(handle, image, GE_IMAGE);
}

static EGLBoolean EGLAPIENTRY ge_ExportDMABUFImageQueryMESA(EGLDisplay handle, EGLImageKHR image, int *fourcc, int *planes,
                                                     EGLuint64KHR *modifiers)
{
   ge_begin("eglExportDMABUFImageQueryMESA");
   struct ge_display *dpy;
   struct ge_image *img = get_object(handle, image, GE_IMAGE, &dpy);
   if (!img)
      return EGL_FALSE;
   return done(&img->base, ge_dmabuf_export_query(dpy, img, fourcc, planes, modifiers));
}

static EGLBoolean EGLAPIENTRY ge_ExportDMABUFImageMESA(EGLDisplay handle, EGLImageKHR image, int *fds, EGLint *strides,
                                                EGLint *offsets)
{
   ge_begin("eglExportDMABUFImageMESA");
   struct ge_display *dpy;
   struct ge_image *img = get_object(handle, image, GE_IMAGE, &dpy);
   if (!img)
      return EGL_FALSE;
   return done(&img->base, ge_dmabuf_export(dpy, img, fds, strides, offsets));
}

static EGLBoolean EGLAPIENTRY ge_QueryDmaBufFormatsEXT(EGLDisplay handle, EGLint max, EGLint *formats, EGLint *count)
{
   ge_begin("eglQueryDmaBufFormatsEXT");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_dmabuf_query_formats(dpy, max, formats, count) : EGL_FALSE;
}

static EGLBoolean EGLAPIENTRY ge_QueryDmaBufModifiersEXT(EGLDisplay handle, EGLint format, EGLint max, EGLuint64KHR *modifiers,
                                                  EGLBoolean *external_only, EGLint *count)
{
   ge_begin("eglQueryDmaBufModifiersEXT");
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_dmabuf_query_modifiers(dpy, format, max, modifiers, external_only, count) : EGL_FALSE;
}

/* ---- devices ---- */

static EGLBoolean EGLAPIENTRY ge_QueryDevicesEXT(EGLint max, EGLDeviceEXT *devices, EGLint *count)
{
   ge_begin("eglQueryDevicesEXT");
   if (!count || (devices && max <= 0))
      return ge_error(EGL_BAD_PARAMETER, "no place for the result");
   EGLint n = 0;
   for (struct ge_device *dev = ge_devices(); dev && (!devices || n < max); dev = dev->next, n++)
      if (devices)
         devices[n] = dev;
   *count = n;
   return EGL_TRUE;
}

static const char *EGLAPIENTRY ge_QueryDeviceStringEXT(EGLDeviceEXT device, EGLint name)
{
   ge_begin("eglQueryDeviceStringEXT");
   if (!ge_device_is_valid(device)) {
      ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device", device);
      return NULL;
   }
   const char *text = ge_device_string(device, name);
   if (!text)
      ge_error(EGL_BAD_PARAMETER, "0x%x has no string on this device", name);
   return text;
}

static EGLBoolean EGLAPIENTRY ge_QueryDeviceAttribEXT(EGLDeviceEXT device, EGLint attrib, EGLAttrib *value)
{
   ge_begin("eglQueryDeviceAttribEXT");
   if (!ge_device_is_valid(device))
      return ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device", device);
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a device attribute", attrib);
}

static EGLBoolean EGLAPIENTRY ge_QueryDeviceBinaryEXT(EGLDeviceEXT device, EGLint name, EGLint max, void *value, EGLint *size)
{
   ge_begin("eglQueryDeviceBinaryEXT");
   if (!ge_device_is_valid(device))
      return ge_error(EGL_BAD_DEVICE_EXT, "%p is not a device", device);
   return ge_device_binary(device, name, max, value, size);
}

static EGLBoolean EGLAPIENTRY ge_QueryDisplayAttribEXT(EGLDisplay handle, EGLint attrib, EGLAttrib *value)
{
   ge_begin("eglQueryDisplayAttribEXT");
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
   if (!value)
      return ge_error(EGL_BAD_PARAMETER, "value is NULL");
   if (attrib == EGL_DEVICE_EXT) {
      if (!ge_display_is_initialized(dpy))
         return ge_error(EGL_NOT_INITIALIZED, "the display is not initialised");
      *value = (EGLAttrib)dpy->device;
   } else if (attrib == EGL_TRACK_REFERENCES_KHR) {
      *value = dpy->track_references;
   } else {
      return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a display attribute", attrib);
   }
   return EGL_TRUE;
}

/* ---- EGL_MESA_query_driver, EGL_KHR_debug ---- */

static const char *EGLAPIENTRY ge_GetDisplayDriverName(EGLDisplay handle)
{
   ge_begin("eglGetDisplayDriverName");
   return ge_display_check(handle) ? "gloam" : NULL;
}

/* The configuration file's XML; gloam is configured by environment variables only. The caller frees it. */
static char *EGLAPIENTRY ge_GetDisplayDriverConfig(EGLDisplay handle)
{
   ge_begin("eglGetDisplayDriverConfig");
   return ge_display_check(handle) ? strdup("<?xml version=\"1.0\"?>\n<driinfo>\n</driinfo>\n") : NULL;
}

static EGLint EGLAPIENTRY ge_DebugMessageControlKHR(EGLDEBUGPROCKHR callback, const EGLAttrib *attribs)
{
   ge_begin("eglDebugMessageControlKHR");
   return ge_debug_control(callback, attribs);
}

static EGLBoolean EGLAPIENTRY ge_QueryDebugKHR(EGLint attribute, EGLAttrib *value)
{
   ge_begin("eglQueryDebugKHR");
   return ge_debug_query(attribute, value);
}

static EGLint EGLAPIENTRY ge_LabelObjectKHR(EGLDisplay handle, EGLenum type, EGLObjectKHR object, EGLLabelKHR label)
{
   ge_begin("eglLabelObjectKHR");
   if (type == EGL_OBJECT_THREAD_KHR) {
      ge_thread()->label = label;
      return EGL_SUCCESS;
   }
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy) {
      ge_error(EGL_BAD_DISPLAY, "%p is not a display", handle);
      return EGL_BAD_DISPLAY;
   }
   if (type == EGL_OBJECT_DISPLAY_KHR) {
      if (object != handle)
         goto bad;
      dpy->label = label;
      return EGL_SUCCESS;
   }
   static const struct { EGLenum type; enum ge_object_kind kind; } kinds[] = {
      {EGL_OBJECT_CONTEXT_KHR, GE_CONTEXT}, {EGL_OBJECT_SURFACE_KHR, GE_SURFACE}, {EGL_OBJECT_IMAGE_KHR, GE_IMAGE},
      {EGL_OBJECT_SYNC_KHR, GE_SYNC}};
   for (unsigned i = 0; i < 4; i++) {
      if (kinds[i].type != type)
         continue;
      struct ge_object *obj = ge_object_get(dpy, object, kinds[i].kind);
      if (!obj)
         break;
      obj->label = label;
      ge_object_unref(obj);
      return EGL_SUCCESS;
   }
bad:
   ge_error(EGL_BAD_PARAMETER, "%p is not an object of that type", object);
   return EGL_BAD_PARAMETER;
}

static __eglMustCastToProperFunctionPointerType EGLAPIENTRY ge_GetProcAddress(const char *name)
{
   return (__eglMustCastToProperFunctionPointerType)ge_get_proc_address(name);
}

/* ---- addresses ---- */

struct entry { const char *name; void *address; };

static const struct entry entries[] = {
#define GE_ENTRY(name, function) {"egl" #name, (void *)ge_##function},
#include "egl/entry.def"
#undef GE_ENTRY
};

static int compare_entry(const void *key, const void *row)
{
   return strcmp(key, ((const struct entry *)row)->name);
}

void *ge_get_proc_address(const char *name)
{
   if (!name)
      return NULL;
   if (!strncmp(name, "egl", 3)) {
      const struct entry *row = bsearch(name, entries, sizeof(entries) / sizeof(entries[0]), sizeof(entries[0]),
                                        compare_entry);
      return row ? row->address : NULL;
   }
   return (void *)ga_get_proc_address(name);
}

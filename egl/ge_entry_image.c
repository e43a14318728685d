/* ge_entry_image.c: commands on images and syncs. */
#include "egl/ge_entry.h"

/* ---- syncs ---- */

EGLSync ge_CreateSync(EGLDisplay handle, EGLenum type, const EGLAttrib *attribs)
{
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_sync_create(dpy, type, attribs) : EGL_NO_SYNC;
}

EGLBoolean ge_DestroySync(EGLDisplay handle, EGLSync sync_handle)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   ge_sync_end(sync);
   if (ge_object_remove(dpy, &sync->base))
      ge_object_unref(&sync->base);
   return ge_entry_end(&sync->base, EGL_TRUE);
}

EGLBoolean ge_SignalSyncKHR(EGLDisplay handle, EGLSync sync_handle, EGLenum mode)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, ge_sync_signal(sync, mode));
}

EGLint ge_ClientWaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags, EGLTime timeout)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   EGLint result = ge_sync_client_wait(dpy, sync, flags, timeout);
   ge_object_unref(&sync->base);
   return result;
}

EGLBoolean ge_WaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, ge_sync_server_wait(dpy, sync, flags));
}

EGLBoolean ge_GetSyncAttrib(EGLDisplay handle, EGLSync sync_handle, EGLint attrib, EGLAttrib *value)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, value ? ge_sync_attrib(dpy, sync, attrib, value)
                                  : ge_error(EGL_BAD_PARAMETER, "value is NULL"));
}

EGLBoolean ge_GetSyncAttribKHR(EGLDisplay handle, EGLSync sync_handle, EGLint attrib, EGLint *value)
{
   EGLAttrib wide = 0;
   EGLBoolean ok = ge_GetSyncAttrib(handle, sync_handle, attrib, value ? &wide : NULL);
   if (ok)
      *value = (EGLint)wide;
   return ok;
}

EGLint ge_DupNativeFenceFDANDROID(EGLDisplay handle, EGLSync sync_handle)
{
   struct ge_display *dpy;
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC, &dpy);
   if (!sync)
      return EGL_NO_NATIVE_FENCE_FD_ANDROID;
   EGLint fd = ge_sync_dup_fd(dpy, sync);
   ge_object_unref(&sync->base);
   return fd;
}

/* ---- images ---- */

EGLImage ge_CreateImage(EGLDisplay handle, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                    const EGLAttrib *attribs)
{
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_image_create(dpy, ctx, target, buffer, attribs) : EGL_NO_IMAGE;
}

EGLBoolean ge_DestroyImage(EGLDisplay handle, EGLImage image)
{
   return ge_entry_destroy(handle, image, GE_IMAGE);
}

EGLBoolean ge_ExportDMABUFImageQueryMESA(EGLDisplay handle, EGLImageKHR image, int *fourcc, int *planes,
                                                     EGLuint64KHR *modifiers)
{
   struct ge_display *dpy;
   struct ge_image *img = ge_entry_object(handle, image, GE_IMAGE, &dpy);
   if (!img)
      return EGL_FALSE;
   return ge_entry_end(&img->base, ge_dmabuf_export_query(dpy, img, fourcc, planes, modifiers));
}

EGLBoolean ge_ExportDMABUFImageMESA(EGLDisplay handle, EGLImageKHR image, int *fds, EGLint *strides,
                                                EGLint *offsets)
{
   struct ge_display *dpy;
   struct ge_image *img = ge_entry_object(handle, image, GE_IMAGE, &dpy);
   if (!img)
      return EGL_FALSE;
   return ge_entry_end(&img->base, ge_dmabuf_export(dpy, img, fds, strides, offsets));
}

EGLBoolean ge_QueryDmaBufFormatsEXT(EGLDisplay handle, EGLint max, EGLint *formats, EGLint *count)
{
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_dmabuf_query_formats(dpy, max, formats, count) : EGL_FALSE;
}

EGLBoolean ge_QueryDmaBufModifiersEXT(EGLDisplay handle, EGLint format, EGLint max, EGLuint64KHR *modifiers,
                                                  EGLBoolean *external_only, EGLint *count)
{
   struct ge_display *dpy = ge_display_check(handle);
   return dpy ? ge_dmabuf_query_modifiers(dpy, format, max, modifiers, external_only, count) : EGL_FALSE;
}

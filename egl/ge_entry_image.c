/* ge_entry_image.c: commands on images and syncs. */
#include "egl/ge_compositor.h"
#include "egl/ge_entry.h"
#include "egl/ge_platform.h"

/* ---- syncs ---- */

EGLSync ge_CreateSync(EGLDisplay handle, EGLenum type, const EGLAttrib *attribs)
{
   GE_SESSION(session, handle);
   return session ? ge_sync_create(session, type, attribs) : EGL_NO_SYNC;
}

EGLBoolean ge_DestroySync(EGLDisplay handle, EGLSync sync_handle)
{
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_FALSE;
   ge_sync_end(sync);
   if (ge_object_remove(&sync->base))
      ge_object_unref(&sync->base);
   return ge_entry_end(&sync->base, EGL_TRUE);
}

EGLBoolean ge_SignalSyncKHR(EGLDisplay handle, EGLSync sync_handle, EGLenum mode)
{
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, ge_sync_signal(sync, mode));
}

EGLint ge_ClientWaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags, EGLTime timeout)
{
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_FALSE;
   EGLint result = ge_sync_client_wait(sync, flags, timeout);
   ge_object_unref(&sync->base);
   return result;
}

EGLBoolean ge_WaitSync(EGLDisplay handle, EGLSync sync_handle, EGLint flags)
{
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, ge_sync_server_wait(sync, flags));
}

EGLBoolean ge_GetSyncAttrib(EGLDisplay handle, EGLSync sync_handle, EGLint attrib, EGLAttrib *value)
{
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_FALSE;
   return ge_entry_end(&sync->base, value ? ge_sync_attrib(sync, attrib, value)
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
   struct ge_sync *sync = ge_entry_object(handle, sync_handle, GE_SYNC);
   if (!sync)
      return EGL_NO_NATIVE_FENCE_FD_ANDROID;
   EGLint fd = ge_sync_dup_fd(sync);
   ge_object_unref(&sync->base);
   return fd;
}

/* ---- images ---- */

EGLImage ge_CreateImage(EGLDisplay handle, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                    const EGLAttrib *attribs)
{
   GE_SESSION(session, handle);
   return session ? ge_image_create(session, ctx, target, buffer, attribs) : EGL_NO_IMAGE;
}

EGLBoolean ge_DestroyImage(EGLDisplay handle, EGLImage image)
{
   return ge_entry_destroy(handle, image, GE_IMAGE);
}

EGLBoolean ge_ExportDMABUFImageQueryMESA(EGLDisplay handle, EGLImageKHR image, int *fourcc, int *planes,
                                                     EGLuint64KHR *modifiers)
{
   struct ge_image *img = ge_entry_object(handle, image, GE_IMAGE);
   if (!img)
      return EGL_FALSE;
   return ge_entry_end(&img->base, ge_dmabuf_export_query(img, fourcc, planes, modifiers));
}

EGLBoolean ge_ExportDMABUFImageMESA(EGLDisplay handle, EGLImageKHR image, int *fds, EGLint *strides,
                                                EGLint *offsets)
{
   struct ge_image *img = ge_entry_object(handle, image, GE_IMAGE);
   if (!img)
      return EGL_FALSE;
   return ge_entry_end(&img->base, ge_dmabuf_export(img, fds, strides, offsets));
}

EGLBoolean ge_QueryDmaBufFormatsEXT(EGLDisplay handle, EGLint max, EGLint *formats, EGLint *count)
{
   GE_SESSION(session, handle);
   return session ? ge_dmabuf_query_formats(session, max, formats, count) : EGL_FALSE;
}

EGLBoolean ge_QueryDmaBufModifiersEXT(EGLDisplay handle, EGLint format, EGLint max, EGLuint64KHR *modifiers,
                                                  EGLBoolean *external_only, EGLint *count)
{
   GE_SESSION(session, handle);
   return session ? ge_dmabuf_query_modifiers(session, format, max, modifiers, external_only, count) : EGL_FALSE;
}

/* ---- Wayland ---- */

EGLBoolean ge_BindWaylandDisplayWL(EGLDisplay handle, struct wl_display *display)
{
   GE_SESSION(session, handle);
   return session ? ge_compositor_bind(session, display) : EGL_FALSE;
}

EGLBoolean ge_UnbindWaylandDisplayWL(EGLDisplay handle, struct wl_display *display)
{
   GE_SESSION(session, handle);
   return session ? ge_compositor_unbind(session, display) : EGL_FALSE;
}

EGLBoolean ge_QueryWaylandBufferWL(EGLDisplay handle, struct wl_resource *buffer, EGLint attribute, EGLint *value)
{
   GE_SESSION(session, handle);
   return session ? ge_compositor_query(session, buffer, attribute, value) : EGL_FALSE;
}

struct wl_buffer *ge_CreateWaylandBufferFromImageWL(EGLDisplay handle, EGLImage image)
{
   struct ge_image *img = ge_entry_object(handle, image, GE_IMAGE);
   if (!img)
      return NULL;
   const struct ge_platform *platform = img->base.session->platform;
   struct wl_buffer *buffer = NULL;
   if (platform->create_buffer)
      buffer = platform->create_buffer(img);
   else
      ge_error(EGL_BAD_DISPLAY, "the display is not one of a Wayland client");
   ge_object_unref(&img->base);
   return buffer;
}

/* ge_entry_surface.c: commands on configs and surfaces. */
#include "egl/ge_entry.h"

/* ---- configs ---- */

EGLBoolean ge_GetConfigs(EGLDisplay handle, EGLConfig *configs, EGLint size, EGLint *count)
{
   GE_SESSION(session, handle);
   if (!session)
      return EGL_FALSE;
   if (!count)
      return ge_error(EGL_BAD_PARAMETER, "num_config is NULL");
   *count = session->config_count;
   if (configs) {
      *count = size < *count ? (size < 0 ? 0 : size) : *count;
      for (EGLint i = 0; i < *count; i++)
         configs[i] = (EGLConfig)session->configs[i];
   }
   return EGL_TRUE;
}

EGLBoolean ge_ChooseConfig(EGLDisplay handle, const EGLint *attribs, EGLConfig *configs, EGLint size,
                                       EGLint *count)
{
   GE_SESSION(session, handle);
   if (!session)
      return EGL_FALSE;
   if (!count)
      return ge_error(EGL_BAD_PARAMETER, "num_config is NULL");
   return ge_config_choose(session, attribs, configs, size, count);
}

EGLBoolean ge_GetConfigAttrib(EGLDisplay handle, EGLConfig config_handle, EGLint attrib, EGLint *value)
{
   GE_SESSION(session, handle);
   const struct ge_config *config = session ? ge_config_find(session, config_handle) : NULL;
   if (!config)
      return EGL_FALSE;
   return value ? ge_config_attrib(session, config, attrib, value) : ge_error(EGL_BAD_PARAMETER, "value is NULL");
}

/* ---- surfaces ---- */

EGLSurface ge_CreatePbufferSurface(EGLDisplay handle, EGLConfig config, const EGLint *attribs)
{
   GE_SESSION(session, handle);
   return session ? ge_pbuffer_create(session, config, attribs) : EGL_NO_SURFACE;
}

EGLSurface ge_CreatePlatformWindowSurface(EGLDisplay handle, EGLConfig config, void *window, const EGLAttrib *attribs)
{
   GE_SESSION(session, handle);
   return session ? ge_window_create(session, config, window, attribs) : EGL_NO_SURFACE;
}

EGLSurface ge_CreatePlatformPixmapSurface(EGLDisplay handle, EGLConfig config, void *pixmap, const EGLAttrib *attribs)
{
   (void)config, (void)pixmap, (void)attribs;
   GE_SESSION(session, handle);
   if (session)
      ge_error(EGL_BAD_NATIVE_PIXMAP, "no platform has native pixmaps: use a pbuffer or a surfaceless context");
   return EGL_NO_SURFACE;
}

EGLSurface ge_CreatePbufferFromClientBuffer(EGLDisplay handle, EGLenum type, EGLClientBuffer buffer,
                                                        EGLConfig config, const EGLint *attribs)
{
   GE_SESSION(session, handle);
   if (session)
      ge_error(EGL_BAD_PARAMETER, "buffer type 0x%x: pbuffers of client buffers (OpenVG) are not supported", type);
   return EGL_NO_SURFACE;
}

EGLBoolean ge_DestroySurface(EGLDisplay handle, EGLSurface surface)
{
   return ge_entry_destroy(handle, surface, GE_SURFACE);
}

EGLBoolean ge_QuerySurface(EGLDisplay handle, EGLSurface surface, EGLint attrib, EGLint *value)
{
   struct ge_surface *surf = ge_entry_object(handle, surface, GE_SURFACE);
   if (!surf)
      return EGL_FALSE;
   return ge_entry_end(&surf->base, value ? ge_surface_query(surf, attrib, value)
                                  : ge_error(EGL_BAD_PARAMETER, "value is NULL"));
}

EGLBoolean ge_SurfaceAttrib(EGLDisplay handle, EGLSurface surface, EGLint attrib, EGLint value)
{
   struct ge_surface *surf = ge_entry_object(handle, surface, GE_SURFACE);
   if (!surf)
      return EGL_FALSE;
   return ge_entry_end(&surf->base, ge_surface_set(surf, attrib, value));
}

EGLBoolean ge_BindTexImage(EGLDisplay handle, EGLSurface surface, EGLint buffer)
{
   struct ge_surface *surf = ge_entry_object(handle, surface, GE_SURFACE);
   if (!surf)
      return EGL_FALSE;
   ge_object_unref(&surf->base);
   return ge_error(buffer == EGL_BACK_BUFFER ? EGL_BAD_MATCH : EGL_BAD_PARAMETER,
                   buffer == EGL_BACK_BUFFER ? "the surface has EGL_TEXTURE_FORMAT EGL_NO_TEXTURE: no config can be bound to a texture"
                                             : "buffer 0x%x: EGL_BACK_BUFFER is allowed", buffer);
}

EGLBoolean ge_SwapInterval(EGLDisplay handle, EGLint interval)
{
   struct ge_thread *t = ge_thread();
   GE_SESSION(session, handle);
   if (!session)
      return EGL_FALSE;
   if (!t->ctx)
      return ge_error(EGL_BAD_CONTEXT, "no context is current: call eglMakeCurrent before eglSwapInterval");
   if (!t->draw)
      return ge_error(EGL_BAD_SURFACE, "no surface is current: the interval is one of the surface that is current for drawing");
   t->draw->swap_interval = interval < 0 ? 0 : interval > 1 ? 1 : interval; /* EGL_MIN_SWAP_INTERVAL, EGL_MAX_SWAP_INTERVAL */
   return EGL_TRUE;
}

EGLBoolean ge_SwapBuffersWithDamageKHR(EGLDisplay handle, EGLSurface surface, const EGLint *rects, EGLint count)
{
   struct ge_thread *t = ge_thread();
   struct ge_surface *surf = ge_entry_object(handle, surface, GE_SURFACE);
   if (!surf)
      return EGL_FALSE;
   if (!t->ctx || t->draw != surf)
      return ge_entry_end(&surf->base, ge_error(EGL_BAD_SURFACE, "the surface is not the current one for drawing: call "
                                                "eglMakeCurrent with it on this thread"));
   if (count < 0 || (count > 0 && !rects))
      return ge_entry_end(&surf->base, ge_error(EGL_BAD_PARAMETER, "%d rectangles: the number is negative, or the array is NULL",
                                                count));
   return ge_entry_end(&surf->base, ge_surface_swap(surf, t->ctx, rects, count));
}

EGLBoolean ge_SwapBuffers(EGLDisplay handle, EGLSurface surface)
{
   return ge_SwapBuffersWithDamageKHR(handle, surface, NULL, 0);
}

EGLBoolean ge_CopyBuffers(EGLDisplay handle, EGLSurface surface, EGLNativePixmapType target)
{
   struct ge_surface *surf = ge_entry_object(handle, surface, GE_SURFACE);
   if (!surf)
      return EGL_FALSE;
   ge_object_unref(&surf->base);
   return ge_error(EGL_BAD_NATIVE_PIXMAP, "no platform has native pixmaps");
}

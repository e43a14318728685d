/* ge_entry_context.c: commands on contexts, the current context, and waiting for it. */
#include "egl/ge_entry.h"

EGLContext ge_CreateContext(EGLDisplay handle, EGLConfig config, EGLContext share, const EGLint *attribs)
{
   GE_SESSION(session, handle);
   return session ? ge_context_create(session, config, share, attribs) : EGL_NO_CONTEXT;
}

EGLBoolean ge_DestroyContext(EGLDisplay handle, EGLContext context)
{
   return ge_entry_destroy(handle, context, GE_CONTEXT);
}

EGLBoolean ge_MakeCurrent(EGLDisplay handle, EGLSurface draw, EGLSurface read, EGLContext ctx)
{
   struct ge_display *dpy = ge_display_find(handle);
   if (!dpy)
      return ge_error(EGL_BAD_DISPLAY, "%p is not an EGLDisplay", handle);
   if (ctx == EGL_NO_CONTEXT) { /* allowed on a display that was terminated (EGL 1.5, 3.7.3) */
      if (draw != EGL_NO_SURFACE || read != EGL_NO_SURFACE)
         return ge_error(EGL_BAD_MATCH, "surfaces are given without a context: pass EGL_NO_SURFACE twice to release the current "
                         "one");
      ge_release_current();
      return EGL_TRUE;
   }
   if (ge_display_is_foreign(dpy))
      return ge_error(EGL_CONTEXT_LOST, "the parent process made the context: make one in this process after eglInitialize");
   GE_SESSION(session, handle);
   return session ? ge_make_current(session, draw, read, ctx) : EGL_FALSE;
}

EGLContext ge_GetCurrentContext(void)
{
   return ge_thread()->ctx;
}

EGLSurface ge_GetCurrentSurface(EGLint which)
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

EGLDisplay ge_GetCurrentDisplay(void)
{
   struct ge_thread *t = ge_thread();
   return t->ctx ? t->ctx->base.session->display : EGL_NO_DISPLAY;
}

EGLBoolean ge_QueryContext(EGLDisplay handle, EGLContext context, EGLint attrib, EGLint *value)
{
   struct ge_context *ctx = ge_entry_object(handle, context, GE_CONTEXT);
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
      *value = ge_context_has_surface(ctx) ? EGL_BACK_BUFFER : EGL_NONE;
   else if (attrib == EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT) /* EGL_EXT_query_reset_notification_strategy */
      *value = ctx->reset_notify ? EGL_LOSE_CONTEXT_ON_RESET : EGL_NO_RESET_NOTIFICATION;
   else if (attrib == EGL_CONTEXT_PRIORITY_LEVEL_IMG && ctx->base.session->screen->caps.context_priority)
      *value = ctx->priority;
   else
      ok = ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a context attribute", attrib);
   ge_object_unref(&ctx->base);
   return ok;
}

EGLBoolean ge_WaitClient(void)
{
   struct ge_thread *t = ge_thread();
   if (t->ctx)
      ga_finish(t->ctx->gl);
   return EGL_TRUE;
}

EGLBoolean ge_WaitNative(EGLint engine)
{
   if (engine != EGL_CORE_NATIVE_ENGINE)
      return ge_error(EGL_BAD_PARAMETER, "engine 0x%x: EGL_CORE_NATIVE_ENGINE is the only one", engine);
   return EGL_TRUE;
}

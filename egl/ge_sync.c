/* ge_sync.c: fence syncs (EGL 1.5 3.8.1, EGL_KHR_fence_sync, EGL_KHR_wait_sync) and, where the device has sync files,
 * EGL_ANDROID_native_fence_sync. */
#include "egl/ge_internal.h"

#include <stdlib.h>
#include <unistd.h>

EGLSync ge_sync_create(struct ge_display *dpy, EGLenum type, const EGLAttrib *attribs)
{
   struct ge_thread *t = ge_thread();
   bool native = type == EGL_SYNC_NATIVE_FENCE_ANDROID && dpy->screen->caps.native_fence_fd;
   int fd = EGL_NO_NATIVE_FENCE_FD_ANDROID;
   if (type != EGL_SYNC_FENCE && !native) {
      ge_error(EGL_BAD_ATTRIBUTE, "sync type 0x%x is not supported", type);
      return EGL_NO_SYNC;
   }
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      if (native && *a == EGL_SYNC_NATIVE_FENCE_FD_ANDROID) {
         fd = (int)a[1];
      } else {
         ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not an attribute of this sync type", (unsigned)*a);
         return EGL_NO_SYNC;
      }
   }
   if (!t->ctx || t->ctx->base.dpy != dpy) {
      ge_error(EGL_BAD_MATCH, "a fence needs a context of this display to be current");
      return EGL_NO_SYNC;
   }
   struct ge_sync *sync = calloc(1, sizeof(*sync));
   if (!sync) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SYNC;
   }
   sync->type = type;
   sync->native_fd = -1;
   const bool import = fd != EGL_NO_NATIVE_FENCE_FD_ANDROID;
   if (import) {
      sync->fence = dpy->screen->impl->fence_from_fd(dpy->screen, fd);
      if (sync->fence)
         sync->native_fd = fd; /* owned by the sync */
   } else {
      ga_flush(t->ctx->gl, &sync->fence);
   }
   if (!sync->fence || !ge_object_add(dpy, &sync->base, GE_SYNC)) {
      pipe_fence_unref(sync->fence);
      free(sync);
      if (import)
         ge_error(EGL_BAD_PARAMETER, "descriptor %d is not a sync file", fd);
      else
         ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SYNC;
   }
   return sync;
}

void ge_sync_free(struct ge_sync *sync)
{
   pipe_fence_unref(sync->fence);
   if (sync->native_fd >= 0)
      close(sync->native_fd);
   free(sync);
}

EGLint ge_sync_client_wait(struct ge_display *dpy, struct ge_sync *sync, EGLint flags, EGLTime timeout)
{
   struct ge_thread *t = ge_thread();
   if (flags & EGL_SYNC_FLUSH_COMMANDS_BIT && t->ctx && t->ctx->base.dpy == dpy)
      ga_flush(t->ctx->gl, NULL);
   bool done = dpy->screen->impl->fence_wait(dpy->screen, sync->fence, timeout == EGL_FOREVER ? UINT64_MAX : timeout);
   return done ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED;
}

EGLBoolean ge_sync_server_wait(struct ge_display *dpy, struct ge_sync *sync, EGLint flags)
{
   struct ge_thread *t = ge_thread();
   if (flags)
      return ge_error(EGL_BAD_PARAMETER, "flags must be 0");
   if (!t->ctx || t->ctx->base.dpy != dpy)
      return ge_error(EGL_BAD_MATCH, "no context of this display is current");
   struct pipe_context *pipe = ga_pipe(t->ctx->gl);
   pipe->impl->fence_server_wait(pipe, sync->fence);
   return EGL_TRUE;
}

EGLBoolean ge_sync_attrib(struct ge_display *dpy, struct ge_sync *sync, EGLint attrib, EGLAttrib *value)
{
   switch (attrib) {
   case EGL_SYNC_TYPE:
      *value = sync->type;
      return EGL_TRUE;
   case EGL_SYNC_CONDITION:
      *value = sync->native_fd >= 0 ? EGL_SYNC_NATIVE_FENCE_SIGNALED_ANDROID : EGL_SYNC_PRIOR_COMMANDS_COMPLETE;
      return EGL_TRUE;
   case EGL_SYNC_STATUS:
      *value = dpy->screen->impl->fence_wait(dpy->screen, sync->fence, 0) ? EGL_SIGNALED : EGL_UNSIGNALED;
      return EGL_TRUE;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a sync attribute", attrib);
}

EGLint ge_sync_dup_fd(struct ge_display *dpy, struct ge_sync *sync)
{
   if (sync->type != EGL_SYNC_NATIVE_FENCE_ANDROID) {
      ge_error(EGL_BAD_PARAMETER, "not a native fence");
      return EGL_NO_NATIVE_FENCE_FD_ANDROID;
   }
   int fd = dpy->screen->impl->fence_get_fd(dpy->screen, sync->fence);
   if (fd < 0)
      ge_error(EGL_BAD_PARAMETER, "the fence has no sync file");
   return fd;
}

/* ge_sync.c: fence syncs (EGL 1.5 3.8.1, EGL_KHR_fence_sync, EGL_KHR_wait_sync), reusable syncs (EGL_KHR_reusable_sync) and, where the
 * device has sync files, EGL_ANDROID_native_fence_sync. */
#include "egl/ge_internal.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- reusable syncs: a state that threads set and wait for ---- */

static EGLSync create_reusable(struct ge_session *session, const EGLAttrib *attribs)
{
   if (attribs && *attribs != EGL_NONE) {
      ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not an attribute of this sync type", (unsigned)*attribs);
      return EGL_NO_SYNC;
   }
   struct ge_sync *sync = calloc(1, sizeof(*sync));
   if (sync) {
      sync->type = EGL_SYNC_REUSABLE_KHR;
      sync->native_fd = -1;
   }
   if (!sync)
      ge_error(EGL_BAD_ALLOC, "out of memory");
   if (!sync || !ge_object_add(session, &sync->base, GE_SYNC)) {
      free(sync);
      return EGL_NO_SYNC;
   }
   return sync;
}

EGLBoolean ge_sync_signal(struct ge_sync *sync, EGLenum mode)
{
   if (sync->type != EGL_SYNC_REUSABLE_KHR)
      return ge_error(EGL_BAD_MATCH, "eglSignalSyncKHR is for syncs of type EGL_SYNC_REUSABLE_KHR; the device signals the others");
   if (mode != EGL_SIGNALED && mode != EGL_UNSIGNALED)
      return ge_error(EGL_BAD_PARAMETER, "mode 0x%x: EGL_SIGNALED or EGL_UNSIGNALED is allowed", mode);
   ut_lock(&ge_lock);
   if (mode == EGL_SIGNALED && !sync->signaled) {
      sync->wakes++;
      pthread_cond_broadcast(&ge_changed);
   }
   sync->signaled = mode == EGL_SIGNALED;
   ut_unlock(&ge_lock);
   return EGL_TRUE;
}

void ge_sync_end(struct ge_sync *sync)
{
   if (sync->type == EGL_SYNC_REUSABLE_KHR)
      ge_sync_signal(sync, EGL_SIGNALED);
}

/* A thread that waits is released by a signal, even where the sync is unsignalled again before the thread runs. */
static bool wait_reusable(struct ge_sync *sync, EGLTime timeout_ns)
{
   struct timespec end;
   clock_gettime(CLOCK_MONOTONIC, &end);
   const bool forever = timeout_ns >= INT64_MAX; /* also EGL_FOREVER */
   if (!forever) {
      end.tv_sec += (time_t)(timeout_ns / 1000000000);
      end.tv_nsec += (long)(timeout_ns % 1000000000);
      end.tv_sec += end.tv_nsec / 1000000000;
      end.tv_nsec %= 1000000000;
   }
   ut_lock(&ge_lock);
   const unsigned wakes = sync->wakes;
   bool late = timeout_ns == 0;
   while (!sync->signaled && sync->wakes == wakes && !late) {
      if (forever)
         pthread_cond_wait(&ge_changed, &ge_lock.mutex);
      else
         late = pthread_cond_clockwait(&ge_changed, &ge_lock.mutex, CLOCK_MONOTONIC, &end) != 0;
   }
   const bool done = sync->signaled || sync->wakes != wakes;
   ut_unlock(&ge_lock);
   return done;
}

/* ---- all syncs ---- */

static bool wait_for(struct ge_sync *sync, EGLTime timeout_ns)
{
   if (sync->type == EGL_SYNC_REUSABLE_KHR)
      return wait_reusable(sync, timeout_ns);
   struct pipe_screen *screen = sync->base.session->screen;
   return screen->impl->fence_wait(screen, sync->fence, timeout_ns == EGL_FOREVER ? UINT64_MAX : timeout_ns);
}

EGLSync ge_sync_create(struct ge_session *session, EGLenum type, const EGLAttrib *attribs)
{
   if (type == EGL_SYNC_REUSABLE_KHR)
      return create_reusable(session, attribs);
   struct ge_thread *t = ge_thread();
   bool native = type == EGL_SYNC_NATIVE_FENCE_ANDROID && session->screen->caps.native_fence_fd;
   int fd = EGL_NO_NATIVE_FENCE_FD_ANDROID;
   if (type != EGL_SYNC_FENCE && !native) {
      ge_error(EGL_BAD_ATTRIBUTE, "sync type 0x%x: EGL_SYNC_FENCE, EGL_SYNC_REUSABLE_KHR and, with "
               "EGL_ANDROID_native_fence_sync, native fences are supported", type);
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
   if (!t->ctx || t->ctx->base.session != session) {
      ge_error(EGL_BAD_MATCH, "a fence follows commands of a context: none of this display is current, or it was made before "
               "eglTerminate");
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
      sync->fence = session->screen->impl->fence_from_fd(session->screen, fd);
      if (sync->fence)
         sync->native_fd = fd; /* owned by the sync */
   } else {
      ga_flush(t->ctx->gl, &sync->fence);
   }
   if (!sync->fence) {
      ge_error(import ? EGL_BAD_PARAMETER : EGL_BAD_ALLOC, import ? "descriptor %d is not a sync file" : "out of memory", fd);
      free(sync);
      return EGL_NO_SYNC;
   }
   if (!ge_object_add(session, &sync->base, GE_SYNC)) {
      pipe_fence_unref(sync->fence);
      free(sync);
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

EGLint ge_sync_client_wait(struct ge_sync *sync, EGLint flags, EGLTime timeout)
{
   struct ge_thread *t = ge_thread();
   if (flags & EGL_SYNC_FLUSH_COMMANDS_BIT && t->ctx && t->ctx->base.session == sync->base.session)
      ga_flush(t->ctx->gl, NULL);
   return wait_for(sync, timeout) ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED;
}

EGLBoolean ge_sync_server_wait(struct ge_sync *sync, EGLint flags)
{
   struct ge_thread *t = ge_thread();
   if (flags)
      return ge_error(EGL_BAD_PARAMETER, "flags 0x%x: none are defined, pass 0", (unsigned)flags);
   if (!t->ctx || t->ctx->base.session != sync->base.session)
      return ge_error(EGL_BAD_MATCH, "no context of this display is current");
   if (!sync->fence)
      return ge_error(EGL_BAD_MATCH, "commands cannot wait for a reusable sync");
   struct pipe_context *pipe = ga_pipe(t->ctx->gl);
   pipe->impl->fence_server_wait(pipe, sync->fence);
   return EGL_TRUE;
}

EGLBoolean ge_sync_attrib(struct ge_sync *sync, EGLint attrib, EGLAttrib *value)
{
   switch (attrib) {
   case EGL_SYNC_TYPE:
      *value = sync->type;
      return EGL_TRUE;
   case EGL_SYNC_CONDITION:
      if (sync->type == EGL_SYNC_REUSABLE_KHR)
         return ge_error(EGL_BAD_MATCH, "a reusable sync has no condition");
      *value = sync->native_fd >= 0 ? EGL_SYNC_NATIVE_FENCE_SIGNALED_ANDROID : EGL_SYNC_PRIOR_COMMANDS_COMPLETE;
      return EGL_TRUE;
   case EGL_SYNC_STATUS:
      *value = wait_for(sync, 0) ? EGL_SIGNALED : EGL_UNSIGNALED;
      return EGL_TRUE;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a sync attribute", attrib);
}

EGLint ge_sync_dup_fd(struct ge_sync *sync)
{
   if (sync->type != EGL_SYNC_NATIVE_FENCE_ANDROID) {
      ge_error(EGL_BAD_PARAMETER, "the sync is not of type EGL_SYNC_NATIVE_FENCE_ANDROID");
      return EGL_NO_NATIVE_FENCE_FD_ANDROID;
   }
   struct pipe_screen *screen = sync->base.session->screen;
   int fd = screen->impl->fence_get_fd(screen, sync->fence);
   if (fd < 0)
      ge_error(EGL_BAD_PARAMETER, "the fence has no sync file");
   return fd;
}

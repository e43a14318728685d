/* ge_current.c: per-thread state, and the rules of eglMakeCurrent (EGL 1.5, 3.7.3). */
#include "egl/ge_internal.h"

#include <stdlib.h>
#include <unistd.h>

static _Thread_local struct ge_thread thread_state __attribute__((tls_model("initial-exec")));
static pthread_key_t thread_key;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;

/* Destructor of the thread's key: releases the current context and surfaces. */
static void thread_end(void *data)
{
   (void)data;
   ge_release_thread();
}

static void make_key(void)
{
   pthread_key_create(&thread_key, thread_end);
}

struct ge_thread *ge_thread(void)
{
   struct ge_thread *t = &thread_state;
   if (!t->registered) {
      t->registered = true;
      t->error = EGL_SUCCESS;
      t->api = EGL_OPENGL_ES_API;
      pthread_once(&thread_once, make_key);
      pthread_setspecific(thread_key, t);
   }
   return t;
}

static void set_owner(struct ge_display *dpy, struct ge_context *ctx, struct ge_surface *draw, struct ge_surface *read,
                      struct ge_thread *owner)
{
   ut_lock(&ge_lock);
   if (ctx)
      ctx->current = owner;
   if (draw)
      draw->current = owner;
   if (read)
      read->current = owner;
   ut_unlock(&ge_lock);
}

/* Drops the thread's references to its current objects. gl-api has already released or replaced the context. */
static void release_current(struct ge_thread *t)
{
   struct ge_context *ctx = t->ctx;
   struct ge_surface *draw = t->draw, *read = t->read;
   t->ctx = NULL;
   t->draw = t->read = NULL;
   if (!ctx)
      return;
   set_owner(ctx->base.dpy, ctx, draw, read, NULL);
   if (draw)
      ge_object_unref(&draw->base);
   if (read)
      ge_object_unref(&read->base);
   ge_object_unref(&ctx->base);
}

EGLBoolean ge_release_thread(void)
{
   struct ge_thread *t = &thread_state;
   if (t->ctx) {
      if (ge_object_is_foreign(&t->ctx->base)) {
         ga_forget_current(); /* inherited from the parent process: must not be used */
         t->ctx = NULL;
         t->draw = t->read = NULL;
      } else {
         ga_make_current(NULL, NULL, NULL);
         release_current(t);
      }
   }
   t->api = EGL_OPENGL_ES_API;
   t->error = EGL_SUCCESS;
   return EGL_TRUE;
}

static bool formats_match(const struct ge_context *ctx, const struct ge_surface *surf)
{
   if (!ctx->config || !surf || ctx->config == surf->config)
      return true;
   return ctx->config->color == surf->config->color && ctx->config->depth_stencil == surf->config->depth_stencil &&
          ctx->config->samples == surf->config->samples;
}

/* The checks of 3.7.3 on context and surface together; false with the EGL error set. Needs no lock: configs are constant. */
static bool may_bind(struct ge_context *ctx, struct ge_surface *draw, struct ge_surface *read)
{
   if (!formats_match(ctx, draw) || !formats_match(ctx, read))
      return ge_error(EGL_BAD_MATCH, "the context's config and the surface's differ in format or number of samples");
   return true;
}

EGLBoolean ge_make_current(struct ge_display *dpy, EGLSurface draw_handle, EGLSurface read_handle, EGLContext ctx_handle)
{
   struct ge_thread *t = ge_thread();
   if (t->ctx && ge_object_is_foreign(&t->ctx->base))
      ge_release_thread();
   if (ctx_handle == EGL_NO_CONTEXT) {
      if (draw_handle != EGL_NO_SURFACE || read_handle != EGL_NO_SURFACE)
         return ge_error(EGL_BAD_MATCH, "surfaces without a context");
      if (t->ctx) {
         ga_make_current(NULL, NULL, NULL);
         release_current(t);
      }
      return EGL_TRUE;
   }
   struct ge_context *ctx = ge_object_get(dpy, ctx_handle, GE_CONTEXT);
   if (!ctx)
      return ge_error(EGL_BAD_CONTEXT, "%p is not a context of this display", ctx_handle);
   EGLBoolean ok = EGL_FALSE;
   struct ge_surface *draw = NULL, *read = NULL;
   if (draw_handle != EGL_NO_SURFACE && !(draw = ge_object_get(dpy, draw_handle, GE_SURFACE))) {
      ge_error(EGL_BAD_SURFACE, "draw: %p is not a surface of this display", draw_handle);
      goto release;
   }
   if (read_handle != EGL_NO_SURFACE && !(read = ge_object_get(dpy, read_handle, GE_SURFACE))) {
      ge_error(EGL_BAD_SURFACE, "read: %p is not a surface of this display", read_handle);
      goto release;
   }
   if (!draw != !read) {
      ge_error(EGL_BAD_MATCH, "draw and read must both be surfaces or both EGL_NO_SURFACE");
      goto release;
   }
   if (!may_bind(ctx, draw, read))
      goto release;

   ut_lock(&ge_lock);
   bool busy = (ctx->current && ctx->current != t) || (draw && draw->current && draw->current != t) ||
               (read && read->current && read->current != t);
   struct ge_thread *old_ctx_owner = ctx->current;
   if (!busy) {
      ctx->current = t;
      if (draw)
         draw->current = t;
      if (read)
         read->current = t;
   }
   ut_unlock(&ge_lock);
   if (busy) {
      ge_error(EGL_BAD_ACCESS, "the context or a surface is current on another thread");
      goto release;
   }
   if (!ga_make_current(ctx->gl, draw ? &draw->drawable : NULL, read ? &read->drawable : NULL)) {
      if (!old_ctx_owner)
         set_owner(dpy, ctx, draw == t->draw ? NULL : draw, read == t->read ? NULL : read, NULL);
      ge_error(EGL_BAD_ALLOC, "out of memory");
      goto release;
   }
   /* Clear `current` of the old binding's objects, then set it again for those that stay current. */
   struct ge_context *old_ctx = t->ctx;
   struct ge_surface *old_draw = t->draw, *old_read = t->read;
   if (old_ctx)
      set_owner(old_ctx->base.dpy, old_ctx, old_draw, old_read, NULL);
   set_owner(dpy, ctx, draw, read, t);
   t->ctx = ge_object_ref(ctx);
   t->draw = ge_object_ref(draw);
   t->read = ge_object_ref(read);
   if (old_ctx)
      ge_object_unref(&old_ctx->base);
   if (old_draw)
      ge_object_unref(&old_draw->base);
   if (old_read)
      ge_object_unref(&old_read->base);
   ok = EGL_TRUE;
release:
   if (read)
      ge_object_unref(&read->base);
   if (draw)
      ge_object_unref(&draw->base);
   ge_object_unref(&ctx->base);
   return ok;
}

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

/* The objects that a thread has current; NULL: none. */
struct binding {
   struct ge_context *ctx;
   struct ge_surface *draw, *read;
};

static void set_owner(const struct binding *b, struct ge_thread *owner)
{
   if (b->ctx) {
      b->ctx->current = owner;
      b->ctx->has_surface = b->draw != NULL;
   }
   if (b->draw)
      b->draw->current = owner;
   if (b->read)
      b->read->current = owner;
}

static void drop(const struct binding *b)
{
   ge_object_unref(b->draw ? &b->draw->base : NULL);
   ge_object_unref(b->read ? &b->read->base : NULL);
   ge_object_unref(b->ctx ? &b->ctx->base : NULL);
}

static bool is_free(const struct ge_thread *current, const struct ge_thread *t)
{
   return !current || current == t;
}

/* Makes the thread the owner of these objects, besides its current ones. False: another thread has one of them current. */
static bool claim(struct ge_thread *t, const struct binding *now)
{
   ut_lock(&ge_lock);
   while (now->ctx->borrowed)
      pthread_cond_wait(&ge_changed, &ge_lock.mutex);
   const bool ok = is_free(now->ctx->current, t) && (!now->draw || is_free(now->draw->current, t)) &&
                   (!now->read || is_free(now->read->current, t));
   if (ok)
      set_owner(now, t);
   ut_unlock(&ge_lock);
   return ok;
}

/* Replaces the thread's objects, once gl-api uses the new ones. In one step: an object of both bindings is never seen as free. The
 * thread counts the new ones; the references of the old binding are the caller's. */
static void replace(struct ge_thread *t, const struct binding *old, const struct binding *now)
{
   ut_lock(&ge_lock);
   set_owner(old, NULL);
   set_owner(now, t);
   ut_unlock(&ge_lock);
   t->ctx = ge_object_ref(now->ctx);
   t->draw = ge_object_ref(now->draw);
   t->read = ge_object_ref(now->read);
}

struct ge_context *ge_context_borrow(struct ge_context *ctx)
{
   struct ge_thread *t = ge_thread();
   if (t->ctx && (t->ctx == ctx || ga_contexts_share(t->ctx->gl, ctx->gl)))
      return t->ctx;
   ut_lock(&ge_lock);
   while (ctx->borrowed)
      pthread_cond_wait(&ge_changed, &ge_lock.mutex);
   const bool ok = !ctx->current;
   ctx->borrowed = ok;
   ut_unlock(&ge_lock);
   if (ok)
      return ctx;
   ge_error(EGL_BAD_ACCESS, "the context is current on another thread: make it, or one that shares with it, current on this one");
   return NULL;
}

void ge_context_return(struct ge_context *borrowed)
{
   ut_lock(&ge_lock);
   if (borrowed->borrowed) {
      borrowed->borrowed = false;
      pthread_cond_broadcast(&ge_changed);
   }
   ut_unlock(&ge_lock);
}

static bool has_foreign(const struct ge_thread *t)
{
   return t->ctx && ge_object_is_foreign(&t->ctx->base);
}

void ge_release_current(void)
{
   static const struct binding none = {NULL, NULL, NULL};
   struct ge_thread *t = &thread_state;
   const struct binding old = {t->ctx, t->draw, t->read};
   if (!t->ctx)
      return;
   if (has_foreign(t)) { /* inherited from the parent process: must not be used */
      ga_forget_current();
      t->ctx = NULL;
      t->draw = t->read = NULL;
      return;
   }
   ga_make_current(NULL, NULL, NULL);
   replace(t, &old, &none);
   drop(&old);
}

void ge_release_thread(void)
{
   ge_release_current();
   thread_state.api = EGL_OPENGL_ES_API;
   thread_state.error = EGL_SUCCESS;
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
      return ge_error(EGL_BAD_MATCH, "the configs of context and surface differ in colour format, depth format or number of samples: "
                      "make the context with the surface's config or EGL_NO_CONFIG_KHR");
   return true;
}

/* The surface of a handle, a new reference, or NULL for EGL_NO_SURFACE. False with the EGL error set. */
static bool find_surface(struct ge_session *session, const char *role, EGLSurface handle, struct ge_surface **surf)
{
   *surf = handle == EGL_NO_SURFACE ? NULL : ge_object_get(session, handle, GE_SURFACE);
   return handle == EGL_NO_SURFACE || *surf ||
          ge_error(EGL_BAD_SURFACE, "the %s surface, %p, is not a surface of this display, or was destroyed", role, handle);
}

EGLBoolean ge_make_current(struct ge_session *session, EGLSurface draw_handle, EGLSurface read_handle, EGLContext ctx_handle)
{
   struct ge_thread *t = ge_thread();
   if (has_foreign(t))
      ge_release_current();
   struct binding now = {ge_object_get(session, ctx_handle, GE_CONTEXT), NULL, NULL};
   if (!now.ctx)
      return ge_error(EGL_BAD_CONTEXT, "%p is not a context of this display, or was destroyed", ctx_handle);
   const struct binding old = {t->ctx, t->draw, t->read};
   bool ok = find_surface(session, "draw", draw_handle, &now.draw) && find_surface(session, "read", read_handle, &now.read);
   if (ok && !now.draw != !now.read)
      ok = ge_error(EGL_BAD_MATCH, "one of the two surfaces is EGL_NO_SURFACE: give both, or none for a surfaceless context");
   ok = ok && may_bind(now.ctx, now.draw, now.read);
   if (ok && !claim(t, &now))
      ok = ge_error(EGL_BAD_ACCESS, "the context or a surface is current on another thread, which has to release it first");
   if (ok) {
      ga_make_current(now.ctx->gl, now.draw ? &now.draw->drawable : NULL, now.read ? &now.read->drawable : NULL);
      replace(t, &old, &now);
      drop(&old);
   }
   drop(&now);
   return ok;
}

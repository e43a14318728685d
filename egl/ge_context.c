/* ge_context.c: contexts: attributes of EGL 1.5 and EGL_KHR_create_context, sharing, destruction. */
#include "egl/ge_internal.h"

#include <stdlib.h>
#include <unistd.h>

struct request {
   struct ga_context_desc desc;
   EGLint profile_mask;
   bool reset_notify;
};

/* Reads the attribute list; false with the error set. */
static bool read_attribs(struct ge_display *dpy, const EGLint *attribs, EGLenum api, struct request *r)
{
   for (const EGLint *a = attribs; a && *a != EGL_NONE; a += 2) {
      EGLint value = a[1];
      switch (*a) {
      case EGL_CONTEXT_MAJOR_VERSION: /* = EGL_CONTEXT_CLIENT_VERSION */
         r->desc.major = value;
         break;
      case EGL_CONTEXT_MINOR_VERSION:
         r->desc.minor = value;
         break;
      case EGL_CONTEXT_FLAGS_KHR:
         if (value & ~(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                       EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR))
            return ge_error(EGL_BAD_ATTRIBUTE, "unknown context flags 0x%x", value);
         r->desc.debug |= (value & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0;
         r->desc.forward_compatible |= (value & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) != 0;
         r->desc.robust |= (value & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) != 0;
         break;
      case EGL_CONTEXT_OPENGL_PROFILE_MASK:
         if (api != EGL_OPENGL_API)
            return ge_error(EGL_BAD_ATTRIBUTE, "a profile mask is for OpenGL contexts only");
         r->profile_mask = value;
         break;
      case EGL_CONTEXT_OPENGL_DEBUG:
         r->desc.debug = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE:
         if (api != EGL_OPENGL_API)
            return ge_error(EGL_BAD_ATTRIBUTE, "forward compatibility is for OpenGL contexts only");
         r->desc.forward_compatible = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS: /* EGL 1.5 */
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT:
         r->desc.robust = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY: /* EGL 1.5, KHR_create_context */
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
         if (value != EGL_NO_RESET_NOTIFICATION && value != EGL_LOSE_CONTEXT_ON_RESET)
            return ge_error(EGL_BAD_ATTRIBUTE, "reset notification strategy 0x%x", value);
         r->reset_notify = value == EGL_LOSE_CONTEXT_ON_RESET;
         break;
      default:
         return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a context attribute", *a);
      }
   }
   return true;
}

/* Which gl-api flavour, and is that version there? */
static bool choose_api(struct ge_display *dpy, EGLenum api, struct request *r)
{
   struct ga_context_desc *d = &r->desc;
   if (api == EGL_OPENGL_ES_API) {
      d->api = GA_API_ES2;
      if (d->major < 2)
         return ge_error(EGL_BAD_MATCH, "OpenGL ES %d.%d is not supported; 2.0 and up is (EGL_CONTEXT_CLIENT_VERSION)",
                         d->major, d->minor);
   } else {
      /* KHR_create_context: 3.2 and up take a profile (core by default); below, compatibility is meant. */
      bool profiled = d->major > 3 || (d->major == 3 && d->minor >= 2);
      d->api = profiled && (r->profile_mask & EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT) ? GA_API_CORE : GA_API_COMPAT;
      if (profiled && !(r->profile_mask & (EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT |
                                           EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)))
         return ge_error(EGL_BAD_MATCH, "profile mask 0x%x names no profile", r->profile_mask);
   }
   int best = ga_max_version(dpy->screen, d->api);
   if (best < d->major * 10 + d->minor)
      return ge_error(EGL_BAD_MATCH, "%s %d.%d was asked for; this build offers %d.%d",
                      api == EGL_OPENGL_ES_API ? "OpenGL ES" : d->api == GA_API_CORE ? "OpenGL core" : "OpenGL compatibility",
                      d->major, d->minor, best / 10, best % 10);
   return true;
}

EGLContext ge_context_create(struct ge_display *dpy, EGLConfig config_handle, EGLContext share_handle,
                             const EGLint *attribs)
{
   EGLenum api = ge_thread()->api;
   const struct ge_config *config = NULL;
   if (config_handle != EGL_NO_CONFIG_KHR && !(config = ge_config_find(dpy, config_handle)))
      return EGL_NO_CONTEXT;
   struct request r = {.desc = {.major = 1}, .profile_mask = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
   if (!read_attribs(dpy, attribs, api, &r) || !choose_api(dpy, api, &r))
      return EGL_NO_CONTEXT;
   r.desc.lose_context_on_reset = r.reset_notify;

   struct ge_context *share = NULL;
   if (share_handle != EGL_NO_CONTEXT) {
      share = ge_object_get(dpy, share_handle, GE_CONTEXT);
      if (!share) {
         ge_error(EGL_BAD_CONTEXT, "the context to share with, %p, is not a context of this display", share_handle);
         return EGL_NO_CONTEXT;
      }
      if (share->client_api != api || share->reset_notify != r.reset_notify) {
         ge_error(EGL_BAD_MATCH, share->client_api != api ? "contexts of different client APIs cannot share"
                                                         : "sharing contexts need the same reset notification strategy");
         ge_object_unref(&share->base);
         return EGL_NO_CONTEXT;
      }
   }
   struct ge_context *ctx = calloc(1, sizeof(*ctx));
   enum ga_create_result result = GA_CREATE_NO_MEMORY;
   if (ctx)
      ctx->gl = ga_context_create(dpy->screen, &r.desc, share ? share->gl : NULL, &result);
   if (share)
      ge_object_unref(&share->base);
   if (!ctx || !ctx->gl) {
      free(ctx);
      ge_error(result == GA_CREATE_NO_MEMORY ? EGL_BAD_ALLOC : EGL_BAD_MATCH,
               result == GA_CREATE_NO_MEMORY  ? "out of memory"
               : result == GA_CREATE_BAD_SHARE ? "the share group belongs to another device"
                                               : "this version is not supported");
      return EGL_NO_CONTEXT;
   }
   ctx->config = config;
   ctx->client_api = api;
   ctx->client_version = ga_context_version(ctx->gl) / 10;
   ctx->reset_notify = r.reset_notify;
   if (!ge_object_add(dpy, &ctx->base, GE_CONTEXT)) {
      ga_context_destroy(ctx->gl);
      free(ctx);
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_CONTEXT;
   }
   return ctx;
}

void ge_context_free(struct ge_context *ctx)
{
   ga_context_destroy(ctx->gl);
   free(ctx);
}

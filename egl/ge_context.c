/* ge_context.c: contexts: attributes of EGL 1.5 and EGL_KHR_create_context, sharing, destruction. */
#include "egl/ge_internal.h"

#include <stdlib.h>

struct request {
   struct ga_context_desc desc;
   EGLint profile_mask;
   bool reset_notify;
};

/* Reads the attribute list; false with the error set. */
static bool read_attribs(struct ge_session *session, const EGLint *attribs, EGLenum api, struct request *r)
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
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_CONTEXT_FLAGS_KHR 0x%x: the flags are 0x1 debug, 0x2 forward-compatible and "
                            "0x4 robust access", value);
         r->desc.debug |= (value & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0;
         r->desc.forward_compatible |= (value & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) != 0;
         r->desc.robust |= (value & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) != 0;
         break;
      case EGL_CONTEXT_OPENGL_PROFILE_MASK:
         if (api != EGL_OPENGL_API)
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_CONTEXT_OPENGL_PROFILE_MASK is for OpenGL: leave it out, or call "
                            "eglBindAPI(EGL_OPENGL_API) before");
         r->profile_mask = value;
         break;
      case EGL_CONTEXT_OPENGL_DEBUG:
         r->desc.debug = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE:
         if (api != EGL_OPENGL_API)
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE is for OpenGL: leave it out, or call "
                            "eglBindAPI(EGL_OPENGL_API) before");
         r->desc.forward_compatible = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS: /* EGL 1.5 */
      case EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT:
         r->desc.robust = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY: /* EGL 1.5, KHR_create_context */
      case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
         if (value != EGL_NO_RESET_NOTIFICATION && value != EGL_LOSE_CONTEXT_ON_RESET)
            return ge_error(EGL_BAD_ATTRIBUTE, "reset notification strategy 0x%x: EGL_NO_RESET_NOTIFICATION or "
                            "EGL_LOSE_CONTEXT_ON_RESET is allowed", value);
         r->reset_notify = value == EGL_LOSE_CONTEXT_ON_RESET;
         break;
      case EGL_CONTEXT_OPENGL_NO_ERROR_KHR: /* KHR_create_context_no_error */
         r->desc.no_error = value == EGL_TRUE;
         break;
      case EGL_CONTEXT_RELEASE_BEHAVIOR_KHR: /* KHR_context_flush_control */
         if (value != EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR && value != EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR)
            return ge_error(EGL_BAD_ATTRIBUTE, "release behaviour 0x%x: EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR or _FLUSH_KHR is "
                            "allowed", value);
         r->desc.release_none = value == EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR;
         break;
      case EGL_CONTEXT_PRIORITY_LEVEL_IMG: /* IMG_context_priority: a request */
         if (!session->screen->caps.context_priority)
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_CONTEXT_PRIORITY_LEVEL_IMG: this device has no priorities "
                            "(EGL_IMG_context_priority is not offered)");
         if (value < EGL_CONTEXT_PRIORITY_HIGH_IMG || value > EGL_CONTEXT_PRIORITY_LOW_IMG)
            return ge_error(EGL_BAD_ATTRIBUTE, "context priority 0x%x: EGL_CONTEXT_PRIORITY_HIGH_IMG, _MEDIUM_IMG or _LOW_IMG is "
                            "allowed", value);
         r->desc.priority = EGL_CONTEXT_PRIORITY_MEDIUM_IMG - value;
         break;
      default:
         return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a context attribute", *a);
      }
   }
   return true;
}

/* A version that the API has ever had (EGL 1.5, 3.7.1: others are EGL_BAD_MATCH). */
static bool version_exists(EGLenum api, int major, int minor)
{
   static const int es_last_minor[] = {[1] = 1, [2] = 0, [3] = 2}, gl_last_minor[] = {[1] = 5, [2] = 1, [3] = 3, [4] = 6};
   const bool es = api == EGL_OPENGL_ES_API;
   return major >= 1 && major <= (es ? 3 : 4) && minor >= 0 && minor <= (es ? es_last_minor : gl_last_minor)[major];
}

/* EGL_KHR_create_context: 3.2 and up have profiles. A 3.1 context may lack ARB_compatibility: it is the core profile where
 * that is offered, as a forward-compatible context is, which lacks deprecated features. Other versions are contained in the
 * compatibility profile only. */
static enum ga_api gl_flavour(struct ge_session *session, int version, const struct request *r)
{
   const bool core_bit = r->profile_mask & EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
   if (version >= 32 && (core_bit || !r->desc.forward_compatible))
      return core_bit ? GA_API_CORE : GA_API_COMPAT;
   const bool core = version == 31 || r->desc.forward_compatible;
   return core && ga_max_version(session->screen, GA_API_CORE) >= 31 ? GA_API_CORE : GA_API_COMPAT;
}

/* Sets desc.api and checks that the version is offered. False with the EGL error set. */
static bool choose_api(struct ge_session *session, EGLenum api, struct request *r)
{
   static const char *const names[] = {
      [GA_API_ES2] = "OpenGL ES", [GA_API_CORE] = "OpenGL core", [GA_API_COMPAT] = "OpenGL compatibility",
      [GA_API_ES1] = "OpenGL ES"};
   struct ga_context_desc *d = &r->desc;
   const int version = d->major * 10 + d->minor;
   if (!version_exists(api, d->major, d->minor))
      return ge_error(EGL_BAD_MATCH, "no version %d.%d of %s was ever specified", d->major, d->minor,
                      api == EGL_OPENGL_ES_API ? "OpenGL ES" : "OpenGL");
   if (api == EGL_OPENGL_ES_API) {
      d->api = d->major < 2 ? GA_API_ES1 : GA_API_ES2;
      if (d->api == GA_API_ES1 && !ga_max_version(session->screen, d->api))
         return ge_error(EGL_BAD_MATCH, "OpenGL ES %d.%d was requested, 2.0 is the least: set EGL_CONTEXT_MAJOR_VERSION, whose "
                         "default is 1", d->major, d->minor);
   } else {
      if (version >= 32 && !(r->profile_mask & (EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT |
                                                EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)))
         return ge_error(EGL_BAD_MATCH, "profile mask 0x%x: set EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT or "
                         "_COMPATIBILITY_PROFILE_BIT", r->profile_mask);
      if (d->forward_compatible && version < 30)
         return ge_error(EGL_BAD_MATCH, "forward-compatible contexts begin with OpenGL 3.0; %d.%d was requested",
                         d->major, d->minor);
      d->api = gl_flavour(session, version, r);
   }
   const int best = ga_max_version(session->screen, d->api);
   if (!best)
      return ge_error(EGL_BAD_MATCH, "%s %d.%d was requested, of which no version is offered: ask for OpenGL 3.1 or later "
                      "(EGL_CONTEXT_MAJOR_VERSION, whose default is 1) and the core profile (EGL_CONTEXT_OPENGL_PROFILE_MASK)",
                      names[d->api], d->major, d->minor);
   if (best < version)
      return ge_error(EGL_BAD_MATCH, "%s %d.%d was requested; the highest version on this device is %d.%d",
                      names[d->api], d->major, d->minor, best / 10, best % 10);
   return true;
}

/* The context to share with, a new reference; *ok false with the EGL error set. Contexts of OpenGL and of OpenGL ES share. */
static struct ge_context *find_share(struct ge_session *session, EGLContext handle, const struct request *r, bool *ok)
{
   *ok = true;
   if (handle == EGL_NO_CONTEXT)
      return NULL;
   struct ge_context *share = ge_object_get(session, handle, GE_CONTEXT);
   if (!share) {
      *ok = ge_error(EGL_BAD_CONTEXT, "the context to share with, %p, is not a context of this display, or was destroyed",
                     handle);
      return NULL;
   }
   const char *why = NULL;
   if (share->reset_notify != r->reset_notify)
      why = "the context to share with has another reset notification strategy: a share group has one";
   else if (share->no_error != r->desc.no_error)
      why = "one of the two contexts has EGL_CONTEXT_OPENGL_NO_ERROR_KHR: all of a share group have it, or none";
   if (!why)
      return share;
   *ok = ge_error(EGL_BAD_MATCH, "%s", why);
   ge_object_unref(&share->base);
   return NULL;
}

static void report_create_result(enum ga_create_result result)
{
   switch (result) {
   case GA_CREATE_BAD_SHARE: ge_error(EGL_BAD_MATCH, "the context to share with renders on another device"); break;
   case GA_CREATE_BAD_VERSION: ge_error(EGL_BAD_MATCH, "this version is not offered on the device"); break;
   default: ge_error(EGL_BAD_ALLOC, "out of memory"); break;
   }
}

EGLContext ge_context_create(struct ge_session *session, EGLConfig config_handle, EGLContext share_handle,
                             const EGLint *attribs)
{
   EGLenum api = ge_thread()->api;
   const struct ge_config *config = NULL;
   if (config_handle != EGL_NO_CONFIG_KHR && !(config = ge_config_find(session, config_handle)))
      return EGL_NO_CONTEXT;
   struct request r = {.desc = {.major = 1}, .profile_mask = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
   if (!read_attribs(session, attribs, api, &r) || !choose_api(session, api, &r))
      return EGL_NO_CONTEXT;
   r.desc.lose_context_on_reset = r.reset_notify;
   if (r.desc.no_error && (r.desc.debug || r.desc.robust)) {
      ge_error(EGL_BAD_MATCH, "EGL_CONTEXT_OPENGL_NO_ERROR_KHR excludes debug contexts and robust access: leave one of them out");
      return EGL_NO_CONTEXT;
   }

   bool ok;
   struct ge_context *share = find_share(session, share_handle, &r, &ok);
   if (!ok)
      return EGL_NO_CONTEXT;
   struct ge_context *ctx = calloc(1, sizeof(*ctx));
   enum ga_create_result result = GA_CREATE_NO_MEMORY;
   if (ctx)
      ctx->gl = ga_context_create(session->screen, &r.desc, share ? share->gl : NULL, &result);
   if (share)
      ge_object_unref(&share->base);
   if (!ctx || !ctx->gl) {
      free(ctx);
      report_create_result(result);
      return EGL_NO_CONTEXT;
   }
   ctx->config = config;
   ctx->client_api = api;
   ctx->client_version = ga_context_version(ctx->gl) / 10;
   ctx->reset_notify = r.reset_notify;
   ctx->no_error = r.desc.no_error;
   ctx->priority = EGL_CONTEXT_PRIORITY_MEDIUM_IMG - ga_pipe(ctx->gl)->priority;
   if (!ge_object_add(session, &ctx->base, GE_CONTEXT)) {
      ge_context_free(ctx);
      return EGL_NO_CONTEXT;
   }
   return ctx;
}

bool ge_context_has_surface(const struct ge_context *ctx)
{
   ut_lock(&ge_lock);
   const bool has = ctx->current && ctx->has_surface;
   ut_unlock(&ge_lock);
   return has;
}

void ge_context_free(struct ge_context *ctx)
{
   ga_context_destroy(ctx->gl);
   free(ctx);
}

/* ge_window.c: code common to window surfaces of all platforms: creation, the buffers of a frame, its end. Rows are stored top
 * first. A window of a multisampled config is drawn to a multisampled buffer, and resolved into the one that is presented. */
#include "egl/ge_platform.h"

#include <stdlib.h>

#include "util/ut_debug.h"

/* False with the EGL error set. */
static bool read_attribs(struct ge_session *session, struct ge_surface *surf, const EGLAttrib *attribs)
{
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      switch (*a) {
      case EGL_RENDER_BUFFER: /* a request: there are back buffers only */
         if (a[1] != EGL_BACK_BUFFER && a[1] != EGL_SINGLE_BUFFER)
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_RENDER_BUFFER 0x%lx: EGL_BACK_BUFFER or EGL_SINGLE_BUFFER is allowed",
                            (unsigned long)a[1]);
         break;
      case EGL_GL_COLORSPACE:
         if (!ge_surface_set_colorspace(session, surf, a[1]))
            return false;
         break;
      case EGL_PRESENT_OPAQUE_EXT:
         if (!session->platform->can_present_opaque || (a[1] != EGL_TRUE && a[1] != EGL_FALSE))
            return ge_error(EGL_BAD_ATTRIBUTE, "EGL_PRESENT_OPAQUE_EXT 0x%lx: wayland windows have it, with EGL_TRUE or "
                            "EGL_FALSE", (unsigned long)a[1]);
         surf->present_opaque = a[1];
         break;
      case EGL_VG_COLORSPACE:
      case EGL_VG_ALPHA_FORMAT: break; /* for OpenVG: without effect */
      default: return ge_error(EGL_BAD_ATTRIBUTE, "0x%lx is not a window attribute", (unsigned long)*a);
      }
   }
   return true;
}

static EGLSurface create(struct ge_session *session, const struct ge_config *config, void *native, const EGLAttrib *attribs)
{
   struct ge_surface *surf = calloc(1, sizeof(*surf));
   if (!surf) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SURFACE;
   }
   surf->base.session = session; /* for create_window; ge_object_add counts it */
   surf->config = config;
   surf->type = EGL_WINDOW_BIT;
   surf->texture_format = surf->texture_target = EGL_NO_TEXTURE;
   surf->multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
   surf->swap_behavior = EGL_BUFFER_DESTROYED;
   surf->swap_interval = 1;
   surf->gl_colorspace = EGL_GL_COLORSPACE_LINEAR;
   surf->drawable = (struct ga_drawable){
      .color_format = config->color, .depth_stencil_format = config->depth_stencil, .y_inverted = true};
   if (!read_attribs(session, surf, attribs) || !session->platform->create_window(session, surf, native)) {
      ge_window_finish(surf);
      free(surf);
      return EGL_NO_SURFACE;
   }
   if (!ge_object_add(session, &surf->base, GE_SURFACE)) {
      ge_surface_free(surf);
      return EGL_NO_SURFACE;
   }
   return surf;
}

EGLSurface ge_window_create(struct ge_session *session, EGLConfig config_handle, void *native, const EGLAttrib *attribs)
{
   if (!session->platform->create_window) {
      ge_error(EGL_BAD_NATIVE_WINDOW, "this platform has no windows: use a pbuffer or a surfaceless context");
      return EGL_NO_SURFACE;
   }
   const struct ge_config *config = ge_config_find(session, config_handle);
   if (!config)
      return EGL_NO_SURFACE;
   if (!native)
      ge_error(EGL_BAD_NATIVE_WINDOW, "the window is NULL");
   else if (!(session->platform->surface_types(session, config) & EGL_WINDOW_BIT))
      ge_error(EGL_BAD_MATCH, "the config has no EGL_WINDOW_BIT in EGL_SURFACE_TYPE: choose one with it");
   else
      return create(session, config, native, attribs);
   return EGL_NO_SURFACE;
}

/* The buffers that are not presented, for a new size. */
static bool resize(struct ge_surface *surf, uint32_t width, uint32_t height)
{
   struct ge_session *session = surf->base.session;
   struct ga_drawable *d = &surf->drawable;
   const unsigned samples = (unsigned)surf->config->samples;
   struct pipe_resource *color = NULL, *depth_stencil = NULL;
   if (samples)
      color = ge_surface_buffer(session, d->color_format, width, height, samples, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   if (d->depth_stencil_format != PIPE_FORMAT_NONE)
      depth_stencil = ge_surface_buffer(session, d->depth_stencil_format, width, height, samples, PIPE_BIND_DEPTH_STENCIL);
   if ((samples && !color) || (d->depth_stencil_format != PIPE_FORMAT_NONE && !depth_stencil)) {
      pipe_resource_unref(color);
      pipe_resource_unref(depth_stencil);
      return ge_error(EGL_BAD_ALLOC, "no memory for a %ux%u window", width, height);
   }
   if (samples) {
      pipe_resource_unref(d->color);
      d->color = color;
   }
   pipe_resource_unref(d->depth_stencil);
   d->depth_stencil = depth_stencil;
   ut_lock(&ge_lock); /* eglQuerySurface reads them on any thread */
   d->width = width;
   d->height = height;
   ut_unlock(&ge_lock);
   return true;
}

bool ge_window_set_buffer(struct ge_surface *surf, struct pipe_resource *buffer, uint32_t width, uint32_t height)
{
   struct ga_drawable *d = &surf->drawable;
   if ((d->width != width || d->height != height) && !resize(surf, width, height))
      return false;
   if (surf->buffer == buffer)
      return true;
   pipe_resource_unref(surf->buffer);
   surf->buffer = pipe_resource_ref(buffer);
   if (!surf->config->samples) {
      pipe_resource_unref(d->color);
      d->color = pipe_resource_ref(buffer);
   }
   d->seqno++;
   return true;
}

static void resolve(struct ge_surface *surf, struct ge_context *ctx)
{
   struct pipe_context *pipe = ga_pipe(ctx->gl);
   const struct ga_drawable *d = &surf->drawable;
   const struct pipe_box box = {0, 0, 0, (int)d->width, (int)d->height, 1};
   const struct pipe_blit_info info = {
      .dst = {surf->buffer, 0, box, d->color_format}, .src = {d->color, 0, box, d->color_format}, .mask = 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST};
   pipe->impl->blit(pipe, &info);
   surf->copied_px += (uint64_t)d->width * d->height;
}

void ge_window_end_frame(struct ge_surface *surf, struct ge_context *ctx)
{
   struct pipe_screen *screen = ctx->base.session->screen;
   if (surf->config->samples)
      resolve(surf, ctx);
   ge_surface_end_frame(surf, ctx);
   surf->presented++;
   if (screen->caps.is_software && surf->frame[1])
      screen->impl->fence_wait(screen, surf->frame[1], UINT64_MAX);
}

void ge_window_finish(struct ge_surface *surf)
{
   if (surf->presented && ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("egl", "window: %llu frames presented, %llu pixels copied to present them", (unsigned long long)surf->presented,
             (unsigned long long)surf->copied_px);
   pipe_resource_unref(surf->drawable.color);
   pipe_resource_unref(surf->drawable.depth_stencil);
   pipe_resource_unref(surf->buffer);
}

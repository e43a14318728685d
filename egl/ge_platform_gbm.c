/* ge_platform_gbm.c: EGL_KHR_platform_gbm and EGL_MESA_platform_gbm: the native display is a gbm_device of this library's backend, or
 * EGL_DEFAULT_DISPLAY for the first device; native windows are its gbm_surfaces. */
#include "egl/ge_gbm.h"
#include "egl/ge_platform.h"

#include <string.h>

static struct ge_device *find_device(void *native)
{
   if (!native)
      return ge_platform_first_device();
   struct ge_gbm_device *dev = ge_gbm_device_find(native);
   if (dev)
      return dev->device;
   ge_error(EGL_BAD_PARAMETER, "%p is not a gbm_device of gloam's backend (GBM_BACKEND=gloam)", native);
   return NULL;
}

static EGLint surface_types(const struct ge_session *session, const struct ge_config *config)
{
   (void)session, (void)config;
   return EGL_WINDOW_BIT | EGL_PBUFFER_BIT;
}

static bool acquire(struct ge_surface *surf)
{
   struct ge_gbm_surface *gs = surf->window;
   struct ge_gbm_buffer *buffer = ge_gbm_surface_acquire(gs);
   if (!buffer)
      return ge_error(EGL_BAD_ALLOC, "no memory for a buffer of %ux%u pixels", gs->base.v0.width, gs->base.v0.height);
   return ge_window_set_buffer(surf, buffer->bo->image.resource, gs->base.v0.width, gs->base.v0.height);
}

static EGLBoolean present(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count)
{
   (void)damage, (void)damage_count;
   struct ge_gbm_surface *gs = surf->window;
   if (gs->back < 0 && !acquire(surf)) /* there was no memory for a buffer when the last frame ended */
      return EGL_FALSE;
   ge_window_end_frame(surf, ctx);
   return ge_gbm_surface_swap(gs) ||
          ge_error(EGL_BAD_ALLOC, "the application has locked %d buffers of the gbm_surface, the most that it may: release one",
                   GE_GBM_MAX_LOCKED);
}

static EGLint query_age(struct ge_surface *surf)
{
   struct ge_gbm_surface *gs = surf->window;
   pthread_mutex_lock(&gs->lock);
   const EGLint age = gs->back >= 0 ? gs->buffer[gs->back].age : 0;
   pthread_mutex_unlock(&gs->lock);
   return age;
}

static void finish(struct ge_surface *surf)
{
   ge_window_finish(surf);
   ge_gbm_surface_unref(surf->window);
}

static const struct ge_surface_ops ops = {.acquire = acquire, .present = present, .query_age = query_age, .finish = finish};

/* The components of the config and of the surface's buffers have the same places; either may lack alpha. */
static bool formats_match(struct ge_session *session, const struct ge_config *config, uint32_t fourcc)
{
   const struct ge_drm_format *format = ge_drm_format_find(session->screen, fourcc);
   if (!format || format->views > 1)
      return false;
   const enum pipe_format a = config->color, b = format->view[0];
   return a == b || (pipe_format_block_size_B(a) == pipe_format_block_size_B(b) &&
                     !memcmp(pipe_format_desc(a)->swizzle, pipe_format_desc(b)->swizzle, 3) &&
                     pipe_format_component_bits(a, 0) == pipe_format_component_bits(b, 0) &&
                     pipe_format_component_bits(a, 1) == pipe_format_component_bits(b, 1) &&
                     pipe_format_component_bits(a, 2) == pipe_format_component_bits(b, 2));
}

static bool create_window(struct ge_session *session, struct ge_surface *surf, void *native)
{
   struct ge_gbm_device *dev = ge_gbm_device_find(((struct gbm_surface *)native)->gbm);
   struct ge_gbm_surface *gs = dev ? ge_gbm_surface_get(dev, native) : NULL;
   if (!gs)
      return ge_error(EGL_BAD_NATIVE_WINDOW, "%p is not a gbm_surface of gloam's backend", native);
   surf->ops = &ops;
   surf->window = gs;
   bool ok = true;
   if (dev->device != session->device)
      ok = ge_error(EGL_BAD_NATIVE_WINDOW, "the gbm_surface belongs to another device");
   else if (!formats_match(session, surf->config, gs->base.v0.format))
      ok = ge_error(EGL_BAD_MATCH, "the format of the gbm_surface is 0x%08x, that of the config 0x%08x", gs->base.v0.format,
                    (unsigned)surf->config->native_visual);
   if (ok && acquire(surf))
      return true;
   ge_gbm_surface_unref(gs);
   return false;
}

const struct ge_platform ge_platform_gbm = {
   .id = EGL_PLATFORM_GBM_KHR, .find_device = find_device, .surface_types = surface_types, .create_window = create_window,
};

/* ge_surface.c: pbuffers. Their rows are stored bottom first, as GL counts them, so nothing is mirrored. A swap is a
 * flush. */
#include "egl/ge_internal.h"

#include <stdlib.h>

static struct pipe_resource *make_buffer(struct ge_display *dpy, enum pipe_format format, EGLint width, EGLint height,
                                         unsigned bind)
{
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = format, .width = (uint32_t)width, .height = (uint32_t)height, .depth = 1,
      .layers = 1, .bind = bind,
   };
   return dpy->screen->impl->resource_create(dpy->screen, &tmpl);
}

static bool allocate(struct ge_display *dpy, struct ge_surface *surf, EGLint width, EGLint height)
{
   struct ga_drawable *d = &surf->drawable;
   d->color = make_buffer(dpy, d->color_format, width, height, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   if (!d->color)
      return false;
   if (d->depth_stencil_format != PIPE_FORMAT_NONE) {
      d->depth_stencil = make_buffer(dpy, d->depth_stencil_format, width, height, PIPE_BIND_DEPTH_STENCIL);
      if (!d->depth_stencil) {
         pipe_resource_unref(d->color);
         d->color = NULL;
         return false;
      }
   }
   d->width = (uint32_t)width;
   d->height = (uint32_t)height;
   return true;
}

EGLSurface ge_pbuffer_create(struct ge_display *dpy, EGLConfig config_handle, const EGLint *attribs)
{
   const struct ge_config *config = ge_config_find(dpy, config_handle);
   if (!config)
      return EGL_NO_SURFACE;
   EGLint width = 0, height = 0, largest = EGL_FALSE, format = EGL_NO_TEXTURE, target = EGL_NO_TEXTURE, mipmap = EGL_FALSE;
   for (const EGLint *a = attribs; a && *a != EGL_NONE; a += 2) {
      switch (*a) {
      case EGL_WIDTH: width = a[1]; break;
      case EGL_HEIGHT: height = a[1]; break;
      case EGL_LARGEST_PBUFFER: largest = a[1]; break;
      case EGL_TEXTURE_FORMAT: format = a[1]; break;
      case EGL_TEXTURE_TARGET: target = a[1]; break;
      case EGL_MIPMAP_TEXTURE: mipmap = a[1]; break;
      case EGL_GL_COLORSPACE:
         if (a[1] == EGL_GL_COLORSPACE_LINEAR)
            break;
         ge_error(EGL_BAD_MATCH, "only EGL_GL_COLORSPACE_LINEAR is supported");
         return EGL_NO_SURFACE;
      case EGL_VG_COLORSPACE:
      case EGL_VG_ALPHA_FORMAT: break; /* for OpenVG: without effect */
      default:
         ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a pbuffer attribute", *a);
         return EGL_NO_SURFACE;
      }
   }
   if (width < 0 || height < 0) {
      ge_error(EGL_BAD_PARAMETER, "size %dx%d is negative", width, height);
      return EGL_NO_SURFACE;
   }
   if (format != EGL_NO_TEXTURE || target != EGL_NO_TEXTURE) {
      ge_error(EGL_BAD_MATCH, "this config cannot be bound to a texture");
      return EGL_NO_SURFACE;
   }
   const EGLint max = (EGLint)dpy->screen->caps.max_texture_2d_size;
   if (largest) {
      width = width < max ? width : max;
      height = height < max ? height : max;
   } else if (width > max || height > max) {
      ge_error(EGL_BAD_ALLOC, "size %dx%d is beyond the limit of %d", width, height, max);
      return EGL_NO_SURFACE;
   }
   struct ge_surface *surf = calloc(1, sizeof(*surf));
   if (!surf) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SURFACE;
   }
   surf->config = config;
   surf->type = EGL_PBUFFER_BIT;
   surf->largest = largest;
   surf->texture_format = surf->texture_target = EGL_NO_TEXTURE;
   surf->mipmap_texture = mipmap;
   surf->swap_behavior = EGL_BUFFER_PRESERVED; /* a pbuffer has one buffer */
   surf->multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
   surf->gl_colorspace = EGL_GL_COLORSPACE_LINEAR;
   surf->drawable.color_format = config->color;
   surf->drawable.depth_stencil_format = config->depth_stencil;
   /* A pbuffer may have no pixels; something must stand behind it all the same. */
   if (!allocate(dpy, surf, width ? width : 1, height ? height : 1)) {
      free(surf);
      ge_error(EGL_BAD_ALLOC, "no memory for a %dx%d pbuffer", width, height);
      return EGL_NO_SURFACE;
   }
   surf->drawable.width = (uint32_t)width;
   surf->drawable.height = (uint32_t)height;
   surf->drawable.stamp = 1;
   if (!ge_object_add(dpy, &surf->base, GE_SURFACE)) {
      ge_surface_free(surf);
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SURFACE;
   }
   return surf;
}

void ge_surface_end_frame(struct ge_surface *surf, struct ge_context *ctx)
{
   struct pipe_screen *screen = ctx->base.dpy->screen;
   struct pipe_fence *fence = NULL, *oldest = surf->frame[0];
   ga_flush(ctx->gl, &fence);
   surf->frame[0] = surf->frame[1];
   surf->frame[1] = fence;
   if (oldest)
      screen->impl->fence_wait(screen, oldest, UINT64_MAX);
   pipe_fence_unref(oldest);
}

void ge_surface_free(struct ge_surface *surf)
{
   for (unsigned i = 0; i < 2; i++)
      pipe_fence_unref(surf->frame[i]);
   pipe_resource_unref(surf->drawable.color);
   pipe_resource_unref(surf->drawable.depth_stencil);
   free(surf);
}

EGLBoolean ge_surface_query(struct ge_display *dpy, struct ge_surface *surf, EGLint attrib, EGLint *value)
{
   switch (attrib) {
   case EGL_WIDTH: *value = (EGLint)surf->drawable.width; break;
   case EGL_HEIGHT: *value = (EGLint)surf->drawable.height; break;
   case EGL_CONFIG_ID: *value = surf->config->id; break;
   case EGL_LARGEST_PBUFFER: *value = surf->largest; break;
   case EGL_TEXTURE_FORMAT: *value = surf->texture_format; break;
   case EGL_TEXTURE_TARGET: *value = surf->texture_target; break;
   case EGL_MIPMAP_TEXTURE: *value = surf->mipmap_texture; break;
   case EGL_MIPMAP_LEVEL: *value = surf->mipmap_level; break;
   case EGL_MULTISAMPLE_RESOLVE: *value = surf->multisample_resolve; break;
   case EGL_SWAP_BEHAVIOR: *value = surf->swap_behavior; break;
   case EGL_RENDER_BUFFER: *value = EGL_BACK_BUFFER; break;
   case EGL_GL_COLORSPACE: *value = surf->gl_colorspace; break;
   case EGL_HORIZONTAL_RESOLUTION:
   case EGL_VERTICAL_RESOLUTION:
   case EGL_PIXEL_ASPECT_RATIO: *value = EGL_UNKNOWN; break;
   case EGL_VG_ALPHA_FORMAT: *value = EGL_VG_ALPHA_FORMAT_NONPRE; break;
   case EGL_VG_COLORSPACE: *value = EGL_VG_COLORSPACE_sRGB; break;
   default: return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a surface attribute", attrib);
   }
   return EGL_TRUE;
}

EGLBoolean ge_surface_set(struct ge_display *dpy, struct ge_surface *surf, EGLint attrib, EGLint value)
{
   switch (attrib) {
   case EGL_MIPMAP_LEVEL:
      surf->mipmap_level = value;
      return EGL_TRUE;
   case EGL_MULTISAMPLE_RESOLVE:
      if (value != EGL_MULTISAMPLE_RESOLVE_DEFAULT && value != EGL_MULTISAMPLE_RESOLVE_BOX)
         return ge_error(EGL_BAD_ATTRIBUTE, "multisample resolve 0x%x", value);
      if (value == EGL_MULTISAMPLE_RESOLVE_BOX)
         return ge_error(EGL_BAD_MATCH, "the config has no EGL_MULTISAMPLE_RESOLVE_BOX_BIT");
      return EGL_TRUE;
   case EGL_SWAP_BEHAVIOR:
      if (value != EGL_BUFFER_PRESERVED && value != EGL_BUFFER_DESTROYED)
         return ge_error(EGL_BAD_ATTRIBUTE, "swap behaviour 0x%x", value);
      surf->swap_behavior = value;
      return EGL_TRUE;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x cannot be set on a surface", attrib);
}

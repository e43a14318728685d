/* ge_pbuffer.c: pbuffers. Rows are stored bottom first, in the order of GL window coordinates. A pbuffer has one colour
 * buffer, so eglSwapBuffers only flushes (EGL 1.5, 3.10.1). The buffer of a multisampled config is never resolved here: gl-api
 * resolves it before it reads it. */
#include "egl/ge_platform.h"

#include <stdlib.h>

static bool allocate(struct ge_session *session, struct ge_surface *surf, EGLint width, EGLint height)
{
   struct ga_drawable *d = &surf->drawable;
   const unsigned samples = (unsigned)surf->config->samples;
   d->color = ge_surface_buffer(session, d->color_format, (uint32_t)width, (uint32_t)height, samples,
                                PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   if (!d->color)
      return false;
   if (d->depth_stencil_format != PIPE_FORMAT_NONE) {
      d->depth_stencil = ge_surface_buffer(session, d->depth_stencil_format, (uint32_t)width, (uint32_t)height, samples,
                                           PIPE_BIND_DEPTH_STENCIL);
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

static EGLBoolean present(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count)
{
   (void)damage, (void)damage_count;
   ge_surface_end_frame(surf, ctx);
   return EGL_TRUE;
}

static void finish(struct ge_surface *surf)
{
   pipe_resource_unref(surf->drawable.color);
   pipe_resource_unref(surf->drawable.depth_stencil);
}

static const struct ge_surface_ops pbuffer_ops = {.present = present, .finish = finish};

/* Values of the attribute list; surf has the defaults. False with the EGL error set. */
static bool read_attribs(struct ge_session *session, const EGLint *attribs, struct ge_surface *surf, EGLint *width, EGLint *height)
{
   for (const EGLint *a = attribs; a && *a != EGL_NONE; a += 2) {
      switch (*a) {
      case EGL_WIDTH: *width = a[1]; break;
      case EGL_HEIGHT: *height = a[1]; break;
      case EGL_LARGEST_PBUFFER: surf->largest = a[1]; break;
      case EGL_TEXTURE_FORMAT: surf->texture_format = a[1]; break;
      case EGL_TEXTURE_TARGET: surf->texture_target = a[1]; break;
      case EGL_MIPMAP_TEXTURE: surf->mipmap_texture = a[1]; break;
      case EGL_GL_COLORSPACE:
         if (!ge_surface_set_colorspace(session, surf, a[1]))
            return false;
         break;
      case EGL_VG_COLORSPACE:
      case EGL_VG_ALPHA_FORMAT: break; /* for OpenVG: without effect */
      default: return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a pbuffer attribute", *a);
      }
   }
   return true;
}

/* Checks the size against the device's limit, or reduces it to that (EGL_LARGEST_PBUFFER). */
static bool check_size(const struct ge_session *session, const struct ge_surface *surf, EGLint *width, EGLint *height)
{
   const EGLint max = (EGLint)session->screen->caps.max_texture_2d_size;
   if (*width < 0 || *height < 0)
      return ge_error(EGL_BAD_PARAMETER, "a size of %dx%d: the least is 0x0", *width, *height);
   if (surf->texture_format != EGL_NO_TEXTURE || surf->texture_target != EGL_NO_TEXTURE)
      return ge_error(EGL_BAD_MATCH, "EGL_TEXTURE_FORMAT or EGL_TEXTURE_TARGET is set; no config can be bound to a texture "
                      "(EGL_BIND_TO_TEXTURE_RGBA)");
   if (!surf->largest && (*width > max || *height > max))
      return ge_error(EGL_BAD_ALLOC, "a size of %dx%d is beyond the limit of %d (EGL_MAX_PBUFFER_WIDTH); EGL_LARGEST_PBUFFER "
                      "reduces it", *width, *height, max);
   *width = *width < max ? *width : max;
   *height = *height < max ? *height : max;
   return true;
}

EGLSurface ge_pbuffer_create(struct ge_session *session, EGLConfig config_handle, const EGLint *attribs)
{
   const struct ge_config *config = ge_config_find(session, config_handle);
   if (!config)
      return EGL_NO_SURFACE;
   EGLint width = 0, height = 0;
   struct ge_surface init = {
      .ops = &pbuffer_ops, .config = config, .type = EGL_PBUFFER_BIT,
      .texture_format = EGL_NO_TEXTURE, .texture_target = EGL_NO_TEXTURE, .swap_behavior = EGL_BUFFER_PRESERVED,
      .multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT, .gl_colorspace = EGL_GL_COLORSPACE_LINEAR,
      .drawable = {.color_format = config->color, .depth_stencil_format = config->depth_stencil},
   };
   if (!read_attribs(session, attribs, &init, &width, &height) || !check_size(session, &init, &width, &height))
      return EGL_NO_SURFACE;
   struct ge_surface *surf = malloc(sizeof(*surf));
   if (!surf) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_SURFACE;
   }
   *surf = init;
   /* A pbuffer of no pixels gets buffers of one. */
   if (!allocate(session, surf, width ? width : 1, height ? height : 1)) {
      free(surf);
      ge_error(EGL_BAD_ALLOC, "no memory for a %dx%d pbuffer", width, height);
      return EGL_NO_SURFACE;
   }
   surf->drawable.width = (uint32_t)width;
   surf->drawable.height = (uint32_t)height;
   surf->drawable.seqno = 1;
   if (!ge_object_add(session, &surf->base, GE_SURFACE)) {
      ge_surface_free(surf);
      return EGL_NO_SURFACE;
   }
   return surf;
}

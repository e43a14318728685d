/* ge_surface.c: code common to all surfaces: attributes, the end of a frame, swap, destruction. */
#include "egl/ge_platform.h"

#include <stdlib.h>

struct pipe_resource *ge_surface_buffer(struct ge_session *session, enum pipe_format format, uint32_t width, uint32_t height,
                                        unsigned samples, unsigned bind)
{
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = format, .width = width, .height = height, .depth = 1, .layers = 1,
      .samples = (uint8_t)samples, .bind = bind,
   };
   return session->screen->impl->resource_create(session->screen, &tmpl);
}

bool ge_surface_set_colorspace(struct ge_session *session, struct ge_surface *surf, EGLAttrib colorspace)
{
   if (colorspace != EGL_GL_COLORSPACE_LINEAR && colorspace != EGL_GL_COLORSPACE_SRGB)
      return ge_error(EGL_BAD_ATTRIBUTE, "EGL_GL_COLORSPACE 0x%lx: EGL_GL_COLORSPACE_LINEAR or _SRGB is allowed",
                      (unsigned long)colorspace);
   const enum pipe_format format = ge_config_color_format(session, surf->config, (EGLint)colorspace);
   if (format == PIPE_FORMAT_NONE)
      return ge_error(EGL_BAD_MATCH, "the config has no buffers in EGL_GL_COLORSPACE_SRGB");
   surf->gl_colorspace = (EGLint)colorspace;
   surf->drawable.color_format = format;
   return true;
}

void ge_surface_end_frame(struct ge_surface *surf, struct ge_context *ctx)
{
   struct pipe_screen *screen = ctx->base.session->screen;
   struct pipe_fence *fence = NULL, *oldest = surf->frame[0];
   ga_flush(ctx->gl, &fence);
   surf->frame[0] = surf->frame[1];
   surf->frame[1] = fence;
   if (oldest)
      screen->impl->fence_wait(screen, oldest, UINT64_MAX);
   pipe_fence_unref(oldest);
}

EGLBoolean ge_surface_swap(struct ge_surface *surf, struct ge_context *ctx, const EGLint *damage, EGLint damage_count)
{
   if (!surf->ops->present(surf, ctx, damage, damage_count))
      return EGL_FALSE;
   return !surf->ops->acquire || surf->ops->acquire(surf);
}

void ge_surface_free(struct ge_surface *surf)
{
   for (unsigned i = 0; i < 2; i++)
      pipe_fence_unref(surf->frame[i]);
   surf->ops->finish(surf);
   free(surf);
}

EGLBoolean ge_surface_query(struct ge_surface *surf, EGLint attrib, EGLint *value)
{
   switch (attrib) {
   case EGL_WIDTH:
   case EGL_HEIGHT: { /* a window's changes on the thread that has it current */
      ut_lock(&ge_lock);
      *value = (EGLint)(attrib == EGL_WIDTH ? surf->drawable.width : surf->drawable.height);
      ut_unlock(&ge_lock);
      break;
   }
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
   case EGL_PRESENT_OPAQUE_EXT:
      if (!surf->base.session->platform->can_present_opaque)
         return ge_error(EGL_BAD_ATTRIBUTE, "this platform has no EGL_PRESENT_OPAQUE_EXT");
      *value = surf->present_opaque;
      break;
   case EGL_HORIZONTAL_RESOLUTION:
   case EGL_VERTICAL_RESOLUTION:
   case EGL_PIXEL_ASPECT_RATIO: *value = EGL_UNKNOWN; break;
   case EGL_VG_ALPHA_FORMAT: *value = EGL_VG_ALPHA_FORMAT_NONPRE; break;
   case EGL_VG_COLORSPACE: *value = EGL_VG_COLORSPACE_sRGB; break;
   case EGL_BUFFER_AGE_EXT:
      if (surf->ops->query_age) {
         *value = surf->ops->query_age(surf);
         break;
      } /* fall through */
   default: return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a surface attribute", attrib);
   }
   return EGL_TRUE;
}

EGLBoolean ge_surface_set(struct ge_surface *surf, EGLint attrib, EGLint value)
{
   switch (attrib) {
   case EGL_MIPMAP_LEVEL:
      surf->mipmap_level = value;
      return EGL_TRUE;
   case EGL_MULTISAMPLE_RESOLVE:
      if (value != EGL_MULTISAMPLE_RESOLVE_DEFAULT && value != EGL_MULTISAMPLE_RESOLVE_BOX)
         return ge_error(EGL_BAD_ATTRIBUTE, "EGL_MULTISAMPLE_RESOLVE 0x%x: _DEFAULT or _BOX is allowed", value);
      if (value == EGL_MULTISAMPLE_RESOLVE_BOX)
         return ge_error(EGL_BAD_MATCH, "the config has no EGL_MULTISAMPLE_RESOLVE_BOX_BIT");
      return EGL_TRUE;
   case EGL_SWAP_BEHAVIOR:
      if (value != EGL_BUFFER_PRESERVED && value != EGL_BUFFER_DESTROYED)
         return ge_error(EGL_BAD_ATTRIBUTE, "EGL_SWAP_BEHAVIOR 0x%x: EGL_BUFFER_PRESERVED or EGL_BUFFER_DESTROYED is allowed",
                         value);
      if (value == EGL_BUFFER_PRESERVED && surf->type == EGL_WINDOW_BIT)
         return ge_error(EGL_BAD_MATCH, "the config has no EGL_SWAP_BEHAVIOR_PRESERVED_BIT");
      surf->swap_behavior = value;
      return EGL_TRUE;
   }
   return ge_error(EGL_BAD_ATTRIBUTE, "0x%x cannot be set on a surface", attrib);
}

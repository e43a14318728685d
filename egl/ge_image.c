/* ge_image.c: EGLImages of textures and renderbuffers, and the look-up of images for gl-api. DMA-BUF imports are in
 * ge_dmabuf.c, buffers of Wayland clients in ge_compositor.c. */
#include "egl/ge_compositor.h"
#include "egl/ge_internal.h"

#include <stdlib.h>

#include "gl-api/tables/ga_gl.h"

/* The calling thread may use ctx. */
static bool from_gl(struct ge_context *ctx, EGLenum target, EGLClientBuffer buffer,
                    const EGLAttrib *attribs, struct ge_image *img)
{
   EGLAttrib level = 0, zoffset = 0;
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      switch (*a) {
      case EGL_IMAGE_PRESERVED: break; /* contents are always preserved */
      case EGL_GL_TEXTURE_LEVEL: level = a[1]; break;
      case EGL_GL_TEXTURE_ZOFFSET: zoffset = a[1]; break;
      default: return ge_error(EGL_BAD_PARAMETER, "0x%x is not an image attribute", (unsigned)*a); /* EGL_KHR_image_base */
      }
   }
   if (level < 0 || zoffset < 0)
      return ge_error(EGL_BAD_PARAMETER, "EGL_GL_TEXTURE_LEVEL or EGL_GL_TEXTURE_ZOFFSET is negative");
   const char *why = "";
   enum ga_image_result result;
   uint32_t name = (uint32_t)(uintptr_t)buffer;
   if (target == EGL_GL_RENDERBUFFER)
      result = ga_image_from_renderbuffer(ctx->gl, name, &img->image, &why);
   else if (target == EGL_GL_TEXTURE_2D)
      result = ga_image_from_texture(ctx->gl, GL_TEXTURE_2D, name, (unsigned)level, 0, &img->image, &why);
   else
      result = ga_image_from_texture(ctx->gl,
                                     GL_TEXTURE_CUBE_MAP_POSITIVE_X + (target - EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X),
                                     name, (unsigned)level, 0, &img->image, &why);
   static const EGLint errors[] = {
      [GA_IMAGE_BAD_OBJECT] = EGL_BAD_PARAMETER, [GA_IMAGE_BAD_LEVEL] = EGL_BAD_MATCH,
      [GA_IMAGE_INCOMPLETE] = EGL_BAD_PARAMETER, [GA_IMAGE_BAD_ACCESS] = EGL_BAD_ACCESS,
      [GA_IMAGE_NO_MEMORY] = EGL_BAD_ALLOC};
   return result == GA_IMAGE_OK || ge_error(errors[result], "%s", why);
}

EGLImage ge_image_create(struct ge_session *session, EGLContext ctx_handle, EGLenum target, EGLClientBuffer buffer,
                         const EGLAttrib *attribs)
{
   bool is_gl = target == EGL_GL_TEXTURE_2D || target == EGL_GL_RENDERBUFFER ||
                (target >= EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z);
   const bool imports = session->screen->caps.dmabuf_import;
   if (!is_gl && !(imports && (target == EGL_LINUX_DMA_BUF_EXT || target == EGL_WAYLAND_BUFFER_WL))) {
      ge_error(EGL_BAD_PARAMETER, "image target 0x%x: 2D textures, faces of cube maps, renderbuffers and, on devices that import "
               "them, DMA-BUFs and wl_buffers are allowed", target);
      return EGL_NO_IMAGE;
   }
   struct ge_image *img = calloc(1, sizeof(*img));
   if (!img) {
      ge_error(EGL_BAD_ALLOC, "out of memory");
      return EGL_NO_IMAGE;
   }
   img->modifier = PIPE_MODIFIER_INVALID;
   bool ok = false;
   if (is_gl) {
      struct ge_context *ctx = ge_object_get(session, ctx_handle, GE_CONTEXT);
      struct ge_context *usable = ctx ? ge_context_borrow(ctx) : NULL;
      if (!ctx)
         ge_error(EGL_BAD_CONTEXT, "%p is not a context of this display, or was destroyed", ctx_handle);
      if (usable) {
         ok = from_gl(usable, target, buffer, attribs, img);
         ge_context_return(usable);
      }
      if (ctx)
         ge_object_unref(&ctx->base);
   } else if (target == EGL_WAYLAND_BUFFER_WL) { /* any context */
      ok = ge_compositor_image(session, buffer, attribs, &img->image, &img->fourcc, &img->modifier);
   } else if (ctx_handle != EGL_NO_CONTEXT) {
      ge_error(EGL_BAD_CONTEXT, "the context must be EGL_NO_CONTEXT for EGL_LINUX_DMA_BUF_EXT");
   } else if (buffer) {
      ge_error(EGL_BAD_PARAMETER, "the buffer must be NULL for EGL_LINUX_DMA_BUF_EXT");
   } else {
      ok = ge_dmabuf_import(session->screen, attribs, &img->image, &img->fourcc, &img->modifier);
   }
   if (ok && !ge_object_add(session, &img->base, GE_IMAGE)) {
      ga_image_unref(&img->image);
      ok = false;
   }
   if (!ok) {
      free(img);
      return EGL_NO_IMAGE;
   }
   return img;
}

void ge_image_free(struct ge_image *img)
{
   ga_image_unref(&img->image);
   free(img);
}

/* glEGLImageTarget*: the handle is looked up on the display of the current context. */
static bool lookup(struct ga_context *gl, void *handle, struct ga_image *out)
{
   struct ge_thread *t = ge_thread();
   if (!t->ctx || t->ctx->gl != gl)
      return false;
   struct ge_image *img = ge_object_get(t->ctx->base.session, handle, GE_IMAGE);
   if (!img)
      return false;
   *out = img->image;
   pipe_resource_ref(out->resource);
   ga_yuv_ref(&out->yuv);
   ge_object_unref(&img->base);
   return true;
}

bool ge_image_find(EGLImage handle, struct ga_image *out)
{
   struct ge_image *img = ge_object_find(handle, GE_IMAGE);
   if (!img)
      return false;
   *out = img->image;
   pipe_resource_ref(out->resource);
   ga_yuv_ref(&out->yuv);
   ge_object_unref(&img->base);
   return true;
}

void ge_image_install_lookup(void)
{
   ga_set_image_lookup(lookup);
}

/* ge_dmabuf_export.c: EGL_MESA_image_dma_buf_export. */
#include "egl/ge_dmabuf.h"

#include <unistd.h>

/* An exported resource has a linear layout, which every process can describe. */
bool ge_dmabuf_export_handle(struct ge_image *img, struct pipe_handle *handle)
{
   const struct ge_session *session = img->base.session;
   struct ge_thread *t = ge_thread();
   struct pipe_context *pipe = t->ctx && t->ctx->base.session == session ? ga_pipe(t->ctx->gl) : NULL;
   char why[256] = "out of memory";
   if (img->image.yuv.coding.planes)
      return ge_error(EGL_BAD_MATCH, "an imported image in YUV cannot be exported");
   if (img->image.level || img->image.layer)
      return ge_error(EGL_BAD_MATCH, "the image is another level or layer than 0; only level 0 of a 2D image can be exported");
   if (!ge_fourcc_of_format(img->image.format))
      return ge_error(EGL_BAD_MATCH, "DRM has no fourcc for the image's format");
   if (!session->screen->impl->resource_get_handle(session->screen, pipe, img->image.resource, handle, why, sizeof(why)))
      return ge_error(EGL_BAD_ALLOC, "the image cannot be exported: %s", why);
   return true;
}

EGLBoolean ge_dmabuf_export_query(struct ge_image *img, int *fourcc, int *planes, EGLuint64KHR *modifiers)
{
   struct pipe_handle handle = {.fd = -1};
   if (!ge_dmabuf_export_handle(img, &handle))
      return EGL_FALSE;
   close(handle.fd);
   if (fourcc)
      *fourcc = img->fourcc ? (int)img->fourcc : (int)ge_fourcc_of_format(img->image.format);
   if (planes)
      *planes = 1;
   if (modifiers)
      modifiers[0] = handle.modifier;
   return EGL_TRUE;
}

EGLBoolean ge_dmabuf_export(struct ge_image *img, int *fds, EGLint *strides, EGLint *offsets)
{
   struct pipe_handle handle = {.fd = -1};
   if (!ge_dmabuf_export_handle(img, &handle))
      return EGL_FALSE;
   if (fds)
      fds[0] = handle.fd;
   else
      close(handle.fd);
   if (strides)
      strides[0] = (EGLint)handle.stride_B;
   if (offsets)
      offsets[0] = (EGLint)handle.offset_B;
   return EGL_TRUE;
}

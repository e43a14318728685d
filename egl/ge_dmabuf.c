/* ge_dmabuf.c: EGL_EXT_image_dma_buf_import, EGL_EXT_image_dma_buf_import_modifiers and EGL_MESA_image_dma_buf_export, for the
 * single-plane RGB formats of one table. resource_from_handle checks the claimed layout against the size of the object. */
#include "egl/ge_internal.h"

#include <drm_fourcc.h>
#include <stdio.h>
#include <unistd.h>

static const struct { uint32_t fourcc; enum pipe_format format; } formats[] = {
   {DRM_FORMAT_ARGB8888, PIPE_FORMAT_B8G8R8A8_UNORM}, {DRM_FORMAT_XRGB8888, PIPE_FORMAT_B8G8R8X8_UNORM},
   {DRM_FORMAT_ABGR8888, PIPE_FORMAT_R8G8B8A8_UNORM}, {DRM_FORMAT_XBGR8888, PIPE_FORMAT_R8G8B8X8_UNORM},
   {DRM_FORMAT_RGB565, PIPE_FORMAT_B5G6R5_UNORM},    {DRM_FORMAT_R8, PIPE_FORMAT_R8_UNORM},
   {DRM_FORMAT_GR88, PIPE_FORMAT_R8G8_UNORM},
};
#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

uint32_t ge_fourcc_of_format(enum pipe_format format)
{
   for (unsigned i = 0; i < FORMAT_COUNT; i++)
      if (formats[i].format == format)
         return formats[i].fourcc;
   return 0;
}

static int find_fourcc(EGLAttrib fourcc)
{
   for (unsigned i = 0; i < FORMAT_COUNT; i++)
      if ((EGLAttrib)formats[i].fourcc == fourcc)
         return (int)i;
   return -1;
}

static bool is_supported(struct ge_display *dpy, unsigned i)
{
   return dpy->screen->impl->is_format_supported(dpy->screen, formats[i].format, PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW);
}

/* Values of the attribute list, and which attributes it has. */
struct import {
   EGLAttrib width, height, fourcc, fd, offset, pitch, modifier_lo, modifier_hi;
   unsigned given; /* bit per field, in this order */
};
enum { WIDTH, HEIGHT, FOURCC, FD, OFFSET, PITCH, MODIFIER_LO, MODIFIER_HI };

static bool read_attribs(const EGLAttrib *attribs, struct import *in)
{
   EGLAttrib *const fields[] = {&in->width, &in->height, &in->fourcc, &in->fd,
                                &in->offset, &in->pitch, &in->modifier_lo, &in->modifier_hi};
   static const EGLAttrib names[] = {EGL_WIDTH, EGL_HEIGHT, EGL_LINUX_DRM_FOURCC_EXT, EGL_DMA_BUF_PLANE0_FD_EXT,
      EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT, EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT,
      EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT};
   for (const EGLAttrib *a = attribs; a && *a != EGL_NONE; a += 2) {
      unsigned i = 0;
      while (i < 8 && names[i] != *a)
         i++;
      if (i < 8) {
         *fields[i] = a[1];
         in->given |= 1u << i;
         continue;
      }
      switch (*a) {
      case EGL_IMAGE_PRESERVED:
      case EGL_YUV_COLOR_SPACE_HINT_EXT: /* hints, for YUV */
      case EGL_SAMPLE_RANGE_HINT_EXT:
      case EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT:
      case EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT:
         continue;
      case EGL_DMA_BUF_PLANE1_FD_EXT:
      case EGL_DMA_BUF_PLANE1_OFFSET_EXT:
      case EGL_DMA_BUF_PLANE1_PITCH_EXT:
      case EGL_DMA_BUF_PLANE2_FD_EXT:
      case EGL_DMA_BUF_PLANE2_OFFSET_EXT:
      case EGL_DMA_BUF_PLANE2_PITCH_EXT:
      case EGL_DMA_BUF_PLANE3_FD_EXT:
         /* "EGL_BAD_ATTRIBUTE if attributes are specified for a plane that does not exist in the format" */
         return ge_error(EGL_BAD_ATTRIBUTE, "the format has one plane, an attribute of another was given");
      }
      return ge_error(EGL_BAD_ATTRIBUTE, "0x%x is not a DMA-BUF attribute", (unsigned)*a);
   }
   const unsigned needed = 1u << WIDTH | 1u << HEIGHT | 1u << FOURCC | 1u << FD | 1u << OFFSET | 1u << PITCH;
   if ((in->given & needed) != needed)
      return ge_error(EGL_BAD_PARAMETER, "width, height, fourcc and plane 0's fd, offset and pitch are all needed");
   if (!(in->given & 1u << MODIFIER_LO) != !(in->given & 1u << MODIFIER_HI))
      return ge_error(EGL_BAD_PARAMETER, "a modifier needs both halves");
   return true;
}

bool ge_dmabuf_import(struct ge_display *dpy, const EGLAttrib *attribs, struct ge_image *img)
{
   struct import in = {0};
   if (!read_attribs(attribs, &in))
      return false;
   int f = find_fourcc(in.fourcc);
   if (f < 0 || !is_supported(dpy, (unsigned)f))
      return ge_error(EGL_BAD_MATCH, "fourcc 0x%08x is not supported", (unsigned)in.fourcc);
   uint64_t modifier = in.given & 1u << MODIFIER_LO
                          ? (uint64_t)(uint32_t)in.modifier_hi << 32 | (uint32_t)in.modifier_lo : PIPE_MODIFIER_INVALID;
   const EGLAttrib max = dpy->screen->caps.max_texture_2d_size;
   if (in.width <= 0 || in.height <= 0)
      return ge_error(EGL_BAD_PARAMETER, "size %ldx%ld", (long)in.width, (long)in.height);
   if (in.width > max || in.height > max)
      return ge_error(EGL_BAD_ALLOC, "size %ldx%ld is beyond the limit of %ld", (long)in.width, (long)in.height, (long)max);
   if (in.offset < 0 || in.offset > UINT32_MAX)
      return ge_error(EGL_BAD_ACCESS, "offset %ld lies outside the buffer", (long)in.offset);
   const uint64_t row_B = (uint64_t)in.width * pipe_format_block_size_B(formats[f].format);
   if (in.pitch <= 0 || in.pitch > INT32_MAX || (uint64_t)in.pitch < row_B)
      return ge_error(EGL_BAD_ACCESS, "pitch %ld is less than a row of %ld pixels (or absurd)", (long)in.pitch,
                      (long)in.width);
   if (in.fd < 0 || in.fd > INT32_MAX)
      return ge_error(EGL_BAD_PARAMETER, "fd %ld", (long)in.fd);
   const struct pipe_resource_template tmpl = {
      .target = PIPE_TEXTURE_2D, .format = formats[f].format, .width = (uint32_t)in.width, .height = (uint32_t)in.height,
      .depth = 1, .layers = 1, .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET | PIPE_BIND_SHARED,
   };
   const struct pipe_handle handle = {.fd = (int)in.fd, .offset_B = (uint32_t)in.offset, .stride_B = (uint32_t)in.pitch,
                                      .modifier = modifier};
   char why[256] = "out of memory";
   struct pipe_resource *res = dpy->screen->impl->resource_from_handle(dpy->screen, &tmpl, &handle, why, sizeof(why));
   if (!res)
      return ge_error(EGL_BAD_ALLOC, "the descriptor cannot be imported: %s", why);
   img->image = (struct ga_image){.resource = res, .format = formats[f].format, .width = tmpl.width,
                                  .height = tmpl.height, .has_alpha = pipe_format_has_alpha(formats[f].format)};
   img->fourcc = (EGLint)formats[f].fourcc;
   img->modifier = modifier;
   return true;
}

EGLBoolean ge_dmabuf_query_formats(struct ge_display *dpy, EGLint max, EGLint *out, EGLint *count)
{
   if (max < 0 || !count || (max > 0 && !out))
      return ge_error(EGL_BAD_PARAMETER, "no place for the result");
   EGLint n = 0;
   for (unsigned i = 0; i < FORMAT_COUNT; i++) {
      if (!is_supported(dpy, i))
         continue;
      if (n < max)
         out[n] = (EGLint)formats[i].fourcc;
      n++;
   }
   *count = max && n > max ? max : n;
   return EGL_TRUE;
}

EGLBoolean ge_dmabuf_query_modifiers(struct ge_display *dpy, EGLint fourcc, EGLint max, EGLuint64KHR *out,
                                     EGLBoolean *external_only, EGLint *count)
{
   int f = find_fourcc(fourcc);
   if (f < 0 || !is_supported(dpy, (unsigned)f))
      return ge_error(EGL_BAD_PARAMETER, "fourcc 0x%08x is not supported", (unsigned)fourcc);
   if (max < 0 || !count || (max > 0 && !out))
      return ge_error(EGL_BAD_PARAMETER, "no place for the result");
   uint64_t modifiers[32];
   unsigned n = dpy->screen->impl->get_modifiers(dpy->screen, formats[f].format, modifiers, 32);
   for (unsigned i = 0; i < n && i < (unsigned)max; i++) {
      out[i] = modifiers[i];
      if (external_only)
         external_only[i] = EGL_FALSE;
   }
   *count = max && (EGLint)n > max ? max : (EGLint)n;
   return EGL_TRUE;
}

/* The handle of the image's level and layer. An exported resource has a linear layout, which every process can describe. */
static bool export_handle(struct ge_display *dpy, struct ge_image *img, struct pipe_handle *handle)
{
   struct ge_thread *t = ge_thread();
   struct pipe_context *pipe = t->ctx && t->ctx->base.dpy == dpy ? ga_pipe(t->ctx->gl) : NULL;
   char why[256] = "out of memory";
   if (img->image.level || img->image.layer)
      return ge_error(EGL_BAD_MATCH, "only level 0 of a 2D image can be exported");
   if (!ge_fourcc_of_format(img->image.format))
      return ge_error(EGL_BAD_MATCH, "the image's format has no fourcc");
   if (!dpy->screen->impl->resource_get_handle(dpy->screen, pipe, img->image.resource, handle, why, sizeof(why)))
      return ge_error(EGL_BAD_ALLOC, "the image cannot be exported: %s", why);
   return true;
}

EGLBoolean ge_dmabuf_export_query(struct ge_display *dpy, struct ge_image *img, int *fourcc, int *planes,
                                  EGLuint64KHR *modifiers)
{
   struct pipe_handle handle = {.fd = -1};
   if (!export_handle(dpy, img, &handle))
      return EGL_FALSE;
   close(handle.fd);
   if (fourcc)
      *fourcc = img->fourcc ? img->fourcc : (int)ge_fourcc_of_format(img->image.format);
   if (planes)
      *planes = 1;
   if (modifiers)
      modifiers[0] = handle.modifier;
   return EGL_TRUE;
}

EGLBoolean ge_dmabuf_export(struct ge_display *dpy, struct ge_image *img, int *fds, EGLint *strides, EGLint *offsets)
{
   struct pipe_handle handle = {.fd = -1};
   if (!export_handle(dpy, img, &handle))
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

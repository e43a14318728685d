/* ge_dmabuf.h: DRM formats of images that leave or enter the process. */
#ifndef GE_DMABUF_H
#define GE_DMABUF_H

#include "egl/ge_internal.h"

enum { GE_MAX_PLANES = 4 }; /* of a DMA-BUF image: EGL_DMA_BUF_PLANE0 to PLANE3 */

/* A DRM format. RGB: one plane, `view[0]` is its format. YUV: the planes in memory are seen through two or three views, which have
 * Y; U and V (or U; V). Packed formats have one plane in memory and two views of it. */
struct ge_drm_format {
   uint32_t fourcc;
   uint8_t planes;                /* in memory */
   uint8_t views;                 /* 1: RGB; 2 or 3: YUV */
   enum pipe_format view[3];
   uint8_t plane[3];              /* that a view is of */
   uint8_t bits;                  /* of a YUV code */
   uint8_t shift_x, shift_y;      /* subsampling of the chroma views */
   uint8_t y, u, v;               /* enum pipe_swizzle: components of the views */
};

/* NULL: unknown, or the device cannot sample it. */
const struct ge_drm_format *ge_drm_format_find(struct pipe_screen *screen, uint32_t fourcc);
/* The index-th format that the device can sample; NULL: no more. */
const struct ge_drm_format *ge_drm_format_at(struct pipe_screen *screen, unsigned index);
/* The handle of a whole 2D image, whose descriptor is the caller's. False with the EGL error set. */
bool ge_dmabuf_export_handle(struct ge_image *img, struct pipe_handle *handle);
/* Size of a view of an image in texels. */
uint32_t ge_drm_view_width(const struct ge_drm_format *format, unsigned view, uint32_t width);
uint32_t ge_drm_view_height(const struct ge_drm_format *format, unsigned view, uint32_t height);

#endif

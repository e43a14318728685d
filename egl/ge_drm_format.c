/* ge_drm_format.c: the table of DRM formats. */
#include "egl/ge_dmabuf.h"

#include <drm_fourcc.h>

#define P(name) PIPE_FORMAT_##name
#define RGB(drm, format) {.fourcc = DRM_FORMAT_##drm, .planes = 1, .views = 1, .view = {P(format)}}
/* Two planes: Y; U and V in the components `u` and `v`. */
#define SEMIPLANAR(drm, luma, chroma, n, sx, sy, U, V) \
   {.fourcc = DRM_FORMAT_##drm, .planes = 2, .views = 2, .view = {P(luma), P(chroma)}, .plane = {0, 1}, .bits = (n), \
    .shift_x = (sx), .shift_y = (sy), .y = PIPE_SWIZZLE_X, .u = PIPE_SWIZZLE_##U, .v = PIPE_SWIZZLE_##V}
/* Three planes; `U` and `V`: which planes have U and V. */
#define PLANAR(drm, sx, sy, U, V) \
   {.fourcc = DRM_FORMAT_##drm, .planes = 3, .views = 3, .view = {P(R8_UNORM), P(R8_UNORM), P(R8_UNORM)}, .plane = {0, U, V}, \
    .bits = 8, .shift_x = (sx), .shift_y = (sy), .y = PIPE_SWIZZLE_X, .u = PIPE_SWIZZLE_X, .v = PIPE_SWIZZLE_X}
/* Two pixels in four bytes: a view of pairs has Y, one of fours has U and V. */
#define PACKED(drm, Y, U, V) \
   {.fourcc = DRM_FORMAT_##drm, .planes = 1, .views = 2, .view = {P(R8G8_UNORM), P(R8G8B8A8_UNORM)}, .plane = {0, 0}, .bits = 8, \
    .shift_x = 1, .shift_y = 0, .y = PIPE_SWIZZLE_##Y, .u = PIPE_SWIZZLE_##U, .v = PIPE_SWIZZLE_##V}

static const struct ge_drm_format formats[] = {
   RGB(ARGB8888, B8G8R8A8_UNORM), RGB(XRGB8888, B8G8R8X8_UNORM), RGB(ABGR8888, R8G8B8A8_UNORM), RGB(XBGR8888, R8G8B8X8_UNORM),
   RGB(RGB565, B5G6R5_UNORM), RGB(ARGB2101010, B10G10R10A2_UNORM), RGB(XRGB2101010, B10G10R10X2_UNORM),
   RGB(ABGR2101010, R10G10B10A2_UNORM), RGB(XBGR2101010, R10G10B10X2_UNORM), RGB(ABGR16161616F, R16G16B16A16_FLOAT),
   RGB(R8, R8_UNORM), RGB(GR88, R8G8_UNORM),
   SEMIPLANAR(NV12, R8_UNORM, R8G8_UNORM, 8, 1, 1, X, Y), SEMIPLANAR(NV21, R8_UNORM, R8G8_UNORM, 8, 1, 1, Y, X),
   SEMIPLANAR(NV16, R8_UNORM, R8G8_UNORM, 8, 1, 0, X, Y), SEMIPLANAR(NV61, R8_UNORM, R8G8_UNORM, 8, 1, 0, Y, X),
   SEMIPLANAR(NV24, R8_UNORM, R8G8_UNORM, 8, 0, 0, X, Y), SEMIPLANAR(NV42, R8_UNORM, R8G8_UNORM, 8, 0, 0, Y, X),
   SEMIPLANAR(P010, R16_UNORM, R16G16_UNORM, 10, 1, 1, X, Y), SEMIPLANAR(P012, R16_UNORM, R16G16_UNORM, 12, 1, 1, X, Y),
   SEMIPLANAR(P016, R16_UNORM, R16G16_UNORM, 16, 1, 1, X, Y),
   PLANAR(YUV420, 1, 1, 1, 2), PLANAR(YVU420, 1, 1, 2, 1), PLANAR(YUV422, 1, 0, 1, 2), PLANAR(YVU422, 1, 0, 2, 1),
   PLANAR(YUV444, 0, 0, 1, 2), PLANAR(YVU444, 0, 0, 2, 1),
   PACKED(YUYV, X, Y, W), PACKED(YVYU, X, W, Y), PACKED(UYVY, Y, X, Z), PACKED(VYUY, Y, Z, X),
};

static bool is_supported(struct pipe_screen *screen, const struct ge_drm_format *format)
{
   for (unsigned i = 0; i < format->views; i++)
      if (!screen->impl->is_format_supported(screen, format->view[i], PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW))
         return false;
   return true;
}

const struct ge_drm_format *ge_drm_format_find(struct pipe_screen *screen, uint32_t fourcc)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (formats[i].fourcc == fourcc)
         return is_supported(screen, &formats[i]) ? &formats[i] : NULL;
   return NULL;
}

const struct ge_drm_format *ge_drm_format_at(struct pipe_screen *screen, unsigned index)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (is_supported(screen, &formats[i]) && index-- == 0)
         return &formats[i];
   return NULL;
}

uint32_t ge_fourcc_of_format(enum pipe_format format)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (formats[i].views == 1 && formats[i].view[0] == format)
         return formats[i].fourcc;
   return 0;
}

static uint32_t subsampled(uint32_t size, unsigned view, unsigned shift)
{
   return view == 0 ? size : (size + (1u << shift) - 1) >> shift;
}

uint32_t ge_drm_view_width(const struct ge_drm_format *format, unsigned view, uint32_t width)
{
   return subsampled(width, view, format->shift_x);
}

uint32_t ge_drm_view_height(const struct ge_drm_format *format, unsigned view, uint32_t height)
{
   return subsampled(height, view, format->shift_y);
}

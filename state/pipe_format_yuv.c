/* pipe_format_yuv.c: PIPE_FORMAT_UYVY on the CPU. */
#include "pipe_format_yuv.h"

static uint8_t to_byte(int v)
{
   return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
}

static void decode_texel(uint8_t rgbx[4], int y, int cb, int cr)
{
   const int luma = 298 * (y - 16) + 128;
   rgbx[0] = to_byte((luma + 409 * (cr - 128)) >> 8);
   rgbx[1] = to_byte((luma - 100 * (cb - 128) - 208 * (cr - 128)) >> 8);
   rgbx[2] = to_byte((luma + 516 * (cb - 128)) >> 8);
   rgbx[3] = 255;
}

void pipe_decode_uyvy_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   for (unsigned row = 0; row < height; row++, dst += dst_stride_B, src += src_stride_B) {
      int cr = 128;
      for (unsigned x = 0; x < width; x++) {
         const uint8_t *pair = src + x / 2 * 4;
         if (x + 1 < width || x & 1)
            cr = pair[2];
         decode_texel(dst + 4 * (size_t)x, pair[x & 1 ? 3 : 1], pair[0], cr);
      }
   }
}

static uint8_t luma_of(const uint8_t rgb[3])
{
   return (uint8_t)(((66 * rgb[0] + 129 * rgb[1] + 25 * rgb[2] + 128) >> 8) + 16);
}

void pipe_encode_uyvy_image(uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B, unsigned width, unsigned height)
{
   for (unsigned row = 0; row < height; row++, dst += dst_stride_B, src += src_stride_B) {
      for (unsigned x = 0; x < width; x += 2) {
         const uint8_t *left = src + 4 * (size_t)x, *right = x + 1 < width ? left + 4 : left;
         const int r = (left[0] + right[0] + 1) / 2, g = (left[1] + right[1] + 1) / 2, b = (left[2] + right[2] + 1) / 2;
         uint8_t *pair = dst + x / 2 * 4;
         pair[0] = (uint8_t)(((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128);
         pair[1] = luma_of(left);
         pair[2] = (uint8_t)(((112 * r - 94 * g - 18 * b + 128) >> 8) + 128);
         pair[3] = luma_of(right);
      }
   }
}

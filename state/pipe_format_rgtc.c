/* pipe_format_rgtc.c: compresses images to RGTC (GL 4.6, appendix D.2): for each channel of a block the least and the greatest value
 * with six between them. */
#include <string.h>

#include "state/pipe_format_pack.h"

/* Sixteen values, row by row, as they are compared; codes are written as bytes. */
static void encode_channel(const int value[16], uint8_t block[8])
{
   int low = value[0], high = value[0];
   for (unsigned i = 1; i < 16; i++) {
      low = value[i] < low ? value[i] : low;
      high = value[i] > high ? value[i] : high;
   }
   uint64_t codes = 0;
   for (unsigned i = 0; i < 16 && high > low; i++) {
      /* Steps down from the greatest value, in sevenths, rounded: 0 and 7 are the end points, which are codes 0 and 1. */
      const unsigned step = (unsigned)(((high - value[i]) * 14 + (high - low)) / (2 * (high - low)));
      const uint64_t code = step == 0 ? 0 : step == 7 ? 1 : step + 1;
      codes |= code << (3 * i);
   }
   block[0] = (uint8_t)high;
   block[1] = (uint8_t)low;
   for (unsigned i = 0; i < 6; i++)
      block[2 + i] = (uint8_t)(codes >> (8 * i));
}

enum pipe_format pipe_rgtc_texel_format(enum pipe_format format)
{
   switch (format) {
   case PIPE_FORMAT_RGTC1_UNORM: return PIPE_FORMAT_R8_UNORM;
   case PIPE_FORMAT_RGTC1_SNORM: return PIPE_FORMAT_R8_SNORM;
   case PIPE_FORMAT_RGTC2_UNORM: return PIPE_FORMAT_R8G8_UNORM;
   case PIPE_FORMAT_RGTC2_SNORM: return PIPE_FORMAT_R8G8_SNORM;
   default: return PIPE_FORMAT_NONE;
   }
}

void pipe_encode_rgtc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   const enum pipe_format texels = pipe_rgtc_texel_format(format);
   const unsigned channels = pipe_format_block_size_B(texels);
   const bool is_signed = pipe_format_is_snorm(texels);
   for (unsigned y = 0; y < height; y += 4, dst += dst_stride_B) {
      uint8_t *block = dst;
      for (unsigned x = 0; x < width; x += 4)
         for (unsigned c = 0; c < channels; c++, block += 8) {
            int value[16];
            for (unsigned i = 0; i < 16; i++) {
               /* Texels beyond the image repeat its last ones. */
               const unsigned tx = x + i % 4 < width ? x + i % 4 : width - 1, ty = y + i / 4 < height ? y + i / 4 : height - 1;
               const uint8_t byte = src[ty * src_stride_B + tx * channels + c];
               value[i] = !is_signed ? byte : (int8_t)byte < -127 ? -127 : (int8_t)byte;
            }
            encode_channel(value, block);
         }
   }
}

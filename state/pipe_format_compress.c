/* pipe_format_compress.c: compresses images to RGTC (GL 4.6, appendix D.2) and S3TC (EXT_texture_compression_s3tc). The end points of a
 * block are the least and the greatest value of each channel. */
#include <stdbool.h>
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

/* ---- S3TC ---- */

enum { OPAQUE, PUNCH_THROUGH };

static unsigned to_565(const int rgb[3])
{
   return (unsigned)((rgb[0] * 31 + 127) / 255) << 11 | (unsigned)((rgb[1] * 63 + 127) / 255) << 5 | (unsigned)((rgb[2] * 31 + 127) / 255);
}

static void from_565(unsigned color, int rgb[3])
{
   const int r = (int)(color >> 11), g = (int)(color >> 5 & 63), b = (int)(color & 31);
   rgb[0] = r << 3 | r >> 2;
   rgb[1] = g << 2 | g >> 4;
   rgb[2] = b << 3 | b >> 2;
}

/* The ends of the diagonal of the texels' bounding box along which the channels grow or shrink together. `used`: bit per texel. */
static void diagonal(const uint8_t (*texel)[4], unsigned used, int ends[2][3])
{
   int low[3] = {255, 255, 255}, high[3] = {0}, wide = 0, covariance[3] = {0};
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 3 && used >> i & 1; c++) {
         low[c] = texel[i][c] < low[c] ? texel[i][c] : low[c];
         high[c] = texel[i][c] > high[c] ? texel[i][c] : high[c];
      }
   for (int c = 1; c < 3; c++)
      wide = high[c] - low[c] > high[wide] - low[wide] ? c : wide;
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 3 && used >> i & 1; c++)
         covariance[c] += (2 * texel[i][c] - low[c] - high[c]) * (2 * texel[i][wide] - low[wide] - high[wide]) / 4;
   for (unsigned c = 0; c < 3; c++) {
      ends[0][c] = covariance[c] < 0 ? low[c] : high[c];
      ends[1][c] = covariance[c] < 0 ? high[c] : low[c];
   }
}

static unsigned nearest(const uint8_t texel[4], int palette[4][3], unsigned count)
{
   unsigned best = 0;
   int least = INT32_MAX;
   for (unsigned k = 0; k < count; k++) {
      int distance = 0;
      for (unsigned c = 0; c < 3; c++)
         distance += (texel[c] - palette[k][c]) * (texel[c] - palette[k][c]);
      if (distance < least) {
         least = distance;
         best = k;
      }
   }
   return best;
}

/* PUNCH_THROUGH: texels with an alpha below one half become transparent. Then, and with equal end points, the first end point is not
 * greater than the second, and the palette has three colours. */
static void encode_colors(const uint8_t (*texel)[4], int kind, uint8_t block[8])
{
   unsigned used = 0;
   for (unsigned i = 0; i < 16; i++)
      used |= (unsigned)(kind == OPAQUE || texel[i][3] >= 128) << i;
   int ends[2][3] = {{0}}, palette[4][3];
   if (used)
      diagonal(texel, used, ends);
   unsigned color[2] = {to_565(ends[0]), to_565(ends[1])};
   const bool three = used != 0xffff || color[0] == color[1];
   if ((color[0] < color[1]) != three) {
      const unsigned first = color[0];
      color[0] = color[1];
      color[1] = first;
   }
   from_565(color[0], palette[0]);
   from_565(color[1], palette[1]);
   for (unsigned c = 0; c < 3; c++) {
      palette[2][c] = three ? (palette[0][c] + palette[1][c]) / 2 : (2 * palette[0][c] + palette[1][c]) / 3;
      palette[3][c] = (palette[0][c] + 2 * palette[1][c]) / 3;
   }
   uint32_t codes = 0;
   for (unsigned i = 0; i < 16; i++)
      codes |= (uint32_t)(used >> i & 1 ? nearest(texel[i], palette, three ? 3 : 4) : 3) << (2 * i);
   for (unsigned i = 0; i < 2; i++) {
      block[2 * i] = (uint8_t)color[i];
      block[2 * i + 1] = (uint8_t)(color[i] >> 8);
   }
   for (unsigned i = 0; i < 4; i++)
      block[4 + i] = (uint8_t)(codes >> (8 * i));
}

static void encode_alpha_4_bits(const uint8_t (*texel)[4], uint8_t block[8])
{
   for (unsigned i = 0; i < 8; i++)
      block[i] = (uint8_t)((texel[2 * i][3] + 8) / 17 | (texel[2 * i + 1][3] + 8) / 17 << 4);
}

/* ---- images ---- */

enum pipe_format pipe_compressed_from(enum pipe_format format)
{
   switch (format) {
   case PIPE_FORMAT_RGTC1_UNORM: return PIPE_FORMAT_R8_UNORM;
   case PIPE_FORMAT_RGTC1_SNORM: return PIPE_FORMAT_R8_SNORM;
   case PIPE_FORMAT_RGTC2_UNORM: return PIPE_FORMAT_R8G8_UNORM;
   case PIPE_FORMAT_RGTC2_SNORM: return PIPE_FORMAT_R8G8_SNORM;
   case PIPE_FORMAT_DXT1_RGB: case PIPE_FORMAT_DXT1_SRGB: case PIPE_FORMAT_DXT1_RGBA: case PIPE_FORMAT_DXT1_SRGBA:
   case PIPE_FORMAT_DXT3_RGBA: case PIPE_FORMAT_DXT3_SRGBA: case PIPE_FORMAT_DXT5_RGBA: case PIPE_FORMAT_DXT5_SRGBA:
   case PIPE_FORMAT_FXT1_RGB: case PIPE_FORMAT_FXT1_RGBA: return PIPE_FORMAT_R8G8B8A8_UNORM;
   default: return pipe_bptc_texel_format(format);
   }
}

static void encode_rgtc(const uint8_t (*texel)[4], unsigned channel, bool is_signed, uint8_t block[8])
{
   int value[16];
   for (unsigned i = 0; i < 16; i++) {
      const uint8_t byte = texel[i][channel];
      value[i] = !is_signed ? byte : (int8_t)byte < -127 ? -127 : (int8_t)byte;
   }
   encode_channel(value, block);
}

static void encode_block(enum pipe_format format, const uint8_t (*texel)[4], uint8_t *block)
{
   switch (format) {
   case PIPE_FORMAT_DXT1_RGB: case PIPE_FORMAT_DXT1_SRGB: encode_colors(texel, OPAQUE, block); return;
   case PIPE_FORMAT_DXT1_RGBA: case PIPE_FORMAT_DXT1_SRGBA: encode_colors(texel, PUNCH_THROUGH, block); return;
   case PIPE_FORMAT_DXT3_RGBA: case PIPE_FORMAT_DXT3_SRGBA:
      encode_alpha_4_bits(texel, block);
      encode_colors(texel, OPAQUE, block + 8);
      return;
   case PIPE_FORMAT_DXT5_RGBA: case PIPE_FORMAT_DXT5_SRGBA:
      encode_rgtc(texel, 3, false, block);
      encode_colors(texel, OPAQUE, block + 8);
      return;
   default:
      for (unsigned c = 0; c < pipe_format_block_size_B(format) / 8; c++)
         encode_rgtc(texel, c, pipe_format_is_snorm(pipe_compressed_from(format)), block + 8 * c);
   }
}

void pipe_compress_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                         unsigned width, unsigned height)
{
   if (pipe_bptc_texel_format(format)) {
      pipe_encode_bptc_image(format, dst, dst_stride_B, src, src_stride_B, width, height);
      return;
   }
   if (pipe_format_desc(format)->layout == PIPE_LAYOUT_FXT1) {
      pipe_encode_fxt1_image(format, dst, dst_stride_B, src, src_stride_B, width, height);
      return;
   }
   const unsigned texel_B = pipe_format_block_size_B(pipe_compressed_from(format)), block_B = pipe_format_block_size_B(format);
   for (unsigned y = 0; y < height; y += 4, dst += dst_stride_B)
      for (unsigned x = 0; x < width; x += 4) {
         uint8_t texel[16][4] = {{0}};
         for (unsigned i = 0; i < 16; i++) {
            /* Texels beyond the image repeat its last ones. */
            const unsigned tx = x + i % 4 < width ? x + i % 4 : width - 1, ty = y + i / 4 < height ? y + i / 4 : height - 1;
            memcpy(texel[i], src + ty * src_stride_B + tx * texel_B, texel_B);
         }
         encode_block(format, (const uint8_t (*)[4])texel, dst + x / 4 * block_B);
      }
}

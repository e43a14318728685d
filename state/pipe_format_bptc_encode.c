/* pipe_format_bptc_encode.c: compresses images to BPTC (GL 4.6, appendix D.3; EXT_texture_compression_bptc). Blocks have the mode with
 * one pair of end points and indices of 4 bits: mode 6 of the 8-bit formats, the mode without deltas of the float formats. */
#include <stdbool.h>
#include <string.h>

#include "state/pipe_format_pack.h"

enum { TEXELS = 16, COLORS = 16, HALF_MAX = 0x7bff };

/* Symmetric: exchanged end points reverse the order of the colours. */
static const uint8_t weights[COLORS] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

struct bit_writer { uint8_t *block; unsigned at; };

static void put(struct bit_writer *to, unsigned value, unsigned count)
{
   for (unsigned i = 0; i < count; i++, to->at++)
      to->block[to->at / 8] |= (uint8_t)((value >> i & 1) << to->at % 8);
}

/* The first index has no highest bit: it is 0. */
static void put_indices(struct bit_writer *to, const unsigned index[TEXELS])
{
   for (unsigned i = 0; i < TEXELS; i++)
      put(to, index[i], i ? 4 : 3);
}

static int interpolate(int from, int to, unsigned index)
{
   return (from * (64 - weights[index]) + to * weights[index] + 32) >> 6;
}

/* The diagonal of the texels' bounding box along which each channel grows or shrinks with the one of the greatest range. */
static void diagonal(const int (*texel)[4], unsigned channels, int ends[2][4])
{
   int low[4], high[4];
   unsigned wide = 0;
   for (unsigned c = 0; c < channels; c++) {
      low[c] = high[c] = texel[0][c];
      for (unsigned i = 1; i < TEXELS; i++) {
         low[c] = texel[i][c] < low[c] ? texel[i][c] : low[c];
         high[c] = texel[i][c] > high[c] ? texel[i][c] : high[c];
      }
      wide = high[c] - low[c] > high[wide] - low[wide] ? c : wide;
   }
   for (unsigned c = 0; c < channels; c++) {
      int64_t covariance = 0;
      for (unsigned i = 0; i < TEXELS; i++)
         covariance += (int64_t)(2 * texel[i][c] - low[c] - high[c]) * (2 * texel[i][wide] - low[wide] - high[wide]);
      ends[0][c] = covariance < 0 ? high[c] : low[c];
      ends[1][c] = covariance < 0 ? low[c] : high[c];
   }
}

/* The nearest colour of each texel. Returns whether the end points have to be exchanged, for which the indices are made. */
static bool choose_indices(const int (*texel)[4], const int (*color)[4], unsigned channels, unsigned index[TEXELS])
{
   for (unsigned i = 0; i < TEXELS; i++) {
      int64_t least = INT64_MAX;
      for (unsigned k = 0; k < COLORS; k++) {
         int64_t distance = 0;
         for (unsigned c = 0; c < channels; c++)
            distance += (int64_t)(texel[i][c] - color[k][c]) * (texel[i][c] - color[k][c]);
         if (distance < least) {
            least = distance;
            index[i] = k;
         }
      }
   }
   const bool exchange = index[0] >= COLORS / 2;
   for (unsigned i = 0; exchange && i < TEXELS; i++)
      index[i] = COLORS - 1 - index[i];
   return exchange;
}

/* ---- 8 bits ----------------------------------------------------------------------------------------------------------------- */

/* Seven bits for each channel and a lowest bit in common. Returns that bit. */
static unsigned quantize_unorm(const int end[4], unsigned bits[4])
{
   unsigned best = 0;
   int least = INT32_MAX;
   for (unsigned low = 0; low < 2; low++) {
      int error = 0;
      for (unsigned c = 0; c < 4; c++) {
         const int value = ((end[c] + 1 - (int)low) & 0x1fe) + (int)low, made = value > 255 ? value - 2 : value;
         error += (made - end[c]) * (made - end[c]);
      }
      if (error < least) {
         least = error;
         best = low;
      }
   }
   for (unsigned c = 0; c < 4; c++) {
      const unsigned value = (unsigned)(end[c] + 1 - (int)best) / 2;
      bits[c] = value > 127 ? 127 : value;
   }
   return best;
}

static void encode_unorm(const int (*texel)[4], uint8_t block[16])
{
   int ends[2][4], color[COLORS][4];
   unsigned bits[2][4], low[2], index[TEXELS];
   diagonal(texel, 4, ends);
   for (unsigned e = 0; e < 2; e++)
      low[e] = quantize_unorm(ends[e], bits[e]);
   for (unsigned k = 0; k < COLORS; k++)
      for (unsigned c = 0; c < 4; c++)
         color[k][c] = interpolate((int)(bits[0][c] << 1 | low[0]), (int)(bits[1][c] << 1 | low[1]), k);
   const unsigned first = choose_indices(texel, (const int (*)[4])color, 4, index);
   struct bit_writer to = {block, 0};
   put(&to, 1 << 6, 7);
   for (unsigned c = 0; c < 4; c++) {
      put(&to, bits[first][c], 7);
      put(&to, bits[!first][c], 7);
   }
   put(&to, low[first], 1);
   put(&to, low[!first], 1);
   put_indices(&to, index);
}

/* ---- float: half-precision numbers as integers, whose order is theirs ------------------------------------------------------- */

/* Ten bits, for signed formats with a sign. */
static int quantize_half(int half, bool is_signed)
{
   const int magnitude = (half < 0 ? -half : half) * (is_signed ? 32 : 64) / 31 >> 6;
   return half < 0 ? -magnitude : magnitude;
}

static int unquantize(int bits, bool is_signed)
{
   const int magnitude = bits < 0 ? -bits : bits, last = is_signed ? 511 : 1023;
   const int made = magnitude == 0 ? 0 : magnitude == last ? (is_signed ? 0x7fff : 0xffff) : magnitude * 64 + 32;
   return bits < 0 ? -made : made;
}

static int half_of(int value, bool is_signed)
{
   if (!is_signed)
      return value * 31 >> 6;
   return value < 0 ? -(-value * 31 >> 5) : value * 31 >> 5;
}

static void encode_half(const int (*texel)[4], bool is_signed, uint8_t block[16])
{
   int ends[2][4], bits[2][3], color[COLORS][4];
   unsigned index[TEXELS];
   diagonal(texel, 3, ends);
   for (unsigned e = 0; e < 2; e++)
      for (unsigned c = 0; c < 3; c++)
         bits[e][c] = quantize_half(ends[e][c], is_signed);
   for (unsigned k = 0; k < COLORS; k++)
      for (unsigned c = 0; c < 3; c++)
         color[k][c] = half_of(interpolate(unquantize(bits[0][c], is_signed), unquantize(bits[1][c], is_signed), k), is_signed);
   const unsigned first = choose_indices(texel, (const int (*)[4])color, 3, index);
   struct bit_writer to = {block, 0};
   put(&to, 3, 5);
   for (unsigned e = 0; e < 2; e++)
      for (unsigned c = 0; c < 3; c++)
         put(&to, (unsigned)bits[first ^ e][c], 10);
   put_indices(&to, index);
}

/* ---- images ----------------------------------------------------------------------------------------------------------------- */

static int order_of_half(uint16_t half, bool is_signed)
{
   const int magnitude = half & 0x7fff;
   if (magnitude > 0x7c00 || (half >> 15 && !is_signed))
      return 0;
   const int finite = magnitude > HALF_MAX ? HALF_MAX : magnitude;
   return half >> 15 ? -finite : finite;
}

enum pipe_format pipe_bptc_texel_format(enum pipe_format format)
{
   switch (format) {
   case PIPE_FORMAT_BPTC_RGBA_UNORM: case PIPE_FORMAT_BPTC_SRGBA: return PIPE_FORMAT_R8G8B8A8_UNORM;
   case PIPE_FORMAT_BPTC_RGB_FLOAT: case PIPE_FORMAT_BPTC_RGB_UFLOAT: return PIPE_FORMAT_R16G16B16A16_FLOAT;
   default: return PIPE_FORMAT_NONE;
   }
}

void pipe_encode_bptc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   const bool is_half = pipe_bptc_texel_format(format) == PIPE_FORMAT_R16G16B16A16_FLOAT, is_signed = format == PIPE_FORMAT_BPTC_RGB_FLOAT;
   for (unsigned y = 0; y < height; y += 4, dst += dst_stride_B)
      for (unsigned x = 0; x < width; x += 4) {
         int texel[TEXELS][4];
         for (unsigned i = 0; i < TEXELS; i++) {
            /* Texels beyond the image repeat its last ones. */
            const unsigned tx = x + i % 4 < width ? x + i % 4 : width - 1, ty = y + i / 4 < height ? y + i / 4 : height - 1;
            const uint8_t *row = src + ty * src_stride_B;
            uint16_t half[4];
            memcpy(half, row + (is_half ? tx * sizeof(half) : 0), is_half ? sizeof(half) : 0);
            for (unsigned c = 0; c < 4; c++)
               texel[i][c] = is_half ? order_of_half(half[c], is_signed) : row[tx * 4 + c];
         }
         uint8_t *block = dst + x / 4 * 16;
         memset(block, 0, 16);
         if (is_half)
            encode_half((const int (*)[4])texel, is_signed, block);
         else
            encode_unorm((const int (*)[4])texel, block);
      }
}

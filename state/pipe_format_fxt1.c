/* pipe_format_fxt1.c: texels of FXT1 (3DFX_texture_compression_FXT1, appendix). A block of 8 x 4 texels is a little-endian 128-bit
 * number: the mode in the highest bits, colours below it, then an index per texel. Texels 0 to 15 are the left half, 16 to 31 the right
 * one. */
#include "state/pipe_format_pack.h"

#include <string.h>

enum { MODE_BIT = 125, SUB_MODE_BIT = 124, COLORS_BIT = 64, HI_COLORS_BIT = 96, ALPHAS_BIT = 109, COLOR_BITS = 15 };

/* Up to 8 bits from bit `low` on. */
static unsigned bits(const uint8_t block[16], unsigned low, unsigned count)
{
   const unsigned at = low / 8, next = at < 15 ? (unsigned)block[at + 1] << 8 : 0;
   return (block[at] | next) >> (low % 8) & ((1u << count) - 1);
}

static uint8_t extend5(unsigned v)
{
   return (uint8_t)(v << 3 | v >> 2);
}

/* An opaque colour from blue, green and red of 5 bits each. */
static void color555(const uint8_t block[16], unsigned low, uint8_t rgba[4])
{
   for (unsigned c = 0; c < 3; c++)
      rgba[c] = extend5(bits(block, low + 5 * (2 - c), 5));
   rgba[3] = 255;
}

/* The same with a sixth bit of green. */
static void color565(const uint8_t block[16], unsigned low, unsigned green_lsb, uint8_t rgba[4])
{
   color555(block, low, rgba);
   const unsigned green = bits(block, low + 5, 5) << 1 | green_lsb;
   rgba[1] = (uint8_t)(green << 2 | green >> 4);
}

/* out: the colours from `a` to `b` in `steps` equal steps, rounded. */
static void ramp(const uint8_t a[4], const uint8_t b[4], unsigned steps, uint8_t (*out)[4])
{
   for (unsigned i = 0; i <= steps; i++)
      for (unsigned c = 0; c < 4; c++)
         out[i][c] = (uint8_t)(((steps - i) * a[c] + i * b[c] + steps / 2) / steps);
}

static void mixed_palette(const uint8_t block[16], unsigned half, uint8_t palette[8][4])
{
   const unsigned low = COLORS_BIT + 2 * COLOR_BITS * half, green_lsb = bits(block, MODE_BIT + half, 1);
   uint8_t first[4], second[4];
   color565(block, low + COLOR_BITS, green_lsb, second);
   if (!bits(block, SUB_MODE_BIT, 1)) { /* the upper index bit of the half's first texel holds a bit of green, too */
      color565(block, low, bits(block, 32 * half + 1, 1) ^ green_lsb, first);
      ramp(first, second, 3, palette);
      return;
   }
   color555(block, low, first);
   for (unsigned c = 0; c < 4; c++) {
      palette[0][c] = first[c];
      palette[1][c] = (uint8_t)((first[c] + second[c]) / 2);
      palette[2][c] = second[c];
      palette[3][c] = 0;
   }
}

static void alpha_palette(const uint8_t block[16], unsigned half, uint8_t palette[8][4])
{
   uint8_t color[3][4];
   for (unsigned i = 0; i < 3; i++) {
      color555(block, COLORS_BIT + COLOR_BITS * i, color[i]);
      color[i][3] = extend5(bits(block, ALPHAS_BIT + 5 * i, 5));
   }
   if (bits(block, SUB_MODE_BIT, 1)) {
      ramp(color[2 * half], color[1], 3, palette);
      return;
   }
   memcpy(palette, color, sizeof(color));
   memset(palette[3], 0, 4);
}

void pipe_decode_fxt1_block(const uint8_t block[16], uint8_t texels[4][8][4])
{
   const unsigned mode = bits(block, MODE_BIT, 3), index_bits = mode < 2 ? 3 : 2;
   uint8_t palette[2][8][4];
   for (unsigned half = 0; half < 2; half++) {
      uint8_t first[4], second[4];
      switch (mode) {
      case 0: case 1: /* CC_HI */
         color555(block, HI_COLORS_BIT, first);
         color555(block, HI_COLORS_BIT + COLOR_BITS, second);
         ramp(first, second, 6, palette[half]);
         memset(palette[half][7], 0, 4);
         break;
      case 2: /* CC_CHROMA */
         for (unsigned i = 0; i < 4; i++)
            color555(block, COLORS_BIT + COLOR_BITS * i, palette[half][i]);
         break;
      case 3: alpha_palette(block, half, palette[half]); break;
      default: mixed_palette(block, half, palette[half]); break;
      }
   }
   for (unsigned i = 0; i < 32; i++)
      memcpy(texels[i / 4 % 4][i / 16 * 4 + i % 4], palette[i / 16][bits(block, index_bits * i, index_bits)], 4);
}

void pipe_decode_fxt1_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   (void)format;
   for (unsigned y = 0; y < height; y += 4)
      for (unsigned x = 0; x < width; x += 8) {
         const unsigned columns = width - x < 8 ? width - x : 8;
         uint8_t texels[4][8][4];
         pipe_decode_fxt1_block(src + y / 4 * src_stride_B + (size_t)x / 8 * 16, texels);
         for (unsigned row = 0; row < 4 && y + row < height; row++)
            memcpy(dst + (y + row) * dst_stride_B + (size_t)x * 4, texels[row], columns * 4);
      }
}

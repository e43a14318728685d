/* pipe_format_etc.c: ETC1 texels, after OES_compressed_ETC1_RGB8_texture. A block is a big-endian 64-bit number: base colours,
 * two table codewords, the differential and flip bits, then 16 two-bit pixel indices in column order. */
#include "state/pipe_format_pack.h"

#include <string.h>

/* Table 3.17.2: the two magnitudes of each codeword; the index's low bit chooses, its high bit is the sign. */
static const uint8_t modifier[8][2] = { { 2, 8 }, { 5, 17 }, { 9, 29 }, { 13, 42 },
                                        { 18, 60 }, { 24, 80 }, { 33, 106 }, { 47, 183 } };

static uint8_t clamp8(int v)
{
   return v < 0 ? 0 : v > 255 ? 255 : v;
}

static int extend4(unsigned v)
{
   return (v & 15) * 17;
}

static int extend5(unsigned v)
{
   return (v & 31) << 3 | (v & 31) >> 2;
}

void pipe_decode_etc1(const uint8_t block[8], uint8_t texels[4][4][4])
{
   bool differential = block[3] & 2, flip = block[3] & 1;
   int base[2][3];
   for (unsigned c = 0; c < 3; c++) {
      if (differential) {
         /* 5 bits and a 3-bit signed difference. Sums outside 0..31 are undefined in ETC1; they wrap here. */
         int delta = (block[c] & 7) >= 4 ? (block[c] & 7) - 8 : (block[c] & 7);
         base[0][c] = extend5(block[c] >> 3);
         base[1][c] = extend5((block[c] >> 3) + delta);
      } else {
         base[0][c] = extend4(block[c] >> 4);
         base[1][c] = extend4(block[c]);
      }
   }
   const uint8_t *table[2] = { modifier[block[3] >> 5], modifier[block[3] >> 2 & 7] };
   unsigned high = block[4] << 8 | block[5], low = block[6] << 8 | block[7];

   for (unsigned x = 0; x < 4; x++) {
      for (unsigned y = 0; y < 4; y++) {
         unsigned bit = 4 * x + y, half = flip ? y / 2 : x / 2;
         int offset = table[half][low >> bit & 1];
         if (high >> bit & 1)
            offset = -offset;
         for (unsigned c = 0; c < 3; c++)
            texels[y][x][c] = clamp8(base[half][c] + offset);
         texels[y][x][3] = 255;
      }
   }
}

void pipe_decode_etc1_image(uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B, unsigned width,
                            unsigned height)
{
   for (unsigned y = 0; y < height; y += 4) {
      unsigned rows = height - y < 4 ? height - y : 4;
      for (unsigned x = 0; x < width; x += 4) {
         unsigned columns = width - x < 4 ? width - x : 4;
         uint8_t texels[4][4][4];
         pipe_decode_etc1(src + y / 4 * src_stride_B + (size_t)x / 4 * 8, texels);
         for (unsigned row = 0; row < rows; row++)
            memcpy(dst + (y + row) * dst_stride_B + (size_t)x * 4, texels[row], columns * 4);
      }
   }
}

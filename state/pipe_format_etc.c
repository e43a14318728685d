/* pipe_format_etc.c: texels of ETC1 (OES_compressed_ETC1_RGB8_texture), ETC2 and EAC (OpenGL ES 3.0, appendix C). A block is a
 * big-endian 64-bit number. Colours: base colours, codewords, mode bits, then 16 two-bit pixel indices in column order, their
 * high bits before their low bits. EAC: base codeword, multiplier, table, then 16 three-bit indices in column order.
 *
 * A block of colours becomes a palette of four texels for each half, of which a row of the block is selected at once. */
#include "state/pipe_format_pack.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "state/pipe_format_desc.h"

/* Vectors of four texels: their bytes as 16-bit numbers, and the packed bytes. */
typedef int16_t components __attribute__((vector_size(32)));
typedef uint64_t four_components __attribute__((vector_size(32)));
typedef uint8_t bytes __attribute__((vector_size(16)));
typedef uint32_t texels4 __attribute__((vector_size(16)));

static uint8_t clamp8(int v)
{
   return v < 0 ? 0 : v > 255 ? 255 : v;
}

static texels4 clamped(const components *values)
{
#ifdef __SSE2__
   __m128i half[2];
   memcpy(half, values, sizeof(half));
   return (texels4)_mm_packus_epi16(half[0], half[1]);
#else
   components v = *values & (*values > 0);
   v = (v & (v < 255)) | ((v >= 255) & 255);
   return (texels4)__builtin_convertvector(v, bytes);
#endif
}

static int extend4(unsigned v)
{
   return (v & 15) * 17;
}

static int extend5(unsigned v)
{
   return (v & 31) << 3 | (v & 31) >> 2;
}

static int extend6(unsigned v)
{
   return (v & 63) << 2 | (v & 63) >> 4;
}

static int extend7(unsigned v)
{
   return (v & 127) << 1 | (v & 127) >> 6;
}

/* The difference of a component in differential mode: 3 bits, signed. */
static int delta3(uint8_t byte)
{
   return (byte & 7) >= 4 ? (byte & 7) - 8 : byte & 7;
}

static texels4 either(texels4 mask, texels4 set, texels4 clear)
{
   return (mask & set) | (~mask & clear);
}

/* The texels of a block by their indices; palette: of the first and of the second half, which are above each other where the block is
 * flipped. */
static void select_texels(const uint8_t block[8], bool flip, const texels4 palette[2], uint32_t texels[4][4])
{
   static const texels4 columns[4] = {{0x1, 0x10, 0x100, 0x1000}, {0x2, 0x20, 0x200, 0x2000}, {0x4, 0x40, 0x400, 0x4000},
                                      {0x8, 0x80, 0x800, 0x8000}};
   const uint32_t high = (uint32_t)(block[4] << 8 | block[5]), low = (uint32_t)(block[6] << 8 | block[7]);
   texels4 color[2][4]; /* of the upper and the lower rows */
   for (unsigned i = 0; i < 4; i++) {
      const uint32_t first = palette[0][i], second = palette[1][i];
      color[0][i] = flip ? (texels4){first, first, first, first} : (texels4){first, first, second, second};
      color[1][i] = flip ? (texels4){second, second, second, second} : color[0][i];
   }
   for (unsigned y = 0; y < 4; y++) {
      const texels4 *c = color[y / 2];
      const texels4 is_high = (texels4)((columns[y] & high) != 0), is_low = (texels4)((columns[y] & low) != 0);
      const texels4 row = either(is_high, either(is_low, c[3], c[2]), either(is_low, c[1], c[0]));
      memcpy(texels[y], &row, sizeof(row));
   }
}

/* ---- two halves with a base colour each (ETC1) -------------------------------------------------------------------------------- */

/* What each codeword adds to the base colour for the four indices: the low bit chooses the magnitude, the high bit is the sign. Blocks
 * with transparent pixels have no small magnitudes. */
#define OFFSETS(small, large) {small, small, small, 0, large, large, large, 0, -small, -small, -small, 0, -large, -large, -large, 0}
static const components offsets[2][8] = {
   { OFFSETS(2, 8), OFFSETS(5, 17), OFFSETS(9, 29), OFFSETS(13, 42), OFFSETS(18, 60), OFFSETS(24, 80), OFFSETS(33, 106), OFFSETS(47, 183) },
   { OFFSETS(0, 8), OFFSETS(0, 17), OFFSETS(0, 29), OFFSETS(0, 42), OFFSETS(0, 60), OFFSETS(0, 80), OFFSETS(0, 106), OFFSETS(0, 183) },
};

/* punch: index 2 is transparent. */
static void decode_halves(const uint8_t block[8], bool differential, bool punch, uint32_t texels[4][4])
{
   const components *offset[2] = { &offsets[punch][block[3] >> 5], &offsets[punch][block[3] >> 2 & 7] };
   texels4 palette[2];
   for (unsigned half = 0; half < 2; half++) {
      uint64_t base = UINT64_C(255) << 48;
      for (unsigned c = 0; c < 3; c++) {
         /* Sums outside 0..31 are undefined in ETC1; they wrap here. ETC2 gives them other modes. */
         const int value = !differential ? extend4(half ? block[c] : block[c] >> 4) : !half ? extend5(block[c] >> 3) :
                           extend5((unsigned)((block[c] >> 3) + delta3(block[c])));
         base |= (uint64_t)value << 16 * c;
      }
      const components colors = (components)(four_components){base, base, base, base} + *offset[half];
      palette[half] = clamped(&colors);
      if (punch)
         palette[half][2] = 0;
   }
   select_texels(block, block[3] & 1, palette, texels);
}

void pipe_decode_etc1(const uint8_t block[8], uint8_t texels[4][4][4])
{
   uint32_t packed[4][4];
   decode_halves(block, block[3] & 2, false, packed);
   memcpy(texels, packed, sizeof(packed));
}

/* ---- ETC2's modes, which sums outside 0..31 select ---------------------------------------------------------------------------- */

static const uint8_t distance[8] = { 3, 6, 11, 16, 23, 32, 41, 64 };

static void paint(const uint8_t block[8], int colors[4][3], bool punch, uint32_t texels[4][4])
{
   components v;
   for (unsigned i = 0; i < 16; i++)
      v[i] = (int16_t)(i % 4 < 3 ? colors[i / 4][i % 4] : 255);
   texels4 palette[2] = {clamped(&v)};
   if (punch)
      palette[0][2] = 0;
   palette[1] = palette[0];
   select_texels(block, false, palette, texels);
}

static void decode_t(const uint8_t b[8], bool punch, uint32_t texels[4][4])
{
   const int first[3] = { extend4((b[0] >> 1 & 12) | (b[0] & 3)), extend4(b[1] >> 4), extend4(b[1]) };
   const int second[3] = { extend4(b[2] >> 4), extend4(b[2]), extend4(b[3] >> 4) };
   const int d = distance[(b[3] >> 1 & 6) | (b[3] & 1)];
   int colors[4][3];
   for (unsigned c = 0; c < 3; c++) {
      colors[0][c] = first[c];
      colors[1][c] = second[c] + d;
      colors[2][c] = second[c];
      colors[3][c] = second[c] - d;
   }
   paint(b, colors, punch, texels);
}

static void decode_h(const uint8_t b[8], bool punch, uint32_t texels[4][4])
{
   const unsigned first[3] = { b[0] >> 3 & 15, (b[0] & 7) << 1 | (b[1] >> 4 & 1), (b[1] & 8) | (b[1] & 3) << 1 | b[2] >> 7 };
   const unsigned second[3] = { b[2] >> 3 & 15, (b[2] & 7) << 1 | b[3] >> 7, b[3] >> 3 & 15 };
   const unsigned order = (first[0] << 8 | first[1] << 4 | first[2]) >= (second[0] << 8 | second[1] << 4 | second[2]);
   const int d = distance[(b[3] & 4) | (b[3] & 1) << 1 | order];
   int colors[4][3];
   for (unsigned c = 0; c < 3; c++) {
      colors[0][c] = extend4(first[c]) + d;
      colors[1][c] = extend4(first[c]) - d;
      colors[2][c] = extend4(second[c]) + d;
      colors[3][c] = extend4(second[c]) - d;
   }
   paint(b, colors, punch, texels);
}

/* A colour at the origin, one 4 texels to the right, one 4 texels below. */
static void decode_planar(const uint8_t b[8], uint32_t texels[4][4])
{
   const int origin[3] = { extend6(b[0] >> 1), extend7((b[0] & 1) << 6 | (b[1] >> 1 & 63)),
                           extend6((b[1] & 1) << 5 | (b[2] & 24) | (b[2] & 3) << 1 | b[3] >> 7) };
   const int right[3] = { extend6((b[3] >> 1 & 62) | (b[3] & 1)), extend7(b[4] >> 1), extend6((b[4] & 1) << 5 | b[5] >> 3) };
   const int below[3] = { extend6((b[5] & 7) << 3 | b[6] >> 5), extend7((b[6] & 31) << 2 | b[7] >> 6), extend6(b[7]) };
   components row, down; /* times 4, rounded; alpha is 255 in all rows */
   for (int i = 0; i < 16; i++) {
      const int c = i % 4;
      row[i] = (int16_t)(c < 3 ? i / 4 * (right[c] - origin[c]) + 4 * origin[c] + 2 : 4 * 255);
      down[i] = (int16_t)(c < 3 ? below[c] - origin[c] : 0);
   }
   for (unsigned y = 0; y < 4; y++, row += down) {
      const components quarter = row >> 2;
      const texels4 four = clamped(&quarter);
      memcpy(texels[y], &four, sizeof(four));
   }
}

/* punchthrough: the differential bit says that all pixels are opaque instead. */
static void decode_etc2(const uint8_t block[8], bool punchthrough, uint32_t texels[4][4])
{
   const bool bit = block[3] & 2, punch = punchthrough && !bit;
   unsigned outside = 0;
   while (outside < 3 && (unsigned)((block[outside] >> 3) + delta3(block[outside])) < 32)
      outside++;
   if (!bit && !punchthrough)
      decode_halves(block, false, false, texels);
   else if (outside == 0)
      decode_t(block, punch, texels);
   else if (outside == 1)
      decode_h(block, punch, texels);
   else if (outside == 2)
      decode_planar(block, texels);
   else
      decode_halves(block, true, punch, texels);
}

/* ---- EAC ------------------------------------------------------------------------------------------------------------------------ */

static const int8_t eac_modifier[16][8] = {
   { -3, -6, -9, -15, 2, 5, 8, 14 }, { -3, -7, -10, -13, 2, 6, 9, 12 }, { -2, -5, -8, -13, 1, 4, 7, 12 },
   { -2, -4, -6, -13, 1, 3, 5, 12 }, { -3, -6, -8, -12, 2, 5, 7, 11 }, { -3, -7, -9, -11, 2, 6, 8, 10 },
   { -4, -7, -8, -11, 3, 6, 7, 10 }, { -3, -5, -8, -11, 2, 4, 7, 10 }, { -2, -6, -8, -10, 1, 5, 7, 9 },
   { -2, -5, -8, -10, 1, 4, 7, 9 },  { -2, -4, -8, -10, 1, 3, 7, 9 },  { -2, -5, -7, -10, 1, 4, 6, 9 },
   { -3, -4, -7, -10, 2, 3, 6, 9 },  { -1, -2, -3, -10, 0, 1, 2, 9 },  { -4, -6, -8, -9, 3, 5, 7, 8 },
   { -3, -5, -7, -9, 2, 4, 6, 8 },
};

static uint64_t eac_indices(const uint8_t block[8])
{
   uint64_t indices = 0;
   for (unsigned i = 2; i < 8; i++)
      indices = indices << 8 | block[i];
   return indices;
}

static int eac_offset(const uint8_t block[8], unsigned x, unsigned y)
{
   return eac_modifier[block[1] & 15][eac_indices(block) >> (45 - 3 * (4 * x + y)) & 7];
}

/* Replaces the alphas of a block's texels. */
static void decode_alpha(const uint8_t block[8], uint32_t texels[4][4])
{
   const uint64_t indices = eac_indices(block);
   uint32_t alpha[8];
   for (unsigned i = 0; i < 8; i++)
      alpha[i] = (uint32_t)clamp8(block[0] + eac_modifier[block[1] & 15][i] * (block[1] >> 4)) << 24;
   for (unsigned x = 0; x < 4; x++)
      for (unsigned y = 0; y < 4; y++)
         texels[y][x] = (texels[y][x] & 0xffffff) | alpha[indices >> (45 - 3 * (4 * x + y)) & 7];
}

/* Offsets of 11-bit codes: 8 times as large, and 1 where the multiplier is 0. */
static int eac_offset11(const uint8_t block[8], unsigned x, unsigned y)
{
   const int multiplier = block[1] >> 4;
   return eac_offset(block, x, y) * (multiplier ? multiplier * 8 : 1);
}

/* 0..2047 as 0..65535. */
static uint16_t eac_unorm16(const uint8_t block[8], unsigned x, unsigned y)
{
   int v = block[0] * 8 + 4 + eac_offset11(block, x, y);
   v = v < 0 ? 0 : v > 2047 ? 2047 : v;
   return (uint16_t)(v << 5 | v >> 6);
}

/* -1023..1023 as -32767..32767; the base codeword -128 is -127. */
static int16_t eac_snorm16(const uint8_t block[8], unsigned x, unsigned y)
{
   const int base = (int8_t)block[0];
   int v = (base == -128 ? -127 : base) * 8 + eac_offset11(block, x, y);
   v = v < -1023 ? -1023 : v > 1023 ? 1023 : v;
   const int most = v < 0 ? -v : v;
   const int wide = most << 5 | most >> 5;
   return (int16_t)(v < 0 ? -wide : wide);
}

/* One or two channels of 16 bits, as the first bytes of a texel. */
static void decode_eac11(const uint8_t *block, unsigned channels, bool is_signed, uint32_t texels[4][4])
{
   for (unsigned y = 0; y < 4; y++) {
      for (unsigned x = 0; x < 4; x++) {
         uint16_t v[2] = {0};
         for (unsigned c = 0; c < channels; c++)
            v[c] = is_signed ? (uint16_t)eac_snorm16(block + 8 * c, x, y) : eac_unorm16(block + 8 * c, x, y);
         memcpy(&texels[y][x], v, sizeof(v));
      }
   }
}

/* ---- images --------------------------------------------------------------------------------------------------------------------- */

/* The first bytes of texels[row][column] are those of a texel. */
static void decode_block(enum pipe_format format, const uint8_t *block, uint32_t texels[4][4])
{
   switch (format) {
   case PIPE_FORMAT_ETC1_RGB8: decode_halves(block, block[3] & 2, false, texels); break;
   case PIPE_FORMAT_ETC2_RGB8: case PIPE_FORMAT_ETC2_SRGB8: decode_etc2(block, false, texels); break;
   case PIPE_FORMAT_ETC2_RGB8A1: case PIPE_FORMAT_ETC2_SRGB8A1: decode_etc2(block, true, texels); break;
   case PIPE_FORMAT_ETC2_R11_UNORM: decode_eac11(block, 1, false, texels); break;
   case PIPE_FORMAT_ETC2_R11_SNORM: decode_eac11(block, 1, true, texels); break;
   case PIPE_FORMAT_ETC2_RG11_UNORM: decode_eac11(block, 2, false, texels); break;
   case PIPE_FORMAT_ETC2_RG11_SNORM: decode_eac11(block, 2, true, texels); break;
   default: /* alpha, then colours */
      decode_etc2(block + 8, false, texels);
      decode_alpha(block, texels);
   }
}

enum pipe_format pipe_etc_decoded_format(enum pipe_format format)
{
   switch (format) {
   case PIPE_FORMAT_ETC2_R11_UNORM: return PIPE_FORMAT_R16_UNORM;
   case PIPE_FORMAT_ETC2_R11_SNORM: return PIPE_FORMAT_R16_SNORM;
   case PIPE_FORMAT_ETC2_RG11_UNORM: return PIPE_FORMAT_R16G16_UNORM;
   case PIPE_FORMAT_ETC2_RG11_SNORM: return PIPE_FORMAT_R16G16_SNORM;
   default:
      return pipe_format_desc(format)->layout != PIPE_LAYOUT_ETC ? PIPE_FORMAT_NONE :
             pipe_format_is_srgb(format) ? PIPE_FORMAT_R8G8B8A8_SRGB : PIPE_FORMAT_R8G8B8A8_UNORM;
   }
}

void pipe_decode_etc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                           unsigned width, unsigned height)
{
   const size_t block_B = pipe_format_block_size_B(format), texel_B = pipe_format_block_size_B(pipe_etc_decoded_format(format));
   for (unsigned y = 0; y < height; y += 4) {
      const unsigned rows = height - y < 4 ? height - y : 4;
      for (unsigned x = 0; x < width; x += 4) {
         const unsigned columns = width - x < 4 ? width - x : 4;
         uint32_t texels[4][4];
         decode_block(format, src + y / 4 * src_stride_B + (size_t)x / 4 * block_B, texels);
         for (unsigned row = 0; row < rows; row++) {
            uint8_t *to = dst + (y + row) * dst_stride_B + x * texel_B;
            if (columns == 4 && texel_B == 4)
               memcpy(to, texels[row], 16);
            else
               for (unsigned column = 0; column < columns; column++)
                  memcpy(to + column * texel_B, &texels[row][column], texel_B);
         }
      }
   }
}

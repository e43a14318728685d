/* api_bptc.c: a decoder of BPTC blocks after ARB_texture_compression_bptc, whose names its tables have. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api_bptc.h"

/* Tables P2 and P3: the subset of each of the sixteen texels. */
static const char partitions[2][64][17] = {{
   "0011001100110011", "0001000100010001", "0111011101110111", "0001001100110111", "0000000100010011", "0011011101111111",
   "0001001101111111", "0000000100110111", "0000000000010011", "0011011111111111", "0000000101111111", "0000000000010111",
   "0001011111111111", "0000000011111111", "0000111111111111", "0000000000001111", "0000100011101111", "0111000100000000",
   "0000000010001110", "0111001100010000", "0011000100000000", "0000100011001110", "0000000010001100", "0111001100110001",
   "0011000100010000", "0000100010001100", "0110011001100110", "0011011001101100", "0001011111101000", "0000111111110000",
   "0111000110001110", "0011100110011100", "0101010101010101", "0000111100001111", "0101101001011010", "0011001111001100",
   "0011110000111100", "0101010110101010", "0110100101101001", "0101101010100101", "0111001111001110", "0001001111001000",
   "0011001001001100", "0011101111011100", "0110100110010110", "0011110011000011", "0110011010011001", "0000011001100000",
   "0100111001000000", "0010011100100000", "0000001001110010", "0000010011100100", "0110110010010011", "0011011011001001",
   "0110001110011100", "0011100111000110", "0110110011001001", "0110001100111001", "0111111010000001", "0001100011100111",
   "0000111100110011", "0011001111110000", "0010001011101110", "0100010001110111",
}, {
   "0011001102212222", "0001001122112221", "0000200122112211", "0222002200110111", "0000000011221122", "0011001100220022",
   "0022002211111111", "0011001122112211", "0000000011112222", "0000111111112222", "0000111122222222", "0012001200120012",
   "0112011201120112", "0122012201220122", "0011011211221222", "0011200122002220", "0001001101121122", "0111001120012200",
   "0000112211221122", "0022002200221111", "0111011102220222", "0001000122212221", "0000001101220122", "0000110022102210",
   "0122012200110000", "0012001211222222", "0110122112210110", "0000011012211221", "0022110211020022", "0110011020022222",
   "0011012201220011", "0000200022112221", "0000000211221222", "0222002200120011", "0011001200220222", "0120012001200120",
   "0000111122220000", "0120120120120120", "0120201212010120", "0011220011220011", "0011112222000011", "0101010122222222",
   "0000000021212121", "0022112200221122", "0022001100220011", "0220122102201221", "0101222222220101", "0000212121212121",
   "0101010101012222", "0222011102220111", "0002111200021112", "0000211221122112", "0222011101110222", "0002111211120002",
   "0110011001102222", "0000000021122112", "0110011022222222", "0022001100110022", "0022112211220022", "0000000000002112",
   "0002000100020001", "0222122202221222", "0101222222222222", "0111201122012220",
}};

/* Tables A2, A3a and A3b: the texel whose index lacks its highest bit, of the second of two, the second and the third of three subsets. */
static const uint8_t anchors[3][64] = {
   {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15},
   {3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3, 3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15,
    8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15, 3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3},
   {15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8, 15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8,
    15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8, 15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8},
};

/* Table F: the fields of a block of floats after its mode, from the lowest bit on: channel, endpoint, bits high:low; the bits of
 * low:high are reversed. */
static const struct float_mode { unsigned number, bits, deltas[3]; bool transformed; const char *fields; } float_modes[14] = {
   {0, 10, {5, 5, 5}, true,
    "g2.4 b2.4 b3.4 r0.9:0 g0.9:0 b0.9:0 r1.4:0 g3.4 g2.3:0 g1.4:0 b3.0 g3.3:0 b1.4:0 b3.1 b2.3:0 r2.4:0 b3.2 r3.4:0 "
    "b3.3"},
   {1, 7, {6, 6, 6}, true,
    "g2.5 g3.4 g3.5 r0.6:0 b3.0 b3.1 b2.4 g0.6:0 b2.5 b3.2 g2.4 b0.6:0 b3.3 b3.5 b3.4 r1.5:0 g2.3:0 g1.5:0 g3.3:0 "
    "b1.5:0 b2.3:0 r2.5:0 r3.5:0"},
   {2, 11, {5, 4, 4}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.4:0 r0.10 g2.3:0 g1.3:0 g0.10 b3.0 g3.3:0 b1.3:0 b0.10 b3.1 b2.3:0 r2.4:0 b3.2 r3.4:0 "
    "b3.3"},
   {6, 11, {4, 5, 4}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.3:0 r0.10 g3.4 g2.3:0 g1.4:0 g0.10 g3.3:0 b1.3:0 b0.10 b3.1 b2.3:0 r2.3:0 b3.0 b3.2 "
    "r3.3:0 g2.4 b3.3"},
   {10, 11, {4, 4, 5}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.3:0 r0.10 b2.4 g2.3:0 g1.3:0 g0.10 b3.0 g3.3:0 b1.4:0 b0.10 b2.3:0 r2.3:0 b3.1 b3.2 "
    "r3.3:0 b3.4 b3.3"},
   {14, 9, {5, 5, 5}, true,
    "r0.8:0 b2.4 g0.8:0 g2.4 b0.8:0 b3.4 r1.4:0 g3.4 g2.3:0 g1.4:0 b3.0 g3.3:0 b1.4:0 b3.1 b2.3:0 r2.4:0 b3.2 r3.4:0 "
    "b3.3"},
   {18, 8, {6, 5, 5}, true,
    "r0.7:0 g3.4 b2.4 g0.7:0 b3.2 g2.4 b0.7:0 b3.3 b3.4 r1.5:0 g2.3:0 g1.4:0 b3.0 g3.3:0 b1.4:0 b3.1 b2.3:0 r2.5:0 "
    "r3.5:0"},
   {22, 8, {5, 6, 5}, true,
    "r0.7:0 b3.0 b2.4 g0.7:0 g2.5 g2.4 b0.7:0 g3.5 b3.4 r1.4:0 g3.4 g2.3:0 g1.5:0 g3.3:0 b1.4:0 b3.1 b2.3:0 r2.4:0 "
    "b3.2 r3.4:0 b3.3"},
   {26, 8, {5, 5, 6}, true,
    "r0.7:0 b3.1 b2.4 g0.7:0 b2.5 g2.4 b0.7:0 b3.5 b3.4 r1.4:0 g3.4 g2.3:0 g1.4:0 b3.0 g3.3:0 b1.5:0 b2.3:0 r2.4:0 "
    "b3.2 r3.4:0 b3.3"},
   {30, 6, {6, 6, 6}, false,
    "r0.5:0 g3.4 b3.0 b3.1 b2.4 g0.5:0 g2.5 b2.5 b3.2 g2.4 b0.5:0 g3.5 b3.3 b3.5 b3.4 r1.5:0 g2.3:0 g1.5:0 g3.3:0 "
    "b1.5:0 b2.3:0 r2.5:0 r3.5:0"},
   {3, 10, {10, 10, 10}, false,
    "r0.9:0 g0.9:0 b0.9:0 r1.9:0 g1.9:0 b1.9:0"},
   {7, 11, {9, 9, 9}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.8:0 r0.10 g1.8:0 g0.10 b1.8:0 b0.10"},
   {11, 12, {8, 8, 8}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.7:0 r0.10:11 g1.7:0 g0.10:11 b1.7:0 b0.10:11"},
   {15, 16, {4, 4, 4}, true,
    "r0.9:0 g0.9:0 b0.9:0 r1.3:0 r0.10:15 g1.3:0 g0.10:15 b1.3:0 b0.10:15"},
};

struct reader { const uint8_t *block; unsigned at; };

static unsigned read_bits(struct reader *reader, unsigned count)
{
   unsigned value = 0;
   for (unsigned i = 0; i < count; i++, reader->at++)
      value |= (reader->block[reader->at / 8] >> reader->at % 8 & 1u) << i;
   return value;
}

static unsigned subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
   return subsets == 1 ? 0 : (unsigned)(partitions[subsets - 2][partition][texel] - '0');
}

/* The index of a texel; the reader continues after the indices of all texels. */
static unsigned read_index(struct reader *reader, unsigned subsets, unsigned partition, unsigned bits, unsigned texel)
{
   unsigned index = 0;
   for (unsigned i = 0; i < 16; i++) {
      const bool anchor = i == 0 || (subsets == 2 && i == anchors[0][partition]) ||
                          (subsets == 3 && (i == anchors[1][partition] || i == anchors[2][partition]));
      const unsigned value = read_bits(reader, bits - anchor);
      if (i == texel)
         index = value;
   }
   return index;
}

/* In 64ths. */
static int interpolate(int a, int b, unsigned bits, unsigned index)
{
   static const uint8_t weights[3][16] = {{0, 21, 43, 64}, {0, 9, 18, 27, 37, 46, 55, 64},
                                          {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};
   const int weight = weights[bits - 2][index];
   return ((64 - weight) * a + weight * b + 32) >> 6;
}

/* ---- BPTC_UNORM --------------------------------------------------------------------------------------------------------------- */

/* Table M. */
static const struct unorm_mode { uint8_t subsets, partition, rotation, selection, color, alpha, endpoint_p, shared_p, index, index2; }
unorm_modes[8] = {
   {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
   {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2}, {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

/* The endpoints of all subsets as bytes. */
static void read_endpoints(struct reader *reader, const struct unorm_mode *mode, int ends[6][4])
{
   const unsigned count = 2u * mode->subsets;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned e = 0; e < count; e++)
         ends[e][c] = (int)read_bits(reader, c < 3 ? mode->color : mode->alpha);
   if (mode->endpoint_p || mode->shared_p)
      for (unsigned e = 0, p = 0; e < count; e++) {
         if (mode->endpoint_p || e % 2 == 0)
            p = read_bits(reader, 1);
         for (unsigned c = 0; c < 4; c++)
            ends[e][c] = ends[e][c] << 1 | (int)p;
      }
   for (unsigned e = 0; e < count; e++)
      for (unsigned c = 0; c < 4; c++) {
         const int bits = (c < 3 ? mode->color : mode->alpha) + (mode->endpoint_p || mode->shared_p);
         ends[e][c] <<= 8 - bits;
         ends[e][c] |= ends[e][c] >> bits;
         if (c == 3 && !mode->alpha)
            ends[e][c] = 255;
      }
}

void api_decode_bptc_unorm(const uint8_t *block, unsigned x, unsigned y, uint8_t rgba[4])
{
   struct reader reader = {block, 0};
   unsigned number = 0;
   int ends[6][4];
   memset(rgba, 0, 4);
   while (number < 8 && !read_bits(&reader, 1))
      number++;
   if (number == 8)
      return;
   const struct unorm_mode *mode = &unorm_modes[number];
   const unsigned partition = read_bits(&reader, mode->partition), rotation = read_bits(&reader, mode->rotation);
   const bool selected = read_bits(&reader, mode->selection);
   read_endpoints(&reader, mode, ends);
   const unsigned texel = 4 * y + x, subset = subset_of(mode->subsets, partition, texel);
   const unsigned first = read_index(&reader, mode->subsets, partition, mode->index, texel);
   const unsigned second = mode->index2 ? read_index(&reader, mode->subsets, partition, mode->index2, texel) : first;
   for (unsigned c = 0; c < 4; c++) {
      const bool secondary = mode->index2 && (c < 3) == selected;
      rgba[c] = (uint8_t)interpolate(ends[2 * subset][c], ends[2 * subset + 1][c], secondary ? mode->index2 : mode->index,
                                     secondary ? second : first);
   }
   if (rotation) {
      const uint8_t alpha = rgba[3];
      rgba[3] = rgba[rotation - 1];
      rgba[rotation - 1] = alpha;
   }
}

/* ---- BPTC floats ---------------------------------------------------------------------------------------------------------------- */

static int sign_extended(int value, unsigned bits)
{
   return value >> (bits - 1) & 1 ? value - (1 << bits) : value;
}

static void read_fields(struct reader *reader, const char *field, int ends[4][3])
{
   for (; field; field = strchr(field, ' ')) {
      field += *field == ' ';
      char *after;
      const unsigned channel = field[0] == 'r' ? 0 : field[0] == 'g' ? 1 : 2, endpoint = (unsigned)(field[1] - '0');
      const int from = (int)strtol(field + 3, &after, 10), to = *after == ':' ? (int)strtol(after + 1, NULL, 10) : from;
      for (int i = 0; i <= abs(from - to); i++)
         ends[endpoint][channel] |= (int)(read_bits(reader, 1) << (from < to ? to - i : to + i));
   }
}

static int unquantized(int x, int bits, bool is_signed)
{
   if (!is_signed)
      return bits >= 15 ? x : x == 0 ? 0 : x == (1 << bits) - 1 ? 0xffff : ((x << 15) + 0x4000) >> (bits - 1);
   if (bits >= 16)
      return x;
   const int size = abs(x), wide = size == 0 ? 0 : size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
   return x < 0 ? -wide : wide;
}

static double half(int bits)
{
   const int exponent = bits >> 10 & 31, fraction = bits & 1023;
   return exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
}

void api_decode_bptc_float(const uint8_t *block, bool is_signed, unsigned x, unsigned y, double rgb[3])
{
   struct reader reader = {block, 0};
   const struct float_mode *mode = NULL;
   int ends[4][3] = {{0}};
   unsigned number = read_bits(&reader, 2);
   if (number > 1)
      number |= read_bits(&reader, 3) << 2;
   for (unsigned i = 0; i < 14; i++)
      if (float_modes[i].number == number)
         mode = &float_modes[i];
   rgb[0] = rgb[1] = rgb[2] = 0;
   if (!mode)
      return;
   read_fields(&reader, mode->fields, ends);
   const unsigned subsets = strstr(mode->fields, "r3.") ? 2 : 1;
   const unsigned partition = subsets == 2 ? read_bits(&reader, 5) : 0, bits = subsets == 2 ? 3 : 4, texel = 4 * y + x;
   const unsigned index = read_index(&reader, subsets, partition, bits, texel), subset = subset_of(subsets, partition, texel);
   for (unsigned c = 0; c < 3; c++) {
      for (unsigned e = 0; e < 4; e++) {
         int *value = &ends[e][c];
         if (e && mode->transformed)
            *value = (ends[0][c] + sign_extended(*value, mode->deltas[c])) & ((1 << mode->bits) - 1);
      }
      for (unsigned e = 0; e < 4; e++)
         ends[e][c] = unquantized(is_signed ? sign_extended(ends[e][c], mode->bits) : ends[e][c], (int)mode->bits, is_signed);
      const int value = interpolate(ends[2 * subset][c], ends[2 * subset + 1][c], bits, index);
      rgb[c] = !is_signed ? half(value * 31 >> 6) : value < 0 ? -half(-value * 31 >> 5) : half(value * 31 >> 5);
   }
}

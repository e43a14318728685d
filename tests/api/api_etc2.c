/* api_etc2.c: a decoder of EAC and ETC2 blocks after OpenGL ES 3.2, appendix C. */

#include "api_etc2.h"
#include "api_srgb.h"

static uint64_t word(const uint8_t *block)
{
   uint64_t value = 0;
   for (unsigned i = 0; i < 8; i++)
      value = value << 8 | block[i];
   return value;
}

/* Bits `high` to `low` of a block. */
static int bits(uint64_t block, unsigned high, unsigned low)
{
   return (int)(block >> low & ((1ull << (high - low + 1)) - 1));
}

static int clamped(int value, int least, int most)
{
   return value < least ? least : value > most ? most : value;
}

static int eac_modifier(uint64_t block, unsigned x, unsigned y)
{
   static const int8_t table[16][8] = {
      {-3, -6, -9, -15, 2, 5, 8, 14}, {-3, -7, -10, -13, 2, 6, 9, 12}, {-2, -5, -8, -13, 1, 4, 7, 12}, {-2, -4, -6, -13, 1, 3, 5, 12},
      {-3, -6, -8, -12, 2, 5, 7, 11}, {-3, -7, -9, -11, 2, 6, 8, 10}, {-4, -7, -8, -11, 3, 6, 7, 10}, {-3, -5, -8, -11, 2, 4, 7, 10},
      {-2, -6, -8, -10, 1, 5, 7, 9}, {-2, -5, -8, -10, 1, 4, 7, 9}, {-2, -4, -8, -10, 1, 3, 7, 9}, {-2, -5, -7, -10, 1, 4, 6, 9},
      {-3, -4, -7, -10, 2, 3, 6, 9}, {-1, -2, -3, -10, 0, 1, 2, 9}, {-4, -6, -8, -9, 3, 5, 7, 8}, {-3, -5, -7, -9, 2, 4, 6, 8}};
   const unsigned at = 45 - 3 * (4 * x + y);
   return table[bits(block, 51, 48)][bits(block, at + 2, at)];
}

static double eac_channel(const uint8_t *bytes, bool is_signed, unsigned x, unsigned y)
{
   const uint64_t block = word(bytes);
   const int multiplier = bits(block, 55, 52), step = eac_modifier(block, x, y) * (multiplier ? multiplier * 8 : 1);
   if (!is_signed)
      return clamped(bits(block, 63, 56) * 8 + 4 + step, 0, 2047) / 2047.0;
   const int base = (int8_t)bits(block, 63, 56);
   return clamped((base < -127 ? -127 : base) * 8 + step, -1023, 1023) / 1023.0;
}

static double eac_alpha(const uint8_t *bytes, unsigned x, unsigned y)
{
   const uint64_t block = word(bytes);
   return clamped(bits(block, 63, 56) + eac_modifier(block, x, y) * bits(block, 55, 52), 0, 255) / 255.0;
}

struct texel { int rgb[3]; bool transparent; };

static struct texel shifted(const int color[3], int by)
{
   return (struct texel){{clamped(color[0] + by, 0, 255), clamped(color[1] + by, 0, 255), clamped(color[2] + by, 0, 255)}, false};
}

static struct texel planar(uint64_t b, unsigned x, unsigned y)
{
   const int raw[3][3] = {
      {bits(b, 62, 57), bits(b, 56, 56) << 6 | bits(b, 54, 49), bits(b, 48, 48) << 5 | bits(b, 44, 43) << 3 | bits(b, 41, 39)},
      {bits(b, 38, 34) << 1 | bits(b, 32, 32), bits(b, 31, 25), bits(b, 24, 19)}, {bits(b, 18, 13), bits(b, 12, 6), bits(b, 5, 0)}};
   struct texel texel = {{0}, false};
   for (unsigned c = 0; c < 3; c++) {
      int corner[3];
      for (unsigned k = 0; k < 3; k++)
         corner[k] = c == 1 ? raw[k][c] << 1 | raw[k][c] >> 6 : raw[k][c] << 2 | raw[k][c] >> 4;
      texel.rgb[c] = clamped(((int)x * (corner[1] - corner[0]) + (int)y * (corner[2] - corner[0]) + 4 * corner[0] + 2) >> 2, 0, 255);
   }
   return texel;
}

/* The modes T and H: four paint colours of two base colours and a distance. */
static struct texel painted(uint64_t b, bool is_h, int index)
{
   static const int distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};
   int raw[2][3] = {{bits(b, 60, 59) << 2 | bits(b, 57, 56), bits(b, 55, 52), bits(b, 51, 48)},
                    {bits(b, 47, 44), bits(b, 43, 40), bits(b, 39, 36)}};
   int distance = bits(b, 35, 34) << 1 | bits(b, 32, 32);
   if (is_h) {
      const int h[2][3] = {{bits(b, 62, 59), bits(b, 58, 56) << 1 | bits(b, 52, 52), bits(b, 51, 51) << 3 | bits(b, 49, 47)},
                           {bits(b, 46, 43), bits(b, 42, 39), bits(b, 38, 35)}};
      int order[2];
      for (unsigned k = 0; k < 2; k++) {
         order[k] = h[k][0] << 8 | h[k][1] << 4 | h[k][2];
         for (unsigned c = 0; c < 3; c++)
            raw[k][c] = h[k][c];
      }
      distance = bits(b, 34, 34) << 2 | bits(b, 32, 32) << 1 | (order[0] >= order[1]);
   }
   for (unsigned k = 0; k < 2; k++)
      for (unsigned c = 0; c < 3; c++)
         raw[k][c] *= 17;
   const int d = distances[distance];
   if (is_h)
      return shifted(raw[index / 2], index % 2 ? -d : d);
   return index == 0 ? shifted(raw[0], 0) : shifted(raw[1], index == 1 ? d : index == 3 ? -d : 0);
}

/* `punch`: the format has punch-through alpha, and the bit of the differential mode says that the block is opaque. */
static struct texel etc2_color(const uint8_t *bytes, bool punch, unsigned x, unsigned y)
{
   static const int tables[8][2] = {{2, 8}, {5, 17}, {9, 29}, {13, 42}, {18, 60}, {24, 80}, {33, 106}, {47, 183}};
   const uint64_t b = word(bytes);
   const unsigned at = 4 * x + y;
   const int index = bits(b, 16 + at, 16 + at) << 1 | bits(b, at, at);
   const bool second = bits(b, 32, 32) ? y >= 2 : x >= 2, hole = punch && !bits(b, 33, 33);
   int color[3];
   for (unsigned c = 0; c < 3; c++) {
      const unsigned top = 63 - 8 * c;
      if (!punch && !bits(b, 33, 33)) {
         color[c] = 17 * (second ? bits(b, top - 4, top - 7) : bits(b, top, top - 3));
         continue;
      }
      const int base = bits(b, top, top - 4), delta = (bits(b, top - 5, top - 7) ^ 4) - 4, sum = base + delta;
      if (sum < 0 || sum > 31) {
         if (c == 2)
            return planar(b, x, y);
         return hole && index == 2 ? (struct texel){{0}, true} : painted(b, c == 1, index);
      }
      const int five = second ? sum : base;
      color[c] = five << 3 | five >> 2;
   }
   if (hole && index == 2)
      return (struct texel){{0}, true};
   const int *table = tables[second ? bits(b, 36, 34) : bits(b, 39, 37)];
   const int size = hole && index == 0 ? 0 : table[index & 1];
   return shifted(color, index & 2 ? -size : size);
}

void api_decode_etc2(GLenum format, const uint8_t *block, unsigned x, unsigned y, double rgba[4])
{
   const bool is_signed = format == GL_COMPRESSED_SIGNED_R11_EAC || format == GL_COMPRESSED_SIGNED_RG11_EAC;
   const bool punch = format == GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2 || format == GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2;
   const bool alpha = format == GL_COMPRESSED_RGBA8_ETC2_EAC || format == GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC;
   const bool srgb = format == GL_COMPRESSED_SRGB8_ETC2 || format == GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC ||
                     format == GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2;
   rgba[1] = rgba[2] = 0;
   rgba[3] = 1;
   if (is_signed || format == GL_COMPRESSED_R11_EAC || format == GL_COMPRESSED_RG11_EAC) {
      rgba[0] = eac_channel(block, is_signed, x, y);
      if (format == GL_COMPRESSED_RG11_EAC || format == GL_COMPRESSED_SIGNED_RG11_EAC)
         rgba[1] = eac_channel(block + 8, is_signed, x, y);
      return;
   }
   const struct texel texel = etc2_color(block + (alpha ? 8 : 0), punch, x, y);
   for (unsigned c = 0; c < 3; c++)
      rgba[c] = srgb ? api_srgb_decode(texel.rgb[c] / 255.0) : texel.rgb[c] / 255.0;
   rgba[3] = alpha ? eac_alpha(block, x, y) : texel.transparent ? 0 : 1;
}

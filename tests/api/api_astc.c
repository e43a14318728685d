/* api_astc.c: a decoder of two-dimensional ASTC blocks of low dynamic range after KHR_texture_compression_astc_hdr, whose sections the
 * comments name. */
#include <string.h>

#include "api_astc.h"

/* Bits [low + count - 1 : low]. */
static unsigned bits(const uint8_t *block, unsigned low, unsigned count)
{
   unsigned value = 0;
   for (unsigned i = 0; i < count; i++)
      value |= (block[(low + i) / 8] >> (low + i) % 8 & 1u) << i;
   return value;
}

/* ---- integer sequences (C.2.12) -------------------------------------------------------------------------------------------------- */

struct range { unsigned trits, quints, bits; };

static unsigned sequence_bits(const struct range *r, unsigned count)
{
   return count * r->bits + (r->trits ? (8 * count + 4) / 5 : 0) + (r->quints ? (7 * count + 2) / 3 : 0);
}

struct stream { const uint8_t *block; unsigned at, end; bool reversed; };

/* Bits behind the end are 0. */
static unsigned take(struct stream *s, unsigned count)
{
   unsigned value = 0;
   for (unsigned i = 0; i < count; i++, s->at++)
      if (s->at < s->end)
         value |= bits(s->block, s->reversed ? 127 - s->at : s->at, 1) << i;
   return value;
}

static void unpack_trits(unsigned t, unsigned out[5])
{
   unsigned c = t & 31;
   if ((t >> 2 & 7) == 7) {
      c = (t >> 5 & 7) << 2 | (t & 3);
      out[4] = out[3] = 2;
   } else if ((t >> 5 & 3) == 3) {
      out[4] = 2;
      out[3] = t >> 7;
   } else {
      out[4] = t >> 7;
      out[3] = t >> 5 & 3;
   }
   if ((c & 3) == 3) {
      out[2] = 2;
      out[1] = c >> 4;
      out[0] = (c >> 3 & 1) << 1 | (c >> 2 & ~(c >> 3) & 1);
   } else if ((c >> 2 & 3) == 3) {
      out[2] = out[1] = 2;
      out[0] = c & 3;
   } else {
      out[2] = c >> 4;
      out[1] = c >> 2 & 3;
      out[0] = (c >> 1 & 1) << 1 | (c & ~(c >> 1) & 1);
   }
}

static void unpack_quints(unsigned q, unsigned out[3])
{
   if ((q >> 1 & 3) == 3 && (q >> 5 & 3) == 0) {
      const unsigned low = q & 1;
      out[2] = low << 2 | ((q >> 4 & ~low) & 1) << 1 | ((q >> 3 & ~low) & 1);
      out[1] = out[0] = 4;
      return;
   }
   unsigned c = q & 31;
   out[2] = q >> 5 & 3;
   if ((q >> 1 & 3) == 3) {
      out[2] = 4;
      c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | (q & 1);
   }
   if ((c & 7) == 5) {
      out[1] = 4;
      out[0] = c >> 3;
   } else {
      out[1] = c >> 3;
      out[0] = c & 7;
   }
}

/* The trit or quint `high` and the bits `low` of each value. */
static void read_sequence(struct stream *s, const struct range *r, unsigned count, unsigned high[64 + 4], unsigned low[64 + 4])
{
   static const unsigned trit_bits[5] = {2, 2, 1, 2, 1}, quint_bits[3] = {3, 2, 2};
   const unsigned group = r->trits ? 5 : r->quints ? 3 : 1;
   s->end = s->at + sequence_bits(r, count);
   for (unsigned i = 0; i < count; i += group) {
      unsigned packed = 0, at = 0, digits[5] = {0};
      for (unsigned k = 0; k < group; k++) {
         low[i + k] = take(s, r->bits);
         if (group > 1) {
            const unsigned n = r->trits ? trit_bits[k] : quint_bits[k];
            packed |= take(s, n) << at;
            at += n;
         }
      }
      if (r->trits)
         unpack_trits(packed, digits);
      else if (r->quints)
         unpack_quints(packed, digits);
      for (unsigned k = 0; k < group; k++)
         high[i + k] = digits[k];
   }
}

/* A number of bits repeated from the top to `wanted` bits. */
static unsigned replicated(unsigned value, unsigned count, unsigned wanted)
{
   unsigned out = 0;
   for (unsigned i = 0; i < wanted; i++)
      out = out << 1 | (value >> (count - 1 - i % count) & 1);
   return out;
}

/* B of tables C.2.16 and C.2.26: the letters of a pattern are bits of the value, a the lowest. */
static unsigned pattern(const char *letters, unsigned value)
{
   unsigned out = 0;
   for (; *letters; letters++)
      out = out << 1 | (*letters == '0' ? 0 : value >> (*letters - 'a') & 1);
   return out;
}

/* ---- colours (C.2.13, C.2.14) ---------------------------------------------------------------------------------------------------- */

/* From the largest range to the smallest. */
static const struct color_range { struct range range; unsigned c; const char *b; } color_ranges[] = {
   {{0, 0, 8}, 0, ""}, {{1, 0, 6}, 5, "fedcb000f"}, {{0, 1, 5}, 6, "edcb0000e"}, {{0, 0, 7}, 0, ""}, {{1, 0, 5}, 11, "edcb000ed"},
   {{0, 1, 4}, 13, "dcb0000dc"}, {{0, 0, 6}, 0, ""}, {{1, 0, 4}, 22, "dcb000dcb"}, {{0, 1, 3}, 26, "cb0000cbc"}, {{0, 0, 5}, 0, ""},
   {{1, 0, 3}, 44, "cb000cbcb"}, {{0, 1, 2}, 54, "b0000bb00"}, {{0, 0, 4}, 0, ""}, {{1, 0, 2}, 93, "b000b0bb0"}, {{0, 1, 1}, 113, "000000000"},
   {{0, 0, 3}, 0, ""}, {{1, 0, 1}, 204, "000000000"},
};
enum { COLOR_RANGES = sizeof(color_ranges) / sizeof(color_ranges[0]) };

static int color_value(const struct color_range *r, unsigned high, unsigned low)
{
   if (!r->c)
      return (int)replicated(low, r->range.bits, 8);
   const unsigned a = low & 1 ? 0x1ff : 0, t = (high * r->c + pattern(r->b, low)) ^ a;
   return (int)((a & 0x80) | t >> 2);
}

static void transfer(int *a, int *b)
{
   *b = *b >> 1 | (*a & 0x80);
   *a = *a >> 1 & 0x3f;
   if (*a & 0x20)
      *a -= 0x40;
}

static void set(int out[4], int r, int g, int b, int a, bool contract)
{
   const int color[4] = {contract ? (r + b) >> 1 : r, contract ? (g + b) >> 1 : g, b, a};
   for (unsigned c = 0; c < 4; c++)
      out[c] = color[c] < 0 ? 0 : color[c] > 255 ? 255 : color[c];
}

/* False: a mode of high dynamic range. */
static bool endpoints(unsigned mode, int v[8], int e[2][4])
{
   const bool alpha = mode >= 12;
   switch (mode) {
   case 0: case 4:
      for (unsigned k = 0; k < 2; k++)
         set(e[k], v[k], v[k], v[k], mode ? v[2 + k] : 255, false);
      return true;
   case 1: {
      const int l = v[0] >> 2 | (v[1] & 0xc0), h = l + (v[1] & 0x3f);
      set(e[0], l, l, l, 255, false);
      set(e[1], h, h, h, 255, false);
      return true;
   }
   case 5:
      transfer(&v[1], &v[0]);
      transfer(&v[3], &v[2]);
      set(e[0], v[0], v[0], v[0], v[2], false);
      set(e[1], v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3], false);
      return true;
   case 6: case 10:
      set(e[0], v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : 255, false);
      set(e[1], v[0], v[1], v[2], mode == 10 ? v[5] : 255, false);
      return true;
   case 8: case 12: {
      const bool swap = v[1] + v[3] + v[5] < v[0] + v[2] + v[4];
      set(e[swap], v[0], v[2], v[4], alpha ? v[6] : 255, swap);
      set(e[!swap], v[1], v[3], v[5], alpha ? v[7] : 255, swap);
      return true;
   }
   case 9: case 13: {
      for (unsigned k = 0; k < (alpha ? 8 : 6); k += 2)
         transfer(&v[k + 1], &v[k]);
      const bool swap = v[1] + v[3] + v[5] < 0;
      set(e[swap], v[0], v[2], v[4], alpha ? v[6] : 255, swap);
      set(e[!swap], v[0] + v[1], v[2] + v[3], v[4] + v[5], alpha ? v[6] + v[7] : 255, swap);
      return true;
   }
   default:
      return false;
   }
}

/* ---- weights (C.2.10, C.2.17, C.2.18) -------------------------------------------------------------------------------------------- */

struct grid { unsigned width, height; bool two_planes; struct range range; };

/* Table C.2.8. False: reserved. */
static bool read_mode(unsigned mode, struct grid *grid)
{
   static const struct range ranges[2][6] = {
      {{0, 0, 1}, {1, 0, 0}, {0, 0, 2}, {0, 1, 0}, {1, 0, 1}, {0, 0, 3}}, {{0, 1, 1}, {1, 0, 2}, {0, 0, 4}, {0, 1, 2}, {1, 0, 3}, {0, 0, 5}}};
   const unsigned a = mode >> 5 & 3, b = mode >> 7 & 3;
   unsigned r = mode >> 4 & 1, high = mode >> 9 & 1;
   grid->two_planes = mode >> 10 & 1;
   if (mode & 3) {
      r |= (mode & 3) << 1;
      switch (mode >> 2 & 3) {
      case 0: grid->width = b + 4; grid->height = a + 2; break;
      case 1: grid->width = b + 8; grid->height = a + 2; break;
      case 2: grid->width = a + 2; grid->height = b + 8; break;
      default:
         grid->width = b & 2 ? (b & 1) + 2 : a + 2;
         grid->height = b & 2 ? a + 2 : (b & 1) + 6;
      }
   } else {
      r |= (mode >> 2 & 3) << 1;
      switch (b) {
      case 0: grid->width = 12; grid->height = a + 2; break;
      case 1: grid->width = a + 2; grid->height = 12; break;
      case 2:
         grid->width = a + 6;
         grid->height = (mode >> 9 & 3) + 6;
         grid->two_planes = false;
         high = 0;
         break;
      default:
         if (a > 1)
            return false;
         grid->width = a ? 10 : 6;
         grid->height = a ? 6 : 10;
      }
   }
   if (r < 2)
      return false;
   grid->range = ranges[high][r - 2];
   return true;
}

static unsigned weight_value(const struct range *r, unsigned high, unsigned low)
{
   static const unsigned three[3] = {0, 32, 63}, five[5] = {0, 16, 32, 47, 63};
   static const struct { unsigned c[2]; const char *b[2]; } parameters[4] = {
      {{0}, {"", ""}}, {{50, 28}, {"0000000", "0000000"}}, {{23, 13}, {"b000b0b", "b0000b0"}}, {{11, 0}, {"cb000cb", ""}}};
   unsigned value;
   if (!r->trits && !r->quints)
      value = replicated(low, r->bits, 6);
   else if (!r->bits)
      value = r->trits ? three[high] : five[high];
   else {
      const unsigned a = low & 1 ? 0x7f : 0, t = (high * parameters[r->bits].c[r->quints] + pattern(parameters[r->bits].b[r->quints], low)) ^ a;
      value = (a & 0x20) | t >> 2;
   }
   return value + (value > 32);
}

/* The weight of a texel between the four of the grid around it, in 64ths. `values` are `step` apart. */
static unsigned infill(const struct grid *grid, unsigned width, unsigned height, unsigned x, unsigned y, const unsigned *values, unsigned step)
{
   const unsigned gx = ((1024 + width / 2) / (width - 1) * x * (grid->width - 1) + 32) >> 6;
   const unsigned gy = ((1024 + height / 2) / (height - 1) * y * (grid->height - 1) + 32) >> 6;
   const unsigned fx = gx & 15, fy = gy & 15, at = (gx >> 4) + (gy >> 4) * grid->width;
   const unsigned both = (fx * fy + 8) >> 4, weights[4] = {16 - fx - fy + both, fx - both, fy - both, both};
   const unsigned places[4] = {at, at + 1, at + grid->width, at + grid->width + 1};
   unsigned sum = 8;
   for (unsigned k = 0; k < 4; k++)
      sum += weights[k] ? weights[k] * values[places[k] * step] : 0;
   return sum >> 4;
}

/* ---- partitions (C.2.21) --------------------------------------------------------------------------------------------------------- */

static unsigned partition_of(unsigned seed, unsigned x, unsigned y, unsigned count, bool small)
{
   if (count == 1)
      return 0;
   seed += (count - 1) * 1024;
   uint32_t n = seed;
   n ^= n >> 15; n -= n << 17; n += n << 7; n += n << 4; n ^= n >> 5;
   n += n << 16; n ^= n >> 7; n ^= n >> 3; n ^= n << 6; n ^= n >> 17;
   const unsigned of_seed = seed & 2 ? 4 : 5, of_count = count == 3 ? 6 : 5;
   const unsigned shifts[2] = {seed & 1 ? of_seed : of_count, seed & 1 ? of_count : of_seed};
   unsigned best = 0, most = 0;
   for (unsigned k = 0; k < count; k++) {
      const unsigned sx = n >> (8 * k) & 15, sy = n >> (8 * k + 4) & 15;
      const unsigned value = ((sx * sx >> shifts[0]) * (small ? 2 * x : x) + (sy * sy >> shifts[1]) * (small ? 2 * y : y) + (n >> (14 - 4 * k))) & 63;
      if (k == 0 || value > most) {
         best = k;
         most = value;
      }
   }
   return best;
}

/* ---- blocks ---------------------------------------------------------------------------------------------------------------------- */

/* C.2.23. False: illegal. */
static bool void_extent(const uint8_t *block, uint8_t rgba[4])
{
   const unsigned s0 = bits(block, 12, 13), s1 = bits(block, 25, 13), t0 = bits(block, 38, 13), t1 = bits(block, 51, 13);
   const bool unbounded = (s0 & s1 & t0 & t1) == 0x1fff;
   if (bits(block, 9, 1) || bits(block, 10, 2) != 3 || (!unbounded && (s0 >= s1 || t0 >= t1)))
      return false;
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = block[9 + 2 * c];
   return true;
}

/* The modes of all partitions. Returns the bit in front of which they and the weights lie. */
static unsigned read_endpoint_modes(const uint8_t *block, unsigned count, unsigned weight_bits, unsigned modes[4])
{
   const unsigned selector = count > 1 ? bits(block, 23, 2) : 0, extra = selector ? 3 * count - 4 : 0, top = 128 - weight_bits - extra;
   const unsigned wide = bits(block, 25, 4) | (extra ? bits(block, top, extra) << 4 : 0);
   for (unsigned i = 0; i < count; i++)
      modes[i] = count == 1 ? bits(block, 13, 4) : !selector ? bits(block, 25, 4)
                 : (selector - 1 + (wide >> i & 1)) << 2 | (wide >> (count + 2 * i) & 3);
   return top;
}

static bool decode(const uint8_t *block, unsigned width, unsigned height, bool srgb, unsigned x, unsigned y, uint8_t rgba[4])
{
   unsigned high[64 + 4], low[64 + 4], modes[4], values = 0;
   struct grid grid;
   if (bits(block, 0, 9) == 0x1fc)
      return void_extent(block, rgba);
   if (!read_mode(bits(block, 0, 11), &grid) || grid.width > width || grid.height > height)
      return false;
   const unsigned count = bits(block, 11, 2) + 1, planes = 1 + grid.two_planes, weights = grid.width * grid.height * planes;
   const unsigned weight_bits = sequence_bits(&grid.range, weights);
   if (weights > 64 || weight_bits < 24 || weight_bits > 96 || (count == 4 && planes == 2))
      return false;
   unsigned top = read_endpoint_modes(block, count, weight_bits, modes);
   const unsigned partition = partition_of(count > 1 ? bits(block, 13, 10) : 0, x, y, count, width * height < 31);
   if (planes == 2)
      top -= 2;
   unsigned first = 0;
   for (unsigned i = 0; i < count; i++) {
      if (i == partition)
         first = values;
      values += 2 * (modes[i] / 4 + 1);
   }
   const unsigned bottom = count == 1 ? 17 : 29, available = top > bottom ? top - bottom : 0;
   if (values > 18 || available < (13 * values + 4) / 5)
      return false;
   unsigned r = 0;
   while (sequence_bits(&color_ranges[r].range, values) > available)
      r++;
   struct stream colors = {block, bottom, 0, false}, grid_bits = {block, 0, 0, true};
   read_sequence(&colors, &color_ranges[r].range, values, high, low);
   int v[8] = {0}, e[2][4];
   for (unsigned i = 0; i < 2 * (modes[partition] / 4 + 1); i++)
      v[i] = color_value(&color_ranges[r], high[first + i], low[first + i]);
   if (!endpoints(modes[partition], v, e))
      return false;
   read_sequence(&grid_bits, &grid.range, weights, high, low);
   for (unsigned i = 0; i < weights; i++)
      high[i] = weight_value(&grid.range, high[i], low[i]);
   const unsigned second = planes == 2 ? bits(block, top, 2) : 4;
   for (unsigned c = 0; c < 4; c++) {
      const int weight = (int)infill(&grid, width, height, x, y, high + (c == second), planes);
      const int a = e[0][c] << 8 | (srgb ? 0x80 : e[0][c]), b = e[1][c] << 8 | (srgb ? 0x80 : e[1][c]);
      rgba[c] = (uint8_t)((a * (64 - weight) + b * weight + 32) / 64 >> 8);
   }
   return true;
}

void api_decode_astc(const uint8_t *block, unsigned width, unsigned height, bool srgb, unsigned x, unsigned y, uint8_t rgba[4])
{
   static const uint8_t magenta[4] = {255, 0, 255, 255};
   if (!decode(block, width, height, srgb, x, y, rgba))
      memcpy(rgba, magenta, 4);
}

/* pipe_format_astc.c: texels of 2D ASTC blocks, LDR profile (KHR_texture_compression_astc_ldr; OpenGL ES 3.2, appendix C.2). A
 * block is a little-endian 128-bit number: block mode, partitions and endpoint modes, then colour endpoints from bit 17 or 29
 * upwards; the weights fill it from bit 127 downwards in reversed bit order. Results have 8 bits per channel: the high byte of
 * the 16-bit interpolation. Reserved and illegal blocks, and texels of HDR partitions, are opaque magenta. */
#include "state/pipe_format_pack.h"

#include <string.h>

#include "state/pipe_format_desc.h"

enum { MAX_WEIGHTS = 64, MAX_COLORS = 18, MAX_PARTITIONS = 4, WEIGHT_ONE = 64 };

struct block_bits { uint64_t low, high; };

/* `count` bits, at most 32, from bit `first` on. Bits from 128 on are 0. */
static uint32_t bits(const struct block_bits *b, unsigned first, unsigned count)
{
   uint64_t v = first >= 128 ? 0 : first >= 64 ? b->high >> (first - 64) :
                first ? b->low >> first | b->high << (64 - first) : b->low;
   return (uint32_t)(v & ((UINT64_C(1) << count) - 1));
}

static uint64_t load64(const uint8_t *p)
{
   uint64_t v = 0;
   for (unsigned i = 0; i < 8; i++)
      v |= (uint64_t)p[i] << 8 * i;
   return v;
}

static uint64_t reverse64(uint64_t v)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < 64; i++)
      r |= (v >> i & 1) << (63 - i);
   return r;
}

/* ---- integer sequence encoding (C.2.12) --------------------------------------------------------------------------------------- */

/* Values of `bits` low bits with a trit or quint above them. */
struct range { uint8_t trits, quints, bits; };

static unsigned sequence_bits(struct range r, unsigned count)
{
   return count * r.bits + (r.trits ? (8 * count + 4) / 5 : r.quints ? (7 * count + 2) / 3 : 0);
}

static void unpack_trits(unsigned t, uint8_t digit[5])
{
   unsigned c;
   if ((t >> 2 & 7) == 7) {
      c = (t >> 5 & 7) << 2 | (t & 3);
      digit[4] = digit[3] = 2;
   } else {
      c = t & 31;
      digit[4] = (t >> 5 & 3) == 3 ? 2 : t >> 7 & 1;
      digit[3] = (t >> 5 & 3) == 3 ? t >> 7 & 1 : t >> 5 & 3;
   }
   if ((c & 3) == 3) {
      digit[2] = 2;
      digit[1] = c >> 4 & 1;
      digit[0] = (c >> 2 & 2) | (c >> 2 & 1 & ~(c >> 3));
   } else if ((c >> 2 & 3) == 3) {
      digit[2] = digit[1] = 2;
      digit[0] = c & 3;
   } else {
      digit[2] = c >> 4 & 1;
      digit[1] = c >> 2 & 3;
      digit[0] = (c & 2) | (c & 1 & ~(c >> 1));
   }
}

static void unpack_quints(unsigned q, uint8_t digit[3])
{
   unsigned c;
   if ((q >> 1 & 3) == 3 && (q >> 5 & 3) == 0) {
      unsigned low = q & 1;
      digit[2] = (uint8_t)(low << 2 | (q >> 4 & 1 & ~low) << 1 | (q >> 3 & 1 & ~low));
      digit[1] = digit[0] = 4;
      return;
   }
   if ((q >> 1 & 3) == 3) {
      digit[2] = 4;
      c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | (q & 1);
   } else {
      digit[2] = q >> 5 & 3;
      c = q & 31;
   }
   digit[1] = (c & 7) == 5 ? 4 : c >> 3 & 3;
   digit[0] = (c & 7) == 5 ? c >> 3 & 3 : c & 7;
}

/* Decodes `count` values of the sequence at bit `at`, which ends before bit `end`, into value[] (low bits) and digit[]. */
static void decode_sequence(const struct block_bits *b, unsigned at, unsigned end, struct range r, unsigned count, uint8_t *value,
                            uint8_t *digit)
{
   /* Bits of the packed digits that follow each value's low bits. */
   static const uint8_t trit_bits[5] = { 2, 2, 1, 2, 1 }, quint_bits[3] = { 3, 2, 2 };
   const unsigned group = r.trits ? 5 : r.quints ? 3 : 1;
   for (unsigned i = 0; i < count; i += group) {
      unsigned packed = 0, shift = 0;
      uint8_t digits[5] = { 0 };
      for (unsigned k = 0; k < group; k++) {
         const unsigned extra = r.trits ? trit_bits[k] : r.quints ? quint_bits[k] : 0;
         const unsigned have = at + r.bits <= end ? r.bits : at < end ? end - at : 0;
         if (i + k < count)
            value[i + k] = (uint8_t)bits(b, at, have);
         at += r.bits;
         const unsigned more = at + extra <= end ? extra : at < end ? end - at : 0;
         packed |= bits(b, at, more) << shift;
         at += extra;
         shift += extra;
      }
      if (r.trits)
         unpack_trits(packed, digits);
      else if (r.quints)
         unpack_quints(packed, digits);
      for (unsigned k = 0; k < group && i + k < count; k++)
         digit[i + k] = digits[k];
   }
}

/* Repeats the lowest `count` bits of v to `width` bits. */
static unsigned replicate(unsigned v, unsigned count, unsigned width)
{
   unsigned r = 0;
   for (int shift = (int)width - (int)count; shift > -(int)count; shift -= (int)count)
      r |= shift >= 0 ? v << shift : v >> -shift;
   return r & ((1u << width) - 1);
}

/* ---- unquantization (C.2.13, C.2.17) ------------------------------------------------------------------------------------------ */

/* B is the sum of the value's bits 1, 2 ... times b[0], b[1] ...; C is the factor of the digit. */
struct unquantize { struct range range; uint16_t b[5], c; };

/* Color values, 9 bits: largest range first. */
static const struct unquantize colors[] = {
   { { 0, 0, 8 }, { 0 }, 0 },
   { { 1, 0, 6 }, { 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8 | 1 }, 5 },
   { { 0, 1, 5 }, { 1 << 5, 1 << 6, 1 << 7, 1 << 8 | 1 }, 6 },
   { { 0, 0, 7 }, { 0 }, 0 },
   { { 1, 0, 5 }, { 1 << 5, 1 << 6, 1 << 7 | 1, 1 << 8 | 1 << 1 }, 11 },
   { { 0, 1, 4 }, { 1 << 6, 1 << 7 | 1, 1 << 8 | 1 << 1 }, 13 },
   { { 0, 0, 6 }, { 0 }, 0 },
   { { 1, 0, 4 }, { 1 << 6 | 1, 1 << 7 | 1 << 1, 1 << 8 | 1 << 2 }, 22 },
   { { 0, 1, 3 }, { 1 << 7 | 1 << 1, 1 << 8 | 1 << 2 | 1 }, 26 },
   { { 0, 0, 5 }, { 0 }, 0 },
   { { 1, 0, 3 }, { 1 << 7 | 1 << 2 | 1, 1 << 8 | 1 << 3 | 1 << 1 }, 44 },
   { { 0, 1, 2 }, { 1 << 8 | 1 << 3 | 1 << 2 }, 54 },
   { { 0, 0, 4 }, { 0 }, 0 },
   { { 1, 0, 2 }, { 1 << 8 | 1 << 4 | 1 << 2 | 1 << 1 }, 93 },
   { { 0, 1, 1 }, { 0 }, 113 },
   { { 0, 0, 3 }, { 0 }, 0 },
   { { 1, 0, 1 }, { 0 }, 204 },
};

/* Weights, 7 bits, by the field R - 2 of the block mode, without and with high precision. */
static const struct unquantize weights[2][6] = {
   { { { 0, 0, 1 }, { 0 }, 0 }, { { 1, 0, 0 }, { 0 }, 0 }, { { 0, 0, 2 }, { 0 }, 0 }, { { 0, 1, 0 }, { 0 }, 0 },
     { { 1, 0, 1 }, { 0 }, 50 }, { { 0, 0, 3 }, { 0 }, 0 } },
   { { { 0, 1, 1 }, { 0 }, 28 }, { { 1, 0, 2 }, { 1 << 6 | 1 << 2 | 1 }, 23 }, { { 0, 0, 4 }, { 0 }, 0 },
     { { 0, 1, 2 }, { 1 << 6 | 1 << 1 }, 13 }, { { 1, 0, 3 }, { 1 << 5 | 1, 1 << 6 | 1 << 1 }, 11 }, { { 0, 0, 5 }, { 0 }, 0 } },
};

/* width: bits of B and of the inversion mask: 9 for colours, 7 for weights. The result has one bit less. */
static unsigned unquantize_digit(const struct unquantize *u, unsigned value, unsigned digit, unsigned width)
{
   const bool invert = value & 1;
   unsigned b = 0;
   for (unsigned i = 1; i < u->range.bits; i++)
      b += (value >> i & 1) * u->b[i - 1];
   const unsigned t = (digit * u->c + b) ^ (invert ? (1u << width) - 1 : 0);
   return (unsigned)invert << (width - 2) | t >> 2;
}

static uint8_t unquantize_color(const struct unquantize *u, unsigned value, unsigned digit)
{
   if (!u->range.trits && !u->range.quints)
      return (uint8_t)replicate(value, u->range.bits, 8);
   return (uint8_t)unquantize_digit(u, value, digit, 9);
}

static uint8_t unquantize_weight(const struct unquantize *u, unsigned value, unsigned digit)
{
   static const uint8_t trit[3] = { 0, 32, 63 }, quint[5] = { 0, 16, 32, 47, 63 };
   unsigned w;
   if (!u->range.trits && !u->range.quints)
      w = replicate(value, u->range.bits, 6);
   else if (!u->range.bits)
      w = u->range.trits ? trit[digit] : quint[digit];
   else
      w = unquantize_digit(u, value, digit, 7);
   return (uint8_t)(w > 32 ? w + 1 : w);
}

/* ---- block modes (C.2.10) ----------------------------------------------------------------------------------------------------- */

struct grid {
   unsigned width, height, planes;
   const struct unquantize *weight;
};

/* False: reserved. */
static bool decode_mode(unsigned mode, struct grid *g)
{
   const unsigned a = mode >> 5 & 3, b = mode >> 7 & 3;
   unsigned r, high = mode >> 9 & 1, dual = mode >> 10 & 1;
   if (mode & 3) {
      r = (mode & 3) << 1 | (mode >> 4 & 1);
      g->height = a + 2;
      switch (mode >> 2 & 3) {
      case 0: g->width = b + 4; break;
      case 1: g->width = b + 8; break;
      case 2: g->width = a + 2; g->height = b + 8; break;
      default:
         g->width = b & 2 ? (b & 1) + 2 : a + 2;
         if (!(b & 2))
            g->height = (b & 1) + 6;
      }
   } else {
      r = (mode >> 2 & 3) << 1 | (mode >> 4 & 1);
      switch (b) {
      case 0: g->width = 12; g->height = a + 2; break;
      case 1: g->width = a + 2; g->height = 12; break;
      case 2:
         g->width = a + 6;
         g->height = (mode >> 9 & 3) + 6;
         high = dual = 0;
         break;
      default:
         if (a > 1)
            return false;
         g->width = a ? 10 : 6;
         g->height = a ? 6 : 10;
      }
   }
   if (r < 2)
      return false;
   g->planes = dual + 1;
   g->weight = &weights[high][r - 2];
   return true;
}

/* ---- endpoints (C.2.14) ------------------------------------------------------------------------------------------------------- */

static int clamp8(int v)
{
   return v < 0 ? 0 : v > 255 ? 255 : v;
}

static void set(int e[4], int r, int g, int b, int a)
{
   e[0] = r, e[1] = g, e[2] = b, e[3] = a;
}

static void blue_contract(int e[4], int r, int g, int b, int a)
{
   set(e, (r + b) >> 1, (g + b) >> 1, b, a);
}

/* Moves the top bit of a to b and leaves a as a signed 6-bit offset. */
static void transfer_bit(int *a, int *b)
{
   *b = *b >> 1 | (*a & 0x80);
   *a = *a >> 1 & 0x3f;
   if (*a & 0x20)
      *a -= 0x40;
}

/* False: an HDR mode. */
static bool decode_endpoints(unsigned mode, const uint8_t *values, int e0[4], int e1[4])
{
   const unsigned count = 2 * ((mode >> 2) + 1);
   int v[8] = { 0 };
   for (unsigned i = 0; i < count; i++)
      v[i] = values[i];
   const bool has_alpha = mode == 4 || mode == 5 || mode >= 12, offset = mode == 5 || mode == 9 || mode == 13;
   if (offset)
      for (unsigned i = 0; i < count; i += 2)
         transfer_bit(&v[i + 1], &v[i]);
   switch (mode) {
   case 0:
      set(e0, v[0], v[0], v[0], 255);
      set(e1, v[1], v[1], v[1], 255);
      break;
   case 1: {
      int low = v[0] >> 2 | (v[1] & 0xc0), high = clamp8(low + (v[1] & 0x3f));
      set(e0, low, low, low, 255);
      set(e1, high, high, high, 255);
      break;
   }
   case 4:
      set(e0, v[0], v[0], v[0], v[2]);
      set(e1, v[1], v[1], v[1], v[3]);
      break;
   case 5:
      set(e0, v[0], v[0], v[0], v[2]);
      set(e1, v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3]);
      break;
   case 6: case 10:
      set(e0, v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : 255);
      set(e1, v[0], v[1], v[2], mode == 10 ? v[5] : 255);
      break;
   case 8: case 12: {
      const int a0 = has_alpha ? v[6] : 255, a1 = has_alpha ? v[7] : 255;
      if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
         set(e0, v[0], v[2], v[4], a0);
         set(e1, v[1], v[3], v[5], a1);
      } else {
         blue_contract(e0, v[1], v[3], v[5], a1);
         blue_contract(e1, v[0], v[2], v[4], a0);
      }
      break;
   }
   case 9: case 13: {
      const int a0 = has_alpha ? v[6] : 255, a1 = has_alpha ? v[6] + v[7] : 255;
      if (v[1] + v[3] + v[5] >= 0) {
         set(e0, v[0], v[2], v[4], a0);
         set(e1, v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
      } else {
         blue_contract(e0, v[0] + v[1], v[2] + v[3], v[4] + v[5], a1);
         blue_contract(e1, v[0], v[2], v[4], a0);
      }
      break;
   }
   default:
      return false;
   }
   for (unsigned i = 0; i < 4; i++) {
      e0[i] = clamp8(e0[i]);
      e1[i] = clamp8(e1[i]);
   }
   return true;
}

/* ---- partitions (C.2.21) ------------------------------------------------------------------------------------------------------ */

static uint32_t hash52(uint32_t p)
{
   p ^= p >> 15;
   p -= p << 17;
   p += p << 7;
   p += p << 4;
   p ^= p >> 5;
   p += p << 16;
   p ^= p >> 7;
   p ^= p >> 3;
   p ^= p << 6;
   p ^= p >> 17;
   return p;
}

static unsigned select_partition(unsigned seed, unsigned x, unsigned y, unsigned count, bool small)
{
   x <<= small;
   y <<= small;
   seed += (count - 1) * 1024;
   const uint32_t r = hash52(seed);
   const unsigned shift_a = seed & 2 ? 4 : 5, shift_b = count == 3 ? 6 : 5;
   const unsigned shift_odd = seed & 1 ? shift_a : shift_b, shift_even = seed & 1 ? shift_b : shift_a;
   unsigned value[4];
   for (unsigned i = 0; i < 4; i++) {
      const unsigned u = r >> 8 * i & 15, v = r >> (8 * i + 4) & 15;
      value[i] = ((u * u >> shift_odd) * x + (v * v >> shift_even) * y + (r >> (14 - 4 * i))) & 63;
   }
   if (count < 4)
      value[3] = 0;
   if (count < 3)
      value[2] = 0;
   unsigned best = 0;
   for (unsigned i = 1; i < 4; i++)
      if (value[i] > value[best])
         best = i;
   return best;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------- */

static const uint8_t error_color[4] = { 255, 0, 255, 255 };

struct block {
   struct grid grid;
   unsigned partitions, seed;
   int endpoint[MAX_PARTITIONS][2][4];
   bool is_ldr[MAX_PARTITIONS]; /* false: no endpoints; texels have the error colour */
   int second_plane; /* channel with the weights of plane 1; -1: none */
   uint8_t weight[MAX_WEIGHTS];
};

/* Endpoint modes of the partitions (C.2.11). *below: lowest bit of the fields below the weights. */
static void decode_endpoint_modes(const struct block_bits *b, unsigned partitions, unsigned *below, unsigned mode[MAX_PARTITIONS])
{
   if (partitions == 1) {
      mode[0] = bits(b, 13, 4);
      return;
   }
   const unsigned base = bits(b, 23, 2), extra = base ? 3 * partitions - 4 : 0;
   *below -= extra;
   const unsigned fields = bits(b, 25, 4) | bits(b, *below, extra) << 4;
   for (unsigned i = 0; i < partitions; i++)
      mode[i] = base ? (base - 1 + (fields >> i & 1)) << 2 | (fields >> (partitions + 2 * i) & 3) : fields & 15;
}

/* False: the block is illegal. */
static bool decode_block(const struct block_bits *b, unsigned block_width, unsigned block_height, struct block *d)
{
   struct grid *g = &d->grid;
   unsigned mode[MAX_PARTITIONS], color_count = 0;
   if (!decode_mode(bits(b, 0, 11), g))
      return false;
   const unsigned weight_count = g->width * g->height * g->planes;
   const unsigned weight_bits = sequence_bits(g->weight->range, weight_count);
   d->partitions = bits(b, 11, 2) + 1;
   d->seed = bits(b, 13, 10);
   if (g->width > block_width || g->height > block_height || weight_count > MAX_WEIGHTS || weight_bits < 24 || weight_bits > 96 ||
       (d->partitions == 4 && g->planes == 2))
      return false;

   const unsigned color_start = d->partitions == 1 ? 17 : 29;
   unsigned below = 128 - weight_bits;
   decode_endpoint_modes(b, d->partitions, &below, mode);
   d->second_plane = -1;
   if (g->planes == 2) {
      below -= 2;
      d->second_plane = (int)bits(b, below, 2);
   }
   for (unsigned i = 0; i < d->partitions; i++)
      color_count += 2 * ((mode[i] >> 2) + 1);
   if (color_count > MAX_COLORS || below < color_start)
      return false;
   const struct unquantize *u = colors, *end = colors + sizeof(colors) / sizeof(colors[0]);
   while (u < end && sequence_bits(u->range, color_count) > below - color_start)
      u++;
   if (u == end)
      return false;

   uint8_t value[MAX_WEIGHTS] = { 0 }, digit[MAX_WEIGHTS] = { 0 };
   decode_sequence(b, color_start, color_start + sequence_bits(u->range, color_count), u->range, color_count, value, digit);
   for (unsigned i = 0; i < color_count; i++)
      value[i] = unquantize_color(u, value[i], digit[i]);
   for (unsigned i = 0, first = 0; i < d->partitions; first += 2 * ((mode[i] >> 2) + 1), i++)
      d->is_ldr[i] = decode_endpoints(mode[i], value + first, d->endpoint[i][0], d->endpoint[i][1]);

   const struct block_bits reversed = { reverse64(b->high), reverse64(b->low) };
   decode_sequence(&reversed, 0, weight_bits, g->weight->range, weight_count, value, digit);
   for (unsigned i = 0; i < weight_count; i++)
      d->weight[i] = unquantize_weight(g->weight, value[i], digit[i]);
   return true;
}

/* Bilinear interpolation in the weight grid (C.2.18). Grid points outside have factor 0. */
static unsigned infill(const struct block *d, unsigned plane, unsigned s, unsigned t)
{
   const struct grid *g = &d->grid;
   const unsigned gs = (s * (g->width - 1) + 32) >> 6, gt = (t * (g->height - 1) + 32) >> 6;
   const unsigned fs = gs & 15, ft = gt & 15, w11 = (fs * ft + 8) >> 4;
   const unsigned factor[4] = { 16 - fs - ft + w11, fs - w11, ft - w11, w11 };
   unsigned sum = 8;
   for (unsigned i = 0; i < 4; i++)
      if (factor[i])
         sum += factor[i] * d->weight[(((gt >> 4) + i / 2) * g->width + (gs >> 4) + i % 2) * g->planes + plane];
   return sum >> 4;
}

static void decode_texels(const struct block *d, unsigned block_width, unsigned block_height, bool srgb, uint8_t (*texel)[4])
{
   const unsigned scale_x = (1024 + block_width / 2) / (block_width - 1), scale_y = (1024 + block_height / 2) / (block_height - 1);
   const bool small = block_width * block_height < 31;
   for (unsigned y = 0; y < block_height; y++) {
      for (unsigned x = 0; x < block_width; x++, texel++) {
         const unsigned p = d->partitions > 1 ? select_partition(d->seed, x, y, d->partitions, small) : 0;
         unsigned weight[2] = { 0 };
         if (!d->is_ldr[p]) {
            memcpy(*texel, error_color, 4);
            continue;
         }
         for (unsigned plane = 0; plane < d->grid.planes; plane++)
            weight[plane] = infill(d, plane, scale_x * x, scale_y * y);
         for (int c = 0; c < 4; c++) {
            const unsigned e0 = (unsigned)d->endpoint[p][0][c], e1 = (unsigned)d->endpoint[p][1][c];
            const unsigned c0 = e0 << 8 | (srgb ? 0x80 : e0), c1 = e1 << 8 | (srgb ? 0x80 : e1);
            const unsigned w = weight[c == d->second_plane];
            (*texel)[c] = (uint8_t)((c0 * (WEIGHT_ONE - w) + c1 * w + 32) / WEIGHT_ONE >> 8);
         }
      }
   }
}

/* A block of one colour (C.2.23): 16-bit UNORM channels. Unless all extents are ones, each lower one must be below the upper. */
static bool decode_void_extent(const struct block_bits *b, uint8_t rgba[4])
{
   const uint32_t low_s = bits(b, 12, 13), high_s = bits(b, 25, 13), low_t = bits(b, 38, 13), high_t = bits(b, 51, 13);
   const bool none = (low_s & high_s & low_t & high_t) == 0x1fff;
   if (bits(b, 9, 1) || bits(b, 10, 2) != 3 || (!none && (low_s >= high_s || low_t >= high_t)))
      return false;
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = (uint8_t)(b->high >> (16 * c + 8));
   return true;
}

void pipe_decode_astc_block(unsigned block_width, unsigned block_height, bool srgb, const uint8_t block[16], uint8_t (*texels)[4])
{
   const struct block_bits b = { load64(block), load64(block + 8) };
   uint8_t constant[4];
   struct block d;
   if ((b.low & 0x1ff) == 0x1fc) {
      if (!decode_void_extent(&b, constant))
         memcpy(constant, error_color, 4);
   } else if (decode_block(&b, block_width, block_height, &d)) {
      decode_texels(&d, block_width, block_height, srgb, texels);
      return;
   } else {
      memcpy(constant, error_color, 4);
   }
   for (unsigned i = 0; i < block_width * block_height; i++)
      memcpy(texels[i], constant, 4);
}

void pipe_decode_astc_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   const unsigned block_width = desc->block_width, block_height = desc->block_height;
   for (unsigned y = 0; y < height; y += block_height) {
      const unsigned rows = height - y < block_height ? height - y : block_height;
      for (unsigned x = 0; x < width; x += block_width) {
         const unsigned columns = width - x < block_width ? width - x : block_width;
         uint8_t texels[PIPE_ASTC_MAX_TEXELS][4];
         pipe_decode_astc_block(block_width, block_height, pipe_format_is_srgb(format),
                                src + y / block_height * src_stride_B + (size_t)x / block_width * 16, texels);
         for (unsigned row = 0; row < rows; row++)
            memcpy(dst + (y + row) * dst_stride_B + (size_t)x * 4, texels[row * block_width], (size_t)columns * 4);
      }
   }
}

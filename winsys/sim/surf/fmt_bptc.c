/* fmt_bptc.c: BC6 (half floats) and BC7 (8 bits) blocks after "BPTC Compressed Texture Image Formats", OpenGL 4.6 appendix
 * D.3 (and ARB_texture_compression_bptc). A block is decoded completely; the sampler keeps blocks, see tc_block.h. */
#include "winsys/sim/surf/fmt.h"

#include <string.h>

/* Which texels belong to subset 1: a bit each; with three subsets, two bits each hold the number. */
static const uint16_t two_subsets[64] = {
   0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80,
   0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00, 0xfff0, 0xf000,
   0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce,
   0x088c, 0x3110, 0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c,
   0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696, 0xa55a,
   0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660,
   0x0272, 0x04e4, 0x4e40, 0x2720, 0xc936, 0x936c, 0x39c6, 0x639c,
   0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22,
};
static const uint32_t three_subsets[64] = {
   0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
   0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
   0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
   0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
   0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
   0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
   0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
   0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254,
};
/* Texels whose index has no high bit, beside texel 0: of two subsets' second, of three subsets' second and third. */
static const uint16_t anchors[64] = {
   0xf3f, 0x83f, 0x8ff, 0x3ff, 0xf8f, 0xf3f, 0x3ff, 0x8ff, 0xf8f, 0xf8f, 0xf6f, 0xf6f, 0xf6f, 0xf5f, 0xf3f, 0x83f,
   0xf3f, 0x832, 0xf88, 0x3f2, 0xf32, 0x838, 0xf68, 0x8af, 0x352, 0xf88, 0x682, 0xa62, 0xf88, 0xf58, 0xaf2, 0x8f2,
   0xf8f, 0x3ff, 0xf36, 0xa58, 0xa62, 0x8a8, 0x98f, 0xaff, 0x6f2, 0xf38, 0x8f2, 0xf52, 0x3f2, 0x6ff, 0x6ff, 0x8f6,
   0xf36, 0x3f2, 0xf56, 0xf58, 0xf5f, 0xf8f, 0xf52, 0xfa2, 0xf5f, 0xfaf, 0xf8f, 0xfdf, 0x3ff, 0xfc2, 0xf32, 0x83f,
};

static const uint8_t weights2[4] = { 0, 21, 43, 64 };
static const uint8_t weights3[8] = { 0, 9, 18, 27, 37, 46, 55, 64 };
static const uint8_t weights4[16] = { 0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64 };

static const uint8_t *weights_of(unsigned bits) { return bits == 2 ? weights2 : bits == 3 ? weights3 : weights4; }

struct stream { uint64_t low, high; };

static uint32_t take(struct stream *s, unsigned n)
{
   uint32_t v = (uint32_t)s->low & ((1u << n) - 1);
   if (n) {
      s->low = s->low >> n | s->high << (64 - n);
      s->high >>= n;
   }
   return v;
}

static unsigned subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
   return subsets == 1 ? 0 : subsets == 2 ? two_subsets[partition] >> texel & 1 : three_subsets[partition] >> 2 * texel & 3;
}

static bool is_anchor(unsigned subsets, unsigned partition, unsigned texel)
{
   unsigned a = anchors[partition];
   return !texel || (subsets == 2 && texel == (a & 15)) || (subsets == 3 && (texel == (a >> 4 & 15) || texel == a >> 8));
}

static void take_indices(struct stream *s, unsigned subsets, unsigned partition, unsigned bits, uint8_t index[16])
{
   for (unsigned i = 0; i < 16; i++)
      index[i] = (uint8_t)take(s, bits - is_anchor(subsets, partition, i));
}

/* ---- BC7 ------------------------------------------------------------------------------------------------------------- */

/* Columns of table "Mode-dependent BPTC parameters". */
static const struct { uint8_t subsets, partition, rotation, selector, color, alpha, own_p, shared_p, index, index2;
                      } bc7_modes[8] = {
   { 3, 4, 0, 0, 4, 0, 1, 0, 3, 0 }, { 2, 6, 0, 0, 6, 0, 0, 1, 3, 0 }, { 3, 6, 0, 0, 5, 0, 0, 0, 2, 0 },
   { 2, 6, 0, 0, 7, 0, 1, 0, 2, 0 }, { 1, 0, 2, 1, 5, 6, 0, 0, 2, 3 }, { 1, 0, 2, 0, 7, 8, 0, 0, 2, 2 },
   { 1, 0, 0, 0, 7, 7, 1, 0, 4, 0 }, { 2, 6, 0, 0, 5, 5, 1, 0, 2, 0 },
};

static unsigned between(unsigned a, unsigned b, unsigned weight) { return ((64 - weight) * a + weight * b + 32) >> 6; }

void fmt_decode_bc7(const uint8_t *block, uint32_t out[16])
{
   struct stream s;
   unsigned mode = 0, end[6][4];
   memcpy(&s, block, 16);
   memset(out, 0, 64);
   while (mode < 8 && !(block[0] >> mode & 1))
      mode++;
   if (mode == 8)
      return; /* reserved: zeros */
   take(&s, mode + 1);
   unsigned subsets = bc7_modes[mode].subsets, ends = 2 * subsets, has_alpha = bc7_modes[mode].alpha != 0;
   unsigned partition = take(&s, bc7_modes[mode].partition), rotation = take(&s, bc7_modes[mode].rotation);
   unsigned selector = take(&s, bc7_modes[mode].selector);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned e = 0; e < ends; e++)
         end[e][c] = take(&s, c < 3 ? bc7_modes[mode].color : bc7_modes[mode].alpha);
   unsigned p = bc7_modes[mode].own_p || bc7_modes[mode].shared_p, p_bit[6] = { 0 };
   for (unsigned e = 0; e < ends; e++)
      p_bit[e] = bc7_modes[mode].own_p ? take(&s, 1) : bc7_modes[mode].shared_p && !(e & 1) ? take(&s, 1) : e ? p_bit[e - 1] : 0;
   for (unsigned e = 0; e < ends; e++) {
      for (unsigned c = 0; c < 4; c++) {
         unsigned bits = (c < 3 ? bc7_modes[mode].color : bc7_modes[mode].alpha) + p, v = end[e][c] << p | (p ? p_bit[e] : 0);
         end[e][c] = c == 3 && !has_alpha ? 255 : (v << (8 - bits) | v >> (2 * bits - 8)) & 255;
      }
   }
   uint8_t index[2][16];
   unsigned bits[2] = { bc7_modes[mode].index, bc7_modes[mode].index2 };
   take_indices(&s, subsets, partition, bits[0], index[0]);
   if (bits[1])
      take_indices(&s, subsets, partition, bits[1], index[1]);
   unsigned of_color = bits[1] && selector, of_alpha = bits[1] && !selector;
   for (unsigned i = 0; i < 16; i++) {
      unsigned e = 2 * subset_of(subsets, partition, i), v[4];
      for (unsigned c = 0; c < 4; c++) {
         unsigned set = c < 3 ? of_color : of_alpha;
         v[c] = between(end[e][c], end[e + 1][c], weights_of(bits[set])[index[set][i]]);
      }
      if (rotation) { /* the scalar channel changes places with one of the others */
         unsigned a = v[3];
         v[3] = v[rotation - 1];
         v[rotation - 1] = a;
      }
      out[i] = v[0] | v[1] << 8 | v[2] << 16 | v[3] << 24;
   }
}

/* ---- BC6 ------------------------------------------------------------------------------------------------------------- */

/* The bits after the mode's number in the specification's notation: channel, endpoint (w, x: of subset 0), high:low; bits
 * of "low:high" are stored the other way round. The partition follows, if there is one. */
static const struct { uint8_t number, bits, delta[3]; bool transformed, two; const char *layout; } bc6_modes[14] = {
   { 0, 10, { 5, 5, 5 }, true, true,
     "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
   { 1, 7, { 6, 6, 6 }, true, true,
     "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 "
                                    "ry5:0 rz5:0" },
   { 2, 11, { 5, 4, 4 }, true, true,
     "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
   { 6, 11, { 4, 5, 4 }, true, true,
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3" },
   { 10, 11, { 4, 4, 5 }, true, true,
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3" },
   { 14, 9, { 5, 5, 5 }, true, true,
     "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
   { 18, 8, { 6, 5, 5 }, true, true,
     "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0" },
   { 22, 8, { 5, 6, 5 }, true, true,
     "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
   { 26, 8, { 5, 5, 6 }, true, true,
     "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3" },
   { 30, 6, { 6, 6, 6 }, false, true,
     "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 "
                                      "ry5:0 rz5:0" },
   { 3, 10, { 10, 10, 10 }, false, false, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0" },
   { 7, 11, { 9, 9, 9 }, true, false, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10" },
   { 11, 12, { 8, 8, 8 }, true, false, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11" },
   { 15, 16, { 4, 4, 4 }, true, false, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15" },
};

static int32_t sign_extend(int32_t v, unsigned bits) { return (int32_t)((uint32_t)v << (32 - bits)) >> (32 - bits); }

static unsigned number_at(const char **p)
{
   unsigned n = 0;
   for (; **p >= '0' && **p <= '9'; (*p)++)
      n = n * 10 + (unsigned)(**p - '0');
   return n;
}

static void take_endpoints(struct stream *s, const char *layout, int32_t end[4][3])
{
   for (const char *p = layout; *p; p += *p == ' ') {
      int32_t *v = &end[p[1] - 'w'][p[0] == 'r' ? 0 : p[0] == 'g' ? 1 : 2];
      p += 2;
      unsigned first = number_at(&p), last = first;
      if (*p == ':') {
         p++;
         last = number_at(&p);
      }
      if (first >= last)
         *v |= (int32_t)(take(s, first - last + 1) << last);
      else
         for (unsigned b = last + 1; b-- > first;)
            *v |= (int32_t)(take(s, 1) << b);
   }
}

static int32_t unquantize(int32_t v, unsigned bits, bool is_signed)
{
   if (!is_signed)
      return bits >= 15 || !v ? v : v == (1 << bits) - 1 ? 0xffff : ((v << 16) + 0x8000) >> bits;
   if (bits >= 16 || !v)
      return v;
   int32_t a = v < 0 ? -v : v;
   a = a >= (1 << (bits - 1)) - 1 ? 0x7fff : ((a << 15) + 0x4000) >> (bits - 1);
   return v < 0 ? -a : a;
}

/* Half floats of one texel after another. */
void fmt_decode_bc6(const uint8_t *block, bool is_signed, uint16_t out[16][3])
{
   struct stream s;
   memcpy(&s, block, 16);
   memset(out, 0, 96);
   unsigned number = take(&s, 2), m = 0;
   if (number > 1)
      number |= take(&s, 3) << 2;
   while (m < 14 && bc6_modes[m].number != number)
      m++;
   if (m == 14)
      return; /* reserved */
   int32_t end[4][3] = { { 0 } };
   unsigned bits = bc6_modes[m].bits, subsets = bc6_modes[m].two ? 2 : 1;
   take_endpoints(&s, bc6_modes[m].layout, end);
   unsigned partition = bc6_modes[m].two ? take(&s, 5) : 0;
   for (unsigned c = 0; c < 3; c++) {
      if (is_signed)
         end[0][c] = sign_extend(end[0][c], bits);
      for (unsigned e = 1; e < 2 * subsets; e++) {
         if (bc6_modes[m].transformed)
            end[e][c] = (end[0][c] + sign_extend(end[e][c], bc6_modes[m].delta[c])) & ((1 << bits) - 1);
         if (is_signed)
            end[e][c] = sign_extend(end[e][c], bits);
      }
      for (unsigned e = 0; e < 2 * subsets; e++)
         end[e][c] = unquantize(end[e][c], bits, is_signed);
   }
   uint8_t index[16];
   unsigned index_bits = bc6_modes[m].two ? 3 : 4;
   take_indices(&s, subsets, partition, index_bits, index);
   for (unsigned i = 0; i < 16; i++) {
      unsigned e = 2 * subset_of(subsets, partition, i);
      for (unsigned c = 0; c < 3; c++) {
         int32_t w = weights_of(index_bits)[index[i]], v = ((64 - w) * end[e][c] + w * end[e + 1][c] + 32) >> 6;
         if (!is_signed)
            out[i][c] = (uint16_t)(v * 31 >> 6);
         else
            out[i][c] = (uint16_t)(v < -1 ? 0x8000 | (-v * 31) >> 5 : v < 0 ? 0 : v * 31 >> 5);
      }
   }
}

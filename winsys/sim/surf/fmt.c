/* fmt.c: the format table. Conversions are in fmt_vec.h, block-compressed formats in fmt_bc.c. */
#include "winsys/sim/surf/fmt.h"

#define PLAIN(name, B, n, ...) { name, FMT_PLAIN, B, 1, 1, n, 0, { __VA_ARGS__ } }
#define PACKED(name, B, w, packing, n, ...) { name, FMT_PACKED, B, w, 1, n, packing, { __VA_ARGS__ } }
#define BC(name, B, n) { name, FMT_BC, B, 4, 4, n, 0, { { 0 } } }
#define FMASK(name, bits) { name, FMT_PLAIN, bits / 8, 1, 1, bits > 32 ? 2 : 1, 0, \
                            { { 0, 0, bits > 32 ? 32 : bits }, { 1, 0, bits > 32 ? 32 : 0 } } }
static const struct fmt fmts[64] = {
   [0]  = { "INVALID", FMT_NONE, 4, 1, 1, 0, 0, { { 0 } } },
   [1]  = PLAIN("8", 1, 1, { 0, 0, 8 }),
   [2]  = PLAIN("16", 2, 1, { 0, 0, 16 }),
   [3]  = PLAIN("8_8", 2, 2, { 0, 0, 8 }, { 0, 8, 8 }),
   [4]  = PLAIN("32", 4, 1, { 0, 0, 32 }),
   [5]  = PLAIN("16_16", 4, 2, { 0, 0, 16 }, { 0, 16, 16 }),
   [6]  = PLAIN("10_11_11", 4, 3, { 0, 0, 11 }, { 0, 11, 11 }, { 0, 22, 10 }),
   [7]  = PLAIN("11_11_10", 4, 3, { 0, 0, 10 }, { 0, 10, 11 }, { 0, 21, 11 }),
   [8]  = PLAIN("10_10_10_2", 4, 4, { 0, 0, 2 }, { 0, 2, 10 }, { 0, 12, 10 }, { 0, 22, 10 }),
   [9]  = PLAIN("2_10_10_10", 4, 4, { 0, 0, 10 }, { 0, 10, 10 }, { 0, 20, 10 }, { 0, 30, 2 }),
   [10] = PLAIN("8_8_8_8", 4, 4, { 0, 0, 8 }, { 0, 8, 8 }, { 0, 16, 8 }, { 0, 24, 8 }),
   [11] = PLAIN("32_32", 8, 2, { 0, 0, 32 }, { 1, 0, 32 }),
   [12] = PLAIN("16_16_16_16", 8, 4, { 0, 0, 16 }, { 0, 16, 16 }, { 1, 0, 16 }, { 1, 16, 16 }),
   [13] = PLAIN("32_32_32", 12, 3, { 0, 0, 32 }, { 1, 0, 32 }, { 2, 0, 32 }),
   [14] = PLAIN("32_32_32_32", 16, 4, { 0, 0, 32 }, { 1, 0, 32 }, { 2, 0, 32 }, { 3, 0, 32 }),
   [16] = PLAIN("5_6_5", 2, 3, { 0, 0, 5 }, { 0, 5, 6 }, { 0, 11, 5 }),
   [17] = PLAIN("1_5_5_5", 2, 4, { 0, 0, 5 }, { 0, 5, 5 }, { 0, 10, 5 }, { 0, 15, 1 }),
   [18] = PLAIN("5_5_5_1", 2, 4, { 0, 0, 1 }, { 0, 1, 5 }, { 0, 6, 5 }, { 0, 11, 5 }),
   [19] = PLAIN("4_4_4_4", 2, 4, { 0, 0, 4 }, { 0, 4, 4 }, { 0, 8, 4 }, { 0, 12, 4 }),
   [20] = PLAIN("8_24", 4, 2, { 0, 0, 24 }, { 0, 24, 8 }),
   [21] = PLAIN("24_8", 4, 2, { 0, 0, 8 }, { 0, 8, 24 }),
   [22] = PLAIN("X24_8_32", 8, 2, { 0, 0, 32 }, { 1, 0, 8 }),
   [32] = PACKED("GB_GR", 4, 2, FMT_GB_GR, 3, { 0, 0, 8 }, { 0, 8, 8 }, { 0, 16, 8 }),
   [33] = PACKED("BG_RG", 4, 2, FMT_BG_RG, 3, { 0, 0, 8 }, { 0, 8, 8 }, { 0, 16, 8 }),
   [34] = { "5_9_9_9", FMT_RGB9E5, 4, 1, 1, 3, 0, { { 0, 0, 9 }, { 0, 9, 9 }, { 0, 18, 9 } } },
   [35] = BC("BC1", 8, 4),
   [36] = BC("BC2", 16, 4),
   [37] = BC("BC3", 16, 4),
   [38] = BC("BC4", 8, 1),
   [39] = BC("BC5", 16, 2),
   [40] = BC("BC6", 16, 3),
   [41] = BC("BC7", 16, 4),
   [44] = FMASK("FMASK8_S2_F1", 8),
   [45] = FMASK("FMASK8_S4_F1", 8),
   [46] = FMASK("FMASK8_S8_F1", 8),
   [47] = FMASK("FMASK8_S2_F2", 8),
   [48] = FMASK("FMASK8_S4_F2", 8),
   [49] = FMASK("FMASK8_S4_F4", 8),
   [50] = FMASK("FMASK16_S16_F1", 16),
   [51] = FMASK("FMASK16_S8_F2", 16),
   [52] = FMASK("FMASK32_S16_F2", 32),
   [53] = FMASK("FMASK32_S8_F4", 32),
   [54] = FMASK("FMASK32_S8_F8", 32),
   [55] = FMASK("FMASK64_S16_F4", 64),
   [56] = FMASK("FMASK64_S16_F8", 64),
   [57] = PLAIN("4_4", 1, 2, { 0, 0, 4 }, { 0, 4, 4 }),
   [58] = PLAIN("6_5_5", 2, 3, { 0, 0, 5 }, { 0, 5, 5 }, { 0, 10, 6 }),
   [59] = PACKED("1", 1, 8, FMT_BITS, 1, { 0, 0, 1 }), /* which end is first: a guess */
   [60] = PACKED("1_REVERSED", 1, 8, FMT_BITS_REVERSED, 1, { 0, 0, 1 }),
};

const struct fmt *fmt_get(unsigned data_format)
{
   return data_format < 64 && fmts[data_format].name ? &fmts[data_format] : &fmts[0];
}

bool fmt_num_valid(const struct fmt *f, unsigned num)
{
   if (f->kind == FMT_NONE || num == 6 || num == 8 || num > FMT_SRGB)
      return false;
   if (f->kind == FMT_BC || f->kind == FMT_RGB9E5)
      return num == FMT_UNORM || num == FMT_SNORM || num == FMT_FLOAT || num == FMT_SRGB;
   if (num == FMT_FLOAT) { /* every channel must be of a width that has a float layout; X24_8_32 keeps its 8 bits */
      unsigned bits = f->ch[0].bits;
      return bits == 32 || bits == 16 || bits == 11 || bits == 10;
   }
   return num != FMT_SRGB || (f->ch[0].bits == 8 && (f->el_B == f->chans || f->kind == FMT_PACKED)); /* 8, 8_8, 8_8_8_8, 4:2:2 */
}

float fmt_from_half(uint32_t h)
{
   uint32_t sign = (h & 0x8000) << 16, exp = h >> 10 & 31, man = h & 0x3ff;
   if (exp == 31)
      return fmt_float(sign | 0x7f800000 | man << 13 | (man ? 0x400000 : 0)); /* NaNs become quiet */
   if (exp)
      return fmt_float(sign | (exp + 112) << 23 | man << 13);
   float f = (float)man * 0x1p-24f;
   return fmt_float(sign | fmt_bits(f));
}
